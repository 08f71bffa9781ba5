"""Sheets and positions from files: whole, or refused."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import BadInput
from tests.gurps.fights import combatant, duel, said, total_of

CID = combatant("cid", "b", "[9, 9]", {})


@pytest.mark.parametrize("how", ["unconscious", "mortal", "dead"])
def test_whoever_is_out_of_it_in_a_file_lies_there_with_nothing_in_hand_and_nothing_in_mind(how: str) -> None:
    bob = {how: "true", "waiting": '{ trigger = "attacks" }', "study": '{ target = "ann" }', "thought": "{}"}
    fight = duel(None, bob, more=CID)
    assert fight.get("bob.posture") == "lying"
    assert (fight.get("bob.weapons.0.hand"), fight.get("bob.weapons.0.dropped")) == ("", True)
    assert (fight.get("bob.waiting"), fight.get("bob.study"), fight.get("bob.thought")) == (None, None, None)
    assert fight.get("bob.weapons.0.lies") == [1.0, 0.0]


def test_on_the_back_is_as_good_as_prone_and_nobody_sits_out_of_it() -> None:
    assert duel(None, {"unconscious": "true", "posture": '"face-up"'}, more=CID).get("bob.posture") == "face-up"
    with pytest.raises(BadInput, match="lying or face-up"):
        duel(None, {"unconscious": "true", "posture": '"sitting"'}, more=CID)
    assert duel().get("bob.posture") == "standing"
    assert duel(None, {"incapacitated": "true"}, more=CID).get("bob.weapons.0.hand") == "right"


@pytest.mark.rule("gurps.ruling.missed-kick", "gurps.maneuver.defensive-attack.kick")
def test_the_kick_of_a_defensive_attack_always_rolls_to_keep_its_feet_and_any_other_by_a_switch() -> None:
    rule = "gurps.ruling.missed-kick"
    for dice, posture in (([5, 5, 4], "standing"), ([5, 5, 5], "lying")):
        fight = duel().play("defensive-attack ann bob kick kick", dice=[6, 5, 5, *dice])
        assert (total_of(fight, rule), fight.get("ann.posture")) == (14, posture)
    assert not said(duel().play("defensive-attack ann bob parry kick", dice=[6, 5, 5]), rule)
    assert not said(duel().play("attack ann bob kick", dice=[6, 5, 5]), rule)
    switched = duel(rulings='missed-kick = "dx"').play("attack ann bob kick", dice=[6, 5, 5, 4, 4, 4])
    assert total_of(switched, rule) == 12


@pytest.mark.rule("gurps.maneuver.wait")
def test_a_maneuver_that_was_held_has_everything_that_was_said_of_it() -> None:
    words = "wait ann attacks maneuver=all-out-attack option=double rapid=yes location=groin telegraphic=yes second=bob"
    fight = duel({"skills": "{ broadsword = 13 }"}).play(words, dice=[])
    fight.play("attack bob ann", dice=[6, 5, 5] * 4, answers=["act"])
    rule = "gurps.maneuver.all-out-attack"
    skills = [event.tally.total for event in fight.events if event.rule == rule and event.tally]
    assert skills == [13 - 6 - 3 + 4, 13 - 6 - 3 + 4, 13 - 3 + 4]


def test_a_standing_order_to_defend_names_a_way_there_is() -> None:
    for order in (
        "dodge",
        "dodge-retreat",
        "parry-broadsword",
        "parry-broadsword-retreat-recovery",
        "parry-club",
        "block",
        "no",
    ):
        club = '["broadsword", { key = "club", damage = "1d" }]'
        fight = duel({"orders": f'{{ "gurps.core.active-defense" = "{order}" }}', "weapons": club})
        assert fight.get("ann.weapons.0.key") == "broadsword"
    for order, meant in (("fly", "dodge"), ("dogde", "dodge"), ("parry-spoon", "parry-"), ("parry", "parry-")):
        with pytest.raises(BadInput, match=meant):
            duel({"orders": f'{{ "gurps.core.active-defense" = "{order}" }}'})


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ('up = "zed"', "now.up"),
        ('acted = ["zed"]', "now.acted"),
        ('order = ["zed"]', "now.order"),
        ('order = ["ann", "ann"]', "now.order"),
        ("second = -1", "now.second"),
    ],
)
def test_a_moment_that_cannot_be_is_refused_where_it_stands(line: str, field: str) -> None:
    begun = "" if line.startswith("second") else "second = 2\n"
    with pytest.raises(starfray.BadInput) as caught:
        starfray.loads(f'rulebook = "gurps"\n[now]\n{begun}{line}\n[[combatant]]\nid = "ann"\nside = "a"\n')
    assert caught.value.field == field


def test_a_slip_in_the_name_of_a_figure_says_what_was_meant() -> None:
    fight = starfray.loads('rulebook = "gurps"\n[[combatant]]\nid = "ann"\nside = "a"\n')
    with pytest.raises(starfray.BadInput, match="did you mean 'dodge'"):
        fight.get("ann.dodg")
