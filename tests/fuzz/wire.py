"""Raw bytes to a server as shipped, over TCP: `python -m tests.fuzz.wire --count 1000000 [--seed N]`.

Half requests, broken heads and chunks, WebSocket frames that are none, text no client would write. The server answers with a
reason or hangs up; it never breaks, never says what is hidden, and whoever plays meanwhile goes on playing.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.fuzz.room import HIDDEN, RAW
from tests.fuzz.room_requests import PLACES, WORDS, anything
from tests.room.servers import Server
from tests.room.table import FIGHT

TOGETHER = 24  # connections at once
ROUND = 500  # inputs between two looks at whether everything still works
PATIENCE = 0.05  # seconds for what the server has to say to nonsense
UNREADABLE = "in send_receive_event_to_app"  # uvicorn notes a text frame that is no UTF-8 so, and closes the socket with 1007
ODD_BYTES = [b"\x00", b"\r\n", b"\n", b"\xff\xfe", b"\x80", b" ", b":", b"\r\n\r\n", b"%00", b"\xed\xa0\x80", b"A" * 300]


@dataclass
class Result:
    tried: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0


@dataclass
class Target:
    server: Server
    room: str
    gm: str
    player: str
    acts: int = 0

    @classmethod
    def on(cls, server: Server) -> Target:
        """A table with somebody hidden, whose name must never be read."""
        text = FIGHT.replace('name = "Ghost"', f'name = "{HIDDEN.title()}"')
        made = server.client.post("/api/rooms", json={"from": "text", "text": text}).json()
        head = {"Authorization": f"Bearer {made['token']}"}
        link = {"do": "link", "seat": "ana"}
        code = server.client.post(f"/api/rooms/{made['room']}/seat", json=link, headers=head).json()["code"]
        token = server.client.post("/api/join", json={"code": code}).json()["token"]
        return cls(server, made["room"], made["token"], token)

    def goes_on(self) -> str:
        """Somebody acts and looks; '' if that works."""
        self.acts += 1
        head = {"Authorization": f"Bearer {self.gm}"}
        body = {"id": f"sound {self.acts}", "text": f"set tor.hp {self.acts % 5 + 1}"}
        answer = self.server.client.post(f"/api/rooms/{self.room}/gm", json=body, headers=head)
        return "" if answer.status_code == 200 else f"a good command was answered with {answer.status_code}: {answer.text}"


# --- what is sent ----------------------------------------------------------------------------------------------


def mangled(random: Random, data: bytes) -> bytes:
    """Cut off, doubled, or with odd bytes in it."""
    place = random.randrange(len(data) + 1)
    kind = random.randrange(5)
    if kind == 0:
        return data[:place]
    if kind == 1:
        return data[:place] + random.choice(ODD_BYTES) + data[place:]
    if kind == 2:
        return data[:place] + random.randbytes(random.randrange(1, 40)) + data[place:]
    if kind == 3:
        return data[:place] + data[max(0, place - 20) :]
    return data


def request(random: Random, target: Target) -> bytes:
    place = random.choice(PLACES)
    method = random.choice([b"GET", b"POST", b"POST", b"PUT", b"DELETE", b"HEAD", b"OPTIONS", b"BREW", b"get", b""])
    body = random.choice(
        [json.dumps(anything(random)).encode("utf-8", "surrogatepass"), odd_text(random).encode("utf-8", "surrogatepass"), b""]
    )
    lengths = [str(len(body)).encode()] * 6 + [b"-1", b"9" * 30, b"1, 2", b"0x10", str(len(body) + 50).encode()]
    version = random.choice([b"HTTP/1.1"] * 8 + [b"HTTP/1.0", b"HTTP/9.9", b"HTTX", b""])
    query = random.choice([b"", b"?since=-1", b"?who=%ff"])
    head = [
        method + f" /api/rooms/{target.room}/{place}".encode() + query + b" " + version,
        b"Host: " + random.choice([b"localhost"] * 6 + [b"evil.example", b"", b"\xff", b"a" * 3000]),
        b"Authorization: Bearer " + random.choice([target.player.encode()] * 6 + [b"", b"\x80\x81", b"x" * 400]),
        b"Content-Type: application/json",
        random.choice([b"Content-Length: " + random.choice(lengths), b"Transfer-Encoding: chunked", b"Transfer-Encoding: odd"]),
    ]
    random.shuffle(rest := head[1:])
    if b"chunked" in b"".join(head):
        size = random.choice([b"%x" % len(body), b"zz", b"fffffffffffffffff", b"-1"])
        body = size + b"\r\n" + body + b"\r\n" + random.choice([b"0\r\n\r\n", b"", b"5\r\n"])
    return mangled(random, b"\r\n".join([head[0], *rest]) + b"\r\n\r\n" + body)


def odd_text(random: Random) -> str:
    """JSON, or nearly, of numbers, depths and characters that break readers."""
    raw, word = random.choice(RAW), json.dumps(random.choice(WORDS))
    return random.choice(
        [
            f'{{"type":"do","id":{raw},"op":"play","action":{word}}}',
            f'{{"type":"ask","id":"a","what":"odds","action":{raw}}}',
            f'{{"type":"do","id":"a","op":{raw}}}',
            f'{{"type":"ask","id":"b","what":{word},"who":{raw},"at":[{raw},1e400]}}',
            '{"a":' * 2000,
            "[" * random.choice([10, 60_000]),
            raw,
            "",
        ]
    )


def frame(random: Random, text: bytes) -> bytes:
    """A WebSocket frame, most often a good one."""
    code = random.choice([0x81] * 8 + [0x01, 0x80, 0x82, 0x88, 0x89, 0x8A, 0x83, 0xF1, 0x8F])
    length = len(text)
    claimed = length if random.random() < 0.9 else random.choice([0, 125, 126, 2**16, 2**40, 2**63])
    size = (
        bytes([0x80 | claimed])
        if claimed < 126
        else b"\xfe" + claimed.to_bytes(2, "big")
        if claimed < 2**16
        else b"\xff" + claimed.to_bytes(8, "big")
    )
    mask = random.randbytes(4)
    whole = bytes([code]) + size + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(text))
    return mangled(random, whole) if random.random() < 0.2 else whole


def upgrade(target: Target) -> bytes:
    return (
        f"GET /ws/{target.room} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


def inputs(random: Random, target: Target) -> tuple[str, list[bytes]]:
    """What goes over one connection."""
    if random.random() < 0.5:
        return "HTTP", [request(random, target) for _ in range(random.randint(1, 4))]
    sent = [upgrade(target)]
    if random.random() < 0.9:
        hello = json.dumps({"type": "hello", "token": target.player, "since": random.choice([None, 0, 10**9])}).encode()
        mask = random.randbytes(4)
        sent[0] += bytes([0x81, 0xFE]) + len(hello).to_bytes(2, "big") + mask
        sent[0] += bytes(byte ^ mask[place % 4] for place, byte in enumerate(hello))
    for _ in range(random.randint(1, 6)):
        text = odd_text(random).encode("utf-8", "surrogatepass")
        sent.append(frame(random, random.choice([text, random.randbytes(random.randrange(200))])))
    return "socket", sent


# --- sending it ------------------------------------------------------------------------------------------------


async def one(random: Random, target: Target, result: Result) -> None:
    kind, sent = inputs(random, target)
    host, _, port = target.server.address.partition(":")
    answer = b""
    try:
        reader, writer = await asyncio.open_connection(host, int(port))
        for data in sent:
            result.tried[kind] += 1
            writer.write(data)
            await writer.drain()
        with suppress(TimeoutError):
            answer = await asyncio.wait_for(reader.read(65536), PATIENCE)
        writer.write_eof()  # it has all of it by now, or gets it with the end
        while len(answer) < 300_000 and (more := await asyncio.wait_for(reader.read(65536), 2.0)):
            answer += more
        result.ended["hung up"] += 1
    except (OSError, TimeoutError) as error:
        result.ended["silence" if isinstance(error, TimeoutError) else "cut"] += 1
    finally:
        if "writer" in locals():
            writer.transport.abort()
    judge(answer, sent, result)


def judge(answer: bytes, sent: list[bytes], result: Result) -> None:
    for line in answer.split(b"\r\n"):
        if line.startswith(b"HTTP/1.1 "):
            result.ended[line[9:12].decode("latin-1")] += 1
            if line[9:10] == b"5":
                result.failures.append(f"the server broke: {line!r} after {sent!r:.1500}")
    if HIDDEN.encode() in answer.lower():
        result.failures.append(f"what is hidden was told after {sent!r:.1500}")


async def together(random: Random, target: Target, result: Result, count: int) -> None:
    async def some() -> None:
        while sum(result.tried.values()) < count:
            await one(random, target, result)

    await asyncio.gather(*(some() for _ in range(TOGETHER)))


def run(count: int, seed: int, show: bool = False) -> Result:
    result, random, begun = Result(), Random(seed), time.monotonic()
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "log").open("w+") as log:
        with Server(Path(folder) / "rooms.db", log=log) as server:
            target = Target.on(server)
            while sum(result.tried.values()) < count and not result.failures:
                asyncio.run(together(random, target, result, min(count, sum(result.tried.values()) + ROUND)))
                if server.process.poll() is not None:
                    result.failures.append(f"the server has ended: {server.process.returncode}")
                elif trouble := target.goes_on():
                    result.failures.append(trouble)
                if show:
                    sys.stderr.write(f"\r{sum(result.tried.values())} of {count}, {len(result.failures)} failures ")
        log.seek(0)
        words = log.read()
        for fault in words.split("Traceback")[1:]:
            if UNREADABLE not in fault:
                result.failures.append(f"the log tells of a fault:\n{fault}")
    result.seconds = time.monotonic() - begun
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description="raw bytes to a server as shipped")
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    result = run(given.count, given.seed, show=True)
    print(f"\n{sum(result.tried.values())} inputs in {result.seconds:.0f} s, seed {given.seed}")
    for name, counted in (("tried", result.tried), ("ended", result.ended)):
        print(f"{name}: " + ", ".join(f"{kind} {number}" for kind, number in counted.most_common()))
    for text in result.failures[:10]:
        print("\n" + text)
    return 1 if result.failures else 0


if __name__ == "__main__":
    sys.exit(main())
