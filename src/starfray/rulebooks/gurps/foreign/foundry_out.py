"""Combatants as actors of Foundry's GURPS Game Aid."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from starfray.engine.codec import Plain
from starfray.rulebooks.gurps.gcs.body import BONE, BOOK_PARTS
from starfray.rulebooks.gurps.gcs.plain import Row, as_row, as_whole

NO_ARMOUR = 1_000_000.0  # a divisor of ∞
KICK_COSTS = 2  # the sheet has it in the level; the book takes it off itself


def actors_of(rows: Sequence[Row]) -> Plain:
    """One actor, or a list of them."""
    found = [actor_of(row) for row in rows]
    return found[0] if len(found) == 1 else found


def actor_of(row: Row) -> Row:
    attributes = {name: as_whole(as_row(row.get("attributes")).get(name), 10) for name in ("st", "dx", "iq", "ht")}
    speed = float(row.get("speed", (attributes["dx"] + attributes["ht"]) / 4))
    own = {weapon["key"] for weapon in row.get("weapons", [])}  # levels that are of a weapon, not of a skill
    system: Row = {
        "attributes": {name.upper(): number(value) for name, value in attributes.items()}
        | {"WILL": number(row.get("will", attributes["iq"])), "PER": number(row.get("per", attributes["iq"]))},
        "HP": {"value": row["hp"], "min": 0, "max": row["max-hp"], "points": 0},
        "FP": {"value": row.get("fp", 0), "min": 0, "max": row.get("max-fp", 0), "points": 0},
        "basicspeed": {"value": f"{speed:g}", "points": 0},
        "basicmove": {"value": str(row.get("basic-move", floor(speed))), "points": 0},
        "traits": {"title": "", "sizemod": f"{as_whole(row.get('size')):+d}"},
        "ads": numbered([trait_out(each) for each in row.get("traits", [])] + nature_out(row)),
        "skills": numbered([skill_out(key, level) for key, level in row.get("skills", {}).items() if key not in own]),
        "spells": {},
        **arms_out(row, defences(row)),
        "hitlocations": numbered([{"where": part.title(), "import": whole_dr(row, part), "equipment": special_dr(row, part),
                                   "penalty": "", "roll": ""} for part in BOOK_PARTS]),
        "encumbrance": loads_out(row, floor(speed) + 3 + defences(row)["dodge"]),
    }  # fmt: skip
    return {"name": row.get("name") or row["id"], "type": "character", "img": "icons/svg/mystery-man.svg", "system": system,
            "items": [], "effects": [], "flags": {}, "_stats": {"systemId": "gurps"}}  # fmt: skip


def numbered(rows: list[Row]) -> Row:
    """Lists as the system keeps them."""
    return {f"{place:05d}": row for place, row in enumerate(rows)}


def number(value: Plain) -> Row:
    return {"import": value, "value": value, "points": 0, "dtype": "Number"}


def titled(key: str) -> str:
    return key.replace("-", " ").title()


def trait_out(trait: Plain) -> Row:
    row = as_row(trait) or {"key": trait}
    level = as_whole(row.get("level"), 1)
    name = row.get("name") or titled(str(row["key"]))
    found: Row = {"name": f"{name} {level}" if level > 1 else name, "notes": "", "pageref": "", "points": 0, "contains": {}}
    return {**found, "level": level} if level > 1 else found


def nature_out(row: Row) -> list[Row]:
    nature = row.get("nature", "living")
    name = f"Injury Tolerance ({titled(nature)})"
    return [{"name": name, "notes": "", "pageref": "", "points": 0, "contains": {}}] if nature != "living" else []


def skill_out(key: str, level: Plain) -> Row:
    return {"name": titled(key), "import": level, "level": level, "type": "SKILL", "relativelevel": "", "points": 0,
            "notes": "", "pageref": "", "contains": {}}  # fmt: skip


def defences(row: Row) -> dict[str, int]:
    """What is added to each defence: traits and the shield."""
    shield = as_whole(as_row(row["shield"]).get("db"), 1) if row.get("shield") else 0
    found = dict.fromkeys(("dodge", "parry", "block"), shield)
    for trait in row.get("traits", []):
        each = as_row(trait)
        level = as_whole(each.get("level"), 1)
        for kind in found:
            found[kind] += level * (as_whole(each.get(kind)) + as_whole(each.get("defence")))
    return found


def arms_out(row: Row, sums: dict[str, int]) -> Row:
    melee: list[Row] = []
    ranged: list[Row] = []
    carried: dict[str, Row] = {}
    shield = as_row(row.get("shield"))
    for weapon in row.get("weapons", []):
        item = weapon.get("item") or ("" if weapon.get("natural") else weapon.get("name") or titled(weapon["key"]))
        thing = (shield.get("name") or "Shield") if item == "shield" else item
        name = thing or weapon.get("name") or titled(weapon["key"])
        mode = str(weapon.get("name", "")).removeprefix(name).removeprefix(", ")
        if thing:
            carried.setdefault(thing, thing_out(thing, (shield if item == "shield" else weapon).get("weight", 0.0)))
        level = as_whole(row.get("skills", {}).get(weapon.get("skill", "brawling")))
        shown = level - max(0, as_whole(weapon.get("st")) - as_whole(as_row(row.get("attributes")).get("st"), 10))
        shown -= KICK_COSTS if weapon["key"] == "kick" else 0
        strength = f"{weapon['st']}" if weapon.get("st") else ""
        strength += ("†" if weapon.get("hands") == 2 else "") + ("M" if weapon.get("mounted") else "")
        line: Row = {"name": name, "mode": mode, "import": shown, "level": shown, "damage": damage_out(weapon), "notes": "",
                     "st": strength}  # fmt: skip
        if weapon.get("melee", True):
            melee.append(line | melee_out(weapon, level, sums, block=item == "shield"))
        else:
            ranged.append(line | ranged_out(weapon))
    if shield and not any(weapon.get("item") == "shield" for weapon in row.get("weapons", [])):
        name = shield.get("name") or "Shield"
        carried.setdefault(name, thing_out(name, shield.get("weight", 0.0)))
    return {"melee": numbered(melee), "ranged": numbered(ranged),
            "equipment": {"carried": numbered(list(carried.values())), "other": {}}}  # fmt: skip


def thing_out(name: str, weight: Plain) -> Row:
    return {"name": name, "count": 1, "equipped": True, "carried": True, "weight": weight, "cost": 0, "contains": {}}


def damage_out(weapon: Row) -> str:
    divisor = float(weapon.get("divisor", 1.0) if weapon.get("damage", "thr") else weapon.get("affliction-divisor", 1.0))
    armour = "" if divisor == 1 else "(∞)" if divisor >= NO_ARMOUR else f"({divisor:g})"
    if not weapon.get("damage", "thr"):
        return f"HT{as_whole(weapon.get('affliction')):+d}{armour} aff"
    extra = " ex" if weapon.get("explosive") else ""
    extra += {2: " dkb", 0: " nkb"}.get(as_whole(weapon.get("pushes"), 1), "")
    return f"{weapon.get('damage', 'thr')}{armour} {weapon.get('type', 'cr')}{extra}"


def melee_out(weapon: Row, level: int, sums: dict[str, int], *, block: bool) -> Row:
    reach = ",".join("C" if yards == 0 else str(yards) for yards in weapon.get("reach", [1]))
    score = level // 2 + 3 + as_whole(weapon.get("parry")) + sums["parry"]
    marks = ("F" if weapon.get("fencing") else "") + ("U" if weapon.get("unbalanced") else "")
    parry = f"{score}{marks}" if weapon.get("parries", True) else "No"
    blocks = str(level // 2 + 3 + sums["block"]) if block else ""
    return {"reach": reach + ("*" if weapon.get("adjusts") else ""), "parry": parry, "block": blocks}


def ranged_out(weapon: Row) -> Row:
    if weapon.get("max-st"):
        half, most = (f"x{weapon.get(name, 0):g}" for name in ("half-st", "max-st"))
    else:
        half, most = (str(as_whole(weapon.get(name))) for name in ("half-range", "max-range"))
    count = "T" if weapon.get("thrown") else str(as_whole(weapon.get("magazine")) or "")
    reload = f"({weapon['reload']}{'i' if weapon.get('reload-each') else ''})" if weapon.get("reload") else ""
    pellets = as_whole(weapon.get("pellets"), 1)
    return {
        "acc": str(as_whole(weapon.get("acc"))), "range": most if half in ("0", "x0") else f"{half}/{most}",
        "rof": f"{as_whole(weapon.get('rof'), 1)}" + (f"x{pellets}" if pellets > 1 else ""), "shots": count + reload,
        "bulk": str(as_whole(weapon.get("bulk"))), "rcl": str(as_whole(weapon.get("rcl"), 1)),
    }  # fmt: skip


def whole_dr(row: Row, part: str) -> int:
    """As the system counts it: with the bone of the skull."""
    points = as_whole(row.get("dr")) + sum(as_whole(as_row(suit.get("dr")).get(part)) for suit in row.get("armour", []))
    return points + (BONE if part == "skull" and row.get("nature", "living") == "living" else 0)


def special_dr(row: Row, part: str) -> str:
    """DR against one kind of damage, in words: the system has no figure for it."""
    words = []
    for suit in row.get("armour", []):
        usual = as_whole(as_row(suit.get("dr")).get(part), -1)
        for kind, points in as_row(suit.get("versus")).items() if usual >= 0 else ():
            if points != usual:
                words.append(f"DR {abs(points - usual)} {'more' if points > usual else 'less'} against {kind}")
    return ", ".join(words)


def loads_out(row: Row, dodge: int) -> Row:
    level = as_whole(row.get("encumbrance"))
    return numbered(
        [{"key": f"enc{each}", "level": each, "dodge": dodge - each, "current": each == level} for each in range(5)]
    )
