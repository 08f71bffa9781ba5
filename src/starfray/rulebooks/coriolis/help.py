"""Helping, commanding, rallying, shouting, and work whose outcome is the GM's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.forms import one_of, somebody
from starfray.engine.rules import GM, Action, ActionKind, Content, Field, Refused, Table, counted, distance, suggest
from starfray.engine.walls import walled_off
from starfray.rulebooks.coriolis.core import ADVANCED, NORMAL, SKILL_ATTRIBUTE, SLOW, refuse_untrained
from starfray.rulebooks.coriolis.declare import MOST_HELP, Deed, declare, helped_test
from starfray.rulebooks.coriolis.interrupts import Declaration, carried_out
from starfray.rulebooks.coriolis.ranges import CLOSE, notice, refuse_walled, within
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Help, carried, fighter

#: the actions with a test in it, for which comrades may give dice. coriolis.action.help
HELPED_SLOW = (
    "aimed-shot", "full-auto", "rally", "tinker", "mystic-power", "first-aid", "surgery", "treat-radiation", "inject",
)  # fmt: skip
HELPED = (
    "shot", "quick-shot", "melee-attack", "quick-melee", "command", "grapple-attack", "break-free", "douse", "throw", "drive",
    "ram", *HELPED_SLOW, "defend", "opportunity", "overwatch-fire",
)  # fmt: skip
MEDICURGY = ("first-aid", "surgery", "treat-radiation")  # what a medicurg may help with from afar


def comrade(state: Coriolis, actor: Fighter, who: str, action: str) -> Fighter:
    """Somebody on our side who can still use the help, and an action with a test in it."""
    other = fighter(state, who)
    if other is actor or other.side != actor.side or not other.conscious:
        raise Refused("coriolis.action.help", f"{who} is no comrade to help", [])
    if action not in HELPED:
        raise Refused("coriolis.action.help", f"{action!r} is no action to give dice for", [suggest(action, HELPED)])
    given = [help.by for help in other.helps if help.action == action]
    if actor.id in given:
        raise Refused("coriolis.action.help.bonus", f"{actor.id} helps {who} with that already", [])
    if len(given) >= MOST_HELP:  # three people at most, commanders counted
        raise Refused("coriolis.ruling.help.cap", f"{who} has three helpers already", [])
    return other


@dataclass(frozen=True, slots=True)
class HelpOther(Action):
    """Give a comrade a die for her next action of that kind; for a treatment, on the patient meant."""

    KIND: ClassVar[str] = "help"
    target: str
    action: str
    patient: str = ""


def help_other(state: Coriolis, table: Table, action: HelpOther) -> None:
    """+1 die; Slow for a Slow action, Normal for any other. coriolis.action.help.cost

    coriolis.core.help, coriolis.action.help.before
    """
    actor = fighter(state, action.actor)
    other = comrade(state, actor, action.target, action.action)
    patient = meant_patient(state, actor, other, action)
    cost = SLOW if action.action in HELPED_SLOW else NORMAL
    declare(state, table, actor, Deed("help", other.id, cost=cost))
    table.emit("coriolis.action.help", actor.id, other.id, cost, action.action)
    if carried_out(state, table, Declaration("help", actor)):
        other.helps.append(Help(by=actor.id, action=action.action, target=patient.id if patient is not None else ""))
        table.emit("coriolis.action.help.bonus", actor.id, other.id, 1, action.action)
        if patient is not None and distance(state, actor, other) > CLOSE:
            table.emit("coriolis.ruling.med.bio-monitor", actor.id, patient.id)


def comrades(state: Coriolis, actor: Fighter) -> list[Fighter]:
    return [each for each in state.roster.values() if each.side == actor.side and each is not actor and each.person]


def help_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    people = [each for each in state.roster.values() if each.person and not each.dead]
    return [*comrade_and_action(state, actor), somebody("patient", people, required=False, beside={"action": MEDICURGY})]


def comrade_and_action(state: Coriolis, actor: Fighter) -> list[Field]:
    return [somebody("target", comrades(state, actor)), one_of("action", HELPED)]


HELP = ActionKind(
    HelpOther, help_other, "coriolis.action.help", NORMAL, group="help", fields=help_fields,
    hints=("coriolis.core.help", "coriolis.action.help.cost", "coriolis.action.help.before",
           "coriolis.action.help.command-substitute", "coriolis.medtech.bio-monitor", "coriolis.ruling.med.bio-monitor"),
)  # fmt: skip


def meant_patient(state: Coriolis, actor: Fighter, other: Fighter, action: HelpOther) -> Fighter | None:
    """On whom the treatment helped must be. From afar that takes a bio monitor on the patient, and a medicurg.

    coriolis.ruling.med.bio-monitor, coriolis.medtech.bio-monitor
    """
    meant = fighter(state, action.patient) if action.patient else None
    if action.action not in MEDICURGY:
        if meant is not None:
            raise Refused("coriolis.action.help", f"{action.action} has no patient", list(MEDICURGY))
        return None
    if distance(state, actor, other) <= CLOSE and not (state.scene.walls and walled_off(state, actor, other)):
        return meant
    near = [each for each in state.roster.values() if carried(each, "bio-monitor") and within(state, other, each, CLOSE)]
    if not near or actor.skills.get("medicurgy", 0) < 1:
        raise Refused("coriolis.ruling.med.bio-monitor", f"{actor.id} is too far away to help", ["move"])
    if len(near) > 1 and meant is None:
        raise Refused("coriolis.ruling.med.bio-monitor", "several patients wear a bio monitor", [each.id for each in near])
    if meant is not None and meant not in near:
        raise Refused("coriolis.ruling.med.bio-monitor", f"{meant.id} wears no bio monitor there", [each.id for each in near])
    return near[0] if meant is None else meant


@dataclass(frozen=True, slots=True)
class Command(Action):
    """Order a comrade to do something to somebody; the sixes of a Command test are her dice."""

    KIND: ClassVar[str] = "command"
    target: str
    action: str
    against: str = ""


def command(state: Coriolis, table: Table, action: Command) -> None:
    """The sixes of a Command test are the dice; the commander dictates the action. coriolis.action.command

    coriolis.action.help.command-substitute
    """
    actor = fighter(state, action.actor)
    other = comrade(state, actor, action.target, action.action)
    if action.against:
        fighter(state, action.against)
    deed = Deed("command", other.id)  # coriolis.ruling.help.slow-command: Normal, whatever is helped
    declare(state, table, actor, deed)
    table.emit("coriolis.action.command", actor.id, other.id, note=action.action)
    if not carried_out(state, table, Declaration("command", actor)):
        return
    sixes = helped_test(state, table, actor, deed, "command")
    if sixes:
        dice = min(sixes, MOST_HELP)  # coriolis.ruling.help.cap: sixes above it are lost
        other.helps.append(Help(by=actor.id, action=action.action, target=action.against, dice=dice, command=True))
        table.emit("coriolis.action.command.bonus", actor.id, other.id, dice, action.action)


def command_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    foes = [each for each in state.roster.values() if each.side != actor.side and not each.dead and not each.out]
    return [*comrade_and_action(state, actor), somebody("against", foes, required=False)]


def no_training(state: Coriolis, actor: Fighter, content: Content) -> Refused | None:
    """Asked first: no comrade and no action to order would make a difference."""
    try:
        refuse_untrained(actor, "command")
    except Refused as refused:
        return refused
    return None


COMMAND = ActionKind(
    Command, command, "coriolis.action.command", NORMAL, group="help", refusal=no_training, fields=command_fields,
    hints=("coriolis.ruling.help.slow-command",),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rally(Action):
    """Bring back a comrade who is broken by stress."""

    KIND: ClassVar[str] = "rally"
    target: str


def rally(state: Coriolis, table: Table, action: Rally) -> None:
    """A comrade broken by stress gets back as many Mind Points as the Command test shows sixes. coriolis.ruling.stress.zero"""
    actor, other = fighter(state, action.actor), fighter(state, action.target)
    refuse_untrained(actor, "command")
    if other.mp > 0 or other.side != actor.side or other.dead:
        raise Refused("coriolis.ruling.stress.zero", f"{other.id} is not broken by stress", [])
    refuse_walled(state, actor, other)
    if distance(state, actor, other) > CLOSE:
        raise Refused("coriolis.range.close", f"{other.id} is not within Close Range", ["move"])
    deed = Deed("rally", other.id)
    declare(state, table, actor, deed)
    if not carried_out(state, table, Declaration("rally", actor, other)):
        return
    sixes = helped_test(state, table, actor, deed, "command")
    other.mp = min(other.max_mp, sixes)
    if sixes:
        other.stress_hours, other.breakdown = 0, ""
        other.rise()
    table.emit("coriolis.ruling.stress.zero", actor.id, other.id, other.mp, "rallies" if sixes else "does not reach")


def rally_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    return [somebody("target", comrades(state, actor))]


RALLY = ActionKind(Rally, rally, "coriolis.ruling.stress.zero", SLOW, group="help", refusal=no_training, fields=rally_fields)


@dataclass(frozen=True, slots=True)
class Shout(Action):
    """A few words to a comrade."""

    KIND: ClassVar[str] = "shout"
    words: str
    target: str = ""


def shout(state: Coriolis, table: Table, action: Shout) -> None:
    """Free. It breaks overwatch like any other action. coriolis.action.shout

    The Broken can do no more than this, but they can do it at any time. coriolis.broken.cry
    """
    actor = fighter(state, action.actor)
    if action.target and action.target not in [each.id for each in comrades(state, actor)]:
        raise Refused("coriolis.action.shout", f"{action.target!r} is no comrade", [each.id for each in comrades(state, actor)])
    declare(state, table, actor, Deed("shout", action.target))
    if actor.broken:
        table.emit("coriolis.broken.cry", actor.id, action.target, note=action.words)
    else:
        table.emit("coriolis.action.shout", actor.id, action.target, note=action.words)
        carried_out(state, table, Declaration("shout", actor))
    for other in comrades(state, actor):
        if action.target in ("", other.id):
            notice(state, table, other)


def shout_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    return [Field("words", "text"), somebody("target", comrades(state, actor), required=False)]


SHOUT = ActionKind(
    Shout,
    shout,
    "coriolis.action.shout",
    fields=shout_fields,
    hints=("coriolis.ap.free", "coriolis.ruling.broken.cry"),
    narrated=True,
)


@dataclass(frozen=True, slots=True)
class UseSkill(Action):
    """Work on something that takes a skill: the GM says what comes of it."""

    KIND: ClassVar[str] = "tinker"
    what: str
    skill: str = "technology"
    modifier: int = 0


def tinker(state: Coriolis, table: Table, action: UseSkill) -> None:
    """Slow; test and effect depend on the case: the GM says what comes of it. coriolis.action.tinker"""
    actor = fighter(state, action.actor)
    if action.skill not in SKILL_ATTRIBUTE:
        raise Refused("coriolis.core.skill-attribute", f"no skill {action.skill!r}", [suggest(action.skill, SKILL_ATTRIBUTE)])
    refuse_untrained(actor, action.skill)
    gm_decides(state, table, actor, action.skill, action.modifier, action.what, "tinker", "coriolis.action.tinker")


def tinker_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    trained = [skill for skill in SKILL_ATTRIBUTE if skill not in ADVANCED or actor.skills.get(skill, 0)]
    return [Field("what", "text"), one_of("skill", trained)]


TINKER = ActionKind(UseSkill, tinker, "coriolis.action.tinker", SLOW, group="help", fields=tinker_fields, narrated=True)


@dataclass(frozen=True, slots=True)
class MysticPower(Action):
    """Use a mystical power: the GM says what comes of it."""

    KIND: ClassVar[str] = "mystic-power"
    what: str
    modifier: int = 0


def mystic_power(state: Coriolis, table: Table, action: MysticPower) -> None:
    """Slow; the powers are the GM's. coriolis.action.mystic-power"""
    actor = fighter(state, action.actor)
    refuse_untrained(actor, "mystic-powers")
    gm_decides(
        state, table, actor, "mystic-powers", action.modifier, action.what, "mystic-power", "coriolis.action.mystic-power"
    )


def power_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    return [Field("what", "text")]


MYSTIC_POWER = ActionKind(
    MysticPower, mystic_power, "coriolis.action.mystic-power", SLOW, group="help", fields=power_fields, narrated=True
)


def gm_decides(
    state: Coriolis, table: Table, actor: Fighter, skill: str, modifier: int, what: str, kind: str, rule: str
) -> None:
    """coriolis.ruling.stub-actions: 3 AP, the skill named, and the GM's word."""
    deed = Deed(kind)
    declare(state, table, actor, deed)
    table.emit(rule, actor.id, note=what)
    if not carried_out(state, table, Declaration(kind, actor)):
        return
    sixes = helped_test(state, table, actor, deed, skill, modifier=(modifier, rule, ""))
    word = table.text(
        "coriolis.ruling.stub-actions", GM, f"{actor.id}: {what}, {counted(sixes, 'six', 'sixes')}. What happens?"
    )
    table.emit(rule, actor.id, number=sixes, note=word)
