"""What if: variations in a small language, paired with the fight as written, told in a table and in plain words."""

from __future__ import annotations

import json
import re
from math import dist
from pathlib import Path

import pytest

import starfray
from starfray.cli import main
from starfray.demo_files import demo_path
from starfray.engine.errors import BadInput
from starfray.sim.balance_moves import moves_of
from starfray.sim.paired import Share, compare
from starfray.sim.variations import FightData, expanded, fight_data_of, usual, varied
from starfray.sim.whatif import evening, verdict, what_if

TEXT = """
rulebook = "coriolis"
title = "Alley"
[orders]
"coriolis.initiative.weapon" = "no"
"coriolis.core.pray" = "never"
[[combatant]]
id = "mira"
archetype = "station-guard"
side = "crew"
seat = "ana"
at = [0, 0]
[[combatant]]
id = "boz"
archetype = "station-guard"
side = "crew"
seat = "ben"
at = [0, 2]
[[combatant]]
id = "thug"
archetype = "dockside-bruiser"
count = 2
side = "syndicate"
at = [8, 0]
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "alley.toml"
    found.write_text(TEXT, encoding="utf-8")
    return found


def fight_data(path: Path) -> FightData:
    return fight_data_of(starfray.load(path), path)


@pytest.mark.parametrize(
    ("line", "where", "value"),
    [
        ("mira.skills.ranged-combat +1", "mira.skills.ranged-combat", 3),
        ("mira.skills.ranged-combat = 5", "mira.skills.ranged-combat", 5),
        ("mira.skills.ranged-combat -1", "mira.skills.ranged-combat", 1),
        ("thug-1.attributes.strength -1", "thug-2.attributes.strength", 3),
        ("syndicate.armour = armour-vest", "thug-2.armour.key", "armour-vest"),
        ("mira.weapons = knife, stun-gun", "mira.weapons.1.key", "stun-gun"),
        ("mira.weapons.0.bonus +1", "mira.weapons.0.bonus", 1),
        ("ruling defend = after", "rulings.defend", "after"),
    ],
)
def test_a_line_changes_what_it_says(path: Path, line: str, where: str, value: object) -> None:
    before = starfray.load(path)
    after = varied(fight_data(path), line).build()
    found = after.get(where)
    if line.endswith(("+1", "-1")):
        step = 1 if line.endswith("+1") else -1
        assert found == before.get(where) + step
    else:
        assert found == value


@pytest.mark.parametrize(("line", "metres"), [("range = 20", 20), ("range -3", 5), ("range +4", 12)])
def test_the_sides_are_moved_apart_until_the_nearest_stand_so_far(path: Path, line: str, metres: float) -> None:
    places = [(one.side, one.at) for one in varied(fight_data(path), line).build().state.roster.values()]
    gaps = [dist(one, other) for side, one in places for foe, other in places if side != foe]
    assert min(gaps) == pytest.approx(metres, abs=0.02)


@pytest.mark.parametrize(("line", "count"), [("thug +1", 5), ("thug -1", 3), ("thug = 5", 7)])
def test_more_and_fewer_foes(path: Path, line: str, count: int) -> None:
    assert len(varied(fight_data(path), line).build().state.roster) == count
    standing = fight_data_of(starfray.load(path))  # the position as it stands, without the file
    assert len(varied(standing, line).build().state.roster) == count


def test_bars_and_semicolons() -> None:
    assert expanded("thug = 3 | 4") == ["thug = 3", "thug = 4"]
    assert expanded("thug = 3 | 4; range = 9") == ["thug = 3; range = 9", "thug = 4; range = 9"]
    assert expanded("thug +1") == ["thug +1"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nonsense", "no variation"),
        ("nobody +1", "nobody is called"),
        ("mira.hpp +1", "no field 'hpp'"),
        ("thug = x", "no number"),
        ("mira.archetype +1", "is no number"),
        ("range = -5", "a range of"),
        ("policy nobody = random", "no side"),
        ("ruling nothing = x", "unknown ruling"),
        ("mira.weapons.99.bonus +1", "no item"),
    ],
)
def test_what_cannot_be_varied_is_told(path: Path, line: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        what_if(starfray.load(path), [line], 1, path=path)


def test_the_usual_variations_touch_numbers_figures_and_rulings(path: Path) -> None:
    lines = usual(fight_data(path))
    assert {"thug +1", "thug -1", "crew.skills.ranged-combat +1", "ruling defend = after"} <= set(lines)
    assert not any(line.startswith("mira ") for line in lines), "a player's character is not multiplied"


def test_more_foes_are_worse_and_the_interval_says_how_sure_that_is(path: Path) -> None:
    fight = starfray.load(path)
    before = fight.hash
    found = what_if(fight, ["thug = 1 | 4"], 60, path=path, seed=3)
    shares = {row.words: row.sides["crew"] for row in found.rows}
    assert shares["thug = 4"].change < 0 < shares["thug = 1"].change
    assert shares["thug = 4"].change_low < shares["thug = 4"].change < shares["thug = 4"].change_high
    assert found.base.sides["crew"].change == 0
    assert any("As written" in words for words in verdict(found))
    assert fight.hash == before


def test_the_same_fight_twice_does_not_differ_and_workers_do_not_matter(path: Path) -> None:
    one, other = starfray.load(path), starfray.load(path)
    found = compare([("one", one), ("other", other)], 40, seed=5)
    assert found.rows[1].sides["crew"].change == 0
    assert compare([("one", one), ("other", other)], 40, seed=5, workers=2).rows == found.rows


def test_the_command_gives_table_json_report_and_rows(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, rows = path.with_name("out.html"), path.with_name("out.csv")
    given = ["whatif", str(path), "-n", "20", "--workers", "1", "--vary", "thug +1"]
    assert main([*given, "--report", str(page), "--csv", str(rows)]) == 0
    assert "as written" in capsys.readouterr().out
    assert "<svg" in page.read_text(encoding="utf-8")
    assert rows.read_text(encoding="utf-8").splitlines()[0].startswith("what,side,share")
    assert main([*given, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["rows"][0]["what"] == "thug +1"
    assert set(found["base"]["sides"]["crew"]) >= {"share", "low", "high", "change", "change_low", "change_high"}
    assert main([*given, "--side", "nobody"]) == 2


def test_what_shows_enough_after_a_few_fights_is_left_at_that_and_counted_from_the_longer_row(path: Path) -> None:
    one, other = starfray.load(path), starfray.load(path)
    worse = varied(fight_data(path), "thug = 5").build()
    came: list[tuple[str, int]] = []
    found = compare(
        [("one", one), ("same", other), ("worse", worse)],
        60,
        seed=5,
        enough=0.08,
        came=lambda row: came.append((row.words, row.fights)),
    )
    base, same, last = found.rows
    assert came == [("one", 40), ("same", 40), ("worse", 40)], "each is told of as soon as it was played a little"
    assert (base.fights, same.fights, last.fights) == (60, 40, 60)
    assert same.sides["crew"].share == base.sides["crew"].share, "the same fight: no change from the longer row"
    assert same.sides["crew"].low <= base.sides["crew"].low


def test_an_interrupt_gives_the_rows_that_were_played_a_little(path: Path) -> None:
    one, other = starfray.load(path), starfray.load(path)

    def stop(done: int, count: int, words: str) -> None:
        assert done <= count
        if done == 50:  # in the middle of the second row
            raise KeyboardInterrupt

    found = compare([("one", one), ("other", other)], 60, seed=5, progress=stop)
    assert [row.fights for row in found.rows] == [40]
    assert compare([("one", one)], 60, seed=5, progress=stop).rows[0].fights == 50


def test_what_luck_explains_is_told_in_a_few_words_and_what_evens_it_with_the_line_to_copy(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = path.parent / "page.html"
    assert main(["whatif", str(path), "-n", "30", "--workers", "1", "--report", str(page)]) == 0
    told = capsys.readouterr().out
    lines = told.splitlines()
    assert not any(line.startswith("ruling ram-damage") for line in lines), "not a row of its own"
    assert "ruling ram-damage = maximum" in " ".join(told.split())
    assert "no difference: " in told
    written = page.read_text(encoding="utf-8")
    assert written.count("ruling ram-damage = maximum") == 1, "in the table, without a bar"
    found = what_if(starfray.load(path), [], 30, path=path)
    assert [row.words for row in evening(found)] == re.findall(r'--vary "([^"]+)"', " ".join(told.split()))


def test_a_variation_asked_for_has_its_row_whatever_comes_of_it(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["whatif", str(path), "-n", "12", "--workers", "1", "--vary", "ruling ram-damage = maximum"]) == 0
    assert any(line.startswith("ruling ram-damage = maximum") for line in capsys.readouterr().out.splitlines())


def test_few_fights_are_said_to_be_few(path: Path) -> None:
    found = what_if(starfray.load(path), ["thug +1"], 10, path=path)
    found.base.sides = {"crew": Share(0.5, 0.2, 0.8), "syndicate": Share(0.5, 0.2, 0.8)}
    assert "That is about even, as far as 10 fights tell." in verdict(found)
    found.base.sides = {"crew": Share(0.5, 0.45, 0.55), "syndicate": Share(0.5, 0.45, 0.55)}
    assert "That is about even." in verdict(found)


def test_those_who_come_later_may_be_varied_as_well(tmp_path: Path) -> None:
    place = tmp_path / "late.toml"
    late = '[[wave]]\nname = "late"\nturn = 3\n[[combatant]]\nid = "boss"\nwave = "late"\nside = "syndicate"\n'
    place.write_text(f'{TEXT}{late}archetype = "dockside-bruiser"\nat = [8, 4]\n', encoding="utf-8")
    written = starfray.load(place)
    for data in (fight_data_of(written, place), fight_data_of(written)):

        def late_comers(line: str, data: FightData = data) -> list[dict[str, object]]:
            return [json.loads(row) for wave in varied(data, line).build().state.waves for row in wave.rows]

        assert sum(int(str(row.get("count", 1))) for row in late_comers("boss +1")) == 2
        assert late_comers("boss -1") == []
        (stronger,) = late_comers("boss.attributes.strength +1")
        assert stronger["attributes"] == {"strength": 1 + data.whole.roster["boss"].attributes.strength}
        assert late_comers("range = 20")[0]["at"] == [8, 4]
    assert {"boss +1", "boss -1"} <= set(usual(fight_data_of(written, place)))


def test_late_comers_are_among_what_may_balance_a_fight() -> None:
    data = fight_data_of(starfray.load(demo_path("hold-the-lock")))
    words = [move.words for move in moves_of(data, {"counts", "figures"}, set(), False)]
    assert "second +1" in words
    assert "corsair-1 +1" in words
