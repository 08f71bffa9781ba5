"""What combos cost, and how many there may be."""

from __future__ import annotations

from starfray.engine.rules import Budget, Content
from starfray.rulebooks.icar.common.check import attribute_of
from starfray.rulebooks.icar.common.state import Actor
from starfray.rulebooks.icar.ground.moves import MAX_COMBOS, difficulty_of


def budgets(actor: Actor, content: Content) -> list[Budget]:
    """The number of combos, what they have cost, and the moves of each. icar.close.build.max-six, icar.close.build.cost"""
    if not actor.combos:
        return []
    costs = {combo.name: difficulty_of(combo) for combo in actor.combos}
    words = ", ".join(f"{name} {cost}" for name, cost in costs.items())
    battle = attribute_of(actor, "battle")
    moves = [
        Budget(f"moves of {combo.name}", len(combo.moves), battle, "icar.close.build.max-moves", f"Battle {battle}")
        for combo in actor.combos
        if not combo.agreed
    ]
    return [
        Budget("combos", len(actor.combos), MAX_COMBOS, "icar.close.build.max-six"),
        Budget("RP in combos", sum(costs.values()), None, "icar.close.build.cost", f"{words}; {actor.rp} RP left"),
        *moves,
    ]
