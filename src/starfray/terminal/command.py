"""What the command line asks of each of its commands."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass

from starfray.engine.codec import Plain


@dataclass(frozen=True, slots=True)
class Command:
    """`options` adds its arguments to a parser, `run` does the work and gives the exit code."""

    examples: tuple[str, ...]
    options: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


def print_json(data: Plain) -> None:
    json.dump(data, sys.stdout, ensure_ascii=False, indent=1)
    sys.stdout.write("\n")


def joined(words: list[str]) -> str:
    """Words of the shell as one action text; those with blanks get their quotation marks back."""
    if len(words) == 1:
        return words[0]
    return " ".join(f'"{word}"' if any(char.isspace() for char in word) else word for word in words)
