"""The card of a fighter: pools, what is in hand, conditions."""

from __future__ import annotations

from starfray.engine.values import Line
from starfray.rulebooks.compound_x.areas import suppressed
from starfray.rulebooks.compound_x.state import CompoundX, Fighter


def describe(state: CompoundX, one: Fighter) -> list[Line]:
    assumed = set(one.assumed)
    armour = f"{one.armour.name}, {one.armour.coverage} %, APL {one.armour.apl}"
    lines = [
        Line("health", f"{one.health}/{one.max_health}", "health", "cx.presumed.health", "health" in assumed),
        Line("AP", f"{one.armour_points}/{one.armour.points}", "armour-points", "cx.armor.ap", "armour-points" in assumed),
        Line("armour", armour, "armour", "cx.armor.concepts", "armour" in assumed),
        Line("Actions", str(one.actions), "actions", "cx.actions.budget"),
        Line("Reactions", str(one.reactions), "reactions", "cx.reaction.limit"),
    ]
    held = [
        f"{each.name} {each.rounds}/{each.magazine}" + (" jammed" if each.jammed else "")
        for each in one.weapons
        if each.in_hand
    ]
    lines.append(Line("in hand", ", ".join(held) or "nothing", "weapons", "cx.actions.draw"))
    words = conditions(state, one)
    if words:
        lines.append(Line("condition", ", ".join(words)))
    return lines


def conditions(state: CompoundX, one: Fighter) -> list[str]:
    words = []
    if one.out:
        words.append(one.out)
    if one.dead:
        words.append("dead")
    elif one.downed:
        words.append(f"Downed, {one.dst_failures} of {one.dst_allowance} saving throws failed")
    if one.passed_out:
        words.append("passed out")
    if one.stance != "standing":
        words.append(one.stance)
    if one.hunkered:
        words.append("hunkered")
    if one.cover:
        words.append("completely concealed" if one.cover == "concealed" else f"{one.cover} cover")
    if one.aim:
        words.append(f"aims at {one.aim}")
    if one.held is not None:
        words.append(f"holds {one.held.actions} ({one.held.trigger})")
    if suppressed(state, one):
        words.append("suppressed")
    if one.winded:
        words.append("winded")
    if one.broken_limbs:
        words.append(f"{one.broken_limbs} broken limb" + ("s" if one.broken_limbs > 1 else ""))
    if one.unconscious:
        words.append("unconscious")
    if one.stunned:
        words.append("stunned")
    if one.restrained:
        words.append(f"bound ({one.restrained})")
    return words
