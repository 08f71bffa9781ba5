"""Forms: what somebody may do now, with what may be filled in, or why not.

A kind names the candidates for each field; the rule itself says which of them are legal. The engine runs the rule up to the
end of its refusals (tables/dry_run.py) with one filling after another: a form that is offered has a legal filling, its first
values are one, and every value it offers is part of one. What is filled in first narrows what comes after: ask again with
`chosen` after each choice.
"""

from __future__ import annotations

import dataclasses
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from starfray.engine import trace
from starfray.engine.actions import Action, action_of
from starfray.engine.codec import kebab, snake
from starfray.engine.errors import Refused, Unset
from starfray.engine.kinds import ActionKind
from starfray.engine.position import combatant_of
from starfray.engine.tables.dry_run import LegalTable, refusal, rule_refusal
from starfray.engine.values import Field, Form, Option

if TYPE_CHECKING:
    from starfray.engine.rulebook import Rulebook

TRIES = 400  # fillings looked at before a kind is given up
REPAIRS = 2  # optional fields that are filled in together to make a filling legal
NEARER = 8  # fillings refused for another reason that are followed further
CLOSED = ("combatant", "item", "choice", "list")
WORDS = "as the table sees it"  # used as the value of text fields

Values = dict[str, str]


def forms_for(book: Rulebook, state: Any, who: str) -> list[Form]:
    """Every kind of action there is in this fight, offered or refused."""
    forms = [form_of(book, state, who, kind) for kind in book.kinds_in(state)]
    closed = {form.kind for form in forms if form.refused is not None}
    for form in forms:
        if form.refused is not None:
            form.refused.legal = tuple([word for word in form.refused.legal if word not in closed])
    return forms


def form_of(book: Rulebook, state: Any, who: str, kind: ActionKind, chosen: Values | None = None) -> Form:
    """One kind of action for `who`, as far as the values in `chosen` leave it open."""
    running = trace.suspend()
    form = _form_of(book, state, who, kind, chosen or {})
    trace.resume(running)
    for rule in (form.rule, *form.hints, *([form.refused.rule] if form.refused is not None else [])):
        trace.note_shown(rule)
    return form


def _form_of(book: Rulebook, state: Any, who: str, kind: ActionKind, chosen: Values) -> Form:
    actor, content = combatant_of(state, who), book.content_in_use()
    form = Form(
        kind.name, cost_of(book, state, actor, kind), [], None, kind.rule, kind.group, kind.hint,
        [*kind.hints, *kind.more_hints(state, actor)],
    )  # fmt: skip
    form.refused = book.refusal(state, actor, kind) or kind.refusal(state, actor, content)
    if form.refused is not None:
        return form
    if kind.hint_now is not None:
        form.hint = kind.hint_now(state, actor)
    filling = Filling(book, state, who, kind, kind.fields(state, actor, content), chosen)
    form.refused = filling.find()
    if form.refused is None:
        filling.narrow()
        form.fields = filling.fields
    return form


def cost_of(book: Rulebook, state: Any, actor: Any, kind: ActionKind) -> str:
    """What this kind of action costs the actor now, in words."""
    cost = kind.cost_now(state, actor) if kind.cost_now is not None else kind.cost
    return kind.cost_words or book.cost_words(cost)


class Filling:
    """Finding legal values for the fields of one form. `values` is the filling that was found."""

    def __init__(self, book: Rulebook, state: Any, who: str, kind: ActionKind, fields: list[Field], chosen: Values) -> None:
        self.book, self.state, self.who, self.kind = book, state, who, kind
        self.fields = fields
        self.chosen = chosen
        self.opened: Values = {}  # the first filling tried
        self.values: Values = {}
        self.tries = TRIES
        self.known: dict[frozenset[tuple[str, str]], Refused | None] = {}  # fillings tried before, by their words
        self.hopeless: set[tuple[str, str]] = set()  # (field, refusal) that no other field can change
        self.table = LegalTable(book, state)

    def refused(self, values: Values) -> Refused | None:
        """Why the rule refuses these values. A distance that is not set is no refusal: the GM will be asked for it."""
        self.tries -= 1
        key = frozenset(values.items())
        if key in self.known:
            return self.known[key]
        found = rule_refusal(self.table, self.kind, action_of(self.kind.action, self.who, values))
        if isinstance(found, Unset):
            found = None
        self.known[key] = found
        return found

    # --- one legal filling ---------------------------------------------------------------------------------------

    def find(self) -> Refused | None:
        """Look for a legal filling; the reason against the first one tried, if there is none."""
        for field in self.fields:
            if field.required and field.name not in self.chosen and field.kind in CLOSED and not field.options:
                return Refused(self.kind.rule, f"no {field.label} to choose")
        first = {field.name: word for field in self.fields if (word := self.first_word(field))}
        first.update(self.chosen)
        self.opened = first
        reason = self.refused(first)
        if reason is None:
            self.values = first
            return None
        free = [field for field in self.fields if field.name not in self.chosen]
        if self.search(first, [field for field in free if field.required], [field for field in free if not field.required]):
            return None
        return reason

    def first_word(self, field: Field) -> str:
        """The value a field opens with: its default, or the first there is; '' leaves it to the rule."""
        if field.default or not field.required:
            return field.default
        words = candidates(field)
        return words[0] if words else ""

    def search(self, values: Values, required: list[Field], optional: list[Field]) -> bool:
        """Try the required fields in every combination, and with each some optional ones."""
        if not required:
            return self.repair(values, optional, REPAIRS)
        field, rest = required[0], required[1:]
        for word in candidates(field):
            tried = {**values, field.name: word}
            if self.tries <= 0:
                return False
            if self.accepts(tried) or self.search(tried, rest, optional):
                return True
        return False

    def repair(self, values: Values, optional: list[Field], depth: int) -> bool:
        """Fill in optional fields until the rule accepts. A value that changes the reason for refusal is worth another try."""
        reason = self.refused(values)
        if reason is None:
            self.values = values
            return True
        nearer: list[Values] = []
        for field in optional:
            for word in candidates(field):
                tried = {**values, field.name: word}
                if self.tries <= 0:
                    return False
                other = self.refused(tried)
                if other is None:
                    self.values = tried
                    return True
                if other.rule != reason.rule or other.reason != reason.reason:
                    nearer.append(tried)
        return depth > 1 and any(self.repair(tried, optional, depth - 1) for tried in nearer[:NEARER])

    def accepts(self, values: Values) -> bool:
        if self.tries <= 0 or self.refused(values) is not None:
            return False
        self.values = values
        return True

    # --- what else may be filled in ------------------------------------------------------------------------------

    def narrow(self) -> None:
        """Keep only values that are part of a legal filling; the one that was found is the default."""
        for field in self.fields:
            word = self.values.get(field.name, "")
            field.default = word or field.default  # a required field, or an optional one that had to be filled in
            if field.name in self.chosen:
                continue
            if field.kind in CLOSED:
                field.options = [option for option in field.options if option.key == word or self.possible(field, option.key)]
            elif field.kind == "number":
                self.narrow_number(field)
        self.fields = [field for field in self.fields if self.offered(field)]

    def offered(self, field: Field) -> bool:
        """A field stays if there is something to choose in it."""
        if field.name in self.chosen or field.required:
            return True
        if field.kind == "flag":
            return self.possible(field, "yes")
        if field.kind == "number":
            return field.low < field.high or self.values.get(field.name, "") not in ("", self.opened.get(field.name, ""))
        return bool(field.options) if field.kind in CLOSED else True

    def possible(self, field: Field, word: str) -> bool:
        """Is there a legal filling with this value: the one found, or with one other field changed?"""
        values = {**self.values, field.name: word}
        reason = self.refused(values)
        if reason is None:
            return True
        if (field.name, str(reason)) in self.hopeless:
            return False
        needed = field.beside if not goes(field, values) else None
        for other in self.others(field, reason):
            for candidate in candidates(other)[:6]:
                if needed is not None and candidate not in needed.get(other.name, ()):
                    continue  # this alone would not make up for what is needed beside the field
                if self.refused({**values, other.name: candidate}) is None:
                    return True
        if field.kind in ("choice", "item") and not field.required:  # if no other field helps for one, it helps for none
            self.hopeless.add((field.name, str(reason)))
        return False

    def others(self, field: Field, reason: Refused) -> list[Field]:
        """The fields that may still be changed; first those the refusal speaks of, as in `rapid=yes`."""
        free = [other for other in self.fields if other is not field and other.name not in self.chosen]
        named = [each.partition("=")[0] for each in reason.legal if "=" in each]
        return sorted(free, key=lambda other: other.name not in named) if named else free

    def narrow_number(self, field: Field) -> None:
        """The bounds within which the rule accepts it, beside the values that were found."""
        low, high = int(field.low), int(field.high)
        words = [self.values.get(field.name, ""), field.default, *candidates(field)]
        numbers = [int(word) for word in words if word.lstrip("-").isdigit()]
        good = next((number for number in numbers if self.refused({**self.values, field.name: str(number)}) is None), None)
        if good is None:
            field.high = field.low
            return
        field.high = float(self.furthest(field, good, high))
        field.low = float(self.furthest(field, good, low))

    def furthest(self, field: Field, good: int, end: int) -> int:
        """The value nearest to `end` that is accepted, where all between it and `good` are."""
        if good == end or self.refused({**self.values, field.name: str(end)}) is None:
            return end
        bad = end
        while abs(bad - good) > 1:
            middle = (good + bad) // 2
            if self.refused({**self.values, field.name: str(middle)}) is None:
                good = middle
            else:
                bad = middle
        return good


def goes(field: Field, values: Values) -> bool:
    """Is there, among these values, what the field is filled in beside?"""
    return not field.beside or any(values.get(name, "") in words for name, words in field.beside.items())


def candidates(field: Field) -> list[str]:
    """Values worth trying, the likeliest first; a number, a place or words may have options as suggestions."""
    named = [option.key for option in field.options]
    if field.kind in CLOSED:
        return named
    if field.kind == "number":
        return [*named, str(int(field.low)), str(int(field.high))]
    if field.kind == "flag":
        return ["no", "yes"]
    if field.kind in ("point", "path"):
        return [*named, *points(field)]
    return named or [WORDS]


def points(field: Field) -> list[str]:
    """Points around the centre: far, near, and the centre itself."""
    if field.centre is None:
        return []
    x, y = field.centre
    found = []
    for reach in (field.high, field.high / 2, min(1.0, field.high)):
        for eighth in range(8):
            angle = 2 * pi * eighth / 8
            found.append(f"{round(x + 0.99 * reach * cos(angle), 1):g},{round(y + 0.99 * reach * sin(angle), 1):g}")
    return [*dict.fromkeys(found), f"{x:g},{y:g}"]


def possible_instead(book: Rulebook, state: Any, action: Action, refused: Refused) -> tuple[str, ...]:
    """Those words of a refusal that are really possible: kinds of action with an open form (`draw`, `stance retreat`), values
    the rule takes in place of what it refused. Words that are neither (`1000 m or nearer`) are advice and stay.
    """
    actor, content = combatant_of(state, action.actor), book.content_in_use()
    if actor is None:
        return refused.legal
    kinds = {kind.name: kind for kind in book.kinds_in(state)}
    kind = kinds.get(action.KIND)  # none: of another kind of fight
    fields = [field for field in kind.fields(state, actor, content) if field.kind in CLOSED] if kind is not None else []

    def possible(word: str) -> bool:
        name, *rest = word.split()
        chosen = values_meant(kinds[name].fields(state, actor, content), rest) if name in kinds else None
        if chosen is not None:
            return form_of(book, state, action.actor, kinds[name], chosen).refused is None
        meant = [snake(field.name) for field in fields if any(word in (each.key, each.said) for each in field.options)]
        written = [name for name in meant if isinstance(getattr(action, name, None), str)]
        return not written or any(refusal(book, state, dataclasses.replace(action, **{name: word})) is None for name in written)

    running = trace.suspend()
    words = tuple([word for word in refused.legal if possible(word)])
    trace.resume(running)
    return words


def values_meant(fields: list[Field], words: list[str]) -> Values | None:
    """What words after the name of a kind fill in: `club=yes`, or a value that a field offers; None if one is neither."""
    values: Values = {}
    for word in words:
        name, given, value = word.partition("=")
        field = next((each for each in fields if each.name == name), None) if given else None
        if not given:
            field = next((each for each in fields if any(word == option.key for option in each.options)), None)
        if field is None:
            return None
        values[field.name] = value if given else word
    return values


def others_instead(book: Rulebook, seen: Any, action: Action) -> tuple[str, ...]:
    """Values that the rule takes in place of one that was given: another target, another weapon. `seen`: as the actor's side
    knows the position, so that nobody is named whom it has no idea of.
    """
    actor, content = combatant_of(seen, action.actor), book.content_in_use()
    kind = next((kind for kind in book.kinds_in(seen) if kind.name == action.KIND), None)
    if actor is None or kind is None:
        return ()
    running = trace.suspend()
    found = []
    for field in kind.fields(seen, actor, content):
        name = snake(field.name)
        if field.kind in CLOSED and isinstance(getattr(action, name, None), str):
            words = [option.key for option in field.options]
            found += [word for word in words if refusal(book, seen, dataclasses.replace(action, **{name: word})) is None]
    trace.resume(running)
    return tuple(found)


NO_WORD = "no-such-word"


def idle_word(book: Rulebook, state: Any, action: Action) -> Refused | None:
    """Refuse a word that the rule does not look at: in its place any other would be taken as well. What a form offers, and
    fields for words of one's own, are not meant.
    """
    actor, kind = combatant_of(state, action.actor), book.kind_of(state, action.KIND)
    known = {field.name: field for field in kind.fields(state, actor, book.content_in_use())}
    for blank in dataclasses.fields(action):
        word = getattr(action, blank.name)
        field = known.get(kebab(blank.name)) or known.get(blank.name)
        if blank.name == "actor" or not isinstance(word, str) or word in ("", blank.default):
            continue
        offered = [words for option in field.options for words in (option.key, option.said)] if field is not None else []
        if (field is not None and field.kind == "text") or word in offered:
            continue
        if refusal(book, state, dataclasses.replace(action, **{blank.name: NO_WORD})) is None:
            name = field.label if field is not None else blank.name.replace("_", " ")
            keys = [option.key for option in field.options] if field is not None else []
            return Refused(kind.rule, f"{word!r} has no effect here as {name} of {action.KIND}", keys)
    return None


# --- fields as books write them ----------------------------------------------------------------------------------


def one_of(name: str, words: tuple[str, ...] | list[str], *, required: bool = True, default: str = "") -> Field:
    """A choice among words of the book."""
    return Field(name, "choice", [Option(word) for word in words], required=required, default=default)


def flag(name: str, hint: str = "") -> Field:
    return Field(name, "flag", required=False, hint=hint)


def somebody(name: str, people: list[Any], *, required: bool = True, beside: dict[str, tuple[str, ...]] | None = None) -> Field:
    """A combatant out of these."""
    options = [Option(each.id, each.name) for each in people]
    return Field(name, "combatant", options, required=required, beside=beside or {})


def something(name: str, items: list[Any], *, required: bool = True) -> Field:
    """A weapon, a piece of gear: anything with a key and a name."""
    return Field(name, "item", [Option(each.key, each.name) for each in items], required=required)
