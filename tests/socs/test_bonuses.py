"""Aiming Bonuses to the last point: what each degree of each maneuver makes of them, and what is told of it."""

from __future__ import annotations

import pytest

from starfray.fight import Fight
from tests.socs.build import big, duel, fleet, ship, step, told

NOW = 'phase = "maneuver"'
STRAIGHT = 'orders = { "socs.maneuver.choose" = "straight" }'


def flown(red: str, black: str, *totals: int, mine: str = "", theirs: str = "", head: str = "") -> Fight:
    """One Maneuver Phase of red (18) against black (13)."""
    return step(duel(red=mine, black=theirs, now=NOW, head=head), [red, black], *totals)


def two_foes(position: str) -> Fight:
    red = ship("red", "kestrel", "league", f'crew = ["tobin-rask"]\nposition = {{ {position} }}')
    return fleet(red, ship("h", "hammer", "raiders", f"count = 2\n{STRAIGHT}"), now=NOW)


@pytest.mark.rule("socs.ruling.position-directed")
def test_position_is_counted_per_target_and_a_bonus_that_is_lost_is_gone() -> None:
    both = step(two_foes("h-1 = 2"), ["offensive:h-2"], 16)
    assert told(both, "socs.ruling.position-directed") == ["ruling.position-directed red 2"]
    one = step(two_foes("h-1 = 2"), ["offensive:h-1"], 16)
    assert (one.get("red.position"), told(one, "socs.ruling.position-directed")) == ({"h-1": 3}, [])
    lost = step(two_foes("h-1 = 2"), ["offensive:h-1"], 18)
    assert (lost.get("red.position"), told(lost, "socs.ruling.position-directed")) == ({}, [])


@pytest.mark.rule(
    "socs.maneuver.offensive.critical", "socs.maneuver.offensive.success", "socs.maneuver.offensive.failure",
    "socs.maneuver.offensive.critical-failure",
)  # fmt: skip
def test_an_offensive_maneuver_by_degrees() -> None:
    """From 2: doubled, one more, as it was, none."""
    for total, degree, bonus in ((4, "critical", 4), (13, "success", 3), (14, "failure", 2), (17, "critical-failure", 0)):
        fight = flown("straight", "offensive:red", total, theirs="position = { red = 2 }")
        assert fight.get("black.position") == ({"red": bonus} if bonus else {})
        assert told(fight)[-1] == f"maneuver.offensive.{degree} black>red" + (f" {bonus}" if bonus else "")


@pytest.mark.rule(
    "socs.maneuver.defensive.critical", "socs.maneuver.defensive.success", "socs.maneuver.defensive.failure",
    "socs.maneuver.defensive.critical-failure",
)  # fmt: skip
def test_a_defensive_maneuver_by_degrees_against_ship_or_gun() -> None:
    """From 3: none, one less, as it was, doubled; what it was not aimed at stays."""
    theirs = 'position = { red = 3 }\nguns = [{ key = "heavy-cannon", target = "red", sustained = 3 }]'
    for total, degree, bonus in ((6, "critical", 0), (16, "success", 2), (17, "failure", 3), (18, "critical-failure", 6)):
        end = f" {bonus}" if bonus else ""
        ship = flown("defensive:black", "straight", total, theirs=theirs)
        assert (ship.get("black.position"), ship.get("black.guns.0.sustained")) == ({"red": bonus} if bonus else {}, 3)
        assert told(ship)[-1] == f"maneuver.defensive.{degree} red>black{end}"
        gun = flown("defensive:black/heavy-cannon", "straight", total, theirs=theirs)
        assert (gun.get("black.position.red"), gun.get("black.guns.0.sustained")) == (3, bonus)
        assert told(gun)[-1] == f"maneuver.defensive.{degree} red>black{end} heavy-cannon"


@pytest.mark.rule("socs.maneuver.defensive", "socs.maneuver.total-defense", "socs.ruling.defensive-timing")
@pytest.mark.parametrize("kind", ["defensive", "total-defense"])
def test_the_own_bonuses_are_given_up_on_choosing_and_the_log_says_so(kind: str) -> None:
    choice = "defensive:black" if kind == "defensive" else kind
    for mine, cited in (
        ("position = { black = 2 }", " [ruling.defensive-timing]"),
        ('guns = [{ key = "pulse-cannon", target = "black", sustained = 2 }]', " [ruling.defensive-timing]"),
        ("", ""),
    ):
        fight = flown(choice, "straight", 17, mine=mine)
        assert (fight.get("red.position"), fight.get("red.guns.0.sustained")) == ({}, 0), "whatever the roll"
        assert f"maneuver.{kind} red{cited}" in told(fight)


@pytest.mark.rule("socs.ruling.crit-from-one")
def test_the_ruling_on_a_critical_success_from_one_is_told_and_concerns_no_other_bonus() -> None:
    more = 'rulings = { crit-from-one = "two-more" }'
    for head, before, after in (("", 1, 2), (more, 1, 3), ("", 2, 4), (more, 2, 4), (more, 3, 6)):
        fight = flown("offensive:black", "straight", 6, mine=f"position = {{ black = {before} }}", head=head)
        assert fight.get("red.position.black") == after
        assert told(fight, "socs.ruling.crit-from-one") == ([f"ruling.crit-from-one red>black {after}"] if before == 1 else [])
    assert not told(flown("offensive:black", "straight", 6, head=more), "socs.ruling.crit-from-one")


@pytest.mark.rule("socs.ruling.class-limit-choice", "socs.limit.line-position", "socs.limit.cutter-position")
def test_flown_without_effect_a_class_limit_bars_only_what_is_too_small() -> None:
    head = 'rulings = { class-limit-choice = "without-effect" }'
    for one, other, barred in (
        ("resolute", "brigand", "limit.line-position"), ("petrel", "hammer", "limit.cutter-position"),
        ("resolute", "colossus", ""), ("petrel", "brigand", ""), ("petrel", "colossus", ""),
    ):  # fmt: skip
        fight = step(big(one, other, b=STRAIGHT, now=NOW, head=head), ["offensive:b"], 8)
        assert fight.get("a.position") == ({} if barred else {"b": 1})
        assert told(fight)[-1] == (f"{barred} a>b" if barred else "maneuver.offensive.success a>b 1")


@pytest.mark.rule("socs.maneuver.total-defense", "socs.ruling.total-defense")
def test_going_totally_defensive_counts_against_every_bonus_on_the_ship_and_no_other() -> None:
    fight = fleet(
        ship("black", "hammer", "raiders"),
        ship("red", "kestrel", "league", f"position = {{ black = 1, grey = 3 }}\n{STRAIGHT}"),
        ship("gold", "kestrel", "league", f'guns = [{{ key = "pulse-cannon", target = "black", sustained = 2 }}]\n{STRAIGHT}'),
        ship("blue", "kestrel", "league", f'guns = [{{ key = "pulse-cannon", target = "grey", sustained = 2 }}]\n{STRAIGHT}'),
        ship("grey", "hammer", "raiders", STRAIGHT),
        now=NOW,
    )
    step(fight, ["total-defense"], 12)
    assert told(fight)[-2:] == ["maneuver.defensive.success black>red", "maneuver.defensive.success black>gold 1 pulse-cannon"]
    assert (fight.get("red.position"), fight.get("gold.guns.0.sustained")) == ({"grey": 3}, 1)
    assert fight.get("blue.guns.0.sustained") == 2


@pytest.mark.rule("socs.maneuver.reversal.attacker-wins", "socs.maneuver.reversal.defender-wins", "socs.ruling.reversal-tie")
def test_a_reversal_won_lost_and_tied() -> None:
    """black (13) attacks with 1 already; red (18) reverses."""
    for totals, line, bonus in (
        ((7, 16), "maneuver.reversal.attacker-wins black>red 2", {"red": 2}),
        ((9, 14), "ruling.reversal-tie red>black", {"red": 1}),
        ((10, 14), "maneuver.reversal.defender-wins red>black", {}),
    ):
        fight = flown("reversal:black", "offensive:red", *totals, theirs="position = { red = 1 }")
        assert (told(fight)[-1], fight.get("black.position"), fight.get("black.auto-hit")) == (line, bonus, "")


@pytest.mark.rule("socs.maneuver.reversal.attacker-critical", "socs.ruling.reversal-criticals")
def test_only_a_critical_success_that_wins_brings_the_automatic_hit() -> None:
    won = flown("reversal:black", "offensive:red", 4, 17)
    assert told(won)[-1] == "maneuver.reversal.attacker-critical black>red"
    assert "ruling.reversal-criticals" not in " ".join(told(won))
    lost = flown("reversal:black", "offensive:red", 4, 7)  # by 9 against by 11
    assert (told(lost)[-1], lost.get("black.auto-hit")) == ("maneuver.reversal.defender-wins red>black", "")
    assert told(lost)[-2].endswith("[ruling.reversal-criticals]")
    tied = flown("reversal:black", "offensive:red", 4, 9)
    assert (told(tied)[-1], told(tied)[-2].endswith("[ruling.reversal-criticals]")) == ("ruling.reversal-tie red>black", True)


@pytest.mark.rule("socs.ruling.reversal-own-abs", "socs.maneuver.reversal.defender-wins")
def test_what_the_reverser_keeps_is_told_if_there_is_any() -> None:
    """The bonus of one who reverses is always on a third ship: on the attacker it would have barred the attack."""
    for mine, cited in (("position = { grey = 1 }", " [ruling.reversal-own-abs]"), ("", "")):
        fight = fleet(
            ship("red", "kestrel", "league", f'crew = ["tobin-rask"]\n{mine}'), ship("black", "hammer", "raiders"),
            ship("grey", "hammer", "raiders", STRAIGHT), now=NOW,
        )  # fmt: skip
        step(fight, ["reversal:black", "offensive:red"], 12, 10)
        assert told(fight)[-1] == f"maneuver.reversal.defender-wins red>black{cited}"
        assert fight.get("red.position") == ({"grey": 1} if mine else {})


@pytest.mark.rule("socs.maneuver.reversal.defender-critical", "socs.ruling.reversal-swap", "socs.limit.cutter-position")
def test_a_swap_gives_the_reverser_what_the_attacker_had_unless_its_class_bars_it() -> None:
    fighter = flown("reversal:black", "offensive:red", 12, 5, theirs="position = { red = 3 }")
    assert told(fighter)[-2:] == ["maneuver.reversal.defender-critical red>black 3", "ruling.reversal-swap red>black"]
    assert (fighter.get("red.position"), fighter.get("black.position")) == ({"black": 3}, {})
    cutter = step(big("petrel", "hammer", b="position = { a = 2 }", now=NOW), ["reversal:b", "offensive:a"], 14, 4)
    assert told(cutter)[-3:] == [
        "limit.cutter-position a>b", "maneuver.reversal.defender-critical a>b", "ruling.reversal-swap a>b",
    ]  # fmt: skip
    assert (cutter.get("a.position"), cutter.get("b.position")) == ({}, {})


@pytest.mark.rule("socs.ruling.reversal-swap")
def test_if_ruled_so_the_best_sustained_fire_of_each_becomes_that_of_the_others_first_gun() -> None:
    head = 'rulings = { reversal-swap = "sustained-too" }'
    mine = 'guns = [{ key = "pulse-cannon" }, { key = "light-laser", target = "black", sustained = 1 }]'
    theirs = (
        'guns = [{ key = "heavy-cannon", target = "red", sustained = 2 }, { key = "light-laser", target = "red", '
        "sustained = 4 }]\nposition = { red = 3 }"
    )
    fight = flown("reversal:black", "offensive:red", 12, 5, mine=mine, theirs=theirs, head=head)
    guns = [(gun.target, gun.sustained) for who in ("red", "black") for gun in fight.state.roster[who].guns]
    assert guns == [("black", 4), ("", 0), ("red", 1), ("", 0)]


@pytest.mark.rule("socs.ruling.range-change")
def test_the_range_changes_by_one_band_if_the_mover_wins() -> None:
    for start, move, end in (
        ("long", "close", "short"),
        ("out", "close", "long"),
        ("short", "open", "long"),
        ("long", "open", "out"),
    ):
        fight = step(duel(now=f'{NOW}\nrange = "{start}"'), [f"{move}:black", "straight"], 16, 12)
        assert told(fight)[-1] == f"ruling.range-change red>black {end}"
        assert fight.get("ranges.0.band") == end
    for totals in ((16, 10), (17, 13)):  # lost by 2 against 3; missed against made by 0
        stays = step(duel(now=f'{NOW}\nrange = "long"'), ["close:black", "straight"], *totals)
        assert (told(stays)[-1], stays.get("ranges")) == ("ruling.range-change red>black stays long", [])
