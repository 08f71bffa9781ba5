"""The search: drop equals, screen by short playouts, vary the best, confirm to the end against what is usual."""

from __future__ import annotations

from contextlib import suppress
from math import ceil, hypot, log2
from typing import Any

from starfray.engine.actions import Action, to_text
from starfray.engine.errors import StarfrayError
from starfray.engine.fork import Fork
from starfray.engine.generator import Generator
from starfray.sim.planner.candidates import first_level, variations
from starfray.sim.planner.choice import Choice
from starfray.sim.planner.playouts import Arm, Limit, Playouts, place_of, seed_from

SCREEN, VARY = 0.3, 0.2  # of the playouts; the rest confirms
FINALISTS = 2
LEAST_EACH = 2  # playouts of everything that runs in a race; if there are fewer, fewer run
CLEARLY = 1.0  # standard errors by which another action must be better than the usual one
CLEARLY_FREE = 2.0  # the same for an action that costs nothing: most of them are idle
MOST_STEPS = 6  # actions in a row that the default policy is followed through
TRIALS = (11, 12)  # seeds of the two plays by which equal actions are found


class Search:
    """One decision: about an action, or about the answer to a question."""

    def __init__(self, playouts: Playouts, seed: int, limit: Limit) -> None:
        self.playouts, self.seed, self.limit = playouts, seed, limit
        self.book, self.view = playouts.book, playouts.view
        self.here = place_of(self.book, self.view)
        self.begun = self.book.clock(self.view)
        self.each = int(limit.left * (1 - SCREEN - VARY)) // 2  # playouts of either action in the last comparison
        self.seen: set[Any] = set()  # where the actions lead
        self.steps: dict[str, Any] = {}  # actions after which it is still one's turn, without dice → where they lead

    def action(self, usual: Action, others: list[Action] | None = None) -> Choice:
        """`others`: what to look at beside the usual; else whatever the fields of the kinds offer."""
        playouts, length = self.limit.left, self.playouts.measure(seed_from(self.seed, "length"))
        first = self.usually(usual)
        found = others if others is not None else first_level(self.book, self.view, self.playouts.who)
        best = self.race(self.arms(found), round(SCREEN * playouts), FINALISTS, "screen")
        if others is None:
            bases = [usual, *(arm.action for arm in best)] if first is not None else [arm.action for arm in best]
            varied = [other for base in bases if base is not None for other in variations(self.book, self.view, base)]
            for arm in best:
                arm.clear()  # the race they have won has flattered them
            best = self.race([*best, *self.arms(varied)], round(VARY * playouts), 1, "vary")
        choice = self.confirm(first, best[0] if best else None, to_text(usual))
        choice.ticks = length.ticks
        return choice

    def answer(self, fork: Fork, usual: str, others: list[str]) -> Choice:
        """The usual answer or one of the others."""
        playouts = self.limit.left
        self.playouts.measure(seed_from(self.seed, "length"))
        first = self.answering(fork, usual)
        arms = [arm for answer in others if answer != usual and (arm := self.answering(fork, answer)) is not None]
        best = self.race(arms, round((SCREEN + VARY) * playouts), 1, "screen") if first is not None else []
        return self.confirm(first, best[0] if best else None, usual)

    def arms(self, actions: list[Action]) -> list[Arm]:
        return [arm for action in actions if (arm := self.acting(action)) is not None]

    def usually(self, usual: Action) -> Arm | None:
        """What the default policy wants, unless it is refused."""
        arm = Arm(to_text(usual), self.playouts.acting(usual), usual)
        return arm if self.trials(arm) is not None else None

    def acting(self, action: Action) -> Arm | None:
        """The action, unless it is refused, leads where another leads, or costs nothing and may change nothing."""
        arm = Arm(to_text(action), self.playouts.acting(action), action)
        states = self.trials(arm)
        if states is None:
            return None
        if all(self._still_up(state, action.actor) for state in states):
            ends = [place_of(self.book, state) for state in states]
            if self.here in ends:
                return None
            if ends[0] == ends[1]:
                self.steps[arm.words] = states[0]
        return arm

    def returns(self, state: Any) -> bool:
        """Can the one who acts come back here from that position at once? Then going there costs nothing."""
        who = self.playouts.who
        usual = self.playouts.policies.act(self.book, state, who, Generator(0))
        for action in [*([usual] if usual is not None else []), *first_level(self.book, state, who)]:
            with suppress(StarfrayError):
                if place_of(self.book, self.playouts.acting(action, state)(TRIALS[0])[0]) == self.here:
                    return True
        return False

    def settled(self, state: Any) -> Any:
        """The position after all that the default policy does next without dice and without ending the turn."""
        for _ in range(MOST_STEPS):
            usual = self.playouts.policies.act(self.book, state, self.playouts.who, Generator(0))
            try:
                states = [self.playouts.acting(usual, state)(seed)[0] for seed in TRIALS] if usual is not None else []
            except StarfrayError:
                return state
            if not states or not all(self._still_up(each, self.playouts.who) for each in states):
                return state
            if place_of(self.book, states[0]) != place_of(self.book, states[1]):
                return state
            state = states[0]
        return state

    def answering(self, fork: Fork, answer: str) -> Arm | None:
        """The answer, unless it leads where another leads."""
        arm = Arm(answer, lambda seed: fork.play(answer, seed, self.playouts.opponents(seed)))
        return arm if self.trials(arm) is not None else None

    def trials(self, arm: Arm) -> list[Any] | None:
        """Where it leads on two fixed seeds; None if it is refused or if another leads to the same."""
        try:
            states = [arm.begin(seed)[0] for seed in TRIALS]
        except StarfrayError:
            return None
        ends = tuple([place_of(self.book, state) for state in states])
        if ends in self.seen:
            return None
        self.seen.add(ends)
        return states

    def _still_up(self, state: Any, who: str) -> bool:
        """Is it still the turn of the one who acted, at the same time?"""
        return self.book.clock(state) == self.begun and self.book.actors(state)[:1] == [who]

    def race(self, arms: list[Arm], budget: int, keep: int, name: str) -> list[Arm]:
        """Sequential halving by short playouts, the same seeds for all that are still in it."""
        most = max(keep + 1, budget // LEAST_EACH)
        arms = arms[:keep] + self.some(arms[keep:], most - keep, name)
        rounds = max(1, ceil(log2(len(arms) / keep))) if len(arms) > keep else 0
        seeds = Generator(seed_from(self.seed, name))
        stop = self.limit.spent + budget
        for _ in range(rounds):
            for _ in range(max(1, budget // (rounds * len(arms)))):
                seed = seeds.next64()
                for arm in arms:
                    if self.limit.spent >= stop or not self.limit.take():
                        return sorted(arms, key=lambda each: -each.mean)[:keep]
                    self.playouts.short(arm, seed)
            arms = sorted(arms, key=lambda each: -each.mean)[: max(keep, (len(arms) + 1) // 2)]
        return arms

    def some(self, arms: list[Arm], most: int, name: str) -> list[Arm]:
        """So many of them, drawn: with few playouts only few actions can be told apart."""
        if len(arms) <= most:
            return arms
        draws = Generator(seed_from(self.seed, name, "drawn"))
        kept = sorted(sorted(range(len(arms)), key=lambda _: draws.next64())[:most])
        return [arms[place] for place in kept]

    def confirm(self, usual: Arm | None, best: Arm | None, wanted: str) -> Choice:
        """The finalist against what is usual, to the end and on fresh dice: choosing it has flattered its figures."""
        chosen = usual or best
        if best is not None and usual is not None:
            usual.clear()
            best.clear()
            there = self.steps.get(best.words)
            free = there is not None and self.returns(there)
            if free:
                self.compare_free(usual, best)
            else:
                seeds = Generator(seed_from(self.seed, "confirm"))
                while self.limit.left > 1 and self.limit.take():
                    seed = seeds.next64()
                    self.playouts.whole(usual, seed)
                    self.limit.take_pair()
                    self.playouts.whole(best, seed)
            margin = (CLEARLY_FREE if free else CLEARLY) * hypot(best.error, usual.error)
            chosen = best if usual.count > 1 and best.mean - usual.mean > margin else usual
        return Choice(chosen, wanted, best, usual, len(self.seen), self.limit.spent)

    def compare_free(self, usual: Arm, best: Arm) -> None:
        """An action that costs nothing is judged by the position it leads to and what the default policy makes of that, on as
        many dice of that position, wherever one comes from. So every such step goes up, and no row of them comes back to
        where it began.
        """
        ends = [self.settled(state) for state in (self.view, self.steps[best.words])]
        places = [place_of(self.book, state) for state in ends]
        if self.limit.left < 2 * self.each or places[0] == places[1]:
            return
        for arm, state, place in zip((usual, best), ends, places, strict=True):
            there = self.playouts.at(state)
            there.measure(seed_from("length", place))
            standing = Arm(arm.words, there.standing())
            seeds = Generator(seed_from("stands", place, self.playouts.side))
            for _ in range(self.each):
                if not self.limit.take():
                    usual.clear()
                    return
                there.whole(standing, seeds.next64())
            arm.count, arm.scores, arm.squares, arm.wins = standing.count, standing.scores, standing.squares, standing.wins
