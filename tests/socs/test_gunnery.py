"""The Fire Phase: targets, the gunner's roll, dodges, Sustained Fire."""

from __future__ import annotations

import pytest

from tests.socs.build import big, dice, dogfight, duel, fleet, options, said, ship, step, tally_of

SHOTS = ["pulse-cannon@black", "pulse-cannon@black", "heavy-cannon@red"]


@pytest.mark.rule("socs.fire.roll", "socs.weapon.accuracy", "socs.to-hit.fighter", "socs.ab.snap-shot")
def test_a_snap_shot_is_gunner_and_accuracy_and_size_less_five() -> None:
    fight = step(duel(), ["pulse-cannon@black", "hold"], 11)
    assert tally_of(fight, "socs.fire.roll") == [(14, "socs.fire.roll"), (1, "socs.weapon.accuracy"), (-5, "socs.ab.snap-shot")]
    assert said(fight, "socs.fire.hit")[0].note == "misses", "11 against 10"


@pytest.mark.rule("socs.ab.position", "socs.ab.sustained")
def test_position_and_sustained_bonuses_add_up_and_there_is_no_snap_shot_penalty() -> None:
    fight = duel(red='position = { black = 2 }\nguns = [{ key = "pulse-cannon", target = "black", sustained = 1 }]')
    step(fight, ["pulse-cannon@black", "hold", "no"], 16)
    assert tally_of(fight, "socs.fire.roll")[2:] == [(2, "socs.ab.position"), (1, "socs.ab.sustained")]
    assert fight.get("black.loses-turn") is True, "16 hits at 18"


@pytest.mark.rule("socs.ab.snap-shot", "socs.ruling.sustained")
def test_bonuses_on_somebody_else_do_not_count() -> None:
    fight = dogfight(black='position = { gold = 3 }\nguns = [{ key = "heavy-cannon", target = "gold", sustained = 2 }]')
    step(fight, ["hold", "hold", "heavy-cannon@red"], 7)
    assert tally_of(fight, "socs.fire.roll")[-1] == (-5, "socs.ab.snap-shot")
    assert fight.get("black.guns.0.target") == "red"
    assert fight.get("black.guns.0.sustained") == 1, "firing elsewhere begins anew"


@pytest.mark.parametrize(("craft", "size", "rule"), [
    ("gnat", -1, "socs.to-hit.smaller"),
    ("mule", 0, "socs.to-hit.fighter"),
    ("petrel", 2, "socs.to-hit.cutter"),
    ("halcyon", 2, "socs.to-hit.cutter"),
    ("resolute", 4, "socs.to-hit.line"),
    ("longhaul", 4, "socs.to-hit.line"),
    ("anvil", 6, "socs.to-hit.station"),
])  # fmt: skip
def test_the_class_of_the_target_is_in_the_roll(craft: str, size: int, rule: str) -> None:
    fight = duel(archetype=craft, black='orders = { "socs.fire.roll" = "hold" }')
    step(fight, ["pulse-cannon@black"], 18)
    assert [(amount, by) for amount, by in tally_of(fight, "socs.fire.roll") if by == rule] == ([(size, rule)] if size else [])
    assert fight.get("black.size") == size


@pytest.mark.rule("socs.to-hit.smaller", "socs.to-hit.cutter", "socs.to-hit.line", "socs.to-hit.station")
def test_bigger_is_easier_and_smaller_harder() -> None:
    fight = fleet(
        ship("red", "kestrel", "league"), ship("gnat", "gnat", "foe", "size = -3"), ship("cutter", "brigand", "foe"),
        ship("line", "colossus", "foe"), ship("anvil", "anvil", "foe"),
    )  # fmt: skip
    fight.advance()
    asked = next(ask for ask in fight.asks if ask.who == "red")
    totals = {option.key: option.tally.total for option in asked.options if option.tally is not None and "/" not in option.key}
    assert totals == {
        "pulse-cannon@gnat": 6, "pulse-cannon@cutter": 11, "pulse-cannon@line": 13, "pulse-cannon@anvil": 15,
    }  # fmt: skip


@pytest.mark.rule("socs.fire.hit", "socs.firepower.light")
def test_a_roll_of_exactly_the_skill_hits() -> None:
    fight = step(duel(), ["pulse-cannon@black", "hold", "no"], 10)
    assert said(fight, "socs.fire.hit")[0].number == 2
    assert fight.get("black.loses-turn") is True


@pytest.mark.rule("socs.order.fire", "socs.ruling.dodge-count")
def test_guns_fire_in_roster_order_each_followed_by_its_dodge() -> None:
    fight = dogfight()
    fight.step(dice(9, 8, 9, 6, 17), [*SHOTS, "yes", "yes"], steps=1)
    rolls = [(event.rule, event.who) for event in fight.events if event.faces is not None]
    assert rolls == [
        ("socs.fire.roll", "red"),
        ("socs.ruling.dodge-roll", "black"),
        ("socs.fire.roll", "gold"),
        ("socs.ruling.dodge-roll", "black"),
        ("socs.fire.roll", "black"),
    ]


@pytest.mark.rule("socs.dodge.effect", "socs.ruling.dodge-roll", "socs.firepower.cosmetic", "socs.dodge.abs")
def test_a_dodged_light_hit_is_cosmetic_and_costs_no_bonus() -> None:
    fight = duel(black="position = { red = 2 }")
    step(fight, ["pulse-cannon@black", "hold", "yes"], 9, 7)
    assert tally_of(fight, "socs.ruling.dodge-roll") == [(6, "socs.ruling.dodge-roll"), (1, "socs.ship.mr")]
    assert fight.get("black.loses-turn") is False
    assert fight.get("black.position.red") == 2


@pytest.mark.rule("socs.dodge.effect", "socs.ruling.firepower-zero")
def test_a_dodged_cosmetic_hit_is_nothing() -> None:
    fight = duel(red='guns = ["light-laser"]')
    step(fight, ["light-laser@black", "hold", "yes"], 9, 7)
    assert not said(fight, "socs.firepower.cosmetic")


@pytest.mark.rule("socs.ruling.gunnery-criticals", "socs.firepower.light")
def test_a_critical_hit_cannot_be_dodged_and_a_critical_miss_is_a_miss() -> None:
    fight = step(duel(), ["pulse-cannon@black", "heavy-cannon@red"], 4, 18)
    assert fight.get("black.loses-turn") is True
    assert said(fight, "socs.fire.hit")[-1].note == "misses"


@pytest.mark.rule("socs.ruling.gunnery-criticals")
def test_five_and_six_are_critical_at_fifteen_and_sixteen() -> None:
    fourteen = duel(red='position = { black = 1 }\nguns = [{ key = "pulse-cannon", accuracy = -1 }]')
    step(fourteen, ["pulse-cannon@black", "hold", "no"], 5)  # 14: a dodge is offered
    fifteen = duel(red='position = { black = 2 }\nguns = [{ key = "pulse-cannon", accuracy = -1 }]')
    step(fifteen, ["pulse-cannon@black", "hold"], 5)
    fifteen = duel(red='position = { black = 2 }\nguns = [{ key = "pulse-cannon", accuracy = -1 }]')
    step(fifteen, ["pulse-cannon@black", "hold", "no"], 6)
    sixteen = duel(red='position = { black = 3 }\nguns = [{ key = "pulse-cannon", accuracy = -1 }]')
    step(sixteen, ["pulse-cannon@black", "hold"], 6)


def test_seventeen_always_misses() -> None:
    fight = duel(red="position = { black = 9 }")
    step(fight, ["pulse-cannon@black", "hold"], 17)
    assert said(fight, "socs.fire.hit")[0].note == "misses"


@pytest.mark.rule("socs.ruling.dodge-roll")
def test_the_dodge_can_be_ruled_on_whole_piloting_or_automatic() -> None:
    whole = duel(head='rulings = { dodge-roll = "piloting" }')
    step(whole, ["pulse-cannon@black", "hold", "yes"], 9, 13)
    assert whole.get("black.loses-turn") is False
    automatic = duel(head='rulings = { dodge-roll = "automatic" }')
    step(automatic, ["pulse-cannon@black", "hold", "yes"], 9)
    assert automatic.get("black.loses-turn") is False


@pytest.mark.rule("socs.limit.cutter-dodge", "socs.ruling.locations")
def test_a_cutter_cannot_dodge_a_fighter() -> None:
    fight = duel(archetype="brigand", black='orders = { "socs.fire.roll" = "hold" }')
    step(fight, ["pulse-cannon@black"], 11, one_die=[4])
    assert fight.get("black.lost") == ["engine-room"]


@pytest.mark.rule("socs.limit.line-dodge")
@pytest.mark.parametrize("shooter", ["hammer", "brigand"])
def test_a_ship_of_the_line_dodges_neither_fighters_nor_cutters(shooter: str) -> None:
    fight = big(shooter, "colossus", b='orders = { "socs.fire.roll" = "hold" }')
    gun = "heavy-cannon" if shooter == "hammer" else "twin-blaster"
    rest = [] if shooter == "hammer" else ["hold", "hold"]
    step(fight, [f"{gun}@b", *rest], 9, one_die=[1] if shooter == "hammer" else [])
    assert said(fight, "socs.fire.hit")[0].number == (2 if shooter == "hammer" else 1), "the shield takes one level"


@pytest.mark.rule("socs.dodge.effect")
def test_ships_of_the_line_dodge_each_other_and_cutters_dodge_cutters() -> None:
    fight = big("brigand", "petrel", b='orders = { "socs.fire.roll" = "hold" }')
    step(fight, ["twin-blaster@b", "hold", "hold", "yes"], 8, 7)
    assert fight.get("b.lost") == []


@pytest.mark.rule("socs.ruling.station-dodge", "socs.ruling.shields")
def test_stations_never_dodge_and_shields_come_first() -> None:
    fight = duel(archetype="anvil", black='orders = { "socs.fire.roll" = "hold" }')
    step(fight, ["pulse-cannon@black"], 9)
    assert not said(fight, "socs.dodge.effect"), "a Light hit does not get through a shield of 2"
    other = duel(archetype="anvil", black='orders = { "socs.fire.roll" = "hold" }', red='guns = ["heavy-cannon"]')
    step(other, ["heavy-cannon@black"], 9)
    assert said(other, "socs.ruling.station-dodge")


@pytest.mark.rule("socs.range.short", "socs.range.long", "socs.weapon.range")
def test_at_long_range_only_long_range_weapons_may_fire() -> None:
    quiet = 'orders = { "socs.fire.roll" = "hold" }'
    near = step(big("brigand", "petrel", b=quiet), ["twin-blaster@b", "twin-blaster-2@b", "torpedo@b"], 18, 18, 18)
    assert near.get("a.guns.twin-blaster.sustained") == 1
    far = step(big("brigand", "petrel", b=quiet, now='range = "long"'), ["torpedo@b"], 18)
    assert [event.note for event in said(far, "socs.weapon.range")] == ["twin-blaster", "twin-blaster-2", "pd-turret"]


@pytest.mark.rule("socs.turn.sequence", "socs.range.out")
def test_out_of_range_there_is_no_combat() -> None:
    fight = duel(now='ranges = [{ between = ["black", "red"], band = "out" }]')
    step(fight)  # neither questions nor dice
    assert fight.get("phase") == "maneuver"
    assert set(options(fight, "red")) == {"total-defense", "close:black", "straight"}


@pytest.mark.rule("socs.ab.sustained", "socs.ruling.sustained")
def test_sustained_fire_grows_by_one_per_turn_of_firing_hit_or_miss() -> None:
    fight = duel()
    for turn in (1, 2, 3):
        step(fight, ["pulse-cannon@black", "hold"], 17)
        assert fight.get("red.guns.pulse-cannon.sustained") == turn
        fight.step([], ["straight", "straight"])
    assert tally_of(fight, "socs.fire.roll", 2)[-1] == (2, "socs.ab.sustained")
    step(fight, ["hold", "hold"])
    assert fight.get("red.guns.pulse-cannon.sustained") == 0, "not firing ends it"


@pytest.mark.rule("socs.ruling.gun-per-turn")
def test_a_fighter_fires_one_kind_of_gun_and_linked_guns_as_one() -> None:
    fight = duel(red='guns = ["pulse-cannon", "pulse-cannon", "heavy-cannon"]')
    fight.advance()
    mine = [ask for ask in fight.asks if ask.who == "red"]
    assert [[option.key for option in ask.options] for ask in mine] == [["pulse-cannon@black", "heavy-cannon@black", "hold"]]
    fight = step(duel(red='guns = ["pulse-cannon", "pulse-cannon", "heavy-cannon"]'), ["pulse-cannon@black", "hold"], 18)
    assert len(said(fight, "socs.fire.hit")) == 1


@pytest.mark.rule("socs.order.fire", "socs.ruling.dice-order")
def test_the_guns_of_a_fighter_fire_in_the_order_listed_whoever_mans_them() -> None:
    quiet = ship("black", "hammer", "raiders", 'orders = { "socs.fire.roll" = "hold" }')
    crew = 'crew = ["tobin-rask", { key = "mate", gunner = 9 }]\n'
    tail = '{ key = "tail-gun", firepower = 1, gunner = "mate" }'
    first = fleet(ship("red", "kestrel", "league", f'{crew}guns = [{tail}, "pulse-cannon"]'), quiet)
    step(first, ["tail-gun@black", "pulse-cannon@black"], 18, 17)
    assert [tally_of(first, "socs.fire.roll", place)[0][0] for place in (0, 1)] == [9, 14]
    between = fleet(ship("red", "kestrel", "league", f'{crew}guns = ["pulse-cannon", {tail}, "heavy-cannon"]'), quiet)
    step(between, ["heavy-cannon@black", "tail-gun@black"], 18, 17)
    assert [tally_of(between, "socs.fire.roll", place)[0][0] for place in (0, 1)] == [9, 14]


@pytest.mark.rule("socs.ruling.gun-per-turn", "socs.order.fire")
def test_every_gun_of_a_bigger_ship_has_its_own_target() -> None:
    fight = fleet(
        ship("petrel", "petrel", "league"),
        ship("one", "hammer", "foe", 'orders = { "socs.fire.roll" = "hold" }'),
        ship("two", "hammer", "foe", 'orders = { "socs.fire.roll" = "hold" }'),
    )
    step(fight, ["turret-laser@one", "turret-laser-2@two", "hold"], 18, 18)
    assert fight.get("petrel.guns.turret-laser.target") == "one"
    assert fight.get("petrel.guns.turret-laser-2.target") == "two"


@pytest.mark.rule("socs.ruling.locations", "socs.ship.locations")
def test_aiming_at_a_location_costs_four_and_needs_no_die_for_it() -> None:
    fight = duel(archetype="brigand", black='orders = { "socs.fire.roll" = "hold" }')
    step(fight, ["pulse-cannon@black/turret-a"], 8)
    assert (-4, "socs.ruling.locations") in tally_of(fight, "socs.fire.roll")
    assert fight.get("black.lost") == ["turret-a"]
    fight.step([], ["straight", "straight"])
    assert "turret-a" not in str(options(fight, "red")), "what is lost is no target any more"


@pytest.mark.rule("socs.ruling.locations")
def test_guns_of_a_lost_mount_fall_silent() -> None:
    fight = big("brigand", "petrel", a='lost = ["turret-a"]')
    assert {key.partition("@")[0] for key in options(fight, "a")} == {"twin-blaster-2", "hold"}, "1st and 3rd gun are on A"


@pytest.mark.rule("socs.ruling.auto-hit")
def test_an_automatic_hit_needs_no_roll_may_be_dodged_and_lasts_one_phase() -> None:
    fight = duel(red='auto-hit = "black"')
    step(fight, ["pulse-cannon@black", "hold", "yes"], 8)  # the dodge, failed at 7
    assert fight.get("black.loses-turn") is True
    assert fight.get("red.auto-hit") == ""
    assert fight.get("red.guns.pulse-cannon.sustained") == 1


@pytest.mark.rule("socs.character.minor", "socs.ruling.minor-vs-major")
def test_plot_protection_caps_the_hits_of_minor_characters() -> None:
    protected = dogfight(head='rulings = { minor-vs-major = "cap-at-light" }')
    step(protected, ["hold", "hold", "heavy-cannon@red", "no", "no"], 6)
    assert protected.get("red.condition") == ""
    assert protected.get("red.loses-turn") is True
    plain = dogfight()
    step(plain, ["hold", "hold", "heavy-cannon@red", "no"], 6)
    assert plain.get("red.condition") == "destroyed"


@pytest.mark.rule("socs.ruling.dodge-roll", "socs.ship.mr")
def test_half_an_odd_piloting_skill_is_rounded_down() -> None:
    fight = duel(black='guns = ["pulse-cannon"]')
    fight.step(dice(8, 11), ["hold", "pulse-cannon@red", "yes", "no"], steps=1)
    assert tally_of(fight, "socs.ruling.dodge-roll") == [(7, "socs.ruling.dodge-roll"), (3, "socs.ship.mr")]
    assert fight.get("red.loses-turn") is True, "11 is more than 15 / 2 + 3"
