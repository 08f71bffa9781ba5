"""The cache of object files: a file is compiled again when anything it is made from has changed, and only then."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from native import objects


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(objects, "HEADER", tmp_path / "first.h")
    monkeypatch.setattr(objects, "CACHE", tmp_path / "cache")
    for name, text in {
        "first.h": "",
        "a.c": '#include "b.h"\n',
        "b.h": "#include <c.h>\n",
        "c.h": "int c;\n",
        "d.h": "",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / "a.c"


def changed(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    os.utime(path, (2_000_000_000, 2_000_000_000))


@pytest.mark.parametrize("name", ["a.c", "b.h", "c.h", "first.h"])
def test_whatever_a_file_is_made_from_is_part_of_its_key(source: Path, name: str) -> None:
    before = objects.key(source, [str(source.parent)], "-O2")
    changed(source.with_name(name), '#include "b.h"\nint other;\n')
    assert objects.key(source, [str(source.parent)], "-O2") != before


def test_other_headers_are_not_and_options_are(source: Path) -> None:
    before = objects.key(source, [str(source.parent)], "-O2")
    changed(source.with_name("d.h"), "int d;\n")
    assert objects.key(source, [str(source.parent)], "-O2") == before
    assert objects.key(source, [str(source.parent)], "-O1") != before


def test_the_files_used_last_are_kept(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(objects, "MOST", 2)
    for age, name in enumerate(("old.o", "new.o", "newer.o")):
        objects.store(source, objects.CACHE / name)
        os.utime(objects.CACHE / name, (1000 + age, 1000 + age))
    objects.trim()
    assert sorted(path.name for path in objects.CACHE.iterdir()) == ["new.o", "newer.o"]
