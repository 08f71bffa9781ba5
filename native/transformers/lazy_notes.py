"""Notes are put together only where somebody keeps them."""

from __future__ import annotations

import ast

from native.unit import Transformer, dotted_name, expression


class LazyNotes(Transformer):
    """A tally that keeps no reasons throws the note away: it need not be formatted first.

    Before::

        tally.add(2, "gurps.aim", f"aimed for {seconds} s")

    After::

        tally.add(2, "gurps.aim", f"aimed for {seconds} s" if tally.explains else "")

    Notes without formatting are constants and cost nothing: they are left as they are.
    """

    def visit_Call(self, node: ast.Call) -> ast.Call:  # noqa: N802 (a name of ast's)
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("add", "add_part") and len(node.args) == 3:
            tally = dotted_name(node.func.value)
            if tally and is_formatted(node.args[2]):
                node.args[2] = ast.IfExp(expression(f"{tally}.explains"), node.args[2], ast.Constant(""))
        return node


def is_formatted(node: ast.expr) -> bool:
    """Is text put together in it, by an f-string or by `counted` (engine/plurals.py)?"""
    return any(
        isinstance(part, ast.JoinedStr) or (isinstance(part, ast.Call) and ast.unparse(part.func) == "counted")
        for part in ast.walk(node)
    )
