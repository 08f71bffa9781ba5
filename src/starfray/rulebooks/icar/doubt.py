"""Which figures of a card are only guessed, because the real ones are secret."""

from __future__ import annotations

from starfray.rulebooks.icar.state import Actor


def guessed(one: Actor, *paths: str) -> bool:
    """Is one of these figures, or the record it stands in, a printed one in place of the real one?"""
    known = [path.replace("_", "-") for path in one.assumed]
    return any(path == each or path.startswith(f"{each}.") or each.startswith(f"{path}.") for path in paths for each in known)
