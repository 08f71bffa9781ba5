"""Closing in on a longer weapon, the fend, close quarters, drawing, stances."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight
from tests.hybrid.build import chance, duel, landed, reasons

DAGGER = 'weapons = ["one-edged-dagger"]\nskills = { one-edged-dagger = 8 }'
CLOSED = 'begun = true\ncount = 100\nclosed = [{ one = "a", other = "b" }]'
MISS = [100]


def closing(b: str = "", dice: list[int] | None = None, answers: list[str] | None = None) -> Fight:
    fight = duel(a=DAGGER, b=b)
    fight.play("close a b", dice=[])
    return fight.step(dice=dice or [], answers=answers or [], steps=1)


@pytest.mark.rule("hybrid.close.required", "hybrid.action.standard-speed", "hybrid.ruling.closing")
def test_a_dagger_must_first_close_with_a_sword_and_that_takes_10_counts() -> None:
    fight = duel(a=DAGGER, b="initiative = 130")
    with pytest.raises(starfray.Refused, match="outreaches"):
        fight.play("blow a b", dice=[])
    fight.play("close a b", dice=[])
    fight.step(dice=[1, 1])  # nobody with a usable initiative: no die for the closing itself
    assert fight.get("closed") == [{"one": "a", "other": "b"}]
    assert (fight.get("count"), fight.get("a.initiative")) == (118, 110 + 2 + 8 - 2)
    fight.play("blow a b", dice=[])


@pytest.mark.rule("hybrid.close.fend.allowed", "hybrid.close.fend.roll", "hybrid.close.fend.time", "hybrid.ruling.fend-effect")
def test_a_fend_that_is_heeded_keeps_the_closer_away() -> None:
    fight = closing(dice=[63], answers=["fend-short-sword", "no", "heed"])
    assert (chance(fight), fight.get("closed"), fight.get("b.initiative")) == (78 - 15, [], 94)


@pytest.mark.rule("hybrid.close.fend.ignored")
def test_a_fend_that_is_ignored_does_the_weapons_damage_and_the_closer_is_in() -> None:
    fight = closing(dice=[63, 20, 3, 4], answers=["fend-short-sword", "no", "ignore"])
    assert (fight.get("a.pft"), len(fight.state.closed)) == (39 - 11, 1)


def test_a_fend_that_misses_does_not_help() -> None:
    assert len(closing(dice=[64], answers=["fend-short-sword", "no"]).state.closed) == 1


@pytest.mark.rule("hybrid.mod.florentine.physical-physical", "hybrid.oppose.sn")
def test_the_closer_may_parry_the_fend_as_one_who_is_acting() -> None:
    fight = closing(dice=[60, 50], answers=["fend-short-sword", "parry-one-edged-dagger"])
    assert chance(fight, "hybrid.defence.parry") == 65 - 3  # DF 15 + 8 - 3 - 6; the fend was made by 3
    assert len(fight.state.closed) == 1


@pytest.mark.rule("hybrid.close.fend.retreat")
def test_a_fend_in_retreat_has_6_more() -> None:
    fight = closing(dice=[68], answers=["retreat-short-sword", "no", "heed"])
    assert (chance(fight), fight.get("closed")) == (83 - 15, [])


@pytest.mark.parametrize(("ready_since", "asked"), [(106, True), (107, False)])  # 4 counts, lands on 110
def test_a_fend_takes_half_the_weapons_speed(ready_since: int, asked: bool) -> None:
    answers = ["no"] if asked else []
    assert len(closing(b=f"initiative = {ready_since}\nwait-until = 200", answers=answers).state.closed) == 1


@pytest.mark.rule("hybrid.close.closed-upon", "hybrid.ruling.weapon-as-club")
def test_one_closed_upon_strikes_with_a_club_or_not_at_all() -> None:
    fight = duel(b=DAGGER, now=CLOSED)
    with pytest.raises(starfray.Refused, match="too long"):
        fight.play("blow a b", dice=[])
    fight.play("blow a b club=yes", dice=[])
    fight.step(dice=[40, 20, 5], answers=["no"])
    assert (chance(fight), fight.get("b.pft")) == (76 - 15, 39 - (5 + 3))  # DF 23 - 2; 1d6 + PSE


@pytest.mark.rule("hybrid.close.closed-upon")
def test_one_with_room_does_not_use_a_sword_as_a_club() -> None:
    with pytest.raises(starfray.Refused, match="room"):
        duel().play("blow a b club=yes", dice=[])


@pytest.mark.rule("hybrid.draw.time")
def test_drawing_takes_twice_the_weapons_speed_and_what_does_not_fit_is_dropped() -> None:
    fight = duel(a='weapons = ["cudgel", "one-edged-dagger"]\nskills = { one-edged-dagger = 4 }')
    fight.play("draw a one-edged-dagger", dice=[])
    assert (fight.get("under-way.0.lands"), fight.get("a.weapons.cudgel.in-hand")) == (100 + 12, False)
    fight.step(dice=[1, 1])
    assert fight.get("a.weapons.one-edged-dagger.in-hand") is True
    with pytest.raises(starfray.Refused, match="cannot draw"):
        fight.play("draw a one-edged-dagger", dice=[])


@pytest.mark.rule("hybrid.attack.all-out")
def test_all_out_adds_the_own_defence_to_the_attack_and_leaves_none() -> None:
    fight = duel()
    fight.play("stance a all-out", dice=[])
    fight.play("blow a b", dice=[])
    fight.gm("set b.wait-until 0")
    fight.step(dice=[])
    fight.play("blow b a", dice=[])  # lands on 103 as well; a is first
    fight.step(dice=[100, 6, 6, 100], answers=["no"])  # the one who goes all out is not asked
    chances = [event.tally.total for event in fight.events if event.rule == "hybrid.tohit.chance" and event.tally]
    assert chances == [78 - 15 + 15, 78]


def test_a_stance_ends_with_the_next_choice() -> None:
    fight = duel()
    fight.play("stance a all-out", dice=[])
    fight.play("blow a b", dice=[])
    fight.step(dice=[100, 1, 1], answers=["no"])
    assert (fight.get("count"), fight.actors, fight.get("a.stance")) == (111, ["a"], [])


@pytest.mark.rule("hybrid.attack.advance")
def test_advancing_gives_4_to_attacks_and_takes_4_from_defences() -> None:
    fight = duel()
    fight.play("stance a advance b", dice=[])
    fight.play("blow a b", dice=[])
    fight.step(dice=MISS, answers=["no"])
    assert chance(fight) == 82 - 15  # DF 27
    other = duel(b='initiative = 90\nwait-until = 200\nstance = ["advance"]\nstance-since = 90')
    other.play("blow a b", dice=[])
    other.step(dice=[63, 60], answers=["parry-short-sword"])
    assert chance(other, "hybrid.defence.parry") == 69  # DF 20 - 4


@pytest.mark.rule("hybrid.attack.advance.length")
def test_only_with_a_weapon_as_long_can_one_advance() -> None:
    with pytest.raises(starfray.Refused, match="longer"):
        duel(a=DAGGER).play("stance a advance b", dice=[])


@pytest.mark.rule("hybrid.defence.retreat")
def test_a_retreat_gives_6_to_defences_and_takes_6_from_attacks() -> None:
    fight = duel()
    fight.play("stance a retreat", dice=[])
    fight.play("blow a b", dice=[])
    fight.step(dice=MISS, answers=["no"])
    assert chance(fight) == 70 - 15  # DF 17
    other = duel(b='initiative = 90\nwait-until = 200\nstance = ["retreat"]\nstance-since = 90')
    other.play("blow a b", dice=[])
    other.step(dice=[63, 60], answers=["parry-short-sword"])
    assert chance(other, "hybrid.defence.parry") == 81  # DF 20 + 6


@pytest.mark.rule("hybrid.ruling.stance-duration")
@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("stance a advance b", "stance a retreat"),
        ("stance a retreat", "stance a all-out"),
        ("evade a", "stance a all-out"),
        ("stance a all-out", "evade a"),
        ("stance a retreat", "stance a retreat"),
    ],
)
def test_stances_that_exclude_each_other(first: str, then: str) -> None:
    fight = duel()
    fight.play(first, dice=[])
    with pytest.raises(starfray.Refused, match="stance-duration"):
        fight.play(then, dice=[])


def test_all_out_and_advance_go_together() -> None:
    fight = duel()
    fight.play("stance a all-out", dice=[])
    fight.play("stance a advance b", dice=[])
    assert fight.get("a.stance") == ["all-out", "advance"]


# --- reach on the count of landing -----------------------------------------------------------------------------


@pytest.mark.rule("hybrid.close.required")
def test_a_longer_weapon_holds_a_disarm_off_as_well() -> None:
    fight = duel(a=DAGGER)
    before = fight.hash
    with pytest.raises(starfray.Refused, match="outreaches"):
        fight.play("disarm a b", dice=[])
    assert fight.hash == before
    assert "disarm" in {form.kind for form in fight.legal("a") if form.refused is not None}


@pytest.mark.rule("hybrid.ruling.timeline")
def test_a_blow_at_somebody_who_has_got_out_of_the_clinch_meets_nobody() -> None:
    fight = duel(a=DAGGER, now=CLOSED, b="initiative = 101\nwait-until = 0")
    fight.play("blow a b", dice=[])  # 6 - 4: lands on 102
    fight.step(dice=[])
    fight.play("stance b retreat", dice=[1], answers=["no", "heed"])  # fends a off
    fight.step(dice=[])  # no attack die
    assert (fight.get("count"), fight.get("a.landed")) == (102, True)


@pytest.mark.rule("hybrid.close.closed-upon")
def test_close_quarters_go_by_what_is_in_hand_and_not_by_the_fists_everybody_has() -> None:
    both = 'weapons = ["short-sword", "close-fist"]\nskills = { short-sword = 8 }'
    fight = duel(a=both, b='weapons = ["katana", "close-fist"]\nskills = { katana = 8 }', now=CLOSED)
    landed(fight, "blow a b", MISS, ["no"])  # the short sword is fine in there
    with pytest.raises(starfray.Refused, match="too long"):
        duel(a='weapons = ["katana"]\nskills = { katana = 8 }', b=both, now=CLOSED).play("blow a b", dice=[])


@pytest.mark.rule("hybrid.close.fend.retreat", "hybrid.defence.retreat")
def test_a_fend_in_retreat_moves_the_defender_back_even_if_it_fails() -> None:
    fight = duel(a=DAGGER + "\nat = [0, 0]", b="at = [1, 0]")
    fight.play("close a b", dice=[])
    fight.step(dice=MISS, answers=["retreat-short-sword", "no"], steps=1)
    assert (fight.get("b.stance"), fight.get("closed")) == (["retreat"], [{"one": "a", "other": "b"}])
    heeded = duel(a=DAGGER + "\nat = [0, 0]", b="at = [1, 0]")
    heeded.play("close a b", dice=[])
    heeded.step(dice=[1], answers=["retreat-short-sword", "no", "heed"], steps=1)
    assert (heeded.get("b.pace"), heeded.get("b.heading"), heeded.get("closed")) == ("walk", [11, 0], [])


@pytest.mark.rule("hybrid.ruling.defence-multiplier")
def test_nobody_walks_backwards_lying_down() -> None:
    with pytest.raises(starfray.Refused, match="ground"):
        duel(a="prone = true").play("stance a retreat", dice=[])


# --- a blow that is begun --------------------------------------------------------------------------------------


@pytest.mark.rule("hybrid.ruling.wait", "hybrid.ruling.dodge-roll", "hybrid.defence.dodge.phases")
def test_whoever_waits_may_dodge_as_soon_as_a_blow_is_begun() -> None:
    slow = 'weapons = [{ key = "maul", speed = 10, reach = 0.7, dice = 1, skill = "mace" }]\nskills = { mace = 8 }'
    fight = duel(a=slow, b="orders = {}")
    fight.play("blow a b", dice=[], answers=["dodge"])
    fight.step(dice=MISS)  # count 106, in the second part of the dodge: nothing else is asked
    assert (fight.get("count"), chance(fight)) == (106, 78 - 45)


def test_whoever_chooses_now_or_is_recovering_is_not_asked() -> None:
    for lines in ("initiative = 100\nwait-until = 0\norders = {}", "initiative = 130\nwait-until = 0\norders = {}"):
        duel(b=lines).play("blow a b", dice=[], answers=[])


@pytest.mark.rule("hybrid.ruling.wait")
def test_nobody_can_drop_where_there_is_no_gravity() -> None:
    fight = duel(b="orders = {}", now="begun = true\ncount = 100\nweightless = true")
    fight.play("blow a b")
    assert [option.key for option in fight.asks[0].options] == ["dodge", "no"]
    fight.answer(fight.asks[0], "no")


@pytest.mark.parametrize(("stance", "needed"), [("retreat", 83), ("advance", 73)])
@pytest.mark.rule("hybrid.close.fend.roll")
def test_a_fend_is_a_defensive_action_and_takes_the_df_of_the_stance(stance: str, needed: int) -> None:
    """DF 23 + 6 or - 4; the closer's PDF 15 comes off."""
    fight = closing(f'stance = ["{stance}"]\nstance-since = 90', [100], ["fend-short-sword", "no"])
    assert (chance(fight), reasons(fight)["hybrid.check.success-table"]) == (needed - 15, needed)


@pytest.mark.rule("hybrid.ruling.timeline")
def test_nobody_is_closed_with_who_has_run_away_meanwhile() -> None:
    away = 'at = [2, 0]\npace = "dash"\nheading = [50, 0]\npace-since = 100\ninitiative = 300\nwait-until = 0'
    fight = duel(a=DAGGER + "\nat = [0, 0]\noff-balance = -4", b=away)
    fight.play("close a b", dice=[]).step(dice=[], steps=1)
    assert (fight.get("closed"), fight.get("a.at"), fight.get("b.pace")) == ([], [0.0, 0.0], "dash")
    assert (fight.get("a.landed"), fight.get("a.off-balance")) == (True, 0)


@pytest.mark.rule("hybrid.close.closed-upon")
def test_one_closed_upon_has_no_room_to_disarm() -> None:
    fight = duel(b=DAGGER, now=CLOSED)
    with pytest.raises(starfray.Refused, match="too long"):
        fight.play("disarm a b", dice=[])
    form = next(form for form in fight.legal("a") if form.kind == "disarm")
    assert form.refused is not None


def test_the_form_for_stances_can_be_filled_in_while_nobody_is_to_be_seen() -> None:
    fight = duel(b="hidden = true")
    form = next(form for form in fight.legal("a") if form.kind == "stance")
    (how,) = form.fields
    assert [option.key for option in how.options] == ["all-out", "retreat"]


@pytest.mark.rule("hybrid.defence.evade.start", "hybrid.defence.retreat", "hybrid.action.begin")
def test_whoever_waits_may_retreat_or_evade_meanwhile_and_nothing_else() -> None:
    fight = duel()
    assert [form.kind for form in fight.legal("b") if form.refused is None] == ["stance", "evade", "glance"]
    fight.play("evade b", dice=[]).play("stance b retreat", dice=[])
    assert (fight.get("b.evading"), fight.get("b.stance")) == (True, ["retreat"])
    assert (fight.get("b.wait-until"), fight.actors) == (200, ["a"])
    for action in ("blow b a", "stance b all-out", "wait b 300", "evade b stop=yes"):
        with pytest.raises(starfray.Refused, match="does not choose on this count"):
            fight.play(action, dice=[])
    recovering = duel(b="initiative = 150\nwait-until = 0")
    with pytest.raises(starfray.Refused, match="does not choose on this count"):
        recovering.play("evade b", dice=[])


@pytest.mark.rule("hybrid.ruling.stance-duration")
def test_whoever_waits_advancing_does_not_retreat() -> None:
    with pytest.raises(starfray.Refused, match="no retreat together with advance"):
        duel(b='stance = ["advance"]\nstance-since = 90').play("stance b retreat", dice=[])


def test_the_first_weapon_that_will_do_is_taken_where_none_is_named() -> None:
    fight = duel(a='weapons = ["one-edged-dagger", "short-sword"]')
    fight.play("blow a b", dice=[])
    assert fight.get("under-way")[0]["weapon"] == "short-sword"  # the dagger would have to close first
    mover = duel(a='weapons = ["mind-lash", "kinetic-shove"]')
    mover.play("mind a thing=door", dice=[])
    assert mover.get("under-way")[0]["weapon"] == "kinetic-shove"
    thrower = duel(a='weapons = ["light-slug-pistol", "fragmentation-grenade"]\nat = [0, 0]', b="at = [9, 0]")
    thrower.play("shoot a to=9,0", dice=[])
    assert thrower.get("under-way")[0]["weapon"] == "fragmentation-grenade"


@pytest.mark.rule("hybrid.ruling.closing")
def test_two_who_go_for_each_other_have_closed_once() -> None:
    now = (
        'begun = true\ncount = 100\nunder-way = [{ actor = "a", kind = "close", lands = 104, target = "b" }, '
        '{ actor = "b", kind = "close", lands = 105, target = "a" }]'
    )
    fight = duel(b="initiative = 95\nwait-until = 0", now=now).step(dice=[6, 6], steps=3)
    assert (fight.get("count"), fight.get("closed")) == (105, [{"one": "a", "other": "b"}])


@pytest.mark.rule("hybrid.close.closed-upon")
def test_with_room_a_long_weapon_strikes_properly_and_not_as_a_club() -> None:
    katana = 'weapons = ["katana"]\nskills = { katana = 8 }'
    fight = duel(a=katana, b='weapons = ["one-edged-dagger"]\ninitiative = 900\nwait-until = 0')
    assert fight.refusal("blow a b") is None
    with pytest.raises(starfray.Refused, match="has room for a proper blow"):
        fight.play("blow a b club=yes", dice=[])
