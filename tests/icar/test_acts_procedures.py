"""Rules outside the turn: all that each tells and gives."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines

# fmt: off
ACTS = [
    case("a check that passes", [],
         None, "check skill=4 attribute=4 bonus=1", dice=[3], told="""
        you check.meet-is-pass 3
        you check.core 2 [3] 3 = +12 check.default-tn -4 check.core -4 check.core -1 check.equipment-bonus
        passed = True
        result = pass
        needed = 3
    """),
    case("a check that fails", [],
         None, "check skill=4 attribute=4 bonus=1 tn=14", dice=[4], told="""
        you check.meet-is-pass 5
        you check.core 1 [4] 5 = +14 check.free-tn -4 check.core -4 check.core -1 check.equipment-bonus
        passed = False
        result = failure
        needed = 5
    """),
    case("a check that cannot go wrong but by a one", [],
         None, "check skill=9 attribute=9 tn=10", dice=[2], told="""
        you ruling.negative-total -8
        you check.meet-is-pass -8
        you check.core 2 [2] -8 = +10 check.free-tn -9 check.core -9 check.core
        passed = True
        result = pass
        needed = -8
    """),
    case("a critical pass", [],
         None, "check", dice=[10], told="""
        you check.meet-is-pass 10
        you check.core 3 [10] 10 = +12 check.default-tn -2 check.core
        you crit.pass (crit.narrator)
        passed = True
        result = critical pass
        needed = 10
    """),
    case("a critical failure", [],
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
    case("the options in space", [],
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
    case("the options of a role with help", [],
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
    case("dice left over", [],
         None, "pool-leftover 7 3", told="""
        you pool.leftover 2
        you ruling.pool-leftover 1
        each = 2
        left = 1
    """),
    case("dice that share out", [],
         None, "pool-leftover 6 3", told="""
        you pool.leftover 2
        each = 2
        left = 0
    """),
    case("no players", [],
         None, "pool-leftover 6 0", told="""
        refused pool.leftover: pool-leftover 5 4
    """),
    case("fewer than no dice", [],
         None, "pool-leftover -1 3", told="""
        refused pool.leftover: pool-leftover 5 4
    """),
    case("no dice", [],
         None, "pool-leftover 0 1", told="""
        you pool.leftover
        each = 0
        left = 0
    """),
    case("a hacking job that is done", [],
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
    case("a hacking job stops when it is done", [],
         None, "hack-job door hacking=4 wit=4 rolls=3", dice=[4], told="""
        you check.meet-is-pass 4
        you hack.door 2 [4] 4 = +12 ruling.tn-unstated -4 check.core -4 check.core
        done = True
        passes = 1
        needed = 1
    """),
    case("altering data takes one more", [],
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
    case("a hundred rolls at most", [],
         None, "hack-job door rolls=101", told="""
        refused ruling.hack-rolls: door, airlock, lights, gravity, generator, data, sensors, undergaia
    """),
    case("at least one roll", [],
         None, "hack-job door rolls=0", told="""
        refused ruling.hack-rolls: door, airlock, lights, gravity, generator, data, sensors, undergaia
    """),
    case("no such job", [],
         None, "hack-job moon", told="""
        refused ruling.hack-rolls: door, airlock, lights, gravity, generator, data, sensors, undergaia
    """),
    case("the daemons", [],
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
    case("a fighter's sheet", [],
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
    case("a scout's sheet", [],
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
    case("shields after ten minutes", [],
         None, "recharge gaterunner 1 10", told="""
        you ruling.shield-recharge 10
        shields = 4
        of = 4
    """),
    case("shields after nine", [],
         None, "recharge gaterunner 1 9", told="""
        you ruling.shield-recharge 10
        shields = 1
        of = 4
    """),
    case("shields without a generator", [],
         None, "recharge gaterunner 1 10 generator=no", told="""
        you ruling.shield-recharge 10
        you space.system.shield-generator
        shields = 1
        of = 4
    """),
    case("no more shields than there are", [],
         None, "recharge gaterunner 5 10", told="""
        refused space.shield.count: recharge gaterunner 0 10
    """),
    case("no fewer than none", [],
         None, "recharge gaterunner -1 10", told="""
        refused space.shield.count: recharge gaterunner 0 10
    """),
    case("no time before now", [],
         None, "recharge gaterunner 1 -1", told="""
        refused space.shield.count: recharge gaterunner 0 10
    """),
    case("none is a number of shields", [],
         None, "recharge gaterunner 0 0", told="""
        you ruling.shield-recharge 10
        shields = 0
        of = 4
    """),
    case("an open vehicle", [],
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
    case("a closed vehicle with a shield and a gun", [],
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
