"""How many taps common things take, counted on a phone and a laptop; and everything tapped also goes by keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.table import DUEL, LAPTOP, PHONE, Server, log_says, map_tap

FIRST = DUEL.replace("at = [2, 4]", "at = [2, 4]\ninitiative = 9")
SIZES = {"phone": PHONE, "laptop": LAPTOP}


class Counted:
    """Taps on a page, counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def token(self, who: str) -> None:
        self.taps += 1
        map_tap(self.page, who)

    def button(self, name: str) -> None:
        self.taps += 1
        self.page.get_by_test_id(name).click()


@pytest.mark.parametrize("device", SIZES)
def test_a_shot_at_a_foe_is_two_taps(server: Server, device: str) -> None:
    table = server.room({"from": "text", "text": FIRST}, "ana", "ben", hand=False)
    page = server.seat(table, table["ana"], SIZES[device])
    counted = Counted(page)
    counted.token("jarl")
    expect(page.get_by_test_id("offer")).to_contain_text("Jarl")
    expect(page.get_by_test_id("offer")).to_contain_text("5.8 m")
    counted.button("offer-commit")
    log_says(page, re.compile("Mira (shoots|fires|snaps|aims|takes)"))
    assert counted.taps <= 2
    assert server.faults == []


@pytest.mark.parametrize("device", SIZES)
def test_the_end_of_the_turn_is_one_tap(server: Server, device: str) -> None:
    table = server.room({"from": "text", "text": FIRST}, "ana", "ben", hand=False)
    page = server.seat(table, table["ana"], SIZES[device])
    page.get_by_test_id("kind-end-turn").click()
    log_says(page, "Mira's slot is over")
    expect(page.get_by_test_id("undo-chip")).to_be_visible()


def test_what_was_done_at_once_is_taken_back_at_once(server: Server) -> None:
    table = server.room({"from": "text", "text": FIRST}, "ana", "ben", hand=False)
    page = server.seat(table, table["gm"])
    page.keyboard.press("e")
    expect(page.get_by_test_id("turn")).not_to_contain_text("Mira")
    page.get_by_test_id("undo-chip").click()
    expect(page.get_by_test_id("turn")).to_contain_text("Mira: Act, or end the turn")


def test_the_rows_say_cost_and_chance_and_go_by_keyboard(server: Server) -> None:
    table = server.room({"from": "text", "text": FIRST}, "ana", "ben", hand=False)
    page = server.seat(table, table["ana"])
    page.get_by_test_id("token-jarl").focus()
    page.keyboard.press("Enter")
    shot = page.get_by_test_id("offer-shot")
    expect(shot).to_contain_text("2 AP")
    expect(shot).to_contain_text("%", timeout=60_000)
    expect(shot).to_contain_text("about")
    place = shot.get_attribute("aria-keyshortcuts") or ""
    page.locator("body").press(place)
    expect(shot).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("offer-commit")).to_contain_text("Shot: Jarl")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("offer")).to_be_hidden()


def test_with_a_form_open_a_tap_names_its_target(server: Server) -> None:
    text = FIRST + '[[combatant]]\nid = "rex"\nname = "Rex"\narchetype = "dockside-bruiser"\nside = "syndicate"\nat = [20, 9]\n'
    table = server.room({"from": "text", "text": text}, "ana", "ben", hand=False)
    page = server.seat(table, table["ana"])
    page.get_by_test_id("kind-shot").click()
    map_tap(page, "rex")
    expect(page.get_by_test_id("pick-target-rex")).to_have_attribute("aria-checked", "true")
    map_tap(page, "jarl")
    expect(page.get_by_test_id("pick-target-jarl")).to_have_attribute("aria-checked", "true")


def test_options_open_the_form_with_the_target_filled_in(server: Server) -> None:
    table = server.room({"from": "text", "text": FIRST}, "ana", "ben", hand=False)
    page = server.seat(table, table["ana"])
    page.get_by_test_id("tap-jarl").click()
    page.get_by_test_id("offer-options").click()
    expect(page.get_by_test_id("pick-target-jarl")).to_have_attribute("aria-checked", "true")
    expect(page.get_by_test_id("commit")).to_be_enabled()


def test_own_figures_are_in_sight_on_a_phone(server: Server) -> None:
    table = server.room({"from": "text", "text": FIRST}, "ana", "ben", hand=False)
    page = server.seat(table, table["ana"], PHONE)
    me = page.locator("#me")
    expect(me).to_contain_text("Mira")
    expect(me).to_contain_text("your turn")
    expect(me).to_contain_text("HP")
    map_tap(page, "jarl")
    expect(me).to_be_in_viewport()
    expect(page.get_by_test_id("offer-commit")).to_be_in_viewport()


def test_what_was_done_is_said_as_the_log_says_it(server: Server) -> None:
    table = server.room({"from": "text", "text": FIRST}, "ana", "ben", hand=False)
    page = server.seat(table, table["ana"])
    box = page.get_by_test_id("map").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.2, box["y"] + box["height"] * 0.3)
    page.get_by_test_id("offer-commit").click()
    expect(page.get_by_test_id("undone")).to_contain_text(re.compile(r"^You move [\d.]+ m\."))
