"""Constants of 64 bits are put together from halves."""

from __future__ import annotations

import ast

from native.unit import Transformer, expression, target_name

WIDE = 1 << 62  # from here on mypyc keeps a constant as an object of Python


class WideIntegers(Transformer):
    """mypyc would unwrap a Python integer of more than 62 bits each time it is used; two halves are folded by the C compiler.

    Before::

        GAMMA: Final[i64] = -0x61C8864680B583EB
        bits = bits + GAMMA

    After::

        GAMMA: Final[i64] = -0x61C8864680B583EB
        bits = bits + (i64(-1640531527) * 4294967296 + 2135587861)
    """

    def run(self, tree: ast.Module) -> ast.Module:
        self.wide: dict[str, int] = {}
        for node in tree.body:
            if isinstance(node, ast.AnnAssign) and node.value is not None and "i64" in ast.unparse(node.annotation):
                number = literal(node.value)
                if abs(number) >= WIDE:
                    self.wide[target_name(node)] = number
        self.visit(tree)
        return tree

    def visit_Name(self, node: ast.Name) -> ast.expr:  # noqa: N802 (a name of ast's)
        number = self.wide.get(node.id)
        if number is None or not isinstance(node.ctx, ast.Load):
            return node
        return expression(f"i64({number >> 32}) * {1 << 32} + {number & 0xFFFFFFFF}")


def literal(node: ast.expr) -> int:
    """The integer that is written there; 0 for anything that has to be calculated."""
    try:
        return int(ast.literal_eval(node))
    except ValueError:
        return 0
