"""Where a book's code names its rules beside what it does: in docstrings, in comments, in the comments of its data.

A rule that is not said (an order, a definition, a number, something that does not happen) is proved by reaching such a place:
the statement beside the comment, the function with the docstring, a statement that uses the constant with the comment, a row
of data that is read. This module only reads the source; `reached` looks whether a place was run.
"""

from __future__ import annotations

import ast
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ID = re.compile(r"(?<![\w./-])([a-z]+(?:\.[a-z0-9-]+)+(?:\.\*)?)((?:, (?:and )?\.[a-z0-9-]+(?:\.[a-z0-9-]+)*)*)")
BRANCHES = ("else", "case", "except", "finally")
BOOK_FILES = ("rules.toml", "sayings.toml", "covered.toml")

Function = ast.FunctionDef | ast.AsyncFunctionDef
Named = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True, order=True)
class Statement:
    """A statement inside a function, by its first line; or a function as a whole, by the line of its `def`."""

    path: Path
    line: int


@dataclass(frozen=True, slots=True, order=True)
class Row:
    """A row of a book's data: the file's name without its ending, the row's key."""

    table: str
    key: str


@dataclass(slots=True)
class Places:
    """Rule id → where the book names it."""

    statements: dict[str, set[Statement]] = field(default_factory=lambda: defaultdict(set))
    rows: dict[str, set[Row]] = field(default_factory=lambda: defaultdict(set))

    lines: dict[Path, frozenset[int]] = field(default_factory=dict)  # of all statements, by file

    def __contains__(self, rule: str) -> bool:
        return rule in self.statements or rule in self.rows


def ids_in(text: str, known: frozenset[str]) -> list[str]:
    """The rule ids a text names: `cx.cover.none, .partial` names two, `gurps.skill-level.*` all that begin so."""
    found: list[str] = []
    for whole, more in ID.findall(text):
        if whole.endswith(".*"):
            found += sorted(rule for rule in known if rule.startswith(whole[:-1]))
            continue
        found.append(whole)
        for ending in re.findall(r"\.([a-z0-9.-]+)", more):
            kept = whole.split(".")[: -len(ending.split("."))]
            found.append(".".join([*kept, ending]))
    return [rule for rule in dict.fromkeys(found) if rule in known]


def places_of(folder: Path, known: frozenset[str]) -> Places:
    """All places of a book (or of any folder of source files)."""
    places = Places()
    modules = [Module(path) for path in sorted(folder.rglob("*.py"))]
    named: dict[str, set[tuple[Module, Name]]] = defaultdict(set)
    for module in modules:
        for rule, place in module.mentions(known):
            if isinstance(place, Name):
                named[rule].add((module, place))
            else:
                places.statements[rule].add(Statement(module.path, place))
    users = Users(modules)
    for rule, names in named.items():
        if used := {statement for module, name in names for statement in users.of(module, name)}:
            places.statements[rule] |= used
    for path in sorted(folder.rglob("*.toml")):
        if path.name not in BOOK_FILES:
            for rule, key in row_comments(path, known):
                places.rows[rule].add(Row(path.stem, key))
    lines: dict[Path, set[int]] = defaultdict(set)
    for statements in places.statements.values():
        for statement in statements:
            lines[statement.path].add(statement.line)
    places.lines = {path: frozenset(found) for path, found in lines.items()}
    return places


def row_comments(path: Path, known: frozenset[str]) -> Iterator[tuple[str, str]]:
    """(rule, key of the row) for every comment of a data file; a comment above a row's head belongs to that row."""
    lines = path.read_text(encoding="utf-8").splitlines()
    heads = [(number, match[1]) for number, line in enumerate(lines) if (match := re.match(r"\[+\"?([\w-]+)", line))]
    for number, line in enumerate(lines):
        code, _, comment = line.partition("#")
        for rule in ids_in(comment, known):
            before = [key for at, key in heads if at <= number]
            after = [key for at, key in heads if at > number]
            above = not code.strip() and after and all(text.startswith("#") for text in lines[number : _next(heads, number)])
            key = after[0] if above else before[-1] if before else ""
            if key:
                yield rule, key


def _next(heads: list[tuple[int, str]], number: int) -> int:
    return next(at for at, _ in heads if at > number)


@dataclass(frozen=True, slots=True)
class Name:
    """A constant or a class of a module; or a field of a class."""

    name: str
    of_class: bool = False


class Module:
    """One source file: its tree, its comments, who stands inside whom."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = path.read_text(encoding="utf-8")
        self.tree = ast.parse(self.text)
        self.nodes: list[ast.AST] = [self.tree]  # breadth first, as ast.walk gives them
        self.parents: dict[ast.AST, ast.AST] = {}
        for node in self.nodes:
            for child in ast.iter_child_nodes(node):
                self.parents[child] = node
                self.nodes.append(child)
        self.by_line: dict[int, ast.stmt] = {}  # the innermost statement on a line
        self.inside: dict[ast.AST, list[ast.stmt]] = defaultdict(list)  # statement or module → the statements right inside
        for node in self.nodes:  # inner statements come after outer ones
            if isinstance(node, ast.stmt):
                self.inside[self.owner_of(node)].append(node)
                for line in range(first_line(node), (node.end_lineno or node.lineno) + 1):
                    self.by_line[line] = node

    @property
    def word(self) -> str:
        """The last word of the module's name."""
        return self.path.parent.name if self.path.stem == "__init__" else self.path.stem

    def mentions(self, known: frozenset[str]) -> Iterator[tuple[str, int | Name]]:
        """(rule, line of the statement or the name of the constant beside it)."""
        for node in self.nodes:
            if isinstance(node, Named):
                for rule in ids_in(ast.get_docstring(node, clean=False) or "", known):
                    for place in self.places(node):
                        yield rule, place
        for line, comment, alone in self.comments():
            rules = ids_in(comment, known)
            beside = self.beside(line, alone) if rules else None
            if beside is not None:
                for place in self.places(beside):
                    yield from ((rule, place) for rule in rules)

    def comments(self) -> Iterator[tuple[int, str, bool]]:
        """(line, text, whether it stands alone on its line or beside an `else`)."""
        if not re.search(r"#.*[a-z]\.[a-z]", self.text):
            return
        lines = iter(self.text.splitlines(keepends=True))
        for token in tokenize.generate_tokens(lambda: next(lines, "")):
            if token.type == tokenize.COMMENT:
                code = token.line[: token.start[1]].strip()
                yield token.start[0], token.string, not code or code.split()[0].rstrip(":") in BRANCHES

    def beside(self, line: int, alone: bool) -> ast.stmt | None:
        """The statement a comment speaks of: the one on its line; alone, the next one of the same block."""
        within = self.by_line.get(line)
        if not alone or (within is not None and not hasattr(within, "body") and not isinstance(within, ast.Match)):
            return within
        after = [stmt for stmt in self.inside[within or self.tree] if first_line(stmt) > line]
        return min(after, key=first_line) if after else within

    def places(self, node: ast.stmt) -> list[int | Name]:
        """A statement in a function by its line; outside of functions what is given a name there, and a class's methods."""
        if isinstance(node, Function) or (self.function_of(node) is not None and not isinstance(node, ast.ClassDef)):
            return [node.lineno]
        if isinstance(node, ast.ClassDef):
            return [Name(node.name), *(each.lineno for each in node.body if isinstance(each, Function))]
        return [Name(name, isinstance(self.parents[node], ast.ClassDef)) for name in targets(node)]

    def owner_of(self, node: ast.AST) -> ast.AST:
        """The statement around this one, or the module."""
        up = self.parents[node]
        while not isinstance(up, ast.stmt | ast.Module):
            up = self.parents[up]
        return up

    def function_of(self, node: ast.AST) -> Function | None:
        up: ast.AST | None = self.parents.get(node)
        while up is not None and not isinstance(up, Function):
            up = self.parents.get(up)
        return up

    def statement_of(self, node: ast.AST) -> ast.stmt:
        while not isinstance(node, ast.stmt):
            node = self.parents[node]
        return node

    def in_annotation(self, node: ast.AST) -> bool:
        while not isinstance(node, ast.stmt):
            up = self.parents[node]
            if node is getattr(up, "annotation", None) or node is getattr(up, "returns", None):
                return True
            node = up
        return False


def first_line(node: ast.stmt) -> int:
    decorators = node.decorator_list if isinstance(node, Named) else []
    return min([node.lineno, *(each.lineno for each in decorators)])


def targets(node: ast.stmt) -> list[str]:
    """The names a statement outside of functions gives a value."""
    if isinstance(node, ast.Assign):
        return [each.id for target in node.targets for each in ast.walk(target) if isinstance(each, ast.Name)]
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return [node.target.id]
    return [node.name] if isinstance(node, Named) else []


class Users:
    """Which statements in functions use a constant, a class or a field, also by way of other constants."""

    def __init__(self, modules: list[Module]) -> None:
        self.names: dict[str, list[tuple[Module, ast.AST]]] = defaultdict(list)
        for module in modules:
            for node in module.nodes:
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                    self.names[node.id].append((module, node))
                elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                    self.names[node.attr].append((module, node))
        self.sources = {module: imports(module) for module in modules}

    def of(self, module: Module, name: Name) -> set[Statement]:
        found: set[Statement] = set()
        seen: set[tuple[Module, Name]] = set()
        waiting = [(module, name)]
        while waiting:
            place = waiting.pop()
            if place in seen:
                continue
            seen.add(place)
            for user, node in self.uses(*place):
                stmt = user.statement_of(node)
                if isinstance(stmt, Function) or user.function_of(node) is not None:
                    found.add(Statement(user.path, stmt.lineno))
                else:
                    in_class = isinstance(user.parents[stmt], ast.ClassDef)
                    waiting += [(user, Name(each, in_class)) for each in targets(stmt)]
        return found

    def uses(self, module: Module, name: Name) -> Iterator[tuple[Module, ast.AST]]:
        for user, node in self.names.get(name.name, ()):
            local = user is module or self.sources[user].get(name.name) == module.word
            if (isinstance(node, ast.Attribute) or (local and not name.of_class)) and not user.in_annotation(node):
                yield user, node


def imports(module: Module) -> dict[str, str]:
    """Name → the last word of the module it is imported from."""
    return {
        alias.asname or alias.name: (node.module or "").rpartition(".")[2]
        for node in module.nodes
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
