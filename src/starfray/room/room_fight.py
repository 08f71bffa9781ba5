"""The fight of a room: the room's seats say who plays whom, and a policy may answer for a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from starfray.engine.actions import to_text
from starfray.engine.codec import Plain, clone
from starfray.engine.errors import Refused, StarfrayError
from starfray.engine.fork import Fork, fork_at
from starfray.engine.generator import Generator
from starfray.engine.journal import OTHER, Draft, Entry, may_undo
from starfray.engine.policy import Policies
from starfray.engine.position import AnyPosition, combatant_of
from starfray.engine.rulebook import Rulebook
from starfray.engine.tape import Taped
from starfray.engine.values import GM, Ask, Event
from starfray.engine.view import SPECTATOR, may_see, side_of
from starfray.engine.vitals import Vitals
from starfray.fight import Fight
from starfray.room.dice import DiceBook, LiveGenerators, filled
from starfray.room.packs import PackSet
from starfray.room.seats import Seat, holder_of, viewer_of
from starfray.sim.planner.policy import Planner
from starfray.summary import Looks

NO_PACKS = PackSet()
MOST_LOOKS = 12  # positions, each as one viewer sees it, that are remembered
THINKING = 1.0  # seconds of the planner for one decision


class KnownLooks(Looks):
    """The last positions as their viewers see them. What an act came to is told from two of them, the cards are made of the
    second, and the next act asks for it again. Nobody changes a view, and every change makes a new position.
    """

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self.views: list[tuple[Any, str, Any]] = []  # position, viewer, view
        self.states: list[tuple[Any, Any, dict[str, Vitals]]] = []  # position, view, how everybody is

    def view(self, state: Any, viewer: str) -> Any:
        for of, who, seen in self.views:
            if of is state and who == viewer:
                return seen
        made = super().view(state, viewer)
        self.views = [(state, viewer, made), *self.views[: MOST_LOOKS - 1]]
        return made

    def vitals(self, state: Any, seen: Any, actor: Any) -> Vitals:
        known = self.known_vitals(state, seen)
        found = known.get(actor.id)
        if found is None:
            found = known[actor.id] = super().vitals(state, seen, actor)
        return found

    def known_vitals(self, state: Any, seen: Any) -> dict[str, Vitals]:
        for of, view, known in self.states:
            if of is state and view is seen:
                return known
        known = {}
        self.states = [(state, seen, known), *self.states[: MOST_LOOKS - 1]]
        return known


class RoomFight(Fight):
    """Seats can change hands at any time without being part of the position."""

    by_policy = ""
    filled = 0  # the number of the throw that filled blanks in the answer under way
    planner: Policies | None = None
    reproducible = True  # dice from the seed; a room's own come from the operating system, unless its GM wants it so
    pack_set = NO_PACKS
    past: Plain = None  # which acts of other versions would go another way now, as far as that was checked
    table_seats: dict[str, Seat]
    known_looks: KnownLooks | None = None

    def throw_live(self, live: bool, book: DiceBook | None = None) -> None:
        """From now on dice nobody can foretell; or those of the seed."""
        self.reproducible = not live
        if live:
            self.generators = LiveGenerators(book or DiceBook(whole=not self.journal.entries))

    @property
    def dice(self) -> LiveGenerators | None:
        """The dice that can be checked; none where they are those of the seed."""
        return self.generators if isinstance(self.generators, LiveGenerators) else None

    def reveal_when_over(self) -> None:
        """When the fight is over everybody may check its dice."""
        if self.dice is not None and self.dice.to_reveal and self.draft is None and self.over is not None:
            self.dice.reveal()

    def fill(self, ask: Ask, faces: list[Plain]) -> list[Plain]:
        """Throw the dice that were left blank among typed ones."""
        if self.dice is not None:
            faces, self.filled = self.dice.throw_blanks(ask, faces)
            return faces
        return filled(ask, faces, (self.generators.secret if ask.secret else self.generators.open).die)

    def set_seats(self, seats: dict[str, Seat]) -> None:
        self.table_seats = seats

    def seat_of(self, who: str) -> str:
        seat = holder_of(self.table_seats, who)
        return seat.by if seat is not None else GM

    def view(self, who: str) -> Any:
        """Built once for each position and side."""
        who = self.viewer_for(who)
        side_of(self.state, who)
        return self.looks.view(self.state, who)

    @property
    def looks(self) -> KnownLooks:
        if self.known_looks is None:
            self.known_looks = KnownLooks(self.book)
        return self.known_looks

    def viewer_for(self, who: str) -> str:
        """The viewer of a name: for a seat of the room, the side it sees for; else the name itself."""
        kind, _, name = who.partition(":")
        if kind != "player":
            return who
        seat = self.table_seats.get(name)
        return viewer_of(self.state, seat) if seat is not None else SPECTATOR

    def read_answer(self, ask: Ask, answer: str | int | Sequence[int], by: str) -> Taped:
        number, self.filled = self.filled, 0
        entry = super().read_answer(ask, answer, by)
        if entry.source == "hand":
            entry.throw = number
        if self.by_policy:
            entry.source = self.by_policy
        return entry

    def answer_by_policy(self, ask: Ask, because: str = "policy", *, planned: bool = False) -> None:
        """The policy (or the planner) answers in somebody's place, or throws their dice, and the tape says so."""
        policies = self.seats.policies
        assert policies is not None
        fork = self.fork_at(ask) if planned and ask.kind != "dice" else None
        if fork is not None:
            answer = self.planners().answer_at(self.book, self.state, ask, self.generators.policy, fork)
        else:
            answer = policies.answer(self.book, self.state, ask, self.generators.policy) if ask.kind != "dice" else ""
        self.by_policy = because
        try:
            self.answer(ask, answer)
        finally:
            self.by_policy = ""

    def fork_at(self, ask: Ask) -> Fork | None:
        """Where the planner plays its answers on from; None where it may not know enough."""
        draft = self.draft
        if draft is None or ask.who == GM:
            return None
        return fork_at(self.book, self.content, self.state, draft.action, draft.tape, ask, len(draft.tape))

    def planners(self) -> Policies:
        """The planner for whoever's dial says so. It thinks no longer than people wait gladly."""
        if self.planner is None:
            self.planner = Policies(Planner(self.book.policy(), seconds=THINKING))
        return self.planner

    def suggestion(self, state: AnyPosition, ask: Ask) -> tuple[str, str]:
        """What the policy would answer, and why; nothing is drawn from the fight's own generators."""
        policies = self.seats.policies
        assert policies is not None
        policy = policies.of(state, ask.who)
        policy.why = ""
        try:
            answer = policies.answer(self.book, state, ask, Generator(0))
        except StarfrayError:
            return "", ""
        return answer, policy.why

    def suggested_act(self, state: AnyPosition, who: str) -> tuple[Any, str]:
        policies = self.seats.policies
        assert policies is not None
        policy = policies.of(state, who)
        policy.why = ""
        try:
            return policies.act(self.book, state, who, Generator(0)), policy.why
        except StarfrayError:
            return None, ""

    def undo_own(self, by: str) -> None:
        """A player's undo. Acts since then that the player does not know of do not prevent it; they are done again."""
        if self.gm_alone:
            self._undo_beside(by)
            return
        if self.draft is not None and not (self.draft.kind == "due" and not self.known_of(self.draft, by)):
            self.undo(by)
            return
        entries = self.journal.entries
        at = len(entries)
        while at > 0 and entries[at - 1].kind in ("gm", "due") and not self.known_of(entries[at - 1], by):
            at -= 1
        if at == 0:
            raise Refused("fight.undo", "there is nothing to undo")
        act = entries[at - 1]
        may_undo([replace(act, tape=self.known_tape(act, by), events=self.known_events(act, by))], by, self.seat_of)
        mark = self.mark()
        try:
            self._take_back(at - 1)
        except StarfrayError:
            self.back_to(mark)
            raise

    def _take_back(self, at: int) -> None:
        """An act with the steps after it; what the GM did since is done again."""
        journal = self.journal
        later = [entry for entry in journal.entries[at:] if entry.kind == "gm"]
        group = [entry for entry in journal.entries[at:] if entry.kind != "gm"]
        self.draft = None
        self.state = journal.position_before(at, self.rerun)
        del journal.entries[at:]
        journal.undone.append(group)
        journal.version += 1
        group[0].before = clone(self.state)
        for entry in later:
            if not self.replay_entry(entry):
                raise Refused("fight.undo", "the fight has gone on; ask the GM to undo it")

    def known_tape(self, act: Entry | Draft, by: str) -> list[Taped]:
        """What was thrown and decided in an act, as far as a player may know of it."""
        seen = self.view(by)
        return [
            taped
            for taped in act.tape
            if not taped.secret
            and taped.source not in ("only", "order")
            and (taped.who == GM or combatant_of(seen, taped.who) is not None)
        ]

    def known_events(self, entry: Entry, by: str) -> list[Event]:
        who = self.viewer_for(by)
        side = side_of(self.state, who)
        return [event for event in entry.events if may_see(event, side, who)]

    def known_of(self, act: Entry | Draft, by: str) -> bool:
        """May a player know that somebody did something here? A step in which nobody did anything is nobody's act."""
        if act.kind == "gm":
            return isinstance(act, Entry) and bool(self.known_events(act, by))
        asked = (
            [*(asked.who for asked in act.asks), *(asked.who for asked in act.given.values())] if isinstance(act, Draft) else []
        )
        return any(self.seat_of(who) == by for who in asked) or bool(self.known_tape(act, by))

    def _undo_beside(self, by: str) -> None:
        """A player's undo while the GM does something alone; the GM's act continues afterwards."""
        waiting, self.draft = self.draft, None
        try:
            self.undo_own(by)
        finally:
            self.draft = waiting
        assert waiting is not None
        try:
            self.run_draft(waiting)
        except StarfrayError as error:
            self.draft = None
            self.dropped.append(f"{to_text(waiting.action)}: {error}")

    @property
    def gm_alone(self) -> bool:
        """Is the act under way the GM's own, with nobody's act waiting for it?"""
        return self.draft is not None and self.draft.kind == "gm" and self.draft.then is None

    def play_by_policy(self, who: str, because: str, *, planned: bool = False) -> bool:
        """The policy acts for somebody; the journal says why: 'auto' by the dial, 'timeout' because time was up."""
        policies = self.planners() if planned else self.seats.policies
        assert policies is not None
        action = policies.act(self.book, self.state, who, self.generators.policy)
        if action is None:
            return False
        self.check_permitted(action, GM)
        self.run_draft(Draft("action", action, because))
        if self.draft is None:
            self.advance()
        return True

    def back_to_entry(self, index: int) -> None:
        """Take back everything after an entry and the steps that followed it by themselves, in one go."""
        entries = self.journal.entries
        cut = index + 1
        while cut < len(entries) and entries[cut].kind == "due" and not entries[cut].decided:
            cut += 1
        if cut >= len(entries) and self.draft is None:
            raise Refused("fight.undo", "nothing comes after that act")
        place, state = self.journal.known_before(cut, self.rerun) if cut < len(entries) else (cut, self.state)
        self.draft = None
        if place < cut or any(entry.past == OTHER for entry in entries[place:]):
            self.take_back_from(place, state)
            return
        self.state = state
        while len(self.journal.entries) > cut:
            self.journal.take_back()

    def has_combatant(self, who: str) -> bool:
        return combatant_of(self.state, who) is not None


def to_room_fight(fight: Fight, seats: dict[str, Seat], pack_set: PackSet = NO_PACKS) -> RoomFight:
    """The same fight at the room's table."""
    made = RoomFight(fight.book, fight.content, fight.start, title=fight.title, seed=fight.seed, packs=fight.packs)
    made.state, made.journal, made.draft = fight.state, fight.journal, fight.draft
    made.generators, made.queued = fight.generators, fight.queued
    made.pack_set = pack_set
    made.set_seats(seats)
    forget_throws(made)
    return made


def forget_throws(fight: RoomFight) -> None:
    """A save of another room brings the numbers its throws had there; here they mean nothing."""
    journal = fight.journal
    tapes = [entry.tape for group in (journal.entries, *journal.undone, *journal.abandoned) for entry in group]
    draft = fight.draft
    while draft is not None:
        tapes += [draft.tape, list(draft.given.values())]
        draft = draft.then
    for tape in tapes:
        for taped in tape:
            taped.throw = 0
