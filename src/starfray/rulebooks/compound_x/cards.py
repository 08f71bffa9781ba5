"""The card of a fighter: pools, what is in hand, conditions."""

from __future__ import annotations

from collections.abc import Callable

from starfray.engine.rules import Plain, counted
from starfray.engine.values import Line
from starfray.rulebooks.compound_x.engagement import suppressed
from starfray.rulebooks.compound_x.movement_rates import jump_across, jump_up, metres_for
from starfray.rulebooks.compound_x.state import CompoundX, Fighter
from starfray.rulebooks.compound_x.stats import save_bonus


def describe(state: CompoundX, actor: Fighter) -> list[Line]:
    assumed = set(actor.assumed)
    armour = f"{actor.armour.name}, {actor.armour.coverage} %, APL {actor.armour.apl}"
    lines = [
        Line("health", f"{actor.health}/{actor.max_health}", "health", "cx.presumed.health", "health" in assumed),
        Line("AP", f"{actor.armour_points}/{actor.armour.points}", "armour-points", "cx.armor.ap", "armour-points" in assumed),
        Line("armour", armour, "armour", "cx.armor.concepts", "armour" in assumed),
        Line("Actions", str(actor.actions), "actions", "cx.actions.budget"),
        Line("Reactions", str(actor.reactions), "reactions", "cx.reaction.limit"),
    ]
    held = [
        f"{each.name} {each.rounds}/{each.magazine}" + (" jammed" if each.jammed else "")
        for each in actor.weapons
        if each.in_hand
    ]
    lines.append(Line("in hand", ", ".join(held) or "nothing", "weapons", "cx.actions.draw"))
    words = conditions(state, actor)
    if words:
        lines.append(Line("condition", ", ".join(words)))
    return lines


def conditions(state: CompoundX, actor: Fighter) -> list[str]:
    """What is to be said of this one beside the figures, in the order in which it matters."""
    held, limbs = actor.held, counted(actor.broken_limbs, "broken limb")
    found = (
        (actor.out, bool(actor.out)),
        ("dead", actor.dead),
        (f"Downed, {actor.dst_failures} of {actor.dst_allowance} saving throws failed", actor.downed),
        ("passed out", actor.passed_out),
        (actor.stance, actor.stance != "standing"),
        ("hunkered", actor.hunkered),
        ("completely concealed" if actor.cover == "concealed" else f"{actor.cover} cover", bool(actor.cover)),
        (f"aims at {actor.aim}", bool(actor.aim)),
        (f"holds {held.actions} ({held.trigger})" if held is not None else "", held is not None),
        ("suppressed", suppressed(state, actor)),
        ("winded", actor.winded > 0),
        (limbs, actor.broken_limbs > 0),
        ("unconscious", actor.unconscious),
        ("stunned", actor.stunned > 0),
        (f"bound ({actor.restrained})", bool(actor.restrained)),
    )
    return [words for words, true in found if true]


#: what follows from the sheet and stands in no field of it: `fight.get("tor.shock")`
FIGURES: dict[str, Callable[[CompoundX, Fighter], Plain]] = {
    "will": lambda _, actor: save_bonus(actor, "will"),
    "shock": lambda _, actor: save_bonus(actor, "shock"),
    "reflex": lambda _, actor: save_bonus(actor, "reflex"),
    "awareness": lambda _, actor: save_bonus(actor, "awareness"),
    "metres-1": lambda state, actor: metres_for(state, actor, 1),
    "metres-2": lambda state, actor: metres_for(state, actor, 2),
    "jump-across": lambda _, actor: jump_across(actor),
    "jump-up": lambda _, actor: jump_up(actor),
}
