"""Methods under `@kept_with` keep their list until the field they read it from changes."""

from __future__ import annotations

import ast

from native.unit import Transformer, statements


class CachedLists(Transformer):
    """Interpreted, the decorator is only a note (engine/cache.py).

    Before::

        @kept_with("roster")
        def everyone(self) -> list[C]:
            return list(self.roster.values())

    After::

        _everyone: list[C] = []
        _everyone_of: _Any = None

        def everyone(self) -> list[C]:
            if self._everyone_of is not self.roster or len(self._everyone) != len(self.roster):
                self._everyone, self._everyone_of = self._everyone_anew(), self.roster
            return self._everyone

        def _everyone_anew(self) -> list[C]:
            return list(self.roster.values())
    """

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:  # noqa: N802 (a name of ast's)
        node.body = [made for member in node.body for made in kept(member)]
        return node


def kept(member: ast.stmt) -> list[ast.stmt]:
    if not isinstance(member, ast.FunctionDef) or member.returns is None:
        return [member]
    field = cached_field(member)
    if not field:
        return [member]
    name, returns = member.name, ast.unparse(member.returns)
    member.name, member.decorator_list = f"_{name}_anew", []
    lookup = statements(f"""
        _{name}: {returns} = []
        _{name}_of: _Any = None

        def {name}(self) -> {returns}:
            if self._{name}_of is not self.{field} or len(self._{name}) != len(self.{field}):
                self._{name}, self._{name}_of = self._{name}_anew(), self.{field}
            return self._{name}
        """)
    return [*lookup, member]


def cached_field(method: ast.FunctionDef) -> str:
    """The field whose list a method keeps; '' for any other method."""
    for decorator in method.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "kept_with":
            return str(ast.literal_eval(decorator.args[0]))
    return ""
