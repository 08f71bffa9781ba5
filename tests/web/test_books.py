"""Pages draw whatever a book describes: every demo opens, every form it offers can be filled, nothing breaks."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from starfray.demo_files import demo_names
from tests.web.table import Server


@pytest.mark.parametrize("demo", demo_names())
def test_every_form_of_a_demo_opens(server: Server, demo: str) -> None:
    table = server.room({"from": "demo", "demo": demo}, hand=False)
    gm = server.seat(table, table["gm"])
    expect(gm.get_by_test_id("cards").locator(".card").first).to_be_visible()
    expect(gm.locator("[data-testid=agenda] li, .ask").first).to_be_attached()
    kinds = gm.locator(".kind[aria-disabled=false]")
    for place in range(kinds.count()):
        kind = kinds.nth(place)
        if kind.get_attribute("data-at-once") is not None:
            continue
        if kind.get_attribute("aria-pressed") == "false":  # cards lie open by themselves
            kind.evaluate("node => node.click()")
        expect(gm.get_by_test_id("action-form")).to_be_visible()
        expect(gm.get_by_test_id("action-form").get_by_test_id("commit")).to_be_attached()
    assert kinds.count() > 0 or gm.locator(".ask").count() > 0
    assert gm.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert (server.faults, server.foreign) == ([], [])


def test_the_chance_of_an_option_stands_on_its_button_where_the_book_knows_it(server: Server) -> None:
    table = server.room({"from": "demo", "demo": "halcyon"}, hand=False)
    gm = server.seat(table, table["gm"])
    expect(gm.get_by_test_id("kind-stn")).to_contain_text("5+ on the die, 60 %, STN -1")
