"""`starfray export`: a fight or a party in another form, or the survivors of a fight back into their party file."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from starfray.engine.errors import BadInput, suggest
from starfray.engine.position import sides
from starfray.exports import as_actors, party_people
from starfray.fight import Fight
from starfray.files import write_back
from starfray.terminal.command import Command, print_json
from starfray.terminal.sources import kind_of, open_fight, write_text
from starfray.transcript_format import transcript_of
from starfray.words import act_words, log, tell

FORMS = ("toml", "json", "transcript", "log", "markdown", "foundry")
BY_SUFFIX = {".toml": "toml", ".json": "json", ".transcript": "transcript", ".log": "log", ".txt": "log", ".md": "markdown"}


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fight", metavar="FILE", help="a fight file, a transcript or a save; for --to foundry also a party")
    words = "the format (by the ending of the output file, else toml); foundry: its people as actors of Foundry"
    parser.add_argument("--to", choices=FORMS, default="", help=words)
    parser.add_argument("-o", "--output", default="", metavar="FILE", help="where to write (to the screen)")
    parser.add_argument("--force", action="store_true", help="overwrite what is there")
    parser.add_argument("--party", default="", metavar="CREW", help="write wounds, ammunition, points back to this party")
    parser.add_argument("--who", default="", metavar="IDS", help="with --party or --to foundry: only these, as mira,tor")


def run(args: argparse.Namespace) -> int:
    if args.to == "foundry" and not args.party:
        return to_foundry(args)
    fight = open_fight(args.fight)
    if args.party:
        return to_party(fight, args)
    form = args.to or BY_SUFFIX.get(Path(args.output).suffix, "toml")
    text = written(fight, form)
    if args.output:
        write_text(Path(args.output), text, force=args.force)
    if args.json:
        content = transcript_of(fight).plain() if form == "transcript" else fight.to_json() if form == "json" else text
        print_json({"form": form, "file": args.output or None, "hash": fight.hash, "content": content})
    elif args.output:
        sys.stdout.write(f"{args.output}: written as {form}\n")
    else:
        sys.stdout.write(text)
    return 0


def to_foundry(args: argparse.Namespace) -> int:
    """People of a fight or a party as actors that Foundry imports: one, or a list."""
    if args.fight and kind_of(Path(args.fight)) == "party":
        book, people = party_people(Path(args.fight))
    else:
        fight = open_fight(args.fight)
        book, people = fight.book, list(fight.state.roster.values())
    known = {person.id: person for person in people}
    wanted = [name.strip() for name in args.who.split(",") if name.strip()] or list(known)
    for name in wanted:
        if name not in known:
            raise BadInput(f"nobody is called {name!r}", file=args.fight, expected=suggest(name, known))
    data = as_actors(book, [known[name] for name in wanted])
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    if args.output:
        write_text(Path(args.output), text, force=args.force)
    if args.json:
        print_json({"form": "foundry", "file": args.output or None, "content": data})
    else:
        sys.stdout.write(f"{args.output}: written as foundry\n" if args.output else text)
    return 0


def to_party(fight: Fight, args: argparse.Namespace) -> int:
    who = [name.strip() for name in args.who.split(",") if name.strip()] if args.who else None
    if fight.draft is not None:
        raise BadInput("an act is still under way in this save", file=args.fight, expected="a save between two acts")
    done = write_back(fight, args.party, who)
    if args.json:
        print_json({"party": args.party, "written": done})
    else:
        sys.stdout.write(f"{args.party}: {', '.join(done)} written\n")
    return 0


def written(fight: Fight, form: str) -> str:
    if form == "toml":
        return fight.to_text()
    if form == "json":
        return json.dumps(fight.to_json(), ensure_ascii=False, indent=1) + "\n"
    if form == "transcript":
        return fight.transcript()
    if form == "log":
        return "\n".join(log(fight)) + "\n"
    return markdown(fight)


def markdown(fight: Fight) -> str:
    """A page to share: who fought, how it ended, what happened."""
    lines = [f"# {fight.title or fight.book.title}", "", f"{fight.book.title}.", ""]
    for side in sides(fight.state):
        lines += [f"## {side or 'No side'}", ""]
        for combatant in fight.state.roster.values():
            if combatant.side == side:
                card = ", ".join(f"{line.label} {line.value}" for line in fight.book.describe(fight.state, combatant))
                lines.append(f"- **{combatant.name or combatant.id}**: {card}")
        lines.append("")
    over = fight.over
    if over is not None:
        lines += [f"**The fight is over:** {over.reason}.", ""]
    lines += ["## What happened", ""]
    act = -1
    for told in tell(fight):
        if told.act != act:
            act = told.act
            words = act_words(fight, act)
            lines += ["", f"**`{words}`**", ""] if words else [""]
        lines.append(f"- {told.text}")
    return "\n".join(lines) + "\n"


COMMAND = Command(
    (
        "starfray export night.json --to transcript -o night.transcript",
        "starfray export night.transcript --to markdown",
        "starfray export night.json --party crew.toml --who mira,tor",
        "starfray export crew.toml --to foundry --who mira -o mira.json",
    ),
    options,
    run,
)
