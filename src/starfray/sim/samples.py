"""Fights worth reading: the typical, the longest and the most lopsided of many, played again as transcripts."""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.codec import clone
from starfray.engine.policy import Policies
from starfray.engine.position import sides
from starfray.engine.tables.random import Generators
from starfray.engine.values import GM
from starfray.fight import Fight
from starfray.sim.job import seed_of
from starfray.sim.playout import next_step, playout
from starfray.sim.policies import policies_called
from starfray.sim.result import Result
from starfray.stalemate import ROUNDS, StalemateWatch


@dataclass(frozen=True, slots=True)
class Sample:
    """One fight: what it is an example of, in a word and in a sentence, its number, and its transcript."""

    kind: str  # typical | longest | lopsided
    words: str
    number: int
    transcript: str


def replay_number(fight: Fight, policies: Policies, seed: int, number: int, rounds: int = ROUNDS) -> Fight:
    """Fight `number` of a simulation, with the same dice, kept in a journal; as far as the simulation played it."""
    dice = seed_of(seed, number)
    still = StalemateWatch(fight.book, rounds)
    state, generators = clone(fight.state), Generators(dice)
    _, acts = playout(fight.book, fight.content, state, generators, policies, still=still)
    again = Fight(fight.book, fight.content, clone(fight.state), title=fight.title, seed=dice, packs=fight.packs)
    again.seats.policies = policies
    while len(again.journal.entries) < acts:
        again.seats.auto = {*again.state.roster, GM}
        again.advance()
        if again.over or again.draft is not None:
            break
        action, _ = next_step(again.book, again.state, policies, again.generators)
        if action is None:
            break
        again.play(action)
    return again


def samples(fight: Fight, result: Result, named: dict[str, str], seed: int, rounds: int = ROUNDS) -> list[Sample]:
    """The fights a result remembers. A fight that is remarkable in two ways is there twice."""
    found: list[tuple[str, str, int]] = []
    names = sides(fight.state)
    for (winner, length, left), count, first in result.typical():
        people = ", ".join(f"{up} of {side or 'nobody'}" for side, up in zip(names, left, strict=True))
        ends = f"{winner} wins" if winner else "nobody wins"
        found.append(("typical", f"{ends} after {length}, left standing: {people}; {count} of {result.fights} went so", first))
    for length, _, number in result.longest:
        found.append(("longest", f"it took {-length}", number))
    for margin, length, number in result.lopsided:
        words = f"{-100 * margin:.0f} % more of the winners than of the losers stood, after {length}"
        found.append(("lopsided", words, number))
    policies = policies_called(fight.book, named)
    texts: dict[int, str] = {}
    for _, _, number in found:
        if number not in texts:
            texts[number] = replay_number(fight, policies, seed, number, rounds).transcript()
    return [Sample(kind, words, number, texts[number]) for kind, words, number in found]
