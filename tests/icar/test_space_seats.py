"""A crew at several seats: each role is asked at its own, empty seats are the GM's or a policy's."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import Refused
from starfray.fight import Fight
from tests.icar.build import CREW, fight, stand_by
from tests.icar.chase import chase


def by_hand(board: Fight, *who: str) -> Fight:
    """Their dice are typed in, so that a live fight can be foretold."""
    board.seats.hand = set(who)
    return board.begin()


@pytest.mark.rule("icar.space.crit.narrative", "icar.space.crit.ops", "fight.pending")
def test_whoever_sits_at_operations_throws_and_tells_and_nobody_else() -> None:
    board = by_hand(fight(), "ops").play("stn ops", by="player:ana")
    assert [(ask.kind, ask.who) for ask in board.seen_asks("player:ana")] == [("dice", "ops")]
    assert board.seen_asks("player:ben") == []
    with pytest.raises(Refused, match="ops's to answer"):
        board.answer(board.asks[0], [10], by="player:ben")
    board.answer(board.asks[0], [10], by="player:ana")
    assert board.asks[0].rule == "icar.space.crit.narrative"
    board.answer(board.asks[0], "They blink.", by="player:ana")
    assert board.get("ship.craft.foreseen") is True
    assert board.actors[0] == "eng"


@pytest.mark.rule("fight.turn")
def test_nobody_acts_for_another_seat() -> None:
    board = fight().begin()
    with pytest.raises(Refused):
        board.play("stn ops", by="player:ben")
    assert board.play("stand-by ops", by="player:ana").actors[0] == "eng"


@pytest.mark.rule("icar.space.ops.cajole")
def test_what_the_speech_was_worth_is_asked_of_the_gm() -> None:
    board = by_hand(fight(), "ops").play('cajole ops persuade "Be reasonable."', by="player:ana")
    board.answer(board.asks[0], [5], by="player:ana")
    assert [(ask.rule, ask.who) for ask in board.asks] == [("icar.space.ops.cajole", "gm")]
    assert board.seen_asks("player:ana") == []
    board.answer(board.asks[0], 3)
    assert board.get("space.stn.1.amount") == -3


@pytest.mark.rule("icar.space.small-crew.swap")
def test_who_is_to_change_places_is_asked_at_their_seat() -> None:
    board = stand_by(fight(), "ops").play("take-role eng pilot", by="player:ben")
    assert [ask.who for ask in board.seen_asks("player:cleo")] == ["pil"]
    board.answer(board.asks[0], "yes", by="player:cleo")
    assert (board.get("eng.role"), board.get("pil.role")) == ("pilot", "engineer")


@pytest.mark.rule("icar.space.crit.eng")
def test_the_engineer_picks_the_second_system_at_their_seat() -> None:
    board = fight(ship='inoperable = ["tractor-beam", "light-jump", "grav-field"]')
    board.gm("set eng.at-system tractor-beam")
    board = by_hand(stand_by(board, "ops"), "eng").play("repair eng", by="player:ben")
    board.answer(board.asks[0], [10], by="player:ben")
    board.answer(board.asks[0], "Sparks fly.", by="player:ben")
    assert (board.asks[0].who, [option.key for option in board.asks[0].options]) == ("eng", ["light-jump", "grav-field"])
    board.answer(board.asks[0], "grav-field", by="player:ben")
    assert board.get("ship.craft.inoperable") == ["light-jump"]


@pytest.mark.rule("icar.pool.draw")
def test_a_die_from_the_pool_is_offered_to_whoever_fell_short() -> None:
    board = stand_by(fight(head="[now]\npool = 1"), "ops", "eng")
    by_hand(board, "pil").play("aggressive pil", by="player:cleo")
    board.answer(board.asks[0], [4], by="player:cleo")
    assert [(ask.rule, ask.who) for ask in board.seen_asks("player:cleo")] == [("icar.pool.draw", "pil")]
    board.answer(board.asks[0], "no", by="player:cleo")
    assert board.get("pool") == 1


@pytest.mark.rule("icar.space.stn.base")
def test_empty_seats_are_played_by_the_gm_or_by_themselves() -> None:
    crew = CREW.replace('seat = "ben"\n', "").replace('seat = "cleo"\n', "")
    board = fight(crew=crew).begin()
    assert (board.seat_of("eng"), board.seat_of("gun")) == ("gm", "player:dov")
    board.play("stand-by ops", by="player:ana").play("reroute eng")  # by the GM
    board.auto(("ops", "gun"), acts=5)  # the pilot alone: then the gunner's seat is waited for
    assert (board.get("space.acted.pil") != "", board.actors) == (True, ["gun"])


def test_who_is_out_cold_has_no_station() -> None:
    board = fight(crew=CREW.replace('id = "pil"', 'id = "pil"\nhp = 0')).begin()
    assert stand_by(board, "ops", "eng").actors[0] == "gun"
    board = fight().gm("set gun.hp 0")
    board.play("take-role eng gunner", dice=[])
    assert board.get("eng.cluster") == 1
    assert starfray.loads(board.to_text()).hash == board.hash


# --- the crew of a vehicle -------------------------------------------------------------------------------------


@pytest.mark.rule("icar.vehicle.turn.order", "icar.vehicle.hacker.imagination", "icar.ruling.vehicle-hacker-bonus")
def test_aboard_a_vehicle_each_seat_has_its_place_and_the_gm_weighs_ideas() -> None:
    board = chase().play("declare pil firing-position", by="player:cleo")
    board.seats.hand = {"hax"}
    board.play('improvise hax "Every billboard shows our faces."', by="player:ana")
    assert [(ask.rule, ask.who) for ask in board.asks] == [("icar.vehicle.hacker.imagination", "gm")]
    board.answer(board.asks[0], 14)
    assert [(ask.kind, ask.who) for ask in board.seen_asks("player:ana")] == [("dice", "hax")]
    board.answer(board.asks[0], [6], by="player:ana")
    board.answer(board.asks[0], "gunner")
    assert board.get("chase.boosts.0.on") == "gunner"
    with pytest.raises(Refused):
        board.play("plates-power eng", by="player:dov")
    assert board.play("plates-power eng", by="player:ben").actors == ["pil"]


@pytest.mark.rule("icar.ruling.vehicle-sides")
def test_a_whole_chase_with_one_person_at_one_seat() -> None:
    board = chase(begun=False)
    acted = 0
    for _ in range(200):
        board.auto(("gun",), acts=50)
        if board.over is not None:
            break
        if board.asks:
            assert {ask.who for ask in board.asks} == {"gun"}
            ask = board.asks[0]
            board.answer(ask, ask.suggested or (ask.options[-1].key if ask.options else "So be it."), by="player:dov")
        else:
            assert board.actors[0] == "gun"
            board.play("stand-by gun", by="player:dov")
            acted += 1
    assert board.over is not None
    assert acted > 0
    assert starfray.replay(board.transcript()).hash == board.hash


# --- whoever is hidden -----------------------------------------------------------------------------------------

GHOST = """
[[combatant]]
id = "ghost"
side = "pirates"
hidden = true
craft = "scout"
[[combatant]]
id = "spook"
archetype = "good-gunner"
aboard = "ghost"
"""


def test_the_crew_of_a_hidden_craft_is_hidden_with_it_until_the_craft_is_revealed() -> None:
    board = fight(more=GHOST)
    assert not {"ghost", "spook"} & set(board.view("side:crew").roster)
    board.begin()
    assert not {"ghost", "spook"} & set(board.view("side:crew").roster)
    board.gm("reveal spook")
    assert starfray.loads(board.to_text()).hash == board.hash
    stand_by(board.gm("reveal ghost"), "ops", "eng", "pil", "gun").step(dice=[], steps=2)
    assert board.actors == ["spook"]
    assert {"ghost", "spook"} <= set(board.view("side:crew").roster)
