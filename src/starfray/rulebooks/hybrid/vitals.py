"""How a fighter is: pools, conditions, up or down."""

from __future__ import annotations

from starfray.engine.vitals import BAD, DEAD, DOWN, GOOD, OUT, UP, Condition, Pool, Vitals, holding
from starfray.rulebooks.hybrid.derived import SHOCK_NAMES
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, are_closed, bound


def vitals(state: Hybrid, actor: Fighter) -> Vitals:
    how, word = status(actor)
    found = [each for each in conditions(state, actor) if each.name not in (word, actor.out, "out of the fight")]
    return Vitals(how, word, pools(actor), found)


def of(pool: str) -> str:
    """A pool as a sentence counts it."""
    return f"point of {pool}|points of {pool}"


def pools(actor: Fighter) -> list[Pool]:
    """hybrid.energy.pools; those of the mind where it is a weapon or has suffered."""
    found = [
        Pool("pbd", "body", actor.pbd, actor.max_pbd, noun=of("body")),
        Pool("pft", "fatigue", actor.pft, actor.max_pft, noun=of("fatigue")),
        Pool("pex", "exhaustion", actor.pex, actor.max_pex, noun=of("exhaustion")),
    ]
    fresh = (actor.mbd, actor.mft, actor.mex) == (actor.max_mbd, actor.max_mft, actor.max_mex)
    if not fresh or any(weapon.way == "mental" for weapon in actor.weapons):
        found.append(Pool("mbd", "mind", actor.mbd, actor.max_mbd, noun=of("mind")))
        found.append(Pool("mft", "mental fatigue", actor.mft, actor.max_mft, noun=of("mental fatigue")))
        found.append(Pool("mex", "mental exhaustion", actor.mex, actor.max_mex, noun=of("mental exhaustion")))
    return found


def status(actor: Fighter) -> tuple[str, str]:
    """hybrid.ruling.death, hybrid.shock.table"""
    if actor.pbd <= 0:
        return DEAD, "dead"
    if actor.out:
        return OUT, actor.out
    if actor.mbd <= 0:
        return DOWN, "catatonic"
    return (DOWN, "unconscious") if actor.unconscious else (UP, "")


def conditions(state: Hybrid, actor: Fighter) -> list[Condition]:
    found = holding(
        (actor.out, Condition(actor.out)),
        (actor.pbd <= 0, Condition("out of the fight", "", "hybrid.ruling.death", BAD)),
        (actor.mbd <= 0 < actor.pbd, Condition("catatonic", "", "hybrid.ruling.death", BAD)),
    )
    if actor.shock is not None:
        rolls = f"(recovery roll on {actor.shock.rolls})"
        found.append(Condition(SHOCK_NAMES[actor.shock.level], rolls, "hybrid.shock.table", BAD))
    if actor.bleeding:
        wounds = f"({len(actor.bleeding)}, next on {min(actor.bleeding)})"
        found.append(Condition("bleeding", wounds, "hybrid.bleeding.loss", BAD))
    found += holding(
        (actor.off_balance, Condition("off balance", str(actor.off_balance), "hybrid.defence.parry.off-balance", BAD)),
        (actor.prone, Condition("prone", "", "hybrid.defence.prone.down", BAD, chosen=True)),
    )
    found += [Condition(each, "", "hybrid.ruling.stance-duration") for each in actor.stance]
    for other in state.roster.values():
        if are_closed(state, actor, other):
            found.append(Condition("closed with", "", "hybrid.close.required", whom=other.id))
    for hold in state.holds:
        strength = f"({hold.strength})"
        if hold.held == actor.id:
            found.append(Condition("held by", strength, "hybrid.hold.start", BAD, hold.holder))
        if hold.holder == actor.id:
            found.append(Condition("holds", strength, "hybrid.hold.start", GOOD, hold.held))
    return found + holding(
        (actor.evading, Condition("evading", "", "hybrid.defence.evade", GOOD)),
        (actor.mind_evading, Condition("evading in mind", "", "hybrid.defence.evade", GOOD)),
        (not actor.aware, Condition("unaware", "", "hybrid.ruling.aware", BAD, said="")),
        (
            any(bound(state, actor, weapon) for weapon in actor.weapons),
            Condition("weapon bound", "", "hybrid.defence.parry.bound", BAD, said="has the weapon bound"),
        ),
        (actor.pex <= 0 or actor.mex <= 0, Condition("exhausted", "", "hybrid.energy.exhaustion.low", BAD)),
    )
