"""Suppression: an area laid down as the last Action, and what happens to those who move in it."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.scene import distance
from starfray.engine.table import Table
from starfray.rulebooks.compound_x.areas import affects, behind_barrier, in_area, sheltered
from starfray.rulebooks.compound_x.armour import take_hit
from starfray.rulebooks.compound_x.attachments import fittings, mounted
from starfray.rulebooks.compound_x.engagement import face
from starfray.rulebooks.compound_x.misschance import line_of, reach_of
from starfray.rulebooks.compound_x.shooting import Running, blow_of, one_shot, reveal
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Level, Suppression, Weapon, fighter, grapple_of, unnoticed

ROUNDS: dict[str, int] = {"light": 3, "medium": 6, "heavy": 10}  # cx.suppression.light, .medium, .heavy
RADIUS: dict[str, float] = {"light": 1.0, "medium": 1.0, "heavy": 2.0}
LEVELS: tuple[Level, ...] = ("light", "medium", "heavy")
LAID = {"light": "cx.suppression.light", "medium": "cx.suppression.medium", "heavy": "cx.suppression.heavy"}


def levels_of(gun: Weapon) -> list[Level]:
    """Any level up to the weapon's for which the rounds are there. cx.ruling.suppress-level"""
    if not gun.suppression:
        return []
    upto = LEVELS.index(gun.suppression) + 1
    return [level for level in LEVELS[:upto] if gun.rounds >= rounds_for(gun, level)]


def rounds_for(gun: Weapon, level: str) -> int:
    """3 (or what is left), 6 or 10; some guns list a figure of their own."""
    if gun.suppression_rounds and level == gun.suppression:
        return gun.suppression_rounds
    return 1 if level == "light" else ROUNDS[level]


def level_for(gun: Weapon, wanted: str) -> Level:
    """The level asked for, or the best there is."""
    possible = levels_of(gun)
    if not possible:
        raise Refused("cx.suppression.levels", f"the {gun.name} cannot suppress", ["fire", "reload"])
    if not wanted:
        return possible[-1]
    for level in possible:
        if level == wanted:
            return level
    if wanted in LEVELS[: LEVELS.index(gun.suppression) + 1]:
        raise Refused(
            f"cx.suppression.{wanted}",
            f"{wanted} suppression takes {rounds_for(gun, wanted)} rounds, {gun.rounds} are left",
            possible,
        )
    raise Refused("cx.suppression.levels", f"the {gun.name} has no {wanted} suppression", possible)


def check_range(state: CompoundX, table: Table, one: Fighter, target: Fighter, gun: Weapon) -> None:
    fitted = fittings(gun, mounted(table.content, gun), hip=False, blind=False)
    if reach_of(gun, distance(state, one, target), fitted) is None:
        raise Refused("cx.suppression.aim", f"{target.id} is out of range of the {gun.name}", ["run"])


def lay_down(state: CompoundX, table: Table, one: Fighter, target: Fighter, gun: Weapon, level: Level) -> None:
    """No roll: the rounds are gone and the area is there. cx.suppression.no-roll"""
    rounds = min(max(rounds_for(gun, level), ROUNDS[level] if level == "light" else 0), gun.rounds)
    if level != gun.suppression:
        table.emit("cx.ruling.suppress-level", one.id, note=level)
    gun.rounds -= rounds
    if gun.rechambers:
        gun.unchambered = True
    one.aim, one.aim_at = target.id, target.at
    face(one, target.at)
    table.emit("cx.suppression.aim", one.id, target.id)
    if unnoticed(state, target, one):
        table.emit("cx.suppression.unseen", one.id)
    zone = Suppression(by=one.id, target=target.id, weapon=gun.key, level=level, radius=RADIUS[level], at=target.at)
    state.zones.append(zone)
    table.emit("cx.suppression.no-roll", one.id, target.id, rounds, gun.name)
    table.emit(LAID[level], one.id, target.id)
    for other in state.roster.values():
        if affects(state, zone, other) and in_area(zone, other, other.at):
            rule = "cx.suppression.barrier" if sheltered(state, zone, other) else "cx.ruling.suppress-area"
            table.emit(rule, one.id, other.id)
    reveal(table, one)


# --- what a move draws ----------------------------------------------------------------------------------------------


def may_bite(state: CompoundX, zone: Suppression, mover: Fighter) -> bool:
    """Once per mover, with a Reaction left and a gun that works. cx.suppression.trigger, cx.ruling.suppress-trigger"""
    one = fighter(state, zone.by)
    gun = gun_in_hand(one, zone.weapon)
    return (
        affects(state, zone, mover) and mover.id not in zone.bitten and not behind_barrier(state, zone, mover)
        and free_to_react(state, one) and gun is not None and not gun.jammed
    )  # fmt: skip


def free_to_react(state: CompoundX, one: Fighter) -> bool:
    """Awake, not stunned, bound or in somebody's arms. cx.reaction.def, cx.ruling.grapple-action-cap"""
    return one.able and one.reactions > 0 and not one.stunned and not one.restrained and grapple_of(state, one) is None


def gun_in_hand(one: Fighter, key: str) -> Weapon | None:
    return next((each for each in one.weapons if each.in_hand and each.key == key), None)


def bite(state: CompoundX, table: Table, zone: Suppression, mover: Fighter, *, crossing: bool, running: Running) -> None:
    """A Reaction: light one accuracy roll, medium one hit, heavy two hits; somebody crossing draws a roll. cx.order.suppression

    As aimed fire on the bracket line, cover +0, no rounds spent. cx.ruling.suppress-trigger
    """
    one = fighter(state, zone.by)
    gun = gun_in_hand(one, zone.weapon)
    assert gun is not None
    if (
        one.side
        and one.side == mover.side
        and not table.confirm("cx.order.reactions", one.id, f"{mover.id} moves into your fire. Shoot?", "no")
    ):
        return
    one.reactions -= 1
    zone.bitten.append(mover.id)
    table.emit("cx.suppression.crossing" if crossing else "cx.suppression.trigger", one.id, mover.id)
    table.emit("cx.reaction.limit", one.id, number=one.reactions)
    line = line_of(state, table, one, mover, gun, None, aimed=True, in_open=True)
    table.emit("cx.ruling.suppress-trigger", one.id, mover.id)
    if line.miss is None:
        table.emit("cx.ruling.out-of-range", one.id, mover.id)
        return
    if sum(each.by != one.id and mover.id in each.bitten for each in state.zones):
        table.emit("cx.suppression.light-stack", one.id, mover.id)
    table.remember((*running, one.id, mover.id))
    if crossing or zone.level == "light":
        if crossing:
            table.emit("cx.ruling.suppress-crossing", one.id, mover.id)
        one_shot(state, table, one, mover, gun, line.miss, line.damage, lucky=True)
    else:
        hits = 2 if zone.level == "heavy" else 1
        table.emit(LAID[zone.level], one.id, mover.id, hits)
        for hit in range(hits):
            table.same("cx.order.suppression", (hit, hits, line.damage))
            blow = blow_of(table, gun, line.damage, one)
            blow.strikes = "armour"
            blow.tally.add(0, "cx.ruling.suppress-autohit")
            blow.tally.add(0, "cx.ruling.crit-area")
            take_hit(state, table, mover, blow)
    table.forget()
