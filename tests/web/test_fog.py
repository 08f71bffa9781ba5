"""Fog on the page: dark where nobody of the own side has been able to look; the GM lifts it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.walls.scenes import HOUSE
from tests.web.table import DUEL, PHONE, Server, gm_says

FOGGED = (
    DUEL.replace("map = [30, 14]", "map = [30, 20]\nfog = true")
    .replace("[5, 9]", "[20, 9]")
    .replace("[[combatant]]", HOUSE.format(open="false") + "[[combatant]]", 1)
)


def test_players_see_what_their_side_has_seen_and_the_gm_lifts_the_fog(server: Server) -> None:
    table = server.room({"from": "text", "text": FOGGED}, "ana", "ben", hand=False)
    gm, ana = server.seat(table, table["gm"]), server.seat(table, table["ana"], PHONE)
    ana.locator("#tabs [data-show=map]").click()
    fog = ana.locator("svg.map .fog path")
    expect(fog).not_to_have_attribute("d", "")
    dark = fog.get_attribute("d")
    expect(gm.locator("svg.map .fog path")).to_have_attribute("d", "")
    gm_says(gm, "door hatch open=yes")
    expect(fog).not_to_have_attribute("d", str(dark))
    gm_says(gm, "door hatch open=no")
    gm.get_by_test_id("fold-scene").locator("summary").click()
    gm.get_by_test_id("fog").uncheck()
    expect(fog).to_have_attribute("d", "")
    assert (server.faults, server.foreign) == ([], [])
