"""Weapons, shields and armour of a sheet."""

from __future__ import annotations

from dataclasses import dataclass, field

from starfray.engine.codec import Plain
from starfray.rulebooks.gurps.gcs.words import (
    key_of,
    read_damage,
    read_fire,
    read_number,
    read_parry,
    read_range,
    read_reach,
    read_shots,
)

TWO_HANDED = ("†", "‡")
NOT_WIELDED = ("Natural Attacks", "Punch", "Kick", "Bite")


@dataclass(slots=True)
class Arms:
    """What is gathered on the way through the sheet."""

    st: int
    weapons: list[dict[str, Plain]] = field(default_factory=list)
    skills: dict[str, int] = field(default_factory=dict)
    shield: dict[str, Plain] | None = None
    left_out: list[str] = field(default_factory=list)

    def own_key(self, *words: str) -> str:
        taken = [weapon["key"] for weapon in self.weapons]
        key = first = key_of(*words) or "weapon"
        number = 1
        while key in taken:
            number += 1
            key = f"{first}-{number}"
        return key


def add_weapon(arms: Arms, owner: str, given: dict[str, Plain], *, natural: bool, weight: float) -> None:
    """One usage of one thing: 'Shortsword, Swung'. What cannot be read is left out with its reason."""
    calc = given.get("calc") or {}
    usage = str(given.get("usage") or "")
    name = f"{owner}, {usage}" if usage and usage.lower() != owner.lower() else owner
    damage = read_damage(str(calc.get("damage") or ""))
    if damage is None:
        arms.left_out.append(f"{name}: damage {str(calc.get('damage') or 'none')!r} is not dice with a type")
        return
    level = calc.get("level")
    if not isinstance(level, int | float) or level <= 0:
        arms.left_out.append(f"{name}: no skill to use it with")
        return
    strength = str(given.get("strength") or "")
    least = read_number(strength)
    weapon: dict[str, Plain] = {
        "key": arms.own_key(owner, usage), "name": name, "damage": damage.dice, "type": damage.type, "st": least,
        "hands": 2 if any(mark in strength for mark in TWO_HANDED) else 1, "weight": weight,
    }  # fmt: skip
    if damage.divisor != 1:
        weapon["divisor"] = damage.divisor
    if damage.explosive:
        weapon["explosive"] = True
    if natural:
        weapon["natural"] = True
    ranged = any(name in given for name in ("range", "accuracy", "rate_of_fire", "shots"))
    weapon |= ranged_figures(given) if ranged else melee_figures(given)
    # the level on the sheet has the price of too little ST in it already; the book takes that off itself
    weapon["skill"] = skill_for(arms, given, weapon["key"], int(level) + max(0, least - arms.st))
    arms.weapons.append(weapon)


def melee_figures(given: dict[str, Plain]) -> dict[str, Plain]:
    parry = read_parry(str(given.get("parry") or ""))
    figures: dict[str, Plain] = {"reach": read_reach(str(given.get("reach") or "1")) or [1], "parry": parry.modifier}
    for name, value in (("parries", parry.able), ("fencing", parry.fencing), ("unbalanced", parry.unbalanced)):
        if value != (name == "parries"):
            figures[name] = value
    return figures


def ranged_figures(given: dict[str, Plain]) -> dict[str, Plain]:
    reach, shots = read_range(str(given.get("range") or "")), read_shots(str(given.get("shots") or ""))
    rof, pellets = read_fire(str(given.get("rate_of_fire") or "1"))
    figures: dict[str, Plain] = {
        "melee": False, "acc": read_number(str(given.get("accuracy") or "")), "rof": max(1, rof), "pellets": max(1, pellets),
        "rcl": max(1, read_number(str(given.get("recoil") or "1"))), "bulk": min(0, read_number(str(given.get("bulk") or ""))),
        "magazine": shots.magazine, "reload": shots.reload,
    }  # fmt: skip
    if reach.most_st:
        figures |= {"half-st": reach.half_st, "max-st": reach.most_st}
    else:
        figures |= {"half-range": reach.half, "max-range": reach.most}
    for name, value in (("reload-each", shots.each), ("thrown", shots.thrown)):
        if value:
            figures[name] = True
    return figures


def skill_for(arms: Arms, given: dict[str, Plain], key: str, level: int) -> str:
    """The skill of the sheet that gives this level; a weapon used at any other level has an entry of its own."""
    for default in given.get("defaults") or []:
        if isinstance(default, dict) and default.get("type") == "skill":
            skill = key_of(str(default.get("name") or ""), str(default.get("specialization") or ""))
            if arms.skills.get(skill) == level:
                return skill
    arms.skills[key] = level
    return key


def add_shield(arms: Arms, name: str, features: list[dict[str, Plain]], weight: float) -> None:
    """An item that adds to block is a shield; what it adds is its Defense Bonus."""
    bonus = max((int(each.get("amount") or 0) for each in features if each.get("attribute") == "block"), default=0)
    if bonus < 1:
        return
    if arms.shield is not None:
        arms.left_out.append(f"{name}: a second shield")
        return
    arms.shield = {"key": key_of(name) or "shield", "name": name, "db": bonus, "weight": weight}
