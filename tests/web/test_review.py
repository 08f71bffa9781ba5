"""The review on the page: it opens when the fight is over, comes act by act, can be stopped, and is walked through."""

from __future__ import annotations

import time

from playwright.sync_api import Page, expect

from tests.web.table import LAPTOP, PHONE, Server


def fought(server: Server) -> dict[str, str]:
    """The computer plays everybody."""
    table = server.room({"from": "demo", "demo": "ten-paces"}, "ana", hand=False)
    for who in ("zara", "bo", "gm"):
        for kind in ("*", "act"):
            server.post(f"/api/rooms/{table['room']}/dial", {"who": who, "kind": kind, "value": "auto"}, table["gm"])
    until = time.monotonic() + 60
    while not server.view(table, table["gm"])["room"]["outcome"]:
        assert time.monotonic() < until
        time.sleep(0.5)
    return table


def reviewed(page: Page) -> None:
    page.get_by_test_id("review").click()
    expect(page.get_by_test_id("review-dialog")).to_be_visible()
    expect(page.get_by_test_id("review-stop")).to_be_hidden(timeout=120_000)


def test_the_review_is_read_on_laptop_and_phone(server: Server) -> None:
    table = fought(server)
    gm = server.seat(table, table["gm"], LAPTOP, dark=False)
    reviewed(gm)
    expect(gm.get_by_test_id("review-curve").locator("polyline")).to_have_count(1)
    expect(gm.get_by_test_id("review-people")).to_contain_text("Zara")
    last = gm.get_by_test_id("review-act").inner_text()
    gm.get_by_test_id("review-back").click()
    expect(gm.get_by_test_id("review-act")).not_to_have_text(last)
    gm.keyboard.press("ArrowRight")
    assert gm.get_by_test_id("review-act").inner_text() == last
    phone = server.seat(table, table["ana"], PHONE)
    reviewed(phone)
    expect(phone.get_by_test_id("review-note")).to_contain_text("from what your side knew")
    wide = phone.evaluate(
        "document.querySelector('dialog.review').scrollWidth - document.querySelector('dialog.review').clientWidth"
    )
    assert wide <= 0, "nothing sticks out on a phone"
    assert not server.faults


def test_it_can_be_stopped_and_goes_on_from_there(server: Server) -> None:
    table = fought(server)
    gm = server.seat(table, table["gm"], LAPTOP)
    gm.get_by_test_id("review").click()
    stop = gm.get_by_test_id("review-stop")
    stop.click()
    expect(stop).to_have_text("Go on")
    stop.click()
    expect(stop).to_be_hidden(timeout=120_000)
