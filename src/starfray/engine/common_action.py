"""What the common actions have in common: their rule belongs to the engine and not to a book."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from starfray.engine.actions import Action
from starfray.engine.content import Content
from starfray.engine.table import Table

if TYPE_CHECKING:
    from starfray.engine.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class CommonAction(Action):
    """An action whose rule belongs to the engine and not to a book."""

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        raise NotImplementedError
