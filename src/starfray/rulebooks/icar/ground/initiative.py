"""Initiative: Shift + Battle + D10, ties thrown again among the tied."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm

from starfray.engine.dice import Rounds, Tie, Weighted, total
from starfray.engine.ranking import permutation, permutation_number
from starfray.engine.rules import GM, Table
from starfray.rulebooks.icar.common.check import attribute_of
from starfray.rulebooks.icar.common.person import gun_in_hand
from starfray.rulebooks.icar.common.state import Actor, Icar

D10 = total(1, 10)


class Tied(Tie):
    """Everybody in the group throws anew on top of Shift + Battle; those still level throw again. icar.ruling.initiative-tie

    The class is the number of the permutation, best first.
    """

    __slots__ = ("bases",)

    def __init__(self, bases: tuple[int, ...]) -> None:
        super().__init__(f"tie of {len(bases)} by d10", D10)
        self.bases = bases

    def _settle(self, faces: list[int]) -> tuple[list[list[int]], list[int]]:
        """The groups, best first, and the one that is to throw (none: it is settled)."""
        groups = [list(range(len(self.bases)))]
        at = 0
        while True:
            tied = next((group for group in groups if len(group) > 1), None)
            if tied is None:
                return groups, []
            thrown = faces[at : at + len(tied)]
            if len(thrown) < len(tied):
                return groups, tied
            at += len(tied)
            place = groups.index(tied)
            groups[place : place + 1] = parts(tied, [self.bases[index] for index in tied], thrown)

    def level(self, faces: list[int]) -> list[int]:
        return self._settle(faces)[1]

    def next_die(self, faces: list[int]) -> int:
        return 10 if self._settle(faces)[1] else 0

    def read(self, faces: list[int]) -> int:
        return permutation_number([group[0] for group in self._settle(faces)[0]])

    def find_classes(self) -> list[Weighted]:
        chances = orders(self.bases)
        common = 1
        for share in chances.values():
            common = lcm(common, share.denominator)
        return [
            Weighted(permutation_number(list(order)), int(share * common), self._showing(order))
            for order, share in chances.items()
        ]

    def _showing(self, order: tuple[int, ...]) -> list[int]:
        """Faces that lead to this order."""
        faces: list[int] = []
        _, tied = self._settle(faces)
        while tied:
            wanted = sorted(tied, key=order.index)
            faces += next(
                list(thrown)
                for thrown in product(range(1, 11), repeat=len(tied))
                if leads_to(tied, [self.bases[index] for index in tied], list(thrown), wanted)
            )
            _, tied = self._settle(faces)
        return faces


def parts(group: list[int], bases: list[int], thrown: list[int]) -> list[list[int]]:
    """The group in levels, best first."""
    found: dict[int, list[int]] = {}
    for place, member in enumerate(group):
        found.setdefault(bases[place] + thrown[place], []).append(member)
    return [found[score] for score in sorted(found, reverse=True)]


def leads_to(group: list[int], bases: list[int], thrown: list[int], wanted: list[int]) -> bool:
    """Does the throw set the first apart without contradicting the order wanted?"""
    split = parts(group, bases, thrown)
    at = 0
    for level in split:
        if sorted(level) != sorted(wanted[at : at + len(level)]):
            return False
        at += len(level)
    return len(split) > 1


@lru_cache(maxsize=256)
def orders(bases: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
    """Every order of the places with its chance. A throw in which all stay level is left out: it is made again."""
    size = len(bases)
    if size == 1:
        return {(0,): Fraction(1)}
    found: dict[tuple[int, ...], Fraction] = {}
    whole = Fraction(0)
    for thrown in product(range(1, 11), repeat=size):
        split = parts(list(range(size)), list(bases), list(thrown))
        if len(split) == 1:
            continue
        whole += 1
        tails: dict[tuple[int, ...], Fraction] = {(): Fraction(1)}
        for level in split:
            inner = orders(tuple(bases[actor] for actor in level))
            tails = {
                head + tuple(level[index] for index in order): share * chance
                for head, share in tails.items()
                for order, chance in inner.items()
            }
        for order, share in tails.items():
            found[order] = found.get(order, Fraction(0)) + share
    return {order: share / whole for order, share in found.items()}


@lru_cache(maxsize=256)
def tied_dice(bases: tuple[int, ...]) -> Tied:
    return Tied(bases)


def base(actor: Actor) -> int:
    return attribute_of(actor, "shift") + attribute_of(actor, "battle")


def roll_initiative(state: Icar, table: Table, whos: list[Actor]) -> None:
    """One die each in roster order; then the ties, from the highest down. icar.combat.initiative"""
    armed = any(gun_in_hand(actor) is not None for actor in whos)
    rule = "icar.fire.initiative" if armed else "icar.combat.initiative"
    faces = table.roll_all(rule, [actor.id for actor in whos], [D10 for _ in whos])
    for actor, face in zip(whos, faces, strict=True):
        actor.initiative = base(actor) + face
        if face in (1, 10):
            table.emit("icar.ruling.crit-scope", actor.id, number=face)
    put_in_order(state, table, whos, whos)
    seen = [who for who in state.ground.order if not state.roster[who].hidden]
    table.emit("icar.combat.order", seen[0] if seen else GM, note=", ".join(seen))


def put_in_order(state: Icar, table: Table, there: list[Actor], new: list[Actor]) -> None:
    """Highest first. A level with somebody new in it throws again, and only for the places among themselves."""
    order: list[str] = []
    for score in sorted({actor.initiative for actor in there}, reverse=True):
        table.merge("icar.ruling.initiative-tie", tuple(order))
        level = [actor for actor in there if actor.initiative == score]
        if len(level) > 1 and any(actor in new for actor in level):
            secret = any(actor.hidden for actor in level)
            dice = tied_dice(tuple(base(actor) for actor in level))
            number = table.roll_tie("icar.ruling.initiative-tie", [actor.id for actor in level], dice, secret)
            level = [level[place] for place in permutation(number, len(level))]
        order += [actor.id for actor in level]
    state.ground.order = order


def join(state: Icar, table: Table, late: list[Actor]) -> None:
    """Latecomers roll when they join. icar.ruling.initiative-frequency"""
    faces = table.roll_all("icar.combat.initiative", [actor.id for actor in late], [D10 for _ in late])
    for actor, face in zip(late, faces, strict=True):
        actor.initiative = base(actor) + face
    before = [state.roster[who] for who in state.ground.order if who in state.roster]
    put_in_order(state, table, [*before, *late], late)


class First(Rounds):
    """Two who are in no order yet throw for it, the attacker first, again while level. Value 1: the attacker is higher."""

    __slots__ = ("ahead",)

    def __init__(self, ahead: int) -> None:
        super().__init__(f"initiative of two by d10 at {ahead:+d}", (10, 10))
        self.ahead = ahead

    def again(self, last: list[int]) -> bool:
        return last[0] + self.ahead == last[1]

    def value(self, last: list[int]) -> int:
        return int(last[0] + self.ahead > last[1])


def comes_first(state: Icar, table: Table, actor: Actor, other: Actor) -> bool:
    """Has `actor` the higher initiative? Outside a common order two duellists throw for it. icar.ruling.duel-initiative"""
    order = state.ground.order
    if actor.id in order and other.id in order:
        return order.index(actor.id) < order.index(other.id)
    scores = base(actor), base(other)
    first = First(scores[0] - scores[1])
    return table.roll_contest("icar.close.duel.choose-order", actor.id, other.id, first, scores=scores) == 1
