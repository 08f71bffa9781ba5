"""Whole fights: by policy to the end, replayed, printed, undone; exact odds against the dice of thousands of runs."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray.engine.actions import Action
from starfray.engine.codec import clone
from starfray.engine.policy import Policies, RandomPolicy
from starfray.engine.tables.exact import spread
from starfray.engine.tables.random import Generators, RandomTable
from starfray.fight import Fight
from starfray.odds import odds
from starfray.rulebooks.socs import BOOK
from starfray.rulebooks.socs.gunnery import FirePhase
from starfray.rulebooks.socs.maneuvers import ManeuverPhase
from starfray.rulebooks.socs.turn import EndOfTurn
from starfray.transcript import replay
from tests.socs.build import big, dogfight, duel, fleet, ship

EXAMPLE = Path(__file__).parents[2] / "examples" / "socs-dogfight.toml"


def played(fight: Fight) -> Fight:
    fight.auto()
    assert fight.draft is None
    return fight


def encounters() -> dict[str, Fight]:
    return {
        "example": starfray.load(EXAMPLE),
        "resolute": fleet(
            ship("resolute", "resolute", "navy"), ship("brigand", "brigand", "foe"), ship("h", "hammer", "foe", "count = 2")
        ),
        "petrel": fleet(
            ship("petrel", "petrel", "navy", 'stations = { brandt-oku = "ben" }'), ship("h", "hammer", "foe", "count = 2")
        ),
        "furious": fleet(ship("k", "kestrel", "navy", "count = 3"), ship("h", "hammer", "foe", "count = 3")),
        "station": fleet(ship("anvil", "anvil", "navy"), ship("colossus", "colossus", "foe")),
    }


@pytest.mark.rule("socs.ruling.disabled", "socs.turn.sequence")
@pytest.mark.parametrize("name", ["example", "resolute", "petrel", "furious", "station"])
def test_a_fight_by_policy_plays_to_its_end_and_replays_die_for_die(name: str) -> None:
    fight = played(encounters()[name])
    assert fight.over is not None
    again = replay(fight.transcript())
    assert again.ok, again.problem
    assert again.hash == fight.hash
    assert starfray.loads(fight.to_text()).hash == fight.hash


def test_every_position_on_the_way_prints_and_loads_to_the_same_hash() -> None:
    fight = encounters()["resolute"]
    for _ in range(60):
        if fight.over is None:
            by_itself(fight, Policies(BOOK.policy()))
            assert starfray.loads(fight.to_text()).hash == fight.hash
    assert fight.get("turn") > 4


@pytest.mark.slow
def test_undo_and_redo_walk_the_whole_fight() -> None:
    fight = played(starfray.load(EXAMPLE))
    end = fight.hash
    hashes = []
    while fight.journal.entries:
        fight.undo()
        hashes.append(fight.hash)
    assert fight.hash == starfray.load(EXAMPLE).hash
    for expected in [*reversed(hashes[:-1]), end]:
        fight.redo()
        assert fight.hash == expected


# --- exact odds ------------------------------------------------------------------------------------------------


def weights(fight: Fight, step: Action, *, merge: bool) -> dict[object, float]:
    found: dict[object, float] = {}
    result = spread(BOOK, fight.state, step, Policies(BOOK.policy()), merge=merge, budget=400_000)
    assert result.residual == 0
    for leaf in result.leaves:
        found[BOOK.key(leaf.state)] = found.get(BOOK.key(leaf.state), 0.0) + leaf.weight
    return found


def case(name: str) -> tuple[Fight, Action]:
    if name == "fire":
        return dogfight(red="position = { black = 2 }"), FirePhase("gm")
    if name == "fire on a cutter":
        quiet = 'orders = { "socs.fire.roll" = "hold" }'
        return duel(archetype="petrel", red='guns = ["heavy-cannon"]', black=quiet), FirePhase("gm")
    if name == "maneuvers":
        return duel(black="position = { red = 1 }", now='phase = "maneuver"'), ManeuverPhase("gm")
    return big("petrel", "brigand", a="continuing = { fresh = false, failures = 2 }", now='phase = "end"'), EndOfTurn("gm")


@pytest.mark.parametrize("name", ["fire", "fire on a cutter", "maneuvers", "end of turn"])
def test_merging_on_the_way_gives_the_same_odds_as_walking_every_branch(name: str) -> None:
    fight, step = case(name)
    merged, brute = weights(fight, step, merge=True), weights(fight, step, merge=False)
    assert sum(merged.values()) == pytest.approx(1)
    assert set(merged) == set(brute)
    assert all(merged[key] == pytest.approx(brute[key]) for key in brute)


def test_the_odds_of_a_snap_shot_are_exact() -> None:
    """Red hits black with 10 or less (108 + … of 216), a hit is dodged with 7 or less, except a critical one (3, 4)."""
    fight = duel(black='orders = { "socs.fire.roll" = "hold" }')
    found = fight.odds("due")
    assert found.exact
    hit, critical, dodged = 108 / 216, 4 / 216, 35 / 216
    assert found.chance_of("black.loses-turn", True) == pytest.approx(critical + (hit - critical) * (1 - dodged))


def test_the_fire_phase_of_three_fighters_is_exact() -> None:
    fight = dogfight()
    found = odds(BOOK, fight.state, FirePhase("gm"), Policies(BOOK.policy()))
    assert found.exact
    assert sum(each.p for each in found.outcomes) == pytest.approx(1)
    either = 1 - (1 - (4 + 104 * (181 / 216)) / 216) * (1 - (4 + 77 * (181 / 216)) / 216)
    assert found.chance_of("black.loses-turn", True) == pytest.approx(either), "red at 10, gold at 9, black dodges at 7"


def test_chances_agree_with_dice_rolled_often() -> None:
    fight = dogfight(black="position = { red = 2 }")
    exact = odds(BOOK, fight.state, FirePhase("gm"), Policies(BOOK.policy()))
    generators, hurt, runs = Generators(3), 0, 3000
    for _ in range(runs):
        state = clone(fight.state)
        BOOK.play(state, RandomTable(BOOK, state, generators, Policies(BOOK.policy())), FirePhase("gm"))
        hurt += bool(state.roster["red"].condition)
    assert exact.chance_of("red.condition", "destroyed") == pytest.approx(hurt / runs, abs=0.03)


def test_random_play_never_breaks_a_rule() -> None:
    generators = Generators(9)
    for name in ("resolute", "furious", "petrel", "station"):
        fight = encounters()[name]
        for _ in range(60):
            if fight.over is None:
                by_itself(fight, Policies(RandomPolicy()), generators)
        assert starfray.loads(fight.to_text()).hash == fight.hash


def by_itself(fight: Fight, policies: Policies, generators: Generators | None = None) -> None:
    """The step that is due, dice and answers drawn."""
    due = fight.due
    assert due is not None
    BOOK.play(fight.state, RandomTable(BOOK, fight.state, generators or fight.generators, policies), due)


UNARMED = "guns = []"


@pytest.mark.rule("socs.ruling.unarmed")
def test_a_dogfight_of_unarmed_craft_is_a_draw_the_gm_may_let_go_on() -> None:
    fight = duel(red=UNARMED, black=UNARMED)
    assert fight.over is not None
    assert (fight.over.winners, fight.over.rule) == ([], "socs.ruling.unarmed")
    assert duel(red=UNARMED).over is None
    assert duel(red=UNARMED, black=UNARMED, now='hazards = "debris field"').over is None
    fight.gm("go-on")
    assert fight.due is not None


def test_a_fight_that_asks_nobody_for_a_thousand_steps_is_handed_back() -> None:
    straight = UNARMED + '\norders = { "socs.maneuver.choose" = "straight" }'
    fight = duel(red=straight, black=straight).gm("go-on").advance()
    assert fight.due is not None
    assert "nobody was asked" in fight.dropped[-1]
    fight.gm("end")
    assert fight.over is not None


def test_policies_answer_a_question_that_was_open_before() -> None:
    fight = dogfight().begin()
    assert fight.asks  # whom to fire at
    fight.auto()
    assert not fight.asks
    assert len(fight.journal.entries) > 0


def test_a_question_for_a_person_stays_open() -> None:
    fight = dogfight().begin()
    asked = {ask.who for ask in fight.asks}
    fight.auto(sorted(asked))
    assert {ask.who for ask in fight.asks} == asked
