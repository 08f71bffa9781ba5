"""Mental attacks: what they are based on, cost and do."""

from __future__ import annotations

import pytest

import starfray
from tests.hybrid.build import chance, duel, heard, landed, reasons

LASH = 'weapons = ["mind-lash"]\nskills = { mind-lash = 8 }'  # MCA 12 + 8: 75; speed 10 - 4
SHOVE = 'weapons = ["kinetic-shove"]\nskills = { kinetic-shove = 8 }'
SCREAM = 'weapons = ["psychic-scream"]\nskills = { psychic-scream = 8 }'


@pytest.mark.rule(
    "hybrid.tohit.mental-entity",
    "hybrid.energy.pools",
    "hybrid.ruling.mental-damage",
    "hybrid.ruling.pse",
    "hybrid.energy.fatigue.loss",
)
def test_a_lash_goes_against_mental_defence_and_tires_the_mind() -> None:
    fight = duel(a=LASH)
    fight.play("mind a b", dice=[])
    assert fight.get("a.mft") == 36 - 3  # paid at once, hit or miss
    fight.step(dice=[40, 3, 4], answers=["no"])  # no location, no armour; 7 + MSE 2.5
    assert (fight.get("count"), chance(fight)) == (106, 75 - 12)
    assert (fight.get("b.mft"), fight.get("b.pft")) == (36 - 9, 39)


@pytest.mark.rule("hybrid.shock.roll", "hybrid.ruling.mental-damage", "hybrid.shock.trigger")
def test_what_fatigue_does_not_hold_goes_to_the_mind_and_shocks_it() -> None:
    fight = duel(a=LASH, b="mft = 2")
    landed(fight, "mind a b", [40, 3, 4, 86, 1, 1], ["no"])  # 7 MBD; MEN 12: 60, failed by 26
    assert (fight.get("b.mft"), fight.get("b.mbd"), fight.get("b.shock.level"), fight.get("b.shock.mind")) == (0, 17, 2, True)


def test_only_rolling_with_it_answers_a_lash_and_it_goes_by_mental_agility() -> None:
    fight = duel(a=LASH)
    fight.play("mind a b", dice=[])
    fight.advance()
    assert [option.key for option in fight.asks[0].options] == ["roll-with-blow", "no"]
    fight.answer(fight.asks[0], "no")
    rolled = landed(duel(a=LASH), "mind a b", [40, 3, 4, 60, 1, 1], ["roll-with-blow"])
    assert chance(rolled, "hybrid.defence.roll-with-blow.roll") == 60  # MAG 12


@pytest.mark.rule("hybrid.ruling.death")
def test_a_mind_at_0_is_out_of_the_fight() -> None:
    fight = duel(a=LASH, b="mft = 0\nmbd = 5")
    landed(fight, "mind a b", [40, 3, 4, 1], ["no"])
    assert fight.over is not None
    assert "catatonic" in heard(fight, "hybrid.ruling.death")


def test_what_is_lacking_in_fatigue_comes_off_exhaustion() -> None:
    fight = duel(a=LASH + "\nmft = 1")
    fight.play("mind a b", dice=[])
    assert (fight.get("a.mft"), fight.get("a.mex")) == (0, 60 - 2)


@pytest.mark.rule("hybrid.energy.pools")
def test_without_energy_there_is_no_mental_attack() -> None:
    fight = duel(a=LASH + "\nmft = 1\nmex = 1")
    before = fight.hash
    with pytest.raises(starfray.Refused, match="MFT"):
        fight.play("mind a b", dice=[])
    assert fight.hash == before


@pytest.mark.rule("hybrid.tohit.mental-entity")
def test_a_thought_reaches_as_far_as_mental_strength() -> None:
    fight = duel(a=LASH + "\nat = [0, 0]", b="at = [13, 0]")
    with pytest.raises(starfray.Refused, match="within 12 m"):
        fight.play("mind a b", dice=[])


@pytest.mark.rule("hybrid.tohit.mental-object")
def test_a_thing_is_moved_by_focus_and_has_no_defence() -> None:
    fight = duel(a=SHOVE)
    landed(fight, "mind a thing=crate", [75])
    assert chance(fight, "hybrid.tohit.mental-object") == 75  # FCS 12 + 8


@pytest.mark.rule("hybrid.tohit.mental-object")
def test_a_lash_does_nothing_to_a_thing() -> None:
    with pytest.raises(starfray.Refused, match="nothing to a thing"):
        duel(a=LASH).play("mind a thing=crate", dice=[])


@pytest.mark.rule("hybrid.defence.normal", "hybrid.location.roll")
def test_a_shove_is_a_physical_blow_from_the_hit_on() -> None:
    fight = duel(a=SHOVE)
    landed(fight, "mind a b", [40, 20, 3, 4], ["no"])
    assert (chance(fight), fight.get("b.pft")) == (75 - 15, 39 - 9)


def test_a_scream_strikes_everybody_in_range_one_after_the_other() -> None:
    friend = "".join(
        f'[[combatant]]\nid = "{who}"\nside = "{side}"\nat = [0, {y}]\ninitiative = 300\n'
        for who, side, y in (("c", "red", 5), ("d", "blue", 13))
    )
    fight = duel(a=SCREAM + "\nat = [0, 0]", b="at = [12, 0]", more=friend)
    landed(fight, "mind a", [40, 5, 5, 100], ["no", "no"])  # b hit for 12, c (a friend) missed, d out of range
    assert (fight.get("b.mft"), fight.get("c.mft"), fight.get("d.mft"), fight.get("a.mft")) == (24, 36, 36, 30)


@pytest.mark.rule("hybrid.defence.evade", "hybrid.ruling.evade-florentine")
def test_a_mind_may_evade_too() -> None:
    fight = duel(a=LASH, b="mind-evading = true")
    landed(fight, "mind a b", [100], ["no"])
    assert chance(fight) == 75 - 24
    own = duel(a=LASH)
    own.play("evade a mind=yes", dice=[])
    landed(own, "mind a b", [100], ["no"])
    assert chance(own) == 60 - 12  # DF 20 - 8
    blow = duel(a="mind-evading = true")
    landed(blow, "blow a b", [100], ["no"])
    assert chance(blow) == 76 - 15  # DF 23 - 2


@pytest.mark.rule("hybrid.attack.all-out")
def test_all_out_the_own_mental_defence_goes_into_the_attack() -> None:
    fight = duel(a=LASH)
    fight.play("stance a all-out b", dice=[])
    landed(fight, "mind a b", [100], ["no"])
    assert (chance(fight), reasons(fight)["hybrid.attack.all-out"]) == (75 - 12 + 12, 12)


@pytest.mark.rule("hybrid.ruling.character-speed", "hybrid.initiative.reaction-speed")
def test_in_a_mental_conflict_speed_is_that_of_the_mind() -> None:
    fight = duel(now="mental = true", a="stats = { paw = 1, maw = 20 }\ninitiative = 0", b="initiative = 0\nwait-until = 0")
    fight.begin(dice=[1, 3, 3, 1, 3, 3])
    assert (fight.get("a.initiative"), fight.get("b.initiative")) == (6 + 8 - 3, 6 + 8 - 2)
