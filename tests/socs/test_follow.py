"""Follow the leader."""

from __future__ import annotations

import pytest

import starfray
from starfray.fight import Fight
from tests.socs.build import fleet, said, ship, step

NOW = 'phase = "maneuver"\nhazards = "debris field"'
STRAIGHT = 'orders = { "socs.maneuver.choose" = "straight" }'


def chase(*, red: str = "", behind: int = 1, more: tuple[str, ...] = (), now: str = NOW) -> Fight:
    """red (18) with two Hammers (13) behind."""
    return fleet(
        ship("red", "kestrel", "league", f'crew = ["tobin-rask"]\n{STRAIGHT}\n' + red),
        ship("h", "hammer", "raiders", f"count = 2\n{STRAIGHT}\nposition = {{ red = {behind} }}"),
        *more,
        now=now,
    )


IN = ["yes", "3", "follow", "follow"]  # into the field at -3, both come along: red 15, the Hammers 10


@pytest.mark.rule(
    "socs.follow.enter", "socs.follow.roll", "socs.ruling.follow-penalty", "socs.ruling.follow-choice",
    "socs.ruling.follow-order", "socs.ruling.follow-eligible",
)  # fmt: skip
def test_lead_and_chasers_roll_with_the_leads_penalty_and_a_success_changes_nothing() -> None:
    fight = step(chase(), IN, 15, 10, 10)
    assert [event.tally.total for event in said(fight, "socs.follow.roll") if event.tally] == [15, 10, 10]
    assert [fight.get(f"{who}.position.red") for who in ("h-1", "h-2")] == [1, 1]


@pytest.mark.rule("socs.follow.chaser-critical")
def test_a_chasers_critical_success_gains_one() -> None:
    fight = step(chase(), IN, 15, 4, 10)
    assert [fight.get(f"{who}.position.red") for who in ("h-1", "h-2")] == [2, 1]


@pytest.mark.rule("socs.follow.lead-critical")
def test_the_leads_critical_success_costs_each_chaser_one() -> None:
    fight = step(chase(behind=2), IN, 5, 10, 10)
    assert [fight.get(f"{who}.position.red") for who in ("h-1", "h-2")] == [1, 1]


@pytest.mark.rule("socs.follow.chaser-failure", "socs.follow.lose-lead", "socs.ruling.lost-lead")
def test_a_chaser_who_fails_has_lost_the_lead() -> None:
    fight = chase(behind=4, red='guns = [{ key = "pulse-cannon", target = "h-1", sustained = 2 }]')
    fight = step(fight, IN, 15, 11, 10)
    assert fight.get("h-1.position") == {}
    assert fight.get("ranges.0.band") == "out"
    assert fight.get("red.guns.pulse-cannon.sustained") == 0
    assert fight.get("h-2.position.red") == 4


@pytest.mark.rule("socs.follow.lead-failure")
def test_the_leads_failure_brings_each_chaser_closer() -> None:
    fight = step(chase(), IN, 16, 10, 10)
    assert [fight.get(f"{who}.position.red") for who in ("h-1", "h-2")] == [2, 2]


@pytest.mark.rule("socs.follow.critical-failure", "socs.ruling.follow-order")
def test_a_critical_failure_loses_the_ship_and_the_leads_ends_the_chase() -> None:
    fight = step(chase(), IN, 15, 17, 10)
    assert fight.get("h-1.condition") == "destroyed"
    assert fight.get("h-2.condition") == ""
    fight = step(chase(), IN, 17)
    assert fight.get("red.condition") == "destroyed"
    assert fight.get("h-1.position") == {}  # on a ship that is no more


@pytest.mark.rule("socs.ruling.disabled", "socs.follow.critical-failure")
@pytest.mark.parametrize(("lost", "totals"), [("red", (18,)), ("h-1", (15, 18, 10))])
def test_whoever_is_lost_loses_every_bonus_with_the_ship(lost: str, totals: tuple[int, ...]) -> None:
    fight = chase(red='guns = [{ key = "pulse-cannon", target = "h-2", sustained = 2 }]\nposition = { h-2 = 1 }')
    fight = step(fight, IN, *totals)
    assert fight.get(f"{lost}.condition") == "destroyed"
    assert fight.get(f"{lost}.position") == {}
    assert fight.get(f"{lost}.guns.0.sustained") == 0


def test_a_cutter_too_is_lost_for_good() -> None:
    petrel = ship("petrel", "petrel", "league", STRAIGHT)
    fight = fleet(petrel, ship("b", "brigand", "raiders", f"position = {{ petrel = 1 }}\n{STRAIGHT}"), now=NOW)
    fight = step(fight, ["yes", "0", "follow"], 18)
    assert fight.get("petrel.condition") == "destroyed"
    assert [one.dead for one in fight.state.roster["petrel"].crew] == [False, True, True, True]  # Ilse Farrow ejects


@pytest.mark.rule("socs.ruling.follow-choice")
def test_breaking_off_costs_the_position_and_leaves_the_maneuver_free() -> None:
    fight = chase(more=(ship("free", "hammer", "raiders", "position = { red = 3 }"),))
    fight = step(fight, ["yes", "3", "break-off", "follow", "break-off", "offensive:red"], 15, 10, 13)
    assert fight.get("h-1.position") == {}
    assert fight.get("free.position.red") == 1  # given up, then gained anew


@pytest.mark.rule("socs.follow.no-line")
def test_a_ship_of_the_line_leads_nobody() -> None:
    line = ship("resolute", "resolute", "league", STRAIGHT)
    fight = fleet(line, ship("b", "brigand", "raiders", f"position = {{ resolute = 1 }}\n{STRAIGHT}"), now=NOW)
    assert said(step(fight), "socs.follow.no-line")


def test_nobody_is_asked_without_a_hazard_or_without_a_chaser() -> None:
    step(chase(now='phase = "maneuver"'))
    step(fleet(ship("red", "kestrel", "league", STRAIGHT), ship("h", "hammer", "raiders", STRAIGHT), now=NOW))


def test_a_chaser_who_has_lost_the_turn_cannot_follow() -> None:
    fight = fleet(
        ship("red", "kestrel", "league", f'crew = ["tobin-rask"]\n{STRAIGHT}'),
        ship("h", "hammer", "raiders", "adrift = true\nposition = { red = 2 }"), now=NOW,
    )  # fmt: skip
    assert step(fight, ["yes", "0"], 10).get("h.position") == {}


@pytest.mark.rule("socs.follow.roll", "socs.ruling.follow-penalty")
def test_the_procedure_rolls_both() -> None:
    result = starfray.do("socs", "follow-the-leader 18 13 penalty=3", dice=[5, 5, 5, 3, 4, 4])
    assert (result.result["lead"], result.result["chaser"]) == ("success", "failure")
    assert starfray.do("socs", "follow-the-leader 12 13", dice=[6, 6, 6]).result["chaser"] == "does not roll"


@pytest.mark.rule("socs.ruling.follow-eligible")
def test_nobody_is_chased_by_a_craft_out_of_range() -> None:
    far = NOW + '\nranges = [{ between = ["red", "h-1"], band = "out" }]'
    fight = step(chase(now=far), ["yes", "3", "follow"], 15, 10)
    assert [event.who for event in said(fight, "socs.follow.roll") if event.tally] == ["red", "h-2"]
