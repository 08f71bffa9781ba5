"""Errors as clients read them: a reason, the rule, and what would be legal."""

from __future__ import annotations

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, Refused, StarfrayError
from starfray.language import all_said, said

BROKEN = "something went wrong in the server; the room is as it was before"


class Gone(StarfrayError):
    """No such room, or no such seat."""


class Full(StarfrayError):
    """A quota of the host is reached."""


class Elsewhere(Exception):
    """Another process holds the room, or is to hold it: its address, if we know that much. Nothing has happened yet."""

    def __init__(self, room: str, process: str = "", address: str = "") -> None:
        super().__init__(f"room {room} is held by another process")
        self.room, self.process, self.address = room, process, address


class NotWritten(StarfrayError):
    """It could not be put on disk, so it has not happened."""

    def __init__(self, problem: Exception) -> None:
        super().__init__(f"it could not be written down ({problem}); the room is as it was before")


def error_body(error: StarfrayError) -> dict[str, Plain]:
    if isinstance(error, Refused):
        legal = all_said(error.legal)
        return {"ok": False, "reason": said(error.reason), "rule": error.rule, "legal": legal}
    if isinstance(error, BadInput):
        where = f"{error.field}: " if error.field else ""
        line = f" (line {error.line})" if error.line else ""
        return {
            "ok": False,
            "reason": f"{where}{said(error.message)}{line}",
            "rule": "",
            "legal": [said(error.expected)] if error.expected else [],
        }
    return {"ok": False, "reason": said(str(error)), "rule": "", "legal": []}
