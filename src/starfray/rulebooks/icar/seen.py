"""Who sits in a craft or vehicle that nobody has seen is not seen either."""

from __future__ import annotations

from starfray.rulebooks.icar.state import Actor, Icar


def hide_crews(state: Icar) -> None:
    for one in state.roster.values():
        if one.role and one.aboard in state.roster and state.roster[one.aboard].hidden:
            one.hidden = True


def show_crew(state: Icar, carrier: Actor) -> None:
    """A craft that has been revealed shows its crew when its turn comes."""
    for one in state.roster.values():
        if one.hidden and one.role and one.aboard == carrier.id and not carrier.hidden:
            one.hidden = False
