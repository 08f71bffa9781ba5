"""A fight to take home, as the seat that asks may know it."""

from __future__ import annotations

import json

from starfray.engine.codec import Plain
from starfray.engine.errors import Refused
from starfray.engine.position import sides
from starfray.file_format import write_file
from starfray.room import rows
from starfray.room.campaign_rooms import encounter_as_it_is
from starfray.room.dice_export import dice_to_check
from starfray.room.project import project
from starfray.room.seats import Seat, viewer_of
from starfray.room.state import RoomState, called, numbers_of

FORMS = ("markdown", "text", "json", "dice", "transcript", "toml", "start")
TYPES = {
    "markdown": "text/markdown",
    "text": "text/plain",
    "json": "application/json",
    "dice": "application/json",
    "transcript": "text/plain",
    "toml": "application/toml",
    "start": "application/toml",
}
ENDINGS = {
    "markdown": "md",
    "text": "txt",
    "json": "json",
    "dice": "dice.json",
    "transcript": "transcript",
    "toml": "toml",
    "start": "toml",
}
EVERYTHING = 10**9


def export(room: RoomState, seat: Seat, form: str) -> str:
    fight = room.fight
    if form in ("transcript", "toml", "start"):
        if seat.kind != "gm":
            reason = f"the {form} holds everything there is; only the GM can have it"
            raise Refused("fight.turn", reason, ["markdown", "text", "json", "dice"])
        if form == "start":
            return write_file({"rulebook": fight.book.name, **encounter_as_it_is(fight, fight.start)})
        return fight.transcript() if form == "transcript" else fight.to_text()
    if form == "json":
        data = whole_fight(room) if seat.kind == "gm" else {**project(room, seat), "log": all_rows(room, seat)}
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    if form == "dice":
        return json.dumps(dice_to_check(room, seat), ensure_ascii=False, indent=1) + "\n"
    if form == "text":
        return "\n".join(row["text"] for row in all_rows(room, seat)) + "\n"
    return markdown(room, seat)


def whole_fight(room: RoomState) -> dict[str, Plain]:
    """A save. Answers under seal are left out while others are still asked: even the GM may not read them."""
    data = room.fight.to_json()
    if any(ask.sealed for ask in room.fight.asks):
        data["draft"]["given"] = {}
    return data


def all_rows(room: RoomState, seat: Seat) -> list[dict[str, Plain]]:
    viewer = viewer_of(room.fight.state, seat)
    return rows.tail(room.fight, room.fight.view(viewer), viewer, numbers_of(room, viewer), EVERYTHING)


def markdown(room: RoomState, seat: Seat) -> str:
    fight = room.fight
    seen = fight.view(viewer_of(fight.state, seat))
    lines = [f"# {line_of(room.title)}", "", f"{fight.book.title}.", ""]
    for side in sides(seen):
        lines += [f"## {line_of(side or 'No side')}", ""]
        for combatant in seen.roster.values():
            if combatant.side == side:
                card = ", ".join(f"{line.label} {line.value}" for line in fight.book.describe(seen, combatant))
                lines.append(f"- **{line_of(called(seen, combatant.id))}**: {line_of(card)}")
        lines.append("")
    over = fight.over
    if over is not None:
        lines += [f"**The fight is over:** {line_of(over.reason)}.", ""]
    lines += ["## What happened", ""]
    act = 0
    for row in all_rows(room, seat):
        if row["n"] != act and act:
            lines.append("")
        act = row["n"]
        lines.append(f"- {line_of(row['text'])}")
    return "\n".join(lines) + "\n"


def line_of(text: str) -> str:
    """Words of people as words: no line breaks, no markup."""
    made = " ".join(text.split())
    for sign in ("\\", "`", "*", "_", "[", "]", "<", ">", "#", "|"):
        made = made.replace(sign, "\\" + sign)
    return made
