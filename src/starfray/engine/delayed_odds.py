"""An act that begins something which takes effect later: its odds are those of the moment it settles.

The book says which step settles which action. Between the two, due steps happen and others act by their
policies; equal positions are merged after every act. If there are too many ways to follow, or a policy decides at random,
it is played many times instead.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

from starfray.engine.actions import Action
from starfray.engine.codec import clone, freeze
from starfray.engine.content import Content
from starfray.engine.generator import Generator
from starfray.engine.gm import perform
from starfray.engine.pictures import Pictures
from starfray.engine.policy import Policies
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.exact import Spread
from starfray.engine.tables.merge_graph import Leaf, Question, marginals_of
from starfray.engine.tables.random import Generators, RandomTable

MOST_STEPS = 400
LEAST = 3  # runs a waiting position takes; most take more
PLAYS = 1000  # where the ways are too many to walk
UNREACHED = 0.02  # more than this is better sampled
OneAct = Callable[[Any, Action, int], Spread]


@dataclass(slots=True)
class Waiting:
    """A position in which the action has not taken effect yet."""

    state: Any
    weight: float
    steps: int


def settles(book: Rulebook, action: Action, step: Action) -> bool:
    """Is `step` the one in which what `action` began takes effect?"""
    if book.settles.get(action.KIND) != step.KIND:
        return False
    return any(getattr(step, each.name) == action.actor for each in dataclasses.fields(step))


def next_step(book: Rulebook, state: Any, policies: Policies, but: str, generator: Generator | None = None) -> Action | None:
    """What happens next: the step that is due, or what the next actor does; None where it is the turn of `but`."""
    if book.over(state) is not None:
        return None
    due = book.due(state)
    if due is not None:
        return due
    for who in book.actors(state):
        if who == but:
            return None
        act = policies.act(book, state, who, generator or Generator(0))
        if act is not None:
            return act
    return None


def follow(book: Rulebook, begun: Spread, action: Action, policies: Policies, budget: int, one_act: OneAct) -> Spread:
    """Go on from where `action` ended until it has settled; the heaviest positions first, as far as the budget reaches."""
    result = Spread(runs=begun.runs, untold=begun.untold, residual=begun.residual, unlisted=begun.unlisted)
    questions = {(each.who, each.rule): each for each in begun.questions}
    waiting: dict[tuple[int, Hashable], Waiting] = {}
    heap: list[tuple[float, int, tuple[int, Hashable]]] = []
    ends: dict[Hashable, Leaf] = {}
    count = 0

    def wait(leaf: Leaf, steps: int) -> None:
        nonlocal count
        name = (steps, freeze(leaf.state))
        if name in waiting:
            waiting[name].weight += leaf.weight
            return
        waiting[name] = Waiting(leaf.state, leaf.weight, steps)
        heappush(heap, (steps, count, name))  # in step: positions met again later are still on the list
        count += 1

    def end(leaf: Leaf) -> None:
        ends.setdefault(freeze(leaf.state), Leaf(leaf.state, 0.0)).weight += leaf.weight

    for leaf in begun.leaves:
        wait(leaf, 0)
    while heap and result.runs + LEAST * len(heap) < budget:  # otherwise it would never end
        each = waiting.pop(heappop(heap)[2])
        step = next_step(book, each.state, policies, action.actor) if each.steps < MOST_STEPS else None
        if step is None:
            end(Leaf(each.state, each.weight))
            continue
        settled = settles(book, action, step)
        found = one_act(each.state, step, budget - result.runs)
        result.runs += found.runs
        result.residual += each.weight * found.residual
        result.unlisted += each.weight * found.unlisted
        result.untold.extend(rule for rule in found.untold if rule not in result.untold)
        for question in found.questions:
            _add(questions, question, each.weight)
        for leaf in found.leaves:
            leaf = Leaf(leaf.state, leaf.weight * each.weight)
            if settled:
                end(leaf)
            else:
                wait(leaf, each.steps + 1)
    result.residual += sum((each.weight for each in waiting.values()), 0.0)
    result.leaves = list(ends.values())
    result.marginals = marginals_of(result.leaves, result.pictures)
    result.questions = list(questions.values())
    return result


def draws(begun: Spread, policies: Policies) -> bool:
    """Does anybody decide at random? Then their acts cannot be listed."""
    return any(policies.of(leaf.state, who).mixed for leaf in begun.leaves[:1] for who in leaf.state.roster)


def sample(
    book: Rulebook,
    state: Any,
    begun: Spread,
    action: Action,
    policies: Policies,
    content: Content | None,
    progress: Callable[[int, int], None] | None = None,
) -> Spread:
    """The same by playing it: the act and whatever comes up, until it has settled. The same dice every time it is asked."""
    ends: dict[Hashable, Leaf] = {}
    for number in range(PLAYS):
        played = clone(state)
        generators = Generators(number)
        table = RandomTable(book, played, generators, policies, content=content)
        perform(book, table.content, played, table, action)
        for _ in range(MOST_STEPS):
            step = next_step(book, played, policies, action.actor, generators.policy)
            if step is None:
                break
            perform(book, table.content, played, table, step)
            if settles(book, action, step):
                break
        ends.setdefault(freeze(played), Leaf(played, 0.0)).weight += 1 / PLAYS
        if progress is not None and number % 20 == 0:
            progress(begun.runs + number, PLAYS - number)
    leaves = list(ends.values())
    pictures = Pictures()
    marginals = marginals_of(leaves, pictures)
    return Spread(leaves, 0.0, begun.runs + PLAYS, begun.untold, 0.0, marginals, begun.questions, PLAYS, pictures)


def _add(questions: dict[tuple[str, str], Question], more: Question, weight: float) -> None:
    known = questions.setdefault((more.who, more.rule), Question(more.who, more.rule, more.kind))
    times = more.times * weight
    whole = known.times + times
    if not whole:
        return
    for answer in dict.fromkeys([*known.answers, *more.answers]):
        before = known.answers.get(answer, 0.0) * known.times
        known.answers[answer] = (before + more.answers.get(answer, 0.0) * times) / whole
    known.times = whole
