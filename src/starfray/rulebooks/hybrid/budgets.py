"""What skills have cost in experience, and how long a teacher would need for it."""

from __future__ import annotations

from starfray.engine.rules import Budget, Content
from starfray.rulebooks.hybrid.learning import HOURS, raise_factor
from starfray.rulebooks.hybrid.state import Fighter


def budgets(actor: Fighter, content: Content) -> list[Budget]:
    """EEPs from rank 0, where the book prints a base cost. hybrid.skill.cost.raise, hybrid.skill.training.teacher"""
    costs: dict[str, int] = {}
    for skill, rank in actor.skills.items():
        if content.has("skills", skill) and rank > 0:
            base = int(content.entry("skills", skill).get("cost", 0))
            costs[skill] = sum(base * raise_factor(each) for each in range(rank))
    spent = sum(costs.values())
    if not spent:
        return []
    words = ", ".join(f"{skill} {cost}" for skill, cost in costs.items() if cost)
    unknown = sorted(skill for skill in actor.skills if skill not in costs)
    more = f"; without a printed cost: {', '.join(unknown)}" if unknown else ""
    return [
        Budget("EEPs in skills", spent, None, "hybrid.skill.cost.raise", f"{words}{more}; {actor.eep} left"),
        Budget(
            "hours with a teacher",
            spent * HOURS["teacher"],
            None,
            "hybrid.skill.training.teacher",
            f"{HOURS['teacher']} for an EEP",
        ),
    ]
