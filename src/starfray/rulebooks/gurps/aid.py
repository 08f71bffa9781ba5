"""Help for the wounded in the fight's own clock: CPR, and a bandage. gurps.ruling.aid"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Refused, Table, distance, distance_or, somebody
from starfray.rulebooks.gurps.barred import behind_wall
from starfray.rulebooks.gurps.core import hexes, skill_level, succeeds
from starfray.rulebooks.gurps.state import Fighter, Gurps, fighter
from starfray.rulebooks.gurps.turn import begin_maneuver, others_first

SKILL = "first-aid"


@dataclass(frozen=True, slots=True)
class Cpr(Action):
    """Start a heart that has stopped."""

    KIND: ClassVar[str] = "cpr"
    target: str


def cpr(state: Gurps, table: Table, action: Cpr) -> None:
    """Without it whoever has a heart attack dies in HT/3 minutes. gurps.fp.heart-attack"""
    actor, target = state.roster[action.actor], fighter(state, action.target)
    if not target.heart or target.dead:
        raise Refused("gurps.fp.heart-attack", f"the heart of {target.id} has not stopped", sick(state))
    if helps(state, table, actor, target):
        target.heart = 0
        table.emit("gurps.fp.heart-attack", target.id, actor.id, note="the heart beats again")


def sick(state: Gurps) -> list[str]:
    return [each.id for each in state.roster.values() if each.heart and not each.dead]


def cpr_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    return [somebody("target", [state.roster[who] for who in sick(state)])]


def cpr_refusal(state: Gurps, actor: Fighter, content: Content) -> Refused | None:
    return None if sick(state) else Refused("gurps.fp.heart-attack", "nobody's heart has stopped", [])


CPR = ActionKind(
    Cpr, cpr, "gurps.fp.heart-attack", cost_words="the turn", group="healing", fields=cpr_fields, refusal=cpr_refusal,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bandage(Action):
    """Stop somebody's bleeding, or one's own."""

    KIND: ClassVar[str] = "bandage"
    target: str


def bandage(state: Gurps, table: Table, action: Bandage) -> None:
    """A wound that somebody dresses bleeds no longer. gurps.ruling.aid, gurps.injury.bleeding.stop"""
    actor, target = state.roster[action.actor], fighter(state, action.target)
    if not target.bleeding or target.dead:
        raise Refused("gurps.ruling.aid", f"{target.id} does not bleed", bleeding(state))
    if helps(state, table, actor, target):
        target.bleeding = target.clotting = 0
        table.emit("gurps.injury.bleeding.stop", target.id, actor.id)


def bleeding(state: Gurps) -> list[str]:
    return [each.id for each in state.roster.values() if each.bleeding and not each.dead]


def bandage_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    patients = [state.roster[who] for who in bleeding(state)]
    return [
        somebody("target", sorted(patients, key=lambda each: (each.side != actor.side, distance_or(state, actor, each, 99.0))))
    ]


def bandage_refusal(state: Gurps, actor: Fighter, content: Content) -> Refused | None:
    return None if bleeding(state) else Refused("gurps.ruling.aid", "nobody bleeds", [])


BANDAGE = ActionKind(
    Bandage, bandage, "gurps.ruling.aid", cost_words="the turn", group="healing", fields=bandage_fields,
    refusal=bandage_refusal,
)  # fmt: skip


def helps(state: Gurps, table: Table, actor: Fighter, target: Fighter) -> bool:
    """Beside the patient, one maneuver, First Aid or its default. gurps.ruling.aid"""
    fault = behind_wall(state, actor, target)
    if fault is not None:
        raise fault
    if target is not actor and hexes(distance(state, actor, target)) > 1:
        raise Refused("gurps.ruling.aid", f"{target.id} is out of reach", ["move"])
    table.allowed()
    if not begin_maneuver(state, table, actor) or not others_first(state, table, actor):
        return False
    tally = table.tally(actor)
    level, rule = skill_level(table.content, actor, SKILL)
    tally.add(level, rule, SKILL)
    if actor.shock:
        tally.add(-actor.shock, "gurps.injury.shock")
    good = succeeds(table, "gurps.ruling.aid", actor.id, tally)
    table.emit("gurps.ruling.aid", actor.id, target.id, note="it works" if good else "in vain")
    return good
