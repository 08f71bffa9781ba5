"""Rows of the log: what an event cites stands beside it, folded away."""

from __future__ import annotations

from io import StringIO

import starfray
from starfray.engine.values import GM
from starfray.fight import Fight
from starfray.room import rows
from starfray.terminal import commands
from starfray.terminal.output import Output
from starfray.terminal.table import TerminalTable
from tests.cli.conftest import DUEL

CITED = "coriolis.ruling.broken.reactions"


def fight_that_cites() -> Fight:
    return starfray.loads(DUEL).gm("down tor")


def test_a_row_names_the_rules_its_event_cites_with_what_they_say() -> None:
    fight = fight_that_cites()
    found = rows.tail(fight, fight.state, GM, rows.numbers_for(fight, GM))
    assert found[-1]["by"] == [{"rule": CITED, "summary": fight.book.ledger().summary(CITED)}]
    assert found[0]["by"] == []


def test_cited_rules_are_kept_in_a_save() -> None:
    again = starfray.restore(fight_that_cites().to_json())
    assert again.events[-1].by == [CITED]
    assert again.events[0].by == []


def test_the_log_at_the_terminal_tells_what_decided() -> None:
    fight = fight_that_cites()
    stream = StringIO()
    commands.log(TerminalTable(fight, Output(stream), set()), "1", "")
    words = " ".join(stream.getvalue().split())
    assert words == f"Tor is Broken by {fight.book.ledger().summary(CITED)} [{CITED}]"
