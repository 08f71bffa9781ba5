"""The turn: all that its steps and small actions tell, ask and change."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.scenes import POOL, late
from tests.icar.street import A, street, third

# fmt: off
ACTS = [
    case("a fight begins: Shift, Battle and a die, highest first",
         ["combat.enter.describe", "combat.initiative-purpose", "ruling.initiative-direction", "ruling.initiative-frequency"],
         lambda: street(now=''), "step", dice=[2, 5], told="""
        gm combat.enter.announce
        gm combat.enter.describe
        gm combat.turn-length 3
        a combat.initiative 2 [2]
        b combat.initiative 5 [5]
        b combat.order
        a.initiative = 8
        b.initiative = 9
        turn = 1
        ground.order = ['b', 'a']
    """),
    case("a tie of two is thrown again",
         ["ruling.initiative-direction", "ruling.initiative-tie", "combat.enter.describe", "ruling.initiative-frequency"],
         lambda: street(now=''), "step", dice=[3, 5, 4, 8], told="""
        gm combat.enter.announce
        gm combat.enter.describe
        gm combat.turn-length 3
        a combat.initiative 3 [3]
        b combat.initiative 5 [5]
        a ruling.initiative-tie 4 [4]
        b ruling.initiative-tie 8 [8]
        b combat.order
        a.initiative = 9
        b.initiative = 9
        turn = 1
        ground.order = ['b', 'a']
    """),
    case("initiative with a gun", ["fire.enter", "fire.initiative", "ruling.initiative-direction", "combat.enter.describe"],
         lambda: street('weapons = ["nelson-h1"]', now=''), "step", dice=[2, 5], told="""
        gm combat.enter.announce
        gm combat.enter.describe (fire.enter)
        gm combat.turn-length 3
        a fire.initiative 2 [2]
        b fire.initiative 5 [5]
        b combat.order
        a.initiative = 8
        b.initiative = 9
        turn = 1
        ground.order = ['b', 'a']
    """),
    case("a pool for players", ["pool.optional", "pool.use-case", "pool.size", "combat.initiative-purpose"],
         lambda: street('seat = "ana"', now='', head=POOL), "step", dice=[2, 5], told="""
        gm combat.enter.announce
        gm combat.enter.describe
        gm pool.size 1
        gm combat.turn-length 3
        a combat.initiative 2 [2]
        b combat.initiative 5 [5]
        b combat.order
        a.initiative = 8
        b.initiative = 9
        turn = 1
        ground.order = ['b', 'a']
    """),
    case("no pool, if the table says so",
         ["ruling.crit-scope", "combat.enter.describe", "ruling.initiative-frequency", "ruling.initiative-direction"],
         lambda: street('seat = "ana"', now='', ), "step", dice=[1, 10], told="""
        gm combat.enter.announce
        gm combat.enter.describe
        gm combat.turn-length 3
        a combat.initiative 1 [1]
        b combat.initiative 10 [10]
        a ruling.crit-scope 1
        b ruling.crit-scope 10
        b combat.order
        a.initiative = 7
        b.initiative = 14
        turn = 1
        ground.order = ['b', 'a']
    """),
    case("a turn ends and another begins",
         ["combat.turn-length", "combat.free-choice", "ruling.shield-multi", "combat.turn-end"],
         lambda: late(), "step", told="""
        gm combat.turn-end 1
        gm combat.turn-length 6
        a.acted = -
        b.acted = -
        turn = 2
        ground.asked = -
    """),
    case("initiative each turn, if the table says so", ["ruling.initiative-frequency", "combat.order", "combat.initiative"],
         lambda: late(head='[rulings]\ninitiative-frequency = "each-turn"'), "step", dice=[2, 5], told="""
        gm combat.turn-end 1
        gm combat.turn-length 6
        a combat.initiative 2 [2]
        b combat.initiative 5 [5]
        b combat.order
        a.initiative = 8
        a.acted = -
        b.initiative = 9
        b.acted = -
        turn = 2
        ground.order = ['b', 'a']
        ground.asked = -
    """),
    case("who comes late throws", ["ruling.initiative-frequency", "ruling.initiative-tie"],
         lambda: street().gm('add "id = \\"z\\", side = \\"red\\", at = [3, 3]"'), "step", dice=[5], told="""
        gm ruling.initiative-frequency
        z combat.initiative 5 [5]
        ground.order = ['a', 'z', 'b']
        z.initiative = 9
    """),
    case("sleep counts down", ["combat.turn-end", "ruling.stun-wake", "combat.turn-length", "ruling.turn-end-order"],
         lambda: late(b='stun = -3', more=third()), "step", told="""
        gm combat.turn-end 1
        gm combat.turn-length 6
        a.acted = -
        b.asleep = 2
        c.acted = -
        turn = 2
        ground.asked = -
    """),
    case("who sleeps the last turn wakes",
         ["ruling.stun-wake", "combat.turn-length", "combat.turn-end", "ruling.turn-end-order"],
         lambda: late(b='stun = 0\nasleep = 1', more=third()), "step", told="""
        gm combat.turn-end 1
        b ruling.stun-wake
        gm combat.turn-length 6
        a.acted = -
        b.asleep = -
        c.acted = -
        turn = 2
        ground.asked = -
        b.stun = 1
    """),
    case("the dying have a turn less",
         ["combat.turn-length", "combat.free-choice", "ruling.shield-multi", "ruling.turn-end-order"],
         lambda: late(b='hp = 0', more=third()), "step", told="""
        gm combat.turn-end 1
        gm combat.turn-length 6
        a.acted = -
        b.dying = 39
        c.acted = -
        turn = 2
        ground.asked = -
    """),
    case("the last turn of the dying", ["ruling.death", "combat.turn-length", "ruling.turn-end-order"],
         lambda: late(b='hp = 0\ndying = 1', more=third()), "step", told="""
        gm combat.turn-end 1
        b ruling.death
        gm combat.turn-length 6
        a.acted = -
        b.dying = -
        c.acted = -
        turn = 2
        ground.asked = -
        b.out = dead
    """),
    case("rest gives a point of Stun back",
         ["ruling.stun-recovery", "ruling.aug-regain", "heal.stun.step-out", "turn.recover-stun"],
         lambda: street('stun = 5').play('recover-stun a', dice=[]).play('stand-by b', dice=[]), "step", told="""
        gm combat.turn-end 1
        a ruling.stun-recovery 1
        gm combat.turn-length 6
        a.stun = 6
        a.acted = -
        b.acted = -
        turn = 2
        ground.asked = -
    """),
    case("an Aug's rest gives half its Meat",
         ["ruling.aug-regain", "heal.stun.step-out", "ruling.stun-recovery", "turn.recover-stun"],
         lambda: street('stun = 5\naug = true', base=A.replace('meat = 3', 'meat = 4')).play('recover-stun a', dice=[])
            .play('stand-by b', dice=[]),
         "step", told="""
        gm combat.turn-end 1
        a ruling.aug-regain 2
        gm combat.turn-length 6
        a.stun = 7
        a.acted = -
        b.acted = -
        turn = 2
        ground.asked = -
    """),
    case("rest by the older rule gives ten",
         ["turn.recover-stun", "ruling.stun-recovery", "heal.stun.step-out", "ruling.stun-max"],
         lambda: street('stun = 2', head='[rulings]\nstun-recovery = "10"').play('recover-stun a', dice=[])
            .play('stand-by b', dice=[]),
         "step", told="""
        gm combat.turn-end 1
        a turn.recover-stun 9
        gm combat.turn-length 6
        a.stun = 11
        a.acted = -
        b.acted = -
        turn = 2
        ground.asked = -
    """),
    case("rest gives no more than the maximum",
         ["ruling.stun-recovery", "turn.recover-stun", "heal.stun.step-out", "ruling.stun-max"],
         lambda: street('stun = 10', head='[rulings]\nstun-recovery = "10"').play('recover-stun a', dice=[])
            .play('stand-by b', dice=[]),
         "step", told="""
        gm combat.turn-end 1
        a turn.recover-stun 1
        gm combat.turn-length 6
        a.stun = 11
        a.acted = -
        b.acted = -
        turn = 2
        ground.asked = -
    """),
    case("rest", ["heal.stun.step-out", "turn.recover-stun"],
         lambda: street('stun = 5'), "recover-stun a", told="""
        a heal.stun.step-out
        a.acted = recover-stun
        ground.asked = ['a']
    """),
    case("nothing to shake off", ["ruling.stun-recovery"],
         lambda: street(), "recover-stun a", told="""
        refused ruling.stun-recovery
    """),
    case("no rest after a quick task", ["turn.recover-stun"],
         lambda: street('stun = 5\nhurried = true'), "recover-stun a", told="""
        refused turn.recover-stun
    """),
    case("no quick task in a rest", ["heal.stun.step-out", "ruling.actions-per-turn", "turn.recover-stun"],
         lambda: street('stun = 5\nquick = 0').play('recover-stun a', dice=[]), "quick-task a", told="""
        refused ruling.actions-per-turn
    """),
    case("a quick task the GM grants", ["turn.quick-tasks"],
         lambda: street(), "quick-task a reload", answers=["yes"], told="""
        gm turn.quick-tasks
        gm? turn.quick-tasks yes|no: yes
        a.quick = 1
        a.asked-quick = True
    """),
    case("a quick task the GM does not grant", ["turn.quick-tasks"],
         lambda: street(), "quick-task a", answers=["no"], told="""
        gm turn.quick-tasks
        gm? turn.quick-tasks yes|no: no
        a.asked-quick = True
    """),
    case("the GM is asked once", ["ruling.actions-per-turn", "turn.quick-tasks"],
         lambda: street().play('quick-task a', dice=[], answers=['no']), "quick-task a", told="""
        refused ruling.actions-per-turn
    """),
    case("a move as a quick task leaves the main action", ["turn.move", "turn.quick-tasks", "ruling.aim"],
         lambda: street('quick = 1'), "move a 3,0", told="""
        a turn.quick-tasks
        a turn.move 3
        a.at = [3.0, 0.0]
        a.quick = -
        a.hurried = True
        a.moving = True
    """),
    case("a word", ["turn.say"],
         lambda: street(), 'say a "duck!"', told="""
        a turn.say
        a.said = duck!
    """),
    case("one word a turn", ["turn.say"],
         lambda: street().play('say a "duck!"', dice=[]), 'say a "again"', told="""
        refused turn.say
    """),
    case("no word at all", ["turn.say", "fire.sheet.cost"],
         lambda: street(), 'say a ""', told="""
        refused turn.say
    """),
    case("an attempt at the GM's number", ["check.order", "ruling.pool-who", "check.default-tn", "check.attribute-choice"],
         lambda: street(), 'attempt a "swing from the lamp" acrobatics', dice=[9], answers=["12"], told="""
        a combat.free-choice
        gm check.order
        a check.meet-is-pass 9
        a check.core 2 [9] 9 = +12 check.default-tn -3 check.core
        a combat.free-choice
        gm? check.order 2..40: 12
        a.acted = attempt
        ground.asked = ['a']
    """),
    case("an attempt at another number, in vain",
         ["check.free-tn", "check.order", "check.attribute-choice", "check.meet-is-pass"],
         lambda: street(), 'attempt a "swing from the lamp" acrobatics', dice=[5], answers=["14"], told="""
        a combat.free-choice
        gm check.order
        a check.meet-is-pass 11
        a check.core 1 [5] 11 = +14 check.free-tn -3 check.core
        a combat.free-choice
        gm? check.order 2..40: 14
        a.acted = attempt
        ground.asked = ['a']
    """),
    case("an attempt at nothing known", ["combat.free-choice", "check.order", "check.attribute-choice"],
         lambda: street(), 'attempt a "fly" flying', told="""
        refused combat.free-choice
    """),
    case("stand by", ["combat.free-choice"],
         lambda: street(), "stand-by a", told="""
        a combat.free-choice
        a.acted = stand-by
        ground.asked = ['a']
    """),
    case("stand by ends quick tasks", ["combat.free-choice"],
         lambda: street('acted = "hit"\nquick = 1'), "stand-by a", told="""
        a combat.free-choice
        a.quick = -
        a.tasks = 99
        ground.asked = ['a']
    """),
    case("one main action a turn", ["ruling.actions-per-turn", "fire.sheet.cost"],
         lambda: street('acted = "hit"\nquick = 1'), "hit a b", told="""
        refused ruling.actions-per-turn
    """),
    case("pushed clear: a turn less", ["combat.turn-length", "ruling.shield-multi", "combat.turn-end"],
         lambda: late(b='away = 2', more=third()), "step", told="""
        gm combat.turn-end 1
        gm combat.turn-length 6
        a.acted = -
        b.away = 1
        c.acted = -
        turn = 2
        ground.asked = -
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_turns_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
