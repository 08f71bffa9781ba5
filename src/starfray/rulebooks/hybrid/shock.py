"""System shock: what takes hold, how long, and leaving the fight."""

from __future__ import annotations

from starfray.engine.dice import total
from starfray.engine.table import Table
from starfray.rulebooks.hybrid.actions import Recover
from starfray.rulebooks.hybrid.check import chance_of, cut_at, passed
from starfray.rulebooks.hybrid.clock import tick
from starfray.rulebooks.hybrid.energy import set_pace
from starfray.rulebooks.hybrid.figures import SHOCK_NAMES, resistance_tally
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, Shock, lose_action, part

RECOVERY = 45  # hybrid.ruling.shock-duration: 2d6 + 45 counts


def system_shock(state: Hybrid, table: Table, one: Fighter, location_df: int, softened: bool, mind: bool) -> None:
    """Against PEN or MEN; failing by 25, 50, 75 is worse. hybrid.shock.roll, hybrid.shock.table"""
    df = resistance_tally(table, one)
    df.add(one.stats.men if mind else one.stats.pen, "hybrid.shock.roll", "MEN" if mind else "PEN")
    if location_df:
        df.add(location_df, "hybrid.location.shock")
    if softened:
        df.add(5, "hybrid.defence.roll-with-blow.shock")
    chance = chance_of(table, df)
    made = chance.total
    level = table.roll("hybrid.shock.roll", one.id, cut_at(table, made, made + 24, made + 49, made + 74), chance)
    if not level:
        return
    table.emit("hybrid.shock.definition", one.id, number=level)
    table.emit("hybrid.shock.table", one.id, number=level, note=SHOCK_NAMES[level])
    if one.shock is not None and level < one.shock.level:  # hybrid.ruling.shock-duration: a lesser one changes nothing
        return
    set_shock(state, table, one, level, mind)


def set_shock(state: Hybrid, table: Table, one: Fighter, level: int, mind: bool) -> None:
    wait = table.roll("hybrid.ruling.shock-duration", one.id, total(2, 6)) + RECOVERY
    one.shock = Shock(level=level, rolls=state.count + wait, mind=mind)
    if one.unconscious:
        leave(state, table, one)


def leave(state: Hybrid, table: Table, one: Fighter) -> None:
    """Down or out: no action, no evasion, no bound weapons, no hold any more. hybrid.ruling.timeline, hybrid.ruling.bound"""
    lose_action(state, one.id)
    one.evading = False
    one.mind_evading = False
    one.preset = None
    one.resting = -1
    one.wait_until = 0
    set_pace(state, table, one, "none")
    part(state, one)
    state.binds = [each for each in state.binds if one.id not in (each.attacker, each.defender)]


def recover(state: Hybrid, table: Table, act: Recover) -> None:
    """Against the same stat alone; success clears the shock, the unconscious wake stunned. hybrid.ruling.shock-duration"""
    one = state.roster[act.who]
    assert one.shock is not None
    tick(state, table, one.id, one.shock.rolls)
    mind, level = one.shock.mind, one.shock.level
    df = resistance_tally(table, one)
    df.add(one.stats.men if mind else one.stats.pen, "hybrid.shock.roll", "MEN" if mind else "PEN")
    if not passed(table, "hybrid.shock.roll", one.id, chance_of(table, df)):
        set_shock(state, table, one, level, mind)
    elif one.unconscious:
        set_shock(state, table, one, 2, mind)
        one.initiative = max(one.initiative, state.count)
        table.emit("hybrid.ruling.shock-duration", one.id, note="wakes, stunned")
    else:
        one.shock = None
        table.emit("hybrid.ruling.shock-duration", one.id, note="shakes it off")
