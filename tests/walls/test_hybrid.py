"""Hybrid among walls: what they stop, how one moves past them, doors in passing."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight, Refused
from tests.hybrid.build import duel, landed
from tests.walls.scenes import HOUSE


def house(a: str, b: str, *, opened: bool = False, own: str = "") -> Fight:
    """a, who chooses, in the west of the wall, b in the east."""
    fight = duel(a=own, more=HOUSE.format(open=str(opened).lower()))
    return fight.gm(f"place a {a}").gm(f"place b {b}")


def refused(fight: Fight, action: str) -> Refused:
    before = fight.hash
    with pytest.raises(Refused) as caught:
        fight.play(action, dice=[])
    assert fight.hash == before
    return caught.value


@pytest.mark.rule("hybrid.ruling.wall")
def test_a_wall_stops_blows_and_moves_a_window_only_moves() -> None:
    assert refused(house("9.6,5", "10.4,5"), "blow a b").rule == "hybrid.ruling.wall"
    assert refused(house("9.6,9", "10.4,9"), "blow a b").rule == "hybrid.ruling.wall"
    assert house("9.6,15", "10.4,15").preview("blow a b").refused is None
    assert house("9.6,9", "10.4,9", opened=True).preview("blow a b").refused is None
    for y, what in (("5", "a wall"), ("15", "the window pane"), ("9", "the closed door hatch")):
        assert f"{what} is in the way" in str(refused(house(f"8,{y}", "15,2"), f"move a walk to=12,{y}"))
        assert refused(house(f"8,{y}", f"12,{y}"), "move a walk toward=b").rule == "hybrid.ruling.wall"


@pytest.mark.rule("hybrid.ruling.wall")
def test_whoever_runs_after_somebody_stops_before_the_wall_that_one_slipped_behind() -> None:
    fight = house("5,9", "14,9", opened=True, own='pace = "walk"\nchasing = "b"')
    fight.gm("door hatch open=no")
    fight.gm("set b.wait-until 100")
    fight.advance()
    for _ in range(60):
        if fight.get("a.pace") == "none":
            break
        if fight.actors:
            fight.play(f"wait {fight.actors[0]} {fight.get('count') + 20}")
    x, y = fight.get("a.at")
    assert (9 < x < 10, y) == (True, 9)


@pytest.mark.rule("hybrid.ruling.door")
def test_a_door_is_opened_in_passing() -> None:
    fight = house("9,9", "15,5")
    fight.play("open-door a hatch", dice=[])
    assert fight.state.scene.walls[1].open
    assert fight.actors == ["a"]
    assert starfray.replay(fight.transcript()).ok
    assert not fight.undo().state.scene.walls[1].open
    assert refused(house("5,9", "15,5"), "open-door a hatch").rule == "hybrid.ruling.door"


@pytest.mark.rule("hybrid.ruling.wall")
def test_fragments_stop_at_a_wall_but_not_at_a_window() -> None:
    """4 x 5 + 10 = 30, less 8 for the metre in between: 22 of 39 at a window, nothing behind a wall."""
    grenade = 'weapons = ["fragmentation-grenade"]\nskills = { grenade = 8 }'
    walled = house("1,5", "10.5,5", own=grenade)
    landed(walled, "shoot a to=9.5,5", [60, 5, 5, 5, 5], ["no"])
    assert walled.get("b.pft") == 39
    seen = house("1,15", "10.5,15", own=grenade)
    landed(seen, "shoot a to=9.5,15", [60, 5, 5, 5, 5, 20, 1], ["no"])
    assert seen.get("b.pft") == 39 - 22


@pytest.mark.rule("hybrid.ruling.wall", "hybrid.oppose.conceal")
def test_whoever_looks_finds_nobody_behind_a_wall() -> None:
    def hidden(b: str) -> bool:
        fight = duel(b="hidden = true\nconcealed = 0\ninitiative = 100\nwait-until = 300", more=HOUSE.format(open="false"))
        landed(fight.gm("place a 5,5").gm(f"place b {b}"), "look a", [2])
        return bool(fight.get("b.hidden"))

    assert (hidden("15,5"), hidden("8,5")) == (True, False)
