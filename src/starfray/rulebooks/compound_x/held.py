"""Held Actions: what sets them off, and what is done with them. A Reaction, so nothing in here provokes another."""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.scene import Point, apart
from starfray.engine.table import Table
from starfray.engine.values import GM, Option
from starfray.rulebooks.compound_x.engagement import engage, near
from starfray.rulebooks.compound_x.shooting import MODES, Running, modes_of, why_not_fire
from starfray.rulebooks.compound_x.state import (
    CompoundX,
    Fighter,
    Held,
    Trigger,
    Weapon,
    grapple_of,
    hostile,
    spend_breath,
    unnoticed,
)

#: suppression cannot be held: it must be the last Action
VERBS = (*MODES, "aim", "crouch", "prone", "stand", "hunker", "strike", "catch")
COST = {"crouch": 0}  # all others cost 1 Action
TRIGGERS: tuple[Trigger, ...] = ("moves", "enters", "crosses", "attacks", "acts", "gm")


@dataclass(slots=True)
class Happening:
    """What somebody is about to do, for those who may react to it.

    kind 'moves' is the start of a move, 'leaves' and 'passes' one piece of its way (from `before` to `here`), before and
    after it is gone; 'attacks' fire or suppression, 'strikes' a blow or maneuver, 'throws' a throw, 'skill' a skill check,
    'acts' any other Action.
    """

    kind: str
    actor: Fighter
    before: Point | None = None
    here: Point | None = None
    piece: int = 0
    hidden_end: bool = False  # the move ends in complete concealment
    target: Fighter | None = None
    gun: Weapon | None = None
    limbs: bool = False  # a skill check with the hands
    spared: str = ""  # who may not react to it: the one who is shoved


ON_THE_WAY = ("passes", "leaves")
ATTACKS = ("attacks", "strikes", "throws")


def sets_off(state: CompoundX, table: Table, holder: Fighter, held: Held, what: Happening) -> bool:
    """Is this what the holder waits for? The closed list of triggers. cx.held.declare"""
    if unnoticed(state, what.actor, holder):
        return False  # nobody reacts to what he does not see
    if held.foe:
        if what.actor.id != held.foe:
            return False
    elif held.trigger != "gm" and not hostile(holder, what.actor):
        return False
    if held.trigger == "gm":
        return what.kind not in ON_THE_WAY and table.confirm(
            "cx.held.declare", GM, f"{holder.id} waits for: {held.text}. {what.actor.id} {DOES[what.kind]}. Is this it?", "no"
        )
    if held.trigger == "acts":
        return what.kind not in ON_THE_WAY
    if held.trigger == "attacks":
        return what.kind in ATTACKS
    if held.trigger == "moves":
        return what.kind == "moves"
    if what.kind != "passes" or held.at is None or what.before is None or what.here is None:
        return False
    if held.trigger == "enters":
        return apart(held.at, what.here) <= held.radius + 1e-9 < apart(held.at, what.before)
    return holder.at is not None and crosses(what.before, what.here, holder.at, held.at)


def crosses(one: Point, other: Point, start: Point, end: Point) -> bool:
    """Does the step from one to other cut (or end on) the line from start to end? A step along it does not."""
    first, second = turn(start, end, one), turn(start, end, other)
    if first == 0 or first * second > 0:
        return False
    return turn(one, other, start) * turn(one, other, end) <= 0


def turn(start: Point, end: Point, point: Point) -> float:
    """Positive on the left of the line, negative on the right, 0 on it."""
    across = (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])
    return 0.0 if abs(across) < 1e-9 else across


DOES = {"moves": "moves", "passes": "moves", "attacks": "attacks", "strikes": "attacks", "throws": "throws",
        "skill": "is busy", "acts": "acts"}  # fmt: skip


def price(plan: list[str]) -> int:
    return sum(COST.get(verb, 1) for verb in plan)


def offer_held(state: CompoundX, table: Table, holder: Fighter, what: Happening, running: Running) -> None:
    """The trigger has come: use the 1 or 2 Actions at once, or not. One Reaction, even for two Actions. cx.held.use"""
    held = holder.held
    assert held is not None
    foe = what.actor
    plans = possible_plans(state, holder, held, foe)
    if not plans:
        return  # no legal target, no working gun: nothing is done and nothing spent
    options = [Option("+".join(plan), rule="cx.held.use") for plan in plans]
    options.append(Option("decline", "let it pass"))
    declared = "+".join(held.plan)
    suggested = declared if held.plan in plans else "decline"
    pick = table.choose("cx.held.use", holder.id, options, f"{foe.id} {DOES[what.kind]}. Use the held Actions?", suggested,
                        facts={"actions": held.actions, "reactions": holder.reactions})
    if pick == "decline":
        return
    holder.held = None
    holder.reactions -= 1
    table.emit("cx.reaction.timing", holder.id, foe.id, note=pick)
    table.emit("cx.ruling.held-content", holder.id, note=pick)
    table.emit("cx.reaction.limit", holder.id, number=holder.reactions)
    for step, verb in enumerate(pick.split("+")):
        here = (*running, pick, step, held.weapon)
        table.same("cx.held.use", here)
        do(state, table, holder, foe, verb, held.weapon, here)


def possible_plans(state: CompoundX, holder: Fighter, held: Held, foe: Fighter) -> list[list[str]]:
    """What the held Actions may go into; by the 'declared' ruling only what was declared. cx.ruling.held-content"""
    gun = held_gun(holder, held.weapon)
    held_fast = grapple_of(state, holder) is not None
    shown = foe.able and hostile(holder, foe) and foe.cover != "concealed"
    fires = gun is not None and why_not_fire(gun) is None and shown and not held_fast
    modes = modes_of(gun) if gun is not None and fires and not holder.hunkered else []
    plans: list[list[str]] = [[mode] for mode in modes]
    if held.actions >= 2:
        if holder.aim != foe.id:
            plans += [["aim", mode] for mode in modes]
        if gun is not None and not gun.rechambers:
            plans += [[mode, mode] for mode in modes]
        if holder.stance != "prone":
            plans += [[mode, "prone"] for mode in modes]
        plans += [[mode, "hunker"] for mode in modes]
    if hostile(holder, foe) and foe.able and near(state, holder, foe):
        plans.append(["strike"])
    if not hostile(holder, foe):
        plans.append(["catch"])  # whatever else one has been waiting to do
    if holder.stance == "standing":
        plans.append(["crouch"])
    if holder.stance != "prone":
        plans.append(["prone"])
    if holder.stance != "standing":
        plans.append(["stand"])
    if not holder.hunkered:
        plans.append(["hunker"])
    if held.plan not in plans and can_do(held.plan, modes, held.actions):
        plans.insert(0, held.plan)
    if state.rulings.get("held-content", "any") == "declared":
        return [plan for plan in plans if plan == held.plan]
    return plans


def can_do(plan: list[str], modes: list[str], actions: int) -> bool:
    return bool(plan) and price(plan) <= actions and all(verb not in MODES or verb in modes for verb in plan)


def held_gun(holder: Fighter, key: str) -> Weapon | None:
    return next((each for each in holder.weapons if each.in_hand and key in ("", each.key)), None)


def do(state: CompoundX, table: Table, holder: Fighter, foe: Fighter, verb: str, weapon: str, running: Running) -> None:
    """One step of a plan, as the ordinary Action is done but without paying for it."""
    if not holder.able:
        return
    if verb in MODES:
        gun = held_gun(holder, weapon)
        if gun is None or why_not_fire(gun) is not None:
            return
        from starfray.rulebooks.compound_x.fire import shoot

        table.remember((*running, verb))
        shoot(state, table, holder, foe, gun, verb, aimed=holder.aim == foe.id, held=True)
        table.forget()
    elif verb == "strike":
        from starfray.rulebooks.compound_x.melee import blade_of, strike_at

        table.remember((*running, verb))
        engage(table, holder, foe)
        strike_at(state, table, holder, foe, blade_of(table.content, holder, ""))
        table.forget()
    elif verb == "catch":
        table.emit("cx.held.use", holder.id, foe.id, note="there in time")
    elif verb == "aim":
        holder.aim, holder.aim_at = foe.id, foe.at
        table.emit("cx.aim.effect", holder.id, foe.id)
    elif verb == "hunker":
        holder.hunkered, holder.aim = True, ""
        table.emit("cx.stance.hunker", holder.id, note="hunkers down")
    else:
        take_stance(table, holder, verb)
    spend_breath(holder, COST.get(verb, 1))


def take_stance(table: Table, one: Fighter, verb: str) -> None:
    if verb == "crouch":
        one.stance = "crouched"
        table.emit("cx.stance.crouch", one.id, note="crouches")
    elif verb == "prone":
        one.stance = "prone"
        table.emit("cx.stance.prone-cost", one.id, note="goes prone")
    else:
        rule = "cx.stance.prone-cost" if one.stance == "prone" else "cx.stance.crouch"
        one.stance = "standing"
        table.emit(rule, one.id, note="stands up")
