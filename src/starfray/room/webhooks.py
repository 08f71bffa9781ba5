"""Webhooks: addresses that are told when a seat is awaited or the fight is over.

A hook belongs to the token that set it: whoever loses the seat loses its hooks. What is told comes from the position as the
hook's seat may know it. Notices are written in the transaction of the act they come from (`OpRecord`) and sent by `Courier`.
"""

from __future__ import annotations

import json
import secrets
import time
from urllib.parse import urlsplit

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, Refused, suggest
from starfray.engine.values import GM
from starfray.room.arguments import Args, one_of, text, texts
from starfray.room.ask_view import asks_for
from starfray.room.database import Database
from starfray.room.limits import MAX_HOOK_URL, MOST_HOOKS, MOST_HOOKS_OF_SEAT
from starfray.room.seats import ACT, AUTOMATIC, Seat, viewer_of
from starfray.room.state import RoomState, busy, called, dial_of, may_act
from starfray.room.webhook_rows import Hook, Notice

YOUR_TURN, FIGHT_OVER, TEST = "your-turn", "fight-over", "test"
EVENTS = (YOUR_TURN, FIGHT_OVER)
PORTS = (80, 443)  # and those from 1024 on


# --- the command -----------------------------------------------------------------------------------------------


def webhook(room: RoomState, seat: Seat, args: Args) -> dict[str, Plain] | None:
    """Set, remove or try an address. The GM sets them for any seat, players for their own."""
    do = one_of(args, "do", ("set", "remove", "test"))
    if do == "set":
        return set_hook(room, seat, args)
    hook = hook_named(room, seat, text(args, "hook", most=40))
    if do == "remove":
        del room.hooks[hook.id]
        return None
    room.notices.append(message(room, hook, TEST, {}))
    return None


def set_hook(room: RoomState, seat: Seat, args: Args) -> dict[str, Plain]:
    wanted = text(args, "seat", seat.id, most=80)
    if wanted not in room.seats:
        raise BadInput(f"there is no seat {wanted!r}", field="seat", expected=suggest(wanted, room.seats))
    if wanted != seat.id and seat.kind != "gm":
        raise Refused("fight.turn", "only the GM can set a webhook for another seat")
    events = list(dict.fromkeys(texts(args, "events"))) if "events" in args else list(EVENTS)
    unknown = [event for event in events if event not in EVENTS]
    if unknown or not events:
        raise BadInput(f"there is no event {unknown[0] if unknown else ''!r}", field="events", expected=" or ".join(EVENTS))
    own = sum(hook.by == seat.id for hook in room.hooks.values())
    if len(room.hooks) >= MOST_HOOKS or (seat.kind != "gm" and own >= MOST_HOOKS_OF_SEAT):
        raise BadInput("too many webhooks", field="url", expected=f"{MOST_HOOKS_OF_SEAT} of a player, {MOST_HOOKS} of a room")
    url = checked_url(text(args, "url", most=MAX_HOOK_URL))
    made = Hook(secrets.token_hex(6), wanted, seat.id, seat.hash, url, events, secrets.token_urlsafe(32))
    room.hooks[made.id] = made
    return {"hook": made.id, "secret": made.secret}


def hook_named(room: RoomState, seat: Seat, wanted: str) -> Hook:
    own = {hook.id: hook for hook in room.hooks.values() if seat.kind == "gm" or hook.by == seat.id}
    if wanted not in own:
        raise BadInput(f"there is no webhook {wanted!r}", field="hook", expected=suggest(wanted, own))
    return own[wanted]


def checked_url(url: str) -> str:
    """An address as it may be: whether it leads to a place that may be called is looked at each time it is called."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise BadInput(f"not an address: {error}", field="url", expected="https://HOST/PATH") from None
    wrong = (
        "needs http:// or https://" if parts.scheme not in ("http", "https")
        else "has no host" if not parts.hostname
        else "may not hold a name or password" if "@" in parts.netloc
        else "holds more than plain letters and signs" if not url.isascii() or not url.isprintable() or " " in url
        else f"has port {port}" if port is not None and port not in PORTS and port < 1024
        else ""
    )  # fmt: skip
    if wrong:
        raise BadInput(f"the address {wrong}", field="url", expected="https://HOST/PATH, port 80, 443 or from 1024 on")
    return url


def listed(db: Database, room: RoomState, seat: Seat) -> dict[str, Plain]:
    """The hooks a seat may see, how much of each waits, and what went wrong last. Never the secret."""
    problems = dict(db.execute("select id, problem from webhooks where room = ?", (room.id,)).fetchall())
    waiting = dict(db.execute("select hook, count(*) from deliveries where room = ? group by hook", (room.id,)).fetchall())
    own = [hook for hook in room.hooks.values() if seat.kind == "gm" or hook.by == seat.id]
    return {
        "webhooks": [
            {
                "hook": hook.id,
                "seat": hook.seat,
                "by": hook.by,
                "url": hook.url,
                "events": hook.events,
                "waiting": int(waiting.get(hook.id, 0)),
                "problem": str(problems.get(hook.id, "")),
            }
            for hook in own
        ]
    }


# --- what there is to tell -------------------------------------------------------------------------------------


def notices_of(room: RoomState) -> list[Notice]:
    """What hooks have to be told since they were looked at last. Those whose seat has another holder by now are dropped."""
    found, room.notices = room.notices, []
    for hook in list(room.hooks.values()):
        setter, seat = room.seats.get(hook.by), room.seats.get(hook.seat)
        if setter is None or seat is None or setter.hash != hook.holder:
            del room.hooks[hook.id]
            continue
        awaited = waits_for(room, seat)
        over = room.fight.over
        fresh = {mark: who for mark, who in awaited.items() if mark not in hook.known}
        told_over = FIGHT_OVER in hook.known
        hook.known = [*awaited, *([FIGHT_OVER] if over is not None else [])]
        if fresh and YOUR_TURN in hook.events:
            found.append(message(room, hook, YOUR_TURN, turn_told(room, seat, fresh)))
        if over is not None and not told_over and FIGHT_OVER in hook.events:
            outcome: Plain = {"winners": over.winners, "reason": over.reason, "rule": over.rule}
            found.append(message(room, hook, FIGHT_OVER, {"outcome": outcome}))
    return found


def waits_for(room: RoomState, seat: Seat) -> dict[str, str]:
    """What the table waits for this seat to do, and who does it; not what a policy does for it at once."""
    fight = room.fight
    if room.archived or fight.over is not None or seat.kind not in ("gm", "player"):
        return {}
    asks = {
        f"answer {name}": ask.who
        for name, ask in asks_for(room, seat).items()
        if (seat.kind != "gm" or fight.seat_of(ask.who) == GM) and dial_of(room, ask.who, ask.rule) not in AUTOMATIC
    }
    if asks or busy(fight, viewer_of(fight.state, seat)):
        return asks
    own = [who for who in fight.actors if may_act(room, seat, who) and (seat.kind != "gm" or fight.seat_of(who) == GM)]
    return {f"act {who}": who for who in own if dial_of(room, who, ACT) not in AUTOMATIC}


def turn_told(room: RoomState, seat: Seat, fresh: dict[str, str]) -> dict[str, Plain]:
    seen = room.fight.view(viewer_of(room.fight.state, seat))
    who: list[Plain] = [{"id": each, "name": called(seen, each)} for each in dict.fromkeys(fresh.values())]
    return {"awaited": next(iter(fresh)).partition(" ")[0], "who": who}


def message(room: RoomState, hook: Hook, event: str, told: dict[str, Plain]) -> Notice:
    id_, now = secrets.token_hex(12), time.time()
    head: dict[str, Plain] = {"id": id_, "event": event, "at": round(now, 3), "room": room.id, "title": room.title}
    seat = room.seats[hook.seat]
    return Notice(id_, hook.id, json.dumps({**head, "seat": seat.id, "name": seat.name, **told}, ensure_ascii=False), now)
