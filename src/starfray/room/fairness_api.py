"""How hard a fight will be, while it is being built: each side's chance, played out by the book's own policies."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field, StrictInt, StrictStr

from starfray.engine.errors import BadInput
from starfray.fight import Fight
from starfray.room import library, parties
from starfray.room.answer_models import Balanced, Outlook
from starfray.room.api import campaign_members
from starfray.room.balance_part import Wish
from starfray.room.guard import address_of
from starfray.room.models import Body
from starfray.room.odds_workers import Question
from starfray.room.packs import PackSet
from starfray.room.response_models import FAULTS, gives
from starfray.sim.balance_moves import USUAL

router = APIRouter(tags=["campaigns"], responses=FAULTS)


class BuiltFight(Body):
    """A fight as a builder has it, and where its people come from."""

    fight: dict[str, Any]
    parties: list[StrictStr] = Field(default_factory=list, max_length=8, description="Keys of parties")
    campaign: StrictStr = Field("", max_length=200, description="The key of a campaign")


class FightToBalance(BuiltFight):
    """And the chance it should give."""

    side: StrictStr = Field(max_length=60, description="Whose chance is meant")
    target: StrictInt = Field(ge=2, le=98, description="What it should be, in per cent")
    may: list[StrictStr] = Field(default_factory=lambda: list(USUAL), max_length=8, description="What may be changed")
    keep: list[StrictStr] = Field(default_factory=list, max_length=100, description="Who may not be: names or sides")


@router.post("/api/outlook", summary="Who would win a fight that is being built", **gives(Outlook))
async def outlook(request: Request, body: BuiltFight) -> dict[str, Any]:
    fight, pack_set = await built(request, body)
    return {"at": "now", **await asked(request, "outlook", fight.book.name, fight.state, pack_set)}


@router.post("/api/balance", summary="Changes that make a fight as hard as it should be", **gives(Balanced))
async def balanced(request: Request, body: FightToBalance) -> dict[str, Any]:
    """Looks for some seconds, and gives what it has found then."""
    fight, pack_set = await built(request, body)
    wish = Wish(fight.state, body.side, body.target / 100, tuple(body.may), tuple(body.keep))
    return await asked(request, "balance", fight.book.name, wish, pack_set)


async def built(request: Request, body: BuiltFight) -> tuple[Fight, PackSet]:
    state = request.app.state
    if not state.making.take(address_of(request.scope)):
        raise BadInput("too many fights from one place", expected="a moment's patience")
    members = await parties.members_of(state.store, body.parties)
    members |= await campaign_members(request, body.campaign, body.fight)
    args = {"from": "builder", "fight": body.fight}
    data, pack_set = await state.intake.read(library.handed_over, args, 1, members, {})
    fight = await asyncio.to_thread(library.taken, data, pack_set)
    state.quotas.check_combatants(len(fight.state.roster))
    return fight, pack_set


async def asked(request: Request, what: str, book: str, seen: Any, pack_set: PackSet) -> dict[str, Any]:
    address = address_of(request.scope)
    question = Question(what, book, seen, "", pack_set=pack_set, room=f"builder {address}", seat=address)
    found: dict[str, Any] = await request.app.state.odds_workers.ask(question)
    if found.get("refused"):
        raise BadInput(str(found["refused"]["reason"]))
    return found
