"""The web server: pages, static files, the socket, and the API, all around one set of rooms."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import HTMLResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from jinja2 import Environment, FileSystemLoader, select_autoescape
from starlette.exceptions import HTTPException
from starlette.websockets import WebSocket

from starfray.engine.errors import StarfrayError
from starfray.room import campaign_api, campaign_exchange_api, campaign_rooms_api, fairness_api, health, operating
from starfray.room import expiring as expiry
from starfray.room.api import router
from starfray.room.courier import Courier
from starfray.room.database import is_postgres
from starfray.room.errors import BROKEN, Full, Gone, NotWritten, error_body
from starfray.room.guard import Buckets, Guard
from starfray.room.intake import shared_intake
from starfray.room.invite import base_of, qr_image
from starfray.room.leases import Leases
from starfray.room.limits import (
    ARCHIVES,
    BURST,
    HOOK_PAUSES,
    JOINING,
    JOINING_BURST,
    MAKING,
    MAKING_BURST,
    RATE,
    TALKING,
    TALKING_BURST,
    THREADS,
)
from starfray.room.odds_workers import OddsWorkers
from starfray.room.quotas import Quotas
from starfray.room.relay import Hop, Relay
from starfray.room.rooms import NO_QUOTAS, Rooms
from starfray.room.seats import SHARED_LENGTH, hashed, new_code
from starfray.room.socket import Connection
from starfray.room.store import Store
from starfray.version import VERSION

log = logging.getLogger("starfray.room")
WEB = Path(str(files("starfray"))) / "web"
ROUTERS = (
    router,
    campaign_api.router,
    campaign_api.sheets,
    campaign_api.pictures,
    campaign_exchange_api.router,
    campaign_exchange_api.items,
    campaign_rooms_api.router,
    fairness_api.router,
    health.router,
    operating.router,
)


def make_app(
    db: str | Path,
    *,
    rate: float = RATE,
    burst: float = BURST,
    names: tuple[str, ...] = (),
    metrics: bool = False,
    expire: float = 0.0,
    expire_parties: float = 0.0,
    quotas: Quotas = NO_QUOTAS,
    operator_key: str = "",
    trip: Callable[[str], None] | None = None,
    address: str = "",
    local_webhooks: bool = False,
    webhook_pauses: Sequence[float] = HOOK_PAUSES,
) -> FastAPI:
    """The app on a database: a file, or the address of a PostgreSQL. `names`: what it is called on the internet, if it is.
    `metrics`: does it tell a host its figures? `expire`: days after which a room that nobody uses is deleted, 0: never;
    `expire_parties`: the same for parties. `operator_key`: with it somebody may do what `operating` allows; '': nobody. `trip`
    is called at points of the write path, for tests that pull the plug. `address`: where other processes over the same
    PostgreSQL reach this one. `local_webhooks`, `webhook_pauses`: see `Courier`.
    """
    store = Store(db, trip) if trip is not None else Store(db)
    leases = Leases(store, address) if is_postgres(str(db)) else None
    rooms, odds_workers = Rooms(store, leases, quotas), OddsWorkers()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS, "work"))
        if leases is not None:
            take_part(leases, rooms)
        expiring = asyncio.create_task(expiry.expire(rooms, expire, expire_parties)) if expire or expire_parties else None
        async with Courier(store, local_webhooks, webhook_pauses).at_work(rooms):
            yield
        if expiring is not None:
            expiring.cancel()
        await rooms.drain()
        await rooms.close()
        if leases is not None:
            await asyncio.to_thread(leases.leave)
        odds_workers.close()
        store.close()

    app = FastAPI(
        title="Starfray room",
        version=VERSION,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
    )
    app.state.intake = shared_intake()
    app.state.archives = asyncio.Semaphore(ARCHIVES)
    app.state.rooms, app.state.odds_workers, app.state.store = rooms, odds_workers, store
    app.state.house_code = new_code(SHARED_LENGTH)  # printed in the terminal of the server; valid until it stops
    app.state.house = hashed(app.state.house_code)
    app.state.making = Buckets(MAKING * rate / RATE, MAKING_BURST * burst / BURST)  # new rooms and parties per address
    app.state.joining = Buckets(JOINING * rate / RATE, JOINING_BURST * burst / BURST)  # tries at join codes per address
    app.state.talking = Buckets(TALKING, TALKING_BURST)  # messages per seat
    app.state.metrics, app.state.quotas, app.state.leases = metrics, quotas, leases
    app.state.operator = hashed(operator_key) if operator_key else ""
    app.state.sockets, app.state.answers = Counter[str](), Counter[int]()
    if leases is not None:
        app.add_middleware(Relay, leases=leases)
    app.add_middleware(Guard, rate=rate, burst=burst, names=names, sockets=app.state.sockets, answers=app.state.answers)
    if leases is not None:
        app.add_middleware(Hop, leases=leases)
    for each in ROUTERS:
        app.include_router(each)
    app.mount("/static", GZipMiddleware(StaticFiles(directory=WEB / "static")), name="static")
    add_pages(app)

    @app.websocket("/ws/{room_id}")
    async def line(socket: WebSocket, room_id: str) -> None:
        await Connection(socket, rooms, odds_workers).run(room_id)

    add_faults(app, store)
    return app


def add_faults(app: FastAPI, store: Store) -> None:
    """Whatever goes wrong is told as JSON."""
    app.add_exception_handler(StarfrayError, told)
    app.add_exception_handler(HTTPException, plain_fault)
    app.add_exception_handler(RequestValidationError, bad_body)
    for error in store.kept.errors:
        app.add_exception_handler(error, out_of_order)
    app.add_exception_handler(Exception, broken)


def take_part(leases: Leases, rooms: Rooms) -> None:
    """From now on this process is one of those over the database."""
    loop = asyncio.get_running_loop()
    moving: set[asyncio.Task[None]] = set()

    def spread() -> None:
        task = loop.create_task(rooms.spread())
        moving.add(task)
        task.add_done_callback(moving.discard)

    def on_loop(function: Callable[..., None]) -> Callable[..., None]:
        def call(*given: Any) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(function, *given)

        return call

    leases.on_loss, leases.on_beat = on_loop(rooms.drop_lost), on_loop(spread)
    leases.start()


async def told(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, StarfrayError)
    status = (
        404 if isinstance(error, Gone) else 503 if isinstance(error, NotWritten) else 409 if error_body(error)["rule"] else 400
    )
    return JSONResponse(error_body(error), 507 if isinstance(error, Full) else status)


async def plain_fault(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return JSONResponse({"ok": False, "reason": str(error.detail), "rule": "", "legal": []}, error.status_code, error.headers)


async def bad_body(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])
    return JSONResponse({"ok": False, "reason": f"{where}: {first['msg']}", "rule": "", "legal": []}, 422)


async def out_of_order(request: Request, error: Exception) -> JSONResponse:
    log.error("%s %s: %s", request.method, request.url.path, error)
    reason = f"the rooms cannot be read or written just now ({error})"
    return JSONResponse({"ok": False, "reason": reason, "rule": "", "legal": []}, 503)


async def broken(request: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"ok": False, "reason": BROKEN, "rule": "", "legal": []}, 500)


def add_pages(app: FastAPI) -> None:
    pages = Environment(loader=FileSystemLoader(WEB / "templates"), autoescape=select_autoescape(default=True))

    def page(name: str, **values: str) -> HTMLResponse:
        return HTMLResponse(pages.get_template(name).render(version=VERSION, **values))

    @app.get("/", response_class=HTMLResponse, include_in_schema=False)
    async def lobby(request: Request) -> HTMLResponse:
        address = base_of(request)
        return page("lobby.html", address=address, qr=qr_image(f"{address}/"))

    @app.get("/campaign", response_class=HTMLResponse, include_in_schema=False)
    async def campaign_page() -> HTMLResponse:
        return page("campaign.html")

    @app.get("/r/{room_id}", response_class=HTMLResponse, include_in_schema=False)
    async def room_page(room_id: str) -> HTMLResponse:
        return page("room.html", room=room_id)

    @app.get("/gm/{key}", response_class=HTMLResponse, include_in_schema=False)
    async def gm_page(key: str) -> HTMLResponse:
        return page("join.html", code="", gm=key)

    @app.get("/join/{code}", response_class=HTMLResponse, include_in_schema=False)
    async def join_page(code: str) -> HTMLResponse:
        return page("join.html", code=code)
