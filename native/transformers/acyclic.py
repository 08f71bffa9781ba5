"""Records are kept away from the garbage collector."""

from __future__ import annotations

import ast
import dataclasses
import sys
from collections.abc import Callable
from typing import Any, get_origin

from native.unit import Transformer, expression
from starfray.engine import codec
from starfray.engine.dice import Shape

TESTED = ((3, 11),)  # versions of CPython that trashcan.h has been tested with
OURS = ("starfray.engine.", "starfray.rulebooks.")


class Acyclic(Transformer):
    """A record never holds itself, by however many steps: the garbage collector need not know it, and reference counts free it.

    Before::

        class Reason:
            __slots__ = ("amount", "note", "rule")

    After::

        @_mypyc_attr(acyclic=True)
        class Reason:
            __slots__ = ("amount", "note", "rule")

    mypyc hands such objects to Python's trash can all the same, which cannot take them: native/trashcan.h keeps them out.
    """

    def run(self, tree: ast.Module) -> ast.Module:
        for node in tree.body if sys.version_info[:2] in TESTED else []:
            if isinstance(node, ast.ClassDef) and is_acyclic(getattr(self.unit.module, node.name)):
                node.decorator_list.insert(0, expression("_mypyc_attr(acyclic=True)"))
        return tree


def is_acyclic(cls: type[Any]) -> bool:
    """Is it a record, or a small class that lists what it holds, and not a shape (they know each other)?

    Functions hold their module, and a module holds everything: a record with functions in it stays with the garbage collector.
    """
    if cls is object:
        return True
    if not cls.__module__.startswith(OURS) or issubclass(cls, Shape):
        return False
    listed = not holds_functions(cls) if dataclasses.is_dataclass(cls) else "__slots__" in vars(cls)
    return listed and all(is_acyclic(base) for base in cls.__bases__)


def holds_functions(cls: type[Any]) -> bool:
    try:
        hints = codec.hints(cls)
    except NameError:  # types that only the type checker imports: there is no telling
        return True
    return any(get_origin(hint) is Callable or hint is Callable for hint in hints.values())
