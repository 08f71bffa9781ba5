"""Chances: the exact table against sampled plays and against brute force, live fights against simulated ones.

Shares are compared within four standard errors. An alarm is raised only if a second, larger sample from other dice
confirms it, so that a fixed seed that happens to be unlucky does not raise a false alarm.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from starfray.engine.actions import Action, to_text
from starfray.engine.codec import clone
from starfray.engine.content import Content
from starfray.engine.dice import Shape
from starfray.engine.errors import Refused, TapeError, Unset
from starfray.engine.policy import Policies, RandomPolicy
from starfray.engine.position import AnyPosition, sides
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.dry_run import refusal
from starfray.engine.tables.exact import Spread, spread
from starfray.engine.tables.random import Generators, RandomTable
from starfray.engine.tape import Taped
from starfray.engine.values import GM, Ask, Tally
from starfray.fight import Fight
from starfray.testing.context import Ground, Kit, due_of, ended

STANDARD_ERRORS = 4.0
FEWEST = 8.0  # expected cases below which outcomes are thrown together
STEPS_IN_A_ROW = 2000
CONFIRM = 4  # how many times larger the second sample is


class SampledTable(RandomTable):
    """Dice that change nothing in this fight fall in the middle, as the exact table reads them."""

    def roll_later(self, rule: str, who: str, shape: Shape) -> int:
        return shape.read(shape.likeliest())


class FedTable(RandomTable):
    """A table that keeps no events and takes what lies on a tape, in its order, whatever the rules ask."""

    def __init__(self, book: Rulebook, state: AnyPosition, tape: list[Taped], content: Content | None) -> None:
        super().__init__(book, state, Generators(0), Policies(RandomPolicy()), False, content)
        self.waiting = list(tape)
        self.odd = ""  # the first thing asked that is not what the tape holds

    def roll(self, rule: str, who: str, shape: Shape, tally: Tally | None = None, secret: bool = False) -> int:
        return shape.read(self.faces_for(rule, who, shape, tally, secret or self.all_secret))

    def _next(self, ask: Ask) -> Taped:
        if not self.waiting:
            raise TapeError(f"the rules ask for {ask.label}, which the live table did not")
        entry = self.waiting.pop(0)
        if not entry.fits(ask) and not self.odd:
            self.odd = f"{ask.label} is asked instead of {entry.label}"
        return entry

    def faces_for(self, rule: str, who: str, shape: Shape, tally: Tally | None, secret: bool) -> list[int]:
        return self._next(Ask("dice", rule, who, shape=shape)).faces

    def upcoming(self) -> Taped | None:
        return self.waiting[0] if self.waiting else None

    def answer_for(self, ask: Ask) -> str:
        return self._next(ask).answer


# --- one action ------------------------------------------------------------------------------------------------


def check_exact(kit: Kit, fight: Fight, action: Action, seed: int) -> None:
    """Exact odds of one action, with the book's policy or with one that answers at random, by turns."""
    policies = Policies(kit.book.policy() if seed % 2 else RandomPolicy())
    if refusal(kit.book, fight.state, action) is not None:
        return
    try:
        found = spread(kit.book, fight.state, action, policies, budget=kit.effort.budget, content=fight.content)
    except Unset:
        return
    except Refused as refused:
        kit.findings.complain("exact", f"{action.KIND} is refused ({refused.rule}) while its odds are worked out")
        return
    kit.findings.count("exact odds")
    check_weights(kit, action, found)
    chances = by_key(kit, found)
    check_unmerged(kit, fight, action, policies, found, chances)
    if policies.default.mixed and any(question.kind == "point" for question in found.questions):
        return  # places cannot be listed, so one that was drawn stands for all
    sampled = sample_plays(kit, fight, action, policies, seed, kit.effort.samples)
    wrong = disagreement(chances, found.residual + found.unlisted, sampled)
    if wrong:
        sampled = sample_plays(kit, fight, action, policies, seed + 1, kit.effort.samples * CONFIRM)
        wrong = disagreement(chances, found.residual + found.unlisted, sampled)
    if wrong:
        kit.findings.complain(
            "exact",
            f"the exact odds of {action.KIND} disagree with sampled plays",
            f"{wrong}; {policies.default.name} policy, {kit.findings.where}",
        )


def check_weights(kit: Kit, action: Action, found: Spread) -> None:
    whole = sum(leaf.weight for leaf in found.leaves) + found.unlisted + found.residual
    if abs(whole - 1) > 1e-9:
        kit.findings.complain("exact", f"the chances of {action.KIND} add up to {whole}, not to 1", to_text(action))


def by_key(kit: Kit, found: Spread) -> dict[Hashable, float]:
    chances: dict[Hashable, float] = {}
    for leaf in found.leaves:
        key = kit.book.key(leaf.state)
        chances[key] = chances.get(key, 0.0) + leaf.weight
    return chances


def check_unmerged(
    kit: Kit, fight: Fight, action: Action, policies: Policies, found: Spread, chances: dict[Hashable, float]
) -> None:
    """Compare with brute force, where that is small enough."""
    if found.residual:
        return
    brute = spread(kit.book, fight.state, action, policies, budget=kit.effort.budget * 4, merge=False, content=fight.content)
    if brute.residual:
        return
    kit.findings.count("brute-force twins")
    plain = by_key(kit, brute)
    worst = max(abs(chances.get(key, 0.0) - plain.get(key, 0.0)) for key in [*chances, *plain])
    if worst > 1e-9:
        kit.findings.complain(
            "exact",
            f"merging changes the odds of {action.KIND}: table.merge() leaves out something that still matters",
            f"a chance is off by {worst:.6f}; {kit.findings.where}",
        )


def sample_plays(kit: Kit, fight: Fight, action: Action, policies: Policies, seed: int, plays: int) -> dict[Hashable, int]:
    generators = Generators(seed)
    counts: dict[Hashable, int] = {}
    for _ in range(plays):
        state = clone(fight.state)
        kit.book.play(state, SampledTable(kit.book, state, generators, policies, False, fight.content), action)
        key = kit.book.key(state)
        counts[key] = counts.get(key, 0) + 1
    return counts


def disagreement(chances: dict[Hashable, float], residual: float, counts: dict[Hashable, int]) -> str:
    """What a sample shows that the chances do not allow; '' if they agree."""
    plays = sum(counts.values())
    strangers = sum(number for key, number in counts.items() if key not in chances)
    if strangers and residual < 1e-12:
        return f"{strangers} of {plays} plays end where the odds say it cannot end"
    rest, rest_count = 0.0, 0
    for key, chance in chances.items():
        if chance * plays < FEWEST:
            rest, rest_count = rest + chance, rest_count + counts.get(key, 0)
        elif off(counts.get(key, 0), chance, residual, plays):
            return f"{counts.get(key, 0)} of {plays} plays for a chance of {chance:.4f}"
    if rest and off(rest_count + (strangers if residual else 0), rest, residual, plays):
        return f"{rest_count} of {plays} plays for rare outcomes of {rest:.4f} together"
    return ""


def off(count: int, chance: float, residual: float, plays: int) -> bool:
    """Further from the chance (or from chance + what was left out) than four standard errors."""
    low, high = chance * plays, min(1.0, chance + residual) * plays
    slack = STANDARD_ERRORS * sqrt(plays * max(chance * (1 - chance), 1.0 / plays)) + 1
    slack_high = STANDARD_ERRORS * sqrt(plays * max((chance + residual) * (1 - min(1.0, chance + residual)), 1.0 / plays)) + 1
    return count < low - slack or count > high + slack_high


# --- whole fights ----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Sample:
    """Some numbers of many fights: one list for each figure."""

    figures: dict[str, list[float]] = field(default_factory=dict)

    def add(self, name: str, value: float) -> None:
        self.figures.setdefault(name, []).append(value)


def check_tables(kit: Kit, ground: Ground, seed: int) -> None:
    """The same fight many times, live and simulated, from different dice: the same figures within four standard errors."""
    kit.findings.where = f"{ground.name}, many times"
    with kit.findings.guard("live", "comparing live and simulated fights"):
        plays = kit.effort.fights
        wrong = differing(live_fights(kit, ground, seed, plays), simulated(kit, ground, seed + 10_000, plays))
        if wrong:
            plays *= CONFIRM
            wrong = differing(live_fights(kit, ground, seed + 20_000, plays), simulated(kit, ground, seed + 40_000, plays))
        kit.findings.count("fights compared", 2 * plays)
        if wrong:
            kit.findings.complain("live", f"live and simulated fights differ in {wrong}")


def live_fights(kit: Kit, ground: Ground, seed: int, plays: int) -> Sample:
    sample = Sample()
    for number in range(plays):
        fight = ground.fight(seed + number)
        fight.seats.auto = {*fight.state.roster, GM}
        fight.advance()
        acts = 0
        while not fight.over and acts < kit.effort.acts:
            action = chosen(fight)
            if action is None or refusal(kit.book, fight.state, action) is not None:
                break
            fight.play(action)
            acts += 1
        measure(kit, sample, fight.state, len(fight.journal.entries))
    return sample


def chosen(fight: Fight) -> Action | None:
    policies = fight.seats.policies
    assert policies is not None
    for who in fight.actors:
        action = policies.act(fight.book, fight.state, who, fight.generators.policy)
        if action is not None:
            return action
    return None


def simulated(kit: Kit, ground: Ground, seed: int, plays: int) -> Sample:
    """In place on random tables, without events: as a simulation plays."""
    sample, book = Sample(), kit.book
    start = ground.fight(0)
    policies = Policies(book.policy())
    for number in range(plays):
        state, generators = clone(start.state), Generators(seed + number)
        table = RandomTable(book, state, generators, policies, False, start.content)
        steps = run_due(kit, state, table)
        acts = 0
        while not ended(book, state) and acts < kit.effort.acts:
            moves = (policies.act(book, state, who, generators.policy) for who in book.actors(state))
            action = next((each for each in moves if each is not None), None)
            if action is None:
                break
            if refusal(book, state, action) is not None:
                break
            book.play(state, table, action)
            acts += 1
            steps += run_due(kit, state, table)
        measure(kit, sample, state, acts + steps)
    return sample


def run_due(kit: Kit, state: Any, table: RandomTable) -> int:
    """Run the steps that are due; how many there were."""
    for steps in range(STEPS_IN_A_ROW):
        due = due_of(kit.book, state)
        if due is None:
            return steps
        kit.book.play(state, table, due)
    return STEPS_IN_A_ROW


def measure(kit: Kit, sample: Sample, state: Any, acts: int) -> None:
    outcome = kit.book.over(state)
    sample.add("acts and steps", acts)
    for side in sides(state):
        sample.add(f"wins of {side}", 1.0 if outcome is not None and side in outcome.winners else 0.0)
        sample.add(f"worth for {side}", kit.book.worth(state, side))


def differing(one: Sample, other: Sample) -> str:
    """The first figure whose means lie further apart than four standard errors; '' if none does."""
    for name, values in one.figures.items():
        others = other.figures[name]
        first, second = mean(values), mean(others)
        error = sqrt(variance(values) / len(values) + variance(others) / len(others))
        if abs(first - second) > STANDARD_ERRORS * error + 1e-9:
            return f"{name}: {first:.3f} live, {second:.3f} simulated (standard error {error:.3f})"
    return ""


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def variance(values: list[float]) -> float:
    middle = mean(values)
    return sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1) if values else 0.0
