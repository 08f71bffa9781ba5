"""Thrown weapons and grenades: the throw, cooking, half range, scatter, diving, rings, clouds, charges, launchers."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight, Refused
from tests.compound_x.helpers import fight, miss

KNIVES = 'weapons = []\nthrown = [{ key = "throwing-knife", count = 2, in-hand = true }]'
TOSS = "cx.thrown.accuracy"


def thrower(more: str = "", tor: str = "", *others: str, head: str = "") -> Fight:
    return fight(f"{KNIVES}\n{more}".strip(), f"at = [5, 0]\n{tor}".strip(), *others, head=head)


def bomber(
    grenade: str = "frag", tor: str = "", *others: str, more: str = "", head: str = "", dex: int = 5, now: str = ""
) -> Fight:
    """Ana with a grenade in hand; Tor at [8, 0]."""
    arms = (
        f"weapons = []\nskills = {{ weapons-explosives = 6 }}\nstats = {{ dexterity = {dex} }}\n"
        f'grenades = [{{ key = "{grenade}", count = 2, in-hand = true }}]\n{more}'
    )
    place = "" if "at = " in tor else "at = [8, 0]"
    return fight(arms.strip(), f"{place}\nweapons = []\n{tor}".strip(), *others, head=head, now=now)


@pytest.mark.rule(TOSS, "cx.order.thrown", "cx.combatmod.uses", "cx.ruling.thrown-aim")
def test_a_throw_is_resolved_like_a_shot_but_never_from_the_hip() -> None:
    one = thrower("stats = { perception = 8 }", 'cover = "partial"')
    assert miss(one, "throw ana tor") == 5 - 1 + 2
    one.play("throw ana tor", dice=[7, 60])
    assert one.get("tor.health") == 100 - 17
    assert one.get("ana.thrown.0.count") == 1
    with pytest.raises(Refused, match="in hand"):
        one.play("throw ana tor")


@pytest.mark.rule("cx.thrown.bypass", "cx.ruling.thrown-bypass", "cx.crit.sources")
def test_three_over_the_final_miss_chance_goes_past_armour() -> None:
    one = thrower("", 'armour = "medium-full-l3"')
    one.play("throw ana tor", dice=[8])
    assert one.get("tor.health") == 66
    lucky = thrower("", 'armour = "medium-full-l3"\ncover = "full"')
    lucky.play("throw ana tor", dice=[10, 3])  # a critical does, too
    assert lucky.get("tor.health") == 100 - 54


@pytest.mark.rule("cx.thrown.stealth", "cx.ruling.thrown-stealth")
def test_from_hiding_a_throw_does_more_but_hits_no_easier() -> None:
    one = thrower('unseen-by = ["tor"]')
    assert miss(one, "throw ana tor") == 5
    one.play("throw ana tor", dice=[6, 60])
    assert one.get("tor.health") == 100 - 27


@pytest.mark.rule("cx.thrown.unarmed-feats", "cx.thrown.bypass", "cx.ruling.thrown-bypass")
def test_half_of_the_unarmed_feats_counts_in_throws() -> None:
    one = thrower('abilities = ["unarmed-combat-training"]')
    one.play("throw ana tor", dice=[8])
    assert one.get("tor.health") == 100 - 44


@pytest.mark.rule("cx.thrown.skill20", "cx.order.thrown", "cx.thrown.accuracy")
def test_a_practised_hand_needs_one_less() -> None:
    with pytest.raises(Refused, match="DEX 5"):
        thrower("stats = { dexterity = 4 }").play("throw ana tor")
    thrower("stats = { dexterity = 4 }\nskills = { weapons-thrown = 20 }").play("throw ana tor", dice=[1])


@pytest.mark.rule("cx.order.modifier-scope")
def test_what_spoils_a_shooters_hand_spoils_a_throwers() -> None:
    assert miss(thrower("winded = 1"), "throw ana tor") == miss(thrower(), "throw ana tor") + 1
    assert miss(thrower('stance = "prone"'), "throw ana tor") == miss(thrower(), "throw ana tor")  # that steadies guns only


@pytest.mark.rule("cx.thrown.range", "cx.ranged.brackets", "cx.ruling.thrown-range", "cx.order.thrown")
def test_range_is_by_the_throwers_stat_or_as_listed_by_a_ruling() -> None:
    fight(KNIVES, "at = [10, 0]").play("throw ana tor", dice=[1])  # DEX 5: 5 m, and 5 m more
    with pytest.raises(Refused, match="further than 10 m"):
        fight(KNIVES, "at = [11, 0]").play("throw ana tor")
    fight(KNIVES + "\nstats = { dexterity = 9 }", "at = [14, 0]").play("throw ana tor", dice=[1])
    axe = 'weapons = []\nthrown = [{ key = "throwing-axe", in-hand = true }]\nstats = { strength = 8 }'
    with pytest.raises(Refused, match="further than 9 m"):
        fight(axe, "at = [10, 0]").play("throw ana tor")
    listed = '[rulings]\nthrown-range = "listed"'
    fight(KNIVES, "at = [15, 0]", head=listed).play("throw ana tor", dice=[1])
    with pytest.raises(Refused, match="further than 15 m"):
        fight(KNIVES, "at = [16, 0]", head=listed).play("throw ana tor")


@pytest.mark.rule("cx.thrown.size")
@pytest.mark.shown("cx.thrown.reflex", "cx.ruling.reflex-modifier", "cx.grenade.reflex")
def test_proficiency_goes_by_size_and_the_form_says_the_rest() -> None:
    one = thrower('profession = "soldier"')
    forms = {form.kind: form for form in one.legal("ana")}
    assert {"cx.thrown.reflex", "cx.thrown.size"} <= set(forms["throw"].hints)
    assert "cx.grenade.reflex" in forms["lob"].hints
    heavy = KNIVES.replace("in-hand = true", 'in-hand = true, size = "two-handed"') + '\nprofession = "soldier"'
    with pytest.raises(Refused, match="not proficient"):
        fight(heavy, "at = [5, 0]").play("throw ana tor")


# --- grenades -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.grenade.skill")
def test_a_grenade_takes_explosives_six() -> None:
    one = fight('weapons = []\nskills = { weapons-explosives = 5 }\ngrenades = [{ key = "frag", in-hand = true }]')
    before = one.hash
    with pytest.raises(Refused, match="Explosives 6"):
        one.play("lob ana 8,0")
    assert one.hash == before


@pytest.mark.rule("cx.grenade.short", "cx.ruling.grenade-short", "cx.ruling.grenade-per")
def test_less_than_half_the_longest_throw_is_easier() -> None:
    one = bomber("frag", "at = [29, 0]")  # 10 + 2 x 5 m
    assert miss(one, "lob ana 9,0") == 3
    assert miss(one, "lob ana 10,0") == 5


@pytest.mark.rule("cx.ruling.grenade-short")
def test_no_further_than_the_thrower_can() -> None:
    with pytest.raises(Refused, match="further than 20 m"):
        bomber().play("lob ana 21,0")


@pytest.mark.rule("cx.grenade.scatter-near", "cx.ruling.grenade-within-one", "cx.ruling.grenade-direction", "cx.order.grenade")
def test_one_short_lands_d4_metres_off_in_one_of_eight_ways() -> None:
    one = bomber("smoke")
    one.play("lob ana 8,0", dice=[3, 4, 3, 1, 1])  # 4 m to the right; two Reflex saves
    assert one.get("clouds.0.at") == [8, -4]


@pytest.mark.rule(
    "cx.grenade.scatter-far", "cx.grenade.scatter-near", "cx.ruling.grenade-direction", "cx.ruling.grenade-within-one"
)
def test_worse_lands_d10_metres_off() -> None:
    one = bomber("smoke")
    one.play("lob ana 8,0", dice=[2, 9, 1, 1])
    assert one.get("clouds.0.at") == [17, 0]
    wide = bomber("smoke", head='[rulings]\ngrenade-near = "wide"')
    wide.play("lob ana 8,0", dice=[2, 4, 1, 1])
    assert wide.get("clouds.0.at") == [12, 0]


@pytest.mark.rule("cx.ruling.grenade-blast", "cx.ruling.crit-area", "cx.presumed.conditions", "cx.order.grenade")
def test_fragments_hit_by_rings_and_the_bare_take_all() -> None:
    one = bomber(
        "frag",
        "stats = { fortitude = 15 }",
        'id = "kit"\nside = "dock"\nat = [8, 4]\nstats = { fortitude = 15 }\narmour = "medium-full-l3"',
    )
    one.play("lob ana 8,0", dice=[9, 1, 1])  # both fail to dodge
    assert one.get("tor.health") == 200 - 3 * 45
    assert one.get("tor.conditions.0.stacks") == 2
    assert (one.get("kit.health"), one.get("kit.armour-points")) == (200, 60)  # APL 1 against 3


@pytest.mark.rule("cx.ruling.grenade-dodge", "cx.presumed.saves")
def test_whoever_saves_may_dive_away_at_the_price_of_an_action() -> None:
    one = bomber("frag", 'stats = { fortitude = 15, dexterity = 8, perception = 8 }\naim = "ana"')
    one.play("lob ana 8,0", dice=[9, 81], answers=["east"])  # 81 + 20 > 100: 4 m
    assert one.get("tor.at") == [12, 0]
    assert one.get("tor.health") == 200 - 2 * 45
    assert (one.get("tor.stance"), one.get("tor.owed"), one.get("tor.aim")) == ("prone", 1, "")


@pytest.mark.rule("cx.grenade.cook", "cx.grenade.lands", "cx.grenade.short", "cx.order.grenade")
def test_a_cooked_grenade_cannot_be_dodged_and_must_be_thrown() -> None:
    one = bomber("frag", "stats = { fortitude = 15 }")
    one.play("cook ana", dice=[]).play("lob ana 8,0", dice=[9])
    assert one.get("tor.health") == 65
    with pytest.raises(Refused, match="same turn"):
        bomber(more="actions = 1").play("cook ana")


@pytest.mark.rule("cx.ruling.grenade-impact", "cx.order.grenade", "cx.ruling.grenade-dodge")
def test_a_natural_ten_strikes_whoever_stands_on_the_point() -> None:
    one = bomber("smoke")
    one.play("lob ana 8,0", dice=[10, 7, 20, 1, 1])
    assert one.get("tor.health") == 93


@pytest.mark.rule("cx.stealth.ranged-miss", "cx.stealth.ranged-damage", "cx.ruling.stealth-reveal")
def test_a_blast_from_hiding_adds_twenty_once_per_victim() -> None:
    one = bomber("frag", "stats = { fortitude = 15 }", more="hidden = true")
    assert miss(one, "lob ana 8,0") == 5 - 2 - 1
    one.play("lob ana 8,0", dice=[9, 1])
    assert one.get("tor.health") == 200 - 135 - 20
    assert one.get("ana.hidden") is False


@pytest.mark.rule("cx.aim.cease.thrown", "cx.ruling.grenade-dodge")
def test_a_blast_that_hurts_spoils_the_aim() -> None:
    one = bomber("frag", 'stats = { fortitude = 15 }\naim = "ana"')
    one.play("lob ana 8,0", dice=[9, 1])
    assert one.get("tor.aim") == ""


@pytest.mark.rule("cx.aim.cease.impaired", "cx.presumed.saves", "cx.ruling.save-crits", "cx.ruling.grenade-dodge")
def test_a_flash_blinds_and_spoils_the_aim() -> None:
    one = bomber("flashbang", 'aim = "ana"')
    one.play("lob ana 8,0", dice=[9, 1, 1, 99, 1])  # Ana is in its ten metres as well, and sees it coming
    assert one.get("tor.aim") == ""
    assert one.get("tor.conditions.0.kind") == "blind"
    assert one.get("ana.conditions") == []


@pytest.mark.rule("cx.example.eyes-shut", "cx.free.limit", "cx.free.def", "cx.grenade.short")
def test_shut_eyes_see_no_flash() -> None:
    one = bomber("flashbang", "eyes-shut = true")
    one.play("free ana shut-eyes", dice=[])
    assert one.get("ana.actions") == 4
    one.play("lob ana 8,0", dice=[9])  # nothing to dodge, nothing to see
    assert (one.get("ana.conditions"), one.get("tor.conditions")) == ([], [])


@pytest.mark.rule("cx.example.oa-knockback", "cx.melee.forced-move-safe", "cx.kick.distance", "cx.ruling.melee-end")
def test_whoever_a_kick_or_blast_moves_lays_himself_open_to_nobody() -> None:
    sword = 'melee = [{ key = "gs101-sword", in-hand = true }]'
    one = fight("weapons = []", "at = [1, 0]\nweapons = []", f'id = "kit"\nside = "crew"\nat = [1, 1]\n{sword}')
    one.legal("ana")
    one.play("kick ana tor", dice=[60, 20], answers=["athletics"])
    assert one.get("kit.reactions") == 3


def test_gas_hurts_and_spoils_the_aim_unless_one_wears_a_mask() -> None:
    cloud = 'clouds = [{ kind = "gas", radius = 10, rounds = 2, damage = 10, at = [30, 0] }]'
    one = fight("", "", now=cloud)
    one.play("end-turn ana", dice=[]).step(dice=[])
    assert one.get("tor.health") == 90
    assert miss(one, "fire tor ana") == 4 + 3 + 3
    masked = fight("", "kits = { gas-mask = 1 }", now=cloud)
    masked.play("end-turn ana", dice=[]).step(dice=[])
    assert masked.get("tor.health") == 100
    assert masked.get("clouds.0.rounds") == 2


@pytest.mark.rule("cx.actions.skill")
def test_a_charge_is_set_and_set_off_from_afar() -> None:
    one = bomber("c10", "at = [3, 0]")
    one.play("set-charge ana", dice=[60])
    one.play("run ana -5,0", dice=[])
    one.gm("set ana.actions 1")
    one.play("detonate ana", dice=[1])  # Tor's Reflex fails
    assert one.get("tor.health") == 0


# --- launchers ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.ruling.launcher-miss", "cx.order.special", "cx.ranged.attack-roll")
def test_a_rocket_that_misses_goes_off_where_it_scatters() -> None:
    rocket = 'stats = { strength = 6 }\nweapons = ["ecsc-rpe-b7"]\naim = "tor"'
    one = fight(rocket, 'at = [30, 0]\nstance = "prone"\ncover = "full"')
    assert miss(one, "fire ana tor") == 4
    one.play("fire ana tor", dice=[4, 4, 1])  # 4 m beyond: still within its five metres
    assert one.get("tor.health") == 0
    wide = fight(rocket, 'at = [30, 0]\nstance = "prone"')
    wide.play("fire ana tor", dice=[1, 9, 1])
    assert wide.get("tor.health") == 100


def test_a_launched_grenade_goes_off_on_impact() -> None:
    arms = (
        'weapons = ["matthews-tx-6-rotary-grenade-launcher"]\naim = "tor"\nskills = { weapons-explosives = 12 }\n'
        "stats = { strength = 6 }"
    )
    one = fight(arms, 'at = [30, 0]\nstance = "prone"\nstats = { fortitude = 15 }')
    one.play("fire ana tor", dice=[9])
    assert one.get("tor.health") == 65
    with pytest.raises(Refused, match="Explosives 12"):
        fight(arms.replace("= 12", "= 11")).play("fire ana tor")


def test_whoever_has_thrown_the_last_thing_in_hand_has_empty_hands_in_the_file_too() -> None:
    one = fight('weapons = ["ecsc-mk16"]\nthrown = [{ key = "throwing-knife", in-hand = true }]', "at = [5, 0]")
    one.play("throw ana tor", dice=[2])
    assert one.get("ana.weapons.0.in-hand") is False
    assert starfray.loads(one.to_text()).hash == one.hash
    one.play("draw ana ecsc-mk16", dice=[])
    assert starfray.loads(one.to_text()).get("ana.weapons.0.in-hand") is True


@pytest.mark.rule("cx.grenade.lands", "cx.ruling.launcher-miss")
def test_the_log_says_where_a_rocket_or_a_launched_grenade_comes_down() -> None:
    rocket = 'stats = { strength = 6 }\nweapons = ["ecsc-rpe-b7"]\naim = "tor"'
    one = fight(rocket, 'at = [30, 0]\nstance = "prone"')
    one.play("fire ana tor", dice=[1, 8, 3])  # 8 m off, to the right
    assert [(e.number, e.note) for e in one.events if e.rule == "cx.grenade.lands"] == [(8, "ECSC RPE-B7 at 30,-8")]
    launcher = 'weapons = ["matthews-tx-6-rotary-grenade-launcher"]\naim = "tor"\nskills = { weapons-explosives = 12 }\n'
    two = fight(launcher + "stats = { strength = 10, intelligence = 10 }", 'at = [30, 0]\nstance = "prone"')
    two.play("fire ana tor", dice=[1, 10, 1])
    assert [(e.number, e.note.split(" at ")[1]) for e in two.events if e.rule == "cx.grenade.lands"] == [(10, "40,0")]


WITHOUT_A_MAP = """
rulebook = "compound-x"
[now]
round = 1
order = ["ana", "tor"]
up = "ana"
started = true
[[relation]]
kind = "distance"
between = ["ana", "tor"]
value = 30
[[combatant]]
id = "ana"
side = "crew"
actions = 4
aim = "tor"
stats = { strength = 10, intelligence = 10 }
skills = { weapons-explosives = 12 }
weapons = ["%s"]
[[combatant]]
id = "tor"
side = "dock"
stance = "prone"
stats = { fortitude = 12 }
"""


@pytest.mark.rule("cx.order.special", "cx.ruling.launcher-miss", "cx.ruling.grenade-blast")
def test_without_a_map_a_rocket_reaches_the_one_it_was_fired_at_and_one_that_misses_is_lost() -> None:
    one = starfray.loads(WITHOUT_A_MAP % "ecsc-rpe-b7")
    one.play("fire ana tor", dice=[9, 99])  # the second is Shock
    assert one.get("tor.health") == 50
    wide = starfray.loads(WITHOUT_A_MAP % "ecsc-rpe-b7")
    wide.play("fire ana tor", dice=[4])
    assert (wide.get("tor.health"), wide.get("ana.weapons.0.rounds")) == (170, 0)
    shell = starfray.loads(WITHOUT_A_MAP % "matthews-tx-6-rotary-grenade-launcher")
    shell.play("fire ana tor", dice=[9])
    assert shell.get("tor.health") == 170 - 3 * 45  # the innermost ring of a fragmentation grenade
