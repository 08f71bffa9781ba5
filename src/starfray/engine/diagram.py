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
class Lane:
    id: str
    label: str
    slots: list[Slot] = field(default_factory=list)
    state: str = ""
    note: str = ""
    now: bool = False  # it is their turn


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
                    "slots": [{"label": slot.label, "who": slot.who, "state": slot.state} for slot in lane.slots],
                }
                for lane in self.lanes
            ],
            "bars": [
                {"who": bar.who, "label": bar.label, "from": bar.start, "to": bar.end, "state": bar.state} for bar in self.bars
            ],
            "now": self.now,
        }
