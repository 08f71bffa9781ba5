"""A blow is chosen on one count and lands on another: what is asked at the choice is answered for the landing."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import pytest

from starfray import Fight
from starfray.cli import main
from starfray.engine.actions import parse
from starfray.engine.codec import clone
from starfray.engine.delayed_odds import next_step, settles
from starfray.engine.policy import Policies, RandomPolicy
from starfray.engine.tables.random import Generators, RandomTable
from tests.hybrid.build import duel

BLOW = "blow a b at=chest"
BETWEEN = (
    '[[combatant]]\nid = "c"\nside = "blue"\ninitiative = 101\nskills = { short-sword = 8 }\nweapons = ["short-sword"]\n'
    "stats = { pst = 15, pen = 12, dex = 15, pag = 15, paw = 12 }"
)


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


def hurt(fight: Fight, seed: int, given: Policies | None = None) -> bool:
    """The same by hand: the blow, then whatever comes up, until it has landed."""
    book, policies, state = fight.book, given or Policies(fight.book.policy()), clone(fight.state)
    generators = Generators(seed)
    table = RandomTable(book, state, generators, policies, False, fight.content)
    blow = parse(book.actions, BLOW)
    book.play(state, table, blow)
    while (step := next_step(book, state, policies, "a", generators.policy)) is not None:
        book.play(state, table, step)
        if settles(book, blow, step):
            break
    return bool(state.roster["b"].pft < 39)


@pytest.mark.slow
def test_where_others_act_at_random_it_is_played_many_times_and_said_to_be_sampled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fight = duel(more=BETWEEN)
    random = Policies(RandomPolicy())
    odds = fight.odds(BLOW, policies=random)
    assert (odds.sampled, odds.exact, odds.residual) == (1000, False, 0.0)
    assert odds.plain()["exact"] is False
    assert odds.plain() == fight.odds(BLOW, policies=random).plain(), "the same answer every time"
    assert sum(each.p for each in odds.outcomes) == pytest.approx(1)
    share = odds.chance_of("b.pft", lambda left: left < 39)
    others = sum(hurt(fight, seed, random) for seed in range(5000, 5400)) / 400
    assert abs(share - others) < 4 * sqrt(share * (1 - share) * (1 / 400 + 1 / 1000))
    path, page = tmp_path / "duel.toml", tmp_path / "odds.html"
    path.write_text(fight.to_text(), encoding="utf-8")
    assert main(["odds", str(path), BLOW, "--policy", "random", "--report", str(page)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "played 1,000 times instead, chances to ± 3 %" in told
    assert "Sampled" in page.read_text(encoding="utf-8")


@pytest.mark.slow
def test_what_goes_too_many_ways_is_sampled_and_agrees_with_what_is_exact() -> None:
    fight = duel(more=BETWEEN)
    exact = fight.odds(BLOW)
    few = fight.odds(BLOW, budget=200)
    assert exact.exact
    assert few.sampled == 1000
    for path, test in (("b.pft", lambda left: left < 39), ("a.pft", lambda left: left < 39)):
        share = exact.chance_of(path, test)
        assert abs(few.chance_of(path, test) - share) <= 4 * sqrt(share * (1 - share) / 1000) + 1e-9
    assert few.parts["b"].falls == pytest.approx(exact.parts["b"].falls, abs=0.06)
