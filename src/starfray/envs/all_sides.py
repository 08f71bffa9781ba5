"""The PettingZoo environment: every side is an agent, every decision a step."""

from __future__ import annotations

from typing import Any

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv

from starfray.engine.position import sides
from starfray.envs.candidates import Texts, slots_of
from starfray.envs.fights import fight_for
from starfray.envs.match import Decision, Match
from starfray.envs.observation import SIZE, Vector, observe
from starfray.envs.picture import picture
from starfray.fight import Fight

LIMIT = 2_000  # acts after which a fight that does not end is cut off


class FightEnv(AECEnv[str, Vector, int]):  # type: ignore[misc]
    """A fight between agents `side_0`, `side_1`, …; `side_names` says which side each plays.

    An action is a slot (see `candidates`); `infos[agent]["action_mask"]` says which slots are legal, `["texts"]` what they
    mean. The reward is 1 for winning, -1 for losing, 0 for all else.
    """

    metadata = {"name": "starfray_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, fight: str | Fight, *, render_mode: str | None = None, limit: int = LIMIT) -> None:
        """`fight` is a demo, a file, or a fight that has not begun."""
        super().__init__()
        self.fight = fight_for(fight)
        self.render_mode, self.limit = render_mode, limit
        names = sides(self.fight.state)
        self.possible_agents = [f"side_{place}" for place in range(len(names))]
        self.agents: list[str] = []
        self.side_names = dict(zip(self.possible_agents, names, strict=True))
        self._agent_of = {side: agent for agent, side in self.side_names.items()}
        count = slots_of(self.fight.book, self.fight.state)
        self.action_spaces: dict[str, spaces.Space[Any]] = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Box(0.0, 1.0, (SIZE,), numpy.float32) for agent in self.possible_agents
        }
        self._slots = count
        self._random = numpy.random.default_rng()

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = numpy.random.default_rng(seed)
        self.match = Match(self.fight, list(self.side_names.values()), int(self._random.integers(2**62)), self.limit)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._ready()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        decision = self.match.decision
        assert decision is not None
        if action is None or int(action) not in decision.choices:
            raise ValueError(f"{action!r} is not legal now; infos[agent]['action_mask'] says what is")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {}
        self.match.choose(int(action))
        self._ready()
        self._accumulate_rewards()

    def _ready(self) -> None:
        """The next to decide, or the end."""
        decision = self.match.decision
        if decision is not None:
            self.agent_selection = self._agent_of[decision.side]
            self.infos[self.agent_selection] = told(decision, self._slots)
            return
        outcome = self.match.outcome
        for agent in self.agents:
            self.terminations[agent] = outcome is not None
            self.truncations[agent] = outcome is None
            self.infos[agent] = {"fault": self.match.fault} if self.match.fault else {}
            self.rewards[agent] = reward_of(self.match, self.side_names[agent])

    def observe(self, agent: str) -> Vector:
        side, decision = self.side_names[agent], self.match.decision
        if decision is not None and decision.side == side:
            return observe(self.match.book, decision.view, side, decision)
        return observe(self.match.book, self.match.book.view(self.match.state, f"side:{side}"), side)

    def render(self) -> str | None:
        """The fight as the agent sees it whose decision it is, in words."""
        if self.render_mode != "ansi":
            return None
        return picture(self.match, self.side_names[self.agent_selection])

    def close(self) -> None:
        """There is nothing to close."""


def told(decision: Decision, slots: int) -> dict[str, Any]:
    """What an agent is told beside the observation."""
    mask = numpy.zeros(slots, numpy.int8)
    mask[list(decision.choices)] = 1
    asked = decision.ask
    return {
        "action_mask": mask,
        "texts": Texts(decision.choices),
        "side": decision.side,
        "who": decision.who,
        "question": (asked.prompt or asked.rule) if asked is not None else "",
        "rule": asked.rule if asked is not None else "",
        "kind": decision.kind,
    }


def reward_of(match: Match, side: str) -> float:
    """1 for the only winner, -1 for whoever is not among the winners; a shared victory or a draw is 0."""
    if match.outcome is None or not match.outcome.winners:
        return 0.0
    if side in match.outcome.winners:
        return 1.0 if len(match.outcome.winners) == 1 else 0.0
    return -1.0
