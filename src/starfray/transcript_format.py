"""The format of transcripts: a fight as text that people read and share, and that replays die for die.

    starfray transcript 1 · coriolis 1 · engine 0.1.0
    begin
        initiative mira d6: 4
    1. shot mira tor vulcan-carbine
        dice coriolis.core.pool mira 5d6>=6: 6 3 2 5 1!
        choose coriolis.core.pray mira yes|no: no
    gm: set tor.hp 3 "he slipped"
    end 5f1c…
    --- fight
    (the fight file)

A line of the tape is its label, a colon, and the value. `!` marks dice typed in by hand, `~` a standing order, `=` the
only option, `*` a policy, `@` a policy when time was up, `^` the GM in somebody's place, `+` a forced value, nothing the
app or a person.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from starfray.engine.actions import to_text
from starfray.engine.codec import Plain, fingerprint
from starfray.engine.errors import BadInput
from starfray.engine.journal import Entry
from starfray.engine.runner import Running
from starfray.engine.setup import position_data
from starfray.engine.tape import Taped
from starfray.engine.toml import parse as parse_toml
from starfray.engine.toml import write_text
from starfray.engine.values import GM
from starfray.file_format import write_file
from starfray.version import TRANSCRIPT_FORMAT, VERSION

MARKS = {
    "hand": "!",
    "order": "~",
    "only": "=",
    "policy": "*",
    "gm": "^",
    "forced": "+",
    "timeout": "@",
    "app": "",
    "person": "",
}
FIGHT_FOLLOWS = "--- fight"


@dataclass(slots=True)
class Act:
    """One numbered act of a transcript."""

    kind: str
    text: str
    by: str = ""
    tape: list[Taped] = field(default_factory=list)


@dataclass(slots=True)
class Transcript:
    rulebook: str
    rulebook_version: str
    engine: str
    acts: list[Act]
    end: str
    fight: str

    def text(self) -> str:
        lines = [f"starfray transcript {TRANSCRIPT_FORMAT} · {self.rulebook} {self.rulebook_version} · engine {self.engine}"]
        number = 0
        for act in self.acts:
            if act.kind == "action":
                number += 1
            head = {"action": f"{number}. ", "gm": "gm: ", "due": "due: "}[act.kind]
            by = f"  # {write_text(act.by)[1:-1]}" if act.kind == "action" and act.by and act.by != GM else ""
            lines.append(f"{head}{act.text}{by}")
            lines.extend(f"    {write_taped(taped)}" for taped in act.tape)
        lines.append(f"end {self.end}")
        lines += [FIGHT_FOLLOWS, self.fight.rstrip("\n")]
        return "\n".join(lines) + "\n"

    def plain(self) -> dict[str, Plain]:
        return {
            "starfray-transcript": TRANSCRIPT_FORMAT,
            "rulebook": self.rulebook,
            "rulebook-version": self.rulebook_version,
            "engine": self.engine,
            "acts": [
                {"kind": act.kind, "text": act.text, "by": act.by, "tape": [write_taped(taped) for taped in act.tape]}
                for act in self.acts
            ],
            "end": self.end,
            "fight": self.fight,
        }


def transcript_of(fight: Running) -> Transcript:
    """A fight from its beginning, with every act of its journal."""
    head: dict[str, Plain] = {"rulebook": fight.book.name, "title": fight.title, "seed": fight.seed}
    if fight.packs:
        head["packs"] = fight.packs
    start = write_file(head | position_data(fight.book, fight.start, fight.content))
    acts = [
        Act(entry.kind, _act_text(entry), entry.by, [taped.clone() for taped in entry.tape]) for entry in fight.journal.entries
    ]
    return Transcript(fight.book.name, fight.book.version, VERSION, acts, fingerprint(fight.state), start)


def _act_text(entry: Entry) -> str:
    text = to_text(entry.action)
    if entry.kind == "gm":
        kind, _, rest = text.partition(" ")
        return f"{kind} {rest.partition(' ')[2]}".strip()
    return text


def write_taped(entry: Taped) -> str:
    value = " ".join(map(str, entry.faces)) if entry.kind == "dice" else write_text(entry.answer)
    secret = "secret " if entry.secret else ""
    what = write_text(entry.what) if strange(entry.what) else entry.what
    return f"{secret}{entry.kind} {entry.rule} {entry.who} {what}: {value}{MARKS[entry.source]}"


def strange(what: str) -> bool:
    """Must the name of a question be quoted, so that its end is clear?"""
    return '"' in what or "\\" in what or not what.isprintable()


# --- reading ---------------------------------------------------------------------------------------------------


def parse_transcript(text: str, file: str = "transcript") -> Transcript:
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")  # not splitlines: a text may hold stranger ends of line
    rulebook, version, engine = _read_head(lines[0], file)
    if FIGHT_FOLLOWS not in lines:
        raise BadInput("the fight is missing", file=file, line=len(lines), expected=f"a line '{FIGHT_FOLLOWS}'")
    cut = lines.index(FIGHT_FOLLOWS)
    acts: list[Act] = []
    end = ""
    for number, line in enumerate(lines[1:cut], 2):
        if not line.strip():
            continue
        if end:
            raise BadInput(f"{line!r} after the end", file=file, line=number, expected=FIGHT_FOLLOWS)
        if line.startswith("    "):
            if not acts:
                raise BadInput("a die before the first act", file=file, line=number, expected="an act")
            acts[-1].tape.append(read_taped(line.strip(), file, number))
        elif line.startswith("end "):
            end = line[4:].strip()
        else:
            acts.append(_read_act(line, file, number))
    if not end:
        raise BadInput("the end is missing", file=file, line=cut + 1, expected="a line 'end HASH'")
    return Transcript(rulebook, version, engine, acts, end, "\n".join(lines[cut + 1 :]) + "\n")


def _read_head(line: str, file: str) -> tuple[str, str, str]:
    parts = [part.split() for part in line.split(" · ")]
    shape = [len(part) for part in parts]
    if shape != [3, 2, 2] or parts[0][:2] != ["starfray", "transcript"] or parts[2][0] != "engine":
        raise BadInput("not a transcript", file=file, line=1, expected="starfray transcript 1 · BOOK VERSION · engine X")
    if parts[0][2] != str(TRANSCRIPT_FORMAT):
        raise BadInput(f"transcript format {parts[0][2]}", file=file, line=1, expected=str(TRANSCRIPT_FORMAT))
    return parts[1][0], parts[1][1], parts[2][1]


def _read_act(line: str, file: str, number: int) -> Act:
    head, space, rest = line.partition(" ")
    kinds = {"gm:": "gm", "due:": "due"}
    kind = kinds.get(head, "action" if head.endswith(".") and head[:-1].isdigit() else "")
    if not kind or not space:
        raise BadInput(f"{line[:60]!r} is no act", file=file, line=number, expected="'1. ACTION', 'gm: …' or 'due: …'")
    by = GM if kind != "due" else ""
    if kind == "action":
        rest, seat = _seat_behind(rest)
        if seat:
            by = _read_quoted(f'"{seat}"', file, number)
    return Act(kind, rest.strip(), by)


def _end_of_quoted(text: str) -> int:
    index = 1
    while index < len(text) and text[index] != '"':
        index += 2 if text[index] == "\\" else 1
    return index + 1


def _seat_behind(rest: str) -> tuple[str, str]:
    """An action and the seat after its `  # `, which does not count inside quotes."""
    quoted, index = False, 0
    while index < len(rest):
        if quoted and rest[index] == "\\":
            index += 1
        elif rest[index] == '"':
            quoted = not quoted
        elif not quoted and rest.startswith("  # ", index):
            return rest[:index], rest[index + 4 :]
        index += 1
    return rest, ""


def read_taped(line: str, file: str, number: int) -> Taped:
    secret = line.startswith("secret ")
    body = line.removeprefix("secret ")
    parts = body.split(" ", 3)
    if len(parts) != 4 or ": " not in parts[3]:
        raise BadInput(f"{line[:60]!r} is no tape line", file=file, line=number, expected="KIND RULE WHO WHAT: VALUE")
    kind, rule, who, rest = parts
    if kind == "dice":
        what, _, value = rest.rpartition(": ")
        source, value = _read_mark(value, "app")
        if not all(word.isascii() and word.isdigit() and len(word) < 6 for word in value.split()):
            raise BadInput(f"{value!r} are not faces", file=file, line=number, expected="numbers")
        return Taped(kind, rule, who, what, source, [int(word) for word in value.split()], "", secret)
    end = _end_of_quoted(rest) if rest.startswith('"') else 0
    what, _, value = rest[end:].partition(': "')
    if end:
        what = _read_quoted(rest[:end], file, number)
    source, value = _read_mark('"' + value, "person")
    return Taped(kind, rule, who, what, source, [], _read_quoted(value, file, number), secret)


def _read_mark(value: str, plain: str) -> tuple[str, str]:
    for source, mark in MARKS.items():
        if mark and value.endswith(mark) and not (value.endswith('"')):
            return source, value[: -len(mark)]
    return plain, value


def _read_quoted(value: str, file: str, number: int) -> str:
    try:
        answer = parse_toml(f"v = {value}", file)["v"]
    except BadInput:
        answer = None
    if not isinstance(answer, str):
        raise BadInput(f"{value[:60]!r} is no answer", file=file, line=number, expected='a text in "quotes"')
    return answer
