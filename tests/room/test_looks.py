"""Quick looks at chances: another option of a form, other parts of the body, a decision still to come."""

from __future__ import annotations

from typing import Any

import pytest

from starfray.demo_files import demo_path
from starfray.engine.policy import Policies
from starfray.engine.toml import Source
from starfray.engine.vitals import lost
from starfray.looks import Look, look_at
from starfray.odds import odds
from starfray.room import odds_workers
from starfray.room.library import make_fight
from starfray.room.odds_workers import Question, answer_question

GREMLINS = demo_path("needle-and-pin").read_text(encoding="utf-8")
ADEPT = GREMLINS.replace("knife = 13", "knife = 17", 1).replace("knife = 13", "knife = 15")
PACES = demo_path("ten-paces").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def all_the_time_in_the_world(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_workers, "LOOK_SECONDS", 1e9)


def begun(text: str) -> Any:
    fight = make_fight(Source(text, "looks").data, 1, {})
    fight.advance()
    return fight


def asked(text: str, what: str, action: str, **more: Any) -> dict[str, Any]:
    fight = begun(text)
    return answer_question(Question(what, fight.book.name, fight.state, action, **more))


def by_value(rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {row["value"]: row for row in rows}


def test_a_clearly_better_option_is_named() -> None:
    """A master against a good parry: each step of deception costs the blow less than the parry."""
    found = asked(ADEPT, "options", "attack nix tik", wanted=("option",))
    better, deceptive = found["better"], by_value([row for row in found["options"] if row["field"] == "deceptive"])
    assert better["field"] == "deceptive"
    assert better["text"] == f"attack nix tik deceptive={better['value']}"
    assert better["p"] == max(row["p"] for row in deceptive.values() if row["p"] is not None)
    assert better["p"] >= found["chance"]["p"] + 0.05
    assert deceptive["0"]["p"] == found["chance"]["p"]
    assert better["chance"]["loss"] == "about 1 HP"


def test_an_option_that_costs_more_is_not_better() -> None:
    look = Look("attack", 0.5, 0.52, taken=3.0)
    assert Look("attack", 0.58, 0.6, taken=3.0).beats(look)
    assert not Look("attack", 0.56, 0.9, taken=3.0).beats(look)
    assert not Look("attack", 0.9, 0.9, taken=2.0).beats(look)
    assert not Look("attack", 0.9, 0.9, taken=3.0, paid=1.0).beats(look)


def test_the_chance_of_each_part_of_the_body() -> None:
    found = asked(GREMLINS, "options", "attack nix tik", wanted=("body",))
    places = by_value(found["places"])
    assert found["options"] == []
    assert found["better"] is None
    assert found["after"] is None
    assert places["torso"]["p"] > places["right-arm"]["p"] > places["skull"]["p"] > 0
    assert places["right-arm"]["label"] == "right arm"
    assert places["skull"]["text"] == "attack nix tik location=skull"
    assert places["vitals"]["p"] is None
    assert "cannot be aimed" in places["vitals"]["refused"]


def test_a_look_goes_on_where_there_was_no_time() -> None:
    whole = asked(GREMLINS, "options", "attack nix tik", wanted=("body",))
    rest = asked(GREMLINS, "options", "attack nix tik", wanted=("body",), start=14)
    assert rest["places"] == whole["places"][14:]


def test_a_look_with_few_runs_keeps_the_chance_within_its_bounds() -> None:
    fight = begun(ADEPT)
    act = fight.parse("attack nix tik deceptive=2")
    whole = look_at(odds(fight.book, fight.state, act, Policies(fight.book.policy()), content=fight.content))
    few = look_at(odds(fight.book, fight.state, act, Policies(fight.book.policy()), 4, content=fight.content))
    assert whole is not None
    assert few is not None
    assert whole.low == whole.high == whole.p
    assert few.low < few.high
    assert few.low <= whole.p <= few.high


def test_what_needs_no_target_has_no_chance() -> None:
    found = asked(GREMLINS, "options", "all-out-defense nix dodge", wanted=("option",))
    assert (found["chance"], found["better"], found["options"]) == (None, None, [])


def test_a_prayer_is_told_apart() -> None:
    """Without it as if it were never said, with it as if it always were."""
    pious = PACES.replace("[[combatant]]", "[[combatant]]\npc = true")
    up = begun(pious).actors[0]
    action = f"shot {up} {'bo' if up == 'zara' else 'zara'}"
    headline = asked(pious.replace('"coriolis.core.pray" = "never"\n', ""), "odds", action)["headline"]
    never, always = (begun(pious.replace("never", order)).odds(action).headline() for order in ("never", "always"))
    assert never is not None
    assert always is not None
    assert always["p"] > never["p"]
    assert headline["p"] == pytest.approx(never["p"])
    assert headline["more"] == {"p": pytest.approx(always["p"]), "words": "with prayer", "rule": "coriolis.core.pray"}


def test_a_defence_is_told_apart() -> None:
    asking = GREMLINS.replace('"gurps.core.active-defense" = "parry-pin"\n', "")
    headline = asked(asking, "odds", "attack nix tik")["headline"]
    bare = asked(GREMLINS.replace("parry-pin", "no"), "odds", "attack nix tik")["headline"]
    assert headline["more"]["words"] == "before the defence"
    assert headline["more"]["p"] == pytest.approx(bare["p"])
    assert bare["p"] > headline["p"]
    assert bare["more"] is None


def test_dropping_down_is_no_harm() -> None:
    """A dodge that ends on the ground leaves the dodger unhurt; a knife in the arm does not."""
    fight = begun(GREMLINS)
    before = fight.book.vitals_of(fight.state, fight.state.roster["tik"])
    fight.gm("set tik.posture lying")
    assert lost(before, fight.book.vitals_of(fight.state, fight.state.roster["tik"])) is None
    fight.gm("set tik.hp 1")
    assert lost(before, fight.book.vitals_of(fight.state, fight.state.roster["tik"])) == {"HP": 1}
