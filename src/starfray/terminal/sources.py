"""The files a person may name: a fight, a party, a pack, a transcript, a save. They are told apart by their content."""

from __future__ import annotations

import json
import os
from pathlib import Path

from starfray.demo_files import demo_path
from starfray.disk import write_whole
from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, Refused, TapeError
from starfray.engine.toml import MAX_FILE, read_source
from starfray.engine.values import GM
from starfray.fight import Fight
from starfray.files import load
from starfray.saves import restore
from starfray.transcript import Replay, replay
from starfray.transcript_format import Transcript, transcript_of
from starfray.version import TRANSCRIPT_FORMAT

MAX_SAVE = 50 * MAX_FILE
MOST_ASKED = 60  # questions before the first person may act


def read_text(path: Path, most: int = MAX_SAVE) -> str:
    try:
        if path.stat().st_size > most:
            raise BadInput("the file is too big", file=str(path), expected=f"at most {most:,} bytes")
        return path.read_text(encoding="utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise BadInput(f"not a text file ({error.reason})", file=str(path), expected="UTF-8 text") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"cannot be read: {reason}", file=str(path), expected="a readable file") from None


def kind_of(path: Path) -> str:
    """fight | party | pack | transcript | save."""
    if path.is_dir() or path.name == "pack.toml":
        return "pack"
    text = read_text(path)
    if text.startswith("starfray transcript"):
        return "transcript"
    if text.lstrip()[:1] == "{":
        data = _json(text, path)
        return "transcript" if "starfray-transcript" in data else "save"
    data = read_source(path).data
    return "party" if "member" in data and "combatant" not in data else "fight"


def _json(text: str, path: Path) -> dict[str, Plain]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(error.msg, file=str(path), line=error.lineno, expected="JSON") from None
    except (ValueError, RecursionError) as error:
        raise BadInput(f"not JSON: {type(error).__name__}", file=str(path), expected="JSON") from None
    if not isinstance(data, dict):
        raise BadInput("not a save", file=str(path), expected="a JSON object")
    return data


def open_save(path: Path) -> Fight:
    try:
        return restore(_json(read_text(path), path), path.parent)
    except BadInput as error:
        raise error.located(str(path), 0) from None


def transcript_text(path: Path) -> str:
    """The transcript in a file: its text form, its JSON form, or the journal of a save."""
    text = read_text(path)
    if text.lstrip()[:1] != "{":
        return text
    data = _json(text, path)
    return from_json(data, path) if "starfray-transcript" in data else transcript_of(open_save(path)).text()


def from_json(data: dict[str, Plain], path: Path) -> str:
    """The text form of a transcript in JSON."""
    try:
        head = Transcript(data["rulebook"], data["rulebook-version"], data["engine"], [], data["end"], data["fight"])
        lines = head.text().splitlines()
        acts = []
        for number, act in enumerate(data["acts"], 1):
            lead = {"action": f"{number}. ", "gm": "gm: ", "due": "due: "}[act["kind"]]
            by = f"  # {act['by']}" if act["kind"] == "action" and act["by"] not in ("", GM) else ""
            acts += [f"{lead}{act['text']}{by}", *(f"    {line}" for line in act["tape"])]
        if data["starfray-transcript"] != TRANSCRIPT_FORMAT:
            raise BadInput("another format", file=str(path), field="starfray-transcript", expected=str(TRANSCRIPT_FORMAT))
        return "\n".join([lines[0], *acts, *lines[1:]]) + "\n"
    except (KeyError, TypeError) as error:
        raise BadInput(
            f"the transcript is damaged ({type(error).__name__}: {error})", file=str(path), expected="an untouched transcript"
        ) from None


def play_again(path: Path) -> Replay:
    """A transcript run again; `ok` says whether it fitted to the last die."""
    return replay(transcript_text(path), str(path), path.parent)


def fight_path(name: str) -> Path:
    """The file of that name, or the demo of that name."""
    path = Path(name)
    if path.exists() or path.name != name or path.suffix:
        return path
    try:
        return demo_path(name)
    except BadInput as error:
        raise BadInput("there is no file and no demo of that name", file=name, expected=error.expected) from None


def open_fight(name: str) -> Fight:
    """The fight in a file: as written, as saved, or as it stood at the end of a transcript; or a demo by its name."""
    path = fight_path(name)
    kind = kind_of(path)
    if kind == "fight":
        return load(path)
    if kind == "save":
        return open_save(path)
    if kind == "transcript":
        again = play_again(path)
        if not again.ok:
            raise TapeError(f"{path}: {again.problem}")
        return again.fight
    raise BadInput(f"this is a {kind}, not a fight", file=name, expected="a fight file, a save or a transcript")


def begin(fight: Fight) -> bool:
    """Run the steps that are due until somebody may act, questions answered by the policies; True if there were any."""
    if fight.draft is not None:
        asked = ", ".join(f"{ask.who} ({ask.rule})" for ask in fight.asks)
        raise Refused("fight.pending", f"a question is open in this save: {asked}", ["play --resume"])
    if fight.due is None:
        return False
    policies = fight.seats.policies
    assert policies is not None
    fight.advance()
    for _ in range(MOST_ASKED):
        if not fight.asks:
            return True
        ask = fight.asks[0]
        fight.answer(ask, policies.answer(fight.book, fight.state, ask, fight.generators.policy) if ask.kind != "dice" else [])
    raise Refused("fight.turn", "everything is decided inside steps that fall due; there is no action to look at")


def check_place(path: Path) -> None:
    """Check that a file can be written there. Called before long work, so that the work is not wasted."""
    if path.is_dir():
        raise BadInput("cannot be written: it is a folder", file=str(path), expected="the name of a file")
    if not path.parent.is_dir():
        raise BadInput(f"cannot be written: there is no folder {path.parent}", file=str(path), expected="a folder that exists")
    if not os.access(path.parent, os.W_OK):
        raise BadInput("cannot be written: Permission denied", file=str(path), expected="a writable place")


def write_text(path: Path, text: str, *, force: bool = True) -> None:
    """All of it or nothing; an existing file only if `force`."""
    if path.exists() and not force:
        raise BadInput("exists already", file=str(path), expected="another name, or --force to overwrite")
    check_place(path)
    try:
        write_whole(path, text)
    except OSError as error:
        raise BadInput(f"cannot be written: {error.strerror}", file=str(path), expected="a writable place") from None
