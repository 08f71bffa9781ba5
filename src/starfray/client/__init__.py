"""A client of the room: seats over the network, for bots and other front ends. `Client` waits, `AsyncClient` awaits.

    from starfray.client import Client
    seat = Client("http://127.0.0.1:8765").join("JOINCODE", "Bot")
    for view in seat.changes():
        if "mira" in view.turn.yours:
            seat.play("wait mira")

What a seat sends carries an id of its own. If the line breaks before the answer is there, the same message is sent again, and
the server carries it out once.
"""

from starfray.client.asynchronous import AsyncClient, AsyncSeat
from starfray.client.core import Lost, Refused
from starfray.client.synchronous import Client, Seat

__all__ = ["AsyncClient", "AsyncSeat", "Client", "Lost", "Refused", "Seat"]
