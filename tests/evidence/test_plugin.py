"""What a test has to do for the rules it names."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from starfray.engine.ledger import Evidence, read_evidence, write_evidence
from starfray.testing import plugin
from starfray.testing.plugin import STALE, book_folder, keep_recorded, name_fault

TESTS = """\
import pytest
from starfray.engine.errors import Refused
from starfray.engine.trace import note_shown
from starfray.engine.values import Tally

pytestmark = []

@pytest.mark.rule("coriolis.core.pool")
def test_said():
    Tally().add(2, "coriolis.core.pool")

@pytest.mark.rule("coriolis.core.pool")
def test_refused():
    Refused("coriolis.core.pool", "no")

@pytest.mark.rule("coriolis.core.pool")
def test_nothing_of_the_kind():
    Tally().add(0, "coriolis.core.pool")

@pytest.mark.rule("coriolis.core.pool")
def test_only_shown():
    note_shown("coriolis.core.pool")

@pytest.mark.shown("coriolis.core.pool")
def test_advice():
    note_shown("coriolis.core.pool")

@pytest.mark.shown("coriolis.core.pool")
def test_advice_that_is_not_there():
    pass

@pytest.mark.rule("coriolis.core.no-such-rule")
def test_unknown():
    pass
"""


def run_toy(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_toy.py").write_text(TESTS, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = rule\n    shown\n", encoding="utf-8")
    plugins = ["-p", "starfray.testing.plugin", "-p", "no:cacheprovider", "-p", "no:schemathesis"]
    command = [sys.executable, "-m", "pytest", *plugins, *options]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)


def test_a_rule_must_be_said_and_advice_be_shown(tmp_path: Path) -> None:
    ran = run_toy(tmp_path, "-v")
    results = {
        line.split("::")[1].split()[0]: line.split()[1] for line in ran.stdout.splitlines() if "test_toy.py::" in line[:13]
    }
    assert results == {
        "test_said": "PASSED",
        "test_refused": "PASSED",
        "test_nothing_of_the_kind": "FAILED",
        "test_only_shown": "FAILED",
        "test_advice": "PASSED",
        "test_advice_that_is_not_there": "FAILED",
        "test_unknown": "FAILED",
    }
    assert "the test names coriolis.core.pool (only shown, which proves nothing), but that was neither said" in ran.stdout
    assert "coriolis.core.no-such-rule is not in rulebooks/coriolis/rules.toml: add it there" in ran.stdout


@pytest.mark.parametrize("chosen", ["said", "said or nothing"])
def test_a_stale_ledger_has_an_exit_code_of_its_own_whether_tests_failed_or_not(tmp_path: Path, chosen: str) -> None:
    ran = run_toy(tmp_path, "--check-rules", "-k", chosen)
    assert ran.returncode == STALE
    assert "coriolis/covered.toml" in ran.stdout


def test_what_a_failed_test_proves_is_taken_from_the_ledger() -> None:
    recorded = read_evidence(book_folder("coriolis"))
    test = recorded.by("said", "coriolis.core.pool")[0]
    proved = Evidence()
    keep_recorded(proved, {test, "tests/nowhere.py::test_nothing"}.__contains__)
    assert proved.by("said", "coriolis.core.pool") == [test]
    assert all(tests == [test] for rules in proved.tests.values() for tests in rules.values())


def test_a_run_of_some_tests_changes_the_entries_of_these_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran, failed, elsewhere = "t.py::test_ran", "t.py::test_failed", "u.py::test_elsewhere"
    recorded, proved = Evidence(), Evidence()
    for test in (ran, failed, elsewhere):
        recorded.add("said", "coriolis.core.pool", test)
    (tmp_path / "covered.toml").write_text(write_evidence(recorded), encoding="utf-8")
    proved.add("said", "coriolis.core.skill", ran)
    monkeypatch.setattr(plugin, "book_folder", lambda _: tmp_path)
    monkeypatch.setattr(plugin, "PROVED", proved)
    monkeypatch.setattr(plugin, "RAN", {ran, failed})
    monkeypatch.setattr(plugin, "FAILED", {failed})
    plugin.update_recorded()
    assert proved.by("said", "coriolis.core.pool") == [failed, elsewhere]
    assert proved.by("said", "coriolis.core.skill") == [ran]


@pytest.mark.parametrize(("named", "fault"), [
    (["coriolis.core.pool"], ""),
    (["cx.example.armor-chest-leg"], "the test names the example cx.example.armor-chest-leg alone"),
    (["cx.example.armor-chest-leg", "cx.crit.when"], ""),
    (["cx.nonsense"], "cx.nonsense is not in rulebooks/compound_x/rules.toml: add it there"),
    (["gm.edit"], ""),
])  # fmt: skip
def test_names_are_looked_at_before_the_test_runs(named: list[str], fault: str) -> None:
    found = name_fault(named, [])
    assert found.startswith(fault) if fault else found == ""


def test_evidence_is_written_and_read_again(tmp_path: Path) -> None:
    evidence = Evidence()
    evidence.add("said", "a.b", "t::two")
    evidence.add("said", "a.b", "t::one")
    evidence.add("said", "a.b", "t::one")
    evidence.add("reached", "a.b", "t::three")
    evidence.add("shown", "a.c", "t::four")
    evidence.add("played", "z.b", "t::five")
    (tmp_path / "covered.toml").write_text(write_evidence(evidence), encoding="utf-8")
    found = read_evidence(tmp_path)
    assert found.by("said", "a.b") == ["t::one", "t::two"]
    assert found.proof("a.b") == ["t::one", "t::three", "t::two"]
    assert found.proof("a.c") == []
    assert [found.standing(rule) for rule in ("a.b", "a.c", "z.b", "a.d")] == ["said", "shown", "played", ""]
    assert found.of("a.").standing("z.b") == ""
