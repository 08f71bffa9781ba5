"""Shots: all that each act tells, asks and changes."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.scenes import GUN, gunmen
from tests.icar.street import street, third

# fmt: off
ACTS = [
    case("a shot at ten metres", ["fire.simultaneous", "fire.check", "ruling.multi-target", "fire.scope"],
         lambda: gunmen(), "fire a b", dice=[3], told="""
        a>b fire.state 3
        a check.meet-is-pass 3
        a fire.check 2 [3] 3 = +10 ruling.fire-base-tn -3 check.core -3 check.core -1 fire.stat.to-hit
        a>b fire.simultaneous
        a.weapons.0.rounds = 3
        ground.asked = ['b', 'a']
        a.acted = fire
        a.shot = ['b']
        ground.shots.0.by = a
        ground.shots.0.target = b
        ground.shots.0.damage = 6
        ground.shots.0.stun = 6
        ground.shots.0.weapon = Nelson H1
    """),
    case("a shot that misses", ["fire.stat.to-hit", "fire.check", "fire.state", "ruling.fire-base-tn"],
         lambda: gunmen(), "fire a b", dice=[2], told="""
        a>b fire.state 3
        a check.meet-is-pass 3
        a fire.check 1 [2] 3 = +10 ruling.fire-base-tn -3 check.core -3 check.core -1 fire.stat.to-hit
        a.weapons.0.rounds = 3
        ground.asked = ['b', 'a']
        a.acted = fire
        a.shot = ['b']
    """),
    case("a natural ten hits and is told", ["crit.pass", "crit.reward", "crit.narrator", "turn.fire"],
         lambda: gunmen(), "fire a b", dice=[10], answers=["bang"], told="""
        a>b fire.state 3
        a check.meet-is-pass 3
        a fire.check 3 [10] 3 = +10 ruling.fire-base-tn -3 check.core -3 check.core -1 fire.stat.to-hit
        a crit.pass (crit.narrator)
        a crit.narrator
        a>b fire.simultaneous
        a? crit.narrator : bang
        a.weapons.0.rounds = 3
        ground.asked = ['b', 'a']
        a.acted = fire
        a.shot = ['b']
        ground.shots.0.by = a
        ground.shots.0.target = b
        ground.shots.0.damage = 6
        ground.shots.0.stun = 6
        ground.shots.0.weapon = Nelson H1
    """),
    case("a natural one misses and the GM tells", ["crit.fail", "crit.narrator", "crit.worst", "fire.check"],
         lambda: gunmen(), "fire a b", dice=[1], answers=["click"], told="""
        a>b fire.state 3
        a check.meet-is-pass 3
        a fire.check [1] 3 = +10 ruling.fire-base-tn -3 check.core -3 check.core -1 fire.stat.to-hit
        a crit.fail (crit.narrator)
        gm crit.worst
        gm? crit.worst : click
        a.weapons.0.rounds = 3
        ground.asked = ['b', 'a']
        a.acted = fire
        a.shot = ['b']
    """),
    case("fifty metres are near", ["turn.fire", "fire.scope", "fire.simultaneous", "ruling.multi-target"],
         lambda: gunmen(gap=50), "fire a b", dice=[3], told="""
        a>b fire.state 3
        a check.meet-is-pass 3
        a fire.check 2 [3] 3 = +10 ruling.fire-base-tn -3 check.core -3 check.core -1 fire.stat.to-hit
        a>b fire.simultaneous
        a.weapons.0.rounds = 3
        ground.asked = ['b', 'a']
        a.acted = fire
        a.shot = ['b']
        ground.shots.0.by = a
        ground.shots.0.target = b
        ground.shots.0.damage = 6
        ground.shots.0.stun = 6
        ground.shots.0.weapon = Nelson H1
    """),
    case("beyond fifty it is 12", ["fire.check", "fire.simultaneous", "ruling.multi-target", "fire.scope"],
         lambda: gunmen(gap=51), "fire a b", dice=[5], told="""
        a>b fire.state 3
        a check.meet-is-pass 5
        a fire.check 2 [5] 5 = +12 ruling.fire-base-tn -3 check.core -3 check.core -1 fire.stat.to-hit
        a>b fire.simultaneous
        a.weapons.0.rounds = 3
        ground.asked = ['b', 'a']
        a.acted = fire
        a.shot = ['b']
        ground.shots.0.by = a
        ground.shots.0.target = b
        ground.shots.0.damage = 6
        ground.shots.0.stun = 6
        ground.shots.0.weapon = Nelson H1
    """),
    case("five hundred metres are 12", ["ruling.multi-target", "fire.scope", "fire.simultaneous", "turn.fire"],
         lambda: gunmen(gap=500), "fire a b", dice=[5], told="""
        a>b fire.state 3
        a check.meet-is-pass 5
        a fire.check 2 [5] 5 = +12 ruling.fire-base-tn -3 check.core -3 check.core -1 fire.stat.to-hit
        a>b fire.simultaneous
        a.weapons.0.rounds = 3
        ground.asked = ['b', 'a']
        a.acted = fire
        a.shot = ['b']
        ground.shots.0.by = a
        ground.shots.0.target = b
        ground.shots.0.damage = 6
        ground.shots.0.stun = 6
        ground.shots.0.weapon = Nelson H1
    """),
    case("beyond five hundred it is 16", ["fire.scope", "turn.fire", "fire.stat.to-hit", "fire.simultaneous"],
         lambda: gunmen(gap=501), "fire a b", dice=[9], told="""
        a>b fire.state 3
        a check.meet-is-pass 9
        a fire.check 2 [9] 9 = +16 ruling.fire-base-tn -3 check.core -3 check.core -1 fire.stat.to-hit
        a>b fire.simultaneous
        a.weapons.0.rounds = 3
        ground.asked = ['b', 'a']
        a.acted = fire
        a.shot = ['b']
        ground.shots.0.by = a
        ground.shots.0.target = b
        ground.shots.0.damage = 6
        ground.shots.0.stun = 6
        ground.shots.0.weapon = Nelson H1
    """),
    case("cover is 1 harder", ["ruling.fire-base-tn", "ruling.fire-modifiers", "fire.harder", "fire.easier"],
         lambda: gunmen(b='in-cover = true'), "fire a b", dice=[4], told="""
        a>b fire.state 3
        a check.meet-is-pass 4
        a fire.check 2 [4] 4 = +10 ruling.fire-base-tn +1 fire.harder -3 check.core -3 check.core -1 fire.stat.to-hit
        a>b fire.simultaneous
        a.weapons.0.rounds = 3
        ground.asked = ['b', 'a']
        a.acted = fire
        a.shot = ['b']
        ground.shots.0.by = a
        ground.shots.0.target = b
        ground.shots.0.damage = 6
        ground.shots.0.stun = 6
        ground.shots.0.weapon = Nelson H1
    """),
    case("a moving mark is 1 harder", ["fire.harder", "ruling.fire-base-tn", "ruling.fire-modifiers", "fire.easier"],
         lambda: gunmen(b='moving = true'), "fire a b", dice=[4], told="""
        a>b fire.state 3
        a check.meet-is-pass 4
        a fire.check 2 [4] 4 = +10 ruling.fire-base-tn +1 fire.harder -3 check.core -3 check.core -1 fire.stat.to-hit
        a>b fire.simultaneous
        a.weapons.0.rounds = 3
        ground.asked = ['b', 'a']
        a.acted = fire
        a.shot = ['b']
        ground.shots.0.by = a
        ground.shots.0.target = b
        ground.shots.0.damage = 6
        ground.shots.0.stun = 6
        ground.shots.0.weapon = Nelson H1
    """),
    case("a chosen spot is 3 harder", ["ruling.fire-modifiers", "fire.harder", "ruling.fire-base-tn", "fire.easier"],
         lambda: gunmen(), 'fire a b "gun hand"', dice=[6], told="""
        a>b fire.state 3
        a check.meet-is-pass 6
        a fire.check 2 [6] 6 = +10 ruling.fire-base-tn +3 fire.harder -3 check.core -3 check.core -1 fire.stat.to-hit
        a>b fire.simultaneous
        a.weapons.0.rounds = 3
        ground.asked = ['b', 'a']
        a.acted = fire
        a.shot = ['b']
        ground.shots.0.by = a
        ground.shots.0.target = b
        ground.shots.0.damage = 6
        ground.shots.0.stun = 6
        ground.shots.0.weapon = Nelson H1
        ground.shots.0.spot = gun hand
    """),
    case("two targets are 2 harder each",
         ["fire.harder", "ruling.multi-target", "ruling.fire-modifiers", "ruling.fire-base-tn"],
         lambda: gunmen(more=third(at='[10, 3]')), "fire a b+c", dice=[5, 5], told="""
        a>b fire.state 3
        a check.meet-is-pass 5
        a fire.check 2 [5] 5 = +10 ruling.fire-base-tn +2 fire.harder -3 check.core -3 check.core -1 fire.stat.to-hit
        a>b fire.simultaneous
        a>c fire.state 2
        a check.meet-is-pass 5
        a fire.check 2 [5] 5 = +10 ruling.fire-base-tn +2 fire.harder -3 check.core -3 check.core -1 fire.stat.to-hit
        a>c fire.simultaneous
        a.weapons.0.rounds = 2
        ground.asked = ['b', 'a']
        a.acted = fire
        a.shot = ['b', 'c']
        ground.shots.0.by = a
        ground.shots.0.target = b
        ground.shots.0.damage = 6
        ground.shots.0.stun = 6
        ground.shots.0.weapon = Nelson H1
        ground.shots.1.by = a
        ground.shots.1.target = c
        ground.shots.1.damage = 6
        ground.shots.1.stun = 6
        ground.shots.1.weapon = Nelson H1
    """),
    case("aimed last turn is 2 easier", ["fire.easier", "ruling.fire-modifiers", "ruling.hidden-ends", "ruling.fire-base-tn"],
         lambda: gunmen('aimed = "b"'), "fire a b", dice=[2], told="""
        a>b fire.state 3
        a check.meet-is-pass 1
        a fire.check 2 [2] 1 = +10 ruling.fire-base-tn -2 fire.easier -3 check.core -3 check.core -1 fire.stat.to-hit
        a>b fire.simultaneous
        a.weapons.0.rounds = 3
        a.aimed = -
        ground.asked = ['b', 'a']
        a.acted = fire
        a.shot = ['b']
        ground.shots.0.by = a
        ground.shots.0.target = b
        ground.shots.0.damage = 6
        ground.shots.0.stun = 6
        ground.shots.0.weapon = Nelson H1
    """),
    case("shot at last turn is 1 easier",
         ["ruling.fire-modifiers", "fire.easier", "ruling.fire-base-tn", "fire.simultaneous"],
         lambda: gunmen('shot-before = ["b"]'), "fire a b", dice=[2], told="""
        a>b fire.state 3
        a check.meet-is-pass 2
        a fire.check 2 [2] 2 = +10 ruling.fire-base-tn -1 fire.easier -3 check.core -3 check.core -1 fire.stat.to-hit
        a>b fire.simultaneous
        a.weapons.0.rounds = 3
        ground.asked = ['b', 'a']
        a.acted = fire
        a.shot = ['b']
        ground.shots.0.by = a
        ground.shots.0.target = b
        ground.shots.0.damage = 6
        ground.shots.0.stun = 6
        ground.shots.0.weapon = Nelson H1
    """),
    case("light and weather count", ["ruling.fire-base-tn", "fire.easier", "turn.fire", "fire.harder"],
         lambda: gunmen(now='turn = 1\nground = { surroundings = 2, words = "rain" }'), "fire a b", dice=[5], told="""
        a>b fire.state 3
        a check.meet-is-pass 5
        a fire.check 2 [5] 5 = +10 ruling.fire-base-tn +2 fire.state -3 check.core -3 check.core -1 fire.stat.to-hit
        a>b fire.simultaneous
        a.weapons.0.rounds = 3
        ground.asked = ['b', 'a']
        a.acted = fire
        a.shot = ['b']
        ground.shots.0.by = a
        ground.shots.0.target = b
        ground.shots.0.damage = 6
        ground.shots.0.stun = 6
        ground.shots.0.weapon = Nelson H1
    """),
    case("sensors off make shots harder", ["fire.easier", "ruling.fire-base-tn", "fire.scope", "hack.aug.effects"],
         lambda: gunmen('aug = true\nblinded = 3'), "fire a b", dice=[6], told="""
        a>b fire.state 3
        a check.meet-is-pass 6
        a fire.check 2 [6] 6 = +10 ruling.fire-base-tn +3 hack.aug.effects -3 check.core -3 check.core -1
            fire.stat.to-hit
        a>b fire.simultaneous
        a.weapons.0.rounds = 3
        ground.asked = ['b', 'a']
        a.acted = fire
        a.shot = ['b']
        ground.shots.0.by = a
        ground.shots.0.target = b
        ground.shots.0.damage = 6
        ground.shots.0.stun = 6
        ground.shots.0.weapon = Nelson H1
    """),
    case("the GM may set every target number", ["fire.check", "check.free-tn", "fire.simultaneous", "fire.sheet.name"],
         lambda: gunmen(head='[rulings]\nfire-tn = "gm"'), "fire a b", dice=[8], answers=["15"], told="""
        a>b fire.state 3
        gm ruling.fire-base-tn
        a check.meet-is-pass 8
        a fire.check 2 [8] 8 = +10 ruling.fire-base-tn +5 check.free-tn -3 check.core -3 check.core -1 fire.stat.to-hit
        a>b fire.simultaneous
        gm? ruling.fire-base-tn 2..40: 15
        a.weapons.0.rounds = 3
        ground.asked = ['b', 'a']
        a.acted = fire
        a.shot = ['b']
        ground.shots.0.by = a
        ground.shots.0.target = b
        ground.shots.0.damage = 6
        ground.shots.0.stun = 6
        ground.shots.0.weapon = Nelson H1
    """),
    case("another attribute for a shot", ["turn.fire", "check.attribute-choice", "fire.sheet.name", "ruling.multi-target"],
         lambda: gunmen(), "fire a b attribute=wit", dice=[4], answers=["yes"], told="""
        gm check.attribute-choice
        a>b fire.state 3
        a check.meet-is-pass 4
        a fire.check 2 [4] 4 = +10 ruling.fire-base-tn -2 check.core -3 check.core -1 fire.stat.to-hit
        a>b fire.simultaneous
        gm? check.attribute-choice yes|no: yes
        a.weapons.0.rounds = 3
        ground.asked = ['b', 'a']
        a.acted = fire
        a.shot = ['b']
        ground.shots.0.by = a
        ground.shots.0.target = b
        ground.shots.0.damage = 6
        ground.shots.0.stun = 6
        ground.shots.0.weapon = Nelson H1
    """),
    case("each target is named once", ["fire.declare-order", "fire.state", "fire.scope", "ruling.multi-target"],
         lambda: gunmen(), "fire a b+b", told="""
        refused fire.state
    """),
    case("as many shots as there are rounds", ["ruling.magazine", "fire.scope", "ruling.multi-target", "turn.fire"],
         lambda: street('weapons = ["arms-6"]', gap=10, more=third(at='[10, 3]')), "fire a b+c", told="""
        refused ruling.magazine
    """),
    case("an empty gun", ["fire.stat.magazine", "fire.sheet.ownership"],
         lambda: street('weapons = [{ key = "nelson-h1", rounds = 0 }]', gap=10), "fire a b", told="""
        refused fire.stat.magazine
    """),
    case("a gun in the holster", ["fire.sheet.ownership", "fire.stat.magazine"],
         lambda: street(GUN + 'hand = ""', gap=10), "fire a b", told="""
        refused fire.sheet.ownership
    """),
    case("no sheet, no weapon", ["fire.sheet.ownership", "fire.stat.magazine"],
         lambda: street(gap=10), "fire a b", told="""
        refused fire.sheet.ownership
    """),
    case("nobody shoots at nobody", ["fire.state", "fire.sheet.ownership", "turn.fire", "fire.scope"],
         lambda: street(GUN, gap=10), "fire a nobody", told="""
        refused fire.state
    """),
    case("nobody shoots himself", ["fire.sheet.ownership", "fire.state", "fire.scope", "turn.fire"],
         lambda: street(GUN, gap=10), "fire a a", told="""
        refused fire.state
    """),
    case("a short weapon does not reach", ["fire.state", "fire.sheet.ownership", "ruling.multi-target"],
         lambda: street('weapons = ["boomstick"]', gap=6), "fire a b", told="""
        refused fire.state
    """),
    case("a short weapon reaches five metres", ["fire.simultaneous", "ruling.multi-target", "fire.check", "turn.fire"],
         lambda: street('weapons = ["boomstick"]', gap=5), "fire a b", dice=[2], told="""
        a>b fire.state
        a check.meet-is-pass 2
        a fire.check 2 [2] 2 = +10 ruling.fire-base-tn -3 check.core -3 check.core -2 fire.stat.to-hit
        a>b fire.simultaneous
        a.weapons.0.rounds = -
        a.acted = fire
        a.shot = ['b']
        ground.asked = ['a']
        ground.shots.0.by = a
        ground.shots.0.target = b
        ground.shots.0.damage = 30
        ground.shots.0.stun = 30
        ground.shots.0.weapon = Boomstick
    """),
    case("a shut door lies between", ["hack.door", "fire.state", "fire.sheet.ownership"],
         lambda: street(GUN + 'area = "hall"', 'area = "yard"', gap=10), "fire a b", told="""
        refused hack.door
    """),
    case("through an open door", ["fire.scope", "fire.sheet.name", "turn.fire", "ruling.multi-target"],
         lambda: street(GUN + 'area = "hall"', 'area = "yard"', gap=10,
            now='turn = 1\nthings = [{ name = "gate", open = true, joins = ["hall", "yard"] }]'),
         "fire a b", dice=[3], told="""
        a>b fire.state 3
        a check.meet-is-pass 3
        a fire.check 2 [3] 3 = +10 ruling.fire-base-tn -3 check.core -3 check.core -1 fire.stat.to-hit
        a>b fire.simultaneous
        a.weapons.0.rounds = 3
        a.acted = fire
        a.shot = ['b']
        ground.asked = ['a']
        ground.shots.0.by = a
        ground.shots.0.target = b
        ground.shots.0.damage = 6
        ground.shots.0.stun = 6
        ground.shots.0.weapon = Nelson H1
    """),
    case("who has held fire shoots no more", ["fire.declare-order", "fire.sheet.ownership", "fire.stat.magazine"],
         lambda: gunmen().play('hold-fire a', dice=[]), "fire a b", told="""
        refused fire.declare-order
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_shots_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
