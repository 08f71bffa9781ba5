"""docs/objects.md: what `number` means in an event that has dice."""

from __future__ import annotations

import starfray
from starfray.engine.values import Event

CLINCH = """
rulebook = "compound-x"
[now]
round = 1
order = ["ana", "tor"]
up = "ana"
started = true
[[combatant]]
id = "ana"
side = "crew"
actions = 4
at = [0, 0]
skills = { athletics = 2 }
[[combatant]]
id = "tor"
side = "dock"
at = [1, 0]
"""


def thrown(fight: starfray.Fight) -> list[Event]:
    return [event for event in fight.events if event.faces]


def test_the_first_of_an_opposed_pair_reads_as_a_total_and_the_second_as_made_or_failed_against_it() -> None:
    fight = starfray.loads(CLINCH).play("grapple ana tor", dice=[40, 70], answers=["athletics"])
    mine, theirs = thrown(fight)
    assert mine.tally is not None
    assert (mine.faces, mine.number) == ([40], 40 + mine.tally.total)
    assert theirs.note.endswith(f">={mine.number}"), "the label says what was needed"
    assert (theirs.faces, theirs.number) == ([70], 1)


def test_a_pool_reads_as_its_sixes() -> None:
    duel = 'rulebook = "coriolis"\n[[combatant]]\nid = "a"\nside = "x"\n[[combatant]]\nid = "b"\nside = "y"'
    fight = starfray.loads(duel).begin(dice=[4, 2])
    assert [(event.number, event.faces) for event in thrown(fight)] == [(4, [4]), (2, [2])]
    done = starfray.do("coriolis", "test 3", dice=[6, 1, 6])
    assert [(event.number, event.faces) for event in done.events if event.faces] == [(2, [6, 1, 6])]
