"""A book of the smallest rules, one for each thing a table can do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import pytest

import starfray
from starfray import rulebooks
from starfray.engine.actions import Action, GmAction
from starfray.engine.codec import Plain
from starfray.engine.content import Content
from starfray.engine.dice import bands, pool, total
from starfray.engine.errors import BadInput, Refused
from starfray.engine.generator import Generator
from starfray.engine.kinds import ActionKind, no_fields, no_refusal
from starfray.engine.policy import Policy, first_answer
from starfray.engine.position import Combatant, Position
from starfray.engine.procedures import Procedure, procedures
from starfray.engine.rulebook import Rulebook
from starfray.engine.scene import distance
from starfray.engine.table import Table
from starfray.engine.values import Ask, Field, Line, Moment, Option, Outcome
from starfray.rulebooks import register

COLOURS = ("red", "green", "blue")


@dataclass(slots=True, kw_only=True)
class Thing:
    key: str
    name: str = ""
    bonus: int = 0
    tags: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Piece(Combatant):
    coins: int = 9
    score: int = 0
    said: str = ""
    colour: str = ""
    things: list[Thing] = field(default_factory=list)
    purse: dict[str, int] = field(default_factory=dict)
    rival: str = ""


@dataclass(slots=True, kw_only=True)
class Toy(Position[Piece]):
    begun: bool = False
    ticks: int = 0
    passed: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Do(Action):
    """Every kind but the few with fields of their own looks like this."""


def kind_of_action(kind: str) -> type[Action]:
    bare: type[Action] = type(f"Do{kind}", (Do,), {"KIND": kind, "__annotations__": {}})
    return dataclass(frozen=True, slots=True)(bare)


@dataclass(frozen=True, slots=True)
class Near(Action):
    KIND: ClassVar[str] = "near"
    target: str


@dataclass(frozen=True, slots=True)
class Late(Action):
    KIND: ClassVar[str] = "late"
    target: str


@dataclass(frozen=True, slots=True)
class Say(Action):
    KIND: ClassVar[str] = "say"
    words: str
    to: tuple[str, ...] = ()
    loud: bool = False
    times: int = 1
    metres: float = 0.0


@dataclass(frozen=True, slots=True)
class Whistle(Action):
    """The rule does not look at the tune."""

    KIND: ClassVar[str] = "whistle"
    tune: str = ""


@dataclass(frozen=True, slots=True)
class Pool(Action):
    KIND: ClassVar[str] = "pool"
    dice: int = 3


PLAIN = (
    "roll",
    "secret",
    "choose",
    "confirm",
    "allocate",
    "number",
    "text",
    "only",
    "sealed",
    "all",
    "flaky",
    "burst",
    "clash",
    "greedy",
    "rank",
    "later",
    "fork",
    "double",
    "draw",
    "pass",
)
ACTIONS: dict[str, type[Action]] = {
    **{kind: kind_of_action(kind) for kind in PLAIN},
    "near": Near,
    "late": Late,
    "say": Say,
    "pool": Pool,
    "whistle": Whistle,
}
STEPS: dict[str, type[Action]] = {"begin": kind_of_action("begin"), "tick": kind_of_action("tick")}

#: what a rule must never keep: it is outside the position, so a re-run sees another value
FORGOTTEN = {"runs": 0}


def play(state: Toy, table: Table, act: Any) -> None:
    one = state.roster[act.actor]
    if isinstance(act, Near | Late) and act.target not in state.roster:
        raise Refused("toy.near", f"nobody is called {act.target!r}", list(state.roster))
    if act.KIND == "near" and distance(state, one, state.roster[act.target]) > 100:
        raise Refused("toy.near", f"{act.target} is too far", ["somebody nearer"])
    table.allowed()
    if act.KIND != "pass":
        one.coins -= 1
    RULES[act.KIND](state, table, one, act)


def no_coin(state: Toy, one: Piece, content: Content) -> Refused | None:
    return Refused("toy.cost", f"{one.id} has no coin left", ["pass"]) if one.coins < 1 else None


def step(state: Toy, table: Table, act: Any) -> None:
    if act.KIND == "begin":
        state.begun = True
        table.emit("toy.begin", "gm")
        return
    state.ticks += 1
    state.passed = []
    for one in state.roster.values():
        one.coins = max(one.coins, 9)
    fallen = table.roll("toy.tick", "gm", total(1, 6))
    table.emit("toy.tick", "gm", number=fallen)


def roll(state: Toy, table: Table, one: Piece, act: Any) -> None:
    tally = table.tally(one)
    for thing in one.things:
        tally.add(thing.bonus, "toy.hook", thing.name)
    one.score += table.roll("toy.roll", one.id, total(1, 6), tally) + tally.total


def roll_pool(state: Toy, table: Table, one: Piece, act: Any) -> None:
    one.score += table.roll("toy.pool", one.id, pool(act.dice))


def secret(state: Toy, table: Table, one: Piece, act: Any) -> None:
    one.notes = str(table.roll("toy.secret", one.id, total(1, 6), secret=True))


def colours() -> list[Option]:
    return [Option(colour, rule="toy.choose") for colour in COLOURS]


def choose(state: Toy, table: Table, one: Piece, act: Any) -> None:
    one.colour = table.choose("toy.choose", one.id, colours())


def confirm(state: Toy, table: Table, one: Piece, act: Any) -> None:
    one.score += 1 if table.confirm("toy.confirm", one.id) else 0


def allocate(state: Toy, table: Table, one: Piece, act: Any) -> None:
    slots = [Option("all", rule="toy.allocate"), Option("big", least=3), Option("small", most=1)]
    shares = table.allocate("toy.allocate", one.id, 5, slots)
    one.score += shares[0] + 2 * shares[1] + 10 * shares[2]


def number(state: Toy, table: Table, one: Piece, act: Any) -> None:
    one.score += table.number("toy.number", one.id, -3, 12)


def text(state: Toy, table: Table, one: Piece, act: Any) -> None:
    one.said = table.text("toy.text", one.id)


def only(state: Toy, table: Table, one: Piece, act: Any) -> None:
    one.colour = table.choose("toy.only", one.id, [Option("grey")])


def sealed(state: Toy, table: Table, one: Piece, act: Any) -> None:
    """A die before and a die after, so that an undo has something to stop at."""
    one.score += table.roll("toy.roll", one.id, total(1, 6))
    whos = [each for each in state.roster if not state.roster[each].out]
    for who, colour in zip(whos, table.choose_all("toy.sealed", whos, [colours() for _ in whos]), strict=True):
        state.roster[who].colour = colour
    if table.confirm("toy.confirm", one.id):
        one.score += table.roll("toy.roll", one.id, total(1, 6))


def roll_everybody(state: Toy, table: Table, one: Piece, act: Any) -> None:
    whos = list(state.roster)
    for who, face in zip(whos, table.roll_all("toy.all", whos, [total(1, 6) for _ in whos]), strict=True):
        state.roster[who].score += face


def flaky(state: Toy, table: Table, one: Piece, act: Any) -> None:
    FORGOTTEN["runs"] += 1
    table.emit("toy.flaky", one.id, number=FORGOTTEN["runs"])
    one.score += 1 if table.confirm("toy.confirm", one.id) else 0


def near(state: Toy, table: Table, one: Piece, act: Any) -> None:
    metres = distance(state, one, state.roster[act.target])
    table.emit("toy.near", one.id, act.target, int(metres))
    one.score += table.roll("toy.roll", one.id, total(1, 6))


def late(state: Toy, table: Table, one: Piece, act: Any) -> None:
    one.score += table.roll("toy.late", one.id, total(1, 6))
    if table.confirm("toy.confirm", one.id):
        one.score += 100
    metres = distance(state, one, state.roster[act.target])
    table.emit("toy.late", one.id, act.target, int(metres))
    one.score += table.roll("toy.roll", one.id, total(1, 6))


def burst(state: Toy, table: Table, one: Piece, act: Any) -> None:
    """Up to six dice, a one ends it; only the sixes so far matter."""
    sixes = 0
    for count in range(6):
        table.merge("toy.burst", (count, sixes))
        band = table.roll("toy.burst", one.id, bands(1, 6, 1, 5))
        if band == 0:
            break
        sixes += 1 if band == 2 else 0
    one.score += sixes


def clash(state: Toy, table: Table, one: Piece, act: Any) -> None:
    """Everybody else in turn throws against the actor, whose side counts one for each lead, two for a lead of three or more."""
    for place, who in enumerate(state.roster):
        if who != one.id:
            table.merge("toy.clash", place)
            lead = table.roll_difference("toy.clash", one.id, pool(5, least=5), who, total(1, 4))
            one.score += 2 if lead >= 3 else 1 if lead > 0 else 0


def greedy(state: Toy, table: Table, one: Piece, act: Any) -> None:
    """The policy says no; taking is better."""
    if table.roll("toy.roll", one.id, bands(1, 6, 3)) and table.confirm("toy.greedy", one.id):
        one.score += 5


def rank(state: Toy, table: Table, one: Piece, act: Any) -> None:
    for place, who in enumerate(table.rank("toy.rank", list(state.roster), 6)):
        state.roster[who].score += place


def later(state: Toy, table: Table, one: Piece, act: Any) -> None:
    one.said = f"{table.roll_later('toy.later', one.id, total(2, 6))} days"


def fork(state: Toy, table: Table, one: Piece, act: Any) -> None:
    if table.roll("toy.fork", one.id, bands(1, 6, 3)):
        one.colour = table.choose("toy.choose", one.id, colours())
    else:
        one.score += table.number("toy.number", one.id, 0, 9)
    one.score += table.roll("toy.roll", one.id, total(1, 6))


def double(state: Toy, table: Table, one: Piece, act: Any) -> None:
    """Two open dice with a decision between them: the second must not repeat the first."""
    first = table.roll("toy.roll", one.id, total(1, 6))
    table.confirm("toy.confirm", one.id)
    one.score += 10 * first + table.roll("toy.roll", one.id, total(1, 6))


def drawn(state: Toy, table: Table, one: Piece, act: Any) -> None:
    """An open die, a secret one, a decision, and an open die again."""
    table.roll("toy.secret", one.id, total(1, 6), secret=True)
    table.confirm("toy.confirm", one.id)
    one.score = table.roll("toy.roll", one.id, total(1, 1000))


def say(state: Toy, table: Table, one: Piece, act: Any) -> None:
    one.said = act.words
    table.emit("toy.text", one.id, note=act.words)


def whistle(state: Toy, table: Table, one: Piece, act: Any) -> None:
    one.said = "fiu"


def passing(state: Toy, table: Table, one: Piece, act: Any) -> None:
    state.passed.append(one.id)
    table.emit("toy.pass", one.id)


RULES = {
    "roll": roll, "secret": secret, "choose": choose, "confirm": confirm, "allocate": allocate, "number": number,
    "text": text, "only": only, "sealed": sealed, "all": roll_everybody, "flaky": flaky, "burst": burst, "greedy": greedy,
    "clash": clash,
    "rank": rank, "later": later, "fork": fork, "double": double, "draw": drawn, "pass": passing, "near": near, "late": late,
    "say": say, "pool": roll_pool, "whistle": whistle,
}  # fmt: skip


def standing(state: Toy) -> list[Piece]:
    return [one for one in state.roster.values() if not one.out]


def due(state: Toy) -> Action | None:
    if not state.begun:
        return STEPS["begin"]("gm")
    if all(one.id in state.passed for one in standing(state)):
        return STEPS["tick"]("gm")
    return None


def actors(state: Toy) -> list[str]:
    return [one.id for one in standing(state) if one.id not in state.passed]


def fields(kind: str) -> Any:
    def target(state: Toy, one: Piece, content: Content) -> list[Field]:
        return [Field("target", "combatant", [Option(each) for each in state.roster if each != one.id])]

    def words(state: Toy, one: Piece, content: Content) -> list[Field]:
        return [Field("words", "text")]

    return target if kind in ("near", "late") else words if kind == "say" else no_fields


KINDS = {
    name: ActionKind(
        action, play, "toy.cost", cost_words="1 coin", fields=fields(name), refusal=no_coin if name != "pass" else no_refusal
    )
    for name, action in ACTIONS.items()
}


def over(state: Toy) -> Outcome | None:
    left = list(dict.fromkeys(one.side for one in standing(state)))
    return None if len(left) > 1 else Outcome(left, "toy.over", "one side is left")


def start(state: Toy, content: Content) -> None:
    for index, one in enumerate(state.roster.values()):
        if not 0 <= one.coins <= 9:
            raise BadInput(f"coins = {one.coins}", field=f"combatant.{index}.coins", expected="0 to 9")
    for who in state.passed:
        if who not in state.roster:
            raise BadInput(f"nobody is called {who!r}", field="now.passed", expected="ids")


def agenda(state: Toy) -> list[Moment]:
    return [Moment("now", who, "acts", "now") for who in actors(state)]


def describe(state: Toy, one: Piece) -> list[Line]:
    return [Line("score", str(one.score), "score", "toy.roll", "score" in one.assumed)]


def worth(state: Toy, side: str) -> float:
    return float(sum(one.score if one.side == side else -one.score for one in state.roster.values()))


class Meek(Policy):
    """Says no, takes the first colour, passes."""

    name = "meek"

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        self.why = "nothing better to do"
        generator.below(6)
        return ACTIONS["pass"](who)

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        self.why = "as it comes"
        generator.below(6)
        return first_answer(ask)


@dataclass(frozen=True, slots=True)
class Throw(Action):
    KIND: ClassVar[str] = "throw"
    sides: int = 6


def throw(table: Table, args: Throw) -> dict[str, Plain]:
    face = table.roll("toy.roll", args.actor, total(1, args.sides))
    table.emit("toy.roll", args.actor, number=face)
    return {"face": face}


@dataclass(frozen=True, slots=True)
class Toss(Action):
    KIND: ClassVar[str] = "toss"


def toss(table: Table, args: Toss) -> dict[str, Plain]:
    return {"heads": table.roll("toy.roll", args.actor, total(1, 2)) == 1}


def write_throw(table: Table, one: Piece, content: Content, args: Throw, result: dict[str, Plain]) -> None:
    one.score += int(result["face"])


@dataclass(frozen=True, slots=True)
class Fine(GmAction):
    KIND: ClassVar[str] = "fine"
    coins: int = 1


def fine(state: Toy, table: Table, action: Fine) -> None:
    one = state.roster[action.who]
    if one.coins < action.coins:
        raise Refused("toy.cost", f"{one.id} has not so many coins")
    table.allowed()
    one.coins -= action.coins + table.roll("toy.roll", one.id, bands(1, 6, 3))


def asleep(state: Toy, one: Piece) -> Refused | None:
    return Refused("toy.pass", f"{one.id} sleeps", ["wait for the tick"]) if one.said == "good night" else None


def wealth(state: Toy, one: Piece) -> Plain:
    return one.coins + one.score


def end_rivalries(state: Toy, table: Table) -> None:
    """A rivalry ends for both when either is out."""
    for one in state.roster.values():
        if one.rival and (one.out or state.roster[one.rival].out):
            one.rival = ""


BOOK = Rulebook(
    name="toy",
    title="Toy",
    version="1",
    folder=Path(__file__).parent / "toybook",
    state=Toy,
    combatant=Piece,
    kinds=KINDS,
    steps={name: ActionKind(action, step) for name, action in STEPS.items()},
    start=start,
    due=due,
    actors=actors,
    outcome=over,
    timeline=agenda,
    describe=describe,
    policy=Meek,
    value=worth,
    idle=asleep,
    settle=end_rivalries,
    gm_kinds={"fine": ActionKind(Fine, fine, "toy.cost")},
    figures={"wealth": wealth},
    procedures=procedures(
        Procedure(Throw, throw, "Throw a die.", "toy.roll", write_throw), Procedure(Toss, toss, "Toss a coin.", "toy.roll")
    ),
    items={"things": "things"},
    carried=("score", "things", "purse", "coins"),
    concealable=("score", "purse"),
)
TWO = """
rulebook = "toy"
title = "Two"
seed = 5
[[combatant]]
id = "ann"
side = "us"
seat = "anna"
[[combatant]]
id = "bob"
side = "them"
seat = "bert"
"""

THREE = (
    TWO
    + """
[[combatant]]
id = "cat"
side = "them"
"""
)


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    """The toy book is known while a test runs, and forgotten afterwards."""
    register(BOOK)
    yield
    rulebooks._registered.pop(BOOK.name, None)


def two(more: str = "") -> starfray.Fight:
    """Ann and Bob, begun."""
    return starfray.loads(TWO + more).begin()


def three(more: str = "") -> starfray.Fight:
    return starfray.loads(THREE + more).begin()
