"""Rule 1: dice come from the fight's own generators, which only move forward; three streams that never shift each other."""

from __future__ import annotations

from collections import Counter

import pytest

import starfray
from starfray.engine.codec import clone
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies
from starfray.engine.tables.random import Generators, RandomTable
from tests.engine.toys import ACTIONS, BOOK, Meek, two

ROUNDS = 1500


def live_scores(kind: str) -> list[int]:
    """Scores of an action with a decision between its dice, on a live table, each in a fight with its own seed."""
    scores = []
    for seed in range(ROUNDS):
        fight = two()
        fight.generators = Generators(seed)
        fight.play(f"{kind} ann")
        fight.answer(fight.asks[0], "no")
        scores.append(fight.state.roster["ann"].score)
    return scores


def random_scores(kind: str) -> list[int]:
    start = two().state
    scores = []
    for seed in range(ROUNDS):
        state = clone(start)
        table = RandomTable(BOOK, state, Generators(seed), Policies(Meek()))
        BOOK.play(state, table, ACTIONS[kind]("ann"))
        scores.append(state.roster["ann"].score)
    return scores


@pytest.mark.slow
def test_the_mean_of_live_is_the_mean_of_random() -> None:
    """Two open dice with a question between them: re-making the generator on the re-run would repeat the first die."""
    live, random = live_scores("double"), random_scores("double")
    assert live == random
    assert sum(live) / ROUNDS == pytest.approx(38.5, abs=1.5)
    equal = sum(1 for score in live if score // 10 == score % 10) / ROUNDS
    assert equal == pytest.approx(1 / 6, abs=0.04)


def test_a_secret_roll_never_shifts_an_open_one() -> None:
    plain, with_secret = two(), two()
    with_secret.play("secret ann")
    with_secret.gm("roll 3d6 secret=yes")
    for fight in (plain, with_secret):
        fight.play("roll ann")
        fight.play("roll bob")
    assert [plain.get(f"{who}.score") for who in ("ann", "bob")] == [with_secret.get(f"{who}.score") for who in ("ann", "bob")]


def test_an_open_roll_never_shifts_a_secret_one() -> None:
    plain, with_open = two(), two()
    with_open.play("roll ann")
    for fight in (plain, with_open):
        fight.play("secret bob")
    assert plain.state.roster["bob"].notes == with_open.state.roster["bob"].notes


def test_a_policy_that_draws_shifts_neither_open_nor_secret_dice() -> None:
    by_person, by_policy = two(), two()
    by_policy.seats.auto = {"ann", "bob"}
    by_person.play("draw ann")
    by_person.answer(by_person.asks[0], "no")
    by_policy.play("draw ann")
    assert by_policy.generators.policy.state != by_person.generators.policy.state
    assert by_policy.get("ann.score") == by_person.get("ann.score")
    assert by_policy.generators.states()[:2] == by_person.generators.states()[:2]


def test_policy_answers_go_on_the_tape() -> None:
    fight = two()
    fight.seats.auto = {"ann"}
    fight.play("confirm ann")
    assert [(entry.kind, entry.source, entry.answer) for entry in fight.journal.entries[-1].tape] == [
        ("choose", "policy", "no")
    ]


def test_generators_only_move_forward_over_undo() -> None:
    fight = two()
    fight.play("pool ann 200")
    first = fight.journal.entries[-1].tape[0].faces
    fight.undo()
    fight.play("pool ann 200")
    assert fight.journal.entries[-1].tape[0].faces != first


def test_the_hash_of_a_position_does_not_cover_the_generators() -> None:
    fight = two()
    before = fight.hash
    fight.gm("roll 5d6")
    assert fight.hash == before


def test_the_same_seed_gives_the_same_fight_and_another_seed_another() -> None:
    def faces(seed: int) -> list[int]:
        fight = two()
        fight.generators = Generators(seed)
        return fight.play("pool ann 50").journal.entries[-1].tape[0].faces

    assert faces(3) == faces(3)
    assert faces(3) != faces(4)


def test_the_generator_is_even() -> None:
    generator = Generator(1)
    seen = Counter(generator.die(6) for _ in range(60_000))
    assert set(seen) == {1, 2, 3, 4, 5, 6}
    assert all(abs(count - 10_000) < 400 for count in seen.values())
    assert {Generator(9).below(1) for _ in range(5)} == {0}


def test_a_fight_restored_from_a_save_throws_the_dice_the_other_would_have_thrown() -> None:
    fight = two()
    fight.play("roll ann")
    again = starfray.restore(fight.to_json())
    for each in (fight, again):
        each.play("roll bob").play("secret bob")
    assert fight.hash == again.hash
