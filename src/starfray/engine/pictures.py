"""Numbers that stand for records: each record is frozen once, and equal ones share a number."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from starfray.engine.codec import freeze


class Pictures:
    """Comparing two records, however deep, is comparing two numbers. Only for records that are not changed any more: a
    number is found again by the identity of the record, which is therefore kept alive.
    """

    def __init__(self) -> None:
        self.of_record: dict[int, int] = {}  # id of a record → its number
        self.of_picture: dict[Hashable, int] = {}
        self.seen: list[Any] = []

    def number(self, record: Any, before: Any = None) -> int:
        """The number of the record: the same for all that are equal to it. Most are equal to what they were `before`, which is
        found out faster than a picture is made.
        """
        name = id(record)
        number = self.of_record.get(name)
        if number is None:
            if before is not None and before is not record and record == before:
                number = self.number(before)
            else:
                number = self.number_of_picture(freeze(record))
            self.of_record[name] = number
            self.seen.append(record)
        return number

    def number_of_picture(self, picture: Hashable) -> int:
        """The number of all records with this picture, none of which is kept alive."""
        return self.of_picture.setdefault(picture, len(self.of_picture))
