"""What a sheet spends, by the book's own costs and limits: Mag Space, Hard Points, roleplaying points, experience."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """`most` is None where the book has a cost and no limit."""

    label: str
    spent: float
    most: float | None
    rule: str
    note: str = ""  # what it is made of, as people say it

    @property
    def over(self) -> bool:
        return self.most is not None and self.spent > self.most


NO_BUDGETS: list[Budget] = []
