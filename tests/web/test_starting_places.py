"""Nobody looks at an empty map: whoever has no place is put where their side begins, and in no wall."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.table import DUEL, Server

NOWHERE = re.sub(r"^at = .*\n", "", DUEL, flags=re.MULTILINE).replace(
    "[[combatant]]", "[[wall]]\npoints = [[5, 0], [5, 14]]\n[[combatant]]", 1
)


def test_the_gm_puts_everybody_on_the_map_by_one_tap(server: Server) -> None:
    table = server.room({"from": "text", "text": NOWHERE}, "ana", hand=False)
    gm = server.seat(table, table["gm"])
    expect(gm.locator("svg.map .tokens > *")).to_have_count(0)
    gm.get_by_test_id("map-settle").click()
    expect(gm.locator("svg.map .tokens > *")).to_have_count(3)
    expect(gm.get_by_test_id("map-settle")).to_be_hidden()
    cards = server.view(table, table["gm"])["cards"]
    places = [tuple(cards[who]["at"]) for who in ("mira", "tor", "jarl")]
    assert places == [(6, 5), (6, 9), (26, 7)]  # a metre beside the wall in which the first two would stand
    ana = server.seat(table, table["ana"])
    expect(ana.get_by_test_id("map-settle")).to_be_hidden()
    assert (server.faults, server.foreign) == ([], [])
