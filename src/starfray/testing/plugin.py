"""The ledger's witness: a pytest plugin that hears which rule ids each test makes the rules say.

A test names what it proves with @pytest.mark.rule("coriolis.action.shot"); it fails if the rules did not say so while
it ran. A worked example is no rule that could be said: a test that names one also names the rules the example is about,
and those have to be heard. A full run writes, with --record-rules, who proves what into each book's covered.toml.
"""

from __future__ import annotations

import importlib.resources
import json
import tomllib
from collections.abc import Generator
from functools import lru_cache
from pathlib import Path

import pytest

from starfray.engine import heard
from starfray.rulebooks import FOLDERS

PROVED: dict[str, list[str]] = {}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record-rules", action="store_true", help="write which tests prove which rules (covered.toml)")
    parser.addoption("--check-rules", action="store_true", help="fail if covered.toml is not what this run proves")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    named = [rule for mark in item.iter_markers("rule") for rule in mark.args]
    if not named:
        return (yield)
    listening = heard.listen()
    try:
        result = yield
    finally:
        heard.stop(listening)
    shown = [rule for rule in named if rule in examples()]
    missing = [rule for rule in named if rule not in listening and rule not in shown]
    if shown and len(shown) == len(named):
        pytest.fail(f"the test names the example {shown[0]} alone; name the rules it is about as well", pytrace=False)
    if missing:
        pytest.fail(f"the test names {', '.join(missing)}, but the rules never said so", pytrace=False)
    item.user_properties.append(("proved", json.dumps(named)))
    return result


@lru_cache(maxsize=1)
def examples() -> frozenset[str]:
    """The ids of all worked examples."""
    found = set()
    for folder in FOLDERS.values():
        ledger = tomllib.loads((book_folder(folder) / "rules.toml").read_text(encoding="utf-8"))
        found |= {row["id"] for row in ledger["rule"] if row["kind"] == "example"}
    return frozenset(found)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" and report.passed:
        for name, value in report.user_properties:
            if name == "proved":
                for rule in json.loads(str(value)):
                    tests = PROVED.setdefault(rule, [])
                    test = report.nodeid.split("[")[0]
                    if test not in tests:
                        tests.append(test)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if hasattr(session.config, "workerinput"):
        return
    if session.config.getoption("--record-rules"):
        for path, text in records(PROVED).items():
            path.write_text(text, encoding="utf-8")
    if session.config.getoption("--check-rules") and not exitstatus:
        proved = records(PROVED).items()
        stale = [path for path, text in proved if not path.exists() or path.read_text(encoding="utf-8") != text]
        if stale:
            print(f"\nstale: {', '.join(path.parent.name + '/' + path.name for path in stale)}; run `make ledger`")
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def records(proved: dict[str, list[str]]) -> dict[Path, str]:
    """What covered.toml of every book should say."""
    prefixes = {"compound-x": "cx"}
    found = {}
    for name, folder in FOLDERS.items():
        prefix = prefixes.get(name, name) + "."
        mine = {rule: sorted(tests) for rule, tests in sorted(proved.items()) if rule.startswith(prefix)}
        lines = ["# Which tests prove which rules, as the last full run heard it. Written by `make ledger`.", "", "[tests]"]
        lines += [f'"{rule}" = {json.dumps(tests)}' for rule, tests in mine.items()]
        found[book_folder(folder) / "covered.toml"] = "\n".join(lines) + "\n"
    return found


def book_folder(name: str) -> Path:
    return Path(str(importlib.resources.files("starfray.rulebooks"))) / name
