"""Rigs, materials, Mag Space, Hard Points, suits: what may be worn together, and what it adds up to."""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.rules import Content, from_plain
from starfray.rulebooks.compound_x.items import Armour, Shield
from starfray.rulebooks.compound_x.state import Fighter

PIECES = ("chest", "arms", "legs")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a loadout, and by which rule."""

    rule: str
    why: str
    field: str = "rigs"
    expected: str = ""


def armour_of(content: Content, rigs: list[str], material: str, suit: str = "") -> Armour:
    """Coverage adds up over pieces with material, armour points and level do not. cx.armorsys.coverage-sum

    Rigs are frames: without a material they cover nothing. cx.armor.concepts, cx.armorsys.rigs, cx.armorsys.material
    """
    rows = [content.entry("rigs", key, "rigs") for key in rigs]
    if suit:
        rows.append({**content.entry("suits", suit, "suit"), "piece": "suit"})
    plate = content.entry("materials", material, "material") if material else {}
    clad = [row for row in rows if plate and row.get("coverage")]
    names = ", ".join(str(row["name"]) for row in rows)
    coverage = sum(int(row["coverage"]) for row in clad)
    points = int(plate.get("points", 0)) + sum(int(row.get("points", 0)) for row in clad) if clad else 0
    penalty = sum((float(row.get("penalty", 0)) for row in rows), 0.0) + len(clad)
    name = f"{names}, {plate['name']}" if clad else names or "No armour"
    return Armour(
        key="rig",
        name=name,
        coverage=min(coverage, 100) if clad else 0,  # cx.ruling.coverage-cap
        apl=int(plate["apl"]) if clad else 0,
        points=points,
        penalty=penalty,
    )


def shield_of(content: Content, modules: list[str]) -> Shield | None:
    """The generator among the modules, with what its secondary modules add. cx.adv.modules, cx.shieldgen.unit"""
    primary = next((key for key in modules if content.entry("modules", key).get("kind") == "shield"), "")
    if not primary:
        return None
    shield = from_plain(Shield, {"key": primary, **content.entry("shields", primary)}, "shields")
    for key in modules:
        row = content.entry("modules", key)
        if row.get("primary") == primary:
            shield.capacity += int(row.get("capacity", 0))
            shield.recharge += int(row.get("recharge", 0))
            shield.fast += int(row.get("fast", 0))
    return shield


def mag_space(content: Content, rigs: list[str]) -> tuple[int, int]:
    """Places for magazines of any kind, and places for secondary ones beside them. cx.mag.space"""
    rows = [content.entry("rigs", key, "rigs") for key in rigs]
    return sum(int(row.get("mag-space", 0)) for row in rows), sum(int(row.get("secondary", 0)) for row in rows)


def space_needed(primary: int, secondary: int, beside: int) -> int:
    """Mag Space that magazines fill: 1 each; secondary ones 3 in 2 spaces, an odd one 1. cx.mag.primary, cx.mag.secondary"""
    left = max(0, secondary - beside)
    return primary + 2 * (left // 3) + left % 3


def hard_points(content: Content, rigs: list[str]) -> int:
    """Advanced rigs give up coverage or Mag Space for them. cx.adv.tradeoff, cx.adv.hardpoints"""
    return sum(int(content.entry("rigs", key, "rigs").get("hard-points", 0)) for key in rigs)


def magazines_of(content: Content, actor: Fighter) -> tuple[int, int]:
    """Places that spare magazines, throwing weapons and grenades take up: primary, secondary."""
    primary = secondary = 0
    for gun in actor.weapons:
        size = gun.mag_space + sum(int(content.entry("attachments", key).get("mag-space", 1)) - 1 for key in gun.attachments)
        if gun.secondary:
            secondary += (gun.magazines or 0) * size
        else:
            primary += (gun.magazines or 0) * size
    for dart in actor.thrown:
        secondary += -(-dart.count // dart.per_place)
    secondary += sum(each.count for each in actor.grenades)
    return primary, secondary


def faults_of(content: Content, actor: Fighter) -> list[Fault]:
    """Everything the rules have against this loadout."""
    rows = [content.entry("rigs", key, "rigs") for key in actor.rigs]
    faults = rig_faults(actor, rows)
    if actor.material:
        content.entry("materials", actor.material, "material")
        if not any(row.get("coverage") for row in rows) and not actor.suit:
            faults.append(Fault("cx.rig.noarmor", "none of the rigs takes armour", "material", "a rig with coverage"))
    if actor.suit:
        content.entry("suits", actor.suit, "suit")
        if actor.rigs:
            faults.append(Fault("cx.eva.norigs", "a suit excludes armour rigs", "suit", "rigs or a suit"))
    if actor.helmet:
        content.entry("suits", actor.helmet, "helmet")
    faults += module_faults(content, actor)
    if actor.rigs:
        space, beside = mag_space(content, actor.rigs)
        primary, secondary = magazines_of(content, actor)
        if space_needed(primary, secondary, beside) > space:
            much = f"{primary} primary and {secondary} secondary magazines in {space} Mag Space"
            faults.append(Fault("cx.mag.space", much, "weapons", f"{space} Mag Space and {beside} secondary places"))
    return faults + armour_faults(content, actor, rows)


def rig_faults(actor: Fighter, rows: list[dict[str, object]]) -> list[Fault]:
    """One category, and no piece twice. cx.armorsys.nomix, cx.armorsys.parts"""
    categories = sorted({str(row["category"]) for row in rows})
    faults = []
    if len(categories) > 1:
        mixed = f"{' and '.join(categories)} pieces cannot be combined"
        faults.append(Fault("cx.rig.exclusive", mixed, "rigs", "one category"))
    pieces = [str(row["piece"]) for row in rows]
    for piece in PIECES:
        if pieces.count(piece) > 1:
            faults.append(Fault("cx.armorsys.parts", f"two pieces for the {piece}", "rigs", "chest, arms and legs once each"))
    return faults


def module_faults(content: Content, actor: Fighter) -> list[Fault]:
    """Hard Points, primaries, skills. cx.adv.hardpoints, cx.adv.modules-nomix, cx.adv.skillreq"""
    rows = [(key, content.entry("modules", key, "modules")) for key in actor.modules]
    faults = []
    needed, there = sum(int(row["hard-points"]) for _, row in rows), hard_points(content, actor.rigs)
    if needed > there:
        faults.append(Fault("cx.adv.hardpoints", f"the modules take {needed} Hard Points of {there}", "modules", f"{there}"))
    for key, row in rows:
        if row.get("primary") and row["primary"] not in actor.modules:
            other = any(each.get("kind") == "shield" for _, each in rows)
            rule = "cx.adv.modules-nomix" if other else "cx.adv.modules"
            faults.append(Fault(rule, f"{key} works with {row['primary']} only", "modules", str(row["primary"])))
        if row.get("skill") and actor.skills.get(str(row["skill"]), 0) < int(row["least"]):
            faults.append(Fault("cx.adv.skillreq", f"{key} takes {row['skill']} {row['least']}", "modules", "the skill"))
    return faults


def armour_faults(content: Content, actor: Fighter, rows: list[dict[str, object]]) -> list[Fault]:
    """What one's class is trained to wear; weak people carry no heavy plate. cx.presumed.proficiency, cx.ruling.frail"""
    faults = []
    if actor.profession and rows:
        known = [*content.entry("classes", actor.profession, "profession")["armour"], *actor.proficiencies]
        for category in sorted({str(row["category"]) for row in rows} - set(known)):
            why = f"a {actor.profession} is not proficient with {category} armour"
            faults.append(Fault("cx.presumed.proficiency", why, "rigs", ", ".join(known)))
    worn = armour_of(content, actor.rigs, actor.material, actor.suit) if actor.rigs or actor.suit else actor.armour
    if actor.stats.strength == 1 and worn.coverage > 50:
        faults.append(Fault("cx.ruling.frail", "STR 1 wears no armour above 50 % coverage", "armour", "coverage up to 50"))
    return faults
