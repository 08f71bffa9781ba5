"""Chases and space, as a second reading of the book has it: dodges, empty cars, guns, danglers, what hackers switch off."""

from __future__ import annotations

import json

import pytest

from starfray.engine.errors import BadInput, Refused
from starfray.fight import Fight
from tests.icar import build
from tests.icar.chase import CREW, FOES, chase, declared, last_tally, rules, stand_by

PASSENGER = """
[[combatant]]
id = "ace"
side = "SIDE"
aboard = "car"
seat = "eli"
attributes = { battle = 4, shift = 3, meat = 3 }
skills = { acrobatics = 2, street-fighting = 3 }
weapons = ["nelson-h1"]
"""


def refusal(board: Fight, text: str, rule: str) -> Refused:
    before = board.hash
    with pytest.raises(Refused) as caught:
        board.play(text, dice=[])
    assert (caught.value.rule, board.hash) == (rule, before)
    return caught.value


def gangs_turn(board: Fight) -> Fight:
    """The car's crew is through; the van's pilot has declared and done nothing."""
    board.step(dice=[])
    return stand_by(board.play("declare bad firing-position", dice=[]), "bad")


# --- chases ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("icar.vehicle.damage.zero", "icar.ruling.vehicle-crash")
@pytest.mark.parametrize("word", ["", "set van.vehicle.hp 0"])
def test_a_vehicle_at_nought_falls_whether_a_file_or_the_gm_says_so(word: str) -> None:
    board = chase().gm(word) if word else chase(van="hp = 0")
    assert board.get("van.vehicle.falling") == 4  # the end of this turn, and three more
    board.gm("set van.vehicle.hp 3")
    assert board.get("van.vehicle.falling") == 0


@pytest.mark.parametrize(
    ("fields", "words"), [("falling = 2", "falling at 20"), ('gone = "home"', "gone = 'home'"), ("hp = 21", "hp = 21")]
)
def test_a_vehicle_that_cannot_be_is_refused(fields: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        chase(van=fields)


@pytest.mark.rule("icar.hp.stabilise", "icar.vehicle.turn.order")
def test_when_a_chase_is_won_its_clock_runs_on_and_the_wounded_are_treated() -> None:
    board = chase(more=PASSENGER.replace("SIDE", "crew").replace("acrobatics", "medicine")).gm("set hax.hp -1")
    board.gm("remove bad").gm("remove goon")
    assert board.over is not None
    board.gm("go-on")
    stand_by(board.play('declare pil other words="home"', dice=[]), "eng", "pil").play("stabilise ace hax", dice=[9])
    assert board.get("hax.stable") is True
    stand_by(board, "gun").step(dice=[])
    assert (board.get("turn"), board.actors) == (2, ["pil"])


@pytest.mark.rule("icar.space.eng.repair")
def test_when_a_space_fight_is_won_its_clock_runs_on_and_the_craft_is_repaired() -> None:
    board = build.fight(ship='inoperable = ["light-jump"]').begin().gm("down foe")
    assert board.over is not None
    board.gm("go-on")
    build.stand_by(board, "ops").play("travel eng light-jump", dice=[])
    build.stand_by(board, "pil", "gun").step(dice=[])
    build.stand_by(board, "ops").play("repair eng", dice=[9])
    assert (board.get("ship.craft.inoperable"), board.get("turn")) == ([], 2)


@pytest.mark.rule("icar.ruling.dodge")
@pytest.mark.parametrize("word", ["set pil.stun -2", "remove pil", "set pil.role gunner"])
def test_a_dodge_ends_with_the_pilot(word: str) -> None:
    board = declared("dodge").play("fly pil", dice=[5]).gm(word)
    assert board.get("car.vehicle.dodging") is False


@pytest.mark.rule("icar.vehicle.pilot.dodge")
def test_a_shot_inside_a_dodging_car_is_at_16_too() -> None:
    ace = PASSENGER.replace("SIDE", "gang").replace("seat", "# seat")
    board = declared("dodge", more=ace).play("fly pil", dice=[5])
    board.play("gun ace car pil", dice=[2])
    assert last_tally(board) == 16 - 1 - 4


@pytest.mark.rule("icar.vehicle.pilot.escape")
def test_an_empty_car_bars_nobodys_escape() -> None:
    faster = '[[combatant]]\nid = "bike"\nside = "gang"\nvehicle = "cobra"\n'
    board = chase(more=faster).play("declare pil escape", dice=[])
    assert board.get("car.vehicle.goal") == "escape"
    manned = faster + '[[combatant]]\nid = "kid"\nside = "gang"\naboard = "bike"\n'
    refusal(chase(more=manned), "declare pil escape", "icar.vehicle.pilot.escape")


@pytest.mark.rule("icar.vehicle.gunner.weapons", "icar.vehicle.damage.zero")
def test_a_gun_in_the_hand_fires_from_a_falling_car_and_a_mounted_one_does_not() -> None:
    board = gunner_of_the_van('mounted = ["astraripper-5"], hp = 0, falling = 3')
    refusal(board, "gun goon car weapon=astraripper-5", "icar.vehicle.gunner.weapons")
    board.play("gun goon car", dice=[9])
    assert (last_tally(board), board.get("car.vehicle.hp")) == (14 - 1 - 4, 30 - 6)


def gunner_of_the_van(van: str) -> Fight:
    board = stand_by(declared("firing-position", van=van), "pil", "gun").step(dice=[])
    return stand_by(board, "bad") if "falling" in van else stand_by(board.play("declare bad dodge", dice=[]), "bad")


@pytest.mark.rule("icar.vehicle.gunner.weapons", "icar.turn.change-weapon")
def test_a_gun_in_the_holster_has_to_be_drawn_first() -> None:
    foes = FOES.replace('["nelson-h1"]', '["nelson-h1"]\nhand = ""')
    board = stand_by(declared("firing-position", foes=foes), "pil", "gun").step(dice=[])
    stand_by(board.play("declare bad dodge", dice=[]), "bad")
    refusal(board, "gun goon car", "icar.vehicle.gunner.weapons")
    assert board.play("change-weapon goon nelson-h1", dice=[]).get("goon.hand") == "nelson-h1"


@pytest.mark.rule("icar.ruling.danglers")
def test_a_friend_pulls_in_whoever_dangles() -> None:
    outside = PASSENGER.replace("SIDE", "crew") + "dangling = true\n"
    board = stand_by(declared("dodge", more=outside), "pil")
    stand_by(board, "ace")
    board.play("pull-up gun ace", dice=[10], answers=["With one hand.", "0"])
    assert (last_tally(board), board.get("ace.dangling")) == (12 - 2, False)
    refusal(stand_by(declared("dodge"), "pil"), "pull-up gun ace", "icar.ruling.danglers")


@pytest.mark.rule("icar.ruling.danglers", "icar.ruling.vehicle-crash")
def test_a_foe_who_dangles_can_be_kicked_off() -> None:
    outside = PASSENGER.replace("SIDE", "gang").replace("seat", "# seat") + "dangling = true\n"
    board = stand_by(declared("dodge", more=outside), "pil", "ace")
    board.play("kick-off gun ace", dice=[9, 2], answers=["yes", "whole"])  # 13 against 9
    assert (board.get("ace.out"), board.get("ace.hp"), board.get("ace.dying")) == ("fallen", 0, 40)
    board = stand_by(declared("dodge", more=outside), "pil", "ace").play("kick-off gun ace", dice=[2, 9])
    assert (board.get("ace.dangling"), board.get("gun.stun")) == (True, 9)


@pytest.mark.rule("icar.ruling.danglers")
def test_who_loses_consciousness_hangs_on_no_longer() -> None:
    outside = PASSENGER.replace("SIDE", "gang").replace("seat", "# seat") + "dangling = true\n"
    board = declared("dodge", more=outside).gm("set ace.stun -2")
    if board.asks:
        board.answer(board.asks[0], "no")
    assert (board.get("ace.out"), board.get("ace.hp")) == ("fallen", 10)


@pytest.mark.rule("icar.ruling.vehicle-systems-off", "icar.vehicle.gunner.people")
def test_doors_a_hacker_holds_open_shelter_nobody() -> None:
    head = '[now]\nhacks = [{ by = "hax", target = "van", passes = 3, inside = true, off = ["doors"] }]'
    board = stand_by(declared("firing-position", head=head), "pil")
    board.play("gun gun van bad", dice=[2])
    assert last_tally(board) == 16 - 1 - 7


@pytest.mark.rule("icar.ruling.vehicle-systems-off")
def test_without_navigation_an_escape_is_hard_and_without_gravity_the_engineers_work() -> None:
    head = '[now]\nhacks = [{ by = "bad", target = "car", passes = 3, inside = true, off = ["navigation", "gravity"] }]'
    board = declared("escape", wait=("hax",), head=head).play("engine-power eng", dice=[2])
    assert last_tally(board) == 16 - 8
    board.play("fly pil", dice=[2])
    assert last_tally(board) == 16 - 7
    board = declared("dodge", head=head).play("fly pil", dice=[2])
    assert last_tally(board) == 12 - 7


@pytest.mark.rule("icar.ruling.vehicle-systems-off")
def test_without_navigation_an_autopilot_finds_no_safe_place() -> None:
    head = '[now]\nhacks = [{ by = "bad", target = "car", passes = 3, inside = true, off = ["navigation"] }]'
    board = chase(car="autopilot = true", head=head, begun=False).step(dice=[5])
    board = stand_by(board.play("declare bad dodge", dice=[]), "bad", "goon").step(dice=[])
    while board.state.chase.up == "car":
        stand_by(board, board.actors[0]).step(dice=[])
    assert board.get("car.vehicle.gone") == ""


@pytest.mark.rule("icar.ruling.initiative-frequency", "icar.combat.initiative")
def test_a_vehicle_that_comes_late_takes_its_place_by_its_pilots_initiative() -> None:
    board = chase()
    assert board.state.chase.order == ["car", "van"]
    board.gm('add "id = \\"jet\\", side = \\"gang\\", vehicle = \\"cobra\\""')
    ivy = 'id = "ivy", side = "gang", aboard = "jet", role = "pilot", attributes = { shift = 3, battle = 3 }'
    board.gm(f"add {json.dumps(ivy)}")
    board.step(dice=[5])  # 11: behind the car's 12, before the van's 10
    assert (board.state.chase.order, board.get("ivy.initiative")) == (["car", "jet", "van"], 11)


@pytest.mark.rule("icar.ruling.hidden-ends")
def test_a_vehicle_that_shoots_from_hiding_is_seen_with_its_crew() -> None:
    board = stand_by(declared("firing-position", crew=CREW), "pil").gm("hide car").gm("hide gun").gm("hide pil")
    board.play("gun gun van", dice=[2])
    assert [board.get(f"{who}.hidden") for who in ("car", "gun", "pil")] == [False, False, False]
    assert "icar.ruling.hidden-ends" in rules(board)


# --- space -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("icar.space.ops.final-say")
def test_operations_on_attack_bars_a_light_jump_too() -> None:
    board = build.fight(ship='away = true, stance = "attack"').begin()
    build.stand_by(board, "ops", "eng")
    refusal(board, "light-jump pil", "icar.space.ops.final-say")
    board = build.stand_by(build.fight(ship="away = true").begin(), "ops", "eng").play("light-jump pil", dice=[])
    assert board.get("ship.out") == "jumped"


@pytest.mark.rule("icar.ruling.tractor-beam")
def test_a_tractor_beam_pulls_an_enemy_back_and_holds_it() -> None:
    crew = build.CREW.replace("ship", "boat").replace('id = "', 'id = "x').replace("seat", "# seat")
    boat = '[[combatant]]\nid = "boat"\nside = "pirates"\ncraft = { key = "gaterunner", away = true }\n' + crew
    board = build.stand_by(build.fight(more=boat).begin(), "ops")
    board.play("tractor eng boat", dice=[4])
    assert (build.last_tally(board), board.get("boat.craft.away"), board.get("ship.craft.beam")) == (12 - 8, False, "boat")
    build.stand_by(board, "pil", "gun").step(dice=[])
    build.stand_by(board, "xops", "xeng")
    refusal(board, "run-away xpil", "icar.ruling.tractor-beam")


@pytest.mark.rule("icar.space.system.tractor-beam")
def test_a_tractor_beam_that_is_down_pulls_nothing() -> None:
    board = build.stand_by(build.fight(ship='inoperable = ["tractor-beam"]').begin(), "ops")
    refusal(board, "tractor eng foe", "icar.space.system.tractor-beam")


@pytest.mark.rule("icar.ruling.tractor-beam")
@pytest.mark.parametrize(
    "word", ['set ship.craft.inoperable ["tractor-beam"]', "down ship", "remove ship", "remove hulk", "set hulk.out jumped"]
)
def test_a_tractor_beam_lets_go_when_it_is_down_or_either_craft_is_gone(word: str) -> None:
    wreck = '[[combatant]]\nid = "hulk"\nside = "crew"\ncraft = { key = "scout", hull-damage = 99 }\n'
    board = build.stand_by(build.fight(ship="away = true", more=wreck).begin(), "ops").play("tractor eng hulk", dice=[4])
    assert board.get("ship.craft.beam") == "hulk"
    assert board.gm(word).get("ship.craft.beam") == ""


@pytest.mark.rule("icar.ruling.tractor-beam", "icar.space.end.run-away")
def test_what_is_in_tow_goes_along_in_a_light_jump() -> None:
    wreck = '[[combatant]]\nid = "hulk"\nside = "crew"\ncraft = { key = "scout", hull-damage = 99 }\n'
    board = build.stand_by(build.fight(ship="away = true", more=wreck).begin(), "ops").play("tractor eng hulk", dice=[4])
    board.play("light-jump pil", dice=[])
    assert (board.get("ship.out"), board.get("hulk.out")) == ("jumped", "jumped")


@pytest.mark.rule("icar.space.system.life-support")
def test_air_runs_out_without_life_support_and_comes_back_with_it() -> None:
    quiet = 'inoperable = ["life-support"], air = AIR'
    board = build.stand_by(build.fight(ship=quiet.replace("AIR", "12000")).begin(), "ops", "eng", "pil", "gun").step(dice=[2])
    assert board.get("ship.craft.air") == 11_999
    board = build.stand_by(build.fight(ship=quiet.replace("AIR", "1")).begin(), "ops", "eng", "pil", "gun").step(dice=[2])
    assert (board.get("ship.craft.air"), board.get("pil.dying"), board.get("pil.hp")) == (0, 40, 0)
    board = build.stand_by(build.fight(ship="air = 5").begin(), "ops", "eng", "pil", "gun").step(dice=[2])
    assert board.get("ship.craft.air") == 12_000


@pytest.mark.rule("icar.space.hacker.doors", "icar.ruling.space-hack-effect")
def test_doors_that_a_hacker_opens_let_the_air_out() -> None:
    hacker = '[[combatant]]\nid = "hax"\naboard = "ship"\nrole = "hacker"\nattributes = { wit = 4 }\nskills = { hacking = 4 }\n'
    board = build.fight(more=hacker, foe='moles = ["crew"]').begin()
    build.stand_by(board, "ops", "eng", "pil").play("hack-craft hax foe doors", dice=[8])
    build.stand_by(board, "gun").step(dice=[2])
    assert (board.get("foe.craft.hacked"), board.state.roster["foe"].craft.down("life-support")) == (["doors"], True)


@pytest.mark.rule("icar.ruling.hidden-ends")
def test_a_craft_that_shoots_from_hiding_is_seen() -> None:
    board = build.fight(more='[[combatant]]\nid = "lurker"\nside = "pirates"\nhidden = true\ncraft = "scout"\n').begin()
    build.stand_by(board, "ops", "eng", "pil", "gun").step(dice=[2, 2])
    assert board.get("lurker.hidden") is False
