"""A small bot that plays a seat over the room's API: it answers its questions and acts on its turn.

    starfray serve
    python examples/bot.py http://127.0.0.1:8765 JOINCODE

What it may do it reads from the forms in its view; it picks the first form it can fill.
"""

from __future__ import annotations

import sys

from starfray.client import Client, Refused, Seat
from starfray.room.part_models import Ask, Form
from starfray.room.view_models import View


def answer_to(ask: Ask) -> str | list[int | None]:
    """What is suggested, else the modest answer; dice are thrown by the server."""
    if ask.kind == "dice":
        return []
    if ask.suggested:
        return ask.suggested
    if ask.kind == "choose":
        return ask.options[-1].key
    return str(ask.low) if ask.kind == "number" else ""


def filled(form: Form, who: str) -> str:
    """The form as the text of an action; '' where a blank needs a person."""
    words = [form.kind, who]
    for blank in form.fields:
        if blank.options:
            words.append(f"{blank.name.replace('_', '-')}={blank.options[0].key}")
        elif blank.required and not blank.default:
            return ""
    return " ".join(words)


def turn(seat: Seat, view: View) -> str:
    """One thing this seat can do now, done; '' if it is not its turn."""
    for ask in view.asks:
        try:
            seat.answer(ask.id, answer_to(ask))
            return f"answered {ask.rule}"
        except Refused:
            continue
    for who in view.turn.yours:
        for form in view.forms[who]:
            action = filled(form, who) if form.refused is None else ""
            try:
                if action and seat.play(action).ok:
                    return action
            except Refused:
                continue
    return ""


def main(base: str, code: str) -> None:
    seat = Client(base).join(code, "Bot")
    for view in seat.changes():
        if view.room.status != "open":
            print("The fight is over:", view.room.outcome.reason if view.room.outcome else "")
            return
        did = turn(seat, view)
        if did:
            print(did)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit("usage: python examples/bot.py ADDRESS JOINCODE")
    main(sys.argv[1], sys.argv[2])
