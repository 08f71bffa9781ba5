"""Duels and escapes: all that each act tells, asks and changes."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.scenes import GUN, MASTER, master
from tests.icar.street import FISTS, street, third

# fmt: off
ACTS = [
    case("a duel: both throw, difficulties count",
         ["close.duel.tie", "ruling.undescribed", "ruling.exchange-action", "close.duel.choose-order"],
         lambda: street(FISTS, FISTS),
         'combo a b fists words="like water"', dice=[5, 5], answers=["fists", "none", "like fire"], told="""
        a turn.combo
        a>b close.duel.when
        b ruling.duel-sides
        b close.swap.grant
        b close.combo.describe-first
        a close.duel.choose-order
        b>a ruling.duel-initiative
        a close.duel.compare 5 [5] -1 = +2 close.duel.compare +1 close.duel.compare -3 check.core -1 check.core
        b close.duel.compare 5 [5] -1 = +2 close.duel.compare +1 close.duel.compare -3 check.core -1 check.core
        a>b close.combo.effect 6
        b? ruling.duel-sides fists|plain: fists
        b? close.swap.grant 1:hold|2:hold|none: none
        b? close.combo.describe-first : like fire
        a? close.duel.choose-order fists: fists
        b.stun = 3
        a.acted = combo
        b.acted = combo
    """),
    case("a duel lost: the answer is carried out",
         ["close.duel.crit", "close.duel.tie", "close.duel.when", "ruling.undescribed"],
         lambda: street(FISTS, FISTS),
         'combo a b fists words="like water"', dice=[2, 9], answers=["fists", "none", "like fire"], told="""
        a turn.combo
        a>b close.duel.when
        b ruling.duel-sides
        b close.swap.grant
        b close.combo.describe-first
        a close.duel.choose-order
        b>a ruling.duel-initiative
        a close.duel.compare 2 [2] -1 = +2 close.duel.compare +1 close.duel.compare -3 check.core -1 check.core
        b close.duel.compare 9 [9] -1 = +2 close.duel.compare +1 close.duel.compare -3 check.core -1 check.core
        b>a close.combo.effect 4
        b? ruling.duel-sides fists|plain: fists
        b? close.swap.grant 1:hold|2:hold|none: none
        b? close.combo.describe-first : like fire
        a? close.duel.choose-order fists: fists
        a.stun = 7
        a.acted = combo
        b.acted = combo
    """),
    case("a duel with an answer without words: only a one can lose",
         ["ruling.duel-sides", "close.duel.choose-order", "close.swap.grant", "close.attribute-swap"],
         lambda: street(FISTS, FISTS), 'combo a b fists words="like water"', dice=[2], answers=["fists", "none", ""], told="""
        a turn.combo
        a>b close.duel.when
        b ruling.duel-sides
        b close.swap.grant
        b close.combo.describe-first
        a close.duel.choose-order
        b>a ruling.duel-initiative
        a ruling.undescribed 1 [2]
        a>b close.combo.effect 6
        b? ruling.duel-sides fists|plain: fists
        b? close.swap.grant 1:hold|2:hold|none: none
        b? close.combo.describe-first :
        a? close.duel.choose-order fists: fists
        b.stun = 3
        a.acted = combo
        b.acted = combo
    """),
    case("… and a one does", ["close.duel.choose-order", "ruling.exchange-action", "close.duel.compare", "close.skill.aa3"],
         lambda: street(FISTS, FISTS), 'combo a b fists words="like water"', dice=[1], answers=["fists", "none", ""], told="""
        a turn.combo
        a>b close.duel.when
        b ruling.duel-sides
        b close.swap.grant
        b close.combo.describe-first
        a close.duel.choose-order
        b>a ruling.duel-initiative
        a ruling.undescribed [1]
        b? ruling.duel-sides fists|plain: fists
        b? close.swap.grant 1:hold|2:hold|none: none
        b? close.combo.describe-first :
        a? close.duel.choose-order fists: fists
        a.acted = combo
        b.acted = combo
    """),
    case("an attack without words is lost to any answer but a one",
         ["close.duel.compare", "close.duel.when", "ruling.duel-initiative", "ruling.duel-sides"],
         lambda: street(FISTS, FISTS), "combo a b fists", dice=[2], answers=["fists", "none", "like fire"], told="""
        a turn.combo
        a close.combo.describe-first
        a>b close.duel.when
        b ruling.duel-sides
        b close.swap.grant
        b close.combo.describe-first
        b>a ruling.duel-initiative
        b ruling.undescribed 1 [2]
        b>a close.combo.effect 4
        b? ruling.duel-sides fists|plain: fists
        b? close.swap.grant 1:hold|2:hold|none: none
        b? close.combo.describe-first : like fire
        a.stun = 7
        a.acted = combo
        b.acted = combo
    """),
    case("two without words: nothing happens",
         ["ruling.duel-initiative", "close.swap.grant", "ruling.duel-sides", "close.swap.one-per-turn"],
         lambda: street(FISTS, FISTS), "combo a b fists", answers=["fists", "none", ""], told="""
        a turn.combo
        a close.combo.describe-first
        a>b close.duel.when
        b ruling.duel-sides
        b close.swap.grant
        b close.combo.describe-first
        b>a ruling.duel-initiative
        b? ruling.duel-sides fists|plain: fists
        b? close.swap.grant 1:hold|2:hold|none: none
        b? close.combo.describe-first :
        a.acted = combo
        b.acted = combo
    """),
    case("up from the floor against whoever tripped",
         ["close.prone.stand", "ruling.down-choice", "ruling.opposed-tie", "ruling.opposed-crit"],
         lambda: street('prone = true\ntripped-by = "b"'), "escape a", dice=[5, 5], told="""
        a close.prone.stand 5 [5] -1 = +2 close.prone.stand +1 close.prone.stand -3 check.core -1 check.core
        b close.prone.stand 5 [5] -1 = +2 close.prone.stand +1 close.prone.stand -3 check.core -1 check.core
        a ruling.down-choice
        a.prone = -
        a.tripped-by = -
        a.acted = escape
        a.struggled = True
    """),
    case("up from the floor at 12 with nobody in the way",
         ["ruling.down-choice", "ruling.stand-opposed", "close.prone.stand"],
         lambda: street('prone = true'), "escape a", dice=[8], told="""
        a check.meet-is-pass 8
        a close.prone.stand 2 [8] 8 = +12 ruling.stand-opposed -3 check.core -1 check.core
        a ruling.down-choice
        a.prone = -
        a.acted = escape
        a.struggled = True
    """),
    case("up from the floor in vain",
         ["ruling.stand-opposed", "close.prone.stand", "check.meet-is-pass", "ruling.down-choice"],
         lambda: street('prone = true'), "escape a", dice=[7], told="""
        a check.meet-is-pass 8
        a close.prone.stand 1 [7] 8 = +12 ruling.stand-opposed -3 check.core -1 check.core
        a.acted = escape
        a.struggled = True
    """),
    case("out of a hold by Meat", ["close.hold.break", "ruling.down-choice", "ruling.opposed-tie", "ruling.dice-order"],
         lambda: street('held-by = "b"'), "escape a", dice=[5, 5], told="""
        a close.hold.break 5 [5] -1 = +2 close.hold.break +1 close.hold.break -3 check.core -1 check.core
        b close.hold.break 5 [5] -1 = +2 close.hold.break +1 close.hold.break -3 check.core -1 check.core
        a ruling.down-choice
        a.held-by = -
        a.acted = escape
        a.struggled = True
    """),
    case("a hold that holds", ["close.hold.break", "ruling.hold-opposed", "ruling.opposed-crit", "ruling.opposed-tie"],
         lambda: street('held-by = "b"'), "escape a", dice=[2, 9], told="""
        a close.hold.break 2 [2] -1 = +2 close.hold.break +1 close.hold.break -3 check.core -1 check.core
        b close.hold.break 9 [9] -1 = +2 close.hold.break +1 close.hold.break -3 check.core -1 check.core
        a.acted = escape
        a.struggled = True
    """),
    case("out of a pin at 16", ["check.meet-is-pass", "close.pinned", "ruling.down-choice"],
         lambda: street('prone = true\nheld-by = "b"', base=MASTER), "escape a", dice=[9], told="""
        a check.meet-is-pass 9
        a close.pinned 2 [9] 9 = +16 close.pinned -3 check.core -4 check.core
        a ruling.down-choice
        a.prone = -
        a.held-by = -
        a.acted = escape
        a.struggled = True
    """),
    case("a pin that holds", ["ruling.hold-opposed", "close.pinned", "check.meet-is-pass", "ruling.down-choice"],
         lambda: street('prone = true\nheld-by = "b"', base=MASTER), "escape a", dice=[8], told="""
        a check.meet-is-pass 9
        a close.pinned 1 [8] 9 = +16 close.pinned -3 check.core -4 check.core
        a.acted = escape
        a.struggled = True
    """),
    case("a pin by Shift", ["close.pinned", "ruling.hold-opposed", "check.core"],
         lambda: street('prone = true\nheld-by = "b"'), "escape a shift", dice=[9], told="""
        a check.meet-is-pass 12
        a close.pinned 1 [9] 12 = +16 close.pinned -3 check.core -1 check.core
        a.acted = escape
        a.struggled = True
    """),
    case("only the pinned choose", ["close.pinned", "ruling.down-choice", "hack.aug.effects"],
         lambda: street('prone = true'), "escape a shift", told="""
        refused close.pinned
    """),
    case("not in the turn of the fall", ["ruling.down-order", "ruling.mixed-combat"],
         lambda: street('prone = true\nfell = true'), "escape a", told="""
        refused ruling.down-order
    """),
    case("one try a turn", ["ruling.down-order"],
         lambda: street('prone = true\nstruggled = true'), "escape a", told="""
        refused ruling.down-order
    """),
    case("nobody escapes on their feet", ["close.prone.stand", "ruling.mixed-combat"],
         lambda: street(), "escape a", told="""
        refused close.prone.stand
    """),
    case("without balance nobody rises", ["hack.aug.effects"],
         lambda: street('prone = true\naug = true\ndisabled = ["balance"]'), "escape a", told="""
        refused hack.aug.effects
    """),
    case("a foe on the floor tries to get up before the combo",
         ["ruling.down-order", "ruling.stand-opposed", "close.prone.stand", "close.combo.definition"],
         lambda: street(FISTS, 'prone = true'), 'combo a b fists words="like water"', dice=[5, 6], told="""
        a turn.combo (ruling.down-order)
        b check.meet-is-pass 9
        b close.prone.stand 1 [5] 9 = +12 ruling.stand-opposed -2 check.core -1 check.core
        a check.meet-is-pass 6
        a close.combo.check 2 [6] 6 = +10 close.combo.npc-tn -3 check.core -1 check.core
        a>b close.combo.effect 6
        b.stun = 3
        a.acted = combo
        b.acted = escape
        b.struggled = True
    """),
    case("… and is up: the combo is lost",
         ["close.down.combo", "ruling.down-order", "ruling.stand-opposed", "close.prone.stand"],
         lambda: street(FISTS, 'prone = true'), 'combo a b fists words="like water"', dice=[9], told="""
        a turn.combo (ruling.down-order)
        b check.meet-is-pass 9
        b close.prone.stand 2 [9] 9 = +12 ruling.stand-opposed -2 check.core -1 check.core
        b ruling.down-choice
        a>b close.down.combo
        b.prone = -
        a.acted = combo
        b.acted = escape
        b.struggled = True
    """),
    case("a pinned foe tries at 16", ["ruling.pinned-combo", "close.foes.penalty", "close.pinned", "close.combo.npc-tn"],
         lambda: street(FISTS, 'prone = true\nheld-by = "a"'), 'combo a b fists words="like water"', dice=[5, 6], told="""
        a turn.combo (ruling.pinned-combo)
        b check.meet-is-pass 13
        b close.pinned 1 [5] 13 = +16 close.pinned -2 check.core -1 check.core
        a check.meet-is-pass 6
        a close.combo.check 2 [6] 6 = +10 close.combo.npc-tn -3 check.core -1 check.core
        a>b close.combo.effect 6
        b.stun = 3
        a.acted = combo
        b.acted = escape
        b.struggled = True
    """),
    case("another act lets go whom one holds",
         ["ruling.hold-opposed", "close.attribute-swap", "close.once.opposed", "close.once.stun"],
         lambda: street(b='held-by = "a"', more=third()), "hit a c", dice=[5, 5], told="""
        b>a ruling.hold-opposed
        a close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        c close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        a>c close.once.stun 3 (ruling.exchange-action)
        b.held-by = -
        c.stun = 6
        a.acted = hit
    """),
    case("a blow at the held keeps the hold",
         ["close.once.stun", "shield.high-energy", "ruling.exchange-action", "close.once.check"],
         lambda: street(b='held-by = "a"'), "hit a b", dice=[5, 5], told="""
        a close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        b close.once.opposed 5 [5] -1 = +2 close.once.opposed +1 close.once.opposed -3 check.core -1 check.core
        a>b close.once.stun 3 (ruling.exchange-action)
        b.stun = 6
        a.acted = hit
    """),
    case("form: combo of a master",
         [],
         lambda: master('punch', 'strike'), "form a combo", told="""
        foes b [b]
        combos x (difficulty 1, 80 % against 10) [x]
        words?
        swap? 1:hold (+1)/1:disarm (+1)/1:spring-onto-feet (+1)/1:break-free (+1)/1:hold-reverse (+2)/1:quick-draw
            (+1)/1:rearm (+2)/1:reload (+2)/1:knock-out (+2)/1:push-clear (+1)/1:undress (+2)/2:hold (+1)/2:disarm
            (+1)/2:hold-reverse (+2)/2:quick-draw (+1)/2:rearm (+2)/2:reload (+2)/2:knock-out (+2)/2:push-clear
            (+1)/2:undress (+2) [2:hold]
        attribute? battle/shift/meat/soul/wit [battle]
        victim? b
        thing?
    """),
    case("form: combo of an Aug",
         ["ruling.headbutt-stun", "fire.sheet.name"],
         lambda: street(FISTS + 'aug = true'), "form a combo", told="""
        foes b [b]
        combos fists (difficulty 0, 50 % against 10) [fists]
        words?
        swap? 1:hold (+1)/2:hold (+1)
        attribute? battle/shift/meat/soul/wit [battle]
        victim? b
        crush?
    """),
    case("form: hit with empty hands", [],
         lambda: street(more=third()), "form a hit", told="""
        target b/c [b]
        thing?
        attribute? battle/shift/meat/soul/wit [battle]
    """),
    case("form: escape", [],
         lambda: street('prone = true\nheld-by = "b"'), "form a escape", told="""
        attribute? meat/shift
    """),
    case("forms of the pinned", ["ruling.headbutt-stun"],
         lambda: street('prone = true\nheld-by = "b"' + '\n' + FISTS), "form a", told="""
        hit: ruling.down-choice
        combo: ruling.down-choice
        escape
        fire: ruling.down-choice
        hold-fire: fire.declare-order
        aim: ruling.down-choice
        move: close.hold
        get-in: close.hold
        get-out: close.hold
        shield-on: turn.shield-on
        restart-shield: ruling.down-choice
        stabilise: ruling.down-choice
        hypo: ruling.down-choice
        heal: ruling.down-choice
        unlock: ruling.down-choice
        change-magazine: ruling.down-choice
        change-weapon: ruling.down-choice
        recover-stun: ruling.down-choice
        attempt: ruling.down-choice
        stand-by
        take: ruling.down-choice
        say
        quick-task
        hack: hack.combat.physical
        impersonate: hack.combat.physical
        release: hack.combat.physical
        search: hack.combat.physical
        destroy: hack.combat.physical
    """),
    case("forms of somebody on the floor", ["ruling.down-choice", "turn.quick-tasks"],
         lambda: street('prone = true\n' + GUN), "form a", told="""
        hit: ruling.down-choice
        combo: ruling.combo-npc
        escape
        fire: ruling.down-choice
        hold-fire: fire.declare-order
        aim: ruling.down-choice
        move: ruling.down-choice
        get-in: ruling.down-choice
        get-out: ruling.down-choice
        shield-on: turn.shield-on
        restart-shield: ruling.down-choice
        stabilise: ruling.down-choice
        hypo: ruling.down-choice
        heal: ruling.down-choice
        unlock: ruling.down-choice
        change-magazine: ruling.down-choice
        change-weapon: ruling.down-choice
        recover-stun: ruling.down-choice
        attempt: ruling.down-choice
        stand-by
        take: ruling.down-choice
        say
        quick-task
        hack: ruling.down-choice
        impersonate: ruling.down-choice
        release: ruling.down-choice
        search: ruling.down-choice
        destroy: ruling.down-choice
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_duels_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
