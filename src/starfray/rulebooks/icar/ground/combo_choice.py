"""Which combo, with which swaps, against how many: what is settled before any die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, Refused
from starfray.rulebooks.icar.common.check import attribute_of
from starfray.rulebooks.icar.common.person import skill_of
from starfray.rulebooks.icar.common.records import Combo
from starfray.rulebooks.icar.common.state import Actor, Icar
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

FOE_PENALTY = 2  # icar.close.foes.penalty


@dataclass(frozen=True, slots=True)
class UseCombo(Action):
    """A combo for each foe (one name serves all). `words` describe it; `swap` is `2:hold`, or `foe/2:hold` among several."""

    KIND: ClassVar[str] = "combo"
    foes: tuple[str, ...]
    combos: tuple[str, ...]
    words: str = ""
    swap: tuple[str, ...] = ()
    attribute: str = ""
    victim: str = ""  # whom Puppet shoots
    crush: bool = False  # an Aug's choice: as much Damage as Stun
    thing: str = ""  # what lies about and is picked up for a Strike


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


def combo_of(actor: Actor, name: str) -> Combo:
    """icar.close.combo.choose: from one's own list"""
    for combo in actor.combos:
        if combo.name == name:
            return combo
    raise Refused(
        "icar.close.combo.choose", f"{actor.id} has no combo {name!r}", [each.name for each in actor.combos] or ["hit"]
    )


def why_unusable(state: Icar, actor: Actor, combo: Combo) -> Refused | None:
    """A combo that the table's rulings or a lower Battle forbid rests. icar.ruling.battle-change, icar.ruling.trip-level"""
    if "trip" in combo.moves and not combo.agreed and skill_of(actor, SF) < level_of(state, MOVES["trip"]):
        return Refused("icar.ruling.trip-level", f"a trip needs {SF} {level_of(state, MOVES['trip'])}")
    if len(combo.moves) > attribute_of(actor, "battle") and not combo.agreed:
        return Refused("icar.ruling.battle-change", f"{combo.name} has more moves than Battle {attribute_of(actor, 'battle')}")
    return None


def chain(state: Icar, actor: Actor, name: str, swaps: list[str], words: str, victim: str = "") -> Chain:
    """The combo with its swaps. A swap's difficulty is added to the full difficulty. icar.close.swap.difficulty"""
    combo = combo_of(actor, name)
    why = why_unusable(state, actor, combo)
    if why is not None:
        raise why
    moves = list(combo.moves)
    added = 0
    for swap in swaps:
        place, key = read_swap(swap, len(moves))
        why = why_no_swap(state, actor, key)
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


def why_no_swap(state: Icar, actor: Actor, key: str) -> Refused | None:
    """icar.close.swap.grant"""
    if key not in MOVES or not MOVES[key].swap:
        return Refused("icar.close.swap.grant", f"{key!r} is no swap move", swaps_of(state, actor))
    return why_not_known(state, actor.skills, key)


def swaps_of(state: Icar, actor: Actor) -> list[str]:
    """The swap moves somebody's levels have unlocked: all of Akarak Art, some of the others. icar.close.skill.aa-swap-only"""
    return [move.key for move in MOVES.values() if move.swap and is_known(state, actor.skills, move)]


def with_move(moves: list[str], place: int, key: str) -> list[str]:
    changed = list(moves)
    changed[place] = key
    return changed


def possible_swaps(state: Icar, actor: Actor, moves: list[str]) -> list[tuple[int, str]]:
    """Place and move of each swap that is open now. icar.close.swap.one-per-turn, icar.ruling.swap-place"""
    if actor.swapped and skill_of(actor, AKARAK) < IMPROVISE:
        return []
    known = swaps_of(state, actor)
    return [(place, key) for place in range(len(moves)) for key in known if fitting(with_move(moves, place, key))]


def fitting(moves: list[str]) -> bool:
    return all(fits_place(moves, place) for place in range(len(moves)))


def can_get_up(state: Icar, actor: Actor, moves: list[str], foe: str) -> bool:
    """On the feet and free, or soon so by these moves, as they stand or with a swap."""
    if gets_up(actor, moves, foe):
        return True
    return any(gets_up(actor, with_move(moves, place, key), foe) for place, key in possible_swaps(state, actor, moves))


def refuse_swaps(actor: Actor, count: int, foes: int) -> None:
    """One swap a turn in all, without limit from Akarak Art 3. icar.close.swap.one-per-turn"""
    if count and actor.swapped + count > 1 and skill_of(actor, AKARAK) < IMPROVISE:
        rule = "icar.close.swap.one-per-turn" if foes == 1 else "icar.ruling.swap-foes"
        raise Refused(rule, "one swap a turn in all below Akarak Art 3")


def foes_penalty(actor: Actor, foes: int) -> tuple[int, str]:
    """What each check is harder by. icar.close.foes.penalty, icar.ruling.flow"""
    if skill_of(actor, AKARAK) >= FLOW:
        return FOE_PENALTY * max(0, foes - max(1, attribute_of(actor, "shift"))), "icar.ruling.flow"
    return FOE_PENALTY * (foes - 1), "icar.close.foes.penalty"


def gets_up(actor: Actor, moves: Sequence[str], foe: str) -> bool:
    """Does this combo bring somebody who is down back up? A Hold Reverse is for the holder. icar.ruling.down-choice"""
    free = not actor.held_by or "break-free" in moves or ("hold-reverse" in moves and actor.held_by == foe)
    return free and (not actor.prone or "spring-onto-feet" in moves)


def share_swaps(swaps: tuple[str, ...], foes: tuple[str, ...]) -> dict[str, list[str]]:
    """`2:hold` goes to the first foe, `foe/2:hold` to the one named."""
    shares: dict[str, list[str]] = {foe: [] for foe in foes}
    for swap in swaps:
        foe, slash, rest = swap.partition("/")
        if slash and foe not in shares:
            raise Refused("icar.close.swap.grant", f"{foe!r} is none of the foes", list(foes))
        shares[foe if slash else foes[0]].append(rest if slash else swap)
    return shares
