"""The questions of bench/odds.py in the words of icepool and dyce; run by it in an environment of its own.

Reads lines of JSON (tool, question, times), answers each with a line of JSON: chances by outcome, and seconds per answer.
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from collections.abc import Callable
from fractions import Fraction
from typing import Any

Answers = dict[str, Callable[[], Any]]


def wound(damage: int) -> int:
    through = damage - 4
    return 0 if through <= 0 else max(1, through * 3 // 2)


def under(rolled: int, skill: int) -> bool:
    return rolled <= 4 or (rolled <= 16 and rolled <= skill)


def contest(one: int, other: int) -> int:
    """2 and 1: the first wins, with a ten or plainly; 0 a tie."""
    if one == other and one in (1, 10):
        return 1
    if one == 10 or other == 1:
        return 2
    if other == 10 or one == 1:
        return -2
    return (one + 7 > other + 6) - (one + 7 < other + 6)


def degree(rolled: int, chance: int) -> int:
    if rolled >= 96:
        return -1
    return 3 if rolled * 20 <= chance else 2 if rolled * 5 <= chance else 1 if rolled <= chance else 0


def icepool_answers() -> tuple[Answers, Callable[[Any], dict[int, float]]]:
    import icepool
    from icepool import d6, d10, d100

    def exchange() -> Any:
        damage = (2 @ d6).map(wound)
        defended = (3 @ d6).map(lambda q: 0 if under(q, 9) else damage)
        return (3 @ d6).map(lambda r: 12 if r == 3 else 0 if not under(r, 12) else damage if r == 4 else defended)

    def sixes(count: int) -> Any:
        return count @ (d6 == 6)

    def drop() -> Any:
        one = exchange()
        step = icepool.map_and_time(lambda lost: 12 if lost >= 12 else (one + lost).map(lambda v: min(12, v)), 0, time_limit=30)
        return step.map(lambda lost, time: time if lost == 12 else 31)

    return {
        "gurps": exchange,
        "gurps10": lambda: 10 @ exchange(),
        "drop30": drop,
        "coriolis": lambda: icepool.map(lambda s, a: 0 if s == 0 else max(0, 2 + s - a), sixes(8), sixes(4)),
        "opposed": lambda: sixes(8) - sixes(6),
        "big": lambda: sixes(30) - sixes(20),
        "icar": lambda: icepool.map(lambda a, b: contest(a, b) or icepool.Reroll, d10, d10),
        "hybrid": lambda: d100.map(lambda r: degree(r, 65)) - d100.map(lambda r: degree(r, 50)),
    }, lambda die: {int(k): float(die.probability(k)) for k in die.outcomes()}


def dyce_answers() -> tuple[Answers, Callable[[Any], dict[int, float]]]:
    warnings.simplefilter("ignore")
    from dyce import H
    from dyce.evaluation import expand as every

    def expand(rule: Any, *sources: Any) -> Any:
        return every(rule, *sources, min_path_probability=Fraction(0))

    d6, d10, d100 = H(6), H(10), H(100)

    def exchange() -> Any:
        damage = (2 @ d6).apply(wound)
        defended = expand(lambda q: 0 if under(q.outcome, 9) else damage, 3 @ d6)
        return expand(
            lambda r: 12 if r.outcome == 3 else 0 if not under(r.outcome, 12) else damage if r.outcome == 4 else defended,
            3 @ d6,
        )

    def sixes(count: int) -> Any:
        return count @ d6.eq(6)

    def drop() -> dict[int, Fraction]:
        one, lost, chances = exchange(), H({0: 1}), [Fraction(0)]
        for _ in range(30):
            lost = expand(lambda v: 12 if v.outcome >= 12 else one + v.outcome, lost).apply(lambda v: min(12, v))
            chances.append(Fraction(lost.get(12, 0), lost.total))
        return {**{t: chances[t] - chances[t - 1] for t in range(1, 31)}, 31: 1 - chances[30]}

    def plain(found: Any) -> dict[int, float]:
        whole = 1 if type(found) is dict else found.total
        return {int(k): float(v / whole) for k, v in found.items()}

    return {
        "gurps": exchange,
        "gurps10": lambda: 10 @ exchange(),
        "drop30": drop,
        "coriolis": lambda: expand(
            lambda s, a: 0 if s.outcome == 0 else max(0, 2 + int(s.outcome) - int(a.outcome)), sixes(8), sixes(4)
        ),
        "opposed": lambda: sixes(8) - sixes(6),
        "big": lambda: sixes(30) - sixes(20),
        "icar": lambda: expand(lambda a, b: contest(a.outcome, b.outcome) or H({}), d10, d10),
        "hybrid": lambda: d100.apply(lambda r: degree(r, 65)) - d100.apply(lambda r: degree(r, 50)),
    }, plain


def enough(times: int, seconds: list[float]) -> int:
    """How many answers to time: so many, or as many as fit into 30 ms by the first ones, up to 500."""
    return max(times, min(500, int(0.03 / max(1e-6, min(seconds[:5]))))) if len(seconds) >= 5 else times


def new_and_again(tool: str) -> float:
    """How much longer numbers take that were never asked before than the same numbers asked again: do they keep anything?"""
    if tool == "icepool":
        from icepool import d6

        def ask(one: int, other: int) -> Any:
            return (one @ (d6 == 6)) - (other @ (d6 == 6))
    else:
        from dyce import H

        die = H(6)

        def ask(one: int, other: int) -> Any:
            return (one @ die.eq(6)) - (other @ die.eq(6))

    def seconds(one: int) -> float:
        start = time.process_time()
        ask(one, one - 5)
        return time.process_time() - start

    for warm in range(60):
        ask(3 + warm % 3, 2 + warm % 2)
    new = {one: seconds(one) for one in range(12, 32)}
    again = {one: sorted(seconds(one) for _ in range(5))[2] for one in new}
    return sorted(new[one] / again[one] for one in new)[len(new) // 2]


def main() -> None:
    tools = {"icepool": icepool_answers(), "dyce": dyce_answers()}
    for line in sys.stdin:
        job = json.loads(line)
        if job["question"] == "new":
            print(json.dumps({"ratio": new_and_again(job["tool"])}), flush=True)
            continue
        answers, plain = tools[job["tool"]]
        ask = answers[job["question"]]
        seconds: list[float] = []
        while len(seconds) < enough(job["times"], seconds):
            start = time.process_time()
            found = ask()
            seconds.append(time.process_time() - start)
        chances = {k: p for k, p in plain(found).items() if p}
        print(json.dumps({"chances": chances, "seconds": sorted(seconds)[len(seconds) // 2]}), flush=True)


if __name__ == "__main__":
    main()
