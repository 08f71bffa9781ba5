"""Weapons and shields of a sheet."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from starfray.engine.codec import Plain
from starfray.rulebooks.gurps.gcs.marks import STRINGS, beyond
from starfray.rulebooks.gurps.gcs.plain import Row, all_rows, as_number, as_row, as_text, as_whole
from starfray.rulebooks.gurps.gcs.words import (
    FAR,
    Damage,
    for_one_point,
    key_of,
    read_damage,
    read_fire,
    read_number,
    read_parry,
    read_range,
    read_reach,
    read_shots,
)

TWO_HANDED = ("†", "‡", "*")  # some older files have a star
RANGED = ("range", "accuracy", "rate_of_fire", "shots", "recoil", "bulk")
EVERYBODY = "natural attacks"  # punch, kick and bite of any body; its uses go by their own names
KICK_COSTS = 2  # the sheet has it in the level; the book takes it off itself
SHIELDS = re.compile(r"shield|buckler|cloak|targe|pavise|scutum|aspis", re.IGNORECASE)
MOST = 40  # weapons one can keep apart


@dataclass(slots=True)
class Arms:
    """What is gathered on the way through the sheet. `bonus` is what the sheet adds to every parry."""

    st: int
    dx: int = 10
    bonus: int = 0
    weapons: list[Row] = field(default_factory=list)
    skills: dict[str, int] = field(default_factory=dict)
    shield: Row | None = None
    block: int | None = None  # with the shield, as the sheet has reckoned it
    block_level: int = 0  # the skill it is blocked with, the same way
    left_out: list[str] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)
    items: dict[str, int] = field(default_factory=dict)  # names of things, and how often each has come up

    def own_key(self, *words: str) -> str:
        return untaken(key_of(*words) or "weapon", [weapon["key"] for weapon in self.weapons], "-{}")

    def own_item(self, name: str) -> str:
        item = name
        while item in self.items:
            self.items[name] += 1
            item = f"{name} ({self.items[name]})"
        self.items[item] = 1
        return item


def untaken(name: str, taken: list[str], mark: str) -> str:
    found, number = name, 1
    while found in taken:
        number += 1
        found = name + mark.format(number)
    return found


def add_weapon(arms: Arms, owner: str, given: Row, *, item: str = "", weight: float = 0.0) -> None:
    """One use of one thing: 'Shortsword, Swung'; without an item a part of the body. What cannot be read is left out."""
    calc = as_row(given.get("calc"))
    name, words_of_key = names_of(owner, as_text(given.get("usage")))
    words = as_text(calc.get("damage")) or written_damage(as_row(given.get("damage")))
    bare, each_point = for_one_point(words)
    damage = read_damage(bare) or of_strength(bare)
    level = best_level(arms, given, calc)
    unskilled = level <= 0 and not item
    if unskilled:  # a touch, a gaze, an aura: nothing on the sheet says how well it hits
        level = max(1, arms.dx)
    useless = why_useless(arms, given, words, damage, level)
    if damage is None or useless:
        arms.left_out.append(f"{name}: {useless}")
        return
    if unskilled:
        arms.assumed.append(f"{name}: no level on the sheet, DX {level}")
    if each_point:
        arms.assumed.append(f"{name}: {words!r}, with one point spent")
    if damage.rest:
        arms.left_out.append(f"{name}: {damage.rest!r} of its damage {words!r}")
    strings = {each: as_text(calc.get(each)) or as_text(given.get(each)) for each in STRINGS}
    more = beyond(strings, item == "shield")
    arms.left_out += [f"{name}: {', '.join(more)}"] if more else []
    strength = strings["strength"]
    key, least = arms.own_key(*words_of_key), max(0, read_number(strength))
    reckoned = level
    # the level on the sheet has the price of too little ST in it already; the book takes that off itself
    level += max(0, least - arms.st) + (KICK_COSTS if key == "kick" else 0)
    weapon: Row = {"key": key, "name": name, **damage_figures(damage), "st": least, **hold_figures(strength)}
    weapon |= {"item": item, "weight": weight} if item else {"natural": True}
    kind = as_text(given.get("type"))
    ranged = (
        kind == "ranged_weapon" or as_text(given.get("id")).startswith("W") or any(as_text(given.get(each)) for each in RANGED)
    )
    weapon |= ranged_figures(arms, name, strings) if ranged else melee_figures(arms, name, given, calc, reckoned)
    weapon["skill"] = skill_for(arms, given, key, level)
    if weapon["type"] == "burn" and weapon["skill"].startswith("beam-weapons"):
        weapon["beam"] = True
    arms.weapons.append(weapon)


def names_of(owner: str, usage: str) -> tuple[str, list[str]]:
    """What people call it, and the words its key is made of."""
    if owner.lower() == EVERYBODY and usage:
        return usage, [usage]
    return f"{owner}, {usage}" if usage and usage.lower() != owner.lower() else owner, [owner, usage]


def hold_figures(strength: str) -> Row:
    """What the marks beside the least ST say."""
    figures: Row = {"hands": 2} if any(mark in strength for mark in TWO_HANDED) else {}
    return figures | ({"mounted": True} if "M" in strength else {})


def why_useless(arms: Arms, given: Row, words: str, damage: Damage | None, level: int) -> str:
    """Why a weapon of the sheet is left out; '' if it is not."""
    if given.get("hide") is True:
        return "hidden on the sheet"
    if len(arms.weapons) >= MOST:
        return "too many weapons"
    if damage is None:
        return f"damage {words!r} is not dice with a type" if words else "it does no damage"
    return "no skill to use it with" if level <= 0 else ""


def damage_figures(damage: Damage) -> Row:
    if damage.affliction is not None:
        return {
            "damage": "", "type": "aff", "afflicts": True, "affliction": damage.affliction,
            "affliction-divisor": damage.divisor,
        }  # fmt: skip
    figures: Row = {"damage": damage.dice, "type": damage.type}
    special: Row = {"divisor": damage.divisor, "explosive": damage.explosive, "beam": damage.beam, "pushes": damage.pushes}
    usual: Row = {"divisor": 1.0, "explosive": False, "beam": False, "pushes": 1}
    return figures | {name: value for name, value in special.items() if value != usual[name]}


def written_damage(given: Row) -> str:
    """What the fields say where the sheet has no finished figure: 'thr-1 cr', '2d+1(2) imp'."""
    base, st, kind = (as_text(given.get(each)) for each in ("base", "st", "type"))
    divisor = as_number(given.get("armor_divisor"))
    parts = [st if st in ("thr", "sw") else "", base if not base or base[0] in "+-" or st not in ("thr", "sw") else f"+{base}"]
    return ("".join(parts) + (f"({divisor:g})" if divisor else "") + f" {kind}").strip()


def of_strength(words: str) -> Damage | None:
    """'thr-1 cr', 'sw+2(2) cut': dice the book works out from ST."""
    found = re.match(r"^(thr|sw)((?:[+-]\d{1,3}(?:d(?:[+-]\d{1,3})?)?)?)(.*)$", words)
    rest = read_damage("1d" + found[3]) if found is not None else None
    if found is None or rest is None or ("d" in found[2] and found[2].startswith("-")):
        return None
    return Damage(found[1] + found[2], rest.type, rest.divisor, rest.explosive, rest.beam, rest.pushes, None, rest.rest)


def best_level(arms: Arms, given: Row, calc: Row) -> int:
    """As the sheet says; else the best of what the weapon defaults to."""
    level = as_number(calc.get("level"))
    if level is not None:
        return int(level)
    best = 0
    for default in all_rows(given.get("defaults")):
        modifier = as_whole(default.get("modifier"))
        if default.get("type") == "dx":
            best = max(best, arms.dx + modifier)
        skill = key_of(as_text(default.get("name")), as_text(default.get("specialization")))
        if default.get("type") == "skill" and skill in arms.skills:
            best = max(best, arms.skills[skill] + modifier)
    return best


def melee_figures(arms: Arms, name: str, given: Row, calc: Row, level: int) -> Row:
    """The parry on the sheet is the whole score: what is not skill and not the same for every weapon is this weapon's own."""
    parry, finished = read_parry(as_text(given.get("parry"))), as_text(calc.get("parry"))
    modifier = parry.modifier
    if finished:
        parry = read_parry(finished)
        modifier = parry.modifier - arms.bonus - (level // 2 + 3) if parry.able else 0
    words = as_text(calc.get("reach")) or as_text(given.get("reach"))
    reach = read_reach(words)
    if not reach:
        arms.assumed.append(f"{name}: reach {words or 'is missing'!r}, 1 yard")
    figures: Row = {"reach": reach or [1], "parry": max(-20, min(20, modifier))}
    adjusts = "*" in words and len(reach) > 1
    marks = (("adjusts", adjusts, False), ("parries", parry.able, True), ("fencing", parry.fencing, False),
             ("unbalanced", parry.unbalanced, False))  # fmt: skip
    return figures | {name: value for name, value, usual in marks if value != usual}


def ranged_figures(arms: Arms, name: str, words: dict[str, str]) -> Row:
    reach, shots = read_range(words["range"]), read_shots(words["shots"])
    rof, pellets = read_fire(words["rate_of_fire"])
    figures: Row = {
        "melee": False, "acc": max(0, read_number(words["accuracy"])), "rof": rof, "pellets": pellets,
        "rcl": max(1, read_number(words["recoil"])), "bulk": max(-20, min(0, read_number(words["bulk"]))),
        "magazine": shots.magazine, "reload": shots.reload,
    }  # fmt: skip
    if reach.most_st and arms.st:
        figures |= {"half-st": reach.half_st, "max-st": reach.most_st}
    elif reach.most:
        figures |= {"half-range": reach.half, "max-range": reach.most}
    else:
        figures["max-range"] = FAR
        arms.assumed.append(f"{name}: range {words['range'] or 'is missing'!r}, {FAR} yards")
    if not read_number(words["rate_of_fire"]) and words["rate_of_fire"]:
        arms.assumed.append(f"{name}: rate of fire {words['rate_of_fire']!r}, one shot a second")
    for mark, value in (("reload-each", shots.each), ("thrown", shots.thrown)):
        if value:
            figures[mark] = True
    return figures


def skill_for(arms: Arms, given: Row, key: str, level: int) -> str:
    """The skill of the sheet that gives this level; a weapon used at any other level has an entry of its own."""
    for default in all_rows(given.get("defaults")):
        if default.get("type") == "skill":
            skill = key_of(as_text(default.get("name")), as_text(default.get("specialization")))
            if skill and arms.skills.get(skill) == level:
                return skill
    if arms.skills.get(key, level) != level:
        key = untaken(key, list(arms.skills), "-{}")
    arms.skills[key] = level
    return key


def add_shield(arms: Arms, item: Row, name: str, weight: float) -> str:
    """A thing to block with that adds to block; what it adds is its Defense Bonus. 'worn': it is the shield on the arm,
    'second': it is one too many, '': it is no shield.
    """
    bonuses = [as_whole(each.get("amount")) for each in all_rows(item.get("features"))
               if each.get("type") == "attribute_bonus" and each.get("attribute") == "block"]  # fmt: skip
    blocks = any(read_parry(as_text(use.get("block"))).able for use in all_rows(item.get("weapons")))
    if max(bonuses, default=0) < 1 or not (blocks or SHIELDS.search(name)):
        return ""
    if arms.shield is not None:
        arms.left_out.append(f"{name}: a second shield, and the blow with it")
        return "second"
    finished = [read_parry(as_text(as_row(use.get("calc")).get("block"))) for use in all_rows(item.get("weapons"))]
    arms.block = max((each.modifier for each in finished if each.able), default=None)
    arms.block_level = max((as_whole(as_row(use.get("calc")).get("level")) for use in all_rows(item.get("weapons"))), default=0)
    arms.shield = {"key": key_of(name) or "shield", "name": name, "db": min(10, max(bonuses)), "weight": weight}
    return "worn"


def in_order(weapons: list[Plain], skills: dict[str, int], free: int) -> list[Row]:
    """The thing to have in hand first: wielded before natural, one the free hands can hold, best skill first."""

    def rank(weapon: Row) -> tuple[bool, bool, int]:
        whole = [each for each in weapons if each.get("item") == weapon.get("item")] if weapon.get("item") else [weapon]
        least = min(each.get("hands", 1) for each in whole)
        best = max(skills.get(each["skill"], 0) for each in whole)
        return bool(weapon.get("natural")) or weapon.get("item") == "shield", least > free, -best

    return sorted(weapons, key=rank)
