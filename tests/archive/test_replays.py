"""Every fight ever recorded is replayed: the same dice, the same questions, the same position after every act."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray.rulebooks import find
from tests.archive.comparing import difference_in, difference_of_values, lay_out, verdict
from tests.archive.leeway import changed_fights, changes, leeway_for
from tests.archive.positions import values_of
from tests.archive.storing import path_of, read, shelves, with_seed

pytestmark = pytest.mark.slow

SHELVES = [pytest.param(*each, id="-".join(each)) for each in shelves()]


@pytest.mark.parametrize("policy", ["default", "random"])
@pytest.mark.parametrize(("release", "book", "source"), SHELVES)
def test_recorded_fights_replay(release: str, book: str, source: str, policy: str, tmp_path: Path) -> None:
    shelf = read(path_of(release, book, source))
    names = [name for name in shelf.fights if name.startswith(f"{policy}/")]
    assert len(names) >= 20
    wrong = []
    for name in names:
        called = f"{release}/{source}/{name}"
        found = difference_in(shelf, name, tmp_path, leeway_for(book))
        wrong.append(verdict(called, found, called in changed_fights()))
    wrong = [each for each in wrong if each]
    assert not wrong, f"{len(wrong)} of {len(names)} recorded fights differ:\n" + "\n".join(wrong)


@pytest.mark.parametrize(("release", "book", "source"), SHELVES)
def test_a_fight_file_still_begins_in_the_recorded_position(release: str, book: str, source: str, tmp_path: Path) -> None:
    was = read(path_of(release, book, source)).source
    lay_out(was, tmp_path)
    now = starfray.loads(with_seed(was.text, 0), folder=tmp_path)
    assert difference_of_values(was.start, values_of(now.start), leeway_for(book)) == ""


@pytest.mark.parametrize(("release", "book", "source"), SHELVES)
def test_a_book_has_the_version_the_listed_changes_lead_to(release: str, book: str, source: str) -> None:
    recorded = version = read(path_of(release, book, source)).version
    for change in changes():
        if change.book == book and change.was == version:
            version = change.to
    now = find(book).version
    assert now == version, f"{book} is version {now}; changes.toml leads from {recorded} to {version}"


def test_the_archive_holds_every_book() -> None:
    assert {book for _, book, _ in shelves()} == {"coriolis", "gurps", "socs", "icar", "compound-x", "hybrid"}
    assert len([release for release, _, _ in shelves() if release == "0.1"]) == 33


def test_listed_changes_name_recorded_fights_and_say_why() -> None:
    known = {f"{each[0]}/{each[2]}/{name}" for each in shelves() for name in read(path_of(*each)).fights}
    assert changed_fights() <= known
    assert all(change.reason for change in changes())


def test_dropped_events_were_recorded_once_and_have_a_reason() -> None:
    leeway = leeway_for("")
    events: set[str] = set()
    terms: set[str] = set()
    for each in shelves():
        for fight in read(path_of(*each)).fights.values():
            for act in fight.acts:
                events.update(line.partition(" ")[0] for line in act.events)
                terms.update(line.partition(" ")[0] for line in act.terms)
    assert set(leeway.events) <= events
    assert set(leeway.terms) <= terms
    assert all([*leeway.events.values(), *leeway.terms.values()])
