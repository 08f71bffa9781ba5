"""Helping, commanding, shouting, and work whose outcome is the GM's."""

from __future__ import annotations

import pytest

from starfray import Fight, Refused
from tests.coriolis.build import duel
from tests.coriolis.ward import ward

MATES = "".join(
    f'[[combatant]]\nid = "{who}"\nside = "red"\nat = [0, {place}]\ninitiative = 9\nskills = {{ command = 2 }}\n'
    for place, who in enumerate(("h", "i", "j", "k"), 3)
)
SEVEN = [6, 1, 1, 1, 1, 1, 1]  # a's pool with the carbine


def crew(*helpers: str, a: str = "", b: str = "") -> Fight:
    """The comrades named act first, then a; b is 10 m away."""
    order = [*helpers, *(who for who in "hijk" if who not in helpers), "a", "b"]
    done = [who for who in "hijk" if who not in helpers]
    first = helpers[0] if helpers else "a"
    now = f'turn = 1\nup = "{first}"\norder = {order}\nacted = {done}'.replace("'", '"')
    return duel(a=a, b=b, more=MATES, now=now)


def acts(fight: Fight, *texts: str) -> Fight:
    """Each act, and the end of that slot."""
    for text in texts:
        fight.play(text, dice=[])
        fight.play(f"end-turn {text.split()[1]}", dice=[])
    return fight


@pytest.mark.rule("coriolis.action.help", "coriolis.action.help.bonus", "coriolis.core.help", "coriolis.action.help.before")
def test_a_helper_adds_a_die_to_the_action_helped() -> None:
    fight = crew("h")
    fight.legal("h")
    acts(fight, "help h a shot")
    assert fight.get("h.ap") == 1
    fight.play("shot a b", dice=[*SEVEN, 6], answers=["increase-damage:1"])
    assert (fight.get("b.hp"), fight.get("a.helps")) == (2, [])


@pytest.mark.rule("coriolis.action.help", "coriolis.ap.slow")
def test_helping_a_slow_action_is_slow_and_any_other_normal() -> None:
    fight = crew("h")
    fight.play("help h a aimed-shot", dice=[])
    assert fight.get("h.ap") == 0
    fight.undo()
    fight.play("go-prone h", dice=[])
    with pytest.raises(Refused) as refused:
        fight.play("help h a aimed-shot", dice=[])
    assert refused.value.rule == "coriolis.ap.slow"


@pytest.mark.shown("coriolis.action.help.cost")
def test_the_form_of_help_names_both_costs() -> None:
    form = next(form for form in crew("h").legal("h") if form.kind == "help")
    assert "coriolis.action.help.cost" in form.hints


@pytest.mark.rule("coriolis.action.help.bonus", "coriolis.ruling.help.cap")
def test_three_may_help_and_a_fourth_is_refused() -> None:
    fight = acts(crew("h", "i", "j", "k"), "help h a shot", "help i a shot", "help j a shot")
    before = fight.hash
    with pytest.raises(Refused) as refused:
        fight.play("help k a shot", dice=[])
    assert (refused.value.rule, fight.hash) == ("coriolis.ruling.help.cap", before)
    fight.play("end-turn k", dice=[])
    fight.play("shot a b", dice=[*SEVEN, 1, 1, 1])
    assert fight.get("b.hp") == 3


@pytest.mark.rule("coriolis.action.help.bonus")
def test_one_helper_is_one_die() -> None:
    fight = crew("h")
    fight.play("help h a quick-shot", dice=[])
    fight.gm("set h.ap 3")
    with pytest.raises(Refused, match="already"):
        fight.play("help h a quick-shot", dice=[])


@pytest.mark.rule("coriolis.action.help.lost")
@pytest.mark.parametrize("other", ["move a 0,2", "go-prone a", "reload a"])
def test_help_is_lost_with_any_other_action_that_costs_points(other: str) -> None:
    fight = acts(
        crew("h", a='weapons = [{ key = "vulcan-carbine", in-hand = true }, { key = "vulcan-pistol", empty = true }]'),
        "help h a quick-shot",
    )
    fight.play(other, dice=[])
    assert fight.get("a.helps") == []
    fight.play("quick-shot a b vulcan-carbine", dice=[6, 1, 1, 1, 1])
    assert fight.get("b.hp") == 3


@pytest.mark.rule("coriolis.action.help.bonus")
def test_free_actions_keep_the_help_and_it_outlasts_the_turn() -> None:
    fight = acts(crew("h"), "help h a shot")
    fight.play('shout a "now!"', dice=[]).play("end-turn a", dice=[]).play("end-turn b", dice=[]).step(dice=[])
    while fight.actors != ["a"]:
        fight.play(f"end-turn {fight.actors[0]}", dice=[])
    fight.play("shot a b", dice=[*SEVEN, 1])
    assert fight.get("b.hp") == 3


@pytest.mark.rule("coriolis.ruling.help.next-action", "coriolis.action.defend")
def test_help_may_be_given_for_a_reaction_and_waits_for_it() -> None:
    knives = {"a": 'weapons = ["knife"]', "b": 'weapons = ["knife"]'}
    fight = crew("h", **knives)
    fight.gm("place b 1,0")
    fight.play("help h a defend", dice=[])
    fight.play("end-turn h", dice=[]).play("end-turn a", dice=[])
    fight.play("melee-attack b a", dice=[6, 1, 1, 1] + [1, 1, 1, 1, 1, 1, 6], answers=["knife", "decrease-damage:1"])
    assert (fight.get("a.hp"), fight.get("a.helps")) == (8, [])


@pytest.mark.rule("coriolis.action.help")
def test_only_comrades_and_only_actions_with_a_test_can_be_helped() -> None:
    fight = crew("h")
    before = fight.hash
    for act in ("help h b shot", "help h h shot", "help h a move", "help h a dance"):
        with pytest.raises(Refused) as refused:
            fight.play(act, dice=[])
        assert refused.value.rule == "coriolis.action.help"
    assert fight.hash == before


# --- commanding ------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "coriolis.action.command",
    "coriolis.action.command.bonus",
    "coriolis.action.help.command-substitute",
    "coriolis.ruling.help.slow-command",
)
def test_a_command_gives_its_sixes_as_dice_and_is_normal_whatever_is_ordered() -> None:
    fight = crew("h")
    fight.legal("h")
    fight.play("command h a aimed-shot b", dice=[6, 6, 1, 1, 1])  # Empathy 3 + Command 2
    assert fight.get("h.ap") == 1
    fight.play("end-turn h", dice=[])
    fight.play("aimed-shot a b", dice=[*SEVEN, 1, 1, 1, 1])  # 7 + 2 + 2
    assert fight.get("b.hp") == 3


@pytest.mark.rule("coriolis.action.command.dictated")
@pytest.mark.parametrize("disobeyed", ["shot a c", "quick-shot a b"])
def test_whoever_does_anything_else_forfeits_a_commanders_dice(disobeyed: str) -> None:
    fight = crew("h", a="initiative = 5")
    fight.gm("add \"id = 'c', side = 'blue', at = [9, 9]\"").step(dice=[1])
    fight.play("command h a shot b", dice=[6, 6, 1, 1, 1]).play("end-turn h", dice=[])
    fight.play(disobeyed, dice=SEVEN if disobeyed.startswith("shot") else SEVEN[:5])
    assert fight.get("a.helps") == []


@pytest.mark.rule("coriolis.action.command", "coriolis.action.help.bonus")
def test_all_help_together_is_three_dice_at_most() -> None:
    fight = crew("h", "i")
    fight.play("command h a shot", dice=[6, 6, 6, 6, 1]).play("end-turn h", dice=[])  # the fourth six is lost
    acts(fight, "help i a shot")
    fight.play("shot a b", dice=[*SEVEN, 1, 1, 1])
    assert fight.get("b.hp") == 3


@pytest.mark.rule("coriolis.core.advanced-skills", "coriolis.ruling.advanced-zero")
def test_nobody_commands_untrained() -> None:
    fight = duel(more='[[combatant]]\nid = "h"\nside = "red"\nat = [0, 3]')
    form = next(form for form in fight.legal("a") if form.kind == "command")
    assert form.refused is not None
    before = fight.hash
    with pytest.raises(Refused) as refused:
        fight.play("command a h shot b", dice=[])
    assert (refused.value.rule, fight.hash) == ("coriolis.core.advanced-skills", before)


# --- words and work --------------------------------------------------------------------------------------------


@pytest.mark.rule("coriolis.action.shout")
def test_a_shout_is_free() -> None:
    fight = crew("h")
    fight.play('shout h "behind you!" a', dice=[])
    assert fight.get("h.ap") == 3
    assert fight.events[-1].note == "behind you!"


@pytest.mark.rule("coriolis.action.tinker", "coriolis.ruling.stub-actions")
def test_tinkering_is_slow_takes_the_skill_named_and_the_gm_says_what_comes_of_it() -> None:
    fight = duel(a="skills = { technology = 2 }")
    fight.play('tinker a "the door lock" technology -1', dice=[6, 1, 1, 1], answers=["it opens"])  # Wits 3 + 2 - 1
    assert fight.get("a.ap") == 0
    assert (fight.events[-1].number, fight.events[-1].note) == (1, "it opens")


@pytest.mark.rule("coriolis.core.advanced-skills", "coriolis.core.skill-attribute")
def test_tinkering_needs_a_skill_that_is_there_and_training_for_an_advanced_one() -> None:
    fight = duel()
    before = fight.hash
    for act, rule in (
        ("tinker a lock technology", "coriolis.core.advanced-skills"),
        ("tinker a lock juggling", "coriolis.core.skill-attribute"),
    ):
        with pytest.raises(Refused) as refused:
            fight.play(act, dice=[])
        assert (refused.value.rule, fight.hash) == (rule, before)
    fight.play('tinker a "a jammed hatch" dexterity', dice=[1, 1, 1, 1], answers=["it stays shut"])  # a general skill at 0


@pytest.mark.rule("coriolis.action.mystic-power", "coriolis.ruling.stub-actions")
def test_a_mystic_power_is_slow_and_the_gm_tells_its_effect() -> None:
    fight = duel(a="skills = { mystic-powers = 1 }")
    fight.play('mystic-power a "read his mind"', dice=[6, 6, 1, 1], answers=["he is afraid"])
    assert (fight.get("a.ap"), fight.events[-1].number) == (0, 2)
    with pytest.raises(Refused) as refused:
        duel().play('mystic-power a "read his mind"', dice=[])
    assert refused.value.rule == "coriolis.core.advanced-skills"


@pytest.mark.rule("coriolis.ruling.med.bio-monitor", "coriolis.action.help.lost")
def test_help_from_afar_is_for_the_one_who_wears_the_monitor() -> None:
    for patient, dice in (("p", 4 + 2 + 2 + 1), ("q", 4 + 2 + 2)):
        more = (
            '[[combatant]]\nid = "q"\nside = "red"\nat = [0, 1]\nhp = 0\nprone = true\n'
            '[[combatant]]\nid = "h"\nside = "red"\nat = [50, 0]\nskills = { medicurgy = 1 }\n'
        )
        fight = ward(patient='hp = 0\nprone = true\ngear = ["bio-monitor"]', more=more)
        fight.gm('set up "h"').play("help h m first-aid", dice=[])
        fight.gm('set up "m"').play(f"first-aid m {patient}", dice=[1] * dice)
        assert fight.get("m.helps") == []
