"""What a new rule, talent or weapon needs beside its code: it is gathered, can be read, and has a sentence for the log."""

from __future__ import annotations

import importlib
import tomllib

import pytest

from starfray.engine.kinds import ActionKind
from starfray.engine.rulebook import Rulebook
from starfray.engine.setup import check_items
from starfray.rulebooks import FOLDERS, find
from starfray.words import sayings_of
from tests.structure.source import facts_of, module_of, python_of


@pytest.fixture(params=FOLDERS)
def book(request: pytest.FixtureRequest) -> Rulebook:
    return find(str(request.param))


def test_every_kind_of_action_is_gathered(book: Rulebook) -> None:
    kinds = [book.kinds, book.steps, book.gm_kinds, *book.fight_kinds.values()]
    known = [kind for gathered in kinds for kind in gathered.values()]
    forgotten = [
        f"{module_of(path)}: {name} is in no list of the book: gather(…), STEPS (a step) or gm_kinds (the GM's)"
        for path in python_of(book.folder)
        for name, value in vars(importlib.import_module(module_of(path))).items()
        if isinstance(value, ActionKind) and not any(value is kind for kind in known)
    ]
    assert forgotten == []


def test_every_entry_of_the_data_can_be_read(book: Rulebook) -> None:
    check_items(book, book.own_content(), book.folder / "data")


def test_every_event_has_a_sentence(book: Rulebook) -> None:
    events = sayings_of(book.folder).events
    emitted = {rule for path in python_of(book.folder) for rule in facts_of(path).emitted if rule in book.ledger().by_id}
    missing = sorted(emitted - events.keys())
    assert missing == [], "write a sentence for each in sayings.toml, above [rolls] and [answers]"


def test_every_sentence_belongs_to_a_rule(book: Rulebook) -> None:
    data = tomllib.loads((book.folder / "sayings.toml").read_text(encoding="utf-8"))
    keys = [key for key, value in data.items() if isinstance(value, str)]
    keys += [key for part in ("rolls", "answers") for key in data.get(part, {})]
    assert sorted({key for key in keys if key.partition(":")[0] not in book.ledger()}) == [], "no such rule in rules.toml"
