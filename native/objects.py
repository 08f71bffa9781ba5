"""Compiling C on all cores, with a cache of the object files.

The key of an object file is everything it was made from: the C, the headers it includes, the options, and the versions of the
compiler and of Python. So a build that has been made before, or a file that has not changed, costs next to nothing.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from setuptools.command.build_ext import build_ext

CACHE = Path("build/native-objects")
HEADER = Path("native/trashcan.h")  # included before every file
MOST = 2_000  # object files kept, about two gigabytes; the ones used last
INCLUDE = re.compile(rb'^#include [<"]([^>"]+)[>"]', re.MULTILINE)


class CachedBuild(build_ext):  # type: ignore[misc]
    """setuptools compiles the files of a library one after the other, and all of them each time."""

    def build_extensions(self) -> None:
        compile_one = self.compiler.compile
        done, started = 0, time.monotonic()

        def compile_all(sources: Sequence[str], *args: Any, **words: Any) -> list[str]:
            def compiled(source: str) -> list[str]:
                nonlocal done
                objects: list[str] = self.compiler.object_filenames([source], output_dir=words.get("output_dir"))
                folders = [str(folder) for folder in words.get("include_dirs") or ()]
                kept = CACHE / key(Path(source), folders, repr((words.get("macros"), words.get("extra_postargs"))))
                if kept.exists():
                    Path(objects[0]).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(kept, objects[0])
                    kept.touch()
                    return objects
                compile_one([source], *args, **words)
                store(Path(objects[0]), kept)
                done += 1
                if done % 20 == 0:
                    print(f"{done} files of C compiled, {time.monotonic() - started:.0f} s", flush=True)
                return objects

            with ThreadPoolExecutor(os.cpu_count()) as pool:
                return [made for objects in pool.map(compiled, sources) for made in objects]

        self.compiler.compile = compile_all
        super().build_extensions()
        trim()


def key(source: Path, folders: Sequence[str], options: str) -> str:
    """The cache key of the object file made from a C file."""
    digest = hashlib.sha256(f"{compiler_version()} {sys.version} {options}".encode())
    for path in [source, *included(source, tuple(folders)), HEADER]:
        digest.update(contents_digest(path, path.stat().st_mtime_ns))
    return digest.hexdigest() + ".o"


def included(source: Path, folders: tuple[str, ...]) -> list[Path]:
    """The headers a file includes, by however many steps; those of Python and of the system come with their versions."""
    found: dict[Path, None] = {}
    waiting = [source]
    while waiting:
        for name in included_names(waiting.pop()):
            for folder in (source.parent, *map(Path, folders)):
                path = folder / name
                if path not in found and path.is_file():
                    found[path] = None
                    waiting.append(path)
    return sorted(found)


def included_names(path: Path) -> list[str]:
    return [name.decode() for name in INCLUDE.findall(path.read_bytes())]


@cache
def contents_digest(path: Path, changed: int) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


@cache
def compiler_version() -> str:
    command = os.environ.get("CC", "cc").split()
    found = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False)
    return found.stdout


def store(made: Path, kept: Path) -> None:
    """Put an object file into the cache; a build that runs beside this one never sees half of it."""
    CACHE.mkdir(parents=True, exist_ok=True)
    half = kept.with_suffix(f".{os.getpid()}")
    shutil.copyfile(made, half)
    half.replace(kept)


def trim() -> None:
    """Delete the files that were used longest ago."""
    kept = sorted(CACHE.glob("*.o"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in kept[MOST:]:
        path.unlink(missing_ok=True)
