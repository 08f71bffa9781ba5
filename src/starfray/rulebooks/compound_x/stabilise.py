"""At a fallen friend's side: stabilising, kits, helpers, and treating what bleeds or burns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Option, Refused, Table, one_of, somebody
from starfray.rulebooks.compound_x.dice import BAD, CRITICAL, FAIL, stabilise
from starfray.rulebooks.compound_x.engagement import near
from starfray.rulebooks.compound_x.health import death_saving_throw, downing_ends, fall_unconscious
from starfray.rulebooks.compound_x.interrupts import Declaration, undertake
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, fighter, free_to_react, hostile
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


@dataclass(frozen=True, slots=True)
class Stabilise(Action):
    KIND: ClassVar[str] = "stabilise"
    target: str
    kit: str = ""  # whose: self, target, or the assistant's name
    assistant: str = ""


@dataclass(frozen=True, slots=True)
class Treat(Action):
    """Stop a bleeding or put out a fire."""

    KIND: ClassVar[str] = "treat"
    target: str
    condition: str = "bleeding"


def kit_for(target: Fighter) -> str:
    return "repair-kit" if target.mechanical else "medkit"


def skill_for(target: Fighter) -> str:
    return "repair" if target.mechanical else "medicine"


def owner_of_kit(state: CompoundX, action: Stabilise, actor: Fighter, target: Fighter) -> Fighter | None:
    """Whose kit is spent: the helper's, the assistant's, or the victim's own. cx.stabilize.kit"""
    if not action.kit or target.kit_used == state.round:
        return None
    who = actor if action.kit == "self" else target if action.kit == "target" else fighter(state, action.kit)
    if who not in (actor, target) and who.id != action.assistant:
        raise Refused("cx.stabilize.kit", f"{who.id} has no part in this", ["self", "target", action.assistant or "assistant"])
    if not who.kits.get(kit_for(target)):
        raise Refused("cx.stabilize.kit", f"{who.id} has no {kit_for(target)}", ["kit="])
    return who


def stabilise_someone(state: CompoundX, table: Table, action: Stabilise) -> None:
    """One Action beside the Downed: Medicine or Repair with DEX, DC 80. cx.stabilize.action, cx.stabilize.check"""
    actor, target = fighter(state, action.actor), fighter(state, action.target)
    if not target.downed or target.out or target is actor:
        raise Refused("cx.stabilize.action", f"{target.id} is not Downed", [])
    if not near(state, actor, target):
        raise Refused("cx.stabilize.action", f"{target.id} is out of reach", ["run"])
    if action.assistant:
        check_assistant(state, actor, target, fighter(state, action.assistant))
    fault = why_unskilled(state, actor, skill_for(target), "dexterity")
    if fault is not None:
        raise fault
    giver = owner_of_kit(state, action, actor, target)
    if not undertake(state, table, Declaration("skill", actor, limbs=True)):
        return
    if giver is not None:
        giver.kits[kit_for(target)] -= 1
        target.kit_used = state.round
    tally = table.tally(actor)
    add_skill(tally, actor, skill_for(target), "dexterity")  # cx.ruling.stabilize-skill
    if target.kit_used == state.round and state.round:
        tally.add(KIT, "cx.stabilize.kit" if giver is not None else "cx.stabilize.kit-round")  # cx.ruling.stabilize-kit
    if action.assistant:
        helper = fighter(state, action.assistant)
        helper.reactions -= 1  # cx.ruling.stabilize-assist
        table.emit("cx.stabilize.assist", helper.id, target.id)
        table.emit("cx.reaction.limit", helper.id, number=helper.reactions)
    helped = bool(action.assistant) and state.ruling("assist") == "advantage"  # cx.presumed.advantage
    edge = (1 if helped else 0) - (1 if is_blind(actor) else 0)
    shape = stabilise(tally.total, DC, critical_range_of(actor), edge)
    shown = table.roll("cx.stabilize.check", actor.id, shape, tally)
    degree = shown % BAD
    if shown >= BAD:
        table.emit("cx.stabilize.critfail", actor.id, target.id)  # cx.ruling.stabilize-crit
        death_saving_throw(state, table, target)
    if target.dead or degree == FAIL:
        table.emit("cx.stabilize.failure", actor.id, target.id)
        return
    revive(state, table, actor, target, spared=degree >= CRITICAL)


def fallen_first_friends(state: CompoundX, actor: Fighter) -> list[Fighter]:
    """Anybody Downed, an enemy too; one's own side first. cx.stabilize.action"""
    return sorted((other for other in state.everyone() if other.downed), key=lambda other: hostile(actor, other))


def stabilise_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    friends = [each for each in state.everyone() if each is not actor and each.side == actor.side]
    helpers = [each for each in friends if each.able and each.reactions]
    kits = [Option("self", "one's own kit"), Option("target", "the victim's own")]
    kits += [Option(helper.id, f"{helper.name}'s") for helper in helpers]
    return [
        somebody("target", fallen_first_friends(state, actor)),
        Field("kit", "choice", kits, required=False, hint="+20"),
        somebody("assistant", helpers, required=False),
    ]


STABILISE = ActionKind(Stabilise, stabilise_someone, "cx.stabilize.action", 1, fields=stabilise_fields)


def check_assistant(state: CompoundX, actor: Fighter, target: Fighter, other: Fighter) -> None:
    """At most one, beside the victim; nobody helps who cannot get on with people. cx.stabilize.assist"""
    if other in (actor, target) or not other.able or not near(state, other, target):
        raise Refused("cx.stabilize.assist", f"{other.id} cannot assist from there", [])
    if not free_to_react(state, other):
        raise Refused("cx.reaction.limit", f"{other.id} has no Reaction to assist with", ["assistant="])
    for each in (actor, other):
        if frail(state, each, "charisma"):
            raise Refused("cx.ruling.frail", f"{each.id} may neither assist nor be assisted", ["assistant="])


def revive(state: CompoundX, table: Table, actor: Fighter, target: Fighter, *, spared: bool) -> None:
    """1 health, no longer Downed; still prone, and what was dropped lies there. cx.stabilize.success, cx.stabilize.aftermath"""
    target.health = 1
    downing_ends(table, target)
    table.emit("cx.stabilize.success", target.id)
    prompt = f"Let this revival of {target.id} not count?"
    if spared and table.confirm("cx.stabilize.crit", actor.id, prompt, "yes"):  # cx.ruling.stabilize-crit
        return
    target.revivals += 1
    limit = max(2, target.stats.fortitude // 2)
    table.emit("cx.stabilize.limit", target.id, number=limit - target.revivals)
    if target.revivals > limit:
        table.emit("cx.stabilize.past-limit", target.id)  # cx.ruling.revive-limit
        fall_unconscious(state, table, target)


def treat(state: CompoundX, table: Table, action: Treat) -> None:
    """Medicine against bleeding, frost, necrosis; anybody may beat out a fire; FORT against poison. cx.presumed.conditions"""
    actor, target = fighter(state, action.actor), fighter(state, action.target)
    curable = [each for each in target.conditions if each.kind in TREATED_WITH or (each.kind == "poisoned" and actor is target)]
    ill = next((each for each in curable if each.kind == action.condition), None)
    if ill is None:
        raise Refused(
            "cx.presumed.conditions", f"{target.id} has no {action.condition!r} to treat", [each.kind for each in curable]
        )
    if actor is not target and not near(state, actor, target):
        raise Refused("cx.stabilize.action", f"{target.id} is out of reach", ["run"])
    if not undertake(state, table, Declaration("skill", actor, limbs=True)):
        return
    if ill.kind == "poisoned":
        passed = stat_check(table, actor, "fortitude", ill.dc, "cx.presumed.stat-check")
    else:
        skill, stat = TREATED_WITH[ill.kind]
        dc = NECROSIS_DC if ill.kind == "necrosis" else ill.dc
        passed = skill_check(table, actor, skill, stat, dc, "cx.actions.skill") != FAIL
    if passed:
        target.conditions = [each for each in target.conditions if each is not ill]
        table.emit("cx.presumed.conditions", target.id, note=f"{ill.kind} stopped")


def treatable(state: CompoundX, actor: Fighter) -> list[tuple[Fighter, str]]:
    """Who near by has what to be treated, oneself first; a poison comes last, and one fights off one's own only."""
    others = [other for other in state.everyone() if other is not actor and not other.out and near(state, actor, other)]
    found: list[tuple[Fighter, str]] = []
    for patient in [actor, *others]:
        found += [(patient, stack.kind) for stack in patient.conditions if stack.kind in TREATED_WITH]
        found += [(patient, "poisoned")] if patient is actor else []
    return found


def treat_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    found = treatable(state, actor)
    patients = {patient.id: patient for patient, _ in found}
    return [somebody("target", list(patients.values())), one_of("condition", list(dict.fromkeys(ill for _, ill in found)))]


TREAT = ActionKind(Treat, treat, "cx.presumed.conditions", 1, fields=treat_fields)
