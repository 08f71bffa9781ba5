"""Taking things up: from the holster, from the ground, from somebody who cannot object."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Option, Refused, Table, apart, flag, somebody
from starfray.engine.walls import wall_between
from starfray.rulebooks.compound_x.attachments import hung_under, mounted
from starfray.rulebooks.compound_x.engagement import behind_barrier, near
from starfray.rulebooks.compound_x.interrupts import Declaration, undertake
from starfray.rulebooks.compound_x.melee import GUN_SIZE
from starfray.rulebooks.compound_x.state import (
    ADJACENT,
    Blade,
    CompoundX,
    Dart,
    Fighter,
    Grenade,
    Item,
    Weapon,
    afford,
    fighter,
    held_items,
    items_of,
)
from starfray.rulebooks.compound_x.stats import EXPLOSIVES, why_not_dart, why_not_use, why_unfit


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Take up a weapon or item, from the holster, from the ground, or from somebody helpless within reach."""

    KIND: ClassVar[str] = "draw"
    weapon: str
    keep: bool = False  # keep what is in the other hand
    owner: str = ""  # whose it is or was; left out: one's own, else whatever of that name lies within reach


def hands_for(item: Item) -> int:
    if isinstance(item, Weapon):
        return 0 if item.group == "under-barrel" else 1 if item.group in GUN_SIZE else 2
    return 2 if isinstance(item, Blade) and item.size == "two-handed" else 1


def gone_from(item: Item) -> bool:
    return not isinstance(item, Weapon | Blade) and item.count <= 0


def own_things(actor: Fighter) -> list[Item]:
    return [item for item in items_of(actor) if not item.in_hand and not gone_from(item)]


def things_of(state: CompoundX, actor: Fighter, other: Fighter) -> list[Item]:
    """What anybody may take: the other's things on the ground within reach, and all that a helpless neighbour carries.

    cx.ruling.take, cx.disarm.result, cx.actions.draw
    """
    robbed = may_be_searched(state, actor, other)
    return [item for item in items_of(other) if not gone_from(item) and (lies_near(state, actor, other, item) or robbed)]


def may_be_searched(state: CompoundX, actor: Fighter, other: Fighter) -> bool:
    return other is not actor and not other.awake and not other.out and near(state, actor, other)


def kits_of(state: CompoundX, actor: Fighter, other: Fighter) -> list[str]:
    """What a helpless neighbour has in the pockets. cx.ruling.take"""
    return [kit for kit, count in other.kits.items() if count > 0] if may_be_searched(state, actor, other) else []


def lies_near(state: CompoundX, actor: Fighter, owner: Fighter, item: Item) -> bool:
    if not item.dropped or (isinstance(item, Grenade) and item.placed):
        return False
    if item.lies is None or actor.at is None:
        return near(state, actor, owner)
    if item.lies == owner.at and behind_barrier(state, actor.id, owner.id):  # cx.suppression.barrier
        return False
    return apart(item.lies, actor.at) <= ADJACENT and wall_between(state, actor.at, item.lies) is None


def others_with_things(state: CompoundX, actor: Fighter) -> list[Fighter]:
    others = [other for other in state.roster.values() if other is not actor]
    return [other for other in others if things_of(state, actor, other) or kits_of(state, actor, other)]


def item_to_draw(state: CompoundX, actor: Fighter, action: Draw) -> tuple[Fighter, Item]:
    """One's own, unless an owner is named or one has nothing of the kind."""
    found = [(actor, item) for item in own_things(actor)] if action.owner in ("", actor.id) else []
    if action.owner != actor.id:
        others = [fighter(state, action.owner)] if action.owner else others_with_things(state, actor)
        found += [(other, item) for other in others for item in things_of(state, actor, other)]
    pick = next(((owner, item) for owner, item in found if item.key == action.weapon), None)
    if pick is None:
        raise Refused("cx.actions.draw", f"{actor.id} cannot take up {action.weapon!r}", [item.key for _, item in found])
    return pick


def draw(state: CompoundX, table: Table, action: Draw) -> None:
    """Take up a weapon or item, from the holster or from the ground. cx.actions.draw"""
    actor = fighter(state, action.actor)
    for other in others_with_things(state, actor):
        if action.owner in ("", other.id) and action.weapon in kits_of(state, actor, other):
            take_kit(state, table, actor, other, action.weapon)
            return
    owner, item = item_to_draw(state, actor, action)
    if owner is actor:
        refuse_far(actor, item)
    held = held_items(actor)
    if action.keep and sum(hands_for(each) for each in [*held, item]) > 2:
        raise Refused("cx.actions.draw", "that takes more than two hands", ["keep=no"])
    slung = isinstance(item, Weapon) and not item.dropped and any(each.free_draw for each in mounted(table.content, item))
    cost = 0 if slung and owner is actor else 1
    afford(actor, cost)
    if not undertake(state, table, Declaration("acts", actor), cost):
        return
    if not action.keep:
        put_away(actor, held)
    if owner is not actor:
        hand_over(table.content, owner, actor, item)
        table.emit("cx.ruling.take", actor.id, owner.id, note=item.name)
    item.in_hand, item.dropped, item.lies, actor.empty_handed = True, False, None, False
    for under in hung_under(table.content, actor.weapons, item) if isinstance(item, Weapon) else []:
        under.in_hand, under.dropped, under.lies = True, False, None
    table.emit("cx.actions.draw", actor.id, note=item.name)


def refuse_far(actor: Fighter, item: Item) -> None:
    """One's own thing that lies too far away. cx.ruling.disarm-drop"""
    metres = apart(item.lies, actor.at) if item.dropped and item.lies is not None and actor.at is not None else 0.0
    if metres > ADJACENT:
        raise Refused("cx.ruling.disarm-drop", f"it lies {metres:.0f} m away", ["run"])


def take_kit(state: CompoundX, table: Table, actor: Fighter, owner: Fighter, kit: str) -> None:
    """It goes straight into one's own pocket: whatever is in hand stays there."""
    afford(actor, 1)
    if undertake(state, table, Declaration("acts", actor)):
        owner.kits[kit] -= 1
        actor.kits[kit] = actor.kits.get(kit, 0) + 1
        table.emit("cx.ruling.take", actor.id, owner.id, note=kit)


def hand_over(content: Content, owner: Fighter, actor: Fighter, item: Item) -> None:
    """It changes hands, and a gun takes along what hangs under it; of two guns of a kind the second has a key of its own."""
    if isinstance(item, Weapon):
        moving = [item, *hung_under(content, owner.weapons, item)]
        owner.weapons = [each for each in owner.weapons if all(each is not gun for gun in moving)]
        for gun in moving:
            gun.key = own_key(gun.key, [each.key for each in actor.weapons])
            actor.weapons.append(gun)
    elif isinstance(item, Blade):
        owner.melee = [each for each in owner.melee if each is not item]
        actor.melee.append(item)
    elif isinstance(item, Dart):
        owner.thrown = [each for each in owner.thrown if each is not item]
        actor.thrown.append(item)
    else:
        owner.grenades = [each for each in owner.grenades if each is not item]
        actor.grenades.append(item)


def own_key(key: str, taken: list[str]) -> str:
    number, found = 1, key
    while found in taken:
        number += 1
        found = f"{key}-{number}"
    return found


def put_away(actor: Fighter, items: list[Item]) -> None:
    """Whoever puts a gun away aims no longer. cx.ruling.aim-persistence"""
    for item in items:
        item.in_hand = False
        if isinstance(item, Weapon):
            item.reloading, actor.aim, actor.aim_at = 0, "", None


def draw_refusal(state: CompoundX, actor: Fighter, content: Content) -> Refused | None:
    if not own_things(actor) and not others_with_things(state, actor):
        return Refused("cx.actions.draw", "nothing to take up", [])
    return None


def draw_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    others = others_with_things(state, actor)
    items = [Option(item.key, item.name, note=warning(content, actor, item)) for item in own_things(actor)]
    for other in others:
        items += [Option(each.key, f"{each.name} of {other.name}") for each in things_of(state, actor, other)]
        items += [Option(kit, f"{content.entry('kits', kit)['name']} of {other.name}") for kit in kits_of(state, actor, other)]
    options = list({item.key: item for item in reversed(items)}.values())[::-1]  # of two with one key the first
    fields = [Field("weapon", "item", options), flag("keep", "keep what is in the other hand")]
    if others:
        fields.append(somebody("owner", others, required=False))
    return fields


def warning(content: Content, actor: Fighter, item: Item) -> str:
    """What its use will come up against: stats, skills, training."""
    if isinstance(item, Blade):
        unfit = why_unfit(actor, item)
        return f"takes {unfit}" if unfit else ""
    if isinstance(item, Grenade):
        skilled = actor.skills.get("weapons-explosives", 0) >= EXPLOSIVES
        return "" if skilled else f"takes Weapons - Explosives {EXPLOSIVES}"
    fault = why_not_dart(content, actor, item) if isinstance(item, Dart) else why_not_use(content, actor, item)
    return fault.reason if fault is not None else ""


DRAW = ActionKind(Draw, draw, "cx.actions.draw", cost_words="1 Action", refusal=draw_refusal, fields=draw_fields)
