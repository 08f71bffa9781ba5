"""The conformance kit: does a rulebook keep its contract? It plays random fights and checks them in many ways.

    from starfray.testing import check_rulebook
    check_rulebook(BOOK, fights=["examples/duel.toml"])

What is checked is listed in `report.CHECKS`. The report is printed; a broken promise raises Nonconforming with all of them.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from starfray.engine.generator import Generator
from starfray.engine.rulebook import Rulebook
from starfray.testing.chances import check_tables
from starfray.testing.context import Effort, Kit, ground_of, known, question_reach, source_places
from starfray.testing.random_actions import check_offers
from starfray.testing.random_walk import STYLES, Walk, play_out, scout
from starfray.testing.report import Findings, Nonconforming, Reach, Report, Show
from starfray.testing.source_rules import fence

__all__ = ["Effort", "Nonconforming", "Report", "check_rulebook"]


def check_rulebook(
    book: Rulebook,
    fights: Sequence[str | Path],
    *,
    seed: int = 1,
    rounds: int = 4,
    effort: Effort | None = None,
    unreached_ok: Sequence[str] = (),
    show: Show = print,
) -> Report:
    """Check a rulebook on fights (texts or paths). `unreached_ok` names kinds and rule ids, with * for any part, that these
    fights need not reach. Raises Nonconforming if a promise is broken.
    """
    started = time.perf_counter()
    report = Report(book.name)
    findings = Findings(report)
    effort = effort or Effort(rounds=rounds)
    kit = Kit(
        book,
        findings,
        effort,
        Reach("actions", list(book.actions)),
        Reach("due steps", list(book.steps)),
        question_reach(book),
        Generator(seed),
    )
    report.reach = [kit.actions, kit.steps, kit.questions]
    for fault in fence(*source_places(book)):
        findings.complain("fence", fault, "the source")
    with known(book):
        grounds = [ground_of(given, number + 1) for number, given in enumerate(fights)]
        for place, ground in enumerate(grounds):
            for number in range(effort.rounds):
                Walk(kit, ground, seed + 100 * place + number, STYLES[number % len(STYLES)]).run()
            play_out(kit, ground, seed + 100 * place + 50)
            if report.ok:
                check_tables(kit, ground, seed + 100 * place)
        if report.ok:
            scout(kit, grounds, seed, list(unreached_ok))
    check_offers(kit)
    for reach in report.reach:
        findings.missed(reach, list(unreached_ok))
    report.seconds = time.perf_counter() - started
    show(report.text())
    if not report.ok:
        raise Nonconforming(report)
    return report
