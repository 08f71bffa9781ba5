"""Overwatch and attacks of opportunity: real interrupts inside a move."""

from __future__ import annotations

import pytest

from starfray import Fight, Refused
from tests.coriolis.build import duel

FIRE = {"coriolis.action.overwatch-fire": ["b"]}


def on_watch(**more: str) -> Fight:
    """a looks along x from the origin; it is b's slot, 10 m to the side of the arc."""
    fight = duel(gap=0, **more)
    fight.gm("place b 0,10")
    fight.play("overwatch a 10,0", dice=[]).play("end-turn a", dice=[])
    return fight


@pytest.mark.rule(
    "coriolis.action.overwatch",
    "coriolis.action.overwatch-fire",
    "coriolis.action.overwatch-fire.timing",
    "coriolis.action.overwatch-fire.requires",
)
def test_overwatch_fires_where_the_path_enters_the_arc() -> None:
    fight = on_watch()
    fight.play("move b 8,4", dice=[6, 1, 1, 1, 1, 1, 1], answers=["b"])  # 2 AP are left: one normal shot
    assert (fight.get("a.ap"), fight.get("b.hp")) == (0, 3)
    assert fight.get("b.at") == [8, 4], "she lives and goes on"


@pytest.mark.rule("coriolis.broken", "coriolis.action.move")
def test_a_mover_who_is_broken_stops_where_she_was_hit() -> None:
    fight = on_watch(b="hp = 3", more='[[combatant]]\nid = "c"\nside = "blue"\nat = [0, 60]')
    fight.play("move b 8,4", dice=[6, 1, 1, 1, 1, 1, 1], answers=["b"])
    assert fight.get("b.hp") == 0
    x, y = fight.get("b.at")
    assert x >= abs(y) - 1e-6, "inside the arc of 90 degrees"
    assert (x, y) != (8, 4)


def test_nobody_is_asked_while_the_path_stays_outside_the_arc() -> None:
    fight = on_watch()
    fight.play("move b 0,5", dice=[])
    assert fight.get("b.at") == [0, 5]


@pytest.mark.rule("coriolis.action.overwatch.lost-damage")
def test_damage_ends_overwatch() -> None:
    fight = on_watch(b='weapons = ["vulcan-pistol"]')
    fight.play("shot b a", dice=[6, 1, 1, 1, 1])
    assert fight.get("a.overwatch") is None


@pytest.mark.rule("coriolis.action.overwatch.window")
def test_overwatch_lasts_until_the_next_slot() -> None:
    fight = on_watch()
    fight.play("end-turn b", dice=[])
    fight.step()
    assert fight.get("up") == "a"
    assert fight.get("a.overwatch") is None


@pytest.mark.rule("coriolis.action.overwatch.lost-action")
def test_any_action_but_a_shot_into_the_arc_ends_it() -> None:
    fight = duel(gap=10)
    fight.play("overwatch a 10,0", dice=[])
    fight.play("quick-shot a b", dice=[1, 1, 1, 1, 1])
    assert fight.get("a.overwatch") is not None
    fight.play("go-prone a", dice=[])
    assert fight.get("a.overwatch") is None


@pytest.mark.rule("coriolis.action.overwatch.not-engaged")
def test_no_overwatch_in_a_melee() -> None:
    with pytest.raises(Refused) as refused:
        duel(gap=1).play("overwatch a 10,0", dice=[])
    assert refused.value.rule == "coriolis.action.overwatch.not-engaged"


@pytest.mark.rule("coriolis.action.overwatch-fire.timing", "coriolis.action.shot", "coriolis.ruling.ap.declared")
def test_a_declared_shot_waits_for_the_overwatch_shot_and_is_lost_if_it_breaks_the_shooter() -> None:
    # coriolis.example.overwatch-first
    fight = duel(gap=10, b="hp = 3\nweapons = ['vulcan-pistol']", more='[[combatant]]\nid = "c"\nside = "blue"\nat = [0, 60]')
    fight.play("overwatch a 10,0", dice=[]).play("end-turn a", dice=[])
    fight.play("shot b a", dice=[6, 1, 1, 1, 1, 1, 1], answers=["b"])
    assert (fight.get("b.hp"), fight.get("b.ap"), fight.get("a.hp")) == (0, 1, 8)


@pytest.mark.rule("coriolis.action.overwatch")
def test_without_a_map_people_are_watched_by_name() -> None:
    fight = duel(gap=10)
    fight.gm("set a.at null").gm("set b.at null").gm("distance a b 15")
    fight.play("overwatch a watching=b", dice=[]).play("end-turn a", dice=[])
    fight.play("move b target=a metres=8", dice=[6, 1, 1, 1, 1, 1, 1], answers=["b"])
    assert fight.get("b.hp") == 3


@pytest.mark.rule("coriolis.action.opportunity", "coriolis.action.opportunity.leaving", "coriolis.action.opportunity.bonus")
def test_leaving_an_engagement_draws_an_attack_with_two_more_dice() -> None:
    fight = duel(a='weapons = ["knife"]', b='weapons = ["knife"]', gap=1)
    fight.play("move a -5,0", dice=[6, 1, 1, 1, 1, 1], answers=["knife", "no"])  # b: 3 + 1 + 2; a does not defend
    assert (fight.get("a.hp"), fight.get("b.ap"), fight.get("a.at")) == (6, 2, [-5, 0])


@pytest.mark.rule("coriolis.action.opportunity.passing")
def test_passing_by_within_reach_draws_an_attack_but_only_with_both_ends_out_of_reach() -> None:
    fight = duel(a='weapons = ["knife"]', b='weapons = ["knife"]', gap=4)
    fight.gm("place b 4,1")
    fight.play("move a 8,0", dice=[1, 1, 1, 1, 1, 1], answers=["knife", "no"])
    assert fight.get("a.at") == [8, 0]
    fight.undo()
    fight.play("move a 5,0", dice=[])  # ends within reach: no attack
    assert fight.get("a.at") == [5, 0]


@pytest.mark.rule("coriolis.ruling.ap.declared", "coriolis.ranged.bonus.disarm")
@pytest.mark.parametrize(
    ("sheet", "action"),
    [
        ('weapons = [{ key = "frag-grenade", in-hand = true }]', "throw a b frag-grenade"),
        ('weapons = [{ key = "mining-charge", in-hand = true }]', "plant a mining-charge"),
        ('weapons = [{ key = "vulcan-pistol", empty = true }]', "reload a"),
        ('weapons = ["knife"]\ngear = ["poison-4"]', "poison-weapon a knife poison-4"),
        ('weapons = ["vulcan-pistol"]\ngear = ["ballistic-m-injector"]\nskills = { medicurgy = 1 }', "inject a c"),
    ],
)
def test_nothing_comes_of_what_an_overwatch_shot_knocks_out_of_the_hand(sheet: str, action: str) -> None:
    patient = '[[combatant]]\nid = "c"\nside = "red"\nat = [0, 5]\nhp = 0\nprone = true'
    fight = duel(a=sheet, b="overwatch = { toward = [0, 0] }", more=patient)
    fight.play(action, dice=[6, 6, 1, 1, 1], answers=["a", "disarm:1"])
    weapon = fight.state.roster["a"].weapons[0]
    assert (weapon.dropped, weapon.empty) == (True, action == "reload a")
    assert (fight.state.scene.zone, fight.get("a.poisoned")) == ([], {})
    assert all(piece.count == 1 for piece in fight.state.roster["a"].gear)


@pytest.mark.rule("coriolis.ruling.ap.declared", "coriolis.broken")
def test_nobody_breaks_free_of_a_holder_whom_a_comrade_has_just_brought_down() -> None:
    comrade = '[[combatant]]\nid = "c"\nside = "red"\nat = [9, 0]\nweapons = ["vulcan-pistol"]\noverwatch = { toward = [0, 0] }'
    fight = duel(gap=1, a='grappled-by = "b"', b='hp = 1\ngrapples = "a"', more=comrade)
    fight.play("break-free a", dice=[6, 1, 1, 1], answers=["b"])  # Agility 3 + pistol 1; and no opposed roll after it
    assert (fight.get("a.grappled-by"), fight.get("a.ap")) == ("", 1)
