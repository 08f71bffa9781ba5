"""A fork at a question: the act comes to the same question again, what was open stays, what was secret is drawn anew."""

from __future__ import annotations

from typing import Any

import pytest

import starfray
from starfray.demo_files import demo_path
from starfray.engine.actions import Action
from starfray.engine.codec import clone, freeze
from starfray.engine.fork import REDRAWN, Diverged, Fork, fork_at
from starfray.engine.generator import Generator
from starfray.engine.policy import Guarded, Policies, Policy
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.random import Generators
from starfray.engine.tape import Taped
from starfray.engine.values import Ask, Option
from starfray.fight import Fight
from starfray.sim.planner.playouts import Limit, Playouts
from starfray.sim.planner.policy import Planner, answers
from starfray.sim.planner.search import Search
from starfray.sim.planner.settings import STEADY
from starfray.sim.playout import ForkingTable, playout

BOOKS = ("dock-9", "blades-at-dawn", "one-on-one", "last-orders", "blue-corridor", "loading-ramp")


class Asked(Policy):
    """Decides as the book does and keeps the forks it was given."""

    forks = True

    def __init__(self, other: Policy) -> None:
        super().__init__()
        self.other = other
        self.given: list[tuple[Fork, str]] = []

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        return self.other.act(book, view, who, generator)

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        return self.other.answer(book, view, ask, generator)

    def answer_at(self, book: Rulebook, view: Any, ask: Ask, generator: Generator, fork: Fork) -> str:
        answer = self.answer(book, view, ask, generator)
        self.given.append((fork, answer))
        return answer


def asked(name: str, acts: int) -> tuple[Fight, Asked, Any]:
    fight = starfray.load(demo_path(name))
    policy, state = Asked(fight.book.policy()), clone(fight.state)
    playout(fight.book, fight.content, state, Generators(3), Policies(policy), acts)
    return fight, policy, state


@pytest.mark.parametrize("name", BOOKS)
def test_a_fight_goes_die_for_die_as_without_forks(name: str) -> None:
    fight, policy, forked = asked(name, 12)
    plain = clone(fight.state)
    playout(fight.book, fight.content, plain, Generators(3), Policies(fight.book.policy()), 12)
    assert freeze(forked) == freeze(plain)
    assert policy.given, "somebody was asked"


@pytest.mark.parametrize("name", BOOKS)
def test_every_question_is_reached_again_with_any_dice(name: str) -> None:
    fight, policy, _ = asked(name, 12)
    policies = Policies(fight.book.policy())
    for fork, answer in policy.given[:6]:
        before = freeze(fork.before)
        first, _ = fork.play(answer, 1, policies)
        again, _ = fork.play(answer, 1, policies)
        assert freeze(first) == freeze(again)
        assert freeze(fork.before) == before, "the position before the act stays as it was"


def questions(sealed: bool) -> tuple[Fight, Ask, list[Taped]]:
    fight = starfray.load(demo_path("dock-9"))
    crew, foe = "mira", next(one.id for one in fight.state.everyone() if one.side != fight.state.roster["mira"].side)
    tape = [
        Taped("dice", "rule.open", crew, "d6", "app", [4]),
        Taped("dice", "rule.secret", crew, "d6", "app", [6], secret=True),
        Taped("choose", "rule.both", foe, "yes|no", "policy", answer="yes"),
    ]
    return fight, Ask("choose", "rule.both", crew, options=[Option("yes"), Option("no")], sealed=sealed), tape


def test_the_asked_side_gets_no_secret_die_and_no_sealed_answer() -> None:
    fight, ask, tape = questions(sealed=True)
    fork = fork_at(fight.book, fight.content, fight.state, fight.parse("end-turn mira"), tape, ask, 2)
    assert fork is not None
    assert [entry.faces for entry in fork.tape] == [[4], [], []]
    assert [(entry.source, entry.answer) for entry in fork.tape[1:]] == [(REDRAWN, ""), (REDRAWN, "")]
    assert tape[1].faces == [6], "the fight's own tape stays as it was"


def test_an_answer_given_in_the_open_is_known() -> None:
    fight, ask, tape = questions(sealed=False)
    fork = fork_at(fight.book, fight.content, fight.state, fight.parse("end-turn mira"), tape, ask, 2)
    assert fork is not None
    assert fork.tape[2].answer == "yes"


def test_there_is_no_fork_where_somebody_is_hidden() -> None:
    fight, ask, tape = questions(sealed=True)
    fight.state.roster[tape[2].who].hidden = True
    assert fork_at(fight.book, fight.content, fight.state, fight.parse("end-turn mira"), tape, ask, 2) is None


def test_an_act_that_never_asks_is_told_as_such() -> None:
    fight, ask, _ = questions(sealed=True)
    fight.begin()
    who = fight.actors[0]
    fork = Fork(fight.book, fight.content, fight.state, fight.parse(f"end-turn {who}"), [], ask)
    with pytest.raises(Diverged):
        fork.play("yes", 1, Policies(fight.book.policy()))


def test_a_users_policy_is_given_forks_too() -> None:
    fight = starfray.load(demo_path("dock-9"))
    inner = Asked(fight.book.policy())
    playout(fight.book, fight.content, clone(fight.state), Generators(3), Policies(Guarded(inner, "own")), 12)
    assert inner.given


def test_the_planner_takes_the_answer_that_wins_more_often() -> None:
    """A fork whose answers lead to won and lost positions: it must see the difference and give the figures."""
    fight, ask, _ = questions(sealed=False)
    side = fight.state.roster["mira"].side

    class Told(Fork):
        def play(self, answer: str, seed: int, policies: Policies) -> tuple[Any, Generators]:
            state = clone(self.before)
            for one in state.everyone():
                if (one.side == side) == (answer == "no"):
                    one.out = "fled"
            return state, Generators(seed)

    fork = Told(fight.book, fight.content, fight.state, fight.parse("end-turn mira"), [], ask)
    playouts = Playouts(fight.book, fight.state, "mira", side, Policies(fight.book.policy()), STEADY)
    choice = Search(playouts, 1, Limit(8)).answer(fork, "no", ["yes", "no"])
    assert choice.chosen is not None
    assert choice.chosen.words == "yes"
    assert choice.words().startswith("yes, 100 % to win; no 0 %")
    planner = Planner(fight.book.policy(), 40)
    assert planner.answer_at(fight.book, fight.state, ask, Generator(1), fork) == "yes"


def test_answers_worth_trying_are_legal() -> None:
    slots = [Option("a", most=2), Option("b"), Option("c", least=2)]
    for ask in (
        Ask("choose", "r", "x", options=slots),
        Ask("number", "r", "x", low=2, high=9),
        Ask("allocate", "r", "x", options=slots, amount=5),
    ):
        found = answers(ask)
        assert len(found) >= 3
        assert not any(ask.fault(answer) for answer in found)
    assert answers(Ask("text", "r", "x")) == []


def test_the_table_of_a_playout_keeps_tapes_only_for_policies_that_fork() -> None:
    fight = starfray.load(demo_path("dock-9"))
    table = ForkingTable(fight.book, clone(fight.state), Generators(1), Policies(fight.book.policy()), fight.content)
    assert not Policies(fight.book.policy()).forks
    assert Policies(fight.book.policy(), {"crew": Asked(fight.book.policy())}).forks
    assert table.tape == []
