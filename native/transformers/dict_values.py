"""Loops over the values of a dict run over a list."""

from __future__ import annotations

import ast

from native.unit import Transformer


class DictValues(Transformer):
    """mypyc walks through a list much faster than through the view of a dict.

    Before::

        for piece in armour.values():

    After::

        for piece in list(armour.values()):
    """

    def visit_For(self, node: ast.For) -> ast.For:  # noqa: N802 (a name of ast's)
        self.generic_visit(node)
        node.iter = listed(node.iter)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self.generic_visit(node)
        node.iter = listed(node.iter)
        return node


def listed(iterated: ast.expr) -> ast.expr:
    return ast.Call(ast.Name("list", ast.Load()), [iterated], []) if is_values(iterated) else iterated


def is_values(node: ast.expr) -> bool:
    """Is it `….values()`?"""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "values" and not node.args
