"""`starfray operator`: what the operator of a running server may do, with the key in STARFRAY_OPERATOR_KEY."""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import Request, urlopen

from starfray.engine.errors import BadInput
from starfray.room.serve import DEFAULT_PORT
from starfray.terminal.command import Command, print_json

KEY = "STARFRAY_OPERATOR_KEY"
#: what can be done, and whether it needs a room or a process
ACTS = {"rooms": "", "quotas": "", "processes": "", "close": "ROOM", "delete": "ROOM", "key": "ROOM", "drain": "PROCESS"}
SECONDS = 60.0


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("act", choices=tuple(ACTS), help="list, or do something with a room or a process")
    parser.add_argument("which", nargs="?", default="", metavar="ROOM|PROCESS", help="which one")
    base = f"http://127.0.0.1:{DEFAULT_PORT}"
    parser.add_argument("--at", default=base, metavar="URL", help=f"the server ({base})")


def run(args: argparse.Namespace) -> int:
    key = os.environ.get(KEY, "")
    if not key:
        raise BadInput(
            "the operator's key is missing", field=KEY, expected="the key the server was started with, in the environment"
        )
    if bool(args.which) != bool(ACTS[args.act]):
        needed = ACTS[args.act]
        raise BadInput(f"{args.act} {args.which}".strip(), expected=f"starfray operator {args.act} {needed}".strip())
    method, path = way(args.act, quote(args.which, safe=""))
    found = asked(method, f"{args.at.rstrip('/')}/api/operator/{path}", key)
    if args.json:
        print_json(found)
    else:
        sys.stdout.write(told(args.act, args.which, found))
    return 0


def way(act: str, which: str) -> tuple[str, str]:
    """The method and path of the call."""
    if act in ("rooms", "quotas", "processes"):
        return "GET", f"{act}?most=1000" if act == "rooms" else act
    if act == "delete":
        return "DELETE", f"rooms/{which}"
    return "POST", f"processes/{which}/drain" if act == "drain" else f"rooms/{which}/{act}"


def asked(method: str, url: str, key: str) -> Any:
    if not url.startswith(("http://", "https://")):
        raise BadInput(f"{url!r} is no address of a server", field="--at", expected="http://… or https://…")
    request = Request(url, method=method, headers={"Authorization": f"Bearer {key}"})
    try:
        with urlopen(request, timeout=SECONDS) as answer:
            return json.load(answer)
    except HTTPError as error:
        with error:
            try:
                reason = json.load(error)["reason"]
            except (ValueError, LookupError, TypeError):
                reason = f"it answers {error.code}"
        raise BadInput(str(reason), expected="a running server, its key, and a room or process it knows") from None
    except (URLError, OSError) as error:
        raise BadInput(f"{url} does not answer: {error}", field="--at", expected="a running server") from None


def told(act: str, which: str, found: Any) -> str:
    if act == "rooms":
        lines = [room_line(room, found["now"]) for room in found["rooms"]]
        return "".join(lines) or "There are no rooms.\n"
    if act == "processes":
        return "".join(f"{each['process']}  {each['address']}{'  draining' if each['draining'] else ''}\n" for each in found)
    if act == "quotas":
        used = found["used"]
        return "".join(
            f"{name:<12}{used.get(name, ''):>16}  of {most or 'any number'}\n" for name, most in found["quotas"].items()
        )
    if act == "key":
        return f"GM key of {which}: {found['key']}\n{found['link']}\n"
    return f"{which}: {act}: done\n"


def room_line(room: dict[str, Any], now: float) -> str:
    days = [(now - room[when]) / 86_400 for when in ("created", "used")]
    state = " (closed)" if room["archived"] else ""
    where = f" at {room['holder']}" if room["holder"] else ""
    size = f"{room['size'] / 1000:,.0f} kB"
    return f"{room['room']}  {size:>10}  {days[0]:6.1f} days old, used {days[1]:.1f} days ago  {room['title']}{state}{where}\n"


COMMAND = Command(
    ("starfray operator rooms", "starfray operator delete ROOM", "starfray operator quotas --at https://fights.example.org"),
    options,
    run,
)
