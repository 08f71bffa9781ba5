"""Moving, going prone, drawing and picking up, bands of range, who is engaged or immobile."""

from __future__ import annotations

import pytest

from starfray import Refused
from tests.coriolis.build import duel

MISS = [1, 1, 1, 1, 1, 1, 1]


def zone(kind: str) -> str:
    return f'[[zone]]\nname = "there"\nkind = "{kind}"\nat = [0, 10]\nradius = 3'


@pytest.mark.rule("coriolis.action.move")
def test_a_move_is_fast_and_ten_metres() -> None:
    fight = duel()
    with pytest.raises(Refused) as refused:
        fight.play("move a 0,10.5", dice=[])
    assert refused.value.rule == "coriolis.action.move"
    fight.play("move a 0,10", dice=[])
    assert (fight.get("a.at"), fight.get("a.ap")) == ([0, 10], 2)


@pytest.mark.rule("coriolis.action.move.halved", "coriolis.ruling.move.halving")
@pytest.mark.parametrize("kind", ["darkness", "jungle", "snow", "water"])
def test_hard_going_anywhere_on_the_way_halves_the_move(kind: str) -> None:
    fight = duel(more=zone(kind))
    before = fight.hash
    with pytest.raises(Refused) as refused:
        fight.play("move a 0,8", dice=[])  # its last metre lies in it
    assert (refused.value.rule, fight.hash) == ("coriolis.ruling.move.halving", before)
    fight.gm("place a 0,12")
    fight.play("move a 0,17", dice=[])
    assert fight.get("a.at") == [0, 17]


@pytest.mark.rule("coriolis.action.move.halved", "coriolis.ruling.move.halving")
def test_crawling_and_sneaking_in_the_dark_halve_once_and_round_down() -> None:
    fight = duel(a="prone = true\nmovement = 7", more=zone("darkness"))
    fight.gm("place a 0,10")
    with pytest.raises(Refused, match="further than 3 m"):
        fight.play("move a 0,13.5 sneaking=yes", dice=[])
    fight.play("move a 0,13 sneaking=yes", dice=[])
    assert fight.get("a.at") == [0, 13]


@pytest.mark.rule("coriolis.ruling.move.halving")
def test_an_injury_halves_the_rate_itself_first() -> None:
    leg = '{ number = 21, name = "Hurt leg", half-move = true }'
    fight = duel(a=f"prone = true\ninjuries = [{leg}]")
    with pytest.raises(Refused, match="further than 2 m"):  # 10, 5, 2
        fight.play("move a 0,3", dice=[])


@pytest.mark.rule("coriolis.action.move.halved")
def test_sneaking_halves_the_move_of_somebody_on_her_feet() -> None:
    fight = duel()
    fight.play("move a 0,5 sneaking=yes", dice=[])
    with pytest.raises(Refused, match="further than 5 m"):
        fight.play("move a 0,11 sneaking=yes", dice=[])


@pytest.mark.rule("coriolis.action.go-prone", "coriolis.action.get-up")
def test_lying_down_and_getting_up_are_fast() -> None:
    fight = duel()
    fight.play("go-prone a", dice=[])
    assert (fight.get("a.prone"), fight.get("a.ap")) == (True, 2)
    with pytest.raises(Refused, match="prone already"):
        fight.play("go-prone a", dice=[])
    fight.play("get-up a", dice=[])
    assert (fight.get("a.prone"), fight.get("a.ap")) == (False, 1)
    with pytest.raises(Refused, match="on her feet"):
        fight.play("get-up a", dice=[])


@pytest.mark.rule("coriolis.prone.ranged-target")
def test_a_prone_target_is_one_die_harder_to_shoot() -> None:
    duel(b="prone = true").play("shot a b", dice=MISS[:-1])


@pytest.mark.rule("coriolis.prone.no-melee", "coriolis.action.melee-attack.on-feet", "coriolis.action.get-up")
def test_nobody_strikes_from_the_ground() -> None:
    fight = duel(a='prone = true\nweapons = ["knife"]', gap=1)
    form = next(form for form in fight.legal("a") if form.kind == "melee-attack")
    assert form.refused is not None
    assert form.refused.rule == "coriolis.action.melee-attack.on-feet"
    with pytest.raises(Refused) as refused:
        fight.play("quick-melee a b", dice=[])
    assert refused.value.rule == "coriolis.action.melee-attack.on-feet"
    fight.play("get-up a", dice=[])
    fight.play("melee-attack a b", dice=[1] * 6, answers=["no"])
    assert fight.get("a.ap") == 0


# --- hands -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("coriolis.ruling.hands")
def test_the_first_weapon_listed_is_in_hand_and_only_what_is_in_hand_attacks() -> None:
    fight = duel(a='weapons = ["vulcan-pistol", "vulcan-carbine"]')
    assert (fight.get("a.weapons.0.in-hand"), fight.get("a.weapons.1.in-hand")) == (True, False)
    before = fight.hash
    with pytest.raises(Refused, match="must draw"):
        fight.play("shot a b vulcan-carbine", dice=[])
    assert fight.hash == before


@pytest.mark.rule("coriolis.action.draw")
def test_drawing_into_a_free_hand_is_fast_and_leaves_the_other_one_be() -> None:
    fight = duel(a='weapons = ["vulcan-pistol", "knife"]')
    fight.play("draw a knife", dice=[])
    assert (fight.get("a.ap"), fight.get("a.weapons.0.in-hand"), fight.get("a.weapons.1.in-hand")) == (2, True, True)
    with pytest.raises(Refused, match="in hand already"):
        fight.play("draw a knife", dice=[])


@pytest.mark.rule("coriolis.action.draw", "coriolis.ruling.hands")
def test_a_two_handed_weapon_takes_both_hands_and_what_was_in_them_is_let_go() -> None:
    fight = duel(a='weapons = [{ key = "vulcan-pistol", in-hand = true }, { key = "knife", in-hand = true }, "vulcan-carbine"]')
    fight.play("draw a vulcan-carbine", dice=[])
    assert fight.get("a.ap") == 2, "letting go is free"
    assert [fight.get(f"a.weapons.{place}.dropped") for place in range(3)] == [True, True, False]
    fight.play("shot a b vulcan-carbine", dice=MISS)


@pytest.mark.rule("coriolis.ruling.hands")
def test_she_may_say_what_she_lets_go_of() -> None:
    weapons = 'weapons = [{ key = "vulcan-pistol", in-hand = true }, { key = "knife", in-hand = true }, "sword"]'
    fight = duel(a=weapons)
    with pytest.raises(Refused, match="in hand"):
        fight.play("draw a sword drop=sword", dice=[])
    fight.play("draw a sword drop=knife", dice=[])
    assert [fight.get(f"a.weapons.{place}.in-hand") for place in range(3)] == [True, False, True]


@pytest.mark.rule("coriolis.action.pick-up")
def test_what_lies_within_two_metres_is_picked_up_by_anybody_for_a_point() -> None:
    knife = '{ key = "knife", dropped = true, lies-at = [3, 0] }'
    fight = duel(a='weapons = ["vulcan-pistol"]', b=f"weapons = [{knife}]", gap=3)
    before = fight.hash
    with pytest.raises(Refused) as refused:
        fight.play("pick-up a knife", dice=[])
    assert (refused.value.rule, fight.hash) == ("coriolis.action.pick-up", before)
    fight.gm("place b 20,0")
    fight.play("move a 1,0", dice=[]).play("pick-up a knife", dice=[])
    assert (fight.get("a.ap"), fight.get("a.weapons.knife.in-hand"), fight.get("b.weapons")) == (1, True, [])


@pytest.mark.rule("coriolis.action.pick-up", "coriolis.ruling.hands")
def test_ones_own_weapon_must_be_near_and_takes_a_hand() -> None:
    carbine = '{ key = "vulcan-carbine", dropped = true, lies-at = [0, 0] }'
    fight = duel(a=f'weapons = [{{ key = "sword", in-hand = true }}, {carbine}]')
    fight.play("move a 0,5", dice=[])
    with pytest.raises(Refused, match="within reach"):
        fight.play("pick-up a vulcan-carbine", dice=[])
    fight.play("move a 0,0", dice=[]).play("pick-up a vulcan-carbine", dice=[])
    assert (fight.get("a.weapons.1.in-hand"), fight.get("a.weapons.0.dropped")) == (True, True)


# --- bands -----------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "coriolis.range.bands",
    "coriolis.ruling.range-boundary",
    "coriolis.range.short",
    "coriolis.range.long",
    "coriolis.ranged.mod.range.close",
    "coriolis.ranged.mod.range.short",
    "coriolis.ranged.mod.range.long",
    "coriolis.ranged.mod.range.extreme",
)
def test_the_limits_of_the_bands_belong_to_the_nearer_band() -> None:
    fight = duel(a='weapons = ["vulcan-long-rifle"]')
    fight.legal("a")  # the forms speak of the bands
    for metres, rule in (
        (2, "close"),
        (2.1, "short"),
        (20, "short"),
        (20.1, "long"),
        (100, "long"),
        (100.1, "extreme"),
        (1000, "extreme"),
    ):
        fight.gm(f"place b {metres},0")
        tally = fight.preview("shot a b").tally
        assert tally is not None
        bands = [reason.rule for reason in tally.reasons if reason.rule.startswith("coriolis.ranged.mod.range")]
        assert bands[:1] == ([] if rule == "short" else [f"coriolis.ranged.mod.range.{rule}"]), metres


@pytest.mark.rule("coriolis.range.extreme")
def test_nothing_is_attacked_beyond_a_kilometre() -> None:
    with pytest.raises(Refused) as refused:
        duel(a='weapons = ["vulcan-long-rifle"]', gap=1001).play("shot a b", dice=[])
    assert refused.value.rule == "coriolis.range.extreme"


@pytest.mark.rule("coriolis.ruling.engaged", "coriolis.action.aimed-shot.not-engaged", "coriolis.range.close")
@pytest.mark.parametrize("unfit", ["tied = true", "aware = false", "unconscious = 2", "hp = 0"])
def test_only_the_hostile_able_and_aware_within_two_metres_are_engaged(unfit: str) -> None:
    fight = duel(gap=2)
    fight.legal("a")
    with pytest.raises(Refused, match="engaged"):
        fight.play("aimed-shot a b", dice=[])
    with pytest.raises(Refused, match="Close Range"):
        duel(gap=2.1).play("melee-attack a b", dice=[])
    third = '[[combatant]]\nid = "c"\nside = "blue"\nat = [50, 0]'
    helpless = duel(b=unfit, gap=2, more=third)
    assert helpless.preview("aimed-shot a b").refused is None
    friend = duel(more='[[combatant]]\nid = "c"\nside = "red"\nat = [1, 0]')
    assert friend.preview("overwatch a 10,0").refused is None


@pytest.mark.rule("coriolis.ruling.immobile", "coriolis.ranged.mod.range.close-helpless")
@pytest.mark.parametrize(("state", "more_dice"), [("hp = 0\nprone = true", 2), ("tied = true", 3), ("unconscious = 1", 2)])
def test_the_immobile_are_easy_at_close_range_and_do_nothing(state: str, more_dice: int) -> None:
    third = '[[combatant]]\nid = "c"\nside = "blue"\nat = [50, 0]'
    fight = duel(b=state, gap=1, more=third)
    found = fight.preview("shot a b").tally
    assert found is not None
    assert found.total == 7 + more_dice
    bound = duel(a="tied = true", gap=1, more='[[combatant]]\nid = "c"\nside = "red"\nat = [50, 0]')
    with pytest.raises(Refused) as refused:
        bound.play("go-prone a", dice=[])
    assert refused.value.rule == "coriolis.ruling.immobile"
    fight.play("shot a b", dice=[1] * (7 + more_dice))


@pytest.mark.rule("coriolis.ranged.mod.range.close")
def test_the_pinned_are_not_immobile() -> None:
    fight = duel(gap=1, b='grappled-by = "c"', more='[[combatant]]\nid = "c"\nside = "red"\nat = [1, 1]\ngrapples = "b"')
    found = fight.preview("shot a b").tally
    assert found is not None
    assert found.total == 4
    fight.play("shot a b", dice=[1, 1, 1, 1])


@pytest.mark.rule("coriolis.action.move", "coriolis.initiative.roll")
def test_figures_that_follow_from_others_can_be_read() -> None:
    fight = duel(a='prone = true\ninitiative = 4\nsurprise = true\ntalents = ["sprinter"]', b="hp = 0")
    assert (fight.get("a.move"), fight.get("a.score"), fight.get("a.broken"), fight.get("b.broken")) == (7, 6, False, True)
