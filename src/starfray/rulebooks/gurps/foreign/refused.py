"""XML files that are named and refused, each with the way to a file that can be read. They are looked at, never parsed."""

from __future__ import annotations

import re

from starfray.engine.errors import BadInput
from starfray.engine.imports import Imported, Opened, SheetReader
from starfray.rulebooks.gurps.gcs.sheet import WAY_OUT

NAME = re.compile(r"<([A-Za-z_][\w.:-]{0,60})")
#: what XML may begin with, and how that ends
BEFORE = (("<?", "?>"), ("<!--", "-->"), ("<!", ">"))
LOOKED_AT = 20_000  # characters
BY_FOUNDRY = "the actor of Foundry's GURPS Game Aid as JSON (import it there, then export the actor), or a sheet of GCS 5"


def root_of(opened: Opened) -> str:
    """The name of the first element of an XML file; '' if it is none."""
    text = opened.text[:LOOKED_AT].lstrip() if opened.data is None else ""
    while begun := next((pair for pair in BEFORE if text.startswith(pair[0])), None):
        text = text.partition(begun[1])[2].lstrip()
    found = NAME.match(text)
    return found[1].lower() if found is not None else ""


def is_gca(opened: Opened) -> bool:
    root = root_of(opened)
    return root.startswith("gca") or (root == "root" and "gurps" in opened.text[:LOOKED_AT].lower())


def refuse_gca(opened: Opened) -> list[Imported | BadInput]:
    made = (
        "an export of GCA for another program"
        if root_of(opened) == "root"
        else "a character of GCA (GURPS Character Assistant)"
    )
    raise BadInput(f"{made}, which cannot be read", expected=BY_FOUNDRY)


def is_old_gcs(opened: Opened) -> bool:
    return root_of(opened) == "character"


def refuse_old_gcs(opened: Opened) -> list[Imported | BadInput]:
    raise BadInput("a character of an old release of GCS, in XML", field="character", expected=WAY_OUT)


GCA = SheetReader("GCA", (), is_gca, refuse_gca)
OLD_GCS = SheetReader("GCS, XML", (), is_old_gcs, refuse_old_gcs)
