"""The Maneuver Phase: choices, costs, rolls, effects on Aiming Bonuses, Reversals."""

from __future__ import annotations

import pytest

from starfray.fight import Fight
from tests.socs.build import big, dice, dogfight, duel, fleet, options, said, ship, step, tally_of

NOW = 'phase = "maneuver"'


def flown(red: str, black: str, *totals: int, mine: str = "", theirs: str = "", head: str = "") -> Fight:
    """One Maneuver Phase of red (18) against black (13)."""
    return step(duel(red=mine, black=theirs, now=NOW, head=head), [red, black], *totals)


@pytest.mark.rule("socs.maneuver.choose", "socs.maneuver.straight")
def test_flying_straight_needs_no_roll_and_leaves_every_bonus() -> None:
    fight = flown("straight", "straight", mine="position = { black = 2 }")
    assert fight.get("red.position.black") == 2


@pytest.mark.rule("socs.maneuver.offensive", "socs.maneuver.offensive.success", "socs.maneuver.roll", "socs.ship.mr")
def test_an_offensive_maneuver_rolls_piloting_and_mr_and_gains_one() -> None:
    fight = flown("offensive:black", "straight", 16)
    assert tally_of(fight, "socs.maneuver.roll") == [(15, "socs.maneuver.roll"), (3, "socs.ship.mr")]
    assert fight.get("red.position.black") == 1


@pytest.mark.rule("socs.maneuver.offensive.critical")
@pytest.mark.parametrize(("before", "after"), [(0, 2), (1, 2), (2, 4), (3, 6)])
def test_a_critical_success_doubles_the_bonus_or_makes_it_two(before: int, after: int) -> None:
    mine = f"position = {{ black = {before} }}" if before else ""
    assert flown("offensive:black", "straight", 6, mine=mine).get("red.position.black") == after


@pytest.mark.rule("socs.ruling.crit-from-one")
def test_a_critical_success_from_one_can_be_ruled_to_give_two_more() -> None:
    head = 'rulings = { crit-from-one = "two-more" }'
    assert flown("offensive:black", "straight", 6, mine="position = { black = 1 }", head=head).get("red.position.black") == 3


@pytest.mark.rule("socs.maneuver.offensive.failure")
def test_an_ordinary_failure_changes_nothing() -> None:
    fight = flown("straight", "offensive:red", 14, theirs="position = { red = 2 }")
    assert fight.get("black.position.red") == 2


@pytest.mark.rule("socs.maneuver.offensive.critical-failure")
@pytest.mark.parametrize("total", [17, 18])
def test_a_critical_failure_loses_the_position(total: int) -> None:
    assert flown("straight", "offensive:red", total, theirs="position = { red = 2 }").get("black.position") == {}


@pytest.mark.rule("socs.maneuver.offensive.failure", "socs.maneuver.offensive.critical-failure")
def test_seventeen_is_a_plain_failure_at_sixteen_and_eighteen_never() -> None:
    assert flown("offensive:black", "straight", 17, mine="position = { black = 2 }").get("red.position.black") == 2
    assert flown("offensive:black", "straight", 18, mine="position = { black = 2 }").get("red.position") == {}


@pytest.mark.rule("socs.ruling.offensive-blocked")
def test_nobody_maneuvers_offensively_on_a_ship_that_has_position() -> None:
    fight = duel(black="position = { red = 1 }", now=NOW)
    offered = options(fight, "red")
    assert "offensive:black" not in offered
    assert {"defensive:black", "total-defense", "reversal:black", "straight"} <= set(offered)
    assert [event.whom for event in fight.seen_events("player:ana") if event.rule == "socs.ruling.offensive-blocked"] == [""]
    assert not [event for event in fight.seen_events("player:cem") if event.rule == "socs.ruling.offensive-blocked"]


@pytest.mark.rule("socs.limit.cutter-position", "socs.limit.line-position")
def test_big_ships_cannot_gain_position_on_smaller_ones() -> None:
    fight = fleet(ship("cutter", "petrel", "a"), ship("line", "resolute", "b"), ship("red", "kestrel", "c"), now=NOW)
    assert "offensive:red" not in options(fight, "cutter")
    assert "offensive:line" in options(fight, "cutter")
    assert not [key for key in options(fight, "line") if key.startswith("offensive")]
    assert {"defensive:red", "reversal:red", "total-defense"} <= set(options(fight, "line"))


@pytest.mark.rule("socs.maneuver.offensive.sustained-lost")
def test_gunners_lose_their_aim_in_an_offensive_maneuver_but_a_pilot_at_the_guns_keeps_it() -> None:
    guns = (
        '[{ key = "turret-laser", target = "b", sustained = 2 }, { key = "pd-turret", gunner = "ilse-farrow", '
        'target = "b", sustained = 3 }]'
    )
    fight = big("petrel", "brigand", a=f"guns = {guns}", now=NOW)
    step(fight, ["offensive:b", "straight"], 18)
    assert fight.get("a.guns.turret-laser.sustained") == 0, "whatever the roll"
    assert fight.get("a.guns.pd-turret.sustained") == 3


@pytest.mark.rule("socs.ruling.mutual-offensive")
def test_two_ships_may_go_for_each_other_and_both_gain() -> None:
    fight = flown("offensive:black", "offensive:red", 12, 12)
    assert (fight.get("red.position.black"), fight.get("black.position.red")) == (1, 1)
    step(fight)
    fight.step([], ["hold", "hold"], steps=1)
    assert not [key for who in ("red", "black") for key in options(fight, who) if key.startswith("offensive")]


@pytest.mark.rule("socs.maneuver.defensive", "socs.ruling.defensive-timing", "socs.maneuver.defensive.success")
def test_a_defensive_maneuver_gives_up_all_bonuses_and_takes_one_off() -> None:
    mine = 'position = { black = 2 }\nguns = [{ key = "pulse-cannon", target = "black", sustained = 2 }]'
    fight = flown("defensive:black", "straight", 16, mine=mine, theirs="position = { red = 3 }")
    assert fight.get("red.position") == {}
    assert fight.get("red.guns.pulse-cannon.sustained") == 0
    assert fight.get("black.position.red") == 2


@pytest.mark.rule(
    "socs.maneuver.defensive.critical", "socs.maneuver.defensive.failure", "socs.maneuver.defensive.critical-failure"
)
def test_a_defensive_maneuver_by_degrees() -> None:
    theirs = "position = { red = 3 }"
    assert flown("defensive:black", "straight", 6, theirs=theirs).get("black.position") == {}
    assert flown("defensive:black", "straight", 17, theirs=theirs).get("black.position.red") == 3
    assert flown("defensive:black", "straight", 18, theirs=theirs).get("black.position.red") == 6


@pytest.mark.rule("socs.maneuver.defensive.success")
def test_a_defensive_maneuver_may_be_aimed_at_one_gun() -> None:
    theirs = 'position = { red = 2 }\nguns = [{ key = "heavy-cannon", target = "red", sustained = 2 }]'
    fight = flown("defensive:black/heavy-cannon", "straight", 10, theirs=theirs)
    assert fight.get("black.guns.heavy-cannon.sustained") == 1
    assert fight.get("black.position.red") == 2


@pytest.mark.rule(
    "socs.maneuver.total-defense",
    "socs.maneuver.total-defense.roll",
    "socs.ruling.total-defense",
    "socs.maneuver.total-defense.no-fire",
)
def test_going_totally_defensive_is_one_roll_on_piloting_against_everybody_and_silences_the_guns() -> None:
    fight = dogfight(
        red="position = { black = 2 }", now=NOW, black="position = { red = 1 }",
        gold='position = { black = 1 }\nguns = [{ key = "pulse-cannon", target = "black", sustained = 2 }]',
    )  # fmt: skip
    step(fight, ["straight", "straight", "total-defense"], 12)
    assert tally_of(fight, "socs.maneuver.total-defense.roll") == [(12, "socs.maneuver.total-defense.roll")]
    assert fight.get("red.position.black") == 1
    assert fight.get("gold.position") == {}
    assert fight.get("gold.guns.pulse-cannon.sustained") == 1
    assert fight.get("black.position") == {}
    step(fight)
    fight.advance()
    assert [ask.who for ask in fight.asks] == ["red", "gold"], "black may not fire this turn"
    for ask in list(fight.asks):
        fight.answer(ask, "hold")
    assert fight.get("phase") == "maneuver"
    assert fight.get("black.no-fire") is False


@pytest.mark.rule("socs.ruling.reversal-declare", "socs.maneuver.reversal")
def test_a_reversal_that_meets_no_offensive_counts_as_flying_straight() -> None:
    fight = flown("reversal:black", "straight", mine="position = { black = 1 }")
    assert fight.get("red.position.black") == 1


@pytest.mark.rule("socs.maneuver.reversal.contest", "socs.maneuver.reversal.attacker-wins", "socs.order.maneuver")
def test_in_a_reversal_the_attacker_rolls_first_and_winning_is_a_critical_success() -> None:
    fight = flown("reversal:black", "offensive:red", 7, 16)  # made by 6 against made by 2
    assert [event.who for event in said(fight, "socs.maneuver.reversal.contest")] == ["black", "red"]
    assert fight.get("black.position.red") == 2
    assert fight.get("black.auto-hit") == ""


@pytest.mark.rule("socs.maneuver.reversal.defender-wins", "socs.ruling.reversal-own-abs")
def test_a_reverser_who_wins_takes_the_attackers_position_and_keeps_his_own() -> None:
    fight = fleet(
        ship("grey", "hammer", "raiders"), ship("gold", "kestrel", "league", "position = { grey = 1 }"),
        ship("black", "hammer", "raiders", "position = { gold = 2 }"), now=NOW,
    )  # fmt: skip
    step(fight, ["straight", "reversal:black", "offensive:gold"], 12, 10)  # made by 1 against made by 6
    assert fight.get("black.position") == {}
    assert fight.get("gold.position.grey") == 1


@pytest.mark.rule("socs.ruling.reversal-tie")
def test_a_tie_changes_nothing() -> None:
    fight = flown("reversal:black", "offensive:red", 10, 15, theirs="position = { red = 1 }")
    assert fight.get("black.position.red") == 1


@pytest.mark.rule("socs.maneuver.reversal.attacker-critical", "socs.ruling.auto-hit")
def test_an_attacker_who_wins_critically_hits_by_himself_next_turn() -> None:
    fight = flown("reversal:black", "offensive:red", 4, 17)
    assert fight.get("black.auto-hit") == "red"
    step(fight)
    fight.step([], ["hold", "heavy-cannon@red", "no"], steps=1)
    assert fight.get("red.condition") == "destroyed"


@pytest.mark.rule("socs.maneuver.reversal.defender-critical")
def test_a_reverser_who_wins_critically_swaps_the_positions() -> None:
    fight = flown("reversal:black", "offensive:red", 12, 5, theirs="position = { red = 3 }")
    assert fight.get("black.position") == {}
    assert fight.get("red.position.black") == 3


@pytest.mark.rule("socs.limit.cutter-position", "socs.maneuver.reversal.defender-critical")
def test_a_cutter_that_turns_the_tables_on_a_fighter_gains_no_position() -> None:
    fight = big("petrel", "hammer", b="position = { a = 2 }", now=NOW)
    step(fight, ["reversal:b", "offensive:a"], 14, 4)
    assert fight.get("a.position") == {}
    assert fight.get("b.position") == {}


@pytest.mark.rule("socs.ruling.reversal-criticals")
def test_a_critical_success_that_loses_the_contest_counts_for_nothing() -> None:
    fight = flown("reversal:black", "offensive:red", 4, 6)  # black critical by 9, red by 12
    assert fight.get("black.auto-hit") == ""
    assert fight.get("black.position") == {}


@pytest.mark.rule("socs.ruling.maneuver-effects")
def test_offensive_results_come_before_defensive_ones_whatever_the_roster_says() -> None:
    fight = flown("defensive:black", "offensive:red", 10, 10, theirs="position = { red = 1 }")
    assert fight.get("black.position.red") == 1, "1 + 1 - 1"
    fight = flown("defensive:black", "offensive:red", 5, 10)
    assert fight.get("black.position") == {}, "gained, then lost to a critical success"


@pytest.mark.rule("socs.ruling.range-change")
def test_a_pilot_may_spend_the_maneuver_on_the_range() -> None:
    fight = duel(now=NOW + '\nrange = "long"')
    step(fight, ["close:black", "offensive:red"], 10, 9, 12)  # red by 8, black by 4, then black's own roll
    assert fight.get("ranges") == [{"between": ["red", "black"]}], "short now"
    assert fight.get("black.position.red") == 1
    fight = duel(now=NOW + '\nrange = "long"')
    step(fight, ["open:black", "straight"], 16, 6)
    assert fight.get("ranges") == []
    assert "open:black" in options(duel(now=NOW), "red")


@pytest.mark.rule("socs.ruling.range-change")
def test_a_foe_nobody_flies_is_left_behind_by_a_plain_success() -> None:
    fight = duel(archetype="anvil", now=NOW)
    fight.step(dice(18), ["open:black"], steps=1)
    assert fight.get("ranges") == []
    fight = duel(archetype="anvil", now=NOW)
    fight.step(dice(16), ["open:black"], steps=1)
    assert fight.get("ranges") == [{"between": ["red", "black"], "band": "long"}]
