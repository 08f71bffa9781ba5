"""Exact odds: what an action can lead to and how likely, from the rule code that plays it."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from starfray.engine.actions import Action, to_text
from starfray.engine.codec import Plain, freeze, hints, kebab, to_plain
from starfray.engine.content import Content
from starfray.engine.policy import Policies
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.best import best_spread
from starfray.engine.tables.exact import DEFAULT_BUDGET, spread

__all__ = ["DEFAULT_BUDGET", "Chance", "Odds", "changes", "odds"]


@dataclass(slots=True)
class Chance:
    """One outcome: its probability, what changes, in words and as path → (before, after)."""

    p: float
    summary: str
    changes: dict[str, tuple[Plain, Plain]]


@dataclass(slots=True)
class Odds:
    action: str
    outcomes: list[Chance] = field(default_factory=list)
    residual: float = 0.0
    runs: int = 0
    policy: str = ""
    before: dict[str, Plain] = field(default_factory=dict, repr=False)  # every figure as it stands, by path
    untold: list[str] = field(default_factory=list)  # rules whose dice matter after the fight only and were not told apart

    @property
    def exact(self) -> bool:
        return self.residual == 0

    def chance_of(self, path: str, test: Any) -> float:
        """The probability that the value at `path` afterwards passes `test` (a value, or a function)."""
        hit = test if callable(test) else lambda value: value == test
        stays = (None, self.before.get(path))
        return sum(each.p for each in self.outcomes if hit(each.changes.get(path, stays)[1]))

    def expected(self, path: str) -> float:
        """The expected change of a number."""
        moved = [(each.p, each.changes[path]) for each in self.outcomes if path in each.changes]
        return float(sum(p * ((after or 0) - (before or 0)) for p, (before, after) in moved))

    def plain(self) -> dict[str, Plain]:
        return {
            "action": self.action,
            "policy": self.policy,
            "outcomes": [
                {"p": each.p, "summary": each.summary, "changes": {k: list(v) for k, v in each.changes.items()}}
                for each in self.outcomes
            ],
            "residual": self.residual,
            "untold": self.untold,
            "exact": self.exact,
        }


def odds(
    book: Rulebook, state: Any, action: Action, policies: Policies, budget: int = DEFAULT_BUDGET, best_for: str = "",
    content: Content | None = None,
) -> Odds:
    """The distribution over what an action changes; most likely first."""
    if best_for:
        found = best_spread(book, state, action, policies, best_for, budget=budget, content=content)
    else:
        found = spread(book, state, action, policies, budget=budget, content=content)
    start = Comparison(state)
    before = start.before
    cards = card_lines(book, state)
    nobodys = [path for path in before if "." not in path]
    grouped: dict[str, Chance] = {}
    for leaf in found.leaves:
        changed = start.changes(leaf.state)
        name = repr(sorted(changed.items()))
        if name in grouped:
            grouped[name].p += leaf.weight
        else:
            grouped[name] = Chance(leaf.weight, in_words(cards, card_lines(book, leaf.state), changed, nobodys), changed)
    outcomes = sorted(grouped.values(), key=lambda each: -each.p)
    policy = f"best for {best_for}" if best_for else policies.default.name
    return Odds(to_text(action), outcomes, found.residual, found.runs, policy, before, found.untold)


def flat(state: Any) -> dict[str, Plain]:
    """Every figure of the position by its path, defaults included."""
    found: dict[str, Plain] = {}
    for name, part in parts(state):
        _flatten(part, name, found)
    return found


def parts(state: Any) -> list[tuple[str, Any]]:
    """The combatants and the fields of a position, each by the first word of its paths."""
    fields = [(kebab(name), getattr(state, name)) for name in hints(type(state)) if name != "roster"]
    return [*state.roster.items(), *fields]


class Comparison:
    """What differs from one position in many others. A part that was met before is not worked out again."""

    def __init__(self, state: Any) -> None:
        self.before = flat(state)
        self.parts = {name: (freeze(part), _flat_part(part, name)) for name, part in parts(state)}
        self.known: dict[tuple[str, Hashable], dict[str, tuple[Plain, Plain]]] = {}

    def changes(self, state: Any) -> dict[str, tuple[Plain, Plain]]:
        changed: dict[str, tuple[Plain, Plain]] = {}
        for name, part in parts(state):
            picture = freeze(part)
            was, figures = self.parts.get(name, (None, {}))
            if picture == was:
                continue
            if (name, picture) not in self.known:
                self.known[name, picture] = changes(figures, _flat_part(part, name))
            changed.update(self.known[name, picture])
        return changed


def _flat_part(part: Any, name: str) -> dict[str, Plain]:
    found: dict[str, Plain] = {}
    _flatten(part, name, found)
    return found


def _flatten(value: Any, path: str, found: dict[str, Plain]) -> None:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        for name in hints(type(value)):
            _flatten(getattr(value, name), f"{path}.{kebab(name)}", found)
    elif isinstance(value, dict):
        for key, item in value.items():
            _flatten(item, f"{path}.{key}", found)
    elif isinstance(value, list) and (not value or dataclasses.is_dataclass(value[0])):
        for index, item in enumerate(value):
            _flatten(item, f"{path}.{getattr(item, 'key', '') or index}", found)
    else:
        found[path] = to_plain(value)


def changes(before: dict[str, Plain], after: dict[str, Plain]) -> dict[str, tuple[Plain, Plain]]:
    """Paths whose value differs, each with before and after; None where there was or is nothing."""
    changed: dict[str, tuple[Plain, Plain]] = {}
    for path in [*before, *(each for each in after if each not in before)]:
        was, now = before.get(path), after.get(path)
        if was != now:
            changed[path] = (was, now)
    return changed


def card_lines(book: Rulebook, state: Any) -> dict[tuple[str, str], str]:
    return {
        (one.name or one.id, line.label): line.value
        for one in state.roster.values()
        for line in book.describe(state, one)
    }


def in_words(
    before: dict[tuple[str, str], str], after: dict[tuple[str, str], str],
    changed: dict[str, tuple[Plain, Plain]], nobodys: list[str],
) -> str:
    """'Tor HP 6/6 → 4/6; Mira AP 3 → 1', from the cards people see, then the figures that are nobody's."""
    parts = []
    for name in [*before, *(each for each in after if each not in before)]:
        was, now = before.get(name, "none"), after.get(name, "none")
        if was != now:
            parts.append(f"{name[0]} {name[1]} {was} → {now}")
    for path, (was_there, is_there) in changed.items():
        if path in nobodys or (path.count(".") == 1 and path.endswith(".at")):
            parts.append(f"{path.replace('.at', ' at')} {_worded(was_there)} → {_worded(is_there)}")
    return "; ".join(parts) or "no change"


def _worded(value: Plain) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ",".join(f"{each:g}" if isinstance(each, float) else str(each) for each in value) or "none"
    return str(value) if value not in (None, "") else "none"
