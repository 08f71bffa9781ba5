"""Where rules begin and end: thresholds, exceptions, who is asked and what is said, each by the test that names it."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight
from tests.hybrid.build import chance, duel, landed, reasons

NOW = "begun = true\ncount = 100\n"
CLOSED = NOW + 'closed = [{ one = "a", other = "b" }]'
MISS = [100]
DAGGER = 'weapons = ["one-edged-dagger"]\nskills = { one-edged-dagger = 8 }'
KATANA = 'weapons = ["katana"]\nskills = { katana = 8 }'
BARE = "weapons = []"


def rolled_by(fight: Fight) -> list[str]:
    return [event.rule for event in fight.events if event.tally is not None and "accel" in event.rule]


@pytest.mark.rule("hybrid.move.accel.start", "hybrid.move.accel.next")
@pytest.mark.parametrize(
    ("pace", "rate", "rule"),
    [("none", "crawl", "start"), ("none", "walk", "start"), ("none", "run", "start"), ("walk", "run", "start"),
     ("crawl", "walk", "next"), ("jog", "run", "next")],
)  # fmt: skip
def test_one_starts_below_the_target_and_reaches_it_next(pace: str, rate: str, rule: str) -> None:
    fight = duel(a=f'pace = "{pace}"\nat = [0, 0]\nheading = [50, 0]', b="at = [5, 0]")
    fight.play(f"move a {rate}", dice=[1])
    assert rolled_by(fight) == [f"hybrid.move.accel.{rule}"]
    for first, then in (("none", "walk"), ("crawl", "walk")):
        duel(a=f'pace = "{first}"').play(f"move a {then}", dice=[100])


@pytest.mark.rule("hybrid.grapple.grapple", "hybrid.ruling.initiative-ties")
@pytest.mark.parametrize(("prone", "holds"), [("false", 1), ("true", 0)])
def test_who_went_down_on_the_same_count_holds_nobody(prone: str, holds: int) -> None:
    """b's blow landed first on this count, and nothing can stop a's grapple any more."""
    air = 'under-way = [{ actor = "a", kind = "grapple", lands = 100, target = "b", weapon = "grapple", assured = true }]'
    fight = duel(a=f"weapons = []\nskills = {{ hth-grapple = 8 }}\nprone = {prone}", b=BARE, now=CLOSED + "\n" + air)
    fight.step(dice=[1], answers=["no"], steps=1)
    assert len(fight.get("holds")) == holds
    assert len([event for event in fight.events if event.rule == "hybrid.hold.start"]) == holds


@pytest.mark.rule("hybrid.ruling.evade-florentine", "hybrid.defence.evade.start")
def test_who_waits_may_begin_an_evasion_and_not_end_one() -> None:
    fight = duel()
    fight.play("evade b", dice=[]).play("evade b mind=yes", dice=[])
    with pytest.raises(starfray.Refused, match="does not choose on this count"):
        fight.play("evade b stop=yes", dice=[])
    landed(fight, "blow a b", [40, 100, 20, 1, 1], ["parry-short-sword"])
    assert chance(fight, "hybrid.defence.parry") < 75
    own = duel(a="evading = true").play("evade a stop=yes", dice=[])
    assert own.get("a.evading") is False


@pytest.mark.rule("hybrid.ruling.degree-damage", "hybrid.check.degree.effect")
def test_the_degree_multiplies_all_damage_or_its_surplus_goes_to_the_body() -> None:
    """A Notable Success: (4 + 4 + 1 + 3) x 1.5 = 18."""
    plain = landed(duel(), "blow a b", [15, 20, 4, 4], ["no"])
    assert (plain.get("b.pft"), plain.get("b.pbd")) == (39 - 18, 27)
    ruled = duel(head='rulings = { degree-damage = "surplus" }')
    landed(ruled, "blow a b", [15, 20, 4, 4, 1, 1], ["no"])
    assert (ruled.get("b.pft"), ruled.get("b.pbd")) == (39 - 12, 27 - 6)


@pytest.mark.rule("hybrid.knockback.explosive", "hybrid.knockback.trigger", "hybrid.knockback.resist")
def test_any_blast_knocks_back_a_heavy_crushing_blow_does_and_a_cut_never() -> None:
    landed(duel(), "blow a b", [6, 20, 6, 6], ["no"])  # 32 of 39 fatigue cut off, and no further die
    club = 'weapons = [{ key = "short-sword", type = "crushing" }]'
    for dice, prone in (([6, 20, 5, 5, 72], True), ([6, 20, 5, 5, 1], False)):  # 28 of 39: PST 15 - 2
        assert landed(duel(a=club), "blow a b", dice, ["no"]).get("b.prone") is prone
    landed(duel(a=club), "blow a b", [40, 20, 5, 5], ["no"])  # 14 of 39
    grenade = 'at = [0, 0]\nweapons = ["fragmentation-grenade"]\nskills = { grenade = 8 }'
    far = duel(a=grenade, b="at = [12, 0]")
    far.play("shoot a b", dice=[])
    far.step(dice=[60, 1, 1, 1, 1, 20, 100], answers=["no"], steps=1)  # 14 of 39 fatigue, and a roll all the same
    assert far.get("b.prone") is True


@pytest.mark.rule(
    "hybrid.mod.condition.phys-25",
    "hybrid.mod.condition.phys-50",
    "hybrid.mod.condition.phys-75",
    "hybrid.mod.condition.phys-90",
)
def test_wounds_hinder_from_their_share_on() -> None:
    """PBD 135: 25 % are 33.75, 50 % 67.5, 75 % 101.25, 90 % 121.5. DF 23 less 2, 4, 8, 20."""
    table = {0: 78, 2: 76, 4: 73, 8: 67, 20: 27}
    for lost, off in ((33, 0), (34, 2), (67, 2), (68, 4), (101, 4), (102, 8), (121, 8), (122, 20)):
        fight = duel(a=f"body-factor = 5.0\npbd = {135 - lost}")
        landed(fight, "blow a b", MISS, ["no"])
        assert (lost, chance(fight)) == (lost, table[off] - 15)


@pytest.mark.rule(
    "hybrid.mod.condition.ment-25",
    "hybrid.mod.condition.ment-50",
    "hybrid.mod.condition.ment-75",
    "hybrid.mod.condition.ment-90",
)
def test_wounds_of_the_mind_hinder_the_mind_most() -> None:
    """MBD 120: mental actions less 2, 4, 8, 30, bodily ones less 1, 2, 4, 20."""
    body, mind = {0: 78, 1: 77, 2: 76, 4: 73, 20: 27}, {0: 75, 2: 72, 4: 69, 8: 60, 30: 0}
    for lost, off, mental in (
        (29, 0, 0),
        (30, 1, 2),
        (59, 1, 2),
        (60, 2, 4),
        (89, 2, 4),
        (90, 4, 8),
        (107, 4, 8),
        (108, 20, 30),
    ):
        lines = f"mind-factor = 5.0\nmbd = {120 - lost}\n"
        fight = landed(duel(a=lines), "blow a b", MISS, ["no"])
        thinker = duel(a=lines + 'weapons = ["mind-lash"]\nskills = { mind-lash = 8 }')
        landed(thinker, "mind a b", MISS, ["no"])
        assert (lost, chance(fight), chance(thinker)) == (lost, body[off] - 15, mind[mental] - 12)


# --- closing -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("hybrid.close.fend.roll", "hybrid.ruling.fend-effect", "hybrid.close.fend.ignored")
@pytest.mark.parametrize(("dice", "answers", "closed"), [([63, 20, 1, 1], ["ignore"], 1), ([63], ["heed"], 0), ([64], [], 1)])
def test_a_fend_is_ignored_or_heeded_or_fails(dice: list[int], answers: list[str], closed: int) -> None:
    fight = duel(a=DAGGER, b=KATANA).play("close a b", dice=[])
    fight.step(dice=dice, answers=["fend-katana", "no", *answers], steps=1)  # 78 - 15
    assert len(fight.get("closed")) == closed
    heeded = duel(a=DAGGER, b=KATANA).play("close a b", dice=[])
    heeded.step(dice=[1], answers=["fend-katana", "no", "heed"], steps=1)
    struck = duel(a=DAGGER, b=KATANA).play("close a b", dice=[])
    struck.step(dice=[63, 20, 1, 1], answers=["fend-katana", "no", "ignore"], steps=1)


@pytest.mark.rule("hybrid.close.fend.allowed", "hybrid.ruling.closing")
def test_whom_nobody_fends_off_has_closed() -> None:
    for lines, answers in (
        (KATANA, ["no"]),
        (KATANA + "\ninitiative = 300\nwait-until = 0", []),
        (KATANA + "\naware = false", []),
    ):
        late = lines if "aware" not in lines else lines + "\ninitiative = 300\nwait-until = 0"
        fight = duel(a=DAGGER, b=late).play("close a b", dice=[])
        fight.step(dice=[], answers=answers, steps=1)
        assert len(fight.get("closed")) == 1
    fended = duel(a=DAGGER, b=KATANA).play("close a b", dice=[])
    fended.step(dice=[1], answers=["fend-katana", "no", "heed"], steps=1)
    assert fended.get("closed") == []


@pytest.mark.rule("hybrid.close.closed-upon")
def test_two_blows_at_once_need_room_as_one_does() -> None:
    long = duel(a='weapons = ["saber", "one-edged-dagger"]', b=DAGGER, now=CLOSED)
    with pytest.raises(starfray.Refused, match="too long here"):
        long.play("florentine a b saber one-edged-dagger", dice=[])
    short = duel(a='weapons = ["one-edged-dagger", "second-dagger"]', b=DAGGER, now=CLOSED)
    assert short.refusal("florentine a b one-edged-dagger second-dagger") is None
    with pytest.raises(starfray.Refused, match="closed upon"):
        duel(a=KATANA, b=DAGGER, now=CLOSED).play("blow a b", dice=[])
    landed(duel(a=KATANA, b=DAGGER, now=CLOSED), "blow a b club=yes", MISS, ["no"])


@pytest.mark.rule("hybrid.hold.resist")
@pytest.mark.parametrize(("die", "held"), [(78, 0), (79, 1), (1, 0)])
def test_a_mere_grip_is_broken_by_any_roll_that_is_made(die: int, held: int) -> None:
    grip = NOW + 'holds = [{ holder = "b", held = "a", strength = 0 }]'
    fight = duel(a="weapons = []\nskills = { hth-grapple = 8 }", b=BARE, now=grip)
    landed(fight, "break-free a b", [die])
    assert len(fight.get("holds")) == held


# --- skills, perception, presets -----------------------------------------------------------------------------------
@pytest.mark.rule("hybrid.skill.support", "hybrid.skill.support.unlimited")
def test_the_first_support_skill_and_those_beyond_are_told_apart() -> None:
    trained = "skills = { short-sword = 8, parry-short-sword = 3, warding = 2 }"
    fight = landed(duel(b=trained), "blow a b", [40, 1], ["parry-short-sword"])
    found = reasons(fight, "hybrid.defence.parry")
    assert (found["hybrid.skill.support"], found["hybrid.skill.support.unlimited"]) == (6, 4)


@pytest.mark.rule("hybrid.ruling.aware", "hybrid.perception.passive")
@pytest.mark.parametrize(("die", "aware"), [(15, True), (16, False)])
def test_a_glance_made_exactly_is_enough_to_know(die: int, aware: bool) -> None:
    fight = duel(b="aware = false\ninitiative = 200\nwait-until = 0")
    fight.play("glance b", dice=[die])
    assert fight.get("b.aware") is aware
    landed(duel(b="aware = false\ninitiative = 200\nwait-until = 0"), "blow a b", MISS)


@pytest.mark.rule("hybrid.initiative.perception-mods")
def test_another_modifier_counts_on_paper() -> None:
    for modifier, expected in ((-3, 52), (0, 60), (4, 69)):
        result = starfray.do("hybrid", f"perception 12 modifier={modifier}", dice=[100], answers=[]).result
        assert result["chance"] == expected


@pytest.mark.rule("hybrid.draw.fast")
def test_only_what_is_drawn_is_drawn_fast() -> None:
    both = 'weapons = [{ key = "short-sword", in-hand = true }, "mace"]\nskills = { short-sword = 8, mace = 8 }'
    for text in ("preset a attack blow 200 weapon=short-sword fast=yes", "preset a attack close 200 weapon=mace fast=yes"):
        with pytest.raises(starfray.Refused, match="nothing to draw fast"):
            duel(a=both).play(text, dice=[])
    assert duel(a=both).refusal("preset a attack blow 200 weapon=mace fast=yes") is None
    duel(a=both).play("draw a mace fast=yes", dice=[78])


@pytest.mark.rule("hybrid.ruling.pse", "hybrid.ruling.damage-dice")
def test_strength_adds_to_blows_and_throws_and_not_to_shots() -> None:
    """PSE 3, MSE 2.5; each weapon of one die that shows 4."""
    found = {}
    for way, action in (("melee", "blow a b"), ("thrown", "shoot a b"), ("missile", "shoot a b"), ("mental", "mind a b")):
        reach = "range = 20, " if way in ("thrown", "missile") else ""
        weapon = (
            f'{{ key = "thing", name = "Thing", way = "{way}", type = "crushing", reach = 0.7, dice = 1, sides = 6, {reach}'
        )
        natural = "natural = true, " if way == "mental" else "in-hand = true, "
        lines = f'weapons = [{weapon}{natural}skill = "mace" }}]\nskills = {{ mace = 8 }}'
        fight = duel(a=lines, b="initiative = 300\nwait-until = 0")
        landed(fight, action, [40, 20, 4], ["no"])
        found[way] = 39 - fight.get("b.pft")
    assert found == {"melee": 7, "thrown": 7, "missile": 4, "mental": 6}


@pytest.mark.rule("hybrid.energy.activity.physical", "hybrid.energy.activity.mental")
def test_every_activity_has_its_price() -> None:
    for name, seconds, fatigue, exhaustion in (
        ("crawling", 3600, 40, 60), ("walking", 60, 39, 60), ("jogging", 60, 40, 59), ("running", 60, 40, 54),
        ("dash", 1, 40, 58), ("chopping-wood", 60, 37, 60), ("studying", 60, 39, 60), ("spell-research", 60, 37, 60),
    ):  # fmt: skip
        result = starfray.do("hybrid", f"activity {name} {seconds} fatigue=40 exhaustion=60", dice=[], answers=[]).result
        assert (name, result["fatigue"], result["exhaustion"]) == (name, fatigue, exhaustion)


@pytest.mark.rule("hybrid.bleeding.resist", "hybrid.bleeding.loss")
@pytest.mark.parametrize(("die", "wounds", "resting"), [(52, [], 95), (53, [123], -1)])
def test_a_wound_that_bleeds_costs_from_the_20th_count_on_and_ends_all_rest(die: int, wounds: list[int], resting: int) -> None:
    """7 points of body; DF 12 - 3: 52 or less."""
    fight = landed(duel(b="pft = 5\nresting = 95"), "blow a b", [40, 20, 4, 4, die, 1], ["no"])
    assert (fight.get("b.bleeding"), fight.get("b.resting")) == (wounds, resting)
    again = landed(duel(b="pft = 5"), "blow a b", [40, 20, 4, 4, 100, 1], ["no"])
    assert [event.number for event in again.events if event.rule == "hybrid.bleeding.loss"] == [123]


@pytest.mark.rule("hybrid.skill.pool.max", "hybrid.skill.pool.bonus")
def test_a_pool_is_half_the_best_and_a_tenth_of_the_others() -> None:
    for ranks, bonus in (("10+8+6", 6), ("10", 5), ("1", 0), ("2+30", 15), ("4+4+4+4+4+4", 4), ("2+2+2+2+2+2+2+2", 2)):
        assert (ranks, starfray.do("hybrid", f"pool {ranks}", dice=[], answers=[]).result["bonus"]) == (ranks, bonus)


@pytest.mark.rule("hybrid.grapple.overbear", "hybrid.hold.improve", "hybrid.grapple.bonus")
def test_the_normal_defence_counts_against_an_overbear_and_not_against_a_tighter_hold() -> None:
    grip = NOW + 'holds = [{ holder = "a", held = "b", strength = 5 }]'
    hands = "weapons = []\nskills = { hth-grapple = 8, hth-overbear = 8 }"
    down = landed(duel(a=hands, b=BARE, now=grip), "overbear a b", MISS, ["no"])
    assert chance(down, "hybrid.grapple.overbear") == 82 - 15  # 15 + 8 + 5
    tighter = landed(duel(a=hands, b=BARE, now=grip), "improve a b", MISS)
    assert chance(tighter, "hybrid.hold.improve") == 82


@pytest.mark.rule("hybrid.perception.active", "hybrid.perception.passive")
def test_a_situation_nobody_knows_is_refused() -> None:
    with pytest.raises(starfray.BadInput, match="blinded"):
        starfray.do("hybrid", "perception 12 situation=blindd", dice=[100], answers=[])
    for more, expected in (("", 45), (" passive=yes", 11)):
        result = starfray.do("hybrid", f"perception 12 situation=blinded{more}", dice=[100], answers=[]).result
        assert result["chance"] == expected


@pytest.mark.rule("hybrid.skill.rank.unranked", "hybrid.ruling.unranked")
@pytest.mark.parametrize(
    ("skills", "lands", "expected"),
    [("{ short-sword = 8 }", 103, 78 - 15), ("{ short-sword = 0 }", 107, 67 - 15), ("{}", 109, 67 // 2 - 15)],
)
def test_rank_8_rank_0_and_no_rank_at_all(skills: str, lands: int, expected: int) -> None:
    fight = landed(duel(a=f"skills = {skills}"), "blow a b", MISS, ["no"])
    assert (fight.get("count"), chance(fight)) == (lands, expected)
    landed(duel(a="skills = {}"), "blow a b", MISS, ["no"])


@pytest.mark.rule("hybrid.ruling.one-defence", "hybrid.defence.retreat")
def test_an_evasion_goes_with_a_ward_in_retreat() -> None:
    fight = landed(duel(b="evading = true"), "blow a b", [40, 100, 20, 1, 1], ["retreat-parry-short-sword"])
    assert (fight.get("b.stance"), fight.get("b.evading")) == (["retreat"], True)
    plain = landed(duel(b="evading = true"), "blow a b", [40, 100, 20, 1, 1], ["parry-short-sword"])
    assert plain.get("b.stance") == []


@pytest.mark.rule("hybrid.task.elements", "hybrid.setup.time")
def test_setting_up_takes_as_long_again_and_for_long_work_a_quarter() -> None:
    for more, counts in (
        ("", 600),
        (" set-up=yes", 1200),
        (" set-up=yes minutes=9", 10_800),
        (" set-up=yes minutes=10", 7_500),
    ):
        result = starfray.do("hybrid", f"task pick-locks 13 rank=5{more}", dice=[100], answers=[]).result
        assert (more, result["counts"]) == (more, counts)


@pytest.mark.rule("hybrid.action.speed-up", "hybrid.mod.florentine.mental-physical")
def test_a_pair_that_is_hurried_is_still_what_it_is() -> None:
    armed = 'weapons = ["short-sword", "mind-lash", "light-slug-pistol"]\nskills = { short-sword = 4, mind-lash = 4 }'
    for first, second, kinds in (
        ("short-sword", "mind-lash", ["blow", "mind"]),
        ("light-slug-pistol", "short-sword", ["shot", "blow"]),
    ):
        fight = duel(a=armed, b="initiative = 300\nwait-until = 0")
        fight.play(f"florentine a b {first} {second} rush=1", dice=[])
        assert [each["kind"] for each in fight.get("under-way")] == kinds
        while fight.get("under-way"):
            fight.step(dice=[100], answers=["no"], steps=1)


@pytest.mark.rule("hybrid.skill.cost.composition", "hybrid.skill.cost.common")
def test_a_common_kind_is_known_by_its_name() -> None:
    for name, cost in (("lore", 3), ("complex-weapon", 4), ("basic-engineering", 7)):
        assert (name, starfray.do("hybrid", f"skill-cost {name}", dice=[], answers=[]).result["cost"]) == (name, cost)
    with pytest.raises(starfray.BadInput, match="lore"):
        starfray.do("hybrid", "skill-cost lor", dice=[], answers=[])


@pytest.mark.rule("hybrid.ruling.hold-effects")
def test_in_a_grip_a_pistol_fires_and_a_rifle_does_not() -> None:
    grip = NOW + 'holds = [{ holder = "b", held = "a", strength = 5 }]'
    for gun, refused in (("light-slug-pistol", False), ("slug-rifle", True)):
        fight = duel(a=f'weapons = ["{gun}"]\nskills = {{ {gun} = 4 }}', b=BARE, now=grip)
        assert (fight.refusal(f"shoot a b {gun}") is not None) is refused
    with pytest.raises(starfray.Refused, match="is held"):
        duel(a=BARE, b=BARE, now=grip).play("dodge a", dice=[])
    duel(a=BARE, b=BARE, now=NOW + 'holds = [{ holder = "a", held = "b", strength = 5 }]').play("let-go a b", dice=[])
