"""Helpers of the page tests: rooms with seats taken, a page per seat, and what everybody does on a page."""

from __future__ import annotations

import json
import re
import urllib.request
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

LAPTOP, PHONE, SCREEN = (1400, 900), (390, 844), (1920, 1080)

DUEL = """
rulebook = "coriolis"
title = "Dock 9"
seed = 7
map = [30, 14]
[orders]
"coriolis.core.pray" = "never"
"coriolis.initiative.weapon" = "never"
[[combatant]]
id = "mira"
name = "Mira"
archetype = "convoy-gunner"
side = "crew"
seat = "ana"
at = [2, 4]
[[combatant]]
id = "tor"
name = "Tor"
archetype = "convoy-gunner"
side = "crew"
seat = "ben"
at = [4, 9]
[[combatant]]
id = "jarl"
name = "Jarl"
archetype = "dockside-bruiser"
side = "syndicate"
at = [5, 9]
"""


class Server:
    """Rooms of one server, and the pages a test opens on them."""

    def __init__(self, base: str, browser: Browser) -> None:
        self.base = base
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.faults: list[str] = []
        self.foreign: list[str] = []

    def post(self, path: str, body: dict[str, Any], token: str = "") -> Any:
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        request = urllib.request.Request(self.base + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read())

    def room(self, body: dict[str, Any], *players: str, hand: bool = True) -> dict[str, str]:
        """A room with its GM and these players seated; tokens by seat, the room's id under 'room'."""
        made = self.post("/rooms", {"reproducible": True, **body})
        table = {"room": made["room"], "gm": made["token"]}
        for seat in players:
            code = self.post(f"/api/rooms/{made['room']}/seat", {"do": "link", "seat": seat}, made["token"])["code"]
            table[seat] = self.post("/api/join", {"code": code, "name": seat.title()})["token"]
        for seat in ["gm", *players] if hand else []:
            self.post(f"/api/rooms/{made['room']}/hand", {"on": True}, table[seat])
        self.post(f"/api/rooms/{made['room']}/go", {}, made["token"])
        return table

    def view(self, table: dict[str, str], token: str) -> Any:
        """What a seat receives when it sits down."""
        address = f"{self.base}/api/rooms/{table['room']}/state"
        with urllib.request.urlopen(urllib.request.Request(address, headers={"Authorization": f"Bearer {token}"})) as answer:
            return json.loads(answer.read())["messages"][0]["view"]

    def watcher(self, table: dict[str, str], kind: str) -> str:
        made = self.post(f"/api/rooms/{table['room']}/seat", {"do": "new", "kind": kind, "name": kind}, table["gm"])
        return str(self.post("/api/join", {"code": made["code"], "name": kind})["token"])

    def context(self, size: tuple[int, int] = LAPTOP, *, dark: bool = True) -> BrowserContext:
        phone = size == PHONE
        made = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            has_touch=phone,
            is_mobile=phone,
        )
        made.set_default_timeout(15_000)
        self.contexts.append(made)
        return made

    def open(self, context: BrowserContext, path: str) -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda message: self.faults.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: self.foreign.append(request.url) if self.is_foreign(request.url) else None)
        page.goto(self.base + path)
        return page

    def is_foreign(self, url: str) -> bool:
        return not url.startswith((self.base, "data:", "blob:"))

    def seat(self, table: dict[str, str], token: str, size: tuple[int, int] = LAPTOP, *, dark: bool = True) -> Page:
        return self.sit(self.context(size, dark=dark), table, token)

    def sit(self, context: BrowserContext, table: dict[str, str], token: str) -> Page:
        held = json.dumps({table["room"]: [{"token": token}]})
        context.add_init_script(f"localStorage['starfray.seats'] ??= {held!r}")
        page = self.open(context, f"/r/{table['room']}")
        expect(page.get_by_test_id("chip")).to_contain_text("connected")
        return page

    def close(self) -> None:
        for context in self.contexts:
            context.close()


def roll(page: Page, *faces: int) -> None:
    """Type real dice into the boxes, key by key, and hand them in. The question must be there, and be gone afterwards."""
    question = page.locator(".ask.mine[data-testid=ask-dice]").first
    expect(question).to_be_visible()
    boxes = question.locator(".die")
    expect(boxes).to_have_count(len(faces))
    boxes.first.click()
    page.keyboard.type("".join(str(face) for face in faces))
    mark = question.get_attribute("aria-labelledby") or ""
    question.get_by_test_id("dice-send").click()
    expect(page.locator(f"[aria-labelledby='{mark}']")).to_have_count(0)


def choose(page: Page, rule: str, key: str) -> None:
    question = page.locator(f".ask.mine[data-rule='{rule}']").first
    option = question.get_by_test_id(f"option-{key}")
    sealed = option.get_attribute("aria-pressed") is not None
    option.click()
    if sealed:
        question.get_by_test_id("seal").click()
    expect(question.get_by_test_id(f"option-{key}")).to_have_count(0)


def fill(page: Page, name: str, value: str) -> None:
    """One field of the open form: buttons, a list or a blank, unfolded first where it is among the more rarely used."""
    field = page.get_by_test_id(f"field-{name}")
    more = page.get_by_test_id("more-options")
    if more.count() and more.get_by_test_id(f"field-{name}").count() and more.get_attribute("open") is None:
        more.locator("summary").first.click()
    if field.get_attribute("role") == "radiogroup":
        page.get_by_test_id(f"pick-{name}-{value}").click()
    elif field.evaluate("node => node.tagName") == "SELECT":
        field.select_option(value)
    else:
        field.fill(value)


def act(page: Page, kind: str, **fields: str) -> None:
    """Pick a form, fill it, commit it; what has nothing to choose is done at once."""
    button = page.get_by_test_id(f"kind-{kind}")
    at_once = button.get_attribute("data-at-once") is not None
    button.click()
    if at_once:
        return
    for name, value in fields.items():
        fill(page, name, value)
    page.get_by_test_id("commit").click()


def chosen(page: Page, name: str) -> Locator:
    """What is pressed among the buttons of a field."""
    return page.get_by_test_id(f"field-{name}").locator("[aria-checked=true]")


def map_tap(page: Page, who: str) -> None:
    """Tap a token, by finger or by mouse."""
    box = page.get_by_test_id(f"token-{who}").locator(".disc").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if page.evaluate("navigator.maxTouchPoints > 0"):
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


def gm_says(page: Page, command: str) -> None:
    """Any command of the GM's hand, typed."""
    page.get_by_test_id("tab-gm").click()
    unfold(page, "command")
    page.get_by_test_id("gm-command").fill(command)
    page.get_by_test_id("gm-command").press("Enter")
    expect(page.get_by_test_id("gm-command")).to_have_value("")


def unfold(page: Page, name: str) -> Locator:
    """Open a fold of a panel beside the table."""
    fold = page.get_by_test_id(f"fold-{name}")
    if fold.get_attribute("open") is None:
        fold.locator("summary").first.click()
    return fold


def value(page: Page, path: str) -> Locator:
    return page.get_by_test_id(f"value-{path}")


def log_says(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.get_by_test_id("log")).to_contain_text(words)


def told_here(view: Any, act: Any) -> str:
    """The headline of an act as it reads at the seat whose view this is."""
    own = view["you"]["plays"] if view["you"]["kind"] == "player" else []
    return str(act["you"].get(own[0], act["headline"]) if len(own) == 1 else act["headline"])


def open_log(page: Page) -> None:
    """All of the log, where only its newest line shows."""
    button = page.get_by_test_id("log-open")
    if button.is_visible() and button.get_attribute("aria-expanded") == "false":
        button.click()


def log_row(page: Page, words: str | re.Pattern[str]) -> Locator:
    """A row of the log, with the act it belongs to opened."""
    open_log(page)
    row = page.get_by_test_id("row").filter(has_text=words).first
    deed = page.get_by_test_id("deed").filter(has=page.get_by_test_id("row").filter(has_text=words)).first
    if deed.get_attribute("open") is None:
        deed.locator("summary").first.click()
    expect(row).to_be_visible()
    return row
