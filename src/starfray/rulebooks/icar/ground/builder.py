"""The combo builder: moves, what they add up to, what they cost, and why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.codec import Plain
from starfray.engine.errors import Refused
from starfray.engine.procedures import Procedure
from starfray.engine.table import Table
from starfray.rulebooks.icar.core import chance
from starfray.rulebooks.icar.ground.combo import NPC_TN
from starfray.rulebooks.icar.ground.moves import MAX_COMBOS, MOVES, SF, figures, level_of, made, why_not_built

PREBUILT = {  # icar.close.prebuilt.profile: made for Battle 3, Street Fighting 5, Gun Fu 5
    "icar.close.prebuilt.1": ("trip", "stamp", "stamp"),
    "icar.close.prebuilt.2": ("headbutt", "kick", "punch"),
    "icar.close.prebuilt.3": ("kick", "trip", "stamp"),
    "icar.close.prebuilt.4": ("strike", "strike", "strike"),
}
TOLD_OTHERWISE: dict[tuple[str, ...], str] = {  # the book's stories count one more
    ("punch", "trip", "stamp"): "icar.ruling.pts-difficulty",
    ("trip", "stamp", "stamp"): "icar.ruling.barge-difficulty",
}


@dataclass(frozen=True, slots=True)
class BuildCombo(Action):
    """`owned` combos are there already; `replaces` gives one of them up."""

    KIND: ClassVar[str] = "combo"
    moves: tuple[str, ...]
    battle: int = 3
    street_fighting: int = 1
    gun_fu: int = 0
    akarak_art: int = 0
    meat: int = 2
    rp: int = -1
    owned: int = 0
    replaces: bool = False


def build_combo(table: Table, args: BuildCombo) -> dict[str, Plain]:
    """Difficulty, Stun and Damage are the sums over the moves; the price is the difficulty. icar.close.combo.build"""
    moves = list(args.moves)
    skills = {SF: args.street_fighting, "gun-fu": args.gun_fu, "akarak-art": args.akarak_art}
    table.emit("icar.close.build.requirements", args.actor)
    faults = why_not_built(table.state, moves, args.battle, skills)
    known = all(key in MOVES for key in moves)
    difficulty = sum(MOVES[key].difficulty for key in moves) if known else 0
    if args.owned >= MAX_COMBOS and not args.replaces:
        faults.append(Refused("icar.close.build.max-six", f"{args.owned} combos are all there is room for", ["replaces=yes"]))
    if args.replaces and not args.owned:
        faults.append(Refused("icar.close.build.replace", "there is none to replace"))
    if 0 <= args.rp < difficulty:
        faults.append(Refused("icar.close.build.cost", f"it costs {difficulty} RP, and {args.rp} are there"))
    for fault in faults:
        table.emit(fault.rule, args.actor, note=fault.reason)
    if not moves or not known:
        table.emit("icar.close.build.goal", args.actor)
        return {"allowed": False, "why_not": [f"{fault.rule}: {fault.reason}" for fault in faults], "moves": sorted(MOVES)}
    remark(table, args, moves)
    stun, damage = figures(table.state, moves)
    guns = [key for key in made(moves) if MOVES[key].weapon]
    ability = args.battle + args.street_fighting - difficulty
    found: dict[str, Plain] = {
        "allowed": not faults, "difficulty": difficulty, "cost": difficulty, "stun": stun * args.meat,
        "damage": damage * args.meat, "stun_meats": stun, "damage_meats": damage, "guns": list(guns),
        "made": list(made(moves)), "chance_against_10": chance(NPC_TN - ability),
        "effects": [f"{key}: {MOVES[key].effect}" for key in dict.fromkeys(moves) if MOVES[key].effect],
        "why_not": [f"{fault.rule}: {fault.reason}" for fault in faults],
    }  # fmt: skip
    if args.rp >= 0 and not faults:
        found["rp_left"] = args.rp - difficulty
    return found


def remark(table: Table, args: BuildCombo, moves: list[str]) -> None:
    """What is worth knowing of this combo."""
    table.emit("icar.close.combo.build", args.actor, note=", ".join(moves))
    table.emit("icar.close.build.cost", args.actor, number=sum(MOVES[key].difficulty for key in moves))
    table.emit("icar.close.build.record", args.actor)
    if all(key == "punch" for key in moves):
        table.emit("icar.close.build.punch-free", args.actor)
    if any(MOVES[key].effect for key in moves):
        table.emit("icar.close.combo.extras", args.actor)
    if any(MOVES[key].swap for key in moves):
        table.emit("icar.close.swap.buildable", args.actor)
    if "headbutt" in moves:
        table.emit("icar.ruling.headbutt-stun", args.actor)
    if args.replaces:
        table.emit("icar.close.build.replace", args.actor)
        table.emit("icar.ruling.combo-replace", args.actor)
    if tuple(moves) in TOLD_OTHERWISE:
        table.emit(TOLD_OTHERWISE[tuple(moves)], args.actor)


@dataclass(frozen=True, slots=True)
class Prebuilt(Action):
    KIND: ClassVar[str] = "prebuilt-combos"
    meat: int = 3


def prebuilt(table: Table, args: Prebuilt) -> dict[str, Plain]:
    """The four combos the book gives. icar.close.prebuilt.profile"""
    table.emit("icar.close.prebuilt.profile", args.actor)
    rows: list[Plain] = []
    for rule, moves in PREBUILT.items():
        table.emit(rule, args.actor)
        stun, damage = figures(table.state, list(moves))
        rows.append({
            "moves": list(moves), "difficulty": sum(MOVES[key].difficulty for key in moves),
            "stun": stun * args.meat, "damage": damage * args.meat, "prone": "trip" in moves,
        })  # fmt: skip
    return {"combos": rows, "battle": 3, "street_fighting": 5, "gun_fu": 5}


@dataclass(frozen=True, slots=True)
class MovesTable(Action):
    KIND: ClassVar[str] = "moves"


def moves_table(table: Table, args: MovesTable) -> dict[str, Plain]:
    """Every move with its figures. icar.close.moves-table"""
    table.emit("icar.close.moves-table", args.actor)
    rows: list[Plain] = []
    for move in MOVES.values():
        table.emit(move.rule, args.actor, note=move.key)
        rows.append({
            "move": move.key, "difficulty": move.difficulty, "stun": move.stun, "damage": move.damage, "skill": move.skill,
            "level": level_of(table.state, move), "swap": move.swap, "effect": move.effect,
        })  # fmt: skip
    return {"moves": rows}


BUILDER = (
    Procedure(BuildCombo, build_combo, "Build a combo: figures, price, and why not.", "icar.close.combo.build"),
    Procedure(Prebuilt, prebuilt, "The four combos the book gives.", "icar.close.prebuilt.profile"),
    Procedure(MovesTable, moves_table, "The table of moves.", "icar.close.moves-table"),
)
