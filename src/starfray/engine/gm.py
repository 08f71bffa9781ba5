"""The common actions, which every fight has whatever its book: the GM's edits, free rolls, surrender, leaving, distances.

They are ordinary actions with a text form, run on tables and are kept in the journal like any other.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, ClassVar

from starfray.engine import paths
from starfray.engine.actions import Action, GmAction, parse
from starfray.engine.bounds import check_bounds
from starfray.engine.codec import Plain
from starfray.engine.common_action import CommonAction
from starfray.engine.content import Content
from starfray.engine.dice import total
from starfray.engine.errors import BadInput, Refused
from starfray.engine.forms import forms_for
from starfray.engine.gm_sheet import Counter, OwnNote
from starfray.engine.gm_walls import AddWall, RemoveWall, SetDoor
from starfray.engine.orders import check_orders, check_words
from starfray.engine.position import AnyPosition, GmModifier, somebody
from starfray.engine.procedures import find_procedure
from starfray.engine.rulebook import Rulebook
from starfray.engine.scene import Point, relate
from starfray.engine.setup import MAX_COMBATANTS, check_rulings, check_whole, check_word, combatants, start_new
from starfray.engine.table import Table
from starfray.engine.toml import parse as parse_toml
from starfray.engine.values import GM
from starfray.engine.view import check_secret

# --- for everybody ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Surrender(CommonAction):
    KIND: ClassVar[str] = "surrender"

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        actor = somebody(state, self.actor)
        if actor.out:
            raise Refused("fight.surrender", f"{self.actor} is out of the fight already")
        actor.out = "surrendered"
        table.emit("fight.surrender", self.actor)


@dataclass(frozen=True, slots=True)
class Flee(CommonAction):
    """Leaving the fight: the GM says whether it can be done."""

    KIND: ClassVar[str] = "flee"

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        actor = somebody(state, self.actor)
        if actor.out:
            raise Refused("fight.flee", f"{self.actor} is out of the fight already")
        if table.confirm("fight.flee", GM, f"May {self.actor} leave the fight?", suggested="yes"):
            actor.out = "fled"
            table.emit("fight.flee", self.actor)


EVERYBODYS: dict[str, type[Action]] = {kind.KIND: kind for kind in (Surrender, Flee)}


# --- the GM's --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetValue(CommonAction):
    KIND: ClassVar[str] = "set"
    path: str
    value: str
    note: str = ""

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        head = paths.steps(self.path)[0]
        if self.path.split(".")[-1] in ("id", "roster") or self.path in state.roster or head == "roster":
            raise BadInput(f"{self.path!r} cannot be set", expected="rename, add or remove")
        new = paths.put(state, self.path, read_literal(self.value)) and not table.accepted
        if head in state.roster:
            actor = state.roster[head]
            check_orders(book, actor.orders, self.path)
            if self.path == f"{head}.orders":
                check_words(book, content, state, actor.orders, self.path)
            for secret in actor.secret if self.path == f"{head}.secret" else ():
                check_secret(state, actor, secret, self.path)
            if new or not isinstance(paths.get(state, self.path), int | float):
                check_word(book, content, state, self.path, new)
            actor.overridden[self.path.partition(".")[2]] = self.note
        else:
            check_whole(book, content, state, self.path)
        if not table.accepted:
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
    """Refuse an edit after which the book fails. The GM may set figures out of bounds, but not ones the rules cannot use."""
    try:
        book.due(state)
        book.over(state)
        book.agenda(state)
        for each in [who, *book.actors(state)]:
            if each in state.roster:
                forms_for(book, state, each)
                book.describe(state, state.roster[each])
    except (LookupError, ArithmeticError, ValueError, TypeError, AttributeError, AssertionError) as error:
        raise BadInput(
            f"{edit.path} = {edit.value}: the book cannot go on with that ({type(error).__name__}: {error})",
            field=edit.path,
            expected="a value the book knows",
        ) from None


def _only_of(state: AnyPosition, head: str, path: str) -> str:
    """The side that alone may hear of an edit, if what was edited is secret; else ''."""
    actor = state.roster.get(head)
    if actor is None:
        return GM if path == "notes" else ""
    field = path.partition(".")[2]
    if field == "notes":
        return GM
    private = actor.hidden or any(field == each or field.startswith(each + ".") for each in actor.secret)
    private = private or field.startswith(("orders", "secret", "gm-modifiers"))
    return (str(actor.side) or GM) if private else ""


def read_literal(word: str) -> Plain:
    """3, 2.5, true, "text", [1, 2] as JSON; a bare word is a text."""
    try:
        return json.loads(word)
    except (ValueError, RecursionError):
        return word


@dataclass(frozen=True, slots=True)
class Reveal(CommonAction):
    """Show a hidden combatant, or one secret figure of it."""

    KIND: ClassVar[str] = "reveal"
    who: str
    path: str = ""

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        actor = somebody(state, self.who)
        if self.path:
            actor.secret = [each for each in actor.secret if each != self.path]
        else:
            actor.hidden = False
        table.emit("gm.reveal", GM, self.who, 0, self.path)


@dataclass(frozen=True, slots=True)
class Hide(CommonAction):
    """Hide a combatant from the other sides, or one figure of it."""

    KIND: ClassVar[str] = "hide"
    who: str
    path: str = ""

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        actor = somebody(state, self.who)
        if self.path:
            check_secret(state, actor, self.path, "hide")
            if self.path not in actor.secret:
                actor.secret.append(self.path)
        else:
            actor.hidden = True
        table.emit("gm.hide", GM, self.who, 0, self.path, only=actor.side or GM)


@dataclass(frozen=True, slots=True)
class Modify(CommonAction):
    """Put a modifier on a combatant; 0 takes all of them off."""

    KIND: ClassVar[str] = "modify"
    who: str
    amount: int
    note: str = ""

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        actor = somebody(state, self.who)
        if self.amount:
            actor.gm_modifiers.append(GmModifier(amount=self.amount, note=self.note))
        else:
            actor.gm_modifiers.clear()
        table.emit("gm.modifier", GM, self.who, self.amount, self.note, only=_only_of(state, self.who, "x.gm-modifiers"))


@dataclass(frozen=True, slots=True)
class Rename(CommonAction):
    KIND: ClassVar[str] = "rename"
    who: str
    name: str

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        actor = somebody(state, self.who)
        actor.name = self.name
        table.emit("gm.edit", GM, self.who, 0, f"is now called {self.name}")


@dataclass(frozen=True, slots=True)
class Place(CommonAction):
    KIND: ClassVar[str] = "place"
    who: str
    at: Point

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        actor = somebody(state, self.who)
        actor.at = self.at
        book.placed(state, actor)
        table.emit("gm.edit", GM, self.who, 0, f"stands at {self.at[0]:g},{self.at[1]:g}")


@dataclass(frozen=True, slots=True)
class SetDistance(CommonAction):
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
class Note(CommonAction):
    """A note only the GM sees; on a combatant, or on the fight."""

    KIND: ClassVar[str] = "note"
    text: str
    who: str = ""

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        holder = somebody(state, self.who) if self.who else state
        holder.notes = self.text
        table.emit("gm.note", GM, self.who, 0, self.text, only=GM)


@dataclass(frozen=True, slots=True)
class SetRuling(CommonAction):
    KIND: ClassVar[str] = "ruling"
    key: str
    choice: str

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        state.rulings = check_rulings(book, {**state.rulings, self.key: self.choice})
        table.emit("gm.ruling", GM, "", 0, f"{self.key} = {self.choice}")


@dataclass(frozen=True, slots=True)
class Order(CommonAction):
    """A standing answer for one combatant (or 'all'); an empty answer takes it back."""

    KIND: ClassVar[str] = "order"
    who: str
    rule: str
    answer: str = ""

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        holder = state if self.who == "all" else somebody(state, self.who)
        check_orders(book, {self.rule: self.answer}, "order")
        check_words(book, content, state, {self.rule: self.answer}, "order")
        if self.answer:
            holder.orders[self.rule] = self.answer
        else:
            holder.orders.pop(self.rule, None)
        only = "" if self.who == "all" else (holder.side or GM)
        table.emit("gm.order", GM, "" if self.who == "all" else self.who, 0, f"{self.rule}: {self.answer}", only=only)


@dataclass(frozen=True, slots=True)
class FreeRoll(CommonAction):
    """Dice outside any rule: `roll 2d6 "how long does the door hold"`. `who`: a combatant's, not the GM's."""

    KIND: ClassVar[str] = "roll"
    dice: str
    note: str = ""
    secret: bool = False
    who: str = ""

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        count, d, sides = self.dice.partition("d")
        count = count or "1"
        digits = self.dice.isascii() and count.isdigit() and sides.isdigit() and len(self.dice) < 9
        if not (d and digits and 1 <= int(count) <= 100 and 2 <= int(sides) <= 1000):
            raise BadInput(f"{self.dice!r} is no roll", expected="something like d6, 2d6 or d100")
        rule, who = ("fight.roll", somebody(state, self.who).id) if self.who else ("gm.roll", GM)
        table.roll(rule, who, total(int(count), int(sides)), secret=self.secret)
        if self.note:
            table.emit(rule, who, "", 0, self.note, only=GM if self.secret else "")


@dataclass(frozen=True, slots=True)
class Call(CommonAction):
    """Call for a test: any of the book's procedures, named with its words in one text.

    A combatant (`who`) throws the dice, figures left out are those of the sheet, and what comes out is written on it, if the
    procedure changes one.
    """

    KIND: ClassVar[str] = "call"
    text: str
    secret: bool = False
    who: str = ""

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        actor = somebody(state, self.who) if self.who else None
        procedure, args = find_procedure(book, self.text, self.who or "you", actor)
        table.all_secret = self.secret
        table.emit("gm.call", GM, self.who, 0, self.text, only=GM if self.secret else "")
        result = procedure.run(table, args)
        if actor is not None and procedure.write is not None:
            procedure.write(table, actor, content, args, result)
            check_bounds(actor, self.who)


@dataclass(frozen=True, slots=True)
class Add(CommonAction):
    """A combatant joins: the text is the TOML of its fields, as one inline table."""

    KIND: ClassVar[str] = "add"
    fields: str

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        row = parse_toml(f"row = {{{self.fields}}}", "add")["row"]
        made = combatants(book, row, content, {}, False, "add")
        if len(state.roster) + len(made) > MAX_COMBATANTS:
            raise BadInput(
                f"{len(state.roster) + len(made)} combatants", field="add.count", expected=f"at most {MAX_COMBATANTS}"
            )
        for actor in made:
            if actor.id in state.roster:
                raise BadInput(f"the id {actor.id!r} is taken", field="add.id", expected="an id of its own")
            state.roster[actor.id] = actor
        start_new(book, content, state, made)
        for actor in made:
            table.joined(actor.id)
            table.emit("gm.add", GM, actor.id, only=(actor.side or GM) if actor.hidden else "")


@dataclass(frozen=True, slots=True)
class Remove(CommonAction):
    """Take a combatant out of the fight. It stays on the roster, because earlier events refer to it."""

    KIND: ClassVar[str] = "remove"
    who: str
    note: str = ""

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        actor = somebody(state, self.who)
        actor.out = self.note or "removed"
        table.emit("gm.remove", GM, self.who, 0, self.note)


@dataclass(frozen=True, slots=True)
class GoOn(CommonAction):
    """The last enemy is down, but the fight's clock runs on: for the wounded, for what still burns. Until the GM ends it."""

    KIND: ClassVar[str] = "go-on"

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        if state.ended or book.over(state) is None:
            raise Refused("gm.go-on", "the fight is not over by its own rules", ["end"] if not state.ended else ())
        state.goes_on = True
        table.emit("gm.go-on", GM)


@dataclass(frozen=True, slots=True)
class End(CommonAction):
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
        AddWall,
        RemoveWall,
        SetDoor,
        Note,
        OwnNote,
        Counter,
        SetRuling,
        Order,
        FreeRoll,
        Call,
        Add,
        Remove,
        GoOn,
        End,
    )
}


def gm_actions(book: Rulebook) -> dict[str, type[Action]]:
    """Everything the GM may do in a fight of this book, by name: in every fight, and by the book's rules."""
    return {**GM_KINDS, **book.gm_actions}


def parse_gm(book: Rulebook, text: str) -> Action:
    kind, rest = (*text.split(None, 1), "", "")[:2]
    return parse(gm_actions(book), f"{kind} {GM} {rest}")


def perform(book: Rulebook, content: Content, state: Any, table: Table, action: Action) -> None:
    """Run any action: a common one, one of the GM's by the book's rules, or one of the book's own."""
    if isinstance(action, CommonAction):
        action.apply(book, content, state, table)
        book.follow(state, table)
    elif isinstance(action, GmAction):
        somebody(state, action.who)
        book.gm_kinds[action.KIND].play(state, table, action)
        book.follow(state, table)
    else:
        book.play(state, table, action)
