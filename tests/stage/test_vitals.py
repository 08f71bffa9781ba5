"""Up or down, pools and conditions: of everybody, in every book."""

from __future__ import annotations

import pytest

import starfray
from starfray.demo_files import demo_path
from starfray.engine.vitals import DEAD, DOWN, OUT, STATES, UP, Vitals
from starfray.fight import Fight
from tests.stage.demos import NAMES, played


def of(fight: Fight, who: str) -> Vitals:
    return fight.book.vitals_of(fight.state, fight.state.roster[who])


@pytest.mark.parametrize("name", NAMES)
def test_everybody_in_a_demo_can_be_told_at_a_glance(name: str) -> None:
    fight = played(name)
    ledger = fight.book.ledger()
    positions = [fight.start, *[entry.before for entry in fight.journal.entries[::7] if entry.before is not None], fight.state]
    for state in positions:
        for actor in state.roster.values():
            found = fight.book.vitals_of(state, actor)
            assert found.state in STATES
            assert (found.word == "") == (found.state == UP), (actor.id, found)
            assert all(pool.now <= pool.most for pool in found.pools), (actor.id, found.pools)
            names = [each.name for each in found.conditions]
            assert found.word not in names
            for each in found.conditions:
                assert each.name
                assert each.text == " ".join(each.text.split()), each
                assert each.word.strip(":;,. ") == each.word, each
                assert each.rule in ("", *ledger.by_id), each
            if fight.book.stands(state, actor):
                assert found.state == UP, actor.id


def test_a_fighter_falls_is_treated_and_dies() -> None:
    fight = starfray.loads(CORIOLIS).begin()
    assert of(fight, "tor").state == UP
    assert [(pool.label, pool.now, pool.most, pool.kind) for pool in of(fight, "tor").pools][-1] == ("AP", 3, 3, "turn")
    fight.gm("set tor.hp 0")
    assert (of(fight, "tor").state, of(fight, "tor").word) == (DOWN, "Broken")
    fight.gm("set tor.dead true")
    assert (of(fight, "tor").state, of(fight, "tor").word) == (DEAD, "dead")
    fight.gm('set tor.dead false "a mistake"').gm("set tor.hp 5").gm("set tor.out fled")
    assert (of(fight, "tor").state, of(fight, "tor").word) == (OUT, "fled")


def test_pools_of_hybrid_are_called_by_their_names() -> None:
    fight = starfray.load(demo_path("mind-and-gun")).begin()
    labels = {pool.label for actor in fight.state.roster.values() for pool in of(fight, actor.id).pools}
    assert labels == {"body", "fatigue", "exhaustion", "mind", "mental fatigue", "mental exhaustion"}


def test_a_pool_that_is_only_guessed_at_is_not_told() -> None:
    fight = starfray.loads(CORIOLIS.replace('id = "tor"', 'id = "tor"\nsecret = ["hp"]')).begin()
    seen = fight.view("side:crew")
    labels = [pool.label for pool in fight.book.vitals_of(seen, seen.roster["tor"]).pools]
    assert labels == ["MP", "AP"]


CORIOLIS = """
rulebook = "coriolis"
[orders]
"coriolis.initiative.weapon" = "no"
[[combatant]]
id = "mira"
archetype = "patrol-sergeant"
side = "crew"
at = [2, 4]
[[combatant]]
id = "tor"
archetype = "convoy-gunner"
side = "other"
at = [8, 4]
"""
