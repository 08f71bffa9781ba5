"""Small faults to put into a rulebook's code where it carries a rule id, to see whether the tests of that rule notice.

A fault changes one node of the syntax tree: a number by one, a comparison turned, a branch taken always or never, a truth
value negated, `and` for `or`, `min` for `max`. It belongs to the rules its statement names (as a text or in a comment); to the
rules a condition decides about; to those of the statement around it; or to those in the docstring of its function.

Left out by rule, because no test of a rule should notice: texts (f-strings, notes, prompts, labels, hints), annotations,
assertions, arguments of decorators, what a table works out only to explain itself (`if table.explains`), a check that only
saves a tally a term of 0, and whole files that hold no rules: policies, cards and what the
pages show (vitals, stage, pictures).
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from starfray.testing.rule_places import Function, Module, first_line, ids_in

#: keyword arguments that are words for people
TEXTS = ("note", "prompt", "label", "hint", "hints", "summary", "expected", "group", "unit")
#: files that hold no rules
NO_RULES = ("policy", "cards", "vitals", "stage", "pictures")
#: conditions that only ask whether anybody wants explanations
EXPLAINING = ("explains", "listens", "TYPE_CHECKING")

TURNED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OTHER_END = {"min": "max", "max": "min"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: the file, the node by its number in the walk over the tree, which of the changes of that node."""

    path: Path
    node: int
    change: int
    line: int
    what: str
    rules: tuple[str, ...]
    function: tuple[str, int]  # qualified name and line of the outermost function; ("", 0) outside of functions

    def outside(self) -> Mutant:
        """The same fault, to be treated as one outside of functions."""
        return dataclasses.replace(self, function=("", 0))

    def place(self, root: Path) -> str:
        return f"{self.path.relative_to(root)}:{self.line}"


def mutants_of(folder: Path, known: frozenset[str]) -> list[Mutant]:
    """All faults of a book."""
    found: list[Mutant] = []
    for path in sorted(folder.rglob("*.py")):
        if not path.stem.startswith(NO_RULES):
            found += Finder(path, known).mutants()
    return found


def mutated(mutant: Mutant, source: str) -> ast.Module:
    """The tree of the file with the fault in it."""
    tree = ast.parse(source)
    nodes = list(ast.walk(tree))
    node = nodes[mutant.node]
    new = changes(node)[mutant.change]
    if new is not node:
        replace(tree, node, new)
    ast.fix_missing_locations(tree)
    return tree


def replace(tree: ast.Module, old: ast.AST, new: ast.AST) -> None:
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
                return
            if isinstance(value, list) and any(each is old for each in value):
                setattr(parent, name, [new if each is old else each for each in value])
                return
    raise AssertionError("the node is not in the tree")


def changes(node: ast.AST) -> list[ast.AST]:
    """What may stand in a node's place."""
    found: list[ast.AST] = []
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        assert isinstance(node.value, int | float)
        found = [ast.Constant(node.value + 1), ast.Constant(node.value - 1)]
    elif isinstance(node, ast.Compare):
        for index, op in enumerate(node.ops):
            for turned in TURNED[type(op)]:
                found.append(ast.Compare(node.left, [*node.ops[:index], turned(), *node.ops[index + 1 :]], node.comparators))
    elif isinstance(node, ast.BoolOp):
        found = [ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)]
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        found = [node.operand]
    elif isinstance(node, ast.If):
        taken = (False,) if only_saves_a_zero(node) else (False, True)
        found = [ast.If(ast.Constant(value), node.body, node.orelse) for value in taken]
    elif isinstance(node, ast.IfExp):
        found = [node.body, node.orelse]
    elif isinstance(node, ast.Return):
        found = turned_answer(node)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OTHER_END:
        found = [ast.Call(ast.Name(OTHER_END[node.func.id], ast.Load()), node.args, node.keywords)]
    return [ast.copy_location(new, node) for new in found]


def turned_answer(node: ast.Return) -> list[ast.AST]:
    """Yes for no."""
    if isinstance(node.value, ast.Constant) and isinstance(node.value.value, bool):
        return [ast.Return(ast.Constant(not node.value.value))]
    if isinstance(node.value, ast.BoolOp):
        return [ast.Return(ast.UnaryOp(ast.Not(), node.value))]
    return []


def only_saves_a_zero(node: ast.If) -> bool:
    """`if bonus: tally.add(bonus, …)`: a term of 0 leaves no trace anyway, so that taking it always changes nothing."""
    amount = tallied(node)
    return amount is not None and ast.dump(amount) == ast.dump(node.test)


def tallied(node: ast.AST) -> ast.expr | None:
    """The amount of the tally term that is all a condition is about, without its sign."""
    if not isinstance(node, ast.If) or len(node.body) != 1 or node.orelse or not isinstance(node.body[0], ast.Expr):
        return None
    call = node.body[0].value
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in ("add", "add_part")):
        return None
    amount = call.args[0] if call.args else call
    return amount.operand if isinstance(amount, ast.UnaryOp) else amount


def lets_in_a_zero(stmt: ast.stmt, new: ast.AST) -> bool:
    """`if bonus > 0: tally.add(bonus, …)` turned to `bonus >= 0` or `bonus > -1` only adds a term of 0."""
    amount = tallied(stmt)
    if amount is None or not isinstance(stmt, ast.If) or not isinstance(stmt.test, ast.Compare):
        return False
    if ast.dump(stmt.test.left) != ast.dump(amount) or ast.unparse(stmt.test).rpartition(" > ")[2] != "0":
        return False
    return ast.unparse(ast.fix_missing_locations(new)) in (f"{ast.unparse(amount)} >= 0", "-1")


def told(node: ast.AST, new: ast.AST) -> str:
    """A change in a few words."""
    if isinstance(node, ast.If):
        assert isinstance(new, ast.If)
        return f"`if {short(node.test)}` → `if {ast.unparse(new.test)}`"
    return f"`{short(node)}` → `{short(new)}`"


def short(node: ast.AST, most: int = 90) -> str:
    text = ast.unparse(ast.fix_missing_locations(node)).replace("\n", " ")
    return text if len(text) <= most else text[: most - 1] + "…"


class Finder:
    """The faults of one file."""

    def __init__(self, path: Path, known: frozenset[str]) -> None:
        self.module = Module(path)
        self.known = known
        self.comments: dict[ast.stmt, list[str]] = {}
        for line, comment, alone in self.module.comments():
            rules = ids_in(comment, known)
            beside = self.module.beside(line, alone) if rules else None
            if beside is not None:
                self.comments.setdefault(beside, []).extend(rules)

    def mutants(self) -> list[Mutant]:
        found: list[Mutant] = []
        for number, node in enumerate(self.module.nodes):
            new = changes(node)
            if not new or self.left_out(node):
                continue
            stmt = self.module.statement_of(node)
            rules = self.rules_of(stmt)
            if rules:
                line = getattr(node, "lineno", stmt.lineno)
                place = self.outermost(node)
                found += [
                    Mutant(self.module.path, number, index, line, told(node, change), rules, place)
                    for index, change in enumerate(new)
                    if not lets_in_a_zero(stmt, change)
                ]
        return found

    def left_out(self, node: ast.AST) -> bool:
        """See the docstring of this file."""
        if isinstance(node, ast.If) and any(word in ast.unparse(node.test) for word in EXPLAINING):
            return True
        while not isinstance(node, ast.stmt):
            up = self.module.parents[node]
            if node in (getattr(up, "annotation", None), getattr(up, "returns", None)) or isinstance(up, ast.JoinedStr):
                return True
            if isinstance(up, ast.keyword) and up.arg in TEXTS:
                return True
            if node in getattr(up, "decorator_list", ()):
                return True
            if isinstance(up, ast.If) and any(word in ast.unparse(up.test) for word in EXPLAINING):
                return True
            node = up
        return isinstance(node, ast.Assert)

    def rules_of(self, stmt: ast.stmt) -> tuple[str, ...]:
        own = self.own_rules(stmt)
        if not own and isinstance(stmt, ast.If | ast.For | ast.While | ast.With):
            own = [rule for inner in stmt.body for rule in self.own_rules(inner)]
        up: ast.AST = stmt
        while not own and not isinstance(up, ast.Module):
            if isinstance(up, ast.FunctionDef | ast.ClassDef):
                own = ids_in(ast.get_docstring(up, clean=False) or "", self.known)
            up = self.module.owner_of(up)
            if isinstance(up, ast.stmt) and not own:
                own = self.own_rules(up)
        return tuple(dict.fromkeys(own))

    def own_rules(self, stmt: ast.stmt) -> list[str]:
        """The rules in a statement's own comments and texts, not in those of the statements inside it."""
        found = list(self.comments.get(stmt, ()))
        if isinstance(stmt, Function | ast.ClassDef):
            return found
        for node in own_nodes(stmt):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in self.known:
                found.append(node.value)
        return found

    def outermost(self, node: ast.AST) -> tuple[str, int]:
        """The outermost function around a node, if the node is run by it: not its defaults, not its decorators."""
        found: Function | None = None
        inner, up = node, self.module.parents.get(node)
        while up is not None:
            if isinstance(up, Function) and inner in up.body:
                found = up
            inner, up = up, self.module.parents.get(up)
        if found is None:
            return "", 0
        owner = self.module.parents[found]
        name = f"{owner.name}.{found.name}" if isinstance(owner, ast.ClassDef) else found.name
        return name, first_line(found)


def own_nodes(stmt: ast.stmt) -> Iterator[ast.AST]:
    """The nodes of a statement without the statements inside it, and without hints, which are advice and not rules."""
    waiting: list[ast.AST] = [stmt]
    while waiting:
        node = waiting.pop()
        yield node
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.stmt) and not (isinstance(child, ast.keyword) and child.arg == "hints"):
                waiting.append(child)
