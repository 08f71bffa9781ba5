"""Group combat: up to ten against ten with one roll to hit and one to ward off."""

from __future__ import annotations

import pytest

import starfray
from starfray.demo_files import demo_path
from starfray.engine.errors import Refused
from starfray.fight import Fight
from tests.gurps.fights import duel, total_of

ROLL = "gurps.group-combat.single-roll"


BATONS = 'skills = { shortsword = 11 }\nweapons = ["baton"]'


def brawl(ours: int, theirs: int, *, our: str = "", their: str = "", rulings: str = "", arms: str = BATONS) -> Fight:
    """Batons at 11 with ST 10 (1d) against batons at 11; ours are quicker."""
    text = 'rulebook = "gurps"\n[rulings]\nbleeding = "off"\n' + rulings
    for who, side, count, x, dx, extra in (("red", "r", ours, 0, 11, our), ("blu", "b", theirs, 1, 10, their)):
        text += f'\n[[combatant]]\nid = "{who}"\nside = "{side}"\ncount = {count}\ngroup = "{side}"\nat = [{x}, 0]\n'
        text += f"attributes = {{ dx = {dx} }}\n{arms}\n{extra}\n"
    fight = starfray.loads(text)
    one = next(iter(fight.state.roster.values()))
    for each in fight.state.roster.values():
        each.at = (0.0, 0.0) if each.side == one.side else (1.0, 0.0)
    return fight.begin(dice=[*settle(ours), *settle(theirs)])


def settle(count: int) -> list[int]:
    """Dice that rank a tie in roster order: the first of those left rolls 6, the others 1, and again."""
    found: list[int] = []
    while count > 1:
        found += [6] + [1] * (count - 1)
        count -= 1
    return found


def names(who: str, count: int) -> str:
    return "+".join(f"{who}-{number + 1}" for number in range(count)) if count > 1 else who


@pytest.mark.rule(
    "gurps.group-combat.single-roll",
    "gurps.group-combat.base",
    "gurps.group-combat.bonus",
    "gurps.group-combat.extra-hits",
    "gurps.order.group",
)
def test_four_attack_with_one_roll_at_2_and_half_the_margin_are_extra_hits() -> None:
    fight = brawl(4, 1, their='orders = { "gurps.group-combat.defense" = "no" }')
    fight.play("group-attack red-1 blu", dice=[3, 3, 3, 1, 1, 1])  # 13 by 4: 3 hits of 1
    assert total_of(fight, ROLL) == 13
    assert fight.get("blu.hp") == 7


@pytest.mark.parametrize(("count", "bonus"), [(2, 2), (4, 2), (5, 4), (6, 4), (7, 6), (8, 6), (9, 8), (10, 8)])
@pytest.mark.rule("gurps.group-combat.bonus")
def test_the_bonus_for_numbers(count: int, bonus: int) -> None:
    fight = brawl(count, 1).play("group-attack red-1 blu", dice=[6, 6, 6, 3, 3, 4])
    assert total_of(fight, ROLL) == 11 + bonus


@pytest.mark.rule("gurps.ruling.group-average")
def test_the_average_is_rounded_down() -> None:
    fight = brawl(2, 1)
    fight.gm("set red-1.skills.shortsword 14").play("group-attack red-1 blu", dice=[6, 6, 5, 3, 3, 4])
    assert total_of(fight, ROLL) == 12 + 2


@pytest.mark.rule("gurps.ruling.group-hit-cap")
def test_no_more_hits_than_attackers() -> None:
    fight = brawl(2, 1, their='orders = { "gurps.group-combat.defense" = "no" }')
    fight.play("group-attack red-1 blu", dice=[2, 2, 2, 1, 1])  # by 7: 4 hits, capped at 2
    assert fight.get("blu.hp") == 8


@pytest.mark.rule("gurps.group-combat.defense", "gurps.ruling.group-defense")
def test_the_defenders_roll_once_for_all() -> None:
    fight = brawl(4, 2)
    fight.play("group-attack red-1 blu-1+blu-2", dice=[3, 3, 3, 2, 2, 3, 3, 1], answers=["dodge"])  # 3 hits, 8 by 1: 2 avoided
    assert sorted((fight.get("blu-1.hp"), fight.get("blu-2.hp"))) == [9, 10]


@pytest.mark.rule("gurps.group-combat.all-out-defense", "gurps.ruling.group-defense")
def test_on_all_out_defense_they_parry_what_they_did_not_dodge() -> None:
    fight = brawl(4, 2).play("do-nothing red-1", dice=[]).play("group-defense blu-1 double", dice=[])
    fight.play("group-attack red-1 blu-1+blu-2", dice=[3, 3, 3, 5, 5, 5, 2, 2, 2], answers=["dodge", "parry"])
    assert (fight.get("blu-1.hp"), fight.get("blu-2.hp")) == (10, 10)  # parry 8 by 2: all three


@pytest.mark.rule("gurps.order.pick", "gurps.ruling.random-pick")
def test_hits_are_spread_evenly_and_what_is_left_by_chance_without_repetition() -> None:
    fight = brawl(5, 3, their='orders = { "gurps.group-combat.defense" = "no" }')
    fight.play("group-attack red-1 blu-1+blu-2+blu-3", dice=[3, 3, 3, 5, 1, 1, 1, 1])  # 15 by 6: 4 hits; pick 5: the third
    assert [fight.get(f"blu-{n}.hp") for n in (1, 2, 3)] == [9, 9, 8]


def test_a_critical_hit_cannot_be_warded_off_and_a_critical_miss_is_the_first_ones() -> None:
    fight = brawl(3, 1).play("group-attack red-1 blu", dice=[1, 1, 1, 3, 3, 4, 1, 1, 1])
    assert fight.get("blu.hp") == 7
    fight = brawl(3, 1).play("group-attack red-1 blu", dice=[6, 6, 6, 3, 3, 4])
    assert fight.get("red-1.weapons.0.dropped") is True


@pytest.mark.rule("gurps.group-combat.size")
def test_at_most_ten_on_either_side() -> None:
    with pytest.raises(Refused, match="11 in the group"):
        brawl(11, 1).play("group-attack red-1 blu", dice=[])
    with pytest.raises(Refused, match="11 opponents"):
        brawl(2, 11).play(f"group-attack red-1 {names('blu', 11)}", dice=[])
    with pytest.raises(Refused, match="acts with the group"):
        brawl(2, 1).play("attack red-1 blu", dice=[])


def test_the_group_has_one_turn_and_whoever_falls_out_acts_alone() -> None:
    fight = brawl(3, 2)
    assert fight.actors == ["red-1"]
    fight.play("fall-out red-1", dice=[])
    assert fight.get("red-1.group") == ""
    fight.play("attack red-1 blu-1", dice=[5, 5, 5]).play("group-attack red-2 blu-1", dice=[5, 5, 5])
    fight.step(dice=[])
    assert fight.actors == ["blu-1"]


def test_a_group_moves_as_one() -> None:
    fight = brawl(2, 1).play("group-move red-1 path=-3,0", dice=[])
    assert (fight.get("red-1.at"), fight.get("red-2.at")) == ([-3.0, 0.0], [-3.0, 0.0])
    with pytest.raises(Refused, match="further than"):
        brawl(2, 1).play("group-move red-1 path=-9,0", dice=[])


def test_ten_against_ten() -> None:
    fight = brawl(10, 10)
    dice = [5, 5, 5, 2, 2, 3, 1, 2, 2, 1, 3, 1, 1, 1, 1]
    fight.play(f"group-attack red-1 {names('blu', 10)} all-out=yes", dice=dice, answers=["dodge"])
    assert total_of(fight, ROLL) == 23
    assert sum(fight.get(f"blu-{n}.hp") for n in range(1, 11)) < 100
    assert fight.get("red-4.all-out-attack") is True


@pytest.mark.rule("gurps.group-combat.base", "gurps.posture.kneeling", "gurps.injury.shock")
def test_what_bears_on_all_of_a_group_counts_and_a_part_of_a_point_does_not() -> None:
    fight = brawl(4, 1, our='posture = "kneeling"').play("group-attack red-1 blu", dice=[6, 6, 5, 3, 3, 4])
    assert total_of(fight, ROLL) == 11 + 2 - 2
    fight = brawl(4, 1)
    for number in (1, 2, 3):
        fight.gm(f"set red-{number}.shock 2")
    fight.play("group-attack red-1 blu", dice=[6, 6, 5, 3, 3, 4])
    assert total_of(fight, ROLL) == 11 + 2 - 1  # 6 points among four


@pytest.mark.rule("gurps.group-combat.base", "gurps.range.short")
def test_a_group_of_shooters_reckons_with_the_range() -> None:
    fight = brawl(2, 1, arms='skills = { guns = 12 }\nweapons = ["auto-pistol"]')
    for number in (1, 2):
        fight.gm(f"set red-{number}.at [-9,0]")
    fight.play("group-attack red-1 blu", dice=[6, 6, 5, 3, 3, 4])
    assert total_of(fight, ROLL) == 12 + 2 - 3
    assert fight.get("red-2.weapons.0.shots") == fight.get("red-2.weapons.0.magazine") - 1


@pytest.mark.rule("gurps.group-combat.all-out-defense", "gurps.ruling.multiple-defenses")
def test_a_group_that_has_parried_parries_the_next_blows_worse() -> None:
    fight = brawl(4, 2).play("do-nothing red-1", dice=[]).play("group-defense blu-1 double", dice=[])
    fight.gm('set red-4.group ""')
    fight.play("group-attack red-1 blu-1+blu-2", dice=[3, 3, 3, 5, 5, 5, 2, 2, 2], answers=["dodge", "parry"])
    fight.play("attack red-4 blu-1", dice=[3, 3, 3, 5, 5, 5, 1], answers=["parry-baton", "no"])
    assert total_of(fight, "gurps.core.parry") == 11 // 2 + 3 - 4


@pytest.mark.rule("gurps.maneuver.feint")
def test_a_feint_counts_for_one_roll_of_a_group_only() -> None:
    feints = '[{ by = "ann", lowers = "attack", penalty = 3, turns = 2 }, { by = "ann", penalty = 2, turns = 2 }]'
    one = {"group": '"x"', "feints": feints}
    fight = duel(bob=one).play("do-nothing ann", dice=[])
    fight.play("group-attack bob ann", dice=[5, 5, 5])
    assert total_of(fight, "gurps.group-combat.single-roll") == 12 - 3
    assert [(each.lowers, each.penalty) for each in fight.state.roster["bob"].feints] == [("defence", 2)]


@pytest.mark.rule("gurps.maneuver.attack", "gurps.group-combat.single-roll")
def test_a_group_strikes_only_whom_one_of_it_can_reach() -> None:
    fight = brawl(3, 2, their='orders = { "gurps.group-combat.defense" = "no" }')
    fight.gm("set blu-2.at [9,0]")
    with pytest.raises(Refused, match="nobody of the group can reach them"):
        fight.play("group-attack red-1 blu-2", dice=[])
    fight.play("group-attack red-1 blu-1+blu-2", dice=[3, 3, 3, 1, 1, 1])  # 13 by 4: 3 hits, all of them his
    assert (fight.get("blu-1.hp"), fight.get("blu-2.hp")) == (7, 10)


@pytest.mark.rule("gurps.maneuver.attack", "gurps.order.group")
def test_every_hit_is_landed_by_somebody_who_reaches_its_victim() -> None:
    fight = brawl(2, 2, their='orders = { "gurps.group-combat.defense" = "no" }')
    fight.gm("set red-2.at [0,5]").gm("set blu-2.at [1,5]")
    fight.play("group-attack red-1 blu-1+blu-2", dice=[3, 3, 3, 2, 4])  # 13 by 4: 3 hits, two attackers
    hurt = [(event.who, event.whom) for event in fight.events if event.rule == "gurps.core.penetration"]
    assert hurt == [("red-1", "blu-1"), ("red-2", "blu-2")]
    assert (fight.get("blu-1.hp"), fight.get("blu-2.hp")) == (8, 6)


def test_the_only_one_who_reaches_a_foe_strikes_him_once_and_no_lot_is_drawn_for_more() -> None:
    fight = brawl(3, 2, their='orders = { "gurps.group-combat.defense" = "no" }')
    fight.gm("set red-3.at [0,5]").gm("set blu-2.at [1,5]")
    fight.play("group-attack red-1 blu-1+blu-2", dice=[3, 3, 3, 1, 1, 1])  # 3 hits: two at blu-1, red-3's at blu-2
    assert (fight.get("blu-1.hp"), fight.get("blu-2.hp")) == (8, 9)


@pytest.mark.rule("gurps.group-combat.size")
def test_a_group_never_strikes_at_a_friend() -> None:
    fight = brawl(3, 1)
    with pytest.raises(Refused, match="red-3 is no opponent"):
        fight.play("group-attack red-1 blu+red-3", dice=[])


def test_in_the_riot_no_baton_hits_beyond_its_reach() -> None:
    fight = starfray.load(demo_path("market-riot")).begin()
    for _ in range(40):
        if fight.over:
            break
        before = len(fight.events)
        places = {who: each.at for who, each in fight.state.roster.items()}
        fight.auto(acts=1)
        for event in fight.events[before:]:
            if event.rule == "gurps.core.penetration" and event.who != event.whom:
                mine, theirs = places[event.who], places[event.whom]
                assert mine is not None
                assert theirs is not None
                assert ((mine[0] - theirs[0]) ** 2 + (mine[1] - theirs[1]) ** 2) ** 0.5 < 1.51 + 1e-9


@pytest.mark.rule("gurps.maneuver.ready")
def test_a_group_makes_ready_and_reloads() -> None:
    arms = 'skills = { guns = 12 }\nweapons = [{ key = "crossbow", shots = 0, hand = "both" }]'
    fight = brawl(2, 1, arms=arms)
    need = fight.get("red-1.weapons.crossbow.reload")
    for _ in range(need):
        fight.play("group-ready red-1", dice=[]).step(dice=[]).play("do-nothing blu", dice=[]).step(dice=[])
    assert [fight.get(f"red-{n}.weapons.crossbow.shots") for n in (1, 2)] == [1, 1]
    with pytest.raises(Refused, match="anything to make ready"):
        fight.play("group-ready red-1", dice=[])


@pytest.mark.rule("gurps.maneuver.change-posture")
def test_a_group_rises() -> None:
    fight = brawl(2, 1, our='posture = "kneeling"').play("group-rise red-1", dice=[])
    assert (fight.get("red-1.posture"), fight.get("red-2.posture")) == ("standing", "standing")
    with pytest.raises(Refused, match="nobody of the group can get up"):
        brawl(2, 1).play("group-rise red-1", dice=[])


@pytest.mark.rule("gurps.maneuver.wait", "gurps.group-combat.single-roll")
def test_a_group_waits_and_strikes_as_one() -> None:
    fight = brawl(3, 1).play("group-wait red-1 attacks", dice=[]).step(dice=[])
    fight.gm('set blu.group ""')
    fight.play("attack blu red-2", dice=[5, 5, 5, 5, 5, 5], answers=["act"])
    assert total_of(fight, ROLL) == 11 + 2
    assert fight.get("red-3.waiting") is None


@pytest.mark.rule("gurps.group-combat.size")
def test_who_fell_out_falls_in_again() -> None:
    fight = brawl(3, 1).play("fall-out red-1", dice=[])
    with pytest.raises(Refused, match="cannot join"):
        fight.play("fall-in red-1 b", dice=[])
    fight.play("fall-in red-1 r", dice=[]).step(dice=[])
    assert fight.actors == ["red-2"]  # the others have their turn of this second
    fight.play("do-nothing red-2", dice=[]).step(dice=[]).play("do-nothing blu", dice=[]).step(dice=[])
    assert fight.get("red-1.group") == "r"
    assert fight.actors == ["red-1"]


@pytest.mark.rule("gurps.ruling.late")
def test_who_comes_late_to_a_group_that_has_acted_does_not_give_it_a_second_turn() -> None:
    fight = brawl(2, 1).play("do-nothing red-1", dice=[]).step(dice=[])
    fight.gm('add "id = \\"rex\\", side = \\"r\\", group = \\"r\\", at = [0, 0], attributes = { dx = 8 }"')
    fight.step(dice=[]).play("do-nothing blu", dice=[]).step(dice=[])
    assert fight.get("second") == 2


@pytest.mark.rule("gurps.ruling.hidden-ends")
def test_a_group_that_attacks_from_hiding_is_seen() -> None:
    fight = brawl(2, 1).gm("hide red-1").gm("hide red-2")
    fight.play("group-attack red-1 blu", dice=[5, 5, 5])
    assert (fight.get("red-1.hidden"), fight.get("red-2.hidden")) == (False, False)


@pytest.mark.rule("gurps.ruling.grab")
def test_whoever_of_a_group_is_held_stays_where_she_is() -> None:
    fight = brawl(3, 1)
    fight.state.roster["red-2"].grabbed = "blu"
    fight.play("group-move red-1 path=-3,0", dice=[])
    assert [fight.get(f"red-{number}.at") for number in (1, 2, 3)] == [[-3.0, 0.0], [0.0, 0.0], [-3.0, 0.0]]
    assert fight.get("red-2.grabbed") == "blu"
    alone = brawl(2, 1)
    for each in ("red-1", "red-2"):
        alone.state.roster[each].grabbed = "blu"
    with pytest.raises(Refused) as fault:
        alone.play("group-move red-1 path=-1,0", dice=[])
    assert fault.value.rule == "gurps.ruling.grab"


@pytest.mark.rule("gurps.critical.hit.table", "gurps.order.group")
def test_what_a_groups_critical_hit_brings_befalls_the_one_who_is_struck() -> None:
    fight = brawl(1, 3)
    fight.play("group-attack red blu-1+blu-2+blu-3", dice=[1, 1, 1, 4, 4, 4, 5, 1])  # row 12, the third by lot, 1 of damage
    assert [fight.get(f"blu-{number}.weapons.0.hand") for number in (1, 2, 3)] == ["right", "right", ""]
    assert [fight.get(f"blu-{number}.hp") for number in (1, 2, 3)] == [10, 10, 9]


@pytest.mark.rule("gurps.maneuver.ready")
def test_a_group_with_empty_guns_is_told_to_reload() -> None:
    pistols = 'skills = { guns = 11 }\nweapons = [{ key = "auto-pistol", shots = 0, hand = "right" }]'
    fault = brawl(2, 1, arms=pistols).refusal("group-attack red-1 blu")
    assert fault is not None
    assert (fault.rule, list(fault.legal)) == ("gurps.maneuver.ready", ["group-ready"])
    armed = brawl(2, 1)
    assert armed.refusal("group-attack red-1 blu") is None
    armed.state.roster["blu"].at = (9.0, 0.0)
    far = armed.refusal("group-attack red-1 blu")
    assert far is not None
    assert far.rule == "gurps.maneuver.attack"


@pytest.mark.rule("gurps.order.pick", "gurps.ruling.random-pick")
def test_the_first_of_the_attackers_throws_for_who_is_struck() -> None:
    fight = brawl(2, 3, their='orders = { "gurps.group-combat.defense" = "no" }')
    fight.play("group-attack red-1 blu-1+blu-2+blu-3", dice=[4, 4, 4, 3, 1])  # 13 by 1: one hit, the second of three by lot
    assert [event.who for event in fight.events if event.rule == "gurps.order.pick"] == ["red-1"]
    assert [fight.get(f"blu-{number}.hp") for number in (1, 2, 3)] == [10, 9, 10]
