"""Combos: all that each of their moves tells, asks and changes."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.scenes import GUN, KNIFE, master
from tests.icar.street import FISTS, FLOOR, street, third

# fmt: off
ACTS = [
    case("a combo at an NPC is a check at 10 and its blows add up",
         ["ruling.pinned-combo", "close.foes.combo-each", "turn.combo", "close.combo.definition"],
         lambda: street(FISTS), 'combo a b fists words="like water"', dice=[6], told="""
        a turn.combo
        a check.meet-is-pass 6
        a close.combo.check 2 [6] 6 = +10 close.combo.npc-tn -3 check.core -1 check.core
        a>b close.combo.effect 6
        b.stun = 3
        a.acted = combo
    """),
    case("a combo that fails does nothing",
         ["ruling.combo-fail", "close.foes.combo-each", "close.combo.npc-tn", "close.combo.definition"],
         lambda: street(FISTS), 'combo a b fists words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 6
        a close.combo.check 1 [5] 6 = +10 close.combo.npc-tn -3 check.core -1 check.core
        a>b ruling.combo-fail
        a.acted = combo
    """),
    case("a critical combo is told", ["close.foes.roll-each", "crit.pass", "crit.narrator", "close.combo.npc-tn"],
         lambda: street(FISTS), 'combo a b fists words="like water"', dice=[10], answers=["wham"], told="""
        a turn.combo
        a check.meet-is-pass 6
        a close.combo.check 3 [10] 6 = +10 close.combo.npc-tn -3 check.core -1 check.core
        a crit.pass (crit.narrator)
        a crit.narrator
        a>b close.combo.effect 6
        a? crit.narrator : wham
        b.stun = 3
        a.acted = combo
    """),
    case("without words no die is thrown",
         ["close.foes.roll-each", "turn.combo", "close.combo.describe-first", "close.combo.definition"],
         lambda: street(FISTS), "combo a b fists", told="""
        a turn.combo
        a close.combo.describe-first
        a.acted = combo
    """),
    case("trip and stamp", ["close.trip", "close.combo.stats", "close.combo.extras", "ruling.headbutt-stun"],
         lambda: street(FLOOR), 'combo a b floor words="like water"', dice=[9], told="""
        a turn.combo
        a check.meet-is-pass 7
        a close.combo.check 2 [9] 7 = +10 close.combo.npc-tn +1 close.combo.stats -3 check.core -1 check.core
        a>b close.trip
        a>b close.combo.effect 6
        b.stun = 3
        a.acted = combo
        b.prone = True
        b.tripped-by = a
        b.fell = True
    """),
    case("a stamp does nothing to somebody on their feet",
         ["ruling.stamp-prone", "close.combo.effect", "ruling.headbutt-stun", "close.combo.check"],
         lambda: master('stamp', 'punch'), 'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 2
        a close.combo.check 2 [5] 2 = +10 close.combo.npc-tn -4 check.core -4 check.core
        a>b ruling.stamp-prone
        a>b close.combo.effect 3
        b.stun = 6
        a.acted = combo
    """),
    case("a kick is two Meats of Stun",
         ["close.swap.must-describe", "ruling.example-levels", "close.combo.definition", "close.foes.combo-each"],
         lambda: master('kick'), 'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 3
        a close.combo.check 2 [5] 3 = +10 close.combo.npc-tn +1 close.combo.stats -4 check.core -4 check.core
        a>b close.combo.effect 6
        b.stun = 3
        a.acted = combo
    """),
    case("a headbutt is Damage", ["close.combo.check", "ruling.undescribed", "close.combo.stats", "close.combo.effect"],
         lambda: master('headbutt'), 'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 3
        a close.combo.check 2 [5] 3 = +10 close.combo.npc-tn +1 close.combo.stats -4 check.core -4 check.core
        a>b close.combo.effect
        b>a close.combo.stats 3
        b.hp = 7
        a.acted = combo
    """),
    case("a headbutt is Stun besides if the table says so",
         ["close.combo.effect", "ruling.flow", "close.combo.check", "ruling.combo-all"],
         lambda: master('headbutt', head='[rulings]\nheadbutt-stun = "meat"'),
         'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 3
        a close.combo.check 2 [5] 3 = +10 close.combo.npc-tn +1 close.combo.stats -4 check.core -4 check.core
        a>b close.combo.effect 3
        b>a close.combo.stats 3
        b.hp = 7
        b.stun = 6
        a.acted = combo
    """),
    case("a spinning kick is both", ["ruling.combo-all", "close.foes.penalty", "close.combo.effect", "close.foes.roll-each"],
         lambda: master('spinning-kick'), 'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 4
        a close.combo.check 2 [5] 4 = +10 close.combo.npc-tn +2 close.combo.stats -4 check.core -4 check.core
        a>b close.combo.effect 6
        b>a close.combo.stats 3
        b.hp = 7
        b.stun = 3
        a.acted = combo
    """),
    case("a strike with a knife",
         ["ruling.strike-damage", "close.foes.combo-each", "close.combo.describe-first", "turn.combo"],
         lambda: master('strike', a=KNIFE), 'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 3
        a close.combo.check 2 [5] 3 = +10 close.combo.npc-tn +1 close.combo.stats -4 check.core -4 check.core
        a ruling.strike-damage 5
        a>b close.combo.effect 3
        b>a close.combo.stats 5
        b.hp = 5
        b.stun = 6
        a.acted = combo
    """),
    case("a strike with a gun is a blow with a club",
         ["close.weapon.bash", "close.combo.definition", "turn.combo", "close.foes.combo-each"],
         lambda: master('strike', a=GUN), 'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 3
        a close.combo.check 2 [5] 3 = +10 close.combo.npc-tn +1 close.combo.stats -4 check.core -4 check.core
        a close.weapon.bash 3
        a>b close.combo.effect 3
        b>a close.combo.stats 3
        b.hp = 7
        b.stun = 6
        a.acted = combo
    """),
    case("a strike with what lies about",
         ["close.combo.describe-first", "ruling.strike-damage", "close.combo.stats", "close.combo.effect"],
         lambda: master('strike'), 'combo a b x words="like water" thing="table leg"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 3
        a close.combo.check 2 [5] 3 = +10 close.combo.npc-tn +1 close.combo.stats -4 check.core -4 check.core
        a>b close.combo.effect 3
        b>a close.combo.stats 3
        b.hp = 7
        b.stun = 6
        a.hand = table leg
        a.acted = combo
    """),
    case("a strike wants something in the hand",
         ["close.weapon.hand", "ruling.trip-level", "close.swap.difficulty", "close.combo.definition"],
         lambda: master('strike'), 'combo a b x words="like water"', told="""
        refused close.weapon.hand
    """),
    case("fire wants a Shooting check at 10 and takes a round",
         ["close.weapon.fired", "close.weapon.firearm", "fire.stat.damage", "fire.stat.to-hit"],
         lambda: master('fire', a=GUN), 'combo a b x words="like water"', dice=[5, 5], told="""
        a turn.combo
        a check.meet-is-pass 3
        a close.combo.check 2 [5] 3 = +10 close.combo.npc-tn +1 close.combo.stats -4 check.core -4 check.core
        a check.meet-is-pass 2
        a ruling.gunfu-roll 2 [5] 2 = +10 ruling.gunfu-roll -4 check.core -3 check.core -1 fire.stat.to-hit
        a>b close.weapon.fired 6
        b>a fire.stat.damage 6
        a.weapons.0.rounds = 3
        b.hp = 4
        b.stun = 3
        a.acted = combo
    """),
    case("a shot of a combo may miss", ["fire.sheet.name", "close.weapon.fired", "fire.stat.to-hit", "fire.stat.damage"],
         lambda: master('fire', a=GUN), 'combo a b x words="like water"', dice=[5, 2], told="""
        a turn.combo
        a check.meet-is-pass 3
        a close.combo.check 2 [5] 3 = +10 close.combo.npc-tn +1 close.combo.stats -4 check.core -4 check.core
        a check.meet-is-pass 2
        a ruling.gunfu-roll 2 [2] 2 = +10 ruling.gunfu-roll -4 check.core -3 check.core -1 fire.stat.to-hit
        a>b close.weapon.fired 6
        b>a fire.stat.damage 6
        a.weapons.0.rounds = 3
        b.hp = 4
        b.stun = 3
        a.acted = combo
    """),
    case("two shots in a combo", ["close.combo.multi-fire", "ruling.stun-wake", "close.weapon.fired", "fire.sheet.name"],
         lambda: master('fire', 'fire', a=GUN), 'combo a b x words="like water"', dice=[5, 5, 5], answers=["whole"], told="""
        a turn.combo
        a check.meet-is-pass 4
        a close.combo.check 2 [5] 4 = +10 close.combo.npc-tn +2 close.combo.stats -4 check.core -4 check.core
        a check.meet-is-pass 2
        a ruling.gunfu-roll 2 [5] 2 = +10 ruling.gunfu-roll -4 check.core -3 check.core -1 fire.stat.to-hit
        a>b close.weapon.fired 6
        b>a fire.stat.damage 6
        a check.meet-is-pass 2
        a ruling.gunfu-roll 2 [5] 2 = +10 ruling.gunfu-roll -4 check.core -3 check.core -1 fire.stat.to-hit
        a>b close.weapon.fired 6
        b>a fire.stat.damage 6
        b stun.zero -3
        b stun.negative 3
        b hp.zero -2
        gm hp.brain
        a>b close.combo.multi-fire
        gm? hp.brain limb|organ|brain|vaporised|whole: whole
        a.weapons.0.rounds = 2
        b.hp = -2
        b.stun = -3
        a.acted = combo
        b.prone = True
        b.asleep = 3
        b.dying = 40
        b.fresh = ['asleep', 'dying']
        b.tries = 10
        over: red hp.zero
    """),
    case("an empty gun fires nothing in a combo",
         ["close.weapon.firearm", "close.combo.check", "fire.sheet.type", "ruling.gunfu-roll"],
         lambda: master('fire', a='weapons = [{ key = "nelson-h1", rounds = 0 }]'),
         'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 3
        a close.combo.check 2 [5] 3 = +10 close.combo.npc-tn +1 close.combo.stats -4 check.core -4 check.core
        a>b ruling.gunfu-roll
        a.acted = combo
    """),
    case("a chain gun is no gun for close quarters",
         ["close.weapon.firearm", "close.foes.roll-each", "close.combo.check", "close.combo.stats"],
         lambda: master('fire', a='weapons = ["astraripper-5"]'), 'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 3
        a close.combo.check 2 [5] 3 = +10 close.combo.npc-tn +1 close.combo.stats -4 check.core -4 check.core
        a close.weapon.firearm
        a.acted = combo
    """),
    case("a puppet shoots another with the enemy's gun", ["close.build.requirements", "fire.declare-order"],
         lambda: master('puppet', b=GUN, more=third()), 'combo a b x words="like water" victim=c', dice=[5, 5], told="""
        refused fire.declare-order
    """),
    case("a puppet without a victim shoots nobody", ["close.build.max-six", "close.build.requirements"],
         lambda: master('puppet', b=GUN, more=third()), 'combo a b x words="like water"', dice=[5], told="""
        refused fire.declare-order
    """),
    case("a puppet shoots nobody who is not there", ["close.build.max-six", "fire.declare-order"],
         lambda: master('puppet', b=GUN), 'combo a b x words="like water" victim=nobody', told="""
        refused fire.declare-order
    """),
    case("a puppet does not shoot its master", ["close.build.requirements", "ruling.down-choice", "fire.declare-order"],
         lambda: master('puppet', b=GUN), 'combo a b x words="like water" victim=a', told="""
        refused fire.declare-order
    """),
    case("reverse needs no Shooting check", ["close.build.max-six", "fire.declare-order"],
         lambda: master('reverse', b=GUN), 'combo a b x words="like water"', dice=[5], told="""
        refused fire.declare-order
    """),
    case("dismantle takes the gun apart", ["ruling.swap-place", "close.build.requirements"],
         lambda: master('dismantle', b=GUN), 'combo a b x words="like water"', dice=[5], told="""
        refused fire.declare-order
    """),
    case("dismantle does nothing without a gun",
         ["ruling.gunfu-roll", "close.foes.roll-each", "close.combo.npc-tn", "close.combo.stats"],
         lambda: master('dismantle', b=KNIFE), 'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 4
        a close.combo.check 2 [5] 4 = +10 close.combo.npc-tn +2 close.combo.stats -4 check.core -4 check.core
        a>b ruling.gunfu-roll
        a.acted = combo
    """),
    case("disarm: the weapon lies on the floor",
         ["close.combo.stats", "ruling.taking", "close.skill.sf2", "ruling.gunfu-roll"],
         lambda: master('disarm', b=KNIFE), 'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 3
        a close.combo.check 2 [5] 3 = +10 close.combo.npc-tn +1 close.combo.stats -4 check.core -4 check.core
        a>b close.skill.sf2
        b.weapons.0.key = -
        b.weapons.0.name = -
        b.weapons.0.note = -
        b.weapons.0.bonus = -
        b.hand = -
        a.acted = combo
        lying.0.weapon.key = knife
        lying.0.weapon.name = Knife
        lying.0.weapon.note = polyceramic
        lying.0.weapon.bonus = 2
        lying.0.at = [1.0, 0.0]
    """),
    case("disarm does nothing to empty hands",
         ["close.combo.check", "close.combo.definition", "ruling.example-levels", "ruling.gunfu-roll"],
         lambda: master('disarm'), 'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 3
        a close.combo.check 2 [5] 3 = +10 close.combo.npc-tn +1 close.combo.stats -4 check.core -4 check.core
        a>b ruling.gunfu-roll
        a.acted = combo
    """),
    case("rearm: the enemy's gun is in the own hand, and the combo ends", ["close.build.requirements", "close.build.max-six"],
         lambda: master('rearm', 'punch', b=GUN), 'combo a b x words="like water"', dice=[5], told="""
        refused fire.declare-order
    """),
    case("quick draw and fire", ["close.skill.gf1", "close.combo.extras", "close.weapon.fired", "ruling.gunfu-roll"],
         lambda: master('quick-draw', 'fire', a=GUN + 'hand = ""'), 'combo a b x words="like water"', dice=[5, 5], told="""
        a turn.combo
        a check.meet-is-pass 4
        a close.combo.check 2 [5] 4 = +10 close.combo.npc-tn +2 close.combo.stats -4 check.core -4 check.core
        a close.skill.gf1
        a check.meet-is-pass 2
        a ruling.gunfu-roll 2 [5] 2 = +10 ruling.gunfu-roll -4 check.core -3 check.core -1 fire.stat.to-hit
        a>b close.weapon.fired 6
        b>a fire.stat.damage 6
        a.weapons.0.rounds = 3
        b.hp = 4
        b.stun = 3
        a.hand = nelson-h1
        a.acted = combo
    """),
    case("quick draw draws nothing that is taken apart",
         ["close.foes.combo-each", "ruling.combo-all", "ruling.down-order", "turn.combo"],
         lambda: master('quick-draw', a='weapons = [{ key = "nelson-h1", apart = true }]\nhand = ""'),
         'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 3
        a close.combo.check 2 [5] 3 = +10 close.combo.npc-tn +1 close.combo.stats -4 check.core -4 check.core
        a.acted = combo
    """),
    case("reload fills the gun in the hand",
         ["close.skill.gf3", "close.weapon.hand", "ruling.gunfu-roll", "ruling.combo-all"],
         lambda: master('reload', a='weapons = [{ key = "nelson-h1", rounds = 1, spares = 1 }]'),
         'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 4
        a close.combo.check 2 [5] 4 = +10 close.combo.npc-tn +2 close.combo.stats -4 check.core -4 check.core
        a close.skill.gf3
        a.weapons.0.rounds = 4
        a.weapons.0.spares = -
        a.acted = combo
    """),
    case("reload fills two pistols", ["ruling.gunfu-roll", "close.skill.gf3", "ruling.combo-all", "fire.stat.magazine"],
         lambda: master('reload', a='weapons = [{ key = "nelson-h1", rounds = 1 }, { key = "raqax-2e", rounds = 0 }]'),
         'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 4
        a close.combo.check 2 [5] 4 = +10 close.combo.npc-tn +2 close.combo.stats -4 check.core -4 check.core
        a close.skill.gf3
        a close.skill.gf3
        a.weapons.0.rounds = 4
        a.weapons.1.rounds = 6
        a.acted = combo
    """),
    case("reload fills one rifle", ["close.skill.gf3", "ruling.gunfu-roll", "close.combo.npc-tn", "fire.sheet.type"],
         lambda: master('reload', a='weapons = [{ key = "havoc-1c", rounds = 0 }, { key = "raqax-2e", rounds = 0 }]'),
         'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 4
        a close.combo.check 2 [5] 4 = +10 close.combo.npc-tn +2 close.combo.stats -4 check.core -4 check.core
        a close.skill.gf3
        a.weapons.0.rounds = 2
        a.acted = combo
    """),
    case("reload wants a magazine", ["close.foes.penalty", "ruling.combo-all", "close.skill.gf3", "ruling.gunfu-roll"],
         lambda: master('reload', a='weapons = [{ key = "nelson-h1", rounds = 1, spares = 0 }]'),
         'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 4
        a close.combo.check 2 [5] 4 = +10 close.combo.npc-tn +2 close.combo.stats -4 check.core -4 check.core
        a.acted = combo
    """),
    case("a reload without a gun is nothing",
         ["ruling.combo-all", "close.combo.npc-tn", "close.skill.gf3", "ruling.gunfu-roll"],
         lambda: master('reload'), 'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 4
        a close.combo.check 2 [5] 4 = +10 close.combo.npc-tn +2 close.combo.stats -4 check.core -4 check.core
        a ruling.gunfu-roll
        a.acted = combo
    """),
    case("knock-out takes all Stun of an unarmoured human",
         ["close.skill.aa1", "ruling.firearm-stun", "ruling.knock-out", "stun.zero"],
         lambda: master('knock-out'), 'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 4
        a close.combo.check 2 [5] 4 = +10 close.combo.npc-tn +2 close.combo.stats -4 check.core -4 check.core
        a>b close.skill.aa1
        b stun.zero
        b.stun = -
        a.acted = combo
        b.prone = True
        b.asleep = 1
        b.fresh = ['asleep']
        over: red stun.zero
    """),
    case("knock-out does nothing to somebody in armour",
         ["close.combo.definition", "ruling.knock-out", "ruling.example-levels", "close.combo.npc-tn"],
         lambda: master('knock-out', b='armour = ["moss-sports-impact"]'),
         'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 4
        a close.combo.check 2 [5] 4 = +10 close.combo.npc-tn +2 close.combo.stats -4 check.core -4 check.core
        a>b ruling.knock-out
        a.acted = combo
    """),
    case("knock-out does nothing to an Aug",
         ["ruling.knock-out", "close.combo.check", "ruling.combo-all", "close.foes.roll-each"],
         lambda: master('knock-out', b='aug = true'), 'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 4
        a close.combo.check 2 [5] 4 = +10 close.combo.npc-tn +2 close.combo.stats -4 check.core -4 check.core
        a>b ruling.knock-out
        a.acted = combo
    """),
    case("knock-out does nothing to an automaton",
         ["turn.combo", "ruling.knock-out", "close.combo.check", "ruling.combo-all"],
         lambda: master('knock-out', b='automaton = true'), 'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 4
        a close.combo.check 2 [5] 4 = +10 close.combo.npc-tn +2 close.combo.stats -4 check.core -4 check.core
        a>b ruling.knock-out
        a.acted = combo
    """),
    case("push clear: two turns to come back",
         ["close.skill.aa2", "ruling.push-clear", "close.combo.extras", "close.combo.effect"],
         lambda: master('push-clear'), 'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 3
        a close.combo.check 2 [5] 3 = +10 close.combo.npc-tn +1 close.combo.stats -4 check.core -4 check.core
        a>b close.combo.effect 3
        a>b close.skill.aa2 2
        b.stun = 6
        a.acted = combo
        b.away = 3
    """),
    case("undress: armour falls off", ["close.combo.extras", "close.skill.aa4", "ruling.undress", "close.combo.definition"],
         lambda: master('undress', b='armour = ["moss-sports-impact"]'), 'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 4
        a close.combo.check 2 [5] 4 = +10 close.combo.npc-tn +2 close.combo.stats -4 check.core -4 check.core
        a>b close.skill.aa4
        b.armour.0.key = -
        b.armour.0.name = -
        b.armour.0.hp = -
        b.armour.0.left = -
        b.armour.0.cost = -
        a.acted = combo
    """),
    case("undress: powered armour throws its wearer out, with its shields",
         ["ruling.undress", "shield.capacity", "close.aug.tougher", "close.combo.check"],
         lambda: master('undress', b='armour = ["moss-pegasus"]'), 'combo a b x words="like water"', dice=[5], told="""
        a turn.combo
        a check.meet-is-pass 4
        a close.combo.check 2 [5] 4 = +10 close.combo.npc-tn +2 close.combo.stats -4 check.core -4 check.core
        a>b ruling.undress
        b.armour.0.key = -
        b.armour.0.name = -
        b.armour.0.hp = -
        b.armour.0.left = -
        b.armour.0.powered = -
        b.armour.0.cost = -
        b.armour.0.meat = -
        b.armour.0.shift = -
        b.armour.0.shields = -
        b.shields.0.key = -
        b.shields.0.name = -
        b.shields.0.hp = -
        b.shields.1.key = -
        b.shields.1.name = -
        b.shields.1.hp = -
        a.acted = combo
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_combos_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
