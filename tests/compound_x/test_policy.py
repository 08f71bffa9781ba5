"""What the default policy does where it is plain what a sensible person would do."""

from __future__ import annotations

import starfray
from starfray import Fight
from starfray.engine.actions import Action, to_text
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies
from starfray.engine.tables.random import Generators
from starfray.rulebooks.compound_x.state import Level, Suppression
from starfray.sim.playout import playout


def duel(gap: float, a: str = "", more: str = "") -> Fight:
    """Two soldiers; it is a's turn."""
    text = f"""
rulebook = "compound-x"
map = [60, 20]
[[combatant]]
id = "a"
archetype = "soldier"
side = "red"
at = [5, 5]
{a}
[[combatant]]
id = "b"
archetype = "soldier"
side = "blue"
at = [{5 + gap}, 5]
{more}
"""
    fight = starfray.loads(text)
    fight.state.roster["a"].actions = 3
    return fight


def choice(fight: Fight, who: str = "a") -> str:
    state, book = fight.state, fight.book
    if who not in book.actors(state):
        state.round, state.order, state.up = 1, list(state.roster), who
    action: Action | None = Policies(book.policy()).act(book, state, who, Generator(1))
    assert action is not None
    return to_text(action)


def test_in_the_open_and_far_away_one_lies_down_to_shoot() -> None:
    assert choice(duel(20)) == "go-prone a"


def test_nearer_one_crouches_which_costs_nothing() -> None:
    assert choice(duel(7)) == "crouch a"


def test_whoever_is_low_already_gets_on_with_it() -> None:
    assert choice(duel(20, 'stance = "prone"')).startswith(("aim a b", "fire a b"))


def test_without_ammunition_one_keeps_the_head_down() -> None:
    fight = duel(20, 'stance = "prone"')
    for gun in fight.state.roster["a"].weapons:
        gun.rounds, gun.magazines = 0, 0
    assert choice(fight) == "hunker a"


PISTOL = 'weapons = ["ecsc-mk8-auto"]'
PARTIAL = 'cover = "partial"'


def test_behind_partial_cover_one_lies_down_at_any_distance() -> None:
    """Prone counts on top of partial cover: +2 and +2, and the gun is steadier by 1. cx.stance.prone-bonus"""
    assert choice(duel(7, f"{PARTIAL}\n{PISTOL}", PARTIAL)) == "go-prone a"
    assert choice(duel(14, f'{PARTIAL}\n{PISTOL}\nstance = "crouched"', PARTIAL)) == "go-prone a"


def test_whoever_hits_well_enough_as_it_is_shoots_instead() -> None:
    assert choice(duel(7, f"{PARTIAL}\n{PISTOL}\nstats = {{ perception = 12 }}")) == "crouch a"


def test_behind_full_cover_with_nothing_better_to_do_one_hunkers_down() -> None:
    fight = duel(45, f'{PISTOL}\ncover = "full"\nstance = "crouched"', 'cover = "full"')
    fight.state.roster["a"].actions = 1
    fight.state.roster["a"].stance = "standing"
    assert choice(fight) == "hunker a"


def test_behind_full_cover_one_crouches_because_lying_down_adds_nothing() -> None:
    assert choice(duel(30, 'cover = "full"')) == "crouch a"


def test_with_one_action_left_one_shoots_rather_than_lying_down() -> None:
    fight = duel(20, 'cover = "partial"\nstance = "crouched"\naim = "b"')
    fight.state.roster["a"].actions = 1
    assert choice(fight).startswith("fire a b")


GUNNER = 'weapons = ["ecsc-mk249"]\nstats = { strength = 7 }'
SHORT = 'weapons = ["ecsc-mk8-auto"]\ncover = "partial"'


def under_fire(level: Level, a: str = "") -> Fight:
    """Nobody is within reach of a's snub pistol, and b keeps the place under fire."""
    fight = duel(35, f"{SHORT}\n{a}", f'{GUNNER}\ncover = "partial"')
    zone = Suppression(by="b", target="a", weapon="ecsc-mk249", level=level, radius=2, at=(5, 5))
    fight.state.zones.append(zone)
    return fight


def test_whoever_would_be_hit_without_a_roll_stays_where_he_is_and_lies_down() -> None:
    assert choice(under_fire("heavy")) == "go-prone a"
    assert choice(under_fire("medium", 'stance = "prone"')).startswith("hold a moves")


def test_light_fire_or_fire_that_is_spent_holds_nobody_up() -> None:
    assert choice(under_fire("light")).startswith("run a")
    spent = under_fire("heavy")
    spent.state.zones[0].bitten.append("a")
    assert choice(spent).startswith("run a")
    tired = under_fire("heavy")
    tired.state.roster["b"].reactions = 0
    assert choice(tired).startswith("run a")


def empty(fight: Fight, *whos: str) -> Fight:
    for who in whos:
        for gun in fight.state.roster[who].weapons:
            gun.rounds, gun.magazines = 0, 0
    return fight


def test_once_down_without_ammunition_one_does_not_bob_up_and_down() -> None:
    fight = empty(duel(20, 'stance = "prone"\nhunkered = true'), "a")
    assert choice(fight) == "end-turn a"


def test_when_nobody_has_a_round_left_they_go_at_each_other() -> None:
    fight = empty(duel(20, 'stance = "prone"\nhunkered = true'), "a", "b")
    assert choice(fight) == "unhunker a"
    fight.state.roster["a"].hunkered = False
    assert choice(fight) == "stand a"


def test_a_fallen_comrades_gun_is_taken_up_when_ones_own_is_empty() -> None:
    friend = '[[combatant]]\nid = "c"\narchetype = "soldier"\nside = "red"\nat = [5, 6]\nhealth = 0\ndead = true'
    fight = empty(duel(20, 'stance = "prone"\nskills = {}', friend), "a")
    gun = fight.get("c.weapons.0.key")
    assert choice(fight) == f"draw a {gun} owner=c"


def test_shut_eyes_are_opened_first() -> None:
    assert choice(duel(20, "eyes-shut = true")) == "free a open-eyes"


def test_when_nobody_is_to_be_seen_one_looks_out() -> None:
    fight = duel(20, "", "hidden = true\nstealth = 60")
    view = fight.book.view(fight.state, "side:red")
    assert "b" not in view.roster
    assert choice(fight) == "look-out a"


def test_two_who_have_hidden_from_each_other_find_each_other_in_the_end() -> None:
    hidden = 'hidden = true\nstealth = 70\ncover = "full"\nstance = "crouched"'
    fight = duel(20, hidden, hidden)
    outcome, acts = playout(fight.book, fight.content, fight.state, Generators(3), Policies(fight.book.policy()), 1500)
    assert outcome is not None
    assert acts < 1500
