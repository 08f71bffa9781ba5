"""The Maneuver Phase: every pilot chooses one maneuver under seal; costs, rolls and effects follow for all together.

A maneuver is one word and what it is aimed at: `offensive:red`, `defensive:red` or `defensive:red/pulse-cannon`,
`total-defense`, `reversal:red`, `close:red`, `open:red`, `straight`, `unorthodox`, `other:red/split-s`. Following a
leader is settled openly before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Option, Table, Tally
from starfray.rulebooks.socs.bonuses import (
    defensive_result,
    lose_all,
    lose_sustained,
    offensive_result,
    range_result,
    reversal_result,
    total_defense_result,
)
from starfray.rulebooks.socs.core import CRITICAL, CRITICAL_FAILURE, FAILURE, check, contest_roll
from starfray.rulebooks.socs.follow_the_leader import Chase, Flown, declare, end_chase, fly
from starfray.rulebooks.socs.furball import collide, furball
from starfray.rulebooks.socs.gunnery import strike
from starfray.rulebooks.socs.ships import add_mr, add_piloting, flies, position_barred
from starfray.rulebooks.socs.state import Ship, Socs, band, foes_of, pilot_of, station
from starfray.rulebooks.socs.tactics import may_try, other_works, others, tactic, tactic_level, tactic_works

STRAIGHT, UNORTHODOX, OTHER = "straight", "unorthodox", "other"


@dataclass(frozen=True, slots=True)
class Maneuver:
    ship: str
    kind: str
    foe: str = ""
    gun: str = ""  # an enemy weapon, or the name of one of the group's own maneuvers
    penalty: int = 0  # of an unorthodox tactic


@dataclass(frozen=True, slots=True)
class Rolled:
    """A maneuver and how its roll came out: a degree, or the two margins of a contest."""

    maneuver: Maneuver
    degree: int = 0
    other: str = ""  # the ship on the other side of a contest
    margin: int = 0  # of the one who started it: the attacker, the mover
    other_margin: int = 0
    other_degree: int = FAILURE

    def wrecks(self) -> list[str]:
        """Who critically failed at the controls, in the order rolled. socs.ruling.piloting-rolls"""
        rolls = ((self.maneuver.ship, self.degree), (self.other, self.other_degree))
        return [who for who, degree in rolls if degree == CRITICAL_FAILURE]


@dataclass(frozen=True, slots=True)
class ManeuverPhase(Action):
    KIND: ClassVar[str] = "maneuver-phase"


def maneuver_phase(state: Socs, table: Table, action: ManeuverPhase) -> None:
    """socs.turn.sequence, part 2: choices, costs, rolls in roster order, effects. socs.ruling.maneuver-effects"""
    table.emit("socs.turn.sequence", "gm", number=state.turn, note="Maneuver Phase")
    chases = declare(state, table)
    chosen = choose_maneuvers(state, table, chases)
    for maneuver in chosen:
        pay(state, table, maneuver)
    rolled, flown = roll_all(state, table, chosen, chases)
    crashed = [who for result in rolled for who in result.wrecks() if furball(state, state.roster[who])]
    take_effect(state, table, rolled, flown)
    collide(state, table, crashed)
    state.phase = "end"


MANEUVER_PHASE = ActionKind(ManeuverPhase, maneuver_phase)


# --- choosing --------------------------------------------------------------------------------------------------
def choose_maneuvers(state: Socs, table: Table, chases: list[Chase]) -> list[Maneuver]:
    """One maneuver per pilot, all at once and under seal; a chase is one already. socs.maneuver.choose"""
    busy = [who for chase in chases for who in (chase.lead, *chase.chasers)]
    pilots: list[Ship] = []
    for ship in state.roster.values():
        if ship.id in busy:
            continue
        if ship.adrift and flies(ship):
            table.emit("socs.ruling.light-turn", ship.id, note="flies straight")
        elif flies(ship):
            pilots.append(ship)
            if table.explains:
                explain_barred(state, table, ship)
    if not pilots:
        return []
    offers = [maneuver_options(state, table, ship) for ship in pilots]
    whos = [station(ship, ship.pilot) for ship in pilots]
    answers = table.choose_all("socs.maneuver.choose", whos, offers, "Which maneuver?")
    return [settled(state, table, ship, answer) for ship, answer in zip(pilots, answers, strict=True)]


def settled(state: Socs, table: Table, ship: Ship, answer: str) -> Maneuver:
    """What the answer means; the danger of an unorthodox tactic and its foe are the GM's to name. socs.ruling.unorthodox"""
    kind, _, aim = answer.partition(":")
    if kind == UNORTHODOX:
        idea = tactic(state, table, ship)
        return Maneuver(ship.id, kind, idea.foe, penalty=idea.penalty)
    foe, _, gun = aim.partition("/")
    return Maneuver(ship.id, kind, foe, gun)


def maneuver_options(state: Socs, table: Table, ship: Ship) -> list[Option]:
    tally = maneuver_target(table, ship)
    foes = foes_of(state, ship)
    near = [foe for foe in foes if band(state, ship, foe) != "out"]  # socs.range.out
    options = [
        Option(f"offensive:{foe.id}", rule="socs.maneuver.offensive", tally=tally)
        for foe in near
        if not offensive_barred(state, ship, foe)
    ]
    for foe in near:
        options.append(Option(f"defensive:{foe.id}", rule="socs.maneuver.defensive", tally=tally))
        for gun in foe.guns:
            if gun.target == ship.id and gun.sustained:
                options.append(Option(f"defensive:{foe.id}/{gun.key}", rule="socs.maneuver.defensive", tally=tally))
    options.append(Option("total-defense", rule="socs.maneuver.total-defense", tally=total_defense_target(table, ship)))
    options += [Option(f"reversal:{foe.id}", rule="socs.maneuver.reversal", tally=tally) for foe in near]
    for foe in foes:
        where = band(state, ship, foe)
        if where != "short":
            options.append(Option(f"close:{foe.id}", rule="socs.ruling.range-change", tally=tally))
        if where != "out":
            options.append(Option(f"open:{foe.id}", rule="socs.ruling.range-change", tally=tally))
    for key, other in others(table.content).items():
        options += [Option(f"{OTHER}:{foe.id}/{key}", f"{other.name}: {foe.id}", "socs.ruling.other-maneuvers") for foe in near]
    if may_try(state, ship):
        options.append(Option(UNORTHODOX, "something that looks like suicide", "socs.unorthodox"))
    options.append(Option(STRAIGHT, rule="socs.maneuver.straight"))
    return options


def offensive_barred(state: Socs, ship: Ship, foe: Ship) -> str:
    """Why this foe cannot be maneuvered on offensively; '' if it can. socs.maneuver.offensive"""
    if foe.position.get(ship.id, 0):
        return "socs.ruling.offensive-blocked"
    return position_barred(ship, foe) if state.ruling("class-limit-choice") == "refuse" else ""


def explain_barred(state: Socs, table: Table, ship: Ship) -> None:
    """Tell the pilot which foes are closed to Maneuver Offensively, and by which rule."""
    reasons: dict[str, list[str]] = {}
    for foe in foes_of(state, ship):
        rule = offensive_barred(state, ship, foe) if band(state, ship, foe) != "out" else ""
        if rule:
            reasons.setdefault(rule, []).append(foe.id)
    for rule, foes in reasons.items():
        table.emit(rule, ship.id, note=", ".join(foes), only=ship.side)
        if rule != "socs.ruling.offensive-blocked":
            table.cite("socs.ruling.class-limit-choice")


# --- costs and rolls -------------------------------------------------------------------------------------------
def maneuver_target(table: Table, ship: Ship) -> Tally:
    """Piloting + MR. socs.maneuver.roll"""
    tally = table.tally(ship)
    add_piloting(tally, ship, pilot_of(ship), "socs.maneuver.roll")
    add_mr(tally, ship)
    return tally


def total_defense_target(table: Table, ship: Ship) -> Tally:
    """Piloting alone. socs.maneuver.total-defense.roll"""
    tally = table.tally(ship)
    add_piloting(tally, ship, pilot_of(ship), "socs.maneuver.total-defense.roll")
    return tally


def pay(state: Socs, table: Table, maneuver: Maneuver) -> None:
    """What a choice costs whatever the roll, for everyone before the first die. socs.ruling.defensive-timing"""
    ship = state.roster[maneuver.ship]
    if maneuver.kind == "offensive":
        lose_sustained(table, ship)
    elif maneuver.kind == "defensive":
        lose_all(table, ship, "socs.maneuver.defensive")
    elif maneuver.kind == "total-defense":
        lose_all(table, ship, "socs.maneuver.total-defense")
        ship.no_fire = True  # socs.maneuver.total-defense.no-fire
    elif maneuver.kind == STRAIGHT:
        table.emit("socs.maneuver.straight", ship.id)


def roll_all(state: Socs, table: Table, chosen: list[Maneuver], chases: list[Chase]) -> tuple[list[Rolled], list[Flown]]:
    """Ships in roster order; a chase when its lead comes up. socs.order.maneuver, socs.ruling.dice-order"""
    rolled: list[Rolled] = []
    flown: list[Flown] = []
    declared = (tuple(chosen), tuple(chases))
    for ship in state.roster.values():
        table.enter((ship.id, declared, tuple(rolled), tuple(flown)))
        table.merge("socs.ruling.dice-order")
        flown += [fly(state, table, chase) for chase in chases if chase.lead == ship.id]
        for maneuver in chosen:
            if maneuver.ship == ship.id:
                rolled += roll(state, table, maneuver, chosen)
        table.leave()
    return rolled, flown


def meets(maneuver: Maneuver, chosen: list[Maneuver]) -> Maneuver | None:
    """The other half of a Reversal: the offensive it is used against, or the Reversal that meets the offensive."""
    wanted = "offensive" if maneuver.kind == "reversal" else "reversal" if maneuver.kind == "offensive" else ""
    for other in chosen if wanted else ():
        if other.kind == wanted and other.ship == maneuver.foe and other.foe == maneuver.ship:
            return other
    return None


def roll(state: Socs, table: Table, maneuver: Maneuver, chosen: list[Maneuver]) -> list[Rolled]:
    """The dice of one ship, in its place in the roster. socs.order.maneuver"""
    ship = state.roster[maneuver.ship]
    other = meets(maneuver, chosen)
    if other is not None:
        if chosen.index(other) < chosen.index(maneuver):
            return []  # rolled when the first of the two came up
        attack = maneuver if maneuver.kind == "offensive" else other
        return [contest(state, table, attack, attack.foe, "socs.maneuver.reversal.contest")]
    if maneuver.kind == "reversal":  # met no offensive: counts as Fly Straight
        table.emit("socs.ruling.reversal-declare", ship.id, maneuver.foe)
        return []
    if maneuver.kind == "offensive" and Maneuver(maneuver.foe, "offensive", maneuver.ship) in chosen:
        table.cite("socs.ruling.mutual-offensive")
    if maneuver.kind in ("offensive", "defensive"):
        return [Rolled(maneuver, check(table, "socs.maneuver.roll", ship.id, maneuver_target(table, ship)))]
    if maneuver.kind == "total-defense":
        tally = total_defense_target(table, ship)
        return [Rolled(maneuver, check(table, "socs.maneuver.total-defense.roll", ship.id, tally))]
    if maneuver.kind == UNORTHODOX:
        tally = maneuver_target(table, ship)
        tally.add(-maneuver.penalty, "socs.unorthodox.effect")
        return [Rolled(maneuver, check(table, "socs.unorthodox", ship.id, tally))]
    if maneuver.kind == OTHER:
        tally = maneuver_target(table, ship)
        tally.add(others(table.content)[maneuver.gun].modifier, "socs.other-maneuvers")
        return [Rolled(maneuver, check(table, "socs.maneuver.roll", ship.id, tally))]
    if maneuver.kind in ("close", "open"):
        return [contest(state, table, maneuver, maneuver.foe, "socs.ruling.range-change")]
    return []


def contest(state: Socs, table: Table, maneuver: Maneuver, against: str, rule: str) -> Rolled:
    """A Quick Contest of Piloting + MR: the one who started it rolls first. Against a foe nobody flies success is enough."""
    ship, foe = state.roster[maneuver.ship], state.roster[against]
    margin, degree = contest_roll(table, rule, ship.id, maneuver_target(table, ship))
    if not flies(foe):
        return Rolled(maneuver, degree, foe.id, margin, -1)
    other_margin, other_degree = contest_roll(table, rule, foe.id, maneuver_target(table, foe))
    table.against(ship.id, other_margin, margin, "margin")
    return Rolled(maneuver, degree, foe.id, margin, other_margin, other_degree)


# --- effects ---------------------------------------------------------------------------------------------------
def take_effect(state: Socs, table: Table, rolled: list[Rolled], flown: list[Flown]) -> None:
    """(1) offensive and Reversal, (2) defensive and totally defensive, (3) follow the leader, (4) range changes,
    (5) unorthodox tactics and the group's own maneuvers; roster order within each. socs.ruling.maneuver-effects
    """
    for result in rolled:
        if result.maneuver.kind == "offensive":
            attack_result(state, table, result)
    for result in rolled:
        maneuver, ship = result.maneuver, state.roster[result.maneuver.ship]
        if maneuver.kind == "defensive":
            defensive_result(table, ship, state.roster[maneuver.foe], maneuver.gun, result.degree)
        elif maneuver.kind == "total-defense":
            total_defense_result(state, table, ship, result.degree)
    for chase in flown:
        end_chase(state, table, chase)
    for result in rolled:
        maneuver = result.maneuver
        if maneuver.kind in ("close", "open"):
            won = result.margin > result.other_margin
            range_result(state, table, state.roster[maneuver.ship], state.roster[maneuver.foe], maneuver.kind, won)
    for place, result in enumerate(rolled):
        if result.maneuver.kind in (UNORTHODOX, OTHER):
            table.enter((place, tuple(rolled)))
            table.merge("socs.ruling.maneuver-effects")
            dare(state, table, result)
            table.leave()


def attack_result(state: Socs, table: Table, result: Rolled) -> None:
    """An offensive maneuver, met by a Reversal or not. A critical success counts for the winner of a contest only:
    socs.ruling.reversal-criticals
    """
    ship = state.roster[result.maneuver.ship]
    if not result.other:
        offensive_result(state, table, ship, state.roster[result.maneuver.foe], result.degree)
        return
    won = (result.margin > result.other_margin) - (result.margin < result.other_margin)
    critical, wasted = result.degree == CRITICAL, result.other_degree == CRITICAL
    if won < 0:
        critical, wasted = wasted, critical
    if wasted or (critical and not won):
        table.cite("socs.ruling.reversal-criticals")
    reversal_result(state, table, ship, state.roster[result.other], won, critical)


def dare(state: Socs, table: Table, result: Rolled) -> None:
    """A tactic works or strikes back at its own ship; a maneuver of the group's own does what the group wrote down."""
    maneuver = result.maneuver
    ship, foe = state.roster[maneuver.ship], state.roster[maneuver.foe]
    if ship.gone:
        return
    level = 0
    if maneuver.kind == OTHER:
        other = others(table.content)[maneuver.gun]
        other_works(table, ship, foe, other, result.degree)
        level = other.hit[result.degree]
    elif result.degree < FAILURE:
        tactic_works(table, ship, foe, maneuver.penalty)
    else:
        level = tactic_level(maneuver.penalty)
        table.emit("socs.ruling.unorthodox", ship.id, number=level)
    if level:
        strike(state, table, ship, level)
