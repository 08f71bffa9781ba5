"""Building a position from plain data: archetypes filled in, items looked up, copies numbered, derived figures checked."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast, get_args

from starfray.engine.backdrops import check_backdrop, read_backdrop
from starfray.engine.bounds import check_bounds
from starfray.engine.codec import Plain, as_list, clone, from_plain, hints, kebab, read, shallow, show, snake, to_plain
from starfray.engine.content import Content
from starfray.engine.errors import BadInput, suggest
from starfray.engine.goals import check_goals, read_goals
from starfray.engine.orders import check_orders, check_words
from starfray.engine.position import AnyPosition, Combatant, sides
from starfray.engine.scene import Scene
from starfray.engine.toml import read_source
from starfray.engine.view import check_secret
from starfray.engine.walls import check_walls, named_openings, read_walls
from starfray.engine.waves import Wave, read_waves, wave_data

if TYPE_CHECKING:
    from starfray.engine.rulebook import Rulebook

#: what stands at the top of a fight file beside the position itself
HEADER = ("rulebook", "kind", "title", "seed", "packs", "party", "complete", "notes", "ended")
SECTIONS = (
    "rulings",
    "orders",
    "cover",
    "zone",
    "wall",
    "goal",
    "wave",
    "relation",
    "map",
    "backdrop",
    "fog",
    "combatant",
    "now",
)
MAX_COMBATANTS = 400
BASE_FIELDS = ("kind", "roster", "scene", "rulings", "orders", "ended", "notes", "goals", "waves")


def build(
    book: Rulebook, data: dict[str, Plain], content: Content, party: dict[str, Plain], *, trusted: bool = False
) -> AnyPosition:
    """The position a fight file describes. A trusted one (a save) is taken as it is written.

    So is a complete one in which the GM has set figures by hand: the GM may override what the book derives or forbids.
    """
    for key in data:
        if key not in HEADER and key not in SECTIONS:
            raise BadInput(f"unknown field {key!r}", field=key, expected=suggest(key, [*HEADER, *SECTIONS]))
    state: AnyPosition = book.state()
    state.kind = kind_of(book, data)
    state.scene = _scene(data)
    state.rulings = check_rulings(book, data.get("rulings", {}))
    state.orders = check_orders(book, data.get("orders", {}), "orders")
    state.notes = read(str, data.get("notes", ""), "notes")
    state.ended = read(str, data.get("ended", ""), "ended")
    complete = read(bool, data.get("complete", False), "complete")
    people = as_list(data.get("combatant", []), "combatant")
    rows = _fill_roster(book, state, people, content, party, complete)
    _read_endings(book, state, data, people, content)
    _read_now(state, data.get("now", {}))
    if trusted:
        book.mend_saved(state)
    if trusted or (complete and any(actor.overridden for actor in state.roster.values())):
        return state
    try:
        _check_start(book, state, content, complete)
    except BadInput as error:
        raise _in_file(error, rows) from None
    if state.waves:
        check_waves(book, state, content)
    return state


def comes_later(row: Plain) -> bool:
    """Is this [[combatant]] of a wave?"""
    return isinstance(row, dict) and "wave" in row


def _fill_roster(
    book: Rulebook, state: AnyPosition, people: list[Plain], content: Content, party: dict[str, Plain], complete: bool
) -> list[int]:
    """Put those who are there from the beginning on the roster: for each, which [[combatant]] table they came from."""
    rows: list[int] = []
    for index, row in enumerate(people):
        if comes_later(row):
            continue
        where = f"combatant.{index}"
        for actor in combatants(book, row, content, party, complete, where):
            if actor.id in state.roster:
                raise BadInput(f"the id {actor.id!r} is taken", field=f"{where}.id", expected="an id of its own")
            state.roster[actor.id] = actor
            rows.append(index)
        if len(state.roster) > MAX_COMBATANTS:
            raise BadInput(f"{len(state.roster)} combatants", field="combatant", expected=f"at most {MAX_COMBATANTS}")
    if not state.roster:
        raise BadInput("nobody is in this fight", field="combatant", expected="at least one [[combatant]]")
    return rows


def _read_endings(book: Rulebook, state: AnyPosition, data: dict[str, Plain], people: list[Plain], content: Content) -> None:
    """Who joins later, and the goals, which may name those who do."""
    later = [row for row in people if isinstance(row, dict) and comes_later(row)]
    state.waves = read_waves(data.get("wave", []), later)
    state.goals = read_goals(data.get("goal", []))
    coming = [each for wave in state.waves for each in people_of(book, wave, content)]
    known, teams = [*state.roster, *[each.id for each in coming]], [*sides(state), *[each.side for each in coming]]
    check_goals(state.goals, known, teams, clock=book.time is not None)


def _check_start(book: Rulebook, state: AnyPosition, content: Content, complete: bool) -> None:
    """What the book asks of a position that a fight begins with."""
    for index, actor in enumerate(state.roster.values()):
        for path in () if complete else actor.secret:
            check_secret(state, actor, path, f"combatant.{index}.secret")
        check_bounds(actor, f"combatant.{index}")
    book.start(state, content)
    if not complete:  # an order may outlive the one or the thing it names
        check_words(book, content, state, state.orders, "orders")
        for index, actor in enumerate(state.roster.values()):
            check_words(book, content, state, actor.orders, f"combatant.{index}.orders")


def check_whole(book: Rulebook, content: Content, state: AnyPosition, path: str) -> None:
    """After the GM has set something of the position itself: could it still be read from a file?"""
    kind_of(book, {"kind": state.kind})
    check_rulings(book, state.rulings)
    check_orders(book, state.orders, path)
    if path.startswith("scene"):
        check_walls(state.scene.walls, f"{path.partition('.')[0]}.walls")
        state.scene.walls = named_openings(state.scene.walls)
        if state.scene.backdrop is not None:
            check_backdrop(state.scene.backdrop, f"{path.partition('.')[0]}.backdrop")
    try:
        book.start(clone(state), content)
    except BadInput as error:
        if not error.field.startswith("combatant"):  # a combatant's figures are the GM's to set
            raise BadInput(error.message, field=path, expected=error.expected) from None


def check_word(book: Rulebook, content: Content, state: AnyPosition, path: str, new: bool = False) -> None:
    """After the GM has set a combatant's word, list or new entry of a table: is it one the book knows?

    (Numbers out of bounds are the GM's right.)
    """
    who, _, field = path.partition(".")
    here = f"combatant.{list(state.roster).index(who)}.{field}"
    try:
        book.start(clone(state), content)
    except BadInput as error:
        in_table = new and error.field == here.rpartition(".")[0]  # a new entry may be a name the table does not take
        if in_table or f"{error.field}.".startswith(f"{here}."):
            raise BadInput(error.message, field=path, expected=error.expected) from None


def start_new(book: Rulebook, content: Content, state: AnyPosition, made: list[Any]) -> None:
    """Let the book see combatants who join. What the GM has set by hand on others is not checked against the book."""
    for actor in made:
        check_bounds(actor, f"combatant.{list(state.roster).index(actor.id)}")
    kept = {actor.id: actor for actor in state.roster.values() if actor.overridden and actor not in made}
    stand_ins = {one_id: clone(made[0]) for one_id in kept}
    for one_id, actor in stand_ins.items():
        actor.id, actor.side, actor.overridden = one_id, kept[one_id].side, dict(kept[one_id].overridden)
    state.roster = {**state.roster, **stand_ins}
    book.start(state, content)
    state.roster = {**state.roster, **kept}


def people_of(book: Rulebook, wave: Wave, content: Content) -> list[Any]:
    """Those who come with a wave, as the file has them."""
    return [one for row in wave.rows for one in combatants(book, json.loads(row), content, {}, False, "wave")]


def check_waves(book: Rulebook, state: AnyPosition, content: Content) -> None:
    """Would all of them fit into the fight? Asked when it is loaded, for later nobody could mend the file."""
    if any(wave.turn for wave in state.waves) and book.time is None:
        raise BadInput("this book counts no turns", field="wave", expected='side = "…" and left = N')
    trial: AnyPosition = clone(state)
    for number, wave in enumerate(state.waves):
        made = people_of(book, wave, content)
        for one in made:
            if one.id in trial.roster:
                raise BadInput(f"the id {one.id!r} is taken", field=f"wave.{number}", expected="ids of their own")
            trial.roster = {**trial.roster, one.id: one}
        if wave.side and wave.side not in [one.side for one in trial.roster.values()]:
            raise BadInput(f"no side {wave.side!r}", field=f"wave.{number}.side", expected="a side of the fight")
    try:
        book.start(trial, content)
    except BadInput as error:
        raise BadInput(f"of a wave: {error.message}", field="wave", expected=error.expected) from None


def join(book: Rulebook, content: Content, state: AnyPosition, wave: Wave) -> list[Any]:
    """Those of a wave are there; an id the GM has given away meanwhile gets a number."""
    made = people_of(book, wave, content)
    for actor in made:
        plain, number = actor.id, 2
        while actor.id in state.roster:
            actor.id, number = f"{plain}-{number}", number + 1
        state.roster = {**state.roster, actor.id: actor}
    state.waves = tuple([each for each in state.waves if each is not wave])
    start_new(book, content, state, made)
    return made


def _in_file(error: BadInput, rows: list[int]) -> BadInput:
    """Translate a combatant's number into the number of its table in the file: numbered copies share one table."""
    parts = error.field.split(".")
    if len(parts) > 1 and parts[0] == "combatant" and parts[1].isdigit() and int(parts[1]) < len(rows):
        parts[1] = str(rows[int(parts[1])])
        error.field = ".".join(parts)
    return error


def kind_of(book: Rulebook, data: dict[str, Plain]) -> str:
    kind = read(str, data.get("kind", ""), "kind")
    if book.fight_kinds and not kind:
        return next(iter(book.fight_kinds))
    if kind and kind not in book.fight_kinds:
        raise BadInput(f"{book.name} has no kind {kind!r}", field="kind", expected=suggest(kind, book.fight_kinds))
    return str(kind)


def combatants(book: Rulebook, row: Plain, content: Content, party: dict[str, Plain], complete: bool, where: str) -> list[Any]:
    """The combatants of one [[combatant]] table: one, or numbered copies."""
    if not isinstance(row, dict):
        raise BadInput(f"{show(row)} is not a combatant", field=where, expected="a [[combatant]] table")
    row = dict(row)
    count = read(int, row.pop("count", 1), f"{where}.count")
    if not 1 <= count <= MAX_COMBATANTS:
        raise BadInput(f"count = {count}", field=f"{where}.count", expected=f"1 to {MAX_COMBATANTS}")
    whole = row if complete else merge(_base(row, content, party, where), row)
    whole.pop("complete", None)
    for name, table in book.items.items():
        for holder, key, place in holders(whole, name, where):
            holder[key] = named(content.expand(table, holder[key], f"{place}.{key}"), record_of(book.combatant, name))
    if "id" not in whole:
        raise BadInput("'id' is missing", field=where, expected="a short name, as mira")
    check_id(whole["id"], f"{where}.id", hints(book.state))
    if not str(whole.get("side", "")).isprintable():
        raise BadInput(f"side = {show(whole['side'])}", field=f"{where}.side", expected="a name people can read")
    whole["orders"] = check_orders(book, whole.get("orders", {}), f"{where}.orders")
    made = [from_plain(book.combatant, whole, where)]
    if count > 1:
        made = [from_plain(book.combatant, {**whole, "id": f"{whole['id']}-{n + 1}"}, where) for n in range(count)]
        for number, actor in enumerate(made):
            if actor.name:
                actor.name = f"{actor.name} {number + 1}"
            if actor.at is not None:
                actor.at = (actor.at[0], actor.at[1] + 2.0 * number)
    return made


def named(items: Plain, record: Any) -> Plain:
    """Items without a name of their own are called by their key."""
    if isinstance(items, list):
        return [named(item, record) for item in items]
    if record is None or "name" not in hints(record) or items.get("name"):
        return items
    return {**items, "name": items["key"].replace("-", " ")}


def _base(row: dict[str, Plain], content: Content, party: dict[str, Plain], where: str) -> dict[str, Plain]:
    """What the combatant starts from: its party sheet, its archetype, both or nothing."""
    base: dict[str, Plain] = {}
    sheet: dict[str, Plain] = {}
    whole = False
    if "party" in row:
        name = read(str, row["party"], f"{where}.party")
        if name not in party:
            raise BadInput(f"{name!r} is not in the party", field=f"{where}.party", expected=suggest(name, party))
        sheet = {"id": name, **party[name]}
        whole = read(bool, sheet.pop("complete", False), f"{where}.party")  # written back after a fight: nothing is filled in
    archetype = row.get("archetype", sheet.get("archetype"))
    if archetype is not None:
        key = read(str, archetype, f"{where}.archetype")
        base = dict(content.entry("archetypes", key, f"{where}.archetype"))
    return {**base, **sheet} if whole else merge(base, sheet)


def merge(base: dict[str, Plain], over: dict[str, Plain]) -> dict[str, Plain]:
    """`over` laid on `base`; tables such as skills are laid over each other key by key."""
    merged = dict(base)
    for key, value in over.items():
        if isinstance(value, dict) and isinstance(merged.get(key), dict):
            merged[key] = {**merged[key], **value}
        else:
            merged[key] = value
    return merged


def check_id(name: Plain, where: str, fields: Iterable[str] = ()) -> None:
    """An id is one word, and none that paths already use for something else."""
    fine = isinstance(name, str) and 0 < len(name) <= 40 and all(c.isalnum() or c in "-_'" for c in name)
    if not fine or name in ("gm", "all") or snake(name) in fields:
        raise BadInput(f"{show(name)} cannot be an id", field=where, expected="letters, digits, - and _, as thug-2")


def check_rulings(book: Rulebook, given: Plain) -> dict[str, str]:
    rulings: dict[str, str] = read(dict[str, str], given, "rulings")
    known = {ruling.key: ruling for ruling in book.rulings}
    for key, choice in rulings.items():
        if key not in known:
            raise BadInput(f"unknown ruling {key!r}", field=f"rulings.{key}", expected=suggest(key, known))
        if choice not in known[key].choices:
            raise BadInput(
                f"{choice!r} is no choice", field=f"rulings.{key}", expected="one of " + ", ".join(known[key].choices)
            )
    return rulings


def _scene(data: dict[str, Plain]) -> Scene:
    parts: dict[str, Plain] = {key: data[key] for key in ("cover", "zone", "relation") if key in data}
    if "map" in data:
        parts["size"] = data["map"]
    if "fog" in data:
        parts["fog"] = data["fog"]
    scene = from_plain(Scene, parts)
    scene.walls = read_walls(data.get("wall", []))
    scene.backdrop = read_backdrop(data["backdrop"]) if "backdrop" in data else None
    return scene


def _read_now(state: AnyPosition, given: Plain) -> None:
    """The [now] table: the fields of the position that belong to the book (turn, order, clocks)."""
    if not isinstance(given, dict):
        raise BadInput(f"{show(given)} is not a table", field="now", expected="[now]")
    known = {name: hint for name, hint in hints(type(state)).items() if name not in BASE_FIELDS}
    for key, value in given.items():
        if snake(key) not in known:
            raise BadInput(f"unknown field {key!r}", field=f"now.{key}", expected=suggest(key, map(kebab, known)))
        setattr(state, snake(key), read(known[snake(key)], value, f"now.{key}"))


def position_data(book: Rulebook, state: AnyPosition, content: Content) -> dict[str, Plain]:
    """The position as a complete fight file's data: `build` gives the same position back."""
    data: dict[str, Plain] = {"complete": True}
    apart = shallow(state)  # the combatants are written one by one below
    apart.roster, apart.waves = {}, ()
    whole = to_plain(apart)
    for key in ("kind", "notes", "ended", "rulings", "orders"):
        if key in whole:
            data[key] = whole[key]
    scene = whole.get("scene", {})
    for key in ("cover", "zone", "relation"):
        if key in scene:
            data[key] = scene[key]
    if "size" in scene:
        data["map"] = scene["size"]
    if "walls" in scene:
        data["wall"] = scene["walls"]
    for key in ("backdrop", "fog"):
        if key in scene:
            data[key] = scene[key]
    if state.goals:
        data["goal"] = whole["goals"]
    now = {key: value for key, value in whole.items() if snake(key) not in BASE_FIELDS}
    if now:
        data["now"] = now
    data["combatant"] = [_combatant_data(book, actor, content) for actor in state.roster.values()]
    if state.waves:
        data["wave"], people = wave_data(state.waves)
        data["combatant"] += people
    return data


def _combatant_data(book: Rulebook, actor: Any, content: Content) -> dict[str, Plain]:
    data: dict[str, Plain] = to_plain(actor)
    full: dict[str, Plain] = full_plain(actor)
    for name, table in reversed(book.items.items()):  # what is inside an item first
        fulls = holders(full, name, "")
        for (holder, key, _), (whole, _, _) in zip(holders(data, name, ""), fulls, strict=False):
            if holder[key]:
                short = content.contract(table, holder[key], whole[key])
                holder[key] = whole[key] = short
    return data


def holders(data: dict[str, Plain], name: str, where: str) -> list[tuple[dict[str, Plain], str, str]]:
    """The places of a field of items: in the combatant, or ('weapons.attachments') in each of its items."""
    outer, dot, inner = kebab(name).partition(".")
    if not dot:
        return [(data, outer, where)] if outer in data else []
    found = data.get(outer, [])
    items = found if isinstance(found, list) else [found]
    fit = [(place, item) for place, item in enumerate(items) if isinstance(item, dict) and inner in item]
    return [(item, inner, f"{where}.{outer}.{place}") for place, item in fit]


def record_of(holder: Any, name: str) -> Any:
    """The record type a field of items holds; None if it holds none."""
    outer, dot, inner = name.partition(".")
    hint = hints(holder)[outer]
    cls = next((arg for arg in (*get_args(hint), hint) if dataclasses.is_dataclass(arg)), None)
    return record_of(cls, inner) if dot and cls is not None else cls


def full_plain(value: Any) -> Plain:
    """Like to_plain, but with every field written out, defaults too."""
    if isinstance(value, list):
        return [full_plain(item) for item in value]
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return to_plain(value)
    fields = {name: getattr(value, name) for name in hints(type(value))}
    return {kebab(name): full_plain(content) for name, content in fields.items() if content is not None}


def load_content(book: Rulebook, packs: list[Path], base: Content) -> Content:
    content = base
    for pack in packs:
        content = content.with_pack(pack)
        check_items(book, content, pack)
    return content


def check_items(book: Rulebook, content: Content, folder: Path) -> None:
    """Read every item in a folder of data as the record it stands for, so that an error names its file and not a fight."""
    for name, table in book.items.items():
        path = folder / f"{table}.toml"
        if path.exists():
            source = read_source(path)
            cls = record_of(book.combatant, name)
            for key in source.data if cls is not None else ():
                try:
                    entry = {"key": key, **content.entry(table, key)}
                    for inner, inner_table in book.items.items():  # what is inside an item: a vehicle's mounted weapons
                        within = inner.removeprefix(f"{name}.")
                        if within != inner and within in entry:
                            entry[within] = content.expand(inner_table, entry[within], f"{key}.{within}")
                    from_plain(cast(type[Any], cls), entry, key)
                except BadInput as error:
                    raise source.locate(error) from None


def printed_row(actor: Combatant, content: Content) -> tuple[str, ...]:
    """The row a stranger sees in place of a combatant, as field and key in turn: its archetype, if it is the book's own and not
    a pack's.
    """
    return archetype_row(actor.archetype, content)


def archetype_row(archetype: str, content: Content) -> tuple[str, ...]:
    return ("archetype", archetype) if content.has("archetypes", archetype) else ()


def as_printed(book: Rulebook, actor: Combatant, content: Content) -> Any:
    """The combatant a printed row makes, with what the book derives. Views look at it at every turn, so it is made once and
    never changed.
    """
    row = book.printed(actor, content)
    made = content.prints.get(row)
    if made is None:
        plain: dict[str, Plain] = {"id": "printed", **dict(zip(row[::2], row[1::2], strict=True))}
        made = combatants(book, plain, content, {}, False, actor.id)[0]
        book.derive(made, content)
        content.prints[row] = made
    return made
