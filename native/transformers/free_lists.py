"""Small objects are used again once they are free."""

from __future__ import annotations

import ast

from native.transformers.acyclic import is_acyclic
from native.unit import Transformer, expression


class FreeLists(Transformer):
    """mypyc keeps the last freed object of such a class and gives it out again. Not for classes that may be derived from.

    Before::

        class Volley:

    After::

        @_mypyc_attr(free_list_len=1)
        class Volley:
    """

    def run(self, tree: ast.Module) -> ast.Module:
        for node in tree.body if not self.unit.in_engine else []:
            if isinstance(node, ast.ClassDef) and is_acyclic(getattr(self.unit.module, node.name)):
                node.decorator_list.insert(0, expression("_mypyc_attr(free_list_len=1)"))
        return tree
