"""The clinch: getting into it, what both can still do, getting out."""

from __future__ import annotations

import pytest

from starfray import Fight, Refused
from tests.coriolis.build import duel

THIRD = '[[combatant]]\nid = "c"\nside = "red"\nat = [2, 0]\nweapons = ["knife"]'


def clinch(*, up: str = "a", a: str = "", b: str = "", more: str = "") -> Fight:
    """a holds b."""
    holder, held = 'weapons = ["sword"]\ngrapples = "b"\n' + a, 'weapons = ["knife"]\ngrappled-by = "a"\n' + b
    return duel(gap=1, a=holder, b=held, more=more, now=f'turn = 1\nup = "{up}"')


@pytest.mark.rule("coriolis.melee.bonus.grapple", "coriolis.melee.bonus.purchase", "coriolis.melee.hit")
def test_one_extra_six_pins_the_enemy_and_the_blow_does_its_damage() -> None:
    fight = duel(gap=1, a='weapons = ["sword"]', b='weapons = ["knife"]')
    fight.play("melee-attack a b", dice=[6, 6, 1, 1, 1, 1, 1], answers=["no", "grapple:1"])
    assert (fight.get("a.grapples"), fight.get("b.grappled-by"), fight.get("b.hp")) == ("b", "a", 4)


@pytest.mark.rule("coriolis.ruling.grapple.first-hit")
def test_armour_that_stops_the_blow_does_not_undo_the_grapple() -> None:
    fight = duel(gap=1, a='weapons = ["sword"]', b='weapons = ["knife"]\narmour = "armour-vest"')
    fight.play("melee-attack a b", dice=[6, 6, 1, 1, 1, 1, 1] + [6, 6, 1, 1], answers=["no", "grapple:1"])
    assert (fight.get("b.grappled-by"), fight.get("b.hp")) == ("a", 6)


def test_whoever_is_broken_by_the_blow_is_not_held() -> None:
    fight = duel(gap=1, a='weapons = ["sword"]', b="hp = 1", more='[[combatant]]\nid = "c"\nside = "blue"\nat = [60, 0]')
    fight.play("melee-attack a b", dice=[6, 6, 1, 1, 1, 1, 1], answers=["no", "grapple:1"])
    assert (fight.get("a.grapples"), fight.get("b.grappled-by")) == ("", "")


@pytest.mark.parametrize("act", ["melee-attack b a", "move b 5,0", "get-up b", "draw b knife"])
@pytest.mark.rule("coriolis.grapple.victim-no-actions")
def test_the_pinned_one_can_do_nothing_but_break_free_and_shout(act: str) -> None:
    fight = clinch(up="b", b="prone = true" if act.startswith("get-up") else "")
    if act.startswith("draw"):
        fight.gm("set b.weapons.0.in-hand false")
    before = fight.hash
    with pytest.raises(Refused) as refused:
        fight.play(act, dice=[])
    assert (refused.value.rule, fight.hash) == ("coriolis.grapple.victim-no-actions", before)
    fight.play('shout b "help me"', dice=[])


@pytest.mark.parametrize("act", ["melee-attack a b", "quick-melee a b unarmed", "move a 5,0", "go-prone a", 'shout a "ha"'])
@pytest.mark.rule("coriolis.grapple.grappler-limited")
def test_grapple_attacks_are_all_the_grappler_can_do(act: str) -> None:
    fight = clinch()
    before = fight.hash
    with pytest.raises(Refused) as refused:
        fight.play(act, dice=[])
    assert (refused.value.rule, fight.hash) == ("coriolis.grapple.grappler-limited", before)


@pytest.mark.rule(
    "coriolis.grapple.attack",
    "coriolis.grapple.attack.unarmed",
    "coriolis.grapple.attack.bonus",
    "coriolis.grapple.attack.no-defence",
)
def test_a_grapple_attack_is_unarmed_with_two_dice_more_and_cannot_be_defended() -> None:
    fight = clinch()
    fight.play("grapple-attack a", dice=[6, 6, 1, 1, 1, 1, 1, 1], answers=["increase-damage:1"])  # Strength 4, skill 2, +2
    assert (fight.get("b.hp"), fight.get("a.ap"), fight.get("b.ap")) == (4, 1, 3)


@pytest.mark.rule("coriolis.grapple.attack")
def test_without_a_hold_there_is_no_grapple_attack() -> None:
    with pytest.raises(Refused) as refused:
        duel(gap=1).play("grapple-attack a", dice=[])
    assert refused.value.rule == "coriolis.grapple.attack"


@pytest.mark.rule(
    "coriolis.grapple.break-free",
    "coriolis.grapple.break-free.cost",
    "coriolis.ruling.grapple.break-pool",
    "coriolis.core.opposed",
)
def test_breaking_free_is_an_opposed_test_without_weapons_normal_for_one_and_free_for_the_other() -> None:
    fight = clinch(up="b", a="ap = 0")
    fight.play("break-free b", dice=[6, 6, 1, 1] + [6, 1, 1, 1, 1, 1])  # 3 + 1 against 4 + 2
    assert (fight.get("b.grappled-by"), fight.get("a.grapples"), fight.get("b.ap")) == ("", "", 1)


@pytest.mark.rule("coriolis.ruling.opposed-tie", "coriolis.core.opposed")
def test_on_a_tie_the_pinned_stays_pinned() -> None:
    fight = clinch(up="b")
    fight.play("break-free b", dice=[6, 1, 1, 1] + [6, 1, 1, 1, 1, 1])
    assert fight.get("b.grappled-by") == "a"


@pytest.mark.rule("coriolis.grapple.break-free")
def test_only_the_pinned_break_free() -> None:
    with pytest.raises(Refused) as refused:
        duel().play("break-free a", dice=[])
    assert refused.value.rule == "coriolis.grapple.break-free"


@pytest.mark.rule("coriolis.ruling.grapple.release")
def test_the_grappler_lets_go_for_free() -> None:
    fight = clinch()
    fight.play("release a", dice=[])
    assert (fight.get("a.grapples"), fight.get("b.grappled-by"), fight.get("a.ap")) == ("", "", 3)


@pytest.mark.rule("coriolis.ruling.grapple.reactions")
def test_neither_of_the_two_defends_against_others() -> None:
    fight = clinch(up="c", more=THIRD)
    fight.play("melee-attack c b", dice=[6, 1, 1])  # c: Strength 3, knife; b is not asked
    assert fight.get("b.hp") == 4
    foe = '[[combatant]]\nid = "c"\nside = "blue"\nat = [0, 1]\nweapons = ["knife"]'
    fight = clinch(up="c", more=foe)
    fight.play("melee-attack c a", dice=[6, 1, 1])
    assert fight.get("a.hp") == 6


@pytest.mark.rule("coriolis.ruling.grapple.reactions")
def test_neither_strikes_at_somebody_who_leaves() -> None:
    fight = clinch(up="c", more=THIRD)
    fight.play("melee-attack c b", dice=[1, 1, 1])
    fight.play("move c 9,0", dice=[])  # b, pinned, is not asked


@pytest.mark.rule("coriolis.broken", "coriolis.grapple.attack")
def test_the_clinch_ends_when_either_is_broken() -> None:
    fight = clinch(b="hp = 1", more='[[combatant]]\nid = "d"\nside = "blue"\nat = [60, 0]')
    fight.play("grapple-attack a", dice=[6, 1, 1, 1, 1, 1, 1, 1])
    assert (fight.get("a.grapples"), fight.get("b.grappled-by")) == ("", "")


@pytest.mark.rule("coriolis.melee.bonus.grapple")
def test_somebody_who_is_pinned_no_longer_holds_another() -> None:
    fight = clinch(up="c", more='[[combatant]]\nid = "c"\nside = "blue"\nat = [0, 1]\nweapons = ["knife"]')
    fight.play("melee-attack c a", dice=[6, 6, 1], answers=["grapple:1"])
    assert [fight.get(path) for path in ("c.grapples", "a.grappled-by", "a.grapples", "b.grappled-by")] == ["a", "c", "", ""]


@pytest.mark.rule("coriolis.ruling.ap.declared")
def test_a_grapple_attack_is_lost_when_the_victim_is_shot_out_of_it() -> None:
    friend = '[[combatant]]\nid = "w"\nside = "red"\nat = [-10, 0]\nweapons = ["vulcan-carbine"]\n'
    more = friend + "overwatch = { toward = [10, 0] }" + '\n[[combatant]]\nid = "d"\nside = "blue"\nat = [60, 60]'
    fight = clinch(b="hp = 2", more=more)
    fight.play("grapple-attack a", dice=[6, 1, 1, 1], answers=["b"])  # w: Agility 3, carbine 1
    assert (fight.get("b.hp"), fight.get("a.grapples"), fight.get("a.ap")) == (0, "", 1)


@pytest.mark.rule("coriolis.ruling.grapple.release")
@pytest.mark.parametrize("how", ["remove a", "place a 9,0", "remove b", "set b.hp 0", "set a.unconscious 2"])
def test_a_clinch_ends_when_one_of_the_two_is_gone_or_moved_away(how: str) -> None:
    fight = clinch(up="c", more=THIRD + '\n[[combatant]]\nid = "d"\nside = "blue"\nat = [30, 0]\n')
    fight.gm(how)
    assert (fight.get("a.grapples"), fight.get("b.grappled-by")) == ("", "")


@pytest.mark.rule("coriolis.action.melee-attack.on-feet", "coriolis.prone.no-melee", "coriolis.ruling.grapple.release")
def test_a_holder_brought_to_the_ground_can_only_let_go() -> None:
    fight = clinch(a="prone = true")
    assert [form.kind for form in fight.legal("a") if form.refused is None] == ["release", "delay", "end-turn"]
    with pytest.raises(Refused) as refused:
        fight.play("grapple-attack a", dice=[])
    assert refused.value.rule == "coriolis.action.melee-attack.on-feet"
    fight.play("release a", dice=[]).play("get-up a", dice=[])
    assert (fight.get("b.grappled-by"), fight.get("a.prone")) == ("", False)
