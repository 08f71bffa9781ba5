"""The moves, what a combo of them adds up to, and who may build it. icar.close.moves-table"""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.errors import Refused
from starfray.engine.position import AnyPosition
from starfray.rulebooks.icar.common.records import DERIVED, Combo

SF, GUN_FU, AKARAK = "street-fighting", "gun-fu", "akarak-art"
MAX_COMBOS = 6  # icar.close.build.max-six
IMPROVISE = 3  # icar.close.skill.aa3
FLOW = 4  # icar.close.skill.aa4


@dataclass(frozen=True, slots=True)
class Move:
    """Stun and Damage in multiples of Meat; `weapon` says that the weapon's own figures count."""

    key: str
    difficulty: int
    stun: int
    damage: int
    skill: str
    level: int
    rule: str
    swap: bool = False
    weapon: bool = False
    ends: bool = False  # no move after it is made
    first: bool = False  # only in place of the first move
    effect: str = ""


MOVES: dict[str, Move] = {
    move.key: move
    for move in (
        Move("punch", 0, 1, 0, "", 0, "icar.close.build.punch-free"),
        Move("stamp", 0, 1, 0, SF, 1, "icar.close.skill.sf1", effect="only on somebody prone"),
        Move("trip", 1, 0, 0, SF, 1, "icar.ruling.trip-level", effect="the enemy is prone"),
        Move("kick", 1, 2, 0, SF, 2, "icar.close.skill.sf2"),
        Move("headbutt", 1, 0, 1, SF, 2, "icar.close.skill.sf2"),  # icar.ruling.headbutt-stun
        Move("strike", 1, 1, 1, SF, 3, "icar.close.skill.sf3", effect="a hand weapon adds its bonus to the Damage"),
        Move("spinning-kick", 2, 2, 1, SF, 4, "icar.ruling.table-levels"),
        Move("fire", 1, 0, 0, GUN_FU, 1, "icar.close.skill.gf1", weapon=True, effect="the own gun, with a Shooting check"),
        Move("puppet", 1, 0, 0, GUN_FU, 2, "icar.close.skill.gf2", weapon=True, effect="the enemy's gun hits somebody else"),
        Move("dismantle", 2, 0, 0, GUN_FU, 3, "icar.close.skill.gf3", effect="the enemy's gun falls apart"),
        Move("reverse", 2, 0, 0, GUN_FU, 4, "icar.close.skill.gf4", weapon=True, effect="the enemy is shot with the own gun"),
        Move("hold", 1, 0, 0, SF, 1, "icar.close.swap.hold-sf1", swap=True, ends=True, effect="the enemy is held"),
        Move("disarm", 1, 0, 0, SF, 2, "icar.close.skill.sf2", swap=True, effect="the weapon leaves the hand"),
        Move("spring-onto-feet", 1, 0, 0, SF, 3, "icar.close.prone.spring", swap=True, first=True, effect="no longer prone"),
        Move("break-free", 1, 0, 0, SF, 3, "icar.close.skill.sf3", swap=True, first=True, effect="no longer held"),
        Move("hold-reverse", 2, 0, 0, SF, 4, "icar.close.skill.sf4", swap=True, ends=True, effect="the holder is held"),
        Move("quick-draw", 1, 0, 0, GUN_FU, 1, "icar.close.skill.gf1", swap=True, effect="a gun is drawn"),
        Move("rearm", 2, 0, 0, GUN_FU, 2, "icar.close.skill.gf2", swap=True, ends=True, effect="the enemy's weapon is taken"),
        Move("reload", 2, 0, 0, GUN_FU, 3, "icar.close.skill.gf3", swap=True, effect="a fresh magazine"),
        Move("knock-out", 2, 0, 0, AKARAK, 1, "icar.close.skill.aa1", swap=True, effect="an unarmoured human's Stun is 0"),
        Move("push-clear", 1, 1, 0, AKARAK, 2, "icar.close.skill.aa2", swap=True, effect="two turns to come back"),
        Move("undress", 2, 0, 0, AKARAK, 4, "icar.close.skill.aa4", swap=True, effect="armour falls off"),
    )
}


def level_of(state: AnyPosition, move: Move) -> int:
    """icar.ruling.trip-level"""
    return int(state.ruling("trip-level")) if move.key == "trip" else move.level


def stun_of(state: AnyPosition, move: Move) -> int:
    """In multiples of Meat. icar.ruling.headbutt-stun"""
    return 1 if move.key == "headbutt" and state.ruling("headbutt-stun") == "meat" else move.stun


def difficulty_of(combo: Combo) -> int:
    """The sum over the moves, or the figure the table has agreed on. icar.close.combo.build"""
    return sum(MOVES[key].difficulty for key in combo.moves) if combo.difficulty == DERIVED else combo.difficulty


def figures(state: AnyPosition, moves: list[str], prone: bool = False) -> tuple[int, int]:
    """Stun and Damage in multiples of Meat of the moves really made; a Stamp wants somebody prone. Guns are not counted."""
    stun = damage = 0
    for key in made(moves):
        prone = prone or key == "trip"
        if key == "stamp" and not prone:  # icar.ruling.stamp-prone
            continue
        move = MOVES[key]
        stun += stun_of(state, move)
        damage += move.damage
    return stun, damage


def made(moves: list[str]) -> list[str]:
    """The moves that happen: a Hold, a Rearm or a Hold Reverse ends the combo. icar.close.swap.hold-ends"""
    for place, key in enumerate(moves):
        if MOVES[key].ends:
            return moves[: place + 1]
    return moves


def fits_place(moves: list[str], place: int) -> bool:
    """The ways up come first; who is pinned needs both, one after the other. icar.ruling.swap-place, icar.ruling.down-choice"""
    return not MOVES[moves[place]].first or all(MOVES[key].first for key in moves[:place] if key in MOVES)


def is_known(state: AnyPosition, skills: dict[str, int], move: Move) -> bool:
    """The skill a move asks for. icar.close.build.requirements"""
    return not move.skill or skills.get(move.skill, 0) >= level_of(state, move)


def why_not_known(state: AnyPosition, skills: dict[str, int], key: str) -> Refused | None:
    if key not in MOVES:
        return Refused("icar.close.moves-table", f"{key!r} is no move", sorted(MOVES))
    move = MOVES[key]
    if is_known(state, skills, move):
        return None
    if key == "strike" and skills.get(SF, 0) == 2:  # both are needed
        return Refused("icar.ruling.strike-level", "a hand weapon needs street-fighting 2, to strike with it 3")
    if key == "strike":
        return Refused("icar.close.weapon.hand", "a hand weapon in a combo needs street-fighting 2")
    return Refused(move.rule, f"{key} needs {move.skill} {level_of(state, move)}, not {skills.get(move.skill, 0)}")


def why_not_built(state: AnyPosition, moves: list[str], battle: int, skills: dict[str, int]) -> list[Refused]:
    """Every reason against this combo."""
    found: list[Refused] = []
    if skills.get(SF, 0) < 1:
        found.append(Refused("icar.close.combo.sf1", "combos need street-fighting 1"))
    if not moves:
        found.append(Refused("icar.ruling.combo-min", "a combo has at least one move"))
    if len(moves) > battle:
        found.append(Refused("icar.close.build.max-moves", f"{len(moves)} moves, and Battle is {battle}"))
    for place, key in enumerate(moves):
        why = why_not_known(state, skills, key)
        if why is not None:
            found.append(why)
        elif not fits_place(moves, place):
            found.append(Refused("icar.ruling.swap-place", f"{key} only comes first"))
    return found
