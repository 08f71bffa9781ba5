"""Give functions that are loaded already the code of a changed source, and take it back.

The module is compiled again from a changed syntax tree; every function of it, wherever it has been imported or registered,
then runs the new code. Values that were worked out while the module was loaded stay what they are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

Key = tuple[str, int]  # qualified name and first line


def codes_of(code: CodeType) -> dict[Key, CodeType]:
    """All functions compiled in a module, nested ones as well."""
    found: dict[Key, CodeType] = {}
    waiting = [code]
    while waiting:
        outer = waiting.pop()
        inner = [each for each in outer.co_consts if isinstance(each, CodeType)]
        found |= {(each.co_qualname, each.co_firstlineno): each for each in inner}
        waiting += inner
    return found


def compiled(tree: ast.Module, path: Path) -> dict[Key, CodeType]:
    return codes_of(compile(tree, str(path), "exec", dont_inherit=True))


def last_line(code: CodeType) -> int:
    """The last line of a function, with the functions inside it."""
    inner = [last_line(each) for each in code.co_consts if isinstance(each, CodeType)]
    return max([code.co_firstlineno, *inner, *(line for _, _, line in code.co_lines() if line is not None)])


def module_name(path: Path) -> str:
    """The name under which a file of a package is imported."""
    parts = [path.stem] if path.stem != "__init__" else []
    folder = path.parent
    while (folder / "__init__.py").exists():
        parts.insert(0, folder.name)
        folder = folder.parent
    return ".".join(parts)


def module_at(path: Path) -> ModuleType:
    """The module of this file, loaded if it is not yet."""
    return import_module(module_name(path))


def functions_of(module: ModuleType) -> list[FunctionType]:
    """The functions written in this module: also in classes, behind decorators and in closures."""
    found: dict[int, FunctionType] = {}
    seen: set[int] = set()
    waiting: list[object] = list(vars(module).values())
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, FunctionType) and value.__code__.co_filename == module.__file__:
            found[id(value)] = value
        waiting += parts(value, module)
    return list(found.values())


def parts(value: object, module: ModuleType) -> Iterator[object]:
    """The objects inside a value that may hold functions of the module."""
    if isinstance(value, type) and value.__module__ == module.__name__:
        yield from vars(value).values()
    elif isinstance(value, property):
        yield from (value.fget, value.fset)
    elif isinstance(value, FunctionType):
        yield from (cell.cell_contents for cell in value.__closure__ or () if _filled(cell))
    elif isinstance(value, list | tuple):
        yield from value
    elif isinstance(value, dict):
        yield from value.values()
    for name in ("__wrapped__", "__func__", "func"):
        yield getattr(value, name, None) if not isinstance(value, type) else None


def _filled(cell: object) -> bool:
    try:
        return cell.cell_contents is not None  # type: ignore[attr-defined]
    except ValueError:
        return False


def swap(functions: list[FunctionType], codes: dict[Key, CodeType]) -> list[tuple[FunctionType, CodeType]]:
    """Let functions run the new code; returns what they ran before, for `restore`."""
    before: list[tuple[FunctionType, CodeType]] = []
    for function in functions:
        old = function.__code__
        new = codes.get((old.co_qualname, old.co_firstlineno))
        if new is not None and new != old:
            before.append((function, old))
            function.__code__ = new
    return before


def restore(before: list[tuple[FunctionType, CodeType]]) -> None:
    for function, code in before:
        function.__code__ = code


def forget_results(module: ModuleType) -> None:
    """Clear what the cached functions of a module have worked out, so that they run again. Imported ones run no code of it."""
    for value in list(vars(module).values()):
        forget = getattr(value, "cache_clear", None)
        if forget is not None and not isinstance(value, type) and value.__module__ == module.__name__:
            forget()
