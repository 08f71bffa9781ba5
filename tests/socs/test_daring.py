"""What the GM judges: unorthodox tactics, maneuvers of the group's own; planets; the cards; the last rulings."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray.engine.errors import BadInput
from starfray.engine.values import Line
from starfray.fight import Fight
from tests.socs.build import big, duel, fleet, options, said, ship, step, tally_of

NOW = 'phase = "maneuver"'
STRAIGHT = 'orders = { "socs.maneuver.choose" = "straight" }'


def card(fight: Fight, who: str) -> list[Line]:
    return fight.book.describe(fight.state, fight.state.roster[who])


# --- unorthodox tactics ----------------------------------------------------------------------------------------


@pytest.mark.rule("socs.unorthodox", "socs.unorthodox.effect", "socs.ruling.unorthodox")
def test_a_mad_idea_that_works_is_worth_as_much_as_it_was_dangerous() -> None:
    fight = big("resolute", "colossus", b=STRAIGHT, now=NOW)
    fight = step(fight, ["unorthodox", "through their own minefield", "4"], 6)
    assert [amount for amount, _ in tally_of(fight, "socs.unorthodox")] == [12, -2, -4]
    assert fight.get("a.position.b") == 4


@pytest.mark.rule("socs.unorthodox.effect")
def test_on_smaller_craft_it_takes_off_what_they_had() -> None:
    fight = big("resolute", "brigand", b=f"position = {{ a = 3 }}\n{STRAIGHT}", now=NOW)
    fight = step(fight, ["unorthodox", "", "2"], 8)
    assert (fight.get("a.position"), fight.get("b.position.a")) == ({}, 1)


@pytest.mark.rule("socs.ruling.unorthodox", "socs.ruling.shields")
@pytest.mark.parametrize(("danger", "condition", "dice"), [(3, "", []), (6, "", []), (7, "", [5]), (10, "disabled", [4] * 7)])
def test_a_failure_is_a_hit_of_a_third_of_the_danger(danger: int, condition: str, dice: list[int]) -> None:
    """Resolute's shield takes one level off: 3 and 6 are paint at most, 7 is Light with a location, 10 is Heavy."""
    fight = big("resolute", "colossus", b=STRAIGHT, now=NOW)
    answers = ["unorthodox", "", str(danger)]
    if danger == 7:
        answers.append("no")  # no manual override
    fight = step(fight, answers, 16, one_die=dice)
    assert fight.get("a.condition") == condition
    assert fight.get("a.lost") == (["engine-room"] if danger == 7 else [])


def test_only_ships_of_the_line_are_offered_it() -> None:
    fight = big("resolute", "brigand", now=NOW)
    assert "unorthodox" in options(fight, "a")
    assert "unorthodox" not in options(fight, "b")


@pytest.mark.rule("socs.unorthodox", "socs.unorthodox.effect")
def test_the_procedure_says_what_it_brings() -> None:
    assert starfray.do("socs", "unorthodox 15 5", dice=[3, 3, 4]).result["gain"] == 5
    assert starfray.do("socs", "unorthodox 15 5", dice=[4, 4, 4]).result["hit"] == 2


# --- maneuvers of the group's own ------------------------------------------------------------------------------

PACK = """
[split-s]
name = "Split S"
modifier = -2
own = [3, 1, 0, -1]
theirs = [-2, -1, 0, 1]
hit = [0, 0, 0, 2]
"""


def with_pack(folder: Path, maneuvers: str = PACK, *, red: str = "", black: str = "", more: str = "", now: str = "") -> Fight:
    (folder / "stunts").mkdir()
    (folder / "stunts" / "pack.toml").write_text('rulebook = "socs"\nname = "stunts"\n', encoding="utf-8")
    (folder / "stunts" / "maneuvers.toml").write_text(maneuvers, encoding="utf-8")
    path = folder / "fight.toml"
    path.write_text(
        f'rulebook = "socs"\npacks = ["stunts"]\n[now]\n{NOW}\n{now}\n'
        + ship("red", "kestrel", "league", 'crew = ["tobin-rask"]\n' + red)
        + ship("black", "hammer", "raiders", f"{STRAIGHT}\n{black}")
        + more,
        encoding="utf-8",
    )
    return starfray.load(path)


@pytest.mark.rule("socs.other-maneuvers", "socs.ruling.other-maneuvers")
def test_a_pack_adds_maneuvers_with_effects_of_its_own(tmp_path: Path) -> None:
    fight = with_pack(tmp_path, black="position = { red = 2 }")
    fight = step(fight, ["other:black/split-s"], 16)  # 18 - 2
    assert (fight.get("red.position.black"), fight.get("black.position.red")) == (1, 1)


@pytest.mark.rule("socs.other-maneuvers.newer", "socs.other-maneuvers")
def test_the_gm_may_make_a_critical_success_more_spectacular(tmp_path: Path) -> None:
    fight = step(with_pack(tmp_path), ["other:black/split-s", "2"], 6)
    assert fight.get("red.position.black") == 5


@pytest.mark.rule("socs.other-maneuvers")
def test_it_can_strike_back_at_its_own_ship(tmp_path: Path) -> None:
    fight = step(with_pack(tmp_path), ["other:black/split-s", "no"], 18)
    assert (fight.get("red.loses-turn"), fight.get("black.position.red")) == (True, 1)


@pytest.mark.rule("socs.ruling.other-maneuvers", "socs.ruling.position-directed")
def test_no_maneuver_of_the_groups_own_brings_a_class_what_is_barred_to_it(tmp_path: Path) -> None:
    """A Split S that goes wrong gives the foe 1; a Petrel gains nothing on a fighter all the same, a Brigand on it does."""
    fight = with_pack(tmp_path, PACK.replace("hit = [0, 0, 0, 2]", ""), more=ship("p", "petrel", "raiders", STRAIGHT))
    assert step(fight, ["other:p/split-s"], 18).get("p.position") == {}
    assert fight.undo().get("phase") == "maneuver"
    assert step(fight, ["other:black/split-s"], 18).get("black.position.red") == 1


def test_a_maneuver_without_a_figure_for_each_degree_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"maneuvers\.split-s\.own.*four"):
        with_pack(tmp_path, PACK.replace("[3, 1, 0, -1]", "[3, 1]"))


# --- planets ---------------------------------------------------------------------------------------------------


def bombardment(*, red: str = "") -> Fight:
    world = '[[combatant]]\nid = "carrow"\nside = "raiders"\ncraft = "planet"\nlocations = ["citadel", "docks"]\n'
    return fleet(
        ship("red", "kestrel", "league", 'crew = ["tobin-rask"]\n' + red), world,
        ship("b", "hammer", "raiders", 'orders = { "socs.fire.roll" = "hold" }'),
    )  # fmt: skip


@pytest.mark.rule("socs.to-hit.planet")
def test_a_planet_cannot_be_missed_and_does_not_care() -> None:
    fight = step(bombardment(), ["pulse-cannon@carrow"])
    assert fight.get("carrow.condition") == ""
    assert fight.get("red.guns.pulse-cannon.sustained") == 1


@pytest.mark.rule("socs.ruling.planet-location")
def test_a_place_on_a_planet_is_as_large_as_a_station() -> None:
    fight = step(bombardment(), ["pulse-cannon@carrow/citadel"], 12)
    assert [amount for amount, _ in tally_of(fight, "socs.fire.roll")] == [14, 1, 6, -4, -5]
    assert fight.get("carrow.lost") == ["citadel"]


def test_a_planet_alone_keeps_no_fight_going_and_has_no_guns() -> None:
    fight = bombardment()
    fight.gm("set b.condition destroyed")
    assert fight.over is not None
    assert fight.over.winners == ["league"]
    with pytest.raises(BadInput, match="no guns"):
        fleet('[[combatant]]\nid = "p"\ncraft = "planet"\nguns = ["broadside"]\n')


# --- the last rulings and the cards ----------------------------------------------------------------------------


@pytest.mark.rule("socs.ruling.size-in-roll")
def test_the_size_of_the_target_can_be_left_out_of_the_roll() -> None:
    head = 'rulings = { size-in-roll = "leave-out" }'
    quiet = 'orders = { "socs.fire.roll" = "hold" }'
    fight = step(duel(archetype="petrel", black=quiet, head=head), ["pulse-cannon@black"], 11)
    assert [amount for amount, _ in tally_of(fight, "socs.fire.roll")] == [14, 1, -5]


@pytest.mark.rule("socs.to-hit.cutter", "socs.core.dice-order")
def test_by_default_the_size_is_added() -> None:
    quiet = 'orders = { "socs.fire.roll" = "hold" }'
    fight = step(duel(archetype="petrel", black=quiet), ["pulse-cannon@black"], 13)
    assert [amount for amount, _ in tally_of(fight, "socs.fire.roll")] == [14, 1, 2, -5]


@pytest.mark.rule("socs.ruling.position-directed", "socs.ab.position")
def test_each_foe_has_a_position_bonus_of_its_own() -> None:
    ships = [
        ship("red", "kestrel", "league", 'crew = ["tobin-rask"]\nposition = { h-1 = 2 }'),
        ship("h", "hammer", "raiders", f"count = 2\n{STRAIGHT}"),
    ]
    fight = step(fleet(*ships, now=NOW), ["offensive:h-2"], 16)
    assert fight.get("red.position") == {"h-1": 2, "h-2": 1}
    shot = fleet(ships[0], ship("h", "hammer", "raiders", 'count = 2\norders = { "socs.fire.roll" = "hold" }'))
    shot = step(shot, ["pulse-cannon@h-1"], 18)
    assert (2, "socs.ab.position") in tally_of(shot, "socs.fire.roll")


@pytest.mark.rule("socs.ruling.snap")
def test_a_bonus_on_somebody_else_does_not_spare_the_snap_shots_penalty() -> None:
    ships = [
        ship("red", "kestrel", "league", 'crew = ["tobin-rask"]\nposition = { h-1 = 2 }'),
        ship("h", "hammer", "raiders", 'count = 2\norders = { "socs.fire.roll" = "hold" }'),
    ]
    fight = step(fleet(*ships), ["pulse-cannon@h-2"], 11)
    assert (-5, "socs.ab.snap-shot") in tally_of(fight, "socs.fire.roll")


@pytest.mark.rule("socs.ruling.class-limit-choice", "socs.limit.line-position")
def test_a_class_limit_is_refused_or_flown_without_effect() -> None:
    assert "offensive:b" not in options(big("resolute", "brigand", now=NOW), "a")
    step(big("resolute", "brigand", a=STRAIGHT, b=STRAIGHT, now=NOW))
    loose = big("resolute", "brigand", b=STRAIGHT, now=NOW, head='rulings = { class-limit-choice = "without-effect" }')
    assert step(loose, ["offensive:b"], 3).get("a.position") == {}


@pytest.mark.rule("socs.limit.cutter-position", "socs.maneuver.reversal.attacker-wins")
def test_a_cutter_that_wins_a_reversal_against_a_fighter_gains_no_position_either() -> None:
    fight = big("petrel", "hammer", now=NOW, head='rulings = { class-limit-choice = "without-effect" }')
    fight = step(fight, ["offensive:b", "reversal:a"], 7, 16)
    assert fight.get("a.position") == {}


@pytest.mark.rule("socs.ruling.position-directed", "socs.follow.critical-failure")
@pytest.mark.parametrize("total", [16, 18])
def test_nobody_gains_position_on_or_by_a_ship_that_is_lost_in_the_same_phase(tmp_path: Path, total: int) -> None:
    """gold leads black into the ice, where black is lost; red's Split S at it would bring red 1, or black if it fails."""
    pack = PACK.replace("hit = [0, 0, 0, 2]", "")
    more = ship("gold", "kestrel", "league")
    fight = with_pack(tmp_path, pack, black="position = { gold = 1 }", more=more, now='hazards = "ice"')
    fight = step(fight, ["yes", "0", "follow", "other:black/split-s"], total, 12, 18)
    assert fight.get("black.condition") == "destroyed"
    assert (fight.get("red.position"), fight.get("black.position")) == ({}, {})


SWAP = 'guns = [{ key = "heavy-cannon", target = "red", sustained = 2 }]\nposition = { red = 3 }'


@pytest.mark.rule("socs.ruling.reversal-swap")
@pytest.mark.parametrize(("ruling", "sustained"), [("positions", 0), ("sustained-too", 2)])
def test_a_reversers_critical_success_swaps_positions_and_if_ruled_so_sustained_fire(ruling: str, sustained: int) -> None:
    fight = duel(black=SWAP, now=NOW, head=f'rulings = {{ reversal-swap = "{ruling}" }}')
    fight = step(fight, ["reversal:black", "offensive:red"], 12, 5)
    assert fight.get("red.position.black") == 3
    assert fight.get("red.guns.pulse-cannon.sustained") == sustained
    assert fight.get("black.guns.heavy-cannon.sustained") == 2 - sustained


CARDS = {
    "kestrel": ("fighter", "socs.ship.fighter", "socs.to-hit.fighter"),
    "petrel": ("cutter", "socs.ship.cutter", "socs.to-hit.cutter"),
    "resolute": ("ship of the line", "socs.ship.line", "socs.to-hit.line"),
    "longhaul": ("freighter", "socs.ship.unarmed", "socs.ruling.unarmed-class"),
    "gnat": ("smaller than a fighter", "socs.ship.fighter", "socs.ruling.smaller"),
    "anvil": ("space station", "socs.to-hit.station", "socs.to-hit.station"),
}


@pytest.mark.rule("socs.ship.fighter", "socs.ship.cutter", "socs.ship.line", "socs.ship.unarmed")
def test_a_card_names_the_class_and_where_its_size_comes_from() -> None:
    fight = fleet(*(ship(name, name, "league") for name in CARDS), ship("colossus", "colossus", "raiders"))
    for name, words in CARDS.items():
        kind, size = card(fight, name)[:2]
        assert (kind.value, kind.rule, size.rule) == words


@pytest.mark.rule("socs.ruling.unarmed-class", "socs.ruling.smaller")
def test_the_unarmed_are_as_large_as_their_class_and_a_drone_is_smaller_than_a_fighter() -> None:
    fight = fleet(ship("longhaul", "longhaul", "league"), ship("gnat", "gnat", "raiders"))
    assert [(card(fight, name)[1].value, card(fight, name)[1].rule) for name in ("longhaul", "gnat")] == [
        ("+4", "socs.ruling.unarmed-class"), ("-1", "socs.ruling.smaller"),
    ]  # fmt: skip


@pytest.mark.rule("socs.firepower.common", "socs.weapon.firepower")
def test_a_card_tells_common_guns_from_others() -> None:
    fight = fleet(ship("kestrel", "kestrel", "league"), ship("colossus", "colossus", "raiders"))
    guns = {line.label: line.rule for line in card(fight, "colossus")}
    assert (guns["spinal-beam"], guns["broadside"]) == ("socs.weapon.firepower", "socs.firepower.common")


@pytest.mark.rule("socs.example.04", "socs.dodge.effect")
def test_example_a_light_hit_that_is_dodged_is_cosmetic() -> None:
    quiet = 'orders = { "socs.fire.roll" = "hold" }'
    fight = step(duel(black=quiet), ["pulse-cannon@black", "yes"], 10, 7)
    assert said(fight, "socs.firepower.cosmetic")
    assert fight.get("black.loses-turn") is False


@pytest.mark.rule("socs.example.05", "socs.maneuver.offensive.critical")
def test_example_a_critical_success_makes_two_out_of_nothing() -> None:
    assert step(duel(black=STRAIGHT, now=NOW), ["offensive:black"], 6).get("red.position.black") == 2
