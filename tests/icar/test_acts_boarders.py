"""Boarding: all that each act tells, asks and changes."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.scenes import ACE, on_road

# fmt: off
ACTS = [
    case("a jump alongside is at 16", ["vehicle.board.distance", "ruling.boarding", "vehicle.board.fail", "vehicle.board"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE),
         "jump ace van", dice=[9], answers=["alongside"], told="""
        gm vehicle.board.distance
        ace check.meet-is-pass 11
        ace vehicle.board 1 [9] 11 = +16 vehicle.board.distance -3 check.core -2 check.core
        ace>van vehicle.board.fail
        gm? vehicle.board.distance alongside|farther: alongside
        ace.aboard = van
        ace.acted = jump
        ace.dangling = True
    """),
    case("a jump farther is at 22", ["vehicle.board", "ruling.boarding", "vehicle.board.distance", "crit.pass"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE),
         "jump ace van", dice=[10], answers=["farther", "like a cat"], told="""
        gm vehicle.board.distance
        ace check.meet-is-pass 17
        ace vehicle.board 3 [10] 17 = +22 vehicle.board.distance -3 check.core -2 check.core
        ace crit.pass (crit.narrator)
        ace crit.narrator
        ace>van vehicle.board
        gm? vehicle.board.distance alongside|farther: farther
        ace? crit.narrator : like a cat
        ace.aboard = van
        ace.acted = jump
    """),
    case("a jump that ends at the fingertips",
         ["ruling.boarding", "vehicle.board.distance", "vehicle.board", "vehicle.board.fail"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE),
         "jump ace van", dice=[8], answers=["alongside"], told="""
        gm vehicle.board.distance
        ace check.meet-is-pass 11
        ace vehicle.board 1 [8] 11 = +16 vehicle.board.distance -3 check.core -2 check.core
        ace>van vehicle.board.fail
        gm? vehicle.board.distance alongside|farther: alongside
        ace.aboard = van
        ace.acted = jump
        ace.dangling = True
    """),
    case("after a ram it is 12",
         ["vehicle.pilot.ram.jump", "vehicle.pilot.ram", "ruling.ram-basis", "vehicle.pilot.ram.damage"],
         lambda: on_road('ram', 'hax', 'eng', target='van', more=ACE).play('fly pil', dice=[5]),
         "jump ace van", dice=[7], told="""
        ace check.meet-is-pass 7
        ace vehicle.board 2 [7] 7 = +12 vehicle.pilot.ram.jump -3 check.core -2 check.core
        ace>van vehicle.board
        ace.aboard = van
        ace.acted = jump
    """),
    case("nobody jumps to the own car", ["vehicle.board", "vehicle.board.distance", "combat.initiative"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE), "jump ace car", told="""
        refused vehicle.board
    """),
    case("boarding comes after the pilot", ["vehicle.fly", "combat.initiative-purpose", "ruling.dice-order"],
         lambda: on_road('firing-position', more=ACE), "jump hax van", told="""
        refused ruling.dice-order
    """),
    case("who dangles climbs in at 12", ["ruling.dangling", "vehicle.board", "tn.table", "check.default-tn"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE.replace('weapons', 'dangling = true\nweapons')),
         "climb ace", dice=[7], told="""
        ace check.meet-is-pass 7
        ace ruling.dangling 2 [7] 7 = +12 ruling.dangling -3 check.core -2 check.core
        ace>car vehicle.board
        ace.dangling = -
        ace.acted = climb
    """),
    case("who dangles hangs on", ["vehicle.board.fail", "ruling.dangling", "combat.enter.announce"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE.replace('weapons', 'dangling = true\nweapons')),
         "climb ace", dice=[6], told="""
        ace check.meet-is-pass 7
        ace ruling.dangling 1 [6] 7 = +12 ruling.dangling -3 check.core -2 check.core
        ace>car vehicle.board.fail
        ace.acted = climb
    """),
    case("who dangles does not jump", ["ruling.dangling", "combat.order", "ruling.vehicle-sides"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE.replace('weapons', 'dangling = true\nweapons')),
         "jump ace van", told="""
        refused ruling.dangling
    """),
    case("who dangles does not fight", ["combat.order", "ruling.dangling", "vehicle.turn.order"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE.replace('"crew"', '"gang"').replace('weapons',
            'dangling = true\nweapons')),
         "hit ace pil", told="""
        refused ruling.dangling
    """),
    case("nobody climbs who is in", ["vehicle.board.fail", "ruling.initiative-tie", "combat.order"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE), "climb ace", told="""
        refused vehicle.board.fail
    """),
    case("a friend is pulled in", ["check.attribute-choice", "ruling.danglers", "vehicle.board"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE + ACE.replace('"ace"', '"bo"')
            .replace('weapons', 'dangling = true\nweapons')),
         "pull-up ace bo", dice=[7], told="""
        ace check.meet-is-pass 7
        ace ruling.danglers 2 [7] 7 = +12 ruling.danglers -3 check.core -2 check.core
        bo>car vehicle.board
        bo.dangling = -
        ace.acted = pull-up
    """),
    case("a friend is pulled in vain", ["vehicle.board.fail", "ruling.danglers", "vehicle.turn.order"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE + ACE.replace('"ace"', '"bo"')
            .replace('weapons', 'dangling = true\nweapons')),
         "pull-up ace bo", dice=[6], told="""
        ace check.meet-is-pass 7
        ace ruling.danglers 1 [6] 7 = +12 ruling.danglers -3 check.core -2 check.core
        bo>car vehicle.board.fail
        ace.acted = pull-up
    """),
    case("nobody dangles", ["ruling.danglers", "combat.initiative-purpose", "combat.initiative"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE), "pull-up ace bo", told="""
        refused ruling.danglers
    """),
    case("a foe is kicked off", ["hp.zero", "ruling.stabilise", "ruling.vehicle-crash", "body.limb"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE + ACE.replace('"crew"', '"gang"')
            .replace('"ace"', '"bo"').replace('weapons', 'dangling = true\nweapons')),
         "kick-off ace bo", dice=[6, 5], answers=["yes", "whole"], told="""
        ace ruling.danglers 6 [6] 0 = +4 ruling.danglers +3 ruling.danglers -4 check.core -3 check.core
        bo ruling.danglers 5 [5] 0 = +4 ruling.danglers +3 ruling.danglers -4 check.core -3 check.core
        bo ruling.danglers
        gm ruling.vehicle-crash
        bo hp.zero
        gm hp.brain
        gm? ruling.vehicle-crash yes|no: yes
        gm? hp.brain limb|organ|brain|vaporised|whole: whole
        bo.hp = -
        bo.dangling = -
        ace.acted = kick-off
        bo.out = fallen
        bo.prone = True
        bo.dying = 40
        bo.fresh = ['dying']
        bo.tries = 10
    """),
    case("a foe hangs on", ["ruling.danglers", "ruling.dice-order", "ruling.opposed-crit", "ruling.opposed-tie"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE + ACE.replace('"crew"', '"gang"')
            .replace('"ace"', '"bo"').replace('weapons', 'dangling = true\nweapons')),
         "kick-off ace bo", dice=[5, 6], told="""
        ace ruling.danglers 5 [5] 0 = +4 ruling.danglers +3 ruling.danglers -4 check.core -3 check.core
        bo ruling.danglers 6 [6] 0 = +4 ruling.danglers +3 ruling.danglers -4 check.core -3 check.core
        bo ruling.danglers
        ace.acted = kick-off
    """),
    case("a foe aboard is hit",
         ["ruling.once-unaware", "close.once.held-object", "ruling.once-weapon", "ruling.opposed-crit"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE.replace('"crew"', '"gang"')),
         "hit ace pil", dice=[5, 5], told="""
        ace close.once.opposed 5 [5] -4 = +3 close.once.opposed -4 check.core -3 check.core
        pil close.once.opposed 5 [5] -4 = +3 close.once.opposed -4 check.core -3 check.core
        ace>pil close.once.stun 3
        ace>pil close.once.held-object 3
        pil>ace close.combo.stats 3
        pil.hp = 7
        pil.stun = 6
        ace.acted = hit
    """),
    case("nobody aboard to fight", ["combat.enter.announce", "ruling.initiative-tie", "ruling.close-reach"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE), "hit ace goon", told="""
        refused ruling.close-reach
    """),
    case("another role", ["vehicle.roles", "combat.enter.announce", "vehicle.turn.order"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE), "take-role ace gunner", told="""
        ace>car vehicle.roles
        ace.role = gunner
        chase.swapped = ['ace']
    """),
    case("a role whose place is over takes the turn", ["vehicle.roles", "fire.sheet.cost", "vehicle.turn.order"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE), "take-role ace hacker", told="""
        ace>car vehicle.roles
        ace.acted = take-role
        ace.role = hacker
        chase.swapped = ['ace']
    """),
    case("there is one pilot", ["vehicle.roles", "vehicle.turn.order", "combat.order"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE), "take-role ace pilot", told="""
        refused vehicle.roles
    """),
    case("boarders take a car over that nobody holds", ["vehicle.end", "ruling.vehicle-sides", "vehicle.fly"],
         lambda: on_road('dodge', 'hax', 'eng', 'pil', more=ACE.replace('"crew"', '"gang"')).gm('remove hax')
            .gm('remove eng').gm('remove pil').gm('remove gun'),
         "take-role ace pilot", told="""
        refused fight.over
    """),
    case("who waits keeps the action for boarding", ["combat.initiative-purpose", "vehicle.end", "combat.initiative"],
         lambda: on_road('firing-position'), "wait hax", told="""
        hax combat.free-choice
        chase.waiting = ['hax']
    """),
    case("too late to wait", ["ruling.initiative-tie", "vehicle.fly", "combat.initiative-purpose"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE), "wait ace", told="""
        refused vehicle.turn.order
    """),
    case("a full hack is for the hacker", ["vehicle.hacker.check", "vehicle.turn.order", "vehicle.end"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE), "hack ace van", told="""
        refused vehicle.hacker.check
    """),
    case("the hacker hacks the enemy's car in full",
         ["hack.vehicle.systems", "ruling.vehicle-hack-two-ways", "hack.vehicle.entry"],
         lambda: on_road('firing-position'), "hack hax van", dice=[4], told="""
        hax hack.combat.actions 2
        hax check.meet-is-pass 4
        hax hack.vehicle.systems 2 [4] 4 = +12 ruling.tn-unstated -4 check.core -4 check.core
        hax>van hack.vehicle.systems 1
        hax>van hack.vehicle.entry 1 (ruling.vehicle-hack-two-ways)
        hax.acted = hack
        hax.tasks = 1
        hacks.0.by = hax
        hacks.0.target = van
        hacks.0.passes = 1
    """),
    case("form: jump", ["vehicle.turn.order", "vehicle.pilot.final-say", "vehicle.roles"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE), "form ace jump", told="""
        target van (10 % alongside, 10 % farther) [van]
        attribute? battle/shift/meat/soul/wit [shift]
    """),
    case("form: climb", ["vehicle.roles"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE.replace('weapons', 'dangling = true\nweapons')),
         "form ace climb", told="""
        attribute? battle (6+ on the die, 50 %)/shift (7+ on the die, 40 %)/meat (7+ on the die, 40 %)/soul (8+ on the
            die, 30 %)/wit (8+ on the die, 30 %) [shift]
    """),
    case("forms of a passenger", ["vehicle.turn.order"],
         lambda: on_road('firing-position', 'hax', 'eng', 'pil', more=ACE), "form ace", told="""
        hit: ruling.close-reach
        combo: ruling.close-reach
        escape: close.prone.stand
        change-magazine: ruling.magazine
        change-weapon
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
        traffic: vehicle.roles
        short-cut: vehicle.roles
        engine-power: vehicle.roles
        plates-power: vehicle.roles
        hack-enemy: vehicle.roles
        hack-autopilot: vehicle.roles
        improvise: vehicle.roles
        mend-shield: vehicle.roles
        declare: vehicle.pilot.final-say
        autopilot: vehicle.pilot.final-say
        fly: vehicle.roles
        gun: vehicle.roles
        jump
        take-role
        wait: vehicle.turn.order
        stand-by
        climb: vehicle.board.fail
        pull-up: ruling.danglers
        kick-off: ruling.danglers
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_boarders_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
