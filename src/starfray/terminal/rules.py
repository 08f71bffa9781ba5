"""`starfray rules`: the ledger. Every rule of a book, where the code says it and which tests prove it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, suggest
from starfray.engine.ledger import Ledger, Rule, code_places, covered_by, read_ledger
from starfray.engine.rulebook import Ruling
from starfray.rulebooks import FOLDERS, find, names
from starfray.terminal.command import Command, print_json
from starfray.terminal.ink import Ink


@dataclass(slots=True)
class Shelf:
    """A book's ledger with what is known about coverage. The book's code need not be there yet."""

    name: str
    ledger: Ledger
    places: dict[str, list[str]]
    tests: dict[str, list[str]]

    def plain(self, rule: Rule) -> dict[str, Plain]:
        return {
            "id": rule.id,
            "kind": rule.kind,
            "chapter": rule.chapter,
            "lines": rule.lines,
            "summary": rule.summary,
            "code": self.places.get(rule.id, []),
            "tests": self.tests.get(rule.id, []),
        }


def folder_of(name: str) -> Path:
    if name in FOLDERS:
        return Path(str(files("starfray.rulebooks"))) / FOLDERS[name]
    return find(name).folder


def shelf(name: str) -> Shelf:
    folder = folder_of(name)
    if not (folder / "rules.toml").exists():
        return Shelf(name, Ledger([]), {}, {})
    return Shelf(name, read_ledger(folder / "rules.toml"), code_places(folder), covered_by(folder))


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="*", metavar="BOOK|WORDS", help="a book, words to look for, a rule id")
    parser.add_argument("--uncovered", action="store_true", help="only rules that no test proves")


def run(args: argparse.Namespace) -> int:
    books = names()
    words: list[str] = args.words
    chosen = [words.pop(0)] if words and words[0] in books else books
    shelves = [shelf(name) for name in chosen]
    if not words and len(chosen) > 1 and not args.uncovered:
        return overview(shelves, args.json)
    found = [(each, rule) for each in shelves for rule in matching(each.ledger, words)]
    if args.uncovered:
        found = [(each, rule) for each, rule in found if not each.tests.get(rule.id)]
    if args.json:
        print_json([each.plain(rule) for each, rule in found])
        return 0
    switches = [(name, each) for name in chosen for each in switches_of(name) if fits(each, words)]
    if not found and not switches and words:
        known = [rule.id for each in shelves for rule in each.ledger.rules]
        hint = suggest(words[0], [*books, *known])
        others = hint if hint.startswith("did you mean") else f"a rule id, other words, or a book: {', '.join(books)}"
        raise BadInput(f"no rule has the words {' '.join(words)!r}", expected=others)
    ink = Ink()
    for each, rule in found:
        show_rule(ink, each, rule)
    if not args.uncovered:
        show_switches(ink, switches)
    ink.say(f"{len(found)} rule{'' if len(found) == 1 else 's'}", "dim")
    return 0


def switches_of(name: str) -> Sequence[Ruling]:
    """The choices a fight file may make under [rulings]; none while the book's code is not there."""
    try:
        return find(name).rulings
    except (ImportError, AttributeError):
        return ()


def fits(switch: Ruling, words: list[str]) -> bool:
    held = f"{switch.key} {switch.rule} {switch.summary} {' '.join(switch.choices)}".lower()
    return all(word.lower() in held for word in " ".join(words).split())


def show_switches(ink: Ink, switches: list[tuple[str, Ruling]]) -> None:
    if switches:
        ink.title("Switches: [rulings] of a fight file, the first choice is the default")
    for name, each in switches:
        ink.say(ink.paint(each.key, "bold") + f" = {' | '.join(each.choices)}" + ink.paint(f"  {name} [{each.rule}]", "dim"))
        ink.wrap(each.summary, "  ")
    if switches:
        ink.say()


def matching(ledger: Ledger, words: list[str]) -> list[Rule]:
    """A rule by its whole id, or all rules that hold all the words."""
    if len(words) == 1 and words[0] in ledger.by_id:
        return [ledger.by_id[words[0]]]
    return ledger.search(" ".join(words)) if words else ledger.rules


def show_rule(ink: Ink, held: Shelf, rule: Rule) -> None:
    ink.say(ink.paint(rule.id, "bold") + ink.paint(f"  lines {rule.lines}" if rule.lines else "", "dim"))
    ink.wrap(rule.summary, "  ")
    if rule.dice:
        ink.wrap(f"dice: {rule.dice}", "  ", "    ")
    if rule.see:
        ink.wrap(f"see {', '.join(rule.see)}", "  ", "    ", "dim")
    places, tests = held.places.get(rule.id, []), held.tests.get(rule.id, [])
    ink.wrap("code: " + (_some(places) or "nowhere yet"), "  ", "    ", "dim")
    ink.wrap("tests: " + (_some(tests) or "none recorded"), "  ", "    ", "dim")
    ink.say()


def _some(places: list[str], most: int = 4) -> str:
    more = f" and {len(places) - most} more" if len(places) > most else ""
    return ", ".join(places[:most]) + more


def overview(shelves: list[Shelf], as_json: bool) -> int:
    rows = []
    for each in shelves:
        rules = each.ledger.rules
        coded = sum(1 for rule in rules if each.places.get(rule.id))
        rows.append({"book": each.name, "rules": len(rules), "in-code": coded, "tested": len(each.tests)})
    if as_json:
        print_json(rows)
        return 0
    ink = Ink()
    ink.say(f"{'book':<14}{'rules':>7}{'in code':>9}{'tested':>8}", "bold")
    for row in rows:
        ink.say(f"{row['book']:<14}{row['rules']:>7}{row['in-code']:>9}{row['tested']:>8}")
    ink.say("starfray rules BOOK lists a book; starfray rules WORDS finds rules in all of them", "dim")
    return 0


COMMAND = Command(
    "rules",
    "the rules of a book by id or words, with where they are covered",
    ("starfray rules", "starfray rules coriolis prone", "starfray rules coriolis.core.pray", "starfray rules coriolis --json"),
    options,
    run,
)
