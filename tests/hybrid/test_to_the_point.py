"""Figures of single rules, to the point: what each takes, adds, says, and where it stops."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight
from starfray.rulebooks.hybrid.vitals import vitals
from tests.hybrid.build import chance, duel, landed

CLOSED = 'begun = true\ncount = 100\nclosed = [{ one = "a", other = "b" }]'
MISS = [100]


def told(text: str, dice: list[int] | None = None) -> list[tuple[str, int, str]]:
    """What a procedure says: rule, number, note."""
    events = starfray.do("hybrid", text, dice=dice or [], answers=[]).events
    return [(event.rule.removeprefix("hybrid."), event.number, event.note) for event in events]


def numbers(fight: Fight, rule: str) -> list[int]:
    return [event.number for event in fight.events if event.rule == rule and event.tally is None]


def conditions(fight: Fight, who: str = "a") -> list[str]:
    return [each.name for each in vitals(fight.state, fight.state.roster[who]).conditions]


# --- energy --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("hybrid.energy.roles", "hybrid.ruling.energy-overflow")
def test_only_what_fatigue_cannot_pay_comes_out_of_the_reserve() -> None:
    enough = [rule for rule, _, _ in told("activity walking 1800 fatigue=30 exhaustion=60")]
    assert "energy.roles" not in enough
    assert "ruling.energy-overflow" not in enough
    short = told("activity walking 1800 fatigue=10 exhaustion=60")  # 30 points
    assert ("energy.roles", 20, "") in short
    assert ("ruling.energy-overflow", 20, "") in short


@pytest.mark.rule("hybrid.mod.condition.phys-exhausted", "hybrid.mod.condition.ment-exhausted")
@pytest.mark.parametrize(("lines", "off"), [("pex = 0", 6), ("mex = 0", 3), ("pex = 1", 0), ("mex = 1", 0)])
def test_exhausted_is_who_has_nothing_left_at_all(lines: str, off: int) -> None:
    table = {0: 78, 3: 75, 6: 70}  # DF 23 and less
    fight = duel(a=lines)
    assert ("exhausted" in conditions(fight)) is (off > 0)
    landed(fight, "blow a b", MISS, ["no"])
    assert chance(fight) == table[off] - 15
    landed(duel(a="pex = 0"), "blow a b", MISS, ["no"])
    landed(duel(a="mex = 0"), "blow a b", MISS, ["no"])


@pytest.mark.rule("hybrid.energy.exhaustion.low")
def test_the_last_point_of_either_reserve_shows() -> None:
    for pool, mind in (("pex", "no"), ("mex", "yes")):
        fight = duel(a=f"{pool} = 2\n{'mft' if mind == 'yes' else 'pft'} = 0")
        fight.gm(f"tire a 1 mind={mind}")
        assert "exhausted" not in conditions(fight)
        fight.gm(f"tire a 1 mind={mind}")
        assert "exhausted" in conditions(fight)


# --- the check -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("hybrid.check.degree.columns", "hybrid.check.degree.effect")
@pytest.mark.parametrize(
    ("die", "degree", "effect"),
    [(3, "Amazing Success", 300), (4, "Very Notable Success", 200), (6, "Very Notable Success", 200),
     (7, "Notable Success", 150), (15, "Notable Success", 150), (16, "Solid Success", 125), (31, "Solid Success", 125),
     (32, "Success", 100)],
)  # fmt: skip
def test_the_columns_of_a_chance_of_63(die: int, degree: str, effect: int) -> None:
    fight = landed(duel(), "blow a b", [die, 20, 1, 1], ["no"])
    said = [(event.note, event.number) for event in fight.events if event.rule == "hybrid.check.degree.effect"]
    assert said == [(degree, effect)]


@pytest.mark.rule("hybrid.check.failure.columns", "hybrid.ruling.failure-columns", "hybrid.ruling.negative-effect")
@pytest.mark.parametrize(
    ("die", "degree", "effect"),
    [(52, "Failure", 0), (53, "Notable Failure", -75), (77, "Notable Failure", -75), (78, "Very", -100)],
)
def test_the_failure_columns_of_a_chance_of_2(die: int, degree: str, effect: int) -> None:
    """DF 23 - 18 for an eye - 4 evading: 16 on the table, less 15, and 1 more for a foe of PDF 14."""
    fight = duel(a="evading = true", b="stats = { pst = 15, pen = 12, dex = 14, pag = 14, paw = 12 }")
    landed(fight, "blow a b at=eye", [die], ["no"])
    assert chance(fight) == 2
    (said,) = [(event.note, event.number) for event in fight.events if event.rule == "hybrid.check.degree.effect"]
    assert said[0].startswith(degree)
    assert said[1] == effect
    assert numbers(fight, "hybrid.ruling.negative-effect") == ([effect] if effect else [])
    landed(duel(a="evading = true"), "blow a b at=eye", [100], ["no"])


# --- skills --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("hybrid.ruling.complex-tool", "hybrid.skill.component.basic", "hybrid.skill.component.tool")
def test_each_component_is_told_with_its_cost() -> None:
    said = told("skill-cost type=craft interaction=multiple-assisted tool=complex")
    assert [number for rule, number, _ in said if rule == "ruling.complex-tool"] == [2, 2]
    assert [number for rule, number, _ in said if rule == "skill.component.basic"] == [4]
    assert ("skill.component.tool", 1, "simple") in told("skill-cost type=craft tool=simple")


@pytest.mark.rule("hybrid.skill.sample.lock-picking")
def test_lock_picking_is_told_with_its_printed_cost() -> None:
    assert ("skill.sample.lock-picking", 2, "") in told("skill lock-picking")


@pytest.mark.rule("hybrid.ruling.rank-25")
def test_only_rank_25_is_printed_twice() -> None:
    def cited(rank: int) -> bool:
        events = starfray.do("hybrid", f"expertise {rank}", dice=[], answers=[]).events
        return any("hybrid.ruling.rank-25" in event.by for event in events)

    assert [cited(rank) for rank in (24, 25, 26)] == [False, True, False]


@pytest.mark.rule("hybrid.check.df-equation", "hybrid.skill.filter.unlock", "hybrid.ruling.filter-fail")
def test_without_a_rank_in_the_filter_the_stat_alone_is_rolled_at_half() -> None:
    fight = duel(a='filters = ["mounted-combat"]')
    landed(fight, "blow a b unlock=yes", [34, 100], ["no"])
    assert (chance(fight, "hybrid.skill.filter.unlock"), chance(fight)) == (67 // 2, 67 - 15)
    for rank, expected in ((0, 67), (4, 73)):
        fight = duel(a=f'filters = ["mounted-combat"]\nskills = {{ short-sword = 8, mounted-combat = {rank} }}')
        landed(fight, "blow a b unlock=yes", [100, 100], ["no"])
        assert chance(fight, "hybrid.skill.filter.unlock") == expected


@pytest.mark.rule("hybrid.ruling.perception-modifiers", "hybrid.perception.active")
@pytest.mark.parametrize(
    ("word", "expected"),
    [("blinded", 45), ("deafened", 52), ("drunk", 45), ("asleep", 48), ("poor-light", 52), ("not-alert", 52), ("alert", 60),
     ("watching", 67)],
)  # fmt: skip
def test_each_situation_has_its_modifier(word: str, expected: int) -> None:
    fight = landed(duel(a=f'situation = ["{word}"]'), "look a", MISS)
    assert chance(fight, "hybrid.perception.use") == expected  # PAW 12


# --- attacks -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("hybrid.location.roll", "hybrid.attack.called")
def test_a_called_shot_throws_no_die_for_the_place() -> None:
    fight = landed(duel(), "blow a b at=chest", [40, 4, 4], ["no"])  # attack, then damage
    assert [event.note for event in fight.events if event.rule == "hybrid.location.table"] == ["chest"]
    landed(duel(), "blow a b", [40, 20, 4, 4], ["no"])


@pytest.mark.rule("hybrid.close.closed-upon")
def test_equal_swords_have_room_in_a_clinch_and_one_against_bare_hands_has_none() -> None:
    landed(duel(now=CLOSED), "blow a b", MISS, ["no"])
    with pytest.raises(starfray.Refused, match="too long"):
        duel(b="weapons = []", now=CLOSED).play("blow a b", dice=[])
    landed(duel(b="weapons = []", now=CLOSED), "blow a b club=yes", MISS, ["no"])


@pytest.mark.rule("hybrid.draw.time", "hybrid.tohit.melee")
def test_nobody_strikes_with_what_they_do_not_have() -> None:
    with pytest.raises(starfray.Refused, match="has no 'mace'") as refused:
        duel().play("blow a b mace", dice=[])
    assert (refused.value.rule, list(refused.value.legal)) == ("hybrid.tohit.melee", ["short-sword"])
    sheathed = duel(a='weapons = [{ key = "short-sword", in-hand = false }]')
    with pytest.raises(starfray.Refused, match="not in hand") as refused:
        sheathed.play("blow a b short-sword", dice=[])
    assert refused.value.rule == "hybrid.draw.time"
    landed(sheathed, "draw a short-sword", [])
    landed(duel(), "blow a b short-sword", MISS, ["no"])


PAIR = 'weapons = ["short-sword", "mace", "mind-lash", "psychic-scream", "kinetic-shove"]'
PAIR += "\nskills = { short-sword = 8, mace = 8, mind-lash = 8, kinetic-shove = 8 }"


@pytest.mark.rule(
    "hybrid.mod.florentine.physical-physical", "hybrid.mod.florentine.mental-mental", "hybrid.mod.florentine.mental-physical"
)
def test_two_at_once_cost_each_of_them_its_own_figure() -> None:
    found = {}
    for first, second in (
        ("short-sword", "mace"),
        ("mind-lash", "kinetic-shove"),
        ("short-sword", "mind-lash"),
        ("mind-lash", "short-sword"),
    ):
        fight = duel(a=PAIR, b="initiative = 500\nwait-until = 0")
        fight.play(f"florentine a b {first} {second}", dice=[])
        found[first, second] = [(each["weapon"], each["pair-df"]) for each in fight.get("under-way")]
        while fight.get("under-way"):
            fight.step(dice=[100], answers=["no"], steps=1)
    assert [[df for _, df in halves] for halves in found.values()] == [[-4, -6], [-8, -10], [-2, -4], [-4, -2]]


@pytest.mark.rule("hybrid.defence.block", "hybrid.ruling.block")
def test_bare_hands_block_with_three_times_the_strength() -> None:
    """DF 15 + 4 - 2: 70; 41 is a plain success, PSE 3: 9 points of armour against 4 + 4 + 1 + 3."""
    hands = 'weapons = ["close-fist"]\nskills = { hth-block = 4 }'
    fight = landed(duel(b=hands), "blow a b", [40, 41, 20, 4, 4], ["block-close-fist"])
    assert (numbers(fight, "hybrid.ruling.block"), fight.get("b.pft")) == ([9], 39 - 3)


@pytest.mark.rule("hybrid.hold.max", "hybrid.hold.start")
def test_a_hold_of_exactly_five_times_strength_is_not_cut() -> None:
    bare = "weapons = []\nskills = { hth-grapple = 30 }"
    fight = landed(duel(a=bare, b="weapons = []", now=CLOSED), "grapple a b", [1], ["no"])  # 91 - 15, made by 75
    assert (fight.get("holds.0.strength"), numbers(fight, "hybrid.hold.max")) == (75, [])
    weak = bare + "\nstats = { pst = 14, pen = 12, dex = 16, pag = 15, paw = 12 }"  # the same PCA
    cut = landed(duel(a=weak, b="weapons = []", now=CLOSED), "grapple a b", [1], ["no"])
    assert (cut.get("holds.0.strength"), numbers(cut, "hybrid.hold.max")) == (70, [70])


@pytest.mark.rule("hybrid.ruling.defence-units", "hybrid.ruling.aware", "hybrid.tohit.chance")
def test_why_there_is_no_defence_is_cited_and_otherwise_nothing() -> None:
    for ruling in ("percent", "df"):
        rules = {}
        for aware in ("true", "false"):
            fight = duel(
                b=f"aware = {aware}\ninitiative = 200\nwait-until = 0", head=f'rulings = {{ defence-units = "{ruling}" }}'
            )
            landed(fight, "blow a b", MISS, ["no"] if aware == "true" else [])
            rules[aware] = [rule for event in fight.events for rule in event.by]
        assert "" not in rules["true"]
        assert ("hybrid.ruling.aware" in rules["true"], "hybrid.ruling.aware" in rules["false"]) == (False, True)


@pytest.mark.rule("hybrid.action.standard-speed", "hybrid.ruling.closing")
def test_closing_takes_ten_counts_less_the_points_spent() -> None:
    for text, lands in (("close a b", 110), ("close a b points=3", 107), ("close a b rush=4", 104)):
        fight = duel(a="speed-points = 3", b='weapons = ["katana"]')
        assert fight.play(text, dice=[]).get("under-way.0.lands") == lands
    landed(duel(b="initiative = 300\nwait-until = 0"), "close a b", [])


# --- place, body, mind ---------------------------------------------------------------------------------------------
@pytest.mark.rule(
    "hybrid.mod.environment.visibility-50", "hybrid.mod.environment.visibility-75", "hybrid.mod.environment.gravity-50",
    "hybrid.mod.environment.gravity-100",
)  # fmt: skip
def test_light_and_gravity_hinder_from_their_printed_share_on() -> None:
    """DF 23 is 78, 20 is 75, 19 is 73; less 15."""
    for name, full in (("dark", 75), ("gravity", 100)):
        for percent, expected in ((49, 78), (50, 75), (full - 1, 75), (full, 73)):
            fight = duel(now=f"begun = true\ncount = 100\n{name} = {percent}")
            landed(fight, "blow a b", MISS, ["no"])
            assert chance(fight) == expected - 15


@pytest.mark.rule("hybrid.tohit.mental-entity", "hybrid.tohit.melee", "hybrid.tohit.missile")
def test_minds_strike_by_mca_hands_by_pca_and_guns_by_acc() -> None:
    """PCA 15 (of 20, 16, 9), ACC 18, MCA 8, each at rank 2; the foe's PDF 15 and MDF 12."""
    stats = "stats = { pst = 20, pen = 12, dex = 16, pag = 9, paw = 12, mst = 10, mag = 8, psi = 6 }"
    armed = 'weapons = ["short-sword", "light-slug-pistol", "mind-lash"]\n'
    armed += "skills = { short-sword = 2, light-slug-pistol = 2, mind-lash = 2 }\n"
    found = []
    for action in ("blow a b", "shoot a b", "mind a b"):
        fight = landed(duel(a=armed + stats, b="initiative = 200\nwait-until = 0"), action, MISS, ["no"])
        found.append(chance(fight))
    assert found == [70 - 15, 75 - 15, 55 - 12]


@pytest.mark.rule("hybrid.shock.trigger", "hybrid.bleeding.trigger")
def test_a_blow_that_costs_no_body_brings_neither_shock_nor_bleeding() -> None:
    landed(duel(), "blow a b", [40, 20, 4, 4], ["no"])  # 12 points of fatigue, and no further die
    fight = landed(duel(b="pft = 5"), "blow a b", [40, 20, 4, 4, 1, 1], ["no"])  # 7 of body: bleeding and shock are rolled
    assert numbers(fight, "hybrid.shock.trigger") == [7]
    assert fight.get("b.pbd") == 27 - 7


@pytest.mark.rule("hybrid.defence.prone.drop", "hybrid.ruling.wait")
def test_who_waits_may_drop_where_there_is_gravity() -> None:
    for weightless, keys in (("false", ["dodge", "drop", "no"]), ("true", ["dodge", "no"])):
        fight = duel(b='orders = { "hybrid.ruling.wait" = "ask" }', now=f"begun = true\ncount = 100\nweightless = {weightless}")
        fight.play("blow a b")
        assert [option.key for option in fight.asks[0].options] == keys
        fight.answer(fight.asks[0], keys[-2])


@pytest.mark.rule("hybrid.move.mental", "hybrid.move.stat")
def test_movement_of_body_and_mind_is_a_fifth_of_two_stats() -> None:
    fight = duel(a="stats = { pst = 15, pag = 13, mst = 14, mag = 11 }")
    assert (fight.get("a.pmv"), fight.get("a.mmv")) == (28 / 5, 25 / 5)


@pytest.mark.rule("hybrid.skill.rank.range")
def test_ranks_go_from_0_to_30() -> None:
    assert duel(a="skills = { short-sword = 30 }").get("a.skills.short-sword") == 30
    for rank in (-1, 31):
        with pytest.raises(starfray.BadInput, match="0 to 30"):
            duel(a=f"skills = {{ short-sword = {rank} }}")
        with pytest.raises(starfray.BadInput, match="0 to 30"):
            told(f"raise-cost base=2 rank={rank} to=10")
    assert told("raise-cost base=2 rank=0 to=10")


@pytest.mark.rule("hybrid.action.speed-points")
def test_speed_points_are_offered_where_there_are_any() -> None:
    def offered(points: int) -> list[float]:
        fight = duel(a=f"speed-points = {points}")
        form = next(form for form in fight.legal("a") if form.kind == "look")
        return [field.high for field in form.fields if field.name == "points"]

    assert (offered(0), offered(3)) == ([], [3])
    duel(a="speed-points = 3").play("look a points=2", dice=[])


@pytest.mark.rule("hybrid.ruling.stance-duration", "hybrid.defence.retreat")
def test_a_retreat_takes_the_place_of_what_was_declared_before() -> None:
    fight = duel(a='stance = ["advance", "all-out"]\nstance-since = 80')
    fight.play("stance a retreat", dice=[])
    assert (fight.get("a.stance"), fight.get("a.stance-since")) == (["retreat"], 100)
    with pytest.raises(starfray.Refused, match="does not go with a retreat"):
        fight.play("stance a advance b", dice=[])


# --- on paper ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("hybrid.initiative.preset.perception", "hybrid.perception.passive", "hybrid.mod.florentine.awareness")
@pytest.mark.parametrize(
    ("more", "expected"),
    [("", 60), ("preset=yes", 69), ("doing=yes", 55), ("passive=yes", 15), ("passive=yes doing=yes", 15), ("hidden=20", 40)],
)
def test_perception_on_paper(more: str, expected: int) -> None:
    assert starfray.do("hybrid", f"perception 12 {more}".strip(), dice=[100], answers=[]).result["chance"] == expected
    for words in ("preset=yes", "doing=yes", "passive=yes"):
        told(f"perception 12 {words}", [100])


@pytest.mark.rule("hybrid.ruling.roll-or-less", "hybrid.ruling.sn", "hybrid.ruling.auto")
def test_what_a_check_on_paper_says_about_its_die() -> None:
    def said(text: str, die: int) -> list[tuple[str, int]]:
        rules = ("ruling.roll-or-less", "ruling.sn", "ruling.auto")
        return [(rule, number) for rule, number, _ in told(text, [die]) if rule in rules]

    even = "check stat=12 rank=10"  # 77
    assert said(even, 76) == [("ruling.sn", 1)]
    assert said(even, 77) == [("ruling.roll-or-less", 77), ("ruling.sn", 0)]
    assert said(even, 78) == []
    assert said("check stat=12 rank=10 bonus=23", 100) == [("ruling.roll-or-less", 100), ("ruling.auto", 100), ("ruling.sn", 0)]
    assert said("check stat=12 rank=10 bonus=22", 100) == []
    assert said("check stat=12 difficulty=-14", 1) == [("ruling.auto", 0)]


@pytest.mark.rule("hybrid.ruling.df-above-table", "hybrid.ruling.df-below-table", "hybrid.check.row-lookup")
def test_the_ends_of_the_success_table() -> None:
    def said(df: int) -> list[tuple[str, int]]:
        rules = ("ruling.df-above-table", "ruling.df-below-table", "check.row-lookup", "check.success-table")
        return [(rule, number) for rule, number, _ in told(f"success-table {df}") if rule in rules]

    assert said(-3) == [("check.success-table", 0), ("check.row-lookup", -2), ("ruling.df-below-table", -3)]
    assert said(-2) == [("check.success-table", 0), ("check.row-lookup", -2)]
    assert said(262) == [("check.success-table", 103), ("check.row-lookup", 262)]
    assert said(263) == [("check.success-table", 103), ("check.row-lookup", 262), ("ruling.df-above-table", 263)]
