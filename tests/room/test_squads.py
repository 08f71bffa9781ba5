"""Squads at the GM's table: one dial, and one tap by which all of them act one after another."""

from __future__ import annotations

import time

from starlette.testclient import TestClient

from tests.room.table import Table

HALL = """
rulebook = "coriolis"
seed = 7
map = [30, 14]
[orders]
"coriolis.initiative.weapon" = "no"
[[combatant]]
id = "mira"
archetype = "patrol-sergeant"
side = "crew"
seat = "ana"
at = [5, 4]
[[combatant]]
id = "hand"
archetype = "dockside-bruiser"
side = "syndicate"
squad = "dock hands"
count = 3
at = [24, 9]
[[combatant]]
id = "boss"
archetype = "station-guard"
side = "syndicate"
at = [25, 12]
"""
HANDS = ("hand-1", "hand-2", "hand-3")


def hall(client: TestClient) -> Table:
    """First Mira has her turn, then the hands theirs, and at last the boss."""
    made = Table.text(client, HALL)
    for who, score in (("mira", 20), ("hand-1", 18), ("hand-2", 17), ("hand-3", 16), ("boss", 1)):
        made.gm.do("gm", text=f"set {who}.initiative {score}")
    made.gm.do("dial", who="mira", kind="*", value="auto")
    return made


def settled(made: Table) -> list[str]:
    """Who can act once nothing goes on by itself any more."""
    before: tuple[object, ...] = ()
    still = 0
    for _ in range(400):
        seen = made.gm.look()
        now = (seen["history"]["entries"], seen["turn"]["actors"], [ask["id"] for ask in seen["asks"]])
        still = still + 1 if now == before and (now[1] or now[2]) else 0
        if still >= 5 or seen["room"]["status"] == "over":
            break
        before = now
        time.sleep(0.02)
    return list(made.gm.view["turn"]["actors"])


def test_a_squads_dial_is_one_for_all_of_it_and_of_nobody_else(client: TestClient) -> None:
    made = hall(client)
    made.gm.do("dial", side="syndicate", squad="dock hands", value="suggest")
    cards = made.gm.look()["cards"]
    assert [cards[who]["dial"].get("act") for who in (*HANDS, "boss")] == ["suggest"] * 3 + [None]
    wrong = made.gm.refused("dial", side="syndicate", squad="dock", value="auto")
    assert "there is no squad 'dock' on the side 'syndicate'" in wrong["reason"]


def test_only_whoever_plays_them_learns_who_is_of_a_squad_and_sends_it(client: TestClient) -> None:
    made = hall(client)
    ana = made.sit("ana")
    assert made.gm.look()["cards"]["hand-1"]["squad"] == "dock hands"
    assert ana.look()["cards"]["hand-1"]["squad"] == ""
    assert "dock hands" not in str(ana.view)
    assert ana.refused("squad", side="syndicate", squad="dock hands")["rule"] == "fight.turn"


def test_a_squad_told_to_act_does_so_one_after_another_and_then_stops(client: TestClient) -> None:
    made = hall(client)
    assert made.gm.refused("squad", side="syndicate", squad="dock hands")["rule"] == "fight.turn"  # Mira is up
    made.gm.do("play", action="end-turn mira")
    assert settled(made) == ["hand-1"]  # nobody acts for the GM who has not said so
    made.gm.do("squad", side="syndicate", squad="dock hands")
    assert settled(made) == ["boss"]
    acted = [told["who"] for told in made.gm.view["acts"] if told["auto"]]
    assert list(dict.fromkeys(acted)) == list(HANDS)
    made.gm.do("play", action="end-turn boss")
    made.gm.do("play", action="end-turn mira")
    assert settled(made) == ["hand-1"]  # the order held for one round


def test_a_question_to_somebody_else_only_interrupts_the_squad(client: TestClient) -> None:
    made = hall(client)
    made.gm.do("dial", who="mira", kind="*", value="ask")
    made.gm.do("play", action="end-turn mira")
    made.gm.do("squad", side="syndicate", squad="dock hands")
    for _ in HANDS:  # each comes up to Mira and strikes; what the hands themselves are asked, their policy answers
        settled(made)
        asks = made.gm.view["asks"]
        assert [ask["who"] for ask in asks] == ["mira"]
        made.gm.do("answer", ask=asks[0]["id"], answer=asks[0]["options"][-1]["key"])
    settled(made)
    acted = [told["who"] for told in made.gm.view["acts"] if told["auto"]]
    assert list(dict.fromkeys(acted)) == list(HANDS)


def test_what_is_taken_back_is_not_done_again_by_itself(client: TestClient) -> None:
    made = hall(client)
    made.gm.do("play", action="end-turn mira")
    made.gm.do("squad", side="syndicate", squad="dock hands")
    assert settled(made) == ["boss"]
    made.gm.do("undo")
    assert settled(made) == ["hand-3"]
