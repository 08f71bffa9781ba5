"""A campaign opened by its key, for one request."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from fastapi import Request

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput
from starfray.room import campaigns
from starfray.room.database import Database
from starfray.room.guard import address_of
from starfray.room.store import Store

T = TypeVar("T")


class Open:
    """A campaign whose key came with the request."""

    def __init__(self, store: Store, campaign: dict[str, Plain]) -> None:
        self.store = store
        self.head = campaign
        self.id = str(campaign["campaign"])

    async def read(self, work: Callable[..., T], *args: Any, **named: Any) -> T:
        return await asyncio.to_thread(self.store.look, lambda db: work(db, self.id, *args, **named))

    async def write(self, work: Callable[..., T], *args: Any) -> T:
        return await asyncio.wrap_future(self.store.submit(lambda db: work(db, self.id, *args)))


async def open_campaign(request: Request, key: str) -> Open:
    """The campaign a key opens. Only wrong keys count as tries."""
    state = request.app.state
    if not state.joining.take(address_of(request.scope)):
        raise BadInput("too many tries from one place", expected="a moment's patience")
    find_it: Callable[[Database], dict[str, Plain]] = partial(campaigns.campaign_of, mark=campaigns.mark_of(key))
    campaign = await asyncio.to_thread(state.store.look, find_it)
    state.joining.give_back(address_of(request.scope))
    found = Open(state.store, campaign)
    if campaign["changed"] < time.time() - campaigns.DAY:
        await found.write(campaigns.note_use)
    return found
