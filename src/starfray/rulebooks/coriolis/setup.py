"""From sheet to fighter: what the book derives, what it checks, what a stranger would see."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from starfray.engine.codec import freeze, from_plain
from starfray.engine.content import Content, book_content
from starfray.engine.errors import BadInput, suggest
from starfray.engine.setup import as_printed, printed_row
from starfray.engine.view import project
from starfray.rulebooks.coriolis.core import ATTRIBUTES, SKILL_ATTRIBUTE
from starfray.rulebooks.coriolis.hooks import extra_hp, extra_mp, movement_rate
from starfray.rulebooks.coriolis.initiative import score
from starfray.rulebooks.coriolis.ranges import BANDS
from starfray.rulebooks.coriolis.state import BREAKDOWNS, DERIVED, HALF_ROWS, Armour, Coriolis, Craft, Fighter, Weapon


def start(state: Coriolis, content: Content) -> None:
    """Fill in what was left out of the file and check what was given."""
    for index, one in enumerate(state.roster.values()):
        where = f"combatant.{index}"
        if one.craft is not None:
            furnish(one, one.craft, content, where)
            continue
        check_sheet(one, where)
        derive(one)
        check_condition(one, where)
        check_place(state, one, where)
    for cover in state.scene.cover:
        if not cover.rating:  # coriolis.cover.table
            cover.rating = int(content.entry("cover", cover.kind or cover.name, "cover")["rating"])
    if state.turn == 0 and (state.up or state.acted):
        raise BadInput("the fight has not begun", field="now.turn", expected="turn = 1 or more")
    for who in [*state.order, *state.standing, *state.acted, *([state.up] if state.up else [])]:
        if who not in state.roster:
            raise BadInput(f"nobody is called {who!r}", field="now.order", expected=suggest(who, state.roster))
    for name, order in (("order", state.order), ("standing", state.standing)):
        if len(set(order)) < len(order):
            raise BadInput("somebody stands in it twice", field=f"now.{name}", expected="everybody once")
    if state.turn > 0 and not state.order:  # whoever is missing from a given order rolls initiative on joining
        people = [one for one in state.roster.values() if one.craft is None and not one.out]
        state.order = [one.id for one in sorted(people, key=lambda one: -score(one))]
    state.standing = state.standing or list(state.order)


def furnish(car: Fighter, craft: Craft, content: Content, where: str) -> None:
    """A vehicle's figures are those of its make. coriolis.ruling.vehicle.occupants"""
    car.max_hp = craft.hp
    if car.hp == DERIVED:
        car.hp = craft.hp
    if not 0 <= car.hp <= craft.hp:
        raise BadInput(f"hp = {car.hp}", field=f"{where}.hp", expected=f"0 to {craft.hp}")
    car.max_mp = car.mp = 1
    car.movement = car.ap = 0
    car.name = car.name or craft.name
    car.armour = Armour(key="hull", name=craft.name, rating=craft.armour, weight="none", tier="none")
    if craft.weapon and not car.weapons:
        row = content.entry("weapons", craft.weapon)
        car.weapons = [from_plain(Weapon, {"key": craft.weapon, "in-hand": True, **row})]


def check_place(state: Coriolis, one: Fighter, where: str) -> None:
    if one.aboard:
        car = state.roster.get(one.aboard)
        if car is None or car.craft is None:
            crafts = [each.id for each in state.roster.values() if each.craft is not None]
            raise BadInput(f"{one.aboard!r} is no vehicle", field=f"{where}.aboard", expected=suggest(one.aboard, crafts))
        one.at = car.at
    if one.sneaks and one.sneaks not in BANDS:
        raise BadInput(f"{one.sneaks!r}", field=f"{where}.sneaks", expected="one of " + ", ".join(BANDS))
    if one.size not in ("", "small", "large"):
        raise BadInput(f"{one.size!r}", field=f"{where}.size", expected="small or large")


def check_sheet(one: Fighter, where: str) -> None:
    for name in ("strength", "agility", "wits", "empathy"):
        if not 0 <= getattr(one.attributes, name) <= 10:
            raise BadInput(f"{getattr(one.attributes, name)}", field=f"{where}.attributes.{name}", expected="0 to 10")
    for skill, level in one.skills.items():
        if skill not in SKILL_ATTRIBUTE:
            raise BadInput(f"no skill {skill!r}", field=f"{where}.skills", expected=suggest(skill, SKILL_ATTRIBUTE))
        if not 0 <= level <= 10:
            raise BadInput(f"{level}", field=f"{where}.skills.{skill}", expected="0 to 10")
    keys = [weapon.key for weapon in one.weapons]
    for place, weapon in enumerate(one.weapons):
        if weapon.range not in BANDS:
            raise BadInput(f"{weapon.range!r}", field=f"{where}.weapons.{place}.range", expected="one of " + ", ".join(BANDS))
        if weapon.damage < 0 or weapon.crit < 0 or not 0 <= weapon.hands <= 2:
            raise BadInput(
                "a figure is out of bounds", field=f"{where}.weapons.{place}", expected="damage and crit from 0, hands 0 to 2"
            )
        if keys.count(weapon.key) > 1:
            raise BadInput(f"two weapons are called {weapon.key!r}", field=f"{where}.weapons", expected="keys of their own")


def derive(one: Fighter) -> None:
    if one.seat or one.party:
        one.pc = True
    if one.max_hp == DERIVED:
        one.max_hp = one.attributes.strength + one.attributes.agility + extra_hp(one)  # coriolis.core.hp
    if one.max_mp == DERIVED:
        one.max_mp = one.attributes.wits + one.attributes.empathy + extra_mp(one)  # coriolis.core.mp
    if one.hp == DERIVED:
        one.hp = one.max_hp
    if one.mp == DERIVED:
        one.mp = one.max_mp
    if one.movement == DERIVED:
        one.movement = movement_rate(one)
    fit = [each for each in one.weapons if each.in_hand is None and one.can_hold(each)]
    if fit and not any(each.in_hand or each.dropped for each in one.weapons):
        fit[0].in_hand = True  # coriolis.ruling.hands: the first listed
    for weapon in one.weapons:
        weapon.in_hand = bool(weapon.in_hand)


def check_condition(one: Fighter, where: str) -> None:
    expected = one.attributes.strength + one.attributes.agility + extra_hp(one)
    if one.max_hp != expected and "max-hp" not in one.overridden:
        raise BadInput(
            f"max-hp = {one.max_hp}",
            field=f"{where}.max-hp",
            expected=f"{expected} (Strength + Agility + talents), or leave it out",
        )
    expected = one.attributes.wits + one.attributes.empathy + extra_mp(one)
    if one.max_mp != expected and "max-mp" not in one.overridden:
        raise BadInput(
            f"max-mp = {one.max_mp}",
            field=f"{where}.max-mp",
            expected=f"{expected} (Wits + Empathy + talents), or leave it out",
        )
    for name, value, most in (
        ("hp", one.hp, one.max_hp),
        ("mp", one.mp, one.max_mp),
        ("ap", one.ap, 3),
        ("radiation", one.radiation, 10),
    ):
        if not 0 <= value <= most:
            raise BadInput(f"{name} = {value}", field=f"{where}.{name}", expected=f"0 to {most}")
    if one.breakdown not in ("", *BREAKDOWNS):
        raise BadInput(f"{one.breakdown!r}", field=f"{where}.breakdown", expected="one of " + ", ".join(BREAKDOWNS))
    if one.reloads is not None and one.reloads < 0:
        raise BadInput(f"{one.reloads}", field=f"{where}.reloads", expected="0 or more")
    held = sum(each.hands for each in one.weapons if each.in_hand)
    if held > one.usable_hands:
        raise BadInput(
            f"{held} hands are full", field=f"{where}.weapons", expected=f"at most {one.usable_hands} hands' worth in hand"
        )
    for what, weight in [
        ("armour", one.armour.weight),
        *((f"weapons.{n}", w.weight) for n, w in enumerate(one.weapons)),
        *((f"gear.{n}", g.weight) for n, g in enumerate(one.gear)),
    ]:
        if weight not in HALF_ROWS:
            raise BadInput(f"{weight!r}", field=f"{where}.{what}.weight", expected="one of " + ", ".join(HALF_ROWS))
    for place, piece in enumerate(one.gear):
        if not 0 <= piece.strength <= 8 or piece.effect not in ("", "damage", "stress"):  # coriolis.medtech.poison
            raise BadInput("no such poison", field=f"{where}.gear.{place}", expected="strength 1 to 8, damage or stress")
        if piece.attribute not in (ATTRIBUTES if piece.strength else ("", *ATTRIBUTES)):
            raise BadInput(f"{piece.attribute!r}", field=f"{where}.gear.{place}.attribute", expected=", ".join(ATTRIBUTES))


def view(state: Coriolis, who: str) -> Any:
    return project(state, who, printed)


def printed(one: Fighter) -> Fighter:
    """What a stranger would take the fighter for: unhurt, with the printed figures."""
    return printed_sheet(one.archetype)


@lru_cache(maxsize=256)
def printed_sheet(archetype: str) -> Fighter:
    """What the book prints of it; a word it does not know says nothing."""
    from starfray.rulebooks.coriolis import BOOK

    content = book_content(BOOK.name, BOOK.folder)
    made: Fighter = as_printed(BOOK, printed_row(Fighter(id="printed", archetype=archetype), content), content, derive)
    return made


def key(state: Coriolis) -> Any:
    """For merging: everything but the number of the turn, of which only 'the first?' matters."""
    turn, state.turn = state.turn, min(state.turn, 2)
    picture = freeze(state)
    state.turn = turn
    return picture
