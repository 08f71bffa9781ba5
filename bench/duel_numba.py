"""The duels compiled by numba; run by bench/duels.py in the environment of the peers. Every die is thrown.

Reads lines of JSON: a duel, and how many fights or how narrow the 95 % interval must become. Answers each with a line.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import numba
import numpy

from bench.duel import BLOCK, half_width

STEP, MIX, AGAIN = numpy.uint64(0x9E3779B97F4A7C15), numpy.uint64(0xBF58476D1CE4E5B9), numpy.uint64(0x94D049BB133111EB)
B27, B30, B31, B32, SIX = (numpy.uint64(n) for n in (27, 30, 31, 32, 6))


def _throw(state: Any, count: int) -> Any:
    total: Any = 0
    for _ in range(count):
        state[0] += STEP
        z = state[0]
        z = (z ^ (z >> B30)) * MIX
        z = (z ^ (z >> B27)) * AGAIN
        z = (z ^ (z >> B31)) >> B32
        total += numpy.int64((z * SIX) >> B32) + 1
    return total


def _fails(rolled: int, target: int) -> bool:
    return rolled > 4 and (rolled > 16 or rolled > target)


throw: Any = numba.njit(_throw, inline="always")
fails: Any = numba.njit(_fails, inline="always")


def _wound(who: Any, whom: Any, hp: int, damage: int, other: bool, state: Any) -> Any:
    """Hit points left, and whether that is the end (2), a stun (1) or neither (0)."""
    damage = max(damage, who[7])
    if damage <= whom[4]:
        return hp, 0
    points = max(1, (damage - whom[4]) * who[8] // 2)
    left = hp - points
    if left <= -5 * whom[3]:
        return left, 2
    for times in range(1, 5):
        line = -times * whom[3]
        if hp > line and line >= left and fails(throw(state, 3), whom[2]):
            return left, 2
    if 2 * points > whom[3]:
        rolled = throw(state, 3)
        if fails(rolled, whom[2]):
            return left, 2 if rolled - whom[2] >= 5 else 1
    return left, 0


wound: Any = numba.njit(_wound)


def _fight(people: Any, other: bool, state: Any) -> Any:
    """Who wins, and after how many turns."""
    hp = numpy.array([people[0, 3], people[1, 3]])
    shock, stun = numpy.zeros(2, numpy.int64), numpy.zeros(2, numpy.bool_)
    a, turns = 0, 0
    while True:
        f, turns = 1 - a, turns + 1
        if hp[a] <= 0 and (other or not stun[a]):
            target = people[a, 2] if other else people[a, 2] - (-hp[a] // people[a, 3])
            if fails(throw(state, 3), target):
                return f, turns
        skill, shock[a] = people[a, 0] - shock[a], 0
        if stun[a]:
            stun[a] = fails(throw(state, 3), people[a, 2])
        else:
            rolled = throw(state, 3)
            if fails(rolled, skill):
                stun[a] = other and (rolled == 18 or (rolled == 17 and skill <= 15) or rolled - skill >= 10)
            else:
                hit = rolled <= 4 or (rolled == 5 and skill >= 15) or (rolled == 6 and skill >= 16)
                if not hit:
                    defence = people[f, 1]
                    if other and 3 * hp[f] < people[f, 3]:
                        defence = (defence + 1) // 2
                    if stun[f]:
                        defence -= 4
                    hit = fails(throw(state, 3), defence)
                if hit:
                    damage = 6 * people[a, 5] if other and rolled == 3 else throw(state, people[a, 5])
                    before = hp[f]
                    hp[f], end = wound(people[a], people[f], before, damage + people[a, 6], other, state)
                    if end == 2:
                        return a, turns
                    if hp[f] < before:
                        shock[f] = min(4, before - hp[f])
                    if end == 1:
                        stun[f] = True
        a = f


fight: Any = numba.njit(_fight)


def _fights(people: Any, other: bool, state: Any, count: int) -> Any:
    wins = turns = 0
    for _ in range(count):
        winner, took = fight(people, other, state)
        turns += took
        if winner == 0:
            wins += 1
    return wins, turns


fights: Any = numba.njit(_fights)


def answer(job: dict[str, Any]) -> dict[str, Any]:
    people = numpy.array([job["first"], job["second"]], numpy.int64)
    state = numpy.array([job["seed"]], numpy.uint64)
    start = time.process_time()
    fights(people, job["other"], state, 1)
    compiling = time.process_time() - start
    wins = turns = played = 0
    start = time.process_time()
    while played < job["fights"] or (job["width"] and (not played or half_width(wins, played) > job["width"])):
        count = job["fights"] or BLOCK
        won, took = fights(people, job["other"], state, count)
        wins, turns, played = wins + int(won), turns + int(took), played + count
    seconds = time.process_time() - start
    return {"fights": played, "wins": wins, "turns": turns, "seconds": seconds, "compiling": compiling}


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
