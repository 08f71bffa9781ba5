"""The faces of dice as people type them, and a throw on a tape that is corrected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starfray.engine.codec import show
from starfray.engine.errors import BadInput
from starfray.engine.journal import Draft


def read_faces(answer: str | int | Sequence[int]) -> list[int]:
    """The faces in an answer: a number, a list of numbers, or a text such as '6 3 2'."""
    if type(answer) is int:
        return [answer]
    if isinstance(answer, str):
        words = answer.replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() and len(word) < 6 for word in words):
            raise BadInput(f"{answer!r} are not faces of dice", expected="numbers, as 6 3 2")
        return [int(word) for word in words]
    faces: list[Any] = list(answer) if isinstance(answer, list | tuple) else [answer]
    if not all(type(face) is int for face in faces):
        raise BadInput(f"{show(answer)} are not faces of dice", expected="numbers, as 6 3 2")
    return faces


def correct_tape(draft: Draft, place: int, faces: Sequence[int]) -> None:
    """Give the act a copy of its tape with one throw corrected, marked as typed by hand."""
    if not 0 <= place < len(draft.tape) or draft.tape[place].kind != "dice":
        dice = [str(index) for index, entry in enumerate(draft.tape) if entry.kind == "dice"]
        raise BadInput(f"tape entry {place} is no throw of dice", expected="one of " + ", ".join(dice))
    thrown = read_faces(faces)
    shape = draft.asked[place].shape
    assert shape is not None
    fault = shape.fault(thrown)
    if fault:
        raise BadInput(fault, field=draft.tape[place].rule, expected=f"the faces of {shape.label}")
    word = f"{place}: {draft.tape[place].faces} → {thrown}"
    draft.corrected = f"{draft.corrected}; {word}" if draft.corrected else word
    draft.tape = [entry.clone() for entry in draft.tape]
    draft.tape[place].faces = thrown
    draft.tape[place].source, draft.tape[place].throw = "hand", 0
