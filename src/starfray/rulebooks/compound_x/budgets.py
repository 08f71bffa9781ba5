"""What rigs hold of magazines and modules."""

from __future__ import annotations

from starfray.engine.rules import Budget, Content
from starfray.rulebooks.compound_x.loadout import hard_points, mag_space, magazines_of, space_needed
from starfray.rulebooks.compound_x.state import Fighter


def budgets(actor: Fighter, content: Content) -> list[Budget]:
    """Mag Space and Hard Points; without rigs neither is counted. cx.mag.space, cx.adv.hardpoints"""
    if not actor.rigs:
        return []
    space, beside = mag_space(content, actor.rigs)
    primary, secondary = magazines_of(content, actor)
    made_of = f"{primary} primary, {secondary} secondary; {beside} secondary beside it"
    modules = [content.entry("modules", key, "modules") for key in actor.modules]
    taken = sum(int(row["hard-points"]) for row in modules)
    return [
        Budget("Mag Space", space_needed(primary, secondary, beside), space, "cx.mag.space", made_of),
        Budget("Hard Points", taken, hard_points(content, actor.rigs), "cx.adv.hardpoints", ", ".join(actor.modules)),
    ]
