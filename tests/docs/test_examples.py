"""Every example in the README and the docs runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import starfray

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs" / "books").glob("*.md"))]
NO_TEST = {"adding-a-rule.md", "adding-a-book.md"}  # their blocks are pieces of a rule, shown in its place


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", [page for page in PAGES if page.name not in NO_TEST], ids=lambda page: page.name)
def test_python_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for path in (ROOT / "examples").glob("*.toml"):
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    scope: dict[str, object] = {}
    for block in blocks(page, "python"):
        exec(compile(block, str(page), "exec"), scope)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        if not target.startswith(("http:", "https:")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_fight_file_of_the_docs_loads(tmp_path: Path) -> None:
    """The pieces of files.md, written where they say they stand, make a fight."""
    page = ROOT / "docs" / "files.md"
    pieces = blocks(page, "toml")
    (tmp_path / "bazaar").mkdir()
    for piece in pieces:
        named = re.match(r"# (bazaar/\S+)\n", piece)
        if named:
            (tmp_path / named.group(1)).write_text(piece, encoding="utf-8")
    party = next(piece for piece in pieces if "[[member]]" in piece)
    (tmp_path / "crew.toml").write_text(party, encoding="utf-8")
    (tmp_path / "fight.toml").write_text(pieces[0].replace('"tor"]', '"thug-1"]'), encoding="utf-8")
    fight = starfray.load(tmp_path / "fight.toml")
    assert list(fight.state.roster) == ["mira", *(f"thug-{n}" for n in range(1, 7))]
    assert fight.get("mira.skills.ranged-combat") == 4


def test_the_reference_page_is_what_the_code_says() -> None:
    from docs.build import written

    for path, text in written().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is stale: make docs"
