"""What a map shows besides people: arcs that are watched, smoke, fire, blasts before they are thrown, the way people look."""

from __future__ import annotations

from typing import Any

from starfray.demo_files import demo_path
from starfray.engine.toml import Source
from starfray.room.library import make_fight
from starfray.room.project import project
from starfray.room.room_fight import to_room_fight
from starfray.room.seats import Seat
from starfray.room.stage_view import blast_query
from starfray.room.state import RoomState
from tests.room.table import FIGHT

DOCK = FIGHT.replace('id = "jarl"', 'id = "jarl"\noverwatch = { toward = [5, 5] }').replace(
    'id = "ghost"', 'id = "ghost"\noverwatch = { toward = [6, 9] }'
)
THROWER = FIGHT.replace('id = "mira"', 'id = "mira"\nweapons = [{ key = "frag-grenade", in-hand = true }]')


def room_of(text: str, plays: str = "mira") -> RoomState:
    fight = make_fight(Source(text, "areas").data, 1, {})
    seats = {
        "gm": Seat("gm", "gm", "GM"),
        "ana": Seat("ana", "player", "Ana", [plays]),
        "eyes": Seat("eyes", "spectator", "Eyes"),
    }
    room = RoomState("room", "Hall", to_room_fight(fight, seats), seats)
    room.fight.advance()
    return room


def areas(room: RoomState, seat: str) -> list[tuple[str, str]]:
    return [(area["kind"], area["who"]) for area in project(room, room.seats[seat])["areas"]]


def test_everybody_sees_who_watches_which_way_but_for_the_hidden() -> None:
    room = room_of(DOCK)
    arc = project(room, room.seats["ana"])["areas"][0]
    assert (arc["name"], arc["at"], arc["toward"], arc["width"], arc["radius"]) == ("Jarl", [12.0, 5.0], [5.0, 5.0], 90.0, 0.0)
    assert arc["summary"]
    assert areas(room, "ana") == areas(room, "eyes") == [("watch", "jarl")]
    assert areas(room, "gm") == [("watch", "jarl"), ("watch", "ghost")]


def test_a_charge_of_somebody_hidden_is_hidden() -> None:
    zone = '[[zone]]\nname = "ghost\'s mining-charge"\nkind = "charge"\nat = [7, 5]\nradius = 2\n'
    room = room_of(FIGHT + zone + zone.replace("ghost", "jarl"))
    names = {seat: [each["name"] for each in project(room, room.seats[seat])["scene"]["zones"]] for seat in room.seats}
    assert names["ana"] == names["eyes"] == ["jarl's mining-charge"]
    assert len(names["gm"]) == 2


def test_how_far_a_grenade_would_reach_and_who_is_there() -> None:
    room = room_of(THROWER.replace("at = [6, 9]", "at = [11, 5]"))
    found = blast_query(room, room.seats["ana"], "throw mira jarl frag-grenade")
    assert (found["area"]["kind"], found["area"]["at"], found["area"]["radius"]) == ("blast", [12.0, 5.0], 2.0)
    assert [(each["name"], each["friend"], each["distance"]) for each in found["inside"]] == [
        ("Jarl", False, "0 m"),
        ("Tor", True, "1 m"),
    ]
    assert blast_query(room, room.seats["ana"], "end-turn mira") == {"action": "end-turn mira", "area": None, "inside": []}


def test_nobody_hidden_is_counted_in_a_blast() -> None:
    room = room_of(THROWER.replace("at = [20, 9]", "at = [12, 6]"))
    inside = {seat: blast_query(room, room.seats[seat], "throw mira jarl frag-grenade")["inside"] for seat in ("ana", "gm")}
    assert [each["who"] for each in inside["ana"]] == ["jarl"]
    assert [each["who"] for each in inside["gm"]] == ["jarl", "ghost"]


def bay(more: str, who: str = "oduya", now: str = "indoors = true") -> RoomState:
    text = demo_path("loading-bay").read_text(encoding="utf-8").replace("indoors = true", now)
    return room_of(text.replace(f'id = "{who}"', f'id = "{who}"\n{more}'), "brandvold")


def test_what_somebody_waits_for_is_told_to_their_side_alone() -> None:
    held = 'held = { actions = 1, trigger = "enters", at = [20, 10], radius = 3 }'
    assert areas(bay(held), "ana") == [("trigger", "oduya")]
    assert areas(bay(held), "eyes") == []
    assert areas(bay(held, "sentry"), "ana") == []
    assert ("trigger", "sentry") in areas(bay(held, "sentry"), "gm")


def test_fire_and_smoke_have_their_places() -> None:
    text = (
        demo_path("loading-bay")
        .read_text(encoding="utf-8")
        .replace(
            "indoors = true",
            'indoors = true\nclouds = [{ kind = "smoke", radius = 3, rounds = 2, at = [9, 9] }]\n'
            'zones = [{ by = "oduya", target = "", weapon = "rifle", level = "heavy", radius = 2, at = [20, 10] }]',
        )
    )
    found = project(room_of(text, "brandvold"), Seat("eyes", "spectator", "Eyes"))["areas"]
    assert [(each["kind"], each["label"], each["at"], each["radius"]) for each in found] == [
        ("fire", "heavy suppression", [20.0, 10.0], 2.0),
        ("smoke", "smoke", [9.0, 9.0], 3.0),
    ]


def duel(more: str = "", weapons: str = '["cutlass"]') -> dict[str, Any]:
    text = (
        demo_path("blades-at-dawn").read_text(encoding="utf-8").replace('weapons    = ["cutlass"]', f"weapons = {weapons}", 1)
    )
    room = room_of(text.replace('id         = "dag"', f'id = "dag"\n{more}'), "isa")
    return {**project(room, room.seats["ana"]), "table": room}


def test_a_map_in_hexes_and_the_way_people_look() -> None:
    seen = duel("facing = 90")
    assert seen["scene"]["cells"] == "hexes"
    assert (seen["cards"]["dag"]["facing"], seen["cards"]["isa"]["facing"]) == (90.0, None)


def test_an_explosion_reaches_as_far_as_it_can_hurt() -> None:
    """8d: 48 at most, a third of it at one yard, 1 point at 16."""
    seen = duel(weapons='["frag-grenade"]')
    area = blast_query(seen["table"], seen["table"].seats["ana"], "attack isa dag frag-grenade")["area"]
    assert (area["radius"], area["label"]) == (16.0, "Fragmentation grenade")


def test_what_the_hidden_watch_and_wait_for_leaves_no_trace() -> None:
    """Two tables that differ in nothing but what somebody hidden watches, waits for, fires at and has planted."""
    charge = '[[zone]]\nname = "ghost\'s mining-charge"\nkind = "charge"\nat = [7, 5]\nradius = 2\n'
    watching = FIGHT.replace('id = "ghost"', 'id = "ghost"\noverwatch = { toward = [6, 9] }') + charge
    for seat in ("ana", "eyes"):
        one, other = room_of(FIGHT), room_of(watching)
        assert project(one, one.seats[seat]) == project(other, other.seats[seat])
    sentry = 'hidden = true\nheld = { actions = 1, trigger = "enters", at = [20, 10], radius = 3 }'
    fire = (
        'indoors = true\nzones = [{ by = "sentry", target = "", weapon = "pistol", level = "light", radius = 1, at = [9, 9] }]'
    )
    one, other = bay("hidden = true", "sentry"), bay(sentry, "sentry", fire)
    for seat in ("ana", "eyes"):
        assert project(one, one.seats[seat])["areas"] == project(other, other.seats[seat])["areas"] == []
    assert [area["kind"] for area in project(other, other.seats["gm"])["areas"]] == ["fire", "trigger"]
