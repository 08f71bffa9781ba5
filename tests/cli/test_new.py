"""`starfray new`: what it writes is sound, explained, and never in the way of what is there."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

import starfray
from starfray.engine.errors import StarfrayError
from starfray.rulebooks import FOLDERS, find
from starfray.terminal.new import fight_text, pack_texts
from tests.cli.conftest import Run


def finished() -> list[str]:
    """The books whose code is there."""
    return [name for name, folder in FOLDERS.items() if find_spec(f"starfray.rulebooks.{folder}") and _has_book(name)]


def _has_book(name: str) -> bool:
    try:
        return bool(find(name))
    except (ImportError, AttributeError, StarfrayError):
        return False


def test_the_fight_it_writes_loads_begins_and_explains_itself(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    assert run("new", "coriolis", "-o", path).code == 0
    text = path.read_text()
    for word in ("dockside-bruiser", "[[cover]]", "seat ", "[orders]", "[rulings]", "foxhole", "coriolis.initiative.weapon"):
        assert word in text
    assert run("check", path).code == 0
    fight = starfray.load(path).auto(acts=3)
    assert len(fight.journal.entries) > 3


def test_nothing_is_overwritten_without_force(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("precious")
    ran = run("new", "coriolis", "-o", path)
    assert (ran.code, path.read_text()) == (2, "precious")
    assert "--force" in ran.err
    assert run("new", "coriolis", "-o", path, "--force").code == 0
    assert path.read_text() != "precious"


def test_without_a_file_it_goes_to_the_screen(run: Run) -> None:
    assert starfray.loads(run("new", "coriolis").out).book.name == "coriolis"
    assert starfray.loads(run("new", "--json").json["text"]).book.name == "coriolis"


def test_a_pack_has_a_gun_and_a_talent_and_is_sound(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    assert run("new", "--pack", "coriolis", "-o", folder).code == 0
    assert {"pack.toml", "weapons.toml", "talents.toml"} <= {path.name for path in folder.iterdir()}
    assert 'like = "vulcan-carbine"' in (folder / "weapons.toml").read_text()
    assert run("check", folder).code == 0
    assert run("new", "--pack", "coriolis", "-o", folder).code == 2


@pytest.mark.parametrize("name", finished())
def test_every_finished_book_has_a_fight_and_a_pack_to_start_from(run: Run, tmp_path: Path, name: str) -> None:
    book = find(name)
    assert starfray.loads(fight_text(book)).over is None
    assert f'rulebook = "{name}"' in pack_texts(book)["pack.toml"]
    assert run("new", "--pack", name, "-o", tmp_path / "mine").code == 0
    assert run("check", tmp_path / "mine").code == 0


@pytest.mark.parametrize(("book", "unit"), [("coriolis", "metres"), ("gurps", "yards"), ("hybrid", "metres"), ("socs", "")])
def test_a_book_without_places_is_not_given_any(run: Run, book: str, unit: str) -> None:
    text = run("new", book).out
    assert ("map      = " in text, "at        = " in text, "[[cover]]" in text) == (bool(unit),) * 3
    assert f"# {unit}; leave out the map" in text or not unit
