"""Fights that go by a count: where a choice would land, before it is made, and why a parry comes too late."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.played import Played
from tests.web.table import LAPTOP, Server, log_says, map_tap


def test_a_choice_shows_where_it_would_land_before_it_is_made(server: Server) -> None:
    table = server.room({"from": "demo", "demo": "swords-on-the-count"}, "ana", hand=False)
    page = server.seat(table, table["ana"], LAPTOP)
    expect(page.locator(".trackbar.plan")).to_have_count(0)
    map_tap(page, "dole")
    page.get_by_test_id("offer-blow").click()
    row = page.get_by_test_id("offer-blow")
    expect(row).to_contain_text(re.compile(r"lands on \d+"))
    count = re.findall(r"lands on (\d+)", row.inner_text())[0]
    expect(page.locator(".trackbar.plan")).to_contain_text(f"takes effect on {count}")
    page.get_by_test_id("offer-commit").click()
    log_says(page, f"take effect on count {count}")
    expect(page.locator(".trackbar.plan")).to_have_count(0)
    assert server.faults == []


def test_what_comes_too_late_says_so_below_the_answers(server: Server) -> None:
    table = server.room({"from": "demo", "demo": "swords-on-the-count"}, "ana", hand=False)
    view = server.view(table, table["ana"])
    late = {"title": "Parry with the Saber", "words": "needs 4 counts", "p": None, "aside": "", "refused": "2 counts too late"}
    option = {"key": "no", "label": "the normal defence only", "rule": "", "note": "", "tally": None, "least": 0, "most": -1}
    ask = {"id": "0.0", "kind": "choose", "rule": "a.b", "summary": "", "who": "tavi", "name": "Tavi", "prompt": "It lands."}
    rest = {"amount": 0, "low": 0, "high": 0, "dice": "", "sides": None, "centre": None, "suggested": "", "tally": None}
    more = {"secret": False, "sealed": True, "why": "", "facts": {}, "yours": f"player:{view['you']['seat']}"}
    page = Played(
        server, table, table["ana"], LAPTOP, asks=[{**ask, "options": [option], "barred": [late], **rest, **more}]
    ).page
    barred = page.get_by_test_id("barred")
    expect(barred).to_contain_text("2 counts too late")
    assert barred.evaluate("node => node.tagName") == "DIV"
    expect(page.locator("button.option")).to_have_count(1)
