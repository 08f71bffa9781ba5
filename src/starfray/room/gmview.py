"""What only the GM's seat receives: notes, secrets, the commands of the GM's hand, procedures, rulings, requests, audit."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from starfray.engine.actions import usage
from starfray.engine.codec import Plain
from starfray.engine.house import GM_KINDS
from starfray.room.rows import act_text
from starfray.rulebooks import find

if TYPE_CHECKING:
    from starfray.room.project import RoomState


def gm_part(room: RoomState) -> dict[str, Plain]:
    state = room.fight.state
    book = room.fight.book
    journal = room.fight.journal
    return {
        "room": {"shared": bool(room.shared), "house": room.house, "timeout": room.timeout},
        "notes": state.notes,
        "combatants": {
            one.id: {
                "notes": one.notes,
                "secret": list(one.secret),
                "hidden": one.hidden,
                "orders": dict(one.orders),
                "party": one.party,
                "modifiers": [{"amount": each.amount, "note": each.note} for each in one.gm_modifiers],
            }
            for one in state.roster.values()
        },
        "kinds": gm_kinds(),
        "procedures": procedures(book.name),
        "rulings": [
            {
                "key": each.key,
                "choices": list(each.choices),
                "now": state.rulings.get(each.key, each.choices[0]),
                "summary": each.summary,
                "rule": each.rule,
            }
            for each in book.rulings
        ],
        "concealable": list(book.concealable),
        "requests": list(room.requests),
        "dropped": list(room.fight.dropped[-5:]),
        "audit": {"undone": sum(map(len, journal.undone)), "abandoned": len(journal.abandoned)},
    }


@lru_cache(maxsize=1)
def gm_kinds() -> list[dict[str, Plain]]:
    return [{"kind": kind, "usage": usage(cls).replace(" ACTOR", "", 1)} for kind, cls in GM_KINDS.items()]


@lru_cache(maxsize=16)
def procedures(name: str) -> list[dict[str, Plain]]:
    book = find(name)
    return [
        {"usage": usage(each.args).replace(" ACTOR", "", 1), "summary": each.summary, "rule": each.rule}
        for each in book.procedures.values()
    ]


def audit(room: RoomState) -> dict[str, Plain]:
    """Both lines of every undo: what stands, what was undone, what was set aside."""
    from starfray.room.project import numbers_of

    journal = room.fight.journal
    numbers = numbers_of(room, "gm")
    numbers.follow(journal.entries)
    first = max(0, len(journal.entries) - 500)
    return {
        "line": [
            {
                "n": numbers.counts[first + place],
                "text": act_text(each),
                "kind": each.kind,
                "by": each.by,
                "corrected": each.corrected,
            }
            for place, each in enumerate(journal.entries[first:])
        ],
        "undone": [
            [{"text": act_text(each), "kind": each.kind, "by": each.by} for each in group] for group in reversed(journal.undone)
        ],
        "abandoned": [
            [{"text": act_text(each), "kind": each.kind, "by": each.by} for each in group] for group in journal.abandoned
        ],
    }


def timeline(room: RoomState) -> dict[str, Plain]:
    """The acts one can go back to, each with the number the GM's log gives it."""
    from starfray.room.project import numbers_of

    entries = room.fight.journal.entries
    numbers = numbers_of(room, "gm")
    numbers.follow(entries)
    line = []
    for place in range(max(0, len(entries) - 1000), len(entries)):
        if numbers.counts[place] > (numbers.counts[place - 1] if place else 0):
            entry = entries[place]
            line.append({"n": numbers.counts[place], "text": act_text(entry), "kind": entry.kind, "by": entry.by})
    return {"line": line}
