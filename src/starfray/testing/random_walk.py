"""A walk: one fight played through act by act, with checks before and after each act."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from starfray.engine.actions import Action, to_text
from starfray.engine.codec import clone, fingerprint
from starfray.engine.common_action import CommonAction
from starfray.engine.errors import HiddenChange, Unset
from starfray.engine.generator import Generator
from starfray.engine.gm import Surrender
from starfray.engine.journal import Entry
from starfray.engine.policy import Policies, RandomPolicy
from starfray.engine.position import combatant_of
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.dry_run import refusal
from starfray.engine.tables.random import Generators, RandomTable
from starfray.engine.tables.taped import ReplayTable
from starfray.engine.values import GM, Ask
from starfray.fight import Fight
from starfray.testing import roundtrip, secrecy
from starfray.testing.chances import FedTable, check_exact, run_due
from starfray.testing.context import Ground, Kit, ended, fork, listening, with_one_hidden
from starfray.testing.random_actions import check_refusals, check_texts, difference, draw

PEOPLE, HANDS, POLICY = "people", "hands", "policy"
STYLES = (PEOPLE, POLICY, HANDS, PEOPLE)  # who decides: answers one by one, the book's policy, and real dice

LEAVING = (7, 15, 23)  # in some walks somebody gives up before these acts


class Talkative(RandomPolicy):
    """Decides at random, and now and then gives a text where a text is asked for."""

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        if ask.kind == "text":
            return ("", "with a great deal of smoke")[generator.below(2)]
        return super().answer(book, view, ask, generator)


class NestedReplay(ReplayTable):
    """Replays a tape and counts how deep rules are inside other rules."""

    depth = 0

    def enter(self, figures: Hashable) -> None:
        self.depth += 1

    def leave(self) -> None:
        self.depth -= 1


class Walk:
    def __init__(self, kit: Kit, ground: Ground, seed: int, style: str, scouting: bool = False) -> None:
        """A scouting walk only plays: it looks for what was not reached yet."""
        self.kit, self.ground, self.style, self.scouting = kit, ground, style, scouting
        self.findings = kit.findings
        self.fight = ground.fight(seed)
        if style == HANDS:
            self.fight = with_one_hidden(self.fight, seed)
        self.generator = Generator(seed * 7919 + 1)
        self.hashes: list[str] = []  # of the position before each entry of the journal
        self.answers = 0
        self.leaving = style == PEOPLE and seed % 2 == 0
        self.acts = 0
        self.name = f"{ground.name}, seed {seed}, {style}"
        self.seen = 0  # journal entries already looked at
        self.random = Talkative()
        self._seat()

    def _seat(self) -> None:
        roster = list(self.fight.state.roster)
        if self.style == POLICY:
            self.fight.seats.auto = {*roster, GM}
        if self.style == HANDS:
            self.fight.seats.hand = {*roster[::2], GM}

    # --- the way -----------------------------------------------------------------------------------------------

    def run(self) -> None:
        self.findings.where = self.name
        self.findings.count("scouting walks" if self.scouting else "walks")
        with self.findings.guard("acts", "beginning the fight") as begun, listening() as ids:
            self.fight.advance()
            self._answer_all()
        self.kit.heard_in(ids, f"{self.name}, the beginning")
        self._look_at_entries()
        while not begun.failed and self.fight.draft is None and not self.fight.over and self.acts < self.kit.effort.acts:
            if not self._step():
                return
        if self.scouting:
            return
        self.findings.where = f"{self.name}, the end"
        self.fight.draft = None  # a walk may end in the middle of a question
        roundtrip.check_end(self.kit, self.ground, self.fight, self.hashes)
        if self.fight.over and self.fight.over.rule not in self.kit.book.ledger():
            self.findings.complain("names", f"the outcome names {self.fight.over.rule!r}, which is not in the ledger")

    def _step(self) -> bool:
        """One act; False where the walk cannot go on."""
        self.findings.where = f"{self.name}, act {self.acts + 1}"
        if not self._standing():
            return False
        with self.findings.guard("acts", "choosing an action") as choosing:
            action = self._choose()
        if choosing.failed:
            return False
        if action is None:
            self.findings.complain("ends", f"nobody of {', '.join(self.fight.actors)} finds anything legal to do")
            return False
        self.findings.where += f" ({to_text(action)})"
        if not self.scouting:
            self._look(action)
        with self.findings.guard("acts", f"{action.KIND}, drawn as legal,") as playing, listening() as ids:
            steady = self._play(action)
        self.kit.heard_in(ids, self.findings.where)
        if playing.failed or not steady:
            return False
        self.acts += 1
        self.findings.count("acts")
        self._look_at_entries()
        return True

    def _standing(self) -> bool:
        fight = self.fight
        if not fight.actors:
            self.findings.complain("ends", "nobody may act, nothing is due, and the fight is not over")
            return False
        strangers = [who for who in fight.actors if who not in fight.state.roster]
        if strangers:
            self.findings.complain("ends", f"{', '.join(strangers)} may act but is not on the roster")
        gone = [who for who in fight.actors if who not in strangers and fight.state.roster[who].out]
        if gone:
            self.findings.complain(
                "ends",
                "somebody who has left the fight may still act",
                self._where(f"{gone[0]} ({fight.state.roster[gone[0]].out})"),
            )
        return not strangers

    def _choose(self) -> Action | None:
        """The policy's choice, or one drawn for any of those who may act."""
        fight = self.fight
        whos = fight.actors
        if self.style == POLICY:
            return advised(self.kit, fight, self.generator)
        if self.leaving and self.acts in LEAVING:
            stay = [actor.id for actor in fight.state.roster.values() if not actor.out]
            return Surrender(stay[self.generator.below(len(stay))])
        first = self.generator.below(len(whos))
        for who in [*whos[first:], *whos[:first]]:
            action = draw(self.kit, fight, who, self.generator)
            if action is not None:
                return action
        return None

    def _play(self, action: Action) -> bool:
        """The act on the live table, and the same on a random one with the same dice. False if it cannot be repeated."""
        if self.scouting:
            self.fight.play(action)
            self._answer_all()
            return True
        before = (repr(action), fingerprint(self.fight.state))
        start = self.fight.state
        generators = Generators(0)
        drawn = self.generator.state if self.style != POLICY else self.fight.generators.policy.state
        generators.restore([*self.fight.generators.states()[:2], drawn])
        try:
            self.fight.play(action)
            self._answer_all()
        except HiddenChange as change:
            self.findings.complain("repeat", f"run again with the same tape, {action.KIND} tells another story", str(change))
            return False
        if repr(action) != before[0]:
            self.findings.complain("repeat", f"the rules changed the action itself: {before[0]} became {action!r}")
        if fingerprint(start) != before[1]:
            self.findings.complain(
                "repeat",
                f"playing {action.KIND} on a copy changed the original: a part is shared, "
                "not copied (a mutable list in a frozen record, or outside the position)",
            )
        if self.style != HANDS and not isinstance(action, CommonAction):
            self._check_twin(start, action, generators)
        return True

    def _check_twin(self, start: Any, action: Action, generators: Generators) -> None:
        """Live and random, same dice, same answers: the same position, act by act."""
        book = self.kit.book
        policies = Policies(self.random) if self.style != POLICY else self.fight.seats.policies
        assert policies is not None
        state = clone(start)
        table = RandomTable(book, state, generators, policies, False, self.fight.content)
        try:
            book.play(state, table, action)
            run_due(self.kit, state, table)
        except Unset:
            return
        self.findings.count("acts on live and random tables")
        if fingerprint(state) != self.fight.hash:
            self.findings.complain(
                "live",
                f"{action.KIND} with the same dice and answers ends differently on the live table and on the random one",
                self._where(difference(state, self.fight.state)),
            )

    # --- questions ---------------------------------------------------------------------------------------------

    def _answer_all(self) -> None:
        """Answer open questions one by one; now and then save, reload and go on in both."""
        fight, twin = self.fight, None
        most = self.answers + self.kit.effort.answers
        while fight.draft is not None and self.answers < most:
            ask = fight.asks[0]
            self._look_at_ask(ask)
            if twin is None and not self.scouting and self.generator_free_below(4):
                twin = roundtrip.reloaded(self.kit, self.ground, fight)
                roundtrip.check_text(self.kit, self.ground, fight)
            answer = self._answer(ask)
            if not self.scouting and self.answers % 6 == 1:
                with self.findings.guard("undo", "taking back an answer"):
                    roundtrip.check_answer_undone(self.kit, self.ground, fight, ask, answer)
            fight.answer(ask, answer)
            if twin is not None:
                with self.findings.guard("files", "answering in a reloaded fight"):
                    twin.answer(ask.id, answer)
            self.answers += 1
        if twin is not None and twin.hash != fight.hash:
            self.findings.complain(
                "files", "saved with an open question, reloaded and answered alike, the fight ends differently"
            )

    def generator_free_below(self, count: int) -> bool:
        """A choice that does not draw from the walk's generator (the random table must see the same draws)."""
        return (self.answers + len(self.fight.journal.entries)) % count == 0

    def _answer(self, ask: Ask) -> str:
        if ask.kind == "dice":
            assert ask.shape is not None
            return " ".join(map(str, ask.shape.throw(self.generator)))
        return self.random.answer(self.kit.book, self.fight.state, ask, self.generator)

    def _look_at_ask(self, ask: Ask) -> None:
        ledger = self.kit.book.ledger()
        self.findings.count("questions")
        if ask.rule not in ledger:
            self.findings.complain("names", f"a question names {ask.rule!r}, which is not in the ledger")
        for option in ask.options:
            if option.rule and option.rule not in ledger:
                self.findings.complain("names", f"an option of {ask.rule} names {option.rule!r}, which is not in the ledger")
        keys = [option.key for option in ask.options]
        if len(set(keys)) < len(keys):
            self.findings.complain("acts", f"{ask.rule} offers the same answer twice: {', '.join(keys)}")
        if ask.who != GM and combatant_of(self.fight.state, ask.who) is None:
            self.findings.complain("acts", f"{ask.rule} is asked of {ask.who!r}, who is not on the roster")
        secrecy.check_ask(self.kit, self.fight, ask)

    # --- looking -----------------------------------------------------------------------------------------------

    def _look(self, action: Action) -> None:
        """Checks before an act: cheap ones each time, expensive ones now and then."""
        kit, fight = self.kit, self.fight
        if isinstance(action, CommonAction):
            return
        check_texts(kit, action)
        if [id(actor) for actor in fight.state.everyone()] != [id(actor) for actor in fight.state.roster.values()]:
            self.findings.complain("acts", "everyone() is not the roster: somebody took another's place in the same dict")
        with self.findings.guard("acts", "bending actions"):
            check_refusals(kit, fight, action, self.generator)
        if self.acts % kit.effort.looks == 0:
            self._look_closely(fight, action)
        elif kit.weighed.get(action.KIND, 0) < kit.effort.weighs:
            self._weigh(fight, action)

    def _look_closely(self, fight: Fight, action: Action) -> None:
        kit = self.kit
        with self.findings.guard("files", "writing and reading the fight"):
            roundtrip.check_files(kit, self.ground, fight)
        with self.findings.guard("secrets", "viewing the fight"):
            secrecy.check_views(kit, fight, action, self.generator)
        self._weigh(fight, action)

    def _weigh(self, fight: Fight, action: Action) -> None:
        self.kit.weighed[action.KIND] = self.kit.weighed.get(action.KIND, 0) + 1
        with self.findings.guard("exact", f"the odds of {action.KIND}"):
            check_exact(self.kit, fight, action, self.generator.next64())

    def _look_at_entries(self) -> None:
        """After an act: what is new in the journal."""
        entries = self.fight.journal.entries
        for place in range(self.seen, len(entries)):
            entry = entries[place]
            if self.scouting:
                self._reach(entry)
                continue
            after = entries[place + 1].before if place + 1 < len(entries) else self.fight.state
            self.hashes.append(fingerprint(entry.before) if entry.before is not None else "")
            self._reach(entry)
            if entry.before is None or after is None or isinstance(entry.action, CommonAction):
                continue
            with self.findings.guard("repeat", f"running {entry.action.KIND} again"):
                self._check_again(entry, after)
            times = self.kit.steps.times.get(entry.action.KIND, 0)
            if entry.kind == "due" and times % self.kit.effort.looks == 1 and times < 8 * self.kit.effort.looks:
                self._look_closely(fork(self.fight, clone(entry.before)), entry.action)
        self.seen = len(entries)

    def _reach(self, entry: Entry) -> None:
        if entry.kind == "action" and not isinstance(entry.action, CommonAction):
            self.kit.actions.hit(entry.action.KIND)
        elif entry.kind == "due":
            self.kit.steps.hit(entry.action.KIND)
        for taped in entry.tape:
            if taped.kind != "dice":
                self.kit.questions.hit(taped.rule)

    def _check_again(self, entry: Entry, after: Any) -> None:
        """The same tape on a table that remembers, and on one that keeps no events."""
        book, kind, end = self.kit.book, entry.action.KIND, fingerprint(after)
        state = clone(entry.before)
        table = NestedReplay(book, state, [each.clone() for each in entry.tape], self.fight.content)
        book.play(state, table, entry.action)
        if table.depth:
            self.findings.complain("exact", f"{kind} ends with {table.depth} of its `enter` without a `leave`")
        self.findings.count("acts run again")
        told = [event.plain() for event in entry.events]
        again = [event.plain() for event in table.events]
        if told != again:
            place = next((n for n, (a, b) in enumerate(zip(told, again, strict=False)) if a != b), min(len(told), len(again)))
            self.findings.complain(
                "repeat",
                f"run again with the same tape, {kind} tells another story",
                f"event {place}: {told[place : place + 1]} then {again[place : place + 1]}",
            )
        if fingerprint(state) != end:
            self.findings.complain(
                "repeat",
                f"run again with the same tape, {kind} ends in another position",
                self._where(difference(after, state)),
            )
            return
        quiet = clone(entry.before)
        fed = FedTable(book, quiet, entry.tape, self.fight.content)
        book.play(quiet, fed, entry.action)
        if fed.odd or fingerprint(quiet) != end:
            self.findings.complain(
                "live",
                f"{kind} with the same dice and answers goes another way on a table that keeps no events",
                self._where(fed.odd or difference(after, quiet)),
            )

    def _where(self, details: str) -> str:
        return f"{self.findings.where}: {details}"


def scout(kit: Kit, grounds: list[Ground], seed: int, excused: list[str]) -> None:
    """More walks with few checks, until everything is reached or the effort is spent."""
    for number in range(kit.effort.scouts):
        if not any(reach.wanting(excused) for reach in (kit.actions, kit.steps, kit.questions)):
            return
        ground = grounds[number % len(grounds)]
        Walk(kit, ground, seed + 1000 + number, POLICY if number % 5 == 4 else PEOPLE, scouting=True).run()


def advised(kit: Kit, fight: Fight, generator: Generator) -> Action | None:
    """What the book's policy does for the first who may act. It chooses from a view: what it could not know to be refused
    is replaced by something drawn, anything else that is refused is a fault of the policy.
    """
    policies = fight.seats.policies
    assert policies is not None
    for who in fight.actors:
        action = policies.act(fight.book, fight.state, who, fight.generators.policy)
        refused = refusal(fight.book, fight.state, action) if action is not None else None
        if action is None or refused is None or isinstance(refused, Unset):
            if action is not None:
                return action
            continue
        view = fight.view(f"side:{fight.state.roster[who].side}")
        if view is fight.state or refusal(fight.book, view, action) is not None:
            kit.findings.complain(
                "acts",
                f"the book's own policy chose {action.KIND}, which is refused: {refused.rule}",
                f"{kit.findings.where}: {to_text(action)}: {refused}",
            )
        drawn = draw(kit, fight, who, generator)
        if drawn is not None:
            return drawn
    return None


def play_out(kit: Kit, ground: Ground, seed: int) -> None:
    """The book's own policy on all sides must bring the fight to an end."""
    kit.findings.where = f"{ground.name}, seed {seed}, policies to the end"
    with kit.findings.guard("acts", "a fight between the book's own policies"):
        fight = ground.fight(seed)
        fight.seats.auto = {*fight.state.roster, GM}
        acts = _to_the_end(kit, fight)
        kit.findings.count("fights to the end")
        if not ended(fight.book, fight.state):
            kit.findings.complain("ends", f"after {acts} acts of the book's own policies the fight is still not over")
        for entry in fight.journal.entries:
            if entry.kind == "action":
                kit.actions.hit(entry.action.KIND)
            elif entry.kind == "due":
                kit.steps.hit(entry.action.KIND)


def _to_the_end(kit: Kit, fight: Fight) -> int:
    fight.advance()
    generator = Generator(fight.seed)
    for acts in range(kit.effort.most_acts):
        if fight.over or not fight.actors:
            return acts
        action = advised(kit, fight, generator)
        if action is None:
            kit.findings.complain("ends", f"the policy finds nothing to do for {', '.join(fight.actors)}")
            return acts
        fight.play(action)
    return kit.effort.most_acts
