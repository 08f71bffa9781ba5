"""Free actions out of turn, typed at the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

TEXT = """rulebook = "compound-x"
[now]
round = 1
order = ["ana", "bo", "tor"]
up = "ana"
started = true
[[combatant]]
id = "ana"
side = "crew"
actions = 4
at = [0, 0]
weapons = ["ecsc-mk16"]
[[combatant]]
id = "bo"
side = "crew"
at = [0, 3]
hunkered = true
weapons = ["ecsc-mk16"]
[[combatant]]
id = "tor"
side = "dock"
at = [20, 0]
weapons = ["ecsc-mk16"]
"""


@pytest.fixture
def bay(tmp_path: Path) -> Path:
    path = tmp_path / "bay.toml"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_a_free_action_is_typed_out_of_turn_by_name(run: Run, bay: Path) -> None:
    ran = run("play", bay, typed='unhunker bo\ncrouch bo\nfree bo talk text="go"\naim tor\nquit\n')
    assert "meanwhile: as bo" in ran.out
    for words in ("bo looks up again", "bo crouches", "bo calls out: go", "ana aims at tor"):
        assert words in ran.out
    assert "crouch, refused" not in ran.out


def test_as_somebody_out_of_turn_shows_what_is_possible_and_goes_back(run: Run, bay: Path) -> None:
    ran = run("play", bay, typed="as bo\nwhy\nstand\nunhunker\ncrouch\nquit\n")
    assert "out of turn bo has free actions only" in ran.out
    assert "bo looks up again" in ran.out
    assert "ana crouches" in ran.out


def test_a_foes_name_after_a_kind_stays_a_target(run: Run, bay: Path) -> None:
    ran = run("play", bay, "--ai", "none", typed="aim tor\nfire tor ecsc-mk16\nquit\n")
    assert "> fire ana tor" in ran.out
    assert "out of turn" not in ran.out


def test_whoever_the_computer_plays_is_not_offered(run: Run, bay: Path) -> None:
    ran = run("play", bay, typed="crouch tor\nas tor\nquit\n")
    assert "tor crouches" not in ran.out
    assert "'tor' cannot act now" in ran.out
