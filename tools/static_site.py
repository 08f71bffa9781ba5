"""`python -m tools.static_site [FOLDER]`: odds, rules and replays for any server of plain files, by default in dist/static.

The folder holds the page of clients/browser, Python for browsers (Pyodide, from npm), and the rules.
"""

from __future__ import annotations

import json
import shutil
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import mypy_extensions

from tools.pages import ROOT, TOOLS, Node, find_node, install_packages

PAGE = ROOT / "clients" / "browser"
PACKAGE = ROOT / "src" / "starfray"
STATIC = PACKAGE / "web" / "static"
SHARED = ("base.css", "icon.svg", "language.js", "words.js")  # with the web table's pages
OUT = ROOT / "dist" / "static"
FOLDER = TOOLS / "browser"
PACKAGES = {"pyodide": "314.0.7"}
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
#: parts that need a network, processes or other packages
LEFT_OUT = {"agents", "client", "envs", "room", "samplebook", "testing", "web"}
BEGINNING = (1980, 1, 1, 0, 0, 0)  # of a zip's time, so that the same source gives the same file


def sources() -> Iterator[tuple[str, bytes]]:
    """The files of the engine and the books by their names, and the one module beside the standard library that they name."""
    for path in sorted(PACKAGE.rglob("*")):
        parts = path.relative_to(PACKAGE).parts
        if path.suffix in (".py", ".toml") and parts[0] not in LEFT_OUT:
            yield "/".join(("starfray", *parts)), path.read_bytes()
    yield "mypy_extensions.py", Path(mypy_extensions.__file__).read_bytes()


def write_rules(out: Path) -> None:
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sources():
            archive.writestr(zipfile.ZipInfo(name, BEGINNING), data, zipfile.ZIP_DEFLATED)


def build(out: Path, node: Node | None = None) -> None:
    install_packages(node or find_node(), PACKAGES, FOLDER)
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(PAGE, out)
    for name in SHARED:
        shutil.copy(STATIC / name, out)
    (out / "pyodide").mkdir()
    for name in PYODIDE:
        shutil.copy(FOLDER / "node_modules" / "pyodide" / name, out / "pyodide")
    write_lock(out / "pyodide" / "pyodide-lock.json")
    write_rules(out / "starfray.zip")
    shutil.copy(ROOT / "LICENSE", out)
    write_notice(out)


def write_notice(out: Path) -> None:
    """Whose work the folder holds beside Starfray's."""
    parts = json.loads((FOLDER / "node_modules" / "pyodide" / "package.json").read_text(encoding="utf-8"))
    home = parts.get("homepage", "")
    words = f"pyodide/ is Pyodide {parts['version']}, {parts['license']}, unchanged but for an empty list of packages: {home}\n"
    (out / "NOTICE").write_text(f"Starfray, MIT: LICENSE\n{words}starfray.zip holds mypy_extensions, MIT\n", encoding="utf-8")


def write_lock(path: Path) -> None:
    """No package of Pyodide's own is needed: none is listed, so that none can be asked for anywhere."""
    lock = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")


if __name__ == "__main__":
    folder = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else OUT
    build(folder)
    print(f"{folder} is ready: {Path(sys.executable).name} -m http.server --directory {folder} --bind 127.0.0.1 8000")
