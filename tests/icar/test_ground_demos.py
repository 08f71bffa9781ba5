"""The demos on foot: played to their end by policy, replayed from their transcripts, and true to their titles."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray import Fight
from starfray.engine.generator import Generator

pytestmark = pytest.mark.slow

DEMOS = Path(starfray.__file__).parent / "demos"


def demo(name: str, seed: int) -> Fight:
    text = (DEMOS / f"{name}.toml").read_text(encoding="utf-8")
    lines = [f"seed = {seed}" if line.startswith("seed ") else line for line in text.splitlines()]
    return starfray.loads("\n".join(lines), folder=DEMOS)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("name", ["last-orders", "blast-door"])
def test_a_demo_is_played_to_its_end_and_its_transcript_replays_to_the_last_die(name: str, seed: int) -> None:
    fight = demo(name, seed).auto(acts=600)
    assert fight.over is not None
    assert starfray.replay(fight.transcript()).hash == fight.hash


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("last-orders", ("icar.turn.combo", "icar.close.duel.compare", "icar.close.trip", "icar.close.once.opposed")),
        (
            "blast-door",
            ("icar.hack.door", "icar.hack.aug.effects", "icar.fire.effect", "icar.shield.soaks-all", "icar.hp.stabilise"),
        ),
    ],
)
def test_a_demo_makes_use_of_what_its_title_promises(name: str, rules: tuple[str, ...]) -> None:
    said: set[str] = set()
    for seed in range(16):  # the Borg is hacked in one fight of four
        said |= {event.rule for event in demo(name, seed).auto(acts=600).events}
    assert set(rules) <= said


def test_every_act_of_a_policy_has_its_reason() -> None:
    fight = demo("blast-door", 1).begin()
    fight.seats.auto = {*fight.state.roster, "gm"}
    policy = fight.book.policy()
    for _ in range(12):
        who = fight.actors[0]
        action = policy.act(fight.book, fight.state, who, Generator(1))
        assert action is not None
        assert policy.why
        fight.play(action)


def test_the_first_combo_of_the_brawl_has_exact_odds() -> None:
    fight = demo("last-orders", 1).begin()
    who = fight.actors[0]
    for other in fight.state.roster.values():
        if other.side != fight.state.roster[who].side:
            fight.gm(f"place {other.id} {fight.get(f'{who}.at')[0]},{fight.get(f'{who}.at')[1]}")
    combo = fight.state.roster[who].combos[0].name
    odds = fight.odds(f'combo {who} {other.id if other.side != fight.state.roster[who].side else "simon"} {combo} "so"')
    assert odds.exact
    assert sum(each.p for each in odds.outcomes) == pytest.approx(1)


def test_a_monk_in_the_flow_takes_on_everybody_within_reach() -> None:
    monk = '[[combatant]]\nid = "m"\narchetype = "akarak-monk"\nside = "red"\nat = [0, 0]\n'
    man = '[[combatant]]\nid = "rN"\narchetype = "bar-regular"\nside = "blue"\nat = [N, 1]\n'
    men = "".join(man.replace("N", str(place)) for place in range(2)) + man.replace("rN", "r2").replace("[N, 1]", "[1, 0]")
    fight = starfray.loads(f'rulebook = "icar"\n[now]\nturn = 1\n{monk}{men}').auto(acts=1)
    assert {event.whom for event in fight.events if event.rule == "icar.close.combo.effect"} <= {"r0", "r1", "r2"}
    assert sum(event.rule == "icar.close.combo.check" for event in fight.events) == 3
