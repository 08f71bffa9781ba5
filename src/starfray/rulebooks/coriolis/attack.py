"""Ranged actions, in the order of the book's table: what each costs, what it asks for, what it adds to the roll.

Who may be shot at is in aim.py, the common modifiers in modifiers.py, what further sixes buy in effects.py, overwatch fire
in overwatch.py. Every shot goes the same way: aim, refuse, declare and pay, let others cut in, count the dice, fire.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.dice import Bands
from starfray.engine.forms import somebody, something
from starfray.engine.rules import Action, ActionKind, Content, Point, Refused, Table, counted, freeze
from starfray.engine.values import Field, Option, Tally
from starfray.rulebooks.coriolis.aim import aim, empty_guns, foes_first, guns_of
from starfray.rulebooks.coriolis.blast import lands
from starfray.rulebooks.coriolis.core import FAST, NORMAL, SLOW, skill_test
from starfray.rulebooks.coriolis.declare import Deed, add_help, declare
from starfray.rulebooks.coriolis.effects import RANGED, buy_effects, resolve_hit
from starfray.rulebooks.coriolis.hooks import ignored_ones, reload_cost
from starfray.rulebooks.coriolis.interrupts import Declaration, carried_out
from starfray.rulebooks.coriolis.modifiers import ranged_pool
from starfray.rulebooks.coriolis.overwatch import ARC, REACTIONS
from starfray.rulebooks.coriolis.ranges import BANDS, CLOSE, LIMITS, band, engaged, engaged_with_anyone, notice, sees, within
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Overwatch, Weapon, fighter, no_firearm, shut_in
from starfray.rulebooks.coriolis.walls import covers_of, is_frame

EXTRA_DIE = Bands(1, 6, (1, 5))  # 0: a 1, 1: 2 to 5, 2: a 6
EXTRA_DIE.goal = "a 6 is one more, a 1 ends the burst"
LONG = BANDS.index("long")
SHORT = BANDS.index("short")


def no_loaded_gun(state: Coriolis, actor: Fighter, content: Content) -> Refused | None:
    """What no choice of a target would change."""
    guns = guns_of(state, actor)
    if not guns:
        return no_firearm(actor)
    if all(gun.empty for gun in guns):
        return Refused("coriolis.ruling.ammo", f"the {guns[0].name} is empty", ["reload"])
    return None


def shoot(
    state: Coriolis, table: Table, shooter: Fighter, target: Fighter, gun: Weapon, kind: str, modifier: int, rule: str
) -> bool:
    """Declare and pay, let others cut in, count the dice, fire. Says whether the shot was fired."""
    deed = Deed(kind, target.id, gun.key)
    declare(state, table, shooter, deed)
    table.emit(rule, shooter.id, target.id, note=gun.name)
    if not carried_out(state, table, Declaration(kind, shooter, target, gun)):
        return False
    tally = ranged_pool(state, table, shooter, target, gun, quick=kind == "quick-shot")
    tally.add(modifier, rule)
    add_help(table, tally, shooter, deed)
    fire(state, table, shooter, target, gun, tally)
    return True


def shot_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    return [somebody("target", foes_first(state, actor)), something("weapon", guns_of(state, actor), required=False)]


# --- aimed shot ------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class AimedShot(Action):
    KIND: ClassVar[str] = "aimed-shot"
    target: str
    weapon: str = ""


def aimed_shot(state: Coriolis, table: Table, action: AimedShot) -> None:
    """Slow, +2; not against an enemy one is engaged with. coriolis.action.aimed-shot"""
    shooter, target, gun = aim(state, action.actor, action.target, action.weapon)
    if engaged(state, shooter, target):
        raise Refused("coriolis.action.aimed-shot.not-engaged", f"{shooter.id} and {target.id} are engaged", ["shot"])
    shoot(state, table, shooter, target, gun, "aimed-shot", 2, "coriolis.action.aimed-shot")


AIMED_SHOT = ActionKind(
    AimedShot, aimed_shot, "coriolis.action.aimed-shot", SLOW, group="ranged", refusal=no_loaded_gun, fields=shot_fields,
    hints=("coriolis.ruling.engaged",),
)  # fmt: skip


# --- full auto -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class FullAuto(Action):
    KIND: ClassVar[str] = "full-auto"
    target: str
    weapon: str = ""


def full_auto(state: Coriolis, table: Table, action: FullAuto) -> None:
    """Slow, -2. Roll on, die by die, for as long as you dare; then share the sixes out. coriolis.action.full-auto

    coriolis.action.full-auto.any-number, coriolis.action.full-auto.after-rolling, coriolis.ruling.pray-full-auto
    """
    shooter, target, gun = aim(state, action.actor, action.target, action.weapon)
    if "automatic-fire" not in gun.features:
        raise Refused("coriolis.action.full-auto.feature", f"the {gun.name} has no automatic fire", ["shot", "quick-shot"])
    if band(state, shooter, target) > LONG:
        raise Refused("coriolis.action.full-auto.range", f"{target.id} is further than Long Range", ["shot", "aimed-shot"])
    deed = Deed("full-auto", target.id, gun.key)
    declare(state, table, shooter, deed)
    table.emit("coriolis.action.full-auto", shooter.id, target.id, note=gun.name)
    if not carried_out(state, table, Declaration("full-auto", shooter, target, gun)):
        return
    tally = ranged_pool(state, table, shooter, target, gun)
    tally.add(-2, "coriolis.action.full-auto.modifier")
    add_help(table, tally, shooter, deed)
    if tally.total <= 0:  # the first pool in desperation, extra dice as usual
        table.cite("coriolis.ruling.full-auto.zero-pool")
    sixes = skill_test(state, table, shooter, tally, "coriolis.ranged.pool")
    sixes = keep_rolling(table, shooter, gun, sixes)
    if sixes:
        chain, shares = share_out(state, table, shooter, target, sixes)
        hit_along(state, table, shooter, gun, chain, shares)
    else:
        table.emit("coriolis.core.success", shooter.id, target.id, note="misses")
    notice(state, table, target)


FULL_AUTO = ActionKind(
    FullAuto, full_auto, "coriolis.action.full-auto", SLOW, group="ranged", refusal=no_loaded_gun, fields=shot_fields,
    hints=("coriolis.range.long", "coriolis.ruling.pray-full-auto", "coriolis.action.full-auto.any-number",
           "coriolis.action.full-auto.after-rolling", "coriolis.ruling.full-auto.which-one", "coriolis.ruling.full-auto.stop"),
)  # fmt: skip


def keep_rolling(table: Table, shooter: Fighter, gun: Weapon, sixes: int) -> int:
    """Hit or miss, single extra dice are added, a decision before each, until one shows a 1. Gives all the sixes.

    A 1 in the first roll ends nothing. coriolis.ruling.full-auto.which-one
    """
    ignored = ignored_ones(shooter, gun)
    rolled = 0
    while True:
        free = ignored + int("mounted" in gun.features)  # ones that cost nothing
        facts = {"sixes": sixes, "extra": rolled, "damage": gun.damage, "free": free}
        table.merge("coriolis.action.full-auto.extra-dice", (sixes, rolled, ignored))
        if not table.confirm(
            "coriolis.action.full-auto.extra-dice", shooter.id, f"{counted(sixes, 'six', 'sixes')}. Keep firing?", facts=facts
        ):
            return sixes
        die = table.roll("coriolis.action.full-auto.extra-dice", shooter.id, EXTRA_DIE)
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
            f"{counted(sixes, 'six', 'sixes')} to share out",
            facts={"sixes": sixes, "targets": len(chain)},
        )
        if pick == "stop":
            break
        chain.append(fighter(state, pick))
    if len(chain) == 1:
        return chain, [sixes]
    slots = [Option(each.id, rule="coriolis.action.full-auto.new-target.bonus") for each in chain]
    return chain, table.allocate("coriolis.ruling.full-auto.allocate", shooter.id, sixes, slots, counted(sixes, "six", "sixes"))


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
        table.enter((place, tuple(each.id for each, _ in hits[place:]), freeze(bought[place:])))
        table.merge("coriolis.ruling.full-auto.allocate")
        rule = "coriolis.ranged.hit" if victim is chain[0] else "coriolis.action.full-auto.new-target.hit"
        table.emit(rule, shooter.id, victim.id, gun.damage)
        resolve_hit(state, table, shooter, victim, gun, bought[place], RANGED, ranged=True, full_auto=True)
        table.finished("coriolis.ruling.full-auto.allocate", victim.id)
        table.leave()


# --- shot ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Shot(Action):
    KIND: ClassVar[str] = "shot"
    target: str
    weapon: str = ""


def shot(state: Coriolis, table: Table, action: Shot) -> None:
    """Normal. The standard attack. coriolis.action.shot"""
    shooter, target, gun = aim(state, action.actor, action.target, action.weapon)
    shoot(state, table, shooter, target, gun, "shot", 0, "coriolis.action.shot")


SHOT = ActionKind(
    Shot, shot, "coriolis.action.shot", NORMAL, group="ranged", refusal=no_loaded_gun, fields=shot_fields,
    hints=("coriolis.ranged.mod.list", "coriolis.range.bands", "coriolis.ruling.range-boundary",
           "coriolis.ruling.cover.not-to-hit", "coriolis.initiative.from-successes", "coriolis.ruling.bonus.order",
           "coriolis.ruling.bonus.once", "coriolis.ruling.melee.defend-ranged"),
)  # fmt: skip


def fire(state: Coriolis, table: Table, shooter: Fighter, target: Fighter, gun: Weapon, tally: Tally) -> None:
    """Roll. The first six hits for Weapon Damage, further ones buy effects. coriolis.ranged.hit

    coriolis.ruling.melee.defend-ranged
    """
    sixes = skill_test(state, table, shooter, tally, "coriolis.ranged.pool")
    if gun.blast:
        lands(state, table, shooter, target, gun, sixes)
    elif sixes:
        bought = buy_effects(table, shooter, target, gun, sixes - 1, RANGED)
        table.emit("coriolis.ranged.hit", shooter.id, target.id, gun.damage)
        resolve_hit(state, table, shooter, target, gun, bought, RANGED, ranged=True)
    else:
        table.emit("coriolis.core.success", shooter.id, target.id, note="misses")
    notice(state, table, target)
    if "single-shot" in gun.features:
        gun.empty = True
        table.emit("coriolis.action.reload.single-shot", shooter.id, note=gun.name)


REACTIONS.append(fire)


# --- reload ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Reload(Action):
    KIND: ClassVar[str] = "reload"
    weapon: str = ""


def reload(state: Coriolis, table: Table, action: Reload) -> None:
    """Normal. Only what an action or Single-Shot has emptied; ordinary shots are not counted. coriolis.action.reload

    coriolis.action.reload.no-counting, coriolis.action.reload.emptied
    """
    actor = fighter(state, action.actor)
    gun = next((each for each in empty_guns(state, actor) if action.weapon in ("", each.key)), None)
    if gun is None:
        raise Refused("coriolis.action.reload", f"{actor.id} has nothing to reload", [])
    if actor.reloads == 0:
        raise Refused("coriolis.ruling.ammo", f"{actor.id} has no spare magazine left", [])
    declare(state, table, actor, Deed("reload", cost=reload_cost(actor)))
    if carried_out(state, table, Declaration("reload", actor, weapon=gun)):
        gun.empty, gun.quick_shots = False, 0
        if actor.reloads is not None:
            actor.reloads -= 1
        table.emit("coriolis.action.reload", actor.id, note=gun.name)


def reload_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    return [something("weapon", empty_guns(state, actor), required=False)]


def price_of_reload(state: Coriolis, actor: Fighter) -> int:
    return reload_cost(actor)


RELOAD = ActionKind(
    Reload, reload, "coriolis.action.reload", NORMAL, group="ranged", fields=reload_fields, cost_now=price_of_reload,
    hints=("coriolis.action.reload.no-counting", "coriolis.action.reload.emptied"),
)  # fmt: skip


# --- quick shot ------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class QuickShot(Action):
    KIND: ClassVar[str] = "quick-shot"
    target: str
    weapon: str = ""


def quick_shot(state: Coriolis, table: Table, action: QuickShot) -> None:
    """Fast, -2, no fire support, Short Range at most; three in a turn empty the weapon. coriolis.action.quick-shot"""
    shooter, target, gun = aim(state, action.actor, action.target, action.weapon)
    if band(state, shooter, target) > SHORT:
        raise Refused("coriolis.action.quick-shot.range", f"{target.id} is further than Short Range", ["shot", "aimed-shot"])
    if "bulky" in gun.features or "slow" in gun.features:
        raise Refused("coriolis.action.quick-shot", f"the {gun.name} takes no quick shots", ["shot", "aimed-shot"])
    if not shoot(state, table, shooter, target, gun, "quick-shot", -2, "coriolis.action.quick-shot"):
        return
    gun.quick_shots += 1
    table.emit("coriolis.ruling.quick-shot.count", shooter.id, number=gun.quick_shots, note=gun.name)
    if gun.quick_shots == 3:
        gun.empty = True
        table.emit("coriolis.action.quick-shot.three", shooter.id, note=gun.name)


QUICK_SHOT = ActionKind(
    QuickShot, quick_shot, "coriolis.action.quick-shot", FAST, group="ranged", refusal=no_loaded_gun, fields=shot_fields,
    hints=("coriolis.action.quick-shot.no-fire-support", "coriolis.range.short"),
)  # fmt: skip


# --- taking cover ----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class TakeCover(Action):
    KIND: ClassVar[str] = "take-cover"
    cover: str = ""


def take_cover(state: Coriolis, table: Table, action: TakeCover) -> None:
    """Fast, once one is there: the best cover within reach, or the one named. coriolis.action.take-cover"""
    actor = fighter(state, action.actor)
    if actor.aboard:
        raise Refused("coriolis.action.take-cover.not-movement", f"{actor.id} is aboard the {actor.aboard}", ["leave"])
    covers = covers_of(state, table.content, actor)
    near = [each for each in covers if not action.cover or each.name == action.cover]
    if not near:
        names = [each.name for each in covers]
        raise Refused("coriolis.action.take-cover.not-movement", "there is no such cover within reach", names or ["move"])
    if engaged_with_anyone(state, actor):
        raise Refused("coriolis.ruling.cover.lost", f"{actor.id} is engaged", ["move"])
    best = max(near, key=lambda each: each.rating)
    if actor.cover >= best.rating:
        raise Refused("coriolis.ruling.cover.best", f"{actor.id} is in cover already", [])
    declare(state, table, actor, Deed("take-cover"))
    if carried_out(state, table, Declaration("take-cover", actor)):
        actor.cover, actor.frame = best.rating, best.name if is_frame(state, actor, best) else ""
        table.emit("coriolis.action.take-cover", actor.id, number=best.rating, note=best.name)
        printed = table.content.tables["cover"].get(best.kind or best.name, {})
        if printed.get("rule") and printed["rating"] == best.rating:
            table.emit(printed["rule"], actor.id, number=best.rating, note=printed["name"])


def cover_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    return [Field("cover", "choice", [Option(each.name) for each in covers_of(state, content, actor)], required=False)]


TAKE_COVER = ActionKind(
    TakeCover, take_cover, "coriolis.action.take-cover", FAST, fields=cover_fields,
    hints=("coriolis.cover.table", "coriolis.action.take-cover.not-movement"),
)  # fmt: skip


# --- overwatch -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class EnterOverwatch(Action):
    """Toward a point; without a map, on the people named."""

    KIND: ClassVar[str] = "overwatch"
    toward: Point | None = None
    watching: tuple[str, ...] = ()


def enter_overwatch(state: Coriolis, table: Table, action: EnterOverwatch) -> None:
    """Fast. Aim in a direction, or at people where there is no map; not when engaged. coriolis.action.overwatch"""
    actor = fighter(state, action.actor)
    if engaged_with_anyone(state, actor):
        raise Refused("coriolis.action.overwatch.not-engaged", f"{actor.id} is engaged in melee", ["melee-attack"])
    if action.toward is None and not action.watching:
        raise Refused("coriolis.action.overwatch", "a direction is needed", ["toward=X,Y", "watching=ID+ID"])
    if action.toward is not None and actor.at is None:
        raise Refused("coriolis.action.overwatch", f"{actor.id} has no place on the map", ["watching=ID+ID"])
    if action.toward is not None and action.toward == actor.at:
        raise Refused("coriolis.action.overwatch.arc", "one's own place is no direction", ["toward=X,Y"])
    if not guns_of(state, actor):
        raise no_firearm(actor)
    if action.toward is not None and action.watching:
        raise Refused("coriolis.action.overwatch", "a direction or people, not both", ["toward=X,Y", "watching=ID+ID"])
    for who in action.watching:
        fighter(state, who)
    declare(state, table, actor, Deed("overwatch"))
    if carried_out(state, table, Declaration("overwatch", actor)):
        actor.overwatch = Overwatch(toward=action.toward, watching=list(action.watching))
        table.emit("coriolis.action.overwatch", actor.id)
        if action.toward is not None:
            table.emit("coriolis.action.overwatch.arc", actor.id, number=int(ARC))


def overwatch_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    if actor.at is not None:
        return [Field("toward", "point", high=LIMITS[1], centre=actor.at)]
    foes = [each for each in state.roster.values() if each.side != actor.side]
    return [Field("watching", "list", [Option(each.id, each.name) for each in foes])]


OVERWATCH = ActionKind(
    EnterOverwatch, enter_overwatch, "coriolis.action.overwatch", FAST, group="ranged", fields=overwatch_fields,
    hints=("coriolis.action.overwatch.arc", "coriolis.action.overwatch.window", "coriolis.ruling.overwatch.strict"),
)  # fmt: skip


# --- the Mounted feature ---------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class SetUp(Action):
    """Make a Mounted weapon ready, or take it down again."""

    KIND: ClassVar[str] = "set-up"
    weapon: str


def set_up(state: Coriolis, table: Table, action: SetUp) -> None:
    """Normal. A Mounted weapon is made ready to fire, or taken down; its gunner cannot move meanwhile.

    coriolis.action.full-auto.mounted
    """
    actor = fighter(state, action.actor)
    weapon = next((each for each in actor.weapons if each.key == action.weapon and each.in_hand), None)
    if weapon is None or "mounted" not in weapon.features:
        fit = [each.key for each in actor.weapons if each.in_hand and "mounted" in each.features]
        raise Refused("coriolis.action.full-auto.mounted", f"{action.weapon!r} is no Mounted weapon in hand", fit)
    declare(state, table, actor, Deed("set-up"))
    if carried_out(state, table, Declaration("set-up", actor, weapon=weapon)):
        actor.set_up = not actor.set_up
        table.emit("coriolis.core.weapon-fields", actor.id, note="set up" if actor.set_up else "taken down")


def mounted_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    return [something("weapon", [each for each in actor.weapons if each.in_hand and "mounted" in each.features])]


SET_UP = ActionKind(SetUp, set_up, "coriolis.action.full-auto.mounted", NORMAL, group="ranged", fields=mounted_fields)
