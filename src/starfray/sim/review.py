"""A review of a played fight: who stood how after every act, what the dice gave and took, what decisions were worth.

The chance to win at a point is the one under given policies. Every throw, choice and answer moves it, and the steps add up:
start + luck + decisions (+ the GM's hand + what was not known) = result. docs/review.md explains the method and its limits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import hypot

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput
from starfray.engine.policy import Policies
from starfray.engine.position import combatant_of, seat_of, sides
from starfray.engine.values import GM
from starfray.fight import Fight
from starfray.sim.job import seed_of
from starfray.sim.policies import policies_called
from starfray.sim.policy_transport import texts_of
from starfray.sim.review_best import Best, SearchJob
from starfray.sim.review_chain import DECISIONS, EDIT, THROW, UNSEEN, Chain, Effect, Point, Step
from starfray.sim.review_setup import ReviewJob, setups_of
from starfray.sim.review_solved import SolvedValues
from starfray.sim.review_values import PointJob, Value, settled
from starfray.sim.solve import RUNS, STATES, TooBig
from starfray.sim.workers import ProcessPool, Task
from starfray.summary import summary

PLAYOUTS = 200  # from each point
BUDGET = 100  # playouts for the best of one decision
SMALL_STATES, SMALL_RUNS = 2_000, 8_000  # a fight that needs no more is solved without being asked to
TURNS = 5  # turning points, at most
LEAST_TURN = 0.05
SURE = 1.959964  # standard errors: 19 of 20
LUCK, DECISION = "luck", "decision"
KINDS = {THROW: LUCK, EDIT: EDIT, UNSEEN: UNSEEN, **dict.fromkeys(DECISIONS, DECISION)}
Progress = Callable[[int, int, str], None]


@dataclass(slots=True)
class Term:
    """One step of the chances: what caused it, whose it is, and what it was worth to each side."""

    kind: str  # luck | decision | edit | unseen
    cause: str  # throw | choice | answer | edit | unseen
    who: str
    rule: str
    words: str
    usual: str
    worth: dict[str, float]
    error: float  # the largest standard error of these
    best: Best | None = None

    def plain(self) -> dict[str, Plain]:
        found: dict[str, Plain] = {
            "kind": self.kind,
            "cause": self.cause,
            "who": self.who,
            "rule": self.rule,
            "words": self.words,
            "worth": self.worth,
            "within": SURE * self.error,
        }
        if self.kind == DECISION:
            found["usual"] = self.usual
            found["best"] = self.best.plain() if self.best is not None else None
        return found


@dataclass(slots=True)
class Act:
    """One act with the chances before and after it."""

    number: int
    kind: str
    time: int
    who: str
    headline: str
    dice: list[dict[str, Plain]]
    before: Value
    after: Value
    terms: list[Term] = field(default_factory=list)

    def moved(self, side: str) -> float:
        return self.after.of(side) - self.before.of(side)

    def plain(self) -> dict[str, Plain]:
        return {
            "number": self.number,
            "kind": self.kind,
            "time": self.time,
            "who": self.who,
            "headline": self.headline,
            "dice": self.dice,
            "before": self.before.plain(),
            "after": self.after.plain(),
            "terms": [term.plain() for term in self.terms],
        }


@dataclass(slots=True)
class Person:
    """What the dice and the decisions of one combatant (or of one station of a crew) were worth to their side."""

    who: str
    name: str
    side: str
    seat: str
    luck: float = 0.0
    decisions: float = 0.0
    cost: float = 0.0  # given away against the best that was found
    throws: int = 0
    ratings: list[str] = field(default_factory=list)  # of each decision that could be rated: best | close | costly
    variances: dict[str, float] = field(default_factory=dict)  # of luck and of decisions

    def within(self, kind: str) -> float:
        """Half the interval of the luck or of the decisions; rather too wide than too narrow."""
        return float(SURE * self.variances.get(kind, 0.0) ** 0.5)

    def plain(self) -> dict[str, Plain]:
        return {
            "who": self.who, "name": self.name, "side": self.side, "seat": self.seat, "luck": self.luck,
            "decisions": self.decisions, "cost": self.cost, "throws": self.throws, "ratings": self.ratings,
            "luck_within": self.within(LUCK), "decisions_within": self.within(DECISION),
        }  # fmt: skip


@dataclass(slots=True)
class Review:
    """The acts reviewed, in order. `of` is how many there were: an interrupt leaves the rest out."""

    title: str
    book: str
    tick: str
    sides: list[str]
    policy: str
    viewer: str
    of: int
    playouts: int  # from each point; 0: exact
    start: Value
    acts: list[Act] = field(default_factory=list)
    people: dict[str, Person] = field(default_factory=dict)
    over: str = ""  # how the fight ended, if it did and the review came so far

    @property
    def exact(self) -> bool:
        return not self.playouts

    @property
    def end(self) -> Value:
        return self.acts[-1].after if self.acts else self.start

    def total(self, side: str, kind: str, own: bool | None = None) -> float:
        """What all terms of a kind were worth to a side; of those by its own people, or by others."""
        whole = 0.0
        for act in self.acts:
            for term in act.terms:
                person = self.people.get(term.who)
                mine = person is not None and person.side == side
                if term.kind == kind and own in (None, mine):
                    whole += term.worth.get(side, 0.0)
        return whole

    def sums(self, side: str) -> dict[str, float]:
        """start + own luck + others' luck + own decisions + others' decisions + the GM's edits + the unseen = result."""
        return {
            "start": self.start.of(side),
            "own_luck": self.total(side, LUCK, True),
            "other_luck": self.total(side, LUCK, False),
            "own_decisions": self.total(side, DECISION, True),
            "other_decisions": self.total(side, DECISION, False),
            "edits": self.total(side, EDIT),
            "unseen": self.total(side, UNSEEN),
            "result": self.end.of(side),
        }

    def turning_points(self) -> list[Act]:
        """The acts that moved the chances of the first side most, clearly and by 5 points or more, in their order."""
        side = self.sides[0]
        clear = [
            act for act in self.acts if abs(act.moved(side)) > max(LEAST_TURN, SURE * error_of(act.before, act.after, side))
        ]
        return sorted(sorted(clear, key=lambda act: -abs(act.moved(side)))[:TURNS], key=lambda act: act.number)

    def plain(self) -> dict[str, Plain]:
        return {
            "title": self.title,
            "rulebook": self.book,
            "tick": self.tick,
            "sides": self.sides,
            "policy": self.policy,
            "viewer": self.viewer,
            "exact": self.exact,
            "playouts": self.playouts,
            "acts_in_all": self.of,
            "whole": len(self.acts) == self.of,
            "over": self.over,
            "start": self.start.plain(),
            "result": self.end.plain(),
            "sums": {side: self.sums(side) for side in self.sides},
            "turning_points": [act.number for act in self.turning_points()],
            "people": [person.plain() for person in self.people.values()],
            "acts": [act.plain() for act in self.acts],
        }


def error_of(before: Value, after: Value, side: str) -> float:
    return hypot(before.error(side), after.error(side))


def review(
    fight: Fight,
    *,
    policies: dict[str, str] | None = None,
    viewer: str = GM,
    exact: bool | None = None,
    playouts: int = PLAYOUTS,
    budget: int = BUDGET,
    seed: int = 0,
    workers: int = 1,
    progress: Progress | None = None,
) -> Review:
    """Review a fight as far as it was played, as `viewer` could follow it. `exact`: solved, or refused as too big; None: solved
    if it is small. `budget` is the number of playouts in which something better is looked for at each decision; 0: not at all.

    An interrupt gives the acts that were reviewed so far.
    """
    if not fight.journal.entries:
        raise BadInput("nothing has been played yet", expected="a transcript or a save with acts in it")
    for value, name, least in ((playouts, "-n", 2), (budget, "--budget", 0)):
        if value < least:
            raise BadInput(f"{value} playouts", field=name, expected=f"{least} or more")
    reviewer = Reviewer(fight, policies or {}, viewer, seed, progress)
    if exact or (exact is None and reviewer.decided.steady):
        limits = (STATES, RUNS) if exact else (SMALL_STATES, SMALL_RUNS)
        try:
            return reviewer.solved(*limits, budget)
        except TooBig:
            if exact:
                raise
    return reviewer.sampled(playouts, budget, workers)


class Reviewer:
    """One review under way."""

    def __init__(self, fight: Fight, policies: dict[str, str], viewer: str, seed: int, progress: Progress | None) -> None:
        self.fight, self.named, self.viewer, self.seed = fight, policies, viewer, seed
        self.decided: Policies = policies_called(fight.book, policies)
        self.chain = Chain(fight, self.decided, viewer)
        self.steps = self.chain.steps()
        self.progress = progress
        self.first = Point(self.steps[0].before)
        self.named_sides = sides(fight.start)

    def solved(self, most_states: int, most_runs: int, budget: int) -> Review:
        def tell(states: int, left: int, runs: int) -> None:
            self.tell(0, f"solving: {states:,} positions")

        solver = SolvedValues(self.fight, self.decided, most_states, most_runs, tell)
        points = [self.first, *(point for step in self.steps for point in points_of(step))]
        values = dict(zip(points, solver.values(points), strict=True))
        decisions = [(step, effect) for step in self.steps for effect in step.effects if effect.kind in DECISIONS]
        best = self.solved_best(solver, decisions, budget) if budget else [None] * len(decisions)
        rated = {effect: found for (_, effect), found in zip(decisions, best, strict=True)}
        found = self.blank(values[self.first], 0)
        for step in self.steps:
            self.add(found, step, values, rated)
        return found

    def solved_best(self, solver: SolvedValues, decisions: list[tuple[Step, Effect]], budget: int) -> list[Best | None]:
        """What might have been leads to many more positions: where they are too many, the planner looks for the best."""
        try:
            return solver.best(decisions)
        except TooBig:
            found = []
            for step, effect in decisions:
                self.tell(step.number, "looking for better choices")
                found.append(self.search(step, effect).work(0, budget))
            return found

    def search(self, step: Step, effect: Effect) -> SearchJob:
        place = (step.before, step.entry.action, step.entry.tape)
        return SearchJob(self.fight.book, self.fight.content, place, effect, self.named, texts_of(self.named))

    def sampled(self, playouts: int, budget: int, workers: int) -> Review:
        """Points and decisions in the order of the acts, so that what is there at an interrupt is a whole part."""
        texts = texts_of(self.named)
        book, content, named = self.fight.book, self.fight.content, sides(self.fight.start)
        work: list[tuple[Step | None, Point | Effect]] = [(None, self.first)]
        for each in self.steps:
            work.extend((each, point) for point in points_of(each))
            work.extend((each, effect) for effect in each.effects if budget and effect.kind in DECISIONS)
        values: dict[Point, Value] = {}
        rated: dict[Effect, Best | None] = {}
        jobs: list[ReviewJob] = []
        tasks: list[Task] = []
        waiting: list[tuple[Step | None, Point | Effect]] = []
        for number, (step, what) in enumerate(work):
            if isinstance(what, Point):
                known = settled(book, what, named)
                if known is not None:
                    values[what] = known
                    continue
                jobs.append(PointJob(book, content, what, self.named, seed_of(self.seed, number), texts))
                tasks.append(Task(len(tasks), 0, playouts, "work"))
            else:
                assert step is not None
                jobs.append(self.search(step, what))
                tasks.append(Task(len(tasks), 0, budget, "work"))
            waiting.append((step, what))
        with ProcessPool(jobs, lambda: setups_of(self.fight, jobs), workers) as pool:
            results = zip(waiting, pool.results(tasks), strict=True)
            return self.gathered(results, values, rated, playouts, named)

    def gathered(
        self,
        results: Iterator[tuple[tuple[Step | None, Point | Effect], object]],
        values: dict[Point, Value],
        rated: dict[Effect, Best | None],
        playouts: int,
        named: list[str],
    ) -> Review:
        done = 0
        try:
            for (step, each), result in results:
                if isinstance(each, Point):
                    assert isinstance(result, dict)
                    values[each] = Value({side: result.get(side, 0) / playouts for side in named}, playouts)
                else:
                    assert result is None or isinstance(result, Best)
                    rated[each] = result
                if step is not None and step.number > done:
                    done = step.number
                    self.tell(done, "")
        except KeyboardInterrupt:
            if self.first not in values or not done:
                raise
            done -= 1  # the act under way is not whole
        else:
            done = len(self.steps)
        found = self.blank(values[self.first], playouts)
        for step in self.steps[:done]:
            self.add(found, step, values, rated)
        return found

    def tell(self, done: int, words: str) -> None:
        if self.progress is not None:
            self.progress(done, len(self.steps), words)

    def blank(self, start: Value, playouts: int) -> Review:
        fight = self.fight
        named = sides(self.chain.seen(fight.state))
        policy = self.decided.name
        found = Review(
            fight.title, fight.book.name, fight.book.tick, named, policy, self.viewer, len(self.steps), playouts, start
        )
        for who, one in self.chain.seen(fight.state).roster.items():
            found.people[who] = Person(who, one.name or who, one.side, one.seat)
        return found

    def add(self, found: Review, step: Step, values: dict[Point, Value], rated: dict[Effect, Best | None]) -> None:
        """One more act, with its terms."""
        fight, (before, after) = self.fight, step.real
        told = summary(
            fight.book, before, after, step.entry.events, self.viewer,
            kind=step.entry.kind, action=step.entry.action, tape=step.entry.tape,
        )  # fmt: skip
        now = found.end
        act = Act(step.number, step.entry.kind, fight.book.clock(step.before), told.who, told.headline, told.dice, now, now)
        for effect in step.effects:
            if effect.point is None:
                act.terms.append(self.term(found, effect, now, now, values, rated)[0])
                continue
            after_it = values[effect.point]
            act.terms.extend(self.term(found, effect, now, after_it, values, rated))
            now = after_it
        act.after = now
        found.acts.append(act)
        for term in act.terms:
            self.credit(found, term)
        if len(found.acts) == found.of and fight.over is not None:
            found.over = fight.over.reason

    def term(
        self,
        found: Review,
        effect: Effect,
        before: Value,
        after: Value,
        values: dict[Point, Value],
        rated: dict[Effect, Best | None],
    ) -> list[Term]:
        """What the effect was worth. Of a decision only what the decider could know; the rest counts as unseen."""
        whole = {side: after.of(side) - before.of(side) for side in found.sides}
        error = max((error_of(before, after, side) for side in found.sides), default=0.0) if after is not before else 0.0
        term = Term(KINDS[effect.kind], effect.kind, effect.who, effect.rule, effect.words, effect.usual, whole, error)
        term.best = rated.get(effect)
        if effect.point is None or effect.judged == ():
            return [term]
        if effect.judged is None:
            term.worth = dict.fromkeys(found.sides, 0.0)
        else:
            decided, usual = values[effect.judged[0]], values[effect.judged[1]]
            term.worth = {side: decided.of(side) - usual.of(side) for side in found.sides}
            term.error = max((error_of(usual, decided, side) for side in found.sides), default=0.0)
        rest = {side: whole[side] - term.worth[side] for side in found.sides}
        return [term, Term(UNSEEN, effect.kind, "", "", "", "", rest, hypot(error, term.error))]

    def credit(self, found: Review, term: Term) -> None:
        """Put the term down to whoever threw or decided."""
        if term.kind not in (LUCK, DECISION):
            return
        person = found.people.get(term.who)
        if person is None:
            actor = combatant_of(self.fight.state, term.who)
            if actor is None:
                return
            name = f"{actor.name or actor.id}/{term.who.partition('/')[2]}"
            person = Person(term.who, name, actor.side, seat_of(self.fight.state, term.who))
            found.people[term.who] = person
        worth = term.worth.get(person.side, 0.0)
        person.variances[term.kind] = person.variances.get(term.kind, 0.0) + term.error**2
        if term.kind == LUCK:
            person.luck += worth
            person.throws += 1
        else:
            person.decisions += worth
            if term.best is not None:
                person.cost += term.best.cost
                person.ratings.append(term.best.rating)


def points_of(step: Step) -> list[Point]:
    """Every point of an act whose value is needed."""
    found: list[Point] = []
    for effect in step.effects:
        if effect.point is not None:
            found.append(effect.point)
            found.extend(effect.judged or ())
    return found
