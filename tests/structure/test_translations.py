"""Every catalogue of sentences says the same things in every language."""

from __future__ import annotations

import re
import string
import tomllib
from pathlib import Path
from typing import Any

import pytest

from starfray.grammar import YOU, People
from starfray.language import ENGLISH, FOLDER, LANGUAGES, engine_words
from starfray.summary import GLUE
from starfray.words import Number, file_of, read_sayings
from tests.structure.source import PACKAGE

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
BOOKS = sorted(path.parent for path in (PACKAGE / "rulebooks").glob("*/sayings.toml"))
#: what stands for the same note, so that a language may use another of them
NOTES = {"note": "note", "lower": "note", "small": "note"}
SIGNS = (*GLUE, "~", "> ")


def blanks(say: str) -> set[str]:
    return {NOTES.get(name, name) for _, name, _, _ in string.Formatter().parse(say) if name}


def specs(say: str) -> list[tuple[str, str]]:
    return [(name, spec or "") for _, name, spec, _ in string.Formatter().parse(say) if name]


def sign_of(say: str) -> str:
    return next((sign for sign in SIGNS if say.startswith(sign)), "")


def catalogues(book: Path, language: str) -> list[tuple[str, str, str, str]]:
    """Table, key, the English sentence, the other."""
    english, other = read_sayings(book / "sayings.toml"), read_sayings(file_of(book, "sayings", language))
    return [(table, key, say, other[table].get(key, "")) for table in english for key, say in english[table].items()]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("book", BOOKS, ids=lambda path: path.name)
class TestABook:
    def test_has_every_sentence(self, book: Path, language: str) -> None:
        other = read_sayings(file_of(book, "sayings", language))
        english = read_sayings(book / "sayings.toml")
        assert sum(map(len, english.values())) > 100
        for table, sayings in english.items():
            assert [key for key in sayings if key not in other[table]] == [], f"not translated, in [{table}]"
            assert [key for key in other[table] if key not in sayings] == [], f"not in sayings.toml any more, in [{table}]"

    def test_fills_in_the_same(self, book: Path, language: str) -> None:
        for table, key, say, told in catalogues(book, language):
            extra = {"who"} if table == "status" or sign_of(say) else set()
            assert blanks(say) <= blanks(told) <= blanks(say) | extra, (table, key)

    def test_goes_on_where_the_english_headline_goes_on(self, book: Path, language: str) -> None:
        for table, key, say, told in catalogues(book, language):
            if table == "headlines":
                assert sign_of(say) == sign_of(told), key
                assert (say in ("", "=")) == (told in ("", "=")), key
                assert say.count(" || ") == told.count(" || "), key

    def test_can_gather_and_address_people(self, book: Path, language: str) -> None:
        for table, key, say, told in catalogues(book, language):
            gathers = table == "headlines" and "{who:" in say
            for name, spec in specs(told):
                if name in ("who", "whom") and "|" in spec:
                    forms = spec.removeprefix("~").split("|")
                    assert len(forms) == 3, (key, "one, several and the one who is addressed")
                    assert forms[0], key
                    assert forms[2], key
                    assert forms[1] or not gathers, (key, "is said of several")

    def test_can_be_said(self, book: Path, language: str) -> None:
        for _, key, _, told in catalogues(book, language):
            for names in (["Mira"], ["Mira", "Tor"], [YOU]):
                given: dict[str, Any] = dict.fromkeys(("note", "lower", "small", "moved", "unit", "rule"), "x")
                said = told.format(who=People(names, language), whom=People(["Jarl"], language), number=Number(2), **given)
                assert YOU not in said, key
                assert not re.search(r"[{}]", said), key


@pytest.mark.parametrize("language", OTHERS)
def test_the_engine_has_every_word(language: str) -> None:
    english, other = engine_words(ENGLISH), engine_words(language)
    flat = [
        (f"{table}.{key}", say) for table, found in english.items() if isinstance(found, dict) for key, say in found.items()
    ]
    flat += [(key, say) for key, say in english.items() if isinstance(say, str)]
    for key, say in flat:
        table, _, name = key.partition(".")
        told = other[table].get(name) if isinstance(other.get(table), dict) else other.get(key)
        assert told is not None, key
        assert blanks(say) <= blanks(told) <= blanks(say) | {"who"}, key


def test_every_file_of_a_language_is_readable() -> None:
    for path in [*PACKAGE.glob("rulebooks/*/*.de.toml"), *FOLDER.glob("*.toml")]:
        assert tomllib.loads(path.read_text(encoding="utf-8")), path
