"""Whole actions told to the last figure: moving, things in hand, help, vehicles, explosives, treatment."""

from __future__ import annotations

import pytest

from tests.coriolis.build import duel, refused, tale
from tests.coriolis.ward import ward

CAR = '[[combatant]]\nid = "car"\nside = "red"\ncraft = "groundcar"\nat = [0, 1]\n'
RUNNING = CAR.replace('"groundcar"', '{ key = "groundcar", running = true }')
MATE = '[[combatant]]\nid = "c"\nside = "red"\nat = [0, 1]\nskills = { command = 1 }\n'
FOE = '[[combatant]]\nid = "c"\nside = "blue"\nat = [50, 0]\n'
DRIVER = 'aboard = "car"\ndrives = true\nskills = { pilot = 2 }'
NOW = 'turn = 1\nup = "a"\norder = ["a", "b", "c"]'


@pytest.mark.rule(
    "coriolis.action.move", "coriolis.action.move.halved", "coriolis.ruling.move.halving", "coriolis.ruling.cover.lost"
)
def test_a_move_and_what_halves_it() -> None:
    assert tale(duel(), "move a 6,8") == [
        "action.move a to 6,8", "a.at = [6.0, 8.0]", "a.ap = 2", "slot-used = True",
    ]  # fmt: skip
    assert refused(duel(), "move a 6,9") == "action.move: 10.8 m is further than 10 m. 10 m"
    assert tale(duel(a='prone = true\ncover = 2'), "move a 3,4") == [
        "action.move.halved a 5", "ruling.cover.lost a", "action.move a to 3,4", "a.cover gone", "a.at = [3.0, 4.0]",
        "a.ap = 2", "slot-used = True",
    ]  # fmt: skip
    assert refused(duel(a="prone = true"), "move a 3,5") == "ruling.move.halving: 5.8 m is further than 5 m. 5 m"
    assert tale(duel(), "move a 0,5 sneaking=yes") == [
        "action.move.halved a 5", "action.move a to 0,5", "a.at = [0.0, 5.0]", "a.ap = 2", "slot-used = True",
    ]  # fmt: skip
    assert (
        refused(duel(), "move a 0,3 b 4")
        == "action.move: along a path, or to a distance from somebody. X,Y, target=ID metres=N"
    )


@pytest.mark.rule("coriolis.action.draw", "coriolis.action.pick-up", "coriolis.ruling.hands", "coriolis.ruling.pick-up.whose")
def test_drawing_dropping_and_picking_up() -> None:
    assert tale(duel(a='weapons = ["vulcan-carbine", "dura-knife"]'), "draw a dura-knife") == [
        "ruling.hands a Vulcan carbine", "action.draw a Dura knife", "a.weapons.0.in-hand = False",
        "a.weapons.0.dropped = True", "a.weapons.0.lies-at = [0.0, 0.0]", "a.weapons.1.in-hand = True", "a.ap = 2",
        "slot-used = True",
    ]  # fmt: skip
    assert refused(duel(), "draw a vulcan-carbine") == "action.draw: the Vulcan carbine is in hand already."
    assert tale(duel(), "drop a vulcan-carbine") == [
        "ruling.hands a Vulcan carbine", "a.weapons.0.in-hand = False", "a.weapons.0.dropped = True",
        "a.weapons.0.lies-at = [0.0, 0.0]",
    ]  # fmt: skip
    assert refused(duel(), "drop a sword") == "ruling.hands: a has no 'sword' to drop. vulcan-carbine"
    assert tale(duel(gap=1, b='hp = 0\nprone = true', more=FOE, now=NOW), "pick-up a vulcan-pistol") == [
        "ruling.hands a Vulcan carbine", "action.pick-up a>b Vulcan pistol", "b.weapons.0.key gone",
        "b.weapons.0.name gone", "b.weapons.0.bonus gone", "b.weapons.0.damage gone", "b.weapons.0.crit gone",
        "b.weapons.0.range gone", "b.weapons.0.features gone", "b.weapons.0.cost gone", "b.weapons.0.in-hand gone",
        "a.weapons.0.in-hand = False", "a.weapons.0.dropped = True", "a.weapons.0.lies-at = [0.0, 0.0]",
        "a.weapons.1.key = vulcan-pistol", "a.weapons.1.name = Vulcan pistol", "a.weapons.1.bonus = 1",
        "a.weapons.1.damage = 2", "a.weapons.1.crit = 2", "a.weapons.1.range = short", "a.weapons.1.features = ['vulcan']",
        "a.weapons.1.cost = 800", "a.weapons.1.in-hand = True", "a.ap = 2", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a='weapons = [{ key = "sword", dropped = true }]'), "pick-up a sword") == [
        "action.pick-up a Sword", "a.weapons.0.dropped gone", "a.weapons.0.in-hand = True", "a.ap = 2", "slot-used = True",
    ]  # fmt: skip
    assert refused(duel(gap=1), "pick-up a vulcan-pistol") == "action.pick-up: no 'vulcan-pistol' lies within reach."


@pytest.mark.rule("coriolis.action.go-prone", "coriolis.action.get-up")
def test_going_prone_and_getting_up() -> None:
    assert tale(duel(), "go-prone a") == [
        "action.go-prone a", "a.ap = 2", "a.prone = True", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a='prone = true'), "get-up a") == [
        "action.get-up a", "a.prone gone", "a.ap = 2", "slot-used = True",
    ]  # fmt: skip
    assert refused(duel(), "get-up a") == "action.get-up: a is on her feet."
    assert refused(duel(a="prone = true"), "go-prone a") == "action.go-prone: a is prone already. get-up"


@pytest.mark.rule("coriolis.action.help", "coriolis.action.help.cost", "coriolis.action.help.bonus", "coriolis.core.help")
def test_helping_a_comrade() -> None:
    assert tale(duel(more=MATE, now=NOW), "help a c shot") == [
        "action.help a>c 2 shot", "action.help.bonus a>c 1 shot", "a.ap = 1", "c.helps.0.by = a", "c.helps.0.action = shot",
        "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(more=MATE, now=NOW), "help a c aimed-shot") == [
        "action.help a>c 3 aimed-shot", "action.help.bonus a>c 1 aimed-shot", "a.ap = 0", "c.helps.0.by = a",
        "c.helps.0.action = aimed-shot", "slot-used = True",
    ]  # fmt: skip
    assert refused(duel(more=MATE, now=NOW), "help a b shot") == "action.help: b is no comrade to help. c"
    twice = refused(duel(more=MATE + 'helps = [{ by = "a", action = "shot" }]', now=NOW), "help a c shot")
    assert twice.startswith("action.help.bonus: a helps c with that already. quick-shot, ")


@pytest.mark.rule(
    "coriolis.action.command",
    "coriolis.action.command.bonus",
    "coriolis.action.help.command-substitute",
    "coriolis.core.advanced-skills",
)
def test_commanding_a_comrade() -> None:
    assert tale(duel(a='skills = { command = 2 }', more=MATE, now=NOW), "command a c shot b", "66111") == [
        "action.command a>c shot", "core.pool a 2 of 5 5d6>=6", "action.command.bonus a>c 2 shot", "a.ap = 1",
        "c.helps.0.by = a", "c.helps.0.action = shot", "c.helps.0.target = b", "c.helps.0.dice = 2",
        "c.helps.0.command = True", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a='skills = { command = 2 }', more=MATE, now=NOW), "command a c shot b", "11111") == [
        "action.command a>c shot", "core.pool a 0 of 5 5d6>=6", "a.ap = 1", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a='skills = { command = 2 }', more=MATE, now=NOW), "command a c shot b", "66661") == [
        "action.command a>c shot", "core.pool a 4 of 5 5d6>=6", "action.command.bonus a>c 3 shot", "a.ap = 1",
        "c.helps.0.by = a", "c.helps.0.action = shot", "c.helps.0.target = b", "c.helps.0.dice = 3",
        "c.helps.0.command = True", "slot-used = True",
    ]  # fmt: skip
    assert refused(duel(more=MATE, now=NOW), "command a c shot b") == "core.advanced-skills: a has no training in command."


@pytest.mark.rule(
    "coriolis.action.help.lost", "coriolis.action.help.bonus", "coriolis.action.command.dictated", "coriolis.ruling.help.cap"
)
def test_help_that_fits_and_help_that_is_lost() -> None:
    assert tale(duel(a='helps = [{ by = "c", action = "shot" }]', more=MATE, now=NOW), "shot a b", "61111111") == [
        "action.shot a>b Vulcan carbine", "ranged.pool a 1 of 8 8d6>=6", "ranged.hit a>b 3", "core.hp b 3",
        "a.helps.0.by gone", "a.helps.0.action gone", "a.ap = 1", "b.hp = 3", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a='helps = [{ by = "c", action = "shot" }]', more=MATE, now=NOW), "quick-shot a b", "11111") == [
        "action.help.lost a>c quick-shot", "action.quick-shot a>b Vulcan carbine", "ranged.pool a 0 of 5 5d6>=6",
        "core.success a>b misses", "ruling.quick-shot.count a 1 Vulcan carbine", "a.helps.0.by gone",
        "a.helps.0.action gone", "a.weapons.0.quick-shots = 1", "a.ap = 2", "slot-used = True",
    ]  # fmt: skip
    fight = duel(a='helps = [{ by = "c", action = "shot", target = "c", dice = 2, command = true }]', more=MATE, now=NOW)
    assert tale(fight, "shot a b", "1111111") == [
        "action.command.dictated a>c shot", "action.shot a>b Vulcan carbine", "ranged.pool a 0 of 7 7d6>=6",
        "core.success a>b misses", "a.helps.0.by gone", "a.helps.0.action gone", "a.helps.0.target gone",
        "a.helps.0.dice gone", "a.helps.0.command gone", "a.ap = 1", "slot-used = True",
    ]  # fmt: skip
    fight = duel(
        a='helps = [{ by = "c", action = "shot", dice = 2 }, { by = "b", action = "shot", dice = 2 }]', more=MATE, now=NOW
    )
    assert tale(fight, "shot a b", "1111111111") == [
        "action.shot a>b Vulcan carbine", "ranged.pool a 0 of 10 10d6>=6", "core.success a>b misses", "a.helps.0.by gone",
        "a.helps.0.action gone", "a.helps.0.dice gone", "a.helps.1.by gone", "a.helps.1.action gone", "a.helps.1.dice gone",
        "a.ap = 1", "slot-used = True",
    ]  # fmt: skip


@pytest.mark.rule(
    "coriolis.action.shout", "coriolis.broken.cry", "coriolis.ruling.overwatch.strict", "coriolis.action.overwatch.lost-action"
)
def test_shouting_and_crying_for_help() -> None:
    assert tale(duel(more=MATE, now=NOW), "shout a run") == [
        "action.shout a run",
    ]  # fmt: skip
    assert tale(duel(a='overwatch = { toward = [10, 0] }', more=MATE, now=NOW), "shout a run c") == [
        "action.shout a>c run", "action.overwatch.lost-action a [ruling.overwatch.strict]", "a.overwatch.toward gone",
    ]  # fmt: skip
    assert tale(duel(b='hp = 0\nprone = true', more=FOE, now=NOW), "shout b help") == [
        "broken.cry b help",
    ]  # fmt: skip
    assert refused(duel(), "shout a hey b") == "action.shout: 'b' is no comrade."


@pytest.mark.rule(
    "coriolis.action.vehicle-enter",
    "coriolis.ruling.vehicle.duplicate-rows",
    "coriolis.action.vehicle-drive",
    "coriolis.vehicle.normal-driving",
)
def test_getting_in_starting_driving_and_getting_out() -> None:
    assert tale(duel(more=CAR), "enter a car driver=yes") == [
        "action.vehicle-enter a>car gets into", "a.at = [0.0, 1.0]", "a.aboard = car", "a.drives = True", "a.ap = 2",
        "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a=DRIVER, more=CAR), "start a") == [
        "ruling.vehicle.duplicate-rows a>car", "a.ap = 2", "car.craft.running = True", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a=DRIVER, more=RUNNING), "drive a 0,30") == [
        "action.vehicle-drive a>car to 0,30 [vehicle.normal-driving]", "a.at = [0.0, 30.0]", "a.ap = 2",
        "car.at = [0.0, 30.0]", "slot-used = True",
    ]  # fmt: skip
    assert refused(duel(a=DRIVER, more=RUNNING), "drive a 0,42") == "action.vehicle-drive: that is further than 40 m. 40 m"
    assert refused(duel(a=DRIVER, more=CAR), "drive a 0,30") == "ruling.vehicle.persons: the car is not running. start"
    assert refused(duel(a=DRIVER, more=RUNNING), "start a") == "action.vehicle-drive: the car is running. drive"
    assert tale(duel(a=DRIVER, more=CAR), "leave a") == [
        "action.vehicle-enter a>car gets out of", "a.aboard gone", "a.drives gone", "a.ap = 2", "slot-used = True",
    ]  # fmt: skip
    assert refused(duel(), "leave a") == "action.vehicle-enter: a is in no vehicle."
    assert (
        refused(duel(more=CAR.replace("0, 1", "0, 3")), "enter a car") == "range.close: the car is not within Close Range. move"
    )


@pytest.mark.rule("coriolis.vehicle.manoeuvre", "coriolis.vehicle.pilot-advanced", "coriolis.action.vehicle-drive")
def test_a_manoeuvre() -> None:
    assert tale(duel(a=DRIVER, more=RUNNING), "drive a 0,30 manoeuvre=yes", "6111111") == [
        "vehicle.manoeuvre a 1 of 7 7d6>=6", "action.vehicle-drive a>car to 0,30", "a.at = [0.0, 30.0]", "a.ap = 2",
        "car.at = [0.0, 30.0]", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a=DRIVER, more=RUNNING), "drive a 0,30 manoeuvre=yes", "1111111") == [
        "vehicle.manoeuvre a 0 of 7 7d6>=6", "vehicle.manoeuvre a>car fails", "a.ap = 2", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a='aboard = "car"\ndrives = true', more=RUNNING), "drive a 0,30 manoeuvre=yes") == [
        "vehicle.pilot-advanced a", "vehicle.manoeuvre a>car fails", "a.ap = 2", "slot-used = True",
    ]  # fmt: skip


@pytest.mark.rule(
    "coriolis.action.ram",
    "coriolis.action.ram.damage",
    "coriolis.ruling.vehicle.which-hp",
    "coriolis.ruling.vehicle.ram-effects",
)
def test_ramming() -> None:
    assert tale(duel(a=DRIVER, more=RUNNING), "ram a b", "6111111") == [
        "action.ram a>b Groundcar [ruling.vehicle.ram-defence]", "action.ram a 1 of 7 7d6>=6",
        "ruling.vehicle.which-hp car 18", "action.ram.damage a>b 4", "core.hp b 4", "a.at = [10.0, 0.0]", "a.ap = 1",
        "b.hp = 2", "car.at = [10.0, 0.0]", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a=DRIVER, more=RUNNING), "ram a b", "1111111") == [
        "action.ram a>b Groundcar [ruling.vehicle.ram-defence]", "action.ram a 0 of 7 7d6>=6", "core.success a>b misses",
        "a.at = [10.0, 0.0]", "a.ap = 1", "car.at = [10.0, 0.0]", "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a=DRIVER, more=RUNNING), "ram a b", "6611111", "increase-damage:1") == [
        "action.ram a>b Groundcar [ruling.vehicle.ram-defence]", "action.ram a 2 of 7 7d6>=6",
        "ruling.vehicle.which-hp car 18", "ruling.vehicle.ram-effects a increase-damage:1", "action.ram.damage a>b 4",
        "melee.bonus.increase-damage a>b 1", "core.hp b 5", "a.at = [10.0, 0.0]", "a.ap = 1", "b.hp = 1",
        "car.at = [10.0, 0.0]", "slot-used = True",
    ]  # fmt: skip
    assert refused(duel(gap=60, a=DRIVER, more=RUNNING), "ram a b") == "ruling.vehicle.ram-reach: b is further than 40 m. drive"


@pytest.mark.rule(
    "coriolis.heal.first-aid",
    "coriolis.heal.first-aid.success",
    "coriolis.action.first-aid.modifier",
    "coriolis.ruling.med.kit-doses",
)
def test_first_aid_by_its_sixes() -> None:
    assert tale(ward(), "first-aid m p", "66111111") == [
        "heal.first-aid m>p Medkit", "action.first-aid.modifier m 2 Medkit [medtech.medkit]",
        "ruling.med.kit-doses m 9 Medkit", "action.first-aid m 2 of 8 8d6>=6", "heal.first-aid.success m>p 2",
        "state.broken.first-aid p 2", "p.prone gone", "m.gear.0.left = 9", "m.ap = 0", "p.hp = 2", "slot-used = True",
    ]  # fmt: skip
    assert tale(ward(), "first-aid m p", "11111111") == [
        "heal.first-aid m>p Medkit", "action.first-aid.modifier m 2 Medkit [medtech.medkit]",
        "ruling.med.kit-doses m 9 Medkit", "action.first-aid m 0 of 8 8d6>=6", "state.broken.yo-yo m>p",
        "m.gear.0.left = 9", "m.ap = 0", "slot-used = True",
    ]  # fmt: skip
    assert tale(ward('gear = ["p-dose"]'), "first-aid m p", "61111111") == [
        "heal.first-aid m>p P-dose", "action.first-aid.modifier m 2 P-dose [medtech.p-dose]",
        "ruling.med.stacking m P-dose", "action.first-aid m 1 of 8 8d6>=6", "ruling.med.p-dose m>p 2",
        "heal.first-aid.success m>p 3", "state.broken.first-aid p 3", "p.prone gone", "m.gear.0.count = 0", "m.ap = 0",
        "p.hp = 3", "slot-used = True",
    ]  # fmt: skip
    assert (
        refused(ward("gear = []"), "first-aid m p")
        == "action.first-aid.equipment-required: m has nothing to treat with. improvised"
    )
    assert tale(ward('gear = []'), "first-aid m p improvised", "61111") == [
        "heal.first-aid m>p Improvised", "action.first-aid.modifier m -1 Improvised", "action.first-aid m 1 of 5 5d6>=6",
        "heal.first-aid.success m>p 1", "state.broken.first-aid p 1", "p.prone gone", "m.ap = 0", "p.hp = 1",
        "slot-used = True",
    ]  # fmt: skip
    assert refused(ward(patient="hp = 2"), "first-aid m p") == "state.damaged.no-first-aid: p is not Broken. rest"
    assert refused(ward(gap=3), "first-aid m p") == "ruling.first-aid.reach: p is not within Close Range. move"
    assert (
        refused(ward('gear = ["medkit"]\nskills = { observation = 1 }'), "first-aid m p")
        == "state.broken.training-and-gear: m has no training in medicurgy."
    )


@pytest.mark.rule(
    "coriolis.med.healing-scarab",
    "coriolis.medtech.spider-doctor",
    "coriolis.ruling.med.scarab",
    "coriolis.state.broken.first-aid",
)
def test_the_scarab_and_the_spider() -> None:
    assert tale(ward('gear = ["healing-scarab"]'), "apply m healing-scarab p") == [
        "med.healing-scarab m>p 2", "state.broken.first-aid p 2", "p.prone gone", "m.gear.0.count = 0", "m.ap = 0",
        "p.hp = 2", "slot-used = True",
    ]  # fmt: skip
    assert tale(ward('gear = ["spider-doctor"]'), "apply m spider-doctor p") == [
        "medtech.spider-doctor m>p 10", "m.gear.0.count = 0", "m.ap = 0", "p.spider = m", "p.spider-charges = 10",
        "p.spider-turn = 1", "slot-used = True",
    ]  # fmt: skip
    assert (
        refused(ward('gear = ["healing-scarab"]', "hp = 3"), "apply m healing-scarab p")
        == "ruling.med.scarab: p is not Broken."
    )
    assert refused(ward('gear = ["medkit"]'), "apply m medkit p") == "ruling.med.scarab: m has no 'medkit' to apply."


@pytest.mark.rule("coriolis.medtech.narcotics", "coriolis.ruling.med.narcotics", "coriolis.core.attributes")
def test_narcotics() -> None:
    assert tale(duel(a='gear = ["narcotics"]'), "take-drug a agility", "4") == [
        "medtech.narcotics a 4 1d6", "medtech.narcotics a 1 agility", "a.gear.0.count = 0", "a.ap = 2",
        "a.drugged = agility", "a.drug-hours = 4", "slot-used = True",
    ]  # fmt: skip
    assert (
        refused(duel(a='gear = ["narcotics"]'), "take-drug a luck")
        == "core.attributes: no attribute 'luck'. strength, agility, wits, empathy"
    )
    assert refused(duel(), "take-drug a agility") == "medtech.narcotics: a has no narcotics."
    assert (
        refused(duel(a='gear = ["narcotics"]\ndrugged = "wits"\ndrug-hours = 2'), "take-drug a agility")
        == "ruling.med.narcotics: a second dose does not add up."
    )


@pytest.mark.rule(
    "coriolis.ruling.med.poison-given",
    "coriolis.medtech.poison.test",
    "coriolis.medtech.poison.fail",
    "coriolis.medtech.poison.win",
)
def test_poison_that_is_given() -> None:
    fight = duel(gap=1, a='gear = ["poison-3"]', b="hp = 3\ntied = true", more=FOE, now=NOW)
    assert tale(fight, "give-poison a b poison-3", "611111") == [
        "ruling.med.poison-given a>b 3", "medtech.poison.test a 1 of 3 3d6>=6", "medtech.poison.test b 0 of 3 3d6>=6",
        "medtech.poison.fail b 3 damage", "core.hp b 3", "broken b [ruling.broken.reactions]", "a.gear.0.count = 0",
        "a.ap = 2", "b.hp = 0", "b.prone = True", "slot-used = True",
    ]  # fmt: skip
    fight = duel(gap=1, a='gear = ["poison-3"]', b="tied = true", more=FOE, now=NOW)
    assert tale(fight, "give-poison a b poison-3", "6116114") == [
        "ruling.med.poison-given a>b 3", "medtech.poison.test a 1 of 3 3d6>=6", "medtech.poison.test b 1 of 3 3d6>=6",
        "medtech.poison.win b 4 1d6", "medtech.poison.win b 4 strength", "a.gear.0.count = 0", "a.ap = 2",
        "b.weakened.0.attribute = strength", "b.weakened.0.hours = 4", "slot-used = True",
    ]  # fmt: skip
    assert (
        refused(duel(gap=1, a='gear = ["poison-3"]'), "give-poison a b poison-3")
        == "ruling.med.poison-given: b will not have it; a poisoned blade may. poison-weapon"
    )
    assert refused(duel(gap=1), "give-poison a b poison-3") == "medtech.poison: a has no 'poison-3'."
    assert tale(duel(), "gm poison b poison-2", "61111") == [
        "ruling.med.poison-given gm>b 2", "medtech.poison.test gm 1 of 2 2d6>=6", "medtech.poison.test b 0 of 3 3d6>=6",
        "medtech.poison.fail b 2 damage", "core.hp b 2", "b.hp = 4",
    ]  # fmt: skip


@pytest.mark.rule("coriolis.ruling.turn-start", "coriolis.core.pool")
def test_fire_and_dousing_it() -> None:
    assert tale(duel(a='burning = 2'), "douse a", "6111") == [
        "core.pool a 1 of 4 4d6>=6", "ruling.turn-start a burns no longer", "a.burning gone", "a.ap = 2",
        "slot-used = True",
    ]  # fmt: skip
    assert tale(duel(a='burning = 2'), "douse a", "1111") == [
        "core.pool a 0 of 4 4d6>=6", "a.ap = 2", "slot-used = True",
    ]  # fmt: skip
    assert refused(duel(), "douse a") == "ruling.turn-start: a does not burn."


@pytest.mark.rule(
    "coriolis.core.hp", "coriolis.ruling.stress.track", "coriolis.ruling.crit.stunned", "coriolis.heal.first-aid.success"
)
def test_the_gms_hand_by_the_rules() -> None:
    assert tale(duel(), "gm hurt b 2") == [
        "core.hp b 2", "b.hp = 4",
    ]  # fmt: skip
    assert tale(duel(b='hp = 2'), "gm heal b 9") == [
        "ruling.first-aid.cap b 6", "state.broken.first-aid b 6", "b.hp = 6",
    ]  # fmt: skip
    assert tale(duel(), "gm stress b 2") == [
        "ruling.stress.track b 2", "b.mp = 4",
    ]  # fmt: skip
    assert tale(duel(), "gm stun b 2") == [
        "ruling.crit.stunned b 2", "b.ap = 0", "b.stunned = 2",
    ]  # fmt: skip
    assert tale(duel(gap=1), "gm pin b a") == [
        "melee.bonus.grapple a>b", "a.grapples = b", "b.grappled-by = a",
    ]  # fmt: skip
    assert tale(duel(), "gm down b") == [
        "core.hp b 6", "broken b [ruling.broken.reactions]", "b.hp = 0", "b.prone = True",
    ]  # fmt: skip


@pytest.mark.rule("coriolis.turn.definition", "coriolis.ap.refresh", "coriolis.ap.no-carry", "coriolis.ruling.ap.same-pool")
def test_the_end_of_a_slot_and_a_new_turn() -> None:
    assert tale(duel(), "end-turn a") == [
        "ruling.ap.same-pool a 3", "turn.definition a", "acted = ['a']", "up = b",
    ]  # fmt: skip
    fight = duel(now='turn = 1\norder = ["a", "b"]\nacted = ["a", "b"]', a="raises = 2\nap = 1", b="stunned = 2")
    assert tale(fight, "due") == [
        "ap.refresh gm 2", "initiative.from-actions a 2", "ruling.initiative.raise-lasts a 2", "a.ap gone", "a.raises gone",
        "acted gone", "a.initiative = 2", "b.ap = 0", "b.stunned = 1", "turn = 2", "up = a",
    ]  # fmt: skip
