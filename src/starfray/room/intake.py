"""What strangers hand over is read in processes of their own, with a limit of memory and of time for each file.

Whatever a file does to the one who reads it, the server goes on: a reader that takes too long is ended, another one starts.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import queue
import signal
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from starfray import rulebooks
from starfray.engine.errors import BadInput, Refused, StarfrayError
from starfray.room.door import check_plain
from starfray.room.guard import CALLER
from starfray.room.limits import INTAKE_MEMORY, INTAKE_OF_ONE, INTAKE_READERS, INTAKE_SECONDS, INTAKE_WAITING, INTAKE_WORKS

T = TypeVar("T")
TOO_MUCH = "something smaller"


def limit_memory(more: int) -> None:
    """So many bytes beyond what the process has now; where the system knows no such limit, the time has to do."""
    if sys.platform != "linux":
        return
    import resource  # not there on Windows

    with open("/proc/self/statm", encoding="ascii") as file:
        now = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + more, now + more))


def reader(line: Connection, memory: int, makers: list[Callable[[], None]]) -> None:
    """One process: works come in, results or refusals go out. It knows the books the server knows."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is meant for the server, which ends this process
    from starfray.room import library  # noqa: F401 (the books, before memory is counted)

    for maker in makers:
        maker()
    with contextlib.suppress(EOFError, OSError):  # the server is gone
        line.send(("ready", None))
        limit_memory(memory)
        while True:
            work, args = line.recv()
            try:
                line.send(worked(work, args))
            except MemoryError:
                line.send(("bad", {"message": "it takes too much memory to read", "expected": TOO_MUCH}))


def worked(work: Callable[..., Any], args: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        found = work(*args)
        check_plain(found)
        return "done", found
    except Refused as error:
        return "refused", (error.rule, error.reason, error.legal)
    except BadInput as error:
        names = ("message", "file", "line", "field", "expected")
        return "bad", {name: getattr(error, name) for name in names}
    except StarfrayError as error:
        return "bad", {"message": str(error)}
    except RecursionError:
        return "bad", {"message": "it is nested too deep", "expected": TOO_MUCH}
    except MemoryError:
        return "bad", {"message": "it takes too much memory to read", "expected": TOO_MUCH}
    except Exception as error:
        return "broken", f"{type(error).__name__}: {error}"


class Reader:
    """The server's end of one such process."""

    def __init__(self, memory: int) -> None:
        self.memory = memory
        self.process: BaseProcess | None = None
        self.line: Connection | None = None
        self.works = 0

    def start(self) -> Connection:
        if self.line is not None and self.process is not None and self.process.is_alive() and self.works < INTAKE_WORKS:
            return self.line
        self.end()
        context = multiprocessing.get_context("spawn")
        self.line, there = context.Pipe()
        self.process = context.Process(target=reader, args=(there, self.memory, rulebooks.makers()), name="reader", daemon=True)
        self.process.start()
        there.close()
        self.line.recv()  # ready
        self.works = 0
        return self.line

    def read(self, work: Callable[..., Any], args: tuple[Any, ...], seconds: float) -> Any:
        try:
            line = self.start()
            self.works += 1
            line.send((work, args))
            if not line.poll(seconds):
                self.end()
                raise BadInput("it takes too long to read", expected=TOO_MUCH)
            kind, found = line.recv()
        except (EOFError, OSError):
            self.end()
            raise BadInput("it could not be read: whoever read it was lost", expected=TOO_MUCH) from None
        if kind == "refused":
            raise Refused(*found)
        if kind == "bad":
            raise BadInput(**found)
        if kind == "broken":
            raise RuntimeError(found)
        return found

    def end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
        if self.line is not None:
            self.line.close()
        self.process = self.line = None


class Intake:
    """A few readers, started when first needed. Who comes while too many wait is turned away."""

    def __init__(self, readers: int = INTAKE_READERS, memory: int = INTAKE_MEMORY, seconds: float = INTAKE_SECONDS) -> None:
        self.seconds = seconds
        self.readers: queue.SimpleQueue[Reader] = queue.SimpleQueue()
        self.threads = ThreadPoolExecutor(readers, "intake")
        self.waiting: Counter[str] = Counter()  # by address
        for _ in range(readers):
            self.readers.put(Reader(memory))

    async def read(self, work: Callable[..., T], *args: Any) -> T:
        """Run a function of this package on what was handed over; function, arguments and result go from process to process."""
        caller = CALLER.get()
        if self.waiting.total() >= INTAKE_WAITING or (caller and self.waiting[caller] >= INTAKE_OF_ONE):
            raise Refused("fight.pending", "too much is being read at once; try again in a moment")
        self.waiting[caller] += 1
        try:
            found: T = await asyncio.get_running_loop().run_in_executor(self.threads, self._read, work, args)
            return found
        finally:
            self.waiting[caller] -= 1
            if not self.waiting[caller]:
                del self.waiting[caller]

    def _read(self, work: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        found = self.readers.get()
        try:
            return found.read(work, args, self.seconds)
        finally:
            self.readers.put(found)

    def warm(self) -> None:
        """Start a reader, so that whoever comes first need not wait for it."""
        self.threads.submit(self._read, len, ((),))


_shared: list[Intake] = []


def shared_intake() -> Intake:
    """The readers of this process, whatever number of apps it has."""
    if not _shared:
        _shared.append(Intake())
    return _shared[0]
