"""starfray.do: every table, formula and plain check of a book, without a fight."""

from __future__ import annotations

from dataclasses import dataclass, field

from starfray.engine.codec import Plain
from starfray.engine.errors import TapeError
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies
from starfray.engine.procedures import find_procedure
from starfray.engine.tables.random import Generators
from starfray.engine.tables.taped import Forced, ForcedAnswers, LiveTable, Script, ScriptedTable, Seats
from starfray.engine.values import GM, Event
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
    book: str, text: str, *, dice: Forced | None = None, answers: ForcedAnswers | None = None, seed: int | None = None
) -> Done:
    """Run a procedure: do("coriolis", "test agility=4 skill=2"). Dice may be forced, or drawn from a seed."""
    rulebook = find(book)
    procedure, args = find_procedure(rulebook, text)
    state = rulebook.state()
    if dice is not None or answers is not None:
        script = Script(dice, answers)
        table: ScriptedTable | LiveTable = ScriptedTable(rulebook, state, script)
        result = procedure.run(table, args)
        left = script.left_over()
        if left:
            raise TapeError(f"left over: {left}")
    else:
        seats = Seats(Policies(rulebook.policy()), {"you", GM})
        generators = Generators(seed if seed is not None else _fresh_seed())
        table = LiveTable(rulebook, state, [], generators, seats, {})
        result = procedure.run(table, args)
    return Done(procedure.name, result, list(table.events))


def _fresh_seed() -> int:
    from secrets import randbits

    return Generator(randbits(64)).next64()
