"""`python -m tools.page_types`: the shapes of what servers send, from the room's models into the pages' types and the docs.

The part of web/static/types.js between two marks is written, and docs/socket.schema.json. A test compares both.
"""

from __future__ import annotations

import json
import types
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from starfray.room.answer_models import Answers, Balanced
from starfray.room.response_models import BookEntry
from starfray.room.socket_models import Done, socket_schema
from starfray.room.view_models import View

ROOT = Path(__file__).parents[1]
TYPES = ROOT / "src" / "starfray" / "web" / "static" / "types.js"
SCHEMA = ROOT / "docs" / "socket.schema.json"
BEGIN = "// --- from the server's models: written by python -m tools.page_types ---"
END = "// --- the pages' own ---"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "Plain"}
#: what pages note on something they were sent
NOTED: dict[str, dict[str, str]] = {"Row": {"place": "number|null"}, "Ask": {"mine": "boolean"}, "Told": {"others": "string"}}


def models_of(*roots: type[BaseModel]) -> list[type[BaseModel]]:
    """These and all they hold, each once, parts before wholes."""
    found: list[type[BaseModel]] = []

    def add(model: type[BaseModel]) -> None:
        for info in model.model_fields.values():
            for part in held(info.annotation):
                if part not in found:
                    add(part)
        if model not in found:
            found.append(model)

    for root in roots:
        add(root)
    return found


def held(hint: Any) -> list[type[BaseModel]]:
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return [hint]
    return [model for inner in get_args(hint) for model in held(inner)]


def js(hint: Any) -> str:
    """A type as JSDoc has it."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return hint.__name__
    if origin in (Union, types.UnionType):
        return "|".join(js(each) for each in inner)
    if origin is Literal:
        return "|".join(json.dumps(each) for each in inner)
    if origin is list:
        whole = js(inner[0])
        return f"({whole})[]" if "|" in whole else f"{whole}[]"
    if origin is dict:
        return f"Record<string, {js(inner[1])}>"
    raise TypeError(f"no type of the pages for {hint}")


def member(name: str, info: FieldInfo) -> str:
    return f"{info.alias or name}{'' if info.is_required() else '?'}: {js(info.annotation)}"


def typedef(model: type[BaseModel]) -> str:
    words = " ".join((model.__doc__ or "").split())
    noted = [f"{name}?: {kind}" for name, kind in NOTED.get(model.__name__, {}).items()]
    members = ", ".join([*(member(name, info) for name, info in model.model_fields.items()), *noted])
    return f"/** {words + ' ' if words else ''}@typedef {{{{{members}}}}} {model.__name__} */"


def generated() -> str:
    return "\n".join([BEGIN, *(typedef(model) for model in models_of(View, Answers, Done, BookEntry, Balanced)), END])


def with_types(text: str) -> str:
    """The file with its generated part written anew."""
    before, _, rest = text.partition(BEGIN)
    return before + generated() + rest.partition(END)[2]


def schema_text() -> str:
    return json.dumps(socket_schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    TYPES.write_text(with_types(TYPES.read_text(encoding="utf-8")), encoding="utf-8")
    SCHEMA.write_text(schema_text(), encoding="utf-8")
