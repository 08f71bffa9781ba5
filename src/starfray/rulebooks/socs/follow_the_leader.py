"""Follow the leader: a pilot who is chased flies into a hazard, and the chasers follow or let go."""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.rules import Option, Table, Tally
from starfray.rulebooks.socs.bonuses import set_position
from starfray.rulebooks.socs.core import CRITICAL, CRITICAL_FAILURE, FAILURE, check
from starfray.rulebooks.socs.damage import HEAVY, after_damage, destroy
from starfray.rulebooks.socs.ships import CUTTER, LINE, add_mr, add_piloting, flies, rank
from starfray.rulebooks.socs.state import Ship, Socs, band, pilot_of, set_band, station

LARGEST_PENALTY = 10  # socs.ruling.follow-penalty
BREAK_OFF = "break-off"


@dataclass(frozen=True, slots=True)
class Chase:
    lead: str
    penalty: int
    chasers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Flown:
    """The degrees of a chase: the lead's, and each chaser's own; none of theirs if the lead is lost."""

    chase: Chase
    degree: int
    degrees: tuple[int, ...]


# --- who goes in, who follows ----------------------------------------------------------------------------------
def declare(state: Socs, table: Table) -> list[Chase]:
    """Openly, before the secret choices: it is the lead's maneuver, and that of all who follow. socs.ruling.follow-choice"""
    chases: list[Chase] = []
    busy: list[str] = []
    if not state.hazards:
        return chases
    for lead in state.roster.values():
        behind = chasers(state, lead)
        if not behind or lead.adrift or lead.id in busy or not flies(lead):
            continue
        if rank(lead) == LINE:
            table.emit("socs.follow.no-line", lead.id)
            continue
        names = " and ".join(chaser.id for chaser in behind)
        prompt = f"Fly into the {state.hazards}? {names} would have to follow or let go."
        if not table.confirm("socs.follow.enter", station(lead, lead.pilot), prompt, facts={"chasers": len(behind)}):
            continue
        penalty = table.number(
            "socs.ruling.follow-penalty",
            station(lead, lead.pilot),
            0,
            LARGEST_PENALTY,
            "How risky is the way you choose? The penalty is everybody's.",
        )
        busy.append(lead.id)
        following = [chaser.id for chaser in behind if follows(table, chaser, lead, penalty, busy)]
        busy += following
        chases.append(Chase(lead.id, penalty, tuple(following)))
    return chases


def chasers(state: Socs, lead: Ship) -> list[Ship]:
    """Anyone with a Position AB on the lead and within range; no ship of the line. Nobody leads or chases unseen.

    socs.ruling.follow-eligible, socs.range.out
    """
    return [
        ship for ship in state.roster.values()
        if ship.position.get(lead.id, 0) and flies(ship) and rank(ship) <= CUTTER and not ship.hidden and not lead.hidden
        and band(state, ship, lead) != "out"
    ]  # fmt: skip


def follows(table: Table, chaser: Ship, lead: Ship, penalty: int, busy: list[str]) -> bool:
    """Follow, or break off and lose the Position AB; one who cannot maneuver, or has a maneuver already, breaks off."""
    options = [Option(BREAK_OFF, "break off", "socs.ruling.follow-choice", f"Position AB on {lead.id} becomes 0")]
    if not chaser.adrift and chaser.id not in busy:
        tally = target(table, chaser, penalty)
        options.insert(0, Option("follow", f"follow {lead.id}", "socs.ruling.follow-eligible", tally=tally))
    pilot = station(chaser, chaser.pilot)
    prompt = f"{lead.id} flies into danger at -{penalty}. Follow?"
    facts = {"penalty": penalty}
    if table.choose("socs.ruling.follow-choice", pilot, options, prompt, facts=facts) == "follow":
        return True
    set_position(chaser, lead, 0)
    return False


def target(table: Table, ship: Ship, penalty: int) -> Tally:
    """Piloting + MR less the lead's penalty. socs.follow.roll"""
    tally = table.tally(ship)
    add_piloting(tally, ship, pilot_of(ship), "socs.follow.roll")
    add_mr(tally, ship)
    tally.add(-penalty, "socs.ruling.follow-penalty")
    return tally


# --- the rolls -------------------------------------------------------------------------------------------------
def fly(state: Socs, table: Table, chase: Chase) -> Flown:
    """The lead, then the chasers in roster order; a lead who is lost ends the chase. socs.ruling.follow-order"""
    lead = state.roster[chase.lead]
    degree = check(table, "socs.follow.roll", lead.id, target(table, lead, chase.penalty))
    table.emit("socs.ruling.follow-order", lead.id, number=len(chase.chasers))
    degrees: list[int] = []
    if degree != CRITICAL_FAILURE:
        for who in chase.chasers:
            table.merge("socs.follow.roll", (chase, degree, tuple(degrees)))
            degrees.append(check(table, "socs.follow.roll", who, target(table, state.roster[who], chase.penalty)))
    return Flown(chase, degree, tuple(degrees))


# --- what comes of it ------------------------------------------------------------------------------------------
def end_chase(state: Socs, table: Table, flown: Flown) -> None:
    """The lead's result, then each chaser's own, then who has lost the lead. socs.ruling.follow-order"""
    lead = state.roster[flown.chase.lead]
    behind = [state.roster[who] for who in flown.chase.chasers]
    if flown.degree == CRITICAL_FAILURE:
        lose_ship(state, table, lead)
        return
    for chaser in behind:
        if flown.degree == CRITICAL:
            change(table, "socs.follow.lead-critical", lead, chaser, chaser.position.get(lead.id, 0) - 1)
        elif flown.degree == FAILURE:
            change(table, "socs.follow.lead-failure", lead, chaser, chaser.position.get(lead.id, 0) + 1)
    for chaser, degree in zip(behind, flown.degrees, strict=True):
        if degree == CRITICAL:
            change(table, "socs.follow.chaser-critical", lead, chaser, chaser.position.get(lead.id, 0) + 1)
        elif degree == FAILURE:
            change(table, "socs.follow.chaser-failure", lead, chaser, 0)
        elif degree == CRITICAL_FAILURE:
            lose_ship(state, table, chaser)
    for chaser in behind:
        if not chaser.gone and not chaser.position.get(lead.id, 0):
            lose_lead(state, table, chaser, lead)


def change(table: Table, rule: str, lead: Ship, chaser: Ship, bonus: int) -> None:
    set_position(chaser, lead, bonus)
    table.emit(rule, chaser.id, lead.id, bonus)


def lose_ship(state: Socs, table: Table, ship: Ship) -> None:
    """Whatever its class. socs.follow.critical-failure"""
    table.emit("socs.follow.critical-failure", ship.id)
    destroy(state, table, ship)
    after_damage(state, table, {ship.id: HEAVY})


def lose_lead(state: Socs, table: Table, chaser: Ship, lead: Ship) -> None:
    """Out of range from now on, and no sustained fire between the two. socs.follow.lose-lead, socs.ruling.lost-lead"""
    table.emit("socs.follow.lose-lead", chaser.id, lead.id)
    table.cite("socs.ruling.lost-lead")
    set_band(state, chaser, lead, "out")
    for ship, other in ((chaser, lead), (lead, chaser)):
        for gun in ship.guns:
            if gun.target == other.id:
                gun.target, gun.sustained = "", 0
