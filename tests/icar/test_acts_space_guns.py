"""Gunners in space: all that each act tells, asks and changes."""

from __future__ import annotations

import pytest

from tests.icar import build
from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.scenes import in_space

# fmt: off
ACTS = [
    case("a shot at a shield", ["space.shield.one-hit", "space.gunner.hull-or-shield", "ruling.crit-gunner", "space.stn.sum"],
         lambda: in_space('ops', 'eng', 'pil'), "shoot gun foe", dice=[2], told="""
        gun>foe space.stn.sum 8
        gun check.meet-is-pass 1
        gun space.gunner.turns 2 [2] 1 = +14 space.stn.base -6 space.gunner.hull-or-shield -4 check.core -3 check.core
        gun>foe space.shield.one-hit
        foe.craft.shield-hit = True
        space.acted.gun = shoot
    """),
    case("a shot that misses in space", ["space.gunner.turns", "space.gunner.hull-or-shield", "space.stn.sum"],
         lambda: in_space('ops', 'eng', 'pil', ship='base-stn = 20'), "shoot gun foe", dice=[6], told="""
        gun>foe space.stn.sum 14
        gun check.meet-is-pass 7
        gun space.gunner.turns 1 [6] 7 = +20 space.stn.base -6 space.gunner.hull-or-shield -4 check.core -3 check.core
        gun>foe space.gunner.turns
        space.acted.gun = shoot
    """),
    case("a shot at the hull", ["space.hull.accumulate", "space.system.tractor-beam", "space.damage.k", "ruling.threshold"],
         lambda: in_space('ops', 'eng', 'pil', foe='shields = 0'), "shoot gun foe", dice=[2], told="""
        gun>foe space.stn.sum 8
        gun check.meet-is-pass 1
        gun space.gunner.turns 2 [2] 1 = +14 space.stn.base -6 space.gunner.hull-or-shield -4 check.core -3 check.core
        gun>foe space.damage.k 10 10 = +10 space.damage.size
        foe space.hull.accumulate 10
        foe space.system.table 8
        foe space.system.shield-generator
        foe space.system.table 9
        foe space.system.tractor-beam
        foe.craft.hull-damage = 10
        foe.craft.inoperable = ['shield-generator', 'tractor-beam']
        foe.craft.fresh = ['shield-generator', 'tractor-beam']
        space.acted.gun = shoot
    """),
    case("a shot that collapses the web",
         ["space.system.grav-field", "space.system.generators", "space.system.energy-web", "space.system.light-jump"],
         lambda: in_space('ops', 'eng', 'pil', foe='shields = 0, hull-damage = 6'),
         "shoot gun foe", dice=[2], told="""
        gun>foe space.stn.sum 8
        gun check.meet-is-pass 1
        gun space.gunner.turns 2 [2] 1 = +14 space.stn.base -6 space.gunner.hull-or-shield -4 check.core -3 check.core
        gun>foe space.damage.k 10 10 = +10 space.damage.size
        foe space.hull.accumulate 16
        foe space.system.table 8
        foe space.system.shield-generator
        foe space.system.table 9
        foe space.system.tractor-beam
        foe space.system.table 11
        foe space.system.light-jump
        foe space.system.table 12
        foe space.system.grav-field
        foe space.system.table 13
        foe space.system.grav-engine
        foe space.system.table 14
        foe space.system.generators
        foe space.system.table 15
        foe space.system.life-support
        foe space.system.energy-web
        foe space.end.collapse
        foe.craft.hull-damage = 16
        foe.out = wreck
        foe.craft.inoperable = ['shield-generator', 'tractor-beam', 'light-jump', 'grav-field', 'grav-engine',
            'generators', 'life-support', 'energy-web']
        foe.craft.fresh = ['shield-generator', 'tractor-beam', 'light-jump', 'grav-field', 'grav-engine', 'generators',
            'life-support']
        space.acted.gun = shoot
        over: crew space.end.collapse
    """),
    case("unstable cargo explodes",
         ["space.end.no-explosion", "space.end.peace", "space.system.grav-field", "space.system.generators"],
         lambda: in_space('ops', 'eng', 'pil', foe='shields = 0, hull-damage = 6, unstable-cargo = true'),
         "shoot gun foe", dice=[2], answers=["yes"], told="""
        gun>foe space.stn.sum 8
        gun check.meet-is-pass 1
        gun space.gunner.turns 2 [2] 1 = +14 space.stn.base -6 space.gunner.hull-or-shield -4 check.core -3 check.core
        gun>foe space.damage.k 10 10 = +10 space.damage.size
        foe space.hull.accumulate 16
        foe space.system.table 8
        foe space.system.shield-generator
        foe space.system.table 9
        foe space.system.tractor-beam
        foe space.system.table 11
        foe space.system.light-jump
        foe space.system.table 12
        foe space.system.grav-field
        foe space.system.table 13
        foe space.system.grav-engine
        foe space.system.table 14
        foe space.system.generators
        foe space.system.table 15
        foe space.system.life-support
        foe space.system.energy-web
        foe space.end.collapse
        gm space.end.no-explosion
        gm? space.end.no-explosion yes|no: yes
        foe.craft.hull-damage = 16
        foe.out = exploded
        foe.craft.inoperable = ['shield-generator', 'tractor-beam', 'light-jump', 'grav-field', 'grav-engine',
            'generators', 'life-support', 'energy-web']
        foe.craft.fresh = ['shield-generator', 'tractor-beam', 'light-jump', 'grav-field', 'grav-engine', 'generators',
            'life-support']
        space.acted.gun = shoot
        over: crew space.end.no-explosion
    """),
    case("a shot at a system",
         ["space.system.not-destroyed", "space.system.direct", "space.system.grav-engine", "space.gunner.system"],
         lambda: in_space('ops', 'eng', 'pil', foe='shields = 0'),
         "shoot gun foe grav-engine", dice=[9], told="""
        gun>foe space.stn.sum 16
        gun check.meet-is-pass 9
        gun space.gunner.turns 2 [9] 9 = +14 space.stn.base +2 space.gunner.system -4 check.core -3 check.core
        gun>foe space.system.direct
        foe space.system.grav-engine
        foe.craft.inoperable = ['grav-engine']
        foe.craft.fresh = ['grav-engine']
        space.acted.gun = shoot
    """),
    case("a shot that misses a system",
         ["space.gunner.system-miss", "space.gunner.system", "space.stn.sum", "space.gunner.turns"],
         lambda: in_space('ops', 'eng', 'pil', foe='shields = 0'),
         "shoot gun foe grav-engine", dice=[2], told="""
        gun>foe space.stn.sum 16
        gun check.meet-is-pass 9
        gun space.gunner.turns 1 [2] 9 = +14 space.stn.base +2 space.gunner.system -4 check.core -3 check.core
        gun>foe space.gunner.system-miss
        space.acted.gun = shoot
    """),
    case("a system by its own number, if the table says so",
         ["ruling.system-modifier", "space.stn.sum", "space.system.direct", "space.system.not-destroyed"],
         lambda: in_space('ops', 'eng', 'pil', foe='shields = 0', head='[rulings]\nsystem-modifier = "target-number"'),
         "shoot gun foe grav-engine", dice=[9], told="""
        gun>foe space.stn.sum 14
        gun check.meet-is-pass 7
        gun space.gunner.turns 2 [9] 7 = +14 ruling.system-modifier -4 check.core -3 check.core
        gun>foe space.system.direct
        foe space.system.grav-engine
        foe.craft.inoperable = ['grav-engine']
        foe.craft.fresh = ['grav-engine']
        space.acted.gun = shoot
    """),
    case("a system and the hull, if the table says so",
         ["ruling.system-hull", "space.hull.accumulate", "space.system.shield-generator", "ruling.crit-gunner"],
         lambda: in_space('ops', 'eng', 'pil', foe='shields = 0', head='[rulings]\nsystem-hull = "yes"'),
         "shoot gun foe grav-engine", dice=[9], told="""
        gun>foe space.stn.sum 16
        gun check.meet-is-pass 9
        gun space.gunner.turns 2 [9] 9 = +14 space.stn.base +2 space.gunner.system -4 check.core -3 check.core
            (ruling.system-hull)
        gun>foe space.damage.k 10 10 = +10 space.damage.size
        foe space.hull.accumulate 10
        foe space.system.table 8
        foe space.system.shield-generator
        foe space.system.table 9
        foe space.system.tractor-beam
        gun>foe space.system.direct
        foe space.system.grav-engine
        foe.craft.hull-damage = 10
        foe.craft.inoperable = ['shield-generator', 'tractor-beam', 'grav-engine']
        foe.craft.fresh = ['shield-generator', 'tractor-beam', 'grav-engine']
        space.acted.gun = shoot
    """),
    case("the target's base, if the table says so",
         ["ruling.stn-owner", "space.gunner.turns", "space.stn.sum", "space.gunner.hull-or-shield"],
         lambda: in_space('ops', 'eng', 'pil', head='[rulings]\nstn-owner = "target"'),
         "shoot gun foe", dice=[5], told="""
        gun>foe space.stn.sum 10
        gun check.meet-is-pass 3
        gun space.gunner.turns 2 [5] 3 = +16 space.stn.base -6 space.gunner.hull-or-shield -4 check.core -3 check.core
        gun>foe space.shield.one-hit
        foe.craft.shield-hit = True
        space.acted.gun = shoot
    """),
    case("shields have to go first", ["space.shields-first", "space.enemy.stn", "space.roles.assign"],
         lambda: in_space('ops', 'eng', 'pil'), "shoot gun foe grav-engine", told="""
        refused space.shields-first
    """),
    case("the energy web cannot be aimed at", ["space.system.energy-web", "ruling.space-initiative", "space.damage.size"],
         lambda: in_space('ops', 'eng', 'pil', foe='shields = 0'), "shoot gun foe energy-web", told="""
        refused space.system.energy-web
    """),
    case("life support is aimed at",
         ["space.stn.sum", "space.gunner.system-miss", "space.gunner.system", "space.gunner.turns"],
         lambda: in_space('ops', 'eng', 'pil', foe='shields = 0'),
         "shoot gun foe life-support", dice=[9], told="""
        gun>foe space.stn.sum 18
        gun check.meet-is-pass 11
        gun space.gunner.turns 1 [9] 11 = +14 space.stn.base +4 space.gunner.system -4 check.core -3 check.core
        gun>foe space.gunner.system-miss
        space.acted.gun = shoot
    """),
    case("… unless the table says no",
         ["ruling.life-support-target", "space.enemy.ability", "space.end.ways"],
         lambda: in_space('ops', 'eng', 'pil', foe='shields = 0', head='[rulings]\nlife-support-target = "no"'),
         "shoot gun foe life-support", told="""
        refused ruling.life-support-target
    """),
    case("form: shoot, without life support",
         ["space.damage.size"],
         lambda: in_space('ops', 'eng', 'pil', foe='shields = 0', head='[rulings]\nlife-support-target = "no"'),
         "form gun shoot", told="""
        target foe (hull 90 %) [foe]
        aim? hull (foe 90 %)/shield-generator (foe 40 %)/tractor-beam (foe 40 %)/light-jump (foe 30 %)/grav-field (foe
            40 %)/grav-engine (foe 20 %)/generators (foe 20 %) [hull]
        attribute? battle/shift/meat/soul/wit [battle]
    """),
    case("no such system to shoot at", ["space.gunner.system", "combat.enter.announce", "combat.free-choice"],
         lambda: in_space('ops', 'eng', 'pil', foe='shields = 0'), "shoot gun foe sails", told="""
        refused space.gunner.system
    """),
    case("a critical shot at the hull takes a system, too",
         ["space.crit.gunner", "ruling.threshold", "ruling.crit-gunner", "space.system.direct"],
         lambda: in_space('ops', 'eng', 'pil', foe='shields = 0'),
         "shoot gun foe", dice=[10], answers=["boom", "grav-engine"], told="""
        gun>foe space.stn.sum 8
        gun check.meet-is-pass 1
        gun space.gunner.turns 3 [10] 1 = +14 space.stn.base -6 space.gunner.hull-or-shield -4 check.core -3 check.core
        gun crit.pass (crit.narrator)
        gun space.crit.narrative
        gun>foe space.damage.k 10 10 = +10 space.damage.size
        foe space.hull.accumulate 10
        foe space.system.table 8
        foe space.system.shield-generator
        foe space.system.table 9
        foe space.system.tractor-beam
        gun space.crit.gunner
        gun>foe space.system.direct
        foe space.system.grav-engine
        gun? space.crit.narrative : boom
        gun? space.crit.gunner light-jump|grav-field|grav-engine|generators|life-support: grav-engine
        foe.craft.hull-damage = 10
        foe.craft.inoperable = ['shield-generator', 'tractor-beam', 'grav-engine']
        foe.craft.fresh = ['shield-generator', 'tractor-beam', 'grav-engine']
        space.acted.gun = shoot
    """),
    case("a critical shot at a system takes the hull, too",
         ["ruling.threshold", "space.damage.size", "space.system.table", "space.system.tractor-beam"],
         lambda: in_space('ops', 'eng', 'pil', foe='shields = 0'),
         "shoot gun foe grav-engine", dice=[10], answers=["boom"], told="""
        gun>foe space.stn.sum 16
        gun check.meet-is-pass 9
        gun space.gunner.turns 3 [10] 9 = +14 space.stn.base +2 space.gunner.system -4 check.core -3 check.core
        gun crit.pass (crit.narrator)
        gun space.crit.narrative
        gun>foe space.damage.k 10 10 = +10 space.damage.size
        foe space.hull.accumulate 10
        foe space.system.table 8
        foe space.system.shield-generator
        foe space.system.table 9
        foe space.system.tractor-beam
        gun>foe space.system.direct
        foe space.system.grav-engine
        gun? space.crit.narrative : boom
        foe.craft.hull-damage = 10
        foe.craft.inoperable = ['shield-generator', 'tractor-beam', 'grav-engine']
        foe.craft.fresh = ['shield-generator', 'tractor-beam', 'grav-engine']
        space.acted.gun = shoot
    """),
    case("a critical shot nobody describes",
         ["space.system.shield-generator", "space.damage.k", "space.system.tractor-beam", "space.hull.accumulate"],
         lambda: in_space('ops', 'eng', 'pil', foe='shields = 0'),
         "shoot gun foe", dice=[10], answers=[""], told="""
        gun>foe space.stn.sum 8
        gun check.meet-is-pass 1
        gun space.gunner.turns 3 [10] 1 = +14 space.stn.base -6 space.gunner.hull-or-shield -4 check.core -3 check.core
        gun crit.pass (crit.narrator)
        gun space.crit.narrative
        gun>foe space.damage.k 10 10 = +10 space.damage.size
        foe space.hull.accumulate 10
        foe space.system.table 8
        foe space.system.shield-generator
        foe space.system.table 9
        foe space.system.tractor-beam
        gun? space.crit.narrative :
        foe.craft.hull-damage = 10
        foe.craft.inoperable = ['shield-generator', 'tractor-beam']
        foe.craft.fresh = ['shield-generator', 'tractor-beam']
        space.acted.gun = shoot
    """),
    case("a critical shot at a shield is just the shield",
         ["ruling.crit-gunner", "space.shield.whole-turn", "space.shield.one-hit", "space.stn.sum"],
         lambda: in_space('ops', 'eng', 'pil'),
         "shoot gun foe", dice=[10], told="""
        gun>foe space.stn.sum 8
        gun check.meet-is-pass 1
        gun space.gunner.turns 3 [10] 1 = +14 space.stn.base -6 space.gunner.hull-or-shield -4 check.core -3 check.core
        gun crit.pass (crit.narrator)
        gun>foe space.shield.one-hit (ruling.crit-gunner)
        foe.craft.shield-hit = True
        space.acted.gun = shoot
    """),
    case("a natural one in space",
         ["space.gunner.hull-or-shield", "ruling.crit-fail-space", "space.gunner.turns", "crit.fail"],
         lambda: in_space('ops', 'eng', 'pil'),
         "shoot gun foe", dice=[1], told="""
        gun>foe space.stn.sum 8
        gun check.meet-is-pass 1
        gun space.gunner.turns [1] 1 = +14 space.stn.base -6 space.gunner.hull-or-shield -4 check.core -3 check.core
        gun crit.fail (crit.narrator, ruling.crit-fail-space)
        gun>foe space.gunner.turns
        space.acted.gun = shoot
    """),
    case("what the crew has done counts",
         ["space.gunner.turns", "space.pilot.aggressive", "ruling.crit-gunner", "space.gunner.hull-or-shield"],
         lambda: in_space('ops', ship='base-stn = 20').play('reroute eng', dice=[4]).play('aggressive pil', dice=[5]),
         "shoot gun foe", dice=[4], told="""
        gun>foe space.stn.sum 11
        gun check.meet-is-pass 4
        gun space.gunner.turns 2 [4] 4 = +20 space.stn.base -2 space.eng.reroute -1 space.pilot.aggressive -6
            space.gunner.hull-or-shield -4 check.core -3 check.core
        gun>foe space.shield.one-hit
        foe.craft.shield-hit = True
        space.acted.gun = shoot
    """),
    case("who runs shoots at 6 more",
         ["space.end.run-away.fire", "ruling.run-away", "space.pilot.run-away", "space.end.run-away"],
         lambda: in_space('ops', 'eng').play('run-away pil', dice=[5]),
         "shoot gun foe", dice=[7], told="""
        gun>foe space.stn.sum 14 (space.end.run-away.fire)
        gun check.meet-is-pass 7
        gun space.gunner.turns 2 [7] 7 = +14 space.stn.base +6 space.pilot.run-away -6 space.gunner.hull-or-shield -4
            check.core -3 check.core
        gun>foe space.shield.one-hit
        foe.craft.shield-hit = True
        space.acted.gun = shoot
    """),
    case("who fires is in range again",
         ["space.shield.whole-turn", "space.shield.one-hit", "space.gunner.hull-or-shield", "ruling.run-away"],
         lambda: in_space('ops', 'eng', 'pil', ship='away = true'),
         "shoot gun foe", dice=[2], told="""
        ship ruling.run-away
        gun>foe space.stn.sum 8
        gun check.meet-is-pass 1
        gun space.gunner.turns 2 [2] 1 = +14 space.stn.base -6 space.gunner.hull-or-shield -4 check.core -3 check.core
        gun>foe space.shield.one-hit
        ship.craft.away = -
        foe.craft.shield-hit = True
        space.acted.gun = shoot
    """),
    case("an own number for hulls and shields",
         ["space.special.override", "space.special.heroes", "space.gunner.turns", "space.shield.one-hit"],
         lambda: in_space('ops', 'eng', 'pil', ship='special = { hull-or-shield = -3 }'),
         "shoot gun foe", dice=[4], told="""
        gun>foe space.stn.sum 11
        gun check.meet-is-pass 4
        gun space.gunner.turns 2 [4] 4 = +14 space.stn.base -3 space.special.override -4 check.core -3 check.core
        gun>foe space.shield.one-hit
        foe.craft.shield-hit = True
        space.acted.gun = shoot
    """),
    case("where numbers disagree the players' counts",
         ["space.special.heroes", "ruling.crit-gunner", "space.shield.one-hit", "space.damage.size"],
         lambda: in_space('ops', 'eng', 'pil', ship='special = { hull-or-shield = -3 }',
            foe='special = { hull-or-shield = 0 }'),
         "shoot gun foe", dice=[4], told="""
        gun>foe space.stn.sum 11
        gun check.meet-is-pass 4
        gun space.gunner.turns 2 [4] 4 = +14 space.stn.base -3 space.special.heroes -4 check.core -3 check.core
        gun>foe space.shield.one-hit
        foe.craft.shield-hit = True
        space.acted.gun = shoot
    """),
    case("a craft out of range", ["space.end.run-away.no-jump", "space.stn.base", "space.enemy.stn"],
         lambda: in_space('ops', 'eng', 'pil', foe='away = true'), "shoot gun foe", told="""
        refused space.end.run-away.no-jump
    """),
    case("a craft no shot can reach", ["space.crit.pilot", "ruling.stn-reset", "space.enemy.ability"],
         lambda: in_space('ops', 'eng', 'pil', foe='untouchable = true'), "shoot gun foe", told="""
        refused space.crit.pilot
    """),
    case("nobody shoots the own craft", ["space.fighter.one-role", "space.end.ways", "ruling.space-initiative"],
         lambda: in_space('ops', 'eng', 'pil'), "shoot gun ship", told="""
        refused space.end.ways
    """),
    case("a gunner without the skill",
         ["space.small-crew.unskilled", "space.gunner.turns"],
         lambda: in_space('ops', 'eng', 'pil', crew=build.CREW.replace('archetype = "good-gunner"', 'role = "gunner"')),
         "shoot gun foe", dice=[8], told="""
        gun>foe space.stn.sum 8 (space.small-crew.unskilled)
        gun check.meet-is-pass 6
        gun space.gunner.turns 2 [8] 6 = +14 space.stn.base -6 space.gunner.hull-or-shield -2 check.core
        gun>foe space.shield.one-hit
        foe.craft.shield-hit = True
        space.acted.gun = shoot
    """),
    case("shields that were hit go down",
         ["ruling.shield-timing", "space.shield.count", "space.gunner.hull-or-shield", "ruling.run-away"],
         lambda: in_space('ops', 'eng', 'pil').play('shoot gun foe', dice=[2]),
         "step", told="""
        foe space.shield.count 1 (ruling.shield-timing)
        foe.craft.shields = 1
        foe.craft.shield-hit = -
        space.up = -
        space.done = ['ship']
    """),
    case("gunners shoot last", ["space.gunner-last", "ruling.space-initiative", "space.enemy.stn"],
         lambda: in_space('ops', 'eng'), "shoot gun foe", told="""
        refused space.gunner-last
    """),
    case("a role is swapped", ["space.small-crew.swap", "space.enemy.stn", "space.damage.size"],
         lambda: in_space(), "take-role ops engineer", answers=["yes"], told="""
        eng space.small-crew.swap
        eng space.small-crew.swap
        ops space.small-crew.swap
        eng? space.small-crew.swap yes|no: yes
        ops.role = engineer
        eng.role = operations
        space.swapped = ['eng', 'ops']
    """),
    case("a role nobody holds", ["space.small-crew.swap", "space.roles.assign"],
         lambda: in_space(crew=build.CREW.replace('"good-pilot"', '"good-gunner"')), "take-role ops pilot", told="""
        ops space.small-crew.swap
        ops.role = pilot
        space.swapped = ['ops']
    """),
    case("the last gunner stays", ["space.small-crew.gunner", "space.small-crew.swap", "space.damage.size"],
         lambda: in_space('ops', 'eng', 'pil'), "take-role gun pilot", told="""
        refused space.small-crew.gunner
    """),
    case("no air without life support",
         ["space.system.life-support", "hp.zero", "ruling.space-turn-length", "hp.stabilise-limit"],
         lambda: in_space('ops', 'eng', 'pil', 'gun', ship='inoperable = ["life-support"], air = 1').step(dice=[8],
            steps=2),
         "step", told="""
        ops>ship space.system.life-support
        pil>ship space.system.life-support
        gun>ship space.system.life-support
        gm combat.turn-end 1
        gm ruling.space-turn-length 3
        ops hp.zero
        pil hp.zero
        gun hp.zero
        ship.craft.air = -
        ops.hp = -
        ops.stun = -
        pil.hp = -
        pil.stun = -
        gun.hp = -
        gun.stun = -
        turn = 2
        space.done = -
        space.stn.0.amount = -
        space.stn.0.rule = -
        space.stn.0.by = -
        space.acted.ops = -
        space.acted.eng = -
        space.acted.pil = -
        space.acted.gun = -
        ops.dying = 40
        ops.fresh = ['dying']
        ops.tries = 10
        pil.dying = 40
        pil.fresh = ['dying']
        pil.tries = 10
        gun.dying = 40
        gun.fresh = ['dying']
        gun.tries = 10
    """),
    case("air comes back with life support",
         ["ruling.stn-reset", "ruling.space-turn-length", "space.system.life-support", "ruling.space-hack-effect"],
         lambda: in_space('ops', 'eng', 'pil', 'gun', ship='air = 1').step(dice=[8], steps=2),
         "step", told="""
        gm combat.turn-end 1
        gm ruling.space-turn-length 3
        ship.craft.air = -
        turn = 2
        space.done = -
        space.stn.0.amount = -
        space.stn.0.rule = -
        space.stn.0.by = -
        space.acted.ops = -
        space.acted.eng = -
        space.acted.pil = -
        space.acted.gun = -
    """),
    case("form: shoot", ["space.damage.size", "vehicle.roles"],
         lambda: in_space('ops', 'eng', 'pil', foe='shields = 0'), "form gun shoot", told="""
        target foe (hull 90 %) [foe]
        aim? hull (foe 90 %)/shield-generator (foe 40 %)/tractor-beam (foe 40 %)/light-jump (foe 30 %)/grav-field (foe
            40 %)/grav-engine (foe 20 %)/generators (foe 20 %)/life-support (foe 10 %) [hull]
        attribute? battle/shift/meat/soul/wit [battle]
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_space_guns_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
