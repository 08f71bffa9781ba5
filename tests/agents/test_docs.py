"""The page about agents: its fight goes as it says, its table names every tool."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from tests.agents.tables import clients_at, demo, hall
from tests.coroutines import finished

PAGE = Path(__file__).parents[2] / "docs" / "agents.md"
BLOCK = re.compile(r"(?<=^```transcript\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)


async def played(calls: list[str]) -> str:
    fight, names = demo("ten-paces")
    async with clients_at(fight, names) as players:
        player = players["the accused"]
        lines = []
        for call in calls:
            tool, _, args = call.removeprefix("> ").partition(" ")
            text, _ = await player.try_call(tool, **(json.loads(args) if args else {}))
            lines += [call, text]
        return "\n".join(lines) + "\n"


@pytest.mark.slow
def test_the_fight_of_the_page_goes_as_it_says() -> None:
    page = PAGE.read_text(encoding="utf-8")
    found = BLOCK.search(page)
    assert found is not None
    calls = [line for line in found[0].splitlines() if line.startswith("> ")]
    again = finished(played(calls))
    if os.environ.get("STARFRAY_TRANSCRIPTS") == "write":
        PAGE.write_text(page[: found.start()] + again + page[found.end() :], encoding="utf-8")
    else:
        assert len(calls) > 5
        assert found[0] == again


def test_the_page_names_every_tool() -> None:
    async def tools() -> list[str]:
        async with clients_at(hall(), ["gm"]) as players:
            return [tool.name for tool in (await players["gm"].client.list_tools()).tools]

    page = PAGE.read_text(encoding="utf-8")
    assert [tool for tool in finished(tools()) if f"`{tool}`" not in page] == []
