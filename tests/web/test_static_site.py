"""The page without a server, built with Python for browsers and opened in chromium: it asks for nothing but its own files."""

from __future__ import annotations

import functools
import json
import subprocess
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tools.pages import TOOLS, find_node, install_packages
from tools.static_site import build

from starfray.fight import Fight
from starfray.terminal.sources import begin, open_fight
from starfray.terminal.standalone import ask

SLOW = 240_000  # Python has to be compiled by the browser, on a machine that may be busy
IN_WORKER = """question => new Promise((told) => {
  const post = self.postMessage;
  self.postMessage = (message) => { self.postMessage = post; told(message.answer); };
  self.onmessage({ data: { id: -1, question } });
})"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("static") / "site"
    build(out)
    return out


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is printed."""


@pytest.fixture(scope="module")
def page(folder: Path, browser: Browser) -> Iterator[Page]:
    """The page, ready, from a server of plain files under a path of its own."""
    serving = functools.partial(Quiet, directory=str(folder.parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), serving) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}/{folder.name}/"
        context = browser.new_context()
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url))
        opened = context.new_page()
        errors: list[str] = []
        opened.on("pageerror", lambda error: errors.append(str(error)))
        opened.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        opened.goto(base)
        expect(opened.locator("#state")).to_contain_text("Ready", timeout=SLOW)
        context.set_offline(True)
        yield opened
        assert [url for url in asked if not url.startswith(base)] == []
        assert len(asked) > 8
        assert errors == []
        context.close()
        server.shutdown()


def answer(**question: str) -> Any:
    """What this Python answers."""
    return json.loads(ask(json.dumps(question)))


def test_the_odds_of_a_demos_shot_are_those_of_any_python(page: Page) -> None:
    page.select_option("#odds select[name=demo]", "dock-9")
    expect(page.locator("#odds-answer")).to_be_empty(timeout=SLOW)
    page.fill("#odds input[name=action]", "shot mira jarl")
    page.click("#odds button")
    rows = page.locator("#odds-answer tr")
    expect(rows.first).to_be_visible(timeout=SLOW)
    found = answer(what="odds", demo="dock-9", action="shot mira jarl")
    assert found["exact"]
    assert len(found["told"]) > 5
    told = [row.split("\t")[1] for row in rows.all_inner_texts()]
    assert told == [*(each["words"] for each in found["told"][:15]), "further outcomes"]
    asked = json.dumps({"what": "odds", "demo": "dock-9", "action": "shot mira jarl"})
    assert json.loads(page.workers[0].evaluate(IN_WORKER, asked)) == found


def test_a_rule_is_looked_up(page: Page) -> None:
    page.select_option("#rules select[name=book]", "coriolis")
    page.fill("#rules input[name=words]", "overwatch")
    page.click("#rules button")
    expect(page.locator("#rules-answer dt").first).to_be_visible(timeout=SLOW)
    found = answer(what="rules", book="coriolis", words="overwatch")
    assert page.locator("#rules-answer dt").all_inner_texts() == [rule["id"] for rule in found["rules"]]
    expect(page.locator("#rules-answer p")).to_have_text(f"{found['count']} rules")


def played() -> Fight:
    fight = open_fight("boarding-duel")
    begin(fight)
    fight.auto(acts=4)
    return fight


def test_a_transcript_is_replayed(page: Page, tmp_path: Path) -> None:
    fight = played()
    kept = tmp_path / "duel.txt"
    kept.write_text(fight.transcript(), encoding="utf-8")
    page.set_input_files("#replay input[name=file]", kept)
    page.click("#replay button")
    shown = page.locator("#replay-answer")
    expect(shown).to_contain_text(
        f"Every die and answer fits. Fingerprint of the final position: {fight.hash[:12]}", timeout=SLOW
    )
    acts = [act["act"] for act in answer(what="replay", text=fight.transcript())["acts"] if act["act"]]
    assert page.locator("#replay-answer .act").all_inner_texts() == acts
    kept.write_text("no transcript", encoding="utf-8")
    page.set_input_files("#replay input[name=file]", kept)
    page.click("#replay button")
    expect(shown.locator(".refused")).to_contain_text("the text:1: not a transcript", timeout=SLOW)


def test_an_act_that_is_refused_is_told_with_what_would_be_legal(page: Page) -> None:
    page.select_option("#odds select[name=demo]", "dock-9")
    expect(page.locator("#odds-answer")).to_be_empty(timeout=SLOW)
    page.fill("#odds input[name=action]", "shot mira nobody")
    page.click("#odds button")
    expect(page.locator("#odds-answer .refused")).to_contain_text("nobody", timeout=SLOW)


@pytest.mark.parametrize("size", [(1400, 900), (390, 844)])
def test_the_page_fits_and_can_be_read_by_anybody(page: Page, size: tuple[int, int]) -> None:
    install_packages(find_node())
    page.set_viewport_size({"width": size[0], "height": size[1]})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.evaluate((TOOLS / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("axe.run().then((done) => done.violations.map((each) => [each.id, each.nodes.map((n) => n.html)]))")
    assert found == []


def test_its_types_fit(folder: Path) -> None:
    node = find_node()
    install_packages(node)
    words = [
        "--noEmit",
        "--checkJs",
        "--strict",
        "--target",
        "es2022",
        "--lib",
        "es2022,dom,dom.iterable",
        "--module",
        "esnext",
    ]
    tsc = TOOLS / "node_modules" / "typescript" / "bin" / "tsc"
    done = subprocess.run([node.node, tsc, *words, "page.js"], cwd=folder, capture_output=True, text=True, check=False)
    assert done.stdout == ""


def test_what_is_asked_wrongly_is_refused_in_words() -> None:
    assert "no question 'x'" in answer(what="x")["refused"]["reason"]
    assert "no demo" in answer(what="odds", demo="nothing", action="shot a b")["refused"]["reason"]
    broken = answer(what="open", text="rulebook = 3")["refused"]["reason"]
    assert broken.startswith("the text")
    bent = played().transcript().replace(" 6", " 1")
    found = answer(what="replay", text=bent)
    assert "refused" in found or not found["ok"]
