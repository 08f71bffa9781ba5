"""Figures for cards: pools, what is in hand, conditions."""

from __future__ import annotations

from starfray.engine.values import Line
from starfray.rulebooks.gurps.core import move_of
from starfray.rulebooks.gurps.state import Fighter, Gurps, held, things


def describe(state: Gurps, one: Fighter) -> list[Line]:
    """The card: pools, what is in hand, conditions."""
    assumed = set(one.assumed)
    lines = [
        Line("HP", f"{one.hp}/{one.max_hp}", "hp", "gurps.core.pools", "hp" in assumed),
        Line("FP", f"{one.fp}/{one.max_fp}", "fp", "gurps.core.pools", "fp" in assumed),
        Line("Move", str(move_of(one)), "basic-move", "gurps.maneuver.move"),
        *([Line("SP", f"{one.sp}/{one.max_sp}", "sp", "gurps.stun-points.total")] if one.max_sp else []),
        *([Line("DR", str(one.dr), "dr", "gurps.object.dr")] if one.dr else []),
        *([Line("group", one.group, "group", "gurps.group-combat.size")] if one.group else []),
        Line("posture", one.posture, "posture", f"gurps.posture.{one.posture}"),
    ]
    in_hand = [(each.item or each.name) + (f" ({each.shots})" if each.magazine else "") for each in things(held(one))]
    if one.shield is not None:
        in_hand.append(one.shield.name)
    lines.append(Line("in hand", ", ".join(in_hand) or "nothing", "weapons", "gurps.maneuver.ready"))
    words = conditions(one)
    if words:
        lines.append(Line("condition", ", ".join(words)))
    return lines


def conditions(one: Fighter) -> list[str]:
    words = [one.out] if one.out else []
    for name, holds in (("dead", one.dead), ("mortally wounded", one.mortal), ("unconscious", one.unconscious),
                        ("incapacitated", one.incapacitated), ("dazed", one.dazed), ("spellbound", one.bound),
                        ("bleeding", one.bleeding > 0), ("committed", bool(one.committed)), ("charging", one.charged),
                        ("guard down", one.guard_down > 0),
                        ("no defence", one.all_out_attack), ("off balance", one.off_balance > 0)):  # fmt: skip
        if holds:
            words.append(name)
    if one.stunned:
        words.append(f"{one.stunned} stun")
    if one.shock or one.pain:
        words.append(f"shock {max(one.shock, min(one.pain, one.pain_limit))}")
    words += [f"{each} crippled" for each in one.crippled]
    words += [f"{each} useless" for each in one.useless]
    words += one.marks
    if one.aim is not None:
        words.append(f"aims at {one.aim.target} ({one.aim.seconds} s)")
    if one.waiting is not None:
        words.append("waits")
    if one.study is not None:
        words.append(f"studies {one.study.target} ({one.study.turns})")
    if one.thought is not None:
        words.append(f"concentrates ({one.thought.seconds} s)")
    words += [f"feinted: {each.lowers} -{each.penalty}" for each in one.feints]
    words += [each.spell for each in one.spells]
    if one.guard:
        words.append(f"guards: {one.guard}")
    if one.riposte is not None:
        words.append(f"riposte -{one.riposte.penalty}")
    if one.grabbed:
        words.append("grabbed")
    if one.all_out_defense:
        words.append(f"all-out defense: {one.all_out_defense}")
    return words
