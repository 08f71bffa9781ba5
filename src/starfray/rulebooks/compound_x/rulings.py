"""The switches: choices where tables differ and play changes. The first choice is the default."""

from __future__ import annotations

from starfray.engine.rulebook import Ruling

RULINGS = (
    Ruling(
        "half-damage", "cx.ruling.half-on-miss-armor", ("missed-armour", "literal", "body-zones"),
        "Damage to an armoured target is halved when armour is missed; or also on a roll over 50; or from 50 up, whatever "
        "was struck.",
    ),
    Ruling(
        "suppress-crossing", "cx.ruling.suppress-crossing", ("roll", "off"),
        "Stepping between a suppressor and his target draws one accuracy roll, if the GM agrees; or never.",
    ),
    Ruling(
        "held-content", "cx.ruling.held-content", ("any", "declared"),
        "Held Actions are decided when triggered; or only what was declared may be done.",
    ),
)
