"""What the pages must never do: run others' text, ask other servers, know a book, or slow down with a long log."""

from __future__ import annotations

import json
import re
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import WebSocketRoute, expect

import starfray
from starfray.rulebooks import names
from tests.web.played import row
from tests.web.table import DUEL, PHONE, Server, gm_says, log_row, log_says

WEB = Path(starfray.__file__).parent / "web"
CODE = sorted([*WEB.glob("static/*.js"), *WEB.glob("templates/*.html")])
EVIL = "<img src=x onerror=alert(1)>"


@pytest.mark.parametrize("path", CODE, ids=lambda path: path.name)
def test_page_code_builds_no_markup_from_text_and_knows_no_book(path: Path) -> None:
    code = path.read_text(encoding="utf-8")
    for word in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        'setAttribute("style"',
        "//cdn",
        'style="',
        ' onclick="',
    ):
        assert word not in code, word
    for book in names():
        assert not re.search(rf"\b{re.escape(book)}\b", code, re.IGNORECASE), book


@pytest.mark.parametrize("path", sorted(WEB.glob("static/*.js")), ids=lambda path: path.name)
def test_every_module_is_small_and_asks_for_its_types_to_be_checked(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "// @ts-check"
    assert len(lines) < 500 or path.name in ("english.js", "german.js")  # catalogues are data


def test_the_pages_come_with_a_strict_policy(server: Server) -> None:
    for path in ("/", "/r/anything", "/join/ANYTHING"):
        with urllib.request.urlopen(server.base + path) as answer:
            policy = answer.headers["content-security-policy"]
            assert answer.headers["referrer-policy"] == "no-referrer"
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


def test_names_and_notes_are_text_whatever_they_hold(server: Server) -> None:
    text = DUEL.replace('name = "Jarl"', f'name = "{EVIL}"').replace('title = "Dock 9"', f'title = "{EVIL}"')
    table = server.room({"from": "text", "text": text}, "ana", "ben", hand=False)
    gm = server.seat(table, table["gm"])
    gm_says(gm, f'note "{EVIL}" mira')
    expect(gm.get_by_test_id("card-mira")).to_contain_text(EVIL)
    expect(gm.get_by_test_id("card-jarl").locator("h3")).to_have_text(EVIL)
    expect(gm.locator("#title")).to_have_text(EVIL)
    assert gm.locator("img[src=x]").count() == 0
    assert (server.faults, server.foreign) == ([], [])


def test_one_more_row_in_a_log_of_five_thousand_touches_no_other(server: Server) -> None:
    """The server's part is played here: its view with another log, earlier rows on demand, then one more act."""
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    view = server.view(table, table["gm"])
    view["log"] = [row(number) for number in range(4961, 5001)]
    lines: list[WebSocketRoute] = []

    def listen(line: WebSocketRoute) -> None:
        def heard(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "hello":
                line.send(json.dumps({"type": "view", "version": 1, "view": view}))
            elif message["type"] == "ask" and message["what"] == "log":
                rows = [row(number) for number in range(max(1, message["before"] - message["count"]), message["before"])]
                found = {"rows": rows, "more": rows[0]["n"] > 1}
                line.send(json.dumps({"type": "answer", "id": message["id"], "result": found}))
            elif message["type"] == "ping":
                line.send('{"type": "pong"}')

        line.on_message(heard)
        lines.append(line)

    context = server.context()
    context.route_web_socket("**/ws/*", listen)
    held = json.dumps({table["room"]: [{"token": table["gm"]}]})
    context.add_init_script(f"localStorage.setItem('starfray.seats', {held!r})")
    page = server.open(context, f"/r/{table['room']}")
    log_says(page, "Act 5000 by Mira")
    for more in range(1, 51):
        page.get_by_test_id("earlier").evaluate("node => node.click()")
        expect(page.get_by_test_id("row")).to_have_count(min(5000, 40 + 100 * more))
    expect(page.get_by_test_id("earlier")).to_be_hidden()
    page.evaluate("""() => {
      window.touched = {added: 0, removed: 0};
      new MutationObserver(changes => {
        for (const change of changes) {
          touched.added += change.addedNodes.length;
          touched.removed += change.removedNodes.length;
        }
      }).observe(document.querySelector('[data-testid=log]'), {childList: true});
    }""")
    lines[0].send(json.dumps({"type": "diff", "from": 1, "version": 2, "set": {}, "gone": [], "log": [row(5001)]}))
    expect(page.get_by_test_id("row")).to_have_count(5001)
    assert page.evaluate("window.touched") == {"added": 1, "removed": 0}
    log_row(page, "Act 5001 by Mira").locator("summary").first.click()
    expect(page.get_by_test_id("row").last).to_contain_text("because")


def test_an_open_choice_and_half_filled_form_survive_what_others_do(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    gm = server.seat(table, table["gm"])
    gm.get_by_test_id("kind-move").click()
    gm.get_by_test_id("field-path").fill("3,")
    field = gm.get_by_test_id("field-path").element_handle()
    server.post(f"/api/rooms/{table['room']}/gm", {"text": "roll 2d6 meanwhile"}, table["gm"])
    log_says(gm, "meanwhile")
    assert field is not None
    assert field.evaluate("node => node.isConnected && node.value === '3,' && node === document.activeElement")


def test_light_and_dark_follow_the_system_until_somebody_chooses(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    light = server.seat(table, table["ana"], PHONE, dark=False)
    ground = "getComputedStyle(document.body).backgroundColor"
    by_day = light.evaluate(ground)
    light.locator("#theme").click()
    assert light.evaluate(ground) != by_day
    light.reload()
    expect(light.get_by_test_id("chip")).to_contain_text("connected")
    assert light.evaluate(ground) != by_day


def test_the_caption_of_a_chart_says_how_sure_it_is(server: Server) -> None:
    page = server.open(server.context(), "/")
    told = page.evaluate("""async () => {
      const { oddsChart } = await import("/static/tally.js");
      const odds = { outcomes: [{ p: 1, summary: "" }], residual: 0, exact: false, sampled: 1000 };
      const caption = (each) => oddsChart(each).querySelector("figcaption").textContent;
      return [caption(odds), caption({ ...odds, exact: true, sampled: 0 }), caption({ ...odds, sampled: 0, residual: 0.3 })];
    }""")
    assert told == ["Chances, counted in 1000 plays (± 3.2 %)", "Chances", "Chances, not all worked out"]


def test_cards_stand_shorter_the_more_are_waiting(server: Server) -> None:
    page = server.open(server.context(), "/")
    times = page.evaluate("""async () => {
      const { Stage } = await import("/static/stage.js");
      const time = (waiting, weight) => Stage.prototype.time.call(
        { desk: { view: () => ({ room: { pace: "normal" } }) }, queue: Array(waiting) }, { weight });
      return [time(0, "plain"), time(1, "plain"), time(1, "death"), time(5, "plain"), time(12, "plain")];
    }""")
    assert times == [2500, 2500, 3750, 500, 400]
