"""The maneuvers that do not strike: what else a fighter does with her turn of one second."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.rulebooks.gurps import actions
from starfray.rulebooks.gurps.blows import check_attack, check_lowers, check_option, find_weapon
from starfray.rulebooks.gurps.concentrate import think
from starfray.rulebooks.gurps.core import half_move, move_of
from starfray.rulebooks.gurps.facing import turn_to
from starfray.rulebooks.gurps.feint import study
from starfray.rulebooks.gurps.interrupts import TRIGGERS
from starfray.rulebooks.gurps.locations import check_location
from starfray.rulebooks.gurps.movement import check_way, go, way_length
from starfray.rulebooks.gurps.ready import check_ready
from starfray.rulebooks.gurps.state import DERIVED, Aim, Gurps, Waiting, body_of, fighter
from starfray.rulebooks.gurps.swing import Swing, check_shots
from starfray.rulebooks.gurps.turn import takes_heart
from starfray.rulebooks.gurps.turns import STEP, actor_of, forget, others_first

DEFENCES = ("dodge", "parry", "block", "double")
AFTER_WAIT = ("attack", "all-out-attack", "feint", "ready")  # gurps.ruling.wait-list


def do_nothing(state: Gurps, table: Table, act: actions.DoNothing) -> None:
    """For a group, all of it."""
    one = fighter(state, act.actor)
    state.done = state.idle = True
    for each in body_of(state, one):
        forget(each, aim=False)
        state.idlers.append(each.id)
    if not one.group:
        state.idlers = []
    table.emit("gurps.maneuver.do-nothing.stunned" if one.stunned else "gurps.maneuver.do-nothing", one.id)


def move(state: Gurps, table: Table, act: actions.Move) -> None:
    """Own Move, and a yard more after a whole turn of running. gurps.maneuver.move, gurps.ruling.move-value"""
    one = actor_of(state, act.actor)
    most = move_of(one) + (1 if one.ran else 0)  # gurps.maneuver.move.run
    if not act.path and act.yards < 0:
        raise Refused("gurps.maneuver.move", "a way is needed", ["path=X,Y", "target=ID yards=N"])
    check_way(state, one, act.path, act.target, act.yards, most, "gurps.ruling.move-value")
    if not takes_heart(state, table, one):
        return
    ran, far = one.ran, way_length(state, one, act.path, act.target, act.yards)
    forget(one)
    table.emit("gurps.maneuver.move.run" if ran else "gurps.maneuver.move", one.id, number=most)
    if go(state, table, one, act.path, act.target, act.yards, ()):
        one.ran = one.posture == "standing" and far >= move_of(one) - 1e-9  # a stroll is no run


def all_out_defense(state: Gurps, table: Table, act: actions.AllOutDefense) -> None:
    """+2 on one defence, or two defences against one attack, until the next turn. gurps.maneuver.all-out-defense"""
    one = actor_of(state, act.actor)
    if act.option not in DEFENCES:
        raise Refused("gurps.maneuver.all-out-defense", f"{act.option!r} is no option", DEFENCES)
    most = half_move(one) if act.option == "dodge" else STEP  # gurps.maneuver.all-out-defense.increased-dodge-move
    rule = "gurps.maneuver.all-out-defense" + (".increased-dodge-move" if act.option == "dodge" else "")
    check_way(state, one, act.path, act.target, act.yards, most, rule)
    if not takes_heart(state, table, one):
        return
    forget(one, aim=False)
    if others_first(state, table, one) and go(state, table, one, act.path, act.target, act.yards, ()):
        one.all_out_defense = act.option
        table.emit("gurps.maneuver.all-out-defense", one.id, note=act.option)


def aim(state: Gurps, table: Table, act: actions.TakeAim) -> None:
    """A second spent on one target with one weapon; bracing it gives nothing more. gurps.maneuver.aim"""
    one, target = actor_of(state, act.actor), fighter(state, act.target)
    weapon = find_weapon(one, act.weapon)
    if weapon.melee:
        raise Refused("gurps.maneuver.aim", f"the {weapon.name} is no ranged weapon", ["wait"])
    if act.braced and weapon.hands == 2 and (act.path or act.yards >= 0):
        raise Refused("gurps.maneuver.aim.braced", "a braced two-handed weapon allows no step", ["braced=no"])
    check_attack(state, table.content, one, target, Swing(weapon, maneuver="aim"), act.path, act.yards, STEP)
    if not takes_heart(state, table, one):
        return
    old = one.aim
    forget(one, aim=False)
    if others_first(state, table, one) and go(state, table, one, act.path, act.target, act.yards, ()):
        same = old is not None and one.aim is not None and (old.target, old.weapon) == (target.id, weapon.key)
        seconds = old.seconds + 1 if same and old is not None else 1
        one.aim = Aim(target=target.id, weapon=weapon.key, seconds=min(3, seconds))
        turn_to(one, target.at)
        table.emit("gurps.maneuver.aim", one.id, target.id, seconds)
        if act.braced:
            table.emit("gurps.ruling.brace-bonus", one.id)


def evaluate(state: Gurps, table: Table, act: actions.Evaluate) -> None:
    """A turn of watching one foe. gurps.maneuver.evaluate, gurps.ruling.evaluate-loss"""
    one, target = actor_of(state, act.actor), fighter(state, act.target)
    if target is one or not target.conscious:
        raise Refused("gurps.maneuver.evaluate", f"there is nothing to learn from {target.id}", [])
    check_way(state, one, act.path, act.target, act.yards, STEP, "gurps.maneuver.evaluate")
    if not takes_heart(state, table, one):
        return
    forget(one, aim=False, study=False)
    if others_first(state, table, one) and go(state, table, one, act.path, act.target, act.yards, ()):
        if one.study is not None and one.study.target != target.id:
            table.emit("gurps.ruling.evaluate-loss", one.id, one.study.target)
        study(table, one, target)
        turn_to(one, target.at)


def concentrate(state: Gurps, table: Table, act: actions.Concentrate) -> None:
    """A second on one task of the mind. gurps.maneuver.concentrate"""
    one = actor_of(state, act.actor)
    check_way(state, one, act.path, act.target, act.yards, STEP, "gurps.maneuver.concentrate")
    if not takes_heart(state, table, one):
        return
    forget(one, thought=False)
    if others_first(state, table, one) and go(state, table, one, act.path, act.target, act.yards, ()):
        think(table, one, act.task)


def face(state: Gurps, table: Table, act: actions.Face) -> None:
    """Free: turn towards somebody, and from now on the back counts. gurps.core.active-defense"""
    one, target = actor_of(state, act.actor), fighter(state, act.target)
    if one.at is None or target.at is None or one.at == target.at:
        raise Refused("gurps.core.active-defense", "facing needs a map", [])
    if one.facing == DERIVED:
        one.facing = 0.0
    turn_to(one, target.at)
    table.emit("gurps.core.active-defense", one.id, target.id, note="turns")


def wait(state: Gurps, table: Table, act: actions.Wait) -> None:
    """Name the trigger and what follows it. gurps.maneuver.wait"""
    one = actor_of(state, act.actor)
    check_trigger(state, act)
    if act.maneuver not in AFTER_WAIT:
        raise Refused("gurps.ruling.wait-list", f"{act.maneuver!r} cannot follow a Wait", AFTER_WAIT)
    if act.maneuver == "ready":
        check_ready(one, act.weapon, "")
    else:
        weapon = find_weapon(one, act.weapon)
        check_location(weapon, act.location, act.chink)
        check_shots(weapon, act.shots)
        check_lowers(act.lowers)
        if act.maneuver == "all-out-attack":
            check_option(weapon, act.option)
        if act.trigger == "reach" and not weapon.melee:
            raise Refused("gurps.maneuver.wait", f"the {weapon.name} has no reach", ["distance"])
        if act.maneuver == "feint" and not weapon.melee:
            raise Refused("gurps.maneuver.feint", f"the {weapon.name} is no melee weapon", ["attack"])
    if not takes_heart(state, table, one):
        return
    forget(one, aim=False)
    if others_first(state, table, one):
        one.waiting = Waiting(
            trigger=act.trigger,
            watching=act.watching,
            ally=act.ally,
            yards=act.yards,
            text=act.text,
            maneuver=act.maneuver,
            option=act.option,
            weapon=act.weapon,
            location=act.location,
            chink=act.chink,
            shots=act.shots,
            lowers=act.lowers,
        )
        table.emit("gurps.maneuver.wait", one.id, act.watching, note=act.text or act.trigger)


def check_trigger(state: Gurps, act: actions.Wait) -> None:
    if act.trigger not in TRIGGERS:
        raise Refused("gurps.maneuver.wait", f"{act.trigger!r} is no trigger", TRIGGERS)
    if act.trigger == "distance" and act.yards < 0:
        raise Refused("gurps.maneuver.wait", "within how many yards?", ["yards=N"])
    if act.trigger == "gm" and not act.text:
        raise Refused("gurps.maneuver.wait", "what is she waiting for?", ['text="…"'])
    if act.trigger == "attacks-ally" and not act.ally:
        raise Refused("gurps.maneuver.wait", "an attack on whom?", ["ally=ID"])
    if act.ally:
        fighter(state, act.ally)
    if act.watching:
        fighter(state, act.watching)
