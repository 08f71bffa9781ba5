"""Procedures: rules outside the turn. Any table, formula or plain check of a book, without a fight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from starfray.engine.actions import Action, parse
from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, suggest

if TYPE_CHECKING:
    from starfray.engine.content import Content
    from starfray.engine.rulebook import Rulebook
    from starfray.engine.table import Table


@dataclass(frozen=True, slots=True)
class Procedure:
    """`args` is a frozen dataclass derived from Action (its actor is whoever asks); `run` gives plain results."""

    args: type[Action]
    run: Callable[[Table, Any], dict[str, Plain]]
    summary: str
    rule: str
    #: (combatant, content, args, result): write what came out on the sheet of the one it was done for
    write: Callable[[Any, Content, Any, dict[str, Plain]], None] | None = None

    @property
    def name(self) -> str:
        return self.args.KIND


def procedures(*all_of_them: Procedure) -> dict[str, Procedure]:
    return {procedure.name: procedure for procedure in all_of_them}


def find_procedure(book: Rulebook, text: str, roller: str = "you") -> tuple[Procedure, Action]:
    """The procedure a text names, and its arguments read; `roller` throws its dice and answers its questions."""
    name, _, rest = text.strip().partition(" ")
    if name not in book.procedures:
        raise BadInput(f"{book.name} has no procedure {name!r}", expected=suggest(name, book.procedures))
    procedure = book.procedures[name]
    try:
        return procedure, parse({name: procedure.args}, f"{name} {roller} {rest}")
    except BadInput as error:  # the actor is whoever asks, so it is not filled in
        error.expected = error.expected.replace(f"{name} ACTOR", name)
        raise error.located("", 0) from None


def check_writes(book: Rulebook, procedure: Procedure) -> None:
    """Refuse to write the outcome of a procedure that changes no sheet."""
    if procedure.write is None:
        writers = [each.name for each in book.procedures.values() if each.write is not None]
        expected = "one of " + ", ".join(writers) if writers else "a procedure without a name after it"
        raise BadInput(f"{procedure.name} changes nothing on a sheet", field="who", expected=expected)
