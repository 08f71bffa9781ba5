"""Melee: accuracy against Guard, armour and blunt force, nonlethal blows, two hands, flanking, stealth."""

from __future__ import annotations

import pytest

from starfray import Fight, Refused
from tests.compound_x.helpers import fight, rules

ATTACK, GUARD = "cx.melee.attack", "cx.melee.guard"


def duel(ana: str = "", tor: str = "", *others: str, head: str = "", up: str = "ana", now: str = "", order: str = "") -> Fight:
    """Ana and Tor side by side, nothing in hand unless told otherwise."""
    bare_a = "" if "weapons" in ana else "weapons = []"
    bare_t = "" if "weapons" in tor else "weapons = []"
    beside = "" if "at = " in tor else "at = [1, 0]"
    return fight(
        f"{bare_a}\n{ana}".strip(), f"{beside}\n{bare_t}\n{tor}".strip(), *others, head=head, up=up, now=now, order=order
    )


def blade(key: str) -> str:
    return f'melee = ["{key}"]'


@pytest.mark.rule(ATTACK, "cx.melee.hit", "cx.melee.guard-tie", "cx.ruling.melee-action-cost")
def test_a_blow_hits_over_guard_and_a_tie_is_the_defenders() -> None:
    one = duel()
    with_dice = one.play("strike ana tor", dice=[6, 5, 20])
    assert with_dice.get("tor.health") == 80
    assert one.get("ana.actions") == 3
    tie = duel()
    tie.play("strike ana tor", dice=[6, 6])
    assert tie.get("tor.health") == 100
    with pytest.raises(Refused, match="takes 1"):
        duel("actions = 0").play("strike ana tor")


@pytest.mark.rule(GUARD, "cx.melee.no-skill", "cx.melee.guard.unarmed", "cx.combatmod.uses")
def test_guard_is_rolled_bare_handed_and_no_skill_counts() -> None:
    one = duel("skills = { athletics = 50, acrobatics = 50 }", "skills = { athletics = 90 }\nstats = { dexterity = 6 }")
    one.play("strike ana tor", dice=[6, 5, 20])  # half a point is dropped: 6 against 5
    assert one.get("tor.health") == 80


@pytest.mark.rule("cx.unarmed.not-weapon", "cx.stealth.base-damage", "cx.melee.lethal")
def test_bare_hands_need_no_training_and_may_kill() -> None:
    one = duel('profession = "hacker"', "health = 20")
    one.play("strike ana tor", dice=[6, 5, 20])
    assert (one.get("tor.health"), one.get("tor.unconscious")) == (0, False)


@pytest.mark.rule("cx.melee.armor-applies", "cx.ruling.melee-vs-unarmored", "cx.melee.blunt.str", "cx.ruling.blunt-portion")
def test_a_blow_goes_through_the_armour_procedure() -> None:
    bare = duel()
    bare.play("strike ana tor", dice=[6, 5, 60])  # a less vital spot of somebody without armour: half
    assert bare.get("tor.health") == 90
    clad = duel("", 'armour = { key = "x", coverage = 50, apl = 1, points = 0 }')
    clad.play("strike ana tor", dice=[6, 5, 20])  # struck and not pierced: blunt force, and STR 5 has none
    assert clad.get("tor.health") == 100


@pytest.mark.rule("cx.melee.engaged", "cx.melee.guard", "cx.melee.guard-tie", "cx.melee.attack")
def test_an_attempt_at_melee_range_engages_both_hit_or_miss() -> None:
    one = duel()
    one.play("strike ana tor", dice=[1, 10])
    assert one.get("ana.engaged") == ["tor"]
    assert one.get("tor.engaged") == ["ana"]


@pytest.mark.rule("cx.melee.intended", "cx.ruling.intended-full")
def test_three_over_guard_goes_past_armour_and_does_all_of_it() -> None:
    one = duel(blade("g1-knife"), 'armour = "medium-full-l3"')
    one.play("strike ana tor", dice=[5, 3])  # 5 + 1 against 3
    assert one.get("tor.health") == 100 - 34
    assert one.get("tor.armour-points") == 60


@pytest.mark.rule(
    "cx.melee.guard.melee", "cx.meleeweapon.accuracy", "cx.ruling.drop-decimals", "cx.ruling.melee-accuracy-stats"
)
def test_halves_of_two_stats_add_up_before_they_are_dropped() -> None:
    one = duel(
        'stats = { strength = 6, dexterity = 6 }\nmelee = ["gs101-sword"]\nabilities = ["swordplay"]',
        'stats = { fortitude = 6 }\nmelee = ["gs101-sword"]',
    )
    one.play("strike ana tor", dice=[5, 6, 60])  # 5 + 1 + 2 + 1 against 6 + 0 + 2
    assert one.get("tor.health") < 110


@pytest.mark.rule("cx.melee.guard.cqb", "cx.melee.guard.noncqb", "cx.ruling.guard-choice")
def test_guns_guard_by_their_kind_and_the_best_thing_in_hand_counts() -> None:
    pistol, rifle = 'weapons = ["g-w-10mm-auto"]', 'weapons = ["ecsc-mk16"]'
    duel("", pistol).play("strike ana tor", dice=[6, 5])  # 5 + 1 ties
    one = duel("", rifle)
    one.play("strike ana tor", dice=[6, 6, 60])  # 6 - 1 is not enough
    assert one.get("tor.health") == 90
    both = duel("", 'weapons = [{ key = "g-w-10mm-auto", in-hand = true }]\nmelee = [{ key = "gs101-sword", in-hand = true }]')
    both.play("strike ana tor", dice=[6, 4])  # 4 + 2


@pytest.mark.rule("cx.melee.guard.thrown", "cx.melee.guard.delicate", "cx.melee.guard-listing")
def test_thrown_weapons_and_delicate_tools_guard_poorly() -> None:
    knife = 'stats = { dexterity = 5 }\nthrown = [{ key = "throwing-knife", in-hand = true }]'
    duel("", knife).play("strike ana tor", dice=[6, 6])
    tool = 'melee = [{ key = "applicator", name = "field applicator", delicate = true, in-hand = true }]'
    one = duel("", tool)
    one.play("strike ana tor", dice=[6, 7, 60])  # 7 - 2 is not enough
    assert one.get("tor.health") == 90
    whip = duel("", blade("carbon-whip").replace('["carbon-whip"]', '[{ key = "carbon-whip", in-hand = true }]'))
    whip.play("strike ana tor", dice=[6, 6])  # accuracy +1, but it guards with 0


@pytest.mark.rule("cx.melee.guard-proficiency", "cx.ruling.unproficient", "cx.ruling.improvised-stats")
def test_without_proficiency_a_weapon_is_an_improvised_one_of_its_size() -> None:
    sword = 'profession = "doctor"\nmelee = ["gs101-sword"]'
    one = duel(sword, sword)
    one.play("strike ana tor", dice=[6, 5, 20])  # both +1: 7 against 6
    assert one.get("tor.health") == 50  # 50 + STR, no bleed
    assert one.get("tor.conditions") == []
    smoke = duel("", 'grenades = [{ key = "smoke", in-hand = true }]')
    smoke.play("strike ana tor", dice=[6, 6])


@pytest.mark.rule("cx.melee.blunt.str", "cx.melee.blunt.apl0", "cx.ruling.blunt-portion", "cx.meleeweapon.no-pierce")
def test_a_blade_on_armour_it_cannot_pierce_hurts_by_strength_only() -> None:
    one = duel(f"stats = {{ strength = 8 }}\n{blade('training-sword')}", 'armour = "medium-full-l3"')
    one.play("strike ana tor", dice=[5, 5, 1])  # 5 + 1 + 1 against 5, struck
    assert one.get("tor.health") == 88
    assert one.get("tor.armour-points") == 60


@pytest.mark.rule("cx.melee.blunt.twohanded", "cx.meleeweapon.twohanded", "cx.ruling.blunt-portion")
def test_with_both_hands_the_blunt_part_is_half_as_much_again() -> None:
    one = duel(f"stats = {{ strength = 8 }}\n{blade('training-maul')}", 'armour = "medium-full-l3"')
    one.play("strike ana tor", dice=[6, 5, 1])
    assert one.get("tor.health") == 100 - 36


def test_a_weak_arm_does_no_blunt_damage() -> None:
    one = duel(f"stats = {{ strength = 4 }}\n{blade('training-maul')}", 'armour = "medium-full-l3"')
    one.play("strike ana tor", dice=[7, 5, 1])
    assert one.get("tor.health") == 100


@pytest.mark.rule("cx.armor.apl-pierce")
def test_a_torch_pierces_like_a_bullet() -> None:
    one = duel(blade("welding-torch"), 'armour = "medium-full-l3"')
    one.play("strike ana tor", dice=[5, 4, 1])
    assert one.get("tor.armour-points") == 30
    assert one.get("tor.conditions") == []  # nothing came through


@pytest.mark.rule("cx.presumed.damage-types", "cx.presumed.conditions")
def test_a_vae_edge_goes_through_standard_armour_without_a_roll() -> None:
    one = duel(f"stats = {{ dexterity = 6 }}\n{blade('vae-knife')}", 'armour = "medium-full-l3"')
    one.play("strike ana tor", dice=[5, 5])
    assert one.get("tor.health") == 100 - 34 - 8
    assert one.get("tor.conditions.0.kind") == "bleeding"


# --- nonlethal ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.melee.nonlethal.penalty", "cx.melee.nonlethal.ko", "cx.ruling.unconscious")
def test_a_nonlethal_blow_knocks_out_at_one_health() -> None:
    one = duel("", "health = 15", 'id = "kit"\nside = "dock"\nat = [9, 9]')
    one.play("strike ana tor nonlethal=yes", dice=[8, 5, 20])  # 6 against 5
    assert one.get("tor.health") == 1
    assert one.get("tor.unconscious") is True
    assert one.get("tor.stance") == "prone"


@pytest.mark.rule("cx.melee.nonlethal.declare")
def test_a_nonlethal_blow_needs_proficiency_with_the_weapon() -> None:
    one = duel(f'profession = "doctor"\n{blade("training-maul")}')
    before = one.hash
    with pytest.raises(Refused, match="not proficient"):
        one.play("strike ana tor nonlethal=yes")
    assert one.hash == before
    assert "cx.melee.nonlethal.declare" in next(form for form in one.legal("ana") if form.kind == "strike").hints


@pytest.mark.rule("cx.ruling.nonlethal-blunt", "cx.melee.blunt.str", "cx.ruling.guard-helpless")
def test_blunt_damage_stops_at_one_too_and_the_downed_feel_nothing() -> None:
    kit = 'id = "kit"\nside = "dock"\nat = [9, 9]'
    one = duel(f"stats = {{ strength = 8 }}\n{blade('training-sword')}", 'health = 5\narmour = "medium-full-l3"', kit)
    one.play("strike ana tor nonlethal=yes", dice=[7, 5, 1])
    assert one.get("tor.health") == 1
    down = duel("", 'health = 0\nstance = "prone"', kit)
    down.play("strike ana tor nonlethal=yes", dice=[8])
    assert down.get("tor.health") == 0


# --- both hands ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.meleeweapon.hybrid")
def test_only_a_hybrid_weapon_and_a_trained_arm_swing_with_both_hands() -> None:
    with pytest.raises(Refused, match="no hybrid"):
        duel(blade("gs101-sword")).play("strike ana tor two-handed=yes")
    with pytest.raises(Refused, match="not proficient with two-handed"):
        duel(f'profession = "soldier"\n{blade("training-hammer")}').play("strike ana tor two-handed=yes")


@pytest.mark.rule("cx.meleeweapon.hybrid-offhand")
def test_the_off_hand_is_given_up_for_a_round() -> None:
    pair = 'melee = [{ key = "training-hammer", in-hand = true }, { key = "g1-knife", in-hand = true }]\nweapons = []'
    one = duel(pair)
    one.play("strike ana tor two-handed=yes", dice=[1, 10])
    with pytest.raises(Refused, match="off hand"):
        one.play("strike ana tor g1-knife")
    one.play("end-turn ana", dice=[])
    one.step(dice=[]).play("end-turn tor", dice=[]).step(dice=[])
    one.play("strike ana tor g1-knife", dice=[1, 10])


@pytest.mark.shown("cx.meleeweapon.sizes", "cx.melee.allowed-attacks", "cx.ruling.melee-limits")
def test_the_form_of_a_blow_says_what_the_gm_should_know() -> None:
    form = next(each for each in duel().legal("ana") if each.kind == "strike")
    assert {"cx.meleeweapon.sizes", "cx.melee.allowed-attacks", "cx.ruling.melee-limits"} <= set(form.hints)


@pytest.mark.rule("cx.meleeweapon.exotic")
def test_exotic_weapons_are_known_one_by_one() -> None:
    whip = 'stats = { dexterity = 6 }\nmelee = ["carbon-whip"]\nprofession = "soldier"'
    known = duel(whip + '\nproficiencies = ["carbon-whip"]')
    known.play("strike ana tor", dice=[6, 6, 60])
    assert known.get("tor.health") == 100 - 29  # half of 58
    strange = duel(whip)
    strange.play("strike ana tor", dice=[6, 6, 60])
    assert strange.get("tor.health") == 75  # an improvised one-handed weapon: half of 50


@pytest.mark.rule("cx.presumed.proficiency")
def test_a_weapon_asks_for_its_stats() -> None:
    with pytest.raises(Refused, match="DEX 6"):
        duel(blade("vae-sword")).play("strike ana tor")


def test_a_gun_in_hand_is_a_club_and_a_bayonet_a_knife() -> None:
    club = duel('weapons = ["ecsc-mk16"]')
    club.play("strike ana tor", dice=[7, 5, 20])  # -1
    assert club.get("tor.health") == 50
    pricker = duel('weapons = [{ key = "ecsc-mk16", attachments = ["bayonet"] }]')
    pricker.play("strike ana tor", dice=[5, 5, 20])
    assert pricker.get("tor.health") == 66


@pytest.mark.rule("cx.melee.adjacent")
def test_nobody_is_struck_from_afar() -> None:
    with pytest.raises(Refused, match="out of reach"):
        duel("", "at = [3, 0]").play("strike ana tor")


@pytest.mark.rule("cx.melee.space")
def test_nobody_runs_into_somebodys_space() -> None:
    with pytest.raises(Refused, match="stands there"):
        fight("", "at = [3, 0]").play("run ana 3,0")


# --- luck, flank, stealth -----------------------------------------------------------------------------------------


@pytest.mark.rule("cx.crit.activate", "cx.ruling.melee-crit-bypass", "cx.melee.blunt.str")
def test_a_lucky_blow_does_not_go_past_armour() -> None:
    one = duel(blade("g1-knife"), 'stats = { fortitude = 12, dexterity = 12 }\narmour = "medium-full-l3"')
    one.play("strike ana tor", dice=[10, 5, 1, 1])  # 11 against 9; critical; struck: nothing gets through
    assert one.get("tor.health") == 170


@pytest.mark.rule("cx.crit.damage", "cx.ruling.crit-natural", "cx.crit.sources", "cx.crit.luck-4-6")
def test_a_natural_ten_is_lucky_whatever_is_added_to_it() -> None:
    for natural, dice, lost in ((10, [5], 40), (10, [6], 50), (9, [], 20)):
        one = duel('abilities = [{ key = "steady", accuracy = 1 }]')
        one.play("strike ana tor", dice=[natural, natural, *dice, 20])  # a 9 with +1 is no 10
        assert one.get("tor.health") == 100 - lost


@pytest.mark.rule("cx.crit.extra-effects", "cx.crit.luck-4-6")
def test_a_feat_may_add_to_a_critical() -> None:
    one = duel('abilities = ["keen-edge"]')
    one.play("strike ana tor", dice=[9, 7, 1, 20])  # the band is one wider
    assert one.get("tor.conditions.0.kind") == "bleeding"


@pytest.mark.rule("cx.flank.melee", "cx.ruling.flank-facing", "cx.stealth.base-damage")
def test_from_behind_a_blow_has_two_more() -> None:
    one = duel("", "facing = 0")  # Tor looks away
    one.play("strike ana tor", dice=[4, 5, 20])
    assert one.get("tor.health") == 80
    front = duel("", "facing = 180")
    front.play("strike ana tor", dice=[4, 5])


@pytest.mark.rule("cx.stance.prone-guard")
def test_the_prone_guard_with_two_less() -> None:
    one = duel("", 'stance = "prone"')
    one.play("strike ana tor", dice=[4, 5, 20])
    assert one.get("tor.health") == 80


@pytest.mark.rule("cx.stealth.melee-guard", "cx.stealth.melee-bypass", "cx.ruling.stealth-reveal", "cx.melee.intended")
def test_whoever_does_not_see_it_coming_has_no_guard() -> None:
    one = duel('unseen-by = ["tor"]\n' + blade("g1-knife"), 'armour = "medium-full-l3"')
    one.play("strike ana tor", dice=[2])
    assert one.get("tor.health") == 66
    assert one.get("ana.unseen-by") == []


@pytest.mark.rule("cx.ruling.guard-helpless")
def test_the_helpless_have_no_guard_and_nothing_modifies_it() -> None:
    kit = 'id = "kit"\nside = "dock"\nat = [9, 9]'
    one = duel("", 'passed-out = true\nstance = "prone"\n' + blade("gs101-sword"), kit)
    one.play("strike ana tor", dice=[1, 20])
    assert one.get("tor.health") == 80


@pytest.mark.rule("cx.ruling.melee-end", "cx.ruling.opportunity-unarmed")
def test_melee_ends_when_they_are_apart() -> None:
    one = duel('engaged = ["tor"]', 'engaged = ["ana"]\nweapons = []')
    one.play("run ana -4,0", dice=[])
    assert one.get("tor.engaged") == []


@pytest.mark.rule("cx.ruling.frail", "cx.melee.intended", "cx.order.melee", "cx.melee.guard")
def test_feeble_people_hurt_themselves_and_kill_nobody_bare_handed() -> None:
    one = duel("stats = { fortitude = 1 }")
    one.play("strike ana tor", dice=[9, 5])
    assert one.get("tor.health") == 90  # 20 halved
    assert one.get("ana.health") == 55


@pytest.mark.rule("cx.maneuver.exotic", "cx.grapple.start")
def test_a_grabber_knife_catches_hold_after_a_hit() -> None:
    one = duel("stats = { dexterity = 5 }\n" + blade("grabber-knife"))
    one.play("strike ana tor", dice=[9, 5, 90, 2], answers=["yes", "athletics"])
    assert one.get("grapples.0.control") == "ana"
    assert "cx.grapple.start" in rules(one)


@pytest.mark.rule("cx.meleeweapon.accuracy", "cx.stealth.base-damage", "cx.melee.intended")
def test_a_throwing_weapon_in_the_fist_has_its_own_damage_at_less_accuracy() -> None:
    one = duel('thrown = [{ key = "throwing-knife", in-hand = true }]\nweapons = []', "weapons = []")
    tally = one.preview("strike ana tor throwing-knife").tally
    assert tally is not None
    assert tally.total == -1
    one.play("strike ana tor throwing-knife", dice=[9, 5])  # 8 against 5: as intended
    assert one.get("tor.health") == 100 - 34
    assert one.get("tor.conditions.0.kind") == "bleeding"
    assert one.get("ana.thrown.0.count") == 1


@pytest.mark.rule("cx.presumed.proficiency")
def test_a_throwing_weapon_beyond_ones_stats_is_no_better_in_the_fist() -> None:
    with pytest.raises(Refused, match="DEX 5"):
        duel('stats = { dexterity = 4 }\nthrown = [{ key = "throwing-knife", in-hand = true }]').play(
            "strike ana tor throwing-knife"
        )


@pytest.mark.rule("cx.melee.guard")
@pytest.mark.parametrize(("guard", "total"), [(1, 3), (10, 12)])
def test_the_log_says_what_both_came_to(guard: int, total: int) -> None:
    one = fight('weapons = []\nmelee = ["training-sword"]', "at = [1, 0]\nstats = { fortitude = 12 }\nweapons = []")
    one.play("strike ana tor", dice=[5, guard])
    (told,) = [event for event in one.events if event.against is not None]
    assert (told.rule, told.who, str(told.against)) == ("cx.melee.guard", "tor", f"{total} against 6")  # the sword has 1
