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
