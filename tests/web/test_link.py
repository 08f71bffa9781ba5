"""The link breaks, the server is killed: the same document goes on, with its half-typed dice."""

from __future__ import annotations

import json

from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.web.conftest import Process
from tests.web.table import DUEL, Server, roll, value


def half_typed(server: Server) -> tuple[dict[str, str], Page]:
    text = DUEL.replace('archetype = "convoy-gunner"', 'archetype = "patrol-sergeant"', 1)  # two dice, keep the better
    table = server.room({"from": "text", "text": text}, "ana", "ben")
    ana = server.seat(table, table["ana"])
    ana.get_by_test_id("die-1").click()
    ana.keyboard.type("5")
    ana.evaluate("window.sameDocument = true")
    return table, ana


def test_a_killed_server_comes_back_and_the_page_goes_on_where_it_was(process: Process, server: Server) -> None:
    table, ana = half_typed(server)
    process.kill()
    expect(ana.get_by_test_id("chip")).to_contain_text("reconnecting", timeout=12_000)
    expect(ana.get_by_test_id("chip")).to_be_visible()
    process.start()
    expect(ana.get_by_test_id("chip")).to_contain_text("connected", timeout=12_000)
    assert ana.evaluate("window.sameDocument") is True
    expect(ana.get_by_test_id("die-1")).to_have_value("5")
    roll(ana, 5, 2)
    roll(server.seat(table, table["ben"]), 1)
    roll(server.seat(table, table["gm"]), 1)
    expect(ana.get_by_test_id("log")).to_contain_text("5 2")


def test_a_reload_keeps_seat_question_and_half_typed_dice(server: Server) -> None:
    _, ana = half_typed(server)
    ana.reload()
    expect(ana.get_by_test_id("die-1")).to_have_value("5")
    expect(ana.get_by_test_id("die-2")).to_have_value("")


def test_a_command_given_while_the_link_is_down_takes_effect_once(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    gm = server.seat(table, table["gm"])
    gm.context.set_offline(True)
    gm.evaluate("dispatchEvent(new Event('offline'))")
    expect(gm.get_by_test_id("chip")).to_contain_text("reconnecting")
    value(gm, "jarl-hp").click()
    gm.get_by_test_id("editor").locator("input[name=value]").fill("2")
    gm.get_by_test_id("editor-save").click()
    gm.context.set_offline(False)
    expect(value(gm, "jarl-hp")).to_have_text("2/7", timeout=12_000)
    expect(gm.get_by_test_id("row").filter(has_text="Jarl: hp is now 2")).to_have_count(1)


def test_a_closed_seat_is_told_so(server: Server, browser: Browser) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben")
    ana, gm = server.seat(table, table["ana"]), server.seat(table, table["gm"])
    gm.get_by_test_id("tab-seats").click()
    gm.get_by_test_id("seat-ana").get_by_text("Manage").click()
    gm.get_by_test_id("seat-ana").get_by_role("button", name="Close").click()
    gm.get_by_test_id("seat-ana").get_by_role("button", name="Really?").click()
    expect(gm.get_by_test_id("seat-ana")).to_have_count(0)
    ana.reload()
    expect(ana.locator("#gone")).to_be_visible()


def test_a_line_that_has_gone_silent_is_noticed_and_made_anew(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    context = server.context()
    lines: list[WebSocketRoute] = []
    dead = [False]

    def listen(line: WebSocketRoute) -> None:
        lines.append(line)
        there = line.connect_to_server()
        line.on_message(lambda text: None if dead[0] and line is lines[0] else there.send(text))
        there.on_message(lambda text: None if dead[0] and line is lines[0] else line.send(text))

    context.route_web_socket("**/ws/*", listen)
    ana = server.sit(context, table, table["ana"])
    ana.clock.install()
    ana.reload()
    expect(ana.get_by_test_id("chip")).to_contain_text("connected")
    lines[:] = lines[-1:]
    dead[0] = True
    server.post(f"/api/rooms/{table['room']}/gm", {"text": "set tor.hp 2"}, table["gm"])
    for _ in range(4):
        ana.clock.run_for(4000)
    expect(value(ana, "tor-hp")).to_have_text("2/8")
    expect(ana.get_by_test_id("chip")).to_contain_text("connected")
    assert len(lines) > 1


def test_one_laptop_holds_several_seats_and_changes_between_them(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    context = server.context()
    held = json.dumps({table["room"]: [{"token": table["gm"], "kind": "gm"}, {"token": table["ana"], "name": "Ana"}]})
    context.add_init_script(f"localStorage['starfray.seats'] ??= {held!r}")
    page = server.open(context, f"/r/{table['room']}")
    expect(page.get_by_test_id("you")).to_contain_text("Ana · plays Mira")
    page.get_by_label("Seat", exact=True).select_option(table["gm"])
    expect(page.get_by_test_id("you")).to_have_text("GM")
