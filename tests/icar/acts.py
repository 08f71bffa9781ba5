"""All that an act tells, asks and changes, line by line, for tests that state the whole of it.

a>b close.once.stun 3           an event: who, to whom, the rule, its figure
a close.once.opposed 1 [5] 4 = +2 close.once.opposed …     … with dice, and the tally the die was thrown against
gm? turn.quick-tasks yes/no: yes      a question, what could be said, and the answer
b.stun = 6                      what is different in the position
refused close.hold: escape      nothing happens, and what could be done instead
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

import starfray
from starfray import BadInput, Fight, Refused
from starfray.engine.codec import to_plain
from starfray.engine.values import Event, Form

Begin = Callable[[], Fight] | None  # none: a rule outside the turn


def case(
    name: str, rules: Sequence[str], fight: Begin, act: str, *, told: str, dice: Sequence[int] = (), answers: Sequence[str] = ()
) -> Any:
    """A row of a table of acts. `rules` are those it is about, without the book's name."""
    marks = [pytest.mark.rule(*(f"icar.{rule}" for rule in rules))] if rules else []
    return pytest.param(fight, act, list(dice), list(answers), told, id=name, marks=marks)


def told_lines(text: str) -> list[str]:
    """The lines of a row: what is indented further goes on with the line before."""
    found: list[str] = []
    for line in filter(str.strip, text.splitlines()):
        if line.startswith(" " * 12):
            found[-1] += " " + line
        else:
            found.append(line)
    return [" ".join(line.split()) for line in found]


def told_by(begin: Begin, act: str, dice: Sequence[int] = (), answers: Sequence[str] = ()) -> list[str]:
    return [" ".join(line.split()) for line in all_lines(begin, act, dice, answers)]


def all_lines(begin: Begin, act: str, dice: Sequence[int] = (), answers: Sequence[str] = ()) -> list[str]:
    """The lines of one act. `step` is the next due step, `gm …` the GM's, `form WHO KIND` what is offered."""
    if begin is None:
        return done(act, dice)
    try:
        fight = begin()
    except BadInput as fault:
        return [f"bad input at {fault.field}: {fault.expected}"]
    word, _, rest = act.partition(" ")
    if word == "form":
        who, _, kind = rest.partition(" ")
        return [line for form in fight.legal(who) if not kind or form.kind == kind for line in form_lines(form, bool(kind))]
    events, entries, before = len(fight.events), len(fight.journal.entries), flat(to_plain(fight.state))
    try:
        if word == "step":
            fight.step(dice=dice, answers=answers, steps=int(rest or 1))
        elif word == "gm":
            fight.gm(rest, dice=dice, answers=answers)
        else:
            fight.play(act, dice=dice, answers=answers)
    except Refused as why:
        return [f"refused {short(why.rule)}"]
    lines = [event_line(event) for event in fight.events[events:]]
    for entry in fight.journal.entries[entries:]:
        lines += [f"{each.who}? {short(each.rule)} {each.what}: {each.answer}" for each in entry.tape if each.kind != "dice"]
    after = flat(to_plain(fight.state))
    lines += [f"{path} = {after.get(path, '-')}" for path in {**before, **after} if before.get(path) != after.get(path)]
    if fight.over is not None:
        lines.append(f"over: {', '.join(fight.over.winners) or 'nobody'} {short(fight.over.rule)}")
    return lines


def done(text: str, dice: Sequence[int] = ()) -> list[str]:
    """The lines of a rule outside the turn."""
    try:
        found = starfray.do("icar", text, dice=list(dice))
    except Refused as why:
        return [f"refused {short(why.rule)}"]
    lines = [event_line(event) for event in found.events]
    return lines + [f"{name} = {value}" for name, value in found.result.items()]


def short(rule: str) -> str:
    return rule.removeprefix("icar.")


def event_line(event: Event) -> str:
    line = f"{event.who}{'>' + event.whom if event.whom else ''} {short(event.rule)} {event.number or ''}".rstrip()
    if event.faces is not None:
        line += f" {event.faces}"
    if event.tally is not None:
        line += f" {event.tally.total} = " + " ".join(f"{why.amount:+g} {short(why.rule)}" for why in event.tally.reasons)
    return line + (f" ({', '.join(short(rule) for rule in event.by)})" if event.by else "")


def form_lines(form: Form, whole: bool) -> list[str]:
    """Of one kind its fields and what may stand in them; of all kinds which are open, and why the others are not."""
    if form.refused is not None:
        return [f"{form.kind}: {short(form.refused.rule)}"]
    if not whole:
        return [form.kind]
    lines = []
    for each in form.fields:
        options = "/".join(option.key + (f" ({option.note})" if option.note else "") for option in each.options)
        given = f" {each.low:g} to {each.high:g}" if each.kind in ("number", "point") else ""
        default = f" [{each.default}]" if each.default else ""
        lines.append(f"{each.name}{'' if each.required else '?'} {options}{given}{default}".rstrip())
    return lines


def flat(value: Any, path: str = "") -> dict[str, str]:
    """Path → value, of all that is not 0 or empty."""
    if isinstance(value, dict):
        parts = [(str(key), each) for key, each in value.items()]
    elif isinstance(value, list) and any(isinstance(each, dict) for each in value):
        parts = [(str(place), each) for place, each in enumerate(value)]
    else:
        return {} if value in (None, "", 0, [], False) else {path.removeprefix("roster."): str(value)}
    return {at: text for key, each in parts for at, text in flat(each, f"{path}.{key}" if path else key).items()}
