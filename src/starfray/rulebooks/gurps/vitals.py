"""How a fighter is: pools, conditions, up or down."""

from __future__ import annotations

from starfray.engine.vitals import BAD, DEAD, DOWN, GOOD, OUT, UP, Condition, Pool, Vitals, holding
from starfray.rulebooks.gurps.core import DOWN as LYING
from starfray.rulebooks.gurps.core import POSTURE_RULE
from starfray.rulebooks.gurps.state import Fighter, Gurps


def vitals(state: Gurps, actor: Fighter) -> Vitals:
    how, word = status(actor)
    found = [posture(actor)] if actor.posture != "standing" and not actor.inanimate else []
    found += [each for each in conditions(actor) if each.name not in (word, actor.out)]
    return Vitals(how, word, pools(actor), found)


def pools(actor: Fighter) -> list[Pool]:
    """gurps.core.pools, gurps.stun-points.total"""
    found = [Pool("hp", "HP", actor.hp, actor.max_hp)]
    if not actor.inanimate:
        found.append(Pool("fp", "FP", actor.fp, actor.max_fp))
    if actor.max_sp > 0:
        found.append(Pool("sp", "SP", actor.sp, actor.max_sp))
    return found


def status(actor: Fighter) -> tuple[str, str]:
    if actor.dead:
        return DEAD, "destroyed" if actor.inanimate else "dead"
    if actor.out:
        return OUT, actor.out
    for word, holds in (("mortally wounded", actor.mortal), ("unconscious", actor.unconscious),
                        ("incapacitated", actor.incapacitated), ("spellbound", actor.bound)):  # fmt: skip
        if holds:
            return DOWN, word
    return UP, ""


def posture(actor: Fighter) -> Condition:
    said = "falls" if actor.posture in LYING else ""
    return Condition(actor.posture, "", POSTURE_RULE[actor.posture], BAD, said=said, chosen=True)


def conditions(actor: Fighter) -> list[Condition]:
    found = holding(
        (actor.out, Condition(actor.out)),
        (actor.dead, Condition("dead", "", "gurps.hp.death", BAD)),
        (actor.mortal, Condition("mortally wounded", "", "gurps.injury.mortal", BAD)),
        (actor.unconscious, Condition("unconscious", "", "gurps.hp.collapse", BAD)),
        (actor.incapacitated, Condition("incapacitated", tone=BAD)),
        (actor.dazed, Condition("dazed", tone=BAD)),
        (actor.bound, Condition("spellbound", tone=BAD)),
        (actor.bleeding > 0, Condition("bleeding", "", "gurps.injury.bleeding", BAD)),
        (actor.committed, Condition("committed", "", "gurps.maneuver.committed-attack.defense")),
        (actor.charged, Condition("charging", "", "gurps.maneuver.move-and-attack")),
        (actor.guard_down > 0, Condition("guard down", tone=BAD, said="")),
        (actor.all_out_attack, Condition("no defence", "", "gurps.maneuver.all-out-attack.no-defense", BAD, said="")),
        (actor.off_balance > 0, Condition("off balance", tone=BAD)),
        (actor.stunned, Condition("stunned", f"({actor.stunned})", "gurps.injury.stunned", BAD)),
    )
    if actor.shock or actor.pain:
        amount = max(actor.shock, min(actor.pain, actor.pain_limit))
        found.append(Condition("shock", str(amount), "gurps.injury.shock", BAD, said=""))
    found += [Condition(f"{limb} crippled", tone=BAD, said=f"has a crippled {limb}") for limb in actor.crippled]
    found += [Condition(f"{limb} useless", tone=BAD, said=f"cannot use the {limb}") for limb in actor.useless]
    found += [Condition(mark, tone=BAD) for mark in actor.marks]
    return found + intentions(actor)


def intentions(actor: Fighter) -> list[Condition]:
    """What she is about: aim, wait, study, spells, guard."""
    found = []
    if actor.aim is not None:
        found.append(Condition("aims at", f"({actor.aim.seconds} s)", "gurps.maneuver.aim", GOOD, actor.aim.target))
    if actor.waiting is not None:
        found.append(Condition("waits", "", "gurps.maneuver.wait", GOOD))
    if actor.study is not None:
        found.append(Condition("studies", f"({actor.study.turns})", "gurps.maneuver.evaluate", GOOD, actor.study.target))
    if actor.thought is not None:
        found.append(Condition("concentrates", f"({actor.thought.seconds} s)", "gurps.maneuver.concentrate"))
    for feint in actor.feints:
        found.append(Condition("feinted:", f"{feint.lowers} -{feint.penalty}", "gurps.maneuver.feint", BAD, said=""))
    found += [Condition(each.spell) for each in actor.spells]
    if actor.guard:
        found.append(Condition("guards:", actor.guard, "gurps.maneuver.defensive-attack.guard", GOOD))
    if actor.riposte is not None:
        found.append(Condition("riposte", f"-{actor.riposte.penalty}", "gurps.option.riposte", GOOD))
    if actor.grabbed:
        found.append(Condition("grabbed", "", "gurps.ruling.grab", BAD))
    if actor.all_out_defense:
        found.append(Condition("all-out defense:", actor.all_out_defense, "gurps.maneuver.all-out-defense", GOOD))
    return found
