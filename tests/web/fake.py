"""A room in memory that speaks the socket's protocol: real fights, real views, no disk. For looking at the pages.

`python -m tests.web.fake [demo] [port]` prints one address per seat.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from fastapi.responses import HTMLResponse
from fastapi.staticfiles import StaticFiles
from jinja2 import Environment, FileSystemLoader, select_autoescape

import starfray
from starfray.engine.errors import StarfrayError
from starfray.room import rows
from starfray.room.commands import run
from starfray.room.faults import fault
from starfray.room.gmview import audit
from starfray.room.library import fight_from
from starfray.room.project import RoomState, numbers_of, project
from starfray.room.seated import seated
from starfray.room.seats import Seat, viewer_of
from starfray.room.streams import Stream
from starfray.room.think import Question, think

WEB = Path(starfray.__file__).parent / "web"
CSP = ("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; "
       "base-uri 'none'; frame-ancestors 'none'")


class FakeRoom:
    """One room; a token is the seat's name."""

    def __init__(self, args: dict[str, Any], players: dict[str, list[str]], *, hand: bool = True) -> None:
        seats = {"gm": Seat("gm", "gm", "Nadia", hash="x"), "screen": Seat("screen", "tv", "Screen", hash="x"),
                 "guest": Seat("guest", "spectator", "Guest", hash="x")}
        for name, plays in players.items():
            seats[name] = Seat(name, "player", name.title(), plays, hand=hand, hash="x")
        fight = seated(fight_from(args, 7), seats)
        fight.seats.hand = {who for name in players for who in players[name]} if hand else set()
        self.state = RoomState("demo", fight.title, fight, seats)
        self.streams = {name: Stream() for name in seats}
        self.lines: list[tuple[str, WebSocket]] = []
        fight.begin()

    async def tell(self) -> None:
        for name, stream in self.streams.items():
            message = stream.advance(project(self.state, self.state.seats[name]))
            for line_seat, line in list(self.lines):
                if line_seat == name and message is not None:
                    await line.send_text(json.dumps(message))

    def ask(self, seat: Seat, data: dict[str, Any]) -> Any:
        fight = self.state.fight
        if data["what"] in ("preview", "odds"):
            return think(Question(data["what"], fight.book.name, fight.view(seat.by), data["action"])) if "action" in data else {}
        if data["what"] == "log":
            who = viewer_of(fight.state, seat)
            return {"rows": rows.tail(fight, fight.view(who), who, numbers_of(self.state, who), rows.PAGE, data["before"])}
        return audit(self.state)

    async def listen(self, line: WebSocket) -> None:
        await line.accept()
        hello = json.loads(await line.receive_text())
        seat = self.state.seats.get(hello["token"])
        if seat is None:
            await line.send_text(json.dumps({"type": "closed", "reason": "this seat is closed"}))
            await line.close()
            return
        stream = self.streams[seat.id]
        stream.advance(project(self.state, seat))
        for message in stream.since(hello["since"]):
            await line.send_text(json.dumps(message))
        self.lines.append((seat.id, line))
        self.state.online.add(seat.id)
        await self.tell()
        try:
            while True:
                await self.take(seat, line, json.loads(await line.receive_text()))
        except WebSocketDisconnect:
            self.lines.remove((seat.id, line))

    async def take(self, seat: Seat, line: WebSocket, data: dict[str, Any]) -> None:
        if data["type"] == "ping":
            await line.send_text('{"type":"pong"}')
        elif data["type"] == "ask":
            await line.send_text(json.dumps({"type": "answer", "id": data["id"], "result": self.ask(seat, data)}))
        else:
            args = {key: value for key, value in data.items() if key not in ("type", "id", "op")}
            try:
                done: dict[str, Any] = {"ok": True, **(run(self.state, seat, data["op"], args) or {})}
            except StarfrayError as error:
                done = fault(error)
            await line.send_text(json.dumps({"type": "done", "id": data["id"], **done}))
            await self.tell()


def make_app(room: FakeRoom) -> FastAPI:
    app = FastAPI(openapi_url=None)
    app.mount("/static", StaticFiles(directory=WEB / "static"))
    pages = Environment(loader=FileSystemLoader(WEB / "templates"), autoescape=select_autoescape(default=True))

    @app.get("/r/{room_id}")
    async def page(room_id: str) -> HTMLResponse:
        return HTMLResponse(pages.get_template("room.html").render(room=room_id), headers={"Content-Security-Policy": CSP})

    @app.websocket("/ws/{room_id}")
    async def line(socket: WebSocket, room_id: str) -> None:
        await room.listen(socket)

    return app


def main() -> None:
    demo = sys.argv[1] if len(sys.argv) > 1 else "dock-9"
    port = int(sys.argv[2]) if len(sys.argv) > 2 else 8811
    fight = fight_from({"from": "demo", "demo": demo}, 7)
    players: dict[str, list[str]] = {}
    for one in fight.state.roster.values():
        if one.seat:
            players.setdefault(one.seat, []).append(one.id)
    uvicorn.run(make_app(FakeRoom({"from": "demo", "demo": demo}, players)), host="127.0.0.1", port=port, log_level="warning")


if __name__ == "__main__":
    main()
