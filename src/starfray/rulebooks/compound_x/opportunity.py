"""Opportunity attacks: what provokes them, who is alert enough, and what one of them is."""

from __future__ import annotations

from starfray.engine.content import Content
from starfray.engine.scene import apart, known_distance
from starfray.engine.table import Table
from starfray.engine.values import Option, Tally
from starfray.rulebooks.compound_x.astray import actual_victim
from starfray.rulebooks.compound_x.engagement import engage, face, near
from starfray.rulebooks.compound_x.held import Happening
from starfray.rulebooks.compound_x.melee import UNARMED, bayonet, blade_of, strike_at
from starfray.rulebooks.compound_x.misschance import line_of
from starfray.rulebooks.compound_x.proficiency import why_not_use, why_unfit
from starfray.rulebooks.compound_x.shooting import after_shots, one_shot, why_not_fire
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
from starfray.rulebooks.compound_x.stats import is_blind


def alert(state: CompoundX, one: Fighter, mover: Fighter) -> bool:
    """Conscious, free, aware of the mover, not busy with somebody else's grip. cx.ruling.opportunity-alert"""
    if not one.able or one.reactions <= 0 or one.stunned or one.restrained or not hostile(one, mover):
        return False
    hold = grapple_of(state, one)
    held = hold is not None and (partner_of(state, one) is not mover or hold.pinned == one.id)
    return not held and not unnoticed(state, mover, one)


def provoked(state: CompoundX, one: Fighter, what: Happening) -> str:
    """The rule by which what is about to happen provokes this one; '' if it does not. cx.melee.provokes"""
    actor = what.actor
    engaged = one.id in actor.engaged
    if what.kind == "leaves":
        rule = leaving(state, one, what, engaged)
        return rule if rule and what.spared != one.id and actor.id not in one.warded and alert(state, one, actor) else ""
    if not engaged or what.spared == one.id or not near(state, one, actor) or not alert(state, one, actor):
        return ""
    if what.kind == "attacks":
        metres = known_distance(state, actor, what.target) if what.target is not None else None
        if metres is not None and metres > ADJACENT:
            return "cx.opportunity.shoot-away"
        return "" if what.gun is not None and what.gun.cqb else "cx.opportunity.noncqb"
    if what.kind == "strikes":
        return "cx.melee.provokes" if what.target is not None and not near(state, actor, what.target) else ""
    if what.kind == "throws":
        return "cx.ruling.opportunity-throw"
    return "cx.opportunity.skill" if what.limbs else ""


def leaving(state: CompoundX, one: Fighter, what: Happening, engaged: bool) -> str:
    """Out of a space within 1 m of an alert enemy, under one's own power. cx.ruling.opportunity-pass"""
    rule = "cx.opportunity.leave" if engaged else "cx.opportunity.pass"
    if one.at is None or what.before is None or what.here is None:
        return rule if engaged and near(state, one, what.actor) else ""
    if apart(one.at, what.before) > ADJACENT + 1e-9:
        return ""
    return rule if apart(one.at, what.here) > apart(one.at, what.before) + 1e-9 else ""


def arms(state: CompoundX, content: Content, one: Fighter) -> list[str]:
    """A melee weapon, or a CQB gun in hand that could fire now; bare hands by a ruling only. cx.opportunity.weapons"""
    found = []
    for item in usable_items(one):
        if isinstance(item, Blade) and not item.delicate and not why_unfit(one, item):
            found.append(item.key)
    for gun in one.weapons:
        fires = gun.cqb and gun.semi and why_not_fire(gun) is None and why_not_use(content, one, gun) is None
        if gun.in_hand and off_hand_fault(one, gun) is None and (fires or bayonet(content, gun) is not None):
            found.append(gun.key)
    if state.rulings.get("opportunity-unarmed", "no") == "yes":  # cx.ruling.opportunity-unarmed
        found.append(UNARMED)
    return found


def reasons(table: Table, one: Fighter, what: Happening) -> Tally:
    """Behind the one line of the log: what allows it, and the Reactions that are left."""
    tally = Tally(table.keeps)
    tally.add(one.reactions, "cx.reaction.limit", "Reactions left")
    tally.add(0, "cx.ruling.opportunity-alert", "alert")
    tally.add(0, "cx.ruling.opportunity-once", "once for this")
    tally.add(0, "cx.ruling.opportunity-attack", "one attack")
    if what.kind == "leaves":
        tally.add(0, "cx.ruling.opportunity-pass", "out of reach")
    return tally


def offer_opportunity(state: CompoundX, table: Table, one: Fighter, what: Happening, rule: str) -> None:
    """A Reaction, before the act that provoked it; declining costs nothing. cx.opportunity.reaction"""
    target = what.actor
    weapons = arms(state, table.content, one)
    if what.kind == "leaves":
        one.warded.append(target.id)  # once per reactor and Action: cx.ruling.opportunity-once
    if not weapons:
        table.emit("cx.ruling.opportunity-unarmed", one.id, target.id)
        return
    options = [Option(key, rule="cx.opportunity.weapons") for key in weapons]
    options.append(Option("decline", "let it pass"))
    pick = table.choose(
        "cx.opportunity.reaction",
        one.id,
        options,
        f"{target.id} lays himself open. Attack?",
        weapons[0],
        facts={"reactions": one.reactions},
    )
    if pick == "decline":
        return
    one.reactions -= 1
    table.emit(rule, one.id, target.id, tally=reasons(table, one, what))
    engage(table, one, target)
    gun = next((each for each in one.weapons if each.key == pick), None)
    if gun is None or not gun.cqb or not gun.semi or why_not_fire(gun) is not None:
        strike_at(state, table, one, target, blade_of(table.content, one, pick))
        return
    blind = is_blind(one)  # cx.presumed.conditions: blind fire only
    aimed = one.aim == target.id and not blind
    if not aimed and not blind:
        table.emit("cx.opportunity.cqb-hip", one.id, target.id)
    face(one, target.at)
    victim = actual_victim(state, table, one, target, gun, aimed=aimed, blind=blind)
    line = line_of(state, table, one, victim, gun, None, aimed=aimed, blind=blind)
    if line.miss is not None:
        gun.rounds -= 1
        one_shot(state, table, one, victim, gun, line.miss, line.damage, lucky=True, stealthy=line.stealthy)
        after_shots(state, table, one, victim, gun, dives=False)
