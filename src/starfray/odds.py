"""Exact odds: what an action can lead to and how likely, from the rule code that plays it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from starfray.engine.actions import Action, to_text
from starfray.engine.chances import Chances
from starfray.engine.changes import changes, flat, flat_path
from starfray.engine.codec import Plain
from starfray.engine.content import Content
from starfray.engine.delayed_odds import UNREACHED, draws, follow, sample
from starfray.engine.errors import BadInput, suggest
from starfray.engine.garbage_collector import gc_paused
from starfray.engine.outcomes import Chance, Part, Telling, is_number, is_whole
from starfray.engine.policy import Policies
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.best import best_spread
from starfray.engine.tables.exact import DEFAULT_BUDGET, Spread, spread
from starfray.engine.tables.merge_graph import Question
from starfray.engine.tape import Taped
from starfray.engine.wholes import changed_whole, value_at

__all__ = [
    "DEFAULT_BUDGET", "Chance", "Chances", "Odds", "Part", "Question", "changes", "flat", "is_number", "is_whole", "odds",
]  # fmt: skip
MOST_VALUES = 24  # of a figure, listed one by one


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
    wholes: dict[str, Any] = field(default_factory=dict, repr=False)  # what was asked for as a whole, before the act

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
            if path in self.wholes or not all(value is None or isinstance(value, (int, float)) for value in (before, after)):
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
            if path in self.wholes or not is_whole(before) or not is_whole(after):
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
            if self._remember_whole(path, wanted):
                return wanted
            known = dict.fromkeys([*changed, *self.before])
            raise BadInput(f"there is no figure {path!r}", field="path", expected=suggest(path, known))
        return wanted

    def _remember_whole(self, path: str, wanted: str) -> bool:
        """A record, list or table as a whole, by the path of its own."""
        try:
            value = value_at(self.position, path)
        except BadInput:
            return False
        self.wholes[wanted] = value
        return True

    def _outcomes(self, path: str) -> list[Chance]:
        part = self.parts.get(path.partition(".")[0])
        return part.outcomes if part is not None else self.outcomes

    def _after(self, chance: Chance, path: str) -> Plain:
        if path in self.wholes:
            return changed_whole(self.wholes[path], path, chance.changes)
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
    enough: Callable[[int], bool] | None = None,
) -> Odds:
    """The distribution over what an action changes; most likely first. `progress` is called with the runs done and the runs
    known to be left, `enough` with the runs done: it may end the walk of an act before the budget does.

    `known` holds the dice and answers so far, if the act has begun; then best play is not searched for.
    """

    def one_act(at: Any, act: Action, most: int) -> Spread:
        if best_for:
            return best_spread(book, at, act, policies, best_for, budget=most, content=content, progress=progress)
        return spread(book, at, act, policies, budget=most, content=content, progress=progress, enough=enough)

    with gc_paused():
        if known:
            found = spread(
                book, state, action, policies, budget=budget, content=content, progress=progress, known=known, enough=enough
            )
        else:
            found = one_act(state, action, budget)
        settled_by = book.settles.get(action.KIND, "")
        if settled_by:
            begun = found
            drawn = draws(begun, policies) and not best_for
            found = begun if drawn else follow(book, begun, action, policies, budget, one_act)
            if drawn or (found.residual > UNREACHED and not best_for):
                found = sample(book, state, begun, action, policies, content, progress)
        told = Telling(book, state, found.pictures)
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
