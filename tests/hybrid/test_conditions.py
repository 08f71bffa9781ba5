"""Wounds, exhaustion, light and gravity; skills under filters, pools, related skills, tools, tasks in a fight."""

from __future__ import annotations

import pytest

import starfray
from tests.hybrid.build import chance, duel, heard, landed, reasons

LASH = 'weapons = ["mind-lash"]\nskills = { mind-lash = 8 }\n'
MENTAL = 'max-mbd = 40\noverridden = { max-mbd = "round figures" }\n'
BODY = 'max-pbd = 40\noverridden = { max-pbd = "round figures" }\n'


def physical(lines: str, **more: str) -> int:
    """The DF that is left of 23 for a blow, by its chance."""
    fight = duel(a=lines, **more)
    landed(fight, "blow a b", [100], ["no"])
    return chance(fight) + 15


def mental(lines: str, **more: str) -> int:
    """The chance of a lash, before the defence: DF 20 less what hinders it."""
    fight = duel(a=LASH + lines, **more)
    landed(fight, "mind a b", [100], ["no"])
    return chance(fight) + 12


@pytest.mark.rule("hybrid.mod.condition.ment-25")
def test_a_quarter_of_the_mind_lost() -> None:
    assert (physical(MENTAL + "mbd = 29"), mental(MENTAL + "mbd = 29")) == (77, 72)  # -1, -2


@pytest.mark.rule("hybrid.mod.condition.ment-50")
def test_half_of_the_mind_lost() -> None:
    assert (physical(MENTAL + "mbd = 19"), mental(MENTAL + "mbd = 19")) == (76, 69)


@pytest.mark.rule("hybrid.mod.condition.ment-75", "hybrid.ruling.condition-row-repair")
def test_three_quarters_of_the_mind_lost() -> None:
    assert (physical(MENTAL + "mbd = 9"), mental(MENTAL + "mbd = 9")) == (73, 60)


@pytest.mark.rule("hybrid.mod.condition.ment-90")
def test_nine_tenths_of_the_mind_lost() -> None:
    assert (physical(MENTAL + "mbd = 3"), mental(MENTAL + "mbd = 3")) == (27, 0)  # DF 3, DF -10


@pytest.mark.rule(
    "hybrid.mod.condition.phys-25",
    "hybrid.mod.condition.phys-50",
    "hybrid.mod.condition.phys-75",
    "hybrid.mod.condition.phys-90",
)
def test_wounds_of_the_body_hinder_the_mind_less() -> None:
    assert [mental(BODY + f"pbd = {left}") for left in (29, 19, 9, 3)] == [73, 72, 69, 11]  # -1, -2, -4, -20


@pytest.mark.rule("hybrid.ruling.condition-threshold")
def test_exactly_a_quarter_counts_and_only_the_worst_row() -> None:
    assert physical(BODY + "pbd = 30") == 76
    assert physical(BODY + "pbd = 31") == 78


@pytest.mark.rule(
    "hybrid.mod.condition.principle", "hybrid.mod.condition.ment-exhausted", "hybrid.mod.condition.phys-exhausted"
)
def test_exhaustion_hinders_both_ways_and_adds_up() -> None:
    assert (physical("mex = 0"), mental("mex = 0")) == (75, 65)  # -3, -6
    assert (physical("pex = 0"), mental("pex = 0")) == (70, 70)  # -6, -3
    assert physical("pex = 0\nmex = 0") == 65


@pytest.mark.rule("hybrid.mod.condition.ment-exhausted")
def test_exhaustion_dulls_perception_by_4_each() -> None:
    fight = duel(a="mex = 0\npex = 0")
    landed(fight, "look a", [100])
    assert chance(fight, "hybrid.perception.use") == 32  # 12 - 8


@pytest.mark.shown("hybrid.mod.condition.principle")
def test_the_forms_of_somebody_hurt_say_so() -> None:
    assert any("hybrid.mod.condition.principle" in form.hints for form in duel(a="pbd = 10").legal("a"))


@pytest.mark.rule("hybrid.ruling.modifier-scope")
def test_resistance_takes_no_modifiers() -> None:
    fight = duel(b="pft = 0\npbd = 20\npex = 0\nshock = { level = 3, rolls = 300 }")
    landed(fight, "blow a b", [40, 20, 3, 4, 52, 60], ["no"])  # bleeding PEN 12 - 3, shock PEN 12
    assert (chance(fight, "hybrid.bleeding.resist"), chance(fight, "hybrid.shock.roll")) == (52, 60)


@pytest.mark.rule(
    "hybrid.mod.environment.visibility-50",
    "hybrid.mod.environment.visibility-75",
    "hybrid.mod.environment.gravity-50",
    "hybrid.mod.environment.gravity-100",
)
def test_light_and_gravity() -> None:
    place = "begun = true\ncount = 100\n"
    assert physical("", now=place + "dark = 50") == 75
    assert physical("", now=place + "dark = 75") == 73
    assert physical("", now=place + "gravity = 50") == 75
    assert physical("", now=place + "gravity = 100") == 73
    assert mental("", now=place + "dark = 75\ngravity = 100") == 75  # the mind does not mind


@pytest.mark.rule("hybrid.mod.environment.principle")
def test_one_is_at_home_where_one_grew_up_and_places_may_have_more_to_them() -> None:
    place = 'begun = true\ncount = 100\nhindrances = [{ name = "steam", physical = -2, mental = -1 }]'
    assert (physical("", now=place), mental("", now=place)) == (76, 73)
    assert physical('used-to = ["steam"]', now=place) == 78
    assert physical('used-to = ["dark", "gravity"]', now="begun = true\ncount = 100\ndark = 75\ngravity = 100") == 78


# --- skills ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("hybrid.skill.filter.cap", "hybrid.skill.filter.definition", "hybrid.skill.filter.list")
def test_a_filter_skill_caps_the_rank() -> None:
    weightless = 'begun = true\ncount = 100\nfilters = ["zero-g-combat"]'
    fight = duel(a="skills = { short-sword = 8, zero-g-combat = 4 }", now=weightless)
    landed(fight, "blow a b", [100], ["no"])
    assert chance(fight) == 73 - 15  # 15 + 4


@pytest.mark.rule("hybrid.skill.filter.unlock")
def test_a_roll_against_the_filter_frees_the_full_rank_for_this_use() -> None:
    fight = duel(a='skills = { short-sword = 8, mounted-combat = 4 }\nfilters = ["mounted-combat"]')
    landed(fight, "blow a b unlock=yes", [73, 100], ["no"])
    assert (chance(fight, "hybrid.skill.filter.unlock"), chance(fight)) == (73, 78 - 15)


@pytest.mark.rule("hybrid.ruling.filter-fail")
def test_a_failed_unlock_goes_on_with_the_cap_and_without_the_skill_it_is_half_and_0() -> None:
    fight = duel(a='filters = ["mounted-combat"]')
    landed(fight, "blow a b unlock=yes", [34, 100], ["no"])  # PCA 15: 67 / 2
    assert (chance(fight, "hybrid.skill.filter.unlock"), chance(fight)) == (33, 67 - 15)


@pytest.mark.rule("hybrid.skill.filter.unlock")
def test_nothing_is_unlocked_that_is_not_limited() -> None:
    with pytest.raises(starfray.Refused, match="nothing limits"):
        duel().play("blow a b unlock=yes", dice=[])


@pytest.mark.rule("hybrid.skill.filter.cap")
def test_heavy_armour_asks_for_armour_wearing() -> None:
    fight = duel(a='armour = ["double-mail"]\nskills = { short-sword = 8, armour-wearing = 2 }')
    landed(fight, "blow a b", [100], ["no"])
    assert chance(fight) == 69 - 15  # PCA 14 with PAG 12, rank 2
    assert fight.get("a.pdf") == 14


@pytest.mark.rule("hybrid.skill.pool.bonus")
def test_a_pool_adds_to_the_df() -> None:
    fight = duel(
        a='skills = { short-sword = 8, saber = 10, mace = 6 }\npools = [{ name = "blades", skills = '
        '["short-sword", "saber", "mace"] }]'
    )
    landed(fight, "blow a b", [100], ["no"])
    assert chance(fight) == 83 - 15  # 15 + 8 + floor(5 + 1.4)


@pytest.mark.rule("hybrid.skill.related", "hybrid.ruling.related-fractions")
def test_a_related_skill_stands_in_at_the_fraction_the_gm_names_once() -> None:
    fight = duel(a='weapons = ["stun-pistol"]\nskills = { light-slug-pistol = 10 }')
    fight.play("shoot a b skill=light-slug-pistol", dice=[], answers=["dissimilar"])
    fight.step(dice=[100], answers=["no"])
    assert chance(fight) == 70 - 15  # ACC 15 + 2
    fight.step(dice=[1, 1])
    fight.play("shoot a b skill=light-slug-pistol", dice=[])  # not asked again


@pytest.mark.rule("hybrid.skill.related", "hybrid.ruling.related-fractions", "hybrid.initiative.rank-speed")
def test_a_related_skill_that_serves_makes_the_action_faster_too() -> None:
    fight = duel(a='weapons = ["slug-rifle"]\nskills = { light-slug-pistol = 10 }')
    fight.play("shoot a b skill=light-slug-pistol", dice=[], answers=["similar"])
    assert fight.get("under-way.0.lands") == 100 + 10 - 2  # rank 4, not unranked
    fight.step(dice=[100], answers=["no"])
    assert chance(fight) == 73 - 15  # ACC 15 + 4


@pytest.mark.rule("hybrid.skill.related")
def test_a_skill_one_has_needs_no_stand_in() -> None:
    with pytest.raises(starfray.Refused, match="does not stand in"):
        duel(a="skills = { short-sword = 8, saber = 3 }").play("blow a b skill=saber", dice=[])


@pytest.mark.rule("hybrid.skill.rank.unranked", "hybrid.ruling.unranked", "hybrid.ruling.rounding")
def test_unranked_is_half_the_chance_and_2_counts_and_rank_0_is_neither() -> None:
    fight = duel(a="skills = {}")
    landed(fight, "blow a b", [100], ["no"])
    assert (fight.get("count"), chance(fight)) == (109, 33 - 15)


@pytest.mark.rule("hybrid.skill.rank.zero")
def test_rank_0_adds_nothing_but_counts() -> None:
    fight = duel(a="skills = { short-sword = 0 }")
    landed(fight, "blow a b", [100], ["no"])
    assert (fight.get("count"), chance(fight)) == (107, 67 - 15)


@pytest.mark.rule("hybrid.skill.unfamiliar-tool")
def test_an_unfamiliar_weapon_costs_2() -> None:
    fight = duel(a='weapons = [{ key = "short-sword", unfamiliar = 2 }]')
    landed(fight, "blow a b", [100], ["no"])
    assert (chance(fight), reasons(fight)["hybrid.check.success-table"]) == (76 - 15, 76)


@pytest.mark.rule("hybrid.skill.unfamiliar-tool.remove", "hybrid.ruling.unfamiliar-removal")
def test_getting_used_to_it_takes_a_simple_action_a_try() -> None:
    fight = duel(a='weapons = [{ key = "short-sword", unfamiliar = 2 }]')
    landed(fight, "familiarise a short-sword", [60])  # PCA 15 - 3, no rank
    assert (fight.get("count"), fight.get("a.weapons.short-sword.unfamiliar")) == (110, 1)
    with pytest.raises(starfray.Refused, match="every tool is familiar"):
        duel().play("familiarise a short-sword", dice=[])
    armed = duel(a='weapons = [{ key = "short-sword", unfamiliar = 2 }, "saber"]')
    with pytest.raises(starfray.Refused, match="nothing strange"):
        armed.play("familiarise a saber", dice=[])


@pytest.mark.rule("hybrid.ruling.bleeding", "hybrid.ruling.stat-combination")
def test_first_aid_stops_one_wound() -> None:
    fight = duel(a="skills = { first-aid = 4 }", b="bleeding = [405, 406]\ninitiative = 900\nwait-until = 0")
    landed(fight, "aid a b", [70])  # DEX 15, PAW 12, FCS 12: 13, and 4
    assert (fight.get("count"), fight.get("b.bleeding")) == (400, [405])


@pytest.mark.rule("hybrid.task.elements", "hybrid.check.roll", "hybrid.task.difficulty-range", "hybrid.ruling.stat-basis-full")
def test_a_task_of_the_list_may_be_done_in_a_fight() -> None:
    fight = duel(b="initiative = 300")
    landed(fight, "work a force-door", [55])  # PST 15 - 5, a stat roll
    assert (fight.get("count"), chance(fight, "hybrid.check.roll")) == (140, 55)
    assert heard(fight, "hybrid.check.degree.effect") == ["Success"]


@pytest.mark.rule("hybrid.task.difficulty-range", "hybrid.task.elements")
def test_what_is_no_task_and_strange_difficulties_are_refused() -> None:
    fight = duel()
    for text, match in (
        ("work a system-shock", "no work"),
        ("work a force-door difficulty=31", "31"),
        ("work a juggle", "juggle"),
    ):
        with pytest.raises(starfray.Refused, match=match):
            fight.play(text, dice=[])


@pytest.mark.shown("hybrid.task.common.common-action")
def test_the_form_for_tasks_speaks_of_common_actions() -> None:
    assert any("hybrid.task.common.common-action" in form.hints for form in duel().legal("a"))


@pytest.mark.rule("hybrid.setup.time", "hybrid.setup.bonus")
def test_setting_up_a_task_takes_as_long_again() -> None:
    fight = duel(a="skills = { acrobatics = 4 }", b="initiative = 900")
    landed(fight, "work a climb-shaft set-up=yes", [98])  # 15 + 4 - 2: 70, + 28
    assert (fight.get("count"), chance(fight, "hybrid.check.roll")) == (300, 98)


# --- energy in a fight -----------------------------------------------------------------------------------------


@pytest.mark.rule("hybrid.energy.fatigue.empty")
def test_being_out_of_fatigue_carries_no_modifier() -> None:
    fight = duel(b="pft = 11")
    landed(fight, "blow a b", [40, 20, 3, 4], ["no"])
    assert (fight.get("b.pft"), fight.get("b.pbd")) == (0, 27)
    assert physical("pft = 0") == 78


@pytest.mark.rule("hybrid.energy.exhaustion.low", "hybrid.energy.exhaustion.loss", "hybrid.ruling.energy-tally")
def test_the_last_point_of_exhaustion_is_told() -> None:
    fight = duel(b="pex = 1\nfatigue-used = 5")
    landed(fight, "blow a b", [40, 20, 3, 4], ["no"])
    assert (fight.get("b.pex"), heard(fight, "hybrid.energy.exhaustion.low")) == (0, ["PEX"])


@pytest.mark.rule("hybrid.ruling.restore", "hybrid.energy.restore.independent")
def test_ten_counts_of_nothing_give_back_a_point_and_bleeding_none() -> None:
    fight = duel(a="pft = 20\nmft = 10", b="initiative = 300\nwait-until = 0")
    fight.play("wait a 125", dice=[])
    fight.step(dice=[])
    assert (fight.get("count"), fight.get("a.pft"), fight.get("a.mft")) == (125, 22, 12)
    bleeding = duel(a="pft = 20\nbleeding = [300]", b="initiative = 300\nwait-until = 0")
    bleeding.play("wait a 125", dice=[])
    bleeding.step(dice=[])
    assert bleeding.get("a.pft") == 20


def test_a_defence_ends_the_rest() -> None:
    fight = duel(a="initiative = 108", b="pft = 20\ninitiative = 100\nwait-until = 0")
    fight.step(dice=[])
    fight.play("wait b 140", dice=[])
    fight.step(dice=[])
    landed(fight, "blow a b", [100], ["block-short-sword"])  # count 111
    assert (fight.get("b.pft"), fight.get("b.resting")) == (21, -1)


@pytest.mark.rule("hybrid.ruling.restore")
def test_no_rest_is_made_up_for_that_was_not_taken() -> None:
    """Full again on 110; hurt on 153: the counts between give nothing back of what was not lost yet."""
    fight = duel(a="initiative = 150", b="pft = 38\ninitiative = 90\nwait-until = 300\nresting = 100")
    fight.step(dice=[])
    landed(fight, "blow a b", [40, 20, 3, 4], ["no"])
    assert (fight.get("count"), fight.get("b.pft")) == (153, 28)
    fight.step(dice=[6, 6])
    assert fight.get("b.pft") == 28


@pytest.mark.rule("hybrid.ruling.restore")
def test_an_evasion_is_no_rest_afterwards_either() -> None:
    fight = duel(a="pft = 20\nresting = 100", b="initiative = 300\nwait-until = 0")
    fight.play("evade a", dice=[]).play("wait a 150", dice=[]).step(dice=[])
    fight.play("evade a stop=yes", dice=[]).play("wait a 165", dice=[]).step(dice=[])
    assert (fight.get("count"), fight.get("a.pft")) == (165, 21)


@pytest.mark.rule("hybrid.ruling.unranked", "hybrid.skill.rank.unranked")
def test_first_aid_without_the_skill_has_half_the_chance_and_looking_has_not() -> None:
    fight = duel(b="bleeding = [405]\ninitiative = 900\nwait-until = 0")
    landed(fight, "aid a b", [32])  # 13: 63 / 2
    assert (chance(fight, "hybrid.ruling.bleeding"), fight.get("b.bleeding")) == (31, [405])
    looking = duel(b="initiative = 900\nwait-until = 0")
    landed(looking, "work a look", [60])
    assert chance(looking, "hybrid.perception.use") == 60
    assert starfray.do("hybrid", "task look 12", dice=[60]).result["chance"] == 60


@pytest.mark.rule("hybrid.setup.bonus")
def test_setting_up_helps_where_no_skill_is_needed() -> None:
    fight = duel(b="initiative = 900\nwait-until = 0")
    landed(fight, "work a force-door set-up=yes", [75])  # PST 15 - 5: 55, + 20
    assert (fight.get("count"), chance(fight, "hybrid.check.roll")) == (180, 75)


@pytest.mark.rule("hybrid.skill.filter.cap", "hybrid.skill.general")
def test_a_filter_caps_a_general_skill_too_and_it_can_be_unlocked() -> None:
    knife = 'weapons = ["throwing-knife"]\nskills = { throw-object = 6, zero-g-combat = 2 }\nfilters = ["zero-g-combat"]'
    fight = duel(a=knife)
    landed(fight, "shoot a b", [100], ["no"])
    assert chance(fight) == 67 + 2 - 15
    free = duel(a=knife)
    landed(free, "shoot a b unlock=yes", [70, 100], ["no"])  # PCA 15 + 2
    assert chance(free) == 67 + 6 - 15


@pytest.mark.rule("hybrid.setup.bonus", "hybrid.skill.general")
def test_setting_up_a_throw_adds_2_for_every_rank_of_the_general_skill() -> None:
    fight = duel(a='weapons = ["throwing-knife"]\nskills = { throw-object = 6 }')
    landed(fight, "shoot a b set-up=yes", [100], ["no"])
    assert chance(fight) == 67 + 6 + 20 + 12 - 15


@pytest.mark.rule("hybrid.skill.filter.cap")
def test_a_filter_caps_what_helps_a_stat_roll() -> None:
    """PAG 15 and dodge 9, of which zero gravity lets 3 come to bear; running likewise."""
    free_fall = 'zero-g-combat = 3 }\nfilters = ["zero-g-combat"]'
    fight = duel(a="skills = { dodge = 9, " + free_fall, b="initiative = 900\nwait-until = 0")
    landed(fight, "dodge a", [73])
    assert (chance(fight, "hybrid.defence.dodge.recover"), fight.get("a.prone")) == (72, True)
    runner = duel(a="skills = { running = 9, " + free_fall).play("move a jog", dice=[72])  # to a walk first
    assert (chance(runner, "hybrid.move.accel.start"), runner.get("a.pace")) == (72, "walk")


@pytest.mark.rule("hybrid.skill.filter.unlock")
def test_a_filter_is_unlocked_by_its_own_stat() -> None:
    """Tech Level Lore is a matter of MST."""
    stats = "stats = { pst = 15, pen = 12, dex = 15, pag = 15, paw = 12, mst = 20 }"
    fight = duel(a=stats + '\nskills = { short-sword = 8, tech-level-lore = 2 }\nfilters = ["tech-level-lore"]')
    landed(fight, "blow a b unlock=yes", [77, 100], ["no"])  # 20 + 2
    assert (chance(fight, "hybrid.skill.filter.unlock"), chance(fight)) == (77, 78 - 15)
