"""Chases, stray shots and collisions, event by event."""

from __future__ import annotations

import pytest

from starfray.fight import Fight
from tests.socs.build import fleet, ship, step, told

NOW = 'phase = "maneuver"'
HAZARD = f'{NOW}\nhazards = "debris field"'
STRAIGHT = 'orders = { "socs.maneuver.choose" = "straight" }'
QUIET = 'orders = { "socs.fire.roll" = "hold", "socs.maneuver.choose" = "straight" }'
IN = ["yes", "3", "follow", "follow"]  # into the field at -3, both come along: red 15, the Hammers 10


def chase(*, red: str = "", behind: int = 1, more: tuple[str, ...] = ()) -> Fight:
    """red (18) with two Hammers (13) behind."""
    return fleet(
        ship("red", "kestrel", "league", f'crew = ["tobin-rask"]\n{STRAIGHT}\n' + red),
        ship("h", "hammer", "raiders", f"count = 2\n{STRAIGHT}\nposition = {{ red = {behind} }}"),
        *more,
        now=HAZARD,
    )


def positions(fight: Fight) -> dict[str, dict[str, int]]:
    return {who: dict(each.position) for who, each in fight.state.roster.items() if each.position}


@pytest.mark.rule("socs.follow.enter", "socs.follow.roll", "socs.ruling.follow-penalty", "socs.ruling.follow-order")
def test_a_chase_from_the_first_question_to_the_last_roll() -> None:
    fight = step(chase(), IN, 15, 10, 10)
    assert told(fight) == [
        "follow.enter red yes", "ruling.follow-penalty red 3",
        "ruling.follow-choice h-1 follow", "ruling.follow-choice h-2 follow",
        "follow.roll red 1 3d6<=5/15/16", "ruling.follow-order red 2",
        "follow.roll h-1 1 3d6<=4/10/16", "follow.roll h-2 1 3d6<=4/10/16",
    ]  # fmt: skip
    assert positions(fight) == {"h-1": {"red": 1}, "h-2": {"red": 1}}
    stays = step(chase(), ["no"])
    assert told(stays)[:2] == ["follow.enter red no", "ruling.offensive-blocked red h-1, h-2"]
    assert "follow.roll" not in " ".join(told(stays))


@pytest.mark.rule("socs.follow.lead-critical", "socs.follow.lead-failure", "socs.ruling.follow-order", "socs.follow.lose-lead")
def test_the_leads_degrees() -> None:
    """From 2: one less, as it was, one more; from 1 a critical success shakes them off."""
    for behind, total, degree, bonus in ((2, 5, "lead-critical", 1), (2, 15, "", 2), (2, 16, "lead-failure", 3)):
        fight = step(chase(behind=behind), IN, total, 10, 10)
        assert told(fight)[8:] == ([f"follow.{degree} {who}>red {bonus}" for who in ("h-1", "h-2")] if degree else [])
        assert positions(fight) == {"h-1": {"red": bonus}, "h-2": {"red": bonus}}
    shaken = step(chase(), IN, 5, 10, 10)
    assert told(shaken)[8:] == [
        "follow.lead-critical h-1>red", "follow.lead-critical h-2>red",
        "follow.lose-lead h-1>red [ruling.lost-lead]", "follow.lose-lead h-2>red [ruling.lost-lead]",
    ]  # fmt: skip
    assert [pair.band for pair in shaken.state.ranges] == ["out", "out"]


@pytest.mark.rule("socs.follow.chaser-critical", "socs.follow.chaser-failure", "socs.follow.lose-lead", "socs.ruling.lost-lead")
def test_the_chasers_degrees() -> None:
    for total, lines, bonus in (
        (4, ["follow.chaser-critical h-1>red 3"], 3),
        (10, [], 2),
        (11, ["follow.chaser-failure h-1>red", "follow.lose-lead h-1>red [ruling.lost-lead]"], 0),
    ):
        fight = step(chase(behind=2), IN, 15, total, 10)
        assert told(fight)[8:] == lines
        assert positions(fight) == {"h-1": {"red": bonus}, "h-2": {"red": 2}} if bonus else {"h-2": {"red": 2}}
        assert len(fight.state.ranges) == (not bonus)


@pytest.mark.rule("socs.ruling.lost-lead", "socs.follow.lose-lead")
def test_who_loses_the_lead_is_out_of_range_and_no_gun_of_either_is_trained_on_the_other() -> None:
    guns = 'guns = [{{ key = "{}", target = "{}", sustained = 2 }}, {{ key = "light-laser", target = "{}", sustained = 1 }}]'
    fight = fleet(
        ship("red", "kestrel", "league", f"{STRAIGHT}\n" + guns.format("pulse-cannon", "h", "k")),
        ship("h", "hammer", "raiders", f"{STRAIGHT}\nposition = {{ red = 1 }}\n" + guns.format("heavy-cannon", "red", "blue")),
        ship("k", "hammer", "raiders", STRAIGHT), ship("blue", "kestrel", "league", STRAIGHT), now=HAZARD,
    )  # fmt: skip
    step(fight, ["yes", "0", "follow"], 10, 14)
    assert [(gun.target, gun.sustained) for who in ("red", "h") for gun in fight.state.roster[who].guns] == [
        ("", 0), ("k", 1), ("", 0), ("blue", 1),
    ]  # fmt: skip
    assert fight.get("ranges") == [{"between": ["h", "red"], "band": "out"}]


@pytest.mark.rule("socs.follow.critical-failure", "socs.ruling.follow-order", "socs.ruling.disabled")
def test_who_critically_fails_in_a_chase_is_lost_and_a_lost_lead_spares_the_others_the_roll() -> None:
    chaser = step(chase(), IN, 15, 17, 10)
    assert told(chaser)[8:] == [
        "follow.critical-failure h-1", "ruling.heavy-deaths h-1 Raider pilot", "ruling.disabled h-1 destroyed",
    ]  # fmt: skip
    assert positions(chaser) == {"h-2": {"red": 1}}
    lead = step(chase(), IN, 17)
    assert told(lead)[6:] == [
        "follow.critical-failure red",
        "ruling.heavy-major red Tobin Rask",
        "ruling.disabled red destroyed",
    ]
    assert (positions(lead), lead.state.ranges) == ({}, [])


@pytest.mark.rule("socs.ruling.follow-choice", "socs.ruling.follow-eligible")
def test_who_breaks_off_gives_up_the_position_and_flies_as_he_likes() -> None:
    fight = step(chase(), ["yes", "3", "break-off", "follow"], 15, 10)
    assert told(fight)[2:] == [
        "ruling.follow-choice h-1 break-off", "ruling.follow-choice h-2 follow", "maneuver.choose h-1 straight",
        "maneuver.straight h-1", "follow.roll red 1 3d6<=5/15/16", "ruling.follow-order red 1",
        "follow.roll h-2 1 3d6<=4/10/16",
    ]  # fmt: skip
    assert positions(fight) == {"h-2": {"red": 1}}


@pytest.mark.rule("socs.ruling.follow-choice", "socs.follow.enter")
def test_who_leads_a_chase_or_flies_in_one_cannot_follow_another() -> None:
    """red leads h; h, who follows, has k behind: k's lead is busy. blue, also led by k, is free."""
    fight = fleet(
        ship("red", "kestrel", "league", STRAIGHT), ship("h", "hammer", "raiders", f"{STRAIGHT}\nposition = {{ red = 1 }}"),
        ship("k", "kestrel", "league", f"{STRAIGHT}\nposition = {{ h = 1 }}"), now=HAZARD,
    )  # fmt: skip
    lines = told(step(fight, ["yes", "0", "follow"], 10, 10))
    assert [line for line in lines if line.startswith("follow.enter")] == ["follow.enter red yes"]


@pytest.mark.rule("socs.ruling.follow-eligible", "socs.follow.no-line", "socs.ruling.follow-choice", "socs.follow.enter")
def test_who_may_lead_and_chase() -> None:
    """Neither ships of the line nor the adrift lead; ships of the line, hidden ships and the adrift do not chase."""

    def asked(lead: str, chaser: str, *answers: str, one: str = "", other: str = "", roll: tuple[int, ...] = ()) -> list[str]:
        ships = (
            ship("lead", lead, "league", f"{STRAIGHT}\n{one}"),
            ship("b", chaser, "raiders", f"{STRAIGHT}\nposition = {{ lead = 1 }}\n{other}"),
        )
        lines = told(step(fleet(*ships, ship("c", "hammer", "raiders", STRAIGHT), now=HAZARD), answers, *roll))
        return [line for line in lines if "follow" in line]

    assert asked("kestrel", "hammer", "no") == ["follow.enter lead no"]
    assert asked("petrel", "brigand", "no") == ["follow.enter lead no"]
    assert asked("resolute", "brigand") == ["follow.no-line lead"]
    assert asked("resolute", "colossus") == []
    assert asked("kestrel", "hammer", one="adrift = true") == []
    assert asked("kestrel", "hammer", other="hidden = true") == []
    assert asked("kestrel", "hammer", one="hidden = true") == []
    assert asked("kestrel", "hammer", "yes", "0", other="adrift = true", roll=(10,))[2] == "ruling.follow-choice b break-off"
    assert asked("petrel", "brigand", other='crew = [{ key = "p", dead = true }]\nguns = []') == []


# --- the furball -----------------------------------------------------------------------------------------------
def swarm(*, red: str = "", more: tuple[str, ...] = (), kestrels: int = 3, now: str = "", head: str = "") -> Fight:
    """red (Tobin Rask) and two Kestrels k-1, k-2 against four Hammers h-1 to h-4, who all wait."""
    friends = [ship("k", "kestrel", "league", f"count = {kestrels - 1}\n{QUIET}")] if kestrels > 1 else []
    return fleet(
        ship("red", "kestrel", "league", 'crew = ["tobin-rask"]\n' + red), *friends,
        ship("h", "hammer", "raiders", f"count = 4\n{QUIET}"), *more, now=now, head=head,
    )  # fmt: skip


def action(fight: Fight) -> list[str]:
    """What is told of whoever does something."""
    return [line for line in told(fight) if "hold" not in line and "straight" not in line and "@" not in line]


@pytest.mark.rule("socs.furball.forms", "socs.ruling.furball-count")
def test_a_furball_is_announced_with_its_number_and_only_then() -> None:
    six = 'rulings = { furball-count = "six" }'
    pairs = 'pairs = [["red", "h-1"], ["k-1", "h-2"], ["k-2", "h-3"], ["k-3", "h-4"]]'
    for fight, lines in (
        (swarm(red=QUIET), ["furball.forms gm 7", "ruling.furball-count gm 7"]),
        (swarm(red=QUIET, kestrels=2), []),
        (swarm(red=QUIET, kestrels=2, head=six), ["furball.forms gm 6", "ruling.furball-count gm 6"]),
        (swarm(red=QUIET, kestrels=1, head=six), []),
        (swarm(red=QUIET, kestrels=4, now=pairs), []),
        (swarm(red=QUIET, kestrels=5, now=pairs), ["furball.forms gm 9", "ruling.furball-count gm 7"]),
        (swarm(red=QUIET, kestrels=2, more=(ship("anvil", "anvil", "league", QUIET),)), []),
        (swarm(red=QUIET, kestrels=2, more=(ship("ghost", "hammer", "raiders", "hidden = true\n" + QUIET),)), []),
        (swarm(red=QUIET, kestrels=2, more=(ship("wreck", "hammer", "raiders", 'condition = "destroyed"'),)), []),
    ):
        assert action(step(fight)) == lines
    wreck = swarm(red=QUIET, kestrels=4, now=pairs)
    wreck.gm("set h-1.condition destroyed")
    assert action(step(wreck))[-2:] == ["furball.forms gm 7", "ruling.furball-count gm 7"], "red has lost the other of the pair"


@pytest.mark.rule("socs.furball.perception", "socs.ruling.friendly-fire", "socs.ruling.snap", "socs.ruling.dice-order")
def test_a_snap_shot_in_a_furball_that_finds_its_foe_or_a_friend() -> None:
    roll = ["furball.forms gm 7", "ruling.furball-count gm 7", "fire.roll red 1 3d6<=4/10 [ruling.snap]"]
    foe = ["furball.perception red 3d6<=12", "fire.hit red>h-1 2 a hit with the Pulse cannon", "dodge.effect h-1 no"]
    friend = [
        "furball.perception red 1 3d6<=12", "ruling.friendly-fire red 1 pick of 2", "ruling.friendly-fire red>k-2",
        "fire.hit red>k-2 2 a hit with the Pulse cannon", "dodge.effect k-2 no",
    ]  # fmt: skip
    seen = step(swarm(), ["pulse-cannon@h-1", "no"], 10, 12)
    assert action(seen)[:6] == roll + foe
    strayed = step(swarm(), ["pulse-cannon@h-1", "no"], 10, 13, one_die=[4])
    assert action(strayed)[:8] == roll + friend
    assert [each.get("red.guns.0.sustained") for each in (seen, strayed)] == [1, 0]
    missed = step(swarm(), ["pulse-cannon@h-1"], 11, 13)
    assert action(missed)[3:] == ["furball.perception red 1 3d6<=12", "fire.hit red>h-1 misses"]
    aimed = step(swarm(red="position = { h-1 = 1 }"), ["pulse-cannon@h-1", "no"], 16)
    assert action(aimed)[2:4] == ["fire.roll red 1 3d6<=6/16", "fire.hit red>h-1 2 a hit with the Pulse cannon"]
    few = step(swarm(kestrels=2), ["pulse-cannon@h-1", "no"], 10)
    assert action(few)[:2] == [roll[2], "fire.hit red>h-1 2 a hit with the Pulse cannon"], "no furball, no second look"


@pytest.mark.rule("socs.furball.collision", "socs.ruling.collision", "socs.order.collision", "socs.ruling.piloting-rolls")
def test_a_collision_by_the_classes_of_both() -> None:
    red = ["firepower.heavy red", "ruling.heavy-major red Tobin Rask", "ruling.disabled red destroyed"]
    fighter = step(swarm(now=NOW), ["offensive:h-1"], 18, one_die=[3])
    assert action(fighter)[2:] == [
        "maneuver.offensive.critical-failure red>h-1", "furball.collision red 2 pick of 6", "furball.collision red>h-1",
        "ruling.collision red 3", *red, "ruling.collision h-1 3", "firepower.heavy h-1", "ruling.heavy-deaths h-1 Raider pilot",
        "ruling.disabled h-1 destroyed",
    ]  # fmt: skip
    more = (ship("petrel", "petrel", "raiders", QUIET), ship("resolute", "resolute", "raiders", QUIET))
    cutter = step(swarm(kestrels=1, more=more, now=NOW), ["offensive:h-1", "no"], 18, one_die=[5])
    assert action(cutter)[-8:] == [
        "furball.collision red>petrel", "ruling.collision red 3", *red, "ruling.collision petrel 2", "firepower.light petrel",
        "ruling.manual-override petrel no", "ruling.light-bonuses petrel",
    ][-8:]  # fmt: skip
    line = step(swarm(kestrels=1, more=more, now=NOW), ["offensive:h-1"], 18, one_die=[6])
    assert action(line)[-2:] == ["ruling.disabled red destroyed", "ruling.collision resolute 1"]
    for fight, total in ((swarm(now=NOW), 17), (swarm(kestrels=2, now=NOW), 18)):  # no critical failure; no furball
        assert "collision" not in " ".join(told(step(fight, ["offensive:h-1"], total)))
