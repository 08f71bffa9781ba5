"""Whether the places where a book names a rule were run: see `rule_places`.

Only the functions that name a rule somebody asks for are watched, and only while they are asked for: they run a copy of their
code in which a note stands before each such statement. Nothing else becomes slower.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from starfray.engine import trace
from starfray.engine.compiled import COMPILED
from starfray.engine.content import Content
from starfray.testing.code_swap import Key, compiled, forget_results, functions_of, last_line, module_at, restore, swap
from starfray.testing.rule_places import Function, Places, Row, Statement

ASSUMED = [COMPILED]  # True: nothing is watched, every place counts as run
NOTE = "__starfray_reached__"  # what the copies call, put among the builtins
_watchers: list[set[tuple[str, int]]] = []


@dataclass(slots=True)
class Reached:
    """What was run between entering and leaving `watching`."""

    statements: set[Statement] = field(default_factory=set)
    rows: set[Row] = field(default_factory=set)

    def ids(self, places: Places, rules: Iterable[str]) -> set[str]:
        return {
            rule
            for rule in rules
            if places.statements.get(rule, set()) & self.statements or places.rows.get(rule, set()) & self.rows
        }


def assume() -> None:
    """From now on take every place as run."""
    ASSUMED[0] = True


@contextmanager
def watching(places: Places, rules: Iterable[str]) -> Iterator[Reached]:
    """Note which places of these rules are run while somebody records. Cached results of their modules are forgotten first:
    what a test reaches must not depend on which tests ran before it.

    The compiled build and code with faults put in (see `mutants`) cannot be watched: there all of them count as run.
    """
    statements = {place for rule in rules for place in places.statements.get(rule, ())}
    rows = {row for rule in rules for row in places.rows.get(rule, ())}
    if ASSUMED[0]:
        yield Reached(statements, rows)
        return
    reached = Reached()
    before: list[tuple[FunctionType, CodeType]] = []
    for path in {place.path for place in statements}:
        copy = copy_of(path, places.lines[path])
        forget_results(copy.module)
        before += swap(copy.functions, copy.codes_with({place.line for place in statements if place.path == path}))
    seen: set[tuple[str, int]] = set()
    _watchers.append(seen)
    setattr(builtins, NOTE, note_line)
    try:
        with watching_rows(reached.rows) if rows else nullcontext():
            yield reached
    finally:
        restore(before)
        _watchers.pop()
        reached.statements |= {Statement(Path(path), line) for path, line in seen}


def note_line(path: str, line: int) -> None:
    """What the copies call."""
    if trace.active():  # not while the engine only tries out what would be legal
        for seen in _watchers:
            seen.add((path, line))


@contextmanager
def watching_rows(rows: set[Row]) -> Iterator[None]:
    """Note which rows of data are read, whether afresh or from what was read before."""

    def noting(method: Callable[..., Any]) -> Callable[..., Any]:
        def read(self: Content, table: str, key: object, *rest: object) -> object:
            if trace.active():
                rows.update(Row(table, name) for name in names_in(key))
            return method(self, table, key, *rest)

        return read

    before = {name: getattr(Content, name) for name in ("entry", "record", "expand")}
    for name, method in before.items():
        setattr(Content, name, noting(method))
    try:
        yield
    finally:
        for name, method in before.items():
            setattr(Content, name, method)


def names_in(given: object) -> Iterator[str]:
    """The keys in what an item is given as: a key, a table with a key, a list of both."""
    if isinstance(given, str):
        yield given
    elif isinstance(given, dict):
        yield from names_in(given.get("key"))
    elif isinstance(given, list):
        for each in given:
            yield from names_in(each)


class Copy:
    """A module's code with notes in it."""

    def __init__(self, path: Path, lines: frozenset[int]) -> None:
        self.path = path
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            add_notes(node, lines, path)
        ast.fix_missing_locations(tree)
        self.codes = compiled(tree, path)

        self.module = module_at(path)
        self.functions = functions_of(self.module)
        self.spans = [(code.co_firstlineno, last_line(code), key) for key, code in self.codes.items()]

    def codes_with(self, lines: set[int]) -> dict[Key, CodeType]:
        """The functions that hold one of the lines."""
        return {key: self.codes[key] for first, last, key in self.spans if any(first <= line <= last for line in lines)}


@lru_cache(maxsize=1024)
def copy_of(path: Path, lines: frozenset[int]) -> Copy:
    return Copy(path, lines)


def add_notes(node: ast.AST, lines: frozenset[int], path: Path) -> None:
    """A note before each wanted statement of a block; of a function that is wanted itself, at its beginning."""
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if not isinstance(block, list):
            continue
        noted: list[ast.stmt] = []
        for stmt in block:
            if isinstance(stmt, ast.stmt) and stmt.lineno in lines and not isinstance(stmt, Function):
                noted.append(note(path, stmt.lineno, stmt))
            noted.append(stmt)
        setattr(node, name, noted)
    if isinstance(node, Function) and node.lineno in lines:
        start = 1 if ast.get_docstring(node, clean=False) is not None else 0
        node.body.insert(start, note(path, node.lineno, node.body[0]))


def note(path: Path, line: int, beside: ast.stmt) -> ast.stmt:
    call = ast.Call(ast.Name(NOTE, ast.Load()), [ast.Constant(str(path)), ast.Constant(line)], [])
    return ast.copy_location(ast.Expr(ast.copy_location(call, beside)), beside)
