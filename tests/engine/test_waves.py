"""Waves: who joins later, when, and that nobody but the GM knows before."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import BadInput
from starfray.fight import Fight
from starfray.sim.montecarlo import simulate

#: by book: its head, and an archetype for both sides
BOOKS = {
    "coriolis": ("", "convoy-gunner"),
    "gurps": ("", "marine"),
    "compound-x": ("", "soldier"),
    "icar": ('kind = "ground"', "good-ops"),
    "hybrid": ("", "kesh-varrow"),
}


def fight(wave: str, *, book: str = "coriolis", more: str = "", extra: str = "") -> Fight:
    head, archetype = BOOKS[book]
    return starfray.loads(f"""rulebook = "{book}"
{head}
seed = 3
[[wave]]
name = "second"
{wave}
[[combatant]]
id = "ann"
side = "red"
archetype = "{archetype}"
at = [0, 0]
[[combatant]]
id = "bob"
side = "blue"
archetype = "{archetype}"
at = [8, 0]
[[combatant]]
id = "cy"
wave = "second"
side = "blue"
archetype = "{archetype}"
at = [9, 2]
count = 2
{extra}
{more}""")


def test_a_wave_is_no_part_of_the_roster_until_its_turn_and_the_fight_waits_for_it() -> None:
    made = fight("turn = 3").begin()
    assert list(made.state.roster) == ["ann", "bob"]
    made.gm("remove bob")
    assert made.over is None
    for _ in range(40):
        if "cy-1" in made.state.roster:
            break
        made.play(f"end-turn {made.actors[0]}")
    assert made.get("turn") == 3
    assert list(made.state.roster) == ["ann", "bob", "cy-1", "cy-2"]
    assert made.state.waves == ()
    assert [event.who for event in made.events if event.rule == "fight.wave"] == ["cy-1", "cy-2"]
    assert starfray.replay(made.transcript()).ok
    assert starfray.restore(made.to_json()).hash == made.hash


def test_a_wave_comes_when_a_side_is_down_to_so_many_and_goes_with_an_undo() -> None:
    made = fight('side = "blue"\nleft = 0').begin()
    assert len(made.state.waves) == 1
    made.gm("remove bob")
    assert made.over is None
    assert list(made.state.roster) == ["ann", "bob", "cy-1", "cy-2"]
    made.undo()
    assert list(made.state.roster) == ["ann", "bob"]
    assert len(made.state.waves) == 1


def test_only_the_gm_sees_who_is_to_come() -> None:
    made = fight("turn = 3").begin()
    assert made.view("side:blue").waves == ()
    assert made.view("side:red").waves == ()
    assert len(made.view("gm").waves) == 1


def test_waves_are_written_back_and_loaded_to_the_same_position() -> None:
    made = fight("turn = 3").begin()
    assert starfray.loads(made.to_text()).hash == made.hash
    assert starfray.restore(made.to_json()).state.waves == made.state.waves


def test_an_id_the_gm_has_given_away_meanwhile_gets_a_number() -> None:
    made = fight("turn = 9").begin()
    made.gm("add \"id = 'cy-1', archetype = 'convoy-gunner', side = 'red', at = [1, 1]\"").gm("set turn 9")
    assert {"cy-1", "cy-1-2", "cy-2"} <= set(made.state.roster)


@pytest.mark.parametrize(
    ("wave", "extra", "words"),
    [
        ("turn = 0", "", "when?"),
        ('turn = 2\nside = "blue"', "", "when?"),
        ('side = "navy"\nleft = 1', "", "no side 'navy'"),
        ("turn = 2\ncolour = 1", "", "unknown field 'colour'"),
        ("turn = 2", '[[combatant]]\nid = "dee"\nwave = "third"\nside = "red"', "no wave 'third'"),
        ("turn = 2", '[[combatant]]\nid = "ann"\nwave = "second"\nside = "red"', "the id 'ann' is taken"),
        ("turn = 2", '[[combatant]]\nid = "dee"\nwave = "second"\nside = "red"\nmax-hp = 99', "of a wave"),
    ],
)
def test_what_is_no_wave_is_refused_when_the_file_is_loaded(wave: str, extra: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        fight(wave, extra=extra)


@pytest.mark.parametrize("book", BOOKS)
def test_in_every_book_a_wave_comes_and_fights_and_somebody_wins(book: str) -> None:
    result = simulate(fight("turn = 2" if book != "hybrid" else "turn = 40", book=book), 6, seed=4)
    assert (result.fights, result.unfinished, result.stalemates) == (6, 0, 0)


def test_policies_play_whoever_joins_a_side_they_play() -> None:
    made = fight("turn = 2", more='[orders]\n"coriolis.initiative.weapon" = "no"\n').begin()
    made.auto(by_person=["ann"], acts=1)
    made.seats.auto.discard("gm")
    made.play("end-turn ann")
    while "cy-1" not in made.state.roster:
        made.play(f"end-turn {made.actors[0]}")
    assert made.seats.auto == {"bob", "cy-1", "cy-2"}
    made.gm("add \"id = 'dee', side = 'red', archetype = 'convoy-gunner', at = [1, 1]\"")
    assert "dee" not in made.seats.auto


def test_a_fight_of_policies_goes_on_when_a_wave_comes() -> None:
    made = fight("turn = 2", more='[orders]\n"coriolis.initiative.weapon" = "no"\n').auto(acts=500)
    assert made.over is not None
    assert {"cy-1", "cy-2"} <= set(made.state.roster)
