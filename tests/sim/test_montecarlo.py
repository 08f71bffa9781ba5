"""Many fights: the same result whoever counts, honest intervals, stopping in time."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

import starfray
from starfray.cli import main
from starfray.engine.errors import BadInput
from starfray.sim import workers
from starfray.sim.montecarlo import BLOCK, simulate
from starfray.sim.report import favoured
from starfray.sim.result import Result, wilson
from starfray.terminal import sim_options
from starfray.terminal.sim_options import Meter, spell

DEMO = Path(starfray.__file__).parent / "demos" / "loading-ramp.toml"


@pytest.mark.slow
def test_one_worker_and_two_give_the_same() -> None:
    fight = starfray.load(DEMO)
    one = simulate(fight, 120, seed=4)
    two = simulate(fight, 120, seed=4, workers=2)
    assert one == two
    assert one.fights == 120
    assert sum(one.wins.values()) + one.draws + one.unfinished == 120


@pytest.mark.slow
def test_workers_that_are_no_copies_of_this_process_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = starfray.load(DEMO)
    one = simulate(fight, 20, seed=4)
    monkeypatch.setattr(workers, "may_fork", lambda: False)
    assert simulate(fight, 20, seed=4, workers=2) == one


def test_a_process_with_other_threads_is_not_copied() -> None:
    held = threading.Event()
    other = threading.Thread(target=held.wait)
    other.start()
    assert not workers.may_fork()
    held.set()
    other.join()


@pytest.mark.slow
def test_the_fight_itself_is_left_alone_and_the_seed_matters() -> None:
    fight = starfray.load(DEMO)
    before = fight.hash
    assert simulate(fight, 60, seed=1) != simulate(fight, 60, seed=2)
    assert simulate(fight, 60, seed=1) == simulate(fight, 60, seed=1)
    assert fight.hash == before


@pytest.mark.slow
def test_it_stops_when_the_shares_are_known_well_enough() -> None:
    result = simulate(starfray.load(DEMO), 100_000, seed=1, until=8)
    assert result.fights < 1000
    assert result.fights % BLOCK == 0
    assert result.width() * 100 <= 8


def test_an_interrupt_gives_what_is_there() -> None:
    def stop(result: Result, count: int) -> None:
        if result.fights >= 2 * BLOCK:
            raise KeyboardInterrupt

    assert simulate(starfray.load(DEMO), 100_000, seed=1, progress=stop).fights == 2 * BLOCK


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0)]
)
def test_intervals_are_those_of_the_textbook(hits: int, tries: int, low: float, high: float) -> None:
    assert wilson(hits, tries) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.slow
def test_the_command_gives_the_promised_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", str(DEMO), "-n", "50", "--seed", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["fights"] == 50
    assert set(found) >= {"fights", "sides", "draws", "rounds", "combatants", "seconds", "fights_per_second"}
    for side in found["sides"].values():
        assert set(side) == {"wins", "share", "low", "high"}
        assert side["low"] <= side["share"] <= side["high"]


def test_bad_wishes_are_told() -> None:
    with pytest.raises(BadInput, match="0 fights"):
        simulate(starfray.load(DEMO), 0)
    assert main(["sim", str(DEMO), "--workers", "0"]) == 2
    assert main(["sim", str(DEMO), "--policy", "nobody=random"]) == 2
    assert main(["sim", str(DEMO), "--policy", "clever"]) == 2


@pytest.mark.slow
def test_a_demo_is_simulated_by_its_name_and_what_comes_out_is_said_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "lower-bay", "-n", "60", "--workers", "1"]) == 0
    told = capsys.readouterr().out
    assert "crew is clearly favoured: an even share would be 50.0 %." in told
    assert "What would make it even? starfray whatif lower-bay" in told
    assert main(["sim", "lover-bay", "-n", "60"]) == 2
    assert "lower-bay" in capsys.readouterr().err


def test_who_is_favoured_is_told_by_the_interval() -> None:
    assert "clearly" in favoured(Result(fights=1000, wins={"a": 700, "b": 300}))
    assert "slightly" in favoured(Result(fights=1000, wins={"a": 545, "b": 455}))
    assert "may be an even fight" in favoured(Result(fights=1000, wins={"a": 520, "b": 480}))
    assert "clearly favoured: an even share would be 25.0 %" in favoured(Result(fights=100, draws=50, wins={"a": 48, "b": 2}))


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.4, "0 s"), (95, "95 s"), (130, "2 min"), (5000, "83 min"), (11100, "3 h 05 min")]
)
def test_time_left_is_told_as_people_say_it(seconds: float, words: str) -> None:
    assert spell(seconds) == words


def test_the_line_that_says_how_far_it_is_fits_the_terminal_and_is_wiped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sim_options, "is_terminal", lambda _: True)
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(Meter, "AFTER", 0.0)
    meter = Meter("the first fights …")
    meter.tell(20, 100, "watch.attributes.agility +1")
    meter.clear()
    shown = capsys.readouterr().err.split("\r")[1:]
    assert shown[0] == "the first fights …"
    assert shown[1].startswith("██████····")
    assert shown[2:] == [" " * 39, ""]
    assert max(map(len, shown)) == 39


@pytest.mark.parametrize("command", ["sim", "whatif"])
def test_an_error_does_not_stand_behind_the_line_that_says_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    monkeypatch.setattr(sim_options, "is_terminal", lambda _: True)
    assert main([command, "ten-paces", "-n", "0"]) == 2
    assert "\rstarfray: -n: 0 fights" in capsys.readouterr().err
