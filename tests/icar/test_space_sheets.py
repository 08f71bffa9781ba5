"""The spacecraft and vehicles of the book, row by row, and the procedures that show them."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.content import book_content
from starfray.engine.errors import BadInput, Refused
from starfray.rulebooks.icar import BOOK
from starfray.rulebooks.icar.common.records import SYSTEMS
from tests.icar.build import fight

TABLES = book_content(BOOK.name, BOOK.folder).tables

# craft, base STN, shields, clusters x K, then level/modifier of each system in the book's order (- if not on board)
CRAFT = """
scout 16 2 1x5 8/0 9/0 11/1 12/0 13/2 14/2 15/4 16
freighter 18 4 2x5 24/2 27/2 30/3 32/2 34/4 36/4 39/6 40
fighter 14 1 1x5 3/1 - 4/2 - 5/2 6/3 7/4 8
pirate-raider 15 2 2x10 10/0 11/0 13/1 14/0 16/2 18/2 19/4 20
gaterunner 14 4 2x10 30/1 34/1 38/2 42/1 46/3 50/3 56/5 60
cyclone 17 6 2x5 130/2 150/2 170/3 180/2 190/3 200/3 270/4 280
botchery-clipper 19 5 0x0 90/2 110/2 140/3 160/2 180/4 200/4 230/5 240
fleet-cruiser 13 20 25x20 400/3 450/3 500/4 600/3 700/4 800/4 950/6 1000
"""

# vehicle, speed, hit points, body, shields x hit points, mounted gun, price
VEHICLES = """
zipper 180 10 open 0x0 - 400
cobra 200 20 open 0x0 - 3800
rattlesnake 210 20 open 0x0 - 2200
kestrel 110 20 closed 0x0 - 3000
rover 90 30 closed 0x0 - 8000
anchorage-r 140 30 open 0x0 - 14000
anchorage 100 40 closed 0x0 - 12000
vulture 290 40 closed 1x20 - 18000
eagle 300 40 closed 1x20 - 60000
metropol-van 200 40 closed 1x20 astraripper-5 0
borealis 220 50 closed 1x30 astraripper-2e 50000
sports-v 350 50 closed 1x30 - 70000
orbihaul 90 70 closed 1x40 - 40000
hauler 800 110 closed 0x0 - 180000
star-enforcer-fortitude 300 110 closed 2x70 photoscythe 0
"""


def test_every_spacecraft_has_the_figures_of_its_sheet() -> None:
    rows = [row.split() for row in CRAFT.strip().splitlines()]
    assert [row[0] for row in rows] == list(TABLES["spacecraft"])
    for key, stn, shields, clusters, *systems in rows:
        sheet = TABLES["spacecraft"][key]
        count, size = clusters.split("x")
        assert (sheet["base-stn"], sheet["max-shields"]) == (int(stn), int(shields)), key
        assert sheet["clusters"] == [int(size)] * int(count), key
        printed = {}
        for name, cell in zip(SYSTEMS, systems, strict=True):
            if cell != "-":
                level, _, modifier = cell.partition("/")
                printed[name] = {"level": int(level), **({"modifier": int(modifier)} if modifier else {})}
        assert sheet["systems"] == printed, key


def test_every_vehicle_has_the_figures_of_its_sheet() -> None:
    rows = [row.split() for row in VEHICLES.strip().splitlines()]
    assert [row[0] for row in rows] == list(TABLES["vehicles"])
    for key, speed, hp, body, shields, gun, cost in rows:
        sheet = TABLES["vehicles"][key]
        count, size = shields.split("x")
        assert (sheet["speed"], sheet["max-hp"], sheet.get("open", False)) == (int(speed), int(hp), body == "open"), key
        assert (sheet.get("max-shields", 0), sheet.get("shield-hp", 0)) == (int(count), int(size)), key
        assert (sheet.get("mounted", []), sheet.get("cost", 0)) == ([gun] if gun != "-" else [], int(cost)), key


@pytest.mark.rule("icar.space.system.table", "icar.space.fighter.profile")
def test_a_fighter_has_a_lower_stn_fewer_shields_and_less_damage() -> None:
    fighter = starfray.do("icar", "spacecraft fighter", dice=[]).result
    for key in ("scout", "freighter", "pirate-raider", "gaterunner", "cyclone"):
        other = starfray.do("icar", f"spacecraft {key}", dice=[]).result
        assert fighter["base-stn"] <= other["base-stn"], key
        assert fighter["max-shields"] < other["max-shields"], key
        assert sum(fighter["clusters"]) <= sum(other["clusters"]), key


@pytest.mark.rule("icar.ruling.shield-recharge")
def test_shields_are_back_ten_minutes_after_the_fight() -> None:
    assert starfray.do("icar", "recharge gaterunner 1 10", dice=[]).result == {"shields": 4, "of": 4}
    assert starfray.do("icar", "recharge gaterunner 1 9", dice=[]).result == {"shields": 1, "of": 4}
    with pytest.raises(Refused, match="0 to 4"):
        starfray.do("icar", "recharge gaterunner 5 9", dice=[])


@pytest.mark.rule("icar.space.system.shield-generator")
def test_without_their_generator_shields_do_not_recharge() -> None:
    assert starfray.do("icar", "recharge gaterunner 1 60 generator=no", dice=[]).result["shields"] == 1


@pytest.mark.rule("icar.ruling.vehicle-exposed", "icar.example.22")
def test_an_anchorage_r_leaves_its_people_exposed_and_a_kestrel_does_not() -> None:
    assert starfray.do("icar", "vehicle anchorage-r", dice=[]).result["exposed"] is True
    kestrel = starfray.do("icar", "vehicle kestrel", dice=[]).result
    assert (kestrel["exposed"], kestrel["ram"]) == (False, 2)
    with pytest.raises(BadInput, match="not in vehicles"):
        starfray.do("icar", "vehicle tank", dice=[])


@pytest.mark.shown("icar.space.damage.clusters", "icar.space.shield.count")
def test_only_what_is_secret_is_shown_as_a_guess() -> None:
    board = fight(foe="clusters = [50]")
    board.state.roster["foe"].secret = ["craft.clusters", "stn"]
    seen = board.view("side:crew")
    lines = {line.label: line for line in BOOK.describe(seen, seen.roster["foe"])}
    assert lines["clusters"].value == "5K"
    assert [label for label, line in lines.items() if line.assumed] == ["clusters", "STN"]
