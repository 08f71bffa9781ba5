"""Concentration: a second of thought, and what drives it out of one's head."""

from __future__ import annotations

from collections.abc import Hashable

from starfray.engine.table import Table
from starfray.rulebooks.gurps.core import attribute_tally, succeeds
from starfray.rulebooks.gurps.state import Fighter, Gurps, Thought

EVENTS = ("defence", "injury", "fall")  # gurps.ruling.concentrate-events: in that order


def distract(one: Fighter, event: str) -> None:
    """Remembered until the blow that caused it is over."""
    if (one.thought is not None or one.aim is not None) and event not in one.distractions:
        one.distractions.append(event)


def think(table: Table, one: Fighter, task: str) -> None:
    """One more second on the same task. gurps.maneuver.concentrate"""
    seconds = one.thought.seconds + 1 if one.thought is not None and one.thought.task == task else 1
    one.thought = Thought(task=task, seconds=min(seconds, 3600))
    table.emit("gurps.maneuver.concentrate", one.id, number=one.thought.seconds, note=task)


def keep_mind(state: Gurps, table: Table, frame: tuple[Hashable, ...]) -> None:
    """When the attack is over: who aims and was hurt rolls Will, who concentrates Will - 3 for each thing that happened.

    gurps.ruling.aim-loss, gurps.maneuver.concentrate.distraction, gurps.ruling.concentrate-events, gurps.order.attack (6)
    """
    for one in state.roster.values():
        for event in EVENTS if one.distractions else ():
            if event not in one.distractions:
                continue
            one.distractions.remove(event)
            if not one.able:
                one.thought = one.aim = None
            elif one.thought is not None:
                hold_thought(table, one, event, frame)
            elif one.aim is not None and event == "injury":
                table.same("gurps.ruling.aim-loss", (frame, one.id))
                if not succeeds(table, "gurps.ruling.aim-loss", one.id, attribute_tally(table, one, "Will", one.will)):
                    one.aim = None


def hold_thought(table: Table, one: Fighter, event: str, frame: tuple[Hashable, ...]) -> None:
    """The first failure ends it."""
    table.same("gurps.ruling.concentrate-events", (frame, one.id, event))
    tally = attribute_tally(table, one, "Will", one.will)
    tally.add(-3, "gurps.maneuver.concentrate.distraction", event)
    if not succeeds(table, "gurps.maneuver.concentrate.distraction", one.id, tally):
        one.thought = None
        table.emit("gurps.maneuver.concentrate.distraction", one.id, note=event)
