"""More rules outside the turn: sheets, loadouts, shields over time, stabilising, after the fight, a fall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, BadInput, Content, Plain, Procedure, Table, Tally, from_plain
from starfray.rulebooks.compound_x.dice import BAD, CRITICAL, FAIL, check, stabilise
from starfray.rulebooks.compound_x.items import Shield, Weapon
from starfray.rulebooks.compound_x.loadout import armour_of, faults_of, hard_points, mag_space, shield_of, space_needed
from starfray.rulebooks.compound_x.miss_chance import mode_addition
from starfray.rulebooks.compound_x.movement_rates import jump_across, jump_up, metres_for, penalty_of
from starfray.rulebooks.compound_x.shield import absorbed, shield_turn
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Stats
from starfray.rulebooks.compound_x.stats import (
    SAVES,
    STAT_NAMES,
    combat_modifier,
    critical_range,
    general_modifier,
    save_bonus,
    stat_of,
)
from starfray.rulebooks.compound_x.volley import MODES, mode_of, modes_of


@dataclass(frozen=True, slots=True)
class Sheet(Action):
    KIND: ClassVar[str] = "sheet"
    strength: int = 5
    perception: int = 5
    fortitude: int = 5
    charisma: int = 5
    intelligence: int = 5
    dexterity: int = 5
    luck: int = 5
    speed: str = "dexterity"
    carry: str = "fortitude"
    penalty: float = 0.0  # metres, of everything worn and carried
    level: int = 1
    profession: str = ""


def sheet(table: Table, args: Sheet) -> dict[str, Plain]:
    """Everything the seven stats are worth in a fight. cx.presumed.stats, cx.combatmod.scale, cx.combatmod.uses

    cx.presumed.movement-speed, cx.presumed.carry
    """
    stats = Stats(
        strength=args.strength,
        perception=args.perception,
        fortitude=args.fortitude,
        charisma=args.charisma,
        intelligence=args.intelligence,
        dexterity=args.dexterity,
        luck=args.luck,
    )
    values = [stat_of(stats, name) for name in STAT_NAMES]
    most = 20 if args.level >= 15 else 15
    if min(values) < 1 or max(values) > most:
        raise BadInput("a stat is out of bounds", field="stats", expected=f"1 to {most} at level {args.level}")
    if args.speed not in ("strength", "dexterity") or args.carry not in ("strength", "fortitude") or args.speed == args.carry:
        raise BadInput("one stat feeds one secondary stat", field="speed", expected="speed by STR or DEX, carry by STR or FORT")
    actor = Fighter(id="you", stats=stats, movement_speed=stat_of(stats, args.speed), carry=stat_of(stats, args.carry))
    actor.armour.penalty = args.penalty
    state = CompoundX(roster={"you": actor})
    table.emit("cx.presumed.health", args.actor, number=50 + 10 * args.fortitude)
    if args.penalty:
        table.emit("cx.ruling.move-carry", args.actor, number=penalty_of(actor))
        table.emit("cx.move.penalty-round", args.actor, number=penalty_of(actor))
    found: dict[str, Plain] = {
        "health": 50 + 10 * args.fortitude,
        "metres-1": metres_for(state, actor, 1),
        "metres-2": metres_for(state, actor, 2),
        "jump-across": jump_across(actor),
        "jump-up": jump_up(actor),
        "critical-range": critical_range(args.luck),
        "revivals": max(2, args.fortitude // 2),
        "ranged": combat_modifier(args.perception),
        "melee": combat_modifier(args.strength) + combat_modifier(args.dexterity),
        "guard": combat_modifier(args.fortitude) + combat_modifier(args.dexterity),
        "blind": combat_modifier(args.perception) + combat_modifier(args.luck),
        "modifiers": [general_modifier(each) for each in values],
    }
    found.update({kind: save_bonus(actor, kind) for kind in SAVES})
    if args.profession:
        row = table.content.entry("classes", args.profession, "profession")
        primary = stat_of(stats, str(row["primary"]))
        found["nanites"] = 10 * primary
        table.emit("cx.presumed.nanites", args.actor, number=10 * primary)
        table.emit("cx.presumed.proficiency", args.actor, note=", ".join(row["weapons"]))
    return found


@dataclass(frozen=True, slots=True)
class Gun(Action):
    KIND: ClassVar[str] = "gun"
    weapon: str
    strength: int = 5
    dexterity: int = 5


def gun_card(table: Table, args: Gun) -> dict[str, Plain]:
    """A gun's printed lines, one per fire mode. cx.ranged.firemode-table"""
    gun = from_plain(Weapon, {"key": args.weapon, **table.content.entry("weapons", args.weapon, "weapon")}, "weapon")
    stats = Stats(strength=args.strength, dexterity=args.dexterity)
    table.emit("cx.ranged.firemode-table", args.actor, note=gun.name)
    table.emit("cx.firerate.modes", args.actor, note=", ".join(modes_of(gun)))
    table.emit("cx.presumed.suppression-level", args.actor, note=gun.suppression or "none")
    if gun.cqb:
        table.emit("cx.presumed.cqb", args.actor)
    table.emit("cx.reload.dc", args.actor, number=gun.reload_dc)
    lines: dict[str, Plain] = {}
    for mode in MODES:
        listed = mode_of(gun, mode)
        if mode in modes_of(gun):
            more = max(1, mode_addition(listed, stats)) if listed is not None else 0
            lines[mode] = [each.miss + more for each in gun.brackets]
    return {
        "name": gun.name,
        "damage": gun.damage,
        "type": gun.type,
        "apl": gun.apl,
        "magazine": gun.magazine,
        "brackets": [each.to for each in gun.brackets],
        "lines": lines,
        "suppression": gun.suppression,
        "cqb": gun.cqb,
        "reload-dc": gun.reload_dc,
        "reload-actions": gun.reload_actions,
    }


@dataclass(frozen=True, slots=True)
class Loadout(Action):
    KIND: ClassVar[str] = "loadout"
    rigs: tuple[str, ...] = ()
    material: str = ""
    suit: str = ""
    helmet: str = ""
    modules: tuple[str, ...] = ()
    primary: int = 0  # spare magazines
    secondary: int = 0
    profession: str = ""
    stealth: int = 0
    strength: int = 5


def loadout(table: Table, args: Loadout) -> dict[str, Plain]:
    """What is worn together: is it allowed, and what does it come to? cx.armorsys.parts, cx.armorsys.types"""
    content = table.content
    actor = Fighter(
        id="you",
        rigs=list(args.rigs),
        material=args.material,
        suit=args.suit,
        helmet=args.helmet,
        modules=list(args.modules),
        profession=args.profession,
        skills={"stealth": args.stealth},
        stats=Stats(strength=args.strength),
    )
    faults = faults_of(content, actor)
    space, beside = mag_space(content, actor.rigs) if actor.rigs else (0, 0)
    needed = space_needed(args.primary, args.secondary, beside)
    found: list[Plain] = [{"rule": each.rule, "why": each.why} for each in faults]
    if needed > space:
        found.append({"rule": "cx.mag.space", "why": f"the magazines need {needed} of {space} Mag Space"})
    for each in found:
        table.emit(str(each["rule"]), args.actor, note=str(each["why"]))
    armour = armour_of(content, actor.rigs, actor.material, actor.suit)
    shield = shield_of(content, actor.modules)
    # a helmet changes nothing but whether a suit is sealed; what suits are made of is colour: cx.armorsys.helmet, cx.eva.colour
    seals = bool(actor.helmet) and bool(content.entry("suits", actor.helmet).get("seals"))
    return {
        "legal": not found,
        "faults": found,
        "coverage": armour.coverage,
        "armour-points": armour.points,
        "apl": armour.apl,
        "movement-penalty": armour.penalty,
        "mag-space": space,
        "secondary-places": beside,
        "mag-space-needed": needed,
        "hard-points": hard_points(content, actor.rigs),
        "shield": {"strength": shield.capacity, "recharge": shield.recharge, "fast": shield.fast} if shield else None,
        "integrity": int(content.entry("suits", actor.suit)["integrity"]) if actor.suit else 0,  # cx.eva.integrity
        "sealed": bool(actor.suit) and seals,  # cx.eva.helmet
    }


@dataclass(frozen=True, slots=True)
class ShieldTurns(Action):
    KIND: ClassVar[str] = "shield"
    shield: str
    strength: int = -1
    turns: int = 1
    nanites: int = 0
    damage: int = 0  # taken before the first turn
    kind: str = "laser"


def shield_turns(table: Table, args: ShieldTurns) -> dict[str, Plain]:
    """A hit, then turn after turn: recharge, restart, fast recharge. cx.shield.recharge"""
    shield = from_plain(Shield, {"key": args.shield, **table.content.entry("shields", args.shield, "shield")}, "shield")
    shield.strength = shield.capacity if args.strength < 0 else min(args.strength, shield.capacity)
    actor = Fighter(id="you", shield=shield, health=100, max_health=100, nanites=args.nanites, max_nanites=args.nanites)
    passed = args.damage - absorbed(table, actor, args.damage, args.kind) if args.damage else 0
    strengths: list[Plain] = []
    for _ in range(max(0, min(args.turns, 50))):
        shield_turn(table, actor, early=False)
        strengths.append(shield.strength)
    return {"passed": passed, "strength": strengths, "nanites": actor.nanites}


@dataclass(frozen=True, slots=True)
class StabiliseCheck(Action):
    KIND: ClassVar[str] = "stabilise"
    skill: int = 0
    dexterity: int = 5
    luck: int = 5
    kit: bool = False


def stabilise_check(table: Table, args: StabiliseCheck) -> dict[str, Plain]:
    """d100 + Medicine or Repair + DEX over 80. cx.stabilize.check"""
    tally = Tally(table.explains)
    tally.add(args.skill, "cx.presumed.skill-check", "skill")
    tally.add(general_modifier(args.dexterity), "cx.ruling.stabilize-skill", "DEX")
    if args.kit:
        tally.add(20, "cx.stabilize.kit")
    shown = table.roll("cx.stabilize.check", args.actor, stabilise(tally.total, 80, critical_range(args.luck)), tally)
    saved = True
    if shown >= BAD:
        table.emit("cx.stabilize.critfail", args.actor)
        saved = table.roll("cx.dst.per-turn", args.actor, check(0, 50)) != FAIL
    degree = shown % BAD
    return {
        "stabilised": degree != FAIL,
        "critical": degree >= CRITICAL,
        "extra-death-save": shown >= BAD,
        "death-save-failed": not saved,
    }


@dataclass(frozen=True, slots=True)
class AfterFight(Action):
    KIND: ClassVar[str] = "after-fight"
    allowance: int = 3
    failed: bool = False  # any death saving throw in this encounter


def after_fight(table: Table, args: AfterFight) -> dict[str, Plain]:
    """A whole encounter without a failed death saving throw gives one back, never above 3. cx.dst.regain, cx.dst.max"""
    if not 1 <= args.allowance <= 3:
        raise BadInput(f"{args.allowance}", field="allowance", expected="1 to 3")
    after = args.allowance if args.failed else min(3, args.allowance + 1)
    table.emit("cx.dst.max" if args.allowance == 3 else "cx.dst.regain", args.actor, number=after)
    table.emit("cx.ruling.dst-regain", args.actor, number=after)
    return {"allowance": after}


@dataclass(frozen=True, slots=True)
class Fall(Action):
    KIND: ClassVar[str] = "fall"
    metres: int
    dexterity: int = 5
    acrobatics: int = 0
    luck: int = 5
    dc: int = 50


def fall(table: Table, args: Fall) -> dict[str, Plain]:
    """Free up to DEX/2 m; beyond it an Acrobatics check, on a failure twice the height in damage and an injury."""
    if args.metres <= args.dexterity // 2:
        return {"damage": 0, "injury": False}
    tally = Tally(table.explains)
    tally.add(args.acrobatics, "cx.presumed.skill-check", "acrobatics")
    tally.add(general_modifier(args.dexterity), "cx.presumed.stat-mod", "DEX")
    shape = check(tally.total, args.dc, critical_range(args.luck))
    passed = table.roll("cx.presumed.skill-check", args.actor, shape, tally) != FAIL
    return {"damage": 0 if passed else 2 * args.metres, "injury": not passed}


def write_stabilised(table: Table, patient: Fighter, content: Content, args: StabiliseCheck, result: dict[str, Plain]) -> None:
    """On its feet at 1 health, or one saving throw nearer to death. cx.stabilize.success, cx.stabilize.critfail"""
    patient.dst_failures += int(bool(result["death-save-failed"]))
    patient.dst_failed = patient.dst_failed or bool(result["death-save-failed"])
    patient.dead = patient.dst_failures >= patient.dst_allowance
    if result["stabilised"] and not patient.dead and patient.downed:
        patient.health, patient.revivals = 1, patient.revivals + 1


def write_saves(table: Table, actor: Fighter, content: Content, args: AfterFight, result: dict[str, Plain]) -> None:
    """One more than the sheet has, whatever was typed. cx.dst.regain, cx.dst.max"""
    if not args.failed:
        actor.dst_allowance = min(3, actor.dst_allowance + 1)


def write_fall(table: Table, actor: Fighter, content: Content, args: Fall, result: dict[str, Plain]) -> None:
    actor.health = max(0, actor.health - int(result["damage"])) if actor.health > 0 else actor.health
    actor.broken_limbs += int(bool(result["injury"]))


MORE = (
    Procedure(Sheet, sheet, "Everything seven stats are worth: health, pace, saves, modifiers.", "cx.presumed.stats"),
    Procedure(Gun, gun_card, "A gun's lines of miss chances, one per fire mode.", "cx.ranged.firemode-table"),
    Procedure(Loadout, loadout, "Rigs, material, magazines, modules, a suit: is it allowed?", "cx.armorsys.parts"),
    Procedure(ShieldTurns, shield_turns, "A hit on a shield and the turns after it.", "cx.shield.recharge"),
    Procedure(
        StabiliseCheck, stabilise_check, "An attempt to stabilise somebody Downed.", "cx.stabilize.check", write_stabilised
    ),
    Procedure(AfterFight, after_fight, "Death saving throws given back after an encounter.", "cx.dst.regain", write_saves),
    Procedure(Fall, fall, "A fall.", "cx.presumed.damage-types", write_fall),
)
