"""A small bot that plays a seat over the room's API: it answers its questions and acts on its turn.

    starfray serve
    python examples/bot.py http://127.0.0.1:8765 JOINCODE

It needs nothing but Python. What it may do it reads from the forms in its view; it picks the first form it can fill.
"""

from __future__ import annotations

import json
import sys
import time
import urllib.error
import urllib.request
from typing import Any
from uuid import uuid4


class Seat:
    """A seat held by a token."""

    def __init__(self, base: str, room: str, token: str) -> None:
        self.url = f"{base}/api/rooms/{room}"
        self.token = token

    def call(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        return call(f"{self.url}/{path}", body, self.token)

    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.call("state")["messages"][-1]["view"]
        return found

    def do(self, command: str, **args: Any) -> dict[str, Any]:
        """An intent with an id of its own: were the line to break, it could be sent again and would count once."""
        return self.call(command, {"id": uuid4().hex, **args})


def call(url: str, body: dict[str, Any] | None, token: str = "") -> dict[str, Any]:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(url, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            found: dict[str, Any] = json.load(answer)
    except urllib.error.HTTPError as error:
        found = json.load(error)
    return found


def join(base: str, code: str, name: str = "Bot") -> Seat:
    joined = call(f"{base}/api/join", {"code": code, "name": name})
    if "choose" in joined:  # a code for the whole group: the first seat that is free
        free = [(room["room"], seat["seat"]) for room in joined["choose"] for seat in room["seats"]]
        if not free:
            raise SystemExit("no seat is free")
        room, seat = free[0]
        joined = call(f"{base}/api/join", {"code": code, "name": name, "room": room, "seat": seat})
    if "token" not in joined:
        raise SystemExit(joined["reason"])
    return Seat(base, joined["room"], joined["token"])


def answer_to(ask: dict[str, Any]) -> Any:
    """What is suggested, else the modest answer; dice are thrown by the server."""
    if ask["kind"] == "dice":
        return []
    if ask["suggested"]:
        return ask["suggested"]
    if ask["kind"] == "choose":
        return ask["options"][-1]["key"]
    return str(ask["low"]) if ask["kind"] == "number" else ""


def filled(form: dict[str, Any], who: str) -> str:
    """The form as the text of an action; '' where a blank needs a person."""
    words = [form["kind"], who]
    for blank in form["fields"]:
        if blank["options"]:
            words.append(f"{blank['name'].replace('_', '-')}={blank['options'][0]['key']}")
        elif blank["required"] and not blank["default"]:
            return ""
    return " ".join(words)


def turn(seat: Seat, view: dict[str, Any]) -> str:
    """One thing this seat can do now, done; '' if it is not its turn."""
    for ask in view["asks"]:
        done = seat.do("answer", ask=ask["id"], answer=answer_to(ask))
        if done["ok"]:
            return f"answered {ask['rule']}"
    for who in view["turn"]["yours"]:
        for form in view["forms"][who]:
            action = filled(form, who) if form["refused"] is None else ""
            if action and seat.do("play", action=action)["ok"]:
                return action
    return ""


def main(base: str, code: str) -> None:
    seat = join(base.rstrip("/"), code)
    while True:
        view = seat.view()
        if view["room"]["status"] != "open":
            print("The fight is over:", (view["room"]["outcome"] or {}).get("reason", ""))
            return
        did = turn(seat, view)
        if did:
            print(did)
        else:
            time.sleep(1)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit("usage: python examples/bot.py ADDRESS JOINCODE")
    main(sys.argv[1], sys.argv[2])
