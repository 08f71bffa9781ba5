"""Rule 9: the GM is part of the model; who may call off, queue, undo; the doors while a question is open."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import starfray
from starfray.engine.errors import BadInput, Refused
from tests.engine.toys import three, two

ANNA, BERT = "player:anna", "player:bert"


def test_an_edit_is_a_journal_entry_with_its_reason() -> None:
    fight = two().gm('set ann.score 3 "she slipped"')
    assert fight.get("ann.score") == 3
    assert fight.get("ann.overridden") == {"score": "she slipped"}
    assert fight.journal.entries[-1].kind == "gm"
    assert fight.events[-1].note == "ann.score = 3 (she slipped)"
    assert fight.undo().get("ann.score") == 0


def test_hide_and_reveal_a_combatant_and_a_figure() -> None:
    fight = two().gm("hide bob")
    assert "bob" not in fight.view(ANNA).roster
    assert "bob" in fight.view(BERT).roster
    fight.gm("reveal bob").gm("set bob.score 9").gm("hide bob score")
    assert fight.view(ANNA).roster["bob"].score == 0
    assert fight.view(ANNA).roster["bob"].assumed == ["score"]
    fight.gm("reveal bob score")
    assert fight.view(ANNA).roster["bob"].score == 9


def test_what_a_hidden_combatant_does_is_told_to_its_side_only() -> None:
    fight = two().gm("hide bob")
    fight.play("roll bob", dice=[3])
    assert [event for event in fight.seen_events(ANNA) if event.who == "bob"] == []
    assert [event for event in fight.seen_events(BERT) if event.who == "bob"]


def test_a_modifier_stands_in_every_tally_until_taken_off() -> None:
    fight = two().gm('modify ann 2 "high ground"').gm("modify ann -1")
    assert fight.play("roll ann", dice=[3]).get("ann.score") == 4
    tally = fight.events[-1].tally
    assert tally is not None
    assert [reason.rule for reason in tally.reasons] == ["gm.modifier"] * 2
    assert fight.gm("modify ann 0").play("roll bob", dice=[1]).play("roll ann", dice=[3]).get("ann.score") == 7


def test_rulings_can_be_changed_and_are_checked() -> None:
    fight = two().gm("ruling tempo fast")
    assert fight.get("rulings") == {"tempo": "fast"}
    for wrong in ("ruling tempo never", "ruling nonsense x"):
        with pytest.raises(BadInput):
            fight.gm(wrong)
    with pytest.raises(BadInput, match="slow, fast"):
        starfray.loads('rulebook = "toy"\n[rulings]\ntempo = "x"\n[[combatant]]\nid = "a"\n')


def test_a_note_is_the_gms_alone() -> None:
    fight = two().gm('note "the cargo is fake"').gm('note "wants out" bob')
    assert (fight.state.notes, fight.get("bob.notes")) == ("the cargo is fake", "wants out")
    for who in (ANNA, BERT, "spectator"):
        assert fight.view(who).notes == ""
        assert fight.view(who).roster["bob"].notes == ""
        assert [event for event in fight.seen_events(who) if event.rule == "gm.note"] == []


def test_free_and_secret_rolls() -> None:
    fight = two().gm('roll 2d6 "the door"', dice=[3, 4])
    assert [event.number for event in fight.seen_events(ANNA) if event.rule == "gm.roll" and event.faces] == [7]
    fight.gm("roll d20 secret=yes", dice=[17])
    assert [event.number for event in fight.seen_events(ANNA) if event.rule == "gm.roll" and event.faces] == [7]
    assert fight.events[-1].number == 17


def test_a_called_test_runs_a_procedure_of_the_book() -> None:
    fight = two().gm('call "throw 20"', dice=[13])
    assert [event.rule for event in fight.journal.entries[-1].events] == ["gm.call", "toy.roll", "toy.roll"]
    with pytest.raises(BadInput):
        fight.gm('call "nonsense"')
    assert starfray.do("toy", "throw 20", dice=[13]).result == {"face": 13}


def test_somebody_joins_in_the_middle_and_somebody_leaves() -> None:
    fight = two().play("pass ann")
    fight.gm('add "id = \\"dan\\", side = \\"us\\", archetype = \\"pawn\\", count = 2"')
    assert (fight.get("dan-1.coins"), fight.get("dan-2.name")) == (5, "Pawn 2")
    assert fight.actors == ["bob", "dan-1", "dan-2"]
    with pytest.raises(BadInput, match="taken"):
        fight.gm('add "id = \\"bob\\", side = \\"us\\""')
    fight.gm("remove dan-1 captured")
    assert fight.get("dan-1.out") == "captured"
    assert fight.actors == ["bob", "dan-2"]


def test_everyone_is_the_roster_whoever_joins_and_whatever_the_gm_has_set() -> None:
    fight = two()
    assert [one.id for one in fight.state.everyone()] == ["ann", "bob"]
    fight.gm('set ann.coins 99 "found a purse"')
    fight.gm('add "id = \\"dan\\", side = \\"us\\", archetype = \\"pawn\\""')
    assert [id(one) for one in fight.state.everyone()] == [id(one) for one in fight.state.roster.values()]
    assert fight.state.everyone()[0].coins == 99
    fight.state.roster = {who: one for who, one in fight.state.roster.items() if who != "ann"}
    assert [one.id for one in fight.state.everyone()] == ["bob", "dan"]


def test_the_gm_ends_the_fight() -> None:
    fight = two().gm('end "night falls"')
    assert fight.over is not None
    assert fight.over.reason == "night falls"
    assert fight.actors == []
    with pytest.raises(Refused) as caught:
        fight.play("roll ann")
    assert caught.value.rule == "fight.over"
    assert fight.undo().over is None


def test_surrender_and_flight() -> None:
    fight = three().play("surrender cat")
    assert fight.get("cat.out") == "surrendered"
    assert not fight.over
    fight.play("flee bob", by=BERT)
    assert [(ask.who, ask.rule) for ask in fight.asks] == [("gm", "fight.flee")]
    with pytest.raises(Refused):
        fight.answer(fight.asks[0], "yes", by=BERT)
    fight.answer(fight.asks[0], "yes")
    assert fight.get("bob.out") == "fled"
    outcome = fight.over
    assert outcome
    assert outcome.winners == ["us"]
    with pytest.raises(Refused):
        fight.play("surrender bob")


def test_a_flight_the_gm_forbids_does_not_happen() -> None:
    fight = two().play("flee bob")
    assert fight.answer(fight.asks[0], "no").get("bob.out") == ""


# --- the doors while a question is open ------------------------------------------------------------------------


def test_while_a_question_is_open_only_answer_cancel_and_queue_are_doors() -> None:
    fight = two().play("confirm ann", by=ANNA)
    shut: list[Callable[[], object]] = [
        lambda: fight.play("roll bob"),
        lambda: fight.gm("set ann.score 3"),
        lambda: fight.redo(),
        lambda: fight.step(dice=[1]),
    ]
    for door in shut:
        with pytest.raises(Refused) as caught:
            door()
        assert caught.value.rule == "fight.pending"
        assert caught.value.legal == ("answer", "cancel", "queue")


def test_a_queued_act_is_played_when_the_question_is_answered() -> None:
    fight = two().play("confirm ann", by=ANNA)
    fight.queue("say bob first", by=BERT).queue("say bob second", by=BERT)
    assert fight.get("bob.said") == ""
    fight.answer(fight.asks[0], "no")
    assert fight.get("bob.said") == "second"
    assert fight.queued == []


def test_a_queued_act_that_is_no_longer_possible_is_dropped_with_the_reason() -> None:
    fight = two().play("confirm ann", by=ANNA)
    fight.queue("say ann mine", by=BERT)
    fight.answer(fight.asks[0], "no")
    assert len(fight.dropped) == 1
    assert "not yours" in fight.dropped[0]
    with pytest.raises(BadInput):
        fight.queue("nonsense")


def test_with_no_question_open_a_queued_act_is_played_at_once() -> None:
    assert two().queue("say bob now").get("bob.said") == "now"


def test_the_actor_may_call_off_until_a_die_has_fallen() -> None:
    fight = two().play("confirm ann", by=ANNA)
    with pytest.raises(Refused):
        fight.cancel(by=BERT)
    fight.cancel(by=ANNA)
    assert not fight.asks
    assert fight.get("ann.coins") == 9
    fight.play("double ann", by=ANNA)
    with pytest.raises(Refused, match="only the GM"):
        fight.cancel(by=ANNA)
    assert not fight.cancel().asks
    with pytest.raises(Refused):
        fight.cancel()


# --- undo ------------------------------------------------------------------------------------------------------


def test_a_player_may_undo_their_own_last_act_if_no_die_fell() -> None:
    fight = two().play("say ann hello", by=ANNA)
    with pytest.raises(Refused, match="not your act"):
        fight.undo(by=BERT)
    assert fight.undo(by=ANNA).get("ann.said") == ""
    assert fight.redo(by=ANNA).get("ann.said") == "hello"


@pytest.mark.parametrize("then", ["roll ann", "say bob later", "gm", "answered"])
def test_a_player_may_not_undo_what_has_had_consequences(then: str) -> None:
    fight = two().play("say ann hello", by=ANNA)
    if then == "gm":
        fight.gm("reveal bob")
    elif then == "answered":
        fight.play("confirm ann", by=ANNA).answer(fight.asks[0], "no", by="gm")
        fight.journal.entries[-1].tape[0].who = "bob"
    else:
        fight.play(then, by=BERT if "bob" in then else ANNA)
    before = fight.hash
    with pytest.raises(Refused) as caught:
        fight.undo(by=ANNA)
    assert caught.value.rule == "fight.undo"
    assert fight.hash == before


def test_the_gm_may_undo_anything_at_any_depth() -> None:
    fight = two()
    hashes = [fight.hash]
    for number in range(6):
        fight.play("roll ann")
        hashes.append(fight.hash)
        fight.gm(f"set bob.score {number}")
        hashes.append(fight.hash)
        fight.play("confirm bob").answer(fight.asks[0], "yes")
        hashes.append(fight.hash)
    for wanted in reversed(hashes[:-1]):
        assert fight.undo().hash == wanted
    for wanted in hashes[1:]:
        assert fight.redo().hash == wanted
    with pytest.raises(Refused):
        fight.redo()


def test_due_steps_are_undone_with_the_act_before_them() -> None:
    fight = two().play("pass ann")
    before = fight.hash
    fight.play("pass bob")
    assert fight.get("ticks") == 1
    faces = fight.journal.entries[-1].tape[0].faces
    assert fight.undo().hash == before
    fight.redo()
    assert fight.get("ticks") == 1
    assert fight.journal.entries[-1].tape[0].faces == faces


@pytest.mark.slow
def test_undo_reaches_back_over_snapshots_that_were_let_go() -> None:
    fight = two()
    hashes = [fight.hash]
    for number in range(170):
        fight.gm(f"set ann.score {number + 1}")
        hashes.append(fight.hash)
    assert sum(1 for entry in fight.journal.entries if entry.before is None) > 50
    again = starfray.restore(fight.to_json())
    for each in (fight, again):
        for wanted in reversed(hashes[:-1]):
            assert each.undo().hash == wanted


def test_a_line_that_was_undone_and_not_redone_is_kept() -> None:
    fight = two().play("say ann one").play("say ann two")
    fight.undo().undo()
    fight.play("say ann three")
    assert [[entry.action for entry in line] for line in fight.journal.abandoned] == [
        [entry.action for entry in two().play("say ann one").play("say ann two").journal.entries[1:]]
    ]
    with pytest.raises(Refused):
        fight.redo()


def test_undo_takes_back_the_last_answer_of_an_open_act() -> None:
    fight = two().play("sealed ann")
    for _ in range(2):
        fight.answer(fight.asks[0], "red")
    assert fight.asks[0].rule == "toy.confirm"
    fight.undo()
    assert [ask.rule for ask in fight.asks] == ["toy.sealed"]
    fight.undo()
    fight.undo()
    assert not fight.asks
    assert fight.get("ann.coins") == 9


def test_every_change_counts_the_version_up() -> None:
    fight = two()
    seen = [fight.version]
    changes: list[Callable[[], object]] = [
        lambda: fight.play("roll ann"),
        lambda: fight.undo(),
        lambda: fight.redo(),
        lambda: fight.gm("note x"),
    ]
    for change in changes:
        change()
        seen.append(fight.version)
    assert seen == sorted(set(seen))
    assert [entry.number for entry in fight.journal.entries] == sorted(entry.number for entry in fight.journal.entries)
