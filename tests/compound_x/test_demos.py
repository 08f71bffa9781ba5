"""The demo fights: played to their end by policy, replayed from their transcripts, and doing what their titles say."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray import Fight

pytestmark = pytest.mark.slow

DEMOS = Path(starfray.__file__).parent / "demos"
SEEDS = (1, 2, 3, 4, 5, 6)
SHOWS = {
    "loading-bay": ("cx.suppression.no-roll", "cx.suppression.trigger", "cx.reaction.timing", "cx.cover.partial"),
    "long-shot": ("cx.firerate.pump-bolt", "cx.aim.effect"),
    "blue-corridor": ("cx.shield.plasma", "cx.grapple.start", "cx.opportunity.reaction"),
    "corridor": ("cx.suppression.trigger", "cx.reaction.timing", "cx.held.reserve"),
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


def begun(name: str, *first: str) -> Fight:
    """The demo with these first in the order, the first of them to act."""
    fight = demo(name, 1)
    whos = list(fight.state.roster)
    fight.begin(dice=[100 - first.index(who) if who in first else 60 - place for place, who in enumerate(whos)])
    return fight.step(dice=[])


@pytest.mark.rule("cx.held.use", "cx.suppression.trigger", "cx.reaction.timing", "cx.reaction.limit")
def test_a_run_down_the_corridor_is_cut_short_by_whoever_waits_and_whoever_suppresses() -> None:
    fight = begun("corridor", "volkonsky", "guard", "brand")
    fight.play("run volkonsky 14,7")
    ask = fight.asks[0]
    assert (ask.who, ask.rule, fight.state.roster[ask.who].side) == ("guard", "cx.held.use", "dock")
    assert ask.suggested == "aim+semi"
    assert fight.get("volkonsky.at") == [6, 7]
    fight.undo()
    fight.play("run volkonsky 14,7", dice=[2, 99], answers=["aim+semi"])  # the shot misses, both bursts strike
    assert (fight.get("guard.reactions"), fight.get("brand.reactions")) == (2, 2)
    assert fight.get("volkonsky.at") == [14, 7]


@pytest.mark.rule("cx.opportunity.noncqb", "cx.ruling.opportunity-timing")
def test_a_long_gun_fired_among_swords_lets_the_sword_speak_first() -> None:
    fight = begun("blue-corridor", "gunner")
    fight.play("fire gunner volkonsky")
    ask = fight.asks[0]
    assert (ask.who, fight.state.roster[ask.who].seat, ask.rule) == ("volkonsky", "bo", "cx.opportunity.reaction")
    fight.undo()
    rounds = fight.get("gunner.weapons.0.rounds")
    fight.gm("set gunner.health 30")
    fight.play("fire gunner volkonsky", dice=[9, 1], answers=["gs101-sword"])
    assert (fight.get("gunner.health"), fight.get("gunner.weapons.0.rounds")) == (0, rounds)


def test_the_odds_of_a_burst_into_cover_are_exact_before_the_trigger_is_pulled() -> None:
    text = (
        'rulebook = "compound-x"\n[now]\nround = 1\norder = ["a", "b"]\nup = "a"\nstarted = true\n'
        '[[combatant]]\nid = "a"\nside = "x"\nat = [0, 0]\nactions = 4\naim = "b"\nweapons = ["ecsc-mk16"]\n'
        '[[combatant]]\nid = "b"\nside = "y"\nat = [30, 0]\ncover = "partial"\narmour = "light-chest-l1"\n'
    )
    odds = starfray.loads(text).odds("fire a b mode=auto")
    assert odds.exact
    assert sum(each.p for each in odds.outcomes) == pytest.approx(1)
    assert 0 < odds.chance_of("b.health", lambda now: now < 100) < 1
