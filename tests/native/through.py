"""Helps the tests of the transformers: a piece of source through one of them."""

from __future__ import annotations

import ast
from types import ModuleType

from native.unit import Transformer, Unit


def through(transformer: type[Transformer], text: str, name: str = "starfray.rulebooks.example", module: object = None) -> str:
    """The text that comes out, without the names it starts from being imported."""
    unit = Unit(name, module if isinstance(module, ModuleType) else made_of(name, module))
    return ast.unparse(ast.fix_missing_locations(transformer(unit).run(ast.parse(text))))


def made_of(name: str, values: object) -> ModuleType:
    module = ModuleType(name)
    vars(module).update(values if isinstance(values, dict) else {})
    return module


def plain(text: str) -> str:
    """A text as the transformers write it: quotes and blank lines are not what a test is about."""
    return ast.unparse(ast.parse(text))
