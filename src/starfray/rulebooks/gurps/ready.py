"""Ready and postures: what is in hand, and how one stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from starfray.engine.rules import (
    Action,
    ActionKind,
    Between,
    Content,
    Field,
    Option,
    Point,
    Refused,
    Table,
    apart,
    known_distance,
    one_of,
    something,
)
from starfray.engine.walls import wall_between
from starfray.rulebooks.gurps import form_fields
from starfray.rulebooks.gurps.core import DOWN, POSTURES, STEP, step_of
from starfray.rulebooks.gurps.form_fields import more
from starfray.rulebooks.gurps.interrupts import HELD, Path, check_goal, check_way, go
from starfray.rulebooks.gurps.state import Fighter, Gurps, Waiting, Weapon, fighter
from starfray.rulebooks.gurps.turn import begin_maneuver, others_first
from starfray.rulebooks.gurps.weapons import (
    bodily,
    drop,
    free_hands,
    hand_for,
    hand_over,
    hand_works,
    hands_of,
    held,
    leg_works,
    things,
    uses,
)


@dataclass(frozen=True, slots=True)
class Ready(Action):
    """Draw, pick up, turn the right way, reload; 'shield' for a shield that was knocked aside. `reach` holds a weapon that
    adjusts for another reach; `of` names whose the thing was that lies there; a step first, by `path` or `target` and `yards`.
    """

    KIND: ClassVar[str] = "ready"
    item: str
    hand: str = ""
    reach: Annotated[int, Between(0)] = -1
    of: str = ""
    path: tuple[Point, ...] = ()
    target: str = ""
    yards: float = -1.0


def ready(state: Gurps, table: Table, action: Ready) -> None:
    """A step; draw, pick up, turn the right way, reload, adjust the reach. gurps.maneuver.ready"""
    actor = state.roster[action.actor]
    check_goal(action.target, action.yards, "gurps.maneuver.ready")
    check_way(state, actor, action.path, action.target, action.yards, step_of(actor), "gurps.maneuver.ready")
    if action.of:
        fighter(state, action.of)
    fault = ready_fault(state, actor, action)
    if fault is not None:
        raise fault
    table.allowed()
    if not begin_maneuver(state, table, actor) or not others_first(state, table, actor):
        return
    if go(state, table, actor, action.path, action.target, action.yards) and still_there(state, actor, action):
        make_ready(state, table, actor, action)


def ready_fault(state: Gurps, actor: Fighter, action: Ready) -> Refused | None:
    """Why there is nothing to make ready about it, or no hand for it; None if it can be done."""
    item, hand = action.item, action.hand
    rule = "gurps.maneuver.ready"
    if hand not in ("", "right", "left"):
        return Refused(rule, f"{hand!r} is no hand", ["right", "left"])
    if item == "shield":
        return shield_fault(state, actor, action)
    owner, weapon = find_thing(state, actor, action)
    if weapon is None or weapon.broken:
        keys = [each.key for each in actor.weapons if not each.broken] + [each.key for _, each in lying(state, actor)]
        return Refused(rule, f"{actor.id} has no {item!r} to make ready", keys)
    if action.reach >= 0:
        return reach_fault(weapon, action.reach)
    if (weapon.hand or bodily(weapon)) and not weapon.unready and weapon.shots >= weapon.magazine:
        return Refused(rule, f"the {weapon.name} is ready", [])
    if not within_grasp(state, actor, owner, weapon, action.path[-1] if action.path else actor.at, action):
        return Refused(rule, f"the {weapon.name} lies too far away", ["move"])
    if not weapon.hand and not bodily(weapon) and len(grip(actor, weapon, hand)) < weapon.hands:
        return Refused(rule, f"{actor.id} has no hand for the {weapon.name}", [])
    return None


def shield_fault(state: Gurps, actor: Fighter, action: Ready) -> Refused | None:
    """Her own, if it was knocked aside; without one, that of somebody who no longer needs it. gurps.maneuver.ready"""
    rule = "gurps.maneuver.ready"
    if actor.shield is not None:
        return None if actor.shield.unready else Refused(rule, f"the {actor.shield.name} is ready", [])
    bearer = shield_bearer(state, actor, action)
    if bearer is None:
        return Refused(rule, f"{actor.id} has no shield to make ready", [])
    if not beside(state, actor, bearer, action.path[-1] if action.path else actor.at, action):
        return Refused(rule, f"the shield of {bearer.id} lies too far away", ["move"])
    return None if shield_hand(actor, action.hand) else Refused(rule, f"{actor.id} has no hand for a shield", [])


def shield_bearer(state: Gurps, actor: Fighter, action: Ready) -> Fighter | None:
    """The fallen whose shield is meant: the one named, else the first beside her."""
    at = action.path[-1] if action.path else actor.at
    fallen = [each for each in state.roster.values() if each.shield is not None and helpless(each)]
    named = [each for each in fallen if action.of in ("", each.id) and each is not actor]
    return next((each for each in named if beside(state, actor, each, at, action)), named[0] if named else None)


def shield_hand(actor: Fighter, wanted: str) -> str:
    """The hand that will bear it; '' if none is free."""
    free = [each for each in free_hands(actor) if hand_works(actor, each) and wanted in ("", each)]
    return "left" if "left" in free else free[0] if free else ""


def helpless(owner: Fighter) -> bool:
    """Whoever lies there and cannot keep what she has."""
    return not owner.conscious and not owner.inanimate and owner.out in ("", "surrendered")


def reach_fault(weapon: Weapon, reach: int) -> Refused | None:
    """gurps.maneuver.ready: adjust reach"""
    others = [str(each) for each in weapon.reach if each != weapon.held_for] if weapon.adjusts else []
    if weapon.hand and str(reach) in others:
        return None
    return Refused("gurps.maneuver.ready", f"the {weapon.name} cannot be held for a reach of {reach}", others)


def find_thing(state: Gurps, actor: Fighter, action: Ready) -> tuple[Fighter, Weapon | None]:
    """Her own; else what lies about, an enemy's or a comrade's."""
    if action.of in ("", actor.id):
        own = next((each for each in actor.weapons if each.key == action.item), None)
        if own is not None:
            return actor, own
    for owner in state.roster.values():
        if owner is not actor and action.of in ("", owner.id):
            for weapon in owner.weapons:
                if weapon.key == action.item and to_be_had(owner, weapon):
                    return owner, weapon
    return actor, None


def to_be_had(owner: Fighter, weapon: Weapon) -> bool:
    """It lies on the ground, or its owner lies there and cannot keep it."""
    return not bodily(weapon) and (weapon.dropped or helpless(owner))


def lying(state: Gurps, actor: Fighter) -> list[tuple[Fighter, Weapon]]:
    """What others let fall or can no longer keep, with its last owner."""
    others = [each for each in state.roster.values() if each is not actor]
    found = [(owner, weapon) for owner in others for weapon in things(owner.weapons) if not weapon.broken]
    return [(owner, weapon) for owner, weapon in found if to_be_had(owner, weapon)]


def within_grasp(state: Gurps, actor: Fighter, owner: Fighter, weapon: Weapon, at: Point | None, action: Ready) -> bool:
    """Does it lie at her feet? Off the map a thing lies where its owner let it fall, or beside whom it was thrown at."""
    if owner is actor and not weapon.dropped:
        return True
    if weapon.dropped and weapon.lies is not None and at is not None:
        return apart(weapon.lies, at) <= STEP + 0.5 and wall_between(state, at, weapon.lies) is None
    struck = state.roster.get(weapon.lies_by) if weapon.dropped else None
    if struck is not None:
        return struck is actor or beside(state, actor, struck, at, action)
    return owner is actor or beside(state, actor, owner, at, action)


def beside(state: Gurps, actor: Fighter, owner: Fighter, at: Point | None, action: Ready) -> bool:
    """Will she stand beside the owner of it?"""
    if at is not None and owner.at is not None:
        return apart(owner.at, at) <= STEP + 0.5 and wall_between(state, at, owner.at) is None
    gap = action.yards if action.yards >= 0 and action.target == owner.id else known_distance(state, actor, owner)
    return gap is not None and gap <= STEP + 0.5


def still_there(state: Gurps, actor: Fighter, action: Ready) -> bool:
    """Nobody was quicker, and nothing happened on the way."""
    if action.item == "shield":
        return shield_fault(state, actor, action) is None
    owner, weapon = find_thing(state, actor, action)
    return weapon is not None and not weapon.broken and within_grasp(state, actor, owner, weapon, actor.at, action)


def grip(actor: Fighter, weapon: Weapon, hand: str) -> list[str]:
    """The hands that will take it: free ones first, then those whose weapon is let go; never the shield's."""
    usable = [each for each in ("right", "left") if hand_works(actor, each)]
    if actor.shield is not None:
        usable = [each for each in usable if each != actor.shield.hand]
    if weapon.hands == 2:
        return usable
    if hand:
        return [each for each in usable if each == hand]
    free = [each for each in free_hands(actor) if each in usable]
    return (free or usable)[:1]


def make_ready(state: Gurps, table: Table, actor: Fighter, action: Ready) -> None:
    hand = action.hand
    if action.item == "shield":
        bearer = shield_bearer(state, actor, action) if actor.shield is None else None
        if bearer is not None and bearer.shield is not None:
            bearer.shield.hand = shield_hand(actor, hand)
            actor.shield, bearer.shield = bearer.shield, None
        if actor.shield is not None:
            actor.shield.unready = False
            table.emit("gurps.maneuver.ready", actor.id, note=actor.shield.name)
        return
    owner, weapon = find_thing(state, actor, action)
    assert weapon is not None
    if not weapon.hand and not bodily(weapon):
        hands = grip(actor, weapon, hand)
        if len(hands) < weapon.hands:
            return
        for other in held(actor):
            if any(each in hands_of(other) for each in hands):
                drop(other, actor)
        if owner is not actor:
            hand_over(owner, actor, weapon, "taken")
        for use in uses(actor, weapon):
            use.hand, use.dropped, use.lies, use.lies_by = hand_for(actor, weapon, hands[0]), False, None, ""
    elif action.reach >= 0:
        weapon.held_for = action.reach
    elif weapon.unready:
        for use in uses(actor, weapon):
            use.unready = False
    else:
        weapon.reloading += 1
        if weapon.reloading >= weapon.reload:
            weapon.reloading = 0
            weapon.shots = weapon.shots + 1 if weapon.reload_each else weapon.magazine
    table.emit("gurps.maneuver.ready", actor.id, note=weapon.name)


def ready_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    """Of several uses of one thing that is not in hand the first stands for all."""
    drawn = things(actor.weapons)
    items = [each for each in actor.weapons if each.hand or bodily(each) or any(each is first for first in drawn)]
    field = something("item", items)
    shields = shields_about(state, actor)
    if shields:
        own = actor.shield.name if actor.shield is not None else ""
        field.options.append(Option("shield", own or f"shield ({shields[0].id}'s)"))
    about = lying(state, actor)
    field.options += [Option(each.key, f"{each.name} ({owner.id}'s)") for owner, each in about]
    fields = [field, one_of("hand", ("right", "left"), required=False), *form_fields.step(actor, step_of(actor))]
    spans = sorted({each for weapon in actor.weapons if weapon.adjusts for each in weapon.reach})
    if spans:
        far = Field("reach", "number", [Option(str(each)) for each in spans], 0, spans[-1], required=False, unit="yards")
        fields.append(more(far, "for a reach of"))
    owners = dict.fromkeys([*(owner.id for owner, _ in about), *(each.id for each in shields if each is not actor)])
    if owners:
        fields.append(more(one_of("of", list(owners), required=False), "whose it was"))
    return fields


def shields_about(state: Gurps, actor: Fighter) -> list[Fighter]:
    """Who has a shield that could be taken in hand: first oneself, then whoever is helpless."""
    own = [actor] if actor.shield is not None else []
    return own + [each for each in state.roster.values() if each.shield is not None and each is not actor and helpless(each)]


def held_ready(watcher: Fighter, waiting: Waiting, foe: str, path: Path, yards: float) -> Action:
    return Ready(watcher.id, waiting.weapon)


READY = ActionKind(Ready, ready, "gurps.maneuver.ready", cost_words="the turn", fields=ready_fields)
HELD["ready"] = held_ready


SAME = {"prone": "lying"}  # the book's word for it


@dataclass(frozen=True, slots=True)
class ChangePosture(Action):
    """standing, kneeling, sitting, crawling, lying (prone) or face-up."""

    KIND: ClassVar[str] = "change-posture"
    posture: str


def change_posture(state: Gurps, table: Table, action: ChangePosture) -> None:
    """From the ground to one's feet takes two turns, kneeling between. gurps.ruling.rise-path"""
    actor, posture = state.roster[action.actor], SAME.get(action.posture, action.posture)
    fault = posture_fault(actor, posture)
    if fault is not None:
        raise fault
    table.allowed()
    if begin_maneuver(state, table, actor) and others_first(state, table, actor):
        take_posture(table, actor, posture)


def take_posture(table: Table, actor: Fighter, posture: str) -> None:
    if posture == "standing" and actor.posture in DOWN:
        actor.posture = "kneeling"
        table.emit("gurps.maneuver.change-posture.two-turns", actor.id)
    else:
        actor.posture = posture
        table.emit("gurps.maneuver.change-posture", actor.id, note=posture)


def posture_fault(actor: Fighter, posture: str) -> Refused | None:
    if posture not in POSTURES or posture == "crouching":
        kinds = [each for each in POSTURES if each not in ("crouching", actor.posture)]
        return Refused("gurps.maneuver.change-posture", f"{posture!r} is no posture to take", kinds)
    if posture == actor.posture:
        return Refused("gurps.maneuver.change-posture", f"{actor.id} is {actor.posture} already", [])
    if posture == "standing" and not (leg_works(actor, "right") and leg_works(actor, "left")):
        return Refused("gurps.location.leg", f"{actor.id} cannot stand on that leg", ["kneeling", "sitting", "crawling"])
    return None


def posture_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    return [one_of("posture", tuple(POSTURES))]


CHANGE_POSTURE = ActionKind(
    ChangePosture, change_posture, "gurps.maneuver.change-posture", cost_words="the turn", fields=posture_fields,
    hints=("gurps.ruling.rise-path",),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Crouch(Action):
    """Free: from standing to crouching, or back up."""

    KIND: ClassVar[str] = "crouch"


def crouch(state: Gurps, table: Table, action: Crouch) -> None:
    """Free, and only from or to standing. gurps.ruling.crouch-free"""
    actor = state.roster[action.actor]
    if actor.posture not in ("standing", "crouching"):
        raise Refused("gurps.ruling.crouch-free", f"{actor.id} is {actor.posture}", ["change-posture"])
    table.allowed()
    actor.posture = "crouching" if actor.posture == "standing" else "standing"
    table.emit("gurps.ruling.crouch-free", actor.id, note=actor.posture)


CROUCH = ActionKind(Crouch, crouch, "gurps.ruling.crouch-free", cost_words="free")
