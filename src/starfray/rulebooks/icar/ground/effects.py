"""What the moves of a won combo do, in their order. icar.ruling.combo-all"""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.rulebooks.icar.common.check import EASY, HARD, take_off_ability, told_check
from starfray.rulebooks.icar.common.injury import fall, take_damage
from starfray.rulebooks.icar.common.person import (
    armoured,
    close_gun,
    dodges,
    gun_in_hand,
    has_object,
    held_weapon,
    human,
    is_aug,
    meat,
    person,
)
from starfray.rulebooks.icar.common.records import PISTOLS, Lying, Weapon
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.ground.escape import can_rise, rise, seize
from starfray.rulebooks.icar.ground.moves import MOVES, made, stun_of

CLEAR_TURNS = 2  # icar.ruling.push-clear


def carry_out(state: Icar, table: Table, actor: Actor, other: Actor, moves: list[str], victim: str, crush: bool) -> None:
    """Blows add up; guns, grips and the rest happen where they stand in the chain. icar.close.combo.effect"""
    stun = damage = 0
    whole_stun = whole_damage = 0
    last: Weapon | None = None
    for place, key in enumerate(made(moves)):
        figures = (actor.id, other.id, tuple(moves), victim, crush, place, stun, damage, whole_stun, whole_damage)
        table.merge("icar.ruling.combo-all", (figures, "" if last is None else last.key))
        if key == "stamp" and not other.prone:  # icar.ruling.stamp-prone
            table.emit("icar.ruling.stamp-prone", actor.id, other.id)
            continue
        blow_stun, blow_damage = blow(state, table, actor, key)
        stun, damage = stun + blow_stun, damage + blow_damage
        whole_stun, whole_damage = whole_stun + blow_stun, whole_damage + blow_damage
        if key in ("fire", "puppet", "reverse", "knock-out", "push-clear"):
            strike_home(state, table, actor, other, stun, damage)
            stun = damage = 0
        table.enter((figures, stun, damage, whole_stun, whole_damage))
        last = special(state, table, actor, other, key, victim, last)
        table.leave()
    if crush and whole_stun > whole_damage:  # the larger, not the sum
        damage += whole_stun - whole_damage
        rule = "icar.ruling.aug-damage" if whole_damage else "icar.close.aug.damage"
        table.emit(rule, actor.id, other.id, whole_stun)
    strike_home(state, table, actor, other, stun, damage)
    if len(made(moves)) < len(moves):
        table.emit("icar.close.swap.hold-ends", actor.id, other.id)


def blow(state: Icar, table: Table, actor: Actor, key: str) -> tuple[int, int]:
    """Stun and Damage of one move by hand, foot or hand weapon, in points."""
    move = MOVES[key]
    stun, damage = stun_of(state, move) * meat(actor), move.damage * meat(actor)
    if key == "strike":  # icar.ruling.strike-damage: Meat and the weapon's own bonus; a gun is only a club
        weapon = held_weapon(actor)
        if not has_object(actor):
            table.emit("icar.close.weapon.hand", actor.id, note="nothing in the hand to strike with")
            return 0, 0
        if weapon is not None and weapon.gun:
            table.emit("icar.close.weapon.bash", actor.id, number=meat(actor))
        elif weapon is not None and weapon.bonus:
            damage += weapon.bonus
            table.emit("icar.ruling.strike-damage", actor.id, number=damage, note=weapon.name)
    return stun, damage


def strike_home(state: Icar, table: Table, actor: Actor, other: Actor, stun: int, damage: int) -> None:
    if stun or damage:
        table.emit("icar.close.combo.effect", actor.id, other.id, stun, f"{damage} Damage")
        take_damage(state, table, other.id, damage, stun, actor.id)


def special(state: Icar, table: Table, actor: Actor, other: Actor, key: str, victim: str, last: Weapon | None) -> Weapon | None:
    """The extra effect of a move; gives back the gun last used, which a Reload fills. icar.close.combo.extras"""
    if key == "trip":
        fall(table, other, actor)
    elif key == "hold":
        seize(table, other, actor)
    elif key in ("spring-onto-feet", "break-free", "hold-reverse"):
        get_loose(table, actor, other, key)
    elif key in ("disarm", "rearm", "dismantle", "quick-draw"):
        handle_weapon(state, table, actor, other, key)
    elif key in ("fire", "puppet", "reverse"):
        gun = shoot(state, table, actor, other, key, victim)
        if gun is not None and gun is last:
            table.emit("icar.close.combo.multi-fire", actor.id, other.id, note=gun.name)
        return gun or last
    elif key == "reload":
        reload_gun(table, actor, last)
    elif key == "knock-out":
        knock_out(state, table, actor, other)
    elif key == "push-clear":
        other.away = CLEAR_TURNS + 1
        other.held_by = ""
        table.emit("icar.close.skill.aa2", actor.id, other.id, CLEAR_TURNS)
    elif key == "undress":
        undress(table, actor, other)
    return last


def get_loose(table: Table, actor: Actor, other: Actor, key: str) -> None:
    if key == "spring-onto-feet" and actor.prone and can_rise(actor):
        rise(actor)
        table.emit("icar.close.prone.spring", actor.id)
    elif key == "break-free" and actor.held_by:
        actor.held_by = ""
        table.emit("icar.close.skill.sf3", actor.id)
    elif key == "hold-reverse" and actor.held_by == other.id:
        actor.held_by = ""
        table.emit("icar.close.skill.sf4", actor.id, other.id)
        seize(table, other, actor)


def handle_weapon(state: Icar, table: Table, actor: Actor, other: Actor, key: str) -> None:
    """icar.ruling.gunfu-roll: nothing comes of it where there is no gun."""
    if key == "quick-draw":
        gun = next((owned for owned in actor.weapons if owned.gun and not owned.apart), None)
        if gun is not None:
            actor.hand = gun.key
            table.emit("icar.close.skill.gf1", actor.id, note=gun.name)
        return
    weapon = held_weapon(other)
    if key == "disarm" and other.hand:
        table.emit("icar.close.skill.sf2", actor.id, other.id, note=other.hand)
        lose_hold(state, other)
    elif key == "dismantle" and weapon is not None and weapon.gun:
        weapon.apart = True
        other.hand = ""
        table.emit("icar.close.skill.gf3", actor.id, other.id, note=weapon.name)
    elif key == "rearm" and weapon is not None and weapon.gun:
        other.weapons.remove(weapon)
        other.hand = ""
        actor.weapons.append(weapon)
        actor.hand = weapon.key
        table.emit("icar.close.skill.gf2", actor.id, other.id, note=weapon.name)
    else:
        table.emit("icar.ruling.gunfu-roll", actor.id, other.id, note=key)


def lose_hold(state: Icar, actor: Actor) -> None:
    """What was in the hand falls where its owner stands; a thing off no sheet is one of those that lie about anyway."""
    weapon = held_weapon(actor)
    actor.hand = ""
    if weapon is not None:
        actor.weapons = [other for other in actor.weapons if other is not weapon]
        state.lying.append(Lying(weapon=weapon, at=actor.at, area=actor.area, aboard=actor.aboard))


def shoot(state: Icar, table: Table, actor: Actor, other: Actor, key: str, victim: str) -> Weapon | None:
    """Fire and Puppet want a Shooting check at 10, Reverse none; each takes a shot out of the gun's magazine."""
    gun = close_gun(actor) if key == "fire" else close_gun(other)
    whom = state.roster.get(victim) if key == "puppet" and victim != other.id else None if key == "puppet" else other
    holder = actor if key == "fire" else other
    if gun is None and gun_in_hand(holder) is not None:
        table.emit("icar.close.weapon.firearm", holder.id, note=holder.hand)
        return None
    if gun is None or gun.rounds < 1 or whom is None or not person(whom) or whom.out:
        table.emit("icar.ruling.gunfu-roll", actor.id, other.id, note=key)
        return gun
    gun.rounds -= 1
    if key != "reverse":
        tally = table.tally()
        if dodges(state, actor):
            tally.add(HARD, "icar.vehicle.pilot.dodge", "aboard a dodging vehicle")
        else:
            tally.add(EASY, "icar.ruling.gunfu-roll")
        take_off_ability(tally, actor, "shooting", "battle")
        tally.add(-gun.to_hit, "icar.fire.stat.to-hit", gun.name)
        if not told_check(state, table, actor, tally, "icar.ruling.gunfu-roll"):
            return gun
    table.emit("icar.close.weapon.fired", actor.id, whom.id, gun.damage, gun.name)
    take_damage(state, table, whom.id, gun.damage, gun_stun(state, gun), actor.id, high_energy=True)
    return gun


def gun_stun(state: Icar, gun: Weapon) -> int:
    """icar.ruling.firearm-stun: equal to the Damage unless the sheet lists another"""
    if gun.stun >= 0:
        return gun.stun
    return gun.damage if state.ruling("firearm-stun") == "damage" else 0


def reload_gun(table: Table, actor: Actor, last: Weapon | None) -> None:
    """One rifle or two pistols: the gun just used, else the one in the hand. icar.close.skill.gf3, icar.ruling.gunfu-roll"""
    first = last or gun_in_hand(actor)
    if first is None or first.apart:
        table.emit("icar.ruling.gunfu-roll", actor.id, note="reload")
        return
    pistols = [weapon for weapon in actor.weapons if weapon.gun and not weapon.apart and weapon.type in PISTOLS]
    second = [pistol for pistol in pistols if pistol is not first and wants_magazine(pistol)]
    own = any(pistol is first for pistol in pistols)
    for gun in [first, *second[:1]] if own else [first]:
        if wants_magazine(gun):
            gun.rounds = gun.magazine
            gun.spares = max(gun.spares - 1, -1)
            table.emit("icar.close.skill.gf3", actor.id, note=gun.name)


def wants_magazine(gun: Weapon) -> bool:
    return gun.spares != 0 and gun.rounds < gun.magazine


def knock_out(state: Icar, table: Table, actor: Actor, other: Actor) -> None:
    """Unarmoured humans only: Stun becomes 0 if it is higher. icar.ruling.knock-out"""
    if human(other) and not is_aug(other) and not armoured(other) and other.stun > 0:
        table.emit("icar.close.skill.aa1", actor.id, other.id)
        take_damage(state, table, other.id, 0, other.stun, actor.id)
    else:
        table.emit("icar.ruling.knock-out", actor.id, other.id)


def undress(table: Table, actor: Actor, other: Actor) -> None:
    """Powered armour throws its wearer out, other armour falls off. icar.ruling.undress"""
    powered = any(worn.powered for worn in other.armour)
    worn_keys = [worn.key for worn in other.armour]
    other.shields = [shield for shield in other.shields if shield.key not in worn_keys]  # they belong to the armour
    other.armour = []
    table.emit("icar.ruling.undress" if powered else "icar.close.skill.aa4", actor.id, other.id)
