"""Engineers in space: all that each act tells, asks and changes."""

from __future__ import annotations

import pytest

from tests.icar import build
from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.scenes import SECOND, in_space

# fmt: off
ACTS = [
    case("reroute", ["space.eng.reroute", "ruling.tn-unstated", "space.stn"],
         lambda: in_space('ops'), "reroute eng", dice=[4], told="""
        eng check.meet-is-pass 4
        eng space.eng.reroute 2 [4] 4 = +12 ruling.tn-unstated -4 check.core -4 check.core
        eng space.stn 12
        space.stn.1.amount = -2
        space.stn.1.rule = icar.space.eng.reroute
        space.stn.1.by = eng
        space.acted.eng = reroute
    """),
    case("reroute in vain", ["space.eng.reroute", "space.engineers.one-stn", "space.stn.check"],
         lambda: in_space('ops'), "reroute eng", dice=[3], told="""
        eng check.meet-is-pass 4
        eng space.eng.reroute 1 [3] 4 = +12 ruling.tn-unstated -4 check.core -4 check.core
        eng space.stn.check
        space.acted.eng = reroute
    """),
    case("shut down", ["space.eng.shutdown", "ruling.one-use", "space.stn", "space.stn.check"],
         lambda: in_space('ops'), "shutdown eng", dice=[6], told="""
        eng check.meet-is-pass 6
        eng space.eng.shutdown 2 [6] 6 = +14 space.eng.shutdown -4 check.core -4 check.core
        eng space.stn 11
        ship.craft.spent = ['shutdown']
        space.stn.1.amount = -3
        space.stn.1.rule = icar.space.eng.shutdown
        space.stn.1.by = eng
        space.acted.eng = shutdown
    """),
    case("shut down once per combat", ["ruling.one-use", "space.jobs", "ruling.role-order", "ruling.travel"],
         lambda: in_space('ops', ship='spent = ["shutdown"]'), "shutdown eng", told="""
        refused ruling.one-use
    """),
    case("power to engines", ["space.eng.engines", "ruling.space-initiative", "space.stn"],
         lambda: in_space('ops'), "engines eng", dice=[4], told="""
        eng check.meet-is-pass 4
        eng space.eng.engines 2 [4] 4 = +12 ruling.tn-unstated -4 check.core -4 check.core
        eng space.stn 13
        eng>pil space.eng.engines -2
        space.stn.1.amount = -1
        space.stn.1.rule = icar.space.eng.engines
        space.stn.1.by = eng
        space.helps.0.amount = -2
        space.helps.0.rule = icar.space.eng.engines
        space.helps.0.by = eng
        space.helps.0.role = pilot
        space.acted.eng = engines
    """),
    case("dump the web", ["space.eng.dump-web", "ruling.one-use", "space.stn.check"],
         lambda: in_space('ops'), "dump-web eng", dice=[6], told="""
        eng check.meet-is-pass 6
        eng space.eng.dump-web 2 [6] 6 = +14 space.eng.dump-web -4 check.core -4 check.core
        eng>pil space.eng.dump-web -4
        ship.craft.spent = ['dump-web']
        space.helps.0.amount = -4
        space.helps.0.rule = icar.space.eng.dump-web
        space.helps.0.by = eng
        space.helps.0.role = pilot
        space.acted.eng = dump-web
    """),
    case("technobabble", ["space.eng.technobabble", "space.stn.base", "ruling.dice-order", "space.stn"],
         lambda: in_space('ops'), "technobabble eng", dice=[8], told="""
        eng check.meet-is-pass 8
        eng space.eng.technobabble 2 [8] 8 = +16 space.eng.technobabble -4 check.core -4 check.core
        eng space.stn 10
        space.stn.1.amount = -4
        space.stn.1.rule = icar.space.eng.technobabble
        space.stn.1.by = eng
        space.acted.eng = technobabble
    """),
    case("help of Operations counts", ["ruling.ops-help", "space.ops.help-eng", "space.eng.reroute", "tn.table"],
         lambda: in_space().play('help-eng ops eng', dice=[5]), "reroute eng", dice=[2], told="""
        eng check.meet-is-pass 2
        eng space.eng.reroute 2 [2] 2 = +12 ruling.tn-unstated -2 space.ops.help-eng -4 check.core -4 check.core
        eng space.stn 12
        space.stn.1.amount = -2
        space.stn.1.rule = icar.space.eng.reroute
        space.stn.1.by = eng
        space.acted.eng = reroute
    """),
    case("without main power nothing is given", ["ruling.generators", "space.engineers.one-stn", "space.system.limits"],
         lambda: in_space('ops', ship='inoperable = ["generators"]'), "reroute eng", told="""
        refused ruling.generators
    """),
    case("one engineer works on the STN", ["space.engineers.one-stn", "ruling.stn-engineer", "space.eng.reroute"],
         lambda: in_space('ops', more=SECOND).play('reroute eng', dice=[4]), "technobabble eng2", told="""
        refused space.engineers.one-stn
    """),
    case("the second works on something else",
         ["space.eng.dump-web", "ruling.stn-engineer", "space.eng.reroute", "space.stn.check"],
         lambda: in_space('ops', more=SECOND).play('reroute eng', dice=[4]),
         "dump-web eng2", dice=[6], told="""
        eng2 check.meet-is-pass 6
        eng2 space.eng.dump-web 2 [6] 6 = +14 space.eng.dump-web -4 check.core -4 check.core
        eng2>pil space.eng.dump-web -4
        ship.craft.spent = ['dump-web']
        space.helps.0.amount = -4
        space.helps.0.rule = icar.space.eng.dump-web
        space.helps.0.by = eng2
        space.helps.0.role = pilot
        space.acted.eng2 = dump-web
    """),
    case("engineers throw in their order", ["space.engineers.one-stn", "ruling.dice-order", "ruling.space-initiative"],
         lambda: in_space('ops', more=SECOND), "reroute eng2", told="""
        refused ruling.dice-order
    """),
    case("power to the engies", ["space.eng.engies", "ruling.engies", "ruling.space-initiative"],
         lambda: in_space('ops', more=SECOND), "engies eng", dice=[6], told="""
        eng check.meet-is-pass 6
        eng space.eng.engies 2 [6] 6 = +14 space.eng.engies -4 check.core -4 check.core
        eng>eng2 space.eng.engies -3
        space.helps.0.amount = -3
        space.helps.0.rule = icar.space.eng.engies
        space.helps.0.by = eng
        space.helps.0.on = eng2
        space.helps.0.role = engineer
        space.acted.eng = engies
    """),
    case("power to the engies in vain", ["ruling.crit-fail-space", "space.stn.check", "space.eng.engies", "ruling.engies"],
         lambda: in_space('ops', more=SECOND), "engies eng", dice=[5], told="""
        eng check.meet-is-pass 6
        eng space.eng.engies 1 [5] 6 = +14 space.eng.engies -4 check.core -4 check.core
        eng space.stn.check
        space.acted.eng = engies
    """),
    case("power to the engies helps", ["space.eng.engies", "ruling.engies", "ruling.stn-engineer", "space.eng.reroute"],
         lambda: in_space('ops', more=SECOND).play('engies eng', dice=[6]), "reroute eng2", dice=[2], told="""
        eng2 check.meet-is-pass 1 (ruling.stn-engineer)
        eng2 space.eng.reroute 2 [2] 1 = +12 ruling.tn-unstated -3 space.eng.engies -4 check.core -4 check.core
        eng2 space.stn 12
        space.stn.1.amount = -2
        space.stn.1.rule = icar.space.eng.reroute
        space.stn.1.by = eng2
        space.acted.eng2 = reroute
    """),
    case("a second power to the engies adds nothing",
         ["ruling.engies", "space.eng.engies", "space.enemy.ability"],
         lambda: in_space('ops', more=SECOND + SECOND.replace('eng2', 'eng3')).play('engies eng', dice=[6]),
         "engies eng2", dice=[3], told="""
        eng2 check.meet-is-pass 3
        eng2 space.eng.engies 2 [3] 3 = +14 space.eng.engies -3 space.eng.engies -4 check.core -4 check.core
        space.acted.eng2 = engies
    """),
    case("no other engineer", ["space.enemy.stn", "space.eng.engies", "space.damage.size"],
         lambda: in_space('ops'), "engies eng", told="""
        refused space.eng.engies
    """),
    case("too late for the engies", ["ruling.stn-engineer", "space.eng.reroute", "ruling.engies", "ruling.travel"],
         lambda: in_space('ops', more=SECOND).play('reroute eng', dice=[4]), "engies eng2", told="""
        refused ruling.engies
    """),
    case("travel", ["space.eng.travel", "space.roles.assign", "ruling.travel", "space.system.limits"],
         lambda: in_space('ops', ship='inoperable = ["light-jump"], hull-damage = 4'), "travel eng light-jump", told="""
        eng space.eng.travel
        eng.at-system = light-jump
        space.acted.eng = travel
    """),
    case("travel to what works", ["space.system.limits", "space.eng.travel", "ruling.travel"],
         lambda: in_space('ops', ship='inoperable = ["light-jump"], hull-damage = 4'), "travel eng generators", told="""
        refused space.eng.travel
    """),
    case("nothing to travel to", ["space.eng.travel", "ruling.space-initiative", "space.end.ways", "ruling.role-order"],
         lambda: in_space('ops'), "travel eng light-jump", told="""
        refused space.eng.travel
    """),
    case("travel by a check, if the table says so",
         ["ruling.travel", "ruling.crit-fail-space", "space.eng.travel", "space.system.limits"],
         lambda: in_space('ops', ship='inoperable = ["light-jump"], hull-damage = 4', head='[rulings]\ntravel = "check"'),
         "travel eng light-jump", dice=[4], told="""
        eng check.meet-is-pass 4
        eng space.eng.travel 2 [4] 4 = +12 ruling.travel -4 check.core -4 check.core
        eng space.eng.travel
        eng.at-system = light-jump
        space.acted.eng = travel
    """),
    case("… in vain",
         ["space.stn.check", "ruling.travel", "space.eng.travel", "space.system.limits"],
         lambda: in_space('ops', ship='inoperable = ["light-jump"], hull-damage = 4', head='[rulings]\ntravel = "check"'),
         "travel eng light-jump", dice=[3], told="""
        eng check.meet-is-pass 4
        eng space.eng.travel 1 [3] 4 = +12 ruling.travel -4 check.core -4 check.core
        eng space.stn.check
        space.acted.eng = travel
    """),
    case("a repair",
         ["space.eng.repair", "space.repair.time"],
         lambda: in_space('ops', ship='inoperable = ["light-jump"], hull-damage = 4', crew=build.CREW.replace('kit = []',
            'kit = []\nat-system = "light-jump"')),
         "repair eng", dice=[4], told="""
        eng check.meet-is-pass 4
        eng space.eng.repair 2 [4] 4 = +12 space.eng.repair -4 check.core -4 check.core
        eng space.eng.repair
        ship.craft.inoperable = -
        space.acted.eng = repair
    """),
    case("a repair of what the hull's damage has reached",
         ["space.repair.temporary", "space.eng.repair"],
         lambda: in_space('ops', ship='inoperable = ["light-jump"], hull-damage = 30', crew=build.CREW
            .replace('kit = []', 'kit = []\nat-system = "light-jump"')),
         "repair eng", dice=[4], told="""
        eng check.meet-is-pass 4
        eng space.eng.repair 2 [4] 4 = +12 space.eng.repair -4 check.core -4 check.core
        eng space.eng.repair
        ship.craft.inoperable = -
        space.acted.eng = repair
    """),
    case("a critical repair with nothing else to mend",
         ["ruling.crit-eng", "space.eng.repair"],
         lambda: in_space('ops', ship='inoperable = ["light-jump"], hull-damage = 4', crew=build.CREW.replace('kit = []',
            'kit = []\nat-system = "light-jump"')),
         "repair eng", dice=[10], told="""
        eng check.meet-is-pass 4
        eng space.eng.repair 3 [10] 4 = +12 space.eng.repair -4 check.core -4 check.core
        eng crit.pass (crit.narrator)
        eng space.eng.repair (ruling.crit-eng)
        ship.craft.inoperable = -
        space.acted.eng = repair
    """),
    case("repair without gravity is at 16",
         ["ruling.grav-field-tn", "space.system.grav-field", "space.eng.repair"],
         lambda: in_space('ops', ship='inoperable = ["grav-field"]', crew=build.CREW.replace('kit = []',
            'kit = []\nat-system = "grav-field"')),
         "repair eng", dice=[8], told="""
        eng check.meet-is-pass 8
        eng space.eng.repair 2 [8] 8 = +16 space.system.grav-field -4 check.core -4 check.core
        eng space.eng.repair
        ship.craft.inoperable = -
        space.acted.eng = repair
    """),
    case("a craft's own number for repairs",
         ["space.special.override", "space.eng.repair"],
         lambda: in_space('ops', ship='inoperable = ["light-jump"], special = { repair = 14 }', crew=build.CREW
            .replace('kit = []', 'kit = []\nat-system = "light-jump"')),
         "repair eng", dice=[6], told="""
        eng check.meet-is-pass 6
        eng space.eng.repair 2 [6] 6 = +14 space.special.override -4 check.core -4 check.core
        eng space.eng.repair
        ship.craft.inoperable = -
        space.acted.eng = repair
    """),
    case("repair elsewhere", ["space.repair.time", "space.enemy.ability", "space.system.limits"],
         lambda: in_space('ops', ship='inoperable = ["light-jump"], hull-damage = 4'), "repair eng", told="""
        refused space.repair.time
    """),
    case("nothing to repair", ["space.eng.repair", "ruling.stn-reset", "ruling.dice-order", "ruling.role-order"],
         lambda: in_space('ops'), "repair eng", told="""
        refused space.eng.repair
    """),
    case("what is destroyed is not repaired",
         ["space.system.not-destroyed"],
         lambda: in_space('ops', ship='inoperable = ["light-jump"], destroyed = ["light-jump"]', crew=build.CREW
            .replace('kit = []', 'kit = []\nat-system = "light-jump"')),
         "repair eng", told="""
        refused space.system.not-destroyed
    """),
    case("what was lost this turn is not repaired yet",
         ["space.system.fix-next-turn"],
         lambda: in_space('ops', ship='inoperable = ["light-jump"], fresh = ["light-jump"]', crew=build.CREW
            .replace('kit = []', 'kit = []\nat-system = "light-jump"')),
         "repair eng", told="""
        refused space.system.fix-next-turn
    """),
    case("a tractor beam", ["ruling.tractor-beam", "ruling.stn-reset", "ruling.dice-order"],
         lambda: in_space('ops'), "tractor eng foe", dice=[4], told="""
        eng check.meet-is-pass 4
        eng ruling.tractor-beam 2 [4] 4 = +12 ruling.tn-unstated -4 check.core -4 check.core
        eng>foe ruling.tractor-beam
        ship.craft.beam = foe
        space.acted.eng = tractor
    """),
    case("a tractor beam on nothing", ["ruling.tractor-beam", "ruling.dice-order", "ruling.stn-reset"],
         lambda: in_space('ops'), "tractor eng moon", told="""
        refused ruling.tractor-beam
    """),
    case("no working tractor beam",
         ["space.system.tractor-beam", "ruling.gunner-cluster", "space.system.limits", "space.jobs"],
         lambda: in_space('ops', ship='inoperable = ["tractor-beam"]'),
         "tractor eng foe", told="""
        refused space.system.tractor-beam
    """),
    case("an engineer does not fly", ["space.eng.skill", "ruling.hp-unconscious", "space.damage.size"],
         lambda: in_space('ops'), "aggressive eng", told="""
        refused space.eng.skill
    """),
    case("form: travel",
         ["space.jobs", "check.default-tn", "ruling.role-order", "tn.table"],
         lambda: in_space('ops', ship='inoperable = ["light-jump"], hull-damage = 4', head='[rulings]\ntravel = "check"'),
         "form eng travel", told="""
        system light-jump [light-jump]
    """),
    case("form: tractor", ["ruling.role-order", "space.jobs", "ruling.travel", "vehicle.roles"],
         lambda: in_space('ops'), "form eng tractor", told="""
        target foe [foe]
        attribute? battle (6+ on the die, 50 %)/shift (5+ on the die, 60 %)/meat (6+ on the die, 50 %)/soul (6+ on the
            die, 50 %)/wit (4+ on the die, 70 %) [wit]
    """),
    case("forms of an engineer in space", ["ruling.travel", "check.default-tn"],
         lambda: in_space('ops', ship='inoperable = ["light-jump"], hull-damage = 4', more=SECOND), "form eng", told="""
        investigate: space.eng.skill
        pool: space.eng.skill
        help-eng: space.eng.skill
        stn: space.eng.skill
        cajole: space.eng.skill
        decide: space.ops.final-say
        strategy: space.strategy
        sue-for-peace: space.ops.final-say
        reroute
        shutdown
        engines
        dump-web
        technobabble
        engies
        tractor
        travel
        repair: space.repair.time
        aggressive: space.eng.skill
        spinning-and-skidding: space.eng.skill
        in-every-axis: space.eng.skill
        ripping-balls: space.eng.skill
        run-away: space.eng.skill
        light-jump: space.eng.skill
        hack-craft: space.eng.skill
        shoot: space.eng.skill
        take-role
        stand-by
        stabilise: hp.stabilise
        hypo: heal.stun.hypo
        heal: heal.hp.medic
        unlock: hack.aug.unlock
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_engineers_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
