"""Where rules meet: plasma and armour, shields and blades, grips and fire, hands that are full, wits that are lacking."""

from __future__ import annotations

import pytest

import starfray
from starfray import BadInput, Refused
from starfray.rulebooks.compound_x import BOOK
from tests.compound_x.helpers import BO, fight, rules
from tests.compound_x.test_melee import blade, duel

PLASMA = 'weapons = ["frontier-pl30"]\naim = "tor"'
PRONE = 'at = [8, 0]\nstance = "prone"'
HOLD = 'grapples = [{ first = "ana", second = "tor", control = "ana" }]'


@pytest.mark.rule("cx.ruling.plasma-riders", "cx.armor.apl-block")
def test_plasma_that_armour_blocks_wears_it_down_but_burns_nobody() -> None:
    one = fight(PLASMA, f'{PRONE}\narmour = "light-chest-l1"')  # APL 0 against 1: blocked, and against 0 the next time
    one.play("fire ana tor", dice=[9, 5])
    assert (one.get("tor.armour.eroded"), one.get("tor.conditions")) == (True, [])
    one.play("fire ana tor", dice=[9, 5])
    assert [each.kind for each in one.state.roster["tor"].conditions] == ["plasma-burn"]


@pytest.mark.rule("cx.shieldgen.break", "cx.shield.plasma")
def test_a_plasma_blade_can_break_a_shield_which_then_waits() -> None:
    one = duel(blade("plasma-sword"), 'shield = { key = "a-class", strength = 20 }\nstats = { fortitude = 15 }')
    one.play("strike ana tor", dice=[9, 1])
    assert (one.get("tor.shield.strength"), one.get("tor.shield.wait")) == (0, 1)


@pytest.mark.rule("cx.presumed.damage-types", "cx.order.special")
def test_lightning_hurts_machines_half_as_much_again() -> None:
    gun = 'stats = { strength = 6, intelligence = 6 }\nweapons = ["partix-lx-lightning-gun"]\naim = "tor"'
    one = fight(gun, f"{PRONE}\nmechanical = true\nstats = {{ fortitude = 15 }}")
    one.play("fire ana tor", dice=[9, 10, 99])  # a hit, all of it, and nobody stays up
    assert one.get("tor.health") == 200 - 150


@pytest.mark.rule("cx.trip.grapple", "cx.trip.prone", "cx.maneuver.check", "cx.ruling.melee-action-cost")
def test_whoever_trips_somebody_in_a_grapple_ends_it() -> None:
    kit = 'id = "kit"\nside = "dock"\nat = [1, 1]'
    one = duel("", "", kit, now='grapples = [{ first = "tor", second = "kit", control = "tor" }]')
    one.play("trip ana tor", dice=[60, 20], answers=["athletics"])
    assert (one.get("tor.stance"), one.get("grapples"), one.get("ana.actions")) == ("prone", [], 3)


@pytest.mark.rule("cx.shove.move", "cx.ruling.shove-distance", "cx.shove.declare", "cx.presumed.stat-mod")
def test_a_shove_against_somebody_in_the_way_stops_both() -> None:
    one = duel("stats = { strength = 9 }", "", 'id = "kit"\nside = "dock"\nat = [3, 0]')
    one.play("shove ana tor", dice=[60, 20], answers=["athletics"])
    assert (one.get("tor.at"), one.get("ana.at")) == ([2, 0], [1, 0])


@pytest.mark.rule("cx.maneuver.opposed", "cx.ruling.opposed-crits", "cx.ruling.grapple-action-cap", "cx.grapple.start")
def test_where_only_totals_count_a_natural_one_is_a_one() -> None:
    one = duel("skills = { athletics = 30 }", head='[rulings]\nopposed-crits = "no"')
    one.play("grapple ana tor", dice=[1, 20], answers=["athletics"])
    assert one.get("grapples.0.control") == "ana"


@pytest.mark.rule("cx.ruling.frail", "cx.reload.check")
def test_the_unlucky_have_no_criticals_of_any_kind() -> None:
    gun = 'weapons = [{ key = "ecsc-mk16", rounds = 1 }]'
    one = fight(f"{gun}\nstats = {{ luck = 1 }}\nunlucky = true\nskills = {{ weapons-assault-battle-rifle = 25 }}")
    one.play("reload ana", dice=[100])
    assert one.get("ana.actions") == 2
    fresh = starfray.loads(
        'rulebook = "compound-x"\n[[combatant]]\nid = "a"\nside = "x"\nstats = { luck = 1 }\n'
        '[[combatant]]\nid = "b"\nside = "y"\n'
    )
    fresh.begin(dice=[90, 10, 4])
    assert fresh.get("a.unlucky") is True


@pytest.mark.rule("cx.dirt.cost", "cx.dirt.trigger", "cx.ruling.hit-the-dirt")
def test_hitting_the_dirt_costs_an_action_more_than_those_already_lost() -> None:
    one = fight('aim = "tor"', "owed = 3")
    one.play("fire ana tor", dice=[2], answers=["here"])
    assert one.get("tor.owed") == 4


@pytest.mark.rule("cx.held.use", "cx.dirt.trigger", "cx.ruling.jump")
def test_whoever_hits_the_dirt_does_not_jump() -> None:
    one = fight('actions = 0\nheld = { actions = 1, trigger = "moves", plan = ["semi"] }', "actions = 4", up="tor")
    one.play("jump tor to=30,2", dice=[2], answers=["semi", "here"])
    assert (one.get("tor.at"), one.get("tor.stance")) == ([30, 0], "prone")


@pytest.mark.rule("cx.melee.space")
def test_nobody_jumps_into_somebody_elses_space() -> None:
    one = fight("stats = { dexterity = 8 }", "at = [3, 0]")
    with pytest.raises(Refused, match="tor stands there"):
        one.play("jump ana to=3,0")


@pytest.mark.rule("cx.ruling.stealth-reveal", "cx.suppression.no-roll")
def test_suppressing_gives_one_away() -> None:
    one = fight("hidden = true", "", BO)
    one.play("suppress ana tor", dice=[])
    assert one.get("ana.hidden") is False


@pytest.mark.rule("cx.move.run")
def test_a_suppressor_in_somebodys_arms_does_not_fire() -> None:
    zone = (
        'zones = [{ by = "ana", target = "kit", weapon = "ecsc-mk16", level = "medium", radius = 1, at = [20, 0] }]\n'
        'grapples = [{ first = "ana", second = "tor", control = "ana" }]'
    )
    one = duel('weapons = ["ecsc-mk16"]', "", 'id = "kit"\nside = "dock"\nat = [20, 0]\nactions = 4', now=zone, up="kit")
    one.play("run kit 20,4", dice=[])
    assert (one.get("ana.reactions"), one.get("kit.at")) == (3, [20, 4])


@pytest.mark.rule("cx.presumed.proficiency")
@pytest.mark.parametrize(
    ("gun", "stats", "needs"),
    [
        ('"ecsc-mk249"', "strength = 5", "STR 6"),
        ('"partix-lx-lightning-gun"', "strength = 6", "INT 6"),
        ('{ key = "ecsc-mk16", attachments = ["receiver-heavy"] }', "strength = 5", "STR 6"),
    ],
)
def test_a_gun_takes_the_strength_and_the_wits_of_its_entry(gun: str, stats: str, needs: str) -> None:
    one = fight(f"stats = {{ {stats} }}\nweapons = [{gun}]\n" + 'aim = "tor"')
    before = one.hash
    with pytest.raises(Refused, match=needs):
        one.play(f"fire ana tor mode={'semi' if 'mk249' not in gun else 'auto'}")
    assert one.hash == before


@pytest.mark.rule("cx.ranged.attack-roll", "cx.firerate.auto", "cx.ranged.firemode-table")
def test_a_sling_eases_the_strength_a_gun_takes() -> None:
    gun = 'weapons = [{ key = "ecsc-mk249", attachments = ["sling1"] }]\naim = "tor"'
    one = fight(f"{gun}\nstats = {{ strength = 5 }}", 'cover = "full"\nstance = "prone"')
    one.play("fire ana tor mode=auto", dice=[2] * 7)


@pytest.mark.rule("cx.grenade.cook", "cx.suppression.option", "cx.suppression.no-roll")
def test_a_cooked_grenade_is_thrown_in_the_same_turn_or_not_at_all() -> None:
    one = fight(
        'skills = { weapons-explosives = 6 }\nweapons = [{ key = "ecsc-mk16", in-hand = true }]\n'
        'grenades = [{ key = "frag", in-hand = true }]'
    )
    one.play("cook ana", dice=[]).play("suppress ana tor", dice=[])
    assert one.get("ana.grenades.0.cooked") is False


@pytest.mark.rule("cx.stabilize.kit-round", "cx.stabilize.kit", "cx.stabilize.failure")
def test_a_kit_opened_in_this_round_is_not_one_opened_in_the_last() -> None:
    rows = "kits = { medkit = 2 }\nskills = { medicine = 10 }"
    tor = 'side = "crew"\nat = [1, 0]\nhealth = 0'
    kit = 'id = "kit"\nside = "dock"\nat = [9, 9]'
    one = fight(rows, tor, kit)
    one.play("stabilise ana tor kit=self", dice=[10]).play("stabilise ana tor", dice=[10])
    later = fight(rows + "\nactions = 2", tor + "\nkit-used = 1", kit)
    assert BOOK.key(later.state) != BOOK.key(fight(rows + "\nactions = 2", tor, kit).state)
    later.gm("set round 2")
    assert BOOK.key(later.state) == BOOK.key(fight(rows + "\nactions = 2", tor, kit).state)


def test_one_stat_feeds_one_secondary_stat() -> None:
    with pytest.raises(BadInput, match="carry"):
        fight("stats = { strength = 8 }\nmovement-speed = 8\ncarry = 8")


DECLARED = '[rulings]\nheld-content = "declared"'


@pytest.mark.rule("cx.held.use", "cx.ruling.held-content")
def test_by_the_stricter_reading_only_what_was_declared_is_done() -> None:
    held = 'actions = 0\nheld = { actions = 2, trigger = "moves", plan = ["aim", "semi"] }'
    one = fight(held, "actions = 4", up="tor", head=DECLARED)
    one.play("run tor 30,4")
    assert [option.key for option in one.asks[0].options] == ["aim+semi", "decline"]
    one.undo()
    one.play("run tor 30,4", dice=[2], answers=["aim+semi", "here"])
    assert one.get("ana.aim") == "tor"
    free = fight(held, "actions = 4", up="tor")
    free.play("run tor 30,4")
    assert "prone" in [option.key for option in free.asks[0].options]


@pytest.mark.rule("cx.move.run")
def test_a_declared_plan_that_cannot_be_carried_out_is_not_offered_at_all() -> None:
    held = 'actions = 0\nheld = { actions = 1, trigger = "moves", plan = ["semi"] }'
    one = fight(f'{held}\nweapons = [{{ key = "ecsc-mk16", rounds = 0 }}]', "actions = 4", up="tor", head=DECLARED)
    one.play("run tor 30,4", dice=[])
    assert one.get("ana.held.plan") == ["semi"]


@pytest.mark.rule("cx.opportunity.leave", "cx.ruling.stealth-reveal", "cx.opportunity.cqb-hip", "cx.opportunity.weapons")
def test_an_opportunity_shot_gives_one_away() -> None:
    gun = 'weapons = ["g-w-10mm-auto"]\nunseen-by = ["tor"]\nengaged = ["tor"]'
    one = duel(gun, 'actions = 4\nengaged = ["ana"]', up="tor")
    one.play("run tor 4,0", dice=[2], answers=["g-w-10mm-auto"])
    assert one.get("ana.unseen-by") == []
    assert "cx.opportunity.cqb-hip" in rules(one)


# --- cloaks and point defence -------------------------------------------------------------------------------------

CLOAKED = (
    'hidden = true\ncloaked = "cloak-mk1"\nmodules = ["cloak-mk1"]\nrigs = ["recon-chest-adv"]\n'
    "skills = { stealth = 10 }\nnanites = 30\nmax-nanites = 30"
)


@pytest.mark.rule("cx.actions.skill", "cx.ruling.stealth-reveal", "cx.presumed.skill-check", "cx.actions.bearings")
def test_a_cloak_is_seen_through_by_a_good_look_and_sooner_while_its_wearer_stirs() -> None:
    for stirred, rolled, seen in (("false", 75, False), ("false", 76, True), ("true", 50, False), ("true", 51, True)):
        one = fight("", f"{CLOAKED}\nstirred = {stirred}")
        one.play("look-out ana", dice=[rolled])
        assert (one.get("tor.hidden"), one.get("tor.cloaked")) == ((False, "") if seen else (True, "cloak-mk1"))
        assert one.get("ana.actions") == 3


@pytest.mark.rule("cx.move.run", "cx.presumed.nanites", "cx.ruling.reactions-reset")
def test_a_cloak_shimmers_from_a_move_to_the_next_turn() -> None:
    one = fight("", f"{CLOAKED}\nactions = 4", up="tor", order="tor ana")
    one.play("run tor 30,2", dice=[])
    assert one.get("tor.stirred") is True
    one.play("end-turn tor", dice=[]).step(dice=[]).play("end-turn ana", dice=[]).step(dice=[])
    assert one.get("tor.stirred") is False


@pytest.mark.rule("cx.ruling.frail")
@pytest.mark.parametrize(
    ("stats", "act", "why"),
    [
        ("perception = 1", "look-out ana", "PER 1"),
        ("perception = 1", "skill ana investigation 40", "PER 1"),
        ("dexterity = 1", "skill ana acrobatics 40", "DEX 1"),
        ("intelligence = 1", "skill ana hacking 40", "INT 1"),
        ("dexterity = 1", "stabilise ana tor", "DEX 1"),
    ],
)
def test_a_stat_of_one_closes_its_skills(stats: str, act: str, why: str) -> None:
    one = fight(f"stats = {{ {stats} }}", 'at = [1, 0]\nhealth = 0\nside = "crew"', 'id = "kit"\nside = "dock"\nat = [9, 9]')
    before = one.hash
    with pytest.raises(Refused, match=why):
        one.play(act)
    assert one.hash == before


GUARDED = (
    'at = [12, 0]\nrigs = ["recon-chest-adv"]\nmodules = ["point-defence-m"]\nnanites = 25\nmax-nanites = 25\n'
    "stats = { fortitude = 15 }\nweapons = []"
)
BOMBER = 'skills = { weapons-explosives = 6 }\nweapons = []\ngrenades = [{ key = "hiex", count = 3, in-hand = true }]'


@pytest.mark.rule("cx.adv.modules", "cx.presumed.nanites", "cx.presumed.damage-types")
def test_point_defence_destroys_an_explosive_on_forty_or_less_once_a_turn() -> None:
    one = fight(BOMBER, GUARDED)
    one.play("lob ana 12,3", dice=[9, 40], answers=["yes"])
    assert (one.get("tor.health"), one.get("tor.nanites"), one.get("tor.defended")) == (200, 15, True)
    one.play("draw ana hiex", dice=[]).play("lob ana 12,3", dice=[9, 1])  # not twice before the next turn
    assert one.get("tor.health") == 140
    late = fight(BOMBER, GUARDED)
    late.play("lob ana 12,3", dice=[9, 41, 1], answers=["yes"])
    assert (late.get("tor.health"), late.get("tor.nanites")) == (140, 15)
    no = fight(BOMBER, GUARDED)
    no.play("lob ana 12,3", dice=[9, 1], answers=["no"])
    assert (no.get("tor.health"), no.get("tor.nanites"), no.get("tor.defended")) == (140, 25, False)


@pytest.mark.rule("cx.grenade.short")
def test_point_defence_reaches_five_metres() -> None:
    one = fight(BOMBER, GUARDED)
    one.play("lob ana 6.5,0", dice=[9])
    assert one.get("tor.nanites") == 25


@pytest.mark.rule("cx.ruling.disarm-drop")
def test_what_lies_out_of_reach_is_not_offered_to_be_taken_up() -> None:
    gun = 'weapons = [{ key = "ecsc-mk16", dropped = true, lies = [%s, 0] }]'
    far, near = (next(form for form in fight(gun % x).legal("ana") if form.kind == "draw") for x in (3, 1))
    assert far.refused is not None
    assert near.refused is None
    with pytest.raises(Refused, match="it lies 3 m away"):
        fight(gun % 3).play("draw ana ecsc-mk16")
