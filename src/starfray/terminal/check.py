"""`starfray check`: is a fight, party, pack, transcript or save sound? File, line, field, and what was expected."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from pathlib import Path

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, StarfrayError
from starfray.engine.position import sides
from starfray.engine.toml import read_source
from starfray.fight import Fight
from starfray.files import party_members
from starfray.terminal.command import Command, print_json
from starfray.terminal.faults import Trial, pack_faults
from starfray.terminal.ink import Ink
from starfray.terminal.sources import kind_of, open_save, play_again


@dataclass(slots=True)
class Verdict:
    file: str
    kind: str = ""
    summary: str = ""
    errors: list[BadInput] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.errors

    def plain(self) -> dict[str, Plain]:
        return {
            "file": self.file, "ok": self.ok, "kind": self.kind, "summary": self.summary,
            "errors": [
                {"file": e.file, "line": e.line, "field": e.field, "message": e.message, "expected": e.expected}
                for e in self.errors
            ],
            "notes": self.notes,
        }  # fmt: skip


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="fight, party, pack folder, transcript or save")


def run(args: argparse.Namespace) -> int:
    verdicts = [check(Path(name)) for name in args.files]
    if args.json:
        print_json({"ok": all(each.ok for each in verdicts), "files": [each.plain() for each in verdicts]})
    ink = Ink()
    for each in verdicts:
        for error in each.errors:
            sys.stderr.write(f"{error}\n")
        if args.json:
            continue
        if each.ok:
            ink.wrap(f"{each.file}: {each.summary}", ink.paint("OK", "green", "bold") + " ", "     ")
        for note in each.notes:
            ink.wrap(f"{each.file}: {note}", "note ", "     ", "dim")
    return 0 if all(each.ok for each in verdicts) else 2


def check(path: Path) -> Verdict:
    verdict = Verdict(str(path))
    try:
        verdict.kind = kind_of(path)
        CHECKS[verdict.kind](path, verdict)
    except BadInput as error:
        verdict.errors.append(error.located(str(path), 0))
    except StarfrayError as error:
        verdict.errors.append(BadInput(str(error), file=str(path)))
    return verdict


def check_fight(path: Path, verdict: Verdict) -> None:
    source = read_source(path)
    trial = Trial(source, path.parent, source.data)
    verdict.errors = trial.errors
    if trial.fight is not None and trial.fight.over is None and len(sides(trial.fight.state)) < 2:
        verdict.notes.append("everybody is on one side, so there is nobody to fight")
    if trial.fight is not None and not trial.errors:
        verdict.summary = who_fights(trial.fight)
        if trial.fight.over is not None:
            verdict.notes.append(f"the fight is over before it begins: {trial.fight.over.reason}")


def who_fights(fight: Fight) -> str:
    """'coriolis, Dock 9: crew (Mira, Tor) against syndicate (Thug 1, Thug 2)'."""
    camps = []
    for side in sides(fight.state):
        members = [one.name or one.id for one in fight.state.roster.values() if one.side == side]
        shown = ", ".join(members[:6]) + (f" and {len(members) - 6} more" if len(members) > 6 else "")
        camps.append(f"{side or 'no side'} ({shown})")
    title = f", {fight.title}" if fight.title else ""
    kind = f" {fight.state.kind}" if fight.state.kind else ""
    return f"{fight.book.name}{kind}{title}: " + " against ".join(camps)


def check_party(path: Path, verdict: Verdict) -> None:
    """Every member is tried as a combatant of the party's book."""
    source = read_source(path)
    try:
        party_members(source.data)
    except BadInput as error:
        verdict.errors.append(source.locate(error))
    data = {"rulebook": source.data.get("rulebook", ""), "combatant": source.data["member"]}
    data |= {"packs": source.data["packs"]} if "packs" in source.data else {}
    trial = Trial(source, path.parent, data, rename=("combatant.", "member."))
    verdict.errors += trial.errors
    if trial.fight is not None and not verdict.errors:
        names = ", ".join(one.name or one.id for one in trial.fight.state.roster.values())
        verdict.summary = f"a party of {trial.fight.book.name}: {names}"


def check_pack(path: Path, verdict: Verdict) -> None:
    folder = path if path.is_dir() else path.parent
    verdict.errors, verdict.notes, verdict.summary = pack_faults(folder)


def check_transcript(path: Path, verdict: Verdict) -> None:
    again = play_again(path)
    if not again.ok:
        raise BadInput(again.problem, file=str(path), expected="a tape that fits")
    acts = sum(1 for entry in again.fight.journal.entries if entry.kind == "action")
    verdict.summary = f"a transcript of {acts} acts that fits to the last die; {who_fights(again.fight)}"


def check_save(path: Path, verdict: Verdict) -> None:
    fight = open_save(path)
    verdict.summary = f"a save after {len(fight.journal.entries)} entries; {who_fights(fight)}"


CHECKS = {
    "fight": check_fight, "party": check_party, "pack": check_pack, "transcript": check_transcript, "save": check_save,
}  # fmt: skip

COMMAND = Command(
    "check",
    "validate fights, parties, packs, transcripts and saves",
    ("starfray check dock-9.toml", "starfray check crew.toml my-pack/ night.transcript"),
    options,
    run,
)
