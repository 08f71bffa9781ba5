"""First aid, surgery, drugs that act by themselves: what can be done for the wounded during a fight."""

from __future__ import annotations

from starfray.engine.dice import pool, total
from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.rulebooks.coriolis.actions import Apply, Douse, FirstAid, Inject, PoisonWeapon, SpiderTreats, Surgery, TakeDrug
from starfray.rulebooks.coriolis.attack import aim, ranged_pool
from starfray.rulebooks.coriolis.core import FAST, SLOW, add_skill, refuse_untrained, skill_test
from starfray.rulebooks.coriolis.declare import Deed, add_help, declare
from starfray.rulebooks.coriolis.gear import add_equipment, bonus_of, equipment, use_up
from starfray.rulebooks.coriolis.hooks import first_aid_dice
from starfray.rulebooks.coriolis.injury import lose_hp, strain
from starfray.rulebooks.coriolis.interrupts import Happening, carried_out
from starfray.rulebooks.coriolis.ranges import CLOSE, LIMITS, within
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Gear, Injury, carried, fighter

SPIDER = "spider-doctor"
SCARAB = "healing-scarab"


def near_patient(state: Coriolis, one: Fighter, who: str) -> Fighter:
    """coriolis.ruling.first-aid.reach: Close Range."""
    patient = fighter(state, who)
    if patient is one or patient.dead or not patient.person:
        raise Refused("coriolis.heal.first-aid", f"{who} cannot be treated", [])
    if not within(state, one, patient, CLOSE):
        raise Refused("coriolis.ruling.first-aid.reach", f"{who} is not within Close Range", ["move"])
    return patient


def refuse_if_not_down(patient: Fighter) -> None:
    """First aid is for the Broken (or unconscious); rest is for the damaged. coriolis.state.damaged.no-first-aid"""
    if patient.broken or patient.unconscious:
        return
    rule = "coriolis.state.damaged.no-first-aid" if patient.hp < patient.max_hp else "coriolis.heal.first-aid"
    raise Refused(rule, f"{patient.id} is not Broken", ["rest"])


def trained(state: Coriolis, one: Fighter, *, first_aid: bool) -> None:
    """Medicurgy needs training; a house rule lets anybody try first aid. coriolis.state.broken.training-and-gear"""
    if first_aid and state.rulings.get("untrained-first-aid") == "allowed":
        return  # coriolis.ruling.first-aid.untrained
    refuse_untrained(one, "medicurgy")


def first_aid(state: Coriolis, table: Table, act: FirstAid) -> None:
    """Slow; a Medicurgy test with the equipment at hand. coriolis.action.first-aid"""
    one = fighter(state, act.actor)
    patient = near_patient(state, one, act.target)
    refuse_if_not_down(patient)
    trained(state, one, first_aid=True)
    piece = equipment(one, act.gear, "broken")
    deed = Deed("first-aid", SLOW, patient.id)
    declare(state, table, one, deed)
    table.emit("coriolis.action.first-aid", one.id, patient.id, note=piece.name)
    if not carried_out(state, table, Happening("first-aid", one, patient)):
        return
    sixes = medicurgy(state, table, one, piece, "broken", deed, first_aid_dice(one))
    if sixes:
        heal(table, one, patient, sixes, piece)
    else:
        table.emit("coriolis.core.success", one.id, patient.id, note="cannot help")


def medicurgy(
    state: Coriolis, table: Table, one: Fighter, piece: Gear, against: str, deed: Deed, talent: int = 0, modifier: int = 0
) -> int:
    """The test behind every treatment; the piece of equipment used gives its one bonus. coriolis.state.same-gear-bonus"""
    tally = table.tally(one)
    add_skill(tally, one, "medicurgy")
    add_equipment(table, tally, one, piece, against)
    if talent:
        tally.add(talent, "coriolis.action.first-aid.modifier", "talent")
    if modifier:
        tally.add(modifier, "coriolis.ruling.crit.treatment", "fatal injury")
    add_help(table, tally, one, deed)
    use_up(table, one, piece)
    return skill_test(state, table, one, tally, "coriolis.action.first-aid")


def heal(table: Table, one: Fighter, patient: Fighter, sixes: int, piece: Gear | None) -> None:
    """Up at once, HP become the count of sixes. coriolis.heal.first-aid.success, coriolis.ruling.first-aid.cap"""
    points = sixes
    if piece is not None and piece.heals:
        points += piece.heals  # coriolis.ruling.med.p-dose
        table.emit("coriolis.ruling.med.p-dose", one.id, patient.id, piece.heals)
    stand_up(table, patient, max(patient.hp, points))
    table.emit("coriolis.heal.first-aid.success", one.id, patient.id, patient.hp)


def stand_up(table: Table, patient: Fighter, hp: int) -> None:
    if patient.unconscious:
        table.emit("coriolis.ruling.crit.unconscious", patient.id, note="wakes")
    patient.hp = min(hp, patient.max_hp)
    patient.unconscious = 0
    if not any(injury.paralysed for injury in patient.injuries):
        patient.prone = False
    table.emit("coriolis.state.broken.first-aid", patient.id, number=patient.hp)


# --- the dying -------------------------------------------------------------------------------------------------


def surgery(state: Coriolis, table: Table, act: Surgery) -> None:
    """Only trained people can save the dying; a separate test per injury. coriolis.state.crit-dying"""
    one = fighter(state, act.actor)
    patient = near_patient(state, one, act.target)
    trained(state, one, first_aid=False)
    injury = fatal_injury(patient, act.injury)
    piece = equipment(one, act.gear, "critical")
    deed = Deed("surgery", SLOW, patient.id)
    declare(state, table, one, deed)
    table.emit("coriolis.state.crit-dying", one.id, patient.id, injury.number, injury.name)
    if not carried_out(state, table, Happening("surgery", one, patient)):
        return
    table.emit("coriolis.state.separate-checks", one.id, patient.id)
    if medicurgy(state, table, one, piece, "critical", deed, 0, injury.modifier):
        stabilise(table, one, patient, injury)
    else:
        table.emit("coriolis.core.success", one.id, patient.id, note="it may be tried again")


def fatal_injury(patient: Fighter, named: str) -> Injury:
    """The one named, or the one that kills first."""
    open_ones = [each for each in patient.injuries if each.fatal and not each.stabilised]
    chosen = [each for each in open_ones if named in ("", str(each.number), each.name)]
    if not chosen:
        names = [each.name for each in open_ones]
        raise Refused("coriolis.ruling.crit.treatment", f"{patient.id} has no such fatal injury", names)
    return min(chosen, key=urgency)


def urgency(injury: Injury) -> tuple[int, int]:
    return ("minutes", "hours", "days").index(injury.unit), injury.limit


def stabilise(table: Table, one: Fighter, patient: Fighter, injury: Injury) -> None:
    """Any six saves her; she stays Broken if she was. coriolis.ruling.crit.treatment"""
    injury.stabilised = True
    injury.damage_per = ""  # the life-saving test stops the bleeding, too
    table.emit("coriolis.ruling.crit.treatment", one.id, patient.id, injury.number, injury.name)


# --- gear that needs no doctor ---------------------------------------------------------------------------------


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
    dying = [each for each in patient.injuries if each.fatal and not each.stabilised]
    if patient.dead or not (dying or patient.broken):
        return
    printed = table.content.entry("gear", SPIDER)
    tally = table.tally()
    tally.add(int(printed["wits"]), "coriolis.med.spider-doctor", "Wits")
    tally.add(int(printed["medicurgy"]), "coriolis.med.spider-doctor", "Medicurgy")
    worst = min(dying, key=urgency) if dying else None
    if worst is not None and worst.modifier:
        tally.add(worst.modifier, "coriolis.ruling.crit.treatment", "fatal injury")
    patient.spider_charges -= 1
    sixes = table.roll("coriolis.ruling.med.spider", patient.id, pool(tally.total), tally)
    if patient.spider_charges <= 0:
        patient.spider = ""
    if not sixes:
        table.emit("coriolis.core.success", patient.id, note="the spider cannot help")
    elif worst is not None:
        stabilise(table, patient, patient, worst)
    else:
        heal(table, patient, patient, sixes, None)


def inject(state: Coriolis, table: Table, act: Inject) -> None:
    """One Slow action: a plain shot with a Vulcan weapon, then Medicurgy as with an m-dose. coriolis.ruling.med.injector"""
    one, patient, gun = aim(state, act.actor, act.target, act.weapon)
    piece = carried(one, "ballistic-m-injector")
    if piece is None:
        raise Refused("coriolis.med.ballistic-m-injector", f"{one.id} has no injector", [])
    if piece.needs not in gun.features:
        raise Refused("coriolis.med.ballistic-m-injector", "an injector needs a Vulcan firearm", [])
    if not within(state, one, patient, LIMITS[1]):
        raise Refused("coriolis.ruling.med.injector", f"{patient.id} is further than Short Range", ["move"])
    trained(state, one, first_aid=False)
    dying = [each for each in patient.injuries if each.fatal and not each.stabilised]
    if not (patient.broken or patient.unconscious or dying):
        refuse_if_not_down(patient)
    deed = Deed("inject", SLOW, patient.id, gun.key)
    declare(state, table, one, deed)
    table.emit("coriolis.medtech.ballistic-m-injector", one.id, patient.id)
    if not carried_out(state, table, Happening("inject", one, patient)):
        return
    against = "broken" if patient.broken or patient.unconscious else "critical"
    tally = ranged_pool(state, table, one, patient, gun)
    add_help(table, tally, one, deed)
    piece.count -= 1
    if not skill_test(state, table, one, tally, "coriolis.ranged.pool"):
        table.emit("coriolis.core.success", one.id, patient.id, note="misses")
        return
    treat = table.tally(one)
    add_skill(treat, one, "medicurgy")
    treat.add(bonus_of(piece, against), "coriolis.med.ballistic-m-injector", piece.name)
    sixes = skill_test(state, table, one, treat, "coriolis.action.first-aid")
    if sixes and against == "broken":
        heal(table, one, patient, sixes, None)
    elif sixes:
        stabilise(table, one, patient, min(dying, key=urgency))


# --- fire, drugs, poison ---------------------------------------------------------------------------------------


def douse(state: Coriolis, table: Table, act: Douse) -> None:
    """A six on a Dexterity test, Fast, puts the fire out. coriolis.ruling.turn-start"""
    one = fighter(state, act.actor)
    patient = fighter(state, act.target) if act.target else one
    if not patient.burning:
        raise Refused("coriolis.ruling.turn-start", f"{patient.id} does not burn", [])
    if patient is not one and not within(state, one, patient, CLOSE):
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
        table.emit("coriolis.ruling.turn-start", one.id, patient.id, note="the fire is out")
    strain(state, table, one, "dexterity")


def take_drug(state: Coriolis, table: Table, act: TakeDrug) -> None:
    """One attribute +1 for D6 hours, paid for afterwards. coriolis.medtech.narcotics"""
    one = fighter(state, act.actor)
    piece = carried(one, "narcotics")
    if piece is None:
        raise Refused("coriolis.medtech.narcotics", f"{one.id} has no narcotics", [])
    if act.attribute not in ("strength", "agility", "wits", "empathy"):
        raise Refused("coriolis.core.attributes", f"no attribute {act.attribute!r}", ["strength", "agility", "wits", "empathy"])
    if one.drugged:
        raise Refused("coriolis.ruling.med.narcotics", "a second dose does not add up", [])
    declare(state, table, one, Deed("take-drug", FAST))
    if not carried_out(state, table, Happening("take-drug", one)):
        return
    piece.count -= 1
    one.drugged = act.attribute
    one.drug_hours = table.roll_later("coriolis.medtech.narcotics", one.id, total(1, 6))
    table.emit("coriolis.ruling.med.narcotics", one.id, number=piece.attribute_bonus, note=act.attribute)


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
    if carried_out(state, table, Happening("poison-weapon", one)):
        piece.count -= 1
        one.poisoned[weapon.key] = piece.key
        table.emit("coriolis.medtech.poison", one.id, number=piece.strength, note=weapon.name)


def come_down(state: Coriolis, table: Table, one: Fighter, damage: int) -> None:
    """Afterwards 2 damage that ignores armour, and -1 for half a day. coriolis.ruling.med.narcotics"""
    lose_hp(state, table, one, damage)
    one.drugged = ""
