"""The review of a room's fight: act by act as pages ask for it, each viewer's from what that viewer could know.

A page asks again and again with the number of acts it has, and is given those that came since: so it can show how far the work
is, and stop by not asking any more. Seats that see the same share one review.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starfray.engine.codec import Plain
from starfray.engine.errors import Refused
from starfray.fight import Fight
from starfray.room.review_part import BUDGET, MOST, Part
from starfray.room.seats import Seat, viewer_of
from starfray.sim.review import Review, Reviewer, points_of
from starfray.sim.review_best import Best
from starfray.sim.review_chain import DECISIONS, Effect, Point, Step
from starfray.sim.review_values import Value, settled

if TYPE_CHECKING:
    from starfray.room.live import Room
    from starfray.room.odds_workers import OddsWorkers

MOST_ACTS = 2_000
AT_ONCE = 25  # acts in which nothing has to be worked out


class ReviewDesk:
    """One viewer's review of a fight, as far as it has come."""

    def __init__(self, fight: Fight, viewer: str) -> None:
        if not 0 < len(fight.journal.entries) <= MOST_ACTS:
            raise Refused("fight.pending", f"a review takes 1 to {MOST_ACTS:,} acts")
        self.version = fight.journal.version
        self.reviewer = Reviewer(fight, {}, viewer, 0, None)
        self.found: Review | None = None
        self.values: dict[Point, Value] = {}
        self.rated: dict[Effect, Best | None] = {}
        self.lock = asyncio.Lock()

    @property
    def acts(self) -> int:
        return len(self.found.acts) if self.found is not None else 0

    def next_part(self) -> Part | None:
        """What has to be worked out for the next act; None if nothing has, or all is done."""
        steps = self.reviewer.steps
        if self.found is None:
            return self._part([self.reviewer.first], None)
        if self.acts == len(steps):
            return None
        step = steps[self.acts]
        return self._part(points_of(step), step)

    def _part(self, points: list[Point], step: Step | None) -> Part | None:
        book, named = self.reviewer.fight.book, self.reviewer.named_sides
        for point in points:
            known = settled(book, point, named)
            if known is not None:
                self.values[point] = known
        open_points = tuple(point for point in points if point not in self.values)
        decisions = tuple(effect for effect in step.effects if effect.kind in DECISIONS) if step is not None else ()
        act = (step.before, step.entry.action, step.entry.tape) if step is not None and decisions else None
        return Part(open_points, act, decisions, 1_000 * self.acts) if open_points or decisions else None

    def take(self, part: Part | None, answer: dict[str, Plain]) -> None:
        """Add what a worker found, and the act it belongs to."""
        named = self.reviewer.named_sides
        if part is not None:
            for point, (fights, wins) in zip(part.points, answer["values"], strict=True):
                self.values[point] = Value({side: wins.get(side, 0) / fights for side in named}, fights)
            self.rated.update(zip(part.decisions, answer["best"], strict=True))
        if self.found is None:
            self.found = self.reviewer.blank(self.values[self.reviewer.first], MOST)
        else:
            self.reviewer.add(self.found, self.reviewer.steps[self.acts], self.values, self.rated)

    def plain(self, have: int) -> dict[str, Plain]:
        """The whole as far as it is known; of the acts those the page does not have."""
        assert self.found is not None
        data = self.found.plain()
        data["acts"] = data["acts"][have:]
        return {**data, "have": self.acts, "budget": BUDGET}


async def review_query(room: Room, seat: Seat, have: int, odds_workers: OddsWorkers) -> dict[str, Plain]:
    """The next act of the seat's review. Players and spectators may see it once the fight is over, the GM at any time."""
    async with room.lock:
        room.check_alive()
        fight = room.state.fight
        if seat.kind != "gm" and fight.over is None:
            raise Refused("fight.pending", "the review is there when the fight is over")
        viewer = viewer_of(fight.state, seat)
        desk = room.reviews.get(viewer)
        if desk is None or desk.version != fight.journal.version:
            desk = room.reviews[viewer] = await room.work(ReviewDesk, fight, viewer, far=True)
        pack_set = fight.pack_set
    async with desk.lock:
        for _ in range(AT_ONCE):
            if desk.acts > have or desk.acts == len(desk.reviewer.steps):
                break
            part = desk.next_part()
            answer: dict[str, Plain] = {}
            if part is not None:
                answer = await odds_workers.review(fight.book.name, part, pack_set, room.id, seat.id)
            desk.take(part, answer)
        return desk.plain(have)
