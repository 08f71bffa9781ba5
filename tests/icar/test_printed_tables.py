"""Printed tables, row by row, and what an item of one's own is if nothing is said of it."""

from __future__ import annotations

import pytest

import starfray
from tests.icar import build
from tests.icar.street import street

SF, GF, AA = "street-fighting", "gun-fu", "akarak-art"
#: difficulty, Stun and Damage in Meats, skill, level, a swap move
MOVES = {
    "punch": (0, 1, 0, "", 0, False), "stamp": (0, 1, 0, SF, 1, False), "trip": (1, 0, 0, SF, 1, False),
    "kick": (1, 2, 0, SF, 2, False), "headbutt": (1, 0, 1, SF, 2, False), "strike": (1, 1, 1, SF, 3, False),
    "spinning-kick": (2, 2, 1, SF, 4, False), "fire": (1, 0, 0, GF, 1, False), "puppet": (1, 0, 0, GF, 2, False),
    "dismantle": (2, 0, 0, GF, 3, False), "reverse": (2, 0, 0, GF, 4, False), "hold": (1, 0, 0, SF, 1, True),
    "disarm": (1, 0, 0, SF, 2, True), "spring-onto-feet": (1, 0, 0, SF, 3, True), "break-free": (1, 0, 0, SF, 3, True),
    "hold-reverse": (2, 0, 0, SF, 4, True), "quick-draw": (1, 0, 0, GF, 1, True), "rearm": (2, 0, 0, GF, 2, True),
    "reload": (2, 0, 0, GF, 3, True), "knock-out": (2, 0, 0, AA, 1, True), "push-clear": (1, 1, 0, AA, 2, True),
    "undress": (2, 0, 0, AA, 4, True),
}  # fmt: skip
#: target number, to the STN, to the pilot's target number, once per combat
OPTIONS = {
    "investigate": (12, 0, 0, False), "pool": (12, 0, 0, False), "help-eng": (12, 0, 0, False), "stn": (12, -1, 0, False),
    "cajole": (12, -2, 0, False), "reroute": (12, -2, 0, False), "shutdown": (14, -3, 0, True), "engines": (12, -1, -2, False),
    "dump-web": (14, 0, -4, True), "technobabble": (16, -4, 0, False), "repair": (12, 0, 0, False), "engies": (14, 0, 0, False),
    "tractor": (12, 0, 0, False), "aggressive": (12, -1, 0, False), "spinning-and-skidding": (14, -2, 0, False),
    "in-every-axis": (16, -3, 0, False), "ripping-balls": (18, -5, 0, False), "run-away": (12, 6, 0, False),
    "hack-craft": (12, 0, 0, False),
}  # fmt: skip
BARRIERS = {"door": 1, "airlock": 2, "lights": 1, "gravity": 1, "generator": 1, "data": 2, "sensors": 4, "undergaia": 1}


@pytest.mark.rule("icar.close.skill.sf2", "icar.close.skill.gf4", "icar.close.skill.aa4")
def test_every_move_has_its_difficulty_its_effect_and_its_level() -> None:
    columns = ("difficulty", "stun", "damage", "skill", "level", "swap")
    rows = starfray.do("icar", "moves", dice=[]).result["moves"]
    assert {row["move"]: tuple(row[name] for name in columns) for row in rows} == MOVES
    for move, rule in (("kick", "sf2"), ("reverse", "gf4"), ("undress", "aa4")):
        built = starfray.do(
            "icar", f"combo {move} battle=3 street-fighting=1 gun-fu=3 akarak-art=3 meat=3 rp=9", dice=[]
        ).result
        assert f"icar.close.skill.{rule}" in str(built["why-not"])


@pytest.mark.rule("icar.space.eng.technobabble", "icar.space.pilot.ripping-balls")
def test_every_option_in_space_has_its_target_number_and_what_it_brings() -> None:
    columns = ("tn", "stn", "pilot", "once")
    rows = starfray.do("icar", "space-options 7", dice=[]).result["options"]
    assert {row["option"]: tuple(row[name] for name in columns) for row in rows} == OPTIONS
    board = build.stand_by(build.fight().begin(), "ops").play("technobabble eng", dice=[9])
    assert build.stn(board.play("ripping-balls pil", dice=[10], answers=[""])) == 14 - 4 - 5


@pytest.mark.rule("icar.ruling.hack-rolls")
def test_every_kind_of_thing_has_its_barriers() -> None:
    quick = "attributes = { shift = 9, wit = 4 }\nskills = { hacking = 4 }\n"
    for kind, barriers in BARRIERS.items():
        joins = ', joins = ["x", "y"]' if kind in ("door", "airlock") else ""
        board = street(base=quick, now=f'turn = 1\nthings = [{{ name = "it", kind = "{kind}"{joins} }}]')
        for number in range(1, barriers + 1):
            answers = ["0"] if number == barriers and kind in ("lights", "gravity") else []
            board.play("hack a it", dice=[9], answers=answers)
            assert (board.get("hacks.0.inside") is True) is (number == barriers), kind


@pytest.mark.rule("icar.tn.table")
def test_easy_normal_hard_and_impossible() -> None:
    table = starfray.do("icar", "target-numbers", dice=[]).result
    assert table == {"easy": 10, "normal": 12, "hard": 16, "impossible": 22}


@pytest.mark.rule("icar.ruling.armour", "icar.shield.soaks-all", "icar.fire.stat.damage")
def test_what_is_not_said_of_an_item_of_ones_own_is_nought() -> None:
    coat = 'armour = [{ key = "coat", name = "Coat", hp = 2 }]\nshields = [{ key = "pin", name = "Pin", hp = 5, up = true }]\n'
    gun = 'weapons = [{ key = "toy", name = "Toy", damage = 3, magazine = 2, options = [{ name = "lamp" }] }]\n'
    board = street(gun, coat, gap=5)
    for path in ("cost", "min-meat", "meat", "shift"):
        assert board.get(f"b.armour.0.{path}") == 0
    assert [board.get(f"b.shields.0.{path}") for path in ("cost", "taken", "wait")] == [0, 0, 0]
    assert [board.get(f"a.weapons.0.{path}") for path in ("cost", "rarity", "to-hit", "bonus", "radius", "reach")] == [0] * 6
    assert [board.get(f"a.weapons.0.options.0.{path}") for path in ("cost", "rarity", "damage", "magazine", "to-hit")] == [
        0
    ] * 5
    board.play("fire a b", dice=[9]).step(dice=[], steps=1)
    assert (board.get("b.shields.0.taken"), board.get("b.armour.0.left")) == (3, 2)
    bare = street(gun, coat.partition("shields")[0], gap=5).play("fire a b", dice=[9]).step(dice=[], steps=1)
    assert (bare.get("b.armour.0.left"), bare.get("b.hp")) == (0, 9)
