"""What the tools need of a seat, wherever its room is."""

from __future__ import annotations

from typing import Protocol

from starfray.engine.codec import Plain

View = dict[str, Plain]


class AgentSeat(Protocol):
    """A seat of a room. Refusals come as `StarfrayError`, as they do at any table."""

    async def view(self) -> View:
        """The table as this seat may know it: what `room.project` makes."""
        ...

    async def do(self, command: str, args: dict[str, Plain]) -> dict[str, Plain]:
        """Run one of the room's commands."""
        ...

    async def ask(self, what: str, args: dict[str, Plain]) -> dict[str, Plain]:
        """Ask one of the room's questions: odds, log, review, prospects, …"""
        ...
