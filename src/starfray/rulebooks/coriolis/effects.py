"""Bonus effects: what sixes beyond the first buy, and how they are applied to whoever was hit."""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.answers import write_shares
from starfray.engine.rules import Option, Table, counted, freeze
from starfray.rulebooks.coriolis.hazards import poison_bites
from starfray.rulebooks.coriolis.hooks import extra_severity
from starfray.rulebooks.coriolis.injury import critical_injury, let_fall, pin, stun, take_damage
from starfray.rulebooks.coriolis.ranges import notice, spoken
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Weapon, held_items
from starfray.rulebooks.coriolis.stress import stress

STUN = 2  # extra sixes for the Stun feature


@dataclass(slots=True)
class Bought:
    """Effects chosen for one target."""

    damage: int = 0
    injury: bool = False
    severity: int = 0
    stress: int = 0
    initiative: int = 0
    disarm: str = ""  # what the enemy drops
    stun: bool = False
    grapple: bool = False


@dataclass(slots=True)
class Prices:
    """The rule ids and names of the effects on offer: the ranged list or the melee list."""

    purchase: str
    damage: str
    injury: str
    severity: str
    stress: str
    stress_key: str
    initiative: str
    disarm: str


RANGED = Prices(
    purchase="coriolis.ranged.bonus.purchase",
    damage="coriolis.ranged.bonus.increase-damage",
    injury="coriolis.ranged.bonus.critical-injury",
    severity="coriolis.ranged.bonus.critical-severity",
    stress="coriolis.ranged.bonus.suppressive-fire",
    stress_key="suppressive-fire",
    initiative="coriolis.ranged.bonus.raise-initiative",
    disarm="coriolis.ranged.bonus.disarm",
)
MELEE = Prices(
    purchase="coriolis.melee.bonus.purchase",
    damage="coriolis.melee.bonus.increase-damage",
    injury="coriolis.melee.bonus.critical-injury",
    severity="coriolis.melee.bonus.critical-severity",
    stress="coriolis.melee.bonus.strike-fear",
    stress_key="strike-fear",
    initiative="coriolis.melee.bonus.raise-initiative",
    disarm="coriolis.melee.bonus.disarm",
)
RAMMING = Prices(  # spelled out: a compiled record cannot be copied with changes while its own module loads
    purchase="coriolis.ruling.vehicle.ram-effects",
    damage="coriolis.melee.bonus.increase-damage",
    injury="coriolis.melee.bonus.critical-injury",
    severity="coriolis.melee.bonus.critical-severity",
    stress="coriolis.melee.bonus.strike-fear",
    stress_key="strike-fear",
    initiative="coriolis.melee.bonus.raise-initiative",
    disarm="",
)


def on_offer(actor: Fighter, target: Fighter, weapon: Weapon, prices: Prices) -> list[Option]:
    """The list of effects, as far as weapon and target allow; what is not repeatable once per attack and target.

    coriolis.ruling.bonus.once
    coriolis.initiative.from-successes
    """
    slots = [Option("increase-damage", rule=prices.damage, note="+1 damage each")]
    if weapon.crit and target.person:  # coriolis.ruling.crit.custom: weapons with Crit "Stun" inflict none
        note = f"{counted(weapon.crit, 'six', 'sixes')}, each further one makes it worse"
        slots.append(Option("critical-injury", rule=prices.injury, note=note, least=weapon.crit))
    if "stun" in weapon.features and target.person:
        note = f"{STUN} sixes: stunned for a turn; not together with an injury"
        slots.append(Option("stun", rule="coriolis.ruling.crit.custom", note=note, least=STUN, most=STUN))
    if target.person:  # coriolis.ruling.vehicle.occupants: a vehicle takes no injury, stress, disarm or grapple
        slots.append(Option(prices.stress_key, rule=prices.stress, note="1 stress each"))
    if prices.disarm and target.person and held_items(target):
        slots.append(Option("disarm", rule=prices.disarm, note="what you choose is dropped", most=1))
    if prices is MELEE and not target.grappled_by and not actor.grapples:
        slots.append(Option("grapple", rule="coriolis.melee.bonus.grapple", note="pinned in a clinch", most=1))
    slots.append(Option("raise-initiative", rule=prices.initiative, note="+2 from the next turn, each"))
    return slots


def buy_effects(table: Table, actor: Fighter, target: Fighter, weapon: Weapon, extra: int, prices: Prices) -> Bought:
    """Ask the attacker what the extra sixes buy. coriolis.ruling.bonus.order: after all dice, before armour."""
    bought = Bought()
    if extra <= 0:
        return bought
    slots = on_offer(actor, target, weapon, prices)
    shares = table.allocate(
        prices.purchase,
        actor.id,
        extra,
        slots,
        f"Extra sixes against {spoken(actor, target)}: {extra}",
        suggested=default_purchase(slots, extra, weapon.crit if target.person else 0),
    )
    for slot, share in zip(slots, shares, strict=True):
        if slot.key == "increase-damage":
            bought.damage = share
        elif slot.key == "critical-injury" and share:
            bought.injury, bought.severity = True, share - weapon.crit
        elif slot.key == prices.stress_key:
            bought.stress = share
        elif slot.key == "disarm" and share:
            bought.disarm = what_to_drop(table, actor, target, prices.disarm)
        elif slot.key == "raise-initiative":
            bought.initiative = share
        elif slot.key == "stun":
            bought.stun = share > 0
        elif slot.key == "grapple":
            bought.grapple = share > 0
    lost = extra - sum(shares)
    if bought.injury and bought.stun:  # either this or an injury
        bought.stun, lost = False, lost + STUN
    if lost:
        table.emit("coriolis.ruling.bonus.unspent", actor.id, target.id, lost)
    return bought


def default_purchase(slots: list[Option], extra: int, crit: int) -> str:
    """coriolis.ruling.bonus.unspent: a critical injury if affordable, everything else on damage."""
    injury = crit if crit and extra >= crit else 0
    shares = [0] * len(slots)
    shares[0] = extra - injury
    if injury:
        shares[1] = injury
    return write_shares(shares, slots)


def resolve_hit(
    state: Coriolis,
    table: Table,
    actor: Fighter,
    target: Fighter,
    weapon: Weapon,
    bought: Bought,
    prices: Prices,
    *,
    ranged: bool,
    full_auto: bool = False,
) -> None:
    """Weapon Damage and what was bought, in the order of coriolis.ruling.bonus.order."""
    damage = weapon.damage + bought.damage
    if bought.damage:
        table.emit(prices.damage, actor.id, target.id, bought.damage)
    still_to_come = (actor.id, target.id, weapon.key, full_auto)
    table.enter((still_to_come, freeze(bought)))
    table.merge(prices.purchase)
    through = take_damage(state, table, target, damage, weapon, ranged=ranged, by=actor.id)
    table.leave()
    bought.damage = 0  # done
    table.enter((still_to_come, freeze(bought), through > 0))
    table.merge("coriolis.core.armour")
    if bought.injury and injury_stands(state, table, target, through):
        table.emit(prices.injury, actor.id, target.id)
        if bought.severity:
            table.emit(prices.severity, actor.id, target.id, bought.severity)
        critical_injury(state, table, target, 1 + bought.severity + extra_severity(actor))
    if through:
        poison_bites(state, table, actor, target, weapon)
    table.leave()
    if bought.stun and injury_stands(state, table, target, through):
        stun(state, table, target, 1)
    if weapon.fire and through and weapon.fire > target.burning:
        target.burning = weapon.fire
        table.emit("coriolis.ruling.turn-start", target.id, number=weapon.fire, note="burns")
    if bought.stress:
        stress(state, table, target, stress_points(state, table, actor, bought.stress, full_auto), prices.stress)
    if bought.disarm:
        disarm(table, target, bought.disarm, prices.disarm)
    if bought.grapple and target.conscious:
        pin(state, table, actor, target)
        if not through:
            table.emit("coriolis.ruling.grapple.first-hit", actor.id, target.id)
    if bought.initiative:
        actor.raises += 2 * bought.initiative  # coriolis.ruling.initiative.raise-lasts
        table.emit(prices.initiative, actor.id, number=2 * bought.initiative)
    notice(state, table, target)  # what armour stops is felt all the same


def stress_points(state: Coriolis, table: Table, actor: Fighter, purchases: int, full_auto: bool) -> int:
    """1 stress each; in full auto one more, per purchase or once as the ruling says."""
    if not full_auto:
        return purchases
    table.cite("coriolis.ranged.bonus.suppressive-fire.full-auto")
    more = 1 if state.ruling("suppressive-fire") == "once" else purchases
    table.emit("coriolis.ruling.suppress.full-auto", actor.id, number=more)
    return purchases + more


def injury_stands(state: Coriolis, table: Table, target: Fighter, through: int) -> bool:
    """At least a point must get through the armour, or the sixes are gone. coriolis.ruling.crit.needs-damage"""
    if through or state.ruling("crit-needs-damage") == "no":
        return True
    table.emit("coriolis.ruling.crit.needs-damage", target.id)
    return False


def what_to_drop(table: Table, chooser: Fighter, victim: Fighter, rule: str) -> str:
    """Her weapon or another hand-held item, of the chooser's choosing."""
    items = held_items(victim)
    options = [Option(each.key, each.name, rule=rule) for each in items]
    worst = max(items, key=lambda each: each.damage)
    return table.choose(rule, chooser.id, options, f"What does {spoken(chooser, victim)} drop?", suggested=worst.key)


def disarm(table: Table, victim: Fighter, item: str, rule: str) -> None:
    """She drops it, unless it has left her hand already."""
    for weapon in held_items(victim):
        if weapon.key == item:
            table.emit(rule, victim.id, note=weapon.name)
            let_fall(table, victim, weapon)
