"""Pilots and hackers in space: all that each act tells, asks and changes."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.scenes import SPY, in_space

# fmt: off
ACTS = [
    case("aggressive", ["space.pilot.aggressive", "space.stn", "space.damage.size"],
         lambda: in_space('ops', 'eng'), "aggressive pil", dice=[5], told="""
        pil check.meet-is-pass 5
        pil space.pilot.aggressive 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        pil space.stn 13
        space.stn.1.amount = -1
        space.stn.1.rule = icar.space.pilot.aggressive
        space.stn.1.by = pil
        space.acted.pil = aggressive
    """),
    case("aggressive in vain", ["space.pilot.aggressive", "ruling.crit-fail-space", "space.stn.check"],
         lambda: in_space('ops', 'eng'), "aggressive pil", dice=[4], told="""
        pil check.meet-is-pass 5
        pil space.pilot.aggressive 1 [4] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        pil space.stn.check
        space.acted.pil = aggressive
    """),
    case("spinning and skidding", ["space.pilot.spinning-and-skidding", "space.stn", "space.roles.assign"],
         lambda: in_space('ops', 'eng'), "spinning-and-skidding pil", dice=[7], told="""
        pil check.meet-is-pass 7
        pil space.pilot.spinning-and-skidding 2 [7] 7 = +14 space.pilot.spinning-and-skidding -4 check.core -3
            check.core
        pil space.stn 12
        space.stn.1.amount = -2
        space.stn.1.rule = icar.space.pilot.spinning-and-skidding
        space.stn.1.by = pil
        space.acted.pil = spinning-and-skidding
    """),
    case("in every axis", ["space.pilot.in-every-axis", "space.stn", "space.end.ways"],
         lambda: in_space('ops', 'eng'), "in-every-axis pil", dice=[9], told="""
        pil check.meet-is-pass 9
        pil space.pilot.in-every-axis 2 [9] 9 = +16 space.pilot.in-every-axis -4 check.core -3 check.core
        pil space.stn 11
        space.stn.1.amount = -3
        space.stn.1.rule = icar.space.pilot.in-every-axis
        space.stn.1.by = pil
        space.acted.pil = in-every-axis
    """),
    case("ripping balls with a natural ten slips away",
         ["ruling.crit-pilot", "space.pilot.ripping-balls", "space.crit.pilot", "space.crit.narrative"],
         lambda: in_space('ops', 'eng'),
         "ripping-balls pil", dice=[10], answers=["wheee"], told="""
        pil check.meet-is-pass 11
        pil space.pilot.ripping-balls 3 [10] 11 = +18 space.pilot.ripping-balls -4 check.core -3 check.core
        pil crit.pass (crit.narrator)
        pil space.stn 9
        pil space.crit.narrative
        pil space.crit.pilot
        pil? space.crit.narrative : wheee
        ship.craft.untouchable = True
        space.stn.1.amount = -5
        space.stn.1.rule = icar.space.pilot.ripping-balls
        space.stn.1.by = pil
        space.acted.pil = ripping-balls
    """),
    case("ripping balls is 4, if the table says so",
         ["space.pilot.ripping-balls", "space.crit.narrative", "crit.pass", "crit.narrator"],
         lambda: in_space('ops', 'eng', head='[rulings]\nripping-value = "4"'),
         "ripping-balls pil", dice=[10], answers=[""], told="""
        pil check.meet-is-pass 11
        pil space.pilot.ripping-balls 3 [10] 11 = +18 space.pilot.ripping-balls -4 check.core -3 check.core
        pil crit.pass (crit.narrator)
        pil space.stn 10
        pil space.crit.narrative
        pil? space.crit.narrative :
        space.stn.1.amount = -4
        space.stn.1.rule = icar.ruling.ripping-value
        space.stn.1.by = pil
        space.acted.pil = ripping-balls
    """),
    case("power to the engines helps the pilot",
         ["space.eng.engines", "space.pilot.aggressive", "check.default-tn", "ruling.travel"],
         lambda: in_space('ops').play('engines eng', dice=[4]),
         "aggressive pil", dice=[3], told="""
        pil check.meet-is-pass 3
        pil space.pilot.aggressive 2 [3] 3 = +12 ruling.tn-unstated -2 space.eng.engines -4 check.core -3 check.core
        pil space.stn 12
        space.stn.2.amount = -1
        space.stn.2.rule = icar.space.pilot.aggressive
        space.stn.2.by = pil
        space.acted.pil = aggressive
    """),
    case("run away", ["ruling.run-away", "space.pilot.run-away", "space.end.run-away", "ruling.tractor-beam"],
         lambda: in_space('ops', 'eng'), "run-away pil", dice=[5], told="""
        pil space.stn 20
        pil check.meet-is-pass 5
        pil space.pilot.run-away 2 [5] 5 = +12 ruling.run-away -4 check.core -3 check.core
        pil space.end.run-away
        ship.craft.running = True
        space.stn.1.amount = 6
        space.stn.1.rule = icar.space.pilot.run-away
        space.stn.1.by = pil
        space.acted.pil = run-away
    """),
    case("run away in vain", ["space.pilot.run-away", "space.special.heroes", "ruling.run-away", "space.stn.check"],
         lambda: in_space('ops', 'eng'), "run-away pil", dice=[4], told="""
        pil space.stn 20
        pil check.meet-is-pass 5
        pil space.pilot.run-away 1 [4] 5 = +12 ruling.run-away -4 check.core -3 check.core
        pil space.stn.check
        space.stn.1.amount = 6
        space.stn.1.rule = icar.space.pilot.run-away
        space.stn.1.by = pil
        space.acted.pil = run-away
    """),
    case("a craft's own number for running",
         ["space.pilot.run-away", "space.special.heroes", "space.end.run-away", "ruling.run-away"],
         lambda: in_space('ops', 'eng', ship='special = { run-away = 3 }'),
         "run-away pil", dice=[5], told="""
        pil space.stn 17
        pil check.meet-is-pass 5
        pil space.pilot.run-away 2 [5] 5 = +12 ruling.run-away -4 check.core -3 check.core
        pil space.end.run-away
        ship.craft.running = True
        space.stn.1.amount = 3
        space.stn.1.rule = icar.space.special.override
        space.stn.1.by = pil
        space.acted.pil = run-away
    """),
    case("the run counts from the end of the turn",
         ["space.end.run-away.respite", "ruling.run-away", "space.pilot.run-away", "space.end.run-away"],
         lambda: in_space('ops', 'eng').play('run-away pil', dice=[5]).play('stand-by gun', dice=[]),
         "step", told="""
        ship space.end.run-away.respite
        ship.craft.running = -
        space.up = -
        ship.craft.away = True
        space.done = ['ship']
    """),
    case("Operations says attack",
         ["space.ops.final-say", "ruling.role-order", "space.jobs", "ruling.travel"],
         lambda: in_space().play('decide ops attack', dice=[]).play('stand-by ops', dice=[]).play('stand-by eng',
            dice=[]),
         "run-away pil", told="""
        refused space.ops.final-say
    """),
    case("Operations says flee",
         ["ruling.hp-unconscious", "space.ops.final-say", "space.end.ways"],
         lambda: in_space().play('decide ops flee', dice=[]).play('stand-by ops', dice=[]).play('stand-by eng', dice=[]),
         "aggressive pil", told="""
        refused space.ops.final-say
    """),
    case("the grav engine is down", ["space.system.grav-engine", "space.system.limits", "space.stn.base"],
         lambda: in_space('ops', 'eng', ship='inoperable = ["grav-engine"]'), "aggressive pil", told="""
        refused space.system.grav-engine
    """),
    case("no running without the engine", ["space.system.grav-engine", "ruling.tractor-beam", "space.system.limits"],
         lambda: in_space('ops', 'eng', ship='inoperable = ["grav-engine"]'), "run-away pil", told="""
        refused space.system.grav-engine
    """),
    case("a beam holds the craft", ["ruling.tractor-beam", "space.stn.base", "ruling.stn-reset"],
         lambda: in_space('ops', 'eng', foe='beam = "ship"'), "run-away pil", told="""
        refused ruling.tractor-beam
    """),
    case("a light jump", ["space.end.follow", "space.end.run-away", "space.end.ways", "ruling.tractor-beam"],
         lambda: in_space('ops', 'eng', ship='away = true'), "light-jump pil", told="""
        pil>ship space.end.run-away (space.end.follow)
        ship.out = jumped
        space.acted.pil = light-jump
        over: nobody space.end.run-away
    """),
    case("a light jump with another in tow",
         ["space.end.run-away", "space.end.follow", "space.end.ways", "ruling.tractor-beam"],
         lambda: in_space('ops', 'eng', ship='away = true, beam = "foe"'),
         "light-jump pil", told="""
        pil>ship space.end.run-away (space.end.follow)
        ship.out = jumped
        space.acted.pil = light-jump
        over: nobody space.end.run-away
    """),
    case("no light jump before the run", ["ruling.gunner-cluster", "space.end.run-away", "space.roles.assign"],
         lambda: in_space('ops', 'eng'), "light-jump pil", told="""
        refused space.end.run-away
    """),
    case("no light jump engine", ["space.system.light-jump", "space.roles.assign", "space.jobs", "space.system.limits"],
         lambda: in_space('ops', 'eng', ship='away = true, inoperable = ["light-jump"]'), "light-jump pil", told="""
        refused space.system.light-jump
    """),
    case("a hacker without a way in", ["space.hacker.no-gaia", "space.hacker.mole", "combat.enter.announce"],
         lambda: in_space('ops', 'eng', 'pil', more=SPY), "hack-craft spy foe generators", told="""
        refused space.hacker.no-gaia
    """),
    case("a hacker on the hull",
         ["ruling.space-hack-effect", "space.hacker.generators", "ruling.hack-spacecraft", "hack.spacecraft.place"],
         lambda: in_space('ops', 'eng', 'pil', more=SPY + 'inside = "foe"\n'),
         "hack-craft spy foe generators", dice=[4], told="""
        spy check.meet-is-pass 4 (hack.spacecraft.place)
        spy space.hacker.generators 2 [4] 4 = +12 space.hacker.generators -4 check.core -4 check.core
        spy>foe space.hacker.generators
        foe ruling.space-hack-effect
        foe.craft.hack-coming = ['generators']
        space.acted.spy = hack-craft
    """),
    case("a hacker fails",
         ["space.hacker.generators", "hack.spacecraft.place", "ruling.hack-spacecraft", "space.stn.check"],
         lambda: in_space('ops', 'eng', 'pil', more=SPY + 'inside = "foe"\n'),
         "hack-craft spy foe generators", dice=[3], told="""
        spy check.meet-is-pass 4 (hack.spacecraft.place)
        spy space.hacker.generators 1 [3] 4 = +12 space.hacker.generators -4 check.core -4 check.core
        spy space.stn.check
        space.acted.spy = hack-craft
    """),
    case("through a Mole in space",
         ["space.hacker.life-support", "space.hacker.mole", "ruling.space-hack-effect", "ruling.hack-spacecraft"],
         lambda: in_space('ops', 'eng', 'pil', more=SPY, foe='moles = ["crew"]'),
         "hack-craft spy foe gravity", dice=[4], told="""
        spy check.meet-is-pass 4 (space.hacker.mole)
        spy space.hacker.life-support 2 [4] 4 = +12 space.hacker.life-support -4 check.core -4 check.core
        spy>foe space.hacker.life-support
        foe ruling.space-hack-effect
        foe.craft.hack-coming = ['grav-field']
        space.acted.spy = hack-craft
    """),
    case("doors are hard",
         ["space.hacker.doors", "ruling.space-hack-effect", "space.hacker.mole", "ruling.hack-spacecraft"],
         lambda: in_space('ops', 'eng', 'pil', more=SPY, foe='moles = ["crew"]'),
         "hack-craft spy foe doors", dice=[8], told="""
        spy check.meet-is-pass 8 (space.hacker.mole)
        spy space.hacker.doors 2 [8] 8 = +16 space.hacker.doors -4 check.core -4 check.core
        spy>foe space.hacker.doors
        foe ruling.space-hack-effect
        foe.craft.hack-coming = ['doors']
        space.acted.spy = hack-craft
    """),
    case("life support",
         ["space.hacker.mole", "space.hacker.life-support", "ruling.space-hack-effect", "ruling.hack-spacecraft"],
         lambda: in_space('ops', 'eng', 'pil', more=SPY, foe='moles = ["crew"]'),
         "hack-craft spy foe life-support", dice=[4], told="""
        spy check.meet-is-pass 4 (space.hacker.mole)
        spy space.hacker.life-support 2 [4] 4 = +12 space.hacker.life-support -4 check.core -4 check.core
        spy>foe space.hacker.life-support
        foe ruling.space-hack-effect
        foe.craft.hack-coming = ['life-support']
        space.acted.spy = hack-craft
    """),
    case("no such system", ["space.hacker.generators", "ruling.hack-spacecraft", "space.stn.base"],
         lambda: in_space('ops', 'eng', 'pil', more=SPY, foe='moles = ["crew"]'), "hack-craft spy foe sails", told="""
        refused space.hacker.generators
    """),
    case("the own craft is no target of a hacker", ["ruling.hack-spacecraft", "space.end.ways", "space.roles.assign"],
         lambda: in_space('ops', 'eng', 'pil', more=SPY, foe='moles = ["crew"]'), "hack-craft spy ship doors", told="""
        refused space.end.ways
    """),
    case("form: hack-craft", ["tn.table", "ruling.role-order"],
         lambda: in_space('ops', 'eng', 'pil', more=SPY, foe='moles = ["crew"]'), "form spy hack-craft", told="""
        target foe [foe]
        system life-support (4+ on the die, 70 %)/gravity (4+ on the die, 70 %)/generators (4+ on the die, 70 %)/doors
            (8+ on the die, 30 %) [life-support]
        attribute? battle/shift/meat/soul/wit [wit]
    """),
    case("forms of a pilot in space", ["ruling.role-order", "space.jobs"],
         lambda: in_space('ops', 'eng'), "form pil", told="""
        investigate: space.pilot.skill
        pool: space.pilot.skill
        help-eng: space.pilot.skill
        stn: space.pilot.skill
        cajole: space.pilot.skill
        decide: space.ops.final-say
        strategy: space.strategy
        sue-for-peace: space.ops.final-say
        reroute: space.pilot.skill
        shutdown: space.pilot.skill
        engines: space.pilot.skill
        dump-web: space.pilot.skill
        technobabble: space.pilot.skill
        engies: space.pilot.skill
        tractor: space.pilot.skill
        travel: space.pilot.skill
        repair: space.pilot.skill
        aggressive
        spinning-and-skidding
        in-every-axis
        ripping-balls
        run-away
        light-jump: space.end.run-away
        hack-craft: space.pilot.skill
        shoot: space.pilot.skill
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
def test_space_pilots_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
