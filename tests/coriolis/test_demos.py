"""The demo fights: played to their end by policy, replayed from their transcripts, and the duel's exact odds."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray import Fight

pytestmark = pytest.mark.slow

DEMOS = Path(starfray.__file__).parent / "demos"
SEEDS = (1, 2, 3, 4)


def demo(name: str, seed: int = 0) -> Fight:
    """The demo with another seed."""
    text = (DEMOS / f"{name}.toml").read_text(encoding="utf-8")
    lines = [f"seed = {seed}" if line.startswith("seed ") else line for line in text.splitlines()]
    return starfray.loads("\n".join(lines), folder=DEMOS)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ["the-clinch", "bazaar-ambush", "dune-chase", "dock-9"])
def test_a_demo_is_played_to_its_end_and_its_transcript_replays_to_the_last_die(name: str, seed: int) -> None:
    fight = demo(name, seed).auto(acts=800)
    assert fight.over is not None
    assert fight.over.rule == "coriolis.ruling.fight-end"
    sides = {one.side for one in fight.state.roster.values()}
    assert set(fight.over.winners) < sides
    again = starfray.replay(fight.transcript())
    assert again.hash == fight.hash


def test_other_seeds_tell_other_stories() -> None:
    ends = {demo("dock-9", seed).auto(acts=800).hash for seed in SEEDS}
    assert len(ends) == len(SEEDS)


@pytest.mark.parametrize(
    "first",
    [
        "melee-attack shade varo",
        "quick-melee shade varo unarmed",
        "move shade 0,4",
        "go-prone shade",
        "delay shade varo",
        "end-turn shade",
    ],
)
def test_the_duel_has_exact_odds_for_every_first_action(first: str) -> None:
    fight = demo("the-clinch").step(dice=[5, 3, 2], answers={"coriolis.initiative.weapon": ["no", "no"]})
    before = fight.hash
    odds = fight.odds(first)
    assert odds.exact
    assert sum(each.p for each in odds.outcomes) == pytest.approx(1)
    assert fight.hash == before


def test_the_exact_chance_of_a_blow_is_what_playing_it_shows() -> None:
    """A blow with bare hands against a defender who has no points left: 1 - (5/6)^n by hand."""
    fight = demo("the-clinch").step(dice=[5, 3, 2], answers={"coriolis.initiative.weapon": ["no", "no"]})
    fight.gm("set varo.ap 0").gm("order shade coriolis.core.pray no")
    dice = fight.preview("quick-melee shade varo unarmed").tally
    assert dice is not None
    fight.gm("set varo.armour.rating 0")
    hit = fight.odds("quick-melee shade varo unarmed").chance_of("varo.hp", lambda hp: hp != fight.get("varo.hp"))
    assert hit == pytest.approx(1 - (5 / 6) ** dice.total)
