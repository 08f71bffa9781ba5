"""The demo fights: played to their end by policy, replayed from their transcripts, and doing what their titles say."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray import Fight

DEMOS = Path(starfray.__file__).parent / "demos"
SEEDS = (1, 2, 3)
SHOWS = {
    "loading-bay": ("cx.suppression.no-roll", "cx.aim.effect"), "long-shot": ("cx.firerate.pump-bolt", "cx.aim.effect"),
    "blue-corridor": ("cx.shield.plasma", "cx.grapple.start"), "corridor": ("cx.aim.effect",),
}


def demo(name: str, seed: int) -> Fight:
    """The demo with another seed."""
    text = (DEMOS / f"{name}.toml").read_text(encoding="utf-8")
    lines = [f"seed = {seed}" if line.startswith("seed ") else line for line in text.splitlines()]
    return starfray.loads("\n".join(lines), folder=DEMOS)


@pytest.mark.parametrize("name", SHOWS)
def test_a_demo_is_played_to_its_end_and_shows_what_its_title_promises(name: str) -> None:
    said: set[str] = set()
    for seed in SEEDS:
        fight = demo(name, seed).auto(acts=900)
        assert fight.over is not None
        assert starfray.replay(fight.transcript()).hash == fight.hash
        said.update(event.rule for event in fight.events)
    assert set(SHOWS[name]) <= said


def test_the_odds_of_a_burst_into_cover_are_exact_before_the_trigger_is_pulled() -> None:
    text = ('rulebook = "compound-x"\n[now]\nround = 1\norder = ["a", "b"]\nup = "a"\nstarted = true\n'
            '[[combatant]]\nid = "a"\nside = "x"\nat = [0, 0]\nactions = 4\naim = "b"\nweapons = ["ecsc-mk16"]\n'
            '[[combatant]]\nid = "b"\nside = "y"\nat = [30, 0]\ncover = "partial"\narmour = "light-chest-l1"\n')
    odds = starfray.loads(text).odds("fire a b mode=auto")
    assert odds.exact
    assert sum(each.p for each in odds.outcomes) == pytest.approx(1)
    assert 0 < odds.chance_of("b.health", lambda now: now < 100) < 1
