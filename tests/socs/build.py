"""Small fights for the tests: red and gold (Kestrels) against black (a Hammer), and big ships."""

from __future__ import annotations

from collections.abc import Sequence

import starfray
from starfray.engine.values import Event
from starfray.fight import Fight

#: totals of 3d6, as faces
D = {
    3: [1, 1, 1], 4: [1, 1, 2], 5: [1, 2, 2], 6: [2, 2, 2], 7: [2, 2, 3], 8: [2, 3, 3], 9: [3, 3, 3], 10: [3, 3, 4],
    11: [3, 4, 4], 12: [4, 4, 4], 13: [4, 4, 5], 14: [4, 5, 5], 15: [5, 5, 5], 16: [5, 5, 6], 17: [5, 6, 6], 18: [6, 6, 6],
}  # fmt: skip


def dice(*totals: int) -> list[int]:
    """The faces of one 3d6 after the other."""
    return [face for total in totals for face in D[total]]


def ship(id: str, archetype: str, side: str, more: str = "") -> str:
    return f'[[combatant]]\nid = "{id}"\narchetype = "{archetype}"\nside = "{side}"\n{more}\n'


def fleet(*ships: str, now: str = "", head: str = "") -> Fight:
    return starfray.loads(f'rulebook = "socs"\nseed = 5\n{head}\n[now]\n{now}\n' + "".join(ships))


def dogfight(*, red: str = "", gold: str = "", black: str = "", now: str = "", head: str = "") -> Fight:
    """red is flown by Tobin Rask, a major character; the others by minor ones."""
    return fleet(
        ship("red", "kestrel", "league", 'seat = "ana"\ncrew = ["tobin-rask"]\n' + red),
        ship("gold", "kestrel", "league", 'seat = "ben"\n' + gold),
        ship("black", "hammer", "raiders", 'seat = "cem"\n' + black),
        now=now,
        head=head,
    )


def duel(*, red: str = "", black: str = "", now: str = "", head: str = "", archetype: str = "hammer") -> Fight:
    return fleet(
        ship("red", "kestrel", "league", 'seat = "ana"\ncrew = ["tobin-rask"]\n' + red),
        ship("black", archetype, "raiders", 'seat = "cem"\n' + black),
        now=now,
        head=head,
    )


def big(one: str, other: str, *, a: str = "", b: str = "", now: str = "", head: str = "") -> Fight:
    return fleet(ship("a", one, "league", a), ship("b", other, "raiders", b), now=now, head=head)


def step(fight: Fight, answers: Sequence[str] = (), *totals: int, one_die: Sequence[int] = ()) -> Fight:
    """One phase with forced answers and 3d6 totals, single dice after them."""
    return fight.step([*dice(*totals), *one_die], list(answers), steps=1)


def said(fight: Fight, rule: str) -> list[Event]:
    return [event for event in fight.events if event.rule == rule]


def tally_of(fight: Fight, rule: str, place: int = 0) -> list[tuple[float, str]]:
    """The reasons of the n-th roll made by a rule."""
    rolls = [event for event in said(fight, rule) if event.tally is not None]
    tally = rolls[place].tally
    assert tally is not None
    return [(reason.amount, reason.rule) for reason in tally.reasons]


def options(fight: Fight, who: str) -> list[str]:
    """What a ship is offered in the phase that is due, all its questions together."""
    fight.advance()
    return [option.key for ask in fight.asks if ask.who.partition("/")[0] == who for option in ask.options]


def told(fight: Fight, *about: str) -> list[str]:
    """What the last phase told: RULE WHO>WHOM NUMBER NOTE, without `socs.`, and in brackets the rules that stand beside it.

    With rules given only the events of these.
    """
    begun = max((place for place, event in enumerate(fight.events) if event.rule == "socs.turn.sequence"), default=-1)
    lines = []
    for event in fight.events[begun + 1 :]:
        if about and event.rule not in about:
            continue
        who = f"{event.who}>{event.whom}" if event.whom else event.who
        words = [event.rule.removeprefix("socs."), who, str(event.number) if event.number else "", event.note]
        words += [f"[{rule.removeprefix('socs.')}]" for rule in event.by]
        lines.append(" ".join(word for word in words if word))
    return lines
