"""Module constants become `Final`."""

from __future__ import annotations

import ast

from native.unit import CONSTANT, Transformer, expression, target_name


class Constants(Transformer):
    """mypyc looks up every other name of a module in its dictionary, each time it is used.

    =============================  ==============================================
    before                         after
    =============================  ==============================================
    LIMIT = 3                      LIMIT: _Final = 3
    NEAR, FAR = range(2)           NEAR: _Final = 0; FAR: _Final = 1
    WORDS = ("a", "b")             WORDS: _Final[tuple[str, ...]] = ("a", "b")
    COSTS: dict[str, int] = {}     COSTS: _Final[dict[str, int]] = {}
    POINT = tuple[float, float]    unchanged: a type under another name
    Fire.KIND                      "fire"
    =============================  ==============================================

    A tuple of values of one type gets a type without a length: mypyc takes a tuple of known length apart whenever it is
    touched, and does not see that it has been set if there are floats in it.
    """

    def run(self, tree: ast.Module) -> ast.Module:
        tree.body = [made for node in tree.body for made in self.fixed(node)]
        self.visit(tree)
        return tree

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:  # noqa: N802 (a name of ast's)
        """The word of a kind of action, which belongs to its class."""
        self.generic_visit(node)
        if node.attr == "KIND" and isinstance(node.value, ast.Name) and isinstance(node.ctx, ast.Load):
            owner = getattr(self.unit.module, node.value.id, None)
            word = getattr(owner, "KIND", None) if isinstance(owner, type) else None
            if isinstance(word, str):
                return ast.Constant(word)
        return node

    def fixed(self, node: ast.stmt) -> list[ast.stmt]:
        if isinstance(node, ast.AnnAssign) and node.value is not None and CONSTANT.fullmatch(target_name(node)):
            annotation = ast.unparse(node.annotation)
            if "Final" not in annotation:
                node.annotation = expression(f"_Final[{annotation}]")
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            if isinstance(target, ast.Name) and CONSTANT.fullmatch(target.id) and is_value(node.value):
                return [final(target.id, node.value, row_type(getattr(self.unit.module, target.id)))]
            if isinstance(target, ast.Tuple):
                return self.fixed_together(node, target)
        return [node]

    def fixed_together(self, node: ast.Assign, target: ast.Tuple) -> list[ast.stmt]:
        """`A, B = 1, 2` as two assignments."""
        names = [name.id for name in target.elts if isinstance(name, ast.Name) and CONSTANT.fullmatch(name.id)]
        values = listed_values(node.value)
        if len(names) != len(target.elts) or len(names) != len(values):
            return [node]
        return [final(name, value) for name, value in zip(names, values, strict=True)]


def final(name: str, value: ast.expr, kind: str = "") -> ast.stmt:
    return ast.AnnAssign(ast.Name(name, ast.Store()), expression(f"_Final{kind}"), value, simple=1)


def row_type(value: object) -> str:
    kinds = {type(member) for member in value} if isinstance(value, tuple) else set()
    if len(kinds) == 1 and kinds <= {str, int, float}:
        return f"[tuple[{kinds.pop().__name__}, ...]]"
    return "[tuple[_Any, ...]]" if has_floats(value) else ""


def has_floats(value: object) -> bool:
    return isinstance(value, tuple) and any(isinstance(member, float) or has_floats(member) for member in value)


def is_value(node: ast.expr) -> bool:
    """Not a type under another name."""
    if isinstance(node, (ast.Subscript, ast.Name)):
        return False
    return not (isinstance(node, ast.Call) and ast.unparse(node.func) in ("TypeVar", "NewType"))


def listed_values(node: ast.expr) -> list[ast.expr]:
    """The members of `1, 2` and of `range(2)`."""
    if isinstance(node, ast.Tuple):
        return node.elts
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "range":
        return [ast.Constant(number) for number in range(*(ast.literal_eval(bound) for bound in node.args))]
    return []
