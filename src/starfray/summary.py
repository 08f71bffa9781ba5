"""What an act came to, for whoever may know it: a headline, what changed for whom, how much it matters.

It is built from the events a viewer may know and from the difference of the two positions as that viewer sees them. A book
says in the table [headlines] of its sayings.toml how events read in a headline. The key is a rule id, or

- `rule.id:note` for events with that note,
- `rule.id:0` for those whose number is 0,
- `rule.id:>` for those that name somebody they happen to,
- `rule.id:dice` for throws, `rule.id:=answer` for answers.

The phrase is a sentence with {who}, {whom}, {number}, {note}, {lower} and {small} (the note in small letters), {moved} (how
far {who} has come). `{who:hits|hit}` is the verb that goes with one or with several, and gathers those who did the same.

- '' leaves the event out, `=` is the sentence of the log.
- A phrase that begins with a comma, a colon, a semicolon or a space goes on with the sentence before it, if that is about
  the same people; one that begins with `~` does so unless another does.
- A phrase that begins with `> ` comes last.
- Of `one || other` the first is said if {who} has lost something, else the second.

Without a phrase the first event that is neither a throw nor an answer is the headline.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache
from math import hypot
from typing import Any, cast

from starfray.engine.actions import Action
from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput
from starfray.engine.rulebook import Rulebook
from starfray.engine.tape import Taped
from starfray.engine.values import GM, Event
from starfray.engine.view import shown
from starfray.engine.vitals import DEAD, HEALTH, UP, Condition, Pool, Vitals, said_of
from starfray.grammar import YOU, People, agreeing, listed
from starfray.language import ENGLISH, said, said_of_somebody, spoken, word
from starfray.second_person import addressed
from starfray.words import Number, Sayings, key_words, name_of, note_words, paired, sayings_of, sentence, spelled

WEIGHTS = ("quiet", "act", "scratch", "wound", "down", "death")
MOST_SENTENCES = 5  # of a headline that tells what was done
MOST_HARMED = 4  # told one by one
MOST_THROWS = 12
WOUND = 0.25  # of a pool
_DICE = re.compile(r"(\d+)d(\d+)(?:>=(\d+))?")
_GATHERS = "{who:"
GLUE = (",", ":", " ", ";")


@dataclass(slots=True)
class Change:
    """One pool of somebody, before and after."""

    pool: Pool
    before: int

    @property
    def lost(self) -> int:
        return self.before - self.pool.now


@dataclass(slots=True)
class Part:
    """What an act came to for one combatant."""

    who: str
    name: str
    changes: list[Change] = field(default_factory=list)
    gained: list[Condition] = field(default_factory=list)
    lost: list[Condition] = field(default_factory=list)
    status: str = ""  # up, down, out or dead, where that changed
    word: str = ""

    @property
    def harmed(self) -> bool:
        return any(change.lost > 0 for change in self.changes) or self.status not in ("", UP)


@dataclass(slots=True)
class ActSummary:
    who: str
    name: str
    kind: str  # action | due | gm
    headline: str
    weight: str
    whom: list[str]
    dice: list[dict[str, Plain]]
    parts: list[Part]
    you: dict[str, str] = field(default_factory=dict)  # the headline as it reads to each of those asked for

    def plain(self) -> dict[str, Plain]:
        return {
            "who": self.who,
            "name": self.name,
            "kind": self.kind,
            "headline": self.headline,
            "weight": self.weight,
            "whom": self.whom,
            "dice": self.dice,
            "parts": [plain_part(part) for part in self.parts],
            "you": dict(self.you),
        }


def plain_part(part: Part) -> dict[str, Plain]:
    return {
        "who": part.who,
        "name": part.name,
        "changes": [
            {"key": change.pool.key, "label": said(change.pool.label), "before": change.before, "after": change.pool.now}
            for change in part.changes
        ],
        "gained": [said(each.word) for each in part.gained],
        "lost": [said(each.word) for each in part.lost],
        "status": part.status,
    }


class Looks:
    """How positions look to viewers. Whoever shows the same position again and again remembers it."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book

    def view(self, state: Any, viewer: str) -> Any:
        return self.book.view(state, viewer)

    def vitals(self, state: Any, seen: Any, actor: Any) -> Vitals:
        """How somebody is. That somebody lies there is seen by all, even where the figures are secret."""
        found = self.book.vitals_of(seen, actor)
        real = state.roster.get(actor.id)
        if found.state != UP or not actor.assumed or real is None:
            return found
        truth = self.book.vitals_of(state, real).state
        return found if truth == UP else Vitals(truth, truth, found.pools, found.conditions)


class Moment:
    """The two positions of an act as a viewer sees them. `names` knows who is called what; it has a roster."""

    def __init__(self, looks: Looks, before: Any, after: Any, viewer: str, names: Any = None) -> None:
        self.book, self.looks = looks.book, looks
        self.before, self.after = before, after
        self.seen_after = looks.view(after, viewer)
        try:
            self.seen_before = looks.view(before, viewer) if before is not None else None
        except BadInput:  # the viewer's side was not there yet
            self.seen_before = None
        self.names = names if names is not None else self.seen_after

    def moved(self, who: str) -> float:
        """How far somebody is from where they were, on a map."""
        one = self.seen_before.roster.get(who) if self.seen_before is not None else None
        other = self.seen_after.roster.get(who)
        if one is None or other is None or one.at is None or other.at is None:
            return 0.0
        return hypot(other.at[0] - one.at[0], other.at[1] - one.at[1])

    def parts(self) -> list[Part]:
        if self.seen_before is None:
            return []
        found = []
        for who, actor in self.seen_after.roster.items():
            if who in self.seen_before.roster:
                was = self.looks.vitals(self.before, self.seen_before, self.seen_before.roster[who])
                now = self.looks.vitals(self.after, self.seen_after, actor)
                part = compared(who, name_of(self.names, who), was, now)
                if part is not None:
                    found.append(part)
        return found


def compared(who: str, name: str, was: Vitals, now: Vitals) -> Part | None:
    part = Part(who, name)
    old = {pool.key: pool.now for pool in was.pools if pool.kind == HEALTH}
    part.changes = [Change(pool, old[pool.key]) for pool in now.pools if pool.key in old and pool.now != old[pool.key]]
    before = {(each.name, each.whom) for each in was.conditions}
    after = {(each.name, each.whom) for each in now.conditions}
    part.gained = [each for each in now.conditions if (each.name, each.whom) not in before]
    part.lost = [each for each in was.conditions if (each.name, each.whom) not in after]
    if (was.state, was.word) != (now.state, now.word):
        part.status, part.word = now.state, now.word
    return part if part.changes or part.gained or part.lost or part.status else None


def summary(
    book: Rulebook,
    before: Any,
    after: Any,
    events: Sequence[Event],
    viewer: str,
    *,
    kind: str = "action",
    action: Action | None = None,
    tape: Sequence[Taped] = (),
    names: Any = None,
    own: Collection[str] = (),
    looks: Looks | None = None,
) -> ActSummary:
    """What the act between two positions came to, as `viewer` may know it. Without the position before it (an act of long ago)
    only what the events tell. To each of `own` whom it concerns it is told once more, in the second person.
    """
    moment = Moment(looks if looks is not None else Looks(book), before, after, viewer, names)
    told = [(seen, taped) for event, taped in paired(events, tape) if (seen := shown(after, event, viewer)) is not None]
    who = actor_of(moment, kind, action)
    parts = moment.parts()
    headline = Headline(moment, told, who).text(parts, kind, action)
    about = {who, *(part.who for part in parts), *(each for event, _ in told for each in (event.who, event.whom))}
    personal = {each: to_you(moment, told, who, each, parts, kind, action, headline) for each in own if each in about}
    named = [event.whom for event, _ in told if event.whom]
    named += [part.who for part in parts if part.harmed]
    whom = [each for each in dict.fromkeys(named) if each != who and each in moment.seen_after.roster]
    quiet = sayings_of(book.folder).quiet
    weight = weight_of(parts, who)
    if not weight:
        thrown = any(event.faces is not None for event, _ in told) and bool(whom)
        weight = "act" if (kind != "due" or thrown) and not (action is not None and action.KIND in quiet) else "quiet"
    name = name_of(moment.names, who) if who else ""
    you = {each: words for each, words in personal.items() if words != headline}
    return ActSummary(who, name, kind, headline, weight, whom, dice_of(told), parts, you)


class Addressed:
    """Who is called what, with 'you' in place of one name."""

    def __init__(self, names: Any, who: str) -> None:
        self.roster = {**names.roster, who: replace(names.roster[who], name=YOU)} if who in names.roster else names.roster


def to_you(
    moment: Moment,
    told: list[tuple[Event, Taped | None]],
    who: str,
    reader: str,
    parts: list[Part],
    kind: str,
    action: Action | None,
    headline_of_all: str,
) -> str:
    """The headline as it reads to one of those it is about; where it cannot be put so, as it reads to all."""
    again = copy(moment)
    again.names = Addressed(moment.names, reader)
    mine = [replace(part, name=YOU) if part.who == reader else part for part in parts]
    headline = Headline(again, told, who)
    words = headline.text(mine, kind, action)
    if spoken() != ENGLISH:
        return words if YOU not in words and not headline.mixed else headline_of_all
    harm = {said.partition(" ")[0] for part in mine if part.who == reader for said in headline.predicates(part)}
    return addressed(words, sayings_of(moment.book.folder).verbs | harm)


def actor_of(moment: Moment, kind: str, action: Action | None) -> str:
    """Who did it; '' for steps, and for somebody the viewer cannot see."""
    if kind == "gm":
        return GM
    if kind == "due" or action is None:
        return ""
    return action.actor if action.actor in moment.seen_after.roster else ""


def weight_of(parts: list[Part], who: str) -> str:
    """How much it matters, by what it came to; '' if nobody has suffered."""
    if any(part.status == DEAD for part in parts):
        return "death"
    if any(part.status not in ("", UP) for part in parts):
        return "down"
    shares = [
        change.lost / max(1, change.pool.most)
        for part in parts
        for place, change in enumerate(part.changes)
        if part.who != who or place == 0
    ]
    worst = max(shares, default=0.0)
    if worst >= WOUND:
        return "wound"
    suffers = any(part.who != who and any(said_of(each) for each in part.gained) for part in parts)
    return "scratch" if worst > 0 or suffers else ""


def dice_of(told: list[tuple[Event, Taped | None]]) -> list[dict[str, Plain]]:
    """Throw by throw; dice that one rule has thrown one after another are one throw."""
    found: list[dict[str, Plain]] = []
    last = None
    for event, _ in told:
        if event.faces is None:
            continue
        single = (event.rule, event.who) if len(event.faces) == 1 else None
        if single is not None and single == last:
            found[-1]["faces"] = [*cast(list[Plain], found[-1]["faces"]), *event.faces]
            continue
        last = single
        label = _DICE.search(event.note)
        sides = int(label[2]) if label is not None else 0
        least = int(label[3]) if label is not None and label[3] else 0
        counted = [face for face in event.faces if face >= least] if least else []
        found.append({"who": event.who, "faces": list(event.faces), "sides": sides, "counted": counted})
    return found[:MOST_THROWS]


# --- the headline ------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Telling:
    """One sentence under way: a phrase, the people gathered under it, and what was added to it."""

    phrase: str
    event: Event
    people: list[str]
    text: str = ""  # ready made, in place of the phrase
    glued: str = ""
    weak: str = ""  # added unless something else is

    def about(self, who: str) -> bool:
        return who in self.people or who == self.event.whom


class Headline:
    def __init__(self, moment: Moment, told: list[tuple[Event, Taped | None]], who: str) -> None:
        self.moment, self.told, self.who = moment, told, who
        self.sayings: Sayings = sayings_of(moment.book.folder, spoken())
        self.mixed = False  # is a part of it in English for want of a translation?
        self.hurt: set[str] = set()
        self.edited: set[str] = set()  # paths of pools the GM has set

    def text(self, parts: list[Part], kind: str, action: Action | None) -> str:
        self.hurt = {part.who for part in parts if part.harmed}
        self.edited = self.edited_pools(parts)
        done, harm = self.done(), self.harm(parts)
        if len(done) > MOST_SENTENCES:
            done = [*done[: MOST_SENTENCES - 1], word("more", number=len(done) - MOST_SENTENCES + 1)]
        if done and harm and (both := merged(done[-1], *harm[0])):
            done, harm = [*done[:-1], both], harm[1:]
        sentences = [*done, *(f"{name} {listed(words)}" for name, words in harm)] or [self.plain_lead(kind, action)]
        return self.smooth(" ".join(ended(each) for each in sentences if each))

    def edited_pools(self, parts: list[Part]) -> set[str]:
        """What the GM has set and the pools tell anyway: 'Tor loses 3 HP, 1 left' needs no 'hp is now 1' before it."""
        pools = {f"{part.who}.{change.pool.key}" for part in parts for change in part.changes}
        return pools & {edited_path(event) for event, _ in self.told}

    def done(self) -> list[str]:
        """What was done, sentence by sentence."""
        found: list[Telling] = []
        last: list[Telling] = []
        for event, taped in self.told:
            if edited_path(event) in self.edited:
                if because := event.note.partition(" (")[2].removesuffix(")"):
                    found.append(Telling("", event, [event.whom], because))
                continue
            phrase = self.phrase(event, taped)
            if phrase is None:
                if not found and event.faces is None and taped is None:
                    found.append(Telling("", event, [event.who], self.sentence(event)))
                continue
            first, bar, second = phrase.partition(" || ")
            phrase = second if bar and event.who not in self.hurt else first
            if phrase.startswith("> "):
                self.gather(last, phrase[2:], event)
            elif phrase.startswith((*GLUE, "~")):
                self.glue(found, phrase, event)
            elif phrase:
                self.gather(found, phrase, event)
        return [told for each in [*found, *last] if (told := self.sentence_of(each))]

    def glue(self, found: list[Telling], phrase: str, event: Event) -> None:
        """Go on with the last sentence, if it is about the same people; else what happened is a sentence of its own."""
        if not found or not found[-1].about(event.who):
            found.append(Telling("", Event(event.rule, ""), [], self.sentence(event)))
            return
        before, words = found[-1], self.filled(phrase.removeprefix("~"), event, [event.who])
        if phrase.startswith("~"):
            before.weak = words
        elif words not in before.glued:
            before.glued += words

    def sentence_of(self, each: Telling) -> str:
        return (each.text or self.filled(each.phrase, each.event, each.people)) + (each.glued or each.weak)

    def gather(self, found: list[Telling], phrase: str, event: Event) -> None:
        for each in found:
            same = each.event.note == event.note and (each.event.whom == event.whom or "{whom}" not in phrase)
            if each.phrase == phrase and same and (_GATHERS in phrase or event.who in each.people):
                each.people.extend(who for who in [event.who] if who not in each.people)
                return
        found.append(Telling(phrase, event, [event.who]))

    def phrase(self, event: Event, taped: Taped | None) -> str | None:
        known = self.sayings.headlines
        if event.faces is not None:
            return known.get(f"{event.rule}:dice")
        if taped is not None:
            return known.get(f"{event.rule}:={taped.answer}")
        keys = [
            f"{event.rule}:{event.note}",
            *([] if event.number else [f"{event.rule}:0"]),
            *([f"{event.rule}:>"] if event.whom else []),
            event.rule,
        ]
        return next((known[key] for key in keys if key in known), None)

    def filled(self, phrase: str, event: Event, people: list[str]) -> str:
        if phrase == "=":
            return self.sentence(event)
        names = self.moment.names
        moved = self.moment.moved(event.who)
        unit = said(self.moment.book.unit_sign)
        language = self.language_of(phrase)
        whose = People([name_of(names, who) for who in people], language)
        note = note_words(names, event.note, whose)
        return phrase.format(
            who=whose,
            whom=People([name_of(names, event.whom)], language),
            number=Number(event.number),
            note=note,
            lower=lowered(note),
            small=note.lower(),
            moved=f" {max(1, round(moved))} {unit}" if moved >= 0.05 else "",
            unit=unit,
        ).rstrip()

    def language_of(self, phrase: str) -> str:
        """Its language. It comes from a known saying, or from what is left of one without the mark at its beginning."""
        borrowed = self.sayings.borrowed
        english = any(phrase in each for each in (borrowed if self.sayings.language != ENGLISH else ()))
        self.mixed = self.mixed or english
        return ENGLISH if english else self.sayings.language

    def sentence(self, event: Event) -> str:
        self.mixed = self.mixed or self.sayings.events.get(event.rule, "") in self.sayings.borrowed
        words = sentence(self.moment.book, self.moment.names, event)
        return place_pattern(spoken()).sub("", spelled(self.moment.names, words, only_numbered=True)).strip("— .")

    def plain_lead(self, kind: str, action: Action | None) -> str:
        what = key_words(action.KIND) if action is not None else ""
        if kind != "due" and not self.who:
            return word("something")
        if kind == "due":
            return f"{what[:1].upper()}{what[1:]}"
        return word("facts", who=name_of(self.moment.names, self.who), what=what)

    def harm(self, parts: list[Part]) -> list[tuple[str, list[str]]]:
        """What it came to, for whom: Tor 'loses 3 HP', 'is Broken'. Of many the worst off."""
        told = [(part, words) for part in parts if (words := self.predicates(part))]
        rest: list[tuple[str, list[str]]] = []
        if len(told) > MOST_HARMED:
            worst = sorted(told, key=lambda each: each[0].status in ("", UP))[: MOST_HARMED - 1]
            others = sum(part.harmed for part, _ in told if part not in [each for each, _ in worst])
            rest = [(word("hurt", number=others), [word("hurt.are")])] if others > 1 else []
            told = [each for each in told if each in worst]
        return [*((f"{People([part.name], spoken())}", words) for part, words in told), *rest]

    def predicates(self, part: Part) -> list[str]:
        own, whose = part.who == self.who, People([part.name], spoken())
        lost = [counted(change.lost, change.pool) for change in part.changes if change.lost > 0]
        back = [counted(-change.lost, change.pool) for change in part.changes if change.lost < 0]
        figures = [change.pool.now for change in part.changes if f"{part.who}.{change.pool.key}" in self.edited]
        left = "".join(word("left", number=figure) for figure in figures)
        found = [word("loses", who=whose, what=listed(lost)) + left] if lost else []
        if back:
            has = "" if lost else "".join(word("now", number=figure) for figure in figures)
            found.append(word("gets", who=whose, what=listed(back)) + has)
        if part.status == UP:
            found.append(word("up", who=whose))
        elif part.status:
            found.append(self.is_now(whose, part.word))
        elif not own or lost:
            found += [told for each in part.gained if (told := self.came_about(whose, each))]
        return found

    def is_now(self, whose: People, how: str) -> str:
        """'is down', 'has fled'"""
        say = self.sayings.status.get(how, "")
        self.mixed = self.mixed or say in self.sayings.borrowed
        return say.format(who=whose) if say else word("is", who=whose, what=said(how))

    def came_about(self, whose: People, condition: Condition) -> str:
        """How a sentence says that a condition came about: 'is burning', 'loses an arm'; '' if it does not."""
        told = said_of(condition)
        if spoken() == ENGLISH or not told:
            return told
        if condition.said is None:
            return word("is", who=whose, what=said(condition.name))
        translated = said_of_somebody(told)
        self.mixed = self.mixed or translated == told
        return agreeing(translated, whose)

    def smooth(self, text: str) -> str:
        """English names that begin with 'The' inside a sentence; doubled spaces."""
        for actor in self.moment.names.roster.values() if spoken() == ENGLISH else ():
            name = str(actor.name or actor.id)
            if name.startswith("The "):
                text = re.sub(rf"(?<=[^.] ){re.escape(name)}\b", f"the{name[3:]}", text)
                text = text.replace(f"the the{name[3:]}", f"the{name[3:]}")
        return " ".join(text.split())


@cache
def place_pattern(language: str) -> re.Pattern[str]:
    """A place on the map within a sentence, with the preposition before it."""
    words = word("places")
    return re.compile(rf",? (?:(?:{words}) )?\(?-?\d+(?:\.\d+)?,-?\d+(?:\.\d+)?\)?")


def edited_path(event: Event) -> str:
    """The figure that the GM has set by hand; '' if the event is anything else."""
    return event.note.partition(" = ")[0] if event.rule == "gm.edit" and " = " in event.note else ""


def merged(done: str, name: str, words: list[str]) -> str:
    """'Rook is hit in the skull' and 'Rook loses 9 HP' are one sentence; '' if they do not fit together."""
    rest = done.removeprefix(f"{name} ")
    if rest == done or rest.startswith("and ") or set(",:;.") & set(rest):
        return ""
    return f"{name} {listed([rest, *words])}"


def counted(number: int, pool: Pool) -> str:
    noun = said(pool.noun or pool.label)
    one, _, many = noun.partition("|")
    return f"{number} {one if number == 1 else many or one}"


def lowered(words: str) -> str:
    """'A hit' → 'a hit'; names and abbreviations stay."""
    return words[:1].lower() + words[1:] if words[1:2].islower() else words


def ended(text: str) -> str:
    text = text.strip()
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text.rstrip(':,;')}."
