"""A table of its own: a room on a file that is thrown away afterwards, with a seat for every client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from starfray.agents.seat import View
from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, suggest
from starfray.engine.position import sides
from starfray.engine.values import GM
from starfray.fight import Fight
from starfray.room import commands, queries
from starfray.room.live import Room
from starfray.room.odds_workers import OddsWorkers
from starfray.room.project import project
from starfray.room.rooms import Rooms
from starfray.room.seat_commands import join
from starfray.room.seats import ANY, Seat
from starfray.room.store import Store


class LocalSeat:
    """A seat of a room in this process."""

    def __init__(self, room: Room, seat: Seat, odds_workers: OddsWorkers) -> None:
        self.room, self.seat, self.odds_workers = room, seat, odds_workers

    async def view(self) -> View:
        async with self.room.lock:
            self.room.check_alive()
            return await self.room.work(project, self.room.state, self.seat, self.room.common)

    async def do(self, command: str, args: dict[str, Plain]) -> dict[str, Plain]:
        """Whoever is played by a policy acts before the answer comes."""
        done = await self.room.do(self.seat, "", command, args)
        if self.room.playing is not None:
            await asyncio.shield(self.room.playing)
        return done

    async def ask(self, what: str, args: dict[str, Plain]) -> dict[str, Plain]:
        return await queries.ask(self.room, self.seat, {"what": what, **args}, self.odds_workers)


@asynccontextmanager
async def local_table(fight: Fight, names: Sequence[str], *, reproducible: bool = False) -> AsyncIterator[dict[str, LocalSeat]]:
    """The seats of these names, each a side of the fight or 'gm'. Sides without a seat are played by the book's policy, and so
    is the GM where nobody sits there. `reproducible`: dice of the fight's seed, not of the operating system.
    """
    known = [*sides(fight.state), GM]
    for name in names:
        if name not in known:
            raise BadInput(f"there is no side {name!r}", field="--seat", expected=suggest(name, known))
    with TemporaryDirectory(prefix="starfray-") as folder:
        store, odds_workers = Store(Path(folder) / "rooms.db"), OddsWorkers()
        rooms = Rooms(store)
        try:
            room, _, _ = await rooms.create(fight, reproducible=reproducible)
            seats = {name: LocalSeat(room, seat_for(room, name), odds_workers) for name in names}
            automatic(room, names)
            gm = LocalSeat(room, room.state.seats[GM], odds_workers)
            await room.write(GM, "", {"op": "seat"}, {})
            if room.state.fight.draft is None:
                await gm.do("go", {})
            yield seats
        finally:
            await rooms.close()
            odds_workers.close()
            store.close()


def seat_for(room: Room, name: str) -> Seat:
    """A seat that plays everybody of a side, taken as anybody takes one: by its code."""
    state = room.state
    if name == GM:
        return state.seats[GM]
    plays = [combatant.id for combatant in state.fight.state.roster.values() if combatant.side == name]
    made = commands.run(state, state.seats[GM], "seat", {"do": "new", "name": name, "plays": plays})
    assert made is not None
    return join(state, made["code"], name)[0]


def automatic(room: Room, names: Sequence[str]) -> None:
    """Policies for everybody who has no seat here."""
    state = room.state
    gm = state.seats[GM]
    for side in sides(state.fight.state):
        if side not in names:
            commands.run(state, gm, "dial", {"side": side, "value": "auto"})
    if GM not in names:
        commands.run(state, gm, "dial", {"who": GM, "kind": ANY, "value": "auto"})
