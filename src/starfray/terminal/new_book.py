"""`starfray new-book`: a package of its own with a tiny complete rulebook, green at once."""

from __future__ import annotations

import argparse
import keyword
import re
import sys
from pathlib import Path

from starfray import rulebooks
from starfray.engine import plugins
from starfray.engine.errors import BadInput
from starfray.terminal.command import Command, print_json
from starfray.terminal.sources import write_text
from starfray.version import VERSION

SAMPLE = Path(rulebooks.__file__).parents[1] / "samplebook"
NAMES = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
MOST = 40  # characters of a name
TEXTS = (".py", ".toml", ".md")
WRITTEN_FOR = "starfray>=0.2.0"  # as the sample's pyproject.toml has it


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the name of the book in fight files: small letters, digits and hyphens")
    parser.add_argument("-o", "--output", default="", metavar="FOLDER", help="where to write (starfray-NAME)")
    parser.add_argument("--title", default="", metavar="WORDS", help="what people call the book")


def run(args: argparse.Namespace) -> int:
    name = checked(args.name)
    folder = Path(args.output or f"starfray-{name}")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput("exists already", file=str(folder), expected="another folder: -o FOLDER")
    texts = package_texts(name, args.title or name.replace("-", " ").capitalize())
    for place, text in texts.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        write_text(folder / place, text)
    if args.json:
        print_json({"book": name, "folder": str(folder), "files": list(texts)})
    else:
        sys.stdout.write(
            f"{folder}: a package with the book {name}, {len(texts)} files. Then:\n"
            f'  cd {folder} && pip install -e ".[dev]" && pytest\n'
            f"  starfray play --demo {name}-first-shots\n"
        )
    return 0


def checked(name: str) -> str:
    """A name that can be a book, a package and a module."""
    if not NAMES.fullmatch(name) or len(name) > MOST:
        raise BadInput(f"{name!r} is no name for a book", field="NAME", expected="small letters, digits and hyphens: star-duel")
    if name in rulebooks.FOLDERS or name in plugins.offered(plugins.RULEBOOKS):
        raise BadInput(f"there is a book {name!r} already", field="NAME", expected="another name")
    if keyword.iskeyword(name) or name in sys.stdlib_module_names or name == "starfray":
        raise BadInput(f"Python has a module {name!r} already", field="NAME", expected="another name")
    return name


def package_texts(name: str, title: str) -> dict[str, str]:
    """Path → text: the sample book under another name, and the files that make a package of it."""
    module = name.replace("-", "_")
    texts = {place: (SAMPLE / "package" / place).read_text("utf-8") for place in ("pyproject.toml", "README.md")}
    texts["tests/test_book.py"] = (SAMPLE / "package" / "test_book.py").read_text("utf-8")
    for path in sorted(SAMPLE.rglob("*")):
        inside = path.relative_to(SAMPLE)
        if path.suffix in TEXTS and inside.parts[0] not in ("package", "__pycache__"):
            texts[f"src/{module}/{inside.as_posix()}"] = path.read_text("utf-8")
    return {place: renamed(text, name, module, title) for place, text in texts.items()}


def renamed(text: str, name: str, module: str, title: str) -> str:
    text = text.replace(WRITTEN_FOR, f"starfray>={VERSION}").replace("starfray.samplebook", module)
    return text.replace("samplebook", name).replace("Sample book", title.replace('"', "'").replace("\\", ""))


COMMAND = Command(
    ("starfray new-book star-duel", "starfray new-book star-duel -o games/duel --title 'Star duel'"), options, run
)
