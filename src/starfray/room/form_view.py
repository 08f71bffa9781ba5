"""What a seat may do, as its page shows it: forms with their fields and options, or the reasons why not."""

from __future__ import annotations

from typing import Any

from starfray.engine.choices import Choice
from starfray.engine.forms import forms_for
from starfray.engine.ledger import Ledger
from starfray.engine.position import combatant_of
from starfray.engine.rulebook import Rulebook
from starfray.engine.values import Field, Form, Option
from starfray.language import all_said, said, spoken
from starfray.offers import HARMFUL, distance_between
from starfray.room import rows
from starfray.room.room_fight import RoomFight
from starfray.room.state import View
from starfray.words import key_words, option_label, spelled


def forms(fight: RoomFight, who: str, viewer: str) -> list[Form]:
    """A station of a ship ('corvette/pilot') acts by the book; everybody else is on the roster."""
    return fight.legal(who, viewer) if who in fight.state.roster else forms_for(fight.book, fight.view(viewer), who)


def forms_part(fight: RoomFight, who: str, viewer: str, seen: Any, common: dict[Any, Any]) -> list[View]:
    name = ("forms", who, id(seen), spoken())  # with nothing hidden, everybody sees the same position
    if name not in common:
        ledger = fight.book.ledger()
        common[name] = [form_part(form, ledger, seen, fight.book, who) for form in forms(fight, who, viewer)]
    found: list[View] = common[name]
    return found


def besides_part(fight: RoomFight, who: str, seen: Any, common: dict[Any, Any]) -> list[View]:
    """What somebody may do out of turn; impossible actions are left out."""
    name = ("besides", who, id(seen), spoken())
    if name not in common:
        ledger = fight.book.ledger()
        possible = [form for form in forms_for(fight.book, seen, who) if form.refused is None]
        common[name] = [
            {**form_part(form, ledger, seen, fight.book, who), "hints": []} for form in possible
        ]  # a GM may have a hundred of them
    found: list[View] = common[name]
    return found


def form_part(form: Form, ledger: Ledger, seen: Any, book: Rulebook, who: str) -> View:
    refused = form.refused
    return {
        "kind": form.kind,
        "label": key_words(form.kind),
        "cost": said(form.cost),
        "group": said(form.group),
        "hint": said(form.hint),
        "friends": only_friends(form, seen, who),
        "refused": {"rule": refused.rule, "reason": spelled(seen, said(refused.reason)), "legal": all_said(refused.legal)}
        if refused
        else None,
        "rule": form.rule,
        "summary": ledger.summary(form.rule),
        "hints": [{"rule": rule, "summary": ledger.summary(rule)} for rule in form.hints],
        "fields": [field_part(blank, seen, book, who) for blank in form.fields] if not refused else [],  # nothing to fill in
    }


def only_friends(form: Form, seen: Any, who: str) -> bool:
    """Would it harm, and is nobody within its reach but one's own side?"""
    actor = combatant_of(seen, who)
    aims = [blank for blank in form.fields if blank.role == "target" and blank.required and blank.options]
    if form.group not in HARMFUL or actor is None or not actor.side or not aims:
        return False
    reached = [combatant_of(seen, option.key) for option in aims[0].options]
    return all(each is not None and each.side == actor.side for each in reached)


def field_part(blank: Field, seen: Any, book: Rulebook, who: str) -> View:
    return {
        "name": blank.name,
        "kind": blank.kind,
        "label": said(blank.label),
        "role": blank.role,
        "main": blank.main,
        "unit": said(blank.unit),
        "options": [
            {
                "key": option.key,
                "label": option_label(option, seen),
                "note": spelled(seen, said(option.note)),
                **({"distance": distance_between(book, seen, who, option.key)} if blank.role == "target" else {}),
                **({"card": choice_part(option.card, seen)} if option.card is not None else {}),
            }
            for option in blank.options
        ],
        "low": blank.low,
        "high": blank.high,
        "required": blank.required,
        "default": said(blank.default) if blank.kind == "text" else blank.default,
        "centre": list(blank.centre) if blank.centre is not None else None,
        "hint": said(blank.hint),
        **({"barred": [choice_part(card, seen) for card in blank.barred]} if blank.barred else {}),
    }


def choice_part(card: Choice, seen: Any) -> View:
    plain = card.plain()
    words = {part: spelled(seen, said(str(plain[part]))) for part in ("title", "words", "aside", "refused")}
    return {**plain, **words}


def option_part(option: Option, ledger: Ledger, seen: Any) -> View:
    tally = rows.tally_plain(option.tally, ledger, seen) if option.tally is not None else None
    return {
        "key": option.key,
        "label": option_label(option, seen),
        "rule": option.rule,
        "note": spelled(seen, said(option.note)),
        "tally": tally,
        "least": option.least,
        "most": option.most,
        "p": None,
    }
