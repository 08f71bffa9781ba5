"""What needs no doctor: the spider, the scarab, a fire to put out, drugs to take, poison for a blade."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.forms import one_of, somebody, something
from starfray.engine.rules import Action, ActionKind, Content, Field, Refused, Table, distance, pool, total
from starfray.rulebooks.coriolis.core import ATTRIBUTES, FAST, SLOW
from starfray.rulebooks.coriolis.declare import Deed, declare, helped_test
from starfray.rulebooks.coriolis.hazards import poisoned
from starfray.rulebooks.coriolis.healing import heal, most_urgent, near_patient, patients, stabilise, stand_up
from starfray.rulebooks.coriolis.injury import lose_hp, strain
from starfray.rulebooks.coriolis.interrupts import Declaration, carried_out
from starfray.rulebooks.coriolis.ranges import CLOSE, notice, refuse_walled
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Gear, Weakness, carried, fighter

SPIDER = "spider-doctor"
SCARAB = "healing-scarab"


@dataclass(frozen=True, slots=True)
class Apply(Action):
    """Put a spider doctor or a healing scarab on somebody."""

    KIND: ClassVar[str] = "apply"
    gear: str
    target: str


def apply_gear(state: Coriolis, table: Table, action: Apply) -> None:
    """Slow. A spider doctor works by itself from then on; a scarab heals at once. coriolis.medtech.spider-doctor"""
    actor = fighter(state, action.actor)
    patient = near_patient(state, actor, action.target)
    piece = carried(actor, action.gear)
    if piece is None or piece.key not in (SPIDER, SCARAB):
        fit = [each.key for each in actor.gear if each.key in (SPIDER, SCARAB)]
        raise Refused("coriolis.ruling.med.scarab", f"{actor.id} has no {action.gear!r} to apply", fit)
    if piece.key == SCARAB and not patient.broken:
        raise Refused("coriolis.ruling.med.scarab", f"{patient.id} is not Broken", [])
    if piece.key == SPIDER and patient.spider:
        raise Refused("coriolis.ruling.med.spider", f"a spider works on {patient.id} already", [])
    declare(state, table, actor, Deed("apply", patient.id))
    if not carried_out(state, table, Declaration("apply", actor, patient)):
        return
    piece.count -= 1
    if piece.key == SCARAB:
        table.emit("coriolis.med.healing-scarab", actor.id, patient.id, piece.heals)
        stand_up(table, patient, piece.heals)
        return
    patient.spider, patient.spider_charges = actor.id, piece.charges if piece.left < 0 else piece.left
    patient.spider_turn = state.turn
    table.emit("coriolis.medtech.spider-doctor", actor.id, patient.id, patient.spider_charges)


def apply_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    pieces = [each for each in actor.gear if each.key in (SPIDER, SCARAB)]
    return [something("gear", pieces), somebody("target", patients(state, actor))]


APPLY = ActionKind(
    Apply, apply_gear, "coriolis.ruling.med.scarab", SLOW, group="healing", fields=apply_fields,
    hints=("coriolis.med.c-dose-removed", "coriolis.med.truncated-note", "coriolis.ruling.med.author-notes"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SpiderTreats(Action):
    """The spider doctor on a patient does its work."""

    KIND: ClassVar[str] = "spider"


def spider_treats(state: Coriolis, table: Table, action: SpiderTreats) -> None:
    """Eight dice, no gear bonus, no prayer; what is worst first: dying, then Broken. coriolis.ruling.med.spider"""
    patient = fighter(state, action.actor)
    state.spiders.remove(patient.id)
    if needs_spider(patient):
        spider_works(table, patient)


SPIDER_TREATS = ActionKind(SpiderTreats, spider_treats)


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


@dataclass(frozen=True, slots=True)
class Douse(Action):
    """Put out a fire, one's own or another's."""

    KIND: ClassVar[str] = "douse"
    target: str = ""


def douse(state: Coriolis, table: Table, action: Douse) -> None:
    """A six on a Dexterity test, Fast, puts the fire out. coriolis.ruling.turn-start"""
    actor = fighter(state, action.actor)
    patient = fighter(state, action.target) if action.target else actor
    if not patient.burning:
        raise Refused("coriolis.ruling.turn-start", f"{patient.id} does not burn", [])
    refuse_walled(state, actor, patient)
    if distance(state, actor, patient) > CLOSE:
        raise Refused("coriolis.range.close", f"{patient.id} is not within Close Range", ["move"])
    deed = Deed("douse", patient.id)
    declare(state, table, actor, deed)
    if not carried_out(state, table, Declaration("douse", actor, patient)):
        return
    if helped_test(state, table, actor, deed, "dexterity"):
        patient.burning = 0
        table.emit("coriolis.ruling.turn-start", patient.id, note="burns no longer")
    strain(state, table, actor, "dexterity")


def douse_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    return [somebody("target", [each for each in state.roster.values() if each.burning], required=False)]


DOUSE = ActionKind(Douse, douse, "coriolis.ruling.turn-start", FAST, group="healing", fields=douse_fields)


@dataclass(frozen=True, slots=True)
class TakeDrug(Action):
    """Take a dose of mind-enhancing narcotics."""

    KIND: ClassVar[str] = "take-drug"
    attribute: str


def take_drug(state: Coriolis, table: Table, action: TakeDrug) -> None:
    """One attribute +1 for D6 hours, paid for afterwards. coriolis.medtech.narcotics"""
    actor = fighter(state, action.actor)
    if action.attribute not in ATTRIBUTES:
        raise Refused("coriolis.core.attributes", f"no attribute {action.attribute!r}", ATTRIBUTES)
    declare(state, table, actor, Deed("take-drug"))
    if not carried_out(state, table, Declaration("take-drug", actor)):
        return
    piece = carried(actor, "narcotics")
    assert piece is not None  # drug_refusal
    piece.count -= 1
    actor.drugged = action.attribute
    actor.drug_hours = table.roll_later("coriolis.medtech.narcotics", actor.id, total(1, 6))
    table.emit("coriolis.medtech.narcotics", actor.id, number=piece.attribute_bonus, note=action.attribute)


def drug_refusal(state: Coriolis, actor: Fighter, content: Content) -> Refused | None:
    if carried(actor, "narcotics") is None:
        return Refused("coriolis.medtech.narcotics", f"{actor.id} has no narcotics", [])
    if actor.drugged:
        return Refused("coriolis.ruling.med.narcotics", "a second dose does not add up", [])
    return None


def drug_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    return [one_of("attribute", ATTRIBUTES)]


TAKE_DRUG = ActionKind(
    TakeDrug, take_drug, "coriolis.medtech.narcotics", FAST, group="healing", refusal=drug_refusal, fields=drug_fields
)


def come_down(state: Coriolis, table: Table, actor: Fighter) -> None:
    """Afterwards 2 damage that ignores armour, and -1 for half a day. coriolis.ruling.med.narcotics"""
    printed = table.content.entry("gear", "narcotics")
    table.emit("coriolis.ruling.med.narcotics", actor.id, number=printed["damage-after"], note=actor.drugged)
    actor.weakened.append(Weakness(attribute=actor.drugged, hours=int(printed["hours-after"])))
    actor.drugged, actor.drug_hours = "", 0
    lose_hp(state, table, actor, int(printed["damage-after"]))


@dataclass(frozen=True, slots=True)
class PoisonWeapon(Action):
    """Put poison on a weapon in hand."""

    KIND: ClassVar[str] = "poison-weapon"
    weapon: str
    poison: str


def dose_of_poison(actor: Fighter, key: str) -> Gear:
    piece = carried(actor, key)
    if piece is None or not piece.strength:
        fit = [each.key for each in actor.gear if each.strength]
        raise Refused("coriolis.medtech.poison", f"{actor.id} has no {key!r}", fit)
    return piece


def poison_weapon(state: Coriolis, table: Table, action: PoisonWeapon) -> None:
    """It works on the first hit that does damage. coriolis.ruling.med.poison"""
    actor = fighter(state, action.actor)
    piece = dose_of_poison(actor, action.poison)
    weapon = next((each for each in actor.weapons if each.key == action.weapon and each.in_hand), None)
    if weapon is None:
        raise Refused("coriolis.ruling.hands", f"{action.weapon!r} is not in hand", [w.key for w in actor.weapons if w.in_hand])
    declare(state, table, actor, Deed("poison-weapon"))
    if carried_out(state, table, Declaration("poison-weapon", actor, weapon=weapon)):
        piece.count -= 1
        actor.poisoned[weapon.key] = piece.key
        table.emit("coriolis.medtech.poison", actor.id, number=piece.strength, note=weapon.name)


def poisons(actor: Fighter) -> Field:
    return something("poison", [each for each in actor.gear if each.strength and carried(actor, each.key)])


def poison_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    return [something("weapon", [each for each in actor.weapons if each.in_hand]), poisons(actor)]


POISON_WEAPON = ActionKind(PoisonWeapon, poison_weapon, "coriolis.medtech.poison", FAST, group="healing", fields=poison_fields)


@dataclass(frozen=True, slots=True)
class GivePoison(Action):
    """Inject poison into somebody who cannot fend it off, a comrade, or oneself."""

    KIND: ClassVar[str] = "give-poison"
    target: str
    poison: str


def give_poison(state: Coriolis, table: Table, action: GivePoison) -> None:
    """coriolis.ruling.med.poison-given"""
    actor, victim = fighter(state, action.actor), near_patient(state, fighter(state, action.actor), action.target)
    piece = dose_of_poison(actor, action.poison)
    if victim.side != actor.side and not victim.immobile and victim.aware:
        reason = f"{victim.id} will not have it; a poisoned blade may"
        raise Refused("coriolis.ruling.med.poison-given", reason, ["poison-weapon"])
    declare(state, table, actor, Deed("give-poison", victim.id))
    if carried_out(state, table, Declaration("give-poison", actor, victim)):
        piece.count -= 1
        table.emit("coriolis.ruling.med.poison-given", actor.id, victim.id, piece.strength)
        poisoned(state, table, victim, piece, actor.id)
        notice(state, table, victim)


def victims_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    return [somebody("target", [each for each in state.roster.values() if each.person and not each.dead]), poisons(actor)]


GIVE_POISON = ActionKind(
    GivePoison, give_poison, "coriolis.ruling.med.poison-given", FAST, group="healing", fields=victims_fields
)
