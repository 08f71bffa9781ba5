"""How somebody is, as a seat may know it: up or down, pools, conditions."""

from __future__ import annotations

from typing import Any

from starfray.engine.ledger import Ledger
from starfray.engine.vitals import Condition
from starfray.language import said
from starfray.room.room_fight import RoomFight
from starfray.room.state import View
from starfray.words import name_of


def vitals_part(fight: RoomFight, seen: Any, actor: Any, ledger: Ledger) -> View:
    """`seen` is what the seat may know of the position."""
    found = fight.looks.vitals(fight.state, seen, actor)
    return {
        "status": {"state": found.state, "word": said(found.word)},
        "pools": [
            {"key": pool.key, "label": said(pool.label), "now": pool.now, "most": pool.most, "kind": pool.kind}
            for pool in found.pools
        ],
        "conditions": [condition_part(seen, each, ledger) for each in found.conditions],
    }


def condition_part(seen: Any, condition: Condition, ledger: Ledger) -> View:
    return {
        "name": condition_name(seen, condition),
        "note": said(condition.note),
        "rule": condition.rule,
        "summary": ledger.summary(condition.rule),
        "tone": condition.tone,
    }


def condition_name(seen: Any, condition: Condition) -> str:
    return f"{said(condition.name)} {name_of(seen, condition.whom)}" if condition.whom else said(condition.word)
