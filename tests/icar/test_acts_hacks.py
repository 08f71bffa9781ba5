"""Hacking: all that each act tells, asks and changes."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.scenes import hacker

# fmt: off
ACTS = [
    case("a door is one success at 12", ["hack.combat.environment", "hack.door", "hack.combat.actions"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }'), "hack a door", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.door 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>door hack.door 1
        a>door hack.combat.environment
        a.acted = hack
        a.tasks = 1
        things.0.open = True
        hacks.0.by = a
        hacks.0.target = door
        hacks.0.passes = 1
        hacks.0.inside = True
    """),
    case("a failed roll is no progress", ["hack.door", "ruling.hack-rolls", "ruling.hack-fail"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }'), "hack a door", dice=[4], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.door 1 [4] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>door ruling.hack-fail
        a.acted = hack
        a.tasks = 1
    """),
    case("a natural ten is told", ["crit.pass", "crit.narrator", "crit.reward", "hack.combat.environment"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }'), "hack a door", dice=[10], answers=["in"], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.door 3 [10] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a crit.pass (crit.narrator)
        a crit.narrator
        a>door hack.door 1
        a>door hack.combat.environment
        a? crit.narrator : in
        a.acted = hack
        a.tasks = 1
        things.0.open = True
        hacks.0.by = a
        hacks.0.target = door
        hacks.0.passes = 1
        hacks.0.inside = True
    """),
    case("a natural one may be found by a human", ["crit.worst", "hack.impersonation", "crit.reward", "crit.narrator"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }'),
         "hack a door", dice=[1], answers=["oops", "human"], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.door [1] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a crit.fail (crit.narrator)
        gm crit.worst
        gm hack.impersonation
        a>door ruling.hack-fail
        gm? crit.worst : oops
        gm? hack.impersonation human|clever-entity|dull-entity|nobody: human
        a.acted = hack
        a.tasks = 1
        hacks.0.by = a
        hacks.0.target = door
        hacks.0.seen-by = human
    """),
    case("a dull Entity throws the hacker out", ["check.default-tn", "crit.fail", "hack.airlock", "ruling.hack-count"],
         lambda: hacker('{ name = "it", kind = "airlock" }').play('hack a it', dice=[5]),
         "hack a it", dice=[1], answers=["oops", "dull-entity"], told="""
        a hack.combat.actions 1
        a check.meet-is-pass 5
        a hack.airlock [1] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a crit.fail (crit.narrator)
        gm crit.worst
        gm hack.impersonation
        a>it hack.impersonation
        a>it ruling.hack-fail
        gm? crit.worst : oops
        gm? hack.impersonation human|clever-entity|dull-entity|nobody: dull-entity
        a.tasks = 2
        hacks.0.by = -
        hacks.0.target = -
        hacks.0.passes = -
    """),
    case("nobody finds the hacker", ["crit.narrator", "crit.reward", "crit.worst", "crit.fail"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }'),
         "hack a door", dice=[1], answers=["oops", "nobody"], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.door [1] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a crit.fail (crit.narrator)
        gm crit.worst
        gm hack.impersonation
        a>door ruling.hack-fail
        gm? crit.worst : oops
        gm? hack.impersonation human|clever-entity|dull-entity|nobody: nobody
        a.acted = hack
        a.tasks = 1
    """),
    case("an open door is shut", ["hack.combat.environment", "check.meet-is-pass", "hack.door"],
         lambda: hacker('{ name = "door", open = true, joins = ["hall", "yard"] }'), "hack a door", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.door 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>door hack.door 1
        a>door hack.combat.environment
        things.0.open = -
        a.acted = hack
        a.tasks = 1
        hacks.0.by = a
        hacks.0.target = door
        hacks.0.passes = 1
        hacks.0.inside = True
    """),
    case("an airlock is two successes: the first", ["hack.airlock", "check.unskilled", "ruling.hack-rolls"],
         lambda: hacker('{ name = "it", kind = "airlock" }'), "hack a it", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.airlock 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>it hack.airlock 1
        a.acted = hack
        a.tasks = 1
        hacks.0.by = a
        hacks.0.target = it
        hacks.0.passes = 1
    """),
    case("… and the second", ["hack.airlock", "hack.combat.environment", "check.meet-is-pass"],
         lambda: hacker('{ name = "it", kind = "airlock" }').play('hack a it', dice=[5]), "hack a it", dice=[5], told="""
        a hack.combat.actions 1
        a check.meet-is-pass 5
        a hack.airlock 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>it hack.airlock 2
        a>it hack.combat.environment
        a.tasks = 2
        hacks.0.passes = 2
        things.0.open = True
        hacks.0.inside = True
    """),
    case("lights go off, and the GM says what that means", ["hack.combat.environment", "vehicle.damage.where", "fire.harder"],
         lambda: hacker('{ name = "it", kind = "lights" }'), "hack a it", dice=[5], answers=["3"], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.combat.environment 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>it hack.combat.environment 1
        a>it hack.combat.environment
        gm fire.harder
        gm? fire.harder 0..10: 3
        a.acted = hack
        a.tasks = 1
        things.0.open = True
        hacks.0.by = a
        hacks.0.target = it
        hacks.0.passes = 1
        hacks.0.inside = True
        ground.surroundings = 3
        ground.words = it off
    """),
    case("lights go on again", ["hack.combat.environment", "fire.harder", "vehicle.damage.where", "fire.sheet.name"],
         lambda: hacker('{ name = "it", kind = "lights", open = true }'), "hack a it", dice=[5], answers=["0"], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.combat.environment 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>it hack.combat.environment 1
        a>it hack.combat.environment
        gm fire.harder
        gm? fire.harder 0..10: 0
        things.0.open = -
        a.acted = hack
        a.tasks = 1
        hacks.0.by = a
        hacks.0.target = it
        hacks.0.passes = 1
        hacks.0.inside = True
    """),
    case("gravity", ["vehicle.damage.where", "hack.combat.environment", "fire.harder"],
         lambda: hacker('{ name = "it", kind = "gravity" }'), "hack a it", dice=[5], answers=["1"], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.combat.environment 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>it hack.combat.environment 1
        a>it hack.combat.environment
        gm fire.harder
        gm? fire.harder 0..10: 1
        a.acted = hack
        a.tasks = 1
        things.0.open = True
        hacks.0.by = a
        hacks.0.target = it
        hacks.0.passes = 1
        hacks.0.inside = True
        ground.surroundings = 1
        ground.words = it off
    """),
    case("data is read behind two barriers", ["hack.data", "hack.combat.aug-shift", "ruling.hack-rolls"],
         lambda: hacker('{ name = "it", kind = "data", words = "the plan" }'), "hack a it", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.data 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>it hack.data 1
        a.acted = hack
        a.tasks = 1
        hacks.0.by = a
        hacks.0.target = it
        hacks.0.passes = 1
    """),
    case("… and the second gives it", ["hack.data", "hack.combat.actions", "ruling.hack-rolls"],
         lambda: hacker('{ name = "it", kind = "data", words = "the plan" }').play('hack a it', dice=[5]),
         "hack a it", dice=[5], told="""
        a hack.combat.actions 1
        a check.meet-is-pass 5
        a hack.data 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>it hack.data 2
        a>it hack.data
        a.tasks = 2
        hacks.0.passes = 2
        hacks.0.inside = True
    """),
    case("altering data is a third", ["hack.combat.aug-shift", "hack.data", "hack.combat.environment"],
         lambda: hacker('{ name = "it", kind = "data" }').play('hack a it alter', dice=[5]).play('hack a it alter',
            dice=[5]),
         "hack a it alter", dice=[5], told="""
        a hack.combat.actions
        a check.meet-is-pass 5
        a hack.data 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>it hack.data 3
        a>it hack.data
        a.tasks = 3
        hacks.0.passes = 3
        hacks.0.inside = True
    """),
    case("two barriers do not alter data", ["hack.data", "hack.aug.link", "hack.combat.actions"],
         lambda: hacker('{ name = "it", kind = "data" }').play('hack a it alter', dice=[5]),
         "hack a it alter", dice=[5], told="""
        a hack.combat.actions 1
        a check.meet-is-pass 5
        a hack.data 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>it hack.data 2
        a.tasks = 2
        hacks.0.passes = 2
    """),
    case("barriers of its own", ["check.meet-is-pass", "hack.door", "check.core", "ruling.hack-rolls"],
         lambda: hacker('{ name = "it", barriers = 3 }').play('hack a it', dice=[5]), "hack a it", dice=[5], told="""
        a hack.combat.actions 1
        a check.meet-is-pass 5
        a hack.door 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>it hack.door 2
        a.tasks = 2
        hacks.0.passes = 2
    """),
    case("what is nowhere cannot be hacked", ["hack.aug.link", "ruling.illegal"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }'), "hack a safe", told="""
        refused ruling.illegal
    """),
    case("as many hacking actions as Shift", ["ruling.hack-rolls", "ruling.actions-per-turn", "check.core"],
         lambda: hacker('{ name = "it", kind = "sensors" }').play('hack a it', dice=[5]).play('hack a it', dice=[5])
            .play('hack a it', dice=[5]),
         "hack a it", told="""
        refused ruling.actions-per-turn
    """),
    case("no hacking after another action", ["ruling.actions-per-turn"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }', a='acted = "hit"\nquick = 1'), "hack a door", told="""
        refused ruling.actions-per-turn
    """),
    case("no hacking while held", ["hack.combat.physical"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }', a='held-by = "b"'), "hack a door", told="""
        refused hack.combat.physical
    """),
    case("no hacking on the floor", ["ruling.down-choice"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }', a='prone = true'), "hack a door", told="""
        refused ruling.down-choice
    """),
    case("another attribute for a hack", ["check.attribute-choice", "check.core", "hack.combat.environment", "hack.door"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }'),
         "hack a door attribute=soul", dice=[7], answers=["yes"], told="""
        a hack.combat.actions 2
        gm check.attribute-choice
        a check.meet-is-pass 7
        a hack.door 2 [7] 7 = +12 ruling.tn-unstated -2 check.core -3 check.core
        a>door hack.door 1
        a>door hack.combat.environment
        gm? check.attribute-choice yes|no: yes
        a.acted = hack
        a.tasks = 1
        things.0.open = True
        hacks.0.by = a
        hacks.0.target = door
        hacks.0.passes = 1
        hacks.0.inside = True
    """),
    case("an Aug hacks with the augmented Shift",
         ["hack.combat.aug-shift", "close.aug.tougher", "ruling.armour", "hack.combat.environment"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }', a='suits = ["sports-cyber"]'),
         "hack a door", dice=[5], told="""
        a hack.combat.aug-shift 6
        a check.meet-is-pass 5
        a hack.door 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>door hack.door 1
        a>door hack.combat.environment
        a.acted = hack
        a.tasks = 1
        things.0.open = True
        hacks.0.by = a
        hacks.0.target = door
        hacks.0.passes = 1
        hacks.0.inside = True
    """),
    case("Refail throws a failure again", ["check.default-tn", "hack.combat.environment", "hack.door"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }', a='daemons = ["refail"]'),
         "hack a door", dice=[4, 5], answers=["yes"], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.door 1 [4] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a hack.daemon.goal
        a check.meet-is-pass 5
        a hack.door 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>door hack.door 1
        a>door hack.combat.environment
        a? hack.daemon.goal yes|no: yes
        a.daemons = -
        a.acted = hack
        a.tasks = 1
        things.0.open = True
        hacks.0.by = a
        hacks.0.target = door
        hacks.0.passes = 1
        hacks.0.inside = True
    """),
    case("Refail is kept", ["hack.combat.aug-shift", "hack.door", "check.default-tn", "ruling.hack-fail"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }', a='daemons = ["refail"]'),
         "hack a door", dice=[4], answers=["no"], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.door 1 [4] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a hack.daemon.goal
        a>door ruling.hack-fail
        a? hack.daemon.goal yes|no: no
        a.acted = hack
        a.tasks = 1
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_hacks_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
