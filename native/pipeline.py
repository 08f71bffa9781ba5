"""The pipeline: the source of a module goes through every transformer in turn and comes out as the text that mypyc compiles.

    python -m native.pipeline starfray.engine.values      prints what a module becomes
    python -m native.pipeline                             lists the transformers

Each transformer changes the syntax tree and nothing else; none changes what a program does. Most of them are here because
a bench shows what they save (bench/transformers.md), some because mypyc needs them (`needed`).
"""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from native.transformers.acyclic import Acyclic
from native.transformers.cached_lists import CachedLists
from native.transformers.constants import Constants
from native.transformers.dict_values import DictValues
from native.transformers.free_lists import FreeLists
from native.transformers.function_caches import FunctionCaches
from native.transformers.lazy_notes import LazyNotes
from native.transformers.open_classes import OpenClasses
from native.transformers.records import Records
from native.transformers.rosters import Rosters
from native.transformers.short_tuples import ShortTuples
from native.transformers.starred_members import StarredMembers
from native.transformers.strict_zip import StrictZip
from native.transformers.table_marks import TableMarks
from native.transformers.wide_integers import WideIntegers
from native.unit import PRELUDE, Transformer, Unit, after_imports, statements
from starfray.interpreted import sources

#: in this order: what earlier ones generate goes through the later ones as well
TRANSFORMERS: tuple[type[Transformer], ...] = (
    FunctionCaches,
    LazyNotes,
    Rosters,
    DictValues,
    StrictZip,
    TableMarks,
    WideIntegers,
    ShortTuples,
    StarredMembers,
    Constants,
    CachedLists,
    Records,
    OpenClasses,
    Acyclic,
    FreeLists,
)
IGNORED = re.compile(r"# type: ignore\[([a-z, -]+)\]")


def transformed(text: str, unit: Unit, without: Iterable[str] = ()) -> str:
    """The text of a module as mypyc compiles it; transformers named in `without` are left out."""
    tree = ast.parse(text)
    for transformer in TRANSFORMERS:
        if transformer.__name__ not in without:
            tree = transformer(unit).run(tree)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    place = after_imports(tree.body)
    tree.body[place:place] = [line for name, text in PRELUDE.items() if name in used for line in statements(text)]
    return checks_left_out(text) + ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def checks_left_out(text: str) -> str:
    """Comments are lost on the way, those for the type checker too: what one of them allows is allowed in the whole file."""
    codes = sorted({code.strip() for found in IGNORED.findall(text) for code in found.split(",")})
    return f'# mypy: disable-error-code="{",".join(codes)}"\n' if codes else ""


def transformed_file(path: Path, name: str, without: Iterable[str] = ()) -> str:
    return transformed(path.read_text(encoding="utf-8"), Unit(name, importlib.import_module(name)), without)


def module_name(path: Path, package: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def expand(package: Path, target: Path, without: Iterable[str] = ()) -> list[Path]:
    """Write the package into `target`, what is to be compiled transformed; the files to be compiled.

    Files that have not changed are not written again, so that mypy's cache still holds.
    """
    compiled = sources(package)
    written = {}
    for path in sorted(package.rglob("*.py")):
        copy = target / package.name / path.relative_to(package)
        if path in compiled:
            text = transformed_file(path, module_name(path, package), without)
        else:
            text = path.read_text(encoding="utf-8")
        write_if_changed(copy, text)
        written[path] = copy
    for old in set((target / package.name).rglob("*.py")) - set(written.values()):
        old.unlink()
    return [written[path] for path in compiled]


def write_if_changed(path: Path, text: str) -> None:
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def main(names: list[str]) -> None:
    for name in names:
        path = importlib.import_module(name).__file__
        assert path is not None
        print(transformed_file(Path(path), name))
    if not names:
        for transformer in TRANSFORMERS:
            said = sys.modules[transformer.__module__].__doc__ or ""
            print(f"{transformer.__name__:16} {'needed' if transformer.needed else '':7} {said.splitlines()[0]}")


if __name__ == "__main__":
    main(sys.argv[1:])
