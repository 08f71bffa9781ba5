"""Forms ask the rules: candidates are narrowed by what the rule itself accepts."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import BadInput
from starfray.engine.forms import TRIES, Filling
from tests.coriolis.build import duel
from tests.engine.toys import known as known
from tests.engine.toys import two

TWO_GUNS = 'weapons = [{ key = "vulcan-pistol", in-hand = true }, { key = "frag-grenade", in-hand = true }]'
FAR = '[[combatant]]\nid = "c"\nside = "blue"\nat = [500, 0]\n'


def options(fight: starfray.Fight, kind: str, field: str, **chosen: str) -> list[str]:
    form = fight.form("a", kind, chosen)
    return [option.key for each in form.fields if each.name == field for option in each.options]


def test_targets_the_rule_refuses_are_not_offered() -> None:
    fight = duel(a=TWO_GUNS, more=FAR)
    assert options(fight, "shot", "target") == ["b"]


def test_what_was_chosen_narrows_what_comes_after() -> None:
    rifle = 'weapons = [{ key = "vulcan-long-rifle", in-hand = true }]'
    fight = duel(a=rifle, more=FAR)
    assert options(fight, "shot", "target") == ["b", "c"]
    assert options(fight, "shot", "weapon", target="c") == ["vulcan-long-rifle"]


def test_a_form_without_a_legal_filling_is_refused_with_the_reason_of_the_rule() -> None:
    form = duel(a='weapons = ["knife"]', gap=30).form("a", "melee-attack")
    assert form.refused is not None
    assert (form.refused.rule, form.fields) == ("coriolis.range.close", [])


def test_a_form_opens_filled_in() -> None:
    form = duel().form("a", "shot")
    assert [(field.name, field.default, field.role, field.main) for field in form.fields] == [
        ("target", "b", "target", True),
        ("weapon", "", "tool", True),
    ]


def test_an_unknown_kind_is_bad_input() -> None:
    with pytest.raises(BadInput, match="no kind of action"):
        two().form("ann", "sing")


def test_asking_for_forms_changes_nothing_and_says_no_rule() -> None:
    fight = duel()
    before = fight.hash
    fight.legal("a")
    assert fight.hash == before


def test_what_nobody_needs_yet_is_not_tried_out_for_everybody() -> None:
    """Whom a treatment is for matters only to those who help with one; in a crowd each try costs."""
    crowd = "".join(f'[[combatant]]\nid = "c-{n}"\nside = "red"\nat = [{n + 1}, 0]\n' for n in range(30))
    fight = duel(more=crowd)
    kind, actor = fight.book.kind_of(fight.state, "help"), fight.state.roster["a"]
    filling = Filling(fight.book, fight.state, "a", kind, kind.fields(fight.state, actor, fight.content), {})
    assert filling.find() is None
    filling.narrow()
    assert TRIES - filling.tries < 100
    assert "patient" not in [field.name for field in filling.fields]
    assert "b" not in options(fight, "help", "target")
    assert options(fight, "help", "patient", action="first-aid", target="c-0")[:2] == ["a", "b"]


def test_what_no_filling_could_change_is_asked_first() -> None:
    """Nobody without an injector is told that the patient is too far away."""
    form = duel(gap=900).form("a", "inject")
    assert form.refused is not None
    assert form.refused.rule == "coriolis.med.ballistic-m-injector"
