"""The frame: help, versions, errors and exit codes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from starfray.cli import COMMANDS
from tests.cli.conftest import Run


def test_without_a_command_the_help_is_shown(run: Run) -> None:
    ran = run()
    assert ran.code == 0
    assert all(name in ran.out for name in COMMANDS)
    assert "examples:" in ran.out


def test_an_interrupt_while_starfray_is_being_read_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("starfray.cli.import_module", interrupted)
    ran = run("rules")
    assert (ran.code, ran.err) == (130, "starfray: interrupted\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_with_examples_and_takes_json(run: Run, name: str) -> None:
    ran = run(name, "--help")
    assert ran.code == 0
    assert f"  starfray {name}" in ran.out
    assert "--json" in ran.out


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        ["odds"],
        ["odds", "nothing.toml", "shot mira tor"],
        ["rules", "--nonsense"],
        ["replay", "nothing.transcript"],
        ["do", "chess"],
        ["do", "coriolis", "test 4", "--dice", "six"],
        ["do", "coriolis", "test 2", "--dice", "6"],
        ["play"],
        ["play", "--demo", "nowhere"],
        ["play", "--demo", "--ai", "nobody"],
        ["export", "nothing.json"],
        ["sim", "ten-paces", "--until", "0"],
        ["sim", "ten-paces", "--csv", "."],
        ["sim", "ten-paces", "--keep", "1", "--keep-in", "/dev/null"],
        ["whatif", "ten-paces", "--report", "nowhere/page.html"],
        ["solve", "ten-paces", "--states", "0"],
        ["odds", "ten-paces", "due", "--csv", "nowhere/rows.csv"],
        ["play", "--demo", "--save", "nowhere/night.json"],
    ],
)
def test_bad_input_is_told_in_one_line_and_exits_with_2(run: Run, words: list[str]) -> None:
    ran = run(*words)
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("words", [["sim"], ["whatif"], ["solve"], ["odds", "due"]])
def test_a_report_that_cannot_be_written_is_told_before_the_work(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    names = {"sim": "sim.simulate", "whatif": "whatif.what_if", "solve": "solve.solve", "odds": "odds.find_odds"}

    def worked(*_: object, **__: object) -> None:
        raise AssertionError("the work was begun")

    monkeypatch.setattr(f"starfray.terminal.{names[words[0]]}", worked)
    ran = run(words[0], "ten-paces", *words[1:], "--report", "nowhere/page.html")
    assert ran.err == (
        "starfray: nowhere/page.html: cannot be written: there is no folder nowhere; expected a folder that exists\n"
    )


def test_a_variation_that_is_none_is_told_once(run: Run) -> None:
    err = run("whatif", "ten-paces", "--vary", "nonsense").err
    assert err.startswith("starfray: --vary: nonsense: 'nonsense' is no variation; expected something like")
    assert (err.count("--vary"), err.count("expected")) == (1, 1)


def test_a_refused_action_exits_with_1_and_names_the_rule(run: Run, duel: Path) -> None:
    ran = run("odds", duel, "shot tor mira")
    assert ran.code == 1
    assert ran.err == "starfray: it is not tor's turn [fight.turn] Possible: mira.\n"


def test_debug_shows_where_an_error_came_from(run: Run) -> None:
    assert "Traceback" in run("--debug", "export", "nothing.json").err
    assert "Traceback" in run("export", "nothing.json", "--debug").err


def test_a_fault_of_ours_is_told_as_one(run: Run, duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("starfray.terminal.odds.open_fight", broken)
    ran = run("odds", duel, "shot mira tor")
    assert ran.code == 70
    assert ran.err.startswith("starfray: a fault in starfray (ZeroDivisionError: oh)")


def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    script = f"{sys.executable} -m starfray.cli rules coriolis | head -1"
    ran = subprocess.run(["bash", "-o", "pipefail", "-c", script], capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=["ctrl-c", "shutdown", "window"])
def test_however_one_leaves_it_is_clean(duel: Path, tmp_path: Path, how: signal.Signals) -> None:
    """Exit code 130, one line, and the save is written."""
    save = tmp_path / "kept.json"
    table = subprocess.Popen(
        [sys.executable, "-m", "starfray.cli", "play", str(duel), "--save", str(save)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    assert table.stdout is not None
    shown = b""
    while b"mira (ana)>" not in shown:
        shown += os.read(table.stdout.fileno(), 4096)
    time.sleep(1)  # until it waits for a line
    table.send_signal(how)
    out, err = table.communicate(timeout=30)
    assert table.returncode == 130
    assert err.decode() == "starfray: interrupted\n"
    assert b"saved:" in out
    assert save.exists()
