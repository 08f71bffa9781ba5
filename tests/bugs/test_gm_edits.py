"""The GM may set anything to any value of its kind; the fight can still be saved, written and joined afterwards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import starfray
from starfray.engine.errors import BadInput, StarfrayError
from tests.engine.toys import two

DOCK = """
rulebook = "coriolis"
[orders]
"coriolis.initiative.weapon" = "no"
[[combatant]]
id = "mira"
archetype = "convoy-gunner"
side = "crew"
seat = "ana"
at = [0, 0]
[[combatant]]
id = "tor"
archetype = "station-guard"
side = "watch"
at = [10, 0]
"""


def kept(fight: starfray.Fight) -> None:
    again = starfray.restore(json.loads(json.dumps(fight.to_json())))
    assert again.hash == fight.hash
    assert starfray.loads(fight.to_text()).hash == fight.hash
    while again.journal.entries:
        again.undo()
    assert again.hash == starfray.loads(DOCK).hash


@pytest.mark.parametrize(
    "edit",
    [
        "set tor.hp 99",
        "set tor.hp -5",
        "set tor.hp -1",
        "set tor.max-hp 3",
        "set tor.attributes.strength 9",
        "set tor.ap 7",
        "set tor.skills.melee-combat 77",
        "set tor.movement -1",
        "set darkness -3",
        "set tor.at null",
        "set mira.weapons.0.hands 2",
        "set mira.hands 0",
        'set tor.side ""',
        "set tor.initiative -4",
        "set mira.reloads null",
    ],
)
def test_a_figure_out_of_all_bounds_is_the_gms_right_and_survives_a_save(edit: str) -> None:
    fight = starfray.loads(DOCK).begin()
    fight.gm(edit)
    kept(fight)


def test_somebody_can_join_after_an_edit_out_of_bounds() -> None:
    fight = starfray.loads(DOCK).begin()
    fight.gm("set tor.hp 99")
    fight.gm('add "id = \\"new\\", archetype = \\"station-guard\\", side = \\"watch\\""')
    assert fight.get("tor.hp") == 99
    assert fight.get("new.hp") == 6
    kept(fight)
    assert "new" in fight.advance().state.order


@pytest.mark.parametrize(
    "edit",
    [
        "set up ghost",
        'set order ["ghost"]',
        "set kind nonsense",
        "set rulings.nonsense x",
        "set rulings.suppressive-fire nonsense",
        'set orders {"no.such.rule":"yes"}',
        'set tor.orders {"no.such.rule":"yes"}',
        'set tor.secret ["nonsense"]',
        'set tor.secret ["id"]',
        'set tor {"id":"x"}',
        "set roster {}",
        'set roster.new {"id":"new"}',
        "set tor.hp 3.5",
        "set tor.hp yes",
        "set tor.hp NaN",
        "set tor.at [1,Infinity]",
        "set tor.at [1]",
        "set tor.id x",
        "set tor..hp 3",
        "set  3",
        "set tor.hp.x 3",
        "set tor.weapons.9.empty true",
        'set tor.weapons ["knife"]',
        "set tor.name 3",
        "set turn 0",
        "set tor.skills.nonsense 1",
        "hide tor nonsense",
        "hide tor id",
        "hide tor side",
        "set scene 3",
        "set tor.hp " + "9" * 400,
        "set tor.dead 1",
    ],
)
def test_nonsense_is_refused_and_changes_nothing(edit: str) -> None:
    fight = starfray.loads(DOCK).begin()
    before = fight.hash
    with pytest.raises(StarfrayError):
        fight.gm(edit)
    assert fight.hash == before
    kept(fight)


def test_a_called_test_can_be_secret() -> None:
    """Its dice are the GM's own and shift no open ones."""
    plain, with_call = two(), two()
    with_call.gm('call "throw 20" secret=yes')
    assert all(event.only == "gm" for event in with_call.journal.entries[-1].events)
    seen = [[event.plain() for event in fight.seen_events("player:anna")] for fight in (plain, with_call)]
    assert seen[0] == seen[1]
    for fight in (plain, with_call):
        fight.play("roll ann")
    assert plain.get("ann.score") == with_call.get("ann.score")
    assert [entry.secret for entry in with_call.journal.entries[1].tape] == [True]


@pytest.mark.parametrize("name", ["begun", "ticks", "scene", "roster", "notes", "gm", "all", "a b", "", "x" * 41, "a.b", "a+b"])
def test_an_id_that_would_be_mistaken_for_something_else_is_refused(name: str) -> None:
    with pytest.raises(BadInput, match="id"):
        starfray.loads(f'rulebook = "toy"\n[[combatant]]\nid = "{name}"\nside = "a"\n')


@pytest.mark.parametrize("name", ["Ünal", "漢字", "o'neil", "x_1", "7"])
def test_ids_in_any_script_work_everywhere(name: str) -> None:
    fight = starfray.loads(f'rulebook = "toy"\n[[combatant]]\nid = "{name}"\nside = "a"\n[[combatant]]\nid = "b"\nside = "b"\n')
    fight.begin().play(f"roll {name}", dice=[4])
    fight.gm(f"set {name}.score 9")
    assert starfray.loads(fight.to_text()).hash == fight.hash
    assert starfray.replay(fight.transcript()).ok


def test_a_level_the_book_has_no_row_for_is_refused() -> None:
    """Out of bounds is the GM's right; what no table of the book holds would stop the fight at the next act."""
    fight = starfray.load(Path(__file__).parents[2] / "examples" / "gurps-duel.toml").begin()
    before = fight.hash
    with pytest.raises(BadInput, match="encumbrance"):
        fight.gm("set jax.encumbrance 7")
    assert fight.hash == before
    fight.gm("set jax.encumbrance 2")
