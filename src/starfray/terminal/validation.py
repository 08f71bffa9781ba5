"""Find all the errors of a file, not only the first: leave out what is wrong and try the rest again."""

from __future__ import annotations

import re
from copy import deepcopy
from pathlib import Path
from typing import Any, get_args, get_origin

from starfray.engine.codec import Plain, hints, kebab, read
from starfray.engine.content import Content, book_content
from starfray.engine.errors import BadInput, StarfrayError, suggest
from starfray.engine.rulebook import Rulebook
from starfray.engine.setup import combatants, holders
from starfray.engine.toml import Source, read_source
from starfray.fight import Fight
from starfray.files import build_fight
from starfray.rulebooks import find

TRIES = 25
_ROW = re.compile(r"^combatant\.(\d+)")


class ErrorCollector:
    """A fight built again and again, each time without the field that was wrong. Its errors, each with its line."""

    def __init__(self, source: Source, folder: Path, data: dict[str, Plain], rename: tuple[str, str] = ("", "")) -> None:
        self.source = source
        self.data = deepcopy(data)
        self.rename = rename
        self.rows: list[int] = list(range(len(self._combatants())))  # where each row stood in the file
        self.errors: list[BadInput] = []
        self.fight: Fight | None = None
        self.taken_out: set[str] = set()
        self.changed_names = False  # then what refers to a name may be wrong for that reason alone
        for _ in range(TRIES):
            try:
                self.fight = build_fight(self._source(), folder)
                return
            except BadInput as error:
                if not self._note(error) or not self._take_out(error.field):
                    return

    def _source(self) -> Source:
        nameless = Source("", "")  # so that errors of other files can be told by their name
        nameless.data = deepcopy(self.data)
        return nameless

    def _combatants(self) -> list[Plain]:
        rows = self.data.get("combatant", [])
        return rows if isinstance(rows, list) else []

    def _note(self, error: BadInput) -> bool:
        """Keep the error with its line in the real file; False if trying further makes no sense."""
        name = self._real(error.field)
        row = _ROW.match(name)
        if row is None and self.changed_names:
            return False
        if row is not None and name == row[0] and any(path.startswith(f"{name}.") for path in self.taken_out):
            return True  # it refers to what was taken out, so it is no error of the file
        old, new = self.rename
        name = new + name.removeprefix(old) if old and name.startswith(old) else name
        elsewhere = bool(error.file)
        file, line = (error.file, error.line) if elsewhere else (self.source.file, self.source.line_of(name))
        found = BadInput(error.message, file=file, line=line, field=name, expected=error.expected)
        if str(found) in map(str, self.errors):
            return False
        self.errors.append(found)
        return not elsewhere and bool(error.field) and name != "rulebook"

    def _real(self, name: str) -> str:
        """The field as it stands in the file, where rows taken out are still counted."""
        row = _ROW.match(name)
        if row is None or int(row[1]) >= len(self.rows):
            return name
        return f"combatant.{self.rows[int(row[1])]}{name[row.end() :]}"

    def _take_out(self, name: str) -> bool:
        """Remove the innermost field with the error, or the whole row if no field can be named."""
        row = _ROW.match(name)
        inner: tuple[dict[str, Plain], str] | None = None
        holder: Any = self.data
        for part in name.split("."):
            if isinstance(holder, dict) and part in holder:
                inner = (holder, part)
                holder = holder[part]
            elif isinstance(holder, list) and part.isdigit() and int(part) < len(holder):
                holder = holder[int(part)]
            else:
                break
        if inner is None or inner[1] == "combatant":
            return row is not None and self._drop_row(int(row[1]))
        self.taken_out.add(self._real(name))
        if inner[1] == "id":
            self.changed_names = True
            inner[0]["id"] = f"row-{len(self.errors)}"
        else:
            del inner[0][inner[1]]
        return True

    def _drop_row(self, index: int) -> bool:
        rows = self._combatants()
        if index >= len(rows) or len(rows) < 2:
            return False
        self.changed_names = True
        del rows[index]
        del self.rows[index]
        return True


# --- packs -----------------------------------------------------------------------------------------------------


def pack_errors(folder: Path) -> tuple[list[BadInput], list[str], str]:
    """The errors of a pack, things to know about it, and a summary."""
    if not (folder / "pack.toml").is_file():
        raise BadInput("a folder without a pack.toml", file=str(folder), expected="a pack; starfray new --pack BOOK writes one")
    source = read_source(folder / "pack.toml")
    name = source.data.get("rulebook", "")
    try:
        book = find(name if isinstance(name, str) else "")
    except BadInput as error:
        raise source.locate(error) from None
    base = book_content(book.name, book.folder)
    content = base.with_pack(folder)
    errors: list[BadInput] = []
    notes: list[str] = []
    counts = []
    for path in sorted(folder.glob("*.toml")):
        if path.name == "pack.toml":
            continue
        table = read_source(path)
        counts.append(f"{len(table.data)} {path.stem}")
        for key in table.data:
            fault = entry_error(book, content, path.stem, key)
            if fault is not None:
                field = f"{key}.{fault.field}" if fault.field else key
                errors.append(
                    BadInput(fault.message, file=str(path), line=table.line_of(field), field=field, expected=fault.expected)
                )
            notes += unknown_fields(book, base, content, path, key)
    return errors, notes, f"a pack for {book.name}: " + (", ".join(counts) or "empty")


def entry_error(book: Rulebook, content: Content, table: str, key: str) -> BadInput | None:
    """Why the book cannot use this entry; None if it can. The field is counted from the entry."""
    try:
        if table == "archetypes":
            start_alone(book, content, key)
        for name, held in book.items.items():
            if held == table:
                read(kind_of_item(book, name), whole_item(book, content, name, key), "")
    except BadInput as error:
        return BadInput(error.message, field=re.sub(r"^(combatant\.0)?\.?", "", error.field), expected=error.expected)
    except StarfrayError as error:
        return BadInput(str(error))
    return None


def start_alone(book: Rulebook, content: Content, key: str) -> None:
    """One of this archetype begins a fight of some kind. Where a book has several kinds, one may miss what a fight of it adds
    (a craft to be aboard of): that is no fault of the archetype.
    """
    faults = []
    for kind in book.fight_kinds or ("",):
        state = book.state()
        state.kind = kind
        for combatant in combatants(book, {"id": "somebody", "archetype": key}, content, {}, False, ""):
            state.roster[combatant.id] = combatant
        try:
            book.start(state, content)
            return
        except BadInput as error:
            faults.append(error)
    written = [f"combatant.0.{field}" for field in content.tables["archetypes"][key]]
    own = [fault for fault in faults if not book.fight_kinds or fault.field.startswith(tuple(written))]
    if own:
        raise own[0]


def whole_item(book: Rulebook, content: Content, name: str, key: str) -> Plain:
    """The entry as a combatant would have it in this field, with what is mounted on it."""
    holder = {kebab(name): content.expand(book.items[name], key, "")}
    for inner, table in book.items.items():
        if inner.startswith(f"{name}."):
            for item, field, _ in holders(holder, inner, ""):
                item[field] = content.expand(table, item[field], field)
    return holder[kebab(name)]


def kind_of_item(book: Rulebook, name: str) -> Any:
    """Weapon for 'weapons', Attachment for 'weapons.attachments'."""
    outer, dot, inner = name.partition(".")
    found = item_type(hints(book.combatant)[outer])
    return item_type(hints(found)[inner]) if dot else found


def item_type(hint: Any) -> Any:
    """Weapon of list[Weapon], of Weapon | None, of Weapon."""
    if get_origin(hint) is None:
        return hint
    args = [arg for arg in get_args(hint) if arg is not type(None)]
    return item_type(args[-1])


def unknown_fields(book: Rulebook, base: Content, content: Content, path: Path, key: str) -> list[str]:
    """Fields that no entry of the book has and its rules do not read: often a typing mistake."""
    known = {name for entry in base.tables[path.stem].values() for name in entry}
    for name, held in book.items.items():
        if held == path.stem:
            known |= {kebab(field) for field in hints(kind_of_item(book, name))}
    strange = [name for name in content.tables[path.stem][key] if name not in known]
    return [f"{path.name}: {key}.{name}: no entry of the book has this field, {suggest(name, known)}" for name in strange]
