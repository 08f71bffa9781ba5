"""Harm by the GM's hand: all that each act tells, asks and changes."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.street import street, third

# fmt: off
ACTS = [
    case("the GM hurts somebody through armour",
         ["close.combo.stats", "ruling.armour", "ruling.firearm-stun", "fire.sheet.type"],
         lambda: street(b='armour = [{ key = "moss-sports-impact", left = 2 }]'), "gm hurt b 5 stun=2", told="""
        b>moss-sports-impact ruling.armour 2
        b>gm close.combo.stats 3
        b.hp = 7
        b.stun = 7
        b.armour.0.left = -
    """),
    case("the GM hurts past armour", ["ruling.armour", "close.combo.stats", "close.aug.tougher", "ruling.firearm-stun"],
         lambda: street(b='armour = ["moss-sports-impact"]'), "gm hurt b 5 direct=yes stun=1", told="""
        b>gm close.combo.stats 5
        b.hp = 5
        b.stun = 8
    """),
    case("energy is stopped by a shield", ["ruling.shield-stun", "shield.high-energy", "shield.soaks-all", "shield.capacity"],
         lambda: street(b='shields = [{ key = "moss-suresafe", up = true }]'), "gm hurt b 5 energy stun=3", told="""
        b>gm shield.soaks-all 5
        b>gm ruling.shield-stun 3
        b.shields.0.taken = 5
    """),
    case("a blow passes a shield", ["ruling.shield-melee", "ruling.armour", "fire.sheet.type", "close.combo.stats"],
         lambda: street(b='shields = [{ key = "moss-suresafe", up = true }]'), "gm hurt b 5", told="""
        b>gm ruling.shield-melee
        b>gm close.combo.stats 5
        b.hp = 5
    """),
    case("no such harm", ["shield.high-energy", "fire.sheet.type", "ruling.armour", "ruling.firearm-stun"],
         lambda: street(), "gm hurt b 5 magic", told="""
        refused shield.high-energy
    """),
    case("no amount", ["ruling.illegal"],
         lambda: street(), "gm hurt b 0", told="""
        refused ruling.illegal
    """),
    case("the dead are not hurt", ["ruling.illegal", "ruling.sleepers-lie"],
         lambda: street(b='hp = -2\nout = "dead"', more=third()), "gm hurt b 1", told="""
        refused ruling.illegal
    """),
    case("the GM heals, never above the maximum", ["heal.hp.rest"],
         lambda: street(b='hp = 8'), "gm heal b 5", told="""
        b heal.hp.rest 5
        b.hp = 10
    """),
    case("the GM heals the dying", ["ruling.sleepers-lie", "heal.hp.rest"],
         lambda: street(b='hp = -1', more=third()), "gm heal b 5", told="""
        b heal.hp.rest 5
        b.hp = 4
        b.dying = -
        b.tries = -
    """),
    case("the GM stuns", ["ruling.hp-below-zero", "ruling.shield-stun", "stun.zero", "ruling.aim"],
         lambda: street(more=third()), "gm stun b 4", told="""
        b.stun = 5
    """),
    case("the GM stuns all there is", ["stun.zero", "ruling.stun-overkill", "ruling.stun-wake", "ruling.firearm-stun"],
         lambda: street(more=third()), "gm stun b", told="""
        b stun.zero
        b.stun = -
        b.prone = True
        b.asleep = 1
        b.fresh = ['asleep']
    """),
    case("the GM puts somebody down", ["space.end.collapse", "stun.zero", "ruling.stun-overkill", "vehicle.damage.zero"],
         lambda: street(more=third()), "gm down b", told="""
        b stun.zero
        b.stun = -
        b.prone = True
        b.asleep = 1
        b.fresh = ['asleep']
    """),
    case("a hit on the dying", ["ruling.hp-below-zero", "ruling.stabilise", "close.combo.stats", "ruling.armour"],
         lambda: street(b='hp = -1', more=third()), "gm hurt b 3", told="""
        b>gm close.combo.stats 3
        b ruling.hp-below-zero -4
        b.hp = -4
    """),
    case("a hit on the stable starts a new clock", ["body.limb", "body.organ", "hp.vaporised", "hp.brain"],
         lambda: street(b='hp = 0\nstable = true', more=third()), "gm hurt b 3", answers=["organ"], told="""
        b>gm close.combo.stats 3
        b hp.zero -3
        gm hp.brain
        b body.organ
        gm? hp.brain limb|organ|brain|vaporised|whole: organ
        b.stable = -
        b.hp = -3
        b.dying = 40
        b.fresh = ['dying']
        b.tries = 10
        b.lost = ['organ']
    """),
    case("more Stun while asleep", ["stun.negative", "ruling.stun-overkill", "ruling.stun-wake", "stun.zero"],
         lambda: street(b='stun = -1', more=third()), "gm stun b 3", told="""
        b ruling.stun-overkill -4
        b stun.negative 4
        b.stun = -4
        b.asleep = 4
        b.fresh = ['asleep']
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_gm_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
