"""The figures of the lists: whole tables, and the sayings of fights on foot."""

from __future__ import annotations

import ast

import pytest

import starfray
from starfray.engine.content import book_content
from starfray.rulebooks.icar import BOOK
from starfray.rulebooks.icar.ground.moves import difficulty_of, figures
from starfray.testing.source_rules import python_files
from starfray.words import sayings_of

TABLES = book_content(BOOK.name, BOOK.folder).tables


def test_the_firearms_row_by_row() -> None:
    found = {
        key: tuple(row.get(name, 0) for name in ("damage", "magazine", "to-hit", "rarity", "cost"))
        for key, row in TABLES["weapons"].items()
        if row.get("rarity")
    }
    assert found == {
        "nelson-h1": (6, 4, 1, 11, 80),
        "arms-2": (10, 1, 1, 12, 700),
        "raqax-2e": (10, 6, 1, 19, 20000),
        "havan-11": (10, 1, 0, 11, 300),
        "thompson-hand-cannon": (24, 1, -5, 18, 8000),
        "arms-3": (20, 3, -1, 12, 900),
        "arms-5": (23, 2, 1, 13, 1800),
        "arms-6": (28, 1, 1, 13, 2600),
        "havoc-1c": (24, 2, 2, 17, 20000),
        "brainspiller-7": (18, 6, 3, 14, 6500),
        "boomstick": (30, 1, 2, 15, 10000),
        "astraripper-5": (18, 4, 2, 12, 6000),
        "astraripper-2e": (72, 10, 0, 12, 5000),
        "chainsaw-7": (72, 10, 1, 16, 8000),
        "hellhound": (76, 10, -2, 12, 6000),
        "korg-5": (95, 10, 2, 16, 13000),
        "photoscythe": (31, 2, 2, 18, 18000),
        "igniter": (36, 10, 2, 19, 17000),
        "forge-a": (67, 1, 2, 18, 15000),
    }


def test_armour_shields_and_suits() -> None:
    assert [row["hp"] for row in TABLES["armour"].values()] == [20, 23, 25, 28, 33, 38, 43, 50, 54, 57, 62]
    assert [row["hp"] for row in TABLES["shields"].values()] == [14, 16, 18, 23]
    assert [(row["passes"], row["meat"], row["shift"], row["soul"], row["hp"]) for row in TABLES["suits"].values()] == [
        (4, 4, 0, -2, 42),
        (8, 2, 2, -1, 25),
        (8, 2, 4, -1, 25),
        (16, 5, 5, -1, 40),
    ]


@pytest.mark.parametrize(
    ("who", "expected"),
    [
        ("byrnie", [(1, 6, 0), (1, 6, 0), (0, 9, 0)]),
        ("simon", [(3, 0, 12), (2, 12, 4), (2, 12, 0)]),
        ("gideon", [(0, 4, 0)]),
        ("adam-harrod", [(2, 15, 0)]),
        ("ambleowe", [(2, 6, 0)]),
        ("williamson", [(2, 48, 12), (0, 48, 0)]),
        ("droid-mk-1", [(4, 60, 30), (0, 90, 0)]),
        ("akarak-monk", [(0, 30, 0), (3, 36, 0)]),
    ],
)
def test_the_combos_of_the_lists_add_up(who: str, expected: list[tuple[int, int, int]]) -> None:
    fight = starfray.loads(f'rulebook = "icar"\n[[combatant]]\nid = "x"\narchetype = "{who}"\nside = "a"\n')
    one = fight.state.roster["x"]
    meat = one.attributes.meat
    found = []
    for combo in one.combos:
        stun, damage = figures(fight.state, combo.moves)
        found.append((difficulty_of(combo), stun * meat, damage * meat))
    assert found == expected


@pytest.mark.parametrize(
    ("who", "hp", "stun"),
    [
        ("byrnie", 10, 11),
        ("simon", 10, 13),
        ("williamson", 38, 29),
        ("droid-mk-1", 51, 35),
        ("akarak-monk", 25, 17),
        ("medic", 10, 9),
    ],
)
def test_hit_points_and_stun_of_the_lists(who: str, hp: int, stun: int) -> None:
    fight = starfray.loads(f'rulebook = "icar"\n[[combatant]]\nid = "x"\narchetype = "{who}"\nside = "a"\n')
    assert (fight.get("x.hp"), fight.get("x.stun")) == (hp, stun)


@pytest.mark.rule("icar.close.aug.tougher", "icar.ruling.stun-max")
def test_what_a_suit_makes_of_somebody() -> None:
    done = starfray.do("icar", "bionics industrial-borg meat=3 soul=2", dice=[]).result
    assert done == {"battle": 2, "shift": 2, "meat": 7, "soul": 1, "hp": 42, "stun": 19, "passes": 4, "link": True}


def test_every_event_on_foot_has_its_sentence() -> None:
    events = sayings_of(BOOK.folder).events
    missing = []
    for path in python_files(BOOK.folder / "ground", BOOK.folder / "hacking"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "emit" and node.args:
                missing += [
                    str(each.value)
                    for each in ast.walk(node.args[0])
                    if isinstance(each, ast.Constant) and str(each.value).startswith("icar.") and each.value not in events
                ]
    assert sorted(set(missing)) == []
