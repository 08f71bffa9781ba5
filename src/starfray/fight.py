"""Fight: one encounter, its position and its journal. The object users, the room and the command line work with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from starfray.engine.actions import Action, to_text
from starfray.engine.codec import Plain, check_text, clone, show
from starfray.engine.common_action import CommonAction
from starfray.engine.errors import BadInput, OtherRules, Refused, StarfrayError, TapeError, TapeMismatch
from starfray.engine.gm import parse_gm
from starfray.engine.journal import OTHER, Draft, Entry, may_undo
from starfray.engine.runner import DUE_LIMIT
from starfray.engine.tables.taped import Forced, ForcedAnswers, Script
from starfray.engine.tape import Taped, taped
from starfray.engine.values import GM, Ask
from starfray.faces import correct_tape, read_faces
from starfray.fight_queries import FightQueries
from starfray.file_format import write_fight
from starfray.save_format import save
from starfray.transcript_format import transcript_of


class Fight(FightQueries):
    """A fight under way. `state` is the position; change it only through the methods."""

    def __repr__(self) -> str:
        """`<Fight coriolis: dock-9, mira may act>`: whatever comes next."""
        if self.asks:
            next_up = f"{', '.join(ask.who for ask in self.asks)} asked"
        elif self.over is not None:
            next_up = self.over.reason
        else:
            due = self.due
            next_up = f"{due.KIND} due" if due is not None else f"{', '.join(self.actors)} may act"
        return f"<Fight {self.book.name}: {self.title + ', ' if self.title else ''}{next_up}>"

    # --- acting ------------------------------------------------------------------------------------------------

    def begin(self, dice: Forced | None = None, answers: ForcedAnswers | None = None) -> Fight:
        """Initiative and whatever else happens before the first person may act."""
        return self.step(dice, answers) if dice is not None or answers is not None else self.advance()

    def advance(self) -> Fight:
        """Run the steps that are due, until somebody may act or a question is open. A fight that has gone on for very long
        without asking anybody is handed back: the next step stays due, and `dropped` says so.
        """
        for _ in range(DUE_LIMIT):
            due = self.due if self.draft is None else None
            if due is None:
                return self
            self.run_draft(Draft("due", due, ""))
        self.dropped.append(f"{DUE_LIMIT} steps have gone by and nobody was asked; end the fight, or let it go on")
        return self

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
        self,
        action: str | Action,
        *,
        dice: Forced | None = None,
        answers: ForcedAnswers | None = None,
        by: str = GM,
        steps: bool = False,
    ) -> Fight:
        """Play an action. With forced dice or answers the whole tape is forced, and due steps are left for `step`; with
        `steps` those that need neither dice nor answers follow at once.
        """
        self._nothing_pending()
        act = self.parse(action)
        if dice is None and answers is None:
            self.check_owner(act, by)
            if not isinstance(act, CommonAction):
                self.advance()
                self._nothing_pending()
            self.check_permitted(act, by)
            self.check_words(action, act, self.view(by))
            try:
                self.run_draft(Draft("action", act, by))
            except Refused as refused:
                raise self.with_possible_words(refused, act, self.state) from None
            return self.advance() if self.draft is None else self
        script = Script(dice, answers)
        entries: list[Entry] = []
        state = self._quiet_steps(self.state, entries)
        self.check_turn(act, state)
        self.check_words(action, act, state)
        try:
            state = self._forced(state, Draft("action", act, by), script, entries)
        except Refused as refused:
            raise self.with_possible_words(refused, act, state) from None
        if steps:
            state = self._quiet_steps(state, entries, until_asked=True)
        self._commit_forced(state, entries, script)
        return self

    def gm(self, text: str, *, dice: Forced | None = None, answers: ForcedAnswers | None = None) -> Fight:
        """What the GM does: 'set tor.hp 3', 'reveal tor', 'roll 2d6', … A journal entry like any other.

        While a due step waits for answers and no die of it has fallen, the edit comes first and the step is asked anew.
        """
        draft = Draft("gm", parse_gm(self.book, text), GM)
        waiting = self.draft
        if waiting is not None and waiting.kind == "due" and not waiting.fell and dice is None and answers is None:
            draft.then = Draft("due", waiting.action, "", given=dict(waiting.given))
            self.draft = None
            self._run_before(draft, waiting)
            return self._go_on()
        self._nothing_pending()
        if dice is None and answers is None:
            self.run_draft(draft)
            return self
        script, entries = Script(dice, answers), list[Entry]()
        state = self._forced(self.state, draft, script, entries)
        self._commit_forced(state, entries, script)
        return self

    def answer(self, ask: Ask | str, answer: str | int | Sequence[int], by: str = GM) -> Fight:
        """Answer an open question: an option, a number, a text, shares 'tor:2 drone:1', or the faces of dice."""
        draft = self._pending()
        wanted = ask if isinstance(ask, str) else ask.id
        found = next((question for question in draft.asks if question.id == wanted), None)
        if found is None:
            raise BadInput(f"no open question {wanted!r}", expected=", ".join(question.id for question in draft.asks))
        if by != GM and by != self.seat_of(found.who):
            raise Refused("fight.pending", f"that question is {found.who}'s to answer")
        draft.given[found.id] = self.read_answer(found, answer, by)
        try:
            self.run_draft(draft)
        except StarfrayError as error:
            if self.draft is draft or draft.then is None:  # the answer was refused, so the question stays open
                del draft.given[found.id]
                raise
            self.dropped.append(f"{to_text(draft.then.action)}: {error}")
        self._play_queue()
        if self.draft is None:
            self.advance()
            self._play_queue()
        return self

    def _go_on(self) -> Fight:
        """Run the due steps, unless a question is open."""
        return self if self.draft is not None else self.advance()

    def _run_before(self, draft: Draft, waiting: Draft) -> None:
        try:
            self.run_draft(draft)
        except BaseException:
            self.draft = waiting
            raise

    def read_answer(self, ask: Ask, answer: str | int | Sequence[int], by: str) -> Taped:
        """An answer as it goes on the tape; dice left to the app are thrown here."""
        if ask.kind == "dice":
            assert ask.shape is not None
            faces = read_faces(answer)
            fault = ask.shape.fault(faces) if faces else ""
            if fault:
                raise BadInput(fault, field=ask.rule, expected=f"the faces of {ask.shape.label}, or none to let the app roll")
            if not faces:
                return self.generators.throw(ask)
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
            parse_gm(self.book, action[3:])
        else:
            self.parse(action)
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
        policies = self.seats.policies
        assert policies is not None
        for _ in range(acts):
            self._let_play(by_person)
            if self.draft is not None and any(ask.who.partition("/")[0] in self.seats.auto for ask in self.asks):
                self.run_draft(self.draft)  # a question that was open before
            self.advance()
            self._let_play(by_person)
            who = next((actor for actor in self.actors if actor in self.seats.auto), None)
            if self.draft is not None or who is None or (self.actors and self.actors[0] not in self.seats.auto):
                return self
            action = policies.act(self.book, self.state, who, self.generators.policy)
            if action is None:
                return self
            self.play(action)
        return self

    def _let_play(self, by_person: Sequence[str]) -> None:
        """Policies play everybody else, those too who have only just joined."""
        self.seats.auto = {who for who in self.state.roster if who not in by_person} | {GM}

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
        place, before = self.journal.known_before(first, self.rerun)
        if place < first:
            if by != GM:
                raise Refused("fight.undo", "the rules have changed since; ask the GM to undo it")
            self.take_back_from(place, before)
            return self
        group = self.journal.take_back()
        group[0].before = clone(before)
        self.state = before
        return self

    def _undo_answer(self, by: str) -> Fight:
        """While a question is open: back to the last question somebody answered, or the act is called off."""
        draft = self._pending()
        own_answers = [
            key
            for key, entry in draft.given.items()
            if entry.source in ("person", "gm", "hand") and (by == GM or self.seat_of(entry.who) == by)
        ]
        if own_answers:
            del draft.given[own_answers[-1]]
            self.run_draft(draft)
            return self
        if by != GM:
            self._call_off(by)
            return self
        while draft.tape:
            last = draft.tape.pop()
            if last.source in ("person", "gm", "hand"):
                draft.shown = []
                self.run_draft(draft)
                return self
        if draft.then is not None:  # a distance was asked for first: back in the act that waits for it
            self.draft = draft.then
            return self._undo_answer(by)
        if draft.kind == "due":
            return self._undo_before(draft, by)
        self._call_off(by)
        return self

    def _undo_before(self, draft: Draft, by: str) -> Fight:
        """Drop a due step that waits for answers and undo the act before it; if that fails, the step waits as before."""
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
            if group[-1].after is not None:
                self._bring_back(group)
                return self
            for entry in group:
                entry.before = self.state
                self.state = self.rerun(clone(self.state), entry)
                self.journal.append(entry)
        except StarfrayError:
            self.back_to(mark)
            raise
        return self

    def _bring_back(self, group: list[Entry]) -> None:
        """What cannot be run again comes back with the position it led to."""
        group[0].before = self.state
        for entry in group:
            self.journal.append(entry)
        self.state, group[-1].after = group[-1].after, None

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
        if entry.past == OTHER:
            raise OtherRules(to_text(entry.action), entry)
        state = self.journal.position_before(index, self.rerun)
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
        for waiting, lost_entry in enumerate(later):
            if self.draft is not None or not self.replay_entry(lost_entry):
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
        """Run with a corrected tape: entries after `place` that no longer fit are dropped from its end."""
        while True:
            try:
                self.run_draft(draft)
                return
            except (TapeMismatch, TapeError):
                if len(draft.tape) <= place + 1:
                    raise
                draft.tape, draft.given = draft.tape[:-1], {}

    def replay_entry(self, entry: Entry) -> bool:
        """Run a later entry again on the position as it stands; False if it no longer fits."""
        if entry.past == OTHER:
            return False
        before = self.state
        try:
            if entry.kind == "action":
                self.check_turn(entry.action, before)
            elif entry.kind == "due" and self.due != entry.action:
                return False
            state = clone(before)
            table = self._replayed(state, entry)
        except StarfrayError:
            return False
        self.state = state
        self.journal.append(replace(entry, events=list(table.events), before=before, past=""))
        return True

    def _nothing_pending(self) -> None:
        if self.draft is not None:
            asked = ", ".join(f"{ask.who} ({ask.rule})" for ask in self.draft.asks)
            raise Refused("fight.pending", f"a question is open: {asked}", legal=("answer", "cancel", "queue"))

    def _pending(self) -> Draft:
        if self.draft is None:
            raise Refused("fight.pending", "no question is open")
        return self.draft

    # --- saving ------------------------------------------------------------------------------------------------

    def to_text(self) -> str:
        """The position as a fight file a person can read and edit; it loads to the same hash."""
        return write_fight(self)

    def to_json(self) -> dict[str, Plain]:
        """The whole fight: position, journal, open question, generators, versions."""
        return save(self)

    def transcript(self) -> str:
        """The fight as a text that can be read, shared and replayed die for die."""
        return transcript_of(self).text()
