"""What grows: a timeline of counts, the log of one combatant over the whole fight, rooms found by one code for all."""

from __future__ import annotations

import json
import re

from playwright.sync_api import WebSocketRoute, expect

from tests.web.table import DUEL, PHONE, Server, log_says, open_log, unfold


def moment(when: str, who: str, what: str, status: str) -> dict[str, str]:
    return {"when": when, "who": who, "name": who.title(), "what": what, "status": status}


def test_counts_are_a_timeline_with_what_is_still_in_the_air(server: Server) -> None:
    """The server's part is played here: its view, with the agenda of a fight on counts."""
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    view = server.view(table, table["gm"])
    view["agenda"] = [
        moment("31", "mira", "chooses", "now"),
        moment("35", "jarl", "blow at tor with knife lands", "next"),
        moment("35", "tor", "chooses", "next"),
        moment("42", "mira", "bleeds", "next"),
    ]

    def listen(line: WebSocketRoute) -> None:
        line.on_message(
            lambda text: (
                line.send(json.dumps({"type": "view", "version": 1, "view": view}))
                if "hello" in str(text)
                else line.send('{"type": "pong"}')
            )
        )

    context = server.context()
    context.route_web_socket("**/ws/*", listen)
    gm = server.sit(context, table, table["gm"])
    counts = gm.get_by_test_id("agenda").locator(".count")
    expect(counts).to_have_count(3)
    expect(counts.first.locator(".at")).to_have_text(re.compile(r"▶ 31\s*now"))
    expect(counts.nth(1).locator(".at small")).to_have_text("in 4")
    expect(counts.nth(1).locator(".moment").first).to_contain_text("Jarl")
    expect(counts.nth(1).locator(".moment").first).to_contain_text("blow at Tor with knife lands")
    expect(counts.nth(1).locator(".moment")).to_have_count(2)
    expect(counts.first).to_have_attribute("aria-current", "step")


def test_the_log_of_one_combatant_comes_from_the_whole_fight(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    server.post(f"/api/rooms/{table['room']}/gm", {"text": "set tor.hp 4 long-ago"}, table["gm"])
    for number in range(70):
        server.post(f"/api/rooms/{table['room']}/gm", {"text": f"roll d6 roll-{number}"}, table["gm"])
    ana = server.seat(table, table["ana"])
    log_says(ana, "roll-69")
    expect(ana.get_by_test_id("log")).not_to_contain_text("long-ago")
    open_log(ana)
    ana.get_by_test_id("log-filter").select_option("tor")
    log_says(ana, "long-ago")
    expect(ana.get_by_test_id("log")).not_to_contain_text("roll-69")
    server.post(f"/api/rooms/{table['room']}/gm", {"text": "set tor.hp 3 just-now"}, table["gm"])
    log_says(ana, "just-now")
    ana.get_by_test_id("log-filter").select_option("")
    log_says(ana, "roll-69")


def test_exports_of_a_seat_are_downloads_and_the_gms_more(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    gm, ana = server.seat(table, table["gm"]), server.seat(table, table["ana"])
    wanted = [
        (ana, "markdown", "# Dock 9"),
        (ana, "text", "initiative"),
        (gm, "transcript", "starfray transcript"),
        (gm, "toml", "[[combatant]]"),
        (gm, "json", '"rulebook"'),
    ]
    for page, form, words in wanted:
        open_log(page)
        with page.expect_download() as found:
            page.get_by_test_id("export").select_option(form)
        assert words in found.value.path().read_text(encoding="utf-8"), form


def test_one_code_for_the_whole_group_offers_the_free_seats(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, hand=False)
    gm = server.seat(table, table["gm"])
    gm.get_by_test_id("tab-seats").click()
    unfold(gm, "table")
    gm.get_by_test_id("shared-code").click()
    code = gm.get_by_test_id("code").inner_text()
    lobby = server.open(server.context(PHONE), "/")
    lobby.get_by_test_id("join-code").fill(code.lower())
    lobby.get_by_test_id("join-send").tap()
    lobby.get_by_test_id("your-name").fill("Ana")
    expect(lobby.get_by_test_id("take-ben")).to_be_visible()
    expect(lobby.get_by_test_id("take-gm")).to_have_count(0)
    lobby.get_by_test_id("take-ana").tap()
    expect(lobby.get_by_test_id("you")).to_contain_text("Ana · plays Mira")
    expect(gm.get_by_test_id("seat-ana")).to_contain_text("here")
    other = server.open(server.context(), f"/join/{code}")
    expect(other.get_by_test_id("take-ana")).to_have_count(0)
    other.get_by_test_id("take-watch").click()
    expect(other.get_by_test_id("you")).to_contain_text("spectator")


def test_a_seat_is_renamed_by_its_holder_and_given_other_combatants_by_the_gm(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    gm, ana = server.seat(table, table["gm"]), server.seat(table, table["ana"])
    ana.get_by_test_id("tab-seats").click()
    ana.get_by_test_id("my-name").fill("Anastasia")
    ana.get_by_role("button", name="Rename").click()
    expect(ana.get_by_test_id("you")).to_contain_text("Anastasia · plays Mira")
    gm.get_by_test_id("tab-seats").click()
    seat = gm.get_by_test_id("seat-ana")
    seat.get_by_text("Manage").click()
    seat.locator("select").select_option(["mira", "tor"])
    seat.get_by_role("button", name="Save").click()
    expect(ana.get_by_test_id("you")).to_contain_text("plays Mira, Tor")
