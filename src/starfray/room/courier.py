"""Sends what webhooks are to be told: signed, again after a while where it fails, and nowhere but where anybody could send."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import http.client
import ipaddress
import json
import logging
import socket
import ssl
import threading
import time
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlsplit

from starfray.room.database import Database
from starfray.room.limits import HOOK_CLAIM, HOOK_LOOK, HOOK_PAUSES, HOOK_SECONDS, HOOK_SENDERS
from starfray.room.rooms import Rooms
from starfray.room.store import Store
from starfray.room.webhook_rows import Hook
from starfray.version import VERSION

NAT64 = ipaddress.ip_network("64:ff9b::/96")
log = logging.getLogger("starfray.room")
GLOBAL_V6 = ipaddress.ip_network("2000::/3")  # the part of IPv6 that is given out to the internet
FOR_PROTOCOLS = ipaddress.ip_network("192.0.0.0/24")
MOST_LOOKED_AT = 500  # hooks that have something due
ROOM_AT_ONCE = 3  # messages of a room on their way at once
#: of each hook the message that is due longest: one that is slow and has many waiting does not hide the others'
DUE = (
    "select d.id, d.room, d.hook, d.body, d.due, d.tries, w.data from deliveries d "
    "join webhooks w on w.room = d.room and w.id = d.hook where d.id = (select e.id from deliveries e "
    "where e.room = d.room and e.hook = d.hook and e.due <= ? order by e.due, e.id limit 1) order by d.due limit ?"
)


@dataclass(frozen=True, slots=True)
class Delivery:
    id: str
    room: str
    hook: Hook
    body: str
    due: float
    tries: int


class NotSent(Exception):
    """Why a message did not arrive, in words that tell nothing of the host's own network."""


class Courier:
    """One of each process. `local`: may it call addresses that only this machine or network has? `pauses`: seconds before each
    further try; after the last a message is given up.
    """

    def __init__(self, store: Store, local: bool = False, pauses: Sequence[float] = HOOK_PAUSES) -> None:
        self.store, self.local, self.pauses = store, local, tuple(pauses)
        self.woken = asyncio.Event()
        self.senders = ThreadPoolExecutor(HOOK_SENDERS, "webhooks")
        self.busy: dict[tuple[str, str], asyncio.Task[None]] = {}  # by room and hook: one message at a time

    def wake(self) -> None:
        self.woken.set()

    async def run(self) -> None:
        while True:
            self.woken.clear()
            try:
                wait = await self.look()
            except self.store.kept.errors as error:
                log.error("webhooks cannot be read: %s", error)
                wait = HOOK_LOOK
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.woken.wait(), wait)

    @contextlib.asynccontextmanager
    async def at_work(self, rooms: Rooms) -> AsyncIterator[None]:
        """Send what the rooms have to tell. What is on its way at the end is sent again by the next process."""
        rooms.on_notices = self.wake
        task = asyncio.create_task(self.run())
        yield
        task.cancel()
        for task in list(self.busy.values()):
            task.cancel()
        self.senders.shutdown(wait=False, cancel_futures=True)

    async def look(self) -> float:
        """Take up what is due; gives the seconds until there may be more."""
        found, soonest = await asyncio.to_thread(self.store.look, partial(due_now, now=time.time(), most=MOST_LOOKED_AT))
        for delivery in found:
            line = (delivery.room, delivery.hook.id)
            of_room = sum(room == delivery.room for room, _ in self.busy)
            if line in self.busy or of_room >= ROOM_AT_ONCE or len(self.busy) >= HOOK_SENDERS:
                continue
            self.busy[line] = asyncio.create_task(self.deliver(line, delivery))
        return HOOK_LOOK if soonest is None else min(HOOK_LOOK, max(0.01, soonest - time.time()))

    async def deliver(self, line: tuple[str, str], delivery: Delivery) -> None:
        try:
            claimed = partial(claim, delivery=delivery, until=time.time() + HOOK_CLAIM)
            if not await asyncio.wrap_future(self.store.submit(claimed)):
                return  # another process has it
            try:
                send_now = partial(send, delivery.hook, delivery.id, delivery.body, self.local)
                await asyncio.get_running_loop().run_in_executor(self.senders, send_now)
                problem = ""
            except NotSent as error:
                problem = str(error)
            over = problem and delivery.tries >= len(self.pauses)
            due = time.time() + self.pauses[delivery.tries] if problem and not over else 0.0
            if over:
                log.info("room %s: webhook %s is given up: %s", delivery.room, delivery.hook.id, problem)
            await asyncio.wrap_future(self.store.submit(partial(note, delivery=delivery, problem=problem, due=due)))
        except Exception as error:  # the database is away, or closed: it is due again after a while
            log.error("room %s: a webhook's delivery could not be written: %s", delivery.room, error)
        finally:
            del self.busy[line]
            self.wake()


def due_now(db: Database, now: float, most: int) -> tuple[list[Delivery], float | None]:
    rows = db.execute(DUE, (now, most)).fetchall()
    found = [Delivery(id_, room, Hook(**json.loads(data)), body, due, tries) for id_, room, _, body, due, tries, data in rows]
    soonest = db.execute("select min(due) from deliveries where due > ?", (now,)).fetchone()[0]
    return found, soonest


def claim(db: Database, delivery: Delivery, until: float) -> bool:
    """Whoever claims it sends it. If this process dies meanwhile, it is due again after a while."""
    words = "update deliveries set due = ? where id = ? and due = ?"
    return db.execute(words, (until, delivery.id, delivery.due)).rowcount == 1


def note(db: Database, delivery: Delivery, problem: str, due: float) -> None:
    """It has arrived, is due again, or is given up."""
    if due:
        db.execute("update deliveries set due = ?, tries = tries + 1 where id = ?", (due, delivery.id))
    else:
        db.execute("delete from deliveries where id = ?", (delivery.id,))
    db.execute("update webhooks set problem = ? where room = ? and id = ?", (problem, delivery.room, delivery.hook.id))


# --- one message -----------------------------------------------------------------------------------------------


def signature(secret: str, timestamp: str, body: bytes) -> str:
    return "v1=" + hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()


def send(hook: Hook, id_: str, body: str, local: bool) -> None:
    """One POST to wherever the name leads. Redirects are not followed; of the answer only the status counts."""
    parts = urlsplit(hook.url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    data, timestamp = body.encode(), str(int(time.time()))
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"Starfray/{VERSION}",
        "Starfray-Delivery": id_,
        "Starfray-Timestamp": timestamp,
        "Starfray-Signature": signature(hook.secret, timestamp, data),
    }
    line = http.client.HTTPConnection(parts.hostname or "", port, timeout=HOOK_SECONDS)
    try:
        line.sock = opened(parts.hostname or "", port, parts.scheme == "https", local)
        stop = threading.Timer(HOOK_SECONDS, ended, (line.sock,))
        stop.start()
        try:
            if isinstance(line.sock, ssl.SSLSocket):
                line.sock.do_handshake()
            line.request("POST", (parts.path or "/") + (f"?{parts.query}" if parts.query else ""), data, headers)
            status = line.getresponse().status
        finally:
            stop.cancel()
    except (OSError, http.client.HTTPException) as error:
        raise NotSent("no answer") from error
    finally:
        line.close()
    if not 200 <= status < 300:
        raise NotSent(f"the answer was {status}")


def opened(host: str, port: int, encrypted: bool, local: bool) -> socket.socket:
    """A connection to an address that was looked at: the name is not asked again and cannot change meanwhile. What is encrypted
    has not shaken hands yet.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotSent("no host of this name") from error
    address = str(found[0][4][0])
    if not local and not all(is_public(str(each[4][0])) for each in found):
        raise NotSent("not a public address")
    line = socket.create_connection((address, port), HOOK_SECONDS)
    if not encrypted:
        return line
    try:
        return ssl.create_default_context().wrap_socket(line, server_hostname=host, do_handshake_on_connect=False)
    except BaseException:
        line.close()
        raise


def ended(line: socket.socket) -> None:
    """Whoever shakes hands or answers in drops does not hold us up."""
    with contextlib.suppress(OSError):
        socket.socket.shutdown(line, socket.SHUT_RDWR)  # of an encrypted line, too: whoever reads it sees its end


def is_public(address: str) -> bool:
    """May a server call this address for somebody? Only what anybody on the internet could call."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inner is None and ip in NAT64:
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
        return ip in GLOBAL_V6 and ip.is_global and not ip.is_multicast
    return ip.is_global and not ip.is_multicast and ip not in FOR_PROTOCOLS
