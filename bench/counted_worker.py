"""Plays the jobs of bench.release_worker under valgrind and tells it where each begins and ends (see bench.instructions)."""

from __future__ import annotations

import ctypes
import json
import sys

from bench.release_worker import answer, loaded


def main() -> None:
    requests = ctypes.CDLL(sys.argv[1])
    for line in sys.stdin:
        job = json.loads(line)
        loaded(job["demo"])
        requests.begin()
        played = answer(job)
        requests.end()
        print(json.dumps(played), flush=True)


if __name__ == "__main__":
    main()
