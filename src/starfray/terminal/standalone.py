"""What the page without a server asks: `ask` takes a question as JSON and gives the answer as JSON. It needs
Python's standard library alone, so it runs wherever Python does, in a browser too (tools/static_site.py).
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starfray.demo_files import demo_names, demo_path
from starfray.engine.actions import to_text
from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, Refused, StarfrayError, suggest
from starfray.engine.toml import read_source
from starfray.fight import Fight
from starfray.odds import DEFAULT_BUDGET
from starfray.offers import offers_on
from starfray.releases import Writer, writer_of
from starfray.rulebooks import every_book, find
from starfray.terminal.rules import matching
from starfray.terminal.sources import begin, open_fight, play_again
from starfray.version import VERSION
from starfray.words import paired, sentence

MOST_ACTS = 60  # ready acts of one combatant
MOST_RULES = 200  # of one look-up
Answer = dict[str, Plain]


def ask(question: str) -> str:
    """`{"what": …}` and what belongs to it; where it cannot be done, `{"refused": {"reason", "rule", "legal"}}`."""
    try:
        asked = json.loads(question)
        what = asked.get("what")
        if what not in QUESTIONS:
            raise BadInput(f"there is no question {what!r}", field="what", expected=suggest(str(what), QUESTIONS))
        found: Answer = QUESTIONS[what](asked)
    except Refused as refused:
        found = {"refused": {"reason": refused.reason, "rule": refused.rule, "legal": list(refused.legal)}}
    except StarfrayError as error:
        found = {"refused": {"reason": str(error), "rule": "", "legal": []}}
    return json.dumps(found, ensure_ascii=False)


def shelf(asked: dict[str, Any]) -> Answer:
    """The demos and the books."""
    demos: list[Plain] = []
    for name in demo_names():
        head = read_source(demo_path(name)).data
        demos.append({"demo": name, "title": head.get("title", name), "book": head["rulebook"]})
    return {"version": VERSION, "demos": demos, "books": [{"book": each.name, "title": each.title} for each in every_book()]}


def opened(asked: dict[str, Any]) -> Answer:
    """A fight as it stands when somebody may act: whose turn it is, and what they could do."""
    fight = fight_of(asked)
    state = fight.state
    actors: list[Plain] = []
    for who in fight.actors:
        offers = [offer.text for target in state.roster for offer in offers_on(fight.book, state, who, target) if offer.text]
        ready: Plain = list(dict.fromkeys(offers))[:MOST_ACTS]
        actors.append({"who": who, "name": state.roster[who.partition("/")[0]].name or who, "acts": ready})
    over = fight.over
    return {
        "title": fight.title or fight.book.title,
        "book": fight.book.title,
        "actors": actors,
        "over": over.reason if over else "",
    }


def odds(asked: dict[str, Any]) -> Answer:
    """What an action can lead to, as `starfray odds --json` has it, and in words."""
    fight = fight_of(asked)
    found = fight.odds(str(asked.get("action", "")), budget=DEFAULT_BUDGET)
    told: Plain = [{"p": p, "words": words} for p, words in found.told()]
    return {"action": found.action, "exact": found.exact, "told": told, "unlisted": found.unlisted, "odds": found.plain()}


def rules(asked: dict[str, Any]) -> Answer:
    """Rules of a book, or of all, by an id or by words."""
    words, wanted = str(asked.get("words", "")).split(), str(asked.get("book", ""))
    books = [find(wanted)] if wanted else every_book()
    found = [(book, rule) for book in books for rule in matching(book.ledger(), words)]
    shown: Plain = [
        {"book": book.title, "id": rule.id, "chapter": rule.chapter, "lines": rule.lines, "summary": rule.summary}
        for book, rule in found[:MOST_RULES]
    ]
    return {"count": len(found), "rules": shown}


def replay(asked: dict[str, Any]) -> Answer:
    """A transcript or a save, run again to the last die."""
    with written(asked) as path:
        again = play_again(path)
        writer = writer_of(path.read_text(encoding="utf-8"))
    fight = again.fight
    acts: list[Plain] = []
    for entry in fight.journal.entries:
        lines: Plain = [sentence(fight.book, fight.state, event, taped) for event, taped in paired(entry.events, entry.tape)]
        acts.append({"act": "" if entry.kind == "due" else to_text(entry.action), "kind": entry.kind, "lines": lines})
    now = Writer(VERSION, fight.book.name, fight.book.version)
    by = str(writer) if writer != now else ""
    return {
        "ok": again.ok,
        "problem": again.problem,
        "hash": again.hash,
        "title": fight.title or fight.book.title,
        "acts": acts,
        "by": by,
    }


def fight_of(asked: dict[str, Any]) -> Fight:
    """The demo or the text of a question, up to where somebody may act."""
    if asked.get("demo"):
        fight = open_fight(str(asked["demo"]))
    else:
        with written(asked) as path:
            fight = open_fight(str(path))
    begin(fight)
    return fight


@contextmanager
def written(asked: dict[str, Any]) -> Iterator[Path]:
    """The text of a question as a file, for as long as it is needed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fight"
        path.write_text(str(asked.get("text", "")), encoding="utf-8")
        try:
            yield path
        except BadInput as error:
            file = "the text" if error.file == str(path) else error.file
            raise BadInput(error.message, file=file, line=error.line, field=error.field, expected=error.expected) from None


QUESTIONS: dict[str, Callable[[dict[str, Any]], Answer]] = {
    "shelf": shelf,
    "open": opened,
    "odds": odds,
    "rules": rules,
    "replay": replay,
}
