"""Figures of single rules, to the point: what each adds, takes, asks and says, and where it stops."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray.engine.values import Event
from starfray.fight import Fight
from starfray.rulebooks.socs.stage import diagram
from starfray.rulebooks.socs.vitals import vitals
from tests.socs.build import big, dice, duel, fleet, options, said, ship, step, tally_of, told

NOW = 'phase = "maneuver"'
STRAIGHT = 'orders = { "socs.maneuver.choose" = "straight" }'
QUIET = 'orders = { "socs.fire.roll" = "hold", "socs.maneuver.choose" = "straight" }'


def conditions(fight: Fight, who: str) -> list[str]:
    return [each.name for each in vitals(fight.state, fight.state.roster[who]).conditions]


def on_paper(text: str, *totals: int) -> tuple[dict[str, object], list[Event]]:
    done = starfray.do("socs", text, dice=dice(*totals))
    return done.result, done.events


def reasons(events: list[Event]) -> list[tuple[float, str]]:
    return [(reason.amount, reason.rule) for event in events if event.tally is not None for reason in event.tally.reasons]


# --- fire ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("socs.weapon.firepower", "socs.ruling.minor-vs-major", "socs.character.minor")
@pytest.mark.parametrize(("gunner", "level"), [("raider-pilot", 2), ("ilse-farrow", 3)])
def test_only_hits_of_minor_gunners_on_heroes_are_capped(gunner: str, level: int) -> None:
    head = 'rulings = { minor-vs-major = "cap-at-light" }'
    fight = duel(red=STRAIGHT, black=f'crew = ["{gunner}"]\nauto-hit = "red"', head=head)
    fight.step([], ["hold", "heavy-cannon@red", "no", *(["no"] if level == 2 else [])], steps=1)
    assert [event.number for event in said(fight, "socs.fire.hit")] == [level]
    minor = duel(black='auto-hit = "red"', head=head)
    minor.step([], ["hold", "heavy-cannon@red", "no", "no"], steps=1)
    assert said(minor, "socs.character.minor")


@pytest.mark.rule("socs.weapon.firepower", "socs.fire.hit")
def test_a_gun_of_ones_own_is_light_and_of_short_range_if_nothing_else_is_said() -> None:
    fight = duel(red='guns = [{ key = "popgun", name = "Popgun" }]\nauto-hit = "black"', black=QUIET)
    fight.step([], ["popgun@black", "no"], steps=1)
    assert [event.number for event in said(fight, "socs.fire.hit")] == [2]
    far = duel(red='guns = [{ key = "popgun", name = "Popgun" }]', black=QUIET, now='range = "long"')
    far.step([], [], steps=1)  # nobody is asked for a target
    assert said(far, "socs.fire.hit") == []


@pytest.mark.rule("socs.character.minor", "socs.ruling.minor-vs-major")
def test_whoever_has_no_figures_has_tens() -> None:
    fight = duel(
        black='crew = [{ key = "nobody", name = "Nobody" }]\nauto-hit = "red"',
        head='rulings = { minor-vs-major = "cap-at-light" }',
    )
    figures = ("piloting", "gunner", "sensors", "mechanic", "ht", "major", "dead")
    assert [fight.get(f"black.crew.nobody.{figure}") for figure in figures] == [10] * 5 + [False] * 2
    fight.step([], ["hold", "heavy-cannon@red", "no", "no"], steps=1)


@pytest.mark.rule("socs.ruling.sustained", "socs.ab.sustained")
def test_only_sustained_fire_that_ends_is_told_to_end() -> None:
    gun = 'guns = [{ key = "pulse-cannon", target = "black", sustained = 2 }]'
    on = duel(red=gun, black=QUIET)
    on.step(dice(18), ["pulse-cannon@black"], steps=1)
    assert [(event.whom, event.number) for event in said(on, "socs.ab.sustained")] == [("black", 3)]
    assert said(on, "socs.ruling.sustained") == []
    off = duel(red=gun, black=QUIET)
    off.step([], ["hold"], steps=1)
    assert [(event.whom, event.number) for event in said(off, "socs.ruling.sustained")] == [("black", 0)]
    assert off.get("red.guns.0.sustained") == 0


@pytest.mark.rule("socs.to-hit.fighter", "socs.to-hit.cutter", "socs.to-hit.line", "socs.to-hit.station")
def test_the_size_of_every_class() -> None:
    for archetype, size, rule in (
        ("hammer", 0, "socs.to-hit.fighter"),
        ("brigand", 2, "socs.to-hit.cutter"),
        ("colossus", 4, "socs.to-hit.line"),
        ("anvil", 6, "socs.to-hit.station"),
        ("gnat", -1, "socs.to-hit.smaller"),
    ):
        fight = big("kestrel", archetype, a='guns = ["pulse-cannon"]', b='orders = { "socs.fire.roll" = "hold" }')
        fight.step(dice(18), ["pulse-cannon@b"], steps=1)
        assert fight.get("b.size") == size
        assert [amount for amount, each in tally_of(fight, "socs.fire.roll") if each == rule] == ([size] if size else [])
    told_of = [rule for _, rule in reasons(on_paper("to-hit 12 target=fighter", 10)[1])]
    assert "socs.to-hit.smaller" not in told_of


@pytest.mark.rule("socs.ruling.planet-location", "socs.to-hit.planet")
def test_a_place_on_a_planet_is_6_easier_and_4_harder() -> None:
    world = '[[combatant]]\nid = "b"\ncraft = "planet"\nside = "raiders"\nlocations = ["dome"]\n'
    other = ship("c", "hammer", "raiders", QUIET)
    fight = fleet(ship("a", "kestrel", "league", 'guns = ["pulse-cannon"]'), world, other)
    fight.step(dice(18), ["pulse-cannon@b/dome"], steps=1)
    found = {rule: amount for amount, rule in tally_of(fight, "socs.fire.roll")}
    assert (found["socs.ruling.planet-location"], found["socs.ruling.locations"]) == (6, -4)
    assert (fight.get("b.size"), fight.get("c.size")) == (6, 0)
    whole = fleet(ship("a", "kestrel", "league", 'guns = ["pulse-cannon"]'), world, other)
    whole.step([], ["pulse-cannon@b"], steps=1)


@pytest.mark.rule("socs.ruling.dodge-roll", "socs.ship.mr")
def test_a_dodge_is_half_of_piloting_and_the_whole_of_mr() -> None:
    fight = duel(black='auto-hit = "red"')  # Piloting 15, MR 3
    fight.step(dice(18), ["hold", "heavy-cannon@red", "yes"], steps=1)
    assert [amount for amount, _ in tally_of(fight, "socs.ruling.dodge-roll")] == [7, 3]
    assert fight.get("red.dodge") == 10
    grounded = fleet(
        ship("red", "kestrel", "league", 'crew = [{ key = "tobin-rask", dead = true }]'), ship("black", "hammer", "raiders")
    )
    assert grounded.get("red.dodge") == 3


# --- damage --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("socs.order.damage", "socs.firepower.light")
def test_the_gm_hurts_a_ship_with_or_without_a_location() -> None:
    plain = big("petrel", "brigand").gm("hurt a light", answers=["no"])
    assert (plain.get("a.lost"), plain.get("a.loses-turn")) == ([], True)
    aimed = big("petrel", "brigand").gm("hurt a light nacelle", answers=["no"])
    assert aimed.get("a.lost") == ["nacelle"]


@pytest.mark.rule("socs.ship.locations", "socs.ruling.locations")
def test_a_wreck_has_no_section_that_works() -> None:
    def sections(fight: Fight) -> tuple[int, int]:
        (pool,) = vitals(fight.state, fight.state.roster["a"]).pools
        return pool.now, pool.most

    assert sections(big("petrel", "brigand")) == (6, 6)
    assert sections(big("petrel", "brigand", a='lost = ["bridge"]')) == (5, 6)
    assert sections(big("petrel", "brigand", a='condition = "disabled"')) == (0, 6)
    big("petrel", "brigand").gm("hurt a light bridge", answers=["no"])
    with pytest.raises(starfray.BadInput, match="fighters have no hit locations"):
        duel(red='locations = ["nose", "wing", "wing", "tail", "seat", "tank"]')
    with pytest.raises(starfray.BadInput, match="six, one for each face"):
        big("petrel", "brigand", a='locations = ["bridge", "hold"]')


@pytest.mark.rule("socs.ruling.locations", "socs.maneuver.roll", "socs.ship.mr")
@pytest.mark.parametrize(
    ("archetype", "place", "off"),
    [("petrel", "bridge", 2), ("petrel", "engine-room", 2), ("petrel", "nacelle", 1), ("petrel", "turret-a", 0),
     ("petrel", "cargo-pod", 0), ("resolute", "bridge", 2), ("resolute", "engine-room", 2), ("resolute", "port-nacelle", 1)],
)  # fmt: skip
def test_what_a_lost_location_takes_off(archetype: str, place: str, off: int) -> None:
    whole, hurt = (big(archetype, "colossus", a=lines, b=STRAIGHT, now=NOW) for lines in ("", f'lost = ["{place}"]'))
    assert whole.get("a.maneuver") - hurt.get("a.maneuver") == off
    step(hurt, ["defensive:b"], 18)
    step(big("petrel", "colossus", a='lost = ["nacelle"]', b=STRAIGHT, now=NOW), ["defensive:b"], 18)
    assert sum(amount for amount, _ in tally_of(hurt, "socs.maneuver.roll")) == hurt.get("a.maneuver")


@pytest.mark.rule("socs.ruling.light-turn", "socs.ruling.auto-hit", "socs.maneuver.total-defense.no-fire")
def test_what_shows_on_a_ship() -> None:
    lines = 'continuing = { failures = 1 }\nloses-turn = true\nno-fire = true\nauto-hit = "black"'
    fight = duel(red=lines, black=QUIET)
    assert conditions(fight, "red") == ["loses the next turn", "may not fire", "hits", "continuing damage"]
    assert conditions(fight, "black") == []
    step(fight)
    step(duel(red="adrift = true", black=QUIET))
    step(duel(red='auto-hit = "black"\norders = { "socs.fire.roll" = "pulse-cannon@black" }', black=QUIET), ["no"])


# --- maneuvers -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("socs.maneuver.choose", "socs.follow.enter")
def test_who_leads_or_follows_has_chosen() -> None:
    third = ship("gold", "kestrel", "league", STRAIGHT)
    fight = fleet(
        ship("red", "kestrel", "league"), ship("black", "hammer", "raiders", "position = { red = 2 }"), third,
        now=NOW + '\nhazards = "rocks"',
    )  # fmt: skip
    fight.step(dice(10, 10), ["yes", "0", "follow"], steps=1)  # and no further question
    assert fight.get("phase") == "end"


@pytest.mark.rule("socs.maneuver.offensive", "socs.limit.cutter-position", "socs.ruling.class-limit-choice")
def test_a_cutter_is_not_offered_an_offensive_on_a_fighter_unless_ruled_so() -> None:
    lines = {"a": 'guns = ["turret-laser"]', "b": STRAIGHT}
    assert "offensive:b" not in options(big("petrel", "hammer", **lines, now=NOW), "a")
    assert "offensive:b" in options(big("petrel", "brigand", **lines, now=NOW), "a")
    free = big("petrel", "hammer", **lines, now=NOW, head='rulings = { class-limit-choice = "without-effect" }')
    step(free, ["offensive:b"], 8)
    assert free.get("a.position") == {}
    step(big("petrel", "hammer", **lines, now=NOW), ["straight"])
    step(big("petrel", "brigand", **lines, now=NOW), ["offensive:b"], 8)


@pytest.mark.rule(
    "socs.maneuver.reversal.attacker-wins", "socs.maneuver.reversal.attacker-critical", "socs.ruling.reversal-criticals"
)
@pytest.mark.parametrize(
    ("before", "attacker", "gained", "sure"),
    [(0, 10, 2, ""), (1, 10, 2, ""), (3, 10, 6, ""), (0, 4, 2, "black"), (3, 4, 6, "black")],
)
def test_an_attacker_who_wins_the_contest(before: int, attacker: int, gained: int, sure: str) -> None:
    """red's 18 against black's 13: 10 and 4 win against 12."""
    fight = duel(red=f"position = {{ black = {before} }}" if before else "", now=NOW)
    step(fight, ["offensive:black", "reversal:red"], attacker, 12)
    assert (fight.get("red.position.black"), fight.get("red.auto-hit")) == (gained, sure)
    critical = step(duel(now=NOW), ["offensive:black", "reversal:red"], 4, 12)
    assert critical.get("red.auto-hit") == "black"
    wasted = step(duel(black="mr = 9", now=NOW), ["offensive:black", "reversal:red"], 5, 4)  # 18 - 5 against 21 - 4
    assert wasted.get("red.auto-hit") == ""


@pytest.mark.rule("socs.ruling.station-dodge", "socs.maneuver.offensive.success", "socs.limit.line-position")
def test_who_may_gain_a_position_on_whom() -> None:
    for one, other, gains in (
        ("hammer", "anvil", True), ("brigand", "brigand", True), ("brigand", "anvil", True), ("resolute", "colossus", True),
        ("resolute", "anvil", True), ("brigand", "hammer", False), ("resolute", "brigand", False),
        ("resolute", "hammer", False),
    ):  # fmt: skip
        fight = big(one, other, b=STRAIGHT, now=NOW)
        if gains:
            step(fight, ["offensive:b"], 8)
            assert fight.get("a.position") == {"b": 1}
        else:
            step(fight, ["straight"])
    with pytest.raises(starfray.BadInput, match="no Position AB"):
        big("anvil", "colossus", a="position = { b = 1 }")
    struck = big("kestrel", "anvil", a='guns = ["heavy-cannon"]\nauto-hit = "b"', b=QUIET)
    struck.step([], ["heavy-cannon@b"], steps=1)  # 3 - 2 is paint, and nobody is asked to dodge it
    assert told(struck, "socs.ruling.station-dodge") == ["ruling.station-dodge b>a no dodge"]


@pytest.mark.rule("socs.ruling.defensive-timing", "socs.maneuver.offensive.sustained-lost")
def test_what_a_choice_costs_is_paid_before_the_first_die() -> None:
    """The gunners of a cutter lose their aim by an offensive, all bonuses go by a defensive, none by flying straight."""
    aimed = 'guns = [{ key = "turret-laser", target = "b", sustained = 2 }]\nposition = { b = 1 }'
    for answer, sustained, position in (("offensive:b", 0, {"b": 1}), ("defensive:b", 0, {}), ("straight", 2, {"b": 1})):
        fight = big("petrel", "brigand", a=aimed, b=STRAIGHT, now=NOW)
        step(fight, [answer], *([16] if answer != "straight" else []))  # nothing comes of the roll
        assert (fight.get("a.guns.0.sustained"), fight.get("a.position")) == (sustained, position)


@pytest.mark.rule("socs.unorthodox.effect", "socs.ruling.unorthodox")
def test_the_gm_names_a_danger_from_1_to_10() -> None:
    fight = big("resolute", "colossus", b=STRAIGHT, now=NOW)
    fight.advance()
    fight.answer(fight.asks[0], "unorthodox")
    fight.answer(fight.asks[0], "a mad idea")
    (ask,) = fight.asks
    assert (ask.rule, ask.low, ask.high, ask.suggested) == ("socs.unorthodox.effect", 1, 10, "3")
    step(big("resolute", "colossus", b=STRAIGHT, now=NOW), ["unorthodox", "", "10"], 18, one_die=[4] * 7)
    step(big("resolute", "colossus", b=STRAIGHT, now=NOW), ["unorthodox", "", "1"], 6)


@pytest.mark.rule("socs.unorthodox", "socs.unorthodox.effect", "socs.ruling.unorthodox")
def test_a_tactic_on_paper_brings_the_gain_or_the_hit_and_never_both() -> None:
    assert on_paper("unorthodox 15 5", 10)[0] == {"degree": "success", "gain": 5, "hit": 0}
    assert on_paper("unorthodox 15 5", 11)[0] == {"degree": "failure", "gain": 0, "hit": 2}
    assert on_paper("unorthodox 15 6", 17)[0] == {"degree": "critical failure", "gain": 0, "hit": 2}
    step(big("resolute", "colossus", b=STRAIGHT, now=NOW), ["unorthodox", "", "2"], 16)


def stunt(folder: Path, figures: str) -> Fight:
    (folder / "pack.toml").write_text('rulebook = "socs"\nname = "stunts"\n', encoding="utf-8")
    (folder / "maneuvers.toml").write_text(f'[roll]\nname = "Roll"\n{figures}\n', encoding="utf-8")
    return fleet(
        ship("red", "kestrel", "league", 'crew = ["tobin-rask"]\nposition = { black = 2 }'),
        ship("black", "hammer", "raiders", f"position = {{ red = 2 }}\n{STRAIGHT}"),
        now=NOW, head=f'packs = ["{folder}"]',
    )  # fmt: skip


@pytest.mark.rule("socs.other-maneuvers", "socs.ruling.other-maneuvers")
@pytest.mark.parametrize(("total", "answers"), [(4, ["0"]), (10, []), (17, []), (18, [])])
def test_a_maneuver_of_the_groups_own_does_what_is_written_and_nothing_else(
    tmp_path: Path, total: int, answers: list[str]
) -> None:
    fight = step(stunt(tmp_path, ""), ["other:black/roll", *answers], total)
    assert (fight.get("red.position.black"), fight.get("black.position.red"), fight.get("red.loses-turn")) == (2, 2, False)


@pytest.mark.rule("socs.other-maneuvers.newer", "socs.other-maneuvers")
def test_the_gm_may_add_nothing_or_up_to_3(tmp_path: Path) -> None:
    fight = stunt(tmp_path, "own = [1, 0, 0, 0]")
    fight.seats.hand = {"red"}
    fight.advance()
    fight.answer(fight.asks[0], "other:black/roll")
    fight.answer(fight.asks[0], [1, 1, 2])
    (ask,) = fight.asks
    assert (ask.rule, ask.low, ask.high) == ("socs.other-maneuvers.newer", 0, 3)
    fight.answer(ask, "0")
    assert fight.get("red.position.black") == 3


# --- the furball ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("socs.furball.forms", "socs.ruling.furball-range")
def test_neither_wrecks_that_are_gone_nor_stations_nor_the_hidden_make_a_crowd() -> None:
    def formed(*more: str) -> bool:
        six = (ship("k", "kestrel", "league", f"count = 3\n{QUIET}"), ship("h", "hammer", "raiders", f"count = 3\n{QUIET}"))
        return bool(said(step(fleet(*six, *more)), "socs.furball.forms"))

    assert not formed(ship("x", "hammer", "raiders", f'condition = "destroyed"\n{QUIET}'))
    assert not formed(ship("x", "anvil", "raiders", QUIET))
    assert not formed(ship("x", "hammer", "raiders", f"hidden = true\n{QUIET}"))
    assert formed(ship("x", "hammer", "raiders", f'condition = "disabled"\n{QUIET}'))
    assert formed(ship("x", "hammer", "raiders", QUIET))


# --- on paper ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("socs.to-hit.smaller", "socs.ab.snap-shot", "socs.ab.position", "socs.ab.sustained")
def test_to_hit_on_paper_names_every_figure() -> None:
    found = reasons(on_paper("to-hit 12 accuracy=1 target=smaller", 10)[1])
    assert found == [
        (12, "socs.fire.roll"),
        (1, "socs.weapon.accuracy"),
        (-1, "socs.to-hit.smaller"),
        (-5, "socs.ab.snap-shot"),
    ]
    for words, rule in (("position=2", "socs.ab.position"), ("sustained=2", "socs.ab.sustained")):
        found = reasons(on_paper(f"to-hit 12 target=cutter {words}", 10)[1])
        assert (2, rule) in found
        assert (-5, "socs.ab.snap-shot") not in found
        assert (2, "socs.to-hit.cutter") in found


@pytest.mark.rule("socs.maneuver.roll", "socs.maneuver.total-defense.roll")
def test_a_maneuver_on_paper_is_rolled_by_its_own_rule() -> None:
    plain = on_paper("maneuver-roll 13 mr=2", 10)[1]
    total = on_paper("maneuver-roll 13 mr=2 total-defense=yes", 10)[1]
    assert {event.rule for event in plain if event.tally is not None} == {"socs.maneuver.roll"}
    assert {event.rule for event in total if event.tally is not None} == {"socs.maneuver.total-defense.roll"}
    assert (sum(amount for amount, _ in reasons(plain)), sum(amount for amount, _ in reasons(total))) == (15, 13)


@pytest.mark.rule("socs.maneuver.straight", "socs.maneuver.roll", "socs.ship.mr")
def test_the_diagram_tells_who_flies_and_how_well() -> None:
    fight = duel(now=NOW)
    words = {node.id: node.note for node in diagram(fight.state).nodes}
    assert words["red"].endswith("piloting 15 +3")
    step(fight, ["defensive:black", "straight"], 18)
    assert told(fight, "socs.maneuver.straight") == ["maneuver.straight black"]


# --- chases and reversals ------------------------------------------------------------------------------------------
@pytest.mark.rule("socs.maneuver.choose", "socs.ruling.light-turn")
def test_where_nobody_can_choose_the_phase_goes_by() -> None:
    fight = step(duel(red="adrift = true", black="adrift = true", now=NOW))
    assert (fight.get("phase"), said(fight, "socs.maneuver.choose")) == ("end", [])
    assert len(said(fight, "socs.ruling.light-turn")) == 2
    asked = step(duel(black="adrift = true", now=NOW), ["straight"])
    assert [event.who for event in said(asked, "socs.maneuver.choose")] == ["red"]


@pytest.mark.rule("socs.ruling.follow-penalty", "socs.follow.enter")
def test_the_lead_chooses_a_penalty_from_0_to_10_for_all() -> None:
    def chase() -> Fight:
        return duel(red="mr = 9", black="position = { red = 2 }\nmr = 9", now=NOW + '\nhazards = "rocks"')

    fight = chase()
    fight.advance()
    fight.answer(fight.asks[0], "yes")
    (ask,) = fight.asks
    assert (ask.rule, ask.low, ask.high) == ("socs.ruling.follow-penalty", 0, 10)
    for penalty in (0, 10):
        flown = chase().step(dice(10, 10), ["yes", str(penalty), "follow"], steps=1)
        tallies = [event.tally.total for event in said(flown, "socs.follow.roll") if event.tally is not None]
        assert tallies == [15 + 9 - penalty, 12 + 9 - penalty]


@pytest.mark.rule("socs.maneuver.reversal.defender-critical", "socs.ruling.reversal-swap")
@pytest.mark.parametrize(("reverser", "position"), [(5, {"black": 3}), (11, {})])
def test_a_reverser_without_a_position_of_his_own_has_none_to_give(reverser: int, position: dict[str, int]) -> None:
    """black's 13 against red's 18: 5 is a critical success, 11 a plain one."""
    fight = step(duel(black="position = { red = 3 }", now=NOW), ["reversal:black", "offensive:red"], 12, reverser)
    assert (fight.get("red.position"), fight.get("black.position")) == (position, {})
    step(duel(black="position = { red = 3 }", now=NOW), ["reversal:black", "offensive:red"], 12, 5)


@pytest.mark.rule("socs.ruling.reversal-own-abs", "socs.maneuver.reversal.defender-wins")
def test_a_reverser_keeps_what_he_has_on_others_and_the_log_says_so() -> None:
    """red has a position on gold, whoever wins."""
    third = ship("gold", "hammer", "raiders", STRAIGHT)
    for lines, cited in (("position = { gold = 2 }", True), ("", False)):
        fight = fleet(
            ship("red", "kestrel", "league", 'crew = ["tobin-rask"]\n' + lines),
            ship("black", "hammer", "raiders", "position = { red = 3 }"), third, now=NOW,
        )  # fmt: skip
        step(fight, ["reversal:black", "offensive:red"], 12, 5)
        kept = {"gold": 2} if cited else {}
        assert (fight.get("red.position"), fight.get("black.position")) == ({**kept, "black": 3}, {})
        assert any("socs.ruling.reversal-own-abs" in event.by for event in fight.events) is cited


@pytest.mark.rule("socs.ruling.shields", "socs.fire.hit")
@pytest.mark.parametrize(("shield", "over"), [(0, False), (1, True)])
def test_a_light_gun_harms_whoever_has_no_shield(shield: int, over: bool) -> None:
    fight = duel(red='guns = ["pulse-cannon"]', black=f'guns = ["pd-turret"]\nshield = {shield}', now="turn = 11")
    assert (fight.over is not None) is over
    struck = duel(red='auto-hit = "black"', black=f"shield = 2\n{QUIET}")
    struck.step([], ["pulse-cannon@black"], steps=1)  # 2 - 2: nothing is left of it
    assert [event.number for event in said(struck, "socs.fire.hit")] == [0]


@pytest.mark.rule("socs.ruling.station-dodge")
def test_a_station_is_never_flown_whoever_is_aboard() -> None:
    fight = big("kestrel", "anvil", a=QUIET, b='crew = ["tobin-rask"]\npilot = "tobin-rask"', now=NOW)
    fight.step([], [], steps=1)  # nobody is asked
    assert fight.get("phase") == "end"
    shot = big("kestrel", "anvil", a='guns = ["heavy-cannon"]\nauto-hit = "b"', b=QUIET)
    shot.step([], ["heavy-cannon@b"], steps=1)
