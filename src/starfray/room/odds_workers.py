"""Previews and odds, off the server's main loop, on what the seat may know: previews in a thread, odds in a process."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import re
import signal
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from starfray.demo_files import demo_path, own_names
from starfray.engine.actions import Action, parse, to_text
from starfray.engine.codec import Plain, clone
from starfray.engine.errors import BadInput, Halt, Refused, StarfrayError
from starfray.engine.generator import Generator
from starfray.engine.gm import EVERYBODYS, perform
from starfray.engine.policy import Policies
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.dry_run import PreviewTable
from starfray.engine.tape import Taped
from starfray.fight import Fight
from starfray.files import loads
from starfray.language import all_said, said, speaking, spoken
from starfray.looks import Choice, Look, before_decisions, choices, decision_in, look_at, with_answer
from starfray.odds import Odds, Part, odds
from starfray.room.balance_part import balance_part
from starfray.room.limits import ODDS_PATIENCE, ODDS_WORKERS
from starfray.room.outlook import outlook_plain, prospects_plain
from starfray.room.packs import PackSet, content_for
from starfray.room.review_part import Part as ReviewPart
from starfray.room.review_part import review_part
from starfray.room.room_fight import NO_PACKS
from starfray.room.rows import tally_plain
from starfray.room.turns import Turns
from starfray.rulebooks import find
from starfray.words import option_label, spelled

POOL = re.compile(r"-?\d+/\d+")
BUDGET = 20_000  # leaves
MOST_OUTCOMES = 24
MOST_KNOWN = 64  # odds remembered
FIRST_LOOK = 500  # runs, after which it shows how long a run takes here
LOOK_RUNS = 60  # of one quick look; what it does not reach widens the bounds
LATER_RUNS = 300  # of a look at what lands later: with fewer it would be played out a thousand times
LOOK_SECONDS = 3.0  # for all the looks of one question
REASONABLE = 6.0  # seconds for one act, or for all answers to a question together


@dataclass(frozen=True, slots=True)
class Question:
    """`seen` is the position as the seat may know it; nothing else leaves the room."""

    what: str  # preview | odds | answers | prospects | options | outlook | ranks | review | balance
    book: str
    seen: Any
    action: str
    budget: int = BUDGET
    tape: tuple[Taped, ...] = ()  # odds of the answers to a question: what has fallen before it
    answers: tuple[Taped, ...] = ()  # and what may be said then
    pack_set: PackSet = NO_PACKS  # packs laid over the book in this fight
    up: tuple[str, ...] = ()  # who may act, as the room knows
    wanted: tuple[str, ...] = ()  # roles of the fields whose values are tried,
    start: int = 0  # and the first value to try
    room: str = ""  # whose share it takes,
    seat: str = ""  # and who asks,
    language: str = field(default_factory=spoken)  # in which language

    @property
    def tape_key(self) -> tuple[tuple[str, str, str], ...]:
        return tuple((entry.label, entry.answer, str(entry.faces)) for entry in (*self.tape, *self.answers))


class SeenFight(Fight):
    """A position as a seat knows it. It cannot tell whose turn it is or whether the fight is over: somebody the seat
    cannot see may be the last of a side, or about to act.
    """

    up: tuple[str, ...] = ()

    def check_turn(self, act: Action, state: Any, seen: Any = None) -> None:
        if act.actor not in self.up:
            super().check_turn(act, state, seen)


def answer_question(question: Question) -> dict[str, Plain]:
    book = find(question.book)
    with speaking(question.language, book.folder):
        return answer_by(book, question)


def answer_by(book: Rulebook, question: Question) -> dict[str, Plain]:
    if question.what == "review":
        return review_part(book, content_for(book.name, question.pack_set), question.seen)
    if question.what == "balance":
        return balance_answer(book, question)
    fight = SeenFight(book, content_for(book.name, question.pack_set), question.seen)
    fight.up = question.up
    try:
        if question.what == "preview":
            return preview_plain(fight, question.action)
        if question.what == "answers":
            return answers_plain(fight, question)
        if question.what == "prospects":
            return prospects_plain(fight)
        if question.what == "outlook":
            return outlook_plain(fight, question.action)
        if question.what == "ranks":
            return ranks_plain(fight, question)
        if question.what == "options":
            return options_plain(fight, question)
        return odds_plain(fight, question.action, question.budget)
    except Refused as refused:
        return {"refused": {"rule": refused.rule, "reason": said(refused.reason), "legal": all_said(refused.legal)}}
    except BadInput as error:
        return {"refused": {"rule": "", "reason": said(str(error)), "legal": []}}
    except StarfrayError as error:
        return {"refused": {"rule": "", "reason": said(str(error)), "legal": []}}


def balance_answer(book: Rulebook, question: Question) -> dict[str, Plain]:
    try:
        return balance_part(book, content_for(book.name, question.pack_set), question.seen)
    except StarfrayError as error:
        return {"refused": {"rule": "", "reason": str(error), "legal": []}}


def prepare_book(name: str, pack_set: PackSet) -> None:
    """Load a book and look at the first act of a demo, so that nothing is done for the first time when somebody waits."""
    book = find(name)
    content_for(name, pack_set)
    book.ledger()
    for demo in own_names():
        text = demo_path(demo).read_text(encoding="utf-8")
        if f'rulebook = "{name}"' in text:
            fight = loads(text, demo).begin()
            act = Policies(book.policy()).act(book, fight.state, fight.actors[0], Generator(0)) if fight.actors else None
            if act is not None:
                fight.odds(act, budget=LOOK_RUNS)
                return


def preview_plain(fight: Fight, action: str) -> dict[str, Plain]:
    found = fight.preview(action)
    ledger = fight.book.ledger()
    plain = found.plain()
    if found.refused is not None:
        reason = spelled(fight.state, said(found.refused.reason))
        plain["refused"] = {"rule": found.refused.rule, "reason": reason, "legal": list(found.refused.legal)}
    plain["tally"] = tally_plain(found.tally, ledger, fight.state) if found.tally is not None else None
    plain["summary"] = ledger.summary(found.rule)
    plain["bars"] = new_bars(fight, action) if found.legal else []
    plain["assumed"] = sorted(
        {combatant.name or combatant.id for combatant in fight.state.roster.values() if combatant.assumed}
    )
    return plain


def new_bars(fight: Fight, action: str) -> list[Plain]:
    """What an action would put on the line of counts; nothing where there is none, or where it depends on dice or an answer."""
    before = fight.book.diagram(fight.state)
    if before is None or before.kind != "timeline":
        return []
    act, copy = fight.parse(action), clone(fight.state)
    try:
        perform(fight.book, fight.content, copy, PreviewTable(fight.book, copy, act.actor, fight.content), act)
    except Halt:
        return []
    after = fight.book.diagram(copy)
    known = {bar.label for bar in before.bars if bar.who == act.actor and bar.state == "air"}
    return [
        {"who": bar.who, "label": spelled(copy, said(bar.label)), "from": bar.start, "to": bar.end, "state": "plan"}
        for bar in (after.bars if after is not None else [])
        if bar.who == act.actor and bar.state == "air" and bar.label not in known
    ]


def odds_plain(fight: Fight, action: str, budget: int) -> dict[str, Plain]:
    begun = time.monotonic()
    if action.partition(" ")[0] in fight.book.settles:
        found = within_seconds(lambda most: fight.odds(action, budget=most), budget, REASONABLE)
    else:
        until = begun + REASONABLE
        found = fight.odds(action, budget=budget, enough=lambda runs: runs >= FIRST_LOOK and time.monotonic() > until)
    told = outcomes(found, fight)
    if told["headline"] is not None:
        seconds_per_run = (time.monotonic() - begun) / max(1, found.runs)
        runs = max(LOOK_RUNS, min(FIRST_LOOK, int(LOOK_SECONDS / 2 / max(seconds_per_run, 1e-6))))
        told["headline"] = decided_headline(fight, found, runs)
    return told


def decided_headline(fight: Fight, found: Odds, runs: int) -> dict[str, Plain]:
    """The headline with a decision still to come told apart: `more` is the chance the other answer would make of it."""
    headline = found.headline() or {}
    coming = decision_in(fight.book, found)
    if coming is None:
        return {**headline, "more": None}
    rule, who, decision = coming

    def answered(answer: str) -> dict[str, Plain]:
        if not answer:
            return headline
        state, act = with_answer(fight.state, who, rule, answer), fight.parse(found.action)
        other = odds(fight.book, state, act, Policies(fight.book.policy()), runs, content=fight.content)
        look = look_at(other)
        return {**(other.headline() or {}), "p": look.p, "unhurt": 1 - look.p} if look is not None else headline

    return {**answered(decision.first), "more": {"p": answered(decision.then)["p"], "words": decision.words, "rule": rule}}


def options_plain(fight: Fight, question: Question) -> dict[str, Plain]:
    """What each value of the simple fields makes of an act, as far as there is time, and the one that is clearly better."""
    until = time.monotonic() + LOOK_SECONDS
    action = fight.parse(question.action)
    settled = fight_before_decisions(fight, question, action.actor)
    found = choices(
        fight.book,
        fight.state,
        action,
        lambda act: settled.odds(act, budget=runs_of(fight, act)),
        question.wanted,
        question.start,
        lambda: time.monotonic() < until,
    )
    better = found.better
    return {
        "action": to_text(action),
        "chance": look_plain(found.now),
        "better": choice_plain(fight, better) if better is not None else None,
        "places": [choice_plain(fight, each) for each in found.places],
        "options": [choice_plain(fight, each) for each in found.options],
        "after": found.after,
    }


def runs_of(fight: Fight, action: Action) -> int:
    return LATER_RUNS if action.KIND in fight.book.settles else LOOK_RUNS


def fight_before_decisions(fight: Fight, question: Question, who: str) -> SeenFight:
    settled = SeenFight(fight.book, fight.content, before_decisions(fight.book, fight.state, who))
    settled.up = question.up
    return settled


def ranks_plain(fight: Fight, question: Question) -> dict[str, Plain]:
    """A quick look at each of several acts of one actor, one to a line, while there is time."""
    until = time.monotonic() + LOOK_SECONDS
    found: dict[str, Plain] = {}
    settled: SeenFight | None = None
    for text in question.action.split("\n"):
        if found and time.monotonic() > until:
            break
        try:
            action = fight.parse(text)
            settled = settled or fight_before_decisions(fight, question, action.actor)
            found[text] = look_plain(look_at(settled.odds(action, budget=runs_of(fight, action))))
        except StarfrayError:
            found[text] = None
    return {"looks": found}


def choice_plain(fight: Fight, choice: Choice) -> dict[str, Plain]:
    """One value of a field; `p` is null where it is refused."""
    refused = choice.refused
    return {
        "field": choice.field.name,
        "name": said(choice.field.label),
        "value": choice.option.key,
        "label": option_label(choice.option, fight.state),
        "text": choice.text,
        "p": choice.look.p if choice.look is not None else None,
        "chance": look_plain(choice.look),
        "refused": spelled(fight.state, said(refused.reason)) if refused is not None else "",
    }


def look_plain(look: Look | None) -> dict[str, Plain] | None:
    """The chance to get through, half the width of what is not known of it, and what it comes to."""
    if look is None:
        return None
    return {"p": look.p, "within": (look.high - look.low) / 2, "loss": look.loss, "falls": look.falls}


def within_seconds(compute: Callable[[int], Odds], budget: int, seconds: float) -> Odds:
    """As much of the budget as there is time for: first a little, then, if that did not reach the end, what will fit in."""
    begun = time.monotonic()
    found = compute(min(FIRST_LOOK, budget))
    if found.exact or found.runs >= budget:
        return found
    seconds_per_run = (time.monotonic() - begun) / max(1, found.runs)
    more = min(budget, int(seconds / max(seconds_per_run, 1e-6)))
    return compute(more) if more > found.runs else found


def answers_plain(fight: Fight, question: Question) -> dict[str, Plain]:
    """The odds of each answer: the act run exactly, with what has fallen so far and then that answer."""
    book = fight.book
    action = parse({**book.all_actions, **EVERYBODYS}, question.action)
    policies = Policies(book.policy())
    found = {}
    for answer in question.answers:
        compute = partial(answer_odds, fight, action, policies, (*question.tape, answer))
        told = within_seconds(compute, question.budget, REASONABLE / len(question.answers))
        found[answer.answer] = {**outcomes(told, fight), "headline": told.chance_for(answer.who.partition("/")[0], "is hurt")}
    return found


def answer_odds(fight: Fight, action: Action, policies: Policies, known: tuple[Taped, ...], budget: int) -> Odds:
    return odds(fight.book, fight.state, action, policies, budget, content=fight.content, known=known)


def outcomes(found: Odds, fight: Fight) -> dict[str, Plain]:
    told: dict[str, float] = {}  # outcomes that differ only in the rules' bookkeeping are one outcome to people
    for outcome in found.outcomes:
        words = spelled(fight.state, said(outcome.summary))
        told[words] = told.get(words, 0.0) + outcome.p
    listed = sorted(told.items(), key=lambda row: -row[1])
    return {
        "action": found.action,
        "policy": found.policy,
        "exact": found.exact,
        "residual": found.residual,
        "sampled": found.sampled,
        "outcomes": [{"p": p, "summary": words} for words, p in listed[:MOST_OUTCOMES]],
        "rest": sum(p for _, p in listed[MOST_OUTCOMES:]) + found.unlisted,
        "untold": found.untold,
        "headline": found.headline(),
        "assumed": sorted({combatant.name or combatant.id for combatant in fight.state.roster.values() if combatant.assumed}),
        "parts": [
            part_plain(found, part, fight) for part in found.parts.values() if part.untouched < 1 - found.residual - 1e-9
        ],
    }


def part_plain(found: Odds, part: Part, fight: Fight) -> dict[str, Plain]:
    """What an act means for one combatant: how far their pools go down or up on average, whether they fall."""
    actor = fight.state.roster.get(part.who)
    means = []
    for line in fight.book.describe(fight.state, actor) if actor is not None else ():
        path = line.path if line.path.startswith(f"{part.who}.") else f"{part.who}.{line.path}"
        change = found.expected(path) if POOL.match(line.value) and line.path else 0.0
        if change:
            means.append({"label": line.label, "change": change})
    return {
        "who": part.who,
        "name": part.name,
        "untouched": part.untouched,
        "falls": part.falls,
        "unhurt": part.unhurt,
        "means": means,
    }


def _quiet() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class OddsWorkers:
    """A few worker processes, started when first needed, in which every room has its share. Too many at once are turned away,
    not piled up.
    """

    def __init__(self, workers: int = ODDS_WORKERS, ahead: bool = False) -> None:
        self.workers = workers
        self.ahead = ahead  # are they started before anybody asks?
        self.prepared: set[tuple[str, PackSet]] = set()
        self.pool: ProcessPoolExecutor | None = None
        self.turns = Turns(workers)
        self.known: OrderedDict[tuple[Any, ...], tuple[Any, dict[str, Plain]]] = OrderedDict()

    async def ask(self, question: Question) -> dict[str, Plain]:
        if question.what == "preview":
            return await asyncio.to_thread(answer_question, question)
        asked = (question.what, question.action, question.tape_key, question.wanted, question.start, question.language)
        name = (id(question.seen), *asked)
        if name in self.known:
            return self.known[name][1]
        async with self.turns.turn(question.room, question.seat):
            found = await self._compute(question)
        self.known[name] = (question.seen, found)  # keeps the view alive, so that its id() is not reused
        if len(self.known) > MOST_KNOWN:
            self.known.popitem(last=False)
        return found

    async def review(self, book: str, part: ReviewPart, pack_set: PackSet, room: str, seat: str) -> dict[str, Plain]:
        """One act of a review. The room keeps what it has of one, so nothing is remembered here."""
        question = Question("review", book, part, "", pack_set=pack_set, room=room, seat=seat)
        async with self.turns.turn(room, seat):
            return await self._compute(question)

    async def _compute(self, question: Question) -> dict[str, Plain]:
        pool = self._pool()
        running = asyncio.get_running_loop().run_in_executor(pool, answer_question, question)
        try:
            return await asyncio.wait_for(asyncio.shield(running), ODDS_PATIENCE)
        except TimeoutError:
            self.close()  # there is no other way to end it
            raise Refused("fight.pending", "that takes too long to compute") from None
        except BrokenProcessPool:
            self.pool = None if self.pool is pool else self.pool
            raise Refused("fight.pending", "the reckoner was lost; try again") from None
        except asyncio.CancelledError:  # nobody waits for it any more, but it takes its time to the end
            with contextlib.suppress(Exception):
                await asyncio.wait_for(running, ODDS_PATIENCE)
            raise

    def prepare(self, book: str, pack_set: PackSet) -> None:
        """Somebody has come to a fight by this book and may soon ask: start the workers and let them load it meanwhile. A first
        answer takes a fraction of a second then, not seconds.
        """
        if not self.ahead or (book, pack_set) in self.prepared:
            return
        pool = self._pool()
        self.prepared.add((book, pack_set))
        with contextlib.suppress(BrokenProcessPool):  # whoever asks starts them again
            for _ in range(self.workers):
                pool.submit(prepare_book, book, pack_set)

    def _pool(self) -> ProcessPoolExecutor:
        if self.pool is None:
            self.prepared.clear()
            self.pool = ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"), _quiet)
        return self.pool

    def close(self) -> None:
        if self.pool is not None:
            processes = list((self.pool._processes or {}).values())
            self.pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
            self.pool = None
