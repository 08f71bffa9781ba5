"""Goals: endings a file declares, read off the position."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import BadInput
from starfray.engine.goals import progress_of
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


@pytest.mark.parametrize(
    ("goal", "field"),
    [
        ('side = "crew"\nkind = "win"', "goal.0.kind"),
        ('side = "navy"\nkind = "hold"\nturns = 2', "goal.0.side"),
        ('side = "crew"\nkind = "hold"', "goal.0.turns"),
        ('side = "crew"\nkind = "reach"', "goal.0"),
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


def test_a_goal_that_names_somebody_hidden_is_not_in_the_view_of_another_side() -> None:
    made = fight('side = "crew"\nkind = "protect"\nwho = ["envoy"]').gm("hide envoy")
    assert made.view("side:gang").goals == ()
    assert len(made.view("side:crew").goals) == 1
