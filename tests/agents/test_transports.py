"""The same tools over stdio, over streamable HTTP, and at a seat of a running room."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
import uvicorn
from mcp import Client, StdioServerParameters, stdio_client

from starfray.agents.local import local_table
from starfray.agents.server import make_http_app, make_server
from starfray.demo_files import demo_path
from starfray.files import load
from tests.agents.players import OVER, Player, play_to_the_end
from tests.coroutines import finished
from tests.room.servers import Server

pytestmark = pytest.mark.slow


def over_stdio(*args: str) -> Any:
    env = {**os.environ, "STARFRAY_INTERPRETED": "1"}
    return stdio_client(StdioServerParameters(command=sys.executable, args=["-m", "starfray.cli", "mcp", *args], env=env))


def test_one_client_over_stdio_plays_a_demo_against_the_policy() -> None:
    async def play() -> None:
        async with Client(over_stdio("--demo", "ten-paces", "--seed", "3")) as client:
            assert OVER in await play_to_the_end([Player(client)])

    finished(play())


def test_two_clients_over_stdio_play_a_demo_at_a_running_room(tmp_path: Path) -> None:
    async def play(links: list[str]) -> None:
        async with AsyncExitStack() as stack:
            players = []
            for link in links:
                client = await stack.enter_async_context(Client(over_stdio("--join", link)))
                players.append(Player(client))
            assert OVER in await play_to_the_end(players)

    with Server(tmp_path / "rooms.db") as server:
        made = server.client.post("/rooms", json={"from": "demo", "demo": "the-clinch"}).json()
        gm = {"Authorization": f"Bearer {made['token']}"}
        room = f"/api/rooms/{made['room']}"
        server.client.post(f"{room}/go", json={}, headers=gm)
        view = server.client.get(f"{room}/state", headers=gm).json()["messages"][-1]["view"]
        links = []
        for who in view["order"]:
            seat = {"do": "new", "name": who, "plays": [who]}
            code = server.client.post(f"{room}/seat", json=seat, headers=gm).json()["code"]
            links.append(f"{server.base}/join/{code}")
        finished(play(links))


@asynccontextmanager
async def served(demo: str) -> AsyncIterator[tuple[str, list[str]]]:
    """The seats of a demo over HTTP on a free port of this machine: the address, and the key of each seat."""
    fight = load(demo_path(demo))
    names = ["the accused", "the wronged"]
    async with local_table(fight, names, reproducible=True) as seats:
        servers = {f"key-{place}": make_server(seat) for place, seat in enumerate(seats.values())}
        app = make_http_app(servers, "127.0.0.1", ["localhost"])
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", ws="none"))
        running = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}", list(servers)
        finally:
            server.should_exit = True
            await running
            listening.close()


def test_two_clients_over_http_play_a_demo_at_one_table() -> None:
    async def play() -> None:
        async with served("ten-paces") as (base, keys), AsyncExitStack() as stack:
            players = [Player(await stack.enter_async_context(Client(f"{base}/{key}/mcp"))) for key in keys]
            assert OVER in await play_to_the_end(players)

    finished(play())


def test_over_http_a_strange_host_a_strange_page_and_a_wrong_key_are_turned_away() -> None:
    async def knock() -> None:
        async with served("ten-paces") as (base, keys), httpx.AsyncClient() as client:
            url, body = f"{base}/{keys[0]}/mcp", {"jsonrpc": "2.0", "id": 1, "method": "ping"}
            headers = {"accept": "application/json, text/event-stream"}
            strange = await client.post(url, json=body, headers={**headers, "host": "evil.example"})
            assert strange.status_code == 421
            page = await client.post(url, json=body, headers={**headers, "origin": "http://evil.example"})
            assert page.status_code == 403
            assert (await client.post(f"{base}/key-9/mcp", json=body, headers=headers)).status_code == 404

    finished(knock())
