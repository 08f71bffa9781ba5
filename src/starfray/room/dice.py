"""Where a room's dice come from: a key that the server has committed to, and shares from the seats (docs/dice.md).

The key is a link of a hash chain. Its first link, the commitment, is shown to everybody when the room is made; each further
link is shown when the fight is over, and whoever has it can work out every die thrown with it (tools/verify_dice.py).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from hashlib import blake2b, sha256

from starfray.engine.codec import Plain
from starfray.engine.dice import Fixed, Shape
from starfray.engine.errors import Refused
from starfray.engine.generator_keyed import KEY_BYTES, KeyedGenerator
from starfray.engine.tables.random import Generators
from starfray.engine.tape import Taped
from starfray.engine.values import Ask

LINKS = 400  # of a chain: so often its key can be revealed
STREAMS = ("open", "secret")
MOST_DICE = 1000  # typed in for one throw
MOST_SHARES = 20  # of one seat


@lru_cache(maxsize=4096)
def link_of(seed: str, number: int) -> bytes:
    """A link of the chain: its seed, hashed as often as links follow. Whoever has a link has those before it, none after."""
    link = bytes.fromhex(seed)
    for _ in range(LINKS - number):
        link = sha256(b"starfray link" + link).digest()
    return link


def stream_key(link: bytes, stream: str, shares: Sequence[str]) -> bytes:
    """The key of a stream of dice: from the server's link and all shares so far, in their order."""
    parts = [f"starfray dice 1 {stream}".encode(), *(share.encode() for share in shares)]
    return blake2b(b"".join(len(part).to_bytes(4, "big") + part for part in parts), key=link, digest_size=KEY_BYTES).digest()


def sides_of(shape: Shape, faces: list[int]) -> list[int]:
    """How many sides each die of a throw had."""
    if isinstance(shape, Fixed):
        return [shape.sides] * len(faces)
    return [shape.next_die(faces[:place]) for place in range(len(faces))]


def filled(ask: Ask, faces: list[Plain], die: Callable[[int], int]) -> list[Plain]:
    """Faces typed in, with those that were left blank (None) thrown by `die`."""
    assert ask.shape is not None
    made: list[Plain] = []
    while len(made) < MOST_DICE:
        face = faces[len(made)] if len(made) < len(faces) else None
        known = all(type(face_before) is int for face_before in made)
        sides = ask.shape.next_die(made) if known else 0
        if not sides:
            break
        made.append(die(sides) if face is None else face)
    return made + [face for face in faces[len(made) :] if face is not None]


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that fell from a stream, whatever became of them. The key is told by its link and by the number of shares."""

    stream: str
    link: int
    shares: int
    at: int  # how many numbers of this key were drawn before
    sides: list[int]
    faces: list[int]
    rule: str
    who: str
    what: str

    def plain(self) -> list[Plain]:
        return [self.stream, self.link, self.shares, self.at, self.sides, self.faces, self.rule, self.who, self.what]


@dataclass(frozen=True, slots=True)
class Share:
    """What a seat has added to the key."""

    seat: str
    name: str
    share: str
    after: int  # throws before it


@dataclass(slots=True)
class DiceBook:
    """Everything about a room's dice that is kept. It grows at its end only."""

    seeds: dict[str, str] = field(default_factory=lambda: {stream: secrets.token_hex(KEY_BYTES) for stream in STREAMS})
    link: int = 1
    shares: list[Share] = field(default_factory=list)
    reveals: list[int] = field(default_factory=list)  # throws before each of them
    published: bool = False  # are the keys of secret throws shown to everybody, too?
    whole: bool = True  # are all the fight's throws in it? not if the fight began elsewhere
    throws: list[Throw] = field(default_factory=list)

    def commitment(self, stream: str) -> str:
        return link_of(self.seeds[stream], 0).hex()

    def revealed(self, stream: str) -> list[str]:
        """The links shown so far, the first one first."""
        return [link_of(self.seeds[stream], number).hex() for number in range(1, self.link)]

    def key(self, stream: str) -> bytes:
        return stream_key(link_of(self.seeds[stream], self.link), stream, [given.share for given in self.shares])

    def drawn(self, stream: str) -> int:
        """Numbers drawn with the present key."""
        now = (stream, self.link, len(self.shares))
        place = 0
        for throw in reversed(self.throws):
            if (throw.link, throw.shares) != now[1:]:
                break
            if throw.stream == stream:
                place += len(throw.faces)
        return place

    def plain(self) -> dict[str, Plain]:
        """All but the throws."""
        return {
            "seeds": dict(self.seeds),
            "link": self.link,
            "shares": [asdict(given) for given in self.shares],
            "reveals": list(self.reveals),
            "published": self.published,
            "whole": self.whole,
        }

    def told(self) -> dict[str, Plain]:
        """What every seat may know while the fight goes on."""
        return {
            "commitments": {stream: self.commitment(stream) for stream in STREAMS},
            "shares": [{"seat": given.seat, "name": given.name, "share": given.share} for given in self.shares],
            "reveals": len(self.reveals),
            "published": self.published,
        }


def read_book(data: dict[str, Plain], throws: list[Plain]) -> DiceBook:
    return DiceBook(
        data["seeds"],
        data["link"],
        [Share(**given) for given in data["shares"]],
        data["reveals"],
        data["published"],
        data["whole"],
        [Throw(*throw) for throw in throws],
    )


class LiveGenerators(Generators):
    """Open and secret dice from keys of the book; policies draw from a key of their own that is never kept."""

    def __init__(self, book: DiceBook | None = None) -> None:
        super().__init__(0)
        self.book = book or DiceBook()
        self.policy = KeyedGenerator(secrets.token_bytes(KEY_BYTES))
        self._take_key()
        self.keyed["open"].skip(self.book.drawn("open"))
        self.keyed["secret"].skip(self.book.drawn("secret"))

    def _take_key(self) -> None:
        self.keyed = {stream: KeyedGenerator(self.book.key(stream)) for stream in STREAMS}
        self.open, self.secret = self.keyed["open"], self.keyed["secret"]

    def throw(self, ask: Ask) -> Taped:
        at = self._stream(ask).drawn
        thrown = super().throw(ask)
        assert ask.shape is not None
        thrown.throw = self._noted(ask, at, sides_of(ask.shape, thrown.faces), thrown.faces)
        return thrown

    def throw_blanks(self, ask: Ask, faces: list[Plain]) -> tuple[list[Plain], int]:
        """Faces typed in with blanks (None) among them, which are thrown: the faces, and the number of the throw."""
        at, thrown, sides = self._stream(ask).drawn, list[int](), list[int]()

        def die(count: int) -> int:
            sides.append(count)
            thrown.append(self._stream(ask).die(count))
            return thrown[-1]

        made = filled(ask, faces, die)
        return made, self._noted(ask, at, sides, thrown) if thrown else 0

    def _stream(self, ask: Ask) -> KeyedGenerator:
        return self.keyed["secret" if ask.secret else "open"]

    def _noted(self, ask: Ask, at: int, sides: list[int], faces: list[int]) -> int:
        book, stream = self.book, "secret" if ask.secret else "open"
        book.throws.append(Throw(stream, book.link, len(book.shares), at, sides, list(faces), ask.rule, ask.who, ask.what))
        return len(book.throws)

    def share(self, seat: str, name: str, words: str) -> None:
        """From now on the dice depend on this, too."""
        if sum(given.seat == seat for given in self.book.shares) >= MOST_SHARES:
            raise Refused("fight.turn", f"a seat gives at most {MOST_SHARES} shares")
        self.book.shares.append(Share(seat, name, words, len(self.book.throws)))
        self._take_key()

    def reveal(self) -> None:
        """The key so far is shown; the dice that follow fall from the next link."""
        if self.book.link >= LINKS:
            raise Refused("fight.turn", f"the dice were shown {LINKS - 1} times; there is no further key")
        self.book.reveals.append(len(self.book.throws))
        self.book.link += 1
        self._take_key()

    @property
    def to_reveal(self) -> bool:
        """Has a die fallen since the last time?"""
        return len(self.book.throws) > (self.book.reveals[-1] if self.book.reveals else 0) and self.book.link < LINKS

    def states(self) -> list[int]:
        return [secrets.randbits(64) for _ in range(3)]

    def restore(self, states: list[int]) -> None:
        """There is nothing to go back to: whoever goes on from a save of a room throws other dice."""
