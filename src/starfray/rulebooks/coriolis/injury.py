"""Damage, armour, being Broken, critical injuries."""

from __future__ import annotations

from starfray.engine.dice import digits, pool, total
from starfray.engine.table import Table
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Injury, Weapon, drop

HEAVY_HULL = 5  # from this rating on only Anti-vehicle weapons do full damage


def suffer(state: Coriolis, table: Table, target: Fighter, damage: int, weapon: Weapon, *, ranged: bool, by: str = "") -> int:
    """Armour (and cover against shots) in one roll, each six takes 1 off; the rest comes off HP.

    Gives what got through. coriolis.core.armour, coriolis.action.take-cover.combined
    """
    tally = table.tally()
    tally.add(target.armour.rating, "coriolis.core.armour", target.armour.name)
    if target.cover and not ranged:
        tally.add(0, "coriolis.action.take-cover.ranged-only", "cover")
    elif target.cover and by in target.flanked_by:
        tally.add(0, "coriolis.ruling.cover.lost", "a clear line past the cover")
    elif target.cover:
        rule = "coriolis.action.take-cover.combined" if target.armour.rating else "coriolis.action.take-cover.rating"
        tally.add(target.cover, rule, "cover")
    car = shelter(state, target) if ranged else None
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


def shelter(state: Coriolis, one: Fighter) -> Fighter | None:
    return state.roster.get(one.aboard) if one.aboard else None


def hurts_vehicles(weapon: Weapon) -> bool:
    """Anti-vehicle and Mounted weapons do full damage to heavy armour; other hand weapons half."""
    return "anti-vehicle" in weapon.features or "mounted" in weapon.features


def crew_of(state: Coriolis, car: Fighter) -> list[Fighter]:
    return [one for one in state.roster.values() if one.aboard == car.id]


def wreck(state: Coriolis, table: Table, car: Fighter, damage: int) -> None:
    """At 0 HP it stands still, and everybody inside takes the full damage, each testing own armour.

    coriolis.vehicle.passengers, coriolis.ruling.vehicle.passengers: what the hull let through, whatever HP it still had
    """
    assert car.craft is not None
    car.craft.running = False
    table.emit("coriolis.ruling.vehicle.passengers", car.id, number=damage)
    for one in crew_of(state, car):
        table.remember((one.id, damage))
        table.same("coriolis.vehicle.passengers")
        table.emit("coriolis.vehicle.passengers", one.id, car.id, damage)
        rating = one.armour.rating
        stopped = table.roll("coriolis.core.armour", one.id, pool(rating)) if rating > 0 else 0
        lose_hp(state, table, one, max(0, damage - stopped))
        table.forget()


def lose_hp(state: Coriolis, table: Table, target: Fighter, damage: int) -> None:
    """coriolis.broken: at 0 HP. Below it ordinary damage has no effect."""
    if damage <= 0:
        table.emit("coriolis.core.armour", target.id, note="stops it all")
        keep_overwatch(table, target)
        return
    if target.broken:
        table.emit("coriolis.broken.no-further-damage", target.id)
        return
    target.hp = max(0, target.hp - damage)
    table.emit("coriolis.core.hp", target.id, number=damage)
    lose_overwatch(table, target, "coriolis.action.overwatch.lost-damage")
    if target.hp == 0:
        break_down(state, table, target, "coriolis.broken")
        if target.craft is not None:
            wreck(state, table, target, damage)


def break_down(state: Coriolis, table: Table, target: Fighter, rule: str, note: str = "", *, falls: bool = True) -> None:
    """She falls, drops out of cover, loses overwatch and help; no clinch holds. coriolis.ruling.broken.reactions"""
    table.emit(rule, target.id, note=note)
    if target.person and falls and not target.prone and not target.dead:
        table.emit("coriolis.ruling.broken.reactions", target.id)
    target.prone = target.prone or (target.person and falls)
    target.cover = 0
    target.overwatch = None
    target.helps = []
    let_go(state, target)


def keep_overwatch(table: Table, one: Fighter) -> None:
    """Only lost HP end it, not stress nor what armour stops. coriolis.ruling.overwatch.damage-kind"""
    if one.overwatch is not None:
        table.emit("coriolis.ruling.overwatch.damage-kind", one.id)


def lose_overwatch(table: Table, one: Fighter, rule: str) -> None:
    if one.overwatch is not None:
        one.overwatch = None
        table.emit(rule, one.id)


def pin(state: Coriolis, table: Table, one: Fighter, target: Fighter) -> None:
    """In a tight clinch; whom she held herself she holds no more. coriolis.melee.bonus.grapple"""
    let_go(state, target)
    one.grapples, target.grappled_by = target.id, one.id
    target.overwatch = None
    table.emit("coriolis.melee.bonus.grapple", one.id, target.id)


def let_go(state: Coriolis, one: Fighter) -> None:
    """The clinch one is in ends, from either side. coriolis.ruling.grapple.release"""
    for other in (state.roster.get(one.grapples), state.roster.get(one.grappled_by)):
        if other is not None:
            other.grapples = other.grappled_by = ""
    one.grapples = one.grappled_by = ""


def critical_injury(state: Coriolis, table: Table, target: Fighter, rolls: int) -> None:
    """d66, the highest of `rolls` pairs, then the injury's own dice. coriolis.ruling.crit.severity"""
    number = second_chance(table, target, d66(state, table, target, rolls))
    if target.broken:
        table.emit("coriolis.broken.crits", target.id)
    row = table.content.entry("injuries", str(number))
    injury = Injury(
        number=number, name=row["name"], fatal=row["fatal"], skills=dict(row.get("skills", {})),
        half_move=row.get("half-move", False), strain=row.get("strain", False), modifier=row.get("modifier", 0),
        no_two_handed=row.get("no-two-handed", False), paralysed=row.get("paralysed", ""),
        damage_per=row.get("damage-per", ""), permanent=list(row.get("permanent", [])),
    )  # fmt: skip
    table.emit("coriolis.state.four", target.id, number=number, note=injury.name)
    target.injuries.append(injury)
    if row.get("dead"):
        target.dead = True
        break_down(state, table, target, "coriolis.state.crit-dying")
        return
    if injury.fatal:
        injury.unit = row["limit"]
        roll = table.roll if injury.unit == "minutes" else table.roll_later  # hours and days outlast the fight
        injury.limit = roll("coriolis.state.crit-dying", target.id, total(1, 6))
    if row.get("unconscious"):
        hours = table.roll_later("coriolis.ruling.crit.unconscious", target.id, total(1, 6))
        target.unconscious = max(target.unconscious, hours)
        break_down(state, table, target, "coriolis.ruling.crit.unconscious", "loses consciousness")
    if row["healing"]:
        injury.healing_days = table.roll_later("coriolis.state.crit-recovering", target.id, total(row["healing"], 6))
    at_once(state, table, target, row)


def d66(state: Coriolis, table: Table, target: Fighter, rolls: int) -> int:
    """Tens, then units; further sixes roll more pairs and keep the highest, or each add 1 to the tens die."""
    number = table.roll("coriolis.ruling.crit.severity", target.id, digits(2, 6))
    if state.rulings.get("severity") == "tens":
        return min(6, number // 10 + rolls - 1) * 10 + number % 10
    for left in range(rolls - 1, 0, -1):
        table.same("coriolis.ruling.crit.severity", (number, left))
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


def strain(state: Coriolis, table: Table, one: Fighter, skill: str) -> None:
    """1 damage for each Force, Dexterity or Melee Combat test while an injury strains. coriolis.state.crit-recovering"""
    if skill in ("force", "dexterity", "melee-combat") and any(injury.strain for injury in one.injuries):
        table.emit("coriolis.state.crit-recovering", one.id, number=1, note="strain")
        lose_hp(state, table, one, 1)
