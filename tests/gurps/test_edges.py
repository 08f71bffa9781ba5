"""What lies at the edges of the rules of attack: things, chinks, second blows, contests."""

from __future__ import annotations

import pytest

from starfray.engine.errors import Refused
from tests.gurps.fights import combatant, duel, gun, total_of

CRATE = combatant("box", "b", "[0, 1]", {"archetype": '"crate"'})
TWO = {"skills": "{ broadsword = 16, knife = 16 }", "traits": '["ambidexterity"]',
       "weapons": '[{ key = "broadsword", hand = "right" }, { key = "large-knife", hand = "left" }]'}  # fmt: skip
MAIL = {"armour": '[{ key = "mail", dr = { torso = 4, neck = 4 } }]'}


@pytest.mark.parametrize("place", ["skull", "right-hand", "neck", "random", "weapon", "left-leg"])
@pytest.mark.rule("gurps.location.torso")
def test_a_crate_has_no_skull_or_hands(place: str) -> None:
    fight = duel(more=CRATE)
    with pytest.raises(Refused, match="box has no"):
        fight.play(f"attack ann box location={place}", dice=[])


@pytest.mark.rule("gurps.location.torso")
def test_a_crate_has_no_eyes() -> None:
    with pytest.raises(Refused, match="box has no eye"):
        duel(gun("auto-pistol"), more=CRATE).play("attack ann box location=right-eye", dice=[])


@pytest.mark.rule("gurps.maneuver.feint")
def test_nobody_feints_a_crate_or_a_sleeper() -> None:
    fight = duel(bob={"unconscious": "true"}, more=CRATE + combatant("cid", "b", "[3, 3]", {}))
    for text in ("feint ann box", "all-out-attack ann box feint", "feint ann bob"):
        with pytest.raises(Refused, match="cannot be fooled"):
            fight.play(text, dice=[])


@pytest.mark.rule("gurps.maneuver.feint")
def test_a_feint_is_resisted_with_the_shield_skill_where_that_is_the_best() -> None:
    fight = duel(bob={"skills": "{ broadsword = 12, shield = 15 }"}).play("feint ann bob", dice=[3, 3, 3, 5, 5, 5])
    assert total_of(fight, "gurps.maneuver.feint") == 15


@pytest.mark.rule("gurps.location.chinks")
def test_a_chink_takes_a_point_and_armour_that_has_one() -> None:
    with pytest.raises(Refused, match="cut finds no way"):
        duel(bob=MAIL).play("attack ann bob chink=yes", dice=[])
    with pytest.raises(Refused, match="wears no armour there"):
        duel(gun("auto-pistol"), MAIL).play("attack ann bob location=face chink=yes", dice=[])


@pytest.mark.rule("gurps.option.dual-weapon")
def test_each_of_two_weapons_must_reach() -> None:
    knife_far = {**TWO, "weapons": '[{ key = "rapier", hand = "right" }, { key = "large-knife", hand = "left" }]'}
    with pytest.raises(Refused, match="reach is C, 1"):
        duel(knife_far, gap=2).play("attack ann bob dual=yes", dice=[])


@pytest.mark.rule("gurps.option.dual-weapon")
def test_two_guns_fire_their_own_rounds() -> None:
    derringer = '{ key = "one-shot", melee = false, skill = "guns", type = "pi", max-range = 50, magazine = 1, hand = "left" }'
    guns = {"skills": "{ guns = 20 }", "traits": '["ambidexterity"]'}
    guns["weapons"] = f'[{{ key = "auto-pistol", hand = "right" }}, {derringer}]'
    fight = duel(guns).play("attack ann bob dual=yes shots=3", dice=[6, 6, 5, 6, 6, 5])
    assert fight.get("ann.weapons.auto-pistol.shots") == fight.get("ann.weapons.auto-pistol.magazine") - 3
    assert fight.get("ann.weapons.one-shot.shots") == 0


@pytest.mark.rule("gurps.ruling.deceptive-floor")
def test_the_deceptive_floor_holds_for_the_second_blow_without_what_was_learned() -> None:
    study = {"skills": "{ broadsword = 18 }", "study": '{ target = "bob", turns = 3 }'}
    with pytest.raises(Refused, match="skill of 8"):
        duel(study).play("attack ann bob rapid=yes deceptive=2", dice=[])  # 18 + 3 - 6 - 4 = 11, then 8
    duel(study).play("attack ann bob rapid=yes deceptive=1", dice=[5, 5, 6, 5, 5, 6])


@pytest.mark.rule("gurps.maneuver.all-out-attack.double")
def test_the_second_blow_of_all_out_double_may_come_from_the_second_weapon() -> None:
    fight = duel(TWO).play("all-out-attack ann bob double second-weapon=large-knife", dice=[6, 6, 5, 6, 6, 5])
    tallies = [event.tally for event in fight.events if event.rule == "gurps.maneuver.all-out-attack"]
    assert [tally.reasons[0].note for tally in tallies if tally is not None] == ["broadsword", "knife"]
    with pytest.raises(Refused, match="a weapon in each hand"):
        duel(TWO).play("all-out-attack ann bob double second-weapon=xyzzy", dice=[])


@pytest.mark.rule("gurps.ruling.disarm", "gurps.injury.shock")
def test_shock_counts_in_the_contest_of_a_disarm() -> None:
    fight = duel({"skills": "{ broadsword = 20 }", "pain": "3"})
    fight.play("attack ann bob location=weapon disarm=yes", dice=[3, 3, 3, 3, 3, 3, 3, 3, 3], answers=["no"])
    tallies = [event.tally.total for event in fight.events if event.rule == "gurps.ruling.disarm" and event.tally is not None]
    assert tallies[0] == 20 - 3


@pytest.mark.rule("gurps.option.riposte", "gurps.option.riposte.matching")
def test_a_riposte_against_a_bite_is_paid_for_by_the_dodge() -> None:
    bite = {"weapons": '[{ key = "bite", name = "Bite", natural = true, parries = false, reach = [0, 1], damage = "thr" }]'}
    fight = duel({"skills": "{ broadsword = 16 }"}, bite).play("do-nothing ann", dice=[])
    fight.play("attack bob ann bite", dice=[3, 3, 3, 3, 3, 3], answers=["riposte", "parry-broadsword", "2"])
    assert fight.get("ann.riposte.matching") == "dodge"


@pytest.mark.parametrize("text", ["stun box", "down box"])
def test_the_gm_neither_stuns_a_crate_nor_puts_it_to_sleep(text: str) -> None:
    with pytest.raises(Refused, match="is a thing"):
        duel(more=CRATE).gm(text)


@pytest.mark.rule("gurps.maneuver.feint", "gurps.maneuver.wait")
def test_nobody_waits_to_feint_a_crate() -> None:
    for maneuver in ("feint", "all-out-attack option=feint"):
        fault = duel(more=CRATE).refusal(f"wait ann attacks maneuver={maneuver} target=box")
        assert fault is not None
        assert fault.rule == "gurps.maneuver.feint"
