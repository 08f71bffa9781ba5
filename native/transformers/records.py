"""Dataclasses are written out as plain classes."""

from __future__ import annotations

import ast

from native.records import Record, is_dataclass_decorator
from native.unit import Transformer


class Records(Transformer):
    """mypyc leaves the methods that `@dataclass` makes up to the interpreter, and cannot load generic or slotted ones.

    Before::

        @dataclass(slots=True)
        class Wound:
            place: str
            points: int = 1

    After::

        class Wound:
            place: str
            points: int
            __dataclass_fields__: _ClassVar[dict[str, _Any]]

            def __init__(self, place: str, points: int = 1) -> None:
                self.place = place
                self.points = points

            def __eq__(self, other: object) -> bool:
                return type(other) is type(self) and isinstance(other, Wound) and self.place == other.place and …

        _codec.restore_dataclass(Wound, {…}, {"place": "str", "points": "int"}, {"points": 1})

        def _clone_Wound(old: Wound) -> _Any:
            return Wound(place=old.place, points=old.points)
        …

    What is generated, and why, stands in native/records.py.
    """

    needed = True

    def run(self, tree: ast.Module) -> ast.Module:
        records = []
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and any(is_dataclass_decorator(each) for each in node.decorator_list):
                records.append(Record(getattr(self.unit.module, node.name), node))
        for record in records:
            record.rewrite()
        for record in records:
            tree.body += record.registration()
        return tree
