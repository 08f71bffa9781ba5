"""Held Actions: declaring them, what sets them off, what is done, and Reactions among each other."""

from __future__ import annotations

import pytest

from starfray import Fight, Refused
from tests.compound_x.helpers import ANA, BO, fight, merge, rules

TOR_UP = "actions = 4\nstats = { dexterity = 8, fortitude = 10 }"


def waiting(held: str, *others: str, tor: str = "", ana: str = "", head: str = "", now: str = "", order: str = "") -> Fight:
    """Tor's turn, Ana holding."""
    return fight(
        f"actions = 0\nheld = {{ {held} }}\n{ana}".strip(),
        f"{TOR_UP}\n{tor}".strip(),
        *others,
        up="tor",
        head=head,
        now=now,
        order=order,
    )


@pytest.mark.rule("cx.held.reserve", "cx.held.declare")
def test_up_to_two_actions_are_held_for_a_declared_trigger_and_the_turn_ends() -> None:
    one = fight()
    one.play("hold ana enters aim+semi 2 at=20,0 radius=3", dice=[])
    held = one.state.roster["ana"].held
    assert held is not None
    assert (held.actions, held.trigger, held.plan, held.at, held.radius) == (2, "enters", ["aim", "semi"], (20.0, 0.0), 3.0)
    assert one.get("up") == "tor"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("hold ana moves semi 3", "cx.held.reserve"), ("hold ana sneezes semi", "cx.held.declare"),
        ("hold ana enters semi", "cx.held.declare"), ("hold ana gm semi", "cx.held.declare"),
        ("hold ana moves aim+semi", "cx.ruling.held-content"), ("hold ana moves suppress", "cx.ruling.held-content"),
    ],
)  # fmt: skip
def test_what_cannot_be_held_is_refused(text: str, rule: str) -> None:
    with pytest.raises(Refused) as refused:
        fight().play(text, dice=[])
    assert refused.value.rule == rule


@pytest.mark.rule("cx.held.use", "cx.reaction.timing", "cx.reaction.limit")
def test_the_held_shot_falls_before_the_move_that_sets_it_off() -> None:
    one = waiting('actions = 1, trigger = "moves", plan = ["semi"]', tor='cover = "partial"')
    one.play("run tor 30,8", dice=[10, 1, 50], answers=["semi"])  # hip 4 + 3 + 2 cover: a 10 hits, 80 + 20, half
    assert one.get("tor.health") == 100
    assert one.get("tor.at") == [30, 8]
    assert one.get("ana.held") is None
    assert one.get("ana.reactions") == 2


@pytest.mark.rule("cx.held.use", "cx.aim.effect")
def test_two_held_actions_are_one_reaction() -> None:
    one = waiting('actions = 2, trigger = "moves", plan = ["aim", "semi"]', tor='cover = "partial"')
    one.play("run tor 30,8", dice=[7, 50], answers=["aim+semi"])
    assert one.get("tor.health") == 110
    assert one.get("ana.reactions") == 2


@pytest.mark.rule("cx.held.use")
def test_a_declined_trigger_costs_nothing_and_the_actions_stay_held() -> None:
    one = waiting('actions = 1, trigger = "moves", plan = ["semi"]')
    one.play("run tor 30,4 actions=1", dice=[], answers=["decline"])
    assert one.get("ana.reactions") == 3
    assert one.state.roster["ana"].held is not None


@pytest.mark.rule("cx.held.use", "cx.dirt.trigger")
def test_inside_the_path_the_mover_is_shot_where_he_enters_the_zone_and_dives_there() -> None:
    one = waiting('actions = 1, trigger = "enters", plan = ["semi"], at = [30, 5], radius = 2.0')
    one.play("run tor 30,8", dice=[2], answers=["semi", "here"])
    assert one.get("tor.at") == [30, 3]
    assert one.get("tor.stance") == "prone"


@pytest.mark.rule("cx.held.use")
def test_crossing_a_line_sets_it_off() -> None:
    one = waiting('actions = 1, trigger = "crosses", plan = ["semi"], at = [40, 4]', tor='stance = "crouched"')
    one.play("run tor 30,6", dice=[2], answers=["semi"])
    assert one.get("tor.at") == [30, 6]


@pytest.mark.rule("cx.held.use")
def test_an_attack_sets_it_off_before_the_shot() -> None:
    one = waiting(
        'actions = 1, trigger = "attacks", plan = ["semi"]',
        'id = "kit"\nside = "dock"\nat = [30, 9]',
        tor='health = 1\nstance = "prone"',
    )
    one.play("fire tor ana", dice=[10, 1, 1], answers=["semi"])
    assert one.get("tor.health") == 0
    assert one.get("ana.health") == 100
    assert one.get("tor.weapons.0.rounds") == 18


@pytest.mark.rule("cx.held.use")
def test_any_act_of_a_named_foe_sets_it_off_and_nobody_elses() -> None:
    kit = 'id = "kit"\nside = "dock"\nat = [30, 9]\nactions = 4\nweapons = ["ecsc-mk8-auto"]'
    held = 'actions = 1, trigger = "acts", plan = ["semi"], foe = "kit"'
    one = waiting(held, kit)
    one.play("go-prone tor", dice=[])
    one.play("end-turn tor", dice=[])
    one.step(dice=[])
    one.play("aim kit ana", dice=[2], answers=["semi", "here"])
    assert one.get("kit.aim") == "ana"


@pytest.mark.rule("cx.held.declare", "cx.stance.prone-cost")
def test_a_trigger_in_words_is_judged_by_the_gm() -> None:
    one = waiting('actions = 1, trigger = "gm", plan = ["prone"], text = "somebody opens the door"')
    one.play("run tor 30,4 actions=1", dice=[], answers=["no"])
    assert one.get("ana.stance") == "standing"
    one.play("run tor 30,0 actions=1", dice=[], answers=["yes", "prone"])
    assert one.get("ana.stance") == "prone"


def test_what_is_done_is_decided_when_triggered_or_as_declared_by_the_ruling() -> None:
    held = 'actions = 1, trigger = "moves", plan = ["semi"]'
    one = waiting(held, tor='cover = "partial"')
    one.play("run tor 30,8", dice=[], answers=["hunker"])
    assert one.get("ana.hunkered") is True
    strict = waiting(held, tor='cover = "partial"', head='[rulings]\nheld-content = "declared"')
    with pytest.raises(Exception, match="one of semi, decline"):
        strict.play("run tor 30,8", dice=[], answers=["hunker"])


def test_without_reactions_or_a_working_gun_nobody_is_asked() -> None:
    held = 'actions = 1, trigger = "moves", plan = ["semi"]'
    one = waiting(held, ana="reactions = 0")
    one.play("run tor 30,8", dice=[])
    strict = waiting(held, ana='weapons = [{ key = "ecsc-mk16", rounds = 0 }]', head='[rulings]\nheld-content = "declared"')
    strict.play("run tor 30,8", dice=[])
    assert strict.get("ana.reactions") == 3


def test_a_reaction_provokes_no_reaction() -> None:
    kit = merge(ANA, 'id = "kit"\nside = "dock"\nactions = 0\nat = [30, 9]')
    kit += '\nheld = { actions = 1, trigger = "attacks", plan = ["semi"] }'
    one = waiting('actions = 1, trigger = "moves", plan = ["semi"]', kit, tor='cover = "partial"')
    one.play("run tor 30,8", dice=[2], answers=["semi"])
    assert one.state.roster["kit"].held is not None
    assert one.get("kit.reactions") == 3


ZONE = 'zones = [{ by = "bo", target = "tor", weapon = "ecsc-mk249", level = "medium", radius = 1, at = [30, 5] }]'
ENTERS = 'actions = 1, trigger = "enters", plan = ["semi"], at = [30, 5], radius = 1.0'


@pytest.mark.rule("cx.suppression.trigger", "cx.held.use", "cx.reaction.timing")
@pytest.mark.parametrize(
    ("order", "dice", "health"),
    [
        ("tor ana bo", [8, 50, 50], 150 - 40 - 42),  # Ana's hip shot (half of 80), then a sure hit (half of 85)
        ("tor bo ana", [50, 8, 50], 150 - 42 - 40),
    ],
)
def test_a_held_shot_and_suppression_bite_at_one_place_in_initiative_order(order: str, dice: list[int], health: int) -> None:
    one = waiting(ENTERS, BO, tor='stance = "standing"', now=ZONE, order=order)
    one.play("run tor 30,8", dice=dice, answers=["semi", "here"])
    assert one.get("tor.health") == health
    assert one.get("tor.at") == [30, 4]
    said = [rule for rule in rules(one) if rule in ("cx.reaction.timing", "cx.suppression.trigger")]
    expected = ["cx.reaction.timing", "cx.suppression.trigger"]
    assert said == (expected if order == "tor ana bo" else expected[::-1])


@pytest.mark.rule("cx.down.trigger")
def test_when_the_first_reaction_downs_the_mover_the_second_spends_nothing() -> None:
    one = waiting(ENTERS, BO, 'id = "kit"\nside = "dock"\nat = [30, 19]', tor="health = 10", now=ZONE, order="tor bo ana kit")
    one.play("run tor 30,8", dice=[50])
    assert one.get("tor.at") == [30, 4]
    assert one.get("ana.reactions") == 3
    assert one.state.roster["ana"].held is not None
