"""Tables with a tape: live (people and real dice) and scripted (forced dice and answers).

An action is run from its start each time; what was thrown and said before comes from the tape. When something is
missing a live table throws for the app, takes a standing order, asks a policy, or raises Pending; a scripted table
takes the next forced value or says which one is missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from starfray.engine.content import Content
from starfray.engine.dice import Shape
from starfray.engine.errors import Pending, TapeError
from starfray.engine.policy import Policies
from starfray.engine.position import AnyPosition
from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from starfray.engine.tables.random import Generators
from starfray.engine.tape import Taped, check_fit, taped
from starfray.engine.values import GM, Ask, Tally

MAX_TAPE = 10_000


class TapeTable(Table):
    """Reads the tape first; a fresh value is asked of the subclass and put on the tape."""

    def __init__(self, book: Rulebook, state: AnyPosition, tape: list[Taped], content: Content | None = None) -> None:
        super().__init__(book, state, True, content)
        self.tape = tape
        self.at = 0
        self.asked: list[Ask] = []  # the question of each entry used

    def faces_for(self, rule: str, who: str, shape: Shape, tally: Tally | None, secret: bool) -> list[int]:
        ask = Ask("dice", rule, who, prompt=shape.goal, shape=shape, tally=tally, secret=secret)
        return self._take(ask).faces

    def answer_for(self, ask: Ask) -> str:
        return self._take(ask).answer

    def all_faces_for(self, asks: list[Ask]) -> list[list[int]]:
        return [entry.faces for entry in self._take_all(asks)]

    def all_answers_for(self, asks: list[Ask]) -> list[str]:
        return [entry.answer for entry in self._take_all(asks)]

    def _take(self, ask: Ask) -> Taped:
        return self._take_all([ask])[0]

    def _take_all(self, asks: list[Ask]) -> list[Taped]:
        """The entries of questions asked at once: all from the tape, or all fresh. They never lie half on the tape."""
        if self.at + len(asks) > MAX_TAPE:
            raise TapeError(f"more than {MAX_TAPE} dice and answers in one act ({asks[0].label}); fewer are needed")
        for number, ask in enumerate(asks):
            ask.id = f"{self.at}.{number}"
        if self.at < len(self.tape):
            entries = self.tape[self.at : self.at + len(asks)]
            for entry, ask in zip(entries, asks, strict=False):
                check_fit(entry, ask)
            if len(entries) < len(asks):
                raise TapeError(f"the tape ends before {asks[len(entries)].label}")
        else:
            entries = self.fresh(asks)
            self.tape.extend(entries)
        self.at += len(asks)
        self.asked.extend(asks)
        return entries

    def upcoming(self) -> Taped | None:
        return self.tape[self.at] if self.at < len(self.tape) else None

    def fresh(self, asks: list[Ask]) -> list[Taped]:
        raise NotImplementedError

    def settle(self, ask: Ask) -> Taped | None:
        answer, source = self.automatic_answer(ask)
        return taped(ask, source, answer=answer) if source else None


@dataclass(slots=True)
class Seats:
    """Who decides and who throws: combatants in `auto` are played by their policy, dice of `hand` are typed in."""

    policies: Policies | None = None
    auto: set[str] = field(default_factory=set)
    hand: set[str] = field(default_factory=set)

    def clone(self) -> Seats:
        return Seats(self.policies, set(self.auto), set(self.hand))

    def newcomer(self, state: AnyPosition, who: str) -> None:
        """A policy plays whoever joins if it plays others of that side; of a side that is new, if it plays anybody."""
        side = state.roster[who].side
        others = [one.id for one in state.roster.values() if one.id != who]
        mates = [one for one in others if state.roster[one].side == side]
        if not self.auto.isdisjoint(mates or others):
            self.auto.add(who)


class LiveTable(TapeTable):
    """People at seats. `given` holds answers that arrived for questions still open, by question id."""

    def __init__(
        self,
        book: Rulebook,
        state: AnyPosition,
        tape: list[Taped],
        generators: Generators,
        seats: Seats,
        given: dict[str, Taped],
        content: Content | None = None,
    ) -> None:
        super().__init__(book, state, tape, content)
        self.generators = generators
        self.seats = seats
        self.given = given

    def fresh(self, asks: list[Ask]) -> list[Taped]:
        open_asks = []
        for ask in asks:
            if ask.id not in self.given:
                entry = self.settle(ask) if ask.kind != "dice" else None
                entry = entry or self._without_asking(ask)
                if entry is None:
                    open_asks.append(ask)
                else:
                    self.given[ask.id] = entry
        if open_asks:
            raise Pending(open_asks)
        for ask in asks:
            check_fit(self.given[ask.id], ask)
        return [self.given.pop(ask.id) for ask in asks]

    def _take_all(self, asks: list[Ask]) -> list[Taped]:
        """A tape that ends in the middle of questions asked at once (after an undo) holds answers already given."""
        short = len(self.tape) - self.at
        if 0 < short < len(asks):
            for number, entry in enumerate(self.tape[self.at :]):
                self.given.setdefault(f"{self.at}.{number}", entry)
            del self.tape[self.at :]
        return super()._take_all(asks)

    def joined(self, who: str) -> None:
        self.seats.newcomer(self.state, who)

    def by_hand(self, whos: list[str]) -> bool:
        return any(who in self.seats.hand for who in whos)

    def _without_asking(self, ask: Ask) -> Taped | None:
        if ask.kind == "dice":
            if ask.who in self.seats.hand or (ask.secret and GM in self.seats.hand):
                return None
            return self.generators.throw(ask)
        if ask.who.partition("/")[0] in self.seats.auto and self.seats.policies is not None:  # a station is its ship's
            answer = self.seats.policies.answer(self.book, self.state, ask, self.generators.policy)
            return taped(ask, "policy", answer=answer)
        return None


Forced = Sequence[int] | Mapping[str, Sequence[int]]
ForcedAnswers = Sequence[str] | Mapping[str, str | Sequence[str]]


class Script:
    """Forced faces and answers: plain lists in the order the rules ask, or lists by rule id."""

    def __init__(self, dice: Forced | None = None, answers: ForcedAnswers | None = None) -> None:
        self.dice = _listed(dice, "dice") if not isinstance(dice, Mapping) else []
        self.dice_by_rule = {k: _listed(v, "dice") for k, v in dice.items()} if isinstance(dice, Mapping) else None
        self.answers: list[str] = []
        self.answers_by_rule: dict[str, list[str]] | None = None
        self.always: dict[str, str] = {}
        if isinstance(answers, Mapping):
            self.answers_by_rule = {}
            for rule, given in answers.items():
                if isinstance(given, str):
                    self.always[rule] = given
                else:
                    self.answers_by_rule[rule] = [str(each) for each in _listed(given, "answers")]
        else:
            self.answers = [str(each) for each in _listed(answers, "answers")]
        self._check_faces()
        self.used_always: set[str] = set()

    def _check_faces(self) -> None:
        lists = self.dice_by_rule.values() if self.dice_by_rule is not None else [self.dice]
        for faces in lists:
            for face in faces:
                if type(face) is not int:
                    raise TapeError(f"{face!r} is not the face of a die; dice are whole numbers")

    def next_face(self, rule: str) -> int | None:
        queue = self.dice_by_rule.get(rule, []) if self.dice_by_rule is not None else self.dice
        return queue.pop(0) if queue else None

    def next_answer(self, rule: str) -> str | None:
        if rule in self.always:
            self.used_always.add(rule)
            return self.always[rule]
        queue = self.answers_by_rule.get(rule, []) if self.answers_by_rule is not None else self.answers
        return queue.pop(0) if queue else None

    def left_over(self) -> str:
        """What was forced but never asked for; '' if all of it was used."""
        parts = []
        dice = self.dice_by_rule if self.dice_by_rule is not None else {"": self.dice}
        for rule, faces in dice.items():
            if faces:
                parts.append(f"dice {' '.join(map(str, faces))}" + (f" for {rule}" if rule else ""))
        answers = self.answers_by_rule if self.answers_by_rule is not None else {"": self.answers}
        for rule, texts in answers.items():
            if texts:
                parts.append(f"answers {', '.join(texts)}" + (f" for {rule}" if rule else ""))
        parts.extend(f"the answer for {rule}" for rule in self.always if rule not in self.used_always)
        return "; ".join(parts)


def _listed(given: Any, what: str) -> list[Any]:
    if given is None:
        return []
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise TapeError(f"{what} must be a list, or a mapping from rule id to lists, not {type(given).__name__}")
    return list(given)


class ScriptedTable(TapeTable):
    """Every die and answer is forced; one that is missing is an error that names the question."""

    def __init__(
        self,
        book: Rulebook,
        state: AnyPosition,
        script: Script,
        content: Content | None = None,
        tape: list[Taped] | None = None,
    ) -> None:
        """`tape` holds what an earlier run of the same act has used of the script already."""
        super().__init__(book, state, tape or [], content)
        self.script = script
        self.was_allowed = False  # has the rule said `allowed`?

    def allowed(self) -> None:
        self.was_allowed = True

    def fresh(self, asks: list[Ask]) -> list[Taped]:
        return [self._forced(ask) for ask in asks]

    def _forced(self, ask: Ask) -> Taped:
        if ask.kind == "dice":
            return taped(ask, "forced", faces=self._faces(ask))
        if ask.kind == "choose" and len(ask.options) == 1:
            return taped(ask, "only", answer=ask.options[0].key)
        answer = None
        if ask.rule in self.script.always or self.script.answers_by_rule is not None:
            answer = self.script.next_answer(ask.rule)
        if answer is None:
            entry = self.settle(ask)
            if entry is not None:
                return entry
            answer = self.script.next_answer(ask.rule)
        if answer is None:
            raise TapeError(f"an answer is missing: {ask.who} is asked {ask.rule} ({_offer(ask)})")
        fault = ask.fault(answer)
        if fault:
            raise TapeError(f"the answer to {ask.rule} for {ask.who} does not fit: {fault}")
        return taped(ask, "forced", answer=answer)

    def _faces(self, ask: Ask) -> list[int]:
        shape = ask.shape
        assert shape is not None
        faces: list[int] = []
        sides = shape.next_die(faces)
        while sides:
            face = self.script.next_face(ask.rule)
            if face is None:
                raise TapeError(
                    f"a die is missing: {_rolls(ask.who)} {shape.label} for {ask.rule}, {len(faces)} dice were left"
                )
            if not 1 <= face <= sides:
                raise TapeError(f"{face} is not the face of a d{sides} ({_rolls(ask.who)} {shape.label} for {ask.rule})")
            faces.append(face)
            sides = shape.next_die(faces)
        return faces


def _offer(ask: Ask) -> str:
    if ask.kind == "choose":
        return "one of " + ", ".join(option.key for option in ask.options)
    if ask.kind == "allocate":
        return f"share out {ask.amount} over " + ", ".join(option.key for option in ask.options)
    return f"{ask.low} to {ask.high}" if ask.kind == "number" else "a text"


class ReplayTable(TapeTable):
    """A finished tape and nothing else: one missing entry is an error."""

    def fresh(self, asks: list[Ask]) -> list[Taped]:
        raise TapeError(f"the tape ends before {asks[0].label}")


def _rolls(who: str) -> str:
    return "you roll" if who == "you" else f"{who} rolls"
