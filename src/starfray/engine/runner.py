"""Running acts: each runs from its start with its tape, on a copy of the position that is kept only if the act finishes.

This is the base of `Fight`: committing, re-running, forcing. The public methods are in fight.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from starfray.engine.actions import Action, to_text
from starfray.engine.codec import clone
from starfray.engine.common_action import CommonAction
from starfray.engine.content import Content
from starfray.engine.errors import (
    BadInput,
    HiddenChange,
    OtherRules,
    Pending,
    Refused,
    StarfrayError,
    TapeError,
    TapeMismatch,
    Unset,
    suggest,
)
from starfray.engine.gm import SetDistance, perform
from starfray.engine.journal import OTHER, SAME, Draft, Entry, Journal
from starfray.engine.policy import Policies
from starfray.engine.position import combatant_of
from starfray.engine.rulebook import Rulebook
from starfray.engine.setup import MAX_COMBATANTS
from starfray.engine.tables.random import Generators
from starfray.engine.tables.taped import LiveTable, ReplayTable, Script, ScriptedTable, Seats
from starfray.engine.values import GM, Event

DUE_LIMIT = 1_000  # steps in a row that ask nobody, before a fight is handed back


class Running:
    """A position, its journal, and the act under way."""

    def __init__(
        self, book: Rulebook, content: Content, state: Any, *, title: str = "", seed: int = 0, packs: Sequence[str] = ()
    ) -> None:
        self.book = replace(book, content=content) if packs else book
        self.content = content
        self.state = state
        self.title = title
        self.seed = seed
        self.packs = list(packs)
        self.start = clone(state)
        self.generators = Generators(seed)
        self.seats = Seats(policies=Policies(book.policy()))
        self.journal = Journal()
        self.draft: Draft | None = None
        self.queued: list[tuple[str, str]] = []
        self.most_combatants = MAX_COMBATANTS
        self.own_acts = False  # were all entries taken by these very rules, so that edits need not be checked when run again?
        self.dropped: list[str] = []  # queued actions that were no longer possible, with the reason

    def next_due(self, state: Any) -> Action | None:
        """The step that happens by itself now."""
        return None if self.book.over(state) is not None else self.book.due(state)

    def mark(self) -> tuple[Any, ...]:
        """The present state of the fight, so that `back_to` can return to it."""
        journal = self.journal
        return (
            self.state,
            self.draft,
            list(journal.entries),
            list(journal.undone),
            list(journal.abandoned),
            journal.version,
            list(self.dropped),
        )

    def back_to(self, mark: tuple[Any, ...]) -> None:
        journal = self.journal
        (self.state, self.draft, journal.entries, journal.undone, journal.abandoned, journal.version, self.dropped) = mark

    def run_draft(self, draft: Draft) -> None:
        """Run an act from its start with what is on its tape; commit it, or leave it open with its questions.

        An act that ends in an error leaves its tape as it was.
        """
        self.check_hands()
        copy = clone(self.state)
        tape, given = list(draft.tape), dict(draft.given)
        table = LiveTable(self.book, copy, tape, self.generators, self.seats, given, self.content)
        try:
            perform(self.book, self.content, copy, table, draft.action)
        except Pending as pending:
            self._check_shown(draft, table.events)
            draft.tape, draft.given, draft.asked = tape, given, table.asked
            draft.shown = list(table.events)
            draft.asks = pending.asks
            self.draft = draft
            return
        except Unset as unset:
            draft.tape, draft.given, draft.asked = tape, given, table.asked
            self._set_first(unset, draft)
            return
        if table.at < len(tape):
            raise TapeMismatch(tape[table.at].label, "nothing more")
        if len(self.state.roster) < len(copy.roster) > self.most_combatants:
            raise BadInput(f"{len(copy.roster)} combatants", field="add.count", expected=f"at most {self.most_combatants}")
        self._check_shown(draft, table.events)
        entry = Entry(draft.kind, draft.action, draft.by, tape, list(table.events), self.state, draft.corrected)
        self.state = copy
        self.draft = None
        self.journal.add(entry)
        if draft.then is not None and (draft.then.kind != "due" or self.next_due(self.state) == draft.then.action):
            self._run_then(draft.then)

    def check_hands(self) -> None:
        """Whose dice are typed in (`seats.hand`) must be somebody's: a wrong name would be passed over in silence."""
        for who in self.seats.hand:
            if who != GM and combatant_of(self.state, who) is None:
                known = [GM, *self.state.roster]
                raise BadInput(f"nobody is called {who!r}", field="seats.hand", expected=suggest(who, known))

    def _set_first(self, unset: Unset, draft: Draft) -> None:
        """Ask the GM for the distance an act needs; if nobody has to be asked and the act is refused, nothing stays."""
        mark = self.mark()
        try:
            self.run_draft(Draft("gm", SetDistance(GM, unset.pair[0], unset.pair[1]), GM, then=draft))
        except StarfrayError:
            self.back_to(mark)
            raise

    def _run_then(self, draft: Draft) -> None:
        """Run the act that waited; answers given to it before that no longer fit are asked for again."""
        try:
            self.run_draft(draft)
        except (TapeMismatch, TapeError):
            draft.given.clear()
            draft.tape.clear()
            self.run_draft(draft)

    def reopen(self) -> None:
        """Reopen the act that was undone last at the last answer a person gave in it; earlier dice and answers stay."""
        if self.draft is not None or not self.journal.undone:
            return
        entry = self.journal.undone[-1][0]
        said = [place for place, each in enumerate(entry.tape) if each.source in ("person", "gm", "hand")]
        if said:
            self.run_draft(Draft(entry.kind, entry.action, entry.by, [each.clone() for each in entry.tape[: said[-1]]]))

    @staticmethod
    def _check_shown(draft: Draft, events: list[Event]) -> None:
        """Check that a re-run shows the same events again. If not, some rule is not deterministic."""
        for was, now in zip(draft.shown, events, strict=False):
            if not was.same_as(now):
                raise HiddenChange(f"{to_text(draft.action)}: first {was}, on the re-run {now}")

    def rerun(self, state: Any, entry: Entry) -> Any:
        """Run a finished entry again on `state` (which it may change), and make sure that it is the same act: it tells what it
        told then. Where the rules have changed since, it is refused, never silently different.
        """
        if entry.past == OTHER:
            raise OtherRules(to_text(entry.action), entry)
        told = self.retold(state, entry)
        if entry.past != SAME and not tells_the_same(entry, told):
            raise OtherRules(to_text(entry.action), entry)
        return state

    def retold(self, state: Any, entry: Entry) -> list[Event]:
        """Run a finished entry again on `state` (which it may change): what it tells now."""
        return list(self._replayed(state, entry).events)

    def take_back_from(self, first: int, state: Any) -> None:
        """Back to a known position, all acts after it at once: those between cannot be run again."""
        group = self.journal.take_back(first)
        group[0].before, group[-1].after = clone(state), self.state
        self.state = state
        self.dropped.append(
            f"{len(group)} acts were taken back together: the rules have changed since, and no position between them is known"
        )

    def _replayed(self, state: Any, entry: Entry) -> ReplayTable:
        """The table on which a finished entry was run again: its questions and events."""
        due = self.next_due(state) if entry.kind == "due" else None
        if entry.kind == "due" and due != entry.action:
            raise TapeMismatch(to_text(entry.action), to_text(due) if due is not None else "no step")
        table = ReplayTable(self.book, state, entry.tape, self.content)
        table.accepted = self.own_acts
        perform(self.book, self.content, state, table, entry.action)
        if table.at < len(entry.tape):
            raise TapeMismatch(entry.tape[table.at].label, "nothing more")
        return table

    def _forced(self, state: Any, draft: Draft, script: Script, entries: list[Entry]) -> Any:
        copy = clone(state)
        table = ScriptedTable(self.book, copy, script, self.content, list(draft.tape))
        try:
            perform(self.book, self.content, copy, table, draft.action)
        except Unset as unset:
            draft.tape = table.tape
            first = Draft("gm", SetDistance(GM, unset.pair[0], unset.pair[1]), GM)
            return self._forced(self._forced(state, first, script, entries), draft, script, entries)
        if draft.kind == "action" and not table.was_allowed and not isinstance(draft.action, CommonAction):
            raise AssertionError(
                f"the rule of {draft.action.KIND!r} never calls table.allowed(): it does so once, after its last refusal"
            )
        entries.append(Entry(draft.kind, draft.action, draft.by, table.tape, list(table.events), state))
        return copy

    def _commit_forced(self, state: Any, entries: list[Entry], script: Script) -> None:
        left = script.left_over()
        if left:
            raise TapeError(f"left over: {left}")
        for entry in entries:
            self.journal.add(entry)
        self.state = state

    def _quiet_steps(self, state: Any, entries: list[Entry], until_asked: bool = False) -> Any:
        """Due steps that need neither dice nor answers run by themselves before a forced action. One that needs some is
        refused, or left for later (`until_asked`).
        """
        for _ in range(DUE_LIMIT):
            due = self.next_due(state)
            if due is None:
                return state
            try:
                state = self._forced(state, Draft("due", due, ""), Script(), entries)
            except TapeError as error:
                if until_asked:
                    return state
                raise Refused(
                    "fight.turn", f"{to_text(due)} comes first and needs dice or answers: {error}; call step(dice=…, answers=…)"
                ) from None
        raise StarfrayError(f"{self.book.name}: steps go on falling due without end")

    def check_turn(self, act: Action, state: Any, seen: Any = None) -> None:
        """Refuse an act out of turn. The reason names only those who can be seen."""
        if isinstance(act, CommonAction):
            return
        outcome = self.book.over(state)
        if outcome:
            raise Refused("fight.over", f"the fight is over: {outcome.reason}")
        self.check_known(act.actor, state if seen is None else seen)
        due = self.book.due(state)
        if due is not None:
            raise Refused("fight.turn", f"{to_text(due)} comes first")
        actors = self.book.actors(state)
        if act.actor not in actors and act.actor not in self.book.asides(state):
            raise self.why_idle(act.actor, state, seen or state)

    def why_idle(self, who: str, state: Any, seen: Any) -> Refused:
        """Why somebody may do nothing now: the book's reason, or that it is not their turn."""
        actor = combatant_of(state, who)
        own = self.book.idle(state, actor) if actor is not None else None
        return own or Refused("fight.turn", f"it is not {who}'s turn", legal=visible(seen, self.book.actors(state)))

    def check_known(self, who: str, state: Any = None) -> None:
        """Refuse a name that nobody in the position has."""
        state = self.state if state is None else state
        if who not in state.roster:
            raise BadInput(f"nobody is called {who!r}", expected=suggest(who, state.roster))


def tells_the_same(entry: Entry, told: list[Event]) -> bool:
    return len(told) == len(entry.events) and all(then.same_as(now) for then, now in zip(entry.events, told, strict=True))


def visible(seen: Any, whos: list[str]) -> list[str]:
    """Those of the names that are on this roster, including stations of a ship."""
    return [who for who in whos if combatant_of(seen, who) is not None]
