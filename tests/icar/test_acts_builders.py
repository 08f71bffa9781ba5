"""The combo builder: all that it tells and gives."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines

# fmt: off
ACTS = [
    case("a combo is built", ["close.build.cost", "close.combo.build", "close.build.record", "close.combo.extras"],
         None, "combo punch+kick+trip battle=3 street-fighting=2 meat=3 rp=5", told="""
        you close.combo.build (close.build.requirements)
        you close.build.cost 2 (close.build.record, close.combo.extras)
        allowed = True
        difficulty = 2
        cost = 2
        stun = 9
        damage = 0
        stun-meats = 3
        damage-meats = 0
        guns = []
        made = ['punch', 'kick', 'trip']
        chance-against-10 = 0.4
        effects = ['trip: the enemy is prone']
        why-not = []
        rp-left = 3
    """),
    case("a combo for exactly what it costs",
         ["close.build.cost", "close.build.record", "close.swap.hold-ends", "close.combo.build"],
         None, "combo kick battle=3 street-fighting=2 rp=1", told="""
        you close.combo.build (close.build.requirements)
        you close.build.cost 1 (close.build.record)
        allowed = True
        difficulty = 1
        cost = 1
        stun = 4
        damage = 0
        stun-meats = 2
        damage-meats = 0
        guns = []
        made = ['kick']
        chance-against-10 = 0.5
        effects = []
        why-not = []
        rp-left = 0
    """),
    case("a combo one cannot pay", ["close.combo.build", "close.build.cost", "close.combo.npc-tn", "close.build.record"],
         None, "combo kick+kick battle=3 street-fighting=2 rp=1", told="""
        you close.build.cost (close.build.requirements)
        you close.combo.build
        you close.build.cost 2 (close.build.record)
        allowed = False
        difficulty = 2
        cost = 2
        stun = 8
        damage = 0
        stun-meats = 4
        damage-meats = 0
        guns = []
        made = ['kick', 'kick']
        chance-against-10 = 0.4
        effects = []
        why-not = ['icar.close.build.cost: it costs 2 RP, and 1 are there']
    """),
    case("a combo without the skill", ["close.skill.sf2", "close.build.cost", "close.build.record", "close.combo.build"],
         None, "combo kick battle=3 street-fighting=1", told="""
        you close.skill.sf2 (close.build.requirements)
        you close.combo.build
        you close.build.cost 1 (close.build.record)
        allowed = False
        difficulty = 1
        cost = 1
        stun = 4
        damage = 0
        stun-meats = 2
        damage-meats = 0
        guns = []
        made = ['kick']
        chance-against-10 = 0.4
        effects = []
        why-not = ['icar.close.skill.sf2: kick needs street-fighting 2, not 1']
    """),
    case("a combo longer than Battle",
         ["close.build.max-moves", "close.build.punch-free", "close.build.cost", "close.build.record"],
         None, "combo punch+punch battle=1", told="""
        you close.build.max-moves (close.build.requirements)
        you close.combo.build
        you close.build.cost (close.build.record, close.build.punch-free)
        allowed = False
        difficulty = 0
        cost = 0
        stun = 4
        damage = 0
        stun-meats = 2
        damage-meats = 0
        guns = []
        made = ['punch', 'punch']
        chance-against-10 = 0.3
        effects = []
        why-not = ['icar.close.build.max-moves: 2 moves, and Battle is 1']
    """),
    case("a combo without Street Fighting", ["close.combo.sf1", "close.build.punch-free", "ruling.headbutt-stun", "tn.table"],
         None, "combo punch street-fighting=0", told="""
        you close.combo.sf1 (close.build.requirements)
        you close.combo.build
        you close.build.cost (close.build.record, close.build.punch-free)
        allowed = False
        difficulty = 0
        cost = 0
        stun = 2
        damage = 0
        stun-meats = 1
        damage-meats = 0
        guns = []
        made = ['punch']
        chance-against-10 = 0.4
        effects = []
        why-not = ['icar.close.combo.sf1: combos need street-fighting 1']
    """),
    case("a seventh combo", ["close.build.record", "close.combo.build", "close.build.punch-free", "close.build.max-six"],
         None, "combo punch owned=6", told="""
        you close.build.max-six (close.build.requirements)
        you close.combo.build
        you close.build.cost (close.build.record, close.build.punch-free)
        allowed = False
        difficulty = 0
        cost = 0
        stun = 2
        damage = 0
        stun-meats = 1
        damage-meats = 0
        guns = []
        made = ['punch']
        chance-against-10 = 0.5
        effects = []
        why-not = ['icar.close.build.max-six: 6 combos are all there is room for']
    """),
    case("a sixth combo", ["close.build.punch-free", "close.swap.hold-ends", "close.build.cost", "ruling.headbutt-stun"],
         None, "combo punch owned=5", told="""
        you close.combo.build (close.build.requirements)
        you close.build.cost (close.build.record, close.build.punch-free)
        allowed = True
        difficulty = 0
        cost = 0
        stun = 2
        damage = 0
        stun-meats = 1
        damage-meats = 0
        guns = []
        made = ['punch']
        chance-against-10 = 0.5
        effects = []
        why-not = []
    """),
    case("a combo that replaces another",
         ["close.build.replace", "ruling.combo-replace", "close.build.punch-free", "close.build.cost"],
         None, "combo punch owned=6 replaces=yes", told="""
        you close.combo.build (close.build.requirements)
        you close.build.cost (close.build.record, close.build.punch-free, close.build.replace, ruling.combo-replace)
        allowed = True
        difficulty = 0
        cost = 0
        stun = 2
        damage = 0
        stun-meats = 1
        damage-meats = 0
        guns = []
        made = ['punch']
        chance-against-10 = 0.5
        effects = []
        why-not = []
    """),
    case("nothing to replace", ["ruling.combo-replace", "close.build.replace", "close.combo.build", "close.build.punch-free"],
         None, "combo punch replaces=yes", told="""
        you close.build.replace (close.build.requirements)
        you close.combo.build
        you close.build.cost (close.build.record, close.build.punch-free, close.build.replace, ruling.combo-replace)
        allowed = False
        difficulty = 0
        cost = 0
        stun = 2
        damage = 0
        stun-meats = 1
        damage-meats = 0
        guns = []
        made = ['punch']
        chance-against-10 = 0.5
        effects = []
        why-not = ['icar.close.build.replace: there is none to replace']
    """),
    case("a combo with an unknown move",
         ["close.build.goal", "close.moves-table", "ruling.headbutt-stun", "close.combo.build"],
         None, "combo dance", told="""
        you close.moves-table (close.build.requirements, close.build.goal)
        allowed = False
        why-not = ["icar.close.moves-table: 'dance' is no move"]
        moves = ['break-free', 'disarm', 'dismantle', 'fire', 'headbutt', 'hold', 'hold-reverse', 'kick', 'knock-out',
            'punch', 'puppet', 'push-clear', 'quick-draw', 'rearm', 'reload', 'reverse', 'spinning-kick',
            'spring-onto-feet', 'stamp', 'strike', 'trip', 'undress']
    """),
    case("a strike at level two", ["ruling.strike-level", "close.combo.npc-tn", "close.build.record", "close.combo.extras"],
         None, "combo strike street-fighting=2", told="""
        you ruling.strike-level (close.build.requirements)
        you close.combo.build
        you close.build.cost 1 (close.build.record, close.combo.extras)
        allowed = False
        difficulty = 1
        cost = 1
        stun = 2
        damage = 2
        stun-meats = 1
        damage-meats = 1
        guns = []
        made = ['strike']
        chance-against-10 = 0.5
        effects = ['strike: a hand weapon adds its bonus to the Damage']
        why-not = ['icar.ruling.strike-level: a hand weapon needs street-fighting 2, to strike with it 3']
    """),
    case("a strike at level one", ["close.build.record", "close.weapon.hand", "close.combo.build", "close.build.cost"],
         None, "combo strike street-fighting=1", told="""
        you close.weapon.hand (close.build.requirements)
        you close.combo.build
        you close.build.cost 1 (close.build.record, close.combo.extras)
        allowed = False
        difficulty = 1
        cost = 1
        stun = 2
        damage = 2
        stun-meats = 1
        damage-meats = 1
        guns = []
        made = ['strike']
        chance-against-10 = 0.4
        effects = ['strike: a hand weapon adds its bonus to the Damage']
        why-not = ['icar.close.weapon.hand: a hand weapon in a combo needs street-fighting 2']
    """),
    case("a way up that does not come first",
         ["ruling.swap-place", "close.swap.buildable", "close.combo.build", "fire.stat.damage"],
         None, "combo punch+break-free street-fighting=3", told="""
        you ruling.swap-place (close.build.requirements)
        you close.combo.build
        you close.build.cost 1 (close.build.record, close.combo.extras, close.swap.buildable)
        allowed = False
        difficulty = 1
        cost = 1
        stun = 2
        damage = 0
        stun-meats = 1
        damage-meats = 0
        guns = []
        made = ['punch', 'break-free']
        chance-against-10 = 0.6
        effects = ['break-free: no longer held']
        why-not = ['icar.ruling.swap-place: break-free only comes first']
    """),
    case("two ways up", ["close.swap.buildable", "close.build.record", "close.build.cost", "close.combo.extras"],
         None, "combo spring-onto-feet+break-free street-fighting=3", told="""
        you close.combo.build (close.build.requirements)
        you close.build.cost 2 (close.build.record, close.combo.extras, close.swap.buildable)
        allowed = True
        difficulty = 2
        cost = 2
        stun = 0
        damage = 0
        stun-meats = 0
        damage-meats = 0
        guns = []
        made = ['spring-onto-feet', 'break-free']
        chance-against-10 = 0.5
        effects = ['spring-onto-feet: no longer prone', 'break-free: no longer held']
        why-not = []
    """),
    case("a combo that a hold ends",
         ["close.swap.buildable", "ruling.stamp-prone", "close.swap.hold-ends", "fire.stat.damage"],
         None, "combo hold+punch street-fighting=1", told="""
        you close.combo.build (close.build.requirements)
        you close.build.cost 1 (close.build.record, close.combo.extras, close.swap.buildable)
        allowed = True
        difficulty = 1
        cost = 1
        stun = 0
        damage = 0
        stun-meats = 0
        damage-meats = 0
        guns = []
        made = ['hold']
        chance-against-10 = 0.4
        effects = ['hold: the enemy is held']
        why-not = []
    """),
    case("a combo with a gun", ["ruling.headbutt-stun", "close.swap.hold-ends", "close.combo.extras", "close.build.cost"],
         None, "combo fire+puppet street-fighting=1 gun-fu=2", told="""
        you close.combo.build (close.build.requirements)
        you close.build.cost 2 (close.build.record, close.combo.extras)
        allowed = True
        difficulty = 2
        cost = 2
        stun = 0
        damage = 0
        stun-meats = 0
        damage-meats = 0
        guns = ['fire', 'puppet']
        made = ['fire', 'puppet']
        chance-against-10 = 0.3
        effects = ['fire: the own gun, with a Shooting check', "puppet: the enemy's gun hits somebody else"]
        why-not = []
    """),
    case("stamps after a trip",
         ["ruling.barge-difficulty", "close.swap.hold-ends", "close.combo.extras", "close.combo.build"],
         None, "combo trip+stamp+stamp", told="""
        you close.combo.build (close.build.requirements)
        you close.build.cost 1 (close.build.record, close.combo.extras, ruling.barge-difficulty)
        allowed = True
        difficulty = 1
        cost = 1
        stun = 4
        damage = 0
        stun-meats = 2
        damage-meats = 0
        guns = []
        made = ['trip', 'stamp', 'stamp']
        chance-against-10 = 0.4
        effects = ['trip: the enemy is prone', 'stamp: only on somebody prone']
        why-not = []
    """),
    case("a stamp before a trip", ["ruling.stamp-prone", "close.combo.build", "close.swap.hold-ends", "ruling.headbutt-stun"],
         None, "combo stamp+trip", told="""
        you close.combo.build (close.build.requirements)
        you close.build.cost 1 (close.build.record, close.combo.extras)
        allowed = True
        difficulty = 1
        cost = 1
        stun = 0
        damage = 0
        stun-meats = 0
        damage-meats = 0
        guns = []
        made = ['stamp', 'trip']
        chance-against-10 = 0.4
        effects = ['stamp: only on somebody prone', 'trip: the enemy is prone']
        why-not = []
    """),
    case("a headbutt is remarked upon",
         ["close.combo.npc-tn", "ruling.stamp-prone", "ruling.headbutt-stun", "close.build.record"],
         None, "combo headbutt street-fighting=2 meat=4", told="""
        you close.combo.build (close.build.requirements)
        you close.build.cost 1 (close.build.record, ruling.headbutt-stun)
        allowed = True
        difficulty = 1
        cost = 1
        stun = 0
        damage = 4
        stun-meats = 0
        damage-meats = 1
        guns = []
        made = ['headbutt']
        chance-against-10 = 0.5
        effects = []
        why-not = []
    """),
    case("the four combos of the book", ["close.prebuilt.1", "close.prebuilt.2", "close.prebuilt.3", "close.prebuilt.4"],
         None, "prebuilt-combos meat=2", told="""
        combos = [{'moves': ['trip', 'stamp', 'stamp'], 'difficulty': 1, 'stun': 4, 'damage': 0, 'prone': True},
            {'moves': ['headbutt', 'kick', 'punch'], 'difficulty': 2, 'stun': 6, 'damage': 2, 'prone': False}, {'moves':
            ['kick', 'trip', 'stamp'], 'difficulty': 2, 'stun': 6, 'damage': 0, 'prone': True}, {'moves': ['strike',
            'strike', 'strike'], 'difficulty': 3, 'stun': 6, 'damage': 6, 'prone': False}]
        battle = 3
        street-fighting = 5
        gun-fu = 5
    """),
    case("the table of moves", ["close.skill.gf2", "close.skill.gf4", "close.skill.sf1", "close.swap.hold-sf1"],
         None, "moves", told="""
        moves = [{'move': 'punch', 'difficulty': 0, 'stun': 1, 'damage': 0, 'skill': '', 'level': 0, 'swap': False,
            'effect': ''}, {'move': 'stamp', 'difficulty': 0, 'stun': 1, 'damage': 0, 'skill': 'street-fighting', 'level':
            1, 'swap': False, 'effect': 'only on somebody prone'}, {'move': 'trip', 'difficulty': 1, 'stun': 0, 'damage': 0,
            'skill': 'street-fighting', 'level': 1, 'swap': False, 'effect': 'the enemy is prone'}, {'move': 'kick',
            'difficulty': 1, 'stun': 2, 'damage': 0, 'skill': 'street-fighting', 'level': 2, 'swap': False, 'effect': ''},
            {'move': 'headbutt', 'difficulty': 1, 'stun': 0, 'damage': 1, 'skill': 'street-fighting', 'level': 2, 'swap':
            False, 'effect': ''}, {'move': 'strike', 'difficulty': 1, 'stun': 1, 'damage': 1, 'skill': 'street-fighting',
            'level': 3, 'swap': False, 'effect': 'a hand weapon adds its bonus to the Damage'}, {'move': 'spinning-kick',
            'difficulty': 2, 'stun': 2, 'damage': 1, 'skill': 'street-fighting', 'level': 4, 'swap': False, 'effect': ''},
            {'move': 'fire', 'difficulty': 1, 'stun': 0, 'damage': 0, 'skill': 'gun-fu', 'level': 1, 'swap': False,
            'effect': 'the own gun, with a Shooting check'}, {'move': 'puppet', 'difficulty': 1, 'stun': 0, 'damage': 0,
            'skill': 'gun-fu', 'level': 2, 'swap': False, 'effect': "the enemy's gun hits somebody else"}, {'move':
            'dismantle', 'difficulty': 2, 'stun': 0, 'damage': 0, 'skill': 'gun-fu', 'level': 3, 'swap': False, 'effect':
            "the enemy's gun falls apart"}, {'move': 'reverse', 'difficulty': 2, 'stun': 0, 'damage': 0, 'skill': 'gun-fu',
            'level': 4, 'swap': False, 'effect': 'the enemy is shot with the own gun'}, {'move': 'hold', 'difficulty': 1,
            'stun': 0, 'damage': 0, 'skill': 'street-fighting', 'level': 1, 'swap': True, 'effect': 'the enemy is held'},
            {'move': 'disarm', 'difficulty': 1, 'stun': 0, 'damage': 0, 'skill': 'street-fighting', 'level': 2, 'swap':
            True, 'effect': 'the weapon leaves the hand'}, {'move': 'spring-onto-feet', 'difficulty': 1, 'stun': 0,
            'damage': 0, 'skill': 'street-fighting', 'level': 3, 'swap': True, 'effect': 'no longer prone'}, {'move':
            'break-free', 'difficulty': 1, 'stun': 0, 'damage': 0, 'skill': 'street-fighting', 'level': 3, 'swap': True,
            'effect': 'no longer held'}, {'move': 'hold-reverse', 'difficulty': 2, 'stun': 0, 'damage': 0, 'skill':
            'street-fighting', 'level': 4, 'swap': True, 'effect': 'the holder is held'}, {'move': 'quick-draw',
            'difficulty': 1, 'stun': 0, 'damage': 0, 'skill': 'gun-fu', 'level': 1, 'swap': True, 'effect': 'a gun is
            drawn'}, {'move': 'rearm', 'difficulty': 2, 'stun': 0, 'damage': 0, 'skill': 'gun-fu', 'level': 2, 'swap': True,
            'effect': "the enemy's weapon is taken"}, {'move': 'reload', 'difficulty': 2, 'stun': 0, 'damage': 0, 'skill':
            'gun-fu', 'level': 3, 'swap': True, 'effect': 'a fresh magazine'}, {'move': 'knock-out', 'difficulty': 2,
            'stun': 0, 'damage': 0, 'skill': 'akarak-art', 'level': 1, 'swap': True, 'effect': "an unarmoured human's Stun
            is 0"}, {'move': 'push-clear', 'difficulty': 1, 'stun': 1, 'damage': 0, 'skill': 'akarak-art', 'level': 2,
            'swap': True, 'effect': 'two turns to come back'}, {'move': 'undress', 'difficulty': 2, 'stun': 0, 'damage': 0,
            'skill': 'akarak-art', 'level': 4, 'swap': True, 'effect': 'armour falls off'}]
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_builders_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
