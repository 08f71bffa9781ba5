"""What a book's code says it may ask: the rule ids of its questions, read from the syntax tree."""

from __future__ import annotations

import ast
from pathlib import Path

from starfray.testing.source_rules import python_files

QUESTIONS = ("choose", "confirm", "choose_all", "allocate", "number", "text")


def questions_in(*places: Path) -> list[str]:
    """The ids with which rule code asks people: the first argument of table.choose and its like, where it is a plain text."""
    found: list[str] = []
    for path in python_files(*places):
        if "procedures" in path.parts or path.name == "procedures.py":  # asked outside fights
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            rule = question_of(node)
            if rule and rule not in found:
                found.append(rule)
    return sorted(found)


def question_kinds(*places: Path) -> dict[str, list[str]]:
    """How each rule asks: the rule ids by the method of the table they ask with. Ids put together at run time are not seen."""
    found: dict[str, list[str]] = {kind: [] for kind in QUESTIONS}
    for path in python_files(*places):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            rule = question_of(node)
            if rule and isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                found[node.func.attr].append(rule)
    return {kind: sorted(set(rules)) for kind, rules in found.items() if rules}


def question_of(node: ast.AST) -> str:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in QUESTIONS):
        return ""
    if not (isinstance(node.func.value, ast.Name) and node.func.value.id == "table") or not node.args:
        return ""
    first = node.args[0]
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""
