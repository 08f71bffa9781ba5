"""Downed: death saving throws that shrink and come back, stabilising with kits and helpers, unconsciousness."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight, Refused
from tests.compound_x.helpers import fight

FALLEN = (
    'side = "crew"\nat = [1, 0]\nhealth = 0\nstance = "prone"\nweapons = [{ key = "matthews-11-35-carbine", dropped = true }]'
)
FOE = 'id = "kit"\nside = "dock"\nat = [20, 20]'
CHECK = "cx.stabilize.check"


def beside(ana: str = "", tor: str = "", *others: str, head: str = "") -> Fight:
    """Tor lies Downed beside Ana, his friend."""
    return fight(ana, f"{FALLEN}\n{tor}".strip() if "side" not in tor else tor, FOE, *others, head=head)


@pytest.mark.rule("cx.stabilize.action", CHECK, "cx.ruling.stabilize-skill", "cx.stabilize.limit")
def test_medicine_with_dexterity_over_80_brings_back() -> None:
    one = beside("skills = { medicine = 30 }\nstats = { dexterity = 8 }")
    one.play("stabilise ana tor", dice=[39])  # 39 + 30 + 12 = 81
    assert (one.get("tor.health"), one.get("tor.revivals"), one.get("ana.actions")) == (1, 1, 3)
    short = beside("skills = { medicine = 30 }\nstats = { dexterity = 8 }")
    short.play("stabilise ana tor", dice=[38])
    assert short.get("tor.health") == 0


@pytest.mark.rule("cx.stabilize.success", "cx.stabilize.aftermath", "cx.stabilize.limit")
def test_whoever_is_brought_back_lies_there_empty_handed() -> None:
    one = beside("skills = { medicine = 30 }")
    one.play("stabilise ana tor", dice=[51])
    assert (one.get("tor.health"), one.get("tor.stance")) == (1, "prone")
    assert one.get("tor.weapons.0.dropped") is True


@pytest.mark.rule("cx.stabilize.failure")
def test_a_failure_changes_nothing() -> None:
    one = beside("skills = { medicine = 30 }")
    one.play("stabilise ana tor", dice=[50])
    assert one.get("tor.health") == 0


def test_a_machine_is_repaired() -> None:
    one = beside("skills = { repair = 30 }\nkits = { repair-kit = 1 }", "mechanical = true")
    one.play("stabilise ana tor kit=self", dice=[31])
    assert one.get("tor.health") == 1


@pytest.mark.rule("cx.stabilize.kit", "cx.stabilize.kit-round", "cx.ruling.stabilize-kit", "cx.stabilize.failure")
def test_a_kit_helps_every_attempt_of_the_round_once() -> None:
    one = beside("skills = { medicine = 20 }\nkits = { medkit = 2 }")
    one.play("stabilise ana tor kit=self", dice=[40])
    one.play("stabilise ana tor kit=self", dice=[41])
    assert one.get("tor.health") == 1
    assert one.get("ana.kits") == {"medkit": 1}


@pytest.mark.rule("cx.stabilize.assist", "cx.ruling.stabilize-assist", "cx.stabilize.failure", "cx.reaction.limit")
def test_one_other_may_assist_and_give_the_kit() -> None:
    mo = 'id = "mo"\nside = "crew"\nat = [1, 1]\nkits = { medkit = 1 }'
    one = beside("", "", mo)
    one.play("stabilise ana tor kit=mo assistant=mo", dice=[2, 61])  # the better of two: 61 + 20 is over 80
    assert (one.get("tor.health"), one.get("mo.kits"), one.get("mo.reactions")) == (1, {"medkit": 0}, 2)
    lone = beside("", "", mo, head='[rulings]\nassist = "hands"')
    lone.play("stabilise ana tor kit=mo assistant=mo", dice=[60])
    assert (lone.get("tor.health"), lone.get("mo.reactions")) == (0, 2)
    busy = beside("", "", mo + "\nreactions = 0")
    with pytest.raises(Refused, match="no Reaction"):
        busy.play("stabilise ana tor assistant=mo")
    far = beside("", "", mo.replace("[1, 1]", "[9, 9]"))
    with pytest.raises(Refused, match="cannot assist"):
        far.play("stabilise ana tor assistant=mo")
    shy = beside("", "", mo + "\nstats = { charisma = 1 }")
    with pytest.raises(Refused, match="neither assist"):
        shy.play("stabilise ana tor assistant=mo")


@pytest.mark.rule("cx.stabilize.kit", "cx.stabilize.limit", "cx.stabilize.success")
def test_the_victims_own_kit_may_be_used() -> None:
    one = beside("", "kits = { medkit = 1 }")
    one.play("stabilise ana tor kit=target", dice=[61])
    assert one.get("tor.kits") == {"medkit": 0}
    with pytest.raises(Refused, match="no medkit"):
        beside().play("stabilise ana tor kit=self")


@pytest.mark.rule("cx.stabilize.crit", "cx.ruling.stabilize-crit", "cx.stabilize.success", "cx.stabilize.check")
@pytest.mark.parametrize(("answer", "counted"), [("yes", 0), ("no", 1)])
def test_a_critical_success_need_not_count(answer: str, counted: int) -> None:
    one = beside()
    one.play("stabilise ana tor", dice=[91], answers=[answer])
    assert one.get("tor.revivals") == counted


@pytest.mark.rule("cx.stabilize.critfail", "cx.dst.per-turn", "cx.dst.second")
def test_a_natural_five_costs_the_victim_a_death_saving_throw() -> None:
    one = beside("skills = { medicine = 60 }\nstats = { dexterity = 15 }")
    one.play("stabilise ana tor", dice=[5, 50])  # 5 + 60 + 40: it still succeeds
    assert one.get("tor.health") == 1
    assert one.get("tor.dst-allowance") == 2
    last = beside("skills = { medicine = 60 }\nstats = { dexterity = 15 }", "dst-allowance = 1")
    last.play("stabilise ana tor", dice=[5, 50])
    assert last.get("tor.dead") is True


@pytest.mark.rule("cx.stabilize.past-limit", "cx.ruling.revive-limit", "cx.ruling.unconscious")
def test_past_the_limit_the_revived_are_unconscious() -> None:
    one = beside("skills = { medicine = 60 }", "revivals = 2")
    one.play("stabilise ana tor", dice=[50])
    assert (one.get("tor.health"), one.get("tor.unconscious")) == (1, True)


@pytest.mark.rule("cx.stabilize.action")
def test_only_the_downed_within_reach_are_stabilised() -> None:
    for act in ("stabilise ana kit", "stabilise ana ana"):
        with pytest.raises(Refused):
            beside().play(act)


# --- death saving throws ------------------------------------------------------------------------------------------


def bleeding(tor: str = "") -> Fight:
    one = fight("", f'health = 0\nstance = "prone"\nweapons = []\n{tor}'.strip(), FOE, order="ana tor kit")
    return one.play("end-turn ana", dice=[])


@pytest.mark.rule("cx.dst.per-turn", "cx.dst.unmodified", "cx.ruling.dst-allowance", "cx.dst.fail3")
def test_fifty_is_a_failure_and_the_last_one_allowed_kills() -> None:
    one = bleeding("dst-failures = 2\nstats = { fortitude = 15, luck = 15 }")
    one.step(dice=[50])
    assert one.get("tor.dead") is True


@pytest.mark.rule("cx.dst.success")
def test_success_only_puts_it_off() -> None:
    one = bleeding()
    one.step(dice=[51])
    assert (one.get("tor.dead"), one.get("tor.health"), one.get("tor.dst-failures")) == (False, 0, 0)


@pytest.mark.rule("cx.dst.first", "cx.dst.second", "cx.dst.third", "cx.ruling.negative-health")
def test_the_allowance_shrinks_with_every_downing_in_which_one_failed() -> None:
    gun = 'weapons = ["ecsc-mk16"]\naim = "tor"\nskills = { medicine = 60 }'
    one = fight(gun, 'at = [1, 0]\nside = "crew"\nhealth = 5\nstance = "prone"', FOE, order="ana tor kit")
    one.play("fire ana tor", dice=[9, 60])  # three
    one.play("fire ana tor", dice=[9, 60])
    assert one.get("tor.health") == -40
    one.gm("set tor.dst-failures 1")
    one.play("stabilise ana tor", dice=[60])
    assert one.get("tor.dst-allowance") == 2
    one.play("fire ana tor", dice=[9, 60])  # two
    one.gm("set tor.dst-failures 1").gm("set ana.actions 4")
    one.play("stabilise ana tor", dice=[60])
    assert one.get("tor.dst-allowance") == 1
    one.play("fire ana tor", dice=[9, 60])  # one
    assert one.get("tor.dst-failures") == 0


@pytest.mark.rule("cx.dst.regain", "cx.ruling.dst-regain")
def test_a_whole_fight_without_a_failure_gives_one_back() -> None:
    assert starfray.do("compound-x", "after-fight 2").result == {"allowance": 3}
    assert starfray.do("compound-x", "after-fight 2 failed=yes").result == {"allowance": 2}


@pytest.mark.rule("cx.dst.max")
def test_never_more_than_three() -> None:
    assert starfray.do("compound-x", "after-fight 3").result == {"allowance": 3}


@pytest.mark.rule("cx.shock.limit", "cx.ruling.shock-limit")
def test_after_the_last_roll_one_wakes_or_stays_out_by_the_ruling() -> None:
    for ruling, out in (("wakes", False), ("stays-out", True)):
        one = fight(
            "",
            'passed-out = true\nwake-rolls = 10\nstance = "prone"',
            FOE,
            order="ana tor kit",
            head=f'[rulings]\nshock-limit = "{ruling}"',
        )
        one.play("end-turn ana", dice=[]).step(dice=[])
        assert one.get("tor.passed-out") is out


@pytest.mark.rule("cx.ruling.shock-damage-basis", "cx.shock.trigger", "cx.shock.save")
def test_shock_goes_by_the_health_one_single_hit_costs() -> None:
    one = fight('weapons = ["ecsc-mk16"]\naim = "tor"', 'stance = "prone"\nstats = { fortitude = 15 }')
    one.play("fire ana tor", dice=[9, 1, 99])
    assert one.get("tor.passed-out") is False


@pytest.mark.rule("cx.ruling.frail", "cx.combat.start", "cx.initiative.order-fixed", "cx.presumed.saves")
def test_a_luck_of_one_begins_badly() -> None:
    fates = ((1, "tor.weapons.0.jammed", True), (3, "tor.unlucky", True), (5, "tor.owed", 3), (9, "tor.fear", 0))
    for die, path, value in fates:
        one = starfray.loads(
            'rulebook = "compound-x"\n[[combatant]]\nid = "ana"\nside = "a"\nat = [0, 0]\n[[combatant]]\n'
            'id = "tor"\nside = "b"\nat = [9, 0]\nstats = { luck = 1 }\nweapons = ["ecsc-mk16"]'
        )
        one.step(dice=[90, 10, die])
        assert one.get(path) == value
    scared = starfray.loads(
        'rulebook = "compound-x"\n[[combatant]]\nid = "ana"\nside = "a"\nat = [0, 0]\n[[combatant]]\n'
        'id = "tor"\nside = "b"\nat = [9, 0]\nstats = { luck = 1 }'
    )
    scared.step(dice=[10, 90, 7, 60])
    scared.step(dice=[])
    with pytest.raises(Refused, match="afraid"):
        scared.play("go-prone tor")
    scared.play("calm tor", dice=[50])
    assert scared.get("tor.fear") == 0
