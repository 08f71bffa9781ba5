"""What hits do: the five levels, the dead, the manual override, continuing damage."""

from __future__ import annotations

import pytest

import starfray
from tests.socs.build import big, dice, dogfight, duel, fleet, options, said, ship, step, tally_of

QUIET = 'orders = { "socs.fire.roll" = "hold" }'


@pytest.mark.rule("socs.firepower.cosmetic")
def test_a_cosmetic_hit_only_blisters_paint() -> None:
    fight = duel(red='guns = ["light-laser"]', black="position = { red = 1 }")
    step(fight, ["light-laser@black", "hold", "no"], 9)
    assert fight.get("black.loses-turn") is False
    assert fight.get("black.position.red") == 1


@pytest.mark.rule("socs.firepower.light", "socs.ruling.light-bonuses", "socs.character.minor.no-override")
def test_a_light_hit_takes_the_bonuses_and_starts_continuing_damage() -> None:
    fight = duel(black='position = { red = 2 }\nguns = [{ key = "heavy-cannon", target = "red", sustained = 3 }]')
    step(fight, ["pulse-cannon@black", "heavy-cannon@red", "no"], 9, 18)
    assert fight.get("black.position") == {}
    assert fight.get("black.guns.heavy-cannon.sustained") == 0, "cleared after it went up"
    assert fight.get("black.continuing.failures") == 0


@pytest.mark.rule("socs.ruling.light-turn", "socs.turn.length")
def test_the_turn_lost_is_the_next_one_and_dodging_is_still_allowed() -> None:
    fight = step(duel(), ["pulse-cannon@black", "hold", "no"], 9)
    fight.step(dice(12), ["straight", "offensive:red"], steps=1)  # this Maneuver Phase is kept
    assert fight.get("black.position.red") == 1
    step(fight)  # fresh: no damage control yet
    step(fight, ["pulse-cannon@black", "yes"], 12, 7)  # black is not asked for a target, but dodges
    step(fight, ["straight"])  # nor for a maneuver
    assert [event.note for event in said(fight, "socs.ruling.light-turn")] == ["no fire", "flies straight"]
    step(fight, [], 10)
    assert "heavy-cannon@red" in options(fight, "black"), "the turn after that is whole again"


@pytest.mark.rule("socs.ruling.manual-override", "socs.character.major")
def test_a_major_character_may_override_once_and_keeps_the_turn() -> None:
    fight = duel(black='guns = ["pulse-cannon"]')
    fight.step(dice(8, 15), ["hold", "pulse-cannon@red", "no", "tobin-rask:piloting"], steps=1)
    assert fight.get("red.loses-turn") is False
    assert fight.get("red.continuing.failures") == 0, "the damage goes on all the same"
    fight.step([], ["straight", "straight"])
    step(fight, ["hold", "pulse-cannon@red", "no"], 9)
    assert fight.get("red.loses-turn") is True, "not a second time"


@pytest.mark.rule("socs.ruling.manual-override")
def test_a_failed_override_is_spent_and_mechanic_will_do_as_well() -> None:
    fight = duel(black='guns = ["pulse-cannon"]')
    fight.step(dice(8, 11), ["hold", "pulse-cannon@red", "no", "tobin-rask:mechanic"], steps=1)
    assert (10, "socs.ruling.manual-override") in tally_of(fight, "socs.ruling.manual-override")
    assert fight.get("red.loses-turn") is True
    assert fight.get("red.override-used") is True


@pytest.mark.rule("socs.ruling.manual-override", "socs.ruling.locations")
def test_a_lost_bridge_counts_in_the_override_whoever_takes_the_controls() -> None:
    crew = 'crew = ["ilse-farrow", { key = "brandt-oku", major = true, piloting = 11 }]\nlost = ["bridge"]\n'
    fight = big("petrel", "brigand", a=crew + QUIET, b='auto-hit = "a"')
    fight.step([6, *dice(10)], ["twin-blaster@a", "hold", "hold", "no", "brandt-oku:piloting"], steps=1)
    assert tally_of(fight, "socs.ruling.manual-override") == [
        (11, "socs.ruling.manual-override"), (-2, "socs.ruling.locations"),
    ]  # fmt: skip
    assert fight.get("a.loses-turn") is True, "10 is more than 9"


@pytest.mark.rule("socs.ruling.manual-override")
def test_the_override_is_asked_of_the_one_major_character_aboard() -> None:
    fight = big("petrel", "brigand", a=f'seat = "ana"\nstations = {{ ilse-farrow = "ben" }}\n{QUIET}', b='auto-hit = "a"')
    fight.begin()
    for word in ("twin-blaster@a", "hold", "hold", "no"):  # and no dodge
        fight.answer(fight.asks[0], word)
    assert [ask.who for ask in fight.asks] == ["a/ilse-farrow"]
    fight.answer(fight.asks[0], "no", by="player:ben")
    assert fight.get("a.loses-turn") is True


@pytest.mark.rule("socs.firepower.heavy", "socs.ruling.heavy-deaths", "socs.ruling.disabled")
def test_a_heavy_hit_destroys_a_fighter_and_kills_its_minor_pilot() -> None:
    fight = duel(red='guns = ["heavy-cannon"]\nposition = { black = 3 }')
    step(fight, ["heavy-cannon@black", "heavy-cannon@red", "no"], 9, 18)
    assert fight.get("black.condition") == "destroyed"
    assert fight.get("black.crew.raider-pilot.dead") is True
    assert fight.get("red.position") == {}, "no bonus on what is no more"
    assert fight.get("red.guns.heavy-cannon.sustained") == 0
    assert not said(fight, "socs.character.minor.last-words"), "a villain dies without a word"
    assert fight.over is not None
    assert fight.over.winners == ["league"]


@pytest.mark.rule("socs.ruling.heavy-major", "socs.ruling.simultaneous")
def test_the_major_pilot_of_a_destroyed_fighter_ejects_and_has_fired_all_the_same() -> None:
    fight = duel(red='guns = ["heavy-cannon"]')
    step(fight, ["heavy-cannon@black", "heavy-cannon@red", "no", "no"], 8, 6)
    assert fight.get("red.condition") == fight.get("black.condition") == "destroyed"
    assert fight.get("red.crew.tobin-rask.dead") is False
    assert fight.over is not None
    assert fight.over.winners == []


@pytest.mark.rule("socs.character.minor.last-words")
def test_a_friendly_minor_character_gets_a_last_word() -> None:
    fight = dogfight()
    step(fight, ["hold", "hold", "heavy-cannon@gold", "no"], 6)
    assert said(fight, "socs.character.minor.last-words")[0].note == "Squadron pilot"


@pytest.mark.rule("socs.firepower.heavy", "socs.order.damage", "socs.ruling.disabled", "socs.ruling.heavy-deaths")
def test_a_heavy_hit_disables_a_cutter_and_each_minor_character_throws_a_die() -> None:
    fight = duel(archetype="petrel", red='guns = ["heavy-cannon"]', black=QUIET)
    step(fight, ["heavy-cannon@black"], 10, one_die=[3, 4, 1])
    assert fight.get("black.condition") == "disabled"
    dead = [one.key for one in fight.state.roster["black"].crew if one.dead]
    assert dead == ["brandt-oku", "pd-turret-crew"], "Ilse Farrow is major; 4 lives"


@pytest.mark.rule("socs.ruling.disabled")
def test_a_disabled_ship_neither_fires_nor_maneuvers_nor_dodges_but_is_a_target() -> None:
    fight = fleet(
        ship("red", "kestrel", "league"), ship("black", "petrel", "foe", 'condition = "disabled"'),
        ship("grey", "hammer", "foe"),
    )  # fmt: skip
    step(fight, ["pulse-cannon@black", "hold"], 10, one_die=[6])
    fight.advance()
    assert [ask.who for ask in fight.asks] == ["red", "grey"]


@pytest.mark.rule("socs.firepower.great", "socs.ruling.great-major")
def test_a_great_hit_vaporises_and_major_characters_roll_for_their_lives() -> None:
    fight = big("colossus", "petrel", a='guns = ["spinal-beam"]\nauto-hit = "b"', b=QUIET)
    step(fight, ["spinal-beam@b", "no"], 12)
    crew = fight.state.roster["b"].crew
    assert fight.get("b.condition") == "vaporised"
    assert all(one.dead for one in crew), "12 is more than HT 11"
    other = big("colossus", "petrel", a='guns = ["spinal-beam"]\nauto-hit = "b"', b=QUIET)
    step(other, ["spinal-beam@b", "no"], 11)
    assert [one.key for one in other.state.roster["b"].crew if not one.dead] == ["ilse-farrow"]


@pytest.mark.rule("socs.firepower.extreme")
def test_an_extreme_hit_leaves_nobody() -> None:
    fight = big("colossus", "petrel", a='guns = ["nova-projector"]\nauto-hit = "b"', b=QUIET)
    step(fight, ["nova-projector@b", "no"])
    assert all(one.dead for one in fight.state.roster["b"].crew)


@pytest.mark.rule("socs.ruling.shields", "socs.weapon.firepower")
def test_a_shield_lowers_the_level_before_the_dodge() -> None:
    fight = duel(black="shield = 1")
    step(fight, ["pulse-cannon@black", "hold", "yes"], 9, 7)
    assert said(fight, "socs.fire.hit")[0].number == 1
    assert said(fight, "socs.ruling.firepower-zero")


@pytest.mark.rule("socs.ruling.several-hits", "socs.ruling.locations")
def test_levels_do_not_add_up_but_every_light_hit_finds_its_location() -> None:
    fight = fleet(
        ship("red", "kestrel", "league"), ship("gold", "kestrel", "league"),
        ship("black", "brigand", "foe", QUIET),
    )  # fmt: skip
    fight.step([*dice(9), 2, *dice(9), 5], ["pulse-cannon@black", "pulse-cannon@black"], steps=1)
    assert fight.get("black.lost") == ["turret-a", "nacelle"]
    assert fight.get("black.condition") == ""
    fight.step([], ["straight", "straight", "straight"], steps=1)
    assert options(fight, "red")


@pytest.mark.rule("socs.ruling.continuing-damage", "socs.order.end")
def test_damage_control_ends_it_and_the_third_failure_is_a_heavy_result() -> None:
    fight = duel(black="continuing = { fresh = false }", now='phase = "end"')
    step(fight, [], 10)
    assert fight.get("black.continuing") is None
    fight = duel(black="continuing = { fresh = false, failures = 1 }", now='phase = "end"')
    step(fight, [], 11)
    assert fight.get("black.continuing.failures") == 2
    fight = duel(black="continuing = { fresh = false, failures = 2 }", now='phase = "end"')
    step(fight, [], 11)
    assert fight.get("black.condition") == "destroyed"


@pytest.mark.rule("socs.ruling.continuing-damage")
def test_a_critical_failure_is_heavy_at_once_and_brings_its_death_dice() -> None:
    fight = big("brigand", "petrel", b="continuing = { fresh = false }", now='phase = "end"')
    step(fight, [], 17, one_die=[4, 4, 4])  # best damage control aboard: 12
    assert (12, "socs.ruling.continuing-damage") in tally_of(fight, "socs.ruling.continuing-damage")
    assert fight.get("b.condition") == "disabled"


@pytest.mark.rule("socs.ruling.locations", "socs.maneuver.roll", "socs.ship.mr")
def test_a_lost_engine_room_and_bridge_count_in_maneuvers_and_the_engine_in_dodges() -> None:
    fight = big("brigand", "petrel", a='lost = ["bridge", "engine-room"]', now='phase = "maneuver"')
    step(fight, ["offensive:b", "straight"], 18)
    assert tally_of(fight, "socs.maneuver.roll") == [
        (12, "socs.maneuver.roll"), (-2, "socs.ruling.locations"), (-2, "socs.ruling.locations"),
    ]  # fmt: skip
    fight = big("brigand", "petrel", a=f'lost = ["bridge", "engine-room"]\n{QUIET}')
    step(fight, ["turret-laser@a", "hold", "hold", "yes"], 9, 5, one_die=[6])
    assert tally_of(fight, "socs.ruling.dodge-roll") == [
        (6, "socs.ruling.dodge-roll"), (-2, "socs.ruling.locations"),
    ]  # fmt: skip


@pytest.mark.rule("socs.order.damage", "socs.ship.locations")
def test_the_gm_hurts_a_ship_by_the_rules() -> None:
    fight = duel(black="continuing = { }")
    fight.gm("hurt black heavy")
    assert (fight.get("black.condition"), fight.over is not None) == ("destroyed", True)
    assert fight.undo().over is None
    fight.gm("hurt black light", dice=[], answers=[])
    assert fight.get("black.loses-turn") is True
    for wrong in ("hurt black mild", "hurt black light galley"):
        with pytest.raises(starfray.StarfrayError):
            fight.gm(wrong)
