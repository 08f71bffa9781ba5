"""TOML with places: reading that knows the line of every field, and writing that reads back to the same data."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput

MAX_FILE = 2_000_000
MAX_PARTS = 12  # of one dotted key: the parser takes time and memory by their square
MAX_KEYS = 50_000  # parts of keys in one file: each costs the parser a thousand bytes
MAX_DEPTH = 40  # brackets in brackets
_HEADER = re.compile(r"(\[\[?)([^\]]+)\]\]?\s*(?:#.*)?")
#: strings and comments as a whole, and the signs that make keys and nesting; what lies between says nothing about either
_SIGNS = re.compile(
    r'''"""(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5})?|"(?:[^"\\\n]++|\\.)*+"?'''
    r"""|'''(?:[^']++|'(?!''))*+(?:'{3,5})?|'[^'\n]*+'?|#[^\n]*+|[.=,\n\[\]{}]""",
    re.DOTALL,
)
_KEY = re.compile(r'^\s*("?[A-Za-z0-9_.-]+"?)\s*=')


class Source:
    """A TOML text and its data. An error is told with file and line; the lines are looked for when there is one."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text = text.removeprefix("\ufeff")  # some editors put a byte order mark in front
        self.file = file
        self.data: dict[str, Plain] = parse(text, file)
        self._lines: dict[str, int] | None = None

    def line_of(self, path: str) -> int:
        """The line of a field, or of the nearest thing around it."""
        if self._lines is None:
            self._lines = line_index(self.text)
        parts = path.split(".") if path else []
        while parts:
            line = self._lines.get(".".join(parts))
            if line:
                return line
            parts.pop()
        return 0

    def locate(self, error: BadInput) -> BadInput:
        return error.located(self.file, self.line_of(error.field))


def read_source(path: Path) -> Source:
    try:
        if path.stat().st_size > MAX_FILE:
            raise BadInput("the file is too big", file=str(path), expected=f"at most {MAX_FILE:,} bytes")
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"not a text file ({error.reason})", file=str(path), expected="UTF-8 text") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"cannot be read: {reason}", file=str(path), expected="a readable file") from None
    return Source(text, str(path))


def read_own(path: Path) -> dict[str, Plain]:
    """The data of a file that comes with a book. It is as trustworthy as the book's code: no limits are checked."""
    return decode(path.read_text(encoding="utf-8"), str(path))


def check_size(text: str, file: str) -> None:
    """Refuse, before it is parsed, a text that would take the parser seconds or hundreds of megabytes."""
    if len(text) > MAX_FILE:
        raise BadInput("the file is too big", file=file, expected=f"at most {MAX_FILE:,} characters")
    parts = keys = depth = 0
    for sign in _SIGNS.finditer(text):
        mark = sign.group()
        if mark == ".":
            parts += 1
            keys += 1
        elif mark in "=,\n[]{}":
            parts = 0
            keys += mark in "=["
            depth += (mark in "[{") - (mark in "]}")
        if parts >= MAX_PARTS or keys > MAX_KEYS or depth > MAX_DEPTH:
            fault = (
                f"a key of more than {MAX_PARTS} parts"
                if parts >= MAX_PARTS
                else f"more than {MAX_KEYS:,} keys"
                if keys > MAX_KEYS
                else f"brackets more than {MAX_DEPTH} deep"
            )
            raise BadInput(fault, file=file, line=text.count("\n", 0, sign.start()) + 1, expected="something smaller")


def parse(text: str, file: str) -> dict[str, Plain]:
    check_size(text, file)
    return decode(text, file)


def decode(text: str, file: str) -> dict[str, Plain]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        found = re.search(r"\(at line (\d+)", message)
        line = int(found.group(1)) if found else text.count("\n") + 1
        raise BadInput(message.split(" (at")[0], file=file, line=line, expected="TOML") from None
    except (RecursionError, ValueError) as error:
        raise BadInput(f"not TOML: {type(error).__name__}", file=file, expected="TOML") from None


def line_index(text: str) -> dict[str, int]:
    """Dotted path → line, with list items counted from 0: 'combatant.1.skills'."""
    found: dict[str, int] = {}
    counts: dict[str, int] = {}
    prefix = ""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > 2000:  # a long text, not a header
            line = line[:200]
        header = _HEADER.fullmatch(line.strip())
        if header:
            name = header.group(2).replace('"', "").replace(" ", "").replace("\t", "")
            if header.group(1) == "[[":
                counts[name] = counts.get(name, -1) + 1
                prefix = f"{name}.{counts[name]}"
            else:
                prefix = _under_last(name, counts)
            found.setdefault(prefix, number)
            continue
        key = _KEY.match(line)
        if key:
            word = key.group(1).strip('"')
            found.setdefault(f"{prefix}.{word}" if prefix else word, number)
            for inner in re.finditer(r'[{,]\s*("?[A-Za-z0-9_-]+"?)\s*=', line):
                path = f"{word}.{inner.group(1).strip(chr(34))}"
                found.setdefault(f"{prefix}.{path}" if prefix else path, number)
    return found


def _under_last(name: str, counts: dict[str, int]) -> str:
    """[combatant.now] after [[combatant]] belongs to its last item."""
    first, _, rest = name.partition(".")
    return f"{first}.{counts[first]}.{rest}" if first in counts and rest else name


# --- writing ---------------------------------------------------------------------------------------------------


def write_value(value: Plain) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return write_text(value)
    if isinstance(value, list):
        return "[" + ", ".join(write_value(item) for item in value) + "]"
    if isinstance(value, dict):
        inner = ", ".join(f"{write_key(key)} = {write_value(item)}" for key, item in value.items() if item is not None)
        return "{ " + inner + " }" if inner else "{}"
    raise BadInput(f"{value!r} cannot be written as TOML")


def write_text(text: str) -> str:
    out = []
    for char in text:
        if char in '"\\':
            out.append("\\" + char)
        elif char == "\n":
            out.append("\\n")
        elif char == "\t":
            out.append("\\t")
        elif ord(char) < 32 or ord(char) == 127:
            out.append(f"\\u{ord(char):04x}")
        else:
            out.append(char)
    return '"' + "".join(out) + '"'


def write_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else write_text(key)


def write_pairs(data: dict[str, Plain]) -> list[str]:
    """key = value lines, keys lined up."""
    keys = [write_key(key) for key in data]
    width = max((len(key) for key in keys), default=0)
    return [f"{key:<{width}} = {write_value(value)}" for key, value in zip(keys, data.values(), strict=True)]
