"""The review in a room: act by act, off the loop, for each seat from what it could know."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from starfray.room import review_part
from starfray.room.review import ReviewDesk
from starfray.room.review_part import review_part as work
from tests.room.table import Sitter, Table
from tests.sim.test_review import DUELS, SECRET, check_sums, played

HIDDEN = DUELS[3].replace('id = "b"\n', 'id = "b"\nhidden = true\n')


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_part, "MOST", 20)
    monkeypatch.setattr(review_part, "BUDGET", 20)


def reviewed(fight: Any, viewer: str) -> ReviewDesk:
    """As the room does it, in this process."""
    desk = ReviewDesk(fight, viewer)
    while desk.found is None or desk.acts < len(desk.reviewer.steps):
        part = desk.next_part()
        desk.take(part, work(fight.book, fight.content, part) if part is not None else {})
    return desk


def test_it_comes_act_by_act_and_adds_up() -> None:
    fight = played(DUELS[3], 3)
    desk = reviewed(fight, "gm")
    assert desk.found is not None
    check_sums(desk.found)
    whole = desk.plain(0)
    assert whole["whole"]
    assert whole["have"] == len(whole["acts"]) == len(fight.journal.entries)
    assert [act["number"] for act in desk.plain(2)["acts"]] == list(range(3, len(fight.journal.entries) + 1))


def test_nothing_leaves_the_room_but_what_the_viewer_knows() -> None:
    """Neither the positions a worker gets nor the answer depend on a secret figure."""
    told = []
    for hp in (2, 1):
        fight = played(re.sub(r"hp = 2\nsecret", f"hp = {hp}\nsecret", SECRET), 4)
        del fight.journal.entries[1:]
        desk = ReviewDesk(fight, "side:red")
        part = desk.next_part()
        assert part is not None
        told.append([point.state.roster["b"].hp for point in part.points])
    assert told[0] == told[1]


def test_somebody_never_seen_is_not_in_the_review_of_a_side() -> None:
    desk = reviewed(played(HIDDEN, 3, drawn=0), "side:red")
    plain = desk.plain(0)
    names = {person["who"] for person in plain["people"]}
    seen = desk.reviewer.chain.seen(desk.reviewer.fight.state).roster
    assert names == set(seen)


def ask_all(sitter: Sitter) -> dict[str, Any]:
    have, acts = 0, []
    for _ in range(100):
        found = sitter.get("review", have=have).json()
        acts += found["acts"]
        have = found["have"]
        if found["whole"]:
            return {**found, "acts": acts}
    raise AssertionError("it never ends")


def test_players_see_it_when_the_fight_is_over(client: TestClient) -> None:
    table = Table.text(client, DUELS[3])
    ana = table.sit("ana")
    refused = ana.get("review")
    assert refused.status_code == 409
    assert refused.json()["reason"] == "the review is there when the fight is over"
    table.gm.do("play", action="surrender a")
    for sitter, viewer in ((ana, "side:red"), (table.gm, "gm"), (table.new_seat("spectator", "Uli"), "spectator")):
        found = ask_all(sitter)
        assert found["viewer"] == viewer
        assert found["over"]
        assert [term["kind"] for act in found["acts"] for term in act["terms"]].count("decision") == 1
