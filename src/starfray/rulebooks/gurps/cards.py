"""Figures for cards: pools, what is in hand, conditions."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

from starfray.engine.codec import Plain
from starfray.engine.content import book_content
from starfray.engine.values import Line, Tally
from starfray.engine.vitals import worded
from starfray.rulebooks.gurps.core import POSTURE_RULE, UNARMED_SKILLS, add_defence, add_dodge, move_of
from starfray.rulebooks.gurps.defence import bare_hand, block_score, parry_score, parrying
from starfray.rulebooks.gurps.state import Fighter, Gurps
from starfray.rulebooks.gurps.vitals import conditions
from starfray.rulebooks.gurps.weapons import free_hands, held, things


def describe(state: Gurps, actor: Fighter) -> list[Line]:
    """The card: pools, what is in hand, conditions."""
    assumed = set(actor.assumed)
    lines = [
        Line("HP", f"{actor.hp}/{actor.max_hp}", "hp", "gurps.core.pools", "hp" in assumed),
        Line("FP", f"{actor.fp}/{actor.max_fp}", "fp", "gurps.core.pools", "fp" in assumed),
        Line("Move", str(move_of(actor)), "basic-move", "gurps.maneuver.move"),
        *([Line("SP", f"{actor.sp}/{actor.max_sp}", "sp", "gurps.stun-points.total")] if actor.max_sp else []),
        *([Line("DR", str(actor.dr), "dr", "gurps.object.dr")] if actor.dr else []),
        *([Line("group", actor.group, "group", "gurps.group-combat.size")] if actor.group else []),
        Line("posture", actor.posture, "posture", POSTURE_RULE[actor.posture]),
    ]
    in_hand = [(each.item or each.name) + (f" ({each.shots})" if each.magazine else "") for each in things(held(actor))]
    if actor.shield is not None:
        in_hand.append(actor.shield.name)
    lines.append(Line("in hand", ", ".join(in_hand) or "nothing", "weapons", "gurps.maneuver.ready"))
    words = worded(conditions(actor))
    if words:
        lines.append(Line("condition", words))
    idle = idle_skills(state, actor)
    if idle:
        words = ", ".join(name + perhaps_meant(name) for name in idle)
        lines.append(Line("skills without a use here", words, "skills", "gurps.core.effective-skill"))
    return lines


def idle_skills(state: Gurps, actor: Fighter) -> list[str]:
    """Names on the sheet that no rule, weapon or spell of the book asks for: perhaps only misspelt."""
    known = known_skills()
    own = [weapon.skill for weapon in actor.weapons]
    return [name for name in actor.skills if name not in known and name not in own and name not in state.spellbook]


@lru_cache(maxsize=1024)
def perhaps_meant(name: str) -> str:
    close = get_close_matches(name, sorted(known_skills()), n=1, cutoff=0.8)
    return f" (did you mean {close[0]}?)" if close else ""


@lru_cache(maxsize=1)
def known_skills() -> frozenset[str]:
    tables = book_content("gurps", Path(__file__).parent).tables
    arms = [str(row.get("skill")) for row in tables["weapons"].values()]
    return frozenset([*tables["skills"], *tables["spells"], *UNARMED_SKILLS, *arms])


# --- figures that follow from others -----------------------------------------------------------------------------
def dodge_figure(state: Gurps, actor: Fighter) -> int:
    """Dodge now, wounds and load in it. gurps.core.dodge"""
    tally = Tally(False)
    add_dodge(tally, actor)
    return tally.total


def parry_figure(state: Gurps, actor: Fighter) -> int:
    """With the best of what is in hand, else the bare hand; 0 without either. gurps.core.parry"""
    content = book_content("gurps", Path(__file__).parent)
    arms = parrying(content, actor) or ([bare_hand(content, actor, False)] if free_hands(actor) else [])
    return max((parry_score(content, actor, each) for each in arms), default=0) + add_defence(Tally(False), actor, "parry")


def block_figure(state: Gurps, actor: Fighter) -> int:
    """0 without a shield. gurps.core.block"""
    if actor.shield is None:
        return 0
    return block_score(book_content("gurps", Path(__file__).parent), actor) + add_defence(Tally(False), actor, "block")


def move_figure(state: Gurps, actor: Fighter) -> int:
    """Yards in a Move, wounds, load and posture in it. gurps.maneuver.move"""
    return move_of(actor)


FIGURES: dict[str, Callable[[Any, Any], Plain]] = {
    "dodge": dodge_figure,
    "parry": parry_figure,
    "block": block_figure,
    "move": move_figure,
}
