"""Perception in a fight: looking, glancing, hiding, ambush; and what other sides may not learn."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight
from starfray.engine.values import Event
from starfray.engine.view import shown as as_seen
from tests.hybrid.build import chance, duel, heard, landed

AMBUSH = "hidden = true\nconcealed = 20\ninitiative = 100"


@pytest.mark.rule(
    "hybrid.perception.active",
    "hybrid.perception.active.time",
    "hybrid.perception.use",
    "hybrid.perception.results",
    "hybrid.check.task-results",
)
def test_a_look_takes_8_counts_and_tells_by_degree() -> None:
    fight = duel()
    landed(fight, "look a", [31])
    assert fight.get("count") == 108
    assert heard(fight, "hybrid.perception.results") == ["Success: basic identification, 100% detail, +-50% timing"]


@pytest.mark.rule("hybrid.oppose.conceal", "hybrid.perception.when")
def test_whoever_looks_finds_a_hider_if_the_margin_reaches_the_hiders() -> None:
    found = duel(b=AMBUSH + "\nwait-until = 300")
    landed(found, "look a", [40])  # 60, made by 20
    assert found.get("b.hidden") is False
    not_found = duel(b=AMBUSH + "\nwait-until = 300")
    landed(not_found, "look a", [41])
    assert not_found.get("b.hidden") is True


@pytest.mark.rule("hybrid.perception.passive", "hybrid.perception.passive.free")
def test_a_glance_takes_no_time_at_a_quarter_of_the_chance_once_per_count() -> None:
    fight = duel(a="evading = true")
    fight.play("glance a", dice=[15])
    assert (chance(fight, "hybrid.perception.use"), fight.get("count"), fight.actors) == (15, 100, ["a"])
    with pytest.raises(starfray.Refused, match="glanced"):
        fight.play("glance a", dice=[])


@pytest.mark.rule("hybrid.oppose.conceal", "hybrid.oppose.sn", "hybrid.oppose.definition")
def test_hiding_is_opposed_by_everybodys_perception() -> None:
    fight = duel(a="initiative = 100")
    landed(fight, "hide a", [47, 41])  # PAG 15: 67, made by 20; 60 - 20 = 40
    assert (fight.get("a.hidden"), fight.get("a.concealed")) == (True, 20)
    seen = duel()
    landed(seen, "hide a", [47, 40])
    assert seen.get("a.hidden") is False


@pytest.mark.rule("hybrid.oppose.conceal")
def test_nobody_hides_within_arms_reach() -> None:
    with pytest.raises(starfray.Refused, match="arm's reach"):
        duel(now='begun = true\ncount = 100\nclosed = [{ one = "a", other = "b" }]').play("hide a", dice=[])


@pytest.mark.rule("hybrid.ruling.aware")
def test_a_blow_out_of_hiding_meets_no_defence_and_shows_who_struck() -> None:
    fight = duel(a="hidden = true")
    landed(fight, "blow a b", [100])  # nobody is asked
    assert (chance(fight), fight.get("a.hidden")) == (78, False)


def test_closing_out_of_hiding_is_not_fended_and_nobody_hears_of_it_before() -> None:
    """The one closed upon is not even asked; until it lands no event tells of it."""
    fight = duel(a='hidden = true\nweapons = ["one-edged-dagger"]')
    fight.play("close a b", dice=[])
    assert "a" not in [event.who for event in shown(fight, "side:blue")]
    fight.step(dice=[])
    assert fight.get("closed") == [{"one": "a", "other": "b"}]
    assert fight.get("a.hidden") is False


def shown(fight: Fight, who: str) -> list[Event]:
    return [event for event in (as_seen(fight.state, each, who) for each in fight.events) if event is not None]


@pytest.mark.rule("hybrid.initiative.trigger", "hybrid.oppose.conceal")
def test_at_the_start_a_good_look_finds_the_ambush() -> None:
    fight = duel(now="", a="initiative = 0", b="hidden = true\nconcealed = 20\ninitiative = 0\nwait-until = 0")
    fight.begin(dice=[40, 3, 3, 60, 3, 3])
    assert (fight.get("a.aware"), fight.get("b.hidden")) == (True, False)
    unseen = duel(now="", a="initiative = 0", b="hidden = true\nconcealed = 20\ninitiative = 0\nwait-until = 0")
    unseen.begin(dice=[41, 3, 3, 60, 3, 3])
    assert (unseen.get("a.aware"), unseen.get("b.hidden")) == (True, True)


@pytest.mark.rule("hybrid.initiative.perception-mods", "hybrid.ruling.perception-modifiers")
def test_the_first_perception_has_its_modifiers() -> None:
    fight = duel(now="", a='initiative = 0\nsituation = ["not-alert", "poor-light"]', b="initiative = 0\nwait-until = 0")
    fight.begin(dice=[41, 3, 3, 60, 3, 3])  # 12 - 6: 41
    assert fight.get("a.aware") is True


@pytest.mark.shown("hybrid.perception.self-evident")
def test_the_form_reminds_that_what_is_plain_needs_no_roll() -> None:
    assert any("hybrid.perception.self-evident" in form.hints for form in duel().legal("a"))


@pytest.mark.rule("hybrid.time.fine", "hybrid.ruling.character-speed")
def test_a_conflict_is_played_pulse_by_pulse() -> None:
    fight = duel(now="", a="initiative = 0", b="initiative = 0\nwait-until = 0")
    fight.begin(dice=[40, 3, 3, 60, 3, 3])
    assert fight.get("count") == 12


@pytest.mark.rule("hybrid.oppose.conceal")
def test_nobody_vanishes_from_somebody_who_has_closed_meanwhile() -> None:
    air = 'closed = [{ one = "a", other = "b" }]\nunder-way = [{ actor = "a", kind = "hide", lands = 105 }]'
    fight = duel(b="initiative = 300\nwait-until = 0", now=f"begun = true\ncount = 100\n{air}")
    fight.step(dice=[], steps=1)
    assert (fight.get("a.hidden"), fight.get("a.landed")) == (False, True)


@pytest.mark.rule("hybrid.oppose.conceal", "hybrid.mod.florentine.physical-physical")
def test_whoever_parries_while_hiding_hides_worse() -> None:
    """A hiding under way since 95, and b's blow lands on 101: the parry moves it from 105 to 109 and costs 4."""
    now = (
        'begun = true\ncount = 100\nunder-way = [{ actor = "a", kind = "hide", lands = 105, began = 95 }, '
        '{ actor = "b", kind = "blow", lands = 101, began = 94, target = "a", weapon = "short-sword" }]'
    )
    fight = duel(a="initiative = 95", b="initiative = 94\nwait-until = 0", now=now)
    fight.step(dice=[100], answers=["parry-short-sword"], steps=1)
    fight.step(dice=[6, 6], steps=1)
    fight.step(dice=[59, 60], steps=1)
    assert (fight.get("count"), chance(fight, "hybrid.oppose.conceal")) == (109, 58)  # PAG 15 - 4


def test_the_form_for_evasion_ends_none_that_has_not_begun() -> None:
    form = next(form for form in duel().legal("a") if form.kind == "evade")
    assert [option.key for option in form.fields[0].options] == ["no"]


@pytest.mark.rule("hybrid.perception.passive", "hybrid.perception.passive.free", "hybrid.action.begin")
def test_a_glance_can_be_taken_during_any_action() -> None:
    fight = duel(a="initiative = 100", b="initiative = 101\nwait-until = 0")
    fight.play("blow a b", dice=[]).step(dice=[])
    assert (fight.get("count"), fight.actors, fight.asides) == (101, ["b"], ["a"])
    assert [form.kind for form in fight.legal("a") if form.refused is None] == ["glance"]
    fight.play("glance a", dice=[16])
    assert (chance(fight, "hybrid.perception.use"), fight.get("under-way")[0]["lands"]) == (15, 103)
    with pytest.raises(starfray.Refused, match="does not choose on this count"):
        fight.play("blow a b", dice=[])


@pytest.mark.rule("hybrid.perception.when")
@pytest.mark.parametrize(
    "action",
    ["blow a b", "disarm a b", "close a b", "stance a advance b", "move a walk toward=b", "florentine a b mace short-sword"],
)
def test_nobody_does_anything_to_a_foe_who_is_not_seen(action: str) -> None:
    hidden = "hidden = true\nconcealed = 20"
    fight = duel(a='weapons = ["short-sword", "mace"]', b=hidden)
    with pytest.raises(starfray.Refused, match="does not see b") as refused:
        fight.play(action, dice=[])
    assert refused.value.rule == "hybrid.perception.when"
    fight.play("glance a", dice=[1])  # 15 - 1 is not 20 and more
    assert fight.refusal(action) is not None
    fight.gm("reveal b")
    assert fight.refusal(action) is None


@pytest.mark.rule("hybrid.perception.when", "hybrid.ruling.preset-in-play")
def test_a_response_at_somebody_who_has_vanished_is_impossible() -> None:
    preset = 'initiative = 90\nwait-until = 300\npreset = { trigger = "attack", response = "blow", since = 95 }'
    fight = duel(b=preset)
    fight.play("blow a b", dice=[69, 1, 1])
    fight.step(dice=[100, 6, 6], answers=["no"], steps=2)
    fight.gm("hide a")
    fight.step(dice=[])
    assert "the response has become impossible" in heard(fight, "hybrid.ruling.preset-in-play")
