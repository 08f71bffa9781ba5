"""The door: JSON as strangers send it, over HTTP and over the socket alike. What comes in is text that can be written down and
sent on, and numbers that are numbers; everything else is refused before any room hears of it.
"""

from __future__ import annotations

import dataclasses
import json
import math
import re

from starfray.engine.codec import Plain, dotted, show
from starfray.engine.errors import BadInput

#: half characters, signs that steer a terminal, and what Unicode says is no character
BAD_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
#: without one of these, JSON that could be decoded holds no such text
SUSPICIOUS = re.compile(r"\\[ubf]|[\x7f\ud800-\udfff\ufffe\uffff]")
MOST_NUMBER = 2**128  # beyond any that a fight has, and far from what can no longer be written in digits


def read_json(text: str | bytes) -> Plain:
    """The data of a message."""
    try:
        words = text if isinstance(text, str) else text.decode("utf-8")
        data = json.loads(words, parse_constant=no_number, parse_float=finite)
        if SUSPICIOUS.search(words):
            check_texts(data)
    except (UnicodeDecodeError, RecursionError):
        raise BadInput("a message that is no JSON", expected="JSON in UTF-8") from None
    except ValueError:
        raise BadInput("a message that is no JSON", expected="a JSON object") from None
    return data


def no_number(word: str) -> float:
    raise BadInput(f"{word} is no number", expected="a number")


def finite(word: str) -> float:
    number = float(word)
    return number if math.isfinite(number) else no_number(word[:20])


def check_texts(data: Plain) -> None:
    """Every text in it, keys too."""
    if isinstance(data, str):
        if BAD_TEXT.search(data):
            raise BadInput("a text with half a character or a control sign in it", expected="Unicode text")
    elif isinstance(data, list):
        for item in data:
            check_texts(item)
    elif isinstance(data, dict):
        for key, value in data.items():
            check_texts(key)
            check_texts(value)


def check_plain(data: object, where: str = "") -> None:
    """What was read from a file goes on only if it can be written as JSON: TOML has dates, endless numbers, and any sign at all
    behind a backslash.
    """
    if isinstance(data, str):
        if BAD_TEXT.search(data):
            raise BadInput("a text with a control sign in it", field=where, expected="Unicode text")
    elif isinstance(data, dict):
        for key, value in data.items():
            check_plain(key, where)
            check_plain(value, dotted(where, key))
    elif isinstance(data, (list, tuple)):
        for place, item in enumerate(data):
            check_plain(item, dotted(where, str(place)))
    elif dataclasses.is_dataclass(data):
        for field in dataclasses.fields(data):
            check_plain(getattr(data, field.name), dotted(where, field.name))
    elif isinstance(data, (int, float)):
        if not abs(data) < MOST_NUMBER:
            raise BadInput(f"{show(data)} is out of all bounds", field=where, expected="a number")
    elif data is not None and not isinstance(data, bytes):
        raise BadInput(
            f"{show(str(data))} is a {type(data).__name__}", field=where, expected="text, a number, a list or a table"
        )
