"""The small values rules and tables exchange: tallies, options, questions, forms, events."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from math import hypot

from starfray.engine.choices import Choice
from starfray.engine.dice import Shape
from starfray.engine.errors import Refused
from starfray.engine.trace import note_rule, note_shown


class Reason:
    """One term of a tally: how much, by which rule, and a word about it."""

    __slots__ = ("amount", "note", "rule")

    def __init__(self, amount: float, rule: str, note: str) -> None:
        self.amount = amount
        self.rule = rule
        self.note = note

    @property
    def topic(self) -> str:
        """The rule in words, for a reason without a note: 'attack advance'."""
        return self.rule.partition(".")[2].replace(".", " ").replace("-", " ")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reason) and (self.amount, self.rule, self.note) == (other.amount, other.rule, other.note)

    def __hash__(self) -> int:
        return hash((self.amount, self.rule, self.note))

    def __repr__(self) -> str:
        return f"{self.amount:+g} {self.rule}" + (f" ({self.note})" if self.note else "")


NO_REASONS: list[Reason] = []  # shared by all tallies that keep no reasons


class Tally:
    """A number with its reasons. It always sums; it remembers why only if the table keeps reasons."""

    __slots__ = ("explains", "parts", "reasons", "total")

    def __init__(self, explains: bool = True) -> None:
        self.explains = explains
        self.total = 0
        self.parts = 0.0  # fractions not yet added, see `add_part`
        self.reasons: list[Reason] = [] if explains else NO_REASONS

    def add(self, amount: int, rule: str, note: str = "") -> None:
        """A term of 0 is no reason and leaves no trace."""
        self.total += amount
        if self.explains and amount:
            self.reasons.append(Reason(amount, rule, note))
            note_rule(rule)

    def add_part(self, amount: float, rule: str, note: str = "") -> None:
        """A term with a fraction. It counts once `drop_fractions` has made the sum of all parts whole."""
        self.parts += amount
        if self.explains and amount:
            self.reasons.append(Reason(amount, rule, note))
            note_rule(rule)

    def drop_fractions(self, rule: str) -> None:
        """Add the parts, their fraction dropped toward zero; the reasons still add up to the total."""
        whole = int(self.parts)
        if self.parts != whole and self.explains:
            self.reasons.append(Reason(whole - self.parts, rule, "fraction dropped"))
            note_rule(rule)
        self.total += whole
        self.parts = 0.0

    def __repr__(self) -> str:
        return f"Tally({self})"

    def __str__(self) -> str:
        return f"{self.total} = " + " ".join(f"{r.amount:+g} {r.note or r.topic}" for r in self.reasons)


class Option:
    """One answer a person may give. `rule` says where it comes from, `note` what it means or costs."""

    __slots__ = ("card", "key", "least", "most", "note", "rule", "said", "tally")

    def __init__(
        self,
        key: str,
        label: str = "",
        rule: str = "",
        note: str = "",
        tally: Tally | None = None,
        *,
        least: int = 0,
        most: int = -1,
        card: Choice | None = None,
    ) -> None:
        """`least` and `most` bound a share where amounts are given out: nothing, or from least to most (-1: no limit).

        `card`: what a page shows of the option of a form, where that is worth a card.
        """
        self.key = key
        self.said = label
        self.rule = rule
        self.note = note
        self.tally = tally
        self.least = least
        self.most = most
        self.card = card

    @property
    def label(self) -> str:
        """As people say it; where nothing is said, the key without its hyphens."""
        return self.said or self.key.replace("-", " ")

    def share_fault(self, share: int) -> str:
        if share and share < self.least:
            return f"{self.key} takes 0 or at least {self.least}, not {share}"
        if 0 <= self.most < share:
            return f"{self.key} takes at most {self.most}, not {share}"
        return ""

    def __repr__(self) -> str:
        return f"Option({self.key!r})"


ASK_KINDS = ("choose", "allocate", "number", "point", "text", "dice")


class Ask:
    """An open question, as data: it shows only what the asked person may see."""

    __slots__ = (
        "amount",
        "centre",
        "facts",
        "high",
        "id",
        "kind",
        "low",
        "options",
        "prompt",
        "rule",
        "sealed",
        "secret",
        "shape",
        "suggested",
        "tally",
        "who",
    )

    def __init__(
        self,
        kind: str,
        rule: str,
        who: str,
        *,
        prompt: str = "",
        options: list[Option] | None = None,
        amount: int = 0,
        low: int = 0,
        high: int = 0,
        shape: Shape | None = None,
        tally: Tally | None = None,
        suggested: str = "",
        sealed: bool = False,
        secret: bool = False,
        facts: dict[str, int] | None = None,
        centre: tuple[float, float] | None = None,
    ) -> None:
        self.id = ""
        self.centre = centre  # of a point question: within `high` metres of here
        self.facts = facts or {}
        self.kind = kind
        self.rule = rule
        self.who = who
        self.prompt = prompt
        self.options = options or []
        self.amount = amount
        self.low = low
        self.high = high
        self.shape = shape
        self.tally = tally
        self.suggested = suggested
        self.sealed = sealed
        self.secret = secret

    def __repr__(self) -> str:
        return f"Ask({self.id!r}, {self.label!r})"

    @property
    def label(self) -> str:
        """What the tape remembers of the question, so that a wrong tape is noticed."""
        return f"{self.kind} {self.rule} {self.who} {self.what}"

    @property
    def what(self) -> str:
        if self.kind == "choose":
            return "|".join(option.key for option in self.options)
        if self.kind == "allocate":
            return f"{self.amount}:" + "|".join(option.key for option in self.options)
        if self.kind == "number":
            return f"{self.low}..{self.high}"
        if self.kind == "point" and self.centre is not None:
            return f"{self.high} m of {self.centre[0]:g},{self.centre[1]:g}"
        if self.kind == "dice" and self.shape is not None:
            return self.shape.label
        return ""

    def fault(self, answer: str) -> str:
        """Why this text does not answer the question; '' if it does."""
        if self.kind == "choose":
            keys = [option.key for option in self.options]
            return "" if answer in keys else f"{answer!r} is not one of {', '.join(keys)}"
        if self.kind == "number":
            digits = answer.removeprefix("-")
            if not (digits.isascii() and digits.isdigit() and len(digits) < 12):
                return f"{answer[:60]!r} is not a whole number"
            number = int(answer)
            return "" if self.low <= number <= self.high else f"{number} is not from {self.low} to {self.high}"
        if self.kind == "allocate":
            return self._allocation_fault(answer)
        if self.kind == "point":
            return self._point_fault(answer)
        if self.kind == "text" and len(answer) > 2000:
            return "a text answer has at most 2000 characters"
        return ""

    def _point_fault(self, answer: str) -> str:
        point = read_point(answer)
        if point is None:
            return f"{answer[:60]!r} is not a point; x,y in metres, as 3,4.5"
        assert self.centre is not None
        far = hypot(point[0] - self.centre[0], point[1] - self.centre[1])
        return "" if far <= self.high + 1e-9 else f"{far:.1f} m is further than {self.high} m"

    def _allocation_fault(self, answer: str) -> str:
        shares, fault = read_shares(answer, [option.key for option in self.options])
        if fault:
            return fault
        for option, share in zip(self.options, shares, strict=True):
            if option.share_fault(share):
                return option.share_fault(share)
        given = sum(shares)
        return "" if given <= self.amount else f"{given} given out, only {self.amount} are there"


def read_point(answer: str) -> tuple[float, float] | None:
    """'3,4.5' as a point; None if it is none."""
    parts = answer.split(",")
    try:
        point = tuple(float(part) for part in parts)
    except ValueError:
        return None
    if len(point) != 2 or not all(-1e9 < each < 1e9 for each in point):
        return None
    return (point[0], point[1])


def read_shares(answer: str, keys: list[str]) -> tuple[list[int], str]:
    """'tor:2 drone:1' as one number per key; the second value says what is wrong."""
    shares = [0] * len(keys)
    for part in answer.split():
        key, colon, number = part.rpartition(":")
        if not colon or key not in keys:
            return shares, f"{part!r} should be KEY:NUMBER with KEY one of {', '.join(keys)}"
        if not number.isascii() or not number.isdigit() or len(number) > 6:
            return shares, f"{part!r}: {number!r} is not a number of 0 or more"
        shares[keys.index(key)] += int(number)
    return shares, ""


EVERYONE = ""
GM = "gm"


@dataclass(frozen=True, slots=True)
class Against:
    """What two who opposed each other came to, as the book counts it: `of` is "" for totals, else margin, SN or sixes."""

    whom: str
    own: int
    theirs: int
    of: str = ""

    def __str__(self) -> str:
        return f"{self.of} {self.own} against {self.theirs}".lstrip()


class Event:
    """Something that happened: the rule, who, to whom, how much. Its sentence is made from the ledger."""

    __slots__ = ("against", "by", "faces", "note", "number", "only", "rule", "tally", "who", "whom")

    def __init__(
        self,
        rule: str,
        who: str,
        whom: str = "",
        number: int = 0,
        note: str = "",
        only: str = EVERYONE,
        tally: Tally | None = None,
        faces: list[int] | None = None,
    ) -> None:
        self.rule = rule
        self.who = who
        self.whom = whom
        self.number = number
        self.note = note
        self.only = only
        self.tally = tally
        self.faces = faces
        self.against: Against | None = None  # in an opposed roll, with the second throw or the outcome
        self.by: list[str] = []  # rules that decided something here without a figure, see Table.cite

    def same_as(self, other: Event) -> bool:
        return self.plain() == other.plain()

    def plain(self) -> dict[str, object]:
        """The event as JSON; empty parts left out."""
        data: dict[str, object] = {"rule": self.rule, "who": self.who}
        if self.whom:
            data["whom"] = self.whom
        if self.number:
            data["number"] = self.number
        if self.note:
            data["note"] = self.note
        if self.only:
            data["only"] = self.only
        if self.faces is not None:
            data["faces"] = list(self.faces)
        if self.tally is not None:
            data["tally"] = plain_tally(self.tally)
        if self.against is not None:
            data["against"] = asdict(self.against)
        if self.by:
            data["by"] = list(self.by)
        return data

    def __repr__(self) -> str:
        return f"Event({self.plain()})"


def plain_tally(tally: Tally) -> dict[str, object]:
    return {"total": tally.total, "reasons": [{"amount": r.amount, "rule": r.rule, "note": r.note} for r in tally.reasons]}


ROLES = {"combatant": "target", "point": "place", "path": "place", "item": "tool"}  # by kind of field; else an option


@dataclass(slots=True)
class Field:
    """One blank of a form: what may be written in it, and what pages need to show it well."""

    name: str
    kind: str  # combatant | item | choice | number | point | path | list | text | flag
    options: list[Option] = field(default_factory=list)
    low: float = 0
    high: float = 0  # of a list: how many may be chosen, 0 for any number
    required: bool = True
    default: str = ""
    centre: tuple[float, float] | None = None  # points: within `high` metres of here
    hint: str = ""
    label: str = ""  # in people's words; '' for the name itself
    unit: str = ""  # of a number: metres, shots
    role: str = ""  # target | place | tool | body (a part of somebody) | option; '' for the usual one of its kind
    main: bool | None = None  # shown at once, or under "more options"; None: at once if it must be filled in
    barred: list[Choice] = field(default_factory=list)  # cards of what cannot be chosen now
    #: words of other fields, by name, beside one of which this one is filled in; without any of them the rule refuses it
    beside: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.role = self.role or ROLES.get(self.kind, "option")
        self.label = self.label or self.name.replace("_", " ").replace("-", " ")
        if self.main is None:
            self.main = self.required or self.role in ("target", "tool")


@dataclass(slots=True)
class Form:
    """A kind of action somebody may take now, or the reason why not."""

    kind: str
    cost: str = ""
    fields: list[Field] = field(default_factory=list)
    refused: Refused | None = None
    rule: str = ""
    group: str = ""
    hint: str = ""
    hints: list[str] = field(default_factory=list)  # rules worth knowing here: the book's advice, the GM's business

    def __post_init__(self) -> None:
        for rule in (self.rule, *self.hints):
            if rule:
                note_shown(rule)


@dataclass(slots=True)
class Outcome:
    """How a fight ended: the sides that won (none: a draw), and by which rule."""

    winners: list[str]
    rule: str
    reason: str = ""


@dataclass(slots=True)
class Moment:
    """One row of the agenda: when, who, what, and whether it is past, now or to come."""

    when: str
    who: str
    what: str
    status: str = "next"  # done | now | next


@dataclass(frozen=True, slots=True)
class Ring:
    """A distance worth seeing on the map around a combatant: a range band, a reach. In the book's unit of length."""

    label: str
    reach: float
    rule: str = ""

    def __post_init__(self) -> None:
        if self.rule:
            note_shown(self.rule)


@dataclass(slots=True)
class Line:
    """One line of a combatant's card: a label, what to show, the path where the number lives."""

    label: str
    value: str
    path: str = ""
    rule: str = ""
    assumed: bool = False
    brief: bool = False  # shown on a folded card, too: what is in hand

    def __post_init__(self) -> None:
        if self.rule:
            note_shown(self.rule)
