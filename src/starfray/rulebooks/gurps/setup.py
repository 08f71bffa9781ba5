"""From sheet to fighter: what the book derives, what it checks, what a stranger would see."""

from __future__ import annotations

from math import floor
from typing import Any

from starfray.engine.codec import freeze
from starfray.engine.content import Content
from starfray.engine.errors import BadInput, suggest
from starfray.engine.view import project
from starfray.rulebooks.gurps.core import POSTURES, damage_roll
from starfray.rulebooks.gurps.locations import LOCATIONS, PIERCING, part
from starfray.rulebooks.gurps.state import DERIVED, Fighter, Gurps, free_hands, hands_of, held

TYPES = ("cr", "cut", "imp", "burn", *PIERCING)
LIMITS = (1, 2, 3, 6, 10)  # gurps.core.encumbrance: multiples of Basic Lift
HANDS = ("", "right", "left", "both")


def start(state: Gurps, content: Content) -> None:
    """Fill in what was left out of the file and check what was given."""
    for index, one in enumerate(state.roster.values()):
        where = f"combatant.{index}"
        check_sheet(one, where, content)
        derive(one, content, where)
        check_condition(one, where)
    if state.second == 0 and (state.up or state.acted):
        raise BadInput("the fight has not begun", field="now.second", expected="second = 1 or more")
    for who in [*state.order, *state.acted, *([state.up] if state.up else [])]:
        if who not in state.roster:
            raise BadInput(f"nobody is called {who!r}", field="now.order", expected=suggest(who, state.roster))
    if state.second > 0:
        state.order += [who for who in state.roster if who not in state.order]


def check_sheet(one: Fighter, where: str, content: Content) -> None:
    for name in ("st", "dx", "iq", "ht"):
        if not 1 <= getattr(one.attributes, name) <= 30:
            raise BadInput(f"{getattr(one.attributes, name)}", field=f"{where}.attributes.{name}", expected="1 to 30")
    for skill, level in one.skills.items():
        if not 0 <= level <= 40:
            raise BadInput(f"{level}", field=f"{where}.skills.{skill}", expected="0 to 40")
    keys = [weapon.key for weapon in one.weapons]
    for place, weapon in enumerate(one.weapons):
        field = f"{where}.weapons.{place}"
        if weapon.type not in TYPES:
            raise BadInput(f"{weapon.type!r}", field=f"{field}.type", expected="one of " + ", ".join(TYPES))
        if damage_roll(content, one, weapon.damage) is None:
            raise BadInput(f"{weapon.damage!r}", field=f"{field}.damage", expected="dice as thr-1, sw+2 or 2d+2")
        if weapon.hand not in HANDS:
            raise BadInput(f"{weapon.hand!r}", field=f"{field}.hand", expected="right, left, both or nothing")
        if weapon.divisor < 1 or not 1 <= weapon.hands <= 2:
            raise BadInput("a figure is out of bounds", field=field, expected="divisor from 1, hands 1 or 2")
        if keys.count(weapon.key) > 1:
            raise BadInput(f"two weapons are called {weapon.key!r}", field=f"{where}.weapons", expected="keys of their own")
    for place, armour in enumerate(one.armour):
        for spot in armour.dr:
            if spot not in {part(each) for each in LOCATIONS}:
                raise BadInput(f"{spot!r}", field=f"{where}.armour.{place}.dr", expected="torso, arm, leg, skull, …")


def derive(one: Fighter, content: Content, where: str) -> None:
    """gurps.core.pools and the formulas of the sheet."""
    sheet = one.attributes
    one.max_hp = sheet.st if one.max_hp == DERIVED else one.max_hp
    one.max_fp = sheet.ht if one.max_fp == DERIVED else one.max_fp
    one.hp = one.max_hp if one.hp == DERIVED else one.hp
    one.fp = one.max_fp if one.fp == DERIVED else one.fp
    one.will = sheet.iq if one.will == DERIVED else one.will
    one.per = sheet.iq if one.per == DERIVED else one.per
    one.speed = (sheet.dx + sheet.ht) / 4 if one.speed == DERIVED else one.speed
    one.basic_move = floor(one.speed) if one.basic_move == DERIVED else one.basic_move
    if one.encumbrance == DERIVED:
        one.encumbrance = encumbrance_level(one, content, where)
    for weapon in one.weapons:
        if weapon.shots == DERIVED:
            weapon.shots = weapon.magazine
    if one.weapons and not any(each.hand or each.dropped or each.broken for each in one.weapons):
        first = one.weapons[0]
        hands = free_hands(one)
        if len(hands) >= first.hands:
            first.hand = "both" if first.hands == 2 else hands[0]


def encumbrance_level(one: Fighter, content: Content, where: str) -> int:
    """What is carried against Basic Lift. gurps.core.encumbrance"""
    carried = sum(each.weight for each in one.weapons) + sum(each.weight for each in one.armour)
    carried += one.shield.weight if one.shield is not None else 0.0
    lift = float(content.entry("strength", str(one.attributes.st))["lift"])
    for level, times in enumerate(LIMITS):
        if carried <= times * lift:
            return level
    raise BadInput(f"{carried:g} lb", field=where, expected=f"at most {10 * lift:g} lb for ST {one.attributes.st}")


def check_condition(one: Fighter, where: str) -> None:
    if one.posture not in POSTURES:
        raise BadInput(f"{one.posture!r}", field=f"{where}.posture", expected="one of " + ", ".join(POSTURES))
    if one.stunned not in ("", "physical", "mental"):
        raise BadInput(f"{one.stunned!r}", field=f"{where}.stunned", expected="physical, mental or nothing")
    if one.all_out_defense not in ("", "dodge", "parry", "block", "double"):
        raise BadInput(f"{one.all_out_defense!r}", field=f"{where}.all-out-defense", expected="dodge, parry, block or double")
    if not 1 <= one.max_hp <= 1000 or one.hp > one.max_hp or one.fp > one.max_fp:
        raise BadInput("points above their maximum", field=f"{where}.hp", expected=f"at most {one.max_hp}")
    if not 0 <= one.encumbrance <= 4:
        raise BadInput(f"{one.encumbrance}", field=f"{where}.encumbrance", expected="0 to 4")
    for spot in [*one.crippled, *one.useless]:
        if spot not in LOCATIONS:
            raise BadInput(f"{spot!r}", field=f"{where}.crippled", expected="one of " + ", ".join(LOCATIONS))
    taken = [hand for weapon in held(one) for hand in hands_of(weapon)] + ([one.shield.hand] if one.shield else [])
    if len(taken) != len(set(taken)):
        raise BadInput("two things in one hand", field=f"{where}.weapons", expected="a hand for each weapon and the shield")


def view(state: Gurps, who: str) -> Any:
    return project(state, who, {one.id: printed(one) for one in state.roster.values() if one.secret})


def printed(one: Fighter) -> Fighter:
    """What a stranger would take the fighter for: unhurt, with the printed figures."""
    from starfray.engine.content import book_content
    from starfray.engine.setup import combatants, printed_row
    from starfray.rulebooks.gurps import BOOK

    content = book_content(BOOK.name, BOOK.folder)
    made: Fighter = combatants(BOOK, printed_row(one, content), content, {}, False, one.id)[0]
    derive(made, content, one.id)
    return made


def key(state: Gurps) -> Any:
    """For merging: everything but the number of the second."""
    second, state.second = state.second, min(state.second, 1)
    picture = freeze(state)
    state.second = second
    return picture
