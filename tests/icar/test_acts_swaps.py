"""Swaps, several foes, and combos that rest: all that each act tells, asks and changes."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.scenes import master, moves
from tests.icar.street import A, street, third

# fmt: off
ACTS = [
    case("a hold ends the combo", ["close.hold", "close.swap.hold-ends", "turn.combo", "close.foes.combo-each"],
         lambda: master('hold', 'punch'), 'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 3
        a close.combo.check 2 [5] 3 = +10 close.combo.npc-tn +1 close.combo.stats -4 check.core -4 check.core
        a>b close.hold
        a>b close.swap.hold-ends
        a.acted = combo
        b.held-by = a
        b.fell = True
    """),
    case("spring onto the feet", ["close.prone.spring", "close.combo.extras", "close.combo.effect", "close.foes.roll-each"],
         lambda: master('spring-onto-feet', 'punch', a='prone = true'), 'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 3
        a close.combo.check 2 [5] 3 = +10 close.combo.npc-tn +1 close.combo.stats -4 check.core -4 check.core
        a close.prone.spring
        a>b close.combo.effect 3
        a.prone = -
        b.stun = 6
        a.acted = combo
    """),
    case("break free of a hold", ["close.skill.sf3", "turn.combo", "close.foes.roll-each", "close.combo.describe-first"],
         lambda: master('break-free', 'punch', a='held-by = "b"'), 'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 3
        a close.combo.check 2 [5] 3 = +10 close.combo.npc-tn +1 close.combo.stats -4 check.core -4 check.core
        a close.skill.sf3
        a>b close.combo.effect 3
        a.held-by = -
        b.stun = 6
        a.acted = combo
    """),
    case("the holder is held", ["close.skill.sf4", "close.hold", "ruling.combo-all", "ruling.down-choice"],
         lambda: master('hold-reverse', a='held-by = "b"'), 'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 4
        a close.combo.check 2 [5] 4 = +10 close.combo.npc-tn +2 close.combo.stats -4 check.core -4 check.core
        a>b close.skill.sf4
        a>b close.hold
        a.held-by = -
        a.acted = combo
        b.held-by = a
        b.fell = True
    """),
    case("who is down gets up first", ["ruling.example-levels", "ruling.down-choice", "close.foes.combo-each", "turn.combo"],
         lambda: master('punch', a='prone = true'), 'combo a b x words="like water"', told="""
        refused ruling.down-choice
    """),
    case("an Aug may crush: as much Damage as Stun",
         ["close.combo.effect", "close.aug.damage", "close.combo.describe-first", "turn.combo"],
         lambda: master('kick', a='aug = true'), 'combo a b x words="like water" crush=yes', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 3
        a close.combo.check 2 [5] 3 = +10 close.combo.npc-tn +1 close.combo.stats -4 check.core -4 check.core
        a>b close.aug.damage 6
        a>b close.combo.effect 6
        b>a close.combo.stats 6
        b.hp = 4
        b.stun = 3
        a.acted = combo
    """),
    case("an Aug crushes with the larger of the two, not the sum",
         ["ruling.aug-damage", "close.combo.definition", "close.combo.effect", "close.combo.describe-first"],
         lambda: master('spinning-kick', a='aug = true'), 'combo a b x words="like water" crush=yes', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 4
        a close.combo.check 2 [5] 4 = +10 close.combo.npc-tn +2 close.combo.stats -4 check.core -4 check.core
        a>b ruling.aug-damage 6
        a>b close.combo.effect 6
        b>a close.combo.stats 6
        b.hp = 4
        b.stun = 3
        a.acted = combo
    """),
    case("only an Aug crushes", ["close.aug.damage", "ruling.trip-level", "ruling.battle-change", "close.swap.difficulty"],
         lambda: master('kick'), 'combo a b x words="like water" crush=yes', told="""
        refused close.aug.damage
    """),
    case("two foes make each check harder",
         ["close.skill-rolled", "turn.combo", "close.foes.roll-each", "close.combo.effect"],
         lambda: master('punch', more=third()), 'combo a b+c x words="like water"', dice=[7, 3], told="""
        a turn.combo
        a check.meet-is-pass 2
        a close.combo.check 2 [7] 2 = +10 close.combo.npc-tn -4 check.core -4 check.core
        a>b close.combo.effect 3
        a check.meet-is-pass 2
        a close.combo.check 2 [3] 2 = +10 close.combo.npc-tn -4 check.core -4 check.core
        a>c close.combo.effect 3
        b.stun = 6
        c.stun = 6
        a.acted = combo
    """),
    case("at Akarak Art 4 several foes flow",
         ["fire.sheet.name"],
         lambda: master('punch', more=third()), "form a combo", told="""
        foes b/c [b]
        combos x (difficulty 0, 90 % against 10) [x]
        words?
        swap? 1:hold (+1)/1:disarm (+1)/1:spring-onto-feet (+1)/1:break-free (+1)/1:hold-reverse (+2)/1:quick-draw
            (+1)/1:rearm (+2)/1:reload (+2)/1:knock-out (+2)/1:push-clear (+1)/1:undress (+2)
        attribute? battle/shift/meat/soul/wit [battle]
        victim? b/c
    """),
    case("without Akarak Art each further foe is 2 harder",
         ["close.foes.penalty", "ruling.combo-fail", "close.skill-rolled", "close.combo.describe-first"],
         lambda: street(moves('punch'), more=third()), 'combo a b+c x words="like water"', dice=[9, 7], told="""
        a turn.combo
        a check.meet-is-pass 8
        a close.combo.check 2 [9] 8 = +10 close.combo.npc-tn +2 close.foes.penalty -3 check.core -1 check.core
        a>b close.combo.effect 3
        a check.meet-is-pass 8
        a close.combo.check 1 [7] 8 = +10 close.combo.npc-tn +2 close.foes.penalty -3 check.core -1 check.core
        a>c ruling.combo-fail
        b.stun = 6
        a.acted = combo
    """),
    case("each foe is named once", ["close.build.max-six", "close.foes.combo-each", "close.combo.definition", "turn.combo"],
         lambda: master('punch'), 'combo a b+b x words="like water"', told="""
        refused close.foes.combo-each
    """),
    case("as many combos as foes", ["close.foes.combo-each", "ruling.close-reach"],
         lambda: master('punch', more=third()), 'combo a b+c x+x+x words="like water"', told="""
        refused close.foes.combo-each
    """),
    case("a combo there is not", ["close.combo.choose", "close.swap.one-per-turn", "fire.sheet.name"],
         lambda: master('punch'), 'combo a b y words="like water"', told="""
        refused close.combo.choose
    """),
    case("who has no combo cannot use one", ["ruling.combo-npc", "ruling.mixed-combat"],
         lambda: street(), 'combo a b x words="like water"', told="""
        refused ruling.combo-npc
    """),
    case("a swap is added to the full difficulty",
         ["ruling.swap-effects", "close.swap.one-use", "close.skill-rolled", "close.hold"],
         lambda: master('punch', 'punch'), 'combo a b x words="like water" swap=2:hold', dice=[5], told="""
        a turn.combo
        a close.swap.one-use (ruling.swap-effects)
        a check.meet-is-pass 3
        a close.combo.check 2 [5] 3 = +10 close.combo.npc-tn +1 close.swap.difficulty -4 check.core -4 check.core
        a>b close.hold
        a>b close.combo.effect 3
        b.stun = 6
        a.acted = combo
        a.swapped = 1
        b.held-by = a
        b.fell = True
    """),
    case("a way up only comes first", ["close.swap.difficulty", "ruling.swap-place", "ruling.trip-level", "close.swap.grant"],
         lambda: master('punch', 'punch', a='prone = true'),
         'combo a b x words="like water" swap=2:spring-onto-feet', told="""
        refused ruling.swap-place
    """),
    case("a place there is not cannot be swapped", ["close.combo.choose", "close.swap.grant", "ruling.battle-change"],
         lambda: master('punch'), 'combo a b x words="like water" swap=2:hold', told="""
        refused close.swap.grant
    """),
    case("only swap moves are swapped in", ["ruling.battle-change", "close.swap.grant", "close.swap.difficulty"],
         lambda: master('punch'), 'combo a b x words="like water" swap=1:kick', told="""
        refused close.swap.grant
    """),
    case("a swap wants its level", ["close.skill.sf2", "close.combo.choose", "close.swap.grant", "close.swap.difficulty"],
         lambda: street(moves('punch')), 'combo a b x words="like water" swap=1:disarm', told="""
        refused close.skill.sf2
    """),
    case("a second swap in a turn wants Akarak Art 3", ["close.swap.one-per-turn", "close.skill.aa3"],
         lambda: street(moves('punch', 'punch'), base=A.replace('street-fighting = 1', 'street-fighting = 2')),
         'combo a b x words="like water" swap=1:disarm+2:hold', told="""
        refused close.swap.one-per-turn
    """),
    case("with Akarak Art 3 there may be two swaps",
         ["close.swap.one-use", "close.skill.aa3", "ruling.swap-effects", "close.swap.difficulty"],
         lambda: master('punch', 'punch'), 'combo a b x words="like water" swap=1:disarm+2:hold', dice=[7], told="""
        a turn.combo
        a close.swap.one-use (ruling.swap-effects)
        a close.skill.aa3 2
        a check.meet-is-pass 4
        a close.combo.check 2 [7] 4 = +10 close.combo.npc-tn +2 close.swap.difficulty -4 check.core -4 check.core
        a>b ruling.gunfu-roll
        a>b close.hold
        a.acted = combo
        a.swapped = 2
        b.held-by = a
        b.fell = True
    """),
    case("a longer combo than Battle rests",
         ["ruling.battle-change", "close.combo.choose", "ruling.trip-level", "close.swap.difficulty"],
         lambda: street('combos = [{ name = "x", moves = ["punch", "punch", "punch", "punch"] }]'),
         'combo a b x words="like water"', told="""
        refused ruling.battle-change
    """),
    case("a trip rests if the table wants level two",
         ["ruling.trip-level", "ruling.battle-change", "close.combo.choose", "ruling.headbutt-stun"],
         lambda: street(moves('trip'), head='[rulings]\ntrip-level = "2"'), 'combo a b x words="like water"', told="""
        refused ruling.trip-level
    """),
    case("a combo the table has agreed on",
         ["close.swap.must-describe", "ruling.example-levels", "close.foes.roll-each", "close.combo.check"],
         lambda: street('combos = [{ name = "x", moves = ["spinning-kick"], agreed = true, difficulty = 1 }]'),
         'combo a b x words="like water"', dice=[7], told="""
        a turn.combo (ruling.example-levels)
        a check.meet-is-pass 7
        a close.combo.check 2 [7] 7 = +10 close.combo.npc-tn +1 close.combo.stats -3 check.core -1 check.core
        a>b close.combo.effect 6
        b>a close.combo.stats 3
        b.hp = 7
        b.stun = 3
        a.acted = combo
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_swaps_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
