"""Grapple: taking hold, control, pin, bonds, knocking out, killing, getting free."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Refused, Table, one_of
from starfray.rulebooks.compound_x.fields import at_a_foe
from starfray.rulebooks.compound_x.health import death_saving_throw, die, downing_ends, fall_unconscious, go_down
from starfray.rulebooks.compound_x.interrupts import Declaration, interrupts
from starfray.rulebooks.compound_x.maneuvers import attempt, check_maneuver, free, maneuver_refusal, reach_for
from starfray.rulebooks.compound_x.opposed import MANEUVER, choose_skill, opposed
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Grapple, fighter, grapple_of, partner_of, pay
from starfray.rulebooks.compound_x.stats import stat_check

NEEDED = 2  # checks in a row: cx.grapple.knockout
EFFORTS = ("knockout", "kill")
BREAKING = ("strength", "intelligence")


@dataclass(frozen=True, slots=True)
class TakeHold(Action):
    """Take hold of somebody."""

    KIND: ClassVar[str] = "grapple"
    target: str
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Pin(Action):
    KIND: ClassVar[str] = "pin"


@dataclass(frozen=True, slots=True)
class Restrain(Action):
    """Bind somebody pinned."""

    KIND: ClassVar[str] = "restrain"
    kit: str = "zip-cuffs"


@dataclass(frozen=True, slots=True)
class Choke(Action):
    """Towards a knockout or a kill of somebody pinned: two checks won in a row."""

    KIND: ClassVar[str] = "choke"
    effort: str = "knockout"


@dataclass(frozen=True, slots=True)
class Disengage(Action):
    KIND: ClassVar[str] = "disengage"
    skill: str = ""


@dataclass(frozen=True, slots=True)
class GainControl(Action):
    KIND: ClassVar[str] = "gain-control"


@dataclass(frozen=True, slots=True)
class BreakBonds(Action):
    KIND: ClassVar[str] = "break-bonds"
    stat: str = "strength"


def take_hold(state: CompoundX, table: Table, action: TakeHold) -> None:
    """An opposed maneuver check; on a win both are Grappled and the initiator has control. cx.grapple.start"""
    actor, target = fighter(state, action.actor), fighter(state, action.target)
    check_maneuver(state, actor, target, reach_for(actor, action.weapon, "grapple"), "cx.ruling.grapple-reach")
    for each in (actor, target):
        if grapple_of(state, each) is not None:
            raise Refused("cx.ruling.grapple-reach", f"{each.id} is in a grapple already", [])
    if not attempt(state, table, actor, target, "cx.grapple.start"):
        return
    whip = reach_for(actor, action.weapon, "grapple") > 1
    grip(state, table, actor, target, "acrobatics" if whip else "athletics")


GRAPPLE = ActionKind(
    TakeHold, take_hold, "cx.grapple.start", 1, "1 Action, ends the turn if it holds", "melee", maneuver_refusal, at_a_foe,
    hints=("cx.grapple.actions.control", "cx.grapple.actions.nocontrol", "cx.grapple.limits"),
)  # fmt: skip


def grip(state: CompoundX, table: Table, actor: Fighter, target: Fighter, skill: str = "athletics") -> None:
    """The winner has control, and the turn is over. cx.ruling.grapple-action-cap, cx.grapple.control, cx.grapple.limits"""
    if not opposed(state, table, actor, target, "cx.grapple.start", skill=skill):
        table.emit("cx.grapple.fail", actor.id, target.id)
        return
    state.grapples.append(Grapple(first=actor.id, second=target.id, control=actor.id))
    table.emit("cx.grapple.start", actor.id, target.id)
    actor.actions = 0
    target.actions = min(target.actions, 1)
    for each in (actor, target):
        each.aim, each.aim_at, each.held = "", None, None
    table.emit("cx.ruling.grapple-action-cap", actor.id, number=0)


def free_grapple(state: CompoundX, table: Table, actor: Fighter, target: Fighter) -> None:
    """A grabber knife may catch hold after a hit, once per round. cx.maneuver.exotic"""
    if not target.awake or grapple_of(state, actor) is not None or grapple_of(state, target) is not None:
        return
    if table.confirm("cx.maneuver.exotic", actor.id, f"Catch hold of {target.id}?", "no"):
        grip(state, table, actor, target)


# --- inside a grapple ----------------------------------------------------------------------------------------------
def held_by(state: CompoundX, actor: Fighter) -> tuple[Grapple, Fighter]:
    """The grapple and the other one in it; nobody else is let in here (turn.barred)."""
    hold, partner = grapple_of(state, actor), partner_of(state, actor)
    assert hold is not None
    assert partner is not None
    return hold, partner


def effort(state: CompoundX, table: Table, actor: Fighter, partner: Fighter) -> bool:
    table.allowed()
    pay(actor, 1)
    table.emit("cx.grapple.action-cost", actor.id, number=1)
    return interrupts(state, table, Declaration("strikes", actor, target=partner))


def pin_refusal(state: CompoundX, actor: Fighter, content: Content) -> Refused | None:
    hold, partner = held_by(state, actor)
    if hold.pinned:
        return Refused("cx.grapple.pin", f"{partner.id} is pinned already", ["restrain", "choke", "disengage"])
    return None


def pin(state: CompoundX, table: Table, action: Pin) -> None:
    """The controller wins an opposed check: the other is Pinned. cx.grapple.pin"""
    actor = fighter(state, action.actor)
    hold, partner = held_by(state, actor)
    if effort(state, table, actor, partner) and opposed(state, table, actor, partner, "cx.grapple.pin"):
        hold.pinned = partner.id
        table.emit("cx.grapple.pin", actor.id, partner.id)


PIN = ActionKind(Pin, pin, "cx.grapple.pin", 1, group="melee", refusal=pin_refusal)


def not_pinned(state: CompoundX, actor: Fighter, content: Content) -> Refused | None:
    hold, partner = held_by(state, actor)
    if hold.pinned != partner.id and partner.awake:
        return Refused("cx.grapple.knockout", f"{partner.id} is not pinned", ["pin"])
    return None


def restrain(state: CompoundX, table: Table, action: Restrain) -> None:
    """Another check won and a suitable tool: helpless until the bonds are broken. cx.grapple.restrain"""
    actor = fighter(state, action.actor)
    _, partner = held_by(state, actor)
    if not actor.kits.get(action.kit) or "break-strength" not in table.content.tables["kits"].get(action.kit, {}):
        raise Refused("cx.grapple.restrain", f"{actor.id} has no {action.kit!r} to bind with", ["zip-cuffs"])
    if effort(state, table, actor, partner) and opposed(state, table, actor, partner, "cx.grapple.restrain"):
        actor.kits[action.kit] -= 1
        partner.restrained = action.kit  # cx.ruling.restrained-helpless
        table.emit("cx.grapple.restrain", actor.id, partner.id, note=action.kit)
        table.cite("cx.grapple.still-held")


def restrain_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    return [one_of("kit", [kit for kit, count in actor.kits.items() if count > 0])]


RESTRAIN = ActionKind(Restrain, restrain, "cx.grapple.restrain", 1, group="melee", refusal=not_pinned, fields=restrain_fields)


def choke(state: CompoundX, table: Table, action: Choke) -> None:
    """Two checks won in a row, one per Action; declared before the first. cx.grapple.knockout, cx.ruling.ko-kill-two-checks"""
    actor = fighter(state, action.actor)
    if action.effort not in EFFORTS:
        raise Refused("cx.grapple.knockout", f"no effort {action.effort!r}", EFFORTS)
    hold, partner = held_by(state, actor)
    if not partner.awake and action.effort == "knockout":
        raise Refused("cx.grapple.knockout", f"{partner.id} is out already", ["disengage"])
    if not effort(state, table, actor, partner):
        return
    kill = action.effort == "kill"
    if hold.effort != action.effort:
        hold.effort, hold.won = ("kill" if kill else "knockout"), 0
    at_once = state.ruling("choke-checks") == "at-once"
    for _ in range(NEEDED - hold.won if at_once else 1):
        table.merge("cx.ruling.ko-kill-two-checks", (actor.id, partner.id, hold.won, kill))
        if not opposed(state, table, actor, partner, "cx.grapple.kill" if kill else "cx.grapple.knockout", kill=kill):
            hold.won = 0
            table.emit("cx.ruling.ko-kill-two-checks", actor.id, partner.id, 0)
            return
        hold.won += 1
    table.emit("cx.ruling.ko-kill-two-checks", actor.id, partner.id, hold.won)
    if hold.won >= NEEDED:
        hold.effort, hold.won = "", 0
        put_out(state, table, actor, partner, kill)


def choke_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    return [one_of("effort", EFFORTS)]


CHOKE = ActionKind(Choke, choke, "cx.grapple.knockout", 1, group="melee", refusal=not_pinned, fields=choke_fields)


def put_out(state: CompoundX, table: Table, actor: Fighter, partner: Fighter, kill: bool) -> None:
    """Unconscious at 1 health; a kill also takes a death saving throw, which counts as a downing. cx.ruling.kill-dst"""
    partner.health = min(partner.health, 1)
    hold = grapple_of(state, partner)
    if hold is not None:
        hold.kept = True
    table.emit("cx.grapple.kill" if kill else "cx.grapple.knockout", actor.id, partner.id)
    if partner.awake:
        fall_unconscious(state, table, partner)
    if kill:
        last_breath(state, table, partner)
    table.cite("cx.grapple.still-held")


def last_breath(state: CompoundX, table: Table, partner: Fighter) -> None:
    """The saving throw of a kill; whoever was bleeding already goes on, with those failed before. cx.ruling.kill-dst"""
    bleeding = partner.downed
    before = partner.dst_failures = partner.dst_failures if bleeding else 0
    death_saving_throw(state, table, partner)
    table.emit("cx.ruling.kill-dst", partner.id, number=partner.dst_failures)
    reading = state.ruling("kill-save")
    failed = partner.dst_failures > before and not partner.dead
    if failed and reading == "dies":
        die(state, table, partner, "cx.ruling.kill-dst")
    elif bleeding:
        return
    elif failed and reading == "downs":
        partner.health = 0
        go_down(state, table, partner)
    else:
        downing_ends(table, partner)


def disengage(state: CompoundX, table: Table, action: Disengage) -> None:
    """The controller lets go; anyone else wins a check of free choice on both sides. cx.grapple.disengage.control"""
    actor = fighter(state, action.actor)
    hold, partner = held_by(state, actor)
    if action.skill and action.skill not in MANEUVER:
        raise Refused("cx.grapple.disengage.contested", f"no skill {action.skill!r} for this", list(MANEUVER))
    if not effort(state, table, actor, partner):
        return
    if hold.control == actor.id or not partner.awake:
        free(state, table, actor, "cx.grapple.disengage.control", by=actor)
        table.emit("cx.grapple.disengage.actions-left", actor.id, number=actor.actions)
        return
    skill = action.skill or choose_skill(state, table, actor, "cx.grapple.disengage.contested")
    if not opposed(state, table, actor, partner, "cx.grapple.disengage.contested", skill=skill):
        return
    if hold.pinned == actor.id:
        hold.pinned, hold.effort, hold.won = "", "", 0
        table.emit("cx.grapple.pinned", actor.id)
        return
    free(state, table, actor, "cx.grapple.disengage.contested", by=actor)
    table.emit("cx.grapple.disengage.actions-left", actor.id, number=actor.actions)


def disengage_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    return [one_of("skill", list(MANEUVER), required=False)]


DISENGAGE = ActionKind(Disengage, disengage, "cx.grapple.disengage.contested", 1, group="melee", fields=disengage_fields)


def gain_control(state: CompoundX, table: Table, action: GainControl) -> None:
    """Rolled as if taking hold; on a win control changes hands. cx.grapple.gain-control"""
    actor = fighter(state, action.actor)
    hold, partner = held_by(state, actor)
    if effort(state, table, actor, partner) and opposed(state, table, actor, partner, "cx.grapple.gain-control"):
        hold.control, hold.pinned, hold.effort, hold.won = actor.id, "", "", 0
        table.emit("cx.grapple.gain-control", actor.id, partner.id)


GAIN_CONTROL = ActionKind(GainControl, gain_control, "cx.grapple.gain-control", 1, group="melee")


def break_refusal(state: CompoundX, actor: Fighter, content: Content) -> Refused | None:
    if not actor.restrained:
        return Refused("cx.ruling.restrained-helpless", f"{actor.id} is not bound", [])
    return None


def break_bonds(state: CompoundX, table: Table, action: BreakBonds) -> None:
    """1 Action, a stat check of the item. cx.ruling.restrained-helpless"""
    actor = fighter(state, action.actor)
    if action.stat not in BREAKING:
        raise Refused("cx.ruling.restrained-helpless", f"no {action.stat!r} check for this", BREAKING)
    dc = int(table.content.entry("kits", actor.restrained)[f"break-{action.stat}"])
    table.allowed()
    pay(actor, 1)
    table.emit("cx.ruling.restrained-helpless", actor.id, number=dc)
    if stat_check(table, actor, action.stat, dc, "cx.presumed.stat-check"):
        table.emit("cx.presumed.stat-check", actor.id, note=f"out of the {actor.restrained}")
        actor.restrained = ""


def break_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    return [one_of("stat", BREAKING)]


BREAK_BONDS = ActionKind(
    BreakBonds, break_bonds, "cx.ruling.restrained-helpless", 1, refusal=break_refusal, fields=break_fields
)
