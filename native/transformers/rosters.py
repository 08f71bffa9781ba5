"""Rules walk through a roster by the list that its position keeps."""

from __future__ import annotations

import ast

from native.unit import Transformer, dotted_name, expression


class Rosters(Transformer):
    """A compiled position keeps the list of its combatants (CachedLists), so no view of the dict is needed.

    Before::

        for actor in state.roster.values():

    After::

        for actor in state.everyone():

    So with `enumerate(state.roster.values())`.
    """

    def visit_For(self, node: ast.For) -> ast.For:  # noqa: N802 (a name of ast's)
        self.generic_visit(node)
        node.iter = self.kept(node.iter)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self.generic_visit(node)
        node.iter = self.kept(node.iter)
        return node

    def kept(self, iterated: ast.expr) -> ast.expr:
        if not self.unit.in_rulebooks or not isinstance(iterated, ast.Call):
            return iterated
        if isinstance(iterated.func, ast.Name) and iterated.func.id == "enumerate" and len(iterated.args) == 1:
            iterated.args[0] = self.kept(iterated.args[0])
            return iterated
        if iterated.args:
            return iterated
        owner, _, method = dotted_name(iterated.func).rpartition(".")
        if method != "values" or not owner.endswith(".roster"):
            return iterated
        return expression(owner.removesuffix("roster") + "everyone()")
