"""`starfray mcp`: a seat for a language model."""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import secrets
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from starfray.agents.local import local_table
from starfray.agents.remote import join_by_link
from starfray.agents.seat import AgentSeat
from starfray.demo_files import FIRST_DEMO, demo_path
from starfray.engine.errors import BadInput
from starfray.engine.position import sides
from starfray.engine.tables.random import Generators
from starfray.engine.values import GM
from starfray.fight import Fight
from starfray.terminal.command import Command
from starfray.terminal.sources import open_fight

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

DEFAULT_PORT = 8766
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
MISSING = "a seat for language models needs the package mcp: pip install 'starfray[mcp]'"


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fight", nargs="?", metavar="FIGHT", help="a fight file, a save, a transcript or a demo's name")
    parser.add_argument("--demo", nargs="?", const=FIRST_DEMO, metavar="NAME", help=f"a fight that comes along ({FIRST_DEMO})")
    parser.add_argument("--join", metavar="LINK", help="a seat of a running room, by its link http://HOST:PORT/join/CODE")
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="NAME",
        help="a side of the fight, or gm (the first side; with --http every side); with --join a group's seat",
    )
    parser.add_argument("--name", default="Agent", metavar="NAME", help="what the seat is called in a room (Agent)")
    parser.add_argument("--seed", type=int, metavar="N", help="dice of this seed; else the operating system's")
    parser.add_argument("--http", action="store_true", help="streamable HTTP, an address for each seat; else stdio")
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="HTTP: the address (this machine alone)")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, metavar="N", help=f"HTTP: the port ({DEFAULT_PORT})")


def run(args: argparse.Namespace) -> int:
    if importlib.util.find_spec("mcp") is None:
        raise BadInput(MISSING)
    if sum(given is not None for given in (args.fight, args.demo, args.join)) != 1:
        raise BadInput("which fight?", expected="FIGHT, --demo or --join LINK")
    asyncio.run(serve_room(args) if args.join is not None else serve_fight(args, fight_of(args)))
    return 0


def fight_of(args: argparse.Namespace) -> Fight:
    fight = open_fight(args.fight if args.fight is not None else str(demo_path(args.demo)))
    if args.seed is not None:
        fight.seed, fight.generators = args.seed, Generators(args.seed)
    return fight


async def serve_room(args: argparse.Namespace) -> None:
    if len(args.seat) > 1:
        raise BadInput("a link opens one seat", field="--seat", expected="one name at most")
    seat = await asyncio.to_thread(join_by_link, args.join, args.name, args.seat[0] if args.seat else "")
    name = (await seat.view())["you"]["name"]
    await serve(args, {name: seat}, is_gm=lambda _: False)


async def serve_fight(args: argparse.Namespace, fight: Fight) -> None:
    known = sides(fight.state)
    names = args.seat or (known if args.http else known[:1])
    if len(names) > 1 and not args.http:
        raise BadInput("stdio has one client", field="--seat", expected="one seat, or --http")
    async with local_table(fight, names, reproducible=args.seed is not None) as seats:
        await serve(args, dict(seats), is_gm=lambda name: name == GM)


async def serve(args: argparse.Namespace, seats: dict[str, AgentSeat], is_gm: Callable[[str], bool]) -> None:
    from starfray.agents.server import make_server

    servers = {name: make_server(seat, gm=is_gm(name)) for name, seat in seats.items()}
    if args.http:
        await serve_http(args, servers)
    else:
        (server,) = servers.values()
        await server.run_stdio_async()


async def serve_http(args: argparse.Namespace, servers: dict[str, MCPServer[None]]) -> None:
    import uvicorn

    from starfray.agents.server import make_http_app

    if args.host in ("0.0.0.0", "::"):
        raise BadInput("every address at once", field="--host", expected="one address, as 127.0.0.1")
    keys = {secrets.token_urlsafe(16): server for server in servers.values()}
    app = make_http_app(keys, args.host, [name for name in LOOPBACK if name != args.host])
    for name, key in zip(servers, keys, strict=True):
        sys.stdout.write(f"{name}: http://{args.host}:{args.port}/{key}/mcp\n")
    sys.stdout.flush()
    await uvicorn.Server(uvicorn.Config(app, host=args.host, port=args.port, log_level="warning")).serve()


COMMAND = Command(
    (
        "starfray mcp --demo",
        "starfray mcp dock-9.toml --seat crew",
        "starfray mcp --demo boarding-duel --http",
        "starfray mcp --join http://127.0.0.1:8765/join/ABCDEFGHJK",
    ),
    options,
    run,
)
