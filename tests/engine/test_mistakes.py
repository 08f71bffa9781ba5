"""Slips of somebody who adds a rule, and what they are told."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import pytest

from starfray.engine.actions import Action
from starfray.engine.errors import BadInput
from starfray.engine.kinds import ActionKind
from starfray.engine.ledger import read_ledger
from starfray.engine.setup import load_content
from starfray.engine.table import Table
from starfray.rulebooks import find
from starfray.rulebooks.coriolis.state import Coriolis
from tests.coriolis.build import duel


def test_an_option_by_a_wrong_name_is_told_with_the_right_one() -> None:
    with pytest.raises(BadInput, match="shot has no field 'weapno'; did you mean 'weapon'"):
        duel().play("shot a b weapno=vulcan-carbine", dice=[])


def test_what_stands_in_quotes_may_hold_an_equals_sign() -> None:
    fight = duel()
    fight.gm('note "hp=4 is too few"')
    assert fight.events[-1].note == "hp=4 is too few"


@dataclass(frozen=True, slots=True)
class Sing(Action):
    KIND: ClassVar[str] = "sing"


def sing(state: Coriolis, table: Table, action: Sing) -> None:
    """A rule that forgets to say `table.allowed()`."""
    state.darkness += 1


def test_a_rule_that_never_says_allowed_fails_its_test() -> None:
    fight = duel()
    fight.book = replace(fight.book, kinds={**fight.book.kinds, "sing": ActionKind(Sing, sing)})
    with pytest.raises(AssertionError, match=r"the rule of 'sing' never calls table\.allowed"):
        fight.play("sing a", dice=[])


RULE = 'id = "a.b"\nkind = "rule"\nchapter = "c"\nsummary = "s"\n'


@pytest.mark.parametrize(("text", "told"), [
    ('id = "a.b"\nkind = "rule"\nchapter = "c"', "a.b has no summary"),
    (RULE + 'dise = ""', "a.b: unknown field 'dise'; did you mean 'dice'"),
    (RULE.replace('"rule"', '"rul"'), "a.b: 'rul' is no kind of rule; did you mean 'rule'"),
    (RULE + "[[rule]]\n" + RULE, "a.b is there twice"),
])  # fmt: skip
def test_a_slip_in_rules_toml_is_told_with_the_rule_it_is_in(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(f"[[rule]]\n{text}", encoding="utf-8")
    with pytest.raises(BadInput, match=told):
        read_ledger(path)


def test_a_pack_may_name_what_is_inside_an_item(tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text('rulebook = "icar"\nname = "Vans"\n', encoding="utf-8")
    (tmp_path / "vehicles.toml").write_text('[my-van]\nlike = "metropol-van"\n', encoding="utf-8")
    book = find("icar")
    content = load_content(book, [tmp_path], book.own_content())
    assert content.entry("vehicles", "my-van")["mounted"] == ["astraripper-5"]
