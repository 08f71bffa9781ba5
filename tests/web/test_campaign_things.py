"""Own things, parties, packs and sheets of other programs on the page of a campaign."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.gurps import gcs_sheets
from tests.room.test_sheets import actor
from tests.web.table import LAPTOP, PHONE, Server
from tests.web.test_campaign import begin, new, saved


def cannon(page: Page) -> None:
    new(page, "item", "coriolis", "Hand cannon")
    page.get_by_test_id("item-like").select_option("vulcan-pistol")
    page.get_by_test_id("sheet-damage").fill("5")
    saved(page)


def test_a_thing_of_ones_own_is_made_used_and_kept_over_a_reload(server: Server) -> None:
    page = begin(server)
    cannon(page)
    page.reload()
    expect(page.get_by_test_id("entry-name")).to_have_value("Hand cannon")
    expect(page.get_by_test_id("sheet-damage")).to_have_value("5")
    new(page, "character", "coriolis", "Mira Tan")
    page.get_by_test_id("sheet-add-weapons").select_option(label="Hand cannon")
    expect(page.get_by_test_id("sheet-card")).to_contain_text("Hand cannon")
    saved(page)
    page.get_by_test_id("entry-use").click()
    page.get_by_test_id("build-send").click()
    page.wait_for_url("**/r/**")
    expect(page.get_by_text("Hand cannon").first).to_be_visible()
    assert (server.faults, server.foreign) == ([], [])


def test_what_is_wrong_with_a_thing_is_told_at_its_field(server: Server) -> None:
    page = begin(server, PHONE)
    cannon(page)
    page.get_by_test_id("sheet-hands").fill("1.5")
    expect(page.get_by_test_id("item-fault")).to_contain_text("hands")
    expect(page.locator("[data-path=hands][aria-invalid]")).to_have_count(1)
    page.get_by_test_id("sheet-hands").fill("1")
    expect(page.get_by_test_id("item-fault")).to_be_empty()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("book", ["gurps", "icar", "compound-x", "hybrid", "socs"])
def test_every_book_has_forms_for_its_things(server: Server, book: str) -> None:
    page = begin(server)
    new(page, "item", book, "My own")
    sorts = page.get_by_test_id("item-sort").locator("option").all()
    for sort in [each.get_attribute("value") or "" for each in sorts]:
        page.get_by_test_id("item-sort").select_option(sort)
        page.get_by_test_id("item-like").select_option(index=1)
        saved(page)
        expect(page.get_by_test_id("item-fault")).to_be_empty()
    assert (server.faults, server.foreign) == ([], [])


def test_a_party_goes_into_a_fight_as_a_whole(server: Server) -> None:
    page = begin(server, LAPTOP)
    for name in ("Mira Tan", "Jarl"):
        new(page, "character", "coriolis", name)
        page.get_by_test_id("sheet-archetype").select_option("convoy-gunner")
        saved(page)
    new(page, "party", "coriolis", "The crew")
    for name in ("Mira Tan", "Jarl"):
        page.get_by_test_id("party-add").select_option(label=name)
    saved(page)
    page.reload()
    expect(page.get_by_test_id("party-people").locator("li")).to_have_count(2)
    page.get_by_test_id("entry-use").click()
    expect(page.get_by_test_id("build-seat").nth(1)).to_have_value("Player 2")
    expect(page.get_by_test_id("fighter")).to_have_count(3)
    new(page, "encounter", "coriolis", "Another evening")
    page.get_by_test_id("encounter-add").select_option(label="The crew")
    expect(page.get_by_test_id("fighter")).to_have_count(4)
    assert (server.faults, server.foreign) == ([], [])


def test_a_pack_is_saved_with_things_and_people(server: Server, tmp_path: Path) -> None:
    page = begin(server)
    cannon(page)
    page.get_by_text("Files", exact=True).click()
    with page.expect_download() as loaded:
        page.get_by_test_id("pack").click()
    loaded.value.save_as(tmp_path / "packs.zip")
    with zipfile.ZipFile(tmp_path / "packs.zip") as archive:
        assert archive.namelist() == ["coriolis/pack.toml", "coriolis/weapons.toml"]


def test_several_sheets_come_in_at_once_and_who_is_refused_is_named(server: Server) -> None:
    page = begin(server, PHONE)
    page.get_by_test_id("take-fold").click()
    crew = json.dumps([actor("Sabah"), actor("Dawn Treader", type="ship")]).encode()
    files: list[FilePayload] = [
        {"name": "cord.gcs", "mimeType": "", "buffer": gcs_sheets.data(gcs_sheets.archer())},
        {"name": "broken.gcs", "mimeType": "", "buffer": b'{"version": 5, "rows": []}'},
        {"name": "crew.json", "mimeType": "", "buffer": crew},
    ]
    page.get_by_test_id("take-files").set_input_files(files)
    expect(page.get_by_test_id("take-person")).to_have_count(2)
    expect(page.get_by_test_id("take-refused")).to_have_count(2)
    expect(page.get_by_test_id("take-told")).to_contain_text("a list of GCS, not a character")
    expect(page.get_by_test_id("entries").locator("li")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_test_id("take-person").get_by_role("button", name="Cord").click()
    expect(page.get_by_test_id("entry-name")).to_have_value("Cord")
    expect(page.get_by_test_id("sheet-fault")).to_be_empty()
    assert server.foreign == []
    server.faults.clear()  # the browser reports the 400 itself


def test_a_stat_block_is_pasted_as_a_foe(server: Server) -> None:
    page = begin(server)
    page.get_by_test_id("take-fold").click()
    page.get_by_test_id("take-kind").select_option("foe")
    page.get_by_test_id("take-text").fill("Dock Thug\nST 12; DX 11; IQ 9; HT 11\nKnife (12): 1d-1 cut, Reach C,1")
    page.get_by_test_id("take-read").click()
    expect(page.get_by_test_id("entries")).to_contain_text("Foe · gurps")


def test_combos_are_written_on_the_sheet_and_cost_what_the_book_says(server: Server) -> None:
    page = begin(server)
    new(page, "character", "icar", "Byrnie")
    page.get_by_test_id("sheet-archetype").select_option("byrnie")  # who has three
    page.get_by_test_id("sheet-add-combos").click()
    mine = page.get_by_test_id("record-combos").last
    mine.get_by_test_id("sheet-name").fill("one-two")
    mine.get_by_test_id("sheet-moves").fill("punch, punch")
    budgets = page.get_by_test_id("sheet-budgets")
    expect(budgets).to_contain_text("4 of 6")
    budgets.locator("li", has_text="RP in combos").get_by_text("why").click()
    expect(budgets).to_contain_text("icar.close.build.cost")
    mine.get_by_test_id("sheet-moves").fill("punch, punch, punch, punch")
    expect(budgets.locator(".over")).to_contain_text("4 of 3")
    saved(page)
    page.reload()
    expect(page.get_by_test_id("record-combos").last.get_by_test_id("sheet-name")).to_have_value("one-two")
    assert (server.faults, server.foreign) == ([], [])
