"""The fence around rule code: what it may not do, checked on its syntax tree.

Rule code is run again and again from its start, on copies, behind four kinds of table. So it may hold nothing that
differs from one run to the next (chance, clocks, files, salted order of sets, state outside the position), and nothing
that catches or outlives the signals tables send through it (try and with around table calls, generators).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

FORBIDDEN_MODULES = {
    "random", "time", "datetime", "calendar", "secrets", "uuid", "os", "io", "sys", "shutil", "tempfile", "glob",
    "socket", "ssl", "http", "urllib", "subprocess", "threading", "multiprocessing", "asyncio", "concurrent", "queue",
    "sqlite3", "pickle", "logging", "warnings", "numpy", "signal", "select", "contextvars", "weakref", "gc",
}  # fmt: skip
FORBIDDEN_CALLS = {
    "open": "reads or writes files", "print": "writes", "input": "waits for a person outside the table",
    "id": "gives another number on each run", "hash": "is salted anew on each run", "eval": "runs text as code",
    "exec": "runs text as code", "globals": "reaches state outside the position",
    "setattr": "writes a field nobody can search for", "delattr": "removes a field nobody can search for",
}  # fmt: skip
ORDERED_READERS = ("list", "tuple", "iter", "enumerate", "zip", "map", "filter", "reversed")
#: reading a set in any order gives the same answer here
ORDER_FREE = ("sorted", "len", "set", "frozenset", "any", "all", "sum", "bool")


def fence(*places: Path) -> list[str]:
    """What in these files, or in the Python files of these folders, breaks the fence: 'file.py:12: why'."""
    found: list[str] = []
    for path in python_files(*places):
        found += fence_text(path.read_text(encoding="utf-8"), path.name)
    return found


def python_files(*places: Path) -> list[Path]:
    files: list[Path] = []
    for place in places:
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            if path not in files:
                files.append(path)
    return files


def fence_text(text: str, name: str) -> list[str]:
    nodes = list(ast.walk(ast.parse(text)))
    found = [(line, why) for node in nodes for line, why in faults_of(node)]
    found += [(line, why) for scope in nodes if isinstance(scope, SCOPES) for line, why in set_faults(scope)]
    return [f"{name}:{line}: {why}" for line, why in sorted(set(found))]


def faults_of(node: ast.AST) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            if alias.name.split(".")[0] in FORBIDDEN_MODULES:
                yield node.lineno, f"imports {alias.name}"
    elif isinstance(node, ast.ImportFrom):
        if (node.module or "").split(".")[0] in FORBIDDEN_MODULES:
            yield node.lineno, f"imports from {node.module}"
    elif isinstance(node, ast.Global | ast.Nonlocal):
        yield node.lineno, f"{type(node).__name__.lower()} {', '.join(node.names)}: state outside the position"
    elif isinstance(node, ast.Try) and uses_table(node):
        yield node.lineno, "try around a table call: it would catch what the table sends through"
    elif isinstance(node, ast.With) and uses_table(node):
        yield node.lineno, "with around a table call: it would outlive the run"
    elif isinstance(node, ast.Yield | ast.YieldFrom | ast.Await | ast.AsyncFunctionDef):
        yield node.lineno, "a generator or coroutine: rules are plain functions"
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS:
        yield node.lineno, f"{node.func.id}() {FORBIDDEN_CALLS[node.func.id]}"


def uses_table(node: ast.AST) -> bool:
    """Does anything inside name the table?"""
    return any(isinstance(each, ast.Name) and each.id == "table" for each in ast.walk(node))


# --- sets ------------------------------------------------------------------------------------------------------


SCOPES = (ast.Module, ast.FunctionDef)


def own_nodes(scope: ast.AST) -> list[ast.AST]:
    """The nodes of a scope without those of functions inside it."""
    found = [child for child in ast.iter_child_nodes(scope) if not isinstance(child, ast.FunctionDef)]
    for node in found:  # the list grows meanwhile
        found += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.FunctionDef)]
    return found


def set_faults(scope: ast.AST) -> Iterator[tuple[int, str]]:
    nodes = own_nodes(scope)
    names = set_names(scope, nodes)
    for node in nodes:
        if isinstance(node, ast.For) and is_set(node.iter, names):
            yield node.lineno, "iterates over a set, whose order differs from run to run"
        elif isinstance(node, ast.ListComp | ast.DictComp | ast.GeneratorExp):
            for part in node.generators:
                if is_set(part.iter, names) and not order_free(node, nodes):
                    yield node.lineno, "iterates over a set, whose order differs from run to run"
        elif isinstance(node, ast.Call):
            reader = node.func.id if isinstance(node.func, ast.Name) else ""
            joins = isinstance(node.func, ast.Attribute) and node.func.attr in ("join", "extend")
            if (reader in ORDERED_READERS or joins) and any(is_set(each, names) for each in node.args):
                yield node.lineno, "puts a set in an order, which differs from run to run"
            if isinstance(node.func, ast.Attribute) and node.func.attr == "pop" and is_set(node.func.value, names):
                yield node.lineno, "takes any one of a set, another on each run"


def order_free(node: ast.AST, nodes: list[ast.AST]) -> bool:
    """Is this comprehension the argument of a call that does not care about order?"""
    return any(
        isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ORDER_FREE and node in call.args
        for call in nodes
    )


def set_names(scope: ast.AST, nodes: list[ast.AST]) -> set[str]:
    """Names that this scope, made of these nodes, gives a set or declares as one."""
    names: set[str] = set()
    if isinstance(scope, ast.FunctionDef):
        names |= {arg.arg for arg in scope.args.args if arg.annotation is not None and is_set_type(arg.annotation)}
    for node in nodes:
        if isinstance(node, ast.Assign) and is_set(node.value, set()):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and is_set_type(node.annotation):
            names.add(node.target.id)
    return names


def is_set(node: ast.AST, names: set[str]) -> bool:
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr | ast.BitAnd | ast.Sub | ast.BitXor):
        return is_set(node.left, names) or is_set(node.right, names)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("set", "frozenset")
    return isinstance(node, ast.Name) and node.id in names


def is_set_type(node: ast.AST) -> bool:
    inner = node.value if isinstance(node, ast.Subscript) else node
    return isinstance(inner, ast.Name) and inner.id in ("set", "frozenset")
