"""The compiled build: `python -m native.build` puts it beside the source, `setup.py` into a wheel.

    python -m native.build               everything
    python -m native.build gurps         the engine and one book: for trying things out, in less time
    python -m native.build --remove      back to the source alone

The source goes through the pipeline into build/native (pipeline.py), through mypyc as one unit, and the C that comes of it,
made independent file by file (c_files.py), is compiled on all cores; what has been compiled before is taken from a cache
(objects.py). Python prefers compiled modules where both lie side by side; with STARFRAY_INTERPRETED=1 it uses the source.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from setuptools import Distribution, Extension

os.environ["STARFRAY_INTERPRETED"] = "1"  # an older build must not be imported in place of the source

from native.c_files import independent
from native.objects import HEADER, CachedBuild
from native.pipeline import expand, transformed_file, write_if_changed
from starfray.interpreted import MARK

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "starfray"
BENCH_RULES = ROOT / "bench" / "odds_rules.py"  # rules of a bench: compiled like those of the books, but part of no wheel
BENCH_MODULE = "starfray_bench_rules"
LIBRARY = "starfray"  # the shared library is starfray__mypyc
BEFORE_ALL = ["/FI" if os.name == "nt" else "-include", str(HEADER)]
#: what calls itself needs no table in between
COMPILE_OPTIONS = [*BEFORE_ALL, *(["-fno-plt", "-fno-semantic-interposition"] if sys.platform == "linux" else [])]
LINK_OPTIONS = ["-Wl,-Bsymbolic"] if sys.platform == "linux" else []
ENDING = ".so" if os.name != "nt" else ".pyd"


@dataclass(frozen=True)
class Plan:
    """What is built, and in which folder (relative to the project)."""

    folder: str = "build/native"
    books: Sequence[str] = ()  # none: all
    bench: bool = False  # the rules of the bench as well
    without: Sequence[str] = ()  # transformers left out

    @property
    def text(self) -> Path:
        return ROOT / self.folder / "text"

    @property
    def library(self) -> Path:
        return Path(self.folder) / "lib"

    def takes(self, path: Path) -> bool:
        """Does a file of the written text belong to what is compiled?"""
        parts = path.relative_to(self.text / "starfray").parts
        return not self.books or parts[0] != "rulebooks" or len(parts) == 2 or parts[1] in self.books


EVERYTHING = Plan()


def extensions(plan: Plan = EVERYTHING) -> list[Extension]:
    """Engine and rulebooks as one shared library, and a small module for each file that leads into it."""
    from mypyc.build import mypycify  # imported here because only building needs it

    os.chdir(ROOT)  # names of object files come from paths
    unknown = [book for book in plan.books if not (SOURCE / "rulebooks" / book / "__init__.py").exists()]
    if unknown:
        known = sorted(path.parent.name for path in (SOURCE / "rulebooks").glob("*/__init__.py"))
        raise SystemExit(f"no book {', '.join(unknown)}; there are {', '.join(known)}")
    files = [str(path.relative_to(ROOT)) for path in expand(SOURCE, plan.text, plan.without) if plan.takes(path)]
    if plan.bench:
        written = plan.text / f"{BENCH_MODULE}.py"
        write_if_changed(written, transformed_file(BENCH_RULES, "bench.odds_rules", plan.without))
        files.append(str(written.relative_to(ROOT)))
    found: list[Extension] = mypycify(
        ["--config-file=", "--cache-dir=build/native-types", *files],
        opt_level="2",
        debug_level="0",
        multi_file=True,
        group_name=LIBRARY,
        target_dir=f"{plan.folder}/c",
    )
    folder, library = Path(plan.folder), found[0]
    compiled = independent(folder / "c", folder / "files", map(Path, library.sources), f"__native_{LIBRARY}.c")
    library.sources = [str(path) for path in compiled]
    for extension in found:
        extension.extra_compile_args = [*extension.extra_compile_args, *COMPILE_OPTIONS]
        extension.extra_link_args = [*extension.extra_link_args, *LINK_OPTIONS]
    return found


def build(plan: Plan) -> list[Path]:
    """Build into the folder of the plan; the modules that were made."""
    made = extensions(plan)
    command = CachedBuild(Distribution({"name": "starfray", "ext_modules": made}))
    command.build_lib, command.build_temp = str(plan.library), str(Path(plan.folder) / "temp")
    command.ensure_finalized()
    files = [Path(command.get_ext_fullpath(extension.name)) for extension in made]
    for path in files:
        if path.name.startswith(f"{LIBRARY}__mypyc"):
            path.unlink(missing_ok=True)  # always linked again, because a change of options does not change file dates
    command.run()
    return files


def in_place(books: Sequence[str]) -> None:
    """Build, and copy the modules beside the source."""
    plan = Plan(books=books, bench=True)
    files = build(plan)
    remove()
    for path in files:
        shutil.copy2(path, SOURCE.parent / path.relative_to(plan.library))
    (SOURCE / MARK).write_text("A build older than the source beside it is left aside.\n", encoding="utf-8")
    print(f"compiled: {len(files)} modules beside the source. `make interpreted` takes them away again.")


def remove() -> None:
    """Remove the compiled modules."""
    for path in [*SOURCE.rglob(f"*{ENDING}"), *SOURCE.parent.glob(f"starfray_*{ENDING}"), SOURCE / MARK]:
        path.unlink(missing_ok=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--remove"]:
        remove()
    else:
        in_place(sys.argv[1:])
