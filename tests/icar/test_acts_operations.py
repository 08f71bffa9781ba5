"""Operations in space: all that each act tells, asks and changes."""

from __future__ import annotations

import pytest

from tests.icar import build
from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.scenes import in_space

# fmt: off
ACTS = [
    case("a fight in space begins", ["space.enemy.stn", "ruling.gunner-cluster", "space.enemy.ability"],
         lambda: build.fight(), "step", told="""
        gm combat.enter.announce
        gm ruling.space-initiative
        turn = 1
    """),
    case("a craft's turn begins with its base STN", ["space.stn.base", "space.crit.ops", "space.enemy.stn"],
         lambda: build.fight().step(dice=[], steps=1), "step", told="""
        ship space.stn.base 14
        space.up = ship
        space.stn.0.amount = 14
        space.stn.0.rule = icar.space.stn.base
        space.stn.0.by = ship
    """),
    case("what has failed is told", ["ruling.space-initiative", "space.system.limits", "space.end.ways"],
         lambda: build.fight(ship='inoperable = ["light-jump"]').step(dice=[], steps=1), "step", told="""
        ship space.system.limits
        ship space.stn.base 14
        space.up = ship
        space.stn.0.amount = 14
        space.stn.0.rule = icar.space.stn.base
        space.stn.0.by = ship
    """),
    case("an enemy of two numbers shoots",
         ["space.shield.one-hit", "space.enemy.roll", "ruling.shield-timing", "space.shield.count"],
         lambda: in_space('ops', 'eng', 'pil', 'gun').step(dice=[], steps=1),
         "step", dice=[9], told="""
        foe space.enemy.turn
        gm space.enemy.turn
        foe check.meet-is-pass 9
        foe space.enemy.roll 2 [9] 9 = +15 space.enemy.stn -6 space.enemy.ability
        foe>ship space.shield.one-hit
        ship space.shield.count 3 (ruling.shield-timing)
        gm? space.enemy.turn ship: ship
        ship.craft.shields = 3
        space.done = ['ship', 'foe']
    """),
    case("… and misses", ["space.enemy.roll", "space.enemy.turn", "space.enemy.ability", "space.enemy.stn"],
         lambda: in_space('ops', 'eng', 'pil', 'gun').step(dice=[], steps=1), "step", dice=[8], told="""
        foe space.enemy.turn
        gm space.enemy.turn
        foe check.meet-is-pass 9
        foe space.enemy.roll 1 [8] 9 = +15 space.enemy.stn -6 space.enemy.ability
        foe>ship space.enemy.roll
        gm? space.enemy.turn ship: ship
        space.done = ['ship', 'foe']
    """),
    case("… and hits the hull", ["space.damage.k", "space.damage.size", "space.hull.accumulate", "ruling.threshold"],
         lambda: in_space('ops', 'eng', 'pil', 'gun', ship='shields = 0').step(dice=[], steps=1), "step", dice=[9], told="""
        foe space.enemy.turn
        gm space.enemy.turn
        foe check.meet-is-pass 9
        foe space.enemy.roll 2 [9] 9 = +15 space.enemy.stn -6 space.enemy.ability
        foe>ship space.damage.k 5 5 = +5 space.damage.size
        ship space.hull.accumulate 5
        gm? space.enemy.turn ship: ship
        space.done = ['ship', 'foe']
        ship.craft.hull-damage = 5
    """),
    case("… at 6 less, if the table says so",
         ["ruling.enemy-shot", "space.shield.one-hit", "space.enemy.roll", "space.enemy.turn"],
         lambda: in_space('ops', 'eng', 'pil', 'gun', head='[rulings]\nenemy-shot = "minus-6"').step(dice=[], steps=1),
         "step", dice=[3], told="""
        foe space.enemy.turn
        gm space.enemy.turn
        foe check.meet-is-pass 3
        foe space.enemy.roll 2 [3] 3 = +15 space.enemy.stn -6 space.enemy.ability -6 ruling.enemy-shot
        foe>ship space.shield.one-hit
        ship space.shield.count 3 (ruling.shield-timing)
        gm? space.enemy.turn ship: ship
        ship.craft.shields = 3
        space.done = ['ship', 'foe']
    """),
    case("… at the system the GM named",
         ["space.system.direct", "space.system.not-destroyed", "space.system.grav-engine", "ruling.enemy-shot"],
         lambda: in_space('ops', 'eng', 'pil', 'gun', ship='shields = 0', foe='aim = "grav-engine"').step(dice=[],
            steps=1),
         "step", dice=[10], told="""
        foe space.enemy.turn
        gm space.enemy.turn
        foe check.meet-is-pass 12
        foe space.enemy.roll 3 [10] 12 = +15 space.enemy.stn -6 space.enemy.ability +3 space.gunner.system
        foe crit.pass (crit.narrator)
        foe>ship space.system.direct
        ship space.system.grav-engine
        gm? space.enemy.turn ship: ship
        space.done = ['ship', 'foe']
        ship.craft.inoperable = ['grav-engine']
        ship.craft.fresh = ['grav-engine']
    """),
    case("… which it misses",
         ["space.enemy.turn", "space.gunner.system", "space.enemy.stn", "space.enemy.ability"],
         lambda: in_space('ops', 'eng', 'pil', 'gun', ship='shields = 0', foe='aim = "grav-engine"').step(dice=[],
            steps=1),
         "step", dice=[4], told="""
        foe space.enemy.turn
        gm space.enemy.turn
        foe check.meet-is-pass 12
        foe space.enemy.roll 1 [4] 12 = +15 space.enemy.stn -6 space.enemy.ability +3 space.gunner.system
        foe>ship space.enemy.roll
        gm? space.enemy.turn ship: ship
        space.done = ['ship', 'foe']
    """),
    case("… not while there are shields",
         ["space.shield.whole-turn", "space.enemy.roll", "ruling.enemy-shot", "ruling.shield-timing"],
         lambda: in_space('ops', 'eng', 'pil', 'gun', foe='aim = "grav-engine"').step(dice=[], steps=1),
         "step", dice=[9], told="""
        foe space.enemy.turn
        gm space.enemy.turn
        foe check.meet-is-pass 9
        foe space.enemy.roll 2 [9] 9 = +15 space.enemy.stn -6 space.enemy.ability
        foe>ship space.shield.one-hit
        ship space.shield.count 3 (ruling.shield-timing)
        gm? space.enemy.turn ship: ship
        ship.craft.shields = 3
        space.done = ['ship', 'foe']
    """),
    case("… with a natural ten", ["ruling.shield-timing", "space.shield.whole-turn", "ruling.stn-reset", "space.enemy.roll"],
         lambda: in_space('ops', 'eng', 'pil', 'gun').step(dice=[], steps=1), "step", dice=[10], told="""
        foe space.enemy.turn
        gm space.enemy.turn
        foe check.meet-is-pass 9
        foe space.enemy.roll 3 [10] 9 = +15 space.enemy.stn -6 space.enemy.ability
        foe crit.pass (crit.narrator)
        foe>ship space.shield.one-hit
        ship space.shield.count 3 (ruling.shield-timing)
        gm? space.enemy.turn ship: ship
        ship.craft.shields = 3
        space.done = ['ship', 'foe']
    """),
    case("an enemy without weapons",
         ["space.damage.clusters", "space.enemy.turn", "ruling.stn-reset", "ruling.shield-timing"],
         lambda: in_space('ops', 'eng', 'pil', 'gun', foe='clusters = []').step(dice=[], steps=1),
         "step", told="""
        foe space.enemy.turn
        foe space.damage.clusters
        space.done = ['ship', 'foe']
    """),
    case("nobody in range to shoot at",
         ["space.end.run-away.no-jump", "ruling.stn-reset", "space.enemy.turn", "ruling.enemy-shot"],
         lambda: in_space('ops', 'eng', 'pil', 'gun', ship='away = true').step(dice=[], steps=1),
         "step", told="""
        foe space.enemy.turn
        foe>ship space.end.run-away.no-jump
        space.done = ['ship', 'foe']
    """),
    case("a craft where no shot reaches it",
         ["space.crit.pilot", "ruling.crit-pilot", "space.crit.narrative", "space.pilot.aggressive"],
         lambda: in_space('ops', 'eng').play('aggressive pil', dice=[10], answers=['wheee']).play('stand-by gun',
            dice=[]).step(dice=[], steps=1),
         "step", told="""
        foe space.enemy.turn
        foe>ship space.crit.pilot
        space.done = ['ship', 'foe']
    """),
    case("an enemy whose plan was read",
         ["ruling.combat-initiative", "ruling.enemy-shot", "space.crit.ops", "space.ops.stn"],
         lambda: in_space().play('stn ops', dice=[10], answers=['I see']).play('stand-by eng', dice=[])
            .play('stand-by pil', dice=[]).play('stand-by gun', dice=[]).step(dice=[], steps=1),
         "step", dice=[9], told="""
        foe space.enemy.turn
        gm space.enemy.turn
        foe check.meet-is-pass 14
        foe space.enemy.roll 1 [9] 14 = +20 space.crit.ops -6 space.enemy.ability
        foe>ship space.enemy.roll
        gm? space.enemy.turn ship: ship
        space.done = ['ship', 'foe']
    """),
    case("a turn ends", ["ruling.space-turn-length", "space.system.life-support", "combat.turn-end", "ruling.enemy-shot"],
         lambda: in_space('ops', 'eng', 'pil', 'gun').step(dice=[8], steps=2), "step", told="""
        gm combat.turn-end 1
        gm ruling.space-turn-length 3
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
    case("investigate tells the own side", ["space.ops.investigate", "space.damage.size", "space.enemy.stn"],
         lambda: in_space(), "investigate ops foe", dice=[5], told="""
        ops check.meet-is-pass 5
        ops space.ops.investigate 2 [5] 5 = +12 space.ops.investigate -4 check.core -3 check.core
        ops>foe space.ops.investigate 15
        space.acted.ops = investigate
    """),
    case("investigate in vain", ["space.ops.investigate", "space.stn.check", "ruling.stn-reset"],
         lambda: in_space(), "investigate ops foe", dice=[4], told="""
        ops check.meet-is-pass 5
        ops space.ops.investigate 1 [4] 5 = +12 space.ops.investigate -4 check.core -3 check.core
        ops space.stn.check
        space.acted.ops = investigate
    """),
    case("investigate the own craft", ["space.roles.assign", "space.ops.investigate", "space.enemy.ability"],
         lambda: in_space(), "investigate ops ship", told="""
        refused space.ops.investigate
    """),
    case("investigate what is not there", ["space.stn.base", "space.ops.investigate", "ruling.stn-reset"],
         lambda: in_space(), "investigate ops moon", told="""
        refused space.ops.investigate
    """),
    case("a die for the pool", ["space.ops.pool", "ruling.ops-pool", "check.attribute-choice"],
         lambda: in_space(), "pool ops", dice=[5], told="""
        ops check.meet-is-pass 5
        ops space.ops.pool 2 [5] 5 = +12 ruling.ops-pool -4 check.core -3 check.core
        ops space.ops.pool 1
        pool = 1
        space.acted.ops = pool
    """),
    case("help for an engineer", ["space.ops.help-eng", "ruling.ops-help", "ruling.tn-unstated"],
         lambda: in_space(), "help-eng ops eng", dice=[5], told="""
        ops check.meet-is-pass 5
        ops space.ops.help-eng 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        ops>eng space.ops.help-eng -2
        space.helps.0.amount = -2
        space.helps.0.rule = icar.space.ops.help-eng
        space.helps.0.by = ops
        space.helps.0.on = eng
        space.helps.0.role = engineer
        space.acted.ops = help-eng
    """),
    case("help in vain", ["space.stn.check", "space.ops.help-eng", "ruling.ops-help"],
         lambda: in_space(), "help-eng ops eng", dice=[4], told="""
        ops check.meet-is-pass 5
        ops space.ops.help-eng 1 [4] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        ops space.stn.check
        space.acted.ops = help-eng
    """),
    case("help for somebody else", ["ruling.ops-help", "space.stn.base", "space.end.ways"],
         lambda: in_space(), "help-eng ops gun", told="""
        refused ruling.ops-help
    """),
    case("a lower STN", ["space.ops.stn", "space.stn", "space.stn.base"],
         lambda: in_space(), "stn ops", dice=[5], told="""
        ops check.meet-is-pass 5
        ops space.ops.stn 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        ops space.stn 13
        space.stn.1.amount = -1
        space.stn.1.rule = icar.space.ops.stn
        space.stn.1.by = ops
        space.acted.ops = stn
    """),
    case("a critical pass reads the enemy's plan",
         ["space.stn", "space.crit.ops", "ruling.combat-initiative", "space.ops.stn"],
         lambda: in_space(),
         "stn ops", dice=[10], answers=["I see"], told="""
        ops check.meet-is-pass 5
        ops space.ops.stn 3 [10] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        ops crit.pass (crit.narrator)
        ops space.stn 13
        ops space.crit.narrative
        ops space.crit.ops
        ops ruling.combat-initiative 20
        ops? space.crit.narrative : I see
        ship.craft.foreseen = True
        space.stn.1.amount = -1
        space.stn.1.rule = icar.space.ops.stn
        space.stn.1.by = ops
        space.acted.ops = stn
    """),
    case("a critical pass nobody describes", ["space.crit.narrative", "space.ops.stn", "crit.pass", "crit.narrator"],
         lambda: in_space(), "stn ops", dice=[10], answers=[" "], told="""
        ops check.meet-is-pass 5
        ops space.ops.stn 3 [10] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        ops crit.pass (crit.narrator)
        ops space.stn 13
        ops space.crit.narrative
        ops? space.crit.narrative :
        space.stn.1.amount = -1
        space.stn.1.rule = icar.space.ops.stn
        space.stn.1.by = ops
        space.acted.ops = stn
    """),
    case("no STN without main power", ["space.system.generators", "space.system.limits", "space.enemy.stn"],
         lambda: in_space(ship='inoperable = ["generators"]'), "stn ops", told="""
        refused space.system.generators
    """),
    case("a speech", ["space.ops.cajole", "space.stn", "ruling.skill-aliases"],
         lambda: in_space(), 'cajole ops persuade "for the crew!"', dice=[8], answers=["4"], told="""
        ops check.meet-is-pass 5
        ops space.ops.cajole 2 [8] 5 = +12 space.ops.cajole -4 check.core -3 check.core
        gm space.ops.cajole
        ops space.stn 10
        gm? space.ops.cajole 2..6: 4
        space.stn.1.amount = -4
        space.stn.1.rule = icar.space.ops.cajole
        space.stn.1.by = ops
        space.acted.ops = cajole
    """),
    case("impersonate is a talking skill", ["space.small-crew.unskilled", "space.ops.cajole", "space.stn", "space.stn.check"],
         lambda: in_space(), 'cajole ops impersonate "for the crew!"', dice=[8], answers=["2"], told="""
        ops check.meet-is-pass 8 (space.small-crew.unskilled)
        ops space.ops.cajole 2 [8] 8 = +12 space.ops.cajole -4 check.core
        gm space.ops.cajole
        ops space.stn 12
        gm? space.ops.cajole 2..6: 2
        space.stn.1.amount = -2
        space.stn.1.rule = icar.space.ops.cajole
        space.stn.1.by = ops
        space.acted.ops = cajole
    """),
    case("shooting is none", ["ruling.stn-owner", "space.ops.cajole", "ruling.skill-aliases"],
         lambda: in_space(), 'cajole ops shooting "for the crew!"', told="""
        refused space.ops.cajole
    """),
    case("no speech", ["ruling.space-initiative", "space.ops.cajole", "space.enemy.ability"],
         lambda: in_space(), 'cajole ops persuade " "', told="""
        refused space.ops.cajole
    """),
    case("attack or flee", ["space.ops.final-say", "ruling.space-initiative", "ruling.stn-reset"],
         lambda: in_space(), "decide ops flee", told="""
        ops space.ops.final-say
        ship.craft.stance = flee
        space.decided = True
    """),
    case("no other decision", ["space.fighter.one-role", "space.stn.base", "space.ops.final-say"],
         lambda: in_space(), "decide ops dance", told="""
        refused space.ops.final-say
    """),
    case("only Operations decides", ["space.gunner-last", "ruling.stn-owner", "space.stn.base"],
         lambda: in_space(), "decide gun flee", told="""
        refused space.gunner-last
    """),
    case("once a turn", ["ruling.gunner-cluster", "space.ops.final-say", "ruling.space-initiative"],
         lambda: in_space().play('decide ops flee', dice=[]), "decide ops attack", told="""
        refused space.ops.final-say
    """),
    case("a case for a strategy", ["space.strategy", "space.stn", "combat.enter.announce"],
         lambda: in_space(), 'strategy ops "we knew"', answers=["-2"], told="""
        gm space.strategy
        ops space.stn 12
        gm? space.strategy -2|-1|0: -2
        space.stn.1.amount = -2
        space.stn.1.rule = icar.space.strategy
        space.stn.1.by = ops
        space.case-made = True
    """),
    case("a case the GM does not buy", ["space.strategy", "ruling.stn-owner", "space.stn.base"],
         lambda: in_space(), 'strategy ops "we knew"', answers=["0"], told="""
        gm space.strategy
        gm? space.strategy -2|-1|0: 0
        space.case-made = True
    """),
    case("no case in words", ["ruling.hp-unconscious", "space.strategy", "space.enemy.ability"],
         lambda: in_space(), 'strategy ops " "', told="""
        refused space.strategy
    """),
    case("one case", ["space.enemy.ability", "space.strategy", "ruling.space-initiative"],
         lambda: in_space().play('strategy ops "we knew"', dice=[], answers=['0']), 'strategy ops "we knew"', told="""
        refused space.strategy
    """),
    case("peace", ["space.end.ways", "ruling.peace", "space.end.peace", "fire.sheet.name"],
         lambda: in_space(), "sue-for-peace ops", answers=["yes"], told="""
        gm space.end.peace
        ship space.end.peace
        gm? space.end.peace yes|no: yes
        ship.out = at peace
        space.sued = True
        over: pirates space.end.peace
    """),
    case("no peace", ["ruling.peace", "space.end.peace", "space.enemy.stn"],
         lambda: in_space(), "sue-for-peace ops", answers=["no"], told="""
        gm space.end.peace
        ship ruling.peace
        gm? space.end.peace yes|no: no
        space.sued = True
    """),
    case("peace is offered once a turn", ["space.end.peace", "ruling.peace", "ruling.role-order", "space.jobs"],
         lambda: in_space().play('sue-for-peace ops', dice=[], answers=['no']), "sue-for-peace ops", told="""
        refused space.end.peace
    """),
    case("peace is for Operations", ["space.fighter.one-role", "space.crit.ops", "space.ops.final-say"],
         lambda: in_space('ops'), "sue-for-peace eng", told="""
        refused space.ops.final-say
    """),
    case("form: cajole", [],
         lambda: in_space(), "form ops cajole", told="""
        skill persuade (5+ on the die, 60 %)/interrogate (8+ on the die, 30 %)/street-deal (8+ on the die, 30
            %)/impersonation (8+ on the die, 30 %)/intimidate (8+ on the die, 30 %)/counsel (8+ on the die, 30 %) [persuade]
        speech [as the table sees it]
        attribute? battle/shift/meat/soul/wit
    """),
    case("form: investigate", [],
         lambda: in_space(), "form ops investigate", told="""
        target foe [foe]
        attribute? battle (7+ on the die, 40 %)/shift (7+ on the die, 40 %)/meat (7+ on the die, 40 %)/soul (5+ on the
            die, 60 %)/wit (5+ on the die, 60 %) [wit]
    """),
    case("forms of Operations", ["ruling.travel"],
         lambda: in_space(), "form ops", told="""
        investigate
        pool
        help-eng
        stn
        cajole
        decide
        strategy
        sue-for-peace
        reroute: space.ops.skill
        shutdown: space.ops.skill
        engines: space.ops.skill
        dump-web: space.ops.skill
        technobabble: space.ops.skill
        engies: space.ops.skill
        tractor: space.ops.skill
        travel: space.ops.skill
        repair: space.ops.skill
        aggressive: space.ops.skill
        spinning-and-skidding: space.ops.skill
        in-every-axis: space.ops.skill
        ripping-balls: space.ops.skill
        run-away: space.ops.skill
        light-jump: space.ops.skill
        hack-craft: space.ops.skill
        shoot: space.ops.skill
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
def test_operations_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
