"""System shock: what takes hold, how long, and leaving the fight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Table, total
from starfray.rulebooks.hybrid.clock import tick
from starfray.rulebooks.hybrid.derived import SHOCK_NAMES
from starfray.rulebooks.hybrid.energy import set_pace
from starfray.rulebooks.hybrid.skill_check import chance_of, cut_at, passed
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, Shock, lose_action, part

RECOVERY = 45  # hybrid.ruling.shock-duration: 2d6 + 45 counts


def system_shock(state: Hybrid, table: Table, actor: Fighter, location_df: int, softened: bool, mind: bool) -> None:
    """Against PEN or MEN; failing by 25, 50, 75 is worse. hybrid.shock.roll, hybrid.shock.table"""
    df = table.tally(actor)
    df.add(actor.stats.men if mind else actor.stats.pen, "hybrid.shock.roll", "MEN" if mind else "PEN")
    if location_df:
        df.add(location_df, "hybrid.location.shock")
    if softened:
        df.add(5, "hybrid.defence.roll-with-blow.shock")
    chance = chance_of(table, df)
    made = chance.total
    level = table.roll("hybrid.shock.roll", actor.id, cut_at(table, made, made, made + 24, made + 49, made + 74), chance)
    if not level:
        return
    table.emit("hybrid.shock.definition", actor.id, number=level)
    table.emit("hybrid.shock.table", actor.id, number=level, note=SHOCK_NAMES[level])
    if actor.shock is not None and level < actor.shock.level:  # hybrid.ruling.shock-duration: a lesser one changes nothing
        return
    set_shock(state, table, actor, level, mind)


def set_shock(state: Hybrid, table: Table, actor: Fighter, level: int, mind: bool) -> None:
    wait = table.roll("hybrid.ruling.shock-duration", actor.id, total(2, 6)) + RECOVERY
    actor.shock = Shock(level=level, rolls=state.count + wait, mind=mind)
    if actor.unconscious:
        leave(state, table, actor)


def leave(state: Hybrid, table: Table, actor: Fighter) -> None:
    """Down or out: no action, no evasion, no bound weapons, no hold any more. hybrid.ruling.timeline, hybrid.ruling.bound"""
    set_pace(state, table, actor, "none")
    let_everything_go(state, actor)


def let_everything_go(state: Hybrid, actor: Fighter) -> None:
    lose_action(state, actor.id)
    actor.evading = False
    actor.mind_evading = False
    actor.preset = None
    actor.resting = -1
    actor.wait_until = 0
    actor.pace, actor.heading, actor.chasing = "none", None, ""
    part(state, actor)
    state.binds = [lock for lock in state.binds if actor.id not in (lock.attacker, lock.defender)]


@dataclass(frozen=True, slots=True)
class Recover(Action):
    """A recovery roll from shock."""

    KIND: ClassVar[str] = "recover"
    who: str


def recover(state: Hybrid, table: Table, action: Recover) -> None:
    """Against the same stat alone; success clears the shock, the unconscious wake stunned. hybrid.ruling.shock-duration"""
    actor = state.roster[action.who]
    assert actor.shock is not None
    tick(state, table, actor.id, actor.shock.rolls)
    mind, level = actor.shock.mind, actor.shock.level
    df = table.tally(actor)
    df.add(actor.stats.men if mind else actor.stats.pen, "hybrid.shock.roll", "MEN" if mind else "PEN")
    if not passed(table, "hybrid.shock.roll", actor.id, chance_of(table, df)):
        set_shock(state, table, actor, level, mind)
    elif actor.unconscious:
        set_shock(state, table, actor, 2, mind)
        actor.initiative = max(actor.initiative, state.count)
        table.emit("hybrid.ruling.shock-duration", actor.id, note="wakes, stunned")
    else:
        actor.shock = None
        table.emit("hybrid.ruling.shock-duration", actor.id, note="shakes it off")


STEPS = (ActionKind(Recover, recover),)
