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
from starfray.terminal.output import Output
from starfray.terminal.sources import kind_of, open_save, play_again
from starfray.terminal.validation import ErrorCollector, pack_errors


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
        print_json({"ok": all(verdict.ok for verdict in verdicts), "files": [verdict.plain() for verdict in verdicts]})
    output = Output()
    for verdict in verdicts:
        for error in verdict.errors:
            sys.stderr.write(f"{error}\n")
        if args.json:
            continue
        if verdict.ok:
            output.wrap(f"{verdict.file}: {verdict.summary}", output.paint("OK", "green", "bold") + " ", "     ")
        for note in verdict.notes:
            output.wrap(f"{verdict.file}: {note}", "note ", "     ", "dim")
    return 0 if all(verdict.ok for verdict in verdicts) else 2


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
    collected = ErrorCollector(source, path.parent, source.data)
    verdict.errors = collected.errors
    if collected.fight is not None and collected.fight.over is None and len(sides(collected.fight.state)) < 2:
        verdict.notes.append("everybody is on one side, so there is nobody to fight")
    if collected.fight is not None and not collected.errors:
        verdict.summary = who_fights(collected.fight)
        verdict.notes += remarks_on(collected.fight)
        if collected.fight.over is not None:
            verdict.notes.append(f"the fight is over before it begins: {collected.fight.over.reason}")


def remarks_on(fight: Fight) -> list[str]:
    """What is perhaps not meant, each once, with those it is on the sheets of."""
    found: dict[str, list[str]] = {}
    for combatant in fight.state.roster.values():
        for remark in fight.book.remarks(fight.state, combatant, fight.content):
            found.setdefault(remark, []).append(combatant.id)
    return [f"{', '.join(whos)}: {remark}" for remark, whos in found.items()]


def who_fights(fight: Fight) -> str:
    """'coriolis, Dock 9: crew (Mira, Tor) against syndicate (Thug 1, Thug 2)'."""
    camps = []
    for side in sides(fight.state):
        members = [combatant.name or combatant.id for combatant in fight.state.roster.values() if combatant.side == side]
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
    collected = ErrorCollector(source, path.parent, data, rename=("combatant.", "member."))
    verdict.errors += collected.errors
    if collected.fight is not None and not verdict.errors:
        names = ", ".join(combatant.name or combatant.id for combatant in collected.fight.state.roster.values())
        verdict.summary = f"a party of {collected.fight.book.name}: {names}"
        verdict.notes += remarks_on(collected.fight)


def check_pack(path: Path, verdict: Verdict) -> None:
    folder = path if path.is_dir() else path.parent
    verdict.errors, verdict.notes, verdict.summary = pack_errors(folder)


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

COMMAND = Command(("starfray check dock-9.toml", "starfray check crew.toml my-pack/ night.transcript"), options, run)
