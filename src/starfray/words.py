"""Events as sentences people read, in the language of whoever reads them (see language.py).

A book may say how its rules read in the log, in sayings.toml: `"rule.id" = "{who} shoots at {whom} with {note}"`; in German the
same keys stand in sayings.de.toml. grammar.py says what may stand behind a colon in {who:…}.
A table [rolls] gives the lead of a throw (`"{who} rolls to hit"`), a table [answers] how an answered question reads,
by rule id or by `rule.id:answer`. `{number:six|sixes}` is the number with the word that goes with it: 1 six, 2 sixes. Without a
saying the facts are listed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from starfray.engine.actions import to_text
from starfray.engine.ledger import ENGINE_RULES
from starfray.engine.rulebook import Rulebook
from starfray.engine.tape import Taped
from starfray.engine.values import GM, Event, Option, Tally
from starfray.engine.view import shown
from starfray.fight import Fight
from starfray.grammar import People, agreeing
from starfray.language import ENGLISH, FOLDER, read_words, said, said_of_somebody, spoken, word
from starfray.second_person import verbs_of

GRAMMARLESS = frozenset({"", "="})  # headlines that are the same in every language
_WORD = re.compile(r"[\w-]*\w")
_NUMBERED = re.compile(r"-\d+$")
_BETWEEN = re.compile(r", |[ +]")
_KEYS = re.compile(r"[a-z]+(?:-[a-z]+)*(?:(?:, |\+)[a-z]+(?:-[a-z]+)*)*")
_AIMED = re.compile(r"([a-z-]+)[:@]([\w-]+)")
_GIVEN = re.compile(r"([a-z][a-z-]*):(\d+)")
_OF = re.compile(r"^[A-Z]+ of ")  # what is made of the dice
_EDIT = re.compile(r"([\w.-]+) = (.*)", re.DOTALL)
_RANKING = re.compile(r"^ranking of \d+ by (d\d+)$")
_LABEL = re.compile(r"^(\d+)d(\d+)(>=|<=)([\d/-]+)$")


@dataclass(frozen=True, slots=True)
class Sayings:
    """How one book's log reads."""

    events: dict[str, str] = field(default_factory=dict)
    rolls: dict[str, str] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    headlines: dict[str, str] = field(default_factory=dict)  # see summary.py
    status: dict[str, str] = field(default_factory=dict)  # how somebody is → how a sentence says that it came about
    quiet: frozenset[str] = frozenset()  # kinds of action that are no news
    verbs: frozenset[str] = frozenset()  # what people are said to do in English, in the third person
    language: str = ENGLISH
    borrowed: frozenset[str] = frozenset()  # sayings that are in English for want of a translation

    def language_of(self, say: str) -> str:
        return ENGLISH if say in self.borrowed else self.language


TABLES = ("rolls", "answers", "headlines", "status")


def read_sayings(path: Path) -> dict[str, dict[str, str]]:
    """The tables of a file of sayings; what stands before them is the table 'events'."""
    data = read_words(path)
    events = {rule: say for rule, say in data.items() if isinstance(say, str)}
    return {"events": events, **{table: data.get(table, {}) for table in TABLES}}


def file_of(folder: Path, name: str, language: str) -> Path:
    """'sayings.toml', 'sayings.de.toml'"""
    return folder / (f"{name}.toml" if language == ENGLISH else f"{name}.{language}.toml")


@lru_cache(maxsize=32)
def sayings_of(folder: Path, language: str = ENGLISH) -> Sayings:
    """How a book's log reads in a language; what is not translated is in English."""
    english = [read_sayings(FOLDER / "en.toml"), read_sayings(folder / "sayings.toml")]
    said = {table: english[0][table] | english[1][table] for table in english[0]}
    kinds = read_words(folder / "sayings.toml").get("quiet", {}).get("kinds", ())
    phrases = [say for table in ("events", "rolls", "answers", "headlines") for say in said[table].values()]
    verbs = verbs_of([*phrases, *(f"{{who}} {each}" for each in said["status"].values())])
    borrowed: frozenset[str] = frozenset()
    if language != ENGLISH:
        others = [read_sayings(FOLDER / f"{language}.toml"), read_sayings(file_of(folder, "sayings", language))]
        translated = {table: others[0][table] | others[1][table] for table in said}
        borrowed = frozenset(say for table in said for key, say in said[table].items() if key not in translated[table])
        said = {table: said[table] | translated[table] for table in said}
    return Sayings(**said, quiet=frozenset(kinds), verbs=verbs, language=language, borrowed=borrowed - GRAMMARLESS)


def name_of(state: Any, who: str) -> str:
    """What people call a combatant: the name on its sheet, else its id."""
    if who == GM:
        return word("gm")
    actor = state.roster.get(who)
    if actor is None:
        return word("roller") if who == "you" else who  # a procedure outside a fight
    return str(actor.name or actor.id)


def spelled(state: Any, text: str, only_numbered: bool = False) -> str:
    """A text with the names people use in place of short ones: 'dag is 1 yard away' → 'Dag Veller is 1 yard away'.

    A short name that reads like its name (guard: the Bought guard) is left alone. `only_numbered`: where a text may use the
    same word for something else, only those of many alike (guard-3) are put into words.
    """
    roster = state.roster

    def name(found: re.Match[str]) -> str:
        combatant = roster.get(found[0])
        if (
            combatant is None
            or not combatant.name
            or found[0] in combatant.name
            or (only_numbered and not _NUMBERED.search(found[0]))
        ):
            return found[0]
        return str(combatant.name)

    return _WORD.sub(name, text) if text else text


def topic(rule: str) -> str:
    """A rule id as words: 'coriolis.ranged.pool' → 'ranged pool'."""
    return rule.split(".", 1)[-1].replace(".", " ").replace("-", " ")


def sentence(book: Rulebook, state: Any, event: Event, taped: Taped | None = None) -> str:
    """One event in words. `taped` is the tape entry it came from: then dice typed in and answers are told as such."""
    told = _sentence(book, state, event, taped)
    return told if event.against is None else f"{told} ({event.against})"


def _sentence(book: Rulebook, state: Any, event: Event, taped: Taped | None) -> str:
    sayings = sayings_of(book.folder, spoken())
    if event.faces is not None:
        return _roll(sayings, state, event, taped)
    if taped is not None:
        return _answer(sayings, state, event, taped)
    if event.rule == "gm.edit" and (edit := _EDIT.match(event.note)):
        return _edit(state, event, edit[1], edit[2])
    say = sayings.events.get(event.rule, "")
    if "{unit}" in say:
        say = say.replace("{unit}", said(book.unit_sign))
    return (_fill(sayings, say, state, event) if say else "") or _facts(state, event)


class Number(int):
    """A number in a saying. `{number:six|sixes}` is the number and the word that goes with it, `{number:+six|sixes}` with its
    sign; everything else is Python's own format.
    """

    def __format__(self, spec: str) -> str:
        if "|" not in spec:
            return super().__format__(spec)
        signed = spec.startswith("+")
        singular, _, plural = spec.removeprefix("+").partition("|")
        return f"{int(self):+d} " * signed + f"{int(self)} " * (not signed) + (singular if self in (1, -1) else plural)


def _fill(sayings: Sayings, say: str, state: Any, event: Event) -> str:
    """The saying with its blanks filled in; '' if it has blanks that do not exist."""
    language = sayings.language_of(say)
    who = People([name_of(state, event.who)], language)
    try:
        words = say.format(
            who=who,
            whom=People([name_of(state, event.whom)], language),
            number=Number(event.number),
            note=note_words(state, event.note, who),
            rule=topic(event.rule),
        )
    except (KeyError, IndexError, ValueError):
        return ""
    return words.rstrip()


def option_label(option: Option, state: Any) -> str:
    """What the book calls an option; where it has nothing but the key, the key in words."""
    return note_words(state, option.key) if option.label == option.key.replace("-", " ") else said(option.label)


def note_words(state: Any, note: str, whose: People | None = None) -> str:
    """A note that is nothing but short names and keys, as people say them: 'mira, guard-2', 'quick-melee', 'ram:black'.

    `whose`: of whom it is said.
    """
    words = _BETWEEN.split(note)
    if note and all(word in state.roster for word in words):
        return ", ".join(name_of(state, word) for word in words)
    aimed = _aimed_words(state, words) or _given_words(words)
    if aimed:
        return aimed
    if all(word in state.roster or "-" in word for word in words) and _KEYS.fullmatch(note.replace(" ", "-")):
        return " ".join(name_of(state, word) if word in state.roster else said(word.replace("-", " ")) for word in words)
    if whose is not None and "{who:~" in (told := said_of_somebody(note)):
        return agreeing(told, whose)
    return key_words(note) if _KEYS.fullmatch(note) else said(note)


def key_words(key: str) -> str:
    """'aimed-shot' → 'aimed shot', in the language of the reader; of several keys each by itself."""
    words = key.replace("-", " ")
    told = said(words)
    if told != words or ", " not in words:
        return told
    return ", ".join(map(said, words.split(", ")))


def _aimed_words(state: Any, words: list[str]) -> str:
    """'ram:black' → 'ram (Black Wasp)'; '' unless all words are of that kind."""
    found = [match for word in words if (match := _AIMED.fullmatch(word)) and match[2] in state.roster]
    if len(found) < len(words):
        return ""
    return ", ".join(f"{key_words(match[1])} ({name_of(state, match[2])})" for match in found)


def _given_words(words: list[str]) -> str:
    """'push-damage:2' → 'push damage 2'; '' unless all words are of that kind."""
    found = [match for word in words if (match := _GIVEN.fullmatch(word))]
    return ", ".join(f"{key_words(match[1])} {match[2]}" for match in found) if len(found) == len(words) else ""


def _edit(state: Any, event: Event, path: str, value: str) -> str:
    """A figure the GM set: whose, which, what it is now; of things on the map their names and places."""
    named = said(path.removeprefix(f"{event.whom}.").replace("-", " ").replace(".", " "))
    figure = f"{name_of(state, event.whom)}: {named}" if event.whom in state.roster else named

    def now(words: str) -> str:
        return word("edit", figure=figure, value=words)

    try:
        data, end = json.JSONDecoder().raw_decode(value)
    except ValueError:
        return now(value)
    if isinstance(data, bool):
        return now(word("yes" if data else "no") + value[end:])
    if not isinstance(data, list) or not all(isinstance(record, dict) for record in data):
        return now(value)
    return now((", ".join(_thing(record) for record in data) or word("none")) + value[end:])


def _thing(record: dict[str, Any]) -> str:
    at = record.get("at")
    what = str(record.get("name") or record.get("key") or record.get("kind") or word("one"))
    return word("at", what=what, place=",".join(map(str, at))) if isinstance(at, list) else what


def _facts(state: Any, event: Event) -> str:
    what = ENGINE_RULES.get(event.rule, "").rstrip(".") or topic(event.rule)
    parts = [word("facts", who=name_of(state, event.who), what=said(what))]
    if event.whom:
        parts.append(f"→ {name_of(state, event.whom)}")
    if event.number:
        parts.append(str(event.number))
    if event.note:
        parts.append(f"({note_words(state, event.note)})")
    return " ".join(parts)


# --- dice ------------------------------------------------------------------------------------------------------


def _roll(sayings: Sayings, state: Any, event: Event, taped: Taped | None) -> str:
    say = sayings.rolls.get(event.rule, "")
    lead = _fill(sayings, say, state, event) if say else ""
    if not lead:
        lead = word("rolls", who=People([name_of(state, event.who)], spoken()), what=said(topic(event.rule)))
    faces = " ".join(map(str, event.faces or []))
    by_hand = word("typed") if taped is not None and taped.source == "hand" else ""
    return f"{lead}, {said(dice_words(event.note, event.tally))}: {faces}{by_hand}{result_words(event)}"


def dice_words(label: str, tally: Tally | None) -> str:
    """'5d6≥6', '3d6 against 12', '2d6 (tally 3)': the dice, and the total of the tally where the label does not tell it."""
    cut = _LABEL.match(_OF.sub("", label))
    tie = _RANKING.match(label)
    if tie is not None:
        return word("each", dice=tie[1])
    added = word("tally", number=tally.total) if tally is not None and tally.total else ""
    if cut is None:
        if tally is not None and re.search(rf"[>+]{tally.total}(?!\d)", label):
            added = ""
        return re.sub(r"^(?:(?:highest|lowest) of )?1d", "d", label) + added
    dice = re.sub(r"^1d", "d", f"{cut[1]}d{cut[2]}")
    if cut[3] == ">=":
        told = tally is not None and str(tally.total) == cut[1]
        return f"{dice}≥{cut[4]}" + ("" if told else added)
    return dice if tally is None else word("against", dice=dice, number=tally.total)


def result_words(event: Event) -> str:
    """What the dice came to, where that helps: sums do, the place in a ranking or the number of a band does not."""
    faces = event.faces or []
    cut = _LABEL.match(event.note)
    if cut is not None and cut[3] == "<=":
        return f" = {sum(faces)}" if len(faces) > 1 else ""
    if event.note.startswith(("ranking", "place of")) or (len(faces) == 1 and ">" in event.note and cut is None):
        return ""
    if event.note.startswith("pick of"):
        return word("pick", number=event.number + 1)
    return "" if len(faces) == 1 and event.number == faces[0] else f" → {event.number}"


# --- answers ---------------------------------------------------------------------------------------------------

_BY = ("order", "gm", "only", "timeout")


def _answer(sayings: Sayings, state: Any, event: Event, taped: Taped) -> str:
    say = sayings.answers.get(f"{event.rule}:{taped.answer}", "") or sayings.answers.get(event.rule, "")
    told = _fill(sayings, say, state, event) if say else ""
    if not told:
        answer = name_of(state, taped.answer) or word("nothing")
        told = word("answered", who=name_of(state, event.who), what=said(topic(event.rule)), note=answer)
    return told + (word(f"by.{taped.source}") if taped.source in _BY else "")


# --- the whole log ---------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Told:
    """One sentence of the log: its event, and the number of the act it belongs to (the last: the act under way)."""

    act: int
    event: Event
    text: str


def paired(events: Sequence[Event], tape: Sequence[Taped]) -> list[tuple[Event, Taped | None]]:
    """Each event with the tape entry it came from; None if it came from no die and no answer. Both are in the same order."""
    pairs: list[tuple[Event, Taped | None]] = []
    at = 0
    for event in events:
        entry = tape[at] if at < len(tape) else None
        if entry is not None and _belongs(event, entry):
            pairs.append((event, entry))
            at += 1
        else:
            pairs.append((event, None))
    return pairs


def _belongs(event: Event, entry: Taped) -> bool:
    if (event.rule, event.who) != (entry.rule, entry.who):
        return False
    if entry.kind == "dice":
        return event.faces is not None
    return event.faces is None and event.note == entry.answer and not event.number and not event.whom


def tell(fight: Fight, who: str = GM, since: int = 0) -> list[Told]:
    """Everything that happened as a viewer may know it, the act under way included; the first `since` without words."""
    acts = [(entry.events, entry.tape) for entry in fight.journal.entries]
    if fight.draft is not None:
        acts.append((fight.draft.shown, fight.draft.tape))
    told: list[Told] = []
    for number, (events, tape) in enumerate(acts):
        for event, entry in paired(events, tape):
            seen = shown(fight.state, event, who)
            if seen is not None:
                text = sentence(fight.book, fight.state, seen, entry) if len(told) >= since else ""
                told.append(Told(number, seen, text))
    return told


def act_words(fight: Fight, number: int) -> str:
    """What somebody did, as the text of the action: 'shot mira tor'; '' for a step that happens by itself."""
    entry = fight.journal.entries[number] if number < len(fight.journal.entries) else fight.draft
    if entry is None or entry.kind == "due":
        return ""
    text = to_text(entry.action)
    return text if entry.kind == "action" else f"gm: {text}"


def log(fight: Fight, who: str = GM) -> list[str]:
    """The whole log as a viewer may read it."""
    return [told.text for told in tell(fight, who)]


def quoted(words: str) -> str:
    """Words of one's own as an action or a GM's command takes them."""
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r") + '"'
