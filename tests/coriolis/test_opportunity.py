"""Attacks of opportunity: both triggers, where and when they come, and what becomes of the move."""

from __future__ import annotations

import pytest

from starfray import Fight
from tests.coriolis.build import duel

HIT_B = [6, 1, 1, 1, 1, 1]  # Strength 3, Melee Combat 1, knife 0, +2
MISS_B = [1] * 6


def knives(*, at: str = "1,0", a: str = "", b: str = "", more: str = "") -> Fight:
    """a, with a knife at the origin, is up; b, with a knife, stands at `at`."""
    fight = duel(a='weapons = ["knife"]\n' + a, b='weapons = ["knife"]\n' + b, more=more)
    return fight.gm(f"place b {at}")


@pytest.mark.rule(
    "coriolis.action.opportunity",
    "coriolis.action.opportunity.leaving",
    "coriolis.action.opportunity.bonus",
    "coriolis.action.opportunity.like-attack",
    "coriolis.ap.reaction",
)
def test_leaving_draws_an_ordinary_melee_attack_with_two_more_dice_for_one_point() -> None:
    fight = knives()
    fight.play("move a -5,0", dice=HIT_B, answers=["knife", "no"])
    assert (fight.get("a.hp"), fight.get("b.ap"), fight.get("a.at")) == (6, 2, [-5, 0])


@pytest.mark.rule("coriolis.action.opportunity")
def test_it_is_optional() -> None:
    fight = knives()
    fight.play("move a -5,0", dice=[], answers=["no"])
    assert (fight.get("b.ap"), fight.get("a.hp")) == (3, 8)


def test_without_a_point_prone_stunned_or_unaware_nobody_strikes() -> None:
    for spoilt in ("ap = 0", "prone = true", "stunned = 2", "aware = false"):
        knives(b=spoilt).play("move a -5,0", dice=[])


@pytest.mark.rule("coriolis.ruling.opportunity.defend", "coriolis.action.defend", "coriolis.melee.defend.counterattack")
def test_the_mover_may_defend_with_what_the_move_has_left() -> None:
    fight = knives()
    fight.play("move a -5,0", dice=HIT_B + [6, 6, 1, 1, 1, 1], answers=["knife", "knife", "decrease-damage:1 counterattack:1"])
    assert (fight.get("a.ap"), fight.get("a.hp"), fight.get("b.hp"), fight.get("a.at")) == (1, 8, 4, [-5, 0])
    knives(a="ap = 1").play("move a -5,0", dice=MISS_B, answers=["knife"])  # nothing left: not asked


@pytest.mark.rule("coriolis.ruling.opportunity.timing", "coriolis.broken")
def test_a_mover_who_is_broken_never_starts_and_has_spent_her_points() -> None:
    fight = knives(a="hp = 2", more='[[combatant]]\nid = "f"\nside = "red"\nat = [0, 60]')
    fight.play("move a -5,0", dice=HIT_B, answers=["knife", "no"])
    assert (fight.get("a.hp"), fight.get("a.at"), fight.get("a.ap")) == (0, [0, 0], 2)


@pytest.mark.rule("coriolis.ruling.opportunity.timing", "coriolis.melee.bonus.grapple")
def test_a_mover_who_is_pinned_gets_no_further() -> None:
    fight = knives()
    fight.play("move a -5,0", dice=[6, 6, 1, 1, 1, 1], answers=["knife", "no", "grapple:1"])
    assert (fight.get("a.at"), fight.get("a.grappled-by"), fight.get("b.grapples")) == ([0, 0], "b", "a")


@pytest.mark.rule("coriolis.action.opportunity.passing", "coriolis.action.opportunity.bonus")
def test_passing_within_reach_draws_an_attack_at_the_nearest_point() -> None:
    fight = knives(at="4,1", a="hp = 2", more='[[combatant]]\nid = "f"\nside = "red"\nat = [0, 60]')
    fight.play("move a 8,0", dice=HIT_B, answers=["knife", "no"])
    assert (fight.get("a.hp"), fight.get("a.at")) == (0, [4, 0])


@pytest.mark.parametrize(("at", "to"), [
    ("4,1", "5,0"),  # ends within reach
    ("1,1", "1.5,0"),  # stays within reach throughout
    ("4,2.01", "8,0"),  # never comes within reach
    ("9,0", "8,0"),  # begins out of reach and ends engaged
    ("1,0", "-1,0"),  # two metres off at the end is still within reach
])  # fmt: skip
@pytest.mark.rule("coriolis.action.opportunity.passing-limits", "coriolis.ruling.opportunity.geometry")
def test_moves_that_draw_no_attack(at: str, to: str) -> None:
    fight = knives(at=at)
    fight.legal("a")
    fight.play(f"move a {to}", dice=[])


@pytest.mark.rule("coriolis.action.opportunity")
def test_exactly_two_metres_is_within_reach() -> None:
    knives(at="4,2").play("move a 8,0", dice=[], answers=["no"])


@pytest.mark.rule("coriolis.action.opportunity.leaving", "coriolis.ruling.opportunity.geometry")
def test_leaving_counts_from_start_to_end_whatever_lies_between() -> None:
    fight = knives(at="1,0")
    fight.legal("a")
    fight.play("move a -3,0>0,0.5", dice=[])  # away and back: still engaged at the end
    fight.play("move a -2,0", dice=MISS_B, answers=["knife", "no"])


@pytest.mark.rule("coriolis.ruling.opportunity.many", "coriolis.action.opportunity")
def test_several_enemies_strike_once_each_in_turn_order_leaving_first() -> None:
    more = (
        '[[combatant]]\nid = "c"\nside = "blue"\nat = [0, 1]\nweapons = ["knife"]\n'
        '[[combatant]]\nid = "d"\nside = "blue"\nat = [-5, 1]\nweapons = ["sword"]'
    )
    fight = duel(
        a='weapons = ["knife"]',
        b='weapons = ["knife"]',
        gap=1,
        more=more,
        now='turn = 1\nup = "a"\norder = ["a", "d", "c", "b"]',
    )
    fight.play("move a -9,0")
    asked = []
    while fight.asks:
        asked.append(fight.asks[0].who)
        fight.answer(fight.asks[0], "no")
    assert asked == ["c", "b", "d"]
    assert fight.get("a.at") == [-9, 0]


@pytest.mark.rule("coriolis.ruling.opportunity.many")
def test_two_are_several() -> None:
    second = '[[combatant]]\nid = "c"\nside = "blue"\nat = [0, 1]\nweapons = ["knife"]'
    knives(more=second).play("move a -9,0", dice=[], answers=["no", "no"])


@pytest.mark.rule("coriolis.action.opportunity.like-attack")
def test_whoever_holds_two_blades_names_one() -> None:
    fight = knives(b="hands = 2")
    fight.gm(
        "add \"id = 't', side = 'blue', at = [0, 1], weapons = [{ key = 'sword', in-hand = true }, "
        "{ key = 'dura-knife', in-hand = true }]\""
    )
    fight.gm("set b.ap 0").step(dice=[3])
    fight.play("move a -5,0", dice=[6, 1, 1, 1, 1], answers=["dura-knife", "no"])  # Strength 3 + 2
    assert fight.get("a.hp") == 6


@pytest.mark.rule("coriolis.action.opportunity.leaving", "coriolis.ruling.opportunity.timing")
def test_without_a_map_moving_away_from_somebody_engaged_draws_it_too() -> None:
    fight = knives(more='[[combatant]]\nid = "f"\nside = "red"')
    fight.gm("set a.at null").gm("set b.at null").gm("distance a b 1")
    fight.play("move a target=b metres=8", dice=MISS_B, answers=["knife", "no"])
    fight.undo()
    fight.gm("set a.hp 2")
    fight.play("move a target=b metres=8", dice=HIT_B, answers=["knife", "no"])
    assert [each.value for each in fight.state.scene.relation] == [1]


def test_a_hidden_mover_is_not_struck_at() -> None:
    knives(a="hidden = true").play("move a -5,0", dice=[])


@pytest.mark.rule("coriolis.action.overwatch-fire", "coriolis.action.opportunity")
def test_overwatch_and_blows_come_in_the_order_of_the_path() -> None:
    watcher = (
        '[[combatant]]\nid = "w"\nside = "blue"\nat = [8, 4]\nweapons = ["vulcan-carbine"]\noverwatch = { toward = [8, 0] }'
    )
    fight = knives(at="3,1", more=watcher)  # w looks down on the end of the path
    fight.play("move a 8,0")
    asked = []
    while fight.asks:
        asked.append((fight.asks[0].who, fight.asks[0].rule))
        fight.answer(fight.asks[0], fight.asks[0].options[-1].key)
    assert asked == [("b", "coriolis.action.opportunity"), ("w", "coriolis.action.overwatch-fire")]
