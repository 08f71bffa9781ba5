"""From a fight file to a position: what follows from the sheet is filled in, what cannot be is refused."""

from __future__ import annotations

from starfray.engine.rules import BadInput, Content
from starfray.samplebook.state import UNSET, Fighter, Skirmish


def derive(one: Fighter, content: Content) -> None:
    if one.hp == UNSET:
        one.hp = one.max_hp


def start(state: Skirmish, content: Content) -> None:
    for place, one in enumerate(state.everyone()):
        derive(one, content)
        if one.hp > one.max_hp:
            raise BadInput(f"hp = {one.hp}", field=f"combatant.{place}.hp", expected=f"at most max-hp, {one.max_hp}")
