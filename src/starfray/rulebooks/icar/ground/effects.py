"""What the moves of a won combo do, in their order. icar.ruling.combo-all"""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.rulebooks.icar.core import EASY, take_off_ability, told_check
from starfray.rulebooks.icar.ground.escape import can_rise, fall, rise, seize
from starfray.rulebooks.icar.ground.injury import hurt, let_go
from starfray.rulebooks.icar.ground.moves import MOVES, made, stun_of
from starfray.rulebooks.icar.ground.people import (
    armoured,
    close_gun,
    gun_in_hand,
    has_object,
    held_weapon,
    human,
    is_aug,
    meat,
    person,
)
from starfray.rulebooks.icar.ground.records import PISTOLS, Weapon
from starfray.rulebooks.icar.rulings import ruled
from starfray.rulebooks.icar.state import Actor, Icar

CLEAR_TURNS = 2  # icar.ruling.push-clear


def carry_out(state: Icar, table: Table, one: Actor, other: Actor, moves: list[str], victim: str, crush: bool) -> None:
    """Blows add up; guns, grips and the rest happen where they stand in the chain. icar.close.combo.effect"""
    stun = damage = 0
    whole_stun = whole_damage = 0
    last: Weapon | None = None
    for place, key in enumerate(made(moves)):
        figures = (one.id, other.id, tuple(moves), victim, crush, place, stun, damage, whole_stun, whole_damage)
        table.same("icar.ruling.combo-all", (figures, "" if last is None else last.key))
        if key == "stamp" and not other.prone:  # icar.ruling.stamp-prone
            table.emit("icar.ruling.stamp-prone", one.id, other.id)
            continue
        blow_stun, blow_damage = blow(state, table, one, key)
        stun, damage = stun + blow_stun, damage + blow_damage
        whole_stun, whole_damage = whole_stun + blow_stun, whole_damage + blow_damage
        if key in ("fire", "puppet", "reverse", "knock-out", "push-clear"):
            strike_home(state, table, one, other, stun, damage)
            stun = damage = 0
        table.remember((figures, stun, damage, whole_stun, whole_damage))
        last = special(state, table, one, other, key, victim, last)
        table.forget()
    if crush and whole_stun > whole_damage:  # the larger, not the sum
        damage += whole_stun - whole_damage
        rule = "icar.ruling.aug-damage" if whole_damage else "icar.close.aug.damage"
        table.emit(rule, one.id, other.id, whole_stun)
    strike_home(state, table, one, other, stun, damage)
    if len(made(moves)) < len(moves):
        table.emit("icar.close.swap.hold-ends", one.id, other.id)


def blow(state: Icar, table: Table, one: Actor, key: str) -> tuple[int, int]:
    """Stun and Damage of one move by hand, foot or hand weapon, in points."""
    move = MOVES[key]
    stun, damage = stun_of(state, move) * meat(one), move.damage * meat(one)
    if key == "strike":  # icar.ruling.strike-damage: Meat and the weapon's own bonus; a gun is only a club
        weapon = held_weapon(one)
        if not has_object(one):
            table.emit("icar.close.weapon.hand", one.id, note="nothing in the hand to strike with")
            return 0, 0
        if weapon is not None and weapon.gun:
            table.emit("icar.close.weapon.bash", one.id, number=meat(one))
        elif weapon is not None and weapon.bonus:
            damage += weapon.bonus
            table.emit("icar.ruling.strike-damage", one.id, number=damage, note=weapon.name)
    return stun, damage


def strike_home(state: Icar, table: Table, one: Actor, other: Actor, stun: int, damage: int) -> None:
    if stun or damage:
        table.emit("icar.close.combo.effect", one.id, other.id, stun, f"{damage} Damage")
        hurt(state, table, other.id, damage, stun, one.id)


def special(state: Icar, table: Table, one: Actor, other: Actor, key: str, victim: str, last: Weapon | None) -> Weapon | None:
    """The extra effect of a move; gives back the gun last used, which a Reload fills. icar.close.combo.extras"""
    if key == "trip":
        fall(table, other, one)
    elif key == "hold":
        seize(table, other, one)
    elif key in ("spring-onto-feet", "break-free", "hold-reverse"):
        get_loose(table, one, other, key)
    elif key in ("disarm", "rearm", "dismantle", "quick-draw"):
        handle_weapon(table, one, other, key)
    elif key in ("fire", "puppet", "reverse"):
        gun = shoot(state, table, one, other, key, victim)
        if gun is not None and gun is last:
            table.emit("icar.close.combo.multi-fire", one.id, other.id, note=gun.name)
        return gun or last
    elif key == "reload":
        reload_gun(table, one, last)
    elif key == "knock-out":
        knock_out(state, table, one, other)
    elif key == "push-clear":
        other.away = CLEAR_TURNS + 1
        other.held_by = ""
        table.emit("icar.close.skill.aa2", one.id, other.id, CLEAR_TURNS)
        let_go(state, table)
    elif key == "undress":
        undress(table, one, other)
    return last


def get_loose(table: Table, one: Actor, other: Actor, key: str) -> None:
    if key == "spring-onto-feet" and one.prone and can_rise(one):
        rise(one)
        table.emit("icar.close.prone.spring", one.id)
    elif key == "break-free" and one.held_by:
        one.held_by = ""
        table.emit("icar.close.skill.sf3", one.id)
    elif key == "hold-reverse" and one.held_by == other.id:
        one.held_by = ""
        table.emit("icar.close.skill.sf4", one.id, other.id)
        seize(table, other, one)


def handle_weapon(table: Table, one: Actor, other: Actor, key: str) -> None:
    """icar.ruling.gunfu-roll: nothing comes of it where there is no gun."""
    if key == "quick-draw":
        gun = next((each for each in one.weapons if each.gun and not each.apart), None)
        if gun is not None:
            one.hand = gun.key
            table.emit("icar.close.skill.gf1", one.id, note=gun.name)
        return
    weapon = held_weapon(other)
    if key == "disarm" and other.hand:
        table.emit("icar.close.skill.sf2", one.id, other.id, note=other.hand)
        other.hand = ""
    elif key == "dismantle" and weapon is not None and weapon.gun:
        weapon.apart = True
        other.hand = ""
        table.emit("icar.close.skill.gf3", one.id, other.id, note=weapon.name)
    elif key == "rearm" and weapon is not None and weapon.gun:
        other.weapons.remove(weapon)
        other.hand = ""
        one.weapons.append(weapon)
        one.hand = weapon.key
        table.emit("icar.close.skill.gf2", one.id, other.id, note=weapon.name)
    else:
        table.emit("icar.ruling.gunfu-roll", one.id, other.id, note=key)


def shoot(state: Icar, table: Table, one: Actor, other: Actor, key: str, victim: str) -> Weapon | None:
    """Fire and Puppet want a Shooting check at 10, Reverse none; each takes a shot out of the gun's magazine."""
    gun = close_gun(one) if key == "fire" else close_gun(other)
    whom = state.roster.get(victim) if key == "puppet" and victim != other.id else None if key == "puppet" else other
    holder = one if key == "fire" else other
    if gun is None and gun_in_hand(holder) is not None:
        table.emit("icar.close.weapon.firearm", holder.id, note=holder.hand)
        return None
    if gun is None or gun.rounds < 1 or whom is None or not person(whom) or whom.out:
        table.emit("icar.ruling.gunfu-roll", one.id, other.id, note=key)
        return gun
    gun.rounds -= 1
    if key != "reverse":
        tally = table.tally()
        tally.add(EASY, "icar.ruling.gunfu-roll")
        take_off_ability(tally, one, "shooting", "battle")
        tally.add(-gun.to_hit, "icar.fire.stat.to-hit", gun.name)
        if not told_check(state, table, one, tally, "icar.ruling.gunfu-roll"):
            return gun
    table.emit("icar.close.weapon.fired", one.id, whom.id, gun.damage, gun.name)
    hurt(state, table, whom.id, gun.damage, gun_stun(state, gun), one.id, high_energy=True)
    return gun


def gun_stun(state: Icar, gun: Weapon) -> int:
    """icar.ruling.firearm-stun: equal to the Damage unless the sheet lists another"""
    if gun.stun >= 0:
        return gun.stun
    return gun.damage if ruled(state, "firearm-stun") == "damage" else 0


def reload_gun(table: Table, one: Actor, last: Weapon | None) -> None:
    """One rifle or two pistols: the gun just used, else the one in the hand. icar.close.skill.gf3, icar.ruling.gunfu-roll"""
    first = last or gun_in_hand(one)
    if first is None or first.apart:
        table.emit("icar.ruling.gunfu-roll", one.id, note="reload")
        return
    pistols = [each for each in one.weapons if each.gun and not each.apart and each.type in PISTOLS]
    second = [each for each in pistols if each is not first and wants_magazine(each)]
    own = any(each is first for each in pistols)
    for gun in [first, *second[:1]] if own else [first]:
        if wants_magazine(gun):
            gun.rounds = gun.magazine
            gun.spares = max(gun.spares - 1, -1)
            table.emit("icar.close.skill.gf3", one.id, note=gun.name)


def wants_magazine(gun: Weapon) -> bool:
    return gun.spares != 0 and gun.rounds < gun.magazine


def knock_out(state: Icar, table: Table, one: Actor, other: Actor) -> None:
    """Unarmoured humans only: Stun becomes 0 if it is higher. icar.ruling.knock-out"""
    if human(other) and not is_aug(other) and not armoured(other) and other.stun > 0:
        table.emit("icar.close.skill.aa1", one.id, other.id)
        hurt(state, table, other.id, 0, other.stun, one.id)
    else:
        table.emit("icar.ruling.knock-out", one.id, other.id)


def undress(table: Table, one: Actor, other: Actor) -> None:
    """Powered armour throws its wearer out, other armour falls off. icar.ruling.undress"""
    powered = any(worn.powered for worn in other.armour)
    worn_keys = [worn.key for worn in other.armour]
    other.shields = [each for each in other.shields if each.key not in worn_keys]  # they belong to the armour
    other.armour = []
    table.emit("icar.ruling.undress" if powered else "icar.close.skill.aa4", one.id, other.id)
