"""Read by everybody: names, contrast, order, large text, and how a person hears that it is their turn."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.table import DUEL, LAPTOP, PHONE, Server, act, roll

#: what a checker of pages looks for, on everything that is visible
FAULTS = """() => {
  const seen = (node) => node.checkVisibility?.({ checkOpacity: true, checkVisibilityCSS: true }) && node.getClientRects().length > 0;
  const short = (node) => node.outerHTML.slice(0, 110);
  const found = [];
  const ids = new Map();
  for (const node of document.querySelectorAll('[id]')) ids.set(node.id, (ids.get(node.id) ?? 0) + 1);
  for (const [id, count] of ids) if (count > 1) found.push(`id twice: ${id}`);
  for (const node of document.querySelectorAll('[aria-labelledby], [aria-controls], label[for]')) {
    for (const name of ['aria-labelledby', 'aria-controls', 'for']) {
      const to = node.getAttribute(name);
      if (to && !document.getElementById(to)) found.push(`${name} to nothing: ${short(node)}`);
    }
  }
  for (const node of document.querySelectorAll('button, input, select, textarea, a[href], [role=button], [role=application], [role=tab], summary, svg[role]')) {
    const name = node.getAttribute('aria-label') || node.textContent.trim() || node.labels?.length || node.title || node.getAttribute('aria-labelledby');
    if (seen(node) && !name) found.push(`no name: ${short(node)}`);
  }
  for (const node of document.querySelectorAll('[tabindex]')) if (Number(node.tabIndex) > 0) found.push(`tabindex above 0: ${short(node)}`);
  for (const node of document.querySelectorAll('img')) if (!node.hasAttribute('alt')) found.push(`no alt: ${short(node)}`);
  for (const node of document.querySelectorAll('button button, a a, a button, button a, summary button')) found.push(`nested: ${short(node)}`);
  for (const node of document.querySelectorAll('ul > *, ol > *')) if (!['LI', 'SCRIPT', 'TEMPLATE'].includes(node.tagName)) found.push(`not an item: ${short(node)}`);
  for (const node of document.querySelectorAll('dl > *')) if (!['DT', 'DD', 'DIV'].includes(node.tagName)) found.push(`not a term: ${short(node)}`);
  if (!document.documentElement.lang) found.push('no language');
  if (document.querySelectorAll('main').length !== 1) found.push('not one main');
  if (document.querySelectorAll('h1').length !== 1) found.push('not one h1');
  return found;
}"""

CONTRAST = """() => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => { pen.clearRect(0, 0, 1, 1); pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1); return [...pen.getImageData(0, 0, 1, 1).data]; };
  const light = ([r, g, b]) => [r, g, b].map((each) => { const c = each / 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; })
    .reduce((sum, each, i) => sum + each * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const found = rgba(getComputedStyle(at).backgroundColor);
      if (found[3] > 200) return found;
    }
    return rgba('white');
  };
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !node?.checkVisibility?.({ checkVisibilityCSS: true }) || node.closest('svg, .unseen, :disabled, option, [aria-disabled=true]')) continue;
    if (node.closest('.card.out, .count.done')) continue;
    const style = getComputedStyle(node);
    const [one, other] = [light(rgba(style.color)), light(ground(node))].sort((a, b) => b - a);
    const ratio = (one + 0.05) / (other + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) poor.push(`${ratio.toFixed(2)} ${walker.currentNode.data.trim().slice(0, 40)} ${node.className}`);
    if (size < 10.5) poor.push(`${size}px ${walker.currentNode.data.trim().slice(0, 40)}`);
  }
  return [...new Set(poor)];
}"""


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
    expect(ana.get_by_test_id("odds")).to_be_visible(timeout=40_000)
    checked(ana, "form")
    ana.get_by_test_id("commit").click()
    expect(ana.get_by_test_id("die-1")).to_be_focused()
    checked(ana, "dice")
    ana.get_by_test_id("log").get_by_text("rolls initiative").first.click()
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
            assert page.evaluate(f"document.querySelector('{panel}').scrollWidth - document.querySelector('{panel}').clientWidth") <= 2, panel


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
    signs = gm.locator(".card .sign").all_inner_texts()
    assert signs[0] != signs[-1]
    expect(gm.get_by_test_id("agenda").locator(".now .when")).to_contain_text("▶")
    expect(gm.get_by_test_id("card-mira").locator(".marks")).to_contain_text("up")
