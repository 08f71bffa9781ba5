"""Exact odds: what an action can lead to and how likely, from the rule code that plays it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

from starfray.engine.actions import Action, to_text
from starfray.engine.chances import Chances
from starfray.engine.changes import NOTHING, Changes, Comparison, called, changes, flat, flat_path, parts
from starfray.engine.codec import Plain, freeze
from starfray.engine.content import Content
from starfray.engine.delayed_odds import UNREACHED, draws, follow, sample
from starfray.engine.errors import BadInput, suggest
from starfray.engine.garbage_collector import gc_paused
from starfray.engine.policy import Policies
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.best import best_spread
from starfray.engine.tables.exact import DEFAULT_BUDGET, Spread, spread
from starfray.engine.tables.merge_graph import Leaf, Question
from starfray.engine.tape import Taped
from starfray.engine.vitals import lost

__all__ = [
    "DEFAULT_BUDGET", "Chance", "Chances", "Odds", "Part", "Question", "card_lines", "changes", "flat", "in_words", "odds",
]  # fmt: skip
MOST_VALUES = 24  # of a figure, listed one by one


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


@dataclass(slots=True)
class Odds:
    """`outcomes` are whole outcomes, likeliest first; `parts` what becomes of each combatant by itself, complete even where
    the whole outcomes are too many to list (`unlisted` is the weight of those left off).
    """

    action: str
    outcomes: list[Chance] = field(default_factory=list)
    residual: float = 0.0
    runs: int = 0
    policy: str = ""
    before: dict[str, Plain] = field(default_factory=dict, repr=False)  # every figure as it stands, by path
    untold: list[str] = field(
        default_factory=list
    )  # rules whose dice matter only after the fight, so that their results were not told apart
    parts: dict[str, Part] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)
    unlisted: float = 0.0
    settled_by: str = ""  # the step in which it takes effect, for what lands later
    sampled: int = 0  # plays the chances were counted in, where what happens until then cannot be walked
    position: Any = field(default=None, repr=False)  # before the act

    @property
    def exact(self) -> bool:
        return self.residual == 0 and not self.sampled

    def told(self) -> list[tuple[float, str]]:
        """Outcomes by their words, likeliest first; those that read the same are merged."""
        found: dict[str, float] = {}
        for outcome in self.outcomes:
            found[outcome.summary] = found.get(outcome.summary, 0.0) + outcome.p
        return sorted(((p, words) for words, p in found.items()), key=lambda told: -told[0])

    def chance_of(self, path: str, test: Any) -> float:
        """The probability that the value at `path` afterwards passes `test` (a value, or a function).

        Any path that `fight.get` takes, and those of things that may come with the act; BadInput for any other.
        """
        path = self._figure(path)
        hit = test if callable(test) else lambda value: value == test
        return sum(outcome.p for outcome in self._outcomes(path) if hit(self._after(outcome, path)))

    def expected(self, path: str) -> float:
        """By how much a number changes on average: -2.5 for a figure that is expected to lose two and a half."""
        path = self._figure(path)
        before = self.before.get(path)
        total = 0.0
        for outcome in self._outcomes(path):
            after = self._after(outcome, path)
            if not all(value is None or isinstance(value, (int, float)) for value in (before, after)):
                raise BadInput(f"{path} is no number", field="path", expected="a figure people count")
            total += outcome.p * ((after or 0) - (before or 0))
        return total

    def change_of(self, path: str) -> Chances:
        """By how much a number changes, as chances that can be added up: `change_of("tor.hp").times(10)` is what ten such acts
        take from Tor, every one of them from the position as it stands.
        """
        path = self._figure(path)
        found: dict[int, float] = {}
        before = self.before.get(path)
        for outcome in self._outcomes(path):
            after = self._after(outcome, path)
            if not is_whole(before) or not is_whole(after):
                raise BadInput(f"{path} is no whole number before and after", field="path", expected="a figure people count")
            by = int(after or 0) - int(before or 0)
            found[by] = found.get(by, 0.0) + outcome.p
        return Chances(found)

    def _figure(self, path: str) -> str:
        """The path as `before` and the changes write it; BadInput if it names no figure before or after the act."""
        if path in self.before:
            return path
        try:
            wanted = flat_path(self.position, path)
        except BadInput:
            wanted = path  # perhaps of something that comes with the act
        if wanted in self.before:
            return wanted
        changed = {name: pair for outcome in self._outcomes(path) for name, pair in outcome.changes.items()}
        records = [name for name, pair in changed.items() if any(isinstance(value, dict) for value in pair)]
        if wanted not in changed and not any(wanted.startswith(f"{name}.") for name in records):
            known = dict.fromkeys([*changed, *self.before])
            raise BadInput(f"there is no figure {path!r}", field="path", expected=suggest(path, known))
        return wanted

    def _outcomes(self, path: str) -> list[Chance]:
        part = self.parts.get(path.partition(".")[0])
        return part.outcomes if part is not None else self.outcomes

    def _after(self, chance: Chance, path: str) -> Plain:
        if path in chance.changes:
            return chance.changes[path][1]
        if path in chance.worked_out:
            return chance.worked_out[path]
        head, _, rest = path.rpartition(".")
        while head:  # a figure inside a record that came or went as a whole
            if head in chance.changes:
                record = chance.changes[head][1]
                return record.get(rest) if isinstance(record, dict) else None
            head, _, more = head.rpartition(".")
            rest = f"{more}.{rest}"
        return self.before.get(path)

    def plain(self) -> dict[str, Plain]:
        return {
            "action": self.action,
            "policy": self.policy,
            "outcomes": [
                {"p": outcome.p, "summary": outcome.summary, "changes": {k: list(v) for k, v in outcome.changes.items()}}
                for outcome in self.outcomes
            ],
            "headline": self.headline(),
            "combatants": {who: self._plain_part(part) for who, part in self.parts.items() if part.untouched < 1},
            "questions": [
                {
                    "who": question.who,
                    "rule": question.rule,
                    "kind": question.kind,
                    "times": question.times,
                    "answers": question.answers,
                    **({"worths": question.worths} if question.worths else {}),
                }
                for question in self.questions
            ],
            "residual": self.residual,
            "unlisted": self.unlisted,
            "untold": self.untold,
            "settled-by": self.settled_by,
            "sampled": self.sampled,
            "exact": self.exact,
        }

    def headline(self) -> dict[str, Plain] | None:
        """The chance to get through to whom it is aimed at; None if it is aimed at nobody."""
        whom = self.aimed_at()
        return self.chance_for(whom.who, "gets through") if whom is not None else None

    def chance_for(self, who: str, words: str) -> dict[str, Plain]:
        """How likely somebody comes to harm, how much of it then, and how likely to none."""
        part = self.parts.get(who)
        unhurt = part.unhurt if part is not None else 1 - self.residual
        harm = max(0.0, 1 - self.residual - unhurt)
        word, amount = next(iter(part.losses.items()), ("", 0.0)) if part is not None else ("", 0.0)
        loss = f"about {max(1, round(amount / harm))} {word}" if amount > 0 and harm > 0 else ""
        falls = part.falls if part is not None else 0.0
        return {"who": who, "p": harm, "words": words, "loss": loss, "falls": falls, "unhurt": unhurt}

    def aimed_at(self) -> Part | None:
        """The target the action names, else the foe it is likeliest to touch."""
        words = self.action.replace("+", " ").split()
        actor = self.parts.get(words[1]) if len(words) > 1 else None
        others = [part for part in self.parts.values() if actor is None or part.side != actor.side]
        named = [part for part in others if part.who in words[2:]]
        return min(named or [part for part in others if part.unhurt < 1], key=lambda part: part.unhurt, default=None)

    def _plain_part(self, part: Part) -> dict[str, Plain]:
        figures: dict[str, dict[str, Plain]] = {}
        for path in part.figures():
            values = part.values(path, self.before.get(path))
            figures[path] = {"expected": self.expected(path)}
            if len(values) <= MOST_VALUES:
                figures[path]["values"] = {str(value): p for value, p in sorted(values.items())}
        return {"side": part.side, "untouched": part.untouched, "falls": part.falls, "figures": figures}


def is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_whole(value: Any) -> bool:
    return is_number(value) and value == int(value)


def odds(
    book: Rulebook,
    state: Any,
    action: Action,
    policies: Policies,
    budget: int = DEFAULT_BUDGET,
    best_for: str = "",
    content: Content | None = None,
    progress: Callable[[int, int], None] | None = None,
    known: tuple[Taped, ...] = (),
) -> Odds:
    """The distribution over what an action changes; most likely first. `progress` is called with the runs done and the runs
    known to be left.

    `known` holds the dice and answers so far, if the act has begun; then best play is not searched for.
    """

    def one_act(at: Any, act: Action, most: int) -> Spread:
        if best_for:
            return best_spread(book, at, act, policies, best_for, budget=most, content=content, progress=progress)
        return spread(book, at, act, policies, budget=most, content=content, progress=progress)

    with gc_paused():
        if known:
            found = spread(book, state, action, policies, budget=budget, content=content, progress=progress, known=known)
        else:
            found = one_act(state, action, budget)
        settled_by = book.settles.get(action.KIND, "")
        if settled_by:
            begun = found
            drawn = draws(begun, policies) and not best_for
            found = begun if drawn else follow(book, begun, action, policies, budget, one_act)
            if drawn or (found.residual > UNREACHED and not best_for):
                found = sample(book, state, begun, action, policies, content, progress)
        told = Telling(book, state)
        outcomes = told.outcomes(found.leaves)
        told_parts = {who: told.part(who, leaves) for who, leaves in found.marginals.items()}
        policy = f"best for {best_for}" if best_for else policies.name
        return Odds(
            to_text(action),
            outcomes,
            found.residual,
            found.runs,
            policy,
            {**told.start.before, **told.worked_out()},
            found.untold,
            told_parts,
            found.questions,
            found.unlisted,
            settled_by,
            found.sampled,
            state,
        )


class Harm:
    """Whether what became of somebody is harm: a loss, a fall, something bad that lasts. A dodge or a point paid is none."""

    def __init__(self, book: Rulebook, state: Any, who: str) -> None:
        self.book = book
        self.before = book.vitals_of(state, state.roster[who]) if who in state.roster else None
        self.known: dict[str, dict[str, int] | None] = {}
        self.losses: dict[str, float] = {}

    def hurts(self, name: str, state: Any, after: Any, weight: float) -> bool:
        if name not in self.known:
            self.known[name] = lost(self.before, self.book.vitals_of(state, after)) if self.before is not None else None
        losses = self.known[name]
        for word, amount in (losses or {}).items():
            self.losses[word] = self.losses.get(word, 0.0) + weight * amount
        return losses is not None


class Telling:
    """Describes positions by how they differ from the one they came from."""

    def __init__(self, book: Rulebook, state: Any) -> None:
        self.book, self.state = book, state
        self.start = Comparison(state)
        self.cards = card_lines(book, state)
        self.nobodys = [name for name, _ in parts(state) if name not in state.roster]
        self.names = {who: str(combatant.name or who) for who, combatant in state.roster.items()}
        self.known: dict[tuple[str, Hashable, Hashable], dict[tuple[str, str], str]] = {}
        self.names_of_changes: dict[int, str] = {}

    def outcomes(self, leaves: list[Leaf]) -> list[Chance]:
        """Positions that differ from the start in the same way are one outcome."""
        grouped: dict[Hashable, Chance] = {}
        for leaf in leaves:
            changed_parts = self.start.changed_parts(leaf.state)
            found = [self.start.part(*changed) for changed in changed_parts]
            name = tuple([self.name_of(changes_of_part) for changes_of_part in found if changes_of_part])
            if name in grouped:
                grouped[name].p += leaf.weight
            else:
                changed = {path: pair for changes_of_part in found for path, pair in changes_of_part.items()}
                words = in_words(self.cards, self.lines(leaf.state, changed_parts), changed, self.nobodys, self.names)
                grouped[name] = Chance(leaf.weight, words, changed)
        return sorted(grouped.values(), key=lambda outcome: -outcome.p)

    def name_of(self, changed: Changes) -> str:
        """The same for the same changes. The comparison keeps what it found, so each is named once."""
        if not changed:
            return ""
        if id(changed) not in self.names_of_changes:
            self.names_of_changes[id(changed)] = repr(sorted(changed.items()))
        return self.names_of_changes[id(changed)]

    def part(self, who: str, leaves: list[Leaf]) -> Part:
        actor = self.state.roster.get(who) or leaves[0].state.roster[who]
        stood = who in self.state.roster and self.book.standing(self.state, actor)
        cards = {name: line for name, line in self.cards.items() if name[0] == (actor.name or actor.id)}
        untouched = falls = unhurt = 0.0
        harm = Harm(self.book, self.state, who)
        grouped: dict[str, Chance] = {}
        for leaf in leaves:
            after = leaf.state.roster[who]
            same = after == self.start.parts.get(who, NOTHING)
            picture = None if same else freeze(after)
            changed = {} if same else self.start.part(who, after, picture)
            untouched += 0.0 if changed else leaf.weight
            falls += leaf.weight if stood and not self.book.standing(leaf.state, after) else 0.0
            name = self.name_of(changed)
            unhurt += 0.0 if changed and harm.hurts(name, leaf.state, after, leaf.weight) else leaf.weight
            if name in grouped:
                grouped[name].p += leaf.weight
            else:
                rest = self.rest_of(self.start.changed_fields(leaf.state))
                words = in_words(cards, self._lines_of(leaf.state, after, picture, rest), changed, [], self.names)
                grouped[name] = Chance(leaf.weight, words, changed, self.figures_of(leaf.state, after))
        outcomes = sorted(grouped.values(), key=lambda outcome: -outcome.p)
        shares = (min(1.0, untouched), min(1.0, falls), min(1.0, unhurt))
        return Part(who, actor.name or actor.id, actor.side, outcomes, *shares, harm.losses)

    def worked_out(self) -> dict[str, Plain]:
        """Figures that stand in no field, of everybody, before the act."""
        actors = self.state.roster.values()
        return {path: value for actor in actors for path, value in self.figures_of(self.state, actor).items()}

    def figures_of(self, state: Any, actor: Any) -> dict[str, Plain]:
        return {f"{actor.id}.{name}": figure(state, actor) for name, figure in self.book.figures.items()}

    def lines(self, state: Any, changed_parts: list[tuple[str, Any, Hashable]]) -> dict[tuple[str, str], str]:
        """The card lines of everybody, cached by combatant and the rest of the position."""
        pictures = {name: picture for name, _, picture in changed_parts}
        rest = self.rest_of(changed_parts)
        found: dict[tuple[str, str], str] = {}
        for who, combatant in state.roster.items():
            found.update(self._lines_of(state, combatant, pictures.get(who), rest))
        return found

    def rest_of(self, changed_parts: list[tuple[str, Any, Hashable]]) -> Hashable:
        """What has changed about the position but for its combatants."""
        return tuple([(name, picture) for name, _, picture in changed_parts if name in self.nobodys])

    def _lines_of(self, state: Any, actor: Any, picture: Hashable, rest: Hashable) -> dict[tuple[str, str], str]:
        """`picture` is that of the actor, None if nothing about them has changed."""
        name = (actor.id, picture, rest)
        if name not in self.known:
            self.known[name] = {(actor.name or actor.id, line.label): line.value for line in self.book.describe(state, actor)}
        return self.known[name]


def card_lines(book: Rulebook, state: Any) -> dict[tuple[str, str], str]:
    return {
        (combatant.name or combatant.id, line.label): line.value
        for combatant in state.roster.values()
        for line in book.describe(state, combatant)
    }


def in_words(
    before: dict[tuple[str, str], str],
    after: dict[tuple[str, str], str],
    changed: Changes,
    nobodys: list[str],
    names: dict[str, str] | None = None,
) -> str:
    """'Tor HP 6/6 → 4/6; Mira AP 3 → 1', from the cards people see, then figures of the whole position.

    What only the rules keep track of (whose turn it is, whether a slot has begun) is left out.
    """
    words = []
    for name in dict.fromkeys([*before, *after]):
        old, new = before.get(name, "none"), after.get(name, "none")
        if old != new:
            words.append(f"{name[0]} {name[1]} {old} → {new}")
    words += [told for path, (was, now) in changed.items() if (told := _change_words(path, was, now, nobodys, names or {}))]
    return "; ".join(words) or "no change"


def _change_words(path: str, was: Plain, now: Plain, nobodys: list[str], names: dict[str, str]) -> str:
    """A change that is on no card: somebody's place, a figure of the whole position, something that begins or ends."""
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
