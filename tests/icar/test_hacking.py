"""Hacking on foot: doors, lights, data, vehicles, spacecraft, Augs, Daemons."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight
from starfray.rulebooks.icar.common.intrusions import is_off
from tests.icar.street import form, needed, refused, said, street, third

HACKER = """attributes = { battle = 1, shift = 3, wit = 4 }
skills = { hacking = 4, impersonation = 2 }
"""
THINGS = """turn = 1
things = [
  { name = "gate", kind = "door", joins = ["hall", "yard"] },
  { name = "lock", kind = "airlock" },
  { name = "lamps", kind = "lights" },
  { name = "floor", kind = "gravity" },
  { name = "files", kind = "data", words = "the payroll" },
  { name = "eyes", kind = "sensors" },
  { name = "fissure", kind = "undergaia" },
  { name = "plant", kind = "generator" },
]
"""
CAR = '[[combatant]]\nid = "car"\nside = "blue"\nvehicle = "kestrel"\n'
SHIP = '[[combatant]]\nid = "ship"\nside = "blue"\ncraft = "scout"\n'


def gaia(a: str = "", b: str = "", *, more: str = "", now: str = "", head: str = "", shift: int = 3) -> Fight:
    base = HACKER.replace("shift = 3", f"shift = {shift}")
    return street(a, b, base=base, now=THINGS + now, more=more, head=head, gap=1 if "held-by" in a else 20)


def hacks(fight: Fight, text: str, *dice: int) -> Fight:
    for die in dice:
        fight.play(text, dice=[die])
    return fight


@pytest.mark.rule("icar.hack.door", "icar.hack.combat.environment", "icar.hack.combat.actions", "icar.ruling.tn-unstated")
@pytest.mark.shown("icar.hack.definition", "icar.hack.realworld-analogy", "icar.hack.support", "icar.hack.others")
def test_a_door_is_one_success_at_twelve_and_the_next_shuts_it_again() -> None:
    fight = gaia()
    form(fight, "a", "hack")
    fight.play("hack a gate", dice=[4])
    assert (needed(fight), fight.get("things.0.open"), fight.get("a.acted"), fight.actors) == (4, True, "hack", ["a"])
    assert hacks(fight, "hack a gate", 5).get("things.0.open") is False


@pytest.mark.rule("icar.ruling.hack-fail", "icar.hack.airlock")
def test_an_airlock_has_two_controls_and_a_failed_roll_is_only_no_progress() -> None:
    fight = hacks(gaia(), "hack a lock", 4, 3, 4)
    assert (fight.get("things.1.open"), fight.get("hacks.0.passes")) == (True, 2)


@pytest.mark.rule("icar.ruling.hack-actions-limit", "icar.hack.combat.actions")
def test_as_many_hacking_actions_as_shift() -> None:
    fight = gaia(shift=2, more=third(side="red"))
    hacks(fight, "hack a lock", 4, 4)
    assert fight.actors == ["b"]
    fight = gaia('tasks = 3\nacted = "hack"\nquick = 1')
    refused(fight, "hack a lock", "icar.ruling.hack-actions-limit")


@pytest.mark.rule("icar.hack.combat.aug-shift")
def test_bionics_count_for_the_number_of_actions() -> None:
    fight = hacks(gaia('suits = ["sports-cyber"]'), "hack a eyes", 4, 4, 4, 4)  # Shift 7
    assert (fight.get("things.5.open"), fight.actors) == (True, ["a"])


@pytest.mark.rule("icar.hack.combat.physical")
def test_gaia_wants_hands_voice_and_body() -> None:
    refused(gaia('held-by = "b"'), "hack a gate", "icar.hack.combat.physical")


@pytest.mark.rule("icar.hack.combat.environment", "icar.fire.harder")
def test_lights_out_makes_shots_harder_by_the_gms_word() -> None:
    fight = gaia().play("hack a lamps", dice=[4], answers=["2"])
    assert (fight.get("things.2.open"), fight.get("ground.surroundings")) == (True, 2)
    fight.play("hack a lamps", dice=[4], answers=["0"])
    assert fight.get("ground.surroundings") == 0


@pytest.mark.rule("icar.hack.data", "icar.hack.undergaia")
def test_data_is_two_barriers_and_to_alter_it_one_more() -> None:
    fight = hacks(gaia(), "hack a files", 4, 4)
    assert fight.events[-1].note == "the payroll"
    fight = hacks(gaia(), "hack a files alter", 4, 4)
    assert fight.get("hacks.0.inside") is False
    fight.play("hack a files alter", dice=[4])
    assert (fight.get("hacks.0.inside"), fight.events[-1].note) == (True, "altered")
    assert hacks(gaia(), "hack a fissure", 4).get("hacks.0.inside") is True


@pytest.mark.rule("icar.hack.door")
def test_a_shut_door_parts_rooms_and_an_open_one_is_walked_through() -> None:
    rooms = gaia('area = "hall"\nweapons = ["nelson-h1"]', 'area = "yard"')
    refused(rooms, "fire a b", "icar.hack.door")
    refused(rooms, "move a area=yard", "icar.hack.door")
    rooms.play("hack a gate", dice=[4]).play("stand-by a", dice=[]).play("move b area=hall", dice=[])
    assert rooms.get("b.area") == "hall"


@pytest.mark.rule(
    "icar.hack.vehicle.entry",
    "icar.hack.vehicle.system",
    "icar.hack.vehicle.duration",
    "icar.hack.vehicle.systems",
    "icar.hack.systems.brief",
)
def test_a_vehicle_takes_two_to_get_in_and_one_for_each_system_which_is_off_for_the_next_turn() -> None:
    fight = hacks(gaia(more=CAR), "hack a car", 4, 4)
    refused(fight, "hack a car", "icar.hack.vehicle.systems")
    refused(fight, "hack a car wings", "icar.hack.vehicle.systems")
    fight.play("hack a car power", dice=[4])
    assert is_off(fight.state, "car", "power") is False
    fight.play("stand-by b", dice=[]).step(dice=[])
    assert is_off(fight.state, "car", "power") is True
    fight.play("stand-by a", dice=[]).play("stand-by b", dice=[]).step(dice=[])
    assert is_off(fight.state, "car", "power") is False


@pytest.mark.rule("icar.ruling.hack-duration")
def test_repeating_a_hack_extends_it() -> None:
    hacked = 'hacks = [{ by = "a", target = "car", passes = 3, inside = true, off = ["power"] }]'
    fight = gaia(more=CAR, now=hacked).play("hack a car power", dice=[4])
    fight.play("stand-by a", dice=[]).play("stand-by b", dice=[]).step(dice=[])
    assert is_off(fight.state, "car", "power") is True


@pytest.mark.rule("icar.hack.vehicle.permanent", "icar.ruling.hack-count")
def test_the_eleventh_success_is_for_good_the_tenth_is_not() -> None:
    hacked = 'hacks = [{ by = "a", target = "car", passes = 9, inside = true }]'
    fight = gaia(more=CAR, now=hacked).play("hack a car power", dice=[4]).play("hack a car shields", dice=[4])
    fight.play("stand-by a", dice=[]).play("stand-by b", dice=[]).step(dice=[])
    fight.play("stand-by a", dice=[]).play("stand-by b", dice=[]).step(dice=[])
    assert (is_off(fight.state, "car", "power"), is_off(fight.state, "car", "shields")) == (False, True)


@pytest.mark.rule("icar.hack.spacecraft.place", "icar.space.hacker.mole", "icar.hack.daemon.start")
def test_a_spacecraft_is_hacked_from_inside_or_through_a_mole() -> None:
    refused(gaia(more=SHIP), "hack a ship", "icar.hack.spacecraft.place")
    fight = gaia('aboard = "ship"\ndaemons = ["gaia-mole"]', more=SHIP)
    fight.play("hack a ship", dice=[4]).play("release a gaia-mole ship", dice=[4])
    fight.gm('set a.aboard ""').play("hack a ship", dice=[4])
    assert fight.get("hacks.0.inside") is True
    refused(gaia('daemons = ["gaia-mole"]', more=SHIP), "release a gaia-mole ship", "icar.space.hacker.mole")


@pytest.mark.rule("icar.hack.aug.link", "icar.hack.aug.cheap", "icar.hack.aug.effects", "icar.hack.aug.no-kill")
def test_a_cheap_suit_takes_four_passes_and_never_kills() -> None:
    refused(gaia(), "hack a b", "icar.hack.aug.link")
    aug = "aug = true\ngaia-link = true\nhack-passes = 4"
    fight = hacks(gaia(b=aug, shift=6), "hack a b walking", 4, 4, 4)
    refused(fight, "hack a b kill", "icar.hack.aug.no-kill")
    assert fight.get("b.disabled") == []
    hacks(fight, "hack a b walking", 4).play("hack a b balance", dice=[4])
    assert (fight.get("b.disabled"), fight.get("b.prone"), fight.get("b.hp")) == (["walking", "balance"], True, 10)


@pytest.mark.rule("icar.hack.aug.expensive", "icar.ruling.hack-aug")
def test_better_suits_take_eight_or_sixteen() -> None:
    for suit, passes in (("morgan-ex-street-suit", 8), ("expeditionary-bioweave", 16)):
        words = f'suits = [{{ key = "{suit}", gaia-link = true }}]'
        now = f'hacks = [{{ by = "a", target = "b", passes = {passes - 2} }}]'
        fight = hacks(gaia(b=words, now=now), "hack a b body", 4)
        assert fight.get("b.disabled") == []
        assert hacks(fight, "hack a b body", 4).get("b.disabled") == ["body"]


@pytest.mark.rule("icar.hack.aug.unlock", "icar.ruling.skill-aliases", "icar.hack.aug.effects")
def test_a_medic_with_bionics_frees_who_is_locked_in() -> None:
    medic = "attributes = { wit = 4 }\nskills = { bionics-engineering = 2 }\n"
    locked = third('aug = true\ndisabled = ["body"]', side="red")
    fight = street(base=medic, more=locked, gap=20).play("unlock a c", dice=[6])
    assert (needed(fight), fight.get("c.disabled")) == (6, [])
    refused(street(base=medic, more=third(side="red"), gap=20), "unlock a c", "icar.hack.aug.unlock")
    walker = gaia('disabled = ["walking"]')
    refused(walker, "move a 1,0", "icar.hack.aug.effects")


@pytest.mark.rule("icar.hack.daemon.goal", "icar.hack.daemon.start", "icar.hack.daemon.backdoor")
def test_a_back_door_lets_anybody_back_in() -> None:
    refused(gaia(), "release a back-door car", "icar.ruling.illegal")
    refused(gaia(more=CAR), "release a back-door car", "icar.hack.daemon.goal")
    refused(gaia('daemons = ["back-door"]', more=CAR), "release a back-door car", "icar.hack.daemon.backdoor")
    friend = third(HACKER, side="red", who="f")
    fight = hacks(gaia('daemons = ["back-door"]', more=CAR + friend), "hack a car", 4, 4)
    form(fight, "a", "release")
    fight.play("release a back-door car", dice=[4]).play("stand-by b", dice=[]).play("hack f car doors", dice=[4])
    fight.play("stand-by f", dice=[]).step(dice=[])
    assert is_off(fight.state, "car", "doors") is True


@pytest.mark.rule("icar.hack.daemon.backdoor.find", "icar.tn.table")
def test_a_back_door_is_easy_to_find_and_shut() -> None:
    left = 'hacks = [{ by = "b", target = "car", passes = 2, inside = true, back-door = true }]'
    fight = gaia(more=CAR, now=left).play("search a car", dice=[2])
    assert (needed(fight), fight.get("hacks.0.back-door")) == (2, False)


@pytest.mark.rule("icar.hack.daemon.overloader", "icar.ruling.overloader")
@pytest.mark.parametrize(("size", "turns"), [("small", 20), ("medium", 200), ("large", 1200)])
def test_an_overloader_has_its_clock(size: str, turns: int) -> None:
    fight = gaia('daemons = ["generator-overloader"]').gm(f"set things.7.size {size}")
    refused(fight, "release a generator-overloader gate", "icar.hack.daemon.overloader")
    fight.play("release a generator-overloader plant", dice=[4], answers=[str(turns)])
    assert fight.get("at-work.0.turns") == turns
    fight.gm("set at-work.0.turns 1").play("stand-by a", dice=[]).play("stand-by b", dice=[])
    fight.step(dice=[], answers=["the lights die with a bang"])
    assert (fight.get("at-work"), fight.get("things.7.open")) == ([], True)


@pytest.mark.rule("icar.ruling.daemon-tn")
def test_daemons_have_penalties_if_the_table_says_so() -> None:
    fight = gaia('daemons = ["generator-overloader"]', head='[rulings]\ndaemon-tn = "penalties"')
    fight.play("release a generator-overloader plant", dice=[6])
    assert (needed(fight), fight.get("at-work")) == (7, [])


@pytest.mark.rule("icar.hack.daemon.goal")
def test_refail_rolls_a_failure_again_once() -> None:
    fight = gaia('daemons = ["refail"]').play("hack a gate", dice=[2, 9], answers=["yes"])
    assert (fight.get("things.0.open"), fight.get("a.daemons")) == (True, [])


@pytest.mark.rule("icar.hack.impersonation")
def test_a_found_hacker_pretends_to_belong_or_is_thrown_out() -> None:
    fight = gaia().play("hack a lock", dice=[4]).play("hack a lock", dice=[1], answers=["a guard", "human"])
    refused(fight, "hack a lock", "icar.hack.impersonation")
    again = starfray.loads(fight.to_text())
    fight.play('impersonate a lock "night shift"', dice=[6])
    assert (needed(fight), fight.get("hacks.0.seen-by"), fight.get("hacks.0.passes")) == (6, "", 1)
    again.play('impersonate a lock "night shift"', dice=[5])
    assert again.get("hacks") == []
    dull = gaia().play("hack a lock", dice=[4]).play("hack a lock", dice=[1], answers=["a guard", "dull-entity"])
    assert dull.get("hacks") == []
    refused(dull, 'impersonate a lock "me"', "icar.hack.impersonation")


@pytest.mark.rule("icar.ruling.hack-rolls", "icar.ruling.hack-fail", "icar.hack.airlock")
def test_a_job_outside_the_fight() -> None:
    done = starfray.do("icar", "hack-job airlock hacking=4 wit=4 rolls=3", dice=[4, 3, 4])
    assert done.result == {"done": True, "passes": 2, "needed": 2}
    looped = starfray.do("icar", "hack-job sensors hacking=4 wit=4 rolls=1", dice=[4])
    assert looped.result == {"done": False, "passes": 1, "needed": 4}


@pytest.mark.rule("icar.hack.daemon.goal")
def test_the_list_of_daemons() -> None:
    rows = starfray.do("icar", "daemons", dice=[]).result["daemons"]
    assert [(row["daemon"], row["cost"]) for row in rows][:3] == [
        ("back-door", 5000),
        ("generator-overloader", 4000),
        ("gaia-mole", 6000),
    ]
    assert len(rows) == 8


def test_hacks_say_what_they_do() -> None:
    assert "icar.hack.combat.environment" in said(gaia().play("hack a gate", dice=[4]))


@pytest.mark.rule("icar.hack.spacecraft.place", "icar.turn.vehicle")
def test_a_spacecraft_is_hacked_from_its_hull_too() -> None:
    here = SHIP + "at = [1, 0]\n"
    fight = gaia(more=here).play("get-in a ship hull=yes", dice=[])
    assert (fight.get("a.inside"), fight.get("a.aboard")) == ("ship", "")
    fight.play("stand-by b", dice=[]).step(dice=[]).play("hack a ship", dice=[4])
    assert fight.get("hacks.0.passes") == 1
    fight.play("stand-by a", dice=[]).play("stand-by b", dice=[]).step(dice=[]).play("get-out a", dice=[])
    assert fight.get("a.inside") == ""
    car = CAR + "at = [1, 0]\n"
    refused(gaia(more=car), "get-in a car hull=yes", "icar.hack.spacecraft.place")


@pytest.mark.rule("icar.hack.aug.effects")
def test_who_has_lost_the_balance_does_not_get_up_and_who_is_blind_shoots_worse_by_the_gms_word() -> None:
    aug = "aug = true\ngaia-link = true\nhack-passes = 1\n"
    fight = gaia(b=aug).play("hack a b balance", dice=[4]).play("stand-by a", dice=[])
    fight.play("stand-by b", dice=[]).step(dice=[]).play("stand-by a", dice=[])
    refused(fight, "escape b", "icar.hack.aug.effects")
    fight = gaia(b=aug + 'weapons = ["nelson-h1"]\nhand = ""\n').play("hack a b sensors", dice=[4], answers=["3"])
    fight.play("stand-by a", dice=[]).play("change-weapon b nelson-h1", dice=[]).step(dice=[])
    assert needed(fight.play("fire b a", dice=[2])) == 10 + 3 - 2 - 1


@pytest.mark.rule("icar.hack.daemon.goal", "icar.hack.daemon.start")
@pytest.mark.parametrize(("daemon", "need", "turns"), [("trail", 4, 0), ("stealth-trail", 7, 20)])
def test_a_trail_reports_is_noticed_by_one_check_and_destroyed_by_another(daemon: str, need: int, turns: int) -> None:
    linked = 'gaia-link = true\nskills = { hacking = 6 }\nattributes = { shift = 2, wit = 2 }\narea = "yard"\n'
    fight = street(f'daemons = ["{daemon}"]\narea = "hall"', base=HACKER, foe=linked, now=THINGS, gap=20)
    fight.play(f"release a {daemon} b", dice=[4]).play("stand-by a", dice=[]).play("stand-by b", dice=[]).step(dice=[])
    told = [(event.note, event.only) for event in fight.events if event.only]
    assert (f"{daemon}: yard", "red") in told
    assert fight.get("at-work.0.turns") == turns
    fight.play("stand-by a", dice=[])
    refused(fight, f"destroy b {daemon} b", "icar.hack.daemon.goal")
    fight.play(f"search b b {daemon}", dice=[need - 1])
    assert (needed(fight), fight.get("at-work.0.noticed")) == (need, [])
    fight.play(f"search b b {daemon}", dice=[need]).step(dice=[]).play("stand-by a", dice=[])
    assert form(fight, "b", "destroy").refused is None
    assert fight.play(f"destroy b {daemon} b", dice=[4]).get("at-work") == []


@pytest.mark.rule("icar.hack.daemon.overloader", "icar.hack.daemon.goal")
def test_an_overloader_is_taken_out_only_at_the_generator() -> None:
    ticking = 'at-work = [{ key = "generator-overloader", by = "b", target = "plant", turns = 9 }]'
    refused(gaia('area = "hall"', now=ticking), "destroy a generator-overloader plant", "icar.hack.daemon.overloader")
    assert gaia(now=ticking).play("destroy a generator-overloader plant", dice=[4]).get("at-work") == []


@pytest.mark.rule("icar.hack.daemon.goal")
def test_a_chameleon_gives_a_thing_another_look_for_strangers_once() -> None:
    fight = gaia('daemons = ["chameleon"]', more=third(side="red"))
    fight.play("release a chameleon gate", dice=[4], answers=["a flower bed"])
    refused(fight, "release a chameleon gate", "icar.hack.daemon.goal")
    own = form(fight, "a", "hack").fields[0].options[0]
    fight.play("stand-by a", dice=[])
    other = form(fight, "b", "hack").fields[0].options[0]
    assert (own.key, own.label, other.key, other.label) == ("gate", "gate", "gate", "a flower bed")


@pytest.mark.rule("icar.hack.daemon.start")
def test_a_looper_loops_all_sensors_round_about() -> None:
    eyes = '{ name = "eyes", kind = "sensors" }'
    more = THINGS.replace(eyes, eyes + ', { name = "ears", kind = "sensors" }')
    fight = street('daemons = ["looper"]', base=HACKER, now=more, gap=20).play("release a looper eyes", dice=[4])
    assert [thing.open for thing in fight.state.things if thing.kind == "sensors"] == [True, True]
