"""One house for all books: a wall across the map with a door and a window in it, and somebody on either side."""

from __future__ import annotations

import starfray

BOOKS = ("coriolis", "gurps", "compound-x", "icar", "hybrid")

#: from the south to the north: wall, door (8 to 10), wall, window (14 to 16), wall
HOUSE = """
[[wall]]
points = [[10, 0], [10, 8]]

[[wall]]
name = "hatch"
kind = "door"
from = [10, 8]
to = [10, 10]
open = {open}

[[wall]]
points = [[10, 10], [10, 14]]

[[wall]]
name = "pane"
kind = "window"
points = [[10, 14], [10, 16]]

[[wall]]
points = [[10, 16], [10, 20]]
"""

#: kinds of action there is nothing for where no door is; tests/walls/test_conformance.py has doors
DOORS = ("open-door", "close-door")

Place = tuple[float, float]


def house(head: str, people: dict[str, Place], rows: dict[str, str], *, opened: bool = False, seed: int = 3) -> starfray.Fight:
    """A fight in the house, see `house_text`."""
    return starfray.loads(house_text(head, people, rows, opened=opened, seed=seed))


def house_text(head: str, people: dict[str, Place], rows: dict[str, str], *, opened: bool = False, seed: int = 3) -> str:
    """`head` for the book, the place of each, and each one's own fields."""
    text = [head, f"seed = {seed}", "map = [20, 20]", HOUSE.format(open=str(opened).lower())]
    for who, (x, y) in people.items():
        side = "west" if who.startswith("w") else "east"
        text += ["[[combatant]]", f'id = "{who}"', f'side = "{side}"', f"at = [{x}, {y}]", rows[who]]
    return "\n".join(text)


#: by book: what stands at the top of its file, and an archetype for either side
PEOPLE = {
    "coriolis": ("", "convoy-gunner", "dockside-bruiser"),
    "gurps": ("", "marine", "boarder"),
    "compound-x": ("", "soldier", "station-thug"),
    "icar": ('kind = "ground"', "good-ops", "bad-ops"),
    "hybrid": ("", "kesh-varrow", "grell"),
}
