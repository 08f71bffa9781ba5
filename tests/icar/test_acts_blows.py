"""Blows, and dice from the pool: all that each act tells, asks and changes."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.scenes import GUN, KNIFE, POOL
from tests.icar.street import B, street, third

# fmt: off
ACTS = [
    case("a blow that wins takes the winner's Meat in Stun",
         ["ruling.opposed-crit", "close.attribute", "close.attribute-swap", "close.once.opposed"],
         lambda: street(), "hit a b", dice=[5, 5], told="""
        a close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        a>b close.once.stun 3 (ruling.exchange-action)
        b.stun = 6
        a.acted = hit
    """),
    case("a blow that loses is answered",
         ["ruling.hidden-ends", "ruling.exchange-action", "close.once.check", "close.once.always"],
         lambda: street(), "hit a b", dice=[2, 9], told="""
        a close.once.opposed 2 [2] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b close.once.opposed 9 [9] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b>a close.once.stun 2 (ruling.exchange-action)
        a.stun = 9
        a.acted = hit
    """),
    case("a natural ten wins and is told by the winner",
         ["close.once.opposed", "ruling.dice-order", "ruling.opposed-tie", "ruling.opposed-crit"],
         lambda: street(), "hit a b", dice=[10, 9], answers=["a fine blow"], told="""
        a close.once.opposed 10 [10] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b close.once.opposed 9 [9] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        a crit.pass
        a crit.narrator
        a>b close.once.stun 3 (ruling.exchange-action)
        a? crit.narrator : a fine blow
        b.stun = 6
        a.acted = hit
    """),
    case("the defender's ten wins for the defender",
         ["crit.reward", "ruling.opposed-tie", "ruling.opposed-crit", "close.once.check"],
         lambda: street(), "hit a b", dice=[9, 10], answers=["a fine parry"], told="""
        a close.once.opposed 9 [9] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b close.once.opposed 10 [10] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b crit.pass
        b crit.narrator
        b>a close.once.stun 2 (ruling.exchange-action)
        b? crit.narrator : a fine parry
        a.stun = 9
        a.acted = hit
    """),
    case("a natural one loses and the GM tells how", ["ruling.opposed-tie", "crit.worst", "close.once.always", "crit.fail"],
         lambda: street(), "hit a b", dice=[1, 5], answers=["a slip"], told="""
        a close.once.opposed 1 [1] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        a crit.fail
        gm crit.worst
        b>a close.once.stun 2 (ruling.exchange-action)
        gm? crit.worst : a slip
        a.stun = 9
        a.acted = hit
    """),
    case("the defender's one loses", ["crit.worst", "crit.reward", "ruling.opposed-crit", "ruling.opposed-tie"],
         lambda: street(), "hit a b", dice=[2, 1], answers=["a slip"], told="""
        a close.once.opposed 2 [2] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b close.once.opposed 1 [1] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b crit.fail
        gm crit.worst
        a>b close.once.stun 3 (ruling.exchange-action)
        gm? crit.worst : a slip
        b.stun = 6
        a.acted = hit
    """),
    case("two tens are thrown again", ["close.once.check", "close.once.opposed", "ruling.exchange-action", "close.once.stun"],
         lambda: street(), "hit a b", dice=[10, 10, 5, 5], told="""
        a close.once.opposed 10 [10] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b close.once.opposed 10 [10] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        a close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        a>b close.once.stun 3 (ruling.exchange-action)
        b.stun = 6
        a.acted = hit
    """),
    case("somebody surprised is hit at 12 and knows then",
         ["close.once.stun", "close.once.surprise", "close.once.check", "close.once.always"],
         lambda: street(b='surprised = true'), "hit a b", dice=[8], told="""
        a check.meet-is-pass 8
        a close.once.check 2 [8] 8 = +12 close.once.surprise -3 check.core -1 check.core
        a>b close.once.stun 3
        b.stun = 6
        b.surprised = -
        a.acted = hit
    """),
    case("somebody surprised is missed and knows then, too",
         ["close.once.surprise", "close.once.check", "close.attribute", "close.once.always"],
         lambda: street(b='surprised = true'), "hit a b", dice=[7], told="""
        a check.meet-is-pass 8
        a close.once.check 1 [7] 8 = +12 close.once.surprise -3 check.core -1 check.core
        b.surprised = -
        a.acted = hit
    """),
    case("somebody asleep is hit at 12",
         ["ruling.stun-overkill", "ruling.once-unaware", "close.once.always", "stun.negative"],
         lambda: street(b='stun = -3', more=third()), "hit a b", dice=[8], told="""
        a check.meet-is-pass 8
        a close.once.check 2 [8] 8 = +12 ruling.once-unaware -3 check.core -1 check.core
        a>b close.once.stun 3
        b ruling.stun-overkill -6
        b stun.negative 6
        b.stun = -6
        b.asleep = 6
        a.acted = hit
        b.fresh = ['asleep']
    """),
    case("a knife takes hit points and its bonus",
         ["ruling.once-weapon", "close.once.held-object", "close.once.stun", "ruling.exchange-action"],
         lambda: street(KNIFE), "hit a b", dice=[5, 5], told="""
        a close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        a>b close.once.stun 3
        a>b close.once.held-object 3 (ruling.once-weapon)
        b>a close.combo.stats 3 (ruling.exchange-action)
        b.hp = 7
        b.stun = 6
        a.acted = hit
    """),
    case("a gun in the hand is a club",
         ["ruling.once-object-opposed", "ruling.once-weapon", "close.once.held-object", "close.once.stun"],
         lambda: street(GUN), "hit a b", dice=[5, 5], told="""
        a close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        a>b close.once.stun 3
        a>b close.once.held-object 3
        b>a close.combo.stats 3 (ruling.exchange-action)
        b.hp = 7
        b.stun = 6
        a.acted = hit
    """),
    case("who defends with something in the hand takes hit points, too",
         ["ruling.once-object-opposed", "ruling.once-weapon", "ruling.strike-damage", "close.once.opposed"],
         lambda: street(b=KNIFE), "hit a b", dice=[2, 9], told="""
        a close.once.opposed 2 [2] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b close.once.opposed 9 [9] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b>a close.once.stun 2
        b>a ruling.once-object-opposed 2 (ruling.once-weapon)
        a>b close.combo.stats 2 (ruling.exchange-action)
        a.hp = 8
        a.stun = 9
        a.acted = hit
    """),
    case("what lies about is picked up and kept",
         ["close.once.held-object", "close.once.always", "ruling.once-weapon", "close.once.check"],
         lambda: street(), 'hit a b "bar stool"', dice=[5, 5], told="""
        a close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        a>b close.once.stun 3
        a>b close.once.held-object 3
        b>a close.combo.stats 3 (ruling.exchange-action)
        b.hp = 7
        b.stun = 6
        a.hand = bar stool
        a.acted = hit
    """),
    case("another attribute needs the GM's word",
         ["close.attribute", "close.attribute-swap", "ruling.hidden-ends", "close.once.opposed"],
         lambda: street(), "hit a b attribute=shift", dice=[5, 5], answers=["yes"], told="""
        gm check.attribute-choice
        a close.attribute-swap
        a close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        a>b close.once.stun 3 (ruling.exchange-action)
        gm? check.attribute-choice yes|no: yes
        b.stun = 6
        a.acted = hit
    """),
    case("the GM may insist on Battle",
         ["close.once.always", "close.once.stun", "close.once.opposed", "check.attribute-choice"],
         lambda: street(), "hit a b attribute=meat", dice=[5, 5], answers=["no"], told="""
        gm check.attribute-choice
        a close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        a>b close.once.stun 3 (ruling.exchange-action)
        gm? check.attribute-choice yes|no: no
        b.stun = 6
        a.acted = hit
    """),
    case("nobody fights with an attribute there is not", ["combat.metres", "check.attribute-choice"],
         lambda: street(), "hit a b attribute=luck", told="""
        refused check.attribute-choice
    """),
    case("two metres are near enough", ["close.once.opposed", "close.attribute", "close.once.stun", "ruling.exchange-action"],
         lambda: street(gap=2), "hit a b", dice=[5, 5], told="""
        a close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        a>b close.once.stun 3 (ruling.exchange-action)
        b.stun = 6
        a.acted = hit
    """),
    case("beyond two metres nobody is hit", ["ruling.close-reach"],
         lambda: street(gap=2.1), "hit a b", told="""
        refused ruling.close-reach
    """),
    case("nobody hits himself", ["ruling.illegal", "ruling.close-reach"],
         lambda: street(), "hit a a", told="""
        refused ruling.illegal
    """),
    case("nobody hits the dead", ["ruling.illegal", "ruling.sleepers-lie"],
         lambda: street(more=third(B + 'hp = -1\nout = "dead"')), "hit a c", told="""
        refused ruling.illegal
    """),
    case("who was pushed clear is out of reach", ["ruling.push-clear", "ruling.close-reach"],
         lambda: street(b='away = 2', more=third()), "hit a b", told="""
        refused ruling.push-clear
    """),
    case("a player who falls behind draws from the pool after the own die",
         ["ruling.pool-timing", "pool.repeat", "ruling.pool-who", "ruling.crit-pool-dice"],
         lambda: street('seat = "ana"', head=POOL), "hit a b", dice=[3, 2, 9], answers=["yes"], told="""
        a close.once.opposed 3 [3] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        a pool.draw
        a pool.draw 2 [2]
        b close.once.opposed [9] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b>a close.once.stun 2 (ruling.exchange-action)
        a? pool.draw yes|no: yes
        a.stun = 9
        pool = -
        a.acted = hit
    """),
    case("a player who is ahead may leave the pool alone",
         ["pool.draw", "ruling.pool-timing", "ruling.pool-scope", "ruling.pool-who"],
         lambda: street('seat = "ana"', head=POOL), "hit a b", dice=[5, 5], answers=["no"], told="""
        a close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        a pool.draw
        b close.once.opposed 1 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        a>b close.once.stun 3 (ruling.exchange-action)
        a? pool.draw yes|no: no
        b.stun = 6
        a.acted = hit
    """),
    case("a player defends with the pool, too",
         ["pool.repeat", "ruling.pool-who", "ruling.pool-scope", "ruling.crit-pool-dice"],
         lambda: street(b='seat = "ben"', head=POOL), "hit a b", dice=[8, 4, 7], answers=["yes"], told="""
        a close.once.opposed 8 [8] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b close.once.opposed 4 [4] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b pool.draw
        b pool.draw 7 [7]
        b>a close.once.stun 2 (ruling.exchange-action)
        b? pool.draw yes|no: yes
        a.stun = 9
        pool = -
        a.acted = hit
    """),
    case("no die is drawn after a natural one",
         ["ruling.dice-order", "ruling.opposed-crit", "ruling.opposed-tie", "ruling.pool-scope"],
         lambda: street('seat = "ana"', head=POOL), "hit a b", dice=[1, 5], answers=["oh"], told="""
        a close.once.opposed 1 [1] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b close.once.opposed 2 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        a crit.fail
        gm crit.worst
        b>a close.once.stun 2 (ruling.exchange-action)
        gm? crit.worst : oh
        a.stun = 9
        a.acted = hit
    """),
    case("a drawn ten is no critical", ["ruling.crit-pool-dice", "pool.draw", "pool.repeat", "ruling.pool-timing"],
         lambda: street('seat = "ana"', head=POOL), "hit a b", dice=[3, 10, 9], answers=["yes"], told="""
        a close.once.opposed 3 [3] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        a pool.draw
        a pool.draw 10 [10]
        a ruling.crit-pool-dice 10
        b close.once.opposed 1 [9] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        a>b close.once.stun 3 (ruling.exchange-action)
        a? pool.draw yes|no: yes
        b.stun = 6
        pool = -
        a.acted = hit
    """),
    case("what is drawn on a tie is spent", ["ruling.pool-scope", "ruling.crit-pool-dice", "pool.draw", "pool.repeat"],
         lambda: street('seat = "ana"', head=POOL), "hit a b", dice=[4, 1, 6, 6, 5], answers=["yes"], told="""
        a close.once.opposed 4 [4] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        a pool.draw
        a pool.draw 1 [1]
        a ruling.crit-pool-dice 1
        b close.once.opposed -1 [6] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        gm ruling.pool-scope
        a close.once.opposed 6 [6] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        a>b close.once.stun 3 (ruling.exchange-action)
        a? pool.draw yes|no: yes
        b.stun = 6
        pool = -
        a.acted = hit
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_blows_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
