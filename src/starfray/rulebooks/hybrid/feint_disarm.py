"""Feint and disarm: attacks on the mind and on the grip."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Refused, Table, somebody
from starfray.rulebooks.hybrid.attack import (
    add_manner,
    attacker_tally,
    defended_chance,
    plain_chance,
    regain_balance,
    say_degree,
)
from starfray.rulebooks.hybrid.attack_actions import MELEE, check_reach
from starfray.rulebooks.hybrid.attack_options import (
    ALL,
    WEAPON_SPEED,
    begin_with,
    check_seen,
    crowded,
    foes,
    foes_of,
    holds_off,
    out_of_range,
    striking_weapon,
    time_fields,
    unlock_flag,
    usable,
    weapon_field,
)
from starfray.rulebooks.hybrid.defence import Defence
from starfray.rulebooks.hybrid.derived import add_basis, perception_tally
from starfray.rulebooks.hybrid.initiative import go_off, triggers, waiting_for
from starfray.rulebooks.hybrid.perceiving import reveal
from starfray.rulebooks.hybrid.skill_check import chance_of, passed, roll_both, roll_margin, tell_opposed
from starfray.rulebooks.hybrid.skills import Use, rank_with, unlock
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, UnderWay, Weapon, drop, fighter, lose_action, weapon_of

BODILY_WAYS = ("melee", "missile", "thrown")
DISARM_DF = -4  # hybrid.attack.disarm
#: what a feint with a weapon is taken for, by whoever waits for it: hybrid.attack.feint.purpose
LOOKS_LIKE = {"melee": ("blow", "close"), "missile": ("shot",), "thrown": ("shot",)}


@dataclass(frozen=True, slots=True)
class Feint(Action):
    """Begin a deception with a weapon."""

    KIND: ClassVar[str] = "feint"
    weapon: str = ""
    points: int = 0
    rush: int = 0
    unlock: bool = False
    rank_points: int = ALL


def feint_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    weapons = usable(state, actor, BODILY_WAYS)
    return [weapon_field(state, actor, weapons, required=False), *time_fields(actor, weapons), unlock_flag()]


def feint(state: Hybrid, table: Table, action: Feint) -> None:
    """Takes weapon speed and is not an attack. hybrid.ruling.feint"""
    actor = fighter(state, action.actor)
    weapon = striking_weapon(state, actor, action.weapon, BODILY_WAYS)
    under_way = UnderWay(actor=actor.id, kind="feint", lands=0, weapon=weapon.key, unlock=action.unlock)
    begin_with(state, table, actor, under_way, weapon, action.points, action.rush, action.rank_points)


FEINT = ActionKind(Feint, feint, "hybrid.attack.feint.purpose", WEAPON_SPEED, group="attack", fields=feint_fields)


@dataclass(frozen=True, slots=True)
class Disarm(Action):
    KIND: ClassVar[str] = "disarm"
    target: str
    weapon: str = ""
    points: int = 0
    rush: int = 0
    unlock: bool = False
    rank_points: int = ALL


def disarm_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    weapons = usable(state, actor, MELEE)
    return [
        somebody("target", foes_of(state, actor)),
        weapon_field(state, actor, weapons, required=False),
        *time_fields(actor, weapons),
        unlock_flag(),
    ]


def disarm(state: Hybrid, table: Table, action: Disarm) -> None:
    """Takes weapon speed. hybrid.attack.disarm"""
    actor, target = fighter(state, action.actor), fighter(state, action.target)
    weapon = striking_weapon(state, actor, action.weapon, MELEE)
    check_seen(actor, target)
    if target is actor or target.fallen or held_weapon(target) is None:
        raise Refused("hybrid.attack.disarm", f"{target.id} has nothing in hand to lose", foes(state, actor))
    check_reach(state, actor, target, weapon)
    if crowded(state, actor, target, weapon):
        raise Refused(
            "hybrid.close.closed-upon",
            f"{actor.id} has been closed upon; the {weapon.name or weapon.key} is too long",
            ["draw", "blow club=yes", "stance retreat"],
        )
    under_way = UnderWay(actor=actor.id, kind="disarm", lands=0, target=target.id, weapon=weapon.key, unlock=action.unlock)
    begin_with(state, table, actor, under_way, weapon, action.points, action.rush, action.rank_points)


DISARM = ActionKind(Disarm, disarm, "hybrid.attack.disarm", WEAPON_SPEED, group="attack", fields=disarm_fields)


def held_weapon(actor: Fighter) -> Weapon | None:
    """The first weapon in hand; hands themselves cannot be dropped."""
    return next((weapon for weapon in actor.weapons if weapon.in_hand and not weapon.natural), None)


# --- landing ---------------------------------------------------------------------------------------------------
def deceive(state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay) -> None:
    """Everyone aware and within reach rolls perception minus the feint's SN. hybrid.attack.feint.save"""
    weapon = weapon_of(actor, under_way.weapon)
    reveal(table, actor)
    actor.fooled = []
    chance = plain_chance(state, table, actor, weapon, under_way)
    regain_balance(state, table, actor)
    sn = roll_margin(table, "hybrid.attack.feint.roll", actor.id, chance)
    table.emit("hybrid.attack.feint.purpose", actor.id, number=max(0, sn), note="convinces" if sn >= 0 else "convinces nobody")
    if sn < 0:
        return
    table.merge("hybrid.attack.feint.roll", sn)
    for place, other in enumerate(list(state.roster.values())):
        if other.side == actor.side or not other.able or not other.aware or out_of_range(state, actor, other, weapon):
            continue
        saves = chance_of(table, perception_tally(state, table, other))
        saves.add(-sn, "hybrid.oppose.sn")
        believes = not passed(table, "hybrid.attack.feint.save", other.id, saves)
        tell_opposed(table, actor.id, saves, sn)
        if believes:
            actor.fooled.append(other.id)
            table.emit("hybrid.ruling.feint", other.id, actor.id, note="is taken in")
            preset = waiting_for(other, actor)
            if preset is not None:
                table.enter((place, sn))
                if triggers(table, other, preset, actor, LOOKS_LIKE[weapon.way]):
                    go_off(state, table, other, actor)
                table.leave()
        table.merge("hybrid.attack.feint.save", (place, sn))


def strike_at_grip(state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay) -> None:
    """An attack minus the normal defence; then the weapon skill of the other, minus its SN, is the only answer."""
    target, weapon = state.roster[under_way.target], weapon_of(actor, under_way.weapon)
    theirs = held_weapon(target)
    away = out_of_range(state, actor, target, weapon) or holds_off(state, actor, target, weapon)
    if target.fallen or theirs is None or away:
        table.emit("hybrid.ruling.timeline", actor.id, target.id, note="there is nothing to strike from the hand")
        regain_balance(state, table, actor)
        return
    unseen = reveal(table, actor)
    bare = "hybrid.ruling.aware" if unseen else "hybrid.ruling.feint" if target.id in actor.fooled else ""
    df = attacker_tally(state, table, actor, under_way)
    add_basis(df, actor, weapon)
    df.add(DISARM_DF, "hybrid.attack.disarm")
    add_manner(state, table, df, actor, under_way, target)
    lifted = unlock(state, table, actor, rank_with(actor, weapon)) if under_way.unlock else []
    florentine = under_way.florentine
    use = Use(weapon.skill, ("disarm",), weapon=weapon, under_way=under_way, lifted=lifted, florentine=florentine)
    chance = defended_chance(state, table, actor, target, weapon, Defence(bare=bare), df, use)
    regain_balance(state, table, actor)
    sn, degree = roll_both(table, "hybrid.attack.disarm", actor.id, chance)
    say_degree(table, actor, target.id, degree)
    if sn < 0:
        return
    if not bare and target.able and target.aware and "all-out" not in target.stance:
        holding = plain_chance(state, table, target, theirs, against=actor)
        holding.add(-sn, "hybrid.oppose.sn")
        keeps = passed(table, "hybrid.ruling.disarm", target.id, holding)
        tell_opposed(table, actor.id, holding, sn)
        if keeps:
            table.emit("hybrid.ruling.disarm", target.id, actor.id, note="keeps hold of the weapon")
            return
    drop(state, target, theirs)
    lose_action(state, target.id, theirs.key)
    table.emit("hybrid.ruling.disarm", target.id, actor.id, note=f"drops the {theirs.name or theirs.key}")
