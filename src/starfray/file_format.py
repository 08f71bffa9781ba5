"""Fight files as text: a position, or the data of one, written as TOML a person can read and edit."""

from __future__ import annotations

from starfray.engine.codec import Plain
from starfray.engine.runner import Running
from starfray.engine.setup import position_data
from starfray.engine.toml import write_pairs

_TABLES = ("rulings", "orders", "backdrop", "now")
_LISTS = ("cover", "zone", "wall", "goal", "wave", "relation", "combatant")


def write_fight(fight: Running) -> str:
    """The position as a complete fight file; loading it gives the same hash."""
    data = position_data(fight.book, fight.state, fight.content)
    head: dict[str, Plain] = {"rulebook": fight.book.name}
    if fight.title:
        head["title"] = fight.title
    head["seed"] = fight.seed
    if fight.packs:
        head["packs"] = fight.packs
    return write_file(head | data)


def write_file(data: dict[str, Plain]) -> str:
    head = {key: value for key, value in data.items() if key not in _TABLES and key not in _LISTS}
    lines = write_pairs(head)
    for name in _TABLES:
        if data.get(name):
            lines += ["", f"[{name}]", *write_pairs(data[name])]
    for name in _LISTS:
        for row in data.get(name, []):
            lines += ["", f"[[{name}]]", *write_pairs(row)]
    return "\n".join(lines) + "\n"
