"""The ledger: every rule of a book by its id, with our summary, where the code says it and which tests prove it."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from starfray.engine.errors import BadInput, suggest

#: ids of the engine's own rules: the GM's edits, the scene, leaving the fight
ENGINE_RULES = {
    "gm.modifier": "A modifier put on by the GM.",
    "gm.edit": "A figure changed by the GM.",
    "gm.reveal": "Shown to everybody by the GM.",
    "gm.hide": "Hidden by the GM.",
    "gm.add": "A combatant joins.",
    "gm.remove": "A combatant is taken out of the fight by the GM.",
    "gm.ruling": "A ruling changed by the GM.",
    "gm.note": "A note of the GM.",
    "gm.sheet": "What a player writes or counts on the own sheet.",
    "gm.roll": "A free roll.",
    "gm.call": "A test called for by the GM.",
    "gm.end": "The GM ends the fight.",
    "gm.go-on": "The field is held, and the clock runs on until the GM ends the fight.",
    "gm.order": "A standing order.",
    "gm.wall": "A wall, window or door put up by the GM.",
    "gm.remove-wall": "A wall taken away by the GM.",
    "gm.door": "A door opened or closed by the GM's hand.",
    "scene.wall": "A wall or a closed door stands in between.",
    "scene.unset": "A distance nobody has set yet: the GM says it once.",
    "scene.distance": "The distance between two combatants, set by the GM.",
    "fight.roll": "A free roll of a player.",
    "fight.surrender": "Gives up and leaves the fight.",
    "fight.flee": "Leaves the fight, if the GM allows it.",
    "fight.goal": "An ending the fight file declares.",
    "fight.taken": "Somebody has got to the thing that is to be taken.",
    "fight.let-go": "Whoever fell or gave up lets go of what was carried.",
    "fight.wave": "Somebody joins who was to come later.",
    "fight.over": "The fight is over.",
    "fight.stalemate": "Nothing new has come about for a hundred rounds, and no rule ends the fight: nobody wins.",
    "fight.turn": "Not the time for it: somebody else acts, or a step is due first.",
    "fight.pending": "A question must be answered first.",
    "fight.undo": "An undo.",
}


@dataclass(frozen=True, slots=True)
class Rule:
    id: str
    kind: str
    chapter: str
    summary: str
    lines: str = ""  # of the book, where we know them
    dice: str = ""
    ruling: str = ""
    see: tuple[str, ...] = ()
    paper: str = ""  # why nobody can use it at the table, where nobody can
    say: str = ""  # how an event of this rule reads in the log: {who} {whom} {number} {note}


class Ledger:
    def __init__(self, rules: list[Rule]) -> None:
        self.rules = rules
        self.by_id = {rule.id: rule for rule in rules}

    def __contains__(self, rule: str) -> bool:
        return rule in self.by_id or rule in ENGINE_RULES

    def summary(self, rule: str) -> str:
        return self.by_id[rule].summary if rule in self.by_id else ENGINE_RULES.get(rule, "")

    def search(self, words: str) -> list[Rule]:
        """Rules whose id or text holds all the words, best first: id hits before text hits."""
        wanted = words.lower().split()
        hits = [rule for rule in self.rules if all(w in f"{rule.id} {rule.summary} {rule.chapter}".lower() for w in wanted)]
        return sorted(hits, key=lambda rule: not all(w in rule.id for w in wanted))


@lru_cache(maxsize=16)
def read_ledger(path: Path) -> Ledger:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    sayings = path.with_name("sayings.toml")
    says = tomllib.loads(sayings.read_text(encoding="utf-8")) if sayings.exists() else {}
    rules: dict[str, Rule] = {}
    for row in data["rule"]:
        rule = read_rule(row, str(says.get(row.get("id"), "")), str(path))
        if rule.id in rules:
            raise BadInput(f"{rule.id} is there twice", file=str(path))
        rules[rule.id] = rule
    return Ledger(list(rules.values()))


#: tell of rules, do not carry them out
NO_CODE = ("rules.toml", "sayings.toml", "covered.toml", "questions.toml", "answers.toml")
REQUIRED = ("id", "kind", "chapter", "summary")
OPTIONAL = ("lines", "dice", "ruling", "see", "paper")
KINDS = ("rule", "ruling", "example", "order")


def read_rule(row: dict[str, Any], say: str, file: str) -> Rule:
    """One entry of rules.toml; BadInput says what is wrong with it."""
    name = str(row.get("id", "a rule without an id"))
    for key in REQUIRED:
        if not row.get(key):
            raise BadInput(f"{name} has no {key}", file=file, expected=", ".join(REQUIRED))
    for key in row:
        if key not in REQUIRED and key not in OPTIONAL:
            raise BadInput(f"{name}: unknown field {key!r}", file=file, expected=suggest(key, [*REQUIRED, *OPTIONAL]))
    if row["kind"] not in KINDS:
        raise BadInput(f"{name}: {row['kind']!r} is no kind of rule", file=file, expected=suggest(row["kind"], KINDS))
    return Rule(
        id=name,
        kind=row["kind"],
        chapter=row["chapter"],
        summary=row["summary"],
        lines=row.get("lines", ""),
        dice=row.get("dice", ""),
        ruling=row.get("ruling", ""),
        see=tuple(row.get("see", ())),
        paper=row.get("paper", ""),
        say=say,
    )


def code_places(folder: Path) -> dict[str, list[str]]:
    """Rule id → 'file:line' of every place in a book's code that names it, as a string or beside a number."""
    places: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix not in (".py", ".toml") or path.name in NO_CODE:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for found in re.findall(r"\b[a-z]+(?:\.[a-z0-9-]+){2,}\b", line):
                place = f"{path.relative_to(folder.parent)}:{number}"
                if place not in places.setdefault(found, []):
                    places[found].append(place)
    return places


#: evidence a test gives for a rule: the rule was said at the table; code that names it ran; a worked example was played; or it
#: was only shown as advice, which proves nothing
EVIDENCE = ("said", "reached", "played", "shown")


class Evidence:
    """Kind of evidence → rule id → the tests that give it."""

    def __init__(self) -> None:
        self.tests: dict[str, dict[str, list[str]]] = {kind: {} for kind in EVIDENCE}

    def add(self, kind: str, rule: str, test: str) -> None:
        tests = self.tests[kind].setdefault(rule, [])
        if test not in tests:
            tests.append(test)

    def by(self, kind: str, rule: str) -> list[str]:
        return self.tests[kind].get(rule, [])

    def proof(self, rule: str) -> list[str]:
        """The tests that prove the rule: all but those that only look at advice."""
        return sorted({test for kind in EVIDENCE if kind != "shown" for test in self.by(kind, rule)})

    def standing(self, rule: str) -> str:
        """The best evidence there is; '' for none."""
        return next((kind for kind in EVIDENCE if rule in self.tests[kind]), "")

    def of(self, prefix: str) -> Evidence:
        """Only the rules whose ids begin with the prefix."""
        found = Evidence()
        for kind, rules in self.tests.items():
            found.tests[kind] = {rule: tests for rule, tests in rules.items() if rule.startswith(prefix)}
        return found


def read_evidence(folder: Path) -> Evidence:
    """What the last full test run recorded in a book's covered.toml."""
    evidence = Evidence()
    path = folder / "covered.toml"
    if path.exists():
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for kind in EVIDENCE:
            evidence.tests[kind] = {rule: list(tests) for rule, tests in data.get(kind, {}).items()}
    return evidence


def write_evidence(evidence: Evidence) -> str:
    lines = ["# Which tests prove which rules, and how, as the last full run found it. Written by `make ledger`."]
    for kind, rules in evidence.tests.items():
        lines += ["", f"[{kind}]"]
        lines += [f'"{rule}" = {json.dumps(sorted(tests))}' for rule, tests in sorted(rules.items())]
    return "\n".join(lines) + "\n"
