"""A scene without a map: distances nobody has set are asked of the GM once and remembered."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import Unset
from tests.engine.toys import TWO, two


def test_an_unset_distance_is_asked_of_the_gm_once_and_remembered() -> None:
    fight = two().play("near ann bob", by="player:anna")
    assert [(ask.who, ask.rule, ask.suggested) for ask in fight.asks] == [("gm", "scene.distance", "10")]
    fight.answer(fight.asks[0], "7")
    assert [entry.action.KIND for entry in fight.journal.entries] == ["begin", "distance", "near"]
    fight.play("near bob ann")
    assert not fight.asks
    assert [event.number for event in fight.events if event.rule == "toy.near"] == [7, 7]


def test_names_are_the_same_object_wherever_they_stand() -> None:
    state = two('[[relation]]\nkind = "distance"\nbetween = ["bob", "ann"]\nvalue = 4\n').state
    assert state.scene.relation[0].between[1] is state.roster["ann"].id
    assert next(iter(state.roster)) is state.roster["ann"].id


def test_a_distance_in_the_file_or_on_the_map_is_not_asked_for() -> None:
    relation = '[[relation]]\nkind = "distance"\nbetween = ["bob", "ann"]\nvalue = 4\n'
    assert not two(relation).play("near ann bob").asks
    on_map = starfray.loads(
        TWO.replace('side = "us"', 'side = "us"\nat = [0, 0]').replace('side = "them"', 'side = "them"\nat = [3, 4]')
    )
    fight = on_map.begin().play("near ann bob")
    assert [event.number for event in fight.events if event.rule == "toy.near"] == [5]


def test_the_gm_sets_and_changes_a_distance() -> None:
    fight = two().gm("distance ann bob 3").gm("distance bob ann 8")
    assert fight.get("scene.relation") == [{"kind": "distance", "between": ["ann", "bob"], "value": 8.0}]
    fight.gm("distance ann bob")
    assert fight.asks
    assert fight.answer(fight.asks[0], "2").get("scene.relation.0.value") == 2


def test_odds_and_previews_say_that_a_distance_is_missing() -> None:
    fight = two()
    with pytest.raises(Unset):
        fight.odds("near ann bob")
    seen = fight.preview("near ann bob")
    assert seen.refused is not None
    assert seen.refused.rule == "scene.unset"


def test_a_forced_act_takes_the_distance_from_the_answers() -> None:
    fight = two().play("near ann bob", dice=[4], answers=["9"])
    assert fight.get("ann.score") == 4
    assert starfray.replay(fight.transcript()).ok


def test_undo_takes_back_the_act_and_then_the_distance() -> None:
    fight = two()
    before = fight.hash
    fight.play("near ann bob").answer(fight.asks[0], "7")
    fight.undo()
    assert fight.get("scene.relation.0.value") == 7
    assert fight.undo().hash == before
    fight.redo().redo()
    assert fight.get("scene.relation.0.value") == 7
    assert fight.get("ann.score") != 0
