"""Which tests `make quick` runs for what was touched."""

from __future__ import annotations

import pytest
from tools import quick

from tests.structure.source import ROOT


@pytest.mark.parametrize(
    ("path", "tests"),
    [
        ("src/starfray/rulebooks/icar/ground/turn.py", ["tests/icar", *quick.EVERY_BOOK]),
        ("src/starfray/rulebooks/__init__.py", ["tests/engine", "tests/bugs"]),
        ("src/starfray/engine/values.py", ["tests/engine", "tests/structure"]),
        ("src/starfray/fight.py", ["tests/engine", "tests/bugs"]),
        ("src/starfray/web/static/map.js", []),
        ("src/starfray/terminal/output.py", ["tests/cli"]),
        ("tests/gurps/test_magic.py", ["tests/gurps/test_magic.py"]),
        ("tests/gurps/fights.py", ["tests/gurps"]),
        ("tests/web/test_map.py", []),
        ("CHANGELOG.md", []),
    ],
)
def test_a_touched_file_calls_for_the_tests_of_its_part(path: str, tests: list[str]) -> None:
    assert quick.tests_of(path) == tests


def test_a_file_is_not_run_twice_with_its_folder_nor_when_it_is_gone() -> None:
    touched = [
        "src/starfray/engine/values.py",
        "tests/engine/test_scene.py",
        "tests/docs/test_examples.py",
        "tests/docs/test_gone.py",
    ]
    assert quick.tests_to_run(touched) == ["tests/docs/test_examples.py", "tests/engine", "tests/structure"]


def test_every_part_and_its_tests_exist() -> None:
    assert [path for start, tests in quick.TESTS_OF.items() for path in [start, *tests] if not (ROOT / path).exists()] == []
