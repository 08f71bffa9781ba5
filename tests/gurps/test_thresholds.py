"""Exactly there and not a point sooner: crippling, shock, halves, ranges, and the rule a refusal names."""

from __future__ import annotations

import pytest

from starfray.engine.errors import BadInput
from tests.gurps.fights import combatant, duel, gun, said, total_of
from tests.gurps.test_groups import brawl

HOLDS = [3, 3, 3]  # HT 10 against knockdown


@pytest.mark.rule("gurps.location.arm", "gurps.location.leg", "gurps.location.hand", "gurps.location.foot")
@pytest.mark.parametrize(
    ("place", "points"),
    [("right-arm", 31), ("left-arm", 31), ("right-leg", 31), ("left-leg", 31), ("right-hand", 21), ("left-hand", 21),
     ("right-foot", 21), ("left-foot", 21)],
)  # fmt: skip
def test_of_60_hp_so_many_cripple_a_limb_and_one_less_does_not(place: str, points: int) -> None:
    for amount, lost in ((points - 1, []), (points, [place])):
        fight = duel(bob={"max-hp": "60", "hp": "60"}).gm(f"hurt bob {amount} cr {place}", dice=HOLDS if lost else [])
        assert fight.get("bob.crippled") == lost


@pytest.mark.rule("gurps.location.arm", "gurps.location.eye")
@pytest.mark.parametrize(("hp", "blind"), [(80, False), (79, True), (70, True)])
def test_more_than_a_tenth_of_hp_blinds_an_eye(hp: int, blind: bool) -> None:
    fight = duel(bob={"max-hp": str(hp), "hp": str(hp)}).gm("hurt bob 1 cr right-arm")
    fight.gm("hurt bob 2 pi right-eye", dice=HOLDS if not blind else [1, 1, 1])  # x4: 8, a blinded eye is a major wound
    assert fight.get("bob.crippled") == (["right-eye"] if blind else [])


@pytest.mark.rule("gurps.ruling.half-damage-range")
def test_a_refusal_for_range_names_the_range_and_another_does_not() -> None:
    far = duel(gun("auto-pistol"), gap=3000).refusal("attack ann bob")
    undrawn = duel({"weapons": '["broadsword", "auto-pistol"]'}, gap=3).refusal("attack ann bob auto-pistol")
    assert far is not None
    assert undrawn is not None
    assert (far.rule, undrawn.rule) == ("gurps.ruling.half-damage-range", "gurps.maneuver.attack")


@pytest.mark.rule("gurps.ruling.shock", "gurps.ruling.pain-threshold")
def test_where_it_is_played_so_a_low_pain_threshold_doubles_shock_up_to_8() -> None:
    tender = {"max-hp": "40", "hp": "40", "traits": '["low-pain-threshold"]'}
    fight = duel(tender, rulings='pain-threshold = "shock"').gm("hurt ann 6 cr")
    fight.play("do-nothing ann", dice=[], steps=True).play("do-nothing bob", dice=[], steps=True)
    assert fight.get("ann.shock") == 8


@pytest.mark.rule("gurps.group-combat.defense", "gurps.ruling.group-defense")
def test_sleepers_do_not_defend_against_a_group() -> None:
    fight = brawl(2, 2).gm("down blu-1")
    fight.play("group-attack red-1 blu-1", dice=[4, 4, 4, 1])  # nobody is asked; one hit of 1
    assert fight.get("blu-1.hp") == 9


@pytest.mark.rule("gurps.ruling.grab")
@pytest.mark.parametrize("holder", ["bob", "cid", "ann"])
def test_a_hold_in_a_file_is_by_somebody_else_who_stands_there(holder: str) -> None:
    cid = combatant("cid", "a", "[9, 9]", {})
    if holder == "ann":
        assert duel(bob={"grabbed": '"ann"'}, more=cid).get("bob.grabbed") == "ann"
        return
    with pytest.raises(BadInput, match="cannot hold bob"):
        duel(bob={"grabbed": f'"{holder}"'}, more=cid)


@pytest.mark.rule("gurps.magic.improvised")
def test_what_was_not_learned_is_at_minus_4_where_that_is_played() -> None:
    for ruling, learned, skill in (("-4", "", 11), ("-4", ", burning-touch = 14", 15), ("free", "", 15)):
        ann = {"skills": f"{{ thaumatology = 14{learned} }}", "thought": "{ seconds = 1 }"}
        fight = duel(ann, rulings=f'improvised-magic = "{ruling}"')
        fight.play("cast ann burning-touch bob", dice=[5, 5, 6])
        assert total_of(fight, "gurps.magic.core-skill") == skill


@pytest.mark.rule("gurps.ruling.halving-order")
@pytest.mark.parametrize(("hp", "fp", "move"), [("10", "10", 5), ("3", "10", 3), ("10", "3", 3), ("3", "3", 2)])
def test_reeling_and_tired_each_leave_half_of_move_rounded_up(hp: str, fp: str, move: int) -> None:
    assert duel({"hp": hp, "fp": fp}).get("ann.move") == move


@pytest.mark.rule("gurps.ruling.half-move")
def test_too_long_a_way_is_refused_by_the_rule_of_its_maneuver() -> None:
    fight = duel(gap=9)
    for text, rule in (
        ("all-out-attack ann bob determined path=8,0", "gurps.ruling.half-move"),
        ("attack ann bob path=8,0", "gurps.maneuver.attack"),
        ("move-and-attack ann bob path=8,0", "gurps.maneuver.move-and-attack"),
    ):
        fault = fight.refusal(text)
        assert fault is not None
        assert fault.rule == rule


@pytest.mark.rule("gurps.critical.hit.table", "gurps.location.groin", "gurps.ruling.groin")
def test_the_groin_is_told_where_the_groin_was_struck() -> None:
    groin = duel(bob={"max-hp": "40", "hp": "40"}).gm("hurt bob 3 cr groin")
    assert (said(groin, "gurps.location.groin"), said(groin, "gurps.ruling.groin")) == (True, True)
    arm = duel(bob={"max-hp": "40", "hp": "40"})
    # a critical hit at the arm, row 13: shock doubled and the limb useless
    row = next(number for number, text in rows() if "useless" in text or "doubled" in text)
    arm.play("attack ann bob location=left-arm", dice=[1, 1, 1, *three(row), 1])
    assert (said(arm, "gurps.location.groin"), arm.get("bob.pain-limit")) == (False, 8)


def rows() -> list[tuple[int, str]]:
    """The Critical Hit table: number and what it says."""
    table = duel().content.tables["critical-hit"]
    return [(int(number), str(row.get("text", "")) + ("doubled" if row.get("hurts") else "")) for number, row in table.items()]


def three(total: int) -> list[int]:
    """Three dice that come to this."""
    first = min(6, total - 2)
    second = min(6, total - first - 1)
    return [first, second, total - first - second]


@pytest.mark.rule("gurps.maneuver.committed-attack.two-hexes")
@pytest.mark.parametrize(("gap", "allowed"), [(3.0, True), (4.0, False)])
def test_a_committed_attack_goes_two_yards_and_not_three(gap: float, allowed: bool) -> None:
    fight = duel(gap=gap)
    fault = fight.refusal(f"committed-attack ann bob hit path={gap - 1},0")
    assert (fault is None) is allowed
    if allowed:
        fight.play("committed-attack ann bob hit path=2,0", dice=[5, 5, 5])
        assert total_of(fight, "gurps.maneuver.committed-attack") == 12


@pytest.mark.rule("gurps.maneuver.all-out-attack")
def test_a_held_attack_may_carry_an_option_of_the_all_out_attack_and_no_other() -> None:
    assert duel().refusal("wait ann attacks option=wild") is not None
    assert duel().refusal("wait ann attacks option=strong") is None
    duel().play("all-out-attack ann bob strong", dice=[5, 5, 5])


@pytest.mark.rule("gurps.location.face")
def test_the_face_is_told_where_the_face_was_struck() -> None:
    for place, told, dice in (("face", True, HOLDS), ("neck", False, [])):
        fight = duel(bob={"max-hp": "40", "hp": "40"}).gm(f"hurt bob 2 cr {place}", dice=dice)
        assert said(fight, "gurps.location.face") is told


BARS = {
    "unconscious": "gurps.hp.collapse",
    "mortal": "gurps.injury.mortal",
    "incapacitated": "gurps.fp.collapse",
    "dead": "gurps.hp.death",
    "dazed": "gurps.core.turn-order",
}


@pytest.mark.parametrize(
    ("field", "rule"), [pytest.param(field, rule, marks=pytest.mark.rule(rule)) for field, rule in BARS.items()]
)
def test_whoever_can_do_nothing_is_told_why_by_the_rule(field: str, rule: str) -> None:
    cid = combatant("cid", "b", "[9, 9]", {})
    fault = duel(bob={field: "true"}, more=cid).refusal("attack bob ann")
    assert fault is not None
    assert fault.rule == rule


@pytest.mark.rule("gurps.ruling.group-defense", "gurps.ruling.half-damage-range")
def test_a_groups_shots_beyond_half_range_do_half_damage() -> None:
    guns = 'skills = { guns = 20 }\nweapons = ["auto-pistol"]'
    for yards, points in ((100, 5), (160, 2)):  # half-damage range 150; 2d+2 of 1 and 2 is 5
        fight = brawl(1, 1, arms=guns, their='orders = { "gurps.group-combat.defense" = "no" }')
        fight.state.roster["blu"].at = (float(yards), 0.0)
        fight.play("group-attack red blu", dice=[3, 2, 2, 1, 2])
        assert 10 - fight.get("blu.hp") == points


@pytest.mark.rule("gurps.maneuver.move")
def test_a_group_of_which_nobody_is_able_goes_nowhere() -> None:
    fight = brawl(2, 1)
    fight.play("group-move red-1 path=0,1", dice=[], steps=True)
    for each in ("red-1", "red-2"):
        fight.gm(f"stun {each}")
    fight.play("do-nothing blu", dice=[], steps=True)
    fault = fight.refusal("group-move red-1 path=0,2")
    assert fault is not None
    assert (fault.rule, "nobody can move" in str(fault)) == ("gurps.maneuver.move", True)


@pytest.mark.rule("gurps.ruling.effort-limb", "gurps.effort.critical-failure")
def test_a_fumbled_dodge_from_a_spell_hurts_the_leg_only_with_an_effort() -> None:
    for answers, strained in ((["dodge"], False), (["effort", "dodge"], True)):
        fight = duel({"skills": "{ thaumatology = 14 }", "thought": "{ seconds = 1 }"}, {"max-hp": "40", "hp": "40"})
        fight.play("cast ann built bob", dice=[3, 3, 4, 6, 6, 6, 2], answers=answers)
        assert (40 - fight.get("bob.hp"), said(fight, "gurps.effort.critical-failure")) == (2 + strained, strained)


@pytest.mark.rule("gurps.location.chinks", "gurps.ruling.chinks")
def test_dr_is_halved_at_a_chink_and_nowhere_else() -> None:
    for chink, through in (("yes", 4), ("no", 2)):
        ann = {"weapons": '[{ key = "spike", name = "Spike", damage = "1d+5", type = "imp", skill = "broadsword" }]'}
        plate = {"armour": '[{ key = "plate", name = "Plate", dr = { torso = 4 } }]', "max-hp": "40", "hp": "40"}
        fight = duel({**ann, "skills": "{ broadsword = 20 }"}, plate)
        fight.play(f"attack ann bob chink={chink}", dice=[3, 3, 2, 1], answers=["no"])
        assert 40 - fight.get("bob.hp") == 2 * through


@pytest.mark.rule("gurps.order.hit", "gurps.core.attack-sequence")
def test_an_explosion_hurts_those_beside_the_one_who_is_hit() -> None:
    pot = 'key = "pot", name = "Pot", damage = "1d+5", skill = "broadsword", melee = false, max-range = 50'
    eve = combatant("eve", "b", "[10, 1]", {"max-hp": "40", "hp": "40"})
    for explodes, lost in (("true", 2), ("false", 0)):
        fight = duel({"weapons": f"[{{ {pot}, explosive = {explodes} }}]"}, {"max-hp": "40", "hp": "40"}, gap=10, more=eve)
        fight.play("attack ann bob", dice=[2, 2, 3, 1], answers=["no"])  # 6 crushing; a yard off a third of it
        assert (40 - fight.get("bob.hp"), 40 - fight.get("eve.hp")) == (6, lost)
