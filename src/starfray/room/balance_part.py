"""Make it 60 %: changes to a fight that is being built, looked for by an odds worker for as long as somebody will wait."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starfray.engine.codec import Plain
from starfray.engine.content import Content
from starfray.engine.rulebook import Rulebook
from starfray.fight import Fight
from starfray.sim.balance import balance

SECONDS = 8.0
WANTED = 3
CHECK = 400  # fights on fresh dice of each roster that is offered


@dataclass(frozen=True, slots=True)
class Wish:
    """A fight as it stands, whose chance is meant and what it should be, what may be changed and who may not be."""

    state: Any
    side: str
    target: float
    may: tuple[str, ...]
    keep: tuple[str, ...]
    seconds: float = SECONDS


def balance_part(book: Rulebook, content: Content, wish: Wish) -> dict[str, Plain]:
    fight = Fight(book, content, wish.state)
    found = balance(
        fight, wish.side, wish.target, allowed=wish.may, keep=wish.keep, players=True, wanted=WANTED, check=CHECK,
        seconds=wish.seconds,
    )  # fmt: skip
    told = found.plain()
    return {key: told[key] for key in ("side", "target", "base", "rosters", "nearest", "tried", "done")}
