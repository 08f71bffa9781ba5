"""Classes of the engine may be derived from in plain Python."""

from __future__ import annotations

import ast

from native.unit import Transformer, expression


class OpenClasses(Transformer):
    """Users and tests derive from the classes of the engine in plain Python; mypyc forbids that unless it is told.

    Before::

        class Policy:

    After::

        @_mypyc_attr(allow_interpreted_subclasses=True)
        class Policy:
    """

    needed = True

    def run(self, tree: ast.Module) -> ast.Module:
        for node in tree.body if self.unit.in_engine else []:
            if isinstance(node, ast.ClassDef) and not issubclass(getattr(self.unit.module, node.name), BaseException):
                node.decorator_list.insert(0, expression("_mypyc_attr(allow_interpreted_subclasses=True)"))
        return tree
