"""Two plain fighters a yard apart: Ann is quicker (Basic Speed 5.5), both have Broadsword 12 and nothing on."""

from __future__ import annotations

import starfray
from starfray.fight import Fight

ANN = {"attributes": "{ st = 10, dx = 12, iq = 10, ht = 10 }", "skills": "{ broadsword = 12 }", "weapons": '["broadsword"]'}
BOB = {"attributes": "{ st = 10, dx = 10, iq = 10, ht = 10 }", "skills": "{ broadsword = 12 }", "weapons": '["broadsword"]'}


def combatant(who: str, side: str, at: str, fields: dict[str, str]) -> str:
    lines = ["[[combatant]]", f'id = "{who}"', f'side = "{side}"', *([f"at = {at}"] if at else [])]
    return "\n".join([*lines, *(f"{name} = {value}" for name, value in fields.items() if value)]) + "\n"


def duel(
    ann: dict[str, str] | None = None,
    bob: dict[str, str] | None = None,
    *,
    gap: float = 1,
    more: str = "",
    rulings: str = "",
    on_map: bool = True,
) -> Fight:
    """The duel with fields laid over the plain ones; it is Ann's turn. Off the map there is only the distance."""
    text = 'rulebook = "gurps"\n' + (f"[rulings]\n{rulings}\n" if rulings else "")
    text += combatant("ann", "a", "[0, 0]" if on_map else "", {**ANN, **(ann or {})})
    text += combatant("bob", "b", f"[{gap}, 0]" if on_map else "", {**BOB, **(bob or {})})
    if not on_map:
        text += f'[[relation]]\nkind = "distance"\nbetween = ["ann", "bob"]\nvalue = {gap}\n'
    return starfray.loads(text + more).begin()


def gun(key: str, skill: str = "guns", level: int = 12) -> dict[str, str]:
    return {"skills": f"{{ {skill} = {level} }}", "weapons": f'["{key}"]'}


def said(fight: Fight, rule: str) -> bool:
    return any(event.rule == rule for event in fight.events)


def total_of(fight: Fight, rule: str) -> int:
    """The total of the last tally a roll of that rule was made on."""
    event = next(event for event in reversed(fight.events) if event.rule == rule and event.tally is not None)
    assert event.tally is not None
    return event.tally.total
