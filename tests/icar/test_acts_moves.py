"""Moves, vehicles and what lies about: all that each act tells, asks and changes."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.scenes import CAR, GUN, RIFLE, at_car, gunmen
from tests.icar.street import street, third

# fmt: off
ACTS = [
    case("a move of four times Shift", ["ruling.move-rate", "turn.move", "ruling.moving"],
         lambda: street(), "move a 12,0", told="""
        a turn.move 12
        a.at = [12.0, 0.0]
        a.acted = move
        a.moving = True
        ground.asked = ['a']
    """),
    case("a metre more is too far", ["turn.move", "ruling.move-rate", "turn.vehicle"],
         lambda: street(), "move a 12.1,0", told="""
        refused turn.move
    """),
    case("a move declared while others shoot", ["ruling.moving", "ruling.aim"],
         lambda: street(GUN, GUN, gap=10), "move b 10,3", told="""
        b ruling.moving
        b.acted = move
        b.moving = True
        b.plan = [10.0, 3.0]
        ground.asked = ['b']
    """),
    case("a move into the next room", ["ruling.moving", "turn.move"],
         lambda: street('area = "hall"',
            now='turn = 1\nthings = [{ name = "gate", open = true, joins = ["hall", "yard"] }]'),
         "move a 3,0 area=yard", told="""
        a turn.move 3
        a.at = [3.0, 0.0]
        a.area = yard
        a.acted = move
        a.moving = True
        ground.asked = ['a']
    """),
    case("a room behind a shut door", ["hack.door", "vehicle.damage.where"],
         lambda: street('area = "hall"', now='turn = 1\nthings = [{ name = "gate", joins = ["hall", "yard"] }]'),
         "move a 3,0 area=yard", told="""
        refused hack.door
    """),
    case("a move to nowhere", ["ruling.move-rate", "turn.move"],
         lambda: street(), "move a", told="""
        refused turn.move
    """),
    case("who is held does not walk", ["close.hold"],
         lambda: street('held-by = "b"'), "move a 3,0", told="""
        refused close.hold
    """),
    case("who is locked out of the legs does not walk", ["hack.aug.effects"],
         lambda: street('aug = true\ndisabled = ["walking"]'), "move a 3,0", told="""
        refused hack.aug.effects
    """),
    case("into a car", ["turn.vehicle", "turn.quick-tasks"],
         lambda: street(more=CAR.replace('FIELDS', '').replace('[10, 0]', '[2, 0]')), "get-in a car", told="""
        a>car turn.vehicle
        a.acted = get-in
        a.aboard = car
        ground.asked = ['a']
    """),
    case("a car out of reach", ["turn.vehicle"],
         lambda: street(more=CAR.replace('FIELDS', '')), "get-in a car", told="""
        refused turn.vehicle
    """),
    case("no such car", ["turn.vehicle"],
         lambda: street(), "get-in a car", told="""
        refused turn.vehicle
    """),
    case("a car has no hull to stand on", ["hack.spacecraft.place", "turn.vehicle"],
         lambda: street(more=CAR.replace('FIELDS', '').replace('[10, 0]', '[2, 0]')), "get-in a car hull=yes", told="""
        refused hack.spacecraft.place
    """),
    case("onto a hull", ["turn.vehicle", "turn.quick-tasks"],
         lambda: street(more='[[combatant]]\nid = "ship"\nside = "blue"\ncraft = "scout"\nat = [1, 0]\n'),
         "get-in a ship hull=yes", told="""
        a>ship turn.vehicle
        a.acted = get-in
        a.inside = ship
        ground.asked = ['a']
    """),
    case("out of a car", ["ruling.moving", "turn.vehicle"],
         lambda: at_car(a=RIFLE + 'aboard = "car"'), "get-out a", told="""
        a turn.vehicle
        a.at = [10.0, 0.0]
        a.aboard = -
        a.acted = get-out
        ground.asked = ['a']
    """),
    case("nobody gets out of nothing", ["fire.sheet.cost", "turn.vehicle"],
         lambda: street(), "get-out a", told="""
        refused turn.vehicle
    """),
    case("at people behind closed doors",
         ["ruling.vehicle-exposed", "ruling.vehicle-systems-off", "vehicle.damage.where", "fire.state"],
         lambda: at_car(), "fire a b", told="""
        refused ruling.vehicle-exposed
    """),
    case("at the car itself", ["vehicle.gunner.vehicle", "vehicle.gunner.shields", "fire.check", "ruling.vehicle-on-foot"],
         lambda: at_car(), "fire a car", dice=[6], told="""
        a>car fire.state 1
        a check.meet-is-pass 7
        a fire.check 1 [6] 7 = +14 vehicle.gunner.vehicle -3 check.core -3 check.core -1 fire.stat.to-hit
        a.weapons.0.rounds = 1
        a.acted = fire
        a.shot = ['car']
        ground.asked = ['a']
    """),
    case("the car is hit", ["ruling.vehicle-on-foot", "fire.effect", "ruling.fire-dead", "vehicle.gunner.vehicle"],
         lambda: at_car().play('fire a car', dice=[7]), "step", told="""
        a>car fire.effect 23
        car vehicle.damage.zero
        a>car vehicle.gunner.vehicle 23 (ruling.mixed-combat)
        car.vehicle.hp = -
        ground.shots.0.by = -
        ground.shots.0.target = -
        ground.shots.0.damage = -
        ground.shots.0.stun = -
        ground.shots.0.weapon = -
        ground.acting = True
    """),
    case("at people in an open car",
         ["ruling.vehicle-on-foot", "vehicle.gunner.people", "vehicle.gunner.shields", "fire.check"],
         lambda: at_car(car='open = true'), "fire a b", dice=[8], told="""
        a>b fire.state 1
        a check.meet-is-pass 9
        a fire.check 1 [8] 9 = +16 vehicle.gunner.people -3 check.core -3 check.core -1 fire.stat.to-hit
        a.weapons.0.rounds = 1
        a.acted = fire
        a.shot = ['b']
        ground.asked = ['a']
    """),
    case("a car's shield is shot at 14",
         ["vehicle.gunner.shields", "ruling.vehicle-on-foot", "ruling.hidden-ends", "fire.stat.to-hit"],
         lambda: at_car(car='open = true, max-shields = 1, shields = 1, shield-hp = 20'), "fire a b", dice=[6], told="""
        a>b fire.state 1
        a check.meet-is-pass 7
        a fire.check 1 [6] 7 = +14 vehicle.gunner.shields -3 check.core -3 check.core -1 fire.stat.to-hit
        a.weapons.0.rounds = 1
        a.acted = fire
        a.shot = ['b']
        ground.asked = ['a']
    """),
    case("a car's shield takes it all",
         ["vehicle.damage.shields-first", "shield.capacity", "shield.soaks-all", "vehicle.gunner.shields"],
         lambda: at_car(car='max-shields = 1, shields = 1, shield-hp = 20').play('fire a car', dice=[7]), "step", told="""
        a>car fire.effect 23
        a>car vehicle.damage.shields-first 23
        car shield.capacity 20
        car>a shield.soaks-all 23 (ruling.mixed-combat)
        ground.shots.0.by = -
        ground.shots.0.target = -
        ground.shots.0.damage = -
        ground.shots.0.stun = -
        ground.shots.0.weapon = -
        car.vehicle.soaked = 23
        ground.acting = True
    """),
    case("a dodging car is shot at 16", ["vehicle.pilot.dodge", "turn.fire", "ruling.vehicle-on-foot", "ruling.dodge"],
         lambda: at_car(car='dodging = true'), "fire a car", dice=[8], told="""
        a>car fire.state 1
        a check.meet-is-pass 9
        a fire.check 1 [8] 9 = +16 vehicle.pilot.dodge -3 check.core -3 check.core -1 fire.stat.to-hit
        car ruling.dodge
        a.weapons.0.rounds = 1
        car.vehicle.dodging = -
        a.acted = fire
        a.shot = ['car']
        ground.asked = ['a']
    """),
    case("a wreck shelters nobody", ["vehicle.gunner.people", "ruling.hidden-ends", "ruling.vehicle-on-foot", "fire.check"],
         lambda: at_car(car='hp = 0'), "fire a b", dice=[8], told="""
        a>b fire.state 1
        a check.meet-is-pass 9
        a fire.check 1 [8] 9 = +16 vehicle.gunner.people -3 check.core -3 check.core -1 fire.stat.to-hit
        a.weapons.0.rounds = 1
        a.acted = fire
        a.shot = ['b']
        ground.asked = ['a']
    """),
    case("a wreck is no mark", [],
         lambda: at_car(car='hp = 0'), "form a fire", told="""
        targets b (10 m, 20 %)/c (1 m, 80 %) [b]
        spot?
        attribute? battle/shift/meat/soul/wit [battle]
    """),
    case("a car with foes in it is a mark", [],
         lambda: at_car(), "form a fire", told="""
        targets c (1 m, 80 %)/car (10 m, 40 %) [c]
        spot?
        attribute? battle/shift/meat/soul/wit [battle]
    """),
    case("a weapon of the fallen", ["ruling.taking", "turn.change-weapon", "stun.zero"],
         lambda: street(b='stun = -2\n' + GUN, more=third()), "take a nelson-h1 b", told="""
        a>b ruling.taking
        b.weapons.0.key = -
        b.weapons.0.name = -
        b.weapons.0.type = -
        b.weapons.0.cost = -
        b.weapons.0.rarity = -
        b.weapons.0.damage = -
        b.weapons.0.magazine = -
        b.weapons.0.to-hit = -
        b.weapons.0.rounds = -
        b.hand = -
        a.weapons.0.key = nelson-h1
        a.weapons.0.name = Nelson H1
        a.weapons.0.type = pistol
        a.weapons.0.cost = 80
        a.weapons.0.rarity = 11
        a.weapons.0.damage = 6
        a.weapons.0.magazine = 4
        a.weapons.0.to-hit = 1
        a.weapons.0.rounds = 4
        a.hand = nelson-h1
        a.acted = take
        ground.asked = ['a']
    """),
    case("a weapon of somebody awake", ["fire.declare-order"],
         lambda: street(b=GUN), "take a nelson-h1 b", told="""
        refused fire.declare-order
    """),
    case("what is nowhere cannot be taken", ["ruling.taking"],
         lambda: street(), "take a knife", told="""
        refused ruling.taking
    """),
    case("form: fire", [],
         lambda: gunmen(more=third(at='[10, 60]')), "form a fire", told="""
        targets b (10 m, 80 %)/c (60.8 m, 60 %) [b]
        spot?
        attribute? battle/shift/meat/soul/wit [battle]
    """),
    case("form: aim", [],
         lambda: gunmen(), "form a aim", told="""
        target b [b]
    """),
    case("form: magazine and weapon", [],
         lambda: street('weapons = [{ key = "nelson-h1", rounds = 1 }, "knife", { key = "arms-5", apart = true }]'),
         "form a change-weapon", told="""
        weapon? knife (hand)
    """),
    case("form: change-magazine", ["fire.stat.magazine"],
         lambda: street('weapons = [{ key = "nelson-h1", rounds = 1 }, "knife", { key = "arms-5", apart = true }]'),
         "form a change-magazine", told="""
        weapon nelson-h1 [nelson-h1]
    """),
    case("forms of somebody with a gun who has to wait",
         ["fire.stat.magazine"],
         lambda: street(GUN, GUN, gap=10), "form b", told="""
        hit: ruling.mixed-combat
        combo: ruling.mixed-combat
        escape: ruling.mixed-combat
        fire
        hold-fire
        aim
        move
        get-in: turn.vehicle
        get-out: turn.vehicle
        shield-on: turn.shield-on
        restart-shield: ruling.mixed-combat
        stabilise: ruling.mixed-combat
        hypo: ruling.mixed-combat
        heal: ruling.mixed-combat
        unlock: ruling.mixed-combat
        change-magazine: ruling.magazine
        change-weapon
        recover-stun: ruling.stun-recovery
        attempt: ruling.mixed-combat
        stand-by
        take: ruling.taking
        say
        quick-task
        hack: ruling.mixed-combat
        impersonate: ruling.mixed-combat
        release: ruling.mixed-combat
        search: ruling.mixed-combat
        destroy: ruling.mixed-combat
    """),
    case("forms of somebody aboard a car", [],
         lambda: at_car(a=RIFLE + 'aboard = "car"'), "form a", told="""
        hit
        combo: ruling.combo-npc
        escape: close.prone.stand
        fire
        hold-fire
        aim
        move: turn.vehicle
        get-in: turn.vehicle
        get-out
        shield-on: turn.shield-on
        restart-shield: shield.restart
        stabilise: hp.stabilise
        hypo: heal.stun.hypo
        heal: heal.hp.medic
        unlock: hack.aug.unlock
        change-magazine: ruling.magazine
        change-weapon
        recover-stun: ruling.stun-recovery
        attempt
        stand-by
        take: ruling.taking
        say
        quick-task
        hack
        impersonate: hack.impersonation
        release: hack.daemon.start
        search
        destroy: hack.daemon.goal
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_moves_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
