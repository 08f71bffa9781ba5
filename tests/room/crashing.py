"""A server that is killed, without warning, at a point of its write path: `python -m tests.room.crashing DB POINT COUNT`."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys


def main(db: str, point: str, count: int) -> None:
    import uvicorn

    from starfray.room.app import make_app

    left = count

    def trip(here: str) -> None:
        nonlocal left
        if point and here == point:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    app = make_app(db, rate=10_000, burst=10_000, trip=trip)
    sys.stdout.write(f"{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False))
    asyncio.run(server.serve(sockets=[listening]))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
