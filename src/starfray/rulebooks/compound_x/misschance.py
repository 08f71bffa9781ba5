"""The miss chance: bracket, fire mode, stat and attachments with their halves, floors, then everything around the shot.

The order of the sum is a contract: cx.order.miss-chance.
"""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.codec import Plain
from starfray.engine.content import Content
from starfray.engine.scene import distance, related
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.compound_x.state import Bracket, CompoundX, Fighter, Mode, Stats, Weapon
from starfray.rulebooks.compound_x.stats import combat_modifier, stat_of

FLOOR = -2  # cx.limits.min-miss-chance
MODE_FLOOR = 1  # cx.limits.min-firemode
COVER = {"": 0, "partial": 2, "full": 4, "concealed": 4}  # cx.cover.none, .partial, .full
COVER_RULE = {"": "cx.cover.none", "partial": "cx.cover.partial", "full": "cx.cover.full", "concealed": "cx.cover.full"}
CLOSE = 5.0  # cx.stance.prone-close


@dataclass(slots=True)
class Fittings:
    """What the attachments in use add up to."""

    bracket: float = 0.0  # bonus in every bracket
    far: float = 0.0  # bonus in every bracket but the first
    mode: float = 0.0
    longer: int = 0  # metres added to the last bracket
    extra: int = 0  # metres of a bracket of its own beyond the last
    extra_penalty: float = 0.0
    magnification: float = 1.0
    minimum: int = 0  # metres; nearer than that one is forced to fire from the hip
    hip: int = 0  # what a laser takes off the hip-fire penalty
    hip_reach: int = 0


def fittings(content: Content, gun: Weapon, *, hip: bool, blind: bool) -> Fittings:
    """Optics count in aimed fire only, nothing counts in blind fire. cx.hip.no-optics, cx.blind.composition"""
    sum_of = Fittings()
    if blind:
        return sum_of
    for key in gun.attachments:
        row = content.entry("attachments", key)
        if hip and row["kind"] == "optic":
            continue
        sum_of.bracket += float(listed(row, "bracket", gun.group))
        sum_of.far += float(row.get("far", 0))
        sum_of.mode += float(row.get("mode", 0))
        sum_of.longer += int(listed(row, "longer", gun.group))
        sum_of.extra += int(row.get("extra", 0))
        sum_of.extra_penalty += float(row.get("extra-penalty", 0))
        sum_of.magnification = max(sum_of.magnification, float(row.get("magnification", 1)))
        sum_of.hip += int(row.get("hip", 0))
        sum_of.hip_reach = max(sum_of.hip_reach, int(row.get("hip-reach", 0)))
    return sum_of


def listed(row: dict[str, Plain], name: str, group: str) -> Plain:
    """A figure that may differ for a group of guns."""
    own = f"{name}-{group}"
    return row[own] if own in row else row.get(name, 0)


def minimum_range(content: Content, gun: Weapon) -> int:
    return sum(int(content.entry("attachments", key).get("minimum", 0)) for key in gun.attachments)


@dataclass(slots=True)
class Reach:
    """The bracket a target stands in: its place (0 is R1), its listed miss chance and damage, R4's penalty."""

    place: int
    miss: int
    damage: int
    penalty: float = 0.0


def reach_of(gun: Weapon, metres: float, fitted: Fittings) -> Reach | None:
    """None: nothing can be hit that far out. cx.range.max, cx.ruling.range-boundary"""
    if metres > 100 and fitted.magnification <= 1:
        return None  # cx.range.magnification-100
    if metres > 150 and fitted.magnification < 2:
        return None  # cx.range.magnification-150
    last = len(gun.brackets) - 1
    for place, bracket in enumerate(gun.brackets):
        if metres <= bracket.to + (fitted.longer if place == last else 0):
            return Reach(place, bracket.miss, bracket.damage or gun.damage)
    end: Bracket = gun.brackets[last]
    if fitted.extra and metres <= end.to + fitted.longer + fitted.extra:
        return Reach(last + 1, end.miss, end.damage or gun.damage, fitted.extra_penalty)
    return None


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
    """The gun's own line: halves are kept until the end, then what is left over is dropped. cx.combatmod.drop-decimals"""
    addition = mode_addition(mode, stats) if mode is not None else 0
    printed = reach.miss + (max(MODE_FLOOR, addition) if mode is not None else 0)
    stat = combat_modifier(stats.perception) + (combat_modifier(stats.luck) if blind else 0.0)
    bonus = stat + fitted.bracket + (fitted.far if reach.place else 0.0) - reach.penalty
    bracket = max(float(FLOOR), reach.miss - bonus)
    added = max(float(MODE_FLOOR), addition - fitted.mode) if mode is not None else 0.0
    tally.add(reach.miss, "cx.ranged.brackets", f"R{reach.place + 1}")
    if mode is not None:
        tally.add(printed - reach.miss, "cx.ranged.firemode-table", f"{mode.shots} shots")
    if tally.keeps:
        explain(tally, stat, fitted, reach, reach.miss - bonus < FLOOR, mode is not None and addition - fitted.mode < 1, blind)
    off = bracket + added - printed
    tally.add(int(off), "cx.combatmod.drop-decimals", f"{off:+g} without its half" if tally.keeps else "")


def explain(
    tally: Tally, stat: float, fitted: Fittings, reach: Reach, floored: bool, mode_floored: bool, blind: bool
) -> None:
    """The halves behind the whole number, each with its rule, as entries of 0."""
    if stat:
        tally.add(0, "cx.blind.composition" if blind else "cx.combatmod.subtract", f"stat {-stat:+g}")
    if fitted.bracket or fitted.far or fitted.mode:
        parts = fitted.bracket + (fitted.far if reach.place else 0.0)
        tally.add(0, "cx.combatmod.stack-halves", f"attachments {-parts:+g}, fire mode {-fitted.mode:+g}")
    if floored:
        tally.add(0, "cx.limits.min-miss-chance", f"never below {FLOOR}")
    if mode_floored:
        tally.add(0, "cx.limits.min-firemode", f"never below +{MODE_FLOOR}")


def around_the_shot(
    state: CompoundX, tally: Tally, shooter: Fighter, target: Fighter, metres: float, fitted: Fittings,
    *, hip: bool, blind: bool, in_open: bool,
) -> None:
    """Everything that is not the weapon's: after the floors. cx.ruling.floor-scope"""
    from starfray.rulebooks.compound_x.suppression import suppressed

    if blind:
        tally.add(6, "cx.blind.penalty")  # cx.ruling.hip-blind: instead of the +3
    elif hip:
        laser = fitted.hip if metres <= fitted.hip_reach else 0
        tally.add(max(0, 3 - laser), "cx.hip.penalty", "laser sight" if laser else "")
    if shooter.winded:
        tally.add(1, "cx.move.sprint-penalty")
    if suppressed(state, shooter):
        tally.add(1, "cx.suppression.malus")
    if shooter.stance == "prone":
        tally.add(-1, "cx.stance.prone-aim")
    for modifier in shooter.gm_modifiers:
        tally.add(-modifier.amount, "gm.modifier", modifier.note)
    add_cover(state, tally, shooter, target, metres, in_open=in_open)


def cover_from(state: CompoundX, shooter: Fighter, target: Fighter) -> str:
    """The target's cover as this shooter meets it: none where a relation says 'no-cover'."""
    return "" if related(state, "no-cover", shooter.id, target.id) else target.cover


def add_cover(
    state: CompoundX, tally: Tally, shooter: Fighter, target: Fighter, metres: float, *, in_open: bool
) -> None:
    """Cover and the largest stance bonus. cx.ranged.cover-add, cx.ruling.cover-stack"""
    cover = "" if in_open else cover_from(state, shooter, target)
    tally.add(COVER[cover], COVER_RULE[cover])
    prone = target.stance == "prone" and cover in ("", "partial")  # cx.ruling.prone-full-cover
    if prone and not cover and metres <= CLOSE:
        prone = False
        tally.add(0, "cx.stance.prone-close")
    if target.hunkered:
        tally.add(2, "cx.stance.hunker-bonus")
    elif prone:
        tally.add(2, "cx.stance.prone-bonus")
    elif target.stance == "crouched":
        tally.add(1, "cx.stance.crouch-bonus")


@dataclass(slots=True)
class Line:
    """A shot as it is fixed when the Action begins: the miss chance, the damage, or out of range. cx.order.general"""

    miss: Tally | None  # None: out of range, nothing can be hit
    damage: int = 0


def line_of(
    state: CompoundX, table: Table, shooter: Fighter, target: Fighter, gun: Weapon, mode: Mode | None,
    *, aimed: bool, blind: bool = False, in_open: bool = False,
) -> Line:
    """The miss chance of this shooter on this target, now. Without aim it is hip fire. cx.ranged.miss-chance"""
    tally = Tally(table.keeps)
    return measure(state, table.content, tally, shooter, target, gun, mode, aimed=aimed, blind=blind, in_open=in_open)


def measure(
    state: CompoundX, content: Content, tally: Tally, shooter: Fighter, target: Fighter, gun: Weapon, mode: Mode | None,
    *, aimed: bool, blind: bool = False, in_open: bool = False,
) -> Line:
    """Sum the whole line up in the tally given."""
    metres = distance(state, shooter, target)
    hip = not blind and (not aimed or metres < minimum_range(content, gun))  # cx.hip.min-range
    fitted = fittings(content, gun, hip=hip, blind=blind)
    reach = reach_of(gun, metres, fitted)
    if reach is None:
        return Line(None)
    weapon_miss_chance(tally, gun, shooter.stats, reach, mode, fitted, blind=blind)
    around_the_shot(state, tally, shooter, target, metres, fitted, hip=hip, blind=blind, in_open=in_open)
    return Line(tally, reach.damage)
