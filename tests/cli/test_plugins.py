"""Books, policies and importers of other distributions: found by entry points, loaded when asked for, named when they fail."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from starfray import rulebooks
from starfray.engine import plugins
from starfray.engine.errors import BadInput
from starfray.samplebook import BOOK
from starfray.sim.policies import policy_called
from starfray.terminal.new_book import package_texts
from tests.cli.conftest import Run

Installs = Callable[..., Path]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installs]:
    """install("far-book", "starfray.rulebooks", far="far_book:BOOK"): a distribution, as its metadata show it."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(str(site))
    before = set(sys.modules)

    def installed(distribution: str, group: str, **entries: str) -> Path:
        folder = site / f"{distribution.replace('-', '_')}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n", "utf-8")
        lines = "\n".join(f"{name.replace('_', '-')} = {target}" for name, target in entries.items())
        (folder / "entry_points.txt").write_text(f"[{group}]\n{lines}\n", "utf-8")
        plugins.forget()
        return site

    yield installed
    plugins.forget()
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(site)):
            del sys.modules[name]


def write_book(site: Path, name: str) -> None:
    for place, text in package_texts(name, name.capitalize()).items():
        if place.startswith("src/"):
            path = site / place.removeprefix("src/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")


def test_an_installed_book_is_found_listed_and_played(install: Installs, run: Run) -> None:
    site = install("far-book", "starfray.rulebooks", far_book="far_book:BOOK")
    write_book(site, "far-book")
    assert rulebooks.names()[-1] == "far-book"
    assert "far-book-first-shots" in run("play", "--demo", "list").out
    ran = run("play", "--demo", "far-book-first-shots", "--ai", "all")
    assert ran.code == 0
    assert "holds the field" in ran.out
    assert "far-book.dodge" in run("rules", "far-book", "dodge").out
    assert run("new", "far-book").out.startswith("# A fight for Far-book")


def test_a_broken_book_is_named_in_one_line_and_everything_else_goes_on(install: Installs, run: Run) -> None:
    site = install("bad-book", "starfray.rulebooks", bad="bad_book:BOOK")
    (site / "bad_book.py").write_text("import nothing_of_this_name\n", "utf-8")
    assert "bad" not in rulebooks.names()
    plugins.forget()
    ran = run("rules")
    assert ran.code == 0
    assert ran.err.count("\n") == 1
    assert "'bad' of bad-book 1.0 cannot be loaded (ModuleNotFoundError" in ran.err
    with pytest.raises(BadInput, match=r"bad-book 1\.0 cannot be loaded"):
        rulebooks.find("bad")
    told = run("doctor", "--port", "0")
    assert told.code == 0
    assert "refused  plug-in bad" in told.out


@pytest.mark.parametrize("leaves", ["sys.exit('no')", "raise KeyError('x')"])
def test_a_book_that_wants_to_end_the_program_does_not(install: Installs, leaves: str) -> None:
    site = install("bad-book", "starfray.rulebooks", bad="bad_book:BOOK")
    (site / "bad_book.py").write_text(f"import sys\n{leaves}\n", "utf-8")
    with pytest.raises(BadInput, match="cannot be loaded"):
        rulebooks.find("bad")


def test_what_is_no_rulebook_or_another_one_is_refused(install: Installs) -> None:
    site = install("odd-book", "starfray.rulebooks", odd="odd_book:WORD", other="odd_book:BOOK")
    (site / "odd_book.py").write_text("from starfray.samplebook import BOOK\nWORD = 'book'\n", "utf-8")
    with pytest.raises(BadInput, match="gives a str"):
        rulebooks.find("odd")
    with pytest.raises(BadInput, match=f"gives the rulebook '{BOOK.name}'"):
        rulebooks.find("other")


def test_a_name_taken_twice_is_refused_with_both_distributions(install: Installs, run: Run) -> None:
    install("one-book", "starfray.rulebooks", far="far_book:BOOK")
    install("two-book", "starfray.rulebooks", far="other_book:BOOK")
    with pytest.raises(BadInput, match=r"taken twice, by one-book 1\.0 and two-book 1\.0"):
        rulebooks.find("far")
    assert "by one-book 1.0 and two-book 1.0" in run("doctor", "--port", "0").out


def test_nobody_takes_the_name_of_one_of_our_books(install: Installs, run: Run) -> None:
    install("new-coriolis", "starfray.rulebooks", coriolis="far_book:BOOK")
    assert rulebooks.find("coriolis").title.startswith("Coriolis")
    assert rulebooks.names().count("coriolis") == 1
    assert "taken twice, by starfray and new-coriolis 1.0" in run("doctor", "--port", "0").out


def test_an_installed_policy_decides_by_its_name(install: Installs, run: Run) -> None:
    site = install("far-policy", "starfray.policies", meek="far_policy:Meek", random="far_policy:Meek", odd="far_policy:ODD")
    (site / "far_policy.py").write_text(
        "from starfray.engine.policy import RandomPolicy\nODD = 3\nclass Meek(RandomPolicy):\n    name = 'meek'\n", "utf-8"
    )
    ran = run("sim", "ten-paces", "-n", "4", "--policy", "meek", "--json")
    assert ran.json["fights"] == 4
    with pytest.raises(BadInput, match="no policy"):
        policy_called(BOOK, "odd")
    assert policy_called(BOOK, "random").name == "random"
    assert "taken twice, by starfray and far-policy 1.0" in run("doctor", "--port", "0").out
    assert "meek" in run("sim", "ten-paces", "--policy", "nobody").err


READER = """
from starfray.engine.imports import Imported, SheetReader
def is_card(opened):
    return opened.text.startswith("CARD ")
def read_card(opened):
    name = opened.text.split()[1]
    return [Imported({"id": name.lower(), "name": name, "archetype": "station-guard"}, taken=["a card"])]
CARDS = ("coriolis", SheetReader("cards (.card)", (".card",), is_card, read_card))
NONE = ("chess", CARDS[1])
"""


def test_an_installed_importer_reads_its_sheets(install: Installs, run: Run, tmp_path: Path) -> None:
    site = install("far-cards", "starfray.importers", cards="far_cards:CARDS", none="far_cards:NONE")
    (site / "far_cards.py").write_text(READER, "utf-8")
    sheet = tmp_path / "mira.txt"
    sheet.write_text("CARD Mira\n", "utf-8")
    ran = run("import", str(sheet))
    assert (ran.code, "Mira (mira)" in ran.out, "a card" in ran.out) == (0, True, True)
    assert "starfray.importers 'none' of far-cards 1.0 is no importer" in ran.err


def test_commands_that_need_no_plug_in_do_not_look_for_any() -> None:
    code = (
        "import sys; from starfray.cli import main; main(['play', '--demo', '--ai', 'all']); "
        "sys.exit('importlib.metadata' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


# --- new-book --------------------------------------------------------------------------------------------------


def test_new_book_writes_a_package_that_says_nothing_of_the_sample(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "duel"
    assert run("new-book", "star-duel", "-o", folder, "--title", "The Star duel").code == 0
    texts = {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()}
    assert {"pyproject.toml", "README.md", "tests/test_book.py", "src/star_duel/rules.toml"} <= set(texts)
    assert [place for place, text in texts.items() if "sample" in text.lower()] == []
    assert 'star-duel = "star_duel:BOOK"' in texts["pyproject.toml"]
    assert 'title="The Star duel"' in texts["src/star_duel/__init__.py"]
    again = run("new-book", "star-duel", "-o", folder)
    assert again.code == 2
    assert "exists already" in again.err


@pytest.mark.parametrize("name", ["Star", "star_duel", "1st", "gurps", "json", "class", "-x", "a" * 41])
def test_new_book_refuses_names_that_cannot_be_one(run: Run, tmp_path: Path, name: str) -> None:
    ran = run("new-book", "-o", tmp_path / "x", "--", name)
    assert ran.code == 2
    assert not (tmp_path / "x").exists()


def test_the_package_is_green_at_once(install: Installs, run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "made"
    assert run("new-book", "near-book", "-o", folder).code == 0
    install("near-book", "starfray.rulebooks", near_book="near_book:BOOK")
    path = [str(tmp_path / "site"), str(folder / "src")]
    code = (
        f"import sys; sys.path[:0] = {path!r}; import pytest; sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', 'tests']))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "4 passed" in done.stdout
