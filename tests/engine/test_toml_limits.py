"""What would take the TOML parser seconds or hundreds of megabytes is refused before it is parsed."""

from __future__ import annotations

import time

import pytest

from starfray.engine.errors import BadInput
from starfray.engine.toml import MAX_DEPTH, MAX_FILE, MAX_KEYS, MAX_PARTS, Source


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (".".join("a" * 10_000) + " = 1", "parts"),
        ("x = 1\n[" + " . ".join(['"a"'] * 10_000) + "]", "parts"),
        ("x = {" + ".".join(["'a'"] * 10_000) + " = 1}", "parts"),
        ("x = " + "[" * 100_000, "deep"),
        ("x = " + "{y=" * 100_000, "deep"),
        ("\n".join(f"[k{n}.a.b.c.d]" for n in range(20_000)), "keys"),
        ("#" * (MAX_FILE + 1), "big"),
    ],
)
def test_a_text_that_is_too_much_is_refused_in_no_time(text: str, said: str) -> None:
    begun = time.process_time()
    with pytest.raises(BadInput, match=said):
        Source(text, "fight")
    assert time.process_time() - begun < 0.5


def test_the_line_is_told() -> None:
    with pytest.raises(BadInput) as caught:
        Source("x = 1\n\n" + ".".join("a" * 50) + " = 1", "fight")
    assert caught.value.line == 3


@pytest.mark.parametrize(
    "text",
    [
        'x = "' + "a." * 1000 + '"',
        "x = '" + "[" * 1000 + "'",
        'x = """\n' + "{" * 1000 + '\n"quoted" \\""" and more"""',
        "x = '''\n" + "." * 1000 + "\n'quoted' '''",
        "# " + "a.b" * 1000,
        ".".join("a" * MAX_PARTS) + " = 1",
        "x = " + "[" * MAX_DEPTH + "]" * MAX_DEPTH,
        "\n".join(f"k{n} = 1.5" for n in range(MAX_KEYS // 2)),
    ],
)
def test_dots_and_brackets_in_texts_and_comments_do_not_count(text: str) -> None:
    Source(text, "fight")


def test_blanks_after_a_bracket_do_not_hold_up_the_search_for_lines() -> None:
    begun = time.process_time()
    assert Source('x = """\n[' + " " * 1900 + '\n"""\n[ a . b ]\ny = 1', "fight").line_of("a.b.y") == 5
    assert time.process_time() - begun < 0.5
