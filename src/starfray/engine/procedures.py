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
    #: (table, combatant, content, args, result): write what came out, and all that follows, on a sheet
    write: Callable[[Table, Any, Content, Any, dict[str, Plain]], None] | None = None
    #: figures of a combatant's sheet by the field of `args` they stand for, where the text leaves it out
    sheet: Callable[[Any], dict[str, Plain]] | None = None

    @property
    def name(self) -> str:
        return self.args.KIND


def procedures(*all_of_them: Procedure) -> dict[str, Procedure]:
    return {procedure.name: procedure for procedure in all_of_them}


def named_procedure(book: Rulebook, text: str) -> Procedure:
    """The one whose name is the first word of a text."""
    name = text.strip().partition(" ")[0]
    if name not in book.procedures:
        raise BadInput(f"{book.name} has no procedure {name!r}", expected=suggest(name, book.procedures))
    return book.procedures[name]


def find_procedure(book: Rulebook, text: str, roller: str = "you", combatant: Any = None) -> tuple[Procedure, Action]:
    """The procedure a text names, and its arguments read; `roller` throws its dice and answers its questions.

    Of a `combatant` it is done for, figures that the text leaves out are those of the sheet.
    """
    procedure = named_procedure(book, text)
    name, _, rest = text.strip().partition(" ")
    figures = procedure.sheet(combatant) if combatant is not None and procedure.sheet is not None else None
    try:
        return procedure, parse({name: procedure.args}, f"{name} {roller} {rest}", figures)
    except BadInput as error:  # the actor is whoever asks, so it is not filled in
        error.expected = error.expected.replace(f"{name} ACTOR", name)
        raise error.located("", 0) from None


def check_writes(book: Rulebook, procedure: Procedure) -> None:
    """Refuse to write the outcome of a procedure that changes no sheet."""
    if procedure.write is None:
        writers = [each.name for each in book.procedures.values() if each.write is not None]
        expected = "one of " + ", ".join(writers) if writers else "a procedure without a name after it"
        raise BadInput(f"{procedure.name} changes nothing on a sheet", field="who", expected=expected)
