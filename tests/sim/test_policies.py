"""Policies by name, of one's own, and greedy: what goes wrong in one is told with its name, and each says why."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray.cli import main
from starfray.engine.errors import BadInput
from starfray.engine.generator import Generator
from starfray.engine.policy import PolicyFault
from starfray.sim.greedy import Greedy
from starfray.sim.montecarlo import simulate
from starfray.sim.policies import policies_called, policy_called
from tests.sim.test_solve import DUEL

OWN = """
from starfray.engine.policy import Policy, first_answer
from starfray.engine.actions import parse

class Passive(Policy):
    name = "passive"
    def act(self, book, view, who, generator):
        self.why = "I only wait"
        return parse(book.actions, f"end-turn {who}")
    def answer(self, book, view, ask, generator):
        return first_answer(ask)

class Raises(Passive):
    def act(self, book, view, who, generator):
        raise KeyError("lost")

class Cheats(Passive):
    def act(self, book, view, who, generator):
        return parse(book.actions, f"shot {who} nobody-here")

class Nonsense(Passive):
    def act(self, book, view, who, generator):
        return "shoot him"

class ForOthers(Passive):
    def act(self, book, view, who, generator):
        other = next(each for each in view.roster if each != who)
        return parse(book.actions, f"end-turn {other}")

class Peeks(Passive):
    seen = []
    def act(self, book, view, who, generator):
        Peeks.seen.append(sorted(view.roster))
        return super().act(book, view, who, generator)

class NeedsMore(Passive):
    def __init__(self, more):
        super().__init__()
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    path = tmp_path / "own.py"
    path.write_text(OWN, encoding="utf-8")
    return str(path)


def test_a_policy_of_ones_own_decides_for_its_side(own: str) -> None:
    fight = starfray.loads(DUEL)
    wins = simulate(fight, 40, policies={"red": f"{own}:Passive"}).wins
    assert wins["red"] < simulate(fight, 40).wins["red"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Raises", "act for a failed .KeyError: 'lost'"),
        ("Cheats", "is refused"),
        ("Nonsense", "'shoot him', which is no action"),
        ("ForOthers", "gave an action of b"),
    ],
)
def test_what_goes_wrong_in_one_is_told_with_its_name(own: str, name: str, words: str) -> None:
    with pytest.raises(PolicyFault, match=words) as told:
        simulate(starfray.loads(DUEL), 1, policies={"red": f"{own}:{name}"})
    assert f"{own}:{name}" in str(told.value)


@pytest.mark.parametrize("name", ["clever", "no_such_module:Thing", "nowhere.py:Thing", "json:JSONDecoder", ":", "json:"])
def test_what_is_no_policy_is_told(name: str) -> None:
    with pytest.raises(BadInput, match="policy"):
        policy_called(starfray.loads(DUEL).book, name)


def test_a_policy_that_cannot_be_made_is_told(own: str) -> None:
    with pytest.raises(BadInput, match="cannot be made"):
        policy_called(starfray.loads(DUEL).book, f"{own}:NeedsMore")
    with pytest.raises(BadInput, match="this is no policy"):
        policy_called(starfray.loads(DUEL).book, f"{own}:parse")


def test_a_policy_sees_its_sides_view_only(own: str) -> None:
    fight = starfray.loads(DUEL.replace('side = "blue"', 'side = "blue"\nhidden = true'))
    policies = policies_called(fight.book, {"red": f"{own}:Peeks"})
    policies.act(fight.book, fight.state, "a", Generator(0))
    inner = policies.by_side["red"].inner  # type: ignore[attr-defined]
    assert inner.seen == [["a"]]


def test_greedy_takes_what_is_worth_most_and_says_so() -> None:
    fight = starfray.loads(DUEL)
    greedy = Greedy(fight.book.policy())
    action = greedy.act(fight.book, fight.state, "a", Generator(0))
    assert action is not None
    assert "worth" in greedy.why
    assert greedy.act(fight.book, fight.state, "a", Generator(9)) == action, "never a clock, never a die"


def test_greedy_plays_whole_fights() -> None:
    result = simulate(starfray.loads(DUEL), 2, policies={"red": "greedy"})
    assert result.fights == 2
    assert result.unfinished == 0


def test_the_command_takes_policies_by_side(own: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "duel.toml"
    path.write_text(DUEL, encoding="utf-8")
    assert main(["sim", str(path), "-n", "5", "--policy", f"red={own}:Raises"]) == 2
    assert "own.py:Raises" in capsys.readouterr().err
    assert main(["odds", str(path), "shot a b", "--policy", "red=random"]) == 0
    assert "red random" in capsys.readouterr().out
