"""Requests nobody should send to a room: malformed, oversized, replayed, from the wrong seat, stale, and what the description
of the API leads a machine to try.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import quote

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

from starfray.room.models import COMMAND_BODIES
from tests.room.table import Sitter

WORDS = [
    "",
    "mira",
    "ghost",
    "jarl",
    "gm",
    "player:ana",
    "shot mira jarl vulcan-carbine",
    "end-turn mira",
    "end-turn ghost",
    "set ghost.hp 1",
    "reveal ghost",
    "0.0",
    "1.0",
    "act",
    "*",
    "auto",
    "new",
    "link",
    "close",
    "handover",
    "ana",
    "ben",
    "../../etc/passwd",
    "\x00",
    "\ud800",
    "﷽" * 40,
    "x" * 5000,
    "{}",
    "'; drop table ops; --",
    "<script>",
    "2d6",
    "100d1000",
    "now",
    "act 1",
    "aside 0",
    "code",
    "uncode",
    "house",
    "timeout",
    "\u202e",
    "\r\nX-Evil: 1",
]
NUMBERS: list[Any] = [0, 1, -1, 2, 7, 10**9, 10**30, -(10**30), 1.5, 1e308, True, None]
READS = ("state", "forms", "log", "export", "timeline", "audit")
PLACES = [*READS, "preview", "odds", "prospects", "write-back", *COMMAND_BODIES]
PARAMS = ("since", "who", "before", "count", "to")
GM_ONLY: list[tuple[str, dict[str, Any]]] = [
    ("gm", {"text": "reveal ghost"}),
    ("gm", {"text": "set ghost.hp 1"}),
    ("go", {}),
    ("call", {"text": "test"}),
    ("seat", {"do": "new", "name": "x"}),
    ("seat", {"do": "link", "seat": "ben"}),
    ("seat", {"do": "reset", "seat": "gm"}),
    ("seat", {"do": "handover", "seat": "ana"}),
    ("seat", {"do": "close", "seat": "ben"}),
    ("room", {"do": "archive"}),
    ("room", {"do": "code"}),
    ("room", {"do": "timeout", "seconds": 1}),
    ("undo", {"to": 0}),
    ("undo", {"refuse": True}),
    ("prospects", {}),
    ("dial", {"who": "jarl", "value": "auto"}),
    ("queue", {"action": "gm: reveal ghost"}),
    ("dial", {"who": "ghost", "value": "auto"}),
    ("play", {"action": "end-turn jarl"}),
    ("play", {"action": "end-turn ghost"}),
]


@dataclass(slots=True)
class Request:
    """One request. `refused`: it must be."""

    kind: str
    method: str
    path: str
    body: bytes | None = None
    params: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    refused: bool = False


def json_headers(sitter: Sitter) -> dict[str, str]:
    return {**sitter.headers, "content-type": "application/json"}


def to_bytes(value: Any) -> bytes:
    return json.dumps(value).encode("utf-8", "surrogatepass")


def anything(random: Random, deep: int = 0) -> Any:
    kind = random.randrange(7 if deep < 3 else 3)
    if kind == 0:
        return random.choice(WORDS)
    if kind == 1:
        return random.choice(NUMBERS)
    if kind == 2:
        return random.choice(WORDS) + random.choice(WORDS)
    if kind < 5:
        return [anything(random, deep + 1) for _ in range(random.randrange(4))]
    return {random.choice(WORDS): anything(random, deep + 1) for _ in range(random.randrange(4))}


def body_for(name: str, random: Random) -> dict[str, Any]:
    """The right names with wrong values, or wrong names, or nearly right ones."""
    model = COMMAND_BODIES.get(name)
    known = list(model.model_fields) if model is not None else ["action", "ask", "party", "who", "at"]
    body = {
        each: anything(random) if random.random() < 0.4 else random.choice([*WORDS, *NUMBERS])
        for each in known
        if random.random() < 0.8
    }
    if random.random() < 0.1:
        body[random.choice(WORDS)] = anything(random)
    return body


def malformed(random: Random, sitter: Sitter, table: Any) -> Request:
    room = random.choice([sitter.room] * 8 + ["nowhere", "%2e%2e", "a" * 300])
    place = random.choice(PLACES)
    path = f"/api/rooms/{room}/{place}"
    headers = dict(sitter.headers)
    if random.random() < 0.05:
        headers["Authorization"] = random.choice(["Bearer ", "Basic x", "Bearer x", "Bearer " + "x" * 300])
    if place in READS:
        params = {random.choice(PARAMS): clean(random.choice([*WORDS, *NUMBERS]))}
        return Request("malformed", "GET", path, None, params, headers)
    body = to_bytes(body_for(place, random))
    cut = random.random()
    if cut < 0.1:
        body = body[: random.randrange(len(body) + 1)]
    elif cut < 0.13:
        body = random.choice([b"", b"null", b"[]", b"7", b"NaN", b"\xff\xfe", b"{", b'{"id": NaN}', b"[" * 5000 + b"]" * 5000])
    return Request("malformed", "POST", path, body, {}, {**headers, "content-type": "application/json"})


def clean(value: Any) -> str:
    """As a query can hold it."""
    return str(value).encode("utf-8", "replace").decode("utf-8")


def oversized(random: Random, sitter: Sitter, table: Any) -> Request:
    place = random.choice(list(COMMAND_BODIES))
    kind = random.randrange(5)
    sizes: list[dict[str, Any]] = [
        {"id": "x" * 100_000},
        {"action": "shot " * 2000, "text": "x" * 20_000},
        {"faces": [1] * 5000, "n": 1, "i": 0},
        {"plays": ["mira"] * 2000, "do": "new"},
        {f"k{each}": each for each in range(3000)},
    ]
    big = sizes[kind]
    body = to_bytes(big)
    if random.random() < 0.03:
        body = b'{"id": "' + b"x" * 1_300_000 + b'"}'
    return Request("oversized", "POST", f"/api/rooms/{sitter.room}/{place}", body, {}, json_headers(sitter), refused=True)


def wrong_seat(random: Random, sitter: Sitter, table: Any) -> Request:
    """What only the GM, or another player, may do; or with a token of another room."""
    if random.random() < 0.2:
        place = random.choice(PLACES)
        method = "GET" if place in READS else "POST"
        return Request(
            "wrong seat",
            method,
            f"/api/rooms/{table.other.room}/{place}",
            b"{}" if method == "POST" else None,
            {},
            json_headers(sitter),
            refused=True,
        )
    op, body = random.choice(GM_ONLY)
    return Request("wrong seat", "POST", f"/api/rooms/{sitter.room}/{op}", to_bytes(body), {}, json_headers(sitter), True)


def stale(random: Random, sitter: Sitter, table: Any) -> Request:
    """Answers to questions of long ago, versions nobody has seen, acts that are not there."""
    if random.random() < 0.3:
        path, name = random.choice([("state", "since"), ("log", "before")])
        params = {name: str(random.choice([0, 1, 10**6, 10**8]))}
        return Request("stale", "GET", f"/api/rooms/{sitter.room}/{path}", None, params, dict(sitter.headers))
    op, body = random.choice(
        [
            ("answer", {"ask": f"{random.randrange(40)}.9", "answer": "yes"}),
            ("answer", {"ask": "0.0", "answer": "no", "rule": "x"}),
            ("correct", {"n": random.randrange(10**6, 10**8), "i": 0, "faces": [1]}),
            ("odds", {"ask": "9.9"}),
            ("join", {"code": "ABCDEFGHJK"}),
            ("queue", {"drop": 99}),
        ]
    )
    path = "/api/join" if op == "join" else f"/api/rooms/{sitter.room}/{op}"
    return Request("stale", "POST", path, to_bytes(body), {}, json_headers(sitter), refused=True)


MAKERS: list[Callable[[Random, Sitter, Any], Request]] = [malformed, malformed, malformed, oversized, wrong_seat, stale]


def handmade(random: Random, sitter: Sitter, table: Any) -> Request:
    return random.choice(MAKERS)(random, sitter, table)


# --- what the description leads to -----------------------------------------------------------------------------


def described(description: dict[str, Any], count: int, start: int, part: int, parts: int) -> Iterator[Any]:
    """Cases for the operations of the API (of several parts, for those of one), valid and invalid ones, so many in all."""
    schema: Any = schemathesis.openapi.from_dict(description)
    operations = [each.ok() for each in schema.get_all_operations()][part::parts]
    each = max(2, count // (2 * len(operations)))
    for operation in operations:
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            yield from cases(operation, mode, each, start)


def cases(operation: Any, mode: Any, count: int, start: int) -> list[Any]:
    found: list[Any] = []

    @seed(start)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        derandomize=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def collect(case: Any) -> None:
        found.append(case)

    with suppress(Unsatisfiable):  # an operation that takes nothing cannot be asked wrongly
        collect()
    return found


def request_of(case: Any, random: Random, sitter: Sitter) -> Request:
    """The case, most of the time in a room that is there and from somebody who sits in it."""
    given_room = str(case.path_parameters.get("room", ""))
    room = sitter.room if random.random() < 0.85 else quote(given_room[:200], safe="%")
    path = case.path.replace("{room}", room or "x")
    for name, value in case.path_parameters.items():
        path = path.replace(f"{{{name}}}", quote(str(value)[:200], safe="%") or "x")
    headers = {"content-type": "application/json"}
    if random.random() < 0.9:
        headers.update(sitter.headers)
    body = case.body if isinstance(case.body, bytes) else None
    if body is None and isinstance(case.body, dict | list | str | int | float | bool | None):
        body = to_bytes(case.body)
    params = {clean(key): clean(value)[:2000] for key, value in (case.query or {}).items()}
    return Request("described", case.method, path, body if case.method != "GET" else None, params, headers)
