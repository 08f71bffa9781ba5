"""The language in which sentences are made: that of a seat, or of a terminal. English where nobody has chosen.

Each language has a file in `languages/` for the engine's own words; a book has `sayings.de.toml` beside its `sayings.toml`, and
`phrases.de.toml` for what its rules say themselves: labels, questions, refusals. What a file lacks is said in English.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "de": "Deutsch"}
FOLDER = Path(__file__).parent / "languages"
MOST_ACCEPTED = 200  # characters of what a browser prefers that are looked at


@dataclass(frozen=True, slots=True)
class Voice:
    """A language, and the folder of the book whose words are used."""

    language: str = ENGLISH
    folder: Path | None = None


_voice: ContextVar[Voice] = ContextVar("voice", default=Voice())  # noqa: B039 - it is frozen


def spoken() -> str:
    """The language of whoever reads what is made now."""
    return _voice.get().language


@contextmanager
def speaking(language: str, folder: Path | None = None) -> Iterator[None]:
    """What is made inside is for somebody who reads this language. A language that is not there is English."""
    mark = _voice.set(Voice(language if language in LANGUAGES else ENGLISH, folder))
    try:
        yield
    finally:
        _voice.reset(mark)


def preferred(accepted: str) -> str:
    """The language a browser or a system likes best of those there are: 'de-AT,de;q=0.9,en;q=0.8', 'de_DE.UTF-8'."""
    ranked = []
    for place, each in enumerate(accepted[:MOST_ACCEPTED].split(",")):
        tag, _, weight = each.partition(";")
        found = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", weight)
        share = float(found[1]) if found else 0.0 if weight else 1.0
        language = re.split(r"[-_.]", tag.strip().lower(), maxsplit=1)[0]
        if language in LANGUAGES and share > 0:
            ranked.append((-share, place, language))
    return min(ranked)[2] if ranked else ENGLISH


@lru_cache(maxsize=32)
def read_words(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def engine_words(language: str) -> dict[str, Any]:
    return read_words(FOLDER / f"{language}.toml")


def word(key: str, **given: object) -> str:
    """A word of the engine's own in the language of the reader, with what is known put in."""
    words = engine_words(spoken()).get("words", {})
    found = str(words[key] if key in words else engine_words(ENGLISH)["words"][key])
    return found.format(**given) if given else found


# --- what rules say themselves ----------------------------------------------------------------------------------

_HOLE = re.compile(r"\{(\d+)\}")
FORMS = re.compile(r"\{who:~([^{}|]*)(\|[^{}]*)\}")
#: what stands between texts that were put together one after the other, what parts them most first
_BETWEEN = [
    re.compile(signs)
    for signs in (
        *(r"(\. (?=[A-Z]))", r"(; )", r"(: )", r"( → | — )", r"(, )(?![^(]*\))", r"( and | or )(?![^(]*\))"),
        *(r"( \(|\))", r"(, )", r"( and | or )", r"( [+/] )"),
    )
]
_NAMED = re.compile(r"(?P<name>.+?)(?: \((?P<inside>[^()]+)\)|(?P<number> [×+-]?\d[\d/.]*))")
_MOST_JOINED = 7  # pieces, and the signs between them
_APART = re.compile(r"[-/: ]+")
_ENDS = (".", ",", ":", ";")
_LONGEST = 400  # characters: what is longer was written by people
_SURE = 12  # characters: a pattern of fewer fits many a text that it does not mean
_WORDS = re.compile(r".*\b[a-z']+ [a-z]")  # English rather than a name
_DEPTH = 6  # a phrase within a phrase within a phrase


class Phrases:
    """The phrases of a book in another language. A key is the English text as the rules say it; `{0}`, `{1}` stand for what
    is put in, and may change places in the translation.
    """

    def __init__(self, texts: dict[str, str], between: dict[str, str]) -> None:
        self.between = between
        texts = texts | {key[1:-1]: text[1:-1] for key, text in texts.items() if key[0] == text[0] == "("}  # see in_pieces
        self.exact = {key: text for key, text in texts.items() if not _HOLE.search(key)}
        self.folded = {folded(key): text for key, text in self.exact.items()}
        self.made = sorted(
            (self.compiled(key, text) for key, text in texts.items() if _HOLE.search(key)), key=lambda each: -each[0]
        )
        self.known: dict[tuple[str, int], str | None] = {}

    @staticmethod
    def compiled(key: str, text: str) -> tuple[int, str, re.Pattern[str], str]:
        """How much of it is fixed, the longest part of that, a pattern, the translation."""
        fixed = _HOLE.split(key)[::2]
        holes = _HOLE.findall(key)
        pattern = re.escape(fixed[0])
        for before, hole, part in zip(fixed, holes, fixed[1:], strict=False):
            some = ".*?" if not before and pattern else ".+" if not part and hole != holes[-1] else ".+?"
            pattern += (f"(?P<h{hole}>{some})" if f"h{hole}>" not in pattern else f"(?P=h{hole})") + re.escape(part)
        return sum(map(len, fixed)), max(fixed, key=len), re.compile(pattern, re.DOTALL), text

    def find(self, text: str, depth: int = 0) -> str | None:
        """The translation; None if there is none."""
        if text in self.exact:
            return self.exact[text]
        if len(text) > _LONGEST:
            return None
        if folded(text) in self.folded:
            return self.folded[folded(text)]
        if (text, depth) not in self.known:
            if len(self.known) > 20_000:
                self.known.clear()
            end = text[-1] if text.endswith(_ENDS) else ""
            whole = self.find(text[:-1], depth) if end else None
            self.known[text, depth] = (
                whole + end
                if whole
                else self.named(text, depth) or self.put_together(text, depth) or self.in_pieces(text, depth)
            )
        return self.known[text, depth]

    def named(self, text: str, depth: int) -> str | None:
        """A name with a number or something in brackets behind it: 'Battle rifle, 7.62mm (21)', 'Armour vest 4'."""
        found = _NAMED.fullmatch(text)
        name = self.folded.get(folded(found["name"])) if found else None
        if found is None or name is None:
            return None
        inside = found["inside"]
        return f"{name} ({self.find(inside, depth + 1) or inside})" if inside else f"{name}{found['number']}"

    def put_together(self, text: str, depth: int) -> str | None:
        for fixed, part, pattern, translation in self.made if depth < _DEPTH else ():
            if part in text and (found := pattern.fullmatch(text)):
                given = {hole: self.find(each, depth + 1) or each for hole, each in found.groupdict().items()}
                if fixed >= _SURE or not any(new == found[hole] and _WORDS.match(new) for hole, new in given.items()):
                    return _HOLE.sub(partial(put_in, given), translation)
        return None

    def in_pieces(self, text: str, depth: int) -> str | None:
        """A list, or one text behind another; what is not translated is a name."""
        pieces = next((pieces for sign in _BETWEEN if len(pieces := sign.split(text)) > 1), [])
        if not pieces or depth >= _DEPTH:
            return None
        pieces = self.rejoined(pieces, depth)
        told = [self.find(piece, depth + 1) if piece else None for piece in pieces[::2]]
        if not any(told) or any(new is None and _WORDS.match(old) for old, new in zip(pieces[::2], told, strict=True)):
            return None
        pieces[::2] = [new or old for old, new in zip(pieces[::2], told, strict=True)]
        pieces[1::2] = [self.between.get(sign, sign) for sign in pieces[1::2]]
        return "".join(pieces)

    def rejoined(self, pieces: list[str], depth: int) -> list[str]:
        """Texts that have such a sign in themselves are whole again: 'Chest, arms and legs'."""
        made: list[str] = []
        while pieces:
            ends = range(min(len(pieces), _MOST_JOINED), 2, -2)
            end = next((end for end in ends if self.whole("".join(pieces[:end]), depth)), 1)
            made += ["".join(pieces[:end]), *pieces[end : end + 1]]
            pieces = pieces[end + 1 :]
        return made

    def whole(self, text: str, depth: int) -> bool:
        known = folded(text) in self.folded or self.named(text, depth) is not None
        return known or self.put_together(text, depth) is not None


def folded(text: str) -> str:
    """A name as its key in a file has it: 'Parry: Two-edged Dagger' and 'parry-two-edged-dagger' are the same."""
    return " ".join(_APART.split(text.casefold()))


def put_in(given: dict[str, str], hole: re.Match[str]) -> str:
    return given[f"h{hole[1]}"]


@lru_cache(maxsize=32)
def phrases_of(voice: Voice) -> Phrases:
    texts: dict[str, str] = dict(engine_words(voice.language).get("phrases", {}))
    texts |= read_words(FOLDER / f"phrases.{voice.language}.toml")
    if voice.folder is not None:
        texts |= read_words(voice.folder / f"phrases.{voice.language}.toml")
    words, english = engine_words(voice.language)["words"], engine_words(ENGLISH)["words"]
    return Phrases(texts, {english[key]: words[key] for key in ("and", "or")})


def said(text: str) -> str:
    """What a rule says, in the language of the reader."""
    told = said_of_somebody(text)
    return FORMS.sub(r"\1", told) if "{who:~" in told else told


def said_of_somebody(text: str) -> str:
    """The same, with {who:~…} where words go with those it is said of (see grammar.py)."""
    voice = _voice.get()
    if voice.language == ENGLISH or not text:
        return text
    return phrases_of(voice).find(text) or text


def all_said(texts: Iterable[str]) -> list[str]:
    return [said(text) for text in texts]
