"""Sheets of other programs with something wrong in them: `python -m tests.fuzz.sheets --count 10000 [--seed N]`.

Whatever a file holds, its characters are taken, and then the book builds them, or it is refused in one line that names the
file and what was expected. Never another exception, never a hang.
"""

from __future__ import annotations

import argparse
import copy
import json
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from random import Random
from types import FrameType
from typing import Any

from starfray.engine.errors import BadInput
from starfray.importers import readers
from starfray.sheets import import_sheets, try_out
from tests.coriolis import test_foundry as coriolis
from tests.fuzz.mutate import CHARS, NASTY
from tests.fuzz.run import SECONDS, TooLong
from tests.gurps import test_foundry as gurps
from tests.gurps.gcs_sheets import EVERYBODY
from tests.gurps.older_sheets import old_sheet
from tests.gurps.test_gcs_older import FORMAT_1, GCA5, XML

ODD: list[Any] = [
    *NASTY, "1d cr", "HT-2 aff", "9999999d", "1d+999999x999999 cut", "x/x", "C,1-99999999", "∞", "2x9", "T(1i)", "1 mi", "-3",
    "@x@", "1d burn/point", 10**400, -7, 41, 400, 1e300, [{"id": "W", "calc": {"level": 9}}], {"all": -4, "fire": 3, "cut": -9},
    {"value": "x", "max": None}, "x" * 70, "gm", {"contains": {"0": {"contains": []}}}, "(" * 50, "ST 12, DX 3, IQ 1, HT 9",
]  # fmt: skip


def plain_seeds() -> list[Any]:
    people = [make() for make in EVERYBODY.values()]
    knife, suit = coriolis.weapon("Knife"), coriolis.item("Armour vest", "armor", armorRating=4)
    crew = coriolis.actor(items=[knife, suit, coriolis.item("Tough", "talent", hpBonus="2"), coriolis.item("Com link", "gear")])
    return [*people, old_sheet(2), old_sheet(3), FORMAT_1, gurps.actor(), [gurps.actor("A"), gurps.actor("B")], crew,
            {"actors": [crew, coriolis.actor("B")]}]  # fmt: skip


TEXTS = (gurps.BLOCK, coriolis.BLOCK, gurps.BLOCK + "\n---\n" + coriolis.BLOCK, XML.decode(), GCA5.decode("utf-8-sig"))


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in it: the container and the key or index."""
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        each = waiting.pop()
        keys = list(each) if isinstance(each, dict) else range(len(each)) if isinstance(each, list) else ()
        for key in keys:
            found.append((each, key))
            waiting.append(each[key])
    return found


def altered_data(rng: Random) -> bytes:
    """Values replaced, taken out, repeated, put somewhere else, or wrapped."""
    whole = [copy.deepcopy(rng.choice(plain_seeds()))]
    for _ in range(rng.randint(1, 6)):
        spots = places(whole)
        container, key = rng.choice(spots)
        what = rng.randrange(6)
        if what == 0 and (isinstance(container, dict) or len(container) > 1):
            del container[key]
        elif what == 1 and isinstance(container, list):
            container += copy.deepcopy([container[key]]) * rng.choice([1, 3, 50])
        elif what == 2:
            other, place = rng.choice(spots)
            container[key] = (
                copy.deepcopy(other[place]) if place in (other if isinstance(other, dict) else range(len(other))) else 0
            )
        elif what == 3:
            container[key] = rng.choice([[container[key]], {"value": container[key]}, str(container[key])[:200]])
        else:
            container[key] = copy.deepcopy(rng.choice(ODD))
        if len(places(whole)) > 20_000:
            break
    return json.dumps(whole[0] if whole else None).encode("utf-8", "surrogatepass")


def altered_bytes(rng: Random) -> bytes:
    """Cut off, scratched, doubled, in another encoding."""
    text = rng.choice(TEXTS) if rng.random() < 0.3 else json.dumps(rng.choice(plain_seeds()))
    data = text.encode(rng.choice(["utf-8", "utf-8-sig", "utf-16"]))
    for _ in range(rng.randint(1, 8)):
        at = rng.randrange(len(data) + 1)
        scratch = bytes(rng.randrange(256) for _ in range(rng.randint(0, 4)))
        what = rng.randrange(4)
        data = (
            data[:at],
            data[:at] + scratch + data[at + len(scratch) :],
            data[:at] + data[at // 2 :],
            data[:at] + scratch + data[at:],
        )[what]
    return data


def altered_text(rng: Random) -> bytes:
    """Stat blocks with words and lines out of place."""
    lines = rng.choice(TEXTS).splitlines()
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(lines))
        words = lines[at].split(" ")
        place = rng.randrange(len(words))
        words[place] = rng.choice(
            [rng.choice(CHARS), str(rng.choice(ODD))[:300], "-" * rng.randint(1, 40), words[place] * 3, ""]
        )
        lines[at] = " ".join(words)
        if rng.random() < 0.2:
            rng.shuffle(lines)
    return "\n".join(lines).encode("utf-8", "replace")


KINDS: tuple[tuple[int, Callable[[Random], bytes]], ...] = ((6, altered_data), (2, altered_bytes), (2, altered_text))


def one(seed: int, index: int) -> tuple[str, str]:
    """How file `index` ended, and what is wrong about that ('' if nothing)."""
    rng = Random(f"{seed}:{index}")
    data = rng.choices([make for _, make in KINDS], [weight for weight, _ in KINDS])[0](rng)
    file = rng.choice(["odd.gcs", "odd.json", "odd.txt", "odd"])
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        found = import_sheets(data, file)
        for book, imported in found.taken:
            try_out(book, imported.row)
        return ("taken" if found.taken else "refused"), faults([*found.refused], file)
    except BadInput as error:
        return "refused", faults([error], file)
    except TooLong:
        return "hang", f"no answer within {SECONDS} s\n{data[:3000]!r}"
    except Exception:
        return "crash", f"{traceback.format_exc()}\n{data[:3000]!r}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def faults(refused: list[BadInput], file: str) -> str:
    unclear = [str(each) for each in refused if each.file != file or not each.expected or len(str(each).splitlines()) > 1]
    return f"a refusal that names no file, nothing expected, or takes several lines: {unclear[0]!r}" if unclear else ""


def run(count: int, seed: int, *, first: int = 0) -> tuple[Counter[str], list[str]]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise TooLong

    readers()  # the books are loaded before time is taken
    signal.signal(signal.SIGPROF, stop)
    ended: Counter[str] = Counter()
    wrong: list[str] = []
    for index in range(first, first + count):
        how, fault = one(seed, index)
        ended[how] += 1
        if fault:
            wrong.append(f"seed {seed} file {index}: {fault}")
    return ended, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="start at this file (to run one again: --first N --count 1)")
    given = parser.parse_args()
    started = time.perf_counter()
    ended, wrong = run(given.count, given.seed, first=given.first)
    seconds = time.perf_counter() - started
    print(f"{given.count} sheets in {seconds:.0f} s: " + ", ".join(f"{how} {number}" for how, number in ended.most_common()))
    for each in wrong[:20]:
        print("\n" + each[:4000])
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
