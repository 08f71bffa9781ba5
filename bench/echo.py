"""A server that sends back what it gets: the yardstick for sockets. `python -m bench.echo - PORT`"""

from __future__ import annotations

import asyncio
import sys

from websockets.asyncio.server import ServerConnection, serve


async def answer(socket: ServerConnection) -> None:
    async for text in socket:
        await socket.send(text)


async def run(port: int) -> None:
    async with serve(answer, "127.0.0.1", port, compression=None, ping_interval=None):
        await asyncio.get_running_loop().create_future()


if __name__ == "__main__":
    asyncio.run(run(int(sys.argv[2])))
