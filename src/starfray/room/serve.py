"""`starfray serve`: the room on the local network."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import socket
import sys

from starfray.engine.errors import BadInput
from starfray.terminal.command import Command, print_json

DEFAULT_PORT = 8765
DEFAULT_DB = "starfray-rooms.db"


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="0.0.0.0", metavar="ADDRESS",
                        help="where to listen; none: on the whole local network; 127.0.0.1: on this machine alone")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, metavar="N", help=f"the port; none: {DEFAULT_PORT}")
    parser.add_argument("--db", default=DEFAULT_DB, metavar="FILE", help=f"where rooms are kept; none: {DEFAULT_DB}")


def lan_address() -> str:
    """This machine's address on the local network, as far as it can tell. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return "127.0.0.1"


def run(args: argparse.Namespace) -> int:
    import uvicorn

    from starfray.room.app import make_app
    from starfray.room.invite import qr_text

    if not 0 < args.port < 65536:
        raise BadInput(f"port {args.port}", field="--port", expected="1 to 65535")
    host = lan_address() if args.host in ("0.0.0.0", "::") else args.host
    base = f"http://{host}:{args.port}"
    try:
        app = make_app(args.db)
    except Exception as error:
        raise BadInput(f"the rooms cannot be opened: {error}", field="--db",
                       expected="a database of rooms, or a new file") from None
    app.state.base = base
    with socket.socket(socket.AF_INET6 if ":" in args.host else socket.AF_INET, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((args.host, args.port))
        except OSError as error:
            raise BadInput(f"cannot listen on {args.host}:{args.port}: {error.strerror}", field="--port",
                           expected="a free port") from None
        listening.listen(256)
        if args.json:
            print_json({"url": base, "db": args.db, "host": args.host, "port": args.port})
            sys.stdout.flush()
        else:
            greet(base, args, qr_text(f"{base}/"))
        config = uvicorn.Config(app, log_level="warning", access_log=False, ws_max_size=70_000, ws_ping_interval=None,
                                server_header=False, timeout_graceful_shutdown=3)
        server = uvicorn.Server(config)
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(server.serve(sockets=[listening]))
    return 0


def greet(base: str, args: argparse.Namespace, picture: str) -> None:
    everybody = args.host in ("0.0.0.0", "::")
    sys.stdout.write(f"Starfray is open at {base}\n")
    if everybody:
        sys.stdout.write("Everybody on this network can reach it (--host 127.0.0.1 keeps it to this machine).\n")
    sys.stdout.write(f"{picture}Rooms are kept in {args.db}. Open the address, pick a demo or a new fight; "
                     "each seat you make there has a join code and a QR code of its own.\nCtrl-C closes.\n")
    sys.stdout.flush()


COMMAND = Command(
    "serve", "the room: a fight on the web for the whole group, on this network",
    ("starfray serve", "starfray serve --host 127.0.0.1 --port 9000", "starfray serve --db campaign.db"),
    options, run,
)
