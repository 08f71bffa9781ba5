"""The card of a fighter: pools, where on the clock, what is in hand, conditions."""

from __future__ import annotations

from collections.abc import Callable

from starfray.engine.rules import Plain
from starfray.engine.values import Line, Ring
from starfray.engine.vitals import worded
from starfray.rulebooks.hybrid.attack_options import TASK_TIME, TWICE_WEAPON_SPEED, WEAPON_SPEED
from starfray.rulebooks.hybrid.clock import rate_of
from starfray.rulebooks.hybrid.derived import half_speed, mind_halves, range_of, reaction, strength_halves
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, Weapon, action_of, at_hand
from starfray.rulebooks.hybrid.turn import describe_action
from starfray.rulebooks.hybrid.vitals import conditions

COST_WORDS = {
    0: "no time",
    WEAPON_SPEED: "the weapon's speed",
    TWICE_WEAPON_SPEED: "twice the weapon's speed",
    TASK_TIME: "the task's time",
}


def cost_words(counts: int) -> str:
    return COST_WORDS.get(counts) or f"{counts} counts"


def describe(state: Hybrid, actor: Fighter) -> list[Line]:
    assumed = set(actor.assumed)
    lines = [
        Line("body", f"{actor.pbd}/{actor.max_pbd}", "pbd", "hybrid.damage.order", "pbd" in assumed),
        Line("fatigue", f"{actor.pft}/{actor.max_pft}", "pft", "hybrid.energy.pools", "pft" in assumed),
        Line("exhaustion", f"{actor.pex}/{actor.max_pex}", "pex", "hybrid.energy.pools", "pex" in assumed),
        Line("defence", f"physical {actor.pdf}, mental {actor.mdf}", "pdf", "hybrid.defence.normal", "pdf" in assumed),
        Line("clock", clock_words(state, actor), "initiative", "hybrid.ruling.timeline"),
    ]
    fresh = (actor.mbd, actor.mft, actor.mex) == (actor.max_mbd, actor.max_mft, actor.max_mex)
    if any(weapon.way == "mental" for weapon in actor.weapons) or not fresh:
        mind = f"body {actor.mbd}/{actor.max_mbd}, fatigue {actor.mft}/{actor.max_mft}, exhaustion {actor.mex}/{actor.max_mex}"
        lines.append(Line("mind", mind, "mbd", "hybrid.energy.pools", "mbd" in assumed or "mft" in assumed))
    held = [thing_words(weapon) for weapon in at_hand(actor)] + [tool.name for tool in actor.tools if tool.in_hand]
    lines.append(Line("in hand", ", ".join(held) or "nothing", "weapons", "hybrid.draw.time", brief=True))
    lines.append(Line("strength effect", f"{strength_halves(actor) / 2:g}", "", "hybrid.ruling.pse"))
    if actor.pace != "none":
        lines.append(Line("moves", f"{actor.pace}, {rate_of(actor.pmv, actor.pace):.1f} m/s", "pace", "hybrid.move.rates"))
    if actor.armour:
        lines.append(
            Line("armour", ", ".join(piece.name or piece.key for piece in actor.armour), "armour", "hybrid.ruling.armour")
        )
    packed = [tool.name for tool in actor.tools if not tool.in_hand and not tool.dropped]
    if packed:
        lines.append(Line("carries", ", ".join(packed), "tools", "hybrid.draw.time"))
    words = worded(conditions(state, actor))
    if words:
        lines.append(Line("condition", words))
    return lines


def pse(state: Hybrid, actor: Fighter) -> Plain:
    return strength_halves(actor) / 2  # hybrid.ruling.pse


def mse(state: Hybrid, actor: Fighter) -> Plain:
    return mind_halves(actor) / 2


def reaction_speed(state: Hybrid, actor: Fighter) -> Plain:
    return reaction(state, actor)


def walk(state: Hybrid, actor: Fighter) -> Plain:
    return rate_of(actor.pmv, "walk")


def jog(state: Hybrid, actor: Fighter) -> Plain:
    return rate_of(actor.pmv, "jog")


def run(state: Hybrid, actor: Fighter) -> Plain:
    return rate_of(actor.pmv, "run")


#: what follows from the sheet and stands in no field of it; a dash is `pmv`
WORKED_OUT: dict[str, Callable[[Hybrid, Fighter], Plain]] = {
    "pse": pse, "mse": mse, "reaction": reaction_speed, "walk": walk, "jog": jog, "run": run,
}  # fmt: skip


def rings(state: Hybrid, actor: Fighter) -> list[Ring]:
    """How far what is at hand reaches. hybrid.close.required, hybrid.tohit.missile"""
    found = [Ring("arm's length", 1.5, "hybrid.grapple.range")]
    for weapon in at_hand(actor):
        if weapon.way == "melee" and weapon.reach:
            found.append(Ring(weapon.name or weapon.key, weapon.reach + 1.5, "hybrid.close.required"))
        elif weapon.way != "melee":
            rule = "hybrid.tohit.mental-entity" if weapon.way == "mental" else "hybrid.tohit.missile"
            found.append(Ring(weapon.name or weapon.key, float(range_of(actor, weapon)), rule))
    return found


def thing_words(weapon: Weapon) -> str:
    wards = f", wards in {half_speed(weapon)}" if weapon.way == "melee" else ""
    count = f" x{weapon.left}" if weapon.left > 1 else ""
    return f"{weapon.name or weapon.key}{count} (speed {weapon.speed}{wards})"


def clock_words(state: Hybrid, actor: Fighter) -> str:
    """Which of the four states, and until when. hybrid.ruling.timeline"""
    under_way = action_of(state, actor.id)
    if not actor.able:
        return "out"
    if under_way is not None:
        return f"{describe_action(under_way)}, lands on {under_way.lands}"
    if actor.landed:
        return "rolls initiative"
    if actor.preset is not None:
        return f"responds on {actor.initiative}" if actor.preset.fired else f"holds a preset until {actor.wait_until}"
    if actor.initiative > state.count:
        return f"recovering until {actor.initiative}"
    if actor.wait_until > state.count:
        return f"waiting until {actor.wait_until}, ready since {actor.initiative}"
    return f"chooses now, ready since {actor.initiative}"
