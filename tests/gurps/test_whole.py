"""A whole fight: played by policy, replayed, written and read, taken back; exact odds and their brute-force twins."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import starfray
from starfray.engine.policy import Policies, RandomPolicy
from starfray.engine.tables.exact import spread
from starfray.fight import Fight
from starfray.rulebooks.gurps import BOOK
from starfray.saves import restore
from starfray.transcript import replay
from tests.gurps.fights import duel

EXAMPLE = Path("examples/gurps-duel.toml")
CODE = sorted(BOOK.folder.glob("*.py"))


def played(seed: int) -> Fight:
    fight = starfray.loads(EXAMPLE.read_text(encoding="utf-8").replace("seed     = 11", f"seed = {seed}")).begin()
    fight.auto(acts=400)
    return fight


@pytest.mark.parametrize("seed", range(8))
def test_a_fight_by_policy_plays_to_its_end_and_can_be_told_again(seed: int) -> None:
    fight = played(seed)
    assert fight.over is not None
    assert replay(fight.transcript()).ok
    assert starfray.loads(fight.to_text()).hash == fight.hash
    assert restore(fight.to_json()).hash == fight.hash


def test_every_act_can_be_taken_back_and_done_again() -> None:
    fight = played(3)
    end, count = fight.hash, 0
    while fight.journal.entries and fight.journal.last_group()[0].kind != "due":
        fight.undo()
        assert starfray.loads(fight.to_text()).hash == fight.hash
        count += 1
    assert count > 3
    for _ in range(count):
        fight.redo()
    assert fight.hash == end


def test_a_question_in_mid_act_is_saved_and_answered_later() -> None:
    fight = duel()
    fight.seats.hand = {"ann"}
    fight.play("attack ann bob")
    fight.answer(fight.asks[0], [4, 4, 4])
    again = restore(fight.to_json())
    assert [ask.rule for ask in again.asks] == ["gurps.core.active-defense"]
    again.answer(again.asks[0], "no")
    again.answer(again.asks[0], [1])
    assert again.get("bob.hp") == 7


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_random_play_never_breaks_a_rule(seed: int) -> None:
    fight = starfray.loads(EXAMPLE.read_text(encoding="utf-8").replace("seed     = 11", f"seed = {seed}"))
    fight.seats.policies = Policies(RandomPolicy())
    fight.begin()
    fight.auto(acts=60)
    assert fight.draft is None
    assert replay(fight.transcript()).ok
    assert starfray.loads(fight.to_text()).hash == fight.hash


# --- odds ------------------------------------------------------------------------------------------------------


def test_the_odds_of_an_attack_are_exact_and_by_hand() -> None:
    odds = duel(bob={"all-out-attack": "true"}).odds("attack ann bob")
    assert odds.residual == 0
    assert sum(each.p for each in odds.outcomes) == pytest.approx(1)
    assert odds.chance_of("bob.hp", lambda hp: hp < 10) == pytest.approx(160 / 216)  # 12 or less, no defence


def merged_and_not(fight: Fight, action: str) -> tuple[dict[str, float], dict[str, float]]:
    act = fight.parse(action)
    both = []
    for merge in (True, False):
        found = spread(BOOK, fight.state, act, Policies(BOOK.policy()), budget=400_000, merge=merge, content=fight.content)
        assert found.residual == 0
        weights: dict[str, float] = {}
        for leaf in found.leaves:
            key = repr(BOOK.key(leaf.state))
            weights[key] = weights.get(key, 0.0) + leaf.weight
        both.append(weights)
    return both[0], both[1]


WAITS = {
    "max-hp": "4",
    "hp": "4",
    "waiting": '{ trigger = "attacks" }',
    "skills": "{ brawling = 12 }",
    "weapons": '[{ key = "pin", damage = "0d+3", type = "pi" }]',
}
NO_DEFENCE = {"orders": '{ "gurps.core.active-defense" = "no" }'}
PIN = {"weapons": '[{ key = "pin", damage = "0d+7", type = "pi" }]', "skills": "{ brawling = 10 }"}
STAKE = {"weapons": '[{ key = "stake", damage = "1d+12", type = "pi" }]', "skills": "{ brawling = 10 }"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fight", "action"),
    [
        (duel(bob={"max-hp": "3", "hp": "3"}), "attack ann bob"),
        (duel(STAKE, {"max-hp": "4", "hp": "4", "all-out-attack": "true"}), "attack ann bob location=face"),
        (duel({**PIN, **NO_DEFENCE}, {**WAITS, **NO_DEFENCE}), "attack ann bob"),
    ],
    ids=["defended", "death checks", "a wait inside"],
)
def test_merging_changes_nothing(fight: Fight, action: str) -> None:
    merged, plain = merged_and_not(fight, action)
    assert merged.keys() == plain.keys()
    for key, weight in plain.items():
        assert merged[key] == pytest.approx(weight)


# --- the ledger ------------------------------------------------------------------------------------------------


def test_every_rule_the_code_names_is_in_the_ledger() -> None:
    ledger = BOOK.ledger()
    prefixes = tuple(rule.id for rule in ledger.rules)
    for path in CODE:
        text = path.read_text(encoding="utf-8").replace("starfray.rulebooks.gurps.", "")
        for rule in re.findall(r"gurps\.[a-z0-9.-]+[a-z0-9]", text):
            family = any(each.startswith(f"{rule}.") for each in prefixes)
            assert rule in ledger or family, f"{path.name}: {rule}"


def test_rules_contain_neither_try_nor_with() -> None:
    for path in CODE:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not isinstance(node, ast.Try | ast.With | ast.Yield), f"{path.name}:{node.lineno}"
