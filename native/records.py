"""Code generation for records: what `@dataclass` and the codec build at run time, written out for the compiler.

For every dataclass there are, in the class, `__init__`, `__eq__` and `__hash__`; behind the module, the functions that copy it
(`_clone_X`, `_shallow_X`), freeze it (`_freeze_X`) and look for names in it (`_refers_X`). The codec is told of them, so that
`codec.clone` and the others find them where they would otherwise build their own (engine/codec.py). The expressions for
single fields come from the codec itself: so there is only one definition of a copy.
"""

from __future__ import annotations

import ast
import dataclasses
import textwrap
from typing import Annotated, Any, get_args, get_origin

from native.unit import statements, target_name
from starfray.engine import codec

PLAIN_TYPES = (int, str, bool, float)
EMPTY = {"list": "[]", "dict": "{}", "set": "set()"}


class Record:
    """One dataclass: `cls` as the interpreter made it, `node` as it is written."""

    def __init__(self, cls: type[Any], node: ast.ClassDef) -> None:
        self.cls, self.node, self.name = cls, node, node.name
        self.frozen = codec.is_frozen(cls)
        self.by_name_only = any("kw_only=True" in ast.unparse(each) for each in node.decorator_list)
        self.fields = dataclasses.fields(cls)
        names = {field.name for field in self.fields}
        #: the fields that are written in this class, not inherited
        self.own = [line for line in node.body if isinstance(line, ast.AnnAssign) and target_name(line) in names]
        self.base = next((base for base in cls.__mro__[1:] if dataclasses.is_dataclass(base)), None)
        try:
            self.hints: dict[str, Any] | None = codec.hints(cls)
        except NameError:  # types that only the type checker imports: such a record is never copied or frozen
            self.hints = None

    # --- in the class --------------------------------------------------------------------------------------------

    def rewrite(self) -> None:
        """Make a plain class of the dataclass: fields without values, methods behind them."""
        self.node.decorator_list = [each for each in self.node.decorator_list if not is_dataclass_decorator(each)]
        self.values = {target_name(line): line.value for line in self.own if line.value is not None}
        for line in self.own:
            line.value = None
        text = "__dataclass_fields__: _ClassVar[dict[str, _Any]]\n" + self.init() + self.comparison()
        self.node.body += statements(text)

    def init(self) -> str:
        """What is inherited goes to the base, what is the record's own is set here."""
        parameters = ["self", *(self.parameter(field) for field in self.fields if not field.kw_only)]
        by_name = [field for field in self.fields if field.kw_only]
        if by_name:
            by_name.sort(key=has_default)  # stable; mypyc knows no parameter with a default before one without
            parameters += ["*", *(self.parameter(field) for field in by_name)]
        body = []
        if self.base is not None:
            passed = [f"{field.name}={field.name}" if field.kw_only else field.name for field in dataclasses.fields(self.base)]
            body.append(f"super().__init__({', '.join(passed)})")
        for line in self.own:
            name, made = target_name(line), made_by_factory(self.values.get(target_name(line)))
            body.append(f"self.{name} = {made} if {name} is None else {name}" if made else f"self.{name} = {name}")
        if hasattr(self.cls, "__post_init__"):
            body.append("self.__post_init__()")
        return function(f"__init__({', '.join(parameters)}) -> None", body or ["pass"])

    def comparison(self) -> str:
        """`__eq__`, and for frozen records `__hash__`."""
        if not self.cls.__dataclass_params__.eq:
            return ""
        compared = [field.name for field in self.fields if field.compare]
        equal = " and ".join(f"self.{name} == other.{name}" for name in compared) or "True"
        text = function(
            "__eq__(self, other: object) -> bool",
            [f"return type(other) is type(self) and isinstance(other, {self.name}) and {equal}"],
        )
        if self.frozen:
            text += function("__hash__(self) -> int", [f"return hash(({''.join(f'self.{name}, ' for name in compared)}))"])
        return text

    def parameter(self, field: dataclasses.Field[Any]) -> str:
        if field.default_factory is not dataclasses.MISSING:
            return f"{field.name}: _Any = None"
        default = "" if field.default is dataclasses.MISSING else f" = {self.default(field)}"
        return f"{field.name}: {self.parameter_type(field)}{default}"

    def parameter_type(self, field: dataclasses.Field[Any]) -> str:
        """Plain types are passed as what they are, everything else as anything: the source has been checked."""
        hint = self.hints[field.name] if self.hints is not None else None
        if get_origin(hint) is Annotated:
            hint = get_args(hint)[0]
        return str(hint.__name__) if hint in PLAIN_TYPES else "_Any"

    def default(self, field: dataclasses.Field[Any]) -> str:
        """The default as the class that has it wrote it; elsewhere only what can be written anywhere."""
        if type(field.default) in (*PLAIN_TYPES, type(None)) or field.default == ():
            return repr(field.default)
        written = self.values.get(field.name)
        if written is not None:
            return ast.unparse(written)
        raise SystemExit(f"{self.cls.__module__}.{self.name}.{field.name}: the default {field.default!r} cannot be written out")

    # --- behind the module ---------------------------------------------------------------------------------------

    def registration(self) -> list[ast.stmt]:
        """What the codec is told: the fields of the dataclass, and the functions that are written out here."""
        return statements(self.declaration() + self.copies() + self.pictures())

    def declaration(self) -> str:
        annotations = ", ".join(f"{target_name(line)!r}: {ast.unparse(line.annotation)!r}" for line in self.own)
        values = ", ".join(f"{name!r}: {ast.unparse(value)}" for name, value in self.values.items())
        words = {"frozen": self.frozen, "eq": self.cls.__dataclass_params__.eq, "kw_only": self.by_name_only}
        return f"_codec.restore_dataclass({self.name}, {words!r}, {{{annotations}}}, {{{values}}})\n"

    def copies(self) -> str:
        if self.hints is None or self.frozen or hasattr(self.cls, "__post_init__"):
            return ""
        deep = [
            f"{field.name}={codec.copy_expression(self.hints[field.name], f'old.{field.name}', 0, self.copier)}"
            for field in self.fields
        ]
        shared = [f"{field.name}=old.{field.name}" for field in self.fields]
        return (
            function(f"_clone_{self.name}(old: {self.name}) -> _Any", [f"return {self.name}({', '.join(deep)})"])
            + function(f"_shallow_{self.name}(old: {self.name}) -> _Any", [f"return {self.name}({', '.join(shared)})"])
            + f"_codec.copied_by({self.name}, _clone_{self.name}, _shallow_{self.name})\n"
        )

    def copier(self, cls: type[Any]) -> str:
        """What copies a record in a field: the function written out beside it, if it can be of no other class."""
        beside = cls.__module__ == self.cls.__module__ and cls.__module__.startswith("starfray.rulebooks.")
        alone = not cls.__subclasses__() and not hasattr(cls, "__post_init__")
        return f"_clone_{cls.__name__}" if beside and alone else "_codec.clone"

    def pictures(self) -> str:
        if self.hints is None:
            return ""
        parts = [codec.freeze_expression(self.hints[field.name], f"record.{field.name}") for field in self.fields]
        frozen = "".join(f"{part}, " for part in parts).replace("freeze(", "_codec.freeze(")
        names = codec.naming_expression(self.hints).replace("refers_to(", "_codec.refers_to(")
        return (
            function(f"_freeze_{self.name}(record: {self.name}) -> _Any", [f"return ({frozen})"])
            + f"_codec.frozen_by({self.name}, _freeze_{self.name})\n"
            + function(f"_refers_{self.name}(r: {self.name}, names: set[str]) -> bool", [f"return {names}"])
            + f"_codec.named_by({self.name}, _refers_{self.name})\n"
        )


def function(head: str, body: list[str]) -> str:
    return f"def {head}:\n" + textwrap.indent("\n".join(body), "    ") + "\n"


def is_dataclass_decorator(node: ast.expr) -> bool:
    name = node.func if isinstance(node, ast.Call) else node
    return isinstance(name, ast.Name) and name.id == "dataclass"


def has_default(field: dataclasses.Field[Any]) -> bool:
    return field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING


def made_by_factory(value: ast.expr | None) -> str:
    """What the default factory of a field gives, as source; '' if it has none."""
    if not isinstance(value, ast.Call) or ast.unparse(value.func) != "field":
        return ""
    for word in value.keywords:
        if word.arg == "default_factory":
            factory = ast.unparse(word.value)
            return EMPTY.get(factory, f"({factory})()")
    return ""
