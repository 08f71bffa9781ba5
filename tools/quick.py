"""`make quick`: style, types and the tests of what was touched since the last commit, in seconds.

    python -m tools.quick [REVISION]

Style and types are checked in the whole tree (ruff, mypy and tsc remember what they have seen or are fast enough). Of the
tests only those of the touched parts are run, without the ones marked `slow`; `make test` runs everything.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
NO_TESTS_COLLECTED = 5  # pytest's exit code where every test was deselected

#: the tests of a part of the tree, by the start of its path; the longest start counts
TESTS_OF = {
    "src/starfray/": ["tests/engine", "tests/bugs"],
    "src/starfray/engine/": ["tests/engine", "tests/structure"],
    "src/starfray/cli.py": ["tests/cli"],
    "src/starfray/terminal/": ["tests/cli"],
    "src/starfray/agents/": ["tests/agents"],
    "src/starfray/envs/": ["tests/envs"],
    "src/starfray/room/": ["tests/room"],
    "src/starfray/sim/": ["tests/sim"],
    "src/starfray/testing/": ["tests/conformance", "tests/evidence", "tests/perft"],
    "src/starfray/web/": [],  # tsc has looked; the page tests drive a browser
    "tests/web/": [],
    "docs/": ["tests/docs"],
    "README.md": ["tests/docs"],
    "clients/typescript/": ["tests/room/test_typescript.py"],
    "clients/browser/": ["tests/web/test_static_site.py"],
    "examples/": ["tests/docs"],
    "bench/": ["tests/bench"],
    "native/": ["tests/native"],
    "tools/": ["tests/structure"],
}
BOOKS = "src/starfray/rulebooks/"
EVERY_BOOK = ["tests/structure/test_books.py", "tests/structure/test_rule_ids.py"]  # run when any book is touched


def tests_of(path: str) -> list[str]:
    """The tests to run when this file was touched."""
    if path.startswith(BOOKS) and path.count("/") > BOOKS.count("/"):
        return [f"tests/{path.removeprefix(BOOKS).partition('/')[0]}", *EVERY_BOOK]
    start = max((start for start in TESTS_OF if path.startswith(start)), key=len, default=None)
    if start is not None:
        return TESTS_OF[start]
    place = PurePosixPath(path)
    if place.parts[0] == "tests" and len(place.parts) > 2:
        return [path] if place.name.startswith("test_") and place.suffix == ".py" else [f"tests/{place.parts[1]}"]
    return []


def tests_to_run(touched: list[str]) -> list[str]:
    """Folders and files of tests, each once, without files whose folder is run anyway or that are gone."""
    found = sorted({test for path in touched for test in tests_of(path)})
    folders = {test for test in found if not test.endswith(".py")}
    return [
        test for test in found if (test in folders or str(PurePosixPath(test).parent) not in folders) and (ROOT / test).exists()
    ]


def touched_since(revision: str) -> list[str]:
    """Files that differ from the revision, new ones included."""
    changed = git("diff", "--name-only", revision)
    return sorted({*changed, *git("ls-files", "--others", "--exclude-standard")})


def git(*words: str) -> list[str]:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()


@dataclass(slots=True)
class Check:
    """A command under way."""

    name: str
    process: subprocess.Popen[str]

    @classmethod
    def start(cls, name: str, *command: str) -> Check:
        process = subprocess.Popen(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return cls(name, process)

    def passed(self) -> bool:
        """Wait for it; show what it said if it failed."""
        output, _ = self.process.communicate()
        if self.process.returncode:
            print(f"--- {self.name} ---\n{output.rstrip()}")
        return self.process.returncode == 0


def run_tests(tests: list[str]) -> bool:
    print(f"tests: {' '.join(tests)}", flush=True)
    command = [tool("pytest"), "-m", "not slow", *tests]
    # many containers forbid bytecode; without it every run compiles every test again
    env = {**os.environ, "STARFRAY_INTERPRETED": "1", "PYTHONDONTWRITEBYTECODE": ""}
    code = subprocess.run(command, cwd=ROOT, env=env, check=False).returncode
    return code in (0, NO_TESTS_COLLECTED)


def tool(name: str) -> str:
    """A command of the environment this runs in."""
    return str(Path(sys.executable).parent / name)


def main(revision: str = "HEAD") -> bool:
    touched = touched_since(revision)
    tests = tests_to_run(touched)
    checks = [
        Check.start("ruff check", tool("ruff"), "check", "."),
        Check.start("ruff format", tool("ruff"), "format", "--check", "."),
        Check.start("mypy", tool("mypy")),
        Check.start(
            "pages", sys.executable, "-m", "tools.pages", "check" if any("/web/" in path for path in touched) else "types"
        ),
    ]
    passed = [check.passed() for check in checks]
    if tests:
        passed.append(run_tests(tests))
    else:
        print(f"nothing touched since {revision} has quick tests")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"quick: {'passed' if all(passed) else 'FAILED'}, {used.ru_utime + used.ru_stime:.1f} seconds of processor")
    return all(passed)


if __name__ == "__main__":
    sys.exit(0 if main(*sys.argv[1:2]) else 1)
