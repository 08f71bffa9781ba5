"""Fight: one encounter, its position and its journal. The object users, the room and the command line work with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from starfray import odds as odds_of
from starfray.engine import paths
from starfray.engine.actions import Action, parse, to_text
from starfray.engine.codec import Plain, check_text, clone, fingerprint, show
from starfray.engine.errors import BadInput, Refused, StarfrayError, TapeError, TapeMismatch, Unset
from starfray.engine.heard import hear
from starfray.engine.house import EVERYBODYS, GM_KINDS, HouseAction, parse_gm
from starfray.engine.journal import Draft, Entry, may_undo
from starfray.engine.policy import Policies
from starfray.engine.position import seat_of
from starfray.engine.running import DUE_LIMIT, Running, visible
from starfray.engine.tables.looking import refusal
from starfray.engine.tables.taped import Forced, ForcedAnswers, Script
from starfray.engine.tape import Taped, taped
from starfray.engine.values import GM, Ask, Event, Form, Moment, Outcome
from starfray.engine.view import shown, side_of
from starfray.preview import Preview, preview


class Fight(Running):
    """A fight under way. `state` is the position; change it only through the methods."""

    # --- looking -----------------------------------------------------------------------------------------------

    @property
    def hash(self) -> str:
        """The fingerprint of the position; dice yet to fall are not part of it."""
        return fingerprint(self.state)

    @property
    def version(self) -> int:
        return self.journal.version

    @property
    def due(self) -> Action | None:
        """The step that happens by itself now."""
        return self.next_due(self.state)

    @property
    def actors(self) -> list[str]:
        """Everyone who may act now."""
        return [] if self.over or self.due is not None else self.book.actors(self.state)

    @property
    def asides(self) -> list[str]:
        """Everyone who may do something small now although it is not their turn."""
        actors = self.actors
        return [who for who in self.book.asides(self.state) if who not in actors] if actors else []

    @property
    def over(self) -> Outcome | None:
        if self.state.ended:
            return Outcome([], "gm.end", self.state.ended)
        outcome = self.book.over(self.state)
        if outcome is not None:
            hear(outcome.rule)
        return outcome

    @property
    def asks(self) -> list[Ask]:
        """Open questions, those already answered under seal left out."""
        return list(self.draft.asks) if self.draft else []

    @property
    def events(self) -> list[Event]:
        """Everything that happened, and what the act under way has shown so far."""
        happened = [event for entry in self.journal.entries for event in entry.events]
        return happened + (self.draft.shown if self.draft else [])

    @property
    def agenda(self) -> list[Moment]:
        return self.book.agenda(self.state)

    def legal(self, who: str, seen_by: str = "") -> list[Form]:
        """Forms for what `who` may do now, and the refused kinds with their reasons.

        They start from what the side of `who` may know, or what `seen_by` may.
        """
        self._known(who, self.view(seen_by or GM))
        seen = self.view(seen_by or f"side:{self.state.roster[who].side}")
        if who not in self.actors and who not in self.asides:
            reason = self._why_not_now(who, seen)
            return [Form(kind, refused=reason) for kind in self.book.actions]
        return self.book.forms(seen, who)

    def _why_not_now(self, who: str, seen: Any) -> Refused:
        if self.over:
            return Refused("fight.over", f"the fight is over: {self.over.reason}")
        due = self.due
        if due is not None:
            return Refused("fight.turn", f"{to_text(due)} comes first")
        return Refused("fight.turn", f"it is not {who}'s turn", legal=visible(seen, self.actors))

    def get(self, path: str) -> Plain:
        """The value at a path: 'tor.hp', 'tor.weapons.0.empty', 'turn'."""
        return paths.get(self.state, path)

    def view(self, who: str) -> Any:
        """The position as a seat ('player:ana'), a side ('side:crew') or 'gm' may know it."""
        side_of(self.state, who)
        return self.book.view(self.state, who)

    def seen_events(self, who: str) -> list[Event]:
        """The events a seat may know of."""
        return [seen for event in self.events if (seen := shown(self.state, event, who)) is not None]

    def seen_asks(self, who: str) -> list[Ask]:
        """The open questions a seat may see: its own; the GM sees whom the table waits for."""
        if who == GM:
            return self.asks
        return [ask for ask in self.asks if self.seat_of(ask.who) == who]

    def preview(self, action: str | Action, who: str = GM) -> Preview:
        """Legality, cost and tally of an action; nothing is changed."""
        return preview(self.book, self.content, self.view(who), self._parse(action), self)

    def odds(
        self,
        action: str | Action,
        who: str = GM,
        *,
        policies: Policies | None = None,
        budget: int = odds_of.DEFAULT_BUDGET,
        best_for: str = "",
        progress: Callable[[int, int], None] | None = None,
    ) -> odds_of.Odds:
        """The exact distribution of an action's outcomes, from the same rule code, as `who` may know the position.

        'due' asks about the step that is due (a blow that lands, a phase of fire). `progress` is told now and then how many
        runs of the rule are done and how many are known to be left.
        """
        state = self.view(who)
        due = self.next_due(state)
        if action == "due" and due is not None:
            act = due
        else:
            act = self._parse(action)
            self._admit(act, self.state, state)
        return odds_of.odds(
            self.book, state, act, policies or Policies(self.book.policy()), budget, best_for, self.content, progress
        )

    # --- acting ------------------------------------------------------------------------------------------------

    def begin(self, dice: Forced | None = None, answers: ForcedAnswers | None = None) -> Fight:
        """Initiative and whatever else happens before the first person may act."""
        return self.step(dice, answers) if dice is not None or answers is not None else self.advance()

    def advance(self) -> Fight:
        """Run the steps that are due, until somebody may act or a question is open."""
        for _ in range(DUE_LIMIT):
            due = self.due if self.draft is None else None
            if due is None:
                return self
            self._run(Draft("due", due, ""))
        raise StarfrayError(f"{self.book.name}: steps go on falling due without end")

    def step(self, dice: Forced | None = None, answers: ForcedAnswers | None = None, *, steps: int = DUE_LIMIT) -> Fight:
        """Run due steps with forced dice and answers: until somebody may act, or until what is forced is used up and
        the next step needs more, or at most `steps` of them. What is left over is an error.
        """
        self._nothing_pending()
        script = Script(dice, answers)
        entries: list[Entry] = []
        state = self.state
        while len(entries) < steps:
            due = self.next_due(state)
            if due is None:
                break
            spent = not script.left_over()
            try:
                state = self._forced(state, Draft("due", due, ""), script, entries)
            except TapeError:
                if entries and spent:
                    break
                raise
        self._commit_forced(state, entries, script)
        return self

    def play(
        self, action: str | Action, *, dice: Forced | None = None, answers: ForcedAnswers | None = None, by: str = GM
    ) -> Fight:
        """Play an action. With forced dice or answers the whole tape is forced, and due steps are left for `step`."""
        self._nothing_pending()
        act = self._parse(action)
        if dice is None and answers is None:
            self._owned(act, by)
            if not isinstance(act, HouseAction):
                self.advance()
                self._nothing_pending()
            self._permit(act, by)
            self._run(Draft("action", act, by))
            return self.advance() if self.draft is None else self
        script = Script(dice, answers)
        entries: list[Entry] = []
        state = self._quiet_steps(self.state, entries)
        self._admit(act, state)
        state = self._forced(state, Draft("action", act, by), script, entries)
        self._commit_forced(state, entries, script)
        return self

    def gm(self, text: str, *, dice: Forced | None = None, answers: ForcedAnswers | None = None) -> Fight:
        """The GM's hand: 'set tor.hp 3', 'reveal tor', 'roll 2d6', … A journal entry like any other.

        While a due step waits for answers and no die of it has fallen, the edit comes first and the step is asked anew.
        """
        draft = Draft("gm", parse_gm(text), GM)
        waiting = self.draft
        if waiting is not None and waiting.kind == "due" and not waiting.fell and dice is None and answers is None:
            draft.then = Draft("due", waiting.action, "", given=dict(waiting.given))
            self.draft = None
            self._run_before(draft, waiting)
            return self._go_on()
        self._nothing_pending()
        if dice is None and answers is None:
            self._run(draft)
            return self
        script, entries = Script(dice, answers), list[Entry]()
        state = self._forced(self.state, draft, script, entries)
        self._commit_forced(state, entries, script)
        return self

    def answer(self, ask: Ask | str, answer: str | int | Sequence[int], by: str = GM) -> Fight:
        """Answer an open question: an option, a number, a text, shares 'tor:2 drone:1', or the faces of dice."""
        draft = self._pending()
        wanted = ask if isinstance(ask, str) else ask.id
        found = next((each for each in draft.asks if each.id == wanted), None)
        if found is None:
            raise BadInput(f"no open question {wanted!r}", expected=", ".join(each.id for each in draft.asks))
        if by != GM and by != self.seat_of(found.who):
            raise Refused("fight.pending", f"that question is {found.who}'s to answer")
        draft.given[found.id] = self._read_answer(found, answer, by)
        try:
            self._run(draft)
        except StarfrayError as error:
            if self.draft is draft or draft.then is None:  # the answer led nowhere: the question stays open
                del draft.given[found.id]
                raise
            self.dropped.append(f"{to_text(draft.then.action)}: {error}")
        self._play_queue()
        if self.draft is None:
            self.advance()
            self._play_queue()
        return self

    def _go_on(self) -> Fight:
        """What is due now, unless somebody is asked."""
        return self if self.draft is not None else self.advance()

    def _run_before(self, draft: Draft, waiting: Draft) -> None:
        try:
            self._run(draft)
        except BaseException:
            self.draft = waiting
            raise

    def _read_answer(self, ask: Ask, answer: str | int | Sequence[int], by: str) -> Taped:
        if ask.kind == "dice":
            assert ask.shape is not None
            faces = read_faces(answer)
            fault = ask.shape.fault(faces) if faces else ""
            if fault:
                raise BadInput(fault, field=ask.rule, expected=f"the faces of {ask.shape.label}, or none to let the app roll")
            if not faces:
                generator = self.generators.secret if ask.secret else self.generators.open
                return taped(ask, "app", faces=ask.shape.throw(generator))
            return taped(ask, "hand", faces=faces)
        words = check_text(answer, ask.rule) if isinstance(answer, str) else show(answer)
        fault = ask.fault(words)
        if fault:
            raise BadInput(fault, field=ask.rule, expected="another answer")
        instead = by == GM and ask.who != GM
        return taped(ask, "gm" if instead else "person", answer=words)

    def cancel(self, by: str = GM) -> Fight:
        """Call the act off. Its actor may until a die has fallen or somebody else has answered; then only the GM."""
        self._call_off(by)
        self._play_queue()
        return self

    def _call_off(self, by: str) -> None:
        draft = self._pending()
        waiting = draft.then or draft  # the act itself, where a distance is asked for first
        if by != GM and (by != waiting.by or waiting.touched or draft.touched):
            raise Refused("fight.pending", "only the GM can call this off now")
        if draft.kind == "due":
            raise Refused("fight.pending", "a step that is due cannot be called off; answer it or undo the act before it")
        self.draft = None

    def queue(self, action: str, by: str = GM) -> Fight:
        """Play this (or 'gm: …') as soon as the open question is answered; at once if none is open."""
        if action.startswith("gm:"):
            parse_gm(action[3:])
        else:
            self._parse(action)
        self.queued.append((action, by))
        self._play_queue()
        return self

    def _play_queue(self) -> None:
        while self.queued and self.draft is None:
            text, by = self.queued.pop(0)
            try:
                if text.startswith("gm:"):
                    self.gm(text[3:])
                else:
                    self.play(text, by=by)
            except StarfrayError as error:
                self.dropped.append(f"{text}: {error}")

    def auto(self, by_person: Sequence[str] = (), *, acts: int = 1) -> Fight:
        """Let policies act for everybody but `by_person`, at most `acts` actions; stops where a person is needed."""
        self.seats.auto = {one for one in self.state.roster if one not in by_person} | {GM}
        policies = self.seats.policies
        assert policies is not None
        for _ in range(acts):
            self.advance()
            who = next((each for each in self.actors if each in self.seats.auto), None)
            if self.draft is not None or who is None or (self.actors and self.actors[0] not in self.seats.auto):
                return self
            action = policies.act(self.book, self.state, who, self.generators.policy)
            if action is None:
                return self
            self.play(action)
        return self

    # --- history -----------------------------------------------------------------------------------------------

    def undo(self, by: str = GM) -> Fight:
        """Take back the last answer of the act under way, or the last act with everything it caused."""
        if self.draft is not None:
            return self._undo_answer(by)
        last = self.journal.last_group()
        if not last:
            raise Refused("fight.undo", "there is nothing to undo")
        may_undo(last, by, self.seat_of)
        first = len(self.journal.entries) - len(last)
        before = self.journal.position_before(first, self._rerun)
        group = self.journal.take_back()
        group[0].before = clone(before)
        self.state = before
        return self

    def _undo_answer(self, by: str) -> Fight:
        """While a question is open: back to the last question somebody answered, or the act is called off."""
        draft = self._pending()
        mine = [
            key
            for key, entry in draft.given.items()
            if entry.source in ("person", "gm", "hand") and (by == GM or self.seat_of(entry.who) == by)
        ]
        if mine:
            del draft.given[mine[-1]]
            self._run(draft)
            return self
        if by != GM:
            self._call_off(by)
            return self
        while draft.tape:
            last = draft.tape.pop()
            if last.source in ("person", "gm", "hand"):
                draft.shown = []
                self._run(draft)
                return self
        if draft.then is not None:  # a distance was asked for first: back in the act that waits for it
            self.draft = draft.then
            return self._undo_answer(by)
        if draft.kind == "due":
            return self._undo_before(draft, by)
        self._call_off(by)
        return self

    def _undo_before(self, draft: Draft, by: str) -> Fight:
        """A step that waits is left and the act before it taken back; if that cannot be done, the step waits on."""
        self.draft = None
        try:
            return self.undo(by) if self.journal.entries else self
        except StarfrayError:
            self.draft = draft
            raise

    def redo(self, by: str = GM) -> Fight:
        """Bring back what was undone last, die for die."""
        self._nothing_pending()
        mark = self.mark()
        group = self.journal.next_redo()
        try:
            if by != GM and group[0].by != by:
                raise Refused("fight.undo", "that was not your act; ask the GM to bring it back")
            for entry in group:
                entry.before = self.state
                self.state = self._rerun(clone(self.state), entry)
                self.journal.append(entry)
        except StarfrayError:
            self.back_to(mark)
            raise
        return self

    def correct(self, number: int, place: int, faces: Sequence[int]) -> Fight:
        """Correct a mistyped throw: entry `number` (from 0, -1 the last), its `place`-th tape entry.

        The act is run again; later dice and acts are kept while they still fit. Acts that no longer fit are set
        aside (they stay in `journal.abandoned`), and `dropped` says so.
        """
        if self.draft is not None and number == -1:
            return self._correct_draft(place, faces)
        self._nothing_pending()
        count = len(self.journal.entries)
        index = number if number >= 0 else count + number
        if not 0 <= index < count:
            raise BadInput(f"no entry {number}", expected=f"0 to {count - 1}")
        entry = self.journal.entries[index]
        state = self.journal.position_before(index, self._rerun)
        asked = self._replayed(clone(state), entry).asked
        draft = Draft(entry.kind, entry.action, entry.by, entry.tape, asked=asked, corrected=entry.corrected)
        correct_tape(draft, place, faces)
        later = self.journal.entries[index + 1 :]
        mark = self.mark()
        self.state = state
        del self.journal.entries[index:]
        self.journal.abandon_undone()
        self.journal.abandoned.append([entry, *later])
        try:
            self._run_loose(draft, place)
        except StarfrayError:
            self.back_to(mark)
            raise
        for waiting, each in enumerate(later):
            if self.draft is not None or not self._replay_later(each):
                self.dropped.extend(f"{to_text(lost.action)}: set aside by a correction" for lost in later[waiting:])
                break
        if self.draft is None:
            self.advance()
        return self

    def _correct_draft(self, place: int, faces: Sequence[int]) -> Fight:
        draft = self._pending()
        kept = (draft.tape, draft.given, draft.shown, draft.corrected)
        correct_tape(draft, place, faces)
        draft.shown = []
        try:
            self._run_loose(draft, place)
        except StarfrayError:
            draft.tape, draft.given, draft.shown, draft.corrected = kept
            raise
        return self

    def _run_loose(self, draft: Draft, place: int) -> None:
        """Run with a tape of which the tail after `place` may no longer fit: as much of it as does not is dropped."""
        while True:
            try:
                self._run(draft)
                return
            except (TapeMismatch, TapeError):
                if len(draft.tape) <= place + 1:
                    raise
                draft.tape, draft.given = draft.tape[:-1], {}

    def _replay_later(self, entry: Entry) -> bool:
        before = self.state
        try:
            if entry.kind == "action":
                self._admit(entry.action, before)
            elif entry.kind == "due" and self.due != entry.action:
                return False
            state = clone(before)
            table = self._replayed(state, entry)
        except StarfrayError:
            return False
        self.state = state
        self.journal.append(replace(entry, events=list(table.events), before=before))
        return True

    def _parse(self, action: str | Action) -> Action:
        if isinstance(action, Action):
            return action
        return parse({**self.book.actions, **EVERYBODYS}, action)

    def _owned(self, act: Action, by: str) -> None:
        if by != GM and by != self.seat_of(act.actor):
            raise Refused("fight.turn", f"{act.actor} is not yours to play")

    def _permit(self, act: Action, by: str) -> None:
        self._admit(act, self.state, self.view(by))
        if by == GM:
            return
        if not isinstance(act, HouseAction):  # what a player may not know answers like what is not there
            refused = refusal(self.book, self.view(by), act)
            if refused is not None and not isinstance(refused, Unset):
                raise refused

    def seat_of(self, who: str) -> str:
        seat = seat_of(self.state, who)
        return f"player:{seat}" if seat else GM

    def _nothing_pending(self) -> None:
        if self.draft is not None:
            asked = ", ".join(f"{ask.who} ({ask.rule})" for ask in self.draft.asks)
            raise Refused("fight.pending", f"a question is open: {asked}", legal=("answer", "cancel", "queue"))

    def _pending(self) -> Draft:
        if self.draft is None:
            raise Refused("fight.pending", "no question is open")
        return self.draft

    def refusal(self, action: str | Action) -> Refused | None:
        """Why the rules forbid this now; None if they allow it."""
        act = self._parse(action)
        try:
            self._admit(act, self.state)
        except Refused as refused:
            return refused
        return None if isinstance(act, HouseAction) else refusal(self.book, self.state, act)

    # --- saving ------------------------------------------------------------------------------------------------

    def to_text(self) -> str:
        """The position as a fight file a person can read and edit; it loads to the same hash."""
        from starfray.files import write_fight

        return write_fight(self)

    def to_json(self) -> dict[str, Plain]:
        """The whole fight: position, journal, open question, generators, versions."""
        from starfray.saves import save

        return save(self)

    def transcript(self) -> str:
        """The fight as a text that can be read, shared and replayed die for die."""
        from starfray.transcript import write_transcript

        return write_transcript(self)


def read_faces(answer: str | int | Sequence[int]) -> list[int]:
    if type(answer) is int:
        return [answer]
    if isinstance(answer, str):
        words = answer.replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() and len(word) < 6 for word in words):
            raise BadInput(f"{answer!r} are not faces of dice", expected="numbers, as 6 3 2")
        return [int(word) for word in words]
    faces: list[Any] = list(answer) if isinstance(answer, list | tuple) else [answer]
    if not all(type(face) is int for face in faces):
        raise BadInput(f"{show(answer)} are not faces of dice", expected="numbers, as 6 3 2")
    return faces


def correct_tape(draft: Draft, place: int, faces: Sequence[int]) -> None:
    """Give the act a copy of its tape with one throw corrected, marked as typed by hand."""
    if not 0 <= place < len(draft.tape) or draft.tape[place].kind != "dice":
        dice = [str(index) for index, entry in enumerate(draft.tape) if entry.kind == "dice"]
        raise BadInput(f"tape entry {place} is no throw of dice", expected="one of " + ", ".join(dice))
    thrown = read_faces(faces)
    shape = draft.asked[place].shape
    assert shape is not None
    fault = shape.fault(thrown)
    if fault:
        raise BadInput(fault, field=draft.tape[place].rule, expected=f"the faces of {shape.label}")
    word = f"{place}: {draft.tape[place].faces} → {thrown}"
    draft.corrected = f"{draft.corrected}; {word}" if draft.corrected else word
    draft.tape = [entry.clone() for entry in draft.tape]
    draft.tape[place].faces = thrown
    draft.tape[place].source = "hand"


__all__ = ["GM_KINDS", "Fight"]
