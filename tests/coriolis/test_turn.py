"""Slots, action points, the start of a turn, the end of the fight."""

from __future__ import annotations

import pytest

import starfray
from starfray import BadInput, Refused
from tests.coriolis.build import duel


@pytest.mark.rule("coriolis.ap.normal")
def test_three_action_points_and_no_more() -> None:
    fight = duel()
    fight.play("shot a b", dice=[1] * 7)
    with pytest.raises(Refused, match="1 AP, this takes 2"):
        fight.play("shot a b", dice=[])


@pytest.mark.rule("fight.turn")
def test_only_whose_slot_it_is_may_act() -> None:
    with pytest.raises(Refused, match="not b's turn"):
        duel().play("shot b a", dice=[])


@pytest.mark.rule("coriolis.ruling.crit.stunned")
def test_a_stunned_fighter_loses_the_slot_that_is_still_to_come() -> None:
    fight = duel()
    fight.play("shot a b", dice=[6, 6, 6, 1, 1, 1, 1] + [1, 1], answers=["critical-injury:2"])  # 11: stunned 1 turn
    assert (fight.get("b.stunned"), fight.get("b.ap")) == (1, 0)
    fight.play("end-turn a", dice=[])
    fight.step()
    assert (fight.get("turn"), fight.get("b.stunned"), fight.get("b.ap")) == (2, 0, 3)


@pytest.mark.rule("coriolis.ap.pool", "coriolis.ap.slow", "coriolis.ap.normal", "coriolis.ap.fast")
def test_an_action_beyond_the_points_left_is_refused_by_its_speed() -> None:
    fight = duel(a="ap = 0")
    for act, rule in (
        ("aimed-shot a b", "coriolis.ap.slow"),
        ("shot a b", "coriolis.ap.normal"),
        ("quick-shot a b", "coriolis.ap.fast"),
    ):
        before = fight.hash
        with pytest.raises(Refused) as refused:
            fight.play(act, dice=[])
        assert (refused.value.rule, fight.hash) == (rule, before)
    shot = next(form for form in fight.legal("a") if form.kind == "shot")
    assert shot.refused is not None
    assert shot.refused.rule == "coriolis.ap.normal"


@pytest.mark.rule("coriolis.ap.free", "coriolis.action.shout")
def test_what_is_free_can_be_done_without_a_point_left() -> None:
    fight = duel(a="ap = 0")
    assert next(form for form in fight.legal("a") if form.kind == "shout").cost == "free"
    fight.play('shout a "get down!"', dice=[])
    assert fight.get("a.ap") == 0


@pytest.mark.rule("coriolis.ap.no-carry", "coriolis.ap.refresh", "coriolis.ruling.ap.same-pool")
def test_unspent_points_serve_for_reactions_until_the_turn_ends_and_are_then_lost() -> None:
    fight = duel()
    fight.legal("a")  # the form to end the slot says so
    fight.play("quick-shot a b", dice=[1] * 5).play("end-turn a", dice=[])
    assert fight.get("a.ap") == 2
    fight.play("end-turn b", dice=[]).step(dice=[])
    assert (fight.get("a.ap"), fight.get("b.ap")) == (3, 3)


@pytest.mark.rule("coriolis.ap.reaction", "coriolis.ruling.ap.same-pool")
def test_a_reaction_before_the_slot_is_missing_in_it() -> None:
    fight = duel(a='weapons = ["knife"]', b='weapons = ["knife"]', gap=1)
    fight.play("melee-attack a b", dice=[1] * 6 + [1] * 4, answers=["knife"]).play("end-turn a", dice=[])
    assert (fight.actors, fight.get("b.ap")) == (["b"], 2)


@pytest.mark.rule("coriolis.ruling.ap.order")
def test_actions_may_be_mixed_in_any_order_within_the_slot() -> None:
    fight = duel()
    fight.legal("a")
    fight.play("go-prone a", dice=[]).play("quick-shot a b", dice=[1] * 5).play("get-up a", dice=[])
    assert (fight.get("a.ap"), fight.actors) == (0, ["a"])


@pytest.mark.rule("coriolis.turn.definition")
def test_everybody_has_one_slot_in_a_turn() -> None:
    fight = duel()
    fight.play("end-turn a", dice=[])
    assert (fight.actors, fight.due) == (["b"], None)
    fight.play("end-turn b", dice=[])
    assert fight.actors == []
    assert fight.due is not None
    assert fight.due.KIND == "turn-start"


FIRE = "burning = 2"


@pytest.mark.rule(
    "coriolis.ruling.turn-start",
    "coriolis.initiative.weapon",
    "coriolis.initiative.ties",
    "coriolis.ruling.initiative.claim-when",
    "coriolis.initiative.from-actions",
)
def test_a_turn_starts_with_points_then_what_ends_then_fire_then_claims_then_ties() -> None:
    fight = duel(
        a=f'{FIRE}\nweapons = ["knife"]\ninitiative = 3\nclaim = "knife"\nap = 0',
        b=f'{FIRE}\nweapons = ["knife"]\ninitiative = 2\nraises = 2',
        now='turn = 1\nup = "b"\nacted = ["a"]\norder = ["a", "b"]',
    )
    fight.play("end-turn b", dice=[])
    fire, tie = [6, 1] + [6, 6], [2, 5]
    fight.step(dice=[*fire, *tie], answers={"coriolis.initiative.weapon": ["knife", "no"]})  # a 3 + 1, b 2 + 2
    told = [
        event.rule
        for event in fight.events
        if event.rule
        in {
            "coriolis.ap.refresh",
            "coriolis.initiative.from-actions",
            "coriolis.core.hp",
            "coriolis.initiative.weapon",
            "coriolis.initiative.ties",
        }
        and event.who != ""
    ]
    assert list(dict.fromkeys(told)) == [
        "coriolis.ap.refresh",
        "coriolis.initiative.from-actions",
        "coriolis.core.hp",
        "coriolis.initiative.weapon",
        "coriolis.initiative.ties",
    ]
    assert (fight.get("a.hp"), fight.get("b.hp"), fight.get("order")) == (7, 4, ["b", "a"])


@pytest.mark.rule("coriolis.ap.refresh")
def test_the_broken_are_refreshed_too_keep_their_place_and_their_slot_passes() -> None:
    third = '[[combatant]]\nid = "c"\nside = "blue"\nat = [50, 0]'
    fight = duel(
        b="hp = 0\nprone = true\nap = 0\ninitiative = 5",
        a="initiative = 4",
        more=third,
        now='turn = 1\nup = "c"\nacted = ["b", "a"]\norder = ["b", "a", "c"]',
    )
    fight.play("end-turn c", dice=[]).step(dice=[])
    assert (fight.get("b.ap"), fight.get("order"), fight.actors) == (3, ["b", "a", "c"], ["a"])


@pytest.mark.rule("coriolis.ruling.time-scale", "coriolis.state.crit-dying")
def test_four_turns_are_a_minute_of_a_fatal_injury() -> None:
    injury = '{ number = 63, name = "Severed artery", fatal = true, limit = 1, unit = "minutes" }'
    third = '[[combatant]]\nid = "c"\nside = "blue"\nat = [50, 0]'
    fight = duel(b=f"hp = 0\nprone = true\ninjuries = [{injury}]", more=third)
    for turn in range(4):
        assert fight.get("b.dead") is False, f"after {turn} turns"
        fight.play("end-turn a", dice=[]).play("end-turn c", dice=[]).step(dice=[])
    assert fight.get("b.dead") is True


@pytest.mark.rule("coriolis.ruling.illegal")
def test_what_cannot_be_done_is_refused_with_the_rule_and_changes_nothing() -> None:
    fight = duel()
    before = fight.hash
    for act in ("shot a nobody", "shot a a", "melee-attack a a"):
        with pytest.raises(Refused) as refused:
            fight.play(act, dice=[])
        assert refused.value.rule == "coriolis.ruling.illegal"
    assert (fight.hash, fight.get("a.ap")) == (before, 3)


@pytest.mark.rule("coriolis.ruling.fight-end")
def test_the_fight_is_over_when_only_one_side_can_act() -> None:
    fight = duel(b="hp = 1")
    assert not fight.over
    outcome = fight.play("shot a b", dice=[6, 1, 1, 1, 1, 1, 1]).over
    assert outcome is not None
    assert (outcome.rule, outcome.winners) == ("coriolis.ruling.fight-end", ["red"])


@pytest.mark.rule(
    "coriolis.ruling.reaction-windows",
    "coriolis.action.overwatch-fire",
    "coriolis.action.opportunity",
    "coriolis.action.defend",
)
def test_reactions_come_after_the_points_are_paid_overwatch_first_then_opportunity_each_in_turn_order() -> None:
    more = "".join(
        f'[[combatant]]\nid = "{who}"\nside = "blue"\nat = [{x}, 6]\nweapons = ["vulcan-pistol"]\n'
        "overwatch = { toward = [0, 0] }\n"
        for who, x in (("c", 0), ("d", 1))
    )
    third = '[[combatant]]\nid = "e"\nside = "red"\nat = [0, -9]\n'
    fight = duel(
        a='weapons = ["knife"]',
        b='weapons = ["knife"]',
        gap=1,
        more=more + third,
        now='turn = 1\nup = "a"\norder = ["d", "a", "c", "b", "e"]\nacted = ["d"]',
    )
    fight.play("move a -9,0")
    seen = []
    answers = {"coriolis.action.overwatch-fire": "hold", "coriolis.action.opportunity": "knife", "coriolis.action.defend": "no"}
    while fight.asks:
        ask = fight.asks[0]
        seen.append((ask.rule.rsplit(".", 1)[-1], ask.who))
        if ask.rule == "coriolis.action.overwatch-fire":
            assert [option.key for option in ask.options] == ["a", "e", "hold"], "anyone in the arc, not only the mover"
        fight.answer(ask, answers[ask.rule])
    assert seen == [("overwatch-fire", "d"), ("overwatch-fire", "c"), ("opportunity", "b"), ("defend", "a")]
    assert fight.get("a.ap") == 2


@pytest.mark.rule("coriolis.ruling.prone.melee-target", "coriolis.melee.pool")
def test_a_prone_target_is_no_easier_to_strike() -> None:
    fight = duel(a='weapons = ["knife"]', b="prone = true", gap=1)
    fight.play("melee-attack a b", dice=[1] * 6, answers=["no"])


@pytest.mark.parametrize("name", ["order", "standing"])
def test_nobody_stands_in_an_order_twice(name: str) -> None:
    fighters = "".join(f'[[combatant]]\nid = "{who}"\nside = "{who}"\nat = [0, 0]\n' for who in "ab")
    with pytest.raises(BadInput, match=f"now.{name}: somebody stands in it twice; expected everybody once"):
        starfray.loads(f'rulebook = "coriolis"\n[now]\nturn = 1\n{name} = ["a", "b", "a"]\n{fighters}')
