"""Previews and odds, off the server's main loop, on what the seat may know: previews in a thread, odds in a process."""

from __future__ import annotations

import asyncio
import multiprocessing
import re
import signal
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from typing import Any

from starfray.engine.actions import Action, parse
from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, Refused, StarfrayError
from starfray.engine.house import EVERYBODYS
from starfray.engine.policy import Policies
from starfray.engine.tape import Taped
from starfray.fight import Fight
from starfray.odds import Odds, Part, odds
from starfray.room.packs import Laid, content_for
from starfray.room.rows import tally_plain
from starfray.room.seated import NOTHING_LAID
from starfray.rulebooks import find
from starfray.sim.montecarlo import Job
from starfray.words import spelled

POOL = re.compile(r"-?\d+/\d+")
BUDGET = 20_000  # leaves
MOST_OUTCOMES = 24
MOST_WAITING = 40
MOST_KNOWN = 64  # odds remembered
MOST_PLAYOUTS = 1000
PLAYOUT_TIME = 2.5  # seconds
PATIENCE = 20.0  # seconds
FIRST_LOOK = 500  # runs, after which it shows how long a run takes here
REASONABLE = 6.0  # seconds for one act, or for all answers to a question together


@dataclass(frozen=True, slots=True)
class Question:
    """`seen` is the position as the seat may know it; nothing else leaves the room."""

    what: str  # preview | odds | answers | prospects
    book: str
    seen: Any
    action: str
    budget: int = BUDGET
    tape: tuple[Taped, ...] = ()  # odds of the answers to a question: what has fallen before it
    answers: tuple[Taped, ...] = ()  # and what may be said then
    laid: Laid = NOTHING_LAID  # packs laid over the book in this fight
    up: tuple[str, ...] = ()  # who may act, as the room knows

    @property
    def tape_key(self) -> tuple[tuple[str, str, str], ...]:
        return tuple((each.label, each.answer, str(each.faces)) for each in (*self.tape, *self.answers))


class Glimpse(Fight):
    """A position as a seat knows it. Whose turn it is, and whether all is over, is not for it to say: somebody it cannot see
    may be the last of a side, or about to act.
    """

    up: tuple[str, ...] = ()

    def _admit(self, act: Action, state: Any, seen: Any = None) -> None:
        if act.actor not in self.up:
            super()._admit(act, state, seen)


def think(question: Question) -> dict[str, Plain]:
    book = find(question.book)
    fight = Glimpse(book, content_for(book.name, question.laid), question.seen)
    fight.up = question.up
    try:
        if question.what == "preview":
            return preview_plain(fight, question.action)
        if question.what == "answers":
            return answers_plain(fight, question)
        if question.what == "prospects":
            return prospects_plain(fight)
        return odds_plain(fight, question.action, question.budget)
    except Refused as refused:
        return {"refused": {"rule": refused.rule, "reason": refused.reason, "legal": list(refused.legal)}}
    except BadInput as error:
        return {"refused": {"rule": "", "reason": str(error), "legal": []}}
    except StarfrayError as error:
        return {"refused": {"rule": "", "reason": str(error), "legal": []}}


def preview_plain(fight: Fight, action: str) -> dict[str, Plain]:
    found = fight.preview(action)
    ledger = fight.book.ledger()
    plain = found.plain()
    if found.refused is not None:
        reason = spelled(fight.state, found.refused.reason)
        plain["refused"] = {"rule": found.refused.rule, "reason": reason, "legal": list(found.refused.legal)}
    plain["tally"] = tally_plain(found.tally, ledger, fight.state) if found.tally is not None else None
    plain["summary"] = ledger.summary(found.rule)
    plain["assumed"] = sorted({one.name or one.id for one in fight.state.roster.values() if one.assumed})
    return plain


def odds_plain(fight: Fight, action: str, budget: int) -> dict[str, Plain]:
    return outcomes(in_time(lambda most: fight.odds(action, budget=most), budget, REASONABLE), fight)


def in_time(reckon: Callable[[int], Odds], budget: int, seconds: float) -> Odds:
    """As much of the budget as there is time for: first a little, then, if that did not reach the end, what will fit in."""
    begun = time.monotonic()
    found = reckon(min(FIRST_LOOK, budget))
    if found.exact or found.runs >= budget:
        return found
    each = (time.monotonic() - begun) / max(1, found.runs)
    more = min(budget, int(seconds / max(each, 1e-6)))
    return reckon(more) if more > found.runs else found


def answers_plain(fight: Fight, question: Question) -> dict[str, Plain]:
    """The odds of each answer: the act run exactly, with what has fallen so far and then that answer."""
    book = fight.book
    action = parse({**book.all_actions, **EVERYBODYS}, question.action)
    policies = Policies(book.policy())
    found = {}
    for answer in question.answers:
        reckon = partial(answer_odds, fight, action, policies, (*question.tape, answer))
        found[answer.answer] = outcomes(in_time(reckon, question.budget, REASONABLE / len(question.answers)), fight)
    return found


def answer_odds(fight: Fight, action: Action, policies: Policies, known: tuple[Taped, ...], budget: int) -> Odds:
    return odds(fight.book, fight.state, action, policies, budget, content=fight.content, known=known)


def prospects_plain(fight: Fight) -> dict[str, Plain]:
    """The share of each side, and how often each combatant is left standing: played out until time or number is up."""
    job = Job(fight.book, fight.content, fight.state, {}, 1)
    found = job.block(0, 0)
    until = time.monotonic() + PLAYOUT_TIME
    while found.fights < MOST_PLAYOUTS and time.monotonic() < until:
        job.play(found.fights, found)
    plain = found.plain(0.0)
    return {
        "fights": found.fights,
        "draws": found.draws,
        "unfinished": found.unfinished,
        "rounds": plain["rounds"]["mean"],
        "wins": [
            {"side": side, "count": each["wins"], "low": each["low"], "high": each["high"]}
            for side, each in plain["sides"].items()
        ],
        "standing": [
            {"who": one.id, "name": one.name or one.id, "p": plain["combatants"][one.id]["survives"]}
            for one in fight.state.roster.values()
        ],
    }


def outcomes(found: Odds, fight: Fight) -> dict[str, Plain]:
    told: dict[str, float] = {}  # what differs only in what rules note down for themselves is one outcome to people
    for each in found.outcomes:
        words = spelled(fight.state, each.summary)
        told[words] = told.get(words, 0.0) + each.p
    listed = sorted(told.items(), key=lambda each: -each[1])
    return {
        "action": found.action,
        "policy": found.policy,
        "exact": found.exact,
        "residual": found.residual,
        "sampled": found.sampled,
        "outcomes": [{"p": p, "summary": words} for words, p in listed[:MOST_OUTCOMES]],
        "rest": sum(p for _, p in listed[MOST_OUTCOMES:]) + found.unlisted,
        "untold": found.untold,
        "assumed": sorted({one.name or one.id for one in fight.state.roster.values() if one.assumed}),
        "parts": [
            part_plain(found, part, fight) for part in found.parts.values() if part.untouched < 1 - found.residual - 1e-9
        ],
    }


def part_plain(found: Odds, part: Part, fight: Fight) -> dict[str, Plain]:
    """What an act means for one combatant: how far their pools go down or up on average, whether they fall."""
    one = fight.state.roster.get(part.who)
    means = []
    for line in fight.book.describe(fight.state, one) if one is not None else ():
        path = line.path if line.path.startswith(f"{part.who}.") else f"{part.who}.{line.path}"
        change = found.expected(path) if POOL.match(line.value) and line.path else 0.0
        if change:
            means.append({"label": line.label, "change": change})
    return {"who": part.who, "name": part.name, "untouched": part.untouched, "falls": part.falls, "means": means}


def _quiet() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Thinker:
    """One worker process, started when first needed. Too many at once are turned away, not piled up."""

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers
        self.pool: ProcessPoolExecutor | None = None
        self.waiting = 0
        self.known: OrderedDict[tuple[Any, ...], tuple[Any, dict[str, Plain]]] = OrderedDict()

    async def ask(self, question: Question) -> dict[str, Plain]:
        if question.what == "preview":
            return await asyncio.to_thread(think, question)
        name = (id(question.seen), question.what, question.action, question.tape_key)
        if name in self.known:
            return self.known[name][1]
        if self.waiting >= MOST_WAITING:
            raise Refused("fight.pending", "too many are reckoning at once; try again in a moment")
        self.waiting += 1
        try:
            loop = asyncio.get_running_loop()
            found = await asyncio.wait_for(loop.run_in_executor(self._pool(), think, question), PATIENCE)
            self.known[name] = (question.seen, found)  # holds on to the view, so that its id stays its own
            if len(self.known) > MOST_KNOWN:
                self.known.popitem(last=False)
            return found
        except TimeoutError:
            raise Refused("fight.pending", "that takes too long to reckon") from None
        except BrokenProcessPool:
            self.pool = None
            raise Refused("fight.pending", "the reckoner was lost; try again") from None
        finally:
            self.waiting -= 1

    def _pool(self) -> ProcessPoolExecutor:
        if self.pool is None:
            self.pool = ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"), _quiet)
        return self.pool

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            for process in list((self.pool._processes or {}).values()):
                process.terminate()
