"""The moments of a played fight at which its chances may change: a choice, an answer, a throw, the GM's hand.

Every act is played again from its tape, and the policies are asked what they would have done. Where somebody did the same, the
chances under these policies stay as they were and nothing has to be worked out. Everything else is an effect, and the point
after it is one from which the fight can be played on. docs/review.md explains the method.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from starfray.engine.actions import Action, to_text
from starfray.engine.codec import clone
from starfray.engine.content import Content
from starfray.engine.errors import StarfrayError
from starfray.engine.generator import Generator
from starfray.engine.gm import perform
from starfray.engine.journal import Entry
from starfray.engine.policy import Policies
from starfray.engine.position import AnyPosition, Combatant, combatant_of
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.random import Generators
from starfray.engine.tables.taped import ReplayTable
from starfray.engine.tape import Taped
from starfray.engine.values import GM, Ask
from starfray.engine.view import own_of, secret_foe, side_of
from starfray.fight import Fight
from starfray.sim.playout import next_step

CHOICE, ANSWER, THROW, EDIT, UNSEEN = "choice", "answer", "throw", "edit", "unseen"
DECISIONS = (CHOICE, ANSWER)


@dataclass(frozen=True, slots=True, eq=False)
class Point:
    """A moment from which a fight can be played on: a position, or the middle of an act of which `tape` has been used."""

    state: Any
    action: Action | None = None
    tape: tuple[Taped, ...] = ()


@dataclass(slots=True, eq=False)
class Effect:
    """Something that may have changed the chances. Without a `point` it changed nothing: it is what the policy does."""

    kind: str  # choice | answer | throw | edit | unseen
    who: str
    rule: str
    words: str  # what was chosen or said, or the faces of the dice
    usual: str = ""  # what the policy would have chosen or said
    point: Point | None = None  # right after it
    #: a decision from what the decider knew: with what was decided, and with what is usual; () where that is the truth,
    #: None where it cannot be told
    judged: tuple[Point, ...] | None = ()
    place: int = -1  # on the tape
    ask: Ask | None = None
    since: int = 0  # where the answers given at the same time begin on the tape


@dataclass(slots=True)
class Step:
    """One act: the positions around it as the viewer knows them, and its effects in order."""

    number: int  # of its journal entry, from 1
    entry: Entry
    before: Any
    after: Any
    effects: list[Effect] = field(default_factory=list)
    real: tuple[Any, Any] = (None, None)  # the positions as they were


class AdvisedTable(ReplayTable):
    """Replays an act and notes what the policies would have answered to each question."""

    def __init__(self, book: Rulebook, state: AnyPosition, tape: list[Taped], content: Content, policies: Policies) -> None:
        super().__init__(book, state, tape, content)
        self.policies = policies
        self.usual: list[str] = []  # one for each entry of the tape
        self.since: list[int] = []  # where the questions asked together with it begin

    def _take_all(self, asks: list[Ask]) -> list[Taped]:
        first = self.at
        self.usual.extend(self._usual(ask) for ask in asks)
        self.since.extend(first for _ in asks)
        return super()._take_all(asks)

    def _usual(self, ask: Ask) -> str:
        """'' where nobody knows: dice, and policies that draw what they say."""
        if ask.kind == "dice":
            return ""
        answer, source = self.automatic_answer(ask)
        if source or not self.policies.steady:
            return answer
        return self.policies.answer(self.book, self.state, ask, Generator(0))


class Chain:
    """The acts of a fight as `viewer` could follow them."""

    def __init__(self, fight: Fight, policies: Policies, viewer: str = GM) -> None:
        self.fight, self.book, self.content = fight, fight.book, fight.content
        self.policies, self.viewer = policies, viewer

    def steps(self) -> list[Step]:
        """Raises OtherRules if an act was written by rules that have changed since."""
        found: list[Step] = []
        state = clone(self.fight.start)
        for number, entry in enumerate(self.fight.journal.entries, 1):
            after = self.fight.rerun(clone(state), entry)
            step = Step(number, entry, self.seen(state), self.seen(after), real=(state, after))
            step.effects = self.effects(step)
            found.append(step)
            state = after
        return found

    def seen(self, state: Any) -> Any:
        return self.book.view(state, self.viewer)

    def effects(self, step: Step) -> list[Effect]:
        entry, after = step.entry, Point(step.after)
        if entry.kind == "gm":
            return [Effect(EDIT, GM, "", to_text(entry.action), point=after)]
        table = self.followed(step)
        if table is None:
            return [Effect(UNSEEN, "", "", "", point=after)]
        effects = [self.choice(step)] if entry.kind == "action" else []
        for place in range(len(entry.tape)):
            self.add(effects, step, table, place)
        last = next((effect for effect in reversed(effects) if effect.point is not None), None)
        if last is not None:
            last.point = after  # whatever follows on the tape is what the policies say
        return effects

    def followed(self, step: Step) -> AdvisedTable | None:
        """The act played again on what the viewer knew; None if that does not lead to what the viewer knew afterwards."""
        entry, copy = step.entry, clone(step.before)
        table = AdvisedTable(self.book, copy, entry.tape, self.content, self.policies)
        if self.viewer == GM:
            perform(self.book, self.content, copy, table, entry.action)
            return table
        if any(each.secret for each in entry.tape) or self.takes_part_in_secret(step):
            return None
        try:
            perform(self.book, self.content, copy, table, entry.action)
            same = self.book.key(copy) == self.book.key(step.after)
        except StarfrayError:
            return None
        return table if same and table.at == len(entry.tape) else None

    def takes_part_in_secret(self, step: Step) -> bool:
        """Does somebody take part whose figures the viewer may not know? Whether the act fits what is assumed would tell."""
        entry, state = step.entry, step.real[0]
        side, own = side_of(state, self.viewer), own_of(state, self.viewer)
        names = {entry.action.actor, *(each.who for each in entry.tape)}
        names.update(name for event in entry.events for name in (event.who, event.whom))
        people = [combatant_of(state, name) for name in names]
        return any(secret_foe(state, one.id, side, own) for one in people if one is not None)

    def choice(self, step: Step) -> Effect:
        """The action itself, against what the policies would have played here."""
        action = step.entry.action
        usual = next_step(self.book, step.before, self.policies, Generators(0))[0] if self.policies.steady else None
        effect = Effect(CHOICE, action.actor, "", to_text(action), to_text(usual) if usual is not None else "")
        if usual != action:
            effect.point = Point(step.before, action)
            actor = combatant_of(step.before, action.actor)
            if actor is not None and not knows_all(step.before, actor):
                known = self.book.view(step.before, f"side:{actor.side}")
                effect.judged = (Point(known, action), Point(known))
        return effect

    def add(self, effects: list[Effect], step: Step, table: AdvisedTable, place: int) -> None:
        entry, tape = step.entry.tape[place], step.entry.tape
        point = Point(step.before, step.entry.action, tuple(tape[: place + 1]))
        if entry.kind == "dice":
            last = effects[-1] if effects else None
            if last is not None and last.kind == THROW and last.who == entry.who and last.place == place - 1:
                last.words, last.point, last.place = f"{last.words} · {faces(entry)}", point, place
            else:
                effects.append(Effect(THROW, entry.who, entry.rule, faces(entry), point=point, place=place))
            return
        if entry.source in ("only", "order"):
            return
        usual = table.usual[place]
        effect = Effect(ANSWER, entry.who, entry.rule, entry.answer, usual, place=place, ask=table.asked[place])
        effect.since = table.since[place]
        effects.append(effect)
        effect.judged = self.known_answer(step, table, effect)
        if entry.answer != usual:
            effect.point = point

    def known_answer(self, step: Step, table: AdvisedTable, effect: Effect) -> tuple[Point, ...] | None:
        """What others answered at the same time the decider did not know: they are taken to have said what is usual."""
        tape, since, place = step.entry.tape, effect.since, effect.place
        actor: Combatant | None = combatant_of(step.before, effect.who)
        if actor is None:
            return ()
        if not knows_all(step.before, actor) or any(each.secret for each in tape[:place]):
            return None
        assert effect.ask is not None
        together = [at for at in range(since, len(tape)) if table.since[at] == since]
        if not effect.ask.sealed or len(together) == 1:
            return ()
        if not self.policies.steady:
            return None
        usual = [with_answer(tape[at], table.usual[at]) for at in together]
        decided = list(usual)
        decided[place - since] = tape[place]
        action, first = step.entry.action, tape[:since]
        return Point(step.before, action, (*first, *decided)), Point(step.before, action, (*first, *usual))


def knows_all(state: AnyPosition, actor: Combatant) -> bool:
    """Is nobody hidden from this one's side, and no figure secret?"""
    everyone: list[Combatant] = state.everyone()
    return not any(one.side != actor.side and (one.hidden or one.secret) for one in everyone)


def with_answer(entry: Taped, answer: str) -> Taped:
    other = entry.clone()
    other.answer = answer
    return other


def faces(entry: Taped) -> str:
    return " ".join(map(str, entry.faces))
