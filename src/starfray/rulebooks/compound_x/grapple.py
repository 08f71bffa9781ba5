"""Grapple: taking hold, control, pin, bonds, knocking out, killing, getting free."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.rulebooks.compound_x.actions import BreakBonds, Choke, Disengage, GainControl, Pin, Restrain
from starfray.rulebooks.compound_x.actions import Grapple as GrappleAction
from starfray.rulebooks.compound_x.health import death_saving_throw, die, downing_ends, fall_unconscious, go_down
from starfray.rulebooks.compound_x.held import Happening
from starfray.rulebooks.compound_x.interrupts import interrupts
from starfray.rulebooks.compound_x.maneuvers import attempt, check_maneuver, free, reach_for
from starfray.rulebooks.compound_x.opposed import MANEUVER, choose_skill, opposed
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Grapple, fighter, grapple_of, partner_of, pay
from starfray.rulebooks.compound_x.stats import stat_check

NEEDED = 2  # checks in a row: cx.grapple.knockout


def take_hold(state: CompoundX, table: Table, act: GrappleAction) -> None:
    """An opposed maneuver check; on a win both are Grappled and the initiator has control. cx.grapple.start"""
    one, target = fighter(state, act.actor), fighter(state, act.target)
    check_maneuver(state, one, target, reach_for(one, act.weapon, "grapple"), "cx.ruling.grapple-reach")
    for each in (one, target):
        if grapple_of(state, each) is not None:
            raise Refused("cx.ruling.grapple-reach", f"{each.id} is in a grapple already", [])
    if not attempt(state, table, one, target, "cx.grapple.start"):
        return
    whip = reach_for(one, act.weapon, "grapple") > 1
    if opposed(state, table, one, target, "cx.grapple.start", skill="acrobatics" if whip else "athletics"):
        grip(state, table, one, target)
    else:
        table.emit("cx.grapple.fail", one.id, target.id)


def grip(state: CompoundX, table: Table, one: Fighter, target: Fighter) -> None:
    """Winning the check ends the initiator's turn. cx.ruling.grapple-action-cap"""
    state.grapples.append(Grapple(first=one.id, second=target.id, control=one.id))
    table.emit("cx.grapple.start", one.id, target.id)
    table.emit("cx.grapple.control", one.id, target.id)
    table.emit("cx.grapple.limits", one.id, target.id)
    one.actions = 0
    target.actions = min(target.actions, 1)
    for each in (one, target):
        each.aim, each.aim_at, each.held = "", None, None
    table.emit("cx.ruling.grapple-action-cap", one.id, number=0)


def free_grapple(state: CompoundX, table: Table, one: Fighter, target: Fighter) -> None:
    """A grabber knife may catch hold after a hit, once per round. cx.maneuver.exotic"""
    if not target.awake or grapple_of(state, one) is not None or grapple_of(state, target) is not None:
        return
    if table.confirm("cx.maneuver.exotic", one.id, f"Catch hold of {target.id}?", "no"):
        if opposed(state, table, one, target, "cx.grapple.start"):
            grip(state, table, one, target)
        else:
            table.emit("cx.grapple.fail", one.id, target.id)


# --- inside a grapple ----------------------------------------------------------------------------------------------


def held_by(state: CompoundX, one: Fighter) -> tuple[Grapple, Fighter]:
    hold, partner = grapple_of(state, one), partner_of(state, one)
    if hold is None or partner is None:
        raise Refused("cx.grapple.actions.control", f"{one.id} is in no grapple", ["grapple"])
    return hold, partner


def in_control(state: CompoundX, one: Fighter) -> tuple[Grapple, Fighter]:
    hold, partner = held_by(state, one)
    if hold.control != one.id:
        raise Refused("cx.grapple.actions.nocontrol", f"{one.id} has no control", ["gain-control", "disengage", "strike"])
    return hold, partner


def effort(state: CompoundX, table: Table, one: Fighter, partner: Fighter) -> bool:
    pay(one, 1, "cx.grapple.action-cost")
    table.emit("cx.grapple.action-cost", one.id, number=1)
    return interrupts(state, table, Happening("strikes", one, target=partner))


def pin(state: CompoundX, table: Table, act: Pin) -> None:
    """The controller wins an opposed check: the other is Pinned. cx.grapple.pin"""
    one = fighter(state, act.actor)
    hold, partner = in_control(state, one)
    if hold.pinned:
        raise Refused("cx.grapple.pin", f"{partner.id} is pinned already", ["restrain", "choke", "disengage"])
    if effort(state, table, one, partner) and opposed(state, table, one, partner, "cx.grapple.pin"):
        hold.pinned = partner.id
        table.emit("cx.grapple.pin", one.id, partner.id)
        table.emit("cx.grapple.pinned", partner.id)


def pinned_partner(state: CompoundX, one: Fighter, rule: str) -> tuple[Grapple, Fighter]:
    hold, partner = in_control(state, one)
    if hold.pinned != partner.id and partner.awake:
        raise Refused(rule, f"{partner.id} is not pinned", ["pin"])
    return hold, partner


def restrain(state: CompoundX, table: Table, act: Restrain) -> None:
    """Another check won and a suitable tool: helpless until the bonds are broken. cx.grapple.restrain"""
    one = fighter(state, act.actor)
    _, partner = pinned_partner(state, one, "cx.grapple.restrain")
    if not one.kits.get(act.kit) or "break-strength" not in table.content.tables["kits"].get(act.kit, {}):
        raise Refused("cx.grapple.restrain", f"{one.id} has no {act.kit!r} to bind with", ["zip-cuffs"])
    if effort(state, table, one, partner) and opposed(state, table, one, partner, "cx.grapple.restrain"):
        one.kits[act.kit] -= 1
        partner.restrained = act.kit
        table.emit("cx.grapple.restrain", one.id, partner.id, note=act.kit)
        table.emit("cx.ruling.restrained-helpless", partner.id)
        table.emit("cx.grapple.still-held", one.id, partner.id)


def choke(state: CompoundX, table: Table, act: Choke) -> None:
    """Two checks won in a row, one per Action; declared before the first. cx.grapple.knockout, cx.ruling.ko-kill-two-checks"""
    one = fighter(state, act.actor)
    if act.effort not in ("knockout", "kill"):
        raise Refused("cx.grapple.knockout", f"no effort {act.effort!r}", ["knockout", "kill"])
    hold, partner = pinned_partner(state, one, "cx.grapple.knockout")
    if not partner.awake and act.effort == "knockout":
        raise Refused("cx.grapple.knockout", f"{partner.id} is out already", ["disengage"])
    if not effort(state, table, one, partner):
        return
    kill = act.effort == "kill"
    if hold.effort != act.effort:
        hold.effort, hold.won = ("kill" if kill else "knockout"), 0
    at_once = state.rulings.get("choke-checks", "per-action") == "at-once"
    for _ in range(NEEDED - hold.won if at_once else 1):
        table.same("cx.ruling.ko-kill-two-checks", (one.id, partner.id, hold.won, kill))
        if not opposed(state, table, one, partner, "cx.grapple.kill" if kill else "cx.grapple.knockout", kill=kill):
            hold.won = 0
            table.emit("cx.ruling.ko-kill-two-checks", one.id, partner.id, 0)
            return
        hold.won += 1
    table.emit("cx.ruling.ko-kill-two-checks", one.id, partner.id, hold.won)
    if hold.won >= NEEDED:
        hold.effort, hold.won = "", 0
        put_out(state, table, one, partner, kill)


def put_out(state: CompoundX, table: Table, one: Fighter, partner: Fighter, kill: bool) -> None:
    """Unconscious at 1 health; a kill also takes a death saving throw, which counts as a downing. cx.ruling.kill-dst"""
    partner.health = min(partner.health, 1)
    table.emit("cx.grapple.kill" if kill else "cx.grapple.knockout", one.id, partner.id)
    if partner.awake:
        fall_unconscious(state, table, partner)
    if kill:
        last_breath(state, table, partner)
    table.emit("cx.grapple.still-held", one.id, partner.id)


def last_breath(state: CompoundX, table: Table, partner: Fighter) -> None:
    """The saving throw of a kill; whoever was bleeding already goes on, with those failed before. cx.ruling.kill-dst"""
    bleeding = partner.downed
    before = partner.dst_failures = partner.dst_failures if bleeding else 0
    death_saving_throw(state, table, partner)
    table.emit("cx.ruling.kill-dst", partner.id, number=partner.dst_failures)
    reading = state.rulings.get("kill-save", "counts")
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


def disengage(state: CompoundX, table: Table, act: Disengage) -> None:
    """The controller lets go; anyone else wins a check of free choice on both sides. cx.grapple.disengage.control"""
    one = fighter(state, act.actor)
    hold, partner = held_by(state, one)
    if act.skill and act.skill not in MANEUVER:
        raise Refused("cx.grapple.disengage.contested", f"no skill {act.skill!r} for this", list(MANEUVER))
    if not effort(state, table, one, partner):
        return
    if hold.control == one.id or not partner.awake:
        free(state, table, one, "cx.grapple.disengage.control", by=one)
        table.emit("cx.grapple.disengage.actions-left", one.id, number=one.actions)
        return
    skill = act.skill or choose_skill(state, table, one, "cx.grapple.disengage.contested")
    if not opposed(state, table, one, partner, "cx.grapple.disengage.contested", skill=skill):
        return
    if hold.pinned == one.id:
        hold.pinned, hold.effort, hold.won = "", "", 0
        table.emit("cx.grapple.pinned", one.id)
        return
    free(state, table, one, "cx.grapple.disengage.contested", by=one)
    table.emit("cx.grapple.disengage.actions-left", one.id, number=one.actions)


def gain_control(state: CompoundX, table: Table, act: GainControl) -> None:
    """Rolled as if taking hold; on a win control changes hands. cx.grapple.gain-control"""
    one = fighter(state, act.actor)
    hold, partner = held_by(state, one)
    if hold.control == one.id:
        raise Refused("cx.grapple.gain-control", f"{one.id} has control", ["pin", "disengage"])
    if effort(state, table, one, partner) and opposed(state, table, one, partner, "cx.grapple.gain-control"):
        hold.control, hold.pinned, hold.effort, hold.won = one.id, "", "", 0
        table.emit("cx.grapple.gain-control", one.id, partner.id)


def break_bonds(state: CompoundX, table: Table, act: BreakBonds) -> None:
    """1 Action, a stat check of the item. cx.ruling.restrained-helpless"""
    one = fighter(state, act.actor)
    if not one.restrained:
        raise Refused("cx.ruling.restrained-helpless", f"{one.id} is not bound", [])
    if act.stat not in ("strength", "intelligence"):
        raise Refused("cx.ruling.restrained-helpless", f"no {act.stat!r} check for this", ["strength", "intelligence"])
    dc = int(table.content.entry("kits", one.restrained)[f"break-{act.stat}"])
    pay(one, 1, "cx.ruling.restrained-helpless")
    table.emit("cx.ruling.restrained-helpless", one.id, number=dc)
    if stat_check(table, one, act.stat, dc, "cx.presumed.stat-check"):
        table.emit("cx.presumed.stat-check", one.id, note=f"out of the {one.restrained}")
        one.restrained = ""
