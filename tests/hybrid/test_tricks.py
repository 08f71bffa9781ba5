"""Feint, disarm, two weapons at once, drawing, setting up."""

from __future__ import annotations

import pytest

import starfray
from tests.hybrid.build import chance, duel, heard, landed, reasons


@pytest.mark.rule(
    "hybrid.attack.feint.roll",
    "hybrid.attack.feint.save",
    "hybrid.attack.feint.purpose",
    "hybrid.ruling.feint",
    "hybrid.oppose.sn",
)
def test_whoever_is_taken_in_by_a_feint_has_no_defence_against_the_next_action() -> None:
    fight = duel()
    landed(fight, "feint a", [50, 41])  # DF 17: 70, made by 20; perception 60 - 20
    assert (chance(fight, "hybrid.attack.feint.roll"), chance(fight, "hybrid.attack.feint.save")) == (70, 40)
    assert fight.get("a.fooled") == ["b"]
    fight.step(dice=[1, 1])
    landed(fight, "blow a b", [100])  # nobody is asked
    assert (chance(fight), fight.get("a.fooled")) == (78, [])


@pytest.mark.rule("hybrid.attack.feint.save")
def test_whoever_sees_through_it_is_not_fooled() -> None:
    fight = duel()
    landed(fight, "feint a", [50, 40])
    assert fight.get("a.fooled") == []


@pytest.mark.rule("hybrid.attack.feint.purpose")
def test_a_feint_that_fails_asks_nobody() -> None:
    fight = duel()
    landed(fight, "feint a", [71])
    assert heard(fight, "hybrid.attack.feint.purpose") == ["convinces nobody"]


@pytest.mark.rule("hybrid.ruling.feint", "hybrid.initiative.preset.definition", "hybrid.initiative.preset.speed")
def test_a_feint_sets_off_a_preset() -> None:
    preset = 'initiative = 90\nwait-until = 300\npreset = { trigger = "close", response = "blow", since = 90 }'
    fight = duel(b=preset)
    landed(fight, "feint a", [50, 41, 69, 3, 4])  # fooled; perception 12 + 4: 69; 7 + 8 - 2 x 2
    assert (fight.get("b.preset.fired"), fight.get("b.initiative")) == (True, 103 + 11)


@pytest.mark.rule("hybrid.attack.disarm", "hybrid.ruling.disarm")
def test_a_disarm_has_minus_4_and_the_weapon_skill_is_the_only_answer() -> None:
    fight = duel()
    landed(fight, "disarm a b", [38, 59])  # DF 19: 73 - 15, made by 20; 78 - 20
    assert (chance(fight, "hybrid.attack.disarm"), chance(fight, "hybrid.ruling.disarm")) == (58, 58)
    assert fight.get("b.weapons.short-sword.in-hand") is False
    kept = duel()
    landed(kept, "disarm a b", [38, 58])
    assert kept.get("b.weapons.short-sword.in-hand") is True


@pytest.mark.rule("hybrid.attack.disarm")
def test_empty_hands_cannot_be_disarmed() -> None:
    with pytest.raises(starfray.Refused, match="nothing in hand"):
        duel(b="weapons = []").play("disarm a b", dice=[])


TWO = 'weapons = ["short-sword", "mace"]\nskills = { short-sword = 8, mace = 8 }'


@pytest.mark.rule("hybrid.mod.florentine.physical-physical", "hybrid.ruling.florentine-primary")
def test_two_blows_at_once_land_each_on_its_count_and_there_is_one_initiative() -> None:
    fight = duel(a=TWO)
    fight.play("florentine a b short-sword mace", dice=[])  # 7 - 4 and 6 - 4
    assert [each["lands"] for each in fight.get("under-way")] == [103, 102]
    fight.step(dice=[100], answers=["no"])
    assert (fight.get("count"), chance(fight), fight.get("a.landed")) == (102, 70 - 15, False)  # DF 23 - 6
    fight.step(dice=[100], answers=["no"])
    assert (fight.get("count"), chance(fight), fight.get("a.landed")) == (103, 73 - 15, True)  # DF 23 - 4


@pytest.mark.rule("hybrid.mod.florentine.mental-physical")
def test_a_blow_and_a_thought_at_once() -> None:
    both = 'weapons = ["short-sword", "mind-lash"]\nskills = { short-sword = 8, mind-lash = 8 }'
    fight = duel(a=both)
    fight.play("florentine a b short-sword mind-lash", dice=[])
    fight.step(dice=[100], answers=["no"])
    assert chance(fight) == 76 - 15  # DF 23 - 2
    fight.step(dice=[100], answers=["no"])
    assert chance(fight) == 69 - 12  # DF 20 - 4


@pytest.mark.rule("hybrid.mod.florentine.mental-mental")
def test_two_thoughts_at_once() -> None:
    fight = duel(a='weapons = ["mind-lash", "kinetic-shove"]\nskills = { mind-lash = 8, kinetic-shove = 8 }')
    fight.play("florentine a b mind-lash kinetic-shove", dice=[])
    fight.step(dice=[100, 100], answers=["no", "no"])
    both = [event.tally.total for event in fight.events if event.rule == "hybrid.tohit.chance" and event.tally is not None]
    assert (both, fight.get("a.mft")) == ([60 - 12, 55 - 15], 36 - 7)  # DF 20 - 8, 20 - 10


@pytest.mark.rule("hybrid.ruling.florentine-primary")
def test_one_weapon_is_not_two_and_whoever_strikes_with_two_does_not_parry() -> None:
    with pytest.raises(starfray.Refused, match="two weapons"):
        duel(a=TWO).play("florentine a b mace mace", dice=[])
    busy = (
        "begun = true\ncount = 100\nunder-way = ["
        + ", ".join(
            f'{{ actor = "b", kind = "blow", lands = {lands}, target = "a", weapon = "{weapon}", pair = "physical-physical", '
            f"pair-df = -4, second = {second} }}"
            for lands, weapon, second in ((110, "short-sword", "false"), (112, "mace", "true"))
        )
        + "]"
    )
    fight = duel(b=TWO + "\ninitiative = 90", now=busy)
    fight.play("blow a b", dice=[])
    fight.advance()
    assert [option.key for option in fight.asks[0].options] == ["roll-with-blow", "no"]
    fight.answer(fight.asks[0], "no")


@pytest.mark.rule("hybrid.skill.support.unlimited")
def test_every_support_skill_that_fits_helps() -> None:
    """A parry beside a blow under way: parry-short-sword 5 and florentine 3."""
    fight = duel(
        b="skills = { short-sword = 8, parry-short-sword = 5, florentine = 3 }\ninitiative = 90\nwait-until = 0",
        now='begun = true\ncount = 100\nunder-way = [{ actor = "b", kind = "blow", lands = 110, target = "a", '
        'weapon = "short-sword" }]',
    )
    landed(fight, "blow a b", [63, 100, 20, 1, 1], ["parry-short-sword"])
    assert chance(fight, "hybrid.defence.parry") == 65 + 10 + 6


@pytest.mark.rule("hybrid.mod.florentine.awareness")
def test_doing_two_things_dulls_perception() -> None:
    fight = duel(b="evading = true")
    landed(fight, "feint a", [70, 55])  # SN 0; PAW 12 - 2: 55
    assert chance(fight, "hybrid.attack.feint.save") == 55


# --- drawing and setting up ------------------------------------------------------------------------------------

SHEATHED = 'armed = true\nweapons = ["short-sword"]'


@pytest.mark.rule("hybrid.draw.fast", "hybrid.skill.support")
def test_a_fast_draw_takes_the_weapons_speed_once() -> None:
    fight = duel(a=SHEATHED + "\nskills = { short-sword = 8, quickdraw-short-sword = 4 }")
    fight.play("draw a short-sword fast=yes", dice=[86])  # 78 + 8
    assert (chance(fight, "hybrid.draw.fast"), fight.get("under-way.0.lands")) == (86, 100 + 7)


@pytest.mark.rule("hybrid.ruling.fast-draw-fail")
def test_a_fast_draw_that_fails_takes_the_normal_time() -> None:
    fight = duel(a=SHEATHED)
    fight.play("draw a short-sword fast=yes", dice=[79])
    assert fight.get("under-way.0.lands") == 100 + 14


@pytest.mark.rule("hybrid.ruling.compound-action", "hybrid.draw.time", "hybrid.setup.time", "hybrid.setup.bonus")
def test_drawing_setting_up_and_striking_may_be_one_choice() -> None:
    fight = duel(a=SHEATHED, b="wait-until = 300")
    fight.play("blow a b short-sword draw=yes set-up=yes", dice=[])
    assert (fight.get("under-way.0.lands"), fight.get("a.weapons.short-sword.in-hand")) == (100 + 14 + 7 + 3, False)
    fight.step(dice=[100], answers=["no"])
    assert (chance(fight), reasons(fight)["hybrid.setup.bonus"]) == (78 + 36 - 15, 36)
    assert fight.get("a.weapons.short-sword.in-hand") is True


@pytest.mark.rule("hybrid.ruling.setup")
def test_whoever_is_hurt_has_set_up_in_vain() -> None:
    now = (
        'begun = true\ncount = 100\nunder-way = [{ actor = "b", kind = "blow", lands = 120, target = "a", '
        'weapon = "short-sword", set-up = true }]'
    )
    fight = duel(b="initiative = 99\nwait-until = 0", now=now)
    landed(fight, "blow a b", [40, 20, 3, 4], ["no"])
    assert (fight.get("under-way.0.set-up"), heard(fight, "hybrid.ruling.setup")) == (False, ["hurt"])


@pytest.mark.rule("hybrid.ruling.setup")
def test_a_defence_spoils_setting_up_too() -> None:
    now = (
        'begun = true\ncount = 100\nunder-way = [{ actor = "b", kind = "blow", lands = 120, target = "a", '
        'weapon = "short-sword", set-up = true }]'
    )
    fight = duel(b="initiative = 90\nwait-until = 0", now=now)
    landed(fight, "blow a b", [100], ["parry-short-sword"])
    assert heard(fight, "hybrid.ruling.setup") == ["defended"]


@pytest.mark.rule("hybrid.draw.fast")
def test_nothing_is_drawn_fast_that_is_in_hand() -> None:
    with pytest.raises(starfray.Refused, match="draw"):
        duel().play("blow a b fast=yes", dice=[])


@pytest.mark.rule("hybrid.close.closed-upon")
def test_only_what_is_in_hand_can_be_dropped() -> None:
    with pytest.raises(starfray.Refused, match="in hand"):
        duel().play("discard a mace", dice=[])


@pytest.mark.rule("hybrid.mod.florentine.physical-physical")
@pytest.mark.parametrize(
    ("action", "rule", "plain", "beside"),
    [("feint a", "hybrid.attack.feint.roll", 70, 63), ("disarm a b", "hybrid.attack.disarm", 58, 52)],
)
def test_whoever_parries_beside_a_feint_or_disarm_does_both_worse(action: str, rule: str, plain: int, beside: int) -> None:
    """A parry beside it is the secondary half of a pair; the action itself takes -4."""
    third = '[[combatant]]\nid = "c"\nside = "blue"\nskills = { mace = 8 }\nweapons = ["mace"]\ninitiative = 101'
    for answer, dice, needed in (("no", [100], plain), ("parry-short-sword", [100], beside)):
        slow = 'weapons = [{ key = "short-sword", speed = 20 }]\ninitiative = 80'
        fight = duel(a=slow, more=third)
        fight.play(action, dice=[])  # lands on 116
        fight.step(dice=[])
        fight.play("blow c a", dice=[])
        fight.step(dice=dice, answers=[answer])  # count 103: a miss, but the ward's time is spent
        fight.step(dice=[6, 6])
        while fight.due is None:
            fight.play(f"wait {fight.actors[0]} 300", dice=[])
        fight.step(dice=[100])
        assert chance(fight, rule) == needed


@pytest.mark.rule("hybrid.ruling.negative-effect", "hybrid.attack.disarm", "hybrid.check.degree.effect")
def test_a_disarm_tells_its_true_degree() -> None:
    for die, word in ((2, "Amazing Success"), (100, "Failure")):
        fight = duel()
        landed(fight, "disarm a b", [die] + ([100] if die < 50 else []))
        assert heard(fight, "hybrid.check.degree.effect") == [word]
    poor = duel(a='skills = { short-sword = 0 }\npace = "dash"')
    landed(poor, "disarm a b", [100])  # DF 4: 32 - 15 = 17, failed by 83
    assert heard(poor, "hybrid.check.degree.effect") == ["Very Notable Failure"]


@pytest.mark.rule("hybrid.ruling.disarm")
def test_only_what_is_done_with_the_lost_weapon_is_lost() -> None:
    half = 'actor = "b", kind = "blow", target = "a", pair = "physical-physical"'
    pair = f'[{{ {half}, lands = 110, weapon = "mace" }}, {{ {half}, lands = 111, weapon = "short-sword", second = true }}]'
    fight = duel(b=TWO + "\nwait-until = 0", now=f"begun = true\ncount = 100\nunder-way = {pair}")
    landed(fight, "disarm a b", [1, 100])
    assert [each["weapon"] for each in fight.get("under-way")] == ["mace"]


def test_a_closing_is_an_action_too_and_nobody_fends_who_is_taken_in() -> None:
    dagger = 'weapons = ["one-edged-dagger"]\nfooled = ["b"]'
    fight = duel(a=dagger)
    fight.play("close a b", dice=[])
    fight.step(dice=[], steps=1)  # no fend is asked for
    assert (fight.get("closed"), fight.get("a.fooled")) == ([{"one": "a", "other": "b"}], [])


@pytest.mark.rule("hybrid.setup.time", "hybrid.attack.spin")
def test_setting_up_a_spin_takes_as_long_as_the_spin() -> None:
    fight = duel()
    fight.play("blow a b how=spin set-up=yes", dice=[])
    assert fight.get("under-way.0.lands") == 100 + 11 + (11 - 4)


@pytest.mark.parametrize(
    "unready", ["aware = false\ninitiative = 300\nwait-until = 0", 'stance = ["all-out"]\nstance-since = 90']
)
@pytest.mark.rule("hybrid.ruling.disarm")
def test_who_is_unaware_or_all_out_does_not_hold_on_to_the_weapon(unready: str) -> None:
    fight = duel(b=unready)
    landed(fight, "disarm a b", [73])  # DF 23 - 4, no defence, and no die for b
    assert chance(fight, "hybrid.attack.disarm") == 73
    assert heard(fight, "hybrid.ruling.disarm") == ["drops the Short Sword"]


@pytest.mark.rule("hybrid.ruling.off-balance", "hybrid.defence.parry.off-balance")
def test_off_balance_weighs_on_both_halves_of_a_pair() -> None:
    pair = 'weapons = ["one-edged-dagger", "second-dagger"]\nskills = { one-edged-dagger = 8 }\noff-balance = -4'
    fight = duel(a=pair, b='weapons = ["one-edged-dagger"]')
    fight.play("florentine a b one-edged-dagger second-dagger", dice=[])
    fight.step(dice=[100, 100], answers=["no", "no"])
    found = [event.tally.total for event in fight.events if event.rule == "hybrid.tohit.chance" and event.tally is not None]
    assert (found, fight.get("a.off-balance")) == ([67 - 15, 63 - 15], 0)  # DF 23 - 4 - 4, 23 - 6 - 4


@pytest.mark.rule("hybrid.action.begin")
def test_whoever_is_taken_in_does_not_even_dodge_in_time() -> None:
    fight = duel(a='fooled = ["b"]', b="initiative = 90\nwait-until = 200\norders = {}")
    fight.play("blow a b", dice=[], answers=[])
    fight.step(dice=[100], steps=1)
    assert (fight.get("count"), chance(fight)) == (103, 78)
