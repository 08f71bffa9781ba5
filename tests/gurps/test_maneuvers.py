"""Move, Ready, postures, Do Nothing, and what the file may say."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import BadInput, Refused
from starfray.engine.forms import form_of
from tests.gurps.fights import combatant, duel, gun, said
from tests.walls.scenes import DOORS


@pytest.mark.rule("gurps.maneuver.move")
def test_a_move_is_as_long_as_own_move() -> None:
    fight = duel()
    with pytest.raises(Refused):
        fight.play("move ann path=0,6", dice=[])
    fight.play("move ann path=0,5", dice=[])
    assert fight.get("ann.at") == [0.0, 5.0]


@pytest.mark.rule("gurps.maneuver.move.run")
def test_after_a_turn_of_running_it_is_a_yard_more() -> None:
    fight = duel().play("move ann path=0,5", dice=[])
    fight.play("do-nothing bob", dice=[])
    with pytest.raises(Refused):
        fight.play("move ann path=0,12", dice=[])
    fight.play("move ann path=0,11", dice=[])
    assert fight.get("ann.at") == [0.0, 11.0]


@pytest.mark.rule("gurps.maneuver.move.run")
def test_a_stroll_is_no_turn_of_running() -> None:
    fight = duel().play("move ann path=0,2", dice=[]).play("do-nothing bob", dice=[])
    with pytest.raises(Refused):
        fight.play("move ann path=0,8", dice=[])
    fight.play("move ann path=0,7", dice=[]).play("do-nothing bob", dice=[])
    fight.play("move ann path=0,13", dice=[])


@pytest.mark.parametrize(("fields", "most"), [
    ({"encumbrance": "1"}, 4), ({"encumbrance": "2"}, 3), ({"encumbrance": "3"}, 2), ({"encumbrance": "4"}, 1),
    ({"hp": "3"}, 3), ({"hp": "3", "fp": "3"}, 2),
    ({"posture": '"crouching"'}, 3),
    ({"posture": '"kneeling"'}, 1), ({"posture": '"lying"'}, 1),
])  # fmt: skip
def test_load_wounds_and_posture_shorten_it(fields: dict[str, str], most: int) -> None:
    with pytest.raises(Refused) as refused:
        duel(fields).play(f"move ann path=0,{most + 1}", dice=[])
    assert refused.value.legal == (f"{most} yards",)


def test_who_sits_must_first_get_up() -> None:
    with pytest.raises(Refused, match="sitting: no movement") as refused:
        duel({"posture": '"sitting"'}).play("move ann path=0,1", dice=[])
    assert refused.value.legal == ("change-posture",)


@pytest.mark.parametrize(("level", "most"), [(0, 20), (1, 16), (2, 12), (3, 8), (4, 4)])
def test_each_level_of_encumbrance_takes_a_fifth_of_move(level: int, most: int) -> None:
    with pytest.raises(Refused) as refused:
        duel({"encumbrance": str(level), "basic-move": "20"}).play("move ann path=0,30", dice=[])
    assert refused.value.legal == (f"{most} yards",)


@pytest.mark.rule("gurps.maneuver.ready")
def test_a_weapon_is_drawn_into_the_free_hand_or_in_place_of_another() -> None:
    fight = duel({"weapons": '["broadsword", "quarterstaff"]'}).play("ready ann quarterstaff", dice=[])
    assert fight.get("ann.weapons.1.hand") == "both"
    assert fight.get("ann.weapons.0.dropped") is True


def test_a_weapon_that_lies_far_away_cannot_be_picked_up() -> None:
    fight = duel({"weapons": '[{ key = "broadsword", dropped = true, lies = [5, 0] }]'})
    with pytest.raises(Refused):
        fight.play("ready ann broadsword", dice=[])
    fight = duel({"weapons": '[{ key = "broadsword", dropped = true, lies = [0, 1] }]'}).play("ready ann broadsword", dice=[])
    assert fight.get("ann.weapons.0.hand") == "right"


@pytest.mark.rule("gurps.maneuver.change-posture", "gurps.maneuver.change-posture.two-turns")
def test_from_the_ground_to_the_feet_takes_two_turns() -> None:
    fight = duel({"posture": '"lying"'}).play("change-posture ann standing", dice=[])
    assert fight.get("ann.posture") == "kneeling"
    fight.play("do-nothing bob", dice=[])
    fight.play("change-posture ann standing", dice=[])
    assert fight.get("ann.posture") == "standing"


@pytest.mark.rule("gurps.ruling.crouch-free")
def test_crouching_is_free_and_only_from_standing() -> None:
    fight = duel().play("crouch ann", dice=[])
    assert fight.get("ann.posture") == "crouching"
    assert fight.actors == ["ann"]
    with pytest.raises(Refused):
        duel({"posture": '"kneeling"'}).play("crouch ann", dice=[])


@pytest.mark.rule("gurps.maneuver.do-nothing")
def test_nothing_may_be_done() -> None:
    duel().play("do-nothing ann", dice=[])


def test_all_forms_are_there_and_say_why_not() -> None:
    fight = duel(gap=9)
    forms = {form.kind: form for form in fight.legal("ann")}
    assert set(forms) == set(fight.book.actions) - set(DOORS)  # there is no door
    assert forms["attack"].refused is not None
    assert forms["aim"].refused is not None
    assert forms["move"].refused is None
    stunned = {form.kind: form.refused for form in duel({"stunned": '"physical"'}).legal("ann")}
    assert [kind for kind, refused in stunned.items() if refused is None] == ["do-nothing"]


def test_the_card_shows_pools_and_conditions() -> None:
    fight = duel({**gun("auto-pistol"), "hp": "4", "crippled": '["left-leg"]'})
    lines = {line.label: line.value for line in fight.book.describe(fight.state, fight.state.roster["ann"])}
    assert lines["HP"] == "4/10"
    assert lines["in hand"] == "Auto pistol, 9mm (16)"
    assert "left-leg crippled" in lines["condition"]


def test_figures_are_derived_from_the_sheet() -> None:
    fight = starfray.load("examples/gurps-duel.toml")
    jax, guard = fight.state.roster["jax"], fight.state.roster["guard"]
    assert (jax.max_hp, jax.max_fp, jax.speed, jax.basic_move, jax.encumbrance) == (13, 12, 6.0, 6, 0)
    assert (guard.max_hp, guard.speed, guard.will) == (10, 5.0, 10)
    mara = starfray.loads('rulebook = "gurps"\n[[combatant]]\nid = "mara"\narchetype = "marine"\n').state.roster["mara"]
    assert mara.encumbrance == 1


@pytest.mark.parametrize(("fields", "field"), [
    ({"posture": '"floating"'}, "posture"), ({"hp": "12"}, "hp"), ({"encumbrance": "5"}, "encumbrance"),
    ({"stunned": '"a bit"'}, "stunned"),
    ({"crippled": '["nose"]'}, "crippled"), ({"attributes": "{ st = 99_999 }"}, "attributes.st"),
    ({"weapons": '["lightsaber"]'}, "weapons"),
    ({"weapons": '[{ key = "x", damage = "lots" }]'}, "damage"),
    ({"weapons": '[{ key = "broadsword", hand = "left" }]', "shield": '"small-shield"'}, "weapons"),
])  # fmt: skip
def test_a_wrong_figure_is_named(fields: dict[str, str], field: str) -> None:
    with pytest.raises(BadInput) as bad:
        duel(fields)
    assert field in str(bad.value)


def test_the_unconscious_are_passed_over() -> None:
    fight = duel(bob={"unconscious": "true"}, more=combatant("cid", "b", "[3, 3]", {"attributes": "{ dx = 8 }"}))
    fight.play("do-nothing ann", dice=[])
    fight.step()
    assert fight.actors == ["cid"]
    assert not said(fight, "gurps.hp.collapse")


def test_the_forms_say_all_that_the_rules_allow() -> None:
    master = {"skills": "{ broadsword = 24 }"}
    forms = {form.kind: {field.name: field for field in form.fields} for form in duel(master).legal("ann")}
    assert forms["attack"]["deceptive"].high == 7, "24 less 14 is 10"
    off = duel(gun("auto-pistol"), on_map=False, gap=4)
    forms = {form.kind: {field.name: field for field in form.fields} for form in off.legal("ann")}
    assert "deceptive" not in forms["attack"], "a shot is none"
    assert forms["move-and-attack"]["yards"].kind == "number", "off the map a way is a distance"
    assert {"chink", "shots"} <= set(forms["wait"])
    forms = {form.kind: {field.name: field for field in form.fields} for form in duel().legal("ann")}
    assert forms["all-out-defense"]["path"].high == 3, "half of Move 5, rounded up, with +2 to Dodge"
    assert "punch" in [option.key for option in forms["attack"]["second_weapon"].options]
    charge = duel(on_map=False, gap=4).play("move-and-attack ann bob yards=1", dice=[4, 4, 4])
    assert charge.get("ann.charged") is True


def test_the_forms_offer_nothing_that_cannot_be_done() -> None:
    arms = (
        '[{ key = "broadsword", dropped = true, hand = "", lies = [9, 0] }, { key = "auto-pistol", hand = "right", shots = 0 }]'
    )
    lame = {"weapons": arms, "skills": "{ guns = 12 }", "crippled": '["left-leg"]', "posture": '"kneeling"'}
    forms = {form.kind: form for form in duel(lame).legal("ann")}
    offered = {
        (kind, field.name): [option.key for option in field.options] for kind, form in forms.items() for field in form.fields
    }
    assert offered["ready", "item"] == ["auto-pistol"], "the sword lies too far away"
    assert "standing" not in offered["change-posture", "posture"]
    assert offered["attack", "weapon"] == ["punch"], "the pistol is empty, and nobody kicks on one leg"
    assert "ranged" not in offered["all-out-attack", "option"]
    assert forms["aim"].refused is not None


def test_a_blow_after_a_step_opens_with_the_way_there() -> None:
    forms = {form.kind: form for form in duel(gap=2).legal("ann")}
    opened = {field.name: field.default for field in forms["attack"].fields if field.default}
    assert (opened["target"], opened["path"]) == ("bob", "1,0")
    assert forms["attack"].fields[0].main
    assert not any(field.main for field in forms["attack"].fields if field.name in ("chink", "telegraphic", "rapid", "second"))


def test_what_is_chosen_narrows_what_comes_after() -> None:
    fight = duel(gap=1)
    kind = fight.book.kinds["attack"]
    at_the_weapon = form_of(fight.book, fight.state, "ann", kind, {"location": "weapon"})
    assert "disarm" in [field.name for field in at_the_weapon.fields]
    assert "chink" not in [field.name for field in at_the_weapon.fields]
    assert form_of(fight.book, fight.state, "ann", kind, {"location": "right-eye", "weapon": "broadsword"}).refused is not None
