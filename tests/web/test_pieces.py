"""Faces, chances, dice and places as a player taps them; the server's part is played by the test."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.web.played import Played
from tests.web.table import DUEL, LAPTOP, PHONE, Server, map_tap

FIRST = DUEL.replace("at = [2, 4]", "at = [2, 4]\ninitiative = 9")
HEADLINE = {"who": "jarl", "p": 0.77, "words": "gets through", "loss": "about 3 HP", "falls": 0.05, "unhurt": 0.23}


def fight(server: Server, **changes: Any) -> tuple[dict[str, str], dict[str, Any]]:
    table = server.room({"from": "text", "text": FIRST}, "ana", "ben", hand=False)
    return table, {**server.view(table, table["ana"]), **changes}


def test_everybody_has_a_face_of_their_own_and_the_same_everywhere(server: Server) -> None:
    table, view = fight(server)
    page = Played(server, table, table["ana"], LAPTOP).page

    def face(where: str) -> str:
        return str(page.locator(f"{where} .portrait").first.inner_html())

    faces = {who: face(f"[data-testid=card-{who}]") for who in view["order"]}
    assert len(set(faces.values())) == len(faces)
    assert face("[data-testid=token-jarl]") == faces["jarl"]


def test_the_hatched_part_is_what_a_decision_adds(server: Server) -> None:
    table, _ = fight(server)
    seat = Played(server, table, table["ana"], LAPTOP)
    seat.answers["targets"] = {
        "actions": [
            {"kind": "shot", "label": "shot", "text": "shot mira target=jarl", "cost": "2 AP", "rank": 1, "refused": None}
        ]
    }
    more = {"p": 0.95, "words": "with prayer", "rule": "x"}
    outcomes = [{"summary": "a", "p": 0.77}, {"summary": "b", "p": 0.23}]
    seat.answers["odds"] = {"outcomes": outcomes, "parts": [], "headline": {**HEADLINE, "more": more}}
    map_tap(seat.page, "jarl")
    row = seat.page.get_by_test_id("offer-shot")
    expect(row).to_contain_text("77 %")
    expect(row).to_contain_text("95 % with prayer")
    expect(row.locator(".costpips i")).to_have_count(2)
    share = row.locator(".hatched").evaluate("node => node.style.getPropertyValue('--share')")
    assert abs(float(share) - 0.18) < 1e-6


def test_dice_are_tapped_by_their_faces(server: Server) -> None:
    table, view = fight(server)
    ask = {"id": "a1", "kind": "dice", "rule": "x.y", "summary": "", "who": "mira", "name": "Mira", "prompt": "Every 6 counts"}
    rest: dict[str, Any] = {
        "options": [],
        "amount": 0,
        "low": 0,
        "high": 0,
        "dice": "3d6>=6",
        "sides": [6, 6, 6],
        "centre": None,
    }
    asked = {**ask, **rest, "suggested": "", "sealed": False, "why": "", "mine": True}
    seat = Played(server, table, table["ana"], PHONE, asks=[asked])
    page = seat.page
    for face in (6, 2, 2):
        page.get_by_test_id(f"face-{face}").tap()
    page.get_by_test_id("face-back").tap()
    expect(page.get_by_test_id("so-far")).to_have_text("1 die counts so far · 1 die to go")
    page.reload()
    expect(page.get_by_test_id("die-1")).to_have_value("6")
    page.get_by_test_id("face-5").tap()
    page.get_by_test_id("dice-send").tap()
    answers = [each for each in seat.heard if each.get("op") == "answer"]
    assert answers[-1]["answer"] == [6, 2, 5]
    assert view["order"]


def test_what_is_to_be_shared_out_opens_shared_as_the_book_proposes_and_at_its_beginning(server: Server) -> None:
    table, _ = fight(server)
    slots = [{"key": f"e{n}", "label": f"effect {n}", "note": "one of many"} for n in range(9)]
    ask = {"id": "a1", "kind": "allocate", "rule": "x.y", "summary": "", "who": "mira", "name": "Mira", "prompt": "2 sixes"}
    rest: dict[str, Any] = {"options": slots, "amount": 2, "low": 0, "high": 0, "dice": "", "sides": [], "centre": None}
    asked = {**ask, **rest, "suggested": "e1:2", "sealed": False, "why": "", "mine": True}
    seat = Played(server, table, table["ana"], PHONE, asks=[asked])
    expect(seat.page.get_by_test_id("share-e1")).to_have_text("2")
    expect(seat.page.get_by_role("heading", name="2 sixes")).to_be_in_viewport()
    seat.page.get_by_test_id("allocate-send").tap()
    answers = [each for each in seat.heard if each.get("op") == "answer"]
    assert answers[-1]["answer"] == "e1:2"


def test_a_body_and_its_list_are_one_control(server: Server) -> None:
    table, view = fight(server)
    places = ["torso", "skull", "neck", "right arm", "left leg"]
    options = [{"key": each.replace(" ", "-"), "label": each} for each in places]
    field = {"name": "location", "kind": "choice", "label": "location", "role": "body", "main": True, "unit": ""}
    more = {"options": options, "low": 0, "high": 0, "required": False, "default": "", "centre": None, "hint": ""}
    shot = {**next(form for form in view["forms"]["mira"] if form["kind"] == "shot")}
    shot["fields"] = [*shot["fields"], {**field, **more}]
    seat = Played(server, table, table["ana"], PHONE, forms={"mira": [shot]})
    page = seat.page
    row = {"field": "location", "name": "location", "value": "skull", "label": "skull", "text": "", "p": 0.18, "refused": ""}
    seat.answers["odds"] = {"outcomes": [], "residual": 0, "exact": True, "headline": None}
    seat.answers["options"] = {"better": None, "places": [row], "after": None}
    page.get_by_test_id("kind-shot").tap()
    expect(page.get_by_test_id("pick-location-skull")).to_contain_text("18 %")
    page.locator("svg.body [data-key=skull]").tap()
    expect(page.get_by_test_id("pick-location-skull")).to_have_attribute("aria-checked", "true")
    page.get_by_test_id("pick-location-neck").tap()
    expect(page.locator("svg.body .region.on")).to_have_attribute("data-key", "neck")


def test_a_hint_comes_once(server: Server) -> None:
    table, view = fight(server)
    turn = {**view["turn"], "suggest": {"mira": {"text": "shot mira target=jarl", "why": "near"}}}
    page = Played(server, table, table["ana"], PHONE, turn=turn).page
    expect(page.get_by_test_id("hint")).to_contain_text("Tap a foe")
    page.get_by_test_id("hint-got").tap()
    expect(page.get_by_test_id("hint")).to_be_hidden()
    page.reload()
    page.locator("#chip.online").wait_for(state="attached")
    expect(page.get_by_test_id("hint")).to_be_hidden()


def test_who_watches_where_and_who_looks_where_is_on_the_map(server: Server) -> None:
    table, view = fight(server)
    area = {"kind": "watch", "label": "overwatch", "who": "mira", "name": "Mira", "at": [2, 4], "radius": 0, "toward": [9, 4]}
    cards = {**view["cards"], "jarl": {**view["cards"]["jarl"], "facing": 90}}
    scene = {**view["scene"], "cells": "hexes"}
    areas = [{**area, "width": 90, "rule": "", "summary": ""}]
    seat = Played(server, table, table["ana"], LAPTOP, cards=cards, scene=scene, areas=areas)
    page = seat.page
    expect(page.locator(".area.watch")).to_contain_text("Mira: overwatch")
    expect(page.locator(".cells path")).to_have_count(1)
    turned = page.get_by_test_id("token-jarl").locator(".facing").get_attribute("transform") or ""
    assert turned.endswith("rotate(-90)")
    assert server.faults == []


def test_a_phone_held_across_shows_map_and_acts_side_by_side(server: Server) -> None:
    table, _ = fight(server)
    page = Played(server, table, table["ana"], (844, 390)).page
    drawing, acts = page.locator("#map").bounding_box(), page.locator("#act").bounding_box()
    assert drawing is not None
    assert acts is not None
    assert drawing["x"] + drawing["width"] <= acts["x"]
    expect(page.locator("#me")).to_be_in_viewport()
    expect(page.get_by_test_id("nav-log")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
