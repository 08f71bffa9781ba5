"""Rule 5: an action is a small transaction. Refusals come first and change nothing; a re-run repeats what was shown."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import BadInput, HiddenChange, Refused, TapeError
from tests.engine.toys import FORGOTTEN, two


@pytest.mark.rule("toy.cost")
def test_a_refusal_comes_before_anything_is_spent() -> None:
    fight = two()
    fight.gm("set ann.coins 0")
    before, states, count = fight.hash, fight.generators.states(), len(fight.journal.entries)
    with pytest.raises(Refused) as caught:
        fight.play("roll ann")
    assert caught.value.rule == "toy.cost"
    assert caught.value.legal == ("pass",)
    assert (fight.hash, fight.generators.states(), len(fight.journal.entries)) == (before, states, count)
    assert fight.refusal("roll ann") is not None
    assert fight.refusal("pass ann") is None
    assert not fight.preview("roll ann").legal


def test_the_forms_say_why_not() -> None:
    fight = two()
    fight.gm("set ann.coins 0")
    refused = {form.kind: form.refused for form in fight.legal("ann")}
    assert refused["pass"] is None
    assert refused["roll"] is not None
    assert refused["roll"].rule == "toy.cost"


def test_a_rule_that_forgets_itself_is_noticed() -> None:
    fight = two()
    fight.play("flaky ann")
    assert fight.events[-1].number == FORGOTTEN["runs"]
    with pytest.raises(HiddenChange, match="flaky"):
        fight.answer(fight.asks[0], "yes")
    assert fight.get("ann.score") == 0


def test_what_was_shown_before_a_question_is_shown_again_after_the_answer() -> None:
    fight = two()
    fight.play("double ann")
    shown = [event.plain() for event in fight.events]
    fight.answer(fight.asks[0], "yes")
    assert [event.plain() for event in fight.events][: len(shown)] == shown
    assert len(fight.events) > len(shown)


def test_an_open_act_has_not_changed_the_position() -> None:
    fight = two()
    before = fight.hash
    fight.play("double ann")
    assert fight.asks
    assert fight.hash == before


@pytest.mark.parametrize(
    ("dice", "answers", "said"),
    [
        ([], [], "a die is missing"),
        ([3], [], "an answer is missing"),
        ([3], ["no"], "a die is missing"),
        ([3, 4, 5], ["no"], "left over: dice 5"),
        ([3, 4], ["no", "yes"], "left over: answers yes"),
        ([7, 4], ["no"], "not the face of a d6"),
        ([3, 4], ["maybe"], "does not fit"),
        ({"toy.roll": [3]}, ["no"], "a die is missing"),
        ({"toy.roll": [3, 4], "toy.none": [1]}, ["no"], "left over: dice 1 for toy.none"),
        ([3, 4], {"toy.confirm": "no", "toy.none": "x"}, "left over: the answer for toy.none"),
    ],
)
def test_forced_dice_and_answers_must_fit_to_the_last(dice: object, answers: object, said: str) -> None:
    fight = two()
    before = fight.hash
    with pytest.raises(TapeError, match=said):
        fight.play("double ann", dice=dice, answers=answers)  # type: ignore[arg-type]
    assert fight.hash == before
    assert len(fight.journal.entries) == 1


def test_forced_dice_and_answers_by_list_or_by_rule() -> None:
    assert two().play("double ann", dice=[3, 4], answers=["no"]).get("ann.score") == 34
    assert two().play("double ann", dice={"toy.roll": [3, 4]}, answers={"toy.confirm": "no"}).get("ann.score") == 34
    assert two().play("double ann", dice=[3, 4], answers={"toy.confirm": ["yes"]}).get("ann.score") == 34


def test_forced_dice_leave_the_steps_that_fall_due_for_later() -> None:
    fight = two()
    fight.play("pass ann", dice=[]).play("pass bob", dice=[])
    assert fight.due is not None
    with pytest.raises(Refused, match="comes first"):
        fight.play("roll ann", dice=[3])
    fight.step(dice=[5])
    assert fight.get("ticks") == 1
    assert fight.play("roll ann", dice=[3]).get("ann.score") == 3


def test_due_steps_run_by_themselves_at_a_live_table() -> None:
    fight = two()
    fight.play("pass ann").play("pass bob")
    assert fight.get("ticks") == 1
    assert fight.actors == ["ann", "bob"]


def test_an_action_out_of_turn_is_refused() -> None:
    fight = two()
    fight.play("pass ann")
    with pytest.raises(Refused) as caught:
        fight.play("roll ann")
    assert caught.value.rule == "fight.turn"
    assert caught.value.legal == ("bob",)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "nonsense",
        "nonsense ann",
        "roll",
        "roll nobody",
        "roll ann ann",
        'say ann "open',
        "say",
        "say ann x loud=maybe",
        "say ann x times=two",
        "near ann",
        "roll actor=ann actor=ann",
        "x" * 5000,
    ],
)
def test_a_text_that_is_no_action_says_what_was_expected(text: str) -> None:
    fight = two()
    with pytest.raises(BadInput) as caught:
        fight.play(text)
    assert caught.value.expected
    assert len(fight.journal.entries) == 1


def test_a_preview_tells_cost_dice_and_tally_and_changes_nothing() -> None:
    fight = starfray.loads(
        'rulebook = "toy"\n[[combatant]]\nid = "ann"\nside = "a"\nthings = ["rod"]\n[[combatant]]\nid = "b"\nside = "b"'
    )
    fight.begin()
    fight.gm('modify ann -1 "tired"')
    before = fight.hash
    seen = fight.preview("roll ann")
    assert (seen.legal, seen.cost, seen.rule, seen.dice) == (True, "1 coin", "toy.roll", "1d6")
    assert seen.tally is not None
    assert str(seen.tally) == "1 = -1 tired +2 Rod"
    assert fight.hash == before
