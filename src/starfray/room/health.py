"""What a host asks a server: is it alive, is it ready, how busy is it? Nothing here tells of anybody's fight."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import JSONResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.exceptions import HTTPException

from starfray.room.database import Database
from starfray.room.limits import READY_SECONDS
from starfray.version import VERSION

router = APIRouter(include_in_schema=False)
SIGN = (
    "insert into versions values ('', 'ready', 0) "
    "on conflict (room, seat) do update set version = (versions.version + 1) % 1000000"
)


@router.get("/healthz")
async def alive() -> dict[str, str]:
    """The process answers."""
    return {"status": "alive", "version": VERSION}


@router.get("/readyz")
async def ready(request: Request) -> JSONResponse:
    """What is acknowledged now would be on disk: the writer takes part in a transaction."""
    try:
        written = request.app.state.store.submit(counted)
        rooms = await asyncio.wait_for(asyncio.wrap_future(written), READY_SECONDS)
        leases = request.app.state.leases
        if leases is not None and (leases.draining or not leases.good()):
            raise RuntimeError("this process is being stopped" if leases.draining else "its leases have run out")
    except Exception as error:
        return JSONResponse({"status": "not ready", "reason": str(error) or type(error).__name__}, 503)
    return JSONResponse({"status": "ready", "rooms": rooms})


def counted(db: Database) -> int:
    """The rooms; and a write of a row that is no room's: a full disk would take one that changes nothing."""
    db.execute(SIGN)
    return int(db.execute("select count(*) from rooms").fetchone()[0])


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    if not request.app.state.metrics:
        raise HTTPException(404, "this server tells no figures; `starfray serve --metrics` does")
    registry = CollectorRegistry()
    registry.register(Figures(request.app))
    return Response(generate_latest(registry), headers={"content-type": CONTENT_TYPE_LATEST})


class Figures(Collector):
    """The figures of an app, read when they are asked for."""

    def __init__(self, app: FastAPI) -> None:
        self.state = app.state

    def collect(self) -> Iterator[Metric]:
        state = self.state
        rooms = list(state.rooms.open.values())
        yield gauge("rooms_open", "Rooms in memory", len(rooms))
        yield gauge("seats_online", "Seats with a page open", sum(len(room.state.online) for room in rooms))
        yield gauge("sockets_open", "Open sockets", state.sockets.total())
        yield gauge("room_work_seconds_most", "What the slowest room needed of late", max((r.cost for r in rooms), default=0.0))
        yield gauge("writes_waiting", "Writes that wait for the disk", state.store.jobs.qsize())
        yield gauge("readings_waiting", "Fights, parties and sheets being read", state.intake.waiting.total())
        yield counter("transactions", "Transactions on disk", state.store.transactions)
        yield counter("writes_failed", "Writes that failed", state.store.failed)
        answers = CounterMetricFamily("starfray_answers", "Answers over HTTP", labels=["status"])
        for status, count in sorted(state.answers.items()):
            answers.add_metric([str(status)], count)
        yield answers


def gauge(name: str, words: str, value: float) -> Metric:
    return GaugeMetricFamily(f"starfray_{name}", words, value)


def counter(name: str, words: str, value: float) -> Metric:
    return CounterMetricFamily(f"starfray_{name}", words, value)
