"""`starfray rules`: the ledger. Every rule of a book, where the code says it and which tests prove it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, suggest
from starfray.engine.ledger import EVIDENCE, Evidence, Ledger, Rule, code_places, read_evidence, read_ledger
from starfray.engine.rulebook import Ruling
from starfray.rulebooks import FOLDERS, find, names
from starfray.terminal.command import Command, print_json
from starfray.terminal.output import Output

#: how the tests of a rule are announced
EVIDENCE_WORDS = {
    "said": "proved: said in play in",
    "reached": "proved: its code reached by",
    "played": "example played by",
    "shown": "only shown as advice in",
}
LEGEND = (
    ("said", "the rule appears in play (an event, a figure, a refusal, a question, an option) while a test runs"),
    ("reached", "the code that names the rule runs, and the test checks the outcome"),
    ("only shown", "the rule stands as advice on a form or a card; that proves nothing"),
)
MOST_SHOWN = 4  # places in the code, and tests of each kind
#: how the rules of a book are counted
COUNTED = {"said": "said", "reached": "reached", "played": "examples played", "shown": "only shown", "unproved": "unproved"}


@dataclass(slots=True)
class BookRules:
    """A book's ledger with what is known about coverage. The book's code need not be there yet."""

    name: str
    ledger: Ledger
    places: dict[str, list[str]]
    evidence: Evidence

    def plain(self, rule: Rule) -> dict[str, Plain]:
        return {
            "id": rule.id,
            "kind": rule.kind,
            "chapter": rule.chapter,
            "lines": rule.lines,
            "summary": rule.summary,
            "paper": rule.paper,
            "code": self.places.get(rule.id, []),
            "tests": self.evidence.proof(rule.id),
            **{kind: self.evidence.by(kind, rule.id) for kind in EVIDENCE},
        }

    def counts(self) -> dict[str, int]:
        """How many rules have each kind of evidence as their best, and how many have none at all."""
        best = [self.evidence.standing(rule.id) for rule in self.ledger.rules]
        return {**{kind: best.count(kind) for kind in EVIDENCE}, "unproved": best.count("")}


def folder_of(name: str) -> Path:
    if name in FOLDERS:
        return Path(str(files("starfray.rulebooks"))) / FOLDERS[name]
    return find(name).folder


def book_rules(name: str) -> BookRules:
    folder = folder_of(name)
    if not (folder / "rules.toml").exists():
        return BookRules(name, Ledger([]), {}, Evidence())
    return BookRules(name, read_ledger(folder / "rules.toml"), code_places(folder), read_evidence(folder))


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="*", metavar="BOOK|WORDS", help="a book, words to look for, a rule id")
    parser.add_argument("--uncovered", action="store_true", help="only rules that no test proves")


def run(args: argparse.Namespace) -> int:
    books = names()
    words: list[str] = args.words
    chosen = [words.pop(0)] if words and words[0] in books else books
    books_rules = [book_rules(name) for name in chosen]
    if not words and len(chosen) > 1 and not args.uncovered:
        return overview(books_rules, args.json)
    found = [(held, rule) for held in books_rules for rule in matching(held.ledger, words)]
    if args.uncovered:
        found = [(held, rule) for held, rule in found if not held.evidence.proof(rule.id)]
    if args.json:
        print_json([held.plain(rule) for held, rule in found])
        return 0
    switches = [(name, switch) for name in chosen for switch in switches_of(name) if fits(switch, words)]
    if not found and not switches and words:
        raise nothing_found(words, books, books_rules)
    output = Output()
    if args.uncovered:
        switches = []
    elif not words:
        show_counts(output, books_rules[0])
    show_found(output, found, switches)
    return 0


def nothing_found(words: list[str], books: list[str], books_rules: list[BookRules]) -> BadInput:
    known = [rule.id for held in books_rules for rule in held.ledger.rules]
    hint = suggest(words[0], [*books, *known])
    others = hint if hint.startswith("did you mean") else f"a rule id, other words, or a book: {', '.join(books)}"
    return BadInput(f"no rule has the words {' '.join(words)!r}", expected=others)


def show_found(output: Output, found: list[tuple[BookRules, Rule]], switches: list[tuple[str, Ruling]]) -> None:
    for held, rule in found:
        show_rule(output, held, rule)
    show_switches(output, switches)
    output.say(f"{len(found)} rule{'' if len(found) == 1 else 's'}", "dim")


def switches_of(name: str) -> Sequence[Ruling]:
    """The choices a fight file may make under [rulings]; none while the book's code is not there."""
    try:
        return find(name).rulings
    except (ImportError, AttributeError):
        return ()


def fits(switch: Ruling, words: list[str]) -> bool:
    held = f"{switch.key} {switch.rule} {switch.summary} {' '.join(switch.choices)}".lower()
    return all(word.lower() in held for word in " ".join(words).split())


def show_switches(output: Output, switches: list[tuple[str, Ruling]]) -> None:
    if switches:
        output.title("Switches: [rulings] of a fight file, the first choice is the default")
    for name, switch in switches:
        output.say(
            output.paint(switch.key, "bold")
            + f" = {' | '.join(switch.choices)}"
            + output.paint(f"  {name} [{switch.rule}]", "dim")
        )
        output.wrap(switch.summary, "  ")
    if switches:
        output.say()


def matching(ledger: Ledger, words: list[str]) -> list[Rule]:
    """A rule by its whole id, or all rules that hold all the words."""
    if len(words) == 1 and words[0] in ledger.by_id:
        return [ledger.by_id[words[0]]]
    return ledger.search(" ".join(words)) if words else ledger.rules


def show_counts(output: Output, held: BookRules) -> None:
    counts = held.counts()
    output.wrap(
        f"{held.name}, {len(held.ledger.rules)} rules: " + ", ".join(f"{counts[kind]} {COUNTED[kind]}" for kind in COUNTED)
    )
    paper = [rule for rule in held.ledger.rules if rule.paper]
    output.wrap(f"only on paper: {len(paper)}" + (", " + ", ".join(rule.id for rule in paper) if paper else ""), "  ", "    ")
    for word, meaning in LEGEND:
        output.wrap(f"{word}: {meaning}", "  ", "    ", "dim")
    output.say()


def show_rule(output: Output, held: BookRules, rule: Rule) -> None:
    output.say(output.paint(rule.id, "bold") + output.paint(f"  lines of the book: {rule.lines}" if rule.lines else "", "dim"))
    output.wrap(rule.summary, "  ")
    if rule.dice:
        output.wrap(f"dice: {rule.dice}", "  ", "    ")
    if rule.paper:
        output.wrap(f"only on paper: {rule.paper}", "  ", "    ")
    if rule.see:
        output.wrap(f"see {', '.join(rule.see)}", "  ", "    ", "dim")
    places = held.places.get(rule.id, [])
    if places or rule.kind != "example":  # a worked example has no code of its own
        more = f" and {len(places) - MOST_SHOWN} more" if len(places) > MOST_SHOWN else ""
        output.wrap("code: " + (", ".join(places[:MOST_SHOWN]) + more or "nowhere yet"), "  ", "    ", "dim")
    for kind, words in EVIDENCE_WORDS.items():
        tests = held.evidence.by(kind, rule.id)
        if tests:
            output.say(f"  {words}", "dim")
        for test in tests[:MOST_SHOWN]:  # one to a line and never broken, to be copied behind `pytest`
            output.say(f"    {test}", "dim")
        if len(tests) > MOST_SHOWN:
            output.say(f"    and {len(tests) - MOST_SHOWN} more", "dim")
    if not held.evidence.proof(rule.id):
        output.say("  no test proves it", "dim")
    output.say()


def overview(books_rules: list[BookRules], as_json: bool) -> int:
    rows: list[dict[str, Plain]] = []
    for held in books_rules:
        rules = held.ledger.rules
        coded = sum(1 for rule in rules if held.places.get(rule.id))
        counts = held.counts()
        tested = counts["said"] + counts["reached"] + counts["played"]
        rows.append({"book": held.name, "rules": len(rules), "in-code": coded, "tested": tested, **counts})
    if as_json:
        print_json(rows)
        return 0
    output = Output()
    columns = ("rules", "in-code", *COUNTED)
    output.say(f"{'book':<14}" + "".join(f"{column.replace('-', ' '):>10}" for column in columns), "bold")
    for row in rows:
        output.say(f"{row['book']:<14}" + "".join(f"{row[column]:>10}" for column in columns))
    output.say("starfray rules BOOK lists a book; starfray rules WORDS finds rules in all of them", "dim")
    return 0


COMMAND = Command(
    ("starfray rules", "starfray rules coriolis prone", "starfray rules coriolis.core.pray", "starfray rules coriolis --json"),
    options,
    run,
)
