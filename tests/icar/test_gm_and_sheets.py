"""What the GM does by the rules, what procedures write on a sheet, why somebody may do nothing, what dice ask for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import starfray
from starfray import Fight
from starfray.engine.errors import BadInput, Refused
from tests.icar import build
from tests.icar.chase import chase, declared, stand_by
from tests.icar.street import FISTS, A, B, refused, street, third

VEST = 'armour = [{ key = "vest", name = "Vest", hp = 4 }]\n'
SHIELD = 'shields = [{ key = "s", hp = 10, up = true }]\n'
DOCTOR = "attributes = { wit = 4 }\nskills = { medicine = 3 }\n"


def call(fight: Fight, text: str) -> Fight:
    return fight.gm(f'call "{text}" who=a')


@pytest.mark.rule("icar.ruling.armour", "icar.hp.zero")
def test_the_gm_hurts_people_by_the_rules() -> None:
    fight = street(b=VEST, more=third()).gm("hurt b 6")
    assert (fight.get("b.hp"), fight.get("b.armour.0.left")) == (8, 0)
    assert street(b=VEST, more=third()).gm("hurt b 6 direct=yes").get("b.hp") == 4
    down = street(b="hp = 2", more=third()).gm("hurt b 6 direct=yes")
    assert (down.get("b.dying"), down.get("b.prone")) == (40, True)


@pytest.mark.rule("icar.shield.soaks-all", "icar.shield.high-energy")
def test_the_gm_hurts_by_energy_and_a_shield_stops_it() -> None:
    fight = street(b=SHIELD, more=third()).gm("hurt b 6 energy stun=6")
    assert (fight.get("b.hp"), fight.get("b.stun"), fight.get("b.shields.0.taken")) == (10, 9, 6)
    with pytest.raises(Refused, match="no harm"):
        street().gm("hurt b 6 acid")


@pytest.mark.rule("icar.stun.zero", "icar.heal.hp.rest")
def test_the_gm_stuns_puts_down_and_heals() -> None:
    fight = street(more=third()).gm("stun b 12")
    assert (fight.get("b.stun"), fight.get("b.asleep"), fight.get("b.prone")) == (-3, 3, True)
    fight = street(more=third()).gm("down b")
    assert (fight.get("b.stun"), fight.get("b.asleep")) == (0, 1)
    fight = street(b="hp = -3", more=third()).gm("heal b 5")
    assert (fight.get("b.hp"), fight.get("b.dying")) == (2, 0)


@pytest.mark.rule("icar.vehicle.damage.zero", "icar.space.end.collapse")
def test_the_gm_hurts_vehicles_and_spacecraft_too() -> None:
    assert chase().gm("hurt van 5").get("van.vehicle.hp") == 15
    assert chase(van="max-shields = 1, shield-hp = 9").gm("hurt van 5").get("van.vehicle.soaked") == 5
    fallen = chase().gm("down van")
    assert (fallen.get("van.vehicle.hp"), fallen.get("van.vehicle.falling")) == (0, 4)
    assert build.fight(foe="shields = 0").begin().gm("hurt foe 5").get("foe.craft.hull-damage") == 5
    assert build.fight().begin().gm("down foe").get("foe.out") == "wreck"


def test_after_the_last_enemy_is_down_the_wounded_are_treated_in_the_fights_own_clock() -> None:
    fight = street(base=DOCTOR, b="hp = -1", more=third(B + "hp = -2", "c", "red"))
    assert fight.over is not None
    fight.gm("go-on")
    assert fight.actors == ["a"]
    fight.play("stabilise a c", dice=[5]).step(dice=[])
    assert (fight.get("c.stable"), fight.get("turn")) == (True, 2)
    fight.play("heal a c", dice=[5]).step(dice=[])
    assert (fight.get("c.hp"), fight.get("b.dying")) == (3, 39)


@pytest.mark.rule("icar.stun.zero")
def test_who_is_out_of_action_is_told_by_which_rule() -> None:
    refused(street(b="stun = -2", more=third()), "hit b a", "icar.stun.zero")


@pytest.mark.rule("icar.combat.order", "icar.ruling.actions-per-turn")
def test_who_is_not_yet_or_no_longer_in_turn_is_told_by_which_rule() -> None:
    fight = street()
    assert refused(fight, "hit b a", "icar.combat.order").legal == ("a",)
    refused(fight.play("stand-by a", dice=[]), "hit a b", "icar.ruling.actions-per-turn")
    armed = street('weapons = ["nelson-h1"]', gap=20)
    refused(armed, "stand-by b", "icar.fire.declare-order")


@pytest.mark.rule("icar.vehicle.turn.order", "icar.space.roles.assign")
def test_aboard_the_turn_of_the_vehicle_is_the_reason() -> None:
    refused(chase(), "stand-by bad", "icar.vehicle.turn.order")
    refused(stand_by(declared("dodge"), "pil"), "stand-by hax", "icar.ruling.actions-per-turn")
    board = build.fight(more='[[combatant]]\nid = "cook"\naboard = "ship"\n').begin()
    refused(board, "stand-by cook", "icar.space.roles.assign")


@pytest.mark.rule("icar.check.core")
def test_dice_say_what_they_are_thrown_for() -> None:
    fight = street('seat = "ana"', "surprised = true")
    fight.seats.hand = {"a", "b"}
    assert fight.play("hit a b").asks[0].prompt == "8 or more"  # 12 less Battle 3 and Street Fighting 1
    fight = street()
    fight.seats.hand = {"a", "b"}
    fight.play("hit a b")
    assert fight.asks[0].prompt == "more than the other's die -1"
    assert fight.answer(fight.asks[0], "5").asks[0].prompt == "7 or more"


# --- sheets ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("icar.heal.hp.rest", "icar.ruling.medic-heal")
def test_days_of_healing_are_written_on_the_sheet() -> None:
    fight = street("hp = 4\nhealed = true\nstun = 3")
    call(fight, "heal 4 days=3")
    assert (fight.get("a.hp"), fight.get("a.stun"), fight.get("a.healed")) == (7, 11, False)
    with pytest.raises(Refused, match="has 7 of 10"):
        call(fight, "heal 4 days=3")


@pytest.mark.rule("icar.close.build.record", "icar.close.build.cost", "icar.close.build.replace")
def test_combos_are_bought_and_replaced_for_roleplaying_points() -> None:
    fight = street("rp = 4\n" + FISTS)
    call(fight, "combo punch+trip+stamp name=floor rp=4 owned=1")
    assert ([combo.name for combo in fight.state.roster["a"].combos], fight.get("a.rp")) == (["fists", "floor"], 3)
    call(fight, "combo trip+stamp+stamp name=fists rp=3 owned=2 replaces=yes")
    assert (fight.state.roster["a"].combos[0].moves, fight.get("a.rp")) == (["trip", "stamp", "stamp"], 2)
    with pytest.raises(Refused, match="less gun-fu"):
        call(fight, "combo fire name=bang gun-fu=1 rp=2 owned=2")
    with pytest.raises(Refused, match="no name"):
        call(fight, "combo punch name=nothing replaces=yes owned=2")


@pytest.mark.rule("icar.close.skill.raise", "icar.pool.leftover")
def test_skills_are_raised_and_points_are_gained_on_the_sheet() -> None:
    fight = street("rp = 1")
    call(fight, "pool-leftover 5 4")
    assert fight.get("a.rp") == 2
    call(fight, "raise-skill 1 3 street-fighting")
    assert (fight.get("a.skills.street-fighting"), fight.get("a.rp")) == (3, 0)
    with pytest.raises(Refused, match="costs 1 RP"):
        call(fight, "raise-skill 3 4 street-fighting")
    with pytest.raises(Refused, match="no skill"):
        starfray.do("icar", "raise-skill 1 2 dancing", dice=[])


@pytest.mark.rule("icar.fire.sheet.rarity", "icar.close.aug.tougher")
def test_weapons_that_are_found_and_suits_that_are_fitted_are_on_the_sheet() -> None:
    fight = street(base=A)
    call(fight, "deal nelson-h1 street-deal=9")
    found = next(event.faces != [1] for event in fight.events if event.faces)  # 11 is reached by all but a natural 1
    assert [weapon.key for weapon in fight.state.roster["a"].weapons] == ["nelson-h1"] * found
    suit = next(iter(fight.book.own_content().tables["suits"]))
    call(fight, f"bionics {suit}")
    assert (fight.get("a.suits.0.key"), fight.get("a.hp") > 0) == (suit, True)


PARTY = """
rulebook = "icar"
[[member]]
id = "ana"
archetype = "byrnie"
hp = 4
rp = 4
[[member]]
id = "john"
archetype = "john-smith"
"""


def test_what_procedures_do_is_written_to_the_party_and_a_fight_reads_it(tmp_path: Path) -> None:
    file = tmp_path / "crew.toml"
    file.write_text(PARTY)

    def do(text: str, who: str = "ana", dice: Sequence[int] = ()) -> None:
        starfray.do("icar", text, dice=list(dice), party=file, who=who)

    do("heal 4 days=3")
    do("pool-leftover 4 2")  # 2 RP
    do("combo punch+trip name=sweep rp=6 owned=3")
    do("combo trip+stamp name=fists rp=5 owned=4 replaces=yes")
    do("raise-skill 1 2 street-fighting")
    do("deal nelson-h1 street-deal=9", dice=[5])
    do("pool-leftover 4 2", "john")  # the engineer of a spacecraft
    fight = starfray.loads(
        f'rulebook = "icar"\nparty = "{file}"\n[[combatant]]\nparty = "ana"\nside = "a"\n'
        '[[combatant]]\nid = "bob"\narchetype = "bar-regular"\nside = "b"\n'
    )
    assert (fight.get("ana.hp"), fight.get("ana.rp"), fight.get("ana.skills.street-fighting")) == (7, 3, 2)
    moves = {combo.name: combo.moves for combo in fight.state.roster["ana"].combos}
    assert (moves["sweep"], moves["fists"]) == (["punch", "trip"], ["trip", "stamp"])
    assert [weapon.key for weapon in fight.state.roster["ana"].weapons] == ["arms-3", "nelson-h1"]
    with pytest.raises(Refused, match="has 7 of 10"):
        do("heal 4 days=1")
    with pytest.raises(BadInput, match="not in the party"):
        do("heal 4", "nobody")


def test_a_hand_that_holds_a_weapon_nobody_has_is_a_slip_of_the_pen() -> None:
    with pytest.raises(BadInput, match="did you mean 'arms-5'"):
        street('hand = "arms-6"\nweapons = ["arms-5"]')
    assert street('hand = "table leg"\nweapons = ["arms-5"]').get("a.hand") == "table leg"
