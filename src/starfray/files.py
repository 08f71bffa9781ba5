"""Fight files, party files: TOML a person writes by hand. Reading, writing, and errors that say where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starfray.disk import write_whole
from starfray.engine.bounds import check_bounds
from starfray.engine.codec import Plain, as_list, kebab, read, show, to_plain
from starfray.engine.content import Content, book_content
from starfray.engine.errors import BadInput, Refused, suggest
from starfray.engine.position import AnyPosition
from starfray.engine.rulebook import Rulebook
from starfray.engine.setup import build, check_rulings, combatants, load_content, position_data
from starfray.engine.toml import Source, read_source, write_key, write_pairs, write_value
from starfray.fight import Fight
from starfray.rulebooks import find

MAX_SEED = (1 << 64) - 1
PARTY_FIELDS = ("rulebook", "title", "notes", "packs", "member", "imported")


def load(path: str | Path) -> Fight:
    """The fight in a file, not begun yet."""
    path = Path(path)
    return build_fight(read_source(path), path.parent)


def loads(text: str, file: str = "fight", folder: str | Path | None = None) -> Fight:
    """The fight in a text. Packs and party files are looked for in `folder`."""
    return build_fight(Source(text, file), Path(folder or ""))


def build_fight(source: Source, folder: Path) -> Fight:
    """The fight a TOML source describes; an error says where in the source."""
    data = source.data
    try:
        name = read(str, data.get("rulebook", ""), "rulebook")
        book = find(name)
        packs = pack_names(data, folder)
        packs += [pack for pack in party_packs(data, folder) if pack not in packs]
        content = content_of(book, packs, folder)
        state = build(book, data, content, read_party(data, folder, book, content))
        seed = data.get("seed", 0)
        if type(seed) is not int or not 0 <= seed <= MAX_SEED:
            raise BadInput(f"seed = {show(seed)}", field="seed", expected="a whole number from 0 to 2^64 - 1")
        return Fight(book, content, state, title=read(str, data.get("title", ""), "title"), seed=seed, packs=packs)
    except BadInput as error:
        raise source.locate(error) from None
    except Refused as error:  # a book's own check speaks of a rule
        raise source.locate(BadInput(str(error))) from None


def pack_names(data: dict[str, Plain], folder: Path) -> list[str]:
    """The packs a fight or a party names; each is a folder beside it."""
    names = [read(str, pack, f"packs.{i}") for i, pack in enumerate(as_list(data.get("packs", []), "packs"))]
    for index, name in enumerate(names):
        if not (folder / name / "pack.toml").is_file():
            wanted = folder / name / "pack.toml"
            raise BadInput(f"there is no pack {name!r}", field=f"packs.{index}", expected=f"a file {wanted}")
    return names


def party_files(data: dict[str, Plain], folder: Path) -> list[tuple[str, Source]]:
    """The party files a fight names, each with its folder relative to the fight's."""
    given = data.get("party", [])
    found = []
    for index, given_path in enumerate([given] if isinstance(given, str) else as_list(given, "party")):
        name = read(str, given_path, f"party.{index}")
        if not (folder / name).is_file():
            raise BadInput(f"there is no party file {name!r}", field="party", expected=f"a file {folder / name}")
        found.append((str(Path(name).parent), read_source(folder / name)))
    return found


def party_packs(data: dict[str, Plain], folder: Path) -> list[str]:
    """The packs the parties name, relative to the folder of the fight."""
    found = []
    for where, source in party_files(data, folder):
        try:
            found += [str(Path(where) / name) for name in pack_names(source.data, folder / where)]
        except BadInput as error:
            raise source.locate(error) from None
    return found


def content_of(book: Rulebook, packs: list[str], folder: Path) -> Content:
    """The book's data with the packs of a fight laid over it."""
    return load_content(book, [folder / pack for pack in packs], book_content(book.name, book.folder))


def read_party(data: dict[str, Plain], folder: Path, book: Rulebook, content: Content) -> dict[str, Plain]:
    """Party sheets by name, from the party files the fight names. An error in one names that file."""
    members: dict[str, Plain] = {}
    for _, source in party_files(data, folder):
        try:
            for number, member in enumerate(party_members(source.data)):
                if member["id"] in members:
                    raise BadInput(f"{member['id']!r} is there twice", field=f"member.{number}.id", expected="an id of its own")
                members[member["id"]] = member
                combatants(book, {"party": member["id"]}, content, members, False, f"member.{number}")
            if source.data.get("rulebook", book.name) != book.name:
                raise BadInput(f"a party of {show(source.data['rulebook'])}", field="rulebook", expected=repr(book.name))
        except BadInput as error:
            raise source.locate(error) from None
    return members


def party_members(data: dict[str, Plain]) -> list[dict[str, Plain]]:
    for key in data:
        if key not in PARTY_FIELDS:
            raise BadInput(f"unknown field {key!r}", field=key, expected=suggest(key, PARTY_FIELDS))
    members = as_list(data.get("member", []), "member")
    for number, member in enumerate(members):
        if not isinstance(member, dict) or not isinstance(member.get("id"), str):
            raise BadInput("a member without an id", field=f"member.{number}", expected='id = "mira"')
    return members


ON_THE_GROUND = ("dropped", "lies", "lies-at")  # fields of items


# --- parties ---------------------------------------------------------------------------------------------------


def party_sheet(book: Rulebook, content: Content, actor: Any) -> dict[str, Plain]:
    """What a combatant takes to the next fight: its sheet, wounds, ammunition, points; not its place or side."""
    data = position_data(book, book.state(roster={actor.id: actor}), content)["combatant"][0]
    kept = {"id", "name", "seat", "archetype", "portrait", "counters", "own-notes", *(kebab(name) for name in book.carried)}
    sheet = {key: value for key, value in data.items() if key in kept}
    for name in book.carried:  # written even at its default, so that the archetype does not fill it in again
        sheet.setdefault(kebab(name), to_plain(getattr(actor, name)))
    for name in book.items:
        held = sheet.get(name)
        for item in held if isinstance(held, list) else ():
            for place in ON_THE_GROUND if isinstance(item, dict) else ():  # its owner has gathered it up since
                item.pop(place, None)
    sheet["id"] = actor.party or actor.id
    sheet["complete"] = True
    return {key: value for key, value in sheet.items() if value is not None}


def write_back(fight: Fight, path: str | Path, who: list[str] | None = None) -> list[str]:
    """Write combatants back into a party file; members that are not named stay as they are. Returns the ids written."""
    path = Path(path)
    source = read_source(path) if path.exists() else Source("", str(path))
    try:
        members = {member["id"]: member for member in party_members(source.data)}
    except BadInput as error:
        raise source.locate(error) from None
    wanted = who if who is not None else [combatant.id for combatant in fight.state.roster.values() if combatant.party]
    if not wanted:
        raise BadInput("nobody in this fight came from a party", field="party", expected="the ids to write, as mira")
    written = []
    for wanted_id in wanted:
        fight.check_known(wanted_id)
        sheet = party_sheet(fight.book, fight.content, fight.state.roster[wanted_id])
        members[sheet["id"]] = sheet
        written.append(sheet["id"])
    write_party(path, {"rulebook": fight.book.name, **source.data}, list(members.values()))
    return written


def start_alone(book: Rulebook, content: Content, row: dict[str, Plain], members: dict[str, Plain]) -> Any:
    """A combatant outside of any fight, with the figures the book derives."""
    state = position_alone(book, content, row, members)
    return next(iter(state.roster.values()))


def position_alone(book: Rulebook, content: Content, row: dict[str, Plain], members: dict[str, Plain]) -> AnyPosition:
    """A position in which nobody is but one combatant. Where a book has several kinds of fight, the first in which it could
    be: a pilot need not have come on foot.
    """
    faults = []
    for kind in book.fight_kinds or ("",):
        combatant = combatants(book, row, content, members, False, "member")[0]
        state: AnyPosition = book.state(roster={combatant.id: combatant})
        state.kind, state.rulings = kind, check_rulings(book, {})
        try:
            book.start(state, content)
            return state
        except BadInput as error:
            faults.append(error)
    raise faults[0]


class PartyMember:
    """A member of a party file as a combatant outside of any fight: changed, and written back."""

    def __init__(self, book: Rulebook, path: Path, who: str) -> None:
        if not path.is_file():
            raise BadInput(f"there is no party file {str(path)!r}", field="party", expected="the path of a party file")
        self.book, self.path, self.who = book, path, who
        self.source = read_source(path)
        try:
            self.content = content_of(book, pack_names(self.source.data, path.parent), path.parent)
            self.members: dict[str, Plain] = {member["id"]: member for member in party_members(self.source.data)}
            if who not in self.members:
                raise BadInput(f"{who!r} is not in the party", field="member", expected=suggest(who, self.members))
            self.combatant = start_alone(book, self.content, {"party": who}, self.members)
        except BadInput as error:
            raise self.source.locate(error) from None

    def save(self) -> None:
        check_bounds(self.combatant, f"member.{list(self.members).index(self.who)}")
        self.members[self.who] = party_sheet(self.book, self.content, self.combatant)
        write_party(self.path, {"rulebook": self.book.name, **self.source.data}, list(self.members.values()))


def write_party(path: Path, data: dict[str, Plain], members: list[dict[str, Plain]]) -> None:
    """Write a party file with these members; the record of imported sheets stays at its end."""
    lines = write_pairs({key: value for key, value in data.items() if key not in ("member", "imported")})
    for member in members:
        lines += ["", "[[member]]"]
        lines += [f"{write_key(key)} = {write_value(value)}" for key, value in member.items()]
    for name, row in data.get("imported", {}).items():
        lines += ["", "# as last read from the sheet; a new import tells by it what was changed here", f"[imported.{name}]"]
        lines += [f"{write_key(key)} = {write_value(value)}" for key, value in row.items()]
    write_whole(path, "\n".join(lines) + "\n")
