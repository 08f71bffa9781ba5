"""Operations: investigate, help, talk; and the word on attack, flight and peace."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import GM, Option
from starfray.rulebooks.icar.core import CRITICAL, PASS, refuse_attribute
from starfray.rulebooks.icar.space.actions import (
    Cajole,
    Decide,
    HelpEngineering,
    Investigate,
    LowerStn,
    PoolDie,
    Strategy,
    SueForPeace,
)
from starfray.rulebooks.icar.space.allowed import refuse_unless_free
from starfray.rulebooks.icar.space.crew import at_role, craft_named, foes_of, ship, vessel
from starfray.rulebooks.icar.space.options import TALKING, attempt, change_stn, described, no_effect
from starfray.rulebooks.icar.space.records import ENGINEER, Modifier
from starfray.rulebooks.icar.state import Actor, Icar

FORESEEN_STN = 20  # icar.ruling.combat-initiative
HELP = -2  # icar.space.ops.help-eng
STANCES = ("attack", "flee")
SKILL_NAMES = {"impersonate": "impersonation"}  # icar.ruling.skill-aliases
MOST_FOR_A_SPEECH = 6  # icar.space.ops.cajole: "or more"; where it ends is the GM's word


def investigate(state: Icar, table: Table, act: Investigate) -> None:
    """The enemy's weapons, damage and STN. icar.space.ops.investigate"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    refuse_attribute(act.attribute)
    target = craft_named(state, one, act.target, "icar.space.ops.investigate")
    foes = [each.id for each in foes_of(state, vessel(state, one))]
    if target.id not in foes:
        raise Refused("icar.space.ops.investigate", f"{target.id} is no enemy in this fight", foes)
    result = attempt(state, table, one, act.KIND, act.attribute)
    if result < PASS:
        no_effect(table, one.id)
        return
    target.secret = [path for path in target.secret if not path.startswith(("craft", "stn"))]
    craft = ship(target)
    weapons = "clusters " + " ".join(f"{each}K" for each in craft.clusters) if craft.clusters else "no weapons"
    words = f"{weapons}, hull damage {craft.hull_damage} of {craft.hull} K, {craft.shields} shields"
    table.emit("icar.space.ops.investigate", one.id, target.id, target.stn or craft.base_stn, words, only=one.side)
    foresee(state, table, one, result)


def put_die(state: Icar, table: Table, act: PoolDie) -> None:
    """One die more in the pool, above its first number too. icar.ruling.ops-pool"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    refuse_attribute(act.attribute)
    result = attempt(state, table, one, act.KIND, act.attribute)
    if result < PASS:
        no_effect(table, one.id)
        return
    state.pool += 1
    table.emit("icar.space.ops.pool", one.id, number=state.pool)
    foresee(state, table, one, result)


def help_engineering(state: Icar, table: Table, act: HelpEngineering) -> None:
    """-2 to the target number of the engineer named, this turn. icar.ruling.ops-help"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    refuse_attribute(act.attribute)
    team = [each.id for each in at_role(state, one.aboard, ENGINEER)]
    if act.engineer not in team:
        raise Refused("icar.ruling.ops-help", f"{act.engineer} is no engineer of this craft", team)
    result = attempt(state, table, one, act.KIND, act.attribute)
    if result < PASS:
        no_effect(table, one.id)
        return
    state.space.helps.append(Modifier(amount=HELP, rule="icar.space.ops.help-eng", by=one.id, on=act.engineer, role=ENGINEER))
    table.emit("icar.space.ops.help-eng", one.id, act.engineer, HELP)
    foresee(state, table, one, result)


def lower_stn(state: Icar, table: Table, act: LowerStn) -> None:
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    refuse_attribute(act.attribute)
    result = attempt(state, table, one, act.KIND, act.attribute)
    if result < PASS:
        no_effect(table, one.id)
        return
    change_stn(state, table, -1, "icar.space.ops.stn", one.id)
    foresee(state, table, one, result)


def cajole(state: Icar, table: Table, act: Cajole) -> None:
    """A speech and a talking skill: -2 to the STN, more if the GM was entertained. icar.space.ops.cajole"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    refuse_attribute(act.attribute)
    skill = SKILL_NAMES.get(act.skill, act.skill)
    if skill not in TALKING:
        raise Refused("icar.space.ops.cajole", f"{act.skill!r} is no talking skill", TALKING)
    if not act.speech.strip():
        raise Refused("icar.space.ops.cajole", "a short speech comes first", ['speech="…"'])
    result = attempt(state, table, one, act.KIND, act.attribute, skill)
    if result < PASS:
        no_effect(table, one.id)
        return
    prompt = f"How much is the speech worth? The book gives 2, more if it was entertaining: {act.speech}"
    worth = table.number("icar.space.ops.cajole", GM, 2, MOST_FOR_A_SPEECH, prompt, suggested=2)
    change_stn(state, table, -worth, "icar.space.ops.cajole", one.id)
    foresee(state, table, one, result)


def foresee(state: Icar, table: Table, one: Actor, result: int) -> None:
    """A critical Operations pass reads the enemy's plan: it shoots at STN 20 next. icar.ruling.combat-initiative"""
    if result == CRITICAL and described(table, one):
        ship(vessel(state, one)).foreseen = True
        table.emit("icar.space.crit.ops", one.id)
        table.emit("icar.ruling.combat-initiative", one.id, number=FORESEEN_STN)


def decide(state: Icar, table: Table, act: Decide) -> None:
    """Attack bars running away, flee bars every other manoeuvre. icar.space.ops.final-say"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    if act.stance not in STANCES:
        raise Refused("icar.space.ops.final-say", f"{act.stance!r} is no decision", STANCES)
    ship(vessel(state, one)).stance = act.stance
    state.space.decided = True
    table.emit("icar.space.ops.final-say", one.id, note=act.stance)


def make_case(state: Icar, table: Table, act: Strategy) -> None:
    """Expected this fight? The GM may give -1 or -2 for the first round. icar.space.strategy"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    if not act.case.strip():
        raise Refused("icar.space.strategy", "the case has to be made in words", ['case="…"'])
    state.space.case_made = True
    options = [Option("-2", rule="icar.space.strategy"), Option("-1", rule="icar.space.strategy"), Option("0")]
    given = int(table.choose("icar.space.strategy", GM, options, f"An advantage? {act.case}", suggested="0"))
    if given:
        change_stn(state, table, given, "icar.space.strategy", one.id)


def sue_for_peace(state: Icar, table: Table, act: SueForPeace) -> None:
    """The winner might not listen: that is for the GM to say. icar.ruling.peace"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    state.space.sued = True
    craft = vessel(state, one)
    prompt = f"{craft.name or craft.id} sues for peace. Is it granted? {act.words}".strip()
    if table.confirm("icar.space.end.peace", GM, prompt, suggested="yes"):
        craft.out = "at peace"
        table.emit("icar.space.end.peace", craft.id)
    else:
        table.emit("icar.ruling.peace", craft.id)
