"""Declaring an action: who may act at all, the action points it takes, the help that was given for it."""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.rules import ActionKind, Refused, Table, Tally
from starfray.rulebooks.coriolis.core import FAST, FREE, NORMAL, SPEED_RULE, add_skill, skill_test
from starfray.rulebooks.coriolis.initiative import fix_place
from starfray.rulebooks.coriolis.state import Coriolis, Fighter

MOST_HELP = 3  # coriolis.action.help.bonus, coriolis.ruling.help.cap
ATTACKS = ("shot", "aimed-shot", "quick-shot", "full-auto", "melee-attack", "quick-melee", "throw", "grapple-attack")


@dataclass(slots=True)
class Deed:
    """What somebody sets out to do in her own slot."""

    kind: str
    target: str = ""
    weapon: str = ""
    cost: int = -1  # where it is not what the kind of action costs
    help: int = 0  # dice comrades have given for it


def cost_words(cost: int) -> str:
    return f"{cost} AP" if cost else "free"


def refusal(state: Coriolis, actor: Fighter, kind: ActionKind) -> Refused | None:
    """Who can do nothing at all, or little."""
    if actor.broken and kind.name != "shout":
        return idle(state, actor)
    if actor.immobile and kind.name not in ("shout", "end-turn", "delay"):
        return Refused("coriolis.ruling.immobile", f"{actor.id} cannot move", ["shout", "end-turn"])
    if actor.grappled_by and kind.name not in ("break-free", "shout", "delay", "end-turn"):
        reason = f"{actor.id} is pinned by {actor.grappled_by}"
        return Refused("coriolis.grapple.victim-no-actions", reason, ["break-free", "shout"])
    if actor.grapples and kind.name not in ("grapple-attack", "release", "delay", "end-turn"):
        return Refused("coriolis.grapple.grappler-limited", f"{actor.id} holds {actor.grapples}", ["grapple-attack", "release"])
    return None


def idle(state: Coriolis, actor: Fighter) -> Refused | None:
    """Why somebody can do nothing now, her slot or not."""
    if not actor.person:
        return Refused("coriolis.ruling.vehicle.persons", f"{actor.id} is a vehicle: people drive it", ["enter"])
    if actor.out:
        return None
    if actor.broken or actor.dead:
        legal = ["shout"] if can_cry(actor) else []
        return Refused("coriolis.broken.no-actions", f"{actor.id} is {'dead' if actor.dead else 'Broken'}", legal)
    if actor.unconscious:
        return Refused("coriolis.ruling.crit.unconscious", f"{actor.id} is unconscious", [])
    if actor.mp <= 0:
        return Refused("coriolis.ruling.stress.zero", f"{actor.id} has broken down", [])
    if actor.stunned:
        return Refused("coriolis.ruling.crit.stunned", f"{actor.id} is stunned", [])
    return None


def can_cry(actor: Fighter) -> bool:
    """Broken, but awake. coriolis.ruling.broken.cry"""
    return actor.broken and actor.person and not actor.unconscious and not actor.dead and not actor.out


def declare(state: Coriolis, table: Table, actor: Fighter, deed: Deed) -> None:
    """Refuse what cannot be paid for, then take the action points. Nothing is touched before the last refusal.

    coriolis.ap.pool, coriolis.ruling.ap.order
    """
    cost = deed.cost if deed.cost >= 0 else table.book.kinds[deed.kind].cost
    if actor.id in state.free_actions:
        sneak_action(state, table, actor, deed.kind, cost)
        return
    if actor.ap < cost:
        raise Refused(SPEED_RULE[cost], f"{actor.id} has {actor.ap} AP, this takes {cost}", ["end-turn"])
    if cost == FREE:
        table.allowed()
        return
    refuse_other_than_claimed(state, actor, deed)
    table.allowed()
    actor.ap -= cost
    state.slot_used = True
    if state.ruling("claim") != "all":  # coriolis.ruling.initiative.claim-scope
        actor.owes = ""
    fix_place(state, table, actor)
    deed.help = take_help(table, actor, deed)


def refuse_other_than_claimed(state: Coriolis, actor: Fighter, deed: Deed) -> None:
    """Whoever claimed a weapon's initiative must attack with it, or do nothing at all. coriolis.initiative.weapon.lock"""
    if actor.owes and not (deed.kind in ATTACKS and deed.weapon == actor.owes):
        rule = "coriolis.ruling.initiative.claim-scope" if state.slot_used else "coriolis.initiative.weapon.lock"
        raise Refused(rule, f"{actor.id} must attack with the {actor.owes} or do nothing", ["end-turn", *ATTACKS])


def sneak_action(state: Coriolis, table: Table, actor: Fighter, kind: str, cost: int) -> None:
    """The free action of a sneak attack: one Normal or Fast action, no AP; a Fast one uses it up all the same.

    coriolis.ruling.sneak.free-action, coriolis.sneak.success.not-two-fast
    """
    if cost not in (NORMAL, FAST):
        raise Refused("coriolis.ruling.sneak.free-action", "the free action is Normal or Fast", ["shot", "melee-attack"])
    table.allowed()
    state.free_actions.remove(actor.id)
    table.emit("coriolis.ruling.sneak.free-action", actor.id, note=kind)


def take_help(table: Table, actor: Fighter, deed: Deed) -> int:
    """The dice given for this very action; help for another one is lost. coriolis.action.help.lost

    Free actions and reactions neither use it nor lose it. coriolis.ruling.help.next-action
    """
    dice = 0
    for help in actor.helps:
        if help.action == deed.kind and help.target in ("", deed.target):
            dice += help.dice
        else:
            lost = "coriolis.action.command.dictated" if help.command else "coriolis.action.help.lost"
            table.emit(lost, actor.id, help.by, note=deed.kind)
    actor.helps = []
    return min(dice, MOST_HELP)  # coriolis.ruling.help.cap: Command included


def add_help(table: Table, tally: Tally, actor: Fighter, deed: Deed) -> None:
    if deed.help:
        tally.add(deed.help, "coriolis.action.help.bonus", "help")


def helped_test(
    state: Coriolis, table: Table, actor: Fighter, deed: Deed, skill: str, *,
    modifier: tuple[int, str, str] = (0, "", ""), rule: str = "coriolis.core.pool",
) -> int:  # fmt: skip
    """The plain test behind an action, with the dice comrades have given for it."""
    tally = table.tally(actor)
    add_skill(tally, actor, skill)
    tally.add(*modifier)
    add_help(table, tally, actor, deed)
    return skill_test(state, table, actor, tally, rule)


def pay_reaction(table: Table, actor: Fighter, cost: int) -> None:
    """What the reaction's row says, from the same pool, also outside her slot. coriolis.ap.reaction"""
    actor.ap -= cost
    table.emit("coriolis.ap.reaction", actor.id, number=cost)


def help_reaction(tally: Tally, actor: Fighter, kind: str, target: str) -> None:
    """Help given for this reaction counts now and is used up; any other waits. coriolis.ruling.help.next-action"""
    fit = [help for help in actor.helps if help.action == kind and help.target in ("", target)]
    if fit:
        tally.add(min(sum(help.dice for help in fit), MOST_HELP), "coriolis.ruling.help.next-action", "help")
        actor.helps = [help for help in actor.helps if help not in fit]
