"""Where the book is silent on space combat: each ruling's default, and each switch."""

from __future__ import annotations

import pytest

from starfray.engine.errors import Refused
from starfray.fight import Fight
from tests.icar.build import CREW, fight, last_tally, rules, stand_by, stn

SECOND = '[[combatant]]\nid = "eng2"\narchetype = "john-smith"\naboard = "ship"\nkit = []\n'
OPEN = "shields = 0"


def ruled(line: str) -> str:
    return f"[rulings]\n{line}\n"


def at_the_guns(*, foe: str = OPEN, head: str = "", ship: str = "") -> Fight:
    return stand_by(fight(foe=foe, head=head, ship=ship), "ops", "eng", "pil")


# --- the STN ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("icar.ruling.stn-reset")
def test_what_the_crew_has_done_lasts_for_the_turn() -> None:
    board = fight().play("stn ops", dice=[5])
    stand_by(board, "eng", "pil", "gun").step(dice=[2])
    assert stn(board) == 14


@pytest.mark.rule("icar.ruling.stn-floor")
def test_the_stn_may_fall_below_nought() -> None:
    board = fight().play('cajole ops persuade "Please!"', dice=[9], answers=["6"]).play("technobabble eng", dice=[8])
    stand_by(board, "pil").play("shoot gun foe", dice=[2])  # 14 - 6 - 4 - 6 = -2
    assert (stn(board), last_tally(board)) == (4, -2 - 7)


@pytest.mark.rule("icar.ruling.stn-engineer")
def test_where_there_are_several_engineers_the_first_stn_option_is_the_only_one() -> None:
    board = stand_by(fight(more=SECOND), "ops").play("reroute eng", dice=[4])
    for kind in ("shutdown", "engines", "technobabble", "reroute"):
        with pytest.raises(Refused, match="another engineer"):
            board.play(f"{kind} eng2", dice=[])
    board.play("dump-web eng2", dice=[6])


@pytest.mark.rule("icar.ruling.ripping-value")
def test_by_ruling_ripping_balls_takes_4() -> None:
    board = stand_by(fight(head=ruled('ripping-value = "4"')), "ops", "eng")
    board.play("ripping-balls pil", dice=[10], answers=[""]).play("shoot gun foe", dice=[2])
    assert last_tally(board) == 14 - 4 - 6 - 7


def test_by_the_book_ripping_balls_takes_5() -> None:
    board = stand_by(fight(), "ops", "eng").play("ripping-balls pil", dice=[10], answers=[""])
    assert stn(board) == 14 - 5


@pytest.mark.rule("icar.space.strict-order")
def test_by_ruling_roles_act_in_any_order_but_gunners_last() -> None:
    board = fight(head=ruled('strict-order = "off"')).begin()
    assert board.actors == ["ops", "eng", "pil"]
    board.play("aggressive pil", dice=[5]).play("stn ops", dice=[5])
    with pytest.raises(Refused, match="acts before gunner"):
        board.play("shoot gun foe", dice=[])
    board.play("reroute eng", dice=[4]).play("shoot gun foe", dice=[2])
    assert stn(board) == 14 - 1 - 1 - 2


@pytest.mark.rule("icar.ruling.system-modifier")
def test_by_ruling_a_system_has_a_target_number_of_its_own() -> None:
    board = fight(foe=OPEN, head=ruled('system-modifier = "target-number"')).play("stn ops", dice=[5])
    stand_by(board, "eng", "pil").play("shoot gun foe grav-engine", dice=[6])
    assert last_tally(board) == 12 + 2 - 1 - 7
    assert board.get("foe.craft.inoperable") == ["grav-engine"]


# --- hull and systems ------------------------------------------------------------------------------------------


@pytest.mark.rule("icar.ruling.system-hull")
def test_by_ruling_a_hit_on_a_system_damages_the_hull_too() -> None:
    board = at_the_guns(head=ruled('system-hull = "yes"')).play("shoot gun foe grav-engine", dice=[9])
    assert (board.get("foe.craft.hull-damage"), "grav-engine" in board.get("foe.craft.inoperable")) == (10, True)


@pytest.mark.rule("icar.ruling.threshold")
def test_a_level_just_reached_is_reached() -> None:
    board = at_the_guns(foe=OPEN + ", hull-damage = 1").play("shoot gun foe", dice=[2])  # 11K: light jump
    assert "light-jump" in board.get("foe.craft.inoperable")
    assert "grav-field" not in board.get("foe.craft.inoperable")  # 12K


@pytest.mark.rule("icar.space.system.table", "icar.space.damage.size")
def test_the_craft_s_own_table_says_what_is_lost_when() -> None:
    board = at_the_guns().play("shoot gun foe", dice=[2])
    told = [(event.note, event.number) for event in board.events if event.rule == "icar.space.system.table"]
    assert told == [("shield-generator", 8), ("tractor-beam", 9)]


@pytest.mark.rule("icar.ruling.shield-timing")
def test_a_shield_that_was_hit_drops_at_the_end_of_the_shooters_turn() -> None:
    board = at_the_guns(foe="shields = 1").play("shoot gun foe", dice=[2])
    assert board.get("foe.craft.shields") == 1
    assert board.step(dice=[2]).get("foe.craft.shields") == 0


@pytest.mark.rule("icar.ruling.life-support-target")
def test_by_ruling_life_support_is_no_target() -> None:
    board = at_the_guns(head=ruled('life-support-target = "no"'))
    with pytest.raises(Refused, match="life support cannot"):
        board.play("shoot gun foe life-support", dice=[])
    assert last_tally(at_the_guns().play("shoot gun foe life-support", dice=[9])) == 14 + 4 - 7


@pytest.mark.rule("icar.space.system.not-destroyed")
def test_a_system_is_beyond_repair_only_if_the_gm_says_so() -> None:
    board = stand_by(fight(ship='inoperable = ["grav-engine"], destroyed = ["grav-engine"]'), "ops")
    board.gm("set eng.at-system grav-engine")
    with pytest.raises(Refused, match="the GM says"):
        board.play("repair eng", dice=[])


@pytest.mark.rule("icar.space.system.limits")
def test_a_crew_is_told_what_its_broken_systems_keep_it_from() -> None:
    board = fight(ship='inoperable = ["grav-engine", "life-support"]').begin()
    notes = [event.note for event in board.events if event.rule == "icar.space.system.limits"]
    assert notes == ["grav-engine, life-support"]


@pytest.mark.rule("icar.space.end.no-explosion")
def test_only_a_craft_with_unstable_cargo_may_explode() -> None:
    cargo = ", hull-damage = 10, unstable-cargo = true"
    board = at_the_guns(foe=OPEN + cargo).play("shoot gun foe", dice=[2], answers=["yes"])
    assert board.get("foe.out") == "exploded"
    assert board.over is not None
    board = at_the_guns(foe=OPEN + cargo).play("shoot gun foe", dice=[2], answers=["no"])
    assert board.get("foe.out") == "wreck"


# --- engineers -------------------------------------------------------------------------------------------------


@pytest.mark.rule("icar.ruling.grav-field-tn")
def test_without_gravity_16_takes_the_place_of_12_and_help_still_counts() -> None:
    board = fight(ship='inoperable = ["grav-field", "light-jump"]').gm("set eng.at-system light-jump")
    board.play("help-eng ops eng", dice=[5]).play("repair eng", dice=[6])
    assert last_tally(board) == 16 - 2 - 8


@pytest.mark.rule("icar.ruling.travel")
def test_by_ruling_an_engineer_gets_there_with_a_check_at_12() -> None:
    broken = 'inoperable = ["grav-engine"]'
    board = stand_by(fight(ship=broken, head=ruled('travel = "check"')), "ops").play("travel eng grav-engine", dice=[4])
    assert board.get("eng.at-system") == "grav-engine"
    board = stand_by(fight(ship=broken, head=ruled('travel = "check"')), "ops").play("travel eng grav-engine", dice=[3])
    assert (board.get("eng.at-system"), board.get("space.acted")["eng"]) == ("", "travel")


@pytest.mark.rule("icar.ruling.repair-same-place")
def test_an_engineer_already_there_needs_no_travel() -> None:
    board = stand_by(fight(ship='inoperable = ["grav-engine"]'), "ops").gm("set eng.at-system grav-engine")
    with pytest.raises(Refused, match="already at"):
        board.play("travel eng grav-engine", dice=[])
    board.play("repair eng", dice=[4])


@pytest.mark.rule("icar.ruling.crit-eng")
def test_a_critical_repair_where_nothing_else_is_broken_is_a_repair() -> None:
    board = stand_by(fight(ship='inoperable = ["grav-engine"]'), "ops").gm("set eng.at-system grav-engine")
    assert board.play("repair eng", dice=[10]).get("ship.craft.inoperable") == []


def test_a_critical_on_anything_but_a_repair_brings_an_engineer_nothing_more() -> None:
    board = stand_by(fight(ship='inoperable = ["grav-engine"]'), "ops").play("reroute eng", dice=[10])
    assert (stn(board), board.get("ship.craft.inoperable")) == (12, ["grav-engine"])


# --- criticals and enemies -------------------------------------------------------------------------------------


@pytest.mark.rule("icar.ruling.crit-fail-space")
def test_a_natural_1_in_space_fails_and_is_a_story() -> None:
    board = fight(ship="base-stn = 1").play("stn ops", dice=[1])
    assert stn(board) == 1


@pytest.mark.rule("icar.ruling.crit-gunner")
def test_a_critical_hit_on_a_shield_is_just_the_shield() -> None:
    board = at_the_guns(foe="shields = 1").play("shoot gun foe", dice=[10])
    assert (board.get("foe.craft.shield-hit"), board.get("foe.craft.inoperable")) == (True, [])


@pytest.mark.rule("icar.ruling.crit-pilot")
def test_the_place_no_shot_reaches_is_left_with_the_craft_s_next_turn() -> None:
    board = stand_by(fight(), "ops", "eng").play("aggressive pil", dice=[10], answers=["Whoosh."])
    stand_by(board, "gun").step(dice=[])  # no die for the enemy
    assert board.get("ship.craft.untouchable") is False


@pytest.mark.rule("icar.ruling.combat-initiative", "icar.space.crit.ops")
def test_an_enemy_whose_plan_is_read_shoots_at_20() -> None:
    board = fight().play("stn ops", dice=[10], answers=["They blink."])
    stand_by(board, "eng", "pil", "gun").step(dice=[9])
    assert board.get("ship.craft.shields") == 4  # 6 + 9 would have hit at 15


@pytest.mark.rule("icar.ruling.enemy-shot")
def test_by_ruling_enemies_shoot_at_6_less() -> None:
    board = stand_by(fight(head=ruled('enemy-shot = "minus-6"')), "ops", "eng", "pil", "gun").step(dice=[3])
    assert board.get("ship.craft.shields") == 3
    assert stand_by(fight(), "ops", "eng", "pil", "gun").step(dice=[8]).get("ship.craft.shields") == 4


@pytest.mark.rule("icar.space.gunner.system")
def test_the_6_less_are_for_hull_and_shields_not_for_systems() -> None:
    board = fight(ship=OPEN, foe='aim = "grav-engine"', head=ruled('enemy-shot = "minus-6"'))
    stand_by(board, "ops", "eng", "pil", "gun").step(dice=[9])
    assert last_tally(board) == 15 - 6 + 3


@pytest.mark.rule("icar.space.gunner.system", "icar.space.system.direct")
def test_enemies_shoot_at_systems_only_if_the_gm_says_so() -> None:
    board = fight(ship=OPEN, foe='aim = "grav-engine"')
    stand_by(board, "ops", "eng", "pil", "gun").step(dice=[9])
    assert last_tally(board) == 15 - 6 + 3
    assert board.get("ship.craft.inoperable") == []
    stand_by(board, "ops", "eng", "pil", "gun").step(dice=[10])
    assert (board.get("ship.craft.inoperable"), board.get("ship.craft.hull-damage")) == (["grav-engine"], 0)


@pytest.mark.rule("icar.ruling.space-turn-length")
def test_a_turn_in_space_takes_3_seconds() -> None:
    board = stand_by(fight(), "ops", "eng", "pil", "gun").step(dice=[2])
    assert next(event.number for event in board.events if event.rule == "icar.ruling.space-turn-length") == 3


@pytest.mark.rule("icar.ruling.peace")
def test_a_plea_that_is_turned_down_changes_nothing() -> None:
    board = fight().play("sue-for-peace ops", dice=[], answers=["no"])
    assert (board.get("ship.out"), board.over) == ("", None)


@pytest.mark.rule("icar.ruling.fighter-role")
def test_the_roles_a_fighter_leaves_empty_have_no_effect() -> None:
    crew = CREW.replace('aboard = "ship"', 'aboard = "dart"')
    fighter = '[[combatant]]\nid = "dart"\nside = "crew"\ncraft = "fighter"\n'
    gun = '[[combatant]]\nid = "gus"\narchetype = "good-gunner"\naboard = "ship"\n'
    board = fight(crew=gun, more=fighter + crew)
    stand_by(board, "gus").play("stn ops", dice=[5])
    board.step(dice=[2], answers=["ship"])
    assert board.get("turn") == 2


# --- special rules and hints -----------------------------------------------------------------------------------


@pytest.mark.rule("icar.space.special.override")
def test_a_craft_s_special_rules_override_the_book() -> None:
    board = at_the_guns(foe=OPEN + ", special = { hull-or-shield = -2 }").play("shoot gun foe", dice=[5])
    assert last_tally(board) == 14 - 2 - 7
    board = stand_by(fight(ship="special = { run-away = 2 }"), "ops", "eng").play("run-away pil", dice=[5])
    assert stn(board) == 16
    board = stand_by(fight(ship='special = { repair = 10 }, inoperable = ["grav-engine"]'), "ops")
    board.gm("set eng.at-system grav-engine").play("repair eng", dice=[2])
    assert last_tally(board) == 10 - 8


@pytest.mark.rule("icar.space.special.heroes")
def test_where_special_rules_disagree_the_players_win() -> None:
    board = at_the_guns(foe=OPEN + ", special = { hull-or-shield = 0 }", ship="special = { hull-or-shield = -8 }")
    assert last_tally(board.play("shoot gun foe", dice=[2])) == 14 - 8 - 7


@pytest.mark.shown("icar.space.jobs", "icar.space.confer")
def test_the_forms_name_the_jobs_and_let_the_crew_confer() -> None:
    forms = {form.kind: form for form in fight().begin().legal("ops")}
    assert forms["take-role"].hints == ["icar.space.jobs"]
    assert forms["stand-by"].hints == ["icar.space.confer"]


@pytest.mark.rule("icar.space.small-crew.unskilled")
def test_without_the_skill_attribute_and_die_must_do() -> None:
    crew = '[[combatant]]\nid = "gun"\naboard = "ship"\nrole = "gunner"\nattributes = { battle = 4 }\n'
    board = fight(crew=crew, foe=OPEN).play("shoot gun foe", dice=[4])
    assert (last_tally(board), board.get("foe.craft.hull-damage")) == (14 - 6 - 4, 10)


@pytest.mark.rule("icar.space.end.follow")
def test_a_craft_that_has_jumped_can_be_followed() -> None:
    board = stand_by(fight(ship="away = true"), "ops", "eng").play("light-jump pil", dice=[])
    assert "icar.space.end.follow" in rules(board)
    assert board.over is not None


@pytest.mark.rule("icar.example.23", "icar.space.ops.investigate")
def test_operations_looks_first_because_the_gunner_is_likely_to_hit_the_shields_anyway() -> None:
    """The book's crew knows its own chance at the shields, not the enemy's STN: the STN is the shooter's."""
    board = fight().begin()
    board.state.roster["foe"].secret.append("stn")
    aims = next(form for form in stand_by(fight(), "ops", "eng", "pil").legal("gun") if form.kind == "shoot").fields[1]
    assert aims.options[0].note == "foe 90 %"
    assert board.view("side:crew").roster["foe"].assumed == ["stn"]
    board.play("investigate ops foe", dice=[5])
    assert board.view("side:crew").roster["foe"].assumed == []


# --- getting away ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("choice", "winners"), [("nobody", []), ("who-got-away", ["crew"]), ("who-stayed", ["pirates"])])
@pytest.mark.rule("icar.space.end.run-away", "icar.space.end.follow")
def test_who_wins_when_a_side_jumps_away_is_a_ruling(choice: str, winners: list[str]) -> None:
    board = fight(ship="away = true", head=ruled(f'getting-away = "{choice}"'))
    stand_by(board, "ops", "eng").play("light-jump pil", dice=[])
    assert board.over is not None
    assert board.over.winners == winners


@pytest.mark.rule("icar.space.end.run-away")
def test_a_side_that_leaves_a_wreck_behind_has_lost() -> None:
    wreck = '[[combatant]]\nid = "hulk"\nside = "crew"\ncraft = { key = "scout", hull-damage = 16 }\n'
    board = stand_by(fight(ship="away = true", more=wreck), "ops", "eng").play("light-jump pil", dice=[])
    assert board.over is not None
    assert board.over.winners == ["pirates"]
