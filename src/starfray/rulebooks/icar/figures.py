"""What `fight.get` reads though it stands in no field: `a.move`, `car.speed`. 0 where there is no such thing."""

from __future__ import annotations

from collections.abc import Callable

from starfray.engine.codec import Plain
from starfray.rulebooks.icar.common.check import ATTRIBUTES, attribute_of
from starfray.rulebooks.icar.common.injury import regain
from starfray.rulebooks.icar.common.person import person
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.ground.movement import pace
from starfray.rulebooks.icar.vehicle.crew import speed_of


def attribute_figure(name: str) -> Callable[[Icar, Actor], Plain]:
    """With bionics and powered armour. icar.close.aug.tougher"""
    return lambda _, actor: attribute_of(actor, name) if person(actor) else 0


def move_figure(state: Icar, actor: Actor) -> int:
    """Metres of a Move. icar.turn.move"""
    return pace(state, actor) if person(actor) else 0


def rest_figure(state: Icar, actor: Actor) -> int:
    """Stun that a turn's rest gives back. icar.ruling.aug-regain"""
    return regain(actor) if person(actor) else 0


def speed_figure(state: Icar, actor: Actor) -> int:
    """As fast as it goes now: not at all without power. icar.vehicle.pilot.escape"""
    return speed_of(state, actor) if actor.vehicle is not None else 0


def hull_figure(state: Icar, actor: Actor) -> int:
    """K that are left before it is a wreck. icar.space.end.collapse"""
    return max(0, actor.craft.hull - actor.craft.hull_damage) if actor.craft is not None else 0


FIGURES: dict[str, Callable[[Icar, Actor], Plain]] = {
    **{name: attribute_figure(name) for name in ATTRIBUTES},
    "move": move_figure, "rest": rest_figure, "speed": speed_figure, "hull": hull_figure,
}  # fmt: skip
