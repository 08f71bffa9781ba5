"""The demo fights: played to their end by policy, told again to the last die, and true to their titles."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray import Fight

pytestmark = pytest.mark.slow

DEMOS = Path(starfray.__file__).parent / "demos"
NAMES = ("blades-at-dawn", "cargo-spine", "market-riot", "needle-and-pin")


def demo(name: str, seed: int) -> Fight:
    text = (DEMOS / f"{name}.toml").read_text(encoding="utf-8")
    lines = [f"seed = {seed}" if line.startswith("seed ") else line for line in text.splitlines()]
    return starfray.loads("\n".join(lines), folder=DEMOS)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", NAMES)
def test_a_demo_is_played_to_its_end_and_told_again(name: str, seed: int) -> None:
    fight = demo(name, seed).auto(acts=1500)
    assert fight.over is not None
    assert starfray.replay(fight.transcript()).hash == fight.hash


def test_both_sides_of_every_demo_can_win() -> None:
    for name in NAMES:
        ends = {tuple(demo(name, seed).auto(acts=1500).over.winners) for seed in range(1, 16)}  # type: ignore[union-attr]
        assert len(ends) >= 2, name


def test_the_fire_fight_is_about_where_one_hits() -> None:
    rules = {event.rule for seed in range(1, 4) for event in demo("cargo-spine", seed).auto(acts=1500).events}
    assert "gurps.core.rapid-fire-hits" in rules
    assert rules & {
        "gurps.location.skull",
        "gurps.location.face",
        "gurps.location.vitals",
        "gurps.location.eye",
        "gurps.location.arm",
        "gurps.location.leg",
        "gurps.location.neck",
    }


def test_the_riot_is_ten_against_ten_as_two_bodies() -> None:
    fight = demo("market-riot", 1).auto(acts=1500)
    assert len(fight.state.roster) == 20
    assert any(event.rule == "gurps.group-combat.extra-hits" for event in fight.events)
    assert not any(event.rule == "gurps.maneuver.attack" for event in fight.events)


@pytest.mark.parametrize("seed", [19, 130])
def test_a_group_that_is_down_or_scattered_still_comes_to_an_end(seed: int) -> None:
    assert demo("market-riot", seed).auto(acts=900).over is not None
