"""Reports: what a simulation, a comparison or a solution says, as a page and as rows for a sheet."""

from __future__ import annotations

from starfray.fight import Fight
from starfray.sim.page import Bar, bars, columns, page, percent, table
from starfray.sim.report_parts import number, subtitle, titled, to_csv
from starfray.sim.result import Result
from starfray.sim.solve import Solution
from starfray.sim.whatif import WhatIf, points, verdict

SLIGHT = 0.1  # a figure that changes less on average is in the sheet only
FEW = 12  # variations: every one has a bar, however short
Rows = list[list[str]]


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
    for ending, count in sorted(result.endings.items(), key=lambda each: -each[1]):
        words.append(f"{percent(count / result.fights)} end by a goal: {ending}.")
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
