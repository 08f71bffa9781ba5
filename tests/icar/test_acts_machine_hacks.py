"""Hacking machines and Augs: all that each act tells, asks and changes."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.scenes import CAR, SHIP, hacker
from tests.icar.street import third

# fmt: off
ACTS = [
    case("a vehicle wants two successes to get in",
         ["hack.vehicle.system", "hack.vehicle.entry", "hack.vehicle.systems", "ruling.hack-aug"],
         lambda: hacker(more=CAR.replace('FIELDS', '')), "hack a car", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.vehicle.systems 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>car hack.vehicle.systems 1
        a>car hack.vehicle.entry 1
        a.acted = hack
        a.tasks = 1
        hacks.0.by = a
        hacks.0.target = car
        hacks.0.passes = 1
    """),
    case("the second lets the hacker in", ["hack.vehicle.entry", "hack.vehicle.systems", "hack.vehicle.system"],
         lambda: hacker(more=CAR.replace('FIELDS', '')).play('hack a car', dice=[5]), "hack a car", dice=[5], told="""
        a hack.combat.actions 1
        a check.meet-is-pass 5
        a hack.vehicle.systems 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>car hack.vehicle.systems 2
        a>car hack.vehicle.entry 2
        a.tasks = 2
        hacks.0.passes = 2
        hacks.0.inside = True
    """),
    case("inside, each success is a system",
         ["hack.vehicle.duration", "hack.vehicle.system", "hack.vehicle.permanent", "ruling.hack-duration"],
         lambda: hacker(more=CAR.replace('FIELDS', ''),
            now='hacks = [{ by = "a", target = "car", passes = 2, inside = true }]\n'),
         "hack a car power", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.vehicle.systems 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>car hack.vehicle.systems 3
        a>car hack.vehicle.system
        a>car hack.vehicle.duration
        hacks.0.passes = 3
        a.acted = hack
        a.tasks = 1
        hacks.0.coming = ['power']
    """),
    case("inside, a system is named", ["hack.vehicle.systems"],
         lambda: hacker(more=CAR.replace('FIELDS', ''),
            now='hacks = [{ by = "a", target = "car", passes = 2, inside = true }]\n'),
         "hack a car", told="""
        refused hack.vehicle.systems
    """),
    case("a system a vehicle does not have", ["hack.vehicle.systems"],
         lambda: hacker(more=CAR.replace('FIELDS', ''),
            now='hacks = [{ by = "a", target = "car", passes = 2, inside = true }]\n'),
         "hack a car sails", told="""
        refused hack.vehicle.systems
    """),
    case("the tenth success is still temporary",
         ["hack.vehicle.system", "hack.vehicle.duration", "ruling.hack-count", "ruling.hack-duration"],
         lambda: hacker(more=CAR.replace('FIELDS', ''),
            now='hacks = [{ by = "a", target = "car", passes = 9, inside = true }]\n'),
         "hack a car power", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.vehicle.systems 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>car hack.vehicle.systems 10
        a>car hack.vehicle.system
        a>car ruling.hack-count 10
        a>car hack.vehicle.duration
        hacks.0.passes = 10
        a.acted = hack
        a.tasks = 1
        hacks.0.coming = ['power']
    """),
    case("the eleventh is for good",
         ["hack.vehicle.permanent", "ruling.hack-duration", "hack.vehicle.system", "hack.vehicle.systems"],
         lambda: hacker(more=CAR.replace('FIELDS', ''),
            now='hacks = [{ by = "a", target = "car", passes = 10, inside = true }]\n'),
         "hack a car power", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.vehicle.systems 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>car hack.vehicle.systems 11
        a>car hack.vehicle.system
        a>car hack.vehicle.permanent
        hacks.0.passes = 11
        a.acted = hack
        a.tasks = 1
        hacks.0.coming = ['power']
        hacks.0.for-good = ['power']
    """),
    case("for good already", ["ruling.hack-duration", "hack.vehicle.permanent", "ruling.hack-aug", "hack.vehicle.system"],
         lambda: hacker(more=CAR.replace('FIELDS', ''),
            now='hacks = [{ by = "a", target = "car", passes = 10, inside = true, for-good = ["power"], off = ["power"] }]\n'),
         "hack a car power", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.vehicle.systems 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>car hack.vehicle.systems 11
        a>car hack.vehicle.system
        a>car ruling.hack-duration
        a>car hack.vehicle.permanent
        hacks.0.passes = 11
        a.acted = hack
        a.tasks = 1
        hacks.0.coming = ['power']
    """),
    case("repeating a hack extends it",
         ["hack.vehicle.duration", "ruling.hack-duration", "hack.vehicle.system", "hack.vehicle.entry"],
         lambda: hacker(more=CAR.replace('FIELDS', ''),
            now='hacks = [{ by = "a", target = "car", passes = 2, inside = true, off = ["power"] }]\n'),
         "hack a car power", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.vehicle.systems 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>car hack.vehicle.systems 3
        a>car hack.vehicle.system
        a>car ruling.hack-duration
        a>car hack.vehicle.duration
        hacks.0.passes = 3
        a.acted = hack
        a.tasks = 1
        hacks.0.coming = ['power']
    """),
    case("a spacecraft is hacked from inside only", ["hack.spacecraft.place", "ruling.hack-spacecraft"],
         lambda: hacker(more=SHIP), "hack a ship", told="""
        refused hack.spacecraft.place
    """),
    case("from its hull", ["hack.vehicle.entry", "hack.spacecraft.place", "hack.vehicle.system", "ruling.hack-aug"],
         lambda: hacker(more=SHIP, a='inside = "ship"'), "hack a ship", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.spacecraft.place 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>ship hack.spacecraft.place 1
        a>ship hack.vehicle.entry 1
        a.acted = hack
        a.tasks = 1
        hacks.0.by = a
        hacks.0.target = ship
        hacks.0.passes = 1
    """),
    case("through a Mole", ["hack.vehicle.entry", "ruling.hack-aug", "hack.spacecraft.place", "ruling.hack-spacecraft"],
         lambda: hacker(more=SHIP, now='at-work = [{ key = "gaia-mole", by = "a", target = "ship" }]\n'),
         "hack a ship", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.spacecraft.place 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>ship hack.spacecraft.place 1
        a>ship hack.vehicle.entry 1
        a.acted = hack
        a.tasks = 1
        hacks.0.by = a
        hacks.0.target = ship
        hacks.0.passes = 1
    """),
    case("somebody without a Gaia Link", ["hack.aug.link"],
         lambda: hacker(), "hack a b", told="""
        refused hack.aug.link
    """),
    case("an ordinary Aug is eight successes", ["ruling.hack-aug", "ruling.tn-unstated", "check.meet-is-pass"],
         lambda: hacker(b='aug = true\ngaia-link = true\nhack-passes = 8'), "hack a b", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a ruling.hack-aug 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>b ruling.hack-aug 1
        a.acted = hack
        a.tasks = 1
        hacks.0.by = a
        hacks.0.target = b
        hacks.0.passes = 1
    """),
    case("a cheap one four", ["hack.aug.cheap", "ruling.hack-aug", "ruling.tn-unstated"],
         lambda: hacker(b='aug = true\ngaia-link = true\nhack-passes = 4'), "hack a b", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.aug.cheap 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>b hack.aug.cheap 1
        a.acted = hack
        a.tasks = 1
        hacks.0.by = a
        hacks.0.target = b
        hacks.0.passes = 1
    """),
    case("an expensive one sixteen", ["hack.aug.expensive", "ruling.hack-aug", "hack.combat.aug-shift"],
         lambda: hacker(b='aug = true\ngaia-link = true\nhack-passes = 16'), "hack a b", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.aug.expensive 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>b hack.aug.expensive 1
        a.acted = hack
        a.tasks = 1
        hacks.0.by = a
        hacks.0.target = b
        hacks.0.passes = 1
    """),
    case("the suit says how many", ["ruling.hack-aug", "close.aug.tougher", "hack.aug.cheap"],
         lambda: hacker(b='suits = ["industrial-borg"]'), "hack a b", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.aug.cheap 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>b hack.aug.cheap 1
        a.acted = hack
        a.tasks = 1
        hacks.0.by = a
        hacks.0.target = b
        hacks.0.passes = 1
    """),
    case("an Aug cannot walk", ["hack.aug.cheap", "hack.aug.effects", "ruling.hack-aug"],
         lambda: hacker(b='aug = true\ngaia-link = true\nhack-passes = 4',
            now='hacks = [{ by = "a", target = "b", passes = 2, inside = true }]\n'),
         "hack a b walking", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.aug.cheap 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>b hack.aug.cheap 3
        a>b hack.aug.effects
        hacks.0.passes = 3
        a.acted = hack
        a.tasks = 1
        b.disabled = ['walking']
    """),
    case("an Aug falls", ["close.trip", "hack.aug.effects", "hack.aug.cheap"],
         lambda: hacker(b='aug = true\ngaia-link = true\nhack-passes = 4',
            now='hacks = [{ by = "a", target = "b", passes = 2, inside = true }]\n'),
         "hack a b balance", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.aug.cheap 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>b hack.aug.cheap 3
        a>b hack.aug.effects
        a>b close.trip
        hacks.0.passes = 3
        a.acted = hack
        a.tasks = 1
        b.prone = True
        b.tripped-by = a
        b.fell = True
        b.disabled = ['balance']
    """),
    case("an Aug is blind", ["hack.aug.effects", "hack.aug.cheap", "ruling.hack-aug"],
         lambda: hacker(b='aug = true\ngaia-link = true\nhack-passes = 4',
            now='hacks = [{ by = "a", target = "b", passes = 2, inside = true }]\n'),
         "hack a b sensors", dice=[5], answers=["2"], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.aug.cheap 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>b hack.aug.cheap 3
        a>b hack.aug.effects
        gm hack.aug.effects
        gm? hack.aug.effects 0..10: 2
        hacks.0.passes = 3
        a.acted = hack
        a.tasks = 1
        b.disabled = ['sensors']
        b.blinded = 2
    """),
    case("an Aug is locked in", ["hack.aug.effects", "hack.aug.cheap", "ruling.hack-aug"],
         lambda: hacker(b='aug = true\ngaia-link = true\nhack-passes = 4',
            now='hacks = [{ by = "a", target = "b", passes = 2, inside = true }]\n', more=third()),
         "hack a b body", dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 5
        a hack.aug.cheap 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        a>b hack.aug.cheap 3
        a>b hack.aug.effects
        hacks.0.passes = 3
        a.acted = hack
        a.tasks = 1
        b.disabled = ['body']
    """),
    case("nobody is killed by their own bionics", ["hack.aug.no-kill", "hack.aug.effects"],
         lambda: hacker(b='aug = true\ngaia-link = true\nhack-passes = 4',
            now='hacks = [{ by = "a", target = "b", passes = 2, inside = true }]\n'),
         "hack a b kill", told="""
        refused hack.aug.no-kill
    """),
    case("who was found has to pretend", ["hack.impersonation"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }',
            now='hacks = [{ by = "a", target = "door", passes = 2, inside = true, seen-by = "human" }]\n'),
         "hack a door", told="""
        refused hack.impersonation
    """),
    case("the pretence is believed",
         ["hack.impersonation", "ruling.tn-unstated", "hack.combat.aug-shift", "hack.combat.actions"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }',
            now='hacks = [{ by = "a", target = "door", passes = 2, inside = true, seen-by = "human" }]\n'),
         'impersonate a door "the janitor"', dice=[6], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 6
        a hack.impersonation 2 [6] 6 = +12 ruling.tn-unstated -4 check.core -2 check.core
        a>door hack.impersonation
        hacks.0.seen-by = -
        a.acted = hack
        a.tasks = 1
    """),
    case("the pretence is not believed: thrown out",
         ["ruling.hack-count", "hack.impersonation", "hack.combat.actions", "hack.combat.aug-shift"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }',
            now='hacks = [{ by = "a", target = "door", passes = 2, inside = true, seen-by = "human" }]\n'),
         'impersonate a door "the janitor"', dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 6
        a hack.impersonation 1 [5] 6 = +12 ruling.tn-unstated -4 check.core -2 check.core
        a>door hack.impersonation
        hacks.0.by = -
        hacks.0.target = -
        hacks.0.passes = -
        hacks.0.inside = -
        hacks.0.seen-by = -
        a.acted = hack
        a.tasks = 1
    """),
    case("thrown out of a machine the successes count on", ["hack.impersonation", "ruling.hack-count", "ruling.hack-aug"],
         lambda: hacker(more=CAR.replace('FIELDS', ''),
            now='hacks = [{ by = "a", target = "car", passes = 2, inside = true, seen-by = "human" }]\n'),
         'impersonate a car "the janitor"', dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 6
        a hack.impersonation 1 [5] 6 = +12 ruling.tn-unstated -4 check.core -2 check.core
        a>car hack.impersonation
        hacks.0.passes = -
        hacks.0.inside = -
        hacks.0.seen-by = -
        a.acted = hack
        a.tasks = 1
        hacks.0.before = 2
    """),
    case("thrown out, a Back Door stays", ["ruling.hack-count", "hack.combat.actions", "hack.impersonation"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }',
            now='hacks = [{ by = "a", target = "door", passes = 2, inside = true, seen-by = "human", back-door = true }]\n'),
         'impersonate a door "the janitor"', dice=[5], told="""
        a hack.combat.actions 2
        a check.meet-is-pass 6
        a hack.impersonation 1 [5] 6 = +12 ruling.tn-unstated -4 check.core -2 check.core
        a>door hack.impersonation
        hacks.0.passes = -
        hacks.0.inside = -
        hacks.0.seen-by = -
        a.acted = hack
        a.tasks = 1
        hacks.0.before = 2
    """),
    case("nobody has found the hacker there", ["hack.impersonation"],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }',
            now='hacks = [{ by = "a", target = "door", passes = 2, inside = true }]\n'),
         'impersonate a door "the janitor"', told="""
        refused hack.impersonation
    """),
    case("what is off comes back, what was hacked goes off", ["hack.systems.brief", "combat.turn-end", "ruling.shield-multi"],
         lambda: hacker(more=CAR.replace('FIELDS', ''),
            now='hacks = [{ by = "a", target = "car", inside = true, off = ["power"], coming = ["doors"] }]\n')
            .play('stand-by a', dice=[]).play('stand-by b', dice=[]),
         "step", told="""
        gm combat.turn-end 1
        car hack.systems.brief
        gm combat.turn-length 6
        a.acted = -
        b.acted = -
        turn = 2
        hacks.0.off = ['doors']
        hacks.0.coming = -
        ground.asked = -
    """),
    case("form: hack", [],
         lambda: hacker('{ name = "door", joins = ["hall", "yard"] }', more=CAR.replace('FIELDS', ''),
            a='daemons = ["trail"]'),
         "form a hack", told="""
        target door (0 of 1)/car (0 of 2) [door]
        system? doors/navigation/driving/power/gravity/shields/bioreorganiser
        attribute? battle/shift/meat/soul/wit [wit]
    """),
    case("form: hack of an Aug and data", [],
         lambda: hacker('{ name = "it", kind = "data" }', b='aug = true\ngaia-link = true\nhack-passes = 4'),
         "form a hack", told="""
        target it (0 of 2)/b (0 of 4) [it]
        system? alter/walking/balance/sensors/body
        attribute? battle/shift/meat/soul/wit [wit]
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_machine_hacks_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
