"""The pictures of docs/img: `python -m tests.web.shots`. A fight of a demo is played a little and looked at."""

from __future__ import annotations

import tempfile
import time
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.web.conftest import CHROMIUM, FLAGS, Process
from tests.web.film import FILM, animated, frame
from tests.web.table import DUEL, LAPTOP, PHONE, SCREEN, Server

TO = Path(__file__).parents[2] / "docs" / "img"
MOST = 150_000  # bytes of a picture
COLOURS = 256
MOST_FILM = 2_000_000


def shot(page: Page, name: str) -> None:
    page.wait_for_timeout(400)  # until everything has slid into place
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(TO / f"{name}.png", optimize=True)
    size = (TO / f"{name}.png").stat().st_size
    assert size < MOST, f"{name}.png has {size} bytes"


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


def end_turn(server: Server, table: dict[str, str], who: str) -> None:
    server.post(f"/api/rooms/{table['room']}/play", {"action": f"end-turn {who}"}, table["gm"])


def until(server: Server, table: dict[str, str], who: str) -> None:
    """Everybody before this one ends the turn."""
    for _ in range(20):
        up = server.view(table, table["gm"])["turn"]["actors"]
        if up == [who]:
            return
        end_turn(server, table, up[0])


def shoot(server: Server, table: dict[str, str], who: str, at: str, everybody: list[Page]) -> None:
    until(server, table, who)
    server.post(f"/api/rooms/{table['room']}/play", {"action": f"shot {who} target={at}"}, table["gm"])
    answer_all(everybody)


def invitation_picture(server: Server) -> None:
    lobby = server.open(server.context(LAPTOP, dark=False), "/")
    lobby.get_by_test_id("demo-dock-9").click()
    lobby.get_by_test_id("table-code").wait_for()
    shot(lobby, "invitation")


def table_pictures(server: Server) -> None:
    table = server.room({"from": "demo", "demo": "dock-9"}, "ana", "ben", hand=False)
    everybody = [server.seat(table, table["gm"], LAPTOP, dark=False), server.seat(table, table["ana"], PHONE)]
    gm, ana = everybody
    dark = server.seat(table, table["gm"])
    ben = server.seat(table, table["ben"], PHONE, dark=False)
    screen = server.seat(table, server.watcher(table, "tv"), SCREEN)
    shoot(server, table, "guard", "tor", [*everybody, ben])
    shot(ben, "phone-result")
    shoot(server, table, "jarl", "mira", [*everybody, ben])
    shot(screen, "screen")
    until(server, table, "mira")
    for page in (gm, dark, ana):
        if page.get_by_test_id("got-it").count():
            page.get_by_test_id("got-it").click()
        page.get_by_test_id("token-jarl").locator(".disc").click(force=True)
        page.locator(".offer-row .chance-row").nth(3).wait_for(timeout=120_000)
    shot(gm, "table-light")
    shot(dark, "table-dark")
    shot(ana, "phone-action")
    ana.get_by_test_id("offer-options").click()
    ana.get_by_test_id("chance").wait_for(timeout=60_000)
    shot(ana, "phone-form")
    ana.get_by_test_id("nav-map").tap()
    shot(ana, "phone-map")
    ana.get_by_test_id("nav-more").tap()
    ana.get_by_test_id("hand").check()
    ana.get_by_test_id("nav-act").tap()
    ana.get_by_test_id("commit").click()
    ana.get_by_test_id("die-1").press_sequentially("66145")
    shot(ana, "phone-dice")
    gm.get_by_test_id("hand-jarl").click()
    gm.get_by_test_id("condition-prone").wait_for()
    shot(gm, "gm-hand")


def timeline_picture(server: Server) -> None:
    table = server.room({"from": "demo", "demo": "loading-ramp"}, hand=False)
    gm = server.seat(table, table["gm"], LAPTOP, dark=False)
    for _ in range(8):  # until something is in the air
        answer_all([gm])
        gm.get_by_test_id("kind-blow").click()
        gm.get_by_test_id("commit").click()
        answer_all([gm])
        if gm.locator(".trackbar.air").count():
            break
    shot(gm, "timeline")
    screen = server.seat(table, server.watcher(table, "tv"), SCREEN)
    screen.locator(".diagram-timeline").wait_for()
    shot(screen, "screen-counts")


def way_pictures(server: Server) -> None:
    """An arc that is watched, a way through it, and the same fight on a phone held across and on the shared screen by day."""
    table = server.room({"from": "demo", "demo": "dock-9"}, "ana", "ben", hand=False)
    gm = server.seat(table, table["gm"], LAPTOP)
    screen = server.seat(table, server.watcher(table, "tv"), SCREEN, dark=False)
    across = server.seat(table, table["ana"], (844, 390))
    shoot(server, table, "jarl", "mira", [gm, across])
    shot(screen, "screen-light")
    until(server, table, "mira")
    server.post(f"/api/rooms/{table['room']}/play", {"action": "overwatch mira toward=20,6"}, table["gm"])
    until(server, table, "jarl")
    gm.get_by_test_id("win-chance").click()
    gm.locator(".winbar i").first.wait_for(timeout=60_000)
    gm.get_by_test_id("map").click(position={"x": 330, "y": 180})
    gm.locator(".offer-notes li").first.wait_for()
    shot(gm, "gm-way")
    if across.get_by_test_id("got-it").count():
        across.get_by_test_id("got-it").click()
    shot(across, "phone-across")


def attack_picture(server: Server) -> None:
    table = server.room({"from": "demo", "demo": "blades-at-dawn"}, "ana", hand=False)
    view = server.view(table, table["ana"])
    own = view["you"]["plays"][0]
    foe = next(who for who in view["order"] if who != own)
    ana = server.seat(table, table["ana"], PHONE, dark=False)
    until(server, table, own)
    ana.get_by_test_id(f"token-{foe}").locator(".disc").click(force=True)
    ana.locator(".offer-row .chance-row").first.wait_for(timeout=60_000)
    attack = ana.get_by_test_id("offer-attack")
    if attack.get_attribute("aria-pressed") != "true":
        attack.click()
    ana.get_by_test_id("offer-options").click()
    ana.locator(".bodyfield em").nth(3).wait_for(timeout=60_000)
    shot(ana, "phone-attack")


def suggested(server: Server, table: dict[str, str]) -> None:
    """Every open question gets the answer a policy would give."""
    for ask in server.view(table, table["gm"])["asks"]:
        answer = [] if ask["kind"] == "dice" else ask["suggested"] or ask["options"][0]["key"]
        body = {"ask": ask["id"], "rule": ask["rule"], "who": ask["who"], "answer": answer}
        server.post(f"/api/rooms/{table['room']}/answer", body, table["gm"])


def defence_picture(server: Server) -> None:
    """A blow comes, and whoever it is meant for is asked."""
    close = DUEL.replace("at = [2, 4]", "at = [2, 4]\ninitiative = 1").replace("at = [5, 9]", "at = [3, 5]\ninitiative = 9")
    table = server.room({"from": "text", "text": close}, "ana", "ben", hand=False)
    ana = server.seat(table, table["ana"], PHONE)
    until(server, table, "jarl")
    server.post(f"/api/rooms/{table['room']}/play", {"action": "melee-attack jarl target=mira"}, table["gm"])
    ana.locator(".ask.mine .option .p b").first.wait_for(timeout=60_000)
    shot(ana, "phone-defend")


def sheet_picture(server: Server) -> None:
    table = server.room({"from": "demo", "demo": "dock-9"}, "ana", hand=False)
    ana = server.seat(table, table["ana"], PHONE, dark=False)
    ana.get_by_test_id("my-sheet").tap()
    ana.locator("dialog.own").wait_for()
    shot(ana, "phone-sheet")


def review_picture(server: Server) -> None:
    """The computer plays a fight to its end, which is then looked at again."""
    table = server.room({"from": "demo", "demo": "ten-paces"}, hand=False)
    for side in {card["side"] for card in server.view(table, table["gm"])["cards"].values()}:
        server.post(f"/api/rooms/{table['room']}/dial", {"side": side, "value": "auto"}, table["gm"])
    until = time.monotonic() + 120
    while not server.view(table, table["gm"])["room"]["outcome"]:
        assert time.monotonic() < until
        time.sleep(0.5)
    gm = server.seat(table, table["gm"], LAPTOP, dark=False)
    gm.get_by_test_id("review").click()
    gm.get_by_test_id("review-stop").wait_for(state="hidden", timeout=120_000)
    shot(gm, "review")


def diagram_pictures(server: Server) -> None:
    """A chase, a ship and a dogfight."""
    for demo, name, dark in (("skyway", "chase", False), ("two-wasps", "ship", True)):
        table = server.room({"from": "demo", "demo": demo}, hand=False)
        gm = server.seat(table, table["gm"], LAPTOP, dark=dark)
        gm.locator("#diagram .hull").first.wait_for()
        shot(gm, name)
    table = server.room({"from": "demo", "demo": "carrows-moon"}, hand=False)
    for _ in range(30):  # until somebody is on somebody's tail
        if any(link["value"] for link in server.view(table, table["gm"])["diagram"]["links"]):
            break
        suggested(server, table)
    gm = server.seat(table, table["gm"], LAPTOP)
    gm.locator("#diagram .tail").first.wait_for()
    shot(gm, "dogfight")


def joining_pictures(server: Server) -> None:
    made = server.post("/rooms", {"from": "demo", "demo": "dock-9"})
    code = server.post(f"/api/rooms/{made['room']}/room", {"do": "board", "on": True}, made["token"])["code"]
    phone = server.open(server.context(PHONE, dark=False), f"/join/{code}")
    phone.get_by_test_id("take-ana").wait_for()
    shot(phone, "phone-join")
    screen = server.open(server.context(SCREEN), f"/join/{code}")
    screen.get_by_test_id("take-screen").click()
    screen.locator("#invitation .qr").wait_for()
    shot(screen, "screen-invitation")


def lobby_pictures(server: Server) -> None:
    lobby = server.open(server.context(LAPTOP, dark=False), "/")
    lobby.get_by_test_id("fighter").first.wait_for()
    shot(lobby, "lobby")
    night = server.open(server.context(LAPTOP), "/")
    night.get_by_test_id("demo-dock-9").wait_for()
    shot(night, "lobby-dark")
    lobby.get_by_test_id("build-title").fill("The tram at Kua station")
    for place, (name, archetype, at) in enumerate((("Mira", "patrol-sergeant", "6,5"), ("", "dockside-bruiser", "24,7"))):
        lobby.get_by_test_id("build-name").nth(place).fill(name)
        lobby.get_by_test_id("build-archetype").nth(place).select_option(archetype)
        lobby.get_by_test_id("build-at").nth(place).fill(at)
    lobby.get_by_test_id("build-count").last.fill("6")
    for what, at in (("cover", "12,4"), ("zone", "17,10")):
        lobby.get_by_test_id(f"build-{what}").click()
        lobby.get_by_test_id(f"{what}-at").fill(at)
    lobby.locator("#new").scroll_into_view_if_needed()
    lobby.evaluate("document.querySelector('#new').scrollIntoView()")
    shot(lobby, "builder")


def film(server: Server) -> None:
    """A few shots on the shared screen, card by card."""
    table = server.room({"from": "demo", "demo": "dock-9"}, hand=False)
    screen = server.seat(table, server.watcher(table, "tv"), SCREEN)
    blank = server.context().new_page()
    frames = []
    for who, at in (("mira", "jarl"), ("guard", "tor"), ("tor", "jarl"), ("jarl", "mira"), ("mira", "jarl")):
        for _ in range(8):
            suggested(server, table)
        until(server, table, who)
        server.post(f"/api/rooms/{table['room']}/play", {"action": f"shot {who} target={at}"}, table["gm"])
        for _ in range(8):
            suggested(server, table)
        newest = [each["headline"] for each in server.view(table, table["gm"])["acts"] if each["kind"] == "action"][-1]
        screen.locator(".result.newest-card .headline", has_text=newest).wait_for(timeout=30_000)
        screen.wait_for_timeout(450)  # the shot is drawn, the number floats
        frames.append((frame(blank, screen.screenshot()), 2400))
    made = animated(frames, FILM)
    assert len(made) < MOST_FILM, f"round.webp has {len(made)} bytes"
    (TO / "round.webp").write_bytes(made)


def main() -> None:
    TO.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        process = Process(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        server = Server(f"http://127.0.0.1:{process.port}", browser)
        for pictures in (
            table_pictures,
            way_pictures,
            attack_picture,
            defence_picture,
            sheet_picture,
            review_picture,
            invitation_picture,
            joining_pictures,
            timeline_picture,
            diagram_pictures,
            lobby_pictures,
            film,
        ):
            pictures(server)
            server.close()
        browser.close()
        process.kill()


if __name__ == "__main__":
    main()
