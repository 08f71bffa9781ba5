"""Free actions out of turn on the page: folded, under their own heading, never called a turn."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.room.test_besides import TEXT
from tests.web.table import DUEL, PHONE, Server, act, fill, log_says


def test_meanwhile_is_folded_says_no_turn_and_works(server: Server) -> None:
    table = server.room({"from": "text", "text": TEXT}, "ana", "ben", hand=False)
    ana, ben = (server.seat(table, table[seat]) for seat in ("ana", "ben"))
    fold = ben.get_by_test_id("besides")
    expect(fold.locator("h3")).to_have_text("Meanwhile: Bo")
    expect(fold.get_by_test_id("meanwhile-crouch")).not_to_be_visible()
    expect(ben.get_by_test_id("turn")).to_have_text("Mira may act.")
    expect(ben.get_by_test_id("turn")).not_to_have_class(re.compile("yours"))
    expect(ben).to_have_title("Bay")
    expect(ana.get_by_test_id("besides")).not_to_be_visible()

    fold.locator("summary").click()
    fold.get_by_test_id("meanwhile-unhunker").click()
    log_says(ana, "Bo looks up again")
    expect(fold.get_by_test_id("meanwhile-unhunker")).to_have_count(0)
    fold.get_by_test_id("meanwhile-free").click()
    fill(ben, "what", "talk")
    fill(ben, "text", "go, go")
    act(ana, "aim", target="tor")  # a form half filled in stays while others act
    expect(ben.get_by_test_id("field-text")).to_have_value("go, go")
    ben.get_by_test_id("commit").click()
    log_says(ana, "Bo calls out: go, go")
    expect(ben).to_have_title("Bay")
    expect(ana).to_have_title(re.compile("^Your turn"))
    assert server.faults == []


def test_the_gm_has_turns_and_meanwhile_side_by_side(server: Server) -> None:
    text = TEXT.replace('up = "mira"', 'up = "tor"').replace('seat = "ben"\n', "")
    table = server.room({"from": "text", "text": text}, "ana", hand=False)
    gm = server.seat(table, table["gm"])
    fold = gm.get_by_test_id("besides")
    expect(fold.locator("h3")).to_have_text("Meanwhile: Bo, Ghost")
    fold.locator("summary").click()
    fold.get_by_role("button", name="Ghost").click()
    fold.get_by_test_id("meanwhile-crouch").click()
    log_says(gm, "Ghost crouches")
    expect(gm.get_by_test_id("kind-end-turn")).to_be_visible()
    expect(gm.get_by_test_id("kind-crouch")).to_have_attribute("aria-pressed", "false")
    act(gm, "crouch")
    log_says(gm, "Tor crouches")
    assert server.faults == []


def test_on_a_phone_it_stays_out_of_the_way(server: Server) -> None:
    table = server.room({"from": "text", "text": TEXT}, "ben", hand=False)
    ben = server.seat(table, table["ben"], PHONE)
    fold = ben.get_by_test_id("besides")
    fold.locator("summary").click()
    fold.get_by_test_id("meanwhile-free").click()
    expect(fold).not_to_be_visible()
    ben.get_by_role("button", name="Back").click()
    fold.get_by_test_id("meanwhile-crouch").click()
    expect(fold.get_by_test_id("meanwhile-crouch")).to_have_count(0)
    assert server.faults == []


def test_books_without_such_actions_show_nothing_of_it(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    ben = server.seat(table, table["ben"])
    expect(ben.get_by_test_id("besides")).not_to_be_visible()
