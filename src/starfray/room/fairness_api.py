"""How hard a fight will be, while it is being built: each side's chance, played out by the book's own policies."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field, StrictStr

from starfray.engine.errors import BadInput
from starfray.room import library, parties
from starfray.room.answer_models import Outlook
from starfray.room.api import campaign_members
from starfray.room.guard import address_of
from starfray.room.models import Body
from starfray.room.odds_workers import Question
from starfray.room.response_models import FAULTS, gives

router = APIRouter(tags=["campaigns"], responses=FAULTS)


class BuiltFight(Body):
    """A fight as a builder has it, and where its people come from."""

    fight: dict[str, Any]
    parties: list[StrictStr] = Field(default_factory=list, max_length=8, description="Keys of parties")
    campaign: StrictStr = Field("", max_length=200, description="The key of a campaign")


@router.post("/api/outlook", summary="Who would win a fight that is being built", **gives(Outlook))
async def outlook(request: Request, body: BuiltFight) -> dict[str, Any]:
    state, address = request.app.state, address_of(request.scope)
    if not state.making.take(address):
        raise BadInput("too many fights from one place", expected="a moment's patience")
    members = await parties.members_of(state.store, body.parties)
    members |= await campaign_members(request, body.campaign, body.fight)
    args = {"from": "builder", "fight": body.fight}
    data, pack_set = await state.intake.read(library.handed_over, args, 1, members, {})
    fight = await asyncio.to_thread(library.taken, data, pack_set)
    state.quotas.check_combatants(len(fight.state.roster))
    question = Question("outlook", fight.book.name, fight.state, "", room=f"builder {address}", seat=address)
    found: dict[str, Any] = await state.odds_workers.ask(question)
    if found.get("refused"):
        raise BadInput(str(found["refused"]["reason"]))
    return {"at": "now", **found}
