"""Main actions, quick tasks and free actions: who may act, and what it costs. icar.ruling.actions-per-turn"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, Action, ActionKind, Content, Field, Refused, Table
from starfray.rulebooks.icar.common.check import attribute_of
from starfray.rulebooks.icar.common.person import able, come_out
from starfray.rulebooks.icar.common.records import DERIVED
from starfray.rulebooks.icar.common.state import Actor, Icar

#: what a kind of action costs, and how forms put it
FREE, MAIN = 0, 1
FREE_WORDS, MAIN_WORDS, QUICK_WORDS = "free", "main action", "main action or quick task"

#: icar.turn.quick-tasks, icar.ruling.door
QUICK = ("move", "change-magazine", "change-weapon", "take", "get-in", "get-out", "open-door", "close-door")
WALKS = ("move", "get-in", "get-out")
WHILE_DOWN = ("escape", "combo", "stand-by")  # icar.ruling.down-choice
ON_THE_FOE = ("hit", "combo")
ATTACKS = (*ON_THE_FOE, "fire", "gun", "kick-off")  # icar.ruling.hidden-ends
HACK, REST = "hack", "recover-stun"


def unable(actor: Actor) -> Refused | None:
    """Why somebody can do nothing at all: out of action, asleep, away, not master of the own body."""
    if actor.out or actor.hp <= 0:
        return Refused("icar.ruling.hp-unconscious", f"{actor.id} is out of action")
    if actor.asleep:
        return Refused("icar.stun.zero", f"{actor.id} is unconscious")
    if actor.away:
        return Refused("icar.ruling.push-clear", f"{actor.id} is on the way back")
    if not able(actor):
        return Refused("icar.hack.aug.effects", f"{actor.id} is locked in", [])
    return None


def no_action_left(state: Icar, actor: Actor, kind: str) -> Refused | None:
    """A main action is left, or a quick task for what is quick; who is down has to get up first."""
    if actor.acted and not (kind in QUICK and actor.quick) and not (kind == HACK and hacking_on(actor)):
        return Refused("icar.ruling.actions-per-turn", f"{actor.id} has acted this turn", ["stand-by"])
    if actor.held_by and kind in WALKS:
        return Refused("icar.close.hold", f"{actor.id} is held by {actor.held_by}", ["escape"])
    if (actor.prone or actor.held_by) and kind not in WHILE_DOWN and not shoots_lying(state, actor, kind):
        return Refused("icar.ruling.down-choice", f"{actor.id} is {'held' if actor.held_by else 'on the floor'}", ["escape"])
    if "walking" in actor.disabled and kind in WALKS:
        return Refused("icar.hack.aug.effects", f"{actor.id} cannot walk")
    return None


def shoots_lying(state: Icar, actor: Actor, kind: str) -> bool:
    return kind == "fire" and not actor.held_by and state.ruling("prone-fire") == "yes"


def hacking_on(actor: Actor) -> bool:
    """Still at it: as many hacking actions as Shift. icar.hack.combat.actions"""
    return actor.acted == HACK and actor.tasks < attribute_of(actor, "shift")


def spend(state: Icar, table: Table, actor: Actor, kind: str, foes: tuple[str, ...] = ()) -> None:
    """The main action, or a quick task the GM has granted. Another than a blow at a held foe lets the foe go."""
    actor.surprised = False
    if kind in ATTACKS:
        come_out(state, table, actor)
    if kind in QUICK and actor.quick:
        actor.quick -= 1
        actor.hurried = True
        table.emit("icar.turn.quick-tasks", actor.id, note=kind)
        return
    actor.acted = kind
    for other in state.roster.values():
        if other.held_by == actor.id and not (kind in ON_THE_FOE and other.id in foes):
            other.held_by = ""
            table.emit("icar.ruling.hold-opposed", other.id, actor.id)


def rounds_left(rounds: int, magazine: int) -> int:
    return magazine if rounds == DERIVED else rounds


# --- free actions ----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Say(Action):
    KIND: ClassVar[str] = "say"
    words: str


def said_enough(state: Icar, actor: Actor, content: Content) -> Refused | None:
    return Refused("icar.turn.say", f"{actor.id} has said one thing this turn") if actor.said else None


def words_field(state: Icar, actor: Actor, content: Content) -> list[Field]:
    return [Field("words", "text")]


def say(state: Icar, table: Table, action: Say) -> None:
    """One utterance goes along with an action. icar.turn.say"""
    actor = state.roster[action.actor]
    if not action.words:
        raise Refused("icar.turn.say", "there are no words", [])
    table.allowed()
    actor.said = action.words
    table.emit("icar.turn.say", actor.id, note=action.words)


SAY = ActionKind(
    Say, say, "icar.turn.say", FREE, FREE_WORDS, "word", refusal=said_enough, fields=words_field, narrated=True,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class QuickTask(Action):
    KIND: ClassVar[str] = "quick-task"
    words: str = ""


def asked_before(state: Icar, actor: Actor, content: Content) -> Refused | None:
    if actor.acted == REST:
        return Refused("icar.turn.recover-stun", f"{actor.id} remains inactive this turn")
    if actor.asked_quick:
        return Refused("icar.ruling.actions-per-turn", "the GM has been asked this turn")
    return None


def task_field(state: Icar, actor: Actor, content: Content) -> list[Field]:
    return [Field("words", "text", required=False, hint="what it is to be", main=True)]


def quick_task(state: Icar, table: Table, action: QuickTask) -> None:
    """The GM may let one more quick task fit into the three seconds. icar.turn.quick-tasks"""
    actor = state.roster[action.actor]
    table.allowed()
    actor.asked_quick = True
    prompt = f"May {actor.name or actor.id} fit in one more quick task: {action.words or 'any'}?"
    if table.confirm("icar.turn.quick-tasks", GM, prompt):
        actor.quick += 1


QUICK_TASK = ActionKind(
    QuickTask, quick_task, "icar.turn.quick-tasks", FREE, FREE_WORDS, "word", refusal=asked_before, fields=task_field,
    narrated=True,
)  # fmt: skip
