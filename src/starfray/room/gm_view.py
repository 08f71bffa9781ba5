"""What only the GM's seat receives: notes, secrets, the GM's commands, procedures, rulings, requests, audit."""

from __future__ import annotations

from functools import lru_cache

from starfray.engine.actions import usage
from starfray.engine.codec import Plain
from starfray.engine.gm import gm_actions
from starfray.room.requests import told
from starfray.room.rows import act_text
from starfray.room.state import RoomState, numbers_of
from starfray.rulebooks import find


def gm_part(room: RoomState) -> dict[str, Plain]:
    state = room.fight.state
    book = room.fight.book
    journal = room.fight.journal
    return {
        "room": {"shared": bool(room.shared), "house": room.house, "timeout": room.timeout, "board": bool(room.board)},
        "notes": state.notes,
        "fog": state.scene.fog,
        "combatants": {
            combatant.id: {
                "notes": combatant.notes,
                "secret": list(combatant.secret),
                "hidden": combatant.hidden,
                "orders": dict(combatant.orders),
                "party": combatant.party,
                "modifiers": [{"amount": modifier.amount, "note": modifier.note} for modifier in combatant.gm_modifiers],
            }
            for combatant in state.roster.values()
        },
        "kinds": gm_kinds(book.name),
        "procedures": procedures(book.name),
        "rulings": [
            {
                "key": ruling.key,
                "choices": list(ruling.choices),
                "now": state.rulings.get(ruling.key, ruling.choices[0]),
                "summary": ruling.summary,
                "rule": ruling.rule,
            }
            for ruling in book.rulings
        ],
        "concealable": list(book.concealable),
        "requests": told(room.requests),
        "dropped": list(room.fight.dropped[-5:]),
        "audit": {"undone": sum(map(len, journal.undone)), "abandoned": len(journal.abandoned)},
    }


@lru_cache(maxsize=16)
def gm_kinds(name: str) -> list[dict[str, Plain]]:
    return [{"kind": kind, "usage": usage(cls).replace(" ACTOR", "", 1)} for kind, cls in gm_actions(find(name)).items()]


@lru_cache(maxsize=16)
def procedures(name: str) -> list[dict[str, Plain]]:
    book = find(name)
    return [
        {"usage": usage(procedure.args).replace(" ACTOR", "", 1), "summary": procedure.summary, "rule": procedure.rule}
        for procedure in book.procedures.values()
    ]


def audit(room: RoomState) -> dict[str, Plain]:
    """Both lines of every undo: what stands, what was undone, what was set aside."""
    journal = room.fight.journal
    numbers = numbers_of(room, "gm")
    numbers.follow(journal.entries)
    first = max(0, len(journal.entries) - 500)
    return {
        "line": [
            {
                "n": numbers.counts[first + place],
                "text": act_text(entry),
                "kind": entry.kind,
                "by": entry.by,
                "corrected": entry.corrected,
            }
            for place, entry in enumerate(journal.entries[first:])
        ],
        "undone": [
            [{"text": act_text(entry), "kind": entry.kind, "by": entry.by} for entry in group]
            for group in reversed(journal.undone)
        ],
        "abandoned": [
            [{"text": act_text(entry), "kind": entry.kind, "by": entry.by} for entry in group] for group in journal.abandoned
        ],
    }


def timeline(room: RoomState) -> dict[str, Plain]:
    """The acts one can go back to, each with the number the GM's log gives it."""
    entries = room.fight.journal.entries
    numbers = numbers_of(room, "gm")
    numbers.follow(entries)
    line = []
    for place in range(max(0, len(entries) - 1000), len(entries)):
        if numbers.counts[place] > (numbers.counts[place - 1] if place else 0):
            entry = entries[place]
            line.append({"n": numbers.counts[place], "text": act_text(entry), "kind": entry.kind, "by": entry.by})
    return {"line": line}
