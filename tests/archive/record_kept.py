"""Saves and rooms as a release writes them: `python -m tests.archive.record_kept FOLDER` (docs/versions.md).

Beside each save and room stands what it showed then: the position at the beginning and at the end, and the lines of the log.
"""

from __future__ import annotations

import json
import lzma
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

import starfray
from starfray.demo_files import demo_path
from starfray.engine.actions import to_text
from starfray.fight import Fight
from starfray.room.app import make_app
from tests.archive.positions import values_of

SAVES = {  # acts in each
    "dock-9": 14,
    "bazaar-ambush": 10,
    "corridor": 16,
    "blades-at-dawn": 8,
    "furball": 6,
    "two-wasps": 8,
    "last-orders": 12,
    "skyway": 8,
    "halcyon": 6,
    "loading-bay": 10,
    "cargo-shadows": 8,
    "needle-and-pin": 8,
    "swords-on-the-count": 10,
}
ROOMS = {"dock-9": 30, "corridor": 30, "furball": 10, "last-orders": 30, "loading-bay": 20, "needle-and-pin": 20}
ROOMS_DB = "rooms.db.xz"
KEPT = "kept.json.xz"


def saves() -> dict[str, Any]:
    found = {}
    for name, acts in SAVES.items():
        fight = starfray.load(demo_path(name))
        fight.auto(acts=acts)
        if fight.draft is None:
            fight.gm("roll 2d6")
            fight.auto(acts=2)
        if fight.draft is None:
            fight.undo()
        found[name] = {"save": fight.to_json(), **shown(fight)}
    return found


def shown(fight: Fight) -> dict[str, Any]:
    return {
        "start": values_of(fight.start),
        "now": values_of(fight.state),
        "acts": len(fight.journal.entries),
        "asks": [[ask.rule, ask.who] for ask in fight.asks],
    }


def rooms(folder: Path) -> dict[str, Any]:
    """Rooms of one database, played by policies."""
    made = {}
    with TestClient(make_app(folder / "rooms.db", rate=10_000, burst=10_000)) as client:
        for name, acts in ROOMS.items():
            made[name] = played(client, name, acts)
    with closing(sqlite3.connect(folder / "rooms.db")) as db:
        db.execute("pragma wal_checkpoint(truncate)")
        db.execute("pragma journal_mode = delete")
        db.execute("vacuum")
    return made


def played(client: TestClient, name: str, acts: int) -> dict[str, Any]:
    room = client.post("/rooms", json={"from": "demo", "demo": name}).json()
    headers = {"Authorization": f"Bearer {room['token']}"}

    def do(op: str, **args: Any) -> bool:
        return bool(client.post(f"/api/rooms/{room['room']}/{op}", json=args, headers=headers).status_code == 200)

    do("go")
    live = client.app.state.rooms.open[room["room"]]  # type: ignore[attr-defined]
    fight: Fight = live.state.fight
    for _ in range(acts):
        if fight.draft is not None:
            ask = fight.asks[0]
            policies = fight.seats.policies
            assert policies is not None
            answer = "" if ask.kind == "dice" else policies.answer(fight.book, fight.state, ask, fight.generators.policy)
            names = [question["id"] for question in look(client, room, headers)["asks"]]
            do("answer", ask=names[0], answer=answer)
        elif fight.actors:
            policies = fight.seats.policies
            assert policies is not None
            act = policies.act(fight.book, fight.state, fight.actors[0], fight.generators.policy)
            if act is None or not do("play", action=to_text(act)):
                do("roll", dice="2d6")
        else:
            do("roll", dice="2d6")
    do("undo")
    view = look(client, room, headers)
    return {
        **room,
        **shown(fight),
        "log": [row["text"] for row in view["log"]],
        "cards": {who: [[line["label"], line["value"]] for line in card["lines"]] for who, card in view["cards"].items()},
    }


def look(client: TestClient, room: dict[str, Any], headers: dict[str, str]) -> dict[str, Any]:
    answer = client.get(f"/api/rooms/{room['room']}/state", headers=headers).json()
    view: dict[str, Any] = answer["messages"][-1]["view"]
    return view


def main(target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        kept = {"saves": saves(), "rooms": rooms(Path(folder))}
        (target / ROOMS_DB).write_bytes(lzma.compress((Path(folder) / "rooms.db").read_bytes(), preset=9))
    (target / KEPT).write_bytes(lzma.compress(json.dumps(kept, ensure_ascii=False).encode(), preset=9))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
