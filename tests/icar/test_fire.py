"""Fire fights."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import Refused
from tests.icar.street import B, form, needed, refused, rolls, said, street, third

GUN = 'weapons = ["nelson-h1"]\n'
TOUGH = "max-hp = 99\nmax-stun = 99\n"
B_SHOOTS = B.replace("street-fighting = 1", "shooting = 3") + GUN


@pytest.mark.rule(
    "icar.turn.fire",
    "icar.fire.check",
    "icar.fire.state",
    "icar.fire.stat.to-hit",
    "icar.ruling.fire-base-tn",
    "icar.fire.simultaneous",
    "icar.fire.effect",
    "icar.fire.stat.damage",
    "icar.fire.scope",
    "icar.fire.enter",
    "icar.fire.initiative",
)
def test_skill_attribute_gun_and_die_against_ten_and_the_hit_lands_when_all_have_thrown() -> None:
    fight = street(GUN, now="").step(dice=[5, 4])
    form(fight, "a", "fire")
    fight.play("fire a b", dice=[3])  # 10 - 3 - 3 - 1
    assert (needed(fight), fight.get("b.hp")) == (3, 10)
    fight.step(dice=[])
    assert (fight.get("b.hp"), fight.get("b.stun"), fight.get("a.weapons.0.rounds")) == (4, 3, 3)


@pytest.mark.rule("icar.ruling.fire-base-tn")
@pytest.mark.parametrize(("gap", "need"), [(50, 3), (51, 5), (500, 5), (501, 9)])
def test_range_bands(gap: int, need: int) -> None:
    assert needed(street(GUN, gap=gap).play("fire a b", dice=[2])) == need


@pytest.mark.rule("icar.fire.harder", "icar.ruling.fire-modifiers")
@pytest.mark.parametrize(
    ("a", "b", "words", "need"),
    [
        ("", "in-cover = true", "fire a b", 4),
        ("", "moving = true", "fire a b", 4),
        ("moving = true", "moving = true", "fire a b", 4),
        ("", "", 'fire a b "gun hand"', 6),
        ("", "", "fire a b+c", 5),
    ],
)
def test_what_makes_a_shot_harder(a: str, b: str, words: str, need: int) -> None:
    fight = street(GUN + a, b, more=third())
    form(fight, "a", "fire")
    fight.play(words, dice=[2, 2] if "+" in words else [2])
    assert needed(fight) == need


@pytest.mark.rule("icar.fire.easier", "icar.ruling.aim")
def test_a_turn_of_aiming_and_a_shot_last_turn_make_it_easier() -> None:
    assert needed(street(GUN + 'aimed = "b"').play("fire a b", dice=[4])) == 1
    assert needed(street(GUN + 'shot-before = ["b"]').play("fire a b", dice=[4])) == 2
    fight = street(GUN, TOUGH).play("aim a b", dice=[]).play("stand-by b", dice=[]).step(dice=[])
    assert fight.get("a.aimed") == "b"
    assert needed(fight.play("fire a b", dice=[4])) == 1


@pytest.mark.rule("icar.ruling.aim")
def test_aim_is_lost_by_moving_or_being_hit() -> None:
    fight = street(GUN + 'aimed = "b"\nquick = 1', TOUGH).play("move a 2,0", dice=[])
    assert fight.get("a.aimed") == ""
    fight = street(GUN + 'aimed = "b"\nacted = "stand-by"').play("hit b a", dice=[9, 2])
    assert fight.get("a.aimed") == ""
    refused(street(), "aim a b", "icar.ruling.aim")


@pytest.mark.rule("icar.ruling.multi-target", "icar.ruling.magazine")
def test_one_check_and_one_shot_for_each_target() -> None:
    fight = street(GUN, TOUGH, more=third()).play("fire a b+c", dice=[5, 4])
    assert (rolls(fight), fight.get("a.weapons.0.rounds")) == ([("icar.fire.check", "a")] * 2, 2)
    fight.step(dice=[])
    assert (fight.get("b.hp"), fight.get("c.hp")) == (93, 10)
    refused(street('weapons = ["arms-2"]', more=third()), "fire a b+c", "icar.ruling.magazine")


@pytest.mark.rule("icar.fire.stat.magazine", "icar.turn.change-magazine", "icar.ruling.magazine")
def test_an_empty_magazine_is_changed() -> None:
    fight = street('weapons = [{ key = "nelson-h1", rounds = 0, spares = 1 }]')
    refused(fight, "fire a b", "icar.fire.stat.magazine")
    fight.play("change-magazine a", dice=[])
    assert (fight.get("a.weapons.0.rounds"), fight.get("a.weapons.0.spares")) == (4, 0)
    refused(street(GUN), "change-magazine a", "icar.ruling.magazine")
    refused(street('weapons = [{ key = "nelson-h1", rounds = 0, spares = 0 }]'), "change-magazine a", "icar.ruling.magazine")


@pytest.mark.rule("icar.fire.sheet.ownership", "icar.turn.change-weapon")
def test_no_sheet_no_weapon_and_a_stowed_one_is_drawn_first() -> None:
    refused(street(), "fire a b", "icar.fire.sheet.ownership")
    fight = street(GUN + 'hand = ""')
    refused(fight, "fire a b", "icar.fire.sheet.ownership")
    refused(fight, "change-weapon a arms-6", "icar.fire.sheet.ownership")
    refused(fight, "change-weapon a", "icar.turn.change-weapon")
    assert fight.play("change-weapon a nelson-h1", dice=[]).get("a.hand") == "nelson-h1"


@pytest.mark.rule(
    "icar.fire.declare-order", "icar.fire.simultaneous", "icar.ruling.fire-dead", "icar.ruling.initiative-direction"
)
def test_the_lowest_decides_first_and_whoever_drops_has_still_shot() -> None:
    fight = street(GUN, foe=B_SHOOTS, now="").step(dice=[8, 2])
    assert fight.actors == ["b"]
    fight.play("fire b a", dice=[9])
    assert fight.actors == ["a"]
    fight.play("fire a b", dice=[9]).step(dice=[], steps=1)
    assert (fight.get("a.stun"), fight.get("b.stun"), fight.get("a.hp"), fight.get("b.hp")) == (5, 3, 4, 4)
    both = street('weapons = ["arms-5"]', "", foe=B_SHOOTS.replace("nelson-h1", "arms-5"))
    both.play("fire b a", dice=[9]).play("fire a b", dice=[9]).step(dice=[], answers=["whole", "whole"], steps=1)
    assert (both.get("a.hp"), both.get("b.hp")) == (-13, -13)
    assert said(both).count("icar.ruling.fire-dead") == 2
    quiet = street(GUN, foe=B_SHOOTS).play("hold-fire b", dice=[])
    assert quiet.actors == ["a"]


@pytest.mark.rule("icar.ruling.mixed-combat", "icar.combat.first-strike")
def test_shots_come_before_fists_and_who_is_shot_down_does_not_strike() -> None:
    fight = street('weapons = ["arms-5"]', more=third())
    fight.play("fire a b", dice=[9]).step(dice=[], answers=["whole"])
    assert (fight.get("b.acted"), fight.actors) == ("", ["c"])


@pytest.mark.rule("icar.ruling.moving", "icar.turn.move", "icar.fire.harder")
def test_a_move_declared_first_makes_the_mark_move_and_is_made_when_the_shots_have_landed() -> None:
    fight = street(GUN, TOUGH, foe=B_SHOOTS, gap=20)
    fight.play("move b 14,0", dice=[])
    assert (fight.get("b.at"), fight.get("b.moving")) == ([20, 0], True)
    fight.play("fire a b", dice=[5])
    assert needed(fight) == 4
    fight.step(dice=[], steps=2)
    assert fight.get("b.at") == [14, 0]


@pytest.mark.rule("icar.combat.first-strike")
def test_who_is_shot_down_does_not_make_the_move() -> None:
    fight = street('weapons = ["arms-5"]', foe=B_SHOOTS, gap=20, more=third())
    fight.play("move b 14,0", dice=[]).play("fire a b", dice=[5]).step(dice=[], answers=["whole"])
    assert fight.get("b.at") == [20, 0]


@pytest.mark.rule("icar.ruling.firearm-stun", "icar.fire.effect")
def test_a_gun_takes_stun_as_it_takes_hit_points_unless_the_table_says_otherwise() -> None:
    fight = street(GUN, TOUGH, head='[rulings]\nfirearm-stun = "none"').gm("ruling firearm-stun none")
    assert fight.play("fire a b", dice=[5]).step(dice=[]).get("b.stun") == 99
    starfray.do("icar", "weapon nelson-h1", dice=[])
    grenade = street('weapons = ["stun-grenade"]', TOUGH).play("fire a b", dice=[6]).step(dice=[])
    assert (grenade.get("b.stun"), grenade.get("b.hp")) == (79, 99)


def test_a_grenade_hits_everybody_within_its_radius() -> None:
    far = third(who="d", at="[60, 0]")
    fight = street('weapons = ["fragmentation-grenade"]', TOUGH, gap=30, more=third(at="[40, 0]") + far)
    fight.play("fire a b", dice=[7]).step(dice=[])
    assert (fight.get("b.hp"), fight.get("c.hp"), fight.get("d.hp"), fight.get("a.hp")) == (91, 2, 10, 10)


@pytest.mark.rule("icar.check.free-tn", "icar.ruling.fire-base-tn")
def test_the_gm_sets_every_target_number_if_the_table_says_so() -> None:
    fight = street(GUN, head='[rulings]\nfire-tn = "gm"').play("fire a b", dice=[9], answers=["16"])
    assert needed(fight) == 9


@pytest.mark.rule("icar.ruling.down-choice")
def test_the_prone_shoot_if_the_table_lets_them() -> None:
    refused(street(GUN + "prone = true"), "fire a b", "icar.ruling.down-choice")
    fight = street(GUN + "prone = true", head='[rulings]\nprone-fire = "yes"')
    assert fight.actors == ["a"]
    assert fight.play("fire a b", dice=[5]).get("a.acted") == "fire"


@pytest.mark.shown("icar.fire.sheet.options")
@pytest.mark.rule(
    "icar.fire.sheet.name",
    "icar.fire.sheet.cost",
    "icar.fire.sheet.type",
    "icar.fire.sheet.features",
    "icar.fire.sheet.note",
    "icar.fire.stat.damage",
    "icar.fire.stat.magazine",
    "icar.fire.stat.to-hit",
)
def test_a_weapons_sheet() -> None:
    found = starfray.do("icar", "weapon arms-5", dice=[]).result
    assert (found["damage"], found["magazine"], found["to-hit"], found["rarity"], found["cost"]) == (23, 2, 1, 13, 1800)
    assert starfray.do("icar", "weapon knife", dice=[]).result["bonus"] == 2
    offered = '{ name = "Scope", cost = 300, rarity = 14 }, { name = "Sling", fitted = true }'
    fight = street(f'weapons = [{{ key = "arms-5", options = [{offered}] }}]')
    lines = {line.label: line.value for line in fight.book.describe(fight.state, fight.state.roster["a"])}
    assert (lines["Scope"], lines["Sling"], lines["3 LVG"]) == (
        "not fitted: cost 300, rarity 14",
        "fitted",
        "takes three LVG grenades",
    )


@pytest.mark.rule("icar.fire.sheet.rarity")
def test_rarity_is_the_target_number_of_a_street_deal() -> None:
    assert starfray.do("icar", "deal arms-5 street-deal=2 wit=4", dice=[7]).result == {"found": True, "needed": 7}
    assert starfray.do("icar", "deal arms-5 wit=4", dice=[8]).result["found"] is False
    with pytest.raises(Refused):
        starfray.do("icar", "deal wrench", dice=[])


def test_a_short_weapon_does_not_reach_and_nobody_shoots_at_nobody() -> None:
    refused(street('weapons = ["boomstick"]', gap=9), "fire a b", "icar.fire.state")
    refused(street(GUN), "fire a zoe", "icar.fire.state")
    refused(street(GUN), "fire a b+b", "icar.fire.state")


@pytest.mark.rule("icar.fire.declare-order")
def test_who_has_held_fire_does_not_shoot_when_the_others_have() -> None:
    fight = street(GUN, more=third()).play("hold-fire a", dice=[])
    assert fight.actors == ["a"]
    refused(fight, "fire a b", "icar.fire.declare-order")
    for each in ("a", "b", "c"):
        fight.play(f"stand-by {each}", dice=[])
    assert fight.step(dice=[]).play("fire a b", dice=[2]).get("a.acted") == "fire"
