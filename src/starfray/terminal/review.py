"""`starfray review`: a played fight looked at again: who stood how, what the dice gave and took, what decisions were worth."""

from __future__ import annotations

import argparse
from pathlib import Path

from starfray.engine.errors import BadInput, TapeError
from starfray.engine.values import GM
from starfray.fight import Fight
from starfray.sim.policies import read_policies
from starfray.sim.review import BUDGET, DECISION, LUCK, PLAYOUTS, SURE, Act, Review, Term, review
from starfray.sim.review_page import person_words, review_page, review_rows, sum_words
from starfray.sim.solve import TooBig
from starfray.terminal.command import Command, print_json
from starfray.terminal.output import Output
from starfray.terminal.sim_options import (
    MOST_WORKERS,
    USUAL_WORKERS,
    WORKERS_HELP,
    Meter,
    add_policy,
    add_reports,
    check_reports,
    interpreted_words,
    write_reports,
)
from starfray.terminal.sources import kind_of, open_save, play_again

TOLD = 0.01  # terms worth less are in --json and the report only


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a transcript, or a save")
    parser.add_argument(
        "-n", "--playouts", type=int, default=PLAYOUTS, metavar="N", help=f"playouts from each point ({PLAYOUTS})"
    )
    parser.add_argument(
        "--budget",
        type=int,
        default=BUDGET,
        metavar="N",
        help=f"playouts in which something better is looked for at each decision ({BUDGET}); 0: do not look",
    )
    parser.add_argument(
        "--exact",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="solve the fight instead of playing it out, or say why it is too big (small fights are solved anyway)",
    )
    parser.add_argument("--seen-by", default=GM, metavar="WHO", help="as gm, side:NAME or player:SEAT could follow it (gm)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the seed of the playouts (0)")
    parser.add_argument("--workers", type=int, default=USUAL_WORKERS, metavar="N", help=f"processes ({WORKERS_HELP})")
    add_policy(parser)
    add_reports(parser)


def run(args: argparse.Namespace) -> int:
    fight = played(Path(args.file))
    check_reports(args)
    if not 1 <= args.workers <= MOST_WORKERS:
        raise BadInput(f"{args.workers} workers", field="--workers", expected=f"1 to {MOST_WORKERS}")
    fight.view(args.seen_by)
    meter = Meter("the first act …")
    try:
        found = review(
            fight,
            policies=read_policies(fight.state, args.policy),
            viewer=args.seen_by,
            exact=args.exact,
            playouts=args.playouts,
            budget=args.budget,
            seed=args.seed,
            workers=args.workers,
            progress=meter.tell,
        )
    except TooBig as big:
        raise TooBig(f"{big}. Without --exact the chances are counted in playouts") from None
    finally:
        seconds = meter.clear()
    files = write_reports(args, lambda: review_page(found), lambda: review_rows(found))
    if args.json:
        print_json({**found.plain(), "seconds": seconds})
        return 0
    output = Output()
    show(output, found)
    output.wrap(f"{method_words(found)} {len(found.acts)} acts, {seconds:.0f} s.{interpreted_words()}", "", "", "dim")
    for name in files:
        output.say(f"written: {name}", "dim")
    return 0


def played(path: Path) -> Fight:
    kind = kind_of(path)
    if kind == "save":
        return open_save(path)
    if kind != "transcript":
        raise BadInput(f"this is a {kind}", file=str(path), expected="a transcript or a save")
    again = play_again(path)
    if not again.ok:
        raise TapeError(f"{path}: {again.problem}")
    return again.fight


def method_words(found: Review) -> str:
    if found.exact:
        return "Exact: the fight was solved."
    within = SURE * max(act.after.error(found.sides[0]) for act in found.acts)
    return (
        f"Chances under the policy {found.policy}, {found.playouts} playouts from each point: within {100 * within:.0f} points "
        f"in 19 of 20 cases, steps within {142 * within:.0f}."
    )


def show(output: Output, found: Review) -> None:
    output.title(f"Review of {found.title or 'the fight'}")
    if len(found.acts) < found.of:
        output.say(f"Interrupted: the first {len(found.acts)} of {found.of} acts.", "yellow")
    for act in found.acts:
        show_act(output, found, act)
    output.say()
    for side in found.sides:
        output.wrap(sum_words(found, side), "", "  ")
    if found.turning_points():
        output.say()
        output.say("Turning points", "bold")
        for act in found.turning_points():
            output.wrap(f"{points(act.moved(found.sides[0])):>4}  {act.number}. {act.headline}", "  ", "        ")
    output.say()
    output.say("Who", "bold")
    for person in found.people.values():
        output.wrap(person_words(person), "  ", "    ")
    output.say(f"In points of a hundred; turning points for {found.sides[0] or 'nobody'}.", "dim")


def show_act(output: Output, found: Review, act: Act) -> None:
    side = found.sides[0]
    before, after = (100 * value.of(side) for value in (act.before, act.after))
    line = f"{act.number:>3}. {side} {before:3.0f} → {after:3.0f} %  {act.headline or '(not seen)'}"
    output.wrap(line, "", "     ")
    for term in act.terms:
        words = term_words(found, term)
        if words:
            output.wrap(words, "       ", "         ", "dim")


def term_words(found: Review, term: Term) -> str:
    """A term in a line, if it is worth telling: for the side of whoever threw or decided."""
    person = found.people.get(term.who)
    side = person.side if person is not None else found.sides[0]
    name = person.name if person is not None else term.who
    worth = term.worth.get(side, 0.0)
    cost = term.best.cost if term.best is not None else 0.0
    if abs(worth) < TOLD and cost < TOLD:
        return ""
    if term.kind == LUCK:
        return f"{points(worth)} {name} throws {term.words}"
    if term.kind != DECISION:
        return f"{points(worth)} for {side}: {'the GM changes it' if term.kind == 'edit' else 'what was not known'}"
    told = f"{points(worth)} {name} decides: {term.words}"
    if term.usual and term.usual != term.words:
        told += f" (usual: {term.usual})"
    if term.best is not None and cost >= TOLD:
        told += f"; better: {term.best.words}, {100 * term.best.chance:.0f} % instead of {100 * term.best.played:.0f} %"
    return told


def points(share: float) -> str:
    return f"{100 * share:+.0f}".replace("-", "−")


COMMAND = Command(
    examples=(
        "starfray review dock-9.transcript",
        "starfray review night.json --report night.html",
        "starfray review duel.transcript --exact --json",
        "starfray review dock-9.transcript --seen-by player:ana -n 400",
    ),
    options=options,
    run=run,
)
