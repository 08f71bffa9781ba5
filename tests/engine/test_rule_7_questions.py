"""Rule 7: kinds of question, sealed answers, standing orders, a single option."""

from __future__ import annotations

import json

import pytest

import starfray
from starfray.engine.errors import BadInput, Refused
from starfray.engine.policy import first_answer
from tests.engine.toys import TWO, three, two


def test_choose_takes_one_of_its_options() -> None:
    fight = two().play("choose ann")
    ask = fight.asks[0]
    assert (ask.kind, ask.rule, ask.who, ask.id) == ("choose", "toy.choose", "ann", "0.0")
    assert [option.key for option in ask.options] == ["red", "green", "blue"]
    for wrong in ("grey", "", "RED", "red ", 1):
        with pytest.raises(BadInput, match="red, green, blue"):
            fight.answer(ask, wrong)
    assert fight.answer(ask, "green").get("ann.colour") == "green"


def test_confirm_is_yes_or_no() -> None:
    assert two().play("confirm ann", answers=["yes"]).get("ann.score") == 1
    assert two().play("confirm ann", answers=["no"]).get("ann.score") == 0


@pytest.mark.parametrize(
    ("answer", "score"),
    [
        ("all:5", 5),
        ("all:2 big:3", 8),
        ("big:5", 10),
        ("small:1 all:4", 14),
        ("", 0),
        ("all:1", 1),
        ("all:1 all:1", 2),
        ("big:0", 0),
    ],
)
def test_allocate_shares_out_within_the_bounds_of_each_slot(answer: str, score: int) -> None:
    fight = two().play("allocate ann")
    assert fight.answer(fight.asks[0], answer).get("ann.score") == score


@pytest.mark.parametrize(
    "answer", ["all:6", "big:2", "small:2", "none:1", "all", "all:-1", "all:x", "all:1.5", ":3", "all:٣", "all:3 big:3"]
)
def test_allocate_refuses_what_does_not_fit(answer: str) -> None:
    fight = two().play("allocate ann")
    with pytest.raises(BadInput):
        fight.answer(fight.asks[0], answer)
    assert fight.asks


@pytest.mark.parametrize(
    ("answer", "fine"), [("-3", True), ("12", True), (0, True), ("-4", False), ("13", False), ("x", False), ("1.0", False)]
)
def test_number_is_a_whole_number_within_its_range(answer: str, fine: bool) -> None:
    fight = two().play("number ann")
    if fine:
        assert fight.answer(fight.asks[0], answer).get("ann.score") == int(answer)
    else:
        with pytest.raises(BadInput):
            fight.answer(fight.asks[0], answer)


def test_text_is_anything_of_a_decent_length() -> None:
    fight = two().play("text ann")
    with pytest.raises(BadInput):
        fight.answer(fight.asks[0], "x" * 2001)
    assert fight.answer(fight.asks[0], 'He said: "no"\nand left').get("ann.said") == 'He said: "no"\nand left'


def test_dice_typed_by_hand_are_marked_and_checked() -> None:
    fight = two()
    fight.seats.hand = {"ann"}
    fight.play("pool ann 3")
    ask = fight.asks[0]
    assert (ask.kind, ask.shape.label if ask.shape else "") == ("dice", "3d6>=6")
    with pytest.raises(BadInput, match="1 to 6"):
        fight.answer(ask, "6 7 1")
    fight.answer(ask, "6, 6 1")
    assert fight.get("ann.score") == 2
    assert fight.journal.entries[-1].tape[0].source == "hand"
    assert "6 6 1!" in fight.transcript()


def test_no_faces_let_the_app_throw() -> None:
    fight = two()
    fight.seats.hand = {"ann"}
    fight.play("pool ann 3")
    fight.answer(fight.asks[0], "")
    assert fight.journal.entries[-1].tape[0].source == "app"
    assert len(fight.journal.entries[-1].tape[0].faces) == 3


def test_everybody_rolls_at_once_and_dice_lie_in_roster_order() -> None:
    fight = three()
    fight.seats.hand = {"ann", "bob", "cat"}
    fight.play("all ann")
    assert [ask.id for ask in fight.asks] == ["0.0", "0.1", "0.2"]
    for who, face in (("cat", 3), ("ann", 1), ("bob", 2)):
        fight.answer(next(ask for ask in fight.asks if ask.who == who), [face])
    assert [(entry.who, entry.faces) for entry in fight.journal.entries[-1].tape] == [("ann", [1]), ("bob", [2]), ("cat", [3])]


@pytest.mark.parametrize("order", ["ann bob cat", "cat bob ann", "bob cat ann"])
def test_sealed_answers_arrive_in_any_order_and_are_taped_in_roster_order(order: str) -> None:
    fight = three().play("sealed ann")
    for who in order.split():
        fight.answer(next(ask for ask in fight.asks if ask.who == who), {"ann": "red", "bob": "green", "cat": "blue"}[who])
    fight.answer(fight.asks[0], "no")
    sealed = [(entry.who, entry.answer) for entry in fight.journal.entries[-1].tape if entry.rule == "toy.sealed"]
    assert sealed == [("ann", "red"), ("bob", "green"), ("cat", "blue")]


def test_sealed_answers_are_shown_to_nobody_until_all_are_in() -> None:
    fight = three().play("sealed ann")
    before = [event.plain() for event in fight.events]
    fight.answer(fight.asks[0], "green", by="player:anna")
    fight.answer(fight.asks[0], "green", by="player:bert")
    assert [event.plain() for event in fight.events] == before
    for who in ("gm", "player:anna", "player:bert", "spectator"):
        assert [event.note for event in fight.seen_events(who) if event.note == "green"] == []
        assert all("green" not in (ask.suggested, ask.prompt) for ask in fight.seen_asks(who))
    assert [ask.who for ask in fight.seen_asks("gm")] == ["cat"]
    assert fight.seen_asks("player:anna") == []
    fight.answer(fight.asks[0], "red")
    assert len([event for event in fight.seen_events("player:anna") if event.rule == "toy.sealed"]) == 3


def test_a_sealed_answer_given_is_no_longer_open() -> None:
    fight = three().play("sealed ann")
    mine = fight.asks[0]
    fight.answer(mine, "green")
    with pytest.raises(BadInput, match="no open question"):
        fight.answer(mine, "red")


def test_half_answered_sealed_questions_survive_a_save() -> None:
    fight = three().play("sealed ann")
    fight.answer(fight.asks[1], "green")
    again = starfray.restore(json.loads(json.dumps(fight.to_json())))
    assert [ask.who for ask in again.asks] == ["ann", "cat"]
    for each in (fight, again):
        each.answer(each.asks[0], "red").answer(each.asks[0], "blue")
        each.answer(each.asks[0], "no")
    assert fight.hash == again.hash
    assert again.get("bob.colour") == "green"


def test_a_seat_sees_and_answers_only_its_own_questions() -> None:
    fight = three().play("sealed ann")
    assert [ask.who for ask in fight.seen_asks("player:bert")] == ["bob"]
    with pytest.raises(Refused, match="ann's to answer"):
        fight.answer(fight.asks[0], "red", by="player:bert")


def test_the_gm_may_answer_for_somebody_and_the_tape_says_so() -> None:
    fight = two().play("confirm ann")
    fight.answer(fight.asks[0], "yes")
    assert fight.journal.entries[-1].tape[0].source == "gm"
    fight.play("confirm bob")
    fight.answer(fight.asks[0], "yes", by="player:bert")
    assert fight.journal.entries[-1].tape[0].source == "person"


def test_a_single_option_is_taken_and_logged() -> None:
    fight = two().play("only ann")
    assert not fight.asks
    assert fight.get("ann.colour") == "grey"
    assert fight.journal.entries[-1].tape[0].source == "only"
    assert fight.events[-1].note == "grey"


@pytest.mark.parametrize(
    ("file", "who", "score"),
    [
        ('orders = { "toy.confirm" = "always" }', "ann", 1),
        ('orders = { "toy.confirm" = "never" }', "ann", 0),
        ('orders = { "toy.confirm" = "yes" }', "ann", 1),
    ],
)
def test_a_standing_order_of_a_combatant_in_the_file_answers_for_it(file: str, who: str, score: int) -> None:
    fight = starfray.loads(TWO.replace('id = "ann"', f'id = "ann"\n{file}')).begin()
    fight.play("confirm ann")
    assert fight.get("ann.score") == score
    assert fight.journal.entries[-1].tape[0].source == "order"
    fight.play("confirm bob")
    assert fight.asks


def test_a_standing_order_for_all_in_the_file_and_ones_own_before_it() -> None:
    fight = starfray.loads(
        TWO.replace("[[comb", '[orders]\n"toy.confirm" = "yes"\n[[comb', 1).replace(
            'id = "bob"', 'id = "bob"\norders = { "toy.confirm" = "no" }'
        )
    ).begin()
    fight.play("confirm ann").play("confirm bob")
    assert (fight.get("ann.score"), fight.get("bob.score")) == (1, 0)


def test_standing_orders_by_the_gm_are_given_and_taken_back() -> None:
    fight = two().gm("order ann toy.choose blue").gm("order all toy.number 7")
    assert fight.play("choose ann").get("ann.colour") == "blue"
    assert fight.play("number bob").get("bob.score") == 7
    fight.gm("order ann toy.choose").gm("order all toy.number")
    assert fight.play("choose ann").asks


def test_a_standing_order_that_does_not_fit_is_asked_after_all() -> None:
    fight = two().gm("order ann toy.choose grey").play("choose ann")
    assert [ask.rule for ask in fight.asks] == ["toy.choose"]


@pytest.mark.parametrize("file", ['orders = { "toy.nonsense" = "yes" }', 'orders = { "toy.confirm" = 1 }', "orders = 3"])
def test_a_standing_order_for_an_unknown_rule_is_refused(file: str) -> None:
    with pytest.raises(BadInput, match="orders"):
        starfray.loads(TWO.replace('id = "ann"', f'id = "ann"\n{file}'))


def test_the_plainest_answer_always_fits() -> None:
    for kind in ("choose", "confirm", "allocate", "number", "text"):
        ask = two().play(f"{kind} ann").asks[0]
        assert ask.fault(first_answer(ask)) == ""
