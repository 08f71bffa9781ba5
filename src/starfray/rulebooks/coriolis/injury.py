"""Damage, armour, being Broken, critical injuries."""

from __future__ import annotations

from typing import Any

from starfray.engine.dice import digits, pool, total
from starfray.engine.table import Table
from starfray.engine.walls import frame_before
from starfray.rulebooks.coriolis.ranges import notice
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Injury, Weapon, drop, shelter_of

HEAVY_HULL = 5  # from this rating on only Anti-vehicle weapons do full damage


def past_frame(state: Coriolis, target: Fighter, by: str) -> bool:
    """Is she behind the frame of a window or door, and the shot comes another way? coriolis.ruling.frame"""
    if not target.frame or by not in state.roster:
        return False
    frame = frame_before(state, state.roster[by].at, target.at)
    return frame is None or frame.name != target.frame


def take_damage(
    state: Coriolis, table: Table, target: Fighter, damage: int, weapon: Weapon, *, ranged: bool, by: str = ""
) -> int:
    """Armour (and cover against shots) in one roll, each six takes 1 off; the rest comes off HP.

    Gives what got through. coriolis.core.armour, coriolis.action.take-cover.combined
    """
    tally = table.tally()
    tally.add(target.armour.rating, "coriolis.core.armour", target.armour.name)
    covered = target.cover and ranged  # coriolis.action.take-cover.ranged-only
    if covered and by not in target.flanked_by and not past_frame(state, target, by):
        rule = "coriolis.action.take-cover.combined" if target.armour.rating else "coriolis.action.take-cover.rating"
        tally.add(target.cover, rule, "cover")
    car = shelter_of(state, target) if ranged else None
    if car is not None and car.craft is not None:  # coriolis.ruling.vehicle.occupants: the vehicle's armour as cover
        tally.add(car.craft.armour, "coriolis.ruling.vehicle.occupants", car.craft.name)
    if target.craft is not None and target.craft.armour >= HEAVY_HULL and not hurts_vehicles(weapon):
        damage //= 2  # with bonus effects, before the armour dice
    if "armour-piercing" in weapon.features and tally.total > 1:
        tally.add(-(tally.total // 2), "coriolis.core.weapon-fields", "armour-piercing")  # halved, rounded up
    stopped = table.roll("coriolis.core.armour", target.id, pool(tally.total), tally) if tally.total > 0 else 0
    if stopped:
        table.emit("coriolis.ruling.armour.dice", target.id, number=stopped)
    through = max(0, damage - stopped)
    lose_hp(state, table, target, through)
    return through


def hurts_vehicles(weapon: Weapon) -> bool:
    """Anti-vehicle and Mounted weapons do full damage to heavy armour; other hand weapons half."""
    return "anti-vehicle" in weapon.features or "mounted" in weapon.features


def crew_of(state: Coriolis, car: Fighter) -> list[Fighter]:
    return [one for one in state.roster.values() if one.aboard == car.id]


def wreck(state: Coriolis, table: Table, car: Fighter, damage: int) -> None:
    """At 0 HP it stands still, and everybody inside takes the full damage, each testing own armour; so with each further hit.

    coriolis.vehicle.passengers, coriolis.ruling.vehicle.passengers: what the hull let through, whatever HP it still had
    """
    assert car.craft is not None
    car.craft.running = False
    table.emit("coriolis.ruling.vehicle.passengers", car.id, number=damage)
    for one in crew_of(state, car):
        table.enter((one.id, damage))
        table.merge("coriolis.vehicle.passengers")
        table.emit("coriolis.vehicle.passengers", one.id, car.id, damage)
        rating = one.armour.rating
        stopped = table.roll("coriolis.core.armour", one.id, pool(rating)) if rating > 0 else 0
        lose_hp(state, table, one, max(0, damage - stopped))
        table.leave()


def lose_hp(state: Coriolis, table: Table, target: Fighter, damage: int) -> None:
    """coriolis.broken: at 0 HP. Below it ordinary damage has no effect."""
    if damage <= 0:
        table.emit("coriolis.core.armour", target.id, note="stops it all")
        keep_overwatch(table, target)
        return
    if target.broken:
        if target.craft is not None:
            wreck(state, table, target, damage)  # coriolis.ruling.vehicle.wreck
        else:
            table.emit("coriolis.broken.no-further-damage", target.id)
        return
    target.hp = max(0, target.hp - damage)
    table.emit("coriolis.core.hp", target.id, number=damage)
    lose_overwatch(table, target, "coriolis.action.overwatch.lost-damage")
    notice(state, table, target)
    if target.hp == 0:
        break_down(state, table, target, "coriolis.broken")
        if target.craft is not None:
            wreck(state, table, target, damage)


def break_down(state: Coriolis, table: Table, target: Fighter, rule: str, note: str = "", *, falls: bool = True) -> None:
    """She falls, drops out of cover, loses overwatch and help; no clinch holds. coriolis.ruling.broken.reactions"""
    table.emit(rule, target.id, note=note)
    if target.person and falls and not target.prone and not target.dead:
        table.cite("coriolis.ruling.broken.reactions")
    target.prone = target.prone or (target.person and falls)
    target.cover, target.frame = 0, ""
    target.overwatch = None
    target.helps = []
    let_go(state, target)


def keep_overwatch(table: Table, actor: Fighter) -> None:
    """Only lost HP end it, not stress nor what armour stops. coriolis.ruling.overwatch.damage-kind"""
    if actor.overwatch is not None:
        table.cite("coriolis.ruling.overwatch.damage-kind")


def lose_overwatch(table: Table, actor: Fighter, rule: str) -> None:
    if actor.overwatch is not None:
        actor.overwatch = None
        table.emit(rule, actor.id)


def pin(state: Coriolis, table: Table, actor: Fighter, target: Fighter) -> None:
    """In a tight clinch; whom she held herself she holds no more. coriolis.melee.bonus.grapple"""
    let_go(state, target)
    actor.grapples, target.grappled_by = target.id, actor.id
    target.overwatch = None
    table.emit("coriolis.melee.bonus.grapple", actor.id, target.id)


def let_go(state: Coriolis, actor: Fighter) -> None:
    """The clinch one is in ends, from either side. coriolis.ruling.grapple.release"""
    for other in (state.roster.get(actor.grapples), state.roster.get(actor.grappled_by)):
        if other is not None:
            other.grapples = other.grappled_by = ""
    actor.grapples = actor.grappled_by = ""


def critical_injury(state: Coriolis, table: Table, target: Fighter, rolls: int) -> None:
    """d66, the highest of `rolls` pairs, then the injury's own dice. coriolis.ruling.crit.severity"""
    suffer(state, table, target, second_chance(table, target, d66(state, table, target, rolls)))


def suffer(state: Coriolis, table: Table, target: Fighter, number: int) -> None:
    if target.broken:
        table.cite("coriolis.broken.crits")
    row = table.content.entry("injuries", str(number))
    injury = Injury(number=number)
    fill_in(injury, row)
    table.emit("coriolis.state.four", target.id, number=number, note=injury.name)
    target.injuries.append(injury)
    if row.get("dead"):
        target.dead = True
        break_down(state, table, target, "coriolis.state.crit-dying")
        return
    roll_limit(table, target, injury)
    if row.get("unconscious"):
        hours = table.roll_later("coriolis.ruling.crit.unconscious", target.id, total(1, 6))
        target.unconscious = max(target.unconscious, hours)
        break_down(state, table, target, "coriolis.ruling.crit.unconscious", "loses consciousness")
    roll_healing(table, target, injury)
    at_once(state, table, target, row)


def fill_in(injury: Injury, row: dict[str, Any]) -> None:
    """What the table says of its number, as far as nobody has said otherwise and it has not been treated or healed."""
    injury.name = injury.name or row["name"]
    injury.fatal = injury.fatal or row["fatal"]
    injury.unit = injury.unit or row.get("limit", "")
    injury.modifier = injury.modifier or row.get("modifier", 0)
    injury.paralysed = injury.paralysed or row.get("paralysed", "")
    injury.permanent = injury.permanent or list(row.get("permanent", []))
    if not injury.stabilised:
        injury.damage_per = injury.damage_per or row.get("damage-per", "")
    if not injury.healed:
        injury.skills = injury.skills or dict(row.get("skills", {}))
        injury.half_move = injury.half_move or row.get("half-move", False)
        injury.strain = injury.strain or row.get("strain", False)
        injury.no_two_handed = injury.no_two_handed or row.get("no-two-handed", False)


def roll_limit(table: Table, target: Fighter, injury: Injury) -> None:
    """D6 minutes, hours or days, unless they are known; hours and days outlast the fight. coriolis.state.crit-dying"""
    if injury.dying and not injury.limit:
        roll = table.roll if injury.unit == "minutes" else table.roll_later
        injury.limit = roll("coriolis.state.crit-dying", target.id, total(1, 6))


def roll_healing(table: Table, target: Fighter, injury: Injury) -> None:
    """So many D6 of days, unless they are known. coriolis.state.crit-recovering"""
    dice = table.content.entry("injuries", str(injury.number))["healing"]
    if dice and not injury.healing_days and not injury.healed:
        injury.healing_days = table.roll_later("coriolis.state.crit-recovering", target.id, total(dice, 6))


def d66(state: Coriolis, table: Table, target: Fighter, rolls: int) -> int:
    """Tens, then units; further sixes roll more pairs and keep the highest, or each add 1 to the tens die."""
    number = table.roll("coriolis.ruling.crit.severity", target.id, digits(2, 6))
    if state.ruling("severity") == "tens":
        return min(6, number // 10 + rolls - 1) * 10 + number % 10
    for left in range(rolls - 1, 0, -1):
        table.merge("coriolis.ruling.crit.severity", (number, left))
        number = max(number, table.roll("coriolis.ruling.crit.severity", target.id, digits(2, 6)))
    return number


def second_chance(table: Table, target: Fighter, number: int) -> int:
    """Nine Lives: once per fight the digits of a d66 are swapped if that is lower. A talent, by data."""
    swapped = number % 10 * 10 + number // 10
    if not target.nine_lives or swapped >= number or not any(talent.swap_injury for talent in target.talents):
        return number
    target.nine_lives = False
    table.emit("coriolis.ruling.crit.severity", target.id, number=swapped, note="nine lives")
    return swapped


def at_once(state: Coriolis, table: Table, target: Fighter, row: dict[str, object]) -> None:
    """Falling, dropping what is held or can no longer be held, being stunned, paralysed."""
    if row.get("falls") or row.get("paralysed"):
        target.prone = True
    held = [weapon for weapon in target.weapons if weapon.in_hand and weapon.hands]
    for weapon in held[: 1 if row.get("drops") else 0]:
        let_fall(table, target, weapon)
    for weapon in held:
        hands = sum(each.hands for each in held if each.in_hand)
        if weapon.in_hand and (not target.can_hold(weapon) or hands > target.usable_hands):
            let_fall(table, target, weapon)
    turns = row.get("stunned", 0)
    assert isinstance(turns, int)
    if turns:
        stun(state, table, target, turns)


def let_fall(table: Table, target: Fighter, weapon: Weapon) -> None:
    """At her feet, where anyone within 2 m may pick it up. coriolis.ruling.disarm.where"""
    drop(target, weapon)
    table.emit("coriolis.ruling.disarm.where", target.id, note=weapon.name)


def stun(state: Coriolis, table: Table, target: Fighter, turns: int) -> None:
    """AP at once 0; this turn counts if the slot is still to come, else the next does. coriolis.ruling.crit.stunned"""
    still_to_come = state.turn > 0 and target.id not in state.acted and target.id != state.up
    target.stunned = max(target.stunned, turns if still_to_come else turns + 1)
    target.ap = 0
    table.emit("coriolis.ruling.crit.stunned", target.id, number=turns)


def strain(state: Coriolis, table: Table, actor: Fighter, skill: str) -> None:
    """1 damage for each Force, Dexterity or Melee Combat test while an injury strains. coriolis.state.crit-recovering"""
    if skill in ("force", "dexterity", "melee-combat") and any(injury.strain for injury in actor.injuries):
        table.emit("coriolis.state.crit-recovering", actor.id, number=1, note="strain")
        lose_hp(state, table, actor, 1)
