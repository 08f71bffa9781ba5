"""Whole chases and space fights: the demos to their end, exact odds against brute force, files, secrets, order of dice."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray.engine.errors import BadInput, Refused
from starfray.engine.policy import Policies
from starfray.engine.tables.exact import spread
from starfray.fight import Fight
from starfray.rulebooks.icar import BOOK
from tests.icar.chase import CREW, FOES, chase, declared, rules, stand_by

DEMOS = Path(starfray.__file__).parent / "demos"


def demo(name: str, seed: int) -> Fight:
    text = (DEMOS / f"{name}.toml").read_text(encoding="utf-8")
    lines = [f"seed = {seed}" if line.startswith("seed ") else line for line in text.splitlines()]
    return starfray.loads("\n".join(lines))


# --- demos -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("icar.vehicle.pilot.ram", "icar.vehicle.board", "icar.close.once.opposed")
def test_the_skyway_chase_has_its_ram_its_boarding_and_its_end() -> None:
    for seed in (1, 2, 3):
        board = demo("skyway", seed).auto(acts=600)
        assert board.over is not None
        assert starfray.replay(board.transcript()).hash == board.hash


@pytest.mark.rule("icar.space.eng.travel", "icar.space.eng.repair", "icar.space.repair.temporary")
def test_two_engineers_race_the_damage_around_the_lantern() -> None:
    ends = set()
    for seed in range(1, 7):
        board = demo("two-wasps", seed).auto(acts=600)
        assert board.over is not None
        ends.add(board.over.rule)
    assert ends == {"icar.space.end.collapse", "icar.space.end.run-away"}


def test_every_act_of_the_policy_has_its_reason() -> None:
    board = demo("skyway", 1).begin()
    policy = BOOK.policy()
    board.seats.auto = {*board.state.roster, "gm"}
    for _ in range(12):
        policy.why = ""
        action = policy.act(BOOK, board.state, board.actors[0], board.generators.policy)
        assert action is not None
        assert policy.why
        board.play(action)


# --- exact odds ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "wait"),
    [
        ("traffic hax", ()),
        ("hack-enemy hax van control", ()),
        ("hack hax van", ()),
        ("plates-power eng", ("hax",)),
        ("fly pil", ("hax", "eng")),
        ("gun gun van", ("hax", "eng", "pil")),
    ],
)
def test_the_odds_of_every_role_agree_with_brute_force(text: str, wait: tuple[str, ...]) -> None:
    board = declared("firing-position", wait=wait, head='[rulings]\ndice-pool = "on"')
    action = board.parse(text)
    chances = []
    for merge in (True, False):
        found = spread(BOOK, board.state, action, Policies(BOOK.policy()), merge=merge)
        by_key: dict[object, float] = {}
        for leaf in found.leaves:
            by_key[BOOK.key(leaf.state)] = by_key.get(BOOK.key(leaf.state), 0.0) + leaf.weight
        chances.append(by_key)
    assert chances[0].keys() == chances[1].keys()
    for key, chance in chances[0].items():
        assert chance == pytest.approx(chances[1][key])


def test_the_chance_of_a_hit_is_that_of_the_form() -> None:
    board = declared("dodge", wait=("hax", "eng", "pil"), van="max-hp = 50")
    form = next(form for form in board.legal("gun") if form.kind == "gun")
    assert form.fields[0].options[0].note == "6+ on the die, 50 %"
    assert board.odds("gun gun van").chance_of("van.vehicle.hp", 27) == pytest.approx(0.5)


# --- files, secrets --------------------------------------------------------------------------------------------


def test_a_position_in_the_middle_of_a_turn_is_written_and_read() -> None:
    board = declared("escape", wait=()).play("traffic hax", dice=[4])
    again = starfray.loads(board.to_text())
    assert again.hash == board.hash
    stand_by(board, "eng")
    stand_by(again, "eng")
    assert again.play("fly pil", dice=[2]).hash == board.play("fly pil", dice=[2]).hash


@pytest.mark.parametrize(
    ("car", "crew", "words"),
    [
        ("hp = 31", CREW, "0 to 30"),
        ("shields = 1", CREW, "0 to 0"),
        ("speed = -1", CREW, "0 or more"),
        ("max-hp = 0", CREW, "1 or more"),
        ('goal = "picnic"', CREW, "escape"),
        ('mounted = ["knife"]', CREW, "a gun"),
        ("", CREW.replace('role = "hacker"', 'role = "cook"'), "no role"),
        ("", CREW.replace('aboard = "car"', 'aboard = "boat"'), "aboard"),
        ("", CREW.replace('role = "hacker"', 'role = "hacker"\nside = "gang"'), "the side of car"),
    ],
)
def test_a_wrong_file_is_told_what_was_expected(car: str, crew: str, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        chase(car=car, crew=crew, begun=False)
    assert words in str(caught.value)


def test_a_chase_needs_vehicles_and_a_turn_its_beginning() -> None:
    with pytest.raises(BadInput, match="a vehicle"):
        starfray.loads('rulebook = "icar"\nkind = "vehicle"\n[[combatant]]\nid = "a"\n')
    with pytest.raises(BadInput, match="has not begun"):
        chase(head='[now]\nchase = { up = "car" }', begun=False)


def test_figures_of_a_vehicle_may_be_kept_secret() -> None:
    foes = FOES.replace('id = "bad"', 'id = "bad"\nsecret = ["skills"]')
    board = chase(foes=foes, van="speed = 400")
    board.state.roster["van"].secret.append("vehicle.speed")
    assert board.view("side:crew").roster["van"].vehicle.speed == 110
    assert board.view("gm").roster["van"].vehicle.speed == 400


def test_an_action_of_another_kind_of_fight_is_refused() -> None:
    board = chase()
    before = board.hash
    with pytest.raises(Refused, match="no 'shoot' in a vehicle fight"):
        board.play("shoot pil van", dice=[])
    assert board.hash == before


# --- order of dice ---------------------------------------------------------------------------------------------


@pytest.mark.rule("icar.ruling.dice-order")
def test_dice_fall_hacker_engineer_pilot_boarding_gunner_and_then_the_next_vehicle() -> None:
    ace = '[[combatant]]\nid = "ace"\nside = "crew"\naboard = "car"\nattributes = { shift = 4 }\n'
    board = chase(crew=CREW + ace)
    with pytest.raises(Refused, match="between pilot and gunners"):
        board.play("declare pil ram van", dice=[]).play("jump hax van", dice=[])
    acts = ("traffic hax", "engine-power eng", "fly pil", "jump ace van", "gun gun van")
    for text in acts:
        board.play(text, dice=[8])
    thrown = [event.who for event in board.events if event.faces and event.rule != "icar.fire.initiative"]
    assert thrown[-5:] == ["hax", "eng", "pil", "ace", "gun"]
    assert "icar.vehicle.board" in rules(board)
    board.step(dice=[])
    assert board.get("chase.up") == "van"
