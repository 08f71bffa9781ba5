"""What the GM does by the rules: `gm hurt red light bridge`. `gm set` sets one figure; these do what follows from it, too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from starfray.engine.rules import ActionKind, GmAction, Refused, Table
from starfray.rulebooks.socs.damage import COSMETIC, EXTREME, GREAT, HEAVY, LIGHT, after_damage, take_damage
from starfray.rulebooks.socs.state import Socs

LEVELS = {"cosmetic": COSMETIC, "light": LIGHT, "heavy": HEAVY, "great": GREAT, "extreme": EXTREME}


@dataclass(frozen=True, slots=True)
class Hurt(GmAction):
    """Damage of a level from anywhere, with all that follows for ship and crew; a Light one may name the location it costs."""

    KIND: ClassVar[str] = "hurt"
    level: Literal["cosmetic", "light", "heavy", "great", "extreme"]
    location: str = ""


def hurt(state: Socs, table: Table, action: Hurt) -> None:
    """socs.order.damage"""
    ship = state.roster[action.who]
    if ship.gone:
        raise Refused("socs.ruling.disabled", f"{ship.id} is {ship.condition or 'gone'}")
    if action.location and action.location not in ship.locations:
        raise Refused("socs.ship.locations", f"{ship.id} has no {action.location!r}", ship.locations)
    table.allowed()
    level = LEVELS[action.level]
    take_damage(state, table, ship, level, [action.location] if action.location else [])
    after_damage(state, table, {ship.id: level})


HURT = ActionKind(Hurt, hurt, "socs.order.damage")
