"""The pages of the API name every method of a fight, every object it hands out and every field of these, and no other."""

from __future__ import annotations

import dataclasses
import inspect
import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import starfray
from starfray.engine.actions import Action
from starfray.engine.chances import Chances
from starfray.engine.errors import BadInput, Refused
from starfray.engine.values import Against, Ask, Event, Field, Form, Moment, Option, Outcome, Reason, Tally
from starfray.odds import Chance, Odds, Part
from starfray.preview import Preview
from starfray.procedures import Done
from starfray.transcript import Replay

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "objects.md").read_text(encoding="utf-8")
API = (DOCS / "api.md").read_text(encoding="utf-8")
TOLD: tuple[type, ...] = (
    Event, Against, Tally, Reason, Ask, Option, Form, Field, Moment, Outcome, Odds, Chance, Part, Chances, Preview, Done,
    Replay, Refused, BadInput,
)  # fmt: skip
COMPUTED = {"Option": {"label"}, "Replay": {"hash", "events"}}  # properties that are told beside the fields
#: what the room, the simulator and the terminal use besides: how acts are run, checked and taken back
INNER = {
    "back_to", "check_hands", "check_known", "check_owner", "check_permitted", "check_turn", "check_words", "mark",
    "next_due", "read_answer", "reopen", "replay_entry", "rerun", "retold", "run_draft", "seat_of",
    "take_back_from", "why_idle", "with_possible_words",
}  # fmt: skip
PLAIN = {str, int, float, bool, list, dict, type(None), Any}


def told_of(name: str) -> set[str]:
    section = re.split(r"^## ", PAGE, flags=re.MULTILINE)
    rows = next(part for part in section if part.startswith(f"{name}\n"))
    first_cells = re.findall(r"^\| (`[^|]*) \|", rows, flags=re.MULTILINE)
    return {field for cell in first_cells for field in re.findall(r"`(\w+)`", cell)}


def fields_of(kind: type) -> set[str]:
    if dataclasses.is_dataclass(kind):
        return {field.name for field in dataclasses.fields(kind)}
    if issubclass(kind, Exception):
        return set(inspect.signature(kind).parameters)
    return set(vars(kind)["__slots__"])


@pytest.mark.parametrize("kind", TOLD, ids=lambda kind: kind.__name__)
def test_every_field_of_an_object_is_told(kind: type) -> None:
    assert told_of(kind.__name__) == fields_of(kind) | COMPUTED.get(kind.__name__, set())


def methods() -> dict[str, Any]:
    """What can be called on a fight or read from it, each with the function behind it."""
    found = {name: each for name, each in inspect.getmembers(starfray.Fight) if not name.startswith("_") and name not in INNER}
    return {name: each.fget if isinstance(each, property) else each for name, each in found.items()}


def test_every_method_of_a_fight_is_told() -> None:
    assert set(dir(starfray.Fight)) >= INNER
    assert [name for name in methods() if not re.search(rf"`fight\.{name}\b", API)] == []


def given(hint: Any) -> set[Any]:
    """The plain types a return value is made of."""
    return set().union(*(given(each) for each in get_args(hint))) if get_args(hint) else {hint}


@pytest.mark.parametrize("name", ["starfray.do", "starfray.replay", *methods()])
def test_every_object_a_method_hands_out_is_told(name: str) -> None:
    function = getattr(starfray, name.removeprefix("starfray.")) if name.startswith("starfray.") else methods()[name]
    if callable(function):
        handed = given(get_type_hints(function)["return"]) - PLAIN
        assert handed <= {*TOLD, starfray.Fight, Action}
