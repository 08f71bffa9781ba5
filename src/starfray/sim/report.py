"""Reports: what a simulation, a comparison, a solution or the odds of an action say, as a page and as rows for a sheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from starfray.fight import Fight
from starfray.odds import Odds
from starfray.sim.page import Bar, bars, columns, page, percent, table
from starfray.sim.result import Result, wilson
from starfray.sim.solve import Solution
from starfray.sim.whatif import WhatIf, points, verdict

MOST_OUTCOMES = 20
SLIGHT = 0.1  # a figure that changes less on average is in the sheet only
FEW = 12  # variations: every one has a bar, however short
SELDOM = 0.01  # a figure that changes less often has no chart of its own
Rows = list[list[str]]


def subtitle(fight: Fight) -> str:
    people: dict[str, int] = {}
    for combatant in fight.state.roster.values():
        people[combatant.side] = people.get(combatant.side, 0) + 1
    return f"{fight.book.title}: " + " against ".join(f"{count} of {side or 'nobody'}" for side, count in people.items())


def titled(fight: Fight) -> str:
    return fight.title or "The fight"


def to_csv(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([tame(cell) for cell in row] for row in rows)
    return out.getvalue()


def tame(cell: str) -> str:
    """Quote a name that a spreadsheet would take for a formula."""
    return f"'{cell}" if cell.startswith(("=", "@", "+", "-")) and not cell[1:2].isdigit() else cell


def number(value: float) -> str:
    return f"{value:.6g}"


# --- sim -----------------------------------------------------------------------------------------------------------


def sim_words(fight: Fight, result: Result) -> list[str]:
    """What a simulation says, in sentences."""
    ranked = sorted(result.wins, key=lambda side: -result.wins[side])
    words = []
    for side in ranked:
        share, low, high = result.share(side)
        words.append(
            f"{side or 'nobody'} wins {percent(share)} of {result.fights:,} fights "
            f"(95 % sure: {percent(low)} to {percent(high)})."
        )
    rounds = result.round_figures()
    words.append(
        f"A fight lasts {rounds['mean']:.1f} on average; half are over after {rounds['median']}, the longest took "
        f"{rounds['longest']}."
    )
    words.append(favoured(result))
    if result.stalemates:
        words.append(f"{percent(result.stalemates / result.fights)} are stalemates: nothing changed any more, and nobody won.")
    if result.unfinished:
        words.append(f"{result.unfinished} fights came to no end under these policies.")
    return words


def even_share(result: Result) -> float:
    """What each side would have if the fights somebody wins were shared out evenly."""
    return (1 - (result.draws + result.stalemates + result.unfinished) / max(1, result.fights)) / max(1, len(result.wins))


def favoured(result: Result) -> str:
    """Is it fair? In a sentence."""
    first = max(result.wins, key=lambda side: result.wins[side], default="")
    _, low, _ = result.share(first)
    even = even_share(result)
    if low <= even:
        return "It may be an even fight: the interval of the side that does best holds an even share."
    words = "clearly" if low > even + 0.05 else "slightly"
    return f"{first or 'nobody'} is {words} favoured: an even share would be {percent(even)}."


def sim_page(fight: Fight, result: Result, seed: int, policies: str) -> str:
    wins = [Bar(side or "nobody", *result.share(side), f"{percent(result.share(side)[0])}") for side in result.wins]
    for word, count in (("nobody wins", result.draws), ("stalemate", result.stalemates), ("no end", result.unfinished)):
        if count:
            wins.append(Bar(word, count / result.fights, 0, 0, percent(count / result.fights)))
    people = {who: result.combatant(who) for who in result.survived}
    up = [
        Bar(who, figures["survives"], figures["low"], figures["high"], percent(figures["survives"]))
        for who, figures in people.items()
    ]
    felled = [
        [who, ", ".join(f"{cause} {percent(count / result.fights)}" for cause, count in list(figures["felled_by"].items())[:4])]
        for who, figures in people.items()
        if figures["felled_by"]
    ]
    used = [
        [who, ", ".join(f"{path} {change:+.1f}" for path, change in figures["changes"].items() if abs(change) >= SLIGHT)]
        for who, figures in people.items()
    ]
    used = [row for row in used if row[1]]
    dealt = [
        [who, ", ".join(f"{amount:.1f} {path}" for path, amount in figures["dealt"].items())]
        for who, figures in people.items()
        if figures["dealt"]
    ]
    sections = [
        ("Who wins", bars(wins)),
        ("How long it takes", columns(result.rounds, result.fights)),
        ("Who is still up at the end", bars(up)),
        ("What brought them down", table(("who", "by, of all fights"), felled)),
        ("What each took off the others, on average", table(("who", "points"), dealt)),
        ("What changes, on average: points lost, rounds fired, things used", table(("who", "change"), used)),
    ]
    return page(
        f"{titled(fight)}, {result.fights:,} times",
        subtitle(fight),
        sim_words(fight, result),
        sections,
        f"Seed {seed}, decided by: {policies}. Lines across bars are 95 % intervals.",
    )


def sim_rows(result: Result) -> str:
    rows: Rows = []
    for side in result.wins:
        share, low, high = result.share(side)
        rows.append(["side", side, "wins", number(share), number(low), number(high)])
    rows.append(["fight", "", "draws", number(result.draws / result.fights), "", ""])
    rows.append(["fight", "", "stalemates", number(result.stalemates / result.fights), "", ""])
    rows.append(["fight", "", "unfinished", number(result.unfinished / result.fights), "", ""])
    for length, count in sorted(result.rounds.items()):
        rows.append(["length", str(length), "share", number(count / result.fights), "", ""])
    for who in result.survived:
        actor = result.combatant(who)
        rows.append(["combatant", who, "survives", number(actor["survives"]), number(actor["low"]), number(actor["high"])])
        rows += [
            ["combatant", who, f"felled by {cause}", number(count / result.fights), "", ""]
            for cause, count in actor["felled_by"].items()
        ]
        rows += [["combatant", who, f"dealt {path}", number(amount), "", ""] for path, amount in actor["dealt"].items()]
        rows += [["combatant", who, f"change of {path}", number(change), "", ""] for path, change in actor["changes"].items()]
    return to_csv(("about", "name", "figure", "value", "low", "high"), rows)


# --- what if ---------------------------------------------------------------------------------------------------------


def whatif_page(fight: Fight, found: WhatIf, policies: str) -> str:
    side = found.side
    base = found.base
    moved = [
        Bar(
            row.words,
            row.sides[side].change,
            row.sides[side].change_low,
            row.sides[side].change_high,
            f"{points(row.sides[side].change)} → {percent(row.sides[side].share)}",
        )
        for row in found.rows
        if row.sides[side].moves or len(found.rows) <= FEW
    ]
    now = [Bar(name, share.share, share.low, share.high, percent(share.share)) for name, share in base.sides.items()]
    others = [name for name in base.sides if name != side]
    rows = [
        [
            row.words,
            percent(row.sides[side].share),
            *(
                ("", "")
                if row is base
                else (
                    points(row.sides[side].change),
                    f"{100 * row.sides[side].change_low:+.0f} to {100 * row.sides[side].change_high:+.0f}",
                )
            ),
            *(percent(row.sides[name].share) for name in others),
            f"{row.length:.1f}",
            f"{row.fights:,}",
        ]
        for row in [base, *found.rows]
    ]
    head = ["what", f"{side} wins", "change", "95 % interval", *(f"{name} wins" for name in others), "length", "fights"]
    sections = [
        ("As written", bars(now)),
        (f"What moves {side}'s chances", bars(moved, signed=True)),
        ("All that was tried", table(head, rows, range(1, len(head)))),
        ("Not tried", table(("what", "why"), [list(pair) for pair in found.refused])),
    ]
    return page(
        f"What if: {titled(fight)}",
        subtitle(fight),
        verdict(found),
        sections,
        f"{base.fights:,} fights each, fewer where they showed enough, "
        f"the same seeds for all ({found.seed}), decided by: {policies}. "
        "Lines across bars are 95 % intervals of the change.",
    )


def whatif_rows(found: WhatIf) -> str:
    rows = [
        [
            row.words,
            side,
            number(share.share),
            number(share.low),
            number(share.high),
            number(share.change),
            number(share.change_low),
            number(share.change_high),
            number(row.length),
            str(row.fights),
        ]
        for row in [found.base, *found.rows]
        for side, share in row.sides.items()
    ]
    return to_csv(("what", "side", "share", "low", "high", "change", "change_low", "change_high", "length", "fights"), rows)


# --- solve -----------------------------------------------------------------------------------------------------------


def solve_words(solution: Solution) -> list[str]:
    words = [f"{side or 'nobody'} wins with a chance of {100 * chance:.4f} %." for side, chance in solution.chances.items()]
    if solution.draw > 1e-9:
        words.append(f"Nobody wins with a chance of {100 * solution.draw:.4f} %.")
    if solution.endless > 1e-9:
        words.append(f"With a chance of {100 * solution.endless:.4f} % it never ends.")
    words.append(f"It takes {solution.length:.2f} on average. These are exact figures, not samples.")
    return words


def solve_page(fight: Fight, solution: Solution, policies: str) -> str:
    chances = [*solution.chances.items(), ("nobody wins", solution.draw), ("it never ends", solution.endless)]
    shown = [Bar(name or "nobody", chance, 0, 0, f"{100 * chance:.4f} %") for name, chance in chances if chance > 1e-9]
    return page(
        f"{titled(fight)}, solved",
        subtitle(fight),
        solve_words(solution),
        [("Who wins", bars(shown))],
        f"{solution.states:,} positions, {solution.runs:,} runs of the rules, decided by: {policies}.",
    )


def solve_rows(solution: Solution) -> str:
    rows = [["wins", side, repr(chance)] for side, chance in solution.chances.items()]
    rows += [["draw", "", repr(solution.draw)], ["endless", "", repr(solution.endless)], ["length", "", repr(solution.length)]]
    return to_csv(("figure", "side", "value"), rows)


# --- odds ------------------------------------------------------------------------------------------------------------


def odds_words(found: Odds) -> list[str]:
    """What the odds say about each combatant the act may affect."""
    words = []
    for part in found.parts.values():
        if part.untouched > 1 - 1e-9:
            continue
        figures = [(path, found.expected(path)) for path in part.figures()]
        moved = ", ".join(f"{path.partition('.')[2]} {change:+.2f}" for path, change in figures if abs(change) > 5e-3)
        falls = f" falls with a chance of {percent(part.falls)};" if part.falls > 1e-9 else ""
        words.append(f"{part.name}:{falls} on average {moved or 'no figure changes'}.")
    if found.residual:
        words.append(f"{percent(found.residual)} was not reached within the budget.")
    if found.sampled:
        words.append(sampled_words(found))
    return words or ["Nothing changes."]


def sampled_words(found: Odds) -> str:
    low, high = wilson(found.sampled // 2, found.sampled)
    return (
        f"Not exact: what others do until it takes effect goes too many ways; played {found.sampled:,} times instead, "
        f"chances to ± {50 * (high - low):.0f} %."
    )


def odds_page(fight: Fight, found: Odds) -> str:
    told = found.told()
    rows = [[percent(p), words] for p, words in told[:MOST_OUTCOMES]]
    rest = sum(p for p, _ in told[MOST_OUTCOMES:]) + found.unlisted
    if rest > 1e-9:
        rows.append([percent(rest), "everything else"])
    sections = []
    for part in found.parts.values():
        charts = []
        for path in part.figures():
            values = part.values(path, found.before.get(path))
            now = found.before.get(path)
            if 1 < len(values) <= MOST_OUTCOMES and values.get(now, 0.0) < 1 - SELDOM:
                spread = [
                    Bar(f"{path} {value}" + (" (as now)" if value == now else ""), p, 0, 0, percent(p))
                    for value, p in sorted(values.items(), reverse=True)
                ]
                charts.append(bars(spread))
        sections.append((f"What becomes of {part.name}", "".join(charts)))
    sections.append(("The likeliest outcomes as a whole", table(("chance", "what changes"), rows, (0,))))
    asked = [
        [
            question.who,
            question.rule,
            f"{question.times:.2f}",
            ", ".join(
                f"{answer or '—'} {percent(p)}" for answer, p in sorted(question.answers.items(), key=lambda item: -item[1])[:6]
            ),
        ]
        for question in found.questions
    ]
    head = ("who", "rule", "times asked", "answers")
    sections.append(("Questions on the way, and how they are answered", table(head, asked, (2,))))
    how = "Exact" if found.exact else "Not complete" if found.residual else "Sampled"
    return page(
        f"Odds: {found.action}",
        f"{titled(fight)}. {subtitle(fight)}",
        odds_words(found),
        sections,
        f"{how}; decided by: {found.policy}; {found.runs:,} runs of the rule.",
    )


def odds_rows(found: Odds) -> str:
    rows = [["outcome", words, number(p)] for p, words in found.told()]
    rows += [["outcome", name, number(p)] for name, p in (("not listed", found.unlisted), ("not reached", found.residual)) if p]
    for part in found.parts.values():
        rows.append(["falls", part.who, number(part.falls)])
        for path in part.figures():
            rows += [
                ["figure", f"{path} = {value}", number(p)]
                for value, p in sorted(part.values(path, found.before.get(path)).items())
            ]
    for question in found.questions:
        rows += [["answer", f"{question.who} {question.rule}: {answer}", number(p)] for answer, p in question.answers.items()]
    return to_csv(("about", "what", "chance"), rows)
