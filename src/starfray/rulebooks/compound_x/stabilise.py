"""At a fallen friend's side: stabilising, kits, helpers, and treating what bleeds or burns."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.rulebooks.compound_x.actions import Stabilise, Treat
from starfray.rulebooks.compound_x.dice import BAD, CRITICAL, FAIL, stabilise
from starfray.rulebooks.compound_x.engagement import near
from starfray.rulebooks.compound_x.health import death_saving_throw, downing_ends, fall_unconscious
from starfray.rulebooks.compound_x.held import Happening
from starfray.rulebooks.compound_x.interrupts import interrupts
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, fighter, pay
from starfray.rulebooks.compound_x.stats import (
    add_skill,
    critical_range_of,
    frail,
    is_blind,
    skill_check,
    stat_check,
    why_unskilled,
)

DC = 80  # cx.stabilize.check
KIT = 20  # cx.stabilize.kit
#: condition → skill and stat that end it; a poison is fought off by its victim's FORT
TREATED_WITH = {
    "bleeding": ("medicine", "intelligence"), "frozen": ("medicine", "intelligence"), "necrosis": ("medicine", "intelligence"),
    "burning": ("acrobatics", "dexterity"),
}  # fmt: skip
NECROSIS_DC = 75


def kit_for(target: Fighter) -> str:
    return "repair-kit" if target.mechanical else "medkit"


def skill_for(target: Fighter) -> str:
    return "repair" if target.mechanical else "medicine"


def owner_of_kit(state: CompoundX, act: Stabilise, one: Fighter, target: Fighter) -> Fighter | None:
    """Whose kit is spent: the helper's, the assistant's, or the victim's own. cx.stabilize.kit"""
    if not act.kit or target.kit_used == state.round:
        return None
    who = one if act.kit == "self" else target if act.kit == "target" else fighter(state, act.kit)
    if who not in (one, target) and who.id != act.assistant:
        raise Refused("cx.stabilize.kit", f"{who.id} has no part in this", ["self", "target", act.assistant or "assistant"])
    if not who.kits.get(kit_for(target)):
        raise Refused("cx.stabilize.kit", f"{who.id} has no {kit_for(target)}", ["kit="])
    return who


def stabilise_someone(state: CompoundX, table: Table, act: Stabilise) -> None:
    """One Action beside the Downed: Medicine or Repair with DEX, DC 80. cx.stabilize.action, cx.stabilize.check"""
    one, target = fighter(state, act.actor), fighter(state, act.target)
    if not target.downed:
        raise Refused("cx.stabilize.action", f"{target.id} is not Downed", [])
    if not near(state, one, target):
        raise Refused("cx.stabilize.action", f"{target.id} is out of reach", ["run"])
    if act.assistant:
        check_assistant(state, one, target, fighter(state, act.assistant))
    fault = why_unskilled(state, one, skill_for(target), "dexterity")
    if fault is not None:
        raise fault
    giver = owner_of_kit(state, act, one, target)
    pay(one, 1, "cx.stabilize.action")
    table.emit("cx.stabilize.action", one.id, target.id)
    if not interrupts(state, table, Happening("skill", one, limbs=True)):
        return
    if giver is not None:
        giver.kits[kit_for(target)] -= 1
        target.kit_used = state.round
    tally = table.tally(one)
    add_skill(tally, one, skill_for(target), "dexterity")
    tally.add(0, "cx.ruling.stabilize-skill")
    if target.kit_used == state.round and state.round:
        tally.add(KIT, "cx.stabilize.kit" if giver is not None else "cx.stabilize.kit-round")
        tally.add(0, "cx.ruling.stabilize-kit")
    if act.assistant:
        table.emit("cx.stabilize.assist", act.assistant, target.id)
        table.emit("cx.ruling.stabilize-assist", act.assistant)
    shape = stabilise(tally.total, DC, critical_range_of(one), -1 if is_blind(one) else 0)
    shown = table.roll("cx.stabilize.check", one.id, shape, tally)
    degree = shown % BAD
    if shown >= BAD:
        table.emit("cx.stabilize.critfail", one.id, target.id)
        table.emit("cx.ruling.stabilize-crit", one.id)
        death_saving_throw(state, table, target)
    if target.dead or degree == FAIL:
        table.emit("cx.stabilize.failure", one.id, target.id)
        return
    revive(state, table, one, target, spared=degree >= CRITICAL)


def check_assistant(state: CompoundX, one: Fighter, target: Fighter, other: Fighter) -> None:
    """At most one, beside the victim; nobody helps who cannot get on with people. cx.stabilize.assist"""
    if other in (one, target) or not other.able or not near(state, other, target):
        raise Refused("cx.stabilize.assist", f"{other.id} cannot assist from there", [])
    for each in (one, other):
        if frail(state, each, "charisma"):
            raise Refused("cx.ruling.frail", f"{each.id} may neither assist nor be assisted", ["assistant="])


def revive(state: CompoundX, table: Table, one: Fighter, target: Fighter, *, spared: bool) -> None:
    """1 health, no longer Downed; still prone, and what was dropped lies there. cx.stabilize.success"""
    target.health = 1
    downing_ends(table, target)
    table.emit("cx.stabilize.success", target.id)
    table.emit("cx.stabilize.aftermath", target.id)
    if spared:
        table.emit("cx.ruling.stabilize-crit", one.id)
        if table.confirm("cx.stabilize.crit", one.id, f"Let this revival of {target.id} not count?", "yes"):
            return
    target.revivals += 1
    limit = max(2, target.stats.fortitude // 2)
    table.emit("cx.stabilize.limit", target.id, number=limit - target.revivals)
    if target.revivals > limit:
        table.emit("cx.stabilize.past-limit", target.id)
        table.emit("cx.ruling.revive-limit", target.id)
        fall_unconscious(state, table, target)


def treat(state: CompoundX, table: Table, act: Treat) -> None:
    """Medicine against bleeding, frost, necrosis; anybody may beat out a fire; FORT against poison. cx.presumed.conditions"""
    one, target = fighter(state, act.actor), fighter(state, act.target)
    curable = [each for each in target.conditions if each.kind in TREATED_WITH or (each.kind == "poisoned" and one is target)]
    ill = next((each for each in curable if each.kind == act.condition), None)
    if ill is None:
        raise Refused(
            "cx.presumed.conditions", f"{target.id} has no {act.condition!r} to treat", [each.kind for each in curable]
        )
    if one is not target and not near(state, one, target):
        raise Refused("cx.stabilize.action", f"{target.id} is out of reach", ["run"])
    pay(one, 1, "cx.actions.skill")
    if not interrupts(state, table, Happening("skill", one, limbs=True)):
        return
    if ill.kind == "poisoned":
        passed = stat_check(table, one, "fortitude", ill.dc, "cx.presumed.stat-check")
    else:
        skill, stat = TREATED_WITH[ill.kind]
        dc = NECROSIS_DC if ill.kind == "necrosis" else ill.dc
        passed = skill_check(table, one, skill, stat, dc, "cx.actions.skill") != FAIL
    if passed:
        target.conditions = [each for each in target.conditions if each is not ill]
        table.emit("cx.presumed.conditions", target.id, note=f"{ill.kind} stopped")
