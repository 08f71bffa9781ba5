"""How far one gets: Movement Speed less penalties, by stance, in one Action or two; jumps."""

from __future__ import annotations

from math import ceil

from starfray.engine.rules import Table, Tally, counted
from starfray.rulebooks.compound_x.conditions import suffers
from starfray.rulebooks.compound_x.state import CompoundX, Fighter
from starfray.rulebooks.compound_x.stats import frail


def penalty_of(actor: Fighter) -> int:
    """Armour and guns, less what Carry Ability cancels, rounded up.

    cx.move.penalty-round, cx.ruling.move-carry, cx.presumed.carry
    """
    total = actor.armour.penalty + sum((each.penalty for each in actor.weapons if not each.dropped), 0.0)
    return ceil(max(0.0, total - actor.carry))


def metres_for(state: CompoundX, actor: Fighter, actions: int) -> int:
    """What 1 Action, or 2 in a row, carry in this stance. cx.move.run, cx.ruling.move-single, cx.ruling.move-stances"""
    speed = max(0, actor.movement_speed - penalty_of(actor) - (1 if suffers(actor, "lonely") else 0))
    if frail(state, actor, "strength"):
        speed = min(2, speed)  # cx.ruling.frail
    if speed == 0:
        return 0
    if actor.stance == "crouched":  # cx.stance.crouch
        return max(1, speed // 2 - 1) if actions == 1 else max(2, speed - 2)
    if actor.stance == "prone":  # cx.stance.prone-move
        half = ceil(speed / 2)
        return min(2, max(1, half // 2)) if actions == 1 else min(4, half)
    return speed // 2 if actions == 1 else speed


def reach_of_run(state: CompoundX, actor: Fighter, actions: int, sprint: bool) -> int:
    """A second single Action of running straight after the first makes up the two-Action distance."""
    reach = metres_for(state, actor, actions)
    if actions == 1 and actor.half_run:
        reach = metres_for(state, actor, 2) - metres_for(state, actor, 1)
    return reach + (actions if sprint else 0)  # cx.move.sprint


def explain_run(state: CompoundX, table: Table, actor: Fighter, actions: int, sprint: bool) -> Tally:
    """The same sum with its reasons. cx.ruling.move-dex-vs-speed"""
    tally = Tally(table.explains)
    reach = reach_of_run(state, actor, actions, sprint)
    if not table.explains:
        tally.add(reach, "cx.move.run")
        return tally
    tally.add(actor.movement_speed, "cx.presumed.movement-speed")
    penalty = penalty_of(actor)
    if penalty:
        tally.add(-penalty, "cx.move.penalty-round")
    if sprint:
        tally.add(actions, "cx.move.sprint")
    rest = reach - tally.total
    rule = "cx.ruling.move-stances" if actor.stance != "standing" else "cx.ruling.move-single"
    if rest:
        tally.add(
            rest,
            "cx.ruling.frail" if frail(state, actor, "strength") else rule,
            f"{counted(actions, 'Action')}, {actor.stance}",
        )
    return tally


def jump_across(actor: Fighter) -> int:
    """DEX/2 m, 1 m more with a run-up of 3 m, in whole metres. cx.move.jump-h, cx.ruling.jump"""
    return int(actor.stats.dexterity / 2 + (1 if actor.ran >= 3 else 0))


def jump_up(actor: Fighter) -> int:
    return actor.stats.strength // 3  # cx.move.jump-v
