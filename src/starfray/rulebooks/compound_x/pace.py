"""How far one gets: Movement Speed less penalties, by stance, in one Action or two; jumps."""

from __future__ import annotations

from math import ceil

from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.compound_x.conditions import suffers
from starfray.rulebooks.compound_x.state import CompoundX, Fighter
from starfray.rulebooks.compound_x.stats import frail


def penalty_of(one: Fighter) -> int:
    """Armour and guns, less what Carry Ability cancels, rounded up. cx.move.penalty-round, cx.ruling.move-carry"""
    total = one.armour.penalty + sum((each.penalty for each in one.weapons if not each.dropped), 0.0)
    return ceil(max(0.0, total - one.carry))


def metres_for(state: CompoundX, one: Fighter, actions: int) -> int:
    """What 1 Action, or 2 in a row, carry in this stance. cx.move.run, cx.ruling.move-single, cx.ruling.move-stances"""
    speed = max(0, one.movement_speed - penalty_of(one) - (1 if suffers(one, "lonely") else 0))
    if frail(state, one, "strength"):
        speed = min(2, speed)  # cx.ruling.frail
    if speed == 0:
        return 0
    if one.stance == "crouched":  # cx.stance.crouch
        return max(1, speed // 2 - 1) if actions == 1 else max(2, speed - 2)
    if one.stance == "prone":  # cx.stance.prone-move
        half = ceil(speed / 2)
        return min(2, max(1, half // 2)) if actions == 1 else min(4, half)
    return speed // 2 if actions == 1 else speed


def reach_of_run(state: CompoundX, one: Fighter, actions: int, sprint: bool) -> int:
    """A second single Action of running straight after the first makes up the two-Action distance."""
    reach = metres_for(state, one, actions)
    if actions == 1 and one.half_run:
        reach = metres_for(state, one, 2) - metres_for(state, one, 1)
    return reach + (actions if sprint else 0)  # cx.move.sprint


def explain_run(state: CompoundX, table: Table, one: Fighter, actions: int, sprint: bool) -> Tally:
    """The same sum with its reasons. cx.ruling.move-dex-vs-speed"""
    tally = Tally(table.keeps)
    reach = reach_of_run(state, one, actions, sprint)
    if not table.keeps:
        tally.add(reach, "cx.move.run")
        return tally
    tally.add(one.movement_speed, "cx.presumed.movement-speed")
    tally.add(0, "cx.ruling.move-dex-vs-speed")
    penalty = penalty_of(one)
    if penalty:
        tally.add(-penalty, "cx.move.penalty-round")
    if one.armour.penalty or any(each.penalty for each in one.weapons):
        tally.add(0, "cx.ruling.move-carry", f"Carry Ability {one.carry}")
        tally.add(0, "cx.presumed.carry")
    if sprint:
        tally.add(actions, "cx.move.sprint")
    rest = reach - tally.total
    rule = "cx.ruling.move-stances" if one.stance != "standing" else "cx.ruling.move-single"
    if one.stance == "prone":
        tally.add(0, "cx.stance.prone-move")
    if rest or actions == 1:
        tally.add(rest, "cx.ruling.frail" if frail(state, one, "strength") else rule, f"{actions} Actions, {one.stance}")
    return tally


def jump_across(one: Fighter) -> int:
    """DEX/2 m, 1 m more with a run-up of 3 m, in whole metres. cx.move.jump-h, cx.ruling.jump"""
    return int(one.stats.dexterity / 2 + (1 if one.ran >= 3 else 0))


def jump_up(one: Fighter) -> int:
    return one.stats.strength // 3  # cx.move.jump-v
