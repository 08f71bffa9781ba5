"""Ranged actions, in the order of the book's table: what each costs, what it asks for, what it adds to the roll.

Who may be shot at is in aim.py, the common modifiers in modifiers.py, what further sixes buy in effects.py, overwatch fire
in overwatch.py. Every shot goes the same way: aim, refuse, declare and pay, let others cut in, count the dice, fire.
"""

from __future__ import annotations

from starfray.engine.codec import freeze
from starfray.engine.dice import bands
from starfray.engine.errors import Refused
from starfray.engine.scene import covers_at
from starfray.engine.table import Table
from starfray.engine.values import Option, Tally
from starfray.rulebooks.coriolis.actions import AimedShot, EnterOverwatch, FullAuto, QuickShot, Reload, SetUp, Shot, TakeCover
from starfray.rulebooks.coriolis.aim import aim, empty_guns, guns_of
from starfray.rulebooks.coriolis.blast import lands
from starfray.rulebooks.coriolis.core import FAST, NORMAL, SLOW, skill_test
from starfray.rulebooks.coriolis.declare import Deed, add_help, declare
from starfray.rulebooks.coriolis.effects import RANGED, buy_effects, resolve_hit
from starfray.rulebooks.coriolis.hooks import ignored_ones, reload_cost
from starfray.rulebooks.coriolis.interrupts import Happening, carried_out
from starfray.rulebooks.coriolis.modifiers import ranged_pool
from starfray.rulebooks.coriolis.overwatch import ARC
from starfray.rulebooks.coriolis.ranges import BANDS, CLOSE, LIMITS, band, engaged, engaged_with_anyone, sees, within
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Overwatch, Weapon, fighter, shut_in

LONG = BANDS.index("long")
SHORT = BANDS.index("short")


# --- aimed shot ------------------------------------------------------------------------------------------------


def aimed_shot(state: Coriolis, table: Table, act: AimedShot) -> None:
    """Slow, +2; not against an enemy one is engaged with. coriolis.action.aimed-shot"""
    shooter, target, gun = aim(state, act.actor, act.target, act.weapon)
    if engaged(state, shooter, target):
        raise Refused("coriolis.action.aimed-shot.not-engaged", f"{shooter.id} and {target.id} are engaged", ["shot"])
    deed = Deed("aimed-shot", SLOW, target.id, gun.key)
    declare(state, table, shooter, deed)
    table.emit("coriolis.action.aimed-shot", shooter.id, target.id, note=gun.name)
    if carried_out(state, table, Happening("aimed-shot", shooter, target, gun)):
        tally = ranged_pool(state, table, shooter, target, gun)
        tally.add(2, "coriolis.action.aimed-shot")
        add_help(table, tally, shooter, deed)
        fire(state, table, shooter, target, gun, tally)


# --- full auto -------------------------------------------------------------------------------------------------


def full_auto(state: Coriolis, table: Table, act: FullAuto) -> None:
    """Slow, -2. Roll on, die by die, for as long as you dare; then share the sixes out. coriolis.action.full-auto"""
    shooter, target, gun = aim(state, act.actor, act.target, act.weapon)
    if "automatic-fire" not in gun.features:
        raise Refused("coriolis.action.full-auto.feature", f"the {gun.name} has no automatic fire", ["shot", "quick-shot"])
    if band(state, shooter, target) > LONG:
        raise Refused("coriolis.action.full-auto.range", f"{target.id} is further than Long Range", ["shot", "aimed-shot"])
    deed = Deed("full-auto", SLOW, target.id, gun.key)
    declare(state, table, shooter, deed)
    table.emit("coriolis.action.full-auto", shooter.id, target.id, note=gun.name)
    if not carried_out(state, table, Happening("full-auto", shooter, target, gun)):
        return
    tally = ranged_pool(state, table, shooter, target, gun)
    tally.add(-2, "coriolis.action.full-auto.modifier")
    add_help(table, tally, shooter, deed)
    if tally.total <= 0:  # the first pool in desperation, extra dice as usual
        table.emit("coriolis.ruling.full-auto.zero-pool", shooter.id)
    sixes = skill_test(state, table, shooter, tally, "coriolis.ranged.pool")
    sixes = keep_rolling(table, shooter, gun, sixes)
    if sixes:
        chain, shares = share_out(state, table, shooter, target, sixes)
        hit_along(state, table, shooter, gun, chain, shares)
    else:
        table.emit("coriolis.core.success", shooter.id, target.id, note="misses")


def keep_rolling(table: Table, shooter: Fighter, gun: Weapon, sixes: int) -> int:
    """Hit or miss, single extra dice are added, a decision before each, until one shows a 1. Gives all the sixes.

    A 1 in the first roll ends nothing. coriolis.ruling.full-auto.which-one
    """
    ignored = ignored_ones(shooter, gun)
    rolled = 0
    while True:
        facts = {"sixes": sixes, "extra": rolled, "damage": gun.damage}
        table.same("coriolis.action.full-auto.extra-dice", (sixes, rolled, ignored))
        if not table.confirm("coriolis.action.full-auto.extra-dice", shooter.id, f"{sixes} sixes. Keep firing?", facts=facts):
            return sixes
        die = table.roll("coriolis.action.full-auto.extra-dice", shooter.id, bands(1, 6, 1, 5))  # 0: a 1, 1: 2 to 5, 2: a 6
        rolled += 1
        if die == 2:
            sixes += 1
        elif die == 0 and ignored:  # High Capacity, Machinegunner: a plain miss
            ignored -= 1
            table.emit("coriolis.ruling.full-auto.stop", shooter.id, number=ignored)
        elif die == 0:
            if "mounted" in gun.features:
                table.emit("coriolis.action.full-auto.mounted", shooter.id, note=gun.name)
            else:
                gun.empty = True
                table.emit("coriolis.action.full-auto.one", shooter.id, note=gun.name)
            return sixes


def share_out(state: Coriolis, table: Table, shooter: Fighter, target: Fighter, sixes: int) -> tuple[list[Fighter], list[int]]:
    """After rolling: any number of targets, each within Close Range of the one before, and a share of the sixes for each."""
    chain = [target]
    while True:
        near = next_targets(state, shooter, chain)
        if not near:
            break
        options = [Option(each.id, rule="coriolis.action.full-auto.new-target.distance") for each in near]
        options.append(Option("stop", "no further target"))
        pick = table.choose(
            "coriolis.action.full-auto.distribute",
            shooter.id,
            options,
            f"{sixes} sixes to share out",
            facts={"sixes": sixes, "targets": len(chain)},
        )
        if pick == "stop":
            break
        chain.append(fighter(state, pick))
    if len(chain) == 1:
        return chain, [sixes]
    slots = [Option(each.id, rule="coriolis.action.full-auto.new-target.bonus") for each in chain]
    return chain, table.allocate("coriolis.ruling.full-auto.allocate", shooter.id, sixes, slots, f"{sixes} sixes")


def next_targets(state: Coriolis, shooter: Fighter, chain: list[Fighter]) -> list[Fighter]:
    """Everybody within Close Range of the last target, once each, and at Long Range or nearer to the shooter.

    Weapon range counts for the first target only. coriolis.ruling.full-auto.allocate
    """
    return [
        each
        for each in state.roster.values()
        if each not in chain and each is not shooter and not each.dead and not each.out and sees(shooter, each)
        and not shut_in(state, each)
        and within(state, chain[-1], each, CLOSE) and within(state, shooter, each, LIMITS[LONG])
    ]  # fmt: skip


def hit_along(state: Coriolis, table: Table, shooter: Fighter, gun: Weapon, chain: list[Fighter], shares: list[int]) -> None:
    """The first six given to a target inflicts Weapon Damage, further ones buy effects; bought first, then in firing order."""
    hits = [(victim, share) for victim, share in zip(chain, shares, strict=True) if share]
    bought = [buy_effects(table, shooter, victim, gun, share - 1, RANGED) for victim, share in hits]
    for place, (victim, _) in enumerate(hits):
        table.remember((place, tuple(each.id for each, _ in hits[place:]), freeze(bought[place:])))
        table.same("coriolis.ruling.full-auto.allocate")
        rule = "coriolis.ranged.hit" if victim is chain[0] else "coriolis.action.full-auto.new-target.hit"
        table.emit(rule, shooter.id, victim.id, gun.damage)
        resolve_hit(state, table, shooter, victim, gun, bought[place], RANGED, ranged=True, full_auto=True)
        table.done("coriolis.ruling.full-auto.allocate", victim.id)
        table.forget()


# --- shot ------------------------------------------------------------------------------------------------------


def shot(state: Coriolis, table: Table, act: Shot) -> None:
    """Normal. The standard attack. coriolis.action.shot"""
    shooter, target, gun = aim(state, act.actor, act.target, act.weapon)
    deed = Deed("shot", NORMAL, target.id, gun.key)
    declare(state, table, shooter, deed)
    table.emit("coriolis.action.shot", shooter.id, target.id, note=gun.name)
    if carried_out(state, table, Happening("shot", shooter, target, gun)):
        tally = ranged_pool(state, table, shooter, target, gun)
        add_help(table, tally, shooter, deed)
        fire(state, table, shooter, target, gun, tally)


def fire(state: Coriolis, table: Table, shooter: Fighter, target: Fighter, gun: Weapon, tally: Tally) -> None:
    """Roll. The first six hits for Weapon Damage, further ones buy effects. coriolis.ranged.hit"""
    sixes = skill_test(state, table, shooter, tally, "coriolis.ranged.pool")
    if gun.blast:
        lands(state, table, shooter, target, gun, sixes)
    elif sixes:
        bought = buy_effects(table, shooter, target, gun, sixes - 1, RANGED)
        table.emit("coriolis.ranged.hit", shooter.id, target.id, gun.damage)
        resolve_hit(state, table, shooter, target, gun, bought, RANGED, ranged=True)
    else:
        table.emit("coriolis.core.success", shooter.id, target.id, note="misses")
    if "single-shot" in gun.features:
        gun.empty = True
        table.emit("coriolis.action.reload.single-shot", shooter.id, note=gun.name)


# --- reload ----------------------------------------------------------------------------------------------------


def reload(state: Coriolis, table: Table, act: Reload) -> None:
    """Normal. Only what an action or Single-Shot has emptied; ordinary shots are not counted. coriolis.action.reload"""
    one = fighter(state, act.actor)
    gun = next((each for each in empty_guns(state, one) if act.weapon in ("", each.key)), None)
    if gun is None:
        raise Refused("coriolis.action.reload", f"{one.id} has nothing to reload", [])
    if one.reloads == 0:
        raise Refused("coriolis.ruling.ammo", f"{one.id} has no spare magazine left", [])
    declare(state, table, one, Deed("reload", reload_cost(one)))
    if carried_out(state, table, Happening("reload", one, weapon=gun)):
        gun.empty, gun.quick_shots = False, 0
        if one.reloads is not None:
            one.reloads -= 1
        table.emit("coriolis.action.reload", one.id, note=gun.name)


# --- quick shot ------------------------------------------------------------------------------------------------


def quick_shot(state: Coriolis, table: Table, act: QuickShot) -> None:
    """Fast, -2, no fire support, Short Range at most; three in a turn empty the weapon. coriolis.action.quick-shot"""
    shooter, target, gun = aim(state, act.actor, act.target, act.weapon)
    if band(state, shooter, target) > SHORT:
        raise Refused("coriolis.action.quick-shot.range", f"{target.id} is further than Short Range", ["shot", "aimed-shot"])
    if "bulky" in gun.features or "slow" in gun.features:
        raise Refused("coriolis.action.quick-shot", f"the {gun.name} takes no quick shots", ["shot", "aimed-shot"])
    deed = Deed("quick-shot", FAST, target.id, gun.key)
    declare(state, table, shooter, deed)
    table.emit("coriolis.action.quick-shot", shooter.id, target.id, note=gun.name)
    if not carried_out(state, table, Happening("quick-shot", shooter, target, gun)):
        return
    tally = ranged_pool(state, table, shooter, target, gun, quick=True)
    tally.add(-2, "coriolis.action.quick-shot")
    add_help(table, tally, shooter, deed)
    fire(state, table, shooter, target, gun, tally)
    gun.quick_shots += 1
    table.emit("coriolis.ruling.quick-shot.count", shooter.id, number=gun.quick_shots, note=gun.name)
    if gun.quick_shots == 3:
        gun.empty = True
        table.emit("coriolis.action.quick-shot.three", shooter.id, note=gun.name)


# --- taking cover ----------------------------------------------------------------------------------------------


def take_cover(state: Coriolis, table: Table, act: TakeCover) -> None:
    """Fast, once one is there: the best cover within reach, or the one named. coriolis.action.take-cover"""
    one = fighter(state, act.actor)
    if one.aboard:
        raise Refused("coriolis.action.take-cover.not-movement", f"{one.id} is aboard the {one.aboard}", ["leave"])
    near = [each for each in covers_at(state, one.at) if not act.cover or each.name == act.cover]
    if not near:
        names = [each.name for each in covers_at(state, one.at)]
        raise Refused("coriolis.action.take-cover.not-movement", "there is no such cover within reach", names or ["move"])
    if engaged_with_anyone(state, one):
        raise Refused("coriolis.ruling.cover.lost", f"{one.id} is engaged", ["move"])
    best = max(near, key=lambda each: each.rating)
    if one.cover >= best.rating:
        raise Refused("coriolis.ruling.cover.best", f"{one.id} is in cover already", [])
    declare(state, table, one, Deed("take-cover", FAST))
    if carried_out(state, table, Happening("take-cover", one)):
        one.cover = best.rating
        table.emit("coriolis.action.take-cover", one.id, number=best.rating, note=best.name)
        printed = table.content.tables["cover"].get(best.kind or best.name, {})
        if printed.get("rule") and printed["rating"] == best.rating:
            table.emit(printed["rule"], one.id, number=best.rating, note=printed["name"])


# --- overwatch -------------------------------------------------------------------------------------------------


def enter_overwatch(state: Coriolis, table: Table, act: EnterOverwatch) -> None:
    """Fast. Aim in a direction, or at people where there is no map; not when engaged. coriolis.action.overwatch"""
    one = fighter(state, act.actor)
    if engaged_with_anyone(state, one):
        raise Refused("coriolis.action.overwatch.not-engaged", f"{one.id} is engaged in melee", ["melee-attack"])
    if act.toward is None and not act.watching:
        raise Refused("coriolis.action.overwatch", "a direction is needed", ["toward=X,Y", "watching=ID+ID"])
    if act.toward is not None and one.at is None:
        raise Refused("coriolis.action.overwatch", f"{one.id} has no place on the map", ["watching=ID+ID"])
    if act.toward is not None and act.toward == one.at:
        raise Refused("coriolis.action.overwatch.arc", "one's own place is no direction", ["toward=X,Y"])
    if not guns_of(state, one):
        raise Refused("coriolis.ruling.hands", f"{one.id} has no firearm in hand", ["draw"])
    for who in act.watching:
        fighter(state, who)
    declare(state, table, one, Deed("overwatch", FAST))
    if carried_out(state, table, Happening("overwatch", one)):
        one.overwatch = Overwatch(toward=act.toward, watching=list(act.watching))
        table.emit("coriolis.action.overwatch", one.id)
        if act.toward is not None:
            table.emit("coriolis.action.overwatch.arc", one.id, number=int(ARC))


# --- the Mounted feature ---------------------------------------------------------------------------------------


def set_up(state: Coriolis, table: Table, act: SetUp) -> None:
    """Normal. A Mounted weapon is made ready to fire, or taken down; its gunner cannot move meanwhile."""
    one = fighter(state, act.actor)
    weapon = next((each for each in one.weapons if each.key == act.weapon and each.in_hand), None)
    if weapon is None or "mounted" not in weapon.features:
        fit = [each.key for each in one.weapons if each.in_hand and "mounted" in each.features]
        raise Refused("coriolis.action.full-auto.mounted", f"{act.weapon!r} is no Mounted weapon in hand", fit)
    declare(state, table, one, Deed("set-up", NORMAL))
    if carried_out(state, table, Happening("set-up", one, weapon=weapon)):
        one.set_up = not one.set_up
        table.emit("coriolis.core.weapon-fields", one.id, note="set up" if one.set_up else "taken down")
