"""Where two rules meet: quick tasks and shots, holds and who lets go, a fall and the clock of the dying."""

from __future__ import annotations

import pytest

import starfray
from starfray.rulebooks.icar.common.intrusions import is_off
from tests.icar.chase import FOES, chase, declared, rules, stand_by
from tests.icar.street import FISTS, A, B, form, needed, refused, said, street, third

SAYS = '"like water"'
GUN = 'weapons = ["nelson-h1"]\n'
MASTER = """attributes = { battle = 4, shift = 3, meat = 3 }
skills = { street-fighting = 4, gun-fu = 4, akarak-art = 4, shooting = 3 }
"""
HELD_BY_B = B + 'held-by = "b"\n'


def with_moves(*moves: str) -> str:
    listed = ", ".join(f'"{move}"' for move in moves)
    return f'combos = [{{ name = "x", moves = [{listed}] }}]\n'


# --- shooting --------------------------------------------------------------------------------------------------


@pytest.mark.rule("icar.turn.quick-tasks", "icar.turn.move", "icar.fire.harder", "icar.fire.simultaneous")
def test_who_moves_by_a_quick_task_still_shoots_among_the_others_and_is_moving() -> None:
    fight = street(GUN, GUN, gap=5).play("quick-task b", dice=[], answers=["yes"]).play("move b 5,1", dice=[])
    assert fight.actors == ["b"]  # the lower initiative has not decided yet
    fight.play("fire b a", dice=[9])
    assert needed(fight) == 10 + 1 - 2 - 1
    fight.play("fire a b", dice=[9])
    assert needed(fight) == 10 + 1 - 6 - 1
    assert (fight.get("a.hp"), fight.get("b.hp")) == (10, 10)
    fight.step(dice=[])
    assert (fight.get("a.hp"), fight.get("b.hp")) == (4, 4)


@pytest.mark.rule("icar.ruling.mixed-combat", "icar.fire.declare-order")
def test_who_has_a_gun_and_strikes_does_so_at_the_place_of_the_initiative() -> None:
    fight = street(b=GUN)
    assert fight.actors == ["b"]  # could shoot, and the shots come first
    assert refused(fight, "hit b a", "icar.ruling.mixed-combat").legal[0] == "hold-fire"
    reasons = {each.kind: each.refused.rule for each in fight.legal("b") if each.refused is not None}
    closed = [kind for kind, rule in reasons.items() if rule == "icar.ruling.mixed-combat"]
    assert {"hit", "attempt", "search", "hack", "stabilise"} <= set(closed)
    assert not {"fire", "aim", "move", "hold-fire", "stand-by"} & set(closed)
    fight.play("hold-fire b", dice=[])
    assert fight.actors == ["a"]
    fight.play("hit a b", dice=[5, 5]).play("hit b a", dice=[5, 5])
    assert fight.get("b.acted") == "hit"


@pytest.mark.rule("icar.close.once.opposed")
def test_who_has_the_highest_initiative_and_the_only_gun_may_strike_at_once() -> None:
    assert street(GUN).play("hit a b", dice=[5, 5]).get("a.acted") == "hit"
    refused(street(GUN, GUN).play("hold-fire b", dice=[]).play("hold-fire a", dice=[]), "fire a b", "icar.fire.declare-order")


@pytest.mark.rule("icar.close.once.opposed")
def test_nobody_waits_for_an_enemy_in_hiding() -> None:
    fight = street("hidden = true", GUN, more=third(A, side="red"))
    assert (fight.actors, form(fight, "b", "hit").refused) == (["b"], None)
    assert fight.play("hit b c", dice=[5, 5]).get("b.acted") == "hit"


@pytest.mark.rule("icar.ruling.moving", "icar.turn.move")
def test_a_move_declared_before_its_place_is_made_at_its_place() -> None:
    fight = street(b=GUN).play("move b 5,0", dice=[])
    assert (fight.get("b.at"), fight.actors) == ([1, 0], ["a"])
    fight.play("hit a b", dice=[5, 5]).step(dice=[], steps=1)
    assert fight.get("b.at") == [5, 0]


@pytest.mark.rule("icar.turn.change-magazine", "icar.turn.quick-tasks")
def test_a_magazine_changed_by_a_quick_task_leaves_the_shot() -> None:
    guns = 'weapons = [{ key = "nelson-h1", rounds = 1 }]\n'
    fight = street(guns, GUN, gap=5).play("hold-fire b", dice=[]).play("quick-task a", dice=[], answers=["yes"])
    fight.play("change-magazine a", dice=[])
    assert fight.play("fire a b", dice=[9]).get("a.weapons.0.rounds") == 3


@pytest.mark.rule("icar.fire.state")
def test_a_form_offers_nobody_beyond_the_reach_of_the_gun() -> None:
    boom = 'weapons = ["boomstick"]\n'
    far = street(boom, gap=9)
    assert (form(far, "a", "fire").refused is None, form(far, "a", "aim").refused is None) == (False, False)
    refused(far, "fire a b", "icar.fire.state")
    assert far.actors == ["a"]
    assert street(b=boom, gap=9).actors == ["a"]  # nobody is asked to shoot who reaches nobody
    both = street(boom, gap=9, more=third(at="[5, 0]"))
    assert [option.key for option in form(both, "a", "fire").fields[0].options] == ["c"]


@pytest.mark.rule("icar.close.weapon.fired")
@pytest.mark.parametrize(("gun", "damage"), [("havan-11", 10), ("brainspiller-7", 18)])
def test_a_machine_pistol_is_a_pistol_and_a_sniper_rifle_a_rifle(gun: str, damage: int) -> None:
    fight = street(with_moves("fire") + f'weapons = ["{gun}"]\n', "max-hp = 30", base=MASTER)
    assert fight.play(f"combo a b x {SAYS}", dice=[9, 9]).get("b.hp") == 30 - damage


@pytest.mark.rule("icar.ruling.gunfu-roll")
def test_a_reload_does_nothing_without_a_gun_in_the_hand() -> None:
    guns = 'weapons = [{ key = "nelson-h1", rounds = 0 }]\nhand = ""\n'
    fight = street(with_moves("punch", "reload") + guns, base=MASTER).play(f"combo a b x {SAYS}", dice=[9])
    assert fight.get("a.weapons.0.rounds") == 0


@pytest.mark.rule("icar.close.skill.gf3")
def test_a_reload_fills_one_rifle_the_one_in_the_hand_or_two_pistols_after_a_shot() -> None:
    rifles = 'weapons = [{ key = "arms-5", rounds = 0 }, { key = "havoc-1c", rounds = 0 }]\nhand = "havoc-1c"\n'
    fight = street(with_moves("reload") + rifles, base=MASTER).play(f"combo a b x {SAYS}", dice=[9])
    assert [each.rounds for each in fight.state.roster["a"].weapons] == [0, 2]
    pistols = 'weapons = [{ key = "raqax-2e", rounds = 1 }, { key = "raqax-2e", rounds = 0 }]\n'
    fight = street(with_moves("fire", "reload") + pistols, "max-hp = 30", base=MASTER).play(f"combo a b x {SAYS}", dice=[9, 2])
    assert [each.rounds for each in fight.state.roster["a"].weapons] == [6, 6]


@pytest.mark.rule("icar.ruling.gunfu-roll", "icar.close.weapon.fired")
def test_who_answers_with_a_puppet_names_whom_it_shoots() -> None:
    late = "turn = 1\nground = { acting = true }"
    fight = street(FISTS + GUN, with_moves("puppet"), foe=MASTER, more=third(A, side="red"), now=late)
    answers = {
        "icar.ruling.duel-sides": ["x"],
        "icar.close.swap.grant": ["none"],
        "icar.close.combo.describe-first": ["your own friend"],
        "icar.ruling.gunfu-roll": ["c"],
    }
    fight.play(f"combo a b fists {SAYS}", dice=[2, 9, 5], answers=answers)
    assert (fight.get("c.hp"), fight.get("a.hp"), fight.get("a.weapons.0.rounds")) == (4, 10, 3)


@pytest.mark.rule("icar.close.once.opposed")
def test_who_was_missed_by_a_combo_is_no_longer_surprised() -> None:
    fight = street(FISTS, "surprised = true", more=third(A, side="red")).play(f"combo a b fists {SAYS}", dice=[2])
    fight.play("stand-by b", dice=[])
    assert fight.play("hit c b", dice=[5, 9]).get("c.stun") == 11 - 2


# --- holds -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("icar.ruling.hold-opposed", "icar.close.skill.aa2")
def test_who_is_pushed_clear_lets_go_at_once() -> None:
    fight = street(with_moves("push-clear"), base=MASTER, more=third(HELD_BY_B, side="red"))
    assert fight.play(f"combo a b x {SAYS}", dice=[9]).get("c.held-by") == ""


@pytest.mark.rule("icar.ruling.hold-opposed", "icar.hack.aug.effects")
def test_who_is_locked_in_by_a_hacker_lets_go_at_once() -> None:
    now = 'turn = 1\nhacks = [{ by = "a", target = "b", passes = 4, inside = true }]'
    hacker = "attributes = { shift = 3, wit = 4 }\nskills = { hacking = 4 }\n"
    fight = street(b="aug = true\ngaia-link = true\nhack-passes = 4", base=hacker, now=now, more=third(HELD_BY_B, side="red"))
    assert fight.play("hack a b body", dice=[5]).get("c.held-by") == ""


@pytest.mark.rule("icar.ruling.hold-opposed", "icar.ruling.down-order")
def test_who_struggles_in_answer_to_a_combo_lets_go_whom_they_hold() -> None:
    down = 'prone = true\ntripped-by = "a"\n'
    fight = street(FISTS, down, now="turn = 2", more=third(HELD_BY_B, side="red"))
    fight.play(f"combo a b fists {SAYS}", dice=[2, 9, 5])
    assert (fight.get("b.prone"), fight.get("b.acted"), fight.get("c.held-by")) == (True, "escape", "")


@pytest.mark.rule("icar.ruling.down-choice")
def test_a_hold_reverse_is_for_the_holder_alone() -> None:
    reverse = with_moves("punch", "hold-reverse") + 'held-by = "b"\n'
    refused(street(reverse, base=MASTER, more=third()), f"combo a c x {SAYS}", "icar.ruling.down-choice")
    fight = street(reverse, base=MASTER, more=third()).play(f"combo a b x {SAYS}", dice=[9])
    assert (fight.get("a.held-by"), fight.get("b.held-by")) == ("", "a")


@pytest.mark.rule("icar.ruling.duel-sides")
def test_a_hold_reverse_is_no_answer_to_another_than_the_holder() -> None:
    brawler = "attributes = { battle = 4, shift = 3, meat = 3 }\nskills = { street-fighting = 4 }\n"
    reverse = with_moves("punch", "hold-reverse") + 'held-by = "c"\nfell = true\nswapped = 1\n'
    fight = street(FISTS, reverse, foe=brawler, more=third(A, side="red"))
    fight.play(f"combo a b fists {SAYS}", dice=[9, 2])  # only the plain roll is left to b, and nothing is asked
    assert (fight.get("b.acted"), fight.get("b.stun")) == ("", 11 - 6)


# --- hacking ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("icar.hack.impersonation", "icar.hack.vehicle.entry", "icar.hack.vehicle.permanent")
def test_who_is_thrown_out_breaks_in_again_but_what_was_done_stays_done() -> None:
    inside = 'passes = 9, inside = true, off = ["power"], for-good = ["power"]'
    now = f'turn = 1\nhacks = [{{ by = "a", target = "car", {inside} }}]'
    car = '[[combatant]]\nid = "car"\nside = "blue"\nvehicle = "kestrel"\n'
    hacker = "attributes = { shift = 5, wit = 4 }\nskills = { hacking = 4 }\n"
    fight = street(base=hacker, now=now, more=car, gap=20)
    fight.play("hack a car doors", dice=[1], answers=["caught", "dull-entity"])
    assert is_off(fight.state, "car", "power")
    fight.play("hack a car", dice=[4]).play("hack a car", dice=[4])  # in again: ten and eleven
    assert fight.play("hack a car doors", dice=[4]).get("hacks.0.for-good") == ["power", "doors"]


@pytest.mark.rule("icar.hack.impersonation", "icar.hack.daemon.backdoor")
def test_a_back_door_is_still_there_for_who_was_thrown_out() -> None:
    things = 'things = [{ name = "files", kind = "data", words = "the payroll" }]\n'
    now = f'turn = 1\n{things}hacks = [{{ by = "a", target = "files", passes = 2, inside = true, back-door = true }}]'
    hacker = "attributes = { shift = 5, wit = 4 }\nskills = { hacking = 4 }\n"
    fight = street(base=hacker, now=now, gap=20).play("hack a files", dice=[1], answers=["caught", "dull-entity"])
    fight.play("hack a files", dice=[4])
    assert said(fight)[-1] == "icar.hack.data"


# --- medicine, chases ------------------------------------------------------------------------------------------


@pytest.mark.rule("icar.heal.stun.hypo", "icar.ruling.hypo")
@pytest.mark.parametrize(("stun", "after"), [(3, 4), (4, 4), (7, 7)])
def test_a_hypo_takes_nothing_from_who_has_half_or_more(stun: int, after: int) -> None:
    medic = 'attributes = { wit = 4 }\nskills = { medicine = 4 }\nkit = ["shakespeare-med-kit"]\n'
    fight = street(base=medic, more=third(B + f"stun = {stun}", side="red"))
    assert form(fight, "a", "hypo").fields[0].options[0].key == ("c" if stun < 4 else "a")
    assert fight.play("hypo a c", dice=[3]).get("c.stun") == after


@pytest.mark.rule("icar.hp.stabilise", "icar.ruling.stabilise")
def test_a_medic_may_save_an_enemy() -> None:
    medic = "attributes = { wit = 4 }\nskills = { medicine = 4 }\n"
    fight = street(b="hp = -1\ndying = 9\ntries = 3", base=medic, more=third())
    assert [option.key for option in form(fight, "a", "stabilise").fields[0].options] == ["b"]
    assert fight.play("stabilise a b", dice=[4]).get("b.stable") is True


@pytest.mark.rule("icar.ruling.vehicle-crash", "icar.hp.zero")
def test_who_drops_in_a_crash_at_the_end_of_a_turn_has_forty_turns_from_there() -> None:
    board = stand_by(declared("dodge", van="hp = 0, falling = 1"), "pil", "gun").step(dice=[])
    landing = {"icar.ruling.vehicle-crash": ["yes", "no"], "icar.hp.brain": ["whole"]}
    stand_by(board, "bad", "goon").step(dice=[], answers=landing)
    assert (board.get("bad.hp"), board.get("bad.dying"), board.get("bad.tries")) == (0, 40, 10)


@pytest.mark.rule("icar.ruling.vehicle-sides", "icar.combat.initiative")
def test_pilots_throw_in_the_order_of_the_roster_wherever_their_vehicles_stand() -> None:
    text = 'rulebook = "icar"\nkind = "vehicle"\n'
    for who, side, car in (("bad", "gang", "van"), ("pil", "crew", "car")):
        text += f'[[combatant]]\nid = "{who}"\nside = "{side}"\naboard = "{car}"\nrole = "pilot"\n'
    for car, side in (("car", "crew"), ("van", "gang")):
        text += f'[[combatant]]\nid = "{car}"\nside = "{side}"\nvehicle = "kestrel"\n'
    fight = starfray.loads(text).step(dice=[9, 3])
    assert (fight.get("bad.initiative"), fight.get("pil.initiative"), fight.state.chase.order) == (13, 7, ["van", "car"])


@pytest.mark.rule("icar.hack.daemon.goal")
def test_a_hacker_in_a_chase_does_away_with_a_trail_that_was_noticed() -> None:
    trail = '[now]\nat-work = [{ key = "trail", by = "goon", target = "hax", noticed = ["hax"] }]\n'
    board = chase(head=trail, foes=FOES).play("declare pil dodge", dice=[])
    assert form(board, "hax", "destroy").refused is None
    assert board.play("destroy hax trail hax", dice=[4]).get("at-work") == []
    assert "icar.hack.daemon.goal" in rules(board)
    assert said(board)[-1] == "icar.hack.daemon.goal"


@pytest.mark.rule("icar.vehicle.end")
def test_a_vehicle_that_gives_up_with_two_sides_aboard_ends_the_chase() -> None:
    boarder = '[[combatant]]\nid = "pirate"\nside = "gang"\naboard = "car"\n'
    board = chase(more=boarder, van='gone = "escaped"').play("surrender car", dice=[]).step(dice=[])
    assert board.over is not None
    assert (board.over.winners, board.over.rule) == ([], "icar.vehicle.end")


def test_the_gm_sees_the_position_itself_before_a_chase_with_a_hidden_vehicle_begins() -> None:
    hidden = '[[combatant]]\nid = "bike"\nside = "gang"\nvehicle = "cobra"\nhidden = true\n'
    board = chase(more=hidden, begun=False)
    assert board.book.view(board.state, "gm") is board.state
    assert "bike" not in board.book.view(board.state, "side:crew").roster


@pytest.mark.rule("icar.pool.size")
@pytest.mark.parametrize(("seats", "dice"), [(("ana", "ben"), 2), (("ana", "ana"), 1), (("ana", ""), 1)])
def test_the_pool_counts_players_not_what_they_play(seats: tuple[str, str], dice: int) -> None:
    a, b = seats
    car = '[[combatant]]\nid = "car"\nside = "red"\nseat = "zoe"\nvehicle = "kestrel"\n'
    fight = street(f'seat = "{a}"', f'seat = "{b}"', head='[rulings]\ndice-pool = "on"', now="", more=car).step(dice=[9, 2])
    assert fight.get("pool") == dice


@pytest.mark.rule("icar.close.once.held-object")
def test_only_empty_hands_are_offered_what_lies_about() -> None:
    names = [[blank.name for blank in form(street(a), "a", "hit").fields] for a in ("", 'weapons = ["knife"]')]
    assert names == [["target", "thing", "attribute"], ["target", "attribute"]]
    refused(street('weapons = ["knife"]'), 'hit a b "table leg"', "icar.close.once.held-object")
