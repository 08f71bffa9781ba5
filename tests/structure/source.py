"""The sources these tests read: every file is parsed once, and what the tests ask for is noted in one walk over its tree.

What was noted is kept in .pytest_cache by the text it was noted of, so that a file nobody touched is not parsed at all.
"""

from __future__ import annotations

import ast
import atexit
import hashlib
import pickle
import subprocess
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "starfray"
BOOKS = PACKAGE / "rulebooks"
KEPT = ROOT / ".pytest_cache" / "structure-facts"
BRANCHES = (ast.If, ast.For, ast.While, ast.IfExp, ast.ExceptHandler, ast.comprehension, ast.Assert, ast.match_case)


@dataclass(slots=True)
class Function:
    name: str
    line: int
    lines: int
    branches: int  # with those of functions inside it
    marks: list[tuple[str, str]]  # (kind, id) of its @pytest.mark.rule(…) and .shown(…)


@dataclass(slots=True)
class Facts:
    """What one file holds. The tree itself is let go: a thousand of them keep the garbage collector busy."""

    imports: list[tuple[int, str]] = field(default_factory=list)  # those inside functions and under TYPE_CHECKING, too
    late_imports: list[tuple[int, str]] = field(default_factory=list)  # those inside functions
    relative: list[int] = field(default_factory=list)
    strings: list[tuple[int, str]] = field(default_factory=list)  # literals; parts of f-strings are left out
    functions: list[Function] = field(default_factory=list)
    parameters: list[str] = field(default_factory=list)  # of every function, their names
    marks: list[tuple[int, str]] = field(default_factory=list)  # (line, id) of every mark that names rules
    emitted: list[str] = field(default_factory=list)  # literals in the first argument of every table.emit(…)


def python_of(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.py") if "__pycache__" not in path.parts)


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def facts_of(path: Path) -> Facts:
    kept = kept_facts()
    text = hashlib.blake2b(text_of(path).encode(), digest_size=16).hexdigest()
    if text not in kept:
        kept[text] = facts = Facts()
        note_children(ast.parse(text_of(path)), facts, inside_function=False)
    return kept[text]


@cache
def kept_facts() -> dict[str, Facts]:
    """By the hash of the text; written back when the tests are through. Another version of this file begins anew."""
    name = KEPT.with_suffix("." + hashlib.blake2b(Path(__file__).read_bytes(), digest_size=8).hexdigest())
    try:
        kept: dict[str, Facts] = pickle.loads(name.read_bytes())
    except (OSError, EOFError, pickle.PickleError):
        kept = {}
    atexit.register(keep_facts, name, kept, len(kept))
    return kept


def keep_facts(name: Path, kept: dict[str, Facts], before: int) -> None:
    if len(kept) > before and name.parent.is_dir():
        for old in name.parent.glob(f"{KEPT.name}.*"):
            old.unlink(missing_ok=True)
        name.write_bytes(pickle.dumps(kept))


def note_children(parent: ast.AST, facts: Facts, inside_function: bool) -> int:
    """Note what stands in the parts of a node; the number of branches among them comes back."""
    branches = 0
    for node in ast.iter_child_nodes(parent):
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and not isinstance(parent, ast.JoinedStr):
                facts.strings.append((node.lineno, node.value))
            continue
        inside = note_children(node, facts, inside_function or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
        note(node, facts, inside_function, inside)
        branches += inside
        if isinstance(node, BRANCHES):
            branches += 1
        elif isinstance(node, ast.BoolOp):
            branches += len(node.values) - 1
    return branches


def note(node: ast.AST, facts: Facts, inside_function: bool, branches: int) -> None:
    if isinstance(node, ast.Import | ast.ImportFrom):
        note_import(node, facts, inside_function)
    elif isinstance(node, ast.FunctionDef):
        lines = (node.end_lineno or node.lineno) - node.lineno + 1
        marks = [(kind, rule) for decorator in node.decorator_list for _, kind, rule in marks_of(decorator)]
        facts.functions.append(Function(node.name, node.lineno, lines, branches, marks))
    elif isinstance(node, ast.arg):
        facts.parameters.append(node.arg)
    elif isinstance(node, ast.Call):
        facts.marks += [(line, rule) for line, _, rule in marks_of(node)]
        if isinstance(node.func, ast.Attribute) and node.func.attr == "emit" and node.args:
            parts = [part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)]
            facts.emitted += [part for part in parts if isinstance(part, str)]


def note_import(node: ast.Import | ast.ImportFrom, facts: Facts, inside_function: bool) -> None:
    if isinstance(node, ast.Import):
        found = [(node.lineno, alias.name) for alias in node.names]
    else:
        found = [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
        if node.level:
            facts.relative.append(node.lineno)
    facts.imports += found
    if inside_function:
        facts.late_imports += found


def marks_of(node: ast.AST) -> list[tuple[int, str, str]]:
    """(line, kind, id) of what pytest.mark.rule(…) or pytest.mark.shown(…) names, if the node is one."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in ("rule", "shown"):
        return []
    owner = node.func.value
    if not isinstance(owner, ast.Attribute) or owner.attr != "mark":
        return []
    return [
        (argument.lineno, node.func.attr, argument.value)
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def module_of(path: Path) -> str:
    parts = list(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> list[tuple[int, str]]:
    """(line, module) of every import, also those inside functions and under TYPE_CHECKING."""
    facts = facts_of(path)
    assert not facts.relative, f"{path}: a relative import"
    return facts.imports


def book_folders() -> list[Path]:
    return sorted(path.parent for path in BOOKS.glob("*/rules.toml"))


def committed() -> list[Path]:
    """Files under version control; all files where there is no repository."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        return [path for path in ROOT.rglob("*") if path.is_file() and not any(part.startswith(".") for part in path.parts)]
    return [ROOT / line for line in listed.stdout.splitlines() if (ROOT / line).is_file()]
