"""What a fight file may say, and what it may not."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import BadInput
from tests.icar.build import CREW, fight


def test_what_is_left_out_is_derived() -> None:
    board = fight()
    assert (board.get("ship.craft.shields"), board.get("gun.cluster"), board.get("gun.side")) == (4, 1, "crew")
    assert (board.get("ops.pc"), board.get("space.players"), board.get("pool")) == (True, "crew", 0)


def test_an_enemy_of_whom_nothing_is_said_is_average() -> None:
    board = starfray.loads(
        'rulebook = "icar"\nkind = "space"\n[[combatant]]\nid = "ship"\nside = "crew"\ncraft = "gaterunner"\n'
        + CREW
        + '[[combatant]]\nid = "foe"\nside = "pirates"\ncraft = "scout"\n'
    )
    assert (board.get("foe.gunner"), board.get("foe.stn")) == (6, 16)


@pytest.mark.parametrize(
    ("ship", "foe", "more", "words"),
    [
        ("clusters = [51]", "", "", "5 to 50"),
        ("clusters = [4]", "", "", "5 to 50"),
        ("shields = 5", "", "", "0 to 4"),
        ("hull-damage = -1", "", "", "0 or more"),
        ('inoperable = ["warp"]', "", "", "not on board"),
        ('stance = "hide"', "", "", "attack or flee"),
        ("systems = {}", "", "", "no spacecraft"),
        ("systems = { generators = { level = 3 } }", "", "", "no energy web"),
        ('inoperable = ["light-jump", "light-jump"]', "", "", "each system once"),
        ('moles = ["pirate"]', "", "", "did you mean 'pirates'"),
        ('spent = ["reroute"]', "", "", "once per combat"),
        ("", "", '[[combatant]]\nid = "x"\naboard = "ship"\nrole = "engineer"\nat-system = "warp"\n', "not on board"),
        ("", "", '[[combatant]]\nid = "x"\naboard = "ship"\nrole = "gunner"\ncluster = -1\n', "1 to 2"),
        ("systems = { warp = { level = 3 } }", "", "", "no system"),
        ("systems = { energy-web = { level = 0 } }", "", "", "1 or more"),
        ("", "", '[[combatant]]\nid = "x"\naboard = "nowhere"\nrole = "pilot"\n', "aboard"),
        ("", "", '[[combatant]]\nid = "x"\naboard = "ship"\nrole = "cook"\n', "no role"),
        ("", "", '[[combatant]]\nid = "x"\naboard = "ship"\nrole = "pilot"\n', "two at pilot"),
        ("", "", '[[combatant]]\nid = "x"\naboard = "ship"\nrole = "engineer"\nside = "pirates"\n', "the side of ship"),
        ("", "", '[[combatant]]\nid = "x"\naboard = "ship"\nskills = { juggling = 1 }\n', "no skill"),
        ("", "", '[[combatant]]\nid = "x"\naboard = "ship"\nattributes = { wit = 0 }\n', "1 to 30"),
        ("", "", '[[combatant]]\nid = "x"\naboard = "ship"\nrole = "gunner"\ncluster = 3\n', "1 to 2"),
        ("", "", '[[combatant]]\nid = "x"\naboard = "ship"\nrole = "gunner"\ncluster = 1\ncount = 2\n', "of their own"),
        ("", "", '[[combatant]]\nid = "x"\nside = "y"\ncraft = "scout"\ngunner = 11\n', "2 to 10"),
        ("", "", '[[combatant]]\nid = "x"\nside = "y"\ncraft = "scout"\ngunner = 1\n', "2 to 10"),
        ("", "", '[[combatant]]\nid = "x"\nside = "y"\ncraft = "scout"\nstn = 11\n', "12 to 20"),
        ("", "", '[[combatant]]\nid = "x"\nside = "y"\ncraft = "scout"\nstn = 21\n', "12 to 20"),
    ],
)
def test_a_wrong_file_is_told_what_was_expected(ship: str, foe: str, more: str, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        fight(ship=ship, foe=foe, more=more)
    assert words in str(caught.value)


@pytest.mark.parametrize(("gunner", "stn"), [(2, 12), (10, 20)])
def test_the_ends_of_the_enemys_ranges_are_taken(gunner: int, stn: int) -> None:
    craft = 'craft = { key = "scout", clusters = [5, 50], systems = { energy-web = { level = 1 } } }'
    more = f'[[combatant]]\nid = "x"\nside = "y"\n{craft}\ngunner = {gunner}\nstn = {stn}\n'
    assert fight(more=more).get("x.gunner") == gunner


def test_a_craft_beyond_its_hull_is_a_wreck_from_the_start() -> None:
    board = fight(foe="hull-damage = 16")
    assert (board.get("foe.out"), board.over is not None) == ("wreck", True)


def test_somebody_must_be_gunner() -> None:
    with pytest.raises(BadInput, match="must be filled"):
        fight(crew=CREW.replace('archetype = "good-gunner"', 'role = ""'))


def test_somebody_must_have_a_crew() -> None:
    with pytest.raises(BadInput, match="no craft has a crew"):
        starfray.loads('rulebook = "icar"\nkind = "space"\n[[combatant]]\nid = "foe"\ncraft = "scout"\n')


def test_the_turn_cannot_be_under_way_before_the_fight_has_begun() -> None:
    with pytest.raises(BadInput, match="has not begun"):
        fight(now='space = { up = "ship" }')


def test_only_kinds_of_fight_that_exist_are_taken() -> None:
    with pytest.raises(BadInput, match="no kind"):
        starfray.loads('rulebook = "icar"\nkind = "ballet"\n[[combatant]]\nid = "a"\n')


def test_a_fight_can_begin_in_the_middle_of_a_turn() -> None:
    board = fight(
        now='turn = 3\nspace = { up = "ship", acted = { ops = "stn", eng = "reroute", pil = "aggressive" }, '
        'stn = [{ amount = 11, rule = "icar.space.stn.base" }] }'
    )
    assert board.actors == ["gun"]
    board.play("shoot gun foe", dice=[2])
    assert board.get("foe.craft.shield-hit") is True
