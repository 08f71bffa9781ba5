"""The firing Action: at whom, whether the shot goes astray in a melee or a grapple, and which kind of gun it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Refused, Table, distance, flag
from starfray.engine.values import Field, Option, Tally
from starfray.rulebooks.compound_x.dice import FAIL, banded, check, summed
from starfray.rulebooks.compound_x.engagement import can_be_hit, check_line, engage, face, near, opponents
from starfray.rulebooks.compound_x.fields import foe_field, gun_field
from starfray.rulebooks.compound_x.interrupts import Declaration, interrupts, show
from starfray.rulebooks.compound_x.miss_chance import line_of, prepare, sees, sight_in, why_not_sighted
from starfray.rulebooks.compound_x.special_weapons import fire_special
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Weapon, fighter, gun_of, partner_of, pay, spend_breath
from starfray.rulebooks.compound_x.stats import general_modifier, is_blind
from starfray.rulebooks.compound_x.volley import is_wide, loaded_gun, mode_of, modes_of, volley, why_not_fire

LUCK_DC = 50  # cx.intomelee.check


@dataclass(frozen=True, slots=True)
class Fire(Action):
    KIND: ClassVar[str] = "fire"
    target: str
    weapon: str = ""
    mode: str = "semi"
    blind: bool = False


def fire_refusal(state: CompoundX, actor: Fighter, content: Content) -> Refused | None:
    """A gun in hand. cx.actions.draw"""
    if not any(gun.in_hand for gun in actor.weapons):
        return Refused("cx.actions.draw", f"{actor.id} has no gun in hand", ["draw"])
    return None


def fire_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    modes = dict.fromkeys(mode for gun in actor.weapons if gun.in_hand for mode in modes_of(gun))
    blind = flag("blind", "round cover, without looking: +6")
    if actor.hunkered or is_blind(actor):
        blind = Field("blind", "choice", [Option("yes", "without looking: +6")])
    return [foe_field(state, actor), gun_field(actor), Field("mode", "choice", [Option(mode) for mode in modes]), blind]


def fire(state: CompoundX, table: Table, action: Fire) -> None:
    """One firing Action in semi, burst or automatic mode. The line is fixed when it begins. cx.order.shot"""
    actor = fighter(state, action.actor)
    target = fighter(state, action.target)
    check_line(state, actor, target, "shot at")
    distance(state, actor, target)
    gun = loaded_gun(table.content, actor, gun_of(actor, action.weapon))
    if action.mode not in modes_of(gun):
        raise Refused("cx.firerate.modes", f"the {gun.name} does not fire in mode {action.mode!r}", modes_of(gun))
    if actor.hunkered and not action.blind:
        raise Refused("cx.stance.hunker", f"{actor.id} is hunkered down", ["blind=yes", "unhunker"])
    if is_blind(actor) and not action.blind:
        raise Refused("cx.presumed.conditions", f"{actor.id} is blind", ["blind=yes"])
    aimed = actor.aim == target.id and not action.blind
    fault = why_not_sighted(state, table.content, actor, target, gun, aimed=aimed)
    if fault is not None:
        raise fault
    table.allowed()
    pay(actor, 1, breath=False)
    table.emit("cx.actions.fire-semi", actor.id, number=1)
    if near(state, actor, target):
        engage(table, actor, target)
    if not action.blind and not show(state, table, actor):
        return
    if interrupts(state, table, Declaration("attacks", actor, target=target, gun=gun)) and why_not_fire(gun) is None:
        shoot(state, table, actor, target, gun, action.mode, aimed=actor.aim == target.id, blind=action.blind)
    spend_breath(actor, 1)


def more_fire_hints(state: CompoundX, actor: Fighter) -> tuple[str, ...]:
    if not actor.hidden:
        return ()
    return ("cx.stealth.condition", "cx.stealth.orphan-note", "cx.ruling.stealth-orphan", "cx.ruling.stealth-aim")


FIRE = ActionKind(
    Fire, fire, "cx.ranged.attack-roll", 1, group="ranged", refusal=fire_refusal, fields=fire_fields,
    hint="Aim first, hunker last.",  # cx.hip.advice
    hints=("cx.hip.advice", "cx.flank.ranged", "cx.ranged.fire-anywhere", "cx.crit.when", "cx.ruling.crit-needs-hit",
           "cx.combatmod.scale", "cx.limits.order", "cx.ruling.floor-order", "cx.ruling.range-boundary"),
    more_hints=more_fire_hints,
)  # fmt: skip


def shoot(
    state: CompoundX, table: Table, actor: Fighter, target: Fighter, gun: Weapon, mode: str, *, aimed: bool, blind: bool
) -> None:
    """Whom it goes at, then the shots. Unaimed fire is hip fire. cx.ranged.hip-default"""
    if blind:
        table.cite("cx.blind.safe")
        if actor.hunkered:
            table.cite("cx.blind.hunkered")
    elif state.clouds and prepare(state, table.content, actor, target, gun, aimed=aimed, blind=False).reach is not None:
        blind = not sees(state, table, actor, target)  # out of range no die is drawn: cx.ruling.out-of-range
    table.merge("cx.order.shot", (actor.id, target.id, gun.key, mode, aimed, blind))
    sight_in(state, table.content, actor, target, gun, aimed=aimed and not blind)
    face(actor, target.at)
    victim = actual_victim(state, table, actor, target, gun, aimed=aimed and not blind, blind=blind)
    if victim is not target:
        table.emit("cx.ruling.redirected-shot", actor.id, victim.id)
    tally, listed = Tally(table.explains), mode_of(gun, mode)  # cx.ruling.blind-mode
    line = line_of(state, table.content, tally, actor, victim, gun, listed, aimed=aimed, blind=blind)
    bonus = sum(ability.held for ability in actor.abilities) if state.reacting else 0
    if bonus and line.miss is not None:
        line.damage += bonus  # cx.stealth.base-damage: classes and abilities raise it
    if gun.shape not in ("", "flame", "antimaterial"):
        fire_special(state, table, actor, victim, gun, line)
    else:
        volley(state, table, actor, victim, gun, mode, line)


# --- shots that may go astray ---------------------------------------------------------------------------------------
def actual_victim(
    state: CompoundX, table: Table, actor: Fighter, target: Fighter, gun: Weapon, *, aimed: bool, blind: bool = False
) -> Fighter:
    """A shot at a grapple or into a melee may go at somebody else who can be hit. cx.grapple.shot.single, cx.intomelee.check"""
    partner = partner_of(state, target)
    if partner is not None and partner is not actor and can_be_hit(state, actor, partner):
        return shot_at_grapple(state, table, actor, target, partner, gun, aimed=aimed, blind=blind)
    others = [each for each in opponents(state, target) if each not in (actor, partner) and can_be_hit(state, actor, each)]
    if not others:
        return target  # cx.ruling.cqb-own-melee: one's own melee is no obstacle
    if prepare(state, table.content, actor, target, gun, aimed=aimed, blind=blind).reach is None:
        return target  # cx.ruling.out-of-range: no die
    tally = Tally(table.explains)
    tally.add(general_modifier(actor.stats.luck), "cx.presumed.stat-check", "LUC")
    if aimed:
        tally.add(10, "cx.intomelee.aim")
    if table.roll("cx.intomelee.check", actor.id, check(tally.total, LUCK_DC), tally) != FAIL:  # cx.intomelee.no-crit
        table.emit("cx.intomelee.success", actor.id, target.id)
        return target
    place = table.roll("cx.ruling.intomelee-random", actor.id, summed(1, len(others), "whom it hits")) if len(others) > 1 else 1
    victim = others[place - 1]
    table.emit("cx.intomelee.failure", actor.id, victim.id)
    return victim  # with the same shot: cx.intomelee.proceed


def shot_at_grapple(
    state: CompoundX, table: Table, actor: Fighter, target: Fighter, partner: Fighter, gun: Weapon, *, aimed: bool, blind: bool
) -> Fighter:
    """50 % + mod(LUC) for the chosen one, from the second bracket on. cx.ruling.grapple-shot-roll"""
    if is_wide(gun):
        return target
    reach = prepare(state, table.content, actor, target, gun, aimed=aimed, blind=blind).reach
    always = state.ruling("grapple-shot-range") == "always"
    if reach is None or (reach.place == 0 and not always):
        table.cite("cx.grapple.shot.range")  # cx.ruling.grapple-shot-range
        return target
    tally = Tally(table.explains)
    tally.add(50, "cx.grapple.shot.single")
    tally.add(general_modifier(actor.stats.luck), "cx.ruling.grapple-shot-roll", "LUC")
    chance = min(100, max(0, tally.total))
    wide_of_it = table.roll("cx.grapple.shot.single", actor.id, banded(100, -chance, chance), tally) == 1
    return partner if wide_of_it else target
