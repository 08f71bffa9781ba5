"""The automation dial at work: policies act and answer where a combatant's dial says auto or planner."""

from __future__ import annotations

from starfray.engine.values import GM, Ask
from starfray.fight import Fight
from starfray.room.seats import ACT, AUTOMATIC, PLANNER
from starfray.room.squads import begun, is_sent, next_sent
from starfray.room.state import RoomState, dial_of
from starfray.stalemate import StalemateWatch


def auto_step(room: RoomState) -> bool:
    """One answer or act of a policy; False where a person is needed."""
    fight = room.fight
    if fight.draft is not None:
        ask = next((open_ask for open_ask in fight.asks if automatic(room, open_ask)), None)
        if ask is None:
            return False
        fight.answer_by_policy(ask, planned=dial_of(room, ask.who, ask.rule) == PLANNER)
        return True
    if fight.over is not None:
        return False
    actors = fight.actors
    who = next_sent(room, actors) or (actors[0] if actors and dial_of(room, actors[0], ACT) in AUTOMATIC else "")
    if not who:
        return False
    begun(room, who)
    return fight.play_by_policy(who, "auto", planned=dial_of(room, who, ACT) == PLANNER)


class AutoStalemate:
    """Watches what is played from here on while nobody but policies decides."""

    def __init__(self, fight: Fight) -> None:
        self.watch = StalemateWatch(fight.book)
        self.version = fight.version

    def reason(self, fight: Fight) -> str:
        """Why it is a stalemate now; '' if it is none."""
        if fight.version == self.version or not fight.journal.entries:
            return ""
        self.version = fight.version
        actor = fight.journal.entries[-1].action.actor
        stuck = self.watch.after(actor, fight.state)
        return stuck.reason if stuck is not None and fight.over is None else ""


def thinks(room: RoomState) -> bool:
    """May the next step take the planner's time?"""
    return any(PLANNER in dials.values() for dials in room.dials.values())


def automatic(room: RoomState, ask: Ask) -> bool:
    return ask.kind != "dice" and (is_sent(room, ask.who) or dial_of(room, ask.who, ask.rule) in AUTOMATIC)


# --- time ------------------------------------------------------------------------------------------------------


def waited_for(room: RoomState) -> tuple[object, ...] | None:
    """A value that changes whenever the table waits for something else; None while it waits for no player."""
    fight = room.fight
    if not room.timeout or room.archived or fight.over is not None:
        return None
    if fight.draft is not None:
        asks = [ask.id for ask in fight.asks if fight.seat_of(ask.who) != GM]
        return ("answer", fight.version, len(fight.draft.tape), *asks) if asks else None
    late = late_actor(room)
    return ("act", fight.version - done_besides(room), late) if late else None


def done_besides(room: RoomState) -> int:
    """Acts out of turn since the beginning: they do not restart anybody's time."""
    asides = room.fight.asides
    return sum(entry.kind == "action" and entry.action.actor in asides for entry in room.fight.journal.entries) if asides else 0


def late_actor(room: RoomState) -> str:
    """The player's combatant whose turn it is; '' if it is nobody's or the GM's."""
    actors = room.fight.actors
    return actors[0] if actors and room.fight.seat_of(actors[0]) != GM else ""


def time_is_up(room: RoomState) -> None:
    """A policy does what players did not do in time. Only where the GM has turned that on."""
    fight = room.fight
    if fight.draft is not None:
        draft, late = fight.draft, [ask.id for ask in fight.asks if fight.seat_of(ask.who) != GM]
        for wanted in late:  # several are late at once where they were asked at once
            ask = next((open_ask for open_ask in fight.asks if open_ask.id == wanted), None)
            if ask is not None and fight.draft is draft:
                fight.answer_by_policy(ask, "timeout")
    elif late_actor(room):
        fight.play_by_policy(late_actor(room), "timeout")
