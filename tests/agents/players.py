"""Clients that play by what the tools tell them, and by nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from mcp import Client
from mcp.types import TextContent

from starfray.agents.pages import MOST_BYTES

QUESTION = re.compile(r"^Question (\S+) for (\S+): .* → (.*)$", re.MULTILINE)
TURN = re.compile(r"^Your turn: (\S+)", re.MULTILINE)
ADVICE = re.compile(r"^  Advice: (.+?)(?: \(.*\))?$", re.MULTILINE)
OPTION = re.compile(r"^  (\S+?)(?::|$| \()", re.MULTILINE)
OVER = "The fight is over"
MOST_CALLS = 6_000


@dataclass
class Player:
    """One client. `read` is every answer it got."""

    client: Client
    read: list[str] = field(default_factory=list)

    async def call(self, tool: str, **args: Any) -> str:
        text, failed = await self.try_call(tool, **args)
        assert not failed, (tool, args, text)
        return text

    async def try_call(self, tool: str, **args: Any) -> tuple[str, bool]:
        result = await self.client.call_tool(tool, args)
        assert result.structured_content is None
        (content,) = result.content
        assert isinstance(content, TextContent)
        assert len(content.text.encode()) <= MOST_BYTES, (tool, args)
        self.read.append(content.text)
        return content.text, bool(result.is_error)

    async def move(self, calls: int = MOST_CALLS) -> str:
        """Do what is awaited, until nothing is or so many times; gives the last answer."""
        text = await self.call("wait", seconds=0)
        for _ in range(calls):
            asked, turn = QUESTION.search(text), TURN.search(text)
            if OVER in text or not (asked or turn):
                return text
            if asked:
                text = await self.call("answer", question=asked[1], answer=answer_to(text[asked.end() :], asked[3]))
            else:
                assert turn is not None
                text = await self.act(turn[1], text[turn.end() :])
        assert calls < MOST_CALLS, "it goes on and on"
        return text

    async def act(self, who: str, rest: str) -> str:
        advised = ADVICE.search(rest)
        if advised:
            return await self.call("act", action=advised[1])
        for line in (await self.call("forms", who=who)).splitlines()[1:]:
            action = re.sub(r"( \([^()]*\))? \[[\w.-]+\]$", "", line.strip())
            told, failed = await self.try_call("act", action=action)
            if not failed:
                return told
        raise AssertionError(f"{who} can do nothing")


def answer_to(rest: str, wanted: str) -> str:
    """The advice, or the first option, or the least."""
    until = re.search(r"^(?!  )", rest.lstrip("\n"), re.MULTILINE)
    own = rest.lstrip("\n")[: until.start()] if until else rest
    advised = ADVICE.search(own)
    if advised:
        return advised[1]
    if wanted.startswith("answer one of"):
        found = OPTION.search(own)
        assert found is not None
        return found[1]
    number = re.search(r"from (-?\d+) to", wanted)
    return number[1] if number else ""


async def play_to_the_end(players: Sequence[Player]) -> str:
    """Each in turn does what is awaited of it; gives how the fight ended."""
    for player in players:
        await player.call("advice")
    for _ in range(MOST_CALLS):
        for player in players:
            text = await player.move()
            if OVER in text:
                return next(line for line in text.splitlines() if OVER in line)
    raise AssertionError("the fight does not end")
