"""The breakdown table: what a D6 makes of somebody whose Mind Points are gone."""

from __future__ import annotations

import pytest

import starfray
from starfray import BadInput, Fight
from tests.coriolis.build import duel
from tests.coriolis.test_twins_hurt import same_odds
from tests.coriolis.ward import call

ZERO = "coriolis.ruling.stress.zero"
CALM = '[[combatant]]\nid = "c"\nside = "blue"\nat = [60, 0]\n'
B_IS_UP = 'turn = 1\nup = "b"\norder = ["b", "a", "c"]'
HIT = [6, 6, 1, 1, 1, 1, 1]  # Agility 4 + Ranged Combat 2 + carbine 1


def shaken(b: str = "", *, more: str = CALM, **rest: object) -> Fight:
    """b has 1 Mind Point left and armour for every shot; a is up; c, of b's side, stands far off."""
    fight = duel(b='mp = 1\narmour = { key = "suit", name = "Suit", rating = 3 }\n' + b, more=more, **rest)  # type: ignore[arg-type]
    return fight.gm("ruling breakdown table")


def break_b(fight: Fight, face: int) -> None:
    """a suppresses b, whose armour stops the shot; then the D6."""
    fight.play("shot a b", dice=[*HIT, 6, 6, 6, face], answers=["suppressive-fire:1"])
    assert (fight.get("b.mp"), fight.get("b.hp")) == (0, 6)


def to_bs_slot(fight: Fight) -> None:
    fight.play("end-turn a", dice=[])


@pytest.mark.rule(ZERO)
def test_without_the_switch_no_die_is_rolled_and_she_falls() -> None:
    fight = shaken().gm("ruling breakdown out")
    fight.play("shot a b", dice=[*HIT, 6, 6, 6], answers=["suppressive-fire:1"])
    assert (fight.get("b.prone"), fight.get("b.breakdown")) == (True, "")


@pytest.mark.rule(ZERO)
def test_a_one_freezes_her_on_her_feet() -> None:
    fight = shaken("cover = 4", gap=10)
    fight.play("shot a b", dice=[*HIT, 6, 6, 6, 1, 1, 1, 1, 1], answers=["suppressive-fire:1"])  # 3 + 4 of armour, the D6
    assert (fight.get("b.prone"), fight.get("b.breakdown"), fight.get("b.cover")) == (False, "frozen", 0)
    to_bs_slot(fight)
    assert fight.actors == ["c"]  # nothing can be done in b's slot


@pytest.mark.rule(ZERO)
def test_a_two_makes_her_flee_one_move_in_each_of_her_slots() -> None:
    fight = shaken()
    break_b(fight, 2)
    to_bs_slot(fight)
    fight.step(dice=[])
    assert (fight.get("b.at"), fight.get("b.ap"), fight.actors) == ([20, 0], 2, ["c"])
    fight.play("end-turn c", dice=[])
    fight.step(dice=[])  # the next turn starts
    fight.play("end-turn a", dice=[])
    fight.step(dice=[])
    assert fight.get("b.at") == [30, 0]


@pytest.mark.rule(ZERO, "coriolis.action.overwatch-fire", "coriolis.ranged.mod.range.short")
def test_a_watcher_may_shoot_at_somebody_who_flees() -> None:
    fight = shaken("weapons = []")
    break_b(fight, 2)
    fight.gm("set a.ap 3")
    fight.play("overwatch a 10,0", dice=[])
    to_bs_slot(fight)
    fight.step(dice=[1, 1, 1, 1, 1, 1, 1], answers=["b"])
    assert (fight.get("a.ap"), fight.get("b.at")) == (0, [20, 0])


@pytest.mark.rule("coriolis.ranged.mod.range.close", "coriolis.ranged.mod.range.close-helpless")
def test_whoever_runs_is_no_easy_target_at_close_range_and_whoever_is_frozen_is() -> None:
    for how, dice in (("flees", 4 + 2 + 1 - 3), ("attacks", 4), ("frozen", 4 + 2 + 1 + 3), ("cowers", 10 - 1)):
        fight = duel(b=f'mp = 0\nbreakdown = "{how}"', more=CALM, gap=2)
        fight.play("shot a b", dice=[1] * dice)


@pytest.mark.rule(ZERO)
def test_hindered_or_crawling_she_flees_half_as_far_and_paralysed_not_at_all() -> None:
    snow = '[[zone]]\nname = "drift"\nkind = "snow"\nat = [10, 0]\nradius = 3\n'
    for sheet, zone, where in (
        ("", snow, 15),
        ("prone = true", "", 15),
        ("", "", 20),
        ('injuries = [{ number = 51, paralysed = "waist" }]', "", 10),
    ):
        fight = duel(now=B_IS_UP, b=f'mp = 0\nbreakdown = "flees"\n{sheet}', more=CALM + zone)
        fight.step(dice=[])
        assert fight.get("b.at") == [where, 0]


@pytest.mark.rule(ZERO, "coriolis.action.vehicle-enter")
def test_out_of_a_vehicle_first_and_without_the_gun_that_was_set_up() -> None:
    car = '[[combatant]]\nid = "van"\nside = "blue"\nat = [10, 0]\ncraft = "groundcar"\n'
    fight = duel(now=B_IS_UP, b='mp = 0\nbreakdown = "flees"\naboard = "van"', more=CALM + car)
    fight.step(dice=[])
    assert (fight.get("b.aboard"), fight.get("b.at")) == ("", [10, 0])
    gun = duel(now=B_IS_UP, more=CALM, b='mp = 0\nbreakdown = "flees"\nset-up = true\nweapons = ["vulcan-machine-gun"]')
    gun.step(dice=[])
    assert (gun.get("b.set-up"), gun.get("b.weapons.0.dropped"), gun.get("b.at")) == (False, True, [20, 0])


@pytest.mark.rule(ZERO)
def test_without_a_map_she_gets_further_from_every_enemy() -> None:
    fight = starfray.loads("""
rulebook = "coriolis"
[now]
turn = 1
up = "b"
order = ["b", "a", "c"]
[[relation]]
kind = "distance"
between = ["a", "b"]
value = 5
[[combatant]]
id = "a"
side = "red"
[[combatant]]
id = "b"
side = "blue"
mp = 0
breakdown = "flees"
[[combatant]]
id = "c"
side = "blue"
""")
    fight.step(dice=[])
    assert fight.state.scene.relation[0].value == 15


@pytest.mark.rule(ZERO, "coriolis.ruling.disarm.where")
def test_a_three_lets_everything_fall_that_she_holds() -> None:
    arms = '{ key = "vulcan-pistol", in-hand = true }, { key = "knife", in-hand = true }, "sword"'
    fight = shaken(f"weapons = [{arms}]")
    break_b(fight, 3)
    assert [fight.get(f"b.weapons.{n}.dropped") for n in range(3)] == [True, True, False]
    assert (fight.get("b.breakdown"), fight.get("b.prone")) == ("frozen", False)


@pytest.mark.rule(ZERO)
def test_a_four_is_a_scream_that_alerts_everybody() -> None:
    fight = shaken(
        more=CALM + 'aware = false\n[[combatant]]\nid = "d"\nside = "blue"\nat = [10, 5]\noverwatch = { toward = [10, 0] }\n'
    )
    break_b(fight, 4)
    assert fight.get("c.aware")
    heard = [event.who for event in fight.events if event.rule == ZERO and event.note == "is alerted by"]
    assert heard == ["c", "d"]  # the one who was unaware, and the one who watches over her


@pytest.mark.rule(ZERO, "coriolis.ruling.sneak.target")
def test_a_scream_ends_the_surprise_of_those_who_stole_up() -> None:
    sneak = 'sneaks = "short"\nsurprise = true'
    other = '[[combatant]]\nid = "d"\nside = "red"\nat = [10, 1]\nsneaks = "close"\nweapons = ["knife"]\n'
    fight = shaken(now="turn = 0", a=sneak, more=other + CALM)
    fight.step(dice=[6, 1, 1, 1, 6])  # Agility 4, and 3 - 2
    fight.play("shot a b", dice=[*HIT, 6, 6, 6, 4], answers=["suppressive-fire:1"])
    assert (fight.get("b.aware"), fight.get("c.aware"), fight.get("a.surprise")) == (True, True, False)
    assert fight.actors == ["d"]  # the free action she has won is hers all the same


@pytest.mark.rule(ZERO, "coriolis.ruling.broken.reactions")
def test_a_five_sends_her_to_the_ground() -> None:
    fight = shaken()
    break_b(fight, 5)
    assert (fight.get("b.prone"), fight.get("b.breakdown")) == (True, "cowers")


@pytest.mark.rule(ZERO, "coriolis.action.melee-attack", "coriolis.ruling.melee.unarmed")
def test_a_six_turns_her_on_whoever_is_nearest_with_bare_hands_for_one_turn() -> None:
    friend = '[[combatant]]\nid = "c"\nside = "blue"\nat = [10, 4]\n'
    fight = shaken(more=friend)
    break_b(fight, 6)
    to_bs_slot(fight)
    fight.step(dice=[6, 1, 1, 1], answers=["no"])  # near with a Move; Strength 3 + Melee Combat 1; c does not defend
    assert (fight.get("b.at"), fight.get("b.ap"), fight.get("c.hp")) == ([10, 3], 0, 5)
    assert (fight.get("b.breakdown"), fight.actors) == ("frozen", ["c"])
    fight.play("end-turn c", dice=[])
    fight.step(dice=[])
    fight.play("end-turn a", dice=[])
    assert fight.actors == ["c"]  # she stands there


@pytest.mark.rule(ZERO, "coriolis.action.quick-melee", "coriolis.action.get-up")
def test_from_the_ground_and_out_of_reach_only_a_quick_blow_is_left() -> None:
    friend = '[[combatant]]\nid = "c"\nside = "blue"\nat = [10, 4]\n'
    fight = duel(now=B_IS_UP, b='mp = 0\nprone = true\nbreakdown = "attacks"', more=friend)
    fight.step(dice=[1, 1], answers=["no"])  # 3 + 1 - 2
    assert (fight.get("b.prone"), fight.get("b.ap"), fight.get("b.at")) == (False, 0, [10, 3])


@pytest.mark.rule(ZERO)
def test_nobody_within_reach_of_three_moves_is_struck() -> None:
    fight = duel(now=B_IS_UP, gap=50, b='mp = 0\nbreakdown = "attacks"', more=CALM.replace("60", "99"))
    fight.step(dice=[])
    assert (fight.get("b.at"), fight.get("b.ap"), fight.get("b.breakdown")) == ([80, 0], 0, "frozen")


def test_somebody_stunned_or_broken_does_not_run() -> None:
    for sheet in ("stunned = 1", "hp = 0", "unconscious = 2", "tied = true"):
        fight = duel(b=f'mp = 0\nbreakdown = "flees"\n{sheet}', more=CALM, now='turn = 1\nup = "a"\norder = ["a", "b", "c"]')
        fight.play("end-turn a", dice=[])
        assert (fight.actors, fight.get("b.at")) == (["c"], [10, 0])


@pytest.mark.rule(ZERO)
def test_a_rally_or_the_hours_end_it() -> None:
    friend = '[[combatant]]\nid = "c"\nside = "blue"\nat = [10, 1]\nskills = { command = 1 }\n'
    fight = duel(now='turn = 1\nup = "c"\norder = ["c", "a", "b"]', b='mp = 0\nbreakdown = "flees"', more=friend)
    fight.play("rally c b", dice=[6, 1, 1, 1])
    assert (fight.get("b.mp"), fight.get("b.breakdown")) == (1, "")
    fight = duel(b='mp = 0\nbreakdown = "frozen"', more=CALM)
    call(fight, "hours 2 who=b", dice=[2])
    assert (fight.get("b.mp"), fight.get("b.breakdown")) == (1, "")


@pytest.mark.rule(ZERO)
def test_whoever_is_down_already_rolls_no_die() -> None:
    fight = shaken("hp = 1")
    fight.gm("set b.armour.rating 0")
    fight.play("shot a b", dice=HIT, answers=["suppressive-fire:1"])
    assert (fight.get("b.hp"), fight.get("b.mp"), fight.get("b.breakdown")) == (0, 0, "")


def test_a_way_to_break_down_that_there_is_not_is_bad_input() -> None:
    with pytest.raises(BadInput, match="breakdown"):
        duel(b='breakdown = "giggles"')


@pytest.mark.parametrize("how", ["flees", "attacks"])
def test_a_panic_merged_on_the_way_is_as_likely_as_walked(how: str) -> None:
    fight = duel(
        a="overwatch = { toward = [10, 0] }\nattributes = { strength = 1, agility = 1 }\nskills = {}",
        now=B_IS_UP,
        b=f'mp = 0\nbreakdown = "{how}"\nattributes = {{ strength = 1, agility = 1 }}\nskills = {{}}',
        more='[[combatant]]\nid = "c"\nside = "blue"\nat = [10, 4]\n',
    )
    same_odds(fight, "panic b")
