"""The pages put a view together from fine diffs just as the server means it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser

import starfray
from starfray.demo_files import demo_path
from starfray.room.project import project
from starfray.room.room_fight import to_room_fight
from starfray.room.rooms import first_seats
from starfray.room.seat_streams import Stream
from starfray.room.state import RoomState
from tests.web.table import Server

ACTS = 60
PUT_TOGETHER = """
async (messages) => {
  const { patched } = await import("/static/diff.js");
  const kept = new Map();
  let view = messages[0].view;
  for (const each of messages.slice(1)) {
    view = patched(view, each.set ?? {}, each.gone ?? [], each.log ?? [], each.acts ?? [], each.back ?? [], kept);
  }
  return JSON.stringify({ ...view, log: [], acts: [] });
}
"""


@pytest.mark.parametrize("demo", ["dock-9", "two-wasps"])
def test_the_page_comes_to_the_view_the_server_means(server: Server, browser: Browser, demo: str) -> None:
    fight = starfray.load(demo_path(demo))
    seats = first_seats(fight)
    room = RoomState("room", "Demo", to_room_fight(fight, seats), seats)
    stream, messages = Stream(), list[Any]()
    for _ in range(ACTS):
        if room.fight.over is not None:
            break
        news = stream.advance(project(room, seats["gm"]))
        if news is not None and news.fine is not None:
            messages.append(json.loads(news.fine.written().text))
        if room.fight.asks:
            room.fight.answer_by_policy(room.fight.asks[0])
        elif not any(room.fight.play_by_policy(who, "auto") for who in room.fight.actors[:1]):
            room.fight.advance()
    assert any("back" in each for each in messages), "nobody's turn came again"
    assert any(step.isdigit() for each in messages[1:] for path in each.get("set", {}) for step in path.split("/"))
    page = browser.new_page()
    page.goto(server.base)
    made = json.loads(page.evaluate(PUT_TOGETHER, messages))
    page.close()
    assert made == json.loads(json.dumps({**(stream.view or {}), "log": [], "acts": []}))
