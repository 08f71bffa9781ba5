"""Standing orders: an answer given once for every question of a rule, checked when it is given."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from starfray.engine.codec import Plain, read, snake
from starfray.engine.content import Content
from starfray.engine.errors import BadInput, suggest
from starfray.engine.position import ALWAYS, AnyPosition

if TYPE_CHECKING:
    from starfray.engine.rulebook import Rulebook

ASK = "ask"  # no answer of one's own, whatever is ordered for everybody
SOMEBODY, THING = "WHO", "ITEM"  # stand for names in the words a book lists


def check_orders(book: Rulebook, given: Plain, where: str) -> dict[str, str]:
    orders: dict[str, str] = read(dict[str, str], given, where)
    asked = read_questions(book.folder / "questions.toml") if orders else {}
    for rule in orders:
        if rule not in asked and rule not in book.ledger():  # the ledger is long: it is not read for nothing
            raise BadInput(
                f"unknown rule {rule!r}", field=where, expected=suggest(rule, [each.id for each in book.ledger().rules])
            )
        check_answer(book, rule, orders[rule], where)
    return orders


@lru_cache(maxsize=16)
def read_questions(path: Path) -> dict[str, frozenset[str]]:
    """By rule id: the ways in which it asks (confirm, choose, number …), as `questions.toml` lists them."""
    ways = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    rules = {rule for asked in ways.values() for rule in asked}
    return {rule: frozenset(way for way, asked in ways.items() if rule in asked) for rule in rules}


def check_answer(book: Rulebook, rule: str, answer: str, where: str) -> None:
    """Refuse a standing order that the question it is for can never take, as far as the way of asking tells."""
    ways = read_questions(book.folder / "questions.toml").get(rule)
    if ways == frozenset(["confirm"]) and answer not in ("", "yes", "no", "always", "never", ASK):
        raise BadInput(f"{rule}: {answer!r} is no answer", field=where, expected="yes, no, always or never")
    if ways == frozenset(["number"]) and not answer.lstrip("-").isdigit() and answer not in ("", ASK):
        raise BadInput(f"{rule}: {answer!r} is no answer", field=where, expected="a whole number")


# --- words -----------------------------------------------------------------------------------------------------
@lru_cache(maxsize=16)
def read_answers(path: Path) -> dict[str, list[str]]:
    """By rule id: the words its question may be answered with, as the book's `answers.toml` lists them."""
    found: dict[str, list[str]] = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def check_words(book: Rulebook, content: Content, state: AnyPosition, orders: dict[str, str], where: str) -> None:
    """Refuse a standing order in words that its question never takes, where the book lists them."""
    listed = read_answers(book.folder / "answers.toml") if orders else {}
    for rule, answer in orders.items():
        if rule not in listed or answer in ("", ASK):
            continue
        words = spelled_out(listed[rule], {SOMEBODY: list(state.roster), THING: item_keys(book, content, state)})
        wrong = next((word for word in words_of(answer) if not is_among(word, words)), None)
        if wrong is not None:
            raise BadInput(f"{rule}: {wrong!r} is no answer", field=where, expected=suggest(wrong, words))


def words_of(answer: str) -> list[str]:
    """The words to look for: those before the colon where something is shared out (`damage:2 disarm:1`) or done to
    somebody (`close:red`)."""
    return [word.partition(":")[0] for word in answer.split()] if ":" in answer else [ALWAYS.get(answer, answer)]


def is_among(answer: str, words: Collection[str]) -> bool:
    """Is it one of the words, or a second thing of the kind (`knife-2`)?"""
    return answer in words or re.sub(r"-\d+$", "", answer) in words


def spelled_out(words: list[str], names: dict[str, list[str]]) -> list[str]:
    """Every word, with the names that may stand in it; plain words first."""
    plain = [word for word in words if not any(kind in word for kind in names)]
    return plain + [word.replace(kind, key) for kind in names for word in words if kind in word for key in names[kind]]


def item_keys(book: Rulebook, content: Content, state: AnyPosition) -> list[str]:
    """What the book knows and what anybody here has."""
    fields = {name: table for name, table in book.items.items() if "." not in name}
    found = dict.fromkeys(key for table in fields.values() for key in content.tables[table])
    for actor in state.roster.values():
        for name in fields:
            held = getattr(actor, snake(name))
            found.update(dict.fromkeys(item.key for item in (held if isinstance(held, list) else [held]) if item is not None))
    return list(found)
