"""On foot, as a second reading of the book has it: opposed dice, sleepers, guns, vehicles in the way, things on the floor."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import BadInput
from tests.icar.street import FISTS, A, B, form, needed, refused, rolls, said, street, third

KESTREL = '[[combatant]]\nid = "car"\nside = "blue"\nvehicle = { key = "kestrel"FIELDS }\nat = [20, 0]\n'
RIFLE = 'weapons = ["arms-5"]\n'
MASTER = A.replace("street-fighting = 1", "street-fighting = 4")
SHUT = 'shields = [{ key = "s", hp = 10, shut = true }]\n'
DOCTOR = "attributes = { wit = 4 }\nskills = { medicine = 3, micro-engineering = 4 }\n"


def parked(inside: str = 'aboard = "car"', fields: str = "", **more: str) -> starfray.Fight:
    """a with a rifle, 20 m from a car in which b sits; c keeps the fight going."""
    return street(RIFLE, inside, more=KESTREL.replace("FIELDS", fields) + third(side="red"), gap=20, **more)


@pytest.mark.rule("icar.ruling.dice-order", "icar.ruling.opposed-tie")
def test_in_an_opposed_check_each_throws_the_own_die_and_both_again_on_a_tie() -> None:
    fight = street().play("hit a b", dice=[4, 5, 6, 5])  # 8 against 8, 10 against 8
    assert [who for _, who in rolls(fight)] == ["a", "b", "a", "b"]
    assert fight.get("b.stun") == 6
    fight = street(a='seat = "ana"', b='seat = "ben"')
    fight.seats.hand = {"a", "b"}
    fight.play("hit a b")
    assert [ask.who for ask in fight.asks] == ["a"]
    fight.answer(fight.asks[0], "7")
    assert [ask.who for ask in fight.asks] == ["b"]


@pytest.mark.rule("icar.ruling.sleepers-lie", "icar.ruling.stun-wake")
def test_who_falls_asleep_lies_on_the_floor_and_has_to_get_up() -> None:
    fight = street(FISTS, "stun = 4", more=third()).play('combo a b fists "twice"', dice=[8])
    assert (fight.get("b.prone"), fight.get("b.asleep")) == (True, 2)
    fight.gm("set b.stun 3").gm("set b.asleep 0")
    refused(fight, "hit b a", "icar.ruling.down-choice")
    assert street(b="asleep = 3").get("b.prone") is True


@pytest.mark.rule("icar.stun.negative")
def test_turns_left_to_sleep_and_to_live_are_those_of_the_book() -> None:
    fight = street(FISTS, "stun = 3", more=third()).play('combo a b fists "twice"', dice=[8])
    assert (fight.get("b.stun"), fight.get("b.asleep")) == (-3, 3)
    fight.play("stand-by c", dice=[]).step(dice=[])
    assert (fight.get("turn"), fight.get("b.asleep")) == (2, 3)  # the turn in which it began is not one of them
    fight.play("stand-by a", dice=[]).play("stand-by c", dice=[]).step(dice=[])
    assert fight.get("b.asleep") == 2


@pytest.mark.rule("icar.ruling.vehicle-exposed", "icar.ruling.vehicle-on-foot", "icar.vehicle.gunner.vehicle")
def test_on_foot_people_in_a_closed_car_are_shot_at_through_the_car() -> None:
    fight = parked()
    why = refused(fight, "fire a b", "icar.ruling.vehicle-exposed")
    assert list(why.legal) == ["car"]
    fight.play("fire a car", dice=[7]).step(dice=[])
    assert (needed(fight), fight.get("car.vehicle.hp"), fight.get("b.hp")) == (14 - 1 - 6, 0, 10)
    assert fight.get("car.vehicle.falling") == 0  # it stands on the ground


@pytest.mark.rule("icar.vehicle.gunner.people", "icar.vehicle.damage.shields-first")
def test_on_foot_an_open_car_shelters_nobody_but_its_shield_comes_first() -> None:
    fight = parked(fields=", open = true").play("fire a b", dice=[9])
    fight.step(dice=[], answers={"icar.hp.brain": ["whole"]})
    assert (needed(fight), fight.get("b.hp")) == (16 - 1 - 6, 10 - 23)
    fight = parked(fields=", open = true, max-shields = 1, shield-hp = 30").play("fire a b", dice=[9]).step(dice=[])
    assert (needed(fight), fight.get("b.hp"), fight.get("car.vehicle.soaked")) == (14 - 1 - 6, 10, 23)
    for who in "bc":
        fight.play(f"stand-by {who}", dice=[])
    assert fight.step(dice=[]).get("car.vehicle.soaked") == 0


@pytest.mark.rule("icar.vehicle.pilot.dodge")
def test_on_foot_every_shot_at_a_dodging_car_is_at_16() -> None:
    pilot = 'aboard = "car"\nrole = "pilot"'
    assert needed(parked(pilot, ", dodging = true").play("fire a car", dice=[2])) == 16 - 1 - 6


@pytest.mark.rule("icar.vehicle.damage.where")
def test_nobody_is_struck_through_closed_doors() -> None:
    refused(street(b='aboard = "car"', more=KESTREL.replace("FIELDS", "")), "hit a b", "icar.vehicle.damage.where")


@pytest.mark.rule("icar.turn.vehicle")
def test_nobody_walks_and_stays_aboard() -> None:
    fight = street('aboard = "car"', more=KESTREL.replace("FIELDS", "") + third())
    assert refused(fight, "move a 3,0", "icar.turn.vehicle").legal == ("get-out",)
    assert fight.play("get-out a", dice=[]).get("a.aboard") == ""


@pytest.mark.rule("icar.turn.recover-stun")
def test_rest_and_quick_tasks_exclude_each_other() -> None:
    fight = street('stun = 4\nweapons = [{ key = "nelson-h1", rounds = 1 }]', gap=600)
    fight.play("quick-task a", dice=[], answers=["yes"]).play("change-magazine a", dice=[])
    refused(fight, "recover-stun a", "icar.turn.recover-stun")
    fight = street("stun = 4", more=third(side="red")).play("quick-task a", dice=[], answers=["yes"])
    assert fight.play("recover-stun a", dice=[]).get("a.quick") == 0
    assert fight.actors == ["b"]


@pytest.mark.rule("icar.combat.free-choice", "icar.check.order")
@pytest.mark.parametrize(("die", "words"), [(9, "it works"), (8, "in vain")])
def test_an_attempt_tells_how_it_ended(die: int, words: str) -> None:
    fight = street().play('attempt a "over the wall" acrobatics', dice=[die], answers=["12"])
    assert [event.note for event in fight.events][-1] == f"over the wall: {words}"


@pytest.mark.rule("icar.shield.restart", "icar.ruling.shield-restart")
def test_a_friends_shield_can_be_restarted() -> None:
    friend = third(B + SHUT, "c", "red")
    fight = street(base=DOCTOR, more=friend)
    assert [option.key for option in form(fight, "a", "restart-shield").fields[1].options] == ["c"]
    fight.play("restart-shield a whose=c", dice=[4])
    assert (fight.get("c.shields.0.shut"), fight.get("c.shields.0.up")) == (False, True)
    far = street(base=DOCTOR, more=friend.replace("[0, 1]", "[0, 9]"))
    refused(far, "restart-shield a", "icar.shield.restart")


@pytest.mark.rule("icar.ruling.taking", "icar.close.skill.sf2")
def test_a_weapon_knocked_out_of_a_hand_can_be_taken_by_anybody() -> None:
    fight = street(FISTS, 'weapons = ["knife"]', base=MASTER, more=third(side="red"))
    fight.play('combo a b fists "hand first" swap=1:disarm', dice=[8])
    assert (fight.get("b.weapons"), fight.state.lying[0].weapon.key) == ([], "knife")
    refused(fight, "take b nelson-h1", "icar.ruling.taking")
    fight.play("stand-by b", dice=[]).play("take c knife", dice=[])
    assert (fight.get("c.hand"), fight.get("c.weapons.0.key"), fight.state.lying) == ("knife", "knife", [])


@pytest.mark.rule("icar.ruling.taking")
def test_what_the_fallen_carry_can_be_taken_friend_or_foe() -> None:
    fallen = third(B + 'asleep = 4\nkit = ["moss-med-kit"]\nweapons = ["nelson-h1"]', "d", "red")
    fight = street(more=fallen + third())
    fight.play("take a nelson-h1 d", dice=[])
    assert (fight.get("a.hand"), fight.get("d.weapons"), fight.get("d.hand")) == ("nelson-h1", [], "")
    refused(street(b='weapons = ["knife"]'), "take a knife b", "icar.ruling.taking")  # who is awake minds
    fight = street(more=fallen + third()).play("take a moss-med-kit d", dice=[])
    assert fight.get("a.kit.0.key") == "moss-med-kit"


@pytest.mark.rule("icar.heal.hp.medic", "icar.ruling.medic-heal")
def test_a_medic_gives_hit_points_back_once_a_day() -> None:
    fight = street(base=DOCTOR, more=third(B + "hp = 4", "c", "red")).play("heal a c", dice=[5])
    assert (fight.get("c.hp"), fight.get("c.healed")) == (7, True)
    fight.play("stand-by b", dice=[]).play("stand-by c", dice=[]).step(dice=[])
    refused(fight, "heal a c", "icar.ruling.medic-heal")
    stable = street(base=DOCTOR, more=third(B + "hp = 0\nstable = true", "c", "red")).play("heal a c", dice=[5])
    assert (stable.get("c.hp"), stable.get("c.stable")) == (3, False)
    refused(street(base=DOCTOR, more=third(B + "hp = -2", "c", "red")), "heal a c", "icar.hp.stabilise")


@pytest.mark.rule("icar.heal.kit", "icar.ruling.medic-heal")
def test_a_better_kit_gives_half_the_maximum_besides() -> None:
    kit = 'kit = ["moss-med-kit"]\n'
    assert street(kit, base=DOCTOR, more=third(B + "hp = 1", "c", "red")).play("heal a c", dice=[4]).get("c.hp") == 9


@pytest.mark.rule("icar.ruling.hidden-ends")
def test_whoever_attacks_from_hiding_is_seen() -> None:
    fight = street("hidden = true").play("hit a b", dice=[5, 5])
    assert (fight.get("a.hidden"), said(fight).count("icar.ruling.hidden-ends")) == (False, 1)
    fight = street("hidden = true\n" + RIFLE, gap=20).play("fire a b", dice=[2])
    assert fight.get("a.hidden") is False
    assert street("hidden = true", gap=20).play("move a 1,0", dice=[]).get("a.hidden") is True


@pytest.mark.rule("icar.ruling.hold-opposed")
@pytest.mark.parametrize("act", ["surrender a", "surrender b"])
def test_a_hold_ends_when_either_gives_up(act: str) -> None:
    fight = street(b='held-by = "a"', more=third() + third(who="d", side="red"))
    assert fight.play(act, dice=[]).get("b.held-by") == ""


@pytest.mark.rule("icar.ruling.hold-opposed")
@pytest.mark.parametrize("word", ["remove a", "place a 30,0", "place b 30,0", "set b.stun -2", "set a.hp 0"])
def test_a_hold_ends_when_the_gm_takes_either_away_or_down(word: str) -> None:
    fight = street(b='held-by = "a"', more=third() + third(who="d", side="red")).gm(word)
    assert fight.get("b.held-by") == ""


@pytest.mark.rule("icar.fire.sheet.options")
def test_what_the_factory_has_fitted_counts() -> None:
    scope = '{ name = "scope", to-hit = 1, fitted = TICK }, { name = "drum", magazine = 4, damage = 2, fitted = TICK }'
    gun = f'weapons = [{{ key = "nelson-h1", options = [{scope}] }}]\n'
    plain = street(gun.replace("TICK", "false"), gap=20).play("fire a b", dice=[2])
    assert (needed(plain), plain.get("a.weapons.0.rounds")) == (10 - 6 - 1, 3)
    fitted = street(gun.replace("TICK", "true"), gap=20).play("fire a b", dice=[2])
    assert (needed(fitted), fitted.get("a.weapons.0.rounds"), fitted.get("a.weapons.0.damage")) == (10 - 6 - 2, 7, 8)
    again = starfray.loads(fitted.to_text())  # counted once, however often it is written out
    assert (again.get("a.weapons.0.damage"), again.get("a.weapons.0.to-hit")) == (8, fitted.get("a.weapons.0.to-hit"))


@pytest.mark.rule("icar.hp.zero", "icar.stun.zero")
def test_what_the_gms_hand_brings_to_nought_means_what_it_means() -> None:
    fight = street(more=third(side="red")).gm("set b.stun -3")
    assert (fight.get("b.asleep"), fight.get("b.prone")) == (3, True)
    fight = street(more=third(side="red")).gm("set b.hp -1")
    assert (fight.get("b.dying"), fight.get("b.tries"), fight.get("b.prone")) == (40, 10, True)


def test_a_position_that_cannot_be_is_refused() -> None:
    with pytest.raises(BadInput, match="skill"):
        street(a="skills = { dancing = 2 }", base="")
    with pytest.raises(BadInput, match="held"):
        street(b='held-by = "a"', gap=30)
    with pytest.raises(BadInput, match="dying"):
        street(b="dying = 3")
