"""`starfray do`: procedures by name, with dice of one's own or from a seed."""

from __future__ import annotations

from tests.cli.conftest import Run


def test_a_procedure_takes_forced_dice(run: Run) -> None:
    done = run("do", "coriolis", "test 4 2", "--dice", "6 3 2 5 1 6", "--json").json
    assert done["result"] == {"sixes": 2, "grade": "limited success"}
    assert done["events"][0]["faces"] == [6, 3, 2, 5, 1, 6]


def test_words_may_stand_alone_and_fields_be_named(run: Run) -> None:
    done = run("do", "coriolis", "test", "2", "modifier=1", "--dice", "6 6 6", "--json").json
    assert done["result"]["sixes"] == 3


def test_a_seed_gives_the_same_dice_again(run: Run) -> None:
    once, again = (run("do", "coriolis", "test 5", "--seed", 11, "--json").out for _ in range(2))
    assert once == again
    assert once != run("do", "coriolis", "test 5", "--seed", 12, "--json").out


def test_a_die_too_few_or_too_many_is_bad_input(run: Run) -> None:
    few, many = run("do", "coriolis", "test 3", "--dice", "6 6"), run("do", "coriolis", "test 1", "--dice", "6 6")
    assert (few.code, many.code) == (2, 2)
    assert "a die is missing" in few.err
    assert "left over: dice 6" in many.err


def test_the_procedures_of_a_book_are_listed_with_their_usage(run: Run) -> None:
    assert "test ATTRIBUTE [SKILL] [MODIFIER]" in run("do", "coriolis").out
    rows = run("do", "coriolis", "--json").json
    assert {"name", "usage", "summary", "rule"} == set(rows[0])


def test_people_read_the_dice_and_the_result(run: Run) -> None:
    out = run("do", "coriolis", "test 3", "--dice", "6 1 1").out
    assert "The roller rolls the test, 3d6≥6: 6 1 1 → 1" in out
    assert "grade: limited success" in out


def test_a_procedure_misspelt_gets_a_suggestion(run: Run) -> None:
    ran = run("do", "coriolis", "tset 4")
    assert ran.code == 2
    assert "did you mean 'test'?" in ran.err


def test_what_is_missing_is_asked_of_you(run: Run) -> None:
    assert run("do", "gurps", "success-roll").err == (
        "starfray: success-roll: skill is missing; expected success-roll SKILL [MODIFIER]\n"
    )
    assert "you roll 3d6 for gurps.core.success-roll" in run("do", "gurps", "success-roll 12", "--dice", "3 3").err
