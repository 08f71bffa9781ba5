"""Shields, damage types, riders, suits: what a hit meets before it meets health, and what it leaves behind."""

from __future__ import annotations

import pytest

import starfray
from starfray import BadInput, Fight
from tests.compound_x.helpers import fight

PRONE = 'stance = "prone"'
LASER = 'weapons = ["partix-laser-rifle-la105"]\naim = "tor"'  # 65 laser
PLASMA = 'weapons = ["frontier-pl5-uc"]\naim = "tor"'  # 90 plasma, APL 3
SLUGS = 'weapons = ["ecsc-mk16"]\naim = "tor"'


def shielded(ana: str, tor: str = "", shield: str = 'shield = "a-class"', head: str = "") -> Fight:
    return fight(ana, f"{PRONE}\n{shield}\n{tor}".strip(), head=head)


def turn_of_tor(shield: str, tor: str = "", head: str = "") -> Fight:
    """Ana ends her turn; Tor's begins with the next step."""
    one = fight("", f"shield = {shield}\n{tor}".strip(), head=head)
    return one.play("end-turn ana", dice=[])


@pytest.mark.rule("cx.shield.laser", "cx.shieldgen.block")
def test_a_shield_takes_all_of_a_laser() -> None:
    one = shielded(LASER)
    one.play("fire ana tor", dice=[9])
    assert (one.get("tor.shield.strength"), one.get("tor.health")) == (55, 100)


@pytest.mark.rule("cx.shield.plasma", "cx.ruling.shield-rounding", "cx.ruling.plasma-riders")
def test_a_shield_takes_half_of_plasma_and_the_larger_half_passes() -> None:
    one = shielded('weapons = [{ key = "frontier-pl5-uc", damage = 91 }]\naim = "tor"', 'armour = "medium-full-l3"')
    one.play("fire ana tor", dice=[9, 1])
    assert one.get("tor.shield.strength") == 120 - 45
    assert one.get("tor.armour-points") == 60 - 46
    assert one.get("tor.armour.eroded") is True


@pytest.mark.rule("cx.shield.other")
def test_bullets_ignore_it() -> None:
    one = shielded(SLUGS)
    one.play("fire ana tor", dice=[9, 60])
    assert (one.get("tor.shield.strength"), one.get("tor.health")) == (120, 60)


@pytest.mark.rule("cx.shield.overflow", "cx.shieldgen.break", "cx.ruling.laser-armor", "cx.ruling.half-at-50")
def test_what_a_broken_shield_leaves_goes_on_and_armour_does_not_stop_a_laser() -> None:
    one = shielded(LASER, 'armour = "medium-full-l3"', 'shield = { key = "a-class", strength = 15 }')
    one.play("fire ana tor", dice=[9, 50])
    assert one.get("tor.health") == 75
    assert (one.get("tor.shield.strength"), one.get("tor.shield.wait")) == (0, 1)


def test_a_nanite_shield_takes_everything() -> None:
    one = shielded(SLUGS, shield='shield = "c-class"')
    one.play("fire ana tor", dice=[9])
    assert (one.get("tor.shield.strength"), one.get("tor.health")) == (20, 100)


@pytest.mark.rule("cx.shield.recharge", "cx.shieldgen.maintain")
def test_a_damaged_shield_regains_its_rate_up_to_its_capacity() -> None:
    one = turn_of_tor('{ key = "a-class", strength = 60 }').step(dice=[])
    assert one.get("tor.shield.strength") == 110
    full = turn_of_tor('{ key = "a-class", strength = 100 }').step(dice=[])
    assert full.get("tor.shield.strength") == 120


@pytest.mark.rule("cx.shield.restart", "cx.ruling.shield-restart-count")
@pytest.mark.parametrize(("ruling", "strengths"), [("full-turns", [0, 50]), ("nth-start", [50, 100])])
def test_a_broken_shield_waits_its_restart_time_in_whole_turns(ruling: str, strengths: list[int]) -> None:
    one = turn_of_tor('{ key = "a-class", strength = 0, wait = 1 }', head=f'[rulings]\nshield-restart = "{ruling}"')
    found = []
    for _ in strengths:
        one.step(dice=[])
        found.append(one.get("tor.shield.strength"))
        one.play("end-turn tor", dice=[]).step(dice=[]).play("end-turn ana", dice=[])
    if ruling == "nth-start":
        one.step(dice=[])
    else:
        assert one.get("tor.shield.wait") == 0
    assert found == strengths
    assert starfray.do("compound-x", "shield a-class strength=0 turns=1").result["strength"] == [50]


@pytest.mark.rule("cx.shield.restart-reset", "cx.ruling.shield-hit")
def test_any_hit_starts_the_wait_again() -> None:
    one = shielded(
        SLUGS,
        'armour = { key = "x", coverage = 99, apl = 9, points = 10 }',
        'shield = { key = "a-class", strength = 0, wait = 0 }',
    )
    one.play("fire ana tor", dice=[9, 1])
    assert (one.get("tor.shield.wait"), one.get("tor.health")) == (1, 100)


@pytest.mark.rule(
    "cx.shield.fast-restart", "cx.ruling.shield-fast-cost", "cx.presumed.nanites", "cx.ruling.shield-restart-count"
)
def test_nanites_restart_a_shield_at_once() -> None:
    nanites = 'profession = "soldier"\nnanites = 20\nweapons = []'
    one = turn_of_tor('{ key = "a-class", strength = 0, wait = 1 }', nanites).step(dice=[], answers=["yes"])
    assert (one.get("tor.shield.strength"), one.get("tor.nanites")) == (50, 20 + 3 - 14)
    no = turn_of_tor('{ key = "a-class", strength = 0, wait = 1 }', nanites).step(dice=[], answers=["no"])
    assert (no.get("tor.shield.strength"), no.get("tor.nanites")) == (0, 23)


@pytest.mark.rule(
    "cx.shield.fast-boost",
    "cx.example.fast-recharge",
    "cx.ruling.shield-fast-cost",
    "cx.shieldgen.maintain",
    "cx.shield.recharge",
)
def test_paid_for_a_damaged_shield_gains_twice_its_rate() -> None:
    one = turn_of_tor('{ key = "a-class", strength = 10 }', 'profession = "soldier"\nweapons = []')
    one.step(dice=[], answers=["yes"])
    assert one.get("tor.shield.strength") == 110


def test_a_magnetic_shield_restarts_at_every_turn_and_takes_no_nanites() -> None:
    one = turn_of_tor('{ key = "b-class", strength = 0 }', 'profession = "soldier"\nweapons = []').step(dice=[])
    assert one.get("tor.shield.strength") == 50


# --- damage types -------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.ruling.plasma-riders", "cx.presumed.conditions", "cx.armor.apl-pierce", "cx.order.turn-start")
def test_plasma_wears_armour_down_once_and_burns_for_two_turns() -> None:
    one = fight(PLASMA, f'{PRONE}\narmour = "medium-full-l3"\nstats = {{ fortitude = 10 }}')
    one.play("fire ana tor", dice=[9, 1])  # 90 less 60
    assert one.get("tor.health") == 120
    assert one.get("tor.conditions.0.turns") == 2
    one.play("end-turn ana", dice=[])
    one.step(dice=[4])  # d10 + 1
    assert one.get("tor.health") == 115
    one.play("end-turn tor", dice=[]).step(dice=[]).play("end-turn ana", dice=[]).step(dice=[1])
    assert one.get("tor.conditions") == []


def test_the_riders_of_plasma_can_be_ruled_out() -> None:
    one = fight(PLASMA, f"{PRONE}\nstats = {{ fortitude = 10 }}", head='[rulings]\nplasma-riders = "off"')
    one.play("fire ana tor", dice=[9, 60])
    assert one.get("tor.conditions") == []


@pytest.mark.rule("cx.presumed.conditions", "cx.ruling.turn-start-order", "cx.order.turn-start")
def test_bleeding_and_fire_bite_stack_by_stack_at_the_start_of_the_turn() -> None:
    wounds = 'conditions = [{ kind = "bleeding", stacks = 2 }, { kind = "burning", lasted = 1 }]'
    one = fight("", wounds).play("end-turn ana", dice=[])
    one.step(dice=[10, 3, 5, 6])  # 5 + 1, 1 + 1, then 2d10
    assert one.get("tor.health") == 100 - 6 - 2 - 11
    assert one.get("tor.conditions.1.stacks") == 2  # a fire spreads every second turn


@pytest.mark.rule("cx.stabilize.effects-drop", "cx.down.trigger", "cx.dst.per-turn", "cx.dst.success")
def test_bleeding_stops_when_one_is_downed_by_it() -> None:
    one = fight("", 'health = 1\nconditions = [{ kind = "bleeding" }]', 'id = "kit"\nside = "dock"\nat = [9, 9]')
    one.play("end-turn ana", dice=[]).step(dice=[1, 60])
    assert one.get("tor.health") == 0
    assert one.get("tor.conditions") == []


@pytest.mark.rule("cx.actions.skill", "cx.presumed.conditions")
def test_a_wound_is_treated_with_medicine() -> None:
    one = fight(
        "skills = { medicine = 20 }",
        'side = "crew"\nat = [1, 0]\nconditions = [{ kind = "bleeding" }]',
        'id = "kit"\nside = "dock"\nat = [9, 9]',
    )
    one.play("treat ana tor", dice=[31])
    assert one.get("tor.conditions") == []


def test_bullets_that_discharge_are_half_stopped_by_armour() -> None:
    ammo = 'weapons = [{ key = "ecsc-mk16", attachments = ["ammo-ed"] }]\naim = "tor"'
    one = fight(ammo, f'{PRONE}\narmour = "medium-full-l3"')
    one.play("fire ana tor", dice=[9, 1])
    assert one.get("tor.armour-points") == 20
    drone = fight(ammo, f"{PRONE}\nmechanical = true\nstats = {{ fortitude = 15 }}")
    drone.play("fire ana tor", dice=[9, 1, 99])
    assert drone.get("tor.health") == 200 - 100  # 40 + 60


@pytest.mark.parametrize(("ammo", "left"), [("ammo-hp", 200 - 104), ("ammo-ap", 200 - 72), ("ammo-hv", 200 - 88)])
def test_ammunition_changes_the_base_damage(ammo: str, left: int) -> None:
    one = fight(
        f'weapons = [{{ key = "ecsc-mk16", attachments = ["{ammo}"] }}]\naim = "tor"', f"{PRONE}\nstats = {{ fortitude = 15 }}"
    )
    one.play("fire ana tor", dice=[9, 1, 99])
    assert one.get("tor.health") == left


# --- suits and death by the place ----------------------------------------------------------------------------------


@pytest.mark.rule("cx.eva.integrity")
def test_a_suit_holds_pressure_through_its_hits_and_not_one_more() -> None:
    suit = 'suit = "flight-suit"\nhelmet = "helmet-env"\nstats = { fortitude = 15 }'
    one = fight(SLUGS, f"{PRONE}\n{suit}\nsuit-hits = 4")
    one.play("fire ana tor", dice=[9, 60])
    assert one.get("tor.breached") is False
    one.play("fire ana tor", dice=[9, 60])
    assert one.get("tor.breached") is True


@pytest.mark.rule("cx.death.instant", "cx.ruling.instant-death", "cx.aim.cease.dies")
def test_in_a_deadly_place_nobody_bleeds_out() -> None:
    lava = '[[zone]]\nname = "lava"\nkind = "deadly"\nat = [30, 0]'
    one = fight(SLUGS, f"{PRONE}\nhealth = 10", 'id = "kit"\nside = "dock"\nat = [9, 9]', scene=lava)
    one.play("fire ana tor", dice=[9, 60])
    assert one.get("tor.dead") is True


def test_an_attachment_goes_only_where_it_fits() -> None:
    for gun, bad in (("g-w-10mm-auto", "scope4"), ("partix-laser-rifle-la105", "compensator"), ("ecsc-mk16", "basic2")):
        with pytest.raises(BadInput):
            fight(f'weapons = [{{ key = "{gun}", attachments = ["{bad}"] }}]')
    with pytest.raises(BadInput, match="two attachments"):
        fight('weapons = [{ key = "ecsc-mk16", attachments = ["dot", "reflex"] }]')
