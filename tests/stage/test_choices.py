"""Answers as cards: what a maneuver brings, and the chance that it does; choices under seal lie face down."""

from __future__ import annotations

from typing import Any

import starfray
from starfray.demo_files import demo_path
from starfray.room import commands
from starfray.room.project import project
from starfray.room.room_fight import to_room_fight
from starfray.room.seats import Seat
from starfray.room.state import RoomState

THROWS = [one + two + three for one in range(1, 7) for two in range(1, 7) for three in range(1, 7)]


def room_of(demo: str) -> RoomState:
    """A dogfight that has come to its maneuvers, nobody having fired."""
    fight = starfray.load(demo_path(demo))
    first = next(iter(fight.state.roster))
    seats = {
        "gm": Seat("gm", "gm", "GM"),
        "ana": Seat("ana", "player", "Ana", [first]),
        "eyes": Seat("eyes", "spectator", "Eyes"),
    }
    room = RoomState("r", "T", to_room_fight(fight, seats), seats)
    room.fight.advance()
    while room.fight.asks and room.fight.asks[0].rule != "socs.maneuver.choose":
        ask = room.fight.asks[0]
        commands.run(room, seats["gm"], "answer", {"ask": ask.id, "answer": [] if ask.kind == "dice" else ask.options[-1].key})
    return room


def cards(room: RoomState, who: str) -> dict[str, Any]:
    ask = next(ask for ask in project(room, room.seats["gm"])["asks"] if ask["who"] == who)
    return {option["key"]: option["card"] for option in ask["options"]}


def test_every_maneuver_is_a_card_and_its_chance_that_of_three_dice() -> None:
    found = cards(room_of("one-on-one"), "red")
    assert set(found) >= {"offensive:thief", "defensive:thief", "total-defense", "reversal:thief", "straight"}
    assert all(card is not None and card["title"] for card in found.values())
    up_to = {skill: sum(throw <= skill for throw in THROWS) / len(THROWS) for skill in (15, 16)}
    assert round(found["offensive:thief"]["p"], 6) == round(up_to[16], 6)  # 15 + 3; 17 and 18 always fail
    assert round(found["total-defense"]["p"], 6) == round(up_to[15], 6)  # the pilot alone
    assert found["straight"]["p"] is None
    assert found["straight"]["aside"] == "no roll"
    assert found["offensive:thief"]["words"] == "you get behind them: position +1"


def test_a_card_says_what_becomes_of_bonuses() -> None:
    room = room_of("one-on-one")
    red, thief = (room.fight.state.roster[who] for who in ("red", "thief"))
    red.position[thief.id], thief.position[red.id] = 2, 1
    found = cards(room, "red")
    assert found["offensive:thief"]["words"] == "position +2 becomes +3"
    assert found["offensive:thief"]["aside"].endswith("critical: +4")
    assert found["defensive:thief"]["words"] == "their position falls from +1 to +0; yours all drop to 0"
    assert found["straight"]["words"] == "you keep your bonuses"


def test_who_has_sealed_a_choice_is_told_and_never_what() -> None:
    room = room_of("carrows-moon")
    views = {seat: project(room, room.seats[seat]) for seat in room.seats}
    for view in views.values():
        assert {each["who"]: each["done"] for each in view["turn"]["sealed"]} == dict.fromkeys(room.fight.state.roster, False)
    ask = next(ask for ask in room.fight.asks if ask.who == "black")
    commands.run(room, room.seats["gm"], "answer", {"ask": ask.id, "answer": "total-defense"})
    for seat in room.seats:
        view = project(room, room.seats[seat])
        assert [each["who"] for each in view["turn"]["sealed"] if each["done"]] == ["black"]
        assert all(set(each) == {"who", "name", "done"} for each in view["turn"]["sealed"])


def test_a_parry_that_comes_too_late_says_by_how_much() -> None:
    fight = starfray.load(demo_path("swords-on-the-count"))
    seats = {"gm": Seat("gm", "gm", "GM")}
    room = RoomState("r", "T", to_room_fight(fight, seats), seats)
    room.fight.advance()
    while not any(ask.rule == "hybrid.ruling.defence-declare" for ask in room.fight.asks):
        if room.fight.asks:
            commands.run(room, seats["gm"], "answer", {"ask": room.fight.asks[0].id, "answer": []})
        else:
            room.fight.play_by_policy(room.fight.actors[0], "auto")
    ask = project(room, seats["gm"])["asks"][0]
    lands = min(blow.lands for blow in room.fight.state.under_way)
    assert ask["prompt"].endswith(f"lands now, on count {lands}.")
    assert not any(option["key"].startswith("parry-") for option in ask["options"])
    defender = room.fight.state.roster[ask["who"]]
    half = 4  # half the speed of 7, rounded up
    needs = f"needs {half} counts, ready on {defender.initiative + half}; it lands on {lands}"
    assert [(late["words"], late["refused"]) for late in ask["barred"]] == [
        (needs, f"{defender.initiative + half - lands} counts too late")
    ]
