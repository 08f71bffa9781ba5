"""What the operator of a server may do, with a key: see the rooms, close and delete them, give a GM a new key, drain."""

from __future__ import annotations

import asyncio
import secrets
import time
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Request
from starlette.exceptions import HTTPException

from starfray.engine.errors import BadInput, Refused
from starfray.room.database import Database
from starfray.room.errors import Elsewhere, Gone
from starfray.room.gm_keys import keep_key, mark_of, new_words
from starfray.room.invite import base_of
from starfray.room.leases import THERE, Leases
from starfray.room.quotas import ROOM_SIZE, Quotas, count_of
from starfray.room.rooms import Rooms
from starfray.room.seats import hashed

LEAST_KEY = 16  # characters
MOST_LISTED = 1_000


async def operator(request: Request, authorization: Annotated[str | None, Header()] = None) -> None:
    """Only with the key; where there is none, there is nothing here."""
    state = request.app.state
    if not state.operator:
        raise HTTPException(404, "this server has no operator's key; STARFRAY_OPERATOR_KEY gives it one")
    kind, _, key = (authorization or "").partition(" ")
    if kind.lower() == "bearer" and secrets.compare_digest(hashed(key), state.operator):
        return
    caller = request.client.host if request.client else ""
    if not state.joining.take(caller):
        raise BadInput("too many tries from one place", expected="a moment's patience")
    raise Gone("this is for the operator, with the operator's key")


router = APIRouter(prefix="/api/operator", include_in_schema=False, dependencies=[Depends(operator)])
LISTED = (
    "select r.id, r.title, r.book, r.created, r.archived, "
    f"(select max(at) from ops where room = r.id), {ROOM_SIZE}, (select count(*) from seats where room = r.id) "
    "from rooms r order by r.created desc limit ? offset ?"
)


def listed(db: Database, most: int, first: int, holders: bool) -> list[dict[str, Any]]:
    held: dict[str, str] = {}
    if holders:
        words = f"select l.room, p.address from leases l join processes p on p.id = l.process where p.{THERE}"
        held = dict(db.execute(words).fetchall())
    found = []
    for room, title, book, created, archived, used, size, seats in db.execute(LISTED, (most, first)).fetchall():
        row = {"room": room, "title": title, "book": book, "created": created, "used": used or created, "size": int(size)}
        found.append({**row, "seats": seats, "archived": bool(archived), "holder": held.get(room, "")})
    return found


@router.get("/rooms")
async def rooms(
    request: Request, most: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 100, first: Annotated[int, Query(ge=0, le=10**9)] = 0
) -> dict[str, Any]:
    """The rooms, newest first. `online` counts those at this process alone."""
    state = request.app.state
    found = await asyncio.to_thread(state.store.look, partial(listed, most=most, first=first, holders=state.leases is not None))
    for row in found:
        here = state.rooms.open.get(row["room"])
        row["online"] = len(here.state.online) if here is not None else 0
    return {"now": time.time(), "rooms": found}


@router.delete("/rooms/{room}")
async def delete(request: Request, room: str) -> dict[str, Any]:
    await known(request, room)
    await request.app.state.rooms.delete(room)
    return {"ok": True}


@router.post("/rooms/{room}/close")
async def close(request: Request, room: str) -> dict[str, Any]:
    """Nobody acts in it any more, until its GM opens it again; whoever is there is sent away."""
    found = await request.app.state.rooms.find(room)
    async with found.lock:
        found.check_alive()
        found.state.archived = True
        await found.write("", "", {"op": "close"}, {})
        for stream in found.streams.values():
            stream.end({"type": "bye", "reason": "the operator of this server has closed the room"})
    return {"ok": True}


@router.post("/rooms/{room}/key")
async def new_key(request: Request, room: str) -> dict[str, Any]:
    """A new key to the GM's seat; the one before no longer works."""
    await known(request, room)
    words = new_words()
    await asyncio.wrap_future(request.app.state.store.submit(partial(keep_key, room=room, mark=mark_of(words))))
    return {"room": room, "key": words, "link": f"{base_of(request)}/gm/{words}"}


@router.get("/quotas")
async def quotas(request: Request) -> dict[str, Any]:
    """What this server allows, and what is used of it."""
    state = request.app.state
    allowed: Quotas = state.quotas

    def used(db: Database) -> dict[str, int]:
        return {"rooms": count_of(db, "rooms"), "parties": count_of(db, "parties"), "size": state.store.kept.size(db)}

    return {"quotas": allowed.plain(), "used": await asyncio.to_thread(state.store.look, used)}


@router.get("/processes")
async def processes(request: Request) -> list[dict[str, Any]]:
    leases: Leases | None = request.app.state.leases
    if leases is None:
        return [{"process": "", "address": "", "draining": False, "here": True}]
    return [
        {"process": peer.id, "address": peer.address, "draining": peer.draining, "here": peer.id == leases.id}
        for peer in leases.peers
    ]


@router.post("/processes/{process}/drain")
async def drain(request: Request, process: str) -> dict[str, Any]:
    """Its rooms go to the other processes, and it takes no more; then it can be stopped."""
    leases: Leases | None = request.app.state.leases
    found: Rooms = request.app.state.rooms
    if leases is None:
        raise Refused("fight.pending", "a SQLite file has one process: stop it, and its rooms are written")
    if process != leases.id:
        peer = next((peer for peer in leases.peers if peer.id == process), None)
        if peer is None:
            raise Gone("there is no such process")
        raise Elsewhere("", peer.id, peer.address)
    if not any(peer.id != leases.id and not peer.draining for peer in leases.peers):
        raise Refused("fight.pending", "there is no other process to take its rooms")
    await found.drain()
    return {"ok": True}


async def known(request: Request, room: str) -> None:
    words = "select 1 from rooms where id = ?"
    if await asyncio.to_thread(request.app.state.store.look, lambda db: db.execute(words, (room,)).fetchone()) is None:
        raise Gone("there is no such room")
