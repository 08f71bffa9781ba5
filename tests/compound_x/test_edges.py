"""Each rule once more where a figure could be one off or a branch turned: just inside, just outside, and the other case."""

from __future__ import annotations

import pytest

import starfray
from starfray import Refused
from starfray.engine.areas import Area
from tests.compound_x.helpers import BO, fight, miss, rules

KNIFE = 'thrown = [{ key = "throwing-knife", in-hand = true }]\nweapons = []'
HELD = 'grapples = [{ first = "ana", second = "tor", control = "ana" }]'


def words(action: str, ana: str = "", tor: str = "") -> str:
    """The tally of a preview in words."""
    return str(fight(ana, tor).preview(action).tally)


# --- shots ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.order.shot", "cx.actions.fire-semi", "cx.crit.activate", "cx.jam.trigger")
def test_a_firing_action_takes_one_action_and_its_dice_fall_in_this_order() -> None:
    """Accuracy, luck, armour; on a 1 the jam comes second."""
    one = fight('aim = "tor"', 'armour = "light-chest-l1"\ncover = "partial"')
    one.play("fire ana tor", dice=[10, 5, 40])
    assert (one.get("ana.actions"), one.get("ana.weapons.0.rounds")) == (3, 29)
    assert one.get("tor.health") == 50  # 80 and 20 more, half of it beside the armour
    one.play("fire ana tor", dice=[1, 3])
    assert (one.get("ana.actions"), one.get("ana.weapons.0.jammed")) == (2, False)
    blind = fight("hunkered = true")
    blind.play("fire ana tor blind=yes", dice=[2], answers=["here"])
    assert blind.get("ana.actions") == 3


@pytest.mark.rule("cx.ruling.floor-scope", "cx.hip.penalty")
@pytest.mark.parametrize(("metres", "hip"), [(25, 1), (26, 3)])
def test_a_red_laser_takes_two_off_hip_fire_up_to_its_25_metres(metres: int, hip: int) -> None:
    """Hip fire comes after the floors, and a laser only ever takes off what the hip adds."""
    gun = 'weapons = [{ key = "ecsc-mk16", attachments = ["laser-red"] }]'
    aimed = miss(fight(gun + '\naim = "tor"', f"at = [{metres}, 0]"), "fire ana tor")
    assert miss(fight(gun, f"at = [{metres}, 0]"), "fire ana tor") == aimed + hip
    blue = 'weapons = [{ key = "ecsc-mk16", attachments = ["laser-blue"] }]'
    at_arms_length = miss(fight(blue, "at = [5, 0]"), "fire ana tor")
    assert at_arms_length >= miss(fight(blue + '\naim = "tor"', "at = [5, 0]"), "fire ana tor")


@pytest.mark.rule("cx.blind.composition", "cx.combatmod.subtract")
def test_the_tally_says_whether_luck_is_in_it() -> None:
    stats = "stats = { perception = 8, luck = 8 }"
    assert "-2 PER and LUC" in words("fire ana tor blind=yes", stats)
    plain = words("fire ana tor", stats)
    assert "-1 PER" in plain
    assert "LUC" not in plain


@pytest.mark.rule("cx.ruling.aim-persistence", "cx.actions.draw")
def test_whoever_puts_a_gun_away_aims_no_longer_and_a_knife_put_away_spoils_no_aim() -> None:
    one = fight('aim = "tor"\nweapons = [{ key = "ecsc-mk16", reloading = 1, in-hand = true }]\nmelee = ["g1-knife"]')
    one.play("draw ana g1-knife", dice=[])
    assert (one.get("ana.aim"), one.get("ana.weapons.0.reloading"), one.get("ana.weapons.0.in-hand")) == ("", 0, False)
    pistol = 'weapons = [{ key = "ecsc-mk8-auto", in-hand = true }]'
    two = fight(f'aim = "tor"\n{pistol}\nmelee = [{{ key = "g1-knife", in-hand = true }}]\nkits = {{ medkit = 1 }}')
    two.play("go-prone ana", dice=[])
    assert two.get("ana.aim") == "tor"


# --- suppression ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.ruling.suppress-level", "cx.suppression.levels", "cx.suppression.medium", "cx.suppression.heavy")
def test_any_level_up_to_the_guns_for_which_the_rounds_are_there() -> None:
    for gun, rounds, levels in (
        ("ecsc-mk16", 6, ["light", "medium"]),
        ("ecsc-mk16", 5, ["light"]),
        ("ecsc-mk249", 10, ["light", "medium", "heavy"]),
        ("ecsc-mk249", 9, ["light", "medium"]),
        ("ecsc-mk8-auto", 15, ["light"]),
    ):
        arms = f'stats = {{ strength = 6 }}\nweapons = [{{ key = "{gun}", rounds = {rounds} }}]'
        for level in ("light", "medium", "heavy"):
            one = fight(arms, "at = [12, 0]")
            if level in levels:
                one.play(f"suppress ana tor level={level}", dice=[])
                assert one.get("zones")[0]["level"] == level
            else:
                with pytest.raises(Refused) as refused:
                    one.play(f"suppress ana tor level={level}")
                assert list(refused.value.legal) == levels


@pytest.mark.rule("cx.ruling.grapple-action-cap", "cx.suppression.trigger")
def test_only_whoever_is_free_to_react_bites() -> None:
    zone = 'zones = [{ by = "bo", target = "tor", weapon = "ecsc-mk249", level = "light", radius = 1.0, at = [30, 0] }]'
    for bo, fires in (("", True), ("reactions = 0", False), ("stunned = 1", False), ('restrained = "zip-cuffs"', False)):
        one = fight("", "actions = 4", f"{BO}\n{bo}", up="tor", now=zone)
        one.play("run tor 33,0", dice=[2] if fires else [])
        assert ("cx.suppression.trigger" in rules(one)) is fires
    arms = 'grapples = [{ first = "bo", second = "kai", control = "bo" }]'
    busy = fight("", "actions = 4", BO, 'id = "kai"\nside = "dock"\nat = [0, 11]', up="tor", now=f"{zone}\n{arms}")
    busy.play("run tor 33,0", dice=[])
    assert busy.get("bo.reactions") == 3


@pytest.mark.rule("cx.ruling.suppress-area")
def test_the_map_shows_how_far_a_grenade_or_fire_would_reach() -> None:
    one = fight('grenades = [{ key = "frag", in-hand = true }]\nskills = { weapons-explosives = 6 }')
    state, content, book = one.state, one.content, one.book

    def area(text: str) -> Area:
        found = book.blast(state, one.parse(text), content)
        assert found is not None
        return found

    assert area("lob ana 10,0 frag").radius == 5  # the outer of 2.5 and 5 m
    assert area("suppress-area ana 10,0 level=heavy").radius == 2
    assert area("suppress-area ana 10,0").radius == 1
    assert book.blast(state, one.parse("aim ana tor"), content) is None


# --- throws -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.order.thrown", "cx.ruling.concealed-fire")
def test_whoever_is_felled_in_coming_out_throws_nothing() -> None:
    zone = 'zones = [{ by = "bo", target = "tor", weapon = "ecsc-mk249", level = "medium", radius = 1.0, at = [5, 0] }]'
    tor = f'{KNIFE}\nat = [5, 0]\nactions = 4\ncover = "concealed"\nhealth = 20'
    one = fight("", tor, BO, up="tor", now=zone)
    one.play("throw tor ana", dice=[49])
    assert (one.get("tor.health"), one.get("tor.actions"), one.get("ana.health")) == (0, 0, 100)
    assert one.get("tor.thrown.0.count") == 1
    well = fight("", tor.replace("health = 20", "health = 100"), BO, up="tor", now=zone)
    well.play("throw tor ana", dice=[60, 2])
    assert (well.get("tor.actions"), well.get("tor.thrown.0.count"), well.get("tor.winded")) == (3, 0, 0)


# --- melee ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.melee.guard-tie", "cx.stealth.melee-guard", "cx.stealth.melee-bypass", "cx.ruling.guard-helpless")
def test_against_a_guard_of_0_any_accuracy_hits_and_from_3_on_past_the_armour() -> None:
    """A blade of 40: half of it beside the armour, all of it past the armour."""
    arms = 'weapons = []\nmelee = [{ key = "blade", base = 40, in-hand = true }]'
    armour = 'at = [1, 0]\narmour = "light-chest-l1"'
    kai = 'id = "kai"\nside = "dock"\nat = [30, 9]'
    for face, dice, health in ((1, [60], 80), (2, [60], 80), (3, [], 60)):
        unseen = fight(f"{arms}\nhidden = true", armour, kai)
        unseen.play("strike ana tor", dice=[face, *dice])
        assert (unseen.get("tor.health"), unseen.get("ana.hidden")) == (health, False)
        asleep = fight(arms, f"{armour}\nunconscious = true", kai)
        asleep.play("strike ana tor", dice=[face, *dice])
        assert asleep.get("tor.health") == health
    awake = fight(arms, armour + "\nweapons = []", kai)
    awake.play("strike ana tor", dice=[4, 4])
    assert awake.get("tor.health") == 100
    awake.play("strike ana tor", dice=[4, 2, 60])
    assert awake.get("tor.health") == 80
    awake.play("strike ana tor", dice=[4, 1])
    assert awake.get("tor.health") == 40


@pytest.mark.rule("cx.meleeweapon.accuracy", "cx.melee.guard.melee", "cx.melee.attack")
def test_a_blade_without_figures_of_its_own_neither_helps_nor_hinders() -> None:
    plain = 'weapons = []\nmelee = [{ key = "stick", base = 10, in-hand = true }]'
    one = fight(plain, f"at = [1, 0]\n{plain}")
    one.play("strike ana tor", dice=[5, 5])  # level: the defender's
    assert one.get("tor.health") == 100
    one.play("strike ana tor", dice=[6, 5, 60])
    assert one.get("tor.health") == 95
    better = fight(plain.replace("base = 10", "base = 10, accuracy = 1"), f"at = [1, 0]\n{plain}")
    better.play("strike ana tor", dice=[5, 5, 60])
    assert better.get("tor.health") == 95
    on_guard = fight(plain, "at = [1, 0]\n" + plain.replace("base = 10", "base = 10, accuracy = 1"))
    on_guard.play("strike ana tor", dice=[6, 5])
    assert on_guard.get("tor.health") == 100


@pytest.mark.rule("cx.ruling.unproficient", "cx.meleeweapon.exotic", "cx.presumed.stat-mod")
def test_a_whip_one_never_learnt_is_an_improvised_one_handed_weapon() -> None:
    """+1 and 50 + STR instead of +1 and 50 + 2 x DEX; a big one counts as one-handed, too."""
    sheet = 'weapons = []\nprofession = "doctor"\nstats = { strength = 7, dexterity = 7 }\n'
    whip = 'melee = [{ key = "great-whip", size = "two-handed", exotic = true, accuracy = 4, base = 90, in-hand = true }]'
    one = fight(sheet + whip, "at = [1, 0]\nweapons = []")
    one.play("strike ana tor", dice=[9, 1])
    assert one.get("tor.health") == 100 - (50 + 8)
    event = next(each for each in one.events if each.rule == "cx.melee.attack")
    assert event.tally is not None
    assert event.tally.total == 2  # 1 of the stats, 1 of an improvised one-handed weapon


@pytest.mark.rule("cx.grapple.pin", "cx.grapple.control")
def test_whoever_is_pinned_is_not_pinned_again_and_whoever_is_not_can_be() -> None:
    one = fight("actions = 1", "at = [1, 0]", now=HELD.replace(" }", ', pinned = "tor" }'))
    with pytest.raises(Refused, match="pinned already") as refused:
        one.play("pin ana")
    assert refused.value.rule == "cx.grapple.pin"
    two = fight("actions = 1", "at = [1, 0]", now=HELD)
    two.play("pin ana", dice=[90, 10], answers=["athletics"])
    assert (two.get("grapples")[0]["pinned"], two.get("ana.actions")) == ("tor", 0)


@pytest.mark.rule("cx.grapple.control", "cx.ruling.ko-kill-two-checks", "cx.grapple.knockout")
def test_a_hold_from_a_file_has_no_check_won_yet() -> None:
    one = fight("actions = 1", "at = [1, 0]", now=HELD.replace(" }", ', pinned = "tor" }'))
    one.play("choke ana", dice=[90, 10], answers=["athletics"])
    assert (one.get("tor.unconscious"), one.get("grapples")[0]["won"]) == (False, 1)


@pytest.mark.rule("cx.melee.space")
def test_a_run_ends_beside_somebody_and_not_in_his_space() -> None:
    one = fight("", "at = [4, 0]")
    with pytest.raises(Refused, match="tor stands there") as refused:
        one.play("run ana 3.1,0")
    assert refused.value.rule == "cx.melee.space"
    one.play("run ana 3,0", dice=[])
    assert one.get("ana.at") == [3, 0]
    fallen = fight("", "at = [4, 0]\nhealth = 0", 'id = "kai"\nside = "dock"\nat = [30, 9]')
    fallen.play("run ana 4,0", dice=[])
    assert fallen.get("ana.at") == [4, 0]


# --- turns ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.ruling.late-comer", "cx.initiative")
def test_of_equal_totals_the_one_who_was_there_first_goes_first() -> None:
    one = fight("initiative = 60", "initiative = 30")
    one.gm("add \"id = 'mo', side = 'crew', at = [5, 5]\"")
    one.step(dice=[60])
    assert one.get("order") == ["ana", "mo", "tor"]
    one.gm("add \"id = 'jo', side = 'crew', at = [6, 5]\"")
    one.step(dice=[61])
    assert one.get("order") == ["jo", "ana", "mo", "tor"]


@pytest.mark.rule("cx.ruling.reactions-reset", "cx.presumed.round")
def test_a_new_round_brings_reactions_back_and_thins_the_smoke() -> None:
    clouds = 'clouds = [{ kind = "smoke", radius = 3, rounds = 2, at = [15, 9] }]'
    one = fight("reactions = 0", "reactions = 1", now=clouds)
    one.play("end-turn ana", dice=[]).step(dice=[])
    assert (one.get("round"), one.get("ana.reactions"), one.get("clouds")[0]["rounds"]) == (1, 0, 2)
    one.play("end-turn tor", dice=[])
    assert (one.get("round"), one.get("ana.reactions"), one.get("tor.reactions")) == (2, 3, 3)
    assert one.get("clouds")[0]["rounds"] == 1
    one.step(dice=[]).play("end-turn ana", dice=[]).step(dice=[]).play("end-turn tor", dice=[])
    assert (one.get("round"), one.get("clouds")) == (3, [])


# --- sheets -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.presumed.stats", "cx.presumed.movement-speed", "cx.presumed.health")
@pytest.mark.parametrize(("fortitude", "revivals", "health"), [(3, 2, 80), (5, 2, 100), (6, 3, 110), (9, 4, 140)])
def test_a_sheet_tells_revivals_and_health_by_fort(fortitude: int, revivals: int, health: int) -> None:
    found = starfray.do("compound-x", f"sheet 5 5 {fortitude} 5 5 7 5", dice=[]).result
    assert (found["revivals"], found["health"], found["metres-1"], found["metres-2"]) == (revivals, health, 3, 7)


@pytest.mark.rule("cx.stabilize.success", "cx.stabilize.critfail", "cx.dst.per-turn")
def test_a_called_stabilisation_writes_failures_down_and_forgets_none() -> None:
    kai = 'id = "kai"\nside = "dock"\nat = [30, 9]'
    one = fight("", "health = 0", kai)
    one.gm('call "stabilise 40" who=tor', dice=[5, 50])  # a bad start, and the saving throw fails
    assert (one.get("tor.dst-failures"), one.get("tor.dst-failed"), one.get("tor.health")) == (1, True, 0)
    one.gm('call "stabilise 40" who=tor', dice=[30])
    assert (one.get("tor.dst-failures"), one.get("tor.dst-failed")) == (1, True)
    one.gm('call "stabilise 40" who=tor', dice=[41])
    assert (one.get("tor.health"), one.get("tor.revivals"), one.get("tor.dst-failed")) == (1, 1, True)


# --- found by a second sample of faults -------------------------------------------------------------------------------


@pytest.mark.rule("cx.limits.min-miss-chance", "cx.grenade.short")
def test_a_throw_is_never_below_minus_two_before_the_ground_counts() -> None:
    sharp = "stats = { perception = 15, dexterity = 10 }\nskills = { weapons-explosives = 6 }\nweapons = []\n"
    for listed, total in ((5, 0), (4, -1), (3, -2), (2, -2)):
        one = fight(sharp + f'grenades = [{{ key = "frag", miss = {listed}, in-hand = true }}]')
        assert miss(one, "lob ana 5,0") == total  # PER 3 and a short throw 2
    for listed, total in ((2, -1), (1, -2), (0, -2)):
        brackets = f"brackets = [{{ to = 9, miss = {listed} }}]"
        one = fight(sharp + f'thrown = [{{ key = "dart", {brackets}, in-hand = true }}]', "at = [5, 0]")
        assert miss(one, "throw ana tor") == total
        behind = fight(sharp + f'thrown = [{{ key = "dart", {brackets}, in-hand = true }}]', 'at = [5, 0]\ncover = "full"')
        assert miss(behind, "throw ana tor") == total + 4


@pytest.mark.rule("cx.ruling.move-carry", "cx.move.penalty-round")
def test_a_sheet_speaks_of_penalties_only_where_there_are_some() -> None:
    laden = starfray.do("compound-x", "sheet 5 5 5 5 5 8 5 penalty=7.5", dice=[])
    assert (laden.result["metres-2"], laden.result["metres-1"]) == (5, 2)  # 2.5 beyond Carry 5, rounded up
    free = starfray.do("compound-x", "sheet 5 5 5 5 5 8 5", dice=[])
    assert free.result["metres-2"] == 8
    said = [[event.rule for event in each.events] for each in (laden, free)]
    assert ["cx.move.penalty-round" in each for each in said] == [True, False]


@pytest.mark.rule("cx.order.shot", "cx.actions.unlisted")
def test_a_scope_set_for_elsewhere_hinders_aimed_fire_only() -> None:
    rifle = 'weapons = [{ key = "anvil-arms-sr-250", attachments = ["scope26"], sighted = 150.0 }]'
    with pytest.raises(Refused, match="set for 150 m"):
        fight(rifle + '\naim = "tor"', "at = [90, 0]").play("fire ana tor")
    for more, act in (("", "fire ana tor"), ('\naim = "tor"', "fire ana tor blind=yes"), ('\naim = "kai"', "fire ana tor")):
        one = fight(rifle + more, "at = [90, 0]", 'id = "kai"\nside = "dock"\nat = [150, 9]')
        one.play(act, dice=[2], answers={"cx.dirt.effect": "here"})
        assert one.get("ana.actions") == 3


WITHOUT_A_MAP = """
rulebook = "compound-x"
[now]
round = 1
order = ["ana", "tor"]
up = "ana"
started = true
[[relation]]
kind = "distance"
between = ["ana", "tor"]
value = 1
[[combatant]]
id = "ana"
side = "crew"
actions = 4
stats = { strength = 8 }
[[combatant]]
id = "tor"
side = "dock"
"""


@pytest.mark.rule("cx.kick.base", "cx.kick.distance", "cx.ruling.kick-distance")
def test_without_a_map_a_kick_takes_one_out_of_reach_by_its_metres() -> None:
    one = starfray.loads(WITHOUT_A_MAP)
    one.play("kick ana tor", dice=[90, 10], answers=["athletics"])
    assert [(row.kind, row.value) for row in one.state.scene.relation if row.kind == "distance"] == [("distance", 7)]
    with pytest.raises(Refused, match="out of reach"):
        one.play("kick ana tor")


@pytest.mark.rule("cx.ruling.shock-damage-basis", "cx.melee.nonlethal.ko", "cx.melee.nonlethal.exactly-one")
def test_a_nonlethal_blow_stops_at_one_and_knocks_out_only_at_nought() -> None:
    arms = 'weapons = []\nmelee = [{ key = "club", base = 80, in-hand = true }]\nstats = { strength = 9, dexterity = 9 }'
    kai = 'id = "kai"\nside = "dock"\nat = [30, 9]'
    for health, left, out in ((82, 2, False), (81, 1, False), (80, 1, True), (20, 1, True)):
        one = fight(arms, f"at = [1, 0]\nweapons = []\nhealth = {health}", kai)
        one.play("strike ana tor nonlethal=yes", dice=[9, 1] + ([99] if not out else []))  # Shock, if still awake
        assert (one.get("tor.health"), one.get("tor.unconscious")) == (left, out)
    lethal = fight(arms, "at = [1, 0]\nweapons = []\nhealth = 80", kai)
    lethal.play("strike ana tor", dice=[9, 1])
    assert (lethal.get("tor.health"), lethal.get("tor.unconscious")) == (0, False)


@pytest.mark.rule("cx.initiative.order-fixed", "cx.initiative", "cx.order.initiative")
def test_the_order_told_to_all_leaves_out_whoever_is_hidden() -> None:
    head = 'rulebook = "compound-x"\n'
    rows = '[[combatant]]\nid = "a"\nside = "x"\n[[combatant]]\nid = "b"\nside = "y"\n[[combatant]]\nid = "c"\nside = "y"\n'
    seen = starfray.loads(head + rows).begin(dice=[30, 20, 10])
    assert [event.note for event in seen.events if event.rule == "cx.initiative.order-fixed"] == ["a b c"]
    hidden = starfray.loads(head + rows + "hidden = true\n").begin(dice=[30, 20, 90])
    told = [(event.note, event.only) for event in hidden.events if event.rule == "cx.initiative.order-fixed"]
    assert told == [("a b", ""), ("c a b", "gm")]
    assert hidden.get("order") == ["c", "a", "b"]


@pytest.mark.rule("cx.ranged.preconditions", "cx.suppression.barrier")
def test_the_living_who_are_there_can_be_shot_at_and_nobody_else() -> None:
    kai = 'id = "kai"\nside = "dock"\nat = [30, 9]'
    for tor, rule in (
        ("dead = true\nhealth = 0", "cx.ranged.preconditions"),
        ('cover = "concealed"', "cx.suppression.barrier"),
    ):
        with pytest.raises(Refused) as refused:
            fight("", tor, kai).play("fire ana tor")
        assert refused.value.rule == rule
    gone = fight("", "", kai)
    gone.gm("remove tor")
    with pytest.raises(Refused) as refused:
        gone.play("fire ana tor")
    assert refused.value.rule == "cx.ranged.preconditions"
    for tor in ("", "health = 0", "unconscious = true"):
        one = fight("", tor, kai)
        one.play("fire ana tor", dice=[2], answers={"cx.dirt.effect": "here"} if not tor else None)
        assert one.get("ana.weapons.0.rounds") == 29
    with pytest.raises(Refused):
        fight().play("fire ana ana")


@pytest.mark.rule("cx.ruling.jam-shot", "cx.order.special", "cx.jam.confirm")
def test_rotary_barrels_that_jam_keep_the_pairs_not_fired() -> None:
    gun = 'weapons = [{ key = "anvil-arms-xm-50-microgun", spun-up = true }]'
    arms = f'stats = {{ strength = 12, intelligence = 8 }}\n{gun}\naim = "tor"'
    one = fight(arms, 'cover = "full"')
    pairs, rounds = one.get("ana.weapons.0.pairs"), one.get("ana.weapons.0.rounds")
    one.play("fire ana tor", dice=[2] * pairs)
    assert (one.get("ana.weapons.0.rounds"), "cx.ruling.jam-shot" in rules(one)) == (rounds - 2 * pairs, False)
    two = fight(arms, 'cover = "full"')
    two.play("fire ana tor", dice=[2, 1, 2])  # the second pair jams
    assert (two.get("ana.weapons.0.rounds"), two.get("ana.weapons.0.jammed")) == (rounds - 4, True)
    three = fight(arms, 'cover = "full"')
    three.play("fire ana tor", dice=[1, 3] + [2] * (pairs - 1))
    assert three.get("ana.weapons.0.jammed") is False
