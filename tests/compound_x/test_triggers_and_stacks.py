"""What sets held Actions off, what stacks and saves do to the Downed, where things fly: each case and the one beside it."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from starfray import Fight, Refused
from starfray.engine.values import Tally
from starfray.rulebooks.compound_x.damage import Blow
from tests.compound_x.helpers import BO, fight, rules

HOLD = 'held = { actions = 1, trigger = "%s", plan = ["semi"]%s }'
KAI = 'id = "kai"\nside = "dock"\nat = [30, 9]'


def waiting(trigger: str, more: str = "", tor: str = "", *others: str) -> Fight:
    """Ana holds a shot; Tor acts."""
    order = "tor ana kai" if others else "tor ana"
    return fight(HOLD % (trigger, more), f"actions = 4\n{tor}".strip(), *others, up="tor", order=order)


def let_go(one: Fight, act: str) -> bool:
    """Does the act set the held shot off?"""
    one.play(act, dice={"cx.ranged.attack-roll": [2]}, answers={"cx.held.use": "semi", "cx.dirt.effect": "here"})
    return "cx.held.use" in rules(one) or "cx.reaction.timing" in rules(one)


# --- held Actions -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.held.declare", "cx.held.use", "cx.reaction.timing", "cx.reaction.limit")
def test_each_trigger_is_set_off_by_what_it_names_and_costs_one_reaction() -> None:
    for trigger, more, act in (
        ("moves", "", "run tor 30,3"),
        ("moves", ', foe = "tor"', "run tor 30,3"),
        ("acts", "", "go-prone tor"),
        ("acts", "", "aim tor ana"),
        ("enters", ", at = [30, 4], radius = 1.0", "run tor 30,4"),
        ("crosses", ", at = [40, 4]", "run tor 30,5"),
    ):
        one = waiting(trigger, more)
        assert let_go(one, act), (trigger, act)
        assert (one.get("ana.reactions"), one.get("ana.held"), one.get("ana.weapons.0.rounds")) == (2, None, 29)
    attacks = waiting("attacks")
    both = {"cx.held.use": "semi", "cx.dirt.effect": "here"}
    attacks.play("suppress tor ana", dice={"cx.ranged.attack-roll": [2]}, answers=both)
    assert attacks.get("ana.reactions") == 2


@pytest.mark.rule("cx.held.declare")
def test_nothing_else_sets_it_off() -> None:
    for trigger, more, act in (
        ("moves", "", "go-prone tor"),
        ("moves", ', foe = "kai"', "run tor 30,3"),
        ("attacks", "", "run tor 30,3"),
        ("attacks", "", "aim tor ana"),
        ("enters", ", at = [30, 7], radius = 1.0", "run tor 30,4"),
        ("crosses", ", at = [40, 8]", "run tor 30,5"),
    ):
        one = waiting(trigger, more, "", KAI)
        one.play(act, dice=[])
        assert (one.get("ana.reactions"), one.get("ana.held.actions")) == (3, 1), (trigger, act)
    hidden = waiting("moves", "", 'unseen-by = ["ana"]')
    hidden.play("run tor 30,3", dice=[])
    assert hidden.get("ana.reactions") == 3
    friend = fight(HOLD % ("moves", ""), "", BO + "\nactions = 4", up="bo")
    friend.play("run bo 0,13", dice=[])
    assert friend.get("ana.reactions") == 3


@pytest.mark.rule("cx.held.declare", "cx.held.reserve", "cx.ruling.held-content")
@pytest.mark.parametrize(
    ("act", "rule"),
    [
        ("hold ana moves aim+semi 3", "cx.held.reserve"),
        ("hold ana moves semi 0", "cx.held.reserve"),
        ("hold ana sneezes semi", "cx.held.declare"),
        ("hold ana enters semi", "cx.held.declare"),
        ("hold ana crosses semi", "cx.held.declare"),
        ("hold ana gm semi", "cx.held.declare"),
        ("hold ana moves aim+semi", "cx.ruling.held-content"),
        ("hold ana moves dance", "cx.ruling.held-content"),
    ],
)
def test_what_cannot_be_held_is_refused_and_what_can_ends_the_turn(act: str, rule: str) -> None:
    one = fight()
    with pytest.raises(Refused) as refused:
        one.play(act)
    assert refused.value.rule == rule
    one.play("hold ana moves aim+semi 2 foe=tor", dice=[])
    assert (one.get("ana.actions"), one.get("ana.held.actions"), one.get("ana.held.foe")) == (0, 2, "tor")
    two = fight("actions = 1")
    with pytest.raises(Refused):
        two.play("hold ana moves aim+semi 2")
    two.play('hold ana gm semi text="the lights go out"', dice=[])
    assert two.get("ana.held.text") == "the lights go out"


# --- stacks and saves ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.stabilize.effects-drop", "cx.presumed.conditions", "cx.down.trigger")
def test_bleeding_and_fire_end_with_being_downed_and_blindness_does_not() -> None:
    ill = '{ kind = "bleeding", stacks = 2 }, { kind = "burning" }, { kind = "blind", turns = 2 }, { kind = "poisoned" }'
    one = fight("", f"conditions = [{ill}]", KAI)
    one.gm("down tor")
    assert [each["kind"] for each in one.get("tor.conditions")] == ["blind"]
    assert "cx.stabilize.effects-drop" in rules(one)
    frag = 'grenades = [{ key = "frag", in-hand = true }]\nskills = { weapons-explosives = 6 }'
    two = fight(frag, "at = [11, 0]\nhealth = 0", KAI)
    two.play("lob ana 11,0", dice=[6])
    assert (two.get("tor.health"), two.get("tor.conditions")) == (-135, [])  # nothing sticks to the Downed


@pytest.mark.rule("cx.presumed.conditions", "cx.order.turn-start")
def test_each_condition_costs_what_its_dice_say_and_goes_when_its_turns_are_over() -> None:
    for kind, more, dice, lost in (
        ("bleeding", "", [1], 1),
        ("bleeding", ", stacks = 2", [10, 9], 11),
        ("burning", "", [3, 4], 7),
        ("plasma-burn", ", turns = 1", [5], 6),
        ("frozen", "", [5], 5),
        ("poisoned", "", [8], 8),
        ("poisoned", ", dc = 40", [4], 0),
        ("poisoned", ", dc = 40", [8], 3),
        ("poisoned", ", dc = 75", [8], 13),
        ("necrosis", "", [3, 4], 12),
    ):
        one = fight("", f'conditions = [{{ kind = "{kind}"{more} }}]', KAI)
        one.play("end-turn ana", dice=[]).step(dice=dice)
        assert 100 - one.get("tor.health") == lost, (kind, more)
        left = [] if kind == "plasma-burn" else [kind]
        assert [each["kind"] for each in one.get("tor.conditions")] == left
    fire = fight("", 'conditions = [{ kind = "burning", lasted = 1 }]', KAI)
    fire.play("end-turn ana", dice=[]).step(dice=[1, 1])
    assert fire.get("tor.conditions.0.stacks") == 2


@pytest.mark.rule("cx.dst.success", "cx.dst.fail3", "cx.dst.per-turn")
def test_a_called_death_save_is_written_on_the_sheet() -> None:
    one = fight("", "health = 0\ndst-allowance = 2", KAI)
    one.gm("call death-save who=tor", dice=[51])
    assert (one.get("tor.dst-failures"), one.get("tor.dst-failed"), one.get("tor.dead")) == (0, False, False)
    one.gm("call death-save who=tor", dice=[50])
    assert (one.get("tor.dst-failures"), one.get("tor.dst-failed"), one.get("tor.dead")) == (1, True, False)
    one.gm("call death-save who=tor", dice=[50])
    assert (one.get("tor.dst-failures"), one.get("tor.dead")) == (2, True)


@pytest.mark.rule("cx.ruling.shock-damage-basis", "cx.shock.trigger", "cx.shock.save", "cx.down.zero-clamp")
def test_shock_goes_by_one_hit_that_is_survived_awake() -> None:
    sturdy = "stats = { fortitude = 15 }"  # 200 health, Shock bonus 28
    one = fight("", sturdy, KAI)
    one.gm("hurt tor 70 direct=yes", dice=[])
    assert one.get("tor.passed-out") is False
    one.gm("hurt tor 71 direct=yes", dice=[44])  # 72 is over 71
    assert (one.get("tor.health"), one.get("tor.passed-out")) == (59, False)
    two = fight("", sturdy, KAI)
    two.gm("hurt tor 71 direct=yes", dice=[43])
    assert (two.get("tor.passed-out"), two.get("tor.stance"), two.get("tor.weapons.0.dropped")) == (True, "prone", True)
    two.gm("hurt tor 100 direct=yes", dice=[])  # out already: no save
    assert two.get("tor.health") == 29
    two.gm("hurt tor 100 direct=yes", dice=[])  # Downed: none either
    assert (two.get("tor.health"), two.get("tor.passed-out")) == (0, False)
    two.gm("hurt tor 30 direct=yes", dice=[])
    assert two.get("tor.health") == -30


# --- where things fly ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.ruling.grenade-direction", "cx.grenade.scatter-near", "cx.grenade.scatter-far")
@pytest.mark.parametrize(
    ("way", "at"),
    [
        (1, "14,0"),
        (2, "12.83,-2.83"),
        (3, "10,-4"),
        (4, "7.17,-2.83"),
        (5, "6,0"),
        (6, "7.17,2.83"),
        (7, "10,4"),
        (8, "12.83,2.83"),
    ],
)
def test_a_grenade_scatters_straight_on_or_clockwise_from_there(way: int, at: str) -> None:
    arms = 'grenades = [{ key = "frag", in-hand = true }]\nskills = { weapons-explosives = 6 }'
    one = fight(arms, "at = [30, 9]")
    one.play("lob ana 10,0", dice=[5, 4, way])  # short by one: a d4
    assert next(event.note for event in one.events if event.rule == "cx.grenade.lands").endswith(f" at {at}")
    far = fight(arms, "at = [30, 9]")
    far.play("lob ana 10,0", dice=[4, 10, 3])  # by two: a d10
    assert next(event.note for event in far.events if event.rule == "cx.grenade.lands").endswith(" at 10,-10")


@pytest.mark.rule("cx.ruling.damage-order", "cx.order.damage", "cx.crit.damage")
def test_a_hit_has_its_bonuses_in_it_before_anything_is_taken_off() -> None:
    figures = {name: value for name, value in asdict(Blow(Tally())).items() if value not in (0, False, "")}
    del figures["tally"]
    assert figures == {"type": "ballistic", "strikes": "roll", "blunt": -1, "burn_dc": 40}
    one = fight('aim = "tor"', 'armour = "light-chest-l1"\ncover = "partial"\nstats = { fortitude = 10 }')
    one.play("fire ana tor", dice=[10, 6, 39])  # 80 + 30, less 40 armour points
    assert (one.get("tor.health"), one.get("tor.armour-points")) == (150 - 70, 0)


@pytest.mark.rule("cx.adv.skillreq", "cx.adv.tradeoff", "cx.presumed.nanites", "cx.stealth.condition")
def test_a_cloak_takes_the_skill_and_the_nanites_it_lists() -> None:
    rig = 'rigs = ["recon-chest-adv"]\nmodules = ["cloak-mk1"]\nprofession = "doctor"\nproficiencies = ["recon"]\n'
    rig += "skills = { stealth = 10 }\nweapons = []\n"
    one = fight(rig + "nanites = 7")
    one.play("cloak ana", dice=[])
    assert (one.get("ana.nanites"), one.get("ana.hidden"), one.get("ana.cloaked"), one.get("ana.actions")) == (
        0,
        True,
        "cloak-mk1",
        3,
    )
    with pytest.raises(Refused, match="takes 7 nanites") as refused:
        fight(rig + "nanites = 6").play("cloak ana")
    assert refused.value.rule == "cx.presumed.nanites"
    with pytest.raises(Refused, match="has no cloak") as refused:
        fight().play("cloak ana")
    assert refused.value.rule == "cx.adv.tradeoff"
    rusty = fight(rig + "nanites = 7")
    rusty.gm("set ana.skills.stealth 9")
    with pytest.raises(Refused, match="takes stealth 10") as refused:
        rusty.play("cloak ana")
    assert refused.value.rule == "cx.adv.skillreq"
    one.play("end-turn ana", dice=[]).step(dice=[]).play("end-turn tor", dice=[]).step(dice=[])
    assert (one.get("ana.hidden"), one.get("ana.nanites")) == (False, 3)  # 3 a turn do not pay for 7
