"""Concealment, barriers and aim, tried from every side: who comes out, whom fire cannot reach, where an aim follows."""

from __future__ import annotations

import pytest

from starfray import Refused
from tests.compound_x.helpers import BO, fight, rules

WALL = '[[cover]]\nname = "wall"\nat = [0, 1]\nkind = "concealed"\n[[cover]]\nname = "crate"\nat = [0, -1]\nkind = "partial"'
UNDER_FIRE = (
    'zones = [{ by = "tor", target = "ana", weapon = "matthews-11-35-carbine", level = "medium", radius = 1.0, at = [0, 0] }]'
)
HIDDEN = 'cover = "concealed"'
URI = 'id = "uri"\nside = "crew"\nat = [31, 0]'
NOT_URI = '[[relation]]\nkind = "barrier"\nbetween = ["ana", "uri"]\nvalue = 1'


# --- out of concealment -----------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.suppression.open", "cx.ruling.concealed-fire", "cx.order.suppression")
def test_from_concealment_into_partial_cover_under_suppression_draws_its_fire() -> None:
    one = fight(HIDDEN, "", now=UNDER_FIRE, scene=WALL)
    one.play("take-cover ana crate", dice=[49])
    assert (one.get("ana.cover"), one.get("ana.health"), one.get("tor.reactions")) == ("partial", 35, 2)
    assert one.get("ana.actions") == 4


@pytest.mark.rule("cx.suppression.concealed")
def test_from_partial_cover_into_concealment_draws_none() -> None:
    one = fight('cover = "partial"', "", now=UNDER_FIRE, scene=WALL)
    one.play("take-cover ana wall", dice=[])
    assert (one.get("ana.cover"), one.get("tor.reactions"), one.get("ana.actions")) == ("concealed", 3, 3)


@pytest.mark.rule("cx.ruling.concealed-fire")
@pytest.mark.parametrize(("act", "dice"), [("strike ana tor unarmed", [2, 9]), ("trip ana tor", [10, 90])])
def test_whoever_strikes_out_of_concealment_shows(act: str, dice: list[int]) -> None:
    one = fight(HIDDEN + "\nweapons = []", "at = [1, 0]\nweapons = []", head='[orders]\n"cx.maneuver.check" = "athletics"')
    one.play(act, dice=dice)
    assert one.get("ana.cover") == "full"


@pytest.mark.rule("cx.ruling.concealed-fire", "cx.opportunity.pass")
def test_an_opportunity_attack_out_of_concealment_shows_too_and_provokes_nobody() -> None:
    one = fight(
        HIDDEN + '\nweapons = []\nmelee = ["gs101-sword"]', "at = [1, 0]\nactions = 4\nweapons = []", up="tor", now=UNDER_FIRE
    )
    one.play("run tor 3,0 1", dice=[1, 9], answers=["gs101-sword"])
    assert (one.get("ana.cover"), one.get("ana.reactions"), one.get("tor.reactions")) == ("full", 2, 3)


@pytest.mark.rule("cx.ruling.concealed-fire", "cx.aim.shift-optional")
def test_whoever_looks_out_or_shifts_the_aim_shows() -> None:
    one = fight(HIDDEN)
    one.play("look-out ana", dice=[50])
    assert one.get("ana.cover") == "full"
    kai = 'id = "kai"\nside = "dock"\nat = [31, 0]'
    two = fight(HIDDEN + '\nfallen = "tor"', "dead = true\nhealth = 0", kai, head='[rulings]\naim-shift = "on"')
    two.play("shift-aim ana kai", dice=[])
    assert (two.get("ana.cover"), two.get("ana.aim")) == ("full", "kai")


@pytest.mark.rule("cx.aim.target", "cx.stance.hunker")
def test_no_scope_is_set_for_somebody_out_of_sight_or_by_somebody_hunkered_down() -> None:
    rifle = 'weapons = [{ key = "anvil-arms-sr-250", attachments = ["scope8"], sighted = 300.0 }]'
    with pytest.raises(Refused, match="cannot be aimed at") as refused:
        fight(rifle, 'at = [250, 0]\ncover = "concealed"').play("adjust ana tor")
    assert refused.value.rule == "cx.aim.target"
    with pytest.raises(Refused, match="hunkered") as refused:
        fight(rifle + "\nhunkered = true", "at = [250, 0]").play("adjust ana tor")
    assert refused.value.rule == "cx.stance.hunker"
    one = fight(rifle + "\n" + HIDDEN, "at = [250, 0]")
    one.play("adjust ana tor", dice=[])
    assert (one.get("ana.cover"), one.get("ana.weapons.0.sighted")) == ("full", 250)


# --- whom fire cannot reach -------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.suppression.barrier", "cx.intomelee.failure")
@pytest.mark.parametrize("shelter", ["barrier", "concealed"])
def test_a_shot_into_a_melee_goes_astray_only_at_those_it_can_reach(shelter: str) -> None:
    """Tor fights Uri, whom nothing of Ana's can hit, and Bo: what goes astray goes at Bo, without a die."""
    uri = URI + '\nengaged = ["tor"]' + ("\n" + HIDDEN if shelter == "concealed" else "")
    bo = 'id = "bo"\nside = "crew"\nat = [30, 1]\ncover = "full"\nengaged = ["tor"]'
    scene = NOT_URI if shelter == "barrier" else ""
    one = fight("", 'engaged = ["uri", "bo"]\ncover = "full"', uri, bo, scene=scene)
    one.play("fire ana tor", dice=[50, 9])
    assert [(event.who, event.whom) for event in one.events if event.rule == "cx.intomelee.failure"] == [("ana", "bo")]
    alone = fight("", 'engaged = ["uri"]\ncover = "full"', uri, scene=scene)
    alone.play("fire ana tor", dice=[9])  # no Luck check: there is nobody else to be hit
    assert "cx.intomelee.check" not in rules(alone)


@pytest.mark.rule("cx.suppression.barrier", "cx.grapple.shot.wide")
def test_of_two_in_a_grapple_one_behind_a_barrier_is_not_hit() -> None:
    held = 'grapples = [{ first = "tor", second = "uri", control = "tor" }]'
    one = fight('aim = "tor"', "", URI, scene=NOT_URI, now=held)
    one.play("fire ana tor", dice=[9, 49, 99])  # no d100 for which of them; the last is Shock
    assert (one.get("tor.health"), one.get("uri.health")) == (20, 100)
    shotgun = 'weapons = [{ key = "matthews-model-2x12", load = "buckshot" }]\naim = "tor"\nat = [26, 0]'
    both = fight(shotgun, "", URI, now=held)
    both.play("fire ana tor", dice=[9, 50, 50])
    assert (both.get("tor.health"), both.get("uri.health")) == (65, 65)  # 140 in two, and each half of that
    wide = fight(shotgun, "", URI, scene=NOT_URI, now=held)
    wide.play("fire ana tor", dice=[9, 50])
    assert (wide.get("tor.health"), wide.get("uri.health")) == (30, 100)


# --- where an aim follows ---------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.ruling.aim-persistence", "cx.dirt.effect")
def test_an_aim_follows_a_dive_in_sight_and_the_run_after_it() -> None:
    one = fight('aim = "tor"', "stats = { dexterity = 10 }")
    one.play("fire ana tor", dice=[2], answers=["north"])
    assert (one.get("tor.at"), one.get("ana.aim-at")) == ([30, 2], [30, 2])
    one.play("end-turn ana", dice=[]).step(dice=[])
    one.play("stand tor", dice=[]).play("run tor 30,7", dice=[])
    assert (one.get("ana.aim"), one.get("ana.aim-at")) == ("tor", [30, 7])


@pytest.mark.rule("cx.ruling.aim-persistence", "cx.kick.base")
def test_an_aim_follows_somebody_who_is_kicked_about_or_placed_by_the_gm() -> None:
    bo = BO.replace("at = [0, 10]", "at = [29, 0]") + "\nactions = 4"
    one = fight('aim = "tor"', "", bo, up="bo")
    one.play("kick bo tor", dice=[90, 10], answers=["athletics"])
    assert (one.get("tor.at"), one.get("ana.aim"), one.get("ana.aim-at")) == ([34, 0], "tor", [34, 0])
    one.gm("place tor 40,0")
    assert (one.get("ana.aim"), one.get("ana.aim-at")) == ("tor", [40, 0])


@pytest.mark.rule("cx.aim.cease.moves")
def test_an_aim_is_kept_where_somebody_went_out_of_sight() -> None:
    one = fight('aim = "tor"', "stats = { dexterity = 10 }\nactions = 4", up="tor", scene=WALL.replace("[0, 1]", "[30, 8]"))
    one.play("run tor 30,8 2 wall", dice=[])
    assert (one.get("ana.aim"), one.get("ana.aim-at")) == ("tor", [30, 0])
    one.play("run tor 30,3", dice=[])
    assert one.get("ana.aim") == "tor"  # 3 m from where he was last seen


@pytest.mark.rule("cx.aim.cease.dies", "cx.aim.cease.moves")
def test_nobody_aims_at_the_dead_or_at_those_who_are_gone_however_that_came_about() -> None:
    kai = 'id = "kai"\nside = "dock"\nat = [30, 9]'
    for act, fallen in (("set tor.dead true", "tor"), ("remove tor", "")):
        one = fight('aim = "tor"', "", kai)
        one.gm(act)
        assert (one.get("ana.aim"), one.get("ana.aim-at"), one.get("ana.fallen")) == ("", None, fallen)
        one.undo()
        assert one.get("ana.aim") == "tor"
    two = fight('aim = "tor"', "", kai)
    two.play("surrender tor")
    assert two.get("ana.aim") == ""


# --- hiding while somebody unseen looks on ----------------------------------------------------------------------------


@pytest.mark.rule("cx.ruling.hide", "cx.stealth.condition")
def test_a_foe_one_has_no_idea_of_bars_nobody_from_hiding_and_goes_on_seeing_him() -> None:
    """A refusal would give away that somebody is there. Tor behind the smoke is fooled, Kai in her hiding place is not."""
    smoke = 'clouds = [{ kind = "smoke", radius = 3, rounds = 3, at = [15, 0] }]'
    kai = 'id = "kai"\nside = "dock"\nat = [0, 20]\nhidden = true'
    one = fight("skills = { stealth = 40 }", "", kai, now=smoke)
    assert one.refusal("hide ana") is None
    one.play("hide ana", dice=[80, 10])
    assert (one.get("ana.hidden"), one.get("ana.unseen-by"), one.get("ana.stealth")) == (False, ["tor"], 120)
    one.gm("reveal kai")
    with pytest.raises(Refused, match="kai sees ana"):
        one.play("hide ana")


@pytest.mark.rule("cx.suppression.barrier")
def test_nobody_reaches_through_a_barrier_for_what_lies_behind_it() -> None:
    wall = '[[relation]]\nkind = "barrier"\nbetween = ["tor", "ana"]\nvalue = 1'
    kai = 'id = "kai"\nside = "dock"\nat = [20, 9]'
    for scene, taken in (("", True), (wall, False)):
        one = fight("weapons = []", "at = [1, 0]\nhealth = 0", kai, scene=scene)
        assert (one.refusal("draw ana matthews-11-35-carbine owner=tor") is None) is taken
    thrown = fight("weapons = []", "at = [1, 0]\nhealth = 0", kai, scene=wall)
    thrown.gm("place tor 5,0")  # the gun stays on this side
    assert thrown.refusal("draw ana matthews-11-35-carbine owner=tor") is None
