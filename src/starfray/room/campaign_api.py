"""Campaigns over HTTP: made, opened by their key, and everything that is done to their entries."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from typing import IO, Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import Response, StreamingResponse

from starfray.engine.codec import Plain
from starfray.engine.content import book_content
from starfray.engine.errors import BadInput
from starfray.room import campaigns
from starfray.room.api import bearer, caller
from starfray.room.campaign_checks import fault_of, sheet_of
from starfray.room.campaign_entries import all_entries, take_all
from starfray.room.campaign_files import named_pictures, read_archive, write_archive
from starfray.room.campaign_models import (
    EntryBody,
    EntryFault,
    EntryHead,
    KeptPicture,
    NewCampaign,
    Opened,
    PastVersion,
    Rename,
    Restore,
    Saved,
    SheetAnswer,
    SheetBlank,
    SheetBody,
    Taken,
    WholeEntry,
)
from starfray.room.campaign_open import Open, open_campaign
from starfray.room.campaign_pictures import keep_picture, picture_called, pictures_of, with_room_for_pictures
from starfray.room.campaign_rooms import members_for, named_members
from starfray.room.campaigns import Draft
from starfray.room.database import Database
from starfray.room.errors import Gone
from starfray.room.fog_view import blacked_out
from starfray.room.gm_keys import new_words
from starfray.room.limits import MAX_ENTRY
from starfray.room.pictures import Use, clean_picture
from starfray.room.response_models import FAULTS, FAULTS_OF_TEXT, Ok
from starfray.rulebooks import find
from starfray.sheet_fields import sheet_fields

router = APIRouter(prefix="/api/campaigns", tags=["campaigns"], responses=FAULTS)
sheets = APIRouter(prefix="/api/books", tags=["campaigns"], responses=FAULTS)
pictures = APIRouter()
NAME = r"^[0-9a-f]{40}$"
A_FILE = {"schema": {"type": "string", "format": "binary"}}


AN_ARCHIVE: dict[int | str, dict[str, Any]] = {**FAULTS_OF_TEXT, 200: {"content": {"application/zip": A_FILE}}}


async def opened(request: Request, key: Annotated[str, Depends(bearer)]) -> Open:
    return await open_campaign(request, key)


Campaign = Annotated[Open, Depends(opened)]


@router.post("", summary="A new campaign; its key comes back once")
async def make(request: Request, body: NewCampaign) -> Opened:
    state = request.app.state
    if not state.making.take(caller(request)):
        raise BadInput("too many new campaigns from one place", expected="a moment's patience")
    await asyncio.to_thread(state.quotas.check_new, state.store, "campaigns")
    key = new_words()
    mark = campaigns.mark_of(key)

    def write(db: Database) -> dict[str, Plain]:
        campaigns.new_campaign(db, mark, body.name.strip())
        return campaigns.campaign_of(db, mark)

    made = await asyncio.wrap_future(state.store.submit(write))
    return Opened(**made, key=key)


@router.get("", summary="The campaign whose key is the bearer's token")
async def look(campaign: Campaign) -> Opened:
    return Opened(**campaign.head)


@router.put("", summary="Give it another name")
async def rename(campaign: Campaign, body: Rename) -> Ok:
    await campaign.write(campaigns.rename, body.name.strip())
    return Ok(ok=True)


@router.delete("", summary="Delete it and everything in it, for ever")
async def delete(campaign: Campaign) -> Ok:
    await campaign.write(campaigns.delete_campaign)
    return Ok(ok=True)


@router.post("/key", summary="A new key; the one before no longer opens it")
async def new_key(campaign: Campaign) -> Opened:
    key = new_words()
    await campaign.write(campaigns.set_key, campaigns.mark_of(key))
    return Opened(**campaign.head, key=key)


# --- sheets ----------------------------------------------------------------------------------------------------


@sheets.get("/{book}/sheet", summary="What a character sheet of the book has to fill in")
async def sheet_description(book: str) -> list[SheetBlank]:
    found = find(book)
    fields = sheet_fields(found, book_content(found.name, found.folder))
    return [SheetBlank(**asdict(field)) for field in fields]


@sheets.post("/{book}/sheet", summary="The figures the book works out for a character, or what is wrong with it")
async def worked_out(request: Request, book: str, body: SheetBody) -> SheetAnswer:
    if len(json.dumps(body.data, ensure_ascii=False)) > MAX_ENTRY:
        raise BadInput("the character is too big", field="data", expected=f"at most {MAX_ENTRY:,} characters")
    return SheetAnswer(**await request.app.state.intake.read(sheet_of, find(book).name, body.data))


# --- entries ---------------------------------------------------------------------------------------------------


@router.get("/entries", summary="The entries, newest first: of a kind, with a tag, or by words of their names, books and tags")
async def entries(
    campaign: Campaign,
    kind: Annotated[str, Query(max_length=20)] = "",
    words: Annotated[str, Query(max_length=100)] = "",
    tag: Annotated[str, Query(max_length=40)] = "",
    deleted: Annotated[bool, Query(description="Those that were deleted; restoring a version brings one back")] = False,
) -> list[EntryHead]:
    found = await campaign.read(campaigns.listed, deleted=deleted)
    return [EntryHead(**entry) for entry in campaigns.matching(found, kind, words, tag)]


def draft_of(body: EntryBody) -> Draft:
    return Draft(body.kind, body.name.strip(), find(body.book).name, tuple(dict.fromkeys(body.tags)), body.data)


async def faulty(request: Request, campaign: Open, kind: str, book: str, data: dict[str, Plain]) -> EntryFault:
    """What is wrong with an entry, if anything is. An encounter is read with the people of the campaign it names."""
    wanted = named_members(data) if kind == "encounter" else set()
    members = await campaign.read(members_for, book, wanted) if wanted else {}
    return EntryFault(**await request.app.state.intake.read(fault_of, kind, book, data, members))


async def saved(request: Request, campaign: Open, head: dict[str, Plain], draft: Draft) -> Saved:
    """A draft is kept whatever is wrong with it; what is, comes back."""
    return Saved(**head, fault=await faulty(request, campaign, draft.kind, draft.book, draft.data))


@router.post("/entries", summary="A new entry")
async def add(request: Request, campaign: Campaign, body: EntryBody) -> Saved:
    draft = draft_of(body)
    return await saved(request, campaign, await campaign.write(campaigns.add, draft), draft)


@router.get("/entries/{entry}", summary="An entry, with what is wrong with it, if anything is")
async def entry(request: Request, campaign: Campaign, entry: str) -> WholeEntry:
    found = await campaign.read(campaigns.entry_of, entry)
    fault = await faulty(request, campaign, found["kind"], found["book"], found["data"])
    return WholeEntry(**found, fault=fault)


@router.put("/entries/{entry}", summary="Change it, if nobody has changed it since `version`")
async def change(request: Request, campaign: Campaign, entry: str, body: EntryBody) -> Saved:
    if body.version is None:
        raise BadInput("version is missing", field="version", expected="the version that was read")
    draft = draft_of(body)
    return await saved(request, campaign, await campaign.write(campaigns.change, entry, draft, body.version), draft)


@router.delete("/entries/{entry}", summary="Delete it; a past version can bring it back")
async def remove(campaign: Campaign, entry: str, version: Annotated[int, Query(ge=1)]) -> EntryHead:
    return EntryHead(**await campaign.write(campaigns.remove, entry, version))


@router.get("/entries/{entry}/versions", summary="What it was before, the newest first")
async def versions(campaign: Campaign, entry: str) -> list[PastVersion]:
    return [PastVersion(**each) for each in await campaign.read(campaigns.history, entry)]


@router.post("/entries/{entry}/restore", summary="Back to a past version; what it is now becomes a past version itself")
async def restore(campaign: Campaign, entry: str, body: Restore) -> EntryHead:
    return EntryHead(**await campaign.write(campaigns.restore, entry, body.wanted, body.version))


# --- pictures --------------------------------------------------------------------------------------------------


@router.post(
    "/pictures",
    summary="A picture as PNG, JPEG or WebP; it is turned, scaled down and written anew without whatever else is in the file",
    openapi_extra={"requestBody": {"required": True, "content": {"application/octet-stream": A_FILE}}},
)
async def take_picture(
    request: Request,
    campaign: Campaign,
    use: Annotated[Use, Query(description="portrait: 512 pixels at most; map: 2048")] = "portrait",
) -> KeptPicture:
    if not request.app.state.making.take(caller(request)):
        raise BadInput("too many pictures from one place", expected="a moment's patience")
    clean = await request.app.state.intake.read(clean_picture, await request.body(), use)
    return KeptPicture(**await with_room_for_pictures(campaign, keep_picture, *clean))


@pictures.get("/pictures/{name}.webp", include_in_schema=False)
async def picture(request: Request, name: Annotated[str, Path(pattern=NAME)]) -> Response:
    find_it: Callable[[Database], bytes] = partial(picture_called, name=name)
    data = await asyncio.to_thread(request.app.state.store.look, find_it)
    return Response(data, media_type="image/webp", headers={"content-disposition": "inline"})


@pictures.get("/api/rooms/{room}/under/{name}.webp", include_in_schema=False)
async def picture_in_fog(request: Request, room: str, name: Annotated[str, Path(pattern=NAME)]) -> Response:
    """What lies under a room's map, with the unseen blacked out, as some seat has been told of it."""
    found = await request.app.state.rooms.find(room)
    covered = found.state.covered.get(name)
    if covered is None:
        raise Gone("there is no such picture")
    find_it: Callable[[Database], bytes] = partial(picture_called, name=covered.picture)
    whole = await asyncio.to_thread(request.app.state.store.look, find_it)
    data = await asyncio.to_thread(blacked_out, whole, covered)
    return Response(data, media_type="image/webp", headers={"content-disposition": "inline"})


# --- archives --------------------------------------------------------------------------------------------------


@router.get(
    "/archive", summary="The whole campaign as one archive of readable files", response_class=Response, responses=AN_ARCHIVE
)
async def archive(request: Request, campaign: Campaign) -> Response:
    """It may be large: few are written at once, and from then on it lies in a file, however slowly it is taken away."""
    if not request.app.state.making.take(caller(request)):
        raise BadInput("too many archives from one place", expected="a moment's patience")
    async with request.app.state.archives:
        found = await campaign.read(all_entries)
        shown = await campaign.read(pictures_of, named_pictures([each["data"] for each in found]))
        file = await asyncio.to_thread(archive_file, str(campaign.head["name"]), found, shown)
    headers = {"content-disposition": 'attachment; filename="campaign.zip"'}
    return StreamingResponse(pieces(file), media_type="application/zip", headers=headers)


def archive_file(name: str, found: list[dict[str, Plain]], shown: dict[str, bytes]) -> IO[bytes]:
    """A file without a name, which is gone as soon as nobody reads it."""
    file = tempfile.TemporaryFile()  # noqa: SIM115 - read as long as somebody takes it away
    file.write(write_archive(name, found, shown))
    file.seek(0)
    return file


def pieces(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        yield from iter(partial(file.read, 65_536), b"")


@router.post(
    "/archive",
    summary="Entries of such an archive into this campaign; those it has already get a new version",
    openapi_extra={"requestBody": {"required": True, "content": {"application/octet-stream": A_FILE}}},
)
async def take_archive(request: Request, campaign: Campaign) -> Taken:
    name, found, brought = await request.app.state.intake.read(read_archive, await request.body())
    added, replaced = await with_room_for_pictures(campaign, take_all, found, brought)
    return Taken(name=name, added=added, replaced=replaced)
