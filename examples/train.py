"""Teaches one side of a small fight what to prefer, with numpy alone, and compares it with choosing at random.

    pip install 'starfray[envs]'
    python examples/train.py one-on-one --fights 600 --test 200

The policy is a table: for every question (or kind of action) a preference for each slot, and slots are drawn by softmax. It is
trained by REINFORCE: after a fight, what was chosen in it becomes likelier if the fight was won, less likely if it was lost.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from typing import Any

import numpy

from starfray import envs

RATE = 0.3  # of learning
FADE = 0.95  # how slowly the average result of late fights is forgotten


class Preferences:
    """Of each question, how much each slot is preferred."""

    def __init__(self, slots: int, seed: int) -> None:
        self.table: dict[str, Any] = defaultdict(lambda: numpy.zeros(slots))
        self.random = numpy.random.default_rng(seed)

    def chances(self, info: dict[str, Any]) -> Any:
        """The chance of each slot; those that are not legal have none."""
        wanted = self.table[name_of(info)]
        weights = numpy.exp(wanted - wanted.max()) * info["action_mask"]
        return weights / weights.sum()

    def choose(self, chances: Any) -> int:
        return int(self.random.choice(len(chances), p=chances))

    def learn(self, chosen: list[tuple[str, int, Any]], worth: float) -> None:
        """The gradient of the logarithm of each choice's chance, times what the fight was worth."""
        for name, slot, chances in chosen:
            step = -chances
            step[slot] += 1.0
            self.table[name] += RATE * worth * step / len(chosen) ** 0.5


def name_of(info: dict[str, Any]) -> str:
    return str(info.get("rule") or info.get("kind") or "act")


def fight(env: Any, policy: Preferences, seed: int) -> tuple[float, list[tuple[str, int, Any]]]:
    """One fight: the reward at its end, and what was chosen in it."""
    chosen = []
    _, info = env.reset(seed=seed)
    while True:
        chances = policy.chances(info)
        slot = policy.choose(chances)
        chosen.append((name_of(info), slot, chances))
        _, reward, terminated, truncated, info = env.step(slot)
        if terminated or truncated:
            return float(reward), chosen


def won(env: Any, policy: Preferences, fights: int) -> float:
    """The share of fights that were won, with dice that were not trained on."""
    return sum(fight(env, policy, 1_000_000 + number)[0] > 0 for number in range(fights)) / fights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("demo", nargs="?", default="one-on-one")
    parser.add_argument("--fights", type=int, default=600)
    parser.add_argument("--test", type=int, default=200)
    args = parser.parse_args()
    env = envs.gym(args.demo)
    slots = int(env.action_space.n)  # type: ignore[attr-defined]
    policy = Preferences(slots, seed=1)
    print(f"{args.demo}, {env.side}: at random {won(env, Preferences(slots, seed=2), args.test):.1%} won")
    average = 0.0
    for number in range(args.fights):
        reward, chosen = fight(env, policy, number)
        policy.learn(chosen, reward - average)
        average = FADE * average + (1 - FADE) * reward
    print(f"after {args.fights} fights: {won(env, policy, args.test):.1%} won")


if __name__ == "__main__":
    main()
