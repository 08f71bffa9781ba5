"""`starfray serve`: the room on the local network."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from starfray.engine.errors import BadInput
from starfray.terminal.command import Command, print_json

DEFAULT_PORT = 8765
DEFAULT_DB = "starfray-rooms.db"
EVERYWHERE = ("0.0.0.0", "::")


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host",
        default="0.0.0.0",
        metavar="ADDRESS",
        help="where to listen; none: on the whole local network; 127.0.0.1: on this machine alone",
    )
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, metavar="N", help=f"the port; none: {DEFAULT_PORT}")
    parser.add_argument("--db", default=DEFAULT_DB, metavar="FILE", help=f"where rooms are kept; none: {DEFAULT_DB}")


def lan_addresses() -> list[str]:
    """This machine's addresses on the local network, as far as it can tell, the likeliest first. Nothing is sent."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        found.append(str(probe.getsockname()[0]))
    with contextlib.suppress(OSError):
        found += [str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return list(dict.fromkeys(each for each in found if not each.startswith("127."))) or ["127.0.0.1"]


def addresses(host: str, port: int) -> list[str]:
    """Where people find a server that listens there."""
    hosts = lan_addresses() if host in EVERYWHERE else [f"[{host}]" if ":" in host else host]
    return [f"http://{each}:{port}" for each in hosts]


def steady() -> None:
    """Nobody is to wait for Python itself.

    Its search for rings of objects nobody holds goes through all rooms and stops the server meanwhile, half a second with two
    hundred of them, and rooms leave none behind: what was loaded at the start is never gone through, what came later as a
    whole only after a hundred million objects. The thread that writes to disk waits for the one that runs the rooms before
    each of its steps, and not for five milliseconds.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 5, 10_000)
    sys.setswitchinterval(0.0005)


def run(args: argparse.Namespace) -> int:
    with alone(args.db):
        return serve(args)


@contextlib.contextmanager
def alone(db: str) -> Iterator[None]:
    """No other server has these rooms open: each would go on from what it knows, over what the other has written. The lock is
    the process's own (no child inherits it) and ends with it, however it ends.
    """
    if sys.platform == "win32" or Path(db).is_dir():  # there are no such locks; the database itself says what is wrong
        yield
        return
    import fcntl

    try:
        mark = Path(f"{db}.lock").open("w")  # noqa: SIM115
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
    import uvicorn

    from starfray.room.app import make_app
    from starfray.room.invite import qr_text
    from starfray.room.library import demos

    if not 0 < args.port < 65536:
        raise BadInput(f"port {args.port}", field="--port", expected="1 to 65535")
    bases = addresses(args.host, args.port)
    try:
        app = make_app(args.db)
    except Exception as error:
        raise BadInput(
            f"the rooms cannot be opened: {error}", field="--db", expected="a database of rooms, or a new file"
        ) from None
    app.state.base = bases[0]
    code = app.state.house_code
    join = f"{bases[0]}/join/{code}"
    with socket.socket(socket.AF_INET6 if ":" in args.host else socket.AF_INET, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((args.host, args.port))
        except OSError as error:
            raise BadInput(
                f"cannot listen on {args.host}:{args.port}: {error.strerror}", field="--port", expected="a free port"
            ) from None
        listening.listen(256)
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            ws_max_size=70_000,
            ws_ping_interval=None,
            server_header=False,
            timeout_graceful_shutdown=3,
        )
        server = uvicorn.Server(config)
        steady()  # before the first word: an interrupt while memory is searched would be lost
        with contextlib.suppress(KeyboardInterrupt):  # from the first word on, Ctrl-C is a clean end
            if args.json:
                print_json(
                    {
                        "url": bases[0],
                        "urls": bases,
                        "code": code,
                        "join": join,
                        "db": args.db,
                        "host": args.host,
                        "port": args.port,
                        "lan": args.host in EVERYWHERE,
                    }
                )
                sys.stdout.flush()
            else:
                greet(bases, args, code, qr_text(join))
            threading.Thread(target=demos, name="books", daemon=True).start()  # whoever comes first need not wait for them
            asyncio.run(server.serve(sockets=[listening]))
    return 0


def greet(bases: list[str], args: argparse.Namespace, code: str, picture: str) -> None:
    say = sys.stdout.write
    say(f"Starfray is open at {bases[0]}\n")
    for other in bases[1:]:
        say(f"                and {other}\n")
    if args.host in EVERYWHERE:
        say("It listens on the local network: everybody on it can reach it (--host 127.0.0.1 keeps it to this machine).\n")
    say(f"Join code: {code}  (a free player's seat, or to watch; never the GM's)\n{picture}")
    say(
        f"Rooms are kept in {args.db}. The GM opens the address and picks a demo or a new fight; players and spectators "
        "scan the picture or type the code.\nCtrl-C closes.\n"
    )
    sys.stdout.flush()


COMMAND = Command(
    "serve",
    "the room: a fight on the web for the whole group, on this network",
    ("starfray serve", "starfray serve --host 127.0.0.1 --port 9000", "starfray serve --db campaign.db"),
    options,
    run,
)
