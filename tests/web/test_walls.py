"""Walls, windows and doors on the map: each as what it is, and an open door as its leaf; and what the sides are after."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.table import DUEL, Server, gm_says

HOUSE = """[[wall]]
points = [[8, 0], [8, 3]]
[[wall]]
kind = "door"
name = "hatch"
points = [[8, 3], [8, 5]]
[[wall]]
kind = "window"
name = "pane"
points = [[8, 5], [8, 8]]
[[combatant]]"""


def test_the_map_draws_walls_and_a_door_the_gm_opens(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL.replace("[[combatant]]", HOUSE, 1)}, "ana", "ben", hand=False)
    gm = server.seat(table, table["gm"])
    expect(gm.locator("svg.map .wall.wall polyline")).to_have_count(3)
    expect(gm.locator("svg.map .wall.window polyline")).to_have_count(1)
    expect(gm.locator("svg.map .wall.door.open")).to_have_count(0)
    shut = gm.locator("svg.map .wall.door polyline").get_attribute("points")
    gm_says(gm, "door hatch")
    expect(gm.locator("svg.map .wall.door.open polyline")).to_have_count(1)
    assert gm.locator("svg.map .wall.door polyline").get_attribute("points") != shut


LIFT = """
[[goal]]
side = "crew"
kind = "reach"
name = "the lift"
at = [28, 4]
count = 2
"""


def test_everybody_sees_what_a_side_is_after_and_how_far_it_is(server: Server) -> None:
    table = server.room({"from": "text", "text": DUEL + LIFT}, "ana", "ben", hand=False)
    gm, ana = server.seat(table, table["gm"]), server.seat(table, table["ana"])
    expect(ana.get_by_test_id("goals")).to_have_text("crew: the lift 0 of 2 there")
    gm_says(gm, "place mira 28,5")
    expect(ana.get_by_test_id("goals")).to_have_text("crew: the lift 1 of 2 there")
    gm_says(gm, "place tor 27,4")
    expect(ana.get_by_test_id("goals")).to_have_text("crew: the lift 2 of 2 there")
