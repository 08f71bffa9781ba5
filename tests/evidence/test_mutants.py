"""Faults: which there are, and what they do."""

from __future__ import annotations

import ast
from importlib import import_module, util
from pathlib import Path

import pytest

from starfray.testing.code_swap import compiled, functions_of, swap
from starfray.testing.mutants import Mutant, changes, mutants_of, mutated
from starfray.testing.mutation import Result, Score, books_of, write_section
from starfray.testing.mutation_runner import FaultyFinder, chosen, files_with_tests
from tests.evidence.toy import IDS, SOURCE, line_of, toy_book


@pytest.fixture
def mutants(tmp_path: Path) -> list[Mutant]:
    with toy_book(tmp_path, "toy_mutants") as folder:
        return mutants_of(folder, IDS)


@pytest.mark.parametrize(("text", "new"), [
    ("3", ["4", "2"]),
    ("a < b", ["a <= b", "a >= b"]),
    ("a == b", ["a != b"]),
    ("a in b", ["a not in b"]),
    ("0 <= a < 9", ["0 < a < 9", "0 > a < 9", "0 <= a <= 9", "0 <= a >= 9"]),
    ("a and b", ["a or b"]),
    ("not a", ["a"]),
    ("a if b else c", ["a", "c"]),
    ("max(a, 1)", ["min(a, 1)"]),
    ("len(a)", []),
    ("True", []),
    ("'text'", []),
])  # fmt: skip
def test_what_may_stand_in_a_nodes_place(text: str, new: list[str]) -> None:
    node = ast.parse(text, mode="eval").body
    assert [ast.unparse(ast.fix_missing_locations(change)) for change in changes(node)] == new


@pytest.mark.parametrize(("text", "new"), [
    ("if a:\n    f()", ["if False:\n    f()", "if True:\n    f()"]),
    ("if a:\n    tally.add(-a, 'x')", ["if False:\n    tally.add(-a, 'x')"]),
    ("def f():\n    return True", ["return False"]),
    ("def f():\n    return a and b", ["return not (a and b)"]),
    ("def f():\n    return a", []),
])  # fmt: skip
def test_what_may_stand_in_a_statements_place(text: str, new: list[str]) -> None:
    stmt = ast.parse(text).body[0]
    node = stmt.body[0] if isinstance(stmt, ast.FunctionDef) else stmt
    assert [ast.unparse(ast.fix_missing_locations(change)) for change in changes(node)] == new


def faults_in(folder: Path, source: str) -> list[str]:
    (folder / "book.py").write_text(source, encoding="utf-8")
    return [mutant.what for mutant in mutants_of(folder, IDS)]


def test_a_condition_is_not_turned_so_that_it_only_lets_in_a_term_of_nothing(tmp_path: Path) -> None:
    source = "def f(tally, a):\n    if a > 0:\n        tally.add(-a, 'toy.jam')\n"
    assert faults_in(tmp_path, source) == [
        "`if a > 0` → `if False`",
        "`if a > 0` → `if True`",
        "`a > 0` → `a <= 0`",
        "`0` → `1`",
    ]
    assert "`a > 0` → `a >= 0`" in faults_in(tmp_path, source.replace("-a", "-a - 1"))


@pytest.mark.parametrize("source", [
    "KIND = Kind(cost=1, hints=('toy.jam',))",
    "def f(x: Literal[3] = None):\n    'toy.jam'\n    assert x > 3",
    "def f(table):\n    'toy.jam'\n    if table.explains:\n        g(table)",
    "@lru_cache(maxsize=9)\ndef f():\n    'toy.jam'",
    "def f(x):\n    'toy.jam'\n    return Form(x, note='a' if x else 'b', text=f'{x + 1}')",
    "def f(x):\n    return x + 1",
])  # fmt: skip
def test_what_rules_nothing_is_left_alone(tmp_path: Path, source: str) -> None:
    assert faults_in(tmp_path, source) == []


def test_faults_belong_to_the_rules_of_their_statement_or_of_what_it_decides(mutants: list[Mutant]) -> None:
    rules = {(mutant.line, rule) for mutant in mutants for rule in mutant.rules}
    assert (line_of("LEAST = 1"), "toy.damage.least") in rules
    assert (line_of("COVER = "), "toy.cover.full") in rules
    assert (line_of("return max("), "toy.order") in rules
    assert (line_of("if gun.jammed"), "toy.jam") in rules
    assert (line_of("if face > 5"), "toy.shot.roll") in rules
    assert not any(line == line_of("sum(metres") for line, _ in rules)


def test_a_fault_in_a_function_is_put_into_the_loaded_book(tmp_path: Path) -> None:
    with toy_book(tmp_path, "toy_swapped") as folder:
        toy = import_module("toy_swapped")
        (fault,) = [
            m
            for m in mutants_of(folder, IDS)
            if m.what == "`max(LEAST, rolled - COVER[cover])` → `min(LEAST, rolled - COVER[cover])`"
        ]
        assert fault.function[0] == "damage"
        assert toy.damage(3, "full") == 1
        assert swap(functions_of(toy), compiled(mutated(fault, SOURCE), fault.path))
        assert toy.damage(3, "full") == -1


def test_a_fault_outside_of_functions_is_loaded_in_place_of_the_book(tmp_path: Path) -> None:
    with toy_book(tmp_path, "toy_loaded") as folder:
        (fault,) = [m for m in mutants_of(folder, IDS) if m.line == line_of("LEAST = 1") and m.what == "`1` → `2`"]
        assert fault.function == ("", 0)
        spec = FaultyFinder(fault).find_spec("toy_loaded")
        assert spec is not None
        assert spec.loader is not None
        toy = util.module_from_spec(spec)
        monkey = pytest.MonkeyPatch()
        monkey.setitem(__import__("sys").modules, "toy_loaded", toy)
        spec.loader.exec_module(toy)
        monkey.undo()
        assert toy.damage(1, "") == 2
        assert FaultyFinder(fault).find_spec("json") is None


def test_a_sample_is_the_same_for_the_same_seed_and_looks_at_many_rules(mutants: list[Mutant]) -> None:
    order: dict[str, object] = {"book": "toy", "seed": 1, "sample": 6, "rule": "", "at": ""}
    sample = chosen(mutants, order)
    assert sample == chosen(mutants, order)
    assert len(set(sample)) == 6
    assert len({rule for mutant in sample for rule in mutant.rules}) >= 5
    assert chosen(mutants, {**order, "sample": 0}) == mutants
    assert {m.line for m in chosen(mutants, {**order, "at": f"toy_mutants/__init__.py:{line_of('LEAST = 1')}"})} == {
        line_of("LEAST = 1")
    }
    assert all("toy.jam" in mutant.rules for mutant in chosen(mutants, {**order, "rule": "toy.jam"}))


def test_the_score_counts_what_was_noticed_and_lists_the_rest() -> None:
    def result(outcome: str, tests: list[str]) -> Result:
        return Result("toy/fire.py:3", f"`1` → `2` {outcome}", ["toy.jam"], tests, outcome, 0.1)

    results = [result("killed", ["t"]), result("unsaid", ["t"]), result("survived", ["tests/a.py::t"]), result("untested", [])]
    section = Score("toy", results, 99, 1, 3.0, []).section()
    assert section.startswith("## toy\n\n50.0 %: 2 of 4 faults noticed, 1 of them only because the rule was no longer said")
    assert "- `toy/fire.py:3` `1` → `2` survived (toy.jam): 1 test run: a.py::t\n" in section
    assert "untested (toy.jam): no test names the rule" in section
    assert "killed (toy" not in section


def test_a_book_replaces_its_own_section_of_the_page_alone(tmp_path: Path) -> None:
    page = tmp_path / "mutation.md"
    killed = Result("toy/fire.py:3", "`1` → `2`", ["toy.jam"], ["t"], "killed", 0.1)
    missed = Result("toy/fire.py:3", "`1` → `2`", ["toy.jam"], ["t"], "survived", 0.1)
    write_section(Score("gurps", [killed], 9, 1, 1.0, []), page)
    write_section(Score("coriolis", [missed], 9, 1, 1.0, []), page)
    write_section(Score("gurps", [killed, missed], 9, 2, 1.0, []), page)
    text = page.read_text(encoding="utf-8")
    assert "| coriolis | 0.0 % | 1 |\n| gurps | 50.0 % | 2 |\n\n## coriolis\n" in text
    assert [line for line in text.splitlines() if line.startswith("## ")] == ["## coriolis", "## gurps"]


def test_a_rule_or_a_place_is_looked_for_in_its_own_book() -> None:
    assert books_of("cx.crit.when", "") == ["compound-x"]
    assert books_of("", "compound_x/volley.py:134") == ["compound-x"]
    assert len(books_of("", "")) == 6
    with pytest.raises(SystemExit, match=r"no book has the rule cx\.nonsense"):
        books_of("cx.nonsense", "")


def test_scenes_that_name_their_rules_in_files_of_their_own_are_run_too() -> None:
    """The protocols of Hybrid name their rules beside each scene, not in the test that plays them."""
    files = set(files_with_tests("hybrid", "hybrid"))
    assert {"tests/hybrid/test_protocols.py", "tests/hybrid/test_check.py"} <= files
    assert not any(path.startswith(("tests/socs/", "tests/structure/")) for path in files)


def test_tests_that_name_their_rules_in_a_table_are_run_too() -> None:
    assert "tests/icar/test_acts_duels.py" in files_with_tests("icar", "icar")
    assert "tests/coriolis/test_ranged.py" not in files_with_tests("icar", "icar")
