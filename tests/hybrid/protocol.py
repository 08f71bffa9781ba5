"""Protocols: small scenes in `protocols/*.txt` with everything the rules say in them, line by line.

A protocol is a sentence (`# …`), the rules it is about, what is done, and after each `>` what came of it. What can be done:

    a, b, now, head, more: TOML lines of the duel of `build.duel`
    do: PROCEDURE / dice / answers            play: ACTION / dice / answers          step: dice / answers
    refused: ACTION                           form: WHO KIND                         ask: (what is asked next)
    gm: COMMAND / dice / answers              badly: PROCEDURE / dice                get: PATH …
    seen: SIDE PATH …                         turn: (whose choice it is, and who may do a little meanwhile)

`python -m tests.hybrid.protocol FILE …` writes below each command what comes of it now: read the difference before you keep it.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path

import starfray
from starfray import Fight
from starfray.engine.paths import get
from starfray.engine.values import Ask, Event, Field, Form, Option, Reason
from tests.hybrid.build import duel

FOLDER = Path(__file__).parent / "protocols"
SHEETS = ("a", "b", "now", "head", "more")


@dataclass
class Protocol:
    title: str
    rules: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)  # as they stand in the file, without title and rules

    @property
    def said(self) -> list[str]:
        return [line.removeprefix("> ") for line in self.lines if line.startswith("> ")]


def read(path: Path) -> list[Protocol]:
    found: list[Protocol] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            found.append(Protocol(line.removeprefix("# ")))
        elif line.startswith("rules: "):
            found[-1].rules = [f"hybrid.{word}" for word in line.removeprefix("rules: ").split()]
        elif line:
            found[-1].lines.append(line)
    return found


def played(protocol: Protocol) -> list[tuple[str, list[str]]]:
    """Each thing done, and what came of it."""
    sheets = dict.fromkeys(SHEETS, "")
    fight: Fight | None = None
    done: list[tuple[str, list[str]]] = []
    for line in protocol.lines:
        if line.startswith("> "):
            continue
        verb, _, rest = line.partition(": ")
        if verb in SHEETS:
            sheets[verb] += rest + "\n"
            done.append((line, []))
        elif verb in ("do", "badly"):
            done.append((line, outside(verb, rest)))
        else:
            fight = fight or duel(**{word: text.rstrip("\n") for word, text in sheets.items() if text})
            done.append((line, in_fight(fight, verb.rstrip(":"), rest)))
    return done


def split(rest: str) -> tuple[str, list[int], list[str]]:
    text, dice, answers = [part.strip() for part in (rest + " /  / ").split(" / ")[:3]]
    return text, [int(word) for word in dice.split()], answers.split()


def outside(verb: str, rest: str) -> list[str]:
    text, dice, answers = split(rest)
    if verb == "badly":
        try:
            starfray.do("hybrid", text, dice=dice, answers=answers)
        except starfray.BadInput as error:
            return [str(error)]
        return ["nothing is wrong with it"]
    found = starfray.do("hybrid", text, dice=dice, answers=answers)
    return [*map(told, found.events), "= " + ", ".join(f"{key} {value}" for key, value in found.result.items())]


def in_fight(fight: Fight, verb: str, rest: str) -> list[str]:
    before = len(fight.events)
    if verb == "refused":
        refused = fight.refusal(rest)
        return [barred(refused) if refused is not None else "allowed"]
    if verb == "form":
        who, kind = rest.split()
        return formed(fight.form(who, kind))
    if verb == "get":
        return [f"{path} = {fight.get(path)}" for path in rest.split()]
    if verb == "turn":
        return [f"{' '.join(fight.actors)} may choose, {' '.join(fight.asides)} meanwhile"]
    if verb == "seen":
        side, *paths = rest.split()
        return [f"{path} = {get(fight.view(side), path)}" for path in paths]
    if verb == "ask":
        fight.advance()
        return [*map(told, fight.events[before:]), *map(asking, fight.asks)]
    text, dice, answers = split(" / " + rest if verb == "step" else rest)
    if verb == "play":
        fight.play(text, dice=dice, answers=answers)
    elif verb == "gm":
        fight.gm(text, dice=dice, answers=answers)
    else:
        fight.step(dice=dice, answers=answers)
    return [told(event) for event in fight.events[before:]]


def short(rule: str) -> str:
    return rule.removeprefix("hybrid.")


def barred(refused: starfray.Refused) -> str:
    return f"{short(refused.rule)}: {refused.reason}"


def told(event: Event) -> str:
    """One event: rule, whose, figure, note; who may know it; the sum it is made of; the rules beside it."""
    who = f"{event.who}>{event.whom}" if event.whom else event.who
    words = [short(event.rule), who, str(event.number or ""), event.note]
    if event.only:
        words.append(f"only {event.only}")
    if event.tally is not None:
        words += ["=", str(event.tally.total), *map(because, event.tally.reasons)]
    if event.by:
        words.append("by " + " ".join(map(short, event.by)))
    return " ".join(word for word in words if word)


def because(reason: Reason) -> str:
    """A term of a sum; of a chance with the DF it follows from."""
    words = f"{reason.amount:+g} {short(reason.rule)}"
    return f"{words} ({reason.note})" if reason.note.startswith("DF ") else words


def asking(ask: Ask) -> str:
    return f"{ask.who} is asked {short(ask.rule)}: " + ", ".join(offered(option, ask) for option in ask.options)


def offered(option: Option, ask: Ask) -> str:
    words = [option.key, str(ask.facts.get(option.key, "")), f"[{short(option.rule)}]" if option.rule else ""]
    return " ".join(word for word in words if word)


def formed(form: Form) -> list[str]:
    if form.refused is not None:
        return [barred(form.refused)]
    return [*map(blank, form.fields), "see " + " ".join(map(short, form.hints))]


def blank(each: Field) -> str:
    words = [each.name + ("" if each.required else "?"), each.kind, ", ".join(option.key for option in each.options)]
    if each.high:
        words.append(f"{each.low:g} to {each.high:g}")
    return " ".join(word for word in words if word)


def write(path: Path) -> None:
    """The file anew, with what comes of each command now."""
    lines: list[str] = []
    for protocol in read(path):
        lines += [f"# {protocol.title}", "rules: " + " ".join(map(short, protocol.rules))]
        for command, said in played(protocol):
            lines += [command, *(f"> {line}" for line in said)]
        lines.append("")
    path.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        write(Path(name))
