"""What a page shows beside the card: what is expected of whom, who may react to a move, what is watched or under fire."""

from __future__ import annotations

from starfray.engine.actions import Action
from starfray.engine.areas import BLAST, FIRE, GAS, SMOKE, TRIGGER, Area
from starfray.engine.content import Content
from starfray.engine.rules import Point, apart, counted
from starfray.rulebooks.compound_x.grenades import Lob, rings_of
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, free_to_react, hostile
from starfray.rulebooks.compound_x.suppression import RADIUS, SuppressArea


def expects(state: CompoundX, actor: Fighter) -> str:
    """cx.actions.budget"""
    if not actor.actions:
        return "End the turn: no Actions left"
    return f"Act, or end the turn: {counted(actor.actions, 'Action')} left"


def reacts(state: CompoundX, actor: Fighter, at: Point) -> list[tuple[str, str]]:
    """Held Actions, and fire that covers where one is or goes. cx.held.use, cx.suppression.trigger"""
    found: dict[str, str] = {}
    for other in state.roster.values():
        if (
            hostile(other, actor)
            and other.held is not None
            and free_to_react(state, other)
            and other.held.foe in ("", actor.id)
        ):
            found[other.id] = "holds Actions for a moment like this"
    for zone in state.zones:
        owner = state.roster.get(zone.by)
        if owner is None or not hostile(owner, actor) or zone.at is None:
            continue
        if any(point is not None and apart(zone.at, point) <= zone.radius for point in (actor.at, at)):
            found.setdefault(zone.by, "keeps this place under fire")
    return list(found.items())


def areas(state: CompoundX) -> list[Area]:
    """Areas under fire, smoke and gas, and zones that somebody's held Actions wait for."""
    found = []
    for zone in state.zones:
        if zone.at is not None:
            found.append(Area(FIRE, f"{zone.level} suppression", zone.at, zone.radius, zone.by, rule="cx.suppression.option"))
    for cloud in state.clouds:
        found.append(Area(SMOKE if cloud.kind == "smoke" else GAS, cloud.kind, cloud.at, cloud.radius))
    for actor in state.roster.values():
        held = actor.held
        if held is not None and held.at is not None and held.trigger == "enters":
            words = "held for whoever enters"
            found.append(Area(TRIGGER, words, held.at, held.radius, actor.id, rule="cx.held.declare", plan=True))
    return found


def blast_area(state: CompoundX, action: Action, content: Content) -> Area | None:
    """A grenade where it is meant to land, fire where it is to be laid down. cx.ruling.suppress-area"""
    actor = state.roster.get(action.actor)
    if actor is None:
        return None
    if isinstance(action, SuppressArea):
        return Area(FIRE, "suppression", action.at, RADIUS.get(action.level, RADIUS["light"]), actor.id)
    if not isinstance(action, Lob):
        return None
    grenade = next((each for each in actor.grenades if each.in_hand and action.grenade in ("", each.key)), None)
    if grenade is None:
        return None
    radius = grenade.radius or max((ring.within for ring in rings_of(state, grenade)), default=0.0)
    kind = {"": BLAST, "flash": BLAST, "smoke": SMOKE}.get(grenade.effect, GAS)
    return Area(kind, grenade.name, action.at, radius, actor.id)
