"""The net itself: what a replay must not get away with, and what it may."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest

from tests.archive import leeway
from tests.archive.comparing import difference_in, difference_of_acts, first_difference, verdict
from tests.archive.leeway import Leeway, changed_fights, rename, under
from tests.archive.positions import changes_between, values_of
from tests.archive.record import CAPS, DEMOS, played, recorded
from tests.archive.replaying import Happened, Played, cut, play_again
from tests.archive.storing import Recorded, Shelf, path_of, read, shelves, write

NAME = "default/1"


@pytest.fixture
def shelf() -> Shelf:
    return deepcopy(read(path_of("0.1", "coriolis", "dock-9")))


def found_in(shelf: Shelf, tmp_path: Path) -> str:
    return difference_in(shelf, NAME, tmp_path, Leeway())


def line_with(recorded: Recorded, text: str) -> int:
    return next(number for number, line in enumerate(recorded.transcript) if text in line)


def test_a_fight_that_replays_has_no_difference(shelf: Shelf, tmp_path: Path) -> None:
    assert found_in(shelf, tmp_path) == ""


def test_another_face_is_noticed(shelf: Shelf, tmp_path: Path) -> None:
    lines = shelf.fights[NAME].transcript
    place = line_with(shelf.fights[NAME], "dice coriolis.initiative")
    head, _, face = lines[place].rpartition(" ")
    lines[place] = f"{head} {int(face) % 6 + 1}"
    assert "entry 1 'due: begin gm': the event 'coriolis.initiative" in found_in(shelf, tmp_path)


def test_a_die_of_another_rule_does_not_fit(shelf: Shelf, tmp_path: Path) -> None:
    lines = shelf.fights[NAME].transcript
    place = line_with(shelf.fights[NAME], "dice coriolis.ranged.pool")
    lines[place] = lines[place].replace("coriolis.ranged.pool", "coriolis.melee.pool")
    assert "does not fit any more" in found_in(shelf, tmp_path)


def test_a_question_no_longer_asked_does_not_fit(shelf: Shelf, tmp_path: Path) -> None:
    lines = shelf.fights[NAME].transcript
    place = next(number for number, line in enumerate(lines) if line.startswith("1. "))
    lines.insert(place + 1, '    choose coriolis.core.never-asked nobody yes|no: "no"')
    assert "does not fit any more" in found_in(shelf, tmp_path)


def test_another_position_after_an_act_is_noticed(shelf: Shelf, tmp_path: Path) -> None:
    act = next(act for act in shelf.fights[NAME].acts if any(path.endswith(".hp") for path in act.changes))
    path = next(path for path in act.changes if path.endswith(".hp"))
    act.changes[path] = 99
    assert f"{path} becomes " in found_in(shelf, tmp_path)
    assert found_in(shelf, tmp_path).endswith("recorded: becomes 99")


def test_another_start_end_or_outcome_is_noticed(shelf: Shelf, tmp_path: Path) -> None:
    fight = shelf.fights[NAME]
    fight.over = "coriolis.over: nobody"
    assert found_in(shelf, tmp_path).startswith("at the end: ")
    fight.transcript[-1] = "end 0123"
    assert "the end differs" in found_in(shelf, tmp_path)
    shelf.source.start["mira.hp"] = 99
    assert found_in(shelf, tmp_path).startswith("before the first act: mira.hp")


def test_a_fight_that_can_no_longer_be_read_differs(shelf: Shelf, tmp_path: Path) -> None:
    shelf.source.fight = shelf.source.fight.replace('rulebook = "coriolis"', 'rulebook = "coriolis-2"')
    assert found_in(shelf, tmp_path).startswith("it cannot be read: ")


# --- events ----------------------------------------------------------------------------------------------------

ROLL, HIT, TERM = "book.roll mira rolled 6 1: 1", "book.hit mira > tor: 3", "book.aim +2 in book.roll mira"


def acts(*events: str, terms: tuple[str, ...] = ()) -> Happened:
    return Happened({}, list(events), list(terms))


def test_figures_must_be_there_as_often_as_recorded_and_others_may_join_them() -> None:
    assert difference_of_acts(acts(HIT), acts("book.new mira: 1", HIT), Leeway()) == ""
    missing = difference_of_acts(acts(HIT, HIT), acts(HIT), Leeway())
    assert missing == "the event 'book.hit mira > tor: 3' is missing; of this rule there is: book.hit mira > tor: 3"


def test_dice_keep_their_order_and_none_may_join_them() -> None:
    other = "book.roll tor rolled 2: 2"
    assert "the dice are" in difference_of_acts(acts(ROLL, other), acts(other, ROLL), Leeway())
    assert "the dice are" in difference_of_acts(acts(ROLL), acts(ROLL, other), Leeway())


def test_terms_must_be_there_unless_dropped_by_themselves_or_with_their_event() -> None:
    was, now = acts(ROLL, terms=(TERM,)), acts(ROLL)
    assert "the term 'book.aim +2 in book.roll mira' is missing" in difference_of_acts(was, now, Leeway())
    assert difference_of_acts(was, now, Leeway(terms={"book.aim": "why"})) == ""
    assert difference_of_acts(was, now, Leeway(events={"book.roll": "why"})) == ""


def test_an_event_dropped_on_purpose_may_be_missing() -> None:
    assert difference_of_acts(acts(HIT), acts(), Leeway(events={"book.hit": "why"})) == ""
    assert difference_of_acts(acts(HIT), acts(), Leeway(terms={"book.hit": "why"})) != ""


# --- names -----------------------------------------------------------------------------------------------------


def test_paths_lie_under_patterns() -> None:
    assert under("mira.weapons.0.empty", "*.weapons")
    assert under("mira.hp", "mira.*")
    assert not under("mira.hp", "*.hp.now")
    assert not under("mira.max-hp", "*.hp")


def test_a_renamed_field_is_compared_under_its_old_name() -> None:
    assert rename("mira.arms.0.loaded", "*.weapons.*.full", "*.arms.*.loaded") == "mira.weapons.0.full"
    renamed = Leeway(renamed=[("*.weapons", "*.arms")])
    assert renamed.replayed({"mira.arms.0.key": "knife", "mira.hp": 3}) == {"mira.weapons.0.key": "knife", "mira.hp": 3}


def test_removed_and_added_fields_are_left_out() -> None:
    names = Leeway(removed=["*.old"], added=["*.new"])
    was = Recorded(1, ["head", "1. wait mira", "end 1"], [Happened({"mira.old": 1, "mira.hp": 2}, [], [])], "")
    now = Played({"mira.new": 1}, [Happened({"mira.new": 3, "mira.hp": 2}, [], [])], "", "the end differs", "1")
    assert first_difference(was, {"mira.old": 1}, now, names) == ""
    now.acts[0].changes["mira.hp"] = 1
    assert first_difference(was, {}, now, names) == "entry 1 '1. wait mira': mira.hp becomes 1; recorded: becomes 2"


def test_the_three_files_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {
        "fields.toml": """
            renamed = [{ book = "gurps", was = "*.a", now = "*.b", reason = "r" }, { book = "icar", was = "c", now = "d" }]
            removed = [{ book = "gurps", path = "*.e", reason = "r" }]
            added = [{ book = "gurps", path = "f", reason = "r" }]
            spelled-out = [{ book = "gurps", path = "g", reason = "r" }]""",
        "dropped-events.toml": """
            [events]
            "gurps.x" = "silent"
            [terms]
            "gurps.y" = "never counted" """,
        "changes.toml": """
            [[change]]
            book = "gurps"
            from = "1"
            to = "2"
            reason = "r"
            transcripts = ["0.1/blades-at-dawn/default/1"]""",
    }
    monkeypatch.setattr(leeway, "read_toml", lambda name: tomllib.loads(files[name]))
    expected = Leeway([("*.a", "*.b")], ["*.e"], ["f"], ["g"], {"gurps.x": "silent"}, {"gurps.y": "never counted"})
    assert leeway.leeway_for.__wrapped__("gurps") == expected
    assert leeway.changes.__wrapped__() == [leeway.Change("gurps", "1", "2", "r", ["0.1/blades-at-dawn/default/1"])]


def test_a_listed_fight_must_differ_and_no_other_may() -> None:
    assert verdict("fight", "hp is 3", listed=False) == "fight: hp is 3"
    assert verdict("fight", "", listed=True) == "fight is listed in changes.toml but replays as recorded"
    assert verdict("fight", "hp is 3", listed=True) == verdict("fight", "", listed=False) == ""


# --- positions and files ---------------------------------------------------------------------------------------


def test_values_leave_out_what_is_empty_and_put_combatants_first() -> None:
    before = {"roster": {"mira": {"hp": 4.0, "marks": ["deaf"], "prone": False}}, "turn": 0}
    after = {"roster": {"mira": {"hp": 4, "marks": [], "prone": True}}, "turn": 1, "note": None}
    assert values_of(before) == {"mira.hp": 4, "mira.marks.0": "deaf"}
    assert changes_between(before, after) == {"mira.marks.0": None, "mira.prone": True, "turn": 1}


def test_what_is_no_plain_value_is_refused() -> None:
    with pytest.raises(TypeError, match=r"mira\.mind holds a object"):
        values_of({"roster": {"mira": {"mind": object()}}})


def long_fights() -> Iterator[tuple[Shelf, str]]:
    """Recorded fights of more than 200 acts that go today as they went then."""
    for release, book, source in shelves():
        shelf = read(path_of(release, book, source))
        for name, fight in shelf.fights.items():
            if len(fight.acts) > 200 and f"{release}/{source}/{name}" not in changed_fights():
                yield shelf, name


def test_positions_the_journal_no_longer_keeps_are_found_by_replaying_up_to_them() -> None:
    shelf, name = next(long_fights())
    recorded = shelf.fights[name].acts
    half = play_again(cut(shelf.text_of(name), 50))
    assert [act.changes for act in half.acts] == [act.changes for act in recorded[:50]]
    assert [act.changes for act in play_again(shelf.text_of(name)).acts] == [act.changes for act in recorded]


def test_the_same_fights_make_the_same_bytes_and_are_read_as_they_were(shelf: Shelf, tmp_path: Path) -> None:
    first, second = tmp_path / "first.json.xz", tmp_path / "second.json.xz"
    write(first, shelf)
    shelf.fights = dict(reversed(shelf.fights.items()))
    write(second, shelf)
    assert first.read_bytes() == second.read_bytes()
    assert read(first) == read(path_of("0.1", "coriolis", "dock-9"))


@pytest.mark.parametrize("policy", CAPS)
def test_what_the_recorder_records_replays(policy: str) -> None:
    text = (DEMOS / "ten-paces.toml").read_text(encoding="utf-8")
    fight = played(text, DEMOS, policy)
    assert 2 < len(fight.journal.entries) <= CAPS[policy]
    record, (_, start) = recorded(fight, DEMOS)
    assert first_difference(record, start, play_again(fight.transcript()), Leeway()) == ""
