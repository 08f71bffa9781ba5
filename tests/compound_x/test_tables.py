"""The book's lists, counted and compared figure by figure."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.content import book_content
from starfray.rulebooks.compound_x import BOOK

TABLES = book_content(BOOK.name, BOOK.folder).tables

# name, damage, APL, brackets, magazine, reload DC
PISTOLS = """
matthews-model-19-snub 50 0 5:5,10:6,15:7 6 45
g-w-10mm-auto 50 0 5:4,10:5,20:6 11 25
matthews-model-25 60 1 5:4,15:5,25:6 6 45
frontier-pl10 55 0 5:4,15:5,25:7 9 35
ecsc-mk8-auto 45 1 5:4,10:5,15:6 15 25
anvil-armament-p-45 55 0 5:4,10:5,20:6 8 25
anvil-armament-r14 85 2 5:4,20:5,30:6 5 45
frontier-pl30 60 0 5:4,20:5,30:7 12 35
frontier-plas-8 70 1 5:3,20:5,25:6 8 35
flexcorp-ll35-laser-pistol 40 0 10:3,20:4,30:5 16 30
rmm-auto-6 75 1 5:4,20:5,25:6 6 25
matthews-model-738 65 3 5:3,25:4,30:5 7 45
frontier-lz50-laser-pistol 50 0 10:4,25:5,30:5 14 30
partix-50l-laser-hand-cannon 70 0 10:4,20:5,25:6 8 30
partix-plas-disc-launcher-mix5 75 2 10:3,25:5,30:6 10 35
"""

# name, coverage, Mag Space, secondary places, Hard Points, movement penalty
RIGS = """
recon-chest 40 5 0 0 2
recon-arm 0 0 2 0 0
recon-leg 0 2 0 0 0
recon-chest-adv 30 4 0 2 2
light-chest 40 6 1 0 2
light-arm 0 0 2 0 0
light-leg 15 2 0 0 0
light-chest-adv 35 5 1 1 2
light-arm-adv 0 0 0 1 0
light-leg-adv 15 0 0 1 0
medium-chest 40 8 2 0 2
medium-arm 10 0 2 0 0
medium-leg 15 2 0 0 0
medium-chest-adv 35 7 0 1 2
medium-arm-adv 10 0 0 1 0
medium-leg-adv 15 0 0 1 0
medheavy-chest 40 10 0 0 2
medheavy-arm 15 1 0 0 0.5
medheavy-leg 20 2 0 0 0.5
medheavy-chest-adv 35 8 0 2 2
medheavy-arm-adv 15 0 0 1 0.5
medheavy-leg-adv 20 0 0 1 0.5
heavy-chest 40 12 0 0 2
heavy-arm 25 1 0 0 1
heavy-leg 35 3 0 0 1
heavy-chest-adv 35 9 0 2 2
heavy-arm-adv 25 0 0 1 1
heavy-leg-adv 35 0 0 1 1
concealed-vest 30 2 2 0 0
"""


def test_the_lists_are_complete() -> None:
    guns = [row for row in TABLES["weapons"].values() if row["group"] != "under-barrel"]
    assert len(guns) == 88
    sizes = {name: len(TABLES[name]) for name in ("melee", "thrown", "grenades", "attachments", "rigs", "materials", "suits")}
    assert sizes == {"melee": 20, "thrown": 4, "grenades": 9, "attachments": 42, "rigs": 29, "materials": 10, "suits": 6}
    assert (len(TABLES["shields"]), len(TABLES["kits"]), len(TABLES["classes"])) == (4, 7, 11)


def test_the_pistols() -> None:
    rows = [line.split() for line in PISTOLS.strip().splitlines()]
    assert [row[0] for row in rows] == [key for key, row in TABLES["weapons"].items() if row["group"] == "pistol"]
    for key, damage, apl, brackets, magazine, dc in rows:
        gun = TABLES["weapons"][key]
        listed = ",".join(f"{each['to']}:{each['miss']}" for each in gun["brackets"])
        assert (gun["damage"], gun.get("apl", 0), listed, gun["magazine"], gun["reload-dc"]) == (
            int(damage), int(apl), brackets, int(magazine), int(dc)), key


def test_the_rigs() -> None:
    rows = [line.split() for line in RIGS.strip().splitlines()]
    assert [row[0] for row in rows] == list(TABLES["rigs"])
    for key, *figures in rows:
        rig = TABLES["rigs"][key]
        found = [rig.get(name, 0) for name in ("coverage", "mag-space", "secondary", "hard-points", "penalty")]
        assert found == [float(each) for each in figures], key


def test_materials_rise_by_a_level_and_ten_points() -> None:
    assert [(row["apl"], row["points"]) for row in TABLES["materials"].values()] == [(n, 30 + 10 * n) for n in range(1, 11)]


@pytest.mark.parametrize(("who", "health", "armour", "shield"), [
    ("oduya", 120, (65, 3, 60), 0), ("brandvold", 130, (75, 4, 90), 0), ("achterberg", 110, (55, 2, 50), 0),
    ("volkonsky", 140, (75, 3, 70), 0), ("nakashima", 110, (40, 2, 50), 0), ("kestrel4", 140, (60, 3, 60), 180),
    ("ren", 100, (40, 2, 50), 0),
])
def test_the_ready_characters(who: str, health: int, armour: tuple[int, int, int], shield: int) -> None:
    rows = f'[[combatant]]\nid = "a"\nside = "x"\narchetype = "{who}"\n[[combatant]]\nid = "b"\nside = "y"'
    text = f'rulebook = "compound-x"\n{rows}'
    one = starfray.loads(text).state.roster["a"]
    assert one.health == health
    assert (one.armour.coverage, one.armour.apl, one.armour.points) == armour
    assert (one.shield.capacity if one.shield else 0) == shield
