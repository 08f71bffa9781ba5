"""The crew of a vehicle: all that each act tells, asks and changes."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.chase import FOES, chase
from tests.icar.scenes import on_road

# fmt: off
ACTS = [
    case("a chase begins: pilots throw", ["ruling.vehicle-sides", "combat.initiative", "vehicle.end"],
         lambda: chase(begun=False), "step", dice=[5, 5], told="""
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
    case("without a pilot a vehicle comes last", ["combat.initiative", "ruling.vehicle-sides", "ruling.initiative-tie"],
         lambda: chase(begun=False, foes=FOES.replace('"pilot"', '"engineer"')), "step", dice=[5], told="""
        gm combat.enter.announce (vehicle.fly)
        pil combat.initiative 5 [5]
        pil combat.order
        gm ruling.vehicle-sides
        pil.initiative = 12
        turn = 1
        ground.order = ['pil']
        chase.order = ['car', 'van']
    """),
    case("a vehicle's turn", ["ruling.vehicle-sides", "combat.initiative-purpose", "combat.order"],
         lambda: chase(begun=False).step(dice=[5, 5], steps=1), "step", told="""
        car combat.initiative-purpose
        chase.up = car
    """),
    case("a vehicle that falls has its turn, too",
         ["combat.initiative", "combat.enter.announce", "ruling.vehicle-crash", "vehicle.damage.zero"],
         lambda: chase(begun=False, car='hp = 0').step(dice=[5, 5], steps=1), "step", told="""
        car vehicle.damage.zero 3
        chase.up = car
    """),
    case("a dodge ends with the vehicle's next turn", ["ruling.initiative-tie", "ruling.dodge", "combat.initiative-purpose"],
         lambda: chase(begun=False, car='dodging = true').step(dice=[5, 5], steps=1), "step", told="""
        car ruling.dodge
        car combat.initiative-purpose
        car.vehicle.dodging = -
        chase.up = car
    """),
    case("escape is declared", ["ruling.escape-equal", "vehicle.fly", "ruling.vehicle-sides"],
         lambda: chase(), "declare pil escape", told="""
        pil vehicle.turn.order
        car.vehicle.goal = escape
    """),
    case("a slower car cannot escape", ["vehicle.pilot.escape", "ruling.escape-equal", "combat.order"],
         lambda: chase(car='speed = 100'), "declare pil escape", told="""
        refused vehicle.pilot.escape
    """),
    case("as fast is not faster", ["ruling.escape-equal", "combat.order", "ruling.initiative-tie"],
         lambda: chase(car='speed = 110'), "declare pil escape", told="""
        refused ruling.escape-equal
    """),
    case("ram wants an enemy", ["vehicle.pilot.ram", "vehicle.fly", "vehicle.end"],
         lambda: chase(), "declare pil ram", told="""
        refused vehicle.pilot.ram
    """),
    case("ram is declared", ["combat.enter.announce", "ruling.vehicle-sides", "fire.sheet.cost"],
         lambda: chase(), "declare pil ram van", told="""
        pil>van vehicle.turn.order
        car.vehicle.goal = ram
        car.vehicle.whom = van
    """),
    case("no such goal", ["fire.sheet.cost", "vehicle.fly", "combat.initiative-purpose", "vehicle.pilot.check"],
         lambda: chase(), "declare pil loiter", told="""
        refused vehicle.pilot.check
    """),
    case("something else wants words", ["vehicle.pilot.final-say", "combat.initiative", "vehicle.fly"],
         lambda: chase(), "declare pil other", told="""
        refused vehicle.pilot.final-say
    """),
    case("something else", ["ruling.vehicle-sides", "combat.enter.announce", "vehicle.fly"],
         lambda: chase(), 'declare pil other words="land on the roof"', told="""
        pil vehicle.turn.order
        car.vehicle.goal = other
    """),
    case("only the pilot declares", ["vehicle.fly", "combat.initiative-purpose", "ruling.vehicle-sides"],
         lambda: chase(), "declare gun escape", told="""
        refused vehicle.turn.order
    """),
    case("nothing is declared twice", ["vehicle.pilot.final-say", "ruling.escape-equal", "combat.initiative-purpose"],
         lambda: on_road('escape'), "declare hax ram van", told="""
        refused vehicle.pilot.final-say
    """),
    case("an autopilot is switched on", ["ruling.autopilot", "ruling.initiative-tie", "vehicle.fly"],
         lambda: chase(), "autopilot pil yes", told="""
        pil>car ruling.autopilot
        car.vehicle.autopilot = True
    """),
    case("an autopilot that is off", ["combat.order", "ruling.autopilot", "vehicle.autopilot"],
         lambda: chase(), "autopilot pil no", told="""
        refused vehicle.autopilot
    """),
    case("an autopilot is switched off", ["vehicle.fly", "ruling.vehicle-sides", "combat.enter.announce"],
         lambda: chase(begun=False, car='autopilot = true').step(dice=[5]), "autopilot hax no", told="""
        refused vehicle.turn.order
    """),
    case("traffic helps an escape or a dodge",
         ["vehicle.hacker.traffic", "vehicle.turn.tn", "vehicle.hacker.check", "ruling.vehicle-tn"],
         lambda: on_road('escape'), "traffic hax", dice=[4], told="""
        hax check.meet-is-pass 4
        hax vehicle.hacker.traffic 2 [4] 4 = +12 vehicle.hacker.check -4 check.core -4 check.core
        hax>car vehicle.hacker.traffic 2
        hax.acted = traffic
        chase.boosts.0.amount = 2
        chase.boosts.0.rule = icar.ruling.vehicle-hacker-bonus
        chase.boosts.0.by = hax
        chase.boosts.0.on = pilot
        chase.boosts.0.goals = ['escape', 'dodge']
    """),
    case("traffic in vain", ["vehicle.hacker.traffic", "vehicle.turn.tn", "vehicle.hacker.check", "ruling.vehicle-tn"],
         lambda: on_road('escape'), "traffic hax", dice=[3], told="""
        hax check.meet-is-pass 4
        hax vehicle.hacker.traffic 1 [3] 4 = +12 vehicle.hacker.check -4 check.core -4 check.core
        hax vehicle.hacker.check
        hax.acted = traffic
    """),
    case("a short cut helps whatever it is",
         ["vehicle.hacker.doors", "vehicle.hacker.check", "check.default-tn", "vehicle.turn.tn"],
         lambda: on_road('ram', target='van'), "short-cut hax", dice=[4], told="""
        hax check.meet-is-pass 4
        hax vehicle.hacker.doors 2 [4] 4 = +12 vehicle.hacker.check -4 check.core -4 check.core
        hax>car vehicle.hacker.doors 2
        hax.acted = short-cut
        chase.boosts.0.amount = 2
        chase.boosts.0.rule = icar.ruling.vehicle-hacker-bonus
        chase.boosts.0.by = hax
        chase.boosts.0.on = pilot
        chase.boosts.0.goals = ['escape', 'firing-position', 'ram', 'dodge', 'other']
    """),
    case("an enemy loses control",
         ["ruling.vehicle-hack-two-ways", "ruling.vehicle-hack-effect", "ruling.vehicle-tn", "vehicle.hacker.enemy"],
         lambda: on_road('escape'), "hack-enemy hax van control", dice=[8], told="""
        hax check.meet-is-pass 8
        hax vehicle.hacker.enemy 2 [8] 8 = +16 ruling.vehicle-tn -4 check.core -4 check.core
        hax>van vehicle.hacker.enemy
        van ruling.vehicle-hack-effect
        hax.acted = hack-enemy
        van.vehicle.lost-control = True
    """),
    case("an enemy loses power",
         ["vehicle.hacker.enemy", "ruling.vehicle-hack-two-ways", "ruling.vehicle-hack-effect", "ruling.vehicle-tn"],
         lambda: on_road('escape'), "hack-enemy hax van power", dice=[8], told="""
        hax check.meet-is-pass 8
        hax vehicle.hacker.enemy 2 [8] 8 = +16 ruling.vehicle-tn -4 check.core -4 check.core
        hax>van vehicle.hacker.enemy
        van ruling.vehicle-hack-effect
        hax.acted = hack-enemy
        van.vehicle.losing-power = True
    """),
    case("an enemy is hard to hack",
         ["ruling.vehicle-tn", "vehicle.hacker.enemy", "ruling.vehicle-hack-two-ways", "vehicle.turn.tn"],
         lambda: on_road('escape'), "hack-enemy hax van power", dice=[7], told="""
        hax check.meet-is-pass 8
        hax vehicle.hacker.enemy 1 [7] 8 = +16 ruling.vehicle-tn -4 check.core -4 check.core
        hax vehicle.hacker.check
        hax.acted = hack-enemy
    """),
    case("control or power is said before the die",
         ["ruling.vehicle-hack-effect", "ruling.vehicle-hack-two-ways", "ruling.escape-equal"],
         lambda: on_road('escape'), "hack-enemy hax van both", told="""
        refused ruling.vehicle-hack-effect
    """),
    case("the own car is no enemy", ["vehicle.hacker.enemy", "ruling.vehicle-hack-two-ways", "ruling.escape-equal"],
         lambda: on_road('escape'), "hack-enemy hax car power", told="""
        refused vehicle.hacker.enemy
    """),
    case("the autopilot is hacked",
         ["vehicle.autopilot.hack", "vehicle.hacker.check", "vehicle.turn.tn", "ruling.vehicle-tn"],
         lambda: on_road('escape'), "hack-autopilot hax", dice=[4], told="""
        hax check.meet-is-pass 4
        hax vehicle.autopilot.hack 2 [4] 4 = +12 vehicle.hacker.check -4 check.core -4 check.core
        hax>car vehicle.autopilot.hack
        car.vehicle.tamed-autopilot = True
        hax.acted = hack-autopilot
    """),
    case("it has been hacked already", ["vehicle.autopilot.hack", "ruling.escape-equal", "ruling.initiative-tie"],
         lambda: on_road('escape', car='tamed-autopilot = true'), "hack-autopilot hax", told="""
        refused vehicle.autopilot.hack
    """),
    case("an idea of the hacker's helps the gunners",
         ["vehicle.hacker.imagination", "ruling.vehicle-hacker-bonus", "vehicle.turn.tn", "tn.table"],
         lambda: on_road('escape'), 'improvise hax "blind them"', dice=[4], answers=["12", "gunner"], told="""
        gm vehicle.hacker.imagination
        hax check.meet-is-pass 4
        hax vehicle.hacker.imagination 2 [4] 4 = +12 vehicle.hacker.imagination -4 check.core -4 check.core
        gm ruling.vehicle-hacker-bonus
        hax>car vehicle.hacker.imagination
        gm? vehicle.hacker.imagination 10..22: 12
        gm? ruling.vehicle-hacker-bonus pilot|gunner|story: gunner
        hax.acted = improvise
        chase.boosts.0.amount = 2
        chase.boosts.0.rule = icar.vehicle.hacker.imagination
        chase.boosts.0.by = hax
        chase.boosts.0.on = gunner
    """),
    case("an idea of the hacker's is hard and for the story",
         ["ruling.vehicle-hacker-bonus", "vehicle.hacker.imagination", "ruling.vehicle-tn", "check.default-tn"],
         lambda: on_road('escape'), 'improvise hax "blind them"', dice=[8], answers=["16", "story"], told="""
        gm vehicle.hacker.imagination
        hax check.meet-is-pass 8
        hax vehicle.hacker.imagination 2 [8] 8 = +16 vehicle.hacker.imagination -4 check.core -4 check.core
        gm ruling.vehicle-hacker-bonus
        hax>car vehicle.hacker.imagination
        gm? vehicle.hacker.imagination 10..22: 16
        gm? ruling.vehicle-hacker-bonus pilot|gunner|story: story
        hax.acted = improvise
    """),
    case("no idea", ["combat.initiative", "vehicle.hacker.imagination", "ruling.escape-equal"],
         lambda: on_road('escape'), 'improvise hax " "', told="""
        refused vehicle.hacker.imagination
    """),
    case("power to the engine helps an escape",
         ["vehicle.engineer.engine", "vehicle.engineer.check", "ruling.vehicle-tn", "vehicle.turn.tn"],
         lambda: on_road('escape', 'hax'), "engine-power eng", dice=[4], told="""
        eng check.meet-is-pass 4
        eng vehicle.engineer.engine 2 [4] 4 = +12 vehicle.engineer.check -4 check.core -4 check.core
        eng>car vehicle.engineer.engine 2
        eng.acted = engine-power
        chase.boosts.0.amount = 2
        chase.boosts.0.rule = icar.vehicle.engineer.engine
        chase.boosts.0.by = eng
        chase.boosts.0.on = pilot
        chase.boosts.0.goals = ['escape']
    """),
    case("power to the plates helps a firing position",
         ["vehicle.engineer.plates", "vehicle.engineer.check", "vehicle.turn.tn", "ruling.vehicle-tn"],
         lambda: on_road('firing-position', 'hax'), "plates-power eng", dice=[4], told="""
        eng check.meet-is-pass 4
        eng vehicle.engineer.plates 2 [4] 4 = +12 vehicle.engineer.check -4 check.core -4 check.core
        eng>car vehicle.engineer.plates 2
        eng.acted = plates-power
        chase.boosts.0.amount = 2
        chase.boosts.0.rule = icar.vehicle.engineer.plates
        chase.boosts.0.by = eng
        chase.boosts.0.on = pilot
        chase.boosts.0.goals = ['firing-position']
    """),
    case("without gravity the engineer's work is hard",
         ["vehicle.turn.tn", "vehicle.engineer.engine", "ruling.vehicle-systems-off", "ruling.vehicle-tn"],
         lambda: on_road('escape', 'hax', head='[now]\nhacks = [{ by = "bad", target = "car", off = ["gravity"] }]'),
         "engine-power eng", dice=[8], told="""
        eng check.meet-is-pass 8
        eng vehicle.engineer.engine 2 [8] 8 = +16 ruling.vehicle-systems-off -4 check.core -4 check.core
        eng>car vehicle.engineer.engine 2
        eng.acted = engine-power
        chase.boosts.0.amount = 2
        chase.boosts.0.rule = icar.vehicle.engineer.engine
        chase.boosts.0.by = eng
        chase.boosts.0.on = pilot
        chase.boosts.0.goals = ['escape']
    """),
    case("a shield is mended",
         ["ruling.vehicle-shields", "vehicle.engineer.shield", "vehicle.engineer.check", "vehicle.turn.tn"],
         lambda: on_road('escape', 'hax', car='max-shields = 2, shields = 1, shield-hp = 20'),
         "mend-shield eng", dice=[4], told="""
        eng check.meet-is-pass 4
        eng vehicle.engineer.shield 2 [4] 4 = +12 vehicle.engineer.check -4 check.core -4 check.core
        eng>car vehicle.engineer.shield
        car.vehicle.mending = 1
        eng.acted = mend-shield
    """),
    case("no shield is down", ["vehicle.engineer.shield", "ruling.escape-equal", "ruling.initiative-tie"],
         lambda: on_road('escape', 'hax'), "mend-shield eng", told="""
        refused vehicle.engineer.shield
    """),
    case("the engineer is no hacker", ["vehicle.engineer.check", "combat.initiative", "ruling.escape-equal"],
         lambda: on_road('escape', 'hax'), "traffic eng", told="""
        refused vehicle.engineer.check
    """),
    case("the hacker comes first", ["ruling.escape-equal", "combat.initiative", "vehicle.end"],
         lambda: on_road('escape'), "engine-power eng", told="""
        refused vehicle.turn.order
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_crews_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
