"""`starfray doctor`: what is there, what is missing, and the line that brings it."""

from __future__ import annotations

import argparse
import os
import platform
import shlex
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from starfray import rulebooks
from starfray.demo_files import own_names
from starfray.engine import plugins
from starfray.engine.errors import StarfrayError
from starfray.interpreted import build_kind
from starfray.room.database import database_option, is_postgres
from starfray.room.serve import DEFAULT_PORT
from starfray.sim.policies import OWN as OWN_POLICIES
from starfray.terminal.command import Command, print_json
from starfray.version import VERSION

OLDEST = (3, 11)
#: what a part needs beyond the standard library, and what brings it; the web table is part of every installation
NEEDS = {
    "the web table": (("fastapi", "jinja2", "pillow", "python-multipart", "segno", "uvicorn", "websockets"), "starfray"),
    "rooms in PostgreSQL": (("psycopg", "httpx2"), "starfray[postgresql]"),
    "a seat for language models": (("mcp",), "starfray[mcp]"),
    "environments for researchers": (("gymnasium", "numpy", "pettingzoo"), "starfray[envs]"),
    "simulation on a cluster": (("distributed",), "starfray[cluster]"),
}
ESSENTIAL = "the web table"
OK, MISSING, BROKEN, REFUSED = "ok", "missing", "broken", "refused"


@dataclass(frozen=True, slots=True)
class Finding:
    """`missing` is something Starfray can do without, `broken` something it cannot, `refused` a plug-in that is left out."""

    part: str
    state: str
    found: str
    do: str = ""


def options(parser: argparse.ArgumentParser) -> None:
    database_option(parser)
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, metavar="N", help=f"the server's port ({DEFAULT_PORT})")


def run(args: argparse.Namespace) -> int:
    found = list(examine(args.db, args.port))
    broken = [finding for finding in found if finding.state == BROKEN]
    if args.json:
        print_json(
            {"version": VERSION, "build": build_kind(), "well": not broken, "found": [asdict(finding) for finding in found]}
        )
    else:
        sys.stdout.write(f"Starfray {VERSION} ({build_kind()}) in {Path(__file__).parents[1]}\n")
        wide = max(len(finding.part) for finding in found)
        for finding in found:
            sys.stdout.write(f"  {finding.state:<8} {finding.part:<{wide}}  {finding.found}\n")
            if finding.do:
                sys.stdout.write(f"  {'':<8} {'':<{wide}}  → {finding.do}\n")
        sys.stdout.write("Something has to be mended first.\n" if broken else "Ready: `starfray serve` opens the web table.\n")
    return 2 if broken else 0


def examine(db: str, port: int) -> Iterator[Finding]:
    yield python()
    yield build()
    yield books()
    yield from plugged_in()
    for part in NEEDS:
        yield needed(part)
    yield rooms(db)
    yield listening(port)


def python() -> Finding:
    here = f"{platform.python_implementation()} {platform.python_version()}, {platform.system()} {platform.machine()}"
    if sys.version_info < OLDEST:
        return Finding("Python", BROKEN, here, "install Python 3.11 or newer")
    return Finding("Python", OK, here)


def build() -> Finding:
    kind = build_kind()
    if kind == "compiled":
        return Finding("compiled rules", OK, "engine and books are compiled")
    return Finding(
        "compiled rules", MISSING, f"{kind}; simulations are about ten times as fast compiled", "make compile, in a clone"
    )


def plugged_in() -> Iterator[Finding]:
    """What other distributions offer, each loaded once to see whether it can be."""
    own = {plugins.RULEBOOKS: tuple(rulebooks.FOLDERS), plugins.POLICIES: OWN_POLICIES, plugins.IMPORTERS: ()}
    for group in plugins.GROUPS:
        for name, plugin in plugins.offered(group).items():
            part = f"plug-in {name}"
            try:
                if group == plugins.RULEBOOKS and name not in rulebooks.FOLDERS:
                    rulebooks.plugged(name).ledger()
                else:
                    plugins.load(group, name, own[group])
            except Exception as error:  # whatever others have written
                yield Finding(part, REFUSED, str(error), f"pip uninstall {plugin.origins[-1].split()[0]}, or ask its author")
            else:
                yield Finding(part, OK, f"{group} by {plugin.origins[0]}")


def books() -> Finding:
    names = list(rulebooks.FOLDERS)
    for name in names:
        try:
            rulebooks.find(name).ledger()
        except (StarfrayError, OSError, ImportError) as error:
            return Finding("rulebooks", BROKEN, f"{name}: {error}", installing("--force-reinstall starfray"))
    return Finding("rulebooks", OK, f"{', '.join(names)}; {len(own_names())} demo fights")


def needed(part: str) -> Finding:
    packages, wanted = NEEDS[part]
    found: dict[str, str] = {}
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = ""
    lacking = [package for package, number in found.items() if not number]
    if lacking:
        return Finding(
            part, BROKEN if part == ESSENTIAL else MISSING, f"without {', '.join(lacking)}", installing(shlex.quote(wanted))
        )
    return Finding(part, OK, ", ".join(f"{package} {number}" for package, number in found.items()))


def installing(words: str) -> str:
    """The line that installs something beside this Starfray, by the tool that has made its environment."""
    here = Path(sys.prefix)
    if (here / "pipx_metadata.json").exists():
        return f"pipx runpip {here.name} install {words}"
    if (here / "uv-receipt.toml").exists():
        return f"uv pip install --python {shlex.quote(sys.executable)} {words}"
    return f"pip install {words}"


def rooms(db: str) -> Finding:
    """Could rooms be kept there? Nothing is written."""
    if is_postgres(db):
        return Finding("the rooms", OK, "in PostgreSQL; `starfray verify` looks whether they are whole")
    path = Path(db).absolute()
    where = path if path.exists() else path.parent
    if path.is_dir() or not os.access(where, os.R_OK | os.W_OK):
        return Finding("the rooms", BROKEN, f"{path} cannot be written", "starfray serve --db FILE, in a folder of yours")
    return Finding("the rooms", OK, f"{'are' if path.exists() else 'will be'} kept in {path}")


def listening(port: int) -> Finding:
    with closing(socket.socket()) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("0.0.0.0", port))
        except (OSError, OverflowError) as error:
            words = f"{port} cannot be used: {getattr(error, 'strerror', None) or error}"
            return Finding("the port", MISSING, words, "stop what uses it, or starfray serve --port N")
    return Finding("the port", OK, f"{port} is free")


COMMAND = Command(("starfray doctor", "starfray doctor --port 9000 --db campaign.db", "starfray doctor --json"), options, run)
