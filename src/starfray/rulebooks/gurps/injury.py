"""What an injury does: shock, crippling, death checks, knockdown. gurps.order.hit"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from starfray.engine.table import Table
from starfray.rulebooks.gurps.core import attribute_tally, succeeds
from starfray.rulebooks.gurps.hooks import add_death, add_knockdown
from starfray.rulebooks.gurps.locations import HEAD, part
from starfray.rulebooks.gurps.rulings import ruling
from starfray.rulebooks.gurps.shapes import margins
from starfray.rulebooks.gurps.state import Fighter, Gurps, drop, hands_of, held

LIMBS = ("arm", "leg")
EXTREMITIES = ("hand", "foot")

#: where the running act stands: which blow of several, inside whose interrupts
Frame = tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Blow:
    """A hit about to land, with what the maneuver and a critical table make of it."""

    location: str = "torso"
    chink: bool = False
    bonus: int = 0  # to basic damage. gurps.ruling.flat-damage
    multiply: int = 1
    maximum: bool = False
    dr: str = ""  # half-down, half-up, none
    major: bool = False
    hurts: bool = False  # shock doubled, a limb useless for a while
    half: bool = False  # half damage
    own: bool = False  # struck by her own hand
    beyond: bool = False  # beyond half-damage range
    deafens: bool = False


def suffer(
    state: Gurps, table: Table, victim: Fighter, injury: int, blow: Blow, *, crushing: bool, frame: Frame
) -> None:
    """HP, shock, crippling; then death checks; then knockdown."""
    before = victim.hp
    victim.hp -= injury
    table.emit("gurps.core.injury", victim.id, number=injury, note=blow.location)
    feel_shock(table, victim, injury, blow)
    crippled = cripple(table, victim, injury, blow.location)
    if blow.hurts:
        go_numb(table, victim, blow.location)
    if blow.deafens:
        mark = "deaf" if crushing else "scarred"
        if mark not in victim.marks:
            victim.marks.append(mark)
    check_death(table, victim, before, frame)
    if victim.dead or victim.mortal or victim.unconscious:
        return
    major = crippled or blow.major or 2 * injury > victim.max_hp
    if major:
        table.emit("gurps.wound.major", victim.id, number=injury)
    if major or part(blow.location) in (*HEAD, "vitals"):
        knock_down(state, table, victim, blow.location, major)


def feel_shock(table: Table, victim: Fighter, injury: int, blow: Blow) -> None:
    """Adds up until the next turn; doubled once by the groin or a critical table. gurps.ruling.shock"""
    if blow.location == "groin" or blow.hurts:
        victim.pain += 2 * injury
        victim.pain_limit = 8
        table.emit("gurps.location.groin" if blow.location == "groin" else "gurps.critical.hit.table", victim.id, number=8)
    else:
        victim.pain += injury


def crippling(victim: Fighter, location: str) -> int:
    """The least injury that cripples this place; 0 if none does."""
    where = part(location)
    if where in LIMBS:
        return victim.max_hp // 2 + 1  # gurps.location.leg, gurps.location.arm
    if where in EXTREMITIES:
        return victim.max_hp // 3 + 1  # gurps.location.hand, gurps.location.foot
    if where == "eye":
        return victim.max_hp // 10 + 1  # gurps.location.eye
    return 0


def cripple(table: Table, victim: Fighter, injury: int, location: str) -> bool:
    """A limb is lost for the fight: what it holds falls, and on one leg nobody stands."""
    least = crippling(victim, location)
    if not least or injury < least or location in victim.crippled:
        return False
    victim.crippled.append(location)
    table.emit(f"gurps.location.{part(location)}", victim.id, number=injury, note=f"{location} crippled")
    lose_use(table, victim, location)
    return True


def go_numb(table: Table, victim: Fighter, location: str) -> None:
    """gurps.critical.hit.table: a limb or extremity is useless for 16 - HT seconds, at least 2."""
    if part(location) in (*LIMBS, *EXTREMITIES):
        make_useless(table, victim, location, max(2, 16 - victim.attributes.ht))


def make_useless(table: Table, victim: Fighter, location: str, seconds: int) -> None:
    victim.useless[location] = max(seconds, victim.useless.get(location, 0))
    table.emit("gurps.critical.hit.table", victim.id, number=seconds, note=f"{location} useless")
    lose_use(table, victim, location)


def lose_use(table: Table, victim: Fighter, location: str) -> None:
    side, _, limb = location.partition("-")
    if limb in ("arm", "hand"):
        for weapon in held(victim):
            if side in hands_of(weapon):
                drop(weapon, victim)
    elif limb in ("leg", "foot"):
        fall(table, victim)


def fall(table: Table, one: Fighter) -> None:
    """On the ground, and the aim is gone. gurps.ruling.aim-loss"""
    one.aim = None
    if one.posture != "lying":
        one.posture = "lying"
        table.emit("gurps.posture.lying", one.id, note="falls")


def fall_unconscious(table: Table, one: Fighter, rule: str) -> None:
    one.unconscious = True
    put_out(table, one)
    table.emit(rule, one.id, note="passes out")


def put_out(table: Table, one: Fighter) -> None:
    one.waiting = None
    for weapon in held(one):
        drop(weapon, one)
    fall(table, one)


def die(table: Table, one: Fighter, rule: str) -> None:
    one.dead = True
    put_out(table, one)
    table.emit(rule, one.id, note="dies")


def check_death(table: Table, victim: Fighter, before: int, frame: Frame) -> None:
    """One HT roll per multiple of HP newly reached; at -5 x HP none is needed. gurps.ruling.death-thresholds"""
    if victim.hp <= -5 * victim.max_hp:
        die(table, victim, "gurps.hp.death")
        return
    for times in (1, 2, 3, 4):
        if victim.hp <= -times * victim.max_hp < before:
            table.same("gurps.hp.death-check", (frame, times, before))
            tally = attribute_tally(table, victim, "HT", victim.attributes.ht)
            add_death(tally, victim)
            failed = table.roll("gurps.hp.death-check", victim.id, margins(tally.total), tally)
            if failed == 2 or (failed and victim.mortal):
                die(table, victim, "gurps.injury.mortal.further" if victim.mortal else "gurps.hp.death-check")
                return
            if failed:
                victim.mortal = True
                put_out(table, victim)
                table.emit("gurps.injury.mortal", victim.id)


def knock_down(state: Gurps, table: Table, victim: Fighter, location: str, major: bool) -> None:
    """HT, or stunned, down, and whatever was in hand lies on the floor. gurps.injury.knockdown"""
    tally = attribute_tally(table, victim, "HT", victim.attributes.ht)
    where = part(location)
    if major or ruling(state, "knockdown-penalty") == "always":
        if where in ("face", "vitals", "groin"):
            tally.add(-5, "gurps.injury.knockdown.face", where)
        elif where in ("skull", "eye"):
            tally.add(-10, "gurps.injury.knockdown.skull", where)
    add_knockdown(tally, victim)
    if succeeds(table, "gurps.injury.knockdown", victim.id, tally):
        return
    victim.stunned = victim.stunned or "physical"
    victim.waiting = None
    table.emit("gurps.injury.stunned", victim.id)
    for weapon in held(victim):
        drop(weapon, victim)
    fall(table, victim)
