"""Today's policies against the default policy of an older release, by today's rules, on every side of every demo both have.

    python -m bench.older --base PATH                                prints; PATH is a tree of the older release
    python -m bench.older --base PATH --policy planner:2 -n 40 --write

The older release runs in a process of its own. At each decision it is given the position its side sees, as today's release
writes it, without the fields it does not know; what it answers is done by today's rules. Where it stumbles, or wants what
today's rules refuse, today's default policy decides for it: the page says how often. So what is measured is playing better,
and never that an older policy does not know a newer rule.

A side's gain is its share of points with today's policy less its share with the older one, both against the older one.
"""

from __future__ import annotations

import argparse
import sys
from math import hypot, sqrt
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import starfray
from bench.beside import Missing, Talk, Tree
from bench.runs import table
from starfray.demo_files import demo_path
from starfray.engine.actions import Action, from_json, to_text
from starfray.engine.codec import clone, to_plain
from starfray.engine.errors import StarfrayError
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies, Policy
from starfray.engine.position import sides
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.dry_run import refusal
from starfray.engine.tables.random import Generators
from starfray.engine.values import Ask
from starfray.interpreted import build_kind
from starfray.sim.playout import playout
from starfray.sim.policies import policy_called

PAGE = Path(__file__).parent / "older.md"


class Older(Policy):
    """The default policy of the older release; today's where that one comes to nothing."""

    name = "older"

    def __init__(self, talk: Talk, demo: str, today: Policy) -> None:
        super().__init__()
        self.talk, self.demo, self.today = talk, demo, today
        self.decisions, self.helped = 0, 0
        self.faults: dict[str, int] = {}

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        self.decisions += 1
        said = self.talk.ask(do="act", demo=self.demo, position=to_plain(view), who=who)
        if "fault" in said:
            return self.by_today(str(said["fault"])).act(book, view, who, generator)
        if said["act"] is None:
            return None
        try:
            action = from_json(book.actions, said["act"])
            refused = refusal(book, view, action)
        except StarfrayError as error:
            return self.by_today(str(error)).act(book, view, who, generator)
        if refused is not None:
            return self.by_today(f"{to_text(action)}: {refused}").act(book, view, who, generator)
        return action

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        self.decisions += 1
        position = None if view is None else to_plain(view)
        said = self.talk.ask(do="answer", demo=self.demo, position=position, ask=plain_question(ask))
        answer = said.get("answer")
        if not isinstance(answer, str) or ask.fault(answer):
            why = f"{ask.rule}: {said.get('fault') or repr(answer)}"
            return self.by_today(why).answer(book, view, ask, generator)
        return answer

    def by_today(self, why: str) -> Policy:
        self.helped += 1
        self.faults[why] = self.faults.get(why, 0) + 1
        return self.today


def plain_question(ask: Ask) -> dict[str, Any]:
    options = [
        {
            "key": each.key, "label": each.said, "rule": each.rule, "note": each.note, "least": each.least, "most": each.most,
            "total": None if each.tally is None else each.tally.total,
        }
        for each in ask.options
    ]  # fmt: skip
    return {
        "kind": ask.kind, "rule": ask.rule, "who": ask.who, "options": options, "amount": ask.amount, "low": ask.low,
        "high": ask.high, "suggested": ask.suggested, "sealed": ask.sealed, "secret": ask.secret, "facts": ask.facts,
        "centre": ask.centre,
    }  # fmt: skip


class Share(NamedTuple):
    """Points of a side, in so many fights."""

    points: float
    fights: int

    @property
    def mean(self) -> float:
        return self.points / self.fights

    @property
    def variance(self) -> float:
        """Of the mean; two wins and two losses are added, so that 0 and 1 have one, too."""
        middle = (self.points + 2) / (self.fights + 4)
        return middle * (1 - middle) / (self.fights + 4)


class Row(NamedTuple):
    demo: str
    side: str
    before: Share
    after: dict[str, Share]

    def gain(self, policy: str) -> float:
        return 100 * (self.after[policy].mean - self.before.mean)

    def error(self, policy: str) -> float:
        return 100 * sqrt(self.after[policy].variance + self.before.variance)


def share(fight: starfray.Fight, side: str, policies: Policies, count: int, seconds: float) -> Share:
    """Of so many fights, or as many as fit into the seconds (two at least)."""
    points, fights, began = 0.0, 0, process_time()
    for seed in range(count):
        outcome, _ = playout(fight.book, fight.content, clone(fight.state), Generators(seed), policies)
        winners = outcome.winners if outcome is not None else []
        points += 0.5 if not winners else float(side in winners)
        fights += 1
        if process_time() - began > seconds and fights > 1:
            break
    return Share(points, fights)


def measure(talk: Talk, demo: str, names: list[str], count: int, seconds: float) -> tuple[list[Row], Older]:
    fight = starfray.load(demo_path(demo))
    book = fight.book
    older = Older(talk, demo, book.policy())
    rows = []
    if len(sides(fight.state)) == 2:
        first, second = sides(fight.state)
        plain = share(fight, first, Policies(older), count, seconds)
        for side, before in ((first, plain), (second, Share(plain.fights - plain.points, plain.fights))):
            after = {
                name: share(fight, side, Policies(older, {side: policy_called(book, name)}), count, seconds) for name in names
            }
            rows.append(Row(demo, side, before, after))
    return rows, older


def lines_of(rows: list[Row], names: list[str], version: str) -> list[str]:
    head = ["demo", "side", "fights", version, *[word for name in names for word in (name, "gain")]]
    body = [
        [
            row.demo, row.side, str(row.before.fights), f"{100 * row.before.mean:.0f}",
            *[
                word for name in names
                for word in (f"{100 * row.after[name].mean:.0f} ({row.after[name].fights})",
                             f"{row.gain(name):+.0f} ± {row.error(name):.0f}")
            ],
        ]
        for row in rows
    ]  # fmt: skip
    means = []
    for name in names:
        mean = sum(row.gain(name) for row in rows) / len(rows)
        error = hypot(*(row.error(name) for row in rows)) / len(rows)
        means.append(
            f"{name} gains {mean:+.1f} ± {error:.1f} points on {version}'s default policy, on average over {len(rows)} sides."
        )
    return [*table(head, body), "", *means]


def main() -> None:
    parser = argparse.ArgumentParser(description="Today's policies against an older release's default policy.")
    parser.add_argument("--base", type=Path, required=True, help="a tree of the older release")
    parser.add_argument("--policy", action="append", help="today's; default if nothing is said")
    parser.add_argument("--demos", nargs="*", help="only these")
    parser.add_argument("-n", type=int, default=200, help="fights of each side, at most")
    parser.add_argument("--seconds", type=float, default=20.0, help="of the processor for each share, at most")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    given = parser.parse_args()
    names = given.policy or ["default"]
    try:
        talk = Tree("interpreted", given.base.resolve() / "src").talk("bench.older_worker")
        hello = talk.ask(do="hello")
    except Missing as missing:
        sys.exit(str(missing))
    rows, helped, decisions = [], 0, 0
    for demo in [each for each in hello["demos"] if each in (given.demos or hello["demos"])]:
        found, older = measure(talk, demo, names, given.n, given.seconds)
        rows += found
        helped += older.helped
        decisions += older.decisions
        for row in found:
            print(demo, row.side, *lines_of([row], names, hello["version"])[2:3], flush=True)
        for why, times in sorted(older.faults.items(), key=lambda item: -item[1])[:3]:
            print(f"  {times} of {older.decisions}: {why}", flush=True)
    page = [
        f"# Today's policies against the default policy of {hello['version']}",
        "",
        f"`python -m bench.older --base PATH {' '.join(f'--policy {name}' for name in names)}` writes this page. Starfray "
        f"{starfray.__version__}, {build_kind()}; the rules are today's for both. The older policy is shown each position as "
        "its release can read it. Points are wins and half of the draws, against the older policy, in per cent (of so many "
        f"fights); ± is one standard error. In {helped:,} of {decisions:,} decisions the older policy came to nothing today's "
        "rules allow, and today's default policy decided for it.",
        "",
        *lines_of(rows, names, hello["version"]),
        "",
    ]
    if given.write:
        PAGE.write_text("\n".join(page), encoding="utf-8")
    else:
        print("\n".join(page))


if __name__ == "__main__":
    main()
