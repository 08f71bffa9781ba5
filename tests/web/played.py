"""The server's part played by a test: a view of a real room, and then whatever diffs the test sends."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import BrowserContext, Page, WebSocketRoute

from tests.web.table import LAPTOP, Server


def row(number: int, text: str = "", **more: Any) -> dict[str, Any]:
    tally = {"total": 3, "reasons": [{"amount": 3, "rule": "a.b", "note": "why", "summary": "because"}]}
    plain = {"n": number, "i": 0, "text": text or f"Act {number} by Mira", "who": "mira", "whom": "", "rule": "a.b"}
    rest = {"summary": "because", "tally": tally, "faces": [6], "by": [], "marks": [], "kind": "action"}
    return {**plain, **rest, **more}


def told(number: int, headline: str, **more: Any) -> dict[str, Any]:
    """An act as the server tells it."""
    plain = {"n": number, "who": "jarl", "name": "Jarl", "kind": "action", "auto": False, "headline": headline}
    rest = {"weight": "act", "whom": [], "dice": [], "parts": [], "rows": [0, 0]}
    return {**plain, **rest, **more}


def effect(who: str, name: str, **more: Any) -> dict[str, Any]:
    return {"who": who, "name": name, "changes": [], "gained": [], "lost": [], "status": "", **more}


def loss(before: int, after: int) -> dict[str, Any]:
    return {"key": "hp", "label": "HP", "before": before, "after": after}


class Played:
    """One page whose server is the test."""

    def __init__(
        self,
        server: Server,
        table: dict[str, str],
        token: str,
        size: tuple[int, int] = LAPTOP,
        *,
        script: str = "",
        **changes: Any,
    ) -> None:
        """`script` runs in the page before anything of its own; `changes` replace parts of the view."""
        self.version = 1
        self.view = {**server.view(table, token), **changes}
        self.answers: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        self.refusals: dict[str, str] = {}
        self.line: WebSocketRoute | None = None
        context: BrowserContext = server.context(size)
        context.route_web_socket("**/ws/*", self.listen)
        held = json.dumps({table["room"]: [{"token": token}]})
        context.add_init_script(f"localStorage.setItem('starfray.seats', {held!r})")
        if script:
            context.add_init_script(script)
        self.page: Page = server.open(context, f"/r/{table['room']}")
        self.page.locator("#chip.online").wait_for(state="attached")

    def listen(self, line: WebSocketRoute) -> None:
        self.line = line
        line.on_message(lambda text: self.hear(line, json.loads(text)))

    def hear(self, line: WebSocketRoute, message: dict[str, Any]) -> None:
        if message["type"] == "hello":
            line.send(json.dumps({"type": "view", "version": 1, "view": self.view}))
        elif message["type"] == "ping":
            line.send('{"type": "pong"}')
        elif message["type"] == "ask":
            self.heard.append(message)
            line.send(json.dumps({"type": "answer", "id": message["id"], "result": self.answers.get(message["what"], {})}))
        elif message["type"] == "do":
            self.heard.append(message)
            why = "" if message.get("request") else self.refusals.get(message["op"], "")
            if why:
                line.send(json.dumps({"type": "done", "id": message["id"], "ok": False, "reason": why}))
                return
            line.send(json.dumps({"type": "done", "id": message["id"], "ok": True, "version": self.version}))

    def refuse(self, op: str, why: str) -> None:
        """From now on this command is refused; asking for it is not."""
        self.refusals[op] = why

    def diff(self, **parts: Any) -> None:
        assert self.line is not None
        self.line.send(json.dumps({"type": "diff", "from": self.version, "version": self.version + 1, **parts}))
        self.version += 1
