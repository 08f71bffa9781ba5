"""What the book's own policy does, and why."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight
from starfray.engine.actions import Action
from starfray.engine.generator import Generator
from starfray.rulebooks.hybrid import BOOK
from starfray.sim.montecarlo import simulate
from tests.hybrid.build import duel

FAR = "initiative = 150\nwait-until = 0"
THIRD = '[[combatant]]\nid = "c"\nside = "blue"\nat = [11, 0]\ninitiative = 300'


def acts(fight: Fight, who: str = "a") -> str:
    action: Action | None = BOOK.policy().act(BOOK, fight.view("all"), who, Generator(0))
    assert action is not None
    fields = [str(getattr(action, name)) for name in ("how", "target", "weapon", "until") if hasattr(action, name)]
    return f"{action.KIND} {' '.join(fields)}"


def test_it_presses_in_and_goes_all_out_only_where_nobody_can_strike_back_in_time() -> None:
    assert acts(duel()) == "stance advance b"
    assert acts(duel(b=FAR)) == "stance all-out b"
    assert acts(duel(a='stance = ["advance"]\nstance-since = 100')) == "blow  b short-sword"
    assert acts(duel(b='weapons = ["katana"]')).startswith("close")


def test_whoever_parries_well_lets_a_foe_come_who_is_about_to_strike() -> None:
    fencer = "skills = { short-sword = 8, parry-short-sword = 3 }"  # 75 + 6
    assert acts(duel(a=fencer, b="initiative = 103\nwait-until = 0")) == "wait 111"
    assert acts(duel(a=fencer, b="initiative = 104\nwait-until = 0")) == "stance advance b"  # that is too long
    assert acts(duel(a=fencer)) == "stance advance b"  # and b waits himself


def test_a_blow_in_the_air_keeps_it_from_pressing_in() -> None:
    air = 'under-way = [{ actor = "b", kind = "blow", lands = 104, target = "a", weapon = "short-sword" }]'
    assert acts(duel(now="begun = true\ncount = 100\n" + air)).startswith("blow")


def test_it_weaves_when_half_its_fatigue_is_gone() -> None:
    assert acts(duel(a="pft = 19")) == "evade "
    assert acts(duel(a="pft = 20")) == "stance advance b"


def test_it_closes_its_mind_to_a_mentalist() -> None:
    fight = duel(b='weapons = ["mind-lash"]\nskills = { mind-lash = 8 }')
    assert acts(fight) == "evade "
    assert acts(duel(a="mind-evading = true", b='weapons = ["mind-lash"]')).startswith("stance advance")


def test_it_feints_at_a_foe_who_weaves_and_then_strikes_the_one_taken_in() -> None:
    assert acts(duel(b="evading = true")).startswith("feint")
    assert acts(duel(a='fooled = ["b"]', b="evading = true")) == "stance advance b"
    assert acts(duel(a="skills = { short-sword = 1 }", b="evading = true")) == "stance advance b"  # it would convince nobody


def test_it_throws_a_grenade_where_two_foes_stand_together_and_no_friend() -> None:
    thrower = 'weapons = ["fragmentation-grenade", "short-sword"]\nskills = { grenade = 5 }\nat = [0, 0]'
    assert acts(duel(a=thrower, b="at = [10, 0]", more=THIRD)) == "shoot  c fragmentation-grenade"
    friend = '\n[[combatant]]\nid = "d"\nside = "red"\nat = [9, 0]\ninitiative = 300'
    assert not acts(duel(a=thrower, b="at = [10, 0]", more=THIRD + friend)).startswith("shoot")


def test_the_nimble_dodge_what_they_cannot_ward_when_little_is_left() -> None:
    nimble = "skills = { dodge = 5 }\nweapons = []\npft = 3\ninitiative = 101\nwait-until = 110"
    fight = duel(b=nimble)
    fight.play("blow a b", dice=[])
    fight.auto(acts=1)
    assert any(entry.action.KIND == "land" for entry in fight.journal.entries)
    assert any(event.rule == "hybrid.defence.dodge.phases" for event in fight.events)


UNARMED = {
    "bare hands": ("", ""),
    "grips alone": ("skills = { hth-grapple = 5 }", "skills = { hth-grapple = 5 }"),
    "shields": ('weapons = ["buckler"]', 'weapons = ["large-shield"]'),
    "a knife each to throw": ('weapons = ["throwing-knife"]', 'weapons = ["throwing-knife"]'),
    "a scream at one": ('weapons = ["psychic-scream"]\nskills = { psychic-scream = 9 }', ""),
    "tired minds": ('archetype = "sister-quill"\nmft = 0\nmex = 0', 'archetype = "sister-quill"\nmft = 0\nmex = 0'),
}


@pytest.mark.parametrize("case", list(UNARMED))
@pytest.mark.parametrize("places", [("", ""), ("at = [5, 5]", "at = [20, 20]")], ids=["anywhere", "on a map"])
def test_who_has_nothing_to_strike_with_comes_to_grips_and_the_fight_ends(case: str, places: tuple[str, str]) -> None:
    red, blue = UNARMED[case]
    fight = starfray.loads(f"""
rulebook = "hybrid"
seed = 1
[[combatant]]
id = "a"
side = "red"
{red}
{places[0]}
[[combatant]]
id = "b"
side = "blue"
{blue}
{places[1]}
""")
    result = simulate(fight, 2, seed=3, workers=1)
    assert result.unfinished == 0


def test_with_nobody_left_to_fight_it_treats_its_own() -> None:
    friend = '[[combatant]]\nid = "c"\nside = "red"\nbleeding = [115]\ninitiative = 900'
    assert acts(duel(b="pbd = 0", more=friend)) == "aid c"


# --- known follies -------------------------------------------------------------------------------------------------
CLINCH = 'begun = true\ncount = 100\nclosed = [{ one = "b", other = "a" }]'
DAGGER = 'weapons = ["one-edged-dagger"]\nskills = { one-edged-dagger = 8 }'
KATANA = 'weapons = ["katana"]\nskills = { katana = 8 }'


def test_closed_upon_with_too_long_a_weapon_it_backs_out() -> None:
    assert acts(duel(a=KATANA, b=DAGGER, now=CLINCH)) == "stance retreat b"
    assert acts(duel(a=KATANA.replace("8", "0"), b=DAGGER + "\nevading = true", now=CLINCH)).startswith("evade") is False
    assert acts(duel(b='weapons = ["short-sword"]', now=CLINCH)) == "stance advance b"  # there is room enough
    held = CLINCH + '\nholds = [{ holder = "b", held = "a", strength = 5 }]'
    assert acts(duel(a=KATANA, b=DAGGER, now=held)) == "break-free b"


def test_it_does_not_back_out_where_that_is_likely_to_fail() -> None:
    clumsy = 'stats = { pst = 6, pen = 12, dex = 6, pag = 6, paw = 12 }\nweapons = ["katana"]\nskills = { katana = 0 }'
    assert acts(duel(a=clumsy, b=DAGGER + "\nevading = true", now=CLINCH)).startswith("stance retreat") is False


def test_backing_out_makes_the_long_weapon_worth_something_and_closing_the_short_one() -> None:
    """A katana against a dagger of the same rank: clubbing away in the clinch it won a third of these, backing out of it
    again and again nearly all."""
    fight = starfray.loads(f"""
rulebook = "hybrid"
[[combatant]]
id = "a"
side = "long"
at = [0, 0]
{KATANA}
[[combatant]]
id = "b"
side = "short"
at = [2, 0]
{DAGGER}
""")
    wins = simulate(fight, 40, seed=1, workers=1).wins
    assert wins["long"] >= 16
    assert wins["short"] >= 10


@pytest.mark.parametrize(
    ("lines", "rate"),
    [
        ("", "run"),
        ("pbd = 6", "run"),  # -8: 41 % for a jog, which is still twice a walk
        ("pbd = 2\nskills = { running = 4 }", "walk"),  # -20: 16 % for a crawl first, next to nothing for more
        ("pbd = 2", "wait"),  # -20: no step succeeds
    ],
)
def test_it_walks_where_it_cannot_run_and_waits_where_it_cannot_walk(lines: str, rate: str) -> None:
    policy = BOOK.policy()
    fight = duel(a=lines + "\nat = [0, 0]\npft = 39", b="at = [30, 0]")
    action = policy.act(BOOK, fight.view("all"), "a", Generator(0))
    assert action is not None
    assert getattr(action, "rate", action.KIND) == rate


def test_who_walks_and_cannot_do_better_walks_on() -> None:
    fight = duel(a='at = [0, 0]\npace = "crawl"\nchasing = "b"\npbd = 2\npft = 39', b="at = [30, 0]")
    assert acts(fight) == "wait 110"


def test_whoever_cannot_take_a_step_draws_what_shoots() -> None:
    gun = 'weapons = [{ key = "short-sword", in-hand = true }, "laser-pistol"]\nskills = { laser-pistol = 5 }'
    fight = duel(a=gun + "\nat = [0, 0]\npbd = 2\npft = 39", b="at = [30, 0]")
    assert acts(fight) == "draw  laser-pistol".replace("  ", " ")


def test_it_takes_its_time_and_all_it_has_where_a_plain_blow_is_next_to_hopeless() -> None:
    weak = "skills = { short-sword = 0 }\npbd = 13"  # -4: DF 11, 58 - 2 x 25
    nimble = "stats = { pst = 15, pen = 12, dex = 25, pag = 25, paw = 12 }\nevading = true\ninitiative = 130\nwait-until = 0"
    assert acts(duel(a=weak + "\npft = 39", b=nimble)) == "stance all-out b"
    fight = duel(a=weak + '\npft = 39\nstance = ["all-out"]\nstance-since = 100', b=nimble)
    action = BOOK.policy().act(BOOK, fight.view("all"), "a", Generator(0))
    assert getattr(action, "set_up", None) is True


def test_it_treats_a_friend_who_bleeds_where_it_can_do_nothing_else() -> None:
    friend = '[[combatant]]\nid = "c"\nside = "red"\nat = [1, 0]\nbleeding = [120]\ninitiative = 400'
    fight = duel(a="at = [0, 0]\npbd = 2\npft = 39", b="at = [30, 0]", more=friend)
    assert acts(fight) == "aid c"


def test_a_closed_mind_is_no_choice_after_an_all_out_stance() -> None:
    thinker = 'weapons = ["mind-lash"]\nskills = { mind-lash = 8 }'
    fight = duel(a='stance = ["all-out"]\nstance-since = 100', b=thinker)
    assert acts(fight).startswith("evade") is False


def test_it_stops_weaving_where_nobody_is_left_who_could_strike() -> None:
    assert acts(duel(a="pft = 10\nevading = true", b="pbd = 2")) == "evade "
    assert acts(duel(a="pft = 10", b="pbd = 2")).startswith("stance")
    assert acts(duel(a="pft = 10\nevading = true", b="pbd = 3")).startswith("evade") is False
