"""More rules both ways: the turn, treatment, sneaking, the edges of figures."""

from __future__ import annotations

import pytest

import starfray
from starfray import BadInput, TapeError
from tests.coriolis.build import duel, refused, tale
from tests.coriolis.test_both_ways import said, third
from tests.coriolis.ward import call, ward


@pytest.mark.rule("coriolis.ruling.crit.stunned")
def test_the_stunned_are_told_that_and_others_that_it_is_not_their_turn() -> None:
    assert refused(duel(b="stunned = 1"), "shot b a").startswith("ruling.crit.stunned")
    assert refused(duel(), "shot b a").startswith("fight.turn")
    assert "ruling.crit.stunned b 1" in said(duel(), "gm stun b")


@pytest.mark.rule("coriolis.heal.natural", "coriolis.heal.natural.crits-remain")
def test_that_injuries_remain_is_told_once_all_points_are_back_and_only_of_the_injured() -> None:
    hurt = "injuries = [{ number = 13, healing-days = 4 }]"
    for sheet, told in ((f"hp = 5\n{hurt}", True), (f"hp = 3\n{hurt}", False), ("hp = 5", False)):
        fight = duel(a=sheet + "\nattributes = { strength = 3, agility = 3 }").gm("end")
        call(fight, "hours 1 who=a")
        assert any(event.rule == "coriolis.heal.natural.crits-remain" for event in fight.events) is told
    fight = duel(a=f"hp = 7\n{hurt}").gm("end")
    call(fight, "hours 1 who=a")
    assert fight.events[-1].rule == "coriolis.heal.natural.crits-remain"


@pytest.mark.rule("coriolis.ruling.full-auto.zero-pool")
def test_a_burst_begins_in_desperation_from_a_pool_of_nothing_on() -> None:
    weak = "attributes = {{ agility = 1 }}\nskills = {{ ranged-combat = {} }}"  # and 1 for the carbine, -2
    assert "[ruling.full-auto.zero-pool]" in said(duel(a=weak.format(0)), "full-auto a b", "66", "no")
    told = said(duel(a=weak.format(1)), "full-auto a b", "6", "no")
    assert "ranged.pool a 1 of 1" in told
    assert "zero-pool" not in told


@pytest.mark.rule("coriolis.initiative.talent", "coriolis.initiative.surprise", "coriolis.initiative.roll")
def test_a_veterans_dice_and_a_surprise_are_told_of_those_who_have_them() -> None:
    fight = duel(a='talents = ["combat-veteran"]', b="surprise = true", now="turn = 0")
    told = said(fight, "due", "25" + "1")
    assert "initiative.talent a 5" in told
    assert "initiative.talent b" not in told
    assert "example.combat-veteran a 2 Combat Veteran" in told
    assert "initiative.surprise b 2" in told
    assert "initiative.surprise a" not in told
    assert (fight.get("a.initiative"), fight.get("b.score"), fight.get("order")) == (5, 3, ["a", "b"])


@pytest.mark.rule("coriolis.range.close")
def test_two_metres_are_close_for_every_blow_and_a_hair_more_is_not() -> None:
    assert duel(a='weapons = ["sword"]', gap=2).refusal("melee-attack a b") is None
    assert refused(duel(a='weapons = ["sword"]', gap=2.01), "melee-attack a b").startswith("range.close")
    assert duel(b="prone = true", gap=2).refusal("quick-melee a b") is None


@pytest.mark.rule("coriolis.ruling.bonus.order")
def test_one_six_asks_nothing_and_two_ask_before_the_armour() -> None:
    assert "bonus.purchase" not in said(duel(), "shot a b", "6111111")
    told = tale(duel(b='armour = "flight-suit"'), "shot a b", "6611111" + "1", "increase-damage:1")
    asked = told.index("ranged.bonus.purchase a increase-damage:1")
    assert asked < next(place for place, line in enumerate(told) if line.startswith("core.armour b"))


@pytest.mark.rule("coriolis.ruling.sneak.late", "coriolis.ruling.sneak.target", "coriolis.sneak.success")
def test_the_other_side_is_taken_unawares_and_ones_own_is_not() -> None:
    now = 'turn = 0\norder = ["a", "b"]'
    more = third("c", "red", "[0, 3]") + third("d", "blue", "[10, 3]", "aware = false")
    fight = duel(a='sneaks = "short"', now=now, more=more)
    assert "sneak.success a 1" in said(fight, "due", "6111")
    assert [fight.get(f"{who}.aware") for who in "abcd"] == [True, False, True, False]
    assert fight.get("caught-out") == ["b"]
    late = duel()
    late.gm("add \"id = 'z', archetype = 'bazaar-thief', side = 'blue', at = [-5, 0], sneaks = 'short'\"")
    assert "sneak.success z 1" in said(late, "due", "61111111")
    assert [late.get(f"{who}.aware") for who in "ab"] == [False, True]


@pytest.mark.rule("coriolis.ruling.sneak.free-action", "coriolis.turn.definition")
def test_ending_ones_turn_passes_the_free_action_or_the_slot() -> None:
    fight = duel(a='sneaks = "short"', now="turn = 0")
    fight.step(dice=[6, 1, 1, 1], steps=1)
    assert "ruling.sneak.free-action a lets the free action pass" in said(fight, "end-turn a")
    fight.step(dice=[5, 3], steps=1)
    told = said(fight, "end-turn a")
    assert "turn.definition a" in told
    assert "free-action" not in told


@pytest.mark.rule("coriolis.ruling.initiative.once", "coriolis.initiative.ties")
@pytest.mark.parametrize(("dice", "order"), [("2", ["b", "a", "z"]), ("4" + "135", ["z", "b", "a"])])
def test_an_old_tie_stands_unless_the_latecomer_is_level_too(dice: str, order: list[str]) -> None:
    fight = duel(a="initiative = 4", b="initiative = 4", now='turn = 1\nup = "b"\norder = ["b", "a"]')
    fight.gm("add \"id = 'z', archetype = 'station-guard', side = 'blue', at = [5, 5]\"")
    assert f"ruling.initiative.once z {dice[0]}" in said(fight, "due", dice)  # level with both, all three roll
    assert fight.get("order") == order
    if len(dice) == 1:  # so that ties are met with in both cases
        level = duel(now="turn = 0")
        assert "initiative.ties a" in said(level, "due", "33" + "12")


@pytest.mark.rule("coriolis.core.armour")
@pytest.mark.parametrize(("armour", "loss"), [(4, 3), (5, 1), (6, 1)])
def test_from_a_rating_of_five_on_a_hull_halves_what_hand_weapons_do(armour: int, loss: int) -> None:
    hull = f'[[combatant]]\nid = "van"\nside = "blue"\nat = [0, 9]\ncraft = {{ key = "groundcar", armour = {armour} }}\n'
    fight = duel(more=hull)
    fight.play("shot a van", dice=[6] + [1] * 7 + [1] * armour)
    assert fight.get("van.hp") == 18 - loss


@pytest.mark.rule("coriolis.state.same-gear-bonus", "coriolis.med.medkit")
def test_a_medkit_gives_two_dice_whatever_is_treated() -> None:
    sheet = 'gear = ["medkit"]\nattributes = { strength = 3, agility = 3, wits = 3 }\nskills = { medicurgy = 1 }'
    for act, state in (
        ("first-aid m p", "hp = 0"),
        ("surgery m p", "injuries = [{ number = 53, limit = 4 }]"),
        ("treat-radiation m p", "radiation = 4"),
    ):
        fight = ward(sheet, patient=state)
        fight.play(act, dice=[1] * 6)
        tally = next(event.tally for event in reversed(fight.events) if event.tally is not None)
        assert [reason.amount for reason in tally.reasons] == [3, 1, 2]


@pytest.mark.rule("coriolis.ruling.med.stacking")
@pytest.mark.parametrize(("left", "count", "after"), [(5, 2, (4, 2)), (1, 2, (-1, 1)), (1, 1, (0, 1))])
def test_the_next_kit_is_opened_when_one_is_empty_and_not_before(left: int, count: int, after: tuple[int, int]) -> None:
    fight = ward(f'gear = [{{ key = "medkit", left = {left}, count = {count} }}]', patient="hp = 0")
    tally = fight.preview("first-aid m p").tally
    assert tally is not None
    fight.play("first-aid m p", dice=[1] * tally.total)
    assert (fight.get("m.gear.0.left"), fight.get("m.gear.0.count")) == after


@pytest.mark.rule("coriolis.action.take-cover.rating", "coriolis.action.take-cover.combined")
def test_cover_by_itself_and_cover_with_armour_go_by_their_rules() -> None:
    for armour, rule in (("clothes", "rating"), ("flight-suit", "combined")):
        fight = duel(b=f'cover = 3\narmour = "{armour}"')
        fight.play("shot a b", dice=[6, 1, 1, 1, 1, 1, 1] + [1] * (4 if armour == "flight-suit" else 3))
        tally = next(event.tally for event in fight.events if event.rule == "coriolis.core.armour" and event.tally)
        assert [reason.rule for reason in tally.reasons if reason.note == "cover"] == [f"coriolis.action.take-cover.{rule}"]


@pytest.mark.rule("coriolis.ruling.bonus.order", "coriolis.melee.bonus.purchase")
@pytest.mark.parametrize(
    ("bought", "path", "value"),
    [
        ("increase-damage:1", "b.hp", 3),
        ("strike-fear:1", "b.mp", 5),
        ("raise-initiative:1", "a.raises", 2),
        ("grapple:1", "b.grappled-by", "a"),
        ("disarm:1", "b.weapons.0.dropped", True),
    ],
)
def test_each_effect_that_is_bought_is_the_one_that_comes(bought: str, path: str, value: object) -> None:
    fight = duel(a='weapons = ["sword"]', gap=1)
    others = {"b.hp": 4, "b.mp": 6, "a.raises": 0, "b.grappled-by": "", "b.weapons.0.dropped": False}
    fight.play("melee-attack a b", dice=[6, 6, 1, 1, 1, 1, 1], answers=["no", bought])
    assert {name: fight.get(name) for name in others} == {**others, path: value}


@pytest.mark.rule("coriolis.core.opposed", "coriolis.ruling.opposed-tie")
@pytest.mark.parametrize(("dice", "tie", "wins"), [([6, 6], True, False), ([6, 1], False, True), ([1, 6], False, False)])
def test_on_paper_a_tie_is_told_where_there_is_one(dice: list[int], tie: bool, wins: bool) -> None:
    done = starfray.do("coriolis", "opposed 1 1", dice=dice)
    rule = "coriolis.ruling.opposed-tie"
    assert any(event.rule == rule or rule in event.by for event in done.events) is tie
    assert done.result["wins"] is wins
    assert starfray.do("coriolis", "opposed 1 1", dice=[1, 1]).result["wins"] is False


@pytest.mark.rule("coriolis.core.weapon-fields")
@pytest.mark.parametrize(
    ("strength", "weapon", "lost"), [(2, "dura-sword", 1), (3, "dura-sword", 0), (2, "knife", 0), (3, "knife", 0)]
)
def test_a_heavy_weapon_is_too_much_for_the_weak_alone(strength: int, weapon: str, lost: int) -> None:
    fight = duel(a=f'attributes = {{ strength = {strength} }}\nskills = {{}}\nweapons = ["{weapon}"]', gap=1)
    bonus = 1 if weapon == "dura-sword" else 0
    fight.play(f"melee-attack a b {weapon}", dice=[1] * (strength + bonus - lost), answers=["no"])
    heavy = duel(a='attributes = { strength = 2 }\nskills = {}\nweapons = ["dura-sword"]', gap=1)
    tally = heavy.preview("melee-attack a b").tally
    assert tally is not None
    assert [reason.amount for reason in tally.reasons if reason.rule == "coriolis.core.weapon-fields"] == [-1]
    heavy.play("melee-attack a b", dice=[1, 1], answers=["no"])


@pytest.mark.rule("coriolis.ruling.med.poison", "coriolis.medtech.poison")
def test_a_blade_takes_one_dose() -> None:
    fight = duel(a='weapons = ["sword"]\ngear = [{ key = "poison-3", count = 2 }]', gap=1)
    fight.play("poison-weapon a sword poison-3", dice=[])
    assert (fight.get("a.gear.0.count"), fight.get("a.poisoned")) == (1, {"sword": "poison-3"})
    fight.play("melee-attack a b", dice=[6, 1, 1, 1, 1, 1, 1] + [6, 1, 1] + [1, 1, 1], answers=["no"])
    assert (fight.get("b.hp"), fight.get("a.poisoned")) == (1, {})


@pytest.mark.rule("coriolis.medtech.poison.test")
def test_poisons_on_paper_have_a_strength_of_one_to_eight() -> None:
    assert starfray.do("coriolis", "poison 1 1", dice=[6, 1]).result["damage"] == 1
    assert starfray.do("coriolis", "poison 8 1", dice=[6] * 8 + [1]).result["damage"] == 8
    for strength in (0, 9):
        with pytest.raises(BadInput):
            starfray.do("coriolis", f"poison {strength} 1", dice=[])


@pytest.mark.rule("coriolis.heal.first-aid.success")
def test_the_gms_healing_lifts_the_broken_and_leaves_those_who_lie_of_their_own_will() -> None:
    for state, prone in (("hp = 0", False), ("unconscious = 2", False), ("hp = 2\nprone = true", True)):
        fight = duel(b=state, more=third("c", "blue", "[30, 0]")).gm("heal b 1")
        assert fight.get("b.prone") is prone
    aided = ward('gear = ["medkit"]', patient="hp = 0")
    tally = aided.preview("first-aid m p").tally
    assert tally is not None
    aided.play("first-aid m p", dice=[6] + [1] * (tally.total - 1))
    assert (aided.get("p.hp"), aided.get("p.prone")) == (1, False)


@pytest.mark.rule("coriolis.surprise", "coriolis.ruling.initiative.surprise-vs-delay")
def test_surprise_ends_for_those_who_had_it() -> None:
    fight = duel(a="surprise = true\ninitiative = 5", b="initiative = 1", now='turn = 1\nup = "b"\nacted = ["a"]')
    fight.play("end-turn b", dice=[])
    told = said(fight, "due")
    assert "surprise a 2" in told
    assert "ruling.initiative.surprise-vs-delay a 2" in told
    assert " b 2" not in told
    assert fight.get("a.score") == 5


@pytest.mark.rule("coriolis.ruling.crit.custom")
def test_no_injury_is_to_be_had_of_a_stun_gun_or_for_a_vehicle() -> None:
    hull = '[[combatant]]\nid = "van"\nside = "blue"\nat = [0, 9]\ncraft = "groundcar"\n'
    with pytest.raises(TapeError):
        duel(a='weapons = ["stun-gun"]').play("shot a b", dice=[6, 6, 6, 1, 1, 1, 1], answers=["critical-injury:2"])
    with pytest.raises(TapeError):
        duel(more=hull).play("shot a van", dice=[6, 6, 6, 1, 1, 1, 1, 1], answers=["critical-injury:2"])
    stunned = duel(a='weapons = ["stun-gun"]')
    stunned.play("shot a b", dice=[6, 6, 6, 1, 1, 1, 1], answers=["stun:2"])
    assert stunned.get("b.stunned") == 1
    injured = duel()
    injured.play("shot a b", dice=[6, 6, 6, 1, 1, 1, 1] + [1, 1], answers=["critical-injury:2"])
    assert injured.get("b.injuries.0.number") == 11


@pytest.mark.rule("coriolis.vehicle.passengers", "coriolis.ruling.vehicle.passengers")
@pytest.mark.parametrize(("armour", "dice", "hp"), [("clothes", "", 3), ("flight-suit", "6", 4), ("flight-suit", "1", 3)])
def test_whoever_sits_in_a_wreck_rolls_what_armour_she_wears(armour: str, dice: str, hp: int) -> None:
    hull = '[[combatant]]\nid = "van"\nside = "blue"\nat = [10, 0]\ncraft = "grav-bike"\nhp = 2\n'
    fight = duel(b=f'aboard = "van"\narmour = "{armour}"', more=hull)
    assert "vehicle.passengers b>van 3" in said(fight, "shot a van", "6111111" + dice)  # 7 dice, a bike is not large
    assert fight.get("b.hp") == hp


@pytest.mark.rule("coriolis.action.defend.before", "coriolis.ruling.melee.defend-declare", "coriolis.action.defend")
def test_a_defence_is_declared_before_the_roll_or_after_it_as_the_table_has_it() -> None:
    for ruling, rule in (("before", "action.defend.before"), ("after", "ruling.melee.defend-declare")):
        fight = duel(a='weapons = ["sword"]', b='weapons = ["knife"]', gap=1).gm(f"ruling defend {ruling}")
        told = tale(fight, "melee-attack a b", "1111111" + "1111", "knife")
        assert f"[{rule}]" in "\n".join(told)
        rolled = next(place for place, line in enumerate(told) if line.startswith("melee.pool a"))
        assert (told.index("action.defend b knife") < rolled) is (ruling == "before")


@pytest.mark.rule("coriolis.action.full-auto.extra-dice", "coriolis.ruling.full-auto.which-one")
def test_the_shooter_is_told_how_many_extra_dice_there_have_been() -> None:
    fight = duel()
    fight.seats.hand = {"a"}
    fight.play("full-auto a b").answer(fight.asks[0], [1, 1, 1, 1, 1])
    for extra, face in ((0, 3), (1, 4)):
        assert (fight.asks[0].facts["extra"], fight.asks[0].facts["free"]) == (extra, 0)
        fight.answer(fight.asks[0], "yes").answer(fight.asks[0], [face])
    fight.answer(fight.asks[0], "no")
    assert fight.get("a.weapons.0.empty") is False


@pytest.mark.rule("coriolis.action.ram.vs-vehicle", "coriolis.ruling.vehicle.too-small")
def test_a_vehicle_damages_its_like_and_smaller_ones() -> None:
    driver = 'aboard = "car"\ndrives = true\nskills = { pilot = 1 }'
    own = '[[combatant]]\nid = "car"\nside = "red"\nat = [0, 0]\ncraft = { key = "groundcar", running = true }\n'
    for make, loss in (("grav-bike", 4), ("groundcar", 4), ("dune-skimmer", 0)):
        other = f'[[combatant]]\nid = "van"\nside = "blue"\nat = [0, 9]\ncraft = "{make}"\n'
        fight = duel(a=driver, more=own + other)
        hp = fight.get("van.hp")
        armour = "11" if make == "groundcar" else ""
        told = said(fight, "ram a van", "611111" + armour if loss else "")
        assert hp - fight.get("van.hp") == loss
        assert ("[ruling.vehicle.too-small]" in told) is not bool(loss)


@pytest.mark.rule("coriolis.medtech.no-stacking")
def test_that_bonuses_do_not_add_up_is_said_where_there_are_two() -> None:
    for gear, told in (('["medkit"]', False), ('["medkit", "m-dose"]', True)):
        fight = ward(f"gear = {gear}", patient="hp = 0")
        tally = fight.preview("first-aid m p").tally
        assert tally is not None
        fight.play("first-aid m p", dice=[1] * tally.total)
        assert any("coriolis.medtech.no-stacking" in event.by for event in fight.events) is told


@pytest.mark.rule("coriolis.medtech.table")
def test_at_least_one_piece_is_bought() -> None:
    assert starfray.do("coriolis", "buy medkit 2").result["price"] == 1400
    with pytest.raises(BadInput):
        starfray.do("coriolis", "buy medkit 0")
