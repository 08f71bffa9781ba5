"""`starfray new`: a commented fight file or pack that a stranger can edit at once."""

from __future__ import annotations

import argparse
import sys
from functools import lru_cache
from pathlib import Path
from textwrap import wrap

from starfray.demo_files import demo_names, demo_path
from starfray.engine.codec import Plain, kebab
from starfray.engine.content import Content, book_content
from starfray.engine.errors import BadInput, StarfrayError
from starfray.engine.rulebook import Rulebook
from starfray.engine.toml import write_key, write_value
from starfray.files import loads
from starfray.rulebooks import find, names
from starfray.terminal.command import Command, print_json
from starfray.terminal.sources import write_text

PLAYER = "mira"
TRIED_SEEDS = 30
TRIED_ASKS = 6  # before the first act
TRIED_ACTS = 40  # of the computer, to find a question for the example


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("book", nargs="?", default="", metavar="BOOK", help="the rulebook (the first one)")
    parser.add_argument("-o", "--output", default="", metavar="FILE", help="where to write (to the screen)")
    parser.add_argument("--pack", action="store_true", help="a pack (a folder of your own guns and talents) instead of a fight")
    parser.add_argument("--force", action="store_true", help="overwrite what is there")


def run(args: argparse.Namespace) -> int:
    book = find(args.book or names()[0])
    if args.pack:
        return new_pack(book, args)
    text = fight_text(book)
    if args.output:
        write_text(Path(args.output), text, force=args.force)
    if args.json:
        print_json({"rulebook": book.name, "file": args.output or None, "text": text})
    elif args.output:
        sys.stdout.write(f"{args.output}: written. Edit it, then: starfray check {args.output}; starfray play {args.output}\n")
    else:
        sys.stdout.write(text)
    return 0


# --- fights ----------------------------------------------------------------------------------------------------


def fight_text(book: Rulebook) -> str:
    """Two sides, cover, seats and orders; every line explained. What it says loads."""
    content = book_content(book.name, book.folder)
    known = content.tables.get("archetypes", {})
    fitting = [key for key in known if _loads(_fight(book, content, [key, key]))]
    if not fitting:
        return _from_demo(book, content)
    chosen = [max(fitting, key=lambda key: len(known[key])), fitting[0]]  # the fullest sheet against the first
    seed = next((seed for seed in range(1, TRIED_SEEDS) if _first_is_hers(_fight(book, content, chosen, seed))), 1)
    return _fight(book, content, chosen, seed, _asked(_fight(book, content, chosen)))


def _first_is_hers(text: str) -> bool:
    """Does the player decide first? What is asked before anybody may act is declined."""
    fight = loads(text).advance()
    for _ in range(TRIED_ASKS if fight.book.actions else 0):
        if fight.asks and fight.asks[0].kind == "choose":
            fight.answer(fight.asks[0], fight.asks[0].options[-1].key)
    return [*fight.actors, *(ask.who for ask in fight.asks)][:1] == [PLAYER]


def _from_demo(book: Rulebook, content: Content) -> str:
    """Where a combatant is more than one archetype: a demo of the book, with what else there is to choose from."""
    for name in demo_names():
        text = demo_path(name).read_text(encoding="utf-8")
        if loads(text).book.name == book.name:
            tables = ["", *(line for table, rows in content.tables.items() for line in _listed(f"All {table}", list(rows)))]
            return text + "\n".join(tables) + "\n"
    raise BadInput(f"{book.name} has no archetype to begin with", field="archetypes", expected="another book")


def _loads(text: str) -> bool:
    """Is it a fight in which somebody has something to decide?"""
    try:
        fight = loads(text).advance()
        return bool(fight.actors or fight.asks)
    except StarfrayError:
        return False


def _asked(text: str) -> tuple[str, str]:
    """A rule that asks in this fight, and a modest answer: the example of a standing order."""
    fight = loads(text).advance()
    for ask in fight.asks:
        if ask.kind == "choose":
            return ask.rule, ask.options[-1].key
    if fight.actors:
        fight.auto(acts=TRIED_ACTS)
    for entry in fight.journal.entries:
        for taped in entry.tape:
            if taped.what == "yes|no":
                return taped.rule, "never"
    return "", "never"


def _fight(book: Rulebook, content: Content, archetypes: list[str], seed: int = 1, asked: tuple[str, str] = ("", "")) -> str:
    lines = [
        f"# A fight for {book.title}. Try it: starfray check FILE, starfray play FILE.",
        f"rulebook = {write_value(book.name)}",
    ]
    if book.fight_kinds:
        lines.append(f"kind     = {write_value(next(iter(book.fight_kinds)))}  # one of " + ", ".join(book.fight_kinds))
    lines += [
        'title    = "My fight"',
        f"seed     = {seed}           # the same seed gives the same dice; any whole number",
        '# packs  = ["my-pack"]    # folders with your own content: starfray new --pack',
        '# party  = "crew.toml"    # sheets that go from fight to fight: [[combatant]] with party = "name"',
    ]
    placed = _placed(book.name)
    if placed:
        lines.append(f"map      = [24, 12]    # {book.unit}; leave out the map and every `at`, and you are asked for distances")
    lines += [*_rulings(book), *_orders(book, asked)]
    lines += _cover(content, book.unit, book.unit_sign) if placed else []
    lines += [line for line in _combatants(book, content, archetypes) if placed or not line.startswith("at ")]
    return "\n".join(lines) + "\n"


@lru_cache(maxsize=16)
def _placed(book: str) -> bool:
    """Do fights of this book have places? As its demo has it."""
    demos = [fight for name in demo_names() if (fight := loads(demo_path(name).read_text("utf-8"))).book.name == book]
    return not demos or any(combatant.at is not None for fight in demos for combatant in fight.state.roster.values())


def _rulings(book: Rulebook) -> list[str]:
    if not book.rulings:
        return []
    lines = ["", "# Where the book leaves a choice, your table makes it here; the first choice is the default.", "[rulings]"]
    for ruling in book.rulings:
        lines.append(f"# {ruling.summary} One of {', '.join(ruling.choices)}.")
        lines.append(f"# {ruling.key} = {write_value(ruling.choices[0])}")
    return lines


def _orders(book: Rulebook, asked: tuple[str, str]) -> list[str]:
    rule, answer = asked
    summary = book.ledger().summary(rule) if rule else ""
    return [
        "",
        "# Standing answers to questions that would come up again and again, by rule id (starfray rules " + book.name + ").",
        '# Here for everybody; in a [[combatant]] as orders = { "rule.id" = "never" } for one.',
        "[orders]",
        f'# "{rule or "rule.id"}" = {write_value(answer)}   # always, never, or the answer itself',
        *wrap(summary, 108, initial_indent="#   the rule: ", subsequent_indent="#   "),
    ]


def _cover(content: Content, unit: str, sign: str) -> list[str]:
    kinds = content.tables.get("cover", {})
    lines = ["", f"# Cover, as many as you like. `at` is x, y in {unit}; one must be within 2 {sign} of it to use it."]
    if not kinds:
        return [*lines, "# [[cover]]", '# name   = "crates"', "# rating = 4", "# at     = [9, 6]"]
    first = next(iter(kinds))
    return [
        *lines,
        *_listed("Kinds", list(kinds)),
        "[[cover]]",
        f'name = "{first}"',
        f"kind = {write_value(first)}",
        "at   = [9, 6]",
    ]


def _combatants(book: Rulebook, content: Content, archetypes: list[str]) -> list[str]:
    known = content.tables.get("archetypes", {})
    return [
        "",
        "# Who fights. An archetype is a printed sheet; any field written below it replaces the printed one.",
        *_listed("Archetypes", list(known)),
        *(
            line
            for name, table in book.items.items()
            for line in _listed(f"What `{kebab(name)}` may name", list(content.tables.get(table, {})))
        ),
        "[[combatant]]",
        f"id        = {write_value(PLAYER)}",
        'name      = "Mira"',
        f"archetype = {write_value(archetypes[0])}",
        'side      = "crew"',
        'seat      = "ana"      # the player; without a seat the computer plays',
        "at        = [3, 6]",
        "",
        "[[combatant]]",
        'id        = "thug"     # with count = 2: thug-1 and thug-2',
        f"archetype = {write_value(archetypes[1])}",
        "count     = 2",
        'side      = "syndicate"',
        "at        = [18, 5]",
        "# hidden  = true       # the other side does not know they are there",
        '# notes   = "what only the GM should know"',
    ]


def _listed(what: str, keys: list[str], width: int = 110) -> list[str]:
    """A comment that lists names, wrapped."""
    lines, line = [], f"# {what}:"
    for key in keys:
        if len(line) + len(key) + 2 > width:
            lines.append(line)
            line = "#  "
        line += f" {key},"
    return [*lines, line.rstrip(",") + "."]


# --- packs -----------------------------------------------------------------------------------------------------


def new_pack(book: Rulebook, args: argparse.Namespace) -> int:
    folder = Path(args.output or f"my-{book.name}-pack")
    texts = pack_texts(book)
    for name in texts:
        if (folder / name).exists() and not args.force:
            raise BadInput("exists already", file=str(folder / name), expected="another folder, or --force to overwrite")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        write_text(folder / name, text)
    if args.json:
        print_json({"rulebook": book.name, "folder": str(folder), "files": list(texts)})
    else:
        sys.stdout.write(f"{folder}: {', '.join(texts)}. Edit them, then: starfray check {folder}\n")
    return 0


def pack_texts(book: Rulebook) -> dict[str, str]:
    """File name → text: what the pack is for, and one example per kind of thing a combatant may carry, and an archetype."""
    content = book_content(book.name, book.folder)
    tables = [name for name in dict.fromkeys([*book.items.values(), "archetypes"]) if content.tables.get(name)]
    others = [name for name in content.tables if name not in tables]
    head = [
        '# What this pack is for. In a fight file: packs = ["this folder"].',
        f"rulebook = {write_value(book.name)}",
        'name     = "My pack"',
    ]
    if others:
        head.append("# Further files a pack may have: " + ", ".join(f"{name}.toml" for name in others))
    return {"pack.toml": "\n".join(head) + "\n", **{f"{name}.toml": table_text(name, content) for name in tables}}


def table_text(name: str, content: Content) -> str:
    entries = content.tables[name]
    key = next((carried for carried in _carried(content) if carried in entries), next(iter(entries)))
    lines = [
        f"# Your own {name}. `like` takes over an entry of the book; every field you write replaces it.",
        "# An entry with a key of the book replaces the book's own.",
        *_listed("Entries of the book", list(entries)),
        "",
        f"[my-{key}]",
        f"like = {write_value(key)}",
    ]
    if isinstance(entries[key].get("name"), str):
        lines.append(f"name = {write_value('My ' + str(entries[key]['name']).lower())}")
    lines += [f"# {line}" for line in _fields(entries[key])]
    return "\n".join(lines) + "\n"


def _carried(content: Content) -> list[str]:
    """The fullest archetype, then the keys of everything archetypes have, fullest sheet first."""
    sheets = content.tables.get("archetypes", {})
    found = sorted(sheets, key=lambda key: -len(sheets[key]))[:1]
    for sheet in sorted(sheets.values(), key=lambda fields: -len(fields)):
        for value in sheet.values():
            found += [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, str)]
    return found


def _fields(entry: dict[str, Plain]) -> list[str]:
    return [f"{write_key(field)} = {write_value(value)}" for field, value in entry.items() if field != "name"]


COMMAND = Command(("starfray new coriolis -o dock-9.toml", "starfray new --pack coriolis -o my-pack"), options, run)
