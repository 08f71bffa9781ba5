"""Arrows between packages point one way."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.structure.source import BOOKS, PACKAGE, book_folders, imports_of, module_of, python_of

ENGINE = "starfray.engine"
RULEBOOKS = "starfray.rulebooks"
SAMPLE = PACKAGE / "samplebook"
#: what a fight is made of: the package's own modules, above the engine and the books, below what shows fights to people
MIDDLE = tuple(module_of(path) for path in sorted(PACKAGE.glob("*.py")) if path.stem not in ("__init__", "cli"))


def inside(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


def own_imports(path: Path) -> list[tuple[int, str]]:
    return [(line, module) for line, module in imports_of(path) if inside(module, "starfray")]


def places(paths: list[Path], allowed: tuple[str, ...]) -> list[str]:
    return [
        f"{path.relative_to(PACKAGE)}:{line} imports {module}"
        for path in paths
        for line, module in own_imports(path)
        if not any(inside(module, each) for each in allowed)
    ]


def test_the_engine_imports_nothing_but_itself() -> None:
    assert places(python_of(PACKAGE / "engine"), (ENGINE,)) == []


@pytest.mark.parametrize("folder", book_folders(), ids=lambda folder: folder.name)
def test_a_rulebook_imports_the_engine_and_itself_and_no_other_book(folder: Path) -> None:
    assert places(python_of(folder), (ENGINE, f"{RULEBOOKS}.{folder.name}")) == []


@pytest.mark.parametrize("folder", book_folders(), ids=lambda folder: folder.name)
def test_the_packages_of_a_book_form_no_cycle(folder: Path) -> None:
    own = f"{RULEBOOKS}.{folder.name}"
    packages = {".".join([own, *path.relative_to(folder).parent.parts]) for path in python_of(folder)}

    def package_of(module: str) -> str:
        return max((package for package in packages if inside(module, package)), key=len)

    arrows: dict[str, set[str]] = {package: set() for package in packages}
    for path in python_of(folder):
        source = ".".join([own, *path.relative_to(folder).parent.parts])
        arrows[source] |= {package_of(module) for _, module in own_imports(path) if inside(module, own)} - {source}
    while leaves := [package for package, reached in arrows.items() if not reached]:  # whoever imports no other package left
        arrows = {package: reached - set(leaves) for package, reached in arrows.items() if package not in leaves}
    assert arrows == {}


def test_the_list_of_rulebooks_imports_the_engine_only() -> None:
    assert places([BOOKS / "__init__.py"], (ENGINE,)) == []


def test_a_fight_and_its_files_import_the_engine_the_books_and_each_other() -> None:
    files = [path for path in python_of(PACKAGE) if module_of(path) in MIDDLE]
    assert len(files) >= 8
    assert places(files, (ENGINE, RULEBOOKS, *MIDDLE)) == []


def test_nothing_outside_a_book_reaches_into_one() -> None:
    """Books are found by name; nobody else knows what one is made of."""
    names = [f"{RULEBOOKS}.{folder.name}" for folder in book_folders()]
    outside = [path for path in python_of(PACKAGE) if not path.is_relative_to(BOOKS)]
    found = [
        f"{path.relative_to(PACKAGE)}:{line} imports {module}"
        for path in outside
        for line, module in own_imports(path)
        if any(inside(module, name) for name in names)
    ]
    assert found == []


def test_the_sample_book_imports_the_engine_and_itself() -> None:
    files = [path for path in python_of(SAMPLE) if not path.is_relative_to(SAMPLE / "package")]
    assert places(files, (ENGINE, "starfray.samplebook")) == []


def test_nothing_but_the_tests_and_itself_imports_the_kit() -> None:
    tests = (PACKAGE / "testing", SAMPLE / "package")  # what new-book writes has a test of its own
    outside = [path for path in python_of(PACKAGE) if not any(path.is_relative_to(each) for each in tests)]
    found = [
        f"{path.relative_to(PACKAGE)}:{line}"
        for path in outside
        for line, module in own_imports(path)
        if inside(module, "starfray.testing")
    ]
    assert found == []
