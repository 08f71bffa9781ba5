"""How somebody is, as a seat may know it: up or down, pools, conditions."""

from __future__ import annotations

from typing import Any

from starfray.engine.ledger import Ledger
from starfray.engine.rulebook import Rulebook
from starfray.engine.vitals import DOWN, UP, Condition
from starfray.room.state import View
from starfray.words import name_of


def vitals_part(book: Rulebook, state: Any, seen: Any, actor: Any, ledger: Ledger) -> View:
    """`state` is the position itself: that somebody lies there is seen by all, also where the figures behind it are secret."""
    found = book.vitals_of(seen, actor)
    how, word = found.state, found.word
    real = state.roster.get(actor.id)
    if how == UP and actor.assumed and real is not None:
        truth = book.vitals_of(state, real).state
        how, word = (truth, truth) if truth != UP else (UP, "")
    return {
        "status": {"state": how, "word": word or (DOWN if how != UP else "")},
        "pools": [
            {"key": pool.key, "label": pool.label, "now": pool.now, "most": pool.most, "kind": pool.kind}
            for pool in found.pools
        ],
        "conditions": [condition_part(seen, each, ledger) for each in found.conditions],
    }


def condition_part(seen: Any, condition: Condition, ledger: Ledger) -> View:
    return {
        "name": condition_name(seen, condition),
        "note": condition.note,
        "rule": condition.rule,
        "summary": ledger.summary(condition.rule),
        "tone": condition.tone,
    }


def condition_name(seen: Any, condition: Condition) -> str:
    return f"{condition.name} {name_of(seen, condition.whom)}" if condition.whom else condition.name
