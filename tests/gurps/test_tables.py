"""The figures of the book's data, whole tables at a time."""

from __future__ import annotations

import starfray
from tests.gurps.fights import duel

TABLES = duel().content.tables


def test_thrust_and_swing_by_strength() -> None:
    rows = TABLES["strength"]
    assert [rows[str(st)]["thr"] for st in (1, 5, 10, 13, 18, 19, 25, 30)] == [
        "1d-6",
        "1d-4",
        "1d-2",
        "1d",
        "1d+2",
        "2d-1",
        "2d+2",
        "3d",
    ]
    assert [rows[str(st)]["sw"] for st in (1, 5, 10, 13, 18, 19, 25, 30)] == [
        "1d-5",
        "1d-3",
        "1d",
        "2d-1",
        "3d",
        "3d+1",
        "5d-1",
        "5d+2",
    ]


def test_guns() -> None:
    rows = TABLES["weapons"]
    found = {
        key: (rows[key].get("rof", 1), rows[key].get("rcl", 1), rows[key].get("bulk", 0), rows[key].get("magazine", 0))
        for key in ("auto-pistol", "smg", "battle-rifle", "hmg", "gauss-minigun", "laser-pistol", "plasma-pistol")
    }
    assert found == {
        "auto-pistol": (3, 2, -2, 16), "smg": (13, 2, -4, 31), "battle-rifle": (11, 3, -5, 21), "hmg": (8, 2, -8, 100),
        "gauss-minigun": (100, 2, -8, 1000), "laser-pistol": (10, 1, -2, 33), "plasma-pistol": (3, 2, -2, 40),
    }  # fmt: skip
    assert len(rows) == 39


def test_armour_covers_what_it_says() -> None:
    rows = TABLES["armour"]
    assert len(rows) == 16
    assert rows["battlesuit"]["dr"]["torso"] == 105
    assert rows["battlesuit"]["dr"]["hand"] == 75
    assert "skull" not in rows["hardsuit"]["dr"]


def test_the_ready_characters_have_the_figures_of_their_sheets() -> None:
    text = 'rulebook = "gurps"\n'
    names = ("marine", "smuggler", "ritualist", "guard-robot", "boarder", "duellist", "medic", "dock-guard")
    for place, name in enumerate(names):
        text += f'[[combatant]]\nid = "{name}"\narchetype = "{name}"\nside = "s{place}"\nat = [{place}, 0]\n'
    fight = starfray.loads(text)
    figures = {name: (fight.get(f"{name}.hp"), fight.get(f"{name}.max-fp"), fight.get(f"{name}.encumbrance")) for name in names}
    assert figures == {
        "marine": (12, 12, 1), "smuggler": (10, 11, 0), "ritualist": (9, 12, 0), "guard-robot": (16, 0, 0),
        "boarder": (13, 12, 0), "duellist": (11, 12, 0), "medic": (10, 11, 0), "dock-guard": (10, 10, 0),
    }  # fmt: skip
