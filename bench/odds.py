"""Exact odds beside icepool and dyce: eight questions as rules on our exact table, the same numbers, timed in one run.

    python -m bench.odds            measures and prints
    python -m bench.odds --write    also writes bench/odds.md
    python -m bench.odds --compiled PATH    asks a compiled tree, too, in turn

icepool and dyce are installed into an environment of their own under build/. Our shapes are forgotten before every answer,
so that nothing is kept from one repetition to the next; what the others keep is left to them (odds_peers.py looks whether
they do). With a compiled engine the rules that ask (odds_rules.py) are compiled as well, as those of a rulebook are.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import os
import platform
import sys
import time
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import Any

import starfray
from bench import odds_rules
from bench.beside import Talk, peer_python, trees
from bench.odds_peers import enough
from starfray.engine.chances import Chances
from starfray.engine.content import Content
from starfray.engine.dice import forget_shapes
from starfray.engine.policy import Policies, RandomPolicy
from starfray.engine.tables.exact import Leaf, Spread, spread
from starfray.interpreted import build_kind

COMPILED_RULES = "starfray_bench_rules"  # what native/build.py makes of odds_rules.py
QUESTIONS = {
    "gurps": "3d6 under 12, defence 9, 2d less 4, half as much again: HP lost",
    "gurps10": "HP lost over ten such attacks",
    "drop30": "on which of thirty such attacks 12 HP are gone (31: not yet)",
    "coriolis": "sixes of 8 dice, damage 3 and 1 for each further six, less the sixes of 4 armour dice",
    "opposed": "sixes of 8 dice less sixes of 6",
    "big": "sixes of 30 dice less sixes of 20",
    "icar": "d10+7 against d10+6, tens and ones, ties again",
    "hybrid": "degrees of d100 under 65 less those under 50",
}


def compiled_rules() -> Any:
    """The questions as rules, compiled with the engine that runs; None where they are not."""
    there = build_kind() == "compiled" and importlib.util.find_spec(COMPILED_RULES) is not None
    return importlib.import_module(COMPILED_RULES) if there else None


RULES: Any = compiled_rules() or odds_rules
BOOK, POLICIES, CONTENT = RULES.BOOK, Policies(RandomPolicy()), Content("bench", {})
VALUE = attrgetter("value")


def ends(state: Any, question: str) -> Spread:
    """The positions the rule can leave behind."""
    found = spread(BOOK, state, RULES.Question("a", question), POLICIES, content=CONTENT, parts=False)
    assert found.residual == 0
    return found


def asked_once(question: str) -> Chances:
    """The figure the rule writes down."""
    return ends(RULES.Board(), question).chances_of(VALUE)


def one_after_another(count: int, most: int) -> tuple[dict[int, float], list[float]]:
    """So many attacks, an act each, positions merged between them as the solver does: HP lost, and when `most` were."""
    ways: dict[int, list[Leaf]] = {}
    now, when = {0: 1.0}, [0.0]
    for _ in range(count):
        later: dict[int, float] = {}
        for lost, share in now.items():
            if lost not in ways:
                ways[lost] = ends(RULES.Board(lost=lost), "again").leaves
            for leaf in ways[lost]:
                now_lost = leaf.state.lost
                later[now_lost] = later.get(now_lost, 0.0) + share * leaf.weight
        when.append(sum(share for lost, share in later.items() if lost >= most))
        now = {lost: share for lost, share in later.items() if lost < most}
    return now, when


def ours(question: str, keep_shapes: bool = False) -> dict[int, float]:
    """Shapes found for the last answer are forgotten, unless `keep_shapes`."""
    if not keep_shapes:
        forget_shapes()
        RULES.contest_dice.cache_clear()
    if question == "gurps10":
        return asked_once("gurps").times(10).values()
    if question == "drop30":
        now, when = one_after_another(30, 12)
        return {**{number: share for number, share in enumerate(when) if share}, 31: sum(now.values())}
    return asked_once(question).values()


def by_the_book() -> dict[int, float]:
    """The third question asked of the Coriolis rules themselves: a shot, with everything a shot brings along."""
    fight = starfray.loads(SHOT)
    fight.gm("set b.hp 30")
    odds = fight.odds("shot a b")
    return {lost: p for lost in range(12) if (p := odds.chance_of("b.hp", 30 - lost))}


SHOT = """
rulebook = "coriolis"
orders = { "coriolis.core.pray" = "never" }
[now]
turn = 1
up = "a"
order = ["a", "b"]
[[combatant]]
id = "a"
side = "red"
at = [0, 0]
attributes = { strength = 3, agility = 4, wits = 3, empathy = 3 }
skills = { ranged-combat = 3 }
weapons = [{ key = "vulcan-carbine", bonus = 1, damage = 3, crit = 0 }]
[[combatant]]
id = "b"
side = "blue"
at = [10, 0]
armour = { key = "armour-vest", rating = 4 }
"""


def timed(work: Callable[[], object], times: int) -> float:
    """The median of so many answers, of more where they are short."""
    seconds: list[float] = []
    while len(seconds) < enough(times, seconds):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return middle(seconds)


def answer(job: dict[str, Any]) -> dict[str, Any]:
    """A question asked of this tree so many times: the chances, and the seconds of an answer."""
    question = job["question"]
    if question == "hello":
        return {"how": build_kind(), "rules": "interpreted" if RULES is odds_rules else "compiled"}
    ask = by_the_book if question == "book" else lambda: ours(question, job.get("keep_shapes", False))
    return {"chances": ask(), "seconds": timed(ask, job["times"])}


def asked(talk: Talk, **job: Any) -> tuple[dict[int, float], float]:
    found = talk.ask(**job)
    return {int(k): p for k, p in found["chances"].items()}, found["seconds"]


def apart(one: dict[int, float], other: dict[int, float]) -> float:
    return max(abs(one.get(k, 0.0) - other.get(k, 0.0)) for k in {*one, *other})


def middle(seconds: list[float]) -> float:
    return sorted(seconds)[len(seconds) // 2]


def measure(times: int, own: dict[str, Talk]) -> list[str]:
    peers = Talk("icepool and dyce", [peer_python("icepool", "dyce"), "-m", "bench.odds_peers"])
    tools, worst, best = ("icepool", "dyce"), 0.0, list(own)[-1]
    least: dict[str, list[float]] = {tool: [] for tool in tools}
    lines = table_head(list(own), best)
    for question, words in QUESTIONS.items():
        chances = ours(question)
        took: dict[str, list[float]] = {name: [] for name in (*own, "kept", *tools)}
        for _ in range(3):
            for name, talk in [*own.items(), ("kept", own[best])]:
                found, seconds = asked(talk, question=question, times=times, keep_shapes=name == "kept")
                worst = max(worst, apart(chances, found))
                took[name].append(seconds)
            for tool in tools:
                found, seconds = asked(peers, tool=tool, question=question, times=times)
                worst = max(worst, apart(chances, found))
                took[tool].append(seconds)
        for tool in tools:
            least[tool].append(middle(took[tool]) / middle(took[best]))
        figures = [f"{1e3 * middle(each):.3f}" for each in took.values()] + [f"{least[tool][-1]:.2f}" for tool in tools]
        lines.append(f"| {question}: {words} | {' | '.join(figures)} |")
    worst = max(worst, apart(ours("gurps10"), one_after_another(10, 1000)[0]))
    assert worst < 1e-12, f"the tools disagree by {worst}"
    new = {tool: peers.ask(tool=tool, question="new")["ratio"] for tool in tools}
    book, seconds = asked(own[best], question="book", times=5)
    off = apart(book, ours("coriolis"))
    assert off < 1e-12, f"the Coriolis rules disagree by {off}"
    peers.close()
    return [
        *lines,
        "",
        f"At least {min(least['icepool']):.2f} times as fast as icepool and {min(least['dyce']):.2f} times as fast as dyce.",
        "",
        f"All agree; the largest difference is {worst:.1e}. The Coriolis question asked of the Coriolis rules "
        f"themselves (a shot with all that belongs to it) gives the same numbers (difference {off:.1e}) in "
        f"{1e3 * seconds:.1f} ms, loading the fight included.",
        "",
        "gurps10 asks the rule once and adds the change up ten times (`times(10)`), as the others do; walking the rule "
        "from all 108 positions the ten can lead to gives the same. drop30 walks it from every position, as what happens "
        "depends on it there.",
        "",
        "Compared is what forgets its shapes before every answer; with shapes kept, as any process keeps them, an "
        "answer takes what stands under *kept*. The others keep nothing that shows: sixes of numbers of dice never asked "
        f"before take icepool {new['icepool']:.2f} and dyce {new['dyce']:.2f} times as long as those asked again.",
    ]


def table_head(own: list[str], best: str) -> list[str]:
    head = ["question", *(f"ours, {tree}, ms" for tree in own), f"ours, {best}, kept, ms", "icepool, ms", "dyce, ms",
            f"icepool ÷ ours, {best}", f"dyce ÷ ours, {best}"]  # fmt: skip
    return [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write bench/odds.md")
    parser.add_argument("--times", type=int, default=15, help="answers of which the median counts")
    parser.add_argument("--compiled", type=Path, help="a tree with compiled modules (without it, those built in place)")
    parser.add_argument("--serve", action="store_true", help="answer lines of JSON")
    args = parser.parse_args()
    if args.serve:
        for line in sys.stdin:
            print(json.dumps(answer(json.loads(line))), flush=True)
        return
    own = {tree.name: tree.talk("bench.odds", "--serve") for tree in trees(args.compiled)}
    for name, talk in own.items():
        said = talk.ask(question="hello")
        assert said["how"] == name, f"not {name}, but {said['how']}"
        rules = said["rules"]
    head = [
        "# Exact odds beside icepool and dyce",
        "",
        f"Python {platform.python_version()}, load {os.getloadavg()[0]:.1f} at the start. Starfray runs "
        f"{' and '.join(own)}, there with {rules} rules. Medians of {args.times} answers (up to 500 where they are short), "
        "three rounds in turn, in time of the processor (others at work on the machine do not count). "
        "`python -m bench.odds --write` writes this page.",
        "",
    ]
    text = "\n".join([*head, *measure(args.times, own)]) + "\n"
    for talk in own.values():
        talk.close()
    print(text)
    if args.write:
        (Path(__file__).parent / "odds.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
