"""Where two chapters of the book meet."""

from __future__ import annotations

import pytest

from starfray import Refused
from tests.compound_x.helpers import fight, miss, rules

BOMB = 'weapons = []\nskills = { weapons-explosives = 6 }\ngrenades = [{ key = "%s", in-hand = true, cooked = true }]'
STURDY = "weapons = []\nstats = { fortitude = 15 }"
PISTOL_AND_KATANA = (
    'weapons = [{ key = "g-w-10mm-auto", in-hand = true }]\nstats = { dexterity = 6 }\n'
    'melee = [{ key = "vae-katana", in-hand = true }]'
)


def kay(lines: str) -> str:
    return f'id = "kay"\nside = "dock"\n{lines}'


# --- out of range ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.ruling.out-of-range", "cx.range.max", "cx.actions.fire-semi", "cx.firerate.semi")
def test_out_of_range_no_die_is_drawn_for_a_melee_either() -> None:
    bo = 'id = "bo"\nside = "crew"\nat = [91, 0]\nengaged = ["tor"]'
    one = fight('aim = "tor"', 'at = [90, 0]\nengaged = ["bo"]\nstance = "prone"', bo)
    one.play("fire ana tor", dice=[])
    assert one.get("ana.weapons.0.rounds") == 29


@pytest.mark.rule("cx.ruling.out-of-range", "cx.range.max", "cx.actions.fire-semi", "cx.firerate.semi")
def test_out_of_range_nobody_peers_through_smoke() -> None:
    smoke = 'clouds = [{ kind = "smoke", radius = 5, rounds = 3, at = [90, 0] }]'
    one = fight('aim = "tor"', 'at = [90, 0]\nstance = "prone"', now=smoke)
    one.play("fire ana tor", dice=[])
    assert one.get("ana.weapons.0.rounds") == 29


# --- sprint and throw -----------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.move.sprint-penalty", "cx.move.sprint", "cx.ruling.sprint-window", "cx.ruling.sprint-consecutive")
def test_a_throw_is_spoilt_in_the_second_action_after_a_sprint_too_and_not_in_the_third() -> None:
    knives = 'weapons = []\nthrown = [{ key = "throwing-knife", count = 5, in-hand = true }]\nstats = { dexterity = 7 }'
    one = fight(knives, 'at = [10, 0]\nstance = "prone"\ncover = "partial"')
    one.play("run ana 3,0 actions=1 sprint=yes", dice=[])
    assert (one.get("ana.winded"), miss(one, "throw ana tor")) == (2, 10)
    one.play("throw ana tor", dice=[1]).play("draw ana throwing-knife", dice=[])
    assert one.get("ana.winded") == 0
    assert miss(one, "throw ana tor") == 9


@pytest.mark.rule("cx.move.sprint-penalty")
def test_so_is_a_grenade() -> None:
    lines = BOMB % "frag"
    assert miss(fight(lines + "\nwinded = 1"), "lob ana 15,0") == miss(fight(lines), "lob ana 15,0") + 1


# --- hands ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.meleeweapon.hybrid-offhand", "cx.combatmod.table", "cx.ruling.drop-decimals", "cx.meleeweapon.accuracy")
def test_what_is_given_up_is_the_hand_that_helped_the_hybrid_weapon() -> None:
    one = fight(PISTOL_AND_KATANA, "at = [1, 0]\nweapons = []")
    one.play("strike ana tor vae-katana two-handed=yes", dice=[1, 10])
    with pytest.raises(Refused, match="off hand"):
        one.play("fire ana tor g-w-10mm-auto")
    one.play("strike ana tor vae-katana", dice=[1, 10])


@pytest.mark.rule("cx.meleeweapon.hybrid-offhand", "cx.melee.guard.melee")
def test_the_swung_weapon_guards_and_alone_makes_opportunity_attacks() -> None:
    knives = PISTOL_AND_KATANA + '\nthrown = [{ key = "throwing-knife", in-hand = true }]'
    one = fight(knives, 'at = [1, 0]\nactions = 4\nmelee = ["gs101-sword"]\nweapons = []')
    one.play("strike ana tor vae-katana two-handed=yes", dice=[1, 10])
    with pytest.raises(Refused, match="off hand"):
        one.play("throw ana tor")
    one.play("end-turn ana", dice=[]).step(dice=[])
    one.play("strike tor ana", dice=[2, 2])  # 2 + 2 against 2 + 2 of the katana: a pistol's +1 would not do
    one.play("run tor 5,0")
    assert [option.key for option in one.asks[0].options] == ["vae-katana", "decline"]


@pytest.mark.rule("cx.melee.guard-proficiency", "cx.melee.guard-tie", "cx.melee.hit", "cx.order.melee")
@pytest.mark.parametrize(("gun", "guard"), [("g-w-10mm-auto", 0), ("ecsc-mk8-mp", 1), ("matthews-11-35-carbine", 1)])
def test_a_gun_one_never_learnt_guards_as_whatever_is_at_hand(gun: str, guard: int) -> None:
    one = fight("weapons = []", f'at = [1, 0]\nweapons = ["{gun}"]\nproficiencies = ["long-rifle"]')
    one.play("strike ana tor", dice=[5 + guard, 5])  # a tie is the defender's
    assert one.get("tor.health") == 100


@pytest.mark.rule("cx.melee.guard-proficiency", "cx.order.melee", "cx.melee.guard", "cx.melee.attack")
def test_an_exotic_weapon_one_never_learnt_does_not_guard_by_its_own_entry() -> None:
    one = fight(
        "weapons = []",
        'at = [1, 0]\nweapons = []\nstats = { dexterity = 5 }\nprofession = "soldier"\n'
        'melee = [{ key = "carbon-whip", min-dexterity = 5 }]',
    )
    one.play("strike ana tor", dice=[6, 5])  # an improvised one-handed weapon: +1, not the whip's 0
    assert one.get("tor.health") == 100


# --- opportunity attacks --------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.shove.opportunity", "cx.ruling.shove-opportunity", "cx.ruling.opportunity-once", "cx.flank.melee")
def test_a_second_shove_lays_one_open_to_the_same_enemy_again() -> None:
    guard = kay('at = [0, 1]\nmelee = ["g1-knife"]')
    one = fight("weapons = []\nstats = { strength = 2 }", "at = [1, 0]\nweapons = []\nstats = { strength = 2 }", guard)
    for end in ("5,0", "9,0"):
        one.play(f"shove ana tor {end}", dice=[90, 1, 1, 10], answers=["athletics", "g1-knife"])
    assert (one.get("ana.at"), one.get("kay.reactions"), one.get("kay.warded")) == ([2, 0], 1, [])


@pytest.mark.rule("cx.opportunity.cqb-hip", "cx.intomelee.check", "cx.intomelee.failure")
def test_an_opportunity_shot_into_a_melee_needs_luck_like_any_other() -> None:
    bo = kay('at = [-1, 0]\nengaged = ["ana"]\nweapons = []')
    one = fight('weapons = []\nengaged = ["tor", "kay"]', 'at = [1, 0]\nengaged = ["ana"]\nweapons = ["g-w-10mm-auto"]', bo)
    one.play("run ana 0,3", dice=[50, 8, 60], answers=["g-w-10mm-auto"])
    assert (one.get("ana.health"), one.get("kay.health")) == (100, 75)


@pytest.mark.rule("cx.flank.melee", "cx.suppression.aim")
def test_whoever_suppresses_turns_to_the_target_and_shows_his_back_elsewhere() -> None:
    one = fight("facing = 180", "", kay("at = [-1, 0]\nactions = 4"))
    one.play("suppress ana tor", dice=[]).step(dice=[]).play("end-turn tor", dice=[]).step(dice=[])
    assert one.get("ana.facing") == 0
    one.play("strike kay ana", dice=[1, 10])


# --- hiding and blasts ----------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.stealth.ranged-damage", "cx.stealth.condition", "cx.stealth.ranged-miss")
def test_a_blast_from_hiding_hurts_a_friend_no_more_than_usual() -> None:
    bo = f'id = "bo"\nside = "crew"\nat = [16, 0]\n{STURDY}'
    one = fight(f"hidden = true\n{BOMB % 'hiex'}", f"at = [15, 0]\n{STURDY}", bo)
    one.legal("ana")
    one.play("lob ana 15,0", dice=[9, 100, 100])
    assert (one.get("tor.health"), one.get("bo.health")) == (200 - 140, 200 - 120)


@pytest.mark.rule("cx.stealth.ranged-damage")
def test_nor_does_it_hurt_those_more_who_saw_the_thrower() -> None:
    one = fight(f'unseen-by = ["tor"]\n{BOMB % "hiex"}', f"at = [15, 0]\n{STURDY}", kay(f"at = [16, 0]\n{STURDY}"))
    one.play("lob ana 15,0", dice=[9, 100, 100])
    assert (one.get("tor.health"), one.get("kay.health")) == (200 - 140, 200 - 120)


@pytest.mark.rule("cx.stealth.ranged-damage", "cx.order.special", "cx.ruling.aim-thrown", "cx.ruling.grenade-blast")
def test_a_shell_from_hiding_does_more_and_spoils_the_aim_of_all_it_hurts() -> None:
    gun = 'weapons = ["strudwick-arms-ultralight-autocannon-ua-6c"]\nstats = { strength = 6 }\nhidden = true\naim = "tor"'
    one = fight(gun, f'at = [10, 0]\naim = "ana"\n{STURDY}\nstance = "prone"', kay(f'at = [11, 0]\naim = "ana"\n{STURDY}'))
    one.play("fire ana tor", dice=[9, 100, 100])
    assert (one.get("tor.health"), one.get("kay.health")) == (200 - 130, 200 - 90)
    assert (one.get("tor.aim"), one.get("kay.aim")) == ("", "")


# --- a grapple and the dying -----------------------------------------------------------------------------------------


@pytest.mark.rule("cx.grapple.kill", "cx.ruling.kill-dst", "cx.dst.fail3", "cx.grapple.kill-shock")
def test_the_saving_throw_of_a_kill_is_one_more_for_somebody_who_bleeds_already() -> None:
    hold = 'grapples = [{ first = "ana", second = "tor", control = "ana", effort = "kill", won = 1 }]'
    for before, dead in ((2, True), (1, False)):
        downed = f'at = [1, 0]\nweapons = []\nhealth = 0\ndst-failures = {before}\nstance = "prone"'
        one = fight("weapons = []", downed, kay("at = [50, 0]"), now=hold)
        one.play("choke ana effort=kill", dice=[90, 1, 50])
        assert (one.get("tor.dead"), one.get("tor.dst-failures")) == (dead, before + 1)
        assert one.get("tor.dst-allowance") == 3
        assert "cx.grapple.still-held" in rules(one)


# --- held Actions ---------------------------------------------------------------------------------------------------


def offered(lines: str) -> list[str]:
    one = fight(
        f'actions = 0\nheld = {{ actions = 1, trigger = "moves" }}\n{lines}', "at = [1, 0]\nactions = 4\nweapons = []", up="tor"
    )
    one.play("run tor 2,0 actions=1")
    return [option.key for option in one.asks[0].options]


def test_the_hand_that_was_given_up_fires_no_held_shot() -> None:
    assert "semi" in offered(PISTOL_AND_KATANA)
    assert "semi" not in offered(f"{PISTOL_AND_KATANA}\noff-hand-lost = true")


def test_a_full_shotgun_is_not_reloaded_in_a_reaction() -> None:
    assert "reload" not in offered('weapons = ["anvil-arms-hunting-shotgun"]')


# --- what a blow does by its armour roll ------------------------------------------------------------------------------


@pytest.mark.rule("cx.armor.roll", "cx.meleeweapon.twohanded")
@pytest.mark.parametrize("reading", ["missed-armour", "literal", "body-zones"])
@pytest.mark.parametrize(
    ("rig", "roll", "checked"),
    [
        ("light-chest-l1", 45, False),  # coverage 40: armour is missed, but the roll is under 50
        ("heavy-chest-legs-l4", 60, True),  # coverage 75: armour is struck by a roll over 50
        ("heavy-chest-legs-l4", 50, False),
        ("light-chest-l1", 50, False),
        ("light-chest-l1", 51, True),
    ],
)
def test_a_sledge_breaks_limbs_by_the_roll_whatever_it_struck(reading: str, rig: str, roll: int, checked: bool) -> None:
    sledge = 'weapons = []\nmelee = ["sledgehammer"]\nstats = { strength = 6 }'
    one = fight(
        sledge,
        f'at = [1, 0]\nweapons = []\narmour = "{rig}"\nstats = {{ fortitude = 10 }}',
        head=f'[rulings]\nhalf-damage = "{reading}"',
    )
    one.play("strike ana tor", dice=[6, 3, roll, *([1] if checked else [])])
    assert one.get("tor.broken-limbs") == int(checked)


@pytest.mark.rule("cx.armor.roll", "cx.armor.unarmored", "cx.ruling.half-on-miss-armor")
def test_a_power_fist_stuns_on_a_roll_under_50_whatever_it_struck() -> None:
    fist = 'weapons = []\nmelee = ["power-fist"]\nstats = { strength = 6 }'
    thick = "heavy-chest-legs-l4"
    for rig, roll, checked in (("light-chest-l1", 45, True), (thick, 60, False), ("none", 49, True), ("none", 50, False)):
        one = fight(fist, f'at = [1, 0]\nweapons = []\narmour = "{rig}"')
        one.play("strike ana tor", dice=[5, 5, roll, *([1] if checked else [])])
        assert one.get("tor.stunned") == int(checked)
    armoured = fight(fist, 'at = [1, 0]\nweapons = []\narmour = "light-chest-l1"')
    armoured.play("strike ana tor", dice=[5, 5, 39, 100])
    assert (armoured.get("tor.stunned"), armoured.get("tor.health")) == (0, 100 - 20)


# --- rulings hold everywhere ------------------------------------------------------------------------------------------


ALWAYS = '[rulings]\nnatural-ten = "yes"'


@pytest.mark.rule("cx.ruling.thrown-bypass", "cx.crit.damage", "cx.crit.sources", "cx.thrown.bypass")
def test_by_the_ruling_a_natural_ten_hits_with_a_knife_too() -> None:
    knife = 'weapons = []\nthrown = [{ key = "throwing-knife", in-hand = true }]'
    tor = 'at = [10, 0]\ncover = "full"\nweapons = []\narmour = "light-chest-l1"'
    fight(knife, tor).play("throw ana tor", dice=[10])  # over 10
    one = fight(knife, tor, head=ALWAYS)
    one.play("throw ana tor", dice=[10, 1])  # a critical goes past armour
    assert one.get("tor.health") == 100 - 34 - 20


@pytest.mark.rule("cx.ruling.launcher-miss", "cx.grenade.scatter-near", "cx.ruling.grenade-direction")
def test_by_the_ruling_a_rocket_two_short_lands_near_too() -> None:
    gun = 'weapons = ["ecsc-rpe-b7"]\nstats = { strength = 6 }\naim = "tor"'
    one = fight(gun, 'at = [30, 0]\nstance = "prone"\nweapons = []', head='[rulings]\ngrenade-near = "wide"')
    one.play("fire ana tor", dice=[3, 4, 1])  # over 4; d4 and not d10
    assert one.get("tor.health") == 0


@pytest.mark.rule("cx.ruling.grenade-direction")
@pytest.mark.parametrize(("die", "metres"), [(1, 1), (4, 2), (7, 4), (10, 4)])
def test_the_small_rocket_scatters_half_as_far_and_4_m_at_most(die: int, metres: int) -> None:
    gun = 'weapons = ["anvil-arms-at-20"]\nstats = { strength = 6 }\naim = "tor"'
    one = fight(gun, 'at = [30, 0]\nstance = "prone"\nweapons = []')
    one.play("fire ana tor", dice=[1, die, 1])
    (lands,) = [event.note for event in one.events if event.rule == "cx.grenade.lands"]
    assert lands.endswith(f"at {30 + metres},0")


@pytest.mark.rule("cx.stealth.ranged-damage", "cx.order.special", "cx.stealth.ranged-miss")
@pytest.mark.parametrize(("ruling", "lost"), [("all", 4 * 60), ("first", 60 + 3 * 40)])
def test_of_rotary_barrels_the_first_bullet_alone_may_be_the_surprise(ruling: str, lost: int) -> None:
    gun = (
        'weapons = [{ key = "anvil-arms-xm-50-microgun", rounds = 4, spun-up = true }]\nstats = { strength = 6 }\n'
        'hidden = true\naim = "tor"'
    )
    one = fight(
        gun,
        'at = [10, 0]\nstance = "prone"\nweapons = []\nmax-health = 500\nhealth = 500\noverridden = { max-health = "a giant" }',
        head=f'[rulings]\nstealth-per-shot = "{ruling}"',
    )
    one.play("fire ana tor", dice=[10, 1, 1, 10, 1, 1])
    assert one.get("tor.health") == 500 - lost


def test_where_frailty_is_ruled_out_the_weak_wear_what_they_like() -> None:
    plate = 'stats = { strength = 1 }\narmour = "heavy-chest-legs-l4"\nweapons = []'
    assert fight(plate, head='[rulings]\nfrail = "off"').get("ana.armour.coverage") == 75


# --- plasma grenades --------------------------------------------------------------------------------------------------


def plasma(armour: str, head: str = "") -> int:
    one = fight(BOMB % "plasma", f"at = [15, 0]\nweapons = []\nstats = {{ fortitude = 15 }}\n{armour}", head=head)
    one.play("lob ana 15,0", dice=[9])
    burns = [each["stacks"] for each in one.get("tor.conditions") if each["kind"] == "plasma-burn"]
    return burns[0] if burns else 0


@pytest.mark.rule("cx.order.grenade", "cx.ruling.plasma-riders", "cx.grenade.lands")
def test_plasma_burns_whoever_it_gets_through_to_even_if_armour_points_take_it_all() -> None:
    thick = 'armour = { key = "test", coverage = 50, apl = %d, points = 200 }'
    assert plasma(thick % 6) == 3
    assert plasma(thick % 7) == 3  # the first hit is blocked and wears it down by a level, the second gets through
    assert plasma(thick % 8) == 0
    assert plasma(thick % 6, '[rulings]\nplasma-riders = "off"') == 0
    assert plasma("", '[rulings]\nplasma-riders = "off"') == 0


# --- eyes -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.blind.penalty", "cx.opportunity.leave", "cx.opportunity.reaction", "cx.opportunity.weapons")
def test_whoever_is_blind_fires_an_opportunity_shot_blindly() -> None:
    tor = 'at = [1, 0]\nengaged = ["ana"]\nweapons = ["g-w-10mm-auto"]\nconditions = [{ kind = "blind", turns = 2 }]'
    one = fight('weapons = []\nengaged = ["tor"]', tor)
    one.play("run ana 0,3", dice=[10], answers=["g-w-10mm-auto"])  # 4 + 6: not even a 10
    assert one.get("ana.health") == 100


@pytest.mark.rule("cx.ruling.stealth-reveal", "cx.shove.declare")
def test_a_maneuver_from_hiding_gives_one_away() -> None:
    one = fight("weapons = []\nhidden = true", "at = [1, 0]\nweapons = []")
    one.play("shove ana tor", dice=[1, 90], answers=["athletics"])
    assert one.get("ana.hidden") is False


def test_a_held_run_to_where_one_stands_is_not_offered_again() -> None:
    one = fight('actions = 0\nheld = { actions = 2, trigger = "moves" }', "actions = 4", up="tor")
    one.play("run tor 30,3")
    for answer in ("run", "0,0"):
        one.answer(one.asks[0], answer)
    offers = [option.key for option in one.asks[0].options]
    assert ("run" in offers, "aim" in offers) == (False, True)


# --- run-ups and beams ------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.move.jump-h", "cx.ruling.jump")
def test_two_short_runs_in_a_row_are_one_run_up() -> None:
    one = fight("weapons = []\nstats = { dexterity = 4 }")
    one.play("run ana 0,2 actions=1", dice=[]).play("run ana 0,4 actions=1", dice=[])
    one.play("jump ana 0,7", dice=[])  # 4/2 + 1
    assert (one.get("ana.at"), one.get("ana.actions")) == ([0, 7], 2)


def test_a_beam_is_focused_though_its_bipod_has_nothing_to_stand_on() -> None:
    one = fight('weapons = [{ key = "partix-la36-cq", attachments = ["bipod"] }]')
    one.play("deploy ana", dice=[])
    assert (one.get("ana.weapons.0.focused"), one.get("ana.weapons.0.deployed")) == (True, False)
