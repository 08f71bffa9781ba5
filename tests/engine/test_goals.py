"""Goals: endings a file declares, read off the position."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.codec import clone
from starfray.engine.errors import BadInput
from starfray.engine.goals import progress_of, words_of
from starfray.fight import Fight
from starfray.sim.montecarlo import simulate

PLAIN = """rulebook = "coriolis"
seed = 2
[[combatant]]
id = "mira"
side = "crew"
archetype = "convoy-gunner"
at = [2, 4]

[[combatant]]
id = "envoy"
side = "crew"
archetype = "field-medicurg"
at = [0, 4]

[[combatant]]
id = "tor"
side = "gang"
archetype = "dockside-bruiser"
at = [14, 4]
"""


#: by book: its head, and an archetype for both sides
TWO_APART = {
    "coriolis": ("", "convoy-gunner"),
    "gurps": ("", "marine"),
    "compound-x": ("", "soldier"),
    "icar": ('kind = "ground"', "good-ops"),
    "hybrid": ("", "kesh-varrow"),
}


def fight(goal: str) -> Fight:
    return starfray.loads(PLAIN + "\n[[goal]]\n" + goal)


def reason(made: Fight) -> tuple[list[str], str, str] | None:
    over = made.over
    return None if over is None else (over.winners, over.rule, over.reason)


def test_without_goals_the_last_side_standing_wins_and_the_file_says_nothing_of_them() -> None:
    plain = starfray.loads(PLAIN)
    assert plain.state.goals == ()
    assert "goal" not in plain.to_text()
    assert reason(plain.gm("remove tor")) == (["crew"], "fight.over", "crew holds the field") or plain.over is not None


def test_a_side_that_stands_when_the_turns_are_over_has_held_out() -> None:
    made = fight('side = "crew"\nkind = "hold"\nturns = 3').gm("set turn 3")
    assert reason(made) is None
    assert progress_of(made.book, made.state, made.state.goals[0]) == "2 of 3 turns are over"
    assert reason(made.gm("set turn 4")) == (["crew"], "fight.goal", "crew: hold out for 3 turns")


def test_reaching_a_place_takes_as_many_as_it_says_and_no_wall_in_between() -> None:
    made = fight('side = "crew"\nkind = "reach"\nname = "the airlock"\nat = [20, 4]\ncount = 0')
    made.gm("place mira 19,4")
    assert reason(made) is None
    assert progress_of(made.book, made.state, made.state.goals[0]) == "1 of 2 there"
    walled = made.gm("place envoy 20,5.5").gm("wall 18,4.5>22,4.5")
    assert reason(walled) is None
    assert reason(walled.undo()) == (["crew"], "fight.goal", "crew: the airlock")


def test_control_takes_that_nobody_of_another_side_is_there() -> None:
    made = fight('side = "gang"\nkind = "control"\nat = [14, 4]').gm("place mira 13,4")
    assert reason(made) is None
    assert reason(made.gm("place mira 2,4")) == (["gang"], "fight.goal", "gang: control 14,4")


def test_whoever_is_to_be_protected_and_is_out_loses_the_fight_for_the_side() -> None:
    made = fight('side = "crew"\nkind = "protect"\nwho = ["envoy"]')
    assert reason(made) is None
    assert reason(made.gm("remove envoy")) == (["gang"], "fight.goal", "crew could not protect envoy")


CRATE = 'side = "crew"\nkind = "take"\nname = "the crate"\nat = [8, 4]\n'


def test_whoever_gets_to_a_thing_has_it_and_brings_it_where_it_is_wanted() -> None:
    made = fight(CRATE + "to = [0, 0]")
    assert [words_of(goal) for goal in made.state.goals] == ["bring the crate to 0,0"]
    assert progress_of(made.book, made.state, made.state.goals[0]) == "it lies at 8,4"
    made.gm("place tor 8,4")
    assert made.state.goals[0].by == ""  # no goal of the gang's
    made.gm("place mira 7,4")
    assert [(event.who, event.note) for event in made.events if event.rule == "fight.taken"] == [("mira", "the crate")]
    assert (made.state.goals[0].by, reason(made)) == ("mira", None)
    assert starfray.loads(made.to_text()).state.goals == made.state.goals
    assert reason(made.gm("place mira 1,1")) == (["crew"], "fight.goal", "crew: bring the crate to 0,0")
    made.undo().undo()
    assert made.state.goals[0].by == ""


def test_to_have_the_thing_is_enough_where_it_is_to_be_brought_nowhere() -> None:
    assert reason(fight(CRATE).gm("place mira 7,4")) == (["crew"], "fight.goal", "crew: take the crate")
    walled = fight(CRATE).gm("wall 7.5,0>7.5,9").gm("place mira 7,4")
    assert reason(walled) is None


def test_who_falls_lets_go_of_the_thing_and_it_lies_there() -> None:
    made = fight(CRATE + "to = [0, 0]").gm("place mira 7,4").gm("place mira 4,4").gm("remove mira")
    assert (made.state.goals[0].by, made.state.goals[0].at) == ("", (4.0, 4.0))
    assert made.gm("place envoy 3,4").state.goals[0].by == "envoy"


def test_a_side_that_lets_somebody_get_away_loses() -> None:
    made = fight('side = "gang"\nkind = "stop"\nat = [30, 4]')
    assert progress_of(made.book, made.state, made.state.goals[0]) == "0 of 1 away"
    assert reason(made.gm("place mira 29,4")) == (["crew"], "fight.goal", "gang could not keep anybody from getting away")
    made.undo()
    assert reason(made.gm('remove envoy "fled"')) is not None
    two = fight('side = "gang"\nkind = "stop"\ncount = 2').gm('remove envoy "fled"')
    assert reason(two) is None


def test_a_secret_goal_is_known_to_its_side_and_the_gm_alone() -> None:
    made = fight(CRATE + "to = [0, 0]\nsecret = true")
    assert [len(made.view(who).goals) for who in ("gm", "side:crew", "side:gang", "spectator")] == [1, 1, 0, 0]
    made.gm("place mira 7,4")
    assert [event.rule for event in made.seen_events("side:crew")][-1:] == ["fight.taken"]
    assert "fight.taken" not in [event.rule for event in made.seen_events("side:gang")]


def test_goals_of_those_who_are_still_to_come_are_not_told() -> None:
    coming = """[[wave]]
name = "second boat"
turn = 9
[[combatant]]
id = "boss"
wave = "second boat"
side = "syndicate"
archetype = "dockside-bruiser"
at = [30, 4]
"""
    boss = fight('side = "gang"\nkind = "reach"\nwho = ["boss"]\nat = [0, 0]\n' + coming)
    syndicate = fight('side = "syndicate"\nkind = "control"\nat = [14, 4]\n' + coming)
    for made in (boss, syndicate):
        assert made.view("side:gang").goals == made.view("side:crew").goals == ()
        assert len(made.gm("set turn 9").view("side:crew").goals) == 1


@pytest.mark.parametrize(
    ("goal", "field"),
    [
        ('side = "crew"\nkind = "win"', "goal.0.kind"),
        ('side = "navy"\nkind = "hold"\nturns = 2', "goal.0.side"),
        ('side = "crew"\nkind = "hold"', "goal.0.turns"),
        ('side = "crew"\nkind = "reach"', "goal.0"),
        ('side = "crew"\nkind = "take"', "goal.0"),
        ('side = "crew"\nkind = "reach"\nat = [1, 1]\nto = [2, 2]', "goal.0.to"),
        ('side = "crew"\nkind = "take"\nat = [1, 1]\nby = "nobody"', "goal.0.by"),
        ('side = "crew"\nkind = "stop"\ncount = 0', "goal.0.count"),
        ('side = "crew"\nkind = "protect"', "goal.0"),
        ('side = "crew"\nkind = "protect"\nwho = ["nobody"]', "goal.0.who"),
        ('side = "crew"\nkind = "reach"\nat = [1, 1]\nradius = -1', "goal.0"),
        ('side = "crew"\nkind = "reach"\nat = [1, 1]\ncolour = "red"', "goal.0.colour"),
    ],
)
def test_what_is_no_goal_is_refused_and_the_field_named(goal: str, field: str) -> None:
    with pytest.raises(BadInput) as caught:
        fight(goal)
    assert caught.value.field == field


def test_goals_are_kept_in_files_saves_and_transcripts() -> None:
    made = fight('side = "crew"\nkind = "hold"\nturns = 3').begin()
    assert starfray.loads(made.to_text()).state.goals == made.state.goals
    assert starfray.restore(made.to_json()).hash == made.hash
    assert starfray.replay(made.transcript()).ok


def test_a_simulation_tells_wins_by_goal() -> None:
    result = simulate(fight('side = "crew"\nkind = "hold"\nturns = 1\nname = "hold the dock"'), 12, seed=4)
    assert result.endings["crew: hold the dock"] > 0
    assert result.plain(1.0)["endings"] == result.endings


@pytest.mark.parametrize("book", TWO_APART)
def test_a_side_that_waits_behind_walls_holds_out_in_every_book(book: str) -> None:
    """What is played again from what is known, or looked at by the solver, tells the turns apart."""
    head, archetype = TWO_APART[book]
    made = starfray.loads(f"""rulebook = "{book}"
{head}
seed = 3
[[wall]]
points = [[10, 0], [10, 20], [-10, 20], [-10, 0], [10, 0]]
[[goal]]
side = "red"
kind = "hold"
turns = 12
[[combatant]]
id = "ann"
side = "red"
archetype = "{archetype}"
at = [0, 5]
[[combatant]]
id = "bob"
side = "blue"
archetype = "{archetype}"
at = [30, 5]
""")
    assert simulate(made, 6, seed=4).endings == {"red: hold out for 12 turns": 6}
    assert made.book.time is not None
    late, later, after = clone(made.state), clone(made.state), clone(made.state)
    for state, turn in ((late, 12), (later, 13), (after, 14)):
        setattr(state, made.book.time.field, turn)
    assert made.book.key(late) != made.book.key(later) == made.book.key(after)


def test_a_goal_that_names_somebody_hidden_is_not_in_the_view_of_another_side() -> None:
    made = fight('side = "crew"\nkind = "protect"\nwho = ["envoy"]').gm("hide envoy")
    assert made.view("side:gang").goals == ()
    assert len(made.view("side:crew").goals) == 1
