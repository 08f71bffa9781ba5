"""A duel reckoned without the rule code: mass pushed turn by turn over (HP, HP, shock, stun, stun).

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
class Ways:
    """The other ways: all False is the book."""

    max_on_three: bool = False  # an attack roll of 3 does the most the dice can
    fumble_stuns: bool = False  # a critical miss, or a miss by 10, stuns the attacker
    halved_defence: bool = False  # reeling halves the parry, too
    stun_and_faint: bool = False  # a major wound: HT or stunned, by 5 unconscious
    flat_collapse: bool = False  # staying awake is a plain HT roll, and the stunned make it, too


@lru_cache(maxsize=256)
def succeeds(target: int) -> float:
    return sum(p for rolled, p in P3.items() if rolled <= 4 or (rolled <= 16 and rolled <= target))


def damage(dice: int) -> dict[int, float]:
    found = {0: 1.0}
    for _ in range(dice):
        step: dict[int, float] = {}
        for total, p in found.items():
            for face in range(1, 7):
                step[total + face] = step.get(total + face, 0.0) + p / 6
        found = step
    return found


@lru_cache(maxsize=64)
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
    fumble = sum(p for rolled, p in P3.items() if rolled > 4 and (rolled > 16 or rolled > skill)
                 and (rolled == 18 or (rolled == 17 and skill <= 15) or rolled - skill >= 10))
    return P3[3], critical, succeeds(skill) - P3[3] - critical, fumble


State = tuple[int, int, int, bool, bool]  # HP of who acts, HP of the other, shock, stunned, the other stunned


def win_chance(first: Duellist, second: Duellist, ways: Ways, crumbs: float = 1e-11) -> float:
    """That the first, who begins, wins; states of less mass than `crumbs` are swept away."""
    people, wins = (first, second), [0.0, 0.0]
    mass: dict[State, float] = {(first.hp, second.hp, 0, False, False): 1.0}
    for turn in range(4000):
        one, foe = people[turn % 2], people[1 - turn % 2]
        after: dict[State, float] = {}
        for state, p in mass.items():
            lost, won = act(one, foe, ways, state, p, after)
            wins[turn % 2] += won
            wins[1 - turn % 2] += lost
        mass = {state: p for state, p in after.items() if p > crumbs}
        if sum(mass.values()) < (1e-7 if crumbs else 1e-12):
            break
    return wins[0]


def act(one: Duellist, foe: Duellist, ways: Ways, state: State, p: float, after: dict[State, float]) -> tuple[float, float]:
    """One turn; the mass goes on into `after`, seen from the other. Gives what was lost and won."""
    hp, other, shock, stunned, other_stunned = state
    lost = 0.0
    if hp <= 0 and (ways.flat_collapse or not stunned):
        awake = succeeds(one.ht if ways.flat_collapse else one.ht - (-hp // one.hp))
        lost = p * (1 - awake)
        p *= awake
    if stunned:
        for still, q in ((False, succeeds(one.ht)), (True, 1 - succeeds(one.ht))):
            put(after, (other, hp, 0, other_stunned, still), p * q)
        return lost, 0.0
    skill, won = one.skill - shock, 0.0
    score = (foe.defence + 1) // 2 if ways.halved_defence and 3 * other < foe.hp else foe.defence
    open_ = 1 - succeeds(score - (4 if other_stunned else 0))
    three, critical, plain, fumble = attack(skill)
    put(after, (other, hp, 0, other_stunned, ways.fumble_stuns), p * fumble)
    put(after, (other, hp, 0, other_stunned, False), p * (1 - three - critical - plain * open_ - fumble))
    for lands, most in ((three, ways.max_on_three), (critical + plain * open_, False)):
        for points, r in injuries(one, foe, most).items():
            won += wound(foe, ways, state, points, p * lands * r, after)
    return lost, won


def wound(foe: Duellist, ways: Ways, state: State, points: int, p: float, after: dict[State, float]) -> float:
    """What a blow that lands does to the other; gives the mass that is out of the fight."""
    hp, other, _, _, stunned = state
    left = other - points
    alive = 0.0 if left <= -5 * foe.hp else succeeds(foe.ht) ** sum(left <= -n * foe.hp < other for n in range(1, 5))
    out, p = p * (1 - alive), p * alive
    if 2 * points > foe.hp and not ways.stun_and_faint:
        raise ValueError("a major wound: the book's duellist would fall and drop the blade")
    if 2 * points > foe.hp:
        faints = faint(foe.ht)
        out += p * faints
        put(after, (left, hp, min(4, points), stunned, False), p * succeeds(foe.ht))
        put(after, (left, hp, min(4, points), True, False), p * (1 - succeeds(foe.ht) - faints))
    else:
        put(after, (left, hp, min(4, points), stunned, False), p)
    return out


@lru_cache(maxsize=64)
def faint(ht: int) -> float:
    return sum(p for rolled, p in P3.items() if rolled > 4 and (rolled > 16 or rolled > ht) and rolled - ht >= 5)


def put(after: dict[State, float], state: State, p: float) -> None:
    if p:
        after[state] = after.get(state, 0.0) + p
