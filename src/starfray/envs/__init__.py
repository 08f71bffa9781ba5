"""Environments for researchers: fights for PettingZoo and Gymnasium.

    from starfray import envs
    env = envs.aec("boarding-duel")
    env = envs.gym("boarding-duel", side="crew")

They need the extra `envs` (gymnasium, greenlet, numpy, pettingzoo), which is imported when an environment is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starfray.engine.errors import BadInput
from starfray.engine.policy import Policy
from starfray.fight import Fight

if TYPE_CHECKING:
    from starfray.envs.all_sides import FightEnv
    from starfray.envs.one_side import OneSideEnv

MISSING = "environments need further packages: pip install 'starfray[envs]'"


def aec(fight: str | Fight, **options: Any) -> FightEnv:
    """A PettingZoo AEC environment: every side of the fight is an agent. See `starfray.envs.all_sides.FightEnv`."""
    try:
        from starfray.envs.all_sides import FightEnv
    except ImportError as error:
        raise BadInput(f"{MISSING} ({error})") from None
    return FightEnv(fight, **options)


def gym(fight: str | Fight, side: str = "", opponent: Policy | None = None, **options: Any) -> OneSideEnv:
    """A Gymnasium environment: one side of the fight against a policy. See `starfray.envs.one_side.OneSideEnv`."""
    try:
        from starfray.envs.one_side import OneSideEnv
    except ImportError as error:
        raise BadInput(f"{MISSING} ({error})") from None
    return OneSideEnv(fight, side, opponent, **options)
