"""The furball: when it forms, friendly fire, collisions."""

from __future__ import annotations

import pytest

from starfray.engine.policy import Policies
from starfray.engine.tables.exact import spread
from starfray.fight import Fight
from starfray.rulebooks.socs import BOOK
from starfray.rulebooks.socs.gunnery import FirePhase
from tests.socs.build import fleet, options, said, ship, step

QUIET = 'orders = { "socs.fire.roll" = "hold", "socs.maneuver.choose" = "straight" }'
HOLD = 'orders = { "socs.fire.roll" = "hold" }'


def swarm(*, red: str = "", more: tuple[str, ...] = (), kestrels: int = 3, now: str = "", head: str = "") -> Fight:
    """red (Tobin Rask) and two Kestrels k-1, k-2 against four Hammers h-1 to h-4, who all wait."""
    ships = [
        ship("red", "kestrel", "league", 'crew = ["tobin-rask"]\n' + red),
        *([ship("k", "kestrel", "league", f"count = {kestrels - 1}\n{QUIET}")] if kestrels > 1 else []),
        ship("h", "hammer", "raiders", f"count = 4\n{QUIET}"),
    ]
    return fleet(*ships, *more, now=now, head=head)


# --- when ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("socs.furball.forms", "socs.ruling.furball-count")
def test_seven_craft_that_are_not_paired_off_are_a_furball() -> None:
    assert [event.number for event in said(step(swarm(red=HOLD)), "socs.furball.forms")] == [7]


def test_six_craft_are_none_and_neither_are_stations_or_hidden_ones() -> None:
    crowd = (ship("anvil", "anvil", "league", HOLD), ship("ghost", "hammer", "raiders", "hidden = true\n" + QUIET))
    assert not said(step(swarm(red=HOLD, kestrels=2, more=crowd)), "socs.furball.forms")


@pytest.mark.rule("socs.ruling.furball-count")
def test_six_are_enough_if_ruled_so() -> None:
    assert said(step(swarm(red=HOLD, kestrels=2, head='rulings = { furball-count = "six" }')), "socs.furball.forms")


PAIRS = 'pairs = [["red", "h-1"], ["k-1", "h-2"], ["k-2", "h-3"], ["k-3", "h-4"]]'


def test_pairs_keep_order_until_one_of_them_is_gone() -> None:
    assert not said(step(swarm(red=HOLD, kestrels=4, now=PAIRS)), "socs.furball.forms")
    fight = swarm(red=HOLD, kestrels=4, now=PAIRS)
    fight.gm("set h-1.condition destroyed")
    assert [event.number for event in said(step(fight), "socs.furball.forms")] == [7]


# --- friendly fire ---------------------------------------------------------------------------------------------


@pytest.mark.rule("socs.furball.perception", "socs.ruling.snap")
def test_after_a_snap_shot_the_gunner_rolls_whom_he_fired_at() -> None:
    fight = step(swarm(), ["pulse-cannon@h-1", "no"], 10, 12)  # sensors 12: a foe
    assert fight.get("h-1.loses-turn") is True
    assert fight.get("red.guns.pulse-cannon.sustained") == 1


@pytest.mark.rule("socs.furball.perception", "socs.ruling.friendly-fire", "socs.order.fire")
def test_a_failed_look_sends_the_hit_into_a_friend_who_may_dodge() -> None:
    fight = step(swarm(), ["pulse-cannon@h-1", "no"], 10, 13, one_die=[4])  # 4 to 6: the second of two friends
    assert fight.get("k-2.loses-turn") is True
    assert fight.get("h-1.loses-turn") is False
    assert (fight.get("red.guns.pulse-cannon.target"), fight.get("red.guns.pulse-cannon.sustained")) == ("", 0)


@pytest.mark.rule("socs.ruling.friendly-fire")
def test_a_critical_hit_on_a_friend_cannot_be_dodged_either() -> None:
    fight = step(swarm(), ["pulse-cannon@h-1"], 4, 13, one_die=[1])
    assert fight.get("k-1.loses-turn") is True


@pytest.mark.rule("socs.furball.perception")
def test_a_miss_is_looked_at_too_and_a_failed_look_gains_no_sustained_fire() -> None:
    fight = step(swarm(), ["pulse-cannon@h-1"], 11, 13)
    assert fight.get("red.guns.pulse-cannon.sustained") == 0
    again = step(swarm(), ["pulse-cannon@h-1"], 11, 12)
    assert again.get("red.guns.pulse-cannon.sustained") == 1


def test_an_aimed_shot_needs_no_second_look() -> None:
    fight = step(swarm(red="position = { h-1 = 1 }"), ["pulse-cannon@h-1", "no"], 16)
    assert fight.get("h-1.loses-turn") is True


@pytest.mark.rule("socs.furball.perception")
def test_without_a_friend_in_it_a_failed_look_changes_nothing() -> None:
    alone = [ship("red", "kestrel", "league", 'crew = ["tobin-rask"]'), ship("h", "hammer", "raiders", f"count = 6\n{QUIET}")]
    fight = step(fleet(*alone), ["pulse-cannon@h-1", "no"], 10, 18)
    assert fight.get("h-1.loses-turn") is True
    assert fight.get("red.guns.pulse-cannon.sustained") == 1


FAR = 'ranges = [{ between = ["red", "k-2"], band = "out" }, { between = ["red", "k-1"], band = "long" }]'


@pytest.mark.rule("socs.ruling.furball-range", "socs.ruling.friendly-fire")
def test_a_stray_shot_strikes_only_friends_whom_the_gun_reaches() -> None:
    near = step(swarm(now=FAR.replace('"long"', '"short"')), ["pulse-cannon@h-1", "no"], 10, 13)  # one friend left: no die
    assert (near.get("k-1.loses-turn"), near.get("k-2.loses-turn")) == (True, False)
    nobody = step(swarm(now=FAR), ["pulse-cannon@h-1", "no"], 10, 13)  # the cannon is of short range
    assert nobody.get("h-1.loses-turn") is True


@pytest.mark.rule("socs.ruling.furball-range", "socs.range.out")
def test_craft_out_of_range_of_everybody_are_no_part_of_a_furball() -> None:
    far = ", ".join(f'{{ between = ["red", "{other}"], band = "out" }}' for other in ("k-1", "k-2", "h-1", "h-2", "h-3", "h-4"))
    assert not said(step(swarm(now=f"ranges = [{far}]")), "socs.furball.forms")
    assert not said(step(swarm(now='range = "out"')), "socs.furball.forms")


def test_the_odds_of_friendly_fire_are_the_same_with_and_without_merging() -> None:
    found = []
    for merge in (True, False):
        weights: dict[object, float] = {}
        for leaf in spread(BOOK, swarm().state, FirePhase("gm"), Policies(BOOK.policy()), merge=merge, budget=400_000).leaves:
            key = BOOK.key(leaf.state)
            weights[key] = weights.get(key, 0.0) + leaf.weight
        found.append(weights)
    assert found[0] == pytest.approx(found[1])
    assert sum(found[0].values()) == pytest.approx(1)


@pytest.mark.rule("socs.ruling.friendly-fire", "socs.order.fire", "socs.ruling.dice-order")
def test_the_only_friend_in_it_is_hit_without_a_die() -> None:
    ships = [
        ship("red", "kestrel", "league", 'crew = ["tobin-rask"]'), ship("gold", "kestrel", "league", QUIET),
        ship("h", "hammer", "raiders", f"count = 5\n{QUIET}"),
    ]  # fmt: skip
    fight = step(fleet(*ships), ["pulse-cannon@h-1", "no"], 10, 13)
    assert fight.get("gold.loses-turn") is True


@pytest.mark.rule("socs.ruling.friendly-fire")
def test_forty_friends_are_picked_from_with_three_dice() -> None:
    ships = [
        ship("red", "kestrel", "league", 'crew = ["tobin-rask"]'), ship("k", "kestrel", "league", f"count = 40\n{QUIET}"),
        ship("h", "hammer", "raiders", QUIET),
    ]  # fmt: skip
    fight = step(fleet(*ships), ["pulse-cannon@h", "no"], 10, 13, one_die=[6, 4, 3, 2, 1, 1])  # 201: again; 37
    assert fight.get("k-8.loses-turn") is True, "216 values in runs of 5: the last sixteen are rolled again"


# --- collisions ------------------------------------------------------------------------------------------------

NOW = 'phase = "maneuver"'


@pytest.mark.rule(
    "socs.furball.collision", "socs.ruling.collision", "socs.order.collision", "socs.ruling.piloting-rolls",
    "socs.ruling.dice-order",
)  # fmt: skip
def test_a_critical_failure_at_the_controls_is_a_collision() -> None:
    fight = step(swarm(now=NOW), ["offensive:h-1"], 18, one_die=[3])  # of six others the third: h-1
    assert (fight.get("red.condition"), fight.get("h-1.condition")) == ("destroyed", "destroyed")
    assert fight.get("red.crew.tobin-rask.dead") is False


def test_outside_a_furball_it_is_not() -> None:
    fight = step(swarm(kestrels=2, now=NOW), ["offensive:h-1"], 18)
    assert fight.get("red.condition") == ""


@pytest.mark.rule("socs.ruling.collision", "socs.furball.collision")
def test_a_bigger_ship_comes_off_better() -> None:
    """A cutter takes Light from a fighter, a ship of the line Cosmetic; the fighter takes Heavy from both."""
    big = (ship("petrel", "petrel", "raiders", QUIET), ship("resolute", "resolute", "raiders", QUIET))
    fight = swarm(kestrels=1, more=big, now=NOW)
    fight = step(fight, ["offensive:h-1", "no"], 18, one_die=[5])  # no manual override
    assert (fight.get("red.condition"), fight.get("petrel.condition")) == ("destroyed", "")
    assert (fight.get("petrel.loses-turn"), fight.get("petrel.lost")) == (True, [])
    fight = step(swarm(kestrels=1, more=big, now=NOW), ["offensive:h-1"], 18, one_die=[6])
    assert fight.get("red.condition") == "destroyed"
    assert (fight.get("resolute.condition"), fight.get("resolute.loses-turn")) == ("", False)


@pytest.mark.rule("socs.ruling.piloting-rolls")
def test_both_sides_of_a_contest_can_collide_but_whoever_is_lost_already_hits_nobody() -> None:
    """h-1 (13) closes in on red (18); both roll 18: h-1, the mover, runs into red, and red's own collision falls away."""
    far = 'range = "long"\n' + NOW
    ships = [
        ship("h", "hammer", "raiders", f"count = 6\n{QUIET}"), ship("red", "kestrel", "league", 'crew = ["tobin-rask"]'),
    ]  # fmt: skip
    fight = fleet(*ships, now=far)
    fight = step(fight, ["close:h-1"], 18, 18, one_die=[1])  # red the mover; of six others the first: h-1
    assert (fight.get("red.condition"), fight.get("h-1.condition")) == ("destroyed", "destroyed")
    assert len(said(fight, "socs.furball.collision")) == 2  # the die and its consequence, once


def test_a_refused_ship_is_not_offered_to_pilots_who_cannot_see_it() -> None:
    fight = swarm(more=(ship("ghost", "hammer", "raiders", "hidden = true\n" + QUIET),))
    assert not any("ghost" in option for option in options(fight, "red"))
