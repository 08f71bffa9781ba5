"""Daemons: all that each act tells, asks and changes."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.scenes import SHIP, hacker

# fmt: off
ACTS = [
    case("a Back Door wants the hacker inside", ["hack.daemon.backdoor"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }', a='daemons = ["back-door"]'),
         "release a back-door door", told="""
        refused hack.daemon.backdoor
    """),
    case("a Back Door is left", ["hack.daemon.start", "hack.daemon.backdoor", "hack.combat.aug-shift"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }',
            now='hacks = [{ by = "a", target = "door", passes = 2, inside = true }]\n', a='daemons = ["back-door"]'),
         "release a back-door door", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.daemon.start 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>door hack.daemon.backdoor
        a.acted = hack
        a.tasks = 1
        hacks.0.back-door = True
    """),
    case("the Daemon's penalty, if the table counts it", ["ruling.daemon-tn", "hack.daemon.start", "hack.daemon.backdoor"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }',
            now='hacks = [{ by = "a", target = "door", passes = 2, inside = true }]\n', a='daemons = ["back-door"]',
            head='[rulings]\ndaemon-tn = "penalties"'),
         "release a back-door door", dice=[7], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 7
        a hack.daemon.start 2 [7] 7 = +12 ruling.tn-unstated +2 ruling.daemon-tn -4 check.core -3 check.core
        a>door hack.daemon.backdoor
        a.acted = hack
        a.tasks = 1
        hacks.0.back-door = True
    """),
    case("a Daemon that is not brought to life", ["hack.daemon.start", "ruling.hack-fail", "hack.aug.link"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }',
            now='hacks = [{ by = "a", target = "door", passes = 2, inside = true }]\n', a='daemons = ["back-door"]'),
         "release a back-door door", dice=[4], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.daemon.start 1 [4] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>door ruling.hack-fail
        a.acted = hack
        a.tasks = 1
    """),
    case("through somebody's Back Door", ["hack.daemon.backdoor", "hack.data", "hack.aug.link", "hack.combat.environment"],
         lambda: hacker('{ name = "it", kind = "data" }',
            now='hacks = [{ by = "b", target = "it", back-door = true }]\n'),
         "hack a it", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.data 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>it hack.data 1
        a>it hack.daemon.backdoor
        a>it hack.data
        a.acted = hack
        a.tasks = 1
        hacks.1.by = a
        hacks.1.target = it
        hacks.1.passes = 1
        hacks.1.inside = True
    """),
    case("a Daemon one does not have", ["hack.aug.link"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }'), "release a trail b", told="""
        refused hack.aug.link
    """),
    case("an Overloader wants a generator", ["hack.daemon.overloader", "hack.daemon.start"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }', a='daemons = ["generator-overloader"]'),
         "release a generator-overloader door", told="""
        refused hack.daemon.overloader
    """),
    case("an Overloader at a small generator", ["ruling.overloader", "hack.daemon.overloader", "hack.daemon.start"],
         lambda: hacker('{ name = "it", kind = "generator" }', a='daemons = ["generator-overloader"]'),
         "release a generator-overloader it", dice=[5], answers=["20"], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.daemon.start 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        gm ruling.overloader
        a>it hack.daemon.overloader 20
        a>it hack.daemon.start
        gm? ruling.overloader 1..20: 20
        a.acted = hack
        a.tasks = 1
        at-work.0.key = generator-overloader
        at-work.0.by = a
        at-work.0.target = it
        at-work.0.turns = 20
    """),
    case("… and at a large one", ["ruling.overloader", "ruling.pool-who", "hack.daemon.overloader", "hack.daemon.start"],
         lambda: hacker('{ name = "it", kind = "generator", size = "large" }', a='daemons = ["generator-overloader"]'),
         "release a generator-overloader it", dice=[5], answers=["1200"], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.daemon.start 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        gm ruling.overloader
        a>it hack.daemon.overloader 1200
        a>it hack.daemon.start
        gm? ruling.overloader 1..1200: 1200
        a.acted = hack
        a.tasks = 1
        at-work.0.key = generator-overloader
        at-work.0.by = a
        at-work.0.target = it
        at-work.0.turns = 1200
    """),
    case("the generator blows", ["hack.daemon.overloader", "ruling.overloader", "combat.turn-length"],
         lambda: hacker('{ name = "it", kind = "generator" }',
            now='at-work = [{ key = "generator-overloader", by = "a", target = "it", turns = 1 }]\n').play('stand-by a',
            dice=[]).play('stand-by b', dice=[]),
         "step", answers=["a bang"], told="""
        gm combat.turn-end 1
        a>it hack.daemon.overloader
        gm ruling.overloader
        gm combat.turn-length 6
        gm? ruling.overloader : a bang
        a.acted = -
        b.acted = -
        turn = 2
        at-work.0.key = -
        at-work.0.by = -
        at-work.0.target = -
        at-work.0.turns = -
        ground.asked = -
        things.0.open = True
    """),
    case("the clock of an Overloader", ["ruling.initiative-frequency", "combat.turn-end", "combat.turn-length"],
         lambda: hacker('{ name = "it", kind = "generator" }',
            now='at-work = [{ key = "generator-overloader", by = "a", target = "it", turns = 2 }]\n').play('stand-by a',
            dice=[]).play('stand-by b', dice=[]),
         "step", told="""
        gm combat.turn-end 1
        gm combat.turn-length 6
        a.acted = -
        b.acted = -
        turn = 2
        at-work.0.turns = 1
        ground.asked = -
    """),
    case("the generators of a ship blow", ["ruling.overloader", "hack.daemon.overloader", "combat.free-choice"],
         lambda: hacker(more=SHIP,
            now='at-work = [{ key = "generator-overloader", by = "a", target = "ship", turns = 1 }]\n').play('stand-by a',
            dice=[]).play('stand-by b', dice=[]),
         "step", answers=["a bang"], told="""
        gm combat.turn-end 1
        a>ship hack.daemon.overloader
        gm ruling.overloader
        gm combat.turn-length 6
        gm? ruling.overloader : a bang
        a.acted = -
        b.acted = -
        turn = 2
        at-work.0.key = -
        at-work.0.by = -
        at-work.0.target = -
        at-work.0.turns = -
        ground.asked = -
        ship.craft.inoperable = ['generators']
    """),
    case("a Mole is planted aboard", ["ruling.tn-unstated", "space.hacker.mole", "hack.daemon.start"],
         lambda: hacker(more=SHIP, a='daemons = ["gaia-mole"]\naboard = "ship"'),
         "release a gaia-mole ship", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.daemon.start 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>ship hack.daemon.start (space.hacker.mole)
        a.acted = hack
        a.tasks = 1
        at-work.0.key = gaia-mole
        at-work.0.by = a
        at-work.0.target = ship
    """),
    case("a Mole is planted nowhere else", ["space.hacker.mole"],
         lambda: hacker(more=SHIP, a='daemons = ["gaia-mole"]'), "release a gaia-mole ship", told="""
        refused space.hacker.mole
    """),
    case("the Looper loops sensors, all of them", ["hack.combat.actions", "hack.daemon.start", "vehicle.damage.where"],
         lambda: hacker('{ name = "it", kind = "sensors" }, { name = "eye", kind = "sensors" }, { name = "door" }',
            a='daemons = ["looper"]'),
         "release a looper it", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.daemon.start 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>it hack.daemon.start
        a.acted = hack
        a.tasks = 1
        things.0.open = True
        things.1.open = True
        at-work.0.key = looper
        at-work.0.by = a
        at-work.0.target = it
    """),
    case("the Looper loops nothing else", ["ruling.mixed-combat", "hack.daemon.goal"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }', a='daemons = ["looper"]'),
         "release a looper door", told="""
        refused hack.daemon.goal
    """),
    case("a Chameleon gives a thing another look", ["hack.daemon.goal", "check.meet-is-pass", "hack.daemon.start"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }', a='daemons = ["chameleon"]'),
         "release a chameleon door", dice=[5], answers=["a wall"], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.daemon.start 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a hack.daemon.goal
        a>door hack.daemon.start
        a? hack.daemon.goal : a wall
        a.acted = hack
        a.tasks = 1
        things.0.looks = a wall
        at-work.0.key = chameleon
        at-work.0.by = a
        at-work.0.target = door
    """),
    case("a Chameleon without an idea", ["hack.daemon.goal", "hack.daemon.start", "hack.aug.link"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }', a='daemons = ["chameleon"]'),
         "release a chameleon door", dice=[5], answers=[""], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.daemon.start 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a hack.daemon.goal
        a>door hack.daemon.start
        a? hack.daemon.goal :
        a.acted = hack
        a.tasks = 1
        things.0.looks = something else
        at-work.0.key = chameleon
        at-work.0.by = a
        at-work.0.target = door
    """),
    case("one other look, for good", ["hack.daemon.goal", "hack.daemon.start"],
         lambda: hacker('{ name = "door", looks = "a wall" }', a='daemons = ["chameleon"]'),
         "release a chameleon door", told="""
        refused hack.daemon.goal
    """),
    case("Refail is not released", ["hack.daemon.goal"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }', a='daemons = ["refail"]'),
         "release a refail door", told="""
        refused hack.daemon.goal
    """),
    case("a Trail follows", ["hack.daemon.start", "hack.combat.actions", "ruling.tn-unstated"],
         lambda: hacker(b='gaia-link = true', a='daemons = ["trail"]'), "release a trail b", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.daemon.start 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>b hack.daemon.start
        a.acted = hack
        a.tasks = 1
        at-work.0.key = trail
        at-work.0.by = a
        at-work.0.target = b
    """),
    case("a Trail reports every turn", ["hack.daemon.goal", "combat.free-choice", "combat.turn-end"],
         lambda: hacker(now='at-work = [{ key = "trail", by = "a", target = "b" }]\n').play('stand-by a', dice=[])
            .play('stand-by b', dice=[]),
         "step", told="""
        gm combat.turn-end 1
        a>b hack.daemon.goal
        gm combat.turn-length 6
        a.acted = -
        b.acted = -
        turn = 2
        ground.asked = -
    """),
    case("a Stealth Trail reports every minute", ["combat.turn-end", "hack.daemon.goal", "ruling.shield-multi"],
         lambda: hacker(now='at-work = [{ key = "stealth-trail", by = "a", target = "b", turns = 1 }]\n')
            .play('stand-by a', dice=[]).play('stand-by b', dice=[]),
         "step", told="""
        gm combat.turn-end 1
        a>b hack.daemon.goal
        gm combat.turn-length 6
        a.acted = -
        b.acted = -
        turn = 2
        at-work.0.turns = 20
        ground.asked = -
    """),
    case("… and not in between", ["combat.turn-length", "ruling.shield-multi", "combat.free-choice"],
         lambda: hacker(now='at-work = [{ key = "stealth-trail", by = "a", target = "b", turns = 2 }]\n')
            .play('stand-by a', dice=[]).play('stand-by b', dice=[]),
         "step", told="""
        gm combat.turn-end 1
        gm combat.turn-length 6
        a.acted = -
        b.acted = -
        turn = 2
        at-work.0.turns = 1
        ground.asked = -
    """),
    case("a Back Door is easy to find", ["hack.daemon.backdoor.find", "hack.aug.link", "hack.combat.actions", "tn.table"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }',
            now='hacks = [{ by = "b", target = "door", back-door = true }]\n'),
         "search a door", dice=[3], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 3
        a hack.daemon.backdoor.find 2 [3] 3 = +10 tn.table -4 check.core -3 check.core
        a>door hack.daemon.backdoor.find 1
        hacks.0.back-door = -
        a.acted = hack
        a.tasks = 1
    """),
    case("nothing to find", ["tn.table", "hack.daemon.backdoor.find", "hack.aug.link"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }'), "search a door", dice=[3], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 3
        a hack.daemon.backdoor.find 2 [3] 3 = +10 tn.table -4 check.core -3 check.core
        a>door hack.daemon.backdoor.find
        a.acted = hack
        a.tasks = 1
    """),
    case("a search in vain", ["hack.daemon.backdoor.find", "ruling.hack-fail", "tn.table", "hack.aug.link"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }',
            now='hacks = [{ by = "b", target = "door", back-door = true }]\n'),
         "search a door", dice=[2], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 3
        a hack.daemon.backdoor.find 1 [2] 3 = +10 tn.table -4 check.core -3 check.core
        a>door ruling.hack-fail
        a.acted = hack
        a.tasks = 1
    """),
    case("one's own Back Door stays", ["hack.daemon.backdoor.find", "tn.table", "hack.combat.aug-shift"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }',
            now='hacks = [{ by = "a", target = "door", back-door = true }]\n'),
         "search a door", dice=[3], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 3
        a hack.daemon.backdoor.find 2 [3] 3 = +10 tn.table -4 check.core -3 check.core
        a>door hack.daemon.backdoor.find
        a.acted = hack
        a.tasks = 1
    """),
    case("a Trail on oneself is noticed at 12",
         ["ruling.tn-unstated", "hack.aug.link", "hack.combat.aug-shift", "hack.daemon.goal"],
         lambda: hacker(now='at-work = [{ key = "trail", by = "b", target = "a" }]\n'), "search a a trail", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.daemon.goal 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>a hack.daemon.goal
        a.acted = hack
        a.tasks = 1
        at-work.0.noticed = ['a']
    """),
    case("a Stealth Trail is three harder", ["hack.combat.actions", "hack.daemon.goal", "hack.aug.link", "check.default-tn"],
         lambda: hacker(now='at-work = [{ key = "stealth-trail", by = "b", target = "a" }]\n'),
         "search a a stealth-trail", dice=[8], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 8
        a hack.daemon.goal 2 [8] 8 = +12 ruling.tn-unstated +3 hack.daemon.goal -4 check.core -3 check.core
        a>a hack.daemon.goal
        a.acted = hack
        a.tasks = 1
        at-work.0.noticed = ['a']
    """),
    case("nobody searches for a Looper", ["fire.sheet.cost"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }'), "search a door looper", told="""
        refused hack.daemon.goal
    """),
    case("a Trail that was noticed is destroyed", ["hack.combat.actions", "hack.combat.aug-shift", "ruling.tn-unstated"],
         lambda: hacker(now='at-work = [{ key = "trail", by = "b", target = "a", noticed = ["a"] }]\n'),
         "destroy a trail a", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.daemon.goal 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>a hack.daemon.goal
        at-work.0.key = -
        at-work.0.by = -
        at-work.0.target = -
        at-work.0.noticed = -
        a.acted = hack
        a.tasks = 1
    """),
    case("a Trail nobody has noticed", ["hack.daemon.goal"],
         lambda: hacker(now='at-work = [{ key = "trail", by = "b", target = "a" }]\n'), "destroy a trail a", told="""
        refused hack.daemon.goal
    """),
    case("an Overloader is taken out at the generator",
         ["hack.combat.aug-shift", "ruling.tn-unstated", "hack.combat.actions", "hack.daemon.goal"],
         lambda: hacker('{ name = "it", kind = "generator", area = "hall" }', a='area = "hall"',
            now='at-work = [{ key = "generator-overloader", by = "b", target = "it", turns = 5 }]\n'),
         "destroy a generator-overloader it", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.daemon.goal 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>it hack.daemon.goal
        at-work.0.key = -
        at-work.0.by = -
        at-work.0.target = -
        at-work.0.turns = -
        a.acted = hack
        a.tasks = 1
    """),
    case("… and from nowhere else", ["hack.daemon.overloader"],
         lambda: hacker('{ name = "it", kind = "generator", area = "hall" }', a='area = "yard"',
            now='at-work = [{ key = "generator-overloader", by = "b", target = "it", turns = 5 }]\n'),
         "destroy a generator-overloader it", told="""
        refused hack.daemon.overloader
    """),
    case("form: release", ["ruling.firearm-stun"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }', a='daemons = ["trail", "looper", "trail"]'),
         "form a release", told="""
        daemon trail [trail]
        target door (0 of 1) [door]
        attribute? battle/shift/meat/soul/wit [wit]
    """),
    case("form: search", ["ruling.stun-max"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }'), "form a search", told="""
        target door (0 of 1)/a [door]
        daemon? back-door/trail/stealth-trail [back-door]
        attribute? battle/shift/meat/soul/wit [wit]
    """),
    case("form: destroy", ["ruling.stun-max"],
         lambda: hacker(now='at-work = [{ key = "trail", by = "b", target = "a", noticed = ["a"] }]\n'),
         "form a destroy", told="""
        daemon trail [trail]
        target a [a]
        attribute? battle/shift/meat/soul/wit [wit]
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_daemons_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
