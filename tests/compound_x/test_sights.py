"""What one looks through: smoke, scopes that are set for a distance, magnifiers; and what else hangs on a gun."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight, Refused
from starfray.engine.errors import BadInput
from starfray.sim.policies import policies_called
from tests.compound_x.helpers import fight, miss, rules

PRONE = 'stance = "prone"'


def smoky(at: str, radius: int = 10, ana: str = "", tor: str = PRONE) -> Fight:
    cloud = f'clouds = [{{ kind = "smoke", radius = {radius}, rounds = 12, at = {at} }}]'
    return fight(f'aim = "tor"\n{ana}'.strip(), tor, now=cloud)


# --- smoke --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.presumed.stat-check", "cx.presumed.conditions")
@pytest.mark.parametrize(("at", "ana"), [("[30, 0]", ""), ("[0, 0]", ""), ("[30, 0]", "stats = { perception = 10 }")])
def test_into_smoke_or_out_of_it_one_sees_with_a_roll_of_81(at: str, ana: str) -> None:
    least = 61 if ana else 81  # PER 10 adds 20
    seen = smoky(at, ana=ana)
    seen.play("fire ana tor", dice=[least, 9, 50])  # aimed: 4 + 2 prone, a 9 hits; half of 80
    assert seen.get("tor.health") == 60
    lost = smoky(at, ana=ana)
    lost.play("fire ana tor", dice=[least - 1, 9])  # blind: 6 more
    assert lost.get("tor.health") == 100
    assert lost.get("ana.aim") == "tor"


@pytest.mark.rule("cx.presumed.stat-check")
def test_through_a_whole_cloud_it_takes_120() -> None:
    sharp = "stats = { perception = 15 }"  # +40
    one = smoky("[15, 0]", 5, sharp)
    one.play("fire ana tor", dice=[80, 4, 50])  # 4 - 3 + 2 prone
    assert one.get("tor.health") == 60
    dull = smoky("[15, 0]", 5, sharp)
    dull.play("fire ana tor", dice=[79, 4])
    assert dull.get("tor.health") == 100


def test_smoke_beside_the_line_or_between_neighbours_hides_nothing() -> None:
    assert miss(smoky("[15, 6]", 5), "fire ana tor") == 4 + 2
    assert miss(smoky("[45, 0]", 10), "fire ana tor") == 4 + 2
    assert miss(smoky("[0, 0]", tor="at = [1, 0]"), "fire ana tor") == 3


@pytest.mark.rule("cx.presumed.conditions")
def test_a_gas_mask_is_a_hindrance_in_smoke() -> None:
    one = smoky("[30, 0]", ana="kits = { gas-mask = 1 }")
    one.play("fire ana tor", dice=[90, 9])
    assert one.get("tor.health") == 100


def test_whoever_fires_blind_anyway_rolls_for_nothing() -> None:
    smoky("[30, 0]").play("fire ana tor blind=yes", dice=[9])


# --- scopes -------------------------------------------------------------------------------------------------------

SNIPER = 'weapons = ["matthews-ba780"]\naim = "tor"'
KIT = 'id = "kit"\nside = "dock"\nat = [300, 0]\nstance = "prone"'
NEAR_TOR = 'id = "kit"\nside = "dock"\nat = [260, 0]\nstance = "prone"'


def far(gun: str = SNIPER, other: str = KIT, tor: str = "at = [250, 0]") -> Fight:
    """A first shot at Tor, the gun ready again."""
    one = fight(gun, f"{tor}\n{PRONE}", other)
    one.play("fire ana tor", dice=[4])
    one.gm("set ana.weapons.0.unchambered false")
    one.gm("set ana.actions 4")
    one.play(f"aim ana {'kit' if 'kit' in other else 'tor'}", dice=[])
    return one


@pytest.mark.rule("cx.actions.unlisted")
def test_beyond_200_m_another_distance_takes_two_actions_at_the_scope() -> None:
    one = far()
    with pytest.raises(Refused, match="set for 250 m, kit is 300 m away") as refused:
        one.play("fire ana kit", dice=[9])
    assert refused.value.legal == ("adjust kit",)
    with pytest.raises(Refused, match="set for 250 m"):
        one.play("suppress ana kit", dice=[])
    one.play("adjust ana kit", dice=[])
    assert (one.get("ana.actions"), one.get("ana.weapons.0.sighted")) == (1, 300)
    one.play("fire ana kit", dice=[4])


def test_ten_metres_more_or_less_are_the_same_distance() -> None:
    far(other=NEAR_TOR).play("fire ana kit", dice=[4])


def test_up_to_200_m_no_scope_is_adjusted() -> None:
    one = far(other=KIT.replace("300", "200"))
    one.play("fire ana kit", dice=[4])
    with pytest.raises(Refused, match="need be set for 200 m"):
        one.play("adjust ana kit")


def test_a_scope_from_2x_to_6x_is_set_for_every_distance_in_one_action() -> None:
    gun = 'weapons = [{ key = "ecsc-mk16", attachments = ["scope26"] }]\naim = "tor"'
    one = far(gun, 'id = "kit"\nside = "dock"\nat = [60, 0]\nstance = "prone"', "at = [30, 0]")
    with pytest.raises(Refused, match="set for 30 m"):
        one.play("fire ana kit")
    one.play("adjust ana kit", dice=[])
    assert one.get("ana.actions") == 2
    one.play("fire ana kit", dice=[4])


def test_what_cannot_be_adjusted_is_refused() -> None:
    with pytest.raises(Refused, match="no scope on the ECSC Mk16"):
        fight().play("adjust ana tor")
    with pytest.raises(Refused, match="set for 250 m already"):
        far(other=NEAR_TOR).play("adjust ana tor")
    form = next(each for each in fight().legal("ana") if each.kind == "adjust")
    assert form.refused is not None


def test_the_policy_sets_its_scope_and_then_fires() -> None:
    one = far()
    one.gm("set tor.health 0")
    policies = policies_called(one.book, {})
    kinds = []
    for _ in range(3):
        action = policies.act(one.book, one.state, "ana", one.generators.policy)
        assert action is not None
        kinds.append(action.KIND)
        one.play(action)
    assert kinds == ["adjust", "crouch", "fire"]


@pytest.mark.rule("cx.actions.unlisted", "cx.hip.min-range", "cx.range.magnification-100")
def test_a_magnifier_is_flipped_out_of_the_way_for_an_action() -> None:
    gun = 'weapons = [{ key = "ecsc-mk16", attachments = ["dot", "magnifier2"] }]\naim = "tor"\nstats = { perception = 6 }'
    near = fight(gun, "at = [4, 0]")
    assert miss(near, "fire ana tor") == 3 + 3  # inside its five metres: from the hip, without the dot
    near.play("flip ana", dice=[])
    assert near.get("ana.actions") == 3
    assert miss(near, "fire ana tor") == 3 - 1  # PER and the dot
    distant = fight(gun, "at = [105, 0]")
    assert miss(distant, "fire ana tor") == 5 + 1 - 1  # R4: 88 + 20 m
    distant.play("flip ana", dice=[])
    assert distant.preview("fire ana tor").tally is None  # beyond 88 m, and beyond 100 without magnification
    distant.play("flip ana", dice=[])
    assert miss(distant, "fire ana tor") == 5
    with pytest.raises(Refused, match="no magnifier"):
        fight().play("flip ana")


# --- what hangs on a gun --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gun", "attachments", "match"), [
    ("ecsc-mk16", '"magnifier2"', "only with dot or reflex"),
    ("ecsc-mk16", '"tritium", "magnifier2"', "only with dot or reflex"),
    ("ecsc-mk16", '"laser-red", "laser-green"', "two attachments of the kind 'laser'"),
    ("ecsc-mk16", '"ammo-hp", "mag-extended"', "two attachments of the kind 'ammunition'"),
    ("ecsc-mk16", '"laser-red", "flashlight", "flashlight"', "more than two lights and lasers"),
    ("ecsc-mk12-mod-0", '"straight-pull"', "only on a bolt action"),
    ("ecsc-mk16", '"straight-pull"', "only on a long-rifle"),
    ("matthews-model-25", '"magpull"', "only with box magazines"),
])  # fmt: skip
def test_what_does_not_go_together_on_a_gun_is_refused(gun: str, attachments: str, match: str) -> None:
    with pytest.raises(BadInput, match=match):
        fight(f'weapons = [{{ key = "{gun}", attachments = [{attachments}] }}]')


@pytest.mark.rule("cx.hip.penalty")
def test_an_infrared_dot_is_seen_with_night_vision_only() -> None:
    gun = 'weapons = [{ key = "ecsc-mk16", attachments = ["laser-ir"] }]'
    assert miss(fight(gun), "fire ana tor") == 4 + 3
    assert miss(fight(gun + "\nkits = { nvg = 1 }"), "fire ana tor") == 4 + 1


@pytest.mark.rule("cx.move.penalty-round")
@pytest.mark.parametrize("part", ["barrel-heavy", "receiver-heavy"])
def test_heavy_parts_cost_metres_and_are_counted_once(part: str) -> None:
    one = laden(part, 1.0)
    with pytest.raises(Refused, match="further than 4 m"):
        one.play("run ana 5,0")
    again = starfray.loads(one.to_text())
    assert again.hash == one.hash
    again.play("run ana 4,0", dice=[])
    assert "cx.move.run" in rules(again)


def laden(part: str, penalty: float) -> Fight:
    gun = f'{{ key = "ecsc-mk16", attachments = ["{part}"], penalty = {penalty} }}'
    return fight(f"carry = 1\nstats = {{ strength = 6, fortitude = 1 }}\nweapons = [{gun}]")


def test_a_light_barrel_is_half_a_metre_easier_to_carry() -> None:
    laden("barrel-light", 1.5).play("run ana 5,0", dice=[])
    with pytest.raises(Refused, match="further than 4 m"):
        laden("sling2", 1.5).play("run ana 5,0")


def test_a_longer_magazine_may_be_half_empty() -> None:
    one = fight('weapons = [{ key = "ecsc-mk16", attachments = ["mag-extended"], rounds = 35 }]')
    assert (one.get("ana.weapons.0.magazine"), one.get("ana.weapons.0.rounds")) == (39, 35)
    assert starfray.loads(one.to_text()).hash == one.hash
