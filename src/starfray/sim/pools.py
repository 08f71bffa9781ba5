"""Who plays the blocks of a simulation: processes of this machine, or the workers of a cluster."""

from __future__ import annotations

from collections.abc import Callable

from starfray.sim.cluster import ClusterPool
from starfray.sim.job import Job, Setup
from starfray.sim.workers import ProcessPool, WorkerPool


def open_pool(jobs: list[Job], setups: Callable[[], list[Setup]], workers: int, cluster: str = "") -> WorkerPool:
    """So many processes of this machine; or, with the address of a cluster, its workers."""
    if cluster:
        return ClusterPool(setups(), cluster, workers)
    return ProcessPool(jobs, setups, workers)
