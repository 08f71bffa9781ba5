"""Rules to the last metre, die and name: just inside of each, and just outside."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight
from starfray.engine.errors import BadInput
from starfray.engine.values import Option
from starfray.rulebooks.coriolis.defence import default_defence
from starfray.rulebooks.coriolis.effects import default_purchase
from tests.coriolis.build import duel, refused, tale
from tests.coriolis.test_opportunity import MISS_B, knives
from tests.coriolis.test_vehicles import DRIVER, car
from tests.coriolis.ward import KIDNEY, ward

MISS = "1" * 7  # Agility 4, Ranged Combat 2, carbine 1


@pytest.mark.rule("coriolis.action.opportunity.passing-limits", "coriolis.action.opportunity")
@pytest.mark.parametrize(("at", "asked"), [("4,2", True), ("4,2.01", False)])
def test_passing_at_two_metres_is_near_enough_and_a_hair_more_is_not(at: str, asked: bool) -> None:
    fight = knives(at=at)
    fight.play("move a 8,0", dice=MISS_B if asked else [], answers=["knife", "no"] if asked else [])
    assert fight.get("b.ap") == (2 if asked else 3)
    if not asked:  # the rule is also about where it ends
        knives(at="4,2").play("move a 8,0", dice=[], answers=["no"])


@pytest.mark.rule("coriolis.ruling.bonus.unspent")
@pytest.mark.parametrize(("extra", "crit", "told"), [
    (3, 0, "increase-damage:3"), (1, 2, "increase-damage:1"), (2, 2, "critical-injury:2"),
    (3, 2, "increase-damage:1 critical-injury:2"),
])  # fmt: skip
def test_the_plain_purchase_is_an_injury_if_it_can_be_had_and_damage_for_the_rest(extra: int, crit: int, told: str) -> None:
    slots = [Option(key) for key in ("increase-damage", "critical-injury", "stun", "disarm")]
    assert default_purchase(slots, extra, crit) == told


@pytest.mark.rule("coriolis.core.success", "coriolis.grapple.attack")
def test_a_grapple_attack_without_a_six_does_nothing() -> None:
    told = tale(duel(a='grapples = "b"', b='grappled-by = "a"', gap=1), "grapple-attack a", "1" * 8)
    assert "core.success a>b misses" in told
    assert not [line for line in told if line.startswith(("melee.hit", "b."))]


@pytest.mark.rule("coriolis.action.opportunity.leaving")
def test_off_the_map_whoever_stays_within_two_metres_or_was_not_there_is_not_struck_at() -> None:
    fight = knives(more='[[combatant]]\nid = "f"\nside = "red"')
    fight.gm("set a.at null").gm("set b.at null").gm("distance a b 1")
    fight.play("move a target=b metres=2", dice=[])
    fight.play("move a target=b metres=2.5", dice=MISS_B, answers=["knife", "no"])
    fight.gm("set a.ap 3").play("move a target=b metres=8", dice=[])


@pytest.mark.rule("coriolis.core.weapon-fields")
@pytest.mark.parametrize(("weapon", "armour", "dice"), [
    ("vulcan-carbine", "armour-vest", 4), ("accelerator-rifle", "armour-vest", 2), ("accelerator-rifle", "thick-hide", 2),
    ("accelerator-rifle", "flight-suit", 1),
])  # fmt: skip
def test_what_pierces_armour_halves_more_than_one_die_and_nothing_else_does(weapon: str, armour: str, dice: int) -> None:
    fight = duel(a=f'weapons = ["{weapon}"]', b=f'armour = "{armour}"')
    pool = 8 if weapon == "accelerator-rifle" else 7
    fight.play("shot a b", dice=[6, *[1] * (pool - 1), *[1] * dice])
    assert fight.get("b.hp") == 3
    duel(a='weapons = ["accelerator-rifle"]', b='armour = "armour-vest"').play("shot a b", dice=[6, *[1] * 7, 1, 1])


@pytest.mark.rule("coriolis.ruling.med.poison", "coriolis.ruling.hands")
def test_poison_goes_on_the_blade_that_is_named_and_in_hand() -> None:
    gear = 'gear = ["poison-3"]\n'
    fight = duel(a=gear + 'weapons = [{ key = "knife", in-hand = true }, { key = "sword", in-hand = true }, "axe"]')
    assert refused(fight, "poison-weapon a axe poison-3").startswith("ruling.hands: 'axe' is not in hand. knife, sword")
    fight.play("poison-weapon a sword poison-3", dice=[])
    assert fight.get("a.poisoned") == {"sword": "poison-3"}


@pytest.mark.rule("coriolis.ruling.vehicle.ram-reach")
def test_nobody_rams_the_own_car_the_dead_or_those_who_sit_in_one() -> None:
    rider = '[[combatant]]\nid = "r"\nside = "blue"\naboard = "van"\n'
    fight = duel(a=DRIVER, b="dead = true", more=car() + car(who="van", x=20, side="blue") + rider)
    for whom in ("car", "b", "r"):
        assert refused(fight, f"ram a {whom}").startswith(f"ruling.vehicle.ram-reach: {whom} cannot be rammed")
    assert fight.refusal("ram a van") is None


@pytest.mark.rule("coriolis.initiative.from-actions", "coriolis.ruling.initiative.raise-lasts")
def test_only_who_has_bought_initiative_rises_and_is_told_of_it() -> None:
    fight = duel(
        a="initiative = 4\nraises = 2", b="initiative = 3", now='turn = 1\nup = "b"\norder = ["a", "b"]\nacted = ["a"]'
    )
    told = tale(fight, "end-turn b") + tale(fight, "due")
    assert [line for line in told if line.startswith(("initiative.from-actions", "ruling.initiative.raise-lasts"))] == [
        "initiative.from-actions a 2", "ruling.initiative.raise-lasts a 6",
    ]  # fmt: skip
    assert (fight.get("a.initiative"), fight.get("b.initiative")) == (6, 3)


@pytest.mark.rule("coriolis.core.advanced-skills", "coriolis.ruling.advanced-zero")
def test_one_level_of_an_advanced_skill_is_enough_and_none_is_not() -> None:
    friend = '[[combatant]]\nid = "f"\nside = "red"\nat = [1, 0]\n'
    trained = duel(a="skills = { command = 1 }\nattributes = { empathy = 3 }", more=friend)
    trained.play("command a f shot", dice=[6, 1, 1, 1])
    assert [(each.by, each.dice) for each in trained.state.roster["f"].helps] == [("a", 1)]
    assert refused(duel(a="skills = { command = 0 }", more=friend), "command a f shot").startswith("core.advanced-skills")


@pytest.mark.rule("coriolis.action.overwatch")
def test_a_direction_takes_a_map_and_people_do_not() -> None:
    fight = duel()
    fight.gm("set a.at null").gm("set b.at null").gm("distance a b 15")
    assert refused(fight, "overwatch a 10,0").startswith("action.overwatch: a has no place on the map. watching=ID+ID")
    fight.play("overwatch a watching=b", dice=[])


def terms(fight: Fight, act: str) -> dict[str, float]:
    """The terms of an act's tally by their rules, without `coriolis.`."""
    tally = fight.preview(act).tally
    assert tally is not None
    return {reason.rule.removeprefix("coriolis."): reason.amount for reason in tally.reasons}


@pytest.mark.rule("coriolis.ranged.mod.size.gm", "coriolis.ranged.mod.size.small")
def test_the_gms_figure_for_size_takes_the_place_of_the_sheets() -> None:
    fight = duel(b='size = "small"\nsize-mod = 2')
    assert {rule: amount for rule, amount in terms(fight, "shot a b").items() if "size" in rule} == {"ranged.mod.size.gm": 2}
    fight.play("shot a b", dice=[1] * 9)
    plain = duel(b='size = "small"')
    assert terms(plain, "shot a b")["ranged.mod.size.small"] == -1
    plain.play("shot a b", dice=[1] * 6)


@pytest.mark.rule("coriolis.ruling.ap.same-pool", "coriolis.turn.definition")
def test_points_are_kept_for_reactions_only_where_there_are_any() -> None:
    assert "ruling.ap.same-pool a 2" in tale(duel(a="ap = 2"), "end-turn a")
    assert not [line for line in tale(duel(a="ap = 0"), "end-turn a") if line.startswith("ruling.ap.same-pool")]


@pytest.mark.rule("coriolis.ruling.bonus.unspent")
@pytest.mark.parametrize(("sixes", "against", "told"), [
    (1, 2, "decrease-damage:1"), (2, 2, "decrease-damage:2"), (3, 2, "decrease-damage:2 counterattack:1"),
    (4, 2, "decrease-damage:2 counterattack:1 raise-initiative:1"),
])  # fmt: skip
def test_the_plain_defence_makes_it_miss_then_strikes_back_then_rises(sixes: int, against: int, told: str) -> None:
    keys = ("decrease-damage", "counterattack", "counter-injury", "disarm", "raise-initiative")
    assert default_defence([Option(key) for key in keys], sixes, against) == told


@pytest.mark.rule("coriolis.state.broken.training-and-gear", "coriolis.ruling.first-aid.untrained")
def test_without_training_first_aid_is_refused_unless_the_house_allows_it() -> None:
    layman = 'skills = { medicurgy = 0 }\ngear = ["medkit"]'
    fight = ward(layman)
    assert refused(fight, "first-aid m p").startswith("state.broken.training-and-gear: m has no training in medicurgy")
    fight.gm("ruling untrained-first-aid allowed")
    fight.play("first-aid m p", dice=[6, 1, 1, 1, 1, 1])
    assert fight.get("p.hp") == 1


@pytest.mark.rule("coriolis.core.general-skills")
@pytest.mark.parametrize(("skill", "alone"), [(0, True), (1, False)])
def test_a_test_on_paper_is_rolled_on_the_attribute_alone_at_level_0(skill: int, alone: bool) -> None:
    told = [event.rule for event in starfray.do("coriolis", f"test 3 {skill}", dice=[1] * (3 + skill)).events]
    assert ("coriolis.core.general-skills" in told) == alone
    starfray.do("coriolis", "test 3", dice=[1, 1, 1])


@pytest.mark.rule("coriolis.ruling.vehicle.arc")
@pytest.mark.parametrize(("hp", "there"), [(1, False), (2, True)])
def test_a_vehicle_with_a_point_left_drives_on(hp: int, there: bool) -> None:
    watcher = "overwatch = { toward = [10, 0] }\nattributes = { strength = 3, agility = 4 }\nskills = { ranged-combat = 3 }"
    bike = car("grav-bike", 10, "bike", "blue", f"hp = {hp + 2}").replace("at = [10, 0]", "at = [10, 30]")
    fight = duel(
        a=watcher, b='aboard = "bike"\ndrives = true', more=bike, now='turn = 1\nup = "b"\norder = ["a", "b"]\nacted = ["a"]'
    )
    fight.play("drive b 10,-30", dice=[6, *[1] * 7], answers=["bike"])
    assert fight.get("bike.hp") == max(0, hp - 1)
    assert (fight.get("bike.at") == [10, -30]) == there
    if there:
        wrecked = duel(
            a=watcher,
            b='aboard = "bike"\ndrives = true',
            more=bike.replace(f"hp = {hp + 2}", "hp = 1"),
            now='turn = 1\nup = "b"\norder = ["a", "b"]\nacted = ["a"]',
        )
        told = tale(wrecked, "drive b 10,-30", "61111111", "bike")
        assert any(line.startswith("ruling.vehicle.arc") for line in told)


@pytest.mark.rule("coriolis.ranged.mod.range.extreme", "coriolis.ranged.mod.range.beyond")
def test_extreme_range_costs_two_dice_and_one_step_beyond_the_weapons_three_more() -> None:
    rifle = duel(a='weapons = ["vulcan-long-rifle"]', gap=150)
    assert terms(rifle, "shot a b")["ranged.mod.range.extreme"] == -2
    rifle.play("shot a b", dice=[1] * 5)  # 4 + 2 + 1 - 2
    carbine = duel(gap=150)
    assert {rule: amount for rule, amount in terms(carbine, "shot a b").items() if "mod.range" in rule} == {
        "ranged.mod.range.extreme": -2, "ranged.mod.range.beyond": -3,
    }  # fmt: skip
    carbine.play("shot a b", dice=[1] * 2)


@pytest.mark.rule("coriolis.med.star")
def test_the_starred_figure_is_not_for_the_broken() -> None:
    lab = 'gear = ["trauma-lab"]'
    assert terms(ward(lab), "first-aid m p")["med.trauma-lab"] == 4
    hurt = ward(lab, f"hp = 0\nprone = true\ninjuries = [{KIDNEY}]")
    assert terms(hurt, "surgery m p")["med.trauma-lab"] == 5
    hurt.play("surgery m p", dice=[1] * 11)


@pytest.mark.rule("coriolis.medtech.poison", "coriolis.medtech.poison.test")
def test_poison_is_of_strength_eight_at_most() -> None:
    gear = 'gear = [{ key = "poison-8", strength = NUMBER }]\nweapons = ["sword"]'
    strong = duel(a=gear.replace("NUMBER", "8"), gap=1)
    strong.play("poison-weapon a sword poison-8", dice=[])
    strong.play("melee-attack a b", dice=[6, 1, 1, 1, 1, 1, 1] + [1] * 8 + [1, 1, 1, 3], answers=["no"])
    with pytest.raises(BadInput, match="no such poison"):
        duel(a=gear.replace("NUMBER", "9"))


@pytest.mark.rule("coriolis.ruling.vehicle.wreck", "coriolis.ruling.vehicle.occupants")
def test_nobody_strikes_from_a_car_at_a_car_or_at_somebody_in_one_that_runs() -> None:
    wreck = car(who="van", x=1, side="blue", more="hp = 0")
    fight = duel(b='aboard = "van"', more=wreck, gap=1)
    assert fight.refusal("melee-attack a b unarmed") is None  # a wreck shelters nobody
    fight.play("melee-attack a b unarmed", dice=[1] * 6, answers=["no"])
    assert refused(fight, "melee-attack a van unarmed").startswith("ruling.vehicle.occupants")
    driven = duel(b='aboard = "van"', more=wreck.replace("hp = 0", ""), gap=1)
    assert refused(driven, "melee-attack a b unarmed").startswith("ruling.vehicle.occupants")
    inside = duel(a='aboard = "own"', more=car(who="own", x=0), gap=1)
    assert refused(inside, "melee-attack a b unarmed").startswith("ruling.vehicle.occupants")


@pytest.mark.rule("coriolis.ruling.illegal")
def test_a_charge_is_planted_on_the_map_and_nowhere_else() -> None:
    fight = duel(a='weapons = ["mining-charge"]')
    fight.play("plant a mining-charge", dice=[])
    assert fight.get("a.weapons.0.dropped") is True
    off = duel(a='weapons = ["mining-charge"]').gm("set a.at null")
    assert refused(off, "plant a mining-charge").startswith("ruling.illegal: a charge needs a place on the map")


@pytest.mark.rule("coriolis.ruling.initiative.claim-when", "coriolis.ruling.hands")
def test_a_vehicle_claims_no_initiative_of_a_weapon() -> None:
    fight = duel(b='aboard = "van"\nweapons = []', more=car(who="van", x=1, side="blue"), gap=1)
    fight.gm("order all coriolis.initiative.weapon ask").play("end-turn a", dice=[])
    fight.play("end-turn b", dice=[])
    fight.step(answers=["no"])  # of the two people only a has somebody to strike, and is asked
    assert fight.get("turn") == 2


@pytest.mark.rule("coriolis.ruling.first-aid.cap", "coriolis.heal.first-aid.success")
@pytest.mark.parametrize(("sixes", "told"), [(2, False), (3, False), (4, True)])
def test_more_sixes_than_hit_points_are_told_as_lost(sixes: int, told: bool) -> None:
    fight = ward(patient="attributes = { strength = 1, agility = 2 }\nhp = 0\nprone = true")
    lines = tale(fight, "first-aid m p", "6" * sixes + "1" * (8 - sixes))
    assert any(line.startswith("ruling.first-aid.cap") for line in lines) == told
    assert fight.get("p.hp") == min(3, sixes)
    if not told:
        ward(patient="attributes = { strength = 1, agility = 1 }\nhp = 0").play("first-aid m p", dice=[6, 6, 6, 1, 1, 1, 1, 1])


@pytest.mark.rule("coriolis.action.shot")
@pytest.mark.parametrize(("quick", "ap", "dice"), [("", 1, 6), ("quick=yes", 2, 4)])
def test_a_throw_costs_as_much_as_a_shot_and_a_quick_one_as_a_quick_shot(quick: str, ap: int, dice: int) -> None:
    fight = duel(a='weapons = ["smoke-grenade", "vulcan-carbine"]')
    told = "\n".join(tale(fight, f"throw a b smoke-grenade {quick}", "6" + "1" * (dice - 1) + "33"))
    assert fight.get("a.ap") == ap
    assert told


@pytest.mark.rule("coriolis.ranged.fire-support", "coriolis.action.take-cover.fire-support")
def test_lying_down_and_cover_each_steady_the_weapon_by_their_own_rule() -> None:
    lying, behind = duel(a="prone = true"), duel(a="cover = 4")
    assert terms(lying, "shot a b")["ranged.fire-support"] == 1
    assert terms(behind, "shot a b")["action.take-cover.fire-support"] == 1
    for fight in (lying, behind):
        fight.play("shot a b", dice=[1] * 8)


@pytest.mark.rule("coriolis.ruling.melee.unarmed", "coriolis.melee.pool")
def test_bare_hands_claim_two_points_of_initiative() -> None:
    fight = duel(gap=1).gm("order all coriolis.initiative.weapon ask").play("end-turn a", dice=[])
    fight.play("end-turn b", dice=[]).step(answers=["unarmed", "no"])
    assert fight.get("a.score") == 2
    fight.play("melee-attack a b unarmed", dice=[1] * 6, answers=["no"])


@pytest.mark.rule("coriolis.ruling.stress.zero", "coriolis.broken.no-actions")
def test_with_one_mind_point_left_one_acts_and_with_none_one_does_not() -> None:
    fight = duel(a="mp = 1", more='[[combatant]]\nid = "f"\nside = "red"\nat = [0, 60]\n')
    fight.play("go-prone a", dice=[])
    fight.gm("set a.mp 0")
    assert refused(fight, "get-up a").startswith("ruling.stress.zero")


@pytest.mark.rule("coriolis.ruling.opportunity.defend")
@pytest.mark.parametrize(("ap", "told"), [(1, False), (2, True)])
def test_what_the_move_has_left_for_a_defence_is_told_where_there_is_something(ap: int, told: bool) -> None:
    fight = knives(a=f"ap = {ap}")
    lines = tale(fight, "move a -5,0", "1" * 6, "knife,no" if told else "knife")
    assert any(line.startswith("ruling.opportunity.defend") for line in lines) == told
    if not told:
        knives().play("move a -5,0", dice=MISS_B, answers=["knife", "no"])
