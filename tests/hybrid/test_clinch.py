"""Getting out of a clinch, what ends it for both, fends and stances; weapons on the ground; filters and support skills."""

from __future__ import annotations

import pytest

import starfray
from tests.hybrid.build import asked, chance, duel, heard, landed, reasons

CLOSED = 'begun = true\ncount = 100\nclosed = [{ one = "a", other = "b" }]'
HELD = CLOSED + '\nholds = [{ holder = "a", held = "b", strength = 20 }]'
FENDS = 'weapons = ["katana"]\nskills = { katana = 8 }\ninitiative = 90\nwait-until = 200'
CLOSES = 'begun = true\ncount = 104\nunder-way = [{ actor = "a", kind = "close", lands = 105, target = "b", began = 95 }]'


# --- retreat from a clinch -------------------------------------------------------------------------------------
@pytest.mark.rule("hybrid.ruling.clinch-retreat", "hybrid.close.closed-upon", "hybrid.close.fend.time")
def test_a_retreat_from_a_clinch_is_a_fend_at_6() -> None:
    fight = duel(now=CLOSED)
    fight.play("stance a retreat", dice=[1], answers=["no", "heed"])
    assert (chance(fight), fight.get("closed"), fight.get("a.initiative")) == (83 - 15, [], 104)  # DF 15 + 8 + 6
    assert fight.get("a.stance") == ["retreat"]


@pytest.mark.rule("hybrid.ruling.clinch-retreat")
def test_failed_or_ignored_the_other_stays_close() -> None:
    failed = duel(now=CLOSED)
    failed.play("stance a retreat", dice=[100], answers=["no"])
    assert (len(failed.get("closed")), failed.get("a.stance")) == (1, ["retreat"])
    ignored = duel(now=CLOSED)
    ignored.play("stance a retreat", dice=[68, 20, 3, 3], answers=["no", "ignore"])
    assert (len(ignored.get("closed")), ignored.get("b.pft")) == (1, 39 - (3 + 3 + 1 + 3))


@pytest.mark.rule("hybrid.ruling.clinch-retreat")
def test_where_retreats_are_free_a_step_back_ends_it_and_nobody_walks_out_of_it_otherwise() -> None:
    fight = duel(now=CLOSED, head='rulings = { clinch-retreat = "free" }')
    fight.play("stance a retreat", dice=[])
    assert fight.get("closed") == []
    with pytest.raises(starfray.Refused, match="somebody is close"):
        duel(now=CLOSED).play("move a walk", dice=[])


LONG = 'weapons = ["katana"]\nskills = { katana = 8 }'
SHORT = 'weapons = ["one-edged-dagger"]\nskills = { one-edged-dagger = 8 }\ninitiative = 120\nwait-until = 0'


@pytest.mark.rule("hybrid.ruling.clinch-retreat", "hybrid.ruling.weapon-as-club")
def test_a_weapon_too_long_in_there_fends_as_a_club() -> None:
    fight = duel(a=LONG, b=SHORT, now=CLOSED)
    fight.play("stance a retreat", dice=[60, 20, 4], answers=["no", "ignore"])
    assert (chance(fight), fight.get("b.pft")) == (82 - 15, 39 - (4 + 3))  # DF 15 + 8 + 6 - 2; 1d6 + PSE
    fits = duel(a=LONG, b=LONG + "\ninitiative = 120\nwait-until = 0", now=CLOSED)
    fits.play("stance a retreat", dice=[60, 20, 4, 4], answers=["no", "ignore"])
    assert (chance(fits), fits.get("b.pft")) == (83 - 15, 39 - (4 + 4 + 3 + 3))


@pytest.mark.rule("hybrid.ruling.clinch-retreat")
def test_it_is_tried_once_and_again_after_another_action() -> None:
    fight = duel(a=LONG, b=SHORT, now=CLOSED)
    fight.play("stance a retreat", dice=[100], answers=["no"])
    fight.step(dice=[])
    assert (fight.get("count"), fight.actors) == (106, ["a"])
    with pytest.raises(starfray.Refused, match="has just tried that") as refused:
        fight.play("stance a retreat", dice=[100], answers=["no"])
    assert (refused.value.rule, refused.value.legal) == ("hybrid.ruling.clinch-retreat", ("blow club=yes", "wait"))
    with pytest.raises(starfray.Refused, match="too long") as refused:
        fight.play("blow a b", dice=[])
    assert refused.value.legal == ("blow club=yes",)  # neither another weapon nor a second try
    fight.play("blow a b club=yes", dice=[])
    fight.step(dice=[100, 1, 1], answers=["no"])  # the blow, the next initiative
    fight.gm("set b.initiative 400")
    fight.step(dice=[])
    fight.play("stance a retreat", dice=[1], answers=["no", "heed"])
    assert fight.get("closed") == []


@pytest.mark.rule("hybrid.ruling.clinch-retreat")
def test_nobody_gets_away_by_failing_often_enough() -> None:
    fight = duel(a=LONG + "\nat = [0, 0]", b=SHORT + "\nat = [0, 0]", now=CLOSED)
    fight.play("stance a retreat", dice=[100], answers=["no"])
    assert (fight.get("a.at"), fight.get("b.at"), fight.get("a.pace")) == ([0.45, 0], [0.45, 0], "none")
    assert len(fight.get("closed")) == 1
    plain = duel(a=LONG, b=SHORT, now=CLOSED, more='[[relation]]\nkind = "distance"\nbetween = ["a", "b"]\nvalue = 1.0')
    plain.play("stance a retreat", dice=[100], answers=["no"])
    plain.step(dice=[])
    plain.play("wait a 115", dice=[])
    assert len(plain.get("closed")) == 1


@pytest.mark.rule("hybrid.close.fend.retreat")
def test_a_failed_fend_in_retreat_still_moves_backwards() -> None:
    fight = duel(a='weapons = ["one-edged-dagger"]\nat = [0, 0]\ninitiative = 95', b=FENDS + "\nat = [2, 0]", now=CLOSES)
    fight.step(dice=[100], answers=["retreat-katana", "no"])
    assert (len(fight.get("closed")), fight.get("b.pace"), fight.get("b.at")) == (1, "walk", [2.45, 0])  # 6 counts of a walk
    assert fight.get("a.at") == fight.get("b.at")


# --- fends -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("hybrid.close.fend.roll")
def test_all_active_defences_are_open_against_a_fend() -> None:
    fight = duel(a='weapons = ["one-edged-dagger"]\ninitiative = 95', b=FENDS, now=CLOSES)
    fight.advance()
    fight.answer(fight.asks[0], "fend-katana")
    keys = [option.key for option in fight.asks[0].options]
    assert keys == [
        "parry-one-edged-dagger", "block-one-edged-dagger", "crouch", "dodge", "drop", "roll-with-blow", "no",
    ]  # fmt: skip


@pytest.mark.rule("hybrid.close.fend.roll", "hybrid.defence.dodge.phases")
def test_whoever_dodges_a_fend_gives_the_closing_up() -> None:
    fight = duel(a='weapons = ["one-edged-dagger"]\ninitiative = 95', b=FENDS, now=CLOSES)
    fight.step(dice=[100], answers=["fend-katana", "dodge"])
    assert reasons(fight)["hybrid.defence.dodge.phases"] == -30
    assert (fight.get("closed"), [each["kind"] for each in fight.get("under-way")]) == ([], ["dodge"])


@pytest.mark.rule("hybrid.defence.crouch")
def test_whoever_crouches_under_a_fend_may_still_get_in() -> None:
    fight = duel(a='weapons = ["one-edged-dagger"]\ninitiative = 95', b=FENDS, now=CLOSES)
    fight.step(dice=[100], answers=["fend-katana", "crouch"])
    assert (len(fight.get("closed")), fight.get("a.initiative")) == (1, 100)


# --- stances ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("hybrid.ruling.stance-duration")
@pytest.mark.parametrize(("stance", "df"), [("retreat", 6), ("advance", -4)])
def test_a_stance_counts_for_rolling_with_a_blow(stance: str, df: int) -> None:
    fight = duel(b=f'initiative = 110\nwait-until = 0\nstance = ["{stance}"]\nstance-since = 90')
    fight.play("blow a b", dice=[])
    fight.step(dice=[60, 20, 3, 3, 100, 1, 1], answers=["roll-with-blow"])
    assert chance(fight, "hybrid.defence.roll-with-blow.roll") == {21: 76, 11: 58}[15 + df]


@pytest.mark.rule("hybrid.ruling.stance-duration")
@pytest.mark.parametrize(("stance", "df"), [("retreat", 6), ("advance", -4)])
def test_a_stance_counts_for_keeping_a_weapon(stance: str, df: int) -> None:
    fight = duel(b=f'initiative = 110\nwait-until = 0\nstance = ["{stance}"]\nstance-since = 90')
    landed(fight, "disarm a b", [58, 100])  # 73 - 15: by 0
    assert chance(fight, "hybrid.ruling.disarm") == {29: 83, 19: 73}[23 + df]


@pytest.mark.rule("hybrid.ruling.stance-duration")
@pytest.mark.parametrize(("stance", "df"), [("advance b", 4), ("retreat", -6)])
def test_a_feint_is_an_offensive_action(stance: str, df: int) -> None:
    fight = duel()
    fight.play(f"stance a {stance}", dice=[])
    landed(fight, "feint a", [100])
    assert chance(fight, "hybrid.attack.feint.roll") == {21: 76, 11: 58}[17 + df]


# --- what ends for both ----------------------------------------------------------------------------------------
@pytest.mark.rule("hybrid.ruling.hold-effects", "hybrid.grapple.range")
@pytest.mark.parametrize("end", ["gm place b 9,9", "gm remove b", "gm set b.pbd 0", "gm set a.pbd 0", "surrender b"])
def test_clinch_and_hold_end_for_both_when_either_is_gone(end: str) -> None:
    third = '[[combatant]]\nid = "c"\nside = "blue"\ninitiative = 900'
    fight = duel(a='weapons = ["close-fist"]\nat = [0, 0]', b="at = [1, 0]", now=HELD, more=third)
    if end.startswith("gm "):
        fight.gm(end.removeprefix("gm "))
    else:
        fight.play(end)
    assert (fight.get("closed"), fight.get("holds")) == ([], [])


@pytest.mark.rule("hybrid.ruling.hold-effects")
def test_one_on_the_ground_holds_nobody_and_takes_hold_of_nobody() -> None:
    fight = duel(a='weapons = ["close-fist"]', now=HELD)
    fight.gm("set a.prone true")
    assert (fight.get("holds"), len(fight.get("closed"))) == ([], 1)
    with pytest.raises(starfray.Refused, match="on the ground"):
        fight.play("grapple a b", dice=[])


@pytest.mark.rule("hybrid.ruling.bound")
def test_weapons_are_no_longer_bound_when_one_of_them_is_out_of_hand() -> None:
    lock = 'binds = [{ attacker = "a", attacker-weapon = "short-sword", defender = "b", defender-weapon = "short-sword" }]'
    fight = duel(now="begun = true\ncount = 100\n" + lock)
    fight.gm("set a.weapons.short-sword.in-hand false")
    assert fight.get("binds") == []


@pytest.mark.rule("hybrid.ruling.death")
def test_whoever_the_gm_takes_down_does_nothing_more() -> None:
    third = '[[combatant]]\nid = "c"\nside = "blue"\ninitiative = 900'
    fight = duel(b='evading = true\npace = "run"\ninitiative = 90\nwait-until = 200', more=third)
    fight.gm("set b.pbd 0")
    assert (fight.get("b.evading"), fight.get("b.pace")) == (False, "none")


# --- positions from files --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("a", "b", "now", "match"),
    [
        ("at = [0, 0]", "at = [9, 0]", CLOSED, "two within arm's reach"),
        ("prone = true", "", HELD, "a holder on the feet"),
        ('stance = ["retreat", "advance"]', "", CLOSED, "no other stance"),
        ("prone = true\nevading = true", "", CLOSED, "on the feet"),
        ("", "", "begun = true\ncount = 100\ninvolved = ['x']", "nobody is called 'x'"),
        ("", "", "begun = true\ncount = 100\ninvolved = ['a', 'a']", "now.involved: somebody stands in it twice"),
    ],
)
def test_positions_that_the_book_bars_are_refused(a: str, b: str, now: str, match: str) -> None:
    with pytest.raises(starfray.BadInput, match=match):
        duel(a=a, b=b, now=now)


def test_whoever_holds_is_close() -> None:
    hold = 'begun = true\ncount = 100\nholds = [{ holder = "a", held = "b", strength = 3 }]'
    assert duel(now=hold).get("closed") == [{"one": "a", "other": "b"}]


@pytest.mark.rule("hybrid.draw.time")
def test_not_in_hand_is_not_in_hand() -> None:
    fight = duel(a='weapons = [{ key = "short-sword", in-hand = false }, "mace"]\nskills = { mace = 2 }')
    assert [weapon["in-hand"] for weapon in fight.get("a.weapons")] == [False, True]
    bare = duel(a='weapons = [{ key = "short-sword", in-hand = false }]')
    with pytest.raises(starfray.Refused, match="not in hand"):
        bare.play("blow a b short-sword", dice=[])


# --- what lies on the ground -----------------------------------------------------------------------------------
@pytest.mark.rule("hybrid.ruling.pick-up", "hybrid.draw.time")
def test_an_enemys_weapon_on_the_ground_can_be_taken() -> None:
    fight = duel(a='weapons = ["close-fist"]\nskills = { hth-punch = 4 }', b="initiative = 110\nwait-until = 0")
    fight.gm("set b.weapons.short-sword.in-hand false")
    fight.gm("set b.weapons.short-sword.dropped true")
    fight.play("pick-up a short-sword", dice=[])
    assert fight.get("under-way.0.lands") == 114
    fight.step(dice=[])
    fight.play("wait b 200", dice=[])
    fight.step(dice=[])
    assert (fight.get("a.weapons.short-sword.in-hand"), len(fight.get("b.weapons"))) == (True, 0)


@pytest.mark.rule("hybrid.ruling.pick-up")
def test_what_is_dropped_lies_where_it_fell_and_is_drawn_again_only_there() -> None:
    fight = duel(a="at = [0, 0]", b="at = [1, 0]")
    fight.play("discard a short-sword", dice=[])
    assert (fight.get("a.weapons.short-sword.dropped"), fight.get("a.weapons.short-sword.lies-at")) == (True, [0, 0])
    fight.gm("place a 8,0")
    with pytest.raises(starfray.Refused, match="nothing to draw"):
        fight.play("draw a short-sword", dice=[])


@pytest.mark.rule("hybrid.ruling.pick-up")
def test_a_fallen_comrades_weapon_can_be_taken_and_two_of_a_kind_are_told_apart() -> None:
    fallen = '[[combatant]]\nid = "c"\nside = "red"\nweapons = ["short-sword"]\npbd = 0'
    fight = duel(b="initiative = 900\nwait-until = 0", more=fallen)
    landed(fight, "pick-up a short-sword owner=c", [])
    assert [weapon["key"] for weapon in fight.get("a.weapons")] == ["short-sword", "short-sword-2"]
    with pytest.raises(starfray.Refused, match="lies there"):
        duel(more=fallen).play("pick-up a mace", dice=[])


@pytest.mark.rule("hybrid.ruling.pick-up")
def test_what_its_owner_is_just_drawing_is_not_there_to_be_picked_up() -> None:
    fight = duel(a='weapons = ["close-fist"]', b="initiative = 102\nwait-until = 0")
    fight.gm("set b.weapons.short-sword.in-hand false").gm("set b.weapons.short-sword.dropped true")
    fight.play("pick-up a short-sword", dice=[])
    fight.step(dice=[])
    fight.play("draw b short-sword points=0", dice=[])  # lands on 116, after a's hand is there
    fight.step(dice=[6, 6])
    assert heard(fight, "hybrid.ruling.pick-up") == ["it is not there any more"]
    assert fight.get("b.weapons.short-sword.in-hand") is True


# --- filters and support skills --------------------------------------------------------------------------------
@pytest.mark.rule("hybrid.skill.filter.unlock", "hybrid.skill.filter.cap")
def test_a_parry_may_be_freed_from_its_filter() -> None:
    weightless = 'begun = true\ncount = 100\nfilters = ["zero-g-combat"]'
    facts = asked(
        duel(b="skills = { short-sword = 8, zero-g-combat = 3 }\ninitiative = 90\nwait-until = 200", now=weightless), "blow a b"
    )
    assert (facts["parry-short-sword"], facts["unlock-parry-short-sword"]) == (67, 75)  # DF 15, 20
    fight = duel(b="skills = { short-sword = 8, zero-g-combat = 3 }\ninitiative = 90\nwait-until = 200", now=weightless)
    fight.play("blow a b", dice=[])
    fight.step(dice=[45, 1, 50], answers=["unlock-parry-short-sword"])  # 67 - 15; the filter; the parry
    assert chance(fight, "hybrid.defence.parry") == 75 - 7


@pytest.mark.rule("hybrid.skill.filter.unlock", "hybrid.ruling.filter-fail")
@pytest.mark.parametrize(("die", "df"), [(1, 19), (100, 14)])
def test_a_disarm_may_be_freed_from_its_filter(die: int, df: int) -> None:
    weightless = 'begun = true\ncount = 100\nfilters = ["zero-g-combat"]'
    fight = duel(a="skills = { short-sword = 8, zero-g-combat = 3 }", now=weightless, b="initiative = 900\nwait-until = 0")
    landed(fight, "disarm a b unlock=yes", [die, 100])
    assert chance(fight, "hybrid.attack.disarm") == {19: 73, 14: 65}[df] - 15


@pytest.mark.rule("hybrid.skill.support", "hybrid.skill.support.unlimited")
def test_several_support_skills_help_one_parry() -> None:
    plain, trained = (
        duel(),
        duel(b="skills = { short-sword = 8, parry-short-sword = 4, warding = 3 }\ninitiative = 90\nwait-until = 200"),
    )
    assert asked(trained, "blow a b")["parry-short-sword"] == asked(plain, "blow a b")["parry-short-sword"] + 8 + 6


@pytest.mark.rule("hybrid.skill.support")
def test_a_support_skill_helps_its_own_kind_of_action_alone() -> None:
    fight = duel(a="skills = { short-sword = 8, trickery = 5 }", b="initiative = 900\nwait-until = 0")
    landed(fight, "disarm a b", [100])
    assert reasons(fight, "hybrid.attack.disarm")["hybrid.skill.support"] == 10
    blow = duel(a="skills = { short-sword = 8, trickery = 5 }")
    landed(blow, "blow a b", [100], ["no"])
    assert "hybrid.skill.support" not in reasons(blow)
    assert heard(blow, "hybrid.check.degree.effect") == ["Failure"]
