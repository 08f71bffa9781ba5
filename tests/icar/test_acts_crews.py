"""The crew of a vehicle: all that each act tells, asks and changes."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines
from tests.icar.chase import FOES, chase
from tests.icar.scenes import on_road

# fmt: off
ACTS = [
    case("a chase begins: pilots throw", [],
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
    case("without a pilot a vehicle comes last", [],
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
    case("a vehicle's turn", [],
         lambda: chase(begun=False).step(dice=[5, 5], steps=1), "step", told="""
        car combat.initiative-purpose
        chase.up = car
    """),
    case("a vehicle that falls has its turn, too", [],
         lambda: chase(begun=False, car='hp = 0').step(dice=[5, 5], steps=1), "step", told="""
        car vehicle.damage.zero 3
        chase.up = car
    """),
    case("a dodge ends with the vehicle's next turn", [],
         lambda: chase(begun=False, car='dodging = true').step(dice=[5, 5], steps=1), "step", told="""
        car ruling.dodge
        car combat.initiative-purpose
        car.vehicle.dodging = -
        chase.up = car
    """),
    case("escape is declared", [],
         lambda: chase(), "declare pil escape", told="""
        pil vehicle.turn.order
        car.vehicle.goal = escape
    """),
    case("a slower car cannot escape", [],
         lambda: chase(car='speed = 100'), "declare pil escape", told="""
        refused vehicle.pilot.escape: dodge, ram, firing-position
    """),
    case("as fast is not faster", [],
         lambda: chase(car='speed = 110'), "declare pil escape", told="""
        refused ruling.escape-equal: dodge, ram, firing-position
    """),
    case("ram wants an enemy", [],
         lambda: chase(), "declare pil ram", told="""
        refused vehicle.pilot.ram: van
    """),
    case("ram is declared", [],
         lambda: chase(), "declare pil ram van", told="""
        pil>van vehicle.turn.order
        car.vehicle.goal = ram
        car.vehicle.whom = van
    """),
    case("no such goal", [],
         lambda: chase(), "declare pil loiter", told="""
        refused vehicle.pilot.check: escape, firing-position, ram, dodge, other
    """),
    case("something else wants words", [],
         lambda: chase(), "declare pil other", told="""
        refused vehicle.pilot.final-say: words="…"
    """),
    case("something else", [],
         lambda: chase(), 'declare pil other words="land on the roof"', told="""
        pil vehicle.turn.order
        car.vehicle.goal = other
    """),
    case("only the pilot declares", [],
         lambda: chase(), "declare gun escape", told="""
        refused vehicle.turn.order: pil
    """),
    case("nothing is declared twice", [],
         lambda: on_road('escape'), "declare hax ram van", told="""
        refused vehicle.pilot.final-say: traffic, short-cut, hack-enemy, hack-autopilot, improvise
    """),
    case("an autopilot is switched on", [],
         lambda: chase(), "autopilot pil yes", told="""
        pil>car ruling.autopilot
        car.vehicle.autopilot = True
    """),
    case("an autopilot that is off", [],
         lambda: chase(), "autopilot pil no", told="""
        refused vehicle.autopilot: declare, stand-by
    """),
    case("an autopilot is switched off", [],
         lambda: chase(begun=False, car='autopilot = true').step(dice=[5]), "autopilot hax no", told="""
        refused vehicle.turn.order:
    """),
    case("traffic helps an escape or a dodge", [],
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
    case("traffic in vain", [],
         lambda: on_road('escape'), "traffic hax", dice=[3], told="""
        hax check.meet-is-pass 4
        hax vehicle.hacker.traffic 1 [3] 4 = +12 vehicle.hacker.check -4 check.core -4 check.core
        hax vehicle.hacker.check
        hax.acted = traffic
    """),
    case("a short cut helps whatever it is", [],
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
    case("an enemy loses control", [],
         lambda: on_road('escape'), "hack-enemy hax van control", dice=[8], told="""
        hax check.meet-is-pass 8
        hax vehicle.hacker.enemy 2 [8] 8 = +16 ruling.vehicle-tn -4 check.core -4 check.core
        hax>van vehicle.hacker.enemy
        van ruling.vehicle-hack-effect
        hax.acted = hack-enemy
        van.vehicle.lost-control = True
    """),
    case("an enemy loses power", [],
         lambda: on_road('escape'), "hack-enemy hax van power", dice=[8], told="""
        hax check.meet-is-pass 8
        hax vehicle.hacker.enemy 2 [8] 8 = +16 ruling.vehicle-tn -4 check.core -4 check.core
        hax>van vehicle.hacker.enemy
        van ruling.vehicle-hack-effect
        hax.acted = hack-enemy
        van.vehicle.losing-power = True
    """),
    case("an enemy is hard to hack", [],
         lambda: on_road('escape'), "hack-enemy hax van power", dice=[7], told="""
        hax check.meet-is-pass 8
        hax vehicle.hacker.enemy 1 [7] 8 = +16 ruling.vehicle-tn -4 check.core -4 check.core
        hax vehicle.hacker.check
        hax.acted = hack-enemy
    """),
    case("control or power is said before the die", [],
         lambda: on_road('escape'), "hack-enemy hax van both", told="""
        refused ruling.vehicle-hack-effect: control, power
    """),
    case("the own car is no enemy", [],
         lambda: on_road('escape'), "hack-enemy hax car power", told="""
        refused vehicle.hacker.enemy: van
    """),
    case("the autopilot is hacked", [],
         lambda: on_road('escape'), "hack-autopilot hax", dice=[4], told="""
        hax check.meet-is-pass 4
        hax vehicle.autopilot.hack 2 [4] 4 = +12 vehicle.hacker.check -4 check.core -4 check.core
        hax>car vehicle.autopilot.hack
        car.vehicle.tamed-autopilot = True
        hax.acted = hack-autopilot
    """),
    case("it has been hacked already", [],
         lambda: on_road('escape', car='tamed-autopilot = true'), "hack-autopilot hax", told="""
        refused vehicle.autopilot.hack: traffic, short-cut, hack-enemy, hack-autopilot, improvise
    """),
    case("an idea of the hacker's helps the gunners", [],
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
    case("an idea of the hacker's is hard and for the story", [],
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
    case("no idea", [],
         lambda: on_road('escape'), 'improvise hax " "', told="""
        refused vehicle.hacker.imagination: idea="…"
    """),
    case("power to the engine helps an escape", [],
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
    case("power to the plates helps a firing position", [],
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
         [],
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
         [],
         lambda: on_road('escape', 'hax', car='max-shields = 2, shields = 1, shield-hp = 20'),
         "mend-shield eng", dice=[4], told="""
        eng check.meet-is-pass 4
        eng vehicle.engineer.shield 2 [4] 4 = +12 vehicle.engineer.check -4 check.core -4 check.core
        eng>car vehicle.engineer.shield
        car.vehicle.mending = 1
        eng.acted = mend-shield
    """),
    case("no shield is down", [],
         lambda: on_road('escape', 'hax'), "mend-shield eng", told="""
        refused vehicle.engineer.shield: engine-power, plates-power, mend-shield
    """),
    case("the engineer is no hacker", [],
         lambda: on_road('escape', 'hax'), "traffic eng", told="""
        refused vehicle.engineer.check: engine-power, plates-power, mend-shield
    """),
    case("the hacker comes first", [],
         lambda: on_road('escape'), "engine-power eng", told="""
        refused vehicle.turn.order: hax
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_crews_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
