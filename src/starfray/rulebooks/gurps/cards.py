"""Figures for cards: pools, what is in hand, conditions."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

from starfray.engine.codec import Plain
from starfray.engine.content import Content, book_content
from starfray.engine.values import Line, Tally
from starfray.engine.vitals import worded
from starfray.rulebooks.gurps.core import POSTURE_RULE, UNARMED_SKILLS, add_defence, add_dodge, move_of
from starfray.rulebooks.gurps.defence import bare_hand, block_score, parry_score, parrying
from starfray.rulebooks.gurps.state import Fighter, Gurps
from starfray.rulebooks.gurps.vitals import conditions
from starfray.rulebooks.gurps.weapons import free_hands, hand_works, hands_work, held, things


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
    lines.append(Line("in hand", ", ".join(in_hand) or "nothing", "weapons", "gurps.maneuver.ready", brief=True))
    words = worded(conditions(actor))
    if words:
        lines.append(Line("condition", words))
    idle = idle_skills(state, actor, book_content("gurps", Path(__file__).parent))
    if idle:
        lines.append(Line(NO_USE, ", ".join(idle), "skills", "gurps.core.effective-skill"))
    return lines


NO_USE = "skills without a use here"


def remarks(state: Gurps, actor: Fighter, content: Content) -> list[str]:
    idle = idle_skills(state, actor, content)
    return [f"{NO_USE}: {', '.join(idle)}"] if idle else []


def idle_skills(state: Gurps, actor: Fighter, content: Content) -> list[str]:
    """Names on the sheet that no rule, weapon or spell of the book asks for, each with what is perhaps meant."""
    known = known_skills(content)
    own = [weapon.skill for weapon in actor.weapons]
    idle = [name for name in actor.skills if name not in known and name not in own and name not in state.spellbook]
    return [name + perhaps_meant(content, name) for name in idle]


@lru_cache(maxsize=1024)
def perhaps_meant(content: Content, name: str) -> str:
    close = get_close_matches(name, sorted(known_skills(content)), n=1, cutoff=0.8)
    return f" (did you mean {close[0]}?)" if close else ""


@lru_cache(maxsize=16)
def known_skills(content: Content) -> frozenset[str]:
    tables = content.tables
    arms = [str(row.get("skill")) for row in tables["weapons"].values()]
    return frozenset([*tables["skills"], *tables["spells"], *UNARMED_SKILLS, *arms])


# --- figures that follow from others -----------------------------------------------------------------------------
def dodge_figure(state: Gurps, actor: Fighter) -> int:
    """Dodge now, wounds and load in it; 0 for a thing. gurps.core.dodge"""
    if actor.inanimate:
        return 0
    tally = Tally(False)
    add_dodge(tally, actor)
    return tally.total


def parry_figure(state: Gurps, actor: Fighter) -> int:
    """With the best of what is in hand, else the bare hand; 0 without either. gurps.core.parry"""
    content = book_content("gurps", Path(__file__).parent)
    arms = [each for each in parrying(content, actor) if hands_work(actor, each)]
    arms = arms or ([bare_hand(content, actor, False)] if free_hands(actor) else [])
    if actor.inanimate or not arms:
        return 0
    return max(parry_score(content, actor, each) for each in arms) + add_defence(Tally(False), actor, "parry")


def block_figure(state: Gurps, actor: Fighter) -> int:
    """0 without a shield, or an arm to lift it. gurps.core.block"""
    if actor.shield is None or not hand_works(actor, actor.shield.hand):
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
