"""`starfray odds`: what an action can lead to and how likely, from the rules that play it."""

from __future__ import annotations

import argparse

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, Refused, suggest
from starfray.engine.policy import Policies
from starfray.engine.position import sides
from starfray.engine.values import GM
from starfray.fight import Fight
from starfray.odds import DEFAULT_BUDGET, Odds
from starfray.sim.odds_report import odds_page, odds_rows, sampled_words
from starfray.sim.policies import policies_called, read_policies
from starfray.terminal.command import Command, joined, print_json
from starfray.terminal.output import Output, percent
from starfray.terminal.repeat_odds import check_times, plain_times, show_times
from starfray.terminal.sim_options import FIGHT_HELP, Meter, add_policy, add_reports, check_reports, write_reports
from starfray.terminal.sources import begin, open_fight

MOST = 12  # outcomes shown one by one


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fight", metavar="FIGHT", help=FIGHT_HELP)
    parser.add_argument(
        "action",
        metavar="ACTION",
        nargs="+",
        help="the action as text, as: shot mira tor vulcan-carbine; or due: the step that falls due now",
    )
    parser.add_argument("--as", dest="seat", default=GM, metavar="SEAT", help="whose knowledge: gm, player:ana, side:crew")
    add_policy(parser)
    parser.add_argument("--best-for", default="", metavar="SIDE", help="this side always takes the best decision")
    parser.add_argument("--budget", type=int, default=DEFAULT_BUDGET, metavar="N", help="at most N runs of the rule")
    parser.add_argument("--seed", type=int, default=None, metavar="N", help="begin the fight with this seed instead")
    parser.add_argument("--all", action="store_true", help=f"list all outcomes, not only the {MOST} likeliest")
    parser.add_argument(
        "--times", type=int, default=1, metavar="N", help="add up N such acts, each of them from the present position"
    )
    add_reports(parser)


def run(args: argparse.Namespace) -> int:
    fight = open_fight(args.fight)
    check_reports(args)
    if args.seed is not None:
        reseed(fight, args.seed)
    if args.budget < 1:
        raise BadInput(f"a budget of {args.budget}", field="--budget", expected="1 or more")
    check_times(args.times, args.report, args.csv)
    action = joined(args.action)
    begun = action != "due" and begin(fight)
    policies = policies_called(fight.book, read_policies(fight.state, args.policy))
    found = find_odds(fight, action, args.seat, policies, args.best_for, args.budget)
    files = write_reports(args, lambda: odds_page(fight, found), lambda: odds_rows(found))
    if args.json:
        times = {"times": plain_times(found, args.times)} if args.times > 1 else {}
        print_json({**found.plain(), "runs": found.runs, "begun-with-seed": fight.seed if begun else None, **times})
        return 0
    output = Output()
    if begun:
        output.say(f"(the fight had not begun; its first steps were rolled with seed {fight.seed})", "dim")
    if args.times > 1:
        show_times(output, found, args.times)
        notes(output, fight, found)
    else:
        show_odds(output, fight, found, None if args.all else MOST)
    for name in files:
        output.say(f"written: {name}", "dim")
    return 0


def reseed(fight: Fight, seed: int) -> None:
    """Other dice from here on."""
    fight.seed = seed
    fight.generators = type(fight.generators)(seed)


def find_odds(
    fight: Fight, action: str, who: str = GM, policies: Policies | None = None, best_for: str = "", budget: int = DEFAULT_BUDGET
) -> Odds:
    if best_for and best_for not in sides(fight.state):
        raise BadInput(f"no side {best_for!r}", field="--best-for", expected=suggest(best_for, sides(fight.state)))
    if action == "due" and fight.due is None:
        raise Refused("fight.turn", "no step is due: somebody has to act", fight.actors)
    meter = Meter()

    def tell(done: int, left: int) -> None:
        meter.say(f"{done:,} runs of the rule, {left:,} known to be left, {budget:,} allowed  ")

    try:
        return fight.odds(action, who, policies=policies, budget=budget, best_for=best_for, progress=tell)
    finally:
        meter.clear()


def show_odds(output: Output, fight: Fight, found: Odds, most: int | None = MOST) -> None:
    """Bars, percentages, what changes."""
    output.title(found.action)
    show_figures(output, found)
    told = found.told()
    shown = told[:most]
    for p, words in shown:
        lead = f"{percent(p):>7} {output.bar(p)} "
        output.wrap(words, lead, " " * len(lead))
    rest = told[len(shown) :]
    if rest:
        share = sum(p for p, _ in rest)
        output.say(
            f"{percent(share):>7} {output.bar(share)} {len(rest):,} further outcomes (--all in `starfray odds` lists them)"
        )
    if found.unlisted:
        output.say(f"{percent(found.unlisted):>7} {output.bar(found.unlisted)} outcomes too many to list")
    show_parts(output, found)
    show_questions(output, found)
    notes(output, fight, found)


def show_parts(output: Output, found: Odds) -> None:
    """What becomes of each combatant the act may affect, whatever happens to the others."""
    lines = []
    for part in found.parts.values():
        if part.untouched > 1 - 1e-9:
            continue
        figures = [path for path in part.figures() if abs(found.expected(path)) > 5e-4]
        moved = ", ".join(f"{path.partition('.')[2]} {found.expected(path):+.2f}" for path in figures[:6])
        chances = [f"untouched {percent(part.untouched)}"] if part.untouched > 1e-9 else []
        chances += [f"falls {percent(part.falls)}"] if part.falls > 1e-9 else []
        if moved or chances:
            lines.append((f"{part.name}: ", "; ".join([*chances, *([f"on average {moved}"] if moved else [])])))
    if lines:
        output.say("Each combatant, on average:", "bold")
    for lead, words in lines:
        output.wrap(words, lead, "  ")


def show_figures(output: Output, found: Odds, most: int = 2) -> None:
    """For the figures that turn on the dice: each value with its chance, whatever else happens."""
    if len(found.outcomes) <= 3:
        return
    for path, values in varying(found)[:most]:
        before = found.before.get(path)
        output.say(f"{path} from {before} to", "bold")
        for value in sorted(values, reverse=True):
            as_now = " (as now)" if value == before else ""
            output.say(f"{percent(values[value]):>7} {output.bar(values[value])} {value}{as_now}")
    output.say("The likeliest outcomes as a whole:", "bold")


def varying(found: Odds) -> list[tuple[str, dict[Plain, float]]]:
    """Figures with several possible values, those that move most on average first."""
    spreads = []
    for part in found.parts.values():
        for path in part.figures():
            values = part.values(path, found.before.get(path))
            if 1 < len(values) <= 12:
                spreads.append((path, values))
    return sorted(spreads, key=lambda figure: -abs(found.expected(figure[0])))


def show_questions(output: Output, found: Odds) -> None:
    asked = [question for question in found.questions if len(question.answers) > 1 or question.worths]
    if asked:
        output.say("Questions on the way, and how they are answered:", "bold")
    for question in asked:
        ranked = sorted(question.answers.items(), key=lambda item: -item[1])[:4]
        words = ", ".join(f"{answer or '(nothing)'} {percent(share)}" for answer, share in ranked)
        worths = ", ".join(f"{answer} {worth:+.2f}" for answer, worth in list(question.worths.items())[:6])
        output.wrap(
            f"{question.who} {question.rule} ({question.times:.2f} times): {words}"
            + (f"; worth of question: {worths}" if worths else ""),
            "  ",
            "    ",
        )


def notes(output: Output, fight: Fight, found: Odds) -> None:
    if found.settled_by:
        output.say(f"as it stands once it takes effect ({found.settled_by}); until then others act by their policies", "dim")
    how = (
        "exact"
        if found.exact
        else "sampled"
        if not found.residual
        else (f"{percent(found.residual)} was not reached within the budget (--budget N)")
    )
    output.say(f"{how}; decided by: {found.policy}; {found.runs} run{'' if found.runs == 1 else 's'} of the rule", "dim")
    if found.sampled:
        output.wrap(sampled_words(found), "", "  ", "yellow")
    for rule in found.untold:
        output.wrap(
            f"left open, as it matters only after the fight: {rule} ({fight.book.ledger().summary(rule)})", "  ", "    ", "dim"
        )


COMMAND = Command(
    (
        'starfray odds dock-9.toml "shot mira tor vulcan-carbine"',
        'starfray odds night.json "full-auto tor thug-1" --best-for crew',
        'starfray odds dock-9.toml "shot mira tor" --as player:ana --json',
        'starfray odds dock-9.toml "shot mira tor" --times 10',
        "starfray odds dogfight.toml due",
    ),
    options,
    run,
)
