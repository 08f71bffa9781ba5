"""docs/objects.md names every field of every object the API hands out, and no other."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from starfray.engine.values import Ask, Event, Field, Form, Moment, Option, Outcome, Reason, Tally
from starfray.odds import Chance, Odds, Part
from starfray.preview import Preview
from starfray.procedures import Done

PAGE = Path(__file__).parents[2] / "docs" / "objects.md"
TOLD = (Event, Tally, Reason, Ask, Option, Form, Field, Moment, Outcome, Odds, Chance, Part, Preview, Done)
COMPUTED = {"Option": {"label"}}  # properties that are told beside the fields


def told_of(name: str) -> set[str]:
    section = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    rows = next(part for part in section if part.startswith(f"{name}\n"))
    first_cells = re.findall(r"^\| (`[^|]*) \|", rows, flags=re.MULTILINE)
    return {field for cell in first_cells for field in re.findall(r"`(\w+)`", cell)}


@pytest.mark.parametrize("kind", TOLD, ids=lambda kind: kind.__name__)
def test_every_field_of_an_object_is_told(kind: type) -> None:
    record = dataclasses.is_dataclass(kind)
    fields = {field.name for field in dataclasses.fields(kind)} if record else set(vars(kind)["__slots__"])
    assert told_of(kind.__name__) == fields | COMPUTED.get(kind.__name__, set())
