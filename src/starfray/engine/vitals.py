"""How somebody is, at a glance: up or down, what is left of them, what they suffer from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

UP, DOWN, OUT, DEAD = "up", "down", "out", "dead"
STATES = (UP, DOWN, OUT, DEAD)  # down: cannot act but is still in the fight; out: has left, given up, been removed
BAD, GOOD, PLAIN = "bad", "good", "plain"
HEALTH, TURN = "health", "turn"


@dataclass(frozen=True, slots=True)
class Pool:
    """Something counted: `now` of `most`. `key` is the path of the figure, below the combatant's."""

    key: str
    label: str
    now: int
    most: int
    kind: str = HEALTH  # health: what is left of somebody; turn: what they may still use this turn
    noun: str = ""  # as a sentence counts it: "HP", "section|sections"; '' for the label
    others: tuple[str, ...] = ()  # further figures it is worked out from


@dataclass(frozen=True, slots=True)
class Condition:
    """What is to be said of somebody beside the figures: 'burning' 2, 'holds' Tor."""

    name: str
    note: str = ""  # how much, how long
    rule: str = ""
    tone: str = PLAIN
    whom: str = ""  # the combatant it is about
    #: how a sentence says that it came about: "loses an arm"; None: "is …" where it is bad, else nothing; '': never said
    said: str | None = None
    chosen: bool = False  # people bring it on themselves to avoid worse (they drop down): no harm

    @property
    def text(self) -> str:
        return " ".join(word for word in (self.name, self.whom, self.note) if word)

    @property
    def word(self) -> str:
        """The name on its own: of 'feinted: defence -1' the 'feinted'."""
        return self.name.removesuffix(":")


@dataclass(frozen=True, slots=True)
class Vitals:
    state: str = UP
    word: str = ""  # how they are, unless they are up: "bleeding out"
    pools: list[Pool] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)


def worded(conditions: Iterable[Condition]) -> str:
    return ", ".join(each.text for each in conditions)


def holding(*found: tuple[object, Condition]) -> list[Condition]:
    """Those conditions whose test holds."""
    return [condition for holds, condition in found if holds]


def plain_pools(actor: Any, keys: Iterable[str]) -> list[Pool]:
    """Pools that are fields of a combatant with a `max_` beside each."""
    pools = []
    for key in keys:
        now, most = getattr(actor, key, None), getattr(actor, f"max_{key}", None)
        if isinstance(now, int) and isinstance(most, int):
            pools.append(Pool(key.replace("_", "-"), key.replace("_", " ").upper(), now, most))
    return pools


def guessed(actor: Any, pool: Pool) -> bool:
    """Is the figure, or one it is worked out from, a printed one in place of the real one?"""
    known = [path.replace("_", "-") for path in actor.assumed]
    paths = (pool.key, f"max-{pool.key}", *pool.others)
    return any(path == each or path.startswith(f"{each}.") or each.startswith(f"{path}.") for path in paths for each in known)


def said_of(condition: Condition) -> str:
    """How a sentence says that it came about; '' if it is not worth one."""
    if condition.said is not None:
        return condition.said
    return f"is {condition.name}" if condition.tone == BAD and not condition.whom else ""


def lost(before: Vitals, after: Vitals) -> dict[str, int] | None:
    """What somebody has lost, by the word for it; None if they came to no harm at all."""
    had = {pool.key: pool.now for pool in before.pools if pool.kind == HEALTH}
    losses: dict[str, int] = {}
    for pool in after.pools:
        if pool.kind == HEALTH and had.get(pool.key, pool.now) > pool.now:
            losses[(pool.noun or pool.label).rpartition("|")[2]] = had[pool.key] - pool.now
    known = {condition.name for condition in before.conditions}
    worse = STATES.index(after.state) > STATES.index(before.state)
    fresh = [condition for condition in after.conditions if condition.name not in known and not condition.chosen]
    suffers = any(said_of(condition) and condition.tone == BAD for condition in fresh)
    return losses if losses or worse or suffers else None
