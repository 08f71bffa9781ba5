"""The planner: finds what is better in positions where one can count it on one's fingers, and stays within its bounds."""

from __future__ import annotations

from typing import Any

import pytest

import starfray
from starfray.demo_files import demo_path
from starfray.engine.actions import Action, parse, to_text
from starfray.engine.codec import clone
from starfray.engine.errors import BadInput
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies, Policy, PolicyFault, first_answer
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.random import Generators
from starfray.engine.values import Ask
from starfray.fight import Fight
from starfray.sim.montecarlo import simulate
from starfray.sim.planner.candidates import first_level, variations
from starfray.sim.planner.opponents import DRAWN, Straying
from starfray.sim.planner.playouts import NO_END_TURNS, STRAY_PLAYOUTS, Arm, Course, Limit, Playouts, place_of, seed_from
from starfray.sim.planner.policy import Planner
from starfray.sim.planner.search import Search
from starfray.sim.planner.settings import LEVELS, STEADY, TEMPERAMENTS, read_settings
from starfray.sim.playout import PlayoutTable, playout
from starfray.sim.policies import policies_called, policy_called
from tests.sim.test_solve import DUEL
from tests.sim.test_stalemate import CRIPPLED

TEXT = DUEL.replace("hp = 1\n", 'hp = 1\nweapons = [{ key = "vulcan-pistol", crit = 0 }]\n')


class Passive(Policy):
    """Ends every turn at once; `words` are what it does instead."""

    def __init__(self, words: str = "end-turn {who}") -> None:
        super().__init__()
        self.words, self.steady = words, True

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        return parse(book.actions, self.words.format(who=who))

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        return first_answer(ask)


class Sitting(Passive):
    """a never shoots, b always does."""

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        shoots = who == "b" and view.roster["b"].ap >= 2
        return parse(book.actions, "shot b a" if shoots else f"end-turn {who}")


def duel() -> Fight:
    return starfray.loads(TEXT)


def search(fight: Fight, policy: Policy, budget: int, others: list[str]) -> Any:
    playouts = Playouts(fight.book, fight.state, "a", "red", Policies(policy), STEADY)
    usual = policy.act(fight.book, fight.state, "a", Generator(0))
    assert usual is not None
    return Search(playouts, 7, Limit(budget)).action(usual, [fight.parse(words) for words in others])


def test_it_shoots_where_the_policy_it_looks_past_never_does() -> None:
    choice = search(duel(), Sitting(), 40, ["shot a b", "go-prone a"])
    assert choice.chosen.words == "shot a b"
    assert choice.gain > 0.1
    assert not choice.kept
    assert choice.words().startswith("shot a b, ")
    assert "end-turn a" in choice.words()
    assert "% to win" in choice.words()


def test_it_keeps_what_is_usual_where_nothing_is_clearly_better() -> None:
    choice = search(duel(), Passive("shot {who} b"), 40, ["end-turn a"])
    assert choice.kept
    assert choice.chosen.words == "shot a b"


def test_a_usual_action_that_is_refused_does_not_take_it_down() -> None:
    choice = search(duel(), Passive("reload {who}"), 20, ["shot a b", "end-turn a"])
    assert choice.usual is None
    assert choice.chosen is not None
    assert "reload a is refused" in choice.words()


def test_equal_actions_are_looked_at_once_and_what_changes_nothing_for_free_never() -> None:
    fight = duel()
    playouts = Playouts(fight.book, fight.state, "a", "red", Policies(Passive()), STEADY)
    found = Search(playouts, 7, Limit(10))
    assert found.acting(fight.parse("shot a b")) is not None
    assert found.acting(fight.parse("shot a b vulcan-pistol")) is None, "the same gun, named"
    assert found.acting(fight.parse("shout a hey")) is None


def test_the_fights_own_generators_are_never_looked_at() -> None:
    fight = duel()
    choices = []
    for state in (1, 2, 3):
        planner, own = Planner(fight.book.policy(), 12), Generator(state)
        choices.append(to_text(planner.act(fight.book, fight.state, "a", own) or fight.parse("end-turn a")))
        assert own.state == state, "nothing was drawn"
    assert len(set(choices)) == 1


def test_a_choice_is_the_same_in_a_fresh_planner_and_at_another_time() -> None:
    fight = starfray.loads(TEXT.replace("turn = 1\n", "turn = 3\n"))
    later = clone(fight.state)
    later.turn += 5
    first, second = Planner(fight.book.policy(), 12), Planner(fight.book.policy(), 12)
    one, two = (first.act(fight.book, fight.state, "a", Generator(1)), second.act(fight.book, later, "a", Generator(1)))
    assert one == two
    assert first.why == second.why
    assert first.last is not None
    assert first.last.playouts <= 12


def test_a_seed_from_a_position_names_no_place_in_memory() -> None:
    for name in ("ten-paces", "one-on-one", "last-orders", "loading-ramp"):
        fight = starfray.load(demo_path(name))
        assert " at 0x" not in repr(place_of(fight.book, fight.state)), name
        assert seed_from(place_of(fight.book, clone(fight.state))) == seed_from(place_of(fight.book, fight.state))


def test_a_fight_by_planners_depends_on_seed_and_number_only() -> None:
    fight = duel()
    policies = policies_called(fight.book, {})
    policies.default = Planner(fight.book.policy(), 8)
    ends = []
    for _ in range(2):
        state = clone(fight.state)
        outcome, acts = playout(fight.book, fight.content, state, Generators(4), policies, 60)
        ends.append((outcome.winners if outcome is not None else None, acts, place_of(fight.book, state)))
        policies.default = Planner(fight.book.policy(), 8)
    assert ends[0] == ends[1]
    assert ends[0][0] is not None


def test_a_planner_stops_waiting_once_a_fight_is_much_too_long() -> None:
    fight = duel()
    planner = Planner(Sitting(), 100)  # enough to see that shooting is better
    assert planner.act(fight.book, fight.state, "a", Generator(0)) != fight.parse("end-turn a")
    late = clone(fight.state)
    late.turn = 10**6
    assert planner.act(fight.book, late, "a", Generator(0)) == fight.parse("end-turn a")
    assert "long enough" in planner.why
    assert not planner.steady
    assert Planner(Passive(), 20, patience=0, questions=False).steady


def test_playouts_stop_at_the_cap_and_at_a_policy_that_is_refused() -> None:
    fight = duel()
    for policy, win in ((Passive(), 0.5), (Passive("reload {who}"), 0.5)):
        playouts = Playouts(fight.book, fight.state, "a", "red", Policies(policy), STEADY)
        playouts.horizon, playouts.cap = 4, 8
        arm = Arm("end-turn a", playouts.acting(fight.parse("end-turn a")))
        playouts.whole(arm, 1)
        assert arm.count == 1
        assert 0 < arm.win < win, "not at an end: less than the outlook"


def test_what_costs_nothing_brings_the_horizon_no_nearer() -> None:
    fight = duel()
    playouts = Playouts(fight.book, fight.state, "a", "red", Policies(Passive()), STEADY)
    course = Course(playouts, clone(fight.state), Generators(1), Policies(Passive()), "a")
    assert course.play(2)
    assert (course.turns, course.acts) == (2, 2), "a ends the turn, b ends the turn, and the next turn begins"
    idle = Course(playouts, clone(fight.state), Generators(1), Policies(Passive("go-prone {who}")), "a")
    with pytest.raises(PolicyFault):
        idle.play(2)  # lies down twice: the second time it is refused
    assert (idle.turns, idle.acts) == (0, 2), "all of it in one turn"


def test_an_action_that_can_be_taken_back_at_once_must_lead_to_a_better_position() -> None:
    fight = starfray.load(demo_path("needle-and-pin"))
    view = fight.book.view(fight.state, "side:the galley")
    state = clone(view)
    policies = Policies(fight.book.policy())
    playout(fight.book, fight.content, state, Generators(0), policies, 1)
    who = fight.book.actors(state)[0]
    found = Search(Playouts(fight.book, state, who, state.roster[who].side, policies, STEADY), 7, Limit(40))
    crouching = found.acting(fight.parse(f"crouch {who}"))
    assert crouching is not None
    there = found.steps[crouching.words]
    assert found.returns(there), "one gets up again as one crouched"
    usual = found.usually(fight.parse(f"do-nothing {who}"))
    back = Search(found.playouts.at(there), 8, Limit(40))
    again, other = back.acting(fight.parse(f"crouch {who}")), back.usually(fight.parse(f"do-nothing {who}"))
    assert usual is not None
    assert other is not None
    assert again is not None
    found.compare_free(usual, crouching)
    back.compare_free(other, again)
    assert (usual.mean, crouching.mean) == (again.mean, other.mean), "both positions have one figure, wherever one comes from"


@pytest.mark.parametrize("name", ["ten-paces", "needle-and-pin"])
def test_planners_on_both_sides_come_to_an_end(name: str) -> None:
    fight = starfray.load(demo_path(name))
    for seed in range(2):
        state = clone(fight.state)
        outcome, _ = playout(
            fight.book, fight.content, state, Generators(seed), Policies(Planner(fight.book.policy(), 16)), 300
        )
        assert outcome is not None


def test_opponents_stray_in_some_playouts_and_only_there() -> None:
    fight = duel()
    playouts = Playouts(fight.book, fight.state, "a", "red", Policies(Passive()), STEADY)
    assert playouts.opponents(1) is playouts.policies
    strayed = playouts.opponents(STRAY_PLAYOUTS)
    assert isinstance(strayed.of(fight.state, "b"), Straying)
    assert not isinstance(strayed.of(fight.state, "a"), Straying), "one's own side does what it would"
    state = clone(fight.state)
    fight.book.play(state, PlayoutTable(fight.book, state, Generators(0), strayed, fight.content), fight.parse("end-turn a"))
    kinds = set()
    for seed in range(12):
        playouts.opponents(STRAY_PLAYOUTS)
        first = strayed.act(fight.book, state, "b", Generator(seed))
        second = strayed.act(fight.book, state, "b", Generator(seed))
        assert first is not None
        kinds.add(first.KIND)
        assert second == fight.parse("end-turn b"), "after that as usual"
    assert len(kinds) > 2
    assert len(playouts.stray.drawn["b"]) <= DRAWN


def test_a_time_limit_ends_a_search_before_its_playouts_are_used_up() -> None:
    now = iter(range(100))
    limit = Limit(50, 3.0, lambda: float(next(now)))
    assert [limit.take() for _ in range(4)] == [True, True, False, False]
    assert limit.spent == 2


def test_playouts_of_a_fight_that_comes_to_no_end_are_cut_short() -> None:
    fight = starfray.loads(CRIPPLED)
    fight.advance()
    policies = Policies(fight.book.policy())
    stuck = Playouts(fight.book, fight.state, "guard", "red", policies, STEADY)
    stuck.measure(1)
    assert (stuck.cap, stuck.horizon) == (2 * NO_END_TURNS, NO_END_TURNS)
    arm = Arm("stands", stuck.standing())
    stuck.whole(arm, 3)
    assert arm.count == 1
    assert arm.win < 0.5, "no end is less than a draw"


def test_candidates_come_from_the_fields_and_are_legal() -> None:
    fight = duel()
    texts = [to_text(action) for action in first_level(fight.book, fight.state, "a")]
    assert {"shot a b", "quick-shot a b", "aimed-shot a b", "go-prone a", "end-turn a"} <= set(texts)
    assert not any(text.startswith(("shout", "tinker")) for text in texts), "words decide nothing"
    assert any(text.startswith("move a 9,0") for text in texts), "up to the foe"
    assert [to_text(each) for each in variations(fight.book, fight.state, fight.parse("shot a b"))] == [
        "shot a b vulcan-pistol"
    ]


def test_the_outlook_runs_from_lost_to_won_in_every_book() -> None:
    fight = duel()
    even = fight.book.outlook(fight.state, "red"), fight.book.outlook(fight.state, "blue")
    assert sum(even) == pytest.approx(1)
    assert even[0] > 0.5, "b has one hit point left"
    state = clone(fight.state)
    PlayoutTable(fight.book, state, Generators(0), Policies(Passive()), fight.content)
    state.roster["b"].out = "fled"
    assert (fight.book.outlook(state, "red"), fight.book.outlook(state, "blue")) == (1.0, 0.0)
    for name in ("blades-at-dawn", "one-on-one", "last-orders", "two-wasps", "loading-ramp", "skyway"):
        other = starfray.load(demo_path(name))
        sides = {one.side for one in other.state.everyone()}
        assert all(0.02 < other.book.outlook(other.state, side) < 0.98 for side in sides), name


def test_levels_and_temperaments_by_name() -> None:
    fight = duel()
    planner = policy_called(fight.book, "planner:3:cautious")
    assert isinstance(planner, Planner)
    assert (planner.budget, planner.temperament) == (LEVELS["3"], "cautious")
    assert read_settings("planner") == (LEVELS["2"], "steady")
    for name in ("planner:9", "planner:2:brave", "planner:2:cautious:more"):
        with pytest.raises(BadInput):
            policy_called(fight.book, name)
    assert all(weights.whole > 0 for weights in TEMPERAMENTS.values())


def test_a_side_by_the_planner_in_a_simulation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "1", 6)
    result = simulate(duel(), 2, policies={"red": "planner:1"}, workers=1)
    assert result.fights == 2
    assert not result.unfinished
