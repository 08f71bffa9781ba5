"""What was ever offered in a recorded fight is among the words a book lists for standing orders."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from starfray import loads
from starfray.engine.orders import SOMEBODY, THING, is_among, item_keys, read_answers, spelled_out, words_of
from starfray.rulebooks import find
from tests.archive.comparing import lay_out
from tests.archive.storing import path_of, read, shelves

ASKED = re.compile(r"^ +choose (\S+) \S+ (\S+): ")
LISTED = [shelf for shelf in shelves() if (find(shelf[1]).folder / "answers.toml").exists()]


@pytest.mark.parametrize(("release", "name", "source"), LISTED)
def test_every_answer_that_was_offered_can_be_ordered(release: str, name: str, source: str, tmp_path: Path) -> None:
    shelf, book = read(path_of(release, name, source)), find(name)
    listed = read_answers(book.folder / "answers.toml")
    lay_out(shelf.source, tmp_path)
    fight = loads(shelf.source.fight, folder=tmp_path)
    names = {SOMEBODY: list(fight.state.roster), THING: item_keys(book, fight.content, fight.state)}
    words = {rule: set(spelled_out(given, names)) for rule, given in listed.items()}
    strange = {
        (rule, option)
        for recorded in shelf.fights.values()
        for rule, options in (found.groups() for found in map(ASKED.match, recorded.transcript) if found)
        for option in options.split("|")
        if rule in words and not all(is_among(word, words[rule]) for word in words_of(option))
    }
    assert not strange
