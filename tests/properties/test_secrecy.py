"""Pairs of fights that differ only in a secret look the same to whoever may not know it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import starfray
from starfray.engine.codec import to_plain
from tests.engine.toys import THREE
from tests.properties.strategies import do, steps

pytestmark = pytest.mark.slow

ANNA = "player:anna"


def picture(fight: starfray.Fight, who: str) -> Any:
    """Everything a seat receives."""
    forms: list[Any] = []
    try:
        for form in fight.legal("ann", who):
            blanks = [(blank.name, [option.key for option in blank.options]) for blank in form.fields]
            forms.append((form.kind, form.cost, str(form.refused), blanks))
    except starfray.StarfrayError as error:
        forms.append(str(error))
    odds = []
    for text in ("roll ann", "near ann bob", "confirm ann"):
        try:
            odds.append(fight.odds(text, who).plain())
        except starfray.StarfrayError as error:
            odds.append({"refused": str(error)})
    return (
        to_plain(fight.view(who)),
        [event.plain() for event in fight.seen_events(who)],
        [(ask.id, ask.rule, ask.who, [option.key for option in ask.options]) for ask in fight.seen_asks(who)],
        forms,
        odds,
    )


def without(done: list[Any], *whos: str) -> list[Any]:
    """Steps that do not touch the secret ones."""
    return [
        step
        for step in done
        if step[2] not in whos
        and not any(who in str(step[1]).split() for who in whos)
        and not any(f"{who}." in str(step[1]) for who in whos)
        and step[1] not in ("sealed", "all", "rank", "late")
    ]


@given(steps, st.integers(-50, 50))
def test_a_secret_figure_of_a_foe_changes_nothing_for_others(done: list[Any], score: int) -> None:
    text = THREE.replace('id = "bob"', 'id = "bob"\nsecret = ["score"]')
    one, other = (
        starfray.loads(text).begin(),
        starfray.loads(text.replace('id = "bob"', f'id = "bob"\nscore = {score}')).begin(),
    )
    for step in without(done):
        if "reveal" in str(step[1]) or "bob.score" in str(step[1]):
            continue
        assert do(one, step) == do(other, step)
    assert picture(one, ANNA) == picture(other, ANNA)
    assert picture(one, "spectator") == picture(other, "spectator")


@given(steps)
def test_a_hidden_combatant_changes_nothing_for_others(done: list[Any]) -> None:
    """With somebody hidden or with nobody there: the same, as long as the hidden one does nothing others feel."""
    lurker = '[[combatant]]\nid = "lurker"\nside = "them"\nhidden = true\nout = "waiting"\n'
    one, other = starfray.loads(THREE).begin(), starfray.loads(THREE + lurker).begin()
    for step in without(done):
        assert do(one, step) == do(other, step)
    for who in (ANNA, "spectator", "side:us"):
        assert picture(one, who) == picture(other, who)


@given(steps, st.sampled_from(["note x", "note x bob", "roll 4d6 secret=yes", 'call "throw 6" secret=yes']))
def test_what_the_gm_does_in_secret_changes_nothing_for_others(done: list[Any], secret: str) -> None:
    one, other = starfray.loads(THREE).begin(), starfray.loads(THREE).begin()
    other.gm(secret)
    for step in done:
        if step[0] in ("undo", "redo"):
            continue
        assert do(one, step) == do(other, step)
    for who in (ANNA, "player:bert", "spectator"):
        assert picture(one, who)[:3] == picture(other, who)[:3]


@given(steps)
def test_what_a_hidden_combatant_does_is_not_told(done: list[Any]) -> None:
    fight = starfray.loads(THREE.replace('id = "cat"', 'id = "cat"\nhidden = true')).begin()
    for step in done:
        if "reveal" not in str(step[1]):
            do(fight, step)
    assert "cat" not in fight.view(ANNA).roster
    assert not [event for event in fight.seen_events(ANNA) if "cat" in (event.who, event.whom)]
    assert not [ask for ask in fight.seen_asks(ANNA) if ask.who == "cat"]
