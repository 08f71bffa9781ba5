"""The Gymnasium environment: one side of a fight, all others played by a policy."""

from __future__ import annotations

from typing import Any, SupportsFloat

import gymnasium
import numpy
from gymnasium import spaces

from starfray.engine.errors import BadInput, suggest
from starfray.engine.policy import Policy
from starfray.engine.position import sides
from starfray.envs.all_sides import LIMIT, reward_of, told
from starfray.envs.candidates import slots_of
from starfray.envs.fights import fight_for
from starfray.envs.match import Match
from starfray.envs.observation import SIZE, Vector, observe
from starfray.envs.picture import picture
from starfray.fight import Fight

Mask = numpy.typing.NDArray[numpy.int8]


class OneSideEnv(gymnasium.Env[Vector, numpy.int64]):
    """Slots, observation and reward as in `FightEnv`. `info["action_mask"]` and `action_masks()` say which slots are legal; one
    that is not counts as the first that is, and `info["illegal"]` says so.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        fight: str | Fight,
        side: str = "",
        opponent: Policy | None = None,
        *,
        render_mode: str | None = None,
        limit: int = LIMIT,
    ) -> None:
        """`side`: the first of the fight, unless named; `opponent`: the book's own policy, unless given."""
        self.fight = fight_for(fight)
        known = sides(self.fight.state)
        if side and side not in known:
            raise BadInput(f"there is no side {side!r}", expected=suggest(side, known))
        self.side, self.opponent = side or known[0], opponent
        self.render_mode, self.limit = render_mode, limit
        self._slots = slots_of(self.fight.book, self.fight.state)
        self.action_space: spaces.Space[numpy.int64] = spaces.Discrete(self._slots)
        self.observation_space: spaces.Space[Vector] = spaces.Box(0.0, 1.0, (SIZE,), numpy.float32)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Vector, dict[str, Any]]:
        super().reset(seed=seed)
        self.match = Match(self.fight, [self.side], int(self.np_random.integers(2**62)), self.limit, self.opponent)
        return self._seen(), self._told()

    def step(self, action: numpy.int64) -> tuple[Vector, SupportsFloat, bool, bool, dict[str, Any]]:
        """A side that is never asked anything, or a fight that is over, has one legal slot, the last, which only goes on."""
        decision, illegal = self.match.decision, False
        if decision is not None:
            illegal = int(action) not in decision.choices
            self.match.choose(min(decision.choices) if illegal else int(action))
        over = self.match.decision is None
        won = reward_of(self.match, self.side) if over else 0.0
        info = {**self._told(), **({"illegal": True} if illegal else {})}
        return self._seen(), won, over and self.match.outcome is not None, over and self.match.outcome is None, info

    def action_masks(self) -> Mask:
        """The legal slots, under the name that masked algorithms look for."""
        mask: Mask = self._told()["action_mask"]
        return mask

    def _told(self) -> dict[str, Any]:
        decision = self.match.decision
        if decision is not None:
            return told(decision, self._slots)
        mask = numpy.zeros(self._slots, numpy.int8)
        mask[-1] = 1
        return {"action_mask": mask, **({"fault": self.match.fault} if self.match.fault else {})}

    def _seen(self) -> Vector:
        decision, book = self.match.decision, self.match.book
        if decision is not None:
            return observe(book, decision.view, self.side, decision)
        return observe(book, book.view(self.match.state, f"side:{self.side}"), self.side)

    def render(self) -> str | None:
        return picture(self.match, self.side) if self.render_mode == "ansi" else None
