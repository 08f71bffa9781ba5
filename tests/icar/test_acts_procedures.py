"""Rules outside the turn: all that each tells and gives."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines

# fmt: off
ACTS = [
    case("a check that passes", ["check.equipment-bonus", "ruling.strike-damage", "check.unskilled", "check.core"],
         None, "check skill=4 attribute=4 bonus=1", dice=[3], told="""
        you check.meet-is-pass 3
        you check.core 2 [3] 3 = +12 check.default-tn -4 check.core -4 check.core -1 check.equipment-bonus
        passed = True
        result = pass
        needed = 3
    """),
    case("a check that fails", ["check.free-tn", "check.equipment-bonus", "check.unskilled", "check.core"],
         None, "check skill=4 attribute=4 bonus=1 tn=14", dice=[4], told="""
        you check.meet-is-pass 5
        you check.core 1 [4] 5 = +14 check.free-tn -4 check.core -4 check.core -1 check.equipment-bonus
        passed = False
        result = failure
        needed = 5
    """),
    case("a check that cannot go wrong but by a one",
         ["ruling.negative-total", "check.free-tn", "check.core", "check.unskilled"],
         None, "check skill=9 attribute=9 tn=10", dice=[2], told="""
        you ruling.negative-total -8
        you check.meet-is-pass -8
        you check.core 2 [2] -8 = +10 check.free-tn -9 check.core -9 check.core
        passed = True
        result = pass
        needed = -8
    """),
    case("a critical pass", ["check.unskilled", "check.core", "crit.pass", "crit.narrator"],
         None, "check", dice=[10], told="""
        you check.meet-is-pass 10
        you check.core 3 [10] 10 = +12 check.default-tn -2 check.core
        you crit.pass (crit.narrator)
        passed = True
        result = critical pass
        needed = 10
    """),
    case("a critical failure", ["check.core", "crit.fail", "ruling.strike-damage", "crit.narrator"],
         None, "check skill=9", dice=[1], told="""
        you check.meet-is-pass 1
        you check.core [1] 1 = +12 check.default-tn -2 check.core -9 check.core
        you crit.fail (crit.narrator)
        passed = False
        result = critical failure
        needed = 1
    """),
    case("target numbers", [],
         None, "target-numbers", told="""
        easy = 10
        normal = 12
        hard = 16
        impossible = 22
    """),
    case("the options in space", ["space.stn.options", "ruling.role-order", "crit.fail", "tn.table"],
         None, "space-options 8", told="""
        ability = 8
        options = [{'option': 'investigate', 'role': 'operations', 'tn': 12, 'chance': 0.7, 'stn': 0, 'pilot': 0,
            'once': False, 'rule': 'icar.space.ops.investigate'}, {'option': 'pool', 'role': 'operations', 'tn': 12,
            'chance': 0.7, 'stn': 0, 'pilot': 0, 'once': False, 'rule': 'icar.space.ops.pool'}, {'option': 'help-eng',
            'role': 'operations', 'tn': 12, 'chance': 0.7, 'stn': 0, 'pilot': 0, 'once': False, 'rule':
            'icar.space.ops.help-eng'}, {'option': 'stn', 'role': 'operations', 'tn': 12, 'chance': 0.7, 'stn': -1, 'pilot':
            0, 'once': False, 'rule': 'icar.space.ops.stn'}, {'option': 'cajole', 'role': 'operations', 'tn': 12, 'chance':
            0.7, 'stn': -2, 'pilot': 0, 'once': False, 'rule': 'icar.space.ops.cajole'}, {'option': 'reroute', 'role':
            'engineer', 'tn': 12, 'chance': 0.7, 'stn': -2, 'pilot': 0, 'once': False, 'rule': 'icar.space.eng.reroute'},
            {'option': 'shutdown', 'role': 'engineer', 'tn': 14, 'chance': 0.5, 'stn': -3, 'pilot': 0, 'once': True, 'rule':
            'icar.space.eng.shutdown'}, {'option': 'engines', 'role': 'engineer', 'tn': 12, 'chance': 0.7, 'stn': -1,
            'pilot': -2, 'once': False, 'rule': 'icar.space.eng.engines'}, {'option': 'dump-web', 'role': 'engineer', 'tn':
            14, 'chance': 0.5, 'stn': 0, 'pilot': -4, 'once': True, 'rule': 'icar.space.eng.dump-web'}, {'option':
            'technobabble', 'role': 'engineer', 'tn': 16, 'chance': 0.3, 'stn': -4, 'pilot': 0, 'once': False, 'rule':
            'icar.space.eng.technobabble'}, {'option': 'repair', 'role': 'engineer', 'tn': 12, 'chance': 0.7, 'stn': 0,
            'pilot': 0, 'once': False, 'rule': 'icar.space.eng.repair'}, {'option': 'engies', 'role': 'engineer', 'tn': 14,
            'chance': 0.5, 'stn': 0, 'pilot': 0, 'once': False, 'rule': 'icar.space.eng.engies'}, {'option': 'tractor',
            'role': 'engineer', 'tn': 12, 'chance': 0.7, 'stn': 0, 'pilot': 0, 'once': False, 'rule':
            'icar.ruling.tractor-beam'}, {'option': 'aggressive', 'role': 'pilot', 'tn': 12, 'chance': 0.7, 'stn': -1,
            'pilot': 0, 'once': False, 'rule': 'icar.space.pilot.aggressive'}, {'option': 'spinning-and-skidding', 'role':
            'pilot', 'tn': 14, 'chance': 0.5, 'stn': -2, 'pilot': 0, 'once': False, 'rule':
            'icar.space.pilot.spinning-and-skidding'}, {'option': 'in-every-axis', 'role': 'pilot', 'tn': 16, 'chance': 0.3,
            'stn': -3, 'pilot': 0, 'once': False, 'rule': 'icar.space.pilot.in-every-axis'}, {'option': 'ripping-balls',
            'role': 'pilot', 'tn': 18, 'chance': 0.1, 'stn': -5, 'pilot': 0, 'once': False, 'rule':
            'icar.space.pilot.ripping-balls'}, {'option': 'run-away', 'role': 'pilot', 'tn': 12, 'chance': 0.7, 'stn': 6,
            'pilot': 0, 'once': False, 'rule': 'icar.space.pilot.run-away'}, {'option': 'hack-craft', 'role': 'hacker',
            'tn': 12, 'chance': 0.7, 'stn': 0, 'pilot': 0, 'once': False, 'rule': 'icar.space.hacker.one-action'}]
        roles = ['operations', 'engineer', 'pilot', 'hacker', 'gunner']
    """),
    case("the options of a role with help", ["space.stn.options", "space.jobs", "check.default-tn", "ruling.travel"],
         None, "space-options 8 engineer help=2", told="""
        ability = 8
        options = [{'option': 'reroute', 'role': 'engineer', 'tn': 10, 'chance': 0.9, 'stn': -2, 'pilot': 0, 'once':
            False, 'rule': 'icar.space.eng.reroute'}, {'option': 'shutdown', 'role': 'engineer', 'tn': 12, 'chance': 0.7,
            'stn': -3, 'pilot': 0, 'once': True, 'rule': 'icar.space.eng.shutdown'}, {'option': 'engines', 'role':
            'engineer', 'tn': 10, 'chance': 0.9, 'stn': -1, 'pilot': -2, 'once': False, 'rule': 'icar.space.eng.engines'},
            {'option': 'dump-web', 'role': 'engineer', 'tn': 12, 'chance': 0.7, 'stn': 0, 'pilot': -4, 'once': True, 'rule':
            'icar.space.eng.dump-web'}, {'option': 'technobabble', 'role': 'engineer', 'tn': 14, 'chance': 0.5, 'stn': -4,
            'pilot': 0, 'once': False, 'rule': 'icar.space.eng.technobabble'}, {'option': 'repair', 'role': 'engineer',
            'tn': 10, 'chance': 0.9, 'stn': 0, 'pilot': 0, 'once': False, 'rule': 'icar.space.eng.repair'}, {'option':
            'engies', 'role': 'engineer', 'tn': 12, 'chance': 0.7, 'stn': 0, 'pilot': 0, 'once': False, 'rule':
            'icar.space.eng.engies'}, {'option': 'tractor', 'role': 'engineer', 'tn': 10, 'chance': 0.9, 'stn': 0, 'pilot':
            0, 'once': False, 'rule': 'icar.ruling.tractor-beam'}]
        roles = ['operations', 'engineer', 'pilot', 'hacker', 'gunner']
    """),
    case("dice left over", ["ruling.pool-leftover", "pool.leftover"],
         None, "pool-leftover 7 3", told="""
        you pool.leftover 2
        you ruling.pool-leftover 1
        each = 2
        left = 1
    """),
    case("dice that share out", ["ruling.pool-leftover", "pool.leftover"],
         None, "pool-leftover 6 3", told="""
        you pool.leftover 2
        each = 2
        left = 0
    """),
    case("no players", ["pool.leftover", "ruling.pool-leftover"],
         None, "pool-leftover 6 0", told="""
        refused pool.leftover
    """),
    case("fewer than no dice", ["pool.leftover", "ruling.pool-leftover"],
         None, "pool-leftover -1 3", told="""
        refused pool.leftover
    """),
    case("no dice", ["pool.leftover", "ruling.pool-leftover"],
         None, "pool-leftover 0 1", told="""
        you pool.leftover
        each = 0
        left = 0
    """),
    case("a hacking job that is done", ["hack.airlock", "ruling.hack-fail", "ruling.hack-rolls", "check.unskilled"],
         None, "hack-job airlock hacking=4 wit=4 rolls=3", dice=[4, 3, 4], told="""
        you check.meet-is-pass 4
        you hack.airlock 2 [4] 4 = +12 ruling.tn-unstated -4 check.core -4 check.core
        you check.meet-is-pass 4
        you hack.airlock 1 [3] 4 = +12 ruling.tn-unstated -4 check.core -4 check.core
        you ruling.hack-fail
        you check.meet-is-pass 4
        you hack.airlock 2 [4] 4 = +12 ruling.tn-unstated -4 check.core -4 check.core
        done = True
        passes = 2
        needed = 2
    """),
    case("a hacking job stops when it is done",
         ["ruling.hack-fail", "ruling.hack-rolls", "hack.door", "ruling.strike-damage"],
         None, "hack-job door hacking=4 wit=4 rolls=3", dice=[4], told="""
        you check.meet-is-pass 4
        you hack.door 2 [4] 4 = +12 ruling.tn-unstated -4 check.core -4 check.core
        done = True
        passes = 1
        needed = 1
    """),
    case("altering data takes one more", ["hack.data", "ruling.hack-fail", "ruling.strike-damage", "ruling.hack-rolls"],
         None, "hack-job data hacking=4 wit=4 rolls=3 altering=yes", dice=[4, 4, 4], told="""
        you check.meet-is-pass 4
        you hack.data 2 [4] 4 = +12 ruling.tn-unstated -4 check.core -4 check.core
        you check.meet-is-pass 4
        you hack.data 2 [4] 4 = +12 ruling.tn-unstated -4 check.core -4 check.core
        you check.meet-is-pass 4
        you hack.data 2 [4] 4 = +12 ruling.tn-unstated -4 check.core -4 check.core
        done = True
        passes = 3
        needed = 3
    """),
    case("a hundred rolls at most", ["ruling.hack-rolls", "ruling.hack-fail"],
         None, "hack-job door rolls=101", told="""
        refused ruling.hack-rolls
    """),
    case("at least one roll", ["ruling.hack-rolls", "ruling.hack-fail"],
         None, "hack-job door rolls=0", told="""
        refused ruling.hack-rolls
    """),
    case("no such job", ["ruling.hack-fail", "ruling.hack-rolls"],
         None, "hack-job moon", told="""
        refused ruling.hack-rolls
    """),
    case("the daemons", ["hack.daemon.goal"],
         None, "daemons", told="""
        daemons = [{'daemon': 'back-door', 'name': 'Back Door', 'cost': 5000, 'penalty': -2, 'words': 'a way back into a
            hacked system, for anybody'}, {'daemon': 'generator-overloader', 'name': 'Generator Overloader', 'cost': 4000,
            'penalty': -3, 'words': 'blows a generator up after a while; it can be taken out only at the generator'},
            {'daemon': 'gaia-mole', 'name': 'Gaia Mole', 'cost': 6000, 'penalty': 0, 'words': 'lets a hacker reach a
            spacecraft in combat; placed aboard by hand'}, {'daemon': 'refail', 'name': 'Refail', 'cost': 6000, 'penalty':
            -2, 'words': 'one failed hacking roll is rolled again, once a session'}, {'daemon': 'trail', 'name': 'Trail',
            'cost': 3500, 'penalty': -1, 'words': 'follows a user or Entity'}, {'daemon': 'stealth-trail', 'name': 'Stealth
            Trail', 'cost': 5000, 'penalty': -2, 'words': 'follows unseen and reports every minute'}, {'daemon':
            'chameleon', 'name': 'Chameleon', 'cost': 3000, 'penalty': -2, 'words': 'makes an object in Gaia look like
            another'}, {'daemon': 'looper', 'name': 'Looper', 'cost': 2000, 'penalty': -1, 'words': 'loops all sensors
            within 50 m'}]
    """),
    case("a fighter's sheet", ["space.fighter.profile", "space.system.table"],
         None, "spacecraft fighter", told="""
        you space.system.table 8
        you space.fighter.profile 14
        key = fighter
        name = Fighter
        base-stn = 14
        max-shields = 1
        clusters = [5]
        fighter = True
        systems = {'shield-generator': {'level': 3, 'modifier': 1}, 'light-jump': {'level': 4, 'modifier': 2},
            'grav-engine': {'level': 5, 'modifier': 2}, 'generators': {'level': 6, 'modifier': 3}, 'life-support': {'level':
            7, 'modifier': 4}, 'energy-web': {'level': 8}}
    """),
    case("a scout's sheet", ["space.system.table"],
         None, "spacecraft scout", told="""
        you space.system.table 16
        key = scout
        name = Scout
        base-stn = 16
        max-shields = 2
        clusters = [5]
        systems = {'shield-generator': {'level': 8, 'modifier': 0}, 'tractor-beam': {'level': 9, 'modifier': 0},
            'light-jump': {'level': 11, 'modifier': 1}, 'grav-field': {'level': 12, 'modifier': 0}, 'grav-engine': {'level':
            13, 'modifier': 2}, 'generators': {'level': 14, 'modifier': 2}, 'life-support': {'level': 15, 'modifier': 4},
            'energy-web': {'level': 16}}
    """),
    case("shields after ten minutes", ["ruling.shield-recharge"],
         None, "recharge gaterunner 1 10", told="""
        you ruling.shield-recharge 10
        shields = 4
        of = 4
    """),
    case("shields after nine", ["ruling.shield-recharge"],
         None, "recharge gaterunner 1 9", told="""
        you ruling.shield-recharge 10
        shields = 1
        of = 4
    """),
    case("shields without a generator", ["ruling.shield-recharge", "space.system.shield-generator"],
         None, "recharge gaterunner 1 10 generator=no", told="""
        you ruling.shield-recharge 10
        you space.system.shield-generator
        shields = 1
        of = 4
    """),
    case("no more shields than there are", ["space.shield.count", "ruling.shield-recharge"],
         None, "recharge gaterunner 5 10", told="""
        refused space.shield.count
    """),
    case("no fewer than none", ["space.shield.count", "ruling.shield-recharge"],
         None, "recharge gaterunner -1 10", told="""
        refused space.shield.count
    """),
    case("no time before now", ["space.shield.count", "ruling.shield-recharge"],
         None, "recharge gaterunner 1 -1", told="""
        refused space.shield.count
    """),
    case("none is a number of shields", ["ruling.shield-recharge"],
         None, "recharge gaterunner 0 0", told="""
        you ruling.shield-recharge 10
        shields = 0
        of = 4
    """),
    case("an open vehicle", ["vehicle.damage.where", "ruling.vehicle-exposed", "vehicle.pilot.ram.damage"],
         None, "vehicle anchorage-r", told="""
        you ruling.vehicle-exposed
        key = anchorage-r
        name = Anchorage R
        speed = 140
        max-hp = 30
        open = True
        cost = 14000
        ram = 3
        exposed = True
    """),
    case("a closed vehicle with a shield and a gun",
         ["vehicle.pilot.ram.damage", "ruling.vehicle-exposed", "vehicle.damage.where"],
         None, "vehicle metropol-van", told="""
        you ruling.vehicle-exposed
        key = metropol-van
        name = Metropol van
        speed = 200
        max-hp = 40
        max-shields = 1
        shield-hp = 20
        mounted = ['astraripper-5']
        ram = 4
        exposed = False
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_procedures_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
