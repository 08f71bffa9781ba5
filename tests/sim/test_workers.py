"""Workers: what goes wrong in one is told as if it had happened here, and a fight reaches them whole."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

import starfray
from starfray.engine.errors import Refused, Unset
from starfray.engine.policy import PolicyFault
from starfray.sim.montecarlo import simulate
from starfray.sim.workers import ProcessPool
from tests.sim.test_policies import OWN
from tests.sim.test_solve import DUEL


@pytest.mark.parametrize("workers", [1, 2])
def test_a_policy_that_fails_is_told_with_its_name_whoever_plays(tmp_path: Path, workers: int) -> None:
    own = tmp_path / "own.py"
    own.write_text(OWN, encoding="utf-8")
    with pytest.raises(PolicyFault, match=r"own\.py:Raises: act for a failed .KeyError: 'lost'"):
        simulate(starfray.loads(DUEL), 100, workers=workers, policies={"red": f"{own}:Raises"})


def test_no_thread_of_the_workers_is_left_to_fall_over_at_the_end_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[bool] = []
    close = ProcessPool.close

    def watched(pool: ProcessPool) -> None:
        thread: Any = getattr(pool.executor, "_executor_manager_thread")  # noqa: B009
        close(pool)
        left.append(thread.is_alive())

    monkeypatch.setattr(ProcessPool, "close", watched)
    simulate(starfray.loads(DUEL), 100, workers=2)
    assert left == [False]


@pytest.mark.parametrize(
    "error",
    [Refused("fight.over", "the fight is over", ["nothing"]), Unset("cover", "a", "b"), PolicyFault("mine", "it failed")],
)
def test_an_error_comes_back_from_a_worker_as_it_was(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    if isinstance(error, Refused):
        assert isinstance(again, Refused)
        assert (again.rule, again.reason, again.legal) == (error.rule, error.reason, error.legal)
