"""What comes into a campaign from elsewhere and goes out of it again: sheets of other programs, packs, the sorts of things."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from starfray.engine.content import book_content
from starfray.engine.errors import BadInput
from starfray.room.api import caller
from starfray.room.campaign_api import A_FILE, AN_ARCHIVE, Campaign
from starfray.room.campaign_entries import all_entries
from starfray.room.campaign_models import ItemSort, TakenSheet, TakenSheets
from starfray.room.campaign_packs import packs_of, zipped
from starfray.room.campaign_sheets import add_people, people_of
from starfray.room.response_models import FAULTS
from starfray.rulebooks import find
from starfray.sheet_fields import item_tables

router = APIRouter(prefix="/api/campaigns", tags=["campaigns"], responses=FAULTS)
items = APIRouter(prefix="/api/books", tags=["campaigns"], responses=FAULTS)


@items.get("/{book}/items", summary="The sorts of things the book's data has, and what one of each has to fill in")
async def sorts(book: str) -> list[ItemSort]:
    found = find(book)
    return [ItemSort(**asdict(each)) for each in item_tables(found, book_content(found.name, found.folder))]


@router.post(
    "/sheets",
    summary="Characters of another program's file into the campaign; who cannot be read is named, the rest is taken",
    openapi_extra={"requestBody": {"required": True, "content": {"application/octet-stream": A_FILE}}},
)
async def take_sheets(
    request: Request,
    campaign: Campaign,
    file: Annotated[str, Query(max_length=200, description="The file's name; what it is, its content tells")],
    kind: Annotated[Literal["character", "foe"], Query(description="What they become")] = "character",
    keep: Annotated[bool, Query(description="Take them in; else they are only shown")] = True,
) -> TakenSheets:
    if not request.app.state.making.take(caller(request)):
        raise BadInput("too many sheets from one place", expected="a moment's patience")
    found = await request.app.state.intake.read(people_of, await request.body(), file)
    people = found["people"]
    ids = await campaign.write(add_people, kind, people) if keep and people else [""] * len(people)
    taken = [TakenSheet(entry=entry, **{key: value for key, value in each.items() if key != "row"})
             for entry, each in zip(ids, people, strict=True)]  # fmt: skip
    return TakenSheets(taken=taken, refused=found["refused"])


@router.get(
    "/pack",
    summary="Own things, characters and foes as packs: a folder for each book, which fight files name",
    response_class=Response,
    responses=AN_ARCHIVE,
)
async def pack(request: Request, campaign: Campaign) -> Response:
    found = await campaign.read(all_entries)
    files, _ = await request.app.state.intake.read(packs_of, str(campaign.head["name"]), found)
    if not files:
        raise BadInput("there is nothing for a pack", expected="a thing, a character or a foe that is sound")
    headers = {"content-disposition": 'attachment; filename="packs.zip"'}
    return Response(await asyncio.to_thread(zipped, files), media_type="application/zip", headers=headers)
