"""What a transformer knows of the module it works on, and small tools that several of them share."""

from __future__ import annotations

import ast
import re
import textwrap
from dataclasses import dataclass
from types import ModuleType

CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]+")  # how the source writes the names of constants

#: names that generated code may use, and the import that brings each of them; only those that occur are imported
PRELUDE = {
    "_Any": "from typing import Any as _Any",
    "_ClassVar": "from typing import ClassVar as _ClassVar",
    "_Final": "from typing import Final as _Final",
    "_codec": "from starfray.engine import codec as _codec",
    "_same_length": "from starfray.engine.compiled import same_length as _same_length",
    "_mypyc_attr": "from mypy_extensions import mypyc_attr as _mypyc_attr",
}


@dataclass(frozen=True)
class Unit:
    """One module on its way through the pipeline: its dotted name, and the module itself, imported from the source."""

    name: str
    module: ModuleType

    @property
    def in_package(self) -> bool:
        return self.name.startswith("starfray.")

    @property
    def in_engine(self) -> bool:
        return self.name.startswith("starfray.engine")

    @property
    def in_rulebooks(self) -> bool:
        return self.name.startswith("starfray.rulebooks.")


class Transformer(ast.NodeTransformer):
    """One step of the pipeline. `needed`: mypyc cannot compile the source without it, so it is not measured alone."""

    needed = False

    def __init__(self, unit: Unit) -> None:
        self.unit = unit

    def run(self, tree: ast.Module) -> ast.Module:
        self.visit(tree)
        return tree


def statements(text: str) -> list[ast.stmt]:
    """The statements that a piece of source says."""
    return ast.parse(textwrap.dedent(text)).body


def expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def dotted_name(node: ast.expr) -> str:
    """`self.table` as it is written; '' for anything but names and attributes, which alone are free of side effects."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = dotted_name(node.value)
        return f"{owner}.{node.attr}" if owner else ""
    return ""


def target_name(node: ast.AnnAssign) -> str:
    """The name an annotated assignment sets; '' if it sets something else."""
    return node.target.id if isinstance(node.target, ast.Name) else ""


def after_imports(body: list[ast.stmt]) -> int:
    """The place in a module behind its docstring and its `__future__` import, where other imports may stand."""
    place = 0
    for index, node in enumerate(body[:2]):
        is_docstring = index == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_docstring or (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
            place = index + 1
    return place
