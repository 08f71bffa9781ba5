"""Aiming and every way it ends, hip and blind fire, firing into melee, stealth, odd guns, reloading, switches."""

from __future__ import annotations

import pytest

from starfray import Fight, Refused
from tests.compound_x.helpers import BO, fight, miss, rules

PRONE = 'stance = "prone"'
AIMED = 'aim = "tor"'
WALL = '[[cover]]\nname = "wall"\nkind = "concealed"\nat = [30, 5]\n[[cover]]\nname = "crate"\nkind = "partial"\nat = [30, 0]'


@pytest.mark.rule("cx.actions.aim", "cx.aim.target", "cx.aim.cost", "cx.aim.effect")
def test_aim_is_taken_at_one_target_that_is_clearly_seen() -> None:
    one = fight()
    one.play("aim ana tor", dice=[])
    assert one.get("ana.actions") == 3
    with pytest.raises(Refused, match="cannot be aimed at"):
        fight("", 'cover = "concealed"').play("aim ana tor")


@pytest.mark.rule("cx.aim.range-free", "cx.ruling.out-of-range", "cx.range.max", "cx.ranged.fire-anywhere")
def test_one_may_aim_and_shoot_beyond_range_and_hit_nothing() -> None:
    one = fight("", "at = [95, 0]")
    one.legal("ana")
    one.play("aim ana tor", dice=[]).play("fire ana tor", dice=[], answers=["here"])
    assert one.get("ana.weapons.0.rounds") == 29
    assert one.get("tor.stance") == "prone"


@pytest.mark.rule("cx.aim.cease.moves", "cx.ruling.aim-target-moves", "cx.example.aim-reappear")
def test_reappearing_five_metres_off_spoils_the_aim() -> None:
    mover = 'actions = 4\nstats = { dexterity = 12 }\nat = [30, 5]\ncover = "concealed"'
    for end, kept in (("30,0", ""), ("30,1", "tor")):
        one = fight('aim = "tor"\naim-at = [30, 5]', mover.replace("[30, 5]", "[30, 6]"), up="tor", scene=WALL)
        one.play(f"run tor {end}", dice=[])
        one.legal("ana")
        assert one.get("ana.aim") == kept


@pytest.mark.rule("cx.aim.reasonable")
def test_going_out_of_sight_does_not_yet_spoil_it() -> None:
    one = fight(AIMED, "actions = 4", up="tor", scene=WALL)
    one.play("run tor 30,5 cover=wall", dice=[])
    assert one.get("ana.aim") == "tor"


@pytest.mark.rule("cx.ruling.aim-persistence")
def test_moving_in_sight_keeps_the_aim() -> None:
    one = fight(AIMED, "actions = 4\nstats = { dexterity = 9 }", up="tor")
    one.play("run tor 30,9", dice=[])
    assert one.get("ana.aim") == "tor"


@pytest.mark.rule("cx.aim.shift-optional", "cx.aim.cease.dies")
def test_after_an_expected_death_the_aim_may_wander_if_the_table_plays_it() -> None:
    down = 'health = 0\nstance = "prone"\ndst-failures = 2'
    kit = 'id = "kit"\nside = "dock"\nat = [33, 0]'
    for ruling in ("on", "off"):
        one = fight(AIMED, down, kit, up="kit", order="kit tor ana", head=f'[rulings]\naim-shift = "{ruling}"')
        one.play("end-turn kit", dice=[]).step(dice=[10]).step(dice=[])
        one.gm("set ana.fallen tor")
        if ruling == "on":
            one.play("shift-aim ana kit", dice=[])
            assert (one.get("ana.aim"), one.get("ana.actions")) == ("kit", 4)
        else:
            with pytest.raises(Refused, match="optional"):
                one.play("shift-aim ana kit")


@pytest.mark.rule("cx.ranged.hip-default", "cx.ruling.range-boundary", "cx.actions.fire-semi")
def test_a_shot_without_aim_is_from_the_hip() -> None:
    one = fight("", "at = [15, 0]\n" + PRONE)
    assert miss(one, "fire ana tor") == 3 + 3 + 2  # 15 m is still the first bracket
    one.play("fire ana tor", dice=[8])
    assert one.get("ana.actions") == 3


@pytest.mark.shown("cx.hip.advice", "cx.combatmod.scale")
def test_the_form_of_a_shot_has_the_books_advice() -> None:
    form = next(each for each in fight().legal("ana") if each.kind == "fire")
    assert {"cx.hip.advice", "cx.flank.ranged", "cx.limits.order", "cx.combatmod.scale"} <= set(form.hints)


@pytest.mark.rule("cx.order.miss-chance", "cx.order.general", "cx.firerate.burst")
def test_the_line_is_summed_in_the_books_order_once_for_all_shots() -> None:
    one = fight(f'{AIMED}\nstance = "prone"', 'cover = "partial"')
    one.play("fire ana tor mode=burst", dice=[2, 2, 2])
    lines = [str(event.tally) for event in one.events if event.tally is not None and event.faces]
    assert lines == ["7 = +4 R2 +2 3 shots -1 prone +2 partial cover"] * 3
    plain = fight(AIMED, "")
    plain.play("fire ana tor mode=burst", dice=[2, 2, 2], answers=["here"])
    assert str(next(event.tally for event in plain.events if event.faces)) == "6 = +4 R2 +2 3 shots"


@pytest.mark.rule("cx.crit.when", "cx.ruling.crit-needs-hit")
def test_only_a_single_shot_that_hits_may_be_critical() -> None:
    single = fight(AIMED, PRONE)
    single.play("fire ana tor", dice=[10, 6, 60])  # the second d10: Extra-Critical
    assert single.get("tor.health") == 100 - (80 + 30) // 2
    burst = fight(AIMED, PRONE)
    burst.play("fire ana tor mode=burst", dice=[10, 60, 2, 2])  # a 10 as well, and no second die
    assert burst.get("tor.health") == 100 - 80 // 2
    far = fight("", f'{PRONE}\ncover = "full"\nhunkered = true')
    far.play("fire ana tor", dice=[10])  # +13: not even a 10 hits, and a miss is never critical
    assert far.get("tor.health") == 100


@pytest.mark.rule("cx.hip.no-optics", "cx.hip.min-range")
def test_inside_its_minimum_a_scope_is_of_no_use() -> None:
    gun = 'weapons = [{ key = "ecsc-mk16", attachments = ["scope4"] }]\naim = "tor"'
    assert miss(fight(gun, "at = [14, 0]\n" + PRONE), "fire ana tor") == 3 + 3 + 2
    assert miss(fight(gun, "at = [15, 0]\n" + PRONE), "fire ana tor") == 3 + 2  # half a point is dropped
    fight(gun, "at = [14, 0]\n" + PRONE).play("fire ana tor", dice=[2])


@pytest.mark.rule("cx.range.magnification-100", "cx.range.magnification-150", "cx.ruling.magnification")
def test_far_shots_need_magnification() -> None:
    plain = 'weapons = [{ key = "anvil-arms-sr-150", attachments = [] }]\naim = "tor"'
    holo = 'weapons = [{ key = "anvil-arms-sr-150", attachments = ["holo12"] }]\naim = "tor"'
    good = 'weapons = ["anvil-arms-sr-150"]\naim = "tor"'
    assert miss(fight(plain, "at = [100, 0]\n" + PRONE), "fire ana tor") == 6
    fight(plain, "at = [101, 0]\n" + PRONE).play("fire ana tor", dice=[])
    fight(holo, "at = [151, 0]\n" + PRONE).play("fire ana tor", dice=[])
    assert miss(fight(good, "at = [151, 0]\n" + PRONE), "fire ana tor") == 7
    fight(good.replace('aim = "tor"', ""), "at = [151, 0]\n" + PRONE).play("fire ana tor", dice=[])  # from the hip


@pytest.mark.rule("cx.blind.hunkered", "cx.ruling.hip-blind", "cx.ruling.blind-mode", "cx.blind.composition")
def test_blind_fire_round_cover_even_hunkered() -> None:
    ana = "hunkered = true\nstats = { perception = 6, luck = 6 }"
    one = fight(ana, PRONE)
    assert miss(one, "fire ana tor blind=yes") == 4 - 1 + 6 + 2
    one.play("fire ana tor mode=burst blind=yes", dice=[2, 2, 2])
    assert one.get("ana.hunkered") is True
    both = fight(ana, PRONE, head='[rulings]\nhip-blind = "both"')
    assert miss(both, "fire ana tor blind=yes") == 14


@pytest.mark.rule("cx.blind.safe", "cx.blind.penalty")
def test_blind_fire_needs_no_hunkering() -> None:
    one = fight('cover = "full"', PRONE)
    one.play("fire ana tor blind=yes", dice=[2])
    assert next(event.tally.total for event in one.events if event.faces and event.tally is not None) == 4 + 6 + 2


@pytest.mark.rule("cx.limits.ability-exception", "cx.ruling.floor-scope")
def test_an_ability_and_lying_down_go_below_the_floor() -> None:
    sharp = (
        'stats = { perception = 15 }\naim = "tor"\nstance = "prone"\nabilities = ["sure-shot"]\n'
        'weapons = [{ key = "ecsc-mk16", attachments = ["reflex", "sling2", "ammo-match"] }]'
    )
    assert miss(fight(sharp, "at = [10, 0]"), "fire ana tor") == -2 - 1 - 1
    fight(sharp, "at = [10, 0]").play("fire ana tor", dice=[1, 9, 60], answers=["here"])


@pytest.mark.rule("cx.ruling.firemode-steps", "cx.ruling.multi-shot-rolls", "cx.ruling.multi-shot-short", "cx.firerate.auto")
def test_stat_steps_lower_the_mode_and_an_empty_magazine_cuts_it_short() -> None:
    gun = 'stats = { strength = 8 }\naim = "tor"\nweapons = [{ key = "anvil-arms-ar-74", rounds = 2 }]'
    one = fight(gun, PRONE)
    assert miss(one, "fire ana tor mode=auto") == 4 + (5 - 2) + 2
    one.play("fire ana tor mode=auto", dice=[2, 2])
    assert one.get("ana.weapons.0.rounds") == 0


@pytest.mark.rule("cx.ruling.cover-stack", "cx.ruling.prone-full-cover", "cx.ranged.cover-add", "cx.stance.hunker-bonus")
def test_stances_do_not_add_up_and_full_cover_swallows_lying_down() -> None:
    one = fight(AIMED, f'{PRONE}\nhunkered = true\ncover = "full"')
    assert miss(one, "fire ana tor") == 4 + 4 + 2
    flat = fight(AIMED, f'{PRONE}\ncover = "full"')
    assert miss(flat, "fire ana tor") == 8
    one.play("fire ana tor", dice=[2])
    flat.play("fire ana tor", dice=[2])


@pytest.mark.rule("cx.ruling.nat10-nat1")
def test_ten_cannot_be_hit_unless_a_natural_ten_always_hits() -> None:
    hard = 'at = [30, 0]\nhunkered = true\ncover = "full"'
    fight(AIMED, hard).play("fire ana tor", dice=[10])
    one = fight(AIMED, hard, head='[rulings]\nnatural-ten = "yes"')
    one.play("fire ana tor", dice=[10, 1, 60])
    assert one.get("tor.health") == 50


@pytest.mark.rule("cx.ruling.half-on-miss-armor", "cx.ruling.coverage-strict", "cx.armor.coverage", "cx.ruling.rounding")
def test_forty_misses_a_coverage_of_forty_unless_it_counts_up_to_it() -> None:
    tor = f'{PRONE}\narmour = {{ key = "x", coverage = 40, apl = 9, points = 9 }}'
    gun = 'weapons = [{ key = "ecsc-mk16", damage = 81 }]\naim = "tor"'
    one = fight(gun, tor)
    one.play("fire ana tor", dice=[9, 40])
    assert one.get("tor.health") == 60
    upto = fight(gun, tor, head='[rulings]\ncoverage = "up-to"')
    upto.play("fire ana tor", dice=[9, 40])
    assert upto.get("tor.health") == 100


@pytest.mark.rule("cx.ruling.damage-order", "cx.order.damage")
def test_everything_is_added_before_a_hit_is_halved() -> None:
    one = fight(f"hidden = true\n{AIMED}", PRONE)
    one.play("fire ana tor", dice=[10, 6, 60])  # 80 + 30 of the critical + 20 from hiding, then half
    assert one.get("tor.health") == 100 - (80 + 30 + 20) // 2


@pytest.mark.rule("cx.ruling.coverage-cap", "cx.ruling.ap-as")
def test_even_full_coverage_has_a_gap() -> None:
    tor = f'{PRONE}\narmour = {{ key = "x", coverage = 120, apl = 1, points = 30 }}'
    one = fight(AIMED, tor)
    one.play("fire ana tor", dice=[9, 99])
    assert (one.get("tor.health"), one.get("tor.armour-points")) == (50, 0)
    one.play("fire ana tor", dice=[9, 100])
    assert one.get("tor.health") == 10


# --- into melee ---------------------------------------------------------------------------------------------------


def scrum(bo: str = "", third: str = "") -> Fight:
    """Bo shoots at Tor, who is in melee with Ana (and Kit)."""
    engaged = '["ana", "kit"]' if third else '["ana"]'
    rows = ['id = "bo"\nside = "crew"\nactions = 4\nat = [20, 0]\nweapons = ["ecsc-mk16"]\n' + bo]
    if third:
        rows.append('id = "kit"\nside = "crew"\nat = [1, 1]\nengaged = ["tor"]\nstance = "prone"')
    return fight(
        f'weapons = []\nengaged = ["tor"]\n{PRONE}',
        f"at = [1, 0]\nweapons = []\nengaged = {engaged}\n{PRONE}",
        *rows,
        up="bo",
        order="bo ana tor" + (" kit" if third else ""),
    )


@pytest.mark.rule("cx.intomelee.check", "cx.intomelee.success", "cx.intomelee.aim", "cx.intomelee.no-crit")
def test_a_shot_into_melee_needs_luck_and_aim_helps() -> None:
    one = scrum('aim = "tor"')
    one.play("fire bo tor", dice=[41, 9, 60])
    assert one.get("tor.health") == 60


@pytest.mark.rule("cx.intomelee.failure", "cx.intomelee.proceed", "cx.ruling.redirected-shot", "cx.intomelee.check")
def test_without_it_the_shot_goes_at_whoever_is_in_melee_with_the_target() -> None:
    one = scrum()
    one.play("fire bo tor", dice=[50, 10, 1, 60])
    assert one.get("ana.health") == 100 - 50


@pytest.mark.rule("cx.ruling.intomelee-random", "cx.intomelee.check")
def test_of_several_a_die_picks_in_initiative_order() -> None:
    one = scrum(third="kit")
    one.play("fire bo tor", dice=[50, 2, 10, 1, 60])
    assert one.get("kit.health") == 50


# --- stealth ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.ruling.stealth-aim", "cx.stealth.ranged-miss", "cx.stealth.ranged-damage", "cx.ruling.stealth-per-shot")
@pytest.mark.shown("cx.stealth.orphan-note", "cx.ruling.stealth-orphan")
@pytest.mark.parametrize(("ruling", "lost"), [("all", 3 * 50), ("first", 50 + 2 * 40)])
def test_from_hiding_every_hit_does_twenty_more(ruling: str, lost: int) -> None:
    one = fight(
        f"hidden = true\n{AIMED}", f"{PRONE}\nstats = {{ fortitude = 15 }}", head=f'[rulings]\nstealth-per-shot = "{ruling}"'
    )
    one.legal("ana")
    assert miss(one, "fire ana tor") == 4 + 2 - 1
    one.play("fire ana tor mode=burst", dice=[9, 60, 9, 60, 9, 60])
    assert one.get("tor.health") == 200 - lost
    assert one.get("ana.hidden") is False


@pytest.mark.rule("cx.stealth.condition", "cx.presumed.nanites")
def test_a_cloak_hides_while_the_nanites_last() -> None:
    worn = (
        'rigs = ["recon-chest-adv"]\nmodules = ["cloak-mk1"]\nskills = { stealth = 10 }\nprofession = "assassin"\n'
        'nanites = 15\nweapons = ["g-w-10mm-auto"]'
    )
    one = fight(worn, "at = [9, 0]")
    one.play("cloak ana", dice=[])
    assert (one.get("ana.hidden"), one.get("ana.nanites")) == (True, 8)
    assert "ana" not in one.view("side:dock").roster
    with pytest.raises(Refused):
        fight(worn.replace("nanites = 15", "nanites = 6"), "at = [9, 0]").play("cloak ana")


def test_nobody_is_asked_about_somebody_he_cannot_see() -> None:
    held = 'held = { actions = 1, trigger = "acts", plan = ["semi"] }'
    one = fight('hidden = true\nstance = "prone"', held)
    one.play("stand ana", dice=[])
    assert one.get("tor.held.actions") == 1


# --- odd guns -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.order.special", "cx.jam.confirm")
def test_rotary_barrels_roll_one_die_for_two_bullets() -> None:
    one = fight('weapons = [{ key = "anvil-arms-xm-50-microgun", rounds = 4 }]\naim = "tor"', f"at = [10, 0]\n{PRONE}")
    with pytest.raises(Refused, match="spun up"):
        one.play("fire ana tor")
    one.play("rechamber ana", dice=[]).play("fire ana tor", dice=[9, 60, 60, 1, 9])
    assert one.get("tor.health") == 60


@pytest.mark.rule("cx.order.special", "cx.presumed.stat-check")
def test_lightning_jumps_and_stuns() -> None:
    kit = 'id = "kit"\nside = "dock"\nat = [11, 0]\nstats = { fortitude = 15 }'
    tor = f"at = [9, 0]\n{PRONE}\nstats = {{ fortitude = 15 }}"
    one = fight('stats = { strength = 6, intelligence = 6 }\nweapons = ["partix-lx-lightning-gun"]\naim = "tor"', tor, kit)
    one.play("fire ana tor", dice=[9, 60, 50, 60, 10, 90])  # 50, then 35; the first fails its FORT check
    assert (one.get("tor.health"), one.get("kit.health")) == (150, 165)
    assert (one.get("tor.stunned"), one.get("kit.stunned")) == (1, 0)


def test_flak_spreads_with_range_and_a_shell_bursts() -> None:
    kit = 'id = "kit"\nside = "dock"\nat = [31, 0]\nstats = { fortitude = 15 }'
    gun = 'stats = { strength = 6 }\nweapons = ["g-w-aa-29-personal-flack-cannon"]\naim = "tor"'
    one = fight(gun, f"{PRONE}\nstats = {{ fortitude = 15 }}", kit)
    one.play("fire ana tor", dice=[9])
    assert (one.get("tor.health"), one.get("kit.health")) == (200 - 111, 200 - 111)
    shell = fight(
        'stats = { strength = 6 }\nweapons = ["strudwick-arms-ultralight-autocannon-ua-6c"]\naim = "tor"',
        f"{PRONE}\nstats = {{ fortitude = 15 }}",
        kit,
    )
    shell.play("fire ana tor", dice=[9, 99])
    assert (shell.get("tor.health"), shell.get("kit.health")) == (90, 130)


def test_an_antimaterial_round_hurts_through_armour_it_does_not_pierce() -> None:
    one = fight(
        'stats = { strength = 6 }\nweapons = ["shiva-light-antimaterial-rifle-sarl"]\naim = "tor"',
        f'{PRONE}\narmour = {{ key = "x", coverage = 99, apl = 9, points = 50 }}',
    )
    one.play("fire ana tor", dice=[9, 1])
    assert one.get("tor.health") == 100 - 66


def test_a_flame_thrower_burns_whoever_is_not_sealed_in() -> None:
    gun = 'stats = { strength = 6 }\nweapons = ["frontier-flame-thrower-flmr"]\naim = "tor"'
    one = fight(gun, f'at = [9, 0]\n{PRONE}\narmour = "medium-full-l3"')
    one.play("fire ana tor", dice=[9, 60])
    assert one.get("tor.health") == 50
    assert one.get("tor.conditions.0.kind") == "burning"
    assert one.get("tor.fear") == 50


def test_a_launcher_under_the_barrel_is_a_gun_of_its_own() -> None:
    gun = 'weapons = [{ key = "ecsc-mk16", attachments = ["ubgl"] }]\naim = "tor"\nskills = { weapons-explosives = 10 }'
    one = fight(gun, f"{PRONE}\nstats = {{ fortitude = 15 }}")
    one.play("fire ana tor ubgl", dice=[9])
    assert (one.get("tor.health"), one.get("ana.weapons.1.rounds")) == (65, 0)


def test_slugs_reach_further_and_a_focused_beam_is_narrow() -> None:
    gun = 'weapons = [{ key = "anvil-arms-hunting-shotgun", load = "slug" }]\naim = "tor"'
    one = fight(gun, f"at = [40, 0]\n{PRONE}")
    one.play("fire ana tor", dice=[9, 60])
    assert one.get("tor.health") == 40
    beam = fight('weapons = ["partix-la36-cq"]\naim = "tor"', f"at = [10, 0]\n{PRONE}\nstats = {{ fortitude = 15 }}")
    beam.play("deploy ana", dice=[])
    assert miss(beam, "fire ana tor") == 1 + 1 + 2


@pytest.mark.rule("cx.combatmod.stack-halves", "cx.stance.prone-aim", "cx.limits.min-firemode", "cx.actions.unlisted")
def test_a_bipod_steadies_automatic_fire_once_deployed() -> None:
    gun = (
        'weapons = [{ key = "ecsc-mk249", attachments = ["bipod", "sling2"] }]\naim = "tor"\nstance = "prone"\n'
        "stats = { strength = 9, perception = 6 }"
    )
    one = fight(gun, PRONE)
    before = miss(one, "fire ana tor mode=auto")
    one.play("deploy ana", dice=[])
    assert miss(one, "fire ana tor mode=auto") == before - 2
    with pytest.raises(Refused, match="nothing to deploy"):
        fight().play("deploy ana")


@pytest.mark.rule("cx.firerate.pump-bolt", "cx.ranged.attack-roll", "cx.actions.fire-semi")
def test_a_revolver_is_cocked_by_slow_hands_for_every_shot() -> None:
    one = fight('weapons = ["matthews-model-25"]\naim = "tor"\nstats = { dexterity = 4 }', f"at = [5, 0]\n{PRONE}")
    with pytest.raises(Refused, match="cocked"):
        one.play("fire ana tor")
    one.play("rechamber ana", dice=[]).play("fire ana tor", dice=[2])
    with pytest.raises(Refused, match="cocked"):
        one.play("fire ana tor")


# --- reloading ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.actions.reload-pump", "cx.reload.dc", "cx.ruling.pump-split", "cx.firerate.pump-bolt")
def test_a_pump_gun_takes_four_actions_and_a_rack_may_wait_for_the_next_turn() -> None:
    one = fight('weapons = [{ key = "anvil-arms-hunting-shotgun", rounds = 0 }]')
    one.play("reload ana", dice=[60])
    assert (one.get("ana.actions"), one.get("ana.weapons.0.rounds")) == (0, 6)
    rack = fight('weapons = [{ key = "anvil-arms-hunting-shotgun", unchambered = true }]')
    rack.play("rechamber ana", dice=[])
    assert rack.get("ana.weapons.0.unchambered") is False


@pytest.mark.rule("cx.actions.reload-bolt", "cx.reload.crit", "cx.ruling.reload-rounding")
def test_a_bolt_gun_takes_three_and_on_a_critical_one() -> None:
    one = fight('weapons = [{ key = "ecsc-prs", rounds = 0 }]')
    one.play("reload ana", dice=[95])
    assert one.get("ana.actions") == 3


@pytest.mark.rule("cx.actions.reload-mag", "cx.reload.success", "cx.order.check")
def test_a_magazine_takes_two() -> None:
    one = fight('weapons = [{ key = "ecsc-mk16", rounds = 0 }]')
    one.play("reload ana", dice=[60])
    assert one.get("ana.actions") == 2


@pytest.mark.rule("cx.ruling.reload-times", "cx.reload.failure", "cx.ruling.reload-check")
def test_a_machine_gun_takes_three_and_a_bungled_reload_runs_on() -> None:
    one = fight('weapons = [{ key = "ecsc-mk249", rounds = 0 }]')
    one.play("reload ana", dice=[2])
    assert (one.get("ana.actions"), one.get("ana.weapons.0.reloading")) == (0, 2)


@pytest.mark.rule("cx.ruling.jam-clear", "cx.jam.clear")
def test_a_jam_may_be_tried_again_and_again() -> None:
    one = fight('weapons = [{ key = "ecsc-mk16", jammed = true }]')
    one.play("clear-jam ana", dice=[60]).play("clear-jam ana", dice=[61])
    assert one.get("ana.weapons.0.jammed") is False


@pytest.mark.rule("cx.ranged.preconditions")
def test_nobody_shoots_himself() -> None:
    with pytest.raises(Refused, match="cannot be shot at"):
        fight().play("fire ana ana")


@pytest.mark.rule("cx.ruling.unproficient")
def test_a_gun_one_has_not_learned_is_refused() -> None:
    one = fight('profession = "doctor"')
    before = one.hash
    with pytest.raises(Refused, match="not proficient"):
        one.play("fire ana tor")
    assert one.hash == before


# --- suppression --------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "cx.actions.suppress", "cx.ruling.suppress-level", "cx.suppression.unseen", "cx.example.cloaked", "cx.suppression.light"
)
def test_a_lower_level_may_be_chosen_and_a_cloaked_target_be_suppressed() -> None:
    one = fight("", "hidden = true", BO + "\nactions = 4", up="bo", order="bo tor ana")
    one.legal("bo")
    one.play("suppress bo tor level=light", dice=[])
    assert one.get("bo.weapons.0.rounds") == 97


def zones(*levels: str) -> str:
    rows = [
        f'{{ by = "{who}", target = "tor", weapon = "{gun}", level = "{level}", radius = 1, at = [30, 0] }}'
        for who, gun, level in zip(("bo", "ana"), ("ecsc-mk249", "ecsc-mk16"), levels, strict=False)
    ]
    return f"zones = [{', '.join(rows)}]"


@pytest.mark.rule("cx.suppression.light-stack", "cx.ruling.suppress-trigger", "cx.suppression.escape", "cx.order.suppression")
def test_every_weapon_gets_its_own_and_leaving_the_area_is_the_way_out() -> None:
    one = fight("", "actions = 4\nstats = { dexterity = 8, fortitude = 10 }", BO, up="tor", now=zones("heavy", "light"))
    form = next(each for each in one.legal("tor") if each.kind == "run")
    assert "cx.suppression.escape" in form.hints
    one.play("run tor 30,8", dice=[2, 60, 60])
    assert "cx.suppression.escape" not in next(each for each in one.legal("tor") if each.kind == "run").hints
    assert one.get("tor.health") == 150 - 42 - 42


@pytest.mark.rule("cx.ruling.suppress-crossing", "cx.suppression.crossing", "cx.order.reactions")
def test_a_crosser_draws_one_accuracy_roll() -> None:
    kit = 'id = "kit"\nside = "dock"\nactions = 4\nat = [15, 8]\nstats = { dexterity = 8 }'
    one = fight("", "", BO, kit, up="kit", now=zones("heavy"))
    one.play("run kit 15,2", dice=[2], answers=["yes"])
    assert rules(one).count("cx.ranged.attack-roll") == 2  # the roll and what came of it, though the level is heavy
    assert one.get("zones.0.bitten") == ["kit"]
