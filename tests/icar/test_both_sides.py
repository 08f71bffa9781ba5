"""Both sides of a rule: where it holds, and right beside it, where it does not."""

from __future__ import annotations

import pytest

import starfray
from starfray.fight import Fight
from tests.icar import build
from tests.icar.chase import chase, declared
from tests.icar.scenes import SECOND, SHIP, hacker
from tests.icar.street import FISTS, form, needed, refused, said, street, third

SAYS = '"A left, a right."'
OPEN_CAR = '[[combatant]]\nid = "car"\nside = "blue"\nat = [5, 0]\nvehicle = { key = "anchorage-r", SHIELD }\n'
SHIELDED = OPEN_CAR.replace("SHIELD", "max-shields = 1, shields = 1, shield-hp = 50")
GUN = 'weapons = ["nelson-h1"]\n'


def done(text: str, *dice: int) -> tuple[dict[str, object], list[str]]:
    found = starfray.do("icar", text, dice=list(dice))
    return found.result, [rule for event in found.events for rule in (event.rule, *event.by)]


# --- on foot ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("icar.fire.effect", "icar.ruling.fire-dead")
def test_a_cars_shield_stops_shots_from_outside_at_it_and_its_people_but_none_fired_inside() -> None:
    def shot(by: str, at: str) -> tuple[object, object]:
        board = street(GUN + by, 'aboard = "car"\n', more=SHIELDED, gap=5).play(f"fire a {at}", dice=[10], answers=["A tale."])
        board.step(dice=[], steps=1)
        return board.get("car.vehicle.soaked"), board.get("b.hp")

    assert shot("", "car") == (6, 10)
    assert shot("", "b") == (6, 10)
    assert shot('aboard = "car"\n', "b") == (0, 4)


@pytest.mark.rule("icar.fire.stat.magazine", "icar.fire.sheet.ownership")
def test_a_single_shot_left_is_fired_none_is_not_and_a_gun_in_pieces_is_no_gun_to_draw() -> None:
    street('weapons = [{ key = "nelson-h1", rounds = 1 }]\n', gap=5).play("fire a b", dice=[2])
    refused(street('weapons = [{ key = "nelson-h1", rounds = 0 }]\n', gap=5), "fire a b", "icar.fire.stat.magazine")
    whole = refused(street('hand = ""\n' + GUN, gap=5), "fire a b", "icar.fire.sheet.ownership")
    broken = 'hand = ""\nweapons = [{ key = "nelson-h1", apart = true }]\n'
    parts = refused(street(broken, gap=5), "fire a b", "icar.fire.sheet.ownership")
    assert ("no gun in the hand" in str(whole), "no sheet" in str(parts)) == (True, True)


@pytest.mark.rule("icar.hack.door")
def test_a_shut_door_stops_a_blow_and_an_open_one_or_one_elsewhere_does_not() -> None:
    now = 'turn = 1\nthings = [{ name = "gate", joins = ["hall", "yard"]OPEN }]'
    shut = street('area = "hall"\n', 'area = "yard"\n', now=now.replace("OPEN", ""))
    refused(shut, "hit a b", "icar.hack.door")
    street('area = "hall"\n', 'area = "yard"\n', now=now.replace("OPEN", ", open = true")).play("hit a b", dice=[5, 4])
    street('area = "hall"\n', 'area = "hall"\n', now=now.replace("OPEN", "")).play("hit a b", dice=[5, 4])


@pytest.mark.rule("icar.close.once.held-object", "icar.close.once.always")
def test_what_is_picked_up_for_a_blow_stays_in_the_hand_and_costs_hit_points() -> None:
    bare = street(b="surprised = true\n").play("hit a b", dice=[9])
    armed = street(b="surprised = true\n").play('hit a b "table leg"', dice=[9])
    assert [(board.get("a.hand"), board.get("b.hp")) for board in (bare, armed)] == [("", 10), ("table leg", 7)]


@pytest.mark.rule("icar.close.swap.one-per-turn", "icar.ruling.swap-foes")
def test_one_swap_is_allowed_and_the_second_is_not_among_foes_either() -> None:
    street(FISTS).play(f"combo a b fists {SAYS} swap=1:hold", dice=[9])
    refused(street(FISTS), f"combo a b fists {SAYS} swap=1:hold+2:hold", "icar.close.swap.one-per-turn")
    street(FISTS, more=third()).play(f"combo a b+c fists {SAYS} swap=c/1:hold", dice=[9, 9])
    refused(street(FISTS, more=third()), f"combo a b+c fists {SAYS} swap=b/1:hold+c/1:hold", "icar.ruling.swap-foes")


@pytest.mark.rule("icar.close.skill-rolled", "icar.close.foes.penalty")
def test_the_tally_of_a_combo_names_several_foes_and_only_these() -> None:
    one = street(FISTS).play(f"combo a b fists {SAYS}", dice=[9])
    two = street(FISTS, more=third()).play(f"combo a b+c fists {SAYS}", dice=[9, 9])
    assert (needed(one), needed(two)) == (6, 8)  # 10 less Battle 3 and Street Fighting 1
    reasons = [why.rule for event in one.events if event.tally is not None for why in event.tally.reasons]
    assert "icar.close.foes.penalty" not in reasons


@pytest.mark.rule("icar.close.duel.compare", "icar.close.attribute-swap")
def test_who_answers_with_a_combo_may_use_a_better_attribute_and_who_only_defends_may_not() -> None:
    quick = "attributes = { battle = 2, shift = 4, meat = 2 }\nskills = { street-fighting = 1 }\n"
    answers = {
        "icar.ruling.duel-sides": ["fists"],
        "icar.close.attribute-swap": ["shift"],
        "icar.check.attribute-choice": ["yes"],
        "icar.close.combo.describe-first": ["No."],
        "icar.close.swap.grant": ["none"],
    }
    answer = street(FISTS, FISTS, foe=quick).play(f"combo a b fists {SAYS}", dice=[7, 4], answers=answers)
    assert needed(answer) == 4 + 1 - 3 - 1
    plain = street(FISTS, FISTS, foe=quick)
    plain.play(f"combo a b fists {SAYS}", dice=[5, 4], answers={"icar.ruling.duel-sides": ["plain"]})
    assert needed(plain) == 2 + 1 - 3 - 1


@pytest.mark.rule("icar.stun.negative", "icar.stun.zero")
def test_stun_of_nought_is_one_turn_and_each_point_below_one_more_from_the_second_on() -> None:
    def sleeps(stun: int) -> tuple[object, bool]:
        board = street(b="stun = 1\n").gm(f"stun b {stun}")
        return board.get("b.asleep"), "icar.stun.negative" in said(board)

    assert [sleeps(loss) for loss in (1, 2, 3)] == [(1, False), (1, True), (2, True)]


@pytest.mark.rule("icar.ruling.hp-unconscious")
@pytest.mark.parametrize("word", ["down a", "set a.hp 0", "set a.out gone"])
def test_whoever_has_gone_or_has_no_hit_points_does_nothing(word: str) -> None:
    board = street(more=third(side="red")).gm(word)
    assert "a" not in board.actors
    refusal = board.refusal("hit a b")
    assert refusal is not None
    assert refusal.rule == ("icar.stun.zero" if word == "down a" else "icar.ruling.hp-unconscious")


@pytest.mark.rule("icar.combat.initiative-purpose", "icar.ruling.initiative-direction")
def test_the_first_turn_is_turn_one() -> None:
    board = street(now="").begin(dice=[5, 2])
    assert (board.get("turn"), board.actors) == (1, ["a"])


@pytest.mark.rule("icar.turn.move")
def test_nobody_moves_toward_nobody_or_toward_themselves() -> None:
    board = street(gap=9)
    for whom in ("a", "z"):
        refused(board, f"move a toward={whom} metres=2", "icar.turn.move")


@pytest.mark.rule("icar.crit.reward")
@pytest.mark.parametrize("points", [0, 5])
def test_a_tale_is_worth_nought_to_five_points(points: int) -> None:
    board = street('seat = "ana"\n', "surprised = true\n")
    board.seats.hand.add("a")
    board.play("hit a b").answer(board.asks[0], [10]).answer(board.asks[0], "off the chandelier!")
    assert (board.asks[0].low, board.asks[0].high) == (0, 5)
    assert board.answer(board.asks[0], str(points)).get("a.rp") == points


# --- hacking ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("icar.ruling.hack-count", "icar.hack.vehicle.permanent")
def test_the_tenth_success_is_told_and_only_the_tenth() -> None:
    crew = "attributes = { shift = 12, wit = 4 }\nskills = { hacking = 4 }\n"
    board = chase(crew=f'[[combatant]]\nid = "hax"\naboard = "car"\nrole = "hacker"\n{crew}', begun=False).step(dice=[5])
    while board.get("chase.up") != "car":
        board.play("declare bad dodge", dice=[]) if not board.get("van.vehicle.goal") else board.play(
            f"stand-by {board.actors[0]}", dice=[], steps=True
        )
    told = []
    for number in range(1, 12):
        before = len(board.events)
        board.play("hack hax van" + (" doors" if number > 2 else ""), dice=[9])
        if any(event.rule == "icar.ruling.hack-count" for event in board.events[before:]):
            told.append(number)
    assert told == [10]
    assert board.get("hacks.0.for-good") == ["doors"]


@pytest.mark.rule("icar.space.hacker.mole", "icar.hack.daemon.start")
def test_a_mole_is_a_way_in_and_another_daemon_is_none() -> None:
    aboard = 'aboard = "ship"\ndaemons = ["gaia-mole", "trail"]\n'
    mole = hacker(a=aboard, more=SHIP).play("release a gaia-mole ship", dice=[9])
    trail = hacker(a=aboard, b="gaia-link = true\naug = true\n", more=SHIP).play("release a trail b", dice=[9])
    assert ["icar.space.hacker.mole" in said(board) for board in (mole, trail)] == [True, False]
    refused(hacker(a='daemons = ["gaia-mole"]\n', more=SHIP), "release a gaia-mole ship", "icar.space.hacker.mole")


# --- chases ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("icar.ruling.vehicle-sides", "icar.combat.initiative")
def test_a_pilot_throws_for_initiative_unless_the_autopilot_flies() -> None:
    assert chase(begun=False).step(dice=[9, 2]).get("chase.order") == ["car", "van"]
    assert chase(car="autopilot = true", begun=False).step(dice=[9]).get("chase.order") == ["van", "car"]


@pytest.mark.rule("icar.vehicle.pilot.ram.damage")
def test_a_ram_takes_a_tenth_on_the_sheet_and_in_the_chase() -> None:
    assert done("vehicle anchorage-r")[0]["ram"] == 3
    board = declared("ram", "van").play("fly pil", dice=[9])
    assert (board.get("car.vehicle.hp"), board.get("van.vehicle.hp")) == (27, 17)


# --- space -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("icar.space.engineers.many-repairs")
def test_several_repairs_in_a_turn_are_told_and_a_single_one_is_not() -> None:
    board = build.fight(ship='inoperable = ["light-jump", "tractor-beam"]', more=SECOND).begin()
    board.gm("set eng.at-system light-jump").gm("set eng2.at-system tractor-beam")
    build.stand_by(board, "ops").play("repair eng", dice=[9])
    assert "icar.space.engineers.many-repairs" not in said(board)
    board.play("repair eng2", dice=[9])
    assert "icar.space.engineers.many-repairs" in said(board)


@pytest.mark.rule("icar.space.system.grav-engine", "icar.ruling.generators")
def test_only_what_is_down_is_missed() -> None:
    whole = build.stand_by(build.fight(more=SECOND).begin(), "ops")
    assert whole.refusal("reroute eng") is None
    refused(whole, "reroute eng2", "icar.ruling.dice-order")
    build.stand_by(whole, "eng", "eng2").play("aggressive pil", dice=[9])
    dark = build.stand_by(build.fight(ship='inoperable = ["generators", "grav-engine"]').begin(), "ops")
    refused(dark, "reroute eng", "icar.ruling.generators")
    refused(build.stand_by(dark, "eng"), "aggressive pil", "icar.space.system.grav-engine")


@pytest.mark.rule("icar.space.system.grav-field", "icar.ruling.grav-field-tn")
def test_a_repair_is_at_16_without_gravity_and_else_at_12() -> None:
    for broken, need in (("grav-field", 8), ("tractor-beam", 4)):
        board = build.fight(ship=f'inoperable = ["{broken}", "light-jump"]').begin().gm("set eng.at-system light-jump")
        build.stand_by(board, "ops").play("repair eng", dice=[9])
        assert build.last_tally(board) == need


@pytest.mark.rule("icar.space.stn.base", "icar.ruling.stn-owner")
@pytest.mark.parametrize(("owner", "base"), [("shooter", 14), ("target", 16)])
def test_the_base_stn_is_that_of_the_craft_that_shoots_or_of_the_target(owner: str, base: int) -> None:
    board = build.fight(head=f'[rulings]\nstn-owner = "{owner}"\n').begin()
    build.stand_by(board, "ops", "eng", "pil").play("shoot gun foe", dice=[9])
    assert build.last_tally(board) == base - 6 - 7


@pytest.mark.rule("icar.ruling.system-modifier", "icar.space.gunner.system")
def test_a_systems_figure_is_added_to_the_stn_or_to_12() -> None:
    for how, base in (("modifier", 14), ("target-number", 12)):
        board = build.fight(head=f'[rulings]\nsystem-modifier = "{how}"\n', foe="shields = 0").begin()
        modifier = board.get("foe.craft.systems.grav-engine.modifier")
        assert isinstance(modifier, int)
        build.stand_by(board, "ops", "eng", "pil").play("shoot gun foe grav-engine", dice=[9])
        assert build.last_tally(board) == base + modifier - 7


@pytest.mark.rule("icar.space.end.run-away.no-jump", "icar.space.crit.pilot")
def test_a_craft_that_ran_and_one_that_slipped_away_are_out_of_reach_for_different_reasons() -> None:
    for fields, rule in (("away = true", "run-away.no-jump"), ("untouchable = true", "crit.pilot")):
        board = build.stand_by(build.fight(foe=fields).begin(), "ops", "eng", "pil")
        refused(board, "shoot gun foe", f"icar.space.{'end.' if 'run' in rule else ''}{rule}")


@pytest.mark.rule("icar.space.stn.options")
def test_the_forms_say_what_each_option_brings() -> None:
    def hint(board: Fight, who: str, kind: str) -> str:
        return form(board, who, kind).hint

    board = build.fight().begin()
    assert (hint(board, "ops", "stn"), hint(board, "ops", "pool")) == ("5+ on the die, 60 %, STN -1", "5+ on the die, 60 %")
    assert hint(board, "ops", "cajole").endswith("STN -2 or more")
    build.stand_by(board, "ops")
    assert hint(board, "eng", "engines").endswith("STN -1, pilot's target number -2")
    assert hint(board, "eng", "reroute").endswith(" %, STN -2")
    assert len(done("space-options 7 pilot")[0]["options"]) == 5  # type: ignore[arg-type]


@pytest.mark.rule("icar.crit.fail", "icar.crit.pass")
@pytest.mark.parametrize(("ability", "chance"), [(30, 0.9), (10, 0.9), (9, 0.8), (3, 0.2), (2, 0.1), (0, 0.1)])
def test_no_check_is_surer_than_nine_in_ten_nor_less_sure_than_one(ability: int, chance: float) -> None:
    rows = done(f"space-options {ability} operations")[0]["options"]
    assert isinstance(rows, list)
    assert next(row["chance"] for row in rows if row["option"] == "stn") == chance


# --- outside the fight -----------------------------------------------------------------------------------------
@pytest.mark.rule("icar.check.default-tn", "icar.check.free-tn")
def test_12_is_the_default_and_all_else_the_gms_word() -> None:
    for tn, rule in ((12, "default"), (11, "free"), (13, "free")):
        found = starfray.do("icar", f"check skill=3 attribute=3 tn={tn}", dice=[5])
        reasons = [why.rule for event in found.events if event.tally is not None for why in event.tally.reasons]
        assert reasons[0] == f"icar.check.{rule}-tn"


@pytest.mark.rule("icar.ruling.pool-leftover", "icar.pool.leftover")
@pytest.mark.parametrize(("dice", "left"), [(7, 1), (6, 0)])
def test_what_is_left_of_the_pool_is_told_only_if_something_is(dice: int, left: int) -> None:
    result, rules = done(f"pool-leftover {dice} 3")
    assert (result["left"], "icar.ruling.pool-leftover" in rules) == (left, left > 0)


@pytest.mark.rule("icar.space.fighter.profile", "icar.space.system.table")
def test_a_sheet_says_of_a_fighter_that_it_is_one_and_of_no_other_craft() -> None:
    assert ["icar.space.fighter.profile" in done(f"spacecraft {key}")[1] for key in ("fighter", "scout")] == [True, False]


@pytest.mark.rule("icar.close.swap.buildable", "icar.ruling.combo-min", "icar.close.build.max-moves")
def test_the_builder_tells_swap_moves_from_others_and_wants_one_move_to_battle_many() -> None:
    skills = "battle=3 street-fighting=2 meat=4 rp=9"
    for moves, told in (("punch+hold", True), ("punch", False)):
        assert ("icar.close.swap.buildable" in done(f"combo {moves} {skills}")[1]) is told
    faults = {
        "punch+punch+punch": [],
        "punch+punch+punch+punch": ["icar.close.build.max-moves"],
        '""': ["icar.ruling.combo-min"],
    }
    for moves, rules in faults.items():
        whys = done(f"combo {moves} {skills}")[0].get("why-not") or []
        assert isinstance(whys, list)
        assert [str(why).partition(":")[0] for why in whys] == rules


# --- the pool, shots from a car --------------------------------------------------------------------------------
@pytest.mark.rule("icar.ruling.opposed-crit")
def test_a_pool_nobody_draws_from_changes_no_chance() -> None:
    pool = '[rulings]\ndice-pool = "on"\n[orders]\n"icar.pool.draw" = "no"\n'
    with_pool, without = (street('seat = "ana"\n', head=head).odds("hit a b") for head in (pool, ""))
    assert with_pool.expected("b.stun") == pytest.approx(without.expected("b.stun"))


@pytest.mark.rule("icar.ruling.pool-timing", "icar.ruling.pool-who")
def test_nobody_draws_after_a_natural_one_or_ten_and_npcs_never() -> None:
    head = '[rulings]\ndice-pool = "on"\n'
    for die, tale in ((10, ["A tale.", "0"]), (1, ["Alas."])):
        board = street('seat = "ana"\n', head=head).play("hit a b", dice=[die, 5], answers=tale)
        assert board.get("pool") == 1
    board = street('seat = "ana"\n', head=head).play("hit a b", dice=[5, 3, 2], answers=["yes"])
    assert board.get("pool") == 0


@pytest.mark.rule("icar.ruling.fire-base-tn")
def test_whoever_stands_on_the_street_is_shot_at_from_a_car_as_on_foot() -> None:
    car = OPEN_CAR.replace(", SHIELD", "").replace('side = "blue"', 'side = "red"')
    inside = street(GUN + 'aboard = "car"\n', more=car, gap=15).play("fire a b", dice=[9])
    on_foot = street(GUN, gap=15).play("fire a b", dice=[9])
    assert needed(inside) == needed(on_foot) == 10 - 3 - 3 - 1


@pytest.mark.rule("icar.ruling.role-order", "icar.space.gunner-last")
def test_gunners_come_last_and_the_others_in_their_order() -> None:
    board = build.fight().begin()
    refused(board, "reroute eng", "icar.ruling.role-order")
    refused(board, "aggressive pil", "icar.ruling.role-order")
    refused(board, "shoot gun foe", "icar.space.gunner-last")


@pytest.mark.rule("icar.combat.order")
def test_the_agenda_lists_everybody_highest_first() -> None:
    board = street(now="", more=third(side="red")).begin(dice=[2, 9, 5])
    assert [moment.who for moment in board.agenda] == ["b", "c", "a"]


@pytest.mark.rule("icar.ruling.negative-total")
def test_a_need_below_nought_is_told_and_nought_is_not() -> None:
    for skill, told in ((9, False), (10, True), (11, True)):
        assert ("icar.ruling.negative-total" in done(f"check skill={skill} attribute=3", 5)[1]) is told


@pytest.mark.rule("icar.ruling.boarding", "icar.vehicle.board.distance", "icar.vehicle.pilot.ram.jump")
def test_after_a_ram_nobody_asks_how_far_it_is() -> None:
    def jumps(board: Fight, answers: list[str]) -> int:
        board.play("jump gun van", dice=[9], answers=answers)
        return needed(board)

    assert jumps(declared("ram", "van").play("fly pil", dice=[9]), []) == 12 - 2
    assert jumps(declared("dodge").play("fly pil", dice=[9]), ["alongside"]) == 16 - 2
    assert jumps(declared("dodge").play("fly pil", dice=[9]), ["farther"]) == 22 - 2
