"""A fight played over the API: acts, questions, typed dice, corrections, undo."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from starfray.engine.actions import Action
from starfray.engine.fork import Fork
from starfray.engine.generator import Generator
from starfray.engine.policy import Policy
from starfray.engine.rulebook import Rulebook
from starfray.engine.values import Ask
from starfray.odds import Odds
from starfray.room.odds_workers import FIRST_LOOK, within_seconds
from starfray.sim.planner.policy import Planner
from tests.room.table import FIGHT, Sitter, Table
from tests.sim.test_stalemate import CRIPPLED


@pytest.fixture
def hall(client: TestClient) -> Table:
    table = Table.text(client)
    table.gm.look()
    return table


def turn_of(table: Table, who: str) -> None:
    """End turns until it is this one's."""
    for _ in range(12):
        actors = table.gm.look()["turn"]["actors"]
        if actors[:1] == [who]:
            return
        table.gm.do("play", action=f"end-turn {actors[0]}")
    raise AssertionError(who)


def ask_of(sitter: Sitter, kind: str = "") -> dict[str, Any]:
    asks = [each for each in sitter.look()["asks"] if not kind or each["kind"] == kind]
    assert asks, "nobody is asked"
    found: dict[str, Any] = asks[0]
    return found


def settle(table: Table) -> None:
    """The GM answers whatever is open, with real dice thrown by the app."""
    for _ in range(60):
        asks = table.gm.look()["asks"]
        if not asks:
            return
        ask = asks[0]
        answers: dict[str, Any] = {"dice": [], "allocate": "", "number": ask["low"], "text": ""}
        answer = answers[ask["kind"]] if ask["kind"] in answers else ask["options"][-1]["key"]
        table.gm.do("answer", ask=ask["id"], answer=answer)
    raise AssertionError("there are always more questions")


def test_typed_dice_go_into_the_fight_as_they_are(hall: Table) -> None:
    ana = hall.sit("ana")
    ana.do("hand", on=True)
    turn_of(hall, "mira")
    ana.do("play", action="shot mira jarl vulcan-carbine")
    ask = ask_of(ana, "dice")
    assert ask["sides"] == [6] * len(ask["sides"])
    faces = [6] + [1] * (len(ask["sides"]) - 1)
    assert "d6" in ana.refused("answer", ask=ask["id"], answer=[7] + faces[1:])["reason"]
    ana.do("answer", ask=ask["id"], answer=faces)
    row = next(row for row in reversed(hall.gm.look()["log"]) if row["faces"] == faces)
    assert "hand" in row["marks"]
    assert "typed in" in row["text"]


def test_blanks_among_typed_dice_are_thrown(hall: Table) -> None:
    ana = hall.sit("ana")
    ana.do("hand", on=True)
    turn_of(hall, "mira")
    ana.do("play", action="shot mira jarl vulcan-carbine")
    ask = ask_of(ana, "dice")
    ana.do("answer", ask=ask["id"], answer=[6, None, 5])
    row = next(row for row in reversed(ana.look()["log"]) if row["faces"])
    assert row["faces"][0] == 6
    assert row["faces"][2] == 5
    assert len(row["faces"]) == len(ask["sides"])


def test_a_mistyped_die_is_corrected_by_its_thrower_or_the_gm(hall: Table) -> None:
    ana, ben = hall.sit("ana"), hall.sit("ben")
    ana.do("hand", on=True)
    turn_of(hall, "mira")
    ana.do("play", action="shot mira jarl vulcan-carbine")
    ask = ask_of(ana, "dice")
    ana.do("answer", ask=ask["id"], answer=[1] * len(ask["sides"]))
    row = next(row for row in reversed(ana.look()["log"]) if row["faces"])
    better = [6] + [1] * (len(ask["sides"]) - 1)
    assert "GM" in ben.refused("correct", n=row["n"], i=row["i"], faces=better)["reason"]
    ana.do("correct", n=row["n"], i=row["i"], faces=better)
    row = next(row for row in reversed(ana.look()["log"]) if row["faces"] == better)
    assert "corrected" in row["marks"]
    worse = [2] * len(better)
    seen = next(row for row in reversed(hall.gm.look()["log"]) if row["faces"] == better)
    hall.gm.do("correct", n=seen["n"], i=seen["i"], faces=worse)
    assert any(row["faces"] == worse for row in ana.look()["log"])


def test_a_question_appears_at_the_seat_that_must_answer(hall: Table) -> None:
    ana, ben = hall.sit("ana"), hall.sit("ben")
    ana.do("hand", on=True)
    turn_of(hall, "mira")
    ana.do("play", action="shot mira jarl vulcan-carbine")
    ask = ask_of(ana)
    assert ask["rule"]
    assert ben.look()["asks"] == []
    assert ben.look()["turn"]["waiting"][0]["name"] == "Mira"
    assert hall.gm.look()["asks"][0]["who"] == "mira"
    ben.refused("answer", ask=ask["id"], answer=[])
    ana.refused("answer", ask=ask["id"], answer=[], rule="another.rule")
    hall.gm.do("answer", ask=ask["id"], answer=[])


def test_an_act_while_a_question_is_open_waits_in_the_queue(hall: Table) -> None:
    ana = hall.sit("ana")
    ana.do("hand", on=True)
    turn_of(hall, "mira")
    ana.do("play", action="shot mira jarl vulcan-carbine")
    assert ana.refused("play", action="end-turn mira")["rule"] == "fight.pending"
    ana.do("queue", action="end-turn mira")
    settle(hall)
    assert hall.gm.look()["turn"]["actors"][:1] != ["mira"]


def test_undo_and_redo_bring_back_what_was(hall: Table) -> None:
    before = hall.gm.look()
    hall.gm.do("gm", text="set tor.hp 3")
    after = hall.gm.look()
    assert after["cards"]["tor"] != before["cards"]["tor"]
    hall.gm.do("undo")
    assert hall.gm.look()["cards"] == before["cards"]
    hall.gm.do("redo")
    assert hall.gm.look()["cards"] == after["cards"]
    assert hall.gm.get("audit").json()["line"][-1]["text"] == "set tor.hp 3"


def test_the_gm_goes_back_to_any_act(hall: Table) -> None:
    marks = []
    for number in range(6):
        hall.gm.do("gm", text=f"set tor.hp {number + 1}")
        marks.append((hall.gm.get("timeline").json()["line"][-1]["n"], hall.gm.look()["cards"]))
    n, cards = marks[2]
    hall.gm.do("undo", to=n)
    assert hall.gm.look()["cards"] == cards
    assert hall.gm.refused("undo", to=n)["rule"] == "fight.undo"
    hall.gm.do("redo", times=3)
    assert hall.gm.look()["cards"] == marks[5][1]


def test_a_player_undoes_their_own_act_until_a_die_falls(hall: Table) -> None:
    ana, ben = hall.sit("ana"), hall.sit("ben")
    turn_of(hall, "mira")
    cards = ana.look()["cards"]
    ana.do("play", action="move mira 6,4")
    ben.refused("undo")
    ana.do("undo")
    assert ana.look()["cards"] == cards
    ana.do("play", action="shot mira jarl vulcan-carbine")
    settle(hall)
    assert "GM" in ana.refused("undo")["reason"]
    ana.do("undo", request=True, why="wrong target")
    assert hall.gm.look()["history"]["undo_request"]["why"] == "wrong target"
    assert ben.look()["history"]["undo_request"] is None
    hall.gm.do("undo", refuse=True)
    assert ana.look()["history"]["undo_request"] is None


def test_what_the_gm_does_in_secret_is_not_in_the_way_of_a_players_undo(hall: Table) -> None:
    ana = hall.sit("ana")
    turn_of(hall, "mira")
    ana.do("play", action="move mira 6,4")
    hall.gm.do("gm", text='note "they are afraid"')
    hall.gm.do("roll", dice="2d6", note="patrol", secret=True)
    cards = hall.gm.look()["cards"]["mira"]["at"]
    ana.do("undo")
    view = hall.gm.look()
    assert cards == [6, 4]
    assert view["cards"]["mira"]["at"] == [5, 4]
    assert view["gm"]["notes"] == "they are afraid"
    assert "patrol" in " ".join(row["text"] for row in view["log"])


def test_a_refusal_carries_the_rule_and_what_is_legal(hall: Table) -> None:
    found = hall.gm.refused("play", action="end-turn ghost")
    assert found["rule"] == "fight.turn"
    assert found["legal"]


def test_an_intent_takes_effect_once(hall: Table) -> None:
    first = hall.gm.do("gm", id="same", text="modify tor 1")
    again = hall.gm.do("gm", id="same", text="modify tor 1")
    assert first == again
    assert len(hall.gm.look()["gm"]["combatants"]["tor"]["modifiers"]) == 1


def test_versions_rise_by_one_and_diffs_give_the_view(hall: Table) -> None:
    ana = hall.sit("ana")
    ana.look()
    for number in range(8):
        hall.gm.do("gm", text=f"set tor.hp {number + 1}")
        ana.look()
    assert ana.versions == list(range(ana.versions[0], ana.versions[0] + len(ana.versions)))
    fresh = Sitter(hall.client, hall.room, ana.token)
    fresh.look()
    tail = ana.view["log"][-len(fresh.view["log"]) :]
    assert {**ana.view, "log": tail} == fresh.view


def test_dials_let_policies_act_and_answer(hall: Table) -> None:
    for who in ("mira", "tor", "jarl", "ghost", "gm"):
        for kind in ("*", "act"):
            hall.gm.do("dial", who=who, kind=kind, value="auto")
    for _ in range(400):
        if hall.gm.look()["room"]["status"] == "over":
            break
    assert hall.gm.look()["room"]["outcome"] is not None
    assert any("policy" in row["marks"] for row in hall.gm.get("log", count=500).json()["rows"])


def test_automatic_play_stops_in_a_stalemate_and_tells_the_gm(client: TestClient) -> None:
    hall = Table.text(client, CRIPPLED)
    for who in ("guard", "hask", "gm"):
        for kind in ("*", "act"):
            hall.gm.do("dial", who=who, kind=kind, value="auto")
    for _ in range(1000):
        told = hall.gm.look()["gm"]["dropped"]
        if told:
            break
    assert "stalemate" in told[0], told
    assert hall.gm.look()["room"]["status"] != "over", "that is for the GM to say"


def test_the_planner_acts_and_answers_where_a_dial_says_so(hall: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[str] = []

    class Quick(Planner):
        def __init__(self, other: Policy, *, seconds: float) -> None:
            super().__init__(other, 8)
            assert seconds > 0, "a room does not wait for ever"

        def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
            used.append("act")
            return super().act(book, view, who, generator)

        def answer_at(self, book: Rulebook, view: Any, ask: Ask, generator: Generator, fork: Fork) -> str:
            used.append("answer")
            return super().answer_at(book, view, ask, generator, fork)

    monkeypatch.setattr("starfray.room.room_fight.Planner", Quick)
    hall.gm.do("gm", text="reveal ghost")  # who knows of nobody hidden can play answers on
    for who in ("mira", "tor", "jarl", "ghost", "gm"):
        for kind in ("*", "act"):
            hall.gm.do("dial", who=who, kind=kind, value="planner")
    for _ in range(400):
        if hall.gm.look()["room"]["status"] == "over" or {"act", "answer"} <= set(used):
            break
    assert {"act", "answer"} <= set(used)


def test_a_suggestion_comes_with_its_reason(hall: Table) -> None:
    hall.gm.do("dial", who="mira", kind="act", value="suggest")
    turn_of(hall, "mira")
    hint = hall.gm.look()["turn"]["suggest"]["mira"]
    assert "mira" in hint["text"]
    assert hint["why"]
    hall.gm.refused("dial", who="mira", kind="no.such-rule", value="auto")
    hall.gm.refused("dial", who="nobody", value="auto")


def test_an_archived_room_stands_still(hall: Table) -> None:
    hall.gm.do("room", do="archive")
    assert hall.gm.look()["room"]["status"] == "archived"
    hall.gm.refused("gm", text="set tor.hp 3")
    hall.gm.do("room", do="reopen")
    hall.gm.do("room", do="title", title="Evening two")
    assert hall.gm.look()["room"]["title"] == "Evening two"


def test_the_log_comes_in_pages_without_gaps(client: TestClient) -> None:
    table = Table.text(client, FIGHT)
    for number in range(130):
        table.gm.do("gm", text=f"set tor.hp {number % 7 + 1}")
    rows = table.gm.look()["log"]
    assert 40 <= len(rows) < 60
    more = True
    while more:
        page = table.gm.get("log", before=rows[0]["n"]).json()
        more = page["more"]
        rows = page["rows"] + rows
    numbers = [row["n"] for row in rows]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(1, 132))


def test_preview_and_odds_come_from_another_process(hall: Table) -> None:
    turn_of(hall, "mira")
    ana = hall.sit("ana")
    seen = ana.post("preview", action="shot mira jarl vulcan-carbine").json()
    assert seen["legal"]
    assert seen["tally"]["total"] == sum(each["amount"] for each in seen["tally"]["reasons"])
    odds = ana.post("odds", action="shot mira jarl vulcan-carbine").json()
    assert odds["exact"] == (odds["residual"] == 0)  # a busy machine may not come to the end in time
    assert sum(each["p"] for each in odds["outcomes"]) + odds["rest"] + odds["residual"] == pytest.approx(1)
    assert {each["name"]: [mean["label"] for mean in each["means"]] for each in odds["parts"]} == {"Mira": [], "Jarl": ["HP"]}
    jarl = odds["parts"][-1]
    assert jarl["means"][0]["change"] < 0 < jarl["untouched"] < 1
    assert 0 <= jarl["falls"] < 1
    refused = ana.post("preview", action="shot mira nobody vulcan-carbine").json()
    assert refused["refused"]["reason"]
    assert ana.post("odds", action="end-turn tor").status_code == 409
    ana.do("play", action="shot mira jarl vulcan-carbine")
    asks = ana.look()["asks"]
    if asks:
        answers = ana.post("odds", ask=asks[0]["id"]).json()
        assert set(answers) == {each["key"] for each in asks[0]["options"]}, answers
        for each in answers.values():
            assert sum(one["p"] for one in each["outcomes"]) + each["rest"] + each["residual"] == pytest.approx(1)


def test_a_player_brings_back_what_they_took_back(hall: Table) -> None:
    ana = hall.sit("ana")
    turn_of(hall, "mira")
    assert ana.look()["history"]["redo"] is False
    ana.do("play", action="move mira 5,5")
    after = ana.look()["cards"]["mira"]["at"]
    ana.do("undo")
    assert ana.look()["cards"]["mira"]["at"] == [5, 4]
    assert ana.look()["history"]["redo"] is True
    hall.gm.do("gm", text='note "nobody knows"')
    assert ana.look()["history"]["redo"] is True
    ana.do("redo")
    assert ana.look()["cards"]["mira"]["at"] == after
    assert "nothing of yours" in ana.refused("redo")["reason"]
    ana.do("undo")
    hall.gm.do("gm", text="modify mira 1 luck")
    assert ana.look()["history"]["redo"] is False


def test_what_the_gm_throws_in_secret_holds_nobody_up(hall: Table) -> None:
    ana = hall.sit("ana")
    turn_of(hall, "mira")
    before = ana.look()
    hall.gm.do("hand", on=True)
    hall.gm.do("roll", dice="2d6", secret=True)
    assert hall.gm.look()["asks"]
    assert ana.look() == before
    assert ana.refused("play", action="end-turn ghost")["reason"]
    ana.do("play", action="move mira 5,5")
    assert ana.look()["cards"]["mira"]["at"] == [5, 4]
    hall.gm.do("answer", ask=hall.gm.look()["asks"][0]["id"], answer=[1, 2])
    assert ana.look()["cards"]["mira"]["at"] == [5, 5]


def test_the_gm_sees_how_the_fight_goes_on_from_here_and_from_before(hall: Table) -> None:
    ana = hall.sit("ana")
    turn_of(hall, "mira")
    now = hall.gm.post("prospects").json()
    assert now["fights"] > 0
    assert {each["side"] for each in now["wins"]} == {"crew", "syndicate"}
    hall.gm.do("gm", text="set jarl.hp 0")
    after = hall.gm.post("prospects", at="now").json()
    assert after != now
    assert hall.gm.post("prospects", at="act 0").json()["fights"] > 0
    hall.gm.do("undo")
    assert hall.gm.post("prospects", at="undone").json()["fights"] > 0
    assert hall.gm.post("prospects", at="tomorrow").status_code == 400
    assert ana.post("prospects").status_code == 409


def test_a_seat_that_sees_no_foe_left_still_sees_what_its_act_would_be(hall: Table) -> None:
    """As far as Ana can know the fight might be over: the last of the others is hidden from her."""
    ana = hall.sit("ana")
    hall.gm.do("gm", text="remove jarl")
    settle(hall)
    turn_of(hall, "mira")
    assert [card["id"] for card in ana.look()["cards"].values() if not card["out"]] == ["mira", "tor"]
    assert ana.post("preview", action="go-prone mira").json()["refused"] is None
    assert ana.post("odds", action="go-prone mira").json()["outcomes"] == [
        {"p": 1.0, "summary": "Mira AP 3 → 2; Mira condition none → prone"}
    ]


def test_what_one_saw_of_somebody_keeps_the_name_when_they_hide(hall: Table) -> None:
    ana = hall.sit("ana")
    turn_of(hall, "jarl")
    hall.gm.do("play", action="go-prone jarl")
    hall.gm.do("gm", text="hide jarl")
    assert "Jarl goes prone" in ana.texts()
    assert "jarl" not in ana.look()["cards"]


def test_reasons_and_edits_are_told_by_names(client: TestClient) -> None:
    table = Table.text(client, FIGHT.replace('id = "jarl"', 'id = "foe"').replace('name = "Jarl"', 'name = "Jarl"\ncount = 2'))
    table.gm.do("gm", text="set foe-2.hp 2 slipped")
    assert "The GM's hand: Jarl 2: hp is now 2 (slipped)" in table.gm.texts()
    table.gm.do("gm", text='set scene.cover "[{\\"name\\": \\"crate\\", \\"at\\": [3, 4], \\"rating\\": 4}]"')
    assert "The GM's hand: cover is now crate at 3,4" in table.gm.texts()


def test_a_form_with_nobody_to_choose_is_refused(client: TestClient) -> None:
    table = Table.text(client, FIGHT.replace("at = [12, 5]", "at = [12, 5]\nhidden = true"))
    ana = table.sit("ana")
    turn_of(table, "mira")
    shot = next(form for form in ana.look()["forms"]["mira"] if form["kind"] == "shot")
    assert shot["refused"]["reason"] == "no target to choose"


def test_after_an_undo_out_of_an_open_step_redo_comes_back_to_its_question(client: TestClient) -> None:
    """Everybody's slot is over and the next turn asks for a weapon's initiative: undone and redone, it asks again."""
    table = Table.text(client, FIGHT.replace('"coriolis.initiative.weapon" = "no"', '"coriolis.core.pray" = "no"'))
    settle(table)
    for _ in range(40):
        view = table.gm.look()
        if view["asks"]:
            break
        table.gm.do("play", action=f"end-turn {view['turn']['actors'][0]}")
    before = table.gm.look()
    assert before["turn"]["due"]
    assert before["asks"]
    table.gm.do("undo")
    undone = table.gm.look()
    assert not undone["asks"]
    assert undone["history"]["redo"]
    table.gm.do("redo")
    after = table.gm.look()
    assert [(each["rule"], each["who"]) for each in after["asks"]] == [(each["rule"], each["who"]) for each in before["asks"]]
    assert after["history"] == before["history"]
    assert [row["text"] for row in after["log"]] == [row["text"] for row in before["log"]]


def test_odds_take_no_more_time_than_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A first look tells how long a run takes; the rest of the budget is cut to the time that is left."""
    asked: list[int] = []
    now = 0.0
    monkeypatch.setattr("starfray.room.odds_workers.time.monotonic", lambda: now)

    def slow(most: int) -> Odds:
        nonlocal now
        asked.append(most)
        now += most / 100_000
        return Odds("shot", residual=0.5, runs=most)

    assert within_seconds(slow, 20_000, 0.05).runs < 20_000
    assert asked == [FIRST_LOOK, 5_000]
    assert within_seconds(slow, 400, 1.0).runs == 400
    assert within_seconds(slow, 20_000, 0.001).runs == FIRST_LOOK
