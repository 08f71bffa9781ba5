"""A part of a review, worked out by a worker: the chances at some points of a fight, and the best of some decisions."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from starfray.engine.actions import Action
from starfray.engine.codec import Plain
from starfray.engine.content import Content
from starfray.engine.rulebook import Rulebook
from starfray.engine.tape import Taped
from starfray.sim.review_best import SearchJob
from starfray.sim.review_chain import Effect, Point
from starfray.sim.review_values import PointJob

SECONDS = 6.0  # for one part
FEW = 20  # playouts from a point, however long they take
MOST = 200
BUDGET = 100  # playouts for the best of a decision


@dataclass(frozen=True, slots=True)
class Part:
    """What has to be worked out for one act, from positions as the viewer knows them; nothing else leaves the room."""

    points: tuple[Point, ...]
    act: tuple[Any, Action, list[Taped]] | None  # the position before it, its action and its tape
    decisions: tuple[Effect, ...]
    seed: int


def review_part(book: Rulebook, content: Content, part: Part) -> dict[str, Plain]:
    """Who won how many playouts from each point, and what was found for each decision, as far as there is time."""
    begun = time.monotonic()
    values = []
    for place, point in enumerate(part.points):
        until = begun + SECONDS * (place + 1) / (len(part.points) + len(part.decisions))
        values.append(won_from(PointJob(book, content, point, {}, part.seed + place, {}), until))
    best = []
    for effect in part.decisions:
        assert part.act is not None
        job = SearchJob(book, content, part.act, effect, {}, {})
        best.append(job.work(0, BUDGET) if time.monotonic() < begun + SECONDS else None)
    return {"values": values, "best": best}


def won_from(job: PointJob, until: float) -> tuple[int, dict[str, int]]:
    """So many playouts, and who won how many of them."""
    played, wins = 0, dict[str, int]()
    while played < FEW or (played < MOST and time.monotonic() < until):
        for side, count in job.work(played, played + FEW).items():
            wins[side] = wins.get(side, 0) + count
        played += FEW
    return played, wins
