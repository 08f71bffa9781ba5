"""Stun, hit points, healing, armour and shields."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight
from starfray.rulebooks.icar.common.action_economy import unable
from tests.icar.street import FISTS, A, B, form, needed, refused, said, street, third

MEDIC = """attributes = { battle = 1, wit = 4 }
skills = { medicine = 4, bionics-engineering = 2, micro-engineering = 4 }
"""
DYING = "hp = -3\ndying = 30\ntries = 10\n"
GUN = 'weapons = ["arms-5"]\n'


def next_turn(fight: Fight, *who: str) -> Fight:
    """Everybody stands by, and the turn ends."""
    for each in who:
        fight.play(f"stand-by {each}", dice=[])
    return fight.step(dice=[])


def clinic(patient: str, medic: str = "", **more: str) -> Fight:
    """a treats p, who lies beside; b keeps the fight going far away."""
    lies = f'[[combatant]]\nid = "p"\nside = "red"\nat = [0, 1]\n{B}{patient}\n'
    return street(medic, base=MEDIC, gap=90, more=lies, **more)


@pytest.mark.rule("icar.stun.zero", "icar.stun.negative", "icar.ruling.stun-wake")
def test_stun_below_nought_is_sleep_for_as_many_turns() -> None:
    fight = street(FISTS, "stun = 4", more=third())
    fight.play('combo a b fists "twice"', dice=[8])
    assert (fight.get("b.stun"), fight.get("b.asleep")) == (-2, 2)
    next_turn(fight, "c")
    for _ in range(2):
        assert fight.get("b.asleep") > 0
        next_turn(fight, "a", "c")
    assert (fight.get("b.asleep"), fight.get("b.stun")) == (0, 1)
    fight.play("stand-by a", dice=[])
    assert fight.actors == ["b"]


@pytest.mark.rule("icar.ruling.stun-overkill", "icar.stun.negative")
def test_more_stun_while_asleep_adds_and_the_count_starts_again() -> None:
    fight = street(b="stun = -2\nasleep = 2", more=third()).play("hit a b", dice=[9])
    assert (fight.get("b.stun"), fight.get("b.asleep")) == (-5, 5)


@pytest.mark.rule("icar.heal.stun.step-out", "icar.ruling.stun-recovery")
def test_an_inactive_turn_gives_one_stun_back() -> None:
    fight = street("stun = 4").play("recover-stun a", dice=[])
    assert next_turn(fight, "b").get("a.stun") == 5
    refused(street(), "recover-stun a", "icar.ruling.stun-recovery")


@pytest.mark.rule("icar.turn.recover-stun", "icar.ruling.aug-regain")
def test_ten_if_the_table_says_so_and_an_aug_by_half_its_meat() -> None:
    fight = street("stun = 1", head='[rulings]\nstun-recovery = "10"').play("recover-stun a", dice=[])
    assert next_turn(fight, "b").get("a.stun") == 11
    fight = street("stun = 1\naug = true", base=A.replace("meat = 3", "meat = 8")).play("recover-stun a", dice=[])
    assert next_turn(fight, "b").get("a.stun") == 5


@pytest.mark.rule("icar.hp.zero", "icar.hp.brain", "icar.ruling.hp-unconscious", "icar.ruling.death")
def test_at_nought_hit_points_there_are_two_minutes_to_live() -> None:
    fight = street('weapons = ["machete"]', "hp = 2\nsurprised = true", more=third())
    fight.play("hit a b", dice=[9], answers=["whole"])
    assert (fight.get("b.hp"), fight.get("b.dying"), fight.get("b.tries")) == (-1, 40, 10)
    next_turn(fight, "c")
    assert fight.get("b.dying") == 40
    fight.gm("set b.dying 1")
    next_turn(fight, "a", "c")
    assert fight.get("b.out") == "dead"
    down = unable(fight.state.roster["b"])
    assert down is not None
    assert down.rule == "icar.ruling.hp-unconscious"


@pytest.mark.parametrize(
    ("left", "out", "lost"),
    [
        pytest.param("limb", "", ["limb"], marks=pytest.mark.rule("icar.body.limb")),
        pytest.param("organ", "", ["organ"], marks=pytest.mark.rule("icar.body.organ")),
        pytest.param("vaporised", "dead", [], marks=pytest.mark.rule("icar.hp.vaporised")),
        pytest.param("brain", "dead", [], marks=pytest.mark.rule("icar.hp.brain")),
    ],
)
def test_what_is_missing_is_the_gms_word(left: str, out: str, lost: list[str]) -> None:
    fight = street(GUN, more=third()).play("fire a b", dice=[9]).step(dice=[], answers=[left])
    assert (fight.get("b.out"), fight.get("b.lost")) == (out, lost)


@pytest.mark.rule("icar.ruling.hp-below-zero")
def test_more_damage_lowers_the_number_not_the_clock() -> None:
    fight = street('weapons = ["machete"]', "hp = -1\ndying = 20\ntries = 9", more=third()).play("hit a b", dice=[9])
    assert (fight.get("b.hp"), fight.get("b.dying")) == (-4, 20)


@pytest.mark.rule("icar.hp.stabilise", "icar.ruling.stabilise", "icar.ruling.tn-unstated")
def test_a_medicine_check_at_twelve_stops_the_clock() -> None:
    fight = clinic(DYING).play("stabilise a p", dice=[4])
    assert (needed(fight), fight.get("p.dying"), fight.get("p.hp"), fight.get("p.stable")) == (4, 0, 0, True)
    fight = clinic(DYING).play("stabilise a p", dice=[3])
    assert (fight.get("p.dying"), fight.get("p.tries")) == (30, 9)


@pytest.mark.rule(
    "icar.hp.stabilise-limit", "icar.hp.stabilise", "icar.hp.vaporised", "icar.hp.brain", "icar.ruling.close-reach"
)
def test_ten_tries_in_all_and_none_where_nothing_is_left() -> None:
    fight = clinic(DYING.replace("tries = 10", "tries = 1")).play("stabilise a p", dice=[2])
    assert fight.get("p.tries") == 0
    refused(clinic(DYING.replace("tries = 10", "tries = 0")), "stabilise a p", "icar.hp.stabilise-limit")
    refused(clinic(""), "stabilise a p", "icar.hp.stabilise")
    refused(clinic(DYING + "vaporised = true"), "stabilise a p", "icar.hp.vaporised")
    refused(clinic(DYING + "brain-gone = true"), "stabilise a p", "icar.hp.brain")
    refused(street(base=MEDIC, gap=90, b=DYING, more=third()), "stabilise a b", "icar.ruling.close-reach")


@pytest.mark.rule("icar.heal.stun.hypo", "icar.ruling.hypo", "icar.heal.kit")
def test_a_hypo_brings_stun_back_to_half_and_wakes() -> None:
    kit = 'kit = ["shakespeare-med-kit"]'
    fight = clinic("stun = -4\nasleep = 4", kit).play("hypo a p", dice=[3])
    assert (needed(fight), fight.get("p.stun"), fight.get("p.asleep")) == (3, 4, 0)
    refused(clinic("stun = -4\nasleep = 4"), "hypo a p", "icar.heal.stun.hypo")
    refused(clinic('out = "dead"', kit), "hypo a p", "icar.heal.stun.hypo")


@pytest.mark.rule("icar.heal.medical-ai", "icar.ruling.first-aid-self")
def test_the_medical_ai_gives_two_and_one_may_treat_oneself() -> None:
    fight = clinic("", 'kit = ["moss-med-kit"]\nmedical-ai = true\nstun = 1').play("hypo a a", dice=[2])
    assert (needed(fight), fight.get("a.stun")) == (1, 4)


@pytest.mark.rule(
    "icar.heal.hp.rest",
    "icar.heal.hp.rest-limits",
    "icar.heal.hp.medic",
    "icar.ruling.medic-heal",
    "icar.heal.facility",
    "icar.ruling.facility",
    "icar.heal.kit",
    "icar.heal.medical-ai",
)
def test_days_of_healing() -> None:
    assert starfray.do("icar", "heal 3 days=4", dice=[]).result == {"hp": 7, "by-day": [4, 5, 6, 7]}
    assert starfray.do("icar", "heal 3 resting=no", dice=[]).result["hp"] == 3
    done = starfray.do("icar", "heal 1 medicine=3 wit=4 kit=shakespeare-med-kit ai=yes days=2", dice=[2, 2])  # 12 - 10
    assert done.result == {"hp": 9, "by-day": [5, 9]}
    half = starfray.do("icar", "heal 1 60 medicine=1 wit=4 kit=moss-med-kit days=4 resting=no", dice=[6, 6, 5, 6])  # 12 - 6
    assert half.result["by-day"] == [32, 33, 33, 60]  # half of 60 at once, not again within 40 hours, then up to the top
    assert starfray.do("icar", "heal 1 maximum=42 facility=yes", dice=[]).result["hp"] == 12
    assert starfray.do("icar", "heal 8 facility=yes more=15", dice=[]).result["hp"] == 10


@pytest.mark.rule("icar.ruling.armour")
def test_armour_is_used_up_before_the_body_and_does_not_stop_stun() -> None:
    fight = street('weapons = ["machete"]', 'surprised = true\narmour = [{ key = "moss-ev-suit", left = 2 }]')
    fight.play("hit a b", dice=[9])
    assert (fight.get("b.armour.0.left"), fight.get("b.hp"), fight.get("b.stun")) == (0, 9, 6)


# --- shields ---------------------------------------------------------------------------------------------------

UP = 'shields = [{ key = "moss-suresafe", up = true }]\n'


def shot(hp: int, taken: int = 0) -> Fight:
    shield = f'shields = [{{ key = "moss-suresafe", hp = {hp}, up = true, taken = {taken} }}]\n'
    return street(GUN, shield).play("fire a b", dice=[9]).step(dice=[], steps=1)


@pytest.mark.rule("icar.shield.soaks-all", "icar.shield.capacity", "icar.shield.high-energy", "icar.ruling.shield-stun")
def test_a_shield_takes_all_of_it_the_excess_too() -> None:
    fight = shot(14)
    fight.book.describe(fight.state, fight.state.roster["b"])
    assert (fight.get("b.hp"), fight.get("b.stun"), fight.get("b.shields.0.taken")) == (10, 9, 23)


@pytest.mark.rule("icar.shield.overload", "icar.shield.refresh")
def test_more_than_its_hit_points_shuts_it_down_and_equal_is_not_enough() -> None:
    fight = shot(23).play("stand-by b", dice=[]).step(dice=[])
    assert (fight.get("b.shields.0.up"), fight.get("b.shields.0.taken")) == (True, 0)
    fight = shot(22).play("stand-by b", dice=[]).step(dice=[])
    assert (fight.get("b.shields.0.up"), fight.get("b.shields.0.shut"), fight.get("b.shields.0.wait")) == (False, True, 20)


@pytest.mark.rule("icar.shield.multiple", "icar.ruling.shield-multi")
def test_a_spare_comes_up_at_the_turns_end() -> None:
    two = 'shields = [{ key = "moss-suresafe", up = true }, "aubury-personal"]\n'
    fight = street(GUN, two).play("fire a b", dice=[9]).step(dice=[], steps=1)
    form(fight, "b", "shield-on")
    assert fight.get("b.shields.1.up") is False
    fight.play("stand-by b", dice=[]).step(dice=[])
    assert (fight.get("b.shields.0.shut"), fight.get("b.shields.1.up")) == (True, True)


@pytest.mark.rule("icar.shield.restart", "icar.ruling.shield-restart")
def test_a_minute_later_micro_engineering_brings_it_back() -> None:
    shut = 'shields = [{ key = "moss-suresafe", shut = true, wait = WAIT }]'
    refused(street(shut.replace("WAIT", "1"), base=MEDIC), "restart-shield a", "icar.shield.restart")
    refused(street(base=MEDIC), "restart-shield a", "icar.shield.restart")
    fight = street(shut.replace("WAIT", "0"), base=MEDIC).play("restart-shield a", dice=[4])
    assert (needed(fight), fight.get("a.shields.0.up"), fight.get("a.shields.0.shut")) == (4, True, False)
    assert street(shut.replace("WAIT", "0"), base=MEDIC).play("restart-shield a", dice=[3]).get("a.shields.0.shut") is True


@pytest.mark.shown("icar.shield.high-energy")
@pytest.mark.rule("icar.turn.shield-on", "icar.shield.restart")
def test_raising_a_shield_is_free() -> None:
    fight = street('shields = ["moss-suresafe"]')
    form(fight, "a", "shield-on")
    fight.play("shield-on a", dice=[])
    assert (fight.get("a.shields.0.up"), fight.get("a.acted")) == (True, "")
    refused(fight, "shield-on a", "icar.turn.shield-on")
    refused(street(), "shield-on a", "icar.turn.shield-on")
    refused(street('shields = [{ key = "moss-suresafe", shut = true, wait = 3 }]'), "shield-on a", "icar.shield.restart")


@pytest.mark.rule("icar.ruling.shield-on-turn")
def test_a_shield_stops_only_shots_thrown_while_it_was_up() -> None:
    foe = B + 'weapons = ["nelson-h1"]\nshields = ["moss-suresafe"]\nmax-hp = 50\n'
    fight = street(GUN, foe=foe, now='turn = 1\nground = { order = ["b", "a"] }')
    fight.play("fire a b", dice=[9]).play("shield-on b", dice=[]).play("hold-fire b", dice=[]).step(dice=[], steps=1)
    assert (fight.get("b.hp"), fight.get("b.shields.0.taken")) == (27, 0)


@pytest.mark.rule("icar.ruling.shield-melee")
def test_fists_pass_through_a_shield() -> None:
    assert street(b=UP + "surprised = true").play("hit a b", dice=[9]).get("b.stun") == 6


@pytest.mark.rule("icar.ruling.turn-end-order", "icar.combat.turn-end")
def test_between_turns_shields_go_first_then_the_rested_then_the_sleepers() -> None:
    over = 'shields = [{ key = "moss-suresafe", up = true, taken = 20 }]\nstun = 3\nacted = "recover-stun"'
    fight = street(over, "asleep = 1\nstun = 0", more=third() + third(who="d", side="red")).play("stand-by c", dice=[])
    fight.play("stand-by d", dice=[]).step(dice=[])
    wanted = ["icar.shield.overload", "icar.ruling.stun-recovery", "icar.ruling.stun-wake"]
    assert [rule for rule in said(fight) if rule in wanted] == wanted


@pytest.mark.rule("icar.fire.sheet.features")
def test_napalm_burns_on_until_the_gm_says_it_is_out() -> None:
    fight = street('weapons = ["napalm-grenade"]', "max-hp = 40\nmax-stun = 40", gap=30).play("fire a b", dice=[6])
    fight.step(dice=[], steps=1)
    assert (fight.get("b.hp"), fight.get("b.stun"), fight.get("b.burning")) == (34, 35, 6)
    fight.play("stand-by b", dice=[]).step(dice=[], answers=["yes"])
    assert (fight.get("b.hp"), fight.get("b.stun")) == (28, 35)
    fight.play("stand-by a", dice=[]).play("stand-by b", dice=[]).step(dice=[], answers=["no"])
    assert (fight.get("b.hp"), fight.get("b.burning")) == (28, 0)


def test_a_shield_that_stops_napalm_is_not_set_alight() -> None:
    fight = street('weapons = ["napalm-grenade"]', UP, gap=30).play("fire a b", dice=[6]).step(dice=[], steps=1)
    assert (fight.get("b.hp"), fight.get("b.burning")) == (10, 0)


def test_some_armour_wants_a_strong_wearer() -> None:
    with pytest.raises(starfray.BadInput, match="Meat 2 for Moss Expeditionary EV"):
        street('armour = ["moss-expeditionary-ev"]', base=A.replace("meat = 3", "meat = 1"))
    assert street('armour = ["moss-expeditionary-ev"]').get("a.armour.0.left") == 43
