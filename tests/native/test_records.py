"""The code that is generated for records: it behaves as the dataclass did, field by field."""

from __future__ import annotations

import ast
import dataclasses
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from native.pipeline import transformed
from native.unit import Unit

from starfray.engine import codec

TEXT = '''
"""Some records."""
from __future__ import annotations
from dataclasses import dataclass, field
from typing import Annotated, Callable, Literal

def nothing(x: int) -> int:
    return 0

@dataclass(frozen=True, slots=True)
class Weapon:
    key: str
    damage: int = 1

@dataclass(slots=True, kw_only=True)
class Person:
    id: str
    level: Annotated[int, "0 to 10"] = 3
    weapons: list[Weapon] = field(default_factory=list)
    mood: Literal["calm", "wild"] = "calm"

@dataclass(slots=True, kw_only=True)
class Fighter(Person):
    foes: dict[str, Person] = field(default_factory=dict)
    hurt: float = 0.0
    seen: int = field(default=0, compare=False)

@dataclass(frozen=True, slots=True)
class Kind:
    play: Callable[[int], int] = nothing
    names: tuple[str, ...] = ()

@dataclass(slots=True)
class Checked:
    number: int

    def __post_init__(self) -> None:
        self.number = max(0, self.number)
'''


def loaded(name: str, text: str) -> ModuleType:
    module = ModuleType(name)
    sys.modules[name] = module
    exec(compile(text, name, "exec"), vars(module))
    return module


@pytest.fixture(scope="module")
def source() -> Iterator[ModuleType]:
    yield loaded("starfray.rulebooks.written", TEXT)
    del sys.modules["starfray.rulebooks.written"]


@pytest.fixture(scope="module")
def generated(source: ModuleType) -> Iterator[ModuleType]:
    text = transformed(TEXT, Unit("starfray.rulebooks.written", source))
    yield loaded("starfray.rulebooks.generated", text)
    del sys.modules["starfray.rulebooks.generated"]


def made(module: ModuleType) -> Any:
    weapon = module.Weapon("knife", damage=2)
    foe = module.Person(id="b")
    return module.Fighter(id="a", level=5, weapons=[weapon], foes={"b": foe}, hurt=0.5, seen=4)


def test_fields_defaults_and_text_are_those_of_the_dataclass(source: ModuleType, generated: ModuleType) -> None:
    first, second = made(source), made(generated)
    assert not hasattr(type(second), "__slots__")  # no dataclass made it
    assert dataclasses.asdict(first) == dataclasses.asdict(second)
    assert repr(first) == repr(second)
    assert codec.fingerprint(first) == codec.fingerprint(second)
    assert [(f.name, f.type, f.kw_only) for f in dataclasses.fields(first)] == [
        (f.name, f.type, f.kw_only) for f in dataclasses.fields(second)
    ]
    with pytest.raises(TypeError):
        generated.Fighter()
    with pytest.raises(TypeError):
        generated.Fighter("a")


def test_equality_and_hash_are_by_value_and_class(generated: ModuleType) -> None:
    first, second = made(generated), made(generated)
    assert first == second
    second.seen = 9  # not compared
    assert first == second
    second.hurt = 1.0
    assert first != second
    assert generated.Person(id="a") != generated.Fighter(id="a")
    assert len({generated.Weapon("a"), generated.Weapon("a"), generated.Weapon("b")}) == 2
    with pytest.raises(TypeError):
        hash(first)


def test_a_copy_shares_what_is_frozen_and_nothing_else(generated: ModuleType) -> None:
    first = made(generated)
    copy, shared = codec.clone(first), codec.shallow(first)
    assert copy == first
    assert copy.seen == 4
    assert copy.weapons[0] is first.weapons[0]
    assert copy.weapons is not first.weapons
    assert copy.foes["b"] is not first.foes["b"]
    assert shared.foes is first.foes
    copy.foes["b"].level = 9
    assert codec.freeze(copy) != codec.freeze(first)
    assert codec.refers_to(first, {"b"})
    assert not codec.refers_to(first, {"c"})


def test_the_codec_says_the_same_of_both(source: ModuleType, generated: ModuleType) -> None:
    first, second = made(source), made(generated)
    assert codec.freeze(first) == codec.freeze(second)
    data = codec.to_plain(first)
    assert codec.to_plain(codec.from_plain(generated.Fighter, data)) == data
    assert generated.Kind().play(3) == 0
    assert generated.Kind() == generated.Kind()
    assert generated.Checked(-2).number == 0


def test_plain_types_are_parameters_of_their_type_behind_annotations_too(source: ModuleType) -> None:
    tree = ast.parse(transformed(TEXT, Unit("starfray.rulebooks.written", source)))
    person = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Person")
    init = next(node for node in person.body if isinstance(node, ast.FunctionDef) and node.name == "__init__")
    assert [(word.arg, ast.unparse(word.annotation)) for word in init.args.kwonlyargs if word.annotation] == [
        ("id", "str"),
        ("level", "int"),
        ("weapons", "_Any"),
        ("mood", "_Any"),
    ]
