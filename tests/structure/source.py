"""The sources these tests read."""

from __future__ import annotations

import ast
import subprocess
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "starfray"
BOOKS = PACKAGE / "rulebooks"


def python_of(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.py") if "__pycache__" not in path.parts)


@lru_cache(maxsize=1024)
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def module_of(path: Path) -> str:
    parts = list(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> list[tuple[int, str]]:
    """(line, module) of every import, also those inside functions and under TYPE_CHECKING."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            found += [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
    return found


def book_folders() -> list[Path]:
    return sorted(path.parent for path in BOOKS.glob("*/rules.toml"))


def committed() -> list[Path]:
    """Files under version control; all files where there is no repository."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        return [path for path in ROOT.rglob("*") if path.is_file() and not any(part.startswith(".") for part in path.parts)]
    return [ROOT / line for line in listed.stdout.splitlines() if (ROOT / line).is_file()]
