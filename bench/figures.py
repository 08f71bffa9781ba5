"""Single figures of a tree: a yardstick of bare Python, one live re-run, one `odds`. Seconds of the processor, medians."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import starfray
from starfray.engine.actions import parse
from starfray.engine.policy import Policies, first_answer
from starfray.engine.tables.exact import spread

FOUR_ON_FOUR = """
rulebook = "coriolis"
[orders]
"coriolis.initiative.weapon" = "no"
[[cover]]
name = "crate"
at = [0, 0]
reach = 9
[[combatant]]
id = "guard"
archetype = "station-guard"
count = 4
side = "guards"
at = [0, 0]
[[combatant]]
id = "corsair"
archetype = "corsair-boarder"
count = 4
side = "corsairs"
at = [15, 0]
"""
THROWS = 20_000
SHOTS = 50


def timed(work: Callable[[], int], rounds: int = 3) -> dict[str, Any]:
    """Seconds per unit of work, and the units: the median of some rounds."""
    figures = []
    for _ in range(rounds):
        start = time.process_time()
        units = work()
        figures.append((time.process_time() - start) / units)
    return {"seconds": statistics.median(figures), "units": units}


def throws() -> int:
    dice = random.Random(1)
    for _ in range(THROWS):
        sum(1 for _ in range(8) if dice.randint(1, 6) == 6)
    return THROWS


def live_reruns() -> int:
    """Shots answered question by question: three runs of the rule for two questions."""
    fight = begun()
    who, target = pair(fight)
    fight.seats.hand = {who}
    reruns = 0
    for _ in range(SHOTS):
        fight.play(f"shot {who} {target}")
        while fight.asks:
            ask = fight.asks[0]
            fight.answer(ask, "" if ask.kind == "dice" else first_answer(ask))
            reruns += 1
        fight.undo()
    return reruns


def runs_for_the_odds() -> int:
    """The runs of the rules that the exact odds of a shot with injuries take."""
    fight = begun()
    who, target = pair(fight)
    action = parse(fight.book.actions, f"shot {who} {target}")
    return spread(fight.book, fight.state, action, Policies(fight.book.policy())).runs


def begun() -> starfray.Fight:
    return starfray.loads(FOUR_ON_FOUR).begin()


def pair(fight: starfray.Fight) -> tuple[str, str]:
    """Who may act, and the first of the other side."""
    who = fight.actors[0]
    return who, next(one.id for one in fight.state.roster.values() if one.side != fight.state.roster[who].side)


FIGURES: dict[str, Callable[[], dict[str, Any]]] = {
    "yardstick": lambda: timed(throws),
    "re-run": lambda: timed(live_reruns),
    "odds": lambda: timed(runs_for_the_odds),
}
