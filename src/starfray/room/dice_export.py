"""The dice of a fight, so that anybody can check them (docs/dice.md). tools/verify_dice.py reads it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import sqrt

from starfray.engine.actions import to_text
from starfray.engine.codec import Plain
from starfray.engine.errors import Refused
from starfray.engine.journal import Draft, Entry
from starfray.engine.tape import Taped
from starfray.engine.values import GM
from starfray.engine.view import shown
from starfray.room.dice import STREAMS, LiveGenerators, Throw
from starfray.room.room_fight import RoomFight
from starfray.room.seats import Seat, holder_of, viewer_of
from starfray.room.state import RoomState
from starfray.words import paired

FORMAT = 1
ALL, KEPT = 9, 6  # fields of a throw; the first ones tell nothing of who threw it and why


def dice_to_check(room: RoomState, seat: Seat) -> dict[str, Plain]:
    """For the GM every throw and every line of the fight; for others the open throws whose key was shown (and the secret ones,
    if the GM published them), and of them who threw and why where the seat may know.
    """
    fight = room.fight
    live = fight.dice
    if live is None:
        raise Refused("fight.turn", "this room throws the dice of its seed: its transcript can be replayed", ["transcript"])
    book, gm = live.book, seat.kind == "gm"
    streams = STREAMS if gm or book.published else STREAMS[:1]
    shown_so_far = len(book.throws) if gm else book.reveals[-1] if book.reveals else 0
    numbers = exported(book.throws[:shown_so_far], streams)
    acts = list(acts_for_gm(room, numbers) if gm else acts_for(room, seat, numbers))
    known = {die["throw"] for act in acts for die in act["dice"]}
    return {
        "starfray-dice": FORMAT,
        "room": room.id,
        "title": room.title,
        "for": GM if gm else "seat",
        "whole": book.whole,
        "commitments": {stream: book.commitment(stream) for stream in STREAMS},
        "links": {stream: book.revealed(stream) for stream in streams},
        "shares": [
            {"seat": given.seat, "name": given.name, "share": given.share, "after": up_to(numbers, given.after)}
            for given in book.shares
        ],
        "reveals": [up_to(numbers, after) for after in book.reveals],
        "throws": [
            book.throws[number - 1].plain()[: ALL if place in known or gm else KEPT]
            for number, place in numbers.items()
            if number
        ],
        "acts": acts,
        "unused": [place for place in numbers.values() if place and place not in known] if gm else [],
        "luck": luck(acts),
    }


def exported(throws: Sequence[Throw], streams: Collection[str]) -> dict[int, int]:
    """The numbers of the throws in the export, by their numbers in the book."""
    numbers = {0: 0}
    for number, throw in enumerate(throws, 1):
        if throw.stream in streams:
            numbers[number] = len(numbers)
    return numbers


def up_to(numbers: dict[int, int], number: int) -> int:
    """How many throws of the export were made up to a throw of the book."""
    return max(place for known, place in numbers.items() if known <= number)


def acts_for_gm(room: RoomState, numbers: dict[int, int]) -> Iterator[dict[str, Plain]]:
    journal = room.fight.journal
    undone = [entry for group in reversed(journal.undone) for entry in group]
    yield from dice_of(room, numbers, journal.entries, "stands")
    yield from dice_of(room, numbers, undone, "undone")
    yield from dice_of(room, numbers, (entry for line in journal.abandoned for entry in line), "aside")
    if room.fight.draft is not None:
        yield from dice_of(room, numbers, [room.fight.draft], "under way")


def dice_of(
    room: RoomState, numbers: dict[int, int], entries: Iterable[Entry | Draft], line: str
) -> Iterator[dict[str, Plain]]:
    for entry in entries:
        given = entry.given.values() if isinstance(entry, Draft) else ()
        dice = [die_part(room, taped, numbers) for taped in [*entry.tape, *given] if taped.kind == "dice"]
        if dice:
            yield {"line": line, "act": to_text(entry.action), "corrected": entry.corrected, "dice": dice}


def acts_for(room: RoomState, seat: Seat, numbers: dict[int, int]) -> Iterator[dict[str, Plain]]:
    """What stands, as far as the seat may know and the key was shown."""
    fight: RoomFight = room.fight
    viewer = viewer_of(fight.state, seat)
    for entry in fight.journal.entries:
        dice = []
        for event, taped in paired(entry.events, entry.tape):
            known = taped is not None and taped.kind == "dice" and shown(fight.state, event, viewer) is event
            if taped is not None and known and taped.throw in numbers:
                dice.append(die_part(room, taped, numbers))
        if dice:
            yield {"line": "stands", "act": "", "corrected": entry.corrected, "dice": dice}


def die_part(room: RoomState, taped: Taped, numbers: dict[int, int]) -> dict[str, Plain]:
    holder = holder_of(room.seats, taped.who) if taped.who != GM else None
    return {
        "throw": numbers[taped.throw],
        "rule": taped.rule,
        "who": taped.who,
        "what": taped.what,
        "seat": holder.id if holder is not None else GM,
        "source": taped.source,
        "faces": list(taped.faces),
        "sides": sides_thrown(room.fight.dice, taped),
    }


def sides_thrown(live: LiveGenerators | None, taped: Taped) -> list[int]:
    """The sides of its dice, where the app threw all of them."""
    assert live is not None
    sides = live.book.throws[taped.throw - 1].sides if taped.throw else []
    return list(sides) if len(sides) == len(taped.faces) else []


def luck(acts: list[dict[str, Plain]]) -> dict[str, Plain]:
    """How each seat threw: dice, their sum, what the sum is on average, and how many standard deviations lie between. Whether
    high is good depends on the game.
    """
    dice = [die for act in acts if act["line"] == "stands" for die in act["dice"] if die["sides"]]
    found: dict[str, Plain] = {}
    for seat in sorted({die["seat"] for die in dice}):
        pairs = [pair for die in dice if die["seat"] == seat for pair in zip(die["faces"], die["sides"], strict=True)]
        mean = sum((sides + 1) / 2 for _, sides in pairs)
        spread = sqrt(sum((sides * sides - 1) / 12 for _, sides in pairs))
        total = sum(face for face, _ in pairs)
        found[seat] = {
            "dice": len(pairs),
            "sum": total,
            "average": mean,
            "deviations": round((total - mean) / spread, 3) if spread else 0.0,
        }
    return found
