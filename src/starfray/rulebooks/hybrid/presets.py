"""Presets: an action held ready for a trigger, begun as soon as its holder's count comes. hybrid.ruling.preset-in-play"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, Action, ActionKind, Content, Field, Refused, Table, flag, one_of, somebody, something
from starfray.engine.tables.dry_run import refusal
from starfray.rulebooks.hybrid.attack_actions import MELEE, RANGED, Blow, Mind, Shoot
from starfray.rulebooks.hybrid.attack_options import can_draw, drawable, foes_of, usable
from starfray.rulebooks.hybrid.clock import choice_count, reach, tick
from starfray.rulebooks.hybrid.closing import Close
from starfray.rulebooks.hybrid.energy import exert
from starfray.rulebooks.hybrid.hands import Draw
from starfray.rulebooks.hybrid.manoeuvres import Dodge, Drop, has_moved
from starfray.rulebooks.hybrid.state import RESPONSES, TRIGGERS, Fighter, Hybrid, Preset, fighter

LONGEST_HOLD = 200  # counts a form offers
AIMED = ("blow", "shoot", "mind", "close")  # responses at somebody
MOST_POINTS = 20  # speed points a response may be allowed


@dataclass(frozen=True, slots=True)
class SetPreset(Action):
    """Hold a response ready for a trigger, at most until a count. A weapon that is not in hand is drawn for it (`fast`: by a
    roll); `points`: so many speed points are spent on it, as far as there are any by then.
    """

    KIND: ClassVar[str] = "preset"
    trigger: str
    response: str
    until: int
    of: str = ""
    target: str = ""
    weapon: str = ""
    words: str = ""
    fast: bool = False
    points: int = 0


def preset_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    people = foes_of(state, actor)
    friends = [other for other in state.roster.values() if other.side == actor.side and other is not actor and other.able]
    of, target = somebody("of", [*people, *friends], required=False), somebody("target", people, required=False)
    of.label, target.hint = "set off by", "whoever sets it off, if nobody is named"
    return [
        one_of("trigger", TRIGGERS),
        one_of("response", RESPONSES),
        Field(
            "until",
            "number",
            label="until count",
            low=state.count + 1,
            high=state.count + LONGEST_HOLD,
            hint="given up on that count",
        ),
        of,
        target,
        something("weapon", actor.weapons, required=False),
        flag("fast", "draw the weapon by a roll"),
        Field(
            "points", "number", high=MOST_POINTS, required=False, default="0", label="speed points", unit="counts", main=False
        ),
        Field("words", "text", required=False, hint="the trigger in words, for the GM"),
    ]


def set_preset(state: Hybrid, table: Table, action: SetPreset) -> None:
    """An action of no counts; the holder is not ready meanwhile. hybrid.ruling.preset-in-play"""
    actor = fighter(state, action.actor)
    if action.trigger not in TRIGGERS:
        raise Refused("hybrid.initiative.preset.definition", f"{action.trigger!r} is no trigger", TRIGGERS)
    if action.response not in RESPONSES:
        raise Refused("hybrid.initiative.preset.definition", f"{action.response!r} is no response", RESPONSES)
    if action.until <= state.count:
        reason = f"it is count {state.count}; hold it until a later one"
        raise Refused("hybrid.ruling.preset-in-play", reason, [f"{state.count + 1} or more"])
    check_people(state, actor, action)
    check_response(actor, action)
    table.allowed()
    actor.preset = Preset(
        trigger=action.trigger,
        of=action.of,
        response=action.response,
        target=action.target,
        weapon=action.weapon or to_be_drawn(state, actor, action.response),
        fast=action.fast,
        points=action.points,
        words=action.words,
        since=state.count,
    )
    actor.wait_until = action.until
    actor.resting = -1
    note = f"{action.response} on {action.words or action.trigger}"
    table.emit("hybrid.ruling.preset-in-play", actor.id, number=action.until, only=actor.side or GM, note=note)


def check_people(state: Hybrid, actor: Fighter, action: SetPreset) -> None:
    """A friend's act may be the sign, but it is not the friend who is struck. hybrid.initiative.preset.definition"""
    rule = "hybrid.initiative.preset.definition"
    if action.target:
        fighter(state, action.target)
    if not action.of:
        return
    sign = fighter(state, action.of)
    if sign is actor:
        raise Refused(rule, "nobody waits for oneself", [f"of={foe.id}" for foe in foes_of(state, actor)])
    if sign.side == actor.side and not action.target and action.response in AIMED:
        raise Refused(
            rule, f"{sign.id} gives the sign; name whom to strike", [f"target={foe.id}" for foe in foes_of(state, actor)]
        )


def to_be_drawn(state: Hybrid, actor: Fighter, response: str) -> str:
    """Where no weapon is named and none at hand will do: the first that can be drawn for it."""
    ways = {"blow": MELEE, "shoot": RANGED}.get(response, ())
    if not ways or usable(state, actor, ways):
        return ""
    return next((weapon.key for weapon in drawable(actor) if weapon.way in ways and not weapon.shield), "")


def check_response(actor: Fighter, action: SetPreset) -> None:
    """What is done with which weapon. hybrid.initiative.preset.definition"""
    rule = "hybrid.initiative.preset.definition"
    weapon = next((weapon for weapon in actor.weapons if weapon.key == action.weapon), None)
    if action.weapon and weapon is None:
        raise Refused(rule, f"{actor.id} has no {action.weapon!r}", [weapon.key for weapon in actor.weapons])
    to_draw = weapon is not None and can_draw(actor, weapon)
    if action.response == "draw" and not to_draw:
        raise Refused("hybrid.draw.time", f"there is no drawing {action.weapon!r}", [weapon.key for weapon in drawable(actor)])
    if action.fast and not (to_draw and action.response in ("draw", "blow", "shoot")):
        raise Refused("hybrid.draw.fast", "there is nothing to draw fast", ["fast=no"])
    if not 0 <= action.points <= MOST_POINTS or (action.points and action.response in ("dodge", "drop")):
        raise Refused("hybrid.action.speed-points", f"{action.response} with {action.points} speed points", ["points=0"])


PRESET = ActionKind(SetPreset, set_preset, "hybrid.initiative.preset.definition", refusal=has_moved, fields=preset_fields)


@dataclass(frozen=True, slots=True)
class GiveUp(Action):
    """Give up a preset and choose."""

    KIND: ClassVar[str] = "give-up"


def no_preset(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    if actor.preset is None or actor.preset.fired:
        return Refused("hybrid.ruling.preset-in-play", f"{actor.id} holds no preset", ["wait"])
    if actor.preset.since == state.count:
        return Refused("hybrid.ruling.preset-in-play", "it is given up on a later count, not at once", ["wait"])
    return None


def give_up(state: Hybrid, table: Table, action: GiveUp) -> None:
    """On any later count the holder may drop it and choose. hybrid.ruling.preset-in-play"""
    table.allowed()
    actor = fighter(state, action.actor)
    actor.preset = None
    actor.wait_until = 0
    actor.initiative = max(actor.initiative, state.count)
    table.emit("hybrid.ruling.preset-in-play", actor.id, number=state.count, note="given up", only=actor.side or GM)


GIVE_UP = ActionKind(GiveUp, give_up, "hybrid.ruling.preset-in-play", refusal=no_preset)


# --- holding it ------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class HoldPreset(Action):
    """Holding a preset has its price."""

    KIND: ClassVar[str] = "hold-preset"
    who: str


def next_price(actor: Fighter, preset: Preset) -> int:
    """The count on which ceil(held / MST) - 1 grows by one, while the preset is held. hybrid.ruling.preset-hold"""
    return preset.since + (preset.paid + 1) * max(1, actor.stats.mst) + 1


def hold_preset(state: Hybrid, table: Table, action: HoldPreset) -> None:
    """Longer than MST counts cost MFT. hybrid.initiative.preset.hold"""
    actor = state.roster[action.who]
    preset = actor.preset
    assert preset is not None
    reach(state, table, next_price(actor, preset))  # it may be held no longer than to this very count
    preset.paid += 1
    table.emit("hybrid.initiative.preset.hold", actor.id, number=1, only=actor.side or GM)
    table.emit("hybrid.ruling.preset-hold", actor.id, number=state.count - preset.since, only=actor.side or GM)
    exert(table, actor, 1, mind=True)


# --- the response ----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Respond(Action):
    """The response of a preset that has gone off begins."""

    KIND: ClassVar[str] = "respond"
    who: str


def respond(state: Hybrid, table: Table, action: Respond) -> None:
    """The response is begun like any action of its kind; what the rules refuse by now has become impossible."""
    actor = state.roster[action.who]
    preset = actor.preset
    assert preset is not None
    tick(state, table, actor.id, choice_count(state, actor) or state.count)
    actor.preset = None
    response = response_of(actor, preset)
    if refusal(table.book, state, response) is None:
        table.book.play(state, table, response)
    else:
        table.emit("hybrid.ruling.preset-in-play", actor.id, number=state.count, note="the response has become impossible")


def response_of(actor: Fighter, preset: Preset) -> Action:
    """With what speed points there are; a weapon that was named and is not in hand comes to hand with it."""
    points = min(preset.points, actor.speed_points)
    draw = any(weapon.key == preset.weapon and can_draw(actor, weapon) for weapon in actor.weapons)
    fast = draw and preset.fast
    if preset.response == "blow":
        return Blow(actor.id, preset.target, preset.weapon, points=points, draw=draw, fast=fast)
    if preset.response == "shoot":
        return Shoot(actor.id, preset.target, preset.weapon, points=points, draw=draw, fast=fast)
    if preset.response == "mind":
        return Mind(actor.id, preset.target, preset.weapon, points=points)
    if preset.response == "draw":
        return Draw(actor.id, preset.weapon, points, fast)
    if preset.response == "close":
        return Close(actor.id, preset.target, points)
    return Dodge(actor.id) if preset.response == "dodge" else Drop(actor.id)


STEPS = (ActionKind(HoldPreset, hold_preset), ActionKind(Respond, respond))
