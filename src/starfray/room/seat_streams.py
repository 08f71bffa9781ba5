"""What each seat has been sent: its view, its version, and the last diffs for clients that were away for a moment."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from starfray.engine.codec import Plain
from starfray.room.diff import diff, empty, fine_diff

RING = 100
MOST_AHEAD = 1_000_000
MOST_KEPT = 24  # parts of a view that are gone and may come back

Send = Callable[[dict[str, Plain]], None]


class Message(dict[str, Plain]):
    """A message to a seat, and how it is written: once, however many connections it goes to."""

    text = ""

    def written(self) -> Message:
        if not self.text:
            self.text = json.dumps(self, ensure_ascii=False)
        return self


@dataclass(frozen=True, slots=True)
class News:
    """The same news for both kinds of clients; None for a kind nobody is of."""

    since: int
    plain: Message | None
    fine: Message | None

    def told(self, fine: bool) -> Message | None:
        return self.fine if fine else self.plain

    def written(self) -> News:
        for message in (self.plain, self.fine):
            if message is not None:
                message.written()
        return self


@dataclass(slots=True)
class Stream:
    """One seat's. Versions rise by one whenever what the seat may know has changed."""

    version: int = 0
    view: dict[str, Plain] | None = None
    ring: deque[News] = field(default_factory=lambda: deque(maxlen=RING))
    sends: list[Send] = field(default_factory=list)
    fine_sends: list[Send] = field(default_factory=list)  # to those who take fine diffs
    plain: bool = False  # has anybody come who takes only plain ones?
    kept: dict[str, Plain] = field(default_factory=dict)  # forms that are gone, which whoever takes fine diffs still has

    @property
    def watched(self) -> bool:
        return bool(self.sends or self.fine_sends)

    def advance(self, view: dict[str, Plain]) -> News | None:
        """Take in the view as it is now; the news for those who have the last one, None if nothing changed."""
        old, self.view = self.view, view
        if old is None:
            self.version += 1
            self.ring.clear()
            whole = self.full()
            return News(self.version, whole, whole)
        fine = fine_diff(old, view, self.kept)
        if empty(fine):
            return None
        head: dict[str, Plain] = {"type": "diff", "from": self.version, "version": self.version + 1}
        plain = Message({**head, **diff(old, view)}) if self.plain else None
        for path in fine["gone"]:
            self._keep(path, old)
        for path in fine["back"]:
            self.kept.pop(path)
        news = News(self.version, plain, Message({**head, **{part: told for part, told in fine.items() if told}}))
        self.version += 1
        self.ring.append(news)
        return news

    def _keep(self, path: str, view: dict[str, Plain]) -> None:
        """Forms are large, and come again when it is the same one's turn: mostly as they were."""
        part, _, who = path.partition("/")
        if part == "forms" and who and "/" not in who:
            self.kept.pop(path, None)
            self.kept[path] = view["forms"][who.replace("~1", "/").replace("~0", "~")]
            if len(self.kept) > MOST_KEPT:
                del self.kept[next(iter(self.kept))]

    def full(self) -> Message:
        """All of it. Whoever gets it has nothing of what was gone before."""
        self.kept.clear()
        return Message({"type": "view", "version": self.version, "view": self.view})

    def nothing_new(self) -> Message:
        return Message(
            {"type": "diff", "from": self.version, "version": self.version, "set": {}, "gone": [], "log": [], "acts": []}
        )

    def enter(self, send: Send, fine: bool) -> None:
        (self.fine_sends if fine else self.sends).append(send)

    def leave(self, send: Send) -> None:
        for sends in (self.sends, self.fine_sends):
            if send in sends:
                sends.remove(send)

    def tell(self, news: News) -> None:
        for fine, sends in ((False, self.sends), (True, self.fine_sends)):
            message = news.told(fine)
            for send in list(sends):
                assert message is not None
                send(message)

    def end(self, message: dict[str, Plain]) -> None:
        """Send a last message to every connection and forget them."""
        for send in (*self.sends, *self.fine_sends):
            send(message)
        self.sends.clear()
        self.fine_sends.clear()

    def since(self, version: int | None, fine: bool = False) -> list[Message]:
        """What a client that has `version` still needs."""
        self.plain = self.plain or not fine
        if version == self.version:
            return []
        if version is not None and self.ring and self.ring[0].since <= version < self.version:
            missed = [news.told(fine) for news in self.ring if news.since >= version]
            told = [message for message in missed if message is not None]
            if len(told) == len(missed):
                return told
        return [self.full()]

    def meet(self, version: int | None) -> None:
        """A client may have seen more than the disk knew before a crash: then the count goes on from there."""
        if version is not None and self.version < version <= self.version + MOST_AHEAD:
            self.version = version
            self.view = None
