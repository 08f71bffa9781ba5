"""Coriolis among walls: what is blocked, what a frame is worth, and doors."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight, Refused
from tests.coriolis.build import duel
from tests.walls.scenes import HOUSE

ARMED = """weapons = [{ key = "vulcan-carbine", in-hand = true }, { key = "knife", in-hand = true },
  { key = "frag-grenade", in-hand = true }]
hands = 5"""


def house(west: str, east: str, *, opened: bool = False, a: str = "", b: str = "") -> Fight:
    """a (up) in the west of the wall, b in the east; a hits with the first die of seven."""
    fight = duel(a=a or ARMED, b=b, more=HOUSE.format(open=str(opened).lower()))
    return fight.gm(f"place a {west}").gm(f"place b {east}")


def refused(fight: Fight, action: str) -> Refused:
    before = fight.hash
    with pytest.raises(Refused) as caught:
        fight.play(action, dice=[])
    assert fight.hash == before
    return caught.value


@pytest.mark.rule("coriolis.ruling.wall")
def test_a_wall_stops_shots_throws_blows_and_help_and_parts_those_who_would_be_engaged() -> None:
    far = house("5,5", "15,5")
    for action in ("shot a b", "aimed-shot a b", "quick-shot a b", "full-auto a b", "throw a b frag-grenade"):
        assert refused(far, action).rule == "coriolis.ruling.wall", action
    assert "a wall is between a and b" in str(refused(far, "shot a b"))
    near = house("9.5,5", "10.5,5")
    assert refused(near, "melee-attack a b knife").rule == "coriolis.ruling.wall"
    near.play("overwatch a 15,5", dice=[])  # not engaged, or it would be refused
    foe = '[[combatant]]\nid = "c"\nside = "blue"\nat = [50, 50]\n'
    friend = duel(a=ARMED, b="hp = 0", more=HOUSE.format(open="false") + foe)
    friend.gm("place a 9.5,5").gm("place b 10.5,5").gm("set b.side red")
    assert refused(friend, "first-aid a b improvised").rule == "coriolis.ruling.wall"


@pytest.mark.rule("coriolis.ruling.wall")
def test_through_a_window_and_an_open_door_one_shoots_through_a_closed_one_not() -> None:
    assert house("5,15", "15,15").play("shot a b", dice=[1] * 7).get("a.ap") == 1
    assert house("5,9", "15,9", opened=True).play("shot a b", dice=[1] * 7).get("a.ap") == 1
    shut = refused(house("5,9", "15,9"), "shot a b")
    assert (shut.rule, "the closed door hatch is between" in str(shut)) == ("coriolis.ruling.wall", True)


@pytest.mark.rule("coriolis.ruling.wall")
def test_nobody_moves_through_walls_windows_and_closed_doors() -> None:
    assert refused(house("8,5", "15,5"), "move a 12,5").rule == "coriolis.ruling.wall"
    assert "a window" not in str(refused(house("8,5", "15,5"), "move a 12,5"))
    assert "the window pane is in the way" in str(refused(house("8,15", "15,5"), "move a 12,15"))
    assert refused(house("8,9", "15,5"), "move a 12,9").legal == ("open-door",)
    assert house("8,9", "15,5", opened=True).play("move a 12,9", dice=[]).get("a.at") == [12, 9]


@pytest.mark.rule("coriolis.ruling.door")
def test_a_door_is_opened_and_closed_for_a_fast_action_within_close_range() -> None:
    fight = house("8.5,9", "15,5")
    fight.play("open-door a hatch", dice=[])
    assert (fight.get("a.ap"), fight.state.scene.walls[1].open) == (2, True)
    fight.play("move a 10.1,9", dice=[])
    assert "a stands in the door hatch" in str(refused(fight, "close-door a hatch"))
    fight.undo().undo()
    assert not fight.state.scene.walls[1].open
    assert starfray.replay(fight.transcript()).ok
    assert refused(house("5,9", "15,5"), "open-door a hatch").rule == "coriolis.ruling.door"
    assert refused(house("8.5,9", "15,5", opened=True), "open-door a hatch").rule == "coriolis.ruling.door"


@pytest.mark.rule("coriolis.ruling.frame", "coriolis.ruling.wall")
def test_behind_a_frame_is_cover_against_what_comes_through_it_alone() -> None:
    behind = house("5,15", "11,15").play("end-turn a", dice=[])
    behind.play("take-cover b pane", dice=[])
    assert (behind.get("b.cover"), behind.get("b.frame")) == (5, "pane")
    behind.gm("set up a").gm("set a.ap 3").gm("set acted []")
    through = behind.play("shot a b", dice=[6, 1, 1, 1, 1, 1, 1] + [6, 1, 1, 1, 1])  # five dice of cover
    assert through.get("b.hp") == 6 - 3 + 1
    through.undo()
    inside = through.gm("place a 15,15")
    assert inside.play("shot a b", dice=[6, 1, 1, 1, 1, 1, 1]).get("b.hp") == 3


@pytest.mark.rule("coriolis.ruling.wall")
def test_a_blast_does_not_reach_behind_a_wall() -> None:
    bystander = '[[combatant]]\nid = "c"\nside = "blue"\nat = [10.5, 5]\n'
    walled = duel(a=ARMED, more=HOUSE.format(open="false") + bystander).gm("place a 2,5").gm("place b 9.5,5")
    hit, blast = [6, 1, 1, 1, 1, 1], [6, 1, 1, 1, 1, 1]
    walled.play("throw a b frag-grenade", dice=hit + blast)
    assert (walled.get("b.hp"), walled.get("c.hp")) == (3, 6)
    bare = walled.undo().gm("remove-wall 0")
    bare.play("throw a b frag-grenade", dice=hit + blast + blast)
    assert (bare.get("b.hp"), bare.get("c.hp")) == (3, 5)


@pytest.mark.rule("coriolis.ruling.wall")
def test_overwatch_sees_nobody_behind_the_wall_and_fires_where_the_path_comes_out() -> None:
    fight = house("5,9", "15,2", opened=True).play("overwatch a 15,9", dice=[]).play("end-turn a", dice=[])
    hidden = fight.play("move b 15,5", dice=[])  # in the arc, but behind the wall
    assert hidden.get("a.ap") == 2
    fight.play("move b 15,9", answers=["b"], dice=[6, 1, 1, 1, 1, 1, 1])
    assert (fight.get("a.ap"), fight.get("b.hp")) == (0, 3)


@pytest.mark.rule("coriolis.ruling.wall", "coriolis.ruling.stress.zero")
def test_panic_is_about_those_in_sight() -> None:
    """b, in the west, flees from c who is in the west as well, not from a who is nearer, but behind the wall."""
    calm = '[[combatant]]\nid = "d"\nside = "blue"\nat = [60, 0]\n'
    far = '[[combatant]]\nid = "c"\nside = "red"\nat = [5, 3]\n'

    def runs_to(how: str) -> float:
        now = 'turn = 1\nup = "b"\norder = ["b", "a", "c", "d"]'
        fight = duel(b=f'mp = 0\nbreakdown = "{how}"\nap = 1', now=now, more=HOUSE.format(open="false") + far + calm)
        fight.gm("place a 10.4,12.5").gm("place b 9.6,13").gm("place c 9.6,1")
        return float(fight.step(dice=[]).get("b.at")[1])

    assert (runs_to("flees"), runs_to("attacks")) == (23, 3)
