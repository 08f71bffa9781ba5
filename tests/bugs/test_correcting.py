"""Correcting a throw, undoing answers, and distances asked in between."""

from __future__ import annotations

import json

import pytest

import starfray
from starfray.engine.errors import BadInput, Refused, StarfrayError
from tests.engine.toys import three, two


def test_a_correction_that_cannot_be_thrown_is_refused_and_changes_nothing() -> None:
    fight = two()
    fight.play("roll ann", dice=[4])
    before, count = fight.hash, len(fight.journal.entries)
    for faces in ([9], [0], [], [1, 2], ["6"]):
        with pytest.raises(BadInput):
            fight.correct(-1, 0, faces)  # type: ignore[arg-type]
    assert fight.hash == before
    assert len(fight.journal.entries) == count
    assert fight.journal.entries[-1].tape[0].faces == [4]


def test_a_correction_of_an_open_act_that_cannot_be_thrown_changes_nothing() -> None:
    fight = two()
    fight.seats.hand.add("ann")
    fight.play("double ann")
    fight.answer(fight.asks[0], [4])
    with pytest.raises(BadInput):
        fight.correct(-1, 0, [7])
    assert fight.draft is not None
    assert fight.draft.tape[0].faces == [4]
    fight.correct(-1, 0, [2])
    fight.answer(fight.asks[0], "no")
    fight.answer(fight.asks[0], [1])
    assert fight.get("ann.score") == 21


def test_a_correction_may_change_how_many_dice_a_tie_takes() -> None:
    fight = two()
    fight.play("rank ann", dice=[3, 3, 5, 2])
    assert fight.get("bob.score") == 1
    fight.correct(-1, 0, [3, 4])
    assert fight.get("ann.score") == 1
    assert fight.get("bob.score") == 0


def test_a_correction_stands_in_the_journal_even_if_the_act_asks_again() -> None:
    fight = two()
    fight.play("fork ann", dice=[2, 5], answers=["7"])
    assert fight.get("ann.score") == 12
    fight.correct(-1, 0, [6])
    assert [ask.rule for ask in fight.asks] == ["toy.choose"]
    fight.answer(fight.asks[0], "red")
    assert fight.journal.entries[-1].corrected


def test_a_correction_of_an_open_act_stands_in_the_journal() -> None:
    fight = two()
    fight.seats.hand.add("ann")
    fight.play("double ann")
    fight.answer(fight.asks[0], [4])
    fight.correct(-1, 0, [2])
    saved = starfray.restore(json.loads(json.dumps(fight.to_json())))
    for each in (fight, saved):
        each.answer(each.asks[0], "no")
        each.answer(each.asks[0], [1])
        assert each.journal.entries[-1].corrected


def test_events_of_later_acts_are_told_anew_after_a_correction() -> None:
    fight = two()
    fight.gm("distance ann bob 5")
    fight.play("roll ann", dice=[1])
    fight.gm("roll d6", dice=[3])
    fight.play("say bob hello", dice=[])
    count = len(fight.events)
    fight.correct(2, 0, [6])
    assert len(fight.events) == count
    assert fight.get("ann.score") == 6
    assert fight.get("bob.said") == "hello"


def test_a_correction_keeps_what_was_undone_among_the_abandoned() -> None:
    fight = two()
    fight.play("roll ann", dice=[1])
    fight.play("roll bob", dice=[2])
    fight.undo()
    fight.correct(-1, 0, [3])
    lines = [[entry.action.actor for entry in line] for line in fight.journal.abandoned]
    assert ["bob"] in lines
    with pytest.raises(Refused):
        fight.redo()


def test_an_abandoned_line_is_not_changed_by_acts_that_were_kept() -> None:
    fight = two()
    fight.play("roll ann", dice=[1])
    fight.play("roll bob", dice=[2])
    old = [entry.number for entry in fight.journal.entries]
    fight.correct(1, 0, [3])
    assert [entry.number for entry in fight.journal.abandoned[-1]] == old[1:]
    assert fight.get("bob.score") == 2


def test_dice_thrown_before_an_unset_distance_are_kept() -> None:
    fight = two()
    fight.play("late ann bob", by="player:anna")
    face = fight.draft.tape[0].faces if fight.draft else []
    fight.answer(fight.asks[0], "yes", by="player:anna")
    assert [ask.rule for ask in fight.asks] == ["scene.distance"]
    fight.answer(fight.asks[0], "12")
    assert fight.journal.entries[-1].tape[0].faces == face
    assert fight.get("ann.score") == 100 + face[0] + fight.journal.entries[-1].tape[2].faces[0]


def test_forced_dice_before_an_unset_distance_are_not_lost() -> None:
    fight = two()
    fight.play("late ann bob", dice=[4, 2], answers=["yes", "12"])
    assert fight.get("ann.score") == 106


def test_the_actor_may_call_off_an_act_that_waits_for_a_distance() -> None:
    fight = two()
    fight.play("near ann bob", by="player:anna")
    with pytest.raises(Refused):
        fight.cancel(by="player:bert")
    fight.cancel(by="player:anna")
    assert not fight.asks
    assert fight.get("ann.coins") == 9


def test_an_act_with_a_die_on_its_tape_that_waits_for_a_distance_is_the_gms_to_call_off() -> None:
    fight = two()
    fight.play("late ann bob", by="player:anna")
    fight.answer(fight.asks[0], "yes", by="player:anna")
    with pytest.raises(Refused):
        fight.cancel(by="player:anna")
    fight.cancel()
    assert not fight.asks


def test_undo_at_a_distance_question_goes_back_to_the_answer_before_it() -> None:
    fight = two()
    fight.play("late ann bob", by="player:anna")
    fight.answer(fight.asks[0], "yes", by="player:anna")
    fight.undo()
    assert [ask.rule for ask in fight.asks] == ["toy.confirm"]
    fight.answer(fight.asks[0], "no", by="player:anna")
    fight.answer(fight.asks[0], "12")
    assert fight.get("ann.score") < 100


def test_an_act_refused_after_its_distance_was_set_is_dropped_with_the_reason() -> None:
    fight = two()
    fight.play("near ann bob", by="player:anna")
    fight.answer(fight.asks[0], "500")
    assert not fight.asks
    assert "too far" in fight.dropped[-1]
    assert fight.get("scene.relation.0.value") == 500
    assert fight.get("ann.coins") == 9


def test_an_act_refused_after_a_distance_nobody_was_asked_for_changes_nothing() -> None:
    fight = two()
    fight.gm("order all scene.distance 500")
    before, count = fight.hash, len(fight.journal.entries)
    with pytest.raises(Refused):
        fight.play("near ann bob")
    assert fight.hash == before
    assert len(fight.journal.entries) == count


def test_a_save_with_a_distance_question_open_goes_on() -> None:
    fight = two()
    fight.play("late ann bob", by="player:anna")
    fight.answer(fight.asks[0], "yes", by="player:anna")
    again = starfray.restore(json.loads(json.dumps(fight.to_json())))
    for each in (fight, again):
        each.answer(each.asks[0], "12")
    assert fight.hash == again.hash
    fight.undo()
    assert fight.get("scene.relation.0.value") == 12
    fight.undo()
    assert fight.get("ann.score") == 0
    assert fight.get("scene.relation") == []


def test_undo_of_sealed_answers_and_dice_thrown_together() -> None:
    fight = three()
    fight.play("sealed ann")
    for colour in ("red", "green", "blue"):
        fight.answer(fight.asks[-1], colour)
    assert [ask.rule for ask in fight.asks] == ["toy.confirm"]
    fight.undo()
    assert {ask.rule for ask in fight.asks} == {"toy.sealed"}
    while fight.asks:
        fight.answer(fight.asks[0], "red" if fight.asks[0].rule == "toy.sealed" else "no")
    assert starfray.replay(fight.transcript()).ok


def test_undo_of_one_hand_of_dice_thrown_together() -> None:
    fight = three()
    fight.seats.hand = {"ann", "cat"}
    fight.play("all ann")
    fight.answer(fight.asks[1], [2])
    fight.undo()
    assert [ask.who for ask in fight.asks] == ["ann", "cat"]
    fight.answer(fight.asks[0], [3])
    fight.answer(fight.asks[0], [4])
    assert (fight.get("ann.score"), fight.get("cat.score")) == (3, 4)


def test_an_answer_that_ends_in_an_error_leaves_the_question_open() -> None:
    fight = two()
    fight.play("flaky ann")
    tape = list(fight.draft.tape) if fight.draft else []
    ask = fight.asks[0]
    with pytest.raises(StarfrayError):
        fight.answer(ask, "yes")
    assert fight.draft is not None
    assert fight.draft.tape == tape
    assert not fight.draft.given
    assert [each.id for each in fight.asks] == [ask.id]


def test_a_redo_that_no_longer_fits_changes_nothing() -> None:
    fight = two()
    fight.play("roll ann", dice=[4])
    fight.play("pass ann")
    fight.undo()
    fight.undo()
    before = fight.hash
    fight.journal.undone[-1][0].tape[0].what = "1d8"
    with pytest.raises(StarfrayError):
        fight.redo()
    assert fight.hash == before
    assert len(fight.journal.undone) == 2


def test_a_player_may_redo_only_their_own_act() -> None:
    fight = two()
    fight.play("say ann hello", by="player:anna")
    fight.undo(by="player:anna")
    with pytest.raises(Refused):
        fight.redo(by="player:bert")
    fight.redo(by="player:anna")
    assert fight.get("ann.said") == "hello"


def test_calling_an_act_off_lets_the_queue_go_on() -> None:
    fight = two()
    fight.play("confirm ann", by="player:anna")
    fight.queue("say bob hello", by="player:bert")
    fight.cancel(by="player:anna")
    assert fight.get("bob.said") == "hello"
