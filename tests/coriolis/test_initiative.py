"""Initiative: the roll, surprise, claims and what they bind to, ties, raises, delaying, latecomers."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight, Refused
from starfray.rulebooks.coriolis.initiative import claimable
from tests.coriolis.build import duel

CLAIM = "coriolis.initiative.weapon"


def order_of(scores: dict[str, int], *, now: str = "", rulings: str = "", **sheets: str) -> Fight:
    """People 30 m apart with these scores, the first of them to act; b is alone on her side."""
    rows = "".join(
        f'[[combatant]]\nid = "{who}"\nside = "{"blue" if who == "b" else "red"}"\nat = [{30 * place}, 0]\n'
        f"initiative = {score}\n{sheets.get(who, '')}\n"
        for place, (who, score) in enumerate(scores.items())
    )
    begun = now or f'turn = 1\nup = "{next(iter(scores))}"'
    orders = '[orders]\n"coriolis.core.pray" = "never"\n' + f'"{CLAIM}" = "never"\n'
    return starfray.loads(f'rulebook = "coriolis"\n{rulings}\n{orders}[now]\n{begun}\n{rows}')


def fresh(*, rulings: str = "", **sheets: str) -> Fight:
    """a, b and c before the first turn, a and b within reach of each other."""
    rows = "".join(
        f'[[combatant]]\nid = "{who}"\nside = "{"blue" if who == "b" else "red"}"\nat = [{x}, 0]\n{sheets.get(who, "")}\n'
        for who, x in (("a", 0), ("b", 1.5), ("c", 40))
    )
    orders = '[orders]\n"coriolis.core.pray" = "never"\n' + f'"{CLAIM}" = "never"\n'
    return starfray.loads(f'rulebook = "coriolis"\n{rulings}\n{orders}{rows}')


def end_turns(fight: Fight, *whos: str) -> Fight:
    for who in whos:
        fight.play(f"end-turn {who}", dice=[])
    return fight


# --- the roll --------------------------------------------------------------------------------------------------


@pytest.mark.rule("coriolis.initiative.roll", "coriolis.ap.refresh")
def test_one_die_each_and_the_highest_acts_first() -> None:
    fight = fresh().begin(dice=[2, 6, 4])
    assert (fight.get("order"), fight.actors) == (["b", "c", "a"], ["b"])


@pytest.mark.rule("coriolis.initiative.talent", "coriolis.example.combat-veteran")
def test_a_combat_veteran_rolls_two_dice_and_keeps_the_higher() -> None:
    fight = fresh(b='talents = ["combat-veteran"]').begin(dice=[4, 1, 5, 2])
    assert (fight.get("b.initiative"), fight.get("order")) == (5, ["b", "a", "c"])


@pytest.mark.rule("coriolis.initiative.surprise", "coriolis.ruling.initiative.surprise-vs-delay")
def test_surprise_is_two_more_and_falls_off_at_the_start_of_the_second_turn() -> None:
    fight = fresh(c="surprise = true").begin(dice=[5, 4, 4])
    assert fight.get("order") == ["c", "a", "b"]
    end_turns(fight, "c", "a", "b").step(dice=[3, 2])  # back to 4: a tie with b that is new
    assert (fight.get("c.initiative"), fight.get("order")) == (4, ["a", "b", "c"])


@pytest.mark.rule("coriolis.ruling.initiative.surprise-vs-delay", "coriolis.initiative.delay.fixed")
def test_surprise_is_not_taken_off_a_score_fixed_by_delaying() -> None:
    fight = fresh(c="surprise = true").begin(dice=[5, 4, 4])  # c 6, a 5, b 4
    fight.play("delay c beside=a", dice=[])
    end_turns(fight, "a")
    fight.play("go-prone c", dice=[])
    assert (fight.get("c.initiative"), fight.get("c.surprise")) == (5, False)
    end_turns(fight, "c", "b")
    fight.gm("set b.surprise true")  # the GM's whim: it ends now, and says so
    fight.step(dice=[])
    assert (fight.get("c.initiative"), fight.get("order")) == (5, ["a", "c", "b"])


@pytest.mark.rule("coriolis.ruling.initiative.once", "coriolis.initiative.roll")
def test_the_score_stands_and_latecomers_roll_when_they_join() -> None:
    fight = fresh().begin(dice=[2, 6, 4])
    end_turns(fight, "b", "c", "a").step(dice=[])  # no new dice in the second turn
    assert fight.get("order") == ["b", "c", "a"]
    fight.gm("add \"id = 'd', side = 'blue', at = [0, 30]\"")
    fight.step(dice=[5])
    assert fight.get("order") == ["b", "d", "c", "a"]
    fight.gm("add \"id = 'e', side = 'blue', at = [0, 60]\"")
    fight.step(dice=[4] + [1, 6])  # a tie with c: both roll, in roster order
    assert fight.get("order") == ["b", "d", "e", "c", "a"]


# --- claims ----------------------------------------------------------------------------------------------------


@pytest.mark.rule(CLAIM, "coriolis.ruling.initiative.claim-when")
def test_a_claimed_bonus_counts_for_one_turn() -> None:
    fight = fresh(a='weapons = ["knife"]').begin(dice=[4, 3, 5] + [6, 1], answers={CLAIM: ["knife", "no"]})  # 4 + 1 = 5
    assert fight.get("order") == ["a", "c", "b"]
    end_turns(fight, "a", "c", "b").step(dice=[])
    assert (fight.get("a.claim"), fight.get("order")) == ("", ["c", "a", "b"])


@pytest.mark.rule(CLAIM)
def test_claims_are_asked_in_roster_order_of_what_is_in_hand_and_never_for_a_negative_figure() -> None:
    fight = fresh(a='weapons = ["knife", "spear"]', c='weapons = ["vulcan-long-rifle"]')
    for who in "abc":
        fight.gm(f"order {who} {CLAIM} ask")
    fight.advance()
    seen = []
    while fight.asks:
        seen.append((fight.asks[0].who, [option.key for option in fight.asks[0].options]))
        fight.answer(fight.asks[0], "no")
    assert seen == [("a", ["knife", "unarmed", "no"]), ("b", ["unarmed", "no"])]  # c has nobody to strike


@pytest.mark.rule("coriolis.initiative.weapon.lock")
def test_whoever_claimed_must_attack_with_that_weapon_first_or_pass() -> None:
    fight = fresh(a='weapons = ["knife"]').begin(dice=[6, 3, 1], answers={CLAIM: ["knife", "no"]})
    before = fight.hash
    for act in ("move a 0,5", "go-prone a", "melee-attack a b unarmed"):
        with pytest.raises(Refused) as refused:
            fight.play(act, dice=[])
        assert refused.value.rule == "coriolis.initiative.weapon.lock"
    assert fight.hash == before
    fight.play('shout a "mine"', dice=[])  # what is free is untouched
    fight.play("quick-melee a b knife", dice=[1], answers=["no"])  # 3 - 2
    fight.play("go-prone a", dice=[])  # afterwards she is free
    assert fight.get("a.ap") == 1


@pytest.mark.rule("coriolis.ruling.initiative.claim-scope")
def test_by_a_switch_a_claim_binds_every_action_of_the_slot() -> None:
    fight = fresh(rulings='[rulings]\nclaim = "all"\n', a='weapons = ["knife"]')
    fight.begin(dice=[6, 3, 1], answers={CLAIM: ["knife", "no"]})
    fight.play("quick-melee a b knife", dice=[1], answers=["no"])
    with pytest.raises(Refused) as refused:
        fight.play("go-prone a", dice=[])
    assert refused.value.rule == "coriolis.ruling.initiative.claim-scope"
    fight.play("quick-melee a b knife", dice=[1], answers=["no"])
    assert fight.get("a.ap") == 1


@pytest.mark.rule(
    "coriolis.initiative.weapon.lock", "coriolis.initiative.delay.fixed", "coriolis.ruling.initiative.claim-scope"
)
def test_a_claimer_may_delay_and_the_lock_stays() -> None:
    fight = fresh(rulings='[rulings]\nclaim = "all"\n', a='weapons = ["knife"]')
    fight.begin(dice=[5, 3, 4], answers={CLAIM: ["knife", "no"]})
    fight.play("delay a beside=c", dice=[])
    end_turns(fight, "c")
    with pytest.raises(Refused, match="must attack with the knife"):
        fight.play("go-prone a", dice=[])
    fight.play("quick-melee a b knife", dice=[1], answers=["no"])
    assert (fight.get("a.initiative"), fight.get("a.claim")) == (4, ""), "the score is c's; the bonus is gone with the place"
    with pytest.raises(Refused, match="must attack with the knife"):
        fight.play("go-prone a", dice=[])


@pytest.mark.rule(CLAIM)
def test_bare_hands_are_claimed_without_anything_in_hand() -> None:
    fight = fresh().begin(dice=[3, 4, 1], answers={CLAIM: ["unarmed", "no"]})  # 3 + 2
    assert fight.get("order") == ["a", "b", "c"]
    fight.play("melee-attack a b", dice=[1, 1, 1], answers=["no"])
    assert fight.get("a.owes") == ""


# --- ties ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("coriolis.initiative.ties")
def test_equal_scores_are_rolled_off_without_modifiers_and_again_while_equal() -> None:
    fight = fresh(c="surprise = true").begin(dice=[4, 4, 2] + [2, 2, 5] + [1, 6])
    assert fight.get("order") == ["c", "b", "a"]  # c, surprised, wins on the plain die; then a and b again


@pytest.mark.rule("coriolis.initiative.ties")
def test_a_tie_once_rolled_off_stands() -> None:
    fight = fresh().begin(dice=[4, 4, 2] + [1, 6])
    end_turns(fight, "b", "a", "c").step(dice=[])
    assert fight.get("order") == ["b", "a", "c"]
    fight.gm("set a.raises 2").gm("set b.raises 2")
    end_turns(fight, "b", "a", "c").step(dice=[])  # both rise: they stay tied
    assert fight.get("order") == ["b", "a", "c"]


@pytest.mark.rule(
    "coriolis.ruling.initiative.tie-timing", "coriolis.initiative.from-actions", "coriolis.ruling.initiative.raise-lasts"
)
def test_whoever_joins_a_score_makes_all_on_it_roll_when_the_tie_appears() -> None:
    fight = fresh().begin(dice=[4, 4, 2] + [1, 6])
    fight.gm("set c.raises 2")
    end_turns(fight, "b", "a", "c").step(dice=[3, 1, 5])  # c 2 + 2: a, b and c roll
    assert (fight.get("order"), fight.get("c.initiative")) == (["c", "a", "b"], 4)
    end_turns(fight, "c", "a", "b").step(dice=[])
    assert (fight.get("order"), fight.get("c.initiative")) == (["c", "a", "b"], 4), "a raise stays"


@pytest.mark.rule("coriolis.ruling.initiative.tie-timing")
def test_a_tie_that_was_broken_up_means_new_dice_when_it_comes_back() -> None:
    fight = fresh(a='weapons = ["knife"]').begin(dice=[4, 4, 2] + [6, 1])
    end_turns(fight, "a", "b", "c").step(dice=[], answers={CLAIM: ["knife", "no"]})
    end_turns(fight, "a", "b", "c").step(dice=[1, 6])
    assert fight.get("order") == ["b", "a", "c"]


# --- raising at once -------------------------------------------------------------------------------------------

SWORDS = {"a": 'weapons = ["sword"]', "b": 'weapons = ["dura-knife"]\nskills = { melee-combat = 3 }'}
RAISE = ["dura-knife", "raise-initiative:1"]


def strikes(**scores: int) -> Fight:
    """a is up and strikes at b beside her."""
    return order_of(scores, **SWORDS).gm("place b 1,0")


@pytest.mark.rule("coriolis.melee.defend.raise-initiative", "coriolis.ruling.initiative.raise-now")
def test_a_raise_in_defence_counts_at_once_if_the_slot_is_still_to_come() -> None:
    fight = strikes(a=6, c=4, b=3)
    fight.play("melee-attack a b", dice=[1, 1, 1, 1] + [6, 1, 1, 1, 1, 1], answers=RAISE)
    assert (fight.get("b.initiative"), fight.get("order")) == (5, ["a", "b", "c"])


@pytest.mark.rule("coriolis.ruling.initiative.raise-now", "coriolis.ruling.initiative.tie-timing")
def test_a_tie_with_whoever_is_acting_is_rolled_off_when_the_attack_is_over() -> None:
    fight = strikes(a=5, c=4, b=3)
    fight.play("melee-attack a b", dice=[1, 1, 1, 1] + [6, 1, 1, 1, 1, 1] + [2, 5], answers=RAISE)
    assert (fight.get("order"), fight.actors) == (["b", "a", "c"], ["a"])


@pytest.mark.rule("coriolis.ruling.initiative.raise-now")
def test_whoever_rises_above_the_running_slot_goes_next_and_nobody_is_interrupted() -> None:
    fight = strikes(a=4, c=4, b=3)
    dice = [1, 1, 1, 1] + [6, 6, 1, 1, 1, 1]
    fight.play("melee-attack a b", dice=dice, answers=["dura-knife", "raise-initiative:2"])
    assert (fight.get("order"), fight.actors) == (["b", "a", "c"], ["a"])
    end_turns(fight, "a")
    assert fight.actors == ["b"]


@pytest.mark.rule("coriolis.melee.defend.raise-initiative", "coriolis.initiative.from-actions")
def test_whoever_has_had_her_slot_rises_at_the_start_of_the_next_turn() -> None:
    fight = order_of({"b": 5, "a": 4, "c": 3}, **SWORDS).gm("place b 31,0")
    end_turns(fight, "b")
    fight.play("melee-attack a b", dice=[1, 1, 1, 1] + [6, 1, 1, 1, 1, 1], answers=RAISE)
    assert (fight.get("b.initiative"), fight.get("b.raises")) == (5, 2)
    end_turns(fight, "a", "c").step(dice=[])
    assert fight.get("b.initiative") == 7


@pytest.mark.rule("coriolis.ruling.initiative.raise-now")
def test_a_waiting_delayer_keeps_the_place_she_chose_when_another_rises() -> None:
    fight = order_of({"d": 6, "a": 5, "c": 4, "b": 3}, **SWORDS).gm("place b 31,0")
    fight.play("delay d beside=c", dice=[])
    fight.play("melee-attack a b", dice=[1, 1, 1, 1] + [6, 6, 1, 1, 1, 1], answers=["dura-knife", "raise-initiative:2"])
    assert fight.get("order") == ["b", "a", "c", "d"]  # b 7 goes next; d still waits for c


@pytest.mark.rule("coriolis.melee.defend.raise-initiative", "coriolis.initiative.from-actions")
def test_a_waiting_delayers_own_raise_is_added_at_the_start_of_the_next_turn() -> None:
    fight = order_of({"b": 6, "a": 5, "c": 4}, **SWORDS).gm("place b 31,0")
    fight.play("delay b beside=c", dice=[])
    fight.play("melee-attack a b", dice=[1, 1, 1, 1] + [6, 1, 1, 1, 1, 1], answers=RAISE)
    assert (fight.get("order"), fight.get("b.raises")) == (["a", "c", "b"], 2)
    end_turns(fight, "a", "c")
    fight.play("go-prone b", dice=[])
    end_turns(fight, "b").step(dice=[])
    assert fight.get("b.initiative") == 6  # c's 4, and 2


# --- delaying --------------------------------------------------------------------------------------------------


@pytest.mark.rule("coriolis.initiative.delay", "coriolis.initiative.delay.no-interrupt", "coriolis.initiative.delay.fixed")
def test_a_delayer_acts_directly_after_the_slot_she_named_and_that_becomes_her_score() -> None:
    fight = order_of({"a": 6, "b": 4, "c": 2})
    fight.play("delay a beside=b", dice=[])
    assert (fight.actors, fight.get("order")) == (["b"], ["b", "a", "c"])
    end_turns(fight, "b")
    assert (fight.actors, fight.get("a.initiative")) == (["a"], 6), "nothing is fixed before she acts"
    fight.play("go-prone a", dice=[])
    assert (fight.get("a.initiative"), fight.get("a.delay")) == (4, None)
    end_turns(fight, "a", "c").step(dice=[])
    assert fight.get("order") == ["b", "a", "c"], "no dice for a tie made by delaying"


@pytest.mark.rule("coriolis.initiative.delay", "coriolis.initiative.delay.fixed")
def test_a_delayer_may_go_directly_before_somebody() -> None:
    fight = order_of({"a": 6, "b": 4, "c": 2})
    fight.play("delay a beside=c before=yes", dice=[])
    end_turns(fight, "b")
    fight.play("go-prone a", dice=[])
    end_turns(fight, "a", "c").step(dice=[])
    assert (fight.get("a.initiative"), fight.get("order")) == (2, ["b", "a", "c"])


@pytest.mark.rule("coriolis.initiative.delay.repeat")
def test_a_delayer_may_go_on_delaying() -> None:
    fight = order_of({"a": 6, "b": 4, "c": 2})
    fight.play("delay a beside=b", dice=[])
    end_turns(fight, "b")
    fight.play("delay a beside=c", dice=[])
    assert (fight.actors, fight.get("order")) == (["c"], ["b", "c", "a"])


@pytest.mark.rule("coriolis.ruling.initiative.delay-limits")
def test_only_later_places_may_be_named_and_only_before_anything_is_paid() -> None:
    fight = order_of({"b": 6, "a": 4, "c": 2, "d": 1})
    end_turns(fight, "b")
    before = fight.hash
    for place in ("b", "a", "c before=yes"):  # past, herself, and right where she is
        with pytest.raises(Refused) as refused:
            fight.play(f"delay a beside={place}", dice=[])
        assert refused.value.rule == "coriolis.ruling.initiative.delay-limits"
    assert fight.hash == before
    fight.play("go-prone a", dice=[])
    with pytest.raises(Refused, match="already begun"):
        fight.play("delay a beside=c", dice=[])


@pytest.mark.rule("coriolis.ruling.initiative.delay-limits")
def test_two_cannot_wait_for_each_other() -> None:
    fight = order_of({"a": 6, "b": 4, "c": 2})
    fight.play("delay a beside=b", dice=[])
    with pytest.raises(Refused, match="not later in this turn"):
        fight.play("delay b beside=a", dice=[])
    fight.play("delay b beside=c", dice=[])
    assert (fight.actors, fight.get("order")) == (["a"], ["a", "c", "b"]), "a keeps the place where b's slot was"


@pytest.mark.rule("coriolis.ruling.initiative.delay-never")
def test_whoever_passes_the_place_keeps_the_old_score_and_the_old_place_in_a_tie() -> None:
    fight = fresh().begin(dice=[4, 4, 2] + [6, 1])  # a before b
    fight.play("delay a beside=b", dice=[])
    end_turns(fight, "b", "a")
    assert fight.get("a.ap") == 3, "for reactions, until the turn ends"
    end_turns(fight, "c").step(dice=[])
    assert (fight.get("a.initiative"), fight.get("order")) == (4, ["a", "b", "c"])


@pytest.mark.rule("coriolis.ruling.initiative.delay-value", "coriolis.initiative.delay.fixed")
def test_the_score_taken_is_the_one_the_other_holds_then_claims_included() -> None:
    fight = fresh(b='weapons = ["knife"]').begin(dice=[6, 4, 2], answers={CLAIM: ["no", "knife"]})
    fight.legal("a")  # the form says so
    fight.play("delay a beside=b", dice=[])
    end_turns(fight, "b")
    fight.play("go-prone a", dice=[])
    assert fight.get("a.initiative") == 5
    end_turns(fight, "a", "c").step(dice=[])
    assert fight.get("order") == ["a", "b", "c"], "b's score has changed: a stays at hers"


@pytest.mark.rule("coriolis.initiative.delay.fixed")
def test_a_broken_combatants_place_can_be_named() -> None:
    fight = order_of({"a": 6, "b": 5, "c": 4, "d": 2}, c="hp = 0\nprone = true")
    fight.play("delay a beside=c", dice=[])
    end_turns(fight, "b")
    assert fight.actors == ["a"]
    fight.play("go-prone a", dice=[])
    assert fight.get("a.initiative") == 4


@pytest.mark.rule("coriolis.initiative.ties", "coriolis.initiative.delay.fixed")
def test_a_delayer_does_not_roll_when_somebody_joins_the_score_and_stays_beside_the_one_she_named() -> None:
    fight = order_of({"a": 6, "b": 4, "c": 2})
    fight.play("delay a beside=b", dice=[])
    end_turns(fight, "b")
    fight.play("go-prone a", dice=[])
    fight.gm("set c.raises 2")
    end_turns(fight, "a", "c").step(dice=[1, 6])  # b and c roll, a does not
    assert fight.get("order") == ["c", "b", "a"]


@pytest.mark.rule("coriolis.initiative.delay.fixed")
def test_one_may_be_fixed_beside_somebody_who_is_fixed_beside_another() -> None:
    fight = order_of({"a": 6, "b": 5, "c": 3, "d": 1})
    fight.play("delay a beside=c", dice=[])
    end_turns(fight, "b", "c")
    fight.play("go-prone a", dice=[])  # a: 3, after c
    end_turns(fight, "a", "d").step(dice=[])
    fight.play("delay b beside=a before=yes", dice=[])
    end_turns(fight, "c")
    fight.play("go-prone b", dice=[])  # b: 3, before a
    end_turns(fight, "b", "a", "d").step(dice=[])
    assert fight.get("order") == ["c", "b", "a", "d"]


@pytest.mark.rule("coriolis.initiative.delay.fixed")
def test_whoever_delays_behind_her_shadow_leaves_her_where_she_was() -> None:
    fight = order_of({"a": 6, "b": 4, "c": 2})
    fight.play("delay a beside=b", dice=[])
    end_turns(fight, "b")
    fight.play("go-prone a", dice=[])
    end_turns(fight, "a", "c").step(dice=[])
    fight.play("delay b beside=a", dice=[])
    end_turns(fight, "a")
    fight.play("go-prone b", dice=[])
    end_turns(fight, "b", "c").step(dice=[])
    assert fight.get("order") == ["a", "b", "c"]


@pytest.mark.rule("coriolis.ap.reaction", "coriolis.initiative.delay")
def test_a_delayer_keeps_her_points_for_reactions() -> None:
    fight = order_of({"b": 6, "a": 5, "c": 4}, **SWORDS).gm("place b 31,0")
    fight.play("delay b beside=c", dice=[])
    fight.play("melee-attack a b", dice=[6, 1, 1, 1] + [6, 1, 1, 1, 1, 1], answers=["dura-knife", "decrease-damage:1"])
    assert fight.get("b.ap") == 2


def test_an_order_with_people_waiting_is_written_and_read() -> None:
    fight = order_of({"a": 6, "b": 4, "c": 4, "d": 2})
    fight.play("delay a beside=b", dice=[])
    again = starfray.loads(fight.to_text())
    assert again.hash == fight.hash


@pytest.mark.rule("coriolis.initiative.ties")
def test_a_tie_with_somebody_hidden_is_rolled_in_secret() -> None:
    fight = fresh(b="hidden = true").begin(dice=[4, 4, 5, 6])  # the fourth die falls behind the screen
    assert fight.get("order") == ["c", "a", "b"]
    assert not any(event.rule == "coriolis.initiative.ties" for event in fight.seen_events("side:red"))


@pytest.mark.parametrize(
    ("sheet", "claims"),
    [("", ["unarmed"]), ("hp = 0", ["unarmed"]), ("hidden = true", []), ("dead = true\nhp = 0", []), ('aboard = "van"', [])],
)
def test_bare_hands_are_claimed_only_where_they_could_strike_somebody(sheet: str, claims: list[str]) -> None:
    van = '[[combatant]]\nid = "van"\nside = "blue"\nat = [1.5, 0]\ncraft = "groundcar"\n'
    state = fresh(b=sheet, c=van).state
    assert [each.key for each in claimable(state, state.roster["a"])] == claims


@pytest.mark.parametrize(
    ("owes", "open_forms", "weapon"),
    [
        ("knife", ["melee-attack", "quick-melee"], ["knife"]),
        ("unarmed", ["melee-attack", "quick-melee"], ["unarmed"]),
        ("vulcan-cricket", ["shot", "quick-shot"], ["vulcan-cricket"]),
    ],
)
def test_the_forms_of_a_claimer_name_the_claimed_weapon_alone(owes: str, open_forms: list[str], weapon: list[str]) -> None:
    arms = 'weapons = [{ key = "knife", in-hand = true }, { key = "vulcan-cricket", in-hand = true }]'
    fight = order_of({"a": 5, "b": 4, "c": 3}, a=f'{arms}\nclaim = "{owes}"\nowes = "{owes}"')
    fight.gm("place b 1,0").gm("place a 0,0")
    forms = [
        form for form in fight.legal("a") if form.refused is None and form.kind not in ("shout", "drop", "delay", "end-turn")
    ]
    blanks = [[option.key for option in field.options] for form in forms for field in form.fields if field.name == "weapon"]
    assert ([form.kind for form in forms], blanks) == (open_forms, [weapon] * len(open_forms))


@pytest.mark.rule("coriolis.ruling.initiative.claim-when")
@pytest.mark.parametrize(("gap", "hands", "asked"), [(2, 2, True), (3, 2, False), (2, 0, False)])
def test_bare_hands_are_claimed_by_who_has_them_with_somebody_to_strike(gap: int, hands: int, asked: bool) -> None:
    plain = f'weapons = []\nhands = {hands}\norders = {{ "coriolis.initiative.weapon" = "ask" }}'
    fight = duel(a=plain, b="weapons = []", gap=gap, now="turn = 0")
    fight.begin()
    assert [ask.rule for ask in fight.asks] == (["coriolis.initiative.weapon"] if asked else [])
