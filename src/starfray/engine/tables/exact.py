"""The exact table: every class of outcome with its weight, found by running the same rule code again and again.

A run follows a prefix of taken branches, takes the likeliest branch at everything new, and leaves the others on a list.
`merge` is where runs meet that no longer differ in anything that matters: the first to come goes on for all, the others
stop there and only add their weight. So the runs form a graph of meeting points; weights flow through it at the end
(merge_graph.py).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush, heapreplace
from typing import Any

from starfray.engine.actions import Action
from starfray.engine.answers import fitting, write_shares
from starfray.engine.chances import Chances, Distribution, even, gathered
from starfray.engine.codec import clone, freeze
from starfray.engine.content import Content
from starfray.engine.dice import Rounds, Shape, Tie
from starfray.engine.errors import Halt, TapeMismatch
from starfray.engine.garbage_collector import gc_paused
from starfray.engine.generator import Generator
from starfray.engine.gm import perform
from starfray.engine.pictures import Pictures
from starfray.engine.policy import Policies
from starfray.engine.position import AnyPosition
from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from starfray.engine.tables.merge_graph import START, Asked, BrokenWord, End, Leaf, Question, Web, outline
from starfray.engine.tape import Taped
from starfray.engine.values import Ask, Tally

DEFAULT_BUDGET = 20_000
REWEIGHS = 8  # how often during a budget the waiting prefixes are weighed again
ASKED_EVERY = 20  # runs, whether they are enough
NOTHING = 1e-18  # lighter branches are not walked: throws repeated on a tie would never end
ROUNDING = 1e-12  # a residual below this counts as 0
__all__ = ["DEFAULT_BUDGET", "START", "ExactTable", "Leaf", "Prefix", "Spread", "Walk", "spread"]


@dataclass(slots=True)
class Spread:
    """All ways an action can end. `residual` is the weight of what the budget did not reach.

    `leaves` are whole positions; if there are too many of them to list, `unlisted` is the weight of the rest. `marginals`
    are complete all the same: combatant → the records they can end with, each in a position that shows it, and how likely.
    """

    leaves: list[Leaf] = field(default_factory=list)
    residual: float = 0.0
    runs: int = 0
    untold: list[str] = field(default_factory=list)
    unlisted: float = 0.0
    marginals: dict[str, list[Leaf]] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)
    sampled: int = 0  # plays the chances were counted in, where the ways are too many to walk
    pictures: Pictures = field(default_factory=Pictures)  # of the records in it

    def chances_of(self, figure: Callable[[Any], int]) -> Chances:
        """A figure of the positions, as chances that can be added up."""
        return gathered([figure(leaf.state) for leaf in self.leaves], [leaf.weight for leaf in self.leaves])


@dataclass(slots=True)
class Prefix:
    """Branches to take, the meeting point they start to count from, and their weight from there."""

    branches: list[int]
    weight: float
    origin: int
    sames: int  # calls of `merge` that lie behind the branches
    mass: float = 1.0  # its weight as a whole, as far as known: what weighs most is walked first
    answers: list[str] = field(default_factory=list)  # what policies said in the run it was found in,
    heard: int = 0  # and how much of that lies behind the branches: it need not be asked again


class Fork:
    """Where a run took one branch of several: what led there, and how many of the branches have been taken since."""

    __slots__ = ("number", "prefix", "taken", "ways")

    def __init__(self, prefix: Prefix, ways: Distribution) -> None:
        self.prefix = prefix
        self.ways = ways
        self.taken = 1
        self.number = 0  # the later one was found, the lower

    def is_taken(self) -> bool:
        return self.taken == len(self.ways.order)

    def mass(self) -> float:
        """What the heaviest branch that is left weighs."""
        return self.prefix.mass * self.ways.shares[self.ways.order[self.taken]]

    def left(self) -> float:
        """The share of the branches that are left."""
        shares = self.ways.shares
        return sum((shares[place] for place in self.ways.order[self.taken :]), 0.0)

    def take(self) -> Prefix:
        """The heaviest branch that is left."""
        place = self.ways.order[self.taken]
        share = self.ways.shares[place]
        self.taken += 1
        old = self.prefix
        return Prefix(
            [*old.branches, place], old.weight * share, old.origin, old.sames, old.mass * share, old.answers, old.heard
        )


class ExactTable(Table):
    """One run along a prefix of branches. The web holds the meeting points found so far.

    `known` is the tape of an act that has begun: what is on it has fallen and been said, the rest is open. A secret throw
    that is not on it is open, too.
    """

    def __init__(
        self,
        book: Rulebook,
        state: AnyPosition,
        policies: Policies,
        prefix: Prefix,
        web: Web,
        content: Content | None = None,
        known: tuple[Taped, ...] = (),
    ) -> None:
        super().__init__(book, state, False, content)
        self.policies = policies
        self.taken = prefix.branches
        self.given = len(prefix.branches)  # branches that were decided before this run
        self.at = 0
        self.weight = prefix.weight
        self.mass = prefix.mass
        self.origin = prefix.origin
        self.behind = prefix.sames
        self.web = web
        self.sames = 0
        self.mind: list[Hashable] = []
        self.untold: list[str] = []  # rules whose dice were not told apart
        self.forks: list[Fork] = []
        self.asked: list[Asked] = []
        self.answers = prefix.answers[: prefix.heard]
        self.heard = 0
        self.known = known
        self.read = 0  # how much of it is behind

    def begin(self, state: AnyPosition, prefix: Prefix) -> None:
        """Another run on the same table. What was passed by, asked and not told apart goes on being gathered."""
        self.state = state
        self.taken = prefix.branches
        self.given = len(prefix.branches)
        self.at = self.sames = self.heard = self.read = 0
        self.weight, self.mass, self.origin, self.behind = prefix.weight, prefix.mass, prefix.origin, prefix.sames
        self.answers = prefix.answers[: prefix.heard]
        self.all_secret = False
        if self.mind:
            self.mind = []

    def roll(self, rule: str, who: str, shape: Shape, tally: Tally | None = None, secret: bool = False) -> int:
        if self.read < len(self.known):
            return shape.read(self.faces_for(rule, who, shape, tally, secret or self.all_secret))
        ways = shape.ways()
        return ways.values[self._branch(ways)]

    def roll_difference(
        self,
        rule: str,
        who: str,
        shape: Shape,
        whom: str,
        other: Shape,
        tally: Tally | None = None,
        others: Tally | None = None,
        of: str = "",
    ) -> int:
        """Every difference once, instead of every pair."""
        if self.read < len(self.known):
            return super().roll_difference(rule, who, shape, whom, other, tally, others)
        ways = shape.against(other)
        return ways.values[self._branch(ways)]

    def roll_contest(
        self, rule: str, who: str, whom: str, shape: Rounds, tally: Tally | None = None, scores: tuple[int, int] = (0, 0)
    ) -> int:
        """What is known is read die by die; what is open is one throw."""
        if self.read < len(self.known):
            faces = [self.roll(rule, who, shape.own_die([]), tally)]
            faces.append(self.roll(rule, whom, shape.own_die(faces), tally))
            return shape.value(faces) if not shape.again(faces) else self.roll_contest(rule, who, whom, shape, tally)
        return self.roll(rule, who, shape, tally)

    def roll_tie(self, rule: str, whos: list[str], shape: Tie, secret: bool = False) -> int:
        """What is known is read die by die; what is open is one throw."""
        if self.read < len(self.known):
            return super().roll_tie(rule, whos, shape, secret)
        return self.roll(rule, whos[0], shape, secret=secret)

    def faces_for(self, rule: str, who: str, shape: Shape, tally: Tally | None, secret: bool) -> list[int]:
        if self.read < len(self.known) and (self.known[self.read].secret or not secret):
            return self._known("dice", rule, who).faces
        return shape.classes()[self._branch(shape.ways())].faces

    def rank(self, rule: str, whos: list[str], sides: int) -> list[str]:
        """One place after the other: orders of a crowd are too many to be listed at once."""
        if self.read < len(self.known):
            return super().rank(rule, whos, sides)
        left, order = list(whos), []
        while left:
            order.append(left.pop(self._even(len(left)) if len(left) > 1 else 0))
        return order

    def upcoming(self) -> Taped | None:
        return self.known[self.read] if self.read < len(self.known) else None

    def answer_for(self, ask: Ask) -> str:
        if self.read < len(self.known):
            said = self._known(ask.kind, ask.rule, ask.who)
            if ask.fault(said.answer):
                raise TapeMismatch(f"{said.label} = {said.answer}", ask.label)
            return said.answer
        answer, source = self.automatic_answer(ask)
        if source:
            return answer
        if self.policies.of(self.state, ask.who).mixed and ask.kind != "point":
            answer = self._drawn(ask)
        else:
            answer = self._advised(ask)
        if self.at >= self.given:
            self.asked.append(Asked(self.origin, self.weight, ask.who, ask.rule, ask.kind, answer))
        return answer

    def _known(self, kind: str, rule: str, who: str) -> Taped:
        """The next entry of what is known; its own words may differ, as the asker may know less than who was asked."""
        entry = self.known[self.read]
        if (entry.kind, entry.rule, entry.who) != (kind, rule, who):
            raise TapeMismatch(entry.label, f"{kind} {rule} {who}")
        self.read += 1
        return entry

    def _advised(self, ask: Ask) -> str:
        """What the policy says; along a prefix it was asked before, in the same position."""
        if self.heard == len(self.answers):
            self.answers.append(self.policies.answer(self.book, self.state, ask, Generator(0)))
        self.heard += 1
        return self.answers[self.heard - 1]

    def _drawn(self, ask: Ask) -> str:
        """A mixed policy draws: every answer it may give is a branch."""
        if ask.kind == "number":
            return str(ask.low + self._even(ask.high - ask.low + 1))
        if ask.kind == "allocate":
            shares = [0] * len(ask.options)
            for _ in range(ask.amount):
                shares[self._even(len(shares))] += 1
            return write_shares(fitting(shares, ask.options), ask.options)
        return ask.options[self._even(len(ask.options))].key if ask.options else ""

    def _even(self, count: int) -> int:
        return self._branch(even(count))

    def _branch(self, ways: Distribution) -> int:
        """Take the branch the prefix names, or the likeliest one and leave the others for later runs."""
        if self.at < self.given:
            place = self.taken[self.at]
        else:
            place = ways.order[0]
            if len(ways.order) > 1:
                self.forks.append(
                    Fork(Prefix(self.taken[:], self.weight, self.origin, self.sames, self.mass, self.answers, self.heard), ways)
                )
                if self.mass < NOTHING:  # an act that may go on for ever: the likeliest branch is left, too
                    self.forks[-1].taken = 0
                    raise Halt
            share = ways.shares[place]
            self.weight *= share
            self.mass *= share
            self.taken.append(place)
        self.at += 1
        return place

    def roll_later(self, rule: str, who: str, shape: Shape) -> int:
        if self.read < len(self.known):
            return self.roll(rule, who, shape)
        if rule not in self.untold:
            self.untold.append(rule)
        return shape.read(shape.likeliest())

    def merge(self, rule: str, matters: Hashable = ()) -> None:
        self.sames += 1
        if self.sames > self.behind:
            self.meet((self.sames, rule, self.picture(), matters, tuple(self.mind)))

    def picture(self) -> Hashable:
        """The position as far as it still matters."""
        picture: Hashable = freeze(self.state)
        return picture

    def meet(self, point: Hashable, done: tuple[str, Any] | None = None) -> None:
        """The first to come goes on for all who will meet here; the others have said their weight and stop. Somebody the
        act is done with is set aside.
        """
        number = self.web.meet(point, self.sames, self.origin, self.weight)
        if done is not None:
            self.web.set_aside(number, done[0], done[1])
        if len(self.web.ways[number]) > 1:
            raise Halt
        self.origin, self.weight = number, 1.0

    def finished(self, rule: str, who: str, matters: Hashable = (), unseen: bool = False) -> None:
        self.merge(rule, matters)

    def set_aside(self) -> tuple[str, ...]:
        """Those whose records were set aside in this run."""
        return ()

    def enter(self, figures: Hashable) -> None:
        self.mind.append(figures)

    def leave(self) -> None:
        self.mind.pop()


class Apart(ExactTable):
    """Those the act is through with no longer keep runs apart: their records are set aside, to be joined at the end."""

    def __init__(
        self,
        book: Rulebook,
        state: AnyPosition,
        policies: Policies,
        prefix: Prefix,
        web: Web,
        content: Content | None = None,
        known: tuple[Taped, ...] = (),
    ) -> None:
        super().__init__(book, state, policies, prefix, web, content, known)
        self.through: dict[str, tuple[Hashable, Any]] = {}  # combatant → what is left of them in a picture, their record

    def begin(self, state: AnyPosition, prefix: Prefix) -> None:
        super().begin(state, prefix)
        if self.through:
            self.through = {}

    def picture(self) -> Hashable:
        if not self.through:
            return super().picture()
        roster = self.state.roster
        self.state.roster = {}
        rest = freeze(self.state)
        self.state.roster = roster
        parts = [self.through[who][0] if who in self.through else freeze(actor) for who, actor in roster.items()]
        return (rest, tuple(parts))

    def finished(self, rule: str, who: str, matters: Hashable = (), unseen: bool = False) -> None:
        actor = self.state.roster[who]
        self.through[who] = (() if unseen else outline(self.book, self.state, actor), clone(actor))
        self.sames += 1
        if self.sames > self.behind:
            point = (self.sames, rule, self.picture(), matters, tuple(self.mind))
            self.meet(point, (who, self.through[who][1]))

    def set_aside(self) -> tuple[str, ...]:
        """What a rule was done with must be as it was left."""
        if not self.through:
            return ()
        for who, (_, record) in self.through.items():
            if freeze(self.state.roster[who]) != freeze(record):
                raise BrokenWord(who)
        return tuple(self.through)


class Walk(ExactTable):
    """The brute-force alternative: every branch is walked on its own, nothing is merged."""

    def merge(self, rule: str, matters: Hashable = ()) -> None:
        return

    def roll_difference(
        self,
        rule: str,
        who: str,
        shape: Shape,
        whom: str,
        other: Shape,
        tally: Tally | None = None,
        others: Tally | None = None,
        of: str = "",
    ) -> int:
        return Table.roll_difference(self, rule, who, shape, whom, other, tally, others)


def spread(
    book: Rulebook,
    state: Any,
    action: Action,
    policies: Policies,
    *,
    budget: int = DEFAULT_BUDGET,
    merge: bool = True,
    content: Content | None = None,
    progress: Callable[[int, int], None] | None = None,
    known: tuple[Taped, ...] = (),
    parts: bool = True,
    enough: Callable[[int], bool] | None = None,
) -> Spread:
    """Every way `action` can end from `state`. With `merge=False` nothing is merged inside (the brute-force twin).

    Without `parts` the whole positions alone are worked out, not the chances of each combatant and answer.
    `known`: what has fallen and been said in it so far, if it has begun.
    `progress` is told now and then how many runs are done and how many are known to be left. `enough` may end the walk before
    the budget does: it is asked now and then, with the runs done so far.
    """
    with gc_paused():
        if merge:
            try:
                return Walker(book, state, action, policies, budget, content, progress, Apart, known, enough).walk(parts)
            except BrokenWord:  # a rule was not done with somebody after all: walk without setting anybody aside
                pass
        kind = ExactTable if merge else Walk
        return Walker(book, state, action, policies, budget, content, progress, kind, known, enough).walk(parts)


class Walker:
    """Takes the heaviest branch that waits, runs it, and puts the forks it came by on the list."""

    def __init__(
        self,
        book: Rulebook,
        state: Any,
        action: Action,
        policies: Policies,
        budget: int,
        content: Content | None,
        progress: Callable[[int, int], None] | None,
        kind: type[ExactTable],
        known: tuple[Taped, ...] = (),
        enough: Callable[[int], bool] | None = None,
    ) -> None:
        self.enough = enough
        self.book, self.state, self.action, self.policies = book, state, action, policies
        self.budget, self.content, self.progress, self.kind, self.known = budget, content, progress, kind, known
        self.web = Web()
        self.first = Prefix([], 1.0, START, 0)
        self.table = kind(book, state, policies, self.first, self.web, content, known)
        self.todo: list[tuple[float, int, Fork]] = []  # by the mass of the heaviest branch left in each
        self.fork: Fork | None = None  # the one branches are taken from now, not on the list
        self.found = 0
        self.result = Spread()

    def walk(self, parts: bool = True) -> Spread:
        result, todo, budget = self.result, self.todo, self.budget
        every = max(500, budget // REWEIGHS)
        if budget > 0:
            self._run(self.first)
        while result.runs < budget:
            fork = self._heaviest()
            if fork is not None and fork.mass() < NOTHING:
                self._reweigh()
                fork = self._heaviest()
            if fork is None or fork.mass() < NOTHING:
                break
            self._run(fork.take())
            if self.progress is not None and result.runs % 200 == 0:
                self.progress(result.runs, self._left())
            if result.runs % every == 0:
                self._reweigh()
            if self.enough is not None and result.runs % ASKED_EVERY == 0 and self.enough(result.runs):
                break
        self._lay_back()
        share = self.web.shares()
        residual = 0.0 if result.runs else 1.0
        for _, _, fork in todo:
            residual += share[fork.prefix.origin] * fork.prefix.weight * fork.left()
        result.residual = residual if residual > ROUNDING else 0.0
        result.leaves, result.unlisted = self.web.leaves(share)
        result.pictures = self.web.pictures
        if parts:
            result.marginals = self.web.marginals(self.state, share)
            result.questions = self.web.questions(share, self.table.asked)
        result.untold = self.table.untold
        return result

    def _run(self, prefix: Prefix) -> None:
        self.result.runs += 1
        copy = clone(self.state)
        table = self.table
        table.begin(copy, prefix)
        try:
            perform(self.book, table.content, copy, table, self.action)
            self.web.ends.append(End(copy, table.weight, table.origin, table.set_aside()))
        except Halt:
            pass
        if table.forks:
            for fork in table.forks:
                fork.number = -self.found
                heappush(self.todo, (-fork.mass(), fork.number, fork))
                self.found += 1
            table.forks = []

    def _heaviest(self) -> Fork | None:
        """The fork with the heaviest branch left; of several the one found last."""
        fork, todo = self.fork, self.todo
        if fork is not None and fork.is_taken():
            fork = None
        if todo:
            if fork is None:
                fork = heappop(todo)[2]
            else:
                mass, heaviest = -fork.mass(), todo[0][0]
                if heaviest < mass or (heaviest == mass and todo[0][1] < fork.number):
                    fork = heapreplace(todo, (mass, fork.number, fork))[2]
        self.fork = fork
        return fork

    def _lay_back(self) -> None:
        """Put the fork in hand on the list again."""
        fork, self.fork = self.fork, None
        if fork is not None and not fork.is_taken():
            heappush(self.todo, (-fork.mass(), fork.number, fork))

    def _left(self) -> int:
        """The branches known to be left."""
        left = 0 if self.fork is None else len(self.fork.ways.order) - self.fork.taken
        return left + sum(len(fork.ways.order) - fork.taken for _, _, fork in self.todo)

    def _reweigh(self) -> None:
        """Runs that met at a point made what waits behind it heavier than it was when it was found."""
        self._lay_back()
        share = self.web.shares()
        for place, (_, number, fork) in enumerate(self.todo):
            fork.prefix.mass = share[fork.prefix.origin] * fork.prefix.weight
            self.todo[place] = (-fork.mass(), number, fork)
        heapify(self.todo)
