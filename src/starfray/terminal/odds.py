"""`starfray odds`: what an action can lead to and how likely, from the rules that play it."""

from __future__ import annotations

import argparse

from starfray.engine.errors import BadInput, Refused, suggest
from starfray.engine.policy import Policies, RandomPolicy
from starfray.engine.position import sides
from starfray.engine.values import GM
from starfray.fight import Fight
from starfray.odds import DEFAULT_BUDGET, Odds
from starfray.terminal.command import Command, print_json
from starfray.terminal.ink import Ink, Working, percent
from starfray.terminal.sources import begin, open_fight

MOST = 12  # outcomes shown one by one


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fight", metavar="FIGHT", help="a fight file, a save or a transcript")
    parser.add_argument("action", metavar="ACTION", nargs="+",
                        help="the action as text, as: shot mira tor vulcan-carbine; or due: the step that falls due now")
    parser.add_argument("--as", dest="seat", default=GM, metavar="SEAT", help="whose knowledge: gm, player:ana, side:crew")
    parser.add_argument("--policy", choices=("default", "random"), default="default", help="who decides on the way")
    parser.add_argument("--best-for", default="", metavar="SIDE", help="decisions of this side are taken as well as possible")
    parser.add_argument("--budget", type=int, default=DEFAULT_BUDGET, metavar="N", help="at most so many runs of the rule")
    parser.add_argument("--seed", type=int, default=None, metavar="N", help="begin the fight with this seed instead")
    parser.add_argument("--all", action="store_true", help=f"list all outcomes, not only the {MOST} likeliest")


def run(args: argparse.Namespace) -> int:
    fight = open_fight(args.fight)
    if args.seed is not None:
        reseed(fight, args.seed)
    if args.budget < 1:
        raise BadInput(f"a budget of {args.budget}", field="--budget", expected="1 or more")
    action = joined(args.action)
    begun = action != "due" and begin(fight)
    found = find_odds(fight, action, args.seat, args.policy, args.best_for, args.budget)
    if args.json:
        print_json({**found.plain(), "runs": found.runs, "begun-with-seed": fight.seed if begun else None})
        return 0
    ink = Ink()
    if begun:
        ink.say(f"(the fight had not begun; its first steps were rolled with seed {fight.seed})", "dim")
    show_odds(ink, fight, found, None if args.all else MOST)
    return 0


def reseed(fight: Fight, seed: int) -> None:
    """Other dice from here on."""
    fight.seed = seed
    fight.generators = type(fight.generators)(seed)


def joined(words: list[str]) -> str:
    """Words of the shell as one action text; those with blanks get their quotation marks back."""
    if len(words) == 1:
        return words[0]
    return " ".join(f'"{word}"' if any(char.isspace() for char in word) else word for word in words)


def find_odds(
    fight: Fight, action: str, who: str = GM, policy: str = "default", best_for: str = "", budget: int = DEFAULT_BUDGET
) -> Odds:
    if best_for and best_for not in sides(fight.state):
        raise BadInput(f"no side {best_for!r}", field="--best-for", expected=suggest(best_for, sides(fight.state)))
    if action == "due" and fight.due is None:
        raise Refused("fight.turn", "no step is due: somebody has to act", fight.actors)
    policies = Policies(RandomPolicy() if policy == "random" else fight.book.policy())
    with Working("Working out the odds"):
        return fight.odds(action, who, policies=policies, budget=budget, best_for=best_for)


def show_odds(ink: Ink, fight: Fight, found: Odds, most: int | None = MOST) -> None:
    """Bars, percentages, what changes."""
    ink.title(found.action)
    show_figures(ink, found)
    shown = found.outcomes[:most]
    for each in shown:
        lead = f"{percent(each.p):>7} {ink.bar(each.p)} "
        pad = " " * len(lead)
        ink.wrap(each.summary, lead, pad)
    rest = found.outcomes[len(shown):]
    if rest:
        share = sum(each.p for each in rest)
        ink.say(f"{percent(share):>7} {ink.bar(share)} {len(rest)} further outcomes (--all in `starfray odds` lists them)")
    expected = expected_lines(found)
    if expected:
        ink.say("On average:", "bold")
        for line in expected:
            ink.say("  " + line)
    notes(ink, fight, found)


def show_figures(ink: Ink, found: Odds, most: int = 2) -> None:
    """For the figures that turn on the dice: each value with its chance, whatever else happens."""
    if len(found.outcomes) <= 3:
        return
    for path in [path for _, path in expected_changes(found) if _varies(found, path)][:most]:
        before = next(each.changes[path][0] for each in found.outcomes if path in each.changes)
        chances: dict[float, float] = {}
        for each in found.outcomes:
            after = each.changes[path][1] if path in each.changes else before
            chances[after] = chances.get(after, 0.0) + each.p
        ink.say(f"{path} from {before} to", "bold")
        for value in sorted(chances, reverse=True):
            as_now = " (as now)" if value == before else ""
            ink.say(f"{percent(chances[value]):>7} {ink.bar(chances[value])} {value}{as_now}")
    ink.say("The likeliest outcomes as a whole:", "bold")


def _varies(found: Odds, path: str) -> bool:
    values = {each.changes[path][1] if path in each.changes else None for each in found.outcomes}
    return 1 < len(values) <= 12


def expected_lines(found: Odds) -> list[str]:
    return [f"{change:+8.2f}  {path}" for change, path in expected_changes(found)[:8]]


def expected_changes(found: Odds) -> list[tuple[float, str]]:
    """The expected change of every number that may change, the greatest first."""
    paths = list(dict.fromkeys(path for each in found.outcomes for path in each.changes))
    moved = []
    for path in paths:
        pairs = [each.changes[path] for each in found.outcomes if path in each.changes]
        if all(_number(value) for pair in pairs for value in pair):
            moved.append((found.expected(path), path))
    moved.sort(key=lambda each: -abs(each[0]))
    return [each for each in moved if abs(each[0]) > 5e-4]


def _number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def notes(ink: Ink, fight: Fight, found: Odds) -> None:
    how = "exact" if found.exact else f"{percent(found.residual)} was not reached within the budget (--budget N)"
    ink.say(f"{how}; decisions: {found.policy}; {found.runs} run{'' if found.runs == 1 else 's'} of the rule", "dim")
    for rule in found.untold:
        ink.wrap(f"not told apart: {rule} ({fight.book.ledger().summary(rule)})", "  ", "    ", "dim")


COMMAND = Command(
    "odds", "the chances of an action before you commit to it",
    ('starfray odds dock-9.toml "shot mira tor vulcan-carbine"',
     'starfray odds night.json "full-auto tor thug-1" --best-for crew',
     'starfray odds dock-9.toml "shot mira tor" --as player:ana --json',
     "starfray odds dogfight.toml due"),
    options, run,
)
