"""How many files and functions of a rulebook one attack goes through, book by book.

    python -m bench.attack_trace

An attack is walked through by whoever wants to understand it: the fewer files, the better. Counted are the functions of the
book's own folder that run between the call of `book.play` and its end, with every die in the middle and every question answered
by the book's policy; the engine is the same for all and is left out.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import starfray
from starfray.engine.codec import clone
from starfray.engine.policy import Policies
from starfray.engine.tables.random import Generators, RandomTable

#: book → (demo, the attack)
ATTACKS = {
    "coriolis": ("dock-9", ("shot", "quick-shot")),
    "gurps": ("blades-at-dawn", ("attack",)),
    "socs": ("furball", ("fire-phase",)),
    "icar": ("last-orders", ("attack", "shoot", "combo")),
    "compound-x": ("corridor", ("fire",)),
    "hybrid": ("swords-on-the-count", ("blow",)),
}
MOST_ACTS = 60


def traced(book: Any, state: Any, content: Any, action: Any, seed: int) -> set[tuple[str, str]]:
    """(file, function) of everything in the book's folder that ran."""
    seen: set[tuple[str, str]] = set()
    folder = str(book.folder)

    def watch(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(folder):
            seen.add((frame.f_code.co_filename, frame.f_code.co_name))

    copy = clone(state)
    table = RandomTable(book, copy, Generators(seed), Policies(book.policy()), True, content)
    sys.setprofile(watch)
    try:
        book.play(copy, table, action)
    finally:
        sys.setprofile(None)
    return seen


def widest(name: str) -> tuple[int, int]:
    """Files and functions of the widest of the first attacks of a fight, with several dice each."""
    demo, kinds = ATTACKS[name]
    best: set[tuple[str, str]] = set()
    fight = starfray.load(Path(starfray.__file__).parent / "demos" / f"{demo}.toml")
    book, policies = fight.book, Policies(fight.book.policy())
    for seed in range(1, 9):
        state, generators = clone(fight.state), Generators(seed)
        table = RandomTable(book, state, generators, policies, False, fight.content)
        for _ in range(MOST_ACTS):
            action = book.due(state)
            if action is None and book.actors(state):
                action = policies.act(book, state, book.actors(state)[0], generators.policy)
            if action is None or book.over(state) is not None:
                break
            if action.KIND in kinds:
                found = traced(book, state, fight.content, action, seed)
                best = found if len(found) > len(best) else best
            book.play(state, table, action)
    return len({file for file, _ in best}), len(best)


def main() -> None:
    print("| book | files | functions |\n|---|---|---|")
    for name in ATTACKS:
        files, functions = widest(name)
        print(f"| {name} | {files} | {functions} |")


if __name__ == "__main__":
    main()
