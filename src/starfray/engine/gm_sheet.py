"""What players write and count on their own sheets. It is kept in the journal like every act, and no rule asks for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, ClassVar

from starfray.engine.common_action import CommonAction
from starfray.engine.content import Content
from starfray.engine.errors import BadInput
from starfray.engine.position import somebody
from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from starfray.engine.values import GM

MOST_NOTE = 4000  # characters
MOST_NAME = 40
MOST_COUNTERS = 20


@dataclass(frozen=True, slots=True)
class OwnNote(CommonAction):
    """What a player writes on the own sheet, in place of what stood there."""

    KIND: ClassVar[str] = "own-note"
    who: str
    text: str = ""

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        if len(self.text) > MOST_NOTE:
            raise BadInput("too long a note", field="text", expected=f"at most {MOST_NOTE} characters")
        somebody(state, self.who).own_notes = self.text
        table.emit("gm.sheet", GM, self.who, 0, "notes", only=GM)


@dataclass(frozen=True, slots=True)
class Counter(CommonAction):
    """Something a player counts on the own sheet, besides the rules; without a value it is crossed out."""

    KIND: ClassVar[str] = "counter"
    who: str
    name: str
    value: str = ""

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        actor, name = somebody(state, self.who), self.name.strip()
        if not name or len(name) > MOST_NAME:
            raise BadInput(f"{name[:MOST_NAME]!r}", field="name", expected=f"a name of at most {MOST_NAME} characters")
        counters = {key: count for key, count in actor.counters.items() if key != name or self.value}
        if self.value:
            if not re.fullmatch(r"-?[0-9]{1,6}", self.value):
                raise BadInput(f"{self.value!r}", field="value", expected="a whole number")
            counters[name] = int(self.value)
        if len(counters) > MOST_COUNTERS:
            raise BadInput("too many counters", field="name", expected=f"at most {MOST_COUNTERS}")
        actor.counters = counters
        table.emit("gm.sheet", GM, self.who, 0, f"{name} = {self.value}" if self.value else f"no {name}", only=GM)
