"""A picture of a fight that a map does not show: who is on whose tail, who sits where, what is in the air. Books describe it,
pages draw it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from starfray.engine.codec import Plain

KINDS = ("tails", "lanes", "plan", "timeline", "network")


@dataclass(frozen=True, slots=True)
class Node:
    """A thing in the picture. `who` is the combatant it stands for or belongs to."""

    id: str
    label: str
    who: str = ""
    state: str = ""  # of a combatant: up, down, out, dead; of a thing: ok, broken, off, open
    note: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    source: str
    to: str
    label: str = ""
    value: int = 0


@dataclass(frozen=True, slots=True)
class Slot:
    """A seat in a lane, and who has it."""

    label: str
    who: str = ""
    state: str = ""  # as of a node; `done`: has had their part of the turn


@dataclass(frozen=True, slots=True)
class Part:
    """What somebody does in the turn of the crew they belong to, in the order in which they act."""

    who: str
    label: str  # their role
    words: str  # what they have done, or what is expected of them
    state: str  # done | now | next
    amount: int | None = None  # what it gave to the sum; None: nothing, or not yet


@dataclass(frozen=True, slots=True)
class Sum:
    """A number that a crew works on together."""

    title: str  # whose number it is
    total: int
    words: str
    chance: float | None
    terms: list[tuple[str, int]]  # what counts without anybody having done it

    def plain(self) -> dict[str, Plain]:
        terms: list[Plain] = [{"label": label, "amount": amount} for label, amount in self.terms]
        return {"title": self.title, "total": self.total, "words": self.words, "chance": self.chance, "terms": terms}


@dataclass(frozen=True, slots=True)
class Lane:
    id: str
    label: str
    slots: list[Slot] = field(default_factory=list)
    state: str = ""
    note: str = ""
    now: bool = False  # it is their turn
    place: float | None = None  # along the road, from 0 (last) to 1 (first); None: nobody knows
    gap: str = ""  # how far it is to whoever's turn it is, in the book's words


@dataclass(frozen=True, slots=True)
class Bar:
    """Something that takes from one count to another."""

    who: str
    label: str
    start: int
    end: int
    state: str = ""  # air: under way and takes effect at its end; ready: may choose then; wait; shock; bleeding


@dataclass(frozen=True, slots=True)
class Diagram:
    kind: str  # one of KINDS
    title: str
    nodes: list[Node] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    lanes: list[Lane] = field(default_factory=list)
    bars: list[Bar] = field(default_factory=list)
    now: int = 0
    parts: list[Part] = field(default_factory=list)
    sum: Sum | None = None
    ahead: str = ""  # what lies at the end of the road

    def plain(self) -> dict[str, Plain]:
        return {
            "kind": self.kind,
            "title": self.title,
            "nodes": [
                {"id": each.id, "label": each.label, "who": each.who, "state": each.state, "note": each.note}
                for each in self.nodes
            ],
            "links": [{"from": each.source, "to": each.to, "label": each.label, "value": each.value} for each in self.links],
            "lanes": [
                {
                    "id": lane.id,
                    "label": lane.label,
                    "state": lane.state,
                    "note": lane.note,
                    "now": lane.now,
                    "place": lane.place,
                    "gap": lane.gap,
                    "slots": [{"label": slot.label, "who": slot.who, "state": slot.state} for slot in lane.slots],
                }
                for lane in self.lanes
            ],
            "bars": [
                {"who": bar.who, "label": bar.label, "from": bar.start, "to": bar.end, "state": bar.state} for bar in self.bars
            ],
            "now": self.now,
            "parts": [
                {"who": part.who, "label": part.label, "words": part.words, "state": part.state, "amount": part.amount}
                for part in self.parts
            ],
            "sum": self.sum.plain() if self.sum is not None else None,
            "ahead": self.ahead,
        }
