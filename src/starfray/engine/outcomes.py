"""What the ways an act can end come to: how each differs from the position before it, in figures and in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from starfray.engine.changes import Changes, Comparison, called, parts
from starfray.engine.codec import Plain
from starfray.engine.pictures import Pictures
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.merge_graph import Leaf
from starfray.engine.vitals import lost

Cards = dict[tuple[str, str], str]  # (name, label) → value, as people read it
Rest = tuple[tuple[str, int], ...]  # the fields of a position that have changed, by their numbers


@dataclass(slots=True)
class Chance:
    """One outcome: its probability, what changes, in words and as path → (before, after)."""

    p: float
    summary: str
    changes: Changes
    worked_out: dict[str, Plain] = field(default_factory=dict, repr=False)  # figures that stand in no field, by path: after it


@dataclass(slots=True)
class Part:
    """What can become of one combatant, whatever happens to the others."""

    who: str
    name: str
    side: str
    outcomes: list[Chance]
    untouched: float  # the chance that nothing about them changes
    falls: float  # the chance that they stand before and no longer after
    unhurt: float = 1.0  # the chance of no loss, no fall and nothing bad that lasts
    losses: dict[str, float] = field(default_factory=dict)  # what is lost on average, by the pool's word

    def values(self, path: str, before: Plain) -> dict[Plain, float]:
        """The chance of each value a figure can have afterwards."""
        found: dict[Plain, float] = {}
        for outcome in self.outcomes:
            value = outcome.changes[path][1] if path in outcome.changes else before
            found[value] = found.get(value, 0.0) + outcome.p
        return found

    def figures(self) -> list[str]:
        """Paths of the numbers that can change, as people count them."""
        paths: dict[str, bool] = {}
        for outcome in self.outcomes:
            for path, pair in outcome.changes.items():
                paths[path] = paths.get(path, True) and all(is_number(value) for value in pair)
        return [path for path, fits in paths.items() if fits]


def is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_whole(value: Any) -> bool:
    return is_number(value) and value == int(value)


class Harm:
    """Whether what became of somebody is harm: a loss, a fall, something bad that lasts. A dodge or a point paid is none."""

    def __init__(self, book: Rulebook, state: Any, who: str) -> None:
        self.book = book
        self.before = book.vitals_of(state, state.roster[who]) if who in state.roster else None
        self.known: dict[int, dict[str, int] | None] = {}  # by the number of the changes
        self.losses: dict[str, float] = {}

    def hurts(self, changes: int, state: Any, after: Any, weight: float) -> bool:
        if changes not in self.known:
            self.known[changes] = lost(self.before, self.book.vitals_of(state, after)) if self.before is not None else None
        losses = self.known[changes]
        for word, amount in (losses or {}).items():
            self.losses[word] = self.losses.get(word, 0.0) + weight * amount
        return losses is not None


class Telling:
    """Describes positions by how they differ from the one they came from.

    Nearly all that is said of a position is said of one combatant, and combatants end in few ways: so whatever is worked out
    is worked out once for each way somebody can end (and the rest of the position, which a card may show).
    """

    def __init__(self, book: Rulebook, state: Any, pictures: Pictures) -> None:
        self.book, self.state, self.pictures = book, state, pictures
        self.start = Comparison(state, pictures)
        self.cards = {who: self.card(state, actor) for who, actor in state.roster.items()}
        self.nobodys = [name for name, _ in parts(state) if name not in state.roster]
        self.names = {who: called_by(combatant) for who, combatant in state.roster.items()}
        self.everybody = list(state.roster)
        self.owners = {name: who for who, name in self.names.items()}
        self.told: dict[Rest, dict[tuple[str, int], Cards]] = {}
        self.known_cards: dict[Rest, dict[tuple[str, int], tuple[list[str], list[str]]]] = {}
        self.known_words: dict[tuple[str, int], list[str]] = {}
        self.numbers: dict[str, int] = {}  # changes as text → a number of their own; 0: none
        self.known_numbers: dict[tuple[str, int], int] = {}

    def outcomes(self, leaves: list[Leaf]) -> list[Chance]:
        """Positions that differ from the start in the same way are one outcome."""
        grouped: dict[tuple[int, ...], Chance] = {}
        for leaf in leaves:
            changed_parts = self.start.changed_parts(leaf.state)
            name = tuple([number for each in changed_parts if (number := self.number_of(*each))])
            known = grouped.get(name)
            if known is not None:
                known.p += leaf.weight
                continue
            changed: Changes = {}
            for each in changed_parts:
                changed.update(self.start.part(*each))
            grouped[name] = Chance(leaf.weight, self.words(leaf.state, changed_parts), changed)
        return sorted(grouped.values(), key=chance_to_sort_by)

    def number_of(self, name: str, part: Any, number: int) -> int:
        """The same for the same changes; 0 for none."""
        known = self.known_numbers.get((name, number))
        if known is None:
            changed = self.start.part(name, part, number)
            known = self.numbers.setdefault(repr(sorted(changed.items())), len(self.numbers) + 1) if changed else 0
            self.known_numbers[name, number] = known
        return known

    def part(self, who: str, leaves: list[Leaf]) -> Part:
        actor = self.state.roster.get(who) or leaves[0].state.roster[who]
        stood = who in self.state.roster and self.book.standing(self.state, actor)
        untouched = falls = unhurt = 0.0
        harm = Harm(self.book, self.state, who)
        grouped: dict[int, Chance] = {}
        for leaf in leaves:
            after = leaf.state.roster[who]
            number = self.pictures.number(after, actor)
            changes = 0 if self.start.is_as_before(who, after, number) else self.number_of(who, after, number)
            untouched += 0.0 if changes else leaf.weight
            falls += leaf.weight if stood and not self.book.standing(leaf.state, after) else 0.0
            unhurt += 0.0 if changes and harm.hurts(changes, leaf.state, after, leaf.weight) else leaf.weight
            known = grouped.get(changes)
            if known is not None:
                known.p += leaf.weight
                continue
            changed = self.start.part(who, after, number) if changes else {}
            words = self.words_of_one(leaf.state, after, number)
            grouped[changes] = Chance(leaf.weight, words, changed, self.figures_of(leaf.state, after))
        outcomes = sorted(grouped.values(), key=chance_to_sort_by)
        shares = (min(1.0, untouched), min(1.0, falls), min(1.0, unhurt))
        return Part(who, actor.name or actor.id, actor.side, outcomes, *shares, harm.losses)

    # --- figures that stand in no field -------------------------------------------------------------------------

    def worked_out(self) -> dict[str, Plain]:
        """Figures that stand in no field, of everybody, before the act."""
        actors = self.state.roster.values()
        return {path: value for actor in actors for path, value in self.figures_of(self.state, actor).items()}

    def figures_of(self, state: Any, actor: Any) -> dict[str, Plain]:
        return {f"{actor.id}.{name}": figure(state, actor) for name, figure in self.book.figures.items()}

    # --- words --------------------------------------------------------------------------------------------------

    def words(self, state: Any, changed_parts: list[tuple[str, Any, int]]) -> str:
        """'Tor HP 6/6 → 4/6; Mira AP 3 → 1', from the cards people see, then figures of the whole position.

        What only the rules keep track of (whose turn it is, whether a slot has begun) is left out.
        """
        rest = self.rest_of(changed_parts)
        changed_actors = [part for name, part, _ in changed_parts if name in state.roster]
        if list(state.roster) != self.everybody or not self.names_are_clear(changed_actors):
            before = {name: value for card in self.cards.values() for name, value in card.items()}
            after: Cards = {}
            for actor in state.roster.values():
                after.update(self.card_after(state, actor, self.pictures.number(actor), rest))
            gone, come = card_changes(before, after)
        else:
            gone, come = [], []
            for actor in state.roster.values():
                lines = self.card_told(state, actor, self.pictures.number(actor), rest)
                gone += lines[0]
                come += lines[1]
        words = [*gone, *come]
        for name, part, number in changed_parts:
            words += self.change_words(name, part, number)
        return in_words(words)

    def words_of_one(self, state: Any, actor: Any, number: int) -> str:
        """The same of one combatant."""
        rest = self.rest_of(self.start.changed_fields(state))
        if self.names_are_clear([actor]):
            gone, come = self.card_told(state, actor, number, rest)
        else:
            name = self.names.get(actor.id, called_by(actor))
            before = {key: value for card in self.cards.values() for key, value in card.items() if key[0] == name}
            gone, come = card_changes(before, self.card_after(state, actor, number, rest))
        return in_words([*gone, *come, *self.change_words(actor.id, actor, number)])

    def names_are_clear(self, actors: list[Any]) -> bool:
        """Do these names, and all there were before, stand for one combatant each? Otherwise cards are compared by name."""
        if len(self.owners) < len(self.everybody):
            return False
        return all(self.owners.setdefault(called_by(actor), actor.id) == actor.id for actor in actors)

    def rest_of(self, changed_parts: list[tuple[str, Any, int]]) -> Rest:
        """What has changed about the position but for its combatants."""
        return tuple([(name, number) for name, _, number in changed_parts if name in self.nobodys])

    def card_told(self, state: Any, actor: Any, number: int, rest: Rest) -> tuple[list[str], list[str]]:
        """What is said of a card: its old lines that are other or gone, and the new ones."""
        known = self.known_cards.setdefault(rest, {})
        name = (actor.id, number)
        told = known.get(name)
        if told is None:
            after = self.card_after(state, actor, number, rest)
            told = known[name] = card_changes(self.cards.get(actor.id, {}), after)
        return told

    def card_after(self, state: Any, actor: Any, number: int, rest: Rest) -> Cards:
        known = self.told.setdefault(rest, {})
        name = (actor.id, number)
        if name not in known:
            known[name] = self.card(state, actor)
        return known[name]

    def card(self, state: Any, actor: Any) -> Cards:
        return {(actor.name or actor.id, line.label): line.value for line in self.book.describe(state, actor)}

    def change_words(self, name: str, part: Any, number: int) -> list[str]:
        known = self.known_words.get((name, number))
        if known is None:
            changed = self.start.part(name, part, number)
            known = self.known_words[name, number] = change_words(changed, self.nobodys, self.names)
        return known


def called_by(actor: Any) -> str:
    """The name people read."""
    return str(actor.name or actor.id)


def chance_to_sort_by(chance: Chance) -> float:
    return -chance.p


def card_changes(before: Cards, after: Cards) -> tuple[list[str], list[str]]:
    gone = []
    for name, old in before.items():
        new = after.get(name, "none")
        if old != new:
            gone.append(f"{name[0]} {name[1]} {old} → {new}")
    come = [f"{name[0]} {name[1]} none → {new}" for name, new in after.items() if name not in before and new != "none"]
    return gone, come


def in_words(words: list[str]) -> str:
    return "; ".join(words) or "no change"


def change_words(changed: Changes, nobodys: list[str], names: dict[str, str]) -> list[str]:
    """What is on no card: somebody's place, a figure of the whole position, something that begins or ends."""
    return [told for path, (was, now) in changed.items() if (told := _change_words(path, was, now, nobodys, names))]


def _change_words(path: str, was: Plain, now: Plain, nobodys: list[str], names: dict[str, str]) -> str:
    head, _, rest = path.partition(".")
    if rest == "at" and head not in nobodys:
        return f"{names.get(head, head)} at {_worded(was)} → {_worded(now)}"
    if path in nobodys and is_number(was) and is_number(now):
        return f"{path.replace('-', ' ')} {_worded(was)} → {_worded(now)}"
    if head in nobodys and has_a_name(was if now is None else now):
        where = head.replace("-", " ")
        return f"{where}: {called(now)} begins" if was is None else f"{where}: {called(was)} ends"
    return ""


def has_a_name(record: Plain) -> bool:
    return isinstance(record, dict) and any(record.get(name) for name in ("name", "key", "kind"))


def _worded(value: Plain) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return called(value)
    if isinstance(value, list):
        return ",".join(f"{item:g}" if isinstance(item, float) else str(item) for item in value) or "none"
    return str(value) if value not in (None, "") else "none"
