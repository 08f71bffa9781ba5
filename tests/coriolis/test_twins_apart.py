"""Victims an act is through with are kept apart; put together again, the chances are those of every branch walked."""

from __future__ import annotations

import pytest

from starfray.engine.actions import parse
from starfray.engine.codec import freeze
from starfray.engine.policy import Policies
from starfray.engine.tables.exact import ExactTable, Walker, spread
from tests.coriolis.build import duel
from tests.coriolis.test_twins import WEAK, same_odds

pytestmark = pytest.mark.slow


def row(*whos: str, more: str = "") -> str:
    head = '[[combatant]]\nside = "blue"\narmour = "flight-suit"\n' + WEAK + more
    return "".join(f'{head}id = "{who}"\nat = [10, {2 * place + 2}]\n' for place, who in enumerate(whos))


def test_a_burst_with_injuries_on_a_row_of_targets_takes_few_runs() -> None:
    gun = 'weapons = [{ key = "vulcan-carbine", crit = 2, bonus = 3 }]'
    fight = duel(a=WEAK + gun, b='armour = "flight-suit"', more=row("c", "d"))
    action = parse(fight.book.actions, "full-auto a b")
    policies = Policies(fight.book.policy())
    apart = spread(fight.book, fight.state, action, policies, budget=20_000)
    assert apart.residual == 0
    together = Walker(fight.book, fight.state, action, policies, apart.runs, None, None, ExactTable).walk()
    assert together.residual > 0, "multiplied out it takes more runs"
    assert sum(leaf.weight for leaf in apart.leaves) + apart.unlisted == pytest.approx(1, abs=1e-9)
    for records in apart.marginals.values():
        assert sum(leaf.weight for leaf in records) == pytest.approx(1, abs=1e-9)


def test_marginals_are_sums_of_the_whole() -> None:
    gun = 'weapons = [{ key = "vulcan-carbine", crit = 2, bonus = 3 }]'
    fight = duel(a=WEAK + gun, b='armour = "flight-suit"', more=row("c"))
    result = spread(fight.book, fight.state, parse(fight.book.actions, "full-auto a b"), Policies(fight.book.policy()))
    for who, records in result.marginals.items():
        whole: dict[object, float] = {}
        for leaf in result.leaves:
            name = freeze(leaf.state.roster[who])
            whole[name] = whole.get(name, 0.0) + leaf.weight
        told = {freeze(leaf.state.roster[who]): leaf.weight for leaf in records}
        assert told == pytest.approx(whole, abs=result.unlisted + 1e-12)


def test_a_clinch_between_two_targets_is_not_set_aside_in_error() -> None:
    """One who falls lets go of the other: whoever was done with is changed after all, and nothing is set aside then."""
    fight = duel(
        a=WEAK + 'weapons = [{ key = "vulcan-carbine", crit = 0, bonus = 3 }]',
        b=WEAK + 'grapples = "c"\nhp = 2\n',
        more=row("c", more='grappled-by = "b"\nhp = 2\n'),
    )
    same_odds(fight, "full-auto a b")
