"""Events as sentences people read. Each rule may have a saying (sayings.toml); without one its facts are listed."""

from __future__ import annotations

from typing import Any

from starfray.engine.ledger import ENGINE_RULES
from starfray.engine.rulebook import Rulebook
from starfray.engine.values import GM, Event


def name_of(state: Any, who: str) -> str:
    if who == GM:
        return "GM"
    one = state.roster.get(who)
    return (one.name or one.id) if one is not None else who


def sentence(book: Rulebook, state: Any, event: Event) -> str:
    """One event in words."""
    who = name_of(state, event.who)
    if event.faces is not None:
        thrown = " ".join(map(str, event.faces))
        return f"{who} rolls {event.note}: {thrown} → {event.number}"
    rule = book.ledger().by_id.get(event.rule)
    if rule is not None and rule.say:
        return rule.say.format(who=who, whom=name_of(state, event.whom), number=event.number, note=event.note)
    what = ENGINE_RULES.get(event.rule, "").rstrip(".") or event.rule.split(".", 1)[-1].replace(".", " ").replace("-", " ")
    parts = [f"{who}: {what}"]
    if event.whom:
        parts.append(f"→ {name_of(state, event.whom)}")
    if event.number:
        parts.append(str(event.number))
    if event.note:
        parts.append(f"({event.note})")
    return " ".join(parts)


def log(fight: Any, who: str = GM) -> list[str]:
    """The whole log as a viewer may read it."""
    return [sentence(fight.book, fight.state, event) for event in fight.seen_events(who)]
