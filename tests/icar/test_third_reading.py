"""What a third reading found: falling cars, kept actions, whose shield it is, holds that cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray.engine.errors import BadInput
from tests.icar.chase import chase, declared, stand_by
from tests.icar.street import A, B, refused, street, third

SHUT = 'shields = [{ key = "s", hp = 10, shut = trueMORE }]\n'
TINKER = "attributes = { wit = 4 }\nskills = { micro-engineering = 4 }\n"


# --- chases ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("icar.vehicle.damage.zero")
@pytest.mark.parametrize("act", ["traffic hax", "engine-power eng", "mend-shield eng", "fly pil"])
def test_in_a_falling_car_the_fall_is_what_bars_a_role(act: str) -> None:
    assert refused(chase(car="hp = 0"), act, "icar.vehicle.damage.zero").legal == ("jump", "stand-by")


@pytest.mark.rule("icar.vehicle.turn.order")
def test_who_has_kept_the_action_for_boarding_has_let_the_own_place_go_by() -> None:
    board = declared("dodge", wait=()).play("wait hax", dice=[])
    stand_by(board, "eng", "pil")
    refused(board, "traffic hax", "icar.vehicle.turn.order")


@pytest.mark.rule("icar.vehicle.gunner.check")
def test_a_gunner_is_still_told_that_flying_is_for_the_pilot() -> None:
    board = declared("firing-position").play("fly pil", dice=[5])
    assert "pilot" in refused(board, "fly gun", "icar.vehicle.gunner.check").reason


# --- shields ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("icar.ruling.shield-restart")
def test_a_foe_who_is_awake_lets_nobody_near_the_shield() -> None:
    foe = third(B + SHUT.replace("MORE", ""))
    refused(street(base=TINKER, more=foe), "restart-shield a whose=c", "icar.shield.restart")
    own = street(SHUT.replace("MORE", ""), base=TINKER, more=foe)
    assert refused(own, "restart-shield a whose=c", "icar.ruling.shield-restart").legal == ("a",)
    asleep = street(base=TINKER, more=third(B + SHUT.replace("MORE", "") + "asleep = 2\n"))
    assert asleep.play("restart-shield a whose=c", dice=[4]).get("c.shields.0.up") is True


@pytest.mark.rule("icar.shield.restart")
def test_a_friends_shield_is_waited_for_as_the_own_one_is() -> None:
    friend = third(B + SHUT.replace("MORE", ", wait = 3"), "c", "red")
    assert "3 turns" in refused(street(base=TINKER, more=friend), "restart-shield a whose=c", "icar.shield.restart").reason


# --- holds -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("field", ["held-by", "tripped-by", "aimed"])
def test_nobody_holds_trips_or_aims_at_oneself(field: str) -> None:
    with pytest.raises(BadInput, match="somebody else"):
        street(f'{field} = "a"', base=A)
    with pytest.raises(BadInput, match="somebody else"):
        street().gm(f"set a.{field} a")


def test_the_gm_cannot_give_a_skill_there_is_not() -> None:
    with pytest.raises(BadInput, match="did you mean 'shooting'"):
        street().gm("set a.skills.shotting 3")
    assert street().gm("set a.skills.hacking 3").get("a.skills.hacking") == 3


# --- things ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("icar.ruling.taking")
def test_whose_it_is_need_not_be_said_where_only_one_has_it() -> None:
    fallen = third(B + 'asleep = 4\nweapons = ["nelson-h1"]', "d", "red")
    fight = street(more=fallen + third()).play("take a nelson-h1", dice=[])
    assert (fight.get("a.hand"), fight.get("d.weapons")) == ("nelson-h1", [])
    other = fallen.replace('"d"', '"e"')
    assert refused(street(more=fallen + other + third()), "take a nelson-h1", "icar.ruling.taking").legal == (
        "nelson-h1 d",
        "nelson-h1 e",
    )


# --- outside the fight -----------------------------------------------------------------------------------------
MEMBER = """
rulebook = "icar"
[[member]]
id = "ada"
hp = 4
rp = 6
attributes = { battle = 3, shift = 2, meat = 4, soul = 3, wit = 4 }
skills = { street-fighting = 2, street-deal = 3 }
"""


@pytest.mark.rule("icar.close.build.cost", "icar.heal.hp.rest")
def test_figures_that_are_left_out_are_those_of_the_sheet(tmp_path: Path) -> None:
    path = tmp_path / "party.toml"
    path.write_text(MEMBER, encoding="utf-8")
    assert starfray.do("icar", "heal days=2", dice=[], party=path, who="ada").result["hp"] == 6
    built = starfray.do("icar", "combo kick+trip name=sweep", dice=[], party=path, who="ada").result
    assert (built["stun"], built["rp-left"], built["chance-against-10"]) == (8, 4, 0.4)  # Meat 4, 6 RP, 3 + 2 - 2 against 10
    assert starfray.do("icar", "deal arms-5", dice=[2], party=path, who="ada").result["needed"] == 13 - 4 - 3
    worn = starfray.do("icar", "bionics sports-cyber", dice=[], party=path, who="ada").result
    assert (worn["meat"], worn["soul"]) == (4 + 2, 3 - 1)


def test_figures_that_are_said_win_over_the_sheet(tmp_path: Path) -> None:
    path = tmp_path / "party.toml"
    path.write_text(MEMBER, encoding="utf-8")
    assert starfray.do("icar", "deal arms-5 wit=2", dice=[2], party=path, who="ada").result["needed"] == 13 - 2 - 3


@pytest.mark.rule("icar.close.build.record")
def test_in_a_fight_a_combo_is_built_from_the_sheet_too() -> None:
    fight = street("rp = 3", base=A.replace("street-fighting = 1", "street-fighting = 2"))
    fight.gm('call "combo kick+trip name=sweep" who=a')
    assert (fight.get("a.combos.sweep.moves"), fight.get("a.rp")) == (["kick", "trip"], 1)
    assert starfray.replay(fight.transcript()).ok


# --- vehicles on the ground ------------------------------------------------------------------------------------
PARKED = '[[combatant]]\nid = "car"\nside = "blue"\nvehicle = { key = "kestrel", open = true }\nat = [1, 0]\n'


@pytest.mark.rule("icar.turn.vehicle")
def test_whoever_the_gm_puts_somewhere_is_there_on_foot() -> None:
    fight = street(b='aboard = "car"', more=PARKED + third(side="red")).gm("place b 9,9")
    assert (fight.get("b.aboard"), fight.get("b.at")) == ("", [9.0, 9.0])
    fight.undo()
    assert fight.get("b.aboard") == "car"


@pytest.mark.rule("icar.turn.vehicle")
def test_a_vehicle_the_gm_puts_elsewhere_takes_its_people_along() -> None:
    fight = street(b='aboard = "car"', more=PARKED + third(side="red"))
    assert fight.refusal("hit a b") is None
    fight.gm("place car 30,0")
    assert (fight.get("b.aboard"), fight.get("b.at")) == ("car", [30.0, 0.0])
    refused(fight, "hit a b", "icar.ruling.close-reach")
