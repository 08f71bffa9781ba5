"""The card of a fighter: pools, what is in hand, conditions."""

from __future__ import annotations

from collections.abc import Callable

from starfray.engine.rules import Plain
from starfray.engine.values import Line
from starfray.engine.vitals import worded
from starfray.rulebooks.compound_x.movement_rates import jump_across, jump_up, metres_for
from starfray.rulebooks.compound_x.state import CompoundX, Fighter
from starfray.rulebooks.compound_x.stats import save_bonus
from starfray.rulebooks.compound_x.vitals import conditions


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
    lines.append(Line("in hand", ", ".join(held) or "nothing", "weapons", "cx.actions.draw", brief=True))
    words = worded(conditions(state, actor))
    if words:
        lines.append(Line("condition", words))
    return lines


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
