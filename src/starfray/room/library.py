"""Where fights come from: demos, uploaded texts, the builder. And the party library."""

from __future__ import annotations

import json
from itertools import takewhile
from typing import Any

from starfray.demo_files import demo_minutes, demo_names, demo_path
from starfray.engine.codec import Plain, as_list, read, show
from starfray.engine.content import Content, book_content
from starfray.engine.errors import BadInput, Refused, suggest
from starfray.engine.rulebook import Rulebook
from starfray.engine.setup import MAX_COMBATANTS, build, combatants
from starfray.engine.toml import Source
from starfray.fight import Fight
from starfray.files import MAX_SEED, build_fight, party_members
from starfray.room.arguments import Args, one_of, text
from starfray.room.limits import MAX_FIGHT, MAX_TEXT, MOST_MEMBERS
from starfray.room.packs import PackSet, check_files, check_names, inside, unpacked
from starfray.rulebooks import find
from starfray.saves import restore


def fight_from(
    args: Args, seed: int, parties: dict[str, Plain] | None = None, files: dict[str, str] | None = None
) -> tuple[Fight, PackSet]:
    """The fight a request describes, and the packs that came with it. Dice come from a fresh seed unless the text names one."""
    kind = one_of(args, "from", ("demo", "text", "builder"))
    if kind == "demo":
        name = text(args, "demo", most=100)
        if name not in demo_names():
            raise BadInput(f"there is no demo {name!r}", field="demo", expected=suggest(name, demo_names()))
        data = Source(demo_path(name).read_text(encoding="utf-8"), name).data
        if not args.get("reproducible"):
            data["seed"] = seed  # otherwise every evening would have the same dice
        return make_fight(data, seed, {}), PackSet()
    if kind == "text":
        words = text(args, "text", most=MAX_TEXT)
        return read_whole(words, seed, check_files(files or {}))
    table = args.get("fight")
    if not isinstance(table, dict):
        raise BadInput("fight is missing", field="fight", expected="a table as in a fight file")
    return make_fight(table, seed, parties or {}), PackSet()


def read_whole(words: str, seed: int, files: dict[str, str]) -> tuple[Fight, PackSet]:
    """A fight file or a save, with the parties and packs that came with it."""
    if words.lstrip()[:1] == "{":
        fight = read_save(words, files)
    else:
        source = Source(words, "fight")
        try:
            check_names(source.data, files)
        except BadInput as error:
            raise source.locate(error) from None
        with unpacked(files) as folder:
            fight = build_fight(source, folder)
        if "seed" not in source.data:
            fight = Fight(fight.book, fight.content, fight.state, title=fight.title, seed=seed, packs=fight.packs)
    used = tuple(file for file in files.items() if any(file[0].startswith(f"{inside(pack, 'packs')}/") for pack in fight.packs))
    return fight, PackSet(tuple(fight.packs), used)


def handed_over(args: Args, seed: int, parties: dict[str, Plain], files: dict[str, str]) -> tuple[dict[str, Plain], PackSet]:
    """The fight a request describes, as a save: so it comes back from the process in which it was read."""
    fight, pack_set = fight_from(args, seed, parties, files)
    save = fight.to_json()
    if len(json.dumps(save, ensure_ascii=False)) > MAX_FIGHT:
        raise BadInput("the fight is too big", expected=f"at most {MAX_FIGHT:,} characters as a save")
    return save, pack_set


def taken(data: dict[str, Plain], pack_set: PackSet) -> Fight:
    with unpacked(dict(pack_set.files)) as folder:
        return restore(data, folder)


def make_fight(data: dict[str, Plain], seed: int, members: dict[str, Plain]) -> Fight:
    for name in ("packs", "party"):
        if data.get(name):
            raise BadInput(f"{name} names files", field=name, expected="combatants written out, or a party of the library")
    book = find(read(str, data.get("rulebook", ""), "rulebook"))
    content = book_content(book.name, book.folder)
    rows = as_list(data.get("combatant", []), "combatant")
    if sum(count_of(row) for row in rows) > MAX_COMBATANTS:
        raise BadInput("too many combatants", field="combatant", expected=f"at most {MAX_COMBATANTS}")
    given = data.get("seed", seed)
    if type(given) is not int or not 0 <= given <= MAX_SEED:
        raise BadInput(f"seed = {show(given)}", field="seed", expected="a whole number from 0 to 2^64 - 1")
    plain = {key: value for key, value in data.items() if key not in ("packs", "party")}
    try:
        state = build(book, plain, content, members)
    except Refused as error:
        raise BadInput(str(error)) from None
    return Fight(book, content, state, title=read(str, data.get("title", ""), "title"), seed=given)


def count_of(row: Plain) -> int:
    count = row.get("count", 1) if isinstance(row, dict) else 1
    return count if type(count) is int and 0 < count < 10**6 else 1


def read_save(words: str, files: dict[str, str]) -> Fight:
    try:
        data = json.loads(words)
    except (ValueError, RecursionError):
        raise BadInput("not JSON", field="text", expected="a fight file or a save") from None
    check_names({"packs": data.get("packs", [])} if isinstance(data, dict) else {}, files)
    with unpacked(files) as folder:
        return restore(data, folder)


def demos() -> list[dict[str, Plain]]:
    found = []
    for name in demo_names():
        words = demo_path(name).read_text(encoding="utf-8")
        data = Source(words, name).data
        book = find(data["rulebook"])
        people = data.get("combatant", [])
        found.append(
            {
                "demo": name,
                "title": data.get("title", name),
                "book": book.name,
                "book_title": book.title,
                "about": about(words, data.get("title", name)),
                "players": len({each["seat"] for each in people if each.get("seat")}),
                "people": sum(int(each.get("count", 1)) for each in people),
                "minutes": demo_minutes(name),
            }
        )
    return found


def about(words: str, title: str) -> str:
    """The sentence a fight file opens with, without its title: what the fight is about."""
    lines = [line.lstrip("# ").strip() for line in takewhile(lambda line: line.startswith("#"), words.splitlines())]
    text = " ".join(lines).removeprefix(f"{title}:").strip()
    first = text.split(". ")[0].rstrip(".")
    return f"{first[:1].upper()}{first[1:]}." if first else ""


# --- the builder -----------------------------------------------------------------------------------------------


def building_blocks(book: Rulebook, content: Content) -> dict[str, Plain]:
    """What a fight can be built from: archetypes, items by the field that holds them, kinds, rulings, carried fields."""
    return {
        "book": book.name,
        "title": book.title,
        "kinds": list(book.fight_kinds),
        "unit": book.unit,
        "placed": placed(book),
        "archetypes": entries(content, "archetypes"),
        "items": {name: entries(content, table) for name, table in book.items.items()},
        "cover": entries(content, "cover"),
        "rulings": [
            {"key": ruling.key, "choices": list(ruling.choices), "summary": ruling.summary, "rule": ruling.rule}
            for ruling in book.rulings
        ],
        "concealable": list(book.concealable),
        "carried": list(book.carried),
    }


def placed(book: Rulebook) -> list[str]:
    """The kinds of fight in which people have places, as the demos have it; '' for a book of one kind."""
    kinds = list(book.fight_kinds) or [""]
    found: dict[str, bool] = {}
    for name in demo_names():
        data = Source(demo_path(name).read_text(encoding="utf-8"), name).data
        if data["rulebook"] == book.name:
            kind = data.get("kind", kinds[0])
            found[kind] = found.get(kind, False) or any("at" in row for row in data["combatant"])
    return [kind for kind in kinds if found.get(kind, True)]


def entries(content: Content, table: str) -> list[dict[str, Plain]]:
    rows: Any = content.tables.get(table, {})
    return [
        {"key": key, "name": row.get("name", key.replace("-", " ")) if isinstance(row, dict) else key, "fields": row}
        for key, row in rows.items()
    ]


def checked_members(book: str, members: list[Plain]) -> list[dict[str, Plain]]:
    return check_party(find(book), {"member": members})


def check_party(book: Rulebook, data: Plain) -> list[dict[str, Plain]]:
    """The members of a party, each one checked against the book."""
    content = book_content(book.name, book.folder)
    if not isinstance(data, dict):
        raise BadInput("no party", field="party", expected="a table with a list `member`")
    members = party_members(data)
    if len(members) > MOST_MEMBERS:
        raise BadInput("too many members", field="member", expected=f"at most {MOST_MEMBERS}")
    known: dict[str, Plain] = {}
    for place, member in enumerate(members):
        if member["id"] in known:
            raise BadInput(f"{member['id']!r} is there twice", field=f"member.{place}.id", expected="an id of its own")
        known[member["id"]] = member
        combatants(book, {"party": member["id"]}, content, known, False, f"member.{place}")
    return members
