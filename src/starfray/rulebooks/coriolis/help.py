"""Helping, commanding, rallying, shouting, and work whose outcome is the GM's."""

from __future__ import annotations

from starfray.engine.errors import Refused, suggest
from starfray.engine.scene import distance
from starfray.engine.table import Table
from starfray.engine.values import GM
from starfray.rulebooks.coriolis.actions import Command, HelpOther, MysticPower, Rally, Shout, UseSkill
from starfray.rulebooks.coriolis.core import FREE, NORMAL, SKILL_ATTRIBUTE, SLOW, add_skill, refuse_untrained, skill_test
from starfray.rulebooks.coriolis.declare import MOST_HELP, Deed, add_help, declare
from starfray.rulebooks.coriolis.interrupts import Happening, carried_out
from starfray.rulebooks.coriolis.legal import COSTS, HELPED
from starfray.rulebooks.coriolis.ranges import CLOSE, within
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Help, carried, fighter

MEDICURGY = ("first-aid", "surgery", "treat-radiation")  # what a medicurg may help with from afar


def comrade(state: Coriolis, one: Fighter, who: str, action: str) -> Fighter:
    """Somebody on our side who can still use the help, and an action with a test in it."""
    other = fighter(state, who)
    if other is one or other.side != one.side or not other.conscious:
        raise Refused("coriolis.action.help", f"{who} is no comrade to help", [])
    if action not in HELPED:
        raise Refused("coriolis.action.help", f"{action!r} is no action to give dice for", [suggest(action, HELPED)])
    given = [help.by for help in other.helps if help.action == action]
    if one.id in given:
        raise Refused("coriolis.action.help.bonus", f"{one.id} helps {who} with that already", [])
    if len(given) >= MOST_HELP:  # three people at most, commanders counted
        raise Refused("coriolis.ruling.help.cap", f"{who} has three helpers already", [])
    return other


def help_other(state: Coriolis, table: Table, act: HelpOther) -> None:
    """+1 die; Slow for a Slow action, Normal for any other. coriolis.action.help.cost"""
    one = fighter(state, act.actor)
    other = comrade(state, one, act.target, act.action)
    remote = watches_over(state, one, other, act.action)
    cost = SLOW if COSTS.get(act.action) == SLOW else NORMAL
    declare(state, table, one, Deed("help", cost, other.id))
    table.emit("coriolis.action.help", one.id, other.id, cost, act.action)
    if carried_out(state, table, Happening("help", one)):
        other.helps.append(Help(by=one.id, action=act.action, target=remote.id if remote is not None else ""))
        table.emit("coriolis.action.help.bonus", one.id, other.id, 1, act.action)
        if remote is not None:
            table.emit("coriolis.ruling.med.bio-monitor", one.id, remote.id)


def watches_over(state: Coriolis, one: Fighter, other: Fighter, action: str) -> Fighter | None:
    """Helping with Medicurgy from afar takes a patient with a bio monitor, and a medicurg. coriolis.ruling.med.bio-monitor"""
    if action not in MEDICURGY or distance(state, one, other) <= CLOSE:
        return None
    near = [each for each in state.roster.values() if carried(each, "bio-monitor") and within(state, other, each, CLOSE)]
    if not near or one.skills.get("medicurgy", 0) < 1:
        raise Refused("coriolis.ruling.med.bio-monitor", f"{one.id} is too far away to help", ["move"])
    return near[0]


def command(state: Coriolis, table: Table, act: Command) -> None:
    """The sixes of a Command test are the dice; the commander dictates the action. coriolis.action.command"""
    one = fighter(state, act.actor)
    other = comrade(state, one, act.target, act.action)
    refuse_untrained(one, "command")
    deed = Deed("command", NORMAL, other.id)  # coriolis.ruling.help.slow-command: Normal, whatever is helped
    declare(state, table, one, deed)
    table.emit("coriolis.action.command", one.id, other.id, note=act.action)
    if not carried_out(state, table, Happening("command", one)):
        return
    tally = table.tally(one)
    add_skill(tally, one, "command")
    add_help(table, tally, one, deed)
    sixes = skill_test(state, table, one, tally)
    if sixes:
        dice = min(sixes, MOST_HELP)  # coriolis.ruling.help.cap: sixes above it are lost
        other.helps.append(Help(by=one.id, action=act.action, target=act.against, dice=dice, command=True))
        table.emit("coriolis.action.command.bonus", one.id, other.id, dice, act.action)


def rally(state: Coriolis, table: Table, act: Rally) -> None:
    """A comrade broken by stress gets back as many Mind Points as the Command test shows sixes. coriolis.ruling.stress.zero"""
    one, other = fighter(state, act.actor), fighter(state, act.target)
    refuse_untrained(one, "command")
    if other.mp > 0 or other.side != one.side or other.dead:
        raise Refused("coriolis.ruling.stress.zero", f"{other.id} is not broken by stress", [])
    if distance(state, one, other) > CLOSE:
        raise Refused("coriolis.range.close", f"{other.id} is not within Close Range", ["move"])
    deed = Deed("rally", SLOW, other.id)
    declare(state, table, one, deed)
    if not carried_out(state, table, Happening("rally", one, other)):
        return
    tally = table.tally(one)
    add_skill(tally, one, "command")
    add_help(table, tally, one, deed)
    sixes = skill_test(state, table, one, tally)
    other.mp = min(other.max_mp, sixes)
    if sixes:
        other.stress_hours, other.breakdown = 0, ""
        other.prone = other.paralysed or not other.conscious
    table.emit("coriolis.ruling.stress.zero", one.id, other.id, other.mp, "rallies" if sixes else "does not reach")


def shout(state: Coriolis, table: Table, act: Shout) -> None:
    """Free. It breaks overwatch like any other action. coriolis.action.shout"""
    one = fighter(state, act.actor)
    declare(state, table, one, Deed("shout", FREE, act.target))
    table.emit("coriolis.action.shout", one.id, act.target, note=act.words)
    carried_out(state, table, Happening("shout", one))


def tinker(state: Coriolis, table: Table, act: UseSkill) -> None:
    """Slow; test and effect depend on the case: the GM says what comes of it. coriolis.action.tinker"""
    one = fighter(state, act.actor)
    if act.skill not in SKILL_ATTRIBUTE:
        raise Refused("coriolis.core.skill-attribute", f"no skill {act.skill!r}", [suggest(act.skill, SKILL_ATTRIBUTE)])
    refuse_untrained(one, act.skill)
    gm_decides(state, table, one, act.skill, act.modifier, act.what, "tinker", "coriolis.action.tinker")


def mystic_power(state: Coriolis, table: Table, act: MysticPower) -> None:
    """Slow; the powers are the GM's. coriolis.action.mystic-power"""
    one = fighter(state, act.actor)
    refuse_untrained(one, "mystic-powers")
    gm_decides(state, table, one, "mystic-powers", act.modifier, act.what, "mystic-power", "coriolis.action.mystic-power")


def gm_decides(state: Coriolis, table: Table, one: Fighter, skill: str, modifier: int, what: str, kind: str, rule: str) -> None:
    """coriolis.ruling.stub-actions: 3 AP, the skill named, and the GM's word."""
    deed = Deed(kind, SLOW)
    declare(state, table, one, deed)
    table.emit(rule, one.id, note=what)
    if not carried_out(state, table, Happening(kind, one)):
        return
    tally = table.tally(one)
    add_skill(tally, one, skill)
    if modifier:
        tally.add(modifier, rule)
    add_help(table, tally, one, deed)
    sixes = skill_test(state, table, one, tally)
    word = table.text("coriolis.ruling.stub-actions", GM, f"{one.id}: {what}, {sixes} sixes. What happens?")
    table.emit(rule, one.id, number=sixes, note=word)
