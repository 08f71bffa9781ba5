"""Hackers in space combat: one action a turn against a craft they have a way into."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, Content, Field, Option, Refused, Table, Tally, somebody
from starfray.rulebooks.icar.common.check import (
    HARD,
    NORMAL,
    PASS,
    agreed_attribute,
    attribute_field,
    check,
    percent,
    refuse_attribute,
    take_off_ability,
)
from starfray.rulebooks.icar.common.records import DOORS, Craft
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.space.crew import craft_named, foes_of, open_craft, ship, vessel
from starfray.rulebooks.icar.space.role_options import no_effect, option_kind, told

HACKS = {  # what can be switched off: the system, its target number, the rule
    "life-support": ("life-support", NORMAL, "icar.space.hacker.life-support"),
    "gravity": ("grav-field", NORMAL, "icar.space.hacker.life-support"),
    "generators": ("generators", NORMAL, "icar.space.hacker.generators"),
    DOORS: (DOORS, HARD, "icar.space.hacker.doors"),
}


@dataclass(frozen=True, slots=True)
class HackCraft(Action):
    """Switch something off aboard an enemy craft: life-support, gravity, generators, or open its doors."""

    KIND: ClassVar[str] = "hack-craft"
    target: str
    system: str
    attribute: str = ""


def hack_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    hacks = [Option(hack, rule=row[2], note=percent(hack_need(actor, hack))) for hack, row in HACKS.items()]
    foes = somebody("target", foes_of(state, vessel(state, actor)))
    return [foes, Field("system", "choice", hacks), attribute_field("hacking")]


def hack_need(actor: Actor, hack: str) -> int:
    tally = Tally(False)
    add_hack(tally, actor, hack)
    return tally.total


def hack_craft(state: Icar, table: Table, action: HackCraft) -> None:
    actor = state.roster[action.actor]
    refuse_attribute(action.attribute)
    target = craft_named(state, actor, action.target, "icar.space.hacker.no-gaia")
    refuse_way_in(state, actor, target)
    refuse_system(ship(target), action.system)
    table.allowed()
    system, _, rule = HACKS[action.system]
    state.space.acted[actor.id] = action.KIND
    way = "icar.hack.spacecraft.place" if actor.inside == target.id else "icar.space.hacker.mole"
    table.cite(way)
    agreed = agreed_attribute(table, actor, "hacking", action.attribute)
    tally = table.tally()
    add_hack(tally, actor, action.system, agreed)
    if told(table, actor, check(state, table, actor, tally, rule)) < PASS:
        no_effect(table, actor.id)
        return
    table.emit(rule, actor.id, target.id, note=action.system)
    if system not in ship(target).hack_coming:
        ship(target).hack_coming.append(system)
    words = "every door is open next turn" if system == DOORS else f"the {system} is off next turn"
    table.emit("icar.ruling.space-hack-effect", target.id, note=words)


HACK_CRAFT = option_kind(HackCraft, hack_craft, fields=hack_fields)


def add_hack(tally: Tally, actor: Actor, hack: str, attribute: str = "") -> None:
    _, target_number, rule = HACKS[hack]
    tally.add(target_number, rule, "target number")
    take_off_ability(tally, actor, "hacking", attribute)


def refuse_way_in(state: Icar, actor: Actor, target: Actor) -> None:
    within = [foe.id for foe in open_craft(state, actor)]
    if target.id in within:
        return
    if target.id not in [foe.id for foe in foes_of(state, vessel(state, actor))]:
        raise Refused("icar.space.end.ways", f"{target.id} is no enemy in this fight", within)
    if within or actor.inside:
        raise Refused("icar.ruling.hack-spacecraft", f"{actor.id} has no way into {target.id}", within)
    raise Refused(
        "icar.space.hacker.no-gaia",
        f"{target.id} cannot be hacked through Gaia",
        ["a Gaia Mole planted aboard before the fight", "being in the craft or on its hull"],
    )


def refuse_system(craft: Craft, hack: str) -> None:
    if hack not in HACKS:
        raise Refused("icar.space.hacker.generators", f"{hack!r} is nothing a hacker switches off", list(HACKS))
    system = HACKS[hack][0]
    if system not in (DOORS, *craft.systems):
        raise Refused("icar.space.system.table", f"{hack} is not on board", [name for name in HACKS if name != hack])
