"""From sheet to fight: what every kind of fight derives and checks; what a stranger would see."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from starfray.engine.codec import clone, freeze, shallow
from starfray.engine.content import book_content
from starfray.engine.errors import BadInput, suggest
from starfray.engine.setup import as_printed, printed_row
from starfray.engine.view import ALL_SEEING, project
from starfray.rulebooks.icar.core import ATTRIBUTES, SKILL_ATTRIBUTE, attribute_of
from starfray.rulebooks.icar.ground.people import person
from starfray.rulebooks.icar.ground.setup import derive_person
from starfray.rulebooks.icar.rulings import ruled
from starfray.rulebooks.icar.seen import hide_crews
from starfray.rulebooks.icar.space.records import DERIVED
from starfray.rulebooks.icar.space.setup import derive_craft
from starfray.rulebooks.icar.state import Actor, Icar
from starfray.rulebooks.icar.vehicle.setup import derive_vehicle


def start_all(state: Icar) -> None:
    """What every kind of fight derives and checks."""
    for index, one in enumerate(state.roster.values()):
        check_sheet(one, f"combatant.{index}")
        if person(one):
            derive_person(state, one, f"combatant.{index}")
        if one.seat or one.party:
            one.pc = True
    if state.pool == DERIVED:  # icar.pool.size
        players = {one.seat or one.id for one in state.roster.values() if one.pc and person(one)}
        state.pool = len(players) if ruled(state, "dice-pool") == "on" else 0
    if state.pool < 0:
        raise BadInput(f"pool = {state.pool}", field="now.pool", expected="0 or more dice")


def check_sheet(one: Actor, where: str) -> None:
    for name in ATTRIBUTES:
        if not 1 <= attribute_of(one, name) <= 30:
            raise BadInput(f"{attribute_of(one, name)}", field=f"{where}.attributes.{name}", expected="1 to 30")
    for skill, level in one.skills.items():
        if skill not in SKILL_ATTRIBUTE:
            raise BadInput(f"no skill {skill!r}", field=f"{where}.skills", expected=suggest(skill, SKILL_ATTRIBUTE))
        if not 0 <= level <= 20:
            raise BadInput(f"{level}", field=f"{where}.skills.{skill}", expected="0 to 20")


def view(state: Icar, who: str) -> Any:
    begun = state.turn > 0 or state.kind == "ground"
    if not begun and who not in ALL_SEEING and any(one.hidden for one in state.roster.values()):
        state = clone(state)
        hide_crews(state)  # as the beginning of the fight will
    return project(state, who, printed)


def printed(one: Actor) -> Actor:
    """What a stranger would take the combatant for: the archetype's or the craft's printed figures, undamaged."""
    craft = one.craft.key if one.craft is not None else ""
    made: Actor = printed_sheet(one.archetype, craft, one.vehicle.key if one.vehicle is not None else "")
    if (made.craft is None and one.craft is not None) or (made.vehicle is None and one.vehicle is not None):
        made = shallow(made)  # of a craft that no book prints there is no other sheet
        made.craft = made.craft or one.craft
        made.vehicle = made.vehicle or one.vehicle
    return made


@lru_cache(maxsize=256)
def printed_sheet(archetype: str, craft: str, vehicle: str) -> Actor:
    """What the book prints of these; a word it does not know says nothing."""
    from starfray.rulebooks.icar import BOOK

    content = book_content(BOOK.name, BOOK.folder)
    row = printed_row(Actor(id="printed", archetype=archetype), content)
    if craft in content.tables["spacecraft"]:
        row["craft"] = craft
    if vehicle in content.tables["vehicles"]:
        row["vehicle"] = vehicle
    made: Actor = as_printed(BOOK, row, content, derive_printed)
    return made


def derive_printed(new: Actor) -> None:
    if new.craft is not None:
        derive_craft(new.craft)
        new.gunner, new.stn = new.gunner or 6, new.stn or new.craft.base_stn
    if new.vehicle is not None:
        derive_vehicle(new.vehicle)


def key(state: Icar) -> Any:
    """For merging: everything but the number of the turn, of which only 'the first?' matters."""
    turn, state.turn = state.turn, min(state.turn, 2)
    picture = freeze(state)
    state.turn = turn
    return picture
