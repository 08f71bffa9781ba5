"""Bad requests to the room by the thousand: `python -m tests.fuzz.room --count 50000 [--seed N]`.

Each gets an answer with a reason, none breaks the server, none tells a player what is hidden, none takes the GM's seat.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
import warnings
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from starfray.room.app import make_app
from starfray.room.models import COMMAND_BODIES
from tests.fuzz.room_requests import Request, anything, body_for, described, handmade, request_of
from tests.room.table import FIGHT, Sitter, Table

HIDDEN = "revenant"
AT_ONE_TABLE = 400  # requests before everybody moves to a fresh room


@dataclass
class World:
    """A server with a room whose hidden combatant has a name that must never be read, and another room."""

    client: TestClient
    table: Table
    other: Table
    sitters: list[Sitter]

    @classmethod
    def of(cls, client: TestClient) -> World:
        table = Table.text(client, FIGHT.replace('name = "Ghost"', f'name = "{HIDDEN.title()}"'))
        sitters = [table.sit("ana"), table.sit("ben"), table.new_seat("spectator", "Eyes")]
        return cls(client, table, Table.text(client), sitters)


@dataclass
class Result:
    tried: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def fail(self, what: str, why: str) -> None:
        self.failures.append(f"{why}\n{what[:1500]}")


def send(world: World, request: Request, result: Result) -> None:
    result.tried[request.kind] += 1
    try:
        answer = world.client.request(
            request.method, request.path, content=request.body, params=request.params, headers=request.headers
        )
    except UnicodeEncodeError:  # not even a client sends that
        result.ended["unsendable"] += 1
        return
    result.ended[str(answer.status_code)] += 1
    what = f"{request.kind}: {request.method} {answer.request.url} {request.body!r} → {answer.status_code} {answer.text[:400]}"
    if answer.status_code >= 500:
        result.fail(what, "the server broke")
    elif answer.status_code >= 400 and not reason_in(answer):
        result.fail(what, "a refusal without a reason")
    elif request.refused and answer.status_code < 400:
        result.fail(what, "this had to be refused")
    if HIDDEN in answer.text.lower():
        result.fail(what, "what is hidden was told")


def reason_in(answer: Any) -> bool:
    try:
        return bool(answer.json()["reason"])
    except (ValueError, KeyError, TypeError):
        return False


def replay(world: World, random: Random, result: Result) -> None:
    """An intent that was fine, sent again and again: it took effect once."""
    result.tried["replayed"] += 1
    sitter = world.table.gm
    body = {"id": f"again {random.randrange(10**9)}", "text": "modify tor 1 again"}
    count = len(sitter.look()["gm"]["combatants"]["tor"]["modifiers"])
    answers = [sitter.post("gm", **body) for _ in range(random.randint(2, 4))]
    after = len(sitter.look()["gm"]["combatants"]["tor"]["modifiers"])
    told = {(each.status_code, each.text) for each in answers}
    result.ended[str(answers[0].status_code)] += 1
    expected = 1 if answers[0].status_code == 200 else 0
    if after - count != expected or (expected and len(told) != 1):
        result.fail(f"{body} {told}", f"an intent took effect {after - count} times")


#: JSON as no client writes it, but anybody can send it
RAW = [
    *(r'"\ud800"', r'"\udfff\ud800"', r'"\u0000"', r'"\u001b"', '"\x7f"', '"\ufeff"'),
    *("NaN", "-Infinity", "1e999", "9" * 5000, "[" * 3000),
]


def raw_frame(random: Random, op: str) -> str:
    kind, mark, word, name = (random.choice(RAW + ['"x"', '"me"', '"name"'] * 4) for _ in range(4))
    return f'{{"type":{random.choice([chr(34) + "do" + chr(34), kind])},"id":{mark},"op":"{op}",{name}:{word},"name":{word}}}'


def shout(world: World, random: Random, result: Result) -> None:
    """A socket that is told nonsense."""
    result.tried["socket"] += 1
    sitter = random.choice(world.sitters)
    frames: list[str] = []
    if random.random() < 0.8:
        frames.append(json.dumps({"type": "hello", "token": sitter.token, "since": random.choice([None, 0, 10**6])}))
    for _ in range(random.randint(1, 5)):
        name = random.choice(list(COMMAND_BODIES))
        frames.append(
            random.choice(
                [
                    json.dumps(anything(random)),
                    raw_frame(random, name),
                    "",
                    "[",
                    "x" * random.choice([10, 70_000]),
                    json.dumps({"type": "do", "id": "x", "op": name, **body_for(name, random), "type ": 1}),
                    json.dumps(
                        {"type": "do", "id": f"{random.random()}", "op": random.choice(["gm", "room"]), "text": "reveal ghost"}
                    ),
                    json.dumps(
                        {"type": "ask", "id": "x", "what": random.choice(["odds", "audit", "sheet", "prospects", "log", ""])}
                    ),
                ]
            )
        )
    heard = ""
    try:
        with world.client.websocket_connect(f"/ws/{random.choice([sitter.room] * 5 + ['nowhere'])}") as line:
            for frame in frames:
                line.send_text(frame.encode("utf-8", "replace").decode())
            line.send_text(json.dumps({"type": "ping"}))
            while '"pong"' not in heard[-20:]:
                heard += line.receive_text()
        result.ended["pong"] += 1
    except WebSocketDisconnect:
        result.ended["shown out"] += 1
    if HIDDEN in heard.lower():
        result.fail(repr(frames), "what is hidden was told")
    if '"pong"' not in heard and '"reason"' not in heard:
        result.fail(repr(frames), "a line that ended without a reason")


def still_sound(world: World, result: Result) -> None:
    """After all that: the fight is there, the hidden one is hidden, the GM is the GM."""
    view = world.table.gm.look()
    if view["you"]["kind"] != "gm" or not view["cards"]["ghost"]["hidden"] or view["room"]["status"] == "archived":
        result.fail(json.dumps(view)[:400], "the room is no longer what it was")
    for sitter in world.sitters:
        seen = sitter.look()
        if HIDDEN in json.dumps(seen).lower() or seen["gm"] is not None:
            result.fail(json.dumps(seen)[:400], "a seat knows what it must not")


def run(count: int, seed: int, *, show: bool = False, part: int = 0, parts: int = 1) -> Result:
    """So many requests. Of several parts, each tries a share of what the description holds."""
    result, random = Result(), Random(seed)
    started = shown = time.perf_counter()
    with (
        tempfile.TemporaryDirectory() as folder,
        warnings.catch_warnings(),
        TestClient(make_app(Path(folder) / "rooms.db", rate=10**9, burst=10**9), raise_server_exceptions=False) as client,
    ):
        warnings.simplefilter("ignore")  # what the machine of the description says of our schema is no news
        world = World.of(client)
        description = client.get("/api/openapi.json").json()
        waiting = described(description, count // 2, seed, part, parts)
        for number in range(count):
            if number and number % AT_ONE_TABLE == 0:
                still_sound(world, result)
                world = World.of(client)
            one(world, random, waiting, result)
            if show and time.perf_counter() - shown > 2:
                shown = time.perf_counter()
                rate = number / (shown - started)
                sys.stderr.write(f"\r{number:>7} of {count}  {rate:5.0f}/s  {len(result.failures)} failures ")
        still_sound(world, result)
    result.seconds = time.perf_counter() - started
    return result


def one(world: World, random: Random, waiting: Any, result: Result) -> None:
    sitter = random.choice(world.sitters)
    kind = random.random()
    case = next(waiting, None) if kind < 0.5 else None
    if case is not None:
        send(world, request_of(case, random, sitter), result)
    elif kind > 0.98:
        replay(world, random, result)
    elif kind > 0.95:
        shout(world, random, result)
    else:
        send(world, handmade(random, sitter, world), result)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    result = run(given.count, given.seed, show=True)
    print(f"\n{given.count} requests in {result.seconds:.0f} s, seed {given.seed}")
    print("tried: " + ", ".join(f"{kind} {number}" for kind, number in result.tried.most_common()))
    print("ended: " + ", ".join(f"{kind} {number}" for kind, number in result.ended.most_common()))
    for text in result.failures[:20]:
        print("\n" + text)
    print(f"{len(result.failures)} failures")
    return 1 if result.failures else 0


if __name__ == "__main__":
    sys.exit(main())
