"""The maneuvers: what a fighter does with her turn of one second."""

from __future__ import annotations

from starfray.engine.errors import Refused, suggest
from starfray.engine.scene import apart
from starfray.engine.table import Table
from starfray.rulebooks.gurps import actions
from starfray.rulebooks.gurps.attack import Swing, attack_fault, carry_out, weapon_of
from starfray.rulebooks.gurps.core import POSTURES, half_move, move_of
from starfray.rulebooks.gurps.interrupts import TRIGGERS, Happening, interrupts
from starfray.rulebooks.gurps.locations import check_location
from starfray.rulebooks.gurps.movement import Path, check_way, gap_after, go
from starfray.rulebooks.gurps.state import (
    Aim,
    Fighter,
    Gurps,
    Waiting,
    Weapon,
    drop,
    fighter,
    free_hands,
    hand_works,
    hands_of,
    held,
    leg_works,
)
from starfray.rulebooks.gurps.turn import takes_heart

STEP = 1.0  # gurps.core.turn: one hex is one yard
MELEE_OPTIONS = ("determined", "double", "strong")
ALL_OUT = (*MELEE_OPTIONS, "ranged")
DEFENCES = ("dodge", "parry", "block", "double")
AFTER_WAIT = ("attack", "all-out-attack", "ready")  # gurps.ruling.wait-list, as far as these maneuvers exist here


def actor_of(state: Gurps, who: str) -> Fighter:
    """Whoever is stunned or dazed can only do nothing. gurps.injury.stunned"""
    one = fighter(state, who)
    if one.stunned:
        raise Refused("gurps.injury.stunned", f"{who} is stunned", ["do-nothing"])
    if one.dazed:
        raise Refused("gurps.critical.hit.table", f"{who} must do nothing this turn", ["do-nothing"])
    return one


def others_first(state: Gurps, table: Table, one: Fighter) -> bool:
    return interrupts(state, table, Happening("other", one.id))


def forget(one: Fighter, *, aim: bool = True) -> None:
    """A new maneuver ends the run-up; one that moves about or handles things ends the aim, too."""
    one.ran = False
    if aim:
        one.aim = None


def do_nothing(state: Gurps, table: Table, act: actions.DoNothing) -> None:
    one = fighter(state, act.actor)
    state.done = state.idle = True
    forget(one, aim=False)
    table.emit("gurps.maneuver.do-nothing.stunned" if one.stunned else "gurps.maneuver.do-nothing", one.id)


def move(state: Gurps, table: Table, act: actions.Move) -> None:
    """Own Move, and a yard more after a whole turn of running. gurps.maneuver.move"""
    one = actor_of(state, act.actor)
    most = move_of(one) + (1 if one.ran else 0)  # gurps.maneuver.move.run
    if not act.path and act.yards < 0:
        raise Refused("gurps.maneuver.move", "a way is needed", ["path=X,Y", "target=ID yards=N"])
    check_way(state, one, act.path, act.target, act.yards, most, "gurps.maneuver.move")
    if not takes_heart(state, table, one):
        return
    ran = one.ran
    forget(one)
    table.emit("gurps.maneuver.move.run" if ran else "gurps.maneuver.move", one.id, number=most)
    if go(state, table, one, act.path, act.target, act.yards, ()):
        one.ran = one.posture == "standing"


def attack(state: Gurps, table: Table, act: actions.Attack) -> None:
    """A step and one attack. gurps.maneuver.attack"""
    one, target = actor_of(state, act.actor), fighter(state, act.target)
    swing = Swing(find_weapon(one, act.weapon), act.location, act.chink)
    check_attack(state, one, target, swing, act.path, act.yards, STEP, "gurps.maneuver.attack")
    if not takes_heart(state, table, one):
        return
    forget(one, aim=False)
    if go(state, table, one, act.path, act.target, act.yards, ()):
        carry_out(state, table, one, target, swing, ())


def all_out_attack(state: Gurps, table: Table, act: actions.AllOutAttack) -> None:
    """Half Move and one of the options, and no defence until the next turn. gurps.maneuver.all-out-attack"""
    one, target = actor_of(state, act.actor), fighter(state, act.target)
    swing = Swing(find_weapon(one, act.weapon), act.location, act.chink, act.option)
    check_option(swing.weapon, act.option)
    check_attack(state, one, target, swing, act.path, act.yards, half_move(one), "gurps.maneuver.all-out-attack")
    if not takes_heart(state, table, one):
        return
    forget(one, aim=False)
    one.all_out_attack = True
    if go(state, table, one, act.path, act.target, act.yards, ()):
        carry_out(state, table, one, target, swing, ())


def check_option(weapon: Weapon, option: str) -> None:
    fitting = MELEE_OPTIONS if weapon.melee else ("ranged",)
    if option not in fitting:
        raise Refused("gurps.maneuver.all-out-attack", f"{option!r} does not go with the {weapon.name}", fitting)


def find_weapon(one: Fighter, key: str) -> Weapon:
    weapon = weapon_of(one, key)
    if weapon is None:
        raise Refused("gurps.maneuver.attack", f"{one.id} has no {key!r}", [suggest(key, [w.key for w in one.weapons])])
    return weapon


def check_attack(
    state: Gurps, one: Fighter, target: Fighter, swing: Swing, path: Path, yards: float, most: float, rule: str
) -> None:
    check_location(swing.weapon, swing.location, swing.chink)
    check_way(state, one, path, target.id, yards, most, rule)
    fault = attack_fault(one, target, swing.weapon, gap_after(state, one, target, path, yards))
    if fault is not None:
        raise fault


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
    """A second spent on one target with one weapon. gurps.maneuver.aim"""
    one, target = actor_of(state, act.actor), fighter(state, act.target)
    weapon = find_weapon(one, act.weapon)
    if weapon.melee:
        raise Refused("gurps.maneuver.aim", f"the {weapon.name} is no ranged weapon", ["wait"])
    if act.braced and weapon.hands == 2 and (act.path or act.yards >= 0):
        raise Refused("gurps.maneuver.aim.braced", "a braced two-handed weapon allows no step", ["braced=no"])
    check_attack(state, one, target, Swing(weapon), act.path, act.yards, STEP, "gurps.maneuver.aim")
    if not takes_heart(state, table, one):
        return
    old = one.aim
    forget(one, aim=False)
    if others_first(state, table, one) and go(state, table, one, act.path, act.target, act.yards, ()):
        same = old is not None and one.aim is not None and (old.target, old.weapon) == (target.id, weapon.key)
        seconds = old.seconds + 1 if same and old is not None else 1
        one.aim = Aim(target=target.id, weapon=weapon.key, seconds=seconds)
        table.emit("gurps.maneuver.aim", one.id, target.id, seconds)


def wait(state: Gurps, table: Table, act: actions.Wait) -> None:
    """Name the trigger and what follows it. gurps.maneuver.wait"""
    one = actor_of(state, act.actor)
    check_trigger(state, act)
    if act.maneuver not in AFTER_WAIT:
        raise Refused("gurps.ruling.wait-list", f"{act.maneuver!r} cannot follow a Wait", AFTER_WAIT)
    if act.maneuver == "ready":
        ready_fault(one, act.weapon, "")
    else:
        weapon = find_weapon(one, act.weapon)
        check_location(weapon, act.location, act.chink)
        if act.maneuver == "all-out-attack":
            check_option(weapon, act.option)
        if act.trigger == "reach" and not weapon.melee:
            raise Refused("gurps.maneuver.wait", f"the {weapon.name} has no reach", ["distance"])
    if not takes_heart(state, table, one):
        return
    forget(one, aim=False)
    if others_first(state, table, one):
        one.waiting = Waiting(
            trigger=act.trigger, watching=act.watching, ally=act.ally, yards=act.yards, text=act.text, maneuver=act.maneuver,
            option=act.option, weapon=act.weapon, location=act.location, chink=act.chink,
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


# --- Ready and postures ----------------------------------------------------------------------------------------


def ready(state: Gurps, table: Table, act: actions.Ready) -> None:
    """Draw, pick up, turn the right way, reload. gurps.maneuver.ready"""
    one = actor_of(state, act.actor)
    ready_fault(one, act.item, act.hand)
    if not takes_heart(state, table, one):
        return
    forget(one)
    if others_first(state, table, one):
        make_ready(table, one, act.item, act.hand)


def ready_fault(one: Fighter, item: str, hand: str) -> None:
    if hand not in ("", "right", "left"):
        raise Refused("gurps.maneuver.ready", f"{hand!r} is no hand", ["right", "left"])
    if item == "shield":
        if one.shield is None or not one.shield.unready:
            raise Refused("gurps.maneuver.ready", f"{one.id} has no shield to make ready", [])
        return
    weapon = next((each for each in one.weapons if each.key == item), None)
    if weapon is None or weapon.broken:
        keys = [each.key for each in one.weapons if not each.broken]
        raise Refused("gurps.maneuver.ready", f"{one.id} has no {item!r} to make ready", keys)
    if weapon.hand and not weapon.unready and weapon.shots >= weapon.magazine:
        raise Refused("gurps.maneuver.ready", f"the {weapon.name} is ready", [])
    if weapon.dropped and weapon.lies is not None and one.at is not None and apart(weapon.lies, one.at) > STEP + 0.5:
        raise Refused("gurps.maneuver.ready", f"the {weapon.name} lies too far away", ["move"])
    if not weapon.hand and len(grip(one, weapon, hand)) < weapon.hands:
        raise Refused("gurps.maneuver.ready", f"{one.id} has no hand for the {weapon.name}", [])


def grip(one: Fighter, weapon: Weapon, hand: str) -> list[str]:
    """The hands that will take it: free ones first, then those whose weapon is let go; never the shield's."""
    usable = [each for each in ("right", "left") if hand_works(one, each)]
    if one.shield is not None:
        usable = [each for each in usable if each != one.shield.hand]
    if weapon.hands == 2:
        return usable
    if hand:
        return [each for each in usable if each == hand]
    free = [each for each in free_hands(one) if each in usable]
    return (free or usable)[:1]


def make_ready(table: Table, one: Fighter, item: str, hand: str) -> None:
    if item == "shield":
        if one.shield is not None:
            one.shield.unready = False
            table.emit("gurps.maneuver.ready", one.id, note=one.shield.name)
        return
    weapon = next(each for each in one.weapons if each.key == item)
    if not weapon.hand:
        hands = grip(one, weapon, hand)
        if len(hands) < weapon.hands:
            return
        for other in held(one):
            if any(each in hands_of(other) for each in hands):
                drop(other, one)
        weapon.hand = "both" if weapon.hands == 2 else hands[0]
        weapon.dropped, weapon.lies = False, None
    elif weapon.unready:
        weapon.unready = False
    else:
        weapon.reloading += 1
        if weapon.reloading >= weapon.reload:
            weapon.reloading, weapon.shots = 0, weapon.magazine
    table.emit("gurps.maneuver.ready", one.id, note=weapon.name)


def change_posture(state: Gurps, table: Table, act: actions.ChangePosture) -> None:
    """From the ground to one's feet takes two turns, kneeling between. gurps.ruling.rise-path"""
    one = actor_of(state, act.actor)
    if act.posture not in POSTURES or act.posture == "crouching":
        kinds = [each for each in POSTURES if each not in ("crouching", one.posture)]
        raise Refused("gurps.maneuver.change-posture", f"{act.posture!r} is no posture to take", kinds)
    if act.posture == one.posture:
        raise Refused("gurps.maneuver.change-posture", f"{one.id} is {one.posture} already", [])
    if act.posture == "standing" and not (leg_works(one, "right") and leg_works(one, "left")):
        raise Refused("gurps.location.leg", f"{one.id} cannot stand on that leg", ["kneeling", "sitting", "crawling"])
    if not takes_heart(state, table, one):
        return
    forget(one)
    if not others_first(state, table, one):
        return
    if act.posture == "standing" and one.posture == "lying":
        one.posture = "kneeling"
        table.emit("gurps.maneuver.change-posture.two-turns", one.id)
    else:
        one.posture = act.posture
        table.emit("gurps.maneuver.change-posture", one.id, note=act.posture)


def crouch(state: Gurps, table: Table, act: actions.Crouch) -> None:
    """Free, and only from or to standing. gurps.ruling.crouch-free"""
    one = actor_of(state, act.actor)
    if one.posture not in ("standing", "crouching"):
        raise Refused("gurps.ruling.crouch-free", f"{one.id} is {one.posture}", ["change-posture"])
    one.posture = "crouching" if one.posture == "standing" else "standing"
    table.emit("gurps.ruling.crouch-free", one.id, note=one.posture)

