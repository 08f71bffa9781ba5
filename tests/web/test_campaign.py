"""A campaign on the page: a character from nothing, into a fight; kept for another browser; nothing is lost by a reload."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.web.table import LAPTOP, PHONE, Server


def begin(server: Server, size: tuple[int, int] = LAPTOP) -> Page:
    page = server.open(server.context(size), "/campaign")
    page.get_by_test_id("campaign-name").fill("Long haul")
    page.get_by_test_id("campaign-make").click()
    expect(page.get_by_test_id("shown-key")).to_have_text(re.compile(r"^[a-z]{4}(-[a-z]{4}){6}$"))
    return page


def new(page: Page, kind: str, book: str, name: str) -> None:
    page.get_by_test_id("new-book").select_option(book)
    page.get_by_test_id(f"new-{kind}").click()
    page.get_by_test_id("entry-name").fill(name)
    saved(page)


def saved(page: Page) -> None:
    """What was typed is on the server."""
    expect(page.get_by_test_id("saved")).to_have_attribute("data-state", "saved")


def test_a_character_from_nothing_goes_into_a_fight(server: Server) -> None:
    page = begin(server)
    new(page, "character", "coriolis", "Mira Tan")
    page.get_by_test_id("sheet-attributes.strength").fill("5")
    page.get_by_test_id("sheet-attributes.agility").fill("4")
    page.get_by_test_id("sheet-add-skills").select_option("ranged-combat")
    page.get_by_test_id("sheet-skills.ranged-combat").fill("3")
    page.get_by_test_id("sheet-add-weapons").select_option("vulcan-carbine")
    expect(page.get_by_test_id("sheet-card")).to_contain_text("9/9")
    saved(page)
    page.get_by_test_id("entry-use").click()
    expect(page.get_by_test_id("build-name").first).to_have_value("Mira Tan")
    expect(page.get_by_test_id("fighter")).to_have_count(2)
    page.get_by_test_id("build-send").click()
    page.wait_for_url("**/r/**")
    expect(page.get_by_test_id("cards").or_(page.locator("#cards")).first).to_contain_text("Mira Tan")
    assert (server.faults, server.foreign) == ([], [])


@pytest.mark.parametrize(
    ("book", "path", "figure"),
    [
        ("gurps", "attributes.ht", "12"),
        ("icar", "attributes.meat", "4"),
        ("compound-x", "stats.strength", "8"),
        ("hybrid", "stats.pst", "15"),
        ("socs", "mr", "4"),
    ],
)
def test_every_book_has_a_sheet_that_works_out_its_figures(server: Server, book: str, path: str, figure: str) -> None:
    page = begin(server, PHONE)
    new(page, "character", book, "Somebody")
    page.get_by_test_id(f"sheet-{path}").fill(figure)
    archetype = page.get_by_test_id("sheet-archetype")
    archetype.select_option(index=1)
    expect(page.get_by_test_id("sheet-card").locator("b").first).not_to_be_empty()
    saved(page)
    page.reload()
    expect(page.get_by_test_id(f"sheet-{path}")).to_have_value(figure)
    assert archetype.input_value() != ""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert (server.faults, server.foreign) == ([], [])


def test_a_fault_is_told_in_words_at_its_field(server: Server) -> None:
    page = begin(server)
    new(page, "foe", "coriolis", "Bruiser")
    page.get_by_test_id("sheet-attributes.strength").fill("50")
    expect(page.get_by_test_id("sheet-fault")).to_contain_text("0 to 10")
    expect(page.locator("[data-path='attributes.strength'][aria-invalid]")).to_have_count(1)
    page.get_by_test_id("sheet-attributes.strength").fill("5")
    expect(page.get_by_test_id("sheet-fault")).to_be_empty()


def test_the_key_opens_the_campaign_where_nothing_is_known_of_it(server: Server) -> None:
    first = begin(server)
    new(first, "encounter", "coriolis", "The hold")
    first.get_by_test_id("build-title").fill("The cold hold")
    saved(first)
    key = first.get_by_test_id("shown-key").inner_text()
    other = server.open(server.context(PHONE), "/campaign")
    other.get_by_test_id("campaign-key").fill(key.upper().replace("-", " "))
    other.get_by_test_id("campaign-open").click()
    other.get_by_test_id("entries").get_by_text("The hold").click()
    expect(other.get_by_test_id("build-title")).to_have_value("The cold hold")
    expect(other.get_by_test_id("fighter")).to_have_count(2)


def test_a_wrong_key_is_told(server: Server) -> None:
    page = server.open(server.context(), "/campaign")
    page.get_by_test_id("campaign-key").fill("nobody-knows-this")
    page.get_by_test_id("campaign-open").click()
    expect(page.get_by_test_id("toast")).to_contain_text("no campaign has this key")
    server.faults.clear()  # the browser reports the 404 itself


def test_what_is_typed_after_new_is_the_name_of_the_new_one(server: Server) -> None:
    page = begin(server)
    new(page, "character", "coriolis", "Mira")
    new(page, "foe", "coriolis", "Jarl")
    rows = page.get_by_test_id("entries").locator("li")
    expect(rows).to_have_count(2)
    assert {(row.locator("b").inner_text(), row.locator("span").inner_text()) for row in rows.all()} == {
        ("Mira", "Character · coriolis"),
        ("Jarl", "Foe · coriolis"),
    }


def test_a_deleted_entry_comes_back_by_undo_and_a_past_version_by_a_tap(server: Server) -> None:
    page = begin(server)
    new(page, "character", "coriolis", "Mira")
    page.get_by_test_id("entry-delete").click()
    expect(page.get_by_test_id("entries").locator("li")).to_have_count(0)
    page.get_by_test_id("toast-offer").click()
    expect(page.get_by_test_id("entry-name")).to_have_value("Mira")
    page.get_by_test_id("entry-past").click()
    page.locator("[data-testid^=restore-]").last.click()
    expect(page.get_by_test_id("entry-name")).to_have_value("New character")


def test_what_was_typed_while_the_server_was_away_is_there_after_a_reload(server: Server) -> None:
    page = begin(server)
    new(page, "character", "coriolis", "Mira")
    page.route("**/api/campaigns/entries/**", lambda route: route.abort())
    page.get_by_test_id("entry-name").fill("Mira Tan")
    expect(page.get_by_test_id("saved")).to_have_attribute("data-state", "failed")
    page.unroute("**/api/campaigns/entries/**")
    page.reload()
    expect(page.get_by_test_id("entry-name")).to_have_value("Mira Tan")
    saved(page)
    server.faults.clear()  # the browser reports the lost request itself


def test_an_archive_is_saved_and_taken_in(server: Server, tmp_path: Path) -> None:
    page = begin(server)
    new(page, "character", "coriolis", "Mira")
    page.get_by_text("Files", exact=True).click()
    with page.expect_download() as loaded:
        page.get_by_test_id("export").click()
    file = tmp_path / "campaign.zip"
    loaded.value.save_as(file)
    with zipfile.ZipFile(io.BytesIO(file.read_bytes())) as archive:
        assert "characters/mira.toml" in archive.namelist()
    other = begin(server)
    other.get_by_text("Files", exact=True).click()
    other.get_by_test_id("import").set_input_files(file)
    expect(other.get_by_test_id("entries")).to_contain_text("Mira")


def test_a_fight_half_built_on_the_first_page_survives_a_reload_and_goes_into_a_campaign(server: Server) -> None:
    page = begin(server)
    page.goto(server.base)
    page.get_by_test_id("build-title").fill("Ambush")
    page.get_by_test_id("build-name").first.fill("Mira")
    page.reload()
    expect(page.get_by_test_id("build-title")).to_have_value("Ambush")
    expect(page.get_by_test_id("build-name").first).to_have_value("Mira")
    page.get_by_test_id("save-encounter").click()
    expect(page.get_by_test_id("toast")).to_contain_text("Long haul")
    page.goto(f"{server.base}/campaign")
    page.get_by_test_id("held").get_by_text("Long haul").click()
    expect(page.get_by_test_id("entries")).to_contain_text("Ambush")


def test_what_a_fight_changed_is_written_back_and_taken_back(server: Server) -> None:
    page = begin(server)
    new(page, "character", "coriolis", "Mira Tan")
    page.get_by_test_id("sheet-archetype").select_option("convoy-gunner")
    saved(page)
    page.get_by_test_id("entry-use").click()
    expect(page.get_by_test_id("build-seat").first).to_have_value("Player 1")
    saved(page)
    page.reload()  # the encounter names her, and does not copy her sheet
    expect(page.get_by_test_id("build-name").first).to_have_value("Mira Tan")
    page.get_by_test_id("build-send").click()
    page.wait_for_url("**/r/**")
    room = page.url.split("/r/")[1].split("#")[0]
    token = page.evaluate("room => JSON.parse(localStorage['starfray.seats'])[room][0].token", room)
    for words in ("set mira-tan.hp 3", 'end "the evening is over"'):
        server.post(f"/api/rooms/{room}/gm", {"text": words}, token)
    home = page.get_by_test_id("home-mira-tan")
    expect(home).to_contain_text("→ 3")
    page.get_by_test_id("home-write").click()
    expect(page.get_by_test_id("home-done")).to_contain_text("Mira Tan")
    page.get_by_test_id("home-undo").click()
    expect(home).to_contain_text("→ 3")
    page.get_by_test_id("home-write").click()
    expect(page.get_by_test_id("home-done")).to_contain_text("Mira Tan")
    page.get_by_test_id("keep-fight").click()
    page.get_by_test_id("edit-fight").click()
    expect(page.get_by_test_id("fighter")).to_have_count(2)
    page.get_by_test_id("entries").get_by_text("Mira Tan", exact=True).click()
    expect(page.get_by_test_id("sheet-card")).to_contain_text("3/")
    assert (server.faults, server.foreign) == ([], [])


def test_a_fight_is_run_again_from_its_beginning(server: Server) -> None:
    made = server.post("/rooms", {"from": "demo", "demo": "dock-9"})
    table = {"room": made["room"], "gm": made["token"]}
    server.post(f"/api/rooms/{table['room']}/gm", {"text": "set mira.hp 1"}, table["gm"])
    server.post(f"/api/rooms/{table['room']}/gm", {"text": 'end "the evening is over"'}, table["gm"])
    page = server.seat(table, table["gm"])
    page.get_by_test_id("run-again").click()
    page.wait_for_url(lambda url: "/r/" in url and table["room"] not in url)
    expect(page.get_by_test_id("chip")).to_contain_text("connected")
    room = page.url.split("/r/")[1].split("#")[0]
    token = page.evaluate("room => JSON.parse(localStorage['starfray.seats'])[room][0].token", room)
    cards = server.view({"room": room}, token)["cards"]
    assert not any(line["value"].startswith("1/") for line in cards["mira"]["lines"])


def test_a_portrait_comes_out_clean_and_is_seen_at_the_table(server: Server, tmp_path: Path) -> None:
    page = begin(server, PHONE)
    new(page, "character", "coriolis", "Mira Tan")
    page.get_by_test_id("sheet-archetype").select_option("convoy-gunner")
    page.get_by_test_id("portrait-file").set_input_files(
        {"name": "mira.png", "mimeType": "image/png", "buffer": b"<svg xmlns='http://www.w3.org/2000/svg'/>"}
    )
    expect(page.get_by_test_id("portrait-fault")).to_contain_text("PNG, JPEG or WebP")
    server.faults.clear()  # the browser reports the 400 itself
    held = io.BytesIO()
    Image.new("RGB", (300, 200), (20, 90, 160)).save(held, "JPEG", comment=b"a secret")
    page.get_by_test_id("portrait-file").set_input_files(
        {"name": "mira.png", "mimeType": "image/png", "buffer": held.getvalue()}
    )
    expect(page.get_by_test_id("portrait").locator("image")).to_have_attribute("href", re.compile("/pictures/"))
    expect(page.get_by_test_id("portrait-fault")).to_be_empty()
    saved(page)
    page.reload()
    picture = page.get_by_test_id("portrait").locator("image").get_attribute("href")
    page.get_by_test_id("entry-use").click()
    page.get_by_test_id("build-send").click()
    page.wait_for_url("**/r/**")
    shown = page.locator(f".face image[href='{picture}']").first
    expect(shown).to_be_attached()
    assert page.evaluate("fetch(document.querySelector('.face image').getAttribute('href')).then(each => each.status)") == 200
    assert (server.faults, server.foreign) == ([], [])


@pytest.mark.parametrize("book", ["coriolis", "gurps", "icar", "compound-x", "hybrid", "socs"])
def test_a_sheet_of_every_book_is_printed_on_one_or_two_pages(server: Server, book: str) -> None:
    page = begin(server)
    new(page, "character", book, "Mira Tan")
    page.get_by_test_id("sheet-archetype").select_option(index=1)
    expect(page.get_by_test_id("sheet-card").locator("b").first).not_to_be_empty()
    saved(page)
    expect(page.get_by_test_id("printed")).to_be_hidden()
    paper = page.pdf(prefer_css_page_size=True)
    assert 1 <= len(re.findall(rb"/Type /Page\b", paper)) <= 2
    page.emulate_media(media="print")
    printed = page.get_by_test_id("printed")
    expect(printed.get_by_role("heading", name="Mira Tan")).to_be_visible()
    for line in page.get_by_test_id("sheet-card").locator("li").all():
        figure = line.locator("b").inner_text()
        assert figure in printed.inner_text()
    expect(page.get_by_test_id("entries")).to_be_hidden()
    assert (server.faults, server.foreign) == ([], [])


def test_the_builder_says_who_would_win_and_follows_what_is_changed(server: Server) -> None:
    page = begin(server, PHONE)
    new(page, "encounter", "coriolis", "The hold")
    page.get_by_test_id("build-archetype").first.select_option("convoy-gunner")
    page.get_by_test_id("build-archetype").last.select_option("dockside-bruiser")
    page.get_by_test_id("fairness-ask").click()
    sides = page.get_by_test_id("fairness").locator("li")
    expect(sides).to_have_count(2)
    expect(page.get_by_test_id("fairness-status")).to_contain_text("Played")
    before = chance(sides.last.inner_text())
    page.get_by_test_id("build-count").last.fill("6")
    expect(page.get_by_test_id("fairness-status")).to_contain_text("Playing it out")
    expect(page.get_by_test_id("fairness-status")).to_contain_text("Played")
    assert chance(sides.last.inner_text()) > before
    page.get_by_test_id("build-side").last.fill("")
    page.get_by_test_id("build-at").last.fill("900000000000,2")
    expect(page.get_by_test_id("fairness-status")).to_contain_text("combatant.1")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert (server.foreign, len(server.faults)) == ([], len([each for each in server.faults if "400" in each]))
    server.faults.clear()  # the browser reports the 400 itself


def chance(words: str) -> float:
    found = re.search(r"wins <?([0-9.]+) %", words)
    assert found, words
    return float(found[1])


def test_walls_and_doors_are_drawn_and_typed_and_stand_in_the_room(server: Server) -> None:
    page = begin(server)
    new(page, "encounter", "coriolis", "The hold")
    page.get_by_test_id("build-archetype").first.select_option("convoy-gunner")
    page.get_by_test_id("build-wall").click()
    page.get_by_test_id("build-door").click()
    points = page.get_by_test_id("wall-points")
    expect(points.last).to_have_value("15,5 15,9")
    points.first.fill("10,1 10,6")  # by the keyboard
    end = page.get_by_test_id("sketch").locator(".end circle").nth(3)  # by the mouse
    end.scroll_into_view_if_needed()
    box = end.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] - 20, steps=4)
    page.mouse.up()
    expect(points.last).not_to_have_value("15,5 15,9")
    page.get_by_test_id("wall-open").last.check()
    saved(page)
    drawn = points.last.input_value()
    page.reload()
    expect(points.first).to_have_value("10,1 10,6")
    expect(points.last).to_have_value(drawn)
    expect(page.get_by_test_id("wall-open").last).to_be_checked()
    expect(page.get_by_test_id("sketch").locator("polyline.open")).to_have_count(1)
    page.get_by_test_id("build-send").click()
    page.wait_for_url("**/r/**")
    room = page.url.split("/r/")[1].split("#")[0]
    token = page.evaluate("room => JSON.parse(localStorage['starfray.seats'])[room][0].token", room)
    walls = server.view({"room": room}, token)["scene"]["walls"]
    assert [(wall["kind"], wall["open"]) for wall in walls] == [("wall", False), ("door", True)]
    assert walls[0]["points"] == [[10, 1], [10, 6]]
    assert (server.faults, server.foreign) == ([], [])
