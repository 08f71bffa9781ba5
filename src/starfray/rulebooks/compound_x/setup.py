"""From sheet to fighter: what the book derives, what it checks, what a stranger would see."""

from __future__ import annotations

from typing import Any

from starfray.engine.codec import freeze
from starfray.engine.content import Content
from starfray.engine.errors import BadInput, suggest
from starfray.engine.view import project
from starfray.rulebooks.compound_x.state import ACTIONS, DERIVED, REACTIONS, CompoundX, Fighter, Weapon
from starfray.rulebooks.compound_x.stats import SKILL_OF, STAT_NAMES

SIDE_ARMS = ("strength", "dexterity")  # what a fire mode may go by


def start(state: CompoundX, content: Content) -> None:
    """Fill in what was left out of the file and check what was given."""
    for index, one in enumerate(state.roster.values()):
        where = f"combatant.{index}"
        check_sheet(one, where, content)
        derive(one)
        check_condition(one, where)
    for number, cover in enumerate(state.scene.cover):
        if cover.kind not in ("", "partial", "full", "concealed"):
            raise BadInput(f"{cover.kind!r}", field=f"cover.{number}.kind", expected="partial, full or concealed")
    check_now(state)


def check_now(state: CompoundX) -> None:
    if state.round == 0 and (state.up or state.order):
        raise BadInput("the fight has not begun", field="now.round", expected="round = 1 or more")
    named = [*state.order, *([state.up] if state.up else [])]
    for zone in state.zones:
        named += [zone.by, zone.target]
    for one in state.roster.values():
        named += [one.aim] if one.aim else []
    for who in named:
        if who not in state.roster:
            raise BadInput(f"nobody is called {who!r}", field="now", expected=suggest(who, state.roster))
    if state.round > 0:
        known = sorted((who for who in state.roster if who not in state.order), key=lambda who: -state.roster[who].initiative)
        state.order += known
        state.up = state.up or state.order[0]


def check_sheet(one: Fighter, where: str, content: Content) -> None:
    for name in STAT_NAMES:
        if not 1 <= getattr(one.stats, name) <= 20:
            raise BadInput(f"{getattr(one.stats, name)}", field=f"{where}.stats.{name}", expected="1 to 20")
    if one.initiative_bonus not in (0, 15, 25):
        raise BadInput(f"{one.initiative_bonus}", field=f"{where}.initiative-bonus", expected="0, or a Soldier's 15 or 25")
    keys = [weapon.key for weapon in one.weapons]
    for place, weapon in enumerate(one.weapons):
        check_weapon(weapon, f"{where}.weapons.{place}", content)
        if keys.count(weapon.key) > 1:
            raise BadInput(f"two weapons are called {weapon.key!r}", field=f"{where}.weapons", expected="keys of their own")
    if not 0 <= one.armour.coverage <= 200 or one.armour.points < 0:
        raise BadInput("a figure is out of bounds", field=f"{where}.armour", expected="coverage 0 to 200, points from 0")


def check_weapon(gun: Weapon, where: str, content: Content) -> None:
    if gun.group not in SKILL_OF:
        raise BadInput(f"{gun.group!r}", field=f"{where}.group", expected=suggest(gun.group, SKILL_OF))
    if not gun.brackets or sorted(each.to for each in gun.brackets) != [each.to for each in gun.brackets]:
        raise BadInput("brackets", field=f"{where}.brackets", expected="one or more, nearest first")
    if gun.magazine < 1 or gun.damage < 0 or gun.reload_actions < 1:
        raise BadInput("a figure is out of bounds", field=where, expected="magazine and reload-actions from 1, damage from 0")
    for mode in (gun.burst, gun.auto):
        if mode is not None and (mode.shots < 1 or (mode.stat and mode.stat not in SIDE_ARMS)):
            raise BadInput("a fire mode", field=where, expected="shots from 1, stat strength or dexterity")
    for key in gun.attachments:
        content.entry("attachments", key, f"{where}.attachments")


def derive(one: Fighter) -> None:
    if one.max_health == DERIVED:
        one.max_health = 50 + 10 * one.stats.fortitude  # cx.presumed.health
    if one.health == DERIVED:
        one.health = one.max_health
    if one.armour_points == DERIVED:
        one.armour_points = one.armour.points
    if one.movement_speed == DERIVED:
        one.movement_speed = one.stats.dexterity  # cx.presumed.movement-speed
    if one.carry == DERIVED:
        one.carry = one.stats.fortitude  # cx.presumed.carry
    for weapon in one.weapons:
        if weapon.rounds == DERIVED:
            weapon.rounds = weapon.magazine
    if one.weapons and not any(each.in_hand or each.dropped for each in one.weapons):
        one.weapons[0].in_hand = True


def check_condition(one: Fighter, where: str) -> None:
    stats = one.stats
    if one.movement_speed not in (stats.strength, stats.dexterity) and "movement-speed" not in one.overridden:
        raise BadInput(f"movement-speed = {one.movement_speed}", field=f"{where}.movement-speed",
                       expected=f"STR {stats.strength} or DEX {stats.dexterity}")
    if one.carry not in (stats.strength, stats.fortitude) and "carry" not in one.overridden:
        raise BadInput(f"carry = {one.carry}", field=f"{where}.carry",
                       expected=f"STR {stats.strength} or FORT {stats.fortitude}")
    if one.max_health != 50 + 10 * stats.fortitude and "max-health" not in one.overridden:
        raise BadInput(f"max-health = {one.max_health}", field=f"{where}.max-health",
                       expected=f"{50 + 10 * stats.fortitude} (50 + 10 x FORT), or leave it out")
    bounds = (
        ("health", one.health, -100_000, one.max_health), ("armour-points", one.armour_points, 0, one.armour.points),
        ("actions", one.actions, 0, ACTIONS), ("reactions", one.reactions, 0, REACTIONS), ("owed", one.owed, 0, ACTIONS),
        ("dst-allowance", one.dst_allowance, 1, 3),
    )
    for name, value, least, most in bounds:
        if not least <= value <= most and name not in one.overridden:
            raise BadInput(f"{name} = {value}", field=f"{where}.{name}", expected=f"{least} to {most}")
    for place, weapon in enumerate(one.weapons):
        if not 0 <= weapon.rounds <= weapon.magazine:
            raise BadInput(f"rounds = {weapon.rounds}", field=f"{where}.weapons.{place}.rounds",
                           expected=f"0 to {weapon.magazine}")


def view(state: CompoundX, who: str) -> Any:
    return project(state, who, {one.id: printed(one) for one in state.roster.values() if one.secret})


def printed(one: Fighter) -> Fighter:
    """What a stranger would take the fighter for: unhurt, with the printed figures."""
    from starfray.engine.content import book_content
    from starfray.engine.setup import combatants, printed_row
    from starfray.rulebooks.compound_x import BOOK

    content = book_content(BOOK.name, BOOK.folder)
    made: Fighter = combatants(BOOK, printed_row(one, content), content, {}, False, one.id)[0]
    derive(made)
    return made


def key(state: CompoundX) -> Any:
    """For merging: everything but the number of the round, of which only 'begun?' matters."""
    number, state.round = state.round, min(state.round, 1)
    picture = freeze(state)
    state.round = number
    return picture
