"""What people read at a table is words: one of something is one, rules have names, distances no endless tails."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from starfray.engine.values import Tally
from tests.cli.test_words import ONE_OF_MANY
from tests.room.table import Table

RULE_ID = re.compile(r"\b(?:coriolis|gurps|socs|icar|cx|hybrid)\.[a-z]")


def test_a_reason_without_a_note_is_told_by_its_rule_in_words() -> None:
    tally = Tally()
    tally.add(4, "hybrid.attack.advance")
    tally.add(-2, "hybrid.mod.movement.jog", "at a jog")
    assert str(tally) == "2 = +4 attack advance -2 at a jog"


@pytest.mark.parametrize(
    "demo", ["loading-ramp", "mind-and-gun", "blast-door", "market-riot", "needle-and-pin", "corridor", "furball"]
)
def test_a_fight_played_by_the_dials_to_its_end_reads_like_one(client: TestClient, demo: str) -> None:
    table = Table.demo(client, demo)
    order = table.gm.look()["order"]
    for kind in ("*", "act"):
        for who in order if kind == "act" else [*order, "gm"]:
            table.gm.do("dial", who=who, kind=kind, value="auto")
    texts: list[str] = []
    for _ in range(2000):
        view = table.gm.look()
        for card in view["cards"].values():
            texts += [f"{line['label']}: {line['value']}" for line in card["lines"]]
        texts += [moment["what"] for moment in view["agenda"]]
        for row in view["log"]:
            texts += [row["text"], *(reason["note"] for reason in (row["tally"] or {"reasons": []})["reasons"])]
        if view["room"]["status"] == "over":
            break
    assert view["room"]["status"] == "over"
    names = re.compile("|".join(re.escape(card["name"]) for card in view["cards"].values()))
    for text in dict.fromkeys(texts):
        assert not ONE_OF_MANY.search(names.sub("somebody", text)), text
        assert "(s)" not in text, text
        assert not RULE_ID.search(text), text
        assert not re.search(r"\d\.\d{3}", text), text
