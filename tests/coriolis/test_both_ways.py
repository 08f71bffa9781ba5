"""Each rule both ways: where it holds, and where it would be wrong to follow it."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight, TapeError
from starfray.rulebooks.coriolis.vitals import vitals
from tests.coriolis.build import duel, refused, tale
from tests.coriolis.ward import ward

MISS = "1111111"  # Agility 4, Ranged Combat 2, carbine 1


def third(who: str, side: str, at: str, more: str = "") -> str:
    return f'[[combatant]]\nid = "{who}"\nside = "{side}"\nat = {at}\n{more}\n'


def car(who: str = "car", at: str = "[0, 0]", more: str = "") -> str:
    return f'[[combatant]]\nid = "{who}"\nside = "red"\ncraft = {{ key = "groundcar"{more} }}\nat = {at}\n'


def said(fight: Fight, act: str, dice: str = "", answers: str = "") -> str:
    return "\n".join(tale(fight, act, dice, answers))


# --- overwatch, opportunity, engagement ------------------------------------------------------------------------
@pytest.mark.rule("coriolis.example.overwatch-first", "coriolis.action.overwatch-fire")
def test_only_whoever_aims_at_the_watcher_and_is_shot_for_it_is_the_books_example() -> None:
    more = third("c", "blue", "[10, 2]", 'weapons = ["vulcan-pistol"]') + third("d", "red", "[0, 5]")
    now = 'turn = 1\nup = "b"\norder = ["b", "c", "a", "d"]'

    def shots(act: str, answer: str) -> str:
        fight = duel(a="overwatch = { toward = [10, 0] }", more=more, now=now)
        return said(fight, act, MISS + "11111", answer)

    assert "[example.overwatch-first]" in shots("shot b a", "b")
    assert "[example.overwatch-first]" not in shots("shot b d", "b")  # aims at somebody else
    assert "[example.overwatch-first]" not in shots("shot b a", "c")  # somebody else is shot


@pytest.mark.rule("coriolis.action.opportunity")
@pytest.mark.parametrize(("state", "asked"), [("", True), ("ap = 0", False), ("prone = true", False)])
def test_who_has_no_point_or_lies_strikes_at_nobody_who_leaves(state: str, asked: bool) -> None:
    fight = duel(b=f'weapons = ["knife"]\n{state}', gap=1)
    if asked:
        assert "opportunity.leaving b>a" in said(fight, "move a -5,0", "111111", "knife, no")
        fight.undo()
    fight.play("move a -5,0", dice=[], answers=["no"] if asked else [])
    assert fight.get("a.at") == [-5.0, 0.0]


@pytest.mark.rule("coriolis.ruling.opportunity.timing", "coriolis.action.opportunity")
def test_a_blow_that_does_not_stop_the_mover_lets_her_go_all_the_way() -> None:
    fight = duel(b='weapons = ["knife"]', gap=1, more=third("c", "blue", "[-1, 0]", 'weapons = ["knife"]\nattributes = {}'))
    told = said(fight, "move a 0,9", "111111" + "11111", "knife, no, knife, no")
    assert fight.get("a.at") == [0.0, 9.0]
    assert "ruling.opportunity.timing" not in told
    low = duel(a="hp = 1", b='weapons = ["knife"]', gap=1)
    assert "ruling.opportunity.timing a" in said(low, "move a 0,9", "611111", "knife, no")
    assert low.get("a.at") == [0.0, 0.0]


@pytest.mark.rule("coriolis.ruling.opportunity.defend")
@pytest.mark.parametrize(("ap", "may"), [(3, True), (2, True), (1, False)])
def test_the_mover_defends_with_a_point_the_move_has_left(ap: int, may: bool) -> None:
    fight = duel(a=f"ap = {ap}", b='weapons = ["knife"]', gap=1)
    told = said(fight, "move a 0,9", "111111", "knife, no" if may else "knife")
    assert (f"ruling.opportunity.defend a>b {ap - 1}" in told) is may
    if not may:
        other = duel(a="ap = 2", b='weapons = ["knife"]', gap=1)
        assert "ruling.opportunity.defend a>b 1" in said(other, "move a 0,9", "111111", "knife, no")


@pytest.mark.rule("coriolis.ruling.engaged", "coriolis.action.aimed-shot.not-engaged")
def test_nobody_is_engaged_with_a_friend_a_hidden_or_a_distant_enemy() -> None:
    beside = third("c", "red", "[1, 0]") + third("d", "blue", "[0, 1]", "hidden = true")
    fight = duel(gap=2.5, more=beside)
    for target in ("b", "c", "d"):
        assert fight.refusal(f"aimed-shot a {target}") is None
    assert refused(duel(gap=2), "aimed-shot a b").startswith("action.aimed-shot.not-engaged")


# --- the order -------------------------------------------------------------------------------------------------
@pytest.mark.rule("coriolis.initiative.delay", "coriolis.initiative.delay.repeat", "coriolis.ruling.initiative.delay-never")
def test_the_first_delay_the_second_and_passing_the_place_are_told_apart() -> None:
    now = 'turn = 1\nup = "a"\norder = ["a", "b", "c"]'
    fight = duel(now=now, more=third("c", "blue", "[30, 0]"))
    first = said(fight, "delay a b")
    assert "initiative.delay a>b after" in first
    assert "delay.repeat" not in first
    assert "delay-never" not in said(fight, "end-turn b")  # who has not delayed
    assert "initiative.delay.repeat a>c after" in said(fight, "delay a c")
    fight.play("end-turn c", dice=[])
    passed = starfray.restore(fight.to_json())
    assert "[ruling.initiative.delay-never]" in said(passed, "end-turn a")
    fight.play("go-prone a", dice=[])
    assert "delay-never" not in said(fight, "end-turn a")  # who has acted at the place


@pytest.mark.rule("coriolis.sneak.definition", "coriolis.sneak.joint")
def test_a_joint_sneak_attack_is_told_of_the_first_in_the_roster() -> None:
    fight = duel(a='sneaks = "short"', now="turn = 0", more=third("c", "red", "[0, 1]", 'sneaks = "short"'))
    told = said(fight, "due", "6111" + "611")
    assert "sneak.definition a 2" in told
    assert "sneak.joint a 2" in told


# --- dice ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("coriolis.core.pray", "coriolis.core.pray.bonus")
def test_a_prayer_without_a_bonus_rolls_the_other_dice_and_no_more() -> None:
    asked = 'pc = true\norders = { "coriolis.core.pray" = "ask" }'
    assert "pray.bonus" not in said(duel(a=asked), "shot a b", MISS + MISS, "yes")
    assert "core.pray.bonus a" in said(duel(a=f"{asked}\nprayer-bonus = 1"), "shot a b", MISS + MISS + "1", "yes")


@pytest.mark.rule("coriolis.ruling.ranged.prone-and-small", "coriolis.prone.ranged-target")
@pytest.mark.parametrize(
    ("target", "dice"),
    [("prone = true", 6), ('size = "small"', 6), ('size = "small"\nprone = true', 6), ('size = "large"\nprone = true', 7),
     ('size = "large"', 8), ("size-mod = -3\nprone = true", 4), ("size-mod = 0\nprone = true", 6)],
)  # fmt: skip
def test_being_prone_and_being_small_are_one_die_together(target: str, dice: int) -> None:
    fight = duel(b=target)
    fight.play("shot a b", dice=[1] * dice)
    told = said(duel(b="prone = true"), "shot a b", "111111")
    assert "ranged.pool a 0 of 6" in told


@pytest.mark.rule("coriolis.melee.pool", "coriolis.ruling.melee.unarmed", "coriolis.ruling.prone.melee-target")
def test_what_a_weapon_adds_is_the_pools_and_bare_hands_have_their_own_rule() -> None:
    for weapon, rule in (("sword", "coriolis.melee.pool"), ("unarmed", "coriolis.ruling.melee.unarmed")):
        fight = duel(a='weapons = ["sword", { key = "unarmed", bonus = 1 }]', b="prone = true", gap=1)
        tally = fight.preview(f"melee-attack a b {weapon}").tally
        assert tally is not None
        assert [reason.rule for reason in tally.reasons if reason.note in ("Sword", "Unarmed")] in ([rule], [])
        fight.play(f"melee-attack a b {weapon}", dice=[1] * tally.total, answers=["no"])


@pytest.mark.rule("coriolis.state.crit-recovering")
def test_strain_costs_one_point_for_each_test_of_the_body() -> None:
    fight = duel(a='weapons = ["sword"]\ninjuries = [{ number = 25 }]', gap=1)
    assert "state.crit-recovering a 1 strain" in said(fight, "melee-attack a b", MISS, "no")
    assert fight.get("a.hp") == 7


@pytest.mark.rule("coriolis.action.full-auto.feature")
def test_a_gun_with_automatic_fire_bursts_and_one_without_does_not() -> None:
    assert duel().refusal("full-auto a b") is None
    assert refused(duel(a='weapons = ["vulcan-pistol"]'), "full-auto a b").startswith("action.full-auto.feature")


# --- help, gear, clinch ----------------------------------------------------------------------------------------
@pytest.mark.rule("coriolis.action.command")
def test_a_command_names_a_target_there_is() -> None:
    fight = duel(a="skills = { command = 1 }", more=third("c", "red", "[0, 1]"))
    assert refused(fight, "command a c shot nobody").startswith("ruling.illegal")
    fight.play("command a c shot b", dice=[6, 1, 1, 1])
    assert fight.get("c.helps.0.target") == "b"


@pytest.mark.rule("coriolis.grapple.grappler-limited")
def test_only_who_holds_somebody_is_kept_from_everything_else() -> None:
    holding = duel(a='grapples = "b"', b='grappled-by = "a"', gap=1)
    for act in ("shot a b", "move a 0,5", "shout a hi", "go-prone a"):
        assert refused(holding, act).startswith("grapple.grappler-limited")
    free = duel(gap=1)
    assert [free.refusal(act) for act in ("shot a b", "shout a hi", "go-prone a")] == [None, None, None]


@pytest.mark.rule("coriolis.heal.first-aid.needs-gear", "coriolis.medtech.no-stacking")
def test_a_piece_that_is_of_no_use_is_refused_by_its_own_rule_and_herbs_go_with_a_bag_that_has_something_in_it() -> None:
    herbs = ward('gear = ["herbal-remedy", "medkit"]', patient="injuries = [{ number = 53 }]")
    assert refused(herbs, "surgery m p gear=herbal-remedy").startswith("medtech.herbal-remedy")
    for left, used in ((3, "Doctor"), (0, "Herbal")):
        fight = ward(f'gear = ["herbal-remedy", {{ key = "doctors-bag", left = {left} }}]', patient="hp = 0")
        tally = fight.preview("first-aid m p herbal-remedy").tally
        assert tally is not None
        fight.play("first-aid m p herbal-remedy", dice=[1] * tally.total)
        assert any(event.rule == "coriolis.heal.first-aid" and event.note.startswith(used) for event in fight.events)


@pytest.mark.rule("coriolis.med.p-dose")
def test_on_paper_only_a_p_dose_gives_two_points_more() -> None:
    plain = starfray.do("coriolis", "first-aid 3 1 medkit", dice=[6, 1, 1, 1, 1, 1])
    dose = starfray.do("coriolis", "first-aid 3 1 p-dose", dice=[6, 1, 1, 1, 1, 1])
    assert (plain.result["hp"], dose.result["hp"]) == (1, 3)
    rule = "coriolis.med.p-dose"
    assert [any(event.rule == rule or rule in event.by for event in done.events) for done in (plain, dose)] == [False, True]


# --- vehicles --------------------------------------------------------------------------------------------------
@pytest.mark.rule("coriolis.core.success", "coriolis.action.ram")
def test_a_ram_without_a_six_does_nothing() -> None:
    fight = duel(a='aboard = "car"\ndrives = true\nskills = { pilot = 1 }', more=car(more=", running = true"))
    assert "core.success a>b misses" in said(fight, "ram a b", "111111")
    assert fight.get("b.hp") == 6


@pytest.mark.rule("coriolis.ruling.vehicle.duplicate-rows")
def test_a_car_shot_to_pieces_while_it_is_started_does_not_run() -> None:
    watcher = "overwatch = { toward = [0, 0] }\nskills = { ranged-combat = 2 }\n"
    for dice, hp in (("1111111", 3), ("6611111" + "11", 0)):
        fight = duel(a='aboard = "car"\ndrives = true\narmour = "clothes"', b=watcher, more=car() + "hp = 3\n")
        told = said(fight, "start a", dice, "car, increase-damage:1" if hp == 0 else "car")
        assert fight.get("car.craft.running") is (hp > 0)
        assert ("ruling.vehicle.duplicate-rows a>car" in told) is (hp > 0)


# --- what the card says ----------------------------------------------------------------------------------------
@pytest.mark.rule(
    "coriolis.surprise", "coriolis.grapple.victim-no-actions", "coriolis.melee.bonus.grapple", "coriolis.state.crit-dying"
)
def test_the_card_tells_every_condition_that_holds_and_no_other() -> None:
    def told(sheet: str) -> list[str]:
        fight = duel(a=sheet, b='grappled-by = "a"' if "grapples" in sheet else "", gap=1, more=car())
        shown = vitals(fight.state, fight.state.roster["a"])
        return [shown.word, *(condition.name for condition in shown.conditions)]

    assert told("") == [""]
    assert told("mp = 0")[0] == "broken by stress"
    assert told("aware = false") == ["", "unaware"]
    assert told('grapples = "b"') == ["", "holds"]
    assert told('aboard = "car"') == ["", "aboard"]
    assert told('aboard = "car"\ndrives = true') == ["", "drives"]
    assert told("hp = 0\ninjuries = [{ number = 53 }]")[0] == "dying"
    assert "dying" in told("injuries = [{ number = 53 }]")
    assert told("stunned = 1") == ["", "stunned"]
    assert told("burning = 2") == ["", "burning"]
    fight = duel(a="surprise = true", gap=1, now='turn = 1\nup = "b"\nacted = ["a"]')
    assert "melee.bonus.grapple a>b" in said(fight, "gm pin b a")
    assert refused(fight, "move b 5,5").startswith("grapple.victim-no-actions")
    fight.play("end-turn b", dice=[])
    assert "surprise a 2" in said(fight, "due", "51")


# --- defence ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("coriolis.ruling.melee.defence-on-miss", "coriolis.melee.defend.list")
@pytest.mark.parametrize(
    ("attack", "defence", "cited"), [("1", "1", False), ("6", "6", False), ("6", "1", False), ("1", "6", True)]
)
def test_sixes_of_a_defence_against_nothing_are_told_as_such(attack: str, defence: str, cited: bool) -> None:
    fight = duel(a='weapons = ["sword"]', b='weapons = ["knife"]', gap=1)
    told = said(
        fight, "melee-attack a b", f"{attack}111111{defence}111", "knife, raise-initiative:1" if defence == "6" else "knife"
    )
    assert ("ruling.melee.defence-on-miss" in told) is cited
    assert fight.get("b.initiative") == (2 if defence == "6" else 0)
    if not cited:  # so that the rule is met with in every case
        other = duel(a='weapons = ["sword"]', b='weapons = ["knife"]', gap=1)
        assert "ruling.melee.defence-on-miss" in said(other, "melee-attack a b", "11111116111", "knife, disarm:1")
        assert other.get("a.weapons.sword.dropped") is True


@pytest.mark.rule("coriolis.ruling.grapple.reactions")
def test_holder_and_held_do_not_defend_and_that_is_why() -> None:
    for holder, held in (("b", "c"), ("c", "b")):
        more = third("c", "red", "[2, 0]", f'{"grapples" if holder == "c" else "grappled-by"} = "b"')
        fight = duel(a='weapons = ["sword"]', b=f'{"grapples" if holder == "b" else "grappled-by"} = "c"', gap=1, more=more)
        assert held in fight.state.roster
        assert "[ruling.grapple.reactions]" in said(fight, "melee-attack a b", MISS)
    free = duel(a='weapons = ["sword"]', gap=1)
    assert "ruling.grapple.reactions" not in said(free, "melee-attack a b", MISS, "no")


# --- treating --------------------------------------------------------------------------------------------------
@pytest.mark.rule("coriolis.state.damaged.no-first-aid", "coriolis.state.damaged")
def test_first_aid_is_for_the_broken_and_the_unconscious() -> None:
    for state, fit in (("hp = 0", True), ("unconscious = 2", True), ("hp = 1", False)):
        fight = ward('gear = ["medkit"]', patient=state)
        assert (fight.refusal("first-aid m p") is None) is fit
    assert refused(ward('gear = ["medkit"]', patient="hp = 1"), "first-aid m p").startswith("state.damaged.no-first-aid")


@pytest.mark.rule("coriolis.ruling.med.p-dose")
def test_only_a_p_dose_adds_its_two_points() -> None:
    for gear, more in (("medkit", 0), ("p-dose", 2)):
        fight = ward(f'gear = ["{gear}"]', patient="hp = 0")
        tally = fight.preview("first-aid m p").tally
        assert tally is not None
        fight.play("first-aid m p", dice=[6] + [1] * (tally.total - 1))
        assert fight.get("p.hp") == 1 + more
        assert any(event.rule == "coriolis.ruling.med.p-dose" for event in fight.events) is bool(more)


@pytest.mark.rule("coriolis.action.help")
def test_help_is_for_actions_with_a_test() -> None:
    fight = duel(more=third("c", "red", "[0, 1]"))
    assert refused(fight, "help a c move").startswith("action.help: 'move' is no action to give dice for")
    assert "action.help a>c 2 shot" in said(fight, "help a c shot")


@pytest.mark.rule("coriolis.sneak.joint.one-fails", "coriolis.sneak.fail")
def test_one_who_sneaks_alone_fails_alone() -> None:
    alone = said(duel(a='sneaks = "short"', now="turn = 0"), "due", "1111")
    assert "sneak.fail a" in alone
    assert "one-fails" not in alone
    two = duel(a='sneaks = "short"', now="turn = 0", more=third("c", "red", "[0, 1]", 'sneaks = "short"'))
    assert "sneak.joint.one-fails a 2" in said(two, "due", "1111" + "611")


@pytest.mark.rule("coriolis.ambush", "coriolis.ambush.bonus")
def test_who_lies_in_wait_has_two_dice_more_and_who_walks_has_not() -> None:
    for ambush, dice in (("true", "111111"), ("false", "1111")):
        fight = duel(a=f'sneaks = "short"\nambush = {ambush}', now="turn = 0")
        assert f"sneak.test a 0 of {len(dice)}" in said(fight, "due", dice)
    waiting = duel(a='sneaks = "short"\nambush = true', now="turn = 0")
    waiting.step(dice=[6, 1, 1, 1, 1, 1], steps=1)
    assert waiting.actors == ["a"]


@pytest.mark.rule("coriolis.ruling.med.bio-monitor")
def test_the_monitor_is_what_helps_from_afar_and_beside_one_it_is_not_needed() -> None:
    for x, told in ((1, False), (40, True)):
        more = third("m", "red", f"[{x}, 0]", 'skills = { medicurgy = 2 }\ngear = ["medkit"]')
        more += third("p", "red", f"[{x + 1}, 0]", 'hp = 0\ngear = ["bio-monitor"]')
        now = 'turn = 1\nup = "a"\norder = ["a", "m", "p", "b"]'
        fight = duel(a="skills = { medicurgy = 1 }", gap=80, more=more, now=now)
        assert ("ruling.med.bio-monitor a>p" in said(fight, "help a m first-aid p")) is told
    alone = duel(a="skills = { medicurgy = 1 }", gap=80, more=third("m", "red", "[40, 0]"))
    assert refused(alone, "help a m first-aid").startswith("ruling.med.bio-monitor")


@pytest.mark.rule("coriolis.melee.bonus.grapple")
def test_a_clinch_is_to_be_had_of_a_blow_and_not_of_a_shot() -> None:
    with pytest.raises(TapeError):
        duel().play("shot a b", dice=[6, 6, 1, 1, 1, 1, 1], answers=["grapple:1"])
    fight = duel(a='weapons = ["sword"]', gap=1)
    assert "melee.bonus.grapple a>b" in said(fight, "melee-attack a b", "6611111", "no, grapple:1")
