"""Which combo, with which swaps, against how many: what is settled before any die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from starfray.engine.errors import Refused
from starfray.rulebooks.icar.core import attribute_of
from starfray.rulebooks.icar.ground.moves import (
    AKARAK,
    FLOW,
    IMPROVISE,
    MOVES,
    SF,
    difficulty_of,
    fits_place,
    is_known,
    level_of,
    why_not_known,
)
from starfray.rulebooks.icar.ground.people import skill_of
from starfray.rulebooks.icar.ground.records import Combo
from starfray.rulebooks.icar.state import Actor, Icar

FOE_PENALTY = 2  # icar.close.foes.penalty
WAYS_UP = ("spring-onto-feet", "break-free", "hold-reverse")


@dataclass(frozen=True, slots=True)
class Chain:
    """The moves of one use: the stored combo with its swaps, and the difficulty of both."""

    name: str
    moves: tuple[str, ...]
    difficulty: int  # of the combo as it is stored
    swaps: int
    words: str
    added: int = 0  # by its swaps
    victim: str = ""  # whom a Puppet shoots


def combo_of(one: Actor, name: str) -> Combo:
    """icar.close.combo.choose: from one's own list"""
    for combo in one.combos:
        if combo.name == name:
            return combo
    raise Refused("icar.close.combo.choose", f"{one.id} has no combo {name!r}", [each.name for each in one.combos] or ["hit"])


def why_unusable(state: Icar, one: Actor, combo: Combo) -> Refused | None:
    """A combo that the table's rulings or a lower Battle forbid rests. icar.ruling.battle-change, icar.ruling.trip-level"""
    if "trip" in combo.moves and not combo.agreed and skill_of(one, SF) < level_of(state, MOVES["trip"]):
        return Refused("icar.ruling.trip-level", f"a trip needs {SF} {level_of(state, MOVES['trip'])}")
    if len(combo.moves) > attribute_of(one, "battle") and not combo.agreed:
        return Refused("icar.ruling.battle-change", f"{combo.name} has more moves than Battle {attribute_of(one, 'battle')}")
    return None


def chain(state: Icar, one: Actor, name: str, swaps: list[str], words: str, victim: str = "") -> Chain:
    """The combo with its swaps. A swap's difficulty is added to the full difficulty. icar.close.swap.difficulty"""
    combo = combo_of(one, name)
    why = why_unusable(state, one, combo)
    if why is not None:
        raise why
    moves = list(combo.moves)
    added = 0
    for swap in swaps:
        place, key = read_swap(swap, len(moves))
        why = why_no_swap(state, one, key)
        if why is not None:
            raise why
        moves[place] = key
        added += MOVES[key].difficulty
    for place, key in enumerate(moves):
        if not fits_place(moves, place):
            raise Refused("icar.ruling.swap-place", f"{key} only in place of the first move")
    return Chain(name, tuple(moves), difficulty_of(combo), len(swaps), words, added, victim)


def read_swap(swap: str, length: int) -> tuple[int, str]:
    place, colon, key = swap.partition(":")
    if not (colon and place.isascii() and place.isdigit() and 1 <= int(place) <= length):
        raise Refused("icar.close.swap.grant", f"{swap!r} is no swap", [f"1:hold to {length}:hold"])
    return int(place) - 1, key


def why_no_swap(state: Icar, one: Actor, key: str) -> Refused | None:
    """icar.close.swap.grant"""
    if key not in MOVES or not MOVES[key].swap:
        return Refused("icar.close.swap.grant", f"{key!r} is no swap move", swaps_of(state, one))
    return why_not_known(state, one.skills, key)


def swaps_of(state: Icar, one: Actor) -> list[str]:
    """The swap moves somebody's levels have unlocked."""
    return [move.key for move in MOVES.values() if move.swap and is_known(state, one.skills, move)]


def with_move(moves: list[str], place: int, key: str) -> list[str]:
    changed = list(moves)
    changed[place] = key
    return changed


def possible_swaps(state: Icar, one: Actor, moves: list[str]) -> list[tuple[int, str]]:
    """Place and move of each swap that is open now. icar.close.swap.one-per-turn, icar.ruling.swap-place"""
    if one.swapped and skill_of(one, AKARAK) < IMPROVISE:
        return []
    known = swaps_of(state, one)
    return [(place, key) for place in range(len(moves)) for key in known if fitting(with_move(moves, place, key))]


def fitting(moves: list[str]) -> bool:
    return all(fits_place(moves, place) for place in range(len(moves)))


def can_get_up(state: Icar, one: Actor, moves: list[str], foe: str) -> bool:
    """On the feet and free, or soon so by these moves, as they stand or with a swap."""
    if gets_up(one, moves, foe):
        return True
    return any(gets_up(one, with_move(moves, place, key), foe) for place, key in possible_swaps(state, one, moves))


def refuse_swaps(one: Actor, count: int, foes: int) -> None:
    """One swap a turn in all, without limit from Akarak Art 3. icar.close.swap.one-per-turn"""
    if count and one.swapped + count > 1 and skill_of(one, AKARAK) < IMPROVISE:
        rule = "icar.close.swap.one-per-turn" if foes == 1 else "icar.ruling.swap-foes"
        raise Refused(rule, "one swap a turn in all below Akarak Art 3")


def foes_penalty(one: Actor, foes: int) -> tuple[int, str]:
    """What each check is harder by. icar.close.foes.penalty, icar.ruling.flow"""
    if skill_of(one, AKARAK) >= FLOW:
        return FOE_PENALTY * max(0, foes - max(1, attribute_of(one, "shift"))), "icar.ruling.flow"
    return FOE_PENALTY * (foes - 1), "icar.close.foes.penalty"


def gets_up(one: Actor, moves: Sequence[str], foe: str) -> bool:
    """Does this combo bring somebody who is down back up? A Hold Reverse is for the holder. icar.ruling.down-choice"""
    free = not one.held_by or "break-free" in moves or ("hold-reverse" in moves and one.held_by == foe)
    return free and (not one.prone or "spring-onto-feet" in moves)


def share_swaps(swaps: tuple[str, ...], foes: tuple[str, ...]) -> dict[str, list[str]]:
    """`2:hold` goes to the first foe, `foe/2:hold` to the one named."""
    shares: dict[str, list[str]] = {foe: [] for foe in foes}
    for swap in swaps:
        foe, slash, rest = swap.partition("/")
        if slash and foe not in shares:
            raise Refused("icar.close.swap.grant", f"{foe!r} is none of the foes", list(foes))
        shares[foe if slash else foes[0]].append(rest if slash else swap)
    return shares
