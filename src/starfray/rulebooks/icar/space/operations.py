"""Operations: investigate, help, talk; and the word on attack, flight and peace."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, Action, ActionKind, Content, Field, Option, Refused, Table, one_of, somebody
from starfray.rulebooks.icar.common.action_economy import FREE_WORDS
from starfray.rulebooks.icar.common.actions import Check
from starfray.rulebooks.icar.common.check import CRITICAL, PASS, attribute_field, percent, refuse_attribute
from starfray.rulebooks.icar.common.records import ENGINEER, OPERATIONS, Modifier
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.space.crew import at_role, craft_named, foes_of, may_decide, ship, vessel
from starfray.rulebooks.icar.space.role_options import (
    OF_ROLE,
    OPTIONS,
    TALKING,
    attempt,
    chance_field,
    change_stn,
    described,
    need_of,
    option_kind,
)

FORESEEN_STN = 20  # icar.ruling.combat-initiative
HELP = -2  # icar.space.ops.help-eng
STANCES = ("attack", "flee")
SKILL_NAMES = {"impersonate": "impersonation"}  # icar.ruling.skill-aliases
MOST_FOR_A_SPEECH = 6  # icar.space.ops.cajole: "or more"; where it ends is the GM's word


@dataclass(frozen=True, slots=True)
class Investigate(Action):
    KIND: ClassVar[str] = "investigate"
    target: str
    attribute: str = ""


def investigate_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    return [somebody("target", foes_of(state, vessel(state, actor))), chance_field(state, actor, OPTIONS["investigate"])]


def investigate(state: Icar, table: Table, action: Investigate) -> None:
    """The enemy's weapons, damage and STN. icar.space.ops.investigate"""
    actor = state.roster[action.actor]
    refuse_attribute(action.attribute)
    target = craft_named(state, actor, action.target, "icar.space.ops.investigate")
    foes = [foe.id for foe in foes_of(state, vessel(state, actor))]
    if target.id not in foes:
        raise Refused("icar.space.ops.investigate", f"{target.id} is no enemy in this fight", foes)
    table.allowed()
    result = attempt(state, table, actor, action.KIND, action.attribute)
    if result < PASS:
        return
    target.secret = [path for path in target.secret if not path.startswith(("craft", "stn"))]
    craft = ship(target)
    weapons = "clusters " + " ".join(f"{size}K" for size in craft.clusters) if craft.clusters else "no weapons"
    words = f"{weapons}, hull damage {craft.hull_damage} of {craft.hull} K, {craft.shields} shields"
    table.emit("icar.space.ops.investigate", actor.id, target.id, target.stn or craft.base_stn, words, only=actor.side)
    foresee(state, table, actor, result)


INVESTIGATE = option_kind(Investigate, investigate, fields=investigate_fields)


@dataclass(frozen=True, slots=True)
class PoolDie(Check):
    KIND: ClassVar[str] = "pool"


def put_die(state: Icar, table: Table, action: PoolDie) -> None:
    """One die more in the pool, above its first number too. icar.ruling.ops-pool"""
    actor = state.roster[action.actor]
    refuse_attribute(action.attribute)
    table.allowed()
    result = attempt(state, table, actor, action.KIND, action.attribute)
    if result < PASS:
        return
    state.pool += 1
    table.emit("icar.space.ops.pool", actor.id, number=state.pool)
    foresee(state, table, actor, result)


POOL = option_kind(PoolDie, put_die)


@dataclass(frozen=True, slots=True)
class HelpEngineering(Action):
    KIND: ClassVar[str] = "help-eng"
    engineer: str
    attribute: str = ""


def no_engineer(state: Icar, actor: Actor, content: Content) -> Refused | None:
    if at_role(state, actor.aboard, ENGINEER):
        return None
    return Refused("icar.space.ops.help-eng", "there is no engineer to help", ["stn", "cajole"])


def help_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    team = somebody("engineer", at_role(state, actor.aboard, ENGINEER))
    return [team, chance_field(state, actor, OPTIONS["help-eng"])]


def help_engineering(state: Icar, table: Table, action: HelpEngineering) -> None:
    """-2 to the target number of the engineer named, this turn. icar.ruling.ops-help"""
    actor = state.roster[action.actor]
    refuse_attribute(action.attribute)
    team = [member.id for member in at_role(state, actor.aboard, ENGINEER)]
    if action.engineer not in team:
        raise Refused("icar.ruling.ops-help", f"{action.engineer} is no engineer of this craft", team)
    table.allowed()
    result = attempt(state, table, actor, action.KIND, action.attribute)
    if result < PASS:
        return
    state.space.helps.append(
        Modifier(amount=HELP, rule="icar.space.ops.help-eng", by=actor.id, on=action.engineer, role=ENGINEER)
    )
    table.emit("icar.space.ops.help-eng", actor.id, action.engineer, HELP)
    foresee(state, table, actor, result)


HELP_ENGINEERING = option_kind(HelpEngineering, help_engineering, no_engineer, help_fields)


@dataclass(frozen=True, slots=True)
class LowerStn(Check):
    KIND: ClassVar[str] = "stn"


def no_power(state: Icar, actor: Actor, content: Content | None = None) -> Refused | None:
    if not ship(vessel(state, actor)).down("generators"):
        return None
    words = "without main power Operations does nothing for the STN"
    return Refused("icar.space.system.generators", words, ["investigate", "help-eng"])


def lower_stn(state: Icar, table: Table, action: LowerStn) -> None:
    actor = state.roster[action.actor]
    refuse_attribute(action.attribute)
    table.allowed()
    result = attempt(state, table, actor, action.KIND, action.attribute)
    if result < PASS:
        return
    change_stn(state, table, -1, "icar.space.ops.stn", actor.id)
    foresee(state, table, actor, result)


LOWER_STN = option_kind(LowerStn, lower_stn, no_power)


@dataclass(frozen=True, slots=True)
class Cajole(Action):
    KIND: ClassVar[str] = "cajole"
    skill: str
    speech: str
    attribute: str = ""


def cajole_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    option = OPTIONS["cajole"]
    skills = [Option(skill, note=percent(need_of(state, actor, option, skill))) for skill in TALKING]
    return [Field("skill", "choice", skills), Field("speech", "text"), attribute_field("")]


def cajole(state: Icar, table: Table, action: Cajole) -> None:
    """A speech and a talking skill: -2 to the STN, more if the GM was entertained. icar.space.ops.cajole"""
    actor = state.roster[action.actor]
    refuse_attribute(action.attribute)
    skill = SKILL_NAMES.get(action.skill, action.skill)
    if skill not in TALKING:
        raise Refused("icar.space.ops.cajole", f"{action.skill!r} is no talking skill", TALKING)
    if not action.speech.strip():
        raise Refused("icar.space.ops.cajole", "a short speech comes first", ['speech="…"'])
    table.allowed()
    result = attempt(state, table, actor, action.KIND, action.attribute, skill)
    if result < PASS:
        return
    prompt = f"How much is the speech worth? The book gives 2, more if it was entertaining: {action.speech}"
    worth = table.number("icar.space.ops.cajole", GM, 2, MOST_FOR_A_SPEECH, prompt, suggested=2)
    change_stn(state, table, -worth, "icar.space.ops.cajole", actor.id)
    foresee(state, table, actor, result)


CAJOLE = option_kind(Cajole, cajole, no_power, cajole_fields)


def foresee(state: Icar, table: Table, actor: Actor, result: int) -> None:
    """A critical Operations pass reads the enemy's plan: it shoots at STN 20 next. icar.ruling.combat-initiative"""
    if result == CRITICAL and described(table, actor):
        ship(vessel(state, actor)).foreseen = True
        table.emit("icar.space.crit.ops", actor.id)
        table.emit("icar.ruling.combat-initiative", actor.id, number=FORESEEN_STN)


@dataclass(frozen=True, slots=True)
class Decide(Action):
    """Attack or flee: the final say. It takes no time."""

    KIND: ClassVar[str] = "decide"
    stance: str


def no_final_say(state: Icar, actor: Actor, content: Content | None = None) -> Refused | None:
    if actor.role == OPERATIONS and may_decide(state, actor):
        return None
    return Refused("icar.space.ops.final-say", "only Operations, once a turn, before the pilot acts", ["stand-by"])


def stance_field(state: Icar, actor: Actor, content: Content) -> list[Field]:
    return [one_of("stance", STANCES)]


def decide(state: Icar, table: Table, action: Decide) -> None:
    """Attack bars running away, flee bars every other manoeuvre. icar.space.ops.final-say"""
    actor = state.roster[action.actor]
    if action.stance not in STANCES:
        raise Refused("icar.space.ops.final-say", f"{action.stance!r} is no decision", STANCES)
    table.allowed()
    ship(vessel(state, actor)).stance = action.stance
    state.space.decided = True
    table.emit("icar.space.ops.final-say", actor.id, note=action.stance)


DECIDE = ActionKind(Decide, decide, "icar.space.ops.final-say", 0, FREE_WORDS, "word", no_final_say, stance_field)


@dataclass(frozen=True, slots=True)
class Strategy(Action):
    """The case for a strategy and tactics bonus, in words."""

    KIND: ClassVar[str] = "strategy"
    case: str


def no_case(state: Icar, actor: Actor, content: Content) -> Refused | None:
    if state.turn == 1 and not state.space.acted and not state.space.case_made:
        return None
    return Refused("icar.space.strategy", "only once, in the first turn, before anybody acts", OF_ROLE[actor.role])


def case_field(state: Icar, actor: Actor, content: Content) -> list[Field]:
    return [Field("case", "text", hint="why the crew has the advantage")]


def make_case(state: Icar, table: Table, action: Strategy) -> None:
    """Expected this fight? The GM may give -1 or -2 for the first round. icar.space.strategy"""
    actor = state.roster[action.actor]
    if not action.case.strip():
        raise Refused("icar.space.strategy", "the case has to be made in words", ['case="…"'])
    table.allowed()
    state.space.case_made = True
    options = [Option("-2", rule="icar.space.strategy"), Option("-1", rule="icar.space.strategy"), Option("0")]
    given = int(table.choose("icar.space.strategy", GM, options, f"An advantage? {action.case}", suggested="0"))
    if given:
        change_stn(state, table, given, "icar.space.strategy", actor.id)


STRATEGY = ActionKind(Strategy, make_case, "icar.space.strategy", 0, FREE_WORDS, "word", no_case, case_field)


@dataclass(frozen=True, slots=True)
class SueForPeace(Action):
    KIND: ClassVar[str] = "sue-for-peace"
    words: str = ""


def no_peace(state: Icar, actor: Actor, content: Content | None = None) -> Refused | None:
    if state.space.sued:
        return Refused("icar.space.end.peace", "peace was offered this turn already", OF_ROLE[actor.role])
    if actor.role != OPERATIONS and at_role(state, actor.aboard, OPERATIONS):
        return Refused("icar.space.ops.final-say", "that is for Operations to decide", OF_ROLE[actor.role])
    return None


def peace_field(state: Icar, actor: Actor, content: Content) -> list[Field]:
    return [Field("words", "text", required=False, main=True)]


def sue_for_peace(state: Icar, table: Table, action: SueForPeace) -> None:
    """The winner might not listen: that is for the GM to say. icar.ruling.peace"""
    actor = state.roster[action.actor]
    table.allowed()
    state.space.sued = True
    craft = vessel(state, actor)
    prompt = f"{craft.name or craft.id} sues for peace. Is it granted? {action.words}".strip()
    if table.confirm("icar.space.end.peace", GM, prompt, suggested="yes"):
        craft.out = "at peace"
        table.emit("icar.space.end.peace", craft.id)
    else:
        table.emit("icar.ruling.peace", craft.id)


SUE_FOR_PEACE = ActionKind(SueForPeace, sue_for_peace, "icar.space.end.peace", 0, FREE_WORDS, "word", no_peace, peace_field)
