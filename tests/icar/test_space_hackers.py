"""Hackers in space combat: a way in, one action a turn, systems off for a turn."""

from __future__ import annotations

import pytest

from starfray.engine.errors import Refused
from starfray.fight import Fight
from starfray.rulebooks.icar import BOOK
from tests.icar.build import CREW, fight, last_tally, rules, stand_by, stn

#: Hacking 4 + Wit 4
HACKER = """
[[combatant]]
id = "hax"
aboard = "ship"
role = "hacker"
attributes = { wit = 4 }
skills = { hacking = 4 }
"""
MOLE = 'moles = ["crew"]'
#: an enemy with a crew of its own
PIRATES = """
[[combatant]]
id = "foe"
side = "pirates"
craft = { key = "scout", MOLES }
[[combatant]]
id = "hop"
archetype = "good-ops"
aboard = "foe"
[[combatant]]
id = "hen"
archetype = "john-smith"
aboard = "foe"
[[combatant]]
id = "hap"
archetype = "good-gunner"
aboard = "foe"
"""


def at_the_console(foe: str = MOLE, inside: str = "") -> Fight:
    hacker = HACKER + (f'inside = "{inside}"\n' if inside else "")
    return stand_by(fight(foe=foe, crew=CREW + hacker), "ops", "eng", "pil")


def crewed_foe() -> Fight:
    board = fight(crew=CREW + HACKER, more=PIRATES.replace("MOLES", MOLE).replace('"foe"', '"bad"'))
    return stand_by(board, "ops", "eng", "pil")


@pytest.mark.rule("icar.space.hacker.no-gaia")
def test_a_spacecraft_cannot_be_hacked_through_gaia() -> None:
    board = at_the_console(foe="")
    before = board.hash
    with pytest.raises(Refused, match="through Gaia"):
        board.play("hack-craft hax foe generators", dice=[])
    assert board.hash == before


@pytest.mark.rule("icar.space.hacker.mole", "icar.space.hacker.generators")
def test_a_mole_planted_aboard_lets_the_hacker_in_at_12() -> None:
    board = at_the_console().play("hack-craft hax foe generators", dice=[4])
    assert last_tally(board) == 12 - 8


@pytest.mark.rule("icar.hack.spacecraft.place")
def test_so_does_being_in_the_craft_or_on_its_hull() -> None:
    board = at_the_console(foe="", inside="foe").play("hack-craft hax foe life-support", dice=[4])
    assert "icar.space.hacker.mole" not in rules(board)


@pytest.mark.rule("icar.ruling.hack-spacecraft")
def test_a_way_into_one_craft_is_no_way_into_another() -> None:
    other = '[[combatant]]\nid = "raider"\nside = "pirates"\ncraft = "scout"\n'
    board = stand_by(fight(foe=MOLE, crew=CREW + HACKER, more=other), "ops", "eng", "pil")
    with pytest.raises(Refused, match="no way into raider"):
        board.play("hack-craft hax raider generators", dice=[])


@pytest.mark.rule("icar.space.hacker.life-support")
@pytest.mark.parametrize("system", ["life-support", "gravity"])
def test_life_support_and_gravity_are_switched_off_at_12(system: str) -> None:
    assert last_tally(at_the_console().play(f"hack-craft hax foe {system}", dice=[4])) == 12 - 8


@pytest.mark.rule("icar.space.hacker.doors")
def test_every_door_opens_at_16() -> None:
    board = at_the_console().play("hack-craft hax foe doors", dice=[8])
    assert last_tally(board) == 16 - 8


@pytest.mark.rule("icar.space.hacker.one-action")
def test_a_hacker_has_one_action_a_turn() -> None:
    board = at_the_console().play("hack-craft hax foe doors", dice=[8])
    refused = BOOK.refusal(board.state, board.state.roster["hax"], BOOK.kinds["hack-craft"])
    assert refused is not None
    assert refused.rule == "icar.space.hacker.one-action"


@pytest.mark.rule("icar.ruling.space-hack-effect")
def test_an_enemy_of_two_numbers_feels_no_more_than_the_story() -> None:
    board = at_the_console().play("hack-craft hax foe generators", dice=[9])
    board.play("stand-by gun", dice=[]).step(dice=[8])  # Gunner 6 against STN 15 as before: 14 misses, 15 would hit
    assert (board.get("foe.craft.hacked"), board.get("ship.craft.shield-hit")) == (["generators"], False)


@pytest.mark.rule("icar.ruling.space-hack-effect", "icar.space.system.generators")
def test_generators_switched_off_are_off_for_the_whole_next_turn_and_then_work_again() -> None:
    board = crewed_foe().play("hack-craft hax bad generators", dice=[9])
    stand_by(board, "gun").step(dice=[])
    board.play("stn hop", dice=[9])  # this turn they still work
    assert stn(board) == 15
    stand_by(board, "hen", "hap").step(dice=[2])
    assert board.get("bad.craft.hacked") == ["generators"]
    stand_by(board, "ops", "eng", "pil", "hax", "gun").step(dice=[])
    with pytest.raises(Refused, match="main power"):
        board.play("stn hop", dice=[])
    stand_by(board, "hop", "hen", "hap").step(dice=[2])
    assert (board.get("bad.craft.hacked"), board.get("bad.craft.inoperable")) == ([], [])


@pytest.mark.rule("icar.space.system.table")
def test_what_is_not_on_board_cannot_be_switched_off() -> None:
    fighter = '[[combatant]]\nid = "dart"\nside = "pirates"\ncraft = { key = "fighter", moles = ["crew"] }\n'
    board = stand_by(fight(crew=CREW + HACKER, more=fighter), "ops", "eng", "pil")
    with pytest.raises(Refused, match="not on board"):
        board.play("hack-craft hax dart gravity", dice=[])


def test_what_a_hacker_switches_off_is_named() -> None:
    with pytest.raises(Refused, match="nothing a hacker switches off"):
        at_the_console().play("hack-craft hax foe toaster", dice=[])
    with pytest.raises(Refused, match="no enemy in this fight"):
        at_the_console().play("hack-craft hax ship generators", dice=[])


def test_the_form_shows_each_hack_with_its_chance() -> None:
    form = next(form for form in at_the_console().legal("hax") if form.kind == "hack-craft")
    notes = {option.key: option.note for option in form.fields[1].options}
    assert notes["generators"] == "4+ on the die, 70 %"
    assert notes["doors"] == "8+ on the die, 30 %"
    shut = next(form for form in at_the_console(foe="").legal("hax") if form.kind == "hack-craft")
    assert shut.refused is not None
