"""Main actions, quick tasks and free actions: who may act, and what it costs. icar.ruling.actions-per-turn"""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import GM
from starfray.rulebooks.icar.core import attribute_of
from starfray.rulebooks.icar.ground.actions import QuickTask, Say
from starfray.rulebooks.icar.ground.people import able
from starfray.rulebooks.icar.ground.records import DERIVED
from starfray.rulebooks.icar.state import Actor, Icar

QUICK = ("move", "change-magazine", "change-weapon", "get-in", "get-out")  # icar.turn.quick-tasks
ON_THE_FOE = ("hit", "combo")
HACK = "hack"


def refuse_unless_up(state: Icar, one: Actor, kind: str) -> None:
    why = why_not_up(state, one)
    if why is not None:
        raise why


def why_not_up(state: Icar, one: Actor) -> Refused | None:
    """At one's own place in the order, and master of oneself."""
    if one.out or one.hp <= 0:
        return Refused("icar.ruling.hp-unconscious", f"{one.id} is out of action")
    if one.asleep:
        return Refused("icar.stun.zero", f"{one.id} is unconscious")
    if one.away:
        return Refused("icar.ruling.push-clear", f"{one.id} is on the way back")
    if not able(one):
        return Refused("icar.hack.aug.effects", f"{one.id} is locked in", [])
    return None


def refuse_unless_free(state: Icar, one: Actor, kind: str) -> None:
    why = why_not_free(state, one, kind)
    if why is not None:
        raise why


def why_not_free(state: Icar, one: Actor, kind: str) -> Refused | None:
    """A main action is left, or a quick task for what is quick; who is down has to get up first."""
    why = why_not_up(state, one)
    if why is not None:
        return why
    if one.acted and not (kind in QUICK and one.quick) and not (kind == HACK and hacking_on(one)):
        return Refused("icar.ruling.actions-per-turn", f"{one.id} has acted this turn", ["stand-by"])
    if one.held_by and kind in ("move", "get-in", "get-out"):
        return Refused("icar.close.hold", f"{one.id} is held by {one.held_by}", ["escape"])
    if (one.prone or one.held_by) and kind not in ("escape", "combo", "stand-by"):
        return Refused("icar.ruling.down-choice", f"{one.id} is {'held' if one.held_by else 'on the floor'}", ["escape"])
    if "walking" in one.disabled and kind in ("move", "get-in", "get-out"):
        return Refused("icar.hack.aug.effects", f"{one.id} cannot walk")
    return None


def hacking_on(one: Actor) -> bool:
    """Still at it: as many hacking actions as Shift. icar.hack.combat.actions"""
    return one.acted == HACK and one.tasks < attribute_of(one, "shift")


def spend(state: Icar, table: Table, one: Actor, kind: str, foes: tuple[str, ...] = ()) -> None:
    """The main action, or a quick task the GM has granted. Another than a blow at a held foe lets the foe go."""
    one.surprised = False
    if kind in QUICK and one.quick:
        one.quick -= 1
        table.emit("icar.turn.quick-tasks", one.id, note=kind)
        return
    one.acted = kind
    for other in state.roster.values():
        if other.held_by == one.id and not (kind in ON_THE_FOE and other.id in foes):
            other.held_by = ""
            table.emit("icar.ruling.hold-opposed", other.id, one.id)


def quick_task(state: Icar, table: Table, act: QuickTask) -> None:
    """The GM may let one more quick task fit into the three seconds. icar.turn.quick-tasks"""
    one = state.roster[act.actor]
    refuse_unless_up(state, one, act.KIND)
    if one.asked_quick:
        raise Refused("icar.ruling.actions-per-turn", "the GM has been asked this turn")
    one.asked_quick = True
    prompt = f"May {one.name or one.id} fit in one more quick task: {act.words or 'any'}?"
    if table.confirm("icar.turn.quick-tasks", GM, prompt):
        one.quick += 1


def say(state: Icar, table: Table, act: Say) -> None:
    """One utterance goes along with an action. icar.turn.say"""
    one = state.roster[act.actor]
    refuse_unless_up(state, one, act.KIND)
    if one.said:
        raise Refused("icar.turn.say", f"{one.id} has said one thing this turn")
    if not act.words:
        raise Refused("icar.turn.say", "there are no words", [])
    one.said = act.words
    table.emit("icar.turn.say", one.id, note=act.words)


def rounds_left(rounds: int, magazine: int) -> int:
    return magazine if rounds == DERIVED else rounds
