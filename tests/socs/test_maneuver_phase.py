"""Maneuver Phases, event by event: what is offered, what is rolled, in which order it takes effect."""

from __future__ import annotations

import pytest

from starfray.fight import Fight
from tests.socs.build import big, duel, fleet, options, ship, step, told

NOW = 'phase = "maneuver"'
STRAIGHT = 'orders = { "socs.maneuver.choose" = "straight" }'


def flown(red: str, black: str, *totals: int, mine: str = "", theirs: str = "", head: str = "") -> list[str]:
    """What is told of a Maneuver Phase of red (18) against black (13) after the two have chosen."""
    lines = told(step(duel(red=mine, black=theirs, now=NOW, head=head), [red, black], *totals))
    return lines[1 + max(place for place, line in enumerate(lines) if line.startswith("maneuver.choose")) :]


@pytest.mark.rule("socs.maneuver.choose", "socs.maneuver.straight", "socs.turn.sequence")
def test_a_phase_in_which_everybody_flies_straight() -> None:
    fight = step(duel(now=NOW), ["straight", "straight"])
    assert told(fight) == [
        "maneuver.choose red straight", "maneuver.choose black straight", "maneuver.straight red", "maneuver.straight black",
    ]  # fmt: skip
    assert fight.get("phase") == "end"
    assert "maneuver.straight black" not in flown("straight", "defensive:red", 10)


@pytest.mark.rule("socs.maneuver.choose", "socs.ruling.light-turn", "socs.ruling.disabled", "socs.ruling.station-dodge")
def test_who_is_asked_for_a_maneuver() -> None:
    fight = fleet(
        ship("red", "kestrel", "a"), ship("adrift", "hammer", "b", "adrift = true"), ship("black", "hammer", "b"),
        ship("wreck", "petrel", "b", 'condition = "disabled"\nadrift = true'), ship("anvil", "anvil", "b"),
        ship("unmanned", "hammer", "b", 'crew = [{ key = "pilot", dead = true }]'), now=NOW,
    )  # fmt: skip
    step(fight, ["straight", "straight"])
    assert told(fight) == [
        "ruling.light-turn adrift flies straight", "maneuver.choose red straight", "maneuver.choose black straight",
        "maneuver.straight red", "maneuver.straight black",
    ]  # fmt: skip


@pytest.mark.rule("socs.maneuver.offensive", "socs.maneuver.defensive", "socs.maneuver.reversal", "socs.ruling.range-change")
def test_what_a_pilot_is_offered_by_range() -> None:
    base = ["offensive:black", "defensive:black", "total-defense", "reversal:black"]
    assert options(duel(now=NOW), "red") == [*base, "open:black", "straight"]
    assert options(duel(now=f'{NOW}\nrange = "long"'), "red") == [*base, "close:black", "open:black", "straight"]
    assert options(duel(now=f'{NOW}\nrange = "out"'), "red") == ["total-defense", "close:black", "straight"]
    assert options(duel(now=NOW, black="position = { red = 1 }"), "red") == [*base[1:], "open:black", "straight"]
    for choice, totals in (
        ("defensive:black", (18,)),
        ("reversal:black", ()),
        ("open:black", (18, 3)),
        ("offensive:black", (18,)),
    ):
        step(duel(now=NOW, black=STRAIGHT), [choice], *totals)  # and what is offered can be flown


@pytest.mark.rule("socs.maneuver.defensive", "socs.maneuver.choose")
def test_a_gun_can_be_evaded_only_while_it_is_trained_on_the_ship() -> None:
    for gun, offered in (
        ('target = "red", sustained = 1', True), ('target = "gold", sustained = 1', False), ("", False),
        ('target = "red", sustained = 0', False),
    ):  # fmt: skip
        guns = f'guns = [{{ key = "heavy-cannon"{", " if gun else ""}{gun} }}]'
        fight = fleet(
            ship("red", "kestrel", "league"),
            ship("gold", "kestrel", "league"),
            ship("black", "hammer", "raiders", guns),
            now=NOW,
        )
        choice = "defensive:black/heavy-cannon"
        assert (choice in options(fight, "red")) is offered
        fight.draft = None
        if offered:
            assert step(fight, [choice, "straight", "straight"], 9).get("black.guns.0.sustained") == 0


@pytest.mark.rule("socs.ruling.offensive-blocked", "socs.ruling.class-limit-choice", "socs.limit.cutter-position")
def test_why_a_foe_is_closed_to_offensive_maneuvers_is_told_to_the_pilot() -> None:
    held = flown_lines(duel(now=NOW, black=f"position = {{ red = 1 }}\n{STRAIGHT}", red=STRAIGHT))
    assert held == ["ruling.offensive-blocked red black"]
    cutter = big("petrel", "hammer", a=STRAIGHT, b=STRAIGHT, now=NOW)
    assert flown_lines(cutter) == ["limit.cutter-position a b [ruling.class-limit-choice]"]
    assert flown_lines(big("petrel", "brigand", a=STRAIGHT, b=STRAIGHT, now=NOW)) == []
    far = big("petrel", "hammer", a=STRAIGHT, b=STRAIGHT, now=f'{NOW}\nrange = "out"')
    assert flown_lines(far) == [], "out of range nobody maneuvers on anybody"


def flown_lines(fight: Fight) -> list[str]:
    return [line for line in told(step(fight)) if "straight" not in line]


@pytest.mark.rule("socs.maneuver.offensive.sustained-lost", "socs.maneuver.offensive")
def test_only_an_offensive_maneuver_costs_the_gunners_their_aim_and_only_those_who_do_not_fly() -> None:
    guns = (
        '[{ key = "turret-laser", target = "b", sustained = 2 }, { key = "pd-turret", gunner = "ilse-farrow", '
        'target = "b", sustained = 3 }]'
    )
    for choice, roll, kept in (("offensive:b", (18,), [0, 3]), ("straight", (), [2, 3]), ("reversal:b", (), [2, 3])):
        fight = step(big("petrel", "brigand", a=f"guns = {guns}", b=STRAIGHT, now=NOW), [choice], *roll)
        assert [gun.sustained for gun in fight.state.roster["a"].guns] == kept
        lost = [line for line in told(fight) if "sustained-lost" in line]
        assert lost == (["maneuver.offensive.sustained-lost a Turret laser"] if roll else [])


@pytest.mark.rule("socs.maneuver.roll", "socs.maneuver.total-defense.roll", "socs.order.maneuver")
def test_each_maneuver_with_its_roll_in_roster_order() -> None:
    assert flown("offensive:black", "defensive:red", 16, 13)[:3] == [
        "maneuver.defensive black", "maneuver.roll red 1 3d6<=6/16/17", "maneuver.roll black 1 3d6<=4/13/16",
    ]  # fmt: skip
    assert flown("total-defense", "straight", 15) == [
        "maneuver.total-defense red", "maneuver.straight black", "maneuver.total-defense.roll red 1 3d6<=5/15/16",
    ]  # fmt: skip


@pytest.mark.rule(
    "socs.maneuver.reversal.contest", "socs.ruling.reversal-declare", "socs.order.maneuver", "socs.maneuver.reversal"
)
def test_a_reversal_is_rolled_once_when_the_first_of_the_two_comes_up() -> None:
    for mine, theirs in (("reversal:black", "offensive:red"), ("offensive:black", "reversal:red")):
        attacker, reverser = ("black", "red") if mine.startswith("reversal") else ("red", "black")
        lines = flown(mine, theirs, 9, 8)
        assert [line.split()[:2] for line in lines[:2]] == [
            ["maneuver.reversal.contest", attacker], ["maneuver.reversal.contest", reverser],
        ]  # fmt: skip
        assert "3d6" not in " ".join(lines[2:])
    assert flown("reversal:black", "straight") == ["maneuver.straight black", "ruling.reversal-declare red>black"]
    third = fleet(
        ship("red", "kestrel", "league", STRAIGHT),
        ship("gold", "kestrel", "league"),
        ship("black", "hammer", "raiders"),
        now=NOW,
    )
    assert "ruling.reversal-declare gold>black" in told(step(third, ["reversal:black", "offensive:red"], 13)), "not at gold"


@pytest.mark.rule("socs.ruling.mutual-offensive")
def test_two_who_go_for_each_other_both_gain_and_the_log_says_why() -> None:
    both = flown("offensive:black", "offensive:red", 16, 13)
    assert both[-2:] == ["maneuver.offensive.success red>black 1", "maneuver.offensive.success black>red 1"]
    one = step(duel(now=NOW), ["offensive:black", "straight"], 16)
    assert [event.by for event in one.events if event.rule == "socs.maneuver.straight"] == [[]]
    fight = step(duel(now=NOW), ["offensive:black", "offensive:red"], 16, 13)
    assert sum("socs.ruling.mutual-offensive" in event.by for event in fight.events) == 2


@pytest.mark.rule("socs.ruling.maneuver-effects", "socs.turn.sequence")
def test_effects_come_in_five_steps_whatever_the_order_of_the_roster() -> None:
    """a opens the range, b defends itself against c, who attacks b; a mad idea of d comes last."""
    fight = fleet(
        ship("d", "resolute", "y"), ship("a", "kestrel", "x"), ship("b", "hammer", "y"), ship("c", "kestrel", "x"),
        ship("e", "colossus", "x", STRAIGHT), now=NOW,
    )  # fmt: skip
    step(fight, ["unorthodox", "open:b", "defensive:c", "offensive:b", "", "1", "e"], 3, 3, 18, 10, 10)
    assert [line.split()[0] for line in told(fight) if ">" in line] == [
        "maneuver.offensive.success", "maneuver.defensive.success", "ruling.range-change", "unorthodox.effect",
    ]  # fmt: skip
