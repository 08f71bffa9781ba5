"""A headline as it reads to the one it is about: 'Mira hits Jarl.' is 'You hit Jarl.' at Mira's seat.

The headline is made with `YOU` in place of the name; `addressed` then makes English of it. In other languages the sayings have
the forms themselves (grammar.py). A verb is known as such where the sayings of the book use it after {who} or after 'and'
(`verbs_of`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from starfray.grammar import YOU

#: said of people by the engine itself
_ENGINE_VERBS = frozenset({"is", "has", "was", "does", "loses", "gets", "gives", "leaves", "joins", "rolls", "stands", "takes"})
_IRREGULAR = {
    "is": "are",
    "has": "have",
    "was": "were",
    "does": "do",
    "goes": "go",
    "dies": "die",
    "lies": "lie",
    "isn't": "aren't",
}
_SIBILANT = ("sses", "shes", "ches", "xes", "zzes", "oes")
#: words that may stand between 'you' and its verb
_BETWEEN = frozenset(
    {
        "again",
        "almost",
        "also",
        "at",
        "both",
        "first",
        "just",
        "last",
        "no",
        "longer",
        "now",
        "once",
        "only",
        "still",
        "then",
        "therefore",
        "too",
    }
)
_OWN = {
    "his": "your",
    "her": "your",
    "its": "your",
    "their": "your",
    "itself": "yourself",
    "themselves": "yourself",
    "themself": "yourself",
    "himself": "yourself",
    "herself": "yourself",
}
_SUBJECT_VERB = re.compile(r"\{who(?::|\} )(?:and \{whom\} )?([a-z]+s)\b")
_JOINED_VERB = re.compile(r"(?:\band|\bbut|\bor|,) ([a-z]+s)\b")
_OF_YOU = re.compile(rf"\b(?:[Tt]he|[Aa]n?) ((?:\w+ )?(?!out |ahead |front )\w+) of {YOU}(?!s)")  # 'the hull of you'
_THE_YOU = re.compile(rf"\b[Tt]he {YOU}")
_WORDS = re.compile(rf"{YOU}|[\w'’-]+|[^\w{YOU}]+")
_SENTENCE = re.compile(r"(?<=[.!?]) ")


def verbs_of(phrases: Iterable[str]) -> frozenset[str]:
    """The verbs people are told about with, in the third person."""
    found = set(_ENGINE_VERBS)
    for phrase in phrases:
        subject = _SUBJECT_VERB.findall(phrase)
        found.update(subject)
        if subject or phrase.startswith((" and ", "~ and ")):
            found.update(verb for verb in _JOINED_VERB.findall(phrase) if verb not in _OWN)
    return frozenset(found)


def second(verb: str) -> str:
    """'hits' → 'hit', 'parries' → 'parry', 'is' → 'are'"""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    if verb.endswith(_SIBILANT):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def addressed(text: str, verbs: frozenset[str]) -> str:
    """The whole headline, sentence by sentence."""
    return " ".join(_sentence(each, verbs) for each in _SENTENCE.split(text))


def _sentence(text: str, verbs: frozenset[str]) -> str:
    if YOU not in text:
        return text
    text = text.replace(f"{YOU}'s", f"{YOU}s").replace(f"{YOU}’s", f"{YOU}s")
    words = _WORDS.findall(_THE_YOU.sub(YOU, _OF_YOU.sub(rf"{YOU}s \1", text)))
    made: list[str] = []
    acting = False  # is 'you' the subject of what is being said?
    for place, word in enumerate(words):
        if word == YOU:
            form, acting = _addressed(words, place, verbs, acting)
            made.append(form)
        elif word == "s" and place and words[place - 1] == YOU:
            continue
        elif acting and word in verbs and _joined(words, place):
            made.append(second(word))
        elif acting and word in _OWN:
            made.append(_OWN[word])
        else:
            made.append(word)
            acting = acting and word.strip() != ";"
    told = "".join(made)
    return told[:1].upper() + told[1:]


def _addressed(words: list[str], place: int, verbs: frozenset[str], acting: bool) -> tuple[str, bool]:
    """'you', 'your' or 'yourself', and whether 'you' is the subject from here on; its verb is put into the second person."""
    mine = words[place + 1 : place + 2] == ["s"]
    verb = _verb_after(words, place, verbs)
    again = acting and verb < 0 and not mine and place > 0
    if verb >= 0:
        words[verb] = second(words[verb])
    opens = place == 0 or words[place - 1].rstrip() in (";", ":", ".")
    goes_on = (acting and not opens) or (opens and not mine and _followed(words, place))
    return "your" if mine else "yourself" if again else "you", verb == place + 2 or goes_on


def _followed(words: list[str], place: int) -> bool:
    """Does the sentence go on without a stop?"""
    return place + 1 < len(words) and words[place + 1] == " "


def _verb_after(words: list[str], place: int, verbs: frozenset[str]) -> int:
    """Where the verb of which 'you' is the subject stands; -1 if there is none."""
    at = place + 2
    if words[place + 1 : place + 4] == [", ", "who", " "]:
        at = place + 4
    elif not _followed(words, place):
        return -1
    elif place == 0 and at < len(words) and words[at].islower() and words[at].endswith("s"):
        return at
    while at < len(words) and words[at] in _BETWEEN and at + 1 < len(words) and words[at + 1] == " ":
        at += 2
    return at if at < len(words) and words[at] in verbs else -1


def _joined(words: list[str], place: int) -> bool:
    """Does a verb go on with what 'you' do: '… and misses', ', loses'?"""
    if place < 2:
        return False
    before = words[place - 1]
    if before.strip() == ",":
        return True
    back = place - 2
    while back >= 2 and words[back] in _BETWEEN and words[back - 1] == " ":
        back -= 2
    return before == " " and words[back] in ("and", "but", "or", "then")
