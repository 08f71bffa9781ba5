"""The order of dice is a contract, clause by clause: coriolis.ruling.dice-order."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight, Refused
from tests.coriolis.build import duel

POOL, PRAY, BONUS, ARMOUR = "coriolis.ranged.pool", "coriolis.core.pray", "coriolis.core.pray.bonus", "coriolis.core.armour"
BLOW, DEFEND, D66 = "coriolis.melee.pool", "coriolis.action.defend", "coriolis.ruling.crit.severity"
PRAYS = 'pc = true\norders = { "coriolis.core.pray" = "yes" }'


def rolls(fight: Fight) -> list[tuple[str, str]]:
    """Who rolled what, in order."""
    return [(event.rule, event.who) for event in fight.events if event.faces is not None]


@pytest.mark.rule(POOL, PRAY, BONUS, ARMOUR)
def test_a_pool_then_the_dice_rolled_again_then_the_prayers_bonus_and_only_then_the_next_roll() -> None:
    fight = duel(a=f"{PRAYS}\nprayer-bonus = 1", b='armour = "armour-vest"')
    again, bonus, armour = [1, 1, 1, 1, 1, 1], [1], [6, 1, 1, 1]
    fight.play("shot a b", dice=[1, 6, 1, 1, 1, 1, 1, *again, *bonus, *armour])
    assert rolls(fight) == [(POOL, "a"), (PRAY, "a"), (BONUS, "a"), (ARMOUR, "b")]
    assert fight.get("b.hp") == 4


@pytest.mark.rule(POOL)
def test_a_group_of_no_dice_is_not_rolled() -> None:
    fight = duel(a=PRAYS)  # b has no armour, and every die a six leaves nothing to pray over
    fight.play("shot a b", dice=[6] * 7, answers=["increase-damage:6"])
    assert rolls(fight) == [(POOL, "a")]


@pytest.mark.rule(
    BLOW,
    DEFEND,
    PRAY,
    ARMOUR,
    D66,
    "coriolis.melee.defend.counterattack",
    "coriolis.melee.bonus.purchase",
    "coriolis.action.defend.effects",
)
def test_a_blow_is_rolled_prayed_defended_prayed_then_decided_then_armour_and_injury_and_the_counter_last() -> None:
    fight = duel(
        a=f'weapons = ["sword"]\narmour = "armour-vest"\n{PRAYS}',
        b=f'weapons = ["dura-knife"]\narmour = "armour-vest"\nskills = {{ melee-combat = 3 }}\n{PRAYS}',
        gap=1,
    )
    fight.play(
        "melee-attack a b",
        dice=[
            6,
            6,
            6,
            1,
            1,
            1,
            1,
            1,
            1,
            1,
            1,  # a: 4 + 2 + 1, and four again
            6,
            6,
            1,
            1,
            1,
            1,
            6,
            1,
            1,
            1,  # b: 3 + 3, and four again
            1,
            1,
            1,
            1,
            2,
            1,
            3,  # b's armour, d66, healing
            1,
            1,
            1,
            1,
            1,
            1,  # a's armour, d66: stunned, nothing to heal
        ],
        answers=["dura-knife", "counterattack:1 counter-injury:2", "critical-injury:2"],
    )
    assert rolls(fight) == [
        (BLOW, "a"),
        (PRAY, "a"),
        (DEFEND, "b"),
        (PRAY, "b"),
        (ARMOUR, "b"),
        (D66, "b"),
        ("coriolis.state.crit-recovering", "b"),
        (ARMOUR, "a"),
        (D66, "a"),
    ]
    effects = ("coriolis.action.defend.effects", "coriolis.melee.bonus.purchase")
    asked = [(event.rule, event.who) for event in fight.events if event.rule in effects]
    assert asked == [("coriolis.action.defend.effects", "b"), ("coriolis.melee.bonus.purchase", "a")]


@pytest.mark.rule(POOL, PRAY, "coriolis.action.full-auto.extra-dice", "coriolis.ruling.pray-full-auto", ARMOUR)
def test_a_burst_is_prayed_over_before_its_first_extra_die_and_then_each_target_takes_it_in_turn() -> None:
    more = '[[combatant]]\nid = "c"\nside = "blue"\nat = [11, 0]\narmour = "armour-vest"'
    fight = duel(a=PRAYS, b='armour = "armour-vest"', more=more)
    fight.legal("a")  # the form says what may be prayed over
    fight.play(
        "full-auto a b",
        dice=[1, 1, 1, 1, 1] + [1, 1, 1, 1, 6] + [6, 1] + [1, 1, 1, 1] * 2,
        answers=["yes", "yes", "c", "b:1 c:1"],
    )
    extra = ("coriolis.action.full-auto.extra-dice", "a")
    assert rolls(fight) == [(POOL, "a"), (PRAY, "a"), extra, extra, (ARMOUR, "b"), (ARMOUR, "c")]
    assert fight.get("a.weapons.0.empty") is True, "an extra die ended it, not the 1s of the pool"


@pytest.mark.rule(
    ARMOUR, D66, "coriolis.state.crit-dying", "coriolis.ruling.crit.unconscious", "coriolis.state.crit-recovering"
)
def test_an_injury_rolls_all_its_pairs_then_limit_then_duration_then_healing() -> None:
    third = '[[combatant]]\nid = "c"\nside = "blue"\nat = [50, 0]'
    fight = duel(b='armour = "armour-vest"', more=third)
    fight.play(
        "shot a b", dice=[6, 6, 6, 6, 1, 1, 1] + [1] * 4 + [4, 5, 2, 1] + [3, 2] + [1] * 4, answers=["critical-injury:3"]
    )  # the worse of 45 and 21: limit, hours, 4d6 days
    assert rolls(fight)[1:] == [
        (ARMOUR, "b"),
        (D66, "b"),
        (D66, "b"),
        ("coriolis.state.crit-dying", "b"),
        ("coriolis.ruling.crit.unconscious", "b"),
        ("coriolis.state.crit-recovering", "b"),
    ]
    assert (fight.get("b.injuries.0.limit"), fight.get("b.unconscious")) == (3, 2)


@pytest.mark.rule(ARMOUR, D66, "coriolis.medtech.poison.test", "coriolis.medtech.poison.win")
def test_the_dice_of_a_poisoned_weapon_come_after_the_injury() -> None:
    fight = duel(a='weapons = ["knife"]\npoisoned = { knife = "poison-2" }', b='armour = "armour-vest"', gap=1)
    fight.play(
        "melee-attack a b",
        dice=[6, 6, 6, 1, 1, 1] + [1] * 4 + [1, 1] + [1, 1] + [1, 1, 6] + [4],
        answers=["no", "critical-injury:2"],
    )
    poison = "coriolis.medtech.poison.test"
    assert rolls(fight)[1:] == [(ARMOUR, "b"), (D66, "b"), (poison, "a"), (poison, "b"), ("coriolis.medtech.poison.win", "b")]


@pytest.mark.rule(POOL, ARMOUR, "coriolis.vehicle.passengers")
def test_a_vehicle_hit_rolls_its_own_armour_and_then_its_occupants_in_roster_order() -> None:
    more = (
        '[[combatant]]\nid = "car"\nside = "blue"\nat = [10, 0]\nhp = 1\ncraft = "groundcar"\n'
        '[[combatant]]\nid = "c"\nside = "blue"\naboard = "car"\narmour = "armour-vest"\n'
    )
    fight = duel(b='aboard = "car"\narmour = "armour-vest"', more=more)
    hull = fight.get("car.armour.rating")
    assert isinstance(hull, int)
    fight.play("shot a car", dice=[6, *[1] * 7] + [1] * hull + [1] * 8)
    assert rolls(fight) == [(POOL, "a"), (ARMOUR, "car"), (ARMOUR, "b"), (ARMOUR, "c")]


def six(**sheets: str) -> Fight:
    rows = "".join(
        f'[[combatant]]\nid = "{who}"\nside = "{"red" if place % 2 else "blue"}"\nat = [{50 * place}, 0]\n'
        f"{sheets.get(who, '')}\n"
        for place, who in enumerate("abcdef")
    )
    return starfray.loads(f'rulebook = "coriolis"\n[orders]\n"coriolis.initiative.weapon" = "never"\n{rows}')


@pytest.mark.rule("coriolis.initiative.roll", "coriolis.initiative.ties", "coriolis.initiative.talent")
def test_initiative_in_roster_order_then_ties_from_the_highest_score_down() -> None:
    fight = six(b='talents = ["combat-veteran"]')
    first = [2, 4, 1, 2, 4, 3, 3]  # b rolls 4 and 1
    fight.begin(dice=first + [1, 6] + [2, 5] + [5, 2])  # b and d on 4, e and f on 3, a and c on 2
    assert fight.get("order") == ["d", "b", "f", "e", "a", "c"]


@pytest.mark.rule("coriolis.initiative.ties")
def test_where_a_tie_break_leaves_two_groups_level_the_higher_group_rolls_again_first() -> None:
    fight = six().begin(dice=[3] * 6 + [5, 5, 2, 2, 6, 1] + [1, 4] + [6, 3])  # e; a and b on 5; c and d on 2; f
    assert fight.get("order") == ["e", "b", "a", "c", "d", "f"]


@pytest.mark.rule("coriolis.core.opposed", "coriolis.grapple.break-free", PRAY)
def test_an_opposed_test_is_active_pool_prayer_passive_pool_prayer() -> None:
    fight = duel(a=f'grappled-by = "b"\n{PRAYS}', b=f'grapples = "a"\n{PRAYS}', gap=1)
    fight.play("break-free a", dice=[1] * 6 + [1, 1, 1, 1, 1, 6] + [1] * 4 + [1] * 4)
    pool = "coriolis.grapple.break-free"
    assert rolls(fight) == [(pool, "a"), (PRAY, "a"), (pool, "b"), (PRAY, "b")]
    assert fight.get("a.grappled-by") == ""


@pytest.mark.rule("coriolis.core.opposed", "coriolis.ruling.opposed-tie")
def test_on_equal_sixes_the_active_side_does_not_win() -> None:
    fight = duel(a='grappled-by = "b"', b='grapples = "a"', gap=1)
    fight.play("break-free a", dice=[6, 1, 1, 1, 1, 1] + [6, 1, 1, 1])
    assert fight.get("a.grappled-by") == "b"


@pytest.mark.rule("coriolis.sneak.test", PRAY, "coriolis.initiative.roll")
def test_sneaking_rolls_every_test_with_its_prayer_then_the_free_actions_then_initiative() -> None:
    more = '[[combatant]]\nid = "c"\nside = "red"\nat = [0, 3]\nsneaks = "short"\nweapons = ["vulcan-pistol"]'
    fight = duel(a=f'sneaks = "short"\n{PRAYS}', now="turn = 0", more=more)
    fight.step(dice=[1, 1, 1, 1] + [6, 1, 1, 1] + [6, 1, 1], steps=1)
    sneak = "coriolis.sneak.test"
    assert rolls(fight) == [(sneak, "a"), (PRAY, "a"), (sneak, "c")]
    assert fight.actors == ["a"]
    fight.play("shot a b", dice=[6, *[1] * 6] + [1] * 6)
    assert fight.actors == ["c"]
    fight.play("end-turn c", dice=[])
    fight.step(dice=[3, 2, 1])
    assert (fight.get("turn"), fight.get("a.ap"), fight.get("order")) == (1, 3, ["a", "b", "c"])


@pytest.mark.rule(POOL, "coriolis.action.first-aid", "coriolis.medtech.ballistic-m-injector")
def test_an_injector_rolls_ranged_combat_and_then_medicurgy() -> None:
    more = '[[combatant]]\nid = "c"\nside = "red"\nat = [5, 0]\nhp = 0\nprone = true'
    fight = duel(a='gear = ["ballistic-m-injector"]\nskills = { ranged-combat = 2, medicurgy = 1 }', more=more)
    fight.play("inject a c", dice=[6, 1, 1, 1, 1, 1] + [6, 1, 1, 1, 1])
    assert rolls(fight) == [(POOL, "a"), ("coriolis.action.first-aid", "a")]
    assert fight.get("c.hp") == 1


ORDER = "coriolis.ruling.dice-order"


@pytest.mark.rule(ORDER, POOL, PRAY, ARMOUR)
def test_a_blast_is_thrown_prayed_over_hits_and_then_goes_through_the_roster() -> None:
    more = '[[combatant]]\nid = "c"\nside = "blue"\nat = [11, 0]\narmour = "armour-vest"'
    fight = duel(a=f'weapons = ["frag-grenade"]\n{PRAYS}', b='armour = "armour-vest"', more=more)
    dice = [1] * 6 + [6, 1, 1, 1, 1, 1] + [1] * 4 + [6, 1, 1, 1, 1, 1] + [1] * 4 + [6, 1, 1, 1, 1, 1] + [1] * 4
    fight.play("throw a b frag-grenade", dice=dice)
    assert rolls(fight) == [(POOL, "a"), (PRAY, "a"), (ARMOUR, "b"), (ORDER, "b"), (ARMOUR, "b"), (ORDER, "c"), (ARMOUR, "c")]
    assert (fight.get("b.hp"), fight.get("c.hp")) == (3, 5)


@pytest.mark.rule(ORDER, POOL)
def test_a_throw_that_misses_rolls_how_far_off_it_lands() -> None:
    fight = duel(a='weapons = ["frag-grenade"]')
    fight.play("throw a b frag-grenade", dice=[1] * 6 + [5], answers=["90"])
    assert rolls(fight) == [(POOL, "a"), (ORDER, "a")]
    assert fight.get("b.hp") == 6


@pytest.mark.rule("coriolis.ruling.turn-start")
def test_fires_burn_in_roster_order() -> None:
    fight = duel(a="burning = 1", b="burning = 1")
    fight.play("end-turn a", dice=[]).play("end-turn b", dice=[]).step(dice=[6, 1])
    assert (fight.get("a.hp"), fight.get("b.hp"), fight.get("b.burning")) == (7, 6, 0)


@pytest.mark.rule("coriolis.action.quick-shot.range")
def test_what_is_refused_rolls_nothing() -> None:
    fight = duel(gap=30)
    generators = fight.generators.states()
    with pytest.raises(Refused):
        fight.play("quick-shot a b")
    assert (fight.generators.states(), rolls(fight)) == (generators, [])
