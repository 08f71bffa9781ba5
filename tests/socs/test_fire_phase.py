"""Whole Fire Phases, line by line: every event in its order, so that nothing happens that should not."""

from __future__ import annotations

import pytest

from starfray.fight import Fight
from tests.socs.build import big, dogfight, duel, fleet, ship, step, told

QUIET = 'orders = { "socs.fire.roll" = "hold" }'
WORLD = '[[combatant]]\nid = "carrow"\nside = "raiders"\ncraft = "planet"\nlocations = ["citadel", "docks"]\n'


def shot(fight: Fight, *answers: str, totals: tuple[int, ...] = (), one_die: tuple[int, ...] = ()) -> list[str]:
    """One Fire Phase; what is told after the orders to the guns, which are not repeated."""
    lines = told(step(fight, answers, *totals, one_die=one_die))
    return [line for line in lines if not (line.startswith("fire.roll") and ("@" in line or line.endswith("hold")))]


def guns(fight: Fight, who: str) -> list[tuple[str, int]]:
    return [(gun.target, gun.sustained) for gun in fight.state.roster[who].guns]


def bombardment() -> Fight:
    return fleet(ship("red", "kestrel", "league", 'crew = ["tobin-rask"]'), WORLD, ship("b", "hammer", "raiders", QUIET))


@pytest.mark.rule("socs.turn.sequence", "socs.order.fire", "socs.order.damage", "socs.ruling.simultaneous")
def test_guns_first_then_damage_then_what_becomes_of_bonuses() -> None:
    fight = duel()
    assert shot(fight, "pulse-cannon@black", "heavy-cannon@red", "no", "yes", totals=(10, 6, 11)) == [
        "fire.roll red 1 3d6<=4/10 [ruling.snap]",
        "fire.hit red>black 2 a hit with the Pulse cannon",
        "dodge.effect black no",
        "fire.roll black 1 3d6<=4/6 [ruling.snap]",
        "fire.hit black>red 3 a hit with the Heavy cannon",
        "dodge.effect red yes",
        "ruling.dodge-roll red 1 3d6<=10",
        "firepower.heavy red",
        "ruling.heavy-major red Tobin Rask",
        "firepower.light black",
        "character.minor.no-override black",
        "ab.sustained red>black 1 Pulse cannon",
        "ab.sustained black>red 1 Heavy cannon",
        "ruling.disabled red destroyed",
        "ruling.light-bonuses black",
    ]
    assert (fight.get("phase"), fight.get("turn"), guns(fight, "red"), guns(fight, "black")) == (
        "maneuver", 1, [("", 0)], [("", 0)],
    )  # fmt: skip


@pytest.mark.rule("socs.to-hit.planet", "socs.ruling.planet-location", "socs.ruling.locations", "socs.ruling.station-dodge")
def test_a_planet_is_hit_as_a_whole_without_a_roll_and_a_place_on_it_with_one() -> None:
    whole = bombardment()
    assert shot(whole, "pulse-cannon@carrow") == [
        "to-hit.planet red>carrow",
        "fire.hit red>carrow 2 a hit with the Pulse cannon",
        "ruling.station-dodge carrow>red no dodge",
        "to-hit.planet carrow 2",
        "ab.sustained red>carrow 1 Pulse cannon",
    ]
    assert (whole.get("carrow.lost"), whole.get("carrow.loses-turn"), whole.get("carrow.size")) == ([], False, 6)
    place = bombardment()
    assert shot(place, "pulse-cannon@carrow/citadel", totals=(12,)) == [
        "fire.roll red 1 3d6<=4/12 [ruling.snap]",
        "fire.hit red>carrow 2 a hit with the Pulse cannon",
        "ruling.station-dodge carrow>red no dodge",
        "ruling.locations carrow citadel",
        "to-hit.planet carrow 2",
        "ab.sustained red>carrow 1 Pulse cannon",
    ]
    assert place.get("carrow.lost") == ["citadel"]
    assert "fire.hit red>carrow misses" in shot(bombardment(), "pulse-cannon@carrow/citadel", totals=(13,))


@pytest.mark.rule("socs.ruling.auto-hit", "socs.ruling.snap")
def test_an_automatic_hit_is_on_one_foe_only_and_no_snap_shot() -> None:
    fight = dogfight(red='auto-hit = "black"', gold=QUIET, black=QUIET)
    assert shot(fight, "pulse-cannon@black", "yes", totals=(7,)) == [
        "ruling.auto-hit red>black Pulse cannon",
        "fire.hit red>black 2 a hit with the Pulse cannon",
        "dodge.effect black yes",
        "ruling.dodge-roll black 3d6<=7",
        "dodge.effect black>red 1",
        "firepower.cosmetic black",
        "ab.sustained red>black 1 Pulse cannon",
    ]
    other = dogfight(red=QUIET, gold=QUIET, black='auto-hit = "gold"')
    assert shot(other, "heavy-cannon@red", totals=(7,)) == [
        "fire.roll black 2 3d6<=4/6 [ruling.snap]",
        "fire.hit black>red misses",
        "ab.sustained black>red 1 Heavy cannon",
    ]
    assert other.get("black.auto-hit") == "", "used or not, it was for this phase"


@pytest.mark.rule("socs.ruling.gunnery-criticals", "socs.fire.hit")
def test_a_critical_hit_leaves_no_dodge_and_a_plain_one_does() -> None:
    assert shot(duel(black=QUIET), "pulse-cannon@black", totals=(4,))[:4] == [
        "fire.roll red 3d6<=4/10 [ruling.snap]",
        "fire.hit red>black 2 a hit with the Pulse cannon",
        "ruling.gunnery-criticals red>black",
        "firepower.light black",
    ]
    plain = shot(duel(black=QUIET), "pulse-cannon@black", "no", totals=(5,))
    assert plain[:3] == [
        "fire.roll red 1 3d6<=4/10 [ruling.snap]", "fire.hit red>black 2 a hit with the Pulse cannon", "dodge.effect black no",
    ]  # fmt: skip
    assert shot(duel(black=QUIET), "pulse-cannon@black", totals=(18,))[1] == "fire.hit red>black misses"


@pytest.mark.rule("socs.ruling.shields", "socs.weapon.firepower", "socs.ruling.firepower-zero", "socs.firepower.cosmetic")
def test_what_a_shield_leaves_of_a_light_hit() -> None:
    stopped = shot(duel(black=f"{QUIET}\nshield = 2"), "pulse-cannon@black", totals=(10,))
    assert stopped[1:3] == ["fire.hit red>black a hit with the Pulse cannon", "ruling.shields black>red 2"]
    assert stopped[3:] == ["ab.sustained red>black 1 Pulse cannon"], "nothing to dodge, nothing to suffer"
    weak = shot(duel(black=f"{QUIET}\nshield = 1"), "pulse-cannon@black", "no", totals=(10,))
    assert weak[1:4] == [
        "fire.hit red>black 1 a hit with the Pulse cannon",
        "dodge.effect black no",
        "firepower.cosmetic black",
    ]
    dodged = shot(duel(black=f"{QUIET}\nshield = 1"), "pulse-cannon@black", "yes", totals=(10, 7))
    assert dodged[4:6] == ["dodge.effect black>red", "ruling.firepower-zero black"]
    assert "ruling.shields" not in " ".join(weak + dodged)


@pytest.mark.rule("socs.ruling.disabled", "socs.ruling.light-turn", "socs.maneuver.total-defense.no-fire")
def test_who_has_guns_but_may_not_fire_is_told_why() -> None:
    fight = fleet(
        ship("red", "kestrel", "a", QUIET), ship("p", "petrel", "b", 'condition = "disabled"'),
        ship("g", "hammer", "b", "adrift = true"), ship("h", "hammer", "b", "no-fire = true"),
        ship("d", "hammer", "b", 'condition = "destroyed"'), ship("mule", "mule", "b", "adrift = true"),
    )  # fmt: skip
    assert shot(fight) == ["ruling.disabled p no fire", "ruling.light-turn g no fire", "maneuver.total-defense.no-fire h"]
    assert fight.get("h.no-fire") is False
    assert shot(duel(red=QUIET, black=QUIET)) == []


@pytest.mark.rule("socs.weapon.range", "socs.range.out", "socs.range.long")
def test_a_gun_without_a_target_is_told_whether_it_or_everybody_is_too_far_away() -> None:
    far = big("brigand", "petrel", b=QUIET, now='range = "long"')
    assert shot(far, "hold") == ["weapon.range a twin-blaster", "weapon.range a twin-blaster-2", "weapon.range b pd-turret"]
    assert shot(duel(now='range = "out"')) == ["range.out red pulse-cannon", "range.out black heavy-cannon"]
    assert shot(big("brigand", "petrel", a='lost = ["turret-a"]', b=QUIET), "hold") == []


@pytest.mark.rule("socs.ab.sustained", "socs.ruling.sustained")
def test_sustained_fire_goes_on_ends_and_begins_anew() -> None:
    aimed = 'guns = [{{ key = "{}", target = "{}", sustained = 2 }}]'
    fight = dogfight(
        red=aimed.format("pulse-cannon", "black"), gold=aimed.format("pulse-cannon", "black"),
        black=aimed.format("heavy-cannon", "gold"),
    )  # fmt: skip
    assert shot(fight, "pulse-cannon@black", "hold", "heavy-cannon@red", totals=(17, 17))[-4:] == [
        "ab.sustained red>black 3 Pulse cannon",
        "ruling.sustained gold>black Pulse cannon",
        "ruling.sustained black>gold Heavy cannon",
        "ab.sustained black>red 1 Heavy cannon",
    ]
    assert [guns(fight, who) for who in ("red", "gold", "black")] == [[("black", 3)], [("", 0)], [("red", 1)]]


@pytest.mark.rule("socs.character.minor", "socs.ruling.minor-vs-major", "socs.firepower.heavy")
def test_plot_protection_is_for_ships_with_a_major_character_against_minor_gunners() -> None:
    cap = 'rulings = { minor-vs-major = "cap-at-light" }'
    hero = shot(dogfight(head=cap, red=QUIET, gold=QUIET), "heavy-cannon@red", "no", "no", totals=(6,))
    assert hero[1:3] == ["character.minor black>red 2", "fire.hit black>red 2 a hit with the Heavy cannon"]
    light = dogfight(head=cap, red=QUIET, gold=QUIET, black='guns = ["pulse-cannon"]')
    assert "character.minor" not in " ".join(shot(light, "pulse-cannon@red", "no", "no", totals=(6,))), "Light is Light"
    for fight, target, at in (
        (dogfight(head=cap, red=QUIET, gold=QUIET), "gold", 6),  # nobody major aboard
        (dogfight(head=cap, red=QUIET, gold=QUIET, black='crew = ["tobin-rask"]'), "red", 8),  # a major gunner
        (dogfight(red=QUIET, gold=QUIET), "red", 6),  # not ruled so
    ):  # fmt: skip
        lines = shot(fight, f"heavy-cannon@{target}", "no", totals=(at,))
        assert lines[1] == f"fire.hit black>{target} 3 a hit with the Heavy cannon"
        assert f"firepower.heavy {target}" in lines


@pytest.mark.rule("socs.ruling.dodge-roll", "socs.dodge.effect", "socs.ruling.dodge-count")
def test_a_dodge_made_failed_declined_and_by_ruling() -> None:
    for answer, totals, head, lines in (
        ("yes", (10, 7), "", ["ruling.dodge-roll black 3d6<=7", "dodge.effect black>red 1", "firepower.cosmetic black"]),
        ("yes", (10, 8), "", ["ruling.dodge-roll black 1 3d6<=7", "firepower.light black"]),
        ("no", (10,), "", ["firepower.light black"]),
        ("yes", (10,), "automatic", ["ruling.dodge-roll black>red automatic", "dodge.effect black>red 1"]),
        ("yes", (10, 13), "piloting", ["ruling.dodge-roll black 3d6<=13", "dodge.effect black>red 1"]),
    ):  # fmt: skip
        fight = duel(black=QUIET, head=f'rulings = {{ dodge-roll = "{head}" }}' if head else "")
        assert shot(fight, "pulse-cannon@black", answer, totals=totals)[3 : 3 + len(lines)] == lines


@pytest.mark.rule("socs.ruling.disabled", "socs.dodge.effect")
def test_a_ship_without_a_living_pilot_dodges_nothing() -> None:
    dead = 'crew = [{ key = "pilot", dead = true }]\n'
    lines = shot(fleet(ship("red", "kestrel", "a"), ship("b", "hammer", "b", dead), ship("c", "hammer", "b", QUIET)),
                 "pulse-cannon@b", totals=(9,))  # fmt: skip
    assert lines[1:4] == ["fire.hit red>b 2 a hit with the Pulse cannon", "ruling.disabled b>red no dodge", "firepower.light b"]


@pytest.mark.rule("socs.limit.cutter-dodge", "socs.limit.line-dodge", "socs.ruling.station-dodge", "socs.dodge.effect")
def test_who_may_dodge_whom() -> None:
    """No ship the guns of a smaller class, no station anybody's."""
    meek = 'shield = 0\norders = { "socs.fire.roll" = "hold", "socs.dodge.effect" = "no" }'
    for target, shooter, barred in (
        ("kestrel", "hammer", ""), ("kestrel", "brigand", ""), ("kestrel", "colossus", ""),
        ("petrel", "hammer", "limit.cutter-dodge"), ("petrel", "brigand", ""), ("petrel", "colossus", ""),
        ("resolute", "hammer", "limit.line-dodge"), ("resolute", "brigand", "limit.line-dodge"), ("resolute", "colossus", ""),
        ("anvil", "hammer", "ruling.station-dodge"), ("anvil", "colossus", "ruling.station-dodge"),
    ):  # fmt: skip
        fight = big(target, shooter, a=meek, b='guns = ["light-laser"]\nauto-hit = "a"')
        assert shot(fight, "light-laser@a")[2] == (f"{barred} a>b no dodge" if barred else "dodge.effect a no")
