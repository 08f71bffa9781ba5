"""From sheet to fight: what every kind of fight derives and checks; what a stranger would see."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from starfray.engine.codec import clone, shallow
from starfray.engine.rules import BadInput, Content, suggest
from starfray.engine.setup import archetype_row
from starfray.engine.view import ALL_SEEING, has_secrets, project
from starfray.rulebooks.icar.common.check import SKILL_ATTRIBUTE
from starfray.rulebooks.icar.common.person import hide_crews, person
from starfray.rulebooks.icar.common.records import DERIVED
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.ground.setup import derive_person
from starfray.rulebooks.icar.space.setup import derive_craft
from starfray.rulebooks.icar.vehicle.setup import derive_vehicle


def start_all(state: Icar) -> None:
    """What every kind of fight derives and checks."""
    for index, actor in enumerate(state.roster.values()):
        check_sheet(actor, f"combatant.{index}")
        derive_machine(actor)
        if person(actor):
            derive_person(state, actor, f"combatant.{index}")
        if actor.seat or actor.party:
            actor.pc = True
    if state.pool == DERIVED:  # icar.pool.size
        players = {actor.seat or actor.id for actor in state.roster.values() if actor.pc and person(actor)}
        state.pool = len(players) if state.ruling("dice-pool") == "on" else 0
    if state.pool < 0:
        raise BadInput(f"pool = {state.pool}", field="now.pool", expected="0 or more dice")


def check_sheet(actor: Actor, where: str) -> None:
    for skill in actor.skills:
        if skill not in SKILL_ATTRIBUTE:
            raise BadInput(f"no skill {skill!r}", field=f"{where}.skills", expected=suggest(skill, SKILL_ATTRIBUTE))


def seen_by(state: Icar, who: str, printed: Callable[[Actor], Actor]) -> Icar:
    if who in ALL_SEEING or not has_secrets(state):
        return state
    if state.turn == 0 and any(other.hidden for other in state.roster.values()):
        state = clone(state)
        hide_crews(state)  # as the beginning of the fight will
    seen: Icar = project(state, who, lambda actor: with_craft(printed(actor), actor))
    return seen


def with_craft(made: Actor, actor: Actor) -> Actor:
    """Of a craft that no book prints there is no other sheet than its own."""
    if (made.craft is None and actor.craft is not None) or (made.vehicle is None and actor.vehicle is not None):
        made = shallow(made)
        made.craft = made.craft or actor.craft
        made.vehicle = made.vehicle or actor.vehicle
    return made


def printed(actor: Actor, content: Content) -> tuple[str, ...]:
    """What a stranger would take the combatant for: the archetype's or the craft's printed figures, undamaged."""
    craft = actor.craft.key if actor.craft is not None else ""
    return row_of(content, actor.archetype, craft, actor.vehicle.key if actor.vehicle is not None else "")


@lru_cache(maxsize=256)
def row_of(content: Content, archetype: str, craft: str, vehicle: str) -> tuple[str, ...]:
    row = archetype_row(archetype, content)
    if craft and content.has("spacecraft", craft):
        return (*row, "craft", craft)
    if vehicle and content.has("vehicles", vehicle):
        return (*row, "vehicle", vehicle)
    return row


def derive_printed(new: Actor, content: Content) -> None:
    derive_machine(new)
    if new.craft is not None:
        new.gunner, new.stn = new.gunner or 6, new.stn or new.craft.base_stn


def derive_machine(new: Actor) -> None:
    if new.craft is not None:
        derive_craft(new.craft)
    if new.vehicle is not None:
        derive_vehicle(new.vehicle)
