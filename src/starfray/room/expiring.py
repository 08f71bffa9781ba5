"""Old rooms and parties are deleted, where the host wants that. A clock that was set wrong deletes nothing."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

from starfray.room.campaigns import drop_unused_campaigns
from starfray.room.database import Database
from starfray.room.errors import Elsewhere, Gone
from starfray.room.leases import now
from starfray.room.parties import drop_unused_parties
from starfray.room.rooms import Rooms

log = logging.getLogger("starfray.room")
EVERY = 6 * 3600.0  # seconds between two looks
DAY = 86_400.0
ASTRAY = 600.0  # seconds a clock may be corrected by


class Calendar:
    """The machine's clock, and whether it goes on as steadily as the time since the start."""

    def __init__(self) -> None:
        self.ahead = time.time() - now()

    def jumped(self) -> float:
        return time.time() - now() - self.ahead


def last_day(db: Database) -> float:
    """Today; but no more than a day after anything was done here: a machine that starts with a wrong date is not believed."""
    newest = db.execute("select max(at) from ops").fetchone()[0]
    return time.time() if newest is None else min(time.time(), float(newest) + DAY)


async def expire(rooms: Rooms, days: float, party_days: float) -> None:
    """At the start and every few hours."""
    calendar = Calendar()
    while True:
        try:
            jumped = calendar.jumped()
            if abs(jumped) > ASTRAY:
                log.error("the machine's clock was set by %.0f seconds: nothing is deleted until the next start", jumped)
            else:
                await expire_once(rooms, days, party_days)
        except Exception as error:
            log.error("what is old could not be deleted: %s", error)
        await asyncio.sleep(EVERY)


async def expire_once(rooms: Rooms, days: float, party_days: float) -> None:
    today = await asyncio.to_thread(rooms.store.look, last_day)
    for room in await rooms.unused_since(today - days * DAY) if days else ():
        log.info("room %s was not used for %g days and is deleted", room, days)
        with contextlib.suppress(Elsewhere, Gone):  # that is for whoever holds it
            await rooms.delete(room)
    if party_days:
        gone = await drop_unused_parties(rooms.store, today - party_days * DAY)
        if gone:
            log.info("%d parties were not used for %g days and are deleted", gone, party_days)
        before = today - party_days * DAY
        gone = await asyncio.wrap_future(rooms.store.submit(lambda db: drop_unused_campaigns(db, before)))
        if gone:
            log.info("%d campaigns were not used for %g days and are deleted", gone, party_days)
