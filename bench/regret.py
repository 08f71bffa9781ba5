"""How far the planner stays behind best play in ten small duels that are solved exactly.

    python -m bench.regret --write          bench/regret.md

In each duel one side is played by the planner, the other by the default policy. Best play (`starfray solve --best-for`) and the
planner choose among the same actions; questions are answered by the default policy for both. The planner's own chance is
exact, too: the solver asks it in every position.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import process_time
from typing import Any

import starfray
from starfray.engine.actions import Action
from starfray.engine.policy import Policies, Policy
from starfray.engine.rulebook import Rulebook
from starfray.interpreted import build_kind
from starfray.sim.best_play import best_for, menu
from starfray.sim.planner.policy import Planner
from starfray.sim.planner.settings import LEVELS
from starfray.sim.solve import solve

PAGE = Path(__file__).parent / "regret.md"
LEVEL = "2"
SHOTS = ("shot", "quick-shot", "aimed-shot", "end-turn")
PRONE = ("shot", "quick-shot", "end-turn", "go-prone", "get-up")
ALL = (*SHOTS, "go-prone", "get-up", "overwatch")
DUEL = """
rulebook = "coriolis"
[orders]
"coriolis.core.pray" = "never"
[now]
turn = 1
up = "{up}"
order = ["a", "b"]
[[combatant]]
id = "a"
side = "red"
at = [0, 0]
attributes = {{ strength = 2, agility = {a} }}
weapons = [{{ key = "vulcan-pistol", crit = 0 }}]
hp = {hp_a}
[[combatant]]
id = "b"
side = "blue"
at = [{far}, 0]
attributes = {{ strength = 2, agility = {b} }}
weapons = [{{ key = "vulcan-pistol", crit = 0 }}]
hp = {hp_b}
"""
#: who begins, agility and hit points of either, metres between them, what the planner and best play may do
DUELS: tuple[tuple[dict[str, Any], tuple[str, ...]], ...] = (
    ({"up": "a", "a": 2, "b": 2, "hp_a": 1, "hp_b": 1, "far": 10}, SHOTS),
    ({"up": "a", "a": 1, "b": 3, "hp_a": 2, "hp_b": 2, "far": 10}, SHOTS),
    ({"up": "b", "a": 3, "b": 2, "hp_a": 3, "hp_b": 3, "far": 20}, SHOTS),
    ({"up": "a", "a": 2, "b": 1, "hp_a": 1, "hp_b": 1, "far": 10}, PRONE),
    ({"up": "b", "a": 2, "b": 3, "hp_a": 1, "hp_b": 1, "far": 10}, PRONE),
    ({"up": "b", "a": 2, "b": 2, "hp_a": 2, "hp_b": 2, "far": 20}, PRONE),
    ({"up": "a", "a": 3, "b": 3, "hp_a": 1, "hp_b": 1, "far": 10}, ALL),
    ({"up": "b", "a": 2, "b": 2, "hp_a": 1, "hp_b": 1, "far": 10}, ALL),
    ({"up": "a", "a": 2, "b": 4, "hp_a": 2, "hp_b": 1, "far": 20}, ALL),
    ({"up": "b", "a": 4, "b": 2, "hp_a": 1, "hp_b": 2, "far": 20}, ALL),
)


class Restricted(Planner):
    """A planner that may think of some kinds of action only."""

    def __init__(self, other: Policy, kinds: tuple[str, ...]) -> None:
        super().__init__(other, LEVELS[LEVEL], patience=0, questions=False)
        self.kinds = kinds

    def offered(self, book: Rulebook, view: Any, who: str, usual: Action) -> list[Action] | None:
        return menu(book, view, who, usual, self.kinds)[1:]


def row(number: int, given: dict[str, Any], kinds: tuple[str, ...]) -> tuple[str, float, float]:
    """A line of the table; the regret of the planner and of the default policy."""
    fight = starfray.loads(DUEL.format(**given))
    began, default = process_time(), fight.book.policy()
    best = best_for(
        fight.book, fight.content, fight.state, Policies(default), "red", kinds=kinds, answers=False, most_runs=10**6
    )
    policies = Policies(default, {"red": Restricted(default, kinds)})
    solution = solve(fight.book, fight.content, fight.state, policies, most_runs=10**6)
    planner = solution.chances["red"] + solution.draw / 2
    text = (
        f"| {number} | {given['up']} | {given['a']}, {given['b']} | {given['hp_a']}, {given['hp_b']} | {given['far']} | "
        f"{', '.join(kinds)} | {best.positions:,} | {100 * best.plain:.2f} | {100 * planner:.2f} | {100 * best.best:.2f} | "
        f"{100 * (best.best - planner):.2f} |"
    )
    print(text, f"{process_time() - began:.1f} s", flush=True)
    return text, best.best - planner, best.best - best.plain


def page(rows: list[tuple[str, float, float]]) -> str:
    ours, theirs = 100 * sum(row[1] for row in rows) / len(rows), 100 * sum(row[2] for row in rows) / len(rows)
    head = "| duel | begins | agility | hit points | metres | may do | positions | default | planner | best | regret |"
    return "\n".join([
        "# The planner beside best play",
        "",
        f"`python -m bench.regret --write` writes this page. Starfray {starfray.__version__}, {build_kind()}; planner:{LEVEL}, "
        f"{LEVELS[LEVEL]} playouts. Points of red (wins and half of the draws) in per cent, exact, against the default policy. "
        "Both have Vulcan pistols without criticals (Coriolis). Regret is what the planner loses to best play among the same "
        "actions, with questions answered by the default policy.",
        "",
        head,
        "|" + "---|" * (head.count("|") - 1),
        *(row[0] for row in rows),
        "",
        f"The planner's regret is {ours:.2f} points on average, the default policy's {theirs:.2f}.",
        "",
    ])  # fmt: skip


def main() -> None:
    rows = [row(number, given, kinds) for number, (given, kinds) in enumerate(DUELS, 1)]
    if "--write" in sys.argv[1:]:
        PAGE.write_text(page(rows), encoding="utf-8")
    else:
        print(page(rows))


if __name__ == "__main__":
    main()
