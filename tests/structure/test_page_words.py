"""What people read on the pages stands in the catalogue `english.js`; the modules look it up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.structure.source import PACKAGE, text_of

STATIC = PACKAGE / "web" / "static"
CATALOGUE = STATIC / "english.js"
#: the same keys in other languages
TRANSLATIONS = {"de": STATIC / "german.js"}
#: what stands in the gaps of a template string
GAP = "\0"
ENTRY = re.compile(r'^  "([\w.]+)":\s*(\{.*?\}|".*?"|\'.*?\'),$', re.MULTILINE | re.DOTALL)
LOOKED_UP = re.compile(r'"([\w.]+)"')
LOOKED_UP_BY_PATTERN = re.compile(r"\bsay\(\s*`([\w.]*)\$\{")

TWO_WORDS = re.compile(r"[A-Za-z][,.:;…]? +\(?[A-Za-z]")
WORD_BESIDE_A_GAP = re.compile(rf"(?:^|[\s(])[A-Za-z]{{2,}},? {GAP}|{GAP},? [A-Za-z]{{2,}}(?:$|[\s).,:;])")
CAPITALISED = re.compile(r"[A-Z][a-z]+[.?!…]?$")
WORD = re.compile(r"[A-Za-z]{2}")
PLAIN = re.compile(r"""[^"'`/{}]+""")
#: code after which a string is read by people: an attribute that is spoken or shown, or what stands in an element
SHOWN = re.compile(
    r"""(?:\b(?:title|placeholder|alt)|"aria-label"): $|\b[hs]\("\w+", \{[^{}]*\}, $|\btext\([^()]*(?:\([^()]*\))?, $"""
)
#: code after which a string is a selector, a class, or a GM's command as files and terminals write it
UNREAD = re.compile(r"(?:querySelector(?:All)?|closest|matchMedia|startsWith|\bone|\bgm|\bnow)\( ?$|\bclass: $|\bclassName = $")
#: names of keys and headers, which browsers and servers give
GIVEN = {"English", "Deutsch", "Accept-Language", "Escape", "Enter", "Esc", "Backspace", "Authorization", f"Bearer {GAP}"}
#: a GM's command that sets a figure by its path
SETS = re.compile(rf"set {GAP}\.{GAP} {GAP}")
#: what the server says, and the page compares
COMPARED = {"no change"}


@dataclass(frozen=True, slots=True)
class Literal:
    line: int
    text: str  # gaps as GAP
    before: str  # the code before it, with white space drawn together


def skip_regular_expression(source: str, at: int) -> int:
    in_class = False
    while source[at] != "/" or in_class:
        if source[at] == "\\":
            at += 1
        elif source[at] in "[]":
            in_class = source[at] == "["
        at += 1
    return at + 1


def literals(source: str) -> Iterator[Literal]:
    """The strings of a module. A template string is one literal; strings within its gaps are literals of their own."""
    at, last, begun = 0, "", 0
    open_braces: list[list[object] | None] = []  # a template in whose gap we are: its start and its text so far

    def literal(start: int, text: str) -> Literal:
        if not WORD.search(text):
            return Literal(0, text, "")
        before = re.sub(r"//[^\n]*|/\*.*?\*/", "", source[max(0, start - 200) : start], flags=re.DOTALL)
        return Literal(source.count("\n", 0, start) + 1, text, re.sub(r"\s+", " ", before))

    def template(at: int, start: int, text: str) -> tuple[int, Literal | None]:
        while source[at] != "`":
            if source.startswith("${", at):
                open_braces.append([start, text + GAP])
                return at + 2, None
            step = 2 if source[at] == "\\" else 1
            text, at = text + source[at : at + step], at + step
        return at + 1, literal(start, text)

    while at < len(source):
        if plain := PLAIN.match(source, at):
            at, last = plain.end(), plain[0].rstrip()[-1:] or last
            continue
        char = source[at]
        found: Literal | None = None
        if source.startswith("//", at):
            at = len(source) if (end := source.find("\n", at)) < 0 else end
            continue
        if source.startswith("/*", at):
            at = source.index("*/", at) + 2
            continue
        begun = at
        if char in "\"'":
            at += 1
            while source[at] != char:
                at += 2 if source[at] == "\\" else 1
            at, found = at + 1, literal(begun, source[begun + 1 : at])
        elif char == "`":
            at, found = template(at + 1, at, "")
        elif char == "}" and open_braces and (gap := open_braces.pop()) is not None:
            at, found = template(at + 1, int(str(gap[0])), str(gap[1]))
        elif char == "/" and last in "(,=:[!&|?{};":
            at = skip_regular_expression(source, at + 1)
        else:
            if char == "{":
                open_braces.append(None)
            at += 1
        if found:
            yield found
        if not char.isspace():
            last = source[at - 1] if char in "\"'`}/" else char


@cache
def classes() -> frozenset[str]:
    return frozenset(name for sheet in STATIC.glob("*.css") for name in re.findall(r"\.(-?[A-Za-z][\w-]*)", text_of(sheet)))


def is_class(text: str) -> bool:
    return all(word in classes() or word.endswith("-") for word in text.replace(GAP, " ").split())


def read_by_people(literal: Literal) -> bool:
    text = literal.text
    if text in GIVEN | COMPARED or SETS.match(text) or UNREAD.search(literal.before):
        return False
    if CAPITALISED.match(text) or (SHOWN.search(literal.before) and WORD.search(text)):
        return True
    return bool(TWO_WORDS.search(text) or WORD_BESIDE_A_GAP.search(text)) and not is_class(text)


def modules() -> list[Path]:
    return [path for path in sorted(STATIC.glob("*.js")) if path not in (CATALOGUE, *TRANSLATIONS.values())]


def test_no_page_module_says_a_sentence_of_its_own() -> None:
    found = [
        f"{path.name}:{literal.line}: {literal.text.replace(GAP, '{…}')!r}"
        for path in modules()
        for literal in literals(text_of(path))
        if read_by_people(literal)
    ]
    assert found == [], "these belong into english.js, and are looked up with say()"


@pytest.mark.parametrize(
    ("code", "read"),
    [
        ('h("p", {}, "nothing");', True),
        ('h("button", { title: "Undo" });', True),
        ("text(one('b', node), `by ${name}`);", True),
        ("say(`${name} is asked${why ? `: ${why}` : ''}`);", True),
        ('const words = ready ? "Open" : "A fight";', True),
        ('h("p", { class: "hint quiet" }, say("label.none"));', False),
        ('node.querySelector(".ask .die, button.main");', False),
        ("this.gm(`place ${id} ${at}`); // put it there", False),
        ('const key = event.key === "Enter" ? /a "b c" d/ : "act";', False),
    ],
)
def test_a_sentence_is_told_from_code(code: str, read: bool) -> None:
    assert any(read_by_people(each) for each in literals(code)) == read


def templates() -> list[Path]:
    return sorted((PACKAGE / "web" / "templates").glob("*.html"))


#: what stands outside the tags of a template, and the attributes that are spoken or shown
BETWEEN_TAGS = re.compile(r">([^<>]*)<")
SPOKEN = re.compile(r"""\s(?:aria-label|title|placeholder|alt)="([^"]*)\"""")
#: what the server fills in, what is never shown, and what is for browsers that cannot look anything up
FILLED = re.compile(r"\{[{%].*?[%}]\}|<!--.*?-->|<noscript>.*?</noscript>", re.DOTALL)
NAME = "Starfray"


def words_of(template: str) -> list[str]:
    source = FILLED.sub("", template)
    found = [each.strip() for each in BETWEEN_TAGS.findall(source) + SPOKEN.findall(source)]
    return [each for each in found if WORD.search(each) and each != NAME]


@pytest.mark.parametrize("path", templates(), ids=lambda path: path.name)
def test_no_template_says_a_sentence_of_its_own(path: Path) -> None:
    assert words_of(text_of(path)) == [], "these belong into english.js, and are named by data-say"


def test_words_of_a_template_are_found() -> None:
    assert words_of('<p class="a b">Sit <b title="Why">{{ name }}</b></p>') == ["Sit", "Why"]
    assert words_of('<p data-say="join.sit" data-say-title="a.b"></p>') == []


def test_no_style_sheet_says_a_word_of_its_own() -> None:
    found = [
        f"{sheet.name}: {words}"
        for sheet in sorted(STATIC.glob("*.css"))
        for line in re.findall(r"content:([^;]*);", text_of(sheet))
        for words in re.findall(r'"([^"]*)"', line)
        if WORD.search(words)
    ]
    assert found == [], "these belong into english.js, and come as var(--said-…)"


def test_every_text_of_the_catalogue_is_said_somewhere() -> None:
    catalogue = dict(ENTRY.findall(text_of(CATALOGUE)))
    assert len(catalogue) > 400
    sources = [text_of(path) for path in [*modules(), *templates()]]
    said = {key for source in sources for key in LOOKED_UP.findall(source)}
    starts = tuple(start for source in sources for start in LOOKED_UP_BY_PATTERN.findall(source))
    assert [key for key in catalogue if key not in said and not key.startswith(starts)] == []


def test_a_text_has_both_plural_forms_and_says_the_count() -> None:
    for key, text in ENTRY.findall(text_of(CATALOGUE)):
        if text.startswith("{"):
            forms = re.findall(r"(\w+): [\"'](.*?)[\"'],?\s", text)
            assert [form for form, _ in forms] == ["one", "other"], key
            assert all("{count}" in words for _, words in forms), key


def blanks_of(text: str) -> list[set[str]]:
    """The blanks of a text, or of each of its plural forms."""
    if not text.startswith("{ ") and not text.startswith("{\n"):
        return [set(re.findall(r"\{(\w+)\}", text))]
    return [set(re.findall(r"\{(\w+)\}", words)) for words in re.findall(r"\w+: ([\"'].*?[\"']),?\s", text)]


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_translation_has_every_text_with_the_same_blanks(language: str) -> None:
    english, other = (dict(ENTRY.findall(text_of(path))) for path in (CATALOGUE, TRANSLATIONS[language]))
    assert len(english) > 400
    assert [key for key in english if key not in other] == [], "not translated"
    assert [key for key in other if key not in english] == [], "not in english.js any more"
    assert [key for key in english if blanks_of(english[key]) != blanks_of(other[key])] == []
