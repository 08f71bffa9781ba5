"""Compound X among walls: they are barriers; frames are partial cover; doors take an Action."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight, Refused
from tests.compound_x.helpers import fight, miss, rules
from tests.walls.scenes import HOUSE


def house(ana: str, tor: str, *, opened: bool = False, more: str = "") -> Fight:
    """Ana, who is up, in the west of the wall, Tor in the east."""
    made = fight(more, scene=HOUSE.format(open=str(opened).lower()))
    return made.gm(f"place ana {ana}").gm(f"place tor {tor}")


def refused(fight: Fight, action: str) -> Refused:
    before = fight.hash
    with pytest.raises(Refused) as caught:
        fight.play(action, dice=[])
    assert fight.hash == before
    return caught.value


@pytest.mark.rule("cx.ruling.wall")
def test_a_wall_stops_fire_aim_suppression_and_blows() -> None:
    far = house("5,5", "15,5")
    for action in ("fire ana tor", "aim ana tor", "suppress ana tor level=light", "fire ana tor blind=yes"):
        assert refused(far, action).rule == "cx.ruling.wall", action
    assert "a wall is between ana and tor" in str(refused(far, "fire ana tor"))
    assert refused(house("9.6,5", "10.4,5"), "strike ana tor").rule == "cx.ruling.wall"


@pytest.mark.rule("cx.ruling.wall")
def test_windows_and_open_doors_let_shots_through_a_closed_door_does_not() -> None:
    assert house("5,15", "15,15").preview("fire ana tor").refused is None
    assert house("5,9", "15,9", opened=True).preview("fire ana tor").refused is None
    assert "the closed door hatch is between" in str(refused(house("5,9", "15,9"), "fire ana tor"))


@pytest.mark.rule("cx.ruling.frame")
def test_whoever_stands_behind_a_frame_is_in_partial_cover_from_what_comes_through_it() -> None:
    behind, far_in = miss(house("5,15", "11,15"), "fire ana tor"), miss(house("5,15", "13,15"), "fire ana tor")
    inside = miss(house("17,15", "11,15"), "fire ana tor")
    assert (behind - far_in, behind - inside) == (2, 2)  # cx.cover.partial
    assert miss(house("5,9", "11,9", opened=True), "fire ana tor") == behind


@pytest.mark.rule("cx.ruling.wall")
def test_nobody_runs_through_walls_windows_and_closed_doors() -> None:
    for y, what in (("5", "a wall"), ("15", "the window pane"), ("9", "the closed door hatch")):
        assert f"{what} is in the way" in str(refused(house(f"9,{y}", "15,2"), f"run ana 11,{y}"))
    assert house("9,9", "15,2", opened=True).play("run ana 11,9", dice=[]).get("ana.at") == [11, 9]


@pytest.mark.rule("cx.ruling.door")
def test_a_door_takes_one_action() -> None:
    fight = house("9,9", "15,5").play("open-door ana hatch", dice=[])
    assert (fight.get("ana.actions"), fight.state.scene.walls[1].open) == (3, True)
    assert "cx.ruling.door" in rules(fight)
    assert starfray.replay(fight.transcript()).ok
    fight.play("close-door ana hatch", dice=[]).undo().undo()
    assert not fight.state.scene.walls[1].open
    assert refused(house("7,9", "15,5"), "open-door ana hatch").rule == "cx.ruling.door"


@pytest.mark.rule("cx.ruling.wall")
def test_a_grenade_is_not_thrown_through_a_wall() -> None:
    held = 'skills = { weapons-explosives = 20 }\ngrenades = [{ key = "frag", in-hand = true }]'
    assert refused(house("5,5", "15,5", more=held), "lob ana 15,5").rule == "cx.ruling.wall"


@pytest.mark.rule("cx.ruling.wall")
def test_no_place_behind_a_wall_is_suppressed() -> None:
    gun = 'weapons = ["ecsc-mk249"]\nstats = { strength = 6 }'
    assert refused(house("5,5", "15,5", more=gun), "suppress-area ana 12,5").rule == "cx.ruling.wall"
    assert refused(house("5,9", "15,9", more=gun), "suppress-area ana 12,9").rule == "cx.ruling.wall"
    assert house("5,15", "15,15", more=gun).preview("suppress-area ana 12,15").refused is None


@pytest.mark.rule("cx.ruling.grenade-kick", "cx.ruling.wall")
def test_nobody_kicks_a_grenade_away_that_lies_behind_a_wall() -> None:
    held = 'skills = { weapons-explosives = 20 }\ngrenades = [{ key = "frag", in-hand = true }]'
    acrobat = "skills = { acrobatics = 30 }\nstats = { strength = 8 }"
    made = fight(held, acrobat, scene=HOUSE.format(open="false")).gm("place ana 2,5").gm("place tor 10.4,5")
    made.play("lob ana 9.6,5", dice=[9])  # nobody is asked
    assert (made.get("tor.health"), made.get("tor.reactions")) == (100, 3)


@pytest.mark.rule("cx.ruling.wall", "cx.dirt.effect")
def test_nobody_dives_through_a_wall() -> None:
    made = house("17,5", "10.6,5")
    with pytest.raises(starfray.TapeError):
        made.play("fire ana tor", dice=[2], answers=["west"])
    assert made.play("fire ana tor", dice=[2], answers=["east"]).get("tor.at") == [12.6, 5]


@pytest.mark.rule("cx.ruling.wall", "cx.aim.shift-optional")
def test_no_aim_wanders_to_somebody_behind_a_wall() -> None:
    kai = 'id = "kai"\nside = "dock"\nat = [11, 5]'
    made = fight('fallen = "tor"', "", kai, scene=HOUSE.format(open="false"), head='[rulings]\naim-shift = "on"')
    made.gm("place ana 5,5").gm("place tor 8,5").gm("place kai 11,5")
    assert refused(made, "shift-aim ana kai").rule == "cx.ruling.wall"
    assert made.gm("place kai 9,6").preview("shift-aim ana kai").refused is None


@pytest.mark.rule("cx.ruling.wall", "cx.aim.cease.moves")
def test_coming_out_from_behind_a_wall_five_metres_off_spoils_an_aim() -> None:
    def kept(*ways: str) -> str:
        made = fight('aim = "tor"\naim-at = [12, 9]', "actions = 4", up="tor", scene=HOUSE.format(open="true"))
        made.gm("place ana 4,9").gm("place tor 12,9").gm("set ana.aim tor").gm("set ana.aim-at [12,9]")
        made.play("run tor 12,5", dice=[])  # out of sight
        assert made.get("ana.aim") == "tor"
        for way in ways:
            made.gm("set tor.actions 4").play(f"run tor {way}", dice=[])
        return str(made.get("ana.aim"))

    assert (kept("12,9.5"), kept("16,5.5", "17,10")) == ("tor", "")


@pytest.mark.rule("cx.ruling.wall")
def test_gas_stays_on_its_side_of_a_wall() -> None:
    def health(tor: str) -> int:
        cloud = 'clouds = [{ kind = "gas", radius = 10, rounds = 2, damage = 10, at = [6, 5] }]'
        made = fight("", "", now=cloud, scene=HOUSE.format(open="false")).gm("place ana 19,19").gm(f"place tor {tor}")
        made.play("end-turn ana", dice=[]).step(dice=[])
        return int(made.get("tor.health"))

    assert (health("11,5"), health("9,5")) == (100, 90)


@pytest.mark.rule("cx.ruling.wall", "cx.ruling.stealth-reveal")
def test_who_looks_out_finds_nobody_behind_a_wall() -> None:
    made = fight("", "hidden = true\nstealth = 10", scene=HOUSE.format(open="false"))
    made.gm("place ana 5,5").gm("place tor 15,5").play("look-out ana", dice=[90])
    assert made.get("tor.hidden") is True
    made.gm("place tor 8,5").play("look-out ana", dice=[90])
    assert made.get("tor.hidden") is False
