"""What the cards show of a spacecraft and of its crew."""

from __future__ import annotations

from starfray.engine.values import Line
from starfray.engine.vitals import worded
from starfray.rulebooks.icar.common.check import ability
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.common.vitals import craft_conditions, person_conditions
from starfray.rulebooks.icar.ground.cards import figure
from starfray.rulebooks.icar.space.crew import crewed, ship
from starfray.rulebooks.icar.space.role_options import OPTIONS, helps_of, stn_so_far


def describe(state: Icar, actor: Actor) -> list[Line]:
    return person_card(state, actor) if actor.craft is None else craft_card(state, actor)


def craft_card(state: Icar, actor: Actor) -> list[Line]:
    craft = ship(actor)
    shields = f"{craft.shields}/{craft.max_shields}" + (" (hit)" if craft.shield_hit else "")
    hull, guns = f"{craft.hull_damage}/{craft.hull} K", " ".join(f"{size}K" for size in craft.clusters) or "none"
    lines = [
        figure(actor, "shields", shields, "craft.shields", "icar.space.shield.count", "craft.max-shields"),
        figure(actor, "hull damage", hull, "craft.hull-damage", "icar.space.hull.accumulate", "craft.systems"),
        figure(actor, "clusters", guns, "craft.clusters", "icar.space.damage.clusters"),
    ]
    if crewed(state, actor.id):
        lines.append(figure(actor, "base STN", str(craft.base_stn), "craft.base-stn", "icar.space.stn.base"))
    else:
        lines.append(figure(actor, "gunner", str(actor.gunner), "gunner", "icar.space.enemy.ability"))
        lines.append(figure(actor, "STN", str(actor.stn), "stn", "icar.space.enemy.stn"))
    if actor.id == state.space.up:
        terms = " ".join(f"{term.amount:+d}" for term in state.space.stn)
        lines.append(Line("STN now", f"{stn_so_far(state)} = {terms}", "", "icar.space.stn.sum"))
    if craft.inoperable:
        lost = ", ".join(craft.inoperable)
        lines.append(figure(actor, "inoperable", lost, "craft.inoperable", "icar.space.system.limits"))
    if craft.hacked or craft.hack_coming:
        off = ", ".join([*craft.hacked, *(f"{key} next turn" for key in craft.hack_coming)])
        lines.append(figure(actor, "switched off", off, "craft.hacked", "icar.ruling.space-hack-effect"))
    words = worded(craft_conditions(actor, craft))
    if words:
        lines.append(Line("condition", words))
    return lines


def person_card(state: Icar, actor: Actor) -> list[Line]:
    lines = [Line("role", actor.role or "passenger", "role", "icar.space.roles.assign")]
    if actor.role and actor.aboard in state.roster:
        skill = next(option.skill for option in OPTIONS.values() if option.role == actor.role)
        lines.append(Line(skill.replace("-", " "), f"{ability(actor, skill)} + D10", f"skills.{skill}", "icar.check.core"))
    if actor.at_system:
        lines.append(Line("at", actor.at_system, "at-system", "icar.space.eng.travel"))
    if actor.cluster:
        lines.append(Line("cluster", str(actor.cluster), "cluster", "icar.ruling.gunner-cluster"))
    helps = helps_of(state, actor)
    if helps:
        words = f"{sum(term.amount for term in helps):+d} by " + ", ".join(term.by for term in helps)
        lines.append(Line("target number", words, "", "icar.space.stn.check"))
    condition = worded(person_conditions(actor))
    if condition:
        lines.append(Line("condition", condition))
    taken = state.space.acted.get(actor.id)
    if taken or actor.out:
        lines.append(Line("this turn", actor.out or str(taken)))
    return lines
