"""The TypeScript client: written from the server's descriptions, compiled strictly, and played with by Node.js."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from tools.pages import ROOT, Node, find_node
from tools.typescript import FOLDER, OLDEST_NODE, build

from starfray.client import Client
from tests.room.servers import Server
from tests.room.table import FIGHT

pytestmark = pytest.mark.slow
COMPILE = ["--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom"]


@dataclass(frozen=True)
class Project:
    """A project of somebody who uses the client: its folder, with the package installed."""

    folder: Path
    node: Node

    def compile(self, file: str) -> str:
        """What TypeScript complains of."""
        tsc = FOLDER / "node_modules/typescript/bin/tsc"
        command = [self.node.node, str(tsc), *COMPILE, file]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        assert (done.returncode == 0) == (not done.stdout), done.stdout + done.stderr
        return done.stdout

    def start(self, file: str, *words: str) -> subprocess.Popen[str]:
        version = subprocess.run([self.node.node, "--version"], capture_output=True, text=True, check=True).stdout
        sockets = ["--experimental-websocket"] if int(version[1:].partition(".")[0]) < 22 else []
        return subprocess.Popen(
            [self.node.node, *sockets, "--no-warnings", file, *words],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={name: value for name, value in os.environ.items() if name != "NODE_OPTIONS"},
        )

    def run(self, file: str, *words: str) -> str:
        with self.start(file, *words) as process:
            return said_by(process)


def said_by(process: subprocess.Popen[str]) -> str:
    try:
        said, _ = process.communicate(timeout=300)
    finally:
        process.kill()
    assert process.returncode == 0, said
    return said


def all_said(processes: list[subprocess.Popen[str]]) -> list[str]:
    """Of all of them; if one fails, none is left running."""
    with contextlib.ExitStack() as running:
        for process in processes:
            running.enter_context(process)
            running.callback(process.kill)
        return [said_by(process) for process in processes]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    folder, node = tmp_path_factory.mktemp("typescript"), find_node(OLDEST_NODE)
    build(folder / "node_modules" / "starfray-client", node)
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    for source in (ROOT / "examples" / "bot.ts", Path(__file__).with_name("typescript_checks.ts")):
        shutil.copy(source, folder)
    return Project(folder, node)


def test_two_bots_in_typescript_play_a_fight_to_its_end(project: Project, tmp_path: Path) -> None:
    assert project.compile("bot.ts") == ""
    with Server(tmp_path / "rooms.db") as server:
        gm = Client(server.base, patience=20).new_room("boarding-duel", reproducible=True)
        cards = gm.view().cards
        codes = [str(gm.do("seat", do="new", name=f"Bot {who}", plays=[who]).code) for who in cards]
        gm.do("go")
        bots = [project.start("bot.js", server.base, code) for code in codes]
        told = all_said(bots)
        outcome = gm.view().room.outcome
    assert outcome is not None
    assert outcome.winners
    for said in told:
        *acts, last = said.splitlines()
        assert acts
        assert last == f"The fight is over: {', '.join(outcome.winners)} · {outcome.reason}"


def test_what_is_lost_on_the_way_is_sent_again_and_counts_once(project: Project, tmp_path: Path) -> None:
    assert project.compile("typescript_checks.ts") == ""
    with Server(tmp_path / "rooms.db") as server:
        gm = Client(server.base, patience=20).new_room(text=FIGHT)
        gm.do("go")
        found = json.loads(project.run("typescript_checks.js", server.base, gm.room, gm.token))
    assert found == {
        "rolled": True,
        "lost": 2,
        "rolls": 1,
        "after the break": 2,
        "put together": 2,
        "refused": True,
        "unreachable": True,
        "forms": True,
        "patched": ["A/B", False, False],
    }


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('await seat.do("roll", { dise: "2d6" })', "'dise' does not exist"),
        ('await seat.do("rol", { dice: "2d6" })', '"rol"'),
        ("(await seat.view()).cards.mira.status.state", "possibly 'undefined'"),
        ("const n: number = (await seat.view()).room.title", "'string' is not assignable to type 'number'"),
        ('await client.call("post", "/api/demos")', "/api/demos"),
    ],
)
def test_a_mistake_does_not_compile(project: Project, line: str, complaint: str) -> None:
    head = 'import { Client } from "starfray-client";\nconst client = new Client("");\nconst seat = client.seat("", "");\n'
    (project.folder / "wrong.ts").write_text(f"{head}{line};\nexport {{}};\n", encoding="utf-8")
    assert complaint in project.compile("wrong.ts")
