"""What an agent sees, as a vector of numbers from 0 to 1: the view of its side, and nothing else.

First `GLOBALS` figures of the fight, then `FEATURES` figures for each of `SEEN` combatants: whoever decides, the rest of their
side, everybody else in sight, each in the order of the roster. What is missing is 0.
"""

from __future__ import annotations

from math import hypot
from typing import Any

import numpy
import numpy.typing

from starfray.engine.position import combatant_of
from starfray.engine.rulebook import Rulebook
from starfray.engine.vitals import DEAD, DOWN, HEALTH, OUT, UP
from starfray.envs.candidates import slots_of
from starfray.envs.match import Decision

GONE = (OUT, DEAD)
Vector = numpy.typing.NDArray[numpy.float32]

#: clock; choosing how; a question; how many choices; which kind was chosen or which rule asks; of the own side and of the
#: others: how many stand, and how much of their health is left
GLOBALS = 9
SEEN = 24
POOLS = 5
#: in sight; own side; decides; up; down; out; hidden; figures assumed; conditions; has a place; x; y; distance; then the pools
FEATURES = 13 + POOLS
SIZE = GLOBALS + SEEN * FEATURES
LONG = 50.0  # turns,
MANY = 12.0  # combatants of a side, options of a question,
FAR = 100.0  # and units of length that count as 1


def observe(book: Rulebook, view: Any, side: str, decision: Decision | None = None) -> Vector:
    """The view of `side`, with what it has to decide."""
    found = numpy.zeros(SIZE, numpy.float32)
    decides = combatant_of(view, decision.who) if decision is not None else None
    own = [actor for actor in view.roster.values() if actor.side == side]
    others = [actor for actor in view.roster.values() if actor.side != side]
    row = sorted(own, key=lambda actor: actor is not decides) + others
    figures = numpy.zeros(4, numpy.float32)  # standing and health, of the own side and of the others
    for number, actor in enumerate(row[:SEEN]):
        at = GLOBALS + number * FEATURES
        stands, health = describe(found, at, book, view, actor, decides)
        ours = actor.side == side
        found[at + 1] = ours
        figures[0 if ours else 2] += stands
        figures[1 if ours else 3] += health
    found[0] = book.clock(view) / LONG
    if decision is not None:
        found[1], found[2] = bool(decision.kind), decision.ask is not None
        found[3] = len(decision.choices) / MANY
        asked = decision.ask
        found[4] = rule_figure(book, asked.rule) if asked is not None else decision.kind_slot / slots_of(book, view)
    found[5:9] = figures / MANY
    return numpy.clip(found, 0.0, 1.0, out=found)


def describe(found: Vector, at: int, book: Rulebook, view: Any, actor: Any, decides: Any) -> tuple[bool, float]:
    """Write one combatant's figures; is it up, and how much of its health is left?"""
    vitals = book.vitals_of(view, actor)
    found[at] = 1.0
    found[at + 2] = actor is decides
    found[at + 3], found[at + 4], found[at + 5] = vitals.state == UP, vitals.state == DOWN, vitals.state in GONE
    found[at + 6], found[at + 7] = bool(actor.hidden), bool(actor.assumed)
    found[at + 8] = len(vitals.conditions) / 8
    if actor.at is not None:
        wide, high = view.scene.size or (FAR, FAR)
        found[at + 9] = 1.0
        found[at + 10], found[at + 11] = actor.at[0] / max(wide, 1), actor.at[1] / max(high, 1)
        if decides is not None and decides.at is not None:
            found[at + 12] = hypot(actor.at[0] - decides.at[0], actor.at[1] - decides.at[1]) / FAR
    shares = [pool.now / pool.most if pool.most else pool.now / MANY for pool in vitals.pools[:POOLS]]
    found[at + 13 : at + 13 + len(shares)] = shares
    left = [share for share, pool in zip(shares, vitals.pools, strict=False) if pool.kind == HEALTH]
    up = vitals.state == UP
    return up, max(0.0, sum(left) / len(left)) if left and vitals.state not in GONE else float(up)


_figures: dict[str, dict[str, float]] = {}


def rule_figure(book: Rulebook, rule: str) -> float:
    """A number of its own for each rule that may ask: its place in the book's ledger."""
    known = _figures.get(book.name)
    if known is None:
        rules = book.ledger().rules
        known = _figures[book.name] = {each.id: (place + 1) / len(rules) for place, each in enumerate(rules)}
    return known.get(rule, 0.0)
