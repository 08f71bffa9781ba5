"""What a browser downloads for a page, as it is sent."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.table import DUEL, LAPTOP, Server

MOST = 250_000


@pytest.mark.parametrize("page", ["room", "lobby"])
def test_a_page_is_light(server: Server, page: str) -> None:
    table = server.room({"from": "text", "text": DUEL}, hand=False)
    context = server.context(LAPTOP)
    blank = context.new_page()
    sent: dict[str, int] = {}
    line = context.new_cdp_session(blank)
    line.send("Network.enable")
    line.on("Network.loadingFinished", lambda event: sent.update({event["requestId"]: int(event["encodedDataLength"])}))
    if page == "room":
        blank.add_init_script(
            f"localStorage['starfray.seats'] = JSON.stringify({{'{table['room']}': [{{token: '{table['gm']}'}}]}})"
        )
        blank.goto(f"{server.base}/r/{table['room']}")
        expect(blank.get_by_test_id("chip")).to_contain_text("connected")
    else:
        blank.goto(server.base)
        expect(blank.get_by_test_id("demos").locator("button").first).to_be_visible()
    assert len(sent) > 20, "modules were loaded, and their sizes heard"
    assert sum(sent.values()) <= MOST
