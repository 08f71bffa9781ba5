"""What each seat has been sent: its view, its version, and the last diffs for clients that were away for a moment."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from starfray.engine.codec import Plain
from starfray.room.diff import diff, empty

RING = 100
MOST_AHEAD = 1_000_000

Send = Callable[[dict[str, Plain]], None]


class Message(dict[str, Plain]):
    """A message to a seat, and how it is written: once, however many connections it goes to."""

    text = ""

    def written(self) -> Message:
        if not self.text:
            self.text = json.dumps(self, ensure_ascii=False)
        return self


@dataclass(slots=True)
class Stream:
    """One seat's. Versions rise by one whenever what the seat may know has changed."""

    version: int = 0
    view: dict[str, Plain] | None = None
    ring: deque[Message] = field(default_factory=lambda: deque(maxlen=RING))
    sends: list[Send] = field(default_factory=list)

    def advance(self, view: dict[str, Plain]) -> Message | None:
        """Take in the view as it is now; the message for those who have the last one, None if nothing changed."""
        if self.view is None:
            self.version += 1
            self.view = view
            self.ring.clear()
            return self.full()
        change = diff(self.view, view)
        if empty(change):
            return None
        message = Message({"type": "diff", "from": self.version, "version": self.version + 1, **change})
        self.version += 1
        self.view = view
        self.ring.append(message)
        return message

    def full(self) -> Message:
        return Message({"type": "view", "version": self.version, "view": self.view})

    def nothing_new(self) -> Message:
        return Message(
            {"type": "diff", "from": self.version, "version": self.version, "set": {}, "gone": [], "log": [], "acts": []}
        )

    def end(self, message: dict[str, Plain]) -> None:
        """Send a last message to every connection and forget them."""
        for send in self.sends:
            send(message)
        self.sends.clear()

    def since(self, version: int | None) -> list[Message]:
        """What a client that has `version` still needs."""
        if version == self.version:
            return []
        if version is not None and self.ring and self.ring[0]["from"] <= version < self.version:
            return [message for message in self.ring if message["from"] >= version]
        return [self.full()]

    def meet(self, version: int | None) -> None:
        """A client may have seen more than the disk knew before a crash: then the count goes on from there."""
        if version is not None and self.version < version <= self.version + MOST_AHEAD:
            self.version = version
            self.view = None
