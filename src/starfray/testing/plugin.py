"""A pytest plugin that checks whether a test proves the rules it names, and records it.

@pytest.mark.rule("coriolis.action.shot") names what a test proves. While it runs the rule has to be
  said     by an event, a tally term that is not 0, a refusal, a question, an option or a citation; or
  reached  in the code: the statement beside a comment that names it, the function whose docstring does.
Otherwise the test fails. @pytest.mark.shown("coriolis.advice.cover") names advice that stands on a form or a card: it has to be
shown there, and proves nothing. A worked example is no rule that could be said: a test that names one also names the rules the
example is about. A full run writes, with --record-rules, who proves what into each book's covered.toml; a run of some tests,
with --update-rules, changes only the entries of these.
"""

from __future__ import annotations

import importlib.resources
import json
import tomllib
from collections.abc import Callable, Generator
from contextlib import ExitStack
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path

import pytest

from starfray.engine import trace
from starfray.engine.ledger import EVIDENCE, Evidence, read_evidence, write_evidence
from starfray.rulebooks import FOLDERS
from starfray.testing.reached import Reached, watching
from starfray.testing.rule_places import Places, places_of

PROVED = Evidence()
RAN: set[str] = set()
FAILED: set[str] = set()  # tests that did not pass: what they prove is not known
STALE = 6  # the exit code of a run whose covered.toml is not what it proves; pytest itself uses 0 to 5


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record-rules", action="store_true", help="write which tests prove which rules (covered.toml)")
    parser.addoption("--update-rules", action="store_true", help="the same for the tests of this run alone; others stay")
    parser.addoption("--check-rules", action="store_true", help="fail if covered.toml is not what this run proves")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    named = [rule for mark in item.iter_markers("rule") for rule in mark.args]
    advice = [rule for mark in item.iter_markers("shown") for rule in mark.args]
    if not named and not advice:
        return (yield)
    fault = name_fault(named, advice)
    if fault:
        pytest.fail(fault, pytrace=False)
    recording = trace.record()
    try:
        with ExitStack() as stack:
            watched = {book: stack.enter_context(watching(places(book), rules)) for book, rules in by_book(named).items()}
            result = yield
    finally:
        trace.stop(recording)
    found = evidence_for(named, recording, watched)
    found["shown"] = [rule for rule in advice if rule in recording.all]
    fault = evidence_fault(named, advice, found, recording)
    if fault:
        item.user_properties.append(("unproved", fault))
        pytest.fail(fault, pytrace=False)
    item.user_properties.append(("evidence", json.dumps(found)))
    return result


def name_fault(named: list[str], advice: list[str]) -> str:
    """What is wrong with the ids a test names; '' if nothing is."""
    known = ledgers()
    unknown = [rule for rule in [*named, *advice] if rule not in known and rule.partition(".")[0] in PREFIXES.values()]
    if unknown:
        return "; ".join(unknown_rule(rule, known) for rule in unknown)
    if named and all(known.get(rule) == "example" for rule in named):
        return f"the test names the example {named[0]} alone; name the rules it is about as well"
    return ""


def unknown_rule(rule: str, known: dict[str, str]) -> str:
    """What to do about an id that no book has."""
    book = next(FOLDERS[name] for name, prefix in PREFIXES.items() if prefix == rule.partition(".")[0])
    near = get_close_matches(rule, known, 1)
    return f"{rule} is not in rulebooks/{book}/rules.toml: add it there" + (f", or did you mean {near[0]}?" if near else "")


def evidence_for(named: list[str], recording: trace.Recording, watched: dict[str, Reached]) -> dict[str, list[str]]:
    """Kind of evidence → rules."""
    reached = {rule for book, seen in watched.items() for rule in seen.ids(places(book), named)}
    found: dict[str, list[str]] = {kind: [] for kind in EVIDENCE}
    for rule in named:
        if ledgers().get(rule) == "example":
            found["played"].append(rule)
        elif rule in recording.said:
            found["said"].append(rule)
        elif rule in reached:
            found["reached"].append(rule)
    return found


def evidence_fault(named: list[str], advice: list[str], found: dict[str, list[str]], recording: trace.Recording) -> str:
    """Which rules a test names without proving them; '' if none."""
    proved = {*found["said"], *found["reached"], *found["played"]}
    missing = [rule for rule in named if rule not in proved]
    if missing:
        told = [f"{rule} (only shown, which proves nothing)" if rule in recording.shown else rule for rule in missing]
        return f"the test names {', '.join(told)}, but that was neither said nor reached"
    unseen = [rule for rule in advice if rule not in found["shown"]]
    return f"the test looks for the advice {', '.join(unseen)}, but it was not shown" if unseen else ""


def by_book(rules: list[str]) -> dict[str, list[str]]:
    """Book → those of its rules that could be reached."""
    found: dict[str, list[str]] = {}
    for rule in rules:
        for book, prefix in PREFIXES.items():
            if rule.startswith(prefix + ".") and rule in places(book):
                found.setdefault(book, []).append(rule)
    return found


PREFIXES = {name: "cx" if name == "compound-x" else name for name in FOLDERS}  # the first word of a book's ids


@lru_cache(maxsize=16)
def places(book: str) -> Places:
    known = frozenset(rule for rule in ledgers() if rule.startswith(PREFIXES[book] + "."))
    return places_of(book_folder(FOLDERS[book]), known)


@lru_cache(maxsize=1)
def ledgers() -> dict[str, str]:
    """Rule → its kind, of all books."""
    found: dict[str, str] = {}
    for folder in FOLDERS.values():
        ledger = tomllib.loads((book_folder(folder) / "rules.toml").read_text(encoding="utf-8"))
        found |= {row["id"]: row["kind"] for row in ledger["rule"]}
    return found


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    RAN.add(report.nodeid.split("[")[0])
    if report.failed:
        FAILED.add(report.nodeid.split("[")[0])
    if report.when == "call" and report.passed:
        for name, value in report.user_properties:
            if name == "evidence":
                for kind, rules in json.loads(str(value)).items():
                    for rule in rules:
                        PROVED.add(kind, rule, report.nodeid.split("[")[0])


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if hasattr(session.config, "workerinput"):
        return
    update = session.config.getoption("--update-rules")
    if update:
        update_recorded()
    if update or session.config.getoption("--record-rules"):
        for path, text in records().items():
            path.write_text(text, encoding="utf-8")
    if session.config.getoption("--check-rules") and exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        keep_recorded(PROVED, FAILED.__contains__)  # a failure says nothing about the ledger
        stale = [path for path, text in records().items() if not path.exists() or path.read_text(encoding="utf-8") != text]
        if stale:
            print(f"\nstale: {', '.join(path.parent.name + '/' + path.name for path in stale)}; run `make ledger`")
            session.exitstatus = STALE


def update_recorded() -> None:
    """Besides what this run proves, what all others and those that failed proved when it was recorded."""
    keep_recorded(PROVED, lambda test: test not in RAN or test in FAILED)


def keep_recorded(proved: Evidence, wanted: Callable[[str], bool]) -> None:
    """Takes what these tests proved from covered.toml."""
    for folder in FOLDERS.values():
        for kind, rules in read_evidence(book_folder(folder)).tests.items():
            for rule, tests in rules.items():
                for test in filter(wanted, tests):
                    proved.add(kind, rule, test)


def records() -> dict[Path, str]:
    """What covered.toml of every book should say."""
    return {
        book_folder(folder) / "covered.toml": write_evidence(PROVED.of(PREFIXES[name] + "."))
        for name, folder in FOLDERS.items()
    }


def book_folder(name: str) -> Path:
    return Path(str(importlib.resources.files("starfray.rulebooks"))) / name
