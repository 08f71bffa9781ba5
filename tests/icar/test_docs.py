"""The page on Icar: its examples run, and it names every action, question, ruling and person there is on foot."""

from __future__ import annotations

import re
from pathlib import Path

from starfray.rulebooks.icar import BOOK
from starfray.rulebooks.icar.fight_kinds import FIGHT_KINDS

PAGE = (Path(__file__).parents[2] / "docs" / "books" / "icar.md").read_text(encoding="utf-8")


def test_the_examples_of_the_page_run() -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) == 2
    scope: dict[str, object] = {}
    for block in blocks:
        exec(block, scope)


def test_the_page_names_every_action_and_procedure() -> None:
    for kind in FIGHT_KINDS["ground"].kinds:
        assert f"`{kind} " in PAGE, kind
    for name in (
        "combo",
        "prebuilt-combos",
        "moves",
        "heal",
        "weapon",
        "deal",
        "bionics",
        "raise-skill",
        "hack-job",
        "daemons",
    ):
        assert name in BOOK.procedures
        assert re.search(rf"[`\"]{name}[ `]", PAGE), name


def test_the_page_names_every_question_of_its_rules() -> None:
    files = [*BOOK.folder.glob("*.py"), *(BOOK.folder / "ground").glob("*.py"), *(BOOK.folder / "hacking").glob("*.py")]
    source = "\n".join(path.read_text(encoding="utf-8") for path in files)
    asked = set(re.findall(r'table\.(?:choose|confirm|number|text)\(\s*"([a-z.-]+)"', source))
    assert len(asked) >= 15
    assert sorted(word for word in asked if f"`{word}`" not in PAGE) == []


def test_the_page_names_every_ruling_and_person() -> None:
    own = (
        "dice-pool",
        "initiative-frequency",
        "move-rate",
        "stun-recovery",
        "headbutt-stun",
        "trip-level",
        "fire-tn",
        "firearm-stun",
        "prone-fire",
        "daemon-tn",
    )
    for ruling in BOOK.rulings:
        if ruling.key in own:
            assert all(f"`{word}`" in PAGE for word in (ruling.key, *ruling.choices)), ruling.key
    data = (BOOK.folder / "data" / "archetypes.toml").read_text(encoding="utf-8").partition("# Enemy craft")[0]
    for key in re.findall(r"^\[([a-z0-9-]+)\]$", data, re.MULTILINE):
        assert f"`{key}`" in PAGE, key
