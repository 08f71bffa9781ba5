"""Strict pairs are checked before the loop, not in it."""

from __future__ import annotations

import ast

from native.unit import Transformer


class StrictZip(Transformer):
    """mypyc makes a plain loop of `zip(a, b)`, but goes through Python's iterator if there is a `strict` with it.

    Before::

        for slot, share in zip(slots, shares, strict=True):

    After::

        for slot, share in zip(slots, _same_length(slots, shares)):

    `same_length` (engine/compiled.py) raises the ValueError that the iterator would raise. The first of them is named twice:
    where that is more than a name, an attribute or an index, the iterator stays.
    """

    def visit_Call(self, node: ast.Call) -> ast.Call:  # noqa: N802 (a name of ast's)
        self.generic_visit(node)
        if ast.unparse(node.func) == "zip" and is_strict(node) and len(node.args) > 1 and is_named(node.args[0]):
            first, *others = node.args
            checked = [ast.Call(ast.Name("_same_length", ast.Load()), [first, other], []) for other in others]
            return ast.Call(node.func, [first, *checked], [])
        return node


def is_strict(node: ast.Call) -> bool:
    return [ast.unparse(word) for word in node.keywords] == ["strict=True"]


def is_named(node: ast.expr) -> bool:
    """Can it be read twice at no cost and with no effect?"""
    if isinstance(node, ast.Subscript):
        return is_named(node.value) and isinstance(node.slice, (ast.Name, ast.Constant))
    return isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and is_named(node.value))
