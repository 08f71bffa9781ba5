"""The combo builder: moves, what they add up to, what they cost, and why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, Content, Plain, Procedure, Refused, Table
from starfray.rulebooks.icar.common.check import attribute_of, chance
from starfray.rulebooks.icar.common.records import Combo
from starfray.rulebooks.icar.common.state import Actor
from starfray.rulebooks.icar.ground.combo import NPC_TN
from starfray.rulebooks.icar.ground.moves import MAX_COMBOS, MOVES, SF, figures, level_of, made, why_not_built
from starfray.rulebooks.icar.ground.procedures import pay

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
    name: str = ""  # what it is called, or the name of the one it replaces, where the sheet is to be written


def build_combo(table: Table, args: BuildCombo) -> dict[str, Plain]:
    """Difficulty, Stun and Damage are the sums over the moves; the price is the difficulty. icar.close.combo.build"""
    moves = list(args.moves)
    skills = {SF: args.street_fighting, "gun-fu": args.gun_fu, "akarak-art": args.akarak_art}
    table.cite("icar.close.build.requirements")
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
        table.cite("icar.close.build.goal")
        return {"allowed": False, "why-not": [f"{fault.rule}: {fault.reason}" for fault in faults], "moves": sorted(MOVES)}
    remark(table, args, moves)
    stun, damage = figures(table.state, moves)
    guns = [key for key in made(moves) if MOVES[key].weapon]
    ability = args.battle + args.street_fighting - difficulty
    found: dict[str, Plain] = {
        "allowed": not faults, "difficulty": difficulty, "cost": difficulty, "stun": stun * args.meat,
        "damage": damage * args.meat, "stun-meats": stun, "damage-meats": damage, "guns": list(guns),
        "made": list(made(moves)), "chance-against-10": chance(NPC_TN - ability),
        "effects": [f"{key}: {MOVES[key].effect}" for key in dict.fromkeys(moves) if MOVES[key].effect],
        "why-not": [f"{fault.rule}: {fault.reason}" for fault in faults],
    }  # fmt: skip
    if args.rp >= 0 and not faults:
        found["rp-left"] = args.rp - difficulty
    return found


def remark(table: Table, args: BuildCombo, moves: list[str]) -> None:
    """What is worth knowing of this combo."""
    table.emit("icar.close.combo.build", args.actor, note=", ".join(moves))
    table.emit("icar.close.build.cost", args.actor, number=sum(MOVES[key].difficulty for key in moves))
    table.cite("icar.close.build.record")
    if all(key == "punch" for key in moves):
        table.cite("icar.close.build.punch-free")
    if any(MOVES[key].effect for key in moves):
        table.cite("icar.close.combo.extras")
    if any(MOVES[key].swap for key in moves):
        table.cite("icar.close.swap.buildable")
    if "headbutt" in moves:
        table.cite("icar.ruling.headbutt-stun")
    if args.replaces:
        table.cite("icar.close.build.replace")
        table.cite("icar.ruling.combo-replace")
    if tuple(moves) in TOLD_OTHERWISE:
        table.cite(TOLD_OTHERWISE[tuple(moves)])


@dataclass(frozen=True, slots=True)
class Prebuilt(Action):
    KIND: ClassVar[str] = "prebuilt-combos"
    meat: int = 3


def prebuilt(table: Table, args: Prebuilt) -> dict[str, Plain]:
    """The four combos the book gives. icar.close.prebuilt.profile"""
    table.cite("icar.close.prebuilt.profile")
    rows: list[Plain] = []
    for rule, moves in PREBUILT.items():
        table.cite(rule)
        stun, damage = figures(table.state, list(moves))
        rows.append({
            "moves": list(moves), "difficulty": sum(MOVES[key].difficulty for key in moves),
            "stun": stun * args.meat, "damage": damage * args.meat, "prone": "trip" in moves,
        })  # fmt: skip
    return {"combos": rows, "battle": 3, "street-fighting": 5, "gun-fu": 5}


@dataclass(frozen=True, slots=True)
class MovesTable(Action):
    KIND: ClassVar[str] = "moves"


def moves_table(table: Table, args: MovesTable) -> dict[str, Plain]:
    """Every move with its figures. icar.close.moves-table"""
    rows: list[Plain] = []
    for move in MOVES.values():
        table.cite(move.rule)
        rows.append({
            "move": move.key, "difficulty": move.difficulty, "stun": move.stun, "damage": move.damage, "skill": move.skill,
            "level": level_of(table.state, move), "swap": move.swap, "effect": move.effect,
        })  # fmt: skip
    return {"moves": rows}


def fighter_sheet(actor: Actor) -> dict[str, Plain]:
    """What a combo is built from and paid with."""
    skills = {"street_fighting": SF, "gun_fu": "gun-fu", "akarak_art": "akarak-art"}
    return {
        **{field: actor.skills.get(skill, 0) for field, skill in skills.items()},
        **{name: attribute_of(actor, name) for name in ("battle", "meat")},
        "rp": actor.rp,
        "owned": len(actor.combos),
    }


def write_combo(table: Table, actor: Actor, content: Content, args: BuildCombo, result: dict[str, Plain]) -> None:
    """Bought and put on the sheet, or in the place of the one of that name. icar.close.build.record, .replace"""
    at = next((place for place, combo in enumerate(actor.combos) if combo.name == args.name), -1)
    if not args.name or args.replaces != (at >= 0):
        owned = [combo.name for combo in actor.combos]
        raise Refused("icar.close.build.record", f"{args.name!r} is {'no' if args.replaces else 'not a new'} name", owned)
    if not result["allowed"]:
        raise Refused("icar.close.build.requirements", "; ".join(str(why) for why in result["why-not"]))
    claims = {SF: args.street_fighting, "gun-fu": args.gun_fu, "akarak-art": args.akarak_art}
    more = [skill for skill, level in claims.items() if level > actor.skills.get(skill, 0)]
    if more or args.battle > attribute_of(actor, "battle"):
        raise Refused("icar.close.build.requirements", f"{actor.id} has less {more[0] if more else 'battle'} than that")
    if at < 0 and len(actor.combos) >= MAX_COMBOS:
        raise Refused("icar.close.build.max-six", f"{len(actor.combos)} combos are all there is room for", ["replaces=yes"])
    pay(actor, int(result["cost"]), "icar.close.build.cost")
    built = Combo(name=args.name, moves=list(args.moves))
    if at >= 0:
        actor.combos[at] = built
    else:
        actor.combos.append(built)


BUILDER = (
    Procedure(
        BuildCombo, build_combo, "Build a combo: figures, price, and why not.", "icar.close.combo.build", write_combo,
        fighter_sheet,
    ),
    Procedure(Prebuilt, prebuilt, "The four combos the book gives.", "icar.close.prebuilt.profile"),
    Procedure(MovesTable, moves_table, "The table of moves.", "icar.close.moves-table"),
)  # fmt: skip
