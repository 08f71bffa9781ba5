"""Sentences of the book that are easily got wrong."""

from __future__ import annotations

import pytest

from starfray import Fight, Refused
from starfray.words import tell
from tests.compound_x.helpers import fight, miss
from tests.compound_x.test_released import TWO, run, waiting

BIPOD = 'weapons = [{ key = "ecsc-mk249", attachments = ["bipod"] }]\nstats = { strength = 6 }\naim = "tor"\n'


# --- attachments ---------------------------------------------------------------------------------------------------


def auto(one: Fight) -> int:
    return miss(one, "fire ana tor mode=auto")


@pytest.mark.rule("cx.combatmod.stack-halves", "cx.stance.prone-aim", "cx.limits.min-firemode", "cx.stance.prone-cost")
def test_a_bipod_helps_while_one_lies_behind_it_and_not_when_one_has_got_up() -> None:
    one = fight(BIPOD + 'stance = "prone"')
    before = auto(one)
    one.play("deploy ana", dice=[])
    assert auto(one) == before - 2  # 1 off R2, and off the mode what its floor of +1 leaves
    one.play("stand ana", dice=[])
    assert auto(one) == before + 1  # prone one shoots better by 1
    one.play("go-prone ana", dice=[])
    assert auto(one) == before  # it has to be set up again


@pytest.mark.rule("cx.move.run", "cx.actions.unlisted")
def test_a_bipod_is_folded_by_whoever_crawls_on() -> None:
    one = fight(BIPOD + 'stance = "prone"\nactions = 4')
    one.play("deploy ana", dice=[]).play("run ana 1,0 actions=1", dice=[])
    assert one.get("ana.weapons.0.deployed") is False


def test_a_bipod_on_cover_stays_where_it_is_when_one_rises_behind_it() -> None:
    one = fight(BIPOD + 'stance = "crouched"\ncover = "partial"')
    one.play("deploy ana", dice=[]).play("stand ana", dice=[])
    assert one.get("ana.weapons.0.deployed") is True


# --- held Actions --------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.held.use", "cx.ruling.held-content")
def test_of_two_held_actions_a_plan_for_one_leaves_the_other_to_be_used() -> None:
    one = waiting(TWO.replace("}", ', plan = ["semi"] }'))
    run(one, "semi", "semi", dice=(2, 2))
    assert (one.get("ana.weapons.0.rounds"), one.get("ana.reactions"), one.get("ana.actions")) == (28, 2, 0)


@pytest.mark.rule("cx.held.use")
def test_by_the_declared_ruling_the_plan_is_all_there_is() -> None:
    one = waiting(TWO.replace("}", ', plan = ["semi"] }'), head='[rulings]\nheld-content = "declared"')
    run(one, "semi", dice=(2,))
    assert one.get("ana.weapons.0.rounds") == 29


@pytest.mark.rule("cx.grenade.cook", "cx.ruling.move-stances")
def test_a_grenade_cooked_in_a_reaction_and_not_thrown_is_made_safe() -> None:
    bomb = 'grenades = [{ key = "frag", in-hand = true }]\nskills = { weapons-explosives = 6 }\nweapons = []'
    one = run(waiting(TWO, bomb), "cook", "stop")
    assert (one.get("ana.grenades.0.cooked"), one.get("ana.grenades.0.count")) == (False, 1)


@pytest.mark.rule("cx.move.run")
@pytest.mark.parametrize("more", ["stunned = 1", 'restrained = "zip-cuffs"', "reactions = 0"])
def test_whoever_cannot_react_is_not_asked_and_keeps_what_is_held(more: str) -> None:
    one = run(waiting(TWO, more))
    assert one.get("ana.held.actions") == 2


@pytest.mark.rule("cx.held.lost", "cx.ruling.reactions-reset")
def test_held_actions_are_lost_when_the_holders_own_turn_begins() -> None:
    one = waiting(TWO)
    one.play("end-turn tor", dice=[])
    one.step(dice=[])
    assert (one.get("ana.held"), one.get("ana.actions")) == (None, 4)


@pytest.mark.rule("cx.held.reserve")
def test_three_actions_cannot_be_held() -> None:
    with pytest.raises(Refused, match="may hold 1 or 2"):
        fight().play("hold ana moves actions=3")


@pytest.mark.rule("cx.blind.hunkered", "cx.blind.penalty", "cx.held.use")
def test_hunkered_down_a_held_shot_is_fired_blind() -> None:
    one = waiting(TWO.replace("actions = 2", "actions = 1"), 'hunkered = true\naim = ""')
    run(one, "blind", dice=(2,))
    assert (one.get("ana.weapons.0.rounds"), one.get("ana.hunkered")) == (29, True)


def test_in_the_open_with_open_eyes_nobody_is_offered_to_fire_blind() -> None:
    one = waiting(TWO)
    one.play("run tor 30,4")
    assert "blind" not in [option.key for option in one.asks[0].options]


# --- suppression ---------------------------------------------------------------------------------------------------


ZONE = 'zones = [{ by = "ana", target = "tor", weapon = "ecsc-mk16", level = "%s", radius = 1, at = [30, 0] }]'


@pytest.mark.rule("cx.suppression.trigger")
def test_one_target_draws_fire_once_however_often_he_moves() -> None:
    one = fight("actions = 0", 'actions = 4\nstance = "crouched"', up="tor", now=ZONE % "light")
    one.play("run tor 30,1 actions=1", dice=[1, 9]).play("run tor 30,0 actions=1", dice=[])
    assert one.get("ana.reactions") == 2


@pytest.mark.rule("cx.suppression.malus")
def test_two_suppressors_are_no_worse_than_one() -> None:
    bo = 'id = "bo"\nside = "crew"\nat = [0, 5]\nweapons = ["ecsc-mk16"]'
    single = ZONE % "light"
    bos = single.removesuffix("]").replace("zones = [", "").replace('"ana"', '"bo"')
    double = single.removesuffix("]") + f", {bos}]"
    counts = [miss(fight("", "actions = 4", bo, up="tor", now=now), "fire tor ana") for now in ("", single, double)]
    assert counts[1] == counts[0] + 1
    assert counts[2] == counts[1]


@pytest.mark.rule("cx.suppression.concealed")
def test_moving_into_complete_concealment_draws_no_fire() -> None:
    wall = '[[cover]]\nname = "wall"\nkind = "concealed"\nat = [30, 1]\nreach = 1'
    one = fight("actions = 0", "actions = 4", up="tor", now=ZONE % "heavy", scene=wall)
    one.play("run tor 30,1 actions=1 cover=wall", dice=[])
    assert (one.get("tor.cover"), one.get("ana.reactions")) == ("concealed", 3)


# --- conditions ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.presumed.conditions")
def test_of_two_fires_the_fiercer_is_put_out() -> None:
    from starfray.engine.tables.dry_run import PreviewTable
    from starfray.rulebooks.compound_x.conditions import add_stacks

    one = fight(tor='conditions = [{ kind = "burning", stacks = 1, dc = 40 }]')
    table = PreviewTable(one.book, one.state, "ana", one.content)
    add_stacks(table, one.state.roster["tor"], "burning", 1, dc=60)
    assert (one.get("tor.conditions.0.stacks"), one.get("tor.conditions.0.dc")) == (2, 60)


# --- at a fallen friend's side --------------------------------------------------------------------------------------


@pytest.mark.rule("cx.stabilize.kit", "cx.stabilize.assist")
def test_only_kits_that_help_are_offered_the_helpers_among_them() -> None:
    kai = 'id = "kai"\nside = "crew"\nat = [1, 0]\nhealth = 0\nstance = "prone"\nmechanical = true'
    bo = 'id = "bo"\nside = "crew"\nat = [2, 0]\nkits = { repair-kit = 1 }'
    far = 'id = "mo"\nside = "crew"\nat = [9, 0]\nkits = { repair-kit = 1 }'
    one = fight("kits = { medkit = 2 }\nskills = { repair = 60 }", "", kai, bo, far)
    form = next(each for each in one.legal("ana") if each.kind == "stabilise")
    fields = {each.name: [option.key for option in each.options] for each in form.fields}
    assert (fields["kit"], fields["assistant"]) == (["bo"], ["bo"])
    with pytest.raises(Refused, match="ana has no repair-kit"):
        one.play("stabilise ana kai kit=self")
    one.play("stabilise ana kai kit=bo assistant=bo", dice=[50, 2])
    assert (one.get("kai.health"), one.get("bo.kits.repair-kit")) == (1, 0)


# --- forms ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.cover.visibility", "cx.cover.partial")
def test_cover_one_is_in_already_is_not_offered_again() -> None:
    crates = '[[cover]]\nname = "crates"\nkind = "partial"\nat = [0, 0]'
    one = fight(scene=crates)
    assert "take-cover" in [form.kind for form in one.legal("ana") if form.refused is None]
    one.play("take-cover ana", dice=[])
    form = next(each for each in one.legal("ana") if each.kind == "take-cover")
    assert form.refused is not None
    assert form.refused.reason == "ana is in partial cover already"
    with pytest.raises(Refused, match="in partial cover already"):
        one.play("take-cover ana")


# --- waking up -----------------------------------------------------------------------------------------------------


def unconscious(healed: int) -> Fight:
    kai = 'id = "kai"\nside = "dock"\nat = [40, 9]'
    one = fight("", 'health = 1\nunconscious = true\nstance = "prone"', kai, order="ana tor kai")
    assert one.get("tor.fell-at") == 1
    one.gm(f"set tor.health {healed}").play("end-turn ana", dice=[])
    return one.step(dice=[])


@pytest.mark.rule("cx.ruling.unconscious", "cx.order.turn-start", "cx.actions.budget")
def test_the_unconscious_wake_when_healed_above_the_health_at_which_they_fell() -> None:
    one = unconscious(2)
    assert (one.get("tor.unconscious"), one.get("tor.stance"), one.get("up")) == (False, "prone", "tor")
    assert any(line.text == "tor comes round." for line in tell(one, "gm"))


def test_at_the_health_at_which_they_fell_they_sleep_on() -> None:
    one = unconscious(1)
    assert (one.get("tor.unconscious"), one.get("up")) == (True, "kai")
