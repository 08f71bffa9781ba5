"""What needs no doctor: the spider, the scarab, a fire to put out, drugs to take, poison for a blade."""

from __future__ import annotations

from starfray.engine.dice import pool, total
from starfray.engine.errors import Refused
from starfray.engine.scene import distance
from starfray.engine.table import Table
from starfray.rulebooks.coriolis.actions import Apply, Douse, PoisonWeapon, SpiderTreats, TakeDrug
from starfray.rulebooks.coriolis.core import ATTRIBUTES, FAST, SLOW, add_skill, skill_test
from starfray.rulebooks.coriolis.declare import Deed, add_help, declare
from starfray.rulebooks.coriolis.healing import heal, most_urgent, near_patient, stabilise, stand_up
from starfray.rulebooks.coriolis.injury import lose_hp, strain
from starfray.rulebooks.coriolis.interrupts import Happening, carried_out
from starfray.rulebooks.coriolis.ranges import CLOSE
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Weakness, carried, fighter

SPIDER = "spider-doctor"
SCARAB = "healing-scarab"


def apply_gear(state: Coriolis, table: Table, act: Apply) -> None:
    """Slow. A spider doctor works by itself from then on; a scarab heals at once. coriolis.medtech.spider-doctor"""
    one = fighter(state, act.actor)
    patient = near_patient(state, one, act.target)
    piece = carried(one, act.gear)
    if piece is None or piece.key not in (SPIDER, SCARAB):
        fit = [each.key for each in one.gear if each.key in (SPIDER, SCARAB)]
        raise Refused("coriolis.ruling.med.scarab", f"{one.id} has no {act.gear!r} to apply", fit)
    if piece.key == SCARAB and not patient.broken:
        raise Refused("coriolis.ruling.med.scarab", f"{patient.id} is not Broken", [])
    if piece.key == SPIDER and patient.spider:
        raise Refused("coriolis.ruling.med.spider", f"a spider works on {patient.id} already", [])
    declare(state, table, one, Deed("apply", SLOW, patient.id))
    if not carried_out(state, table, Happening("apply", one, patient)):
        return
    piece.count -= 1
    if piece.key == SCARAB:
        table.emit("coriolis.med.healing-scarab", one.id, patient.id, piece.heals)
        stand_up(table, patient, piece.heals)
        return
    patient.spider, patient.spider_charges = one.id, piece.charges if piece.left < 0 else piece.left
    patient.spider_turn = state.turn
    table.emit("coriolis.medtech.spider-doctor", one.id, patient.id, patient.spider_charges)


def spider_treats(state: Coriolis, table: Table, act: SpiderTreats) -> None:
    """Eight dice, no gear bonus, no prayer; what is worst first: dying, then Broken. coriolis.ruling.med.spider"""
    patient = fighter(state, act.actor)
    state.spiders.remove(patient.id)
    if needs_spider(patient):
        spider_works(table, patient)


def needs_spider(patient: Fighter) -> bool:
    """With nobody dying or Broken under it, it waits."""
    return not patient.dead and bool(patient.dying or patient.broken or patient.unconscious)


def spider_works(table: Table, patient: Fighter) -> None:
    """One treatment."""
    printed = table.content.entry("gear", SPIDER)
    tally = table.tally()
    tally.add(int(printed["wits"]), "coriolis.med.spider-doctor", "Wits")
    tally.add(int(printed["medicurgy"]), "coriolis.med.spider-doctor", "Medicurgy")
    worst = most_urgent(patient.dying) if patient.dying else None
    if worst is not None and worst.modifier:
        tally.add(worst.modifier, "coriolis.ruling.crit.treatment", "fatal injury")
    patient.spider_charges -= 1
    sixes = table.roll("coriolis.ruling.med.spider", patient.id, pool(tally.total), tally)
    if patient.spider_charges <= 0:
        patient.spider = ""
    if not sixes:
        table.emit("coriolis.ruling.med.spider", patient.id, number=patient.spider_charges, note="cannot help yet")
    elif worst is not None:
        stabilise(table, patient, patient, worst)
    else:
        heal(table, patient, patient, sixes, None)


def douse(state: Coriolis, table: Table, act: Douse) -> None:
    """A six on a Dexterity test, Fast, puts the fire out. coriolis.ruling.turn-start"""
    one = fighter(state, act.actor)
    patient = fighter(state, act.target) if act.target else one
    if not patient.burning:
        raise Refused("coriolis.ruling.turn-start", f"{patient.id} does not burn", [])
    if distance(state, one, patient) > CLOSE:
        raise Refused("coriolis.range.close", f"{patient.id} is not within Close Range", ["move"])
    deed = Deed("douse", FAST, patient.id)
    declare(state, table, one, deed)
    if not carried_out(state, table, Happening("douse", one, patient)):
        return
    tally = table.tally(one)
    add_skill(tally, one, "dexterity")
    add_help(table, tally, one, deed)
    if skill_test(state, table, one, tally):
        patient.burning = 0
        table.emit("coriolis.ruling.turn-start", patient.id, note="burns no longer")
    strain(state, table, one, "dexterity")


def take_drug(state: Coriolis, table: Table, act: TakeDrug) -> None:
    """One attribute +1 for D6 hours, paid for afterwards. coriolis.medtech.narcotics"""
    one = fighter(state, act.actor)
    piece = carried(one, "narcotics")
    if piece is None:
        raise Refused("coriolis.medtech.narcotics", f"{one.id} has no narcotics", [])
    if act.attribute not in ATTRIBUTES:
        raise Refused("coriolis.core.attributes", f"no attribute {act.attribute!r}", ATTRIBUTES)
    if one.drugged:
        raise Refused("coriolis.ruling.med.narcotics", "a second dose does not add up", [])
    declare(state, table, one, Deed("take-drug", FAST))
    if not carried_out(state, table, Happening("take-drug", one)):
        return
    piece.count -= 1
    one.drugged = act.attribute
    one.drug_hours = table.roll_later("coriolis.medtech.narcotics", one.id, total(1, 6))
    table.emit("coriolis.medtech.narcotics", one.id, number=piece.attribute_bonus, note=act.attribute)


def come_down(state: Coriolis, table: Table, one: Fighter) -> None:
    """Afterwards 2 damage that ignores armour, and -1 for half a day. coriolis.ruling.med.narcotics"""
    printed = table.content.entry("gear", "narcotics")
    table.emit("coriolis.ruling.med.narcotics", one.id, number=printed["damage-after"], note=one.drugged)
    one.weakened.append(Weakness(attribute=one.drugged, hours=int(printed["hours-after"])))
    one.drugged, one.drug_hours = "", 0
    lose_hp(state, table, one, int(printed["damage-after"]))


def poison_weapon(state: Coriolis, table: Table, act: PoisonWeapon) -> None:
    """It works on the first hit that does damage. coriolis.ruling.med.poison"""
    one = fighter(state, act.actor)
    piece = carried(one, act.poison)
    if piece is None or not piece.strength:
        raise Refused("coriolis.medtech.poison", f"{one.id} has no {act.poison!r}", [g.key for g in one.gear if g.strength])
    weapon = next((each for each in one.weapons if each.key == act.weapon and each.in_hand), None)
    if weapon is None:
        raise Refused("coriolis.ruling.hands", f"{act.weapon!r} is not in hand", [w.key for w in one.weapons if w.in_hand])
    declare(state, table, one, Deed("poison-weapon", FAST))
    if carried_out(state, table, Happening("poison-weapon", one, weapon=weapon)):
        piece.count -= 1
        one.poisoned[weapon.key] = piece.key
        table.emit("coriolis.medtech.poison", one.id, number=piece.strength, note=weapon.name)
