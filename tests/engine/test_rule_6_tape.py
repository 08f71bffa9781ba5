"""Rule 6: tape entries are labelled, a wrong tape raises with both labels, a mistyped die can be corrected."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import BadInput, TapeError, TapeMismatch
from starfray.engine.tape import Taped, check_fit
from starfray.engine.values import Ask
from tests.engine.toys import colours, two


def entry(
    what: str = "red|green|blue", answer: str = "red", who: str = "ann", rule: str = "toy.choose", kind: str = "choose"
) -> Taped:
    return Taped(kind, rule, who, what, "person", [], answer)


@pytest.mark.parametrize(
    "taped", [entry("red|green"), entry(who="bob"), entry(rule="toy.only"), entry(kind="text"), entry(answer="grey")]
)
def test_an_entry_that_belongs_to_another_question_raises_with_both_labels(taped: Taped) -> None:
    ask = Ask("choose", "toy.choose", "ann", options=colours())
    check_fit(entry(), ask)
    with pytest.raises(TapeMismatch) as caught:
        check_fit(taped, ask)
    assert caught.value.asked == ask.label
    assert caught.value.taped.startswith(taped.label)


def test_a_transcript_whose_dice_do_not_fit_says_where() -> None:
    text = two().play("pool ann 3", dice=[1, 2, 6]).transcript()
    for was, now in (("3d6>=6", "4d6>=6"), ("toy.pool ann", "toy.roll ann"), (": 1 2 6", ": 1 2 7"), (": 1 2 6", ": 1 2")):
        again = starfray.replay(text.replace(was, now))
        assert not again.ok
        assert again.problem.startswith("act 1 (pool ann): ")  # as its line is numbered
    assert starfray.replay(text).ok


def test_a_transcript_with_a_die_too_many_or_too_few_does_not_fit() -> None:
    text = two().play("double ann", dice=[1, 2], answers=["no"]).transcript()
    line = "    dice toy.roll ann 1d6: 2+\n"
    assert line in text
    assert not starfray.replay(text.replace(line, "")).ok
    assert not starfray.replay(text.replace(line, line + line)).ok


def test_a_correction_after_the_commit_keeps_the_later_dice_and_acts_that_fit() -> None:
    fight = two()
    fight.play("double ann", dice=[1, 2], answers=["no"])
    fight.play("roll bob", dice=[5])
    fight.correct(1, 0, [4])
    assert fight.get("ann.score") == 42
    assert fight.get("bob.score") == 5
    assert fight.journal.entries[1].corrected == "0: [1] → [4]"
    assert fight.journal.entries[1].tape[0].source == "hand"
    assert len(fight.journal.abandoned) == 1
    assert starfray.replay(fight.transcript()).ok


def test_a_correction_drops_what_no_longer_fits_and_says_so() -> None:
    fight = two()
    fight.gm("set bob.coins 1")
    fight.play("fork ann", dice=[1, 3], answers=["7"])
    fight.play("roll bob", dice=[5])
    fight.correct(2, 0, [6])
    assert [ask.rule for ask in fight.asks] == ["toy.choose"]
    assert fight.dropped == ["roll bob: set aside by a correction"]
    fight.answer(fight.asks[0], "green")
    assert fight.get("ann.colour") == "green"
    assert fight.get("bob.score") == 0


def test_a_correction_before_the_commit_runs_the_open_act_again() -> None:
    fight = two()
    fight.seats.hand = {"ann"}
    fight.play("fork ann")
    fight.answer(fight.asks[0], "2")
    assert fight.asks[0].rule == "toy.number"
    fight.correct(-1, 0, [5])
    assert fight.asks[0].rule == "toy.choose"


def test_a_correction_of_a_later_act_leaves_the_earlier_ones_alone() -> None:
    fight = two()
    fight.play("roll ann", dice=[2]).play("roll bob", dice=[3])
    fight.correct(-1, 0, [6])
    assert (fight.get("ann.score"), fight.get("bob.score")) == (2, 6)
    with pytest.raises(BadInput):
        fight.correct(99, 0, [1])
    with pytest.raises(BadInput):
        fight.correct(-1, 3, [1])


def test_a_correction_can_be_undone_with_its_act() -> None:
    fight = two()
    fight.play("roll ann", dice=[2])
    fight.correct(-1, 0, [6])
    fight.undo()
    assert fight.get("ann.score") == 0
    fight.redo()
    assert fight.get("ann.score") == 6


def test_a_short_tape_is_an_error() -> None:
    fight = two().play("double ann", dice=[1, 2], answers=["no"])
    fight.undo()
    fight.journal.undone[0][0].tape.pop()
    with pytest.raises(TapeError, match="ends before"):
        fight.redo()
