"""The automation dial at work: policies act and answer where a combatant's dial says auto."""

from __future__ import annotations

from starfray.engine.values import GM, Ask
from starfray.room.project import RoomState, dial_of
from starfray.room.seats import ACT


def auto_step(room: RoomState) -> bool:
    """One answer or act of a policy; False where a person is needed."""
    fight = room.fight
    if fight.draft is not None:
        ask = next((each for each in fight.asks if automatic(room, each)), None)
        if ask is None:
            return False
        fight.answer_by_policy(ask)
        return True
    if fight.over is not None:
        return False
    actors = fight.actors
    who = actors[0] if actors and dial_of(room, actors[0], ACT) == "auto" else ""
    if not who:
        return False
    policies = fight.seats.policies
    assert policies is not None
    action = policies.act(fight.book, fight.state, who, fight.generators.policy)
    if action is None:
        return False
    fight.play(action)
    return True


def automatic(room: RoomState, ask: Ask) -> bool:
    return ask.kind != "dice" and dial_of(room, ask.who if ask.who != GM else GM, ask.rule) == "auto"
