"""What rules say to people in so many words: labels, questions, refusals, notes. It is found in the sources.

A text counts if it has two words, or stands where a text is shown even if it is but one word. What is left out is for those
who write files or code. `python -m tests.structure.phrases de gurps` lists what a language does not have yet.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from starfray.language import FOLDER, read_words
from tests.structure.source import BOOKS, PACKAGE, python_of, text_of

#: what people at a table read of the engine; of a book they read every file but those for other programs' sheets
ENGINE = """barriers dice doors errands errors forms gm gm_sheet gm_walls goals journal ledger policy rulebook runner values
vitals walls"""
BESIDE = "fight fight_queries offers preview stalemate"
SHARED = [
    PACKAGE / folder / f"{name}.py"
    for folder, names in (("engine", ENGINE), ("", BESIDE))
    for name in re.findall(r"\w+", names)
]
#: here only what the table says when it refuses: the rest is for operators and for programs
ROOM = sorted((PACKAGE / "room").glob("*.py"))
REFUSED = re.compile(r"(Refused\[1\]|refuse\[1\]|Full\[0\]|Gone\[0\])")
OTHER_PROGRAMS = {"gcs", "foreign", "foundry.py", "stat_block.py"}

#: what these are given is for those who write files or code
UNSAID = re.compile(
    r"(BadInput|\w*Error|Diverged|HiddenChange|PluginFault|PolicyFault|SheetReader|Rulebook|Field\.description|TapeMismatch"
    r"|check_\w+|complain|compile|search|fullmatch|match|sub|replace|startswith|endswith|removeprefix|removesuffix|partition"
    r"|split|join|get|getattr|setattr|whole|numbered|one_of|exec|warn|error|warning|info|debug|exception|execute|Message"
    r"|Described|Finding|count|guard|parse_toml|from_plain|HTTPException|__repr__)\b"
)
#: one word is a text, too, where it stands here
SHOWN = re.compile(
    r"(Refused\[[12]\]|refuse\[[12]\]|Option\[1\]|Option\.(label|note)|Field\.(label|unit|hint)|Line\[[01]\]|Line\.(label|value)"
    r"|Pool\[1\]|Pool\.(label|noun)|Condition\[[01]\]|Condition\.(word|said|note|name)|Ring\[0\]|emit\.note|emit\[4\]"
    r"|add\[2\]|add_part\[2\]|ActionKind\[[45]\]|ActionKind\.(group|cost_words|hint)|Outcome\[2\]|Area\[1\]|Moment\[[02]\]|Reason\[2\]|=KIND"
    r"|Full\[0\]|Gone\[0\]|Bar\[1\]|Slot\[0\]|Part\[1\]|Lane\[1\]|Node\[1\]|Link\[2\]|field of an action|a number of things)"
)
#: names of variables that hold texts of files and commands, or tell what a writer of files may write
WRITTEN = {"__all__", "__slots__", "expected", "text", "checks", "lines", "known", "most", "failed_checks"}
RULE_ID = re.compile(r"[\w{}-]+(\.[\w{}-]+)+")
HOLE = re.compile(r"\{\d+\}")
TWO_WORDS = re.compile(r"[A-Za-z\d)%…][,:;]? +\(?[A-Za-z]")
COMMAND = re.compile(r".*\S=|[a-z]+(-[a-z]+)+$")
AROUND = " ,;:.→—"


@dataclass(frozen=True, slots=True)
class Said:
    """A text as the rules say it, and where."""

    text: str
    path: Path
    line: int


def template(node: ast.Constant | ast.JoinedStr) -> str:
    """The text, with {0}, {1} in place of what is put in."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    count = iter(range(100))
    return "".join(str(part.value) if isinstance(part, ast.Constant) else f"{{{next(count)}}}" for part in node.values)


def unread(tree: ast.AST) -> set[ast.AST]:
    """Docstrings."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}


def name_of(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def literals(node: ast.AST, place: str) -> Iterator[tuple[str, str, int]]:
    """Texts with the place they stand in: 'Refused[1]', 'Option.note', '=KIND'."""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        yield template(node), place, node.lineno
        for part in node.values if isinstance(node, ast.JoinedStr) else ():
            if isinstance(part, ast.FormattedValue):
                yield from literals(part.value, place)
    elif isinstance(node, ast.Call):
        name = name_of(node.func)
        if name == "counted":
            yield from numbered(node)
        for number, argument in enumerate(node.args):
            yield from literals(argument, f"{name}[{number}]")
        for keyword in node.keywords:
            yield from literals(keyword.value, f"{name}.{keyword.arg}")
        if isinstance(node.func, ast.Attribute):
            yield from literals(node.func.value, place)
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if node.value is not None:
            yield from literals(node.value, f"={name_of(target)}")
    elif isinstance(node, ast.Subscript):
        yield from literals(node.value, place)
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body, place)
        yield from literals(node.orelse, place)
    elif isinstance(node, ast.ClassDef) and any(is_kind(each) for each in node.body):
        for each in node.body:
            if isinstance(each, ast.AnnAssign) and "ClassVar" not in ast.unparse(each.annotation):
                yield name_of(each.target).replace("_", " "), "field of an action", each.lineno
            else:
                yield from literals(each, "")
    elif isinstance(node, ast.FunctionDef):
        for each in node.body if node.name != "__repr__" else ():
            yield from literals(each, "")
    else:
        for child in ast.iter_child_nodes(node):
            if not isinstance(node, ast.Compare) or not isinstance(child, ast.Constant | ast.Tuple | ast.Set):
                yield from literals(child, "" if isinstance(node, ast.stmt) else place)


def numbered(call: ast.Call) -> Iterator[tuple[str, str, int]]:
    """'{0} six' and '{0} sixes'"""
    words = [str(each.value) for each in call.args[1:] if isinstance(each, ast.Constant)]
    for word in [*words, f"{words[0]}s"][:2] if words else ():
        yield f"{{0}} {word}", "a number of things", call.lineno


def words_in(paths: list[Path]) -> set[str]:
    """Every word a file has between quotes: keys of options, too, which are shown where they have no label."""
    nodes = (node for path in paths for node in ast.walk(ast.parse(text_of(path))))
    said = (template(node) for node in nodes if isinstance(node, ast.Constant | ast.JoinedStr))
    words = {text.replace("-", " ").strip(AROUND) for text in said}
    return {*words, *(f"{side} {word}" for side in ("left", "right") for word in words)}


def is_kind(node: ast.stmt) -> bool:
    """Does it say what an action or procedure is called? The fields beside it are blanks in a form."""
    return isinstance(node, ast.AnnAssign) and name_of(node.target) == "KIND"


def is_said(text: str, place: str) -> bool:
    letters = HOLE.sub(" ", text)
    if (
        not re.search(r"[A-Za-z]", letters)
        or RULE_ID.fullmatch(text)
        or UNSAID.match(place)
        or place.removeprefix("=") in WRITTEN
    ):
        return False
    if place.startswith("Refused[2]") and COMMAND.match(text):
        return False
    if text.endswith("?") and len(letters) > 2:
        return True
    return bool(SHOWN.match(place) or (TWO_WORDS.search(HOLE.sub("X", text)) and re.search(r"[a-z]{2}", letters)))


def texts_of(paths: list[Path]) -> list[Said]:
    """What the files say, each text once; a part of a sentence without the signs around it."""
    found: dict[str, Said] = {}
    for path in paths:
        tree = ast.parse(text_of(path))
        docstrings = {ast.unparse(node) for node in unread(tree)}
        for text, place, line in literals(tree, ""):
            words = text.replace("-", " ") if place == "=KIND" else text.strip(AROUND)
            if is_said(text, place) and repr(text) not in docstrings and (path not in ROOM or REFUSED.match(place)):
                found.setdefault(words, Said(words, path, line))
    return list(found.values())


def sources_of(book: str) -> list[Path]:
    return [path for path in python_of(BOOKS / book) if not OTHER_PROGRAMS & {*path.parts}]


def names_of(book: Path) -> set[str]:
    """What things, people and skills are called in the files of a book."""
    found: set[str] = set()

    def note(part: object) -> None:
        for key, each in part.items() if isinstance(part, dict) else ():
            found.update([str(each), *str(each).split(": ")] if key in ("name", "label", "noun") else [key.replace("-", " ")])
            note(each)
        for each in part if isinstance(part, list) else ():
            note(each)

    for path in (book / "data").glob("*.toml"):
        note(read_words(path))
    return found


def phrases_file(book: str, language: str) -> Path:
    return (BOOKS / book if book else FOLDER) / f"phrases.{language}.toml"


def missing(book: str, language: str) -> list[Said]:
    shared = read_words(phrases_file("", language))
    known = {*shared, *read_words(phrases_file(book, language))}
    return [said for said in texts_of(sources_of(book) if book else [*SHARED, *ROOM]) if said.text not in known]


if __name__ == "__main__":
    for each in missing(sys.argv[2] if len(sys.argv) > 2 else "", sys.argv[1]):
        print(f'{json.dumps(each.text, ensure_ascii=False)} = ""  # {each.path.name}:{each.line}')
