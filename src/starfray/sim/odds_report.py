"""The odds of an action as a page and as rows for a sheet."""

from __future__ import annotations

from starfray.fight import Fight
from starfray.odds import Odds
from starfray.sim.page import Bar, bars, page, percent, table
from starfray.sim.report_parts import MOST_OUTCOMES, number, subtitle, titled, to_csv
from starfray.sim.result import wilson

SELDOM = 0.01  # a figure that changes less often has no chart of its own


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
