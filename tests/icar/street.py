"""The fight most tests on foot start from: a against b, a metre apart, the initiative settled."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight, Refused

#: Battle 3, Shift 3, Meat 3, Street Fighting 1, Shooting 3; hit points 10, Stun 11
A = """
attributes = { battle = 3, shift = 3, meat = 3, soul = 2, wit = 2 }
skills = { street-fighting = 1, shooting = 3 }
"""
#: Battle 2, Shift 2, Meat 2, Street Fighting 1; hit points 10, Stun 9
B = """
attributes = { battle = 2, shift = 2, meat = 2, soul = 2, wit = 2 }
skills = { street-fighting = 1 }
"""
FISTS = 'combos = [{ name = "fists", moves = ["punch", "punch"] }]\n'
FLOOR = 'combos = [{ name = "floor", moves = ["punch", "trip", "stamp"] }]\n'


def street(
    a: str = "",
    b: str = "",
    *,
    more: str = "",
    head: str = "",
    now: str = "turn = 1",
    gap: float = 1,
    base: str = A,
    foe: str = B,
    side: str = "blue",
) -> Fight:
    """`a` and `b` are further fields of the two, `side` that of `b`; `more` further people. `now` empty: nothing has begun."""
    begun = f"[now]\n{now}\n" if now else ""
    text = f'rulebook = "icar"\nkind = "ground"\n{head}\n{begun}'
    text += f'[[combatant]]\nid = "a"\nside = "red"\ninitiative = 12\nat = [0, 0]\n{base}{a}\n'
    text += f'[[combatant]]\nid = "b"\nside = "{side}"\ninitiative = 8\nat = [{gap}, 0]\n{foe}{b}\n{more}'
    return starfray.loads(text)


def third(words: str = "", who: str = "c", side: str = "blue", at: str = "[0, 1]", initiative: int = 6) -> str:
    return f'[[combatant]]\nid = "{who}"\nside = "{side}"\ninitiative = {initiative}\nat = {at}\n{words or B}\n'


def said(fight: Fight) -> list[str]:
    return [rule for event in fight.events for rule in (event.rule, *event.by)]


def needed(fight: Fight) -> int:
    """What the last die had to show, or to beat the other's by."""
    return next(event.tally.total for event in reversed(fight.events) if event.tally is not None)


def rolls(fight: Fight) -> list[tuple[str, str]]:
    return [(event.rule, event.who) for event in fight.events if event.faces is not None]


def refused(fight: Fight, text: str, rule: str) -> Refused:
    """The action is refused by this rule, and nothing has changed."""
    before = fight.hash
    with pytest.raises(Refused) as caught:
        fight.play(text, dice=[])
    assert caught.value.rule == rule
    assert fight.hash == before
    return caught.value


def form(fight: Fight, who: str, kind: str) -> starfray.engine.values.Form:
    return next(each for each in fight.legal(who) if each.kind == kind)
