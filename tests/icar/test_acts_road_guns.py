"""Gunners of a chase: all that each act tells, asks and changes."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.chase import CREW
from tests.icar.scenes import ACE, idle_road, on_road

# fmt: off
ACTS = [
    case("a shot at a vehicle is at 14",
         ["vehicle.damage.zero", "vehicle.gunner.check", "vehicle.gunner.shields", "vehicle.gunner.vehicle"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil'), "gun gun van", dice=[6], told="""
        gun>van vehicle.gunner.weapons
        gun check.meet-is-pass 6
        gun vehicle.gunner.check 2 [6] 6 = +14 vehicle.gunner.vehicle -1 fire.stat.to-hit -4 check.core -3 check.core
        gun>van vehicle.gunner.vehicle 23
        van vehicle.damage.zero
        gun.weapons.0.rounds = 1
        van.vehicle.hp = -
        gun.acted = gun
        van.vehicle.falling = 4
    """),
    case("a shot that misses the vehicle",
         ["vehicle.gunner.vehicle", "ruling.magazine", "vehicle.gunner.check", "vehicle.gunner.weapons"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil'), "gun gun van", dice=[5], told="""
        gun>van vehicle.gunner.weapons
        gun check.meet-is-pass 6
        gun vehicle.gunner.check 1 [5] 6 = +14 vehicle.gunner.vehicle -1 fire.stat.to-hit -4 check.core -3 check.core
        gun>van vehicle.gunner.check
        gun.weapons.0.rounds = 1
        gun.acted = gun
    """),
    case("a firing position helps",
         ["ruling.firing-position", "vehicle.pilot.firing-position", "ruling.dodge", "vehicle.damage.zero"],
         lambda: on_road('firing-position', 'hax', 'eng').play('fly pil', dice=[5]), "gun gun van", dice=[4], told="""
        gun>van vehicle.gunner.weapons
        gun check.meet-is-pass 4
        gun vehicle.gunner.check 2 [4] 4 = +14 vehicle.gunner.vehicle -2 vehicle.pilot.firing-position -1
            fire.stat.to-hit -4 check.core -3 check.core
        gun>van vehicle.gunner.vehicle 23
        van vehicle.damage.zero
        gun.weapons.0.rounds = 1
        van.vehicle.hp = -
        gun.acted = gun
        van.vehicle.falling = 4
    """),
    case("the gunners' own help",
         ["ruling.dodge", "vehicle.hacker.imagination", "ruling.vehicle-hacker-bonus", "vehicle.gunner.weapons"],
         lambda: on_road('escape').play('improvise hax "blind them"', dice=[4], answers=['12', 'gunner'])
            .play('stand-by eng', dice=[]).play('stand-by pil', dice=[]),
         "gun gun van", dice=[4], told="""
        gun>van vehicle.gunner.weapons
        gun check.meet-is-pass 4
        gun vehicle.gunner.check 2 [4] 4 = +14 vehicle.gunner.vehicle -2 vehicle.hacker.imagination -1 fire.stat.to-hit
            -4 check.core -3 check.core
        gun>van vehicle.gunner.vehicle 23
        van vehicle.damage.zero
        gun.weapons.0.rounds = 1
        van.vehicle.hp = -
        gun.acted = gun
        van.vehicle.falling = 4
    """),
    case("the pilot's help is none for a gunner",
         ["vehicle.hacker.check", "vehicle.hacker.traffic", "vehicle.gunner.weapons", "vehicle.gunner.check"],
         lambda: on_road('escape').play('traffic hax', dice=[4]).play('stand-by eng', dice=[]).play('stand-by pil',
            dice=[]),
         "gun gun van", dice=[6], told="""
        gun>van vehicle.gunner.weapons
        gun check.meet-is-pass 6
        gun vehicle.gunner.check 2 [6] 6 = +14 vehicle.gunner.vehicle -1 fire.stat.to-hit -4 check.core -3 check.core
        gun>van vehicle.gunner.vehicle 23
        van vehicle.damage.zero
        gun.weapons.0.rounds = 1
        van.vehicle.hp = -
        gun.acted = gun
        van.vehicle.falling = 4
    """),
    case("people behind closed doors are no aim", ["ruling.vehicle-exposed", "ruling.vehicle-systems-off", "vehicle.end"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil'), "gun gun van goon", told="""
        refused ruling.vehicle-exposed
    """),
    case("people in an open car are shot at 16", ["vehicle.gunner.people", "stun.negative", "body.organ", "hp.vaporised"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', van='open = true'),
         "gun gun van goon", dice=[8], answers=["whole"], told="""
        gun>goon vehicle.gunner.weapons
        gun check.meet-is-pass 8
        gun vehicle.gunner.check 2 [8] 8 = +16 vehicle.gunner.people -1 fire.stat.to-hit -4 check.core -3 check.core
        gun>goon vehicle.damage.where 23
        goon>gun fire.stat.damage 23
        goon stun.zero -14
        goon stun.negative 14
        goon hp.zero -13
        gm hp.brain
        gm? hp.brain limb|organ|brain|vaporised|whole: whole
        gun.weapons.0.rounds = 1
        goon.hp = -13
        goon.stun = -14
        gun.acted = gun
        goon.asleep = 14
        goon.dying = 40
        goon.fresh = ['asleep', 'dying']
        goon.tries = 10
    """),
    case("nobody of that name in there", ["ruling.vehicle-systems-off", "vehicle.gunner.people", "ruling.vehicle-exposed"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', van='open = true'), "gun gun van eng", told="""
        refused vehicle.gunner.people
    """),
    case("a shield takes the shot",
         ["shield.soaks-all", "vehicle.damage.shields-first", "shield.capacity", "vehicle.gunner.shields"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', van='max-shields = 1, shields = 1, shield-hp = 20'),
         "gun gun van", dice=[6], told="""
        gun>van vehicle.gunner.weapons
        gun check.meet-is-pass 6
        gun vehicle.gunner.check 2 [6] 6 = +14 vehicle.gunner.shields -1 fire.stat.to-hit -4 check.core -3 check.core
        gun>van vehicle.damage.shields-first 23
        van shield.capacity 20
        van>gun shield.soaks-all 23
        gun.weapons.0.rounds = 1
        gun.acted = gun
        van.vehicle.soaked = 23
    """),
    case("a hacked shield does not",
         ["fire.stat.to-hit", "vehicle.gunner.vehicle", "vehicle.gunner.check", "vehicle.gunner.weapons"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', van='max-shields = 1, shields = 1, shield-hp = 20',
            head='[now]\nhacks = [{ by = "hax", target = "van", off = ["shields"] }]'),
         "gun gun van", dice=[6], told="""
        gun>van vehicle.gunner.weapons
        gun check.meet-is-pass 6
        gun vehicle.gunner.check 2 [6] 6 = +14 vehicle.gunner.vehicle -1 fire.stat.to-hit -4 check.core -3 check.core
        gun>van vehicle.gunner.vehicle 23
        van vehicle.damage.zero
        gun.weapons.0.rounds = 1
        van.vehicle.hp = -
        gun.acted = gun
        van.vehicle.falling = 4
    """),
    case("a shot that brings a vehicle down",
         ["ruling.hidden-ends", "vehicle.damage.zero", "vehicle.gunner.vehicle", "vehicle.gunner.check"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', van='hp = 20'), "gun gun van", dice=[6], told="""
        gun>van vehicle.gunner.weapons
        gun check.meet-is-pass 6
        gun vehicle.gunner.check 2 [6] 6 = +14 vehicle.gunner.vehicle -1 fire.stat.to-hit -4 check.core -3 check.core
        gun>van vehicle.gunner.vehicle 23
        van vehicle.damage.zero
        gun.weapons.0.rounds = 1
        van.vehicle.hp = -
        gun.acted = gun
        van.vehicle.falling = 4
    """),
    case("a dodging vehicle is shot at 16",
         ["vehicle.damage.zero", "vehicle.pilot.dodge", "vehicle.gunner.weapons", "fire.stat.damage"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', van='dodging = true'), "gun gun van", dice=[8], told="""
        gun>van vehicle.gunner.weapons
        gun check.meet-is-pass 8
        gun vehicle.gunner.check 2 [8] 8 = +16 vehicle.pilot.dodge -1 fire.stat.to-hit -4 check.core -3 check.core
        gun>van vehicle.gunner.vehicle 23
        van vehicle.damage.zero
        gun.weapons.0.rounds = 1
        van.vehicle.hp = -
        van.vehicle.dodging = -
        gun.acted = gun
        van.vehicle.falling = 4
    """),
    case("from a dodging vehicle it is 16, too",
         ["vehicle.pilot.dodge", "ruling.dodge", "vehicle.gunner.people", "vehicle.gunner.check"],
         lambda: on_road('dodge', 'hax', 'eng').play('fly pil', dice=[5]), "gun gun van", dice=[8], told="""
        gun>van vehicle.gunner.weapons
        gun check.meet-is-pass 8
        gun vehicle.gunner.check 2 [8] 8 = +16 vehicle.pilot.dodge -1 fire.stat.to-hit -4 check.core -3 check.core
        gun>van vehicle.gunner.vehicle 23
        van vehicle.damage.zero
        gun.weapons.0.rounds = 1
        van.vehicle.hp = -
        gun.acted = gun
        van.vehicle.falling = 4
    """),
    case("a friend is no target", ["vehicle.gunner.check", "combat.order", "combat.enter.announce"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil',
            more='[[combatant]]\nid = "pal"\nside = "crew"\nvehicle = "cobra"\n'),
         "gun gun pal", told="""
        refused vehicle.gunner.check
    """),
    case("a vehicle that is gone is no target", ["vehicle.turn.order", "vehicle.end.escaped", "combat.initiative-purpose"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil',
            more='[[combatant]]\nid = "bike"\nside = "gang"\nvehicle = { key = "cobra", gone = "parked" }\n'),
         "gun gun bike", told="""
        refused vehicle.end.escaped
    """),
    case("no such vehicle", ["vehicle.gunner.check", "vehicle.end", "vehicle.turn.order"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil'), "gun gun bus", told="""
        refused vehicle.gunner.check
    """),
    case("a gun one does not have", ["vehicle.gunner.weapons", "vehicle.turn.order", "turn.change-weapon"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil'), "gun gun van weapon=nelson-h1", told="""
        refused vehicle.gunner.weapons
    """),
    case("an empty gun does not fire", ["vehicle.gunner.weapons", "turn.change-weapon", "vehicle.damage.zero"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', crew=CREW.replace('"arms-5"',
            '{ key = "arms-5", rounds = 0 }')),
         "gun gun van", told="""
        refused vehicle.gunner.weapons
    """),
    case("the heavier of two guns, mounted ones first",
         ["vehicle.gunner.check", "vehicle.gunner.weapons", "vehicle.damage.zero", "vehicle.gunner.vehicle"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', car='mounted = ["astraripper-2e"]'),
         "gun gun van", dice=[7], told="""
        gun>van vehicle.gunner.weapons
        gun check.meet-is-pass 7
        gun vehicle.gunner.check 2 [7] 7 = +14 vehicle.gunner.vehicle -4 check.core -3 check.core
        gun>van vehicle.gunner.vehicle 72
        van vehicle.damage.zero
        van.vehicle.hp = -
        gun.acted = gun
        van.vehicle.falling = 4
    """),
    case("the lighter one by name",
         ["vehicle.gunner.vehicle", "fire.stat.to-hit", "fire.stat.magazine", "vehicle.damage.zero"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', car='mounted = ["astraripper-2e"]'),
         "gun gun van weapon=arms-5", dice=[6], told="""
        gun>van vehicle.gunner.weapons
        gun check.meet-is-pass 6
        gun vehicle.gunner.check 2 [6] 6 = +14 vehicle.gunner.vehicle -1 fire.stat.to-hit -4 check.core -3 check.core
        gun>van vehicle.gunner.vehicle 23
        van vehicle.damage.zero
        gun.weapons.0.rounds = 1
        van.vehicle.hp = -
        gun.acted = gun
        van.vehicle.falling = 4
    """),
    case("no mounted guns without power", ["vehicle.gunner.weapons", "ruling.vehicle-sides", "vehicle.damage.zero"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', car='mounted = ["astraripper-2e"], lost-power = true'),
         "gun gun van weapon=astraripper-2e", told="""
        refused vehicle.gunner.weapons
    """),
    case("a foe aboard the same car is shot at 10", ["stun.negative", "body.organ", "body.limb", "hp.brain"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', 'ace', more=ACE.replace('"crew"', '"gang"')),
         "gun gun car ace", dice=[2], answers=["whole"], told="""
        gun>ace vehicle.gunner.weapons
        gun check.meet-is-pass 2
        gun vehicle.gunner.check 2 [2] 2 = +10 ruling.fire-base-tn -1 fire.stat.to-hit -4 check.core -3 check.core
        gun>ace vehicle.damage.where 23
        ace>gun fire.stat.damage 23
        ace stun.zero -12
        ace stun.negative 12
        ace hp.zero -13
        gm hp.brain
        gm? hp.brain limb|organ|brain|vaporised|whole: whole
        gun.weapons.0.rounds = 1
        ace.hp = -13
        ace.stun = -12
        gun.acted = gun
        ace.prone = True
        ace.asleep = 12
        ace.dying = 40
        ace.fresh = ['asleep', 'dying']
        ace.tries = 10
    """),
    case("a foe hanging on is shot at 16", ["ruling.danglers", "hp.brain", "ruling.vehicle-crash", "body.organ"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', 'ace', more=ACE.replace('"crew"', '"gang"')
            .replace('weapons', 'dangling = true\nweapons')),
         "gun gun car ace", dice=[8], answers=["whole"], told="""
        gun>ace vehicle.gunner.weapons
        gun check.meet-is-pass 8
        gun vehicle.gunner.check 2 [8] 8 = +16 vehicle.gunner.people -1 fire.stat.to-hit -4 check.core -3 check.core
        gun>ace vehicle.damage.where 23
        ace>gun fire.stat.damage 23
        ace stun.zero -12
        ace stun.negative 12
        ace hp.zero -13
        gm hp.brain
        ace ruling.danglers
        gm? hp.brain limb|organ|brain|vaporised|whole: whole
        gun.weapons.0.rounds = 1
        ace.hp = -13
        ace.stun = -12
        ace.dangling = -
        gun.acted = gun
        ace.out = fallen
        ace.prone = True
        ace.asleep = 12
        ace.dying = 40
        ace.fresh = ['asleep', 'dying']
        ace.tries = 10
    """),
    case("no foe aboard", ["vehicle.gunner.people", "combat.free-choice", "vehicle.fly"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil'), "gun gun car eng", told="""
        refused vehicle.gunner.people
    """),
    case("form: gun", ["ruling.dodge", "vehicle.turn.order", "fire.sheet.name"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', van='open = true', car='mounted = ["astraripper-2e"]'),
         "form gun gun", told="""
        target van (7+ on the die, 40 %) [van]
        aim vehicle/bad (9+ on the die, 20 %)/goon (9+ on the die, 20 %) [vehicle]
        weapon? astraripper-2e/arms-5
        attribute? battle/shift/meat/soul/wit [battle]
    """),
    case("shields at the turn's end: too much",
         ["shield.multiple", "shield.overload", "vehicle.autopilot", "ruling.turn-end-order"],
         lambda: idle_road(van='max-shields = 2, shields = 2, shield-hp = 20, soaked = 21'), "step", told="""
        van shield.overload 21
        van shield.multiple 20
        gm combat.turn-end 1
        hax.acted = -
        eng.acted = -
        pil.acted = -
        gun.acted = -
        van.vehicle.shields = 1
        van.vehicle.soaked = -
        bad.acted = -
        goon.acted = -
        turn = 2
        chase.done = -
    """),
    case("shields at the turn's end: just enough", ["shield.refresh", "vehicle.autopilot", "ruling.turn-end-order"],
         lambda: idle_road(van='max-shields = 2, shields = 2, shield-hp = 20, soaked = 20'), "step", told="""
        van shield.refresh 20
        gm combat.turn-end 1
        hax.acted = -
        eng.acted = -
        pil.acted = -
        gun.acted = -
        van.vehicle.soaked = -
        bad.acted = -
        goon.acted = -
        turn = 2
        chase.done = -
    """),
    case("the last shield goes down", ["vehicle.autopilot", "shield.overload", "ruling.turn-end-order"],
         lambda: idle_road(van='max-shields = 1, shields = 1, shield-hp = 20, soaked = 21'), "step", told="""
        van shield.overload 21
        gm combat.turn-end 1
        hax.acted = -
        eng.acted = -
        pil.acted = -
        gun.acted = -
        van.vehicle.shields = -
        van.vehicle.soaked = -
        bad.acted = -
        goon.acted = -
        turn = 2
        chase.done = -
    """),
    case("a mended shield is up with the new turn", ["ruling.vehicle-shields", "ruling.turn-end-order", "vehicle.autopilot"],
         lambda: idle_road(van='max-shields = 2, shields = 1, shield-hp = 20, mending = 1'), "step", told="""
        van ruling.vehicle-shields 2
        gm combat.turn-end 1
        hax.acted = -
        eng.acted = -
        pil.acted = -
        gun.acted = -
        van.vehicle.shields = 2
        van.vehicle.mending = -
        bad.acted = -
        goon.acted = -
        turn = 2
        chase.done = -
    """),
    case("power that was lost is lost in the next turn",
         ["vehicle.autopilot", "ruling.turn-end-order", "ruling.vehicle-systems-off"],
         lambda: idle_road(van='losing-power = true'), "step", told="""
        gm combat.turn-end 1
        hax.acted = -
        eng.acted = -
        pil.acted = -
        gun.acted = -
        van.vehicle.losing-power = -
        bad.acted = -
        goon.acted = -
        turn = 2
        chase.done = -
        van.vehicle.lost-power = True
    """),
    case("power comes back", ["ruling.turn-end-order", "vehicle.autopilot", "ruling.vehicle-systems-off"],
         lambda: idle_road(van='lost-power = true'), "step", told="""
        gm combat.turn-end 1
        hax.acted = -
        eng.acted = -
        pil.acted = -
        gun.acted = -
        van.vehicle.lost-power = -
        bad.acted = -
        goon.acted = -
        turn = 2
        chase.done = -
    """),
    case("a vehicle falls on",
         ["ruling.turn-end-order", "ruling.vehicle-systems-off", "vehicle.autopilot", "vehicle.damage.zero"],
         lambda: idle_road(car='hp = 0, falling = 2'), "step", told="""
        gm combat.turn-end 1
        car.vehicle.falling = 1
        hax.acted = -
        eng.acted = -
        pil.acted = -
        gun.acted = -
        bad.acted = -
        goon.acted = -
        turn = 2
        chase.done = -
    """),
    case("a vehicle hits the ground", ["ruling.vehicle-crash", "body.limb", "hp.stabilise-limit", "vehicle.end"],
         lambda: idle_road(car='hp = 0, falling = 1', more=ACE),
         "step", answers=["yes", "whole", "no", "no", "no", "no"], told="""
        car ruling.vehicle-crash
        gm ruling.vehicle-crash
        hax hp.zero
        gm hp.brain
        gm ruling.vehicle-crash
        gm ruling.vehicle-crash
        gm ruling.vehicle-crash
        gm ruling.vehicle-crash
        gm combat.turn-end 1
        gm? ruling.vehicle-crash yes|no: yes
        gm? hp.brain limb|organ|brain|vaporised|whole: whole
        gm? ruling.vehicle-crash yes|no: no
        gm? ruling.vehicle-crash yes|no: no
        gm? ruling.vehicle-crash yes|no: no
        gm? ruling.vehicle-crash yes|no: no
        car.vehicle.falling = -
        hax.hp = -
        hax.acted = -
        eng.acted = -
        pil.acted = -
        gun.acted = -
        bad.acted = -
        goon.acted = -
        ace.acted = -
        turn = 2
        chase.done = -
        car.vehicle.gone = crashed
        hax.dying = 40
        hax.tries = 10
        over: gang vehicle.end
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_road_guns_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
