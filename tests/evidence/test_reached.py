"""Which places of a rule were run."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from starfray.engine import trace
from starfray.engine.content import Content
from starfray.testing.reached import watching
from starfray.testing.rule_places import Places, places_of
from tests.evidence.toy import IDS, toy_book


@pytest.fixture
def book(tmp_path: Path) -> Iterator[tuple[ModuleType, Places]]:
    with toy_book(tmp_path, "toy_reached") as folder:
        recording = trace.record()
        yield import_module("toy_reached"), places_of(folder, IDS)
        trace.stop(recording)


def test_only_the_branch_that_ran_is_reached(book: tuple[ModuleType, Places]) -> None:
    toy, places = book
    with watching(places, ["toy.jam", "toy.shot.roll", "toy.jam.clear"]) as reached:
        assert toy.shot(6, toy.Gun()) == "hit"
    assert reached.ids(places, IDS) == {"toy.shot.roll"}
    with watching(places, IDS) as reached:
        assert toy.shot(5, toy.Gun()) == "miss"
        assert toy.shot(6, toy.Gun(jammed=True)) == "jammed"
    assert {"toy.jam", "toy.jam.clear", "toy.class"} <= reached.ids(places, IDS)
    assert not reached.ids(places, ["toy.order", "toy.damage.least"])


def test_a_docstring_and_a_constant_are_reached_by_the_function(book: tuple[ModuleType, Places]) -> None:
    toy, places = book
    with watching(places, ["toy.order", "toy.cover.full"]) as reached:
        assert toy.damage(3, "full") == 1
    assert reached.ids(places, IDS) >= {"toy.order", "toy.cover.full", "toy.damage.least"}


def test_a_function_imported_elsewhere_is_watched_too_and_is_itself_again_afterwards(book: tuple[ModuleType, Places]) -> None:
    toy, places = book
    band, before = toy.band, toy.band.__code__
    with watching(places, ["toy.range.far"]) as reached:
        assert band(101) == 2
    assert reached.ids(places, IDS) == {"toy.range.far"}
    assert band.__code__ is before


def test_two_watch_at_once(book: tuple[ModuleType, Places]) -> None:
    toy, places = book
    with watching(places, ["toy.order"]) as outer:
        with watching(places, ["toy.range.far"]) as inner:
            toy.band(1)
        toy.damage(3, "")
    assert inner.ids(places, IDS) == {"toy.range.far"}
    assert outer.ids(places, ["toy.order"]) == {"toy.order"}


def test_nothing_is_reached_while_the_engine_only_tries_out(book: tuple[ModuleType, Places]) -> None:
    toy, places = book
    with watching(places, ["toy.order"]) as reached:
        running = trace.suspend()
        toy.damage(3, "")
        trace.resume(running)
    assert not reached.ids(places, IDS)


def test_a_row_of_data_is_reached_when_it_is_read(book: tuple[ModuleType, Places]) -> None:
    _, places = book
    content = Content("toy", {"weapons": {"knife": {"reach": 1}, "rifle": {"reach": 100}}})
    with watching(places, ["toy.row.knife", "toy.row.rifle"]) as reached:
        content.entry("weapons", "knife")
    assert reached.ids(places, IDS) == {"toy.row.knife"}


def test_what_a_cached_function_reaches_does_not_depend_on_who_asked_before(book: tuple[ModuleType, Places]) -> None:
    toy, places = book
    assert toy.bonus(7) == 3
    with watching(places, ["toy.cached"]) as reached:
        assert toy.bonus(7) == 3
    assert reached.ids(places, IDS) == {"toy.cached"}
