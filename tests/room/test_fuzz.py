"""Malformed, oversized, replayed, cross-seat and stale requests: each gets a reason, nothing breaks, nothing leaks."""

from __future__ import annotations

import json
import os
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from starfray.room.models import COMMAND_BODIES
from tests.room.table import FIGHT, Sitter, Table

COUNT = int(os.environ.get("STARFRAY_FUZZ", "2000"))
WORDS = ["", "mira", "ghost", "jarl", "gm", "player:ana", "shot mira jarl vulcan-carbine", "end-turn mira", "end-turn ghost",
         "set ghost.hp 1", "reveal ghost", "0.0", "1.0", "act", "*", "auto", "new", "link", "close", "handover", "ana", "ben",
         "../../etc/passwd", "\x00", "\ud800", "﷽" * 40, "x" * 5000, "{}", "'; drop table ops; --", "<script>",
         "2d6", "100d1000"]
NUMBERS: list[Any] = [0, 1, -1, 2, 7, 10**9, 10**30, -(10**30), 1.5, 1e308, True, None]
PLACES = ["state", "forms", "log", "export", "timeline", "audit", "preview", "odds", "write-back", *COMMAND_BODIES]


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
    known = list(model.model_fields) if model is not None else ["action", "ask", "party", "who"]
    body = {field: anything(random) if random.random() < 0.4 else random.choice([*WORDS, *NUMBERS]) for field in known
            if random.random() < 0.8}
    if random.random() < 0.1:
        body[random.choice(WORDS)] = anything(random)
    return body


def one_try(table: Table, sitters: list[Sitter], random: Random) -> Any:
    sitter = random.choice(sitters)
    room = random.choice([sitter.room] * 8 + ["nowhere", "%2e%2e", "a" * 300])
    place = random.choice(PLACES)
    headers = dict(sitter.headers)
    if random.random() < 0.05:
        headers["Authorization"] = random.choice(["Bearer ", "Basic x", "Bearer x"])
    url = f"/api/rooms/{room}/{place}"
    try:
        if place in ("state", "forms", "log", "export", "timeline", "audit"):
            params = {random.choice(["since", "who", "before", "count", "to"]): str(random.choice([*WORDS, *NUMBERS]))}
            return table.client.get(url, params=params, headers=headers)
        content = json.dumps(body_for(place, random)).encode("utf-8", "surrogatepass")
        if random.random() < 0.1:
            content = content[: random.randrange(len(content) + 1)]
        return table.client.post(url, content=content, headers={**headers, "content-type": "application/json"})
    except UnicodeEncodeError:
        return None


@pytest.mark.parametrize("part", range(4))
def test_no_request_breaks_the_room_or_tells_a_player_what_is_hidden(client: TestClient, part: int) -> None:
    table = Table.text(client, FIGHT.replace('name = "Ghost"', 'name = "Revenant"'))
    ana, ben, eyes = table.sit("ana"), table.sit("ben"), table.new_seat("spectator", "Eyes")
    random = Random(part)
    refused = 0
    for _ in range(COUNT // 4):
        answer = one_try(table, [ana, ben, eyes], random)
        if answer is None:
            continue
        assert answer.status_code < 500, (answer.request.url, answer.request.content, answer.text)
        if answer.status_code >= 400:
            refused += 1
            assert answer.json()["reason"], answer.text
        assert "revenant" not in answer.text.lower(), (answer.request.url, answer.request.content)
    assert refused > COUNT // 16
    assert table.gm.look()["cards"]["ghost"]["hidden"]
    assert table.gm.look()["you"]["kind"] == "gm"


def test_a_gm_can_send_anything(client: TestClient) -> None:
    table = Table.text(client)
    ana = table.sit("ana")
    random = Random(99)
    for _ in range(COUNT // 4):
        answer = one_try(table, [table.gm, ana], random)
        assert answer is None or answer.status_code < 500, (answer.request.url, answer.request.content, answer.text)
        if "handover" in str(answer.request.content if answer is not None else ""):
            break
    assert table.client.get(f"/api/rooms/{table.room}/state", headers=ana.headers).status_code in (200, 404)


def test_an_old_answer_is_told_that_its_question_is_gone(client: TestClient) -> None:
    table = Table.text(client)
    ana = table.sit("ana")
    for _ in range(3):
        assert ana.refused("answer", ask="0.0", answer="yes")["rule"] == "fight.pending"
