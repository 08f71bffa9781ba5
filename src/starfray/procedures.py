"""starfray.do: every table, formula and plain check of a book, without a fight."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from secrets import randbits

from starfray.engine.actions import Action
from starfray.engine.codec import Plain
from starfray.engine.errors import TapeError
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies
from starfray.engine.procedures import Procedure, check_writes, find_procedure, named_procedure
from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from starfray.engine.tables.random import Generators
from starfray.engine.tables.taped import Forced, ForcedAnswers, LiveTable, Script, ScriptedTable, Seats
from starfray.engine.values import GM, Event
from starfray.files import PartyMember
from starfray.rulebooks import find


@dataclass(slots=True)
class Done:
    """What a procedure gave: plain results, and the events with their rules and dice."""

    name: str
    result: dict[str, Plain]
    events: list[Event] = field(default_factory=list)

    def plain(self) -> dict[str, Plain]:
        return {"procedure": self.name, "result": self.result, "events": [event.plain() for event in self.events]}


def do(
    book: str,
    text: str,
    *,
    dice: Forced | None = None,
    answers: ForcedAnswers | None = None,
    seed: int | None = None,
    party: str | Path = "",
    who: str = "",
) -> Done:
    """Run a procedure: do("coriolis", "test agility=4 skill=2"). Dice may be forced, or drawn from a seed.

    For a member of a party file (`party`, `who`) figures that the text leaves out are those of the sheet, and what comes out is
    written on it.
    """
    rulebook = find(book)
    if party or who:
        check_writes(rulebook, named_procedure(rulebook, text))
        member = PartyMember(rulebook, Path(party), who)
        procedure, args = find_procedure(rulebook, text, combatant=member.combatant)
        done = _run(rulebook, procedure, args, dice, answers, seed, member)
        member.save()
        return done
    procedure, args = find_procedure(rulebook, text)
    return _run(rulebook, procedure, args, dice, answers, seed)


def _run(
    rulebook: Rulebook,
    procedure: Procedure,
    args: Action,
    dice: Forced | None,
    answers: ForcedAnswers | None,
    seed: int | None,
    member: PartyMember | None = None,
) -> Done:
    state = rulebook.state()

    def run(table: Table) -> dict[str, Plain]:
        result = procedure.run(table, args)
        if member is not None and procedure.write is not None:
            procedure.write(table, member.combatant, member.content, args, result)
        return result

    if dice is not None or answers is not None:
        script = Script(dice, answers)
        table: ScriptedTable | LiveTable = ScriptedTable(rulebook, state, script)
        result = run(table)
        left = script.left_over()
        if left:
            raise TapeError(f"left over: {left}")
    else:
        seats = Seats(Policies(rulebook.policy()), {"you", GM})
        generators = Generators(seed if seed is not None else _fresh_seed())
        table = LiveTable(rulebook, state, [], generators, seats, {})
        result = run(table)
    return Done(procedure.name, result, list(table.events))


def _fresh_seed() -> int:
    return Generator(randbits(64)).next64()
