"""Check the dice of a fight: `python verify_dice.py fight.dice.json`. One file; it needs Python 3.10 or newer, nothing else.

A room shows a commitment when it is made, and the key behind it when the fight is over. This program works out every die from
the key and from what the seats added to it, and compares: with the throws the server says it made, and with the dice of each
act. docs/dice.md explains how; none of Starfray's own code is used.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import sys
from typing import Any

Row = dict[str, Any]

STREAMS = ("open", "secret")
EQUAL_DICE = re.compile(r"(?:(?:highest|lowest) of )?(\d+)d(\d+)(?:>=\d+|<=[\d/]+)?")
DIGITS = re.compile(r"d(\d)\1*")


def before(link: bytes) -> bytes:
    """The link of the chain before this one."""
    return hashlib.sha256(b"starfray link" + link).digest()


def stream_key(link: bytes, stream: str, shares: list[str]) -> bytes:
    parts = [("starfray dice 1 " + stream).encode()] + [share.encode() for share in shares]
    data = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return hashlib.blake2b(data, key=link, digest_size=32).digest()


def face_at(key: bytes, place: int, sides: int) -> int:
    """The die thrown with number `place` of a key: eight numbers of 64 bits from each hash of a counter."""
    block = hashlib.blake2b((place // 8).to_bytes(16, "little"), key=key, digest_size=64).digest()
    number = int.from_bytes(block[place % 8 * 8 : place % 8 * 8 + 8], "little")
    return (number * sides >> 64) + 1


def sides_fit(what: str, sides: list[int]) -> bool:
    """Do the dice fit the name of the throw? Names of other games' throws tell nothing."""
    equal, digits = EQUAL_DICE.fullmatch(what), DIGITS.fullmatch(what)
    if equal:
        return sides == [int(equal[2])] * int(equal[1])
    if digits:
        return sides == [int(digits[1])] * (len(what) - 1)
    if what.startswith("pick of "):
        return set(sides) == {6}
    return True


def part_of(few: list[int], many: list[int]) -> bool:
    """Are these faces among those, in the same order?"""
    rest = iter(many)
    return all(face in rest for face in few)


class Check:
    def __init__(self, data: Row) -> None:
        self.data = data
        self.problems: list[str] = []
        self.notes: list[str] = []
        self.throws: list[list[Any]] = data["throws"]
        self.links: dict[tuple[str, int], bytes] = {}  # by stream and number
        self.keys: dict[tuple[str, int, int], bytes] = {}
        self.checked = 0

    def run(self) -> None:
        if self.data.get("starfray-dice") != 1:
            self.problems.append("this is no export of dice that this program knows")
            return
        self.check_links()
        self.check_shares()
        self.check_throws()
        self.check_acts()
        self.check_luck()

    def check_links(self) -> None:
        for stream in STREAMS:
            last = bytes.fromhex(self.data["commitments"][stream])
            for number, text in enumerate(self.data["links"].get(stream, []), 1):
                link = bytes.fromhex(text)
                if before(link) != last:
                    self.problems.append(f"key {number} of the {stream} dice is not the one the server committed to")
                self.links[stream, number] = last = link
        if len(self.data["links"].get("open", [])) != len(self.data["reveals"]):
            self.problems.append("there are not as many keys as were shown")

    def check_shares(self) -> None:
        given = [share["after"] for share in self.data["shares"]]
        for name, places in (("shares", given), ("keys shown", self.data["reveals"])):
            if places != sorted(places):
                self.problems.append(f"the {name} are out of order")

    def check_throws(self) -> None:
        """Each throw uses the key that was in force, and goes on in it where the last one ended."""
        places: dict[tuple[str, int, int], int] = {}
        for number, throw in enumerate(self.throws, 1):
            stream, link, shares, at, sides = throw[:5]
            if link != 1 + sum(after < number for after in self.data["reveals"]):
                self.problems.append(f"throw {number} uses another key than the one in force")
            if shares != sum(share["after"] < number for share in self.data["shares"]):
                self.problems.append(f"throw {number} leaves out a share, or knows one that came later")
            stretch = (stream, link, shares)
            if stream not in STREAMS or at != places.get(stretch, 0):
                self.problems.append(f"before throw {number} dice were passed over or thrown twice")
            places[stretch] = at + len(sides)
            self.check_faces(number, throw)

    def check_faces(self, number: int, throw: list[Any]) -> None:
        stream, link, shares, at, sides, faces = throw[:6]
        if len(faces) != len(sides):
            self.problems.append(f"throw {number} has not as many faces as dice")
        if len(throw) > 6 and len(faces) == len(sides) and not (sides_fit(throw[8], sides) or self.by_hand(number)):
            self.problems.append(f"throw {number} ({throw[8]}) was made with other dice: {sides}")
        if (stream, link) not in self.links:
            return
        stretch = (stream, link, shares)
        if stretch not in self.keys:
            given = [share["share"] for share in self.data["shares"][:shares]]
            self.keys[stretch] = stream_key(self.links[stream, link], stream, given)
        right = [face_at(self.keys[stretch], at + place, count) for place, count in enumerate(sides)]
        if faces != right:
            self.problems.append(f"throw {number} shows {faces}, but the key gives {right}")
        self.checked += len(faces)

    def by_hand(self, number: int) -> bool:
        """Was the rest of this throw typed in?"""
        return any(die["throw"] == number and die["source"] == "hand" for act in self.data["acts"] for die in act["dice"])

    def check_acts(self) -> None:
        used: set[int] = set()
        latest = uncovered = typed = 0
        corrected = any(act["corrected"] for act in self.data["acts"])
        for act in self.data["acts"]:
            numbers = [die["throw"] for die in act["dice"] if die["throw"]]
            for die in act["dice"]:
                self.check_die(act, die)
                typed += die["source"] == "hand"
                uncovered += die["source"] not in ("hand", "forced") and not die["throw"]
            if act["line"] == "stands":
                if used & set(numbers) or len(set(numbers)) < len(numbers):
                    self.problems.append(f"a throw counts twice: {act['act']} {numbers}")
                if numbers and min(numbers) < latest and not corrected:
                    self.problems.append(f"throws were exchanged: {act['act']} {numbers} after {latest}")
                used.update(numbers)
                latest = max([latest, *numbers])
        if uncovered and self.data["whole"]:
            self.problems.append(f"{uncovered} throws of the app are not among those of the server")
        elif uncovered:
            self.notes.append(f"{uncovered} throws were made before this room began and cannot be checked")
        if typed:
            self.notes.append(f"{typed} throws were typed in by hand or corrected")
        self.check_unused()

    def check_die(self, act: Row, die: Row) -> None:
        number, faces = die["throw"], die["faces"]
        if not number:
            return
        if not 0 < number <= len(self.throws):
            self.problems.append(f"{act['act']}: there is no throw {number}")
            return
        throw = self.throws[number - 1]
        if die["source"] == "hand":
            fits = part_of(throw[5], faces)
        else:
            fits = throw[5] == faces and die["sides"] == throw[4]
        if not fits or throw[6:] != [die["rule"], die["who"], die["what"]]:
            self.problems.append(f"{act['act']}: {die['what']} of {die['who']} shows {faces}; throw {number} is {throw[4:]}")

    def check_unused(self) -> None:
        used = {die["throw"] for act in self.data["acts"] for die in act["dice"]}
        unused = [number for number in range(1, len(self.throws) + 1) if number not in used]
        if self.data["for"] == "gm" and unused != self.data["unused"]:
            self.problems.append(f"throws that belong to no act: {unused}, not {self.data['unused']} as the export says")
        if unused:
            other = "not used" if self.data["for"] == "gm" else "not used, undone or not yours to know of"
            self.notes.append(f"{len(unused)} of {len(self.throws)} throws were {other}")
        waiting = len(self.throws) - sum((throw[0], throw[1]) in self.links for throw in self.throws)
        if waiting:
            self.notes.append(f"{waiting} throws cannot be checked without a key that is not shown here")

    def check_luck(self) -> None:
        found = luck(self.data["acts"])
        if found != self.data["luck"]:
            self.problems.append(f"the luck of the seats is not {self.data['luck']} but {found}")


def luck(acts: list[Row]) -> Row:
    """For each seat: dice, their sum, the average of such a sum, and the difference in standard deviations."""
    dice = [die for act in acts if act["line"] == "stands" for die in act["dice"] if die["sides"]]
    found: Row = {}
    for seat in sorted({die["seat"] for die in dice}):
        pairs = [pair for die in dice if die["seat"] == seat for pair in zip(die["faces"], die["sides"], strict=True)]
        average = sum((sides + 1) / 2 for _, sides in pairs)
        spread = math.sqrt(sum((sides * sides - 1) / 12 for _, sides in pairs))
        total = sum(face for face, _ in pairs)
        deviations = round((total - average) / spread, 3) if spread else 0.0
        found[seat] = {"dice": len(pairs), "sum": total, "average": average, "deviations": deviations}
    return found


def check(data: Row) -> tuple[list[str], list[str]]:
    """Problems found in an export, and what else is worth knowing."""
    try:
        found = Check(data)
        found.run()
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        return [f"the export is damaged: {error!r}"], []
    return found.problems, found.notes


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: python verify_dice.py fight.dice.json", file=sys.stderr)
        return 2
    with open(arguments[0], encoding="utf-8") as file:
        data = json.load(file)
    problems, notes = check(data)
    for problem in problems:
        print("WRONG:", problem)
    for note in notes:
        print("note:", note)
    if not problems:
        print(f"{len(data['throws'])} throws agree with the keys, the shares and the acts.")
        for seat, figures in data["luck"].items():
            print(f"  {seat}: {figures['dice']} dice, {figures['deviations']:+.2f} standard deviations from the average")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
