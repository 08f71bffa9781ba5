"""Medics and shields: all that each act tells, asks and changes."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.scenes import DOWN, HYPO, MEDIC, late, medic
from tests.icar.street import street, third

# fmt: off
ACTS = [
    case("a medic stabilises the dying", ["hp.stabilise", "hp.stabilise-limit", "ruling.stabilise"],
         lambda: medic(b=DOWN), "stabilise a b", dice=[5], told="""
        a check.meet-is-pass 5
        a hp.stabilise 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>b ruling.stabilise
        b.hp = -
        b.dying = -
        b.tries = 9
        a.acted = stabilise
        b.stable = True
        ground.asked = ['a']
    """),
    case("a medic fails", ["heal.kit", "hp.stabilise", "ruling.skill-aliases", "hp.stabilise-limit"],
         lambda: medic(b=DOWN), "stabilise a b", dice=[4], told="""
        a check.meet-is-pass 5
        a hp.stabilise 1 [4] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        b.tries = 9
        a.acted = stabilise
        ground.asked = ['a']
    """),
    case("the tenth try fails", ["hp.stabilise-limit", "hp.stabilise", "heal.kit", "ruling.skill-aliases"],
         lambda: medic(b=DOWN + 'dying = 5\ntries = 1'), "stabilise a b", dice=[4], told="""
        a check.meet-is-pass 5
        a hp.stabilise 1 [4] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>b hp.stabilise-limit
        b.tries = -
        a.acted = stabilise
        ground.asked = ['a']
    """),
    case("no try left", ["hp.stabilise-limit", "ruling.first-aid-self"],
         lambda: medic(b=DOWN + 'dying = 5\ntries = 0'), "stabilise a b", told="""
        refused hp.stabilise-limit
    """),
    case("nobody is stabilised who is not dying", ["hp.stabilise", "ruling.first-aid-self"],
         lambda: medic(), "stabilise a b", told="""
        refused hp.stabilise
    """),
    case("nothing is left to stabilise", ["hp.vaporised", "ruling.sleepers-lie", "ruling.first-aid-self"],
         lambda: medic(b='hp = -5\nvaporised = true\nout = "dead"'), "stabilise a b", told="""
        refused hp.vaporised
    """),
    case("no brain is left", ["hp.brain", "ruling.sleepers-lie"],
         lambda: medic(b='hp = -5\nbrain-gone = true\nout = "dead"'), "stabilise a b", told="""
        refused hp.brain
    """),
    case("a patient out of reach", ["ruling.first-aid-self", "hp.zero", "ruling.close-reach"],
         lambda: medic(b=DOWN, gap=3), "stabilise a b", told="""
        refused ruling.close-reach
    """),
    case("a patient there is not", ["ruling.illegal", "ruling.first-aid-self"],
         lambda: medic(), "stabilise a nobody", told="""
        refused ruling.illegal
    """),
    case("a hypo gives half of the Stun and wakes",
         ["heal.stun.hypo", "ruling.hypo", "check.equipment-bonus", "ruling.firearm-stun"],
         lambda: medic(HYPO, 'stun = -2'), "hypo a b", dice=[4], told="""
        a check.meet-is-pass 4
        a heal.stun.hypo 2 [4] 4 = +12 ruling.tn-unstated -4 check.core -3 check.core -1 check.equipment-bonus
        a>b ruling.hypo 4
        b.stun = 4
        b.asleep = -
        a.acted = hypo
        ground.asked = ['a']
    """),
    case("a hypo for oneself", ["ruling.hypo", "heal.stun.hypo", "heal.medical-ai", "check.equipment-bonus"],
         lambda: medic(HYPO + 'stun = 1'), "hypo a a", dice=[4], told="""
        a check.meet-is-pass 4 (ruling.first-aid-self)
        a heal.stun.hypo 2 [4] 4 = +12 ruling.tn-unstated -4 check.core -3 check.core -1 check.equipment-bonus
        a>a ruling.hypo 4
        a.stun = 4
        a.acted = hypo
        ground.asked = ['a']
    """),
    case("no kit, no hypo", ["heal.stun.hypo", "ruling.sleepers-lie"],
         lambda: medic(b='stun = -2'), "hypo a b", told="""
        refused heal.stun.hypo
    """),
    case("no hypo for the dead", ["ruling.hypo", "heal.stun.hypo", "ruling.sleepers-lie"],
         lambda: medic(HYPO, 'hp = -2\nout = "dead"'), "hypo a b", told="""
        refused heal.stun.hypo
    """),
    case("a medic gives hit points back", ["ruling.medic-heal", "ruling.skill-aliases", "heal.medical-ai", "heal.hp.medic"],
         lambda: medic(b='hp = 4'), "heal a b", dice=[5], told="""
        a check.meet-is-pass 5
        a heal.hp.medic 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>b ruling.medic-heal 3
        b.hp = 7
        a.acted = heal
        b.healed = True
        ground.asked = ['a']
    """),
    case("no more than the maximum", ["ruling.medic-heal", "ruling.skill-aliases", "heal.medical-ai", "heal.hp.medic"],
         lambda: medic(b='hp = 9'), "heal a b", dice=[5], told="""
        a check.meet-is-pass 5
        a heal.hp.medic 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>b ruling.medic-heal 1
        b.hp = 10
        a.acted = heal
        b.healed = True
        ground.asked = ['a']
    """),
    case("a better kit gives half the maximum besides",
         ["heal.kit", "check.core", "ruling.medic-heal", "check.equipment-bonus"],
         lambda: medic('kit = ["moss-med-kit"]', 'hp = 1'), "heal a b", dice=[4], told="""
        a check.meet-is-pass 4
        a heal.hp.medic 2 [4] 4 = +12 ruling.tn-unstated -4 check.core -3 check.core -1 check.equipment-bonus
        a heal.kit 5
        a>b ruling.medic-heal 8
        b.hp = 9
        a.acted = heal
        b.healed = True
        ground.asked = ['a']
    """),
    case("once a day", ["ruling.medic-heal", "ruling.first-aid-self"],
         lambda: medic(b='hp = 4\nhealed = true'), "heal a b", told="""
        refused ruling.medic-heal
    """),
    case("the unhurt are not healed", ["heal.hp.medic", "ruling.first-aid-self"],
         lambda: medic(), "heal a b", told="""
        refused heal.hp.medic
    """),
    case("the dying are stabilised first", ["hp.zero", "hp.stabilise", "ruling.sleepers-lie"],
         lambda: medic(b=DOWN), "heal a b", told="""
        refused hp.stabilise
    """),
    case("the dead are not healed", ["heal.hp.medic", "ruling.sleepers-lie"],
         lambda: medic(b='hp = -2\nout = "dead"'), "heal a b", told="""
        refused heal.hp.medic
    """),
    case("who has given up is", ["ruling.skill-aliases", "ruling.medic-heal", "heal.kit", "heal.hp.medic"],
         lambda: medic(b='hp = 4\nout = "surrendered"'), "heal a b", dice=[5], told="""
        a check.meet-is-pass 5
        a heal.hp.medic 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>b ruling.medic-heal 3
        b.hp = 7
        a.acted = heal
        b.healed = True
        ground.asked = ['a']
    """),
    case("no medic, no healing", ["heal.hp.medic", "ruling.first-aid-self", "ruling.medic-heal"],
         lambda: street(b='hp = 4'), "heal a b", told="""
        refused heal.hp.medic
    """),
    case("medical AI helps", ["heal.medical-ai", "check.core", "ruling.medic-heal", "ruling.skill-aliases"],
         lambda: medic('medical-ai = true', 'hp = 4'), "heal a b", dice=[3], told="""
        a check.meet-is-pass 3
        a heal.hp.medic 2 [3] 3 = +12 ruling.tn-unstated -4 check.core -3 check.core -2 heal.medical-ai
        a>b ruling.medic-heal 3
        b.hp = 7
        a.acted = heal
        b.healed = True
        ground.asked = ['a']
    """),
    case("an Aug is unlocked by a medic with bionics",
         ["hack.aug.unlock", "ruling.skill-aliases", "heal.medical-ai", "ruling.first-aid-self"],
         lambda: medic(b='aug = true\ndisabled = ["body"]\nblinded = 2'), "unlock a b", dice=[6], told="""
        a check.meet-is-pass 6
        a hack.aug.unlock 2 [6] 6 = +12 ruling.tn-unstated -4 check.core -2 check.core
        a>b ruling.skill-aliases
        b.disabled = -
        b.blinded = -
        a.acted = unlock
        ground.asked = ['a']
    """),
    case("nothing to unlock", ["hack.aug.unlock", "ruling.first-aid-self"],
         lambda: medic(), "unlock a b", told="""
        refused hack.aug.unlock
    """),
    case("form: heal", [],
         lambda: medic(b='hp = 4'), "form a heal", told="""
        patient b [b]
        attribute? battle/shift/meat/soul/wit [wit]
    """),
    case("form: stabilise", ["hp.stabilise-limit"],
         lambda: medic(b=DOWN), "form a stabilise", told="""
        patient b [b]
        attribute? battle/shift/meat/soul/wit [wit]
    """),
    case("a shield is raised for nothing", ["turn.shield-on", "ruling.shield-on-turn"],
         lambda: street('shields = ["moss-suresafe"]'), "shield-on a", told="""
        a turn.shield-on 14
        a.shields.0.up = True
    """),
    case("no shield", ["fire.sheet.cost", "turn.shield-on"],
         lambda: street(), "shield-on a", told="""
        refused turn.shield-on
    """),
    case("a shield that is up", ["turn.shield-on", "fire.sheet.cost"],
         lambda: street('shields = [{ key = "moss-suresafe", up = true }]'), "shield-on a", told="""
        refused turn.shield-on
    """),
    case("a shield that is shut down", ["shield.restart", "fire.sheet.cost"],
         lambda: street('shields = [{ key = "moss-suresafe", shut = true }]'), "shield-on a", told="""
        refused shield.restart
    """),
    case("of two the working one is raised", ["ruling.shield-on-turn", "turn.shield-on"],
         lambda: street('shields = [{ key = "moss-suresafe", shut = true }, "moss-standfirm"]'), "shield-on a", told="""
        a turn.shield-on 16
        a.shields.1.up = True
    """),
    case("a shield that took more than it holds shuts down",
         ["shield.overload", "ruling.shield-multi", "combat.free-choice", "shield.restart"],
         lambda: late('shields = [{ key = "moss-suresafe", up = true, taken = 15 }]'), "step", told="""
        gm combat.turn-end 1
        a shield.overload 15
        gm combat.turn-length 6
        a.shields.0.up = -
        a.shields.0.taken = -
        a.acted = -
        b.acted = -
        turn = 2
        ground.asked = -
        a.shields.0.shut = True
        a.shields.0.wait = 20
    """),
    case("what it holds is not too much", ["shield.refresh", "ruling.shield-multi", "combat.turn-end", "combat.turn-length"],
         lambda: late('shields = [{ key = "moss-suresafe", up = true, taken = 14 }]'), "step", told="""
        gm combat.turn-end 1
        a shield.refresh 14
        gm combat.turn-length 6
        a.shields.0.taken = -
        a.acted = -
        b.acted = -
        turn = 2
        ground.asked = -
    """),
    case("a spare comes up", ["shield.multiple", "ruling.shield-multi", "shield.overload", "shield.restart"],
         lambda: late('shields = [{ key = "moss-suresafe", up = true, taken = 15 }, "moss-standfirm"]'), "step", told="""
        gm combat.turn-end 1
        a shield.overload 15
        a shield.multiple 16
        gm combat.turn-length 6
        a.shields.0.up = -
        a.shields.0.taken = -
        a.acted = -
        b.acted = -
        turn = 2
        ground.asked = -
        a.shields.0.shut = True
        a.shields.0.wait = 20
        a.shields.1.up = True
    """),
    case("the wait for a restart runs", ["combat.turn-end", "ruling.shield-multi", "combat.turn-length"],
         lambda: late('shields = [{ key = "moss-suresafe", shut = true, wait = 2 }]'), "step", told="""
        gm combat.turn-end 1
        gm combat.turn-length 6
        a.shields.0.wait = 1
        a.acted = -
        b.acted = -
        turn = 2
        ground.asked = -
    """),
    case("a shield is restarted after a minute", ["ruling.shield-restart", "shield.restart", "check.meet-is-pass"],
         lambda: street('shields = [{ key = "moss-suresafe", shut = true }]', base=MEDIC),
         "restart-shield a", dice=[6], told="""
        a check.meet-is-pass 6
        a shield.restart 2 [6] 6 = +12 ruling.tn-unstated -4 check.core -2 check.core
        a ruling.shield-restart 14
        a.shields.0.shut = -
        a.shields.0.up = True
        a.acted = restart-shield
    """),
    case("a restart in vain", ["shield.restart", "ruling.shield-restart", "ruling.tn-unstated"],
         lambda: street('shields = [{ key = "moss-suresafe", shut = true }]', base=MEDIC),
         "restart-shield a", dice=[5], told="""
        a check.meet-is-pass 6
        a shield.restart 1 [5] 6 = +12 ruling.tn-unstated -4 check.core -2 check.core
        a.acted = restart-shield
    """),
    case("not before the minute is over", ["shield.restart"],
         lambda: street('shields = [{ key = "moss-suresafe", shut = true, wait = 1 }]'), "restart-shield a", told="""
        refused shield.restart
    """),
    case("a friend's shield", ["shield.restart", "ruling.shield-restart", "check.unskilled"],
         lambda: street(b='shields = [{ key = "moss-suresafe", shut = true }]', base=MEDIC, side="red",
            more=third(at="[30, 1]")),
         "restart-shield a whose=b", dice=[6], told="""
        a check.meet-is-pass 6
        a shield.restart 2 [6] 6 = +12 ruling.tn-unstated -4 check.core -2 check.core
        b ruling.shield-restart 14
        b.shields.0.shut = -
        a.acted = restart-shield
        b.shields.0.up = True
    """),
    case("a friend's shield out of reach", ["shield.restart"],
         lambda: street(b='shields = [{ key = "moss-suresafe", shut = true }]', gap=3, side="red", more=third(at="[30, 1]")),
         "restart-shield a whose=b", told="""
        refused shield.restart
    """),
    case("nothing has shut down", ["shield.restart"],
         lambda: street(), "restart-shield a", told="""
        refused shield.restart
    """),
    case("form: restart-shield", [],
         lambda: street('shields = [{ key = "moss-suresafe", shut = true }]',
            'shields = [{ key = "moss-suresafe", shut = true }]', side="red", more=third(at="[30, 1]")),
         "form a restart-shield", told="""
        attribute? battle/shift/meat/soul/wit [wit]
        whose? a/b
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_medics_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
