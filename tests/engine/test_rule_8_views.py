"""Rule 8: a question, a view, a form, odds show only what that person may see."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.codec import to_plain
from starfray.engine.errors import BadInput
from tests.engine.toys import TWO, two

ANNA = "player:anna"
DOCK = """
rulebook = "coriolis"
[orders]
"coriolis.initiative.weapon" = "no"
[[combatant]]
id = "mira"
archetype = "station-guard"
orders = { "coriolis.core.pray" = "never" }
side = "crew"
seat = "ana"
at = [0, 0]
[[combatant]]
id = "tor"
archetype = "station-guard"
side = "watch"
at = [10, 0]
secret = ["hp", "armour"]
hp = 2
armour = "armour-vest"
[[combatant]]
id = "sly"
archetype = "station-guard"
side = "watch"
hidden = true
at = [12, 0]
"""


def test_with_nothing_hidden_a_view_is_the_position_itself() -> None:
    fight = two()
    assert fight.view(ANNA) is fight.state


def test_hidden_combatants_are_absent_and_nothing_names_them() -> None:
    relation = '[[relation]]\nkind = "distance"\nbetween = ["ann", "sly"]\nvalue = 3\n'
    fight = two('[[combatant]]\nid = "sly"\nside = "them"\nhidden = true\n' + relation)
    fight.gm("set ann.rival sly")
    fight.play("pass sly")
    seen = fight.view(ANNA)
    assert list(seen.roster) == ["ann", "bob"]
    assert "sly" not in str(to_plain(seen))
    assert "sly" in str(to_plain(fight.view("player:bert")))
    assert type(seen) is type(fight.state)


@pytest.mark.parametrize("viewer", ["player:ana", "side:crew", "side:watch", "spectator"])
def test_what_is_written_on_an_own_sheet_is_in_no_view(viewer: str) -> None:
    fight = starfray.loads(DOCK)
    fight.gm('own-note mira "knows the code"')
    fight.gm("counter mira favours 2")
    seen = fight.view(viewer).roster["mira"]
    assert (seen.own_notes, seen.counters) == ("", {})
    assert (fight.view("gm").roster["mira"].own_notes, fight.state.roster["mira"].counters) == (
        "knows the code",
        {"favours": 2},
    )


def test_a_note_alone_is_taken_out_of_a_view() -> None:
    fight = two()
    fight.gm('own-note ann "knows the code"')
    assert fight.view("player:bert").roster["ann"].own_notes == ""


@pytest.mark.parametrize("viewer", ["player:ana", "side:crew", "side:watch", "spectator"])
def test_only_the_gm_knows_who_is_handled_as_one(viewer: str) -> None:
    fight = starfray.loads(DOCK).gm("set tor.squad watchmen")
    assert fight.view(viewer).roster["tor"].squad == ""
    assert fight.view("gm").roster["tor"].squad == "watchmen"


def test_secret_figures_are_the_printed_ones_marked_as_assumed() -> None:
    fight = starfray.loads(DOCK)
    seen = fight.view("player:ana").roster["tor"]
    assert (seen.hp, seen.armour.key) == (6, "light-armour-vest")
    assert seen.assumed == ["hp", "armour"]
    own = fight.view("side:watch").roster["tor"]
    assert (own.hp, own.armour.key, own.assumed) == (2, "armour-vest", [])
    assert [line.assumed for line in fight.book.describe(fight.view("player:ana"), seen) if line.label == "HP"] == [True]


def test_forms_and_odds_start_from_the_view() -> None:
    fight = starfray.loads(DOCK)
    fight.step(dice=[6, 1, 2])
    shot = next(form for form in fight.legal("mira", "player:ana") if form.kind == "shot")
    assert [option.key for option in shot.fields[0].options] == ["tor"]
    seen, real = fight.odds("shot mira tor", "player:ana"), fight.odds("shot mira tor")
    assert seen.chance_of("tor.hp", 0) < real.chance_of("tor.hp", 0)


@pytest.mark.parametrize("who", ["nobody", "", "player:", "player:nobody", "side:nobody", "gm ", "SIDE:us"])
def test_a_view_for_nobody_is_refused(who: str) -> None:
    with pytest.raises(BadInput):
        two().view(who)


def test_spectators_are_on_nobodys_side() -> None:
    fight = starfray.loads(TWO.replace('side = "them"', 'hidden = true\nside = ""')).begin()
    assert list(fight.view("spectator").roster) == ["ann"]


def test_the_tally_of_a_foe_with_secrets_is_not_shown() -> None:
    fight = starfray.loads(TWO.replace('id = "bob"', 'id = "bob"\nthings = ["rod"]\nsecret = ["things"]')).begin()
    fight.play("roll bob", dice=[3])
    assert [event.tally for event in fight.seen_events(ANNA) if event.who == "bob"] == [None]
    assert [event.tally is None for event in fight.seen_events("player:bert") if event.who == "bob"] == [False]


def test_events_for_one_side_are_seen_by_that_side_and_the_gm() -> None:
    fight = two().gm("order bob toy.confirm yes")
    assert [event.rule for event in fight.seen_events(ANNA) if event.rule == "gm.order"] == []
    assert [event.rule for event in fight.seen_events("player:bert") if event.rule == "gm.order"] == ["gm.order"]
    assert [event.rule for event in fight.seen_events("gm") if event.rule == "gm.order"] == ["gm.order"]
