"""Pilots of a chase: all that each act tells, asks and changes."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.chase import chase
from tests.icar.scenes import on_road

# fmt: off
ACTS = [
    case("a firing position", ["ruling.firing-position", "vehicle.pilot.firing-position", "vehicle.pilot.check"],
         lambda: on_road('firing-position', 'hax', 'eng'), "fly pil", dice=[5], told="""
        pil check.meet-is-pass 5
        pil vehicle.pilot.check 2 [5] 5 = +12 vehicle.pilot.check -4 check.core -3 check.core
        pil vehicle.pilot.firing-position (ruling.firing-position)
        car.vehicle.firing-position = True
        pil.acted = fly
    """),
    case("a firing position missed", ["vehicle.pilot.firing-position", "vehicle.pilot.check", "ruling.initiative-tie"],
         lambda: on_road('firing-position', 'hax', 'eng'), "fly pil", dice=[4], told="""
        pil check.meet-is-pass 5
        pil vehicle.pilot.check 1 [4] 5 = +12 vehicle.pilot.check -4 check.core -3 check.core
        pil vehicle.pilot.firing-position
        pil.acted = fly
    """),
    case("a dodge", ["vehicle.pilot.check", "vehicle.pilot.dodge", "ruling.dodge"],
         lambda: on_road('dodge', 'hax', 'eng'), "fly pil", dice=[5], told="""
        pil check.meet-is-pass 5
        pil vehicle.pilot.check 2 [5] 5 = +12 vehicle.pilot.check -4 check.core -3 check.core
        pil vehicle.pilot.dodge
        car ruling.dodge
        car.vehicle.dodging = True
        pil.acted = fly
    """),
    case("an escape with a hacker who hides the tracks",
         ["vehicle.end.invisible", "vehicle.end.escaped", "vehicle.end", "vehicle.pilot.escape"],
         lambda: on_road('escape', 'hax', 'eng'), "fly pil", dice=[5, 4], answers=["yes"], told="""
        pil check.meet-is-pass 5
        pil vehicle.pilot.check 2 [5] 5 = +12 vehicle.pilot.check -4 check.core -3 check.core
        pil vehicle.pilot.escape
        car vehicle.end.escaped
        hax vehicle.end.invisible
        hax check.meet-is-pass 4
        hax vehicle.end.invisible 2 [4] 4 = +12 vehicle.end.invisible -4 check.core -4 check.core
        hax>car vehicle.end.invisible
        hax? vehicle.end.invisible yes|no: yes
        car.vehicle.gone = escaped
        pil.acted = fly
        over: nobody vehicle.end.escaped
    """),
    case("an escape without hiding", ["vehicle.end.escaped", "vehicle.end.invisible", "vehicle.pilot.escape", "vehicle.end"],
         lambda: on_road('escape', 'hax', 'eng'), "fly pil", dice=[5], answers=["no"], told="""
        pil check.meet-is-pass 5
        pil vehicle.pilot.check 2 [5] 5 = +12 vehicle.pilot.check -4 check.core -3 check.core
        pil vehicle.pilot.escape
        car vehicle.end.escaped
        hax vehicle.end.invisible
        hax? vehicle.end.invisible yes|no: no
        car.vehicle.gone = escaped
        pil.acted = fly
        over: nobody vehicle.end.escaped
    """),
    case("an escape is hard without navigation",
         ["ruling.vehicle-systems-off", "vehicle.pilot.escape", "vehicle.pilot.check"],
         lambda: on_road('escape', 'hax', 'eng',
            head='[now]\nhacks = [{ by = "bad", target = "car", off = ["navigation"] }]'),
         "fly pil", dice=[8], told="""
        pil check.meet-is-pass 9
        pil vehicle.pilot.check 1 [8] 9 = +16 ruling.vehicle-systems-off -4 check.core -3 check.core
        pil vehicle.pilot.escape
        pil.acted = fly
    """),
    case("a ram: a tenth of the full hit points to both",
         ["ruling.ram-basis", "vehicle.pilot.ram", "vehicle.pilot.ram.damage", "vehicle.pilot.check"],
         lambda: on_road('ram', 'hax', 'eng', target='van', car='hp = 12'), "fly pil", dice=[5], told="""
        pil check.meet-is-pass 5
        pil vehicle.pilot.check 2 [5] 5 = +12 vehicle.pilot.check -4 check.core -3 check.core
        pil>van vehicle.pilot.ram
        car>van ruling.ram-basis 30
        car>van vehicle.pilot.ram.damage 3
        car.vehicle.hp = 9
        van.vehicle.hp = 17
        car.vehicle.contact = ['van']
        pil.acted = fly
    """),
    case("a ram by what is left, if the table says so",
         ["vehicle.pilot.ram.damage", "ruling.ram-basis", "vehicle.pilot.ram", "vehicle.pilot.check"],
         lambda: on_road('ram', 'hax', 'eng', target='van', car='hp = 12', head='[rulings]\nram-basis = "current"'),
         "fly pil", dice=[5], told="""
        pil check.meet-is-pass 5
        pil vehicle.pilot.check 2 [5] 5 = +12 vehicle.pilot.check -4 check.core -3 check.core
        pil>van vehicle.pilot.ram
        car>van ruling.ram-basis 12
        car>van vehicle.pilot.ram.damage 1
        car.vehicle.hp = 11
        van.vehicle.hp = 19
        car.vehicle.contact = ['van']
        pil.acted = fly
    """),
    case("a ram that fails", ["ruling.ram-fail", "vehicle.pilot.check", "combat.order"],
         lambda: on_road('ram', 'hax', 'eng', target='van'), "fly pil", dice=[4], told="""
        pil check.meet-is-pass 5
        pil vehicle.pilot.check 1 [4] 5 = +12 vehicle.pilot.check -4 check.core -3 check.core
        pil>van ruling.ram-fail
        pil.acted = fly
    """),
    case("the pilot has the last word",
         ["vehicle.pilot.check", "vehicle.pilot.final-say", "vehicle.pilot.dodge", "ruling.dodge"],
         lambda: on_road('escape', 'hax', 'eng'), "fly pil dodge", dice=[5], told="""
        pil vehicle.pilot.final-say
        pil check.meet-is-pass 5
        pil vehicle.pilot.check 2 [5] 5 = +12 vehicle.pilot.check -4 check.core -3 check.core
        pil vehicle.pilot.dodge
        car ruling.dodge
        car.vehicle.dodging = True
        pil.acted = fly
    """),
    case("something else at the GM's number", ["vehicle.pilot.check", "vehicle.pilot.final-say", "combat.free-choice"],
         lambda: chase().play('declare pil other words="land"', dice=[]).play('stand-by hax', dice=[])
            .play('stand-by eng', dice=[]),
         "fly pil", dice=[9], answers=["16"], told="""
        gm vehicle.pilot.final-say
        pil check.meet-is-pass 9
        pil vehicle.pilot.check 2 [9] 9 = +16 vehicle.pilot.check -4 check.core -3 check.core
        pil vehicle.pilot.final-say
        gm? vehicle.pilot.final-say 10..22: 16
        pil.acted = fly
    """),
    case("without control the check fails", ["ruling.vehicle-hack-effect", "vehicle.pilot.check", "ruling.vehicle-sides"],
         lambda: on_road('dodge', 'hax', 'eng', car='lost-control = true'), "fly pil", told="""
        car ruling.vehicle-hack-effect
        car.vehicle.lost-control = -
        pil.acted = fly
    """),
    case("without driving it fails, too", ["fire.sheet.cost", "ruling.vehicle-hack-effect", "vehicle.pilot.check"],
         lambda: on_road('dodge', 'hax', 'eng',
            head='[now]\nhacks = [{ by = "bad", target = "car", off = ["driving"] }]'),
         "fly pil", told="""
        car ruling.vehicle-hack-effect
        pil.acted = fly
    """),
    case("help counts for what it is for",
         ["vehicle.end", "vehicle.end.invisible", "ruling.vehicle-hacker-bonus", "vehicle.end.escaped"],
         lambda: on_road('escape').play('traffic hax', dice=[4]).play('engine-power eng', dice=[4]),
         "fly pil", dice=[3], answers=["no"], told="""
        pil check.meet-is-pass 1
        pil vehicle.pilot.check 2 [3] 1 = +12 vehicle.pilot.check -2 ruling.vehicle-hacker-bonus -2
            vehicle.engineer.engine -4 check.core -3 check.core
        pil vehicle.pilot.escape
        car vehicle.end.escaped
        hax vehicle.end.invisible
        hax? vehicle.end.invisible yes|no: no
        car.vehicle.gone = escaped
        pil.acted = fly
        over: nobody vehicle.end.escaped
    """),
    case("help for an escape is none for a ram",
         ["ruling.ram-basis", "vehicle.pilot.ram.damage", "vehicle.engineer.engine", "vehicle.pilot.ram"],
         lambda: on_road('escape').play('traffic hax', dice=[4]).play('engine-power eng', dice=[4]),
         "fly pil ram van", dice=[5], told="""
        pil vehicle.pilot.final-say
        pil check.meet-is-pass 5
        pil vehicle.pilot.check 2 [5] 5 = +12 vehicle.pilot.check -4 check.core -3 check.core
        pil>van vehicle.pilot.ram
        car>van ruling.ram-basis 30
        car>van vehicle.pilot.ram.damage 3
        car.vehicle.hp = 27
        van.vehicle.hp = 17
        car.vehicle.contact = ['van']
        pil.acted = fly
    """),
    case("form: declare", [],
         lambda: chase(), "form pil declare", told="""
        goal escape (5+ on the die, 60 %)/firing-position (5+ on the die, 60 %)/ram (5+ on the die, 60 %)/dodge (5+ on
            the die, 60 %)/other (5+ on the die, 60 %) [firing-position]
        target? van
        words?
    """),
    case("form: fly", ["ruling.vehicle-tn", "tn.table", "vehicle.hacker.traffic", "vehicle.hacker.check"],
         lambda: on_road('escape').play('traffic hax', dice=[4]).play('stand-by eng', dice=[]), "form pil fly", told="""
        goal? escape (3+ on the die, 80 %)/firing-position (5+ on the die, 60 %)/ram (5+ on the die, 60 %)/dodge (3+ on
            the die, 80 %) [escape]
        target? van
        attribute? battle/shift/meat/soul/wit [shift]
    """),
    case("form: hack-enemy", ["vehicle.roles"],
         lambda: on_road('escape'), "form hax hack-enemy", told="""
        target van [van]
        effect control/power [control]
        attribute? battle (10+ on the die, 10 %)/shift (9+ on the die, 20 %)/meat (10+ on the die, 10 %)/soul (10+ on
            the die, 10 %)/wit (8+ on the die, 30 %) [wit]
    """),
    case("forms of a hacker", ["fire.sheet.name"],
         lambda: on_road('escape'), "form hax", told="""
        hit: ruling.close-reach
        combo: ruling.close-reach
        escape: close.prone.stand
        change-magazine: turn.change-magazine
        change-weapon: turn.change-weapon
        recover-stun: ruling.stun-recovery
        attempt
        take: ruling.taking
        shield-on: turn.shield-on
        restart-shield: shield.restart
        stabilise: hp.stabilise
        hypo: heal.stun.hypo
        heal: heal.hp.medic
        unlock: hack.aug.unlock
        say
        hack
        impersonate: hack.impersonation
        release: hack.daemon.start
        search
        destroy: hack.daemon.goal
        traffic
        short-cut
        engine-power: vehicle.hacker.check
        plates-power: vehicle.hacker.check
        hack-enemy
        hack-autopilot
        improvise
        mend-shield: vehicle.hacker.check
        declare: vehicle.pilot.final-say
        autopilot: vehicle.pilot.final-say
        fly: vehicle.hacker.check
        gun: vehicle.hacker.check
        jump: ruling.dice-order
        take-role
        wait
        stand-by
        climb: vehicle.board.fail
        pull-up: ruling.danglers
        kick-off: ruling.danglers
    """),
    case("forms of an engineer", ["check.attribute-choice", "vehicle.roles"],
         lambda: on_road('escape', 'hax'), "form eng", told="""
        hit: ruling.close-reach
        combo: ruling.close-reach
        escape: close.prone.stand
        change-magazine: turn.change-magazine
        change-weapon: turn.change-weapon
        recover-stun: ruling.stun-recovery
        attempt
        take: ruling.taking
        shield-on: turn.shield-on
        restart-shield: shield.restart
        stabilise: hp.stabilise
        hypo: heal.stun.hypo
        heal: heal.hp.medic
        unlock: hack.aug.unlock
        say
        hack: vehicle.hacker.check
        impersonate: vehicle.hacker.check
        release: vehicle.hacker.check
        search: vehicle.hacker.check
        destroy: vehicle.hacker.check
        traffic: vehicle.engineer.check
        short-cut: vehicle.engineer.check
        engine-power
        plates-power
        hack-enemy: vehicle.engineer.check
        hack-autopilot: vehicle.engineer.check
        improvise: vehicle.engineer.check
        mend-shield: vehicle.engineer.shield
        declare: vehicle.pilot.final-say
        autopilot: vehicle.pilot.final-say
        fly: vehicle.engineer.check
        gun: vehicle.engineer.check
        jump: ruling.dice-order
        take-role
        wait
        stand-by
        climb: vehicle.board.fail
        pull-up: ruling.danglers
        kick-off: ruling.danglers
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_pilots_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
