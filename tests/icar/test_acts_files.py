"""Positions from files: what is derived, and what is refused."""

from __future__ import annotations

import pytest

from tests.icar import build
from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.chase import CREW, chase
from tests.icar.street import B, street

# fmt: off
ACTS = [
    case("no turn before the first", [],
         lambda: street(now='turn = -1'), "step", told="""
        bad input at now.turn: 0 (not begun) or more
    """),
    case("nobody acts before the fight has begun", [],
         lambda: street(now='turn = 0\nground = { acting = true }'), "step", told="""
        bad input at now.turn: turn = 1 or more
    """),
    case("no shots before the fight has begun", [],
         lambda: street(now='turn = 0\nground = { asked = ["a"] }'), "step", told="""
        bad input at now.turn: turn = 1 or more
    """),
    case("nobody unknown is in the order", [],
         lambda: street(now='turn = 1\nground = { order = ["z"] }'), "step", told="""
        bad input at now.ground.order: one of a, b
    """),
    case("nobody is held by nobody", ["pool.size"],
         lambda: street(b='held-by = "z"'), "step", told="""
        bad input at combatant.1.held-by: one of a, b
    """),
    case("nobody is tripped by nobody", ["pool.size"],
         lambda: street(b='tripped-by = "z"'), "step", told="""
        bad input at combatant.1.tripped-by: one of a, b
    """),
    case("nobody aims at nobody in a file", ["pool.size"],
         lambda: street(b='aim = "z"'), "step", told="""
        bad input at combatant.1.aim: one of a, b
    """),
    case("nobody is held from afar", ["ruling.hp-unconscious"],
         lambda: street(b='held-by = "a"', gap=3), "step", told="""
        bad input at combatant.1.held-by: somebody able, within reach
    """),
    case("nobody is held by a sleeper", ["ruling.sleepers-lie", "stun.zero"],
         lambda: street('stun = -1', 'held-by = "a"'), "step", told="""
        bad input at combatant.1.held-by: somebody able, within reach
    """),
    case("nobody asleep is held", ["ruling.sleepers-lie", "stun.zero"],
         lambda: street('', 'stun = -1\nheld-by = "a"'), "step", told="""
        bad input at combatant.1.held-by: somebody able, within reach
    """),
    case("nobody well is dying", ["pool.size"],
         lambda: street(b='dying = 3'), "step", told="""
        bad input at combatant.1: hp = 0 or less
    """),
    case("nobody well is stable", ["pool.size"],
         lambda: street(b='stable = true'), "step", told="""
        bad input at combatant.1: hp = 0 or less
    """),
    case("no more Stun than the maximum", ["ruling.stun-max", "ruling.firearm-stun"],
         lambda: street(b='stun = 10'), "step", told="""
        bad input at combatant.1: at most 10 and 9
    """),
    case("all the Stun there is", ["combat.order"],
         lambda: street(b='stun = 9\nhp = 10'), "form b stand-by", told="""
        stand-by: combat.order
    """),
    case("no more hit points than the maximum", ["ruling.stun-max", "ruling.firearm-stun"],
         lambda: street(b='hp = 11'), "step", told="""
        bad input at combatant.1: at most 10 and 9
    """),
    case("nobody is aboard nothing", ["pool.size"],
         lambda: street(b='aboard = "z"'), "step", told="""
        bad input at combatant.1.aboard: a vehicle or spacecraft, of which there is none
    """),
    case("nobody stands on nothing", ["pool.size"],
         lambda: street(b='inside = "z"'), "step", told="""
        bad input at combatant.1.inside: a vehicle or spacecraft, of which there is none
    """),
    case("nothing unknown is off in an Aug", ["hack.aug.effects"],
         lambda: street(b='aug = true\ndisabled = ["wings"]'), "step", told="""
        bad input at combatant.1.disabled: did you mean 'walking'?
    """),
    case("no unknown skill", ["check.attribute-choice"],
         lambda: street(b='skills = { dancing = 1 }', foe=''), "step", told="""
        bad input at combatant.1.skills: did you mean 'hacking'?
    """),
    case("no more rounds than the magazine holds", ["fire.sheet.options", "fire.stat.magazine"],
         lambda: street('weapons = [{ key = "nelson-h1", rounds = 5 }]'), "step", told="""
        bad input at combatant.0.weapons: 0 to 4
    """),
    case("as many rounds as the magazine holds",
         [],
         lambda: street('weapons = [{ key = "nelson-h1", rounds = 4 }]'), "form a change-magazine", told="""
        change-magazine: ruling.magazine
    """),
    case("armour wants its Meat", ["close.aug.tougher"],
         lambda: street(b='armour = ["moss-expeditionary-ev"]', foe=B.replace('meat = 2', 'meat = 1')), "step", told="""
        bad input at combatant.1.armour: Meat 2 for Moss Expeditionary EV
    """),
    case("six combos at most", ["close.build.requirements"],
         lambda: street('combos = [' + ', '.join('{ name = "x' + str(n) + '", moves = ["punch"] }' for n in range(7))
            + ']'),
         "step", told="""
        bad input at combatant.0.combos: at most 6
    """),
    case("six combos", ["ruling.battle-change", "ruling.headbutt-stun"],
         lambda: street('combos = [' + ', '.join('{ name = "x' + str(n) + '", moves = ["punch"] }' for n in range(6))
            + ']'),
         "form a combo", told="""
        foes b [b]
        combos x0 (difficulty 0, 50 % against 10)/x1 (difficulty 0, 50 % against 10)/x2 (difficulty 0, 50 % against
            10)/x3 (difficulty 0, 50 % against 10)/x4 (difficulty 0, 50 % against 10)/x5 (difficulty 0, 50 % against 10)
            [x0]
        words?
        swap? 1:hold (+1)
        attribute? battle/shift/meat/soul/wit [battle]
        victim? b
    """),
    case("a name for each combo", ["close.build.requirements", "close.build.max-six"],
         lambda: street('combos = [{ name = "x", moves = ["punch"] }, { name = "x", moves = ["punch"] }]'), "step", told="""
        bad input at combatant.0.combos: a name for each
    """),
    case("a combo of one word", ["close.build.max-six", "close.build.requirements"],
         lambda: street('combos = [{ name = "x y", moves = ["punch"] }]'), "step", told="""
        bad input at combatant.0.combos.0: one word
    """),
    case("a combo with a name", ["close.build.requirements", "close.build.max-six"],
         lambda: street('combos = [{ name = "", moves = ["punch"] }]'), "step", told="""
        bad input at combatant.0.combos.0: one word
    """),
    case("a combo of moves there are", ["close.build.requirements", "close.build.max-six"],
         lambda: street('combos = [{ name = "x", moves = ["dance"] }]'), "step", told="""
        bad input at combatant.0.combos.0: one of break-free, disarm, dismantle, fire, headbutt, hold, hold-reverse,
            kick, knock-out, punch, puppet, push-clear … (22 in all)
    """),
    case("a combo of moves the skills allow", ["close.build.requirements", "close.skill.sf2", "close.build.max-six"],
         lambda: street('combos = [{ name = "x", moves = ["kick"] }]'), "step", told="""
        bad input at combatant.0.combos.0: moves the skills allow, or agreed = true
    """),
    case("a combo the table has agreed on in a file",
         [],
         lambda: street('combos = [{ name = "x", moves = ["kick"], agreed = true }]'), "form a combo", told="""
        foes b [b]
        combos x (difficulty 1, 40 % against 10) [x]
        words?
        swap? 1:hold (+1)
        attribute? battle/shift/meat/soul/wit [battle]
        victim? b
    """),
    case("not even the table puts a way up last", ["ruling.swap-place", "close.build.max-six", "close.build.requirements"],
         lambda: street('combos = [{ name = "x", moves = ["punch", "break-free"], agreed = true }]'), "step", told="""
        bad input at combatant.0.combos.0: ways up before all other moves
    """),
    case("no unknown thing", ["pool.size"],
         lambda: street(now='turn = 1\nthings = [{ name = "x", kind = "moon" }]'), "step", told="""
        bad input at now.things.0.kind: one of airlock, data, door, generator, gravity, lights, sensors, undergaia
    """),
    case("no unknown size", ["ruling.stun-max"],
         lambda: street(now='turn = 1\nthings = [{ name = "x", kind = "generator", size = "huge" }]'), "step", told="""
        bad input at now.things.0.size: one of large, medium, small
    """),
    case("a thing has a name of its own", ["close.aug.tougher"],
         lambda: street(now='turn = 1\nthings = [{ name = "a" }]'), "step", told="""
        bad input at now.things.0.name: a name of its own
    """),
    case("no two things of one name", ["close.aug.tougher"],
         lambda: street(now='turn = 1\nthings = [{ name = "x" }, { name = "x" }]'), "step", told="""
        bad input at now.things.0.name: a name of its own
    """),
    case("a thing has a name", ["ruling.stun-max"],
         lambda: street(now='turn = 1\nthings = [{ name = "" }]'), "step", told="""
        bad input at now.things.0.name: a name of its own
    """),
    case("a door joins two rooms", ["ruling.stun-max"],
         lambda: street(now='turn = 1\nthings = [{ name = "x", joins = ["hall"] }]'), "step", told="""
        bad input at now.things.0.joins: a door or airlock between two areas
    """),
    case("two different rooms", ["pool.size"],
         lambda: street(now='turn = 1\nthings = [{ name = "x", joins = ["hall", "hall"] }]'), "step", told="""
        bad input at now.things.0.joins: a door or airlock between two areas
    """),
    case("lights join nothing", ["close.aug.tougher"],
         lambda: street(now='turn = 1\nthings = [{ name = "x", kind = "lights", joins = ["hall", "yard"] }]'),
         "step", told="""
        bad input at now.things.0.joins: a door or airlock between two areas
    """),
    case("an airlock joins two rooms", [],
         lambda: street(now='turn = 1\nthings = [{ name = "x", kind = "airlock", joins = ["hall", "yard"] }]'),
         "form a search", told="""
        target x (0 of 2)/a [x]
        daemon? back-door/trail/stealth-trail [back-door]
        attribute? battle/shift/meat/soul/wit [wit]
    """),
    case("no fewer barriers than none", [],
         lambda: street(now='turn = 1\nthings = [{ name = "x", barriers = -1 }]'), "step", told="""
        bad input at now.things.0.barriers: 0 (as its kind has) or more
    """),
    case("a hacker there is", [],
         lambda: street(now='turn = 1\nhacks = [{ by = "z", target = "b" }]'), "step", told="""
        bad input at now.hacks.0.by: one of a, b
    """),
    case("a target there is", [],
         lambda: street(now='turn = 1\nhacks = [{ by = "a", target = "z" }]'), "step", told="""
        bad input at now.hacks.0.target: one of a, b
    """),
    case("a Daemon there is", ["pool.size"],
         lambda: street(now='turn = 1\nat-work = [{ key = "moon", by = "a", target = "b" }]'), "step", told="""
        bad input at now.at-work.0.key: one of back-door, chameleon, gaia-mole, generator-overloader, looper, refail,
            stealth-trail, trail
    """),
    case("a Daemon's clock", [],
         lambda: street(now='turn = 1\nat-work = [{ key = "trail", by = "a", target = "b", turns = -1 }]'), "step", told="""
        bad input at now.at-work.0.turns: 0 or more
    """),
    case("no pool below nothing", ["pool.size"],
         lambda: street(now='turn = 1\npool = -2'), "step", told="""
        bad input at now.pool: 0 or more dice
    """),
    case("a vehicle at nought falls from the start",
         ["combat.enter.announce", "ruling.vehicle-crash", "combat.initiative", "vehicle.damage.zero"],
         lambda: chase(van='hp = 0', begun=False), "step", dice=[5, 5], told="""
        gm combat.enter.announce (vehicle.fly)
        pil combat.initiative 5 [5]
        bad combat.initiative 5 [5]
        pil combat.order
        gm ruling.vehicle-sides
        pil.initiative = 12
        bad.initiative = 10
        turn = 1
        ground.order = ['pil', 'bad']
        chase.order = ['car', 'van']
    """),
    case("no hit points below nought", ["fire.sheet.options"],
         lambda: chase(van='hp = -2'), "step", told="""
        bad input at combatant.5.vehicle.hp: 0 to 20
    """),
    case("no more shields than it has", ["fire.sheet.options"],
         lambda: chase(van='shields = 1'), "step", told="""
        bad input at combatant.5.vehicle.shields: 0 to 0
    """),
    case("no unknown goal", ["fire.sheet.options"],
         lambda: chase(van='goal = "home"'), "step", told="""
        bad input at combatant.5.vehicle.goal: one of dodge, escape, firing-position, other, ram
    """),
    case("only guns are mounted", ["fire.sheet.options", "fire.stat.magazine"],
         lambda: chase(van='mounted = ["knife"]'), "step", told="""
        bad input at combatant.5.vehicle.mounted.0: a gun, as astraripper-5
    """),
    case("two pilots", ["ruling.role-order"],
         lambda: chase(crew=CREW.replace('"gunner"', '"pilot"')), "step", told="""
        bad input at combatant.0: one; the other roles may be several
    """),
    case("no unknown role", ["ruling.role-order", "space.jobs", "vehicle.roles"],
         lambda: chase(crew=CREW.replace('"gunner"', '"cook"')), "step", told="""
        bad input at combatant.4.role: one of engineer, gunner, hacker, pilot
    """),
    case("everybody is aboard something", ["vehicle.roles"],
         lambda: chase(crew=CREW.replace('aboard = "car"', 'aboard = ""')), "step", told="""
        bad input at combatant.1.aboard: one of car, van
    """),
    case("a role on the own side's vehicle", ["vehicle.roles"],
         lambda: chase(crew=CREW.replace('id = "gun"', 'id = "gun"\nside = "gang"')), "step", told="""
        bad input at combatant.4.side: the side of car, or no role there
    """),
    case("a chase has not begun", ["space.jobs"],
         lambda: chase(begun=False, head='[now]\nturn = 0\nchase = { up = "car" }'), "step", told="""
        bad input at now.turn: turn = 1 or more
    """),
    case("no unknown vehicle in the order", ["space.jobs"],
         lambda: chase(begun=False, head='[now]\nturn = 1\nchase = { order = ["bus"] }'), "step", told="""
        bad input at now.chase.order: one of car, van
    """),
    case("an enemy's ability has its bounds", ["space.roles.assign", "close.aug.tougher"],
         lambda: build.fight(foe='shields = 3'), "step", told="""
        bad input at combatant.5.craft.shields: 0 to 2
    """),
    case("hull damage that has reached the web", ["space.enemy.ability", "space.end.collapse", "space.end.ways"],
         lambda: build.fight(foe='hull-damage = 16'), "step", told="""
        over: crew space.end.collapse
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_files_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
