"""Being hidden, being unaware, and how both end; who comes late."""

from __future__ import annotations

import pytest

import starfray
from starfray import BadInput
from starfray.sim.montecarlo import simulate
from tests.coriolis.build import duel
from tests.coriolis.ward import call

GUARD = '[[combatant]]\nid = "c"\nside = "blue"\nat = [30, 0]\nweapons = ["vulcan-pistol"]\n'
MISS = [1] * 7  # Agility 4 + Ranged Combat 2 + carbine 1


@pytest.mark.rule("coriolis.ruling.sneak.revealed")
@pytest.mark.parametrize("action", ["shot a b", "quick-shot a b", "aimed-shot a b", "full-auto a b"])
def test_whoever_shoots_from_hiding_is_seen_from_then_on(action: str) -> None:
    fight = duel(a="hidden = true", more=GUARD)
    dice = {"shot a b": 7, "quick-shot a b": 5, "aimed-shot a b": 9, "full-auto a b": 5}[action]
    fight.play(action, dice=[1] * dice, answers=["no"] if action.startswith("full") else [])
    assert fight.get("a.hidden") is False


@pytest.mark.rule("coriolis.ruling.sneak.revealed")
def test_a_move_or_a_reload_gives_nobody_away() -> None:
    fight = duel(a='hidden = true\nweapons = [{ key = "vulcan-carbine", empty = true }]')
    fight.play("move a 0,5", dice=[]).play("reload a", dice=[])
    assert fight.get("a.hidden") is True
    fight.gm("set a.ap 3")
    fight.play("shot a b", dice=MISS)
    assert fight.get("a.hidden") is False


@pytest.mark.rule("coriolis.ruling.sneak.revealed", "coriolis.action.opportunity")
def test_a_blow_at_somebody_who_passes_gives_the_hiding_place_away() -> None:
    fight = duel(a='weapons = ["knife"]', b='hidden = true\nweapons = ["knife"]', gap=5)
    fight.play("move a 10,0", dice=[1] * 6, answers=["knife", "no"])
    assert fight.get("b.hidden") is False


@pytest.mark.rule("coriolis.ruling.sneak.revealed", "coriolis.sneak.fail")
def test_who_fails_to_sneak_up_is_no_longer_hidden() -> None:
    fight = duel(a='hidden = true\nsneaks = "short"', now="turn = 0")
    fight.step(dice=[1] * 4, steps=1)
    assert fight.get("a.hidden") is False


def test_a_hidden_thief_does_not_beat_three_guards_by_being_hidden() -> None:
    guards = "".join(
        f'[[combatant]]\nid = "g{n}"\nside = "blue"\nat = [15, {n}]\narchetype = "station-guard"\n' for n in range(3)
    )
    thief = '[[combatant]]\nid = "a"\nside = "red"\narchetype = "bazaar-thief"\nhidden = true\nat = [0, 0]\n'
    text = f'rulebook = "coriolis"\n{thief}{guards}'
    assert simulate(starfray.loads(text), 40, seed=1).wins.get("red", 0) < 10


@pytest.mark.rule(
    "coriolis.ruling.sneak.noticed", "coriolis.ranged.mod.range.close-helpless", "coriolis.ranged.mod.range.close"
)
def test_who_is_unaware_is_taken_so_once() -> None:
    fight = duel(b="aware = false", gap=1, a='weapons = ["vulcan-pistol"]')
    fight.play("shot a b", dice=[1] * 10)
    assert fight.get("b.aware") is True
    fight.play("quick-shot a b", dice=[1, 1])  # 4 + 2 + 1 - 3 - 2


@pytest.mark.rule("coriolis.ruling.sneak.noticed")
def test_the_unaware_defend_against_the_second_blow_only() -> None:
    fight = duel(a='weapons = ["knife"]', b="aware = false", gap=1)
    fight.play("melee-attack a b", dice=[1] * 6)
    fight.play("quick-melee a b", dice=[1] * 4, answers=["no"])
    assert fight.get("b.aware") is True


@pytest.mark.rule("coriolis.ruling.sneak.noticed")
def test_an_enemy_in_plain_view_is_noticed_when_ones_slot_comes_and_a_hidden_one_is_not() -> None:
    for hidden, aware in (("", True), ("hidden = true", False)):
        fight = duel(a=hidden, b="aware = false")
        fight.play("end-turn a", dice=[])
        assert (fight.actors, fight.get("b.aware")) == (["b"], aware)


@pytest.mark.rule("coriolis.ruling.sneak.noticed", "coriolis.action.shout")
def test_a_comrades_shout_wakes_the_unaware() -> None:
    fight = duel(more='[[combatant]]\nid = "c"\nside = "red"\nat = [5, 0]\naware = false\n')
    fight.play('shout a "behind you"', dice=[])
    assert fight.get("c.aware") is True


@pytest.mark.rule("coriolis.ruling.sneak.distance")
@pytest.mark.parametrize(
    ("band", "gap", "fits"), [("short", 15, True), ("long", 15, False), ("close", 15, False), ("close", 1, True)]
)
def test_what_a_file_says_of_sneaking_fits_the_distance(band: str, gap: float, fits: bool) -> None:
    def load() -> object:
        return duel(a=f'sneaks = "{band}"', gap=gap, now="turn = 0")

    if fits:
        load()
    else:
        with pytest.raises(BadInput, match="does not fit the distance"):
            load()


@pytest.mark.rule("coriolis.ruling.sneak.distance", "coriolis.sneak.mod.close")
def test_the_roll_goes_by_where_people_stand() -> None:
    fight = duel(a='sneaks = "short"', gap=15, now="turn = 0")
    fight.gm("place b 2,0")
    fight.step(dice=[6, 1], steps=1)  # Agility 4 - 2
    assert fight.get("free-actions") == ["a"]


ADDED = "id = 'd', side = 'red', at = [10, 1], weapons = ['knife'], skills = { infiltration = 1, melee-combat = 1 }"


@pytest.mark.rule("coriolis.ruling.sneak.late", "coriolis.ruling.initiative.once", "coriolis.ruling.sneak.noticed")
def test_who_joins_unseen_strikes_first_and_rolls_initiative_after_it() -> None:
    fight = duel()
    fight.gm(f"add \"{ADDED}, sneaks = 'close'\"")
    fight.step(dice=[6, 1], steps=1)  # 3 + 1 - 2
    assert (fight.actors, fight.get("b.aware")) == (["d"], False)
    fight.play("melee-attack d b", dice=[6, 1, 1, 1])  # no defence
    fight.step(dice=[6], steps=1)
    assert (fight.get("b.hp"), fight.get("b.aware"), fight.get("d.initiative"), fight.get("order")) == (
        4,
        True,
        6,
        ["d", "a", "b"],
    )


@pytest.mark.rule("coriolis.ruling.initiative.once")
def test_a_latecomer_rolls_initiative_and_takes_a_place_in_the_order() -> None:
    fight = duel(now='turn = 2\nup = "a"\norder = ["a", "b"]', a="initiative = 4", b="initiative = 2")
    fight.gm(f'add "{ADDED}"')
    fight.step(dice=[3])
    assert fight.get("order") == ["a", "d", "b"]


def test_hours_end_no_unawareness_by_themselves() -> None:
    fight = duel(b="aware = false")
    call(fight, "hours 1")
    assert fight.get("b.aware") is False


@pytest.mark.rule("coriolis.ruling.sneak.revealed")
@pytest.mark.parametrize(
    ("craft", "shot", "dice"), [("grav-bike", "shot a b", 7), ("armoured-carrier", "shot a b vulcan-machine-gun", 7)]
)
def test_a_vehicle_from_which_somebody_shoots_is_seen_with_her(craft: str, shot: str, dice: int) -> None:
    car = f'[[combatant]]\nid = "car"\nside = "red"\ncraft = "{craft}"\nat = [0, 0]\nhidden = true\n'
    fight = duel(a='aboard = "car"\nhidden = true', more=car)
    fight.play(shot, dice=[1] * dice)
    assert (fight.get("a.hidden"), fight.get("car.hidden")) == (False, False)


@pytest.mark.rule("coriolis.ruling.sneak.revealed", "coriolis.action.ram")
def test_a_vehicle_that_rams_is_seen() -> None:
    car = '[[combatant]]\nid = "car"\nside = "red"\ncraft = { key = "groundcar", running = true }\nat = [0, 0]\nhidden = true\n'
    fight = duel(a='aboard = "car"\ndrives = true\nskills = { pilot = 1 }', b="aware = false", more=car)
    fight.play("ram a b", dice=[1] * 6)  # 4 + 1 + 1
    assert fight.get("car.hidden") is False
    assert fight.get("b.aware") is True  # a miss is noticed, too


@pytest.mark.rule("coriolis.ruling.sneak.revealed", "coriolis.action.defend")
def test_who_parries_is_found_and_who_keeps_still_is_not() -> None:
    for answer, dice, hidden in (("no", 7, True), ("knife", 11, False)):
        fight = duel(a='weapons = ["sword"]', b='hidden = true\nweapons = ["knife"]', gap=1)
        fight.play("melee-attack a b", dice=[1] * dice, answers=[answer])
        assert fight.get("b.hidden") is hidden


@pytest.mark.rule("coriolis.ruling.sneak.noticed", "coriolis.action.full-auto.new-target.hit")
def test_what_armour_stops_is_noticed_by_every_target_of_a_burst() -> None:
    armoured = '[[combatant]]\nid = "c"\nside = "blue"\nat = [11, 0]\naware = false\narmour = "heavy-armour"\n'
    fight = duel(b="aware = false", more=armoured)
    fight.play("full-auto a b", dice=[6, 6, 1, 1, 1] + [6] * 6, answers=["no", "c", "b:1 c:1"])
    assert fight.get("c.hp") == 6
    assert (fight.get("b.aware"), fight.get("c.aware")) == (True, True)


@pytest.mark.rule("coriolis.ruling.sneak.noticed")
def test_a_grenade_is_noticed_by_all_it_goes_off_beside_hurt_or_not() -> None:
    bystander = '[[combatant]]\nid = "c"\nside = "blue"\nat = [11, 0]\naware = false\n'
    fight = duel(
        a='weapons = ["frag-grenade"]', b="aware = false", more=bystander + GUARD.replace('"c"', '"d"') + "aware = false\n"
    )
    fight.play("throw a b frag-grenade", dice=[6, 1, 1, 1, 1, 1] + [1] * 6 + [1] * 6)
    assert (fight.get("c.hp"), fight.get("c.aware")) == (6, True)
    assert fight.get("d.aware") is False  # 20 m off


@pytest.mark.rule("coriolis.ruling.initiative.once", "coriolis.initiative.ties")
def test_those_who_come_together_all_roll() -> None:
    fight = duel(now='turn = 1\nup = "a"\norder = ["a", "b"]', a="initiative = 5", b="initiative = 3")
    for who, side in (("y", "red"), ("z", "blue")):
        fight.gm(f"add \"id = '{who}', archetype = 'station-guard', side = '{side}', at = [5, 5]\"")
    fight.step(dice=[6, 3] + [2, 5])  # y 6, z 3; b and z are level
    assert fight.get("order") == ["y", "a", "z", "b"]
    assert [fight.get(f"{who}.initiative") for who in "abyz"] == [5, 3, 6, 3]
    fight.undo()
    assert fight.get("order") == ["a", "b"]


@pytest.mark.rule("coriolis.ruling.sneak.distance", "coriolis.ruling.sneak.late")
def test_a_latecomer_sneaks_as_far_as_she_is_away() -> None:
    fight = duel()
    newcomer = "id = 'z', archetype = 'bazaar-thief', side = 'blue', at = [-5, 0], sneaks = '{}'"
    with pytest.raises(BadInput, match="'close' does not fit the distance"):
        fight.gm(f'add "{newcomer.format("close")}"')
    fight.gm(f'add "{newcomer.format("short")}"')
    fight.step(dice=[6] + [1] * 7, steps=1)  # 5 + 3, no modifier for Short
    assert fight.actors == ["z"]


@pytest.mark.rule("coriolis.ruling.sneak.noticed", "coriolis.ranged.mod.range.close-helpless")
def test_who_is_unaware_when_the_fight_begins_is_so_until_she_notices() -> None:
    fight = duel(a='weapons = ["vulcan-pistol"]', b="aware = false", gap=1, now="turn = 0")
    fight.begin(dice=[5, 3])
    fight.play("shot a b", dice=[1] * 10)  # 4 + 2 + 1 + 3
    assert fight.get("b.aware") is True


@pytest.mark.rule("coriolis.ruling.sneak.target", "coriolis.ruling.sneak.late")
def test_a_latecomer_who_stays_hidden_takes_nobody_elses_eyes_away() -> None:
    fight = duel(b='aware = true\nweapons = ["knife"]', gap=1, a='weapons = ["knife"]')
    fight.gm("add \"id = 'z', archetype = 'bazaar-thief', side = 'red', at = [-5, 0], sneaks = 'short', hidden = true\"")
    fight.step(dice=[6] + [1] * 7, steps=1)
    assert fight.get("b.aware") is False  # until the free action is done
    fight.play("move z -8,0", dice=[])
    fight.step(dice=[1], steps=1)
    assert (fight.get("z.hidden"), fight.get("b.aware")) == (True, True)
    fight.play("melee-attack a b", dice=[1] * 6, answers=["no"])  # b is asked whether she defends
