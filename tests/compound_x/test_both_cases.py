"""Branches of a rule, each taken and not taken: disarming, frailty, bonds, suits, shots in melee, grapples, revivals."""

from __future__ import annotations

import pytest

import starfray
from starfray import Refused
from tests.compound_x.helpers import fight, miss, rules

KAI = 'id = "kai"\nside = "dock"\nat = [30, 9]'


@pytest.mark.rule("cx.disarm.disadvantage", "cx.disarm.result", "cx.presumed.advantage")
def test_disadvantage_is_for_those_who_cannot_handle_it() -> None:
    """The thug knows nothing of rifles: two dice, the worse counts. Somebody trained throws one."""
    clumsy = fight("", 'at = [1, 0]\nprofession = "doctor"', KAI)
    assert clumsy.get("tor.weapons.0.group") == "carbine"
    clumsy.play("disarm ana tor matthews-11-35-carbine", dice=[50, 90, 10], answers=["athletics"])
    assert ("cx.disarm.disadvantage" in rules(clumsy), clumsy.get("tor.weapons.0.dropped")) == (True, True)
    trained = fight("", "at = [1, 0]", KAI)
    trained.play("disarm ana tor matthews-11-35-carbine", dice=[50, 50], answers=["athletics"])
    assert ("cx.disarm.disadvantage" in rules(trained), trained.get("tor.weapons.0.dropped")) == (False, False)


@pytest.mark.rule("cx.melee.armor-applies", "cx.ruling.frail", "cx.melee.intended", "cx.melee.lethal")
def test_the_fists_of_the_frail_kill_nobody_and_their_swords_do() -> None:
    """FORT 1: half the damage with bare hands, never lethal, and half of it comes back."""
    frail = "stats = { fortitude = 1 }\nweapons = []\n"
    sword = 'melee = [{ key = "sword", base = 90, in-hand = true }]'
    fists = fight(frail, "at = [1, 0]\nweapons = []\nhealth = 5", KAI)
    fists.play("strike ana tor unarmed", dice=[9, 1])
    assert (fists.get("tor.health"), fists.get("tor.unconscious")) == (1, True)
    blade = fight(frail + sword, "at = [1, 0]\nweapons = []\nhealth = 5", KAI)
    blade.play("strike ana tor", dice=[9, 1])
    assert (blade.get("tor.health"), blade.get("tor.unconscious")) == (0, False)
    hale = fight("weapons = []", "at = [1, 0]\nweapons = []\nhealth = 5", KAI)
    hale.play("strike ana tor unarmed", dice=[9, 1])
    assert hale.get("tor.health") == 0


@pytest.mark.rule("cx.ruling.restrained-helpless", "cx.presumed.stat-check")
def test_bonds_are_broken_by_strength_or_wits_and_nothing_else() -> None:
    one = fight('restrained = "zip-cuffs"')
    with pytest.raises(Refused, match="no 'luck' check") as refused:
        one.play("break-bonds ana luck")
    assert list(refused.value.legal) == ["strength", "intelligence"]
    one.play("break-bonds ana intelligence", dice=[100])
    assert (one.get("ana.restrained"), one.get("ana.actions")) == ("", 3)
    with pytest.raises(Refused, match="is not bound"):
        one.play("break-bonds ana strength")


@pytest.mark.rule("cx.eva.integrity", "cx.eva.helmet", "cx.armorsys.coverage-sum")
def test_a_suit_has_its_integrity_and_a_rig_none() -> None:
    suited = starfray.do("compound-x", "loadout suit=polymer helmet=helmet-env", dice=[]).result
    rigged = starfray.do("compound-x", "loadout rigs=medium-chest material=l1", dice=[]).result
    assert (suited["integrity"] > 0, rigged["integrity"]) == (True, 0)
    worn = fight('suit = "polymer"\nhelmet = "helmet-env"')
    assert (worn.get("ana.integrity"), worn.get("ana.armour.sealed")) == (suited["integrity"], True)
    assert fight('suit = "polymer"\nintegrity = 1').get("ana.integrity") == 1
    rig = fight('rigs = ["medium-chest"]\nmaterial = "l1"')
    assert (rig.get("ana.integrity"), rig.get("ana.armour.coverage"), rig.get("ana.armour.sealed")) == (0, 40, False)
    torn = fight("", 'suit = "polymer"\nintegrity = 1')
    for hit, breached in ((1, False), (2, True)):
        torn.gm("hurt tor 10", dice=[60])
        assert (torn.get("tor.suit-hits"), torn.get("tor.breached")) == (hit, breached)


@pytest.mark.rule("cx.opportunity.shoot-away", "cx.opportunity.noncqb", "cx.melee.provokes")
def test_shooting_past_the_one_beside_provokes_and_a_short_gun_at_him_does_not() -> None:
    pistol = 'weapons = ["ecsc-mk8-auto"]\nengaged = ["tor"]'
    sword = 'at = [1, 0]\nweapons = []\nmelee = ["gs101-sword"]'
    away = fight(pistol, sword, KAI.replace("[30, 9]", "[8, 0]"))
    away.play("fire ana kai", dice=[1, 10, 2], answers=["gs101-sword", "here"])
    assert ("cx.opportunity.shoot-away" in rules(away), away.get("tor.reactions")) == (True, 2)
    beside = fight(pistol, sword, KAI)
    beside.play("fire ana tor", dice=[2], answers=["here"])
    assert beside.get("tor.reactions") == 3
    rifle = fight('engaged = ["tor"]', sword, KAI)
    rifle.play("fire ana tor", dice=[1, 10, 2], answers=["gs101-sword", "here"])
    assert ("cx.opportunity.noncqb" in rules(rifle), rifle.get("tor.reactions")) == (True, 2)


@pytest.mark.rule("cx.grapple.actions.control", "cx.grapple.actions.nocontrol", "cx.grapple.pinned")
def test_each_in_a_grapple_has_his_own_list_and_outside_there_is_none() -> None:
    held = 'grapples = [{ first = "ana", second = "tor", control = "%s"%s }]'

    def refused(now: str, *acts: str) -> set[str]:
        one = fight("actions = 1", "at = [1, 0]\nweapons = []", now=now)
        found = set()
        for act in acts:
            with pytest.raises(Refused) as error:
                one.play(act)
            found.add(error.value.rule)
        return found

    own, other, pinned = held % ("ana", ""), held % ("tor", ""), held % ("tor", ', pinned = "ana"')
    assert refused(own, "fire ana tor", "run ana 5,5", "gain-control ana", "aim ana tor") == {"cx.grapple.actions.control"}
    assert refused(other, "fire ana tor", "pin ana", "kick ana tor", "trip ana tor") == {"cx.grapple.actions.nocontrol"}
    assert refused(pinned, "strike ana tor unarmed", "gain-control ana") == {"cx.grapple.pinned"}
    assert refused("", "pin ana", "disengage ana", "choke ana", "gain-control ana") == {"cx.grapple.actions.control"}
    for now, act in ((own, "pin ana"), (own, "trip ana tor"), (other, "gain-control ana"), (pinned, "disengage ana athletics")):
        one = fight("actions = 1", "at = [1, 0]\nweapons = []", now=now)
        one.play(act, dice=[10, 90], answers={"cx.maneuver.check": "athletics"})
        assert one.get("ana.actions") == 0
    free = fight("", "at = [1, 0]\nweapons = []")
    free.play("trip ana tor", dice=[10, 90], answers={"cx.maneuver.check": "athletics"})
    assert free.get("ana.actions") == 3


@pytest.mark.rule("cx.ruling.revive-limit", "cx.stabilize.past-limit", "cx.stabilize.limit")
@pytest.mark.parametrize(("fortitude", "limit"), [(3, 2), (5, 2), (6, 3)])
def test_the_last_revival_within_the_limit_wakes_and_the_next_does_not(fortitude: int, limit: int) -> None:
    for revivals, awake in ((limit - 1, True), (limit, False)):
        tor = f'side = "crew"\nat = [1, 0]\nhealth = 0\nrevivals = {revivals}\nstats = {{ fortitude = {fortitude} }}'
        one = fight("skills = { medicine = 50 }", tor, KAI)
        one.play("stabilise ana tor", dice=[40])
        assert (one.get("tor.health"), one.get("tor.unconscious"), one.get("tor.revivals")) == (1, not awake, revivals + 1)
    again = fight("skills = { medicine = 50 }", tor, KAI)
    again.play("stabilise ana tor", dice=[40])
    assert "cx.stabilize.past-limit" in rules(again)


@pytest.mark.rule("cx.combatmod.drop-decimals", "cx.combatmod.stack-halves", "cx.ruling.floor-order")
def test_a_heavy_barrel_helps_from_the_second_bracket_on() -> None:
    stats = 'aim = "tor"\nstats = { perception = 8 }\n'
    for metres, better in ((5, 0), (30, 1)):
        plain = miss(fight(stats + 'weapons = ["ecsc-mk16"]', f"at = [{metres}, 0]"), "fire ana tor")
        barrelled = 'weapons = [{ key = "ecsc-mk16", attachments = ["barrel-heavy"] }]'
        assert plain - miss(fight(stats + barrelled, f"at = [{metres}, 0]"), "fire ana tor") == better
