"""A blow is chosen on one count and lands on another: what is asked at the choice is answered for the landing."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import pytest

from starfray import Fight
from starfray.cli import main
from starfray.engine.actions import parse
from starfray.engine.codec import clone
from starfray.engine.following import next_step, settles
from starfray.engine.policy import Policies, RandomPolicy
from starfray.engine.tables.random import Generators, RandomTable
from tests.hybrid.build import duel

BLOW = "blow a b at=chest"
BETWEEN = ('[[combatant]]\nid = "c"\nside = "blue"\ninitiative = 101\nskills = { short-sword = 8 }\nweapons = ["short-sword"]\n'
           "stats = { pst = 15, pen = 12, dex = 15, pag = 15, paw = 12 }")


def test_the_odds_of_a_blow_are_those_of_its_landing() -> None:
    fight = duel()
    before = fight.hash
    chosen = fight.odds(BLOW)
    assert fight.hash == before
    assert (chosen.settled_by, chosen.exact) == ("land", True)
    landing = fight.play(BLOW, dice=[]).odds("due")
    for points in range(40):
        assert chosen.chance_of("b.pft", points) == pytest.approx(landing.chance_of("b.pft", points), abs=1e-12)
    assert chosen.chance_of("b.pft", lambda left: left < 39) > 0.1
    assert sum(each.p for each in chosen.outcomes) == pytest.approx(1)


def test_the_preview_of_a_blow_shows_the_roll_it_lands_with_and_a_wait_none() -> None:
    fight = duel()
    shown = fight.preview(BLOW)
    assert (shown.legal, shown.rule) == (True, "hybrid.tohit.chance")
    assert shown.tally is not None
    fight.play(BLOW, dice=[])
    fight.step(dice=[90], answers=["no"])
    rolled = next(event for event in fight.events if event.rule == "hybrid.tohit.chance")
    assert rolled.tally is not None
    assert shown.tally.total == rolled.tally.total
    assert duel().preview("wait a 104").rule == ""


def test_what_others_do_until_then_counts() -> None:
    fight = duel(more=BETWEEN)
    odds = fight.odds(BLOW)
    assert odds.residual < 0.02
    sampled = sum(hurt(fight, seed) for seed in range(200)) / 200
    exact = odds.chance_of("b.pft", lambda left: left < 39)
    assert abs(sampled - exact) <= 4 * sqrt(exact * (1 - exact) / 200) + odds.residual


def hurt(fight: Fight, seed: int) -> bool:
    """The same by hand: the blow, then whatever comes up, until it has landed."""
    book, policies, state = fight.book, Policies(fight.book.policy()), clone(fight.state)
    table = RandomTable(book, state, Generators(seed), policies, False, fight.content)
    blow = parse(book.actions, BLOW)
    book.play(state, table, blow)
    while (step := next_step(book, state, policies, "a")) is not None:
        book.play(state, table, step)
        if settles(book, blow, step):
            break
    return bool(state.roster["b"].pft < 39)


def test_who_would_act_at_random_until_then_is_named_and_the_odds_are_not_called_exact(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fight = duel(more=BETWEEN)
    drawn = fight.odds(BLOW, policies=Policies(RandomPolicy()))
    assert (drawn.drawn, drawn.exact) == (["c"], False)
    assert drawn.plain()["exact"] is False
    decided = duel().odds(BLOW, policies=Policies(RandomPolicy()))
    assert decided.drawn == [], "answers that are drawn are weighed; only acts are not"
    path = tmp_path / "duel.toml"
    path.write_text(fight.to_text(), encoding="utf-8")
    page = tmp_path / "odds.html"
    assert main(["odds", str(path), BLOW, "--policy", "random", "--report", str(page)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Not exact: until it takes effect c would act at random" in told
    assert "Not exact" in page.read_text(encoding="utf-8")
