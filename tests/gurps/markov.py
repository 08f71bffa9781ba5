"""A duel reckoned without the rule code: hit points only fall, so every pair of them is solved from the pairs below it.

Each flag is one point on which a duel can be played otherwise than the book says. With all of them set it is the duel whose
exact chance is known from elsewhere; with none it is this book's duel, as long as no blow is a major wound.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

P3 = {total: ways / 216 for total, ways in zip(range(3, 19), (1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1),
                                               strict=True)}  # fmt: skip


@dataclass(frozen=True)
class Duellist:
    skill: int
    defence: int
    ht: int
    hp: int
    dr: int
    dice: int
    adds: int
    halves: int  # wounding, in halves
    least: int = 0  # of basic damage


@dataclass(frozen=True)
class Distribution:
    """The other ways: all False is the book."""

    max_on_three: bool = False  # an attack roll of 3 does the most the dice can
    fumble_stuns: bool = False  # a critical miss, or a miss by 10, stuns the attacker
    halved_defence: bool = False  # reeling halves the parry, too
    stun_and_faint: bool = False  # a major wound: HT or stunned, by 5 unconscious
    flat_collapse: bool = False  # staying awake is a plain HT roll, and the stunned make it, too


@lru_cache(maxsize=256)
def succeeds(target: int) -> float:
    return sum(p for rolled, p in P3.items() if rolled <= 4 or (rolled <= 16 and rolled <= target))


@lru_cache(maxsize=64)
def faints(ht: int) -> float:
    return sum(p for rolled, p in P3.items() if rolled > 4 and (rolled > 16 or rolled > ht) and rolled - ht >= 5)


def damage(dice: int) -> dict[int, float]:
    found = {0: 1.0}
    for _ in range(dice):
        step: dict[int, float] = {}
        for total, p in found.items():
            for face in range(1, 7):
                step[total + face] = step.get(total + face, 0.0) + p / 6
        found = step
    return found


def injuries(one: Duellist, foe: Duellist, most: bool) -> dict[int, float]:
    """Injury by its chance; with `most` every die shows a 6."""
    found: dict[int, float] = {}
    for rolled, p in ({6 * one.dice: 1.0} if most else damage(one.dice)).items():
        through = max(one.least, rolled + one.adds) - foe.dr
        points = 0 if through <= 0 else max(1, through * one.halves // 2)
        found[points] = found.get(points, 0.0) + p
    return found


@lru_cache(maxsize=256)
def attack(skill: int) -> tuple[float, float, float, float]:
    """The chances of a 3, of any other critical hit, of a plain hit, of a critical miss or a miss by 10."""
    critical = sum(P3[rolled] for rolled in range(4, 7) if rolled <= 4 or skill >= rolled + 10)
    fumble = sum(
        p
        for rolled, p in P3.items()
        if rolled > 4
        and (rolled > 16 or rolled > skill)
        and (rolled == 18 or (rolled == 17 and skill <= 15) or rolled - skill >= 10)
    )
    return P3[3], critical, succeeds(skill) - P3[3] - critical, fumble


SHOCKS = 5
STUNS = ((False, False), (False, True), (True, False), (True, True))  # who acts, the other
Cell = tuple[list[float], list[float]]  # by whose turn it is: the chance of who acts to win, at shock x 4 + stuns
Ring = list[tuple[int, float]]  # where a turn leads that hurts nobody


class Reckoning:
    def __init__(self, first: Duellist, second: Duellist, ways: Distribution) -> None:
        self.people = (first, second)
        self.ways = ways
        self.cells: dict[tuple[int, int], Cell] = {}
        self.blows = [[injuries(one, foe, most) for most in (False, ways.max_on_three)]
                      for one, foe in ((first, second), (second, first))]  # fmt: skip

    def cell(self, hp: tuple[int, int]) -> Cell:
        """Every chance at these hit points. A turn that hurts nobody leads back into the cell: swept until it is still."""
        found = self.cells.get(hp)
        if found is not None:
            return found
        fixed: Cell = ([0.0] * 20, [0.0] * 20)
        rings: list[list[Ring]] = [[[] for _ in range(20)] for _ in (0, 1)]
        for side in (0, 1):
            for shock in range(SHOCKS):
                for place, stuns in enumerate(STUNS):
                    fixed[side][4 * shock + place] = self.turn(side, hp, shock, *stuns, rings[side][4 * shock + place])
        values: Cell = (fixed[0][:], fixed[1][:])
        moved = 1.0
        while moved > 1e-15:
            moved = 0.0
            for side in (0, 1):
                for place in range(4):
                    value = fixed[side][place] + sum(p * (1 - values[1 - side][to]) for to, p in rings[side][place])
                    moved = max(moved, abs(value - values[side][place]))
                    values[side][place] = value
        for side in (0, 1):
            for place in range(4, 20):
                values[side][place] += sum(p * (1 - values[1 - side][to]) for to, p in rings[side][place])
        self.cells[hp] = values
        return values

    def turn(self, side: int, hp: tuple[int, int], shock: int, stunned: bool, foe_stunned: bool, ring: Ring) -> float:
        """The chance to win by what leaves these hit points; what stays is written into the ring."""
        one, foe, own = self.people[side], self.people[1 - side], hp[side]
        p = 1.0
        if own <= 0 and (self.ways.flat_collapse or not stunned):
            p = succeeds(one.ht if self.ways.flat_collapse else one.ht - (-own // one.hp))
        if stunned:
            ring += [(at(foe_stunned, False), p * succeeds(one.ht)), (at(foe_stunned, True), p * (1 - succeeds(one.ht)))]
            return 0.0
        halved = self.ways.halved_defence and 3 * hp[1 - side] < foe.hp
        score = (foe.defence + 1) // 2 if halved else foe.defence
        open_ = 1 - succeeds(score - (4 if foe_stunned else 0))
        three, critical, plain, fumble = attack(one.skill - shock)
        ring.append((at(foe_stunned, self.ways.fumble_stuns), p * fumble))
        missed, won = 1 - three - critical - plain * open_ - fumble, 0.0
        for blows, lands in zip(self.blows[side], (critical + plain * open_, three), strict=True):
            for points, q in blows.items():
                if points:
                    won += p * lands * q * self.wound(side, hp, points, foe_stunned)
                else:
                    missed += lands * q
        ring.append((at(foe_stunned, False), p * missed))
        return won

    def wound(self, side: int, hp: tuple[int, int], points: int, foe_stunned: bool) -> float:
        """The chance to win after a blow that hurts."""
        foe, before = self.people[1 - side], hp[1 - side]
        left = before - points
        if left <= -5 * foe.hp:
            return 1.0
        alive = succeeds(foe.ht) ** sum(left <= -times * foe.hp < before for times in range(1, 5))
        after = self.cell((hp[0], left) if side == 0 else (left, hp[1]))[1 - side]
        shock = 4 * min(4, points)
        on = 1 - after[shock + at(foe_stunned, False)]
        if 2 * points > foe.hp:
            if not self.ways.stun_and_faint:
                raise ValueError("a major wound: the book's duellist would fall and drop the blade")
            kept, out = succeeds(foe.ht), faints(foe.ht)
            on = kept * on + out + (1 - kept - out) * (1 - after[shock + at(True, False)])
        return 1 - alive + alive * on


def at(stunned: bool, foe_stunned: bool) -> int:
    return 2 * stunned + foe_stunned


def win_chance(first: Duellist, second: Duellist, ways: Distribution) -> float:
    """That the first, who begins, wins."""
    return Reckoning(first, second, ways).cell((first.hp, second.hp))[0][0]
