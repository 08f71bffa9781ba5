"""A secret figure of somebody from a pack's archetype: strangers see a plain person's figure, and nothing breaks."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray

EXAMPLES = Path(__file__).parents[2] / "examples"
BOOKS = {"gurps": "gurps-duel", "hybrid": "hybrid-duel", "compound-x": "compound-x-corridor"}


@pytest.mark.parametrize("book", BOOKS)
def test_a_view_of_somebody_from_a_pack(book: str, tmp_path: Path) -> None:
    fight = starfray.load(EXAMPLES / f"{BOOKS[book]}.toml")
    archetype = next(iter(fight.content.tables["archetypes"]))
    pack = tmp_path / "mine"
    pack.mkdir()
    (pack / "pack.toml").write_text(f'name = "Mine"\nrulebook = "{book}"\n', encoding="utf-8")
    (pack / "archetypes.toml").write_text(f'[veteran]\nlike = "{archetype}"\nname = "Veteran"\n', encoding="utf-8")
    figure = fight.book.concealable[0]
    (tmp_path / "fight.toml").write_text(
        f'rulebook = "{book}"\npacks = ["mine"]\n'
        f'[[combatant]]\nid = "a"\narchetype = "veteran"\nside = "red"\nat = [0, 0]\nsecret = ["{figure}"]\n'
        f'[[combatant]]\nid = "b"\narchetype = "{archetype}"\nside = "blue"\nat = [5, 0]\n',
        encoding="utf-8",
    )
    view = starfray.load(tmp_path / "fight.toml").view("side:blue")
    assert view.roster["a"].assumed == [figure]
