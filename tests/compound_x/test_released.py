"""Held Actions let go: any Action but suppression, decided when the trigger comes, with nothing provoked by it."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight, Refused
from tests.compound_x.helpers import fight, merge, rules

TOR_UP = 'actions = 4\nstats = { dexterity = 8, fortitude = 10 }\nstance = "crouched"'
ONE = 'held = { actions = 1, trigger = "moves" }'
TWO = 'held = { actions = 2, trigger = "moves" }'


def waiting(held: str, ana: str = "", *others: str, tor: str = "", scene: str = "", head: str = "", now: str = "") -> Fight:
    mine, theirs = f"actions = 0\n{held}\n{ana}".strip(), merge(TOR_UP, tor)
    return fight(mine, theirs, *others, up="tor", scene=scene, head=head, now=now)


def run(one: Fight, *answers: str, dice: tuple[int, ...] = ()) -> Fight:
    return one.play("run tor 30,4", dice=list(dice), answers=list(answers))


@pytest.mark.rule("cx.held.use", "cx.move.run", "cx.ruling.move-stances")
def test_a_held_action_may_be_a_run() -> None:
    one = run(waiting(ONE), "run", "2,0")
    assert (one.get("ana.at"), one.get("ana.actions"), one.get("ana.reactions")) == ([2, 0], 0, 2)
    assert one.get("tor.at") == [30, 4]


@pytest.mark.rule("cx.held.use", "cx.ruling.move-single")
def test_two_held_actions_in_a_row_run_the_whole_distance_into_cover() -> None:
    crates = '[[cover]]\nname = "crates"\nkind = "full"\nat = [5, 0]\nreach = 1'
    one = run(waiting(TWO, "", scene=crates), "run", "2,0", "run", "5,0", "crates")
    assert (one.get("ana.at"), one.get("ana.cover")) == ([5, 0], "full")


def test_a_held_run_stops_short_of_whoever_stands_there() -> None:
    kit = 'id = "kit"\nside = "dock"\nat = [2, 0]'
    one = run(waiting(ONE, "", kit), "run", "2,0")
    assert one.get("ana.at") == [1, 0]


NO_MAP = """
rulebook = "compound-x"
[now]
round = 1
order = ["ana", "tor"]
up = "tor"
started = true
[[relation]]
kind = "distance"
between = ["ana", "tor"]
value = 20
[[combatant]]
id = "ana"
side = "crew"
held = { actions = 1, trigger = "moves" }
[[combatant]]
id = "tor"
side = "dock"
actions = 4
"""


def test_without_a_map_a_held_run_is_a_distance() -> None:
    one = starfray.loads(NO_MAP)
    one.play("run tor target=ana metres=15", dice=[], answers=["run", "22"])
    with pytest.raises(Refused, match="tor is 17 m from ana"):  # she backs away by two metres, he runs no more than his five
        one.play("run tor target=ana metres=1")


@pytest.mark.rule("cx.actions.draw")
def test_a_held_action_may_draw() -> None:
    one = run(waiting(ONE, 'weapons = ["ecsc-mk16", "ecsc-mk8-auto"]'), "draw")
    assert one.get("ana.weapons.1.in-hand") is True


@pytest.mark.rule("cx.held.use")
def test_of_several_things_to_take_up_one_is_chosen() -> None:
    one = run(waiting(ONE, 'weapons = ["ecsc-mk16", "ecsc-mk8-auto"]\nmelee = ["g1-knife"]'), "draw", "g1-knife")
    assert one.get("ana.melee.0.in-hand") is True


@pytest.mark.rule("cx.reload.check", "cx.held.use")
def test_two_held_actions_reload_a_gun() -> None:
    one = run(waiting(TWO, 'weapons = [{ key = "ecsc-mk16", rounds = 0 }]'), "reload", dice=(50,))
    assert one.get("ana.weapons.0.rounds") == 30


@pytest.mark.rule("cx.jam.clear")
def test_a_jam_is_cleared_and_the_gun_fired() -> None:
    one = run(waiting(TWO, 'weapons = [{ key = "ecsc-mk16", jammed = true }]'), "clear-jam", "semi", dice=(70, 2))
    assert one.get("ana.weapons.0.rounds") == 29


@pytest.mark.rule("cx.firerate.pump-bolt")
def test_a_bolt_is_worked_between_two_shots() -> None:
    one = run(waiting(TWO, 'weapons = ["anvil-arms-sr-150"]'), "semi", "rechamber", dice=(2,))
    assert one.get("ana.weapons.0.unchambered") is False


@pytest.mark.rule("cx.thrown.accuracy", "cx.grenade.cook")
def test_a_held_knife_and_a_held_grenade_fly() -> None:
    knife = 'thrown = [{ key = "throwing-knife", in-hand = true }]\nweapons = []'
    waiting(ONE, knife, tor="at = [10, 0]").play("run tor 10,4", dice=[2], answers=["throw"])
    bomb = 'grenades = [{ key = "frag", in-hand = true }]\nskills = { weapons-explosives = 6 }\nweapons = []'
    one = waiting(TWO, bomb, tor="at = [15, 0]")
    one.play("run tor 15,4", dice=[9], answers=["cook", "lob", "15,0"])
    assert one.get("tor.health") == 150 - 3 * 45


@pytest.mark.rule("cx.stabilize.check")
def test_a_friend_is_stabilised_as_soon_as_somebody_moves() -> None:
    kai = 'id = "kai"\nside = "crew"\nat = [1, 0]\nhealth = 0\nstance = "prone"'
    one = run(waiting(ONE, "skills = { medicine = 40 }\nkits = { medkit = 1 }", kai), "stabilise", dice=(50,))
    assert (one.get("kai.health"), one.get("ana.kits.medkit")) == (1, 0)


@pytest.mark.rule("cx.trip.prone")
def test_a_mover_who_is_tripped_goes_nowhere() -> None:
    one = waiting(ONE, "weapons = []", tor='at = [1, 0]\nstance = "standing"\nweapons = []')
    one.play("run tor 1,4", dice=[90, 2], answers=["trip", "athletics"])
    assert (one.get("tor.stance"), one.get("tor.at")) == ("prone", [1, 0])


@pytest.mark.rule("cx.kick.base")
def test_a_mover_who_is_kicked_away_ends_up_there() -> None:
    one = waiting(ONE, "weapons = []", tor='at = [1, 0]\nstance = "standing"\nweapons = []')
    one.play("run tor 1,4", dice=[90, 2], answers=["kick", "athletics"])
    assert one.get("tor.at") == [4, 0]
    assert one.get("tor.actions") == 2


@pytest.mark.rule("cx.grapple.start", "cx.ruling.opportunity-timing")
def test_a_mover_who_is_seized_has_one_action_left_and_goes_nowhere() -> None:
    one = waiting(ONE, "weapons = []", tor='at = [1, 0]\nstance = "standing"\nweapons = []')
    one.play("run tor 1,4 actions=1", dice=[90, 2], answers=["grapple", "athletics"])
    assert (one.get("tor.at"), one.get("tor.actions"), one.get("up")) == ([1, 0], 1, "tor")


@pytest.mark.rule("cx.disarm.result", "cx.ruling.opportunity-timing", "cx.disarm.check", "cx.disarm.declare")
def test_a_shooter_who_is_disarmed_does_not_shoot() -> None:
    held = 'held = { actions = 1, trigger = "attacks" }'
    one = waiting(held, "weapons = []", tor='at = [1, 0]\nstance = "standing"')
    one.play("fire tor ana", dice=[90, 2], answers=["disarm", "athletics"])
    assert (one.get("tor.weapons.0.dropped"), one.get("tor.weapons.0.rounds")) == (True, 18)


@pytest.mark.rule("cx.presumed.skill-check", "cx.held.use")
def test_a_skill_check_at_the_gms_dc() -> None:
    run(waiting(ONE, "skills = { acrobatics = 10 }"), "skill", "acrobatics", "40", dice=(31,))


@pytest.mark.rule("cx.actions.spell", "cx.held.use")
def test_an_ability_in_words() -> None:
    run(waiting(ONE), "ability", "raises a hand")


@pytest.mark.rule("cx.held.use", "cx.stance.crouch")
def test_one_action_and_that_is_all() -> None:
    one = run(waiting(TWO), "crouch", "stop")
    assert (one.get("ana.stance"), one.get("ana.reactions"), one.get("ana.held")) == ("crouched", 2, None)


@pytest.mark.rule("cx.held.use")
def test_a_reaction_to_a_reaction_is_not_asked_for() -> None:
    kit = (
        'id = "kit"\nside = "dock"\nat = [0, 1]\nengaged = ["ana"]\nmelee = ["gs101-sword"]\n'
        'held = { actions = 1, trigger = "acts", plan = ["strike"] }'
    )
    zone = 'zones = [{ by = "kit", target = "ana", weapon = "x", level = "light", radius = 1, at = [0, 0] }]'
    one = run(waiting(ONE, 'engaged = ["kit"]', kit, now=zone), "run", "2,0")
    assert (one.get("ana.at"), one.get("kit.reactions")) == ([2, 0], 3)


def test_only_what_is_possible_is_offered() -> None:
    one = waiting(ONE, 'weapons = [{ key = "ecsc-mk16", rounds = 0 }]')
    one.play("run tor 30,4")
    offered = [option.key for option in one.asks[0].options]
    assert offered[-1] == "decline"
    assert not {"semi", "auto", "strike", "adjust", "throw", "trip", "cook", "stabilise", "stand"} & set(offered)
    assert {"run", "reload", "prone", "hunker", "aim", "skill"} <= set(offered)


def test_by_the_declared_ruling_a_plan_must_be_declared() -> None:
    with pytest.raises(Refused, match="only what is declared now"):
        fight(head='[rulings]\nheld-content = "declared"').play("hold ana moves", dice=[])
    fight().play("hold ana moves", dice=[])


@pytest.mark.rule("cx.held.use", "cx.jam.clear")
def test_what_has_become_impossible_is_left_out() -> None:
    held = 'held = { actions = 2, trigger = "moves", plan = ["clear-jam", "semi"] }'
    one = run(waiting(held, 'weapons = [{ key = "ecsc-mk16", jammed = true }]'), "clear-jam+semi", "stop", dice=(2,))
    assert (one.get("ana.weapons.0.rounds"), one.get("ana.weapons.0.jammed")) == (30, True)


def test_fear_leaves_a_held_action_for_flight_only() -> None:
    one = waiting(ONE, "fear = 50")
    one.play("run tor 30,4")
    assert [option.key for option in one.asks[0].options] == ["run", "hunker", "calm", "decline"]


# --- by the same door as any other Action ------------------------------------------------------------------------------


@pytest.mark.rule("cx.held.use", "cx.melee.engaged")
def test_a_held_shot_at_arms_length_is_a_melee_like_any_other() -> None:
    one = waiting(ONE, 'weapons = ["g-w-10mm-auto"]', tor="at = [1, 0]")
    one.play("run tor 1,4", dice=[2], answers=["semi", "decline"])  # and whoever leaves a melee lays himself open
    assert rules(one).count("cx.melee.engaged") == 1


@pytest.mark.rule("cx.maneuver.exotic", "cx.reaction.timing")
def test_a_grabber_knife_may_catch_hold_in_a_held_strike_too() -> None:
    knife = 'weapons = []\nmelee = [{ key = "grabber-knife", in-hand = true }]\nstats = { dexterity = 6 }'
    one = waiting(ONE, knife, tor="at = [1, 0]\nweapons = []")
    one.play("run tor 1,4", dice=[6, 2, 90, 2], answers=["strike", "yes", "athletics"])
    assert one.get("grapples.0.control") == "ana"
    assert one.get("tor.at") == [1, 0]


@pytest.mark.parametrize("verb", ["semi", "aim", "strike", "reload"])
def test_the_rule_of_the_action_itself_says_whether_it_is_possible(verb: str) -> None:
    """Whoever is hunkered down has the same refusals as in a turn of his own, and a full magazine is not reloaded."""
    one = waiting(ONE, 'weapons = [{ key = "ecsc-mk16", rounds = 5 }]', tor="at = [1, 0]")
    one.play("run tor 1,4")
    assert verb in [option.key for option in one.asks[0].options]
    hunkered = waiting(ONE, 'hunkered = true\nweapons = [{ key = "ecsc-mk16", rounds = 30 }]', tor="at = [1, 0]")
    hunkered.play("run tor 1,4")
    assert verb not in [option.key for option in hunkered.asks[0].options]
