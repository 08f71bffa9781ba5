"""The lines of the turn action table: move, magazine, weapon, rest, vehicle, and whatever else is possible."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.scene import Point, apart, covers_at, known_distance, relate
from starfray.engine.table import Table
from starfray.engine.values import GM
from starfray.rulebooks.icar.actions import StandBy
from starfray.rulebooks.icar.core import (
    ATTRIBUTES,
    DEFAULT_TN,
    SKILL_ATTRIBUTE,
    agreed_attribute,
    attribute_of,
    refuse_attribute,
    take_off_ability,
    told_check,
)
from starfray.rulebooks.icar.ground.actions import (
    Attempt,
    CarryOut,
    ChangeMagazine,
    ChangeWeapon,
    GetIn,
    GetOut,
    Move,
    RecoverStun,
)
from starfray.rulebooks.icar.ground.fire import decide, decide_unless_quick
from starfray.rulebooks.icar.ground.people import able, people, person, within_reach
from starfray.rulebooks.icar.ground.phase import is_later, next_shooter
from starfray.rulebooks.icar.ground.records import Weapon
from starfray.rulebooks.icar.ground.spend import refuse_unless_free, refuse_unless_up, spend
from starfray.rulebooks.icar.hacking.records import AIRLOCK, DOOR
from starfray.rulebooks.icar.rulings import ruled
from starfray.rulebooks.icar.state import Actor, Icar


def pace(state: Icar, one: Actor) -> int:
    """Metres of a Move. icar.turn.move, icar.ruling.move-rate"""
    return int(ruled(state, "move-rate")) * attribute_of(one, "shift")


def move(state: Icar, table: Table, act: Move) -> None:
    """Up to four times Shift metres. While others shoot it is declared, and made when the shots have landed."""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    refuse_way(state, one, act)
    spend(state, table, one, act.KIND)
    if ruled(state, "move-rate") != "4":
        table.emit("icar.ruling.move-rate", one.id, number=pace(state, one))
    one.moving = True  # icar.ruling.moving
    one.aim = one.aimed = ""  # icar.ruling.aim: lost if the shooter moves
    one.in_cover = act.cover
    one.inside = ""  # whoever walks off stands on no hull
    for other in people(state):
        if other.held_by == one.id:
            other.held_by = ""
            table.emit("icar.ruling.hold-opposed", other.id, one.id)
    if act.area:
        one.area = act.area
    decide_unless_quick(state, one)
    if act.to is not None and one.acted == act.KIND and (others_shoot(state) or is_later(state, one)):
        one.plan = act.to
        table.emit("icar.ruling.moving", one.id)
        return
    go(table, one, act.to)
    if act.toward:
        walk_relation(state, one, act)
        table.emit("icar.turn.move", one.id, act.toward, int(abs(act.metres)))


def others_shoot(state: Icar) -> bool:
    """Is anybody left who may still shoot at the one who moves, or are shots in the air?"""
    return next_shooter(state) is not None or bool(state.ground.shots)


def go(table: Table, one: Actor, to: Point | None) -> None:
    if to is not None:
        far = apart(one.at, to) if one.at is not None else 0.0
        one.at = to
        table.emit("icar.turn.move", one.id, number=round(far))
    elif one.area:
        table.emit("icar.turn.move", one.id, note=one.area)


def refuse_way(state: Icar, one: Actor, act: Move) -> None:
    """How far, through which door, behind what."""
    far = abs(act.metres)
    if act.to is not None and one.at is not None:
        far = apart(one.at, act.to)
    if far > pace(state, one) + 1e-9:
        raise Refused("icar.turn.move", f"{far:.0f} m, and {pace(state, one)} m are a Move")
    if act.to is None and not act.toward and not act.area:
        raise Refused("icar.turn.move", "neither a point nor a direction nor a room")
    if act.to is not None and act.toward:
        raise Refused("icar.turn.move", "a point or a direction, not both")
    if act.toward:
        other = state.roster.get(act.toward)
        if other is None or other is one:
            raise Refused("icar.turn.move", f"{act.toward!r} is nobody")
        if (one.at is not None and other.at is not None) or known_distance(state, one, other) is None:
            raise Refused("icar.turn.move", "there is no distance to change", ["move to a point"])
    if act.area and act.area != one.area:
        doors = [each for each in state.things if each.kind in (DOOR, AIRLOCK) and each.open]
        if not any(one.area in each.joins and act.area in each.joins for each in doors):
            raise Refused("icar.hack.door", f"no open door leads to {act.area}", ["hack"])
    if act.cover and not covers_at(state, act.to):
        raise Refused("icar.fire.harder", "there is no cover")


def walk_relation(state: Icar, one: Actor, act: Move) -> None:
    """Nearer to somebody by so many metres, or further if they are negative."""
    other = state.roster[act.toward]
    far = known_distance(state, one, other) or 0.0
    relate(state.scene, "distance", one.id, other.id, max(1.0, far - act.metres))


def carry_out_move(state: Icar, table: Table, act: CarryOut) -> None:
    """Whoever was put out of action in the meantime loses the move. icar.combat.first-strike"""
    one = state.roster[act.who]
    to, one.plan = one.plan, None
    if able(one) and not one.held_by and not one.prone:
        go(table, one, to)
    else:
        table.emit("icar.combat.first-strike", one.id)


def gun_of(one: Actor, key: str) -> Weapon | None:
    """Of two alike the emptier."""
    guns = [each for each in one.weapons if each.key == (key or one.hand) and each.gun and not each.apart]
    return min(guns, key=lambda each: each.rounds, default=None)


def change_magazine(state: Icar, table: Table, act: ChangeMagazine) -> None:
    """icar.turn.change-magazine"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    gun = gun_of(one, act.weapon)
    if gun is None:
        raise Refused("icar.fire.sheet.ownership", "no such gun", [each.key for each in one.weapons if each.gun])
    if gun.rounds >= gun.magazine or gun.spares == 0:
        words = "the magazine is full" if gun.spares else "no magazine is left"
        raise Refused("icar.ruling.magazine", words)
    spend(state, table, one, act.KIND)
    decide_unless_quick(state, one)
    gun.rounds = gun.magazine
    gun.spares = max(gun.spares - 1, -1)
    table.emit("icar.turn.change-magazine", one.id, number=gun.rounds, note=gun.name)


def change_weapon(state: Icar, table: Table, act: ChangeWeapon) -> None:
    """icar.turn.change-weapon"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    keys = [each.key for each in one.weapons if not each.apart]
    if act.weapon and act.weapon not in keys:
        raise Refused("icar.fire.sheet.ownership", f"{one.id} has no {act.weapon!r}", keys)
    if act.weapon == one.hand:
        raise Refused("icar.turn.change-weapon", "it is in the hand" if one.hand else "the hands are empty")
    spend(state, table, one, act.KIND)
    decide_unless_quick(state, one)
    one.hand = act.weapon
    table.emit("icar.turn.change-weapon", one.id, note=act.weapon or "empty hands")


def recover_stun(state: Icar, table: Table, act: RecoverStun) -> None:
    """Inactive for the turn; the Stun comes back at its end. icar.turn.recover-stun, icar.heal.stun.step-out"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    if one.stun >= one.max_stun:
        raise Refused("icar.ruling.stun-recovery", "there is nothing to shake off")
    spend(state, table, one, act.KIND)
    decide(state, one)
    table.emit("icar.heal.stun.step-out", one.id)


def get_in(state: Icar, table: Table, act: GetIn) -> None:
    """icar.turn.vehicle"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    there = [each.id for each in state.roster.values() if not person(each) and not each.out]
    if act.vehicle not in there or one.aboard:
        raise Refused("icar.turn.vehicle", "already aboard" if one.aboard else f"no vehicle {act.vehicle!r}", there)
    if act.hull and state.roster[act.vehicle].craft is None:
        raise Refused("icar.hack.spacecraft.place", f"{act.vehicle} has no hull to stand on")
    if not within_reach(state, one, state.roster[act.vehicle]):
        raise Refused("icar.turn.vehicle", f"{act.vehicle} is out of reach", ["move"])
    spend(state, table, one, act.KIND)
    decide_unless_quick(state, one)
    if act.hull:
        one.inside = act.vehicle
    else:
        one.aboard, one.inside = act.vehicle, ""
    table.emit("icar.turn.vehicle", one.id, act.vehicle, note="climbs onto the hull of" if act.hull else "gets into")


def get_out(state: Icar, table: Table, act: GetOut) -> None:
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    if not one.aboard and not one.inside:
        raise Refused("icar.turn.vehicle", f"{one.id} is in no vehicle")
    spend(state, table, one, act.KIND)
    decide_unless_quick(state, one)
    left = state.roster.get(one.aboard or one.inside)
    if one.at is None and left is not None:
        one.at = left.at
    one.aboard = one.inside = ""
    table.emit("icar.turn.vehicle", one.id, note="gets out")


def attempt(state: Icar, table: Table, act: Attempt) -> None:
    """Any action that is possible: target number, skill, attribute, equipment, and only then the die. icar.check.order"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    if act.skill not in SKILL_ATTRIBUTE:
        raise Refused("icar.combat.free-choice", f"no skill {act.skill!r}", sorted(SKILL_ATTRIBUTE))
    if act.attribute and act.attribute not in ATTRIBUTES:
        refuse_attribute(act.attribute)
    spend(state, table, one, act.KIND)
    decide(state, one)
    table.emit("icar.combat.free-choice", one.id, note=act.words)
    tn = table.number("icar.check.order", GM, 2, 40, f"{act.words}: which target number?", DEFAULT_TN)
    attribute = agreed_attribute(table, one, act.skill, act.attribute)
    tally = table.tally()
    tally.add(tn, "icar.check.default-tn" if tn == DEFAULT_TN else "icar.check.free-tn")
    take_off_ability(tally, one, act.skill, attribute)
    told_check(state, table, one, tally, "icar.check.core")


def stand_by(state: Icar, table: Table, act: StandBy) -> None:
    """Nothing, or nothing more."""
    one = state.roster[act.actor]
    refuse_unless_up(state, one, act.KIND)
    decide(state, one)
    if one.acted:  # done with quick tasks or hacking
        one.quick = 0
        one.tasks = 99
    else:
        one.acted = act.KIND
    table.emit("icar.combat.free-choice", one.id, note="stands by")
