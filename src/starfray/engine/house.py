"""What can be done in every fight, whatever the book: the GM's hand, free rolls, giving up, leaving, setting distances.

House actions are ordinary actions with a text form; they run on tables and stand in the journal like any other.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, ClassVar

from starfray.engine import paths
from starfray.engine.actions import Action, parse
from starfray.engine.codec import Plain
from starfray.engine.content import Content
from starfray.engine.dice import total
from starfray.engine.errors import BadInput, Refused, suggest
from starfray.engine.position import AnyPosition, GmModifier
from starfray.engine.rulebook import Rulebook
from starfray.engine.scene import Point, relate
from starfray.engine.setup import check_orders, check_rulings, check_whole, check_word, combatants, start_new
from starfray.engine.table import Table
from starfray.engine.values import GM
from starfray.engine.view import check_secret


@dataclass(frozen=True, slots=True)
class HouseAction(Action):
    """Applied by the house, not by a book."""

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        raise NotImplementedError


def somebody(state: AnyPosition, who: str) -> Any:
    if who not in state.roster:
        raise BadInput(f"nobody is called {who!r}", expected=suggest(who, state.roster))
    return state.roster[who]


# --- for everybody ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Surrender(HouseAction):
    KIND: ClassVar[str] = "surrender"

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        one = somebody(state, self.actor)
        if one.out:
            raise Refused("fight.surrender", f"{self.actor} is out of the fight already")
        one.out = "surrendered"
        table.emit("fight.surrender", self.actor)


@dataclass(frozen=True, slots=True)
class Flee(HouseAction):
    """Leaving the fight: the GM says whether it can be done."""

    KIND: ClassVar[str] = "flee"

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        one = somebody(state, self.actor)
        if one.out:
            raise Refused("fight.flee", f"{self.actor} is out of the fight already")
        if table.confirm("fight.flee", GM, f"May {self.actor} leave the fight?", suggested="yes"):
            one.out = "fled"
            table.emit("fight.flee", self.actor)


EVERYBODYS: dict[str, type[Action]] = {kind.KIND: kind for kind in (Surrender, Flee)}


# --- the GM's --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetValue(HouseAction):
    KIND: ClassVar[str] = "set"
    path: str
    value: str
    note: str = ""

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        head = paths.steps(self.path)[0]
        if self.path.split(".")[-1] in ("id", "roster") or self.path in state.roster or head == "roster":
            raise BadInput(f"{self.path!r} cannot be set", expected="rename, add or remove")
        paths.put(state, self.path, read_literal(self.value))
        if head in state.roster:
            one = state.roster[head]
            check_orders(book, one.orders, self.path)
            for secret in one.secret if self.path == f"{head}.secret" else ():
                check_secret(state, one, secret, self.path)
            if not isinstance(paths.get(state, self.path), int | float):
                check_word(book, content, state, self.path)
            one.overridden[self.path.partition(".")[2]] = self.note
        else:
            check_whole(book, content, state, self.path)
        check_workable(book, state, head, self)
        table.emit(
            "gm.edit",
            GM,
            head,
            0,
            f"{self.path} = {self.value}" + (f" ({self.note})" if self.note else ""),
            only=_only_of(state, head, self.path),
        )


def check_workable(book: Rulebook, state: AnyPosition, who: str, edit: SetValue) -> None:
    """A figure out of bounds is the GM's right; one for which the book has no row in a table cannot be played with."""
    try:
        book.due(state)
        book.over(state)
        book.agenda(state)
        for each in [who, *book.actors(state)]:
            if each in state.roster:
                book.forms(state, each)
                book.describe(state, state.roster[each])
    except (LookupError, ArithmeticError, ValueError, TypeError, AttributeError, AssertionError) as error:
        raise BadInput(
            f"{edit.path} = {edit.value}: the book cannot go on with that ({type(error).__name__}: {error})",
            field=edit.path,
            expected="a value the book knows",
        ) from None


def _only_of(state: AnyPosition, head: str, path: str) -> str:
    """An edit of something secret is told to its own side only."""
    one = state.roster.get(head)
    if one is None:
        return GM if path == "notes" else ""
    field = path.partition(".")[2]
    if field == "notes":
        return GM
    private = one.hidden or any(field == each or field.startswith(each + ".") for each in one.secret)
    private = private or field.startswith(("orders", "secret", "gm-modifiers"))
    return (str(one.side) or GM) if private else ""


def read_literal(word: str) -> Plain:
    """3, 2.5, true, "text", [1, 2] as JSON; a bare word is a text."""
    try:
        return json.loads(word)
    except (ValueError, RecursionError):
        return word


@dataclass(frozen=True, slots=True)
class Reveal(HouseAction):
    """Show a hidden combatant, or one secret figure of it."""

    KIND: ClassVar[str] = "reveal"
    who: str
    path: str = ""

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        one = somebody(state, self.who)
        if self.path:
            one.secret = [each for each in one.secret if each != self.path]
        else:
            one.hidden = False
        table.emit("gm.reveal", GM, self.who, 0, self.path)


@dataclass(frozen=True, slots=True)
class Hide(HouseAction):
    """Hide a combatant from the other sides, or one figure of it."""

    KIND: ClassVar[str] = "hide"
    who: str
    path: str = ""

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        one = somebody(state, self.who)
        if self.path:
            check_secret(state, one, self.path, "hide")
            if self.path not in one.secret:
                one.secret.append(self.path)
        else:
            one.hidden = True
        table.emit("gm.hide", GM, self.who, 0, self.path, only=one.side or GM)


@dataclass(frozen=True, slots=True)
class Modify(HouseAction):
    """Put a modifier on a combatant; 0 takes all of them off."""

    KIND: ClassVar[str] = "modify"
    who: str
    amount: int
    note: str = ""

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        one = somebody(state, self.who)
        if self.amount:
            one.gm_modifiers.append(GmModifier(amount=self.amount, note=self.note))
        else:
            one.gm_modifiers.clear()
        table.emit("gm.modifier", GM, self.who, self.amount, self.note, only=_only_of(state, self.who, "x.gm-modifiers"))


@dataclass(frozen=True, slots=True)
class Rename(HouseAction):
    KIND: ClassVar[str] = "rename"
    who: str
    name: str

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        one = somebody(state, self.who)
        one.name = self.name
        table.emit("gm.edit", GM, self.who, 0, f"is now called {self.name}")


@dataclass(frozen=True, slots=True)
class Place(HouseAction):
    KIND: ClassVar[str] = "place"
    who: str
    at: Point

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        one = somebody(state, self.who)
        one.at = self.at
        table.emit("gm.edit", GM, self.who, 0, f"stands at {self.at[0]:g},{self.at[1]:g}")


@dataclass(frozen=True, slots=True)
class SetDistance(HouseAction):
    """Say how far two combatants are apart. With no metres given the GM is asked."""

    KIND: ClassVar[str] = "distance"
    one: str
    other: str
    metres: float = -1.0

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        somebody(state, self.one)
        somebody(state, self.other)
        metres = self.metres
        if metres < 0:
            prompt = f"How many {book.unit} are {self.one} and {self.other} apart?"
            metres = float(table.number("scene.distance", GM, 0, 100_000, prompt, suggested=10))
        relate(state.scene, "distance", self.one, self.other, metres)
        table.emit("scene.distance", self.one, self.other, int(metres))


@dataclass(frozen=True, slots=True)
class Note(HouseAction):
    """A note only the GM sees; on a combatant, or on the fight."""

    KIND: ClassVar[str] = "note"
    text: str
    who: str = ""

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        holder = somebody(state, self.who) if self.who else state
        holder.notes = self.text
        table.emit("gm.note", GM, self.who, 0, self.text, only=GM)


@dataclass(frozen=True, slots=True)
class SetRuling(HouseAction):
    KIND: ClassVar[str] = "ruling"
    key: str
    choice: str

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        state.rulings = check_rulings(book, {**state.rulings, self.key: self.choice})
        table.emit("gm.ruling", GM, "", 0, f"{self.key} = {self.choice}")


@dataclass(frozen=True, slots=True)
class Order(HouseAction):
    """A standing answer for one combatant (or 'all'); an empty answer takes it back."""

    KIND: ClassVar[str] = "order"
    who: str
    rule: str
    answer: str = ""

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        holder = state if self.who == "all" else somebody(state, self.who)
        check_orders(book, {self.rule: self.answer}, "order")
        if self.answer:
            holder.orders[self.rule] = self.answer
        else:
            holder.orders.pop(self.rule, None)
        only = "" if self.who == "all" else (holder.side or GM)
        table.emit("gm.order", GM, "" if self.who == "all" else self.who, 0, f"{self.rule}: {self.answer}", only=only)


@dataclass(frozen=True, slots=True)
class FreeRoll(HouseAction):
    """Dice outside any rule: `roll 2d6 "how long does the door hold"`."""

    KIND: ClassVar[str] = "roll"
    dice: str
    note: str = ""
    secret: bool = False

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        count, d, sides = self.dice.partition("d")
        count = count or "1"
        digits = self.dice.isascii() and count.isdigit() and sides.isdigit() and len(self.dice) < 9
        if not (d and digits and 1 <= int(count) <= 100 and 2 <= int(sides) <= 1000):
            raise BadInput(f"{self.dice!r} is no roll", expected="something like d6, 2d6 or d100")
        table.roll("gm.roll", GM, total(int(count), int(sides)), secret=self.secret)
        if self.note:
            table.emit("gm.roll", GM, "", 0, self.note, only=GM if self.secret else "")


@dataclass(frozen=True, slots=True)
class Call(HouseAction):
    """Call for a test: any of the book's procedures, named with its words in one text."""

    KIND: ClassVar[str] = "call"
    text: str
    secret: bool = False

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        from starfray.engine.procedures import find_procedure

        procedure, args = find_procedure(book, self.text)
        table.hushed = self.secret
        table.emit("gm.call", GM, "", 0, self.text, only=GM if self.secret else "")
        procedure.run(table, args)


@dataclass(frozen=True, slots=True)
class Add(HouseAction):
    """A combatant joins: the text is the TOML of its fields, as one inline table."""

    KIND: ClassVar[str] = "add"
    fields: str

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        from starfray.engine.toml import parse as parse_toml

        row = parse_toml(f"row = {{{self.fields}}}", "add")["row"]
        made = combatants(book, row, content, {}, False, "add")
        for one in made:
            if one.id in state.roster:
                raise BadInput(f"the id {one.id!r} is taken", field="add.id", expected="an id of its own")
            state.roster[one.id] = one
        start_new(book, content, state, made)
        for one in made:
            table.emit("gm.add", GM, one.id, only=(one.side or GM) if one.hidden else "")


@dataclass(frozen=True, slots=True)
class Remove(HouseAction):
    """Out of the fight. The combatant stays on the roster, so that nothing that happened loses its subject."""

    KIND: ClassVar[str] = "remove"
    who: str
    note: str = ""

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        one = somebody(state, self.who)
        one.out = self.note or "removed"
        table.emit("gm.remove", GM, self.who, 0, self.note)


@dataclass(frozen=True, slots=True)
class End(HouseAction):
    KIND: ClassVar[str] = "end"
    reason: str = "the GM ends the fight"

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        state.ended = self.reason or "the GM ends the fight"
        table.emit("gm.end", GM, "", 0, state.ended)


GM_KINDS: dict[str, type[Action]] = {
    kind.KIND: kind
    for kind in (
        SetValue,
        Reveal,
        Hide,
        Modify,
        Rename,
        Place,
        SetDistance,
        Note,
        SetRuling,
        Order,
        FreeRoll,
        Call,
        Add,
        Remove,
        End,
    )
}


def parse_gm(text: str) -> Action:
    kind, rest = (*text.split(None, 1), "", "")[:2]
    return parse(GM_KINDS, f"{kind} {GM} {rest}")


def perform(book: Rulebook, content: Content, state: Any, table: Table, action: Action) -> None:
    """Run any action: the house's own, or the book's."""
    if isinstance(action, HouseAction):
        action.apply(book, content, state, table)
    else:
        book.play(state, table, action)
