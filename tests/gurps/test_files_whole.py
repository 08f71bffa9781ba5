"""Positions from files are whole or refused; what lies about and who hides."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import BadInput, Refused
from tests.gurps.fights import combatant, duel, gun, said

CID = combatant("cid", "b", "[9, 9]", {})
EMPTY = {"weapons": "[]"}


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"aim": '{ target = "nobody", weapon = "broadsword" }'}, "aim.target"),
        ({"aim": '{ target = "bob", weapon = "brodsword" }'}, "aim.weapon"),
        ({"aim": '{ target = "bob", weapon = "broadsword", seconds = 0 }'}, "aim.seconds"),
        ({"study": '{ target = "nobody" }'}, "study.target"),
        ({"study": '{ target = "bob", turns = 9 }'}, "study.turns"),
        ({"feints": '[{ by = "nobody", penalty = 2 }]'}, "feints.0.by"),
        ({"riposte": '{ foe = "nobody", weapon = "broadsword", penalty = 2 }'}, "riposte.foe"),
        ({"waiting": '{ trigger = "attacks", watching = "nobody" }'}, "waiting.watching"),
        ({"waiting": '{ trigger = "attacks", target = "nobody" }'}, "waiting.target"),
        ({"waiting": '{ trigger = "attacks", location = "tail" }'}, "waiting.location"),
        ({"waiting": '{ trigger = "attacks", maneuver = "all-out-attack", option = "wild" }'}, "waiting.option"),
        ({"thought": "{ seconds = -3 }"}, "thought.seconds"),
        ({"bleeding": "-5"}, "bleeding"),
        ({"grabbed": '"bob"'}, "grabbed"),
        ({"grabbed": '"cid"'}, "grabbed"),
        ({"useless": "{ right-arm = -3 }"}, "useless"),
        ({"parried": "{ foot = 1 }"}, "parried"),
        ({"group": '"mob"', "joining": '"gang"'}, "joining"),
        ({"weapons": '[{ key = "auto-pistol", shots = 99 }]'}, "weapons.0.shots"),
        ({"crippled": '["left-leg"]', "posture": '"crouching"'}, "posture"),
        ({"orders": '{ "gurps.effort.feverish-defense" = "zz" }'}, "orders"),
        ({"orders": '{ "gurps.maneuver.wait" = "perhaps" }'}, "orders"),
        ({"orders": '{ "gurps.ruling.magic-delivery" = "parry" }'}, "orders"),
    ],
)
def test_a_condition_that_speaks_of_what_is_not_there_is_refused(fields: dict[str, str], place: str) -> None:
    with pytest.raises(BadInput) as fault:
        duel(bob=fields, more=CID)
    assert place in fault.value.field


@pytest.mark.rule("gurps.hp.death", "gurps.fp.unconscious", "gurps.fp.heart-attack", "gurps.injury.mortal.half-hour")
@pytest.mark.parametrize(
    ("fields", "path", "value"),
    [
        ({"hp": "-50"}, "bob.dead", True),
        ({"hp": "-49"}, "bob.dead", False),
        ({"fp": "-10"}, "bob.unconscious", True),
        ({"fp": "-9"}, "bob.unconscious", False),
        ({"heart": "60"}, "bob.incapacitated", True),
        ({"mortal": "true"}, "bob.mortal-clock", 1800),
        ({"mortal": "true", "mortal-clock": "7"}, "bob.mortal-clock", 7),
        ({"spells": '[{ by = "ann", spell = "daze", strength = "moderate" }]'}, "bob.stunned", "spell"),
        ({"spells": '[{ by = "ann", spell = "bind", strength = "heroic" }]'}, "bob.bound", True),
        ({"spells": '[{ by = "ann", spell = "dizzy", strength = "easy" }]'}, "bob.stunned", ""),
    ],
)
def test_what_a_figure_or_a_wound_in_a_file_means_it_means_in_full(fields: dict[str, str], path: str, value: object) -> None:
    assert duel(bob=fields).get(path) == value


@pytest.mark.rule("gurps.location.leg", "gurps.location.arm", "gurps.location.hand")
def test_in_a_file_too_nobody_stands_on_a_lost_leg_or_holds_anything_in_a_lost_hand() -> None:
    assert duel(bob={"crippled": '["left-foot"]'}).get("bob.posture") == "lying"
    assert duel(bob={"useless": "{ right-leg = 9 }", "posture": '"kneeling"'}).get("bob.posture") == "kneeling"
    for lost in ("right-arm", "right-hand"):
        sword = duel(bob={"crippled": f'["{lost}"]', "weapons": '[{ key = "broadsword", hand = "right" }]'})
        assert (sword.get("bob.weapons.0.hand"), sword.get("bob.weapons.0.dropped")) == ("", True)
        assert duel(bob={"crippled": f'["{lost}"]'}).get("bob.weapons.0.hand") == "left"  # where nobody says which


@pytest.mark.rule("gurps.ruling.grab")
def test_whoever_joins_does_not_stumble_over_a_hold_the_gm_has_made() -> None:
    fight = duel().gm("set ann.hp 5").gm("set bob.grabbed ann")
    fight.gm("add \"id = 'dan', archetype = 'dock-guard', side = 'b', at = [9, 9]\"")
    assert fight.get("dan.id") == "dan"
    assert fight.get("bob.grabbed") == "ann"


def test_two_things_alike_are_numbered_and_read_back() -> None:
    fight = duel({"weapons": '["auto-pistol", "auto-pistol", "frag-grenade", "frag-grenade"]', "skills": "{ guns = 14 }"})
    keys = ["auto-pistol", "auto-pistol-2", "frag-grenade", "frag-grenade-2"]
    assert [weapon["key"] for weapon in fight.get("ann.weapons")] == keys
    fight.play("ready ann auto-pistol-2", dice=[])
    again = starfray.loads(fight.to_text())
    assert again.get("ann.weapons") == fight.get("ann.weapons")


@pytest.mark.rule("gurps.option.dual-weapon")
def test_two_pistols_alike_fire_each_its_own_rounds() -> None:
    pistols = {"weapons": '[{ key = "auto-pistol", hand = "right" }, { key = "auto-pistol", hand = "left", shots = 1 }]'}
    fight = duel({**gun("auto-pistol", level=20), **pistols}, gap=3)
    fight.play("attack ann bob dual=yes shots=3", dice=[6, 6, 5, 6, 5, 5])
    assert (fight.get("ann.weapons.auto-pistol.shots"), fight.get("ann.weapons.auto-pistol-2.shots")) == (13, 0)


@pytest.mark.rule("gurps.maneuver.ready")
def test_the_shield_of_the_fallen_can_be_taken() -> None:
    fallen = {"unconscious": "true", "shield": '"small-shield"'}
    fight = duel({**EMPTY, "skills": "{ shield = 14 }"}, fallen, more=CID).play("ready ann shield", dice=[])
    assert (fight.get("ann.shield.key"), fight.get("ann.shield.hand"), fight.get("bob.shield")) == (
        "small-shield",
        "left",
        None,
    )
    assert fight.get("ann.block") == 10  # 14 / 2 + 3
    with pytest.raises(Refused, match="too far away"):
        duel(EMPTY, fallen, gap=4, more=CID).play("ready ann shield of=bob", dice=[])
    with pytest.raises(Refused, match="no shield to make ready"):
        duel(EMPTY, {"shield": '"small-shield"'}).play("ready ann shield of=bob", dice=[])  # he still bears it
    with pytest.raises(Refused, match="no hand for a shield"):
        duel({"weapons": '["spear"]'}, fallen, more=CID).play("ready ann shield", dice=[])


@pytest.mark.rule("gurps.maneuver.ready")
def test_what_the_fallen_carry_undrawn_can_be_taken_and_what_others_carry_cannot() -> None:
    holster = {"weapons": '[{ key = "auto-pistol", hand = "" }]'}
    fight = duel(EMPTY, {**holster, "unconscious": "true"}, more=CID).play("ready ann auto-pistol of=bob", dice=[])
    assert (fight.get("ann.weapons.auto-pistol.hand"), fight.get("bob.weapons")) == ("right", [])
    with pytest.raises(Refused, match="no 'auto-pistol' to make ready"):
        duel(EMPTY, holster).play("ready ann auto-pistol of=bob", dice=[])


@pytest.mark.rule("gurps.ruling.hidden-ends")
@pytest.mark.parametrize(
    ("text", "dice"), [("attack ann bob", [6, 5, 5]), ("feint ann bob", [3] * 6), ("move-and-attack ann bob", [6, 5, 5])]
)
def test_whoever_attacks_from_hiding_is_seen(text: str, dice: list[int]) -> None:
    fight = duel({"hidden": "true"})
    assert fight.play("evaluate ann bob", dice=[]).get("ann.hidden") is True
    fight.play("do-nothing bob", dice=[]).play(text, dice=dice)
    assert fight.get("ann.hidden") is False
    assert said(fight, "gurps.ruling.hidden-ends")


@pytest.mark.rule("gurps.maneuver.defensive-attack.grapple")
def test_nobody_grabs_with_a_foot_or_grabs_a_crate() -> None:
    with pytest.raises(Refused, match="an empty hand"):
        duel(EMPTY).play("defensive-attack ann bob kick kick grapple=yes", dice=[])
    crate = combatant("crate", "c", "[0, 0.4]", {"archetype": '"crate"'})
    with pytest.raises(Refused, match="a thing"):
        duel(EMPTY, more=crate).play("defensive-attack ann crate parry punch grapple=yes", dice=[])


def test_odds_take_the_figures_that_get_takes() -> None:
    fight = duel(bob={"all-out-attack": "true"})
    odds = fight.odds("attack ann bob")
    assert odds.chance_of("bob.dodge", fight.get("bob.dodge")) == pytest.approx(
        sum(each.p for each in odds.parts["bob"].outcomes if each.worked_out["bob.dodge"] == fight.get("bob.dodge"))
    )
    reeling = odds.chance_of("bob.hp", lambda hp: hp * 3 < 10)
    assert 0 < reeling <= odds.chance_of("bob.dodge", lambda dodge: dodge < fight.get("bob.dodge")) < 1
    assert odds.expected("bob.dodge") < 0
    with pytest.raises(BadInput, match="no figure"):
        odds.chance_of("bob.dogde", 8)
