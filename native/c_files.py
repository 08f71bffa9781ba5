"""The C that mypyc writes, made independent file by file, so that a change of one module compiles few others again.

mypyc declares everything in two headers that every file reads, and numbers the literals of all modules in one table. A new
function or a new word in one module would so change every file. Here each file gets only the declarations it uses, written out
at its beginning, and a table of its own for its literals, in the order of their first use; the library's main file fills all
tables when it starts. What is compiled stays the same otherwise, and reading a few declarations takes less time than all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from native.pipeline import write_if_changed

WORD = re.compile(r"\w+")
LITERAL = re.compile(r"\bCPyStatics\[(\d+)\]")
OWN_HEADER = re.compile(r'^#include "__native_\w+\.h"\n', re.MULTILINE)
SYSTEM_HEADERS = "#include <Python.h>\n#include <CPy.h>\n"
#: a tuple with its guard; a struct; a declaration in one line
DECLARATION = re.compile(
    r"^(?:#ifndef MYPYC_DECLARED_(?P<tuple>\w+)\n(?s:.*?)^#endif"
    r"|typedef struct \{\n(?s:.*?)^\} (?P<struct>\w+);|(?P<line>\w.*;))$",
    re.MULTILINE,
)
TABLES_FILLED = "    is_initialized = 1;\n    return 0;\n}\n"  # the end of the function that makes the literals


class Declarations:
    """What the headers declare, by name, in their order."""

    def __init__(self, headers: Iterable[str]) -> None:
        self.texts: list[str] = []
        self.places: dict[str, int] = {}  # of a name among the texts
        for header in headers:
            for found in DECLARATION.finditer(header):
                name = found["tuple"] or found["struct"] or declared(found["line"])
                self.places[name] = len(self.texts)
                self.texts.append(found[0])
        self.needs = [{self.places[word] for word in WORD.findall(text) if word in self.places} for text in self.texts]

    def used_by(self, text: str) -> str:
        """The declarations that a file needs, with those they need themselves."""
        waiting = [self.places[word] for word in set(WORD.findall(text)) if word in self.places]
        found: set[int] = set()
        while waiting:
            place = waiting.pop()
            if place not in found:
                found.add(place)
                waiting.extend(self.needs[place])
        return "".join(f"{self.texts[place]}\n" for place in sorted(found))


def declared(line: str) -> str:
    """The name that a declaration of one line declares: before its parameters, its length or its end."""
    words: list[str] = WORD.findall(re.split(r"[(\[;]", line, maxsplit=1)[0])
    return words[-1]


def independent(folder: Path, target: Path, files: Iterable[Path], main: str) -> list[Path]:
    """Write the files of C into `target`, and give all that are to be compiled: what comes with mypyc itself stays where it is.
    `main` is the name of the file that starts the library.
    """
    declarations = Declarations(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.h"), key=mypyc_order))
    tables: dict[str, list[str]] = {}  # of a file: the numbers of its literals in the table of all
    compiled, texts = [], {}
    for path in files:
        text = path.read_text(encoding="utf-8")
        if not OWN_HEADER.search(text):
            compiled.append(path)
            continue
        texts[path.name] = OWN_HEADER.sub("", text)
        if path.name != main:
            texts[path.name], tables[path.stem] = with_own_literals(path.stem, texts[path.name])
    texts[main] = filling(tables) + calling_it(texts[main])
    for name, text in texts.items():
        compiled.append(target / name)
        write_if_changed(compiled[-1], SYSTEM_HEADERS + declarations.used_by(text) + text)
    return compiled


def calling_it(main: str) -> str:
    """The main file, in which the tables are filled as soon as the literals are made."""
    if main.count(TABLES_FILLED) != 1:
        raise SystemExit("this version of mypyc starts a library in another way: see native/c_files.py")
    return main.replace(TABLES_FILLED, f"    fill_tables();\n{TABLES_FILLED}")


def mypyc_order(path: Path) -> bool:
    """The header that declares structs comes before the internal one, which uses them."""
    return "internal" in path.name


def with_own_literals(name: str, text: str) -> tuple[str, list[str]]:
    """A file with a table of its own, and where its literals are in the table of all."""
    order: dict[str, int] = {}
    table = table_of(name)
    text = LITERAL.sub(lambda found: f"{table}[{order.setdefault(found[1], len(order))}]", text)
    return f"extern PyObject *{table}[];\n{text}", list(order)


def filling(tables: dict[str, list[str]]) -> str:
    """The tables of all files, and the function that fills them."""
    made = [(table_of(name), numbers) for name, numbers in tables.items() if numbers]
    lines = ["extern PyObject *CPyStatics[];"]
    for table, numbers in made:
        lines.append(f"PyObject *{table}[{len(numbers)}];")
        lines.append(f"static const int {table}_numbers[] = {{{', '.join(numbers)}}};")
    lines.append("static void fill_tables(void)\n{")
    for table, numbers in made:
        lines.append(f"    for (int i = 0; i < {len(numbers)}; i++) {table}[i] = CPyStatics[{table}_numbers[i]];")
    return "\n".join([*lines, "}\n"])


def table_of(name: str) -> str:
    return f"literals_of{name.removeprefix('__native')}"
