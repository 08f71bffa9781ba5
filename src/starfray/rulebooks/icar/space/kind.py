"""Space combat as one kind of fight."""

from __future__ import annotations

from starfray.rulebooks.icar.kind import Kind, Rule
from starfray.rulebooks.icar.space import engineering, gunnery, hackers, operations, piloting, turn
from starfray.rulebooks.icar.space.actions import ACTIONS, STEPS
from starfray.rulebooks.icar.space.legal import describe, legal
from starfray.rulebooks.icar.space.policy import Crew, worth
from starfray.rulebooks.icar.space.setup import start_space

RULES: dict[str, Rule] = {
    "begin": turn.begin,
    "craft-turn": turn.craft_turn,
    "craft-end": turn.craft_end,
    "turn-end": turn.turn_end,
    "investigate": operations.investigate,
    "pool": operations.put_die,
    "help-eng": operations.help_engineering,
    "stn": operations.lower_stn,
    "cajole": operations.cajole,
    "decide": operations.decide,
    "strategy": operations.make_case,
    "sue-for-peace": operations.sue_for_peace,
    "reroute": engineering.give_power,
    "shutdown": engineering.give_power,
    "engines": engineering.give_power,
    "dump-web": engineering.give_power,
    "technobabble": engineering.give_power,
    "engies": engineering.engies,
    "travel": engineering.travel,
    "repair": engineering.repair,
    "aggressive": piloting.manoeuvre,
    "spinning-and-skidding": piloting.manoeuvre,
    "in-every-axis": piloting.manoeuvre,
    "ripping-balls": piloting.manoeuvre,
    "run-away": piloting.run_away,
    "light-jump": piloting.light_jump,
    "hack-craft": hackers.hack_craft,
    "shoot": gunnery.shoot,
    "take-role": turn.take_role,
    "stand-by": turn.stand_by,
}

KIND = Kind(
    actions=ACTIONS,
    steps=STEPS,
    rules=RULES,
    start=start_space,
    due=turn.due,
    actors=turn.actors,
    legal=legal,
    over=turn.over,
    standing=turn.standing,
    clock=turn.clock,
    agenda=turn.agenda,
    describe=describe,
    policy=Crew,
    worth=worth,
)
