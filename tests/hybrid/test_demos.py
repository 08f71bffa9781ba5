"""The demo fights: played to their end by policy, replayed from their transcripts, with exact odds for first choices."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray import Fight

pytestmark = pytest.mark.slow

DEMOS = Path(starfray.__file__).parent / "demos"
SEEDS = (1, 2, 3)
NAMES = ("swords-on-the-count", "cargo-shadows", "mind-and-gun")


def demo(name: str, seed: int) -> Fight:
    """The demo with another seed."""
    text = (DEMOS / f"{name}.toml").read_text(encoding="utf-8")
    lines = [f"seed = {seed}" if line.startswith("seed ") else line for line in text.splitlines()]
    return starfray.loads("\n".join(lines), folder=DEMOS)


def rules_of(name: str) -> set[str]:
    return {event.rule for seed in SEEDS for event in demo(name, seed).auto(acts=1500).events}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", NAMES)
def test_a_demo_is_played_to_its_end_and_its_transcript_replays_to_the_last_die(name: str, seed: int) -> None:
    fight = demo(name, seed).auto(acts=1500)
    assert fight.over is not None
    assert fight.over.rule == "hybrid.ruling.death"
    assert starfray.replay(fight.transcript()).hash == fight.hash


def test_each_demo_shows_what_its_title_promises() -> None:
    assert {"hybrid.defence.parry", "hybrid.ruling.usable-initiative", "hybrid.shock.table"} <= rules_of("swords-on-the-count")
    assert {"hybrid.oppose.conceal", "hybrid.perception.when", "hybrid.move.accel.gain"} <= rules_of("cargo-shadows")
    assert {"hybrid.ruling.mental-damage", "hybrid.draw.fast", "hybrid.energy.pools"} <= rules_of("mind-and-gun")


def test_the_timeline_shows_what_is_in_the_air() -> None:
    fight = demo("swords-on-the-count", 1).begin(dice=[50, 1, 1, 50, 6, 6])
    fight.play("blow tavi dole", dice=[])
    rows = [(each.when, each.who, each.what) for each in fight.agenda]
    assert rows[0] == ("10", "tavi", "blow at dole with saber lands, in the air since 8")
    assert ("18", "dole", "chooses") in rows


def test_the_odds_of_a_blow_look_through_to_its_landing() -> None:
    fight = demo("swords-on-the-count", 1).begin(dice=[50, 1, 1, 50, 6, 6])
    odds = fight.odds("blow tavi dole")
    assert odds.exact
    hurt = odds.chance_of("dole.pft", lambda pft: pft != fight.get("dole.pft"))
    assert hurt == pytest.approx(0.68)  # 81 - 13: nobody can answer yet
