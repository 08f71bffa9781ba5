"""Milliseconds of script that an act of twenty combatants takes to draw on each device: `python -m bench.draw_act`."""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from tests.web.conftest import CHROMIUM, FLAGS, Process
from tests.web.played import Played, effect, loss, row, told
from tests.web.table import DUEL, LAPTOP, PHONE, SCREEN, Server

PEOPLE = 20
ACTS = 60
MORE = '[[combatant]]\nid = "foe-{n}"\nname = "Foe {n}"\narchetype = "dockside-bruiser"\nside = "syndicate"\nat = [{x}, {y}]\n'


def crowd() -> str:
    return DUEL + "".join(MORE.format(n=n, x=8 + n, y=1 + n % 12) for n in range(PEOPLE - 3))


def script_seconds(seat: Played) -> list[float]:
    """Seconds of script for each of the acts, as the browser counts them."""
    line = seat.page.context.new_cdp_session(seat.page)
    line.send("Performance.enable")

    def spent() -> float:
        metrics = {each["name"]: each["value"] for each in line.send("Performance.getMetrics")["metrics"]}
        return float(metrics["ScriptDuration"])

    found = []
    for number in range(100, 100 + ACTS):
        hurt = effect("tor", "Tor", changes=[loss(8, 5)])
        act = told(number, f"Jarl hits Tor, act {number}.", weight="wound", whom=["tor"], parts=[hurt])
        before = spent()
        seat.diff(set={"cards/tor/hidden": False}, log=[row(number)], acts=[act])
        seat.page.locator(f".result[data-n='{number}']").or_(seat.page.locator("#stage")).first.wait_for()
        seat.page.wait_for_timeout(60)
        found.append(spent() - before)
    return found


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        process = Process(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        server = Server(f"http://127.0.0.1:{process.port}", browser)
        table = server.room({"from": "text", "text": crowd()}, "ana", "ben", hand=False)
        tokens = {
            "laptop": (table["gm"], LAPTOP),
            "phone": (table["ana"], PHONE),
            "screen": (server.watcher(table, "tv"), SCREEN),
        }
        for device, (token, size) in tokens.items():
            times = [1000 * each for each in script_seconds(Played(server, table, token, size))]
            print(f"{device}: median {statistics.median(times):.1f} ms, slowest {max(times):.1f} ms of script for an act")
        browser.close()
        process.kill()


if __name__ == "__main__":
    main()
