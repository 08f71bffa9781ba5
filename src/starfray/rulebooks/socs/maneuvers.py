"""The Maneuver Phase: every pilot chooses one maneuver under seal; costs, rolls and effects follow for all together.

A maneuver is one word and what it is aimed at: `offensive:red`, `defensive:red` or `defensive:red/pulse-cannon`,
`total-defense`, `reversal:red`, `close:red`, `open:red`, `straight`, `unorthodox`, `other:red/split-s`. Following a
leader is settled openly before.
"""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.table import Table
from starfray.engine.values import Option, Tally
from starfray.rulebooks.socs import daring, follow
from starfray.rulebooks.socs.actions import ManeuverPhase
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
from starfray.rulebooks.socs.furball import collide, furball
from starfray.rulebooks.socs.gunnery import strike
from starfray.rulebooks.socs.ranges import band
from starfray.rulebooks.socs.rulings import ruled
from starfray.rulebooks.socs.ships import add_mr, add_piloting, flies, position_barred
from starfray.rulebooks.socs.state import Ship, Socs, foes_of, pilot_of, station

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


def maneuver_phase(state: Socs, table: Table, act: ManeuverPhase) -> None:
    """socs.turn.sequence, part 2: choices, costs, rolls in roster order, effects. socs.ruling.maneuver-effects"""
    table.emit("socs.turn.sequence", "gm", number=state.turn, note="Maneuver Phase")
    chases = follow.declare(state, table)
    chosen = choose_maneuvers(state, table, chases)
    for maneuver in chosen:
        pay(state, table, maneuver)
    if chosen and table.keeps:
        seen = [maneuver.ship for maneuver in chosen if not state.roster[maneuver.ship].hidden]
        table.emit("socs.order.maneuver", "gm", note=", ".join(seen))
    rolled, flown = roll_all(state, table, chosen, chases)
    crashed = [who for each in rolled for who in each.wrecks()] if furball(state) else []
    take_effect(state, table, rolled, flown)
    if crashed:
        table.emit("socs.ruling.piloting-rolls", "gm", note=", ".join(crashed))
    collide(state, table, crashed)
    state.phase = "end"


# --- choosing --------------------------------------------------------------------------------------------------


def choose_maneuvers(state: Socs, table: Table, chases: list[follow.Chase]) -> list[Maneuver]:
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
            if table.keeps:
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
        tactic = daring.tactic(state, table, ship)
        return Maneuver(ship.id, kind, tactic.foe, penalty=tactic.penalty)
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
    for key, other in daring.others(table.content).items():
        options += [Option(f"{OTHER}:{foe.id}/{key}", f"{other.name}: {foe.id}", "socs.ruling.other-maneuvers") for foe in near]
    if daring.may_try(state, ship):
        options.append(Option(UNORTHODOX, "something that looks like suicide", "socs.unorthodox"))
    options.append(Option(STRAIGHT, rule="socs.maneuver.straight"))
    return options


def offensive_barred(state: Socs, ship: Ship, foe: Ship) -> str:
    """Why this foe cannot be maneuvered on offensively; '' if it can. socs.maneuver.offensive"""
    if foe.position.get(ship.id, 0):
        return "socs.ruling.offensive-blocked"
    return position_barred(ship, foe) if ruled(state, "class-limit-choice") == "refuse" else ""


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
            table.emit("socs.ruling.class-limit-choice", ship.id, only=ship.side)


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


def roll_all(
    state: Socs, table: Table, chosen: list[Maneuver], chases: list[follow.Chase]
) -> tuple[list[Rolled], list[follow.Flown]]:
    """Ships in roster order; a chase when its lead comes up. socs.order.maneuver, socs.ruling.dice-order"""
    rolled: list[Rolled] = []
    flown: list[follow.Flown] = []
    declared = (tuple(chosen), tuple(chases))
    for ship in state.roster.values():
        table.remember((ship.id, declared, tuple(rolled), tuple(flown)))
        table.same("socs.ruling.dice-order")
        flown += [follow.fly(state, table, chase) for chase in chases if chase.lead == ship.id]
        for maneuver in chosen:
            if maneuver.ship == ship.id:
                rolled += roll(state, table, maneuver, chosen)
        table.forget()
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
        table.emit("socs.ruling.mutual-offensive", ship.id, maneuver.foe)
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
        tally.add(daring.others(table.content)[maneuver.gun].modifier, "socs.other-maneuvers")
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
    return Rolled(maneuver, degree, foe.id, margin, other_margin, other_degree)


# --- effects ---------------------------------------------------------------------------------------------------


def take_effect(state: Socs, table: Table, rolled: list[Rolled], flown: list[follow.Flown]) -> None:
    """(1) offensive and Reversal, (2) defensive and totally defensive, (3) follow the leader, (4) range changes,
    (5) unorthodox tactics and the group's own maneuvers; roster order within each.
    """
    if rolled or flown:
        table.emit("socs.ruling.maneuver-effects", "gm")
    for each in rolled:
        act = each.maneuver
        ship = state.roster[act.ship]
        if act.kind == "offensive" and each.other:
            reversal(state, table, each)
        elif act.kind == "offensive":
            offensive_result(state, table, ship, state.roster[act.foe], each.degree)
    for each in rolled:
        act = each.maneuver
        ship = state.roster[act.ship]
        if act.kind == "defensive":
            defensive_result(table, ship, state.roster[act.foe], act.gun, each.degree)
        elif act.kind == "total-defense":
            total_defense_result(state, table, ship, each.degree)
    for chase in flown:
        follow.take_effect(state, table, chase)
    for each in rolled:
        act = each.maneuver
        if act.kind in ("close", "open"):
            won = each.margin > each.other_margin
            range_result(state, table, state.roster[act.ship], state.roster[act.foe], act.kind, won)
    for place, each in enumerate(rolled):
        if each.maneuver.kind in (UNORTHODOX, OTHER):
            table.remember((place, tuple(rolled)))
            table.same("socs.ruling.maneuver-effects")
            dare(state, table, each)
            table.forget()


def reversal(state: Socs, table: Table, each: Rolled) -> None:
    """A critical success counts for the winner only. socs.ruling.reversal-criticals"""
    won = (each.margin > each.other_margin) - (each.margin < each.other_margin)
    critical, wasted = each.degree == CRITICAL, each.other_degree == CRITICAL
    if won < 0:
        critical, wasted = wasted, critical
    if wasted or (critical and not won):
        table.emit("socs.ruling.reversal-criticals", each.maneuver.ship, each.other)
    reversal_result(state, table, state.roster[each.maneuver.ship], state.roster[each.other], won, critical)


def dare(state: Socs, table: Table, each: Rolled) -> None:
    """A tactic works or strikes back at its own ship; a maneuver of the group's own does what the group wrote down."""
    act = each.maneuver
    ship, foe = state.roster[act.ship], state.roster[act.foe]
    if ship.gone:
        return
    level = 0
    if act.kind == OTHER:
        other = daring.others(table.content)[act.gun]
        daring.other_works(table, ship, foe, other, each.degree)
        level = other.hit[each.degree]
    elif each.degree < FAILURE:
        daring.tactic_works(table, ship, foe, act.penalty)
    else:
        level = daring.tactic_level(act.penalty)
        table.emit("socs.ruling.unorthodox", ship.id, number=level)
    if level:
        strike(state, table, ship, level)
