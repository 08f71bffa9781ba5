"""A star among the members of a comparison is taken out of it."""

from __future__ import annotations

import ast

from native.unit import Transformer


class StarredMembers(Transformer):
    """mypyc compares with the members one by one and stops with an internal error if a star is among them.

    Before::

        if word in ("", *NAMES):

    After::

        if word in tuple(("", *NAMES)):
    """

    needed = True

    def visit_Compare(self, node: ast.Compare) -> ast.Compare:  # noqa: N802 (a name of ast's)
        self.generic_visit(node)
        members = node.comparators[0]
        if isinstance(node.ops[0], (ast.In, ast.NotIn)) and has_star(members):
            node.comparators[0] = ast.Call(ast.Name("tuple", ast.Load()), [members], [])
        return node


def has_star(node: ast.expr) -> bool:
    return isinstance(node, (ast.Tuple, ast.List)) and any(isinstance(member, ast.Starred) for member in node.elts)
