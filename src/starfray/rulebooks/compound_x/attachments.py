"""What is mounted on a gun: each attachment as the book lists it, and what those in use add up to."""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.rules import Content, Plain
from starfray.rulebooks.compound_x.state import Weapon


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A row of the list. Some figures are others on some groups of guns."""

    kind: str
    bracket: float  # what it takes off the miss chance in every bracket
    bracket_on: dict[str, float]
    far: float  # in every bracket but the first
    mode: float  # off the addition of burst and automatic fire
    mode_always: float  # the same, with its legs folded too
    longer: int  # metres added to the last bracket
    longer_on: dict[str, int]
    longest: int  # percent of the last bracket added to it
    extra: int  # metres of a bracket of its own beyond the last
    extra_on: dict[str, int]
    doubles: bool  # that bracket is as long as all of them
    extra_penalty: float
    minimum: int  # metres inside which it cannot be aimed
    magnification: float
    adjusts: bool  # 1 Action sets it for another distance
    flips: bool  # may be swung out of the way
    deploys: bool  # helps while it stands on something
    hip: int  # what a laser takes off the hip-fire penalty
    hip_reach: int
    needs_kit: str  # without which it shows nothing
    damage: int  # percent
    apl: int
    jams_to: int
    reload_dc: int
    electric: bool
    strength: int  # on top of what the gun asks for
    free_rack: bool
    free_draw: bool
    blade: str  # what it strikes as
    weapon: str  # the gun it is itself, under the barrel of the other


def read(key: str, row: dict[str, Plain]) -> Attachment:
    return Attachment(
        kind=str(row["kind"]), far=float(row.get("far", 0)), mode=float(row.get("mode", 0)),
        bracket=float(row.get("bracket", 0)),
        bracket_on={group: float(row[name]) for group, name in of_groups(row, "bracket-")},
        longer=int(row.get("longer", 0)), longer_on={group: int(row[name]) for group, name in of_groups(row, "longer-")},
        extra=int(row.get("extra", 0)), extra_on={group: int(row[name]) for group, name in of_groups(row, "extra-")},
        mode_always=float(row.get("mode-always", 0)), longest=int(row.get("longest", 0)), doubles=bool(row.get("doubles")),
        extra_penalty=float(row.get("extra-penalty", 0)), minimum=int(row.get("minimum", 0)),
        magnification=float(row.get("magnification", 1)), adjusts=bool(row.get("adjusts")), flips=bool(row.get("flips")),
        deploys=bool(row.get("deploys")), hip=int(row.get("hip", 0)), hip_reach=int(row.get("hip-reach", 0)),
        needs_kit=str(row.get("needs-kit", "")), damage=int(row.get("damage", 0)), apl=int(row.get("apl", 0)),
        jams_to=int(row.get("jams-to", 0)), reload_dc=int(row.get("reload-dc", 0)), electric=bool(row.get("electric")),
        strength=int(row.get("strength", 0)), free_rack=bool(row.get("free-rack")), free_draw=bool(row.get("free-draw")),
        blade=str(row.get("blade", "")), weapon=str(row.get("weapon", "")),
    )  # fmt: skip


def of_groups(row: dict[str, Plain], figure: str) -> list[tuple[str, str]]:
    """The groups of guns for which the row has a figure of its own, and the names of these: 'bracket-pistol'."""
    return [(name.removeprefix(figure), name) for name in row if name.startswith(figure) and name != "extra-penalty"]


def mounted(content: Content, gun: Weapon) -> list[Attachment]:
    return [content.record("attachments", key, read) for key in gun.attachments]


def hung_under(content: Content, guns: list[Weapon], gun: Weapon) -> list[Weapon]:
    """Those of the guns that hang on this one and go where it goes."""
    keys = [each.weapon for each in mounted(content, gun)]
    return [each for each in guns if each.key in keys]


def minimum_range(gun: Weapon, attachments: list[Attachment]) -> int:
    """Metres inside which one is forced to fire from the hip. cx.hip.min-range"""
    return sum(each.minimum for each in attachments if not (gun.flipped and each.flips))


@dataclass(slots=True)
class Fittings:
    """What the attachments in use add up to."""

    bracket: float = 0.0  # bonus in every bracket
    far: float = 0.0  # bonus in every bracket but the first
    mode: float = 0.0
    longer: int = 0  # metres added to the last bracket
    extra: int = 0  # metres of a bracket of its own beyond the last
    extra_penalty: float = 0.0
    magnification: float = 1.0
    hip: int = 0  # what a laser takes off the hip-fire penalty
    hip_reach: int = 0


def fittings(
    gun: Weapon,
    attachments: list[Attachment],
    *,
    hip: bool,
    blind: bool,
    kits: dict[str, int] | None = None,
    rested: bool = True,
) -> Fittings:
    """Optics count in aimed fire only, nothing counts in blind fire. cx.hip.no-optics, cx.blind.composition

    A bipod helps while it stands on something.
    """
    sum_of = Fittings()
    if blind:
        return sum_of
    for each in attachments:
        if (hip and each.kind in ("optic", "magnifier")) or (gun.flipped and each.flips):
            continue
        if not each.deploys or (gun.deployed and rested):
            sum_of.bracket += each.bracket_on.get(gun.group, each.bracket)
            sum_of.far += each.far
            sum_of.mode += each.mode
        sum_of.mode += each.mode_always
        sum_of.longer += each.longer_on.get(gun.group, each.longer)
        if each.longest:  # high velocity: a tenth or 5 m, whichever is more
            sum_of.longer += max(5, gun.brackets[-1].to * each.longest // 100)
        sum_of.extra += gun.brackets[-1].to if each.doubles else each.extra_on.get(gun.group, each.extra)
        sum_of.extra_penalty += each.extra_penalty
        if each.magnification > sum_of.magnification:
            sum_of.magnification = each.magnification
        if not each.needs_kit or (kits is not None and kits.get(each.needs_kit)):  # nobody sees an IR dot with bare eyes
            sum_of.hip += each.hip
            sum_of.hip_reach = max(sum_of.hip_reach, each.hip_reach)
    return sum_of
