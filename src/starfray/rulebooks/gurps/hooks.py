"""Where traits may speak. Each hook reads one typed field of the traits a fighter has; their effects are data."""

from __future__ import annotations

from starfray.engine.values import Tally
from starfray.rulebooks.gurps.state import Fighter


def add_defence(tally: Tally, one: Fighter, kind: str) -> int:
    """Combatants whose reflexes are trained defend better, some in one way only: a part of the score itself. Gives the sum."""
    more = 0
    for trait in one.traits:
        bonus = trait.defence + {"dodge": trait.dodge, "parry": trait.parry, "block": trait.block}[kind]
        if bonus:
            tally.add(bonus * trait.level, "gurps.core.active-defense", trait.name)
            more += bonus * trait.level
    return more


def extra_attacks(one: Fighter) -> int:
    """gurps.order.several"""
    return sum(trait.attacks * trait.level for trait in one.traits)


def add_knockdown(tally: Tally, one: Fighter) -> None:
    """High and Low Pain Threshold. gurps.injury.knockdown.pain"""
    for trait in one.traits:
        if trait.knockdown:
            tally.add(trait.knockdown * trait.level, "gurps.injury.knockdown.pain", trait.name)


def add_death(tally: Tally, one: Fighter) -> None:
    for trait in one.traits:
        if trait.death:
            tally.add(trait.death * trait.level, "gurps.hp.death-check", trait.name)


def add_consciousness(tally: Tally, one: Fighter) -> None:
    for trait in one.traits:
        if trait.consciousness:
            tally.add(trait.consciousness * trait.level, "gurps.hp.collapse", trait.name)


def add_mental_stun(tally: Tally, one: Fighter) -> None:
    for trait in one.traits:
        if trait.mental_stun:
            tally.add(trait.mental_stun * trait.level, "gurps.injury.stunned.recovery", trait.name)


def ambidextrous(one: Fighter) -> bool:
    """gurps.maneuver.attack.off-hand"""
    return any(trait.ambidextrous for trait in one.traits)


def pain_factor(one: Fighter) -> int:
    """How often shock counts, where the table plays it so: not at all, once, twice. gurps.ruling.pain-threshold"""
    if any(trait.knockdown > 0 for trait in one.traits):
        return 0
    return 2 if any(trait.knockdown < 0 for trait in one.traits) else 1


def bloodless(one: Fighter) -> bool:
    return any(trait.bloodless for trait in one.traits)


def very_fit(one: Fighter) -> bool:
    """gurps.fp.recovery"""
    return any(trait.fit for trait in one.traits)
