"""Actors of Foundry's system for Coriolis (`yzecoriolis`), in and out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path, PurePath

from starfray.engine.codec import Plain
from starfray.engine.content import Content, book_content
from starfray.engine.errors import BadInput
from starfray.engine.imports import Imported, Opened, SheetReader
from starfray.rulebooks.coriolis.core import ATTRIBUTES, SKILL_ATTRIBUTE
from starfray.rulebooks.coriolis.ranges import BANDS

Row = dict[str, Plain]
SYSTEM = "yzecoriolis"
KINDS = ("character", "npc")
MOST = 1000  # actors in a file
MOST_THINGS = 40  # of one kind that somebody has
LARGEST = 1_000_000
ON_THE_SHEET = "As the sheet says"  # a talent that holds what the book would not give
SKILLS = {key.replace("-", ""): key for key in SKILL_ATTRIBUTE}
WEIGHTS = {"L": "light", "N": "normal", "H": "heavy", "T": "tiny", "M": "none"}
TIERS = ("P", "O", "A", "F", "R")
#: what weapons can do, as people write it
FEATURES = (
    "light", "small", "heavy", "long", "stun", "silent", "flexible", "mercurium", "vulcan", "bulky", "mounted", "natural",
    "smoke", "placed", "single-shot", "automatic-fire", "high-capacity", "armour-piercing", "anti-vehicle", "cell-powered",
    "stress-blast",
)  # fmt: skip
SAME = {"armor-piercing": "armour-piercing", "automatic": "automatic-fire", "full-auto": "automatic-fire",
        "cell-power": "cell-powered", "single-shot-weapon": "single-shot", "small-weapon": "small"}  # fmt: skip


# --- plain values ----------------------------------------------------------------------------------------------


def as_row(value: Plain) -> Row:
    return value if isinstance(value, dict) else {}


def as_text(value: Plain) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    if not isinstance(value, str) and not abs(value) <= LARGEST:
        return ""
    return " ".join(str(value).encode("utf-8", "replace").decode("utf-8").split())


def as_whole(value: Plain, otherwise: int = 0) -> int:
    """A whole number, also when it stands in quotation marks."""
    try:
        number = float(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else float("nan")
    except (ValueError, OverflowError):
        return otherwise
    return int(number) if abs(number) <= LARGEST else otherwise


def key_of(words: str) -> str:
    """A name for files: small letters, digits and dashes."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower().replace("'", "")).strip("-")[:60].strip("-")


def content() -> Content:
    return book_content("coriolis", Path(__file__).parent)


def known_as(table: str, name: str) -> str:
    """The key of the book's own entry of that name; '' if it has none."""
    rows = content().tables[table]
    key = SPELLING.sub(lambda found: SPELT[found[0]], key_of(name))
    named = {key_of(as_text(row.get("name"))): entry for entry, row in rows.items()}
    return key if key in rows else named.get(key, "")


SPELT = {"armor": "armour", "armored": "armoured", "grey": "gray"}
SPELLING = re.compile(r"\b(?:armored|armor|grey)\b")


# --- in --------------------------------------------------------------------------------------------------------


def system_data(actor: Plain) -> Row:
    """What the system keeps; Foundry 9 and older called it data."""
    row = as_row(actor)
    return as_row(row.get("system")) or as_row(row.get("data"))


def is_actor(actor: Plain) -> bool:
    """By what the file says of itself, else by what such an actor has and no other."""
    named = as_text(as_row(as_row(actor).get("_stats")).get("systemId"))
    if named:
        return named == SYSTEM
    system = system_data(actor)
    return "hitPoints" in system and all(each in as_row(system.get("attributes")) for each in ATTRIBUTES)


def listed(data: Plain) -> list[Plain]:
    """The actors of a file: one, a list, or a list under a name."""
    if isinstance(data, list):
        return data[:MOST]
    inner = as_row(data).get("actors")
    return inner[:MOST] if isinstance(inner, list) else [data]


def is_foundry(opened: Opened) -> bool:
    return any(is_actor(each) for each in listed(opened.data))


def read_foundry(opened: Opened) -> list[Imported | BadInput]:
    return [read_actor(each, opened.name) for each in listed(opened.data)]


def read_actor(actor: Plain, file: str) -> Imported | BadInput:
    row, system = as_row(actor), system_data(actor)
    name = as_text(row.get("name"))[:100] or as_text(PurePath(file).stem)[:100] or "Somebody"
    kind = as_text(row.get("type"))
    if not is_actor(actor) or kind not in ("", *KINDS) or not as_row(system.get("attributes")):
        what = f"a {kind}" if kind == "ship" else "no character"
        return BadInput(f"{name}: {what} of {SYSTEM}", field="type", expected="actors of the types character and npc")
    found = Imported({"id": key_of(name) or "somebody", "name": name}, origin=as_text(row.get("_id")))
    if kind == "character":
        found.row["pc"] = True
    take_figures(found, system)
    items = row.get("items")
    take_items(found, [as_row(each) for each in items] if isinstance(items, list) else [])
    take_pools(found, as_row(system.get("hitPoints")), as_row(system.get("mindPoints")))
    radiation = as_whole(as_row(system.get("radiation")).get("value"))
    if radiation:
        found.row["radiation"] = max(0, min(10, radiation))
        found.taken.append(f"radiation {found.row['radiation']}")
    return found


def figure(value: Plain) -> int:
    return as_whole(value.get("value")) if isinstance(value, dict) else as_whole(value)


def take_figures(found: Imported, system: Row) -> None:
    given = as_row(system.get("attributes"))
    found.row["attributes"] = {name: figure(given.get(name)) for name in ATTRIBUTES}
    words = ", ".join(f"{name.title()} {value}" for name, value in found.row["attributes"].items())
    found.taken.append(f"attributes: {words}")
    skills: dict[str, int] = {}
    for name, value in as_row(system.get("skills")).items():
        key = SKILLS.get(re.sub(r"[^a-z]", "", as_text(name).lower()))
        if key is None:
            found.left_out.append(f"skill {as_text(name)[:40]}: the book has none of that name")
        elif figure(value) > 0:
            skills[key] = figure(value)
    found.row["skills"] = skills
    if skills:
        found.taken.append("skills: " + ", ".join(f"{key} {level}" for key, level in skills.items()))


def take_pools(found: Imported, hit: Row, mind: Row) -> None:
    """HP and MP follow from attributes and talents; what the sheet has more or less of is a talent of its own."""
    attributes = found.row["attributes"]
    for name, pool, sum_of, words in (("hp", hit, ("strength", "agility"), "HP"), ("mp", mind, ("wits", "empathy"), "MP")):
        usual = sum(attributes[each] for each in sum_of) + talents_give(found, name)
        most = as_whole(pool.get("max"), usual) or usual
        if most != usual:
            found.row["talents"] = with_extra(found.row.get("talents", []), name, most - usual)
            found.assumed.append(f"{words} {most} on the sheet, {usual} by the book: the difference is kept as a talent")
        left = max(0, min(most, as_whole(pool.get("value"), most)))
        found.row[name] = left
        found.taken.append(f"{words} {left}/{most}")


def talents_give(found: Imported, name: str) -> int:
    rows = content().tables["talents"]
    return sum(
        as_whole((each if isinstance(each, dict) else rows.get(each, {})).get(name)) for each in found.row.get("talents", [])
    )


def with_extra(talents: list[Plain], name: str, amount: int) -> list[Plain]:
    """One talent holds what the sheet has beyond the book, of both pools."""
    own = next((each for each in talents if isinstance(each, dict) and each["key"] == "on-the-sheet"), None)
    others = [each for each in talents if each is not own]
    already = own or {}
    return [*others, {"key": "on-the-sheet", "name": ON_THE_SHEET, **already, name: as_whole(already.get(name)) + amount}]


def take_items(found: Imported, items: list[Row]) -> None:
    """What is equipped comes first: the first weapon is in hand."""
    items = sorted(items, key=lambda item: as_row(item.get("system") or item.get("data")).get("equipped") is not True)
    weapons: list[Plain] = []
    suits: list[Plain] = []
    for item in items:
        name, kind = as_text(item.get("name"))[:100], as_text(item.get("type"))
        system = as_row(item.get("system")) or as_row(item.get("data"))
        if kind == "weapon" and len(weapons) >= MOST_THINGS:
            found.left_out.append(f"{name}: too many weapons")
        elif kind == "weapon":
            weapons.append(weapon_of(found, name, system, [key_in(each) for each in weapons]))
        elif kind in ("armor", "armour"):
            suits.append(armour_of(name, system))
        elif kind == "talent":
            take_talent(found, name, system)
        elif kind == "injury":
            take_injury(found, name)
        elif name:
            take_gear(found, name, system)
    found.row["weapons"] = weapons
    if not weapons:
        found.assumed.append("no weapon on the sheet: bare hands are all there is")
    take_armour(found, suits)


def key_in(item: Plain) -> str:
    return str(item["key"]) if isinstance(item, dict) else str(item)


def weapon_of(found: Imported, name: str, system: Row, taken: list[str]) -> Row:
    """The book's weapon of that name, with what the sheet has of its own."""
    known = known_as("weapons", name)
    printed = as_row(content().tables["weapons"].get(known))
    crit = as_row(system.get("crit"))
    figures: Row = {"name": name or "Weapon"}
    for theirs, ours, least in (("bonus", "bonus", -20), ("initiative", "initiative", -20), ("damage", "damage", 0)):
        if theirs in system:
            figures[ours] = max(least, min(100, as_whole(system.get(theirs))))
    if as_whole(crit.get("numericValue")) > 0:
        figures["crit"] = as_whole(crit.get("numericValue"))
    band = as_text(system.get("range")).lower()
    if band in BANDS:
        figures["range"] = band
    elif band:
        found.left_out.append(f"{name}: range {band!r}")
    if system.get("explosive") is True:
        figures |= {
            "blast": max(0, as_whole(system.get("blastPower"))),
            "thrown": bool(printed.get("thrown", "grenade" in name.lower())),
        }
    melee = system.get("melee")
    figures["melee"] = melee if isinstance(melee, bool) else bool(printed.get("melee", figures.get("range") == "close"))
    features = features_of(found, name, system, printed)
    weight = WEIGHTS.get(as_text(system.get("weight")))
    figures |= {"features": features} | ({"weight": weight} if weight else {})
    tier = as_text(system.get("techTier"))
    figures |= {"tier": tier} if tier in TIERS else {}
    whole = {**printed, **figures}
    if "heavy" in features and "hands" not in whole:
        whole["hands"] = 2
    key, number = known or key_of(name) or "weapon", 1
    first = key
    while key in taken:
        number += 1
        key = f"{first}-{number}"
    if as_whole(system.get("quantity"), 1) > 1:
        found.assumed.append(f"{name}: one of {as_whole(system.get('quantity'))} is at hand")
    found.taken.append(f"weapon: {figures['name']}, damage {whole.get('damage', 1)}, crit {whole.get('crit', 0)}")
    return {"key": key, **whole}


def features_of(found: Imported, name: str, system: Row, printed: Row) -> list[str]:
    special = system.get("special")
    words = list(special.values()) if isinstance(special, dict) else special if isinstance(special, list) else []
    features: list[str] = []
    for text in words:
        for each in re.split(r"[,;]", as_text(text)):
            key = key_of(each)
            key = SAME.get(key, key)
            key = key if key in FEATURES else key.removesuffix("-weapon")
            if key in FEATURES:
                features.append(key)
            elif key:
                found.left_out.append(f"{name}: {as_text(each)[:60]!r}, which the book does not know")
    if system.get("automatic") is True:
        features.append("automatic-fire")
    return list(dict.fromkeys(features)) if special else list(dict.fromkeys([*printed.get("features", []), *features]))


def armour_of(name: str, system: Row) -> Row:
    known = known_as("armour", name)
    printed = as_row(content().tables["armour"].get(known))
    figures: Row = {"name": name or "Armour"}
    if "armorRating" in system:
        figures["rating"] = max(0, min(50, as_whole(system.get("armorRating"))))
    weight = WEIGHTS.get(as_text(system.get("weight")))
    return {"key": known or key_of(name) or "armour", **printed, **figures, **({"weight": weight} if weight else {})}


def take_armour(found: Imported, suits: list[Plain]) -> None:
    """One suit is worn: the first that is equipped."""
    if suits:
        found.row["armour"] = suits[0]
        found.taken.append(f"armour: {suits[0]['name']}, rating {suits[0].get('rating', 0)}")
        found.left_out += [f"{suit['name']}: only one suit is worn" for suit in suits[1:]]


def take_talent(found: Imported, name: str, system: Row) -> None:
    known = known_as("talents", name)
    bonus = {ours: as_whole(system.get(theirs)) for theirs, ours in (("hpBonus", "hp"), ("mpBonus", "mp"))}
    bonus = {each: amount for each, amount in bonus.items() if amount}
    have = [key_in(each) for each in found.row.get("talents", [])]
    key = "on-the-sheet" if name == ON_THE_SHEET else key_of(name) or "talent"
    if len(have) >= MOST_THINGS:
        found.left_out.append(f"talent {name}: too many")
    elif known and known not in have:
        found.row["talents"] = [*found.row.get("talents", []), known]
        found.taken.append(f"talent: {name}")
    elif bonus and not known and key not in have:
        found.row["talents"] = [*found.row.get("talents", []), {"key": key, "name": name, **bonus}]
        found.taken.append(f"talent: {name}, " + ", ".join(f"{each.upper()} {amount:+d}" for each, amount in bonus.items()))
    else:
        found.left_out.append(f"talent {name}: it has no part in a fight here")


def take_injury(found: Imported, name: str) -> None:
    rows = content().tables["injuries"]
    number = next((number for number, row in rows.items() if key_of(as_text(row.get("name"))) == key_of(name)), "")
    if number and len(found.row.get("injuries", [])) < MOST_THINGS:
        found.row["injuries"] = [*found.row.get("injuries", []), {"number": int(number)}]
        found.taken.append(f"injury: {name}")
    else:
        found.left_out.append(f"injury {name}: not in the book's table")


def take_gear(found: Imported, name: str, system: Row) -> None:
    known = known_as("gear", name)
    count = as_whole(system.get("quantity"), 1)
    have = [key_in(each) for each in found.row.get("gear", [])]
    if known and known not in have and count > 0:
        found.row["gear"] = [*found.row.get("gear", []), {"key": known, "count": count} if count > 1 else known]
        found.taken.append(f"gear: {name}")
    else:
        found.left_out.append(f"{name}: it has no part in a fight here")


# --- out -------------------------------------------------------------------------------------------------------


def actors_of(rows: Sequence[Row]) -> Plain:
    """One actor, or a list of them. Vehicles are no actors of this kind."""
    people = [row for row in rows if not row.get("craft")]
    if not people:
        raise BadInput("nobody to write", expected="people; vehicles have no such sheet")
    found = [actor_of(row) for row in people]
    return found[0] if len(found) == 1 else found


def actor_of(row: Row) -> Row:
    given, trained = as_row(row.get("attributes")), as_row(row.get("skills"))
    advanced = {key for key, each in content().tables["skills"].items() if each.get("advanced")}
    system: Row = {
        "hitPoints": {"value": row["hp"], "min": 0, "max": row["max-hp"]},
        "mindPoints": {"value": row["mp"], "min": 0, "max": row["max-mp"]},
        "radiation": {"value": as_whole(row.get("radiation")), "min": 0, "max": 10},
        "attributes": {name: {"value": as_whole(given.get(name), 3), "min": 0, "max": 5} for name in ATTRIBUTES},
        "skills": {
            short: {"category": "advanced" if key in advanced else "general", "attribute": SKILL_ATTRIBUTE[key],
                    "value": as_whole(trained.get(key)), "min": 0, "max": 5}
            for short, key in SKILLS.items()
        },
    }  # fmt: skip
    items = [weapon_out(each) for each in row.get("weapons", [])]
    armour = as_row(row.get("armour"))
    if armour and armour["key"] != "clothes":
        items.append(item_out(armour, "armor", {"armorRating": as_whole(armour.get("rating")), "equipped": True}))
    for each in row.get("talents", []):
        extra = {"category": "general", "hpBonus": as_whole(each.get("hp")), "mpBonus": as_whole(each.get("mp"))}
        items.append(item_out(each, "talent", extra))
    items += [
        item_out(each, "gear", {"quantity": as_whole(each.get("count"), 1), "equipped": False}) for each in row.get("gear", [])
    ]
    items += [item_out(each, "injury", {}) for each in row.get("injuries", [])]
    kind = "character" if row.get("pc") else "npc"
    return {"name": row.get("name") or row["id"], "type": kind, "img": "icons/svg/mystery-man.svg", "system": system,
            "items": items, "effects": [], "flags": {}, "_stats": {"systemId": SYSTEM}}  # fmt: skip


def item_out(item: Row, kind: str, system: Row) -> Row:
    weight = {ours: theirs for theirs, ours in WEIGHTS.items()}.get(as_text(item.get("weight", "normal")), "N")
    tier = {"weight": weight, "techTier": as_text(item.get("tier", "O"))} if kind in ("weapon", "armor", "gear") else {}
    name = item.get("name") or as_text(item.get("key")).replace("-", " ").capitalize()
    return {
        "name": name,
        "type": kind,
        "img": "icons/svg/item-bag.svg",
        "system": {"description": "", **tier, **system},
        "effects": [],
        "flags": {},
    }


def weapon_out(weapon: Row) -> Row:
    features = weapon.get("features", [])
    return item_out(weapon, "weapon", {
        "bonus": as_whole(weapon.get("bonus")), "initiative": as_whole(weapon.get("initiative")),
        "damage": as_whole(weapon.get("damage"), 1), "crit": {"numericValue": as_whole(weapon.get("crit")), "customValue": ""},
        "range": weapon.get("range", "close"), "melee": bool(weapon.get("melee")), "explosive": bool(weapon.get("blast")),
        "blastPower": as_whole(weapon.get("blast")), "blastRadius": "close" if weapon.get("blast") else "",
        "automatic": "automatic-fire" in features, "quantity": 1, "equipped": bool(weapon.get("in-hand")),
        "special": {str(place): each.replace("-", " ").capitalize() for place, each in enumerate(features)},
    })  # fmt: skip


FOUNDRY = SheetReader("Foundry's Coriolis system (.json)", (".json",), is_foundry, read_foundry, actors_of, "foundry")
