"""Secrets: what a viewer gets must not depend on what that viewer may not know."""

from __future__ import annotations

import dataclasses
import json
import re
from typing import Any

from starfray.engine.actions import Action
from starfray.engine.codec import clone, fingerprint, freeze, hints, snake, to_plain
from starfray.engine.errors import Refused
from starfray.engine.forms import forms_for
from starfray.engine.generator import Generator
from starfray.engine.position import AnyPosition, combatant_of
from starfray.engine.tables.dry_run import refusal
from starfray.engine.values import EVERYONE, GM, Ask, Event, Form, plain_tally
from starfray.engine.view import has_secrets, shown
from starfray.fight import Fight
from starfray.testing.context import Kit, fork, viewers
from starfray.testing.random_actions import difference

ODDS_BUDGET = 60
FORMS_EVERY = 8  # pairs


def check_views(kit: Kit, fight: Fight, action: Action, generator: Generator) -> None:
    state = fight.state
    kit.findings.count("positions viewed")
    check_plain_views(kit, state)
    seen_by = viewers(state)
    if len(seen_by) < 2:
        return
    roster = list(state.roster.values())
    actor = roster[generator.below(len(roster))]
    viewer = next(each for each in seen_by if each != f"side:{actor.side}")
    check_notes(kit, state, actor.id, viewer)
    check_figures(kit, fight, actor.id, viewer, action)
    check_hidden(kit, fight, actor.id, viewer)
    check_events(kit, fight, viewer)


def check_plain_views(kit: Kit, state: AnyPosition) -> None:
    for viewer in [*viewers(state), GM, "all", "spectator"]:
        view = kit.book.view(state, viewer)
        if type(view) is not type(state):
            kit.findings.complain("secrets", f"the view of {viewer} is a {type(view).__name__}, not a {type(state).__name__}")
        same = not has_secrets(state) and freeze(view) == freeze(state)  # a book may keep secrets of its own
        if view is not state and (viewer in (GM, "all") or same):
            kit.findings.complain("secrets", f"with nothing hidden from {viewer} the view is not the position itself")
        use_view(kit, view, viewer)


def use_view(kit: Kit, view: Any, viewer: str) -> None:
    """Everything a page does with a view must work."""
    with kit.findings.guard("secrets", "agenda, key, over or describe on a view"):
        kit.book.agenda(view)
        hash(kit.book.key(view))
        kit.book.over(view)
        for actor in view.roster.values():
            for line in kit.book.describe(view, actor):
                if line.rule and line.rule not in kit.book.ledger():
                    kit.findings.complain("names", f"the card line {line.label!r} names {line.rule!r}, not in the ledger")


# --- pairs that differ only in a secret ------------------------------------------------------------------------


def check_pair(kit: Kit, one: AnyPosition, other: AnyPosition, viewer: str, what: str) -> None:
    kit.findings.count("pairs that differ in a secret")
    first, second = kit.book.view(one, viewer), kit.book.view(other, viewer)
    if fingerprint(first) != fingerprint(second):
        kit.findings.complain(
            "secrets", f"the view of another side depends on {what}", f"{difference(first, second)}; {kit.findings.where}"
        )
        return
    pairs = kit.findings.report.counts["pairs that differ in a secret"]
    if pairs % FORMS_EVERY == 0:  # the views are the same: forms would differ only by what a view holds beside its fields
        check_pair_forms(kit, first, second, viewer, what, pairs // FORMS_EVERY)


def check_pair_forms(kit: Kit, first: AnyPosition, second: AnyPosition, viewer: str, what: str, turn: int) -> None:
    """What one of the viewer's side may do, each by turns."""
    people = [each.id for each in first.roster.values() if f"side:{each.side}" == viewer]
    for who in people[turn % max(1, len(people)) :][:1]:
        with kit.findings.guard("secrets", "legal on a view"):
            if plain_forms(forms_for(kit.book, first, who)) != plain_forms(forms_for(kit.book, second, who)):
                kit.findings.complain("secrets", f"what another side may do depends on {what}")


def check_notes(kit: Kit, state: AnyPosition, who: str, viewer: str) -> None:
    first, second = clone(state), clone(state)
    first.notes, second.notes = "a trap under the floor", "no trap"
    first.roster[who].notes, second.roster[who].notes = "a traitor", "loyal"
    check_pair(kit, first, second, viewer, "the GM's notes")


def check_figures(kit: Kit, fight: Fight, who: str, viewer: str, action: Action) -> None:
    """Each figure the book lets people conceal."""
    for path in kit.book.concealable:
        first = clone(fight.state)
        first.roster[who].secret = [path]
        second = clone(first)
        if not vary(second.roster[who], snake(path)):
            continue
        check_pair(kit, first, second, viewer, f"the secret figure {path}")
        mine = fight.state.roster.get(action.actor)
        if path == kit.book.concealable[0] and mine is not None and f"side:{mine.side}" == viewer:
            check_odds(kit, fight, first, second, viewer, action, path)


def check_odds(kit: Kit, fight: Fight, first: AnyPosition, second: AnyPosition, viewer: str, action: Action, path: str) -> None:
    if refusal(kit.book, first, action) or refusal(kit.book, second, action):
        return
    found: list[str] = []
    for state in (first, second):
        try:
            odds = fork(fight, state).odds(action, viewer, budget=ODDS_BUDGET)
        except Refused as refused:
            found.append(str(refused))
        else:
            found.append(json.dumps(odds.plain(), sort_keys=True))
    kit.findings.count("odds as seen by a side")
    if found[0] != found[1]:
        kit.findings.complain("secrets", f"the odds another side is shown depend on the secret figure {path}")


def vary(actor: Any, name: str) -> bool:
    """Change a field a little, whatever it holds; False if there is nothing to change."""
    value = getattr(actor, name)
    if isinstance(value, bool):
        setattr(actor, name, not value)
    elif isinstance(value, int | float):
        if value <= 0:  # left alone: what 0 means (bled out, out of ammunition) may be visible to everybody
            return False
        setattr(actor, name, value + 1)
    elif isinstance(value, dict):
        numbers = [key for key, item in value.items() if isinstance(item, int)]
        if not numbers:
            return False
        value[numbers[0]] += 1
    elif isinstance(value, list):
        if not value:
            return False
        value.pop()
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        inner = next((each for each in hints(type(value)) if type(getattr(value, each)) is int), "")
        if not inner:
            return False
        setattr(actor, name, dataclasses.replace(value, **{inner: getattr(value, inner) + 1}))
    else:
        return False
    return True


# --- hidden combatants -----------------------------------------------------------------------------------------


def check_hidden(kit: Kit, fight: Fight, who: str, viewer: str) -> None:
    first = clone(fight.state)
    first.roster[who].hidden = True
    second = clone(first)
    for name, hint in hints(type(second.roster[who])).items():
        if hint is int:
            vary(second.roster[who], name)
    second.roster[who].name += " the Second"
    second.roster[who].notes = "a spy"
    check_pair(kit, first, second, viewer, "a hidden combatant's figures")
    check_pair(kit, first, second, "spectator", "a hidden combatant's figures")
    view = kit.book.view(first, viewer)
    places = refers_to(to_plain(view), who)
    if places:
        kit.findings.complain(
            "secrets",
            f"a hidden combatant stands in the view of another side, at {places[0]}",
            f"{who}, seen by {viewer}; {kit.findings.where}",
        )
    use_view(kit, view, viewer)
    for mine in [each.id for each in view.roster.values() if f"side:{each.side}" == viewer]:
        with kit.findings.guard("secrets", "legal on a view without a hidden combatant"):
            named = refers_to(plain_forms(forms_for(kit.book, view, mine)), who)
            if named:
                kit.findings.complain("secrets", f"a form offers a hidden combatant, at {named[0]}")
            other_fight = fork(fight, clone(first))
            if mine in other_fight.actors and refers_to(plain_forms(other_fight.legal(mine, viewer)), who):
                kit.findings.complain("secrets", "fight.legal offers a hidden combatant to another side")


def refers_to(plain: Any, who: str, path: str = "") -> list[str]:
    """Where in plain data a combatant is named: as a key, as a text, or as a word of a text."""
    if isinstance(plain, dict):
        found = [f"{path}.{key}".lstrip(".") for key in plain if key == who]
        return found + [each for key, item in plain.items() for each in refers_to(item, who, f"{path}.{key}".lstrip("."))]
    if isinstance(plain, list | tuple):
        return [each for place, item in enumerate(plain) for each in refers_to(item, who, f"{path}.{place}".lstrip("."))]
    if isinstance(plain, str):
        return [path or "the text"] if who in re.findall(r"[\w'-]+", plain) else []
    return []


def plain_forms(forms: list[Form]) -> list[Any]:
    return [
        [
            form.kind,
            form.cost,
            form.hint,
            form.refused.reason if form.refused else "",
            [
                [field.name, field.kind, [option.key for option in field.options], field.low, field.high, field.hint]
                for field in form.fields
            ],
        ]
        for form in forms
    ]


def check_events(kit: Kit, fight: Fight, viewer: str) -> None:
    """As long as a combatant has been hidden from the beginning, nothing of it is told to other sides."""
    for actor in fight.start.roster.values():
        if not actor.hidden or f"side:{actor.side}" == viewer:
            continue
        kit.findings.count("logs of hidden combatants")
        for event in told_while_hidden(fight, actor.id):
            seen = shown(fight.state, event, viewer)
            if seen is not None and refers_to(seen.plain(), actor.id):
                kit.findings.complain(
                    "secrets",
                    f"an event of {event.rule} tells another side of a hidden combatant",
                    f"{actor.id} hidden from {viewer}: {seen.plain()}; {kit.findings.where}",
                )


def told_while_hidden(fight: Fight, who: str) -> list[Event]:
    events: list[Event] = []
    entries = fight.journal.entries
    for place, entry in enumerate(entries):
        after = entries[place + 1].before if place + 1 < len(entries) else fight.state
        if after is None or who not in after.roster or not after.roster[who].hidden:
            break
        events += entry.events
    return events


def check_ask(kit: Kit, fight: Fight, ask: Ask) -> None:
    """A question shows only what the asked person may see."""
    asked = combatant_of(fight.state, ask.who)
    if asked is None:
        return
    offered = [
        ask.prompt,
        [[option.key, option.label, option.note] for option in ask.options],
        plain_tally(ask.tally) if ask.tally else "",
    ]
    for actor in fight.state.roster.values():
        if actor.hidden and actor.side != asked.side and refers_to(offered, actor.id) and not just_shown(fight, actor.id):
            kit.findings.complain(
                "secrets",
                f"the question {ask.rule} names a hidden combatant to another side",
                f"{actor.id} in {offered} for {ask.who}; {kit.findings.where}",
            )


def just_shown(fight: Fight, who: str) -> bool:
    """Has the act under way already told everybody of this combatant?"""
    told = fight.draft.shown if fight.draft else []
    return any(event.only == EVERYONE and who in (event.who, event.whom) for event in told)
