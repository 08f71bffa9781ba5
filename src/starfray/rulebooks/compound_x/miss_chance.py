"""The miss chance: bracket, fire mode, stat and attachments with their halves, floors, then everything around the shot.

The order of the sum is a contract: cx.order.miss-chance.
"""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.rules import Content, Refused, Table, Tally, counted
from starfray.engine.scene import Point, apart, distance, nearest_on, related
from starfray.engine.walls import frame_before
from starfray.rulebooks.compound_x.attachments import Attachment, Fittings, fittings, minimum_range, mounted
from starfray.rulebooks.compound_x.conditions import suffers
from starfray.rulebooks.compound_x.dice import FAIL, check
from starfray.rulebooks.compound_x.engagement import near, suppressed
from starfray.rulebooks.compound_x.state import Bracket, Cloud, CompoundX, Fighter, Mode, Stats, Weapon, unnoticed
from starfray.rulebooks.compound_x.stats import DAZZLED, combat_modifier, general_modifier, stat_of

FLOOR = -2  # cx.limits.min-miss-chance
MODE_FLOOR = 1  # cx.limits.min-firemode
COVER = {"": 0, "partial": 2, "full": 4, "concealed": 4}  # cx.cover.none, .partial, .full
COVER_RULE = {"": "cx.cover.none", "partial": "cx.cover.partial", "full": "cx.cover.full", "concealed": "cx.cover.full"}
CLOSE = 5.0  # cx.stance.prone-close
LONG = 200.0  # metres from which a long rifle's scope is set for each distance. cx.actions.unlisted
LATITUDE = 10.0  # metres nearer or further that are the same distance yet: our reading of "different". cx.actions.unlisted
INTO_SMOKE = 80  # a PER roll of 81 or more. cx.presumed.conditions
THROUGH_SMOKE = 119  # a PER roll of 120 or more. cx.presumed.conditions
MASK = -10  # PER rolls in a gas mask. cx.presumed.conditions


@dataclass(slots=True)
class Reach:
    """The bracket a target stands in: its place (0 is R1), its listed miss chance and damage, R4's penalty."""

    place: int
    miss: int
    damage: int
    penalty: float = 0.0


def reach_of(gun: Weapon, metres: float, fitted: Fittings) -> Reach | None:
    """None: nothing can be hit that far out. cx.range.max, cx.ruling.range-boundary"""
    if too_far(metres, fitted):
        return None
    last = len(gun.brackets) - 1
    for place, bracket in enumerate(gun.brackets):
        if metres <= bracket.to + (fitted.longer if place == last else 0):
            if gun.load == "buckshot" and place == last:
                return None  # buckshot does not reach that far
            miss = bracket.miss + (1 if gun.focused else 0)
            return Reach(place, miss, damage_in(gun, bracket))
    end: Bracket = gun.brackets[last]
    if fitted.extra and metres <= end.to + fitted.longer + fitted.extra and gun.load != "buckshot":
        return Reach(last + 1, end.miss, damage_in(gun, end), fitted.extra_penalty)
    return None


def too_far(metres: float, fitted: Fittings) -> str:
    """The rule that keeps a gun without a magnifying sight from shooting that far; '' if none does."""
    if metres > 100 and fitted.magnification <= 1:
        return "cx.range.magnification-100"
    if metres > 150 and fitted.magnification < 2:
        return "cx.range.magnification-150"
    return ""


def damage_in(gun: Weapon, bracket: Bracket) -> int:
    """The figure of the bracket; slugs and a focused beam have one for all."""
    if gun.load == "slug":
        return gun.slug
    if gun.focused:
        return gun.focus_damage
    return bracket.damage or gun.damage


def mode_addition(mode: Mode, stats: Stats) -> int:
    """The listed addition less its own stat steps. cx.ruling.firemode-steps"""
    stat = stat_of(stats, mode.stat) if mode.stat else 0
    if not mode.stat or stat < mode.start:
        return mode.addition
    if not mode.every:
        return mode.addition - 1
    steps = (stat - mode.start) // mode.every + (1 if mode.start else 0)
    return mode.addition - steps


def weapon_miss_chance(
    tally: Tally, gun: Weapon, stats: Stats, reach: Reach, mode: Mode | None, fitted: Fittings, *, blind: bool
) -> None:
    """The gun's own line: halves are kept until the end, then what is left over is dropped. cx.combatmod.drop-decimals

    The floors of the bracket and of the fire mode hold for each by itself, before cover and whatever else the ground adds.
    Where the target faces is nothing to a gun. cx.ruling.floor-order, cx.limits.order, cx.flank.ranged
    """
    tally.add(reach.miss, "cx.ranged.brackets", f"R{reach.place + 1}")
    stat = combat_modifier(stats.perception) + (combat_modifier(stats.luck) if blind else 0.0)
    if stat:
        tally.add_part(-stat, "cx.blind.composition" if blind else "cx.combatmod.subtract", "PER and LUC" if blind else "PER")
    fitted_bonus = fitted.bracket + (fitted.far if reach.place else 0.0)
    if fitted_bonus:
        tally.add_part(-fitted_bonus, "cx.combatmod.stack-halves", "attachments")
    if reach.penalty:
        tally.add_part(reach.penalty, "cx.ranged.brackets", "extra bracket")
    under = FLOOR - (reach.miss - stat - fitted_bonus + reach.penalty)
    if under > 0:
        tally.add_part(under, "cx.limits.min-miss-chance", f"never below {FLOOR}")
    if mode is not None:
        add_mode(tally, mode, mode_addition(mode, stats), fitted.mode)
    tally.drop_fractions("cx.combatmod.drop-decimals")


def add_mode(tally: Tally, mode: Mode, addition: int, bonus: float) -> None:
    """Burst and automatic fire: grips and compensators lower the addition, to +1 at the least. cx.limits.min-firemode"""
    printed = max(MODE_FLOOR, addition)
    tally.add(printed, "cx.ranged.firemode-table", counted(mode.shots, "shot"))
    if bonus:
        tally.add_part(-bonus, "cx.combatmod.stack-halves", "fire mode")
    raised = max(MODE_FLOOR, addition - bonus) - (printed - bonus)
    tally.add_part(raised, "cx.limits.min-firemode", f"never below +{MODE_FLOOR}")


@dataclass(slots=True)
class Shot:
    """What is settled before anything is summed up, whatever the fire mode."""

    metres: float
    aimed: bool
    blind: bool
    hip: bool  # unaimed, or too near for the sights
    hidden: bool  # the target has no idea of the shooter
    attachments: list[Attachment]
    fitted: Fittings
    reach: Reach | None  # None: out of range


def prepare(
    state: CompoundX, content: Content, shooter: Fighter, target: Fighter, gun: Weapon, *, aimed: bool, blind: bool
) -> Shot:
    metres = distance(state, shooter, target)
    attachments = mounted(content, gun)
    forced = metres < minimum_range(gun, attachments)  # from the hip, whether aimed or not: cx.hip.min-range
    hip = not blind and (not aimed or forced)
    rested = shooter.stance == "prone" or bool(shooter.cover)
    fitted = fittings(gun, attachments, hip=hip, blind=blind, kits=shooter.kits, rested=rested)
    hidden = unnoticed(state, shooter, target)
    return Shot(metres, aimed, blind, hip, hidden, attachments, fitted, reach_of(gun, metres, fitted))


def besides_the_gun(
    state: CompoundX, tally: Tally, shooter: Fighter, target: Fighter, gun: Weapon, shot: Shot, *, in_open: bool = False
) -> None:
    """What the shooter, the way of firing and the target's cover add."""
    around_the_shot(state, tally, shooter, shot)
    if gun.shape not in ("blast", "grenade"):  # a point is the target: cx.order.modifier-scope
        add_cover(state, tally, shooter, target, shot.metres, in_open=in_open)


def around_the_shot(state: CompoundX, tally: Tally, shooter: Fighter, shot: Shot) -> None:
    """Everything that is not the weapon's: after the floors. cx.ruling.floor-scope"""
    if shot.blind:
        both = state.ruling("hip-blind") == "both"  # cx.ruling.hip-blind: else instead of the +3
        tally.add(9 if both else 6, "cx.blind.penalty", "blind firing")
    elif shot.hip:
        laser = shot.fitted.hip if shot.metres <= shot.fitted.hip_reach else 0
        tally.add(
            max(0, 3 - laser), "cx.hip.penalty", "hip firing, laser" if laser else "hip firing"
        )  # never a bonus: cx.hip.penalty
    if shooter.stance == "prone":
        tally.add(-1, "cx.stance.prone-aim", "prone")
    if shot.hidden and shot.aimed and not shot.hip:  # cx.ruling.stealth-aim
        tally.add(-1, "cx.stealth.ranged-miss", "stealth attack")
    of_the_shooter(state, tally, shooter)


def of_the_shooter(state: CompoundX, tally: Tally, shooter: Fighter) -> None:
    """What spoils or helps whatever is shot or thrown: sprint, suppression, gas, abilities, the GM. cx.order.modifier-scope"""
    if shooter.winded:
        tally.add(1, "cx.move.sprint-penalty", "sprinted")
    if suppressed(state, shooter):
        tally.add(1, "cx.suppression.malus", "suppressed")
    if shooter.conditions and suffers(shooter, "gas"):
        tally.add(3, "cx.presumed.conditions", "gas")
    if shooter.kits.get("gas-mask"):
        tally.add(1, "cx.presumed.conditions", "gas mask")
    for ability in shooter.abilities:
        if ability.miss:
            tally.add(-ability.miss, "cx.limits.ability-exception", ability.name)
    for modifier in shooter.gm_modifiers:
        tally.add(-modifier.amount, "gm.modifier", modifier.note)


def cover_from(state: CompoundX, shooter: Fighter, target: Fighter) -> str:
    """The target's cover as this shooter meets it: none where a relation says 'no-cover'."""
    if related(state, "no-cover", shooter.id, target.id):
        return ""
    if not target.cover and state.scene.walls and frame_before(state, shooter.at, target.at) is not None:
        return "partial"  # cx.ruling.frame
    return target.cover


def add_cover(state: CompoundX, tally: Tally, shooter: Fighter, target: Fighter, metres: float, *, in_open: bool) -> None:
    """Cover and the largest stance bonus. cx.ranged.cover-add, cx.ruling.cover-stack"""
    cover = "" if in_open else cover_from(state, shooter, target)
    tally.add(COVER[cover], COVER_RULE[cover], f"{cover} cover")  # without cover nothing: cx.cover.none
    prone = target.stance == "prone" and cover in ("", "partial")  # cx.ruling.prone-full-cover
    if prone and not cover and metres <= CLOSE:
        prone = False  # cx.stance.prone-close
    if target.hunkered:
        tally.add(2, "cx.stance.hunker-bonus", "hunkering")
    elif prone:
        tally.add(2, "cx.stance.prone-bonus", "prone target")
    elif target.stance == "crouched":
        tally.add(1, "cx.stance.crouch-bonus", "crouching")


@dataclass(slots=True)
class Line:
    """A shot as it is fixed when the Action begins: the miss chance, the damage, or out of range. cx.order.general"""

    miss: Tally | None  # None: out of range, nothing can be hit
    damage: int = 0
    place: int = 0  # of the bracket; 0 is R1
    beyond: str = "cx.range.max"  # the rule that keeps it out of range
    stealthy: bool = False  # fired from hiding: cx.stealth.ranged-damage


def line_of(
    state: CompoundX,
    content: Content,
    tally: Tally,
    shooter: Fighter,
    target: Fighter,
    gun: Weapon,
    mode: Mode | None,
    *,
    aimed: bool,
    blind: bool = False,
    in_open: bool = False,
) -> Line:
    """The miss chance of this shooter on this target, now, summed up in the tally given in the order of cx.order.miss-chance.

    Without aim it is hip fire. cx.ranged.miss-chance
    """
    shot = prepare(state, content, shooter, target, gun, aimed=aimed, blind=blind)
    if shot.reach is None:
        return Line(None, beyond=out_of_reach(shot.metres, shot.fitted, hip=shot.hip or blind))
    weapon_miss_chance(tally, gun, shooter.stats, shot.reach, mode, shot.fitted, blind=blind)
    besides_the_gun(state, tally, shooter, target, gun, shot, in_open=in_open)
    percent = sum(each.damage for each in shot.attachments)
    return Line(tally, shot.reach.damage * (100 + percent) // 100, shot.reach.place, stealthy=shot.hidden)


def out_of_reach(metres: float, fitted: Fittings, *, hip: bool) -> str:
    """Which limit it is. Optics are not in use from the hip or blind. cx.ruling.magnification"""
    limit = too_far(metres, fitted)
    return "cx.ruling.magnification" if limit and hip else limit or "cx.range.max"


# --- scopes -------------------------------------------------------------------------------------------------------
def set_for(gun: Weapon, attachments: list[Attachment], metres: float) -> bool:
    """Must the scope be set for a target that far away? A 2-6x scope always; on a long rifle any, beyond 200 m."""
    return any(each.adjusts for each in attachments) or (gun.group == "long-rifle" and metres > LONG)


def why_not_sighted(
    state: CompoundX, content: Content, actor: Fighter, target: Fighter, gun: Weapon, *, aimed: bool
) -> Refused | None:
    """Set for another distance, the scope shows nothing to aim at. From the hip no scope is used."""
    if not aimed or not gun.sighted:
        return None
    metres, attachments = distance(state, actor, target), mounted(content, gun)
    if metres < minimum_range(gun, attachments) or not set_for(gun, attachments, metres):
        return None
    if abs(gun.sighted - metres) <= LATITUDE:
        return None
    if reach_of(gun, metres, fittings(gun, attachments, hip=False, blind=False)) is None:
        return None
    return Refused(
        "cx.actions.unlisted",
        f"the scope is set for {gun.sighted:.0f} m, {target.id} is {metres:.0f} m away",
        [f"adjust {target.id}"],
    )


def sight_in(state: CompoundX, content: Content, actor: Fighter, target: Fighter, gun: Weapon, *, aimed: bool) -> None:
    """The first target decides what the scope is set for."""
    if not aimed or gun.sighted:
        return
    metres, attachments = distance(state, actor, target), mounted(content, gun)
    if metres >= minimum_range(gun, attachments) and set_for(gun, attachments, metres):
        gun.sighted = metres


def adjusting_takes(content: Content, gun: Weapon) -> int:
    """2 Actions; 1 with a scope made for it."""
    return 1 if any(each.adjusts for each in mounted(content, gun)) else 2


# --- smoke --------------------------------------------------------------------------------------------------------
def smoke_between(state: CompoundX, actor: Fighter, target: Fighter) -> int:
    """The DC of seeing the target: into smoke or out of it, or through the whole of a cloud; neighbours see each other."""
    if not state.clouds or actor.at is None or target.at is None or near(state, actor, target):
        return 0
    worst = 0
    for cloud in state.clouds:
        if cloud.kind == "smoke":
            worst = max(worst, dc_of_cloud(cloud, actor.at, target.at))
    return worst


def dc_of_cloud(cloud: Cloud, here: Point, there: Point) -> int:
    if apart(cloud.at, here) <= cloud.radius or apart(cloud.at, there) <= cloud.radius:
        return INTO_SMOKE
    return THROUGH_SMOKE if passes(here, there, cloud.at, cloud.radius) else 0


def passes(here: Point, there: Point, middle: Point, radius: float) -> bool:
    """Does the line between two points outside go through the circle?"""
    return apart(middle, nearest_on(here, there, middle)) < radius


def chance_to_see(state: CompoundX, actor: Fighter, target: Fighter) -> float:
    dc = smoke_between(state, actor, target)
    return min(1.0, max(0.0, (100 - dc + per_bonus(actor)) / 100)) if dc else 1.0


def per_bonus(actor: Fighter) -> int:
    hindered = (MASK if actor.kits.get("gas-mask") else 0) + (DAZZLED if suffers(actor, "dazzled") else 0)
    return general_modifier(actor.stats.perception) + hindered


def sees(state: CompoundX, table: Table, actor: Fighter, target: Fighter) -> bool:
    """A PER roll where there is smoke: d100 + mod(PER), 81 or more, 120 through the whole cloud. cx.presumed.stat-check"""
    dc = smoke_between(state, actor, target)
    if not dc:
        return True
    tally = table.tally(actor)
    tally.add(general_modifier(actor.stats.perception), "cx.presumed.stat-check", "PER")
    if actor.kits.get("gas-mask"):
        tally.add(MASK, "cx.presumed.conditions", "gas mask")
    if suffers(actor, "dazzled"):
        tally.add(DAZZLED, "cx.presumed.conditions", "dazzled")
    seen = table.roll("cx.presumed.stat-check", actor.id, check(tally.total, dc), tally) != FAIL
    table.emit("cx.presumed.conditions", actor.id, note="sees through the smoke" if seen else "smoke: blind fire")
    return seen
