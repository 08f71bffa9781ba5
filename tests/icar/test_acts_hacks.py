"""Hacking: all that each act tells, asks and changes."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.scenes import hacker

# fmt: off
ACTS = [
    case("a door is one success at 12", [],
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
    case("a failed roll is no progress", [],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }'), "hack a door", dice=[4], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.door 1 [4] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>door ruling.hack-fail
        a.acted = hack
        a.tasks = 1
    """),
    case("a natural ten is told", [],
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
    case("a natural one may be found by a human",
         [],
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
    case("a dull Entity throws the hacker out",
         [],
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
    case("nobody finds the hacker",
         [],
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
    case("an open door is shut", [],
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
    case("an airlock is two successes: the first", [],
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
    case("… and the second", [],
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
    case("lights go off, and the GM says what that means", [],
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
    case("lights go on again", [],
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
    case("gravity", [],
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
    case("data is read behind two barriers", [],
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
    case("… and the second gives it",
         [],
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
    case("altering data is a third",
         [],
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
    case("two barriers do not alter data",
         [],
         lambda: hacker('{ name = "it", kind = "data" }').play('hack a it alter', dice=[5]),
         "hack a it alter", dice=[5], told="""
        a hack.combat.actions 1
        a check.meet-is-pass 5
        a hack.data 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>it hack.data 2
        a.tasks = 2
        hacks.0.passes = 2
    """),
    case("barriers of its own", [],
         lambda: hacker('{ name = "it", barriers = 3 }').play('hack a it', dice=[5]), "hack a it", dice=[5], told="""
        a hack.combat.actions 1
        a check.meet-is-pass 5
        a hack.door 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>it hack.door 2
        a.tasks = 2
        hacks.0.passes = 2
    """),
    case("what is nowhere cannot be hacked", [],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }'), "hack a safe", told="""
        refused ruling.illegal: door
    """),
    case("as many hacking actions as Shift",
         [],
         lambda: hacker('{ name = "it", kind = "sensors" }').play('hack a it', dice=[5]).play('hack a it', dice=[5])
            .play('hack a it', dice=[5]),
         "hack a it", told="""
        refused ruling.actions-per-turn:
    """),
    case("no hacking after another action", [],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }', a='acted = "hit"\nquick = 1'), "hack a door", told="""
        refused ruling.actions-per-turn: stand-by
    """),
    case("no hacking while held", [],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }', a='held-by = "b"'), "hack a door", told="""
        refused hack.combat.physical: escape
    """),
    case("no hacking on the floor", [],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }', a='prone = true'), "hack a door", told="""
        refused ruling.down-choice: escape
    """),
    case("another attribute for a hack",
         [],
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
         [],
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
    case("Refail throws a failure again",
         [],
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
    case("Refail is kept",
         [],
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
