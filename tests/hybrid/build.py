"""Small Hybrid fights for tests."""

from __future__ import annotations

import starfray
from starfray import Fight

EQUAL = "stats = { pst = 15, pen = 12, dex = 15, pag = 15, paw = 12 }"  # PCA 15, PDF 15, PSE 3, PBD 27, PFT 39, PEX 63, Speed 4

STAYS = 'orders = { "hybrid.ruling.wait" = "never" }'  # no dodge when a blow is begun


def duel(*, a: str = "", b: str = "", now: str = "begun = true\ncount = 100", head: str = "", more: str = "") -> Fight:
    """Two equal fighters with short swords at rank 8 on count 100. a chooses now; b has been ready since count 90 and waits
    until 200, without thinking of a dodge before a blow lands. `a` and `b` are TOML lines that replace these.
    """
    common = (EQUAL, "skills = { short-sword = 8 }", 'weapons = ["short-sword"]')
    red = sheet(a, *common, "initiative = 100")
    blue = sheet(b, *common, "initiative = 90", "wait-until = 200", STAYS)
    return starfray.loads(f"""
rulebook = "hybrid"
{head}
[now]
{now}
[[combatant]]
id = "a"
side = "red"
{red}
[[combatant]]
id = "b"
side = "blue"
{blue}
{more}
""")


def sheet(given: str, *defaults: str) -> str:
    """The given lines, and each default whose field is not among them."""
    fields = [line.split(" = ")[0] for line in given.splitlines()]
    return "\n".join([given, *(line for line in defaults if line.split(" = ")[0] not in fields)])


def heard(fight: Fight, rule: str) -> list[str]:
    """The notes of all events of a rule."""
    return [event.note for event in fight.events if event.rule == rule]


def chance(fight: Fight, rule: str = "hybrid.tohit.chance") -> int:
    """The success chance of the last roll under a rule."""
    return [event.tally.total for event in fight.events if event.rule == rule and event.tally is not None][-1]


def landed(fight: Fight, action: str, dice: list[int], answers: list[str] | None = None) -> Fight:
    """The action begun without dice, then its landing with these."""
    fight.play(action, dice=[])
    return fight.step(dice=dice, answers=answers or [])


def reasons(fight: Fight, rule: str = "hybrid.tohit.chance") -> dict[str, float]:
    """What made up the last chance rolled under a rule: rule id to amount, of the percentage points."""
    tally = [event.tally for event in fight.events if event.rule == rule and event.tally is not None][-1]
    return {reason.rule: reason.amount for reason in tally.reasons}


def asked(fight: Fight, action: str) -> dict[str, int]:
    """What the defender is told about each ward against an action that lands."""
    fight.play(action, dice=[])
    fight.advance()
    (ask,) = fight.asks
    return dict(ask.facts)
