"""Fights worth reading are kept, die for die; who brought whom down is known, also for what lands later."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import starfray
from starfray.cli import main
from starfray.engine.codec import clone, freeze
from starfray.engine.tables.random import Generators
from starfray.sim.job import Job, seed_of
from starfray.sim.montecarlo import simulate
from starfray.sim.playout import playout
from starfray.sim.policies import policies_called
from starfray.sim.samples import replay_number, samples

DEMOS = Path(starfray.__file__).parent / "demos"


@pytest.mark.parametrize("demo", ["ten-paces", "loading-ramp"])
def test_a_fight_played_again_is_the_fight_that_was_counted(demo: str) -> None:
    fight = starfray.load(DEMOS / f"{demo}.toml")
    policies = policies_called(fight.book, {})
    for number in range(3):
        state = clone(fight.state)
        playout(fight.book, fight.content, state, Generators(seed_of(9, number)), policies)
        assert freeze(replay_number(fight, policies, 9, number).state) == freeze(state)


def test_the_kept_are_typical_longest_and_lopsided_and_replay() -> None:
    fight = starfray.load(DEMOS / "ten-paces.toml")
    result = simulate(fight, 60, seed=2, keep=2)
    found = samples(fight, result, {}, 2)
    assert [each.kind for each in found] == ["typical"] * 2 + ["longest"] * 2 + ["lopsided"] * 2
    assert all(starfray.replay(each.transcript).ok for each in found)
    assert -result.longest[0][0] == max(result.rounds)
    assert result.typical()[0][1] == max(count for count, _ in result.courses.values())


def test_what_is_kept_does_not_depend_on_the_workers() -> None:
    fight = starfray.load(DEMOS / "ten-paces.toml")
    assert simulate(fight, 60, seed=2, keep=2) == simulate(fight, 60, seed=2, keep=2, workers=2)


def test_a_blow_that_lands_later_has_its_striker() -> None:
    result = simulate(starfray.load(DEMOS / "loading-ramp.toml"), 40, seed=1)
    causes = {cause.split()[0] for by in result.felled.values() for cause in by}
    assert "gm" not in causes
    assert {"kesh", "tavi"} & causes
    assert result.damage("kesh") or result.damage("tavi")


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_fights() -> None:
    fight = starfray.load(DEMOS / "ten-paces.toml")
    few, many = (simulate(fight, count, seed=1, keep=1) for count in (100, 600))

    def size(result: object) -> int:
        counts = [getattr(result, name) for name in ("wins", "rounds", "survived", "felled", "spent", "dealt")]
        lists = [getattr(result, name) for name in ("courses", "longest", "lopsided")]
        return len(json.dumps(counts)) + sum(sys.getsizeof(each) for each in lists)

    assert size(many) < 2 * size(few)


def test_the_command_writes_the_kept_a_page_and_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, rows, folder = tmp_path / "a.html", tmp_path / "a.csv", tmp_path / "kept"
    given = ["sim", str(DEMOS / "ten-paces.toml"), "-n", "40", "--keep", "1", "--keep-in", str(folder), "--json"]
    assert main([*given, "--report", str(page), "--csv", str(rows)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [each["kind"] for each in found["kept"]] == ["typical", "longest", "lopsided"]
    assert sorted(path.name for path in folder.iterdir()) == ["longest-1.txt", "lopsided-1.txt", "typical-1.txt"]
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") >= 3
    assert "http" not in text, "the page needs nothing else"
    assert "side,the wronged,wins" in rows.read_text(encoding="utf-8")
    assert found["combatants"]["zara"]["dealt"]["hp"] > 0


def test_a_job_counts_what_was_used_up() -> None:
    fight = starfray.load(DEMOS / "ten-paces.toml")
    result = Job(fight.book, fight.content, fight.state, {}, 1).block(0, 20)
    assert result.changes("bo")["hp"] < 0
