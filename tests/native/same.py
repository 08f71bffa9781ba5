"""What a demo fight comes to, as words: run in any build, the words must be the same.

python -m tests.native.same ten-paces …      prints the build and a fingerprint per demo
"""

from __future__ import annotations

import sys
from pathlib import Path

import starfray
from starfray.engine.codec import clone, fingerprint, freeze
from starfray.engine.compiled import COMPILED
from starfray.engine.policy import Policies
from starfray.engine.tables.random import Generators
from starfray.sim.playout import playout

DEMOS = Path(starfray.__file__).parent / "demos"


def told(demo: str, fights: int = 2, limit: int = 400) -> str:
    """The ends of some fights, the log of one, and the odds of its first act."""
    fight = starfray.load(DEMOS / f"{demo}.toml")
    ends = []
    for seed in range(fights):
        state = clone(fight.state)
        outcome, acts = playout(fight.book, fight.content, state, Generators(seed), Policies(fight.book.policy()), limit)
        same = freeze(state) == freeze(clone(state))
        ends.append([str(outcome and outcome.winners), acts, fingerprint(state), same])
    live = starfray.load(DEMOS / f"{demo}.toml")
    live.auto(acts=20)
    return fingerprint([ends, live.transcript()])


if __name__ == "__main__":
    print("compiled" if COMPILED else "interpreted")
    for name in sys.argv[1:] or sorted(path.stem for path in DEMOS.glob("*.toml")):
        print(name, told(name))
