"""The API: the same commands and questions as the pages use, over HTTP, for bots and other front ends."""

from __future__ import annotations

import asyncio
import json
import secrets
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Request, Security
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from fastapi.security import HTTPBearer

from starfray.engine.codec import Plain
from starfray.engine.content import book_content
from starfray.engine.errors import BadInput
from starfray.importers import endings
from starfray.language import speaking
from starfray.room import exports, library, parties
from starfray.room.answer_models import (
    Audit,
    Forms,
    LogRows,
    Odds,
    OwnSheet,
    Places,
    Preview,
    Refused,
    Review,
    SheetPart,
    Takings,
    Timeline,
    Webhooks,
)
from starfray.room.answer_models import Prospects as Played
from starfray.room.campaign_open import open_campaign
from starfray.room.campaign_rooms import members_for, named_members
from starfray.room.errors import Gone
from starfray.room.gm_keys import take_gm_seat
from starfray.room.guard import Buckets, address_of
from starfray.room.intake import Intake
from starfray.room.invite import base_of, invitation
from starfray.room.live import Room
from starfray.room.models import COMMAND_BODIES, GmKey, Intent, Join, Looking, NewRoom, Party, Prospects, Tokens, WriteBack
from starfray.room.odds_workers import OddsWorkers
from starfray.room.queries import ask
from starfray.room.quotas import Quotas
from starfray.room.requests import ask_for_seat
from starfray.room.response_models import (
    FAULTS,
    FAULTS_OF_TEXT,
    BookEntry,
    Choice,
    DemoEntry,
    MyRoom,
    NewSeat,
    Ok,
    OwnCode,
    PartyKept,
    PartyWritten,
    RoomMade,
    SeatState,
    SheetRead,
    ShelfOf,
    gives,
)
from starfray.room.rooms import Rooms
from starfray.room.seat_commands import gm_only, join, join_shared
from starfray.room.seats import Seat, clean_code, hashed
from starfray.room.socket_models import Done, socket_schema
from starfray.rulebooks import every_book, find

router = APIRouter(responses=FAULTS)


def token_in(authorization: str | None) -> str:
    kind, _, token = (authorization or "").partition(" ")
    if kind.lower() != "bearer" or not token or len(token) > 200:
        raise Gone("a seat's token is needed: Authorization: Bearer TOKEN")
    return token


#: for the description alone: what is wrong with a token is said by `token_in`
A_TOKEN = HTTPBearer(auto_error=False, scheme_name="token", description="The token of a seat, or the key of a party")


async def bearer(request: Request, described: Annotated[object, Security(A_TOKEN)]) -> str:
    return token_in(request.headers.get("authorization"))  # async, so that no thread is taken for it


async def seated(request: Request, room: str, token: Annotated[str, Depends(bearer)]) -> tuple[Room, Seat]:
    rooms: Rooms = request.app.state.rooms
    return await rooms.seat(room, token)


Sitting = Annotated[tuple[Room, Seat], Depends(seated)]


def caller(request: Request) -> str:
    """Whose rate it is: the address, or the network of an IPv6 address."""
    return address_of(request.scope)


# --- rooms -----------------------------------------------------------------------------------------------------


@router.post("/rooms", include_in_schema=False)
@router.post("/api/rooms", summary="A new room; the token holds the GM's seat", **gives(RoomMade))
async def new_room(request: Request, body: NewRoom) -> dict[str, Any]:
    if not request.app.state.making.take(caller(request)):
        raise BadInput("too many new rooms from one place", expected="a moment's patience")
    intake: Intake = request.app.state.intake
    quotas: Quotas = request.app.state.quotas
    quotas.check_upload(body.text, body.files)
    await asyncio.to_thread(quotas.check_new, request.app.state.store, "rooms")
    members = await parties.members_of(request.app.state.store, body.parties)
    members |= await campaign_members(request, body.campaign, body.fight)
    args = {"from": body.source, "demo": body.demo, "text": body.text, "fight": body.fight, "reproducible": body.reproducible}
    seed = secrets.randbits(63)
    if body.source == "demo":
        fight, pack_set = await asyncio.to_thread(library.fight_from, args, seed)
    else:
        data, pack_set = await intake.read(library.handed_over, args, seed, members, body.files)
        fight = await asyncio.to_thread(library.taken, data, pack_set)
    room, token, key = await request.app.state.rooms.create(fight, body.title, body.name, pack_set, body.reproducible)
    return {"room": room.id, "seat": "gm", "token": token, "title": room.state.title, "key": key}


async def campaign_members(request: Request, key: str, fight: dict[str, Any]) -> dict[str, Plain]:
    """The people of a campaign whom a fight names; without a key nobody."""
    if not key:
        return {}
    campaign = await open_campaign(request, key)
    return await campaign.read(members_for, str(fight.get("rulebook", "")), named_members(fight))


@router.post("/api/gm-key", summary="Exchange the GM's key for the GM's seat; whoever held it loses it", **gives(NewSeat))
async def gm_key(request: Request, body: GmKey) -> dict[str, Any]:
    tries: Buckets = request.app.state.joining
    if not tries.take(caller(request)):
        raise BadInput("too many tries from one place", expected="a moment's patience")
    rooms: Rooms = request.app.state.rooms
    found = await rooms.room_of_key(body.key)
    if not found:
        raise Gone("no room has this key")
    tries.give_back(caller(request))  # only guesses are counted
    room = await rooms.find(found)
    async with room.lock:
        room.check_alive()
        seat, token = take_gm_seat(room.state, body.name)
        await room.write(seat.id, "", {"op": "gm-key"}, {})
    return {"room": room.id, "seat": seat.id, "kind": seat.kind, "token": token}


@router.post("/api/mine", summary="The rooms these tokens hold seats in", **gives(list[MyRoom]))
async def mine(request: Request, body: Tokens) -> list[dict[str, Any]]:
    found: list[dict[str, Plain]] = await request.app.state.rooms.where(body.tokens)
    return found


@router.post("/api/join", summary="Exchange a join code for a seat's token", **gives(NewSeat | Choice | OwnCode))
async def join_room(request: Request, body: Join) -> dict[str, Any]:
    tries: Buckets = request.app.state.joining
    if not tries.take(caller(request)):
        raise BadInput("too many tries from one place", expected="a moment's patience")
    rooms: Rooms = request.app.state.rooms
    mark = hashed(clean_code(body.code))
    found = await rooms.room_of_code(mark)
    if not found:
        joined = await join_by_shared_code(request, body, mark)
        tries.give_back(caller(request))
        return joined
    tries.give_back(caller(request))  # only guesses are counted
    if body.look:
        return {"own": True}
    room = await rooms.find(found)
    async with room.lock:
        room.check_alive()
        seat, token = join(room.state, body.code, body.name)
        await room.write(seat.id, "", {"op": "join"}, {})
    return {"room": room.id, "seat": seat.id, "kind": seat.kind, "token": token}


async def join_by_shared_code(request: Request, body: Join, mark: str) -> dict[str, Any]:
    """Join with a group's code: first it lists the free seats, then, with a seat chosen, it gives the seat."""
    rooms: Rooms = request.app.state.rooms
    choice = await rooms.shared_by(mark, house=secrets.compare_digest(mark, request.app.state.house))
    if body.room is None or not choice:
        if not choice:
            raise Gone("no seat is open under this code")
        return {"choose": choice}
    if body.room not in [offer["room"] for offer in choice]:
        raise Gone("this code does not open that room")
    room = await rooms.find(body.room)
    async with room.lock:
        room.check_alive()
        if body.ask:
            seat, token = ask_for_seat(room.state, body.seat or "", body.name)
            await room.write(seat.id, "", {"op": "ask-seat"}, {})
        else:
            seat, token = join_shared(room.state, body.seat or "", body.name, screen=body.screen)
            await room.write(seat.id, "", {"op": "join"}, {})
    return {"room": room.id, "seat": seat.id, "kind": seat.kind, "token": token, "waiting": body.ask}


@router.delete("/api/rooms/{room}", summary="GM: delete the room and everything in it, for ever", **gives(Ok))
async def delete_room(request: Request, sitting: Sitting) -> dict[str, Any]:
    room, seat = sitting
    gm_only(seat)
    await request.app.state.rooms.delete(room.id)
    return {"ok": True}


@router.get("/api/rooms/{room}/state", summary="The seat's view, or what has changed since a version", **gives(SeatState))
async def state(sitting: Sitting, since: Annotated[int | None, Query(ge=0, le=10**15)] = None) -> Any:
    room, seat = sitting
    messages = await room.look(seat, since)  # written out already: nobody waits while a big view is
    text = ", ".join(message.text for message in messages)
    version = room.stream(seat.id).version
    return Response(f'{{"version": {version}, "messages": [{text}]}}', media_type="application/json")


@router.get("/api/rooms/{room}/forms", summary="What a combatant may do now", **gives(Forms))
async def forms(request: Request, sitting: Sitting, who: Annotated[str, Query(max_length=200)]) -> Any:
    return await asked(request, sitting, {"what": "forms", "who": who})


@router.get(
    "/api/rooms/{room}/log", summary="Rows of the log before an act; of one combatant only, if wanted", **gives(LogRows)
)
async def log(
    request: Request,
    sitting: Sitting,
    before: Annotated[int, Query(ge=0, le=10**9)] = 0,
    count: Annotated[int, Query(ge=1, le=500)] = 100,
    who: Annotated[str, Query(max_length=200)] = "",
) -> Any:
    return await asked(request, sitting, {"what": "log", "before": before, "count": count, "who": who})


@router.get("/api/rooms/{room}/timeline", summary="GM: the acts one can go back to", **gives(Timeline))
async def timeline(request: Request, sitting: Sitting) -> Any:
    return await asked(request, sitting, {"what": "timeline"})


@router.get("/api/rooms/{room}/audit", summary="GM: what stands, what was undone, what was set aside", **gives(Audit))
async def audit(request: Request, sitting: Sitting) -> Any:
    return await asked(request, sitting, {"what": "audit"})


@router.get("/api/rooms/{room}/sheet", summary="GM: every figure of a combatant that can be set", **gives(SheetPart))
async def sheet(request: Request, sitting: Sitting, who: Annotated[str, Query(max_length=200)]) -> Any:
    return await asked(request, sitting, {"what": "sheet", "who": who})


@router.get("/api/rooms/{room}/own", summary="The sheet of somebody you play: tests, gear, counters, notes", **gives(OwnSheet))
async def own(request: Request, sitting: Sitting, who: Annotated[str, Query(max_length=200)]) -> Any:
    return await asked(request, sitting, {"what": "own", "who": who})


@router.get("/api/rooms/{room}/places", summary="GM: positions of this fight to compare, undone lines too", **gives(Places))
async def places(request: Request, sitting: Sitting) -> Any:
    return await asked(request, sitting, {"what": "places"})


@router.get("/api/rooms/{room}/takings", summary="GM: what has changed of what combatants take home", **gives(Takings))
async def takings(request: Request, sitting: Sitting) -> Any:
    return await asked(request, sitting, {"what": "takings"})


@router.get("/api/rooms/{room}/webhooks", summary="Webhooks: the seat's own; of the GM all of the room", **gives(Webhooks))
async def webhooks(request: Request, sitting: Sitting) -> Any:
    return await asked(request, sitting, {"what": "webhooks"})


@router.post(
    "/api/rooms/{room}/preview",
    summary="Legality, cost and tally of an action, as the seat may know",
    **gives(Preview | Refused),
)
async def preview(request: Request, sitting: Sitting, body: Looking) -> Any:
    return await asked(request, sitting, {"what": "preview", **body.model_dump(exclude_none=True)})


@router.post(
    "/api/rooms/{room}/odds",
    summary="Exact odds of an action, or of each answer to a question",
    **gives(Odds | Refused | dict[str, Odds]),
)
async def odds(request: Request, sitting: Sitting, body: Looking) -> Any:
    return await asked(request, sitting, {"what": "odds", **body.model_dump(exclude_none=True)})


@router.post(
    "/api/rooms/{room}/prospects",
    summary="GM: who wins from here, or from another place of the fight, played out",
    **gives(Played | Refused),
)
async def prospects(request: Request, sitting: Sitting, body: Prospects) -> Any:
    return await asked(request, sitting, {"what": "prospects", "at": body.at})


@router.get(
    "/api/rooms/{room}/review",
    summary="The review of the fight, as the seat may know it; ask again for the next acts",
    **gives(Review | Refused),
)
async def review(request: Request, sitting: Sitting, have: Annotated[int, Query(ge=0, le=10**6)] = 0) -> Any:
    return await asked(request, sitting, {"what": "review", "have": have})


async def asked(request: Request, sitting: tuple[Room, Seat], args: dict[str, Plain]) -> Any:
    odds_workers: OddsWorkers = request.app.state.odds_workers
    room, seat = sitting
    with speaking(seat.language, room.state.fight.book.folder):
        return JSONResponse(await ask(room, seat, args, odds_workers))


@router.get(
    "/api/rooms/{room}/export",
    summary="The fight as Markdown, text, JSON, transcript or fight file",
    response_class=PlainTextResponse,
    responses=FAULTS_OF_TEXT,
)
async def export(sitting: Sitting, to: str = "markdown") -> Response:
    if to not in exports.FORMS:
        raise BadInput(f"no export to {to[:40]!r}", field="to", expected="one of " + ", ".join(exports.FORMS))
    room, seat = sitting
    async with room.lock:
        room.check_alive()
        text = await room.work(exports.export, room.state, seat, to, far=True)
    name = f"fight.{exports.ENDINGS[to]}"
    return Response(
        text,
        media_type=f"{exports.TYPES[to]}; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


# --- commands --------------------------------------------------------------------------------------------------


def add_command(name: str, body_type: type[Intent]) -> None:
    async def command(request: Request, sitting: Sitting, body: Any) -> dict[str, Any]:
        room, seat = sitting
        args = body.model_dump(exclude_none=True, exclude_unset=True, exclude={"id"})
        done = await room.do(seat, body.id, name, args)
        return await invitation(done, base_of(request))

    command.__annotations__["body"] = body_type
    router.post(f"/api/rooms/{{room}}/{name}", summary=f"The command “{name}”", name=name, **gives(Done))(command)


for command_name, command_body in COMMAND_BODIES.items():
    add_command(command_name, command_body)


@lru_cache(maxsize=1)
def written_schema() -> str:
    return json.dumps(socket_schema(), ensure_ascii=False)


@router.get(
    "/api/socket.json", summary="The messages of the socket /ws/{room}, both ways, as JSON Schema", **gives(dict[str, Any])
)
async def socket_messages() -> Response:
    return Response(written_schema(), media_type="application/schema+json")


# --- the shelf: books, demos, parties --------------------------------------------------------------------------


@router.get("/api/demos", summary="The fights that come with Starfray", **gives(list[DemoEntry]))
async def demos() -> list[dict[str, Any]]:
    return library.demos()


@router.get("/api/books", summary="The rulebooks", **gives(list[BookEntry]))
async def books() -> list[dict[str, Any]]:
    return [
        {"book": book.name, "title": book.title, "kinds": list(book.kinds), "reads": endings(book)} for book in every_book()
    ]


@router.get("/api/books/{book}", summary="What a fight can be built of", **gives(ShelfOf))
async def shelf(book: str) -> dict[str, Any]:
    found = find(book)
    return library.building_blocks(found, book_content(found.name, found.folder))


@router.post("/api/parties", summary="A new party; its key comes back once", **gives(PartyKept))
async def new_party(request: Request, body: Party) -> dict[str, Any]:
    if not request.app.state.making.take(caller(request)):
        raise BadInput("too many new parties from one place", expected="a moment's patience")
    await asyncio.to_thread(request.app.state.quotas.check_new, request.app.state.store, "parties")
    return await parties.make_party(request.app.state.store, request.app.state.intake, body.name, body.book, body.member)


@router.get("/api/parties", summary="The party whose key is the bearer's token", **gives(PartyKept))
async def party(request: Request, key: Annotated[str, Depends(bearer)]) -> dict[str, Any]:
    return await parties.read_party(request.app.state.store, key)


@router.put("/api/parties", summary="Change it", **gives(PartyKept))
async def put_party(request: Request, key: Annotated[str, Depends(bearer)], body: Party) -> dict[str, Any]:
    return await parties.change_party(
        request.app.state.store, request.app.state.intake, key, body.name, body.book, body.member, body.version
    )


@router.delete("/api/parties", summary="Delete it, for ever", **gives(Ok))
async def delete_party(request: Request, key: Annotated[str, Depends(bearer)]) -> dict[str, Any]:
    await parties.delete_party(request.app.state.store, key)
    return {"ok": True}


A_FILE = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}


@router.post(
    "/api/parties/sheet",
    summary="A character sheet of another program: what it gives, and into a party",
    openapi_extra={"requestBody": {"required": True, "content": A_FILE}},
    **gives(SheetRead),
)
async def sheet_of_another_program(
    request: Request,
    file: Annotated[str, Query(max_length=200, description="The file's name; what it is, its content tells")],
    keep: Annotated[bool, Query(description="Store it; else it is only shown")] = False,
    name: Annotated[str, Query(max_length=100, description="Of the new party, if it goes into none there is")] = "",
    authorization: Annotated[str | None, Header(description="Bearer and the key of a party; none: a new one")] = None,
) -> Any:
    if not request.app.state.making.take(caller(request)):
        raise BadInput("too many sheets from one place", expected="a moment's patience")
    key = token_in(authorization) if authorization else ""
    if keep and not key:
        await asyncio.to_thread(request.app.state.quotas.check_new, request.app.state.store, "parties")
    return await parties.take_sheet(
        request.app.state.store, request.app.state.intake, await request.body(), file, key, name, keep
    )


@router.post("/api/rooms/{room}/write-back", summary="GM: wounds, ammunition and points back to a party", **gives(PartyWritten))
async def write_back(request: Request, sitting: Sitting, body: WriteBack) -> dict[str, Any]:
    room, seat = sitting
    gm_only(seat)
    async with room.lock:
        room.check_alive()
        return await parties.write_back(request.app.state.store, request.app.state.intake, room.state, body.party, body.who)
