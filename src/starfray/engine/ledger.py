"""The ledger: every rule of a book by its id, with our summary, where the code says it and which tests prove it."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

#: ids the engine itself speaks: the GM's hand, the scene, leaving the fight
ENGINE_RULES = {
    "gm.modifier": "A modifier put on by the GM.",
    "gm.edit": "A figure changed by the GM.",
    "gm.reveal": "Shown to everybody by the GM.",
    "gm.hide": "Hidden by the GM.",
    "gm.add": "A combatant joins.",
    "gm.remove": "A combatant is taken out of the fight by the GM.",
    "gm.ruling": "A ruling changed by the GM.",
    "gm.note": "A note of the GM.",
    "gm.roll": "A free roll.",
    "gm.call": "A test called for by the GM.",
    "gm.end": "The GM ends the fight.",
    "gm.order": "A standing order.",
    "scene.unset": "A distance nobody has set yet: the GM says it once.",
    "scene.distance": "The distance between two combatants, set by the GM.",
    "fight.surrender": "Gives up and leaves the fight.",
    "fight.flee": "Leaves the fight, if the GM allows it.",
    "fight.over": "The fight is over.",
    "fight.turn": "Not the time for it: somebody else acts, or a step is due first.",
    "fight.pending": "A question must be answered first.",
    "fight.undo": "An undo.",
}


@dataclass(frozen=True, slots=True)
class Rule:
    id: str
    kind: str
    chapter: str
    lines: str
    summary: str
    dice: str = ""
    ruling: str = ""
    see: tuple[str, ...] = ()
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
    rules = []
    for row in data["rule"]:
        rules.append(
            Rule(
                id=row["id"],
                kind=row["kind"],
                chapter=row["chapter"],
                lines=row["lines"],
                summary=row["summary"],
                dice=row.get("dice", ""),
                ruling=row.get("ruling", ""),
                see=tuple(row.get("see", ())),
                say=says.get(row["id"], ""),
            )
        )
    return Ledger(rules)


def code_places(folder: Path) -> dict[str, list[str]]:
    """Rule id → 'file:line' of every place in a book's code that names it, as a string or beside a number."""
    places: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix not in (".py", ".toml") or path.name in ("rules.toml", "sayings.toml", "covered.toml"):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for found in re.findall(r"\b[a-z]+(?:\.[a-z0-9-]+){2,}\b", line):
                place = f"{path.relative_to(folder.parent)}:{number}"
                if place not in places.setdefault(found, []):
                    places[found].append(place)
    return places


def covered_by(folder: Path) -> dict[str, list[str]]:
    """Rule id → the tests that name it and made the rules say it, as the last full test run recorded."""
    path = folder / "covered.toml"
    if not path.exists():
        return {}
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return {rule: list(tests) for rule, tests in data.get("tests", {}).items()}
