"""What lies about belongs to whoever picks it up: things on the floor, and what the fallen carry. icar.ruling.taking"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Option, Refused, Table
from starfray.engine.scene import apart
from starfray.engine.walls import wall_between
from starfray.rulebooks.icar.common.action_economy import MAIN, QUICK_WORDS, spend
from starfray.rulebooks.icar.common.person import REACH, STILL_THERE, able, held_weapon, people, within_reach
from starfray.rulebooks.icar.common.records import Lying
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.ground.fire import decide_unless_quick

RULE = "icar.ruling.taking"


@dataclass(frozen=True, slots=True)
class Take(Action):
    """A weapon off the floor, or a weapon or kit off somebody who cannot mind (`owner`)."""

    KIND: ClassVar[str] = "take"
    item: str
    owner: str = ""


def at_feet(state: Icar, actor: Actor, thing: Lying) -> bool:
    """On the floor within reach, with no wall in between. icar.ruling.wall"""
    near = actor.at is None or thing.at is None or apart(actor.at, thing.at) <= REACH + 1e-9
    if not near or wall_between(state, actor.at, thing.at) is not None:
        return False
    return actor.area == thing.area and actor.aboard == thing.aboard


def helpless(state: Icar, actor: Actor) -> list[Actor]:
    """Within reach, and out of action: friend or foe."""
    there = [other for other in people(state) if other is not actor and other.out in STILL_THERE]
    return [other for other in there if not able(other) and not other.hidden and within_reach(state, actor, other)]


def to_be_had(state: Icar, actor: Actor) -> list[tuple[str, str]]:
    """Each thing with its owner; '' for what lies on the floor."""
    found = [(thing.weapon.key, "") for thing in state.lying if at_feet(state, actor, thing)]
    for other in helpless(state, actor):
        keys = [weapon.key for weapon in other.weapons] + [kit.key for kit in other.kit]
        found += [(key, other.id) for key in keys]
    return found


def nothing_there(state: Icar, actor: Actor, content: Content) -> Refused | None:
    return None if to_be_had(state, actor) else Refused(RULE, "nothing to be taken lies within reach", ["move"])


def take_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    there = to_be_had(state, actor)
    owners = [Option(owner) for owner in dict.fromkeys(owner for _, owner in there) if owner]
    items = [Option(item) for item in dict.fromkeys(item for item, _ in there)]
    return [
        Field("item", "choice", items),
        Field("owner", "combatant", owners, required=False, hint="none: off the floor, or of the only one who has it"),
    ]


def take(state: Icar, table: Table, action: Take) -> None:
    """A new weapon in the hand, the old one stowed: as a change of weapons. icar.turn.change-weapon"""
    actor = state.roster[action.actor]
    there = to_be_had(state, actor)
    owners = [holder for item, holder in there if item == action.item]
    owner = action.owner or (owners[0] if len(set(owners)) == 1 else "")  # nobody named: only one can be meant
    if (action.item, owner) not in there:
        legal = [f"{item} {owner}".strip() for item, owner in there]
        where = f"on {action.owner}" if action.owner else "on the floor"
        raise Refused(RULE, f"there is no {action.item!r} {where} to be taken", legal)
    table.allowed()
    spend(state, table, actor, action.KIND)
    decide_unless_quick(state, actor)
    if owner:
        take_from(state.roster[owner], actor, action.item)
    else:
        lying = enumerate(state.lying)
        place = next(at for at, thing in lying if thing.weapon.key == action.item and at_feet(state, actor, thing))
        actor.weapons.append(state.lying.pop(place).weapon)
        actor.hand = action.item
    table.emit(RULE, actor.id, owner, note=action.item)


TAKE = ActionKind(Take, take, RULE, MAIN, QUICK_WORDS, "turn", refusal=nothing_there, fields=take_fields)


def take_from(owner: Actor, actor: Actor, key: str) -> None:
    for weapon in owner.weapons:
        if weapon.key == key:
            owner.weapons = [other for other in owner.weapons if other is not weapon]
            actor.weapons.append(weapon)
            owner.hand = "" if owner.hand == key and held_weapon(owner) is None else owner.hand
            actor.hand = key
            return
    kit = next(kit for kit in owner.kit if kit.key == key)
    owner.kit = [other for other in owner.kit if other is not kit]
    actor.kit.append(kit)
