"""Every catalogue of sentences says the same things in every language."""

from __future__ import annotations

import re
import string
import tomllib
from pathlib import Path
from typing import Any

import pytest

from starfray.grammar import YOU, People
from starfray.language import ENGLISH, FOLDER, FORMS, LANGUAGES, engine_words, read_words
from starfray.summary import GLUE
from starfray.words import Number, file_of, read_sayings
from tests.structure.phrases import HOLE, ROOM, SHARED, missing, names_of, phrases_file, sources_of, texts_of, words_in
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


def fits(key: str, known: set[str]) -> bool:
    """Is it of one pattern with something known: 'parry {0}' with 'parry saber'?"""
    pattern = re.compile(".+".join(map(re.escape, re.split(r"\{\d+\}", key))))
    return "{" in key and any(pattern.fullmatch(text) for text in known)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("book", ["", *(path.name for path in BOOKS)], ids=lambda book: book or "engine")
class TestWhatRulesSay:
    """Labels, questions, refusals, reasons: the English text as it stands in the rules is the key."""

    def test_every_text_is_translated(self, book: str, language: str) -> None:
        said = texts_of(sources_of(book) if book else [*SHARED, *ROOM])
        assert len(said) > 100
        assert [f"{each.path.name}:{each.line}: {each.text!r}" for each in missing(book, language)] == []

    def test_has_the_same_holes(self, book: str, language: str) -> None:
        for key, told in read_words(phrases_file(book, language)).items():
            assert set(HOLE.findall(key)) == set(HOLE.findall(told)), key
            assert told.strip(), key

    def test_says_nothing_that_no_rule_says(self, book: str, language: str) -> None:
        paths = [*SHARED, *ROOM, *(path for each in BOOKS for path in sources_of(each.name))]
        known = {name for path in BOOKS for name in names_of(path)} | {each.text for each in texts_of(paths)} | words_in(paths)
        assert [key for key in read_words(phrases_file(book, language)) if key not in known and not fits(key, known)] == []

    def test_goes_with_one_with_several_and_with_you(self, book: str, language: str) -> None:
        for key, told in read_words(phrases_file(book, language)).items():
            assert "{who" not in FORMS.sub("", told), key
            for forms in FORMS.finditer(told):
                assert len(f"{forms[1]}{forms[2]}".split("|")) == 3, key


def test_a_text_without_translation_would_be_found(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_text(
        '"""A module."""\n'
        "def rule(state, actor):\n"
        '    """What it does."""\n'
        "    if state.kind == 'some thing' or not table.confirm('id', actor.id, f'Shoot at {actor.id}?'):\n"
        "        return Refused('book.rule', f'{actor.id} has {\"no\" if actor.out else \"one\"} gun', ['draw', 'fire a=b'])\n"
        "    raise BadInput('no such file', expected='a file of fights')\n"
    )
    assert {each.text for each in texts_of([path])} == {"Shoot at {0}?", "{0} has {1} gun", "no", "one", "draw"}
