"""Opposed maneuver checks, the grapple from first hold to last breath, shove, kick, trip, disarm."""

from __future__ import annotations

import pytest

from starfray import Fight, Refused
from tests.compound_x.helpers import fight, rules
from tests.compound_x.test_melee import duel

HOLD = 'grapples = [{ first = "ana", second = "tor", control = "ana" }]'
PINNED = 'grapples = [{ first = "ana", second = "tor", control = "ana", pinned = "tor" }]'
KIT = 'id = "kit"\nside = "dock"\nat = [9, 9]'
MANEUVER, START = "cx.maneuver.check", "cx.grapple.start"


def held(ana: str = "actions = 1", tor: str = "", *others: str, now: str = HOLD, up: str = "ana", head: str = "") -> Fight:
    return duel(ana, tor, *others, now=now, up=up, head=head)


@pytest.mark.rule(START, "cx.grapple.control", "cx.ruling.grapple-action-cap")
def test_taking_hold_ends_the_turn_and_gives_control() -> None:
    one = duel("skills = { athletics = 10 }", "skills = { acrobatics = 9 }\nactions = 3")
    one.play("grapple ana tor", dice=[50, 50], answers=["acrobatics"])
    assert one.get("grapples.0.control") == "ana"
    assert (one.get("ana.actions"), one.get("tor.actions")) == (0, 1)


@pytest.mark.rule("cx.maneuver.opposed", "cx.order.opposed", "cx.maneuver.options", MANEUVER)
def test_the_actor_rolls_first_and_the_defender_chooses_his_skill() -> None:
    for skill, dice in (("athletics", [50, 49]), ("acrobatics", [50, 40])):
        one = duel("", "skills = { acrobatics = 9 }")
        one.play("trip ana tor", dice=dice, answers=[skill])
        assert [event.who for event in one.events if event.faces] == ["ana", "tor"]
        assert one.get("tor.stance") == "prone"
    lost = duel("", "skills = { acrobatics = 9 }")
    lost.play("trip ana tor", dice=[50, 41], answers=["acrobatics"])
    assert lost.get("tor.stance") == "standing"


@pytest.mark.rule("cx.maneuver.tie", "cx.presumed.opposed-tie", "cx.grapple.fail")
def test_a_tie_is_the_defenders_and_nothing_happens() -> None:
    one = duel()
    one.play("grapple ana tor", dice=[50, 50], answers=["athletics"])
    assert one.get("grapples") == []
    assert one.get("ana.actions") == 3


@pytest.mark.rule("cx.ruling.opposed-crits", "cx.grapple.start", "cx.melee.engaged", "cx.ruling.melee-action-cost")
@pytest.mark.parametrize(
    ("dice", "won"), [([91, 100], False), ([91, 90], True), ([96, 100], False), ([1, 1], False), ([60, 1], True)]
)
def test_criticals_add_to_the_total_and_a_natural_one_loses(dice: list[int], won: bool) -> None:
    one = duel()  # LUC 5: above 90 is +10, above 95 +20
    one.play("grapple ana tor", dice=dice, answers=["athletics"])
    assert bool(one.get("grapples")) is won


def test_criticals_can_be_ruled_out_of_opposed_checks() -> None:
    one = duel(head='[rulings]\nopposed-crits = "no"')
    one.play("grapple ana tor", dice=[91, 95], answers=["athletics"])
    assert one.get("grapples") == []


@pytest.mark.rule("cx.ruling.grapple-reach")
def test_nobody_takes_hold_of_somebody_already_held() -> None:
    with pytest.raises(Refused, match="in a grapple already"):
        duel("", "", 'id = "mo"\nside = "crew"\nat = [1, 1]\nactions = 4', now=HOLD, up="mo").play("grapple mo tor")


@pytest.mark.rule("cx.grapple.actions.control", "cx.grapple.actions.nocontrol", "cx.grapple.limits")
def test_in_a_grapple_there_is_little_to_choose_from() -> None:
    one = held()
    assert {form.kind for form in one.legal("ana") if not form.refused} >= {"strike", "pin", "disengage", "trip"}
    with pytest.raises(Refused) as refused:
        one.play("run ana -4,0")
    assert refused.value.rule == "cx.grapple.actions.control"
    below = held("actions = 0", "actions = 1", up="tor")
    with pytest.raises(Refused, match="in a grapple"):
        below.play("pin tor")
    outsider = held("actions = 1", "", 'id = "kit"\nside = "dock"\nat = [0, 1]')
    with pytest.raises(Refused, match="outsider"):
        outsider.play("strike ana kit unarmed")


@pytest.mark.rule("cx.ruling.grapple-action-cap")
def test_each_has_one_action_a_turn() -> None:
    one = duel("actions = 4", "", now=HOLD)
    one.play("end-turn ana", dice=[]).step(dice=[])
    assert one.get("tor.actions") == 1


@pytest.mark.rule("cx.grapple.pin", "cx.grapple.pinned", "cx.grapple.action-cost", "cx.grapple.disengage.contested")
def test_the_pinned_can_only_try_to_get_out_and_only_back_into_the_grapple() -> None:
    one = held()
    one.play("pin ana", dice=[80, 20], answers=["athletics"])
    assert one.get("grapples.0.pinned") == "tor"
    one.play("end-turn ana", dice=[]).step(dice=[])
    with pytest.raises(Refused, match="pinned"):
        one.play("strike tor ana unarmed")
    one.play("disengage tor", dice=[80, 20], answers=["athletics", "athletics"])
    assert one.get("grapples.0.pinned") == ""
    assert one.get("grapples.0.control") == "ana"


@pytest.mark.rule("cx.grapple.restrain", "cx.ruling.restrained-helpless", "cx.grapple.still-held", "cx.presumed.stat-check")
def test_cuffs_make_the_pinned_helpless_until_they_break() -> None:
    one = held("actions = 1\nkits = { zip-cuffs = 1 }", "stats = { strength = 9 }", now=PINNED)
    one.play("restrain ana", dice=[90, 20], answers=["athletics"])
    assert one.get("tor.restrained") == "zip-cuffs"
    assert one.get("grapples.0.control") == "ana"
    assert one.get("ana.kits") == {"zip-cuffs": 0}
    one.play("end-turn ana", dice=[]).step(dice=[])
    with pytest.raises(Refused, match="is bound"):
        one.play("disengage tor")
    one.play("break-bonds tor", dice=[55])  # 55 + 16 > 70
    assert one.get("tor.restrained") == ""


@pytest.mark.rule("cx.grapple.restrain")
def test_binding_takes_something_to_bind_with() -> None:
    with pytest.raises(Refused, match="to bind with"):
        held(now=PINNED).play("restrain ana")


@pytest.mark.rule("cx.grapple.knockout", "cx.ruling.ko-kill-two-checks", "cx.grapple.still-held")
def test_two_checks_won_in_a_row_knock_out() -> None:
    one = held("actions = 2", "", KIT, now=PINNED)
    one.play("choke ana", dice=[80, 20], answers=["athletics"])
    assert one.get("grapples.0.won") == 1
    one.play("choke ana", dice=[80, 20], answers=["athletics"])
    assert one.get("tor.unconscious") is True
    assert one.get("tor.health") == 1
    lost = held("actions = 2", "", KIT, now=PINNED)
    lost.play("choke ana", dice=[80, 20], answers=["athletics"]).play("choke ana", dice=[20, 80], answers=["athletics"])
    assert lost.get("grapples.0.won") == 0


def test_both_checks_may_be_ruled_into_one_action() -> None:
    one = held("actions = 1", "", KIT, now=PINNED, head='[rulings]\nchoke-checks = "at-once"')
    one.play("choke ana", dice=[80, 20, 80, 20], answers=["athletics", "athletics"])
    assert one.get("tor.unconscious") is True


@pytest.mark.rule("cx.grapple.kill", "cx.grapple.kill-shock", "cx.ruling.kill-dst", "cx.dst.per-turn")
@pytest.mark.parametrize(("reading", "dead", "health"), [("counts", False, 1), ("dies", True, 0), ("downs", False, 0)])
def test_a_kill_takes_a_death_saving_throw_as_well(reading: str, dead: bool, health: int) -> None:
    won = PINNED.replace('pinned = "tor"', 'pinned = "tor", effort = "kill", won = 1')
    one = held("actions = 1", "", KIT, now=won, head=f'[rulings]\nkill-save = "{reading}"')
    one.play("choke ana kill", dice=[70, 60, 50], answers=["athletics"])  # 60 + 8 for Shock is not 70
    assert (one.get("tor.dead"), one.get("tor.health")) == (dead, health)
    if reading == "counts":
        assert one.get("tor.dst-allowance") == 2
        assert one.get("tor.unconscious") is True


@pytest.mark.rule("cx.grapple.kill-shock", "cx.ruling.ko-kill-two-checks", "cx.grapple.kill", "cx.maneuver.tie")
def test_the_shock_bonus_may_save_the_victim() -> None:
    one = held("actions = 1", "", KIT, now=PINNED)
    one.play("choke ana kill", dice=[70, 62], answers=["athletics"])
    assert one.get("grapples.0.won") == 0


@pytest.mark.rule(
    "cx.grapple.disengage.control",
    "cx.grapple.disengage.actions-left",
    "cx.ruling.grapple-action-cap",
    "cx.grapple.action-cost",
)
def test_the_controller_lets_go_without_a_roll_and_has_three_actions_left() -> None:
    one = held()
    one.play("disengage ana", dice=[])
    assert one.get("grapples") == []
    assert one.get("ana.actions") == 3


@pytest.mark.rule("cx.grapple.disengage.contested", "cx.grapple.disengage.actions-left", "cx.grapple.action-cost")
def test_the_other_chooses_a_skill_and_ties_keep_the_grapple() -> None:
    one = held("actions = 0", "actions = 1\nskills = { acrobatics = 20 }", up="tor")
    tied = held("actions = 0", "actions = 1\nskills = { acrobatics = 20 }", up="tor")
    one.play("disengage tor", dice=[50, 69], answers=["acrobatics", "athletics"])
    assert one.get("grapples") == []
    assert one.get("tor.actions") == 3
    tied.play("disengage tor acrobatics", dice=[50, 70], answers=["athletics"])
    assert tied.get("grapples.0.control") == "ana"


@pytest.mark.rule("cx.grapple.gain-control", "cx.maneuver.check", "cx.grapple.action-cost")
def test_control_changes_hands() -> None:
    one = held("actions = 0", "actions = 1", up="tor")
    one.play("gain-control tor", dice=[60, 50], answers=["athletics"])
    assert one.get("grapples.0.control") == "tor"


@pytest.mark.rule("cx.ruling.grapple-end", "cx.down.trigger", "cx.grapple.still-held")
def test_a_grapple_is_over_for_both_when_one_of_them_goes_down() -> None:
    one = held("actions = 0\nhealth = 5", "actions = 1", 'id = "mo"\nside = "crew"\nat = [9, 9]', up="tor")
    one.play("strike tor ana unarmed", dice=[9, 5])
    assert (one.get("ana.health"), one.state.grapples) == (0, [])


# --- shots at it --------------------------------------------------------------------------------------------------


def shooter(gun: str, *, metres: int = 20, head: str = "", luck: int = 5) -> Fight:
    """Bo shoots at Tor, whom Ana holds."""
    bo = (
        f'id = "bo"\nside = "crew"\nactions = 4\nat = [{metres + 1}, 0]\naim = "tor"\nweapons = ["{gun}"]\n'
        f"stats = {{ luck = {luck} }}"
    )
    return fight("weapons = []", "at = [1, 0]\nweapons = []", bo, now=HOLD, up="bo", order="bo ana tor", head=head)


@pytest.mark.rule("cx.grapple.shot.single", "cx.ruling.grapple-shot-roll", "cx.ruling.redirected-shot")
def test_a_shot_at_a_grapple_strikes_the_chosen_one_half_the_time() -> None:
    one = shooter("ecsc-mk16", luck=6)
    one.play("fire bo tor", dice=[54, 9, 60])
    assert one.get("tor.health") == 60
    other = shooter("ecsc-mk16", luck=6)
    other.play("fire bo tor", dice=[55, 9, 60])
    assert other.get("ana.health") == 60


@pytest.mark.rule(
    "cx.grapple.shot.range", "cx.ruling.grapple-shot-range", "cx.grapple.shot.single", "cx.ruling.redirected-shot"
)
def test_in_the_first_bracket_the_chosen_one_is_hit() -> None:
    one = shooter("ecsc-mk16", metres=10)
    one.play("fire bo tor", dice=[9, 60])
    assert one.get("tor.health") == 60
    always = shooter("ecsc-mk16", metres=10, head='[rulings]\ngrapple-shot-range = "always"')
    always.play("fire bo tor", dice=[51, 9, 60])
    assert always.get("ana.health") == 60


@pytest.mark.rule("cx.grapple.shot.wide", "cx.ruling.grapple-shot-split", "cx.order.split")
def test_buckshot_is_shared_out_evenly() -> None:
    one = shooter("anvil-arms-hunting-shotgun", metres=10)
    one.play("fire bo tor", dice=[9, 20, 80, 60])  # 72 each; a Shock save; the other is hit less vitally
    assert one.get("tor.health") == 100 - 72
    assert one.get("ana.health") == 100 - 36


# --- shove, kick, trip, disarm ------------------------------------------------------------------------------------


@pytest.mark.rule("cx.shove.declare", "cx.shove.move", "cx.ruling.shove-distance", "cx.presumed.stat-mod")
def test_a_shove_moves_both_by_half_the_shovers_strength() -> None:
    one = duel("stats = { strength = 7 }")
    one.play("shove ana tor", dice=[60, 20], answers=["athletics"])
    assert one.get("tor.at") == [4, 0]
    assert one.get("ana.at") == [3, 0]


@pytest.mark.rule("cx.shove.opportunity", "cx.melee.forced-move-safe", "cx.ruling.shove-distance", "cx.shove.move")
def test_whoever_is_shoved_past_an_enemy_lays_himself_open_to_nobody() -> None:
    bo = 'id = "bo"\nside = "crew"\nat = [1, 1]\nmelee = [{ key = "gs101-sword", in-hand = true }]'
    one = duel("stats = { strength = 7 }", "", bo)
    one.play("shove ana tor", dice=[60, 20], answers=["athletics"])
    assert (one.get("tor.at"), one.get("bo.reactions")) == ([4, 0], 3)


@pytest.mark.rule("cx.ruling.shove-opportunity", "cx.opportunity.pass")
def test_the_shover_walks_past_others_but_not_past_the_one_he_shoves() -> None:
    sword = 'melee = [{ key = "gs101-sword", in-hand = true }]'
    one = duel("", sword, f'id = "kit"\nside = "dock"\nat = [0, 1]\n{sword}')
    one.play("shove ana tor", dice=[60, 20, 1, 5], answers=["athletics", "gs101-sword"])
    assert (one.get("tor.reactions"), one.get("kit.reactions")) == (3, 2)


@pytest.mark.rule("cx.shove.grapple", "cx.ruling.shove-distance", "cx.shove.move", "cx.shove.declare")
def test_a_shove_leaves_the_grapple_as_it_is() -> None:
    one = held()
    one.play("shove ana tor", dice=[60, 20], answers=["athletics"])
    assert one.get("grapples.0.control") == "ana"


@pytest.mark.rule("cx.kick.base", "cx.kick.distance", "cx.ruling.kick-distance", "cx.ruling.aim-thrown")
def test_a_kick_sends_the_other_flying_further_straight_away() -> None:
    for way, end in (("", [6, 0]), (" to=1,9", [1, 3])):
        one = duel("stats = { strength = 7 }", 'aim = "ana"')
        one.play(f"kick ana tor{way}", dice=[60, 20], answers=["athletics"])
        assert one.get("tor.at") == end
        assert one.get("ana.at") == [0, 0]
        assert one.get("tor.aim") == ""


@pytest.mark.rule("cx.kick.opportunity", "cx.kick.base", "cx.kick.distance", "cx.ruling.kick-distance")
def test_a_kick_past_an_enemy_gives_him_no_opening() -> None:
    bo = 'id = "bo"\nside = "crew"\nat = [1, 1]\nmelee = [{ key = "gs101-sword", in-hand = true }]'
    one = duel("stats = { strength = 7 }", "", bo)
    one.play("kick ana tor", dice=[60, 20], answers=["athletics"])
    assert (one.get("tor.at"), one.get("bo.reactions")) == ([6, 0], 3)


@pytest.mark.rule("cx.kick.grapple", "cx.kick.base", "cx.kick.distance", "cx.ruling.kick-distance")
def test_a_kick_frees_the_one_kicked() -> None:
    one = held()
    one.play("kick ana tor", dice=[60, 20], answers=["athletics"])
    assert one.get("grapples") == []
    assert one.get("ana.actions") == 3


@pytest.mark.rule("cx.trip.prone", "cx.trip.grapple", "cx.ruling.grapple-action-cap")
def test_a_trip_lays_flat_and_breaks_the_grapple() -> None:
    one = held()
    one.play("trip ana tor", dice=[60, 20], answers=["athletics"])
    assert one.get("tor.stance") == "prone"
    assert one.get("grapples") == []


@pytest.mark.rule("cx.disarm.declare", "cx.disarm.check", "cx.disarm.result", "cx.ruling.disarm-drop")
def test_a_disarmed_weapon_lies_at_its_owners_feet() -> None:
    one = duel("skills = { acrobatics = 30 }", 'weapons = ["g-w-10mm-auto"]')
    one.play("disarm ana tor g-w-10mm-auto acrobatics", dice=[50, 79], answers=["athletics"])
    assert one.get("tor.weapons.0.in-hand") is False
    assert one.get("tor.weapons.0.lies") == [1, 0]
    one.play("kick ana tor", dice=[60, 20], answers=["athletics"])
    one.play("end-turn ana", dice=[]).step(dice=[])
    with pytest.raises(Refused, match="lies 3 m away"):
        one.play("draw tor g-w-10mm-auto")


@pytest.mark.rule("cx.disarm.disadvantage", "cx.presumed.advantage", "cx.disarm.check", "cx.disarm.declare")
def test_whoever_cannot_handle_it_holds_on_badly() -> None:
    one = duel("", 'profession = "doctor"\nweapons = ["ecsc-mk16"]')
    one.play("disarm ana tor ecsc-mk16", dice=[50, 90, 40], answers=["athletics"])
    assert one.get("tor.weapons.0.dropped") is True


@pytest.mark.rule("cx.disarm.declare")
def test_only_what_is_wielded_can_be_struck_from_the_hand() -> None:
    with pytest.raises(Refused, match="does not wield"):
        duel("", 'weapons = ["g-w-10mm-auto"]').play("disarm ana tor ecsc-mk16")


@pytest.mark.rule("cx.maneuver.exotic", "cx.presumed.stat-mod")
def test_a_whip_reaches_three_metres() -> None:
    one = duel('stats = { dexterity = 6 }\nmelee = [{ key = "carbon-whip", in-hand = true }]', "at = [3, 0]")
    one.play("grapple ana tor", dice=[50, 50], answers=["athletics"])  # with Acrobatics: 54
    assert one.get("grapples.0.control") == "ana"
    assert rules(one).count("cx.maneuver.exotic") == 1
