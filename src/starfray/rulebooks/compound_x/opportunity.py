"""Opportunity attacks: what provokes them, who is alert enough, and what one of them is."""

from __future__ import annotations

from starfray.engine.rules import Content, Option, Table, Tally, apart, known_distance
from starfray.rulebooks.compound_x.engagement import behind_barrier, engage, face, near
from starfray.rulebooks.compound_x.fire import actual_victim
from starfray.rulebooks.compound_x.interrupts import Declaration, Reaction, beside, come_out
from starfray.rulebooks.compound_x.melee import UNARMED, bayonet, blade_of, strike_at
from starfray.rulebooks.compound_x.miss_chance import line_of
from starfray.rulebooks.compound_x.state import (
    ADJACENT,
    Blade,
    CompoundX,
    Fighter,
    grapple_of,
    hostile,
    off_hand_fault,
    partner_of,
    unnoticed,
    usable_items,
)
from starfray.rulebooks.compound_x.stats import is_blind, why_not_use, why_unfit
from starfray.rulebooks.compound_x.volley import after_shots, one_shot, why_not_fire


def alert(state: CompoundX, actor: Fighter, mover: Fighter) -> bool:
    """Conscious, free, aware of the mover, not busy with somebody else's grip. cx.ruling.opportunity-alert"""
    if not actor.able or actor.reactions <= 0 or actor.stunned or actor.restrained or not hostile(actor, mover):
        return False
    hold = grapple_of(state, actor)
    held = hold is not None and (partner_of(state, actor) is not mover or hold.pinned == actor.id)
    return not held and not unnoticed(state, mover, actor)


def provoked(state: CompoundX, reactor: Fighter, what: Declaration) -> str:
    """The rule by which what is about to happen provokes this one; '' if it does not. cx.melee.provokes"""
    actor = what.actor
    if what.spared == reactor.id or behind_barrier(state, reactor.id, actor.id):  # cx.suppression.barrier
        return ""
    if what.kind == "leaves":  # once per reactor and Action: cx.ruling.opportunity-once
        rule = leaving(state, reactor, what, reactor.id in actor.engaged)
        return rule if rule and actor.id not in reactor.warded and alert(state, reactor, actor) else ""
    if not near(state, reactor, actor) or not alert(state, reactor, actor):
        return ""
    if what.kind == "attacks":
        metres = known_distance(state, actor, what.target) if what.target is not None else 2 * ADJACENT  # an area
        if metres is not None and metres > ADJACENT:
            return "cx.opportunity.shoot-away"
        return "" if what.gun is not None and what.gun.cqb else "cx.opportunity.noncqb"
    if what.kind == "strikes":
        return "cx.melee.provokes" if what.target is not None and not near(state, actor, what.target) else ""
    if what.kind == "throws":
        return "cx.ruling.opportunity-throw"
    return "cx.opportunity.skill" if what.limbs else ""


def leaving(state: CompoundX, actor: Fighter, what: Declaration, engaged: bool) -> str:
    """Out of a space within 1 m of an alert enemy, under one's own power. cx.ruling.opportunity-pass"""
    rule = "cx.opportunity.leave" if engaged else "cx.opportunity.pass"
    if actor.at is None or what.before is None or what.here is None:
        return rule if engaged and near(state, actor, what.actor) else ""
    if not beside(actor.at, what.before):
        return ""
    return rule if apart(actor.at, what.here) > apart(actor.at, what.before) + 1e-9 else ""


def arms(state: CompoundX, content: Content, actor: Fighter) -> list[str]:
    """A melee weapon, or a CQB gun in hand that could fire now; bare hands by a ruling only. cx.opportunity.weapons"""
    found = []
    for item in usable_items(actor) if not actor.hunkered else []:  # curled up one only fires blind: cx.stance.hunker
        if isinstance(item, Blade) and not item.delicate and not why_unfit(actor, item):
            found.append(item.key)
    for gun in actor.weapons:
        stabs = bayonet(content, gun) is not None and not actor.hunkered
        fires = gun.cqb and gun.semi and why_not_fire(gun) is None and why_not_use(content, actor, gun) is None
        if gun.in_hand and off_hand_fault(actor, gun) is None and (fires or stabs):
            found.append(gun.key)
    if state.ruling("opportunity-unarmed") == "yes" and not actor.hunkered:  # cx.ruling.opportunity-unarmed
        found.append(UNARMED)
    return found


def offer(state: CompoundX, table: Table, reactor: Fighter, what: Declaration) -> None:
    """A Reaction with one attack, before the act that provoked it; declining costs nothing. cx.opportunity.reaction

    cx.ruling.opportunity-attack
    """
    rule = provoked(state, reactor, what)
    if not rule:
        return
    target = what.actor
    weapons = arms(state, table.content, reactor)
    if what.kind == "leaves":
        reactor.warded.append(target.id)
    if not weapons:
        table.cite("cx.ruling.opportunity-unarmed")
        return
    options = [Option(key, rule="cx.opportunity.weapons") for key in weapons]
    options.append(Option("decline", "let it pass"))
    pick = table.choose(
        "cx.opportunity.reaction",
        reactor.id,
        options,
        f"{target.id} lays himself open. Attack?",
        weapons[0],
        facts={"reactions": reactor.reactions},
    )
    if pick == "decline":
        return
    reactor.reactions -= 1
    tally = Tally(table.explains)
    tally.add(reactor.reactions, "cx.reaction.limit", "Reactions left")
    table.emit(rule, reactor.id, target.id, tally=tally)
    engage(table, reactor, target)
    attack(state, table, reactor, target, pick)


OPPORTUNITY_ATTACK = Reaction(("leaves", "attacks", "strikes", "throws", "skill"), "engaged", offer)


def attack(state: CompoundX, table: Table, actor: Fighter, target: Fighter, weapon: str) -> None:
    """A blow, or a shot with a CQB gun: from the hip, unless it is aimed at the target already. cx.opportunity.cqb-hip"""
    gun = next((each for each in actor.weapons if each.key == weapon), None)
    if gun is None or not gun.cqb or not gun.semi or why_not_fire(gun) is not None:
        come_out(table, actor)
        strike_at(state, table, actor, target, blade_of(table.content, actor, weapon))
        return
    blind = is_blind(actor) or actor.hunkered  # blind fire only: cx.presumed.conditions, cx.stance.hunker
    aimed = actor.aim == target.id and not blind
    if not blind:
        come_out(table, actor)
    if not aimed and not blind:
        table.cite("cx.opportunity.cqb-hip")
    face(actor, target.at)
    victim = actual_victim(state, table, actor, target, gun, aimed=aimed, blind=blind)
    line = line_of(state, table.content, Tally(table.explains), actor, victim, gun, None, aimed=aimed, blind=blind)
    if line.miss is not None:
        gun.rounds -= 1
        one_shot(state, table, actor, victim, gun, line.miss, line.damage, lucky=True, stealthy=line.stealthy)
        after_shots(state, table, actor, victim, gun, dives=False)
