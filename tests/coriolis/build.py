"""Small Coriolis fights for tests."""

from __future__ import annotations

import starfray
from starfray import Fight, Refused
from starfray.engine.codec import to_plain
from starfray.engine.values import Event

NEVER = {"coriolis.core.pray": "never"}


def duel(*, a: str = "", b: str = "", gap: float = 10, now: str = 'turn = 1\nup = "a"', more: str = "") -> Fight:
    """Two fighters `gap` metres apart, a's slot; nobody prays or claims unless told otherwise. `a` and `b` are TOML lines."""
    red = sheet(
        a,
        "attributes = { strength = 4, agility = 4 }",
        "skills = { ranged-combat = 2, melee-combat = 2 }",
        'weapons = ["vulcan-carbine"]',
    )
    blue = sheet(
        b,
        "attributes = { strength = 3, agility = 3 }",
        "skills = { ranged-combat = 1, melee-combat = 1 }",
        'weapons = ["vulcan-pistol"]',
    )
    text = f"""
rulebook = "coriolis"
[orders]
"coriolis.core.pray" = "never"
"coriolis.initiative.weapon" = "never"
[now]
{now}
[[combatant]]
id = "a"
side = "red"
at = [0, 0]
{red}
[[combatant]]
id = "b"
side = "blue"
at = [{gap}, 0]
{blue}
{more}
"""
    return starfray.loads(text)


def sheet(given: str, *defaults: str) -> str:
    """The given lines, and each default whose field is not among them."""
    fields = [line.split(" = ")[0] for line in given.splitlines()]
    return "\n".join([given, *(line for line in defaults if line.split(" = ")[0] not in fields)])


def tale(fight: Fight, act: str, dice: str = "", answers: str = "") -> list[str]:
    """All that an act does: every event as RULE WHO>WHOM NUMBER NOTE, without `coriolis.`, with the rules that stand beside it
    in brackets, and every figure of the position that is different afterwards.

    Dice are digits, answers are parted by commas. `gm …` is an act of the GM, `due` the step that is due.
    """
    known, before = len(fight.events), figures(fight)
    faces, given = [int(digit) for digit in dice], [word.strip() for word in answers.split(",")] if answers else []
    if act == "due":
        fight.step(faces, given, steps=1)
    elif act.startswith("gm "):
        fight.gm(act.removeprefix("gm "), dice=faces, answers=given)
    else:
        fight.play(act, dice=faces, answers=given)
    after = figures(fight)
    gone = [f"{path} gone" for path in before if path not in after]
    new = [f"{path} = {value}" for path, value in after.items() if before.get(path, "") != value]
    return [event_line(event) for event in fight.events[known:]] + gone + new


def event_line(event: Event) -> str:
    who = f"{event.who}>{event.whom}" if event.whom else event.who
    figure = f"{event.number} of {event.tally.total}" if event.tally is not None else str(event.number) if event.number else ""
    cited = [f"[{rule.removeprefix('coriolis.')}]" for rule in event.by]
    return " ".join(word for word in (event.rule.removeprefix("coriolis."), who, figure, event.note, *cited) if word)


def figures(fight: Fight) -> dict[str, str]:
    """Path → value of everything in the position."""
    found: dict[str, str] = {}
    waiting: list[tuple[str, object]] = [("", to_plain(fight.state))]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            rows = [(str(key), inner) for key, inner in value.items()]
        elif isinstance(value, list) and any(isinstance(each, dict) for each in value):
            rows = [(str(place), inner) for place, inner in enumerate(value)]
        else:
            found[path.removeprefix("roster.")] = str(value)
            continue
        waiting += [(f"{path}.{key}".removeprefix("."), inner) for key, inner in reversed(rows)]
    return found


def refused(fight: Fight, act: str) -> str:
    """RULE: reason. What would be legal."""
    before = fight.hash
    try:
        fight.play(act, dice=[], answers=[])
    except Refused as refusal:
        assert fight.hash == before, "a refusal changes nothing"
        return f"{refusal.rule.removeprefix('coriolis.')}: {refusal.reason}. {', '.join(refusal.legal)}".strip()
    raise AssertionError(f"{act} was not refused")
