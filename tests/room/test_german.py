"""A German seat that watches fights of every book reads no English sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import starfray
from starfray.demo_files import demo_path
from starfray.room.project import project
from starfray.room.room_fight import to_room_fight
from starfray.room.seats import Seat
from starfray.room.state import RoomState

ACTS = 12
#: words that stand in hardly any English sentence at a table together with none of the others, and in no German one
ENGLISH = re.compile(
    r"\b(?:the|of|is|to|and|with|from|you|not|has|have|by|for|this|that|are|be|it|its|they|their|than|when|which|who|whom|what"
    r"|nobody|already|within|hand|must|cannot|left|does|how)\b"
)
#: what is read by programs or typed by people, and the summaries of rules, which are in the language of the book they retell
UNREAD = {
    "summary",
    "usage",
    "id",
    "key",
    "path",
    "kind",
    "rule",
    "role",
    "relations",
    "rulings",
    "concealable",
    "commands",
    "name",
    "book",
}


def english(part: Any, where: str = "") -> Iterator[str]:
    if isinstance(part, dict):
        for key, each in part.items():
            if key not in UNREAD and not (where.endswith(("draft", "suggest", "queued")) and key == "text"):
                yield from english(each, f"{where}.{key}")
    elif isinstance(part, list):
        for each in part:
            yield from english(each, where)
    elif isinstance(part, str) and ENGLISH.search(part):
        yield f"{where}: {part}"


def without_names(words: str, demo: str) -> str:
    """What is left if what the file of the demo itself says is left out."""
    for name in sorted(re.findall(r'"([^"]+)"', demo), key=len, reverse=True):
        words = words.replace(name, "")
    return words


def watched(demo: str) -> Iterator[tuple[Any, str]]:
    """The views of the GM's seat over the first acts of a demo, and the text of the demo."""
    text = demo_path(demo).read_text(encoding="utf-8")
    seat = Seat("gm", "gm", "SL", language="de")
    fight = to_room_fight(starfray.loads(text, demo), {"gm": seat})
    fight.advance()
    room = RoomState("hall", "Halle", fight, {"gm": seat})
    for _ in range(ACTS):
        yield project(room, seat), text
        if fight.over is not None:
            return
        if fight.draft is not None:
            fight.answer_by_policy(fight.asks[0])
        elif not fight.play_by_policy(fight.actors[0], "auto"):
            return


@pytest.mark.parametrize(
    "demo",
    [
        *(
            "red-flight",
            "two-wasps",
            "dock-9",
            "bazaar-ambush",
            "blades-at-dawn",
            "boarding-duel",
            "blue-corridor",
            "cold-crate",
        ),
        *("ten-paces", "mind-and-gun", "skyway", "blast-door", "cargo-spine", "market-riot"),
    ],
)
def test_a_german_seat_reads_no_english_sentence(demo: str) -> None:
    found: set[str] = set()
    views = 0
    for view, text in watched(demo):
        views += 1
        found |= {each for each in english(view) if ENGLISH.search(without_names(each.partition(": ")[2], text))}
    assert views > 3
    assert found == set(), sorted(found)


def test_an_english_sentence_would_be_found() -> None:
    view = {"asks": [{"prompt": "Which of them?", "summary": "What the rule says."}], "draft": {"text": "shot mira to the tor"}}
    assert list(english(view)) == [".asks.prompt: Which of them?"]
