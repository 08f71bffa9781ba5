"""What one sees the target through: scopes that are set for a distance, and smoke."""

from __future__ import annotations

from starfray.engine.content import Content
from starfray.engine.errors import Refused
from starfray.engine.scene import Point, apart, distance, nearest_on
from starfray.engine.table import Table
from starfray.rulebooks.compound_x.attachments import Attachment, fittings, minimum_range, mounted
from starfray.rulebooks.compound_x.conditions import suffers
from starfray.rulebooks.compound_x.dice import FAIL, check
from starfray.rulebooks.compound_x.engagement import near
from starfray.rulebooks.compound_x.misschance import reach_of
from starfray.rulebooks.compound_x.state import Cloud, CompoundX, Fighter, Weapon
from starfray.rulebooks.compound_x.stats import DAZZLED, general_modifier

LONG = 200.0  # metres from which a long rifle's scope is set for each distance. cx.actions.unlisted
LATITUDE = 10.0  # metres nearer or further that are the same distance yet: our reading of "different". cx.actions.unlisted
INTO_SMOKE = 80  # a PER roll of 81 or more. cx.presumed.conditions
THROUGH_SMOKE = 119  # a PER roll of 120 or more. cx.presumed.conditions
MASK = -10  # PER rolls in a gas mask. cx.presumed.conditions


# --- scopes -------------------------------------------------------------------------------------------------------


def set_for(gun: Weapon, attachments: list[Attachment], metres: float) -> bool:
    """Must the scope be set for a target that far away? A 2-6x scope always; on a long rifle any, beyond 200 m."""
    return any(each.adjusts for each in attachments) or (gun.group == "long-rifle" and metres > LONG)


def why_not_sighted(
    state: CompoundX, content: Content, one: Fighter, target: Fighter, gun: Weapon, *, aimed: bool
) -> Refused | None:
    """Set for another distance, the scope shows nothing to aim at. From the hip no scope is used."""
    if not aimed or not gun.sighted:
        return None
    metres, attachments = distance(state, one, target), mounted(content, gun)
    if metres < minimum_range(gun, attachments) or not set_for(gun, attachments, metres):
        return None
    if abs(gun.sighted - metres) <= LATITUDE:
        return None
    if reach_of(gun, metres, fittings(gun, attachments, hip=False, blind=False)) is None:
        return None
    return Refused(
        "cx.actions.unlisted",
        f"the scope is set for {gun.sighted:.0f} m, {target.id} is {metres:.0f} m away",
        [f"adjust {target.id}"],
    )


def sight_in(state: CompoundX, content: Content, one: Fighter, target: Fighter, gun: Weapon, *, aimed: bool) -> None:
    """The first target decides what the scope is set for."""
    if not aimed or gun.sighted:
        return
    metres, attachments = distance(state, one, target), mounted(content, gun)
    if metres >= minimum_range(gun, attachments) and set_for(gun, attachments, metres):
        gun.sighted = metres


def adjusting_takes(content: Content, gun: Weapon) -> int:
    """2 Actions; 1 with a scope made for it."""
    return 1 if any(each.adjusts for each in mounted(content, gun)) else 2


# --- smoke --------------------------------------------------------------------------------------------------------


def smoke_between(state: CompoundX, one: Fighter, target: Fighter) -> int:
    """The DC of seeing the target: into smoke or out of it, or through the whole of a cloud; neighbours see each other."""
    if not state.clouds or one.at is None or target.at is None or near(state, one, target):
        return 0
    worst = 0
    for cloud in state.clouds:
        if cloud.kind == "smoke":
            worst = max(worst, dc_of_cloud(cloud, one.at, target.at))
    return worst


def dc_of_cloud(cloud: Cloud, here: Point, there: Point) -> int:
    if apart(cloud.at, here) <= cloud.radius or apart(cloud.at, there) <= cloud.radius:
        return INTO_SMOKE
    return THROUGH_SMOKE if passes(here, there, cloud.at, cloud.radius) else 0


def passes(here: Point, there: Point, middle: Point, radius: float) -> bool:
    """Does the line between two points outside go through the circle?"""
    return apart(middle, nearest_on(here, there, middle)) < radius


def chance_to_see(state: CompoundX, one: Fighter, target: Fighter) -> float:
    dc = smoke_between(state, one, target)
    return min(1.0, max(0.0, (100 - dc + per_bonus(one)) / 100)) if dc else 1.0


def per_bonus(one: Fighter) -> int:
    hindered = (MASK if one.kits.get("gas-mask") else 0) + (DAZZLED if suffers(one, "dazzled") else 0)
    return general_modifier(one.stats.perception) + hindered


def sees(state: CompoundX, table: Table, one: Fighter, target: Fighter) -> bool:
    """A PER roll where there is smoke: d100 + mod(PER), 81 or more, 120 through the whole cloud. cx.presumed.stat-check"""
    dc = smoke_between(state, one, target)
    if not dc:
        return True
    tally = table.tally(one)
    tally.add(general_modifier(one.stats.perception), "cx.presumed.stat-check", "PER")
    if one.kits.get("gas-mask"):
        tally.add(MASK, "cx.presumed.conditions", "gas mask")
    if suffers(one, "dazzled"):
        tally.add(DAZZLED, "cx.presumed.conditions", "dazzled")
    seen = table.roll("cx.presumed.stat-check", one.id, check(tally.total, dc), tally) != FAIL
    table.emit("cx.presumed.conditions", one.id, note="sees through the smoke" if seen else "smoke: blind fire")
    return seen
