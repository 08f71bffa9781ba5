"""Pictures of what a map does not show: drawn from the book's data, and tapped like a map."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.web.played import Played
from tests.web.table import DUEL, LAPTOP, PHONE, Server

MAPLESS = DUEL.replace("map = [30, 14]", "").replace("at = [2, 4]", "initiative = 9").replace("at = [4, 9]", "")
CREW = [{"label": "pilot", "who": "mira", "state": "done"}, {"label": "gunner", "who": "tor", "state": "up"}]
FOE = {"id": "jarl", "label": "Jarl", "slots": [], "state": "up", "note": "8/8 hull"}
PARTS = [
    {"who": "mira", "label": "pilot", "words": "reroute", "state": "done", "amount": -2},
    {"who": "tor", "label": "gunner", "words": "shoots last", "state": "now", "amount": None},
]
SUM = {"title": "Tor needs", "total": 12, "words": "or more", "chance": 0.4, "terms": [{"label": "base", "amount": 14}]}
EMPTY: dict[str, Any] = {
    "title": "A picture",
    "nodes": [],
    "links": [],
    "lanes": [],
    "bars": [],
    "now": 0,
    "parts": [],
    "sum": None,
    "ahead": "",
}
PICTURES: dict[str, dict[str, Any]] = {
    "tails": {
        "nodes": [{"id": who, "label": who.title(), "who": who, "state": "up", "note": ""} for who in ("mira", "tor", "jarl")],
        "links": [{"from": "mira", "to": "jarl", "label": "position +2, short range", "value": 2}],
    },
    "lanes": {
        "lanes": [
            {"id": "car", "label": "The car", "slots": CREW, "note": "30/30 HP", "now": True, "place": 0, "gap": ""},
            {"id": "jarl", "label": "The van", "slots": [], "note": "", "now": False, "place": 1, "gap": "60 faster"},
        ],
        "links": [{"from": "car", "to": "", "label": "firing position"}],
        "ahead": "Escape",
    },
    "plan": {
        "nodes": [
            {"id": "ship.engine", "label": "grav engine", "who": "ship", "state": "broken", "note": ""},
            {"id": "ship.web", "label": "energy web", "who": "ship", "state": "ok", "note": ""},
        ],
        "lanes": [{"id": "ship", "label": "Lantern", "slots": CREW, "note": "36/60 hull", "now": True}, FOE],
        "parts": PARTS,
        "sum": SUM,
    },
    "timeline": {
        "bars": [
            {"who": "jarl", "label": "mace", "from": 150, "to": 159, "state": "air"},
            {"who": "tor", "label": "chooses", "from": 158, "to": 168, "state": "ready"},
        ],
        "now": 158,
    },
    "network": {
        "nodes": [
            {"id": "door", "label": "blast door", "who": "jarl", "state": "open", "note": "lock"},
            {"id": "tor", "label": "Tor", "who": "tor", "state": "up", "note": ""},
        ],
        "links": [{"from": "tor", "to": "door", "label": "inside, 2 passes", "value": 2}],
    },
}
SAID = {
    "tails": ["position +2", "short range", "Mira", "Jarl"],
    "lanes": ["The car", "30/30 HP", "pilot", "Firing position", "60 faster", "Escape"],
    "plan": ["Lantern", "Grav engine", "broken", "8/8 hull"],
    "timeline": ["now 158", "mace, takes effect on 159", "chooses on 168"],
    "network": ["blast door", "inside", "2 passes"],
}


def drawn(server: Server, kind: str, size: tuple[int, int]) -> tuple[Played, Locator]:
    table = server.room({"from": "text", "text": MAPLESS}, "ana", "ben", hand=False)
    seat = Played(server, table, table["gm"], size, diagram={**EMPTY, **PICTURES[kind], "kind": kind})
    return seat, seat.page.get_by_test_id("diagram")


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("kind", PICTURES)
def test_a_picture_says_what_the_book_says_and_is_tapped_like_a_map(server: Server, kind: str, size: tuple[int, int]) -> None:
    seat, drawing = drawn(server, kind, size)
    for words in SAID[kind]:
        expect(drawing).to_contain_text(words)
    inside, around = drawing.evaluate("node => [node.scrollWidth, node.clientWidth]")
    assert inside <= around, "nothing is cut off"
    drawing.get_by_test_id("piece-tor").click()
    expect(seat.page.get_by_test_id("offer")).to_be_visible()
    assert seat.heard[-1]["what"] in ("targets", "odds", "preview")
    assert server.faults == []


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_crew_is_seen_building_up_its_number(server: Server, size: tuple[int, int]) -> None:
    """Beside the picture on a laptop, below it on a phone."""
    seat, drawing = drawn(server, "plan", size)
    total = seat.page.get_by_test_id("crew-sum")
    expect(total).to_have_text("Tor needs12or more40 %base 14")
    expect(seat.page.get_by_test_id("part-mira")).to_have_text("Mira pilotReroute−2")
    expect(seat.page.get_by_test_id("part-tor")).to_have_text("Tor gunnerShoots lastnow")
    picture, crew = drawing.bounding_box(), seat.page.locator("#crew").bounding_box()
    assert picture is not None
    assert crew is not None
    if size == LAPTOP:
        assert crew["x"] >= picture["x"] + picture["width"]
        assert crew["y"] < picture["y"] + picture["height"]
    else:
        assert crew["y"] >= picture["y"] + picture["height"]


def test_the_faster_vehicle_is_ahead(server: Server) -> None:
    _, drawing = drawn(server, "lanes", LAPTOP)
    slow, fast = (drawing.locator(".vehicle").nth(n).bounding_box() for n in (0, 1))
    assert slow is not None
    assert fast is not None
    end = drawing.locator(".roadend").bounding_box()
    assert end is not None
    assert slow["x"] < fast["x"]
    assert slow["x"] + slow["width"] < fast["x"] + fast["width"] < end["x"]


def test_a_chaser_stands_behind_whom_it_chases(server: Server) -> None:
    _, drawing = drawn(server, "tails", LAPTOP)
    behind, ahead = (drawing.get_by_test_id(f"piece-{who}").bounding_box() for who in ("mira", "jarl"))
    assert behind is not None
    assert ahead is not None
    assert behind["x"] + behind["width"] < ahead["x"]


def test_words_on_arrows_that_cross_stand_clear_of_each_other(server: Server) -> None:
    chased = [("mira", "jarl"), ("tor", "jarl"), ("jarl", "mira")]
    links = [{"from": one, "to": other, "label": "position +1, short range", "value": 1} for one, other in chased]
    table = server.room({"from": "text", "text": MAPLESS}, "ana", "ben", hand=False)
    tails = {**EMPTY, "kind": "tails", **PICTURES["tails"], "links": links}
    page = Played(server, table, table["gm"], LAPTOP, diagram=tails).page
    expect(page.locator(".linkword rect")).to_have_count(3)
    boxes = [box for each in page.locator(".linkword rect").all() if (box := each.bounding_box())]
    for place, one in enumerate(boxes):
        for other in boxes[place + 1 :]:
            wide = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
            high = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
            assert wide <= 1 or high <= 1, (one, other)


def test_a_declared_ram_says_whom_it_still_needs(server: Server) -> None:
    """Two taps declare; what is missing stands on the button that would do it."""
    table = server.room({"from": "demo", "demo": "skyway"}, "ana", hand=False)
    ana = server.seat(table, table["ana"], PHONE)
    ana.get_by_test_id("pick-goal-ram").tap()
    commit = ana.get_by_test_id("commit")
    expect(commit).to_contain_text("Say which vehicle to ram")
    expect(commit).to_be_disabled()
    ana.get_by_test_id("pick-goal-dodge").tap()
    expect(commit).to_be_enabled()
    expect(commit).to_have_text("Declare: Dodgefree")
    expect(ana.get_by_test_id("barred")).to_contain_text("speed 140 against 200")
    commit.tap()
    expect(ana.get_by_test_id("action-form")).to_be_hidden()
    expect(ana.locator(".result .headline").first).to_contain_text("dodge")
    assert server.faults == []
