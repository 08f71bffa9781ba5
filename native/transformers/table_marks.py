"""Marks for the exact table are skipped on tables that ignore them."""

from __future__ import annotations

import ast

from native.unit import Transformer, dotted_name, expression

MARKS = ("merge", "finished", "enter", "leave")


class TableMarks(Transformer):
    """What a rule says to `merge`, `finished`, `enter` and `leave` is often a tuple of many figures; a simulation needs none.

    Before::

        table.merge("coriolis.attack", (actor.id, target.id, hits))

    After::

        if table.listens:
            table.merge("coriolis.attack", (actor.id, target.id, hits))

    `Table.listens` is part of the contract: these four have an effect only where it is set. Events (`emit`) reach every table.
    """

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:  # noqa: N802 (a name of ast's)
        self.generic_visit(node)
        if isinstance(node.value, ast.Call) and dotted_name(node.value.func) in [f"table.{mark}" for mark in MARKS]:
            return ast.If(expression("table.listens"), [node], [])
        return node
