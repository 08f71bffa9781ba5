"""Between campaigns and rooms over HTTP: what people bring home from a fight, and fights kept as encounters."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, Refused
from starfray.room import campaigns
from starfray.room.api import Sitting
from starfray.room.campaign_api import saved
from starfray.room.campaign_models import EntryHead, Home, HomeWrites, KeepFight, OfCampaign, Saved
from starfray.room.campaign_open import Open, open_campaign
from starfray.room.campaign_rooms import (
    PEOPLE,
    brought_home,
    compared,
    encounter_as_begun,
    encounter_as_it_is,
    linked,
    sheets_of,
    write_home,
)
from starfray.room.campaigns import Draft
from starfray.room.gm_queries import told
from starfray.room.live import Room
from starfray.room.response_models import FAULTS
from starfray.room.seat_commands import gm_only
from starfray.room.state import called

router = APIRouter(prefix="/api/rooms/{room}/campaign", tags=["campaigns"], responses=FAULTS)


async def people_of(room: Room, campaign: Open) -> tuple[dict[str, str], dict[str, dict[str, Plain]]]:
    """Who of this fight came from which entry of the campaign, and those entries."""
    book = room.state.fight.book.name
    heads = [head for head in await campaign.read(campaigns.listed) if head["kind"] in PEOPLE and head["book"] == book]
    found = linked(room.state, (str(head["id"]) for head in heads))
    return found, {entry: await campaign.read(campaigns.entry_of, entry) for entry in found.values()}


@router.post("", summary="GM: what the fight has changed of people of a campaign")
async def look(request: Request, sitting: Sitting, body: OfCampaign) -> list[Home]:
    room, seat = sitting
    gm_only(seat)
    campaign = await open_campaign(request, body.campaign)
    async with room.lock:
        room.check_alive()
        found, entries = await people_of(room, campaign)
        fight = room.state.fight
        sheets = {who: sheets_of(room.state, who) for who in found}
        words = {who: told(fight, fight.state.roster[who], fight.start.roster.get(who)) for who in found}
        names = {who: called(fight.state, who) for who in found}
    homes: list[Home] = []
    for who, entry in found.items():
        fields: Any = await request.app.state.intake.read(compared, fight.book.name, entries[entry]["data"], *sheets[who])
        head = entries[entry]
        homes.append(
            Home(
                who=who,
                name=names[who],
                entry=entry,
                kind=head["kind"],
                version=head["version"],
                told=words[who] if fields else [],
                fields=fields,
            )
        )
    return homes


@router.post("/write", summary="GM: fields as the fight left them into the campaign; all of them, or none")
async def write(request: Request, sitting: Sitting, body: HomeWrites) -> list[EntryHead]:
    room, seat = sitting
    gm_only(seat)
    campaign = await open_campaign(request, body.campaign)
    async with room.lock:
        room.check_alive()
        found, entries = await people_of(room, campaign)
        for each in body.write:
            if found.get(each.who) != each.entry:
                raise BadInput(f"{each.who[:40]!r} did not come from that entry", field="who", expected="who is in the fight")
        now = {each.who: sheets_of(room.state, each.who)[1] for each in body.write}
        book = room.state.fight.book.name
    written: list[tuple[str, int, dict[str, Plain]]] = []
    for each in body.write:
        entry = entries[each.entry]
        if entry["version"] != each.version:
            reason = f"{entry['name']} was changed in the campaign since you looked; look again"
            raise Refused("fight.pending", reason, ["look again"])
        data = await request.app.state.intake.read(brought_home, book, entry["data"], now[each.who], each.fields)
        written.append((each.entry, each.version, data))
    return [EntryHead(**head) for head in await campaign.write(write_home, written)]


@router.post("/encounter", summary="GM: keep this fight in a campaign, as it began or as it is")
async def keep(request: Request, sitting: Sitting, body: KeepFight) -> Saved:
    room, seat = sitting
    gm_only(seat)
    campaign = await open_campaign(request, body.campaign)
    async with room.lock:
        room.check_alive()
        fight, title = room.state.fight, room.state.title
        if fight.draft is not None:
            raise Refused("fight.pending", "an act is still under way", ["answer", "cancel"])
        known, _ = await people_of(room, campaign)
        at_start = body.at == "start"
        data = await asyncio.to_thread(encounter_as_begun, fight, known) if at_start else encounter_as_it_is(fight, fight.state)
    draft = Draft("encounter", body.name.strip() or title, fight.book.name, (), data)
    return await saved(request, campaign, await campaign.write(campaigns.add, draft), draft)
