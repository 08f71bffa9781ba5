"""The house stays as it was built: no circles of imports, no form code beside the rules, a small contract, plain names."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from starfray.engine.rulebook import Rulebook
from tests.structure.source import BOOKS, PACKAGE, facts_of, imports_of, module_of, python_of, text_of

MOST_REQUIRED = 16  # fields of the contract without a default
MOST_BRANCHES = 20  # of a function in a rulebook
MOST_ONES = 50  # parameters called `one`
FORM_FILES = {"legal.py", "blanks.py", "carried.py", "gate.py", "options.py", "allowed.py"}


def test_no_rulebook_imports_inside_a_function() -> None:
    found = {module_of(path): facts_of(path).late_imports for path in python_of(BOOKS)}
    assert {name: late for name, late in found.items() if late} == {}


def test_no_module_imports_itself_by_way_of_others() -> None:
    modules = {module_of(path): path for path in python_of(PACKAGE)}
    graph = {name: {target for target in needs(path, modules) if target != name} for name, path in modules.items()}
    assert circles(graph) == []


def needs(path: Path, modules: dict[str, Path]) -> set[str]:
    """Modules of the package that this one imports when it runs; for type checkers alone does not count."""
    text = text_of(path)
    found = set()
    for line, name in imports_of(path):
        if under_type_checking(text, line):
            continue
        target = name if name in modules else name.rpartition(".")[0]
        if target in modules:
            found.add(target)
    return found


def under_type_checking(text: str, line: int) -> bool:
    lines = text.splitlines()
    for above in reversed(lines[: line - 1]):
        if above and not above.startswith(" "):
            return above.startswith("if TYPE_CHECKING")
    return False


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Strongly connected components with more than one member."""
    reach = {name: reachable(graph, name) for name in graph}
    found = {tuple(sorted({name} | {other for other in reach[name] if name in reach[other]})) for name in graph}
    return sorted(list(circle) for circle in found if len(circle) > 1)


def reachable(graph: dict[str, set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    waiting = list(graph[start])
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting.extend(graph[name])
    return seen


def test_no_book_keeps_form_code_beside_its_rules() -> None:
    assert [str(path.relative_to(BOOKS)) for path in python_of(BOOKS) if path.name in FORM_FILES] == []


def test_the_contract_asks_for_little() -> None:
    required = [
        field.name
        for field in dataclasses.fields(Rulebook)
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    ]
    assert len(required) <= MOST_REQUIRED


def test_no_function_branches_more_than_twenty_times() -> None:
    found = {
        f"{path.relative_to(PACKAGE)} {function.name}": function.branches
        for path in python_of(PACKAGE)
        for function in facts_of(path).functions
        if function.branches > MOST_BRANCHES
    }
    assert found == {}


def test_parameters_have_names() -> None:
    ones = [module_of(path) for path in python_of(PACKAGE) for name in facts_of(path).parameters if name == "one"]
    assert len(ones) <= MOST_ONES
