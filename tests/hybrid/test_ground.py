"""What lies on the ground: thrown weapons, tools, what the fallen had."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from tests.hybrid.build import duel, heard, landed

KNIFE = 'weapons = ["throwing-knife"]\nskills = { throwing-knife = 8 }\nat = [0, 0]'
BUSY = "initiative = 900\nwait-until = 0"
AWAY = f"{BUSY}\nat = [6, 0]"
FALLEN = '[[combatant]]\nid = "c"\nside = "red"\nat = [1, 0]\npbd = 0\ntools = ["lockpicks", { key = "papers", speed = 3 }]'


@pytest.mark.rule("hybrid.ruling.pick-up")
@pytest.mark.parametrize("die", [5, 100])
def test_a_thrown_knife_lies_with_the_one_it_was_thrown_at_hit_or_miss(die: int) -> None:
    fight = duel(a=KNIFE, b=AWAY)
    fight.play("shoot a b", dice=[])
    fight.step(dice=[5, 50, 1, 1] if die == 5 else [100], answers=["no"])
    assert len(fight.get("a.weapons")) == 0
    knife = fight.state.roster["b"].weapons[1]
    assert (knife.key, knife.dropped, knife.lies_at, knife.in_hand, knife.left) == ("throwing-knife", True, (6, 0), False, 1)


@pytest.mark.rule("hybrid.ruling.pick-up", "hybrid.draw.time")
def test_anybody_takes_a_thrown_knife_up_where_it_lies_and_throws_it_again() -> None:
    fight = duel(a=KNIFE.replace('"throwing-knife"]', '{ key = "throwing-knife", left = 2 }]'), b=AWAY)
    landed(fight, "shoot a b", [100], ["no"])
    assert fight.get("a.weapons.throwing-knife.left") == 1
    fight.step(dice=[6, 6])
    with pytest.raises(starfray.Refused, match="nothing lies within reach"):
        fight.play("pick-up a throwing-knife", dice=[])
    fight.gm("place a 5,0")
    took = fight.get("a.initiative")
    fight.play("pick-up a throwing-knife owner=b", dice=[])
    assert fight.get("under-way.0.lands") == took + 2 * fight.get("b.weapons.throwing-knife.speed")
    fight.step(dice=[])
    assert [weapon["key"] for weapon in fight.get("a.weapons")] == ["throwing-knife", "throwing-knife-2"]
    assert fight.get("a.weapons.throwing-knife-2.in-hand") is True
    again = starfray.loads(fight.to_text())
    assert again.hash == fight.hash


@pytest.mark.rule("hybrid.ruling.pick-up")
def test_without_a_map_a_thrown_knife_is_as_far_away_as_its_target() -> None:
    far = '[[relation]]\nkind = "distance"\nbetween = ["a", "b"]\nvalue = 8.0'
    fight = duel(a=KNIFE.replace("\nat = [0, 0]", ""), b=BUSY, more=far)
    landed(fight, "shoot a b", [100], ["no"])
    fight.step(dice=[6, 6])
    with pytest.raises(starfray.Refused, match="nothing lies within reach"):
        fight.play("pick-up a throwing-knife", dice=[])


@pytest.mark.rule("hybrid.ruling.pick-up")
def test_of_a_grenade_nothing_is_left() -> None:
    fight = duel(a='weapons = ["fragmentation-grenade"]\nskills = { grenade = 8 }\nat = [0, 0]', b="at = [9, 0]\n" + BUSY)
    fight.play("shoot a b", dice=[])
    fight.step(dice=[100, 1, 1, 1, 1], answers=["no"])
    assert [weapon.key for fighter in fight.state.roster.values() for weapon in fighter.weapons] == ["short-sword"]


@pytest.mark.rule("hybrid.draw.time", "hybrid.ruling.pick-up")
def test_a_tool_is_drawn_in_twice_its_speed_dropped_and_taken_up_by_somebody_else() -> None:
    fight = duel(a='tools = ["lockpicks"]\nat = [0, 0]', b="at = [1, 0]\n" + BUSY.replace("900", "130"))
    fight.play("draw a lockpicks", dice=[])  # beside the sword: two hands
    assert fight.get("under-way.0.lands") == 120
    fight.step(dice=[])
    assert fight.get("a.tools.lockpicks.in-hand") is True
    fight.step(dice=[1, 1])
    fight.play("discard a lockpicks", dice=[])
    assert fight.get("a.tools.lockpicks.lies-at") == [0, 0]
    fight.play("wait a 190", dice=[])
    fight.step(dice=[])
    fight.play("pick-up b lockpicks", dice=[])
    fight.step(dice=[])
    assert (fight.get("a.tools"), fight.get("b.tools.lockpicks.in-hand")) == ([], True)
    assert heard(fight, "hybrid.ruling.pick-up")[-1] == "takes the lockpicks"


@pytest.mark.rule("hybrid.ruling.pick-up")
def test_a_fallen_comrades_things_can_be_taken_each_in_its_own_time() -> None:
    fight = duel(a="at = [0, 0]", b=AWAY, more=FALLEN)
    fight.play("pick-up a papers", dice=[])
    assert fight.get("under-way.0.lands") == 106
    with pytest.raises(starfray.Refused, match="fast draw takes a weapon"):
        duel(a='tools = ["lockpicks"]').play("draw a lockpicks fast=yes", dice=[])


@pytest.mark.rule("hybrid.close.unarmed-options")
def test_hands_full_of_tools_take_hold_of_nobody() -> None:
    fight = duel(
        a='weapons = []\ntools = [{ key = "lamp", in-hand = true }]',
        now='begun = true\ncount = 100\nclosed = [{ one = "a", other = "b" }]',
    )
    with pytest.raises(starfray.Refused, match="hands are full"):
        fight.play("grapple a b", dice=[])


@pytest.mark.rule("hybrid.ruling.task-tools", "hybrid.task.sample.pick-locks")
def test_a_table_may_ask_for_the_tool_that_a_task_requires() -> None:
    ruled = '[rulings]\ntask-tools = "in-hand"'
    picks = 'tools = [{ key = "lockpicks", in-hand = true }]\nskills = { lock-picking = 8 }'
    assert duel(a="skills = { lock-picking = 8 }").play("work a pick-locks", dice=[]).get("under-way.0.lands") == 700
    with pytest.raises(starfray.Refused, match="takes lockpicks in the hand"):
        duel(a='tools = ["lockpicks"]', head=ruled).play("work a pick-locks", dice=[])
    fight = duel(a=picks, head=ruled)
    assert fight.play("work a pick-locks", dice=[]).get("under-way.0.lands") == 700


def test_things_have_keys_of_their_own_and_fit_into_the_hands() -> None:
    for lines in (
        'tools = ["lockpicks", "lockpicks"]',
        'weapons = ["mace"]\ntools = [{ key = "mace" }]',
        'weapons = [{ key = "zweihander", in-hand = true }]\ntools = [{ key = "lamp", in-hand = true }]',
        'tools = ["lockpick"]',
    ):
        with pytest.raises(starfray.BadInput):
            duel(a=lines)


def test_what_is_in_the_other_hand_leaves_one_for_the_weapon() -> None:
    fight = duel(a='weapons = ["zweihander", "short-sword"]\ntools = [{ key = "lamp", in-hand = true }]')
    assert [weapon["in-hand"] for weapon in fight.get("a.weapons")] == [False, True]


def test_tools_go_with_the_party(tmp_path: Path) -> None:
    fight = duel(a='tools = ["lockpicks"]')
    starfray.write_back(fight, tmp_path / "party.toml", ["a"])
    text = 'rulebook = "hybrid"\nparty = "party.toml"\n[[combatant]]\nparty = "a"\nside = "red"\n'
    text += '[[combatant]]\nid = "x"\nside = "blue"'
    again = starfray.loads(text, folder=tmp_path)
    assert again.get("a.tools.lockpicks.name") == "lockpicks"
