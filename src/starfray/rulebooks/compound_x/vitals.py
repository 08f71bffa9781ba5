"""How a fighter is: pools, conditions, up or down."""

from __future__ import annotations

from starfray.engine.rules import counted
from starfray.engine.vitals import BAD, DEAD, DOWN, GOOD, OUT, TURN, UP, Condition, Pool, Vitals, holding
from starfray.rulebooks.compound_x.engagement import suppressed
from starfray.rulebooks.compound_x.state import ACTIONS, REACTIONS, CompoundX, Fighter

#: what "is …" does not fit
SAID = {
    "plasma-burn": "has a plasma burn", "necrosis": "has necrosis", "gas": "is in the gas", "pinned-down": "is pinned down",
    "lonely": "",
}  # fmt: skip


def vitals(state: CompoundX, actor: Fighter) -> Vitals:
    how, word = status(actor)
    found = [each for each in conditions(state, actor) if each.name not in (word, actor.out)]
    return Vitals(how, word, pools(actor), found)


def pools(actor: Fighter) -> list[Pool]:
    """cx.presumed.health, cx.armor.ap, cx.actions.budget, cx.reaction.limit"""
    found = [Pool("health", "health", actor.health, actor.max_health)]
    if actor.armour.points:
        armour = actor.armour.points
        found.append(Pool("armour-points", "armour", actor.armour_points, armour, noun="armour", others=("armour",)))
    found.append(Pool("actions", "Actions", actor.actions, ACTIONS, TURN))
    found.append(Pool("reactions", "Reactions", actor.reactions, REACTIONS, TURN))
    return found


def status(actor: Fighter) -> tuple[str, str]:
    """cx.down.state, cx.shock.save, cx.ruling.unconscious"""
    if actor.dead:
        return DEAD, "dead"
    if actor.out:
        return OUT, actor.out
    for word, holds in (("Downed", actor.downed), ("passed out", actor.passed_out), ("unconscious", actor.unconscious)):
        if holds:
            return DOWN, word
    return UP, ""


def conditions(state: CompoundX, actor: Fighter) -> list[Condition]:
    """What is to be said of this one beside the figures, in the order in which it matters."""
    held, limbs = actor.held, counted(actor.broken_limbs, "broken limb")
    waits = f"{held.actions} ({held.trigger})" if held is not None else ""
    failed = f"({actor.dst_failures} of {actor.dst_allowance} saving throws failed)"
    cover = "completely concealed" if actor.cover == "concealed" else f"{actor.cover} cover"
    cover_rule = "cx.cover.full" if actor.cover == "full" else "cx.cover.partial"
    found = holding(
        (actor.out, Condition(actor.out)),
        (actor.dead, Condition("dead", tone=BAD)),
        (actor.downed, Condition("Downed", failed, "cx.down.state", BAD)),
        (actor.passed_out, Condition("passed out", "", "cx.shock.save", BAD)),
        (actor.stance != "standing", Condition(actor.stance, "", "cx.stance.crouch")),
        (actor.hunkered, Condition("hunkered", "", "cx.stance.hunker", GOOD)),
        (actor.cover, Condition(cover, "", cover_rule, GOOD)),
        (actor.aim, Condition("aims at", whom=actor.aim, tone=GOOD)),
        (held is not None, Condition("holds", waits, "cx.held.reserve", GOOD)),
        (suppressed(state, actor), Condition("suppressed", "", "cx.suppression.malus", BAD)),
        (actor.winded > 0, Condition("winded", "", "cx.move.sprint-penalty", BAD, said="")),
        (actor.broken_limbs > 0, Condition(limbs, tone=BAD, said=f"has {limbs}")),
        (actor.unconscious, Condition("unconscious", "", "cx.ruling.unconscious", BAD)),
        (actor.stunned > 0, Condition("stunned", tone=BAD)),
        (actor.restrained, Condition("bound", f"({actor.restrained})", "cx.ruling.restrained-helpless", BAD)),
    )
    for stack in actor.conditions:
        count = f"×{stack.stacks}" if stack.stacks > 1 else ""
        found.append(Condition(stack.kind.replace("-", " "), count, tone=BAD, said=SAID.get(stack.kind)))
    return found
