"""A squad at the GM's table: one card with count and state, one dial, and all of them acting by one tap."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.table import DUEL, PHONE, Server, gm_says

SQUAD = (
    DUEL
    + """
[[combatant]]
id = "hand"
name = "Hand"
archetype = "dockside-bruiser"
side = "syndicate"
squad = "dock hands"
count = 3
at = [26, 9]
"""
)


def test_a_squad_is_one_card_with_one_dial_and_acts_by_one_tap(server: Server) -> None:
    table = server.room({"from": "text", "text": SQUAD}, "ana", "ben", hand=False)
    gm = server.seat(table, table["gm"])
    squad = gm.get_by_test_id("squad-dock hands")
    expect(squad.locator(".marks")).to_contain_text("3 of 3 up")
    expect(gm.get_by_test_id("card-hand-1")).to_have_count(0)
    expect(gm.get_by_test_id("card-jarl")).to_be_visible()
    gm_says(gm, "set hand-3.hp 0")
    expect(squad.locator(".marks")).to_contain_text("2 of 3 up")
    gm.get_by_test_id("unfold-squad-dock hands").click()
    expect(squad.get_by_test_id("card-hand-3")).to_be_visible()
    gm.get_by_test_id("unfold-squad-dock hands").click()
    squad.get_by_test_id("squad-dial").get_by_role("button", name="Suggest").click()
    expect(squad.locator("[data-key=suggest]")).to_have_attribute("aria-pressed", "true")
    cards = server.view(table, table["gm"])["cards"]
    assert [cards[who]["dial"].get("act") for who in ("hand-1", "hand-3", "jarl")] == ["suggest", "suggest", None]
    while not (up := server.view(table, table["gm"])["turn"]["actors"])[0].startswith("hand"):
        server.post(f"/api/rooms/{table['room']}/play", {"action": f"end-turn {up[0]}"}, table["gm"])
    gm.get_by_test_id("squad-act-dock hands").click()
    expect(gm.get_by_test_id("squad-act-dock hands")).to_be_disabled()
    expect(gm.locator("#stage")).to_contain_text("Hand 1 moves")
    ana = server.seat(table, table["ana"], PHONE)
    expect(ana.get_by_test_id("card-hand-1")).to_have_count(1)  # for players they are so many foes
    assert "dock hands" not in str(server.view(table, table["ana"]))
    assert (server.faults, server.foreign) == ([], [])
