"""The chances at every point of a small fight, exactly: the solver's graph, grown by what was played or might have been."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starfray.engine.actions import to_text
from starfray.engine.garbage_collector import gc_paused
from starfray.engine.policy import Policies
from starfray.engine.position import combatant_of, sides
from starfray.engine.tables.exact import spread
from starfray.fight import Fight
from starfray.sim.planner.candidates import first_level
from starfray.sim.planner.policy import answers
from starfray.sim.review_best import Best
from starfray.sim.review_chain import ANSWER, Effect, Point, Step, knows_all, with_answer
from starfray.sim.review_values import Value, settled
from starfray.sim.solve import ACT, PositionGraph, TooBig, key_of, solution

LEAST = 1e-9  # a choice that is better by less is as good
Progress = Callable[[int, int, int], None]


class SolvedValues:
    """Values of points, each from all the positions it can lead to."""

    def __init__(
        self, fight: Fight, policies: Policies, most_states: int, most_runs: int, progress: Progress | None = None
    ) -> None:
        self.fight, self.book, self.content = fight, fight.book, fight.content
        self.policies, self.named = policies, sides(fight.start)
        self.graph = PositionGraph(fight.book, fight.content, policies, most_states, most_runs, progress)

    def values(self, points: list[Point]) -> list[Value]:
        """Of all of them at once. Raises TooBig with what stood in the way."""
        with gc_paused():
            ways = [self.ways(point) for point in points]
            self.graph.explore(*(state for way in ways for state, _ in way))
            found = solution(self.graph, self.fight.start).values
        values = []
        for point, way in zip(points, ways, strict=True):
            known = settled(self.book, point, self.named)
            if known is None:
                rows = [(found[key_of(self.book, state, self.book.over(state))], weight) for state, weight in way]
                known = Value({side: sum(weight * row.get(side, 0.0) for row, weight in rows) for side in self.named})
            values.append(known)
        return values

    def ways(self, point: Point) -> list[tuple[Any, float]]:
        """The positions the point leads to when its act is done, and how likely each is."""
        if point.action is None:
            return [(point.state, 1.0)]
        found = spread(
            self.book, point.state, point.action, self.policies, budget=ACT, content=self.content, known=point.tape, parts=False
        )
        if found.residual or found.unlisted:
            raise TooBig(f"too big to solve: {to_text(point.action)!r} alone can go more than {ACT:,} ways")
        return [(leaf.state, leaf.weight) for leaf in found.leaves]

    def best(self, decisions: list[tuple[Step, Effect]]) -> list[Best | None]:
        """The best of everything the forms offer, for each decision."""
        rows = [self.options(step, effect) for step, effect in decisions]
        values = iter(self.values([point for row in rows for _, point in row]))
        found: list[Best | None] = []
        for (step, effect), row in zip(decisions, rows, strict=True):
            actor = combatant_of(step.before, effect.who)
            chances = [(words, next(values).of(actor.side)) for words, _ in row]
            if len(chances) < 2:
                found.append(None)
                continue
            played = chances[0][1]
            words, chance = max(chances, key=lambda each: each[1])
            better = chance > played + LEAST
            found.append(Best(words if better else effect.words, max(chance, played), played, max(0.0, chance - played), 0))
        return found

    def options(self, step: Step, effect: Effect) -> list[tuple[str, Point]]:
        """What was decided, then everything else that might have been, from what the decider knew."""
        actor = combatant_of(step.before, effect.who)
        if actor is None or effect.judged is None:
            return []
        action, tape = step.entry.action, step.entry.tape
        if effect.kind == ANSWER:
            if not knows_all(step.before, actor) or effect.ask is None:
                return []
            known = effect.judged[0].tape if effect.judged else tuple(tape[: effect.place + 1])
            place = effect.place
            others = [answer for answer in answers(effect.ask) if answer != effect.words]
            points = [
                (answer, Point(step.before, action, (*known[:place], with_answer(tape[place], answer), *known[place + 1 :])))
                for answer in others
            ]
            return [(effect.words, Point(step.before, action, known)), *points]
        view = self.book.view(step.before, f"side:{actor.side}")
        actions = [action, *(each for each in first_level(self.book, view, effect.who) if each != action)]
        return [(to_text(each), Point(view, each)) for each in actions]
