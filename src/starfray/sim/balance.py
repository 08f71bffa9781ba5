"""Make it 60 %: changes to a fight, the cheapest first, that give a side the chance to win it is meant to have.

Single changes are tried first. On the scale of log odds their effects about add up, so it can be told beforehand which of
them together should come near. Those are played, what was learned from them leads to others, and what comes near enough is
played again on fresh dice. Where that is too coarse, the rosters that came nearest are refined by smaller changes: one row's
figures instead of a whole side's, a little more or less of what people can lose, a tenth of the range.
docs/designers.md tells what a change costs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from math import log, sqrt
from pathlib import Path
from time import monotonic

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, suggest
from starfray.engine.position import sides
from starfray.fight import Fight
from starfray.sim.balance_moves import ALLOWED, USUAL, Move, fine_moves_of, moves_of
from starfray.sim.job import seed_of
from starfray.sim.paired import FIRST, Row, compare
from starfray.sim.result import wilson
from starfray.sim.variations import FightData, buildable, fight_data_of

WITHIN = 0.03  # of the target: near enough
LOOK = 0.10  # a roster that seemed to come as near as this is looked at more closely
SECOND = 160  # fights of a roster that should come near
CHECK = 1000  # fights on fresh dice
CLOSE_CALL = 3  # times as many more where chance may have decided
WANTED = 5
MOST_MOVES = 3  # in one roster
TRIED = 12  # rosters played in each round
ROUNDS = 3
NEAREST = 6  # rosters that are refined
Progress = Callable[[int, int, str], None]


@dataclass(slots=True)
class Roster:
    """A fight changed: by what, at which price, and how often the side won."""

    moves: tuple[Move, ...]
    wins: int = 0
    fights: int = 0
    checked: bool = False  # these are fresh dice, on which nothing was chosen

    @property
    def words(self) -> str:
        return "; ".join(move.words for move in self.moves) or "as written"

    @property
    def price(self) -> float:
        return sum(move.price for move in self.moves)

    @property
    def share(self) -> float:
        return self.wins / self.fights if self.fights else 0.0

    def plain(self) -> dict[str, Plain]:
        low, high = wilson(self.wins, self.fights)
        return {
            "changes": [move.words for move in self.moves],
            "price": self.price,
            "share": self.share,
            "low": low,
            "high": high,
            "fights": self.fights,
            "checked": self.checked,
        }


@dataclass(slots=True)
class Balance:
    """What was asked for, the fight as written, and what comes near enough, the cheapest first."""

    side: str
    target: float
    base: Roster
    rosters: list[Roster] = field(default_factory=list)
    nearest: list[Roster] = field(default_factory=list)  # where nothing came near enough: the nearest below and above
    tried: int = 0
    seed: int = 0
    done: bool = True  # not interrupted

    def plain(self) -> dict[str, Plain]:
        return {
            "side": self.side,
            "target": self.target,
            "within": WITHIN,
            "seed": self.seed,
            "base": self.base.plain(),
            "rosters": [roster.plain() for roster in self.rosters],
            "nearest": [roster.plain() for roster in self.nearest],
            "tried": self.tried,
            "done": self.done,
        }


def balance(
    fight: Fight,
    side: str,
    target: float,
    *,
    path: Path | None = None,
    allowed: Iterable[str] = USUAL,
    keep: Iterable[str] = (),
    players: bool = False,
    wanted: int = WANTED,
    check: int = CHECK,
    seed: int | None = None,
    workers: int = 1,
    policies: dict[str, str] | None = None,
    progress: Progress | None = None,
    seconds: float = 0.0,
) -> Balance:
    """Look for so many rosters with which `side` wins `target` (0 to 1) of the fights, within 3 points. `allowed` names what
    may be changed, `keep` who may not; players' characters are left alone unless `players` says otherwise.

    An interrupt gives what was found so far; so do so many `seconds`, if they are given.
    """
    names = sides(fight.state)
    if side not in names:
        raise BadInput(f"no side {side!r}", field="--side", expected=suggest(side, names))
    if not 0.02 <= target <= 0.98:
        raise BadInput(f"{100 * target:g} %", field="--target", expected="2 to 98")
    for value, name, least in ((wanted, "--rosters", 1), (check, "--check", 40)):
        if value < least:
            raise BadInput(f"{value}", field=name, expected=f"{least} or more")
    unknown = [word for word in allowed if word not in ALLOWED]
    if unknown:
        raise BadInput(f"{unknown[0]!r} cannot be allowed", field="--may", expected=", ".join(ALLOWED))
    data = fight_data_of(fight, path)
    moves = moves_of(data, set(allowed), set(keep), players)
    fine = fine_moves_of(data, set(allowed), set(keep), players)
    told = stopping(progress, seconds) if seconds else progress
    search = Search(data, moves, fine, side, target, fight.seed if seed is None else seed, workers, policies or {}, told)
    try:
        return search.found(wanted, check)
    except KeyboardInterrupt:
        if not seconds:
            raise
        raise BadInput("the fight takes too long to be played a few times", expected="a smaller fight, or more time") from None


def stopping(progress: Progress | None, seconds: float) -> Progress:
    """Tells of the progress until the time is up, which is an interrupt like any other."""
    until = monotonic() + seconds

    def tell(done: int, whole: int, words: str) -> None:
        if progress is not None:
            progress(done, whole, words)
        if monotonic() >= until:
            raise KeyboardInterrupt

    return tell


def log_odds(share: float, fights: int) -> float:
    """Half a win and half a loss are added, so that it has no end at 0 and 1."""
    wins = share * fights + 0.5
    return log(wins / (fights - wins + 1))


class Search:
    """One balance under way."""

    def __init__(
        self,
        data: FightData,
        moves: list[Move],
        fine: list[Move],
        side: str,
        target: float,
        seed: int,
        workers: int,
        policies: dict[str, str],
        progress: Progress | None,
    ) -> None:
        self.data, self.side, self.target, self.seed = data, side, target, seed
        self.workers, self.policies, self.progress = workers, policies, progress
        self.moves, self.fine = moves, fine
        self.base = Roster(())
        self.effects: dict[str, float] = {}  # of each move, in log odds
        self.played: dict[str, Roster] = {}  # by its words
        self.good: list[Roster] = []
        self.missed: list[Roster] = []  # checked, and not near enough
        self.refused: set[str] = set()  # makes no fight
        self.settled: set[str] = set()  # checked, whatever came of it
        self.dice = 0

    def found(self, wanted: int, check: int) -> Balance:
        done = True
        try:
            self.singles()
            self.rounds(self.promising, wanted, check)
            if self.fine and len(self.plainest()) < wanted:
                self.weigh(self.fine, SECOND)
                self.rounds(self.refined, wanted, check)
            if not self.good:
                self.check_nearest(check)
        except KeyboardInterrupt:
            if not self.base.fights:
                raise
            done = False
        good = sorted(self.plainest(), key=lambda roster: (roster.price, self.off(roster)))[:wanted]
        nearest = [] if good else self.nearest(self.missed or list(self.played.values()))
        return Balance(self.side, self.target, self.base, good, nearest, len(self.played), self.seed, done)

    def rounds(self, rows: Callable[[], list[tuple[Move, ...]]], wanted: int, check: int) -> None:
        """Play what should come near and check what does, until there is enough or nothing is left to try."""
        for _ in range(ROUNDS):
            if len(self.plainest()) >= wanted or not (tried := rows()):
                return
            self.play(tried, SECOND)
            self.check(wanted, check)

    def nearest(self, rosters: list[Roster]) -> list[Roster]:
        """The one that comes nearest from below and the one from above; the nearer first."""
        below = [roster for roster in rosters if roster.fights and roster.share <= self.target]
        above = [roster for roster in rosters if roster.fights and roster.share > self.target]
        found = [min(some, key=lambda roster: (self.off(roster), roster.price)) for some in (below, above) if some]
        return sorted(found, key=self.off)

    def check_nearest(self, check: int) -> None:
        """Nothing comes near enough: find out on fresh dice what those that seem nearest are worth."""
        often = [roster for roster in self.played.values() if roster.fights >= min(SECOND, check)]
        known = {roster.words for roster in self.missed}
        fresh = [Roster(one.moves, checked=True) for one in self.nearest(often) if one.words not in known]
        self.play_on(fresh, check)
        self.good += [roster for roster in fresh if self.off(roster) <= WITHIN]
        self.missed += [roster for roster in fresh if self.off(roster) > WITHIN]

    def plainest(self) -> list[Roster]:
        """Those found, without any that only adds something to another."""
        return [one for one in self.good if not any(set(other.moves) < set(one.moves) for other in self.good)]

    def off(self, roster: Roster) -> float:
        return abs(roster.share - self.target)

    def singles(self) -> None:
        """Every change by itself, a few times and on the same dice; of a number one step, in the direction that should help.
        More steps are taken to do so many times as much.
        """
        self.play([], FIRST)
        self.weigh(self.moves, FIRST)

    def weigh(self, moves: list[Move], count: int) -> None:
        """Find the effect of every one of these changes."""
        self.play([(move,) for move in moves if not move.step or self.helps(move)], count)
        start = log_odds(self.base.share, self.base.fights)
        steps: dict[str, float] = {}  # the effect of one step
        for move in moves:
            roster = self.played.get(move.words)
            if roster is not None and roster.wins != self.base.wins:  # else, on the same dice, it changes nothing that matters
                self.effects[move.words] = log_odds(roster.share, roster.fights) - start
                if move.step:
                    steps[move.what] = self.effects[move.words] / move.step
        for move in moves:
            if move.what in steps:
                self.effects.setdefault(move.words, move.step * steps[move.what])

    def helps(self, move: Move) -> bool:
        """Is it one step towards the target?"""
        up = (move.side == self.side) == (self.base.share < self.target)
        return move.step == (1 if up else -1)

    def refined(self) -> list[tuple[Move, ...]]:
        """Rosters that came near, the fight as written among them, each with one more change that should bring it there."""
        self.learn()
        goal = log(self.target / (1 - self.target))
        often = [roster for roster in self.played.values() if roster.fights >= SECOND]
        near = sorted([self.base, *often], key=self.off)[:NEAREST]
        small = [move for move in self.fine if move.words in self.effects]
        rows: list[tuple[float, tuple[Move, ...]]] = []
        for roster in near:
            here = log_odds(roster.share, roster.fights)
            for move in small:
                row = (*roster.moves, move)
                words = "; ".join(each.words for each in row)
                if words in self.played or words in self.refused or move.what in [each.what for each in roster.moves]:
                    continue
                if not any(set(other.moves) <= set(row) for other in self.good):
                    rows.append((abs(here + self.effects[move.words] - goal), row))
        rows.sort(key=lambda row: (row[0], sum(move.price for move in row[1])))
        return [row for _, row in rows[:TRIED]]

    def play(self, rows: list[tuple[Move, ...]], count: int) -> None:
        """Play rosters with the same dice as the fight as written; what cannot be built is left out."""
        rosters = {roster.words: roster for roster in map(Roster, rows) if roster.moves}
        built, refused = buildable(self.data, list(rosters))
        self.refused.update(words for words, _ in refused)
        fights = [("as written", self.data.fight), *((words, fight) for words, fight, _ in built)]
        for row in self.compared(fights, count, self.seed):
            roster = rosters.get(row.words, self.base)
            wins = round(row.sides[self.side].share * row.fights)
            if row.fights > roster.fights:
                roster.wins, roster.fights = wins, row.fights
            if roster.moves:
                self.played[roster.words] = roster

    def promising(self) -> list[tuple[Move, ...]]:
        """Rosters not yet played that should come near the target; the cheapest first. What was played more often corrects the
        effects of its moves.
        """
        self.learn()
        start = log_odds(self.base.share, self.base.fights)
        goal = log(self.target / (1 - self.target))
        known = [move for move in self.moves if move.words in self.effects]
        rows: list[tuple[float, float, tuple[Move, ...]]] = []
        for size in range(1, MOST_MOVES + 1):
            for row in combinations(known, size):
                if len({move.what for move in row}) < size or any(set(other.moves) <= set(row) for other in self.good):
                    continue
                words = "; ".join(move.words for move in row)
                roster = self.played.get(words)
                if words in self.refused:
                    continue
                if roster is not None and (roster.fights >= SECOND or self.off(roster) > 3 * LOOK):
                    continue
                miss = abs(start + sum(self.effects[move.words] for move in row) - goal)
                rows.append((miss, sum(move.price for move in row), row))
        near = [row for row in rows if row[0] < 4 * LOOK] or sorted(rows, key=lambda row: row[0])[:TRIED]
        near.sort(key=lambda row: row[1] + 6 * row[0])
        return [row for _, _, row in near[:TRIED]]

    def learn(self) -> None:
        """Share out what a roster came to beyond what its moves promised among them."""
        start = log_odds(self.base.share, self.base.fights)
        for roster in self.played.values():
            if roster.fights >= SECOND and all(move.words in self.effects for move in roster.moves):
                told = log_odds(roster.share, roster.fights) - start
                miss = told - sum(self.effects[move.words] for move in roster.moves)
                for move in roster.moves:
                    self.effects[move.words] += miss / (2 * len(roster.moves))

    def check(self, wanted: int, check: int) -> None:
        """What seemed to come near is played on fresh dice: choosing it has flattered its figures. A quarter of the
        fights tells which are not worth the rest.
        """
        near = [
            roster
            for roster in self.played.values()
            if roster.fights >= min(SECOND, check) and self.off(roster) <= LOOK and roster.words not in self.settled
        ]
        near.sort(key=lambda roster: roster.price)
        fresh = [Roster(roster.moves, checked=True) for roster in near[: 2 * wanted]]
        self.settled.update(roster.words for roster in fresh)
        for count in (check // 4, check - check // 4):
            self.play_on(fresh, count)
            self.missed += [roster for roster in fresh if not self.may_fit(roster)]
            fresh = [roster for roster in fresh if self.may_fit(roster)]
        for roster in fresh:
            if len(self.plainest()) >= wanted:
                return
            if self.is_close_call(roster):
                self.play_on([roster], CLOSE_CALL * check)
            (self.good if self.off(roster) <= WITHIN else self.missed).append(roster)

    def is_close_call(self, roster: Roster) -> bool:
        """May a little luck have brought it within the bounds?"""
        error = sqrt(roster.share * (1 - roster.share) / roster.fights)
        return self.off(roster) <= WITHIN < self.off(roster) + error

    def may_fit(self, roster: Roster) -> bool:
        low, high = wilson(roster.wins, roster.fights)
        return low <= self.target + WITHIN and high >= self.target - WITHIN

    def play_on(self, rosters: list[Roster], count: int) -> None:
        """So many more fights of each, on dice no other fight had."""
        if not rosters:
            return
        self.dice += 1
        built, _ = buildable(self.data, [roster.words for roster in rosters])
        by_words = {roster.words: roster for roster in rosters}
        for row in self.compared([(words, fight) for words, fight, _ in built], count, seed_of(self.seed, self.dice)):
            roster = by_words[row.words]
            roster.wins += round(row.sides[self.side].share * row.fights)
            roster.fights += row.fights

    def compared(self, fights: list[tuple[str, Fight]], count: int, seed: int) -> Iterator[Row]:
        """The rows of a comparison. An interrupt in it goes on when what there is of them has been taken."""
        policies = [self.policies] * len(fights)
        rows = compare(fights, count, seed=seed, workers=self.workers, policies=policies, progress=self.progress).rows
        yield from rows
        if len(rows) < len(fights) or any(row.fights < count for row in rows):
            raise KeyboardInterrupt
