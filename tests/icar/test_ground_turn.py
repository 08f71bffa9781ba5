"""Turns on foot: initiative, the lines of the turn action table, the shared pool."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight
from starfray.engine.errors import BadInput, Refused
from starfray.rulebooks.icar.ground.initiative import Tied, orders
from tests.icar.street import FISTS, A, B, form, needed, refused, rolls, said, street, third

POOL = '[rulings]\ndice-pool = "on"'


@pytest.mark.rule(
    "icar.combat.initiative",
    "icar.combat.order",
    "icar.combat.initiative-purpose",
    "icar.combat.enter.announce",
    "icar.combat.enter.describe",
    "icar.combat.turn-length",
    "icar.ruling.initiative-direction",
)
def test_initiative_is_shift_battle_and_a_die_and_the_highest_acts_first() -> None:
    fight = street(now="").step(dice=[2, 5])  # 8 against 9
    assert (fight.get("a.initiative"), fight.get("b.initiative"), fight.actors) == (8, 9, ["b"])


@pytest.mark.rule("icar.ruling.initiative-tie")
def test_ties_are_thrown_again_among_the_tied_and_the_score_stays() -> None:
    more = third(A)
    fight = street(now="", more=more).step(dice=[3, 5, 3, 4, 6, 4, 2, 5, 4])  # all 9; then all 10; then 8, 9, 10
    assert fight.get("a.initiative") == fight.get("b.initiative") == 9
    assert [who for rule, who in rolls(fight) if rule == "icar.ruling.initiative-tie"] == ["a", "b", "c"] * 2
    assert fight.state.ground.order == ["c", "b", "a"]


@pytest.mark.rule("icar.ruling.initiative-tie")
def test_everybody_who_is_level_is_asked_for_the_own_die() -> None:
    fight = street('seat = "ana"', 'seat = "ben"', now="")
    fight.seats.hand = {"a", "b"}
    fight.advance()
    fight.answer(fight.asks[0], "3").answer(fight.asks[0], "5")  # 9 and 9
    assert [ask.who for ask in fight.asks] == ["a"]
    fight.answer(fight.asks[0], "4")
    assert [ask.who for ask in fight.asks] == ["b"]
    fight.answer(fight.asks[0], "8")  # 10 against 12
    assert fight.state.ground.order == ["b", "a"]


def test_the_chances_of_a_tie_are_exact() -> None:
    shape = Tied((4, 6))
    weights = {each.value: each.weight / sum(other.weight for other in shape.classes()) for each in shape.classes()}
    wins = sum(1 for mine in range(1, 11) for theirs in range(1, 11) if 4 + mine > 6 + theirs)
    losses = sum(1 for mine in range(1, 11) for theirs in range(1, 11) if 4 + mine < 6 + theirs)
    assert weights[0] == pytest.approx(wins / (wins + losses))
    assert sum(orders((3, 3, 3)).values()) == 1
    assert all(share * 6 == 1 for share in orders((3, 3, 3)).values())
    for each in Tied((5, 5, 6)).classes():
        assert Tied((5, 5, 6)).read(each.faces) == each.value


@pytest.mark.rule("icar.ruling.crit-scope")
def test_an_initiative_die_is_never_critical() -> None:
    fight = street(now="").step(dice=[1, 10])
    assert (fight.get("a.initiative"), fight.actors) == (7, ["b"])


@pytest.mark.rule("icar.ruling.initiative-frequency", "icar.combat.initiative")
def test_latecomers_roll_when_they_join_and_the_table_may_roll_each_turn() -> None:
    fight = street(now="").step(dice=[9, 5])
    fight.gm('add "id = \\"z\\", side = \\"red\\", at = [3, 3]"')
    fight.step(dice=[6])
    assert (fight.state.ground.order, fight.actors) == (["a", "z", "b"], ["a"])
    assert fight.play("stand-by a", dice=[]).actors == ["z"]  # in this turn already
    fight = street(now="", head='[rulings]\ninitiative-frequency = "each-turn"').step(dice=[9, 5])
    fight.play("stand-by a", dice=[]).play("stand-by b", dice=[]).step(dice=[2, 9])
    assert fight.actors == ["b"]


@pytest.mark.rule("icar.turn.move", "icar.combat.metres", "icar.ruling.move-rate")
def test_a_move_is_four_times_shift() -> None:
    fight = street()
    form(fight, "a", "move")
    refused(fight, "move a 12.5,0", "icar.turn.move")
    assert fight.play("move a 12,0", dice=[]).get("a.at") == [12, 0]
    fast = street(head='[rulings]\nmove-rate = "8"')
    assert fast.play("move a 24,0", dice=[]).get("a.at") == [24, 0]
    assert "icar.ruling.move-rate" in said(fast)


@pytest.mark.rule("icar.turn.move")
def test_without_a_map_a_move_shortens_a_distance() -> None:
    text = 'rulebook = "icar"\n[[relation]]\nkind = "distance"\nbetween = ["a", "b"]\nvalue = 20\n[now]\nturn = 1\n'
    text += '[[combatant]]\nid = "a"\nside = "red"\n[[combatant]]\nid = "b"\nside = "blue"\n'
    fight = starfray.loads(text).play("move a toward=b metres=8", dice=[])
    assert fight.state.scene.relation[0].value == 12
    refused(starfray.loads(text), "move a toward=b metres=9", "icar.turn.move")
    refused(starfray.loads(text), "move a", "icar.turn.move")


@pytest.mark.rule("icar.turn.say")
def test_one_thing_is_said_along_with_an_action() -> None:
    fight = street().play('say a "Is this your beer?"', dice=[])
    assert fight.get("a.acted") == ""
    refused(fight, 'say a "Well?"', "icar.turn.say")


@pytest.mark.rule("icar.turn.quick-tasks", "icar.ruling.actions-per-turn")
def test_the_gm_may_let_a_quick_task_fit_in() -> None:
    drawn = 'weapons = ["nelson-h1"]\nhand = ""'
    fight = street(drawn).play('quick-task a "draw"', dice=[], answers=["yes"])
    fight.play("change-weapon a nelson-h1", dice=[])
    assert (fight.get("a.acted"), fight.get("a.quick"), fight.actors) == ("", 0, ["a"])
    refused(fight, "quick-task a", "icar.ruling.actions-per-turn")
    fight.play("fire a b", dice=[9])
    no = street(drawn).play("quick-task a", dice=[], answers=["no"]).play("change-weapon a nelson-h1", dice=[])
    assert no.get("a.acted") == "change-weapon"


@pytest.mark.rule("icar.turn.vehicle")
def test_into_and_out_of_a_vehicle() -> None:
    car = '[[combatant]]\nid = "car"\nside = "red"\nvehicle = "kestrel"\n'
    fight = street(more=car).play("get-in a car", dice=[])
    assert fight.get("a.aboard") == "car"
    refused(street(), "get-in a car", "icar.turn.vehicle")
    refused(street(), "get-out a", "icar.turn.vehicle")
    assert street('aboard = "car"', more=car).play("get-out a", dice=[]).get("a.aboard") == ""


@pytest.mark.rule("icar.combat.free-choice", "icar.check.order", "icar.check.default-tn", "icar.check.free-tn")
def test_anything_possible_is_tried_at_the_gms_target_number() -> None:
    fight = street().play('attempt a "kick the table over" acrobatics', dice=[9], answers=["12"])
    assert needed(fight) == 9
    fight = street().play('attempt a "climb the chandelier" acrobatics meat', dice=[9], answers=["14", "yes"])
    assert needed(fight) == 11
    asked = [
        event.rule
        for event in fight.events
        if event.rule in ("icar.check.order", "icar.check.attribute-choice", "icar.check.core")
    ]
    assert asked == ["icar.check.order", "icar.check.attribute-choice", "icar.check.core"]
    refused(street(), 'attempt a "sing" singing', "icar.combat.free-choice")


@pytest.mark.rule("icar.combat.types")
def test_each_kind_of_fight_has_its_own_actions() -> None:
    refused(street(), "aggressive a", "icar.combat.types")


@pytest.mark.rule("icar.crit.worst", "icar.crit.narrator", "icar.crit.reward")
def test_criticals_are_told_by_a_person_and_a_good_tale_is_worth_points() -> None:
    fight = street('seat = "ana"', "surprised = true").play("hit a b", dice=[10], answers=["off the chandelier!", "2"])
    assert fight.get("a.rp") == 2
    fight = street('seat = "ana"', "surprised = true").play("hit a b", dice=[1], answers=["hits the sheriff instead"])
    assert fight.get("b.stun") == 9


@pytest.mark.rule("icar.pool.optional", "icar.pool.size", "icar.pool.use-case")
def test_the_pool_is_an_option_above_all_for_small_groups() -> None:
    fight = street('seat = "ana"', now="", head=POOL).step(dice=[5, 5])
    assert fight.get("pool") == 1
    assert street('seat = "ana"', now="").step(dice=[5, 5]).get("pool") == 0


@pytest.mark.rule("icar.pool.draw", "icar.pool.repeat", "icar.ruling.crit-pool-dice")
def test_dice_are_drawn_one_by_one_until_it_is_enough() -> None:
    fight = street('seat = "ana"', "surprised = true", head=POOL, now="turn = 1\npool = 3")
    fight.play("hit a b", dice=[3, 1, 5], answers=["yes", "yes"])  # 3 + 1 + 5 ≥ 8
    assert (fight.get("pool"), fight.get("b.stun")) == (1, 6)


@pytest.mark.rule("icar.ruling.pool-timing")
def test_nothing_is_drawn_on_a_natural_one() -> None:
    fight = street('seat = "ana"', "surprised = true", head=POOL, now="turn = 1\npool = 3")
    assert fight.play("hit a b", dice=[1], answers=["ouch"]).get("pool") == 3


@pytest.mark.rule("icar.ruling.pool-scope", "icar.ruling.pool-who")
def test_in_a_contest_each_draws_after_the_own_die_and_what_is_drawn_on_a_tie_is_spent() -> None:
    fight = street('seat = "ana"', head=POOL, now="turn = 1\npool = 1")
    fight.play("hit a b", dice=[3, 2, 6, 5, 4], answers=["yes"])  # 4 + 3 + 2 = 3 + 6: again
    assert (fight.get("pool"), fight.get("b.stun")) == (0, 6)


@pytest.mark.rule("icar.ruling.pool-leftover", "icar.pool.leftover")
def test_leftover_dice_are_shared_and_the_rest_is_told() -> None:
    assert starfray.do("icar", "pool-leftover 7 3", dice=[]).result == {"each": 2, "left": 1}


@pytest.mark.rule("icar.ruling.negative-total", "icar.ruling.unskilled-bonus")
def test_totals_are_not_clamped_and_a_kit_helps_the_unskilled() -> None:
    assert starfray.do("icar", "check skill=9 attribute=9 tn=10", dice=[2]).result["needed"] == -8
    medic = 'kit = ["shakespeare-med-kit"]\nstun = 1'
    assert needed(street(medic, gap=30).play("hypo a a", dice=[9])) == 9  # 12 - Wit 2 - 1


@pytest.mark.parametrize(
    ("a", "now", "words"),
    [
        ('held-by = "zoe"', "turn = 1", "nobody is called"),
        ("hp = 11", "turn = 1", "at most 10"),
        ("asleep = -1", "turn = 1", "0 or more"),
        ("", 'turn = 0\nground = { order = ["a"] }', "has not begun"),
        ("", 'turn = 1\nground = { order = ["x"] }', "nobody"),
        ("", 'turn = 1\nthings = [{ name = "x", kind = "cat" }]', "no kind"),
        ('daemons = ["imp"]', "turn = 1", "not in daemons"),
        ("", 'turn = 1\nhacks = [{ by = "a", target = "x" }]', "nothing is called"),
        ('weapons = [{ key = "nelson-h1", rounds = 5 }]', "turn = 1", "0 to 4"),
        ('disabled = ["legs"]', "turn = 1", "cannot be off"),
        ('aboard = "b"', "turn = 1", "aboard"),
        ("burning = -1", "turn = 1", "0 or more"),
        ('shields = [{ key = "moss-suresafe", taken = -3 }]', "turn = 1", "shields.0.taken"),
        ("", "turn = -1", "0 (not begun)"),
        ("", "ground = { acting = true }", "has not begun"),
        ("", 'turn = 1\nthings = [{ name = "x", joins = ["hall"] }]', "between two areas"),
        ("", 'turn = 1\nat-work = [{ key = "imp", by = "a", target = "b" }]', "not in daemons"),
        ("", 'turn = 1\nat-work = [{ key = "trail", by = "z", target = "b" }]', "nobody is called"),
    ],
)
def test_a_wrong_file_is_told(a: str, now: str, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        street(a, now=now)
    assert words in str(caught.value)


def test_a_fight_in_the_middle_of_everything_is_written_and_read_again() -> None:
    fight = street(FISTS + "stun = -1\nasleep = 2", "hp = -1\ndying = 12\ntries = 4", more=third() + third(who="d", side="red"))
    again: Fight = starfray.loads(fight.to_text())
    assert again.hash == fight.hash


def test_a_hidden_fighter_is_named_in_no_form() -> None:
    fight = street('weapons = ["nelson-h1"]', more=third(B + "hidden = true"))
    for each in fight.legal("a", "side:red"):
        assert not any(option.key == "c" for field in each.fields for option in field.options)
    with pytest.raises(Refused):
        street(now="turn = 1", a='out = "fled"').play("hit a b", dice=[])


@pytest.mark.rule("icar.turn.vehicle")
def test_a_vehicle_out_of_reach_is_not_got_into() -> None:
    car = '[[combatant]]\nid = "car"\nside = "red"\nvehicle = "kestrel"\nat = [9, 9]\n'
    fight = street(more=car)
    why = form(fight, "a", "get-in").refused
    assert why is not None
    refused(fight, "get-in a car", "icar.turn.vehicle")


@pytest.mark.rule("icar.ruling.initiative-tie", "icar.ruling.initiative-frequency")
def test_a_latecomer_who_is_level_throws_again_with_whom_it_is_level() -> None:
    fight = street(now="").step(dice=[3, 9])  # 9 and 13
    fight.gm('add "id = \\"z\\", side = \\"red\\", at = [3, 3]"')
    fight.step(dice=[5, 2, 7])  # 4 + 5 = 9; 6 + 2 against 4 + 7
    assert (fight.state.ground.order, fight.get("z.initiative")) == (["b", "z", "a"], 9)


@pytest.mark.rule("icar.combat.order")
def test_the_order_names_nobody_who_is_hidden() -> None:
    fight = street(now="", more=third(B + "hidden = true")).step(dice=[9, 5, 2])
    assert [event.note for event in fight.events if event.rule == "icar.combat.order"] == ["a, b"]


@pytest.mark.rule("icar.close.once.held-object")
def test_nothing_is_picked_up_with_full_hands() -> None:
    refused(street('weapons = ["knife"]', "surprised = true"), 'hit a b "bar stool"', "icar.close.once.held-object")


def test_a_file_that_says_nought_means_asleep_and_dying() -> None:
    fight = street(b="stun = -2\nhp = 0", more=third())
    assert (fight.get("b.asleep"), fight.get("b.dying"), fight.get("b.tries")) == (2, 40, 10)


def test_a_fight_on_foot_has_somebody_on_foot() -> None:
    with pytest.raises(BadInput, match="nobody is on foot"):
        starfray.loads('rulebook = "icar"\n[[combatant]]\nid = "car"\nside = "red"\nvehicle = "kestrel"\n')
