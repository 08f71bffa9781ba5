"""How a fighter is: pools, conditions, up or down."""

from __future__ import annotations

from starfray.engine.vitals import BAD, DEAD, DOWN, GOOD, OUT, TURN, UP, Condition, Pool, Vitals
from starfray.rulebooks.coriolis.state import Coriolis, Fighter

AP = 3  # coriolis.ap.pool


def vitals(state: Coriolis, actor: Fighter) -> Vitals:
    how, word = status(actor)
    found = [*conditions(actor), *wounds(actor)]
    return Vitals(how, word, pools(actor), [each for each in found if each.name not in (word, actor.out)])


def pools(actor: Fighter) -> list[Pool]:
    health = Pool("hp", "HP", actor.hp, actor.max_hp)
    if not actor.person:
        return [health]
    return [health, Pool("mp", "MP", actor.mp, actor.max_mp), Pool("ap", "AP", actor.ap, AP, TURN)]


def status(actor: Fighter) -> tuple[str, str]:
    """coriolis.broken, coriolis.state.crit-dying, coriolis.ruling.stress.zero, coriolis.ruling.crit.unconscious"""
    if actor.dead:
        return DEAD, "dead"
    if actor.out:
        return OUT, actor.out
    if not actor.person:
        return (UP, "") if actor.hp > 0 else (DOWN, "wrecked")
    if actor.dying and actor.broken:
        return DOWN, "dying"
    if actor.broken:
        return DOWN, "Broken"
    if actor.mp <= 0:
        return DOWN, "broken by stress"
    return (DOWN, "unconscious") if actor.unconscious else (UP, "")


def wounds(actor: Fighter) -> list[Condition]:
    """Critical injuries; the card has a line of its own for them. They are told when they happen."""
    return [Condition(injury.name.lower(), "", "coriolis.state.four", BAD, said="") for injury in actor.injuries]


def conditions(actor: Fighter) -> list[Condition]:
    breakdown = f"({actor.breakdown})" if actor.breakdown else ""
    found = (  # made only where it holds: cards of a hundred people ask for it at every act
        actor.out and Condition(actor.out),
        actor.dead and Condition("dead", tone=BAD),
        actor.broken and not actor.dead and Condition("Broken", "", "coriolis.broken", BAD),
        actor.mp <= 0 and Condition("broken by stress", breakdown, "coriolis.ruling.stress.zero", BAD),
        actor.unconscious and Condition("unconscious", f"{actor.unconscious} h", "coriolis.ruling.crit.unconscious", BAD),
        actor.stunned and Condition("stunned", "", "coriolis.ruling.crit.stunned", BAD),
        actor.prone and Condition("prone", "", "coriolis.action.go-prone", BAD),
        actor.cover and Condition("in cover", str(actor.cover), "coriolis.cover.table", GOOD),
        actor.overwatch is not None and Condition("on overwatch", "", "coriolis.action.overwatch", GOOD),
        actor.grapples and Condition("holds", "", "coriolis.melee.bonus.grapple", GOOD, actor.grapples),
        actor.grappled_by and Condition("pinned by", "", "coriolis.grapple.victim-no-actions", BAD, actor.grappled_by),
        actor.burning and Condition("burning", str(actor.burning), "", BAD),
        actor.aboard and Condition("drives" if actor.drives else "aboard", whom=actor.aboard),
        not actor.aware and Condition("unaware", "", "coriolis.surprise", BAD, said=""),
        actor.dying and not actor.dead and Condition("dying", "", "coriolis.state.crit-dying", BAD),
    )
    return [each for each in found if isinstance(each, Condition)]
