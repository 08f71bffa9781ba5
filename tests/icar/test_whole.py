"""Whole fights: by policy to the end, written and read, undone and redone, and with exact odds."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray.engine.policy import Policies
from starfray.engine.tables.exact import spread
from starfray.fight import Fight
from starfray.rulebooks.icar import BOOK
from starfray.rulebooks.icar.common.check import chance
from starfray.rulebooks.icar.space.role_options import OPTIONS, need_of
from starfray.saves import restore
from starfray.transcript import replay
from tests.icar.build import CREW, FOE, fight, stand_by

EXAMPLE = Path(__file__).parents[2] / "examples" / "icar-corvette.toml"


def played(seed: int = 11) -> Fight:
    board = starfray.load(EXAMPLE)
    board.generators.restore([seed, seed + 1, seed + 2])
    return board.auto(acts=400)


def test_a_fight_by_policy_plays_to_its_end() -> None:
    ends = set()
    for seed in range(12):
        board = played(seed)
        assert board.over is not None
        ends.add(board.over.rule)
    assert ends >= {"icar.space.end.collapse"}


def test_every_act_of_a_policy_has_its_reason() -> None:
    board = starfray.load(EXAMPLE).begin()
    policy = BOOK.policy()
    for _ in range(5):
        policy.why = ""
        action = policy.act(BOOK, board.state, board.actors[0], board.generators.policy)
        assert action is not None
        assert policy.why
        board.seats.auto = {*board.state.roster, "gm"}
        board.play(action)


def test_in_a_fighter_the_rest_of_the_crew_leaves_the_turn_to_the_gunner() -> None:
    fighter = 'rulebook = "icar"\nkind = "space"\n[[combatant]]\nid = "ship"\nside = "crew"\ncraft = "fighter"\n'
    board = starfray.loads(fighter + CREW + FOE.replace(", FOE", "")).auto(acts=3)
    assert board.get("space.acted") == {"ops": "stand-by", "eng": "stand-by", "pil": "stand-by"}
    assert board.actors == ["gun"]


@pytest.mark.rule("icar.space.end.run-away")
def test_a_crew_without_guns_runs_and_jumps() -> None:
    clipper = 'rulebook = "icar"\nkind = "space"\n[[combatant]]\nid = "ship"\nside = "crew"\ncraft = "botchery-clipper"\n'
    board = starfray.loads(clipper + CREW + FOE.replace(", FOE", "")).auto(acts=200)
    assert board.over is not None
    assert (board.over.rule, board.get("ship.out")) == ("icar.space.end.run-away", "jumped")


@pytest.mark.rule("icar.space.end.run-away", "icar.space.small-crew.swap")
def test_on_a_craft_without_guns_even_the_last_gunner_may_fly() -> None:
    clipper = 'rulebook = "icar"\nkind = "space"\n[[combatant]]\nid = "ship"\nside = "crew"\ncraft = "botchery-clipper"\n'
    alone = '[[combatant]]\nid = "gun"\narchetype = "good-gunner"\naboard = "ship"\n'
    board = starfray.loads(clipper + alone + FOE.replace(", FOE", "")).auto(acts=200)
    assert (board.get("gun.role"), board.get("ship.out")) == ("pilot", "jumped")


def test_operations_without_power_helps_who_mends() -> None:
    board = fight(ship='inoperable = ["generators"]').gm("set eng.at-system generators").begin()
    action = BOOK.policy().act(BOOK, board.state, "ops", board.generators.policy)
    assert action is not None
    while action.KIND == "decide":
        action = BOOK.policy().act(BOOK, board.play(action).state, "ops", board.generators.policy)
        assert action is not None
    assert action.KIND == "help-eng"


def test_a_transcript_replays_to_the_same_position() -> None:
    board = played()
    assert replay(board.transcript()).hash == board.hash


def test_a_position_in_the_middle_of_a_turn_is_written_and_read() -> None:
    board = fight().play("help-eng ops eng", dice=[5]).play("engines eng", dice=[6])
    again = starfray.loads(board.to_text())
    assert again.hash == board.hash
    assert again.actors == ["pil", "ops"]
    assert again.play("aggressive pil", dice=[5]).hash == board.play("aggressive pil", dice=[5]).hash


def test_undo_and_redo_give_the_same_positions() -> None:
    board = fight().play("stn ops", dice=[5])
    before = board.hash
    board.play("technobabble eng", dice=[8])
    after = board.hash
    assert board.undo().hash == before
    assert board.redo().hash == after


def test_a_save_with_an_open_question_is_restored() -> None:
    board = fight().begin()
    board.seats.hand = {"ops"}
    board.play("stn ops")
    board.answer(board.asks[0], [10])
    assert board.asks[0].rule == "icar.space.crit.narrative"
    again = restore(board.to_json())
    again.answer(again.asks[0], "They never saw it coming.")
    assert again.get("ship.craft.foreseen") is True


def reach(kind: str) -> Fight:
    """A fight in which this option can be chosen now."""
    second = '[[combatant]]\nid = "eng2"\narchetype = "john-smith"\naboard = "ship"\nkit = []\n'
    hacker = '[[combatant]]\nid = "hax"\narchetype = "hacker"\naboard = "ship"\nrole = "hacker"\n'
    foe = 'shields = 0, moles = ["crew"]'
    board = fight(ship='inoperable = ["shield-generator", "life-support"]', foe=foe, crew=CREW + second + hacker)
    board.gm("set eng.at-system shield-generator").begin()
    order = {"engineer": ["ops"], "pilot": ["ops", "eng", "eng2"], "hacker": ["ops", "eng", "eng2", "pil"]}
    order["gunner"] = [*order["hacker"], "hax"]
    return stand_by(board, *order.get(OPTIONS[kind].role, []))


WORDS = {
    "investigate": "foe",
    "help-eng": "eng",
    "cajole": 'persuade "Please!"',
    "travel": "life-support",
    "tractor": "foe",
    "shoot": "foe",
    "hack-craft": "foe generators",
}
WHO = {"operations": "ops", "engineer": "eng", "pilot": "pil", "hacker": "hax", "gunner": "gun"}


@pytest.mark.parametrize("kind", [kind for kind in OPTIONS if kind != "light-jump"])
def test_the_odds_of_every_option_are_exact(kind: str) -> None:
    board = reach(kind)
    who = WHO[OPTIONS[kind].role]
    text = f"{kind} {who} {WORDS.get(kind, '')}"
    odds = board.odds(text)
    assert odds.exact
    assert sum(each.p for each in odds.outcomes) == pytest.approx(1)
    if OPTIONS[kind].stn < 0:
        expected = chance(need_of(board.state, board.state.roster[who], OPTIONS[kind]))
        assert odds.chance_of("space.stn.1.amount", OPTIONS[kind].stn) == pytest.approx(expected)
    assert spread_by_key(board, text, merge=True) == pytest.approx(spread_by_key(board, text, merge=False))


def spread_by_key(board: Fight, text: str, *, merge: bool) -> dict[str, float]:
    chances: dict[str, float] = {}
    for leaf in spread(BOOK, board.state, board.parse(text), Policies(BOOK.policy()), merge=merge).leaves:
        key = repr(BOOK.key(leaf.state))
        chances[key] = chances.get(key, 0.0) + leaf.weight
    return chances


TARGET_NUMBERS = {
    "investigate": 12, "pool": 12, "help-eng": 12, "stn": 12, "cajole": 12,
    "reroute": 12, "shutdown": 14, "engines": 12, "dump-web": 14, "technobabble": 16, "repair": 12, "engies": 14,
    "aggressive": 12, "spinning-and-skidding": 14, "in-every-axis": 16, "ripping-balls": 18, "run-away": 12, "hack-craft": 12,
}  # fmt: skip
ABILITY = {"operations": 7, "engineer": 8, "pilot": 7, "hacker": 8}


@pytest.mark.parametrize(("kind", "target_number"), TARGET_NUMBERS.items())
def test_every_check_has_the_target_number_of_the_book(kind: str, target_number: int) -> None:
    role = OPTIONS[kind].role
    need = target_number - ABILITY[role]
    tally = reach(kind).preview(f"{kind} {WHO[role]} {WORDS.get(kind, '')}").tally
    assert tally is not None
    assert tally.total == need


def test_the_chance_of_a_hit_is_that_of_the_form() -> None:
    board = reach("shoot")
    form = next(form for form in board.legal("gun") if form.kind == "shoot")
    assert form.fields[0].options[0].note == "hull 90 %"
    assert board.odds("shoot gun foe").chance_of("foe.craft.hull-damage", 10) == pytest.approx(0.9)


@pytest.mark.rule("icar.space.stn.options")
def test_the_list_of_options_with_their_chances() -> None:
    done = starfray.do("icar", "space-options 8 engineer help=2", dice=[])
    rows = {row["option"]: row for row in done.result["options"]}
    assert (rows["technobabble"]["tn"], rows["technobabble"]["chance"], rows["technobabble"]["stn"]) == (14, 0.5, -4)
    assert set(rows) == {"reroute", "shutdown", "engines", "dump-web", "technobabble", "repair", "engies", "tractor"}
