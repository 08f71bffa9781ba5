"""What an environment shows, offers and pays."""

from __future__ import annotations

import sys
from typing import Any

import numpy
import pytest

from starfray import envs
from starfray.engine.errors import BadInput
from starfray.engine.tables.dry_run import refusal
from starfray.envs.candidates import WAYS, answers
from starfray.envs.match import Match
from starfray.files import loads
from tests.room.table import FIGHT


def play(env: Any, seed: int) -> list[tuple[str, str]]:
    """A fight decided at random: who decided what."""
    random, told = numpy.random.default_rng(seed), []
    env.reset(seed=seed)
    for agent in env.agent_iter():
        _, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        legal = numpy.flatnonzero(info["action_mask"])
        slot = int(legal[random.integers(len(legal))])
        told.append((agent, info["texts"][slot]))
        env.step(slot)
    return told


def test_a_fight_is_played_to_its_end_and_the_rewards_add_up_to_nothing() -> None:
    env = envs.aec("one-on-one")
    env.reset(seed=1)
    paid = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        paid[agent] += reward
        env.step(None if terminated or truncated else int(numpy.flatnonzero(info["action_mask"])[0]))
    assert env.match.outcome is not None
    assert sorted(paid.values()) in ([-1.0, 1.0], [0.0, 0.0])


def test_the_same_seed_and_choices_are_the_same_fight() -> None:
    assert play(envs.aec("long-shot", limit=30), 3) == play(envs.aec("long-shot", limit=30), 3)
    assert play(envs.aec("long-shot", limit=30), 3) != play(envs.aec("long-shot", limit=30), 4)


def test_acting_is_to_choose_a_kind_and_then_a_way_and_every_way_is_legal() -> None:
    env = envs.aec("dock-9", limit=40)
    env.reset(seed=2)
    kinds = ways = 0
    for _ in range(60):
        decision = env.match.decision
        assert decision is not None
        if decision.ask is None and not decision.kind:
            kinds += 1
            assert all(slot >= WAYS for slot in decision.choices)
        elif decision.ask is None:
            ways += 1
            assert all(slot < WAYS for slot in decision.choices)
            assert all(refusal(env.match.book, decision.view, choice) is None for choice in decision.choices.values())  # type: ignore[arg-type]
        env.step(min(decision.choices))
        if env.match.decision is None:
            break
    assert kinds > 5
    assert ways > 5


def test_questions_are_decisions() -> None:
    env = envs.aec("one-on-one")
    env.reset(seed=1)
    info = env.infos[env.agent_selection]
    assert info["rule"].startswith("socs.")
    assert len(info["texts"]) == info["action_mask"].sum() > 1


def test_every_answer_that_is_offered_answers_the_question() -> None:
    env = envs.aec("carrows-moon", limit=30)
    env.reset(seed=1)
    asked = 0
    while (decision := env.match.decision) is not None:
        if decision.ask is not None:
            asked += 1
            offered = answers(decision.ask)
            assert offered
            assert [word for word in offered.values() if decision.ask.fault(str(word))] == []
        env.step(min(decision.choices))
    assert asked > 20


def test_an_illegal_slot_is_an_error_for_agents_and_marked_in_the_gymnasium() -> None:
    env = envs.aec("ten-paces")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="not legal now"):
        env.step(int(numpy.flatnonzero(env.infos[env.agent_selection]["action_mask"] == 0)[0]))
    one = envs.gym("ten-paces", "the wronged")
    _, info = one.reset(seed=1)
    *_, info = one.step(numpy.int64(numpy.flatnonzero(info["action_mask"] == 0)[0]))
    assert info["illegal"]


def test_the_hidden_are_not_in_the_observation_of_others() -> None:
    moved = FIGHT.replace("at = [20, 9]\nhidden", "at = [2, 13]\nhp = 1\nhidden")
    assert moved != FIGHT
    seen = []
    for text in (FIGHT, moved):
        env = envs.aec(loads(text))
        env.reset(seed=5)
        seen.append({env.side_names[agent]: env.observe(agent) for agent in env.agents})
    assert numpy.array_equal(seen[0]["crew"], seen[1]["crew"])
    assert not numpy.array_equal(seen[0]["syndicate"], seen[1]["syndicate"])


def test_a_fight_that_goes_on_too_long_is_cut_off() -> None:
    env = envs.gym("dock-9", limit=5)
    _, info = env.reset(seed=1)
    terminated = truncated = False
    while not (terminated or truncated):
        _, reward, terminated, truncated, info = env.step(numpy.flatnonzero(info["action_mask"])[0])
    assert truncated
    assert reward == 0.0


def test_render_writes_what_the_side_sees() -> None:
    env = envs.aec(loads(FIGHT), render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text is not None
    side = env.side_names[env.agent_selection]
    assert f"as {side} sees it" in text
    assert ("Ghost" in text) == (side == "syndicate")
    assert envs.aec("ten-paces").render_mode is None


def test_a_match_that_is_dropped_in_the_middle_leaves_nothing_running() -> None:
    match = Match(loads(FIGHT), ["crew", "syndicate"], 1, 50)
    playing = match._playing
    assert not playing.dead
    del match
    playing.throw()
    assert playing.dead


def test_an_unknown_side_is_refused() -> None:
    with pytest.raises(BadInput, match="there is no side 'pirates'"):
        envs.gym("dock-9", "pirates")


def test_without_the_packages_one_line_says_how_to_install_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "starfray.envs.all_sides", None)
    with pytest.raises(BadInput, match=r"pip install 'starfray\[envs\]'"):
        envs.aec("dock-9")
