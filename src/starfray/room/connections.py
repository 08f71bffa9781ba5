"""Connections on which nothing comes are closed: whoever holds a thousand of them open keeps nobody else out."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from starfray.room.limits import HEAD_SECONDS, MOST_CONNECTIONS


class Impatient(H11Protocol):
    """Waits so long for the head of a request, from the connection or from its first byte on, and then no longer."""

    clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.close()
        else:
            self.start_clock()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.under_way():
            self.stop_clock()
        elif self.clock is None:
            self.start_clock()

    def send_400_response(self, msg: str) -> None:
        """Nonsense after a request that is still being answered: whoever sent both gets no answer, and the app is told that
        nobody listens. uvicorn would start a second answer in the middle of the first.
        """
        if self.under_way():
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            self.transport.close()
        else:
            super().send_400_response(msg)

    def under_way(self) -> bool:
        """Is a request being answered? Then it is the app that says how long it may take."""
        cycle: Any = self.cycle  # none before the first one, whatever its type says
        return cycle is not None and not cycle.response_complete

    def start_clock(self) -> None:
        self.clock = self.loop.call_later(HEAD_SECONDS, self.time_is_up)

    def stop_clock(self) -> None:
        if self.clock is not None:
            self.clock.cancel()
            self.clock = None

    def time_is_up(self) -> None:
        self.clock = None
        here: Any = self.transport.get_protocol()  # another one's, once it is a socket
        if here is self and not self.under_way() and not self.transport.is_closing():
            self.transport.close()

    def on_response_complete(self) -> None:
        self.stop_clock()  # from here on uvicorn's own clock runs, until the next byte
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_clock()
        super().connection_lost(exc)
