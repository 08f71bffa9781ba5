"""A question that is answered with a point: on the map, by tap, by arrows, or typed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import Process
from tests.web.jumping import FAR, FIGHT
from tests.web.table import PHONE, Server, act

FIRST = "from starfray.rulebooks import register_by; from tests.web.jumping import make_known; register_by(make_known)"


@pytest.fixture(scope="module")
def leaping(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    running = Process(tmp_path_factory.mktemp("leaps"), FIRST)
    yield running
    running.kill()


@pytest.fixture
def server(leaping: Process, browser: Browser) -> Iterator[Server]:
    made = Server(f"http://127.0.0.1:{leaping.port}", browser)
    yield made
    assert made.faults == []
    made.close()


def test_a_point_is_tapped_on_the_map_of_a_phone(server: Server) -> None:
    table = server.room({"from": "text", "text": FIGHT}, "anna", hand=False)
    anna, gm = server.seat(table, table["anna"], PHONE), server.seat(table, table["gm"])
    act(anna, "jump")
    question = anna.get_by_test_id("ask-point")
    expect(question).to_contain_text("Where do you land?")
    expect(question).to_contain_text(f"within {FAR} m of 4,5")
    expect(question.locator("input")).to_have_value("4,5")
    anna.get_by_test_id("nav-map").tap()
    expect(anna.get_by_test_id("map-told")).to_contain_text("Tap where the point goes")
    box = anna.get_by_test_id("token-ann").locator(".disc").bounding_box()
    assert box is not None
    anna.touchscreen.tap(box["x"] + box["width"] / 2 + 60, box["y"] + box["height"] / 2)
    expect(question.locator("input")).not_to_have_value("4,5")
    expect(anna.get_by_test_id("map-told")).to_contain_text("Point")
    question.get_by_role("button", name="Answer").tap()
    expect(question).to_have_count(0)
    expect(gm.get_by_test_id("token-ann")).not_to_have_attribute("transform", "translate(4 -5)")
    expect(anna.get_by_test_id("map-told")).not_to_contain_text("Tap where")


def test_a_point_by_arrows_and_one_out_of_reach_is_refused_with_the_reason(server: Server) -> None:
    table = server.room({"from": "text", "text": FIGHT}, "anna", hand=False)
    anna = server.seat(table, table["anna"])
    act(anna, "jump")
    question = anna.get_by_test_id("ask-point")
    question.locator("input").fill("18,5")
    question.locator("input").press("Enter")
    expect(anna.get_by_test_id("toast")).to_contain_text("5")
    expect(question).to_be_visible()
    anna.get_by_test_id("map").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "Enter"):
        anna.keyboard.press(key)
    expect(question.locator("input")).to_have_value("6,6")
    question.locator("input").press("Enter")
    expect(anna.get_by_test_id("token-ann")).to_have_attribute("transform", "translate(6 -6)")


def test_the_map_no_longer_asks_once_the_gm_has_answered_or_it_was_undone(server: Server) -> None:
    table = server.room({"from": "text", "text": FIGHT}, "anna", hand=False)
    anna, gm = server.seat(table, table["anna"]), server.seat(table, table["gm"])
    act(anna, "jump")
    expect(anna.get_by_test_id("map-told")).to_contain_text("Tap where the point goes")
    expect(gm.get_by_test_id("map-told")).not_to_contain_text("Tap where")
    gm.get_by_test_id("answer-for").click()
    expect(gm.get_by_test_id("map-told")).to_contain_text("Tap where the point goes")
    gm.get_by_test_id("ask-point").locator("input").fill("4,8")
    gm.get_by_test_id("ask-point").get_by_role("button", name="Answer").click()
    for page in (anna, gm):
        expect(page.get_by_test_id("token-ann")).to_have_attribute("transform", "translate(4 -8)")
        expect(page.get_by_test_id("map-told")).not_to_contain_text("Tap where")
