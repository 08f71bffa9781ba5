"""Hackers in space combat: one action a turn against a craft they have a way into."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.icar.core import HARD, NORMAL, PASS, agreed_attribute, check, refuse_attribute, take_off_ability
from starfray.rulebooks.icar.space.actions import HackCraft
from starfray.rulebooks.icar.space.allowed import refuse_unless_free
from starfray.rulebooks.icar.space.crew import craft_named, crewed, foes_of, open_craft, ship, vessel
from starfray.rulebooks.icar.space.options import no_effect, told
from starfray.rulebooks.icar.space.records import Craft
from starfray.rulebooks.icar.state import Actor, Icar

DOORS = "doors"
HACKS = {  # what can be switched off: the system, its target number, the rule
    "life-support": ("life-support", NORMAL, "icar.space.hacker.life-support"),
    "gravity": ("grav-field", NORMAL, "icar.space.hacker.life-support"),
    "generators": ("generators", NORMAL, "icar.space.hacker.generators"),
    DOORS: ("", HARD, "icar.space.hacker.doors"),
}


def hack_craft(state: Icar, table: Table, act: HackCraft) -> None:
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    refuse_attribute(act.attribute)
    target = craft_named(state, one, act.target, "icar.space.hacker.no-gaia")
    refuse_way_in(state, one, target)
    refuse_system(ship(target), act.system)
    system, _, rule = HACKS[act.system]
    state.space.acted[one.id] = act.KIND
    way = "icar.hack.spacecraft.place" if one.inside == target.id else "icar.space.hacker.mole"
    table.emit(way, one.id, target.id)
    agreed = agreed_attribute(table, one, "hacking", act.attribute)
    tally = table.tally()
    add_hack(tally, one, act.system, agreed)
    if told(table, one, check(state, table, one, tally, rule)) < PASS:
        no_effect(table, one.id)
        return
    table.emit(rule, one.id, target.id, note=act.system)
    if system and crewed(state, target.id):
        if system not in ship(target).hack_coming:
            ship(target).hack_coming.append(system)
        table.emit("icar.ruling.space-hack-effect", target.id, note=f"the {system} is off next turn")
    else:
        table.emit("icar.ruling.space-hack-effect", target.id, note="what comes of it is a story")


def add_hack(tally: Tally, one: Actor, hack: str, attribute: str = "") -> None:
    _, target_number, rule = HACKS[hack]
    tally.add(target_number, rule, "target number")
    take_off_ability(tally, one, "hacking", attribute)


def refuse_way_in(state: Icar, one: Actor, target: Actor) -> None:
    within = [each.id for each in open_craft(state, one)]
    if target.id in within:
        return
    if target.id not in [each.id for each in foes_of(state, vessel(state, one))]:
        raise Refused("icar.space.end.ways", f"{target.id} is no enemy in this fight", within)
    if within or one.inside:
        raise Refused("icar.ruling.hack-spacecraft", f"{one.id} has no way into {target.id}", within)
    raise Refused(
        "icar.space.hacker.no-gaia",
        f"{target.id} cannot be hacked through Gaia",
        ["a Gaia Mole planted aboard before the fight", "being in the craft or on its hull"],
    )


def refuse_system(craft: Craft, hack: str) -> None:
    if hack not in HACKS:
        raise Refused("icar.space.hacker.generators", f"{hack!r} is nothing a hacker switches off", list(HACKS))
    system = HACKS[hack][0]
    if system and system not in craft.systems:
        raise Refused("icar.space.system.table", f"{hack} is not on board", [each for each in HACKS if each != hack])
