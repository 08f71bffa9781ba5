"""From sheet to fighter: what the book derives, what it checks, what a stranger would see."""

from __future__ import annotations

from math import floor
from pathlib import Path
from typing import Any

from starfray.engine.codec import freeze
from starfray.engine.content import Content, book_content
from starfray.engine.errors import BadInput, suggest
from starfray.engine.view import project
from starfray.rulebooks.gurps.core import POSTURES, basic_lift, damage_roll, striking_strength
from starfray.rulebooks.gurps.feint import LOWERS
from starfray.rulebooks.gurps.locations import LOCATIONS, PIERCING, part
from starfray.rulebooks.gurps.objects import material_dr, object_hp
from starfray.rulebooks.gurps.rulings import ruling
from starfray.rulebooks.gurps.spells import CLASSES
from starfray.rulebooks.gurps.state import (
    DERIVED,
    Fighter,
    Gurps,
    Weapon,
    bodily,
    free_hands,
    hand_for,
    hands_of,
    held,
    things,
    uses,
)

TYPES = ("cr", "cut", "imp", "burn", "cor", "tox", "fat", "aff", *PIERCING)
NATURES = ("living", "unliving", "homogenous", "diffuse")
SIZES = ("", "knife", "pistol", "carbine", "rifle")
LIMITS = (1, 2, 3, 6, 10)  # gurps.core.encumbrance: multiples of Basic Lift
HANDS = ("", "right", "left", "both")
MOST, MOST_ST, MOST_HP = 100, 10_000, 100_000


def start(state: Gurps, content: Content) -> None:
    """Fill in what was left out of the file and check what was given."""
    for index, one in enumerate(state.roster.values()):
        where = f"combatant.{index}"
        check_sheet(one, where, content)
        derive(state, one, content, where)
        check_condition(one, where)
    spells = book_content("gurps", Path(__file__).parent).tables["spells"]
    state.spellbook = {key: str(row.get("name", key)) for key, row in content.tables["spells"].items() if key not in spells}
    if state.second == 0 and (state.up or state.acted):
        raise BadInput("the fight has not begun", field="now.second", expected="second = 1 or more")
    for who in [*state.order, *state.acted, *([state.up] if state.up else [])]:
        if who not in state.roster:
            raise BadInput(f"nobody is called {who!r}", field="now.order", expected=suggest(who, state.roster))
    if state.second > 0:
        state.order += [who for who in state.roster if who not in state.order]


def check_sheet(one: Fighter, where: str, content: Content) -> None:
    for name, value, most in (
        ("st", one.attributes.st, MOST_ST), ("dx", one.attributes.dx, MOST), ("iq", one.attributes.iq, MOST),
        ("ht", one.attributes.ht, MOST),
    ):  # fmt: skip
        if not 0 <= value <= most:
            raise BadInput(f"{value}", field=f"{where}.attributes.{name}", expected=f"0 to {most}")
    for skill, level in one.skills.items():
        if not 0 <= level <= MOST:
            raise BadInput(f"{level}", field=f"{where}.skills.{skill}", expected=f"0 to {MOST}")
    if one.nature not in NATURES:
        raise BadInput(f"{one.nature!r}", field=f"{where}.nature", expected="one of " + ", ".join(NATURES))
    if one.material and one.material not in content.tables["materials"]:
        rows = content.tables["materials"]
        raise BadInput(f"{one.material!r}", field=f"{where}.material", expected=suggest(one.material, rows))
    if one.weight < 0 or one.inches < 0:
        raise BadInput("less than nothing", field=f"{where}.weight", expected="0 or more")
    for place, weapon in enumerate(one.weapons):
        check_weapon(one, weapon, f"{where}.weapons.{place}", content)
    keys = [weapon.key for weapon in one.weapons]
    for key in keys:
        if keys.count(key) > 1:
            raise BadInput(f"two weapons are called {key!r}", field=f"{where}.weapons", expected="keys of their own")
    for place, armour in enumerate(one.armour):
        for spot, points in [*armour.dr.items(), *((f"versus {type}", points) for type, points in armour.versus.items())]:
            if not spot.startswith("versus ") and spot not in {part(each) for each in LOCATIONS}:
                raise BadInput(f"{spot!r}", field=f"{where}.armour.{place}.dr", expected="torso, arm, leg, skull, …")
            if points < 0:
                raise BadInput(f"DR {points}", field=f"{where}.armour.{place}.dr.{spot}", expected="0 or more")
    if one.dr != DERIVED and one.dr < 0:
        raise BadInput(f"DR {one.dr}", field=f"{where}.dr", expected="0 or more")


def check_weapon(one: Fighter, weapon: Weapon, field: str, content: Content) -> None:
    if weapon.type not in TYPES:
        raise BadInput(f"{weapon.type!r}", field=f"{field}.type", expected="one of " + ", ".join(TYPES))
    if weapon.damage and damage_roll(content, one, weapon.damage) is None:
        raise BadInput(f"{weapon.damage!r}", field=f"{field}.damage", expected="dice as thr-1, sw+2 or 2d+2")
    if not weapon.damage and not weapon.afflicts:
        raise BadInput("a weapon that does nothing", field=f"{field}.damage", expected="dice, or afflicts = true")
    if weapon.hand not in HANDS:
        raise BadInput(f"{weapon.hand!r}", field=f"{field}.hand", expected="right, left, both or nothing")
    if weapon.divisor <= 0 or not 1 <= weapon.hands <= 2 or weapon.affliction_divisor <= 0:
        raise BadInput("a figure is out of bounds", field=field, expected="a divisor above 0, hands 1 or 2")
    if weapon.rof < 1 or weapon.pellets < 1 or weapon.rcl < 1 or weapon.pushes < 0:
        raise BadInput("a figure is out of bounds", field=field, expected="rof, pellets and rcl from 1")
    if weapon.size not in SIZES:
        raise BadInput(f"{weapon.size!r}", field=f"{field}.size", expected="knife, pistol, carbine, rifle or nothing")
    if weapon.melee and not weapon.reach:
        raise BadInput("no reach", field=f"{field}.reach", expected="a list of yards, 0 for C")
    if one.shield is not None and weapon.hand and not bodily(weapon) and hand_for(one, weapon, "") == "both":
        raise BadInput(
            f"the {weapon.name or weapon.key} takes two hands, and the {one.shield.name or one.shield.key} one",
            field=f"{field}.hand",
            expected="a one-handed weapon beside a shield",
        )


def derive(state: Gurps, one: Fighter, content: Content, where: str) -> None:
    """gurps.core.pools and the formulas of the sheet."""
    sheet = one.attributes
    points = object_hp(one.nature, one.weight) if one.nature != "living" and one.weight else sheet.st
    one.max_hp = points if one.max_hp == DERIVED else one.max_hp
    tireless = one.inanimate or one.nature != "living"
    one.max_fp = (0 if tireless else sheet.ht) if one.max_fp == DERIVED else one.max_fp
    one.hp = one.max_hp if one.hp == DERIVED else one.hp
    one.fp = one.max_fp if one.fp == DERIVED else one.fp
    times = ruling(state, "stun-points")
    most = 0 if times == "off" else int(times) * one.max_hp  # gurps.stun-points.total
    one.max_sp = most if one.max_sp == DERIVED else one.max_sp
    one.sp = one.max_sp if one.sp == DERIVED else one.sp
    if one.dr == DERIVED:
        one.dr = material_dr(content, one.material, one.inches) if one.material else 0
    one.will = sheet.iq if one.will == DERIVED else one.will
    one.per = sheet.iq if one.per == DERIVED else one.per
    one.speed = (sheet.dx + sheet.ht) / 4 if one.speed == DERIVED else one.speed
    one.basic_move = floor(one.speed) if one.basic_move == DERIVED else one.basic_move
    if one.encumbrance == DERIVED:
        one.encumbrance = 0 if one.inanimate else encumbrance_level(one, content, where)
    for weapon in one.weapons:
        derive_weapon(one, weapon)
    wielded = [place for place, each in enumerate(one.weapons) if not bodily(each)]
    if wielded and not any(one.weapons[place].hand or one.weapons[place].dropped or one.weapons[place].broken
                           for place in wielded):  # fmt: skip
        take_first(one, wielded[0], where)


def take_first(one: Fighter, place: int, where: str) -> None:
    """The first weapon is in hand. It must fit there."""
    first, hands = one.weapons[place], free_hands(one)
    needed = 2 if hand_for(one, first, "") == "both" else 1
    if needed == 2 and one.shield is not None:
        raise BadInput(
            f"the {first.name or first.key} takes two hands, and the {one.shield.name or one.shield.key} one",
            field=f"{where}.weapons.{place}",
            expected="a one-handed weapon beside a shield",
        )
    if len(hands) >= needed:
        for use in uses(one, first):
            use.hand = hand_for(one, first, hands[0])


def derive_weapon(one: Fighter, weapon: Weapon) -> None:
    """Full magazine, HP from the weight, ranges by the thrower's ST."""
    if weapon.shots == DERIVED:
        weapon.shots = weapon.magazine
    if weapon.hp == DERIVED:
        weapon.hp = object_hp("unliving", weapon.weight)
    if weapon.max_st and not weapon.max_range:
        weapon.max_range = floor(weapon.max_st * one.attributes.st)
        weapon.half_range = floor(weapon.half_st * one.attributes.st)


def encumbrance_level(one: Fighter, content: Content, where: str) -> int:
    """What is carried against Basic Lift. gurps.core.encumbrance"""
    carried = sum((each.weight for each in things(one.weapons)), 0.0)
    if not any(each.carries_itself and each.st for each in one.armour):
        carried += sum((each.weight for each in one.armour if not each.carries_itself), 0.0)
    carried += one.shield.weight if one.shield is not None else 0.0
    lift = basic_lift(content, striking_strength(one))
    for level, times in enumerate(LIMITS):
        if carried <= times * lift:
            return level
    raise BadInput(f"{carried:g} lb", field=where, expected=f"at most {10 * lift:g} lb for ST {one.attributes.st}")


def check_condition(one: Fighter, where: str) -> None:
    if one.posture not in POSTURES:
        raise BadInput(f"{one.posture!r}", field=f"{where}.posture", expected="one of " + ", ".join(POSTURES))
    if one.stunned not in ("", "physical", "mental", "spell"):
        raise BadInput(f"{one.stunned!r}", field=f"{where}.stunned", expected="physical, mental, spell or nothing")
    if one.guard not in ("", "parry", "block", "kick"):
        raise BadInput(f"{one.guard!r}", field=f"{where}.guard", expected="parry, block, kick or nothing")
    if one.committed not in ("", "right", "left", "both", "kick", "body"):
        raise BadInput(f"{one.committed!r}", field=f"{where}.committed", expected="right, left, both, kick, body or nothing")
    if not 0 <= one.sp <= one.max_sp or not one.fp >= -1000:
        raise BadInput("points out of bounds", field=f"{where}.sp", expected=f"0 to {one.max_sp}")
    for spell in one.spells:
        if spell.strength not in CLASSES:
            raise BadInput(f"{spell.strength!r}", field=f"{where}.spells", expected="one of " + ", ".join(CLASSES))
    for feint in one.feints:
        if feint.lowers not in LOWERS:
            raise BadInput(f"{feint.lowers!r}", field=f"{where}.feints", expected="one of " + ", ".join(LOWERS))
    if one.all_out_defense not in ("", "dodge", "parry", "block", "double"):
        raise BadInput(f"{one.all_out_defense!r}", field=f"{where}.all-out-defense", expected="dodge, parry, block or double")
    if not 1 <= one.max_hp <= MOST_HP:
        raise BadInput(f"{one.max_hp}", field=f"{where}.max-hp", expected=f"1 to {MOST_HP}")
    if one.hp > one.max_hp or one.fp > one.max_fp:
        raise BadInput("points above their maximum", field=f"{where}.hp", expected=f"at most {one.max_hp}")
    if not 0 <= one.encumbrance <= 4:
        raise BadInput(f"{one.encumbrance}", field=f"{where}.encumbrance", expected="0 to 4")
    for spot in [*one.crippled, *one.useless]:
        if spot not in LOCATIONS:
            raise BadInput(f"{spot!r}", field=f"{where}.crippled", expected="one of " + ", ".join(LOCATIONS))
    taken = [hand for weapon in things(held(one)) for hand in hands_of(weapon)] + ([one.shield.hand] if one.shield else [])
    if len(taken) != len(set(taken)):
        raise BadInput("two things in one hand", field=f"{where}.weapons", expected="a hand for each weapon and the shield")


def view(state: Gurps, who: str) -> Any:
    return project(state, who, printed)


def printed(one: Fighter) -> Fighter:
    """What a stranger would take the fighter for: unhurt, with the printed figures."""
    from starfray.engine.setup import as_printed, printed_row
    from starfray.rulebooks.gurps import BOOK

    content = book_content(BOOK.name, BOOK.folder)
    made: Fighter = as_printed(BOOK, printed_row(one, content), content, lambda new: derive(Gurps(), new, content, one.id))
    return made


def key(state: Gurps) -> Any:
    """For merging: everything but the number of the second."""
    second, state.second = state.second, min(state.second, 1)
    picture = freeze(state)
    state.second = second
    return picture
