"""The miss chance: bracket, fire mode, stat and attachments with their halves, floors, then everything around the shot.

The order of the sum is a contract: cx.order.miss-chance.
"""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.content import Content
from starfray.engine.scene import distance, related
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.compound_x.areas import suppressed
from starfray.rulebooks.compound_x.attachments import Attachment, Fittings, fittings, minimum_range, mounted
from starfray.rulebooks.compound_x.conditions import in_gas
from starfray.rulebooks.compound_x.state import Bracket, CompoundX, Fighter, Mode, Stats, Weapon, unnoticed
from starfray.rulebooks.compound_x.stats import combat_modifier, stat_of

FLOOR = -2  # cx.limits.min-miss-chance
MODE_FLOOR = 1  # cx.limits.min-firemode
COVER = {"": 0, "partial": 2, "full": 4, "concealed": 4}  # cx.cover.none, .partial, .full
COVER_RULE = {"": "cx.cover.none", "partial": "cx.cover.partial", "full": "cx.cover.full", "concealed": "cx.cover.full"}
CLOSE = 5.0  # cx.stance.prone-close


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

    The floors of the bracket and of the fire mode hold for each by itself. cx.ruling.floor-order
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
    """Burst or automatic fire: its addition less what grips and compensators take off, never below +1."""
    printed = max(MODE_FLOOR, addition)
    tally.add(printed, "cx.ranged.firemode-table", f"{mode.shots} shots")
    if addition != mode.addition:
        tally.add(0, "cx.ruling.firemode-steps", f"{addition - mode.addition:+d} by {mode.stat}")
    if bonus:
        tally.add_part(-bonus, "cx.combatmod.stack-halves", "fire mode")
    under = MODE_FLOOR - (addition - bonus)
    if under > 0:
        tally.add_part(
            max(MODE_FLOOR, addition - bonus) - printed + bonus, "cx.limits.min-firemode", f"never below +{MODE_FLOOR}"
        )


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
    forced = metres < minimum_range(gun, attachments)  # cx.hip.min-range
    hip = not blind and (not aimed or forced)
    rested = shooter.stance == "prone" or bool(shooter.cover)
    fitted = fittings(gun, attachments, hip=hip, blind=blind, kits=shooter.kits, rested=rested)
    hidden = unnoticed(state, shooter, target)
    return Shot(metres, aimed, blind, hip, hidden, attachments, fitted, reach_of(gun, metres, fitted))


def besides_the_gun(
    state: CompoundX, tally: Tally, shooter: Fighter, target: Fighter, gun: Weapon, shot: Shot, *, in_open: bool = False
) -> None:
    """What the shooter, the way of firing and the target's cover add."""
    if shot.hip and shot.aimed:
        tally.add(0, "cx.hip.min-range")
    if shot.hip and any(each.kind == "optic" for each in shot.attachments):
        tally.add(0, "cx.hip.no-optics")
    around_the_shot(state, tally, shooter, shot)
    if gun.shape not in ("blast", "grenade"):  # a point is the target: cx.order.modifier-scope
        add_cover(state, tally, shooter, target, shot.metres, in_open=in_open)


def around_the_shot(state: CompoundX, tally: Tally, shooter: Fighter, shot: Shot) -> None:
    """Everything that is not the weapon's: after the floors. cx.ruling.floor-scope"""
    if shot.blind:
        tally.add(9 if state.rulings.get("hip-blind", "blind-only") == "both" else 6, "cx.blind.penalty")
        tally.add(0, "cx.ruling.hip-blind")  # instead of the +3
    elif shot.hip:
        laser = shot.fitted.hip if shot.metres <= shot.fitted.hip_reach else 0
        tally.add(max(0, 3 - laser), "cx.hip.penalty", "laser sight" if laser else "")
    if shooter.stance == "prone":
        tally.add(-1, "cx.stance.prone-aim")
        tally.add(0, "cx.ruling.floor-scope")
    if shot.hidden and shot.aimed and not shot.hip:
        tally.add(-1, "cx.stealth.ranged-miss")
        tally.add(0, "cx.ruling.stealth-aim")
    of_the_shooter(state, tally, shooter)


def of_the_shooter(state: CompoundX, tally: Tally, shooter: Fighter) -> None:
    """What spoils or helps whatever is shot or thrown: sprint, suppression, gas, abilities, the GM. cx.order.modifier-scope"""
    if shooter.winded:
        tally.add(1, "cx.move.sprint-penalty")
    if suppressed(state, shooter):
        tally.add(1, "cx.suppression.malus")
    if in_gas(shooter):
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
    return "" if related(state, "no-cover", shooter.id, target.id) else target.cover


def add_cover(state: CompoundX, tally: Tally, shooter: Fighter, target: Fighter, metres: float, *, in_open: bool) -> None:
    """Cover and the largest stance bonus. cx.ranged.cover-add, cx.ruling.cover-stack"""
    cover = "" if in_open else cover_from(state, shooter, target)
    tally.add(COVER[cover], COVER_RULE[cover])
    tally.add(0, "cx.ranged.cover-add")
    prone = target.stance == "prone" and cover in ("", "partial")
    if target.stance == "prone" and not prone:
        tally.add(0, "cx.ruling.prone-full-cover")
    if prone and not cover and metres <= CLOSE:
        prone = False
        tally.add(0, "cx.stance.prone-close")
    if target.hunkered:
        tally.add(2, "cx.stance.hunker-bonus")
        if target.stance != "standing":
            tally.add(0, "cx.ruling.cover-stack")
    elif prone:
        tally.add(2, "cx.stance.prone-bonus")
    elif target.stance == "crouched":
        tally.add(1, "cx.stance.crouch-bonus")


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
    table: Table,
    shooter: Fighter,
    target: Fighter,
    gun: Weapon,
    mode: Mode | None,
    *,
    aimed: bool,
    blind: bool = False,
    in_open: bool = False,
) -> Line:
    """The miss chance of this shooter on this target, now. Without aim it is hip fire. cx.ranged.miss-chance"""
    tally = Tally(table.keeps)
    return measure(state, table.content, tally, shooter, target, gun, mode, aimed=aimed, blind=blind, in_open=in_open)


def measure(
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
    """Sum the whole line up in the tally given."""
    shot = prepare(state, content, shooter, target, gun, aimed=aimed, blind=blind)
    if shot.reach is None:
        return Line(None, beyond=out_of_reach(shot.metres, shot.fitted, hip=shot.hip or blind))
    weapon_miss_chance(tally, gun, shooter.stats, shot.reach, mode, shot.fitted, blind=blind)
    besides_the_gun(state, tally, shooter, target, gun, shot, in_open=in_open)
    tally.add(0, "cx.order.miss-chance")
    if tally.total >= 10 or tally.total <= 0:
        tally.add(0, "cx.ruling.nat10-nat1")
    percent = sum(each.damage for each in shot.attachments)
    return Line(tally, shot.reach.damage * (100 + percent) // 100, shot.reach.place, stealthy=shot.hidden)


def out_of_reach(metres: float, fitted: Fittings, *, hip: bool) -> str:
    """Which limit it is. Optics are not in use from the hip or blind. cx.ruling.magnification"""
    limit = too_far(metres, fitted)
    return "cx.ruling.magnification" if limit and hip else limit or "cx.range.max"
