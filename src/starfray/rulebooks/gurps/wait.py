"""Wait: naming the trigger and what follows it. Who cuts in then stands in interrupts.py."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, ClassVar

from starfray.engine.rules import Action, ActionKind, Between, Content, Field, Option, Refused, Table, one_of, somebody
from starfray.rulebooks.gurps import form_fields
from starfray.rulebooks.gurps.attack_maneuvers import (
    check_fooled,
    check_lowers,
    check_option,
    find_weapon,
    held_attack,
    lowers,
    mighty,
    several_fields,
    swing_of,
    trick_fields,
)
from starfray.rulebooks.gurps.attack_skill import check_options, check_shots
from starfray.rulebooks.gurps.form_fields import more
from starfray.rulebooks.gurps.interrupts import check_trigger, interrupts
from starfray.rulebooks.gurps.locations import check_location
from starfray.rulebooks.gurps.ready import Ready, ready_fault
from starfray.rulebooks.gurps.state import AFTER_WAIT, ALL_OUT, TRIGGERS, Fighter, Gurps, Waiting, fighter
from starfray.rulebooks.gurps.turn import begin_maneuver, others_first
from starfray.rulebooks.gurps.weapons import weapon_of


@dataclass(frozen=True, slots=True)
class Wait(Action):
    """Hold until the trigger, then attack or feint at `target`, else at whoever sets it off, or make something ready. The
    Attack has all its options.
    """

    KIND: ClassVar[str] = "wait"
    trigger: str
    watching: str = ""
    ally: str = ""
    yards: float = -1.0
    text: str = ""
    maneuver: str = "attack"
    option: str = ""
    weapon: str = ""
    location: str = ""
    chink: bool = False
    shots: int = 1
    lowers: str = "defence"
    target: str = ""
    deceptive: Annotated[int, Between(0)] = 0
    telegraphic: bool = False
    mighty: bool = False
    rapid: bool = False
    dual: bool = False
    flurry: bool = False
    second: str = ""
    second_weapon: str = ""
    strikes: str = ""
    disarm: bool = False


def wait(state: Gurps, table: Table, action: Wait) -> None:
    """Name the trigger and what follows it. gurps.maneuver.wait"""
    actor = state.roster[action.actor]
    check_trigger(state, action.trigger, action.yards, action.text, action.ally, action.watching)
    waiting = Waiting(**{each.name: getattr(action, each.name) for each in fields(Waiting)})
    check_held(state, actor, waiting)
    table.allowed()
    if not begin_maneuver(state, table, actor, aim=False):
        return
    if others_first(state, table, actor):
        actor.waiting = waiting
        table.emit("gurps.maneuver.wait", actor.id, action.watching, note=action.text or action.trigger)


def check_held(state: Gurps, actor: Fighter, held: Waiting) -> None:
    """What is wrong with the maneuver already now, whoever sets it off. gurps.ruling.wait-list"""
    if held.maneuver not in AFTER_WAIT:
        raise Refused("gurps.ruling.wait-list", f"{held.maneuver!r} cannot follow a Wait", AFTER_WAIT)
    if held.maneuver == "ready":
        fault = ready_fault(state, actor, Ready(actor.id, held.weapon))
        if fault is not None:
            raise fault
        return
    target = fighter(state, held.target) if held.target else None
    weapon = find_weapon(actor, held.weapon)
    check_location(target, weapon, held.location, held.chink)
    check_shots(weapon, held.shots)
    check_lowers(held.lowers)
    if held.trigger == "reach" and not weapon.melee:
        raise Refused("gurps.maneuver.wait", f"the {weapon.name} has no reach", ["distance"])
    if held.maneuver == "feint" and not weapon.melee:
        raise Refused("gurps.maneuver.feint", f"the {weapon.name} is no melee weapon", ["attack"])
    if target is not None and "feint" in (held.maneuver, held.option):
        check_fooled(target)
    if held.maneuver == "all-out-attack":
        check_option(weapon, held.option)
    elif held.option not in ("", *ALL_OUT):
        raise Refused("gurps.maneuver.all-out-attack", f"{held.option!r} is no option", ALL_OUT)
    if held.maneuver == "feint":
        return
    swing = swing_of(actor, held_attack(actor, held, held.target, (), -1.0))
    swing.maneuver, swing.option, swing.mighty = held.maneuver, held.option, held.mighty
    check_options(actor, swing)
    if held.second:
        fighter(state, held.second)
    if held.strikes and not any(each.key == held.strikes for other in state.roster.values() for each in other.weapons):
        raise Refused("gurps.location.weapon", f"nobody holds a {held.strikes!r}", [])


def wait_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    first, weapons = weapon_of(actor, ""), form_fields.weapons_of(actor)
    items = [*weapons, *(each for each in actor.weapons if all(each is not weapon for weapon in weapons))]
    allies = [each for each in state.roster.values() if each.side == actor.side and each.conscious]
    words = Field("text", "text", [Option("a sign")], required=False, label="what she waits for", main=True)
    near = [Option(str(yards)) for yards in (5, 10, 20)]
    return [
        one_of("trigger", TRIGGERS, default="reach" if first is not None and first.melee else "attacks"),
        somebody("watching", form_fields.foes_of(state, actor), required=False),
        more(somebody("target", form_fields.foes_of(state, actor), required=False), "at whom, if not at that one", main=True),
        more(somebody("ally", allies, required=False), main=True),
        Field("yards", "number", near, 1, 100, required=False, label="within so many yards", unit="yards", main=True), words,
        more(one_of("maneuver", AFTER_WAIT, required=False, default="attack"), main=True), form_fields.weapon(actor, items),
        more(one_of("option", ALL_OUT, required=False), "option of the All-Out Attack"),
        *form_fields.shots(weapons), lowers(), *trick_fields(state, actor, weapons), mighty(), *several_fields(state, actor),
    ]  # fmt: skip


WAIT = ActionKind(Wait, wait, "gurps.maneuver.wait", cost_words="the turn", group="attack", fields=wait_fields)


@dataclass(frozen=True, slots=True)
class Signal(Action):
    """Free: the sign that friends wait for."""

    KIND: ClassVar[str] = "signal"


def signal(state: Gurps, table: Table, action: Signal) -> None:
    """Free, and whoever waits for it may act. gurps.maneuver.wait"""
    actor = state.roster[action.actor]
    table.allowed()
    table.emit("gurps.maneuver.wait", actor.id, note="gives a sign")
    interrupts(state, table, actor, "sign")


def signal_refusal(state: Gurps, actor: Fighter, content: Content) -> Refused | None:
    friends = [each.waiting for each in state.roster.values() if each.side == actor.side and each is not actor]
    if any(held is not None and held.trigger == "sign" and held.ally in ("", actor.id) for held in friends):
        return None
    return Refused("gurps.maneuver.wait", f"nobody waits for a sign from {actor.id}", ["wait"])


SIGNAL = ActionKind(
    Signal, signal, "gurps.maneuver.wait", cost_words="free", group="attack", refusal=signal_refusal,
)  # fmt: skip
