"""The five levels of damage and the end of the turn, event by event, on every ship concerned."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from starfray.fight import Fight
from tests.socs.build import big, dice, dogfight, duel, fleet, ship, step, told

END = 'phase = "end"'
QUIET = 'orders = { "socs.fire.roll" = "hold" }'


def aimed(gun: str, at: str) -> str:
    return f'position = {{ {at} = 2 }}\nguns = [{{ key = "{gun}", target = "{at}", sustained = 1 }}]'


def hurt(who: str, level: str, *dice: int, answers: Sequence[str] = (), cutter: bool = False) -> Fight:
    """gold aims at black, black at red; or a Petrel and a Brigand at each other."""
    if cutter:
        fight = big("petrel", "brigand", a="position = { b = 2 }", b="position = { a = 2 }")
    else:
        fight = dogfight(gold=aimed("pulse-cannon", "black"), black=aimed("heavy-cannon", "red") + "\ncontinuing = { }")
    fight.gm(f"hurt {who} {level}", dice=list(dice), answers=list(answers))
    return fight


def bonuses(fight: Fight) -> dict[str, tuple[dict[str, int], list[int]]]:
    """Who has any: the Position ABs, and the Sustained AB of each gun."""
    found = {who: (dict(each.position), [gun.sustained for gun in each.guns]) for who, each in fight.state.roster.items()}
    return {who: (position, guns) for who, (position, guns) in found.items() if position or any(guns)}


def dead(fight: Fight, who: str) -> list[bool]:
    return [member.dead for member in fight.state.roster[who].crew]


GOLD, BLACK = ({"black": 2}, [1]), ({"red": 2}, [1])


@pytest.mark.rule("socs.firepower.light", "socs.ruling.light-bonuses", "socs.character.minor.no-override")
def test_a_light_hit_costs_the_ship_its_bonuses_and_nobody_else_theirs() -> None:
    fight = hurt("black", "light")
    assert told(fight) == ["firepower.light black", "character.minor.no-override black", "ruling.light-bonuses black"]
    assert bonuses(fight) == {"gold": GOLD}
    assert (fight.get("black.loses-turn"), fight.get("black.condition"), fight.get("black.continuing.failures")) == (
        True,
        "",
        0,
    )
    paint = hurt("black", "cosmetic")
    assert (told(paint), bonuses(paint), paint.get("black.loses-turn")) == ([], {"gold": GOLD, "black": BLACK}, False)


@pytest.mark.rule("socs.firepower.heavy", "socs.ruling.heavy-deaths", "socs.ruling.heavy-major", "socs.ruling.disabled")
def test_a_heavy_hit_on_a_fighter_kills_the_minor_and_throws_out_the_major() -> None:
    minor = hurt("black", "heavy")
    assert told(minor) == ["firepower.heavy black", "ruling.heavy-deaths black Raider pilot", "ruling.disabled black destroyed"]
    assert (dead(minor, "black"), bonuses(minor), minor.get("black.continuing")) == ([True], {}, None)
    major = hurt("red", "heavy")
    assert told(major) == ["firepower.heavy red", "ruling.heavy-major red Tobin Rask", "ruling.disabled red destroyed"]
    assert (dead(major, "red"), bonuses(major)) == ([False], {"gold": GOLD}), "nobody aims at what is gone"


@pytest.mark.rule("socs.character.minor.last-words", "socs.ruling.heavy-deaths")
def test_a_last_word_is_for_those_who_fight_beside_a_major_character() -> None:
    friend = hurt("gold", "heavy")
    assert told(friend)[1:3] == ["character.minor.last-words gold Squadron pilot", "ruling.heavy-deaths gold Squadron pilot"]
    assert bonuses(friend) == {"black": BLACK}
    assert told(hurt("black", "heavy"))[1] == "ruling.heavy-deaths black Raider pilot"


@pytest.mark.rule("socs.firepower.heavy", "socs.ruling.heavy-deaths", "socs.character.minor.last-words", "socs.ruling.disabled")
def test_a_heavy_hit_on_a_cutter_disables_it_and_each_minor_character_dies_on_3_or_less() -> None:
    fight = hurt("a", "heavy", 3, 4, 1, cutter=True)
    assert told(fight) == [
        "firepower.heavy a",
        "ruling.heavy-deaths a 1d6<=3", "character.minor.last-words a Brandt Oku", "ruling.heavy-deaths a Brandt Oku",
        "ruling.heavy-deaths a 1 1d6<=3",
        "ruling.heavy-deaths a 1d6<=3", "character.minor.last-words a Gun crew", "ruling.heavy-deaths a Gun crew",
        "ruling.disabled a disabled",
    ]  # fmt: skip
    assert (fight.get("a.condition"), dead(fight, "a")) == ("disabled", [False, True, False, True])
    assert bonuses(fight) == {"b": ({"a": 2}, [0, 0, 0])}, "a disabled ship can still be aimed at"


@pytest.mark.rule("socs.firepower.great", "socs.ruling.great-major", "socs.ruling.disabled")
def test_a_great_hit_leaves_only_a_major_character_who_makes_the_roll() -> None:
    for total, survives in ((11, True), (12, False)):
        fight = hurt("a", "great", *dice(total), cutter=True)
        roll = (
            ["ruling.great-major a 3d6<=11"]
            if survives
            else ["ruling.great-major a 1 3d6<=11", "ruling.great-major a Ilse Farrow dies"]
        )
        crew = ["firepower.great a Brandt Oku dies", "firepower.great a Gun crew dies", "firepower.great a Gun crew dies"]
        assert told(fight) == ["firepower.great a", *roll, *crew, "ruling.disabled a vaporised"]
        assert (fight.get("a.condition"), dead(fight, "a"), bonuses(fight)) == (
            "vaporised",
            [not survives, True, True, True],
            {},
        )


@pytest.mark.rule("socs.firepower.extreme", "socs.ruling.disabled")
def test_an_extreme_hit_asks_for_no_roll() -> None:
    fight = hurt("a", "extreme", cutter=True)
    assert told(fight) == ["firepower.extreme a", "ruling.disabled a vaporised"]
    assert (fight.get("a.condition"), dead(fight, "a"), bonuses(fight)) == ("vaporised", [True] * 4, {})


@pytest.mark.rule("socs.ruling.several-hits", "socs.order.damage")
def test_the_worst_of_several_hits_counts_once_whatever_its_level() -> None:
    """Two ships fire at a Petrel: the level told is the worst so far, and its effect comes once."""
    for guns, level, effect in (
        (("light-laser", "pulse-cannon"), 0, "firepower.light b"),
        (("pulse-cannon", "heavy-cannon"), 3, "firepower.heavy b"),
        (("heavy-cannon", "pulse-cannon"), 3, "firepower.heavy b"),
        (("heavy-cannon", "spinal-beam"), 4, "firepower.great b"),
        (("nova-projector", "heavy-cannon"), 5, "firepower.extreme b"),
    ):
        ships = [ship(f"s{place}", "kestrel", "league", f'guns = ["{gun}"]\nauto-hit = "b"') for place, gun in enumerate(guns)]
        meek = f'{QUIET}\nguns = []\ncrew = [{{ key = "pilot" }}]'
        fight = fleet(*ships, ship("b", "petrel", "raiders", meek), ship("c", "hammer", "raiders", QUIET))
        lights = [6] * sum(gun == "pulse-cannon" for gun in guns)
        deaths = [6] if level == 3 else []
        step(fight, [f"{gun}@b" for gun in guns], one_die=[*lights, *deaths])
        lines = told(fight)
        several = [line for line in lines if "several" in line]
        assert several == ([f"ruling.several-hits b {level}"] if level else [])
        assert [line for line in lines if line.startswith("firepower") and "dies" not in line][-1:] == [effect]
        assert sum(line == effect for line in lines) == 1


@pytest.mark.rule("socs.ruling.locations", "socs.ruling.several-hits")
def test_a_location_that_is_lost_already_is_not_lost_again() -> None:
    for lost, told_of in (("", ["ruling.locations b nacelle"]), ('lost = ["nacelle"]\n', [])):
        fight = big("kestrel", "brigand", a='auto-hit = "b"', b=lost + QUIET)
        step(fight, ["pulse-cannon@b"], one_die=[5])
        assert [line for line in told(fight) if line.endswith("nacelle")] == told_of
        assert fight.get("b.lost") == ["nacelle"]


@pytest.mark.rule("socs.ruling.manual-override", "socs.character.major", "socs.character.minor.no-override")
def test_the_override_made_failed_declined_and_used_up() -> None:
    made = hurt("a", "light", *dice(12), answers=["ilse-farrow:mechanic"], cutter=True)
    assert told(made)[1:4] == [
        "ruling.manual-override a ilse-farrow:mechanic", "ruling.manual-override a 3d6<=12",
        "ruling.manual-override a keeps its turn",
    ]  # fmt: skip
    failed = hurt("a", "light", *dice(13), answers=["ilse-farrow:mechanic"], cutter=True)
    assert told(failed)[2:] == ["ruling.manual-override a 1 3d6<=12", "ruling.light-bonuses a"]
    declined = hurt("a", "light", answers=["no"], cutter=True)
    assert told(declined)[1:] == ["ruling.manual-override a no", "ruling.light-bonuses a"]
    turns = [(fight.get("a.loses-turn"), fight.get("a.override-used")) for fight in (made, failed, declined)]
    assert turns == [(False, True), (True, True), (True, False)]
    made.gm("hurt a light")
    assert (told(made)[-2:], made.get("a.loses-turn")) == (["firepower.light a", "ruling.light-bonuses a"], True)
    assert told(hurt("black", "light"))[1] == "character.minor.no-override black"


@pytest.mark.rule("socs.ruling.continuing-damage", "socs.order.end", "socs.turn.length")
def test_damage_control_turn_by_turn() -> None:
    heavy = ["firepower.heavy black", "ruling.heavy-deaths black Raider pilot", "ruling.disabled black destroyed"]
    for failures, total, lines in (
        (0, 10, ["ruling.continuing-damage black 1 3d6<=4/10/16", "ruling.continuing-damage black under control"]),
        (1, 11, ["ruling.continuing-damage black 2 3d6<=4/10/16", "ruling.continuing-damage black 2 goes on"]),
        (2, 11, ["ruling.continuing-damage black 2 3d6<=4/10/16", "ruling.continuing-damage black 3 goes on", *heavy]),
        (0, 17, ["ruling.continuing-damage black 3 3d6<=4/10/16", "ruling.continuing-damage black 1 goes on", *heavy]),
    ):
        fight = step(duel(black=f"continuing = {{ fresh = false, failures = {failures} }}", now=END), [], total)
        assert told(fight) == [*lines, "turn.length gm 10"]
        assert (fight.get("turn"), fight.get("phase")) == (2, "fire")
    assert fight.get("black.condition") == "destroyed"


@pytest.mark.rule("socs.order.end", "socs.ruling.continuing-damage", "socs.ruling.light-turn")
def test_the_end_of_the_turn_of_the_hit_has_no_roll_and_the_lost_turn_begins() -> None:
    fight = step(duel(black="continuing = { }\nloses-turn = true", red="adrift = true", now=END))
    assert told(fight) == ["turn.length gm 10"]
    assert [(fight.get(f"{who}.adrift"), fight.get(f"{who}.loses-turn")) for who in ("red", "black")] == [
        (False, False),
        (True, False),
    ]
    assert fight.get("black.continuing.fresh") is False
    assert fight.get("black.continuing.failures") == 0


@pytest.mark.rule("socs.ruling.continuing-damage", "socs.ruling.disabled")
def test_on_a_disabled_ship_damage_goes_on_no_more_and_the_best_mechanic_alive_fights_it() -> None:
    wreck = 'condition = "disabled"\ncontinuing = { fresh = false }'
    idle = fleet(ship("red", "kestrel", "a"), ship("h", "hammer", "b"), ship("p", "petrel", "b", wreck), now=END)
    assert told(step(idle)) == ["turn.length gm 10"]
    crew = (
        'crew = [{ key = "one", mechanic = 15, dead = true }, { key = "two", mechanic = 11 }, { key = "three", mechanic = 9 }]'
    )
    fight = big("brigand", "petrel", b=f'{crew}\npilot = "two"\nguns = []\ncontinuing = {{ fresh = false }}', now=END)
    assert told(step(fight, [], 11))[0] == "ruling.continuing-damage b 1 3d6<=4/11/16"
