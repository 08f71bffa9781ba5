"""Asks the default policy of whatever release of Starfray it finds, a line of JSON in, a line out: how bench.older plays it.

The position comes as today's release writes it. What the older release has no field for is left out; everything else it reads
as its own. Nothing but names that every release has had is used.
"""

from __future__ import annotations

import dataclasses
import json
import sys
import types
from functools import lru_cache
from pathlib import Path
from typing import Any, Union, get_args, get_origin

import starfray
from starfray.engine.actions import to_json
from starfray.engine.codec import from_plain, hints, kebab, snake
from starfray.engine.generator import Generator
from starfray.engine.policy import Policy
from starfray.engine.values import Ask, Option, Tally

DEMOS = Path(starfray.__file__).parent / "demos"


@lru_cache(maxsize=64)
def loaded(demo: str) -> tuple[Any, Policy]:
    """The release's own copy of the fight, and its policy."""
    fight = starfray.load(DEMOS / f"{demo}.toml")
    return fight, fight.book.policy()


def known(hint: Any, data: Any) -> Any:
    """The data without the fields that the records of this release do not have."""
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        inner = [arg for arg in get_args(hint) if arg is not type(None)]
        return None if data is None else known(inner[0], data)
    if origin is list and isinstance(data, list):
        return [known(get_args(hint)[0], item) for item in data]
    if origin is tuple and isinstance(data, list):
        args = get_args(hint)
        kinds = [args[0]] * len(data) if len(args) == 2 and args[1] is Ellipsis else args
        return [known(kind, item) for kind, item in zip(kinds, data, strict=True)]
    if origin is dict and isinstance(data, dict):
        return {key: known(get_args(hint)[1], item) for key, item in data.items()}
    if isinstance(hint, type) and dataclasses.is_dataclass(hint) and isinstance(data, dict):
        fields = hints(hint)
        return {
            key: known(fields[snake(key)], item)
            for key, item in data.items()
            if snake(key) in fields and key == kebab(snake(key))
        }
    return data


def read(fight: Any, position: Any) -> Any:
    return None if position is None else from_plain(type(fight.state), known(type(fight.state), position))


def question(data: dict[str, Any]) -> Ask:
    """The chance of an option comes as the total of its lines."""
    options = []
    for option in data.pop("options"):
        total = option.pop("total")
        tally = None if total is None else Tally(False)
        if tally is not None:
            tally.add(total, "older")
        options.append(Option(**option, tally=tally))
    return Ask(data.pop("kind"), data.pop("rule"), data.pop("who"), options=options, **data)


def answer(job: dict[str, Any]) -> dict[str, Any]:
    if job["do"] == "hello":
        return {"version": starfray.__version__, "demos": sorted(path.stem for path in DEMOS.glob("*.toml"))}
    fight, policy = loaded(job["demo"])
    try:
        view = read(fight, job["position"])
        if job["do"] == "act":
            action = policy.act(fight.book, view, job["who"], Generator(0))
            return {"act": None if action is None else to_json(action)}
        return {"answer": policy.answer(fight.book, view, question(job["ask"]), Generator(0))}
    except Exception as error:  # whatever an older policy stumbles over in a position it was not written for
        return {"fault": f"{type(error).__name__}: {error}"[:200]}


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
