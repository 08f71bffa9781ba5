"""The way in and what goes from fight to fight: files from a disk, the builder's sketch, parties, sheets, the GM's seat."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.table import DUEL, Server, gm_says, log_says, unfold

FIGHT = """
rulebook = "coriolis"
packs = ["packs/guns"]
party = ["crew/party.toml"]
[[combatant]]
party = "mira"
side = "crew"
at = [1, 1]
[[combatant]]
id = "foe"
archetype = "station-guard"
side = "others"
at = [5, 1]
"""
FILES = {
    "fight.toml": FIGHT,
    "packs/guns/pack.toml": 'rulebook = "coriolis"\n',
    "packs/guns/weapons.toml": '[long-arm]\nlike = "vulcan-carbine"\nname = "Long arm"\n',
    "crew/party.toml": 'rulebook = "coriolis"\n[[member]]\nid = "mira"\nname = "Mira"\narchetype = "patrol-sergeant"\n'
    'weapons = ["long-arm"]\n',
}


def written(folder: Path) -> Path:
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def uploading(server: Server) -> Page:
    page = server.open(server.context(), "/")
    page.get_by_test_id("way-text").click()
    return page


def opened(page: Page) -> None:
    page.get_by_test_id("text-send").click()
    expect(page.get_by_test_id("card-mira")).to_contain_text("Long arm", timeout=20_000)
    expect(page.get_by_test_id("card-foe")).to_be_visible()


def test_a_fight_comes_with_the_files_it_names_picked_one_by_one(server: Server, tmp_path: Path) -> None:
    folder = written(tmp_path)
    page = uploading(server)
    page.get_by_test_id("upload").set_input_files([folder / name for name in FILES])
    expect(page.locator(".beside")).to_contain_text("crew/party.toml")
    opened(page)


def test_a_fight_comes_with_the_folder_it_lies_in(server: Server, tmp_path: Path) -> None:
    page = uploading(server)
    page.get_by_test_id("upload-folder").set_input_files(written(tmp_path))
    expect(page.locator(".beside")).to_contain_text("packs/guns/weapons.toml")
    opened(page)


def test_everybody_is_dragged_to_their_place_on_the_builders_sketch(server: Server) -> None:
    page = server.open(server.context(), "/")
    expect(page.get_by_test_id("build-archetype")).to_have_count(2)
    token = page.get_by_test_id("sketch").locator(".piece.token").first
    token.scroll_into_view_if_needed()
    box = token.locator("circle").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 90, box["y"] + 40, steps=4)
    page.mouse.up()
    place = page.get_by_test_id("build-at").first.input_value()
    assert place
    page.get_by_test_id("build-name").first.fill("Vera")
    page.get_by_test_id("build-send").click()
    expect(page.get_by_test_id("card-vera")).to_be_visible()
    room = page.url.rpartition("/")[2]
    token = page.evaluate("room => JSON.parse(localStorage['starfray.seats'])[room][0].token", room)
    card = server.view({"room": room}, str(token))["cards"]["vera"]
    assert card["at"] == [float(each) for each in place.split(",")]


def test_a_party_goes_to_another_browser_by_its_key_and_the_fight_one_builds_stays(server: Server) -> None:
    page = server.open(server.context(), "/")
    page.get_by_test_id("build-name").first.fill("Vera")
    page.get_by_test_id("build-keep").click()
    expect(page.get_by_test_id("toast")).to_contain_text("1 member")
    expect(page.get_by_test_id("build-name").first).to_have_value("Vera")
    key = page.evaluate("JSON.parse(localStorage['starfray.parties'])[0].key")
    other = server.open(server.context(), "/")
    other.get_by_test_id("party-elsewhere").click()
    other.get_by_test_id("party-key").fill(str(key))
    other.get_by_test_id("party-key").press("Enter")
    other.get_by_test_id("parties").locator("summary").first.click()
    expect(other.get_by_test_id("parties")).to_contain_text("Vera")


def sheet(folder: Path, **values: int) -> Path:
    """A character of another program, as it writes them."""
    attributes = [
        {"attr_id": name, "calc": {"value": value}}
        for name, value in {"st": 11, "dx": 12, "iq": 10, "ht": 10, **values}.items()
    ]
    path = folder / "Mara.gcs"
    path.write_text(
        json.dumps(
            {
                "version": 5,
                "profile": {"name": "Mara Quill"},
                "attributes": attributes,
                "skills": [],
                "equipment": [],
                "traits": [],
            }
        )
    )
    return path


def test_a_character_sheet_is_shown_kept_and_brought_up_to_date(server: Server, tmp_path: Path) -> None:
    page = server.open(server.context(), "/")
    page.get_by_test_id("sheet-fold").click()
    page.get_by_test_id("sheet-file").set_input_files(sheet(tmp_path))
    expect(page.get_by_test_id("sheet-name")).to_have_text("Mara Quill")
    expect(page.locator(".sheet")).to_contain_text("Will is missing")
    expect(page.get_by_test_id("parties").locator("li")).to_have_count(0)
    page.get_by_test_id("sheet-keep").click()
    expect(page.get_by_test_id("sheet-done")).to_contain_text("Mara Quill is in Mara Quill now")
    expect(page.get_by_test_id("parties")).to_contain_text("Mara Quill")
    page.get_by_test_id("sheet-file").set_input_files(sheet(tmp_path, dx=13))
    expect(page.locator(".sheet")).to_contain_text("attributes dx: 12 → 13")
    page.get_by_test_id("sheet-keep").click()
    expect(page.get_by_test_id("sheet-done")).to_be_visible()
    page.get_by_test_id("sheet-file").set_input_files(tmp_path / "Mara.gcs")
    expect(page.locator(".sheet")).to_contain_text("nothing has changed")
    wrong = tmp_path / "wrong.gcs"
    wrong.write_text("no sheet")
    page.get_by_test_id("sheet-file").set_input_files(wrong)
    expect(page.locator("#parties .fault")).to_contain_text("not JSON")


def test_several_sheets_and_a_pasted_stat_block_are_shown_and_who_is_refused_is_named(server: Server, tmp_path: Path) -> None:
    page = server.open(server.context(), "/")
    page.get_by_test_id("sheet-fold").click()
    old = tmp_path / "old.gcs"
    old.write_text('<?xml version="1.0"?><character version="4"/>', encoding="utf-8")
    page.get_by_test_id("sheet-file").set_input_files([sheet(tmp_path), old])
    expect(page.get_by_test_id("sheet-name")).to_have_text("Mara Quill")
    expect(page.locator("#parties .fault")).to_contain_text("GCS 4.37")
    page.get_by_test_id("sheet-text").fill("Thug\nST 12, DX 11, IQ 9, HT 10\n---\nBoss\nST 13, DX 12, IQ 10, HT 11")
    page.get_by_test_id("sheet-text").blur()
    expect(page.get_by_test_id("sheet-name")).to_have_text(["Thug", "Boss"])
    expect(page.locator("#parties .fault")).to_have_text("")
    page.get_by_test_id("sheet-keep").click()
    expect(page.get_by_test_id("sheet-done")).to_contain_text("Thug, Boss are in Thug now")


def test_the_gms_seat_is_handed_over_to_somebody_at_the_table(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    gm, ana = server.seat(table, table["gm"]), server.seat(table, table["ana"])
    gm.get_by_test_id("tab-seats").click()
    seat = gm.get_by_test_id("seat-ana")
    seat.get_by_text("Manage").click()
    seat.get_by_text("Make GM").click()
    seat.get_by_text("Really?").click()
    expect(ana.get_by_test_id("tab-gm")).to_be_visible()
    gm_says(ana, "set jarl.hp 2 slipped")
    log_says(ana, "The GM's hand: Jarl: hp is now 2 (slipped)")
    expect(gm.get_by_test_id("tab-gm")).to_be_hidden()
    expect(gm.get_by_test_id("chip")).to_contain_text("connected")


def test_a_standing_order_is_picked_from_the_questions_that_came_up(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    gm = server.seat(table, table["gm"])
    gm.get_by_test_id("hand-mira").click()
    gm.get_by_role("button", name="Standing order").click()
    gm.get_by_test_id("order-rule").select_option("coriolis.initiative.weapon")
    gm.get_by_test_id("order-answer").fill("alwais")
    gm.get_by_test_id("editor-save").click()
    expect(gm.get_by_test_id("editor").get_by_role("alert")).to_contain_text("'alwais' is no answer")
    gm.get_by_test_id("order-answer").fill("no")
    gm.get_by_test_id("editor-save").click()
    expect(gm.get_by_test_id("editor")).to_be_hidden()
    orders = server.view(table, table["gm"])["gm"]["combatants"]["mira"]["orders"]
    assert orders == {"coriolis.initiative.weapon": "no"}


def test_a_dial_goes_back_to_as_usual(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL}, "ana", "ben", hand=False)
    ben = server.seat(table, table["ben"])
    server.post(f"/api/rooms/{table['room']}/dial", {"who": "tor", "kind": "coriolis.core.pray", "value": "auto"}, table["ben"])
    ben.get_by_test_id("tab-seats").click()
    unfold(ben, "dials")
    ben.get_by_test_id("dial-tor-coriolis.core.pray").select_option("usual")
    expect(ben.get_by_test_id("dial-tor-coriolis.core.pray")).to_have_count(0)
    assert server.view(table, table["ben"])["cards"]["tor"]["dial"] == {}


def test_a_fight_built_with_names_alone_has_players_seats_and_everybody_where_the_sketch_shows_them(server: Server) -> None:
    page = server.open(server.context(), "/")
    page.get_by_test_id("run-own").click()
    expect(page.get_by_test_id("build-archetype")).to_have_count(2)
    page.get_by_test_id("build-name").first.fill("Vera")
    page.get_by_test_id("build-count").last.fill("2")
    expect(page.get_by_test_id("build-seat").first).to_have_value("Player 1")
    expect(page.get_by_test_id("build-seat").last).to_have_value("")
    place = page.get_by_test_id("build-at").first.get_attribute("placeholder") or ""
    page.get_by_test_id("build-send").click()
    expect(page.get_by_test_id("card-vera")).to_be_visible()
    room = page.url.rpartition("/")[2]
    token = page.evaluate("room => JSON.parse(localStorage['starfray.seats'])[room][0].token", room)
    view = server.view({"room": room}, str(token))
    assert view["cards"]["vera"]["at"] == [float(each) for each in place.split(",")]
    assert [seat["plays"] for seat in view["seats"] if seat["kind"] == "player"] == [["vera"]]


def test_a_gms_key_is_taken_where_codes_are(server: Server) -> None:
    page = server.open(server.context(), "/")
    page.get_by_test_id("join-code").fill("papu nifi supi fife")
    page.get_by_test_id("join-send").click()
    expect(page).to_have_url(f"{server.base}/gm/papu-nifi-supi-fife")
