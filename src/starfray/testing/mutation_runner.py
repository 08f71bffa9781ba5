"""Runs the tests of a rule against faults, in processes forked off one that has everything loaded.

A fault inside a function is put into a fork of a pytest session that has collected all tests of the book: the function gets
the faulty code, the tests of the rule run. A fault outside of functions, or in a function that ran while the book was loaded,
needs the book loaded anew: a fork that has pytest and the engine loads the faulty module in place of the sound one. So does a
fault nobody noticed, to be sure that no figure worked out beforehand has hidden it.
"""

from __future__ import annotations

import ast
import json
import os
import random
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FrameType, ModuleType

import hypothesis  # noqa: F401 - loaded before forking
import pytest
from _pytest.runner import runtestprotocol

from starfray.engine.ledger import read_ledger
from starfray.rulebooks import FOLDERS
from starfray.testing import plugin
from starfray.testing.code_swap import compiled, forget_results, functions_of, module_at, module_name, swap
from starfray.testing.mutants import Mutant, mutants_of, mutated
from starfray.testing.reached import assume

ROOT = Path.cwd()
BOOKS = ROOT / "src" / "starfray" / "rulebooks"
OPTIONS = (
    "-q",
    "-s",
    "-W",
    "ignore::pytest.PytestAssertRewriteWarning",
    "-p",
    "no:xdist",
    "-p",
    "no:cacheprovider",
    "--continue-on-collection-errors",
)
SURVIVED, KILLED, UNSAID, UNPLACED = 0, 1, 2, 3  # a fork's exit status
OUTCOMES = {SURVIVED: "survived", KILLED: "killed", UNSAID: "unsaid", UNPLACED: ""}
NOTICED = ROOT / "noticed.txt"  # the test that noticed the last fault
MOST_MEMORY = 4 << 30
LEAST_SECONDS = 20


def run_items(items: Sequence[pytest.Item]) -> int:
    """Run tests until one fails by what it asserts; one that only misses a rule that is no longer said is remembered.

    The name of the test that noticed is left in a file, for whoever waits for this process.
    """
    status = SURVIVED
    for item in items:
        item.user_properties.clear()
        reports = runtestprotocol(item, log=False, nextitem=None)
        if any(report.failed for report in reports):
            if not any(name == "unproved" for name, _ in item.user_properties):
                NOTICED.write_text(item.nodeid.partition("[")[0], encoding="utf-8")
                return KILLED
            status = UNSAID
    return status


def forked(work: Callable[[], int], seconds: float, output: Path = Path(os.devnull)) -> str:
    """Run work in a fork; its exit status as an outcome. A fork that does not end in time has been stopped by its fault."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if not child:
        status = KILLED
        try:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            signal.alarm(60 + 6 * int(seconds))
            quiet = os.open(output, os.O_WRONLY | os.O_CREAT, 0o644)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            status = work()
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    _, state = os.waitpid(child, 0)
    return "timeout" if os.WIFSIGNALED(state) else OUTCOMES.get(os.WEXITSTATUS(state), "killed")


def in_fork(work: Callable[[], object]) -> object:
    """What work gives in a fork, sent back as JSON."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        with os.fdopen(writing, "w") as pipe:
            json.dump(work(), pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text)


class Session:
    """A pytest plugin that, in place of running the tests, runs faults against them."""

    def __init__(self, mutants: list[Mutant], wider: bool, report: Path) -> None:
        self.mutants = mutants
        self.wider = wider
        self.report = report
        self.named: list[pytest.Item] = []
        self.sound: list[pytest.Item] = []  # those that pass without a fault, the quickest first
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        wanted = {rule for mutant in self.mutants for rule in mutant.rules}
        self.named = [item for item in session.items if rules_named(item) & wanted or (self.wider and rules_named(item))]
        self.seconds = {name: taken for name, taken in self.timed(self.named).items() if taken >= 0}
        sound = [item for item in self.named if item.nodeid in self.seconds]
        self.sound = sorted(sound, key=lambda item: self.seconds[item.nodeid])
        rows = [self.row(mutant) for mutant in self.mutants]
        broken = sorted({item.nodeid for item in self.named if item.nodeid not in self.seconds})
        self.report.write_text(json.dumps({"rows": rows, "broken": broken}), encoding="utf-8")
        return True

    def row(self, mutant: Mutant) -> dict[str, object]:
        """What became of a fault so far; without an outcome it needs the book loaded anew."""
        items = [item for item in self.sound if rules_named(item) & set(mutant.rules)]
        began = time.monotonic()
        outcome = noticed = ""
        if mutant.function[1] and items:
            outcome = forked(partial(faulty, mutant, items), self.limit(items))
        elif not items and any(rules_named(item) & set(mutant.rules) for item in self.named):
            outcome = "unsound"
        if self.wider and mutant.function[1] and outcome in ("survived", ""):
            noticed = self.noticed(mutant, [item for item in self.sound if item not in items])
        tests = [item.nodeid for item in items]
        taken = time.monotonic() - began
        return {"tests": tests, "outcome": outcome, "limit": self.limit(items), "seconds": taken, "noticed": noticed}

    def limit(self, items: list[pytest.Item]) -> float:
        """The processor seconds after which tests count as endless."""
        return LEAST_SECONDS + 10 * sum(self.seconds[item.nodeid] for item in items)

    def noticed(self, mutant: Mutant, others: list[pytest.Item]) -> str:
        """A test that notices the fault though it does not name the rule."""
        NOTICED.write_text("", encoding="utf-8")
        forked(partial(faulty, mutant, others), self.limit(others))
        return NOTICED.read_text(encoding="utf-8")

    def timed(self, items: list[pytest.Item]) -> dict[str, float]:
        """Test → processor seconds without a fault; -1 if it fails."""

        def work() -> dict[str, float]:
            found: dict[str, float] = {}
            for item in items:
                began = time.process_time()
                found[item.nodeid] = -1.0 if run_items([item]) else time.process_time() - began
            return found

        found = in_fork(work)
        assert isinstance(found, dict)
        return found


def rules_named(item: pytest.Item) -> set[str]:
    return {rule for mark in item.iter_markers("rule") for rule in mark.args}


def clear_caches() -> None:
    """Forget what the books have worked out so far: the fault may be in it."""
    for name, module in list(sys.modules.items()):
        if name.startswith("starfray.rulebooks."):
            forget_results(module)


def faulty(mutant: Mutant, items: list[pytest.Item]) -> int:
    """Put the fault into the loaded book and run the tests."""
    clear_caches()
    codes = compiled(mutated(mutant, mutant.path.read_text(encoding="utf-8")), mutant.path)
    return run_items(items) if swap(functions_of(module_at(mutant.path)), codes) else UNPLACED


class FaultyLoader(SourceFileLoader):
    """Loads one module with a fault in it."""

    def __init__(self, name: str, path: str, tree: ast.Module) -> None:
        super().__init__(name, path)
        self.tree = tree

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.tree, self.path, "exec", dont_inherit=True)


class FaultyFinder(MetaPathFinder):
    def __init__(self, mutant: Mutant) -> None:
        self.name, self.mutant = module_name(mutant.path), mutant

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        file = self.mutant.path
        loader = FaultyLoader(fullname, str(file), mutated(self.mutant, file.read_text(encoding="utf-8")))
        inside = [str(file.parent)] if file.stem == "__init__" else None
        return spec_from_file_location(fullname, file, loader=loader, submodule_search_locations=inside)


class Rerun:
    """A pytest plugin for a book loaded with a fault: runs what was collected, and says how it ended."""

    def __init__(self, tests: list[str]) -> None:
        self.order = {test: number for number, test in enumerate(tests)}
        self.status = KILLED  # tests that cannot be collected any more have noticed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = [item for item in session.items if item.nodeid in self.order]
        if len(items) == len(self.order):
            self.status = run_items(sorted(items, key=lambda item: self.order[item.nodeid]))
        return True


def reloaded(mutant: Mutant, tests: list[str]) -> int:
    sys.meta_path.insert(0, FaultyFinder(mutant))
    rerun = Rerun(tests)
    pytest.main([*OPTIONS, *dict.fromkeys(test.partition("::")[0] for test in tests)], plugins=[rerun])
    return rerun.status


def run_while_loading(book: str) -> list[list[object]]:
    """[file, first line] of the functions that run while a book is loaded."""
    seen: set[tuple[str, int]] = set()

    def profile(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            seen.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

    sys.setprofile(profile)
    try:
        module_at(BOOKS / FOLDERS[book] / "__init__.py")
    finally:
        sys.setprofile(None)
    return [[file, line] for file, line in seen if file.startswith(str(BOOKS))]


def chosen(mutants: list[Mutant], order: dict[str, object]) -> list[Mutant]:
    """The faults to try: those asked for, or a sample drawn rule by rule."""
    if order["rule"]:
        return [mutant for mutant in mutants if order["rule"] in mutant.rules]
    if order["at"]:
        file, _, line = str(order["at"]).partition(":")
        return [m for m in mutants if m.path.as_posix().endswith(file) and line in ("", str(m.line))]
    size = int(str(order["sample"]))
    if not size or size >= len(mutants):
        return mutants
    draw = random.Random(f"{order['seed']} {order['book']}")
    by_rule: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        for rule in mutant.rules:
            by_rule.setdefault(rule, []).append(mutant)
    found: dict[Mutant, None] = {}
    while len(found) < size:
        rules = sorted(by_rule)
        draw.shuffle(rules)
        for rule in rules[: size - len(found)]:
            found[draw.choice(by_rule[rule])] = None
    return list(found)


def files_with_tests(prefix: str, folder: str) -> Iterator[str]:
    """The book's own tests, some of which name their rules in a table, and whatever else names rules of the book."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        named = "mark.rule(" in text and f'"{prefix}.' in text and "structure" not in path.parts
        if named or path.parent.name == folder:
            yield str(path.relative_to(ROOT))


def main() -> None:
    order, report = json.loads(sys.argv[1]), Path(sys.argv[2])
    book = order["book"]
    assume()
    plugin.places(book)  # read once, before forking
    folder = BOOKS / FOLDERS[book]
    known = frozenset(read_ledger(folder / "rules.toml").by_id)
    mutants = mutants_of(folder, known)
    sample = chosen(mutants, order)
    loading = in_fork(lambda: run_while_loading(book))
    assert isinstance(loading, list)
    early = {(file, line) for file, line in loading}
    sample = [m if (str(m.path), m.function[1]) not in early else m.outside() for m in sample]
    prefix = next(iter(known)).partition(".")[0]
    notes = report.with_suffix(".notes")
    files = list(files_with_tests(prefix, folder.name))
    log = report.with_suffix(".log")
    forked(lambda: int(pytest.main([*OPTIONS, *files], plugins=[Session(sample, order["wider"], notes)])), 36_000, log)
    if not notes.exists():
        sys.exit(log.read_text(encoding="utf-8"))
    data = json.loads(notes.read_text(encoding="utf-8"))
    results = []
    for mutant, row in zip(sample, data["rows"], strict=True):
        outcome, seconds = row["outcome"], row["seconds"]
        if outcome in ("", "survived") and row["tests"]:
            began = time.monotonic()
            outcome = forked(partial(reloaded, mutant, row["tests"]), row["limit"])
            seconds = time.monotonic() - began
        results.append(
            {
                "place": mutant.place(BOOKS),
                "what": mutant.what,
                "rules": list(mutant.rules),
                "tests": sorted({test.partition("[")[0] for test in row["tests"]}),
                "outcome": outcome or "untested",
                "seconds": seconds,
                "noticed": row["noticed"],
            }
        )
    found = {"results": results, "mutants": len(mutants), "broken": data["broken"]}
    report.write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main()
