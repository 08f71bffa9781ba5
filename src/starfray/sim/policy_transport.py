"""Users' own policies as source text: read on this machine, loaded wherever the fights are played.

What is installed is not sent along: Python's own modules, packages from pip, Starfray itself.
"""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from starfray.sim.planner.settings import is_planner

INSTALLED = ("site-packages", "dist-packages")


@dataclass(frozen=True, slots=True)
class Text:
    """What stands in a module, and the file it came from."""

    file: str
    text: str
    package: bool = False


def text_of(path: Path) -> Text:
    return Text(str(path), importlib.util.decode_source(path.read_bytes()))


def texts_of(policies: dict[str, str]) -> dict[str, Text]:
    """What policies named file.py:Class or module:Class need that is not installed: files by path, modules by name."""
    found: dict[str, Text] = {}
    for name in policies.values():
        place, colon, _ = name.rpartition(":")
        if is_planner(name):
            continue
        if colon and place.endswith(".py"):
            found[place] = text_of(Path(place).resolve())
            _add_imports(found[place], "", found)
        elif colon:
            _add(place, found)
    return found


def _add(name: str, found: dict[str, Text]) -> None:
    """A module and the packages it lies in, and what they import."""
    parts = name.split(".")
    for end in range(1, len(parts) + 1):
        part = ".".join(parts[:end])
        if part in found:
            continue
        text = _own_text(part)
        if text is None:
            return
        found[part] = text
        _add_imports(text, part if text.package else part.rpartition(".")[0], found)


def _own_text(name: str) -> Text | None:
    """The text of a module, if it is not installed."""
    top = name.partition(".")[0]
    if top == "starfray" or top in sys.stdlib_module_names or top == "__main__":
        return None
    try:
        spec = importlib.util.find_spec(name)
    except Exception:  # the import itself will report what cannot be found
        return None
    if spec is None:
        return None
    if spec.origin is None and spec.submodule_search_locations is not None:  # a folder without __init__.py
        inside = any(part in INSTALLED for where in spec.submodule_search_locations for part in Path(where).parts)
        return None if inside else Text("", "", True)
    if spec.origin is None or not spec.origin.endswith(".py") or any(part in INSTALLED for part in Path(spec.origin).parts):
        return None
    read = text_of(Path(spec.origin))
    return Text(read.file, read.text, spec.submodule_search_locations is not None)


def _add_imports(text: Text, package: str, found: dict[str, Text]) -> None:
    for node in ast.walk(ast.parse(text.text)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                _add(alias.name, found)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")
                base = ".".join([*above[: len(above) - node.level + 1], *([base] if base else [])])
            if base:
                _add(base, found)
                for alias in node.names:
                    _add(f"{base}.{alias.name}", found)


# --- where they are loaded ------------------------------------------------------------------------------------------


def load_file(place: str, text: Text) -> ModuleType:
    """A module made of the text of a file."""
    module = ModuleType(f"starfray_policy_{Path(place).stem}")
    module.__file__ = text.file
    sys.modules[module.__name__] = module  # dataclasses look their module up by its name
    exec(compile(text.text, text.file, "exec"), module.__dict__)
    return module


class TextImporter(MetaPathFinder, Loader):
    """Finds modules among texts that came along, before anything of the same name that may lie on this machine."""

    def __init__(self) -> None:
        self.texts: dict[str, Text] = {}

    def serve(self, texts: dict[str, Text]) -> None:
        """Use these texts from now on; modules of the same packages loaded from other texts are dropped."""
        given = {name: text for name, text in texts.items() if not name.endswith(".py")}
        tops = {_top(name) for name in given}
        if given == {name: text for name, text in self.texts.items() if _top(name) in tops}:
            return
        for name in [module for module in (*sys.modules, *self.texts) if _top(module) in tops]:
            sys.modules.pop(name, None)
            self.texts.pop(name, None)
        self.texts.update(given)
        if self not in sys.meta_path:
            sys.meta_path.insert(0, self)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        text = self.texts.get(fullname)
        if text is None:
            return None
        spec = ModuleSpec(fullname, self, origin=text.file or None, is_package=text.package)
        spec.has_location = bool(text.file)
        return spec

    def exec_module(self, module: ModuleType) -> None:
        text = self.texts[module.__name__]
        exec(compile(text.text, text.file or module.__name__, "exec"), module.__dict__)


def _top(name: str) -> str:
    return name.partition(".")[0]


TEXT_IMPORTER = TextImporter()
