"""Write the source out for mypyc: the same modules, their dataclasses spelled out.

mypyc compiles the methods it can read. Those `@dataclass` makes up at run time stay interpreted, generic and slotted ones
cannot be loaded at all, and the annotations a compiled class keeps have lost what stands in their brackets. So a copy of the
source is made in which every dataclass is a plain class that says its `__init__`, `__eq__` and `__hash__` itself, followed
by what the codec otherwise builds from the field types: copies and pictures of a record (engine/codec.py). Names in capitals
become constants, words for reasons are put together only where reasons are kept, and what mypyc cannot do well is written
another way (a star among the members of a comparison, strict pairs, loops over the values of a dict). Rules are left as they
are, and nothing is read but the source itself.
"""

from __future__ import annotations

import ast
import dataclasses
import importlib
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from starfray.engine import codec
from starfray.engine.dice import Shape
from starfray.interpreted import sources

CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]+")
SHORT = 8
PLAIN = ("starfray.engine.", "starfray.rulebooks.")


def expand(source: Path, target: Path) -> list[Path]:
    """Copy the package into `target`, records spelled out; the files to be compiled."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target / source.name, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    compiled = []
    for path in sources(source):
        written = target / source.name / path.relative_to(source)
        written.write_text(expanded(path, module_name(path, source)), encoding="utf-8")
        compiled.append(written)
    return compiled


def module_name(path: Path, source: Path) -> str:
    parts = path.relative_to(source.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def expanded(path: Path, name: str) -> str:
    text = path.read_text(encoding="utf-8")
    if name.startswith("starfray."):  # the bench empties the caches of its own rules
        text = remembered(text)
    text = wide_numbers(heard_alone(entries_listed(words_if_kept(pairs_plain(text)), name)))
    module = importlib.import_module(name)
    text = rows_spelled_out(text, module)
    tree = ast.parse(text)
    text = members_spelled_out(text, tree)
    lines = constants_fixed(text, tree, module).split("\n")
    open_to_all = name.startswith("starfray.engine")  # users and tests derive from these in plain Python
    records = []
    for node in reversed([each for each in tree.body if isinstance(each, ast.ClassDef)]):
        cls = getattr(module, node.name)
        first = (node.decorator_list[0] if node.decorator_list else node).lineno - 1
        decorated = dataclass_line(node)
        if decorated is not None:
            record = Record(cls, node, text)
            lines[node.end_lineno : node.end_lineno] = record.methods()
            for method in reversed(record.kept):
                lines[method.decorator_list[0].lineno - 1 : method.lineno] = record.asked(method)
            for each in reversed(record.own):
                lines[each.lineno - 1 : each.end_lineno] = record.declared(each)
            del lines[decorated]
            records.append(record)
        told = {
            "allow_interpreted_subclasses=True": open_to_all and not issubclass(cls, BaseException),
            "acyclic=True": is_plain(cls),
            "free_list_len=1": is_plain(cls) and not open_to_all,
        }
        words = ", ".join(word for word, holds in told.items() if holds)
        if words:
            lines.insert(first, f"@_mypyc_attr({words})")
    head = last_import(tree)
    lines.insert(head, "from typing import Any as _Any, Final as _Final")
    lines.insert(head, "from mypy_extensions import mypyc_attr as _mypyc_attr")
    if records:
        lines.insert(head, "from starfray.engine import codec as _codec")
        lines.insert(head, "from typing import ClassVar as _ClassVar")
        for record in reversed(records):
            lines += record.after()
    return "\n".join(lines) + "\n"


def is_plain(cls: type[Any]) -> bool:
    """Is it a value that never leads back to itself? Then nobody has to look for circles among its like (engine/collecting.py).
    Records are, and small classes that list what they hold; neither the map of a simulation nor shapes, which know each other.
    """
    if cls is object:
        return True
    plain = dataclasses.is_dataclass(cls) or "__slots__" in vars(cls)
    return plain and cls.__module__.startswith(PLAIN) and not issubclass(cls, Shape) and all(map(is_plain, cls.__bases__))


def pairs_plain(text: str) -> str:
    """`zip(a, b, strict=True)` as `zip(a, b)`: that alone mypyc makes a loop of. What must be equally long is, or a test of the
    source would have failed.
    """
    return re.sub(r", strict=(?:True|False)\)", ")", text)


def words_if_kept(text: str) -> str:
    """`tally.add(2, "rule", f"…")` as `(f"…" if tally.keeps else "")`, `table.emit(…, note=f"…")` likewise: words that nobody
    keeps need not be put together.
    """
    found: list[tuple[ast.expr, str]] = []
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if not isinstance(node.func.value, (ast.Name, ast.Attribute)):
            continue
        whose = ast.unparse(node.func.value)
        if node.func.attr in ("add", "add_part") and len(node.args) == 3:
            found.append((node.args[2], whose))
        elif node.func.attr == "emit" and whose == "table":
            notes = [*node.args[4:5], *(each.value for each in node.keywords if each.arg == "note")]
            found += [(words, whose) for words in notes]
    said = [
        (words, "((", f') if {whose}.keeps else "")')
        for words, whose in found
        if any(isinstance(part, ast.JoinedStr) for part in ast.walk(words))
    ]
    return put_around(text, said)


def remembered(text: str) -> str:
    """A function under `@lru_cache` as one that looks into a dict of its own: the way through functools and back costs more
    than most of what is remembered so. Where somebody asks for the cache itself, it is left.
    """
    lines = text.split("\n")
    for node in reversed(ast.parse(text).body if "cache_clear" not in text else []):
        if not isinstance(node, ast.FunctionDef) or len(node.decorator_list) != 1:
            continue
        if node.args.vararg or node.args.kwarg or node.args.kwonlyargs or node.args.defaults:
            continue
        most = re.fullmatch(r"lru_cache\(maxsize=(\d+)\)", ast.unparse(node.decorator_list[0]))
        if most is None:
            continue
        name, gives = node.name, ast.unparse(node.returns or node)
        given = [each.arg for each in node.args.args]
        key = given[0] if len(given) == 1 else f"({', '.join(given)})"
        lines[node.decorator_list[0].lineno - 1 : node.lineno] = [
            f"_REMEMBERED_{name.upper()}: dict[_Any, _Any] = {{}}",
            "",
            "",
            f"def {name}({ast.unparse(node.args)}) -> {gives}:",
            f"    _found: _Any = _REMEMBERED_{name.upper()}.get({key}, _REMEMBERED_{name.upper()})",
            f"    if _found is _REMEMBERED_{name.upper()}:",
            f"        if len(_REMEMBERED_{name.upper()}) >= {most[1]}:",
            f"            _REMEMBERED_{name.upper()}.clear()",
            f"        _found = _REMEMBERED_{name.upper()}[{key}] = _worked_out_{name}({', '.join(given)})",
            f"    _answer: {gives} = _found",
            "    return _answer",
            "",
            "",
            f"def _worked_out_{name}({ast.unparse(node.args)}) -> {gives}:",
        ]
    return "\n".join(lines)


def wide_numbers(text: str) -> str:
    """A constant of 64 bits as two halves put together, which C does once and for all: mypyc would unwrap a Python number of
    more than 62 bits each time it is used.
    """
    tree = ast.parse(text)
    wide: dict[str, int] = {}
    for each in tree.body:
        if isinstance(each, ast.AnnAssign) and each.value is not None and "i64" in ast.unparse(each.annotation):
            wide[named(each)] = number_of(each.value)
    found: list[tuple[ast.expr, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and abs(wide.get(node.id, 0)) >= 1 << 62:
            number = wide[node.id]
            found.append((node, f"(i64({number >> 32}) * {1 << 32} + {number & 0xFFFFFFFF})"))
    return put_for(text, found)


def number_of(node: ast.expr) -> int:
    """The number that stands there; 0 for anything that has to be worked out."""
    try:
        return int(ast.literal_eval(node))
    except ValueError:
        return 0


MARKS = ("same", "done", "remember", "forget")


def heard_alone(text: str) -> str:
    """`table.same(…)` as `if table.heeds: table.same(…)`, and words that concern nobody else likewise: what is said to deaf
    ears need not be worked out.
    """
    found: list[tuple[ast.stmt, str, str]] = []
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
            continue
        said = node.value
        name = ast.unparse(said.func)
        of_nobody = name == "table.emit" and len(said.args) < 3 and all(each.arg != "whom" for each in said.keywords)
        if of_nobody or name in [f"table.{mark}" for mark in MARKS]:
            found.append((node, "if table.heeds: ", ""))
    return put_around(text, found)


def entries_listed(text: str, module: str) -> str:
    """`for one in armour.values()` as `for one in list(armour.values())`: a loop over a list takes a tenth of the time. Rules
    go through a roster by the list its position keeps.
    """
    found: list[tuple[ast.expr, str]] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.For, ast.comprehension)):
            entries = ast.unparse(node.iter)
            if entries.endswith(".roster.values()") and module.startswith("starfray.rulebooks."):
                found.append((node.iter, entries.removesuffix("roster.values()") + "everyone()"))
            elif entries.endswith(".values()"):
                found.append((node.iter, f"list({entries})"))
    return put_for(text, found)


def rows_spelled_out(text: str, module: Any) -> str:
    """`word in NAMES`, where that is a short row of words, as `word in ("this", "that")`: compared one by one, not searched."""
    names = [
        node.comparators[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn))
    ]
    found: list[tuple[ast.expr, str]] = []
    for name in names:
        row = getattr(module, name.id, None) if isinstance(name, ast.Name) and CONSTANT.fullmatch(name.id) else None
        if isinstance(row, tuple) and 0 < len(row) <= SHORT and all(type(each) is str for each in row):
            found.append((name, repr(row)))
    return put_for(text, found)


def put_for(text: str, found: list[tuple[ast.expr, str]]) -> str:
    """The text with other words for some of its expressions, none of them inside another."""
    lines = [line.encode() for line in text.split("\n")]  # places in a line count bytes
    for each, words in sorted(found, key=lambda pair: (pair[0].lineno, pair[0].col_offset), reverse=True):
        assert each.end_lineno == each.lineno, f"over several lines: {ast.unparse(each)}"
        line = lines[each.lineno - 1]
        lines[each.lineno - 1] = line[: each.col_offset] + words.encode() + line[each.end_col_offset :]
    return b"\n".join(lines).decode()


def put_around(text: str, found: Sequence[tuple[ast.expr | ast.stmt, str, str]]) -> str:
    """The text with something written before and after some of its parts."""
    marks = [(each.end_lineno or 0, each.end_col_offset or 0, after) for each, _, after in found]
    marks += [(each.lineno, each.col_offset, before) for each, before, _ in found]
    lines = [line.encode() for line in text.split("\n")]  # places in a line count bytes
    for line, place, words in sorted(marks, reverse=True):
        lines[line - 1] = lines[line - 1][:place] + words.encode() + lines[line - 1][place:]
    return b"\n".join(lines).decode()


def members_spelled_out(text: str, tree: ast.Module) -> str:
    """`x in (*these, that)`: mypyc compares with the members one by one and cannot do so with a star among them."""
    found: list[tuple[ast.expr, str, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            listed = node.comparators[0]
            if isinstance(listed, (ast.Tuple, ast.List)) and any(isinstance(each, ast.Starred) for each in listed.elts):
                found.append((listed, "tuple(", ")"))
    return put_around(text, found)


def constants_fixed(text: str, tree: ast.Module, module: Any) -> str:
    """`LIMIT = 3` as `LIMIT: Final = 3`: mypyc looks every other name of a module up in its dictionary each time it is used."""
    lines = text.split("\n")
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if CONSTANT.fullmatch(name) and is_value(node.value):
                rest = lines[node.lineno - 1][len(name) :]
                lines[node.lineno - 1] = f"{name}: _Final{row_of(getattr(module, name))}{rest}"
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple) and node.end_lineno == node.lineno:
            names = [each.id for each in node.targets[0].elts if isinstance(each, ast.Name)]
            values = listed_values(node.value)
            if len(names) == len(values) and all(CONSTANT.fullmatch(each) for each in names):
                told = "; ".join(f"{name}: _Final = {value}" for name, value in zip(names, values, strict=True))
                lines[node.lineno - 1] = told
        elif isinstance(node, ast.AnnAssign) and CONSTANT.fullmatch(named(node)) and node.value is not None:
            kind = ast.unparse(node.annotation)
            if "Final" not in kind:
                first = lines[node.lineno - 1].encode()
                assert node.annotation.end_lineno == node.lineno
                rest = first[node.annotation.end_col_offset :].decode()
                lines[node.lineno - 1] = f"{named(node)}: _Final[{kind}]{rest}"
    return "\n".join(lines)


def row_of(value: object) -> str:
    """A tuple of words is a row of words, however many: mypyc takes one of known length apart whenever it is touched, and
    does not see that it has been set if fractions are in it.
    """
    kinds = {type(each) for each in value} if isinstance(value, tuple) else set()
    if len(kinds) == 1 and kinds <= {str, int, float}:
        return f"[tuple[{kinds.pop().__name__}, ...]]"
    return "[tuple[_Any, ...]]" if has_fractions(value) else ""


def has_fractions(value: object) -> bool:
    return isinstance(value, tuple) and any(isinstance(each, float) or has_fractions(each) for each in value)


def is_value(node: ast.expr) -> bool:
    """No type under another name."""
    return not isinstance(node, (ast.Subscript, ast.Name)) and not (
        isinstance(node, ast.Call) and ast.unparse(node.func) in ("TypeVar", "NewType")
    )


def listed_values(node: ast.expr) -> list[str]:
    """`1, 2` and `range(2)` as what they say, one by one."""
    if isinstance(node, ast.Tuple):
        return [ast.unparse(each) for each in node.elts]
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "range":
        return [str(number) for number in range(*(ast.literal_eval(each) for each in node.args))]
    return []


def dataclass_line(node: ast.ClassDef) -> int | None:
    for each in node.decorator_list:
        named = each.func if isinstance(each, ast.Call) else each
        if isinstance(named, ast.Name) and named.id == "dataclass":
            return each.lineno - 1
    return None


def last_import(tree: ast.Module) -> int:
    """The line after the imports of the module."""
    ends = [node.end_lineno or 0 for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    return max(ends, default=0)


class Record:
    """One dataclass, and the code that spells it out."""

    def __init__(self, cls: type[Any], node: ast.ClassDef, text: str) -> None:
        self.cls, self.node, self.text = cls, node, text
        self.frozen = codec.is_frozen(cls)
        self.fields = dataclasses.fields(cls)
        names = {f.name for f in self.fields}
        self.own = [each for each in node.body if isinstance(each, ast.AnnAssign) and named(each) in names]
        self.kept = [each for each in node.body if isinstance(each, ast.FunctionDef) and kept_field(each)]
        self.base = next((base for base in cls.__mro__[1:] if dataclasses.is_dataclass(base)), None)

    def declared(self, line: ast.AnnAssign) -> list[str]:
        return [f"    {named(line)}: {ast.unparse(line.annotation)}"]

    def methods(self) -> list[str]:
        """The constructor, comparison and hash."""
        lines = ["    __dataclass_fields__: _ClassVar[dict[str, _Any]]", "", *self._init(), ""]
        if self.cls.__dataclass_params__.eq:
            same = " and ".join(f"self.{f.name} == other.{f.name}" for f in self.fields if f.compare) or "True"
            lines += [
                "    def __eq__(self, other: object) -> bool:",
                f"        return type(other) is type(self) and isinstance(other, {self.node.name}) and {same}",
                "",
            ]
            if self.frozen:
                parts = "".join(f"self.{f.name}, " for f in self.fields if f.compare)
                lines += ["    def __hash__(self) -> int:", f"        return hash(({parts}))", ""]
        return lines

    def _init(self) -> list[str]:
        """What is inherited goes to the base, what is the record's own is set here."""
        blanks = ["self", *(self._blank(f) for f in self.fields if not f.kw_only)]
        needed = [f for f in self.fields if f.kw_only and not has_default(f)]  # first: mypyc's signatures know no other order
        by_name = [self._blank(f) for f in (*needed, *(f for f in self.fields if f.kw_only and has_default(f)))]
        if by_name:
            blanks += ["*", *by_name]
        body = []
        inherited = dataclasses.fields(self.base) if self.base is not None else ()
        if self.base is not None:
            passed = [f"{f.name}={f.name}" if f.kw_only else f.name for f in inherited]
            body.append(f"super().__init__({', '.join(passed)})")
        for each in self.own:
            name, made = named(each), self._made(each)
            body.append(f"self.{name} = {made} if {name} is None else {name}" if made else f"self.{name} = {name}")
        if hasattr(self.cls, "__post_init__"):
            body.append("self.__post_init__()")
        return [f"    def __init__({', '.join(blanks)}) -> None:", *(f"        {line}" for line in body or ["pass"])]

    def asked(self, method: ast.FunctionDef) -> list[str]:
        """A method whose list is kept with a field (engine/keeping.py): the question, and the head of what works it out."""
        name, field, gives = method.name, kept_field(method), ast.unparse(method.returns or method)
        return [
            f"    _{name}: {gives} = []",
            f"    _{name}_of: _Any = None",
            "",  # each one's own, whoever makes it
            f"    def {name}(self) -> {gives}:",
            f"        if self._{name}_of is not self.{field} or len(self._{name}) != len(self.{field}):",
            f"            self._{name}, self._{name}_of = self._{name}_anew(), self.{field}",
            f"        return self._{name}",
            "",
            f"    def _{name}_anew(self) -> {gives}:",
        ]

    def _blank(self, f: dataclasses.Field[Any]) -> str:
        if f.default_factory is not dataclasses.MISSING:
            return f"{f.name}: _Any = None"
        if f.default is dataclasses.MISSING:
            return f"{f.name}: {self._kind(f)}"
        return f"{f.name}: {self._kind(f)} = {self._default(f)}"

    def _kind(self, f: dataclasses.Field[Any]) -> str:
        """Plain types are passed as what they are, everything else as anything: it has been checked in the source."""
        return str(f.type) if f.type in ("int", "str", "bool", "float") else "_Any"

    def _default(self, f: dataclasses.Field[Any]) -> str:
        """The default as it is written, in the class that wrote it; elsewhere only what can be written anywhere."""
        if type(f.default) in (str, int, float, bool, type(None)) or f.default == ():
            return repr(f.default)
        for each in self.own:
            if named(each) == f.name and each.value is not None:
                return ast.unparse(each.value)
        raise SystemExit(f"{self.cls.__module__}.{self.cls.__name__}.{f.name}: the default {f.default!r} cannot be written out")

    def _made(self, line: ast.AnnAssign) -> str:
        """What the default factory of a field gives, as it is written; '' if it has none."""
        if not isinstance(line.value, ast.Call) or ast.unparse(line.value.func) != "field":
            return ""
        factories = [ast.unparse(word.value) for word in line.value.keywords if word.arg == "default_factory"]
        return {"list": "[]", "dict": "{}", "set": "set()"}.get(factories[0], f"({factories[0]})()") if factories else ""

    def copier(self, cls: type[Any]) -> str:
        """What copies a record in a field: the function written out beside it, if it can be of no other class."""
        alone = cls.__module__ == self.cls.__module__ and not cls.__subclasses__() and not hasattr(cls, "__post_init__")
        return f"_clone_{cls.__name__}" if alone and cls.__module__.startswith("starfray.rulebooks.") else "_codec.clone"

    def after(self) -> list[str]:
        """What follows at the end of the module: what the dataclass was, and the copies and pictures of the record."""
        name = self.node.name
        written = ", ".join(f"{named(each)!r}: {ast.unparse(each.annotation)!r}" for each in self.own)
        values = ", ".join(f"{named(each)!r}: {ast.unparse(each.value)}" for each in self.own if each.value is not None)
        words = {
            "frozen": self.frozen,
            "eq": self.cls.__dataclass_params__.eq,
            "kw_only": "kw_only=True" in ast.unparse(self.node.decorator_list[0]),
        }
        lines = ["", "", f"_codec.written_out({name}, {words!r}, {{{written}}}, {{{values}}})"]
        try:
            hints = codec.hints(self.cls)
        except NameError:  # its types are known to the type checker only: such a record is never copied
            return lines
        if not self.frozen and not hasattr(self.cls, "__post_init__"):
            copies = [f"{f.name}={codec.copy_expression(hints[f.name], f'old.{f.name}', 0, self.copier)}" for f in self.fields]
            shares = [f"{f.name}=old.{f.name}" for f in self.fields]
            lines += [
                "",
                "",
                f"def _clone_{name}(old: {name}) -> _Any:",
                f"    return {name}({', '.join(copies)})",
                "",
                "",
                f"def _shallow_{name}(old: {name}) -> _Any:",
                f"    return {name}({', '.join(shares)})",
                "",
                "",
                f"_codec.copied_by({name}, _clone_{name}, _shallow_{name})",
            ]
        picture = "".join(f"{frozen(hints[f.name], f'r.{f.name}')}, " for f in self.fields)
        naming = codec.naming_expression(hints).replace("mentions(", "_codec.mentions(")
        return [
            *lines,
            "",
            "",
            f"def _freeze_{name}(r: {name}) -> _Any:",
            f"    return ({picture})",
            "",
            "",
            f"_codec.frozen_by({name}, _freeze_{name})",
            "",
            "",
            f"def _name_{name}(r: {name}, names: set[str]) -> bool:",
            f"    return {naming}",
            "",
            "",
            f"_codec.named_by({name}, _name_{name})",
        ]


def kept_field(method: ast.FunctionDef) -> str:
    """The field that what a method gives is kept with; '' for any other method."""
    for each in method.decorator_list:
        if isinstance(each, ast.Call) and ast.unparse(each.func) == "kept_with":
            return str(ast.literal_eval(each.args[0]))
    return ""


def has_default(f: dataclasses.Field[Any]) -> bool:
    return f.default is not dataclasses.MISSING or f.default_factory is not dataclasses.MISSING


def named(line: ast.AnnAssign) -> str:
    return line.target.id if isinstance(line.target, ast.Name) else ""


def frozen(hint: Any, source: str) -> str:
    return codec.freeze_expression(hint, source).replace("freeze(", "_codec.freeze(")
