"""The critical tables: rows are data, their effects are named fields. gurps.order.tables"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from starfray.engine.rules import Content, Plain, Table, bands, relate, total
from starfray.engine.walls import short_of_walls
from starfray.rulebooks.gurps.core import attribute_tally, beyond, damage_roll, succeeds
from starfray.rulebooks.gurps.damage import add_footing, deal_damage
from starfray.rulebooks.gurps.dice import Listed, listed
from starfray.rulebooks.gurps.injury import HALF_HOUR, Blow, fall, fall_unconscious, make_useless, take_injury
from starfray.rulebooks.gurps.locations import HEAD, may_strike_eye, part
from starfray.rulebooks.gurps.state import Fighter, Gurps, Weapon, stun
from starfray.rulebooks.gurps.weapons import PUNCH, drop, hands_of, held, things, uses

Row = dict[str, Plain]


def roll_row(table: Table, rule: str, who: str, name: str) -> Row:
    """3d6 on a table; rows that say the same count as one."""
    rows = rows_of(table.content, name)
    row = rows[table.roll(rule, who, throw_on(table.content, name))]
    table.emit(rule, who, note=str(row.get("text", "")))
    return row


@lru_cache(maxsize=256)
def rows_of(content: Content, name: str) -> list[Row]:
    return [content.entry(name, str(number)) for number in range(3, 19)]


@lru_cache(maxsize=256)
def throw_on(content: Content, name: str) -> Listed:
    rows = rows_of(content, name)
    return listed(3, tuple(rows.index(row) for row in rows))


# --- a critical hit --------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Critical:
    """What the table makes of the blow, and what it does to whoever is struck."""

    blow: Blow
    drops: str = ""  # one, all
    dazes: bool = False


def critical_hit(state: Gurps, table: Table, attacker: Fighter, target: Fighter, weapon: Weapon, blow: Blow) -> Blow:
    """A row of the table, and its effect on the target. gurps.critical.hit.table"""
    critical = roll_critical(state, table, attacker, weapon, blow)
    suffer(table, target, critical)
    return critical.blow


def suffer(table: Table, target: Fighter, critical: Critical) -> None:
    """What befalls the one who is struck, beside the wound. gurps.critical.hit.table"""
    if critical.drops:
        drop_held(table, target, every=critical.drops == "all")
    if critical.dazes:
        target.dazed = True
        table.emit("gurps.critical.hit.table", target.id, note="must do nothing next turn")


def roll_critical(state: Gurps, table: Table, attacker: Fighter, weapon: Weapon, blow: Blow) -> Critical:
    """The table for the head if the head was struck. gurps.critical.hit.table, gurps.ruling.head-locations"""
    if state.ruling("critical-tables") == "plain":
        return Critical(blow)
    head = part(blow.location) in HEAD
    name = "critical-head-blow" if head else "critical-hit"
    row = roll_row(table, "gurps.critical.hit.table", attacker.id, name)
    if row.get("eye"):
        if may_strike_eye(weapon):
            eye = blow.location if part(blow.location) == "eye" else "right-eye"
            return Critical(replace(blow, location=eye))
        row = table.content.entry(name, "4")
    made = Blow(
        location=blow.location,
        chink=blow.chink,
        bonus=blow.bonus,
        half=blow.half,
        own=blow.own,
        mighty=blow.mighty,
        per_die=blow.per_die,
        beyond=blow.beyond,
        multiply=int(row.get("multiply", 1)),
        maximum=bool(row.get("maximum", False)),
        dr=str(row.get("dr", "")),
        major=bool(row.get("major", False)),
        hurts=bool(row.get("hurts", False)),
        deafens=bool(row.get("deafens", False)),
    )
    return Critical(made, drops_of(row), bool(row.get("dazes", False)))


def drops_of(row: Row) -> str:
    """`one`, `all` or nothing."""
    found = row.get("drops", "")
    return "all" if found == "all" else "one" if found else ""


def drop_held(table: Table, actor: Fighter, *, every: bool) -> None:
    weapons = things(held(actor))
    if not every and len(weapons) == 2:  # gurps.order.tables: 1-3 right hand
        hand = ("right", "left")[table.roll("gurps.order.tables", actor.id, bands(1, 6, 3))]
        weapons = [each for each in weapons if hand in hands_of(each)]
    for weapon in weapons:
        drop(weapon, actor)
        table.emit("gurps.critical.hit.table", actor.id, note=f"drops the {weapon.name}")


# --- a critical miss -------------------------------------------------------------------------------------------
def critical_miss(
    state: Gurps, table: Table, actor: Fighter, foe: Fighter, weapon: Weapon, rule: str, *, parrying: bool = False
) -> None:
    """The roller's own weapon and body pay for it. gurps.critical.miss.attack, gurps.critical.fail.parry"""
    if state.ruling("critical-tables") == "plain":
        return
    if weapon.natural:
        unarmed_miss(state, table, actor, foe, weapon, rule, parrying=parrying)
        return
    row = roll_mishap(table, actor, weapon, rule)
    if row.get("own-limb"):
        limb = own_limb(table, actor, weapon)
        deal_damage(state, table, actor, actor, weapon, Blow(location=limb, half=bool(row.get("half", False)), own=True))
    if row.get("falls") and weapon.melee:
        fall(table, actor)
    if row.get("balance") or (row.get("falls") and not weapon.melee):
        actor.off_balance = 2
    if row.get("strains"):
        make_useless(table, actor, f"{weapon_side(weapon)}-arm", HALF_HOUR)
    if row.get("stuns"):
        stun(actor)
        table.emit("gurps.injury.stunned", actor.id)
    lose_weapon(table, actor, foe, weapon, row, rule)


def lose_weapon(table: Table, actor: Fighter, foe: Fighter, weapon: Weapon, row: Row, rule: str) -> None:
    """It breaks, turns in the hand, falls or flies off."""
    if row.get("breaks"):
        for use in uses(actor, weapon):
            use.broken = True
        drop(weapon, actor)
        table.emit(rule, actor.id, note=f"the {weapon.name} breaks")
    if row.get("turns"):
        for use in uses(actor, weapon):
            use.unready = True
    if row.get("drops"):
        drop(weapon, actor)
    if row.get("flies"):
        fly_off(table, actor, foe, weapon)


def roll_mishap(table: Table, actor: Fighter, weapon: Weapon, rule: str) -> Row:
    """Some rows are rolled again: nobody hits himself with a point, and what is sturdy breaks only by a second such row."""
    row = roll_row(table, rule, actor.id, "critical-miss")
    pointed = not weapon.melee or weapon.type == "imp" or weapon.type.startswith("pi")
    if row.get("own-limb") and pointed:
        row = roll_row(table, rule, actor.id, "critical-miss")
    if row.get("breaks") and (weapon.sturdy or not weapon.melee):
        row = {"breaks": True} if roll_row(table, rule, actor.id, "critical-miss").get("breaks") else {"drops": True}
    return row


def weapon_side(weapon: Weapon) -> str:
    return "left" if weapon.hand == "left" else "right"


def own_limb(table: Table, actor: Fighter, weapon: Weapon) -> str:
    """One die: 1-3 the weapon arm, 4-6 the right leg. gurps.order.tables"""
    arm = f"{weapon_side(weapon)}-arm"
    return (arm, "right-leg")[table.roll("gurps.order.tables", actor.id, bands(1, 6, 3))]


def fly_off(table: Table, actor: Fighter, foe: Fighter, weapon: Weapon) -> None:
    """A swung weapon flies 1d yards, 1-3 forward, 4-6 back; any other just falls. gurps.order.tables"""
    drop(weapon, actor)
    if not weapon.damage.startswith("sw"):
        return
    far = table.roll("gurps.order.tables", actor.id, total(1, 6))
    back = table.roll("gurps.order.tables", actor.id, bands(1, 6, 3))
    table.emit("gurps.order.tables", actor.id, number=far, note="back" if back else "forward")
    if actor.at is not None and foe.at is not None:
        for use in uses(actor, weapon):
            use.lies = beyond(foe.at, actor.at, float(far if back else -far))


def unarmed_miss(
    state: Gurps, table: Table, actor: Fighter, foe: Fighter, weapon: Weapon, rule: str, *, parrying: bool
) -> None:
    row = roll_row(table, rule, actor.id, "unarmed-miss")
    limb = "right-leg" if weapon.key == "kick" else f"{weapon_side(weapon)}-arm"
    if row.get("knocked-out"):
        fall_unconscious(table, actor, rule)
    if row.get("strains"):
        table.enter("strains")
        take_injury(state, table, actor, 1, Blow(location=limb, own=True), crushing=True)
        table.leave()
        make_useless(table, actor, limb, HALF_HOUR)
    if row.get("solid"):
        fist = replace(PUNCH, damage="thr")
        deal_damage(state, table, actor, actor, fist, Blow(location=limb, half=bool(row.get("half", False)), own=True))
    if row.get("stumbles"):
        stumble(state, table, actor, foe, parrying)
    if row.get("falls"):
        fall(table, actor)
    if row.get("balance"):
        actor.off_balance = 2
    if row.get("guard-down"):
        actor.guard_down = 2 if state.up == actor.id else 1
    if row.get("trips"):
        tally = attribute_tally(table, actor, "DX", actor.attributes.dx)
        if weapon.key == "kick":
            tally.add(-4, rule, "kick")
        add_footing(tally, actor)
        if not succeeds(table, "gurps.order.tables", actor.id, tally):
            fall(table, actor)
    if row.get("tears"):
        roll = damage_roll(table.content, actor, "1d-3")
        assert roll is not None
        injury = max(0, table.roll("gurps.order.tables", actor.id, total(roll.dice, 6)) + roll.adds)
        actor.strain = 2 if state.up == actor.id else 1
        if injury:
            take_injury(state, table, actor, injury, Blow(location=limb, own=True), crushing=True)


def stumble(state: Gurps, table: Table, actor: Fighter, foe: Fighter, parrying: bool) -> None:
    """An attacker ends a yard past the foe; a parrier falls."""
    if parrying:
        fall(table, actor)
    elif actor.at is not None and foe.at is not None:
        actor.at = short_of_walls(state, actor.at, beyond(actor.at, foe.at, 1.0), on_foot=True)
    else:
        relate(state.scene, "distance", actor.id, foe.id, 1.0)
