"""The pictures of docs/img: `python -m tests.web.shots`. A fight of a demo is played a little and looked at."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.web.conftest import CHROMIUM, FLAGS, Process
from tests.web.table import LAPTOP, PHONE, SCREEN, Server

TO = Path(__file__).parents[2] / "docs" / "img"


def shot(page: Page, name: str) -> None:
    page.wait_for_timeout(400)
    page.screenshot(path=TO / f"{name}.png")


def answer_all(pages: list[Page]) -> None:
    """Roll whatever is asked for, take the last option of whatever is to be chosen."""
    for _ in range(12):
        for page in pages:
            page.wait_for_timeout(120)
            for wanted in ("[data-testid=roll-for-me]", "[data-testid=allocate-send]", ".option:last-child"):
                found = page.locator(f".ask.mine {wanted}")
                if found.count():
                    found.first.click()
                    break


def played(server: Server) -> None:
    table = server.room({"from": "demo", "demo": "dock-9"}, "ana", "ben")
    gm = server.seat(table, table["gm"])
    ana = server.seat(table, table["ana"], PHONE)
    ben = server.seat(table, table["ben"], LAPTOP, dark=False)
    screen = server.seat(table, server.watcher(table, "tv"), SCREEN)
    everybody = [gm, ana, ben]
    answer_all(everybody)
    for _ in range(14):
        up = gm.get_by_test_id("agenda").locator(".now .name").inner_text()
        if up == "Mira":
            break
        page = ben if up == "Tor" else gm
        kind = page.get_by_test_id("kind-shot")
        if kind.get_attribute("aria-disabled") == "false":
            kind.click()
            target = page.get_by_test_id("field-target")
            target.select_option(index=target.locator("option").count() - 1)
            page.get_by_test_id("commit").click()
            answer_all(everybody)
        page.get_by_test_id("kind-end-turn").click()
        page.get_by_test_id("commit").click()
        answer_all(everybody)
    for page in (gm, ana):
        page.get_by_test_id("kind-shot").click()
        page.get_by_test_id("field-target").select_option(index=1)
        page.get_by_test_id("odds").wait_for(timeout=60_000)
    gm.get_by_test_id("action-form").scroll_into_view_if_needed()
    shot(gm, "table-dark")
    shot(ana, "phone-action")
    ana.get_by_test_id("commit").click()
    ana.get_by_test_id("die-1").press_sequentially("66145")
    shot(ana, "phone-dice")
    shot(screen, "screen")
    shot(ben, "table-light")
    shot(server.open(server.context(LAPTOP, dark=False), "/"), "lobby")


def main() -> None:
    TO.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        process = Process(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        played(Server(f"http://127.0.0.1:{process.port}", browser))
        browser.close()
        process.kill()


if __name__ == "__main__":
    main()
