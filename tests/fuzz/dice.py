"""Fights whose dice are checked by the verifier: `python -m tests.fuzz.dice --count 10000 [--seed N]`.

Each is played in a room, with shares, secret rolls, undone acts, corrected and half-typed throws; the verifier agrees with its
export for the GM and for a player, and finds something wrong with each of a set of tampered ones.
"""

from __future__ import annotations

import argparse
import copy
import json
import sys
import time
from collections import Counter
from functools import cache
from random import Random
from typing import Any

from tools.verify_dice import check

from starfray.demo_files import demo_names, demo_path
from starfray.engine.codec import clone
from starfray.engine.errors import StarfrayError
from starfray.fight import Fight
from starfray.files import loads
from starfray.room.auto import auto_step
from starfray.room.commands import run
from starfray.room.exports import export
from starfray.room.room_fight import to_room_fight
from starfray.room.rooms import first_seats
from starfray.room.seats import ACT, ANY, Seat
from starfray.room.state import RoomState
from tests.fuzz.tampering import TAMPERINGS

STEPS = 14  # of a fight


@cache
def demo(name: str) -> Fight:
    return loads(demo_path(name).read_text(encoding="utf-8"), name)


def room_of(chance: Random) -> RoomState:
    """A room with a demo and two seats beside the GM's; all but the first player's combatants act by themselves."""
    first = demo(chance.choice(demo_names()))
    fight = Fight(first.book, first.content, clone(first.start), title=first.title, seed=first.seed)
    seats = first_seats(fight)
    seats["eyes"] = Seat("eyes", "spectator", "Eyes")
    mine = next(iter(fight.state.roster))
    seats.setdefault("ana", Seat("ana", "player", "Ana", [mine]))
    made = to_room_fight(fight, seats)
    made.throw_live(True)
    room = RoomState("r", fight.title, made, seats)
    room.dials = {who: {ACT: "auto", ANY: "auto"} for who in [*fight.state.roster, "gm"]}
    return room


def step(room: RoomState, chance: Random) -> None:
    """One thing somebody does; much of it is refused, which must not matter."""
    gm, ana = room.seats["gm"], room.seats["ana"]
    what = chance.randrange(20)
    if what < 10 or room.fight.draft is not None:
        if not auto_step(room):
            type_or_decide(room, chance)
    elif what < 12:
        run(
            room, gm, "roll", {"dice": f"{chance.randint(1, 4)}d{chance.choice([6, 10, 100])}", "secret": chance.random() < 0.6}
        )
    elif what < 14:
        run(room, chance.choice([gm, ana, room.seats["eyes"]]), "dice", {"do": "share", "share": str(chance.random())})
    elif what == 14:
        run(room, gm, "dice", {"do": chance.choice(["reveal", "publish"])})
    elif what == 15:
        run(room, gm, "undo", {})
    elif what == 16:
        run(room, gm, "redo", {})
    elif what == 17:
        run(room, ana, "me", {"hand": not ana.hand})
    elif what == 18:
        correct_a_throw(room, chance)
    else:
        run(room, gm, "go", {})


def type_or_decide(room: RoomState, chance: Random) -> None:
    """Answer a question: dice with some blanks, anything else by the policy."""
    fight = room.fight
    if not fight.asks:
        return
    ask = fight.asks[0]
    if ask.kind != "dice" or ask.shape is None or chance.random() < 0.3:
        fight.answer_by_policy(ask, "timeout")
        return
    typed: list[Any] = [face if chance.random() < 0.5 else None for face in ask.shape.likeliest()]
    fight.answer(ask, fight.fill(ask, typed) if None in typed else typed)


def correct_a_throw(room: RoomState, chance: Random) -> None:
    entries = room.fight.journal.entries
    places = [(n, i) for n, entry in enumerate(entries) for i, taped in enumerate(entry.tape) if taped.kind == "dice"]
    if places:
        number, place = chance.choice(places[-6:])
        faces = list(entries[number].tape[place].faces)
        room.fight.correct(number, place, [1 if chance.random() < 0.5 else face for face in faces])


def play(chance: Random) -> RoomState:
    room = room_of(chance)
    run(room, room.seats["gm"], "go", {})
    for _ in range(STEPS):
        try:
            step(room, chance)
        except StarfrayError:
            continue
    live = room.fight.dice
    assert live is not None
    if live.to_reveal and chance.random() < 0.9:
        live.reveal()
    return room


def tried(seed: int, result: Counter[str]) -> list[str]:
    """Play a fight, check its dice, tamper with them; what went wrong."""
    chance = Random(seed)
    room = play(chance)
    failures = []
    tampered = chance.choice(["gm", "ana", "eyes"])
    for who in ("gm", "ana", "eyes"):
        data: dict[str, Any] = json.loads(export(room, room.seats[who], "dice"))
        problems, _ = check(data)
        failures += [f"fight {seed}, {who}: {problem}" for problem in problems]
        result["exports"] += 1
        result["throws"] += len(data["throws"])
        result["dice"] += sum(len(throw[5]) for throw in data["throws"])
        for tampering in TAMPERINGS if who == tampered else ():
            changed = copy.deepcopy(data)
            if not tampering(changed, chance):
                continue
            result[f"tampered: {tampering.__name__}"] += 1
            if not check(changed)[0]:
                failures.append(f"fight {seed}, {who}: {tampering.__name__} was not found")
    return failures


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Fights whose dice are checked.")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(arguments)
    begun, result, failures = time.perf_counter(), Counter[str](), list[str]()
    for seed in range(args.seed, args.seed + args.count):
        failures += tried(seed, result)
    sys.stdout.write(f"{args.count} fights in {time.perf_counter() - begun:.0f} s, {len(failures)} failures\n")
    for name, count in sorted(result.items()):
        sys.stdout.write(f"  {name}: {count:,}\n")
    for failure in failures[:20]:
        sys.stdout.write(f"{failure}\n")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
