"""What a third reading of the book found: concealment both ways, barriers, late comers, things on the ground and the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray import BadInput, Fight, Refused
from tests.compound_x.helpers import BO, fight, merge, miss, rules

SENTRY = 'id = "kai"\nside = "dock"\nat = [30, 20]'
HELD = 'grapples = [{ first = "ana", second = "tor", control = "ana" }]'
BO_UP = BO + "\nactions = 4"


def held(ana: str = "", tor: str = "", *others: str, up: str = "ana") -> Fight:
    """Ana has hold of Tor."""
    return fight(merge("actions = 1", ana), merge("at = [1, 0]", tor), *others, up=up, now=HELD)


# --- late comers ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.initiative", "cx.ruling.late-comer")
def test_whoever_comes_late_rolls_initiative_and_takes_the_place_it_gives() -> None:
    one = fight("initiative = 60", "initiative = 30")
    one.gm('add "id = \\"mo\\", side = \\"crew\\", at = [5, 5]"')
    one.step(dice=[45])
    assert (one.get("mo.initiative"), one.get("order"), one.get("up")) == (45, ["ana", "mo", "tor"], "ana")
    one.play("end-turn ana", dice=[]).step(dice=[])
    assert (one.get("up"), one.get("mo.actions")) == ("mo", 4)


@pytest.mark.rule("cx.ruling.late-comer", "cx.presumed.soldier-init", "cx.initiative")
def test_a_late_comer_whose_place_has_gone_by_waits_for_the_next_round() -> None:
    one = fight("initiative = 60\nactions = 0", "initiative = 30\nactions = 4", up="tor")
    one.gm('add "id = \\"mo\\", side = \\"crew\\", at = [5, 5], initiative-bonus = 15"')
    one.step(dice=[60])
    assert (one.get("mo.initiative"), one.get("order"), one.get("up")) == (75, ["mo", "ana", "tor"], "tor")
    one.play("end-turn tor", dice=[])
    assert (one.get("round"), one.get("up")) == (2, "mo")


# --- grapples -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.ruling.grapple-end", "cx.grapple.limits")
@pytest.mark.parametrize("act", ["remove tor", "place tor 9,9", "down tor", "surrender tor"])
def test_a_grapple_ends_for_both_however_one_of_them_leaves(act: str) -> None:
    one = held("", "", SENTRY)
    if act.startswith("surrender"):
        one.play(act)
    else:
        one.gm(act)
    assert one.state.grapples == []
    assert "run" in [form.kind for form in one.legal("ana") if form.refused is None]


@pytest.mark.rule("cx.shove.grapple", "cx.ruling.grapple-end")
def test_a_shove_by_the_partner_keeps_the_grapple_and_one_by_somebody_else_ends_it() -> None:
    both = held("stats = { strength = 6 }", "")
    both.play("shove ana tor", dice=[90, 1], answers=["athletics"])
    assert (len(both.state.grapples), both.get("tor.at")) == (1, [4, 0])
    bo = 'id = "bo"\nside = "crew"\nat = [1, -1]\nactions = 4\nstats = { strength = 8 }'
    third = held("actions = 0", "", bo, up="bo")
    third.play("shove bo tor", dice=[90, 1], answers=["athletics"])
    assert (third.get("tor.at"), third.state.grapples) == ([1, 4], [])


@pytest.mark.rule("cx.grapple.still-held", "cx.grapple.kill", "cx.ruling.kill-dst", "cx.ruling.ko-kill-two-checks")
def test_whoever_kills_in_a_grapple_still_has_to_let_go() -> None:
    hold = 'grapples = [{ first = "ana", second = "tor", control = "ana", pinned = "tor", effort = "kill", won = 1 }]'
    one = fight("actions = 1", "at = [1, 0]\ndst-allowance = 1", SENTRY, now=hold)
    one.play("choke ana kill", dice=[90, 1, 20], answers=["athletics"])
    assert (one.get("tor.dead"), len(one.state.grapples)) == (True, 1)


@pytest.mark.rule("cx.grapple.control")
@pytest.mark.parametrize(
    ("hold", "field"),
    [
        ('{ first = "ana", second = "ana", control = "ana" }', "now.grapples.0.second"),
        ('{ first = "ana", second = "tor", control = "bo" }', "now.grapples.0.control"),
        ('{ first = "ana", second = "tor", control = "ana", pinned = "ana" }', "now.grapples.0.pinned"),
        ('{ first = "ana", second = "bo", control = "ana" }', "now.grapples.0"),
        (
            '{ first = "ana", second = "tor", control = "ana" }, { first = "tor", second = "bo", control = "bo" }',
            "now.grapples.1",
        ),
    ],
)
def test_a_grapple_from_a_file_has_both_its_ends(hold: str, field: str) -> None:
    with pytest.raises(BadInput) as error:
        fight("", "at = [1, 0]", BO, now=f"grapples = [{hold}]")
    assert error.value.field == field


@pytest.mark.rule("cx.melee.engaged")
def test_melee_from_a_file_is_between_two() -> None:
    assert fight('engaged = ["tor"]', "at = [1, 0]").get("tor.engaged") == ["ana"]


# --- concealment and barriers ---------------------------------------------------------------------------------------

WALL = '[[cover]]\nname = "wall"\nkind = "concealed"\nat = [0, 0]'


@pytest.mark.rule("cx.ruling.concealed-fire", "cx.blind.safe")
def test_whoever_shoots_out_of_concealment_shows_and_blind_fire_does_not() -> None:
    one = fight('cover = "concealed"', 'stance = "prone"')
    one.play("fire ana tor blind=yes", dice=[2])
    assert one.get("ana.cover") == "concealed"
    one.play("fire ana tor", dice=[2])
    assert (one.get("ana.cover"), "cx.ruling.concealed-fire" in rules(one)) == ("full", True)


@pytest.mark.rule("cx.ruling.concealed-fire", "cx.aim.target", "cx.aim.cost", "cx.aim.effect")
def test_whoever_aims_or_throws_out_of_concealment_shows() -> None:
    assert fight('cover = "concealed"').play("aim ana tor", dice=[]).get("ana.cover") == "full"
    knives = 'weapons = []\nthrown = [{ key = "throwing-knife", in-hand = true }]\ncover = "concealed"'
    assert fight(knives, "at = [4, 0]").play("throw ana tor", dice=[1]).get("ana.cover") == "full"


@pytest.mark.rule("cx.suppression.open", "cx.ruling.concealed-fire")
def test_showing_oneself_under_suppression_draws_its_fire() -> None:
    zones = (
        'zones = [{ by = "tor", target = "ana", weapon = "matthews-11-35-carbine", level = "medium", radius = 1, at = [0, 0] }]'
    )
    one = fight('cover = "concealed"', "", now=zones)
    one.play("fire ana tor", dice=[30, 2], answers=["here"])  # Tor's hit finds her unarmoured, then she shoots
    assert (one.get("tor.reactions"), one.get("ana.health") < 100) == (2, True)


@pytest.mark.rule("cx.ruling.concealed-fire")
def test_getting_back_into_concealment_takes_an_action_other_cover_none() -> None:
    one = fight('cover = "full"', scene=WALL)
    one.play("take-cover ana", dice=[])
    assert (one.get("ana.cover"), one.get("ana.actions")) == ("concealed", 3)
    assert fight(scene=WALL.replace("concealed", "full")).play("take-cover ana", dice=[]).get("ana.actions") == 4


@pytest.mark.rule("cx.suppression.barrier")
@pytest.mark.parametrize("pair", ['"ana", "tor"', '"tor", "ana"'])
def test_a_barrier_stops_fire_and_throws_from_either_side(pair: str) -> None:
    barrier = f'[[relation]]\nkind = "barrier"\nbetween = [{pair}]\nvalue = 1'
    knives = 'thrown = [{ key = "throwing-knife", in-hand = true }]\nweapons = [{ key = "ecsc-mk16", in-hand = true }]'
    one = fight(knives, "at = [5, 0]", scene=barrier)
    for act in ("fire ana tor", "fire ana tor blind=yes", "throw ana tor", "suppress ana tor"):
        with pytest.raises(Refused) as refused:
            one.play(act)
        assert refused.value.rule == "cx.suppression.barrier"


# --- suppression of areas -------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.actions.suppress", "cx.ruling.suppress-area")
def test_an_area_can_be_suppressed_and_whoever_runs_in_it_draws_fire() -> None:
    one = fight("", "", BO_UP, up="bo", order="bo tor ana")
    assert next(form for form in one.legal("bo") if form.kind == "suppress-area").refused is None
    one.play("suppress-area bo 30,1", dice=[])
    assert (one.get("zones.0.target"), one.get("zones.0.at"), one.get("bo.weapons.0.rounds")) == ("", [30, 1], 90)
    one.step(dice=[]).play("run tor 30,4", dice=[80, 80])
    assert one.get("bo.reactions") == 2


@pytest.mark.rule("cx.suppression.malus", "cx.actions.suppress")
def test_a_cloaked_foe_in_the_area_is_suppressed() -> None:
    one = fight("", "hidden = true\nat = [30, 0]\nactions = 0", BO_UP, SENTRY, up="bo", order="bo tor ana kai")
    one.play("suppress bo at=30,1", dice=[]).step(dice=[])
    assert miss(one, "fire tor ana") == miss(fight("", "actions = 4", up="tor"), "fire tor ana") + 1


@pytest.mark.rule("cx.actions.suppress")
@pytest.mark.parametrize("act", ["suppress bo", "suppress bo tor at=30,0"])
def test_suppression_is_of_a_target_or_of_an_area(act: str) -> None:
    with pytest.raises(Refused, match="a target or an area"):
        fight("", "", BO_UP, up="bo").play(act)


# --- death saves ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.dst.regain", "cx.dst.max", "cx.down.state")
def test_a_fight_without_a_failed_death_save_gives_one_back() -> None:
    one = fight("dst-allowance = 1", "health = 1\nstance = 'prone'")
    one.play("fire ana tor", dice=[10, 1, 90])
    assert (one.over is not None, one.get("ana.dst-allowance")) == (True, 2)
    one.gm('add "id = \\"mo\\", side = \\"dock\\", at = [5, 5]"')
    assert one.get("ana.dst-allowance") == 1  # the encounter goes on


@pytest.mark.rule("cx.dst.regain")
def test_whoever_failed_one_in_the_fight_gets_none_back() -> None:
    one = fight("dst-allowance = 2\ndst-failed = true", "health = 1\nstance = 'prone'")
    assert one.play("fire ana tor", dice=[10, 1, 90]).get("ana.dst-allowance") == 2


# --- hit the dirt, hunkered -----------------------------------------------------------------------------------------


@pytest.mark.rule("cx.dirt.effect", "cx.melee.space", "cx.ruling.hit-the-dirt")
def test_nobody_dives_into_somebody_elses_space() -> None:
    one = fight("", "", 'id = "kai"\nside = "dock"\nat = [30, 2]')
    with pytest.raises(starfray.TapeError):
        one.play("fire ana tor", dice=[2], answers=["north"])
    assert one.play("fire ana tor", dice=[2], answers=["south"]).get("tor.at") == [30, -2]


@pytest.mark.rule("cx.stance.hunker", "cx.blind.penalty")
def test_hunkered_one_throws_blind_or_not_at_all() -> None:
    knives = 'weapons = []\nthrown = [{ key = "throwing-knife", in-hand = true }]\nhunkered = true'
    one = fight(knives, 'at = [4, 0]\nstance = "crouched"')
    with pytest.raises(Refused, match="hunkered down"):
        one.play("throw ana tor")
    assert miss(one, "throw ana tor blind=yes") == 5 + 6 + 1
    frag = 'weapons = []\ngrenades = [{ key = "frag", in-hand = true }]\nskills = { weapons-explosives = 6 }\nhunkered = true'
    bomb = fight(frag)
    with pytest.raises(Refused, match="hunkered down"):
        bomb.play("lob ana 12,0")
    assert (
        miss(bomb, "lob ana 12,0 blind=yes")
        == miss(fight(frag.replace("hunkered = true", "hunkered = false")), "lob ana 12,0") + 6
    )


@pytest.mark.rule("cx.stance.hunker", "cx.opportunity.weapons", "cx.opportunity.reaction", "cx.ruling.opportunity-unarmed")
def test_hunkered_one_fires_blind_at_whoever_leaves_and_strikes_nobody() -> None:
    leaves = 'at = [1, 0]\nengaged = ["tor"]\nstats = { dexterity = 8 }'
    sword = fight(leaves, 'at = [2, 0]\nhunkered = true\nweapons = []\nmelee = ["gs101-sword"]')
    assert sword.play("run ana -3,0", dice=[]).get("ana.at") == [-3, 0]
    pistol = fight(leaves, 'at = [2, 0]\nhunkered = true\nweapons = ["g-w-10mm-auto"]')
    pistol.play("run ana -3,0", dice=[5], answers=["g-w-10mm-auto"])
    assert "cx.blind.penalty" in [r.rule for event in pistol.events if event.tally for r in event.tally.reasons]


# --- grenades -------------------------------------------------------------------------------------------------------

FRAG = 'weapons = []\ngrenades = [{ key = "frag", in-hand = true }]\nskills = { weapons-explosives = 6 }'


@pytest.mark.rule("cx.grenade.lands", "cx.grenade.scatter-far", "cx.ruling.grenade-direction", "cx.ruling.grenade-within-one")
def test_the_log_says_where_a_grenade_lands() -> None:
    one = fight(FRAG, "at = [40, 0]")
    one.play("lob ana 10,0", dice=[9])
    event = next(event for event in one.events if event.rule == "cx.grenade.lands")
    assert (event.note.endswith("at 10,0"), event.number) == (True, 0)
    wide = fight(FRAG, "at = [40, 0]")
    wide.play("lob ana 10,0", dice=[1, 5, 1])  # five metres further on
    assert next(e for e in wide.events if e.rule == "cx.grenade.lands").note.endswith("at 15,0")


@pytest.mark.rule("cx.grenade.reflex", "cx.thrown.reflex", "cx.ruling.reflex-modifier", "cx.down.negative")
def test_whoever_wields_a_grenade_or_a_knife_dodges_at_minus_10() -> None:
    def reflex(more: str, head: str = "") -> int:
        one = fight(FRAG, f"at = [10, 0]\n{more}", head=head)
        one.play("lob ana 10,0", dice=[9, 1])
        found = next(event for event in one.events if event.rule == "cx.ruling.grenade-dodge" and event.tally is not None)
        assert found.tally is not None
        return found.tally.total

    plain = reflex("health = 90")
    assert reflex('grenades = [{ key = "frag", in-hand = true }]\nweapons = []') == plain - 10
    assert reflex('thrown = [{ key = "throwing-knife", in-hand = true }]\nweapons = []') == plain - 10
    assert reflex("health = 90", '[rulings]\nreflex-modifier = "dodger"') == plain - 10


@pytest.mark.rule("cx.ruling.grenade-kick", "cx.opportunity.skill")
def test_an_acrobat_kicks_a_grenade_away_with_a_reaction() -> None:
    one = fight(FRAG, "at = [11, 0]\nskills = { acrobatics = 30 }\nstats = { strength = 8 }")
    one.play("lob ana 10,0", dice=[9, 40, 1], answers=["west"])  # 40 + 30 is over 50: 6 m west, out of reach
    assert (one.get("tor.health"), one.get("tor.reactions")) == (100, 2)
    late = fight(FRAG, "at = [11, 0]\nskills = { acrobatics = 30 }")
    late.play("cook ana", dice=[]).play("lob ana 10,0", dice=[9])  # nobody is asked
    assert late.get("tor.reactions") == 3


# --- hiding ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.ruling.hide", "cx.stealth.condition", "cx.actions.bearings")
def test_one_hides_where_nobody_sees_one_by_stealth_against_spotting() -> None:
    one = fight('cover = "full"\nstance = "crouched"\nskills = { stealth = 20 }', "skills = { spotting = 10 }")
    one.play("hide ana", dice=[50, 59])  # 70 against 69
    assert (one.get("ana.hidden"), one.get("ana.stealth"), one.get("ana.actions")) == (True, 70, 3)
    one.play("end-turn ana", dice=[])
    one.play("look-out tor", dice=[60])
    assert one.get("ana.hidden") is True
    one.play("look-out tor", dice=[61])
    assert one.get("ana.hidden") is False


@pytest.mark.rule("cx.ruling.hide", "cx.ruling.hide-noticed", "cx.maneuver.tie")
def test_nobody_hides_in_plain_sight_and_a_tie_is_the_observers() -> None:
    with pytest.raises(Refused, match="tor sees ana"):
        fight().play("hide ana")
    one = fight('cover = "concealed"')
    one.play("hide ana", dice=[50, 50])
    assert (one.get("ana.hidden"), "cx.ruling.hide-noticed" in rules(one)) == (False, True)


@pytest.mark.rule("cx.ruling.stealth-reveal", "cx.stealth.ranged-damage")
def test_whoever_attacks_out_of_hiding_is_hidden_no_more() -> None:
    one = fight("hidden = true\nstealth = 70", 'stance = "prone"')
    one.play("fire ana tor", dice=[10, 1, 90])
    assert (one.get("ana.hidden"), one.get("ana.stealth")) == (False, 0)


# --- things on the ground -------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.ruling.take", "cx.actions.draw", "cx.disarm.result")
def test_anybody_takes_up_what_lies_within_reach() -> None:
    gun = 'at = [5, 0]\nweapons = [{ key = "ecsc-mk16", in-hand = false, dropped = true, lies = [1, 0], rounds = 7 }]'
    one = fight("weapons = []", gun)
    one.play("draw ana ecsc-mk16", dice=[])
    assert (one.get("ana.weapons.0.rounds"), one.get("ana.weapons.0.in-hand"), one.get("tor.weapons")) == (7, True, [])
    far = fight("weapons = []", gun.replace("[1, 0]", "[4, 0]"))
    with pytest.raises(Refused):
        far.play("draw ana ecsc-mk16")


@pytest.mark.rule("cx.ruling.take")
def test_a_fallen_comrades_gun_is_taken_beside_ones_own_of_the_kind() -> None:
    bo = 'id = "bo"\nside = "crew"\nat = [1, 0]\nhealth = 0\nweapons = ["ecsc-mk16"]\nmelee = ["gs101-sword"]'
    one = fight("", "", bo)
    one.play("draw ana ecsc-mk16 owner=bo", dice=[]).play("draw ana gs101-sword", dice=[])
    assert [gun["key"] for gun in one.get("ana.weapons")] == ["ecsc-mk16", "ecsc-mk16-2"]
    assert (one.get("ana.melee.0.in-hand"), one.get("bo.weapons"), one.get("bo.melee")) == (True, [], [])
    again = starfray.loads(one.to_text())
    assert [gun["key"] for gun in again.get("ana.weapons")] == ["ecsc-mk16", "ecsc-mk16-2"]


@pytest.mark.rule("cx.ruling.take")
def test_a_kit_is_taken_from_somebody_helpless_and_not_from_others() -> None:
    bo = 'id = "bo"\nside = "crew"\nat = [1, 0]\nhealth = 0\nkits = { medkit = 2 }'
    one = fight("", "", bo)
    one.play("draw ana medkit owner=bo", dice=[])
    assert (one.get("ana.kits"), one.get("bo.kits"), one.get("ana.weapons.0.in-hand")) == ({"medkit": 1}, {"medkit": 1}, True)
    with pytest.raises(Refused):
        fight("", "", bo.replace("health = 0", "health = 5")).play("draw ana medkit owner=bo")


# --- files, parties, the GM -----------------------------------------------------------------------------------------


@pytest.mark.rule("cx.down.state")
def test_downed_in_the_file_means_what_being_downed_means() -> None:
    one = fight("", 'health = 0\naim = "ana"\nstance = "standing"', SENTRY)
    assert (one.get("tor.stance"), one.get("tor.aim"), one.get("tor.weapons.0.dropped")) == ("prone", "", True)


@pytest.mark.rule("cx.down.state", "cx.held.lost")
def test_downed_by_the_gms_hand_means_it_too() -> None:
    one = fight("", 'aim = "ana"\nheld = { actions = 1, trigger = "moves" }', SENTRY)
    one.gm("set tor.health 0")
    assert (one.get("tor.stance"), one.get("tor.aim"), one.get("tor.held"), one.get("tor.weapons.0.dropped")) == (
        "prone", "", None, True,
    )  # fmt: skip


@pytest.mark.rule("cx.presumed.skill-check")
def test_unknown_skills_and_proficiencies_are_refused_with_the_nearest_name() -> None:
    with pytest.raises(BadInput, match="acrobatics"):
        fight("skills = { acrobatic = 10 }")
    with pytest.raises(BadInput, match="carbine"):
        fight('proficiencies = ["carbin"]')
    with pytest.raises(Refused, match="no skill"):
        fight().play("skill ana xyzzy")


def test_as_many_failed_death_saves_as_there_are_is_death() -> None:
    with pytest.raises(BadInput, match="dst-failures"):
        fight("", "health = 0\ndst-allowance = 2\ndst-failures = 2")


def test_a_party_written_back_loads_again_without_armour(tmp_path: Path) -> None:
    (tmp_path / "fight.toml").write_text(
        'rulebook = "compound-x"\nparty = "crew.toml"\n[[combatant]]\nparty = "ana"\nside = "crew"\n'
        '[[combatant]]\nid = "tor"\nside = "dock"\n'
    )
    (tmp_path / "crew.toml").write_text('rulebook = "compound-x"\n[[member]]\nid = "ana"\nweapons = ["ecsc-mk16"]\n')
    one = starfray.load(tmp_path / "fight.toml")
    starfray.write_back(one, tmp_path / "crew.toml")
    again = starfray.load(tmp_path / "fight.toml")
    assert (again.get("ana.armour.key"), again.get("ana.health")) == ("none", 100)
    starfray.write_back(again, tmp_path / "crew.toml")
    assert starfray.load(tmp_path / "fight.toml").get("ana.weapons.0.key") == "ecsc-mk16"


@pytest.mark.rule("cx.order.damage", "cx.armor.ap", "cx.ruling.ap-as", "cx.presumed.damage-types")
def test_the_gm_hurts_by_the_rules() -> None:
    one = fight("", 'armour = "light-chest-l1"', SENTRY)
    one.gm("hurt tor 60 apl=1", dice=[1])  # armour is struck: 40 points of it stop 40
    assert (one.get("tor.health"), one.get("tor.armour-points")) == (80, 0)
    one.gm("hurt tor 30 direct=yes", dice=[])
    assert one.get("tor.health") == 50
    with pytest.raises(Refused, match="no damage of type"):
        one.gm("hurt tor 5 xyzzy")
    one.gm("hurt tor 90 direct=yes", dice=[])
    assert (one.get("tor.health"), one.get("tor.stance")) == (0, "prone")


@pytest.mark.rule("cx.presumed.health", "cx.dst.second", "cx.ruling.unconscious", "cx.presumed.conditions")
def test_the_gm_heals_stuns_and_fells_by_the_rules() -> None:
    one = fight("", "health = 0\ndst-failures = 1", SENTRY)
    one.gm("heal tor 30")
    assert (one.get("tor.health"), one.get("tor.dst-allowance"), one.get("tor.dst-failures")) == (30, 2, 0)
    one.gm("stun tor")
    assert one.get("tor.stunned") == 1
    one.gm("down tor unconscious=yes")
    assert (one.get("tor.unconscious"), one.get("tor.health"), one.get("tor.stance")) == (True, 30, "prone")
    one.gm("heal tor 1")
    assert one.get("tor.unconscious") is False


@pytest.mark.rule("cx.stabilize.action", "cx.down.state")
def test_after_the_last_enemy_is_down_friends_are_stabilised_in_the_fights_own_clock() -> None:
    bo = 'id = "bo"\nside = "crew"\nat = [1, 0]\nhealth = 0'
    one = fight("skills = { medicine = 60 }", 'health = 1\nstance = "prone"', bo)
    one.play("fire ana tor", dice=[10, 1, 90])
    assert one.over is not None
    one.gm("go-on")
    one.play("stabilise ana bo", dice=[50])
    assert one.get("bo.health") == 1
    one.gm("end")
    assert one.over.winners == ["crew"]


@pytest.mark.rule("cx.dst.regain", "cx.ruling.dst-regain", "cx.dst.second", "cx.presumed.skill-check")
def test_procedures_write_what_came_out_on_the_sheet() -> None:
    one = fight("dst-allowance = 1", "health = 0", SENTRY)
    one.gm('call "after-fight 1" who=ana')
    assert one.get("ana.dst-allowance") == 2
    one.gm('call "fall 20" who=ana', dice=[10])
    assert one.get("ana.health") == 60
    one.gm('call "death-save" who=tor', dice=[10])
    assert one.get("tor.dst-failures") == 1
    one.gm('call "stabilise 60" who=tor', dice=[50])
    assert (one.get("tor.health"), one.get("tor.dst-allowance")) == (1, 2)


@pytest.mark.parametrize(
    "act",
    [
        "shove ana tor weapon=xyzzy",
        "grapple ana tor xyzzy",
        "disarm ana tor ecsc-mk16 weapon=xyzzy",
        "run ana 0,3 target=xyzzy",
    ],
)
def test_nonsense_in_a_field_is_refused(act: str) -> None:
    with pytest.raises(Refused):
        fight("", 'at = [1, 0]\nweapons = ["ecsc-mk16"]').play(act)


def test_the_dice_questions_name_the_number_to_beat() -> None:
    one = fight("", 'stance = "prone"')
    one.seats.hand = {"ana"}
    one.play("fire ana tor")
    assert one.asks[0].prompt == "10 or more"


@pytest.mark.rule("cx.presumed.saves", "cx.move.run")
def test_figures_that_follow_from_the_sheet_can_be_read() -> None:
    one = fight("stats = { fortitude = 7, dexterity = 6 }")
    assert (one.get("ana.shock"), one.get("ana.reflex"), one.get("ana.metres-2")) == (12, 10, 6)
