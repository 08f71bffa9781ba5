"""The card of a fighter: pools, where on the clock, what is in hand, conditions."""

from __future__ import annotations

from starfray.engine.values import Line, Ring
from starfray.rulebooks.hybrid.clock import rate_of
from starfray.rulebooks.hybrid.figures import SHOCK_NAMES, half_speed, range_of, strength_halves
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, Weapon, action_of, are_closed, at_hand, bound
from starfray.rulebooks.hybrid.turn import describe_action


def describe(state: Hybrid, one: Fighter) -> list[Line]:
    assumed = set(one.assumed)
    lines = [
        Line("PBD", f"{one.pbd}/{one.max_pbd}", "pbd", "hybrid.damage.order", "pbd" in assumed),
        Line("PFT", f"{one.pft}/{one.max_pft}", "pft", "hybrid.energy.pools", "pft" in assumed),
        Line("PEX", f"{one.pex}/{one.max_pex}", "pex", "hybrid.energy.pools", "pex" in assumed),
        Line("defence", f"PDF {one.pdf} MDF {one.mdf}", "pdf", "hybrid.defence.normal", "pdf" in assumed),
        Line("clock", clock_words(state, one), "initiative", "hybrid.ruling.timeline"),
    ]
    fresh = (one.mbd, one.mft, one.mex) == (one.max_mbd, one.max_mft, one.max_mex)
    if any(each.way == "mental" for each in one.weapons) or not fresh:
        mind = f"MBD {one.mbd}/{one.max_mbd} MFT {one.mft}/{one.max_mft} MEX {one.mex}/{one.max_mex}"
        lines.append(Line("mind", mind, "mbd", "hybrid.energy.pools", "mbd" in assumed or "mft" in assumed))
    held = [thing_words(each) for each in at_hand(one)]
    lines.append(Line("in hand", ", ".join(held) or "nothing", "weapons", "hybrid.draw.time"))
    lines.append(Line("PSE", f"{strength_halves(one) / 2:g}", "", "hybrid.ruling.pse"))
    if one.pace != "none":
        lines.append(Line("moves", f"{one.pace}, {rate_of(one.pmv, one.pace):.1f} m/s", "pace", "hybrid.move.rates"))
    if one.armour:
        lines.append(Line("armour", ", ".join(each.name or each.key for each in one.armour), "armour", "hybrid.ruling.armour"))
    words = conditions(state, one)
    if words:
        lines.append(Line("condition", ", ".join(words)))
    return lines


def rings(state: Hybrid, one: Fighter) -> list[Ring]:
    """How far what is at hand reaches. hybrid.close.required, hybrid.tohit.missile"""
    found = [Ring("arm's length", 1.5, "hybrid.grapple.range")]
    for each in at_hand(one):
        if each.way == "melee" and each.reach:
            found.append(Ring(each.name or each.key, each.reach + 1.5, "hybrid.close.required"))
        elif each.way != "melee":
            rule = "hybrid.tohit.mental-entity" if each.way == "mental" else "hybrid.tohit.missile"
            found.append(Ring(each.name or each.key, float(range_of(one, each)), rule))
    return found


def thing_words(weapon: Weapon) -> str:
    wards = f", wards in {half_speed(weapon)}" if weapon.way == "melee" else ""
    count = f" x{weapon.left}" if weapon.left > 1 else ""
    return f"{weapon.name or weapon.key}{count} (speed {weapon.speed}{wards})"


def clock_words(state: Hybrid, one: Fighter) -> str:
    """Which of the four states, and until when. hybrid.ruling.timeline"""
    mine = action_of(state, one.id)
    if not one.able:
        return "out"
    if mine is not None:
        return f"{describe_action(mine)}, lands on {mine.lands}"
    if one.landed:
        return "rolls initiative"
    if one.preset is not None:
        return f"responds on {one.initiative}" if one.preset.fired else f"holds a preset until {one.wait_until}"
    if one.initiative > state.count:
        return f"recovering until {one.initiative}"
    if one.wait_until > state.count:
        return f"waiting until {one.wait_until}, ready since {one.initiative}"
    return f"chooses now, ready since {one.initiative}"


def conditions(state: Hybrid, one: Fighter) -> list[str]:
    words = []
    if one.out:
        words.append(one.out)
    if one.pbd <= 0 or one.mbd <= 0:
        words.append("out of the fight" if one.pbd <= 0 else "catatonic")
    if one.shock is not None:
        words.append(f"{SHOCK_NAMES[one.shock.level]}, recovery roll on {one.shock.rolls}")
    if one.bleeding:
        words.append(f"bleeding ({len(one.bleeding)}), next on {min(one.bleeding)}")
    if one.off_balance:
        words.append(f"off balance {one.off_balance}")
    if one.prone:
        words.append("prone")
    words += one.stance
    words += [f"closed with {each.id}" for each in state.roster.values() if are_closed(state, one, each)]
    words += [f"held by {each.holder} ({each.strength})" for each in state.holds if each.held == one.id]
    words += [f"holds {each.held} ({each.strength})" for each in state.holds if each.holder == one.id]
    if one.evading:
        words.append("evading")
    if one.mind_evading:
        words.append("evading in mind")
    if not one.aware:
        words.append("unaware")
    if any(bound(state, one, each) for each in one.weapons):
        words.append("weapon bound")
    if one.pex <= 0 or one.mex <= 0:
        words.append("exhausted")
    return words
