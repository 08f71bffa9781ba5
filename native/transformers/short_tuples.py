"""Membership in a short tuple of strings is compared string by string."""

from __future__ import annotations

import ast

from native.unit import CONSTANT, Transformer

SHORT = 8


class ShortTuples(Transformer):
    """mypyc compares with the members of a tuple that is written out, and searches one that stands behind a name.

    Before::

        LIMBS = ("arm", "leg")
        if part in LIMBS:

    After::

        LIMBS = ("arm", "leg")
        if part in ("arm", "leg"):
    """

    def visit_Compare(self, node: ast.Compare) -> ast.Compare:  # noqa: N802 (a name of ast's)
        self.generic_visit(node)
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            node.comparators = [self.written_out(node.comparators[0])]
        return node

    def written_out(self, node: ast.expr) -> ast.expr:
        if not isinstance(node, ast.Name) or not CONSTANT.fullmatch(node.id):
            return node
        members = getattr(self.unit.module, node.id, None)
        if (
            not isinstance(members, tuple)
            or not 0 < len(members) <= SHORT
            or any(type(member) is not str for member in members)
        ):
            return node
        return ast.Tuple([ast.Constant(member) for member in members], ast.Load())
