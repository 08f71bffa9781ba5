"""Read by everybody: names, contrast, order, large text, and how a person hears that it is their turn."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.table import DUEL, LAPTOP, PHONE, Server, act, log_row, roll

HERE = Path(__file__).parent
FAULTS = (HERE / "faults.js").read_text(encoding="utf-8")  # what a checker of pages looks for, on everything visible
CONTRAST = (HERE / "contrast.js").read_text(encoding="utf-8")


def states(server: Server, size: tuple[int, int], *, dark: bool) -> list[tuple[str, Page]]:
    """A table in the middle of things, with every panel opened once."""
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben")
    ana = server.seat(table, table["ana"], size, dark=dark)
    ben, gm = server.seat(table, table["ben"], size, dark=dark), server.seat(table, table["gm"], size, dark=dark)
    roll(ana, 6)
    roll(ben, 4)
    roll(gm, 2)
    return [("gm", gm), ("ana", ana), ("ben", ben)]


def checked(page: Page, where: str) -> None:
    assert page.evaluate(FAULTS) == [], where
    assert page.evaluate(CONTRAST) == [], where


@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
def test_every_panel_of_the_table_has_names_order_and_contrast(server: Server, *, dark: bool) -> None:
    gm, ana, ben = (page for _, page in states(server, LAPTOP, dark=dark))
    for tab in ("log", "gm", "history", "seats"):
        gm.get_by_test_id(f"tab-{tab}").click()
        folds = gm.locator(f"#panel-{tab} > details.fold > summary:visible")
        for place in range(folds.count()):
            folds.nth(place).click()
        checked(gm, tab)
    gm.get_by_test_id("hand-jarl").click()
    expect(gm.get_by_test_id("condition-prone")).to_be_visible()
    checked(gm, "hand")
    gm.keyboard.press("Escape")
    ana.get_by_test_id("kind-shot").click()
    expect(ana.get_by_test_id("chance")).to_be_visible(timeout=40_000)
    ana.get_by_test_id("every").locator("summary").first.click()
    ana.get_by_test_id("refused").locator("summary").click()
    expect(ana.get_by_test_id("odds")).to_be_visible()
    checked(ana, "form")
    ana.get_by_test_id("commit").click()
    expect(ana.get_by_test_id("die-1")).to_be_focused()
    checked(ana, "dice")
    log_row(ana, "rolls initiative").locator("summary").first.click()
    checked(ana, "row")
    ben.keyboard.press("?")
    checked(ben, "keys")


@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
def test_the_lobby_and_the_way_in_have_names_order_and_contrast(server: Server, *, dark: bool) -> None:
    lobby = server.open(server.context(LAPTOP, dark=dark), "/")
    expect(lobby.get_by_test_id("fighter")).to_have_count(2)
    lobby.get_by_test_id("build-cover").click()
    lobby.get_by_test_id("build-rulings").click()
    lobby.locator(".fighter details summary").first.click()
    checked(lobby, "builder")
    lobby.get_by_test_id("way-text").click()
    checked(lobby, "text")
    checked(server.open(server.context(PHONE, dark=dark), "/join/ABC"), "join")


def test_text_of_twice_the_size_sticks_out_nowhere(server: Server) -> None:
    gm, ana, _ = (page for _, page in states(server, LAPTOP, dark=True))
    for page in (gm, ana):
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for panel in ("#table", "#middle", "#side"):
            assert page.locator(panel).evaluate("node => node.scrollWidth - node.clientWidth") <= 2, panel


def test_a_turn_and_a_question_are_in_the_title_and_felt(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben")
    context = server.context(PHONE)
    context.add_init_script("window.felt = []; navigator.vibrate = (how) => { window.felt.push(how); return true; };")
    ana = server.sit(context, table, table["ana"])
    ben, gm = server.seat(table, table["ben"]), server.seat(table, table["gm"])
    assert ana.title() == "You are asked · Dock 9"
    ana.get_by_test_id("nav-act").tap()
    roll(ana, 6)
    roll(ben, 4)
    roll(gm, 2)
    expect(ana).to_have_title("Your turn · Dock 9")
    ana.wait_for_function("window.felt.length > 0 && window.felt.at(-1) === 120")
    act(ana, "end-turn")
    expect(ana).to_have_title("Dock 9")
    act(ben, "end-turn")
    ana.get_by_test_id("nav-log").tap()
    gm.get_by_test_id("kind-melee-attack").click()
    gm.get_by_test_id("commit").click()
    expect(ben).to_have_title("You are asked · Dock 9")
    expect(ben.locator(".ask.mine")).to_be_visible()


def test_no_meaning_by_colour_alone(server: Server) -> None:
    gm = states(server, LAPTOP, dark=True)[0][1]
    signs = [shape.get_attribute("d") for shape in gm.locator(".card .shape").all()]
    assert signs[0] != signs[-1]
    expect(gm.get_by_test_id("agenda").locator(".now .what")).to_contain_text("now")
    expect(gm.get_by_test_id("card-mira").locator(".marks")).to_contain_text("up")
