"""The compiled build: `python -m native.build` puts it beside the source, `setup.py` into a wheel.

    python -m native.build               everything
    python -m native.build gurps         the engine and one book: for trying things out, in less time
    python -m native.build --remove      back to the source alone

The source is written out into build/native (expand.py), goes through mypyc as one unit, and the C it becomes is compiled on
all cores. Python prefers what is compiled wherever both lie side by side; STARFRAY_INTERPRETED=1 turns that round.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import Distribution, Extension
from setuptools.command.build_ext import build_ext

os.environ["STARFRAY_INTERPRETED"] = "1"  # an older build must not be read for its own source

from starfray.interpreted import MARK

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "starfray"
BUILD = ROOT / "build" / "native"
C_FILES = ROOT / "build" / "native-c"
BENCH_RULES = ROOT / "bench" / "odds_rules.py"  # rules a bench asks: compiled as those of the books are, part of no wheel
BENCH_MODULE = "starfray_bench_rules"
HEADER = ROOT / "native" / "plain.h"
BEFORE_ALL = ["/FI", str(HEADER)] if os.name == "nt" else ["-include", str(HEADER)]
#: what calls itself needs no table in between
TO_ITSELF = ["-fno-plt", "-fno-semantic-interposition"] if sys.platform == "linux" else []
LINKED_TO_ITSELF = ["-Wl,-Bsymbolic"] if sys.platform == "linux" else []
ENDING = ".so" if os.name != "nt" else ".pyd"


def extensions(books: Sequence[str] = (), bench: bool = False) -> list[Extension]:
    """Engine and rulebooks as one shared library, and a small module for each file that leads into it."""
    from mypyc.build import mypycify

    from native.expand import expand, expanded

    unknown = [book for book in books if not (SOURCE / "rulebooks" / book / "__init__.py").exists()]
    if unknown:
        known = sorted(path.parent.name for path in (SOURCE / "rulebooks").glob("*/__init__.py"))
        raise SystemExit(f"no book {', '.join(unknown)}; there are {', '.join(known)}")
    files = [str(path.relative_to(ROOT)) for path in expand(SOURCE, BUILD) if is_part(path, books)]
    if bench:
        written = BUILD / f"{BENCH_MODULE}.py"
        written.write_text(expanded(BENCH_RULES, "bench.odds_rules"), encoding="utf-8")
        files.append(str(written.relative_to(ROOT)))
    found: list[Extension] = mypycify(
        ["--config-file=", "--cache-dir=build/native-types", *files],
        opt_level=os.environ.get("STARFRAY_OPT", "2"),
        debug_level="0",
        multi_file=True,
        group_name="starfray",
        target_dir=str(C_FILES.relative_to(ROOT)),
    )
    for each in found:
        each.extra_compile_args = [*each.extra_compile_args, *BEFORE_ALL, *TO_ITSELF]
        each.extra_link_args = [*each.extra_link_args, *LINKED_TO_ITSELF]
    return found


def is_part(path: Path, books: Sequence[str]) -> bool:
    """Does a file belong to what is to be compiled?"""
    parts = path.relative_to(BUILD / "starfray").parts
    return not books or parts[0] != "rulebooks" or len(parts) == 2 or parts[1] in books


class OnAllCores(build_ext):  # type: ignore[misc]
    """setuptools compiles the files of a library one after the other."""

    def build_extensions(self) -> None:
        one_by_one = self.compiler.compile
        self.done, self.started = 0, time.monotonic()

        def all_at_once(sources: Sequence[str], *args: Any, **words: Any) -> list[str]:
            changed = max((path.stat().st_mtime for path in C_FILES.rglob("*.h")), default=0.0)

            def one(source: str) -> list[str]:
                made: list[str] = self.compiler.object_filenames([source], output_dir=words.get("output_dir"))
                if is_newer(Path(made[0]), max(changed, Path(source).stat().st_mtime)):
                    return made
                made = one_by_one([source], *args, **words)
                self.done += 1
                if self.done % 20 == 0:
                    print(f"{self.done} files of C compiled, {time.monotonic() - self.started:.0f} s", flush=True)
                return made

            with ThreadPoolExecutor(os.cpu_count()) as pool:
                return [made for each in pool.map(one, sources) for made in each]

        self.compiler.compile = all_at_once
        super().build_extensions()


def is_newer(made: Path, than: float) -> bool:
    return made.exists() and made.stat().st_mtime > than


def in_place(books: Sequence[str]) -> None:
    """Build, and put what came of it beside the source."""
    os.chdir(ROOT)
    shutil.rmtree("build/native-lib", ignore_errors=True)
    made = extensions(books, bench=True)
    distribution = Distribution({"name": "starfray", "ext_modules": made, "cmdclass": {"build_ext": OnAllCores}})
    command = OnAllCores(distribution)
    command.build_lib, command.build_temp = "build/native-lib", "build/native-temp"
    command.ensure_finalized()
    command.run()
    remove()
    found = list(Path("build/native-lib").rglob(f"*{ENDING}"))
    for path in found:
        shutil.copy2(path, SOURCE.parent / path.relative_to("build/native-lib"))
    (SOURCE / MARK).write_text("A build older than the source beside it is left aside.\n", encoding="utf-8")
    print(f"compiled: {len(found)} modules beside the source. `make interpreted` takes them away again.")


def remove() -> None:
    """Back to the source alone."""
    for path in [*SOURCE.rglob(f"*{ENDING}"), *SOURCE.parent.glob(f"starfray_*{ENDING}"), SOURCE / MARK]:
        path.unlink(missing_ok=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--remove"]:
        remove()
    else:
        in_place(sys.argv[1:])
