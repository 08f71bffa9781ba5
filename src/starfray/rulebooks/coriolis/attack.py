"""Ranged combat: the shot in its four speeds, its modifiers, and the burst."""

from __future__ import annotations

from starfray.engine.codec import freeze
from starfray.engine.dice import bands
from starfray.engine.errors import Refused
from starfray.engine.scene import apart, nearest_on
from starfray.engine.table import Table
from starfray.engine.values import Option, Tally
from starfray.rulebooks.coriolis.actions import AimedShot, FullAuto, QuickShot, Shot
from starfray.rulebooks.coriolis.blast import lands
from starfray.rulebooks.coriolis.core import FAST, NORMAL, SLOW, add_skill, skill_test
from starfray.rulebooks.coriolis.declare import Deed, add_help, declare
from starfray.rulebooks.coriolis.effects import RANGED, Bought, buy_effects, resolve_hit
from starfray.rulebooks.coriolis.hooks import close_range_modifier, ignored_ones
from starfray.rulebooks.coriolis.interrupts import Happening, carried_out
from starfray.rulebooks.coriolis.ranges import BANDS, CLOSE, LIMITS, band, engaged, within
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Weapon, fighter, ready_weapon

LONG = BANDS.index("long")
SHORT = BANDS.index("short")


def shot(state: Coriolis, table: Table, act: Shot) -> None:
    """The standard ranged attack."""
    shooter, target, gun = aim(state, act.actor, act.target, act.weapon)
    deed = Deed("shot", NORMAL, target.id, gun.key)
    declare(state, table, shooter, deed)
    table.emit("coriolis.action.shot", shooter.id, target.id, note=gun.name)
    if not carried_out(state, table, Happening("shot", shooter, target)):
        return
    tally = ranged_pool(state, table, shooter, target, gun)
    add_help(table, tally, shooter, deed)
    fire(state, table, shooter, target, gun, tally)


def aimed_shot(state: Coriolis, table: Table, act: AimedShot) -> None:
    shooter, target, gun = aim(state, act.actor, act.target, act.weapon)
    if engaged(state, shooter, target):
        raise Refused("coriolis.action.aimed-shot.not-engaged", f"{shooter.id} and {target.id} are engaged", ["shot"])
    deed = Deed("aimed-shot", SLOW, target.id, gun.key)
    declare(state, table, shooter, deed)
    table.emit("coriolis.action.aimed-shot", shooter.id, target.id, note=gun.name)
    if not carried_out(state, table, Happening("aimed-shot", shooter, target)):
        return
    tally = ranged_pool(state, table, shooter, target, gun)
    add_help(table, tally, shooter, deed)
    tally.add(2, "coriolis.action.aimed-shot")
    fire(state, table, shooter, target, gun, tally)


def quick_shot(state: Coriolis, table: Table, act: QuickShot) -> None:
    """Fast, -2, near targets only; the third in a turn empties the weapon."""
    shooter, target, gun = aim(state, act.actor, act.target, act.weapon)
    if band(state, shooter, target) > SHORT:
        raise Refused("coriolis.action.quick-shot.range", f"{target.id} is further than Short Range", ["shot", "aimed-shot"])
    if "bulky" in gun.features or "slow" in gun.features:
        raise Refused("coriolis.action.quick-shot", f"the {gun.name} takes no quick shots", ["shot", "aimed-shot"])
    deed = Deed("quick-shot", FAST, target.id, gun.key)
    declare(state, table, shooter, deed)
    table.emit("coriolis.action.quick-shot", shooter.id, target.id, note=gun.name)
    if not carried_out(state, table, Happening("quick-shot", shooter, target)):
        return
    tally = ranged_pool(state, table, shooter, target, gun, quick=True)
    add_help(table, tally, shooter, deed)
    tally.add(-2, "coriolis.action.quick-shot")
    fire(state, table, shooter, target, gun, tally)
    gun.quick_shots += 1
    if gun.quick_shots == 3:
        gun.empty = True
        table.emit("coriolis.action.quick-shot.three", shooter.id, note=gun.name)


def full_auto(state: Coriolis, table: Table, act: FullAuto) -> None:
    """A burst: roll on for as long as you dare, then share the sixes out over a chain of targets."""
    shooter, target, gun = aim(state, act.actor, act.target, act.weapon)
    if "automatic-fire" not in gun.features:
        raise Refused("coriolis.action.full-auto.feature", f"the {gun.name} has no automatic fire", ["shot", "quick-shot"])
    if band(state, shooter, target) > LONG:
        raise Refused("coriolis.action.full-auto.range", f"{target.id} is further than Long Range", ["shot", "aimed-shot"])
    deed = Deed("full-auto", SLOW, target.id, gun.key)
    declare(state, table, shooter, deed)
    table.emit("coriolis.action.full-auto", shooter.id, target.id, note=gun.name)
    if not carried_out(state, table, Happening("full-auto", shooter, target)):
        return
    tally = ranged_pool(state, table, shooter, target, gun)
    add_help(table, tally, shooter, deed)
    tally.add(-2, "coriolis.action.full-auto.modifier")
    sixes = skill_test(state, table, shooter, tally, "coriolis.ranged.pool")
    sixes = burst(table, shooter, gun, sixes)
    if not sixes:
        table.emit("coriolis.core.success", shooter.id, target.id, note="misses")
        return
    chain, shares = share_out(state, table, shooter, target, sixes)
    hits = [(victim, share) for victim, share in zip(chain, shares, strict=True) if share]
    bought = [buy_effects(table, shooter, victim, gun, share - 1, RANGED) for victim, share in hits]
    for index, ((victim, _), effects) in enumerate(zip(hits, bought, strict=True)):
        table.remember((index, freeze(bought), freeze(shares)))
        table.same("coriolis.ruling.full-auto.allocate")
        rule = "coriolis.ranged.hit" if victim is target else "coriolis.action.full-auto.new-target.hit"
        hit(state, table, shooter, victim, gun, effects, rule, full_auto=True)
        table.forget()


def burst(table: Table, shooter: Fighter, gun: Weapon, sixes: int) -> int:
    """Single extra dice, a decision before each, until the shooter stops or a 1 ends it."""
    ignored = ignored_ones(shooter, gun)
    thrown = 0
    while True:
        facts = {"sixes": sixes, "extra": thrown, "damage": gun.damage}
        table.same("coriolis.action.full-auto.extra-dice", (sixes, thrown, ignored))
        if not table.confirm("coriolis.action.full-auto.extra-dice", shooter.id, f"{sixes} sixes. Keep firing?", facts=facts):
            return sixes
        face = table.roll("coriolis.action.full-auto.extra-dice", shooter.id, bands(1, 6, 1, 5))  # a 1, 2 to 5, a 6
        thrown += 1
        if face == 2:
            sixes += 1
        elif face == 0 and ignored:
            ignored -= 1  # coriolis.ruling.full-auto.stop: an ignored 1 is a plain miss
        elif face == 0:
            if "mounted" in gun.features:
                table.emit("coriolis.action.full-auto.mounted", shooter.id)
            else:
                gun.empty = True
                table.emit("coriolis.action.full-auto.one", shooter.id, note=gun.name)
            return sixes


def share_out(
    state: Coriolis, table: Table, shooter: Fighter, target: Fighter, sixes: int
) -> tuple[list[Fighter], list[int]]:
    """Name a chain of targets, each within Close Range of the one before, and give out the sixes. Decided after the dice."""
    chain = [target]
    while True:
        near = next_in_chain(state, shooter, chain)
        if not near:
            break
        options = [Option(each.id, rule="coriolis.action.full-auto.new-target.distance") for each in near]
        options.append(Option("stop", "no further target"))
        pick = table.choose("coriolis.action.full-auto.distribute", shooter.id, options, f"{sixes} sixes to share out",
                            facts={"sixes": sixes, "targets": len(chain)})
        if pick == "stop":
            break
        chain.append(fighter(state, pick))
    if len(chain) == 1:
        return chain, [sixes]
    slots = [Option(each.id, rule="coriolis.action.full-auto.new-target.bonus") for each in chain]
    return chain, table.allocate("coriolis.ruling.full-auto.allocate", shooter.id, sixes, slots, f"{sixes} sixes")


def next_in_chain(state: Coriolis, shooter: Fighter, chain: list[Fighter]) -> list[Fighter]:
    """coriolis.action.full-auto.new-target.distance: a chain, not measured from the first; all at Long or nearer."""
    return [
        each
        for each in state.roster.values()
        if each not in chain and each is not shooter and not each.dead and not each.out
        and within(state, chain[-1], each, CLOSE) and within(state, shooter, each, LIMITS[LONG])
    ]  # fmt: skip


def aim(state: Coriolis, who: str, at: str, weapon: str) -> tuple[Fighter, Fighter, Weapon]:
    """Shooter, target and weapon, or why they do not fit together."""
    shooter, target = fighter(state, who), fighter(state, at)
    gun = vehicle_gun(state, shooter, weapon) or ready_weapon(shooter, weapon, melee=False)
    if target is shooter or target.dead or target.out:
        raise Refused("coriolis.ruling.illegal", f"{at} cannot be shot at", [])
    fit_for_vehicles(state, shooter, target, gun)
    if blocked(state, shooter, target):
        raise Refused("coriolis.ruling.illegal", f"smoke hides {at}", ["move"])
    if "mounted" in gun.features and not shooter.set_up and not shooter.aboard:
        raise Refused("coriolis.action.full-auto.mounted", f"the {gun.name} is not set up", ["set-up"])
    if gun.empty:
        raise Refused("coriolis.ruling.ammo", f"the {gun.name} is empty", ["reload"])
    beyond = band(state, shooter, target) - BANDS.index(gun.range)
    if beyond > 1:
        raise Refused("coriolis.ruling.ranged.beyond", f"{at} is far out of range of the {gun.name}", ["move"])
    return shooter, target, gun


def vehicle_gun(state: Coriolis, one: Fighter, key: str) -> Weapon | None:
    """The mounted weapon of the vehicle she is in, if that is the one meant."""
    car = state.roster.get(one.aboard) if one.aboard else None
    if car is None:
        return None
    return next((each for each in car.weapons if key == each.key), None)


def fit_for_vehicles(state: Coriolis, shooter: Fighter, target: Fighter, gun: Weapon) -> None:
    """Nobody in a closed vehicle can be named; one shoots out of an open one, or with its gun.

    coriolis.ruling.vehicle.occupants
    """
    inside = state.roster.get(target.aboard) if target.aboard else None
    if inside is not None and inside.craft is not None and not inside.craft.open:
        raise Refused("coriolis.ruling.vehicle.occupants", f"{target.id} is inside the closed {inside.id}", [inside.id])
    own = state.roster.get(shooter.aboard) if shooter.aboard else None
    if own is not None and own.craft is not None and not own.craft.open and gun.key != own.craft.weapon:
        raise Refused("coriolis.ruling.vehicle.occupants", f"nobody shoots out of the closed {own.id}", [own.craft.weapon])


def blocked(state: Coriolis, one: Fighter, other: Fighter) -> bool:
    """Does smoke lie on the line between them?"""
    if one.at is None or other.at is None:
        return False
    smoke = [zone for zone in state.scene.zone if zone.kind == "smoke"]
    return any(apart(nearest_on(one.at, other.at, zone.at), zone.at) <= zone.radius for zone in smoke)


def ranged_pool(
    state: Coriolis, table: Table, shooter: Fighter, target: Fighter, gun: Weapon, *, quick: bool = False
) -> Tally:
    """Ranged Combat, the weapon, and everything of the common list. coriolis.ranged.pool"""
    tally = table.tally(shooter)
    add_skill(tally, shooter, "ranged-combat")
    tally.add(gun.bonus, "coriolis.ranged.pool", gun.name)
    if "heavy" in gun.features and shooter.attributes.strength <= 2:
        tally.add(-1, "coriolis.core.weapon-fields", "heavy")
    add_range(state, tally, shooter, target, gun)
    add_size(tally, target)
    if not quick and (shooter.cover or shooter.prone):  # coriolis.ranged.fire-support.not-quick
        tally.add(1, "coriolis.ranged.fire-support")  # coriolis.ruling.fire-support.once
    return tally


def add_range(state: Coriolis, tally: Tally, shooter: Fighter, target: Fighter, gun: Weapon) -> None:
    where = band(state, shooter, target)
    if BANDS[where] == "close":
        helpless = target.immobile or not target.aware
        if not helpless or state.rulings.get("close-helpless") == "adds":
            tally.add(close_range_modifier(shooter), "coriolis.ranged.mod.range.close")
        if helpless:  # coriolis.ruling.ranged.close-helpless: instead of the -3
            tally.add(3, "coriolis.ranged.mod.range.close-helpless")
    elif BANDS[where] == "short":
        tally.add(0, "coriolis.ranged.mod.range.short")
    elif BANDS[where] == "long":
        tally.add(-1, "coriolis.ranged.mod.range.long")
    else:
        tally.add(-2, "coriolis.ranged.mod.range.extreme")
    if where > BANDS.index(gun.range):
        tally.add(-3, "coriolis.ranged.mod.range.beyond")  # coriolis.ruling.ranged.beyond: on top


def add_size(tally: Tally, target: Fighter) -> None:
    """Small -1, large +1, or what the GM has set; a prone target that is not small takes 1 off.

    coriolis.ruling.ranged.prone-and-small
    """
    size = 0
    if target.craft is not None:
        size = target.craft.size
        tally.add(size, "coriolis.ranged.mod.size.large")
    elif target.size_mod is not None:
        size = target.size_mod
        tally.add(size, "coriolis.ranged.mod.size.gm")
    elif target.size == "small":
        size = -1
        tally.add(-1, "coriolis.ranged.mod.size.small")
    elif target.size == "large":
        size = 1
        tally.add(1, "coriolis.ranged.mod.size.large")
    if target.prone and size >= 0:
        tally.add(-1, "coriolis.prone.ranged-target")


def fire(state: Coriolis, table: Table, shooter: Fighter, target: Fighter, gun: Weapon, tally: Tally) -> None:
    """Roll; the first six hits, further ones buy effects. coriolis.ranged.hit"""
    sixes = skill_test(state, table, shooter, tally, "coriolis.ranged.pool")
    if gun.blast:
        lands(state, table, shooter, target, gun, sixes)
    elif sixes:
        effects = buy_effects(table, shooter, target, gun, sixes - 1, RANGED)
        hit(state, table, shooter, target, gun, effects, "coriolis.ranged.hit")
    else:
        table.emit("coriolis.core.success", shooter.id, target.id, note="misses")
    if "single-shot" in gun.features:
        gun.empty = True
        table.emit("coriolis.action.reload.single-shot", shooter.id, note=gun.name)


def hit(
    state: Coriolis, table: Table, shooter: Fighter, target: Fighter, gun: Weapon, effects: Bought, rule: str,
    *, full_auto: bool = False,
) -> None:
    table.emit(rule, shooter.id, target.id, gun.damage)
    resolve_hit(state, table, shooter, target, gun, effects, RANGED, ranged=True, full_auto=full_auto)
