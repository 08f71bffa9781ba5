"""Both sides of a rule, in chases and in space: where it holds, and right beside it, where it does not."""

from __future__ import annotations

import pytest

import starfray
from starfray.fight import Fight
from tests.icar import build
from tests.icar.chase import chase, stand_by
from tests.icar.scenes import ACE, HACKER
from tests.icar.street import form, refused, said, street, third

GUNNER = '[[combatant]]\nid = "gun2"\narchetype = "good-gunner"\naboard = "ship"\n'


def at_the_guns(**more: str) -> Fight:
    return build.stand_by(build.fight(**more).begin(), "ops", "eng", "pil")


# --- chases ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("icar.ruling.autopilot")
def test_an_autopilot_is_switched_off_by_anybody_of_the_crew_who_does_not_dangle() -> None:
    flown = "autopilot = true, tamed-autopilot = true"
    foe = ACE.replace('side = "crew"', 'side = "gang"')

    def may(board: Fight, who: str) -> bool:
        board.step(dice=[5])
        while board.get("chase.up") != "car":
            board.play("declare bad dodge", dice=[]) if not board.get("van.vehicle.goal") else board.play(
                f"stand-by {board.actors[0]}", dice=[], steps=True
            )
        while who not in board.actors:
            stand_by(board, board.actors[0])
        return board.refusal(f"autopilot {who} no") is None

    assert may(chase(car=flown, begun=False), "hax")
    assert may(chase(car=flown, more=ACE, begun=False), "ace")
    assert not may(chase(car=flown, more=foe, begun=False), "ace")
    assert not may(chase(car=flown, more=ACE + "dangling = true\n", begun=False), "ace")
    board = chase(car=flown, begun=False).step(dice=[5])
    stand_by(board.play("declare bad dodge", dice=[]), "bad", "goon").step(dice=[])
    board.play("autopilot hax no", dice=[])
    assert "icar.ruling.autopilot" in said(board)


@pytest.mark.rule("icar.vehicle.gunner.people")
def test_enemies_in_an_open_car_are_offered_as_marks_and_friends_aboard_it_are_not() -> None:
    board = chase_at_guns()
    aims = next(field for field in form(board, "gun", "gun").fields if field.name == "aim")
    assert [option.key for option in aims.options] == ["vehicle", "bad", "goon"]
    refused(board, "gun gun van ace", "icar.ruling.vehicle-exposed")
    board.play("gun gun van bad", dice=[2])


def chase_at_guns() -> Fight:
    board = chase(van="open = true", more=ACE.replace('aboard = "car"', 'aboard = "van"'))
    return stand_by(board.play("declare pil firing-position", dice=[]), "hax", "eng", "pil")


@pytest.mark.rule("icar.ruling.sleepers-lie")
def test_only_whoever_sits_at_a_role_aboard_does_not_fall_to_the_floor() -> None:
    board = chase(more=ACE).gm("stun ace").gm("stun hax")
    assert (board.get("ace.prone"), board.get("hax.prone")) == (True, False)
    assert street(b='role = "pilot"\n', more=third()).gm("stun b").get("b.prone") is True


@pytest.mark.rule("icar.vehicle.pilot.ram.damage")
def test_the_sheet_of_a_hauler_says_eleven() -> None:
    assert starfray.do("icar", "vehicle hauler", dice=[]).result["ram"] == 11


# --- on foot ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("icar.ruling.stun-recovery")
def test_rest_gives_back_one_point_and_nothing_to_whoever_is_fresh_by_then() -> None:
    for stun, told in ((10, True), (11, False)):
        board = street("stun = 5\n").play("recover-stun a", dice=[]).gm(f"set a.stun {stun}")
        board.play("stand-by b", dice=[]).step(dice=[])
        assert (board.get("a.stun"), "icar.ruling.stun-recovery" in said(board)) == (11, told)


@pytest.mark.rule("icar.ruling.mixed-combat")
def test_who_holds_a_gun_strikes_after_the_shots_and_who_holds_none_is_not_asked() -> None:
    gun = 'weapons = ["nelson-h1"]\n'
    board = street(gun, more=third(gun))
    assert board.actors == ["c"]  # the lowest decides first
    refused(board, "hit c a", "icar.ruling.mixed-combat")
    board.play("fire c a", dice=[9]).play("hold-fire a", dice=[]).step(dice=[], steps=1)
    board.play("hit a b", dice=[9, 2])
    street(gun).play("hold-fire a", dice=[]).play("hit a b", dice=[9, 2]).play("hit b a", dice=[9, 2])


@pytest.mark.rule("icar.hack.data", "icar.hack.combat.environment")
def test_data_is_read_and_a_door_is_opened() -> None:
    now = 'turn = 1\nthings = [{ name = "vault", kind = "data", words = "the plan" }, { name = "gate", joins = ["x", "y"] }]'
    board = street(base=HACKER, now=now)
    board.play("hack a vault", dice=[9]).play("hack a vault", dice=[9])
    assert (board.events[-1].note, board.get("things.0.open")) == ("the plan", False)
    assert board.play("hack a gate", dice=[9]).get("things.1.open") is True


# --- space -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("icar.space.system.limits")
def test_what_is_lost_is_told_when_a_crafts_turn_begins_and_nothing_if_nothing_is() -> None:
    lost = build.fight(ship='inoperable = ["tractor-beam", "light-jump"]').begin()
    notes = [event.note for event in lost.events if event.rule == "icar.space.system.limits"]
    assert notes == ["tractor-beam, light-jump"]
    assert "icar.space.system.limits" not in said(build.fight().begin())


@pytest.mark.rule("icar.space.shield.count")
def test_shields_recharge_from_none_to_all_and_no_further() -> None:
    for shields in (0, 2):
        assert starfray.do("icar", f"recharge scout {shields} 10", dice=[]).result
    for wrong in (-1, 3):
        with pytest.raises(starfray.Refused) as caught:
            starfray.do("icar", f"recharge scout {wrong} 10", dice=[])
        assert caught.value.rule == "icar.space.shield.count"


@pytest.mark.rule("icar.space.end.run-away.fire")
def test_firing_on_the_run_is_told_and_other_fire_is_not() -> None:
    board = build.stand_by(build.fight().begin(), "ops", "eng").play("run-away pil", dice=[9]).play("shoot gun foe", dice=[9])
    assert "icar.space.end.run-away.fire" in said(board)
    assert "icar.space.end.run-away.fire" not in said(at_the_guns().play("shoot gun foe", dice=[9]))


@pytest.mark.rule("icar.space.enemy.roll", "icar.space.damage.size")
def test_an_enemy_of_two_numbers_fires_its_first_cluster() -> None:
    board = build.stand_by(at_the_guns(ship="shields = 0", foe="clusters = [5, 20]"), "gun").step(dice=[9])
    words = [why.note for event in board.events if event.tally is not None for why in event.tally.reasons]
    assert ("cluster 1, K" in words, board.get("ship.craft.hull-damage")) == (True, 5)


@pytest.mark.rule("icar.ruling.crit-pilot")
def test_a_place_no_shot_reaches_is_left_with_the_next_turn_and_that_is_told() -> None:
    board = build.stand_by(build.fight().begin(), "ops", "eng").play("aggressive pil", dice=[10], answers=["Under them."])
    build.stand_by(board, "gun").step(dice=[])
    assert [event.who for event in board.events if event.rule == "icar.ruling.crit-pilot"] == ["ship"]
    build.stand_by(board, "ops", "eng", "pil", "gun").step(dice=[2])
    assert sum(event.rule == "icar.ruling.crit-pilot" for event in board.events) == 1


@pytest.mark.rule("icar.ruling.stn-floor")
def test_an_stn_of_one_is_a_number_and_nought_is_told() -> None:
    for base, told in ((7, False), (6, True)):
        board = at_the_guns(ship=f"base-stn = {base}").play("shoot gun foe", dice=[2])
        assert ("icar.ruling.stn-floor" in said(board)) is told


@pytest.mark.rule("icar.space.shield.whole-turn", "icar.space.shield.one-hit")
def test_the_first_hit_takes_a_shield_and_the_second_nothing_more() -> None:
    board = at_the_guns(more=GUNNER).play("shoot gun foe", dice=[9]).play("shoot gun2 foe", dice=[9])
    rules = [event.rule for event in board.events if event.rule.startswith("icar.space.shield")]
    assert rules == ["icar.space.shield.one-hit", "icar.space.shield.whole-turn"]
    assert board.step(dice=[2]).get("foe.craft.shields") == 1


@pytest.mark.rule("icar.space.damage.clusters", "icar.space.enemy.turn")
def test_an_enemy_with_weapons_throws_and_one_without_does_not() -> None:
    build.stand_by(at_the_guns(), "gun").step(dice=[2])
    assert "icar.space.damage.clusters" in said(build.stand_by(at_the_guns(foe="clusters = []"), "gun").step(dice=[]))


@pytest.mark.rule("icar.space.system.not-destroyed", "icar.space.eng.repair")
def test_what_is_inoperable_is_mended_and_what_is_destroyed_is_not() -> None:
    for destroyed in ("", ', destroyed = ["light-jump"]'):
        board = build.fight(ship='inoperable = ["light-jump"]' + destroyed).begin().gm("set eng.at-system light-jump")
        build.stand_by(board, "ops")
        if destroyed:
            refused(board, "repair eng", "icar.space.system.not-destroyed")
        else:
            assert board.play("repair eng", dice=[9]).get("ship.craft.inoperable") == []


@pytest.mark.rule("icar.ruling.hack-duration")
def test_a_system_hacked_twice_in_a_turn_is_off_once() -> None:
    hack = '[now]\nturn = 1\nhacks = [{ by = "hax", target = "van", passes = 2, inside = true, off = ["doors"] }]\n'
    board = chase(head=hack, begun=False).step(dice=[]).play("declare pil dodge", dice=[])
    board.play("hack hax van doors", dice=[9]).play("hack hax van doors", dice=[9])
    assert board.get("hacks.0.coming") == ["doors"]


@pytest.mark.rule("icar.close.build.replace", "icar.ruling.combo-replace")
def test_the_builder_says_of_a_replacement_that_it_is_one_and_of_no_other_combo() -> None:
    for more, told in (("replaces=yes", True), ("", False)):
        found = starfray.do("icar", f"combo punch battle=3 street-fighting=2 meat=3 rp=9 {more}", dice=[])
        rules = [rule for event in found.events for rule in event.by]
        assert ("icar.close.build.replace" in rules, "icar.ruling.combo-replace" in rules) == (told, told)
