"""A server that is killed, without warning: `python -m tests.room.crashing DB POINT COUNT`.

At the COUNT-th time its write path comes to POINT; or, if POINT is "moment", COUNT milliseconds after its first write.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import threading


def main(db: str, point: str, count: int) -> None:
    from starfray.room.app import make_app
    from starfray.room.serve import draining_server

    left = count

    def end() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def trip(here: str) -> None:
        nonlocal left
        if point == "moment" and left:
            threading.Timer(left / 1000, end).start()
            left = 0
        elif point and here == point:
            left -= 1
            if left == 0:
                end()

    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    address = f"127.0.0.1:{listening.getsockname()[1]}"
    app = make_app(db, rate=10_000, burst=10_000, trip=trip, address=address)
    sys.stdout.write(f"{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    asyncio.run(draining_server(app).serve(sockets=[listening]))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
