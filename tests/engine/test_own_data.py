"""The data files of books: an error in one is told with its file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from starfray.engine.content import book_content
from starfray.engine.errors import BadInput


def test_a_slip_in_a_data_file_of_a_book_names_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "weapons.toml").write_text('[knife]\nname = "Knife"\ndamage =\n', encoding="utf-8")
    with pytest.raises(BadInput) as told:
        book_content("mine", tmp_path)
    assert told.value.file.endswith("weapons.toml")
    assert told.value.line == 3
