"""Odds now: a live fight looked at from where it stands, and branches of it compared. The fight itself is never touched."""

from __future__ import annotations

from collections.abc import Sequence

from starfray.engine.codec import clone
from starfray.engine.errors import BadInput, Refused
from starfray.engine.values import GM
from starfray.fight import Fight
from starfray.sim.montecarlo import Progress, simulate
from starfray.sim.paired import Compared, compare
from starfray.sim.paired import Progress as PairedProgress
from starfray.sim.result import Result

FIGHTS = 400


def fork(fight: Fight) -> Fight:
    """The same position in a fight of its own: own journal, own dice. An act under way is not part of it."""
    return Fight(fight.book, fight.content, clone(fight.state), title=fight.title, seed=fight.seed, packs=fight.packs)


def branch(fight: Fight, acts: Sequence[str], seed: int | None = None) -> Fight:
    """A fork in which these acts ('shot mira tor', 'gm: set tor.hp 3') were played; policies answer what is asked."""
    other = fork(fight)
    if seed is not None:
        other.seed = seed
        other.generators = type(other.generators)(seed)
    for text in acts:
        other.seats.auto = {*other.state.roster, GM}
        if text.startswith("gm:"):
            other.gm(text[3:])
        else:
            other.play(text)
        if other.draft is not None:
            asked = ", ".join(f"{ask.who} ({ask.rule})" for ask in other.asks)
            raise Refused("fight.pending", f"{text}: nobody can answer {asked} in a branch")
    return other


def odds_now(
    fight: Fight,
    count: int = FIGHTS,
    *,
    seed: int | None = None,
    until: float = 0.0,
    policies: dict[str, str] | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> Result:
    """Who wins from here, by playing it on many times. The GM's question: it starts from the whole position."""
    if fight.over:
        raise Refused("fight.over", f"the fight is over: {fight.over.reason}")
    return simulate(fight, count, seed=seed, until=until, policies=policies, workers=workers, progress=progress)


def compare_branches(
    branches: Sequence[tuple[str, Fight]],
    count: int = FIGHTS,
    *,
    seed: int = 0,
    workers: int = 1,
    policies: dict[str, str] | None = None,
    progress: PairedProgress | None = None,
) -> Compared:
    """Two positions (or more) side by side, with the same dice: the first row is what the others are compared with."""
    if len(branches) < 2:
        raise BadInput(f"{len(branches)} branches", expected="two or more")
    chosen = [policies or {} for _ in branches]
    return compare(branches, count, seed=seed, workers=workers, policies=chosen, progress=progress)
