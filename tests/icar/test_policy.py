"""The book's own policy: it uses what the book offers, is never refused, and brings every fight to an end."""

from __future__ import annotations

import pytest

from starfray.engine.actions import to_text
from starfray.engine.codec import clone
from starfray.engine.policy import Policies
from starfray.engine.rules import Generator
from starfray.engine.tables.random import Generators
from starfray.fight import Fight
from starfray.sim.playout import playout
from tests.icar import build
from tests.icar.chase import CREW, FOES, chase, stand_by
from tests.icar.scenes import ACE, MEDIC
from tests.icar.street import FISTS, FLOOR, refused, street, third

SHIELD = 'shields = [{ key = "moss-standfirm", up = true }]\n'  # stops 16 a turn
PISTOL = 'weapons = ["nelson-h1"]\n'  # 6
RIFLE = 'weapons = ["arms-6"]\n'  # 28


def choice(board: Fight, who: str = "") -> str:
    """What the policy would do, as somebody of the side sees it; the rules allow it."""
    actor = who or board.actors[0]
    view = board.view(f"side:{board.state.roster[actor].side}")
    action = board.book.policy().act(board.book, view, actor, Generator(1))
    assert action is not None
    text = to_text(action)
    assert board.refusal(text) is None
    return text


def ends(board: Fight, limit: int = 1500, seed: int = 1) -> str:
    """How the fight ends if the policy plays everybody."""
    state = clone(board.state)
    outcome, acts = playout(board.book, board.content, state, Generators(seed), Policies(board.book.policy()), limit)
    assert outcome is not None, f"no end after {acts} acts"
    return ",".join(outcome.winners)


# --- on foot ---------------------------------------------------------------------------------------------------
def test_a_gun_that_cannot_overload_the_shield_is_left_and_fists_are_used() -> None:
    board = street(PISTOL, SHIELD, gap=5)
    assert choice(board) == "hold-fire a"
    board.play("hold-fire a", dice=[])
    assert choice(board).startswith("move a 4")
    assert choice(street(PISTOL + FISTS, SHIELD)) == "hold-fire a"
    near = street(PISTOL + FISTS, SHIELD).play("hold-fire a", dice=[])
    assert choice(near).startswith("combo a b fists")


def test_a_gun_that_can_overload_the_shield_fires() -> None:
    assert choice(street(RIFLE, SHIELD, gap=5)) == "fire a b"


def test_guns_that_overload_the_shield_together_fire() -> None:
    friends = "".join(third(PISTOL, who=who, side="red", at="[0, 1]") for who in ("c", "d"))
    board = street(PISTOL, SHIELD, more=friends, gap=5)  # 3 x 6 are more than 16
    assert choice(board).split()[0] in ("fire", "aim")


def test_two_gunmen_behind_shields_they_cannot_break_come_to_blows_and_to_an_end() -> None:
    ends(street(PISTOL + SHIELD, PISTOL + SHIELD, gap=12))


def test_a_shot_within_a_combo_counts_for_nothing_against_a_shield_or_with_an_unhandy_gun() -> None:
    fighter = "skills = { street-fighting = 4, gun-fu = 3, shooting = 3 }\nattributes = { battle = 4, meat = 3 }\n"
    combos = 'combos = [{ name = "fists", moves = ["punch", "punch"] }, { name = "shots", moves = ["fire", "fire"] }]\n'
    for gun, b in (("raqax-2e", SHIELD), ("boomstick", "")):
        board = street(f'weapons = ["{gun}"]\n' + combos, b, base=fighter).play("hold-fire a", dice=[])
        assert choice(board).startswith("combo a b fists"), gun
    open_foe = street('weapons = ["raqax-2e"]\n' + combos, base=fighter).play("hold-fire a", dice=[])
    assert choice(open_foe).startswith("combo a b shots")


def test_whoever_has_thrown_the_last_grenade_goes_to_the_foe() -> None:
    spent = 'weapons = [{ key = "fragmentation-grenade", rounds = 0, spares = 0 }]\n'
    assert choice(street(spent, gap=20)).startswith("move a ")


def test_the_better_attribute_is_proposed_in_a_duel_and_only_there() -> None:
    quick = "attributes = { battle = 2, shift = 5, meat = 2 }\nskills = { street-fighting = 1 }\n"
    assert "attribute=shift" in choice(street(FISTS, FISTS, base=quick))
    assert "attribute" not in choice(street(FISTS, base=quick))
    board = street(FISTS, FISTS, foe=quick)
    policy = board.book.policy()
    board.play('combo a b fists "A left, a right."')
    while board.asks and board.asks[0].rule != "icar.close.attribute-swap":
        ask = board.asks[0]
        board.answer(ask, policy.answer(board.book, board.state, ask, Generator(1)))
    assert policy.answer(board.book, board.state, board.asks[0], Generator(1)) == "shift"


def test_escape_is_chosen_only_when_it_can_be_tried() -> None:
    tripped = street(FLOOR, "prone = true\n").play("stand-by a", dice=[])
    assert choice(tripped, "b") == "escape b"
    fresh = street(FLOOR).play('combo a b floor "Down."', dice=[9])
    assert choice(fresh, "b") == "stand-by b"
    unsteady = street(b='prone = true\naug = true\ndisabled = ["balance"]\n').play("stand-by a", dice=[])
    assert choice(unsteady, "b") == "stand-by b"


def test_a_medic_goes_to_the_dying_stabilises_unlocks_and_wakes() -> None:
    far = street(base=MEDIC, more=third("hp = -1\n", side="red", at="[9, 9]"), gap=30)
    assert choice(far).startswith("move a ")
    assert choice(street(base=MEDIC, more=third("hp = -1\n", side="red"), gap=30)) == "stabilise a c"
    locked = third('aug = true\ndisabled = ["body"]\n', side="red")
    assert choice(street(base=MEDIC, more=locked, gap=30)) == "unlock a c"
    sleeper = third("stun = -2\n", side="red")
    assert choice(street('kit = ["shakespeare-med-kit"]\n', base=MEDIC, more=sleeper, gap=30)) == "hypo a c"
    assert not choice(street(more=third("hp = -1\n", side="red"), gap=30)).startswith("stabilise")


def test_the_way_to_the_foe_leads_through_rooms_and_doors_that_anybody_may_try_to_hack() -> None:
    things = '{ name = "gate", joins = ["hall", "yard"], open = true }, { name = "hatch", joins = ["yard", "deck"] }'
    now = f"turn = 1\nthings = [{things}]"
    assert choice(street('area = "hall"\n', 'area = "deck"\n', now=now)) == "move a area=yard"
    assert choice(street('area = "yard"\n', 'area = "deck"\n', now=now)) == "hack a hatch"
    ends(street('area = "hall"\n' + FISTS, 'area = "deck"\n' + FISTS, now=now, gap=1))


def test_a_foe_behind_the_doors_of_a_car_that_no_gun_can_break_is_followed_into_it() -> None:
    car = '[[combatant]]\nid = "car"\nside = "blue"\nvehicle = "orbihaul"\nat = [AT, 0]\n'
    assert choice(street(PISTOL, 'aboard = "car"\n', more=car.replace("AT", "9"))) == "hold-fire a"
    near = street(PISTOL, 'aboard = "car"\n', more=car.replace("AT", "1")).play("hold-fire a", dice=[])
    assert choice(near) == "get-in a car"
    ends(street(PISTOL, 'aboard = "car"\n', more=car.replace("AT", "9")))


# --- chases ----------------------------------------------------------------------------------------------------
def test_whoever_is_not_needed_at_a_gun_takes_the_controls_when_the_pilot_is_out() -> None:
    board = chase().gm("stun pil")
    assert choice(board) in ("take-role eng pilot", "stand-by hax", "take-role hax pilot")
    turn = 0
    while board.get("chase.up") == "car" and turn < 8:
        board.play(choice(board))
        turn += 1
    assert [who for who in ("hax", "eng") if board.get(f"{who}.role") == "pilot"] != []


def test_a_lone_gunner_without_a_gun_flies_instead() -> None:
    alone = '[[combatant]]\nid = "gun"\naboard = "car"\nrole = "gunner"\n'
    board = chase(crew=alone, begun=False).step(dice=[5])
    while board.get("chase.up") != "car":
        board.play(choice(board))
    assert choice(board) == "take-role gun pilot"


def test_boarders_take_over_a_vehicle_nobody_holds() -> None:
    board = chase(
        foes="", more=ACE.replace('aboard = "car"', 'aboard = "van"') + FOES.replace("van", "jeep") + JEEP, begun=False
    )
    board.step(dice=[5, 5])
    while board.get("chase.up") != "van":
        board.play(choice(board)) if board.actors else board.step()
    assert choice(board) == "take-role ace pilot"


JEEP = '[[combatant]]\nid = "jeep"\nside = "gang"\nvehicle = "rover"\n'


def test_a_medic_in_a_car_saves_the_dying_and_a_boarder_uses_combos() -> None:
    board = chase(crew=CREW.replace("micro-engineering = 4", "medicine = 4")).gm("set gun.hp -1")
    stand_by(board.play("declare pil dodge", dice=[]), "hax")
    assert choice(board) == "stabilise eng gun"
    boarder = ACE.replace('side = "crew"', 'side = "gang"') + FLOOR
    fight = chase(more=boarder)
    stand_by(fight.play("declare pil dodge", dice=[]), "hax", "eng", "pil")
    assert choice(fight, "ace").startswith("combo ace pil floor")


def test_a_ram_is_chosen_where_guns_do_next_to_nothing() -> None:
    board = chase(car="max-hp = 200, hp = 200", crew=CREW.replace('weapons = ["arms-5"]', 'weapons = ["nelson-h1"]'))
    assert choice(board) == "declare pil ram van"


def test_nobody_shoots_at_a_personal_shield_that_holds() -> None:
    foes = FOES.replace('role = "pilot"\n', 'role = "pilot"\n' + SHIELD)
    board = chase(van="open = true, hp = 5", crew=CREW.replace('weapons = ["arms-5"]', 'weapons = ["nelson-h1"]'), foes=foes)
    stand_by(board.play("declare pil firing-position", dice=[]), "hax", "eng", "pil")
    assert "bad" not in choice(board)


def test_an_autopilot_is_switched_off_where_nothing_else_wins() -> None:
    board = chase(car="autopilot = true, tamed-autopilot = true", crew=CREW.replace('weapons = ["arms-5"]', ""), begun=False)
    board.step(dice=[5])
    while board.get("chase.up") != "car":
        board.play(choice(board))
    stand_by(board, "hax")
    assert choice(board, "pil") == "autopilot pil no"


# --- space -----------------------------------------------------------------------------------------------------
def test_in_space_the_guns_are_manned_before_all_else() -> None:
    fighter = '[[combatant]]\nid = "eng"\narchetype = "john-smith"\naboard = "ship"\n'
    board = build.fight(ship="fighter = true, clusters = [5]", crew=fighter).begin()
    assert choice(board) == "take-role eng gunner"
    board.play("take-role eng gunner", dice=[])
    assert choice(board) == "shoot eng foe"
    ends(board)


def test_in_space_somebody_takes_the_controls_when_the_craft_has_to_flee() -> None:
    board = build.fight(ship="shields = 0, hull-damage = 31").begin().gm("stun pil")
    while not choice(board).startswith("take-role"):
        build.stand_by(board, board.actors[0])
    assert choice(board).endswith(" pilot")


def test_in_space_a_medic_saves_the_dying() -> None:
    doc = '[[combatant]]\nid = "doc"\naboard = "ship"\nrole = "engineer"\nattributes = { wit = 4 }\nskills = { medicine = 3 }\n'
    board = build.fight(more=doc).begin().gm("set gun.hp -1")
    build.stand_by(board, "ops", "eng")
    assert choice(board, "doc") == "stabilise doc gun"


def test_an_unarmed_craft_that_can_neither_run_nor_mend_sues_for_peace() -> None:
    crew = '[[combatant]]\nid = "ops"\narchetype = "good-ops"\naboard = "ship"\n'
    board = build.fight(ship='clusters = [], inoperable = ["grav-engine"]', crew=crew).begin()
    assert choice(board).startswith("sue-for-peace ops")


# --- what hides ------------------------------------------------------------------------------------------------
@pytest.mark.rule("icar.fire.declare-order")
def test_nobody_has_to_decide_about_shots_at_foes_nobody_sees() -> None:
    board = street(PISTOL, "hidden = true\n", gap=9)
    refused(board, "hold-fire a", "icar.fire.declare-order")


@pytest.mark.rule("icar.ruling.hidden-ends")
def test_passengers_of_a_hidden_car_are_hidden_with_it() -> None:
    car = '[[combatant]]\nid = "car"\nside = "blue"\nvehicle = "kestrel"\nhidden = true\nat = [9, 0]\n'
    board = street(PISTOL, PISTOL + 'aboard = "car"\n', more=car, now="")
    assert "b" not in board.view("side:red").roster
    board.begin(dice=[5, 2])
    assert board.get("b.hidden") is True
    board.play("fire b a", dice=[2])
    assert (board.get("b.hidden"), board.get("car.hidden")) == (False, False)
