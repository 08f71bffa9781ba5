"""What a seat is told so that a page can show the fight: how everybody is, what happened, what is awaited."""

from __future__ import annotations

from typing import Any

import pytest

from starfray.engine.errors import Refused, StarfrayError
from starfray.engine.values import Ask
from starfray.engine.vitals import Condition
from starfray.room.ask_view import answers_it
from starfray.room.diff import diff, patch
from starfray.room.odds_workers import Question, answer_question
from starfray.room.project import project
from starfray.room.stage_view import ground_query, targets_query
from starfray.room.vitals_view import condition_name
from tests.room.pairs import Played
from tests.room.table import FIGHT

SECRET = FIGHT.replace('id = "jarl"', 'id = "jarl"\nsecret = ["hp"]')


def view(played: Played, seat: str) -> dict[str, Any]:
    return project(played.room, played.room.seats[seat])


def test_a_question_to_a_seat_nobody_has_taken_is_the_gms() -> None:
    room = Played.of(FIGHT, 1).room
    question = Ask("confirm", "coriolis.action.defend", "mira")
    room.seats["ana"].hash = ""
    assert answers_it(room, question) == "gm"
    room.seats["ana"].hash = "somebody's"
    assert answers_it(room, question) == "player:ana"
    assert answers_it(room, Ask("confirm", "coriolis.action.defend", "jarl")) == "gm"


def test_a_card_tells_how_somebody_is() -> None:
    played = Played.of(FIGHT, 1)
    played.settle()
    played.do("gm", "gm", text="set tor.hp 0")
    card = view(played, "ana")["cards"]["tor"]
    assert card["status"] == {"state": "down", "word": "Broken"}
    assert card["pools"][0] == {"key": "hp", "label": "HP", "now": 0, "most": card["pools"][0]["most"], "kind": "health"}
    played.do("gm", "gm", text="set mira.prone true")
    prone = next(each for each in view(played, "ana")["cards"]["mira"]["conditions"] if each["name"] == "prone")
    assert (prone["tone"], prone["rule"]) == ("bad", "coriolis.action.go-prone")
    assert prone["summary"]
    assert condition_name(played.room.fight.state, Condition("holds", whom="jarl")) == "holds Jarl"


def test_a_foe_of_secret_figures_is_seen_to_fall_and_nothing_more() -> None:
    played = Played.of(SECRET, 1)
    played.settle()
    assert [pool["label"] for pool in view(played, "ana")["cards"]["jarl"]["pools"]] == ["MP", "AP"]
    played.do("gm", "gm", text="set jarl.hp 1")
    assert view(played, "ana")["cards"]["jarl"]["status"] == {"state": "up", "word": ""}
    played.do("gm", "gm", text="set jarl.hp 0")
    card = view(played, "ana")["cards"]["jarl"]
    assert card["status"] == {"state": "down", "word": "down"}
    assert "HP" not in [pool["label"] for pool in card["pools"]]
    assert view(played, "gm")["cards"]["jarl"]["status"]["word"] == "Broken"


def test_an_act_is_told_to_every_seat_that_may_know_it() -> None:
    played = Played.of(FIGHT, 1)
    played.settle()
    before = view(played, "ana")
    assert played.do("gm", "gm", text="hurt tor 2")
    played.settle()
    after = view(played, "ana")
    act = after["acts"][-1]
    assert act["n"] == after["log"][-1]["n"]
    assert act["rows"] == [0, after["log"][-1]["i"]]
    assert (act["kind"], act["who"], act["auto"]) == ("gm", "gm", False)
    change = diff(before, after)
    assert "acts" not in change["set"]
    assert [each["n"] for each in change["acts"]] == [
        each["n"] for each in after["acts"] if each["n"] > before["acts"][-1]["n"]
    ]
    assert patch(before, change)["acts"][-1] == act
    assert [each["headline"] for each in view(played, "eyes")["acts"]] == [each["headline"] for each in after["acts"]]


def test_what_the_gm_notes_is_no_act_for_players() -> None:
    played = Played.of(FIGHT, 1)
    played.settle()
    before = view(played, "ana")["acts"]
    played.do("gm", "gm", text='note "Jarl is afraid"')
    assert view(played, "ana")["acts"] == before
    assert "afraid" in view(played, "gm")["acts"][-1]["headline"]


def test_at_most_thirty_acts_are_kept_in_a_view() -> None:
    played = Played.of(FIGHT, 1)
    played.settle()
    for number in range(33):
        played.do("gm", "gm", text=f"set tor.radiation {number % 9 + 1}")
    seen = view(played, "ana")["acts"]
    assert len(seen) == 30
    assert [each["n"] for each in seen] == list(range(seen[0]["n"], seen[0]["n"] + 30))


# --- what is expected, and what a tap offers -----------------------------------------------------------------------


def test_what_is_expected_of_whom() -> None:
    played = Played.of(FIGHT, 1)
    asked = view(played, "gm")["turn"]["expects"]
    assert [each["text"] for each in asked if each["yours"]] == ["Roll highest of 1d6: initiative roll"] * 2
    assert {each["name"] for each in asked} == {"Mira", "Tor", "Jarl", "Ghost"}
    assert {each["name"] for each in view(played, "ana")["turn"]["expects"]} == {"Mira", "Tor", "Jarl"}
    played.settle()
    up = played.room.fight.actors[0]
    for seat in ("gm", "ana", "ben", "eyes"):
        mine = {"mira": "ana", "tor": "ben"}.get(up, "gm") == seat
        told = view(played, seat)["turn"]["expects"]
        if up != "ghost" or seat == "gm":
            assert [(each["who"], each["yours"], each["text"]) for each in told] == [
                (up, mine, "Act, or end the turn: 3 AP left")
            ]


def on_turn(who: str) -> Played:
    played = Played.of(FIGHT, 1)
    played.settle()
    for _ in range(6):
        if played.room.fight.actors[0] == who:
            return played
        played.do("gm", "play", action=f"end-turn {played.room.fight.actors[0]}")
        played.settle()
    raise AssertionError(f"{who} is never up")


def test_what_one_can_do_to_somebody_is_ready_and_ranked() -> None:
    played = on_turn("mira")
    found = targets_query(played.room, played.room.seats["ana"], "mira", "jarl")
    assert (found["name"], found["distance"]) == ("Jarl", "7.1 m")
    kinds = [each["kind"] for each in found["actions"]]
    assert {"shot", "aimed-shot"} <= set(kinds)
    assert [each["rank"] for each in found["actions"]] == list(range(1, len(kinds) + 1))
    refused = [each["refused"] is not None for each in found["actions"]]
    assert refused == sorted(refused)
    assert all(played.room.fight.refusal(each["text"]) is None for each in found["actions"] if each["text"])
    assert kinds[0] in ("shot", "aimed-shot", "full-auto", "quick-shot")
    assert [each["suggested"] for each in found["actions"]].count(True) <= 1
    assert not any(each["suggested"] for each in found["actions"][1:]), "what a policy would do comes first"
    alone = targets_query(played.room, played.room.seats["ana"], "mira", "mira")
    assert "end-turn" in [each["kind"] for each in alone["actions"]]
    assert "shot" not in [each["kind"] for each in alone["actions"]]
    assert [each["text"] for each in alone["actions"] if each["kind"] in ("move", "end-turn")] == ["", "end-turn mira"]
    with pytest.raises(StarfrayError):
        targets_query(played.room, played.room.seats["ana"], "mira", "ghost")
    with pytest.raises(Refused):
        targets_query(played.room, played.room.seats["ana"], "tor", "jarl")


def test_a_tap_on_the_ground_tells_the_way_and_who_may_react() -> None:
    played = on_turn("mira")
    near = ground_query(played.room, played.room.seats["ana"], "mira", (8.0, 4.0))
    assert (near["text"], near["distance"], near["refused"]) == ("move mira 8,4", "3 m", None)
    far = ground_query(played.room, played.room.seats["ana"], "mira", (29.0, 13.0))
    assert far["text"] == ""
    assert far["refused"]["reason"]
    past = ground_query(played.room, played.room.seats["ana"], "mira", (16.0, 5.0))
    assert [(each["name"], each["text"]) for each in past["reacts"]] == [("Jarl", "may strike in passing")]


def test_targets_in_forms_say_how_far_they_are() -> None:
    played = on_turn("mira")
    shot = next(form for form in view(played, "ana")["forms"]["mira"] if form["kind"] == "shot")
    target = next(field for field in shot["fields"] if field["role"] == "target")
    assert {option["key"]: option["distance"] for option in target["options"]}["jarl"] == "7.1 m"


def test_the_headline_chance_counts_harm_not_touch() -> None:
    played = on_turn("mira")
    seen = played.room.fight.view("player:ana")
    found = answer_question(Question("odds", "coriolis", seen, "shot mira jarl vulcan-carbine", 300))
    chance = found["headline"]
    assert (chance["who"], chance["words"]) == ("jarl", "gets through")
    assert chance["loss"].startswith("about ")
    assert 0 < chance["p"] < 1
    assert chance["p"] + chance["unhurt"] == pytest.approx(1)
    assert chance["more"]["p"] > chance["p"]
    assert answer_question(Question("odds", "coriolis", seen, "end-turn mira", 300))["headline"] is None


# --- the GM's hand -----------------------------------------------------------------------------------------------


def test_the_gm_sets_the_pace() -> None:
    played = Played.of(FIGHT, 1)
    assert view(played, "ana")["room"]["pace"] == "normal"
    assert played.do("gm", "room", do="pace", pace="slow")
    assert view(played, "ana")["room"]["pace"] == "slow"
    assert not played.do("ana", "room", do="pace", pace="quick")
    assert not played.do("gm", "room", do="pace", pace="frantic")
    assert view(played, "ana")["room"]["pace"] == "slow"


def test_one_switch_for_a_side() -> None:
    played = Played.of(FIGHT, 1)
    played.do("gm", "dial", who="jarl", kind="coriolis.core.pray", value="ask")
    assert played.do("gm", "dial", side="syndicate", value="suggest")
    both = {"act": "suggest", "*": "suggest"}
    assert played.room.dials == {"jarl": both, "ghost": both, "side:syndicate": both}
    assert played.do("gm", "dial", side="syndicate", value="usual")
    assert played.room.dials == {"jarl": {}, "ghost": {}, "side:syndicate": {}}
    assert not played.do("ana", "dial", side="crew", value="auto")
    assert not played.do("gm", "dial", side="nobody", value="auto")
