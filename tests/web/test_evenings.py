"""A character from nothing in each book: into a fight, hurt, written back, printed; a reload at every step loses nothing."""

from __future__ import annotations

import contextlib
import io
import re
import urllib.error
from dataclasses import dataclass

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from tests.web.table import Server
from tests.web.test_campaign import begin, new, saved
from tests.web.test_encounters import deck


@dataclass(frozen=True)
class Evening:
    """A figure typed on the sheet, what is picked for it, and what the fight changes."""

    path: str
    figure: str
    picked: tuple[tuple[str, int], ...]  # field, and which of its choices
    hurt: str  # what the GM sets
    shown: str  # on the card, then


ACTS = 30  # two rounds of nine people, at least


def portrait(place: int) -> FilePayload:
    held = io.BytesIO()
    Image.new("RGB", (240, 300), (60 * place, 120, 200 - 40 * place)).save(held, "PNG")
    return {"name": "face.png", "mimeType": "image/png", "buffer": held.getvalue()}


EVENINGS = {
    "coriolis": Evening("attributes.strength", "5", (("weapons", 3), ("armour", 2)), "hp 2", "2/"),
    "gurps": Evening("attributes.st", "13", (("weapons", 1), ("armour", 1)), "hp 4", "4/13"),
    "icar": Evening("attributes.meat", "4", (("weapons", 1),), "hp 3", "3/"),
    "compound-x": Evening("stats.strength", "7", (("weapons", 1), ("armour", 2)), "health 40", "40/100"),
    "hybrid": Evening("stats.pst", "14", (("weapons", 2), ("armour", 1)), "pbd 5", "5/"),
    "socs": Evening("shield", "2", (("crew", 1), ("guns", 1)), "shield 1", "1"),
}


@pytest.mark.parametrize("book", sorted(EVENINGS))
def test_from_nothing_through_a_fight_and_home_again(server: Server, book: str) -> None:
    evening = EVENINGS[book]
    page = begin(server)
    new(page, "character", book, "Mira Tan")
    page.get_by_test_id(f"sheet-{evening.path}").fill(evening.figure)
    for field, place in evening.picked:
        page.get_by_test_id(f"sheet-add-{field}").select_option(index=place)
    expect(page.get_by_test_id("sheet-card").locator("b").first).not_to_be_empty()
    expect(page.get_by_test_id("sheet-fault")).to_be_empty()
    saved(page)
    page.reload()
    expect(page.get_by_test_id("entry-name")).to_have_value("Mira Tan")
    expect(page.get_by_test_id(f"sheet-{evening.path}")).to_have_value(evening.figure)
    expect(page.locator(".chips button.chip")).to_have_count(len(evening.picked))
    sheet = page.url
    page.get_by_test_id("entry-use").click()
    expect(page.get_by_test_id("fighter")).to_have_count(2)
    saved(page)
    page.reload()
    expect(page.get_by_test_id("build-name").first).to_have_value("Mira Tan")
    page.get_by_test_id("build-send").click()
    page.wait_for_url("**/r/**")
    page.reload()
    expect(page.get_by_test_id("chip")).to_contain_text("connected")
    room = page.url.split("/r/")[1].split("#")[0]
    token = page.evaluate("room => JSON.parse(localStorage['starfray.seats'])[room][0].token", room)
    for words in (f"set mira-tan.{evening.hurt}", 'end "the evening is over"'):
        server.post(f"/api/rooms/{room}/gm", {"text": words}, token)
    expect(page.get_by_test_id("home-mira-tan")).to_contain_text(evening.hurt.split()[-1])
    page.reload()
    page.get_by_test_id("home-write").click()
    expect(page.get_by_test_id("home-done")).to_contain_text("Mira Tan")
    page.goto(sheet)
    expect(page.get_by_test_id("sheet-card").or_(page.get_by_test_id(f"sheet-{evening.path}")).first).to_be_visible()
    if evening.hurt.split()[0] == evening.path:
        expect(page.get_by_test_id(f"sheet-{evening.path}")).to_have_value(evening.hurt.split()[-1])
    else:
        expect(page.get_by_test_id("sheet-card")).to_contain_text(evening.shown)
    paper = page.pdf(prefer_css_page_size=True)
    assert 1 <= len(re.findall(rb"/Type /Page\b", paper)) <= 2
    page.emulate_media(media="print")
    expect(page.get_by_test_id("printed")).to_contain_text(evening.shown)
    assert (server.faults, server.foreign) == ([], [])


def call_it_a_day(server: Server, page: Page, room: str, token: str) -> None:
    """The fight goes on by itself meanwhile: it may end on its own, or be in the middle of an act."""
    for _ in range(100):
        if server.view({"room": room}, token)["room"]["outcome"]:
            return
        with contextlib.suppress(urllib.error.HTTPError):
            server.post(f"/api/rooms/{room}/gm", {"text": 'end "the evening is over"'}, token)
        page.wait_for_timeout(100)
    raise AssertionError("the fight did not end")


def test_a_party_of_four_with_portraits_plays_two_rounds_and_is_there_next_evening(server: Server) -> None:
    """Own people, own map, own encounter; then the key in another browser, where nothing is known."""
    page = begin(server)
    key = page.get_by_test_id("shown-key").inner_text()
    people = {"Mira Tan": "convoy-gunner", "Jarl": "patrol-sergeant", "Sabah": "field-medicurg", "Dojan": "knife-in-the-dark"}
    for place, (name, archetype) in enumerate(people.items()):
        new(page, "character", "coriolis", name)
        page.get_by_test_id("sheet-archetype").select_option(archetype)
        page.get_by_test_id("portrait-file").set_input_files(portrait(place))
        expect(page.get_by_test_id("portrait").locator("image")).to_have_attribute("href", re.compile("/pictures/"))
        saved(page)
    new(page, "party", "coriolis", "The crew")
    for name in people:
        page.get_by_test_id("party-add").select_option(label=name)
    saved(page)
    page.get_by_test_id("entry-use").click()
    expect(page.get_by_test_id("fighter")).to_have_count(5)
    page.get_by_test_id("entry-name").fill("The lower hold")
    page.get_by_test_id("build-archetype").last.select_option("dockside-bruiser")
    page.get_by_test_id("build-count").last.fill("5")
    page.get_by_test_id("under").click()
    page.get_by_test_id("under-file").set_input_files(deck())
    expect(page.get_by_test_id("sketch").locator("image")).to_have_count(1)
    saved(page)
    page.get_by_test_id("build-send").click()
    page.wait_for_url("**/r/**")
    room = page.url.split("/r/")[1].split("#")[0]
    token = page.evaluate("room => JSON.parse(localStorage['starfray.seats'])[room][0].token", room)
    for side in ("crew", "others"):
        server.post(f"/api/rooms/{room}/dial", {"side": side, "value": "auto"}, token)
    page.get_by_role("button", name="Begin", exact=True).click()
    server.post(f"/api/rooms/{room}/room", {"do": "pace", "pace": "off"}, token)
    for _ in range(200):
        view = server.view({"room": room}, token)
        if view["history"]["entries"] >= ACTS or view["room"]["outcome"]:
            break
        page.wait_for_timeout(200)
    assert view["history"]["entries"] >= ACTS or view["room"]["outcome"]
    server.post(f"/api/rooms/{room}/gm", {"text": "set jarl.hp 2"}, token)
    call_it_a_day(server, page, room, token)
    page.get_by_test_id("home-write").click()
    expect(page.get_by_test_id("home-done")).to_contain_text("Jarl")
    other = server.open(server.context(), "/campaign")
    other.get_by_test_id("campaign-key").fill(key)
    other.get_by_test_id("campaign-open").click()
    expect(other.get_by_test_id("entries").locator("li")).to_have_count(6)
    other.get_by_test_id("entries").get_by_text("The crew").click()
    expect(other.get_by_test_id("party-people").locator("li")).to_have_count(4)
    other.get_by_test_id("entries").get_by_text("The lower hold").click()
    expect(other.get_by_test_id("fighter")).to_have_count(5)
    expect(other.get_by_test_id("sketch").locator("image")).to_have_count(1)
    other.get_by_test_id("entries").get_by_text("Jarl", exact=True).click()
    expect(other.get_by_test_id("portrait").locator("image")).to_have_attribute("href", re.compile("/pictures/"))
    assert (server.faults, server.foreign) == ([], [])
