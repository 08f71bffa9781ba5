"""Small fights for the tests: Ana of the crew and Tor of the dock, thirty metres apart, Ana to act with four Actions."""

from __future__ import annotations

import starfray
from starfray import Fight

ANA = 'id = "ana"\nside = "crew"\nactions = 4\nat = [0, 0]\nweapons = ["ecsc-mk16"]'
TOR = 'id = "tor"\nside = "dock"\nat = [30, 0]\nweapons = ["matthews-11-35-carbine"]'
BO = 'id = "bo"\nside = "crew"\nat = [0, 10]\nstats = { strength = 6 }\nweapons = ["ecsc-mk249"]'


def fight(
    ana: str = "", tor: str = "", *others: str, up: str = "ana", order: str = "", head: str = "", now: str = "", scene: str = ""
) -> Fight:
    """A fight in its first round; `ana` and `tor` are further lines of their tables, `others` whole tables."""
    rows = [merge(ANA, ana), merge(TOR, tor), *others]
    ids = order.split() if order else [row.split('id = "')[1].split('"')[0] for row in rows]
    listed = ", ".join(f'"{who}"' for who in ids)
    text = [
        'rulebook = "compound-x"',
        head,
        "[now]",
        "round = 1",
        f"order = [{listed}]",
        f'up = "{up}"',
        "started = true",
        now,
        scene,
    ]
    text += [f"[[combatant]]\n{row}" for row in rows]
    return starfray.loads("\n".join(text))


def merge(base: str, over: str) -> str:
    """The lines of `over` replace those of `base` with the same key."""
    keys = [line.split(" = ")[0] for line in over.splitlines()]
    return "\n".join([line for line in base.splitlines() if line.split(" = ")[0] not in keys] + over.splitlines())


def rules(fight: Fight) -> list[str]:
    """What was said, and what was cited beside it."""
    return [rule for event in fight.events for rule in (event.rule, *event.by)]


def miss(fight: Fight, action: str) -> int:
    """The miss chance an action would be rolled against."""
    seen = fight.preview(action)
    assert seen.tally is not None, seen.refused
    return seen.tally.total
