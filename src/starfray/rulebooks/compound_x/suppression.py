"""Suppression: an area laid down as the last Action, and what happens to those who move in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import (
    GM,
    Action,
    ActionKind,
    Content,
    Field,
    Refused,
    Table,
    Tally,
    apart,
    counted,
    distance,
    one_of,
)
from starfray.engine.scene import Point
from starfray.rulebooks.compound_x.attachments import fittings, mounted
from starfray.rulebooks.compound_x.damage import take_damage
from starfray.rulebooks.compound_x.engagement import (
    affects,
    barrier,
    behind_barrier,
    crosses,
    face,
    in_area,
    sheltered,
    wall_to,
)
from starfray.rulebooks.compound_x.fields import foe_field, gun_field
from starfray.rulebooks.compound_x.interrupts import Declaration, Reaction, gone, interrupts, show
from starfray.rulebooks.compound_x.miss_chance import line_of, reach_of, sight_in, why_not_sighted
from starfray.rulebooks.compound_x.state import (
    CompoundX,
    Fighter,
    Level,
    Suppression,
    Weapon,
    fighter,
    free_to_react,
    gun_of,
    pay,
    unnoticed,
)
from starfray.rulebooks.compound_x.stats import is_blind
from starfray.rulebooks.compound_x.turn import pass_turn
from starfray.rulebooks.compound_x.volley import blow_of, loaded_gun, one_shot, reveal, why_not_fire

ROUNDS: dict[str, int] = {"light": 3, "medium": 6, "heavy": 10}  # cx.suppression.light, .medium, .heavy
RADIUS: dict[str, float] = {"light": 1.0, "medium": 1.0, "heavy": 2.0}
LEVELS: tuple[Level, ...] = ("light", "medium", "heavy")
LAID = {"light": "cx.suppression.light", "medium": "cx.suppression.medium", "heavy": "cx.suppression.heavy"}


@dataclass(frozen=True, slots=True)
class Suppress(Action):
    """The last Action of the turn: it ends it."""

    KIND: ClassVar[str] = "suppress"
    target: str = ""
    weapon: str = ""
    level: str = ""
    at: Point | None = None  # an area instead of a target


@dataclass(frozen=True, slots=True)
class SuppressArea(Action):
    """The same for an area, whoever may be hiding there."""

    KIND: ClassVar[str] = "suppress-area"
    at: Point
    weapon: str = ""
    level: str = ""


def suppress_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    return [foe_field(state, actor), gun_field(actor), one_of("level", LEVELS, required=False)]


def suppress(state: CompoundX, table: Table, action: Suppress) -> None:
    """The last Action of the turn. cx.suppression.option"""
    actor = fighter(state, action.actor)
    target, at, metres = what_to_suppress(state, actor, action)
    gun = loaded_gun(table.content, actor, gun_of(actor, action.weapon))
    if is_blind(actor):
        raise Refused("cx.presumed.conditions", f"{actor.id} is blind and cannot aim", ["fire blind=yes"])
    if actor.hunkered:
        raise Refused("cx.stance.hunker", f"{actor.id} is hunkered down", ["unhunker"])
    level = level_for(gun, action.level)
    fitted = fittings(gun, mounted(table.content, gun), hip=False, blind=False)
    if reach_of(gun, metres, fitted) is None:
        raise Refused("cx.suppression.aim", f"that is out of range of the {gun.name}", ["run"])
    fault = why_not_sighted(state, table.content, actor, target, gun, aimed=True) if target is not None else None
    if fault is not None:
        raise fault
    table.allowed()
    pay(actor, 1)
    table.emit("cx.actions.suppress", actor.id, number=1)
    goes = show(state, table, actor) and interrupts(state, table, Declaration("attacks", actor, target=target, gun=gun))
    if goes and why_not_fire(gun) is None:
        if target is not None:
            sight_in(state, table.content, actor, target, gun, aimed=True)
        lay_down(state, table, actor, target, at, gun, level)
    pass_turn(state, table, actor)


def area_refusal(state: CompoundX, actor: Fighter, content: Content) -> Refused | None:
    if actor.at is None:
        return Refused("cx.actions.suppress", f"{actor.id} has no place on the map", ["suppress"])
    return None


def suppress_area(state: CompoundX, table: Table, action: SuppressArea) -> None:
    """cx.actions.suppress, cx.suppression.unseen"""
    suppress(state, table, Suppress(action.actor, "", action.weapon, action.level, action.at))


def area_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    where = Field("at", "point", high=50, centre=actor.at, label="around")
    return [where, gun_field(actor), one_of("level", LEVELS, required=False)]


SUPPRESS_AREA = ActionKind(
    SuppressArea, suppress_area, "cx.actions.suppress", 1, "1 Action, ends the turn", "ranged", area_refusal, area_fields
)


def what_to_suppress(state: CompoundX, actor: Fighter, action: Suppress) -> tuple[Fighter | None, Point | None, float]:
    """A target or an area, where it is, and how far away. cx.actions.suppress, cx.suppression.aim"""
    if bool(action.target) == (action.at is not None):
        raise Refused("cx.actions.suppress", "a target or an area?", ["TARGET", "at=X,Y"])
    if action.at is not None:
        if actor.at is None:
            raise Refused("cx.actions.suppress", f"{actor.id} has no place on the map", ["TARGET"])
        blocked = wall_to(state, actor, action.at)
        if blocked is not None:
            raise blocked
        return None, action.at, apart(actor.at, action.at)
    target = fighter(state, action.target)
    if target is actor or target.dead or target.out:
        raise Refused("cx.suppression.aim", f"{action.target} cannot be suppressed", [])
    if behind_barrier(state, actor.id, target.id):
        raise barrier(state, actor, target, ("at=X,Y", "run"))
    return target, target.at, distance(state, actor, target)


SUPPRESS = ActionKind(
    Suppress, suppress, "cx.suppression.option", 1, "1 Action, ends the turn", "ranged", fields=suppress_fields,
    hints=("cx.suppression.levels", "cx.suppression.escape"),
)  # fmt: skip


def levels_of(gun: Weapon) -> list[Level]:
    """Any level up to the weapon's for which the rounds are there. cx.ruling.suppress-level"""
    if not gun.suppression:
        return []
    upto = LEVELS.index(gun.suppression) + 1
    return [level for level in LEVELS[:upto] if gun.rounds >= rounds_for(gun, level)]


def rounds_for(gun: Weapon, level: str) -> int:
    """3 (or what is left), 6 or 10; some guns list a figure of their own."""
    if gun.suppression_rounds and level == gun.suppression:
        return gun.suppression_rounds
    return 1 if level == "light" else ROUNDS[level]


def level_for(gun: Weapon, wanted: str) -> Level:
    """The level asked for, or the best there is."""
    possible = levels_of(gun)
    if not possible:
        raise Refused("cx.suppression.levels", f"the {gun.name} cannot suppress", ["fire", "reload"])
    if not wanted:
        return possible[-1]
    for level in possible:
        if level == wanted:
            return level
    if wanted in LEVELS[: LEVELS.index(gun.suppression) + 1]:
        raise Refused(
            f"cx.suppression.{wanted}",
            f"{wanted} suppression takes {counted(rounds_for(gun, wanted), 'round')}, {gun.rounds} are left",
            possible,
        )
    raise Refused("cx.suppression.levels", f"the {gun.name} has no {wanted} suppression", possible)


def lay_down(
    state: CompoundX, table: Table, actor: Fighter, target: Fighter | None, at: Point | None, gun: Weapon, level: Level
) -> None:
    """No roll: the rounds are gone and the area is there. cx.suppression.no-roll"""
    rounds = min(max(rounds_for(gun, level), ROUNDS[level] if level == "light" else 0), gun.rounds)
    if level != gun.suppression:
        table.emit("cx.ruling.suppress-level", actor.id, note=level)
    gun.rounds -= rounds
    if gun.rechambers:
        gun.unchambered = True
    whom = target.id if target is not None else ""
    actor.aim, actor.aim_at = whom, at if whom else None  # cx.suppression.aim
    face(actor, at)
    zone = Suppression(by=actor.id, target=whom, weapon=gun.key, level=level, radius=RADIUS[level], at=at)
    state.zones.append(zone)
    table.emit("cx.suppression.no-roll", actor.id, whom, rounds, gun.name)
    if target is None and at is not None:
        table.emit("cx.ruling.suppress-area", actor.id, note=f"the area around {at[0]:g},{at[1]:g}")
    elif target is not None and unnoticed(state, target, actor):
        table.cite("cx.suppression.unseen")
    table.emit(LAID[level], actor.id, whom)
    for other in state.roster.values():
        if affects(state, zone, other) and in_area(zone, other, other.at):
            rule = "cx.suppression.barrier" if sheltered(state, zone, other) else "cx.ruling.suppress-area"
            table.emit(rule, actor.id, other.id, only=GM if unnoticed(state, other, actor) else "")
    reveal(table, actor)


# --- what a move draws ----------------------------------------------------------------------------------------------
def offer(state: CompoundX, table: Table, suppressor: Fighter, what: Declaration) -> None:
    """Every zone of this suppressor that the move draws fire from."""
    for number, zone in enumerate(state.zones):
        drawn = drawn_by(state, table, zone, what) if zone.by == suppressor.id else ""
        if drawn and not gone(what.actor) and may_bite(state, zone, what.actor):
            table.merge("cx.order.reactions", (number, drawn))
            table.enter((number, drawn))
            bite(state, table, zone, what.actor, crossing=drawn == "crossing")
            table.leave()


SUPPRESSING_FIRE = Reaction(("moves", "passes"), "suppressing", offer)


def drawn_by(state: CompoundX, table: Table, zone: Suppression, what: Declaration) -> str:
    """Does the move draw this zone's fire: by moving in the open, or by crossing the line? cx.suppression.open"""
    mover = what.actor
    if what.kind == "moves":
        inside = in_area(zone, mover, mover.at)
        return open_or_not(table, zone, mover, what) if inside and may_bite(state, zone, mover) else ""
    if in_area(zone, mover, what.here):
        came_in = what.before is not None and not in_area(zone, mover, what.before)
        return open_or_not(table, zone, mover, what) if came_in and may_bite(state, zone, mover) else ""
    across = crosses_line(state, zone, what) and may_bite(state, zone, mover)
    return "crossing" if across and draws_fire(state, table, zone, mover) else ""


def open_or_not(table: Table, zone: Suppression, mover: Fighter, what: Declaration) -> str:
    if what.hidden_end:
        table.emit("cx.suppression.concealed", mover.id)
        return ""
    table.emit("cx.suppression.open", mover.id, zone.by)
    return "open"


def crosses_line(state: CompoundX, zone: Suppression, what: Declaration) -> bool:
    """Stepping between a suppressor and the one he suppresses."""
    suppressor = state.roster[zone.by]
    if suppressor.at is None or zone.at is None or what.before is None or what.here is None:
        return False
    return apart(suppressor.at, what.here) >= 1e-9 and crosses(what.before, what.here, suppressor.at, zone.at)


def draws_fire(state: CompoundX, table: Table, zone: Suppression, mover: Fighter) -> bool:
    """At the GM's discretion. cx.ruling.suppress-crossing"""
    if state.ruling("suppress-crossing") == "off":
        return False
    prompt = f"{mover.id} steps between {zone.by} and {zone.target or 'what is under fire'}. Does it draw fire?"
    return table.confirm("cx.suppression.crossing", GM, prompt, "yes")


def may_bite(state: CompoundX, zone: Suppression, mover: Fighter) -> bool:
    """Once per mover, with a Reaction left and a gun that works. cx.suppression.trigger, cx.ruling.suppress-trigger

    Out of the area nothing bites any more. cx.suppression.escape
    """
    suppressor = fighter(state, zone.by)
    gun = gun_in_hand(suppressor, zone.weapon)
    return (
        affects(state, zone, mover) and mover.id not in zone.bitten and not behind_barrier(state, zone.by, mover.id)
        and free_to_react(state, suppressor) and gun is not None and not gun.jammed
    )  # fmt: skip


def gun_in_hand(actor: Fighter, key: str) -> Weapon | None:
    return next((gun for gun in actor.weapons if gun.in_hand and gun.key == key), None)


def bite(state: CompoundX, table: Table, zone: Suppression, mover: Fighter, *, crossing: bool) -> None:
    """A Reaction: light one accuracy roll, medium one hit, heavy two hits; somebody crossing draws a roll. cx.order.suppression

    As aimed fire on the bracket line, cover +0, no rounds spent. cx.ruling.suppress-trigger
    """
    shooter = fighter(state, zone.by)
    gun = gun_in_hand(shooter, zone.weapon)
    assert gun is not None
    friend = bool(shooter.side) and shooter.side == mover.side
    if friend and not table.confirm("cx.order.reactions", shooter.id, f"{mover.id} moves into your fire. Shoot?", "no"):
        return
    shooter.reactions -= 1
    zone.bitten.append(mover.id)
    table.emit("cx.suppression.crossing" if crossing else "cx.suppression.trigger", shooter.id, mover.id)
    table.emit("cx.reaction.limit", shooter.id, number=shooter.reactions)
    line = line_of(state, table.content, Tally(table.explains), shooter, mover, gun, None, aimed=True, in_open=True)
    if line.miss is None:
        table.emit("cx.ruling.out-of-range", shooter.id, mover.id)
        return
    if any(other.by != shooter.id and mover.id in other.bitten for other in state.zones):
        table.cite("cx.suppression.light-stack")
    if crossing or zone.level == "light":  # cx.ruling.suppress-crossing
        one_shot(state, table, shooter, mover, gun, line.miss, line.damage, lucky=True)
        return
    hits = 2 if zone.level == "heavy" else 1
    table.emit(LAID[zone.level], shooter.id, mover.id, hits)
    for hit in range(hits):  # without a roll, and never critical: cx.ruling.suppress-autohit, cx.ruling.crit-area
        table.merge("cx.order.suppression", (shooter.id, mover.id, hit, hits, line.damage))
        blow = blow_of(table, gun, line.damage, shooter)
        blow.strikes = "armour"
        take_damage(state, table, mover, blow)
