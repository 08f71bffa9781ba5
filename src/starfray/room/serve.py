"""`starfray serve`: the room on the local network."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from starfray.engine.errors import BadInput
from starfray.room.database import database_option, is_postgres, without_password
from starfray.room.limits import IDLE_SECONDS
from starfray.room.log_lines import log_as_json
from starfray.terminal.command import Command, print_json

if TYPE_CHECKING:
    import uvicorn
    from fastapi import FastAPI

DEFAULT_PORT = 8765
EVERYWHERE = ("0.0.0.0", "::")


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host",
        default="0.0.0.0",
        metavar="ADDRESS",
        help="the address to listen on (the whole local network); 127.0.0.1 for this machine alone",
    )
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, metavar="N", help=f"the port ({DEFAULT_PORT})")
    database_option(parser)
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="a name of this server on the internet, as fights.example.org; addresses and names of the local network need none",
    )

    parser.add_argument(
        "--expire", type=float, default=0.0, metavar="DAYS", help="delete rooms that nobody has used for so long (never)"
    )
    parser.add_argument(
        "--expire-parties",
        type=float,
        default=0.0,
        metavar="DAYS",
        help="delete parties that nobody has used for so long (never)",
    )
    parser.add_argument(
        "--quota",
        action="append",
        default=[],
        metavar="NAME=N",
        help="a limit of this host: rooms, parties, combatants, upload, room-size, size; as rooms=500 or size=20G",
    )
    parser.add_argument(
        "--address",
        default="",
        metavar="HOST:PORT",
        help="PostgreSQL: where other processes over the same database reach this one (what it listens on)",
    )
    parser.add_argument("--log", choices=("text", "json"), default="text", help="how the log is written (text)")
    parser.add_argument(
        "--local-webhooks", action="store_true", help="webhooks may call addresses of this machine and its network"
    )
    parser.add_argument("--metrics", action="store_true", help="figures for Prometheus at /metrics")


def lan_addresses() -> list[str]:
    """This machine's addresses on the local network, as far as it can tell, the likeliest first. Nothing is sent."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        found.append(str(probe.getsockname()[0]))
    with contextlib.suppress(OSError):
        found += [str(address[4][0]) for address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return list(dict.fromkeys(address for address in found if not address.startswith("127."))) or ["127.0.0.1"]


def addresses(host: str, port: int) -> list[str]:
    """Where people find a server that listens there."""
    hosts = lan_addresses() if host in EVERYWHERE else [f"[{host}]" if ":" in host else host]
    return [f"http://{name}:{port}" for name in hosts]


def steady() -> None:
    """Tune the garbage collector and the thread switch interval, so that Python itself causes no delays.

    A full collection scans all rooms and stops the server meanwhile, half a second with two hundred of them, and rooms leave no
    reference cycles behind. So what was loaded at the start is frozen, and full collections become very rare. The thread that
    writes to disk waits for the one that runs the rooms at each of its steps: half a millisecond, not five.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 5, 10_000)
    sys.setswitchinterval(0.0005)


def run(args: argparse.Namespace) -> int:
    if is_postgres(args.db):
        return serve(args)
    args.db = str(Path(args.db).resolve()) if Path(args.db).is_symlink() else args.db
    with alone(args.db):
        return serve(args)


@contextlib.contextmanager
def alone(db: str) -> Iterator[None]:
    """Lock the rooms: two servers with the same file would overwrite each other's acts. The lock belongs to this process (no
    child inherits it) and ends with it, however it ends.
    """
    if sys.platform == "win32" or Path(db).is_dir():  # there are no such locks; the database itself says what is wrong
        yield
        return
    import fcntl  # not there on Windows

    try:
        mark = Path(f"{Path(db).resolve()}.lock").open("w")  # noqa: SIM115
    except OSError as error:
        raise BadInput(
            f"the rooms cannot be opened: {error.strerror}: {db}", field="--db", expected="a database of rooms, or a new file"
        ) from None
    with mark:
        try:
            fcntl.lockf(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadInput(
                f"{db} is open in another `starfray serve`", field="--db", expected="that one closed first, or another file"
            ) from None
        yield


def serve(args: argparse.Namespace) -> int:
    # here, so that the other commands start without loading a web server

    from starfray.room.app import make_app
    from starfray.room.invite import qr_text
    from starfray.room.library import demos
    from starfray.room.operating import LEAST_KEY
    from starfray.room.quotas import read_quotas

    if not 0 < args.port < 65536:
        raise BadInput(f"port {args.port}", field="--port", expected="1 to 65535")
    if args.expire < 0:
        raise BadInput(f"{args.expire:g} days", field="--expire", expected="0 (never) or more")
    if args.expire_parties < 0:
        raise BadInput(f"{args.expire_parties:g} days", field="--expire-parties", expected="0 (never) or more")
    quotas, key = read_quotas(args.quota), os.environ.get("STARFRAY_OPERATOR_KEY", "")
    if key and len(key) < LEAST_KEY:
        raise BadInput(
            "the operator's key is too short", field="STARFRAY_OPERATOR_KEY", expected=f"{LEAST_KEY} characters or more"
        )
    bases = addresses(args.host, args.port)
    try:
        here = args.address or bases[0].removeprefix("http://")
        app = make_app(
            args.db,
            names=tuple(args.name),
            metrics=args.metrics,
            expire=args.expire,
            expire_parties=args.expire_parties,
            quotas=quotas,
            operator_key=key,
            address=here,
            local_webhooks=args.local_webhooks,
        )
    except BadInput:
        raise
    except Exception as error:
        raise BadInput(
            f"the rooms cannot be opened: {error}", field="--db", expected="a database of rooms, or a new file"
        ) from None
    app.state.base = bases[0]
    app.state.odds_workers.ahead = True
    kept, code = name_of(args.db), app.state.house_code
    join = f"{bases[0]}/join/{code}"
    with listen(args.host, args.port) as listening:
        server = draining_server(app)
        if args.log == "json":
            log_as_json()
        steady()
        # before anything is printed: whoever reads it may press Ctrl-C, and only a server that was started closes what is open
        signal.signal(signal.SIGINT, server.handle_exit)
        if args.json:
            print_json(
                {
                    "url": bases[0],
                    "urls": bases,
                    "code": code,
                    "join": join,
                    "db": kept,
                    "host": args.host,
                    "port": args.port,
                    "lan": args.host in EVERYWHERE,
                }
            )
            sys.stdout.flush()
        else:
            greet(bases, args, code, qr_text(join))
        app.state.intake.warm()
        threading.Thread(target=demos, name="books", daemon=True).start()  # so that the first visitor need not wait for them
        asyncio.run(server.serve(sockets=[listening]))
    return 0


def name_of(db: str) -> str:
    return without_password(db) if is_postgres(db) else db


def listen(host: str, port: int) -> socket.socket:
    """A socket that says it is TCP: only then is what is sent on its connections sent at once (TCP_NODELAY)."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise BadInput(f"cannot listen on {host}:{port}: {error.strerror}", field="--port", expected="a free port") from None
    listening.listen(256)
    return listening


def draining_server(app: FastAPI) -> uvicorn.Server:
    """A server that hands its rooms to other processes before it closes its doors; pages go where they went."""
    import uvicorn

    class Draining(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            await app.state.rooms.drain()
            await super().shutdown(sockets)

    return Draining(configured(app))


def configured(app: FastAPI) -> uvicorn.Config:
    """How the app is served, here and wherever it is measured."""
    import uvicorn

    from starfray.room.connections import Impatient

    return uvicorn.Config(
        app,
        http=Impatient,
        log_level="warning",
        access_log=False,
        ws_max_size=70_000,
        ws_ping_interval=None,
        server_header=False,
        timeout_graceful_shutdown=3,
        timeout_keep_alive=int(IDLE_SECONDS),
    )


def greet(bases: list[str], args: argparse.Namespace, code: str, picture: str) -> None:
    say = sys.stdout.write
    say(f"Starfray is open at {bases[0]}\n")
    for other in bases[1:]:
        say(f"                and {other}\n")
    if args.host in EVERYWHERE:
        say("It listens on the local network: everybody on it can reach it (--host 127.0.0.1 keeps it to this machine).\n")
    say(f"Join code: {code}  (a free player's seat, or to watch; never the GM's)\n{picture}")
    say(
        f"Rooms are kept in {name_of(args.db)}. The GM opens the address and picks a demo or a new fight; players and "
        "spectators scan the QR code or type the join code.\nCtrl-C stops the server.\n"
    )
    sys.stdout.flush()


COMMAND = Command(
    ("starfray serve", "starfray serve --host 127.0.0.1 --port 9000", "starfray serve --db campaign.db"), options, run
)
